/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * cross.cl: averages the cross spectrum of each channel with a reference over
 * frames. Each work-item owns one bin of one channel and walks over the new
 * frames in their order.
 *
 *   CROSS        CROSS_POWER | COHERENCE | TRANSFER_H1 | TRANSFER_H2 | PHASES
 *   EXPONENTIAL  a running mean, else the mean of `length` frames
 *
 * state: for each point |X|^2, |Y|^2 and conj(X) Y, summed up or as a running
 * mean, and the number of frames in it, five planes one behind the other;
 * n_before frames of the current average were seen before. A frame that is not
 * finite at a bin is left out there, and counted.
 */
#include "common/complex.cl"

#define CROSS_POWER 0
#define COHERENCE 1
#define TRANSFER_H1 2
#define TRANSFER_H2 3
#define PHASES 4

#ifndef CROSS
#error "CROSS must be defined"
#endif

#if CROSS == COHERENCE
typedef REAL RESULT;
#else
typedef REAL2 RESULT;
#endif

/* What comes of n frames; NaN where nothing is known, but 0 of COHERENCE where
   a channel is silent, and of PHASES. Powers of quiet channels have no square:
   only their quotients are multiplied. */
INLINE RESULT result_of(REAL xx, REAL yy, REAL2 xy, REAL n)
{
#if CROSS == CROSS_POWER
    return xy / n;
#elif CROSS == COHERENCE
    const REAL level = sqrt(xx) * sqrt(yy);
    const REAL re = xy.x / level, im = xy.y / level;
    const REAL share = re * re + im * im;

    return n > 0 && !(level > 0) ? 0 : share > 1 ? 1 : share;
#elif CROSS == TRANSFER_H1
    return xy / xx;
#elif CROSS == TRANSFER_H2
    const REAL2 q = xy / yy;

    return q / (q.x * q.x + q.y * q.y);
#else
    const REAL most = fmax(fabs(xy.x), fabs(xy.y));
    const REAL2 q = xy / most;

    return most > 0 ? q / sqrt(q.x * q.x + q.y * q.y) : (REAL2)(0, 0);
#endif
}

kernel void cross_spectra(global const REAL2 *restrict in,
                          global RESULT *restrict out,
                          global REAL *restrict state,
                          global uint *restrict n_left_out, const ulong in_base,
                          const ulong out_base, const uint n_bins,
                          const uint n_channels, const uint reference,
                          const uint n_frames, const uint length,
                          const uint n_before, const uint flush,
                          const REAL alpha)
{
    const uint point =
        (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));
    const uint n_points = (n_channels - 1) * n_bins;
    const uint channel = point / n_bins, bin = point - channel * n_bins;
    REAL xx = 0, yy = 0, n = 0;
    REAL2 xy = 0;
    uint seen = n_before, n_bad = 0;

    if (point >= n_points)
        return;
    out += out_base + point;
    state += point;
    if (n_before) {
        xx = state[0];
        yy = state[n_points];
        xy = (REAL2)(state[2 * (ulong)n_points], state[3 * (ulong)n_points]);
        n = state[4 * (ulong)n_points];
    }
    for (uint f = 0; f < n_frames; f++) {
        global const REAL2 *frame =
            in + in_base + (ulong)f * n_channels * n_bins + bin;
        const REAL2 x = frame[(ulong)reference * n_bins];
        const REAL2 y = frame[(channel + (channel >= reference)) *
                              (ulong)n_bins];
        const REAL2 powers = (REAL2)(x.x * x.x + x.y * x.y,
                                     y.x * y.x + y.y * y.y);
        const REAL2 both = (REAL2)(x.x * y.x + x.y * y.y,
                                   x.x * y.y - x.y * y.x);

        if (isfinite(powers.x + powers.y)) {
#ifdef EXPONENTIAL
            /* from + alpha (to - from) would lose what is far below */
            const REAL to = n > 0 ? alpha : 1;
            xx = fma(to, powers.x, fma(-to, xx, xx));
            yy = fma(to, powers.y, fma(-to, yy, yy));
            xy = fma((REAL2)(to), both, fma((REAL2)(-to), xy, xy));
            n = 1;
#else
            xx += powers.x;
            yy += powers.y;
            xy += both;
            n += 1;
#endif
        } else {
            n_bad++;
        }
#ifdef EXPONENTIAL
        *out = result_of(xx, yy, xy, n);
        out += n_points;
#else
        seen++;
        if (seen == length || (flush && f + 1 == n_frames)) {
            *out = result_of(xx, yy, xy, n);
            out += n_points;
            xx = yy = n = 0;
            xy = 0;
            seen = 0;
        }
#endif
    }
#ifndef EXPONENTIAL
    /* a flush with nothing new closes what was gathered before */
    if (flush && n_frames == 0 && seen > 0)
        *out = result_of(xx, yy, xy, n);
#endif
    state[0] = xx;
    state[n_points] = yy;
    state[2 * (ulong)n_points] = xy.x;
    state[3 * (ulong)n_points] = xy.y;
    state[4 * (ulong)n_points] = n;
    if (n_bad)
        atomic_add(n_left_out, n_bad);
}
