/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernels.h: the programs of kernels/, embedded by embed.py. */
#ifndef CLFFT_KERNELS_H
#define CLFFT_KERNELS_H

struct clfft_kernel_file {
    const char *name;         /* "group/group.cl" */
    const char *const *texts; /* of the program, in order; ends with NULL */
};

/* Those that define kernels. Ends with a NULL name. */
extern const struct clfft_kernel_file clfft_kernel_files[];

#endif /* CLFFT_KERNELS_H */
