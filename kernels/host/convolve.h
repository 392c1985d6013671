/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * convolve.h: the arguments of the kernels of convolution. The host fills them;
 * kernels get them by value.
 *
 * Rings are indexed from their beginning. `history` is [input][pitch] samples:
 * a ring of `length`, behind which its first ones stand again, so that what is
 * transformed lies in one piece. `spectra` of a level is [slot][input][pitch]
 * complex numbers, `future` [slot][output][2 block] samples, of which the
 * second half counts.
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

/* Levels at most, and the early part of the first. */
#define CONVOLVE_MAX_LEVELS 5

/* take.cl: new input for the history */
struct convolve_take {
    convolve_uint64 base, distance; /* of the input, in samples */
    convolve_uint64 pitch;          /* of the history */
    convolve_uint32 length;         /* of its ring */
    convolve_uint32 mirror;         /* samples that stand behind it again */
    convolve_uint32 first;          /* where the first frame goes */
    convolve_uint32 n_frames;       /* 0: silence */
    convolve_uint32 n_all;          /* zeros follow the frames, up to here */
    convolve_uint32 inputs;
};

/* multiply.cl: sums over partitions */
struct convolve_multiply {
    convolve_uint64 response_output, response_input; /* distances of responses,
                                                        complex numbers */
    convolve_uint32 pitch;      /* of spectra, complex numbers */
    convolve_uint32 slots;      /* of the ring of spectra */
    convolve_uint32 inputs;     /* in a slot */
    convolve_uint32 outputs;
    convolve_uint32 n_inputs;   /* that an output has */
    convolve_uint32 input_step; /* between the first ones of outputs */
    convolve_uint32 first_slot; /* of the first block */
    convolve_uint32 n_blocks;   /* new ones; early ones follow */
    convolve_uint32 n_early;    /* which have partition 0 alone */
    convolve_uint32 n_before;   /* blocks in front of the first that exist */
    convolve_uint32 is_early;   /* partition 0 is theirs: others begin at 1 */
    convolve_uint32 count;      /* of partitions of the others */
    convolve_uint32 n_columns;  /* work-items for a spectrum */
};

/* give.cl: output, from what levels made and from the direct part */
struct convolve_level {
    convolve_uint64 base;   /* of its future, in samples */
    convolve_uint32 block;  /* a power of two */
    convolve_uint32 shift;  /* its logarithm */
    convolve_uint32 slots;
    convolve_uint32 first;  /* where frame 0 is in the ring of slots * block */
    convolve_uint32 silent; /* the first frames get nothing of it */
    convolve_uint32 unused;
};

struct convolve_give {
    struct convolve_level levels[CONVOLVE_MAX_LEVELS]; /* of early blocks too */
    convolve_uint64 base, distance; /* of the output, in samples */
    convolve_uint64 pitch;          /* of the history */
    convolve_uint32 n_frames;
    convolve_uint32 outputs;
    convolve_uint32 length;     /* of the history's ring */
    convolve_uint32 now;        /* where the input of output frame 0 is in it */
    convolve_uint32 direct;     /* taps */
    convolve_uint32 n_inputs, input_step; /* as in convolve_multiply */
    convolve_uint32 response_output, response_input; /* distances in the direct
                                                        taps */
    convolve_uint32 n_levels;
    convolve_uint32 add;
    convolve_uint32 unused;
};
/* No compiler may add padding, as in pass.h. */

#endif /* CLFFT_HOST_CONVOLVE_H */
