/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * cross.cl: averages the cross spectrum of each channel with a reference over
 * frames. Each work-item owns LANES neighbouring bins of one channel, or what
 * is left of them at its end, and walks over the new frames in their order.
 *
 *   CROSS        CROSS_POWER | COHERENCE | TRANSFER_H1 | TRANSFER_H2 | PHASES
 *   EXPONENTIAL  a running mean, else the mean of `length` frames
 *   LANES        1, or 8 on CPUs
 *
 * state: of each work-item |X|^2, |Y|^2 and conj(X) Y, summed up or as a running
 * mean, and the number of frames in them, five planes one behind the other;
 * n_before frames of the current average were seen before. What is not finite
 * at a bin is left out there, and counted.
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
#define N_NUMBERS 1
#else
#define N_NUMBERS 2
#endif

/* ---- memory ---- */

#if LANES == 1
INLINE void load_bins(global const REAL *restrict in, uint n, VEC *re, VEC *im)
{
    *re = in[0];
    *im = in[1];
}

INLINE void store_result(global REAL *restrict out, uint n, VEC re, VEC im)
{
    out[0] = re;
#if N_NUMBERS == 2
    out[1] = im;
#endif
}

INLINE VEC load_plane(global const REAL *restrict state)
{
    return *state;
}

INLINE void store_plane(VEC x, global REAL *restrict state)
{
    *state = x;
}

#define SUM_OF(x) (x)
#else
#ifdef PRECISION_DOUBLE
typedef double16 PAIRS;
#else
typedef float16 PAIRS;
#endif

INLINE void load_bins(global const REAL *restrict in, uint n, VEC *re, VEC *im)
{
    PAIRS pairs;

    if (n == LANES) {
        pairs = vload16(0, in);
    } else {
        REAL list[2 * LANES];
        for (uint i = 0; i < 2 * LANES; i++)
            list[i] = i < 2 * n ? in[i] : 0;
        pairs = vload16(0, list);
    }
    *re = pairs.even;
    *im = pairs.odd;
}

INLINE void store_result(global REAL *restrict out, uint n, VEC re, VEC im)
{
#if N_NUMBERS == 1
    const VEC numbers = re;
#define STORE_WHOLE vstore8
#else
    PAIRS numbers;

    numbers.even = re;
    numbers.odd = im;
#define STORE_WHOLE vstore16
#endif
    if (n == LANES) {
        STORE_WHOLE(numbers, 0, out);
    } else {
        REAL list[N_NUMBERS * LANES];
        STORE_WHOLE(numbers, 0, list);
        for (uint i = 0; i < N_NUMBERS * n; i++)
            out[i] = list[i];
    }
}

INLINE VEC load_plane(global const REAL *restrict state)
{
    return vload8(0, state);
}

INLINE void store_plane(VEC x, global REAL *restrict state)
{
    vstore8(x, 0, state);
}

INLINE REAL SUM_OF(VEC x)
{
    const REAL4 four = x.lo + x.hi;

    return four.x + four.y + four.z + four.w;
}
#endif

/* ---- numbers ---- */

struct sums {
    VEC xx, yy, re, im, n;
};

/* What comes of n frames; NaN where nothing is known, but 0 of COHERENCE where
   a channel is silent, and of PHASES. Powers of quiet channels have no square:
   only their quotients are multiplied. */
INLINE void result_of(const struct sums *s, VEC *re, VEC *im)
{
    const VEC zero = 0;

#if CROSS == CROSS_POWER
    *re = s->re / s->n;
    *im = s->im / s->n;
#elif CROSS == COHERENCE
    const VEC level = sqrt(s->xx) * sqrt(s->yy);
    const VEC a = s->re / level, b = s->im / level;
    const VEC share = a * a + b * b, most = 1;

    *re = s->n > zero && !(level > zero) ? zero : share > most ? most : share;
    *im = zero;
#elif CROSS == TRANSFER_H1
    *re = s->re / s->xx;
    *im = s->im / s->xx;
#elif CROSS == TRANSFER_H2
    const VEC a = s->re / s->yy, b = s->im / s->yy, norm = a * a + b * b;

    *re = a / norm;
    *im = b / norm;
#else
    const VEC most = fmax(fabs(s->re), fabs(s->im));
    const VEC a = s->re / most, b = s->im / most;
    const VEC length = sqrt(a * a + b * b);

    *re = most > zero ? a / length : zero;
    *im = most > zero ? b / length : zero;
#endif
}

/* Adds a frame where it is finite; *n_bad counts where it is not. */
INLINE void add(struct sums *s, VEC xr, VEC xi, VEC yr, VEC yi, REAL alpha,
                REAL decay, VEC *n_bad)
{
    const VEC zero = 0, one = 1;
    const VEC xx = xr * xr + xi * xi, yy = yr * yr + yi * yi;
    const VEC re = xr * yr + xi * yi, im = xr * yi - xi * yr;

#ifdef EXPONENTIAL
    /* from + alpha (to - from) would lose what is far below */
    const VEC part = alpha, rest = decay;

#define ADDED(sum, x)                                                          \
    (s->n > zero ? MULTIPLY_ADD(part, x, WITHOUT_PART(sum, part, rest)) : (x))
#define COUNTED one
#else
#define ADDED(sum, x) ((sum) + (x))
#define COUNTED (s->n + one)
#endif
#define IF_FINITE(yes, no) (isfinite(xx + yy) ? (yes) : (no))
    s->xx = IF_FINITE(ADDED(s->xx, xx), s->xx);
    s->yy = IF_FINITE(ADDED(s->yy, yy), s->yy);
    s->re = IF_FINITE(ADDED(s->re, re), s->re);
    s->im = IF_FINITE(ADDED(s->im, im), s->im);
    s->n = IF_FINITE(COUNTED, s->n);
    *n_bad += IF_FINITE(zero, one);
}

kernel void cross_spectra(global const REAL *restrict in,
                          global REAL *restrict out,
                          global REAL *restrict state,
                          global uint *restrict n_left_out, const ulong in_base,
                          const ulong out_base, const uint n_bins,
                          const uint n_channels, const uint reference,
                          const uint n_frames, const uint length,
                          const uint n_before, const uint flush,
                          const REAL alpha, const REAL decay)
{
    const uint item =
        (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));
    const uint n_blocks = (n_bins + LANES - 1) / LANES;
    const uint n_items = (n_channels - 1) * n_blocks;
    const uint channel = item / n_blocks;
    const uint bin = (item - channel * n_blocks) * LANES;
    const uint n_lanes = min(n_bins - bin, (uint)LANES);
    const uint frame_out = N_NUMBERS * (n_channels - 1) * n_bins;
    const ulong plane = (ulong)LANES * n_items;
    struct sums s = {0, 0, 0, 0, 0};
    VEC n_bad = 0, re, im;
    uint seen = n_before;

    if (item >= n_items)
        return;
    in += 2 * (in_base + bin);
    out += N_NUMBERS * (out_base + (ulong)channel * n_bins + bin);
    state += (ulong)LANES * item;
    if (n_before) {
        s.xx = load_plane(state);
        s.yy = load_plane(state + plane);
        s.re = load_plane(state + 2 * plane);
        s.im = load_plane(state + 3 * plane);
        s.n = load_plane(state + 4 * plane);
    }
    for (uint f = 0; f < n_frames; f++) {
        global const REAL *frame = in + 2 * (ulong)f * n_channels * n_bins;
        VEC xr, xi, yr, yi;

        load_bins(frame + 2 * (ulong)reference * n_bins, n_lanes, &xr, &xi);
        load_bins(frame + 2 * (ulong)(channel + (channel >= reference)) * n_bins,
                  n_lanes, &yr, &yi);
        add(&s, xr, xi, yr, yi, alpha, decay, &n_bad);
#ifdef EXPONENTIAL
        result_of(&s, &re, &im);
        store_result(out, n_lanes, re, im);
        out += frame_out;
#else
        seen++;
        if (seen == length || (flush && f + 1 == n_frames)) {
            result_of(&s, &re, &im);
            store_result(out, n_lanes, re, im);
            out += frame_out;
            s.xx = s.yy = s.re = s.im = s.n = 0;
            seen = 0;
        }
#endif
    }
#ifndef EXPONENTIAL
    /* a flush with nothing new closes what was gathered before */
    if (flush && n_frames == 0 && seen > 0) {
        result_of(&s, &re, &im);
        store_result(out, n_lanes, re, im);
    }
#endif
    store_plane(s.xx, state);
    store_plane(s.yy, state + plane);
    store_plane(s.re, state + 2 * plane);
    store_plane(s.im, state + 3 * plane);
    store_plane(s.n, state + 4 * plane);
    if (SUM_OF(n_bad) > 0)
        atomic_add(n_left_out, (uint)SUM_OF(n_bad));
}
