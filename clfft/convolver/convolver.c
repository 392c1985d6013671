/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* convolver.c: creates and destroys convolvers. */
#include "clfft/after/kernel.h"
#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/base/grid.h"
#include "clfft/device/wait.h"
#include "state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CHANNELS 1024u
/* Frames of a batch at least, unless calls are shorter: memory for more brings
   nothing. */
#define LEAST_CHUNK UINT64_C(8192)
/* Rings are indexed with 32 bits, and a frame more than a ring is added. */
#define LONGEST_RING (UINT64_C(1) << 31)

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, __VA_ARGS__)
typedef unsigned long long big;

/* ---- description ---- */

static clfft_status check_responses(const clfft_convolver_desc *d)
{
    const uint64_t pairs = (uint64_t)d->inputs * d->outputs;
    uint64_t n;

    if (!d->n_responses ||
        !(d->n_responses == pairs ||
          (d->n_responses == 1 && d->inputs == d->outputs) ||
          (d->n_responses == d->outputs && d->inputs == d->outputs)))
        return INVALID("n_responses %u is neither inputs %u x outputs %u, nor "
                       "1 or one a channel for as many outputs as inputs",
                       d->n_responses, d->inputs, d->outputs);
    if (!d->taps || !checked_multiply(d->taps, d->n_responses, &n) ||
        n > SIZE_MAX / sizeof(double))
        return INVALID("%llu taps of %u responses are not in 1..2^61",
                       (big)d->taps, d->n_responses);
    if (!d->responses)
        return INVALID("no responses");
    for (uint64_t i = 0; i < n; i++)
        if (!isfinite(d->responses[i]))
            return INVALID("tap %llu of response %llu is not a finite number",
                           (big)(i % d->taps), (big)(i / d->taps));
    return CLFFT_STATUS_OK;
}

static clfft_status check_desc(const clfft_device *device,
                               const clfft_convolver_desc *d)
{
    clfft_status status;

    TRY(CHECK_RESERVED("clfft_convolver_desc", d));
    TRY(clfft_check_waiter(d->waiter));
    if (!d->inputs || d->inputs > MOST_CHANNELS || !d->outputs ||
        d->outputs > MOST_CHANNELS)
        return INVALID("inputs %u and outputs %u are not in 1..%u", d->inputs,
                       d->outputs, MOST_CHANNELS);
    if (!d->max_frames || d->max_frames > LONGEST_RING)
        return INVALID("max_frames %llu is not in 1..2^31",
                       (big)d->max_frames);
    if (d->typical_frames > d->max_frames)
        return INVALID("typical_frames %llu are more than max_frames %llu",
                       (big)d->typical_frames, (big)d->max_frames);
    if (d->precision == CLFFT_PRECISION_DOUBLE && !device->limits.has_double)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "%s has no double precision",
                          device->limits.device_name);
    TRY(check_responses(d));
fail:
    return status;
}

/* ---- sizes ---- */

clfft_status clfft_convolver_make_buffer(clfft_convolver *c, const char *what,
                                         uint64_t n_numbers, cl_mem *buffer)
{
    const clfft_limits *limits = &c->device->limits;
    uint64_t size, all;

    if (!checked_multiply(n_numbers, c->real_size, &size))
        size = UINT64_MAX;
    if (size > SIZE_MAX ||
        (limits->max_allocation && size > limits->max_allocation))
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "%s of %llu bytes are beyond the device's largest "
                          "buffer of %llu bytes",
                          what, (big)size, (big)limits->max_allocation);
    if (!checked_add(c->size, size, &all) ||
        (limits->global_size && all > limits->global_size))
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "%s of %llu bytes, with %llu bytes of the rest, are "
                          "beyond the device's memory of %llu bytes",
                          what, (big)size, (big)c->size,
                          (big)limits->global_size);
    c->size = all;
    return clfft_device_new_buffer(c->device, CL_MEM_READ_WRITE, (size_t)size,
                                   NULL, buffer);
}

unsigned clfft_convolver_get_run(const clfft_convolver *c)
{
    return c->device->limits.type & CL_DEVICE_TYPE_CPU ? 4 : 1;
}

/* Numbers of a vector: a CPU has them, other devices make them of
   work-items. */
static unsigned choose_lanes(const clfft_convolver *c)
{
    const clfft_limits *limits = &c->device->limits;
    unsigned width = limits->vector_width * 4 / (unsigned)c->real_size;

    if (!(limits->type & CL_DEVICE_TYPE_CPU))
        return 2;
    width = width > 16 ? 16 : width;
    while (width & (width - 1))
        width &= width - 1;
    return width < 4 ? 4 : width;
}

static void size_level(const clfft_convolver *c, clfft_level *level)
{
    const struct clfft_level_plan *plan = &level->plan;
    const uint64_t vector = c->lanes / 2;

    level->rows = plan->count + plan->is_early;
    level->pitch = divide_up(plan->block + 1, vector) * vector;
    level->most_blocks = plan->count ? c->chunk / plan->block + 1 : 0;
    level->most_early = plan->is_early ? divide_up(c->chunk, plan->block) : 0;
    level->slots = plan->count + level->most_blocks + level->most_early;
    level->future_slots =
        (c->chunk + c->desc.latency + plan->offset) / plan->block + 2 +
        level->most_early;
}

/* Chooses partitions, and how long all rings are. */
static clfft_status make_sizes(clfft_convolver *c)
{
    const clfft_convolver_desc *d = &c->desc;
    const uint64_t outputs = d->outputs;
    const struct clfft_partition_question question = {
        .inputs = d->inputs,
        .outputs = d->outputs,
        .pairs = c->has_one_input ? outputs : outputs * d->inputs,
        .taps = d->taps,
        .latency = d->latency,
        .frames = d->typical_frames,
        .costs = clfft_partition_get_costs(&c->device->limits, d->precision),
    };
    const struct clfft_partitions *p = &c->partitions;
    uint64_t block = 0, reach = 0, future = 0;

    clfft_partition_plan(&question, &c->partitions);
    for (unsigned i = 0; i < p->n_levels; i++)
        block = p->levels[i].block;
    c->chunk = d->typical_frames > LEAST_CHUNK ? d->typical_frames
                                               : LEAST_CHUNK;
    c->chunk = c->chunk > 2 * block ? c->chunk : 2 * block;
    c->chunk = c->chunk < d->max_frames ? c->chunk : d->max_frames;
    if (d->latency > LONGEST_RING || d->taps > LONGEST_RING)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "latency %llu and %llu taps are not both within "
                          "2^31 frames",
                          (big)d->latency, (big)d->taps);
    reach = 2 * block;
    if (p->direct || (p->n_levels && p->levels[0].is_early))
        reach += d->latency + p->direct;
    c->mirror = p->direct + CLFFT_GIVE_VECTORS * c->lanes;
    c->mirror = c->mirror > 2 * block ? c->mirror : 2 * block;
    c->history_length = c->chunk + reach;
    if (c->history_length < c->mirror)
        c->history_length = c->mirror;
    c->history_length = divide_up(c->history_length, 64) * 64;
    for (unsigned i = 0; i < p->n_levels; i++) {
        clfft_level *level = &c->levels[i];

        level->plan = p->levels[i];
        size_level(c, level);
        if (level->future_slots * level->plan.block > LONGEST_RING ||
            c->history_length > LONGEST_RING)
            return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                              "a delay of %llu frames is beyond 2^31",
                              (big)(d->latency + d->taps));
        level->future_base = future;
        future += level->future_slots * 2 * level->plan.block * outputs;
    }
    return CLFFT_STATUS_OK;
}

/* ---- making ---- */

static clfft_status make_direct(clfft_convolver *c, const double *responses)
{
    const uint64_t direct = c->partitions.direct;
    const uint64_t n = direct * c->desc.n_responses;
    clfft_status status = CLFFT_STATUS_NO_MEMORY;
    cl_command_queue queue = NULL;
    void *numbers = malloc((size_t)n * c->real_size);
    cl_int code;

    if (!numbers)
        return clfft_fail(status, "no memory for %llu taps", (big)n);
    for (uint64_t i = 0; i < n; i++) {
        const double tap = responses[i / direct * c->desc.taps + i % direct];

        if (c->real_size == 8)
            ((double *)numbers)[i] = tap;
        else
            ((float *)numbers)[i] = (float)tap;
    }
    TRY(clfft_convolver_make_buffer(c, "taps", n, &c->taps));
    queue = clCreateCommandQueue(c->device->context, c->device->id, 0, &code);
    CL_CHECK(code, "clCreateCommandQueue");
    TRY(clfft_write_buffer(c->desc.waiter, queue, c->taps, 0,
                           (size_t)n * c->real_size, numbers));
fail:
    if (clfft_has_given_up(c->desc.waiter))
        return status;
    if (queue)
        clReleaseCommandQueue(queue);
    free(numbers);
    return status;
}

static clfft_status make_levels(clfft_convolver *c, const double *responses)
{
    clfft_status status = CLFFT_STATUS_OK;
    cl_command_queue queue = NULL;
    cl_int code;

    queue = clCreateCommandQueue(c->device->context, c->device->id, 0, &code);
    CL_CHECK(code, "clCreateCommandQueue");
    for (unsigned i = 0; i < c->partitions.n_levels; i++) {
        TRY(clfft_level_make(c, &c->levels[i]));
        TRY(clfft_level_fill(c, &c->levels[i], responses, queue));
    }
fail:
    if (queue && !clfft_has_given_up(c->desc.waiter))
        clReleaseCommandQueue(queue);
    return status;
}

static clfft_status make_buffers(clfft_convolver *c)
{
    uint64_t history, future = 0;
    clfft_status status;

    for (unsigned i = 0; i < c->partitions.n_levels; i++)
        future = c->levels[i].future_base + c->levels[i].future_slots * 2 *
                                                c->levels[i].plan.block *
                                                c->desc.outputs;
    if (!checked_multiply(c->history_length + c->mirror, c->desc.inputs,
                          &history))
        history = UINT64_MAX;
    TRY(clfft_convolver_make_buffer(c, "input of the past", history,
                                    &c->history));
    if (future)
        TRY(clfft_convolver_make_buffer(c, "output of the future", future,
                                        &c->future));
fail:
    return status;
}

static clfft_status build(clfft_convolver *c)
{
    clfft_status status;
    char options[64];

    snprintf(options, sizeof options, "-DTAKE_FRAMES=%d", CLFFT_TAKE_FRAMES);
    TRY(clfft_kernel_build(c->device, "convolver/take.cl", "convolve_take",
                           c->real_size, options, &c->programs[0], &c->take));
    snprintf(options, sizeof options, "-DLANES=%u -DGIVE_VECTORS=%d",
             c->lanes == 2 ? 1 : c->lanes, CLFFT_GIVE_VECTORS);
    TRY(clfft_kernel_build(c->device, "convolver/give.cl", "convolve_give",
                           c->real_size, options, &c->programs[1], &c->give));
    if (!c->partitions.n_levels)
        return CLFFT_STATUS_OK;
    snprintf(options, sizeof options, "-DLANES=%u -DRUN=%u", c->lanes,
             clfft_convolver_get_run(c));
    TRY(clfft_kernel_build(c->device, "convolver/multiply.cl",
                           "convolve_multiply", c->real_size, options,
                           &c->programs[2], &c->multiply));
    TRY(clfft_kernel_make(c->device, c->programs[2], "convolve_multiply_tile",
                          &c->multiply_tile));
fail:
    return status;
}

static clfft_status print_partitions(clfft_convolver *c)
{
    const size_t size = clfft_partition_print(&c->partitions, NULL, 0) + 1;

    c->text = malloc(size);
    if (!c->text)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a text");
    clfft_partition_print(&c->partitions, c->text, size);
    return CLFFT_STATUS_OK;
}

/* Calls that launch every kernel. */
static clfft_status run_once(void *convolver, cl_command_queue queue)
{
    clfft_convolver *c = convolver;
    const uint64_t block =
        c->partitions.n_levels
            ? c->levels[c->partitions.n_levels - 1].plan.block
            : 1;
    clfft_convolver_params params = {.n_frames = c->chunk};
    clfft_status status = CLFFT_STATUS_OK;
    cl_mem output = NULL;

    TRY(clfft_device_new_buffer(c->device, CL_MEM_READ_WRITE,
                                (size_t)(c->chunk * c->desc.outputs) *
                                    c->real_size,
                                NULL, &output));
    /* up to the end of the longest block */
    while (c->time < block)
        TRY(clfft_convolver_execute(c, queue, NULL, output, &params));
    clfft_convolver_reset(c);
    TRY(clfft_wait_for_queue(c->desc.waiter, queue));
fail:
    if (output && !clfft_has_given_up(c->desc.waiter))
        clReleaseMemObject(output);
    return status;
}

static clfft_status warm_up(clfft_convolver *c)
{
    return clfft_kernel_warm_up(c->device, c->desc.waiter, run_once, c,
                                &c->last_queue, c->programs,
                                c->partitions.n_levels ? 3 : 2);
}

clfft_status clfft_convolver_create(clfft_device *device,
                                    const clfft_convolver_desc *desc,
                                    clfft_convolver **convolver)
{
    clfft_status status = check_desc(device, desc);
    clfft_convolver *c;

    *convolver = NULL;
    if (status != CLFFT_STATUS_OK)
        return status;
    c = calloc(1, sizeof *c);
    if (!c)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a convolver");
    c->device = device;
    c->desc = *desc;
    c->desc.responses = NULL;
    if (!desc->typical_frames)
        c->desc.typical_frames = desc->max_frames;
    c->real_size = desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
    c->has_one_input = desc->n_responses <= desc->outputs;
    c->lanes = choose_lanes(c);
    c->is_fresh = true;
    TRY(make_sizes(c));
    TRY(print_partitions(c));
    TRY(make_buffers(c));
    TRY(make_levels(c, desc->responses));
    if (c->partitions.direct)
        TRY(make_direct(c, desc->responses));
    TRY(build(c));
    TRY(warm_up(c));
    c->desc.params = NULL;
    *convolver = c;
    return CLFFT_STATUS_OK;
fail:
    clfft_convolver_destroy(&c);
    return status;
}

void clfft_convolver_destroy(clfft_convolver **convolver)
{
    clfft_convolver *c = *convolver;

    *convolver = NULL;
    if (!c)
        return;
    if (c->last_queue)
        clfft_drain_queue(c->desc.waiter, c->last_queue);
    if (clfft_has_given_up(c->desc.waiter))
        return; /* all that it has may be the device's */
    if (c->last_queue)
        clReleaseCommandQueue(c->last_queue);
    for (unsigned i = 0; i < CLFFT_MAX_LEVELS; i++)
        clfft_level_clear(&c->levels[i]);
    const cl_kernel kernels[] = {c->take, c->give, c->multiply,
                                 c->multiply_tile};
    for (unsigned i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        if (kernels[i])
            clReleaseKernel(kernels[i]);
    const cl_mem buffers[] = {c->history, c->taps, c->future};
    for (unsigned i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
        if (buffers[i])
            clReleaseMemObject(buffers[i]);
    free(c->text);
    free(c);
}

void clfft_convolver_reset(clfft_convolver *c)
{
    c->time = 0;
    c->is_fresh = true;
}

/* Launches of a level for a call with its blocks, and early ones. */
static unsigned count_launches(const clfft_level *level)
{
    clfft_plan_info forward, inverse;

    clfft_plan_get_info(level->forward, &forward);
    clfft_plan_get_info(level->inverse, &inverse);
    return forward.n_kernels * ((level->plan.count > 0) +
                                level->plan.is_early) +
           1 + inverse.n_kernels;
}

void clfft_convolver_get_info(const clfft_convolver *c,
                              clfft_convolver_info *info)
{
    *info = (clfft_convolver_info){.partitions = c->text,
                                   .n_sizes = c->partitions.n_levels,
                                   .max_launches = 2,
                                   .size = c->size};
    for (unsigned i = 0; i < c->partitions.n_levels; i++)
        info->max_launches += count_launches(&c->levels[i]);
}
