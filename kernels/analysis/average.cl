/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * average.cl: averages power over frames. Each work-item owns one point of the
 * frame and walks over the new frames in their order. What is not finite is left
 * out and counted; a point that has nothing else is NaN.
 *
 *   AVERAGE  MEAN | MAX_HOLD | MIN_HOLD | MEDIAN | EXPONENTIAL
 *
 * state: n_before frames of the current average are in it already (EXPONENTIAL:
 * 0 starts). Of a point it has
 *   MEAN                    the sum, and n_points further on how many were added
 *   MEDIAN                  `length` numbers at a distance of n_points
 *   the others              one number, NaN before the first
 */
#include "common/quantity.cl"

#define MEAN 0
#define MAX_HOLD 1
#define MIN_HOLD 2
#define MEDIAN 3
#define EXPONENTIAL 4

#ifndef AVERAGE
#error "AVERAGE must be defined"
#endif

#if AVERAGE == MEDIAN
/* Middle of those of n numbers at `stride` that are not NaN: rank by counting. */
INLINE REAL median(global const REAL *x, uint stride, uint n)
{
    REAL low = NAN, high = NAN;
    uint n_known = 0;

    for (uint i = 0; i < n; i++)
        n_known += x[(ulong)i * stride] == x[(ulong)i * stride];
    for (uint i = 0; i < n; i++) {
        const REAL v = x[(ulong)i * stride];
        uint below = 0, equal = 0;

        if (v != v)
            continue;
        for (uint j = 0; j < n; j++) {
            const REAL u = x[(ulong)j * stride];
            below += u < v;
            equal += u == v;
        }
        if (below <= (n_known - 1) / 2 && (n_known - 1) / 2 < below + equal)
            low = v;
        if (below <= n_known / 2 && n_known / 2 < below + equal)
            high = v;
    }
    return low == high ? low : REAL_C(0.5) * (low + high);
}
#endif

kernel void average(global const REAL *restrict in, global REAL *restrict out,
                    global REAL *restrict state, global uint *restrict n_left_out,
                    const ulong in_base, const ulong out_base,
                    const uint n_points, const uint n_frames,
                    const uint length, const uint n_before, const uint flush,
                    const REAL alpha, const REAL decay, const REAL floor_db)
{
    const uint point =
        (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));
    uint n = n_before, n_bad = 0;

    if (point >= n_points)
        return;
    in += in_base + point;
    out += out_base + point;
    state += point;
#if AVERAGE == MEAN
    REAL y = n ? state[0] : 0, n_added = n ? state[n_points] : 0;
#elif AVERAGE != MEDIAN
    REAL y = n ? state[0] : NAN;
#endif
    for (uint f = 0; f < n_frames; f++) {
        const REAL x = in[(ulong)f * n_points];
        const bool is_known = isfinite(x);
        REAL result;
        bool complete;

        n_bad += !is_known;
#if AVERAGE == MEAN
        y += is_known ? x : 0;
        n_added += is_known;
#elif AVERAGE == MAX_HOLD
        y = is_known && !(x <= y) ? x : y;
#elif AVERAGE == MIN_HOLD
        y = is_known && !(x >= y) ? x : y;
#elif AVERAGE == MEDIAN
        state[(ulong)n * n_points] = is_known ? x : NAN;
#else
        /* y + alpha (x - y) would lose an x far below y */
        if (is_known)
            y = y != y ? x
                       : MULTIPLY_ADD(alpha, x, WITHOUT_PART(y, alpha, decay));
#endif
        n++;
#if AVERAGE == EXPONENTIAL
        n = 1;
        complete = true;
#else
        complete = n == length || (flush && f + 1 == n_frames);
#endif
        if (!complete)
            continue;
#if AVERAGE == MEAN
        result = y / n_added;
#elif AVERAGE == MEDIAN
        result = median(state, n_points, n);
#else
        result = y;
#endif
        *out = quantity_of_power(result, floor_db);
        out += n_points;
#if AVERAGE != EXPONENTIAL
        n = 0;
#if AVERAGE == MEAN
        y = n_added = 0;
#elif AVERAGE != MEDIAN
        y = NAN;
#endif
#endif
    }
    /* a flush with nothing new closes what was gathered before */
    if (flush && n_frames == 0 && n > 0) {
#if AVERAGE == MEAN
        *out = quantity_of_power(y / n_added, floor_db);
#elif AVERAGE == MEDIAN
        *out = quantity_of_power(median(state, n_points, n), floor_db);
#elif AVERAGE != EXPONENTIAL
        *out = quantity_of_power(y, floor_db);
#endif
    }
#if AVERAGE != MEDIAN
    state[0] = y;
#endif
#if AVERAGE == MEAN
    state[n_points] = n_added;
#endif
    if (n_bad)
        atomic_add(n_left_out, n_bad);
}
