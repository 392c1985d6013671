/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* options.h: finds the kernel of a step: its name, its source file and the
   options that it is compiled with. */
#ifndef CLFFT_PLAN_OPTIONS_H
#define CLFFT_PLAN_OPTIONS_H

#include "plan.h"

struct clfft_options {
    const char *kernel;       /* the name of the kernel */
    const char *file;         /* the file of kernels/ that has it */
    char text[1024];
    size_t length;            /* the bytes of text; more than fit: it is cut
                                 off */
    unsigned parameters;      /* PASS_SAMPLE_SCALE and so on: the parameters
                                 that it reads */
    unsigned loops;           /* loops in its struct pass */
};

/* Appends to the text of the options. */
void clfft_options_add(struct clfft_options *options, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* guest.c: whether a guest's launch is written in OpenCL C 3.0. */
bool clfft_guest_is_opencl_3(const clfft_plan *plan, const clfft_step *step);

/* guest.c: finds the kernel, the file and the options of a guest's launch. */
void clfft_options_add_guest(struct clfft_options *options,
                             const clfft_plan *plan, const clfft_step *step);

void clfft_options_make(const clfft_plan *plan, const clfft_step *step,
                        struct clfft_options *options);

#endif /* CLFFT_PLAN_OPTIONS_H */
