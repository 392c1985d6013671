/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* log2.cl: a logarithm that compilers make vectors of. */
#include "common/complex.cl"

/*
 * log2 of a finite number above 2^-126, within 1e-7 + 1 ulp: of x = 2^e m, m
 * from sqrt(1/2) to sqrt(2), by ln m = 2 artanh t, t = (m - 1) / (m + 1).
 * Loops with it become vectors, which PoCL makes of none with the built-in.
 */
INLINE float log2_of(float x)
{
    const uint root_of_half = 0x3f3504f3;
    const uint bits = as_uint(x) - root_of_half;
    const float m = as_float((bits & 0x007fffff) + root_of_half);
    const float t = (m - 1) / (m + 1), s = t * t;

    /* 2 / ln 2 by 1, 3, 5, 7 */
    return (float)((int)bits >> 23) +
           t * (2.88539008f +
                s * (0.961796694f + s * (0.577078016f + s * 0.412198583f)));
}
