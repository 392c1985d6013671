/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * stages.cl: the stages of a work-item of group.cl between its first load and
 * its last store: butterflies, roots, exchanges. group.cl explains the defines.
 */
#define PITCH 2

#if !defined(LENGTH) || !defined(RADIX0)
#error "LENGTH and RADIX0 must be defined"
#endif

/*
 * Real data of an odd length take about half of the work. Of real points a
 * first butterfly has outputs k and RADIX0 - k conjugated, so legs 0 to
 * RADIX0 / 2 alone are kept, and all later stages run those columns alone. Half
 * a spectrum runs the mirror image of that: the last stage reads legs 0 to
 * LAST_RADIX / 2, of which the others are conjugates, and the stages before it
 * make no more.
 */
#if defined(LINEAR) && defined(RADIX1)
#if LOAD == REAL_ONLY
#define KEEPS_FIRST_LEGS
#elif LOAD == HERMITIAN
#define KEEPS_LAST_LEGS
#endif
#endif
#define KEPT(R) ((R) / 2 + 1)

/* butterflies of radix R that a work-item runs, at most */
#define ROUNDS(R) CEILING(LENGTH / (R), T)

#ifdef SHARED
#define LOADED_REGISTERS CEILING(LENGTH, T)
#define REGISTERS0 LARGER(LOADED_REGISTERS, SHARED_ROUNDS * LEGS_EACH)
#else
#define LOADED_REGISTERS (ROUNDS(RADIX0) * RADIX0)
#define REGISTERS0 LOADED_REGISTERS
#endif
#ifdef RADIX1
#define REGISTERS1 LARGER(REGISTERS0, ROUNDS(RADIX1) * RADIX1)
#ifdef KEEPS_FIRST_LEGS
#define SPAN1 KEPT(RADIX0)
#else
#define SPAN1 RADIX0
#endif
#ifdef SHARED
#define TABLE1 SHARED_TABLE
#else
#define TABLE1 0
#endif
#define LAST_RADIX RADIX1
#else
#define REGISTERS1 REGISTERS0
#define LAST_RADIX RADIX0
#endif
#ifdef RADIX2
#define REGISTERS2 LARGER(REGISTERS1, ROUNDS(RADIX2) * RADIX2)
#define SPAN2 (SPAN1 * RADIX1)
#define TABLE2 (TABLE1 + (RADIX1 - 1) * CIRCLE(SPAN1))
#undef LAST_RADIX
#define LAST_RADIX RADIX2
#else
#define REGISTERS2 REGISTERS1
#endif
#ifdef RADIX3
#define REGISTERS3 LARGER(REGISTERS2, ROUNDS(RADIX3) * RADIX3)
#define SPAN3 (SPAN2 * RADIX2)
#define TABLE3 (TABLE2 + (RADIX2 - 1) * CIRCLE(SPAN2))
#undef LAST_RADIX
#define LAST_RADIX RADIX3
#else
#define REGISTERS3 REGISTERS2
#endif
#ifdef RADIX4
#define REGISTERS LARGER(REGISTERS3, ROUNDS(RADIX4) * RADIX4)
#define SPAN4 (SPAN3 * RADIX3)
#define TABLE4 (TABLE3 + (RADIX3 - 1) * CIRCLE(SPAN3))
#undef LAST_RADIX
#define LAST_RADIX RADIX4
#else
#define REGISTERS REGISTERS3
#endif
#define LAST_SPAN N_BUTTERFLIES(LAST_RADIX, 0)

/*
 * Of the stage of radix R and span S, the first one having span 1: how many
 * butterflies it has, how many legs it reads and writes, the points of which S
 * has so many, and where column q of S is among them.
 */
#if defined(KEEPS_FIRST_LEGS)
#define N_BUTTERFLIES(R, S)                                                    \
    ((S) == 1 ? LENGTH / (R) : LENGTH / RADIX0 * KEPT(RADIX0) / (R))
#define LEGS_READ(R, S) (R)
#define LEGS_WRITTEN(R, S) ((S) == 1 ? KEPT(R) : (R))
#define CIRCLE(S) ((S) / KEPT(RADIX0) * RADIX0)
#define COLUMN(q, S)                                                           \
    ((q) % (S) / KEPT(RADIX0) * RADIX0 + (q) % (S) % KEPT(RADIX0))
#elif defined(KEEPS_LAST_LEGS)
#define IS_LAST(S) ((S) == 0 || (S) == LENGTH / LAST_RADIX)
#define N_BUTTERFLIES(R, S)                                                    \
    (IS_LAST(S) ? LENGTH / (R)                                                 \
                : LENGTH / LAST_RADIX * KEPT(LAST_RADIX) / (R))
#define LEGS_READ(R, S) (IS_LAST(S) ? KEPT(R) : (R))
#define LEGS_WRITTEN(R, S) (R)
#define CIRCLE(S) (S)
#define COLUMN(q, S) ((q) % (S))
#else
#define N_BUTTERFLIES(R, S) (LENGTH / (R))
#define LEGS_READ(R, S) (R)
#define LEGS_WRITTEN(R, S) (R)
#define CIRCLE(S) (S)
#define COLUMN(q, S) ((q) % (S))
#endif

/* which point of the transform is point e of the first stage, or result e of
   the last one */
#ifdef KEEPS_LAST_LEGS
#define FIRST_POINT(e)                                                         \
    ((e) / KEPT(LAST_RADIX) * LAST_RADIX + (e) % KEPT(LAST_RADIX))
#else
#define FIRST_POINT(e) (e)
#endif
#ifdef KEEPS_FIRST_LEGS
#define LAST_POINT(e)                                                          \
    ((e) / KEPT(RADIX0) * RADIX0 + (e) % KEPT(RADIX0))
/* a result of the upper half is the conjugate of one of the lower half, which
   is not among the results unless its leg of the first stage is 0 */
#define IS_HIGH(e) (2 * (e) > LENGTH)
#define HAS_MIRROR(e) ((e) % RADIX0 != 0)
#else
#define LAST_POINT(e) (e)
#define IS_HIGH(e) 0
#define HAS_MIRROR(e) 0
#endif

/* ---- local memory ---- */

#define PART_LENGTH (LENGTH / PARTS)

/* SLOT_OF: of point e of transform c; SLOTS, HOLE: see ARE_APART */
#if LAYOUT == PLAIN && defined(LINEAR)
#define SLOT_OF(c, e) ((c) * (LENGTH | 1) + (e))
#define SLOTS(n) (n)
#define HOLE 1
#define N_SLOTS ((LENGTH | 1) * C)
#elif LAYOUT == PLAIN
#define SLOT_OF(c, e) ((e) * C + (c))
#define SLOTS(n) ((n) * C)
#define HOLE 1
#define N_SLOTS (PART_LENGTH * C)
#elif LAYOUT == PADDED
#define SLOT_OF(c, e) SLOTS((c) * PART_LENGTH + (e))
#define SLOTS(n) ((n) + ((n) >> PAD_SHIFT))
#define HOLE (1 << PAD_SHIFT)
#define N_SLOTS SLOTS(PART_LENGTH * C)
#else
#define PADDED_ROW (PART_LENGTH + PART_LENGTH / 32)
#define ROW_PITCH (PADDED_ROW + (32 / C + 32 - PADDED_ROW % 32) % 32)
#define SLOT_OF(c, e) ((c) * ROW_PITCH + SLOTS(e))
#define SLOTS(n) ((n) + ((n) >> 5))
#define HOLE 32
#define N_SLOTS (ROW_PITCH * C)
#endif

/*
 * In parts the compiler must see the range of t and c. Otherwise it cannot tell
 * which part a butterfly stores to, and stores to each under a condition. Whole
 * exchanges are the same either way. Figures: docs/internals/notes.md,
 * "stages.cl".
 */
#if PARTS > 1
#define IN_RANGE(x, n) ((int)((uint)(x) % (n)))
#else
#define IN_RANGE(x, n) (x)
#endif
#define SLOT(e) SLOT_OF(IN_RANGE(c, C), e)
/* of leg k, point `first` + k S: a multiple of M, less than S and k S; in part
   h */
#define LEG_SLOT(first, S, M, k, h)                                            \
    (ARE_APART(S, M, PARTS * C == 1 ? 0 : PART_LENGTH)                         \
         ? SLOT(first) + SLOTS((k) * (S)) - SLOTS((h) * PART_LENGTH)           \
         : SLOT((first) + (k) * (S) - (h) * PART_LENGTH))

/* ---- stages ---- */

/* whether round b of such a stage exists for this work-item; a constant if
   even */
#define ACTIVE(R, S, b)                                                        \
    ((b) * T < N_BUTTERFLIES(R, S) && (N_BUTTERFLIES(R, S) % T == 0 ||         \
                                       t + (b) * T < N_BUTTERFLIES(R, S)))

/* Whether the leg that begins at `first` has points, or results. A convolution
   has none in its upper half, but a zoom may have more of one than of the
   other. */
#if defined(BLUESTEIN) && !defined(ZOOM)
#define IS_PRESENT(first) (2 * (first) < LENGTH)
#else
#define IS_PRESENT(first) 1
#endif

#define BUTTERFLIES(R)                                                         \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(R); b++)                      \
        JOIN(butterfly, R)(re + b * R, im + b * R);

/* The root of leg k in round b of stage n. One pointer for each butterfly plus
   a constant is faster, except for columns of pictures. Figures:
   docs/internals/notes.md, "stages.cl". */
#if LOAD_COLUMNS && STORE_COLUMNS && INNER == 0
#define TWIDDLE(n, R, S, b, k)                                                 \
    twiddle[TABLE##n + ((k) - 1) * CIRCLE(S) +                                 \
            COLUMN(BUTTERFLY(t_store, b, R, S), S)]
#else
#define TWIDDLE(n, R, S, b, k)                                                 \
    (twiddle + TABLE##n +                                                      \
     COLUMN(BUTTERFLY(t_store, b, R, S), S))[((k) - 1) * CIRCLE(S)]
#endif

#ifdef EARLY
#define EARLY_TWIDDLES(n, R, S)                                                \
    REAL2 w##n[ROUNDS(R) * (R)];                                               \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(R); b++)                      \
    {                                                                          \
        _Pragma("unroll") for (int k = 1; k < R; k++)                          \
            w##n[b * (R) + k] = TWIDDLE(n, R, S, b, k);                        \
    }
#define ROOT_OF_LEG(n, R, S, b, k) w##n[(b) * (R) + (k)]
#else
#define EARLY_TWIDDLES(n, R, S)
#define ROOT_OF_LEG(n, R, S, b, k) TWIDDLE(n, R, S, b, k)
#endif

/*
 * Applied after the first exchange, so for the work-item that holds the points
 * from then on. Unless EARLY, each root is read where it is needed: reading all
 * roots of a stage at once takes too many registers. Figures:
 * docs/internals/notes.md, "stages.cl".
 */
#ifndef STAGES_BY_POLYNOMIAL
#define TWIDDLES(n, R, S)                                                      \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(R); b++)                      \
    {                                                                          \
        _Pragma("unroll") for (int k = 1; k < R; k++)                          \
        {                                                                      \
            const REAL2 w = ROOT_OF_LEG(n, R, S, b, k);                        \
            COMPLEX_MULTIPLY(re[b * R + k], im[b * R + k], w.x, w.y);          \
        }                                                                      \
    }
#else
#define TWIDDLES(n, R, S)                                                      \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(R); b++)                      \
        TWIST_BY_POLYNOMIAL(R, CIRCLE(S),                                      \
                            COLUMN((uint)BUTTERFLY(t_store, b, R, S), S),      \
                            b * R)
#endif

/* where the outputs of butterfly j of a stage with span S go: leg k, of register
   m, is point e */
#define WRITTEN_SLOT(R, S, h)                                                  \
    LEG_SLOT(o, S, (S) * LEGS_WRITTEN(R, S), k, h)
#define EACH_WRITTEN(R, S, statement)                                          \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(R); b++) if (ACTIVE(R, S, b)) \
    {                                                                          \
        const int j = BUTTERFLY(IN_RANGE(t, T), b, R, S);                      \
        const int o = j / (S) * ((S) * LEGS_WRITTEN(R, S)) + j % (S);          \
        _Pragma("unroll") for (int k = 0; k < LEGS_WRITTEN(R, S); k++)         \
        {                                                                      \
            const int e = o + k * (S), m = b * R + k;                          \
            statement;                                                         \
        }                                                                      \
    }

#define READ_SLOT(R, S, h)                                                     \
    LEG_SLOT(j, N_BUTTERFLIES(R, S),                                           \
             N_BUTTERFLIES(R, S) * LEGS_READ(R, S), k, h)
#define EACH_READ(R, S, statement)                                             \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(R); b++) if (ACTIVE(R, S, b)) \
    {                                                                          \
        const int j = BUTTERFLY(IN_RANGE(t, T), b, R, S);                      \
        _Pragma("unroll") for (int k = 0; k < LEGS_READ(R, S); k++)            \
        {                                                                      \
            const int e = j + k * N_BUTTERFLIES(R, S), m = b * R + k;          \
            statement;                                                         \
        }                                                                      \
    }

/* point i of the transform is in register b */
#define EACH_POINT(statement)                                                  \
    _Pragma("unroll") for (int b = 0; b < CEILING(LENGTH, T); b++)             \
        if (LENGTH % T == 0 || t + b * T < LENGTH)                             \
    {                                                                          \
        const int i = t + b * T;                                               \
        statement;                                                             \
    }

#define NEXT_SPAN(R, S) ((S) * LEGS_WRITTEN(R, S))

/* before the first stage and behind the last one */
#ifdef SHARED
#define READ_FIRST(took)                                                       \
    EACH_POINT(const exchange_t v = exchange[SLOT(i)]; const int m = b; took)
#else
#define READ_FIRST(took)                                                       \
    EACH_READ(RADIX0, 1, const exchange_t v = exchange[READ_SLOT(RADIX0, 1, 0)];\
              took)
#endif
#define WRITE_LAST(value)                                                      \
    EACH_WRITTEN(LAST_RADIX, LAST_SPAN,                                        \
                 exchange[WRITTEN_SLOT(LAST_RADIX, LAST_SPAN, 0)] = value)

#if LOAD_COLUMNS == STORE_COLUMNS
#define EXCHANGE_TURN
#define EXCHANGE_TURN_BACK
#else
/* the first exchange also turns tiles: from here on the other lane order */
#define EXCHANGE_TURN                                                          \
    t = t_store;                                                               \
    c = c_store;
#define EXCHANGE_TURN_BACK                                                     \
    t = t_load;                                                                \
    c = c_load;
#endif

#if PARTS > 1
/*
 * Part h has the points h * PART_LENGTH and up. What a butterfly stores lies in
 * one part if its outputs do, what it reads of leg k too if the parts' borders
 * are legs' borders: then the compiler sees whole butterflies and whole legs.
 */
#define STORES_TO(R, S, h)                                                     \
    (PART_LENGTH % ((R) * (S)) == 0 ? o / PART_LENGTH == (h)                   \
                                    : e / PART_LENGTH == (h))
#define READS_FROM(R, h)                                                       \
    ((R) % PARTS == 0 ? k / ((R) / PARTS) == (h) : e / PART_LENGTH == (h))
#define MOVE(RA, SA, RB, value, took, TURN, TURN_BACK)                         \
    {                                                                          \
        exchange_t moved[REGISTERS];                                           \
        _Pragma("unroll") for (int h = 0; h < PARTS; h++)                      \
        {                                                                      \
            if (h) {                                                           \
                TURN_BACK BARRIER;                                             \
            }                                                                  \
            EACH_WRITTEN(RA, SA, if (STORES_TO(RA, SA, h))                     \
                exchange[WRITTEN_SLOT(RA, SA, h)] = value)                     \
            BARRIER;                                                           \
            TURN EACH_READ(RB, (SA) * (RA), if (READS_FROM(RB, h))             \
                moved[m] = exchange[READ_SLOT(RB, (SA) * (RA), h)])            \
        }                                                                      \
        _Pragma("unroll") for (int m = 0; m < ROUNDS(RB) * (RB); m++)          \
        {                                                                      \
            const exchange_t v = moved[m];                                     \
            took;                                                              \
        }                                                                      \
    }
#else
#define MOVE(RA, SA, RB, value, took, TURN, TURN_BACK)                         \
    EACH_WRITTEN(RA, SA, exchange[WRITTEN_SLOT(RA, SA, 0)] = value)            \
    BARRIER;                                                                   \
    TURN EACH_READ(RB, NEXT_SPAN(RA, SA),                                      \
                   const exchange_t v =                                        \
                       exchange[READ_SLOT(RB, NEXT_SPAN(RA, SA), 0)];          \
                   took)
#endif

#ifdef SPLIT
#define EXCHANGE_BETWEEN(RA, SA, RB, TURN, TURN_BACK)                          \
    MOVE(RA, SA, RB, re[m], re[m] = v, TURN, TURN_BACK)                        \
    TURN_BACK BARRIER;                                                         \
    MOVE(RA, SA, RB, im[m], im[m] = v, TURN, TURN_BACK)
#else
#define EXCHANGE_BETWEEN(RA, SA, RB, TURN, TURN_BACK)                          \
    MOVE(RA, SA, RB, ((REAL2)(re[m], im[m])), re[m] = v.x; im[m] = v.y, TURN,  \
         TURN_BACK)
#endif

#define FIRST_EXCHANGE(RA, SA, RB)                                             \
    EXCHANGE_BETWEEN(RA, SA, RB, EXCHANGE_TURN, EXCHANGE_TURN_BACK)
#define NEXT_EXCHANGE(RA, SA, RB)                                              \
    BARRIER;                                                                   \
    EXCHANGE_BETWEEN(RA, SA, RB, , )

#if defined(RADIX4)
#define EARLY_ALL                                                              \
    EARLY_TWIDDLES(1, RADIX1, SPAN1)                                           \
    EARLY_TWIDDLES(2, RADIX2, SPAN2)                                           \
    EARLY_TWIDDLES(3, RADIX3, SPAN3)                                           \
    EARLY_TWIDDLES(4, RADIX4, SPAN4)
#elif defined(RADIX3)
#define EARLY_ALL                                                              \
    EARLY_TWIDDLES(1, RADIX1, SPAN1)                                           \
    EARLY_TWIDDLES(2, RADIX2, SPAN2)                                           \
    EARLY_TWIDDLES(3, RADIX3, SPAN3)
#elif defined(RADIX2)
#define EARLY_ALL                                                              \
    EARLY_TWIDDLES(1, RADIX1, SPAN1)                                           \
    EARLY_TWIDDLES(2, RADIX2, SPAN2)
#elif defined(RADIX1)
#define EARLY_ALL EARLY_TWIDDLES(1, RADIX1, SPAN1)
#else
#define EARLY_ALL
#endif

/* of a last stage that has half of its legs */
#ifdef KEEPS_LAST_LEGS
#define MIRROR_LEGS(R, S)                                                      \
    if (IS_LAST(S)) {                                                          \
        _Pragma("unroll") for (int b = 0; b < ROUNDS(R); b++)                  \
        {                                                                      \
            im[b * R] = 0;                                                     \
            _Pragma("unroll") for (int k = KEPT(R); k < R; k++)                \
            {                                                                  \
                re[b * R + k] = re[b * R + R - k];                             \
                im[b * R + k] = -im[b * R + R - k];                            \
            }                                                                  \
        }                                                                      \
    }
#else
#define MIRROR_LEGS(R, S)
#endif

#ifdef SHARED
#define STAGE0 SHARED_STAGE
#else
#define STAGE0 BUTTERFLIES(RADIX0)
#endif
#if defined(RADIX1) && defined(SHARED)
#define STAGE1(FIRST)                                                          \
    SHARED_EXCHANGE(RADIX1)                                                    \
    TWIDDLES(1, RADIX1, SPAN1) BUTTERFLIES(RADIX1)
#elif defined(RADIX1)
#define STAGE1(FIRST)                                                          \
    FIRST(RADIX0, 1, RADIX1)                                                   \
    TWIDDLES(1, RADIX1, SPAN1) MIRROR_LEGS(RADIX1, SPAN1) BUTTERFLIES(RADIX1)
#else
#define STAGE1(FIRST)
#endif
#ifdef RADIX2
#define STAGE2                                                                 \
    NEXT_EXCHANGE(RADIX1, SPAN1, RADIX2)                                       \
    TWIDDLES(2, RADIX2, SPAN2) MIRROR_LEGS(RADIX2, SPAN2) BUTTERFLIES(RADIX2)
#else
#define STAGE2
#endif
#ifdef RADIX3
#define STAGE3                                                                 \
    NEXT_EXCHANGE(RADIX2, SPAN2, RADIX3)                                       \
    TWIDDLES(3, RADIX3, SPAN3) MIRROR_LEGS(RADIX3, SPAN3) BUTTERFLIES(RADIX3)
#else
#define STAGE3
#endif
#ifdef RADIX4
#define STAGE4                                                                 \
    NEXT_EXCHANGE(RADIX3, SPAN3, RADIX4)                                       \
    TWIDDLES(4, RADIX4, SPAN4) MIRROR_LEGS(RADIX4, SPAN4) BUTTERFLIES(RADIX4)
#else
#define STAGE4
#endif
