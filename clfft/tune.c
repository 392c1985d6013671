/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * tune.c: the fastest of several choices by measurement on the live device,
 * on the description's own batch; remembered on disk.
 */
#include "plan.h"

#include "error.h"
#include "wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS 5
#define ROUND_SECONDS 0.004

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Median seconds of one execute; negative if it fails. */
static double time_plan(clfft_plan *plan, cl_command_queue queue, cl_mem input,
                        cl_mem output)
{
    double rounds[ROUNDS], start;
    unsigned repeats = 1;

    for (unsigned warm = 0; warm < 2; warm++) {
        start = now();
        if (clfft_plan_execute(plan, queue, input, output, NULL) ||
            clfft_wait_for_queue(plan->waiter, queue))
            return -1;
    }
    const double once = now() - start;
    if (once < ROUND_SECONDS)
        repeats = (unsigned)(ROUND_SECONDS / (once + 1e-7)) + 1;
    for (unsigned r = 0; r < ROUNDS; r++) {
        start = now();
        for (unsigned i = 0; i < repeats; i++)
            if (clfft_plan_execute(plan, queue, input, output, NULL))
                return -1;
        if (clfft_wait_for_queue(plan->waiter, queue))
            return -1;
        rounds[r] = (now() - start) / repeats;
    }
    qsort(rounds, ROUNDS, sizeof *rounds, by_value);
    return rounds[ROUNDS / 2];
}

struct workspace {
    cl_command_queue queue;
    cl_mem input, output;
};

static void clear_workspace(struct workspace *w)
{
    if (w->output && w->output != w->input)
        clReleaseMemObject(w->output);
    if (w->input)
        clReleaseMemObject(w->input);
    if (w->queue)
        clReleaseCommandQueue(w->queue);
}

static clfft_status make_workspace(clfft_device *device,
                                   const clfft_desc *desc, struct workspace *w)
{
    const unsigned char zero = 0;
    uint64_t input, output;
    clfft_status status;
    cl_int code;

    TRY(clfft_desc_get_extent(desc, &input, &output));
    input *= clfft_desc_get_input_size(desc);
    output *= clfft_desc_get_output_size(desc);
    if (desc->in_place && output > input)
        input = output;
    w->queue = clCreateCommandQueue(device->context, device->id, 0, &code);
    CL_CHECK(code, "clCreateCommandQueue");
    w->input = clfft_device_new_buffer(device, CL_MEM_READ_WRITE, input, NULL,
                                       &code);
    CL_CHECK(code, "clCreateBuffer");
    CL_TRY(clEnqueueFillBuffer(w->queue, w->input, &zero, 1, 0, input, 0, NULL,
                               NULL));
    w->output = desc->in_place
                    ? w->input
                    : clfft_device_new_buffer(device, CL_MEM_READ_WRITE, output,
                                              NULL, &code);
    CL_CHECK(code, "clCreateBuffer");
fail:
    return status;
}

static char *tuning_key(const clfft_device *device, const clfft_desc *desc,
                        clfft_schedule schedule)
{
    const clfft_desc plain = clfft_desc_without_range(desc);
    char text[512], *key;

    clfft_desc_print(&plain, text, sizeof text);
    if (asprintf(&key, "tuning|%s|%s|%d", device->cache_key, text,
                 (int)schedule) < 0)
        return NULL;
    return key;
}

static void bring_to_front(clfft_choice *candidates, unsigned index)
{
    const clfft_choice chosen = candidates[index];

    memmove(candidates + 1, candidates, index * sizeof *candidates);
    candidates[0] = chosen;
}

static bool recall(const clfft_device *device, const char *key,
                   clfft_choice *candidates)
{
    size_t size;
    char *text = clfft_cache_get(&device->cache, key, &size);
    clfft_choice choice;
    bool known = false;

    if (text && size && text[size - 1] == 0 &&
        clfft_choice_parse(text, &choice) == CLFFT_STATUS_OK &&
        !choice.scheme.scheme) {
        candidates[0] = choice;
        known = true;
    }
    free(text);
    return known;
}

void clfft_tune(clfft_device *device, const clfft_desc *desc,
                const clfft_plan_params *params, clfft_choice *candidates,
                unsigned n_candidates)
{
    const clfft_plan_params plain = {.waiter = params->waiter};
    char *key = tuning_key(device, desc, params->schedule), text[2048];
    struct workspace w = {0};
    double best = 0;
    unsigned chosen = n_candidates;

    if (!key || recall(device, key, candidates) ||
        make_workspace(device, desc, &w) != CLFFT_STATUS_OK)
        goto done;
    for (unsigned i = 0; i < n_candidates; i++) {
        clfft_plan *plan;
        double seconds;
        if (clfft_plan_create_choice(device, desc, &candidates[i], &plain,
                                     &plan) != CLFFT_STATUS_OK)
            continue;
        seconds = time_plan(plan, w.queue, w.input, w.output);
        clfft_log(device, CLFFT_LOG_INFO, "tuning: %.1f us: %s", 1e6 * seconds,
                  plan->text);
        if (seconds > 0 && (chosen == n_candidates || seconds < best)) {
            best = seconds;
            chosen = i;
        }
        clfft_plan_destroy(&plan);
    }
    if (chosen < n_candidates) {
        bring_to_front(candidates, chosen);
        const size_t length =
            clfft_choice_print(&candidates[0], text, sizeof text);
        clfft_cache_put(&device->cache, key, text, length + 1);
    }
done:
    if (!clfft_has_given_up(params->waiter))
        clear_workspace(&w);
    free(key);
}
