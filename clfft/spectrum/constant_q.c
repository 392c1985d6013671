/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* constant_q.c: where the bands of a constant-Q analysis lie, and the windows
   over frequencies that make them. The formulas are in clfft/constantq.h. */
#include "constant_q.h"

#include "clfft/base/error.h"
#include "clfft/base/watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A Kaiser window is 4 widths wide on either side: it has fallen to 3e-9 there,
   and its transform to 1e-8 at the time 0.88 / width. */
#define BETA 22.0
#define SIDE 4.0

#define MOST_PER_OCTAVE 96u
#define LONGEST (UINT64_C(1) << 26)
#define MOST_EDGES 65536.0
#define MOST_WEIGHTS (UINT64_C(1) << 27)

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, __VA_ARGS__)

/* Windows of one width at even distances: a band, or the members of an edge
   band. */
struct window {
    double first, step, width;
    unsigned n;
};

/* ---- windows ---- */

static double bessel_i0(double x)
{
    const double y = x * x / 4;
    double sum = 1, term = 1;

    for (int k = 1; term > sum * 1e-17; k++) {
        term *= y / ((double)k * k);
        sum += term;
    }
    return sum;
}

static double kaiser(double u)
{
    static const double at_0 = 306692993.64036477; /* I0(22) */

    return fabs(u) < 1 ? bessel_i0(BETA * sqrt((1 - u) * (1 + u))) / at_0 : 0;
}

static double window_at(const struct window *w, double frequency)
{
    const double side = SIDE * w->width;
    double sum = 0, from, to;

    if (w->n == 1)
        return kaiser((frequency - w->first) / side);
    from = fmax(0, ceil((frequency - side - w->first) / w->step));
    to = fmin(w->n - 1, floor((frequency + side - w->first) / w->step));
    for (double i = from; i <= to; i++) {
        const double value =
            kaiser((frequency - w->first - i * w->step) / side);

        sum += value * value;
    }
    return sqrt(sum);
}

/* ---- places ---- */

static double center_of(const clfft_constant_q_bands *bands, unsigned band)
{
    return bands->low * exp2((double)band / bands->per_octave);
}

/* About the distance to the next band. */
static double distance_of(const clfft_constant_q_bands *bands, unsigned band)
{
    return center_of(bands, band) * tanh(log(2) / bands->per_octave);
}

static double width_of(const clfft_constant_q_bands *bands, unsigned band)
{
    return distance_of(bands, band) + bands->gamma;
}

/* The windows that fill a span beside a band, as densely as bands lie there: a
   sum of squares with steps would make windows of the inverse longer. They
   begin half a step from 0, or a step from the last centre. */
static double count_members(const clfft_constant_q_bands *bands, unsigned band,
                            double span)
{
    return fmax(0, ceil(span / distance_of(bands, band) - 0.5));
}

/* As many members as a hop can hold. */
static double count_in_group(const clfft_constant_q_bands *bands, uint64_t hop,
                             double step, double width)
{
    return fmax(
        1, floor((bands->rate / (double)hop - 2 * SIDE * width) / step) + 1);
}

static double step_of(double span, double n_members)
{
    return span / (n_members + 0.5);
}

static unsigned count_groups(const clfft_constant_q_bands *bands, uint64_t hop,
                             unsigned band, double span)
{
    const double n = count_members(bands, band, span);

    return n > 0
               ? (unsigned)ceil(n / count_in_group(bands, hop, step_of(span, n),
                                                   width_of(bands, band)))
               : 0;
}

/* The i-th group of an edge. */
static struct window group_at(const clfft_constant_q_bands *bands, uint64_t hop,
                              bool above, unsigned i)
{
    const unsigned last = bands->n_bands - 1;
    const double span =
        above ? bands->rate / 2 - center_of(bands, last) : bands->low;
    const double width = width_of(bands, above ? last : 0);
    const double n = count_members(bands, above ? last : 0, span);
    const double step = step_of(span, n);
    const double in_group = count_in_group(bands, hop, step, width);
    const double before = i * in_group;

    return (struct window){
        .first =
            (above ? center_of(bands, last) + step : step / 2) + before * step,
        .step = step,
        .width = width,
        .n = (unsigned)fmin(in_group, n - before),
    };
}

static struct window window_of(const clfft_constant_q_bands *bands,
                               const clfft_constant_q_layout *layout,
                               unsigned band)
{
    if (band < layout->n_below)
        return group_at(bands, layout->hop, false, band);
    band -= layout->n_below;
    if (band >= bands->n_bands)
        return group_at(bands, layout->hop, true, band - bands->n_bands);
    return (struct window){center_of(bands, band), 0, width_of(bands, band), 1};
}

/* ---- layout ---- */

static clfft_status check(const clfft_constant_q_bands *b)
{
    if (!(b->rate > 0 && b->rate <= 4e9))
        return INVALID("rate %g is not in (0, 4e9]", b->rate);
    if (b->per_octave < 1 || b->per_octave > MOST_PER_OCTAVE)
        return INVALID("per_octave %u is not in 1..%u", b->per_octave,
                       MOST_PER_OCTAVE);
    if (!(b->low > 0))
        return INVALID("low %g is not above 0", b->low);
    if (!(b->gamma >= 0 && b->gamma <= b->rate))
        return INVALID("gamma %g is not in 0..rate", b->gamma);
    if (b->n_bands < 1 || b->n_bands > LONGEST ||
        !(center_of(b, b->n_bands - 1) < b->rate / 2))
        return INVALID("%u bands from %g Hz on are not all between 0 and %g Hz",
                       b->n_bands, b->low, b->rate / 2);
    if (b->hop > LONGEST)
        return INVALID("hop %llu is not in 0..2^26",
                       (unsigned long long)b->hop);
    return CLFFT_STATUS_OK;
}

static bool is_smooth(uint64_t n)
{
    for (unsigned p = 2; p <= 5; p++)
        while (n % p == 0)
            n /= p;
    return n == 1;
}

static clfft_status count_edges(const clfft_constant_q_bands *b,
                                clfft_constant_q_layout *layout)
{
    const unsigned last = b->n_bands - 1;
    const double above = b->rate / 2 - center_of(b, last);

    if (!b->edges)
        return CLFFT_STATUS_OK;
    if (count_members(b, 0, b->low) + count_members(b, last, above) >
        MOST_EDGES)
        return INVALID("below %g Hz and above %g Hz there is room for more "
                       "than %g bands as narrow as those beside them",
                       b->low, center_of(b, last), MOST_EDGES);
    layout->n_below = count_groups(b, layout->hop, 0, b->low);
    layout->n_above = count_groups(b, layout->hop, last, above);
    return CLFFT_STATUS_OK;
}

clfft_status clfft_constant_q_find_layout(const clfft_constant_q_bands *b,
                                          clfft_constant_q_layout *layout)
{
    double most, reach;
    uint64_t steps;
    clfft_status status;

    memset(layout, 0, sizeof *layout);
    TRY(CHECK_RESERVED("clfft_constant_q_bands", b));
    TRY(check(b));
    most = fmax(1, b->rate / (2 * SIDE * width_of(b, b->n_bands - 1)));
    layout->largest_hop = (uint64_t)most;
    layout->hop = b->hop ? b->hop : 1;
    while (!b->hop && 2 * layout->hop <= layout->largest_hop)
        layout->hop *= 2;
    /* the inverse has windows divided by sums, which last longer */
    reach = (b->edges ? 2 : 1) * b->rate / width_of(b, 0);
    if (reach > (double)LONGEST / 4)
        return INVALID("a window of band 0 has %.0f samples, more than 2^24: "
                       "low, per_octave or the rate is too extreme",
                       reach);
    steps = (uint64_t)ceil(reach / (double)layout->hop);
    while (!is_smooth(steps))
        steps++;
    layout->reach = steps * layout->hop;
    layout->length = 4 * layout->reach;
    layout->n_frames = 2 * steps;
    if (layout->length > LONGEST)
        return INVALID("slices would have %llu samples, more than 2^26",
                       (unsigned long long)layout->length);
    TRY(count_edges(b, layout));
fail:
    return status;
}

clfft_status clfft_constant_q_fill(const clfft_constant_q_bands *bands,
                                   double *centers, double *bandwidths)
{
    clfft_constant_q_layout layout;
    struct clfft_constant_q_weights w = {0};
    clfft_status status;

    TRY(clfft_constant_q_find_layout(bands, &layout));
    if (bandwidths)
        TRY(clfft_constant_q_make_weights(bands, &layout, &w));
    for (unsigned b = 0; b < layout.n_below + bands->n_bands + layout.n_above;
         b++) {
        const struct window window = window_of(bands, &layout, b);

        if (centers)
            centers[b] = window.first + window.step * (window.n - 1) / 2;
        if (!bandwidths)
            continue;
        bandwidths[b] = 0;
        for (uint32_t i = w.first[b]; i < w.first[b + 1]; i++)
            bandwidths[b] +=
                w.weight[i] * w.weight[i] * bands->rate / (double)layout.length;
    }
fail:
    clfft_constant_q_clear_weights(&w);
    return status;
}

/* ---- weights ---- */

struct range {
    int64_t start;
    uint64_t count;
};

/* The bins within a window, at most all. */
static struct range range_of(const struct window *w, double bins_per_hertz,
                             uint64_t length)
{
    const double low = w->first - SIDE * w->width;
    const double high = w->first + w->step * (w->n - 1) + SIDE * w->width;
    const int64_t start = (int64_t)floor(low * bins_per_hertz) + 1;
    const int64_t end = (int64_t)ceil(high * bins_per_hertz);

    if (end - start > (int64_t)length)
        return (struct range){0, length};
    return (struct range){start, end > start ? (uint64_t)(end - start) : 0};
}

/* The window at bin k and, where it is wider than all of them, at those that
   are a period away. */
static double sum_periods(const struct window *w, double rate, uint64_t length,
                          int64_t k, bool is_whole)
{
    const double f = (double)k * rate / (double)length;
    double sum = 0;
    long from, to;

    if (!is_whole)
        return window_at(w, f);
    from = (long)floor((w->first - SIDE * w->width - f) / rate);
    to = (long)ceil((w->first + w->step * (w->n - 1) + SIDE * w->width - f) /
                    rate);
    for (long i = from; i <= to; i++)
        sum += window_at(w, f + (double)i * rate);
    return sum;
}

static clfft_status fill_band(const clfft_constant_q_bands *bands,
                              const clfft_constant_q_layout *layout,
                              unsigned band, struct clfft_constant_q_weights *w)
{
    const struct window window = window_of(bands, layout, band);
    const struct range range =
        range_of(&window, (double)layout->length / bands->rate, layout->length);
    const int64_t length = (int64_t)layout->length;
    double *weight = w->weight + w->first[band];

    w->start[band] = (uint32_t)((range.start % length + length) % length);
    for (uint64_t i = 0; i < range.count; i++) {
        const clfft_status status = clfft_watch_loop(
            "constant-Q bands", w->first[band] + i, w->first[w->n_bands]);

        if (status != CLFFT_STATUS_OK)
            return status;
        weight[i] = sum_periods(&window, bands->rate, layout->length,
                                range.start + (int64_t)i,
                                range.count == layout->length);
    }
    return CLFFT_STATUS_OK;
}

clfft_status
clfft_constant_q_make_weights(const clfft_constant_q_bands *bands,
                              const clfft_constant_q_layout *layout,
                              struct clfft_constant_q_weights *w)
{
    const double bins_per_hertz = (double)layout->length / bands->rate;
    clfft_status status = CLFFT_STATUS_OK;
    uint64_t n = 0;

    *w = (struct clfft_constant_q_weights){
        .n_bands = layout->n_below + bands->n_bands + layout->n_above,
        .length = layout->length};
    w->first = malloc((w->n_bands + 1) * sizeof *w->first);
    w->start = malloc(w->n_bands * sizeof *w->start);
    for (unsigned b = 0; w->first && b <= w->n_bands; b++) {
        w->first[b] = (uint32_t)n;
        if (b < w->n_bands) {
            const struct window window = window_of(bands, layout, b);

            n += range_of(&window, bins_per_hertz, layout->length).count;
        }
        if (n > MOST_WEIGHTS) {
            status =
                INVALID("%u bands have more than 2^27 weights", w->n_bands);
            goto fail;
        }
    }
    w->weight = malloc((n ? n : 1) * sizeof *w->weight);
    if (!w->first || !w->start || !w->weight) {
        status =
            clfft_fail(CLFFT_STATUS_NO_MEMORY,
                       "no memory for the weights of %u bands", w->n_bands);
        goto fail;
    }
    for (unsigned b = 0; b < w->n_bands; b++)
        TRY(fill_band(bands, layout, b, w));
    return CLFFT_STATUS_OK;
fail:
    clfft_constant_q_clear_weights(w);
    return status;
}

void clfft_constant_q_clear_weights(struct clfft_constant_q_weights *w)
{
    free(w->first);
    free(w->start);
    free(w->weight);
    *w = (struct clfft_constant_q_weights){0};
}

void clfft_constant_q_sum_squares(const struct clfft_constant_q_weights *w,
                                  double *sums)
{
    const uint64_t half = w->length / 2;

    memset(sums, 0, (half + 1) * sizeof *sums);
    for (unsigned b = 0; b < w->n_bands; b++)
        for (uint32_t i = w->first[b]; i < w->first[b + 1]; i++) {
            const uint64_t k = (w->start[b] + (i - w->first[b])) % w->length;
            const double square = w->weight[i] * w->weight[i];

            sums[k > half ? w->length - k : k] += square;
            /* 0 and half the rate are their own negatives */
            if (k == 0 || k == half)
                sums[k] += square;
        }
}
