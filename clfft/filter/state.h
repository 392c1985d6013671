/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * state.h: a filter, as its files share it.
 *
 *   blocks.c    how planes are cut
 *   filter.c    making
 *   response.c  what frequencies are multiplied by, and waves
 *   execute.c   pictures
 */
#ifndef CLFFT_FILTER_STATE_H
#define CLFFT_FILTER_STATE_H

#include "blocks.h"
#include "clfft/analysis/kernel.h"
#include "kernels/host/filter.h"

struct clfft_filter {
    clfft_device *device;
    clfft_filter_desc desc;
    size_t real_size;
    struct clfft_filter_blocks blocks;
    struct clfft_filter_sizes sizes;
    bool is_cpu;
    uint64_t run;
    uint64_t size;
    double zeros[CLFFT_FILTER_MAX_PLANES];   /* responses at frequency 0 */
    double offsets[CLFFT_FILTER_MAX_PLANES]; /* codes that they add */
    unsigned n_waves[CLFFT_FILTER_MAX_PLANES];
    clfft_program *program;
    cl_kernel load, product, store;
    clfft_plan *forward, *inverse;
    cl_mem samples; /* what is mirrored, and what comes back */
    cl_mem spectra, responses, waves, scratch;
    struct clfft_chain chain;
};

#define FILTER_INVALID(...)                                                    \
    clfft_fail(CLFFT_STATUS_INVALID, "filter: " __VA_ARGS__)

/* execute.c: the kernels over no work-item that has work, so that they are
   compiled. */
clfft_status clfft_filter_warm_up(void *filter, cl_command_queue queue);

/* response.c: every response is 1. */
clfft_status clfft_filter_fill_responses(clfft_filter *f);

#endif /* CLFFT_FILTER_STATE_H */
