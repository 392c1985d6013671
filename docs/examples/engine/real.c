/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * real.c: real data to half a spectrum and back, in one buffer. In place a row
 * of n numbers is padded to 2 (n/2 + 1), which is room for its n/2 + 1 bins;
 * the inverse is scaled by 1/n, because the engine scales nothing by itself.
 *
 *   cc real.c $(pkg-config --cflags --libs clfft-1.0) -lm -o real
 *   ./real [DEVICE]
 */
#include <clfft/clfft.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 750
#define BATCH 4
#define ROW (2 * (N / 2 + 1))

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
    static float x[BATCH][ROW], X[BATCH][ROW / 2][2], y[BATCH][ROW];
    const clfft_device_params params = {.name = argc > 1 ? argv[1] : "auto"};
    clfft_desc desc = {
        .transform = CLFFT_TRANSFORM_R2C, .lengths = {N}, .in_place = true,
        .n_loops = 1, .loops = {{BATCH, ROW, ROW / 2}}, /* of each side */
    };
    clfft_device *device;
    clfft_plan *forward, *inverse;
    unsigned n_wrong = 0;

    for (int b = 0; b < BATCH; b++)
        for (int j = 0; j < N; j++)
            x[b][j] = (float)(1 + b + cos(2 * M_PI * 10 * j / N));
    must(clfft_device_create(&params, &device));
    must(clfft_plan_create(device, &desc, NULL, &forward));
    desc.transform = CLFFT_TRANSFORM_C2R;
    desc.loops[0] = (clfft_loop){BATCH, ROW / 2, ROW};
    desc.scale = 1.0 / N;
    must(clfft_plan_create(device, &desc, NULL, &inverse));
    cl_context context = clfft_device_get_context(device);
    cl_command_queue queue = clCreateCommandQueue(
        context, clfft_device_get_id(device), 0, NULL);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, x,
                                   NULL);
    must(clfft_plan_execute(forward, queue, buffer, buffer, NULL));
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof X, X, 0, NULL, NULL);
    must(clfft_plan_execute(inverse, queue, buffer, buffer, NULL));
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL);

    for (int b = 0; b < BATCH; b++) {
        n_wrong += !(fabs(X[b][0][0] / N - (1 + b)) < 1e-5);
        n_wrong += !(fabs(X[b][10][0] / N - 0.5) < 1e-5);
        for (int j = 0; j < N; j++)
            n_wrong += !(fabs(y[b][j] - x[b][j]) < 1e-5);
    }
    printf("mean %.4f, cosine %.4f, and back: %u numbers wrong\n",
           X[0][0][0] / N, 2 * X[0][10][0] / N, n_wrong);
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    clfft_plan_destroy(&inverse);
    clfft_plan_destroy(&forward);
    clfft_device_destroy(&device);
    return n_wrong != 0;
}
