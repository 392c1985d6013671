/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* vitals.c: what a process holds, from /proc/self and malloc. */
#include "vitals.h"

#include <dirent.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- operator new and delete, by the names of the Itanium C++ ABI ---- */

static atomic_size_t n_new;

/* As malloc counts it, with its own header: LLVM's are so many and so small
   that headers are an eighth of them. */
static size_t size_of(void *bytes)
{
    return bytes ? malloc_usable_size(bytes) + sizeof(size_t) : 0;
}

#if __SIZEOF_SIZE_T__ == __SIZEOF_LONG__
#define OPERATOR __attribute__((visibility("default")))

OPERATOR void *_Znwm(unsigned long size);
OPERATOR void *_Znam(unsigned long size);
OPERATOR void _ZdlPv(void *bytes);
OPERATOR void _ZdaPv(void *bytes);
OPERATOR void _ZdlPvm(void *bytes, unsigned long size);
OPERATOR void _ZdaPvm(void *bytes, unsigned long size);

void *_Znwm(unsigned long size)
{
    void *bytes = malloc(size ? size : 1);

    if (!bytes)
        abort();
    n_new += size_of(bytes);
    return bytes;
}

void *_Znam(unsigned long size)
{
    return _Znwm(size);
}

void _ZdlPv(void *bytes)
{
    n_new -= size_of(bytes);
    free(bytes);
}

void _ZdaPv(void *bytes)
{
    _ZdlPv(bytes);
}

void _ZdlPvm(void *bytes, unsigned long size)
{
    _ZdlPv(bytes);
}

void _ZdaPvm(void *bytes, unsigned long size)
{
    _ZdlPv(bytes);
}
#endif

/* ---- this process ---- */

static void read_status(struct vitals *vitals)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    size_t kilobytes;

    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "VmRSS: %zu kB", &kilobytes) == 1)
            vitals->rss = kilobytes * 1024;
        else
            sscanf(line, "Threads: %zu", &vitals->n_threads);
    }
    if (file)
        fclose(file);
}

static size_t count_files(void)
{
    DIR *directory = opendir("/proc/self/fd");
    const struct dirent *entry;
    size_t n = 0;

    while (directory && (entry = readdir(directory)))
        n += entry->d_name[0] != '.';
    if (directory)
        closedir(directory);
    return n ? n - 1 : 0; /* but for the directory itself */
}

void vitals_read(struct vitals *vitals)
{
    struct mallinfo2 heap;

    memset(vitals, 0, sizeof *vitals);
    malloc_trim(0);
    heap = mallinfo2();
    vitals->driver = n_new;
    vitals->in_use = heap.uordblks + heap.hblkhd - vitals->driver;
    vitals->n_files = count_files();
    read_status(vitals);
}
