/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* spectrogram.c: creates, resets and destroys pictures of spectra, and has what
   the files that add to a picture and draw it share. */
#include "spectrogram.h"

#include "clfft/base/error.h"
#include "clfft/device/check_handles.h"
#include "clfft/device/wait.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* cells are few, pixels many */
#define ADD_ITEMS 64
#define DRAW_ITEMS 64
/* pixels of a work-item where compilers make vectors of loops; 8 to 32 are
   equally fast (figures: docs/internals/notes.md, "spectrogram.c") */
#define RUN 16

static bool has_columns(const clfft_picture *p)
{
    return p->desc.mode == CLFFT_PICTURE_WATERFALL ||
           p->desc.mode == CLFFT_PICTURE_OVERVIEW;
}

static bool is_plane(const clfft_picture *p)
{
    return p->desc.mode == CLFFT_PICTURE_PLANE;
}

/* ---- creation ---- */

static void fill_canvas(clfft_picture *p)
{
    const clfft_picture_desc *d = &p->desc;

    p->canvas = (struct canvas){
        .width = d->width,
        .plot_x = d->plot.x,
        .plot_y = d->plot.y,
        .plot_width = d->plot.width,
        .plot_height = d->plot.height,
        /* with one plot, no row of the picture belongs to another plot */
        .pitch = clfft_picture_count_plots(d) > 1 ? d->plot.pitch : d->height,
        .n_channels = d->n_channels,
        .n_plots = clfft_picture_count_plots(d),
        .n_curves = d->curves ? d->n_channels : 0,
        .n_cells = d->plane ? d->plot.height : d->n_cells,
        .n_bins = d->n_bins,
        .rotate = d->rotate,
        .quantity = (canvas_uint32)d->quantity,
        .reduction = (canvas_uint32)d->reduction,
        .empty = d->empty,
        .marker = d->marker,
    };
}

static clfft_status build(clfft_picture *p)
{
    const char *file = p->desc.n_components
                           ? "analysis/spectrogram-components.cl"
                           : "analysis/spectrogram-draw.cl";
    static const struct {
        const char *add, *prepare, *draw;
    } names[] = {
        [CLFFT_PICTURE_WATERFALL] = {"picture_columns", NULL, "picture_paint"},
        [CLFFT_PICTURE_OVERVIEW] = {"picture_overview", "picture_resample",
                                    "picture_paint"},
        [CLFFT_PICTURE_BARS] = {"picture_meter", "picture_heights",
                                "picture_bars"},
        [CLFFT_PICTURE_LINE] = {"picture_meter", "picture_heights",
                                "picture_line"},
        [CLFFT_PICTURE_PLANE] = {"picture_plane", NULL, "picture_paint"},
    };
    clfft_status status;
    char options[80];
    bool compiled;

    snprintf(options, sizeof options,
             "-cl-std=CL1.2 -cl-mad-enable -DPICTURE=%d -DRUN=%u%s",
             (int)p->desc.mode, p->run, p->desc.gains ? " -DGAINS" : "");
    TRY(clfft_program_get(p->device, file, options, &p->program, &compiled));
    TRY(clfft_kernel_make(p->device, p->program, names[p->desc.mode].add,
                          &p->add));
    TRY(clfft_kernel_make(p->device, p->program, names[p->desc.mode].draw,
                          &p->draw));
    if (names[p->desc.mode].prepare)
        TRY(clfft_kernel_make(p->device, p->program,
                              names[p->desc.mode].prepare, &p->prepare));
    if (p->desc.n_components)
        TRY(clfft_kernel_make(p->device, p->program, "picture_components",
                              &p->convert));
fail:
    return status;
}

/* Makes a buffer of `count` elements, with that content or undefined. */
static clfft_status make_buffer(clfft_picture *p, uint64_t count,
                                size_t element, const void *content,
                                cl_mem *buffer)
{
    return clfft_device_new_array(p->device, "picture", 1, count, element,
                                  content, buffer);
}

static clfft_status make_plane(clfft_picture *p)
{
    const clfft_picture_desc *d = &p->desc;
    const uint64_t n_pairs = clfft_picture_count_pairs(d);
    uint32_t(*pairs)[2] = n_pairs > SIZE_MAX / sizeof *pairs
                              ? NULL
                              : malloc(n_pairs * sizeof *pairs);
    clfft_status status;

    if (!pairs)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "no memory for a plane of %u rows and %u columns",
                          d->plane->n_rows, d->plane->n_columns);
    clfft_picture_pack_plane(d, pairs);
    p->n_rows = d->plane->n_rows;
    p->n_columns = d->plane->n_columns;
    TRY(make_buffer(p, n_pairs, sizeof *pairs, pairs, &p->plane));
    TRY(make_buffer(p, (uint64_t)d->plot.width * d->plot.height,
                    sizeof(uint16_t), NULL, &p->codes));
fail:
    free(pairs);
    return status;
}

/* The colours of levels, and behind them those of curves. */
static clfft_status make_palette(clfft_picture *p)
{
    const clfft_picture_desc *d = &p->desc;
    const size_t n_curves = d->curves ? d->n_channels : 0;
    const size_t n = CLFFT_PALETTE_SIZE + n_curves;
    uint32_t *colors = malloc(n * sizeof *colors);
    clfft_status status;

    if (!colors)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for %zu colours",
                          n);
    memcpy(colors, d->palette, sizeof d->palette);
    if (n_curves)
        memcpy(colors + CLFFT_PALETTE_SIZE, d->curves,
               n_curves * sizeof *colors);
    status = make_buffer(p, n, sizeof *colors, colors, &p->palette);
    free(colors);
    return status;
}

/* What kernels apply to bins: decibels to decibels, else a factor. */
static clfft_status make_gains(clfft_picture *p)
{
    const clfft_picture_desc *d = &p->desc;
    float *gains = malloc(d->n_bins * sizeof *gains);
    clfft_status status;

    if (!gains)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for %u gains",
                          d->n_bins);
    for (unsigned k = 0; k < d->n_bins; k++)
        gains[k] = (float)(d->quantity == CLFFT_QUANTITY_DB
                               ? d->gains[k]
                               : pow(10, d->gains[k] / 10));
    status = make_buffer(p, d->n_bins, sizeof *gains, gains, &p->gains);
    free(gains);
    return status;
}

static clfft_status make_buffers(clfft_picture *p)
{
    const clfft_picture_desc *d = &p->desc;
    /* within the picture: far from overflow */
    const uint64_t rows = (uint64_t)d->n_cells * d->n_channels;
    const uint64_t columns = 2 * rows * d->plot.width;
    const uint64_t n_pixels = (uint64_t)d->width * d->height;
    clfft_status status;

    TRY(make_palette(p));
    TRY(make_buffer(p, n_pixels, sizeof(uint32_t), NULL, &p->background));
    if (d->n_components)
        TRY(make_buffer(p, n_pixels, sizeof(uint32_t), NULL, &p->screen));
    if (is_plane(p))
        return make_plane(p);
    TRY(make_buffer(p, d->n_cells, sizeof *d->cells, d->cells, &p->cells));
    if (d->gains)
        TRY(make_gains(p));
    if (!has_columns(p)) {
        TRY(make_buffer(p, 4 * rows, sizeof(float), NULL, &p->meters));
        TRY(make_buffer(p, 2 * (uint64_t)d->plot.width * d->n_channels,
                        sizeof(float), NULL, &p->heights));
        return CLFFT_STATUS_OK;
    }
    TRY(make_buffer(p, columns, sizeof(uint16_t), NULL, &p->codes));
    if (d->mode == CLFFT_PICTURE_OVERVIEW)
        TRY(make_buffer(p, columns, sizeof(float), NULL, &p->columns));
    else
        TRY(make_buffer(p, rows, sizeof(float), NULL, &p->strongest));
fail:
    return status;
}

/* Fills the background, and runs each kernel once so that its binary is
   complete: drivers of PoCL and Mali generate code at the first run. */
static clfft_status start(clfft_picture *p)
{
    const size_t n_pixels = (size_t)p->desc.width * p->desc.height;
    cl_command_queue queue = NULL;
    cl_mem output = NULL;
    clfft_status status;
    cl_int code;

    queue = clCreateCommandQueue(p->device->context, p->device->id, 0, &code);
    CL_CHECK(code, "clCreateCommandQueue");
    CL_TRY(clEnqueueFillBuffer(queue, p->background, &p->desc.empty,
                               sizeof p->desc.empty, 0,
                               n_pixels * sizeof p->desc.empty, 0, NULL, NULL));
    TRY(make_buffer(p, p->draw_items * p->run, sizeof(uint32_t), NULL,
                    &output));
    TRY(clfft_picture_warm_add(p, queue));
    TRY(clfft_picture_warm_draw(p, queue, output));
    TRY(clfft_chain_check(&p->chain, p->desc.waiter));
    TRY(clfft_wait_for_queue(p->desc.waiter, queue));
    clfft_program_keep(p->device, p->program);
fail:
    if (clfft_has_given_up(p->desc.waiter))
        return status;
    RELEASE_BUFFERS(output);
    if (queue)
        clReleaseCommandQueue(queue);
    return status;
}

clfft_status clfft_picture_create(clfft_device *device,
                                  const clfft_picture_desc *desc,
                                  clfft_picture **picture)
{
    clfft_status status = clfft_picture_check_desc(desc);
    clfft_picture *p;

    *picture = NULL;
    if (status != CLFFT_STATUS_OK)
        return status;
    p = calloc(1, sizeof *p);
    if (!p)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a picture");
    p->device = clfft_device_hold(device);
    p->desc = *desc;
    p->add_items = clfft_kernel_get_items(device, ADD_ITEMS);
    p->draw_items = clfft_kernel_get_items(device, DRAW_ITEMS);
    p->run = device->limits.vector_width > 1 ? RUN : 1;
    fill_canvas(p);
    TRY(build(p));
    TRY(make_buffers(p));
    p->desc.cells = NULL; /* the caller's */
    p->desc.plane = NULL;
    p->desc.curves = NULL;
    p->desc.gains = NULL;
    TRY(start(p));
    clfft_picture_reset(p, NULL);
    *picture = p;
    return CLFFT_STATUS_OK;
fail:
    clfft_picture_destroy(&p);
    return status;
}

void clfft_picture_destroy(clfft_picture **picture)
{
    clfft_picture *p = *picture;

    if (!p)
        return;
    *picture = NULL;
    clfft_chain_end(&p->chain, p->desc.waiter);
    if (clfft_has_given_up(p->desc.waiter))
        return; /* the device may still be using everything that the picture
                   has */
    RELEASE_KERNELS(p->add, p->prepare, p->draw, p->convert);
    RELEASE_BUFFERS(p->cells, p->background, p->palette, p->codes, p->columns,
                    p->strongest, p->meters, p->heights, p->plane, p->screen,
                    p->gains);
    clfft_device_drop(&p->device);
    free(p);
}

/* ---- state ---- */

/* What is forgotten lies outside the columns that the host counts, so the
   device has nothing to do. */
clfft_status clfft_picture_reset(clfft_picture *p, cl_command_queue queue)
{
    clfft_chain_forget(&p->chain, p->desc.waiter);
    p->n_frames = 0;
    p->ring = (struct clfft_ring){0};
    p->overview = (struct clfft_overview){.length = 1};
    return CLFFT_STATUS_OK;
}

clfft_status clfft_picture_set_background(clfft_picture *p,
                                          cl_command_queue queue,
                                          const uint32_t *pixels)
{
    return clfft_picture_set_background_rows(p, queue, 0, p->desc.height,
                                             pixels);
}

clfft_status clfft_picture_set_background_rows(clfft_picture *p,
                                               cl_command_queue queue,
                                               unsigned first, unsigned n_rows,
                                               const uint32_t *pixels)
{
    const size_t row_size = p->desc.width * sizeof *pixels;
    clfft_status status;

    TRY(clfft_check_queue(p->device, "picture", queue));
    if (!pixels)
        return clfft_fail(CLFFT_STATUS_INVALID, "picture: no background");
    if (!n_rows || first >= p->desc.height || n_rows > p->desc.height - first)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "picture: %u rows of the "
                          "background from row %u on are not 1 or more of %u",
                          n_rows, first, p->desc.height);
    TRY(clfft_chain_calls(&p->chain, queue));
    TRY(clfft_write_buffer(p->desc.waiter, queue, p->background,
                           first * row_size, n_rows * row_size, pixels));
fail:
    return status;
}

uint64_t clfft_picture_get_n_frames(const clfft_picture *picture)
{
    return picture->n_frames;
}
