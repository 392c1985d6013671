/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * scenes.cl: tells which pictures begin a scene, as clfft/denoise.h describes
 * it. Options as of code.cl, and
 *
 *   ITEMS  work-items of a work-group
 */
#include "common/complex.cl"
#include "denoise/code.cl"
#include "host/denoise.h"

/* Each work-item's part. */
#if ITEMS == 1
#define ADD_UP(sum) (sum)
#else
#define ADD_UP(sum) add_up(sum, parts)

INLINE ulong add_up(ulong sum, local ulong *parts)
{
    parts[get_local_id(0)] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = 0;
    for (uint i = 0; i < ITEMS; i++)
        sum += parts[i];
    return sum;
}
#endif

/* The samples of a row, `step` bytes apart, that are this work-item's. */
INLINE ulong compare_row(global const uchar *restrict samples, ulong one,
                         ulong other, uint step, uint width)
{
    ulong sum = 0;

    for (uint x = (uint)get_local_id(0); x < width; x += ITEMS) {
        const uint a = load_code(samples, one + x * step);
        const uint b = load_code(samples, other + x * step);

        sum += max(a, b) - min(a, b);
    }
    return sum;
}

/* Each of DENOISE_SUMS work-groups adds up rows of a plane. */
kernel void denoise_compare(global const uchar *restrict samples,
                            global ulong *restrict sums,
                            const struct denoise_compare a)
{
    const uint group = (uint)get_group_id(0);
    ulong sum = 0;
#if ITEMS > 1
    local ulong parts[ITEMS];
#endif

    for (uint y = group; y < a.height; y += DENOISE_SUMS) {
        const ulong one = a.pictures[0] + y * a.row;
        const ulong other = a.pictures[1] + y * a.row;

        sum += a.step == BYTES
                   ? compare_row(samples, one, other, BYTES, a.width)
                   : compare_row(samples, one, other, a.step, a.width);
    }
    sum = ADD_UP(sum);
    if (get_local_id(0) == 0)
        sums[a.first + group] = sum;
}

/* One work-group. Behind the sums is what they were for the picture before. */
kernel void denoise_note(global ulong *restrict sums,
                         global uint *restrict begins,
                         const struct denoise_note a)
{
    ulong sum = 0;
#if ITEMS > 1
    local ulong parts[ITEMS];
#endif

    for (uint i = (uint)get_local_id(0); i < a.n_sums; i += ITEMS)
        sum += sums[i];
    sum = ADD_UP(sum);
    if (get_local_id(0) == 0) {
        const float before = a.has_before ? (float)sums[a.n_sums] : 0;

        begins[a.slot] = (float)sum - before > a.least;
        sums[a.n_sums] = sum;
    }
}
