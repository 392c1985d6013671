/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * trip.c: the engine with its way there and back: each run writes the
 * input from pinned host memory, transforms, and reads the output into pinned
 * host memory, as a pipeline of media in system memory does.
 */
#include "peer.h"

#include <stdlib.h>
#include <string.h>

struct trip {
    const struct bench_device *device;
    struct peer_buffers buffers;
    clfft_plan *plan;
    cl_mem pinned[2]; /* of the input, of the output */
    void *host[2];
};

static void trip_done(void *job)
{
    struct trip *trip = job;

    clfft_plan_destroy(&trip->plan);
    for (unsigned i = 0; i < 2; i++) {
        if (trip->host[i])
            clEnqueueUnmapMemObject(trip->device->queue, trip->pinned[i],
                                    trip->host[i], 0, NULL, NULL);
        if (trip->pinned[i])
            clReleaseMemObject(trip->pinned[i]);
    }
    clFinish(trip->device->queue);
    peer_buffers_close(&trip->buffers);
    free(trip);
}

static bool pin(struct trip *trip, unsigned i, size_t size)
{
    cl_int error;

    trip->pinned[i] = clCreateBuffer(trip->device->context,
                                     CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                                     size, NULL, &error);
    if (error)
        return false;
    trip->host[i] = clEnqueueMapBuffer(trip->device->queue, trip->pinned[i],
                                       CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                       size, 0, NULL, NULL, &error);
    return !error;
}

static void *trip_setup(const struct bench_device *device,
                        const struct bench_case *item, double *plan_ms,
                        char *reason)
{
    struct trip *trip = calloc(1, sizeof *trip);
    double start;

    if (!trip)
        return NULL;
    trip->device = device;
    if (!peer_buffers_open(device, item, &trip->buffers, reason))
        goto fail;
    if (!pin(trip, 0, trip->buffers.input_size) ||
        !pin(trip, 1, trip->buffers.output_size)) {
        peer_set_reason(reason, "no pinned memory");
        goto fail;
    }
    memcpy(trip->host[0], item->input, item->input_size);
    start = bench_now();
    if (clfft_plan_create(device->engine, &item->desc, &device->options->plan,
                          &trip->plan) != CLFFT_STATUS_OK) {
        peer_set_reason(reason, "%s", clfft_last_error());
        goto fail;
    }
    *plan_ms = 1e3 * (bench_now() - start);
    return trip;
fail:
    trip_done(trip);
    return NULL;
}

static bool trip_run(void *job, unsigned n)
{
    struct trip *trip = job;
    cl_command_queue queue = trip->device->queue;

    for (unsigned i = 0; i < n; i++)
        if (clEnqueueWriteBuffer(queue, trip->buffers.input, CL_FALSE, 0,
                                 trip->buffers.input_size, trip->host[0], 0,
                                 NULL, NULL) != CL_SUCCESS ||
            clfft_plan_execute(trip->plan, queue, trip->buffers.input,
                               trip->buffers.output, NULL) != CLFFT_STATUS_OK ||
            clEnqueueReadBuffer(queue, trip->buffers.output, CL_FALSE, 0,
                                trip->buffers.output_size, trip->host[1], 0,
                                NULL, NULL) != CL_SUCCESS)
            return false;
    return clFinish(queue) == CL_SUCCESS;
}

static bool trip_read(void *job, void *output)
{
    struct trip *trip = job;

    memcpy(output, trip->host[1], trip->buffers.output_size);
    return true;
}

static bool trip_can_do(const struct bench_device *device,
                        const struct bench_case *item, char *reason)
{
    return true;
}

const struct peer peer_trip = {
    "trip", trip_can_do, trip_setup, trip_run, trip_read, trip_done, NULL,
};
