/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * value.c: what values and numbers of 16 bits stand for. One is right if the
 * contract allows one of the quantities that become it, by rounded steps.
 */
#include "internal.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Roundings of a logarithm, three of which its own error may be. */
#define ROUNDINGS 6
#define LN_10_L 2.302585092994045684017991454684364208L

static bool has_value(const clfft_desc *desc)
{
    const clfft_value *v = &desc->store.value;

    return v->logarithm || v->offset != 0 || v->shift != 0 ||
           (v->scale != 0 && v->scale != 1);
}

bool reference_has_value(const clfft_desc *desc)
{
    return desc->store.pixel == CLFFT_PIXEL_HALF || has_value(desc);
}

/* Nepers of a unit of the logarithm. */
static long double unit_of(const clfft_value *v)
{
    return v->logarithm == CLFFT_LOGARITHM_NATURAL   ? 1
           : v->logarithm == CLFFT_LOGARITHM_DECIMAL ? LN_10_L
                                                     : LN_10_L / 10;
}

static long double least_of(const clfft_desc *desc)
{
    return fmaxl(desc->store.value.least,
                 desc->precision == CLFFT_PRECISION_DOUBLE ? DBL_MIN : FLT_MIN);
}

static long double scale_of(const clfft_value *v)
{
    return v->scale == 0 ? 1 : v->scale;
}

/* The number that has these bits, and half of the distance to its neighbours,
   below and above. */
static long double decode_half(uint16_t bits, long double reach[2])
{
    const int exponent = bits >> 10 & 31, part = bits & 1023;
    const long double unit = ldexpl(1, (exponent ? exponent : 1) - 25);
    const long double size = (part + (exponent ? 1024 : 0)) * unit;
    const bool is_negative = bits >> 15;

    if (exponent == 31)
        return part ? NAN : is_negative ? -INFINITY : INFINITY;
    reach[!is_negative] = unit / 2;
    reach[is_negative] = exponent > 1 && part == 0 ? unit / 4 : unit / 2;
    return is_negative ? -size : size;
}

/* The value that is stored, or of those that are rounded to it the nearest to
   the right one. */
static long double get_value(const clfft_desc *desc, const void *output,
                             uint64_t i, long double right)
{
    const long double largest = 65520;
    long double reach[2] = {0, 0}, value;

    if (desc->store.pixel != CLFFT_PIXEL_HALF)
        return desc->precision == CLFFT_PRECISION_DOUBLE
                   ? (long double)((const double *)output)[i]
                   : (long double)((const float *)output)[i];
    value = decode_half(((const uint16_t *)output)[i], reach);
    if (isinf(value))
        return value > 0 ? fmaxl(right, largest) : fminl(right, -largest);
    return isnan(value)
               ? value
               : fminl(fmaxl(right, value - reach[0]), value + reach[1]);
}

/* Moves a number towards the right one, by `slack` at most. */
static long double approach(long double number, long double right,
                            long double slack)
{
    if (!isfinite(number) || !isfinite(right))
        return number;
    return fabsl(number - right) <= slack ? right
           : number > right               ? number - slack
                                          : number + slack;
}

long double reference_stored_value(const struct reference *reference,
                                   const void *output, uint64_t i,
                                   long double right)
{
    const clfft_desc *desc = &reference->desc;
    const clfft_value *v = &desc->store.value;
    const long double e = ROUNDINGS * (long double)reference_roundoff(desc);
    const long double scale = scale_of(v), sum = right + v->offset;
    const long double least = least_of(desc), unit = unit_of(v);
    const long double x = v->logarithm ? fmaxl(sum, least) : sum;
    const long double made = v->logarithm ? logl(x) / unit : x;
    const long double y = scale * made + v->shift;
    const long double slack = e * (fabsl(scale * made) + fabsl(v->shift));
    long double value = get_value(desc, output, i, y), back;

    if (isnan(right) && isnan(value))
        return value;
    value = approach(value, y, slack);
    if (v->logarithm && value == y && sum < least)
        return right; /* all that is below the least is one value */
    back = (value - v->shift) / scale;
    if (v->logarithm)
        back = expl(back * unit);
    return approach(back - v->offset, right,
                    e * (fabsl(right) + fabsl(v->offset)));
}
