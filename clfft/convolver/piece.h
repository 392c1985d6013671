/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * piece.h: a piece of a call, of at most `chunk` frames. It is taken into the
 * history; each level transforms the blocks that it completes, all in one
 * batch, and puts what comes of them into its ring of future output; the output
 * is the sum over levels and over the first taps.
 */
#ifndef CLFFT_CONVOLVER_PIECE_H
#define CLFFT_CONVOLVER_PIECE_H

#include "state.h"

#include "clfft/analysis/kernel.h"

/* What a piece completes of a level. */
struct clfft_batch {
    uint64_t first, n;    /* blocks of input */
    uint64_t n_early;     /* windows of the early partition, behind them */
    uint64_t early_ahead; /* frames by which they go further than the output */
    uint64_t early_slot;  /* of their spectra */
    bool early_are_there; /* they are blocks of input, and transformed */
};

/* A piece of a call. */
struct clfft_piece {
    clfft_convolver *c;
    cl_command_queue queue;
    cl_mem input, output; /* or NULL */
    const clfft_convolver_params *params;
    uint64_t first, n; /* frames of the call */
    struct clfft_batch batches[CLFFT_MAX_LEVELS];
    struct clfft_waits waits; /* of the next command */
    cl_event *event;
};

/* The index in a ring of the frame `behind` before frame `at`. */
static inline uint64_t ring_index(uint64_t at, uint64_t behind, uint64_t length)
{
    return at >= behind ? (at - behind) % length
                        : (length - (behind - at) % length) % length;
}

/* Launches a kernel with at least so many work-items. `event`, or NULL, gets
   the caller's event of it. */
clfft_status clfft_piece_launch(struct clfft_piece *piece, cl_kernel kernel,
                                const struct clfft_argument *arguments,
                                cl_uint n_arguments, uint64_t n_items,
                                cl_event *event);
clfft_status clfft_piece_execute(struct clfft_piece *piece, clfft_plan *plan,
                                 cl_mem input, cl_mem output,
                                 clfft_execute_params params);

/* batch.c: finds what the piece completes. */
void clfft_piece_find_batches(struct clfft_piece *piece);
/* batch.c: whether its output needs that. */
bool clfft_piece_needs_batches(const struct clfft_piece *piece);
/* batch.c: enqueues all of it. */
clfft_status clfft_piece_run_batches(struct clfft_piece *piece);

/* step.c: whether output can come in one launch with input: it reads none of
   it, or no other work-item takes that. */
bool clfft_piece_is_one_step(const struct clfft_piece *piece);
/* step.c: takes the input, gives the output, or both. */
clfft_status clfft_piece_step(struct clfft_piece *piece, bool takes,
                              bool gives);

#endif /* CLFFT_CONVOLVER_PIECE_H */
