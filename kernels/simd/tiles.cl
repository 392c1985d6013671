/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * tiles.cl: computes where the tiles of lanes.cl lie in memory. A tile is LANES
 * transforms with consecutive numbers, one in each lane.
 */
#include "simd/simd.cl"
#include "simd/store-vectors.cl"

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

/* points of a transform in memory: of a convolution that is a pass's own fewer
   than in the tile */
#ifdef OWN_CONVOLUTION
#define PASS_POINTS a->span
#else
#define PASS_POINTS LENGTH
#endif

/* elements of memory that make a point */
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
    uint valid;         /* lanes that have a transform of their own */
    UINTS i0;           /* digits of the innermost loop */
    enum way in, out;
    long first_in[LANES], first_out[LANES]; /* where point 0 of a lane is */
    long step_in, step_out;                 /* from one point to the next */
    long ahead_in, ahead_out;               /* to the tile to be fetched */
    long moved_in, moved_out;               /* how far the whole tile has moved
                                               since it was placed */
};

/* tiles between the one that is fetched and the one at work */
#define AHEAD (LENGTH * LANES < 512 ? 512 / (LENGTH * LANES) : 1)

/* ---- where the transforms of a tile are ---- */

/* The largest logical index of the pass on a side, plus one. */
#if INNER >= 2
#define REACH(side)                                                            \
    ((PASS_POINTS - 1) * a->side.index[0] +                                    \
     (a->inner[0] - 1) * a->side.index[1] +                                    \
     (a->inner[1] - 1) * a->side.index[2] + 1)
#elif INNER == 1
#define REACH(side)                                                            \
    ((PASS_POINTS - 1) * a->side.index[0] +                                    \
     (a->inner[0] - 1) * a->side.index[1] + 1)
#else
#define REACH(side) LENGTH
#endif
#if INNER >= 1
#define STEP(side) (a->side.stride * a->side.index[0])
#else
#define STEP(side) a->side.stride
#endif

/* Whether neighbouring lanes lie `distance` apart. */
INLINE bool are_neighbours(const long *first, const long distance)
{
    bool yes = true;

    for (int l = 1; l < LANES; l++)
        yes = yes && first[l] == first[0] + l * distance;
    return yes;
}

/* Whether the lanes are neighbours inside one transform. */
INLINE bool are_together(const struct tile *t, const long distance)
{
#if INNER >= 1
    return t->place[LANES - 1].i0 == t->place[0].i0 + LANES - 1 &&
           are_neighbours(t->first_in, distance);
#else
    return false;
#endif
}

/* Whether all lanes have the same digits, so that they have the same window. */
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
    return t->step_in == 1 && PASS_POINTS >= LANES / 2 ? LOADED_ROWS : POINTS;
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
#if defined(OWN_CONVOLUTION)
    return PLAIN_STORE && t->valid == LANES && a->out.length >= REACH(out) &&
                   (STORE == COMPLEX || a->out.stride == 1) &&
                   are_neighbours(t->first_out, ELEMENTS_OUT)
               ? COLUMNS
               : POINTS;
#elif PLAIN_STORE && STORE == COMPLEX
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

/* Moves from a whole tile to the whole one after it, of transforms that lie
   evenly. Computing all places anew takes much of the time of short transforms.
   Figures: docs/internals/notes.md, "tiles.cl". */
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
