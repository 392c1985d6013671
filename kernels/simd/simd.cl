/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * simd.cl: what rows and lanes, the two shapes of the simd schedule, share. A
 * work-item runs whole tiles of transforms by itself, in vectors of LANES
 * numbers; the points lie in local memory between the stages of a Stockham
 * transform.
 *
 *   LENGTH, RADIX0..RADIX4   product of the radices = LENGTH
 *   LANES        8 or 16 (float), 4 or 8 (double)
 *   SHAPE_LANES  a lane is a transform (lanes.cl)
 *   SHAPE_ROWS   lanes run along the butterflies of one (rows.cl)
 *   PAIRS        short ones in registers (simd-pairs.cl)
 *   FUSE_POST    real transform of 2*LENGTH points: untangle before the store
 *   BLUESTEIN    convolve with chirp_spectrum: two transforms in one
 *   OWN_CONVOLUTION  that is a pass's own, of no more than its points, a.span
 *   RADER        the same around LENGTH + 1 points, a prime, in rows: point g^m
 *                is permutation[m], result g^-m lies there (rader.c)
 */
#include "common/access.cl"
#include "common/butterfly.cl"
#include "simd/vectors.cl"

#if !defined(LENGTH) || !defined(RADIX0)
#error "LENGTH and RADIX0 must be defined"
#endif
#if defined(SHAPE_ROWS) == defined(SHAPE_LANES)
#error "one of SHAPE_ROWS and SHAPE_LANES must be defined"
#endif

/* The span of stage i (the product of the radices before it), and the place of
   its twiddles. */
#define SPAN0 1
#define SPAN1 (RADIX0)
#define TABLE1 0
#ifdef RADIX1
#define SPAN2 (SPAN1 * RADIX1)
#define TABLE2 (TABLE1 + (RADIX1 - 1) * SPAN1)
#endif
#ifdef RADIX2
#define SPAN3 (SPAN2 * RADIX2)
#define TABLE3 (TABLE2 + (RADIX2 - 1) * SPAN2)
#endif
#ifdef RADIX3
#define SPAN4 (SPAN3 * RADIX3)
#define TABLE4 (TABLE3 + (RADIX3 - 1) * SPAN3)
#endif

#if defined(RADIX4)
#define STAGES 5
#define LAST_RADIX RADIX4
#elif defined(RADIX3)
#define STAGES 4
#define LAST_RADIX RADIX3
#elif defined(RADIX2)
#define STAGES 3
#define LAST_RADIX RADIX2
#elif defined(RADIX1)
#define STAGES 2
#define LAST_RADIX RADIX1
#else
#define STAGES 1
#define LAST_RADIX RADIX0
#endif
#define LAST_SPAN (LENGTH / LAST_RADIX)

/* Whether points come straight from memory, without a hook for each of them. */
#if LOAD == COMPLEX && SAMPLE == SAMPLE_NATIVE && !defined(CHIRP_LOAD) &&                  \
    !defined(MEAN) && !defined(RADER) && !(defined(WINDOW) && defined(SHAPE_ROWS))
#define PLAIN_LOAD 1
#else
#define PLAIN_LOAD 0
#endif
#if (LOAD == PAIR || LOAD == REAL_ONLY) && !defined(MATRIX) &&                 \
    !defined(CHIRP_LOAD) && !defined(RADER) && !defined(SAMPLE_SWAP) &&        \
    (SAMPLE <= SAMPLE_U16 || (SAMPLE >= SAMPLE_S24_32 && SAMPLE <= SAMPLE_F32) || SAMPLE >= SAMPLE_UNORM8)
#define SAMPLE_RUNS 1
#else
#define SAMPLE_RUNS 0
#endif
#if LOAD == HALF && !defined(CHIRP_LOAD) && !defined(RADER) && INNER == 0
#define HALF_RUNS 1
#else
#define HALF_RUNS 0
#endif

/* the arguments of load_point() inside a function that has them */
#define LOAD_FORWARD                                                           \
    in, a, factors, sample_scale, real_roots, window, matrix, chirp, means

/*
 * The function that a kernel calls for its chunk of transforms. PoCL 3.1 makes
 * three functions of a kernel, each with everything that it calls inside; this
 * one is made once. It is not static, because the LLVM 15 of PoCL crashes on
 * that.
 */
#define CHUNK_FUNCTION __attribute__((noinline)) void
#define CHUNK_NUMBER (get_group_id(0) + get_group_id(1) * get_num_groups(0))

#ifdef SHAPE_ROWS
/* The number of rows between the one that is fetched and the one at work. Long
   rows would not stay in the cache, and their runs are long enough. */
#if LENGTH < 256
#define AHEAD (512 / LENGTH)
#elif LENGTH <= 24576
#define AHEAD 1
#else
#define AHEAD 0
#endif
#if AHEAD == 0
#undef FETCH
#undef FETCH_TO_WRITE
#define FETCH(p)
#define FETCH_TO_WRITE(p)
#endif
#endif

#if SAMPLE_RUNS
/* What is taken from a transform: mean, what that could not hold, slope. */
#ifdef MEAN_LINE
#define MEAN_OF(p)                                                             \
    ((REAL4)(means[(p)->mean], means[(p)->mean + 1], means[(p)->mean + 2], 0))
#elif defined(MEAN)
#define MEAN_OF(p) ((REAL4)(means[(p)->mean], means[(p)->mean + 1], 0, 0))
#else
#define MEAN_OF(p) ((REAL4)(0))
#endif

/* Reads LANES samples, from number i in memory and number j of the window
   on. */
INLINE VEC read_run(global const sample_t *restrict in, long i, uint j,
                    const REAL2 sample_scale, const REAL4 mean,
                    global const REAL *restrict window)
{
#if SAMPLE == SAMPLE_NATIVE
    VEC x = VLOAD(0, in + i);
#elif SAMPLE == SAMPLE_U8
    VEC x = TO_REALS(TO_INTS(VLOAD(0, in + i)) - 128);
#elif SAMPLE == SAMPLE_U16
    VEC x = TO_REALS(TO_INTS(VLOAD(0, in + i)) - 32768);
#elif SAMPLE == SAMPLE_S24_32
    VEC x = TO_REALS(VLOAD(0, in + i) << 8 >> 8);
#elif SAMPLE == SAMPLE_U24_32
    VEC x = TO_REALS(AS_INTS(VLOAD(0, in + i) << 8 ^ 0x80000000u) >> 8);
#elif SAMPLE == SAMPLE_U32
    VEC x = TO_REALS(AS_INTS(VLOAD(0, in + i) ^ 0x80000000u));
#else
    VEC x = TO_REALS(CODE_OF(VLOAD(0, in + i)));
#endif
#if SAMPLE == SAMPLE_NATIVE && defined(MEAN)
    x -= mean.x;
#elif defined(MEAN)
    x = SCALED_LESS(VEC, x, sample_scale, mean.x);
#elif SAMPLE != SAMPLE_NATIVE
    x = SCALED(VEC, x, sample_scale);
#endif
#ifdef MEAN_LINE
    x = MULTIPLY_ADD((VEC)(-mean.z), TO_REALS(j + LANE_NUMBERS), x);
#endif
#ifdef WINDOW
    x *= VLOAD(0, window + j);
#endif
#ifdef MEAN
    /* the rest of the factor is added after the window: before it, all samples
       would be rounded alike */
#ifdef WINDOW
    x -= mean.y * VLOAD(0, window + j);
#else
    x -= mean.y;
#endif
#endif
    return x;
}
#endif
