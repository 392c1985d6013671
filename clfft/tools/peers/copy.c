/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * copy.c: the floor of one pass: moving the case's bytes once.
 *
 * The lower of the runtime's buffer copy and a float4 kernel. Bytes read plus
 * bytes written equal the transform's, so a real transform's copy is half of
 * each side's difference longer or shorter.
 */
#include "peer.h"

#include <stdlib.h>
#include <string.h>

static const char copy_source[] =
    "kernel void copy(global const float4 *restrict from,\n"
    "                 global float4 *restrict to)\n"
    "{\n"
    "    size_t i = get_global_id(0);\n"
    "    to[i] = from[i];\n"
    "}\n";

#define COPY_GROUP 64

struct copy {
    const struct bench_device *device;
    cl_mem from, to;
    cl_program program;
    cl_kernel kernel;
    size_t size;      /* bytes, a multiple of COPY_GROUP float4 */
    bool uses_kernel; /* which of the two is faster */
};

static bool copy_can_do(const struct bench_device *device,
                        const struct bench_case *item, char *reason)
{
    return true;
}

static bool copy_enqueue(struct copy *copy)
{
    const size_t global = copy->size / 16, local = COPY_GROUP;

    if (copy->uses_kernel)
        return clEnqueueNDRangeKernel(copy->device->queue, copy->kernel, 1,
                                      NULL, &global, &local, 0, NULL,
                                      NULL) == CL_SUCCESS;
    return clEnqueueCopyBuffer(copy->device->queue, copy->from, copy->to, 0, 0,
                               copy->size, 0, NULL, NULL) == CL_SUCCESS;
}

static bool copy_run(void *job, unsigned n)
{
    struct copy *copy = job;

    for (unsigned i = 0; i < n; i++)
        if (!copy_enqueue(copy))
            return false;
    return clFinish(copy->device->queue) == CL_SUCCESS;
}

/* Seconds of one copy; the least of several tries of the same bytes. */
static double time_copy(struct copy *copy)
{
    double best = 1e9;

    for (unsigned try = 0; try < 8; try++) {
        const double start = bench_now();
        copy_run(copy, 4);
        if (bench_now() - start < best)
            best = bench_now() - start;
    }
    return best;
}

static void copy_done(void *job)
{
    struct copy *copy = job;

    if (copy->kernel)
        clReleaseKernel(copy->kernel);
    if (copy->program)
        clReleaseProgram(copy->program);
    if (copy->from)
        clReleaseMemObject(copy->from);
    if (copy->to)
        clReleaseMemObject(copy->to);
    free(copy);
}

static bool make_kernel(struct copy *copy)
{
    const char *text = copy_source;
    cl_int error;

    copy->program = clCreateProgramWithSource(copy->device->context, 1, &text,
                                              NULL, &error);
    if (error)
        return false;
    if (clBuildProgram(copy->program, 1, &copy->device->id, "", NULL, NULL))
        return false;
    copy->kernel = clCreateKernel(copy->program, "copy", &error);
    return !error &&
           !clSetKernelArg(copy->kernel, 0, sizeof copy->from, &copy->from) &&
           !clSetKernelArg(copy->kernel, 1, sizeof copy->to, &copy->to);
}

/* The case's own random numbers, over again where they do not reach. */
static bool upload(struct copy *copy, const struct bench_case *item)
{
    const cl_uint poison = 0xffffffff;
    cl_command_queue queue = copy->device->queue;
    size_t done = 0;

    while (done < copy->size) {
        const size_t left = copy->size - done;
        const size_t part = left < item->input_size ? left : item->input_size;
        if (clEnqueueWriteBuffer(queue, copy->from, CL_TRUE, done, part,
                                 item->input, 0, NULL, NULL))
            return false;
        done += part;
    }
    return !clEnqueueFillBuffer(queue, copy->to, &poison, sizeof poison, 0,
                                copy->size, 0, NULL, NULL) &&
           !clFinish(queue);
}

static void *copy_setup(const struct bench_device *device,
                        const struct bench_case *item, double *plan_ms,
                        char *reason)
{
    struct copy *copy = calloc(1, sizeof *copy);
    const double start = bench_now();
    const size_t grain = 16 * COPY_GROUP;
    cl_int error = CL_SUCCESS;
    double runtime, kernel;

    if (!copy)
        return NULL;
    copy->device = device;
    copy->size = ((size_t)(item->bytes / 2) + grain - 1) / grain * grain;
    copy->from = clCreateBuffer(device->context, CL_MEM_READ_WRITE, copy->size,
                                NULL, &error);
    if (!error)
        copy->to = clCreateBuffer(device->context, CL_MEM_READ_WRITE,
                                  copy->size, NULL, &error);
    if (error || !make_kernel(copy) || !upload(copy, item)) {
        peer_set_reason(reason, "copy of %zu bytes: OpenCL error %d",
                        copy->size, error);
        copy_done(copy);
        return NULL;
    }
    *plan_ms = 1e3 * (bench_now() - start);
    runtime = time_copy(copy);
    copy->uses_kernel = true;
    kernel = time_copy(copy);
    copy->uses_kernel = kernel < runtime;
    return copy;
}

/* The driver compares a copy with nothing: it is checked here, and what is
   handed back says whether it is whole. */
static bool copy_read(void *job, void *output)
{
    struct copy *copy = job;
    unsigned char *from = malloc(copy->size), *to = malloc(copy->size);
    bool same = from && to;

    same = same &&
           !clEnqueueReadBuffer(copy->device->queue, copy->from, CL_TRUE, 0,
                                copy->size, from, 0, NULL, NULL) &&
           !clEnqueueReadBuffer(copy->device->queue, copy->to, CL_TRUE, 0,
                                copy->size, to, 0, NULL, NULL) &&
           memcmp(from, to, copy->size) == 0;
    free(from);
    free(to);
    return same;
}

const struct peer peer_copy = {
    "copy", copy_can_do, copy_setup, copy_run, copy_read, copy_done,
};
