/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gain.c: computes the gain of each bin: the scaling of the spectrum times the
 * frequency weighting.
 *
 * Scalings: G. Heinzel, A. Ruediger, R. Schilling, "Spectrum and spectral
 * density estimation by the discrete Fourier transform" (2002), eq. 19-24.
 * Weightings: IEC 61672-1:2013 annex E (A, C), IEC 60651 (B: one pole more,
 * at 10^2.2 Hz), IEC 60537 (D).
 * Sums: the powers P(d) of a sine in the bins at distances d from it have the
 * sum 1, the mean 0 and the variance v, so that a smooth h has
 * sum_d P(d) h(x + d) = h(x) + v/2 h''(x) + ...; h = g - v/2 g'' gives g(x).
 */
#include "clfft/spectrum.h"

#include "clfft/base/watch.h"

#include <math.h>

/* Pole frequencies in hertz, IEC 61672-1:2013 annex E.4. */
#define POLE_LOW 20.598997L
#define POLE_A2 107.65265L
#define POLE_A3 737.86223L
#define POLE_B 158.48932L
#define POLE_HIGH 12194.217L

/* Of the curve, for bins so near DC that the lobe bends it by more than itself:
   keeps A within class 1 down to 10 Hz with a Hann window and bins 12 Hz apart.
 */
#define LEAST_SHARE 0.04L

static long double curve_c(long double f)
{
    long double low = f * f + POLE_LOW * POLE_LOW;
    long double high = f * f + POLE_HIGH * POLE_HIGH;

    return POLE_HIGH * POLE_HIGH * f * f / (low * high);
}

static long double curve_b(long double f)
{
    return curve_c(f) * f / sqrtl(f * f + POLE_B * POLE_B);
}

static long double curve_a(long double f)
{
    return curve_c(f) * f * f /
           sqrtl((f * f + POLE_A2 * POLE_A2) * (f * f + POLE_A3 * POLE_A3));
}

/* IEC 60537: one pair of zeros, two pairs of poles. */
static long double curve_d(long double f)
{
    long double f2 = f * f;
    long double zeros =
        (1037918.48L - f2) * (1037918.48L - f2) + 1080768.16L * f2;
    long double poles =
        (9837328.0L - f2) * (9837328.0L - f2) + 11723776.0L * f2;

    return f / 6.8966888496476e-5L *
           sqrtl(zeros / poles / ((f2 + 79919.29L) * (f2 + 1345600.0L)));
}

double clfft_weighting_gain(clfft_weighting weighting, double frequency)
{
    static long double (*const curves[])(long double) = {
        [CLFFT_WEIGHTING_A] = curve_a,
        [CLFFT_WEIGHTING_B] = curve_b,
        [CLFFT_WEIGHTING_C] = curve_c,
        [CLFFT_WEIGHTING_D] = curve_d,
    };

    if (weighting == CLFFT_WEIGHTING_NONE ||
        (unsigned)weighting >= sizeof curves / sizeof curves[0])
        return 1;
    return (double)(curves[weighting](fabsl(frequency)) /
                    curves[weighting](1000));
}

static uint64_t count_tapers(const clfft_gain_desc *desc)
{
    return desc->n_tapers ? desc->n_tapers : 1;
}

/* The variance in bins of where the power of a sine lies, the main lobe's: the
   mean square of the window's slope over that of the window. Steps at the ends
   make the side lobes, and are not counted. */
static long double lobe_variance(const clfft_gain_desc *desc)
{
    const long double turn = 6.283185307179586476925286766559005768L;
    long double slopes = 0, squares = 0;

    for (uint64_t i = 0; i < count_tapers(desc) * desc->window_length; i++) {
        const long double slope =
            i % desc->window_length
                ? (long double)desc->window[i] - desc->window[i - 1]
                : 0;

        slopes += slope * slope;
        squares += (long double)desc->window[i] * desc->window[i];
    }
    return slopes / squares * (desc->n / turn) * (desc->n / turn);
}

/* The weighting, as a gain of amplitude, of what lies so many bins of the
   length from DC in sums over lobes of that variance. */
static double weighting_for_sums(const clfft_gain_desc *desc,
                                 long double distance, long double variance)
{
    const long double step = 0.25L, bin = (long double)desc->rate / desc->n;
    long double power[3], bent;

    for (int i = 0; i < 3; i++) {
        const long double at = (distance + (i - 1) * step) * bin;
        const double gain = clfft_weighting_gain(desc->weighting, (double)at);

        power[i] = (long double)gain * gain;
    }
    bent = (power[0] - 2 * power[1] + power[2]) / (step * step);
    return (double)sqrtl(
        fmaxl(LEAST_SHARE * power[1], power[1] - variance / 2 * bent));
}

/* Of tapers the means of their powers: the square of the plain sum, which is
   what a sine in the middle of a bin reads, and the sum of squares. */
struct sums {
    long double plain, squares;
};

static struct sums sum_window(const clfft_gain_desc *desc)
{
    const uint64_t n_tapers = count_tapers(desc);
    struct sums sums = {0, 0};

    for (uint64_t t = 0; t < n_tapers; t++) {
        const double *w = desc->window + t * desc->window_length;
        long double plain = 0;

        for (uint64_t i = 0; i < desc->window_length; i++) {
            plain += w[i];
            sums.squares += (long double)w[i] * w[i];
        }
        sums.plain = n_tapers > 1 ? hypotl(sums.plain, plain) : plain;
    }
    sums.plain /= sqrtl(n_tapers);
    sums.squares /= n_tapers;
    return sums;
}

/* The gain of a bin that represents only itself. */
static long double base_gain(const clfft_gain_desc *desc)
{
    const struct sums sums = sum_window(desc);

    switch (desc->scaling) {
    case CLFFT_SCALING_AMPLITUDE:
    case CLFFT_SCALING_POWER:
        return 1 / sums.plain;
    case CLFFT_SCALING_PSD:
        return 1 / sqrtl(desc->rate * sums.squares);
    case CLFFT_SCALING_LEGACY:
        return 1.0L / desc->n;
    default:
        return 1;
    }
}

/* The factor of a bin that represents two, k and -k. */
static long double pair_gain(clfft_scaling scaling)
{
    switch (scaling) {
    case CLFFT_SCALING_AMPLITUDE:
        return 2;
    case CLFFT_SCALING_POWER:
    case CLFFT_SCALING_PSD:
        return sqrtl(2);
    default:
        return 1;
    }
}

/* The frequencies of stored bins, from 0 on, in cycles: place in stored order
   is (i + turn) modulo n. */
struct bins {
    bool is_one; /* side */
    uint64_t n, n_stored, turn;
    clfft_zoom zoom;
};

static struct bins find_bins(const clfft_gain_desc *desc)
{
    const uint64_t n = desc->n;
    struct bins bins = {.n = n, .n_stored = n, .zoom = desc->zoom};

    bins.is_one = !desc->complex_input && (desc->sides == CLFFT_SIDES_ONE ||
                                           desc->sides == CLFFT_SIDES_DEFAULT);
    if (bins.is_one)
        bins.n_stored = n / 2 + 1;
    if (desc->zoom.n_bins)
        bins.n_stored = desc->zoom.n_bins;
    bins.turn = desc->sides == CLFFT_SIDES_CENTERED ? n - n / 2 : 0;
    return bins;
}

/* The distance from 0 Hz in bins of the length; *is_pair: the bin stands for
   its mirror too. */
static long double find_distance(const struct bins *bins, uint64_t i,
                                 bool *is_pair)
{
    const uint64_t n = bins->n, k = (i + bins->turn) % n;
    const long double cycles =
        fabsl(bins->zoom.start + i * (long double)bins->zoom.step);

    if (!bins->zoom.n_bins) {
        *is_pair = bins->is_one && k != 0 && 2 * k != n;
        return k <= n / 2 ? k : n - k;
    }
    *is_pair = bins->is_one && cycles > 0 && cycles != 0.5L;
    return cycles * n;
}

void clfft_gain_fill(const clfft_gain_desc *desc, double *gain)
{
    const struct bins bins = find_bins(desc);
    long double base = base_gain(desc) * powl(10, desc->calibration / 20.0L);
    long double pair = pair_gain(desc->scaling);
    long double variance = desc->for_sums ? lobe_variance(desc) : 0;

    for (uint64_t i = 0; i < bins.n_stored; i++) {
        bool is_pair;
        const long double distance = find_distance(&bins, i, &is_pair);

        if (clfft_watch_loop("the gain of bins", i, bins.n_stored) !=
            CLFFT_STATUS_OK)
            return;
        double weighting = desc->for_sums
                               ? weighting_for_sums(desc, distance, variance)
                               : clfft_weighting_gain(
                                     desc->weighting,
                                     (double)(distance * desc->rate / desc->n));

        gain[i] = (double)(base * (is_pair ? pair : 1) * weighting);
    }
}

double clfft_band_factor(const clfft_gain_desc *desc)
{
    const struct sums sums = sum_window(desc);
    const long double step =
        desc->zoom.n_bins ? (long double)desc->zoom.step : 1.0L / desc->n;

    if (desc->scaling == CLFFT_SCALING_PSD)
        return (double)(desc->rate * step);
    return (double)(sums.plain * sums.plain * step / sums.squares);
}
