/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * own.cl: one of several passes whose transforms are convolutions of their own:
 * by Rader's algorithm, of LENGTH + 1 points, or by Bluestein's, of a.span. The
 * chirp and the roots between the passes go by the number of a point in its
 * pass, not in the whole transform.
 */
#include "group/convolve.cl"

#ifdef OWN_CONVOLUTION
#ifdef BLUESTEIN
#define IS_POINT(e) ((e) < a.span)
#define RESULT(e) (e)
/* within the circle, for what is stored nowhere */
#define ROOT_NUMBER(e) min((uint)(e), a.span - 1)
#define CHIRP_POINT(e, m)                                                      \
    {                                                                          \
        const REAL2 w = chirp[e];                                              \
        COMPLEX_MULTIPLY(re[m], im[m], w.x, w.y);                              \
    }
#else
#define IS_POINT(e) 1
#define CHIRP_POINT(e, m)
#endif
/* ends the convolution */
#define END_OWN                                                                \
    EACH_WRITTEN(LAST_RADIX, LAST_SPAN, im[m] = -im[m];                        \
                 if (IS_POINT(e)) { CHIRP_POINT(e, m) })
#else
#define IS_POINT(e) 1
#define CHIRP_POINT(e, m)
#define END_OWN
#endif
#ifndef ROOT_NUMBER
#define ROOT_NUMBER(e) (e)
#endif
