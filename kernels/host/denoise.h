/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* denoise.h: the arguments of the kernels of a denoiser, which the host fills
   with each call, and the parts of its table of numbers. 32-bit members come in
   even numbers, so that no compiler adds padding. */
#ifndef CLFFT_DENOISE_ARGUMENTS_H
#define CLFFT_DENOISE_ARGUMENTS_H

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
typedef ulong denoise_uint64;
typedef uint denoise_uint32;
#else
#include <stdint.h>
typedef uint64_t denoise_uint64;
typedef uint32_t denoise_uint32;
#endif

struct denoise_blocks {
    denoise_uint64 pictures[8]; /* bytes: the plane in each, in time */
    denoise_uint64 row;
    float low, mid, high; /* standard deviations times sqrt(depth) hop */
    float floor;
    denoise_uint32 first_row; /* of blocks */
    denoise_uint32 n_groups;  /* of pairs of lanes of a row of blocks */
    denoise_uint32 n_kept;    /* rows of blocks in memory */
    denoise_uint32 unused;
    /* [t]: the later one of pictures t - 1 and t, as DENOISE_NONE if the other
       is not the one before it */
    denoise_uint32 later[8];
};

#define DENOISE_NONE 7 /* a slot that is none: it begins no scene */

/* Work-groups that compare a plane. */
#define DENOISE_SUMS 256

struct denoise_compare {
    denoise_uint64 pictures[2]; /* bytes: the plane in each */
    denoise_uint64 row;
    denoise_uint32 step, width, height;
    denoise_uint32 first; /* sum */
};

struct denoise_note {
    float least; /* rise of the sum that begins a scene */
    denoise_uint32 n_sums, slot, has_before;
};

struct denoise_store {
    denoise_uint64 base, row; /* bytes */
    denoise_uint32 step;
    denoise_uint32 width;
    denoise_uint32 first_row, end_row; /* of pixels */
    denoise_uint32 n_groups, n_kept;   /* as above */
};

/* Numbers of the table of blocks of b points: the window; the spectrum of the
   window over its mean, complex; roots exp(2 pi i m / b), complex; cosines and
   sines of time for 3 frequencies and distances; the radius of each frequency
   of the quarter plane. */
#define DENOISE_SPECTRUM(b) (b)
#define DENOISE_ROOTS(b) (3 * (b))
#define DENOISE_TIME(b) (5 * (b))
#define DENOISE_RADIUS(b) (5 * (b) + 32)
#define DENOISE_NUMBERS(b) (DENOISE_RADIUS(b) + ((b) / 2 + 1) * ((b) / 2 + 1))

#endif /* CLFFT_DENOISE_ARGUMENTS_H */
