/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * seed.h: the arguments of a seed's launch. The host fills them; the seed's
 * kernels get them by value.
 *
 * A launch runs n_transforms transforms. The number of a transform is split,
 * fastest first, into the loops of the batch; its points are dense and begin
 * at base + sum_d i_d * distance[d] on each side, in complex points. Factors
 * multiply real and imaginary parts one by one: the first launch's `in` and
 * the last one's `out` hold direction and scale, all others are 1.
 */
#ifndef CLFFT_HOST_SEED_H
#define CLFFT_HOST_SEED_H

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
typedef long seed_int64;
typedef uint seed_uint32;
#else
#include <stdint.h>
typedef int64_t seed_int64;
typedef uint32_t seed_uint32;
#endif

#define SEED_MAX_LOOPS 4
#define SEED_MAX_VALUES 8
#define SEED_MAX_NUMBERS 4

struct seed_side {
    seed_int64 base;
    seed_int64 distance[SEED_MAX_LOOPS];
    float factor[2];
};

struct seed {
    struct seed_side in, out;
    seed_uint32 count[SEED_MAX_LOOPS]; /* 1 where there is no loop */
    seed_uint32 n_loops;
    seed_uint32 n_transforms;
    seed_uint32 length[3];  /* of the transform, axis 0 first */
    seed_uint32 root_shift; /* the table of roots: log2 of its fine part */
    seed_uint32 value[SEED_MAX_VALUES]; /* as the seed numbers them */
    float number[SEED_MAX_NUMBERS];
};
/* No compiler may add padding, as in pass.h. */

#endif /* CLFFT_HOST_SEED_H */
