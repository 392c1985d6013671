/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* options.h: finds the kernel of a step: its name, its source file and the
   options that it is compiled with. */
#ifndef CLFFT_PLAN_OPTIONS_H
#define CLFFT_PLAN_OPTIONS_H

#include "plan.h"

struct clfft_options {
    const char *kernel; /* the name of the kernel */
    const char *file;   /* the file of kernels/ that has it */
    char text[2048];
    size_t length;       /* the bytes of text; more than fit: it is cut
                            off */
    unsigned parameters; /* PASS_SAMPLE_SCALE and so on: the parameters
                            that it reads */
    unsigned loops;      /* loops in its struct pass */
};

void clfft_options_make(const clfft_plan *plan, const clfft_step *step,
                        struct clfft_options *options);

#endif /* CLFFT_PLAN_OPTIONS_H */
