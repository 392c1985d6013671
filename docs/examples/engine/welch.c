/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * welch.c: the power spectral density of noise by Welch's method: the mean of
 * the power of overlapping windowed frames, kept and averaged on the device.
 * Its sum over frequency is the mean square of the signal.
 *
 *   cc welch.c $(pkg-config --cflags --libs clfft-1.0) -lm -o welch
 *   ./welch [DEVICE]
 */
#include <clfft/clfft.h>
#include <clfft/spectrum.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RATE = 8000, N = 500, HOP = N / 2, BINS = N / 2 + 1, FRAMES = 400,
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
    static float samples[SAMPLES], density[BINS];
    const clfft_device_params params = {.name = argc > 1 ? argv[1] : "auto"};
    double window[N], gain[BINS], square = 0, power = 0;
    uint32_t state = 1;
    unsigned n_out;
    clfft_device *device;
    clfft_plan *plan;
    clfft_average *average;

    for (int j = 0; j < SAMPLES; j++) {
        state = state * 1664525 + 1013904223; /* Numerical Recipes' generator */
        samples[j] = (float)state / 4294967296.0f - 0.5f;
        square += samples[j] * samples[j] / SAMPLES;
    }
    must(clfft_window_fill(CLFFT_WINDOW_HANN, 0, N, window));
    clfft_gain_fill(&(clfft_gain_desc){
        .scaling = CLFFT_SCALING_PSD, .sides = CLFFT_SIDES_ONE, .n = N,
        .rate = RATE, .window = window, .window_length = N}, gain);
    must(clfft_device_create(&params, &device));
    must(clfft_plan_create(device, &(clfft_desc){
        .transform = CLFFT_TRANSFORM_R2C, .lengths = {N}, .n_loops = 1,
        .loops = {{FRAMES, HOP, BINS}}, .load.windows = {window},
        .store = {.quantity = CLFFT_QUANTITY_POWER, .gain = gain}}, NULL,
        &plan));
    must(clfft_average_create(device, &(clfft_average_desc){
        .averaging = CLFFT_AVERAGING_MEAN, .count = FRAMES, .points = BINS,
        .quantity = CLFFT_QUANTITY_POWER}, &average));
    cl_context context = clfft_device_get_context(device);
    cl_command_queue queue = clCreateCommandQueue(
        context, clfft_device_get_id(device), 0, NULL);
    cl_mem input = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof samples,
                                  samples, NULL);
    cl_mem powers = clCreateBuffer(context, 0, FRAMES * sizeof density, NULL,
                                   NULL);
    cl_mem output = clCreateBuffer(context, 0, sizeof density, NULL, NULL);
    must(clfft_plan_execute(plan, queue, input, powers, NULL));
    must(clfft_average_execute(
        average, queue, powers, output,
        &(clfft_average_params){.n_frames = FRAMES, .n_out = &n_out}));
    clEnqueueReadBuffer(queue, output, CL_TRUE, 0, sizeof density, density, 0,
                        NULL, NULL);

    for (int k = 0; k < BINS; k++)
        power += density[k] * RATE / N;
    printf("%u mean of %d frames: power %.5f, mean square %.5f\n", n_out,
           FRAMES, power, square);
    clReleaseMemObject(output);
    clReleaseMemObject(powers);
    clReleaseMemObject(input);
    clReleaseCommandQueue(queue);
    clfft_average_destroy(&average);
    clfft_plan_destroy(&plan);
    clfft_device_destroy(&device);
    return n_out != 1 || !(fabs(power / square - 1) < 0.01);
}
