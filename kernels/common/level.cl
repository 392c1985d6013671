/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * level.cl: the magnitude of a bin, or with STORE == DB its level in decibels,
 * of numbers whose squares the precision does not hold, too.
 */
#include "host/pass.h"
#include "common/complex.cl"

#if STORE == MAGNITUDE || STORE == DB
#ifdef PRECISION_DOUBLE
#define SMALL_POWER 1e-280
#define LARGE_POWER 1e300
#define SCALE_EXPONENT 900
#define SCALE_UP 0x1p900
#define SCALE_DOWN 0x1p-900
#else
#define SMALL_POWER 1e-30f
#define LARGE_POWER 1e37f
#define SCALE_EXPONENT 100
#define SCALE_UP 0x1p100f
#define SCALE_DOWN 0x1p-100f
#endif

/* |x + iy|^2 times 2^(2 *exponent), which neither overflows nor loses digits; a
   GPU takes several times as long for hypot() and log10(). */
INLINE REAL bounded_power(REAL x, REAL y, int *exponent)
{
    const REAL power = x * x + y * y;
    const bool small = power < SMALL_POWER, large = power > LARGE_POWER;
    const REAL scale = small ? SCALE_UP : large ? SCALE_DOWN : 1;

    *exponent = small ? SCALE_EXPONENT : large ? -SCALE_EXPONENT : 0;
    x *= scale;
    y *= scale;
    return x * x + y * y;
}
#endif

#if STORE == MAGNITUDE
INLINE REAL magnitude(REAL x, REAL y)
{
    int exponent;
    const REAL power = bounded_power(x, y, &exponent);
    const REAL scale = exponent > 0   ? SCALE_DOWN
                       : exponent < 0 ? SCALE_UP
                                      : 1;

    return sqrt(power) * scale;
}
#elif STORE == DB
/* 20 log10 |x + iy| */
INLINE REAL decibels(REAL x, REAL y)
{
    int exponent;
    const REAL power = bounded_power(x, y, &exponent);

    return REAL_C(3.0102999566398120) * (log2(power) - 2 * exponent);
}
#endif
