/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kinds.h: every kind of object that is made of a device, small, with what one
   call of it needs and what its first call gave. */
#ifndef CLFFT_TEST_KINDS_H
#define CLFFT_TEST_KINDS_H

#include "clfft/clfft.h"

enum kind {
    KIND_PLAN,
    KIND_BLUESTEIN, /* a plan of many tables */
    KIND_AVERAGE,
    KIND_CROSS,
    KIND_DELAYS, /* with a plan of its own */
    KIND_FEATURES,
    KIND_CEPSTRUM, /* with a table */
    KIND_SHARPEN,
    KIND_CONSTANT_Q, /* with a plan of its own */
    KIND_PICTURE,
    KIND_CONVOLVER, /* with two plans of its own */
    KIND_MULTI,     /* of as many devices as there are */
    N_KINDS
};

#define KIND_NUMBERS 4096 /* of input and of output, or fewer */

struct thing {
    enum kind kind;
    void *object;
    cl_command_queue queue;
    cl_mem input, output;
    float *numbers, *first; /* KIND_NUMBERS each: the input, the first output */
    bool has_run;
};

/* The first device's, but of a multi. NULL, or what is wrong. */
const char *thing_make(struct thing *thing, enum kind kind,
                       clfft_device *const *devices, unsigned n_devices);
/* Runs it from its beginning and waits; what comes out is the same each
   time. NULL, or what is wrong. */
const char *thing_run(struct thing *thing);
/* The object alone, and what the caller has for it. */
void thing_destroy(struct thing *thing);
void thing_clear(struct thing *thing);

extern const char *const kind_names[N_KINDS];

#endif /* CLFFT_TEST_KINDS_H */
