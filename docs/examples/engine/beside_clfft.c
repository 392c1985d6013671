/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * beside_clfft.c: this engine and AMD's clFFT in one program, one context and
 * one queue. Their names differ: clfft_plan_create here, clfftCreateDefaultPlan
 * there; so do the files of both. Both are held against the sum that defines
 * the transform.
 *
 *   cc beside_clfft.c $(pkg-config --cflags --libs clfft-1.0 clFFT) -lm \
 *      -o beside_clfft
 *   ./beside_clfft [DEVICE]
 */
#include <clfft/clfft.h> /* first: it asks CL/cl.h for OpenCL 1.2 */
#include <clFFT.h>
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 360

/* Says what was wrong, and ends. */
static void must(clfft_status status)
{
    if (status == CLFFT_STATUS_OK)
        return;
    fprintf(stderr, "%s: %s\n", clfft_status_name(status), clfft_last_error());
    exit(1);
}

static void must_amd(clfftStatus status)
{
    if (status == CLFFT_SUCCESS)
        return;
    fprintf(stderr, "AMD's clFFT: status %d\n", (int)status);
    exit(1);
}

int main(int argc, char **argv)
{
    static float x[N][2], ours[N][2], amds[N][2];
    const clfft_device_params params = {.name = argc > 1 ? argv[1] : "auto"};
    unsigned n_ours = 0, n_amds = 0; /* wrong numbers */
    const size_t length = N;
    /* what clfftInitSetupData() does, which C cannot link unoptimized */
    const clfftSetupData setup = {
        .major = clfftVersionMajor, .minor = clfftVersionMinor,
        .patch = clfftVersionPatch};
    clfftPlanHandle handle;
    clfft_device *device;
    clfft_plan *plan;

    for (int j = 0; j < N; j++) {
        x[j][0] = (float)(j * 7919 % 1000) / 1000 - 0.5f;
        x[j][1] = (float)(j * 104729 % 1000) / 1000 - 0.5f;
    }
    must(clfft_device_create(&params, &device));
    must(clfft_plan_create(device, &(clfft_desc){.lengths = {N}}, NULL, &plan));
    cl_context context = clfft_device_get_context(device);
    cl_command_queue queue = clCreateCommandQueue(
        context, clfft_device_get_id(device), 0, NULL);
    cl_mem input = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, x,
                                  NULL);
    cl_mem output = clCreateBuffer(context, 0, sizeof x, NULL, NULL);
    must_amd(clfftSetup(&setup));
    must_amd(clfftCreateDefaultPlan(&handle, context, CLFFT_1D, &length));
    must_amd(clfftSetResultLocation(handle, CLFFT_OUTOFPLACE));
    must_amd(clfftBakePlan(handle, 1, &queue, NULL, NULL));

    must(clfft_plan_execute(plan, queue, input, output, NULL));
    clEnqueueReadBuffer(queue, output, CL_TRUE, 0, sizeof x, ours, 0, NULL,
                        NULL);
    must_amd(clfftEnqueueTransform(handle, CLFFT_FORWARD, 1, &queue, 0, NULL,
                                   NULL, &input, &output, NULL));
    clEnqueueReadBuffer(queue, output, CL_TRUE, 0, sizeof x, amds, 0, NULL,
                        NULL);
    for (int k = 0; k < N; k++) {
        double complex sum = 0;
        for (int j = 0; j < N; j++)
            sum += (x[j][0] + I * x[j][1]) * cexp(-2 * M_PI * I * j * k / N);
        n_ours += !(cabs(sum - ours[k][0] - I * ours[k][1]) < 1e-4);
        n_amds += !(cabs(sum - amds[k][0] - I * amds[k][1]) < 1e-4);
    }
    printf("wrong of %d bins: ours %u, AMD's %u\n", N, n_ours, n_amds);
    clfftDestroyPlan(&handle);
    clfftTeardown();
    clReleaseMemObject(output);
    clReleaseMemObject(input);
    clReleaseCommandQueue(queue);
    clfft_plan_destroy(&plan);
    clfft_device_destroy(&device);
    return n_ours || n_amds;
}
