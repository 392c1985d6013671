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

#include "bands.h"
#include "clfft/base/error.h"
#include "clfft/base/watch.h"

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

/* The input and the output of building bands. */
struct builder {
    clfft_band_scale scale;
    clfft_mel_scale mel_scale;
    clfft_mel_norm mel_norm;
    uint64_t n_bins;
    long double origin, bin; /* hertz: the first bin, and between two */
    long double bottom, top; /* hertz: what bins stand for lies between */
    long double low, high;   /* hertz; 0: as the scale has it */
    unsigned n_bands;
    bool no_weights;
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
    if (b->no_weights)
        n_weights = 0;
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
    long double from = fmaxl(b->origin + (k - 0.5L) * b->bin, b->bottom);
    long double to = fminl(b->origin + (k + 0.5L) * b->bin, b->top);
    long double part = fminl(to, high) - fmaxl(from, low);

    return part <= 0 ? 0 : part / (to - from);
}

/* How many bins lie below f and `more` of a bin. */
static uint64_t find_bin(const struct builder *b, long double f,
                         long double more)
{
    return (uint64_t)fmaxl((f - b->origin) / b->bin + more, 0);
}

static clfft_status add_rectangle(struct builder *b, unsigned band,
                                  long double low, long double high,
                                  long double center)
{
    clfft_status status;

    uint64_t start = find_bin(b, low, 0.5L), last = find_bin(b, high, 0.5L);
    size_t at = b->n_weights;

    if (last > b->n_bins - 1)
        last = b->n_bins - 1;
    if (start > last)
        start = last;
    TRY(add_band(b, band, start, last - start + 1, center));
    for (uint64_t k = start;
         !b->no_weights && k <= last && status == CLFFT_STATUS_OK; k++) {
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

    *first = find_bin(b, b->low, 1 - rounding);
    *end = b->n_bins;
    if (b->high)
        *end = find_bin(b, b->high, 1 + rounding);
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
                          b->low, b->high ? b->high : b->top);
    for (unsigned i = 0; i < b->n_bands; i++) {
        uint64_t from = first + (end - first) * i / b->n_bands;
        uint64_t to = first + (end - first) * (i + 1) / b->n_bands;
        size_t at = b->n_weights;

        TRY(add_band(b, i, from, to - from,
                     b->origin + b->bin * (from + to - 1) / 2));
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
    *bottom = b->low ? b->low : b->bottom;
    *top = b->high ? b->high : b->top;
    if (!*bottom && b->scale == CLFFT_BAND_SCALE_LOG)
        *bottom = fmaxl(b->bin / 2, b->top / LOG_RANGE);
    if (*bottom < *top)
        return CLFFT_STATUS_OK;
    return clfft_fail(CLFFT_STATUS_INVALID,
                      "%s bands from %.8Lg to %.8Lg Hz do not rise",
                      clfft_band_scales[b->scale].name, *bottom, *top);
}

/* Builds bands of equal width on the scale, side by side. */
static clfft_status build_equal(struct builder *b)
{
    const struct clfft_scale *scale = clfft_band_scales[b->scale].scale;
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
        uint64_t start =
            (uint64_t)fmaxl(floorl((low - b->origin) / b->bin) + 1, 0);
        uint64_t end = (uint64_t)fmaxl(ceill((high - b->origin) / b->bin), 0);
        size_t at = b->n_weights;

        if (end > b->n_bins)
            end = b->n_bins;
        if (start >= end) /* between two bins: its sum is 0 */
            start = end = start < b->n_bins ? start : b->n_bins;
        TRY(add_band(b, i, start, end - start, middle));
        for (uint64_t k = start;
             !b->no_weights && k < end && status == CLFFT_STATUS_OK;
             k++, status = tell(b, k))
            b->weight[at++] =
                (double)(height *
                         slope_at(b, mel, b->origin + k * b->bin,
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
    const unsigned fraction = clfft_band_scales[b->scale].fraction;

    return logl(frequency / OCTAVE_REFERENCE) / logl(OCTAVE_RATIO) * fraction +
           (fraction % 2 ? 0.5L : 0);
}

static long double octave_frequency(const struct builder *b,
                                    long double position)
{
    const unsigned fraction = clfft_band_scales[b->scale].fraction;
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
    long double half =
        powl(OCTAVE_RATIO, 0.5L / clfft_band_scales[b->scale].fraction);
    long double narrowest = b->bin / (half - 1 / half);
    long high = (long)floorl(octave_position(b, b->top) + rounding) - 1;

    *lowest = (long)ceill(octave_position(b, narrowest) - 0.5L - rounding);
    if (b->bottom > 0)
        *lowest = lmax(*lowest, (long)ceill(octave_position(b, b->bottom)));
    if (high < *lowest)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "no %s band fits between bins %.1Lf Hz apart and "
                          "the highest frequency %.1Lf Hz",
                          clfft_band_scales[b->scale].name, b->bin, b->top);
    if (b->low)
        *lowest = lmax(*lowest, (long)floorl(octave_position(b, b->low)));
    if (b->high)
        high = lmin(high, (long)floorl(octave_position(b, b->high)));
    if (high < *lowest)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "no %s band from %.8Lg to %.8Lg Hz fits between bins "
                          "%.1Lf Hz apart and the highest frequency %.1Lf Hz",
                          clfft_band_scales[b->scale].name, b->low,
                          b->high ? b->high : b->top, b->bin, b->top);
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

/* Sets where the bins lie, and what they stand for. */
static void place_bins(const clfft_bands_desc *desc, struct builder *b)
{
    const long double rate = desc->rate;

    b->n_bins = clfft_bands_count_bins(desc);
    b->bin = rate / desc->n;
    b->top = rate / 2;
    if (!desc->zoom.n_bins)
        return;
    b->bin = rate * desc->zoom.step;
    b->origin = rate * desc->zoom.start;
    b->bottom = fmaxl(b->origin - b->bin / 2, 0);
    b->top = fminl(b->top, b->origin + (b->n_bins - 0.5L) * b->bin);
}

static clfft_status build(struct builder *b, long lowest)
{
    if (clfft_band_scales[b->scale].fraction)
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
                        .n_bands = desc->n_bands,
                        .no_weights = desc->no_weights};
    clfft_status status = clfft_bands_check(desc);
    long lowest = 0;

    *bands = (clfft_bands){0};
    if (centers)
        *centers = NULL;
    if (status == CLFFT_STATUS_OK)
        status = CHECK_RESERVED("clfft_bands_desc", desc);
    if (status != CLFFT_STATUS_OK)
        return status;
    place_bins(desc, &b);
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
    if (status != CLFFT_STATUS_OK || b.no_weights)
        clfft_bands_clear(bands);
    if (status == CLFFT_STATUS_OK)
        bands->n_bands = b.n_bands;
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
