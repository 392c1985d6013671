/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* cross.h: what the files of clfft_cross share. cross.c averages, cross_delay.c
   makes delays of finished averages. */
#ifndef CLFFT_CROSS_H
#define CLFFT_CROSS_H

#include "kernel.h"

struct clfft_cross {
    clfft_device *device;
    clfft_cross_desc desc;
    size_t real_size;
    uint64_t n_rows; /* channels without the reference */
    clfft_program *programs[2];
    cl_kernel average, delay; /* the latter of DELAY only */
    cl_mem state, count;      /* count: 32 bits: what was left out */
    /* DELAY: finished spectra, whose inverses are correlations */
    cl_mem phases, correlations;
    clfft_plan *inverse;
    struct clfft_chain chain; /* of the averages since a reset */
    cl_uint n_left_out;       /* the device copies `count` to here */
    unsigned n_before;        /* frames in the average that is under way */
};

/* Work-items of a group at most. */
#define CROSS_ITEMS 64

/* Makes the inverse plan, its buffers and the kernel. */
clfft_status clfft_cross_make_delay(clfft_cross *c);

/* Makes delays of n finished frames of phases, behind `first` frames of output,
   once the event `averaged` is complete; n may be 0. `event` may be NULL. */
clfft_status clfft_cross_find_delays(clfft_cross *c, cl_command_queue queue,
                                     cl_mem output, uint64_t first, unsigned n,
                                     cl_event averaged, cl_event *event);

#endif /* CLFFT_CROSS_H */
