/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * regret.c: how good the planner's first guess is. Regret is the time of the
 * first candidate over that of the fastest of all; 1 where the guess is right.
 * All plans of a description take turns, so that what disturbs the machine
 * disturbs them alike.
 */
#include "clfft/tools/bench.h"

#include "clfft/planner/planner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUND_SECONDS 0.002
#define CLOSE 1.03 /* a guess as good as the best */

struct candidate {
    char recipe[512];
    clfft_plan *plan;
    unsigned repeats; /* of a round */
    double *seconds;  /* of an execute, each round */
};

struct regret {
    unsigned n;
    double first, best;           /* microseconds */
    char recipe[512], guess[512]; /* the fastest and the first */
};

/* ---- one description ---- */

static unsigned make_plans(const struct bench_device *device,
                           const clfft_desc *desc,
                           struct candidate candidates[CLFFT_MAX_CANDIDATES])
{
    clfft_choice choices[CLFFT_MAX_CANDIDATES];
    clfft_desc full;
    unsigned n_choices, n = 0;

    if (clfft_desc_resolve(desc, &full) != CLFFT_STATUS_OK)
        return 0;
    n_choices = clfft_planner_candidates(
        &full, device->limits, device->options->plan.schedule, choices);
    for (unsigned i = 0; i < n_choices; i++) {
        struct candidate *c = &candidates[n];
        clfft_plan_params params = {.recipe = c->recipe};

        memset(c, 0, sizeof *c);
        clfft_choice_print(&choices[i], c->recipe, sizeof c->recipe);
        bench_progress("%u of %u: %s", i + 1, n_choices, c->recipe);
        if (clfft_plan_create(device->engine, desc, &params, &c->plan) ==
            CLFFT_STATUS_OK)
            n++;
        else if (i == 0) /* then the next one is what users get */
            fprintf(stderr, "clfft-bench: %s: %s\n", c->recipe,
                    clfft_last_error());
    }
    clfft_desc_clear(&full);
    return n;
}

static double run(const struct bench_device *device, struct candidate *c,
                  cl_mem input, cl_mem output)
{
    const double begin = bench_now();

    for (unsigned i = 0; i < c->repeats; i++)
        if (clfft_plan_execute(c->plan, device->queue, input, output, NULL) !=
            CLFFT_STATUS_OK)
            return INFINITY;
    if (clFinish(device->queue) != CL_SUCCESS)
        return INFINITY;
    return (bench_now() - begin) / c->repeats;
}

static void time_plans(const struct bench_device *device,
                       struct candidate *candidates, unsigned n, cl_mem input,
                       cl_mem output)
{
    const unsigned n_rounds = device->options->rounds;

    for (unsigned i = 0; i < n; i++) {
        struct candidate *c = &candidates[i];

        c->repeats = 1;
        run(device, c, input, output);
        c->repeats =
            1 +
            (unsigned)fmin(1000, ROUND_SECONDS / run(device, c, input, output));
    }
    for (unsigned r = 0; r < n_rounds; r++) {
        bench_progress("round %u of %u", r + 1, n_rounds);
        for (unsigned i = 0; i < n; i++)
            candidates[i].seconds[r] =
                run(device, &candidates[i], input, output);
    }
}

static void judge(struct candidate *candidates, unsigned n, unsigned n_rounds,
                  struct regret *regret)
{
    regret->n = n;
    regret->best = INFINITY;
    for (unsigned i = 0; i < n; i++) {
        const double us = 1e6 * bench_median(candidates[i].seconds, n_rounds);

        if (i == 0) {
            regret->first = us;
            memcpy(regret->guess, candidates[i].recipe, sizeof regret->guess);
        }
        if (us < regret->best) {
            regret->best = us;
            memcpy(regret->recipe, candidates[i].recipe, sizeof regret->recipe);
        }
    }
}

static bool measure(const struct bench_device *device,
                    const struct bench_case *item, struct regret *regret)
{
    static struct candidate candidates[CLFFT_MAX_CANDIDATES];
    const unsigned n_rounds = device->options->rounds;
    const unsigned n = make_plans(device, &item->desc, candidates);
    cl_mem input = clCreateBuffer(device->context, CL_MEM_READ_WRITE,
                                  item->input_size, NULL, NULL);
    cl_mem output = clCreateBuffer(device->context, CL_MEM_READ_WRITE,
                                   item->output_size, NULL, NULL);
    bool fine = n > 0 && input && output;

    for (unsigned i = 0; i < n; i++)
        fine =
            (candidates[i].seconds = calloc(n_rounds, sizeof(double))) && fine;
    if (fine)
        fine = clEnqueueWriteBuffer(device->queue, input, CL_TRUE, 0,
                                    item->input_size, item->input, 0, NULL,
                                    NULL) == CL_SUCCESS;
    if (fine) {
        time_plans(device, candidates, n, input,
                   item->desc.in_place ? input : output);
        judge(candidates, n, n_rounds, regret);
    }
    for (unsigned i = 0; i < n; i++) {
        clfft_plan_destroy(&candidates[i].plan);
        free(candidates[i].seconds);
    }
    if (input)
        clReleaseMemObject(input);
    if (output)
        clReleaseMemObject(output);
    bench_progress("%s", "");
    return fine;
}

static bool run_item(const struct bench_device *device, const char *text,
                     struct regret *regret)
{
    struct bench_case item;
    char reason[256] = "";
    bool fine = bench_case_open(&item, text, reason);

    if (fine) {
        fine = bench_case_fill(&item, device->options->seed, reason) &&
               measure(device, &item, regret);
        bench_case_close(&item);
    }
    if (!fine)
        fprintf(stderr, "clfft-bench: %s: %s\n", text,
                *reason ? reason : clfft_last_error());
    return fine;
}

/* ---- all of them ---- */

static void summarise(double *regrets, unsigned n)
{
    double logs = 0, median;
    unsigned n_close = 0;

    if (n == 0)
        return;
    for (unsigned i = 0; i < n; i++) {
        logs += log(regrets[i]);
        n_close += regrets[i] <= CLOSE;
    }
    median = bench_median(regrets, n); /* which puts them in order */
    printf("%u cases: within %.0f %% of the best %.0f %%, geometric mean %.3f, "
           "median %.3f, nine of ten below %.3f, worst %.3f\n",
           n, 100 * (CLOSE - 1), 100. * n_close / n, exp(logs / n), median,
           bench_quantile(regrets, n, 0.9), regrets[n - 1]);
}

int bench_regret_main(const struct bench_options *options)
{
    char **items = calloc(BENCH_MAX_ITEMS, sizeof *items);
    double *regrets = calloc(BENCH_MAX_ITEMS, sizeof *regrets);
    unsigned n_items = 0, n = 0, first;
    struct bench_device device;
    int status = 0;

    if (!items || !regrets || !bench_device_open(&device, options)) {
        free(items);
        free(regrets);
        return 2;
    }
    if (options->suite || options->n_items == 0)
        n_items = bench_suite_expand(options->suite ? options->suite : "drawn",
                                     options->seed, device.limits, items,
                                     BENCH_MAX_ITEMS);
    for (first = 0; first < options->n_items && n_items < BENCH_MAX_ITEMS;)
        items[n_items++] = strdup(options->items[first++]);
    printf("%s, %s %s, %s rows, medians of %u\n", device.limits->device_name,
           device.limits->platform_name, device.limits->driver_version,
           clfft_rows_are_ignored ? "without" : "with", options->rounds);
    printf("%-36s %5s %10s %10s %7s  the first guess -> the fastest\n", "case",
           "plans", "first us", "best us", "regret");
    for (unsigned i = options->skip; i < n_items; i++) {
        struct regret regret;

        if (run_item(&device, items[i], &regret)) {
            regrets[n++] = regret.first / regret.best;
            printf("%-36s %5u %10.2f %10.2f %7.3f  %s", items[i], regret.n,
                   regret.first, regret.best, regret.first / regret.best,
                   regret.guess);
            if (strcmp(regret.guess, regret.recipe) != 0)
                printf(" -> %s", regret.recipe);
            printf("\n");
            fflush(stdout);
        } else {
            status = 1;
        }
    }
    summarise(regrets, n);
    for (unsigned i = 0; i < n_items; i++)
        free(items[i]);
    free(items);
    free(regrets);
    bench_device_close(&device);
    return n_items ? status : 2;
}
