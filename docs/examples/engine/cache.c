/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * cache.c: a plan is measured once and compiled once. The first creation tries
 * candidates on the device and tells how far it is; the second, in a device
 * opened anew, takes binaries and the winner from the directory. A third is
 * cancelled.
 *
 *   cc cache.c $(pkg-config --cflags --libs clfft-1.0) -o cache
 *   ./cache [DEVICE [DIRECTORY]]
 */
#include <clfft/clfft.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct progress {
    double fraction;
    unsigned n_calls;
    bool stop;
};

static bool show(double fraction, const char *what, void *data)
{
    struct progress *progress = data;

    printf("\r%3.0f %% %-50.50s", 100 * fraction, what);
    progress->fraction = fraction;
    progress->n_calls++;
    return !progress->stop;
}

/* A directory that cannot be used is a warning. */
static void tell(clfft_log_level level, const char *message, void *data)
{
    (void)data;
    if (level <= CLFFT_LOG_WARNING)
        fprintf(stderr, "%s\n", message);
}

/* The status of the plan; its recipe goes to `recipe`. */
static clfft_status make(const clfft_device_params *params,
                         struct progress *progress, uint64_t *n_built,
                         char recipe[256])
{
    const clfft_plan_params how = {.effort = CLFFT_EFFORT_MEASURE,
                                   .progress = show, .progress_data = progress};
    const clfft_desc desc = {.lengths = {1155}, .n_loops = 1,
                             .loops = {{64, 1155, 1155}}};
    clfft_device_stats stats;
    clfft_plan_info info = {0};
    clfft_device *device;
    clfft_plan *plan;

    if (clfft_device_create(params, &device)) {
        fprintf(stderr, "%s\n", clfft_last_error());
        exit(1);
    }
    const clfft_status status = clfft_plan_create(device, &desc, &how, &plan);
    printf("\n");
    clfft_device_get_stats(device, &stats);
    *n_built = stats.n_programs_built;
    if (plan)
        clfft_plan_get_info(plan, &info);
    snprintf(recipe, 256, "%s", plan ? info.recipe : clfft_last_error());
    printf("%s, %llu programs built: %s\n", clfft_status_name(status),
           (unsigned long long)*n_built, recipe);
    clfft_plan_destroy(&plan); /* NULL if it was not made */
    clfft_device_destroy(&device);
    return status;
}

int main(int argc, char **argv)
{
    const clfft_device_params params = {
        .name = argc > 1 ? argv[1] : "auto",
        .cache_directory = argc > 2 ? argv[2] : NULL, /* NULL: the user's */
        .log = tell,
    };
    struct progress first = {0}, second = {0}, third = {.stop = true};
    char recipes[3][256];
    uint64_t n_built[3];

    const clfft_status statuses[3] = {
        make(&params, &first, &n_built[0], recipes[0]),
        make(&params, &second, &n_built[1], recipes[1]),
        make(&params, &third, &n_built[2], recipes[2]),
    };
    const bool made = !statuses[0] && first.fraction == 1;
    const bool remembered = !statuses[1] && second.fraction == 1 &&
                            !n_built[1] && !strcmp(recipes[0], recipes[1]);
    const bool cancelled =
        statuses[2] == CLFFT_STATUS_CANCELLED && third.n_calls == 1;

    return !made || !remembered || !cancelled;
}
