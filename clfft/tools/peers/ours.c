/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* ours.c: the engine, through its public face; and planned by its model alone,
   without the rows that were measured before. */
#include "peer.h"

#include "clfft/planner/rows.h"

#include <stdlib.h>

struct ours {
    const struct bench_device *device;
    clfft_plan *plan;
    struct peer_buffers buffers;
};

static bool ours_can_do(const struct bench_device *device,
                        const struct bench_case *item, char *reason)
{
    return true;
}

static void ours_done(void *job)
{
    struct ours *ours = job;

    clfft_plan_destroy(&ours->plan);
    peer_buffers_close(&ours->buffers);
    free(ours);
}

static void *ours_setup(const struct bench_device *device,
                        const struct bench_case *item, double *plan_ms,
                        char *reason)
{
    struct ours *ours = calloc(1, sizeof *ours);
    clfft_status status;
    double start;

    if (!ours)
        return NULL;
    ours->device = device;
    if (!peer_buffers_open(device, item, &ours->buffers, reason))
        goto fail;
    start = bench_now();
    status = clfft_plan_create(device->engine, &item->desc,
                               &device->options->plan, &ours->plan);
    *plan_ms = 1e3 * (bench_now() - start);
    if (status == CLFFT_STATUS_OK)
        return ours;
    peer_set_reason(reason, "%s: %s", clfft_status_name(status),
                    clfft_last_error());
fail:
    ours_done(ours);
    return NULL;
}

static void *model_setup(const struct bench_device *device,
                         const struct bench_case *item, double *plan_ms,
                         char *reason)
{
    const bool ignored = clfft_rows_are_ignored;
    void *job;

    clfft_rows_are_ignored = true;
    job = ours_setup(device, item, plan_ms, reason);
    clfft_rows_are_ignored = ignored;
    return job;
}

static bool ours_run(void *job, unsigned n)
{
    struct ours *ours = job;

    for (unsigned i = 0; i < n; i++)
        if (clfft_plan_execute(ours->plan, ours->device->queue,
                               ours->buffers.input, ours->buffers.output,
                               NULL) != CLFFT_STATUS_OK)
            return false;
    return clFinish(ours->device->queue) == CL_SUCCESS;
}

static bool ours_read(void *job, void *output)
{
    struct ours *ours = job;

    return peer_buffers_read(ours->device, &ours->buffers, output);
}

static void ours_describe(void *job, char *text, size_t size)
{
    struct ours *ours = job;
    clfft_plan_info info;

    clfft_plan_get_info(ours->plan, &info);
    snprintf(text, size, "%s", info.recipe);
}

/* A scheme keeps its own. */
static double ours_limit(void *job)
{
    struct ours *ours = job;
    clfft_plan_info info;

    clfft_plan_get_info(ours->plan, &info);
    return info.limit;
}

#define MAX_LAUNCHES 32
#define LAUNCH_SAMPLES 15

/* One execution on a queue that takes the time. */
static bool sample_launches(const struct ours *ours, cl_command_queue queue,
                            unsigned n, double us[][LAUNCH_SAMPLES],
                            unsigned sample)
{
    cl_event launches[MAX_LAUNCHES] = {NULL};
    const clfft_execute_params params = {.launches = launches};
    bool good =
        clfft_plan_execute(ours->plan, queue, ours->buffers.input,
                           ours->buffers.output, &params) == CLFFT_STATUS_OK;

    good = clFinish(queue) == CL_SUCCESS && good;
    for (unsigned i = 0; i < n; i++) {
        if (!launches[i])
            continue;
        us[i][sample] = 1e3 * bench_event_ms(launches[i]);
        clReleaseEvent(launches[i]);
    }
    return good;
}

/* "pass_mean 4.1, pass_group 12.3, ...", medians. */
static void ours_tell_launches(void *job, char *text, size_t size)
{
    double us[MAX_LAUNCHES][LAUNCH_SAMPLES];
    struct ours *ours = job;
    cl_command_queue queue;
    clfft_kernel_info kernel;
    clfft_plan_info info;
    size_t length = 0;
    bool good = true;

    clfft_plan_get_info(ours->plan, &info);
    if (!ours->device->options->launches || info.n_kernels > MAX_LAUNCHES)
        return;
    queue = clCreateCommandQueue(ours->device->context, ours->device->id,
                                 CL_QUEUE_PROFILING_ENABLE, NULL);
    if (!queue)
        return;
    for (unsigned i = 0; i < LAUNCH_SAMPLES && good; i++)
        good = sample_launches(ours, queue, info.n_kernels, us, i);
    for (unsigned i = 0; i < info.n_kernels && good && length < size; i++)
        if (clfft_plan_get_kernel(ours->plan, i, &kernel) == CLFFT_STATUS_OK)
            length += (size_t)snprintf(text + length, size - length,
                                       "%s%s %.4g", i ? ", " : "", kernel.name,
                                       bench_median(us[i], LAUNCH_SAMPLES));
    clReleaseCommandQueue(queue);
}

const struct peer peer_ours = {
    "ours",    ours_can_do,   ours_setup, ours_run,           ours_read,
    ours_done, ours_describe, ours_limit, ours_tell_launches,
};

const struct peer peer_model = {
    "model",   ours_can_do,   model_setup, ours_run,           ours_read,
    ours_done, ours_describe, ours_limit,  ours_tell_launches,
};
