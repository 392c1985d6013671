/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* compare.c: the command without a name: ours beside rivals, case by case. */
#include "peer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The peers to run: those asked for, or all that share the device's work. */
static unsigned choose_peers(const struct bench_device *device,
                             struct bench_result *results)
{
    const char *wanted = device->options->peers;
    const bool is_cpu = device->limits->type == CL_DEVICE_TYPE_CPU;
    unsigned n = 0;

    if (!wanted)
        wanted = is_cpu ? "ours,copy,clfft,vkfft,fftw1,fftw2,kissfft"
                        : "ours,copy,clfft,vkfft,cufft";
    for (size_t i = 0; i < n_peers; i++)
        if (bench_list_has(wanted, peer_table[i].name))
            results[n++].entry = &peer_table[i];
    return n;
}

static bool peers_are_known(const char *list)
{
    for (const char *word = list; word && *word;) {
        const size_t length = strcspn(word, ",");
        bool known = false;
        for (size_t i = 0; i < n_peers; i++)
            known = known || (strlen(peer_table[i].name) == length &&
                              !strncmp(peer_table[i].name, word, length));
        if (!known) {
            fprintf(stderr,
                    "clfft-bench: no peer is called \"%.*s\"; there "
                    "are:",
                    (int)length, word);
            for (size_t i = 0; i < n_peers; i++)
                fprintf(stderr, " %s", peer_table[i].name);
            fprintf(stderr, "\n");
            return false;
        }
        word += length + (word[length] == ',');
    }
    return true;
}

/* Returns the time of the best rival over ours, or 0. */
static double measure_item(const struct bench_device *device, const char *text,
                           const char *progress, struct bench_result *results,
                           unsigned n_results, FILE *csv, int *status)
{
    struct bench_case item;
    char reason[256];

    if (!bench_case_open(&item, text, reason)) {
        fprintf(stderr, "clfft-bench: %s: %s\n", text, reason);
        *status = 1;
        return 0;
    }
    if (!bench_case_fill(&item, device->options->seed, reason)) {
        fprintf(stderr, "clfft-bench: %s: %s\n", text, reason);
        bench_case_close(&item);
        *status = 1;
        return 0;
    }
    bench_measure(device, &item, progress, results, n_results);
    bench_progress("%s", "");
    bench_table_row(&item, results, n_results, device->options->recipes);
    if (csv)
        bench_csv_rows(csv, &item, results, n_results);
    for (unsigned i = 0; i < n_results; i++)
        if (!strncmp(results[i].status, "wrong", 5))
            *status = 1;
    bench_case_close(&item);
    return bench_rival_ratio(results, n_results);
}

int bench_compare_main(const struct bench_options *options)
{
    struct bench_result *results = calloc(n_peers, sizeof *results);
    char **items = calloc(BENCH_MAX_ITEMS, sizeof *items);
    const bool is_drawn = options->suite && !strcmp(options->suite, "drawn");
    struct bench_drawn_report *report = bench_drawn_new();
    struct bench_device device;
    unsigned n_items = 0, n_suite = 0, n_results;
    FILE *csv = NULL;
    int status = 0;

    if (!results || !items || !report || !peers_are_known(options->peers) ||
        !bench_device_open(&device, options)) {
        free(results);
        free(items);
        free(report);
        return 2;
    }
    n_results = choose_peers(&device, results);
    if (options->suite)
        n_suite = bench_suite_expand(options->suite, options->seed,
                                     device.limits, items, BENCH_MAX_ITEMS);
    n_items = n_suite;
    for (unsigned i = 0; i < options->n_items && n_items < BENCH_MAX_ITEMS; i++)
        items[n_items++] = strdup(options->items[i]);
    if (options->suite && n_suite == 0) {
        status = 2;
    } else if (n_items == 0) {
        fprintf(stderr, "clfft-bench: nothing to measure: give descriptions "
                        "or --suite quick|full|drawn\n");
        status = 2;
    } else if (options->skip && options->skip >= n_suite) {
        fprintf(stderr, "clfft-bench: --skip %u: the suite has %u cases\n",
                options->skip, n_suite);
        status = 2;
    }
    if (options->csv && !(csv = bench_csv_open(options->csv)))
        status = 2;
    if (status == 0) {
        printf("%s, %s %s\n", device.limits->device_name,
               device.limits->platform_name, device.limits->driver_version);
        if (is_drawn)
            printf("--seed %" PRIu64 "\n", options->seed);
        bench_table_head(results, n_results);
    }
    for (unsigned i = 0; i < n_items; i++) {
        char progress[128];
        snprintf(progress, sizeof progress, "[%u/%u] %.80s", i + 1, n_items,
                 items[i]);
        if (status != 2 && i >= options->skip) {
            const double ratio = measure_item(&device, items[i], progress,
                                              results, n_results, csv, &status);
            if (is_drawn && i < n_suite)
                bench_drawn_add(report, i, items[i], ratio);
        }
        free(items[i]);
    }
    if (is_drawn && status != 2)
        bench_drawn_print(report);
    if (csv && fclose(csv) != 0) {
        perror(options->csv);
        status = 2;
    }
    bench_device_close(&device);
    free(results);
    free(items);
    free(report);
    return status;
}
