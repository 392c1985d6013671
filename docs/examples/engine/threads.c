/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * threads.c: one device serves all threads; each has a plan and a queue of its
 * own, because a plan serves one thread at a time. clfft_last_error() is each
 * thread's own as well.
 *
 *   cc threads.c $(pkg-config --cflags --libs clfft-1.0) -pthread -o threads
 *   ./threads [DEVICE]
 */
#include <clfft/clfft.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, RUNS = 25 };

struct work {
    clfft_device *device;
    unsigned length; /* of this thread's transforms */
    unsigned n_right;
};

/* An impulse at 0 is 1 in every bin. */
static void *transform(void *data)
{
    struct work *work = data;
    const clfft_desc desc = {.lengths = {work->length}};
    const size_t size = work->length * 2 * sizeof(float);
    float *x = calloc(1, size);
    clfft_plan *plan;

    if (!x || clfft_plan_create(work->device, &desc, NULL, &plan)) {
        fprintf(stderr, "%u points: %s\n", work->length, clfft_last_error());
        free(x);
        return NULL;
    }
    cl_context context = clfft_device_get_context(work->device);
    cl_command_queue queue = clCreateCommandQueue(
        context, clfft_device_get_id(work->device), 0, NULL);
    x[0] = 1;
    cl_mem input = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, size, x, NULL);
    cl_mem output = clCreateBuffer(context, 0, size, NULL, NULL);
    for (unsigned run = 0; run < RUNS; run++) {
        if (clfft_plan_execute(plan, queue, input, output, NULL))
            break;
        clEnqueueReadBuffer(queue, output, CL_TRUE, 0, size, x, 0, NULL, NULL);
        bool right = true;
        for (unsigned k = 0; k < work->length; k++)
            right = right && x[2 * k] > 0.9999f && x[2 * k] < 1.0001f &&
                    x[2 * k + 1] > -0.0001f && x[2 * k + 1] < 0.0001f;
        work->n_right += right;
    }
    clReleaseMemObject(output);
    clReleaseMemObject(input);
    clReleaseCommandQueue(queue);
    clfft_plan_destroy(&plan);
    free(x);
    return NULL;
}

int main(int argc, char **argv)
{
    const clfft_device_params params = {.name = argc > 1 ? argv[1] : "auto"};
    struct work works[THREADS];
    pthread_t threads[THREADS];
    clfft_device *device;
    unsigned n_right = 0;

    if (clfft_device_create(&params, &device))
        return fprintf(stderr, "%s\n", clfft_last_error()), 1;
    for (unsigned t = 0; t < THREADS; t++) {
        works[t] = (struct work){.device = device, .length = 256 + 60 * t};
        if (pthread_create(&threads[t], NULL, transform, &works[t]))
            return fputs("no thread\n", stderr), 1;
    }
    for (unsigned t = 0; t < THREADS; t++) {
        pthread_join(threads[t], NULL);
        n_right += works[t].n_right;
    }
    printf("%u of %d transforms are right\n", n_right, THREADS * RUNS);
    clfft_device_destroy(&device);
    return n_right != THREADS * RUNS;
}
