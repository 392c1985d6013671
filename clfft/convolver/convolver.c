/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* convolver.c: creates and destroys convolvers. */
#include "clfft/analysis/kernel.h"
#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/base/progress.h"
#include "clfft/device/wait.h"
#include "state.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CHANNELS 1024u
/* Frames of a call. */
#define MOST_FRAMES (UINT64_C(1) << 31)

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, __VA_ARGS__)
typedef unsigned long long big;

/* ---- description ---- */

static clfft_status check_responses(const clfft_convolver_desc *d)
{
    const uint64_t pairs = (uint64_t)d->inputs * d->outputs;
    const double most =
        d->precision == CLFFT_PRECISION_DOUBLE ? DBL_MAX : FLT_MAX;
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
        if (!(fabs(d->responses[i]) <= most))
            return INVALID("tap %llu of response %llu is %g, beyond the "
                           "precision's numbers",
                           (big)(i % d->taps), (big)(i / d->taps),
                           d->responses[i]);
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
    if (!d->max_frames || d->max_frames > MOST_FRAMES)
        return INVALID("max_frames %llu is not in 1..2^31", (big)d->max_frames);
    if (d->typical_frames > d->max_frames)
        return INVALID("typical_frames %llu are more than max_frames %llu",
                       (big)d->typical_frames, (big)d->max_frames);
    TRY(clfft_device_check_precision(device, d->precision));
    TRY(check_responses(d));
fail:
    return status;
}

/* ---- making ---- */

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
    free(numbers);
    return status;
}

/* Makes the plans, and uploads the responses. */
static clfft_status fill(clfft_convolver *c, const clfft_convolver_desc *desc)
{
    clfft_plan_params params = {0};
    struct clfft_progress_sum progress;
    clfft_status status = CLFFT_STATUS_OK;
    cl_command_queue queue = NULL;
    cl_int code;

    if (desc->params)
        params = *desc->params;
    params.waiter = desc->waiter;
    params.external_scratch = false;
    clfft_progress_sum_begin(&progress, 3 * c->partitions.n_levels, &params);
    queue = clCreateCommandQueue(c->device->context, c->device->id, 0, &code);
    CL_CHECK(code, "clCreateCommandQueue");
    for (unsigned i = 0; i < c->partitions.n_levels; i++) {
        TRY(clfft_level_make(c, &c->levels[i], &params));
        if (!progress.gave_up)
            TRY(clfft_level_fill(c, &c->levels[i], &params, desc->responses,
                                 queue));
        if (progress.gave_up) {
            status = clfft_fail(CLFFT_STATUS_CANCELLED,
                                "creation of a convolver was cancelled");
            goto fail;
        }
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
    snprintf(options, sizeof options, "-DLANES=%u -DRUN=%u -DTILE=%d", c->lanes,
             clfft_convolver_get_run(c), CLFFT_MULTIPLY_TILE);
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

/* A convolver with its description, for a function that gets one pointer. */
struct making {
    clfft_convolver *convolver;
    const clfft_convolver_desc *desc;
};

static clfft_status check(void *making, cl_command_queue queue)
{
    const struct making *m = making;

    return clfft_convolver_check(m->convolver, m->desc->responses, queue);
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
    c->device = clfft_device_hold(device);
    c->desc = *desc;
    c->desc.responses = NULL;
    if (!desc->typical_frames)
        c->desc.typical_frames = desc->max_frames;
    c->real_size = desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
    c->desc.params = NULL;
    c->channels = get_channels(desc);
    c->is_cpu = device->limits.type & CL_DEVICE_TYPE_CPU;
    c->is_fresh = true;
    TRY(clfft_convolver_choose(c));
    TRY(print_partitions(c));
    TRY(clfft_convolver_make_buffers(c));
    TRY(fill(c, desc));
    TRY(build(c));
    TRY(clfft_kernel_warm_up(device, desc->waiter, check,
                             &(struct making){c, desc}, &c->chain, c->programs,
                             c->multiply ? 2 : 1));
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
    clfft_chain_end(&c->chain, c->desc.waiter);
    for (unsigned i = 0; i < CLFFT_MAX_LEVELS; i++) {
        clfft_plan_destroy(&c->levels[i].forward);
        clfft_plan_destroy(&c->levels[i].inverse);
    }
    /* plans wait, too: asked behind the last wait */
    if (clfft_has_given_up(c->desc.waiter))
        return; /* all that it has may be the device's */
    RELEASE_KERNELS(c->step, c->multiply);
    RELEASE_BUFFERS(c->history, c->taps, c->spectra, c->responses, c->sums,
                    c->future);
    free(c->text);
    clfft_device_drop(&c->device);
    free(c);
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
        info->max_launches +=
            inverse.n_kernels + forward.n_kernels * ((level->plan.count > 0) +
                                                     level->plan.is_early);
    }
    if (c->multiply)
        info->max_launches++;
}
