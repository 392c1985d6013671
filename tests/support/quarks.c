/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * quarks.c: GLib leaks its table of quarks each time that it outgrows one, by
 * design (g_quark_new), and how many quarks there are is up to the plugins that
 * are installed. LeakSanitizer has no suppression for these blocks alone, for
 * its quick view of the stack ends in g_malloc. They are kept reachable here.
 */
#include <dlfcn.h>
#include <execinfo.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define BLOCK (2048 * sizeof(char *)) /* by which the table grows */
#define MOST_FRAMES 24

/* Volatile, for they are only written. GLib's lock of quarks guards them. */
static const volatile void *volatile blocks[64];
static unsigned n_blocks;

static bool is_of(const Dl_info *info, const char *library)
{
    return info->dli_fname && strstr(info->dli_fname, library);
}

/* Does GLib allocate this for quarks, or its constructor for the first? */
static bool is_for_quarks(void *const *frames, int n)
{
    bool was_glib = false;

    for (int i = 0; i < n; i++) {
        Dl_info info;
        if (!dladdr(frames[i], &info))
            return false;
        if (info.dli_sname && (!strncmp(info.dli_sname, "g_quark_", 8) ||
                               !strncmp(info.dli_sname, "g_intern_", 9)))
            return true;
        if (was_glib && is_of(&info, "/ld-linux"))
            return true;
        if (was_glib && !is_of(&info, "/libglib-2.0."))
            return false;
        was_glib |= is_of(&info, "/libglib-2.0.");
    }
    return false;
}

/* Called by the sanitizer for each block. */
__attribute__((visibility("default"))) void
__sanitizer_malloc_hook(const volatile void *block, size_t size);

void __sanitizer_malloc_hook(const volatile void *block, size_t size)
{
    static _Thread_local bool is_here; /* backtrace() may allocate */
    void *frames[MOST_FRAMES];

    if (size == 0 || size % BLOCK || is_here)
        return;
    is_here = true;
    if (is_for_quarks(frames, backtrace(frames, MOST_FRAMES)) &&
        n_blocks < sizeof blocks / sizeof *blocks)
        blocks[n_blocks++] = block;
    is_here = false;
}
