/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* numeral.c: prints and reads numbers in the C locale, which is the thread's
   for the length of a call. If there is once no memory for it, the program's
   own locale is used. */
#include "numeral.h"

#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static locale_t c_locale; /* lives as long as the process */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_c_locale(void)
{
    c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

/* Enters the C locale. Returns what leave() needs; 0: nothing. */
static locale_t enter(void)
{
    pthread_once(&once, make_c_locale);
    return c_locale ? uselocale(c_locale) : (locale_t)0;
}

static void leave(locale_t before)
{
    if (before)
        uselocale(before);
}

int clfft_print(char *text, size_t size, const char *format, va_list arguments)
{
    const locale_t before = enter();
    const int length = vsnprintf(text, size, format, arguments);

    leave(before);
    return length;
}

void clfft_mark_cut(char *text, size_t size, int length)
{
    size_t end = size - sizeof "...";

    if (length < 0 || (size_t)length < size)
        return;
    while (end && ((unsigned char)text[end] & 0xc0) == 0x80)
        end--;
    memcpy(text + end, "...", sizeof "...");
}

double clfft_read_double(const char *text, char **end)
{
    const locale_t before = enter();
    const double value = strtod(text, end);

    leave(before);
    return value;
}
