/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * execute.c: takes input and gives output. A call is cut into pieces of at most
 * `chunk` frames. A piece is taken into the history; each level transforms the
 * blocks that it completes, all in one batch, and puts what comes of them into
 * its ring of future output; then the output is the sum over levels, and over
 * the first taps.
 */
#include "clfft/after/kernel.h"
#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/base/grid.h"
#include "clfft/device/chain.h"
#include "clfft/device/check_handles.h"
#include "state.h"

#define GROUP_ITEMS 64

/* A piece of a call. */
struct piece {
    clfft_convolver *c;
    cl_command_queue queue;
    bool in_order; /* the queue keeps the order */
    cl_mem input, output; /* or NULL */
    const clfft_convolver_params *params;
    uint64_t first, n; /* frames of the call */
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

/* Launches a kernel with at least that many work-items. */
static clfft_status launch(const struct piece *p, cl_kernel kernel,
                           const struct clfft_argument *arguments,
                           cl_uint n_arguments, uint64_t n_items,
                           unsigned n_wait, const cl_event *wait,
                           cl_event *event)
{
    const clfft_limits *limits = &p->c->device->limits;
    const size_t most =
        limits->max_work_group < GROUP_ITEMS ? limits->max_work_group
                                             : GROUP_ITEMS;
    const size_t items = limits->type & CL_DEVICE_TYPE_CPU ? 1 : most;
    const struct clfft_grid grid =
        clfft_grid_make(limits, divide_up(n_items, items), items);
    clfft_status status;

    TRY(keep_order(p));
    TRY(clfft_kernel_enqueue(kernel, p->queue, arguments, n_arguments, &grid,
                             n_wait, wait, event));
fail:
    return status;
}

/* ---- input ---- */

static clfft_status take(struct piece *p)
{
    clfft_convolver *c = p->c;
    const uint64_t distance = p->params->input_distance
                                  ? p->params->input_distance
                                  : p->params->n_frames;
    const struct convolve_take a = {
        .base = p->params->input_offset + p->first,
        .distance = distance,
        .pitch = c->history_length + c->mirror,
        .length = (uint32_t)c->history_length,
        .mirror = (uint32_t)c->mirror,
        .first = (uint32_t)(c->time % c->history_length),
        .n_frames = p->input ? (uint32_t)p->n : 0,
        .n_all = (uint32_t)(c->is_fresh ? c->history_length : p->n),
        .inputs = c->desc.inputs,
    };
    const cl_mem input = p->input ? p->input : c->history;
    const struct clfft_argument arguments[] = {ARGUMENT(input),
                                               ARGUMENT(c->history),
                                               ARGUMENT(a)};

    return launch(p, c->take, arguments, 3,
                  divide_up(a.n_all, CLFFT_TAKE_FRAMES) * a.inputs, p->n_wait,
                  p->wait, NULL);
}

/* ---- levels ---- */

/* What a piece completes of a level. */
struct batch {
    uint64_t first, n; /* blocks of its input */
    uint64_t n_early;
};

static struct batch find_batch(const struct piece *p, const clfft_level *level)
{
    const uint64_t block = level->plan.block;
    struct batch batch = {.first = p->c->time / block};

    if (level->plan.count)
        batch.n = (p->c->time + p->n) / block - batch.first;
    if (level->plan.is_early && p->output)
        batch.n_early = divide_up(p->n, block);
    return batch;
}

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
            .output_offset = slot * c->desc.inputs * level->pitch};

        TRY(keep_order(p));
        TRY(clfft_plan_execute(level->forward, p->queue, c->history,
                               level->spectra, &params));
        at = (at + count * block) % c->history_length;
        slot = (slot + count) % level->slots;
        n -= count;
    }
fail:
    return status;
}

static clfft_status multiply(const struct piece *p, clfft_level *level,
                             const struct batch *batch)
{
    const clfft_convolver *c = p->c;
    const bool matrix = !c->has_one_input;
    const uint64_t response = level->rows * level->pitch;
    const bool tiles = batch->n > 2 || batch->n_early > 2;
    const uint64_t width =
        tiles ? c->lanes : c->lanes * clfft_convolver_get_run(c);
    const uint64_t tile = tiles ? CLFFT_MULTIPLY_TILE : 1;
    const struct convolve_multiply a = {
        .response_output = c->desc.n_responses == 1 ? 0
                           : matrix ? c->desc.inputs * response
                                    : response,
        .response_input = response,
        .pitch = (uint32_t)level->pitch,
        .slots = (uint32_t)level->slots,
        .inputs = c->desc.inputs,
        .outputs = c->desc.outputs,
        .n_inputs = matrix ? c->desc.inputs : 1,
        .input_step = !matrix && c->desc.inputs > 1,
        .first_slot = (uint32_t)(batch->first % level->slots),
        .n_blocks = (uint32_t)batch->n,
        .n_early = (uint32_t)batch->n_early,
        .n_before = (uint32_t)(batch->first < level->plan.count
                                   ? batch->first
                                   : level->plan.count),
        .is_early = level->plan.is_early,
        .count = (uint32_t)level->plan.count,
        .n_columns = (uint32_t)divide_up(2 * level->pitch, width),
    };
    const struct clfft_argument arguments[] = {
        ARGUMENT(level->spectra), ARGUMENT(level->responses),
        ARGUMENT(level->sums), ARGUMENT(a)};
    const uint64_t n_tiles =
        divide_up(batch->n, tile) + divide_up(batch->n_early, tile);

    return launch(p, tiles ? c->multiply_tile : c->multiply, arguments, 4,
                  a.n_columns * n_tiles * a.outputs, 0, NULL, NULL);
}

/* Transforms the n sums back, into the ring of future output from `slot`
   on. */
static clfft_status invert(const struct piece *p, clfft_level *level,
                           uint64_t slot, uint64_t n)
{
    const clfft_convolver *c = p->c;
    const uint64_t outputs = c->desc.outputs;
    clfft_status status = CLFFT_STATUS_OK;
    uint64_t done = 0;

    while (done < n) {
        const uint64_t count =
            fewest(n - done, level->future_slots - slot, UINT64_MAX);
        const clfft_execute_params params = {
            .counts = {count * outputs},
            .input_offset = done * outputs * level->pitch,
            .output_offset = level->future_base +
                             slot * outputs * 2 * level->plan.block};

        TRY(keep_order(p));
        TRY(clfft_plan_execute(level->inverse, p->queue, level->sums,
                               c->future, &params));
        slot = (slot + count) % level->future_slots;
        done += count;
    }
fail:
    return status;
}

static clfft_status run_level(const struct piece *p, clfft_level *level)
{
    const struct batch batch = find_batch(p, level);
    const clfft_convolver *c = p->c;
    const uint64_t block = level->plan.block;
    clfft_status status = CLFFT_STATUS_OK;

    if (!batch.n && !batch.n_early)
        return status;
    TRY(transform(p, level,
                  ring_index(batch.first * block, block, c->history_length),
                  batch.first % level->slots, batch.n));
    /* the last early window ends with the input of the last output frame */
    TRY(transform(p, level,
                  ring_index(c->time + p->n,
                             c->desc.latency + (batch.n_early + 1) * block,
                             c->history_length),
                  (batch.first + batch.n) % level->slots, batch.n_early));
    TRY(multiply(p, level, &batch));
    TRY(invert(p, level, batch.first % level->future_slots,
               batch.n + batch.n_early));
fail:
    return status;
}

/* ---- output ---- */

static unsigned get_shift(uint64_t block)
{
    return (unsigned)__builtin_ctzll(block);
}

/* Where the output of a level is, from the piece's first frame on. */
static struct convolve_level find_level(const struct piece *p,
                                        const clfft_level *level)
{
    const clfft_convolver *c = p->c;
    const uint64_t block = level->plan.block;
    const uint64_t behind = c->desc.latency + level->plan.offset;
    const uint64_t silent = behind > c->time ? behind - c->time : 0;

    return (struct convolve_level){
        .base = level->future_base,
        .block = (uint32_t)block,
        .shift = get_shift(block),
        .slots = (uint32_t)level->future_slots,
        .first = (uint32_t)ring_index(c->time, behind,
                                      level->future_slots * block),
        .silent = (uint32_t)(silent < p->n ? silent : p->n),
    };
}

/* Of its early blocks, which end with the piece. */
static struct convolve_level find_early(const struct piece *p,
                                        const clfft_level *level)
{
    const struct batch batch = find_batch(p, level);
    struct convolve_level found = find_level(p, level);

    found.silent = 0;
    found.first = (uint32_t)(((batch.first + batch.n + batch.n_early) *
                                  level->plan.block -
                              p->n) %
                             (level->future_slots * level->plan.block));
    return found;
}

static clfft_status give(const struct piece *p)
{
    const clfft_convolver *c = p->c;
    const clfft_convolver_params *params = p->params;
    const bool matrix = !c->has_one_input;
    const uint64_t direct = c->partitions.direct;
    const double step =
        params->has_ramp
            ? (params->ramp_to - params->ramp_from) / (double)params->n_frames
            : 0;
    const double wide[2] = {
        params->has_ramp ? params->ramp_from + step * (double)p->first : 1,
        step};
    const float narrow[2] = {(float)wide[0], (float)wide[1]};
    const bool is_wide = c->real_size == 8;
    const cl_mem taps = c->taps ? c->taps : c->history;
    const cl_mem future = c->future ? c->future : c->history;
    struct convolve_give a = {
        .base = params->output_offset + p->first,
        .distance = params->output_distance ? params->output_distance
                                            : params->n_frames,
        .pitch = c->history_length + c->mirror,
        .n_frames = (uint32_t)p->n,
        .outputs = c->desc.outputs,
        .length = (uint32_t)c->history_length,
        .now = (uint32_t)ring_index(c->time, c->desc.latency,
                                    c->history_length),
        .direct = (uint32_t)direct,
        .n_inputs = matrix ? c->desc.inputs : 1,
        .input_step = !matrix && c->desc.inputs > 1,
        .response_output =
            (uint32_t)(c->desc.n_responses == 1 ? 0
                       : matrix                 ? c->desc.inputs * direct
                                                : direct),
        .response_input = (uint32_t)direct,
        .add = params->add,
    };
    const struct clfft_argument arguments[] = {
        ARGUMENT(c->history),
        ARGUMENT(taps),
        ARGUMENT(future),
        ARGUMENT(p->output),
        ARGUMENT(a),
        {c->real_size, is_wide ? (const void *)&wide[0] : &narrow[0]},
        {c->real_size, is_wide ? (const void *)&wide[1] : &narrow[1]},
    };
    const uint64_t frames =
        (c->lanes == 2 ? 1 : c->lanes) * CLFFT_GIVE_VECTORS;

    for (unsigned i = 0; i < c->partitions.n_levels; i++) {
        const clfft_level *level = &c->levels[i];

        if (level->plan.is_early)
            a.levels[a.n_levels++] = find_early(p, level);
        if (level->plan.count)
            a.levels[a.n_levels++] = find_level(p, level);
    }
    return launch(p, c->give, arguments, 7,
                  divide_up(p->n, frames) * c->desc.outputs, 0, NULL,
                  p->event);
}

/* ---- calls ---- */

static clfft_status run_piece(struct piece *p)
{
    clfft_convolver *c = p->c;
    clfft_status status;

    TRY(take(p));
    for (unsigned i = 0; i < c->partitions.n_levels; i++)
        TRY(run_level(p, &c->levels[i]));
    if (p->output)
        TRY(give(p));
    else if (p->event)
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
