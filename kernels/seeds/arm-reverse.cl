/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * arm-reverse.cl: the digit reversal, a pass of its own: each work-item moves a
 * point to where the first stage reads it. Beyond the paper it has rows, and
 * LOAD: real samples and half spectra, as in access.cl.
 */
#include "seeds/arm.cl"

#ifndef LOAD
#error "LOAD must be defined"
#endif

/* Point idx of the row that begins `at` elements into the input. */
INLINE float2 arm_load(global const float2 *in, long at, uint idx, uint n,
                       global const float2 *restrict roots, uint root_shift)
{
#if LOAD == COMPLEX
    return in[at + idx];
#elif LOAD == REAL_ONLY
    return (float2)(((global const float *)in)[at + idx], 0.0f);
#elif LOAD == PAIR
    return vload2(idx, (global const float *)in + at);
#elif LOAD == HERMITIAN
    const bool low = 2 * idx <= n;
    const float2 v = in[at + (low ? idx : n - idx)];
    return (float2)(v.x, idx == 0 || 2 * idx == n ? 0.0f : low ? v.y : -v.y);
#else
    /* one of the two that tangle() makes, n = h: the conjugate */
    const float2 w = root_of_unity(roots, idx, root_shift);
    float2 u = in[at + idx], v = in[at + (n - idx)];
    u.y = idx ? u.y : 0.0f;
    v.y = idx ? v.y : 0.0f;
    const float br = u.x - v.x, bi = -(u.y + v.y);
    return (float2)(u.x + v.x + w.x * bi + w.y * br,
                    v.y - u.y - w.x * br + w.y * bi);
#endif
}

kernel void arm_reverse(SEED_PARAMETERS)
{
    struct arm_place p;

    if (!arm_place(&a, &p))
        return;
    const uint n = p.i;
    const uint idx = indices[n];
    const float2 val =
        arm_load(in, ARM_IN(p), idx, a.LENGTH_N, roots, a.root_shift);

#if LOAD == HALF
    out[ARM_OUT(p) + n] = val;
#else
    out[ARM_OUT(p) + n] = SEED_IN(val);
#endif
}
