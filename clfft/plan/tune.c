/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tune.c: finds the fastest of several choices by measuring them on the live
   device, on the description's own batch, within a time that a user waits for,
   and remembers it on disk. */
#include "plan.h"

#include "clfft/base/error.h"
#include "clfft/device/wait.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WARM_UPS 2
#define ROUNDS 5
#define ROUND_SECONDS 0.004

/* A candidate that takes longer than a round and so many times the best time is
   not measured more closely. */
#define HOPELESS 2

/* The rounds of one candidate end after so long. */
#define TIMING_SECONDS 0.5

/* No candidate is begun that may end later than so many seconds after the
   start. A compiler cannot be stopped, and the next candidate may take SURPRISE
   times the longest one so far. Figures: docs/internals/notes.md, "tune.c". */
#define GPU_SECONDS 1.8
#define OTHER_SECONDS 8
#define SURPRISE 1.25

/* The part of the first choice's time that another candidate must stay below:
   what differs by less differs from run to run. */
#define MARGIN 0.98

/* The share of a plan's creation that measuring takes; the rest is to build and
   to check the fastest. */
#define SHARE 0.9

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

struct workspace {
    cl_command_queue queue;
    cl_mem input, output;
};

static void clear_workspace(struct workspace *w)
{
    if (w->output && w->output != w->input)
        clReleaseMemObject(w->output);
    RELEASE_BUFFERS(w->input);
    if (w->queue)
        clReleaseCommandQueue(w->queue);
}

static clfft_status make_workspace(clfft_device *device, const clfft_desc *desc,
                                   struct workspace *w)
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
    TRY(clfft_device_new_buffer(device, CL_MEM_READ_WRITE, input, NULL,
                                &w->input));
    CL_TRY(clEnqueueFillBuffer(w->queue, w->input, &zero, 1, 0, input, 0, NULL,
                               NULL));
    w->output = w->input;
    if (!desc->in_place)
        TRY(clfft_device_new_buffer(device, CL_MEM_READ_WRITE, output, NULL,
                                    &w->output));
fail:
    return status;
}

static char *tuning_key(const clfft_device *device, const clfft_desc *desc,
                        clfft_schedule schedule)
{
    const clfft_desc plain = clfft_desc_without_range(desc);
    char text[CLFFT_LONGEST_DESC], *key;

    clfft_desc_print(&plain, text, sizeof text);
    if (asprintf(&key, "tuning|%s|%s|%d", device->cache_key, text,
                 (int)schedule) < 0)
        return NULL;
    return key;
}

/* Measures the seconds of one execute, the mean of `repeats`. */
static clfft_status run(clfft_plan *plan, const struct workspace *w,
                        unsigned repeats, double *seconds)
{
    const double start = now();
    clfft_status status;

    for (unsigned i = 0; i < repeats; i++)
        TRY(clfft_plan_execute(plan, w->queue, w->input, w->output, NULL));
    TRY(clfft_wait_for_queue(plan->waiter, w->queue));
    *seconds = (now() - start) / repeats;
fail:
    return status;
}

static clfft_status tell_run(const clfft_plan *plan,
                             struct clfft_progress *progress, unsigned number)
{
    const double n = plan->recipe.n_steps;
    const double share = (double)number / (WARM_UPS + ROUNDS);

    return clfft_progress_tell(progress, (n + share) / (n + 1), "timing");
}

/* Measures the median seconds of one execute. `best` is that of another
   candidate, or INFINITY. */
static clfft_status time_plan(clfft_plan *plan, const struct workspace *w,
                              double best, struct clfft_progress *progress,
                              double *seconds)
{
    const double start = now();
    double rounds[ROUNDS], once = 0;
    clfft_status status;
    unsigned n = 0, repeats = 1;

    for (unsigned i = 0; i < WARM_UPS; i++) {
        TRY(tell_run(plan, progress, i));
        TRY(run(plan, w, 1, &once));
    }
    *seconds = once;
    if (once >= ROUND_SECONDS && once > HOPELESS * best)
        return CLFFT_STATUS_OK;
    if (once < ROUND_SECONDS)
        repeats = (unsigned)(ROUND_SECONDS / (once + 1e-7)) + 1;
    while (n < ROUNDS && (n == 0 || now() - start < TIMING_SECONDS)) {
        TRY(tell_run(plan, progress, WARM_UPS + n));
        TRY(run(plan, w, repeats, &rounds[n]));
        n++;
    }
    qsort(rounds, n, sizeof *rounds, by_value);
    *seconds = rounds[n / 2];
fail:
    return status;
}

/* Builds and times a candidate. The plan is not checked: whether the fastest is
   right is found out when it is adopted. */
static clfft_status measure(clfft_device *device, const clfft_desc *desc,
                            const clfft_choice *choice,
                            const clfft_plan_params *params,
                            const struct workspace *w, double best,
                            struct clfft_progress *progress, double *seconds)
{
    const clfft_plan_params plain = {.waiter = params->waiter,
                                     .no_self_check = true};
    clfft_plan *plan;
    clfft_status status;

    TRY(clfft_plan_create_choice(device, desc, choice, &plain, progress,
                                 &plan));
    status = time_plan(plan, w, best, progress, seconds);
    if (status == CLFFT_STATUS_OK)
        clfft_log(device, CLFFT_LOG_INFO, "tuning: %.1f us: %s", 1e6 * *seconds,
                  plan->text);
    clfft_plan_destroy(&plan);
fail:
    return status;
}

/* Measures the times of the first candidates, as many as there is time for;
   INFINITY for a candidate that does not work. */
static clfft_status measure_all(clfft_device *device, const clfft_desc *desc,
                                const clfft_plan_params *params,
                                const struct workspace *w,
                                struct clfft_progress *progress,
                                const clfft_choice *candidates, unsigned n,
                                double *seconds)
{
    const double most = params->measure_seconds > 0 ? params->measure_seconds
                        : device->limits.type & CL_DEVICE_TYPE_GPU
                            ? GPU_SECONDS
                            : OTHER_SECONDS;
    const double start = now();
    double best = INFINITY, longest = 0;

    for (unsigned i = 0; i < n; i++) {
        const double begin = now() - start;
        const double end = (begin + SURPRISE * longest) / most;
        const double part = (i + 1.) / n;
        clfft_status status;
        if (i > 0 && end > 1) {
            clfft_log(device, CLFFT_LOG_INFO,
                      "measuring ends with %u of %u candidates after %.1f s", i,
                      n, begin);
            break;
        }
        clfft_progress_begin(progress, SHARE * fmin(1, fmax(part, end)),
                             "measuring plan %u of at most %u, ", i + 1, n);
        status = measure(device, desc, &candidates[i], params, w, best,
                         progress, &seconds[i]);
        if (status == CLFFT_STATUS_CANCELLED)
            return status;
        if (status != CLFFT_STATUS_OK)
            seconds[i] = INFINITY;
        best = fmin(best, seconds[i]);
        longest = fmax(longest, now() - start - begin);
    }
    return CLFFT_STATUS_OK;
}

/* Sorts the candidates, the fastest first; those of equal time keep their
   order. */
static void sort(clfft_choice *candidates, double *seconds, unsigned n)
{
    for (unsigned i = 1; i < n; i++) {
        const clfft_choice choice = candidates[i];
        const double time = seconds[i];
        unsigned at = i;
        for (; at > 0 && time < seconds[at - 1]; at--) {
            candidates[at] = candidates[at - 1];
            seconds[at] = seconds[at - 1];
        }
        candidates[at] = choice;
        seconds[at] = time;
    }
}

static unsigned put_first(clfft_choice *candidates, unsigned n,
                          const clfft_choice *choice, const char *text)
{
    unsigned at = 0;

    for (; at < n; at++) {
        char *other = clfft_choice_write(&candidates[at]);
        const bool is_same = other && !strcmp(other, text);

        free(other);
        if (is_same)
            break;
    }
    memmove(candidates + 1, candidates, at * sizeof *candidates);
    candidates[0] = *choice;
    return at == n ? n + 1 : n;
}

static bool recall(const clfft_device *device, const char *key,
                   clfft_choice *candidates, unsigned *n)
{
    size_t size;
    char *text = clfft_cache_get(&device->cache, key, &size);
    clfft_choice choice;
    bool known = false;

    if (text && size && text[size - 1] == 0 &&
        clfft_choice_parse(text, &choice) == CLFFT_STATUS_OK &&
        !choice.is_seed_method) {
        *n = put_first(candidates, *n, &choice, text);
        known = true;
    }
    free(text);
    return known;
}

void clfft_tune_remember(clfft_device *device, const clfft_desc *desc,
                         clfft_schedule schedule, const clfft_choice *choice)
{
    char *key = tuning_key(device, desc, schedule);
    char *text = clfft_choice_write(choice);

    if (key && text)
        clfft_cache_put(&device->cache, key, text, strlen(text) + 1);
    free(text);
    free(key);
}

clfft_status clfft_tune(clfft_device *device, const clfft_desc *desc,
                        const clfft_plan_params *params,
                        struct clfft_progress *progress,
                        clfft_choice candidates[CLFFT_MAX_CANDIDATES + 1],
                        unsigned *n_candidates, enum clfft_tuning *tuning)
{
    char *key = tuning_key(device, desc, params->schedule);
    double seconds[CLFFT_MAX_CANDIDATES];
    clfft_status status = CLFFT_STATUS_OK;
    struct workspace w = {0};
    const unsigned n = *n_candidates;

    *tuning = CLFFT_TUNING_NONE;
    if (key && recall(device, key, candidates, n_candidates)) {
        *tuning = CLFFT_TUNING_RECALLED;
    } else if (make_workspace(device, desc, &w) != CLFFT_STATUS_OK) {
        clfft_log(device, CLFFT_LOG_WARNING, "nothing is measured: %s",
                  clfft_last_error());
    } else {
        for (unsigned i = 0; i < CLFFT_MAX_CANDIDATES; i++)
            seconds[i] = INFINITY;
        status = measure_all(device, desc, params, &w, progress, candidates, n,
                             seconds);
        seconds[0] *= MARGIN;
        sort(candidates, seconds, n);
        /* where the caller gave up, that the first alone was measured is no
           news */
        if (seconds[status == CLFFT_STATUS_OK ? 0 : 1] < INFINITY)
            *tuning = CLFFT_TUNING_MEASURED;
    }
    if (!clfft_has_given_up(params->waiter))
        clear_workspace(&w);
    free(key);
    return status;
}
