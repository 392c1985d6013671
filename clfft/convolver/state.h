/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* state.h: a convolver, as its parts share it. */
#ifndef CLFFT_CONVOLVER_STATE_H
#define CLFFT_CONVOLVER_STATE_H

#include "partition.h"

#include "clfft/device/chain.h"
#include "clfft/device/program.h"
#include "kernels/host/convolve.h"

typedef struct clfft_level {
    struct clfft_level_plan plan;
    uint64_t rows;         /* of spectra that a response has: its partitions */
    uint64_t pitch;        /* complex numbers from one spectrum to the next */
    uint64_t most_blocks;  /* that one batch completes */
    uint64_t most_early;   /* and that one has early */
    uint64_t slots;        /* of the ring of spectra of the input */
    uint64_t future_slots; /* of the ring of its output */
    /* where its own begin: complex numbers, samples of the future */
    uint64_t spectra, responses, sums, future;
    clfft_plan *forward, *inverse;
} clfft_level;

struct clfft_convolver {
    clfft_device *device;
    clfft_convolver_desc desc; /* without responses and params */
    size_t real_size;
    struct convolve_channels channels;
    struct clfft_partitions partitions;
    char *text;     /* of partitions */
    uint64_t chunk; /* frames that one batch takes; a call may have more */
    uint64_t size;  /* bytes on the device */
    bool is_cpu;    /* kernels have vectors */
    unsigned lanes; /* real numbers in these; else 2 make a complex one */
    clfft_level levels[CLFFT_MAX_LEVELS];
    clfft_program *programs[2];
    cl_kernel step, multiply;
    uint64_t history_length, mirror; /* samples of the ring, and of its ones
                                        that stand behind it again */
    cl_mem history, taps, spectra, responses, sums, future;
    struct clfft_chain chain; /* of the calls since a reset */
    uint64_t memory; /* frames until nothing is left of what was heard */
    uint64_t time;   /* frames taken so far */
    uint64_t heard;  /* of them up to the last that were no silence */
    bool is_fresh;   /* nothing is in the history yet */
};

/* size.c: VECTORS, RUN and TILE of the kernels, and frames of a work-item. */
unsigned clfft_convolver_get_vectors(const clfft_convolver *convolver);
unsigned clfft_convolver_get_run(const clfft_convolver *convolver);
#define CLFFT_MULTIPLY_TILE 4
uint64_t clfft_convolver_get_frames(const clfft_convolver *convolver);

/* How many responses further that of the next output is; 0: all have one. */
uint64_t clfft_convolver_get_response_step(const clfft_convolver *convolver);

/* size.c: chooses partitions, and how much of the stream is kept. */
clfft_status clfft_convolver_choose(clfft_convolver *convolver);
/* size.c: lays out the levels and makes all buffers. */
clfft_status clfft_convolver_make_buffers(clfft_convolver *convolver);

/* level.c: plans of a level. */
clfft_status clfft_level_make(clfft_convolver *convolver, clfft_level *level,
                              const clfft_plan_params *params);
/* level.c: transforms the responses. */
clfft_status clfft_level_fill(clfft_convolver *convolver, clfft_level *level,
                              const clfft_plan_params *params,
                              const double *responses, cl_command_queue queue);

/* check.c: BUILD unless what comes out of impulses is the responses. */
clfft_status clfft_convolver_check(clfft_convolver *convolver,
                                   const double *responses,
                                   cl_command_queue queue);

/* Numbers in the convolver's precision. */
void clfft_convolver_convert(const clfft_convolver *convolver,
                             const double *from, uint64_t n, void *numbers,
                             uint64_t at);

#endif /* CLFFT_CONVOLVER_STATE_H */
