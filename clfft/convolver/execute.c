/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * execute.c: takes input and gives output. A call is cut into pieces of at most
 * `chunk` frames. A piece is taken into the history; each level transforms the
 * blocks that it completes, all in one batch, and puts what comes of them into
 * its ring of future output; the output is the sum over levels, and over the
 * first taps. Where it needs nothing of the new blocks it comes first, in one
 * launch with the input.
 */
#include "state.h"

#include "clfft/after/kernel.h"
#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/base/grid.h"
#include "clfft/device/chain.h"
#include "clfft/device/check_handles.h"

#define GROUP_ITEMS 64
/* Frames of a channel that one work-item of a CPU may have: it has them sooner
   than a second launch would start. */
#define WHOLE_FRAMES 256

/* What a piece completes of a level. */
struct batch {
    uint64_t first, n;          /* blocks of input */
    uint64_t n_early;           /* blocks that end with the piece's input */
    uint64_t early_slot;        /* of their spectra */
    bool early_are_there;       /* they are blocks of input */
};

/* A piece of a call. */
struct piece {
    clfft_convolver *c;
    cl_command_queue queue;
    bool in_order; /* the queue keeps the order */
    cl_mem input, output; /* or NULL */
    const clfft_convolver_params *params;
    uint64_t first, n; /* frames of the call */
    struct batch batches[CLFFT_MAX_LEVELS];
    unsigned n_wait;
    const cl_event *wait;
    cl_event *event;
};

/* The index in a ring of the frame `behind` before frame `at`. */
static uint64_t ring_index(uint64_t at, uint64_t behind, uint64_t length)
{
    return at >= behind ? (at - behind) % length
                        : (length - (behind - at) % length) % length;
}

/* What comes next on the queue waits for what is there. */
static clfft_status keep_order(const struct piece *p)
{
    clfft_status status = CLFFT_STATUS_OK;

    if (!p->in_order)
        CL_TRY(clEnqueueBarrierWithWaitList(p->queue, 0, NULL, NULL));
fail:
    return status;
}

/* A grid of at least so many work-items. */
static struct clfft_grid make_grid(const clfft_convolver *c, uint64_t n_items)
{
    const clfft_limits *limits = &c->device->limits;
    size_t items = c->is_cpu ? 1 : GROUP_ITEMS;

    items = items < limits->max_work_group ? items : limits->max_work_group;
    return clfft_grid_make(limits, divide_up(n_items, items), items);
}

/* ---- what there is to do ---- */

static struct batch find_batch(const struct piece *p, const clfft_level *level)
{
    const clfft_convolver *c = p->c;
    const uint64_t block = level->plan.block, end = c->time + p->n;
    struct batch b = {.first = c->time / block};

    if (level->plan.count)
        b.n = end / block - b.first;
    if (!level->plan.is_early || !p->output)
        return b;
    b.n_early = divide_up(p->n, block);
    b.early_are_there = b.n > 0 && c->desc.latency == 0 && end % block == 0 &&
                        end / block >= b.n_early;
    b.early_slot = (b.early_are_there ? end / block - b.n_early
                                      : b.first + b.n) %
                   level->slots;
    return b;
}

/* Whether the piece's output needs its own blocks. */
static bool is_needed(const struct piece *p, const clfft_level *level,
                      const struct batch *b)
{
    const clfft_convolver *c = p->c;

    return b->n_early ||
           (b->n && b->first * level->plan.block + level->plan.offset +
                            c->desc.latency <
                        c->time + p->n);
}

/* ---- input and output ---- */

static void set_take(const struct piece *p, struct convolve_step *a)
{
    const clfft_convolver *c = p->c;
    const clfft_convolver_params *params = p->params;
    const uint64_t n_all = c->is_fresh ? c->history_length : p->n;

    a->take = (struct convolve_take){
        .base = params->input_offset + p->first,
        .distance = params->input_distance ? params->input_distance
                                           : params->n_frames,
        .first = (uint32_t)(c->time % c->history_length),
        .n_frames = p->input ? (uint32_t)p->n : 0,
        .n_all = (uint32_t)n_all,
        .n_items = (uint32_t)(divide_up(n_all, clfft_convolver_get_frames(c)) *
                              c->desc.inputs),
    };
}

/* Where the output of a level is, from the piece's first frame on. */
static struct convolve_source find_source(const struct piece *p,
                                          const clfft_level *level)
{
    const clfft_convolver *c = p->c;
    const uint64_t length = level->future_slots * level->plan.block;
    const uint64_t behind = c->desc.latency + level->plan.offset;
    const uint64_t silent = behind > c->time ? behind - c->time : 0;

    return (struct convolve_source){
        .base = level->future,
        .shift = (uint32_t)__builtin_ctzll(level->plan.block),
        .slots = (uint32_t)level->future_slots,
        .first = (uint32_t)ring_index(c->time, behind, length),
        .silent = (uint32_t)(silent < p->n ? silent : p->n),
    };
}

/* That of its early blocks, which ends with the piece. */
static struct convolve_source find_early(const struct piece *p,
                                         const clfft_level *level,
                                         const struct batch *b)
{
    const uint64_t length = level->future_slots * level->plan.block;
    const uint64_t end = (b->first + b->n + b->n_early) * level->plan.block;
    struct convolve_source source = find_source(p, level);

    source.silent = 0;
    source.first = (uint32_t)ring_index(end, p->n, length);
    return source;
}

static void set_give(const struct piece *p, struct convolve_step *a)
{
    const clfft_convolver *c = p->c;
    const clfft_convolver_params *params = p->params;
    struct convolve_give *g = &a->give;

    *g = (struct convolve_give){
        .base = params->output_offset + p->first,
        .distance = params->output_distance ? params->output_distance
                                            : params->n_frames,
        .n_frames = (uint32_t)p->n,
        .now = (uint32_t)ring_index(c->time, c->desc.latency,
                                    c->history_length),
        .direct = (uint32_t)c->partitions.direct,
        .response_output =
            clfft_convolver_get_response_step(c) * c->partitions.direct,
        .response_input = c->partitions.direct,
        .add = params->add,
    };
    for (unsigned i = 0; i < c->partitions.n_levels; i++) {
        const clfft_level *level = &c->levels[i];

        if (level->plan.is_early)
            g->sources[g->n_sources++] =
                find_early(p, level, &p->batches[i]);
        if (level->plan.count)
            g->sources[g->n_sources++] = find_source(p, level);
    }
}

/* Whether a work-item can take all input that its output needs. */
static bool is_whole(const struct piece *p)
{
    const clfft_convolver *c = p->c;

    return c->is_cpu && !c->is_fresh && p->n <= WHOLE_FRAMES &&
           c->channels.n_inputs == 1 && c->desc.inputs == c->desc.outputs;
}

/* Whether output can come in one launch with input: it reads none of it, or no
   other work-item takes that. A buffer for both would be written too soon. */
static bool is_one_launch(const struct piece *p)
{
    const clfft_convolver *c = p->c;
    const uint64_t frames = clfft_convolver_get_frames(c);

    if (!p->output || p->input == p->output || c->is_fresh)
        return false;
    for (unsigned i = 0; i < c->partitions.n_levels; i++)
        if (is_needed(p, &c->levels[i], &p->batches[i]))
            return false;
    /* work-items read as many frames as they have, though all are not used */
    return !c->partitions.direct || is_whole(p) ||
           c->desc.latency >= divide_up(p->n, frames) * frames;
}

static clfft_status step(struct piece *p, bool takes, bool gives)
{
    const clfft_convolver *c = p->c;
    const clfft_convolver_params *params = p->params;
    const double slope =
        params->has_ramp
            ? (params->ramp_to - params->ramp_from) / (double)params->n_frames
            : 0;
    const double wide[2] = {
        params->has_ramp ? params->ramp_from + slope * (double)p->first : 1,
        slope};
    const float narrow[2] = {(float)wide[0], (float)wide[1]};
    const bool is_wide = c->real_size == 8;
    /* kernels get some buffer in place of those that they do not touch */
    const cl_mem input = p->input ? p->input : c->history;
    const cl_mem output = p->output ? p->output : c->history;
    const cl_mem taps = c->taps ? c->taps : c->history;
    const cl_mem future = c->future ? c->future : c->history;
    struct convolve_step a = {
        .pitch = c->history_length + c->mirror,
        .channels = c->channels,
        .length = (uint32_t)c->history_length,
        .mirror = (uint32_t)c->mirror,
        .is_whole = takes && gives && is_whole(p),
    };
    const struct clfft_argument arguments[] = {
        ARGUMENT(input),
        ARGUMENT(c->history),
        ARGUMENT(taps),
        ARGUMENT(future),
        ARGUMENT(output),
        ARGUMENT(a),
        {c->real_size, is_wide ? (const void *)&wide[0] : &narrow[0]},
        {c->real_size, is_wide ? (const void *)&wide[1] : &narrow[1]},
    };
    uint64_t n_items = c->desc.outputs;
    struct clfft_grid grid;
    clfft_status status;

    if (takes)
        set_take(p, &a);
    if (gives)
        set_give(p, &a);
    if (!a.is_whole)
        n_items = a.take.n_items +
                  divide_up(a.give.n_frames, clfft_convolver_get_frames(c)) *
                      c->desc.outputs;
    grid = make_grid(c, n_items);
    TRY(keep_order(p));
    TRY(clfft_kernel_enqueue(c->step, p->queue, arguments,
                             sizeof arguments / sizeof arguments[0], &grid,
                             takes ? p->n_wait : 0, p->wait,
                             gives ? p->event : NULL));
fail:
    return status;
}

/* ---- levels ---- */

/* The most that go without a jump, which is where a ring ends. */
static uint64_t fewest(uint64_t a, uint64_t b, uint64_t c)
{
    a = a < b ? a : b;
    return a < c ? a : c;
}

/* Transforms n windows of the history, which begin at `at` and a block apart,
   into slots from `slot` on. */
static clfft_status transform(const struct piece *p, clfft_level *level,
                              uint64_t at, uint64_t slot, uint64_t n)
{
    const clfft_convolver *c = p->c;
    const uint64_t block = level->plan.block;
    clfft_status status = CLFFT_STATUS_OK;

    while (n) {
        const uint64_t count =
            fewest(n, divide_up(c->history_length - at, block),
                   level->slots - slot);
        const clfft_execute_params params = {
            .counts = {count, c->desc.inputs},
            .input_offset = at,
            .output_offset =
                level->spectra + slot * c->desc.inputs * level->pitch};

        TRY(keep_order(p));
        TRY(clfft_plan_execute(level->forward, p->queue, c->history,
                               c->spectra, &params));
        at = (at + count * block) % c->history_length;
        slot = (slot + count) % level->slots;
        n -= count;
    }
fail:
    return status;
}

static clfft_status transform_all(const struct piece *p, clfft_level *level,
                                  const struct batch *b)
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
                                              const struct batch *b)
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
        .n_before = (uint32_t)(b->first < level->plan.count
                                   ? b->first
                                   : level->plan.count),
        .is_early = level->plan.is_early,
        .count = (uint32_t)level->plan.count,
        .is_tiled = is_tiled,
        .n_columns = (uint32_t)divide_up(2 * level->pitch, width),
    };
}

/* Multiplies the blocks of all levels in one launch. */
static clfft_status multiply(const struct piece *p)
{
    const clfft_convolver *c = p->c;
    struct convolve_multiply a = {.channels = c->channels};
    const struct clfft_argument arguments[] = {
        ARGUMENT(c->spectra), ARGUMENT(c->responses), ARGUMENT(c->sums),
        ARGUMENT(a)};
    uint64_t n_items = 0;
    struct clfft_grid grid;
    clfft_status status;

    for (unsigned i = 0; i < c->partitions.n_levels; i++) {
        const struct batch *b = &p->batches[i];
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
    if (!a.n_levels)
        return CLFFT_STATUS_OK;
    grid = make_grid(c, n_items);
    TRY(keep_order(p));
    TRY(clfft_kernel_enqueue(c->multiply, p->queue, arguments, 4, &grid, 0,
                             NULL, NULL));
fail:
    return status;
}

/* Transforms the sums back, into the ring of future output. */
static clfft_status invert(const struct piece *p, clfft_level *level,
                           const struct batch *b)
{
    const clfft_convolver *c = p->c;
    const uint64_t outputs = c->desc.outputs, n = b->n + b->n_early;
    uint64_t slot = b->first % level->future_slots;
    clfft_status status = CLFFT_STATUS_OK;
    uint64_t done = 0;

    while (done < n) {
        const uint64_t count =
            fewest(n - done, level->future_slots - slot, UINT64_MAX);
        const clfft_execute_params params = {
            .counts = {count * outputs},
            .input_offset = level->sums + done * outputs * level->pitch,
            .output_offset =
                level->future + slot * outputs * 2 * level->plan.block};

        TRY(keep_order(p));
        TRY(clfft_plan_execute(level->inverse, p->queue, c->sums, c->future,
                               &params));
        slot = (slot + count) % level->future_slots;
        done += count;
    }
fail:
    return status;
}

static clfft_status run_levels(struct piece *p)
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

/* ---- calls ---- */

static clfft_status run_piece(struct piece *p)
{
    clfft_convolver *c = p->c;
    clfft_status status;
    bool at_once;

    for (unsigned i = 0; i < c->partitions.n_levels; i++)
        p->batches[i] = find_batch(p, &c->levels[i]);
    at_once = is_one_launch(p);
    TRY(step(p, true, at_once));
    if (c->partitions.n_levels)
        TRY(run_levels(p));
    if (p->output && !at_once)
        TRY(step(p, false, true));
    else if (p->event && !at_once)
        CL_TRY(clEnqueueMarkerWithWaitList(p->queue, 0, NULL, p->event));
    c->time += p->n;
    c->is_fresh = false;
fail:
    return status;
}

/* Checks one side of a call: its buffer has room for all channels. */
static clfft_status check_side(const clfft_convolver *c, const char *name,
                               cl_mem buffer, unsigned channels,
                               uint64_t n_frames, uint64_t offset,
                               uint64_t distance)
{
    uint64_t end;

    if (!buffer)
        return CLFFT_STATUS_OK;
    if (!checked_multiply(distance ? distance : n_frames, channels - 1, &end) ||
        !checked_add(end, offset, &end) || !checked_add(end, n_frames, &end) ||
        !checked_multiply(end, c->real_size, &end))
        end = UINT64_MAX;
    return clfft_check_buffer(c->device, "convolver", name, buffer, end);
}

static clfft_status check_call(const clfft_convolver *c, cl_command_queue queue,
                               cl_mem input, cl_mem output,
                               const clfft_convolver_params *params)
{
    const uint64_t n = params->n_frames;
    clfft_status status;

    TRY(CHECK_RESERVED("clfft_convolver_params", params));
    if (!n || n > c->desc.max_frames)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "convolver: n_frames %llu is not in 1..%llu",
                          (unsigned long long)n,
                          (unsigned long long)c->desc.max_frames);
    if (params->output_distance && params->output_distance < n &&
        c->desc.outputs > 1)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "convolver: output_distance %llu is less than "
                          "n_frames %llu",
                          (unsigned long long)params->output_distance,
                          (unsigned long long)n);
    TRY(clfft_check_queue(c->device, "convolver", queue));
    TRY(check_side(c, "input", input, c->desc.inputs, n, params->input_offset,
                   params->input_distance));
    TRY(check_side(c, "output", output, c->desc.outputs, n,
                   params->output_offset, params->output_distance));
fail:
    return status;
}

clfft_status clfft_convolver_execute(clfft_convolver *c, cl_command_queue queue,
                                     cl_mem input, cl_mem output,
                                     const clfft_convolver_params *params)
{
    struct piece piece = {.c = c, .queue = queue, .input = input,
                          .output = output, .params = params,
                          .n_wait = params->n_wait, .wait = params->wait};
    cl_command_queue_properties properties = 0;
    clfft_status status;

    if (params->event)
        *params->event = NULL;
    TRY(check_call(c, queue, input, output, params));
    TRY(clfft_chain_calls(&c->last_queue, queue));
    CL_TRY(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties,
                                 &properties, NULL));
    piece.in_order = !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    while (piece.first < params->n_frames) {
        const uint64_t left = params->n_frames - piece.first;

        piece.n = left < c->chunk ? left : c->chunk;
        piece.event = piece.n == left ? params->event : NULL;
        TRY(run_piece(&piece));
        piece.first += piece.n;
        piece.n_wait = 0;
    }
fail:
    return status;
}
