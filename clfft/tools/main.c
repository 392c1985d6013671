/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* main.c: clfft-bench's commands. */
#include "bench.h"

#include "clfft/planner/rows.h"

#include <string.h>

/* Commands that judge results are built where FFTW is. */
#ifdef HAVE_REFERENCE
#define JUDGES(run) run
#else
#define JUDGES(run) NULL
#endif

static int list_devices(const struct bench_options *options)
{
    return bench_list_devices();
}

static const struct {
    const char *name;
    int (*run)(const struct bench_options *options);
} commands[] = {
    {"devices", list_devices},           {"warm", bench_warm_main},
    {"profile", bench_profile_main},     {"columns", bench_columns_main},
    {"convolve", bench_convolve_main},   {"verify", JUDGES(bench_verify_main)},
    {"tune", JUDGES(bench_tune_main)},   {"regret", JUDGES(bench_regret_main)},
    {"multi", JUDGES(bench_multi_main)}, {"plan", JUDGES(bench_plan_main)},
#ifdef HAVE_SEEDS
    {"seeds", JUDGES(bench_seeds_main)},
#endif
};

static int refuse(const char *name)
{
    fprintf(stderr,
            "clfft-bench: %s judges results by FFTW, which was not "
            "there when clfft-bench was built; on Debian install "
            "libfftw3-dev, then configure and build again\n",
            name);
    return 2;
}

int main(int argc, char **argv)
{
    static struct bench_options options;
    const char *name = argc > 1 ? argv[1] : "";
    const char *command = "comparing";
    int (*run)(const struct bench_options *) = JUDGES(bench_compare_main);
    int status = 2, first = 1;

    if (!strcmp(name, "--help") || !strcmp(name, "-h")) {
        bench_print_usage(stdout);
        return 0;
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (!strcmp(name, commands[i].name)) {
            command = name;
            run = commands[i].run;
            /* each of its items begins with its name, the first one too */
            first = run == bench_convolve_main ? 1 : 2;
        }
    if (bench_options_parse(&options, argc, argv, first)) {
        clfft_rows_are_ignored = options.no_rows;
        status = run ? run(&options) : refuse(command);
    }
    bench_options_clear(&options);
    return status;
}
