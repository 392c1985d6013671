/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * stft.c: 16-bit samples to decibels in one call: conversion, Hann window, a
 * frame of 1024 every 256 samples, half a spectrum, gain and logarithm are all
 * part of the transform. A sine of amplitude 0.5 reads -6.02 dB.
 *
 *   cc stft.c $(pkg-config --cflags --libs clfft-1.0) -lm -o stft
 *   ./stft [DEVICE]
 */
#include <clfft/clfft.h>
#include <clfft/spectrum.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RATE = 48000, N = 1024, HOP = 256, BINS = N / 2 + 1,
       FRAMES = (RATE - N) / HOP + 1 };

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
    static int16_t samples[RATE];
    static float levels[FRAMES][BINS];
    const clfft_device_params params = {.name = argc > 1 ? argv[1] : "auto"};
    double window[N], gain[BINS];
    unsigned n_wrong = 0;
    clfft_device *device;
    clfft_plan *plan;

    for (int j = 0; j < RATE; j++) /* a second of 3 kHz, which is bin 64 */
        samples[j] = (int16_t)lrint(16384 * sin(2 * M_PI * 3000 * j / RATE));
    must(clfft_window_fill(CLFFT_WINDOW_HANN, 0, N, window));
    clfft_gain_fill(&(clfft_gain_desc){
        .scaling = CLFFT_SCALING_AMPLITUDE, .sides = CLFFT_SIDES_ONE, .n = N,
        .rate = RATE, .window = window, .window_length = N}, gain);
    const clfft_desc desc = {
        .transform = CLFFT_TRANSFORM_R2C, .lengths = {N},
        /* frames overlap: their distance is less than their length */
        .n_loops = 1, .loops = {{FRAMES, HOP, BINS}},
        .load = {.sample = CLFFT_SAMPLE_S16, .windows = {window}},
        .store = {.quantity = CLFFT_QUANTITY_DB, .floor = -120, .gain = gain},
    };
    must(clfft_device_create(&params, &device));
    must(clfft_plan_create(device, &desc, NULL, &plan)); /* copies all arrays */
    cl_context context = clfft_device_get_context(device);
    cl_command_queue queue = clCreateCommandQueue(
        context, clfft_device_get_id(device), 0, NULL);
    cl_mem input = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof samples,
                                  samples, NULL);
    cl_mem output = clCreateBuffer(context, 0, sizeof levels, NULL, NULL);
    must(clfft_plan_execute(plan, queue, input, output, NULL));
    clEnqueueReadBuffer(queue, output, CL_TRUE, 0, sizeof levels, levels, 0,
                        NULL, NULL);

    for (int f = 0; f < FRAMES; f++) {
        n_wrong += !(fabs(levels[f][64] - 20 * log10(0.5)) < 0.001);
        n_wrong += !(levels[f][64 + 3] < -90); /* Hann's is 0 from there on */
    }
    printf("%d frames, %u levels wrong; at 3 kHz %.3f dB, at 4 kHz %.1f dB\n",
           FRAMES, n_wrong, levels[0][64], levels[0][4000 * N / RATE]);
    clReleaseMemObject(output);
    clReleaseMemObject(input);
    clReleaseCommandQueue(queue);
    clfft_plan_destroy(&plan);
    clfft_device_destroy(&device);
    return n_wrong != 0;
}
