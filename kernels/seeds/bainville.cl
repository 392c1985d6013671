/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * bainville.cl: the twiddle factors and short transforms of Bainville, "OpenCL
 * Fast Fourier Transform" (2010), which the kernels of bainville-*.cl share.
 *
 *   TRIG     SINCOS | SIN_COS | NATIVE | SINPI | TABLE: where exp(i alpha)
 *            comes from
 *   TWIDDLE  EACH: one exp(i alpha) an input; CHAIN: one in all, squared;
 *            VECTOR: as EACH, four points in a float8
 */
#include "seeds/seed.cl"

#define SINCOS 0
#define SIN_COS 1
#define NATIVE 2
#define SINPI 3
#define TABLE 4

#define EACH 0
#define CHAIN 1
#define VECTOR 2

#if !defined(TRIG) || !defined(TWIDDLE)
#error "TRIG and TWIDDLE must be defined"
#endif

/* a * b */
INLINE float2 mul_1(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

INLINE float2 sqr_1(float2 a)
{
    return (float2)(a.x * a.x - a.y * a.y, 2.0f * a.x * a.y);
}

/* ---- exp(-2 pi i m k / (radix p)) ---- */

#if TRIG == SINPI
#define ALPHA_UNIT -1.0f
#else
#define ALPHA_UNIT -M_PI_F
#endif

/* Rounds as the article does: the product with pi first, then the quotient. */
INLINE float alpha_of(uint k, uint half_circle)
{
    return ALPHA_UNIT * (float)k / (float)half_circle;
}

INLINE float2 exp_alpha_1(float alpha)
{
#if TRIG == SINCOS
    float c;
    const float s = sincos(alpha, &c);
    return (float2)(c, s);
#elif TRIG == NATIVE
    return (float2)(native_cos(alpha), native_sin(alpha));
#elif TRIG == SINPI
    return (float2)(cospi(alpha), sinpi(alpha));
#else
    return (float2)(cos(alpha), sin(alpha));
#endif
}

/* Root 1 of the circle is alpha, or `step` in the table. */
struct angle {
    float alpha;
    uint step;
};

#if TRIG == TABLE
#define ROOT(m) root_of_unity(roots, (m) * angle.step, root_shift)
#else
#define ROOT(m) exp_alpha_1((float)(m) * angle.alpha)
#endif

INLINE void twiddle(float2 *u, uint radix, struct angle angle,
                    global const float2 *restrict roots, uint root_shift)
{
#if TWIDDLE == CHAIN
    float2 w = ROOT(1);
#pragma unroll
    for (uint bit = 1; bit < radix; bit *= 2) {
#pragma unroll
        for (uint m = 1; m < radix; m++)
            if (m & bit)
                u[m] = mul_1(w, u[m]);
        w = sqr_1(w);
    }
#else
#pragma unroll
    for (uint m = 1; m < radix; m++)
        u[m] = mul_1(ROOT(m), u[m]);
#endif
}

/* ---- mul_p*q*(a) = a exp(-i pi p / q) ---- */

#define COS_4 0.707106781188f  /* cos(pi/4) */
#define COS_8 0.923879532511f  /* cos(pi/8) */
#define SIN_8 0.382683432365f
#define COS_16 0.980785280403f /* cos(pi/16) */
#define SIN_16 0.195090322016f
#define COS_16_3 0.831469612303f /* cos(3 pi/16) */
#define SIN_16_3 0.555570233020f

#define ROTATE(a, c, s) mul_1((float2)(c, -(s)), a)

#define mul_p0q1(a) (a)
#define mul_p0q2 mul_p0q1
#define mul_p1q2(a) ((float2)((a).y, -(a).x))
#define mul_p0q4 mul_p0q2
#define mul_p1q4(a) (COS_4 * (float2)((a).x + (a).y, (a).y - (a).x))
#define mul_p2q4 mul_p1q2
#define mul_p3q4(a) (COS_4 * (float2)((a).y - (a).x, -(a).x - (a).y))
#define mul_p0q8 mul_p0q4
#define mul_p1q8(a) ROTATE(a, COS_8, SIN_8)
#define mul_p2q8 mul_p1q4
#define mul_p3q8(a) ROTATE(a, SIN_8, COS_8)
#define mul_p4q8 mul_p2q4
#define mul_p5q8(a) ROTATE(a, -SIN_8, COS_8)
#define mul_p6q8 mul_p3q4
#define mul_p7q8(a) ROTATE(a, -COS_8, SIN_8)
#define mul_p0q16 mul_p0q8
#define mul_p1q16(a) ROTATE(a, COS_16, SIN_16)
#define mul_p2q16 mul_p1q8
#define mul_p3q16(a) ROTATE(a, COS_16_3, SIN_16_3)
#define mul_p4q16 mul_p2q8
#define mul_p5q16(a) ROTATE(a, SIN_16_3, COS_16_3)
#define mul_p6q16 mul_p3q8
#define mul_p7q16(a) ROTATE(a, SIN_16, COS_16)
#define mul_p8q16 mul_p4q8
#define mul_p9q16(a) ROTATE(a, -SIN_16, COS_16)
#define mul_p10q16 mul_p5q8
#define mul_p11q16(a) ROTATE(a, -SIN_16_3, COS_16_3)
#define mul_p12q16 mul_p6q8
#define mul_p13q16(a) ROTATE(a, -COS_16_3, SIN_16_3)
#define mul_p14q16 mul_p7q8
#define mul_p15q16(a) ROTATE(a, -COS_16, SIN_16)

/* ---- transforms in registers; results in reversed order ---- */

#define DFT2_TWIDDLE(a, b, t)                                                  \
    do {                                                                       \
        const float2 difference_ = (a) - (b);                                  \
        a = (a) + (b);                                                         \
        b = t(difference_);                                                    \
    } while (0)

INLINE void dft_2(float2 *u)
{
    DFT2_TWIDDLE(u[0], u[1], mul_p0q1);
}

INLINE void dft_4(float2 *u)
{
    DFT2_TWIDDLE(u[0], u[2], mul_p0q2);
    DFT2_TWIDDLE(u[1], u[3], mul_p1q2);
    dft_2(u);
    dft_2(u + 2);
}

INLINE void dft_8(float2 *u)
{
    DFT2_TWIDDLE(u[0], u[4], mul_p0q4);
    DFT2_TWIDDLE(u[1], u[5], mul_p1q4);
    DFT2_TWIDDLE(u[2], u[6], mul_p2q4);
    DFT2_TWIDDLE(u[3], u[7], mul_p3q4);
    dft_4(u);
    dft_4(u + 4);
}

INLINE void dft_16(float2 *u)
{
    DFT2_TWIDDLE(u[0], u[8], mul_p0q8);
    DFT2_TWIDDLE(u[1], u[9], mul_p1q8);
    DFT2_TWIDDLE(u[2], u[10], mul_p2q8);
    DFT2_TWIDDLE(u[3], u[11], mul_p3q8);
    DFT2_TWIDDLE(u[4], u[12], mul_p4q8);
    DFT2_TWIDDLE(u[5], u[13], mul_p5q8);
    DFT2_TWIDDLE(u[6], u[14], mul_p6q8);
    DFT2_TWIDDLE(u[7], u[15], mul_p7q8);
    dft_8(u);
    dft_8(u + 8);
}

INLINE void dft_32(float2 *u)
{
    DFT2_TWIDDLE(u[0], u[16], mul_p0q16);
    DFT2_TWIDDLE(u[1], u[17], mul_p1q16);
    DFT2_TWIDDLE(u[2], u[18], mul_p2q16);
    DFT2_TWIDDLE(u[3], u[19], mul_p3q16);
    DFT2_TWIDDLE(u[4], u[20], mul_p4q16);
    DFT2_TWIDDLE(u[5], u[21], mul_p5q16);
    DFT2_TWIDDLE(u[6], u[22], mul_p6q16);
    DFT2_TWIDDLE(u[7], u[23], mul_p7q16);
    DFT2_TWIDDLE(u[8], u[24], mul_p8q16);
    DFT2_TWIDDLE(u[9], u[25], mul_p9q16);
    DFT2_TWIDDLE(u[10], u[26], mul_p10q16);
    DFT2_TWIDDLE(u[11], u[27], mul_p11q16);
    DFT2_TWIDDLE(u[12], u[28], mul_p12q16);
    DFT2_TWIDDLE(u[13], u[29], mul_p13q16);
    DFT2_TWIDDLE(u[14], u[30], mul_p14q16);
    DFT2_TWIDDLE(u[15], u[31], mul_p15q16);
    dft_16(u);
    dft_16(u + 16);
}

/* The bits of m < radix <= 32 in reverse. */
INLINE uint reversed(uint m, uint radix)
{
    const uint five = (m & 1) << 4 | (m & 2) << 2 | (m & 4) | (m & 8) >> 2 |
                      (m & 16) >> 4;

    return five / (32 / radix);
}
