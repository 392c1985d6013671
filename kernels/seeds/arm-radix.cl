/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * arm-radix.cl: one radix stage, with one butterfly for each work-item.
 * arm_first loads and stores vectors of neighbours; arm_radix is for the stages
 * after the first one. FORM: the stage multiplies by its twiddle factors itself
 * (fused), or another kernel did. Both work in place but for a last stage,
 * which STOREs where and what the caller wants.
 */
#include "seeds/arm.cl"

#if !defined(RADIX) || !defined(FORM) || !defined(STORE)
#error "RADIX, FORM and STORE must be defined"
#endif

/* Points are variables c0, c1, ... of their own, as in the paper. */
#if RADIX == 2
#define DFT DFT_2(c0, c1)
#define BEHIND_FIRST(f) f(1)
#elif RADIX == 3
#define DFT DFT_3(c0, c1, c2)
#define BEHIND_FIRST(f) f(1) f(2)
#elif RADIX == 4
#define DFT DFT_4(c0, c1, c2, c3)
#define BEHIND_FIRST(f) f(1) f(2) f(3)
#elif RADIX == 5
#define DFT DFT_5(c0, c1, c2, c3, c4)
#define BEHIND_FIRST(f) f(1) f(2) f(3) f(4)
#else
#define DFT DFT_7(c0, c1, c2, c3, c4, c5, c6)
#define BEHIND_FIRST(f) f(1) f(2) f(3) f(4) f(5) f(6)
#endif
#define EACH(f) f(0) BEHIND_FIRST(f)

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

#define SCALE(m) c##m = SEED_OUT(c##m);
#define STORE_NEIGHBOUR(m)                                                     \
    arm_store(out, ARM_OUT(p), p.i * RADIX + m, a.LENGTH_N, c##m);

kernel void arm_first(SEED_PARAMETERS)
{
    struct arm_place p;

    if (!arm_place(&a, &p))
        return;
    const uint idx = p.i * (2 * RADIX);
    global const float *x = (global const float *)(in + ARM_IN(p)) + idx;
#if RADIX == 2
    const float4 in0 = vload4(0, x);
    float2 c0 = in0.s01, c1 = in0.s23;
#elif RADIX == 3
    const float4 in0 = vload4(0, x);
    float2 c0 = in0.s01, c1 = in0.s23, c2 = vload2(0, x + 4);
#else
    const float8 in0 = vload8(0, x);
    float2 c0 = in0.s01, c1 = in0.s23, c2 = in0.s45, c3 = in0.s67;
#if RADIX == 5
    float2 c4 = vload2(0, x + 8);
#elif RADIX == 7
    const float4 in1 = vload4(0, x + 8);
    float2 c4 = in1.s01, c5 = in1.s23, c6 = vload2(0, x + 12);
#endif
#endif

    DFT;
    EACH(SCALE)
#if STORE == COMPLEX
    global float *y = (global float *)(out + ARM_OUT(p)) + idx;
#if RADIX == 2
    vstore4((float4)(c0, c1), 0, y);
#elif RADIX == 3
    vstore4((float4)(c0, c1), 0, y);
    vstore2(c2, 0, y + 4);
#else
    vstore8((float8)(c0, c1, c2, c3), 0, y);
#if RADIX == 5
    vstore2(c4, 0, y + 8);
#elif RADIX == 7
    vstore4((float4)(c4, c5), 0, y + 8);
    vstore2(c6, 0, y + 12);
#endif
#endif
#else
    EACH(STORE_NEIGHBOUR)
#endif
}

#define LOAD_POINT(m) float2 c##m = x[n + m * Nx];
#if FORM == FORM_EXP_CONST
#define TURN(m) TWIDDLE_FACTOR_MULTIPLICATION(m * phi, c##m);
#elif FORM == FORM_TABLE
#define TURN(m)                                                                \
    c##m = complex_product(c##m, root_of_unity(roots, m * step, a.root_shift));
#else
#define TURN(m)
#endif
#define STORE_POINT(m)                                                         \
    arm_store(out, at, n + m * Nx, a.LENGTH_N, SEED_OUT(c##m));

kernel void arm_radix(SEED_PARAMETERS)
{
    struct arm_place p;

    if (!arm_place(&a, &p))
        return;
    const uint kx = p.i, Nx = a.NX, Ni = a.NI;
    const uint nx = kx % Nx;
    const uint n = nx + (kx / Nx) * Ni;
    global const float2 *x = in + ARM_IN(p);
    const long at = ARM_OUT(p);

    EACH(LOAD_POINT)
#if FORM == FORM_EXP_CONST
    const float phi = (float)nx * a.EXP_CONST;
#elif FORM == FORM_TABLE
    const uint step = nx * (a.LENGTH_N / Ni);
#endif
    BEHIND_FIRST(TURN)
    DFT;
    EACH(STORE_POINT)
}
