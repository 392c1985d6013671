/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* spectrogram_draw.c: draws the levels that a picture holds into pixels. */
#include "spectrogram.h"

#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/device/check_handles.h"

#include <inttypes.h>
#include <math.h>

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, "picture: " __VA_ARGS__)

#define LENGTH(array) (cl_uint)(sizeof(array) / sizeof((array)[0]))

#define STEPS (CLFFT_PALETTE_SIZE - 1)

/* A code is 32768 plus so many for each decibel (spectrogram.cl). */
#define CODE_OF_0 32768.0
#define CODES_PER_DECIBEL 100.0

static unsigned stride_of(const clfft_picture *p,
                          const clfft_picture_view *view)
{
    return view->stride ? view->stride : p->desc.width;
}

/* The bytes from the output's start; false if they overflow. */
static bool count_pixels(const clfft_picture *p, const clfft_picture_view *view,
                         uint64_t *needed)
{
    /* rows and columns fit in 47 bits */
    const uint64_t length =
        (uint64_t)stride_of(p, view) * (p->desc.height - 1) + p->desc.width;

    return checked_add(view->offset, length, needed) &&
           checked_multiply(*needed, sizeof(uint32_t), needed);
}

static bool count_bytes(const clfft_picture *p, const clfft_picture_view *view,
                        uint64_t *needed)
{
    const clfft_picture_desc *d = &p->desc;
    uint64_t end = 0;

    for (unsigned i = 0; i < d->n_components; i++) {
        const clfft_picture_component *c = &d->components[i];
        const uint64_t width = i ? (d->width + 1) / 2 : d->width;
        const uint64_t height = i ? (d->height + 1) / 2 : d->height;
        const uint64_t length =
            (height - 1) * c->stride + (width - 1) * c->step + 1;

        if (!checked_add(c->offset, length, needed))
            return false;
        end = *needed > end ? *needed : end;
    }
    return checked_add(view->offset, end, needed);
}

static clfft_status check_view(const clfft_picture *p, cl_command_queue queue,
                               cl_mem output, const clfft_picture_view *view)
{
    const unsigned stride = stride_of(p, view);
    clfft_status status;
    uint64_t needed;

    TRY(CHECK_RESERVED("clfft_picture_view", view));
    TRY(clfft_check_queue(p->device, "picture", queue));
    if ((unsigned)view->level_scale > CLFFT_LEVEL_SCALE_POWER)
        return INVALID("unknown level scale %d", (int)view->level_scale);
    if (!isfinite(view->floor) || !isfinite(view->range) || view->range <= 0)
        return INVALID("%g dB from %g dB on are no range", view->range,
                       view->floor);
    if (!p->screen && stride < p->desc.width)
        return INVALID("a stride of %u pixels is less than the %u of a row",
                       stride, p->desc.width);
    if (!(p->screen ? count_bytes : count_pixels)(p, view, &needed))
        return INVALID("offset %" PRIu64 " is beyond any buffer", view->offset);
    TRY(clfft_check_buffer(p->device, "picture", "output", output, needed));
fail:
    return status;
}

/* Finds the columns from end - width on, as far as they exist. */
static void show_columns(const clfft_picture *p, const clfft_picture_view *view,
                         struct canvas_view *v)
{
    const struct clfft_ring *ring = &p->ring;
    const uint64_t width = p->desc.plot.width, end = view->end_column;
    const uint64_t shift = end % width;
    const uint64_t past = end > width ? end - width : 0;
    const uint64_t from = past > ring->oldest ? past : ring->oldest;
    const uint64_t to = end < ring->end ? end : ring->end;

    if (from < to) {
        v->first_age = (canvas_uint32)(from + width - end);
        v->n_ages = (canvas_uint32)(to - from);
    }
    if (view->sweep) {
        v->turn = (canvas_uint32)(width - shift);
        v->marker_x = (canvas_uint32)shift;
    } else {
        v->slot = (canvas_uint32)shift;
    }
}

/* Of `width` x `height` pixels. */
static clfft_status launch(clfft_picture *p, cl_command_queue queue,
                           const clfft_picture_view *view, cl_kernel kernel,
                           const struct clfft_argument *arguments,
                           cl_uint n_arguments, size_t width, size_t height)
{
    return clfft_picture_launch(p, queue,
                                &(struct clfft_launch){
                                    .kernel = kernel,
                                    .arguments = arguments,
                                    .n_arguments = n_arguments,
                                    .width = (width + p->run - 1) / p->run,
                                    .height = height,
                                    .items = p->draw_items,
                                    .n_wait = view->n_wait,
                                    .wait = view->wait,
                                    .event = view->event,
                                });
}

/*
 * A line through levels: its value is `top` at the highest level shown, and on
 * the scale of decibels 0 at the floor. On the others it is the logarithm to
 * base 2, for their zero has no decibels.
 */
struct line {
    double rise, zero; /* per decibel; at 0 dB */
};

static struct line fit_line(const clfft_picture_view *view, double top)
{
    const double highest = view->floor + view->range;
    const double rise =
        log2(10) / (view->level_scale == CLFFT_LEVEL_SCALE_POWER ? 10 : 20);

    if (view->level_scale == CLFFT_LEVEL_SCALE_DECIBEL)
        return (struct line){top / view->range,
                             -view->floor * top / view->range};
    return (struct line){rise, log2(top) - rise * highest};
}

static clfft_status paint(clfft_picture *p, cl_command_queue queue,
                          cl_mem output, const clfft_picture_view *view,
                          size_t width, size_t height)
{
    const struct line line = fit_line(view, STEPS);
    const double scale = line.rise / CODES_PER_DECIBEL;
    struct canvas_view v = {
        .offset = view->offset,
        .stride = stride_of(p, view),
        .marker_x = UINT32_MAX,
        .scale = (float)scale,
        .bias = (float)(line.zero - scale * CODE_OF_0),
        .is_power_of_2 = view->level_scale != CLFFT_LEVEL_SCALE_DECIBEL,
    };
    const struct clfft_argument arguments[] = {
        ARGUMENT(output),     ARGUMENT(p->background), ARGUMENT(p->codes),
        ARGUMENT(p->palette), ARGUMENT(p->canvas),     ARGUMENT(v)};

    if (p->desc.mode == CLFFT_PICTURE_WATERFALL)
        show_columns(p, view, &v);
    else if (p->n_frames)
        v.n_ages = p->desc.plot.width;
    return launch(p, queue, view, p->draw, arguments, LENGTH(arguments), width,
                  height);
}

/* Makes levels of pixels of the overview's columns. */
static clfft_status resample(clfft_picture *p, cl_command_queue queue,
                             size_t width, size_t height)
{
    static const clfft_picture_view no_view;
    const struct clfft_overview *o = &p->overview;
    const cl_uint n = (cl_uint)(o->n_columns + (o->n_in_column > 0));
    const struct clfft_argument arguments[] = {
        ARGUMENT(p->columns), ARGUMENT(p->codes), ARGUMENT(p->canvas),
        ARGUMENT(n)};

    return launch(p, queue, &no_view, p->prepare, arguments, LENGTH(arguments),
                  width, height);
}

static struct canvas_levels tell_levels(const clfft_picture *p,
                                        const clfft_picture_view *view)
{
    const struct line line = fit_line(view, p->desc.plot.height);

    return (struct canvas_levels){
        .offset = view->offset,
        .stride = stride_of(p, view),
        .measured = p->n_frames > 0,
        .peaks = p->desc.hold > 0,
        .is_power_of_2 = view->level_scale != CLFFT_LEVEL_SCALE_DECIBEL,
        .scale = (float)line.rise,
        .bias = (float)line.zero,
    };
}

/* Makes heights of columns of pixels of the levels of cells. */
static clfft_status measure_heights(clfft_picture *p, cl_command_queue queue,
                                    const clfft_picture_view *view)
{
    const struct canvas_levels a = tell_levels(p, view);
    const struct clfft_argument arguments[] = {
        ARGUMENT(p->meters), ARGUMENT(p->heights), ARGUMENT(p->canvas),
        ARGUMENT(a)};

    return clfft_picture_launch(p, queue,
                                &(struct clfft_launch){
                                    .kernel = p->prepare,
                                    .arguments = arguments,
                                    .n_arguments = LENGTH(arguments),
                                    .width = p->desc.plot.width,
                                    .height = p->desc.n_channels,
                                    .items = p->draw_items,
                                });
}

static clfft_status draw_levels(clfft_picture *p, cl_command_queue queue,
                                cl_mem output, const clfft_picture_view *view,
                                size_t width, size_t height)
{
    const struct canvas_levels a = tell_levels(p, view);
    const struct clfft_argument arguments[] = {
        ARGUMENT(output),     ARGUMENT(p->background), ARGUMENT(p->heights),
        ARGUMENT(p->palette), ARGUMENT(p->canvas),     ARGUMENT(a)};

    return launch(p, queue, view, p->draw, arguments, LENGTH(arguments), width,
                  height);
}

/* Prepares what the drawing kernel reads, where that is not what was added. */
static clfft_status prepare(clfft_picture *p, cl_command_queue queue,
                            const clfft_picture_view *view)
{
    clfft_status status = CLFFT_STATUS_OK;

    if (p->meters) {
        TRY(measure_heights(p, queue, view));
        p->is_drawn = true;
    } else if (p->columns && p->n_frames && !p->is_resampled) {
        TRY(resample(p, queue, p->desc.plot.width,
                     (size_t)p->desc.n_cells * p->desc.n_channels));
        p->is_resampled = true;
    }
fail:
    return status;
}

static clfft_status draw_pixels(clfft_picture *p, cl_command_queue queue,
                                cl_mem output, const clfft_picture_view *view,
                                size_t width, size_t height)
{
    return p->meters ? draw_levels(p, queue, output, view, width, height)
                     : paint(p, queue, output, view, width, height);
}

/* Makes bytes of components of width x height pixels. */
static clfft_status convert(clfft_picture *p, cl_command_queue queue,
                            cl_mem output,
                            const struct canvas_components *components,
                            size_t width, size_t height, cl_event *event)
{
    /* pixels of a work-item, as the kernel counts them */
    const size_t span = p->run > 2 ? p->run : 2;
    const struct clfft_argument arguments[] = {
        ARGUMENT(output),
        ARGUMENT(p->screen),
        ARGUMENT(p->canvas),
        {sizeof *components, components}};

    return clfft_picture_launch(p, queue,
                                &(struct clfft_launch){
                                    .kernel = p->convert,
                                    .arguments = arguments,
                                    .n_arguments = LENGTH(arguments),
                                    .width = (width + span - 1) / span,
                                    .height = (height + 1) / 2,
                                    .items = p->draw_items,
                                    .event = event,
                                });
}

static clfft_status draw_components(clfft_picture *p, cl_command_queue queue,
                                    cl_mem output,
                                    const clfft_picture_view *view)
{
    const clfft_picture_desc *d = &p->desc;
    struct canvas_components a = {
        .offset = view->offset,
        .height = d->height,
        .n_components = d->n_components,
    };
    clfft_picture_view screen = *view;
    clfft_status status;

    for (unsigned i = 0; i < d->n_components; i++) {
        const clfft_picture_component *c = &d->components[i];
        a.components[i] = (struct canvas_component){
            c->offset,
            c->stride,
            c->step,
            {c->weights[0], c->weights[1], c->weights[2]},
            c->bias};
    }
    screen.stride = 0;
    screen.offset = 0;
    screen.event = NULL;
    TRY(draw_pixels(p, queue, p->screen, &screen, d->width, d->height));
    TRY(convert(p, queue, output, &a, d->width, d->height, view->event));
fail:
    return status;
}

clfft_status clfft_picture_draw(clfft_picture *p, cl_command_queue queue,
                                cl_mem output, const clfft_picture_view *view)
{
    clfft_status status;

    if (view->event)
        *view->event = NULL;
    TRY(check_view(p, queue, output, view));
    TRY(clfft_chain_calls(&p->chain, queue));
    TRY(prepare(p, queue, view));
    if (p->screen)
        return draw_components(p, queue, output, view);
    TRY(draw_pixels(p, queue, output, view, p->desc.width, p->desc.height));
fail:
    return status;
}

/* Runs one group; nobody reads what it writes. */
clfft_status clfft_picture_warm_draw(clfft_picture *p, cl_command_queue queue,
                                     cl_mem output)
{
    const clfft_picture_view view = {.range = 1};
    const struct canvas_components bytes = {.height = 1};
    clfft_status status;

    if (p->columns)
        TRY(resample(p, queue, 1, 1));
    if (p->meters)
        TRY(measure_heights(p, queue, &view));
    TRY(draw_pixels(p, queue, output, &view, 1, 1));
    if (p->screen)
        TRY(convert(p, queue, output, &bytes, 1, 1, NULL));
fail:
    return status;
}
