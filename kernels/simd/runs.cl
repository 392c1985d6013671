/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * runs.cl: loads the points of rows.cl from memory, in runs of LANES where they
 * are neighbours there, else one by one. store-vectors.cl stores them.
 *
 * Points of the next transform are fetched during the work on this one: its
 * runs lie too far apart for the prefetching that a CPU does by itself.
 */

/* the distance from the real parts to the imaginary ones: no power of two, and
   with room for unused lanes, unless local memory is too small for it (TIGHT,
   BORROW) */
#if defined(BORROW) && defined(FUSE_POST)
#define IMAGINARY (LENGTH + 1)
#elif defined(BORROW) || defined(TIGHT)
#define IMAGINARY LENGTH
#else
#define IMAGINARY ((LENGTH + 15) / 16 * 16 + 16)
#endif
/* the distance from one transform to the next */
#define ROOM (2 * IMAGINARY)

/* where the two buffers of a transform lie */
#ifdef BORROW
#define SPACE_front global
#else
#define SPACE_front local
#endif
#define SPACE_back local

/* The distance from the first point of one transform to that of another. */
#define DISTANCE(side, p, q)                                                   \
    ((q)->side + POINT_INDEX((&a), side, 0, (q)) - (p)->side -                 \
     POINT_INDEX((&a), side, 0, (p)))

/* Whether the first stage can read memory, and the last one write it. */
#if PLAIN_LOAD || SAMPLE_RUNS
#define FIRST_FROM_MEMORY 1
#else
#define FIRST_FROM_MEMORY 0
#endif
#if PLAIN_STORE && !defined(FUSE_POST) && !defined(BLUESTEIN) &&               \
    !defined(TWIDDLE_STORE) && !defined(PAIRS)
#define LAST_TO_MEMORY 1
#else
#define LAST_TO_MEMORY 0
#endif

/* ---- between memory and vectors ---- */

/* Whether the points of each transform are neighbours, and all of them are
   there. */
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

/* Loads points k .. k + LANES - 1 where they are neighbours, and fetches those
   `ahead` elements after them. */
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
/* Loads half a spectrum and folds it: points k and LENGTH - k together. */
INLINE void load_half(LOAD_PARAMETERS, const struct place *p, const long ahead,
                      SPACE_front REAL *to)
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

/* Loads every point by its hook. */
INLINE void load_points(LOAD_PARAMETERS, const struct place *p,
                        SPACE_front REAL *to)
{
#pragma nounroll
    for (uint e = 0; e < LENGTH; e++) {
        REAL x, y;
        load_point(LOAD_FORWARD, p, INDEX(in, e, p), &x, &y);
        to[e] = x;
        to[IMAGINARY + e] = y;
    }
}
