/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * sample.cl: reads real samples of all formats as they lie in memory.
 *
 *   SAMPLE        a format of host/pass.h; SAMPLE_NATIVE is the plan's own
 *                 precision
 *   SAMPLE_SWAP   its bytes are swapped
 *   SAMPLE_REST   what a sample is multiplied by is no number of the plan's
 *                 precision but two of them
 */
#include "host/pass.h"
#include "common/complex.cl"

#ifndef SAMPLE
#define SAMPLE SAMPLE_NATIVE
#endif
/* three bytes each */
#define SAMPLE_IS_PACKED (SAMPLE >= SAMPLE_S24 && SAMPLE <= SAMPLE_U18)
/* of integers of more than a byte, whose formats come in pairs */
#define SAMPLE_IS_UNSIGNED (SAMPLE % 2 == 0)

#define SAMPLE_TYPES(type)                                                     \
    typedef type sample_t;                                                     \
    typedef type##2 two_samples_t;
#if SAMPLE == SAMPLE_NATIVE
typedef REAL sample_t;
typedef REAL2 two_samples_t;
#elif SAMPLE == SAMPLE_S8
SAMPLE_TYPES(char)
#elif SAMPLE == SAMPLE_U8
SAMPLE_TYPES(uchar)
#elif SAMPLE == SAMPLE_S16
SAMPLE_TYPES(short)
#elif SAMPLE == SAMPLE_U16
SAMPLE_TYPES(ushort)
#elif SAMPLE_IS_PACKED
SAMPLE_TYPES(uchar) /* three of them a sample */
#elif SAMPLE == SAMPLE_S24_32 || SAMPLE == SAMPLE_S32
SAMPLE_TYPES(int)
#elif SAMPLE == SAMPLE_U24_32 || SAMPLE == SAMPLE_U32
SAMPLE_TYPES(uint)
#elif SAMPLE == SAMPLE_F32
SAMPLE_TYPES(float)
#elif SAMPLE == SAMPLE_F64
SAMPLE_TYPES(ulong) /* converted by integer code: no fp64 needed */
#elif SAMPLE == SAMPLE_UNORM8
SAMPLE_TYPES(uchar) /* pixels: zero is zero */
#elif SAMPLE >= SAMPLE_UNORM16 && SAMPLE <= SAMPLE_UNORM12_TOP
SAMPLE_TYPES(ushort)
#else
#error "SAMPLE is no clfft_sample"
#endif

/* The code in 16 bits, one or a vector of them: the other bits may be anything. */
#if SAMPLE == SAMPLE_UNORM10
#define CODE_OF(v) ((v) & (ushort)0x3ff)
#elif SAMPLE == SAMPLE_UNORM12
#define CODE_OF(v) ((v) & (ushort)0xfff)
#elif SAMPLE == SAMPLE_UNORM10_TOP
#define CODE_OF(v) ((v) >> (ushort)6)
#elif SAMPLE == SAMPLE_UNORM12_TOP
#define CODE_OF(v) ((v) >> (ushort)4)
#else
#define CODE_OF(v) (v)
#endif

/* numbers in memory that make a sample */
#define NUMBERS_A_SAMPLE (SAMPLE_IS_PACKED ? 3 : 1)

INLINE uint swap_uint(uint v)
{
    return as_uint(as_uchar4(v).s3210);
}

#if SAMPLE == SAMPLE_F64 && !defined(PRECISION_DOUBLE)
/* Nearest float to the IEEE double with these bits, ties to even. */
INLINE float float_of_double(ulong bits)
{
    const uint sign = (uint)(bits >> 32) & 0x80000000u;
    const int exponent = (int)(bits >> 52) & 0x7ff;
    ulong m = bits & 0xfffffffffffffUL;
    int e = exponent - 1023 + 127;
    uint result;

    if (exponent == 0x7ff) {
        result = 0x7f800000u | (m ? 0x400000u : 0u);
    } else if (e >= 255) {
        result = 0x7f800000u;
    } else if (e < -23) {
        result = 0;
    } else {
        int drop = 29;
        ulong rest, tie;
        if (e <= 0) {
            m |= 0x10000000000000UL;
            drop += 1 - e;
            e = 0;
        }
        rest = m & ((1UL << drop) - 1);
        tie = 1UL << (drop - 1);
        m >>= drop;
        m += rest > tie || (rest == tie && (m & 1)) ? 1 : 0;
        result = ((uint)e << 23) + (uint)m;
    }
    return as_float(sign | result);
}
#endif

/* A sample, a number or a vector of that type, with its scale applied; and the
   same less a mean, rounded once as the difference is. */
#ifdef SAMPLE_REST
#define SCALED(type, x, scale) MULTIPLY_BY_TWO(type, x, (scale).s0, (scale).s1)
#define SCALED_LESS(type, x, scale, mean)                                      \
    MULTIPLY_ADD(x, (type)((scale).s1),                                        \
                 MULTIPLY_ADD(x, (type)((scale).s0), -(type)(mean)))
#else
#define SCALED(type, x, scale) ((x) * (scale).s0)
#define SCALED_LESS(type, x, scale, mean)                                      \
    MULTIPLY_ADD(x, (type)((scale).s0), -(type)(mean))
#endif

#ifdef MEAN
#ifdef MEAN_LINE
#define MEAN_NUMBERS 4
#else
#define MEAN_NUMBERS 2
#endif

/* Takes the mean, or the line, from sample j, as it is stored, and applies the
   sample's scale. */
INLINE REAL less_mean(REAL x, const REAL2 sample_scale,
                      global const REAL *restrict mean, uint j)
{
#if SAMPLE == SAMPLE_NATIVE
    x -= mean[0];
#else
    x = SCALED_LESS(REAL, x, sample_scale, mean[0]);
#endif
#ifdef MEAN_LINE
    x = MULTIPLY_ADD(-mean[2], (REAL)j, x);
#endif
    return x;
}
#endif

#if !SAMPLE_IS_PACKED
/* A sample as a number, before its scale. */
INLINE REAL sample_value(const sample_t sample)
{
#if SAMPLE == SAMPLE_NATIVE
    return sample;
#elif SAMPLE == SAMPLE_S8
    return (REAL)sample;
#elif SAMPLE == SAMPLE_U8
    return (REAL)((int)sample - 128);
#elif SAMPLE == SAMPLE_S16 || SAMPLE == SAMPLE_U16
    ushort v = as_ushort(sample);
#ifdef SAMPLE_SWAP
    v = as_ushort(as_uchar2(v).s10);
#endif
#if SAMPLE == SAMPLE_U16
    v ^= 0x8000;
#endif
    return (REAL)as_short(v);
#elif SAMPLE >= SAMPLE_S24_32 && SAMPLE <= SAMPLE_U32
    uint v = as_uint(sample);
#ifdef SAMPLE_SWAP
    v = swap_uint(v);
#endif
#if SAMPLE <= SAMPLE_U24_32
    v <<= 8;
#endif
#if SAMPLE_IS_UNSIGNED
    v ^= 0x80000000u;
#endif
#if SAMPLE <= SAMPLE_U24_32
    return (REAL)(as_int(v) >> 8);
#else
    return (REAL)as_int(v);
#endif
#elif SAMPLE == SAMPLE_F32
#ifdef SAMPLE_SWAP
    return (REAL)as_float(swap_uint(as_uint(sample)));
#else
    return (REAL)sample;
#endif
#elif SAMPLE == SAMPLE_UNORM8
    return (REAL)sample;
#elif SAMPLE >= SAMPLE_UNORM16
    ushort v = sample;
#ifdef SAMPLE_SWAP
    v = as_ushort(as_uchar2(v).s10);
#endif
    return (REAL)CODE_OF(v);
#else
    ulong v = sample;
#ifdef SAMPLE_SWAP
    v = as_ulong(as_uchar8(v).s76543210);
#endif
#ifdef PRECISION_DOUBLE
    return as_double(v);
#else
    return float_of_double(v);
#endif
#endif
}
#endif

/* Reads sample i so. */
INLINE REAL read_sample(global const sample_t *restrict in, long i)
{
#if SAMPLE_IS_PACKED
    const int bits = SAMPLE <= SAMPLE_U24 ? 24 : SAMPLE <= SAMPLE_U20 ? 20 : 18;
#ifdef SAMPLE_SWAP
    uint v = (uint)in[3 * i] << 16 | (uint)in[3 * i + 1] << 8 | in[3 * i + 2];
#else
    uint v = (uint)in[3 * i + 2] << 16 | (uint)in[3 * i + 1] << 8 | in[3 * i];
#endif
    v <<= 32 - bits;
#if SAMPLE_IS_UNSIGNED
    v ^= 0x80000000u;
#endif
    return (REAL)(as_int(v) >> (32 - bits));
#else
    return sample_value(in[i]);
#endif
}
