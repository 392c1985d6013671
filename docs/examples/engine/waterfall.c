/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * waterfall.c: a sweep from 1 to 3 kHz as a picture, time to the right and
 * frequency upwards, drawn on the device from spectra that never leave it.
 *
 *   cc waterfall.c $(pkg-config --cflags --libs clfft-1.0) -lm -o waterfall
 *   ./waterfall [DEVICE [PICTURE.PGM]]
 */
#include <clfft/clfft.h>
#include <clfft/picture.h>
#include <clfft/spectrum.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RATE = 8000, N = 512, HOP = 128, BINS = N / 2 + 1, FRAMES = 240,
       SAMPLES = N + HOP * (FRAMES - 1), WIDTH = FRAMES, HEIGHT = 200 };

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
    static float samples[SAMPLES];
    static uint32_t pixels[HEIGHT][WIDTH];
    const clfft_device_params params = {.name = argc > 1 ? argv[1] : "auto"};
    const clfft_axis axis = {CLFFT_AXIS_SCALE_LINEAR, 0, RATE / 2};
    double window[N], frequencies[BINS];
    unsigned n_wrong = 0;
    clfft_cell cells[HEIGHT];
    clfft_device *device;
    clfft_plan *plan;
    clfft_picture *picture;

    for (int j = 0; j < SAMPLES; j++) /* 1000 + 2000 j / SAMPLES hertz */
        samples[j] = (float)sin(2 * M_PI * (1000 + 1000.0 * j / SAMPLES) * j /
                                RATE);
    must(clfft_window_fill(CLFFT_WINDOW_HANN, 0, N, window));
    for (int k = 0; k < BINS; k++)
        frequencies[k] = (double)k * RATE / N;
    must(clfft_cells_fill(&(clfft_cells_desc){
        .axis = axis, .n_cells = HEIGHT, .n_bins = BINS,
        .frequencies = frequencies}, cells)); /* which bins a row shows */
    clfft_picture_desc desc = {
        .mode = CLFFT_PICTURE_WATERFALL, .width = WIDTH, .height = HEIGHT,
        .n_channels = 1, .plot = {.width = WIDTH, .height = HEIGHT},
        .n_bins = BINS, .quantity = CLFFT_QUANTITY_POWER,
        .n_cells = HEIGHT, .cells = cells};
    for (uint32_t i = 0; i < CLFFT_PALETTE_SIZE; i++)
        desc.palette[i] = i; /* grey, in the low byte */
    must(clfft_device_create(&params, &device));
    must(clfft_plan_create(device, &(clfft_desc){
        .transform = CLFFT_TRANSFORM_R2C, .lengths = {N}, .n_loops = 1,
        .loops = {{FRAMES, HOP, BINS}}, .scale = 4.0 / N, /* Hann halves it */
        .load.windows = {window},
        .store.quantity = CLFFT_QUANTITY_POWER}, NULL, &plan));
    must(clfft_picture_create(device, &desc, &picture));
    cl_context context = clfft_device_get_context(device);
    cl_command_queue queue = clCreateCommandQueue(
        context, clfft_device_get_id(device), 0, NULL);
    cl_mem input = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof samples,
                                  samples, NULL);
    cl_mem powers = clCreateBuffer(context, 0, FRAMES * BINS * sizeof(float),
                                   NULL, NULL);
    cl_mem output = clCreateBuffer(context, 0, sizeof pixels, NULL, NULL);
    must(clfft_plan_execute(plan, queue, input, powers, NULL));
    must(clfft_picture_add(picture, queue, &(clfft_picture_frames){
        .input = powers, .n_frames = FRAMES, .step = 1, .unit = 1}));
    must(clfft_picture_draw(picture, queue, output, &(clfft_picture_view){
        .floor = -60, .range = 60, .end_column = FRAMES}));
    clEnqueueReadBuffer(queue, output, CL_TRUE, 0, sizeof pixels, pixels, 0,
                        NULL, NULL);

    for (int x = 0; x < WIDTH; x++) { /* the brightest row of each column */
        int top = 0;
        for (int y = 0; y < HEIGHT; y++)
            top = pixels[y][x] > pixels[top][x] ? y : top;
        const double wanted = 1000 + 2000.0 * (x * HOP + N / 2) / SAMPLES;
        const double seen =
            clfft_axis_frequency(&axis, 1 - (top + 0.5) / HEIGHT);
        n_wrong += !(fabs(seen - wanted) < 2.0 * RATE / N); /* two bins */
    }
    printf("%d columns, the sweep is elsewhere in %u\n", WIDTH, n_wrong);
    if (argc > 2) {
        FILE *file = fopen(argv[2], "wb");
        if (!file)
            return perror(argv[2]), 1;
        fprintf(file, "P5 %d %d 255\n", WIDTH, HEIGHT);
        for (int i = 0; i < WIDTH * HEIGHT; i++)
            fputc((int)pixels[i / WIDTH][i % WIDTH], file);
        fclose(file);
    }
    clReleaseMemObject(output);
    clReleaseMemObject(powers);
    clReleaseMemObject(input);
    clReleaseCommandQueue(queue);
    clfft_picture_destroy(&picture);
    clfft_plan_destroy(&plan);
    clfft_device_destroy(&device);
    return n_wrong != 0;
}
