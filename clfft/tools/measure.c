/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * measure.c: the peers of one case, checked, then timed in turns.
 *
 * Wall time round batches of executions that end with a finish: profiling
 * events exceed wall time for tiny kernels on some drivers. One sample is one
 * such batch; peers take turns so that a machine's drift meets all alike. An
 * execution that does not count goes before each: who comes behind another
 * programming interface on the same GPU pays for the change (ours behind
 * cuFFT: 5 % of a sample of 3 ms).
 */
#include "clfft/tools/peers/peer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLE_SECONDS 3e-3    /* a sample's aim */
#define MAX_LOOPS 2000         /* executions in a sample */
#define MIN_ROUNDS 3           /* even when the time is over */
#define CHECKED_POINTS 4194304 /* of one case, unless all are asked for */
#define RIVAL_CHECKED_POINTS 1048576
/* Rivals hold no contract with us; beyond this many times our limit a result
   is called wrong. */
#define RIVAL_TOLERANCE 16

struct contestant {
    struct bench_result *result;
    const struct peer *peer;
    void *job;
    unsigned loops, n_samples;
    double *samples; /* us per execution */
};

static void set_status(struct contestant *contestant, const char *verdict,
                       const char *reason)
{
    snprintf(contestant->result->status, sizeof contestant->result->status,
             "%s%s%s", verdict, reason[0] ? ": " : "", reason);
}

static void stop(struct contestant *contestant)
{
    if (contestant->job)
        contestant->peer->done(contestant->job);
    contestant->job = NULL;
}

/* Numbers that still hold the poison and should not, or the other way round in
   the gaps of the layout. */
static uint64_t count_misplaced(const struct bench_case *item,
                                const void *output)
{
    const size_t size = item->desc.precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
    const struct reference_layout *layout = item->layout;
    const uint64_t n_gaps =
        (layout->output_length - layout->n_stored * layout->n_transforms) *
        (layout->output_size / size);
    const uint32_t *words = output;
    unsigned char *poison;
    uint64_t n = 0, n_strays;

    if (item->desc.in_place || item->desc.store.pixel)
        return 0;
    if (size == 8)
        for (size_t i = 0; i < item->output_size / 8; i++)
            n += (words[2 * i] & words[2 * i + 1]) == UINT32_MAX;
    else
        for (size_t i = 0; i < item->output_size / 4; i++)
            n += words[i] == UINT32_MAX;
    n = n > n_gaps ? n - n_gaps : n_gaps - n;
    if (n_gaps == 0)
        return n;
    poison = malloc(item->output_size);
    if (!poison)
        return UINT64_MAX;
    memset(poison, 0xff, item->output_size);
    n_strays = bench_case_count_strays(item, poison, output);
    free(poison);
    return n > n_strays ? n : n_strays;
}

static void judge(const struct bench_device *device,
                  const struct bench_case *item, const void *output,
                  struct contestant *contestant)
{
    const bool is_ours = contestant->peer == &peer_ours;
    const uint64_t points = item->layout->n_points * item->layout->n_transforms;
    const uint64_t n_misplaced = count_misplaced(item, output);
    struct reference_error error = {0};
    struct reference_range range = {.step = 1};
    char reason[PEER_REASON_SIZE];
    double ratio, limit = 0;

    if (!device->options->verify_all) {
        const uint64_t most = is_ours ? CHECKED_POINTS : RIVAL_CHECKED_POINTS;
        range.step = (points + most - 1) / most;
    }
    if (range.step > item->layout->n_transforms)
        range.step = item->layout->n_transforms;
    range.first = device->options->seed % range.step;
    reference_compare(item->reference, &range, item->input, output, &error);
    contestant->result->relative_error = reference_relative_error(&error);
    ratio = reference_judge(&item->desc, &error);
    if (contestant->peer->limit)
        limit = contestant->peer->limit(contestant->job);
    if (limit > 0 && !error.n_bad)
        ratio =
            contestant->result->relative_error / bench_case_limit(item, limit);
    peer_set_reason(reason,
                    "%.3g times the limit, worst at element %llu, "
                    "%llu not written or in gaps",
                    ratio, (unsigned long long)error.worst_element,
                    (unsigned long long)n_misplaced);
    if (n_misplaced > 0 || !(ratio <= (is_ours ? 1 : RIVAL_TOLERANCE))) {
        set_status(contestant, "wrong", reason);
        stop(contestant);
    }
}

/* Plan and first run; ms of both less `once`, the time of a later run. */
static bool start(const struct bench_device *device,
                  const struct bench_case *item, struct contestant *contestant,
                  double *plan_ms, double *first_ms)
{
    char reason[PEER_REASON_SIZE] = "no memory";
    double begin;

    contestant->job = contestant->peer->setup(device, item, plan_ms, reason);
    if (!contestant->job) {
        const bool refused = !strncmp(reason, "unsupported", 11);
        set_status(contestant, refused ? "refused" : "failed", reason);
        return false;
    }
    begin = bench_now();
    if (!contestant->peer->run(contestant->job, 1)) {
        set_status(contestant, "failed", "the first execution");
        stop(contestant);
        return false;
    }
    *first_ms = 1e3 * (bench_now() - begin);
    return true;
}

static void check_and_calibrate(const struct bench_device *device,
                                const struct bench_case *item, void *output,
                                struct contestant *contestant, double *once_ms)
{
    double begin;

    if (!contestant->peer->read(contestant->job, output)) {
        set_status(contestant, "wrong", "the result cannot be read back");
        stop(contestant);
    } else if (contestant->peer != &peer_copy) {
        judge(device, item, output, contestant);
    } else {
        contestant->result->relative_error = 0;
    }
    for (int warm = 0; contestant->job && warm < 2; warm++) {
        const unsigned loops = contestant->loops ? contestant->loops : 1;
        begin = bench_now();
        if (!contestant->peer->run(contestant->job, loops)) {
            set_status(contestant, "failed", "a repeated execution");
            stop(contestant);
            return;
        }
        *once_ms = 1e3 * (bench_now() - begin) / loops;
        contestant->loops =
            (unsigned)fmin(MAX_LOOPS, fmax(1, 1e3 * SAMPLE_SECONDS / *once_ms));
    }
}

/* `output` is for the results of one after the other: its pages take longer to
   come than what is in them. */
static void prepare(const struct bench_device *device,
                    const struct bench_case *item, void *output,
                    struct contestant *contestant)
{
    struct bench_result *result = contestant->result;
    char reason[PEER_REASON_SIZE] = "";
    double cold, warm, first, second, once = 0;

    if (!contestant->peer) {
        peer_set_reason(reason, "not built, it needs %s", result->entry->needs);
        set_status(contestant, "refused", reason);
        return;
    }
    if (!contestant->peer->can_do(device, item, reason)) {
        set_status(contestant, "refused", reason);
        return;
    }
    if (!start(device, item, contestant, &cold, &first))
        return;
    stop(contestant);
    if (!start(device, item, contestant, &warm, &second))
        return;
    check_and_calibrate(device, item, output, contestant, &once);
    if (!contestant->job || contestant->peer == &peer_copy)
        return;
    result->plan_cold_ms = cold + fmax(0, first - once);
    result->plan_warm_ms = warm + fmax(0, second - once);
    if (device->options->cold &&
        !bench_measure_cold(device->options, contestant->peer->name, item->text,
                            &result->plan_cold_ms, &result->plan_warm_ms,
                            reason))
        fprintf(stderr, "clfft-bench: %s: plan time of %s: %s\n", item->text,
                contestant->peer->name, reason);
}

static void summarise(struct contestant *contestant)
{
    struct bench_result *result = contestant->result;
    const unsigned n = contestant->n_samples;

    if (!contestant->job || n == 0)
        return;
    result->measured = true;
    result->median_us = bench_median(contestant->samples, n);
    result->min_us = contestant->samples[0];
    result->p95_us = contestant->samples[(unsigned)ceil(.95 * n) - 1];
    result->q1_us = bench_quantile(contestant->samples, n, .25);
    result->q3_us = bench_quantile(contestant->samples, n, .75);
    if (contestant->peer->describe)
        contestant->peer->describe(contestant->job, result->recipe,
                                   sizeof result->recipe);
    if (contestant->peer->tell_launches)
        contestant->peer->tell_launches(contestant->job, result->launches,
                                        sizeof result->launches);
    set_status(contestant, "ok", "");
}

static void take_turns(const struct bench_device *device,
                       struct contestant *contestants, unsigned n,
                       const char *progress)
{
    const unsigned rounds = device->options->rounds;
    const double deadline = bench_now() + device->options->seconds;

    for (unsigned round = 0; round < rounds; round++) {
        if (round >= MIN_ROUNDS && bench_now() > deadline)
            break;
        bench_progress("%s: round %u of %u", progress, round + 1, rounds);
        for (unsigned turn = 0; turn < n; turn++) {
            struct contestant *contestant = &contestants[(turn + round) % n];
            double begin;
            bool ok;
            if (!contestant->job)
                continue;
            ok = contestant->peer->run(contestant->job, 1);
            begin = bench_now();
            if (!ok ||
                !contestant->peer->run(contestant->job, contestant->loops)) {
                set_status(contestant, "failed", "a repeated execution");
                stop(contestant);
                continue;
            }
            contestant->samples[contestant->n_samples++] =
                1e6 * (bench_now() - begin) / contestant->loops;
        }
    }
}

void bench_measure(const struct bench_device *device,
                   const struct bench_case *item, const char *progress,
                   struct bench_result *results, unsigned n_results)
{
    const unsigned rounds = device->options->rounds;
    struct contestant *contestants = calloc(n_results, sizeof *contestants);
    void *output = malloc(item->output_size + 16);

    if (!contestants) {
        free(output);
        return;
    }
    for (unsigned i = 0; i < n_results; i++) {
        contestants[i].result = &results[i];
        contestants[i].peer = results[i].entry->peer;
        contestants[i].samples = malloc((rounds + 1) * sizeof(double));
        results[i] = (struct bench_result){
            .entry = results[i].entry,
            .relative_error = -1,
            .plan_cold_ms = -1,
            .plan_warm_ms = -1,
        };
        set_status(&contestants[i], "failed", "no sample was taken");
        bench_progress("%s: preparing %s", progress, results[i].entry->name);
        if (contestants[i].samples && output)
            prepare(device, item, output, &contestants[i]);
    }
    free(output);
    take_turns(device, contestants, n_results, progress);
    for (unsigned i = 0; i < n_results; i++) {
        summarise(&contestants[i]);
        stop(&contestants[i]);
        free(contestants[i].samples);
    }
    free(contestants);
}
