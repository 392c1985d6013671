/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * convolve.cl: the convolution of Rader's and Bluestein's algorithm between two
 * runs of the stages, and point 0, which Rader's carries past them (rader.cl).
 * CONVOLVE stands behind the first run; the others are about point 0: x[0] is
 * loaded, becomes X[0], and is stored.
 */
#include "group/rader.cl"

#ifdef CARRIES
/* x[0], where the sum of the others will be */
#if LOAD_COLUMNS == STORE_COLUMNS
#define LOAD_CARRIED                                                           \
    REAL xr = 0, xi = 0;                                                       \
    if (READS && IS_CARRIER)                                                   \
        load_point(LOAD_ARGUMENTS, &p, CARRIED_FROM(&p), &xr, &xi);
#else
/* the first exchange turns the lanes */
#define LOAD_CARRIED                                                           \
    REAL xr = 0, xi = 0;                                                       \
    if (READS && t_store == 0) {                                               \
        const uint number = group * C + c_store;                               \
        const struct place q = place_in_group(                                 \
            number < a.n_transforms ? number : SPARE_TRANSFORM, c_store, &a);  \
                                                                               \
        load_point(LOAD_ARGUMENTS, &q, CARRIED_FROM(&q), &xr, &xi);            \
    }
#endif
#define ADD_CARRIED                                                            \
    re[0] += xr;                                                               \
    im[0] -= xi;
#define STORE_CARRIED                                                          \
    if (valid && IS_CARRIER)                                                   \
        store_point(STORE_ARGUMENTS, &p, 0, CARRIED_TO, dr, di);
#ifdef CONVOLVES
/* only in the work-item that has the sum */
#define KEEP_CARRIED const REAL dr = xr + re[0], di = xi + im[0];
#else
#define KEEP_CARRIED const REAL dr = xr, di = xi;
#endif
#else
#define LOAD_CARRIED
#define KEEP_CARRIED
#define ADD_CARRIED
#define STORE_CARRIED
#endif

#ifdef CONVOLVES
#if LAST_RADIX != RADIX0
#define TO_FIRST_STAGE NEXT_EXCHANGE(LAST_RADIX, LAST_SPAN, RADIX0)
#else
#define TO_FIRST_STAGE
#endif
#define CONVOLVE                                                               \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(LAST_RADIX); b++) {           \
        if (ACTIVE(LAST_RADIX, LAST_SPAN, b)) {                                           \
            _Pragma("unroll") for (int k = 0; k < LAST_RADIX; k++) {           \
                const int m = b * LAST_RADIX + k;                              \
                const REAL2 s =                                                \
                    chirp_spectrum[SPECTRUM_INDEX(t + b * T + k * LAST_SPAN)]; \
                COMPLEX_MULTIPLY(re[m], im[m], s.x, s.y);                      \
                im[m] = -im[m];                                                \
            }                                                                  \
        }                                                                      \
    }                                                                          \
    ADD_CARRIED                                                                \
    TO_FIRST_STAGE                                                             \
    STAGES(NEXT_EXCHANGE)
#else
#define CONVOLVE
#endif
