/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* seed.cl: what the kernels of all seeds share: their arguments, and where a
   transform begins. It comes after seed.h and complex.cl. */
#include "host/seed.h"
#include "common/complex.cl"

#define SEED_PARAMETERS                                                        \
    global const float2 *in, global float2 *out, const struct seed a,          \
        global const float2 *restrict roots, global const uint *restrict indices

INLINE uint seed_item(void)
{
    return (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));
}

INLINE uint seed_group(void)
{
    return (uint)(get_group_id(0) + get_group_id(1) * get_num_groups(0));
}

/* Unrolled, so that no private array is indexed at run time. */
INLINE long seed_offset(uint number, const struct seed *a,
                        const struct seed_side *side)
{
    long offset = side->base;

    if (a->n_loops == 0)
        return offset;
#pragma unroll
    for (uint d = 0; d < SEED_MAX_LOOPS; d++) {
        const uint rest = number / a->count[d];
        offset += (long)(number - rest * a->count[d]) * side->distance[d];
        number = rest;
    }
    return offset;
}

/* Where transform `number` begins. */
#define SEED_INPUT(number) (in + seed_offset(number, &a, &a.in))
#define SEED_OUTPUT(number) (out + seed_offset(number, &a, &a.out))

/* Direction and scale on the way in and out. */
#define SEED_IN(x) ((x) * (float2)(a.in.factor[0], a.in.factor[1]))
#define SEED_OUT(x) ((x) * (float2)(a.out.factor[0], a.out.factor[1]))
