/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * bands.c: computes bands of frequency as weighted sums of bins.
 *
 * A bin stands for the frequencies within half a bin of its own, cut at 0 and
 * at Nyquist; a rectangular band takes of each bin's power the share that
 * lies within its edges, so neighbouring bands share out every bin exactly.
 * Mel bands are triangles sampled at the bins' frequencies.
 *
 * Source: IEC 61260-1:2014 clause 5 (octaves, base ten); the other scales are
 * scale.c's.
 */
#include "clfft/spectrum.h"

#include "clfft/base/error.h"
#include "scale.h"

#include <math.h>
#include <stdlib.h>

/* Log bands start this far below Nyquist (ten octaves: 23.4 Hz at 48 kHz),
   or at half a bin where that is higher. */
#define LOG_RANGE 1024.0L

#define OCTAVE_RATIO 1.995262314968879601352452967L /* G = 10^(3/10) */
#define OCTAVE_REFERENCE 1000.0L                    /* hertz */

struct band_scale_row {
    const char *name;
    const struct clfft_scale *scale; /* of equal steps, or NULL */
};

static const struct band_scale_row rows[] = {
    [CLFFT_BAND_SCALE_BINS] = {"bins"},
    [CLFFT_BAND_SCALE_LOG] = {"log", &clfft_scale_log},
    [CLFFT_BAND_SCALE_OCTAVE] = {"octave"},
    [CLFFT_BAND_SCALE_THIRD_OCTAVE] = {"third-octave"},
    [CLFFT_BAND_SCALE_MEL] = {"mel", &clfft_scale_mel},
    [CLFFT_BAND_SCALE_BARK] = {"bark", &clfft_scale_bark},
    [CLFFT_BAND_SCALE_ERB] = {"erb", &clfft_scale_erb},
};

/* The input and the output of building bands. */
struct builder {
    clfft_band_scale scale;
    clfft_mel_scale mel_scale;
    clfft_mel_norm mel_norm;
    uint64_t n_bins;
    long double bin, nyquist; /* hertz */
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

static bool add_band(struct builder *b, unsigned band, uint64_t start,
                     uint64_t n_weights, long double center)
{
    if (!reserve(b, b->n_weights + n_weights))
        return false;
    b->start[band] = (uint32_t)start;
    b->n_weights += n_weights;
    b->first[band + 1] = (uint32_t)b->n_weights;
    b->center[band] = (double)center;
    return true;
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

static bool add_rectangle(struct builder *b, unsigned band, long double low,
                          long double high, long double center)
{
    uint64_t start = (uint64_t)(low / b->bin + 0.5L);
    uint64_t last = (uint64_t)(high / b->bin + 0.5L);
    size_t at = b->n_weights;

    if (last > b->n_bins - 1)
        last = b->n_bins - 1;
    if (start > last)
        start = last;
    if (!add_band(b, band, start, last - start + 1, center))
        return false;
    for (uint64_t k = start; k <= last; k++)
        b->weight[at + (k - start)] = (double)share(b, k, low, high);
    return true;
}

static clfft_status no_memory(const struct builder *b)
{
    return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                      "no host memory for %u bands of %llu bins", b->n_bands,
                      (unsigned long long)b->n_bins);
}

static clfft_status build_runs(struct builder *b)
{
    for (unsigned i = 0; i < b->n_bands; i++) {
        uint64_t from = b->n_bins * i / b->n_bands;
        uint64_t to = b->n_bins * (i + 1) / b->n_bands;
        size_t at = b->n_weights;

        if (!add_band(b, i, from, to - from, b->bin * (from + to - 1) / 2))
            return no_memory(b);
        for (; at < b->n_weights; at++)
            b->weight[at] = 1;
    }
    return CLFFT_STATUS_OK;
}

/* Builds bands of equal width on the scale, side by side. */
static clfft_status build_equal(struct builder *b)
{
    const struct clfft_scale *scale = rows[b->scale].scale;
    long double bottom = b->scale == CLFFT_BAND_SCALE_LOG
                             ? fmaxl(b->bin / 2, b->nyquist / LOG_RANGE)
                             : 0;
    long double low = scale->from_hertz(bottom);
    long double step = (scale->from_hertz(b->nyquist) - low) / b->n_bands;
    long double edge = bottom;

    for (unsigned i = 0; i < b->n_bands; i++) {
        long double next = i + 1 == b->n_bands
                               ? b->nyquist
                               : scale->to_hertz(low + (i + 1) * step);
        long double center = scale->to_hertz(low + (i + 0.5L) * step);

        if (!add_rectangle(b, i, edge, next, center))
            return no_memory(b);
        edge = next;
    }
    return CLFFT_STATUS_OK;
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
    long double step = mel->from_hertz(b->nyquist) / (b->n_bands + 1.0L);

    for (unsigned i = 0; i < b->n_bands; i++) {
        long double low = mel->to_hertz(i * step);
        long double middle = mel->to_hertz((i + 1) * step);
        long double high = mel->to_hertz((i + 2) * step);
        long double height =
            b->mel_norm == CLFFT_MEL_NORM_SLANEY ? 2 / (high - low) : 1;
        uint64_t start = (uint64_t)floorl(low / b->bin) + 1;
        uint64_t end = (uint64_t)ceill(high / b->bin);
        size_t at = b->n_weights;

        if (end > b->n_bins)
            end = b->n_bins;
        if (start >= end)
            return clfft_fail(CLFFT_STATUS_INVALID,
                              "mel band %u of %u (%.1Lf..%.1Lf Hz) holds no "
                              "bin: bins are %.1Lf Hz apart",
                              i, b->n_bands, low, high, b->bin);
        if (!add_band(b, i, start, end - start, middle))
            return no_memory(b);
        for (uint64_t k = start; k < end; k++)
            b->weight[at++] =
                (double)(height * slope_at(b, mel, k * b->bin,
                                           (long double[3]){low, middle, high}));
    }
    return CLFFT_STATUS_OK;
}

static long double octave_center(const struct builder *b, long index)
{
    int fraction = b->scale == CLFFT_BAND_SCALE_OCTAVE ? 1 : 3;

    return OCTAVE_REFERENCE * powl(OCTAVE_RATIO, (long double)index / fraction);
}

/* Finds the octaves from the first band as wide as a bin to the last one below
   Nyquist. */
static clfft_status find_octaves(const struct builder *b, long *lowest,
                                 unsigned *n_bands)
{
    int fraction = b->scale == CLFFT_BAND_SCALE_OCTAVE ? 1 : 3;
    long double half = powl(OCTAVE_RATIO, 0.5L / fraction);
    long double per_octave = fraction / logl(OCTAVE_RATIO);
    long double widest = b->nyquist / half;
    long double narrowest = b->bin / (half - 1 / half);
    long high =
        (long)floorl(logl(widest / OCTAVE_REFERENCE) * per_octave + 1e-9L);

    *lowest =
        (long)ceill(logl(narrowest / OCTAVE_REFERENCE) * per_octave - 1e-9L);
    if (high < *lowest)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "no %s band fits between bins %.1Lf Hz apart and "
                          "the Nyquist frequency %.1Lf Hz",
                          rows[b->scale].name, b->bin, b->nyquist);
    *n_bands = (unsigned)(high - *lowest + 1);
    return CLFFT_STATUS_OK;
}

static clfft_status build_octaves(struct builder *b, long lowest)
{
    int fraction = b->scale == CLFFT_BAND_SCALE_OCTAVE ? 1 : 3;
    long double half = powl(OCTAVE_RATIO, 0.5L / fraction);

    for (unsigned i = 0; i < b->n_bands; i++) {
        long double center = octave_center(b, lowest + (long)i);

        if (!add_rectangle(b, i, center / half, center * half, center))
            return no_memory(b);
    }
    return CLFFT_STATUS_OK;
}

static clfft_status check(const clfft_bands_desc *desc)
{
    const clfft_band_scale scale = desc->scale;
    const unsigned n_bands = desc->n_bands;
    const uint64_t n = desc->n;
    const double rate = desc->rate;
    bool octaves = scale == CLFFT_BAND_SCALE_OCTAVE ||
                   scale == CLFFT_BAND_SCALE_THIRD_OCTAVE;

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
    switch (b->scale) {
    case CLFFT_BAND_SCALE_BINS:
        return build_runs(b);
    case CLFFT_BAND_SCALE_MEL:
        return build_mel(b);
    case CLFFT_BAND_SCALE_OCTAVE:
    case CLFFT_BAND_SCALE_THIRD_OCTAVE:
        return build_octaves(b, lowest);
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
