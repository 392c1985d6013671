/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * tile-memory.cl: loads the tiles of lanes.cl from memory and stores them.
 *
 * Points come straight from memory where the transforms are neighbours
 * (columns), are transposed in vectors where points are (rows), and are
 * gathered one by one elsewhere; results are stored likewise. Lanes beyond the
 * last transform repeat the tile's first one and are not stored. The way of
 * access never changes a bit of the result: the arithmetic is done in the same
 * vectors everywhere.
 */
#include "simd/tiles.cl"

/* ---- load ---- */

/* The slot of point e: its digits reversed, the last stage's radix first. */
INLINE uint slot_of(uint e)
{
    uint s = 0;

#if HALF_RUNS
    if (e == LENGTH)
        return LENGTH;
#endif
#if STAGES > 4
    s += e % RADIX4 * SPAN4;
    e /= RADIX4;
#endif
#if STAGES > 3
    s += e % RADIX3 * SPAN3;
    e /= RADIX3;
#endif
#if STAGES > 2
    s += e % RADIX2 * SPAN2;
    e /= RADIX2;
#endif
#if STAGES > 1
    s += e % RADIX1 * SPAN1;
    e /= RADIX1;
#endif
    return s + e;
}

/* The first point of butterfly p of the first stage, which is that of slot p *
   RADIX0. */
INLINE uint point_of(uint p)
{
    uint e = 0;

#if STAGES > 1
    e = p % RADIX1;
    p /= RADIX1;
#endif
#if STAGES > 2
    e = e * RADIX2 + p % RADIX2;
    p /= RADIX2;
#endif
#if STAGES > 3
    e = e * RADIX3 + p % RADIX3;
    p /= RADIX3;
#endif
#if STAGES > 4
    e = e * RADIX4 + p;
#endif
    return e;
}

/* Loads rows of memory into lanes, LANES numbers of each row at a time. */
INLINE void load_rows(LOAD_PARAMETERS, const struct tile *t, local VEC *to)
{
    const uint n = HALF_RUNS ? LENGTH + 1 : PASS_POINTS;

#pragma nounroll
    for (uint i = 0; i < n; i += LANES / 2) {
        const uint e = min(i, n - LANES / 2);
        VEC v[LANES];

#pragma unroll
        for (int l = 0; l < LANES; l++) {
#if SAMPLE_RUNS
            v[l] = read_run(in, t->first_in[l] + 2 * e, 2 * e, sample_scale,
                            MEAN_OF(&t->place[l]), window);
            FETCH(in + t->first_in[l] + 2 * e + t->ahead_in);
#else
            v[l] = VLOAD(0, (global const REAL *)(in + t->first_in[l] + e));
            FETCH(in + t->first_in[l] + e + t->ahead_in);
#endif
        }
        turn(v);
#pragma unroll
        for (int l = 0; l < LANES; l++) {
#if PLAIN_LOAD
            if (l % 2)
                v[l] *= factors.x;
#endif
            to[RE(slot_of(e + l / 2)) + l % 2] = v[l];
        }
    }
}

#if HALF_RUNS
/* Folds half a spectrum: points k and LENGTH - k together, in place. */
INLINE void fold_half(const struct pass *a,
                      global const REAL2 *restrict real_roots, local VEC *x)
{
    x[IM(0)] = 0;
    x[IM(LENGTH)] = 0;
#pragma nounroll
    for (uint k = 0; k <= LENGTH / 2; k++) {
        const uint u = slot_of(k), v = slot_of(LENGTH - k);
        const REAL2 w = root_of_unity(real_roots, k, a->real_shift);
        VEC ur = x[RE(u)], ui = x[IM(u)], vr = x[RE(v)], vi = x[IM(v)];

        tangle(&ur, &ui, &vr, &vi, w.x, w.y);
        x[RE(v)] = vr;
        x[IM(v)] = vi;
        x[RE(u)] = ur;
        x[IM(u)] = ui;
    }
}
#endif

/* Loads points by their hooks, or as they are. */
INLINE void load_points(LOAD_PARAMETERS, const struct tile *t, local VEC *to)
{
#if PLAIN_LOAD || HALF_RUNS
#ifdef WINDOW
    const bool whole = false;
#else
    const bool whole = HALF_RUNS || a->in.length >= REACH(in);
#endif
#endif

#pragma nounroll
    for (uint e = 0; e < (HALF_RUNS ? LENGTH + 1 : PASS_POINTS); e++) {
        local REAL *slot = (local REAL *)(to + RE(slot_of(e)));
#pragma nounroll
        for (uint l = 0; l < LANES; l++) {
            const struct place *p = &t->place[l];
            REAL re, im;
#if PLAIN_LOAD || HALF_RUNS
            if (whole) {
                const REAL2 v = in[t->first_in[l] + e * t->step_in];
                re = v.x;
                im = HALF_RUNS ? v.y : v.y * factors.x;
            } else
#endif
                load_point(LOAD_FORWARD, p, INDEX(in, e, p), &re, &im);
            slot[l] = re;
            slot[LANES + l] = im;
        }
    }
}

INLINE void load_tile(LOAD_PARAMETERS, const struct tile *t, local VEC *to)
{
#if PLAIN_LOAD || HALF_RUNS || SAMPLE_RUNS && LOAD == PAIR
    if (t->in == ROWS)
        load_rows(LOAD_FORWARD, t, to);
    else
#endif
        load_points(LOAD_FORWARD, t, to);
#if HALF_RUNS
    fold_half(a, real_roots, to);
#endif
}

/* ---- store ---- */

#ifdef OWN_CONVOLUTION
#define STORED_POINTS PASS_POINTS
#else
#define STORED_POINTS N_STORED
#endif

/* Makes what is stored of point e of the lanes, raw. */
INLINE void finish_lanes(STORE_PARAMETERS, const struct tile *t, uint e,
                         VEC *re, VEC *im)
{
#if PLAIN_STORE || QUANTITY_RUNS
#ifdef TWIDDLE_STORE
    VEC wr, wi;
    store_twiddles(roots, a, e * t->i0 * a->root_scale, &wr, &wi);
    COMPLEX_MULTIPLY(*re, *im, wr, wi);
#endif
#ifdef GAIN
    *re *= gain[e];
    *im *= gain[e];
#endif
    finish(factors, re, im);
#endif
}

/* Stores finished lanes into rows of memory. */
INLINE void store_rows(STORE_PARAMETERS, const struct tile *t,
                       local const VEC *from)
{
    /* points that LANES numbers make */
    const uint points = PLAIN_STORE ? LANES / 2 : LANES;

#pragma nounroll
    for (uint i = 0; i < N_STORED; i += points) {
        const uint e = min(i, N_STORED - points);
        VEC v[LANES];

#pragma unroll
        for (int l = 0; l < LANES; l++)
            v[l] = from[PLAIN_STORE ? 2 * e + l : RE(e + l)];
        turn(v);
#pragma unroll
        for (int l = 0; l < LANES; l++)
            if (l < t->valid) {
#if QUANTITY_RUNS
                put_run(out + t->first_out[l] + e, v[l], range, colors);
                FETCH_TO_WRITE(out + t->first_out[l] + e + t->ahead_out);
#else
                global REAL *to =
                    (global REAL *)(out + t->first_out[l]) + 2 * e;
                VSTORE(v[l], 0, to);
                FETCH_TO_WRITE((global out_t *)to + t->ahead_out);
#endif
            }
    }
}

#if SIDED_RUNS
/* Stores the lanes' bins of point e, or their mirrors, raw. */
INLINE void put_bins(STORE_PARAMETERS, const struct tile *t, uint e,
                     const bool mirror, VEC re, VEC im)
{
    REAL x[LANES], y[LANES];

#ifdef GAIN
    const REAL g = gain[bin_place(a, mirror ? a->n - e : e)];

    re *= g;
    im *= g;
#endif
    finish(factors, &re, &im);
    VSTORE(re, 0, x);
    VSTORE(im, 0, y);
#pragma nounroll
    for (uint l = 0; l < t->valid; l++) {
        const uint k = INDEX(out, e, &t->place[l]);

        if (k >= a->out.length || (mirror && (k == 0 || 2 * k >= a->n)))
            continue;
        put(out + t->place[l].out +
                bin_place(a, mirror ? a->n - k : k) * a->out.stride,
            x[l], y[l], range, colors);
    }
}

INLINE void store_tile(local VEC *from, STORE_PARAMETERS, const struct tile *t)
{
#pragma nounroll
    for (uint e = 0; e < STORED_POINTS; e++) {
        put_bins(STORE_FORWARD, t, e, false, from[RE(e)], from[IM(e)]);
#ifdef MIRROR
#if INNER == 0
        if (e > 0 && 2 * e < a->n)
#endif
            put_bins(STORE_FORWARD, t, e, true, from[RE(e)], -from[IM(e)]);
#endif
    }
}
#else
INLINE void store_tile(local VEC *from, STORE_PARAMETERS, const struct tile *t)
{
    local REAL *x = (local REAL *)from;

#if PLAIN_STORE || QUANTITY_RUNS
    const bool whole = STORE != PAIR && a->out.length >= REACH(out) +
                                                             N_STORED - LENGTH;

    if (t->out == ROWS) {
        store_rows(STORE_FORWARD, t, from);
        return;
    }
#if QUANTITY_RUNS
    if (t->out == COLUMNS) {
#pragma nounroll
        for (uint e = 0; e < STORED_POINTS; e++)
            put_run(out + t->first_out[0] + e * t->step_out, from[RE(e)],
                    range, colors);
        return;
    }
#endif
#endif
#pragma nounroll
    for (uint e = 0; e < STORED_POINTS; e++) {
#pragma nounroll
        for (uint l = 0; l < t->valid; l++) {
            const struct place *p = &t->place[l];
            const REAL re = x[RE(e) * LANES + l], im = x[IM(e) * LANES + l];
#if PLAIN_STORE || QUANTITY_RUNS
            if (whole)
                put(out + t->first_out[l] + e * t->step_out, re, im, range,
                    colors);
            else
                put_point(STORE_FORWARD, p, INDEX(out, e, p), re, im);
#else
            store_point(STORE_FORWARD, p, e, INDEX(out, e, p), re, im);
#endif
        }
    }
}
#endif
