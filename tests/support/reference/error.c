/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* error.c: results against the reference and the contract. */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* dB and phase are judged where |X| exceeds this part of the frame's RMS. */
#define UNIT_THRESHOLD 1e-3L
#define DB_LIMIT 1e-3L
#define PHASE_LIMIT 1e-5L
/* Bins of one frame scatter round its relative error; 4 sigma. */
#define SIGMAS 4
#define CONVOLUTION_BAR 2. /* times that of smooth lengths */
#define PI_L 3.141592653589793238462643383279502884L
#define DB_PER_NEPER 8.685889638065036553L

/* What stands there; of pixels and values what is nearest to `value`. */
static long double get_number(const struct reference *reference,
                              const void *output, uint64_t i, long double value)
{
    if (reference_has_value(&reference->desc))
        return reference_stored_value(reference, output, i, value);
    if (reference->desc.store.pixel)
        return reference_pixel_value(reference, output, i, value);
    if (reference->desc.precision == CLFFT_PRECISION_DOUBLE)
        return ((const double *)output)[i];
    return ((const float *)output)[i];
}

static void fill_counts(const struct reference *reference,
                        const struct reference_range *range,
                        uint64_t counts[CLFFT_MAX_LOOPS], uint64_t *n)
{
    *n = 1;
    for (unsigned l = 0; l < CLFFT_MAX_LOOPS; l++) {
        counts[l] =
            range && range->counts[l] ? range->counts[l] : reference->counts[l];
        *n *= counts[l];
    }
}

/* One transform's part of the sums. */
struct frame {
    long double error_square, value_square;
    long double peak_square; /* of the largest value */
    long double max_square;
    uint64_t max_element;
};

/* What an error of the mean, as large as it may be, does to |X| of value i. */
static long double mean_level(const struct reference *reference, uint64_t i)
{
    if (!reference->mean_levels)
        return 0;
    return reference->mean_error * reference->mean_levels[i];
}

/* The square of the error that is left when the mean has had its own. */
static long double without_mean(const struct reference *reference, uint64_t i,
                                long double value, long double square)
{
    long double allowed = mean_level(reference, i), rest;

    if (reference->desc.store.quantity == CLFFT_QUANTITY_POWER)
        allowed *= 2 * sqrtl(value) + allowed;
    rest = sqrtl(square) - allowed;
    return rest > 0 ? rest * rest : 0;
}

static void compare_numbers(const struct reference *reference,
                            const uint64_t index[CLFFT_MAX_LOOPS],
                            const long double *values, const void *output,
                            struct frame *frame, struct reference_error *error)
{
    const unsigned parts = reference->layout.complex_output ? 2 : 1;

    for (uint64_t i = 0; i < reference->layout.n_stored; i++) {
        const uint64_t element = reference_place(&reference->output, index, i);
        long double square = 0, value_square = 0;
        for (unsigned part = 0; part < parts; part++) {
            const long double value = values[parts * i + part];
            const long double got =
                get_number(reference, output, parts * element + part, value);
            const long double difference = got - value;
            if (isfinite(difference)) {
                square += difference * difference;
                value_square += value * value;
            } else if (isfinite(value) || isfinite(got)) {
                error->n_bad++;
            }
        }
        frame->value_square += value_square;
        frame->peak_square = fmaxl(frame->peak_square, value_square);
        if (reference->mean_levels)
            square = without_mean(reference, i, values[parts * i], square);
        frame->error_square += square;
        if (square > frame->max_square) {
            frame->max_square = square;
            frame->max_element = element;
        }
    }
}

/*
 * Energy of the frame with its mean, over that without: samples are rounded
 * before the mean is taken away, so that what is left of a bright picture has
 * the picture's rounding.
 */
static long double mean_share(const struct reference *reference)
{
    return 1 + reference->removed / reference->kept;
}

/* What errors are relative to; an even picture leaves nothing but its mean. */
static void count_mean(const struct reference *reference, struct frame *frame)
{
    const clfft_desc *desc = &reference->desc;
    const long double scale = desc->scale == 0 ? 1 : desc->scale;
    const long double even =
        scale * scale * reference->removed * reference->layout.n_points;

    if (reference->removed == 0)
        return;
    if (reference->kept > 0)
        frame->value_square *= mean_share(reference);
    else
        frame->value_square =
            desc->store.quantity == CLFFT_QUANTITY_POWER ? even * even : even;
}

/* The energy that bins of a zoom have on average over all frequencies: where
   they are few and close together, a frame may have little of its own. */
static void count_zoom(const struct reference *reference, struct frame *frame)
{
    const clfft_desc *desc = &reference->desc;
    const long double scale = desc->scale == 0 ? 1 : desc->scale;
    long double sum = 0;

    if (!desc->zoom.n_bins || desc->store.bands.n_bands)
        return;
    for (uint64_t k = 0; k < desc->zoom.n_bins; k++) {
        const long double gain = desc->store.gain ? desc->store.gain[k] : 1;
        const long double power = gain * gain * scale * scale * reference->kept;

        sum += desc->store.quantity == CLFFT_QUANTITY_POWER ? power * power
                                                            : power;
    }
    frame->value_square = fmaxl(frame->value_square, sum);
}

/* The largest error that the complex bar allows a bin that stands `level`
   times the frame's RMS: a bin's own share of the frame's rounding does not
   shrink with the bin. In nepers, or radians. */
static long double angle_limit(const struct reference *reference, uint64_t i,
                               long double level)
{
    const long double size = sqrtl(reference->powers[i]);
    const long double mean = mean_level(reference, i);
    struct reference_limits limits;

    reference_get_limits(&reference->desc, &limits);
    return SIGMAS * limits.single * sqrtl(mean_share(reference)) / level +
           (mean < size ? -logl(1 - mean / size) : INFINITY);
}

static void compare_units(const struct reference *reference,
                          const uint64_t index[CLFFT_MAX_LOOPS],
                          const long double *values, const void *output,
                          struct frame *frame, struct reference_error *error)
{
    const clfft_desc *desc = &reference->desc;
    const uint64_t n = reference->layout.n_stored;
    const bool is_db = desc->store.quantity == CLFFT_QUANTITY_DB;
    long double rms = 0;

    for (uint64_t i = 0; i < n; i++)
        rms += reference->powers[i];
    rms = sqrtl(rms / n);
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t element = reference_place(&reference->output, index, i);
        const long double value =
            get_number(reference, output, element, values[i]);
        const long double level = sqrtl(reference->powers[i]) / rms;
        long double difference = fabsl(value - values[i]);
        long double limit = is_db ? DB_LIMIT : PHASE_LIMIT;
        if (!isfinite(value) != !isfinite(values[i]) ||
            (is_db && value < desc->store.floor - DB_LIMIT) ||
            /* a pixel's may stand behind pi, a turn from its own */
            (!is_db && !desc->store.pixel &&
             fabsl(value) > PI_L + PHASE_LIMIT)) {
            error->n_bad++;
            continue;
        }
        if (!(level > UNIT_THRESHOLD) || !isfinite(value))
            continue;
        if (!is_db && difference > PI_L)
            difference = fabsl(difference - 2 * PI_L);
        limit = fmaxl(limit, angle_limit(reference, i, level) *
                                 (is_db ? DB_PER_NEPER : 1));
        if (difference / limit > error->worst_unit)
            error->worst_unit = (double)(difference / limit);
        if (difference * difference > frame->max_square) {
            frame->max_square = difference * difference;
            frame->max_element = element;
        }
    }
    /* max_error is in dB or radians here, not over the RMS. */
    frame->value_square = n;
}

void reference_compare(struct reference *reference,
                       const struct reference_range *range, const void *input,
                       const void *output, struct reference_error *error)
{
    const bool has_unit = reference->powers != NULL;
    const uint64_t step = range && range->step ? range->step : 1;
    uint64_t counts[CLFFT_MAX_LOOPS], index[CLFFT_MAX_LOOPS], n;
    struct reference_limits limits;

    reference_get_limits(&reference->desc, &limits);
    fill_counts(reference, range, counts, &n);
    for (uint64_t r = range ? range->first : 0; r < n; r += step) {
        struct frame frame = {0};
        const long double *values;
        double relative, largest, limit;
        reference_split(counts, r, index);
        values = reference_transform_at(reference, input, index);
        if (has_unit)
            compare_units(reference, index, values, output, &frame, error);
        else
            compare_numbers(reference, index, values, output, &frame, error);
        limit = frame.peak_square > frame.value_square / 2 ? limits.peaked
                                                           : limits.single;
        if (!has_unit) {
            count_zoom(reference, &frame);
            count_mean(reference, &frame);
        }
        error->n_points += reference->layout.n_points;
        error->error_square += frame.error_square;
        error->value_square += frame.value_square;
        relative = frame.error_square == 0
                       ? 0
                       : (double)sqrtl(frame.error_square / frame.value_square);
        if (relative / limit > error->single_ratio) {
            error->single_ratio = relative / limit;
            error->worst_single = relative;
            error->worst_transform = r;
        }
        largest =
            frame.max_square == 0
                ? 0
                : (double)sqrtl(frame.max_square * reference->layout.n_stored /
                                frame.value_square);
        if (largest > error->max_error) {
            error->max_error = largest;
            error->worst_element = frame.max_element;
        }
    }
}

double reference_relative_error(const struct reference_error *error)
{
    if (error->error_square == 0)
        return 0;
    return (double)sqrtl(error->error_square / error->value_square);
}

uint64_t reference_count_strays(const struct reference *reference,
                                const struct reference_range *range,
                                const void *before, const void *after,
                                uint64_t n_elements)
{
    const size_t size = reference->layout.output_size;
    const uint64_t step = range && range->step ? range->step : 1;
    const unsigned char *old = before, *new = after;
    unsigned char *stored = calloc(n_elements / 8 + 1, 1);
    uint64_t counts[CLFFT_MAX_LOOPS], index[CLFFT_MAX_LOOPS], n, n_strays = 0;

    if (!stored)
        return UINT64_MAX;
    fill_counts(reference, range, counts, &n);
    for (uint64_t r = range ? range->first : 0; r < n; r += step) {
        reference_split(counts, r, index);
        for (uint64_t i = 0; i < reference->layout.n_stored; i++) {
            const uint64_t e = reference_place(&reference->output, index, i);
            if (e < n_elements)
                stored[e / 8] |= (unsigned char)(1 << e % 8);
        }
    }
    for (uint64_t e = 0; e < n_elements; e++)
        if (!(stored[e / 8] >> e % 8 & 1) &&
            memcmp(old + e * size, new + e *size, size) != 0)
            n_strays++;
    free(stored);
    return n_strays;
}

/* ---- the accuracy contract ------------------------------------------- */

double reference_roundoff(const clfft_desc *desc)
{
    return desc->precision == CLFFT_PRECISION_DOUBLE ? 0x1p-53 : 0x1p-24;
}

/* Of those primes, the ones that are Rader's where they are all of a length. */
#define LONE_PRIMES 7

bool reference_is_smooth(const clfft_desc *desc)
{
    static const unsigned primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31};
    const unsigned rank = desc->rank ? desc->rank : 1;

    if (desc->zoom.n_bins)
        return false;
    for (unsigned axis = 0; axis < rank; axis++) {
        uint64_t n = desc->lengths[axis];
        const uint64_t half =
            axis == 0 && desc->transform != CLFFT_TRANSFORM_C2C && n % 2 == 0
                ? n / 2
                : n;

        for (unsigned p = LONE_PRIMES; p < sizeof primes / sizeof primes[0];
             p++)
            if (half == primes[p])
                return false;
        for (unsigned p = 0; p < sizeof primes / sizeof primes[0]; p++)
            while (n % primes[p] == 0)
                n /= primes[p];
        if (n != 1)
            return false;
    }
    return true;
}

void reference_get_limits(const clfft_desc *desc,
                          struct reference_limits *limits)
{
    const double e = reference_roundoff(desc);
    const unsigned rank = desc->rank ? desc->rank : 1;
    double n = 1, few, factor;

    for (unsigned axis = 0; axis < rank; axis++)
        n *= (double)desc->lengths[axis];
    n = fmax(n, (double)desc->zoom.n_bins);
    factor = desc->store.quantity == CLFFT_QUANTITY_MAGNITUDE ||
                     desc->store.quantity == CLFFT_QUANTITY_POWER
                 ? 1.2
                 : 1;
    /* a zoom is a convolution however short it is */
    if (n < 16)
        limits->pooled = 2 * e * (desc->zoom.n_bins ? CONVOLUTION_BAR : 1);
    else
        limits->pooled = (reference_is_smooth(desc) ? 1 : CONVOLUTION_BAR) * e *
                         sqrt(log2(n));
    /*
     * The tail of few roundings, which real transforms have of half their
     * length: of 600000 random r2c of 64 points FFTW 3.3.10 in single precision
     * puts 328 above 0.9 of the pooled bar (to 1.13 of it), of c2r 82 (1.12),
     * of c2r of 80 points 20 (1.10), of r2c of 96 four (1.01); of 128 points
     * none (0.87). Of 200000 r2c of 18 points it puts 11 above 1.5 times the
     * pooled bar (to 1.13 of that, 3.5 e), one of 19, one c2r of 18 and of 21;
     * none of 22 to 24, 27, 32, 50 and 63, the other lengths that were looked
     * at.
     */
    few = desc->transform == CLFFT_TRANSFORM_C2C ? n : n / 2;
    limits->single = n < 16     ? 4 * e
                     : few < 64 ? 1.5 * limits->pooled
                                : limits->pooled;
    if (n < 32)
        limits->single = fmax(limits->single, 4 * e);
    /*
     * Nor are they many where one bin holds the frame, whose error is then that
     * of one sum: of 200000 random r2c of pixels of 8 bits FFTW puts 223 of 64
     * points above the pooled bar (to 1.24 of it), of 128 points 88 (1.19), of
     * 169 170 (1.20), of 256 29 (1.09), of 50000 of 1024 points one (1.02), of
     * 23000 of 2197 points three (1.09); of c2c two of 64 points (1.02), six of
     * 80 (1.08), two of 169 (1.03).
     */
    limits->peaked = fmax(limits->single, 1.5 * limits->pooled);
    limits->pooled *= factor;
    /* few bins of a zoom meet few roots, whose roundings are the same in each
       frame */
    if (n >= 16 && desc->zoom.n_bins && desc->zoom.n_bins < 16)
        limits->pooled *= 1.5;
    /* bins of a zoom may be all alike */
    if (desc->zoom.n_bins && desc->store.quantity == CLFFT_QUANTITY_POWER)
        limits->pooled *= 2;
    /*
     * d|X|^2 = 2 |X| d|X|: where one bin holds the frame, its power has twice
     * the relative error; over many frames of noise it evens out.
     */
    if (desc->store.quantity == CLFFT_QUANTITY_POWER)
        factor *= 2;
    /* sums may hold a frame's small bins only, with the whole frame's error */
    if (desc->store.bands.n_bands || desc->store.rings.n_rings)
        factor *= 2;
    limits->single *= factor;
    limits->peaked *= factor;
}

double reference_judge(const clfft_desc *desc,
                       const struct reference_error *error)
{
    struct reference_limits limits;
    double worst = error->worst_unit;

    if (error->n_bad > 0 || error->n_points == 0)
        return INFINITY;
    reference_get_limits(desc, &limits);
    worst = fmax(worst, reference_relative_error(error) / limits.pooled);
    return fmax(worst, error->single_ratio);
}

double reference_recipe_factor(const clfft_desc *desc, const char *recipe)
{
    const bool convolves =
        strstr(recipe, "bluestein") || strstr(recipe, "rader");

    if (desc->store.quantity > CLFFT_QUANTITY_POWER ||
        convolves != reference_is_smooth(desc))
        return 1;
    return convolves ? 1 / CONVOLUTION_BAR : CONVOLUTION_BAR;
}
