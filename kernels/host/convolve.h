/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * convolve.h: the arguments of the kernels of convolution. The host fills them;
 * kernels get them by value.
 *
 * The memory of a convolver is made of rings, which are indexed from their
 * beginning:
 *
 *   history  [input][pitch] samples: a ring of `length`, behind which its first
 *            ones stand again, so that what is transformed is one piece
 *   spectra  of each level [slot][input][pitch] complex numbers
 *   future   of each level [slot][output][2 block] samples, of which the second
 *            half counts
 */
#ifndef CLFFT_HOST_CONVOLVE_H
#define CLFFT_HOST_CONVOLVE_H

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
typedef ulong convolve_uint64;
typedef uint convolve_uint32;
#else
#include <stdint.h>
typedef uint64_t convolve_uint64;
typedef uint32_t convolve_uint32;
#endif

#define CONVOLVE_MAX_LEVELS 4

/* Which inputs an output has: n_inputs, from input_step times its number on. */
struct convolve_channels {
    convolve_uint32 inputs, outputs;
    convolve_uint32 n_inputs, input_step;
};

/* ---- multiply.cl ---- */

/* A level's blocks, and what they are multiplied by. */
struct convolve_products {
    convolve_uint64 spectra, responses, sums; /* where they begin, complex
                                                 numbers */
    convolve_uint64 response_output, response_input; /* from one response to
                                                        the next */
    convolve_uint32 pitch;      /* complex numbers of a spectrum */
    convolve_uint32 slots;      /* of the ring of spectra */
    convolve_uint32 first_slot; /* of the first block */
    convolve_uint32 n_blocks;   /* of whole partitions; early ones follow */
    convolve_uint32 n_early;
    convolve_uint32 early_slot; /* of the first early one */
    convolve_uint32 n_before;   /* blocks in front of the first that exist */
    convolve_uint32 is_early;   /* partition 0 is for early blocks only */
    convolve_uint32 count;      /* of partitions for the others */
    convolve_uint32 is_tiled;   /* a work-item has several blocks */
    convolve_uint32 n_columns;  /* work-items of a spectrum */
    convolve_uint32 end;        /* of the launch's work-items that are its */
};

struct convolve_multiply {
    struct convolve_products levels[CONVOLVE_MAX_LEVELS];
    struct convolve_channels channels;
    convolve_uint32 n_levels;
    convolve_uint32 n_items; /* work-items that have something to do */
};

/* ---- step.cl ---- */

struct convolve_take {
    convolve_uint64 base, distance; /* of the input, in samples */
    convolve_uint32 first;          /* where frame 0 goes */
    convolve_uint32 n_frames;       /* of the input; 0: silence */
    convolve_uint32 n_all;          /* zeros follow the frames, up to here */
    convolve_uint32 n_items;        /* 0: nothing is taken */
};

/* Where a level's output is. */
struct convolve_source {
    convolve_uint64 base;  /* of its future, in samples */
    convolve_uint32 shift; /* its block is 2^shift */
    convolve_uint32 slots;
    convolve_uint32 first;  /* where frame 0 is in the ring of slots << shift */
    convolve_uint32 silent; /* so many frames get nothing of it */
};

struct convolve_give {
    struct convolve_source sources[CONVOLVE_MAX_LEVELS + 1]; /* an early one
                                                                too */
    convolve_uint64 base, distance; /* of the output, in samples */
    convolve_uint64 response_output, response_input; /* from one response to
                                                        the next, taps */
    convolve_uint32 n_frames;                        /* 0: nothing is given */
    convolve_uint32 n_sources;
    convolve_uint32 now;    /* where the input of frame 0 is */
    convolve_uint32 direct; /* taps */
    convolve_uint32 add;
    convolve_uint32 unused;
};

struct convolve_step {
    struct convolve_take take;
    struct convolve_give give;
    convolve_uint64 pitch; /* of the history */
    struct convolve_channels channels;
    convolve_uint32 length;   /* of the history's ring */
    convolve_uint32 mirror;   /* samples that stand behind it again */
    convolve_uint32 is_whole; /* a work-item has all frames of a channel: it
                                 takes them, then gives */
    convolve_uint32 unused;
};
/* No compiler may add padding, as in pass.h. */

#endif /* CLFFT_HOST_CONVOLVE_H */
