/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * check_pixel.c: pixels, numbers of 16 bits and values in the self-check. A
 * code stands for all values that are rounded to it. The caller's range, colour
 * map and numbers of a value may hide any mistake, so that the check has its
 * own.
 */
#include "check.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define SAMPLED_BINS 8 /* that tell how large the answer is; 2 with a mean */
#define DB_RANGE 80

/* What was asked has no say in how the kernels go wrong: 0..255 of all. */
static const uint8_t *get_plain_map(void)
{
    static const uint8_t map[CLFFT_COLOR_MAP_SIZE] = {
#define ENTRY(i) (i), 255 - (i), (i) ^ 85, 255
#define FOUR(i) ENTRY(i), ENTRY((i) + 1), ENTRY((i) + 2), ENTRY((i) + 3)
#define SIXTEEN(i) FOUR(i), FOUR((i) + 4), FOUR((i) + 8), FOUR((i) + 12)
#define SIXTY_FOUR(i)                                                          \
    SIXTEEN(i), SIXTEEN((i) + 16), SIXTEEN((i) + 32), SIXTEEN((i) + 48)
        SIXTY_FOUR(0),
        SIXTY_FOUR(64),
        SIXTY_FOUR(128),
        SIXTY_FOUR(192),
    };

    return map;
}

/* The value nearest to the right one among those that are rounded to `code`. */
static double value_of(const clfft_plan *plan, unsigned code, double right)
{
    const struct clfft_codes *codes = &plan->hooks.codes;
    const unsigned top = clfft_pixel_top(plan->desc.store.pixel);
    const double roundoff =
        plan->real_size == 8 ? ldexp(1, -53) : ldexp(1, -24);
    const double unit = (codes->highest - codes->lowest) / top;
    const double reach = unit * (0.5 + 4 * top * roundoff);
    const double value = codes->lowest + code * unit;

    if (code < top)
        right = fmin(right, value + reach);
    return code > 0 ? fmax(right, value - reach) : right;
}

/* Of the numbers that are rounded to the number of 16 bits with these bits the
   one that is closest to the right one. */
static double value_of_half(uint16_t bits, double right)
{
    const int exponent = bits >> 10 & 31;
    const double sign = bits >> 15 ? -1 : 1;
    const double unit = ldexp(1, (exponent ? exponent : 1) - 25);
    const double size = ((bits & 1023) + (exponent ? 1024 : 0)) * unit;
    const double slack = fabs(right) * ldexp(1, -20);
    /* half of a unit more and less, or a fourth of it below a power of two */
    const double low =
        size - unit * (bits & 1023 || exponent < 2 ? 0.5 : 0.25) - slack;
    const double high = exponent == 31 ? INFINITY : size + unit / 2 + slack;

    if (exponent == 31 && bits & 1023)
        return NAN;
    return sign * fmin(fmax(sign * right, low), high);
}

/* What becomes of a quantity by the check's own numbers, and the way back. */
static double change(const clfft_plan *plan, double quantity)
{
    const clfft_value *v = &plan->hooks.codes.value;
    const double x = v->logarithm ? fmax(quantity, FLT_MIN) : quantity;

    return v->scale * (v->logarithm == CLFFT_LOGARITHM_NATURAL   ? log(x)
                       : v->logarithm == CLFFT_LOGARITHM_DECIMAL ? log10(x)
                       : v->logarithm                            ? 10 * log10(x)
                                                                 : x);
}

static double change_back(const clfft_plan *plan, double value)
{
    const clfft_value *v = &plan->hooks.codes.value;
    const double y = value / v->scale;

    return v->logarithm == CLFFT_LOGARITHM_NATURAL   ? exp(y)
           : v->logarithm == CLFFT_LOGARITHM_DECIMAL ? pow(10, y)
           : v->logarithm                            ? pow(10, y / 10)
                                                     : y;
}

static double quantity_of_value(const clfft_plan *plan, const unsigned char *at,
                                double right)
{
    float narrow;
    uint16_t half;
    double value;

    if (plan->desc.store.pixel == CLFFT_PIXEL_HALF) {
        memcpy(&half, at, sizeof half);
        value = value_of_half(half, change(plan, right));
    } else if (plan->real_size == 8) {
        memcpy(&value, at, sizeof value);
    } else {
        memcpy(&narrow, at, sizeof narrow);
        value = narrow;
    }
    return change_back(plan, value);
}

double clfft_nearest_value(const clfft_plan *plan, const unsigned char *at,
                           double right)
{
    double nearest = NAN;
    uint16_t code;

    if (clfft_desc_makes_values(&plan->desc))
        return quantity_of_value(plan, at, right);
    switch (plan->desc.store.pixel) {
    case CLFFT_PIXEL_GRAY8:
        return value_of(plan, *at, right);
    case CLFFT_PIXEL_GRAY16:
        memcpy(&code, at, sizeof code);
        return value_of(plan, code, right);
    default:
        break;
    }
    for (unsigned i = 0; i < 256; i++) {
        const double value = value_of(plan, i, right);
        if (!memcmp(at, plan->hooks.codes.color_map + 4 * i, 4) &&
            !(fabs(value - right) >= fabs(nearest - right)))
            nearest = value;
    }
    return nearest;
}

/* About the largest power that the answer has. */
static double peak_power(const clfft_plan *plan,
                         const struct clfft_probe *probe)
{
    const clfft_desc *d = &plan->desc;
    const bool rings = d->store.rings.n_rings > 0;
    const unsigned n_sums =
        rings ? d->store.rings.n_rings : d->store.bands.n_bands;
    const uint32_t *first = rings ? d->store.rings.first : d->store.bands.first;
    const double *weight =
        rings ? d->store.rings.weight : d->store.bands.weight;
    const unsigned n_sampled = clfft_desc_mean_points(d) ? 2 : SAMPLED_BINS;
    double peak = 0, sum = 0;
    uint64_t n = 1;

    for (unsigned a = 0; a < d->rank; a++)
        n *= clfft_desc_output_points(d, a);
    for (unsigned i = 0; i < n_sampled; i++) {
        const struct clfft_bin x = clfft_expect_bin(
            plan, &probe->questions[0], d->load.matrix ? i % d->load.n_rows : 0,
            n * i / n_sampled);
        peak = fmax(peak, x.re * x.re + x.im * x.im);
    }
    for (unsigned b = 0; b < n_sums; b++) {
        double total = 0;
        for (uint32_t i = first[b]; i < first[b + 1]; i++)
            total += fabs(weight[i]);
        sum = fmax(sum, total);
    }
    peak *= n_sums ? sum : 1;
    return peak > 0 && isfinite(peak) ? peak : 1;
}

void clfft_begin_pixels(clfft_plan *plan, const struct clfft_probe *probe,
                        struct clfft_codes *asked)
{
    const clfft_store *store = &plan->desc.store;
    struct clfft_codes *codes = &plan->hooks.codes;
    double peak;

    *asked = *codes;
    if (!store->pixel && !clfft_desc_makes_values(&plan->desc))
        return;
    clfft_plan_forget_arguments(plan);
    peak = peak_power(plan, probe);
    /* numbers of 16 bits hold what is near 1 best */
    codes->value = (clfft_value){
        .logarithm = store->value.logarithm,
        .least = FLT_MIN,
        .scale = store->value.logarithm                        ? 1
                 : store->quantity == CLFFT_QUANTITY_MAGNITUDE ? 1 / sqrt(peak)
                 : store->quantity == CLFFT_QUANTITY_POWER
                     ? fmin(fmax(1 / peak, 1e-30), 1e30)
                     : 1};
    codes->lowest = 0;
    switch (store->quantity) {
    case CLFFT_QUANTITY_MAGNITUDE:
        codes->highest = sqrt(peak);
        break;
    case CLFFT_QUANTITY_POWER:
        codes->highest = peak;
        break;
    case CLFFT_QUANTITY_DB:
        codes->highest = 10 * log10(peak);
        codes->lowest = codes->highest - DB_RANGE;
        break;
    default: /* beyond pi, which may come out as either of its signs */
        codes->highest = 4;
        codes->lowest = -4;
    }
    if (store->pixel == CLFFT_PIXEL_RGBA) {
        codes->color_map = get_plain_map();
        codes->colors = NULL;
    }
}

void clfft_end_pixels(clfft_plan *plan, const struct clfft_codes *asked)
{
    const cl_mem own = plan->hooks.codes.colors;

    if (own && own != asked->colors)
        clReleaseMemObject(own);
    plan->hooks.codes = *asked;
    clfft_plan_forget_arguments(plan);
}
