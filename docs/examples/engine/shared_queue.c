/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * shared_queue.c: the engine in an OpenCL program that has its own context,
 * kernels and queues. A kernel of the program fills the buffer on one queue,
 * the plan waits for its event on another queue, and the read waits for the
 * plan's. The host waits once, at the end.
 *
 *   cc shared_queue.c $(pkg-config --cflags --libs clfft-1.0) -lm \
 *      -o shared_queue
 */
#include <clfft/clfft.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 4096

static const char *const source =
    "kernel void ramp(global float2 *x) {\n"
    "    const uint j = get_global_id(0);\n"
    "    x[j] = (float2)(j, 0);\n"
    "}\n";

/* Says what was wrong, and ends. */
static void must(clfft_status status)
{
    if (status == CLFFT_STATUS_OK)
        return;
    fprintf(stderr, "%s: %s\n", clfft_status_name(status), clfft_last_error());
    exit(1);
}

int main(void)
{
    static float X[N][2];
    const clfft_desc desc = {.lengths = {N}, .in_place = true};
    const size_t size = N;
    clfft_device *device;
    clfft_plan *plan;
    cl_platform_id platforms[16];
    cl_device_id id = NULL;
    cl_uint n_platforms = 0;
    cl_event filled, transformed, read;
    unsigned n_wrong = 0;

    clGetPlatformIDs(16, platforms, &n_platforms);
    for (cl_uint p = 0; p < n_platforms && p < 16 && !id; p++)
        clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 1, &id, NULL);
    if (!id)
        return fputs("no OpenCL device\n", stderr), 1;
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, NULL);
    cl_command_queue one = clCreateCommandQueue(context, id, 0, NULL);
    cl_command_queue other = clCreateCommandQueue(context, id, 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)
                                                   &source, NULL, NULL);
    clBuildProgram(program, 1, &id, "", NULL, NULL);
    cl_kernel ramp = clCreateKernel(program, "ramp", NULL);
    cl_mem buffer = clCreateBuffer(context, 0, sizeof X, NULL, NULL);
    clSetKernelArg(ramp, 0, sizeof buffer, &buffer);

    must(clfft_device_create(&(clfft_device_params){.context = context,
                                                    .id = id}, &device));
    must(clfft_plan_create(device, &desc, NULL, &plan));
    clEnqueueNDRangeKernel(one, ramp, 1, NULL, &size, NULL, 0, NULL, &filled);
    clFlush(one); /* another queue waits for it */
    const clfft_execute_params order = {.n_wait = 1, .wait = &filled,
                                        .event = &transformed};
    must(clfft_plan_execute(plan, other, buffer, buffer, &order));
    clFlush(other);
    clEnqueueReadBuffer(one, buffer, CL_FALSE, 0, sizeof X, X, 1, &transformed,
                        &read);
    clFlush(one);
    clWaitForEvents(1, &read);

    /* sum_j j exp(-2 pi i jk/n) = -n/2 + i n/2 cot(pi k/n) */
    for (int k = 1; k < N; k++)
        n_wrong += !(hypot(X[k][0] + N / 2.0,
                           X[k][1] - N / 2.0 / tan(M_PI * k / N)) <
                     1e-7 * N * N);
    printf("a ramp made on the device, %u bins wrong\n", n_wrong);
    clReleaseEvent(filled);
    clReleaseEvent(transformed);
    clReleaseEvent(read);
    clfft_plan_destroy(&plan);
    clfft_device_destroy(&device);
    clReleaseMemObject(buffer);
    clReleaseKernel(ramp);
    clReleaseProgram(program);
    clReleaseCommandQueue(other);
    clReleaseCommandQueue(one);
    clReleaseContext(context);
    return n_wrong != 0;
}
