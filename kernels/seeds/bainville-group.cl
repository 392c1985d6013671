/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * bainville-group.cl: all stages of bainville-pass.cl for one transform in one
 * work-group, whose points lie in local memory between the stages. With N =
 * RADIX^j * LAST_RADIX there are N / RADIX work-items, each of which runs RADIX
 * / LAST_RADIX butterflies of the last stage.
 */
#include "seeds/bainville.cl"

#if !defined(RADIX) || !defined(LAST_RADIX) || !defined(N)
#error "RADIX, LAST_RADIX and N must be defined"
#endif

#define ITEMS (N / RADIX)
#define LAST_SPAN (N / LAST_RADIX)
#define LAST_TURNS (RADIX / LAST_RADIX)

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void bainville_group(SEED_PARAMETERS)
{
    local float2 line[N];
    const uint number = seed_group(), i = (uint)get_local_id(0);
    const uint root_shift = a.root_shift;
    global const float2 *x = SEED_INPUT(number);
    global float2 *y = SEED_OUTPUT(number);
    float2 u[RADIX];

#pragma unroll
    for (uint m = 0; m < RADIX; m++)
        u[m] = SEED_IN(x[m * ITEMS + i]);
    for (uint p = 1; p < LAST_SPAN; p *= RADIX) {
        const uint k = i & (p - 1), o = (i - k) * RADIX + k;
        const struct angle angle = {alpha_of(k, RADIX / 2 * p),
                                    k * (N / RADIX / p)};

        twiddle(u, RADIX, angle, roots, root_shift);
        JOIN(dft_, RADIX)(u);
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (uint m = 0; m < RADIX; m++)
            line[o + m * p] = u[reversed(m, RADIX)];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (uint m = 0; m < RADIX; m++)
            u[m] = line[m * ITEMS + i];
    }
#pragma unroll
    for (uint b = 0; b < LAST_TURNS; b++) {
        const uint k = b * ITEMS + i; /* below LAST_SPAN */
        const struct angle angle = {alpha_of(k, LAST_SPAN * LAST_RADIX / 2),
                                    k};
        float2 v[LAST_RADIX];

#pragma unroll
        for (uint m = 0; m < LAST_RADIX; m++)
            v[m] = u[m * LAST_TURNS + b];
        twiddle(v, LAST_RADIX, angle, roots, root_shift);
        JOIN(dft_, LAST_RADIX)(v);
#pragma unroll
        for (uint m = 0; m < LAST_RADIX; m++)
            y[m * LAST_SPAN + k] = SEED_OUT(v[reversed(m, LAST_RADIX)]);
    }
}
