/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * picture-rig.h: a picture of random shape with random input, and what every
 * test of pictures holds against the host: powers of cells in double
 * precision, pixels around the plots, bytes around the output. All in a
 * header, for test.h counts failures in each file that includes it.
 */
#ifndef CLFFT_TEST_PICTURE_RIG_H
#define CLFFT_TEST_PICTURE_RIG_H

#include "clfft/picture.h"
#include "engine/harness.h"
#include "support/test.h"

#include <math.h>

#define RIG_MOST_BINS 97
#define RIG_MOST_CELLS 128 /* of a channel */
#define RIG_MOST_ROWS 256  /* of all channels */

#define RIG_EMPTY 0x11213141u
#define RIG_MARKER 0xf2e2d2c2u

struct rig {
    clfft_picture_desc desc;
    clfft_cell cells[RIG_MOST_CELLS];
    double gains[RIG_MOST_BINS];
    uint32_t *background;
    clfft_picture *picture;
    float *input; /* [frame][channel][bin] of the last frames made */
    unsigned input_first;
    cl_mem input_buffer;
    uint32_t *pixels; /* [height][width] of the last draw */
    char name[160];
};

#define RIG_GUARD 19u /* pixels */
#define RIG_POISON 0xdeadbeefu
#define RIG_TOLERANCE 0.02 /* decibels */

static inline unsigned rig_below(unsigned n)
{
    return (unsigned)(test_random() % n);
}

/* 256 colours whose bytes all differ from each other's. */
static inline uint32_t rig_color(unsigned i)
{
    return 0x40000000u + i * 0x00010305u;
}

static inline void rig_make_plots(clfft_picture_desc *d)
{
    clfft_plot *p = &d->plot;
    unsigned rows;

    d->n_channels = 1 + rig_below(3);
    *p = (clfft_plot){rig_below(20), rig_below(5),
                      1 + rig_below(RIG_MOST_CELLS), 1 + rig_below(40), 0};
    p->pitch = d->n_channels > 1 ? p->height + rig_below(4) : rig_below(3);
    rows = p->y + p->height + (d->n_channels - 1) * p->pitch;
    d->width = p->x + p->width + rig_below(40);
    d->height = rows + rig_below(4);
}

/* Some of an axis, some of no sense at all. */
static inline void rig_make_cells(struct rig *r)
{
    clfft_picture_desc *d = &r->desc;
    double frequencies[RIG_MOST_BINS];
    const clfft_cells_desc axis = {{CLFFT_AXIS_SCALE_LOG, 0.5, 1.2 * d->n_bins},
                                   d->n_cells,
                                   d->n_bins,
                                   frequencies,
                                   rig_below(4) == 0};

    for (unsigned k = 0; k < d->n_bins; k++)
        frequencies[k] = k;
    d->cells = r->cells;
    TEST_CHECK(!clfft_cells_fill(&axis, r->cells), "%s", clfft_last_error());
    for (unsigned i = 0; i < d->n_cells && rig_below(2); i++) {
        clfft_cell *c = &r->cells[rig_below(d->n_cells)];
        c->first = rig_below(d->n_bins);
        c->count = 1 + rig_below(d->n_bins - c->first);
        c->fraction = 0;
    }
}

/* Everything but mode is random. */
static inline void rig_make(struct rig *r, clfft_picture_mode mode)
{
    static const char *const names[] = {"waterfall", "overview", "bars",
                                        "line"};
    static const clfft_quantity quantities[] = {
        CLFFT_QUANTITY_COMPLEX, CLFFT_QUANTITY_MAGNITUDE, CLFFT_QUANTITY_POWER,
        CLFFT_QUANTITY_DB};
    clfft_picture_desc *d = &r->desc;

    memset(r, 0, sizeof *r);
    d->mode = mode;
    rig_make_plots(d);
    d->n_bins = 1 + rig_below(RIG_MOST_BINS);
    d->quantity = quantities[rig_below(4)];
    d->rotate = rig_below(2) ? rig_below(d->n_bins) : 0;
    d->reduction = (clfft_reduction)rig_below(2);
    d->n_cells = mode == CLFFT_PICTURE_BARS   ? 1 + rig_below(d->plot.width)
                 : mode == CLFFT_PICTURE_LINE ? d->plot.width
                                              : d->plot.height;
    rig_make_cells(r);
    for (unsigned k = 0; k < d->n_bins; k++)
        r->gains[k] = 40 * test_uniform();
    d->gains = rig_below(2) ? r->gains : NULL;
    for (unsigned i = 0; i < CLFFT_PALETTE_SIZE; i++)
        d->palette[i] = rig_color(i);
    d->empty = RIG_EMPTY;
    d->marker = RIG_MARKER;
    snprintf(r->name, sizeof r->name,
             "%s of %u cells in %ux%u at %u,%u every %u, %u channels of %u "
             "bins from %u, quantity %d, reduction %d%s",
             names[mode], d->n_cells, d->plot.width, d->plot.height, d->plot.x,
             d->plot.y, d->plot.pitch, d->n_channels, d->n_bins, d->rotate,
             (int)d->quantity, (int)d->reduction, d->gains ? ", gains" : "");
}

static inline bool rig_open(struct rig *r)
{
    const size_t n = (size_t)r->desc.width * r->desc.height;
    clfft_status status =
        clfft_picture_create(harness_device(), &r->desc, &r->picture);

    TEST_CHECK(!status, "%s: %s", r->name, clfft_last_error());
    if (status)
        return false;
    r->background = malloc(n * sizeof *r->background);
    r->pixels = malloc(n * sizeof *r->pixels);
    for (size_t i = 0; i < n; i++)
        r->background[i] = (uint32_t)test_random();
    status = clfft_picture_set_background(r->picture, harness_queue(),
                                          r->background);
    TEST_CHECK(!status, "%s: %s", r->name, clfft_last_error());
    return !status;
}

static inline void rig_close(struct rig *r)
{
    clfft_picture_destroy(&r->picture);
    TEST_CHECK(!r->picture, "not NULL");
    if (r->input_buffer)
        clReleaseMemObject(r->input_buffer);
    free(r->input);
    free(r->background);
    free(r->pixels);
    memset(r, 0, sizeof *r);
}

/* ---- input ---- */

static inline float rig_random_number(clfft_quantity quantity, bool wild)
{
    static const float odd[] = {NAN, INFINITY, 0, 0, 0};
    const double decibels = -20 + 60 * test_uniform();

    if (wild && rig_below(300) == 0)
        return odd[rig_below(5)];
    if (wild && quantity == CLFFT_QUANTITY_DB && rig_below(300) == 0)
        return -INFINITY;
    switch (quantity) {
    case CLFFT_QUANTITY_DB:
        return (float)decibels;
    case CLFFT_QUANTITY_POWER:
        return (float)pow(10, decibels / 10);
    default:
        return (float)(pow(10, decibels / 20) * (rig_below(2) ? 1 : -1));
    }
}

static inline size_t rig_frame_length(const struct rig *r)
{
    return (size_t)r->desc.n_channels * r->desc.n_bins *
           (r->desc.quantity == CLFFT_QUANTITY_COMPLEX ? 2 : 1);
}

/* n random frames into a buffer of their own, where they do not come first;
   wild: with NaN, infinities and zeros among them. */
static inline void rig_make_frames(struct rig *r, unsigned n, bool wild)
{
    const size_t length = rig_frame_length(r);
    size_t total;

    r->input_first = rig_below(4);
    total = (r->input_first + n) * length;
    free(r->input);
    r->input = malloc(total * sizeof *r->input);
    for (size_t i = 0; i < total; i++)
        r->input[i] = rig_random_number(r->desc.quantity, wild);
    if (r->input_buffer)
        clReleaseMemObject(r->input_buffer);
    r->input_buffer = harness_buffer(r->input, total * sizeof *r->input);
}

/* Adds them; base, step, unit and frame_time are those of `frames`. */
static inline void rig_add(struct rig *r, unsigned n,
                           const clfft_picture_frames *frames)
{
    clfft_picture_frames f = *frames;
    clfft_status status;

    f.input = r->input_buffer;
    f.first_frame = r->input_first;
    f.n_frames = n;
    status = clfft_picture_add(r->picture, harness_queue(), &f);
    TEST_CHECK(!status, "%s: %s", r->name, clfft_last_error());
}

static inline double rig_input_power(const struct rig *r, unsigned f,
                                     unsigned channel, unsigned bin)
{
    const clfft_picture_desc *d = &r->desc;
    const size_t at = (bin + d->rotate) % d->n_bins;
    const size_t start =
        ((size_t)(r->input_first + f) * d->n_channels + channel) * d->n_bins;
    const float *x = r->input;

    switch (d->quantity) {
    case CLFFT_QUANTITY_COMPLEX:
        x += 2 * (start + at);
        return (double)x[0] * x[0] + (double)x[1] * x[1];
    case CLFFT_QUANTITY_MAGNITUDE:
        return (double)x[start + at] * x[start + at];
    case CLFFT_QUANTITY_DB:
        return pow(10, x[start + at] / 10.0);
    default:
        return x[start + at];
    }
}

static inline double rig_bin_power(const struct rig *r, unsigned f,
                                   unsigned channel, unsigned bin)
{
    return rig_input_power(r, f, channel, bin) *
           (r->desc.gains ? pow(10, r->gains[bin] / 10) : 1);
}

/* As far as levels are kept. */
static inline double rig_decibels(double power)
{
    const double d = 10 * log10(power);

    return isnan(d) ? NAN : fmax(-327.67, fmin(327.67, d));
}

/* What a cell shows of frame f of the last ones made. */
static inline double rig_power(const struct rig *r, unsigned f,
                               unsigned channel, unsigned cell)
{
    const clfft_cell *c = &r->cells[cell];
    double sum = 0, peak = 0;

    if (!c->count) {
        if (c->first == r->desc.n_bins)
            return NAN;
        sum = rig_decibels(rig_bin_power(r, f, channel, c->first));
        if (c->fraction > 0) {
            peak = rig_decibels(rig_bin_power(r, f, channel, c->first + 1));
            sum += (double)c->fraction * (peak - sum);
        }
        return pow(10, sum / 10);
    }
    for (unsigned k = c->first; k < c->first + c->count; k++) {
        const double p = rig_bin_power(r, f, channel, k);
        sum += p;
        peak = isnan(p) || p > peak ? p : peak; /* NaN: no p is above it */
    }
    return r->desc.reduction == CLFFT_REDUCTION_MEAN ? sum / c->count
           : isnan(sum) && !isinf(sum)               ? NAN
                                                     : peak;
}

/* ---- output ---- */

static inline bool rig_is_plot(const struct rig *r, unsigned x, unsigned y)
{
    const clfft_plot *p = &r->desc.plot;

    for (unsigned c = 0; c < (r->desc.curves ? 1 : r->desc.n_channels); c++)
        if (x >= p->x && x < p->x + p->width && y >= p->y + c * p->pitch &&
            y < p->y + c * p->pitch + p->height)
            return true;
    return false;
}

static inline void rig_check_surroundings(const struct rig *r,
                                          const uint32_t *all, size_t total,
                                          size_t offset, size_t stride)
{
    const unsigned width = r->desc.width, height = r->desc.height;

    for (size_t i = 0; i < total; i++) {
        const size_t y = i < offset ? height : (i - offset) / stride;
        const size_t x = i < offset ? width : (i - offset) % stride;
        if (y >= height || x >= width)
            TEST_CHECK(all[i] == RIG_POISON,
                       "%s: pixel %zu was written, "
                       "offset %zu, stride %zu",
                       r->name, i, offset, stride);
        else if (!rig_is_plot(r, (unsigned)x, (unsigned)y))
            TEST_CHECK(all[i] == r->background[y * width + x],
                       "%s: background at %zu,%zu", r->name, x, y);
    }
}

/* Draws at a random offset and stride; checks all that is not plot. */
static inline void rig_draw(struct rig *r, clfft_picture_view view)
{
    const size_t stride = r->desc.width + (rig_below(2) ? rig_below(9) : 0);
    const size_t offset = RIG_GUARD + rig_below(9);
    const size_t total = offset + stride * r->desc.height + RIG_GUARD;
    uint32_t *all = malloc(total * sizeof *all);
    clfft_status status;
    cl_mem buffer;

    for (size_t i = 0; i < total; i++)
        all[i] = RIG_POISON;
    buffer = harness_buffer(all, total * sizeof *all);
    view.offset = offset;
    view.stride = (unsigned)stride;
    if (stride == r->desc.width && rig_below(2))
        view.stride = 0;
    status = clfft_picture_draw(r->picture, harness_queue(), buffer, &view);
    TEST_CHECK(!status, "%s: %s", r->name, clfft_last_error());
    clEnqueueReadBuffer(harness_queue(), buffer, CL_TRUE, 0,
                        total * sizeof *all, all, 0, NULL, NULL);
    rig_check_surroundings(r, all, total, offset, stride);
    for (unsigned y = 0; y < r->desc.height; y++)
        memcpy(r->pixels + (size_t)y * r->desc.width, all + offset + y * stride,
               r->desc.width * sizeof *all);
    clReleaseMemObject(buffer);
    free(all);
}

/* Of the last draw; y downwards in the channel's plot. */
static inline uint32_t rig_pixel(const struct rig *r, unsigned channel,
                                 unsigned x, unsigned y)
{
    const clfft_plot *p = &r->desc.plot;

    return r->pixels[(size_t)(p->y + channel * p->pitch + y) * r->desc.width +
                     p->x + x];
}

/* From 0 at the bottom of the scale to 1 at its top, and beyond. */
static inline double rig_place(double level, const clfft_picture_view *view)
{
    const double up = level - view->floor - view->range;

    return view->level_scale == CLFFT_LEVEL_SCALE_DECIBEL
               ? (level - view->floor) / view->range
               : pow(10,
                     up / (view->level_scale == CLFFT_LEVEL_SCALE_POWER ? 10
                                                                        : 20));
}

/* Is the pixel the colour of that level, within 0.02 dB? NaN: empty. */
static inline bool rig_is_level(const struct rig *r, uint32_t pixel,
                                double level, const clfft_picture_view *view)
{
    const double at = fmax(0, fmin(255, 255 * rig_place(level, view)));
    const double off = fabs(255 * rig_place(level + RIG_TOLERANCE, view) - at);

    if (isnan(level))
        return pixel == RIG_EMPTY;
    for (unsigned i = 0; i < CLFFT_PALETTE_SIZE; i++)
        if (pixel == rig_color(i))
            return fabs(i - at) <= 0.5 + fmin(off, 255);
    return false;
}

#endif /* CLFFT_TEST_PICTURE_RIG_H */
