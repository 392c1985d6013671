/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * batch.c: eight complex transforms of 1000 points in one call, described
 * member by member. Transform b is the tone exp(2 pi i b j / 1000), so that
 * X[k] is 1000 in bin b and 0 elsewhere.
 *
 *   cc batch.c $(pkg-config --cflags --libs clfft-1.0) -lm -o batch
 *   ./batch [DEVICE]
 */
#include <clfft/clfft.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000
#define BATCH 8

/* Says what was wrong, and ends. */
static void must(clfft_status status)
{
    if (status == CLFFT_STATUS_OK)
        return;
    fprintf(stderr, "%s: %s\n", clfft_status_name(status), clfft_last_error());
    exit(1);
}

int main(int argc, char **argv)
{
    static float x[BATCH][N][2], X[BATCH][N][2];
    const clfft_device_params params = {.name = argc > 1 ? argv[1] : "auto"};
    /* What is left out is 0: complex, forward, single precision, dense. */
    const clfft_desc desc = {
        .lengths = {N},
        .n_loops = 1,
        .loops = {{.count = BATCH, .input_distance = N, .output_distance = N}},
    };
    clfft_device *device;
    clfft_plan *plan;
    unsigned n_wrong = 0;

    for (int b = 0; b < BATCH; b++)
        for (int j = 0; j < N; j++) {
            x[b][j][0] = (float)cos(2 * M_PI * b * j / N);
            x[b][j][1] = (float)sin(2 * M_PI * b * j / N);
        }
    must(clfft_device_create(&params, &device));
    must(clfft_plan_create(device, &desc, NULL, &plan));
    cl_context context = clfft_device_get_context(device);
    cl_command_queue queue = clCreateCommandQueue(
        context, clfft_device_get_id(device), 0, NULL);
    cl_mem input = clCreateBuffer(
        context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof x, x, NULL);
    cl_mem output = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof X, NULL,
                                   NULL);
    must(clfft_plan_execute(plan, queue, input, output, NULL));
    clEnqueueReadBuffer(queue, output, CL_TRUE, 0, sizeof X, X, 0, NULL, NULL);

    for (int b = 0; b < BATCH; b++)
        for (int k = 0; k < N; k++)
            n_wrong += !(hypot(X[b][k][0] - (k == b ? N : 0), X[b][k][1]) <
                         1e-5 * N); /* so that NaN is wrong as well */
    printf("%d transforms of %d points, %u numbers wrong; X[3] of the fourth "
           "is %g\n", BATCH, N, n_wrong, X[3][3][0]);
    clReleaseMemObject(output);
    clReleaseMemObject(input);
    clReleaseCommandQueue(queue);
    clfft_plan_destroy(&plan);
    clfft_device_destroy(&device);
    return n_wrong != 0;
}
