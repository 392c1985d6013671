/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * pixel.cl: converts quantities to what is stored of them. `range` is the
 * lowest value and how many codes a unit is; `colors` is the map of RGBA.
 *
 *   PIXEL   GRAY8, GRAY16 or RGBA: a code; HALF_NUMBER: a number of 16 bits;
 *           absent where numbers of the plan's precision are stored
 *   VALUES  a quantity is changed first, as clfft_value says: 0, or 1 and
 *           above by a logarithm (clfft_logarithm). `range` has offset, least,
 *           scale and shift behind those two
 */
#include "host/pass.h"
#include "common/complex.cl"

#ifdef VALUES
#ifdef PRECISION_DOUBLE
typedef double8 range_t;
#else
typedef float8 range_t;
#endif
#if VALUES == 0
#define LOGARITHM_OF(x) (x)
#elif VALUES == 1
#define LOGARITHM_OF(x) log(x)
#elif VALUES == 2
#define LOGARITHM_OF(x) log10(x)
#else
#define LOGARITHM_OF(x) (REAL_C(10.0) * log10(x))
#endif

INLINE REAL changed(REAL x, const range_t range)
{
    x += range.s2;
#if VALUES
    x = x < range.s3 ? range.s3 : x; /* NaN stays NaN */
#endif
    return MULTIPLY_ADD(LOGARITHM_OF(x), range.s4, range.s5);
}

#if LANES > 1
INLINE VEC changed_lanes(VEC x, const range_t range)
{
    x += range.s2;
#if VALUES
    x = x < range.s3 ? (VEC)range.s3 : x;
#endif
    return MULTIPLY_ADD(LOGARITHM_OF(x), (VEC)range.s4, (VEC)range.s5);
}
#else
#define changed_lanes changed
#endif
#else
typedef REAL2 range_t;
#define changed(x, range) (x)
#define changed_lanes(x, range) (x)
#endif

#ifdef PIXEL
#if PIXEL == GRAY8
typedef uchar pixel_t;
#define TOP_CODE REAL_C(255.0)
#elif PIXEL == GRAY16
typedef ushort pixel_t;
#define TOP_CODE REAL_C(65535.0)
#elif PIXEL == RGBA
typedef uint pixel_t; /* four bytes, never looked into */
#define TOP_CODE REAL_C(255.0)
#elif PIXEL == HALF_NUMBER
typedef ushort pixel_t; /* its bits */
#else
#error "PIXEL is no clfft_pixel"
#endif

#if PIXEL == HALF_NUMBER
/* To nearest, ties to even; too large numbers become infinite. */
INLINE pixel_t pixel_of(REAL value)
{
    uchar bytes[2] __attribute__((aligned(2)));

    vstore_half_rte(value, 0, (half *)bytes);
    return as_ushort((uchar2)(bytes[0], bytes[1]));
}

#define CODED(value) pixel_of(value)
#else
INLINE pixel_t pixel_of(REAL value, const range_t range,
                        global const uint *restrict colors)
{
    /* NaN is 0: fmax() and fmin() take the number */
    const REAL code =
        fmin(fmax((value - range.s0) * range.s1, REAL_C(0.0)), TOP_CODE);

#if PIXEL == RGBA
    return colors[convert_uint_rte(code)];
#elif PIXEL == GRAY16
    return convert_ushort_rte(code);
#else
    return convert_uchar_rte(code);
#endif
}

#define CODED(value) pixel_of(value, range, colors)
#endif
#else
#define CODED(value) (value)
#endif
#define STORED(value) CODED(changed(value, range))
