/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * halves-store.cl: stores real transforms: STORE_HALVES brings bins k and
 * LENGTH - k together (halves.cl), untangles each pair and stores both.
 * FIRST_BIN_ROOTS, which comes before the stages, keeps what that needs.
 */
#include "group/halves.cl"

#ifdef MEET_AT_STORE
/* in registers */
#define FIRST_BIN_ROOTS                                                        \
    REAL2 first[ROUNDS(LAST_RADIX) / 2];                                       \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(LAST_RADIX) / 2; b++)         \
        first[b] = FIRST_BIN_ROOT;
#define STORE_HALVES                                                           \
    if (valid) {                                                               \
        _Pragma("unroll") for (int b = 0; b < ROUNDS(LAST_RADIX) / 2; b++) {   \
            _Pragma("unroll") for (int k = 0; k < LAST_RADIX; k++) {           \
                const int e = PAIRED_BIN(LAST_RADIX, k);                       \
                REAL zr = LOW(re, LAST_RADIX, k), zi = LOW(im, LAST_RADIX, k); \
                REAL yr = HIGH(re, LAST_RADIX, k), yi = HIGH(im, LAST_RADIX, k);\
                const REAL2 w = PAIR_ROOT(first[b], LAST_RADIX, k);            \
                untangle(&zr, &zi, &yr, &yi, w.x, w.y);                        \
                store_point(STORE_ARGUMENTS, &p, e, e, zr, zi);                \
                store_point(STORE_ARGUMENTS, &p, LENGTH - e, LENGTH - e, yr,   \
                            yi);                                               \
            }                                                                  \
            if (IS_MIDDLE)                                                     \
                store_point(STORE_ARGUMENTS, &p, LENGTH / 2, LENGTH / 2,       \
                            re[MIDDLE(LAST_RADIX)], -im[MIDDLE(LAST_RADIX)]);  \
        }                                                                      \
    }
#else
#define FIRST_BIN_ROOTS
#endif

#ifdef ROWS_MEET
/* of two rows, in local memory */
#ifdef SPLIT
#define PUT_MIRRORS                                                            \
    REAL mirrors[ROUNDS(LAST_RADIX) * LAST_RADIX];                             \
    WRITE_LAST(re[m])                                                          \
    BARRIER;                                                                   \
    EACH_WRITTEN(LAST_RADIX, LAST_SPAN, mirrors[m] = exchange[MIRROR_SLOT(e)]) \
    BARRIER;                                                                   \
    WRITE_LAST(im[m])                                                          \
    BARRIER;
#define GET_MIRROR                                                             \
    REAL yr = mirrors[m], yi = exchange[MIRROR_SLOT(e)];
#else
#define PUT_MIRRORS                                                            \
    WRITE_LAST((REAL2)(re[m], im[m]))                                          \
    BARRIER;
#define GET_MIRROR                                                             \
    const REAL2 mirror = exchange[MIRROR_SLOT(e)];                             \
    REAL yr = mirror.x, yi = mirror.y;
#endif
#define STORE_HALVES                                                           \
    const bool stores = valid && !(IS_MIRROR && IS_OWN_MIRROR);                \
    BARRIER;                                                                   \
    PUT_MIRRORS                                                                \
    BARRIER;                                                                   \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(LAST_RADIX); b++) {           \
        if (stores && ACTIVE(LAST_RADIX, LAST_SPAN, b)) {                                 \
            const REAL2 first = REAL_ROOT(&a, p.i0 + N_ROWS * (t + b * T));    \
            _Pragma("unroll") for (int k = 0; k < LAST_RADIX; k++) {           \
                const int m = b * LAST_RADIX + k;                              \
                const int e = t + b * T + k * LAST_SPAN;                       \
                const uint bin = p.i0 + N_ROWS * e;                            \
                const REAL2 w = ROW_ROOT(first, LAST_RADIX, k, bin);           \
                REAL zr = re[m], zi = im[m];                                   \
                GET_MIRROR                                                     \
                untangle(&zr, &zi, &yr, &yi, w.x, w.y);                        \
                store_point(STORE_ARGUMENTS, &p, bin, bin, zr, zi);            \
                if (bin == 0)                                                  \
                    store_point(STORE_ARGUMENTS, &p, a.n / 2, a.n / 2, yr, yi);\
            }                                                                  \
        }                                                                      \
    }
#elif defined(FUSE_POST) && !defined(MEET_AT_STORE)
/* of one row, in local memory */
#ifdef BLUESTEIN
#define CHIRP_HALF                                                             \
    EACH_WRITTEN(LAST_RADIX, LAST_SPAN, if (e < HALF_LENGTH) {                 \
        const REAL2 w = chirp[e];                                              \
        im[m] = -im[m];                                                        \
        COMPLEX_MULTIPLY(re[m], im[m], w.x, w.y);                              \
    })
#else
#define CHIRP_HALF
#endif
#ifdef SPLIT
#define PUT_BINS                                                               \
    REAL pr[PAIRS], qr[PAIRS];                                                 \
    WRITE_LAST(re[m])                                                          \
    BARRIER;                                                                   \
    EACH_PAIR(pr[b] = exchange[low]; qr[b] = exchange[high])                   \
    BARRIER;                                                                   \
    WRITE_LAST(im[m])                                                          \
    BARRIER;
#define PAIR_OF_BINS                                                           \
    REAL zr = pr[b], zi = exchange[low];                                       \
    REAL yr = qr[b], yi = exchange[high]
#else
#define PUT_BINS                                                               \
    WRITE_LAST((REAL2)(re[m], im[m]))                                          \
    BARRIER;
#define PAIR_OF_BINS                                                           \
    REAL zr = exchange[low].x, zi = exchange[low].y;                           \
    REAL yr = exchange[high].x, yi = exchange[high].y
#endif
#define STORE_HALVES                                                           \
    CHIRP_HALF                                                                 \
    BARRIER;                                                                   \
    PUT_BINS                                                                   \
    if (valid) {                                                               \
        const REAL2 first = REAL_ROOT(&a, t);                                  \
        EACH_PAIR(const int k = t + b * T; const REAL2 w = BIN_ROOT(first, b); \
                  PAIR_OF_BINS; untangle(&zr, &zi, &yr, &yi, w.x, w.y);        \
                  store_point(STORE_ARGUMENTS, &p, k, k, zr,                   \
                              IS_ZERO(b) ? 0 : zi);                            \
                  if (ARE_PAIRS(b) || 2 * k != HALF_LENGTH)                    \
                      store_point(STORE_ARGUMENTS, &p, HALF_LENGTH - k,        \
                                  HALF_LENGTH - k, yr, IS_ZERO(b) ? 0 : yi))   \
    }
#endif
