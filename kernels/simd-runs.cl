/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * simd-runs.cl: how the points of simd-rows.cl come from memory and go back, in
 * runs of LANES that are neighbours there, else one by one.
 *
 * Points of the next transform are fetched while this one is worked on: its
 * runs lie too far apart for the fetching that a CPU does by itself.
 */
#ifdef SHAPE_ROWS

/* from the real parts to the imaginary ones: not a power of two apart, and
   room for rubbish, unless that is more than the local memory (TIGHT) */
#ifdef TIGHT
#define IMAGINARY LENGTH
#else
#define IMAGINARY ((LENGTH + 15) / 16 * 16 + 16)
#endif
/* from one transform to the next */
#define ROOM (2 * IMAGINARY)

/* Rows between the one that is fetched and the one that is worked on. Long
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

/* From the first point of one transform to that of another. */
#define DISTANCE(side, p, q)                                                   \
    ((q)->side + POINT_INDEX((&a), side, 0, (q)) - (p)->side -                 \
     POINT_INDEX((&a), side, 0, (p)))

/* Can the first stage read memory, the last one write it? */
#if PLAIN_LOAD || SAMPLE_RUNS
#define FIRST_FROM_MEMORY 1
#else
#define FIRST_FROM_MEMORY 0
#endif
#if PLAIN_STORE && !defined(FUSE_POST) && !defined(BLUESTEIN) &&               \
    !defined(TWIDDLE_STORE)
#define LAST_TO_MEMORY 1
#else
#define LAST_TO_MEMORY 0
#endif

/* ---- between memory and vectors ---- */

/* Are the points of each transform neighbours, and all of them there? */
INLINE bool can_load_runs(const struct pass *a)
{
#if !FIRST_FROM_MEMORY && !HALF_RUNS
    return false;
#elif INNER >= 1
    return PLAIN_LOAD != 0 && a->in.stride == 1 && a->in.index[0] == 1 &&
           a->in.length >= LENGTH * a->inner[0] * (INNER > 1 ? a->inner[1] : 1);
#elif LOAD == PAIR
    return a->in.stride == 1 && a->n >= 2 * LENGTH &&
           a->in.length >= 2 * LENGTH;
#elif LOAD == REAL_ONLY
    return a->in.stride == 1 && a->n >= LENGTH && a->in.length >= LENGTH;
#elif LOAD == HALF
    return a->in.stride == 1 && a->n == 2 * LENGTH;
#else
    return a->in.stride == 1 && a->in.length >= LENGTH;
#endif
}

/* Points k .. k + LANES - 1 where they are neighbours; those `ahead` elements
   behind them are fetched. */
INLINE void load_run(LOAD_PARAMETERS, const struct place *p, const long ahead,
                     uint k, VEC *re, VEC *im)
{
#if PLAIN_LOAD
    global const in_t *first = in + p->in + INDEX(in, 0, p) + k;

    read_pairs((global const REAL *)first, re, im);
    FETCH(first + ahead);
    *im *= factors.x;
#elif SAMPLE_RUNS && LOAD == PAIR
    const VEC u =
        read_run(in, p->in + 2 * k, 2 * k, sample_scale, MEAN_OF(p), window);
    const VEC v = read_run(in, p->in + 2 * k + LANES, 2 * k + LANES,
                           sample_scale, MEAN_OF(p), window);

    *re = EVEN(u, v);
    *im = ODD(u, v);
    FETCH(in + p->in + 2 * k + ahead);
#elif SAMPLE_RUNS
    FETCH(in + p->in + k + ahead);
    *re = read_run(in, p->in + k, k, sample_scale, MEAN_OF(p), window);
    *im = 0;
#endif
}

#if HALF_RUNS
/* Half a spectrum, folded: points k and LENGTH - k together. */
INLINE void load_half(LOAD_PARAMETERS, const struct place *p, const long ahead,
                      local REAL *to)
{
    global const REAL *x = (global const REAL *)(in + p->in);

#pragma nounroll
    for (uint i = 0; i <= LENGTH / 2; i += LANES) {
        const uint k = min(i, (uint)(LENGTH / 2 - (LANES - 1)));
        const uint m = LENGTH - k - (LANES - 1);
        VEC ur, ui, vr, vi, wr, wi;

        read_pairs(x + 2 * k, &ur, &ui);
        read_pairs(x + 2 * m, &vr, &vi);
        FETCH(x + 2 * (k + ahead));
        FETCH(x + 2 * (m + ahead));
        vr = REVERSE(vr);
        vi = REVERSE(vi);
        if (k == 0) {
            ui.s0 = 0;
            vi.s0 = 0;
        }
        roots_from(real_roots, k, a->real_shift, &wr, &wi);
        tangle(&ur, &ui, &vr, &vi, wr, wi);
        VSTORE(ur, 0, to + k);
        VSTORE(ui, 0, to + IMAGINARY + k);
        VSTORE(REVERSE(vr), 0, to + m);
        VSTORE(REVERSE(vi), 0, to + IMAGINARY + m);
    }
}
#endif

/* Every point by its hook. */
INLINE void load_points(LOAD_PARAMETERS, const struct place *p, local REAL *to)
{
#pragma nounroll
    for (uint e = 0; e < LENGTH; e++) {
        REAL x, y;
        load_point(LOAD_FORWARD, p, INDEX(in, e, p), &x, &y);
        to[e] = x;
        to[IMAGINARY + e] = y;
    }
}

/* Are the results of each transform neighbours, and all of them wanted? */
INLINE bool can_store_runs(const struct pass *a)
{
#if !PLAIN_STORE && !QUANTITY_RUNS && !SIDED_RUNS ||                           \
    STORE != COMPLEX && INNER >= 1
    return false;
#elif INNER >= 1
    return a->out.stride == 1 && a->out.index[0] == 1 &&
           a->out.length >= LENGTH * a->inner[0] * (INNER > 1 ? a->inner[1] : 1);
#elif defined(FUSE_POST)
    return a->out.stride == 1 && a->out.length > LENGTH;
#else
    return a->out.stride == 1 && a->out.length >= LENGTH;
#endif
}

/* Finished points k .. k + LANES - 1 where they are neighbours. */
INLINE void write_run(STORE_PARAMETERS, const struct place *p,
                      const long ahead, uint k, VEC re, VEC im)
{
#if PLAIN_STORE
    global out_t *first =
        out + p->out + (STORE == PAIR ? 2 * k : INDEX(out, 0, p) + k);

    write_pairs((global REAL *)first, re, im);
    FETCH_TO_WRITE(first + ahead);
#elif QUANTITY_RUNS
    put_run(out + p->out + k, re, range, colors);
    FETCH_TO_WRITE(out + p->out + k + ahead);
#endif
}

#if SIDED_RUNS
/* Do bins k .. k + LANES - 1 go side by side? */
INLINE bool are_side_by_side(const struct pass *a, uint k)
{
    return bin_place(a, k) + LANES - 1 == bin_place(a, k + LANES - 1);
}

/* What is stored of them. */
INLINE void finish_bins(const struct pass *a, const REAL4 factors,
                        global const REAL *restrict gain, uint k, VEC *re,
                        VEC *im)
{
#ifdef GAIN
    const VEC g = VLOAD(0, gain + bin_place(a, k));

    *re *= g;
    *im *= g;
#endif
    finish(factors, re, im);
}

INLINE void put_bins(STORE_PARAMETERS, const struct place *p, const long ahead,
                     uint k, VEC re, VEC im)
{
    global out_t *first = out + p->out + bin_place(a, k);

#if STORE == COMPLEX
    write_pairs((global REAL *)first, re, im);
#else
    put_run(first, re, range, colors);
#endif
    FETCH_TO_WRITE(first + ahead);
}

/* Bins k .. k + LANES - 1, raw, and their mirrors, which all lie above n/2;
   false: not in runs. */
INLINE bool store_sides(STORE_PARAMETERS, const struct place *p,
                        const long ahead, uint k, VEC re, VEC im)
{
    VEC x = re, y = im;

    if (!are_side_by_side(a, k))
        return false;
#ifdef MIRROR
    const uint lowest = a->n - k - (LANES - 1);

    if (k == 0 || 2 * (k + LANES - 1) >= a->n)
        return false;
#endif
    finish_bins(a, factors, gain, k, &x, &y);
    put_bins(STORE_FORWARD, p, ahead, k, x, y);
#ifdef MIRROR
#ifdef GAIN
    x = REVERSE(re);
    y = -REVERSE(im);
    finish_bins(a, factors, gain, lowest, &x, &y);
#else
    x = STORE == PHASE ? -REVERSE(x) : REVERSE(x);
    y = -REVERSE(y);
#endif
    put_bins(STORE_FORWARD, p, ahead, lowest, x, y);
#endif
    return true;
}
#endif

/* Points k .. k + LANES - 1, raw. */
INLINE void store_run(STORE_PARAMETERS, const struct place *p, const long ahead,
                      const bool run, uint k, VEC re, VEC im)
{
    REAL x[LANES], y[LANES];

#if PLAIN_STORE || QUANTITY_RUNS
#ifdef TWIDDLE_STORE
    {
        VEC wr, wi;
        store_twiddles(roots, a, (k + LANE_NUMBERS) * p->i0 * a->root_scale,
                       &wr, &wi);
        COMPLEX_MULTIPLY(re, im, wr, wi);
    }
#endif
#ifdef GAIN
    {
        const VEC g = VLOAD(0, gain + k);
        re *= g;
        im *= g;
    }
#endif
    finish(factors, &re, &im);
    if (run) {
        write_run(STORE_FORWARD, p, ahead, k, re, im);
        return;
    }
#endif
#if SIDED_RUNS
    if (run && store_sides(STORE_FORWARD, p, ahead, k, re, im))
        return;
#endif
    VSTORE(re, 0, x);
    VSTORE(im, 0, y);
#pragma nounroll
    for (uint l = 0; l < LANES; l++) {
        const uint index = INDEX(out, k + l, p);
#if PLAIN_STORE || QUANTITY_RUNS
        put_point(STORE_FORWARD, p, index, x[l], y[l]);
#else
        store_point(STORE_FORWARD, p, k + l, index, x[l], y[l]);
#endif
    }
}

#endif /* SHAPE_ROWS */
