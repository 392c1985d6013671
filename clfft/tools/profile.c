/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * profile.c: what a warm plan costs the host, step by step. Programs, tables
 * and verdicts are there, from a plan made before; what is left is choosing,
 * expanding, kernels and the plan's own tables, and the self-check.
 */
#include "bench.h"

#include "clfft/planner/planner.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 65536 /* points that are drawn */
#define N_DRAWN 24

/* Microseconds. */
enum { RESOLVE, CHOOSE, EXPAND, BUILD, CHECK, N_STEPS };
static const char *const step_names[] = {"resolve", "choose", "expand", "build",
                                         "check"};

struct profile {
    double us[N_STEPS];
    char recipe[160];
};

/* ---- one description ---- */

static double time_resolve(const clfft_desc *desc, clfft_desc *full)
{
    const double begin = bench_now();

    if (clfft_desc_resolve(desc, full) != CLFFT_STATUS_OK)
        return -1;
    return bench_now() - begin;
}

static double time_choose(const clfft_desc *full, const clfft_limits *limits,
                          clfft_schedule schedule, clfft_choice *choice)
{
    const double begin = bench_now();
    clfft_planner *planner = clfft_planner_new(full, limits, schedule);
    const clfft_choice *first = planner ? clfft_planner_get(planner, 0) : NULL;

    if (first)
        *choice = *first;
    clfft_planner_free(planner);
    return first ? bench_now() - begin : -1;
}

static double time_expand(const clfft_desc *full, const clfft_choice *choice)
{
    const double begin = bench_now();
    clfft_recipe recipe;

    if (clfft_recipe_expand(full, choice, &recipe) != CLFFT_STATUS_OK)
        return -1;
    clfft_recipe_clear(&recipe);
    return bench_now() - begin;
}

static double time_plan(const struct bench_device *device,
                        const clfft_desc *desc, bool no_self_check,
                        char recipe[160])
{
    clfft_plan_params params = device->options->plan;
    const double begin = bench_now();
    clfft_plan_info info;
    clfft_plan *plan;
    double time;

    params.no_self_check = no_self_check;
    if (clfft_plan_create(device->engine, desc, &params, &plan) !=
        CLFFT_STATUS_OK)
        return -1;
    time = bench_now() - begin;
    clfft_plan_get_info(plan, &info);
    snprintf(recipe, 160, "%s", info.recipe);
    clfft_plan_destroy(&plan);
    return time;
}

/* One round; false where a step fails. */
static bool run_round(const struct bench_device *device, const clfft_desc *desc,
                      double seconds[N_STEPS], char recipe[160])
{
    clfft_choice choice;
    clfft_desc full;
    double checked;

    seconds[RESOLVE] = time_resolve(desc, &full);
    if (seconds[RESOLVE] < 0)
        return false;
    seconds[CHOOSE] = time_choose(&full, device->limits,
                                  device->options->plan.schedule, &choice);
    seconds[EXPAND] = seconds[CHOOSE] < 0 ? -1 : time_expand(&full, &choice);
    clfft_desc_clear(&full);
    if (seconds[EXPAND] < 0)
        return false;
    seconds[BUILD] = time_plan(device, desc, true, recipe);
    checked = time_plan(device, desc, false, recipe);
    if (seconds[BUILD] < 0 || checked < 0)
        return false;
    seconds[CHECK] = fmax(0, checked - seconds[BUILD]);
    for (int i = RESOLVE; i < BUILD; i++)
        seconds[BUILD] -= seconds[i];
    seconds[BUILD] = fmax(0, seconds[BUILD]);
    return true;
}

static bool measure(const struct bench_device *device, const clfft_desc *desc,
                    struct profile *profile)
{
    const unsigned n = device->options->rounds;
    double *samples = calloc(n, N_STEPS * sizeof *samples);
    /* compiles, fills tables, proves */
    bool good = samples && time_plan(device, desc, false, profile->recipe) >= 0;

    for (unsigned r = 0; r < n && good; r++) {
        double seconds[N_STEPS];

        good = run_round(device, desc, seconds, profile->recipe);
        for (int i = 0; i < N_STEPS; i++)
            samples[(size_t)i * n + r] = seconds[i];
    }
    for (int i = 0; i < N_STEPS && good; i++)
        profile->us[i] = 1e6 * bench_median(samples + (size_t)i * n, n);
    free(samples);
    return good;
}

/* ---- all of them ---- */

/* Lengths to LONGEST, as many of each power of two. */
static void draw(uint64_t *state, char text[64])
{
    static const char *const transforms[] = {"c2c", "r2c", "c2r"};
    unsigned bits, transform;
    uint64_t n;

    *state = *state * 6364136223846793005u + 1442695040888963407u;
    bits = 1 + (unsigned)(*state >> 33) % 16;
    transform = (unsigned)(*state >> 40) % 3;
    n = (UINT64_C(1) << (bits - 1)) + 1 +
        (*state >> 45) % (UINT64_C(1) << (bits - 1));
    snprintf(text, 64, "%s %" PRIu64 " x%u", transforms[transform], n,
             1 + (unsigned)(*state >> 60));
}

static double host_us(const struct profile *profile)
{
    return profile->us[RESOLVE] + profile->us[CHOOSE] + profile->us[EXPAND] +
           profile->us[BUILD];
}

static bool run(const struct bench_device *device, const char *text,
                double *worst)
{
    struct profile profile = {{0}, ""};
    clfft_desc desc;
    bool good;

    if (clfft_desc_parse(text, &desc) != CLFFT_STATUS_OK) {
        fprintf(stderr, "clfft-bench: \"%s\": %s\n", text, clfft_last_error());
        return false;
    }
    good = measure(device, &desc, &profile);
    clfft_desc_clear(&desc);
    if (!good) {
        fprintf(stderr, "clfft-bench: \"%s\": %s\n", text, clfft_last_error());
        return false;
    }
    printf("%-20s", text);
    for (int i = 0; i < N_STEPS; i++)
        printf(" %8.1f", profile.us[i]);
    printf(" %8.1f  %s\n", host_us(&profile), profile.recipe);
    if (*worst < host_us(&profile))
        *worst = host_us(&profile);
    return true;
}

int bench_profile_main(const struct bench_options *options)
{
    struct bench_device device;
    uint64_t state = options->seed;
    const unsigned n = options->n_items ? options->n_items : N_DRAWN;
    double worst = 0;
    int status = 0;

    if (!bench_device_open(&device, options))
        return 2;
    printf("A warm plan on %s, microseconds, medians of %u; host: all but the "
           "check\n%-20s",
           device.limits->device_name, options->rounds, "description");
    for (int i = 0; i < N_STEPS; i++)
        printf(" %8s", step_names[i]);
    printf(" %8s  recipe\n", "host");
    for (unsigned i = 0; i < n; i++) {
        char text[64];

        if (!options->n_items)
            draw(&state, text);
        if (!run(&device, options->n_items ? options->items[i] : text, &worst))
            status = 1;
        fflush(stdout);
    }
    printf("worst host time %.1f\n", worst);
    bench_device_close(&device);
    return status;
}
