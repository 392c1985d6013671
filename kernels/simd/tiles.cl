/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * tiles.cl: where the tiles of lanes.cl lie, and how they come from
 * memory and go back. A tile is LANES transforms with consecutive numbers, one
 * in each lane.
 *
 * Points come straight from memory where the transforms are neighbours
 * (columns), are transposed in vectors where points are (rows), and are
 * gathered one by one elsewhere; results go back alike. Lanes beyond the last
 * transform repeat the tile's first one and are not stored. The way never
 * changes bits: the arithmetic is done in the same vectors everywhere.
 */
#ifdef SHAPE_LANES

/* slot s in local memory: real parts of a point, then its imaginary parts */
#define RE(s) (2 * (s))
#define IM(s) (2 * (s) + 1)

/* the first of several passes, parts of one transform in the lanes: pairs of its
   real numbers, or points of half a spectrum from both ends (wide lanes) */
#if SAMPLE_RUNS && LOAD == PAIR && INNER >= 1
#define LOADED_PAIRS 1
#else
#define LOADED_PAIRS 0
#endif
#if LOAD == HALF && !defined(CHIRP_LOAD) && !defined(RADER) && INNER >= 1
#define LOADED_HALVES 1
#else
#define LOADED_HALVES 0
#endif
/* the last of them */
#if PLAIN_STORE && STORE == PAIR && INNER >= 1
#define STORED_PAIRS 1
#else
#define STORED_PAIRS 0
#endif

/* half spectra have one point more, before or after the stages */
#if HALF_RUNS || defined(FUSE_POST)
#define N_SLOTS (LENGTH + 1)
#else
#define N_SLOTS LENGTH
#endif

#if defined(FUSE_POST)
#define N_STORED (LENGTH + 1)
#else
#define N_STORED LENGTH
#endif
#if PLAIN_STORE && !defined(FUSE_POST) && !defined(BLUESTEIN)
#define LAST_TO_MEMORY 1
#else
#define LAST_TO_MEMORY 0
#endif

/* butterflies between the one whose points are fetched and the one at work */
#define FETCHED(radix)                                                         \
    (LENGTH / (radix) < 64 / (radix) + 1 ? LENGTH / (radix) : 64 / (radix) + 1)

/* elements of memory that a point is */
#define ELEMENTS_IN (1 + LOADED_PAIRS)
#define ELEMENTS_OUT (1 + STORED_PAIRS)

/* the lines that n elements of a column lie in */
#define FETCH_LINES(fetch, p, n)                                               \
    do {                                                                       \
        fetch(p);                                                              \
        if ((n) * sizeof *(p) > 64)                                            \
            fetch((p) + (n) / 2);                                              \
        fetch((p) + (n) - 1);                                                  \
    } while (0)
#define FETCH_VECTOR(p) FETCH_LINES(FETCH, p, ELEMENTS_IN * LANES)
#define FETCH_VECTOR_TO_WRITE(p)                                               \
    FETCH_LINES(FETCH_TO_WRITE, p, ELEMENTS_OUT * LANES)

enum way { POINTS, ROWS, COLUMNS };

/* rows shorter than a vector go point by point */
#if LENGTH + HALF_RUNS >= LANES / 2
#define LOADED_ROWS ROWS
#else
#define LOADED_ROWS POINTS
#endif
#if N_STORED >= LANES || PLAIN_STORE && N_STORED >= LANES / 2
#define STORED_ROWS ROWS
#else
#define STORED_ROWS POINTS
#endif

struct tile {
    struct place place[LANES];
    uint valid;         /* lanes that are transforms */
    UINTS i0;           /* digits of the innermost loop */
    enum way in, out;
    long first_in[LANES], first_out[LANES]; /* where point 0 of a lane is */
    long step_in, step_out;                 /* from one point to the next */
    long ahead_in, ahead_out;               /* to the tile to be fetched */
    long moved_in, moved_out;               /* all of it, since it was placed */
};

/* tiles between the one that is fetched and the one that is worked on */
#define AHEAD (LENGTH * LANES < 512 ? 512 / (LENGTH * LANES) : 1)

/* ---- where the transforms of a tile are ---- */

/* Largest logical index of the pass on a side, plus one. */
#if INNER >= 2
#define REACH(side)                                                            \
    ((LENGTH - 1) * a->side.index[0] + (a->inner[0] - 1) * a->side.index[1] +  \
     (a->inner[1] - 1) * a->side.index[2] + 1)
#elif INNER == 1
#define REACH(side)                                                            \
    ((LENGTH - 1) * a->side.index[0] + (a->inner[0] - 1) * a->side.index[1] + 1)
#else
#define REACH(side) LENGTH
#endif
#if INNER >= 1
#define STEP(side) (a->side.stride * a->side.index[0])
#else
#define STEP(side) a->side.stride
#endif

/* Do neighbouring lanes lie `distance` apart? */
INLINE bool are_neighbours(const long *first, const long distance)
{
    bool yes = true;

    for (int l = 1; l < LANES; l++)
        yes = yes && first[l] == first[0] + l * distance;
    return yes;
}

/* Are the lanes neighbours inside one transform? */
INLINE bool are_together(const struct tile *t, const long distance)
{
#if INNER >= 1
    return t->place[LANES - 1].i0 == t->place[0].i0 + LANES - 1 &&
           are_neighbours(t->first_in, distance);
#else
    return false;
#endif
}

/* Have all lanes the same digits, so that they have the same window? */
INLINE bool are_alike(const struct tile *t)
{
    bool yes = true;

#if INNER >= 1
    for (int l = 1; l < LANES; l++)
        yes = yes && t->place[l].i0 == t->place[0].i0 &&
              t->place[l].i1 == t->place[0].i1;
#endif
    return yes;
}

INLINE enum way way_in(const struct tile *t, const struct pass *a)
{
#if PLAIN_LOAD
    if (a->in.length < REACH(in))
        return POINTS;
#ifdef WINDOW
    return are_neighbours(t->first_in, 1) && are_alike(t) ? COLUMNS : POINTS;
#endif
    if (are_neighbours(t->first_in, 1))
        return COLUMNS;
    return t->step_in == 1 ? LOADED_ROWS : POINTS;
#elif HALF_RUNS
    return a->in.stride == 1 ? LOADED_ROWS : POINTS;
#elif LOADED_PAIRS
    return a->in.stride == 1 && a->n >= 2 * REACH(in) &&
                   a->in.length >= 2 * REACH(in) && are_together(t, 2)
               ? COLUMNS
               : POINTS;
#elif LOADED_HALVES
    return a->in.stride == 1 && are_together(t, 1) ? COLUMNS : POINTS;
#elif SAMPLE_RUNS && LOAD == PAIR && INNER == 0
    return a->in.stride == 1 && a->n >= 2 * LENGTH &&
                   a->in.length >= 2 * LENGTH
               ? LOADED_ROWS
               : POINTS;
#else
    return POINTS;
#endif
}

INLINE enum way way_out(const struct tile *t, const struct pass *a)
{
#if PLAIN_STORE && STORE == COMPLEX
    if (a->out.length < REACH(out) + N_STORED - LENGTH)
        return POINTS;
    if (LAST_TO_MEMORY != 0 && t->valid == LANES &&
        are_neighbours(t->first_out, 1))
        return COLUMNS;
    return t->step_out == 1 ? STORED_ROWS : POINTS;
#elif STORED_PAIRS
    return LAST_TO_MEMORY && a->out.stride == 1 &&
                   a->out.length >= REACH(out) + N_STORED - LENGTH &&
                   t->valid == LANES && are_neighbours(t->first_out, 2)
               ? COLUMNS
               : POINTS;
#elif PLAIN_STORE && INNER == 0
    return a->out.stride == 1 && a->out.length >= LENGTH ? STORED_ROWS : POINTS;
#elif QUANTITY_RUNS && INNER == 0
    if (a->out.length >= N_STORED && t->valid == LANES &&
        are_neighbours(t->first_out, 1))
        return COLUMNS;
    return a->out.stride == 1 && a->out.length >= N_STORED ? STORED_ROWS
                                                           : POINTS;
#else
    return POINTS;
#endif
}

INLINE void place_tile(struct tile *t, uint number, const struct pass *a)
{
    const struct place first = place_of(number, a);
    const struct place next =
        number + LANES < a->n_transforms ? place_of(number + LANES, a) : first;
    uint i0[LANES];

    t->valid = min((uint)LANES, a->n_transforms - number);
    t->moved_in = t->moved_out = 0;
    t->step_in = ELEMENTS_IN * STEP(in);
    t->step_out = ELEMENTS_OUT * STEP(out);
#pragma nounroll
    for (uint l = 0; l < LANES; l++) {
        const struct place p =
            l && l < t->valid ? place_of(number + l, a) : first;
        t->place[l] = p;
        i0[l] = p.i0;
        t->first_in[l] =
            p.in + ELEMENTS_IN * INDEX(in, 0u, &p) * a->in.stride;
        t->first_out[l] =
            p.out + ELEMENTS_OUT * INDEX(out, 0u, &p) * a->out.stride;
    }
    t->i0 = VLOAD(0, i0);
    t->ahead_in = AHEAD * (next.in - t->first_in[0] +
                           ELEMENTS_IN * INDEX(in, 0u, &next) * a->in.stride);
    t->ahead_out = AHEAD * (next.out - t->first_out[0] +
                            ELEMENTS_OUT * INDEX(out, 0u, &next) *
                                a->out.stride);
    t->in = way_in(t, a);
    t->out = way_out(t, a);
}

/*
 * From a whole tile to the whole one behind it, of transforms that lie evenly:
 * a quarter of the time of 16 points is gone with places otherwise.
 */
INLINE bool move_tile(struct tile *t, uint number, const struct pass *a)
{
#if INNER == 0
    const struct place p = t->place[0], q = t->place[1];

    if (t->valid != LANES || number + LANES > a->n_transforms ||
        a->n_loops > 1)
        return false;
    t->moved_in += LANES * (q.in - p.in);
    t->moved_out += LANES * (q.out - p.out);
#ifdef MATRIX
    for (int l = 0; l < LANES; l++)
        t->place[l].row += LANES * (q.row - p.row);
#endif
#ifdef MEAN
    for (int l = 0; l < LANES; l++)
        t->place[l].mean += LANES * (q.mean - p.mean);
#endif
    return true;
#else
    return false;
#endif
}

/* ---- load ---- */

/* Slot of point e: its digits, the last stage's radix first, reversed. */
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

/* First point of butterfly p of the first stage: that of slot p * RADIX0. */
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

/* Rows of memory, LANES numbers of each a time, into lanes. */
INLINE void load_rows(LOAD_PARAMETERS, const struct tile *t, local VEC *to)
{
    const uint n = HALF_RUNS ? LENGTH + 1 : LENGTH;

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

/* Points by their hooks, or as they are. */
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
    for (uint e = 0; e < (HALF_RUNS ? LENGTH + 1 : LENGTH); e++) {
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

/* Point e of the lanes, raw, into what is stored of it. */
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

/* Finished lanes into rows of memory. */
INLINE void store_rows(STORE_PARAMETERS, const struct tile *t,
                       local const VEC *from)
{
    /* points that LANES numbers are */
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
/* The lanes' bins of point e, or their mirrors, raw. */
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
    for (uint e = 0; e < N_STORED; e++) {
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
        for (uint e = 0; e < N_STORED; e++)
            put_run(out + t->first_out[0] + e * t->step_out, from[RE(e)],
                    range, colors);
        return;
    }
#endif
#endif
#pragma nounroll
    for (uint e = 0; e < N_STORED; e++) {
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

#endif /* SHAPE_LANES */
