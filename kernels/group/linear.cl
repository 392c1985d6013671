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
#if defined(SHARED) && (defined(RADIX1) || LOAD == HALF || LOAD == HERMITIAN)
#error "LINEAR has a shared stage alone, of points as they are read"
#endif

/* how many points a row has in memory; a spectrum of real data has the first
   half of its bins */
#if LOAD == HALF
#define READ_OF_ROW (LENGTH + 1)
#elif LOAD == HERMITIAN
#define READ_OF_ROW (LENGTH / 2 + 1)
#else
#define READ_OF_ROW LENGTH
#endif
#ifdef FUSE_POST
#define STORED_OF_ROW (LENGTH + 1)
#elif defined(TRUNCATE)
#define STORED_OF_ROW (LENGTH / 2 + 1)
#else
#define STORED_OF_ROW LENGTH
#endif

/* i / n of a point of the group, by one product: exact where i n < 2^23 and
   the product is below 2^32 */
#define ROW_OF(i, n)                                                           \
    (C * (n) * (n) < 1 << 23 && C <= 512 ? (i) * ((1u << 23) / (n) + 1) >> 23  \
                                         : (i) / (n))

/* Runs a statement for each point i of the group's rows, of n points each, that
   is this work-item's. */
#define EACH_IN_ORDER(n, statement)                                            \
    _Pragma("unroll") for (int b = 0; b < CEILING(n, T); b++)                  \
    {                                                                          \
        const uint i = (uint)lid + b * (T * C);                                \
        statement;                                                             \
    }

/*
 * Runs STATEMENT() for point e of the transform at p. Where rows lie side by
 * side without a hole, that is point i of the first row, which takes no
 * division; hooks need the place in the row.
 */
#define EACH_PLACE(n, n_rows, dense, STATEMENT)                                \
    if (dense) {                                                               \
        const struct place p = place_in_group(group * C, 0, &a);               \
        EACH_IN_ORDER(n, if (i < (n_rows) * (n)) {                             \
            const uint e = i;                                                  \
            STATEMENT()                                                        \
        })                                                                     \
    } else {                                                                   \
        EACH_IN_ORDER(n, if (i < (n_rows) * (n)) {                             \
            const uint row = ROW_OF(i, n);                                     \
            const uint e = i - row * (n);                                      \
            const struct place p = place_in_group(group * C + row, row, &a);   \
            STATEMENT()                                                        \
        })                                                                     \
    }
#if LOOPS == 1 && !defined(COUNT_LOOPS)
#define IS_DENSE(side, n) (a.side.stride == 1 && a.loop[0].side == (n))
#else
#define IS_DENSE(side, n) 0
#endif

/* ---- load ---- */

#if BOUNDED_LOAD || defined(WINDOW) || defined(MATRIX) || defined(MEAN)
#define READS_DENSE 0
#elif LOAD == PAIR
#define READS_DENSE IS_DENSE(in, 2 * LENGTH)
#else
#define READS_DENSE IS_DENSE(in, READ_OF_ROW)
#endif

#if LOAD == HALF || LOAD == HERMITIAN
#define READ_IN_ORDER() read[b] = LOADED_BIN(e);
#elif LOAD == REAL_ONLY
#define READ_IN_ORDER()                                                        \
    {                                                                          \
        REAL none;                                                             \
        load_point(LOAD_ARGUMENTS, &p, e, &read[b], &none);                    \
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
#define READ_IN_ORDER()                                                        \
    {                                                                          \
        REAL x, y;                                                             \
        LOAD_IN_ORDER(&x, &y)                                                  \
        read[b] = (REAL2)(x, y);                                               \
    }
#endif

/* Points that become those of the first stage on their way from local memory
   lie there one after the other. */
#if LOAD == REAL_ONLY
typedef REAL read_t;
#define NUMBERS ((local REAL *)exchange)
#define PUT_IN_ORDER NUMBERS[i] = read[b]
#define TAKE_POINT                                                             \
    re[m] = NUMBERS[c * LENGTH + e];                                           \
    im[m] = 0
#elif LOAD == HALF
typedef REAL2 read_t;
#define PUT_IN_ORDER exchange[i] = read[b]
#define TAKE_POINT                                                             \
    REAL2 u = exchange[c * READ_OF_ROW + e];                                   \
    REAL2 v = exchange[c * READ_OF_ROW + LENGTH - e];                          \
    u.y = e ? u.y : 0;                                                         \
    v.y = e ? v.y : 0;                                                         \
    u = tangled(u, v, REAL_ROOT(&a, e));                                       \
    re[m] = u.x;                                                               \
    im[m] = u.y
#elif LOAD == HERMITIAN
typedef REAL2 read_t;
#define PUT_IN_ORDER exchange[i] = read[b]
#define TAKE_POINT                                                             \
    const int x = FIRST_POINT(e);                                              \
    const bool low = 2 * x <= LENGTH;                                          \
    const REAL2 v = exchange[c * READ_OF_ROW + (low ? x : LENGTH - x)];        \
    re[m] = v.x;                                                               \
    im[m] = x == 0 ? 0 : low ? -v.y : v.y
#else
typedef REAL2 read_t;
#if LAYOUT == PADDED || (LAYOUT == PLAIN && LENGTH % 2)
#define PUT_IN_ORDER exchange[SLOTS(i)] = read[b]
#else
#define PUT_IN_ORDER                                                           \
    const uint row = ROW_OF(i, LENGTH);                                        \
    exchange[SLOT_OF(row, i - row * LENGTH)] = read[b]
#endif
#define TAKE_POINT                                                             \
    const REAL2 v = exchange[READ_SLOT(RADIX0, 1, 0)];                         \
    re[m] = v.x;                                                               \
    im[m] = v.y
#endif

#ifdef SHARED
#define TAKE_ROWS
#else
#define TAKE_ROWS                                                              \
    EACH_READ(RADIX0, 1, TAKE_POINT)                                           \
    BARRIER;
#endif

/* all reads come before the first of them is waited for */
#define LOAD_ROWS                                                              \
    const uint n_rows = ROWS_OF_GROUP;                                         \
    {                                                                          \
        read_t read[CEILING(READ_OF_ROW, T)];                                  \
        EACH_IN_ORDER(READ_OF_ROW, read[b] = 0)                                \
        EACH_PLACE(READ_OF_ROW, n_rows, READS_DENSE, READ_IN_ORDER)            \
        EACH_IN_ORDER(READ_OF_ROW, if (i < C * READ_OF_ROW) { PUT_IN_ORDER; }) \
    }                                                                          \
    BARRIER;                                                                   \
    TAKE_ROWS

/* ---- store ---- */

#if defined(GAIN) || defined(MIRROR) || defined(ROTATE) || defined(AXES) ||     \
    defined(BANDS)
#define STORES_DENSE 0
#elif STORE == PAIR
#define STORES_DENSE IS_DENSE(out, 2 * LENGTH)
#else
#define STORES_DENSE IS_DENSE(out, STORED_OF_ROW)
#endif

#ifdef SHARED
#define WRITE_RESULTS                                                          \
    EACH_SHARED_RESULT(exchange[SLOT(e)] = (REAL2)(re[m], im[m]))
#else
#define WRITE_RESULTS WRITE_LAST((REAL2)(re[m], im[m]))
#endif
#ifdef FUSE_POST
/* one of the two bins that come of points k and LENGTH - k */
#define TAKE_BIN                                                               \
    const uint line = ROW_OF(i, STORED_OF_ROW);                                \
    const uint bin = i - line * STORED_OF_ROW;                                 \
    const uint k = 2 * bin <= LENGTH ? bin : LENGTH - bin;                     \
    const REAL2 z = exchange[SLOT_OF(line, k)];                                \
    const REAL2 v = exchange[SLOT_OF(line, k ? LENGTH - k : 0)];               \
    const REAL2 w = REAL_ROOT(&a, k);                                          \
    REAL zr = z.x, zi = z.y, yr = v.x, yi = v.y;                               \
    untangle(&zr, &zi, &yr, &yi, w.x, w.y);                                    \
    const REAL x = k == bin ? zr : yr;                                         \
    const REAL y = k == 0 ? 0 : k == bin ? zi : yi;
#define WRITE_ROWS WRITE_RESULTS
#elif STORE == REAL_ONLY
#define NUMBERS ((local REAL *)exchange)
#define TAKE_BIN const REAL x = NUMBERS[i], y = 0;
#define WRITE_ROWS                                                             \
    EACH_WRITTEN(LAST_RADIX, LAST_SPAN, NUMBERS[c * LENGTH + e] = re[m])
#elif STORED_OF_ROW < LENGTH
#define TAKE_BIN                                                               \
    const REAL2 z = exchange[i];                                               \
    const REAL x = z.x, y = z.y;
#define BIN(e) exchange[c * STORED_OF_ROW + (e)]
#ifdef SHARED
#define WRITE_ROWS                                                             \
    EACH_SHARED_RESULT(if (e < STORED_OF_ROW) BIN(e) = (REAL2)(re[m], im[m]))
#elif defined(KEEPS_FIRST_LEGS)
#define WRITE_ROWS                                                             \
    EACH_WRITTEN(LAST_RADIX, LAST_SPAN, const int x = LAST_POINT(e);           \
                 if (!IS_HIGH(x)) BIN(x) = (REAL2)(re[m], im[m]);              \
                 else if (HAS_MIRROR(x)) BIN(LENGTH - x) =                     \
                     (REAL2)(re[m], -im[m]))
#else
#define WRITE_ROWS                                                             \
    EACH_WRITTEN(LAST_RADIX, LAST_SPAN,                                        \
                 if (e < STORED_OF_ROW) BIN(e) = (REAL2)(re[m], im[m]))
#endif
#else
#if LAYOUT == PADDED || (LAYOUT == PLAIN && LENGTH % 2)
#define TAKE_BIN                                                               \
    const REAL2 z = exchange[SLOTS(i)];                                        \
    const REAL x = z.x, y = z.y;
#else
#define TAKE_BIN                                                               \
    const uint line = ROW_OF(i, LENGTH);                                       \
    const REAL2 z = exchange[SLOT_OF(line, i - line * LENGTH)];                \
    const REAL x = z.x, y = z.y;
#endif
#define WRITE_ROWS WRITE_RESULTS
#endif
#ifdef STORES_TWOS
#define STORE_IN_ORDER()                                                       \
    TAKE_BIN                                                                   \
    if (LIES_IN_TWOS(out, p.out, a.out.stride))                                \
        store_two(STORE_ARGUMENTS, &p, e, e, x, y);                            \
    else                                                                       \
        store_point(STORE_ARGUMENTS, &p, e, e, x, y);
#else
#define STORE_IN_ORDER()                                                       \
    TAKE_BIN                                                                   \
    store_point(STORE_ARGUMENTS, &p, e, e, x, y);
#endif
/* one more bin of half a spectrum */
#define ALL_SLOTS (N_SLOTS + C)
#if defined(RADIX1) || defined(SHARED)
#define BEFORE_ROWS BARRIER;
#else
#define BEFORE_ROWS /* what was read was behind a barrier already */
#endif
#define STORE_ROWS                                                             \
    BEFORE_ROWS                                                                \
    WRITE_ROWS                                                                 \
    BARRIER;                                                                   \
    EACH_PLACE(STORED_OF_ROW, n_rows, STORES_DENSE, STORE_IN_ORDER)
#else
#define ALL_SLOTS N_SLOTS
#endif
