/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * average.cl: averages power over frames. Each work-item owns one point of the
 * frame and walks over the new frames in their order.
 *
 *   AVERAGE  MEAN | MAX_HOLD | MIN_HOLD | MEDIAN | EXPONENTIAL
 *
 * state: one number a point (MEDIAN: `length` frames of numbers); n_before
 * frames of the current average are in it already (EXPONENTIAL: 0 starts).
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
/* Middle of n numbers at `stride`: rank by counting; NaN if one is NaN. */
INLINE REAL median(global const REAL *x, uint stride, uint n)
{
    REAL low = 0, high = 0;

    for (uint i = 0; i < n; i++) {
        const REAL v = x[(ulong)i * stride];
        uint below = 0, equal = 0;

        if (v != v)
            return v;
        for (uint j = 0; j < n; j++) {
            const REAL u = x[(ulong)j * stride];
            below += u < v;
            equal += u == v;
        }
        if (below <= (n - 1) / 2 && (n - 1) / 2 < below + equal)
            low = v;
        if (below <= n / 2 && n / 2 < below + equal)
            high = v;
    }
    return low == high ? low : REAL_C(0.5) * (low + high);
}
#endif

kernel void average(global const REAL *restrict in, global REAL *restrict out,
                    global REAL *restrict state, const ulong in_base,
                    const ulong out_base, const uint n_points,
                    const uint n_frames, const uint length,
                    const uint n_before, const uint flush, const REAL alpha,
                    const REAL floor_db)
{
    const uint point =
        (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));
    uint n = n_before;

    if (point >= n_points)
        return;
    in += in_base + point;
    out += out_base + point;
#if AVERAGE == MEDIAN
    state += point;
#else
    REAL y = n ? state[point] : 0;
#endif
    for (uint f = 0; f < n_frames; f++) {
        const REAL x = in[(ulong)f * n_points];
        REAL result;
        bool complete;

#if AVERAGE == MEAN
        y += x;
#elif AVERAGE == MAX_HOLD
        y = n == 0 || x > y || x != x ? x : y;
#elif AVERAGE == MIN_HOLD
        y = n == 0 || x < y || x != x ? x : y;
#elif AVERAGE == MEDIAN
        state[(ulong)n * n_points] = x;
#else
        /* y + alpha (x - y) would lose an x far below y */
        y = n == 0 ? x : fma(alpha, x, fma(-alpha, y, y));
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
        result = y / (REAL)n;
#elif AVERAGE == MEDIAN
        result = median(state, n_points, n);
#else
        result = y;
#endif
        *out = quantity_of_power(result, floor_db);
        out += n_points;
#if AVERAGE != EXPONENTIAL
        n = 0;
#if AVERAGE != MEDIAN
        y = 0;
#endif
#endif
    }
    /* a flush with nothing new closes what was gathered before */
    if (flush && n_frames == 0 && n > 0) {
#if AVERAGE == MEAN
        *out = quantity_of_power(y / (REAL)n, floor_db);
#elif AVERAGE == MEDIAN
        *out = quantity_of_power(median(state, n_points, n), floor_db);
#elif AVERAGE != EXPONENTIAL
        *out = quantity_of_power(y, floor_db);
#endif
    }
#if AVERAGE != MEDIAN
    state[point] = y;
#endif
}
