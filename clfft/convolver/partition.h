/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* partition.h: cuts impulse responses into partitions, by what these cost. */
#ifndef CLFFT_CONVOLVER_PARTITION_H
#define CLFFT_CONVOLVER_PARTITION_H

#include "clfft/convolver.h"

#define CLFFT_MAX_LEVELS 4

/*
 * A level is `count` partitions of `block` taps each, from tap `offset` on. Its
 * transforms are of 2 block samples; those of its input begin at multiples of
 * `block`. A block of input gives a block of output, `offset` later: it is
 * ready in time if offset + latency >= block.
 *
 * An early level has a partition more, in front of the others, for the taps
 * [0, block). Each call transforms the input once more for it, in blocks that
 * end where the call ends: so nothing has to wait.
 */
struct clfft_level_plan {
    uint64_t block;  /* a power of two */
    uint64_t offset; /* the taps in front of it, those of an early partition
                        among them */
    uint64_t count;  /* may be 0 if it is early */
    bool is_early;   /* the first level only */
};

struct clfft_partitions {
    uint64_t direct; /* taps [0, direct) are convolved in time */
    unsigned n_levels;
    struct clfft_level_plan levels[CLFFT_MAX_LEVELS]; /* blocks and offsets
                                                         rise */
    double cost;                                      /* nanoseconds a frame */
};

/* What a device takes for each of these, in nanoseconds. */
struct clfft_partition_costs {
    double launch;    /* a launch */
    double transform; /* a point of a real transform, and level of its
                         butterflies */
    double near;      /* a complex product and sum, from a cache */
    double far;       /* the same from memory */
    double tap;       /* a real product and sum, of the direct part */
    double turn;      /* a turn of a loop: what a launch waits for at least,
                         however many work-items share its work */
    double one_pass;  /* points of a transform that takes one launch, not two */
    double cache;     /* bytes that spectra of a level may have to be near */
};

struct clfft_partition_question {
    unsigned inputs, outputs;
    unsigned n_responses;
    uint64_t pairs; /* an input and an output with a response between them */
    uint64_t taps, latency, frames; /* of a call */
    struct clfft_partition_costs costs;
};

/* The costs on such a device. */
struct clfft_partition_costs
clfft_partition_get_costs(const clfft_limits *limits,
                          clfft_precision precision);

/* The cheapest partitions. */
void clfft_partition_plan(const struct clfft_partition_question *question,
                          struct clfft_partitions *partitions);

/* "direct 64, 7 of 64, 15 of 512", "early 1024, 63 of 1024": returns the length
   that was needed, as snprintf does. */
size_t clfft_partition_print(const struct clfft_partitions *partitions,
                             char *text, size_t size);

#endif /* CLFFT_CONVOLVER_PARTITION_H */
