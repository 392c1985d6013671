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
        return INVALID("taps %llu of %u responses are not in 1..2^61",
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

/* A buffer of so many numbers, counted in c->size. `a` times `b` of them may
   be more than 64 bits hold. */
static clfft_status make_buffer(clfft_convolver *c, const char *what,
                                uint64_t a, uint64_t b, cl_mem *buffer)
{
    const clfft_limits *limits = &c->device->limits;
    uint64_t size, all;

    if (!checked_multiply(a, b, &size) ||
        !checked_multiply(size, c->real_size, &size))
        size = UINT64_MAX;
    if (size > SIZE_MAX ||
        (limits->max_allocation && size > limits->max_allocation))
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "%s: %llu bytes are beyond the device's largest "
                          "buffer of %llu bytes",
                          what, (big)size, (big)limits->max_allocation);
    if (!checked_add(c->size, size, &all) ||
        (limits->global_size && all > limits->global_size))
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "%s: %llu bytes, with %llu bytes of the rest, are "
                          "beyond the device's memory of %llu bytes",
                          what, (big)size, (big)c->size,
                          (big)limits->global_size);
    c->size = all;
    return clfft_device_new_buffer(c->device, CL_MEM_READ_WRITE, (size_t)size,
                                   NULL, buffer);
}

unsigned clfft_convolver_get_run(const clfft_convolver *c)
{
    return c->is_cpu ? 8 : 1;
}

unsigned clfft_convolver_get_vectors(const clfft_convolver *c)
{
    return c->is_cpu ? 4 : 1;
}

uint64_t clfft_convolver_get_frames(const clfft_convolver *c)
{
    return c->is_cpu ? c->lanes * clfft_convolver_get_vectors(c) : 1;
}

uint64_t clfft_convolver_get_response_step(const clfft_convolver *c)
{
    return c->desc.n_responses == 1 ? 0 : c->channels.n_inputs;
}

void clfft_convolver_convert(const clfft_convolver *c, const double *from,
                             uint64_t n, void *numbers, uint64_t at)
{
    for (uint64_t i = 0; i < n; i++)
        if (c->real_size == 8)
            ((double *)numbers)[at + i] = from[i];
        else
            ((float *)numbers)[at + i] = (float)from[i];
}

/* Numbers of a vector: a CPU has them, other devices make them of
   work-items. */
static unsigned choose_lanes(const clfft_convolver *c)
{
    const unsigned width = c->device->limits.vector_width;
    unsigned lanes = 16;

    if (!c->is_cpu)
        return 2;
    while (lanes > 4 && lanes * c->real_size > width * sizeof(float))
        lanes /= 2;
    return lanes;
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

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Chooses partitions, and how long the history is. */
static clfft_status choose_partitions(clfft_convolver *c)
{
    const clfft_convolver_desc *d = &c->desc;
    const struct clfft_partition_question question = {
        .inputs = d->inputs,
        .outputs = d->outputs,
        .n_responses = d->n_responses,
        .pairs = (uint64_t)d->outputs * c->channels.n_inputs,
        .taps = d->taps,
        .latency = d->latency,
        .frames = d->typical_frames,
        .costs = clfft_partition_get_costs(&c->device->limits, d->precision),
    };
    const struct clfft_partitions *p = &c->partitions;
    uint64_t block = 0, reach;

    if (d->latency > LONGEST_RING / 2 || d->taps > LONGEST_RING / 2)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "latency %llu and taps %llu are not both within 2^30 "
                          "frames",
                          (big)d->latency, (big)d->taps);
    clfft_partition_plan(&question, &c->partitions);
    for (unsigned i = 0; i < p->n_levels; i++)
        block = p->levels[i].block;
    c->chunk = larger(d->typical_frames, larger(LEAST_CHUNK, 2 * block));
    c->chunk = c->chunk < d->max_frames ? c->chunk : d->max_frames;
    reach = 2 * block;
    if (p->direct || (p->n_levels && p->levels[0].is_early))
        reach += d->latency + p->direct;
    c->mirror =
        larger(2 * block, p->direct + clfft_convolver_get_frames(c));
    c->history_length =
        divide_up(larger(c->chunk + reach, c->mirror), 64) * 64;
    return CLFFT_STATUS_OK;
}

/* What all levels have one behind the other. */
struct lengths {
    uint64_t spectra, responses, sums, future;
};

static clfft_status size_levels(clfft_convolver *c, struct lengths *all)
{
    const uint64_t inputs = c->desc.inputs, outputs = c->desc.outputs;

    *all = (struct lengths){0};
    for (unsigned i = 0; i < c->partitions.n_levels; i++) {
        clfft_level *level = &c->levels[i];
        uint64_t n;

        level->plan = c->partitions.levels[i];
        size_level(c, level);
        if (level->future_slots * level->plan.block > LONGEST_RING)
            return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                              "%llu taps behind a latency of %llu frames are "
                              "beyond 2^31 frames",
                              (big)c->desc.taps, (big)c->desc.latency);
        level->spectra = all->spectra;
        level->responses = all->responses;
        level->sums = all->sums;
        level->future = all->future;
        n = level->most_blocks + level->most_early;
        all->spectra += level->slots * inputs * level->pitch;
        all->sums += n * outputs * level->pitch;
        all->future += level->future_slots * 2 * level->plan.block * outputs;
        if (!checked_multiply(level->rows * level->pitch, c->desc.n_responses,
                              &n) ||
            !checked_add(all->responses, n, &all->responses))
            all->responses = UINT64_MAX / 2;
    }
    return CLFFT_STATUS_OK;
}

/* ---- making ---- */

static clfft_status make_buffers(clfft_convolver *c)
{
    /* a work-item may read beyond the last spectrum */
    const uint64_t more = c->lanes * clfft_convolver_get_run(c);
    struct lengths all;
    clfft_status status;

    TRY(size_levels(c, &all));
    TRY(make_buffer(c, "samples of the past", c->history_length + c->mirror,
                    c->desc.inputs, &c->history));
    if (c->partitions.direct)
        TRY(make_buffer(c, "taps", c->partitions.direct, c->desc.n_responses,
                        &c->taps));
    if (!c->partitions.n_levels)
        return CLFFT_STATUS_OK;
    TRY(make_buffer(c, "spectra of responses", all.responses + more, 2,
                    &c->responses));
    TRY(make_buffer(c, "spectra of the input", all.spectra + more, 2,
                    &c->spectra));
    TRY(make_buffer(c, "spectra of the output", all.sums + more, 2, &c->sums));
    TRY(make_buffer(c, "samples of the future", all.future, 1, &c->future));
fail:
    return status;
}

static clfft_status fill_direct(clfft_convolver *c, const double *responses,
                                cl_command_queue queue)
{
    const uint64_t direct = c->partitions.direct;
    const uint64_t n = direct * c->desc.n_responses;
    void *numbers = malloc((size_t)n * c->real_size);
    clfft_status status;

    if (!numbers)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for %llu taps",
                          (big)n);
    for (uint64_t r = 0; r < c->desc.n_responses; r++)
        clfft_convolver_convert(c, responses + r * c->desc.taps, direct,
                                numbers, r * direct);
    status = clfft_write_buffer(c->desc.waiter, queue, c->taps, 0,
                                (size_t)n * c->real_size, numbers);
    if (!clfft_has_given_up(c->desc.waiter))
        free(numbers);
    return status;
}

/* The caller's function, told of all plans as of one. */
struct progress {
    clfft_progress_function tell;
    void *user_data;
    double done, all; /* plans */
};

static bool tell_progress(double fraction, const char *what, void *data)
{
    struct progress *p = data;

    if (fraction < 1)
        return p->tell((p->done + fraction) / p->all, what, p->user_data);
    p->done += 1;
    return p->tell(p->done / p->all, what, p->user_data);
}

/* Makes the plans, and uploads the responses. */
static clfft_status fill(clfft_convolver *c, const clfft_convolver_desc *desc)
{
    clfft_plan_params params = {0};
    struct progress progress = {.all = 3 * c->partitions.n_levels};
    clfft_status status = CLFFT_STATUS_OK;
    cl_command_queue queue = NULL;
    cl_int code;

    if (desc->params)
        params = *desc->params;
    params.waiter = desc->waiter;
    params.external_scratch = false;
    if (params.progress) {
        progress.tell = params.progress;
        progress.user_data = params.progress_data;
        params.progress = tell_progress;
        params.progress_data = &progress;
    }
    queue = clCreateCommandQueue(c->device->context, c->device->id, 0, &code);
    CL_CHECK(code, "clCreateCommandQueue");
    for (unsigned i = 0; i < c->partitions.n_levels; i++) {
        TRY(clfft_level_make(c, &c->levels[i], &params));
        TRY(clfft_level_fill(c, &c->levels[i], &params, desc->responses,
                             queue));
    }
    if (c->partitions.direct)
        TRY(fill_direct(c, desc->responses, queue));
fail:
    if (queue && !clfft_has_given_up(c->desc.waiter))
        clReleaseCommandQueue(queue);
    return status;
}

static clfft_status build(clfft_convolver *c)
{
    clfft_status status;
    char options[64];

    snprintf(options, sizeof options, "-DLANES=%u -DVECTORS=%u",
             c->is_cpu ? c->lanes : 1, clfft_convolver_get_vectors(c));
    TRY(clfft_kernel_build(c->device, "convolver/step.cl", "convolve_step",
                           c->real_size, options, &c->programs[0], &c->step));
    if (!c->partitions.n_levels)
        return CLFFT_STATUS_OK;
    snprintf(options, sizeof options, "-DLANES=%u -DRUN=%u -DTILE=%d",
             c->lanes, clfft_convolver_get_run(c), CLFFT_MULTIPLY_TILE);
    TRY(clfft_kernel_build(c->device, "convolver/multiply.cl",
                           "convolve_multiply", c->real_size, options,
                           &c->programs[1], &c->multiply));
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

static struct convolve_channels get_channels(const clfft_convolver_desc *d)
{
    const bool is_matrix = d->n_responses > d->outputs;

    return (struct convolve_channels){
        .inputs = d->inputs,
        .outputs = d->outputs,
        .n_inputs = is_matrix ? d->inputs : 1,
        .input_step = !is_matrix && d->inputs > 1,
    };
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
    c->desc.params = NULL;
    c->channels = get_channels(desc);
    c->is_cpu = device->limits.type & CL_DEVICE_TYPE_CPU;
    c->lanes = choose_lanes(c);
    c->is_fresh = true;
    TRY(choose_partitions(c));
    TRY(print_partitions(c));
    TRY(make_buffers(c));
    TRY(fill(c, desc));
    TRY(build(c));
    TRY(clfft_kernel_warm_up(device, desc->waiter, run_once, c, &c->last_queue,
                             c->programs, c->multiply ? 2 : 1));
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
    for (unsigned i = 0; i < CLFFT_MAX_LEVELS; i++) {
        clfft_plan_destroy(&c->levels[i].forward);
        clfft_plan_destroy(&c->levels[i].inverse);
    }
    if (c->step)
        clReleaseKernel(c->step);
    if (c->multiply)
        clReleaseKernel(c->multiply);
    const cl_mem buffers[] = {c->history, c->taps, c->spectra, c->responses,
                              c->sums,    c->future};
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

void clfft_convolver_get_info(const clfft_convolver *c,
                              clfft_convolver_info *info)
{
    *info = (clfft_convolver_info){.partitions = c->text,
                                   .n_sizes = c->partitions.n_levels,
                                   .max_launches = 2,
                                   .size = c->size};
    for (unsigned i = 0; i < c->partitions.n_levels; i++) {
        const clfft_level *level = &c->levels[i];
        clfft_plan_info forward, inverse;

        clfft_plan_get_info(level->forward, &forward);
        clfft_plan_get_info(level->inverse, &inverse);
        info->max_launches += inverse.n_kernels +
                              forward.n_kernels * ((level->plan.count > 0) +
                                                   level->plan.is_early);
    }
    if (c->multiply)
        info->max_launches++;
}
