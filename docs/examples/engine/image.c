/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * image.c: an 8-bit picture to the picture of its spectrum, in decibels, with
 * frequency 0 in the middle, as numpy's fftshift has it. The input is a grating
 * of 20 periods across and 12 down: two bright points.
 *
 *   cc image.c $(pkg-config --cflags --libs clfft-1.0) -lm -o image
 *   ./image [DEVICE [SPECTRUM.PGM]]
 */
#include <clfft/clfft.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 320, HEIGHT = 200 };

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
    static uint8_t picture[HEIGHT][WIDTH], spectrum[HEIGHT][WIDTH];
    const clfft_device_params params = {.name = argc > 1 ? argv[1] : "auto"};
    const clfft_desc desc = {
        .transform = CLFFT_TRANSFORM_R2C,
        .rank = 2, .lengths = {WIDTH, HEIGHT}, /* axis 0 is the row */
        .scale = 2.0 / (WIDTH * HEIGHT),  /* a cosine reads its amplitude */
        .load = {.sample = CLFFT_SAMPLE_UNORM8, .subtract_mean = true},
        .store = {.quantity = CLFFT_QUANTITY_DB, .floor = -120,
                  .sides = CLFFT_SIDES_CENTERED, .pixel = CLFFT_PIXEL_GRAY8,
                  .lowest = -100, .highest = 0},
    };
    clfft_device *device;
    clfft_plan *plan;
    unsigned n_bright = 0;

    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            picture[y][x] = (uint8_t)lrint(127.5 + 100 * cos(
                2 * M_PI * (20.0 * x / WIDTH + 12.0 * y / HEIGHT)));
    must(clfft_device_create(&params, &device));
    must(clfft_plan_create(device, &desc, NULL, &plan));
    cl_context context = clfft_device_get_context(device);
    cl_command_queue queue = clCreateCommandQueue(
        context, clfft_device_get_id(device), 0, NULL);
    cl_mem input = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof picture,
                                  picture, NULL);
    cl_mem output = clCreateBuffer(context, 0, sizeof spectrum, NULL, NULL);
    must(clfft_plan_execute(plan, queue, input, output, NULL));
    clEnqueueReadBuffer(queue, output, CL_TRUE, 0, sizeof spectrum, spectrum, 0,
                        NULL, NULL);

    for (int i = 0; i < WIDTH * HEIGHT; i++)
        n_bright += spectrum[i / WIDTH][i % WIDTH] > 200; /* -22 dB */
    /* 20 log10(100 / 255) = -8.13 dB of -100 .. 0 is code 234 of 255 */
    const int right = spectrum[HEIGHT / 2 + 12][WIDTH / 2 + 20];
    const int left = spectrum[HEIGHT / 2 - 12][WIDTH / 2 - 20];
    printf("%u bright points; codes %d and %d\n", n_bright, left, right);
    if (argc > 2) {
        FILE *file = fopen(argv[2], "wb");
        if (!file)
            return perror(argv[2]), 1;
        fprintf(file, "P5 %d %d 255\n", WIDTH, HEIGHT);
        fwrite(spectrum, sizeof spectrum, 1, file);
        fclose(file);
    }
    clReleaseMemObject(output);
    clReleaseMemObject(input);
    clReleaseCommandQueue(queue);
    clfft_plan_destroy(&plan);
    clfft_device_destroy(&device);
    return n_bright != 2 || left != 234 || right != 234;
}
