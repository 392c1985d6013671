/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * convolve.c: puts a stream of stereo sound into a room: convolution with an
 * impulse response of one second a channel, call by call and without latency.
 * A click comes out as the response itself.
 *
 *   cc convolve.c $(pkg-config --cflags --libs clfft-1.0) -lm -o convolve
 *   ./convolve [DEVICE]
 */
#include <clfft/convolver.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RATE = 48000, CHANNELS = 2, FRAMES = 256, CALLS = RATE / FRAMES };

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
    static double room[CHANNELS][RATE];
    static float sound[CHANNELS][FRAMES];
    const clfft_device_params params = {.name = argc > 1 ? argv[1] : "auto"};
    double error = 0, power = 0;
    clfft_device *device;
    clfft_convolver *convolver;
    clfft_convolver_info info;

    for (int k = 0; k < RATE; k++) /* noise that fades by 60 dB */
        for (int c = 0; c < CHANNELS; c++)
            room[c][k] = exp(-6.9 * k / RATE) * (rand() / (RAND_MAX / 2.0) - 1);
    must(clfft_device_create(&params, &device));
    must(clfft_convolver_create(device, &(clfft_convolver_desc){
        .inputs = CHANNELS, .outputs = CHANNELS, .n_responses = CHANNELS,
        .taps = RATE, .responses = room[0], .latency = 0,
        .max_frames = FRAMES}, &convolver));
    clfft_convolver_get_info(convolver, &info);
    printf("taps: %s\n", info.partitions);
    cl_context context = clfft_device_get_context(device);
    cl_command_queue queue = clCreateCommandQueue(
        context, clfft_device_get_id(device), 0, NULL);
    cl_mem input = clCreateBuffer(context, 0, sizeof sound, NULL, NULL);
    cl_mem output = clCreateBuffer(context, 0, sizeof sound, NULL, NULL);

    for (int call = 0; call < CALLS; call++) {
        for (int c = 0; c < CHANNELS; c++)
            for (int i = 0; i < FRAMES; i++)
                sound[c][i] = call == 0 && i == 0; /* the click */
        clEnqueueWriteBuffer(queue, input, CL_TRUE, 0, sizeof sound, sound, 0,
                             NULL, NULL);
        must(clfft_convolver_execute(
            convolver, queue, input, output,
            &(clfft_convolver_params){.n_frames = FRAMES}));
        clEnqueueReadBuffer(queue, output, CL_TRUE, 0, sizeof sound, sound, 0,
                            NULL, NULL);
        for (int c = 0; c < CHANNELS; c++)
            for (int i = 0; i < FRAMES; i++) {
                const double want = room[c][call * FRAMES + i];
                error += (sound[c][i] - want) * (sound[c][i] - want);
                power += want * want;
            }
    }
    printf("error %.1e of the response\n", sqrt(error / power));
    clReleaseMemObject(output);
    clReleaseMemObject(input);
    clReleaseCommandQueue(queue);
    clfft_convolver_destroy(&convolver);
    clfft_device_destroy(&device);
    return !(error < 1e-12 * power);
}
