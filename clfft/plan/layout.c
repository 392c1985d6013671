/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* layout.c: computes the counts, the loops and the launch sizes of one call. */
#include "layout.h"

#include "clfft/base/error.h"

#include <inttypes.h>
#include <string.h>

#define DIRECT_ITEMS                                                           \
    64 /* work-items of a group where no barrier needs                         \
          them */

/* ---- what is asked for ---- */

static bool is_taken(const struct clfft_call *call,
                     const clfft_execute_params *params)
{
    return call->batch != 0 && call->input_offset == params->input_offset &&
           call->output_offset == params->output_offset &&
           !memcmp(call->asked, params->counts, sizeof call->asked);
}

static clfft_status read_counts(const clfft_plan *plan,
                                const clfft_execute_params *params,
                                struct clfft_call *call)
{
    call->batch = 1;
    for (unsigned d = 0; d < CLFFT_MAX_LOOPS; d++) {
        const uint64_t most = d < plan->desc.n_loops ? plan->loops[d].count : 1;
        call->counts[d] = params->counts[d] ? params->counts[d] : most;
        if (call->counts[d] > most)
            return clfft_fail(CLFFT_STATUS_INVALID,
                              "execute: loop %u: count %" PRIu64
                              " is above the plan's %" PRIu64,
                              d, call->counts[d], most);
        call->asked[d] = params->counts[d];
        call->batch *= call->counts[d];
    }
    return CLFFT_STATUS_OK;
}

/* The bytes up to the end of what a call touches on one side; UINT64_MAX if
   that overflows. */
static uint64_t end_of(uint64_t offset, uint64_t length, size_t element)
{
    return offset > UINT64_MAX / element - length ? UINT64_MAX
                                                  : (offset + length) * element;
}

static clfft_status read_extent(const clfft_plan *plan,
                                const clfft_execute_params *params,
                                struct clfft_call *call)
{
    const size_t input_size = clfft_desc_get_input_size(&plan->desc);
    const size_t output_size = clfft_desc_get_output_size(&plan->desc);
    clfft_desc used = plan->desc;
    uint64_t input_length, output_length;
    clfft_status status;

    if (plan->desc.in_place && params->input_offset * input_size !=
                                   params->output_offset * output_size)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "execute: in place needs equal offsets in bytes");
    for (unsigned d = 0; d < used.n_loops; d++) {
        used.loops[d] = plan->loops[d];
        used.loops[d].count = call->counts[d];
    }
    TRY(clfft_desc_get_extent(&used, &input_length, &output_length));
    call->input_offset = params->input_offset;
    call->output_offset = params->output_offset;
    call->input_end = end_of(params->input_offset, input_length, input_size);
    call->output_end =
        end_of(params->output_offset, output_length, output_size);
fail:
    return status;
}

/* ---- loops ---- */

/* Whether scratch holds single numbers, quantities or means, not complex
   points. */
static bool holds_numbers(const clfft_side *side)
{
    return side->access >= CLFFT_ACCESS_MAGNITUDE ||
           side->access == CLFFT_ACCESS_REAL;
}

/* The elements between neighbours of batch loop d on one side of a step. */
static int64_t distance_of(const clfft_plan *plan, const clfft_side *side,
                           const struct clfft_call *call, unsigned d)
{
    if (side->buffer == CLFFT_BUFFER_INPUT)
        return plan->loops[d].input_distance;
    if (side->buffer == CLFFT_BUFFER_OUTPUT)
        return plan->loops[d].output_distance;
    uint64_t distance =
        plan->recipe.scratch_points[side->buffer - CLFFT_BUFFER_SCRATCH];
    if (holds_numbers(side))
        distance *= 2;
    for (unsigned i = 0; i < d; i++)
        distance *= call->counts[i];
    return (int64_t)distance;
}

static int64_t base_of(const clfft_plan *plan, const clfft_side *side,
                       const struct clfft_call *call)
{
    if (side->buffer == CLFFT_BUFFER_INPUT)
        return (int64_t)call->input_offset;
    if (side->buffer == CLFFT_BUFFER_OUTPUT)
        return (int64_t)call->output_offset;
    const uint64_t points =
        plan->scratch_offset[side->buffer - CLFFT_BUFFER_SCRATCH];
    return (int64_t)(holds_numbers(side) ? 2 * points : points);
}

/* Adds a loop. It is merged with the one before if all sides lie evenly, but
   not with the first `sealed`; loops of one turn are left out, unless
   `keep`. */
static void add_loop(struct pass *pass, const struct pass_loop *loop, bool keep,
                     unsigned sealed)
{
    if (loop->count == 1 && !keep)
        return;
    if (pass->n_loops > sealed) {
        struct pass_loop *last = &pass->loop[pass->n_loops - 1];

        if (loop->in == last->in * last->count &&
            loop->out == last->out * last->count &&
            loop->mean == last->mean * last->count) {
            last->count *= loop->count;
            return;
        }
    }
    pass->loop[pass->n_loops++] = *loop;
}

/* Adds the rows of a picture, which its kernel counts. */
static void add_rows(const clfft_plan *plan, const clfft_step *step,
                     struct pass *pass)
{
    const struct pass_loop rows = {
        .count = step->across,
        .in = clfft_plan_stride(plan, step, &step->in, step->across_axis),
        .out = clfft_plan_stride(plan, step, &step->out, step->across_axis),
    };

    add_loop(pass, &rows, true, 0);
}

/*
 * Fills the loops: lines along the other axes, then the batch. Loop 0 is the
 * rows of a matrix where that is read, the lines side by side where the kernel
 * asks for them, and the rows of a picture where the kernel has both of its
 * axes.
 */
static void fill_loops(const clfft_plan *plan, const clfft_step *step,
                       const struct clfft_call *call, struct pass *pass)
{
    const bool has_rows = plan->desc.load.matrix && step->in.outer;
    const bool has_neighbours = clfft_step_has_neighbours(step);
    /* the kernel places the sides: each axis but its own has a loop */
    const unsigned n_beside = step->out.axes ? step->out.axes - 1u : 0;
    const unsigned sealed =
        n_beside ? n_beside : has_rows || step->kind == CLFFT_STEP_TILE2D;
    struct pass_loop batch[CLFFT_MAX_LOOPS], *loop;
    uint32_t mean = 2 * clfft_desc_mean_points(&plan->desc);

    for (unsigned d = 0; d < plan->desc.n_loops; d++) {
        loop = &batch[d];
        loop->count = (uint32_t)call->counts[d];
        loop->in = distance_of(plan, &step->in, call, d);
        loop->out = distance_of(plan, &step->out, call, d);
        loop->mean = mean;
        mean *= loop->count;
    }
    pass->n_loops = 0;
    for (unsigned d = 0; d < 2; d++)
        pass->loop[d].count = 1; /* a kernel for three loops divides by them */
    if (step->kind == CLFFT_STEP_TILE2D)
        add_rows(plan, step, pass);
    if (has_rows)
        add_loop(pass, &batch[0], true, 0);
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++) {
        const struct pass_loop lines = {
            .count = step->lines[d],
            .in = clfft_plan_stride(plan, step, &step->in, d),
            .out = n_beside ? 0 : clfft_plan_stride(plan, step, &step->out, d),
        };
        if (d != step->axis)
            add_loop(pass, &lines, (has_neighbours || n_beside) && d == 0,
                     sealed);
    }
    for (unsigned d = has_rows; d < plan->desc.n_loops; d++)
        add_loop(pass, &batch[d], false, sealed);
    pass->in.base = base_of(plan, &step->in, call);
    pass->out.base = base_of(plan, &step->out, call);
    pass->n_transforms =
        (uint32_t)(call->batch * step->inner[0] * step->inner[1] *
                   step->lines[0] * step->lines[1] * step->lines[2]);
}

/* ---- launch sizes ---- */

/* A grid of one work-item for each column, or one for all of them; rows take
   turns. */
static struct clfft_grid spread_grid(const clfft_plan *plan, uint64_t n,
                                     size_t items)
{
    const uint64_t columns = clfft_desc_output_points(&plan->desc, 0);
    const uint64_t rows = n * clfft_desc_output_points(&plan->desc, 1) *
                          clfft_desc_output_points(&plan->desc, 2);
    /* a wider grid than the limit would compile once more on PoCL */
    const uint64_t most = CLFFT_GRID_LIMIT / 16;
    const size_t turns = (size_t)(rows < most ? rows : most);

    if (clfft_plan_spreads_runs(plan))
        return (struct clfft_grid){{1, turns}, {1, 1}};
    return (struct clfft_grid){
        {(size_t)(divide_up(columns, items) * items), turns}, {items, 1}};
}

/* How many tiles a work-item of a launch of `n_tiles` runs, one after the
   other: in the self-check two, so that this is seen. */
static uint32_t chunk_of(const clfft_plan *plan, uint64_t n_tiles,
                         uint64_t n_points)
{
    return plan->in_check ? 2
                          : (uint32_t)clfft_grid_chunk(&plan->device->limits,
                                                       n_tiles, n_points);
}

/* Computes the grid of a step whose loops are filled; the share of a work-item
   goes into `pass`. */
static struct clfft_grid make_grid(const clfft_plan *plan,
                                   const clfft_step *step, struct pass *pass)
{
    const clfft_limits *limits = &plan->device->limits;
    const uint64_t n = pass->n_transforms;
    size_t items = limits->max_work_group < DIRECT_ITEMS
                       ? limits->max_work_group
                       : DIRECT_ITEMS;
    uint64_t groups, tiles, lanes;

    switch (step->kind) {
    case CLFFT_STEP_GROUP:
    case CLFFT_STEP_TILE2D:
        items = (size_t)step->shape.items * step->shape.columns;
        groups = divide_up(n, clfft_step_columns(step));
        break;
    case CLFFT_STEP_SIMD:
        lanes = step->shape.rows
                    ? 1
                    : clfft_shape_lanes(&step->shape, plan->real_size);
        tiles = divide_up(n, lanes);
        pass->chunk =
            chunk_of(plan, tiles, lanes * clfft_shape_length(&step->shape));
        items = 1;
        groups = divide_up(tiles, pass->chunk);
        break;
    case CLFFT_STEP_DIRECT:
        groups =
            divide_up(n * (step->root_count / step->shape.radices[0]), items);
        break;
    case CLFFT_STEP_REAL:
        if (plan->recipe.schedule == CLFFT_SCHEDULE_SIMD) {
            tiles = n * divide_up(step->n / 4 + 1, PASS_REAL_BLOCK);
            pass->chunk = chunk_of(plan, tiles, 2 * PASS_REAL_BLOCK);
            items = 1;
            groups = divide_up(tiles, pass->chunk);
            break;
        }
        groups = divide_up(n * (step->n / 4 + 1), items);
        break;
    case CLFFT_STEP_BANDS:
        lanes = clfft_plan_band_lanes(plan);
        groups = divide_up(n * step->out.length, items);
        if (lanes == 1)
            break;
        tiles = divide_up(n, lanes);
        pass->chunk = chunk_of(plan, tiles, lanes * step->in.length);
        items = 1;
        groups = divide_up(tiles, pass->chunk);
        break;
    case CLFFT_STEP_SEED_METHOD:
        groups = clfft_plan_seed_method_groups(plan, step, n, &items);
        break;
    case CLFFT_STEP_SPREAD:
        return spread_grid(plan, n, items);
    case CLFFT_STEP_MEAN:
        items = clfft_plan_mean_items(plan);
        groups =
            n * (step->out.length / (2 * clfft_desc_mean_points(&plan->desc)));
        break;
    case CLFFT_STEP_MEAN_END:
        items = clfft_plan_mean_items(plan);
        groups = n;
        break;
    default:
        groups = divide_up(n * step->out.length, items);
        break;
    }
    /* three groups show a second column and a second row */
    return clfft_grid_make_rows(limits, groups, items,
                                plan->in_check && groups > 2 ? 2 : 1);
}

/* ---- face ---- */

clfft_status clfft_plan_take_call(clfft_plan *plan,
                                  const clfft_execute_params *params)
{
    struct clfft_call call;
    clfft_status status;

    if (is_taken(&plan->call, params))
        return CLFFT_STATUS_OK;
    TRY(read_counts(plan, params, &call));
    TRY(read_extent(plan, params, &call));
    plan->call = call;
    for (unsigned i = 0; i < plan->recipe.n_steps; i++) {
        const clfft_step *step = &plan->recipe.steps[i];
        clfft_plan_step *s = &plan->steps[i];
        fill_loops(plan, step, &call, &s->pass);
        s->grid = make_grid(plan, step, &s->pass);
        s->has_pass = false;
    }
fail:
    return status;
}
