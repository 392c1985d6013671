/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* main.c: the command `clfft-bench verify`. */
#include "clfft/tools/bench.h"

static bool print_verdict(const char *text, const char *what,
                          const struct bench_verdict *verdict)
{
    if (verdict->refused)
        printf("%s%s: refused: %s\n", text, what, verdict->message);
    else if (verdict->limit == 0)
        printf("%s%s: FAILED: %s\n", text, what, verdict->message);
    else
        printf("%s%s: rel_l2 %.3e, one transform %.3e, largest %.3e of the "
               "RMS, limit %.3e, ratio %.3f: %s%s\n",
               text, what, verdict->relative, verdict->single, verdict->largest,
               verdict->limit, verdict->ratio,
               verdict->ratio <= 1 ? "ok" : "FAILED: ", verdict->message);
    fflush(stdout);
    return verdict->ratio <= 1;
}

int bench_verify_main(const struct bench_options *options)
{
    struct bench_device device;
    struct bench_verdict verdict;
    int status = 0;

    if (!bench_device_open(&device, options))
        return 2;
    for (unsigned i = 0; i < options->n_items; i++) {
        const char *text = options->items[i];
        bench_verify_one(&device, text, options->seed, &verdict);
        if (!print_verdict(text, "", &verdict) &&
            !(verdict.refused && options->may_refuse))
            status = 1;
        if (options->recipes && verdict.recipe[0])
            printf("    recipe: %s\n", verdict.recipe);
        if (!options->round_trip || bench_is_convolution(text))
            continue;
        bench_verify_round_trip(&device, text, options->seed, &verdict);
        if (!print_verdict(text, " round trip", &verdict) && !verdict.refused)
            status = 1;
    }
    if (options->sweep || options->list) {
        const int swept = bench_sweep(&device);
        status = swept > status ? swept : status;
    } else if (options->n_items == 0) {
        fprintf(stderr, "clfft-bench verify: give descriptions, --sweep A-B "
                        "or --list\n");
        status = 2;
    }
    bench_device_close(&device);
    return status;
}
