/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * halves.cl: brings together bins k and LENGTH - k of a real transform of 2
 * LENGTH points, which untangle() and tangle() take in pairs: in registers if
 * the work-items are few enough, else in local memory. The end of the file does
 * so for bins of two rows, where a row has only a part of the bins.
 *
 * LINEAR has a way of its own (linear.cl).
 *
 * Of a convolution, whose LENGTH is more than HALF_LENGTH points, they always
 * meet in local memory.
 *
 * In registers: the two are results (or legs) of butterflies j and S - j of the
 * stage that stores (or loads) them, S = LENGTH / R of them, and one work-item
 * runs both. Butterflies 0 and S / 2 are their own mirrors, so work-item 0
 * runs these two, and of its pairs every other one lies in the second.
 */
#define MEET(R) (LENGTH / (R) % (2 * T) == 0)
#if defined(FUSE_POST) && INNER
#define ROWS_MEET
#elif defined(FUSE_POST) && MEET(LAST_RADIX) && !defined(BLUESTEIN) &&         \
    !defined(LINEAR)
#define MEET_AT_STORE
#endif
#if LOAD == HALF && INNER == 0 && !defined(CHIRP_LOAD) && !defined(RADER) &&   \
    !defined(LINEAR)
#if MEET(RADIX0) && !defined(SHARED)
#define MEET_AT_LOAD
#elif defined(RADIX1) && PARTS == 1
#define FUSE_FOLD
#endif
#endif

/* the butterfly of round b of a stage of radix R and span S */
#ifdef MEET_AT_LOAD
#define MEETS_FIRST(S) ((S) == 1)
#else
#define MEETS_FIRST(S) 0
#endif
#ifdef MEET_AT_STORE
#define MEETS_LAST(S) ((S) == LAST_SPAN)
#else
#define MEETS_LAST(S) 0
#endif
#define BUTTERFLY(t, b, R, S)                                                  \
    (MEETS_FIRST(S) || MEETS_LAST(S) ? meeting_butterfly(t, b, R)              \
                                     : (t) + (b) * T)

INLINE int meeting_butterfly(int t, int b, int radix)
{
    const int span = LENGTH / radix, n_low = span / T / 2;
    const int j = t + (b < n_low ? b : b - n_low) * T;

    return b < n_low ? j : j ? span - j : span / 2;
}

/*
 * Pair k of rounds b and b + rounds / 2 of radix R: bin PAIRED_BIN and
 * LENGTH minus it. LOW and HIGH are where the two are among registers v.
 * Work-item 0 in round 0 has one bin more, LENGTH / 2, at MIDDLE.
 */
#define IS_MIDDLE (b == 0 && t == 0)
#define PAIRED_BIN(R, k)                                                       \
    (IS_MIDDLE ? (k) * (LENGTH / (R) / 2) : t + b * T + (k) * (LENGTH / (R)))
#define FIRST_OF(R) (b * (R))
#define SECOND_OF(R) ((ROUNDS(R) / 2 + b) * (R))
#define MIDDLE(R) (((R) % 2 ? SECOND_OF(R) : FIRST_OF(R)) + (R) / 2)
#define LOW(v, R, k)                                                           \
    (IS_MIDDLE ? v[((k) % 2 ? SECOND_OF(R) : FIRST_OF(R)) + (k) / 2]           \
               : v[FIRST_OF(R) + (k)])
#define HIGH(v, R, k)                                                          \
    (IS_MIDDLE ? v[(k) % 2 ? SECOND_OF(R) + (R) - 1 - (k) / 2                  \
                           : FIRST_OF(R) + ((R) - (k) / 2) % (R)]              \
               : v[SECOND_OF(R) + (R) - 1 - (k)])

/* The root exp(-2 pi i e / 2 LENGTH) of bin e of pair k: that of the round's
   first pair times a constant, which is faster than reading every root from the
   table. Figures: docs/internals/notes.md, "halves.cl". */
#define FIRST_BIN_ROOT REAL_ROOT(&a, t + b * T)
#ifdef PRECISION_DOUBLE
#define PAIR_ROOT(first, R, k) REAL_ROOT(&a, PAIRED_BIN(R, k))
#else
#define CONSTANT_ROOT(m, n) root_by_polynomial(m, n, 4.0f / (n))
#define PAIR_ROOT(first, R, k)                                                 \
    complex_product(first, IS_MIDDLE ? CONSTANT_ROOT(k, 4 * (R))               \
                                     : CONSTANT_ROOT(k, 2 * (R)))
#endif

/* The reverse: leg k of either butterfly among what became of the bins u and
   their mirrors v, pair by pair. */
#define LOW_BACK(u, v, R, k)                                                   \
    (IS_MIDDLE ? (2 * (k) < (R) ? u[2 * (k) % (R)] : v[2 * ((R) - (k)) % (R)]) \
               : u[k])
#define HIGH_BACK(u, v, R, k)                                                  \
    (IS_MIDDLE ? (2 * (k) + 1 < (R) ? u[(2 * (k) + 1) % (R)]                   \
                                    : v[(2 * ((R) - (k)) - 1) % (R)])          \
               : v[(R) - 1 - (k)])

/* In local memory half a spectrum is folded on its way there, or its halves
   meet at the end. Pair t + b T certainly exists in all rounds b but the last;
   conditions that are known when the kernel is compiled are constants. */
#if defined(FUSE_POST) && defined(BLUESTEIN)
/* (LENGTH + 1) / 2 at most */
#define HALF_LENGTH ((int)(a.n / 2))
#define PAIRS ((LENGTH + 1) / 4 / T + 1)
#define ARE_PAIRS(b) 0
#else
#define HALF_LENGTH LENGTH
#define PAIRS (LENGTH / 2 / T + 1)
#define ARE_PAIRS(b) (((b) + 1) * T <= LENGTH / 2)
#endif
#define IS_PAIR(b) (ARE_PAIRS(b) || t + (b) * T <= HALF_LENGTH / 2)
#define IS_ZERO(b) ((b) == 0 && t == 0)
#define LOW_SLOT(b) LEG_SLOT(t, T, LENGTH, b, 0)
#define HIGH_SLOT(b)                                                           \
    (IS_ZERO(b)      ? SLOT(0)                                                 \
     : T % HOLE == 0 ? SLOT(HALF_LENGTH - t) - SLOTS((b) * T)                  \
                     : SLOT(HALF_LENGTH - t - (b) * T))
/* the root of a pair, of which `first` is that of pair t: as above, but short
   transforms, whose errors are little more than a root's, read each from the
   table */
#if defined(PRECISION_DOUBLE) || LENGTH < 128 || defined(BLUESTEIN)
#define BIN_ROOT(first, b) REAL_ROOT(&a, t + (b) * T)
#else
#define BIN_ROOT(first, b)                                                     \
    ((b) ? complex_product(first, CONSTANT_ROOT((b) * T, 2 * LENGTH)) : first)
#endif
/* Runs a statement for each pair. Where the two bins are one point, both write
   it. */
#define EACH_PAIR(statement)                                                   \
    _Pragma("unroll") for (int b = 0; b < PAIRS; b++) if (IS_PAIR(b))          \
    {                                                                          \
        const int low = LOW_SLOT(b), high = HIGH_SLOT(b);                      \
        statement;                                                             \
    }

/*
 * Rows of the last of two passes: result e of row i of n1 is bin i + n1 e of
 * h = n1 LENGTH, and bin h - that is result LENGTH - 1 - e of row n1 - i, or of
 * row 0 result LENGTH - e of the same. So the lower half of a group's
 * transforms are rows, and the upper half their mirrors: C - 1 - c is that of
 * c. Each work-item keeps its results, reads their mirrors and stores what
 * becomes of its own. Rows 0 and n1 / 2 are their own mirrors, there twice.
 */
#ifdef ROWS_MEET
#define N_ROWS (a.out.index[0])
#define IS_MIRROR (c >= C / 2)
#define NUMBER (group * (C / 2) + (IS_MIRROR ? C - 1 - c : c))
#define TURN_TO_MIRROR                                                         \
    if (IS_MIRROR && p.i0)                                                     \
        p.i0 = N_ROWS - p.i0;
/* p.i0 is the row of the place */
#define IS_OWN_MIRROR (p.i0 == 0 || 2 * p.i0 == N_ROWS)
#define MIRROR_SLOT(e)                                                         \
    SLOT_OF(C - 1 - c, p.i0 ? LENGTH - 1 - (e) : (e) ? LENGTH - (e) : 0)
/* exp(-2 pi i (p.i0 + N_ROWS e) / 2 h), e that of leg k */
#ifdef PRECISION_DOUBLE
#define ROW_ROOT(first, R, k, bin) REAL_ROOT(&a, bin)
#else
#define ROW_ROOT(first, R, k, bin)                                             \
    complex_product(first, CONSTANT_ROOT(k, 2 * (R)))
#endif
#else
#define NUMBER (group * C + c)
#define TURN_TO_MIRROR
#endif
