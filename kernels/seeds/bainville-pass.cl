/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * bainville-pass.cl: one Stockham stage through global memory, with one
 * butterfly of radix RADIX for each work-item, as fft_radix4, 8 and 16 of
 * Bainville (2010). Beyond the article it has several transforms in one launch,
 * the inverse and the scale.
 *
 * value[0]: length p of the input sequences; value[1], value[2]: work-items t
 * of a transform and their log2; value[3]: N / (RADIX p), the table's step.
 */
#include "seeds/bainville.cl"

#ifndef RADIX
#error "RADIX must be defined"
#endif

#if TWIDDLE == VECTOR
/* Two transforms of 2 at once: (a, c) and (b, d). */
INLINE float8 dft2_4(float8 a)
{
    return (float8)(a.lo + a.hi, a.lo - a.hi);
}

INLINE float8 dft4_4(float8 a)
{
    const float8 x = dft2_4(a);

    return dft2_4((float8)(x.lo.lo, x.hi.lo, x.lo.hi, mul_p1q2(x.hi.hi)));
}
#endif

kernel void bainville_pass(SEED_PARAMETERS)
{
    const uint p = a.value[0], t = a.value[1];
    const uint item = seed_item(), number = item >> a.value[2];
    const uint i = item & (t - 1);
    const uint k = i & (p - 1); /* index in input sequence, in 0..p-1 */
    const uint root_shift = a.root_shift;
    const struct angle angle = {alpha_of(k, RADIX / 2 * p), k * a.value[3]};

    if (number >= a.n_transforms)
        return;
    global const float2 *x = SEED_INPUT(number) + i;
    /* i with log2(RADIX) zero bits inserted at bit log2(p) */
    global float2 *y = SEED_OUTPUT(number) + (i - k) * RADIX + k;
#if TWIDDLE == VECTOR
    const float8 u = dft4_4((float8)(SEED_IN(x[0]),
                                     mul_1(ROOT(1), SEED_IN(x[t])),
                                     mul_1(ROOT(2), SEED_IN(x[2 * t])),
                                     mul_1(ROOT(3), SEED_IN(x[3 * t]))));

    y[0] = SEED_OUT(u.lo.lo);
    y[p] = SEED_OUT(u.lo.hi);
    y[2 * p] = SEED_OUT(u.hi.lo);
    y[3 * p] = SEED_OUT(u.hi.hi);
#else
    float2 u[RADIX];

#pragma unroll
    for (uint m = 0; m < RADIX; m++)
        u[m] = SEED_IN(x[m * t]);
    twiddle(u, RADIX, angle, roots, root_shift);
    JOIN(dft_, RADIX)(u);
#pragma unroll
    for (uint m = 0; m < RADIX; m++)
        y[m * p] = SEED_OUT(u[reversed(m, RADIX)]);
#endif
}
