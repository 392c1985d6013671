/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* state.h: a convolver, as its parts share it. */
#ifndef CLFFT_CONVOLVER_STATE_H
#define CLFFT_CONVOLVER_STATE_H

#include "partition.h"

#include "clfft/device/program.h"
#include "kernels/host/convolve.h"

/* Programs, for the warm-up. */
#define CLFFT_CONVOLVER_PROGRAMS 3

typedef struct clfft_level {
    struct clfft_level_plan plan;
    uint64_t rows;         /* of spectra that a response has: its partitions */
    uint64_t pitch;        /* complex numbers from one spectrum to the next */
    uint64_t most_blocks;  /* that one batch completes */
    uint64_t most_early;   /* and that one has early */
    uint64_t slots;        /* of the ring of spectra of the input */
    uint64_t future_slots; /* of the ring of its output */
    uint64_t future_base;  /* where that begins, samples */
    clfft_plan *forward, *inverse;
    cl_mem spectra, responses, sums;
} clfft_level;

struct clfft_convolver {
    clfft_device *device;
    clfft_convolver_desc desc; /* without responses and params */
    size_t real_size;
    bool has_one_input; /* an output has one input, not all */
    struct clfft_partitions partitions;
    char *text;        /* of partitions */
    uint64_t chunk;    /* frames that one batch takes; a call may have more */
    uint64_t size;     /* bytes on the device */
    unsigned lanes;    /* numbers of a vector of kernels */
    clfft_level levels[CLFFT_MAX_LEVELS];
    clfft_program *programs[CLFFT_CONVOLVER_PROGRAMS];
    cl_kernel take, give, multiply, multiply_tile;
    uint64_t history_length, mirror; /* samples of the ring, and of its ones
                                        that stand behind it again */
    cl_mem history, taps, future;
    cl_command_queue last_queue; /* retained: where the last call went */
    uint64_t time;               /* frames taken so far */
    bool is_fresh;               /* nothing is in the history yet */
};

/* What kernels/convolver counts at once. */
#define CLFFT_TAKE_FRAMES 64
#define CLFFT_GIVE_VECTORS 4
#define CLFFT_MULTIPLY_TILE 4
unsigned clfft_convolver_get_run(const clfft_convolver *convolver);

/* convolver.c: a buffer of so many numbers, counted in convolver->size;
   UNSUPPORTED with what it is for, if it is too large. */
clfft_status clfft_convolver_make_buffer(clfft_convolver *convolver,
                                         const char *what, uint64_t n_numbers,
                                         cl_mem *buffer);

/* level.c: plans and buffers of a level, without the responses. */
clfft_status clfft_level_make(clfft_convolver *convolver, clfft_level *level);
/* level.c: transforms the responses. */
clfft_status clfft_level_fill(clfft_convolver *convolver, clfft_level *level,
                              const double *responses, cl_command_queue queue);
void clfft_level_clear(clfft_level *level);

#endif /* CLFFT_CONVOLVER_STATE_H */
