/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernels.h: the programs of kernels/, embedded by embed.py. */
#ifndef CLFFT_KERNELS_H
#define CLFFT_KERNELS_H

#include <stdint.h>

struct clfft_kernel_file {
    const char *name;         /* "group/group.cl" */
    uint64_t hash;            /* of the texts */
    const char *const *texts; /* the texts of the program in their order; the
                                 last one is NULL */
};

/* The files that define kernels; the last one has a NULL name. */
extern const struct clfft_kernel_file clfft_kernel_files[];

#endif /* CLFFT_KERNELS_H */
