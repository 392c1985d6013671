/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * pixel.c: what pixels stand for. A code is right if the contract
 * allows one of the values that are rounded to it.
 */
#include "internal.h"

#include <math.h>
#include <string.h>

#define PI_L 3.141592653589793238462643383279502884L
/* Value to code takes three roundings, each of a number up to the top code. */
#define ROUNDINGS 4

size_t reference_pixel_size(clfft_pixel pixel)
{
    return pixel == CLFFT_PIXEL_GRAY8                                 ? 1
           : pixel == CLFFT_PIXEL_GRAY16 || pixel == CLFFT_PIXEL_HALF ? 2
                                                                      : 4;
}

static long double clamp_to_code(const struct reference *reference,
                                 unsigned code, long double value)
{
    const clfft_desc *desc = &reference->desc;
    const unsigned top = desc->store.pixel == CLFFT_PIXEL_GRAY16 ? 65535 : 255;
    const long double unit =
        ((long double)desc->store.highest - desc->store.lowest) / top;
    const long double reach =
        unit * (0.5L + ROUNDINGS * top * reference_roundoff(desc));
    const long double middle = desc->store.lowest + code * unit;

    if (code < top && value > middle + reach)
        return middle + reach;
    if (code > 0 && value < middle - reach)
        return middle - reach;
    return value;
}

/* -pi and pi are one angle. */
static long double clamp_to_angle(const struct reference *reference,
                                  unsigned code, long double value)
{
    long double nearest = NAN;

    for (int turn = -1; turn <= 1; turn++) {
        const long double angle = value + 2 * PI_L * turn;
        const long double there = clamp_to_code(reference, code, angle);
        if (!(fabsl(there - angle) >= fabsl(nearest - value)))
            nearest = value + (there - angle);
    }
    return nearest;
}

static long double clamp_value(const struct reference *reference, unsigned code,
                               long double value)
{
    /* no number is code 0 */
    if (isnan(value))
        return code ? 0 : value;
    return reference->desc.store.quantity == CLFFT_QUANTITY_PHASE
               ? clamp_to_angle(reference, code, value)
               : clamp_to_code(reference, code, value);
}

long double reference_pixel_value(const struct reference *reference,
                                  const void *output, uint64_t i,
                                  long double value)
{
    const clfft_store *store = &reference->desc.store;
    const unsigned char *pixel = (const unsigned char *)output + 4 * i;
    long double nearest = NAN;

    if (store->pixel == CLFFT_PIXEL_GRAY8)
        return clamp_value(reference, ((const uint8_t *)output)[i], value);
    if (store->pixel == CLFFT_PIXEL_GRAY16)
        return clamp_value(reference, ((const uint16_t *)output)[i], value);
    for (unsigned code = 0; code < 256; code++) {
        if (memcmp(pixel, store->color_map + 4 * code, 4))
            continue;
        const long double there = clamp_value(reference, code, value);
        if (!(fabsl(there - value) >= fabsl(nearest - value)))
            nearest = there;
    }
    return nearest;
}
