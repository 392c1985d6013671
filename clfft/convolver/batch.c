/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* batch.c: what levels do with the blocks that a piece completes. */
#include "piece.h"

#include "clfft/base/error.h"
#include "clfft/base/grid.h"

static struct clfft_batch find_batch(const struct clfft_piece *p,
                                     const clfft_level *level)
{
    const clfft_convolver *c = p->c;
    const uint64_t block = level->plan.block, latency = c->desc.latency;
    const uint64_t end = c->time + p->n;
    struct clfft_batch b = {.first = c->time / block};

    if (level->plan.count)
        b.n = end / block - b.first;
    if (!level->plan.is_early || !p->output)
        return b;
    /* blocks of input will do where the call ends with one */
    b.early_ahead = latency;
    b.n_early = divide_up(p->n + latency, block);
    b.early_are_there = b.n > 0 && end % block == 0 && latency < block &&
                        end / block >= b.n_early;
    if (!b.early_are_there) {
        b.early_ahead = 0;
        b.n_early = divide_up(p->n, block);
    }
    b.early_slot =
        (b.early_are_there ? end / block - b.n_early : b.first + b.n) %
        level->slots;
    return b;
}

/* The most that go without a jump, which is where a ring ends. */
static uint64_t fewest(uint64_t a, uint64_t b, uint64_t c)
{
    a = a < b ? a : b;
    return a < c ? a : c;
}

/* Transforms n windows of the history, which begin at `at` and a block apart,
   into slots from `slot` on. */
static clfft_status transform(struct clfft_piece *p, clfft_level *level,
                              uint64_t at, uint64_t slot, uint64_t n)
{
    const clfft_convolver *c = p->c;
    const uint64_t block = level->plan.block;
    clfft_status status = CLFFT_STATUS_OK;

    while (n) {
        const uint64_t count = fewest(
            n, divide_up(c->history_length - at, block), level->slots - slot);

        TRY(clfft_piece_execute(
            p, level->forward, c->history, c->spectra,
            (clfft_execute_params){.counts = {count, c->desc.inputs},
                                   .input_offset = at,
                                   .output_offset =
                                       level->spectra +
                                       slot * c->desc.inputs * level->pitch}));
        at = (at + count * block) % c->history_length;
        slot = (slot + count) % level->slots;
        n -= count;
    }
fail:
    return status;
}

static clfft_status transform_all(struct clfft_piece *p, clfft_level *level,
                                  const struct clfft_batch *b)
{
    const clfft_convolver *c = p->c;
    const uint64_t block = level->plan.block;
    clfft_status status;

    TRY(transform(p, level,
                  ring_index(b->first * block, block, c->history_length),
                  b->first % level->slots, b->n));
    if (!b->early_are_there)
        TRY(transform(p, level,
                      ring_index(c->time + p->n,
                                 c->desc.latency + (b->n_early + 1) * block,
                                 c->history_length),
                      b->early_slot, b->n_early));
fail:
    return status;
}

static struct convolve_products find_products(const clfft_convolver *c,
                                              const clfft_level *level,
                                              const struct clfft_batch *b)
{
    const uint64_t response = level->rows * level->pitch;
    const bool is_tiled = b->n > 2 || b->n_early > 2;
    const uint64_t width =
        is_tiled ? c->lanes : c->lanes * clfft_convolver_get_run(c);

    return (struct convolve_products){
        .spectra = level->spectra,
        .responses = level->responses,
        .sums = level->sums,
        .response_output = clfft_convolver_get_response_step(c) * response,
        .response_input = response,
        .pitch = (uint32_t)level->pitch,
        .slots = (uint32_t)level->slots,
        .first_slot = (uint32_t)(b->first % level->slots),
        .n_blocks = (uint32_t)b->n,
        .n_early = (uint32_t)b->n_early,
        .early_slot = (uint32_t)b->early_slot,
        .n_before =
            (uint32_t)(b->first < level->plan.count ? b->first
                                                    : level->plan.count),
        .is_early = level->plan.is_early,
        .count = (uint32_t)level->plan.count,
        .is_tiled = is_tiled,
        .n_columns = (uint32_t)divide_up(2 * level->pitch, width),
    };
}

/* Multiplies the blocks of all levels in one launch. */
static clfft_status multiply(struct clfft_piece *p)
{
    const clfft_convolver *c = p->c;
    struct convolve_multiply a = {.channels = c->channels};
    const struct clfft_argument arguments[] = {ARGUMENT(c->spectra),
                                               ARGUMENT(c->responses),
                                               ARGUMENT(c->sums), ARGUMENT(a)};
    uint64_t n_items = 0;

    for (unsigned i = 0; i < c->partitions.n_levels; i++) {
        const struct clfft_batch *b = &p->batches[i];
        struct convolve_products *level = &a.levels[a.n_levels];
        uint64_t tile;

        if (!b->n && !b->n_early)
            continue;
        *level = find_products(c, &c->levels[i], b);
        tile = level->is_tiled ? CLFFT_MULTIPLY_TILE : 1;
        n_items += (divide_up(b->n, tile) + divide_up(b->n_early, tile)) *
                   c->desc.outputs * level->n_columns;
        level->end = (uint32_t)n_items;
        a.n_levels++;
    }
    a.n_items = (uint32_t)n_items;
    return a.n_levels
               ? clfft_piece_launch(p, c->multiply, arguments, 4, n_items, NULL)
               : CLFFT_STATUS_OK;
}

/* Transforms the sums back, into the ring of future output. */
static clfft_status invert(struct clfft_piece *p, clfft_level *level,
                           const struct clfft_batch *b)
{
    const clfft_convolver *c = p->c;
    const uint64_t outputs = c->desc.outputs, n = b->n + b->n_early;
    uint64_t slot = b->first % level->future_slots;
    clfft_status status = CLFFT_STATUS_OK;
    uint64_t done = 0;

    while (done < n) {
        const uint64_t count =
            fewest(n - done, level->future_slots - slot, UINT64_MAX);

        TRY(clfft_piece_execute(
            p, level->inverse, c->sums, c->future,
            (clfft_execute_params){
                .counts = {count * outputs},
                .input_offset = level->sums + done * outputs * level->pitch,
                .output_offset =
                    level->future + slot * outputs * 2 * level->plan.block}));
        slot = (slot + count) % level->future_slots;
        done += count;
    }
fail:
    return status;
}

void clfft_piece_find_batches(struct clfft_piece *p)
{
    for (unsigned i = 0; i < p->c->partitions.n_levels; i++)
        p->batches[i] = find_batch(p, &p->c->levels[i]);
}

bool clfft_piece_needs_batches(const struct clfft_piece *p)
{
    const clfft_convolver *c = p->c;

    for (unsigned i = 0; i < c->partitions.n_levels; i++) {
        const struct clfft_level_plan *plan = &c->levels[i].plan;
        const struct clfft_batch *b = &p->batches[i];

        if (b->n_early ||
            (b->n && b->first * plan->block + plan->offset + c->desc.latency <
                         c->time + p->n))
            return true;
    }
    return false;
}

clfft_status clfft_piece_run_batches(struct clfft_piece *p)
{
    clfft_convolver *c = p->c;
    const unsigned n = c->partitions.n_levels;
    clfft_status status;

    for (unsigned i = 0; i < n; i++)
        TRY(transform_all(p, &c->levels[i], &p->batches[i]));
    TRY(multiply(p));
    for (unsigned i = 0; i < n; i++)
        TRY(invert(p, &c->levels[i], &p->batches[i]));
fail:
    return status;
}
