/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* sweep.c: verify over many descriptions, within a time. */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

#define N_CONVOLUTIONS 40

struct sweep {
    const struct bench_device *device;
    struct sweep_log log;
    struct tally tally;
    double deadline; /* 0: none */
    size_t n_done, n_total;
    bool is_over;
};

static void sweep_one(struct sweep *sweep, const char *text)
{
    const struct bench_options *options = sweep->device->options;
    struct bench_verdict verdict;

    sweep->n_done++;
    if (sweep->is_over || bench_log_has(&sweep->log, text))
        return;
    if (sweep->deadline > 0 && bench_now() > sweep->deadline) {
        sweep->is_over = true;
        return;
    }
    bench_progress("%zu of %zu, %lu failed: %s", sweep->n_done, sweep->n_total,
                   sweep->tally.n_failed, text);
    bench_verify_one(sweep->device, text, options->seed, &verdict);
    if (options->round_trip && verdict.ratio <= 1 &&
        !bench_is_convolution(text) && strncmp(text, "c2r", 3) != 0 &&
        !strstr(text, " inverse")) {
        const struct bench_verdict forward = verdict;
        bench_verify_round_trip(sweep->device, text, options->seed, &verdict);
        if (verdict.has_no_round_trip)
            verdict = forward;
        else if (verdict.ratio < forward.ratio)
            verdict.ratio = forward.ratio;
    }
    bench_tally_add(&sweep->tally, text, verdict.ratio, verdict.refused);
    if (!(verdict.ratio <= 1)) {
        bench_progress("%s", "");
        printf("%s %s: %.3g times the limit: %s [%s]\n",
               verdict.refused ? "refused" : "FAILED", text, verdict.ratio,
               verdict.message, verdict.recipe);
        fflush(stdout);
    }
    bench_log_add(&sweep->log, text, verdict.ratio, verdict.refused);
}

/* Calls sweep_one, or only counts. */
static size_t sweep_form(struct sweep *sweep, const char *transform,
                         const char *size, const char *words, bool only_count)
{
    const struct bench_options *options = sweep->device->options;
    size_t count = 0;

    for (const char *batch = options->batches; *batch;) {
        const bool has_rows = strchr(size, 'x') != NULL;
        char *end = NULL;
        const unsigned long n = strtoul(batch, &end, 10);
        for (const char *pitch = has_rows ? options->pitches : "0"; *pitch;) {
            char text[256], padding[32] = "", *pitch_end;
            const unsigned long unused = strtoul(pitch, &pitch_end, 10);
            if (unused)
                snprintf(padding, sizeof padding, " pitch=%lu", unused);
            snprintf(text, sizeof text, "%s %s x%lu%s%s%s%s", transform, size,
                     n, words, padding, options->with[0] ? " " : "",
                     options->with);
            count++;
            if (!only_count)
                sweep_one(sweep, text);
            if (pitch_end == pitch || *pitch_end != ',')
                break;
            pitch = pitch_end + 1;
        }
        if (end == batch || *end != ',')
            break;
        batch = end + 1;
    }
    return count;
}

/* Every transform, direction, batch and pitch of one size. */
static size_t sweep_size(struct sweep *sweep, const char *size, bool only_count)
{
    static const char *const forms[][3] = {
        {"c2c", "forward", ""},
        {"c2c", "inverse", " inverse"},
        {"r2c", "", ""},
        {"c2r", "", ""},
    };
    const struct bench_options *options = sweep->device->options;
    const bool is_double = strstr(options->with, "double") != NULL;
    size_t count = 0;

    for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++)
        if (bench_list_has(options->transforms, forms[f][0]) &&
            (!forms[f][1][0] ||
             bench_list_has(options->directions, forms[f][1])))
            count +=
                sweep_form(sweep, forms[f][0], size, forms[f][2], only_count);
    return is_double && !sweep->device->limits->has_double ? 0 : count;
}

/* Each description, or only counts. */
static size_t sweep_layouts(struct sweep *sweep, bool only_count)
{
    const bool has_double = sweep->device->limits->has_double;
    size_t count = 0;

    for (size_t i = 0; i < bench_n_layouts; i++) {
        char *text = bench_make_layout(sweep->device->options, i);
        if (text && (has_double || !strstr(text, " double"))) {
            count++;
            if (!only_count)
                sweep_one(sweep, text);
        }
        free(text);
    }
    return count;
}

static void sweep_convolutions(struct sweep *sweep)
{
    for (size_t i = 0; i < sweep->n_total; i++) {
        char text[128];

        bench_draw_convolution(sweep->device, i, text, sizeof text);
        sweep_one(sweep, text);
    }
}

int bench_sweep(const struct bench_device *device)
{
    const struct bench_options *options = device->options;
    struct sweep sweep = {.device = device};
    struct sizes sizes = {0};
    const double start = bench_now();
    const bool has_layouts = options->list && !strcmp(options->list, "layouts");
    const bool has_convolutions =
        options->list && !strcmp(options->list, "convolutions");
    int status = 2;

    if (options->minutes > 0)
        sweep.deadline = start + 60 * options->minutes;
    if ((has_layouts || has_convolutions) && options->sweep) {
        fprintf(stderr,
                "clfft-bench: --list %s has its own lengths: leave out "
                "--sweep %s\n",
                options->list, options->sweep);
        return 2;
    }
    if ((!has_layouts && !has_convolutions &&
         !bench_fill_sizes(options, &sizes)) ||
        !bench_log_open(&sweep.log, options->resume, &sweep.tally))
        goto done;
    if (has_layouts)
        sweep.n_total = sweep_layouts(&sweep, true);
    if (has_convolutions)
        sweep.n_total = options->sample ? options->sample : N_CONVOLUTIONS;
    for (size_t i = 0; i < sizes.count; i++)
        sweep.n_total += sweep_size(&sweep, sizes.text[i], true);
    if (sweep.n_total == 0)
        fprintf(stderr, "clfft-bench: nothing to verify on this device\n");
    if (sweep.n_total && has_layouts)
        sweep_layouts(&sweep, false);
    if (has_convolutions)
        sweep_convolutions(&sweep);
    for (size_t i = 0; sweep.n_total && i < sizes.count; i++)
        sweep_size(&sweep, sizes.text[i], false);
    bench_progress("%s", "");
    printf("seed %llu, %.0f s: ", (unsigned long long)options->seed,
           bench_now() - start);
    bench_tally_print(&sweep.tally);
    if (sweep.is_over)
        printf("the time was over before the end: go on with --resume\n");
    status =
        sweep.tally.n_failed || (sweep.tally.n_refused && !options->may_refuse)
            ? 1
        : sweep.is_over ? 3
                        : 0;
done:
    bench_log_close(&sweep.log);
    free(sizes.text);
    return status;
}
