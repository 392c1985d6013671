/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * stage.h: one description with its input, the right answer in double
 * precision, and the buffers that all of the engine's cells share, since a
 * text has dozens of variants of 2^24 points.
 */
#ifndef CLFFT_BENCH_SEEDS_STAGE_H
#define CLFFT_BENCH_SEEDS_STAGE_H

#include "seeds.h"

struct seeds_stage {
    struct bench_case item;
    double *truth;    /* every transform's bins, or numbers */
    uint64_t n_truth; /* numbers */
    double norm;
    struct peer_buffers buffers;
    cl_mem scratch;
    size_t scratch_size;
    cl_command_queue profiled;
};

/* false after telling why; close it in any case. */
bool seeds_stage_open(const struct bench_device *device, const char *desc,
                      struct seeds_stage *stage);
void seeds_stage_close(struct seeds_stage *stage);

/* Relative L2 of an output; infinite where a number is none. */
double seeds_stage_compare(const struct seeds_stage *stage,
                           const float *output);

/* Scratch serves all plans, the largest counts. */
bool seeds_stage_grow_scratch(const struct bench_device *device,
                              struct seeds_stage *stage, size_t size);

#endif /* CLFFT_BENCH_SEEDS_STAGE_H */
