/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* sharpen.c: moves the power of spectra to where it comes from, on the device;
   the host counts the frames. */
#include "clfft/sharpen.h"

#include "clfft/analysis/frames.h"
#include "clfft/analysis/kernel.h"
#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/device/chain.h"
#include "clfft/device/check_handles.h"
#include "clfft/device/wait.h"

#include "kernels/host/canvas.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define GROUP_ITEMS 64
/* bins of a work-item where compilers make vectors of loops */
#define RUN 16
/* work-items that share a slot where there are many processors */
#define STRIPES 64
/* slots a work-item at least, in ways that power moves: frames around them are
   looked through once more */
#define LEAST_BLOCK 2

#define MOST_CELLS 32767u
#define MOST_FRAMES 65536u

struct clfft_sharpen {
    clfft_device *device;
    clfft_sharpen_desc desc;
    uint64_t n_bins;
    unsigned n_windows, run;
    size_t items, stripes;
    clfft_program *program;
    cl_kernel place, gather, emit;
    cl_mem weights; /* of the bins' power */
    cl_mem power, target, ring;
    struct clfft_chain chain;     /* of the calls since a reset */
    struct canvas_sharpen canvas; /* what no call changes */
    uint64_t n_taken, n_given;    /* frames since a reset */
};

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, "sharpen: " __VA_ARGS__)

static clfft_status check_axis(const clfft_sharpen_desc *d)
{
    clfft_status status;

    TRY(clfft_axis_check(&d->axis));
    if (!d->n_cells || d->n_cells > MOST_CELLS)
        return INVALID("%u cells are not in 1..%u", d->n_cells, MOST_CELLS);
    if (!(d->factor >= 0) || isinf(d->factor))
        return INVALID("factor %g is not 0 or above", d->factor);
fail:
    return status;
}

static clfft_status check_desc(const clfft_sharpen_desc *d)
{
    const bool moves = d->sharpening == CLFFT_SHARPENING_REASSIGN;
    const unsigned most = moves ? CLFFT_SHARPEN_MOST_REACH : 0;
    clfft_status status;

    TRY(CHECK_RESERVED("clfft_sharpen_desc", d));
    if ((unsigned)d->sharpening > CLFFT_SHARPENING_REASSIGN)
        return INVALID("unknown sharpening %d", (int)d->sharpening);
    if (d->length < 2 || d->length > INT32_MAX)
        return INVALID("length %" PRIu64 " is not in 2..2^31-1", d->length);
    if (!(d->rate > 0) || isinf(d->rate))
        return INVALID("rate %g is not above 0", d->rate);
    if (d->rotate >= (d->complex_input ? d->length : d->length / 2 + 1))
        return INVALID("rotate %u is not below the number of bins", d->rotate);
    if (!d->n_channels)
        return INVALID("no channels");
    if (d->reach > most || d->reach < (moves ? 1 : 0))
        return INVALID("reach %u is not in %u..%u", d->reach, moves ? 1u : 0u,
                       most);
    if (!d->max_frames || d->max_frames > MOST_FRAMES)
        return INVALID("max_frames %u is not in 1..%u", d->max_frames,
                       MOST_FRAMES);
    TRY(check_axis(d));
    TRY(clfft_check_waiter(d->waiter));
fail:
    return status;
}

/* ---- making ---- */

static double bark_of(double hertz)
{
    const double z = 26.81 * hertz / (1960 + hertz) - 0.53;

    return z < 2 ? z + 0.15 * (2 - z) : z > 20.1 ? z + 0.22 * (z - 20.1) : z;
}

/* Where the axis puts a frequency, on the scale of the kernel. */
static double place_of(clfft_axis_scale scale, double hertz)
{
    switch (scale) {
    case CLFFT_AXIS_SCALE_LOG:
        return log2(hertz);
    case CLFFT_AXIS_SCALE_MEL:
        return log2(1 + hertz / 700);
    case CLFFT_AXIS_SCALE_ERB:
        return log2(1 + hertz * 0.00437);
    case CLFFT_AXIS_SCALE_BARK:
        return bark_of(hertz);
    case CLFFT_AXIS_SCALE_LINEAR:
        break;
    }
    return hertz;
}

static void fill_canvas(clfft_sharpen *s)
{
    const clfft_sharpen_desc *d = &s->desc;
    const double low = place_of(d->axis.scale, d->axis.low);
    const double high = place_of(d->axis.scale, d->axis.high);

    s->canvas = (struct canvas_sharpen){
        .n_channels = d->n_channels,
        .n_bins = (canvas_uint32)s->n_bins,
        .rotate = d->rotate,
        .n_cells = d->n_cells,
        .n_windows = s->n_windows,
        .reach = (canvas_int32)d->reach,
        .ring_length = d->max_frames + 2 * d->reach,
        .origin = d->complex_input ? (float)(d->length / 2) : 0,
        .spacing = (float)(d->rate / (double)d->length),
        .highest = (float)d->length / 2,
        .scale = (float)(d->n_cells / (high - low)),
        .bias = (float)(-low * d->n_cells / (high - low)),
    };
}

static clfft_status build(clfft_sharpen *s)
{
    char options[96];
    clfft_status status;

    snprintf(options, sizeof options, "-DAXIS=%d -DRUN=%u -DSTRIPES=%zu%s%s%s",
             (int)s->desc.axis.scale, s->run, s->stripes,
             s->desc.reach ? " -DREASSIGN" : "",
             s->desc.rotate ? " -DROTATE" : "",
             s->desc.complex_input ? " -DIQ" : "");
    TRY(clfft_kernel_build(s->device, "analysis/sharpen.cl", "sharpen_place",
                           sizeof(float), options, &s->program, &s->place));
    TRY(clfft_kernel_make(s->device, s->program, "sharpen_gather", &s->gather));
    TRY(clfft_kernel_make(s->device, s->program, "sharpen_emit", &s->emit));
fail:
    return status;
}

static clfft_status make_buffer(clfft_sharpen *s, uint64_t rows,
                                uint64_t columns, cl_mem *buffer)
{
    uint64_t n;

    if (!checked_multiply(rows, columns, &n) || n > INT32_MAX)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "sharpen: %" PRIu64 " frames of %" PRIu64
                          " numbers are more than 2^31-1",
                          rows, columns);
    return clfft_device_new_array(s->device, "sharpen", n, s->desc.n_channels,
                                  sizeof(float), NULL, buffer);
}

static clfft_status make_weights(clfft_sharpen *s)
{
    const clfft_sharpen_desc *d = &s->desc;
    const double factor = d->factor > 0 ? d->factor : 1;
    float *weights = malloc(s->n_bins * sizeof *weights);
    clfft_status status;

    if (!weights)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for gains");
    for (uint64_t k = 0; k < s->n_bins; k++)
        weights[k] = (float)(factor * (d->gain ? d->gain[k] * d->gain[k] : 1));
    status = clfft_device_new_array(s->device, "sharpen", 1, s->n_bins,
                                    sizeof *weights, weights, &s->weights);
    free(weights);
    return status;
}

static clfft_status run_over_nothing(void *sharpen, cl_command_queue queue);

/* A power of 2; a CPU has other work for its processors. */
static size_t get_stripes(const clfft_limits *limits)
{
    size_t stripes = 1;

    if (limits->type & CL_DEVICE_TYPE_CPU)
        return 1;
    while (stripes < STRIPES && 2 * stripes <= limits->max_work_group)
        stripes *= 2;
    return stripes;
}

clfft_status clfft_sharpen_create(clfft_device *device,
                                  const clfft_sharpen_desc *desc,
                                  clfft_sharpen **sharpen)
{
    const clfft_limits *limits = clfft_device_get_limits(device);
    clfft_status status = check_desc(desc);
    clfft_sharpen *s;

    *sharpen = NULL;
    if (status != CLFFT_STATUS_OK)
        return status;
    s = calloc(1, sizeof *s);
    if (!s)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for sharpening");
    s->device = clfft_device_hold(device);
    s->desc = *desc;
    s->n_bins = desc->complex_input ? desc->length : desc->length / 2 + 1;
    s->n_windows = desc->sharpening == CLFFT_SHARPENING_REASSIGN ? 3 : 2;
    s->run = limits->vector_width > 1 ? RUN : 1;
    s->items = clfft_kernel_get_items(device, GROUP_ITEMS);
    s->stripes = get_stripes(limits);
    fill_canvas(s);
    TRY(build(s));
    TRY(make_weights(s));
    s->desc.gain = NULL; /* the caller's */
    TRY(make_buffer(s, desc->max_frames, s->n_bins, &s->power));
    TRY(make_buffer(s, desc->max_frames, s->n_bins, &s->target));
    TRY(make_buffer(s, s->canvas.ring_length, desc->n_cells + 1, &s->ring));
    TRY(clfft_kernel_warm_up(device, desc->waiter, run_over_nothing, s,
                             &s->chain, &s->program, 1));
    *sharpen = s;
    return CLFFT_STATUS_OK;
fail:
    clfft_sharpen_destroy(&s);
    return status;
}

void clfft_sharpen_destroy(clfft_sharpen **sharpen)
{
    clfft_sharpen *s = *sharpen;

    *sharpen = NULL;
    if (!s)
        return;
    clfft_chain_end(&s->chain, s->desc.waiter);
    if (clfft_has_given_up(s->desc.waiter))
        return; /* all that it has may be the device's */
    RELEASE_KERNELS(s->place, s->gather, s->emit);
    RELEASE_BUFFERS(s->weights, s->power, s->target, s->ring);
    clfft_device_drop(&s->device);
    free(s);
}

void clfft_sharpen_reset(clfft_sharpen *sharpen)
{
    clfft_chain_forget(&sharpen->chain, sharpen->desc.waiter);
    sharpen->n_taken = sharpen->n_given = 0;
}

unsigned clfft_sharpen_get_n_pending(const clfft_sharpen *sharpen)
{
    return (unsigned)(sharpen->n_taken - sharpen->n_given);
}

/* ---- running ---- */

/* Counts the slots of n_frames more frames and of those that come out. */
static struct canvas_sharpen count_slots(const clfft_sharpen *s,
                                         const clfft_average_params *params,
                                         unsigned n_out)
{
    const clfft_sharpen_desc *d = &s->desc;
    const uint64_t ring_length = s->canvas.ring_length;
    const canvas_int32 reach = s->canvas.reach;
    const unsigned before =
        s->n_taken < d->reach ? (unsigned)s->n_taken : d->reach;
    struct canvas_sharpen a = s->canvas;

    a.in_base =
        params->first_frame * 2 * s->n_windows * d->n_channels * s->n_bins;
    a.out_base = params->output_frame * d->n_channels * d->n_cells;
    a.n_frames = params->n_frames;
    a.before = before;
    a.first_slot = -(canvas_int32)before;
    a.end_slot = (canvas_int32)params->n_frames + reach;
    a.fresh = s->n_taken ? reach : a.first_slot;
    a.ring_slot = (canvas_uint32)(s->n_taken % ring_length);
    if (a.ring_slot < d->reach)
        a.ring_slot += (canvas_uint32)ring_length;
    a.out_slot = -(canvas_int32)(s->n_taken - s->n_given);
    a.n_out = n_out;
    a.n_extra = params->flush ? d->reach : 0;
    return a;
}

/* Slots of a work-item of gather. */
static unsigned get_block(const clfft_sharpen *s, unsigned n_slots)
{
    const uint64_t least = LEAST_BLOCK * s->desc.reach + 1;
    const uint64_t wanted =
        divide_up(s->device->limits.compute_units, s->desc.n_channels);
    const uint64_t block = divide_up(n_slots, wanted);

    return (unsigned)(block > least ? block : least);
}

static clfft_status run(clfft_sharpen *s, cl_kernel kernel,
                        cl_command_queue queue,
                        const struct clfft_argument *arguments,
                        cl_uint n_arguments, uint64_t width, uint64_t height,
                        size_t items, const clfft_average_params *params)
{
    const struct clfft_grid grid = {
        {(size_t)(divide_up(width, items) * items), (size_t)height},
        {items, 1}};

    return clfft_kernel_chain(&s->chain, "sharpen", kernel, queue, arguments,
                              n_arguments, &grid, params ? params->n_wait : 0,
                              params ? params->wait : NULL, NULL);
}

static clfft_status take(clfft_sharpen *s, cl_command_queue queue, cl_mem input,
                         const clfft_average_params *params,
                         struct canvas_sharpen *a)
{
    const unsigned n_slots = (unsigned)(a->end_slot - a->first_slot);
    const struct clfft_argument places[] = {
        ARGUMENT(input), ARGUMENT(s->weights), ARGUMENT(s->power),
        ARGUMENT(s->target), ARGUMENT(*a)};
    const struct clfft_argument sums[] = {ARGUMENT(s->power),
                                          ARGUMENT(s->target),
                                          ARGUMENT(s->ring), ARGUMENT(*a)};
    const uint64_t rows = (uint64_t)a->n_frames * s->desc.n_channels;
    clfft_status status;

    a->block = get_block(s, n_slots);
    TRY(run(s, s->place, queue, places, 5, divide_up(s->n_bins, s->run),
            rows ? rows : 1, s->items, params));
    TRY(run(s, s->gather, queue, sums, 4,
            divide_up(n_slots, a->block) * s->stripes, s->desc.n_channels,
            s->stripes, NULL));
fail:
    return status;
}

static clfft_status give(clfft_sharpen *s, cl_command_queue queue,
                         cl_mem output, const clfft_average_params *params,
                         const struct canvas_sharpen *a)
{
    const struct clfft_argument arguments[] = {ARGUMENT(output),
                                               ARGUMENT(s->ring), ARGUMENT(*a)};
    const uint64_t rows = (uint64_t)a->n_out * s->desc.n_channels;

    return run(s, s->emit, queue, arguments, 3,
               divide_up(s->desc.n_cells, s->run), rows ? rows : 1, s->items,
               params);
}

/* The kernels, over no bin and no cell. */
static clfft_status run_over_nothing(void *sharpen, cl_command_queue queue)
{
    clfft_sharpen *s = sharpen;
    struct canvas_sharpen none = s->canvas;
    clfft_status status;

    none.n_bins = none.n_cells = 0;
    none.end_slot = 1;
    TRY(take(s, queue, s->ring, NULL, &none));
    TRY(give(s, queue, s->ring, NULL, &none));
fail:
    return status;
}

static clfft_status check_call(const clfft_sharpen *s, cl_command_queue queue,
                               cl_mem input, cl_mem output,
                               const clfft_average_params *params,
                               unsigned n_out)
{
    const uint64_t channels = s->desc.n_channels;
    clfft_status status;

    TRY(CHECK_RESERVED("clfft_average_params", params));
    TRY(clfft_check_queue(s->device, "sharpen", queue));
    if (params->n_frames > s->desc.max_frames)
        return INVALID("%u frames, but max_frames is %u", params->n_frames,
                       s->desc.max_frames);
    if (params->n_frames)
        TRY(clfft_check_buffer(
            s->device, "sharpen", "input", input,
            clfft_end_of_frames(params->first_frame, params->n_frames,
                                2 * s->n_windows * channels * s->n_bins,
                                sizeof(float))));
    if (n_out)
        TRY(clfft_check_buffer(s->device, "sharpen", "output", output,
                               clfft_end_of_frames(params->output_frame, n_out,
                                                   channels * s->desc.n_cells,
                                                   sizeof(float))));
fail:
    return status;
}

clfft_status clfft_sharpen_execute(clfft_sharpen *s, cl_command_queue queue,
                                   cl_mem input, cl_mem output,
                                   const clfft_average_params *params)
{
    const uint64_t n_taken = s->n_taken + params->n_frames;
    const uint64_t kept = params->flush ? 0 : s->desc.reach;
    const uint64_t n_given = n_taken - kept > s->n_given && n_taken > kept
                                 ? n_taken - kept
                                 : s->n_given;
    const unsigned n_out = (unsigned)(n_given - s->n_given);
    struct canvas_sharpen a;
    clfft_status status;

    if (params->n_out)
        *params->n_out = 0;
    if (params->event)
        *params->event = NULL;
    TRY(check_call(s, queue, input, output, params, n_out));
    TRY(clfft_chain_calls(&s->chain, queue));
    a = count_slots(s, params, n_out);
    if (params->n_frames)
        TRY(take(s, queue, input, params, &a));
    if (n_out || !params->n_frames)
        TRY(give(s, queue, n_out ? output : s->ring,
                 params->n_frames ? NULL : params, &a));
    TRY(clfft_chain_give(&s->chain, params->event));
    s->n_taken = params->flush ? 0 : n_taken;
    s->n_given = params->flush ? 0 : n_given;
    if (params->n_out)
        *params->n_out = n_out;
fail:
    return status;
}
