/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* size.c: how large everything is that a convolver has on the device, and
   whether that has room for it. */
#include "state.h"

#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/base/grid.h"

/* Frames that one batch takes, unless calls are shorter: at least, since a few
   more cost little memory, and at most, for they are enough work. */
#define LEAST_CHUNK UINT64_C(8192)
#define MOST_CHUNK UINT64_C(65536)
/* Rings are indexed with 32 bits, and a frame more than a ring is added. */
#define LONGEST_RING (UINT64_C(1) << 31)

typedef unsigned long long big;

/* A buffer of so many numbers, counted in c->size. `a` times `b` of them may
   be more than 64 bits hold. */
static clfft_status make_buffer(clfft_convolver *c, const char *what,
                                uint64_t a, uint64_t b, cl_mem *buffer)
{
    const clfft_limits *limits = &c->device->limits;
    uint64_t size, all;

    if (!checked_multiply(a, b, &size) ||
        !checked_multiply(size, c->real_size, &size))
        size = UINT64_MAX;
    if (size > SIZE_MAX ||
        (limits->max_allocation && size > limits->max_allocation))
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "%s: %llu bytes are beyond the device's largest "
                          "buffer of %llu bytes",
                          what, (big)size, (big)limits->max_allocation);
    if (!checked_add(c->size, size, &all) ||
        (limits->global_size && all > limits->global_size))
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "%s: %llu bytes, with %llu bytes of the rest, are "
                          "beyond the device's memory of %llu bytes",
                          what, (big)size, (big)c->size,
                          (big)limits->global_size);
    c->size = all;
    return clfft_device_new_buffer(c->device, CL_MEM_READ_WRITE, (size_t)size,
                                   NULL, buffer);
}

unsigned clfft_convolver_get_run(const clfft_convolver *c)
{
    return c->is_cpu ? 8 : 1;
}

unsigned clfft_convolver_get_vectors(const clfft_convolver *c)
{
    return c->is_cpu ? 4 : 1;
}

uint64_t clfft_convolver_get_frames(const clfft_convolver *c)
{
    return c->is_cpu ? c->lanes * clfft_convolver_get_vectors(c) : 1;
}

uint64_t clfft_convolver_get_response_step(const clfft_convolver *c)
{
    return c->desc.n_responses == 1 ? 0 : c->channels.n_inputs;
}

/* Numbers of a vector: a CPU has them, other devices make them of
   work-items. */
static unsigned choose_lanes(const clfft_convolver *c)
{
    const unsigned width = c->device->limits.vector_width;
    unsigned lanes = 16;

    if (!c->is_cpu)
        return 2;
    while (lanes > 4 && lanes * c->real_size > width * sizeof(float))
        lanes /= 2;
    return lanes;
}

static void size_level(const clfft_convolver *c, clfft_level *level)
{
    const struct clfft_level_plan *plan = &level->plan;
    const uint64_t vector = c->lanes / 2;

    level->rows = plan->count + plan->is_early;
    level->pitch = divide_up(plan->block + 1, vector) * vector;
    level->most_blocks = plan->count ? c->chunk / plan->block + 1 : 0;
    level->most_early =
        plan->is_early ? divide_up(c->chunk, plan->block) + 1 : 0;
    level->slots = plan->count + level->most_blocks + level->most_early;
    level->future_slots =
        (c->chunk + c->desc.latency + plan->offset) / plan->block + 2 +
        level->most_early;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

clfft_status clfft_convolver_choose(clfft_convolver *c)
{
    const clfft_convolver_desc *d = &c->desc;
    const uint64_t frames =
        d->typical_frames < MOST_CHUNK ? d->typical_frames : MOST_CHUNK;
    const struct clfft_partition_question question = {
        .inputs = d->inputs,
        .outputs = d->outputs,
        .n_responses = d->n_responses,
        .pairs = (uint64_t)d->outputs * c->channels.n_inputs,
        .taps = d->taps,
        .latency = d->latency,
        .frames = frames,
        .costs = clfft_partition_get_costs(&c->device->limits, d->precision),
    };
    const struct clfft_partitions *p = &c->partitions;
    uint64_t block = 0, reach;

    c->lanes = choose_lanes(c);
    if (d->latency > LONGEST_RING / 2 || d->taps > LONGEST_RING / 2)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "latency %llu and taps %llu are not both within 2^30 "
                          "frames",
                          (big)d->latency, (big)d->taps);
    clfft_partition_plan(&question, &c->partitions);
    for (unsigned i = 0; i < p->n_levels; i++)
        block = p->levels[i].block;
    c->chunk = larger(frames, larger(LEAST_CHUNK, 2 * block));
    c->chunk = c->chunk < d->max_frames ? c->chunk : d->max_frames;
    /* a transform spreads what it has over two blocks */
    c->memory = d->latency + d->taps + 2 * block;
    reach = 2 * block;
    if (p->direct || (p->n_levels && p->levels[0].is_early))
        reach += d->latency + p->direct;
    c->mirror = larger(2 * block, p->direct + clfft_convolver_get_frames(c));
    c->history_length = divide_up(larger(c->chunk + reach, c->mirror), 64) * 64;
    /* work-items are counted with 32 bits */
    if (c->history_length * d->inputs > UINT32_MAX)
        return clfft_fail(
            CLFFT_STATUS_UNSUPPORTED,
            "%llu frames of the past of %u inputs are beyond 2^32 "
            "samples",
            (big)c->history_length, d->inputs);
    return CLFFT_STATUS_OK;
}

/* What all levels have one behind the other. */
struct lengths {
    uint64_t spectra, responses, sums, future;
};

static clfft_status size_levels(clfft_convolver *c, struct lengths *all)
{
    const uint64_t inputs = c->desc.inputs, outputs = c->desc.outputs;

    *all = (struct lengths){0};
    for (unsigned i = 0; i < c->partitions.n_levels; i++) {
        clfft_level *level = &c->levels[i];
        uint64_t n;

        level->plan = c->partitions.levels[i];
        size_level(c, level);
        if (level->future_slots * level->plan.block > LONGEST_RING)
            return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                              "%llu taps behind a latency of %llu frames are "
                              "beyond 2^31 frames",
                              (big)c->desc.taps, (big)c->desc.latency);
        level->spectra = all->spectra;
        level->responses = all->responses;
        level->sums = all->sums;
        level->future = all->future;
        n = level->most_blocks + level->most_early;
        all->spectra += level->slots * inputs * level->pitch;
        all->sums += n * outputs * level->pitch;
        all->future += level->future_slots * 2 * level->plan.block * outputs;
        if (!checked_multiply(level->rows * level->pitch, c->desc.n_responses,
                              &n) ||
            !checked_add(all->responses, n, &all->responses))
            all->responses = UINT64_MAX / 2;
    }
    return CLFFT_STATUS_OK;
}

clfft_status clfft_convolver_make_buffers(clfft_convolver *c)
{
    /* a work-item may read beyond the last spectrum */
    const uint64_t more = c->lanes * clfft_convolver_get_run(c);
    struct lengths all;
    clfft_status status;

    TRY(size_levels(c, &all));
    TRY(make_buffer(c, "samples of the past", c->history_length + c->mirror,
                    c->desc.inputs, &c->history));
    if (c->partitions.direct)
        TRY(make_buffer(c, "taps", c->partitions.direct, c->desc.n_responses,
                        &c->taps));
    if (!c->partitions.n_levels)
        return CLFFT_STATUS_OK;
    TRY(make_buffer(c, "spectra of responses", all.responses + more, 2,
                    &c->responses));
    TRY(make_buffer(c, "spectra of the input", all.spectra + more, 2,
                    &c->spectra));
    TRY(make_buffer(c, "spectra of the output", all.sums + more, 2, &c->sums));
    TRY(make_buffer(c, "samples of the future", all.future, 1, &c->future));
fail:
    return status;
}
