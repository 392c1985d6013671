/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* average.c: averages of power over frames, kept on the device. */
#include "frames.h"
#include "kernel.h"

#include "clfft/base/error.h"
#include "clfft/device/chain.h"
#include "clfft/device/check_handles.h"
#include "clfft/device/wait.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LONGEST_MEDIAN 1024u
#define GROUP_ITEMS 64

struct clfft_average {
    clfft_device *device;
    clfft_average_desc desc;
    size_t real_size, group_items;
    clfft_program *program;
    cl_kernel kernel;
    cl_mem state;
    cl_mem count;             /* 32 bits: the powers left out */
    cl_uint n_left_out;       /* the device copies it to here */
    struct clfft_chain chain; /* of the calls since a reset */
    unsigned n_before;        /* frames in the average that is under way */
};

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, __VA_ARGS__)

static clfft_status check_desc(const clfft_device *device,
                               const clfft_average_desc *desc)
{
    const unsigned most = desc->averaging == CLFFT_AVERAGING_MEDIAN
                              ? LONGEST_MEDIAN
                              : CLFFT_LONGEST_AVERAGE;
    clfft_status status;

    TRY(CHECK_RESERVED("clfft_average_desc", desc));
    TRY(clfft_check_waiter(desc->waiter));
    if ((unsigned)desc->averaging > CLFFT_AVERAGING_EXPONENTIAL)
        return INVALID("unknown averaging %d", (int)desc->averaging);
    if (desc->averaging == CLFFT_AVERAGING_EXPONENTIAL)
        TRY(clfft_check_decay(desc->alpha, desc->decay));
    else if (desc->count < 1 || desc->count > most)
        return INVALID("count %u is not in 1..%u", desc->count, most);
    if (desc->quantity != CLFFT_QUANTITY_MAGNITUDE &&
        desc->quantity != CLFFT_QUANTITY_POWER &&
        desc->quantity != CLFFT_QUANTITY_DB)
        return INVALID("averages are of magnitude, power or db");
    if (isnan(desc->floor))
        return INVALID("floor is not a number");
    if (!desc->points || desc->points > UINT32_MAX / 2)
        return INVALID("points %llu is not in 1..2^31",
                       (unsigned long long)desc->points);
    TRY(clfft_device_check_precision(device, desc->precision));
fail:
    return status;
}

static clfft_status build(clfft_average *a)
{
    static const char *const stores[] = {[CLFFT_QUANTITY_MAGNITUDE] =
                                             "MAGNITUDE",
                                         [CLFFT_QUANTITY_POWER] = "POWER",
                                         [CLFFT_QUANTITY_DB] = "DB"};
    char options[80];

    snprintf(options, sizeof options, "-DAVERAGE=%d -DSTORE=%s",
             (int)a->desc.averaging, stores[a->desc.quantity]);
    return clfft_kernel_build(a->device, "analysis/average.cl", "average",
                              a->real_size, options, &a->program, &a->kernel);
}

static clfft_status make_state(clfft_average *a)
{
    const uint64_t frames = a->desc.averaging == CLFFT_AVERAGING_MEDIAN
                                ? a->desc.count
                            : a->desc.averaging == CLFFT_AVERAGING_MEAN ? 2
                                                                        : 1;
    clfft_status status = CLFFT_STATUS_OK;
    const cl_uint zero = 0;

    TRY(clfft_device_new_array(a->device, "average", frames, a->desc.points,
                               a->real_size, NULL, &a->state));
    TRY(clfft_device_new_array(a->device, "average", 1, 1, sizeof zero, &zero,
                               &a->count));
fail:
    return status;
}

static clfft_status run_over_nothing(void *average, cl_command_queue queue)
{
    clfft_average *a = average;

    return clfft_average_execute(a, queue, a->state, a->state,
                                 &(clfft_average_params){0});
}

clfft_status clfft_average_create(clfft_device *device,
                                  const clfft_average_desc *desc,
                                  clfft_average **average)
{
    clfft_status status = check_desc(device, desc);
    clfft_average *a;

    *average = NULL;
    if (status != CLFFT_STATUS_OK)
        return status;
    a = calloc(1, sizeof *a);
    if (!a)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for an average");
    a->device = clfft_device_hold(device);
    a->desc = *desc;
    a->real_size = desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
    a->group_items = clfft_kernel_get_items(device, GROUP_ITEMS);
    TRY(build(a));
    TRY(make_state(a));
    TRY(clfft_kernel_warm_up(device, desc->waiter, run_over_nothing, a,
                             &a->chain, &a->program, 1));
    *average = a;
    return CLFFT_STATUS_OK;
fail:
    clfft_average_destroy(&a);
    return status;
}

void clfft_average_destroy(clfft_average **average)
{
    clfft_average *a = *average;
    bool done;

    *average = NULL;
    if (!a)
        return;
    done = clfft_chain_end(&a->chain, a->desc.waiter);
    if (clfft_has_given_up(a->desc.waiter))
        return; /* all that it has may be the device's */
    RELEASE_KERNELS(a->kernel);
    RELEASE_BUFFERS(a->state, a->count);
    clfft_device_drop(&a->device);
    if (done)
        free(a); /* else the count may still be copied to it */
}

void clfft_average_reset(clfft_average *average)
{
    clfft_chain_forget(&average->chain, average->desc.waiter);
    average->n_before = 0;
}

uint32_t clfft_average_get_n_left_out(const clfft_average *average)
{
    return *(const volatile cl_uint *)&average->n_left_out;
}

/* Enqueues the kernel, whose event the caller may have, and a copy of the
   count. */
static clfft_status enqueue(clfft_average *a, cl_command_queue queue,
                            cl_mem input, cl_mem output,
                            const clfft_average_params *params)
{
    const struct clfft_grid grid = clfft_grid_make(
        &a->device->limits, divide_up(a->desc.points, a->group_items),
        a->group_items);
    const cl_ulong in_base = params->first_frame * a->desc.points;
    const cl_ulong out_base = params->output_frame * a->desc.points;
    const cl_uint points = (cl_uint)a->desc.points, frames = params->n_frames;
    const cl_uint length = a->desc.count, before = a->n_before;
    const cl_uint flushing = params->flush;
    const double reals[3] = {a->desc.alpha,
                             clfft_decay_of(a->desc.alpha, a->desc.decay),
                             a->desc.floor};
    const float narrow[3] = {(float)reals[0], (float)reals[1], (float)reals[2]};
    const bool wide = a->real_size == 8;
    const struct clfft_argument arguments[] = {
        ARGUMENT(input),
        ARGUMENT(output),
        ARGUMENT(a->state),
        ARGUMENT(a->count),
        ARGUMENT(in_base),
        ARGUMENT(out_base),
        ARGUMENT(points),
        ARGUMENT(frames),
        ARGUMENT(length),
        ARGUMENT(before),
        ARGUMENT(flushing),
        {a->real_size, wide ? (const void *)&reals[0] : &narrow[0]},
        {a->real_size, wide ? (const void *)&reals[1] : &narrow[1]},
        {a->real_size, wide ? (const void *)&reals[2] : &narrow[2]},
    };
    clfft_status status;

    TRY(clfft_kernel_chain(&a->chain, "average", a->kernel, queue, arguments,
                           sizeof arguments / sizeof arguments[0], &grid,
                           params->n_wait, params->wait, NULL));
    if (params->n_frames)
        CL_TRY(clEnqueueReadBuffer(queue, a->count, CL_FALSE, 0,
                                   sizeof a->n_left_out, &a->n_left_out, 1,
                                   &a->chain.before, NULL));
    TRY(clfft_chain_give(&a->chain, params->event));
fail:
    return status;
}

clfft_status clfft_average_execute(clfft_average *a, cl_command_queue queue,
                                   cl_mem input, cl_mem output,
                                   const clfft_average_params *params)
{
    const unsigned n_frames = params->n_frames;
    unsigned n_after;
    const unsigned n =
        clfft_count_frames(a->desc.averaging, a->desc.count, a->n_before,
                           n_frames, params->flush, &n_after);
    const uint64_t points = a->desc.points;
    clfft_status status;

    if (params->n_out)
        *params->n_out = 0;
    if (params->event)
        *params->event = NULL;
    if (!input && n_frames == 0)
        input = a->state; /* a flush of what is there reads no frame */
    TRY(CHECK_RESERVED("clfft_average_params", params));
    TRY(clfft_check_queue(a->device, "average", queue));
    TRY(clfft_check_buffer(a->device, "average", "input", input,
                           n_frames ? clfft_end_of_frames(params->first_frame,
                                                          n_frames, points,
                                                          a->real_size)
                                    : 0));
    TRY(clfft_check_buffer(
        a->device, "average", "output", output,
        n ? clfft_end_of_frames(params->output_frame, n, points, a->real_size)
          : 0));
    TRY(clfft_chain_calls(&a->chain, queue));
    TRY(enqueue(a, queue, input, output, params));
    a->n_before = n_after;
    if (params->n_out)
        *params->n_out = n;
fail:
    return status;
}
