/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * german.h: a locale in which numbers have a comma, made where it is needed.
 */
#ifndef CLFFT_TEST_GERMAN_H
#define CLFFT_TEST_GERMAN_H

#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* Makes it the program's locale; false if this machine has nothing to make it
   from. What was made is gone again. */
static inline bool german_set(void)
{
    char folder[] = "/tmp/clfft-locale-XXXXXX", command[256], number[8];
    bool made;

    if (!mkdtemp(folder))
        return false;
    snprintf(command, sizeof command,
             "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1",
             folder);
    made = system(command) <= 256; /* 1: with warnings */
    setenv("LOCPATH", folder, 1);
    made = made && setlocale(LC_ALL, "de_DE.UTF-8");
    unsetenv("LOCPATH");
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (system(command) != 0)
        return false;
    snprintf(number, sizeof number, "%.1f", 0.5);
    return made && number[1] == ',';
}

#endif /* CLFFT_TEST_GERMAN_H */
