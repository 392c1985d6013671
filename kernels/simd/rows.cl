/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rows.cl: the simd schedule with lanes along the butterflies: a tile is one
 * transform. It suits transforms whose points are neighbours in memory.
 *
 * Radices are free; the first and the last stage must have at least LANES
 * butterflies. Where a count is no multiple of LANES, the last run overlaps the
 * one before. Where a stage has fewer points side by side than LANES, the lanes
 * behind them hold no results; the next store overwrites them, for stores
 * ascend. Twiddles of a stage: all cosines, then all sines.
 *
 *   FUSE_POST, BLUESTEIN  with both, halves of as many real numbers as the chirp
 *                is for
 *   TOGETHER     short transforms of which a stage runs so many before the next
 *                stage reads what it wrote: a load that overlaps two stores
 *                waits until both have left the store queue
 *   BORROW       long transforms of whose two buffers local memory holds one:
 *                the other, `front`, is the row of the output, which is another
 *                buffer than the input and gets its results from `back`
 */
#include "simd/row-stages.cl"

#if defined(BLUESTEIN) || defined(RADER)
#define CONVOLVES
/* Multiplies by the spectrum of the chirp, or of the powers, and conjugates,
   for the second transform. */
INLINE void convolve(SPACE_LAST_TO const REAL *from, SPACE_front REAL *to,
                     global const REAL2 *restrict chirp_spectrum)
{
#pragma nounroll
    for (uint k = 0; k + LANES <= LENGTH; k += LANES) {
        VEC x = VLOAD(0, from + k), y = VLOAD(0, from + IMAGINARY + k), br, bi;

        read_pairs((global const REAL *)(chirp_spectrum + k), &br, &bi);
        COMPLEX_MULTIPLY(x, y, br, bi);
        VSTORE(x, 0, to + k);
        VSTORE(-y, 0, to + IMAGINARY + k);
    }
    /* no run overlaps another one here, so `to` may be `from` */
#pragma nounroll
    for (uint k = LENGTH / LANES * LANES; k < LENGTH; k++) {
        const REAL2 b = chirp_spectrum[k];
        const REAL x = from[k], y = from[IMAGINARY + k];

        to[k] = x * b.x - y * b.y;
        to[IMAGINARY + k] = -(x * b.y + y * b.x);
    }
}
#endif

#ifdef RADER
/* Loads points g^m, and point 0, which is none of them. */
INLINE REAL2 load_powers(LOAD_PARAMETERS, const struct place *p,
                         global const uint *restrict permutation,
                         SPACE_front REAL *to)
{
    REAL x, y;

#pragma nounroll
    for (uint m = 0; m < LENGTH; m++) {
        load_point(LOAD_FORWARD, p, permutation[m], &x, &y);
        to[m] = x;
        to[IMAGINARY + m] = y;
    }
    load_point(LOAD_FORWARD, p, 0, &x, &y);
    return (REAL2)(x, y);
}

/* Adds point 0 to all results g^-m, by adding it, conjugated, to the sum that
   they are made of; returns result 0. */
INLINE REAL2 add_point_0(const REAL2 point, const REAL2 sum,
                         SPACE_front REAL *product)
{
    product[0] += point.x;
    product[IMAGINARY] -= point.y;
    return point + sum;
}

INLINE void store_powers(SPACE_LAST_TO const REAL *from, STORE_PARAMETERS,
                         const struct place *p,
                         global const uint *restrict permutation,
                         const REAL2 result)
{
    store_point(STORE_FORWARD, p, 0, 0, result.x, result.y);
#pragma nounroll
    for (uint m = 0; m < LENGTH; m++) {
        const uint index = permutation[m ? LENGTH - m : 0];

        store_point(STORE_FORWARD, p, index, index, from[m],
                    -from[IMAGINARY + m]);
    }
}
#endif

#if defined(FUSE_POST) && defined(BLUESTEIN)
/* Ends the convolution: the first h points by the chirp. */
INLINE void multiply_by_chirp(SPACE_LAST_TO const REAL *from,
                              SPACE_LAST_FROM REAL *to,
                              global const REAL2 *restrict chirp, uint h)
{
#pragma nounroll
    for (uint i = 0; i < h; i += LANES) {
        const uint k = min(i, h - LANES);
        VEC x = VLOAD(0, from + k), y = -VLOAD(0, from + IMAGINARY + k), cr, ci;

        read_pairs((global const REAL *)(chirp + k), &cr, &ci);
        COMPLEX_MULTIPLY(x, y, cr, ci);
        VSTORE(x, 0, to + k);
        VSTORE(y, 0, to + IMAGINARY + k);
    }
}
#define HALF_LENGTH (a.n / 2)
#define UNTANGLED LAST_FROM
#define RESULT LAST_TO
#elif defined(FUSE_POST)
#define HALF_LENGTH LENGTH
#define UNTANGLED LAST_TO
#define RESULT LAST_FROM
#else
#define RESULT LAST_TO
#endif
#define SPACE_RESULT JOIN(SPACE_, RESULT)

#ifdef FUSE_POST
#define SPACE_UNTANGLED JOIN(SPACE_, UNTANGLED)
/* Untangles h + 1 bins of 2 h real numbers, by pairs k, h - k. */
INLINE void untangle_all(SPACE_UNTANGLED REAL *from, SPACE_RESULT REAL *to,
                         global const REAL2 *restrict real_roots, uint shift,
                         const uint h)
{
    from[h] = from[0];
    from[IMAGINARY + h] = from[IMAGINARY];
#pragma nounroll
    for (uint i = 0; i <= h / 2; i += LANES) {
        const uint k = min(i, h / 2 - (LANES - 1));
        const uint m = h - k - (LANES - 1);
        VEC zr = VLOAD(0, from + k), zi = VLOAD(0, from + IMAGINARY + k);
        VEC yr = VLOAD(0, from + m), yi = VLOAD(0, from + IMAGINARY + m);
        VEC wr, wi;

        yr = REVERSE(yr);
        yi = REVERSE(yi);
        roots_from(real_roots, k, shift, &wr, &wi);
        untangle(&zr, &zi, &yr, &yi, wr, wi);
        VSTORE(zr, 0, to + k);
        VSTORE(zi, 0, to + IMAGINARY + k);
        VSTORE(REVERSE(yr), 0, to + m);
        VSTORE(REVERSE(yi), 0, to + IMAGINARY + m);
    }
    to[IMAGINARY] = 0;
    to[IMAGINARY + h] = 0;
}
#define N_STORED (HALF_LENGTH + 1)
#else
#define N_STORED LENGTH
#endif

INLINE void store_all(SPACE_RESULT const REAL *from, STORE_PARAMETERS,
                      const struct place *p, const long ahead, const bool run,
                      const uint n)
{
#pragma nounroll
    for (uint i = 0; i < n; i += LANES) {
        const uint k = min(i, n - LANES);
        store_run(STORE_FORWARD, p, ahead, run, k, VLOAD(0, from + k),
                  VLOAD(0, from + IMAGINARY + k));
    }
}

/* Runs a statement for each of the transforms at hand: its points are in
   `front` and `back`, its place is *p, the place of the next one p[1]. */
#define EACH(statement)                                                        \
    _Pragma("nounroll") for (uint i = 0; i < n; i++)                           \
    {                                                                          \
        const struct place *const p = places + i;                              \
        SPACE_front REAL *const front = FRONT;                                 \
        local REAL *const back = backs + i * ROOM;                             \
        statement;                                                             \
    }
#define AHEAD_IN (AHEAD * DISTANCE(in, p, p + 1))
#define AHEAD_OUT (AHEAD * DISTANCE(out, p, p + 1))

#ifdef BORROW
#define FRONT ((global REAL *)(out + p->out))
#define FRONTS_PARAMETER
#define FRONTS_ARGUMENT
#else
#define FRONT (fronts + i * ROOM)
#define FRONTS_PARAMETER local REAL *restrict fronts,
#define FRONTS_ARGUMENT fronts,
#endif

CHUNK_FUNCTION run_rows(PASS_PARAMETERS, uint chunk,
                        FRONTS_PARAMETER local REAL *restrict backs)
{
    PASS_ABSENT
    global const REAL *w = (global const REAL *)twiddle;
    const bool run_in = can_load_runs(&a), run_out = can_store_runs(&a, N_STORED);
    uint t = chunk * a.chunk;
    const uint end = min(t + a.chunk, a.n_transforms);
    struct place places[TOGETHER + 1];
#ifdef PAIRS
    struct constants constants;

#if ROWS_OF_PAIRS
    make_constants(&constants, w, factors.x);
    if (run_in && run_out) {
        run_rows_of_pairs(in, out, &a, factors, t, end, &constants);
        return;
    }
#endif
    make_constants(&constants, w, 1);
#endif

    places[0] = place_of(t, &a);
#pragma nounroll
    for (; t < end; t += TOGETHER) {
        const uint n = TOGETHER == 1 ? 1 : min(end - t, (uint)TOGETHER);

#pragma nounroll
        for (uint i = 1; i <= n; i++)
            places[i] = place_of(min(t + i, end - 1), &a);
#ifdef RADER
        REAL2 aside[TOGETHER]; /* point 0, then result 0 */
        EACH(aside[i] = load_powers(LOAD_ARGUMENTS, p, permutation, front))
#elif HALF_RUNS
        if (run_in)
            EACH(load_half(LOAD_ARGUMENTS, p, AHEAD_IN, front))
        else
            EACH(load_points(LOAD_ARGUMENTS, p, front))
#else
        if (FIRST_FROM_MEMORY == 0 || !run_in)
            EACH(load_points(LOAD_ARGUMENTS, p, front))
#endif
#ifdef CONVOLVES
#pragma nounroll
        for (int round = 0; round < 2; round++) {
            const bool memory = run_in && round == 0;
#else
        {
            const bool memory = run_in;
#endif
#ifdef PAIRS
            EACH(stages_of_pairs(LOAD_ARGUMENTS, p, memory, AHEAD_IN, front,
                                 &constants))
#else
            EACH(first_stage(LOAD_ARGUMENTS, p, memory, AHEAD_IN, front, back))
#if STAGES > 2
            EACH(stage1(back, front, w))
#endif
#if STAGES > 3
            EACH(stage2(front, back, w))
#endif
#if STAGES > 4
            EACH(stage3(back, front, w))
#endif
            EACH(last_stage(LAST_FROM, LAST_TO, w, STORE_ARGUMENTS, p,
                            AHEAD_OUT, run_out))
#endif
#ifdef BLUESTEIN
            if (round == 0)
                EACH(convolve(LAST_TO, front, chirp_spectrum))
#elif defined(RADER)
            if (round == 0)
                EACH(const REAL2 sum =
                         (REAL2)((LAST_TO)[0], (LAST_TO)[IMAGINARY]);
                     convolve(LAST_TO, front, chirp_spectrum);
                     aside[i] = add_point_0(aside[i], sum, front))
#endif
        }
#ifdef RADER
        EACH(store_powers(LAST_TO, STORE_ARGUMENTS, p, permutation, aside[i]))
#elif defined(FUSE_POST)
#ifdef BLUESTEIN
        EACH(multiply_by_chirp(LAST_TO, UNTANGLED, chirp, HALF_LENGTH))
#endif
        EACH(untangle_all(UNTANGLED, RESULT, real_roots, a.real_shift,
                          HALF_LENGTH);
             store_all(RESULT, STORE_ARGUMENTS, p, AHEAD_OUT, run_out,
                       N_STORED))
#else
        if (LAST_TO_MEMORY == 0 || !run_out)
            EACH(store_all(RESULT, STORE_ARGUMENTS, p, AHEAD_OUT, run_out,
                           N_STORED))
#endif
        places[0] = places[n];
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void pass_simd(PASS_PARAMETERS)
{
#ifndef BORROW
    local REAL fronts[TOGETHER * ROOM];
#endif
    local REAL backs[TOGETHER * ROOM];

    run_rows(PASS_NAMED, CHUNK_NUMBER, FRONTS_ARGUMENT backs);
}
