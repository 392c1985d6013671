/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * columns.cl: loads vectors of columns straight from memory, and what a pass
 * that is a convolution of its own (OWN_CONVOLUTION) does before its first stage
 * and behind its last: its chirp goes by the number of a point in the pass.
 */
#include "simd/tile-memory.cl"

#if PLAIN_LOAD || LOADED_PAIRS || LOADED_HALVES
#define FIRST_FROM_MEMORY 1

/*
 * Loads point e of the lanes, which are columns; `soon` is fetched. Wide lanes
 * take each point of half a spectrum together with the one as far from the
 * other end, from which another tile makes its own point; for narrow ones
 * pass_real makes both before.
 */
INLINE void load_column(LOAD_PARAMETERS, const struct tile *t, uint e,
                        global const in_t *soon, VEC *re, VEC *im)
{
    global const in_t *at = in + t->first_in[0] + e * t->step_in;
#if LOADED_PAIRS
    const uint n = 2 * INDEX(in, e, t->place);
    const REAL4 mean = MEAN_OF(t->place);
    const VEC u = read_run(at, 0, n, sample_scale, mean, window);
    const VEC v = read_run(at, LANES, n + LANES, sample_scale, mean, window);

    *re = EVEN(u, v);
    *im = ODD(u, v);
#elif LOADED_HALVES
    const uint k = INDEX(in, e, t->place);
    const uint m = a->n / 2 - k - (LANES - 1);
    global const in_t *mirrored = in + t->place[0].in + m;
    VEC vr, vi, wr, wi;

    read_pairs((global const REAL *)at, re, im);
    read_pairs((global const REAL *)mirrored, &vr, &vi);
    FETCH_VECTOR(mirrored - (soon - at));
    vr = REVERSE(vr);
    vi = REVERSE(vi);
    if (k == 0) {
        im->s0 = 0;
        vi.s0 = 0;
    }
    roots_from(real_roots, k, a->real_shift, &wr, &wi);
    tangle(re, im, &vr, &vi, wr, wi);
#else
    read_pairs((global const REAL *)at, re, im);
    *im *= factors.x;
#ifdef WINDOW
    {
        const REAL w = window[POINT_INDEX(a, in, e, t->place)];
        *re *= w;
        *im *= w;
    }
#endif
#endif
    FETCH_VECTOR(soon);
}
#else
#define FIRST_FROM_MEMORY 0
#endif

#ifdef OWN_CONVOLUTION
/* Loads the points of a pass by the chirp, and zeros behind them. */
INLINE void load_own(LOAD_PARAMETERS, const struct tile *t, local VEC *x)
{
    const bool columns = FIRST_FROM_MEMORY && t->in == COLUMNS;

    if (!columns)
        load_tile(LOAD_FORWARD, t, x);
#pragma nounroll
    for (uint e = 0; e < LENGTH; e++) {
        const uint s = slot_of(e);
        VEC re = 0, im = 0;

        if (e < a->span) {
            const REAL2 c = chirp[e];

#if FIRST_FROM_MEMORY
            if (columns)
                load_column(LOAD_FORWARD, t, e,
                            in + t->first_in[0] + e * t->step_in + t->ahead_in,
                            &re, &im);
            else
#endif
            {
                re = x[RE(s)];
                im = x[IM(s)];
            }
            COMPLEX_MULTIPLY(re, im, c.x, c.y);
        }
        x[RE(s)] = re;
        x[IM(s)] = im;
    }
}

/* Ends the convolution by the chirp, and stores what it made. */
INLINE void store_own(local VEC *x, STORE_PARAMETERS, const struct tile *t)
{
#pragma nounroll
    for (uint e = 0; e < a->span; e++) {
        VEC re = x[RE(e)], im = -x[IM(e)];
        const REAL2 c = chirp[e];

        COMPLEX_MULTIPLY(re, im, c.x, c.y);
        finish_lanes(STORE_FORWARD, t, e, &re, &im);
#if PLAIN_STORE
        if (t->out == COLUMNS) {
            global out_t *at = out + t->first_out[0] + e * t->step_out;

            write_pairs((global REAL *)at, re, im);
            FETCH_VECTOR_TO_WRITE(at + t->ahead_out);
            continue;
        }
#endif
        x[RE(e)] = re;
        x[IM(e)] = im;
    }
    if (t->out != COLUMNS)
        store_tile(x, STORE_FORWARD, t);
}
#endif
