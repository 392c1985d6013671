/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * linear.cl: LINEAR moves the rows of a work-group in the order of memory:
 * neighbouring work-items take neighbouring points, also from one row to the
 * next, on their way through local memory before the first stage and behind the
 * last. Short rows are read in whole sectors so, however many work-items run
 * one, and rows of an odd number of points are stored in whole ones. Where bins
 * of real data go in pairs (halves.cl), they meet there.
 */
#ifdef LINEAR
#if LOAD_COLUMNS || STORE_COLUMNS || INNER || defined(SPLIT) || PARTS > 1 ||   \
    defined(BLUESTEIN) || defined(CARRIES) || defined(CHIRP_LOAD)
#error "LINEAR is for whole rows that are exchanged whole"
#endif

/* how many points a row has in memory; a spectrum of real data has the first
   half of its bins */
#if LOAD == HALF
#define READ_POINTS_OF_ROW (LENGTH + 1)
#elif LOAD == HERMITIAN
#define READ_POINTS_OF_ROW (LENGTH / 2 + 1)
#else
#define READ_POINTS_OF_ROW LENGTH
#endif
#ifdef FUSE_POST
#define STORED_POINTS_OF_ROW (LENGTH + 1)
#elif defined(TRUNCATE)
#define STORED_POINTS_OF_ROW (LENGTH / 2 + 1)
#else
#define STORED_POINTS_OF_ROW LENGTH
#endif

/* Runs a statement for each point e of the group's rows of n points that is
   this work-item's: of row `row`, which is transform `number`. */
#define EACH_IN_ORDER(n, statement)                                            \
    _Pragma("unroll") for (int b = 0; b < CEILING(n, T); b++)                  \
    {                                                                          \
        const uint i = (uint)lid + b * (T * C), row = i / (n), e = i % (n);    \
        const uint number = group * C + row;                                   \
        statement;                                                             \
    }
#define IS_IN_GROUP(n) (((b + 1) * T <= (n)) || row < C)

/* ---- load ---- */

#if LOAD == HALF
/* the real parts of both ends, whose imaginary parts are none, are one point */
#define READ_IN_ORDER                                                          \
    {                                                                          \
        const REAL2 v = LOADED_BIN(e);                                         \
        read[b] = v;                                                           \
    }
#define PUT_IN_ORDER                                                           \
    if (e == LENGTH)                                                           \
        ((local REAL *)&exchange[SLOT_OF(row, 0)])[1] = read[b].x;             \
    else if (e == 0)                                                           \
        ((local REAL *)&exchange[SLOT_OF(row, 0)])[0] = read[b].x;             \
    else                                                                       \
        exchange[SLOT_OF(row, e)] = read[b];
#define TAKE_POINT                                                             \
    {                                                                          \
        const REAL2 ends = exchange[SLOT(0)];                                  \
        const REAL2 u = e ? exchange[SLOT(e)] : (REAL2)(ends.x, 0);            \
        const REAL2 v = e ? exchange[SLOT(LENGTH - e)] : (REAL2)(ends.y, 0);   \
        const REAL2 z = tangled(u, v, REAL_ROOT(&a, e));                       \
        re[m] = z.x;                                                           \
        im[m] = z.y;                                                           \
    }
#else
#ifdef LOADS_TWOS
#define LOAD_IN_ORDER(x, y)                                                    \
    if (LIES_IN_TWOS(in, p.in, a.in.stride))                                   \
        load_two(LOAD_ARGUMENTS, &p, e, x, y);                                 \
    else                                                                       \
        load_point(LOAD_ARGUMENTS, &p, e, x, y);
#else
#define LOAD_IN_ORDER(x, y) load_point(LOAD_ARGUMENTS, &p, e, x, y);
#endif
#define READ_IN_ORDER                                                          \
    {                                                                          \
        REAL x, y;                                                             \
        LOAD_IN_ORDER(&x, &y)                                                  \
        read[b] = (REAL2)(x, y);                                               \
    }
#define PUT_IN_ORDER exchange[SLOT_OF(row, e)] = read[b];
#if LOAD == HERMITIAN
#define TAKE_POINT                                                             \
    {                                                                          \
        const bool low = 2 * e <= LENGTH;                                      \
        const REAL2 v = exchange[SLOT(low ? e : LENGTH - e)];                  \
        re[m] = v.x;                                                           \
        im[m] = low ? v.y : -v.y;                                              \
    }
#else
#define TAKE_POINT                                                             \
    {                                                                          \
        const REAL2 v = exchange[READ_SLOT(RADIX0, 0)];                        \
        re[m] = v.x;                                                           \
        im[m] = v.y;                                                           \
    }
#endif
#endif

/* all reads come before the first of them is waited for */
#define LOAD_ROWS                                                              \
    {                                                                          \
        REAL2 read[CEILING(READ_POINTS_OF_ROW, T)];                            \
        EACH_IN_ORDER(READ_POINTS_OF_ROW, read[b] = 0;                         \
            if (IS_IN_GROUP(READ_POINTS_OF_ROW) && number < a.n_transforms) {  \
                const struct place p = place_of(number, &a);                   \
                READ_IN_ORDER                                                  \
            })                                                                 \
        EACH_IN_ORDER(READ_POINTS_OF_ROW,                                      \
            if (IS_IN_GROUP(READ_POINTS_OF_ROW)) { PUT_IN_ORDER })             \
    }                                                                          \
    BARRIER;                                                                   \
    EACH_READ(RADIX0, 1, TAKE_POINT)                                           \
    BARRIER;

/* ---- store ---- */

#ifdef FUSE_POST
/* one of the two bins that come of points k and LENGTH - k */
#define TAKE_BIN                                                               \
    const uint k = 2 * e <= LENGTH ? e : LENGTH - e;                           \
    const REAL2 z = exchange[SLOT_OF(row, k)];                                 \
    const REAL2 y = exchange[SLOT_OF(row, k ? LENGTH - k : 0)];                \
    const REAL2 w = REAL_ROOT(&a, k);                                          \
    REAL zr = z.x, zi = z.y, yr = y.x, yi = y.y;                               \
    untangle(&zr, &zi, &yr, &yi, w.x, w.y);                                    \
    const REAL x = k == e ? zr : yr;                                           \
    const REAL i_x = k == 0 ? 0 : k == e ? zi : yi;
#else
#define TAKE_BIN                                                               \
    const REAL2 z = exchange[SLOT_OF(row, e)];                                 \
    const REAL x = z.x, i_x = z.y;
#endif
#ifdef STORES_TWOS
#define STORE_IN_ORDER                                                         \
    if (LIES_IN_TWOS(out, p.out, a.out.stride))                                \
        store_two(STORE_ARGUMENTS, &p, e, e, x, i_x);                          \
    else                                                                       \
        store_point(STORE_ARGUMENTS, &p, e, e, x, i_x);
#else
#define STORE_IN_ORDER store_point(STORE_ARGUMENTS, &p, e, e, x, i_x);
#endif
#if STORED_POINTS_OF_ROW < LENGTH
#define WRITE_ROWS                                                             \
    EACH_WRITTEN(LAST_RADIX, LAST_SPAN, if (e < STORED_POINTS_OF_ROW)          \
        exchange[WRITTEN_SLOT(LAST_RADIX, LAST_SPAN, 0)] =                     \
            (REAL2)(re[m], im[m]))
#else
#define WRITE_ROWS WRITE_LAST((REAL2)(re[m], im[m]))
#endif
#define STORE_ROWS                                                             \
    BARRIER;                                                                   \
    WRITE_ROWS                                                                 \
    BARRIER;                                                                   \
    EACH_IN_ORDER(STORED_POINTS_OF_ROW,                                        \
        if (IS_IN_GROUP(STORED_POINTS_OF_ROW) && number < a.n_transforms) {    \
            const struct place p = place_of(number, &a);                       \
            TAKE_BIN                                                           \
            STORE_IN_ORDER                                                     \
        })
#endif
