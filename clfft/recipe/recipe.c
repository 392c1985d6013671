/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* recipe.c: expands a description and a choice into the steps of a recipe. */
#include "recipe.h"

#include "clfft/base/error.h"
#include "seed_method.h"
#include "methods.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, __VA_ARGS__)

uint64_t clfft_scratch_stride(const clfft_recipe *recipe,
                              const clfft_step *step, const clfft_side *side,
                              unsigned axis)
{
    uint64_t stride = 1;

    for (unsigned d = 0; d < axis; d++)
        stride *= d == step->axis ? side->extent : recipe->points[d];
    return stride;
}

uint32_t clfft_step_columns(const clfft_step *step)
{
    return step->fuse_post && step->inner[0] > 1 ? step->shape.columns / 2u
                                                 : step->shape.columns;
}

bool clfft_step_has_neighbours(const clfft_step *step)
{
    return step->axis > 0 && (step->kind == CLFFT_STEP_DIRECT ||
                              step->inner[0] > 1 || step->inner[1] > 1);
}

/* Points on an axis of the data between the passes of two axes. */
static uint32_t axis_points(const clfft_desc *desc, unsigned axis)
{
    const uint32_t n = (uint32_t)desc->lengths[axis];

    if (axis == 0 && desc->zoom.n_bins)
        return (uint32_t)desc->zoom.n_bins;
    return axis == 0 && desc->transform != CLFFT_TRANSFORM_C2C ? n / 2 + 1 : n;
}

/* How many points the last step along an axis really makes (mirrored ones not
   counted). */
static uint32_t stored_length(const clfft_desc *desc, unsigned axis)
{
    return desc->transform == CLFFT_TRANSFORM_C2R
               ? (uint32_t)clfft_core_length(desc, axis)
               : axis_points(desc, axis);
}

/* Checks pass i of an axis against the others and what is around them. */
static clfft_status check_shape(const clfft_desc *desc, unsigned axis,
                                const clfft_axis_choice *choice, unsigned i,
                                clfft_schedule schedule)
{
    const clfft_shape *s = &choice->shapes[i];
    const bool convolved = choice->bluestein || choice->rader;

    if (s->schedule != schedule)
        return INVALID("recipe: schedules are mixed");
    for (unsigned r = 1; r < s->n_radices; r++)
        if (schedule == CLFFT_SCHEDULE_GROUP && !clfft_is_radix(s->radices[r]))
            return INVALID("recipe: %u is a first radix only", s->radices[r]);
    if (clfft_shape_shares(s) &&
        (convolved || s->convolved ||
         (s->linear && desc->transform == CLFFT_TRANSFORM_C2R)))
        return INVALID("recipe: convolutions and linear c2r share no radix");
    if (s->turn && (i || choice->n_shapes != 2 || choice->rader))
        return INVALID("recipe: turn is for the first of two passes");
    if (s->linear &&
        (axis || choice->n_shapes > 1 || convolved || s->split || s->parts > 1))
        return INVALID("recipe: linear: one pass along rows, exchanged whole");
    if (s->bands && !clfft_can_make_bands(desc, choice))
        return INVALID("recipe: bands are for one pass along rows that the "
                       "description makes bands of");
    return clfft_check_convolved(choice, i);
}

static clfft_status check_axis(const clfft_desc *desc, unsigned axis,
                               const clfft_axis_choice *choice,
                               clfft_schedule schedule)
{
    const uint64_t n = clfft_core_length(desc, axis);
    clfft_status status = CLFFT_STATUS_OK;

    if (!choice->n_shapes)
        return INVALID("recipe: no pass");
    for (unsigned i = 0; i < choice->n_shapes && status == CLFFT_STATUS_OK; i++)
        status = check_shape(desc, axis, choice, i, schedule);
    if (status != CLFFT_STATUS_OK)
        return status;
    if (choice->bluestein && choice->bluestein < clfft_chirp_length(desc, axis))
        return INVALID("recipe: bluestein %" PRIu64 " is below %" PRIu64,
                       choice->bluestein, clfft_chirp_length(desc, axis));
    if (desc->zoom.n_bins && !choice->bluestein)
        return INVALID("recipe: a zoom takes bluestein");
    if (choice->rader && choice->rader != n - 1)
        return INVALID("recipe: rader %" PRIu64 " is for %" PRIu64
                       " points, not %" PRIu64,
                       choice->rader, choice->rader + 1, n);
    if (n > UINT64_C(1) << 30 || choice->bluestein > UINT64_C(1) << 31)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "length %" PRIu64 " is above 2^30", n);
    return CLFFT_STATUS_OK;
}

/* ---- from axis to axis ---- */

/* The state that the passes along several axes share. */
struct chain {
    unsigned axes[CLFFT_MAX_RANK], n_axes;
    unsigned n_turns; /* the same number, but a tile2d takes two axes in one
                         turn */
    int middle;       /* the buffer between the turns */
    clfft_side final; /* where the last pass stores */
    bool spread;      /* a last step of its own makes the sides */
};

static bool is_rings(const clfft_desc *desc)
{
    return desc->store.rings.n_rings > 0;
}

/* Whether a step of its own makes the sides: for rings, which read bins in
   their order, and on CPUs, where vectors move whole rows of them. */
static bool needs_spread(const clfft_desc *desc, clfft_schedule schedule)
{
    return clfft_has_far_sides(desc) &&
           (is_rings(desc) || schedule == CLFFT_SCHEDULE_SIMD);
}

/* Whether a step of its own adds up the powers of bands or rings. */
static bool needs_bands(const clfft_desc *desc, const clfft_choice *choice)
{
    return is_rings(desc) ||
           (desc->store.bands.n_bands && !choice->axes[0].shapes[0].bands);
}

static uint64_t points_between(const clfft_recipe *recipe)
{
    uint64_t points = 1;

    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        points *= recipe->points[d];
    return points;
}

/* How many complex points `bins` of this access take. */
static uint64_t stage_points(clfft_access access, uint64_t bins)
{
    return access == CLFFT_ACCESS_COMPLEX ? bins : (bins + 1) / 2;
}

/* Chooses the buffer between the axes: the output if it is complex and as
   large, the input of c2r if that may be overwritten, else scratch. A last pass
   that makes sides of several axes must not read where it stores. */
static int choose_middle(const clfft_desc *desc, const clfft_choice *choice,
                         clfft_recipe *recipe)
{
    if (desc->transform == CLFFT_TRANSFORM_C2R &&
        (desc->in_place || desc->destroy_input))
        return CLFFT_BUFFER_INPUT;
    if (desc->transform != CLFFT_TRANSFORM_C2R &&
        (!clfft_has_far_sides(desc) ||
         choice->axes[choice->n_axes - 1].n_shapes > 1) &&
        !needs_spread(desc, recipe->schedule) &&
        desc->store.quantity == CLFFT_QUANTITY_COMPLEX)
        return CLFFT_BUFFER_OUTPUT;
    clfft_grow_scratch(recipe, CLFFT_BUFFER_SCRATCH, points_between(recipe));
    return CLFFT_BUFFER_SCRATCH;
}

static void begin_chain(const clfft_desc *desc, const clfft_choice *choice,
                        clfft_recipe *recipe, struct chain *chain)
{
    const bool bands = needs_bands(desc, choice);
    unsigned last;

    chain->n_turns = chain->n_axes - choice->tile2d;
    chain->spread = needs_spread(desc, recipe->schedule);
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        recipe->points[d] = d < desc->rank ? axis_points(desc, d) : 1;
    if (chain->n_turns > 1)
        chain->middle = choose_middle(desc, choice, recipe);
    last = desc->transform == CLFFT_TRANSFORM_C2R
               ? 0
               : chain->axes[chain->n_axes - 1];
    chain->final = (clfft_side){
        .buffer = CLFFT_BUFFER_OUTPUT,
        .access = clfft_store_access(desc),
        .outer = true,
        .gain = chain->n_axes == 1,
        .axes = clfft_has_far_sides(desc) ? (uint8_t)chain->n_axes : 0,
        .index = {1, 0, 0},
        .length = stored_length(desc, last)};
    if (desc->store.bands.n_bands || is_rings(desc))
        chain->final.access = CLFFT_ACCESS_POWER;
    if (bands || chain->spread) {
        /* the buffer of the intermediate results if the final ones are points
           too: a pass may write where it has read */
        chain->final.buffer =
            CLFFT_BUFFER_SCRATCH +
            (chain->n_axes > 1 && chain->final.access != CLFFT_ACCESS_COMPLEX);
        chain->final.outer = chain->n_axes == 1;
        chain->final.axes = 0;
        chain->final.extent = chain->n_axes == 1
                                  ? (uint32_t)clfft_stored_bins(desc)
                                  : recipe->points[last];
        clfft_grow_scratch(
            recipe, chain->final.buffer,
            stage_points(chain->final.access, chain->n_axes == 1
                                                  ? clfft_stored_bins(desc)
                                                  : points_between(recipe)));
    }
}

/* How many points along an axis the output has room for before its last step:
   as many as the axis itself has, if the output can hold all others beside
   them. */
static uint64_t spare_points(const clfft_desc *desc, const struct chain *chain,
                             const clfft_recipe *recipe, unsigned axis)
{
    if (!clfft_has_far_sides(desc) || desc->in_place ||
        desc->store.quantity != CLFFT_QUANTITY_COMPLEX)
        return 0;
    for (unsigned d = 0; d < desc->rank; d++)
        if (d != axis && recipe->points[d] > clfft_desc_output_points(desc, d))
            return 0;
    return clfft_desc_output_points(desc, axis);
}

/* Counts the transforms along the other axes while this axis runs. */
static void count_lines(const clfft_desc *desc, unsigned axis,
                        uint32_t lines[CLFFT_MAX_RANK])
{
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        lines[d] = d == axis  ? 1
                   : d > axis ? (uint32_t)desc->load.lengths[d]
                              : axis_points(desc, d);
}

/* Whether the points of an axis may lie in the output, where it has this axis,
   before the last step stores them. */
static bool can_lie_in_output(const clfft_desc *desc, unsigned axis)
{
    return desc->transform == CLFFT_TRANSFORM_C2C && !desc->in_place &&
           desc->store.quantity == CLFFT_QUANTITY_COMPLEX &&
           desc->store.sides != CLFFT_SIDES_CENTERED &&
           clfft_desc_output_points(desc, axis) == desc->lengths[axis];
}

static struct clfft_route make_route(const clfft_desc *desc,
                                     const clfft_axis_choice *choice,
                                     const struct chain *chain, unsigned turn,
                                     unsigned axis)
{
    const bool c2r = desc->transform == CLFFT_TRANSFORM_C2R;
    const bool inverse = clfft_desc_is_inverse(desc);
    const bool first = turn == 0, last = turn + 1 == chain->n_turns;
    struct clfft_route route = {
        .axis = axis,
        .shapes = choice->shapes,
        .n_shapes = choice->n_shapes,
        .length = clfft_core_length(desc, axis),
        .n = (uint32_t)desc->lengths[axis],
        .scale = last,
    };

    count_lines(desc, axis, route.lines);
    route.in = clfft_plain_side(first ? CLFFT_BUFFER_INPUT : chain->middle,
                                axis_points(desc, axis));
    route.in.access =
        axis == 0 ? clfft_load_access(desc) : CLFFT_ACCESS_COMPLEX;
    route.in.outer = first;
    route.in.window = true;
    route.in.length = (uint32_t)desc->load.lengths[axis];
    /* the inverse of complex axes runs between two conjugations; half a
       spectrum is conjugated as it is read */
    route.in.conjugate = inverse && first;
    route.out = last ? chain->final
                     : clfft_plain_side(chain->middle, axis_points(desc, axis));
    if (axis == 0 && !last)
        route.out.gain = true;
    route.in_output = last && route.in.buffer != CLFFT_BUFFER_OUTPUT &&
                      route.out.buffer == CLFFT_BUFFER_OUTPUT &&
                      can_lie_in_output(desc, axis);
    route.out.conjugate = inverse && (last || (c2r && axis == chain->axes[1]));
    return route;
}

/*
 * Whether a step of its own makes complex points of half a spectrum before
 * several passes of the simd schedule. A first pass over columns would read
 * each point twice, once from either end, and a run of narrow lanes then lies
 * in two lines of memory instead of one. Wide lanes are faster without that
 * step. Figures: docs/internals/notes.md, "recipe.c".
 */
static bool tangles_first(const clfft_desc *desc,
                          const clfft_axis_choice *choice, unsigned axis)
{
    return clfft_is_halved(desc, axis) &&
           desc->transform == CLFFT_TRANSFORM_C2R && choice->n_shapes > 1 &&
           choice->shapes[0].schedule == CLFFT_SCHEDULE_SIMD &&
           !choice->shapes[0].wide && !choice->bluestein && !choice->rader;
}

/* Adds a step between half a spectrum and the complex points of real data. */
static clfft_step *add_real_step(const clfft_desc *desc,
                                 const struct clfft_route *route,
                                 const clfft_side *in, const clfft_side *out,
                                 clfft_recipe *recipe)
{
    clfft_step *step = clfft_recipe_add(recipe, CLFFT_STEP_REAL);

    step->axis = route->axis;
    step->shape.wide = true;
    memcpy(step->lines, route->lines, sizeof step->lines);
    step->n = (uint32_t)desc->lengths[route->axis];
    step->in = *in;
    step->out = *out;
    return step;
}

static clfft_status expand_axis(const clfft_desc *desc,
                                const clfft_axis_choice *choice,
                                const struct chain *chain, unsigned turn,
                                unsigned axis, clfft_recipe *recipe)
{
    const bool untangle =
        clfft_is_halved(desc, axis) && desc->transform == CLFFT_TRANSFORM_R2C;
    struct clfft_route route = make_route(desc, choice, chain, turn, axis);
    const clfft_side out = route.out;
    const bool scale = route.scale;
    const struct clfft_method *method = NULL;
    clfft_status status = CLFFT_STATUS_OK;

    route.spare = spare_points(desc, chain, recipe, axis);
    if (tangles_first(desc, choice, axis)) {
        const clfft_side points =
            clfft_plain_side(clfft_take_scratch(recipe, &route, route.in.buffer,
                                                out.buffer, route.length),
                             (uint32_t)route.length);
        add_real_step(desc, &route, &route.in, &points, recipe);
        route.in = points;
        route.in_scratch = true;
    }
    if (!choice->bluestein && !choice->rader) {
        method = clfft_find_method(&route);
        if (!method)
            return INVALID("recipe: the radices do not make %" PRIu64 " points",
                           route.length);
    }
    if (untangle && choice->bluestein)
        route.fuse_post =
            clfft_bluestein_can_fuse_post(&route, choice->bluestein);
    else if (untangle && method && method->can_fuse_post)
        route.fuse_post = method->can_fuse_post(&route);
    if (untangle && !route.fuse_post) {
        const int half =
            clfft_take_scratch(recipe, &route, out.buffer, -1, route.length);
        route.out = clfft_plain_side(half, (uint32_t)route.length);
        route.scale = false;
    }
    if (choice->bluestein)
        status = clfft_expand_bluestein(&route, choice->bluestein, recipe);
    else if (choice->rader)
        status = clfft_expand_rader(&route, recipe);
    else
        method->expand(&route, recipe);
    if (status == CLFFT_STATUS_OK && untangle && !route.fuse_post)
        add_real_step(desc, &route, &route.out, &out, recipe)->scale = scale;
    return status;
}

static clfft_status check_axes(const clfft_desc *desc,
                               const clfft_choice *choice,
                               const struct chain *chain)
{
    const clfft_schedule schedule = choice->axes[0].shapes[0].schedule;
    clfft_status status =
        choice->tile2d ? clfft_check_tile2d(desc, choice) : CLFFT_STATUS_OK;

    if (status == CLFFT_STATUS_OK && choice->n_axes != chain->n_axes)
        return INVALID("recipe: %u axes, the description has %u to "
                       "transform",
                       choice->n_axes, chain->n_axes);
    for (unsigned i = choice->tile2d ? 2 : 0;
         i < chain->n_axes && status == CLFFT_STATUS_OK; i++)
        status = check_axis(desc, chain->axes[i], &choice->axes[i], schedule);
    return status;
}

/* Expands one turn. The axes of a tile2d, or axis 0, run first; in c2r they run
   last. */
static clfft_status expand_turn(const clfft_desc *desc,
                                const clfft_choice *choice,
                                const struct chain *chain, unsigned turn,
                                clfft_recipe *recipe)
{
    const bool c2r = desc->transform == CLFFT_TRANSFORM_C2R;
    const unsigned from_first = c2r ? chain->n_turns - 1 - turn : turn;
    const unsigned i = from_first ? from_first + choice->tile2d : 0;

    if (choice->tile2d && i == 0) {
        const struct clfft_route route =
            make_route(desc, &choice->axes[0], chain, turn, 0);
        clfft_expand_tile2d(desc, choice, &route, recipe);
        return CLFFT_STATUS_OK;
    }
    return expand_axis(desc, &choice->axes[i], chain, turn, chain->axes[i],
                       recipe);
}

static clfft_status expand_axes(const clfft_desc *desc,
                                const clfft_choice *choice,
                                clfft_recipe *recipe)
{
    struct chain chain = {.middle = -1};
    clfft_status status;

    chain.n_axes = clfft_active_axes(desc, chain.axes);
    TRY(check_axes(desc, choice, &chain));
    recipe->schedule = choice->axes[0].shapes[0].schedule;
    if (clfft_is_halved(desc, 0) && !choice->tile2d)
        recipe->real_n = (uint32_t)desc->lengths[0];
    begin_chain(desc, choice, recipe, &chain);
    if (clfft_desc_mean_points(desc))
        clfft_add_mean(desc, recipe);
    for (unsigned turn = 0; turn < chain.n_turns; turn++)
        TRY(expand_turn(desc, choice, &chain, turn, recipe));
    if (chain.spread)
        clfft_add_spread(desc, &chain.final, recipe);
    if (needs_bands(desc, choice))
        clfft_add_bands(
            desc, chain.spread ? CLFFT_BUFFER_SCRATCH : chain.final.buffer,
            recipe);
fail:
    return status;
}

static clfft_status expand_seed_method(const clfft_desc *desc,
                                       clfft_recipe *recipe)
{
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        recipe->points[d] = d < desc->rank ? (uint32_t)desc->lengths[d] : 1;
    return clfft_seed_methods->expand(desc, recipe);
}

/* ---- face ---- */

clfft_status clfft_recipe_expand(const clfft_desc *desc,
                                 const clfft_choice *choice,
                                 clfft_recipe *recipe)
{
    clfft_status status;
    clfft_step *steps;

    memset(recipe, 0, sizeof *recipe);
    recipe->choice = *choice;
    /* room for the longest recipe, so that no step moves; few recipes have
       many */
    recipe->steps = malloc(CLFFT_MAX_STEPS * sizeof *recipe->steps);
    if (!recipe->steps)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a recipe");
    status =
        choice->is_seed_method && desc->zoom.n_bins
            ? clfft_fail(CLFFT_STATUS_INVALID, "recipe: a zoom takes bluestein")
        : choice->is_seed_method ? expand_seed_method(desc, recipe)
                                 : expand_axes(desc, choice, recipe);
    if (status != CLFFT_STATUS_OK) {
        clfft_recipe_clear(recipe);
        return status;
    }
    steps = realloc(recipe->steps, recipe->n_steps * sizeof *steps);
    if (steps)
        recipe->steps = steps;
    return CLFFT_STATUS_OK;
}

void clfft_recipe_clear(clfft_recipe *recipe)
{
    free(recipe->steps);
    free(recipe->seed_method);
    recipe->steps = NULL;
    recipe->seed_method = NULL;
    recipe->n_steps = 0;
}

double clfft_choice_limit(const clfft_desc *desc, const clfft_choice *choice)
{
    return choice->is_seed_method
               ? clfft_seed_methods->limit(desc, &choice->seed_method)
               : 0;
}
