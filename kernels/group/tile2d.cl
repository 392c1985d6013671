/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * tile2d.cl: transforms both axes of a small picture in one launch. A
 * work-group runs COLUMNS pictures, ITEMS work-items each; the points stay in
 * registers and are exchanged through local memory between the stages of an
 * axis, as in group.cl, and once more from the one axis to the other.
 *
 *   LENGTH, RADIX0..RADIX2   complex points of a row; product of the radices
 *   ACROSS, ACROSS0..ACROSS2 the same of a column
 *   BINS          columns that are transformed: LENGTH of complex data; of real
 *                 data half a spectrum, LENGTH + 1 of an even length, whose
 *                 pairs are one point each
 *   ACROSS_FIRST  columns, then rows: half a spectrum becomes real data
 *   ITEMS, COLUMNS
 *   LAYOUT        PLAIN rows one behind the other | PADDED with a hole every 32
 *                 words
 *   SPLIT         real and imaginary parts are exchanged one after the other
 *   PARTS         they are exchanged part by part, ACROSS / PARTS rows at once
 *   ACROSS_WINDOW the second axis has a window too
 *   FREE_GROUP_SIZE  the compiler gets how many registers there are, not how
 *                 many work-items: it takes no heed of the former else
 *
 * Loop 0 are the rows, TILE2D in place.cl. Roots are computed: an axis is so
 * short that tables gain nothing, and a launch has two buffers alone.
 */
#include "common/access.cl"
#include "common/butterfly.cl"
#include "group/exchange.cl"

#if !defined(LENGTH) || !defined(RADIX0) || !defined(ACROSS) ||                \
    !defined(ACROSS0) || !defined(BINS)
#error "LENGTH, ACROSS, their radices and BINS must be defined"
#endif

/*
 * ---- an axis A: ROW or COLUMN ----
 *
 * Line l has POINTS points; butterfly j is step `step` of line `line`. Work-
 * items side by side take points side by side in a row, whatever the axis.
 */
#define ROW_LINES ACROSS
#define ROW_POINTS LENGTH
#define ROW_LINE(R, j) ((j) / (LENGTH / (R)))
#define ROW_STEP(R, j) ((j) % (LENGTH / (R)))
#define ROW_ROW(line, e) (line)
#define ROW_COLUMN(line, e) (e)

#define COLUMN_LINES BINS
#define COLUMN_POINTS ACROSS
#define COLUMN_LINE(R, j) ((j) % BINS)
#define COLUMN_STEP(R, j) ((j) / BINS)
#define COLUMN_ROW(line, e) (e)
#define COLUMN_COLUMN(line, e) (line)

#define ALL_BUTTERFLIES(A, R)                                                  \
    (JOIN(A, _LINES) * (JOIN(A, _POINTS) / (R)))

/* butterflies of radix R that a work-item runs */
#define ROUNDS(A, R) CEILING(ALL_BUTTERFLIES(A, R), T)
#define TAKEN(A, R) (ROUNDS(A, R) * (R))

#ifdef RADIX2
#define ROW_LAST RADIX2
#define ROW_TAKEN LARGER(LARGER(TAKEN(ROW, RADIX0), TAKEN(ROW, RADIX1)),       \
                         TAKEN(ROW, RADIX2))
#elif defined(RADIX1)
#define ROW_LAST RADIX1
#define ROW_TAKEN LARGER(TAKEN(ROW, RADIX0), TAKEN(ROW, RADIX1))
#else
#define ROW_LAST RADIX0
#define ROW_TAKEN TAKEN(ROW, RADIX0)
#endif
#ifdef ACROSS2
#define COLUMN_LAST ACROSS2
#define COLUMN_TAKEN                                                           \
    LARGER(LARGER(TAKEN(COLUMN, ACROSS0), TAKEN(COLUMN, ACROSS1)),             \
           TAKEN(COLUMN, ACROSS2))
#elif defined(ACROSS1)
#define COLUMN_LAST ACROSS1
#define COLUMN_TAKEN LARGER(TAKEN(COLUMN, ACROSS0), TAKEN(COLUMN, ACROSS1))
#else
#define COLUMN_LAST ACROSS0
#define COLUMN_TAKEN TAKEN(COLUMN, ACROSS0)
#endif
#define REGISTERS LARGER(ROW_TAKEN, COLUMN_TAKEN)

/* ---- local memory ---- */

#define PART_ROWS (ACROSS / PARTS)
#define PITCH LARGER(LENGTH, BINS)
#define PART_POINTS (PART_ROWS * PITCH)

#if LAYOUT == PLAIN
#define SLOTS(n) (n)
#define HOLE 1
#else
#define SLOTS(n) ((n) + ((n) >> PAD_SHIFT))
#define HOLE (1 << PAD_SHIFT)
#endif
#define SLOT(row, column) SLOTS(c * PART_POINTS + (row) * PITCH + (column))
#define N_SLOTS SLOTS(PART_POINTS * C)

/* of leg k, point `first` + k S of a line, the first one a multiple of M and
   less than S more; in part h */
#define ROW_UNIT 1
#define COLUMN_UNIT PITCH
#define LEG_SLOT(A, first, S, M, k, h)                                         \
    (ARE_APART((S) * JOIN(A, _UNIT), (M) * JOIN(A, _UNIT), PITCH)              \
         ? SLOT(JOIN(A, _ROW)(line, first), JOIN(A, _COLUMN)(line, first)) +   \
               SLOTS((k) * (S) * JOIN(A, _UNIT)) - SLOTS((h) * PART_POINTS)    \
         : SLOT(row - (h) * PART_ROWS, column))

/* ---- stages ---- */

/* whether round b of radix R exists for this work-item; a constant if even */
#define ACTIVE(A, R, b)                                                        \
    (ALL_BUTTERFLIES(A, R) % T == 0 || t + (b) * T < ALL_BUTTERFLIES(A, R))

#define BUTTERFLIES(A, R)                                                      \
    _Pragma("unroll") for (uint b = 0; b < ROUNDS(A, R); b++)                  \
        JOIN(butterfly, R)(re + b * R, im + b * R);

#define TWIDDLES(A, R, S)                                                      \
    _Pragma("unroll") for (uint b = 0; b < ROUNDS(A, R); b++)                  \
        TWIST_BY_POLYNOMIAL(R, S, JOIN(A, _STEP)(R, t + b * T) % (S), b * R)

/* where the outputs of each butterfly of a stage with span S go */
#define WRITTEN_SLOT(A, R, S, h) LEG_SLOT(A, o, S, (S) * (R), k, h)
#define EACH_WRITTEN(A, R, S, statement)                                       \
    _Pragma("unroll") for (uint b = 0; b < ROUNDS(A, R);                       \
                           b++) if (ACTIVE(A, R, b))                           \
    {                                                                          \
        const uint line = JOIN(A, _LINE)(R, t + b * T);                        \
        const uint step = JOIN(A, _STEP)(R, t + b * T);                        \
        const uint o = step / (S) * ((S) * (R)) + step % (S);                  \
        _Pragma("unroll") for (uint k = 0; k < R; k++)                         \
        {                                                                      \
            const uint m = b * R + k;                                          \
            const uint row = JOIN(A, _ROW)(line, o + k * (S));                 \
            const uint column = JOIN(A, _COLUMN)(line, o + k * (S));           \
            statement;                                                         \
        }                                                                      \
    }

#define READ_SLOT(A, R, h)                                                     \
    LEG_SLOT(A, step, JOIN(A, _POINTS) / (R), JOIN(A, _POINTS), k, h)
#define EACH_READ(A, R, statement)                                             \
    _Pragma("unroll") for (uint b = 0; b < ROUNDS(A, R);                       \
                           b++) if (ACTIVE(A, R, b))                           \
    {                                                                          \
        const uint line = JOIN(A, _LINE)(R, t + b * T);                        \
        const uint step = JOIN(A, _STEP)(R, t + b * T);                        \
        _Pragma("unroll") for (uint k = 0; k < R; k++)                         \
        {                                                                      \
            const uint m = b * R + k;                                          \
            const uint e = step + k * (JOIN(A, _POINTS) / (R));                \
            const uint row = JOIN(A, _ROW)(line, e);                           \
            const uint column = JOIN(A, _COLUMN)(line, e);                     \
            statement;                                                         \
        }                                                                      \
    }

/*
 * ---- from stage to stage ----
 *
 * What is taken: a point; or, from axis to axis of real data, the two of which
 * a bin is made, or a point of a row. Of an even length bins k and LENGTH - k
 * go together (complex.cl), of an odd one a point and its mirror are one.
 */
#define TAKE(n, to, A, R, h) to[m] = exchange[READ_SLOT(A, R, h)]
#define TAKE_REST
#if BINS == LENGTH
#define TAKE_TURN TAKE
#define TURNED(A, R)
#elif BINS == LENGTH + 1
#define OTHERS
#ifdef ACROSS_FIRST
#define ONE(column) (column)
#define OTHER(column) (LENGTH - (column))
#else
#define ONE(column) ((column) == LENGTH ? 0 : (column))
#define OTHER(column) ((column) ? LENGTH - (column) : 0)
#endif
#define TAKE_TURN(n, to, A, R, h)                                              \
    to[m] = exchange[SLOT(row - h * PART_ROWS, ONE(column))];                  \
    JOIN(other_, n)[m] = exchange[SLOT(row - h * PART_ROWS, OTHER(column))]
#define TAKE_TURN_REST                                                         \
    other_re[m] = other_v[m].x;                                                \
    other_im[m] = other_v[m].y
#define TURNED(A, R)                                                           \
    EACH_READ(A, R, join_halves(column, &re[m], &im[m], other_re[m],           \
                                other_im[m]))
#elif defined(ACROSS_FIRST)
#define IS_LOW(column) (2 * (column) < LENGTH)
#define TAKE_TURN(n, to, A, R, h)                                              \
    to[m] = exchange[SLOT(row - h * PART_ROWS,                                 \
                          IS_LOW(column) ? (column) : LENGTH - (column))]
#define TAKE_TURN_REST
#define TURNED(A, R)                                                           \
    EACH_READ(A, R, im[m] = column ? IS_LOW(column) ? im[m] : -im[m] : 0)
#else
#define TAKE_TURN TAKE
#define TURNED(A, R)
#endif

#ifdef OTHERS
/* Bin k of a row, or point k of what makes it, of what lies at k and at
   LENGTH - k: one of the two that untangle() or tangle() makes. */
INLINE void join_halves(uint k, REAL *re, REAL *im, REAL other_re,
                        REAL other_im)
{
    const REAL2 w = root_by_polynomial(k, 2 * LENGTH, 2.0f / LENGTH);
#ifdef ACROSS_FIRST
    /* both are conjugated, as the transform of the columns left them */
    const REAL2 z = tangled((REAL2)(*re, k ? -*im : 0),
                            (REAL2)(other_re, k ? -other_im : 0), w);

    *re = z.x;
    *im = z.y;
#else
    untangle(re, im, &other_re, &other_im, w.x, w.y);
#endif
}
#endif

#if PARTS > 1
/* Part h has the rows h * PART_ROWS and up. A leg lies in one part where the
   parts' borders are legs' borders: a constant. */
#define ROW_READS(R, h) (row / PART_ROWS == (h))
#define COLUMN_READS(R, h)                                                     \
    ((R) % PARTS == 0 ? k / ((R) / PARTS) == (h) : row / PART_ROWS == (h))
#define MOVE(A, RA, SA, B, RB, n, value, GET, took)                            \
    {                                                                          \
        exchange_t moved[REGISTERS];                                           \
        _Pragma("unroll") for (uint h = 0; h < PARTS; h++)                     \
        {                                                                      \
            if (h)                                                             \
                BARRIER;                                                       \
            EACH_WRITTEN(A, RA, SA, if (row / PART_ROWS == h)                  \
                exchange[WRITTEN_SLOT(A, RA, SA, h)] = value)                  \
            BARRIER;                                                           \
            EACH_READ(B, RB, if (JOIN(B, _READS)(RB, h)) {                     \
                GET(n, moved, B, RB, h); })                                    \
        }                                                                      \
        _Pragma("unroll") for (uint m = 0; m < TAKEN(B, RB); m++)              \
        {                                                                      \
            took;                                                              \
        }                                                                      \
    }
#else
#define MOVE(A, RA, SA, B, RB, n, value, GET, took)                            \
    {                                                                          \
        exchange_t moved[REGISTERS];                                           \
        EACH_WRITTEN(A, RA, SA, exchange[WRITTEN_SLOT(A, RA, SA, 0)] = value)  \
        BARRIER;                                                               \
        EACH_READ(B, RB, GET(n, moved, B, RB, 0); took)                        \
    }
#endif

#ifdef SPLIT
#define EXCHANGE(A, RA, SA, B, RB, GET)                                        \
    MOVE(A, RA, SA, B, RB, re, re[m], GET, re[m] = moved[m])                   \
    BARRIER;                                                                   \
    MOVE(A, RA, SA, B, RB, im, im[m], GET, im[m] = moved[m])
#else
#define EXCHANGE(A, RA, SA, B, RB, GET)                                        \
    MOVE(A, RA, SA, B, RB, v, ((REAL2)(re[m], im[m])), GET,                    \
         re[m] = moved[m].x; im[m] = moved[m].y; JOIN(GET, _REST))
#endif

#define NEXT_STAGE(FENCE, A, RA, SA, RB)                                       \
    FENCE EXCHANGE(A, RA, SA, A, RB, TAKE)                                     \
    TWIDDLES(A, RB, SA * RA) BUTTERFLIES(A, RB)
#define FENCED BARRIER;

#ifdef RADIX1
#define ROW_STAGE1(FENCE) NEXT_STAGE(FENCE, ROW, RADIX0, 1, RADIX1)
#define FENCE_AFTER_ROW FENCED
#else
#define ROW_STAGE1(FENCE)
#define FENCE_AFTER_ROW
#endif
#ifdef RADIX2
#define ROW_STAGE2 NEXT_STAGE(FENCED, ROW, RADIX1, RADIX0, RADIX2)
#else
#define ROW_STAGE2
#endif
#ifdef ACROSS1
#define COLUMN_STAGE1(FENCE) NEXT_STAGE(FENCE, COLUMN, ACROSS0, 1, ACROSS1)
#define FENCE_AFTER_COLUMN FENCED
#else
#define COLUMN_STAGE1(FENCE)
#define FENCE_AFTER_COLUMN
#endif
#ifdef ACROSS2
#define COLUMN_STAGE2 NEXT_STAGE(FENCED, COLUMN, ACROSS1, ACROSS0, ACROSS2)
#else
#define COLUMN_STAGE2
#endif

#define ROW_STAGES(FENCE)                                                      \
    BUTTERFLIES(ROW, RADIX0) ROW_STAGE1(FENCE) ROW_STAGE2
#define COLUMN_STAGES(FENCE)                                                   \
    BUTTERFLIES(COLUMN, ACROSS0) COLUMN_STAGE1(FENCE) COLUMN_STAGE2

#define ROW_FIRST RADIX0
#define COLUMN_FIRST ACROSS0
#define ROW_LAST_SPAN (LENGTH / ROW_LAST)
#define COLUMN_LAST_SPAN (ACROSS / COLUMN_LAST)

#ifdef ACROSS_FIRST
#define FIRST_AXIS COLUMN
#define SECOND_AXIS ROW
#define FIRST_STAGES COLUMN_STAGES()
#define SECOND_STAGES ROW_STAGES(FENCED)
#else
#define FIRST_AXIS ROW
#define SECOND_AXIS COLUMN
#define FIRST_STAGES ROW_STAGES()
#define SECOND_STAGES COLUMN_STAGES(FENCED)
#endif

#ifdef ACROSS_WINDOW
#define WINDOW_ROW(row, m)                                                     \
    re[m] *= across_window[row];                                               \
    im[m] *= across_window[row]
#else
#define WINDOW_ROW(row, m)
#endif

#ifdef AXES
#define STORED_ROW(q, row)                                                     \
    (q)->mirror = (q)->out + MIRROR_AT(&a, 0, row);                            \
    (q)->out += LINE_AT(&a, 0, row)
#else
#define STORED_ROW(q, row)                                                     \
    (q)->out += (offset_t)(row) * (offset_t)a.loop[0].out
#endif

#define LOAD_ALL(load)                                                         \
    EACH_READ(FIRST_AXIS, JOIN(FIRST_AXIS, _FIRST), struct place q = p;        \
              q.in += (offset_t)row * (offset_t)a.loop[0].in;              \
              load(LOAD_ARGUMENTS, &q, column, &re[m], &im[m]);                \
              WINDOW_ROW(row, m))
#define STORE_ALL(store)                                                       \
    EACH_WRITTEN(SECOND_AXIS, JOIN(SECOND_AXIS, _LAST),                        \
                 JOIN(SECOND_AXIS, _LAST_SPAN), struct place q = p;            \
                 STORED_ROW(&q, row);                                          \
                 store(STORE_ARGUMENTS, &q, column, column, re[m], im[m]))

kernel
#ifndef FREE_GROUP_SIZE
    __attribute__((reqd_work_group_size(T * C, 1, 1)))
#endif
void pass_tile2d(PASS_PARAMETERS)
{
    PASS_ABSENT
    local exchange_t exchange[N_SLOTS];
    const uint group = get_group_id(0) + get_group_id(1) * get_num_groups(0);
    const uint t = get_local_id(0) % T, c = get_local_id(0) / T;
    const bool valid = group * C + c < a.n_transforms;
    /* beyond the last picture it repeats another one, which is not stored */
    const struct place p =
        place_of(valid ? group * C + c : SPARE_TRANSFORM, &a);
    REAL re[REGISTERS], im[REGISTERS];

#pragma unroll
    for (uint m = 0; m < REGISTERS; m++)
        re[m] = im[m] = 0;
    if (READS) {
        LOAD_BY_TWOS(LIES_IN_TWOS(in, p.in, a.in.stride) &&
                     a.loop[0].in % 2 == 0)
    }

    FIRST_STAGES
    {
#ifdef OTHERS
        REAL other_re[REGISTERS], other_im[REGISTERS];
#ifndef SPLIT
        REAL2 other_v[REGISTERS];
#endif
#endif
        JOIN(FENCE_AFTER_, FIRST_AXIS)
        EXCHANGE(FIRST_AXIS, JOIN(FIRST_AXIS, _LAST),
                 JOIN(FIRST_AXIS, _LAST_SPAN), SECOND_AXIS,
                 JOIN(SECOND_AXIS, _FIRST), TAKE_TURN)
        TURNED(SECOND_AXIS, JOIN(SECOND_AXIS, _FIRST))
    }
    SECOND_STAGES

    BEFORE_STORES
    if (valid) {
        STORE_BY_TWOS(LIES_IN_TWOS(out, p.out, a.out.stride) &&
                      a.loop[0].out % 2 == 0)
    }
}
