/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* seeds.c: `clfft-bench seeds`: which texts there are, their race, its run. */
#include "seeds.h"

#include <string.h>

static const struct {
    const char *name, *title;
    bool (*run)(struct seeds_run *run);
    bool only_asked; /* not where none is named */
} seeds[] = {
    {"000", "Bainville, OpenCL Fast Fourier Transform, 2010", seeds_run_000},
    {"001", "Arm, Speeding-up FFT Mixed-Radix on Mobile Arm Mali GPU, Part 2",
     seeds_run_001},
    {"002", "Aatish and Zhang, Three Dimensional FFT CUDA Implementation",
     seeds_run_002},
    {"race", "the engine's own choice against every method of the texts",
     seeds_run_race, true},
};
#define N_SEEDS (sizeof seeds / sizeof seeds[0])

static bool is_asked(const struct bench_options *options, size_t s)
{
    for (unsigned i = 0; i < options->n_items; i++)
        if (!strcmp(options->items[i], seeds[s].name))
            return true;
    return options->n_items == 0 && !seeds[s].only_asked;
}

static bool are_known(const struct bench_options *options)
{
    for (unsigned i = 0; i < options->n_items; i++) {
        bool known = false;
        for (size_t s = 0; s < N_SEEDS; s++)
            known = known || !strcmp(options->items[i], seeds[s].name);
        if (known)
            continue;
        fprintf(stderr, "clfft-bench: no seed is called \"%s\"; there are:",
                options->items[i]);
        for (size_t s = 0; s < N_SEEDS; s++)
            fprintf(stderr, " %s", seeds[s].name);
        fprintf(stderr, "\n");
        return false;
    }
    return true;
}

int bench_seeds_main(const struct bench_options *options)
{
    struct bench_device device;
    struct seeds_run run = {.device = &device};
    int status = 0;

    if (!are_known(options) || !bench_device_open(&device, options))
        return 2;
    if (options->csv && !(run.csv = seeds_csv_open(options->csv)))
        status = 2;
    if (status == 0)
        printf("%s, %s %s, %u units of at most %u MHz\n",
               device.limits->device_name, device.limits->platform_name,
               device.limits->driver_version, device.limits->compute_units,
               seeds_get_clock(&device));
    for (size_t s = 0; s < N_SEEDS && status == 0; s++) {
        if (!is_asked(options, s))
            continue;
        run.seed = seeds[s].name;
        printf("\nseed %s: %s\n", seeds[s].name, seeds[s].title);
        if (!seeds[s].run(&run))
            status = 2;
    }
    if (run.csv && fclose(run.csv) != 0) {
        perror(options->csv);
        status = 2;
    }
    bench_device_close(&device);
    return status ? status : run.failed ? 1 : 0;
}
