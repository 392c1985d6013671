/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rader.cl: where the points of Rader's algorithm lie. Leg m of the convolution
 * is point g^m, result m is point g^-m. The work-item that has leg 0, where the
 * sum of the other points is, also holds point 0, from x[0] to X[0]; between
 * passes point 0 lies behind the legs.
 *
 *   RADER         in one pass, of all points or of those of the pass alone. Rows
 *                 change places in local memory, before the first stage and
 *                 behind the last
 *   RADER_FIRST, RADER_MIDDLE, RADER_LAST  in three: rader.c
 */
#if defined(RADER) || defined(RADER_FIRST) || defined(RADER_MIDDLE) ||         \
    defined(RADER_LAST)
#define CARRIES
#ifdef RADER
#define IS_CARRIER (t == 0)
#define LOADED_INDEX(e) POINT_INDEX(&a, in, permutation[e], &p)
#define CARRIED_FROM(p) POINT_INDEX(&a, in, 0, p)
#define RESULT(e) power_below(permutation, e, LENGTH)
#define STORED_INDEX(e) POINT_INDEX(&a, out, RESULT(e), &p)
#define CARRIED_TO POINT_INDEX(&a, out, 0, &p)
#else
#define IS_CARRIER (t == 0 && p.i0 == 0)
#define N_POWERS (LENGTH * a.inner[0])
#ifdef RADER_FIRST
#define LOADED_INDEX(e) permutation[POINT_INDEX(&a, in, e, &p)]
#define CARRIED_FROM(p) 0
#else
#define CARRIED_FROM(p) N_POWERS
#endif
#ifdef RADER_LAST
#define STORED_INDEX(e) power_below(permutation, POINT_INDEX(&a, out, e, &p),  \
                                    N_POWERS)
#define CARRIED_TO 0
#else
#define CARRIED_TO N_POWERS
#endif
#endif
#if defined(RADER) || defined(RADER_LAST)

/* g^-m */
INLINE uint power_below(global const uint *permutation, uint m, uint n)
{
    return permutation[m ? n - m : 0];
}
#endif
#endif

#ifndef LOADED_INDEX
#define LOADED_INDEX(e) POINT_INDEX(&a, in, e, &p)
#endif
#ifndef STORED_INDEX
#define STORED_INDEX(e) POINT_INDEX(&a, out, e, &p)
#endif
/* what a convolution leaves conjugated (own.cl: no longer) */
#if (defined(RADER) || defined(RADER_LAST)) && !defined(OWN_CONVOLUTION)
#define STORED_SIGN -
#else
#define STORED_SIGN
#endif

/* Both transforms of the convolution in one pass, with a product between
   them. */
#if defined(BLUESTEIN) || defined(RADER) || defined(RADER_MIDDLE)
#define CONVOLVES
#endif
#ifdef RADER_MIDDLE
#define SPECTRUM_INDEX(e) (p.i0 * LENGTH + (e))
#else
#define SPECTRUM_INDEX(e) (e)
#endif

#if defined(RADER) && !LOAD_COLUMNS
#define GATHERS_ROWS
#endif
#if defined(RADER) && !STORE_COLUMNS
#define SCATTERS_ROWS
#endif
#if defined(GATHERS_ROWS) || defined(SCATTERS_ROWS)
/* where the points of leg e are among points 1 to LENGTH */
#define SOURCE(e) ((int)permutation[e] - 1)
#define TARGET(e) ((int)power_below(permutation, e, LENGTH) - 1)
#define IN_PART(i, h) (PARTS == 1 || (i) / PART_LENGTH == (h))
#define GATHER_NUMBERS(value, took)                                            \
    {                                                                          \
        exchange_t moved[REGISTERS];                                           \
        _Pragma("unroll") for (int h = 0; h < PARTS; h++)                      \
        {                                                                      \
            EACH_POINT(if (IN_PART(i, h))                                      \
                exchange[SLOT(i - h * PART_LENGTH)] = value)                   \
            BARRIER;                                                           \
            EACH_READ(RADIX0, 1, const int s = SOURCE(e); if (IN_PART(s, h))   \
                moved[m] = exchange[SLOT(s - h * PART_LENGTH)])                \
            BARRIER;                                                           \
        }                                                                      \
        _Pragma("unroll") for (int m = 0; m < ROUNDS(RADIX0) * RADIX0; m++)    \
        {                                                                      \
            const exchange_t v = moved[m];                                     \
            took;                                                              \
        }                                                                      \
    }
#define SCATTER_NUMBERS(value, took)                                           \
    {                                                                          \
        exchange_t moved[REGISTERS];                                           \
        _Pragma("unroll") for (int h = 0; h < PARTS; h++)                      \
        {                                                                      \
            BARRIER;                                                           \
            EACH_WRITTEN(LAST_RADIX, LAST_SPAN, const int s = TARGET(e);       \
                if (IN_PART(s, h))                                             \
                    exchange[SLOT(s - h * PART_LENGTH)] = value)               \
            BARRIER;                                                           \
            EACH_POINT(if (IN_PART(i, h))                                      \
                moved[b] = exchange[SLOT(i - h * PART_LENGTH)])                \
        }                                                                      \
        _Pragma("unroll") for (int b = 0; b < CEILING(LENGTH, T); b++)         \
        {                                                                      \
            const exchange_t v = moved[b];                                     \
            took;                                                              \
        }                                                                      \
    }
#ifdef SPLIT
#define GATHER                                                                 \
    GATHER_NUMBERS(re[b], re[m] = v)                                           \
    GATHER_NUMBERS(im[b], im[m] = v)
#define SCATTER                                                                \
    SCATTER_NUMBERS(re[m], re[b] = v)                                          \
    SCATTER_NUMBERS(im[m], im[b] = v)
#else
#define GATHER                                                                 \
    GATHER_NUMBERS(((REAL2)(re[b], im[b])), re[m] = v.x; im[m] = v.y)
#define SCATTER                                                                \
    SCATTER_NUMBERS(((REAL2)(re[m], im[m])), re[b] = v.x; im[b] = v.y)
#endif
#endif
