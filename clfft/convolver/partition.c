/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* partition.c: see partition.h. Pure: it asks no device. */
#include "partition.h"

#include "clfft/base/grid.h"

#include <math.h>
#include <stdio.h>

/*
 * The blocks that are tried. Longer ones save little, and all their work is
 * due in one call, which has to end before the next one begins.
 */
#define LEAST_BLOCK UINT64_C(32)
#define MOST_BLOCK UINT64_C(16384)
/* Taps of the direct part at most. */
#define MOST_DIRECT UINT64_C(2048)
/* Launches of a level's products, which it shares with others. */
#define LAUNCHES_PRODUCTS 0.5
/* What a level must save to be worth its kernels, which have to be built. */
#define LEVEL_SHARE 0.1
/* Bytes of a complex number, in single precision. */
#define COMPLEX_SIZE 8

/* As measured with PoCL on an AMD EPYC of 2022 with two processors; of GPUs,
   which differ more than these numbers do, from what their memory can do. */
struct clfft_partition_costs
clfft_partition_get_costs(const clfft_limits *limits, clfft_precision precision)
{
    const double width = precision == CLFFT_PRECISION_DOUBLE ? 2 : 1;
    const double units = limits->compute_units ? limits->compute_units : 1;

    if (limits->type & CL_DEVICE_TYPE_CPU)
        return (struct clfft_partition_costs){.launch = 12000,
                                              .transform = 0.075 * width,
                                              .near = 0.35 * width,
                                              .far = 1.2 * width,
                                              .tap = 0.1 * width,
                                              .one_pass = 65536,
                                              .cache = 4e6 / width};
    return (struct clfft_partition_costs){
        .launch = limits->unified_memory ? 60000 : 6000,
        .transform = 0.1 * width / units,
        .near = 0.8 * width / units,
        .far = 0.8 * width / units,
        .tap = 0.1 * width / units,
        .turn = 5,
        .one_pass = 16384 / width};
}

/* Turns of a work-item's loop that has n for each input of an output. */
static double cost_of_turns(const struct clfft_partition_question *q, double n)
{
    return q->costs.turn * n * (double)q->pairs / q->outputs;
}

/* Of a frame: so many taps in time. */
static double cost_of_direct(const struct clfft_partition_question *q,
                             uint64_t taps)
{
    return q->costs.tap * (double)taps * (double)q->pairs +
           cost_of_turns(q, (double)taps) / (double)q->frames;
}

/* Of all transforms of a block, and the sums over `count` partitions. */
static double cost_of_block(const struct clfft_partition_question *q,
                            uint64_t block, double count)
{
    const double n = 2.0 * (double)block;
    const double size = COMPLEX_SIZE * (double)(block + 1) * count *
                        ((double)q->n_responses + q->inputs);

    return q->costs.transform * n * log2(n) * (q->inputs + q->outputs) +
           (size > q->costs.cache ? q->costs.far : q->costs.near) *
               (double)(block + 1) * (double)q->pairs * count;
}

/* Of a frame. */
static double cost_of_level(const struct clfft_partition_question *q,
                            const struct clfft_level_plan *level)
{
    const double block = (double)level->block, frames = (double)q->frames;
    const double early =
        level->is_early ? (double)divide_up(q->frames, level->block) : 0;
    const double batches = fmax(block, frames); /* frames between them */
    const double pass =
        q->costs.launch * (2 * block > q->costs.one_pass ? 2 : 1);
    const double all = 2 * pass + q->costs.launch * LAUNCHES_PRODUCTS;
    double cost = 0;

    if (level->count)
        cost += (all + cost_of_turns(q, (double)level->count)) / batches +
                cost_of_block(q, level->block, (double)level->count) / block;
    if (early > 0)
        /* with the others of a call, if it completes any, but for its input,
           which is there where calls and blocks meet */
        cost += ((!level->count || block > frames ? all
                  : q->frames % level->block == 0 ? 0
                                                  : pass) +
                 cost_of_block(q, level->block, 1) * early) /
                frames;
    return cost;
}

/* The search adds one level after another to `made`. */
struct search {
    const struct clfft_partition_question *question;
    struct clfft_partitions made, *best;
};

static double worth(const struct clfft_partitions *p)
{
    return p->cost * (1 + LEVEL_SHARE * p->n_levels);
}

static void add_levels(struct search *s, uint64_t offset);

/* Has the level that was added last take the taps from `offset` on, and goes on
   behind them: all of them if `next` is 0, else as few as let a level of that
   block follow. */
static void extend(struct search *s, uint64_t offset, uint64_t next)
{
    const struct clfft_partition_question *q = s->question;
    struct clfft_level_plan *level = &s->made.levels[s->made.n_levels - 1];
    const double cost = s->made.cost;
    uint64_t end = q->taps;

    if (next) {
        end = next > q->latency ? next - q->latency : 0;
        if (end >= q->taps || (end <= offset && !level->is_early))
            return;
    }
    level->count = end > offset ? divide_up(end - offset, level->block) : 0;
    end = offset + level->count * level->block;
    s->made.cost += cost_of_level(q, level);
    if (worth(&s->made) < worth(s->best)) {
        if (end >= q->taps)
            *s->best = s->made;
        else
            add_levels(s, end);
    }
    s->made.cost = cost;
}

/* Extends the level that was added last in every way. */
static void extend_all(struct search *s, uint64_t offset)
{
    const uint64_t block = s->made.levels[s->made.n_levels - 1].block;

    extend(s, offset, 0);
    for (uint64_t next = 2 * block; next <= MOST_BLOCK; next *= 2)
        extend(s, offset, next);
}

/* Adds a level for the taps from `offset` on: each that is ready in time. */
static void add_levels(struct search *s, uint64_t offset)
{
    const uint64_t ready = offset + s->question->latency;
    const unsigned n = s->made.n_levels;
    uint64_t block = n ? 2 * s->made.levels[n - 1].block : LEAST_BLOCK;

    if (n == CLFFT_MAX_LEVELS)
        return;
    for (; block <= MOST_BLOCK && block <= ready; block *= 2) {
        s->made.n_levels = n + 1;
        s->made.levels[n] =
            (struct clfft_level_plan){.block = block, .offset = offset};
        extend_all(s, offset);
    }
    s->made.n_levels = n;
}

/* Begins with so many taps in time. */
static void begin(struct search *s, uint64_t direct)
{
    const struct clfft_partition_question *q = s->question;

    s->made = (struct clfft_partitions){.direct = direct,
                                        .cost = cost_of_direct(q, direct)};
    if (direct < q->taps)
        add_levels(s, direct);
    else if (worth(&s->made) < worth(s->best))
        *s->best = s->made;
}

void clfft_partition_plan(const struct clfft_partition_question *question,
                          struct clfft_partitions *partitions)
{
    const struct clfft_partition_question *q = question;
    struct search s = {.question = q, .best = partitions};

    *partitions = (struct clfft_partitions){.cost = INFINITY};
    begin(&s, 0);
    if (q->taps <= MOST_DIRECT)
        begin(&s, q->taps);
    for (uint64_t block = LEAST_BLOCK; block <= MOST_BLOCK; block *= 2) {
        /* as few in time as this block needs in front of it */
        const uint64_t taps = block > q->latency ? block - q->latency : 0;

        if (taps && taps <= MOST_DIRECT && taps < q->taps)
            begin(&s, taps);
        /* or the first partition early */
        s.made = (struct clfft_partitions){
            .n_levels = 1,
            .levels = {{.block = block, .offset = block, .is_early = true}}};
        extend_all(&s, block);
    }
}

size_t clfft_partition_print(const struct clfft_partitions *partitions,
                             char *text, size_t size)
{
    size_t length = 0;

#define ADD(...)                                                               \
    length += (size_t)snprintf(length < size ? text + length : NULL,           \
                               length < size ? size - length : 0, __VA_ARGS__)
#define NEXT (length ? ", " : "")
    if (size)
        text[0] = 0;
    if (partitions->direct)
        ADD("direct %llu", (unsigned long long)partitions->direct);
    for (unsigned i = 0; i < partitions->n_levels; i++) {
        const struct clfft_level_plan *level = &partitions->levels[i];

        if (level->is_early)
            ADD("%searly %llu", NEXT, (unsigned long long)level->block);
        if (level->count)
            ADD("%s%llu of %llu", NEXT, (unsigned long long)level->count,
                (unsigned long long)level->block);
    }
#undef NEXT
#undef ADD
    return length;
}
