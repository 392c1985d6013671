/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * strided.c: any layout is strides and loops. Here interleaved stereo becomes
 * one row of frames a channel: neighbours of a channel are 2 numbers apart
 * (stride), a channel begins 1 number after the other (loop 0), and a frame
 * HOP samples of both channels after the last one (loop 1), so that frames
 * overlap. The output has all frames of a channel together. Each bin is held
 * against the sum that defines it.
 *
 *   cc strided.c $(pkg-config --cflags --libs clfft-1.0) -lm -o strided
 *   ./strided [DEVICE]
 */
#include <clfft/clfft.h>
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHANNELS = 2, N = 90, HOP = 30, FRAMES = 10, BINS = N / 2 + 1,
       SAMPLES = N + HOP * (FRAMES - 1) };

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
    static float x[SAMPLES][CHANNELS], X[CHANNELS][FRAMES][BINS][2];
    const clfft_device_params params = {.name = argc > 1 ? argv[1] : "auto"};
    const clfft_desc desc = {
        .transform = CLFFT_TRANSFORM_R2C,
        .lengths = {N},
        .input_strides = {CHANNELS},
        .n_loops = 2,
        .loops = {{CHANNELS, 1, FRAMES * BINS}, {FRAMES, HOP * CHANNELS, BINS}},
    };
    uint64_t input_length, output_length;
    clfft_device *device;
    clfft_plan *plan;
    unsigned n_wrong = 0;

    for (int i = 0; i < SAMPLES * CHANNELS; i++)
        x[i / CHANNELS][i % CHANNELS] = (float)(i * 7919 % 1000) / 1000 - 0.5f;
    /* how long the buffers have to be, in elements of each side */
    must(clfft_desc_get_extent(&desc, &input_length, &output_length));
    must(clfft_device_create(&params, &device));
    must(clfft_plan_create(device, &desc, NULL, &plan));
    cl_context context = clfft_device_get_context(device);
    cl_command_queue queue = clCreateCommandQueue(
        context, clfft_device_get_id(device), 0, NULL);
    cl_mem input = clCreateBuffer(
        context, CL_MEM_COPY_HOST_PTR,
        input_length * clfft_desc_get_input_size(&desc), x, NULL);
    cl_mem output = clCreateBuffer(
        context, 0, output_length * clfft_desc_get_output_size(&desc), NULL,
        NULL);
    must(clfft_plan_execute(plan, queue, input, output, NULL));
    clEnqueueReadBuffer(queue, output, CL_TRUE, 0, sizeof X, X, 0, NULL, NULL);

    for (int c = 0; c < CHANNELS; c++)
        for (int f = 0; f < FRAMES; f++)
            for (int k = 0; k < BINS; k++) {
                double complex sum = 0;
                for (int j = 0; j < N; j++)
                    sum += x[f * HOP + j][c] * cexp(-2 * M_PI * I * j * k / N);
                n_wrong += !(cabs(sum - X[c][f][k][0] - I * X[c][f][k][1]) <
                             1e-4);
            }
    printf("%d frames of %d channels, %u bins wrong\n", FRAMES, CHANNELS,
           n_wrong);
    clReleaseMemObject(output);
    clReleaseMemObject(input);
    clReleaseCommandQueue(queue);
    clfft_plan_destroy(&plan);
    clfft_device_destroy(&device);
    return n_wrong || input_length != SAMPLES * CHANNELS;
}
