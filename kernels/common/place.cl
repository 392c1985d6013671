/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * place.cl: computes where a pass reads a transform, and where it stores it.
 *
 *   AXES          sides lie across 2 or 3 axes, of which this pass runs the
 *                 last: the loops from 0 on are the lines along the others. With
 *                 TILE2D it runs both, of which the store knows axis 0
 *   NEIGHBOURS    loop 0, lines side by side, runs faster than the digits
 *   TILE2D        loop 0 are the rows of a picture, which the kernel counts
 *   LOOPS         how many there may be
 *   COUNT_LOOPS   how many there are is an argument of each launch
 *   INNER         other digits of the same long transform
 */
#include "host/pass.h"

/* Where a transform lies. */
struct place {
    long in, out;   /* bases */
    uint i0, i1;    /* digits of the inner loops */
    uint row;       /* index of loop 0: the row of the matrix */
    uint mean;      /* the number of its mean */
#ifdef AXES
    uint layer;     /* index of loop 1, of three axes */
    bool has_mirror; /* the conjugates go to another line, `mirror` */
    long mirror;    /* where the other line is */
#endif
};

#if PASS_MAX_LOOPS != 6
#error "place_of() spells out six loops"
#endif
#ifdef COUNT_LOOPS
#define HAS_LOOP(d) ((d) < LOOPS && (d) < a->n_loops)
#else
#define HAS_LOOP(d) ((d) < LOOPS)
#endif
#ifdef AXES
#define LAYER_DIGIT(d)                                                         \
    if (d == 1)                                                                \
        p.layer = i;
#else
#define LAYER_DIGIT(d)
#endif
#define BATCH_DIGIT(d)                                                         \
    if (HAS_LOOP(d)) {                                                         \
        uint i = t;                                                            \
                                                                               \
        if (HAS_LOOP(d + 1)) {                                                 \
            t = i / a->loop[d].count;                                          \
            i -= t * a->loop[d].count;                                         \
        }                                                                      \
        if (d == 0)                                                            \
            p.row = i;                                                         \
        LAYER_DIGIT(d)                                                         \
        p.mean += i * a->loop[d].mean;                                         \
        p.in += i * a->loop[d].in;                                             \
        p.out += i * a->loop[d].out;                                           \
    }

#ifdef AXES
/* The place of line k of n along an axis other than the pass's own. */
INLINE long line_at(uint k, uint n, long stride)
{
#ifdef ROTATE
    k += n / 2;
    k -= k >= n ? n : 0;
#endif
    return k * stride;
}

#define LINE_AT(a, d, k) line_at(k, (a)->line_n[d], (a)->line_stride[d])
#define MIRROR_AT(a, d, k)                                                     \
    line_at((k) ? (a)->line_n[d] - (k) : 0, (a)->line_n[d], (a)->line_stride[d])

/* Places the line and its mirror along all axes but the last: bin k of half a
   spectrum has its conjugate at -k on every axis. */
INLINE void aim(struct place *p, const struct pass *a)
{
    p->mirror = p->out + MIRROR_AT(a, 0, p->row);
    p->out += LINE_AT(a, 0, p->row);
#if AXES == 3
    p->mirror += MIRROR_AT(a, 1, p->layer);
    p->out += LINE_AT(a, 1, p->layer);
#endif
    p->has_mirror = p->row > 0 && 2 * p->row < a->line_n[0];
}
#endif

INLINE struct place place_of(uint t, const struct pass *a)
{
    struct place p;

    p.in = a->in.base;
    p.out = a->out.base;
    p.i0 = 0;
    p.i1 = 0;
    p.row = 0;
    p.mean = a->mean_base;
#ifdef AXES
    p.layer = 0;
#endif
#ifdef NEIGHBOURS
    {
#if LOOPS == 1 && INNER == 0
        const uint q = 0, i = t;
#else
        const uint q = t / a->loop[0].count, i = t - q * a->loop[0].count;
#endif

        p.in += i * a->loop[0].in;
        p.out += i * a->loop[0].out;
#ifdef AXES
        p.row = i;
#endif
        t = q;
    }
#endif
#if INNER >= 1
    {
        const uint q = t / a->inner[0];
        p.i0 = t - q * a->inner[0];
        t = q;
    }
#endif
#if INNER >= 2
    {
        const uint q = t / a->inner[1];
        p.i1 = t - q * a->inner[1];
        t = q;
    }
#endif
    /* spelt out: not every driver can index arguments (llvmpipe) */
#if !defined(NEIGHBOURS) && !defined(TILE2D)
    BATCH_DIGIT(0)
#endif
#if LOOPS > 1
    BATCH_DIGIT(1)
#endif
#if LOOPS > 2
    BATCH_DIGIT(2)
#endif
#if LOOPS > 3
    BATCH_DIGIT(3)
#endif
#if LOOPS > 4
    BATCH_DIGIT(4)
#endif
#if LOOPS > 5
    BATCH_DIGIT(5)
#endif
#if defined(AXES) && !defined(TILE2D)
    aim(&p, a);
#endif
    return p;
}

#if INNER >= 2
#define POINT_INDEX(a, side, e, p)                                             \
    ((e) * (a)->side.index[0] + (p)->i0 * (a)->side.index[1] +                 \
     (p)->i1 * (a)->side.index[2])
#elif INNER == 1
#define POINT_INDEX(a, side, e, p)                                             \
    ((e) * (a)->side.index[0] + (p)->i0 * (a)->side.index[1])
#else
#define POINT_INDEX(a, side, e, p) (e)
#endif
#define INDEX(side, e, p) POINT_INDEX(a, side, e, p)
