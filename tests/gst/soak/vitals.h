/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * vitals.h: what a process holds: memory, open files, threads.
 *
 * What C++ libraries allocate is counted apart: there is none of ours, and
 * PoCL's LLVM keeps 10 to 30 KB of metadata whenever a program comes from a
 * binary. Programs that link this replace operator new, and need
 * export_dynamic.
 */
#ifndef CLFFT_TEST_VITALS_H
#define CLFFT_TEST_VITALS_H

#include <stddef.h>

struct vitals {
    size_t rss;       /* bytes, of the kernel's count */
    size_t in_use;    /* bytes that malloc gave out, but for those of: */
    size_t driver;    /* operator new */
    size_t n_files;   /* open handles */
    size_t n_threads;
};

/* Of this process, after the allocator gave back what it could. 0 where /proc
   does not tell. */
void vitals_read(struct vitals *vitals);

#endif /* CLFFT_TEST_VITALS_H */
