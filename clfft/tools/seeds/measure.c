/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * measure.c: all cells of one description, checked, then timed in turns.
 * Wall time is taken on a queue without profiling, events on another one.
 */
#include "stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLE_SECONDS 3e-3
#define MAX_LOOPS 2000
#define MIN_ROUNDS 3
#define WARM_ROUNDS 8
#define MAX_LAUNCHES 256

struct actor {
    struct seeds_cell *cell;
    clfft_plan *plan;
    void *job;   /* of a peer */
    double once; /* seconds of an execution, about */
    unsigned loops, n_walls, n_events;
    double *walls, *events; /* milliseconds */
    double *launches;       /* of each event sample, n_launches each */
};

static void tell(struct seeds_cell *cell, const char *what, const char *why)
{
    snprintf(cell->status, sizeof cell->status, "%s%s%.160s", what,
             *why ? ": " : "", why);
}

static bool is_running(const struct actor *actor)
{
    return actor->plan || actor->job;
}

static void stop(struct actor *actor)
{
    if (actor->job)
        actor->cell->peer->done(actor->job);
    actor->job = NULL;
    clfft_plan_destroy(&actor->plan);
}

/* ---- setting up ---- */

/* The contract of one transform and of many, where the cell has no limit. */
static double limit_of(const struct seeds_stage *stage,
                       const struct seeds_cell *cell)
{
    struct reference_limits limits;

    if (cell->limit > 0)
        return cell->limit;
    reference_get_limits(&stage->item.desc, &limits);
    return limits.single;
}

static void describe_plan(const struct seeds_stage *stage, struct actor *actor,
                          const clfft_plan_info *info)
{
    struct seeds_cell *cell = actor->cell;

    snprintf(cell->used, sizeof cell->used, "%s", info->recipe);
    cell->limit = bench_case_limit(&stage->item, info->limit);
    cell->n_launches = info->n_kernels;
    for (unsigned i = 0; i < info->n_kernels; i++) {
        clfft_kernel_info kernel;
        if (clfft_plan_get_kernel(actor->plan, i, &kernel) != CLFFT_STATUS_OK)
            continue;
        if (cell->private_size < kernel.private_size)
            cell->private_size = kernel.private_size;
        if (cell->local_size < kernel.local_size)
            cell->local_size = kernel.local_size;
    }
}

static bool run_engine(const struct bench_device *device,
                       const struct seeds_stage *stage, struct actor *actor,
                       unsigned n)
{
    const clfft_execute_params params = {.scratch = stage->scratch};

    for (unsigned i = 0; i < n; i++)
        if (clfft_plan_execute(actor->plan, device->queue, stage->buffers.input,
                               stage->buffers.output,
                               &params) != CLFFT_STATUS_OK)
            return false;
    return clFinish(device->queue) == CL_SUCCESS;
}

/* Seconds of the best of a few executions; negative if it does not run. */
static double try_recipe(const struct bench_device *device,
                         struct seeds_stage *stage, struct actor *actor,
                         const char *recipe)
{
    const clfft_plan_params params = {
        .recipe = recipe, .external_scratch = true, .no_self_check = true};
    clfft_plan_info info;
    double best = -1;

    if (clfft_plan_create(device->engine, &stage->item.desc, &params,
                          &actor->plan) != CLFFT_STATUS_OK)
        return -1;
    clfft_plan_get_info(actor->plan, &info);
    for (unsigned i = 0;
         i < 4 && seeds_stage_grow_scratch(device, stage, info.scratch_size);
         i++) {
        const double begin = bench_now();
        if (run_engine(device, stage, actor, 1) &&
            (best < 0 || bench_now() - begin < best))
            best = bench_now() - begin;
    }
    clfft_plan_destroy(&actor->plan);
    return best;
}

/* Appends the fastest work-group size to the recipe. A CPU's compiler makes
   the same loops of all. */
static void choose_items(const struct bench_device *device,
                         struct seeds_stage *stage, struct actor *actor)
{
    static const unsigned sizes[] = {32, 64, 128, 256, 512};
    struct seeds_cell *cell = actor->cell;
    const size_t length = strlen(cell->recipe);
    char recipe[sizeof cell->recipe];
    double best = -1;

    if (!cell->any_items || device->limits->type & CL_DEVICE_TYPE_CPU)
        return;
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        double seconds;
        snprintf(recipe, sizeof recipe, "%.*s w%u", (int)length, cell->recipe,
                 sizes[i]);
        seconds = try_recipe(device, stage, actor, recipe);
        if (seconds < 0 || (best >= 0 && seconds >= best))
            continue;
        best = seconds;
        memcpy(cell->recipe, recipe, sizeof recipe);
    }
}

static bool start_engine(const struct bench_device *device,
                         struct seeds_stage *stage, struct actor *actor)
{
    struct seeds_cell *cell = actor->cell;
    const clfft_plan_params params = {
        .schedule = cell->schedule,
        .recipe = cell->recipe[0] ? cell->recipe : NULL,
        .external_scratch = true,
    };
    clfft_plan_info info;
    clfft_status status;

    choose_items(device, stage, actor);
    status = clfft_plan_create(device->engine, &stage->item.desc, &params,
                               &actor->plan);
    if (status != CLFFT_STATUS_OK) {
        tell(cell, status == CLFFT_STATUS_UNSUPPORTED ? "refused" : "failed",
             clfft_last_error());
        return false;
    }
    clfft_plan_get_info(actor->plan, &info);
    describe_plan(stage, actor, &info);
    if (seeds_stage_grow_scratch(device, stage, info.scratch_size))
        return true;
    tell(cell, "failed", "no memory for scratch");
    return false;
}

static bool start_peer(const struct bench_device *device,
                       struct seeds_stage *stage, struct actor *actor)
{
    struct seeds_cell *cell = actor->cell;
    char reason[PEER_REASON_SIZE] = "no memory";
    double plan_ms;

    if (!cell->peer->can_do(device, &stage->item, reason)) {
        tell(cell, "refused", reason);
        return false;
    }
    actor->job = cell->peer->setup(device, &stage->item, &plan_ms, reason);
    if (!actor->job) {
        tell(cell, "failed", reason);
        return false;
    }
    if (cell->peer->describe)
        cell->peer->describe(actor->job, cell->used, sizeof cell->used);
    return true;
}

/* ---- running ---- */

static bool run_wall(const struct bench_device *device,
                     const struct seeds_stage *stage, struct actor *actor,
                     unsigned n)
{
    return actor->plan ? run_engine(device, stage, actor, n)
                       : actor->cell->peer->run(actor->job, n);
}

/* One execution whose launches are timed by the device. */
static bool run_events(const struct seeds_stage *stage, struct actor *actor)
{
    const unsigned n = actor->cell->n_launches;
    cl_event launches[MAX_LAUNCHES] = {NULL};
    const clfft_execute_params params = {.scratch = stage->scratch,
                                         .launches = launches};
    double *to = actor->launches + (size_t)n * actor->n_events;
    double sum = 0;
    bool good;

    good =
        clfft_plan_execute(actor->plan, stage->profiled, stage->buffers.input,
                           stage->buffers.output, &params) == CLFFT_STATUS_OK;
    good = clFinish(stage->profiled) == CL_SUCCESS && good;
    for (unsigned i = 0; i < n; i++) {
        if (!launches[i])
            continue;
        sum += to[i] = bench_event_ms(launches[i]);
        clReleaseEvent(launches[i]);
    }
    actor->events[actor->n_events++] = sum;
    return good;
}

static bool check(const struct bench_device *device, struct seeds_stage *stage,
                  struct actor *actor)
{
    const cl_uint poison = 0xffffffff; /* NaN */
    struct seeds_cell *cell = actor->cell;
    float *output = malloc(stage->item.output_size);
    const double limit = limit_of(stage, cell);
    bool good = false;

    if (actor->plan &&
        clEnqueueFillBuffer(device->queue, stage->buffers.output, &poison, 4, 0,
                            stage->buffers.output_size, 0, NULL, NULL))
        tell(cell, "failed", "the output could not be cleared");
    else if (!run_wall(device, stage, actor, 1))
        tell(cell, "failed", "the first execution");
    else if (!output ||
             !(actor->plan ? peer_buffers_read(device, &stage->buffers, output)
                           : cell->peer->read(actor->job, output)))
        tell(cell, "failed", "the result cannot be read back");
    else
        good = true;
    if (good && cell->peer != &peer_copy) {
        cell->error = seeds_stage_compare(stage, output);
        if (!cell->peer && !(cell->error <= limit)) {
            char reason[100];
            snprintf(reason, sizeof reason, "relative error %.2e is above %.2e",
                     cell->error, limit);
            tell(cell, "wrong", reason);
            good = false;
        }
    }
    free(output);
    return good;
}

/* Seconds of one execution: the least of a few, the first ones are cold. */
static void calibrate(const struct bench_device *device,
                      struct seeds_stage *stage, struct actor *actor)
{
    actor->loops = 1;
    actor->once = INFINITY;
    for (unsigned warm = 0; warm < WARM_ROUNDS; warm++) {
        const double begin = bench_now();
        if (!run_wall(device, stage, actor, actor->loops)) {
            tell(actor->cell, "failed", "a repeated execution");
            stop(actor);
            return;
        }
        actor->once = fmin(actor->once, (bench_now() - begin) / actor->loops);
        actor->loops =
            (unsigned)fmin(MAX_LOOPS, fmax(1, SAMPLE_SECONDS / actor->once));
        if (actor->once > SAMPLE_SECONDS)
            return;
    }
}

/* Who is about as fast as the fastest runs as often: the more a queue holds,
   the less time each takes. */
static void level_loops(struct actor *actors, unsigned n)
{
    const struct actor *fastest = NULL;

    for (unsigned i = 0; i < n; i++)
        if (is_running(&actors[i]) &&
            (!fastest || actors[i].once < fastest->once))
            fastest = &actors[i];
    for (unsigned i = 0; i < n; i++)
        if (is_running(&actors[i]) && actors[i].once < 2 * fastest->once)
            actors[i].loops = fastest->loops;
}

static void prepare(const struct bench_device *device,
                    struct seeds_stage *stage, struct actor *actor)
{
    const unsigned rounds = device->options->rounds + 1;
    struct seeds_cell *cell = actor->cell;
    bool good;

    cell->points = (double)stage->n_truth / 2;
    cell->flops = stage->item.flops;
    cell->error = cell->event_ms = -1;
    tell(cell, "failed", "no sample was taken");
    good = cell->peer ? start_peer(device, stage, actor)
                      : start_engine(device, stage, actor);
    good = good && check(device, stage, actor);
    if (!good) {
        stop(actor);
        return;
    }
    actor->walls = calloc(rounds, sizeof *actor->walls);
    actor->events = calloc(rounds, sizeof *actor->events);
    actor->launches = calloc((size_t)rounds * (cell->n_launches + 1),
                             sizeof *actor->launches);
    if (!actor->walls || !actor->events || !actor->launches ||
        cell->n_launches > MAX_LAUNCHES) {
        tell(cell, "failed", "no memory for samples");
        stop(actor);
        return;
    }
    calibrate(device, stage, actor);
}

static void take_turn(const struct bench_device *device,
                      struct seeds_stage *stage, struct actor *actor)
{
    const double begin = bench_now();

    if (!is_running(actor))
        return;
    if (!run_wall(device, stage, actor, actor->loops)) {
        tell(actor->cell, "failed", "a repeated execution");
        stop(actor);
        return;
    }
    actor->walls[actor->n_walls++] = 1e3 * (bench_now() - begin) / actor->loops;
    if (actor->plan && !run_events(stage, actor)) {
        tell(actor->cell, "failed", "an execution with events");
        stop(actor);
    }
}

/* ---- summing up ---- */

/* Of every `step`th value. */
static double median_of(double *values, unsigned n, unsigned step)
{
    double picked[1024];

    if (n > 1024)
        n = 1024;
    for (unsigned i = 0; i < n; i++)
        picked[i] = values[(size_t)i * step];
    return bench_median(picked, n);
}

static bool is_part(const struct actor *actor, unsigned index)
{
    const char *part = actor->cell->part;
    clfft_kernel_info kernel;

    return part && actor->plan &&
           clfft_plan_get_kernel(actor->plan, index, &kernel) ==
               CLFFT_STATUS_OK &&
           !strcmp(kernel.name, part);
}

static void summarise(struct actor *actor)
{
    struct seeds_cell *cell = actor->cell;

    if (!is_running(actor) || !actor->n_walls)
        return;
    cell->measured = true;
    cell->wall_ms = median_of(actor->walls, actor->n_walls, 1);
    if (actor->n_events)
        cell->event_ms = median_of(actor->events, actor->n_events, 1);
    for (unsigned i = 0; actor->n_events && i < cell->n_launches; i++) {
        const double ms =
            median_of(actor->launches + i, actor->n_events, cell->n_launches);
        if (i == 0 || ms < cell->launch_ms[0])
            cell->launch_ms[0] = ms;
        if (i == 0 || ms > cell->launch_ms[1])
            cell->launch_ms[1] = ms;
        if (is_part(actor, i))
            cell->part_ms += ms;
    }
    tell(cell, "ok", "");
}

/* Nobody shall always come behind the same other one. */
static void shuffle(unsigned *order, unsigned n, unsigned *state)
{
    for (unsigned i = n; i > 1; i--) {
        const unsigned last = order[i - 1], other = (unsigned)rand_r(state) % i;
        order[i - 1] = order[other];
        order[other] = last;
    }
}

static void run_rounds(const struct bench_device *device,
                       struct seeds_stage *stage, struct actor *actors,
                       unsigned n, const char *desc)
{
    const double deadline = bench_now() + device->options->seconds;
    unsigned random = (unsigned)device->options->seed;
    unsigned *order = calloc(n, sizeof *order);

    for (unsigned i = 0; order && i < n; i++)
        order[i] = i;
    for (unsigned round = 0; order && round < device->options->rounds;
         round++) {
        if (round >= MIN_ROUNDS && bench_now() > deadline)
            break;
        bench_progress("%s: round %u of %u", desc, round + 1,
                       device->options->rounds);
        shuffle(order, n, &random);
        for (unsigned turn = 0; turn < n; turn++)
            take_turn(device, stage, &actors[order[turn]]);
    }
    free(order);
}

bool seeds_measure(struct seeds_run *run, const char *desc,
                   struct seeds_cell *cells, unsigned n_cells)
{
    struct actor *actors = calloc(n_cells, sizeof *actors);
    struct seeds_stage stage;
    const bool is_open = seeds_stage_open(run->device, desc, &stage);

    for (unsigned i = 0; actors && is_open && i < n_cells; i++) {
        actors[i].cell = &cells[i];
        bench_progress("%s: preparing %u of %u, %s", desc, i + 1, n_cells,
                       cells[i].recipe);
        prepare(run->device, &stage, &actors[i]);
    }
    if (actors && is_open) {
        level_loops(actors, n_cells);
        run_rounds(run->device, &stage, actors, n_cells, desc);
    }
    for (unsigned i = 0; actors && is_open && i < n_cells; i++) {
        summarise(&actors[i]);
        stop(&actors[i]);
        free(actors[i].walls);
        free(actors[i].events);
        free(actors[i].launches);
        run->failed = run->failed || !strncmp(cells[i].status, "wrong", 5) ||
                      !strncmp(cells[i].status, "failed", 6);
        seeds_csv_cell(run, desc, &cells[i]);
    }
    bench_progress("%s", "");
    seeds_stage_close(&stage);
    free(actors);
    return actors && is_open;
}
