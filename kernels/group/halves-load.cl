/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * halves-load.cl: loads half a spectrum: LOAD_HALVES brings bins k and LENGTH - k
 * together (halves.cl), tangles each pair and leaves the points of the first
 * stage in the registers.
 */
#include "group/halves.cl"

/* point e of half a spectrum */
#define LOADED_BIN(e)                                                          \
    (READS ? (in + p.in)[(offset_t)(e) * (offset_t)a.in.stride] : (REAL2)(0))

#ifdef MEET_AT_LOAD
/* in registers */
#define LOAD_HALVES                                                            \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(RADIX0) / 2; b++) {           \
        REAL ur[RADIX0], ui[RADIX0], vr[RADIX0], vi[RADIX0];                   \
        const REAL2 middle = IS_MIDDLE ? LOADED_BIN(LENGTH / 2) : (REAL2)(0);  \
        const REAL2 first = FIRST_BIN_ROOT;                                    \
        _Pragma("unroll") for (int k = 0; k < RADIX0; k++) {                   \
            const int e = PAIRED_BIN(RADIX0, k);                               \
            const REAL2 u = LOADED_BIN(e), v = LOADED_BIN(LENGTH - e);         \
            const REAL2 w = PAIR_ROOT(first, RADIX0, k);                       \
            ur[k] = u.x;                                                       \
            ui[k] = e ? u.y : 0;                                               \
            vr[k] = v.x;                                                       \
            vi[k] = e ? v.y : 0;                                               \
            tangle(&ur[k], &ui[k], &vr[k], &vi[k], w.x, w.y);                  \
        }                                                                      \
        _Pragma("unroll") for (int k = 0; k < RADIX0; k++) {                   \
            re[FIRST_OF(RADIX0) + k] = LOW_BACK(ur, vr, RADIX0, k);            \
            im[FIRST_OF(RADIX0) + k] = LOW_BACK(ui, vi, RADIX0, k);            \
            re[SECOND_OF(RADIX0) + k] = HIGH_BACK(ur, vr, RADIX0, k);          \
            im[SECOND_OF(RADIX0) + k] = HIGH_BACK(ui, vi, RADIX0, k);          \
        }                                                                      \
        if (IS_MIDDLE) {                                                       \
            re[MIDDLE(RADIX0)] = 2 * middle.x;                                 \
            im[MIDDLE(RADIX0)] = 2 * middle.y;                                 \
        }                                                                      \
    }
#elif defined(FUSE_FOLD)
/* through local memory */
#ifdef SPLIT
#define FOLD_IN_MEMORY                                                         \
    EACH_PAIR(exchange[low] = ur[b]; exchange[high] = vr[b])                   \
    BARRIER;                                                                   \
    READ_FIRST(re[m] = v)                                                      \
    BARRIER;                                                                   \
    EACH_PAIR(exchange[low] = ui[b]; exchange[high] = vi[b])                   \
    BARRIER;                                                                   \
    READ_FIRST(im[m] = v)
#else
#define FOLD_IN_MEMORY                                                         \
    EACH_PAIR(exchange[low] = (REAL2)(ur[b], ui[b]);                           \
              exchange[high] = (REAL2)(vr[b], vi[b]))                          \
    BARRIER;                                                                   \
    READ_FIRST(re[m] = v.x; im[m] = v.y)
#endif
#define LOAD_HALVES                                                            \
    {                                                                          \
        const REAL2 first = REAL_ROOT(&a, t);                                  \
        REAL ur[PAIRS], ui[PAIRS], vr[PAIRS], vi[PAIRS];                       \
        _Pragma("unroll") for (int b = 0; b < PAIRS; b++) {                    \
            ur[b] = ui[b] = vr[b] = vi[b] = 0;                                 \
            if (IS_PAIR(b)) {                                                  \
                const int k = t + b * T;                                       \
                const REAL2 u = LOADED_BIN(k), v = LOADED_BIN(LENGTH - k);     \
                const REAL2 w = BIN_ROOT(first, b);                            \
                ur[b] = u.x;                                                   \
                ui[b] = IS_ZERO(b) ? 0 : u.y;                                  \
                vr[b] = v.x;                                                   \
                vi[b] = IS_ZERO(b) ? 0 : v.y;                                  \
                tangle(&ur[b], &ui[b], &vr[b], &vi[b], w.x, w.y);              \
                vr[b] = IS_ZERO(b) ? ur[b] : vr[b];                            \
                vi[b] = IS_ZERO(b) ? ui[b] : vi[b];                            \
            }                                                                  \
        }                                                                      \
        FOLD_IN_MEMORY                                                         \
        BARRIER;                                                               \
    }
#endif
