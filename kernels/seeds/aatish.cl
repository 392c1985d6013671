/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * aatish.cl: roots of unity and their order as in Aatish and Zhang, "Three
 * Dimensional Fast Fourier Transform CUDA Implementation".
 *
 *   BITS     log2 of the row's points
 *   TRIG     NATIVE (the text's fast math) | SINCOS | SINPI | TABLE
 *   GENERAL  1: one bit reversal for all stages, at run time; 0: written out
 */
#include "seeds/seed.cl"

#define NATIVE 0
#define SINCOS 1
#define SINPI 2
#define TABLE 3

#if !defined(BITS) || !defined(TRIG) || !defined(GENERAL)
#error "BITS, TRIG and GENERAL must be defined"
#endif

/* The table's circle has 2^bits points. */
struct circle {
    global const float2 *roots;
    uint bits, shift;
};

/* exp(-2 pi i m / 2^bits) */
INLINE float2 root_of(uint m, uint bits, const struct circle *circle)
{
#if TRIG == TABLE
    return root_of_unity(circle->roots, m << (circle->bits - bits),
                         circle->shift);
#elif TRIG == SINPI
    const float angle = -2.0f / (float)(1u << bits) * (float)m;

    return (float2)(cospi(angle), sinpi(angle));
#else
    const float angle = -2.0f * M_PI_F / (float)(1u << bits) * (float)m;
#if TRIG == NATIVE
    return (float2)(native_cos(angle), native_sin(angle));
#else
    float c;
    const float s = sincos(angle, &c);

    return (float2)(c, s);
#endif
#endif
}

/* The low `n` bits of x in reverse. */
INLINE uint reverse_bits(uint x, uint n)
{
    uint y = 0;

    for (uint b = 0; b < n; b++)
        y |= (x >> b & 1u) << (n - 1u - b);
    return y;
}

/*
 * Which root of 2^BITS a column takes after stage p: the paper's
 * bitreverse(floor(column / (N / 2^p)), log2(N) - 1), that is the column's
 * first p bits, the last of them first.
 */
INLINE uint root_behind(uint column, uint p)
{
#if GENERAL
    return reverse_bits(column >> (BITS - p), BITS - 1u);
#else
    uint q = 0;

#pragma unroll
    for (uint b = 0; b < p; b++)
        q |= (column >> (BITS - 1u - b) & 1u) << (BITS - 1u - p + b);
    return q;
#endif
}
