/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * planted-quarks.c: so many quarks that GLib leaks old tables of them, which no
 * watcher is to report; with "leak" a block of a table's size that is lost.
 */
#include <glib.h>

int main(int argc, char **argv)
{
    char name[32];

    for (int i = 0; i < 10000; i++) {
        g_snprintf(name, sizeof name, "planted-%d", i);
        g_quark_from_string(name);
    }
    if (argc > 1 && g_str_equal(argv[1], "leak")) {
        gpointer volatile lost = g_malloc(2048 * sizeof(char *));
        lost = NULL;
        (void)lost;
    }
    return 0;
}
