/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* cross.c: cross spectra of channels with a reference, averaged over frames on
   the device, and what follows from them. */
#include "cross.h"

#include "clfft/analysis/frames.h"
#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/device/chain.h"
#include "clfft/device/check_handles.h"
#include "clfft/device/wait.h"

#include <stdio.h>
#include <stdlib.h>

#define N_PLANES 5 /* of the state: cross.cl */

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, __VA_ARGS__)

static bool is_delay(const clfft_cross_desc *desc)
{
    return desc->quantity == CLFFT_CROSS_DELAY;
}

/* ---- what is asked for ---- */

static clfft_status check_averaging(const clfft_cross_desc *desc)
{
    if (desc->averaging == CLFFT_AVERAGING_EXPONENTIAL)
        return clfft_check_decay(desc->alpha, desc->decay);
    if (desc->averaging != CLFFT_AVERAGING_MEAN)
        return INVALID("cross spectra have averaging mean or exponential, not "
                       "%d",
                       (int)desc->averaging);
    if (desc->count < 1 || desc->count > CLFFT_LONGEST_AVERAGE)
        return INVALID("count %u is not in 1..%u", desc->count,
                       CLFFT_LONGEST_AVERAGE);
    return CLFFT_STATUS_OK;
}

static clfft_status check_delay(const clfft_cross_desc *desc)
{
    if (!desc->length || desc->length > UINT32_MAX / 2 ||
        desc->points != desc->length / 2 + 1)
        return INVALID("length %llu does not make %llu points",
                       (unsigned long long)desc->length,
                       (unsigned long long)desc->points);
    if (!(desc->rate > 0 && desc->rate <= UINT32_MAX))
        return INVALID("rate %g is not in (0, 2^32)", desc->rate);
    if (desc->max_outputs < 1)
        return INVALID("max_outputs is 0");
    return CLFFT_STATUS_OK;
}

static clfft_status check_desc(const clfft_device *device,
                               const clfft_cross_desc *desc)
{
    clfft_status status;
    uint64_t n;

    TRY(CHECK_RESERVED("clfft_cross_desc", desc));
    TRY(clfft_check_waiter(desc->waiter));
    if ((unsigned)desc->quantity > CLFFT_CROSS_DELAY)
        return INVALID("unknown quantity %d", (int)desc->quantity);
    TRY(check_averaging(desc));
    if (desc->channels < 2)
        return INVALID("channels %u are not a reference and others",
                       desc->channels);
    if (desc->reference >= desc->channels)
        return INVALID("reference %u is not in 0..%u", desc->reference,
                       desc->channels - 1);
    if (!desc->points || !checked_multiply(desc->points, desc->channels, &n) ||
        n > UINT32_MAX / 2)
        return INVALID("points %llu of %u channels are not in 1..2^31",
                       (unsigned long long)desc->points, desc->channels);
    if (is_delay(desc))
        TRY(check_delay(desc));
    TRY(clfft_device_check_precision(device, desc->precision));
fail:
    return status;
}

/* ---- making ---- */

/* Bins of a work-item. A CPU has vectors for them. */
static unsigned get_lanes(const clfft_cross *c)
{
    return c->device->limits.type & CL_DEVICE_TYPE_CPU ? 8 : 1;
}

/* Work-items for each channel. */
static uint64_t count_blocks(const clfft_cross *c)
{
    return divide_up(c->desc.points, get_lanes(c));
}

static clfft_status build(clfft_cross *c)
{
    static const char *const names[] = {
        [CLFFT_CROSS_POWER] = "CROSS_POWER",
        [CLFFT_CROSS_COHERENCE] = "COHERENCE",
        [CLFFT_CROSS_TRANSFER_H1] = "TRANSFER_H1",
        [CLFFT_CROSS_TRANSFER_H2] = "TRANSFER_H2",
        [CLFFT_CROSS_DELAY] = "PHASES"};
    char options[64];

    snprintf(options, sizeof options, "-DCROSS=%s -DLANES=%u%s",
             names[c->desc.quantity], get_lanes(c),
             c->desc.averaging == CLFFT_AVERAGING_EXPONENTIAL ? " -DEXPONENTIAL"
                                                              : "");
    return clfft_kernel_build(c->device, "analysis/cross.cl", "cross_spectra",
                              c->real_size, options, &c->programs[0],
                              &c->average);
}

static clfft_status run_over_nothing(void *cross, cl_command_queue queue)
{
    clfft_cross *c = cross;
    clfft_status status;

    TRY(clfft_cross_execute(c, queue, c->state, c->state,
                            &(clfft_average_params){0}));
    if (c->delay)
        TRY(clfft_cross_find_delays(c, queue, c->phases, 0, 0, NULL, NULL));
fail:
    return status;
}

clfft_status clfft_cross_create(clfft_device *device,
                                const clfft_cross_desc *desc,
                                clfft_cross **cross)
{
    clfft_status status = check_desc(device, desc);
    const cl_uint zero = 0;
    clfft_cross *c;

    *cross = NULL;
    if (status != CLFFT_STATUS_OK)
        return status;
    c = calloc(1, sizeof *c);
    if (!c)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for spectra");
    c->device = clfft_device_hold(device);
    c->desc = *desc;
    c->real_size = desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
    c->n_rows = desc->channels - 1;
    TRY(build(c));
    TRY(clfft_device_new_array(device, "cross", N_PLANES * c->n_rows,
                               get_lanes(c) * count_blocks(c), c->real_size,
                               NULL, &c->state));
    TRY(clfft_device_new_array(device, "cross", 1, 1, sizeof zero, &zero,
                               &c->count));
    if (is_delay(desc))
        TRY(clfft_cross_make_delay(c));
    TRY(clfft_kernel_warm_up(device, desc->waiter, run_over_nothing, c,
                             &c->chain, c->programs, c->delay ? 2 : 1));
    *cross = c;
    return CLFFT_STATUS_OK;
fail:
    clfft_cross_destroy(&c);
    return status;
}

void clfft_cross_destroy(clfft_cross **cross)
{
    clfft_cross *c = *cross;
    bool done;

    *cross = NULL;
    if (!c)
        return;
    done = clfft_chain_end(&c->chain, c->desc.waiter);
    clfft_plan_destroy(&c->inverse);
    if (clfft_has_given_up(c->desc.waiter))
        return; /* all that it has may be the device's */
    RELEASE_KERNELS(c->average, c->delay);
    RELEASE_BUFFERS(c->state, c->count, c->phases, c->correlations);
    clfft_device_drop(&c->device);
    if (done)
        free(c); /* else the count may still be copied to it */
}

void clfft_cross_reset(clfft_cross *cross)
{
    clfft_chain_forget(&cross->chain, cross->desc.waiter);
    cross->n_before = 0;
}

uint32_t clfft_cross_get_n_left_out(const clfft_cross *cross)
{
    return *(const volatile cl_uint *)&cross->n_left_out;
}

/* ---- running ---- */

static clfft_status run_average(clfft_cross *c, cl_command_queue queue,
                                cl_mem input, cl_mem output, uint64_t first,
                                const clfft_average_params *params,
                                cl_event *event)
{
    const clfft_cross_desc *d = &c->desc;
    const size_t items = clfft_kernel_get_items(c->device, CROSS_ITEMS);
    const struct clfft_grid grid =
        clfft_grid_make(&c->device->limits,
                        divide_up(c->n_rows * count_blocks(c), items), items);
    const cl_ulong in_base = params->first_frame * d->channels * d->points;
    const cl_ulong out_base = first * c->n_rows * d->points;
    const cl_uint points = (cl_uint)d->points, channels = d->channels;
    const cl_uint reference = d->reference, frames = params->n_frames;
    const cl_uint length = d->count, before = c->n_before;
    const cl_uint flush = params->flush;
    const double reals[2] = {d->alpha, clfft_decay_of(d->alpha, d->decay)};
    const float narrow[2] = {(float)reals[0], (float)reals[1]};
    const bool wide = c->real_size == 8;
    const struct clfft_argument arguments[] = {
        ARGUMENT(input),
        ARGUMENT(output),
        ARGUMENT(c->state),
        ARGUMENT(c->count),
        ARGUMENT(in_base),
        ARGUMENT(out_base),
        ARGUMENT(points),
        ARGUMENT(channels),
        ARGUMENT(reference),
        ARGUMENT(frames),
        ARGUMENT(length),
        ARGUMENT(before),
        ARGUMENT(flush),
        {c->real_size, wide ? (const void *)&reals[0] : &narrow[0]},
        {c->real_size, wide ? (const void *)&reals[1] : &narrow[1]},
    };

    return clfft_kernel_chain(&c->chain, "cross", c->average, queue, arguments,
                              sizeof arguments / sizeof arguments[0], &grid,
                              params->n_wait, params->wait, event);
}

/* Numbers in a frame that comes out. */
static uint64_t get_output_length(const clfft_cross *c)
{
    switch (c->desc.quantity) {
    case CLFFT_CROSS_COHERENCE:
        return c->n_rows * c->desc.points;
    case CLFFT_CROSS_DELAY:
        return c->n_rows * 2;
    case CLFFT_CROSS_POWER:
    case CLFFT_CROSS_TRANSFER_H1:
    case CLFFT_CROSS_TRANSFER_H2:
        return c->n_rows * c->desc.points * 2;
    }
    return 0;
}

clfft_status clfft_cross_execute(clfft_cross *c, cl_command_queue queue,
                                 cl_mem input, cl_mem output,
                                 const clfft_average_params *params)
{
    const clfft_cross_desc *d = &c->desc;
    const unsigned n_frames = params->n_frames;
    unsigned n_after;
    const unsigned n = clfft_count_frames(d->averaging, d->count, c->n_before,
                                          n_frames, params->flush, &n_after);
    const bool delays = is_delay(d) && n > 0;
    cl_event averaged = NULL;
    clfft_status status;

    if (params->n_out)
        *params->n_out = 0;
    if (params->event)
        *params->event = NULL;
    if (!input && n_frames == 0)
        input = c->state; /* a flush of what is there reads no frame */
    TRY(CHECK_RESERVED("clfft_average_params", params));
    TRY(clfft_check_queue(c->device, "cross", queue));
    TRY(clfft_check_buffer(
        c->device, "cross", "input", input,
        n_frames
            ? clfft_end_of_frames(params->first_frame, n_frames,
                                  2 * d->channels * d->points, c->real_size)
            : 0));
    TRY(clfft_check_buffer(c->device, "cross", "output", output,
                           n ? clfft_end_of_frames(params->output_frame, n,
                                                   get_output_length(c),
                                                   c->real_size)
                             : 0));
    if (is_delay(d) && n > d->max_outputs)
        return INVALID("cross: %u frames come out, but max_outputs is %u", n,
                       d->max_outputs);
    TRY(clfft_chain_calls(&c->chain, queue));
    TRY(run_average(c, queue, input, is_delay(d) ? c->phases : output,
                    is_delay(d) ? 0 : params->output_frame, params, &averaged));
    c->n_before = n_after;
    if (n_frames)
        CL_TRY(clEnqueueReadBuffer(queue, c->count, CL_FALSE, 0,
                                   sizeof c->n_left_out, &c->n_left_out, 1,
                                   &averaged, NULL));
    if (delays) {
        TRY(clfft_cross_find_delays(c, queue, output, params->output_frame, n,
                                    averaged, params->event));
    } else if (params->event) {
        *params->event = averaged;
        averaged = NULL;
    }
    if (params->n_out)
        *params->n_out = n;
fail:
    if (averaged)
        clReleaseEvent(averaged);
    return status;
}
