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
/* Launches of a level. That of its products it shares with others. */
#define LAUNCHES 2.5
/* An early level transforms twice where calls and blocks do not meet. */
#define LAUNCHES_EARLY 1
/* Bytes of a complex number, in single precision. */
#define COMPLEX_SIZE 8

/* As measured with PoCL on an AMD EPYC of 2022 with two processors; of GPUs,
   which differ more than these numbers do, from what their memory can do. */
struct clfft_partition_costs
clfft_partition_get_costs(const clfft_limits *limits,
                          clfft_precision precision)
{
    const double width = precision == CLFFT_PRECISION_DOUBLE ? 2 : 1;
    const double units = limits->compute_units ? limits->compute_units : 1;

    if (limits->type & CL_DEVICE_TYPE_CPU)
        return (struct clfft_partition_costs){.launch = 12000,
                                              .transform = 0.075 * width,
                                              .near = 0.35 * width,
                                              .far = 1.2 * width,
                                              .tap = 0.1 * width,
                                              .cache = 4e6 / width};
    return (struct clfft_partition_costs){
        .launch = limits->unified_memory ? 60000 : 6000,
        .transform = 0.1 * width / units,
        .near = 0.8 * width / units,
        .far = 0.8 * width / units,
        .tap = 0.1 * width / units};
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
    double cost = 0;

    if (level->count)
        cost += q->costs.launch * LAUNCHES / batches +
                cost_of_block(q, level->block, (double)level->count) / block;
    if (early > 0)
        cost += (q->costs.launch * (level->count && block <= frames
                                        ? LAUNCHES_EARLY
                                        : LAUNCHES) +
                 cost_of_block(q, level->block, 1) * early) /
                frames;
    return cost;
}

/* The search adds one level after another to `made`. */
struct search {
    const struct clfft_partition_question *question;
    struct clfft_partitions made, *best;
};

static void add_levels(struct search *s, uint64_t offset);

/* Has the level that was added take taps from `offset` on, as few as let a
   level of `next` follow, or all (0); and goes on behind it. */
static void extend(struct search *s, uint64_t offset, uint64_t next)
{
    const struct clfft_partition_question *q = s->question;
    struct clfft_level_plan *level = &s->made.levels[s->made.n_levels - 1];
    const double cost = s->made.cost;
    uint64_t end = q->taps;

    if (next) {
        const uint64_t least = next > q->latency ? next - q->latency : 0;

        if (least >= q->taps)
            return;
        end = least;
    }
    level->count = end > offset ? divide_up(end - offset, level->block) : 0;
    if (next && !level->count && !level->is_early)
        return; /* a level without taps */
    s->made.cost += cost_of_level(q, level);
    if (s->made.cost < s->best->cost) {
        if (!next)
            *s->best = s->made;
        else if (offset + level->count * level->block < q->taps)
            add_levels(s, offset + level->count * level->block);
    }
    s->made.cost = cost;
}

/* Adds a level for the taps from `offset` on, each that is ready in time. */
static void add_levels(struct search *s, uint64_t offset)
{
    const struct clfft_partition_question *q = s->question;
    const unsigned n = s->made.n_levels;
    uint64_t block = n ? 2 * s->made.levels[n - 1].block : LEAST_BLOCK;

    if (n == CLFFT_MAX_LEVELS)
        return;
    for (; block <= MOST_BLOCK && block <= offset + q->latency; block *= 2) {
        s->made.n_levels = n + 1;
        s->made.levels[n] =
            (struct clfft_level_plan){.block = block, .offset = offset};
        extend(s, offset, 0);
        for (uint64_t next = 2 * block; next <= MOST_BLOCK; next *= 2)
            extend(s, offset, next);
    }
    s->made.n_levels = n;
}

void clfft_partition_plan(const struct clfft_partition_question *question,
                          struct clfft_partitions *partitions)
{
    const struct clfft_partition_question *q = question;
    struct search s = {.question = q, .best = partitions};

    *partitions = (struct clfft_partitions){.cost = INFINITY};
    /* nothing in front */
    add_levels(&s, 0);
    /* taps in time, all or as few as a block allows */
    if (q->taps <= MOST_DIRECT)
        *partitions = (struct clfft_partitions){
            .direct = q->taps,
            .cost = q->costs.tap * (double)q->taps * (double)q->pairs};
    for (uint64_t block = LEAST_BLOCK; block <= MOST_BLOCK; block *= 2) {
        const uint64_t taps = block > q->latency ? block - q->latency : 0;

        if (!taps || taps > MOST_DIRECT || taps >= q->taps)
            continue;
        s.made = (struct clfft_partitions){
            .direct = taps,
            .cost = q->costs.tap * (double)taps * (double)q->pairs};
        if (s.made.cost < partitions->cost)
            add_levels(&s, taps);
    }
    /* the first partition early */
    for (uint64_t block = LEAST_BLOCK; block <= MOST_BLOCK; block *= 2) {
        s.made = (struct clfft_partitions){
            .n_levels = 1,
            .levels = {{.block = block, .offset = block, .is_early = true}}};
        extend(&s, block, 0);
        for (uint64_t next = 2 * block; next <= MOST_BLOCK; next *= 2)
            extend(&s, block, next);
    }
}

size_t clfft_partition_print(const struct clfft_partitions *partitions,
                             char *text, size_t size)
{
    size_t length = 0;

#define ADD(format, number)                                                    \
    length += (size_t)snprintf(text + (length < size ? length : size),         \
                               length < size ? size - length : 0,              \
                               "%s" format, length ? ", " : "",                \
                               (unsigned long long)(number))
    if (size)
        text[0] = 0;
    if (partitions->direct)
        ADD("direct %llu", partitions->direct);
    for (unsigned i = 0; i < partitions->n_levels; i++) {
        const struct clfft_level_plan *level = &partitions->levels[i];

        if (level->is_early)
            ADD("early %llu", level->block);
        if (level->count) {
            ADD("%llu of ", level->count);
            length += (size_t)snprintf(
                text + (length < size ? length : size),
                length < size ? size - length : 0, "%llu",
                (unsigned long long)level->block);
        }
    }
#undef ADD
    return length;
}
