/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * bands.c: computes bands of frequency as weighted sums of bins.
 *
 * A bin stands for the frequencies within half a bin of its own, cut at 0 and
 * at Nyquist; a rectangular band takes of each bin's power the share that
 * lies within its edges, so neighbouring bands share out every bin exactly.
 * Mel bands are triangles sampled at the bins' frequencies; one that lies
 * between two bins has no weight.
 *
 * Source: IEC 61260-1:2014 clause 5 (octaves, base ten); the other scales are
 * scale.c's.
 */
#include "clfft/spectrum.h"

#include "clfft/base/error.h"
#include "clfft/base/watch.h"
#include "scale.h"

#include <math.h>
#include <stdlib.h>

/* Log bands start this far below Nyquist (ten octaves: 23.4 Hz at 48 kHz),
   or at half a bin where that is higher. */
#define LOG_RANGE 1024.0L

#define OCTAVE_RATIO 1.995262314968879601352452967L /* G = 10^(3/10) */
#define OCTAVE_REFERENCE 1000.0L                    /* hertz */

static long lmax(long a, long b)
{
    return a > b ? a : b;
}

static long lmin(long a, long b)
{
    return a < b ? a : b;
}

struct band_scale_row {
    const char *name;
    const struct clfft_scale *scale; /* of equal steps, or NULL */
    unsigned fraction;               /* bands of an octave, or 0 */
};

static const struct band_scale_row rows[] = {
    [CLFFT_BAND_SCALE_BINS] = {"bins"},
    [CLFFT_BAND_SCALE_LOG] = {"log", &clfft_scale_log},
    [CLFFT_BAND_SCALE_OCTAVE] = {"octave", NULL, 1},
    [CLFFT_BAND_SCALE_THIRD_OCTAVE] = {"third-octave", NULL, 3},
    [CLFFT_BAND_SCALE_MEL] = {"mel", &clfft_scale_mel},
    [CLFFT_BAND_SCALE_BARK] = {"bark", &clfft_scale_bark},
    [CLFFT_BAND_SCALE_ERB] = {"erb", &clfft_scale_erb},
    [CLFFT_BAND_SCALE_SIXTH_OCTAVE] = {"sixth-octave", NULL, 6},
    [CLFFT_BAND_SCALE_TWELFTH_OCTAVE] = {"twelfth-octave", NULL, 12},
    [CLFFT_BAND_SCALE_TWENTY_FOURTH_OCTAVE] = {"twenty-fourth-octave", NULL,
                                               24},
};

unsigned clfft_band_scale_fraction(clfft_band_scale scale)
{
    return (unsigned)scale < sizeof rows / sizeof rows[0] ? rows[scale].fraction
                                                          : 0;
}

/* The input and the output of building bands. */
struct builder {
    clfft_band_scale scale;
    clfft_mel_scale mel_scale;
    clfft_mel_norm mel_norm;
    uint64_t n_bins;
    long double bin, nyquist; /* hertz */
    long double low, high;    /* hertz; 0: as the scale has it */
    unsigned n_bands;
    uint32_t *first, *start;
    double *weight;
    size_t n_weights, room;
    double *center;
};

static bool reserve(struct builder *b, size_t n_weights)
{
    size_t room = b->room ? b->room : 1024;
    double *weight;

    if (n_weights > UINT32_MAX)
        return false;
    while (room < n_weights)
        room *= 2;
    if (room == b->room)
        return true;
    weight = realloc(b->weight, room * sizeof *weight);
    if (!weight)
        return false;
    b->weight = weight;
    b->room = room;
    return true;
}

static clfft_status no_memory(const struct builder *b)
{
    return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                      "no host memory for %u bands of %llu bins", b->n_bands,
                      (unsigned long long)b->n_bins);
}

/* Tells the watch that the bins before k of a band are done. */
static clfft_status tell(const struct builder *b, uint64_t k)
{
    return clfft_watch_loop("bands", k, b->n_bins);
}

static clfft_status add_band(struct builder *b, unsigned band, uint64_t start,
                             uint64_t n_weights, long double center)
{
    if (!reserve(b, b->n_weights + n_weights))
        return no_memory(b);
    b->start[band] = (uint32_t)start;
    b->n_weights += n_weights;
    b->first[band + 1] = (uint32_t)b->n_weights;
    b->center[band] = (double)center;
    return clfft_watch_loop("bands", band, b->n_bands);
}

/* The share of bin k that lies in low..high. */
static long double share(const struct builder *b, uint64_t k, long double low,
                         long double high)
{
    long double from = k == 0 ? 0 : (k - 0.5L) * b->bin;
    long double to = fminl((k + 0.5L) * b->bin, b->nyquist);
    long double part = fminl(to, high) - fmaxl(from, low);

    return part <= 0 ? 0 : part / (to - from);
}

static clfft_status add_rectangle(struct builder *b, unsigned band,
                                  long double low, long double high,
                                  long double center)
{
    clfft_status status;

    uint64_t start = (uint64_t)(low / b->bin + 0.5L);
    uint64_t last = (uint64_t)(high / b->bin + 0.5L);
    size_t at = b->n_weights;

    if (last > b->n_bins - 1)
        last = b->n_bins - 1;
    if (start > last)
        start = last;
    TRY(add_band(b, band, start, last - start + 1, center));
    for (uint64_t k = start; k <= last && status == CLFFT_STATUS_OK; k++) {
        b->weight[at + (k - start)] = (double)share(b, k, low, high);
        status = tell(b, k);
    }
fail:
    return status;
}

/* The bins from low to high; both ends count. */
static void find_bins(const struct builder *b, uint64_t *first, uint64_t *end)
{
    const long double rounding = 1e-9L;

    *first = (uint64_t)ceill(b->low / b->bin - rounding);
    *end =
        b->high ? (uint64_t)floorl(b->high / b->bin + rounding) + 1 : b->n_bins;
    if (*end > b->n_bins)
        *end = b->n_bins;
}

static clfft_status build_runs(struct builder *b)
{
    uint64_t first, end;
    clfft_status status = CLFFT_STATUS_OK;

    find_bins(b, &first, &end);
    if (end < first || b->n_bands > end - first)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "%u bands are more than the %llu bins from %.8Lg to "
                          "%.8Lg Hz",
                          b->n_bands,
                          (unsigned long long)(end > first ? end - first : 0),
                          b->low, b->high ? b->high : b->nyquist);
    for (unsigned i = 0; i < b->n_bands; i++) {
        uint64_t from = first + (end - first) * i / b->n_bands;
        uint64_t to = first + (end - first) * (i + 1) / b->n_bands;
        size_t at = b->n_weights;

        TRY(add_band(b, i, from, to - from, b->bin * (from + to - 1) / 2));
        for (; at < b->n_weights; at++) {
            b->weight[at] = 1;
            TRY(tell(b, at));
        }
    }
fail:
    return status;
}

/* Gets the edges of the range in hertz. */
static clfft_status find_range(const struct builder *b, long double *bottom,
                               long double *top)
{
    *bottom = b->low;
    *top = b->high ? b->high : b->nyquist;
    if (!b->low && b->scale == CLFFT_BAND_SCALE_LOG)
        *bottom = fmaxl(b->bin / 2, b->nyquist / LOG_RANGE);
    if (*bottom < *top)
        return CLFFT_STATUS_OK;
    return clfft_fail(CLFFT_STATUS_INVALID,
                      "%s bands from %.8Lg to %.8Lg Hz do not rise",
                      rows[b->scale].name, *bottom, *top);
}

/* Builds bands of equal width on the scale, side by side. */
static clfft_status build_equal(struct builder *b)
{
    const struct clfft_scale *scale = rows[b->scale].scale;
    long double bottom, top, low, step, edge;
    clfft_status status;

    TRY(find_range(b, &bottom, &top));
    low = scale->from_hertz(bottom);
    step = (scale->from_hertz(top) - low) / b->n_bands;
    edge = bottom;
    for (unsigned i = 0; i < b->n_bands; i++) {
        long double next =
            i + 1 == b->n_bands ? top : scale->to_hertz(low + (i + 1) * step);
        long double center = scale->to_hertz(low + (i + 0.5L) * step);

        TRY(add_rectangle(b, i, edge, next, center));
        edge = next;
    }
fail:
    return status;
}

/* The weight of frequency f in the triangle of these corners. */
static long double slope_at(const struct builder *b,
                            const struct clfft_scale *mel, long double f,
                            const long double corner[3])
{
    long double c[3] = {corner[0], corner[1], corner[2]};

    if (b->mel_scale == CLFFT_MEL_SCALE_KALDI) {
        for (int i = 0; i < 3; i++)
            c[i] = mel->from_hertz(c[i]);
        f = mel->from_hertz(f);
    }
    return f <= c[1] ? (f - c[0]) / (c[1] - c[0]) : (c[2] - f) / (c[2] - c[1]);
}

static clfft_status build_mel(struct builder *b)
{
    const struct clfft_scale *mel = b->mel_scale == CLFFT_MEL_SCALE_SLANEY
                                        ? &clfft_scale_slaney
                                        : &clfft_scale_mel;
    long double bottom, top, first, step;
    clfft_status status;

    TRY(find_range(b, &bottom, &top));
    first = mel->from_hertz(bottom);
    step = (mel->from_hertz(top) - first) / (b->n_bands + 1.0L);
    for (unsigned i = 0; i < b->n_bands; i++) {
        long double low = mel->to_hertz(first + i * step);
        long double middle = mel->to_hertz(first + (i + 1) * step);
        long double high = mel->to_hertz(first + (i + 2) * step);
        long double height =
            b->mel_norm == CLFFT_MEL_NORM_SLANEY ? 2 / (high - low) : 1;
        uint64_t start = (uint64_t)floorl(low / b->bin) + 1;
        uint64_t end = (uint64_t)ceill(high / b->bin);
        size_t at = b->n_weights;

        if (end > b->n_bins)
            end = b->n_bins;
        if (start >= end) /* between two bins: its sum is 0 */
            start = end = start < b->n_bins ? start : b->n_bins;
        TRY(add_band(b, i, start, end - start, middle));
        for (uint64_t k = start; k < end && status == CLFFT_STATUS_OK;
             k++, status = tell(b, k))
            b->weight[at++] =
                (double)(height *
                         slope_at(b, mel, k * b->bin,
                                  (long double[3]){low, middle, high}));
        if (status != CLFFT_STATUS_OK)
            goto fail;
    }
fail:
    return status;
}

/* ---- octaves (IEC 61260-1:2014, 5.2 to 5.6) ---- */

/* The place of a frequency on the scale on which band i ends at i and i + 1:
   1 kHz is the middle of band 0 of an odd fraction, and where band 0 of an
   even one begins. */
static long double octave_position(const struct builder *b,
                                   long double frequency)
{
    const unsigned fraction = rows[b->scale].fraction;

    return logl(frequency / OCTAVE_REFERENCE) / logl(OCTAVE_RATIO) * fraction +
           (fraction % 2 ? 0.5L : 0);
}

static long double octave_frequency(const struct builder *b,
                                    long double position)
{
    const unsigned fraction = rows[b->scale].fraction;
    const long double octaves =
        (position - (fraction % 2 ? 0.5L : 0)) / fraction;

    return OCTAVE_REFERENCE * powl(OCTAVE_RATIO, octaves);
}

/* Finds the octaves from the first band as wide as a bin to the last one below
   Nyquist, and of them those from the one that holds `low` to the one that
   holds `high`. */
static clfft_status find_octaves(const struct builder *b, long *lowest,
                                 unsigned *n_bands)
{
    const long double rounding = 1e-9L;
    long double half = powl(OCTAVE_RATIO, 0.5L / rows[b->scale].fraction);
    long double narrowest = b->bin / (half - 1 / half);
    long high = (long)floorl(octave_position(b, b->nyquist) + rounding) - 1;

    *lowest = (long)ceill(octave_position(b, narrowest) - 0.5L - rounding);
    if (high < *lowest)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "no %s band fits between bins %.1Lf Hz apart and "
                          "the Nyquist frequency %.1Lf Hz",
                          rows[b->scale].name, b->bin, b->nyquist);
    if (b->low)
        *lowest = lmax(*lowest, (long)floorl(octave_position(b, b->low)));
    if (b->high)
        high = lmin(high, (long)floorl(octave_position(b, b->high)));
    if (high < *lowest)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "no %s band from %.8Lg to %.8Lg Hz fits between bins "
                          "%.1Lf Hz apart and the Nyquist frequency %.1Lf Hz",
                          rows[b->scale].name, b->low,
                          b->high ? b->high : b->nyquist, b->bin, b->nyquist);
    *n_bands = (unsigned)(high - *lowest + 1);
    return CLFFT_STATUS_OK;
}

static clfft_status build_octaves(struct builder *b, long lowest)
{
    clfft_status status = CLFFT_STATUS_OK;

    for (unsigned i = 0; i < b->n_bands && status == CLFFT_STATUS_OK; i++) {
        const long double at = lowest + (long double)i;

        status = add_rectangle(b, i, octave_frequency(b, at),
                               octave_frequency(b, at + 1),
                               octave_frequency(b, at + 0.5L));
    }
    return status;
}

static clfft_status check(const clfft_bands_desc *desc)
{
    const clfft_band_scale scale = desc->scale;
    const unsigned n_bands = desc->n_bands;
    const uint64_t n = desc->n;
    const double rate = desc->rate;
    const bool octaves = clfft_band_scale_fraction(scale) > 0;

    if ((unsigned)scale >= sizeof rows / sizeof rows[0])
        return clfft_fail(CLFFT_STATUS_INVALID, "band scale %d is unknown",
                          (int)scale);
    if ((unsigned)desc->mel_scale > CLFFT_MEL_SCALE_KALDI ||
        (unsigned)desc->mel_norm > CLFFT_MEL_NORM_SLANEY)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "mel scale %d or norm %d is unknown",
                          (int)desc->mel_scale, (int)desc->mel_norm);
    if (n < 2 || n > UINT32_MAX)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "bands need a transform of 2..%llu points, not %llu",
                          (unsigned long long)UINT32_MAX,
                          (unsigned long long)n);
    if (!(rate > 0) || isinf(rate))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "bands need a rate above 0, not %g", rate);
    if (!(desc->factor >= 0) || isinf(desc->factor))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "bands need a factor of 0 or above, not %g",
                          desc->factor);
    if (!(desc->low >= 0 && desc->low < rate / 2) ||
        !(desc->high >= 0 && desc->high <= rate / 2))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "bands from %g to %g Hz are not within 0 to the "
                          "Nyquist frequency %g Hz",
                          desc->low, desc->high, rate / 2);
    if (desc->high && desc->low >= desc->high)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "bands from %g to %g Hz do not rise", desc->low,
                          desc->high);
    if (octaves && n_bands != 0)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "band scale %s has its own number of bands: "
                          "0 is to be given, not %u",
                          rows[scale].name, n_bands);
    if (!octaves && n_bands == 0)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "band scale %s needs 1 band or more",
                          rows[scale].name);
    if (n_bands > n / 2 + 1)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "%u bands are more than the %llu bins", n_bands,
                          (unsigned long long)(n / 2 + 1));
    return CLFFT_STATUS_OK;
}

static clfft_status build(struct builder *b, long lowest)
{
    if (rows[b->scale].fraction)
        return build_octaves(b, lowest);
    switch (b->scale) {
    case CLFFT_BAND_SCALE_BINS:
        return build_runs(b);
    case CLFFT_BAND_SCALE_MEL:
        return build_mel(b);
    default:
        return build_equal(b);
    }
}

clfft_status clfft_bands_fill(const clfft_bands_desc *desc, clfft_bands *bands,
                              double **centers)
{
    struct builder b = {.scale = desc->scale,
                        .mel_scale = desc->mel_scale,
                        .mel_norm = desc->mel_norm,
                        .n_bands = desc->n_bands};
    clfft_status status = check(desc);
    long lowest = 0;

    *bands = (clfft_bands){0};
    if (centers)
        *centers = NULL;
    if (status == CLFFT_STATUS_OK)
        status = CHECK_RESERVED("clfft_bands_desc", desc);
    if (status != CLFFT_STATUS_OK)
        return status;
    b.n_bins = desc->n / 2 + 1;
    b.bin = (long double)desc->rate / desc->n;
    b.nyquist = desc->rate / 2.0L;
    b.low = desc->low;
    b.high = desc->high;
    if (b.n_bands == 0) {
        status = find_octaves(&b, &lowest, &b.n_bands);
        if (status != CLFFT_STATUS_OK)
            return status;
    }
    b.first = calloc((size_t)b.n_bands + 1, sizeof *b.first);
    b.start = calloc(b.n_bands, sizeof *b.start);
    b.center = calloc(b.n_bands, sizeof *b.center);
    status = b.first && b.start && b.center ? build(&b, lowest) : no_memory(&b);
    for (size_t i = 0; desc->factor && i < b.n_weights; i++)
        b.weight[i] *= desc->factor;
    *bands = (clfft_bands){b.n_bands, b.first, b.start, b.weight};
    if (status != CLFFT_STATUS_OK)
        clfft_bands_clear(bands);
    if (status == CLFFT_STATUS_OK && centers)
        *centers = b.center;
    else
        free(b.center);
    return status;
}

void clfft_bands_clear(clfft_bands *bands)
{
    /* const for readers; clfft_bands_fill made them */
    free((void *)bands->first);
    free((void *)bands->start);
    free((void *)bands->weight);
    *bands = (clfft_bands){0};
}
