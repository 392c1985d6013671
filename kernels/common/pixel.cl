/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * pixel.cl: converts quantities to the codes of pixels. PIXEL is GRAY8, GRAY16
 * or RGBA, or absent where numbers are stored. `range` is the lowest value and
 * how many codes a unit is; `colors` is the map of RGBA.
 */
#include "host/pass.h"
#include "common/complex.cl"

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
#else
#error "PIXEL is no clfft_pixel"
#endif

INLINE pixel_t pixel_of(REAL value, const REAL2 range,
                        global const uint *restrict colors)
{
    /* NaN is 0: fmax() and fmin() take the number */
    const REAL code = fmin(
        fmax((value - range.x) * range.y, REAL_C(0.0)), TOP_CODE);

#if PIXEL == RGBA
    return colors[convert_uint_rte(code)];
#elif PIXEL == GRAY16
    return convert_ushort_rte(code);
#else
    return convert_uchar_rte(code);
#endif
}

#define STORED(value) pixel_of(value, range, colors)
#else
#define STORED(value) (value)
#endif
