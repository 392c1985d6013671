/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * simd-lanes.cl: the simd schedule with a transform in each lane: a tile is
 * LANES transforms with consecutive numbers. Any radices, any length.
 *
 * Points come straight from memory where the transforms are neighbours
 * (columns), are transposed in vectors where points are (rows), and are
 * gathered one by one elsewhere; results go back alike. Lanes beyond the last
 * transform repeat the tile's first one and are not stored. The way never
 * changes bits: the arithmetic is done in the same vectors everywhere.
 *
 * The stages work in place on points in digit-reversed order (decimation in
 * time), for the order costs nothing on the way in and a tile in one buffer
 * stays in a nearer cache.
 */
#ifdef SHAPE_LANES

/* slot s in local memory: real parts of a point, then its imaginary parts */
#define RE(s) (2 * (s))
#define IM(s) (2 * (s) + 1)

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

/* the lines that LANES points of a column lie in */
#define FETCH_LINES(fetch, p)                                                  \
    do {                                                                       \
        fetch(p);                                                              \
        if (sizeof(VEC) > 32)                                                  \
            fetch((p) + LANES / 2);                                            \
        fetch((p) + LANES - 1);                                                \
    } while (0)
#define FETCH_VECTOR(p) FETCH_LINES(FETCH, p)
#define FETCH_VECTOR_TO_WRITE(p) FETCH_LINES(FETCH_TO_WRITE, p)

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
    t->step_in = STEP(in);
    t->step_out = STEP(out);
#pragma nounroll
    for (uint l = 0; l < LANES; l++) {
        const struct place p =
            l && l < t->valid ? place_of(number + l, a) : first;
        t->place[l] = p;
        i0[l] = p.i0;
        t->first_in[l] = p.in + INDEX(in, 0u, &p) * a->in.stride;
        t->first_out[l] = p.out + INDEX(out, 0u, &p) * a->out.stride;
    }
    t->i0 = VLOAD(0, i0);
    t->ahead_in = AHEAD * (next.in - t->first_in[0] +
                           INDEX(in, 0u, &next) * a->in.stride);
    t->ahead_out = AHEAD * (next.out - t->first_out[0] +
                            INDEX(out, 0u, &next) * a->out.stride);
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
/* Bin k of the lanes, raw. */
INLINE void put_bin(STORE_PARAMETERS, const struct tile *t, uint k, VEC re,
                    VEC im)
{
    const uint q = bin_place(a, k);
    REAL x[LANES], y[LANES];

#ifdef GAIN
    re *= gain[q];
    im *= gain[q];
#endif
    finish(factors, &re, &im);
    VSTORE(re, 0, x);
    VSTORE(im, 0, y);
#pragma nounroll
    for (uint l = 0; l < t->valid; l++)
        put(out + t->place[l].out + q * a->out.stride, x[l], y[l], range,
            colors);
}

INLINE void store_tile(local VEC *from, STORE_PARAMETERS, const struct tile *t)
{
#pragma nounroll
    for (uint k = 0; k < N_STORED && k < a->out.length; k++) {
        put_bin(STORE_FORWARD, t, k, from[RE(k)], from[IM(k)]);
#ifdef MIRROR
        if (k > 0 && 2 * k < a->n)
            put_bin(STORE_FORWARD, t, a->n - k, from[RE(k)], -from[IM(k)]);
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

/* ---- stages ---- */

/* Reads the points of a butterfly, `step` slots apart. */
INLINE void gather(local const VEC *x, const int step, const int radix,
                   VEC *re, VEC *im)
{
#pragma unroll
    for (int k = 0; k < radix; k++) {
        re[k] = x[RE(k * step)];
        im[k] = x[IM(k * step)];
    }
}

INLINE void scatter(local VEC *x, const int step, const int radix,
                    const VEC *re, const VEC *im)
{
#pragma unroll
    for (int k = 0; k < radix; k++) {
        x[RE(k * step)] = re[k];
        x[IM(k * step)] = im[k];
    }
}

INLINE void twist(global const REAL2 *restrict w, const int span,
                  const int radix, VEC *re, VEC *im)
{
#pragma unroll
    for (int k = 1; k < radix; k++) {
        const REAL2 v = w[(k - 1) * span];
        COMPLEX_MULTIPLY(re[k], im[k], v.x, v.y);
    }
}

/* Butterfly p of the first stage: columns come straight from memory. */
INLINE void gather_first(local const VEC *x, LOAD_PARAMETERS,
                         const struct tile *t, const bool columns, uint p,
                         VEC *re, VEC *im)
{
#if PLAIN_LOAD
    if (columns) {
        global const in_t *first =
            in + t->first_in[0] + point_of(p) * t->step_in;
        const uint later = p + FETCHED(RADIX0);
        const uint n = LENGTH / RADIX0;
        global const in_t *soon =
            in + t->first_in[0] +
            (later < n ? point_of(later) * t->step_in
                       : point_of(later - n) * t->step_in + t->ahead_in);
#pragma unroll
        for (int k = 0; k < RADIX0; k++) {
            global const in_t *at = first + k * (LENGTH / RADIX0) * t->step_in;
            read_pairs((global const REAL *)at, &re[k], &im[k]);
            FETCH_VECTOR(soon + k * (LENGTH / RADIX0) * t->step_in);
            im[k] *= factors.x;
#ifdef WINDOW
            {
                const REAL w = window[POINT_INDEX(
                    a, in, point_of(p) + k * (LENGTH / RADIX0), t->place)];
                re[k] *= w;
                im[k] *= w;
            }
#endif
        }
        return;
    }
#endif
    gather(x, 1, RADIX0, re, im);
}

#if defined(TWIDDLE_STORE) && LAST_TO_MEMORY
/*
 * Twiddles of the store, w^(e i0) with e = q + k LAST_SPAN, are products of
 * few: w^(q i0) in two parts, and w^(k LAST_SPAN i0). That is cheaper than a
 * polynomial or a look-up for each point.
 */
#define N_FINE 16

struct twiddles {
    VEC fine[2 * N_FINE];       /* q = 0 .. N_FINE - 1 */
    VEC coarse[2];              /* of the multiple of N_FINE below q */
    VEC outer[2 * LAST_RADIX];  /* k */
};

INLINE void twiddle_tile(struct twiddles *w, STORE_PARAMETERS,
                         const struct tile *t)
{
#pragma nounroll
    for (uint k = 0; k < LAST_RADIX + N_FINE; k++) {
        const bool is_outer = k < LAST_RADIX;
        const uint e = is_outer ? k * LAST_SPAN : k - LAST_RADIX;
        VEC *to = is_outer ? &w->outer[2 * k] : &w->fine[2 * (k - LAST_RADIX)];
        if (e < LENGTH)
            store_twiddles(roots, a, e * t->i0 * a->root_scale, to, to + 1);
    }
}

INLINE void twiddle_last(struct twiddles *w, STORE_PARAMETERS,
                         const struct tile *t, uint q, VEC *re, VEC *im)
{
    VEC fr = w->fine[2 * (q % N_FINE)], fi = w->fine[2 * (q % N_FINE) + 1];

#if LAST_SPAN > N_FINE
    if (q % N_FINE == 0)
        store_twiddles(roots, a, q * t->i0 * a->root_scale, &w->coarse[0],
                       &w->coarse[1]);
    COMPLEX_MULTIPLY(fr, fi, w->coarse[0], w->coarse[1]);
#endif
    COMPLEX_MULTIPLY(re[0], im[0], fr, fi);
#pragma unroll
    for (int k = 1; k < LAST_RADIX; k++) {
        VEC wr = w->outer[2 * k], wi = w->outer[2 * k + 1];
        COMPLEX_MULTIPLY(wr, wi, fr, fi);
        COMPLEX_MULTIPLY(re[k], im[k], wr, wi);
    }
}
#else
struct twiddles {
    VEC unused;
};
#endif

/* Butterfly q of the last stage: columns go straight to memory. */
INLINE void scatter_last(local VEC *x, struct twiddles *w, STORE_PARAMETERS,
                         const struct tile *t, uint q, VEC *re, VEC *im)
{
#if LAST_TO_MEMORY
#ifdef TWIDDLE_STORE
    twiddle_last(w, STORE_FORWARD, t, q, re, im);
#endif
#pragma unroll
    for (int k = 0; k < LAST_RADIX; k++)
        finish(factors, &re[k], &im[k]);
    if (t->out == COLUMNS) {
        const uint later = q + FETCHED(LAST_RADIX);
        global out_t *soon =
            out + t->first_out[0] +
            (later < LAST_SPAN
                 ? later * t->step_out
                 : (later - LAST_SPAN) * t->step_out + t->ahead_out);
#pragma unroll
        for (int k = 0; k < LAST_RADIX; k++) {
            global out_t *at =
                out + t->first_out[0] + (q + k * LAST_SPAN) * t->step_out;
            write_pairs((global REAL *)at, re[k], im[k]);
            FETCH_VECTOR_TO_WRITE(soon + k * LAST_SPAN * t->step_out);
        }
        return;
    }
#endif
    scatter(x, LAST_SPAN, LAST_RADIX, re, im);
}

/* Stage i on the tile in x. */
#define RUN_STAGE(i, GATHER, SCATTER)                                          \
    _Pragma("nounroll") for (uint p = 0; p < LENGTH / (RADIX##i * SPAN##i);    \
                             p++)                                              \
    {                                                                          \
        _Pragma("nounroll") for (uint q = 0; q < SPAN##i; q++)                 \
        {                                                                      \
            local VEC *at = x + RE(p * SPAN##i * RADIX##i + q);                \
            VEC re[RADIX##i], im[RADIX##i];                                    \
            GATHER(i);                                                         \
            if (i > 0)                                                         \
                twist(twiddle + TABLE##i + q, SPAN##i, RADIX##i, re, im);      \
            JOIN(butterfly, RADIX##i)(re, im);                                 \
            SCATTER(i);                                                        \
        }                                                                      \
    }
#define TABLE0 0
#define FROM_MEMORY(i)                                                         \
    gather_first(at, LOAD_ARGUMENTS, &tile, columns, p, re, im)
#define FROM_TILE(i) gather(at, SPAN##i, RADIX##i, re, im)
#define TO_TILE(i) scatter(at, SPAN##i, RADIX##i, re, im)
#define TO_MEMORY(i)                                                           \
    scatter_last(at, &twiddles, STORE_ARGUMENTS, &tile, q, re, im)

#if STAGES == 1
#define RUN_STAGES RUN_STAGE(0, FROM_MEMORY, TO_MEMORY)
#elif STAGES == 2
#define RUN_STAGES                                                             \
    RUN_STAGE(0, FROM_MEMORY, TO_TILE)                                         \
    RUN_STAGE(1, FROM_TILE, TO_MEMORY)
#elif STAGES == 3
#define RUN_STAGES                                                             \
    RUN_STAGE(0, FROM_MEMORY, TO_TILE)                                         \
    RUN_STAGE(1, FROM_TILE, TO_TILE)                                           \
    RUN_STAGE(2, FROM_TILE, TO_MEMORY)
#elif STAGES == 4
#define RUN_STAGES                                                             \
    RUN_STAGE(0, FROM_MEMORY, TO_TILE)                                         \
    RUN_STAGE(1, FROM_TILE, TO_TILE)                                           \
    RUN_STAGE(2, FROM_TILE, TO_TILE)                                           \
    RUN_STAGE(3, FROM_TILE, TO_MEMORY)
#else
#define RUN_STAGES                                                             \
    RUN_STAGE(0, FROM_MEMORY, TO_TILE)                                         \
    RUN_STAGE(1, FROM_TILE, TO_TILE)                                           \
    RUN_STAGE(2, FROM_TILE, TO_TILE)                                           \
    RUN_STAGE(3, FROM_TILE, TO_TILE)                                           \
    RUN_STAGE(4, FROM_TILE, TO_MEMORY)
#endif

/* ---- after the stages ---- */

/* Raw points into finished ones, where the last stage has not done it. */
INLINE void finish_tile(local VEC *x, STORE_PARAMETERS,
                        global const REAL2 *restrict real_roots,
                        const struct tile *t)
{
#ifdef FUSE_POST
    x[RE(LENGTH)] = x[RE(0)];
    x[IM(LENGTH)] = x[IM(0)];
#pragma nounroll
    for (uint k = 0; k <= LENGTH / 2; k++) {
        const uint m = LENGTH - k;
        const REAL2 w = root_of_unity(real_roots, k, a->real_shift);
        VEC zr = x[RE(k)], zi = x[IM(k)], yr = x[RE(m)], yi = x[IM(m)];

        untangle(&zr, &zi, &yr, &yi, w.x, w.y);
        x[RE(m)] = yr;
        x[IM(m)] = k ? yi : 0;
        x[RE(k)] = zr;
        x[IM(k)] = k ? zi : 0;
    }
#endif
#if !LAST_TO_MEMORY && (PLAIN_STORE || QUANTITY_RUNS)
#pragma nounroll
    for (uint e = 0; e < N_STORED; e++) {
        VEC re = x[RE(e)], im = x[IM(e)];
        finish_lanes(STORE_FORWARD, t, e, &re, &im);
        x[RE(e)] = re;
        x[IM(e)] = im;
    }
#endif
}

#ifdef BLUESTEIN
/* Times the chirp's spectrum, conjugated: what the second transform takes. */
INLINE void convolve(local const VEC *from, local VEC *to,
                     global const REAL2 *restrict chirp_spectrum)
{
#pragma nounroll
    for (uint e = 0; e < LENGTH; e++) {
        VEC re = from[RE(e)], im = from[IM(e)];
        const REAL2 b = chirp_spectrum[e];

        COMPLEX_MULTIPLY(re, im, b.x, b.y);
        to[RE(slot_of(e))] = re;
        to[IM(slot_of(e))] = -im;
    }
}
#endif

/*
 * Rows of one stage stay in registers. 16 points take 520 us for 65536 of them
 * instead of 670 by way of local memory (one thread, EPYC of Zen 4); fetching
 * ahead, which helps longer ones, costs a fifth here.
 */
#if STAGES == 1 && PLAIN_LOAD && LAST_TO_MEMORY && !defined(WINDOW) &&         \
    !defined(TWIDDLE_STORE) && LENGTH % (LANES / 2) == 0
#define IN_REGISTERS 1
#else
#define IN_REGISTERS 0
#endif

#if IN_REGISTERS
INLINE void run_rows(global const in_t *restrict in,
                     global out_t *restrict out, const REAL4 factors,
                     const struct tile *t)
{
    const bool whole = t->valid == LANES;
    VEC re[LENGTH], im[LENGTH];

#pragma unroll
    for (int e = 0; e < LENGTH; e += LANES / 2) {
        VEC v[LANES];

#pragma unroll
        for (int l = 0; l < LANES; l++)
            v[l] = VLOAD(0, (global const REAL *)(in + t->first_in[l] + e));
        turn(v);
#pragma unroll
        for (int k = 0; k < LANES / 2; k++) {
            re[e + k] = v[2 * k];
            im[e + k] = v[2 * k + 1] * factors.x;
        }
    }
    JOIN(butterfly, RADIX0)(re, im);
#pragma unroll
    for (int e = 0; e < LENGTH; e += LANES / 2) {
        VEC v[LANES];

#pragma unroll
        for (int k = 0; k < LANES / 2; k++) {
            v[2 * k] = re[e + k];
            v[2 * k + 1] = im[e + k];
            finish(factors, &v[2 * k], &v[2 * k + 1]);
        }
        turn(v);
        if (whole) {
#pragma unroll
            for (int l = 0; l < LANES; l++)
                VSTORE(v[l], 0, (global REAL *)(out + t->first_out[l]) + 2 * e);
        } else {
#pragma unroll
            for (int l = 0; l < LANES; l++)
                if (l < t->valid)
                    VSTORE(v[l], 0,
                           (global REAL *)(out + t->first_out[l]) + 2 * e);
        }
    }
}
#endif

CHUNK_FUNCTION run_tiles(PASS_PARAMETERS, uint chunk,
                         local VEC *restrict front,
                         local VEC *restrict back)
{
    PASS_ABSENT
    uint number = chunk * a.chunk * LANES;
    const uint end = min(number + a.chunk * LANES, a.n_transforms);
    global const in_t *const first_in = in;
    global out_t *const first_out = out;
    struct tile tile;
    struct twiddles twiddles;

    tile.valid = 0;
#pragma nounroll
    for (; number < end; number += LANES) {
        local VEC *x = front;

        if (!move_tile(&tile, number, &a))
            place_tile(&tile, number, &a);
        in = first_in + tile.moved_in * NUMBERS_A_SAMPLE;
        out = first_out + tile.moved_out;
#if IN_REGISTERS
        if (tile.in == ROWS && tile.out == ROWS) {
            run_rows(in, out, factors, &tile);
            continue;
        }
#endif
        if (tile.in != COLUMNS)
            load_tile(LOAD_ARGUMENTS, &tile, x);
#if defined(TWIDDLE_STORE) && LAST_TO_MEMORY
        twiddle_tile(&twiddles, STORE_ARGUMENTS, &tile);
#endif
#ifdef BLUESTEIN
#pragma nounroll
        for (int round = 0; round < 2; round++) {
            const bool columns = tile.in == COLUMNS && round == 0;
            RUN_STAGES
            if (round == 0) {
                convolve(front, back, chirp_spectrum);
                x = back;
            }
        }
#else
        {
            const bool columns = tile.in == COLUMNS;
            RUN_STAGES
        }
#endif
        finish_tile(x, STORE_ARGUMENTS, real_roots, &tile);
        if (!(LAST_TO_MEMORY && tile.out == COLUMNS))
            store_tile(x, STORE_ARGUMENTS, &tile);
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void pass_simd(PASS_PARAMETERS)
{
    local VEC front[2 * N_SLOTS];
#ifdef BLUESTEIN
    local VEC back[2 * N_SLOTS];
#else
    local VEC *const back = front; /* not used */
#endif

    run_tiles(PASS_NAMED, CHUNK_NUMBER, front, back);
}

#endif /* SHAPE_LANES */
