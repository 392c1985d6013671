/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * tune.c: clfft-bench tune: searches a better recipe than the engine takes by
 * itself, and prints it as a row for clfft/planner/measured/.
 *
 * After what --draw draws, the search goes from the best so far to its best
 * neighbour, one kind of change at a time, pass by pass, until a whole turn
 * brings nothing. What is not at least KEEP better is not taken, and a last
 * comparison in turns with the first recipe says whether it is printed. With
 * --lock, several processes search on one device: they compile at the same time
 * and measure one by one. With --minutes the search of a description ends then,
 * wherever it is.
 */
#include "clfft/tools/peers/peer.h"
#include "tune.h"
#include "clfft/planner/planner.h"

#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define KEEP 0.995   /* of the best so far */
#define HOPELESS 1.3 /* times the best: not measured to the end */
#define SAMPLES 5
#define SAMPLE_SECONDS 2e-3
#define LAST_SAMPLES 15
#define MOST_TURNS 3

struct search {
    const struct bench_device *device;
    const struct bench_case *item;
    struct peer_buffers buffers;
    int lock; /* file descriptor, or -1 */
    clfft_choice best;
    double best_us;
    double deadline; /* bench_now(); 0: none */
    unsigned n_tried, n_drawn, n_failed;
    char failed[1024], reason[256]; /* the first that was not built, why */
};

static void take_lock(const struct search *s, bool take)
{
    if (s->lock >= 0 && flock(s->lock, take ? LOCK_EX : LOCK_UN) != 0)
        perror("clfft-bench: --lock");
}

/* us of one execution, `n` in a row; negative: it failed. */
static double sample(struct search *s, clfft_plan *plan, unsigned n)
{
    const double start = bench_now();

    for (unsigned i = 0; i < n; i++)
        if (clfft_plan_execute(plan, s->device->queue, s->buffers.input,
                               s->buffers.output, NULL) != CLFFT_STATUS_OK)
            return -1;
    if (clFinish(s->device->queue) != CL_SUCCESS)
        return -1;
    return 1e6 * (bench_now() - start) / n;
}

static unsigned loops_for(double once_us)
{
    const double n = 1e6 * SAMPLE_SECONDS / (once_us + 0.1);

    return n < 1 ? 1 : n > 2000 ? 2000 : (unsigned)n;
}

/* Median us; negative: it failed or is hopeless. */
static double time_plan(struct search *s, clfft_plan *plan)
{
    double samples[SAMPLES], once;
    unsigned n;

    once = sample(s, plan, 1);
    if (once >= 0)
        once = sample(s, plan, 2);
    if (once < 0 || (s->best_us > 20 && once > 2 * HOPELESS * s->best_us))
        return -1;
    n = loops_for(once);
    for (unsigned i = 0; i < SAMPLES; i++) {
        samples[i] = sample(s, plan, n);
        if (samples[i] < 0 ||
            (s->best_us > 0 && samples[i] > HOPELESS * s->best_us))
            return -1;
    }
    return bench_median(samples, SAMPLES);
}

static clfft_plan *make_plan(const struct search *s, const clfft_choice *choice)
{
    clfft_plan_params params = s->device->options->plan;
    clfft_plan *plan = NULL;
    char text[2048];

    clfft_choice_print(choice, text, sizeof text);
    params.recipe = text;
    return clfft_plan_create(s->device->engine, &s->item->desc, &params,
                             &plan) == CLFFT_STATUS_OK
               ? plan
               : NULL;
}

static void try_choice(struct search *s, const clfft_choice *choice)
{
    clfft_plan *plan = make_plan(s, choice);
    double us = -1;

    s->n_tried++;
    if (!plan && s->n_failed++ == 0) {
        clfft_choice_print(choice, s->failed, sizeof s->failed);
        snprintf(s->reason, sizeof s->reason, "%s", clfft_last_error());
    }
    if (plan) {
        take_lock(s, true);
        us = time_plan(s, plan);
        take_lock(s, false);
    }
    clfft_plan_destroy(&plan);
    if (us > 0 && (s->best_us <= 0 || us < KEEP * s->best_us)) {
        s->best = *choice;
        s->best_us = us;
    }
}

static bool is_late(const struct search *s)
{
    return s->deadline > 0 && bench_now() > s->deadline;
}

/* Every change of one kind of one pass of the best choice. */
static bool try_move(struct search *s, unsigned axis, unsigned pass,
                     enum tune_move move)
{
    const clfft_shape shape = s->best.axes[axis].shapes[pass];
    struct tune_list list = {0};
    clfft_choice choice = s->best;
    bool enough = s->best.tile2d && axis < 2
                      ? tune_tile2d_neighbours(&s->item->desc, &s->best, axis,
                                               move, s->device->limits, &list)
                      : tune_neighbours(&shape, move, s->device->limits, &list);

    for (unsigned i = 0; enough && i < list.n && !is_late(s); i++) {
        bench_progress("%s: pass %u of axis %u, %u of %u, best %.1f us",
                       s->item->text, pass, axis, i + 1, list.n, s->best_us);
        choice.axes[axis].shapes[pass] = list.shapes[i];
        if (memcmp(&list.shapes[i], &shape, sizeof shape) != 0)
            try_choice(s, &choice);
    }
    free(list.shapes);
    return enough;
}

/* So many shapes for each pass, whatever they are, each beside the best of the
   others. */
static void try_drawn(struct search *s)
{
    uint64_t state = s->device->options->seed;
    const unsigned n = s->device->options->draw;

    for (unsigned i = 0; i < n && !is_late(s); i++)
        for (unsigned a = s->best.tile2d ? 2 : 0; a < s->best.n_axes; a++)
            for (unsigned p = 0; p < s->best.axes[a].n_shapes; p++) {
                clfft_choice choice = s->best;
                clfft_shape *shape = &choice.axes[a].shapes[p];
                bench_progress("%s: drawn %u of %u, best %.1f us",
                               s->item->text, i + 1, n, s->best_us);
                if (shape->schedule == CLFFT_SCHEDULE_GROUP &&
                    tune_draw(shape, s->device->limits, &state, shape)) {
                    try_choice(s, &choice);
                    s->n_drawn++;
                }
            }
}

static bool search_choice(struct search *s)
{
    bool enough = true;

    for (unsigned turn = 0; enough && turn < MOST_TURNS; turn++) {
        const double before = s->best_us;
        for (unsigned a = 0; enough && a < s->best.n_axes; a++)
            for (unsigned p = 0; enough && p < s->best.axes[a].n_shapes; p++)
                for (int m = 0; enough && m < TUNE_MOVES; m++)
                    enough = try_move(s, a, p, (enum tune_move)m);
        if (s->best_us > KEEP * before || is_late(s))
            break;
    }
    return enough;
}

/* The first recipe and the best one in turns: how many times faster it is. */
static double compare(struct search *s, const clfft_choice *first,
                      double *first_us)
{
    clfft_plan *plans[2] = {make_plan(s, first), make_plan(s, &s->best)};
    double samples[2][LAST_SAMPLES], gain = 0;
    bool runs = plans[0] && plans[1];

    take_lock(s, true);
    for (unsigned i = 0; runs && i < LAST_SAMPLES; i++)
        for (unsigned p = 0; p < 2; p++) {
            samples[p][i] = sample(s, plans[p], loops_for(s->best_us));
            runs = runs && samples[p][i] > 0;
        }
    take_lock(s, false);
    if (runs) {
        *first_us = bench_median(samples[0], LAST_SAMPLES);
        s->best_us = bench_median(samples[1], LAST_SAMPLES);
        gain = *first_us / s->best_us;
    }
    clfft_plan_destroy(&plans[0]);
    clfft_plan_destroy(&plans[1]);
    return gain;
}

static const char *precision_of(const clfft_desc *desc)
{
    return desc->precision == CLFFT_PRECISION_DOUBLE ? "precise" : "single";
}

/* A row of clfft/planner/measured/. */
static void tell_tile2d(const struct search *s)
{
    const clfft_desc *d = &s->item->desc;
    clfft_choice alone = s->best;
    unsigned axes[CLFFT_MAX_RANK];
    char text[2048];

    clfft_active_axes(d, axes);
    alone.n_axes = 2;
    clfft_choice_print(&alone, text, sizeof text);
    printf(
        "ROW(\"\", \"%s\", gpu, group, %s, %s, TILE2D(%llu, %llu), \"%s\")\n",
        s->device->limits->vendor_name, precision_of(d),
        clfft_rows_use_name(clfft_planner_tile2d_use(d)),
        (unsigned long long)clfft_core_length(d, axes[1]),
        (unsigned long long)clfft_core_length(d, axes[0]), text);
}

static void tell_axis(const struct search *s, unsigned axis,
                      const clfft_axis_choice *passes)
{
    const clfft_desc *d = &s->item->desc;
    const uint64_t length = clfft_core_length(d, axis);
    const clfft_choice alone = {.n_axes = 1, .axes = {*passes}};
    char text[2048];

    clfft_choice_print(&alone, text, sizeof text);
    printf("ROW(\"\", \"%s\", %s, %s, %s, %s, %llu, \"%s\")\n",
           s->device->limits->vendor_name,
           s->device->limits->type & CL_DEVICE_TYPE_CPU ? "cpu" : "gpu",
           passes->shapes[0].schedule == CLFFT_SCHEDULE_GROUP ? "group"
                                                              : "simd",
           precision_of(d), clfft_rows_use_name(clfft_planner_use(d, axis)),
           (unsigned long long)length, text);
}

static void tell(const struct search *s, const clfft_choice *first,
                 double first_us, double gain)
{
    unsigned axes[CLFFT_MAX_RANK];
    char before[2048], after[2048];

    clfft_active_axes(&s->item->desc, axes);
    clfft_choice_print(first, before, sizeof before);
    clfft_choice_print(&s->best, after, sizeof after);
    bench_progress("%s", "");
    printf(
        "# %s: %u tried, %u of them drawn, %u not built; %.2f us by \"%s\"\n",
        s->item->text, s->n_tried, s->n_drawn, s->n_failed, first_us, before);
    if (s->n_failed)
        printf("#   first not built: \"%s\": %s\n", s->failed, s->reason);
    if (gain < 1 / KEEP || !strcmp(before, after)) {
        printf("#   nothing is faster\n");
    } else {
        printf("#   %.2f us, %.3f times as fast, by \"%s\"\n", s->best_us, gain,
               after);
        if (s->best.tile2d)
            tell_tile2d(s);
        for (unsigned i = s->best.tile2d ? 2 : 0; i < s->best.n_axes; i++)
            if (memcmp(&s->best.axes[i], &first->axes[i],
                       sizeof first->axes[i]) != 0)
                tell_axis(s, axes[i], &s->best.axes[i]);
    }
    fflush(stdout);
}

static bool tune_item(const struct bench_device *device, const char *text,
                      int lock)
{
    struct search s = {
        .device = device,
        .lock = lock,
        .deadline = device->options->minutes > 0
                        ? bench_now() + 60 * device->options->minutes
                        : 0,
    };
    struct bench_case item;
    char reason[256];
    clfft_plan_info info;
    clfft_plan *plan = NULL;
    clfft_choice first;
    double first_us = 0, gain;
    bool good = false;

    if (!bench_case_open(&item, text, reason)) {
        fprintf(stderr, "clfft-bench: %s: %s\n", text, reason);
        return false;
    }
    s.item = &item;
    if (!bench_case_fill(&item, device->options->seed, reason) ||
        !peer_buffers_open(device, &item, &s.buffers, reason)) {
        fprintf(stderr, "clfft-bench: %s: %s\n", text, reason);
    } else if (clfft_plan_create(device->engine, &item.desc,
                                 &device->options->plan,
                                 &plan) != CLFFT_STATUS_OK) {
        fprintf(stderr, "clfft-bench: %s: %s\n", text, clfft_last_error());
    } else {
        clfft_plan_get_info(plan, &info);
        good = clfft_choice_parse(info.recipe, &first) == CLFFT_STATUS_OK &&
               first.n_axes > 0;
        if (!good)
            fprintf(stderr, "clfft-bench: %s: \"%s\" has no passes to vary\n",
                    text, info.recipe);
    }
    clfft_plan_destroy(&plan);
    if (good) {
        try_choice(&s, &first);
        try_drawn(&s);
        good = s.best_us > 0 && search_choice(&s);
    }
    if (good) {
        gain = compare(&s, &first, &first_us);
        tell(&s, &first, first_us, gain);
    }
    peer_buffers_close(&s.buffers);
    bench_case_close(&item);
    return good;
}

int bench_tune_main(const struct bench_options *options)
{
    struct bench_device device;
    FILE *file = NULL;
    int status = 0;

    if (options->n_items == 0) {
        fprintf(stderr, "clfft-bench: tune: give descriptions\n");
        return 2;
    }
    if (options->lock && !(file = fopen(options->lock, "a"))) {
        perror(options->lock);
        return 2;
    }
    if (!bench_device_open(&device, options)) {
        if (file)
            fclose(file);
        return 2;
    }
    printf("# %s, %s %s\n", device.limits->device_name,
           device.limits->platform_name, device.limits->driver_version);
    if (options->draw)
        printf("# --draw %u --seed %llu\n", options->draw,
               (unsigned long long)options->seed);
    for (unsigned i = 0; i < options->n_items; i++)
        if (!tune_item(&device, options->items[i], file ? fileno(file) : -1))
            status = 1;
    bench_device_close(&device);
    if (file)
        fclose(file);
    return status;
}
