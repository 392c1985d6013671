/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * arm-radix.cl: a radix stage, a butterfly a work-item. arm_first loads and
 * stores vectors of neighbours; arm_radix is for the stages after the first
 * one. FORM: the stage multiplies by its twiddle factors itself (fused), or
 * another kernel did. Both work in place but for a last stage, which STOREs
 * where and what the caller wants.
 */
#if !defined(RADIX) || !defined(FORM) || !defined(STORE)
#error "RADIX, FORM and STORE must be defined"
#endif

/* Bin k of the row that begins `at` elements into the output. */
INLINE void arm_store(global float2 *out, long at, uint k, uint n, float2 value)
{
#if STORE == COMPLEX
    out[at + k] = value;
#elif STORE == REAL_ONLY
    ((global float *)out)[at + k] = value.x;
#elif STORE == PAIR
    vstore2(value, k, (global float *)out + at);
#else
    if (2 * k <= n)
        out[at + k] = value;
#endif
}

kernel void arm_first(SEED_PARAMETERS)
{
    struct arm_place p;
    float2 c[RADIX];

    if (!arm_place(&a, &p))
        return;
    const uint idx = p.i * (2 * RADIX);
    global const float *x = (global const float *)(in + ARM_IN(p)) + idx;
#if RADIX == 2
    const float4 in0 = vload4(0, x);
    c[0] = in0.s01, c[1] = in0.s23;
#elif RADIX == 3
    const float4 in0 = vload4(0, x);
    c[0] = in0.s01, c[1] = in0.s23, c[2] = vload2(0, x + 4);
#else
    const float8 in0 = vload8(0, x);
    c[0] = in0.s01, c[1] = in0.s23, c[2] = in0.s45, c[3] = in0.s67;
#if RADIX == 5
    c[4] = vload2(0, x + 8);
#elif RADIX == 7
    const float4 in1 = vload4(0, x + 8);
    c[4] = in1.s01, c[5] = in1.s23, c[6] = vload2(0, x + 12);
#endif
#endif

    JOIN(DFT_OF_, RADIX)(c);
#pragma unroll
    for (uint m = 0; m < RADIX; m++)
        c[m] = SEED_OUT(c[m]);
#if STORE == COMPLEX
    global float *y = (global float *)(out + ARM_OUT(p)) + idx;
#if RADIX == 2
    vstore4((float4)(c[0], c[1]), 0, y);
#elif RADIX == 3
    vstore4((float4)(c[0], c[1]), 0, y);
    vstore2(c[2], 0, y + 4);
#else
    vstore8((float8)(c[0], c[1], c[2], c[3]), 0, y);
#if RADIX == 5
    vstore2(c[4], 0, y + 8);
#elif RADIX == 7
    vstore4((float4)(c[4], c[5]), 0, y + 8);
    vstore2(c[6], 0, y + 12);
#endif
#endif
#else
#pragma unroll
    for (uint m = 0; m < RADIX; m++)
        arm_store(out, ARM_OUT(p), p.i * RADIX + m, a.LENGTH_N, c[m]);
#endif
}

kernel void arm_radix(SEED_PARAMETERS)
{
    struct arm_place p;
    float2 c[RADIX];

    if (!arm_place(&a, &p))
        return;
    const uint kx = p.i, Nx = a.NX, Ni = a.NI;
    const uint nx = kx % Nx;
    const uint n = nx + (kx / Nx) * Ni;
    global const float2 *x = in + ARM_IN(p);
    const long at = ARM_OUT(p);

#pragma unroll
    for (uint m = 0; m < RADIX; m++)
        c[m] = x[n + m * Nx];
#if FORM == FORM_EXP_CONST
    const float phi = (float)nx * a.EXP_CONST;
#pragma unroll
    for (uint m = 1; m < RADIX; m++)
        TWIDDLE_FACTOR_MULTIPLICATION((float)m * phi, c[m]);
#elif FORM == FORM_TABLE
    const uint step = nx * (a.LENGTH_N / Ni);
#pragma unroll
    for (uint m = 1; m < RADIX; m++)
        c[m] = complex_product(c[m],
                               root_of_unity(roots, m * step, a.root_shift));
#endif
    JOIN(DFT_OF_, RADIX)(c);
#pragma unroll
    for (uint m = 0; m < RADIX; m++)
        arm_store(out, at, n + m * Nx, a.LENGTH_N, SEED_OUT(c[m]));
}
