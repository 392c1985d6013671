/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * group.cl: one pass of the group schedule. A work-group runs COLUMNS
 * transforms of LENGTH points with ITEMS work-items each; the points stay in
 * registers and are exchanged through local memory between the stages of a
 * Stockham transform (Govindaraju et al., "High Performance Discrete Fourier
 * Transforms on Graphics Processors", 2008).
 *
 *   LENGTH, RADIX0..RADIX4   product of the radices = LENGTH
 *   ITEMS, COLUMNS
 *   LOAD_COLUMNS, STORE_COLUMNS  1: neighbouring work-items take neighbouring
 *                 transforms, 0: neighbouring points
 *   SHARERS       a first radix above 32 is a prime (shared.cl)
 *   LAYOUT        PLAIN e*COLUMNS+c, with LINEAR rows of an odd pitch |
 *                 PADDED c*LENGTH+e with a hole every 32 words | PITCH rows that start in different banks
 *   SPLIT         real and imaginary parts are exchanged one after the other
 *   PARTS         points are exchanged part by part, LENGTH / PARTS at once
 *   LINEAR        points are read and stored in the order of memory, through
 *                 local memory (linear.cl)
 *   EARLY         the roots of all stages are read before the first one, which
 *                 hides their latency and takes registers
 *   STAGES_BY_POLYNOMIAL  the roots of the stages are computed, so that a
 *                 launch has one buffer less
 *   FREE_GROUP_SIZE  the compiler gets the number of registers instead of
 *                 the number of work-items; with both it ignores the former
 *   FUSE_POST     real transform of 2*LENGTH points: untangle before the store;
 *                 with INNER, of rows of such a transform; with BLUESTEIN, of
 *                 the convolved ones (halves.cl)
 *   BANDS         bands of the powers of r2c are stored (bands.cl)
 *   BLUESTEIN     convolve with chirp_spectrum: two transforms in one
 *   RADER         the same around LENGTH + 1 points, a prime: point g^m is
 *                 permutation[m], result g^-m lies there (rader.c).
 *                 Rows go through local memory once more on either side, so
 *                 that neighbouring work-items take neighbouring points.
 *                 RADER_FIRST, RADER_MIDDLE, RADER_LAST: in three passes
 *   OWN_CONVOLUTION  that is a pass's own, of no more than its points (own.cl)
 *   TWIDDLE_CHAIN multiply by the roots of the four-step algorithm before the
 *                 store: every fourth root of a butterfly is computed, those
 *                 between by one product
 */
#include "common/access.cl"
#include "common/butterfly.cl"
#include "group/exchange.cl"
#include "group/bands.cl"
#include "group/alone.cl"
#include "group/shared.cl"
#include "group/stages.cl"
#include "group/halves-load.cl"
#include "group/halves-store.cl"
#include "group/own.cl"
#include "group/linear.cl"

/* root number e * i0 of the four-step algorithm */
#ifdef ROOTS_BY_POLYNOMIAL
#define ROOT(e)                                                                \
    root_by_polynomial((uint)(e) * p.i0 * a.root_scale, a.root_count,          \
                       4.0f / (float)a.root_count)
#else
#define ROOT(e)                                                                \
    root_of_unity(roots, (uint)(e) * p.i0 * a.root_scale, a.shift)
#endif

/* the points of the first stage, the results of the last one */
#ifdef SHARED
#define LOAD_ALL(load)                                                         \
    _Pragma("unroll") for (int m = 0; m < LOADED_REGISTERS; m++)               \
        re[m] = im[m] = 0;                                                     \
    EACH_POINT(load(LOAD_ARGUMENTS, &p, LOADED_INDEX(i), &re[b], &im[b]))
#else
#define LOAD_ALL(load)                                                         \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(RADIX0); b++)                 \
    {                                                                          \
        _Pragma("unroll") for (int k = 0; k < RADIX0; k++)                     \
        {                                                                      \
            const uint e = t + b * T + k * (LENGTH / RADIX0);                  \
            const int m = b * RADIX0 + k;                                      \
            re[m] = im[m] = 0;                                                 \
            if (ACTIVE(RADIX0, 1, b) && IS_PRESENT(k * (LENGTH / RADIX0)) &&   \
                IS_POINT(e)) {                                                 \
                load(LOAD_ARGUMENTS, &p, LOADED_INDEX(e), &re[m], &im[m]);     \
                CHIRP_POINT(e, m)                                              \
            }                                                                  \
        }                                                                      \
    }
#endif
#define STORE_ALL(store)                                                       \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(LAST_RADIX); b++)             \
    {                                                                          \
        if (valid && ACTIVE(LAST_RADIX, LAST_SPAN, b)) {                                  \
            _Pragma("unroll") for (int k = 0; k < LAST_RADIX; k++)             \
            {                                                                  \
                const uint e = t + b * T + k * LAST_SPAN;                      \
                const int m = b * LAST_RADIX + k;                              \
                if (IS_PRESENT(k * LAST_SPAN) && IS_POINT(e))                  \
                    store(STORE_ARGUMENTS, &p, e, STORED_INDEX(e), re[m],      \
                          STORED_SIGN im[m]);                                  \
            }                                                                  \
        }                                                                      \
    }

#define STAGES(exchange_of)                                                    \
    STAGE0                                                                     \
    STAGE1(exchange_of)                                                        \
    STAGE2                                                                     \
    STAGE3                                                                     \
    STAGE4

/* ---- the points of the first stage ---- */

#ifdef IN_PLACE
#define CLEAR_POINTS                                                           \
    _Pragma("unroll") for (int m = 0; m < LOADED_REGISTERS; m++)               \
        re[m] = im[m] = 0;
#else
#define CLEAR_POINTS
#endif
#ifdef GATHERS_ROWS
#define READ_POINTS                                                            \
    if (READS) {                                                               \
        EACH_POINT(load_point(LOAD_ARGUMENTS, &p,                              \
                              POINT_INDEX(&a, in, i + 1, &p), &re[b], &im[b])) \
    }                                                                          \
    GATHER
#else
#define READ_POINTS                                                            \
    if (READS) {                                                               \
        LOAD_BY_TWOS(LIES_IN_TWOS(in, p.in, a.in.stride))                      \
    }
#endif
#if defined(LINEAR)
#define LOAD_POINTS LOAD_ROWS
#elif defined(LOAD_HALVES)
#define LOAD_POINTS LOAD_HALVES
#else
#define LOAD_POINTS                                                            \
    CLEAR_POINTS                                                               \
    LOAD_CARRIED                                                               \
    READ_POINTS
#endif

/* ---- the results of the last stage ---- */

#if defined(TWIDDLE_CHAIN) && defined(RADER)
/* results that are neighbours lie anywhere */
#define MULTIPLY_BY_ROOTS                                                      \
    EACH_WRITTEN(LAST_RADIX, LAST_SPAN, const REAL2 w = ROOT(RESULT(e));       \
                 COMPLEX_MULTIPLY(re[m], im[m], w.x, w.y);)
#elif defined(TWIDDLE_CHAIN)
#define MULTIPLY_BY_ROOTS                                                      \
    {                                                                          \
        REAL2 next[4];                                                         \
        _Pragma("unroll") for (int k = 1; k < 4 && k < LAST_RADIX; k++)        \
            next[k] = ROOT(ROOT_NUMBER(k * LAST_SPAN));                        \
        _Pragma("unroll") for (int b = 0; b < ROUNDS(LAST_RADIX); b++) {       \
            REAL2 w = 1;                                                       \
            _Pragma("unroll") for (int k = 0; k < LAST_RADIX; k++) {           \
                const int m = b * LAST_RADIX + k;                              \
                REAL2 v;                                                       \
                if (k % 4 == 0)                                                \
                    w = ROOT(ROOT_NUMBER(t + b * T + k * LAST_SPAN));          \
                v = k % 4 ? complex_product(w, next[k % 4]) : w;               \
                COMPLEX_MULTIPLY(re[m], im[m], v.x, v.y);                      \
            }                                                                  \
        }                                                                      \
    }
#else
#define MULTIPLY_BY_ROOTS
#endif
#ifdef SCATTERS_ROWS
#define STORE_POINTS                                                           \
    END_OWN                                                                    \
    MULTIPLY_BY_ROOTS                                                          \
    SCATTER                                                                    \
    if (valid) {                                                               \
        EACH_POINT(store_point(STORE_ARGUMENTS, &p, i + 1,                     \
                               POINT_INDEX(&a, out, i + 1, &p), re[b],         \
                               STORED_SIGN im[b]))                             \
    }
#elif defined(LINEAR)
#define STORE_POINTS STORE_ROWS
#elif defined(STORE_HALVES)
#define STORE_POINTS STORE_HALVES
#else
#define STORE_POINTS                                                           \
    END_OWN                                                                    \
    MULTIPLY_BY_ROOTS                                                          \
    STORE_BY_TWOS(LIES_IN_TWOS(out, p.out, a.out.stride))
#endif

kernel
#ifndef FREE_GROUP_SIZE
    __attribute__((reqd_work_group_size(T * C, 1, 1)))
#endif
void pass_group(PASS_PARAMETERS)
{
    PASS_ABSENT
#if defined(RADIX1) || defined(FUSE_POST) || defined(GATHERS_ROWS) ||          \
    defined(SCATTERS_ROWS) || defined(LINEAR) || defined(BANDS)
    local exchange_t exchange[ALL_SLOTS];
#endif
    GROUP_POWERS
    const uint group = get_group_id(0) + get_group_id(1) * get_num_groups(0);
    const int lid = get_local_id(0);
    const int t_load = LOAD_COLUMNS ? lid / C : lid % T;
    const int c_load = LOAD_COLUMNS ? lid % C : lid / T;
    const int t_store = STORE_COLUMNS ? lid / C : lid % T;
    const int c_store = STORE_COLUMNS ? lid % C : lid / T;
    int t = t_load, c = c_load;
    REAL re[REGISTERS], im[REGISTERS];
    struct place p;

    /* beyond the last transform it repeats another one, which is not stored */
    p = place_in_group(NUMBER < a.n_transforms ? NUMBER : SPARE_TRANSFORM, c,
                       &a);
    TURN_TO_MIRROR
    FIRST_BIN_ROOTS
    LOAD_POINTS

    EARLY_ALL
    STAGES(FIRST_EXCHANGE)
    KEEP_CARRIED
    CONVOLVE

    BEFORE_STORES
#if LOAD_COLUMNS != STORE_COLUMNS
    p = place_in_group(NUMBER < a.n_transforms ? NUMBER : 0, c, &a);
    TURN_TO_MIRROR
#endif
    const bool valid = NUMBER < a.n_transforms;

    STORE_CARRIED
    STORE_POINTS
    STORE_BANDS
}
