/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * band_class.c: finds the octaves, or fractions of octaves, that keep class 1
 * for sines of any frequency.
 *
 * A window of n points spreads the power of a sine over bins around it, as P
 * says; the attenuation of a band is what of it falls into the band. P is
 * computed on a grid of sixteenths of a bin, of the window averaged over
 * blocks, which is exact enough below REACH bins; wider bands are as good as
 * narrower ones, for side lobes fall.
 *
 * Source: IEC 61260-1:2014, 5.10, table 1 and formulas (9) to (11).
 */
#include "clfft/spectrum.h"

#include "clfft/base/error.h"
#include "clfft/base/watch.h"
#include "radix2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.141592653589793238462643383279502884
#define STEPS 16 /* of the grid, in a bin */
#define REACH 1024
#define MOST_POINTS (2 * STEPS * REACH)
#define PER_SEGMENT 24 /* frequencies between two rows of the table */

struct lobe {
    double *power; /* at i / STEPS bins from the sine; all bins together: 1 */
    long n_steps;
};

/* Adds the powers of one window. */
static clfft_status add_lobe(const double *window, uint64_t length,
                             double block, long double complex *x,
                             uint64_t n_points, struct lobe *lobe)
{
    const uint64_t n_blocks = n_points / STEPS;
    clfft_status status;

    memset(x, 0, n_points * sizeof *x);
    for (uint64_t i = 0; i < length; i++) {
        /* a sample may lie in two blocks */
        const uint64_t at = (uint64_t)(i / block);
        const double inside = fmin(1, (at + 1) * block - i);

        if (at < n_blocks)
            x[at] += window[i] * inside;
        if (at + 1 < n_blocks)
            x[at + 1] += window[i] * (1 - inside);
    }
    status = clfft_transform_radix2(x, n_points);
    for (long i = 0; i < lobe->n_steps; i++) {
        const double turn = PI * i / n_points;
        const double damped = i ? sin(turn) / (block * sin(turn / block)) : 1;
        const double value = (double)cabsl(x[i]) / damped;

        lobe->power[i] += value * value;
    }
    return status;
}

static clfft_status make_lobe(const clfft_bands_desc *desc,
                              const double *window, uint64_t length,
                              struct lobe *lobe)
{
    const uint64_t n_tapers = desc->n_tapers ? desc->n_tapers : 1;
    clfft_status status = CLFFT_STATUS_OK;
    uint64_t n_points = 2;
    double block, squares = 0;
    long double complex *x;

    while (n_points < MOST_POINTS && 2 * n_points <= STEPS * desc->n)
        n_points *= 2;
    block = (double)STEPS * desc->n / n_points;
    lobe->n_steps = (long)(n_points / 2);
    x = calloc(n_points, sizeof *x);
    lobe->power = calloc(n_points / 2, sizeof *lobe->power);
    if (!x || !lobe->power) {
        free(x);
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "no host memory for the lobe of a window");
    }
    for (uint64_t t = 0; t < n_tapers && status == CLFFT_STATUS_OK; t++)
        status =
            add_lobe(window + t * length, length, block, x, n_points, lobe);
    for (uint64_t i = 0; i < n_tapers * length; i++)
        squares += window[i] * window[i];
    for (long i = 0; i < lobe->n_steps; i++)
        lobe->power[i] /= desc->n * squares;
    free(x);
    return status;
}

static double lobe_at(const struct lobe *lobe, long step)
{
    const long distance = labs(step);

    return distance < lobe->n_steps ? lobe->power[distance] : 0;
}

/* In decibels, that of a sine at so many steps from DC, of any phase. */
static double attenuation_of(const clfft_bands *bands, unsigned band,
                             const struct lobe *lobe, long step)
{
    const uint32_t first = bands->first[band];
    double sum = 0;

    for (uint32_t i = first; i < bands->first[band + 1]; i++) {
        const long bin = (long)bands->start[band] + (i - first);

        sum += bands->weight[i] * (lobe_at(lobe, STEPS * bin - step) +
                                   lobe_at(lobe, STEPS * bin + step));
    }
    return -10 * log10(sum + 1e-30);
}

/* ---- table 1 ---- */

struct limit {
    double octaves, attenuation;
};

static const struct limit most[] = {
    {0, 0.4}, {1 / 8.0, 0.5}, {1 / 4.0, 0.7}, {3 / 8.0, 1.4}, {1 / 2.0, 5.3}};
static const double least_inside = -0.4;
static const struct limit least[] = {
    {1 / 2.0, 1.6}, {1, 16.6}, {2, 40.5}, {3, 60}, {4, 70}};

#define N_ROWS (sizeof least / sizeof least[0])

/* Formula (9): where of a band of 1/fraction octave a row stands, as a ratio to
   the centre. */
static double ratio_of(double octaves, unsigned fraction)
{
    const double ratio = pow(10, 0.3);

    return 1 + (pow(ratio, 0.5 / fraction) - 1) / (sqrt(ratio) - 1) *
                   (pow(ratio, octaves) - 1);
}

/* Formula (11). */
static double interpolate(const struct limit *rows, unsigned fraction,
                          double ratio)
{
    size_t i = 1;
    double low, high, part;

    while (i < N_ROWS - 1 && ratio > ratio_of(rows[i].octaves, fraction))
        i++;
    low = ratio_of(rows[i - 1].octaves, fraction);
    high = ratio_of(rows[i].octaves, fraction);
    part = log(ratio / low) / log(high / low);
    if (part > 1)
        part = 1;
    return rows[i - 1].attenuation +
           part * (rows[i].attenuation - rows[i - 1].attenuation);
}

static bool is_within(unsigned fraction, double ratio, double attenuation)
{
    if (ratio < 1)
        ratio = 1 / ratio;
    if (ratio > ratio_of(0.5, fraction))
        return attenuation >= interpolate(least, fraction, ratio);
    return attenuation >= least_inside &&
           attenuation <= interpolate(most, fraction, ratio);
}

/* ---- bands ---- */

/* Whether sines keep the limits whose ratio to the centre, or to one over it,
   is from low to high. */
static bool keeps(const clfft_bands *bands, unsigned band,
                  const struct lobe *lobe, unsigned fraction, double center,
                  double low, double high)
{
    for (int i = 0; i <= 2 * PER_SEGMENT; i++) {
        const double ratio = low * pow(high / low, i / 2 / (double)PER_SEGMENT);
        const long step = lround((i % 2 ? 1 / ratio : ratio) * center);

        if (step > 0 && step < lobe->n_steps &&
            !is_within(fraction, step / center,
                       attenuation_of(bands, band, lobe, step)))
            return false;
    }
    return true;
}

static bool is_class_1(const clfft_bands *bands, unsigned band,
                       const struct lobe *lobe, unsigned fraction,
                       double center)
{
    double from = 1;

    for (size_t i = 1; i < N_ROWS; i++) {
        const double to = ratio_of(most[i].octaves, fraction);

        if (!keeps(bands, band, lobe, fraction, center, from, to))
            return false;
        from = to;
    }
    for (size_t i = 1; i <= N_ROWS; i++) {
        const double to =
            i < N_ROWS ? ratio_of(least[i].octaves, fraction) : 8 * from;

        if (!keeps(bands, band, lobe, fraction, center, from, to))
            return false;
        from = to;
    }
    return true;
}

clfft_status clfft_bands_class_1(const clfft_bands_desc *desc,
                                 const double *window, uint64_t window_length,
                                 double *lowest)
{
    const unsigned fraction = clfft_band_scale_fraction(desc->scale);
    clfft_bands_desc whole = *desc;
    struct lobe lobe = {0};
    clfft_bands bands = {0};
    double *centers = NULL;
    clfft_status status = CLFFT_STATUS_OK;

    *lowest = 0;
    if (!fraction || desc->zoom.n_bins)
        return status;
    whole.low = whole.high = whole.factor = 0;
    whole.no_weights = false;
    TRY(clfft_bands_fill(&whole, &bands, &centers));
    TRY(make_lobe(desc, window, window_length, &lobe));
    for (unsigned i = bands.n_bands; i-- > 0;) {
        const uint32_t n_bins = bands.first[i + 1] - bands.first[i];
        const double center = centers[i] * desc->n / desc->rate * STEPS;

        if ((bands.start[i] + n_bins) * (uint64_t)STEPS >
            (uint64_t)lobe.n_steps)
            continue;
        TRY(clfft_watch_tell("bands", bands.n_bands - i, bands.n_bands + 1));
        if (!is_class_1(&bands, i, &lobe, fraction, center))
            break;
        *lowest = centers[i];
    }
fail:
    free(lobe.power);
    free(centers);
    clfft_bands_clear(&bands);
    return status;
}
