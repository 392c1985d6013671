/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* recipe.c: from description and choice to steps. */
#include "recipe.h"

#include "clfft/base/error.h"
#include "methods.h"
#include "clfft/seeds/seed.h"

#include <inttypes.h>
#include <string.h>

bool clfft_is_halved(const clfft_desc *desc, unsigned axis)
{
    return axis == 0 && desc->transform != CLFFT_TRANSFORM_C2C &&
           desc->lengths[0] % 2 == 0;
}

uint64_t clfft_core_length(const clfft_desc *desc, unsigned axis)
{
    return clfft_is_halved(desc, axis) ? desc->lengths[axis] / 2
                                       : desc->lengths[axis];
}

/* Are all bins of a row of axis 0 stored as complex numbers side by side? */
static bool stores_complex_rows(const clfft_desc *desc)
{
    const clfft_sides all = desc->transform == CLFFT_TRANSFORM_C2C
                                ? CLFFT_SIDES_TWO : CLFFT_SIDES_ONE;

    return (desc->output_strides[0] == 1 || !desc->output_strides[0]) &&
           desc->store.quantity == CLFFT_QUANTITY_COMPLEX &&
           (desc->store.sides == CLFFT_SIDES_DEFAULT ||
            desc->store.sides == all);
}

bool clfft_lends_rows(const clfft_desc *desc)
{
    const bool c2c = desc->transform == CLFFT_TRANSFORM_C2C;
    unsigned axes[CLFFT_MAX_RANK];

    return (c2c || (desc->transform == CLFFT_TRANSFORM_R2C &&
                    clfft_is_halved(desc, 0))) &&
           clfft_active_axes(desc, axes) == 1 && !desc->in_place &&
           stores_complex_rows(desc) &&
           /* bins of real data are weighed on the way from local memory */
           !(c2c && desc->store.gain);
}

bool clfft_has_plain_rows(const clfft_desc *desc)
{
    const clfft_load *load = &desc->load;
    unsigned axes[CLFFT_MAX_RANK];

    if (desc->transform != CLFFT_TRANSFORM_C2C || load->sample ||
        load->windows[0] ||
        (load->lengths[0] && load->lengths[0] < desc->lengths[0]) ||
        desc->input_strides[0] > 1)
        return false;
    return clfft_active_axes(desc, axes) > 1 ||
           (stores_complex_rows(desc) && !desc->store.gain);
}

unsigned clfft_active_axes(const clfft_desc *desc,
                           unsigned axes[CLFFT_MAX_RANK])
{
    unsigned n = 0;

    for (unsigned d = 0; d < desc->rank; d++)
        if (d == 0 || desc->lengths[d] > 1)
            axes[n++] = d;
    return n;
}

uint64_t clfft_scratch_stride(const clfft_recipe *recipe,
                              const clfft_step *step, const clfft_side *side,
                              unsigned axis)
{
    uint64_t stride = 1;

    for (unsigned d = 0; d < axis; d++)
        stride *= d == step->axis ? side->extent : recipe->plane[d];
    return stride;
}

uint32_t clfft_step_columns(const clfft_step *step)
{
    return step->fuse_post && step->inner[0] > 1 ? step->shape.columns / 2u
                                                 : step->shape.columns;
}

bool clfft_step_has_neighbours(const clfft_step *step)
{
    return step->axis > 0 &&
           (step->kind == CLFFT_STEP_DIRECT || step->inner[0] > 1 ||
            step->inner[1] > 1);
}

clfft_access clfft_load_access(const clfft_desc *desc)
{
    const bool halved = clfft_is_halved(desc, 0);

    switch (desc->transform) {
    case CLFFT_TRANSFORM_R2C:
        return halved ? CLFFT_ACCESS_PAIR : CLFFT_ACCESS_REAL;
    case CLFFT_TRANSFORM_C2R:
        return halved ? CLFFT_ACCESS_HALF : CLFFT_ACCESS_HERMITIAN;
    default:
        return CLFFT_ACCESS_COMPLEX;
    }
}

clfft_access clfft_store_access(const clfft_desc *desc)
{
    static const clfft_access of_quantity[] = {
        CLFFT_ACCESS_COMPLEX, CLFFT_ACCESS_MAGNITUDE, CLFFT_ACCESS_POWER,
        CLFFT_ACCESS_DB, CLFFT_ACCESS_PHASE,
    };

    if (desc->transform == CLFFT_TRANSFORM_C2R)
        return clfft_is_halved(desc, 0) ? CLFFT_ACCESS_PAIR : CLFFT_ACCESS_REAL;
    return of_quantity[desc->store.quantity];
}

/* Points on an axis of what lies between the axes' passes. */
static uint32_t plane_points(const clfft_desc *desc, unsigned axis)
{
    const uint32_t n = (uint32_t)desc->lengths[axis];

    return axis == 0 && desc->transform != CLFFT_TRANSFORM_C2C ? n / 2 + 1 : n;
}

/* How many points the last step along an axis really makes (mirrored ones not
   counted). */
static uint32_t stored_length(const clfft_desc *desc, unsigned axis)
{
    return desc->transform == CLFFT_TRANSFORM_C2R
               ? (uint32_t)clfft_core_length(desc, axis)
               : plane_points(desc, axis);
}

static clfft_status check_axis(const clfft_desc *desc, unsigned axis,
                               const clfft_axis_choice *choice,
                               clfft_schedule schedule)
{
    const uint64_t n = clfft_core_length(desc, axis);

    if (!choice->n_shapes)
        return clfft_fail(CLFFT_STATUS_INVALID, "recipe: no pass");
    for (unsigned i = 0; i < choice->n_shapes; i++)
        if (choice->shapes[i].schedule != schedule)
            return clfft_fail(CLFFT_STATUS_INVALID,
                              "recipe: schedules are mixed");
    for (unsigned i = 0; i < choice->n_shapes; i++)
        if (choice->shapes[i].turn &&
            (i || choice->n_shapes != 2 || choice->rader))
            return clfft_fail(CLFFT_STATUS_INVALID,
                              "recipe: turn is for the first of two passes");
    if (choice->bluestein && choice->bluestein < 2 * n - 1)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: bluestein %" PRIu64 " is below %" PRIu64,
                          choice->bluestein, 2 * n - 1);
    if (choice->rader && choice->rader != n - 1)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: rader %" PRIu64 " is for %" PRIu64
                          " points, not %" PRIu64,
                          choice->rader, choice->rader + 1, n);
    if (n > UINT64_C(1) << 30 || choice->bluestein > UINT64_C(1) << 31)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "length %" PRIu64 " is above 2^30", n);
    return CLFFT_STATUS_OK;
}

/* ---- from axis to axis ---- */

/* What the passes along several axes hand on to each other. */
struct chain {
    unsigned axes[CLFFT_MAX_RANK], n_axes;
    unsigned n_turns; /* as many, but that a plane does two axes in one */
    int middle;       /* buffer between the turns */
    clfft_side final; /* where the last of the passes stores */
    bool spread;      /* a last step makes sides */
};

static bool is_rings(const clfft_desc *desc)
{
    return desc->store.rings.n_rings > 0;
}

bool clfft_has_far_sides(const clfft_desc *desc)
{
    unsigned axes[CLFFT_MAX_RANK];

    return clfft_active_axes(desc, axes) > 1 &&
           (desc->store.sides == CLFFT_SIDES_CENTERED ||
            (desc->transform == CLFFT_TRANSFORM_R2C &&
             desc->store.sides == CLFFT_SIDES_TWO));
}

/* Those are a step of their own for rings, which read them in their order, and
   on CPUs, where vectors move whole rows of them. */
static bool needs_spread(const clfft_desc *desc, clfft_schedule schedule)
{
    return clfft_has_far_sides(desc) &&
           (is_rings(desc) || schedule == CLFFT_SCHEDULE_SIMD);
}

static void grow_scratch(clfft_recipe *recipe, int buffer, uint64_t points)
{
    uint64_t *size = &recipe->scratch_points[buffer - CLFFT_BUFFER_SCRATCH];

    if (*size < points)
        *size = points;
}

static uint64_t stored_bins(const clfft_desc *desc)
{
    uint64_t bins = 1;

    for (unsigned d = 0; d < desc->rank; d++)
        bins *= clfft_desc_output_points(desc, d);
    return bins;
}

static uint64_t plane_size(const clfft_recipe *recipe)
{
    uint64_t points = 1;

    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        points *= recipe->plane[d];
    return points;
}

/* Complex points that `bins` of this access take. */
static uint64_t stage_points(clfft_access access, uint64_t bins)
{
    return access == CLFFT_ACCESS_COMPLEX ? bins : (bins + 1) / 2;
}

/* Results between the axes go to `out` if it is complex and as large, to the
   input of c2r if that may be overwritten, else to scratch. A last pass that
   makes far sides does not read where it stores. */
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
    grow_scratch(recipe, CLFFT_BUFFER_SCRATCH, plane_size(recipe));
    return CLFFT_BUFFER_SCRATCH;
}

static void begin_chain(const clfft_desc *desc, const clfft_choice *choice,
                        clfft_recipe *recipe, struct chain *chain)
{
    const bool bands = desc->store.bands.n_bands || is_rings(desc);
    unsigned last;

    chain->n_turns = chain->n_axes - choice->plane;
    chain->spread = needs_spread(desc, recipe->schedule);
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        recipe->plane[d] = d < desc->rank ? plane_points(desc, d) : 1;
    if (chain->n_turns > 1)
        chain->middle = choose_middle(desc, choice, recipe);
    last = desc->transform == CLFFT_TRANSFORM_C2R
               ? 0 : chain->axes[chain->n_axes - 1];
    chain->final = (clfft_side){.buffer = CLFFT_BUFFER_OUTPUT,
                                .access = clfft_store_access(desc),
                                .outer = true,
                                .gain = chain->n_axes == 1,
                                .axes = clfft_has_far_sides(desc)
                                            ? (uint8_t)chain->n_axes : 0,
                                .index = {1, 0, 0},
                                .length = stored_length(desc, last)};
    if (bands)
        chain->final.access = CLFFT_ACCESS_POWER;
    if (bands || chain->spread) {
        /* where the axes' intermediate results are read if they are points
           too: a pass may write what it has read */
        chain->final.buffer =
            CLFFT_BUFFER_SCRATCH +
            (chain->n_axes > 1 &&
             chain->final.access != CLFFT_ACCESS_COMPLEX);
        chain->final.outer = chain->n_axes == 1;
        chain->final.axes = 0;
        chain->final.extent = chain->n_axes == 1
                                  ? (uint32_t)stored_bins(desc)
                                  : recipe->plane[last];
        grow_scratch(recipe, chain->final.buffer,
                     stage_points(chain->final.access,
                                  chain->n_axes == 1 ? stored_bins(desc)
                                                     : plane_size(recipe)));
    }
}

/* Points along an axis that the output has room for before its last step: as
   many as it has itself, if it can hold all others beside them. */
static uint64_t spare_points(const clfft_desc *desc, const struct chain *chain,
                             const clfft_recipe *recipe, unsigned axis)
{
    if (!clfft_has_far_sides(desc) || desc->in_place ||
        desc->store.quantity != CLFFT_QUANTITY_COMPLEX)
        return 0;
    for (unsigned d = 0; d < desc->rank; d++)
        if (d != axis && recipe->plane[d] > clfft_desc_output_points(desc, d))
            return 0;
    return clfft_desc_output_points(desc, axis);
}

/* Transforms along the other axes while this one runs. */
static void count_lines(const clfft_desc *desc, unsigned axis,
                        uint32_t lines[CLFFT_MAX_RANK])
{
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        lines[d] = d == axis  ? 1
                   : d > axis ? (uint32_t)desc->load.lengths[d]
                              : plane_points(desc, d);
}

/* May an axis' points lie where the output has its own before the last step
   stores them? */
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
                                plane_points(desc, axis));
    route.in.access =
        axis == 0 ? clfft_load_access(desc) : CLFFT_ACCESS_COMPLEX;
    route.in.outer = first;
    route.in.window = true;
    route.in.length = (uint32_t)desc->load.lengths[axis];
    /* the inverse of complex axes runs between two conjugations; half a
       spectrum is conjugated as it is read */
    route.in.conjugate = inverse && first;
    route.out = last ? chain->final
                     : clfft_plain_side(chain->middle,
                                        plane_points(desc, axis));
    if (axis == 0 && !last)
        route.out.gain = true;
    route.in_output = last && route.in.buffer != CLFFT_BUFFER_OUTPUT &&
                      route.out.buffer == CLFFT_BUFFER_OUTPUT &&
                      can_lie_in_output(desc, axis);
    route.out.conjugate = inverse && (last || (c2r && axis == chain->axes[1]));
    return route;
}

/*
 * Half a spectrum that several passes of the simd schedule transform, tangled by
 * a step of its own. A first pass over columns reads each of its points twice,
 * once from either end, where a run of narrow lanes lies in two lines of memory
 * instead of one: on a Zen 3 that takes 1.0 to 1.5 times as long as tangling
 * first. By wide lanes it takes less on a Zen 5: c2r 134400 1071 us, r2c, which
 * has such a step behind its passes, 1173.
 */
static bool tangles_first(const clfft_desc *desc,
                          const clfft_axis_choice *choice, unsigned axis)
{
    return clfft_is_halved(desc, axis) &&
           desc->transform == CLFFT_TRANSFORM_C2R && choice->n_shapes > 1 &&
           choice->shapes[0].schedule == CLFFT_SCHEDULE_SIMD &&
           !choice->shapes[0].wide &&
           !choice->bluestein && !choice->rader;
}

/* Between half a spectrum and the complex points of real data. */
static clfft_step *add_real_step(const clfft_desc *desc,
                                 const struct clfft_route *route,
                                 const clfft_side *in, const clfft_side *out,
                                 clfft_recipe *recipe)
{
    clfft_step *step = &recipe->steps[recipe->n_steps++];

    *step = (clfft_step){.kind = CLFFT_STEP_REAL, .axis = route->axis,
                         .inner = {1, 1}, .shape = {.wide = true}};
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
        const clfft_side points = clfft_plain_side(
            clfft_take_scratch(recipe, &route, route.in.buffer, out.buffer,
                               route.length),
            (uint32_t)route.length);
        add_real_step(desc, &route, &route.in, &points, recipe);
        route.in = points;
        route.in_scratch = true;
    }
    if (!choice->bluestein && !choice->rader) {
        method = clfft_find_method(&route);
        if (!method)
            return clfft_fail(CLFFT_STATUS_INVALID,
                              "recipe: the radices do not make %" PRIu64
                              " points", route.length);
    }
    route.fuse_post = untangle && method && method->can_fuse_post &&
                      method->can_fuse_post(&route);
    if (untangle && !route.fuse_post) {
        const int half = clfft_take_scratch(recipe, &route, out.buffer, -1,
                                            route.length);
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

/* ---- steps that are no transforms ---- */

static clfft_step *add_plain_step(clfft_recipe *recipe, clfft_step_kind kind)
{
    clfft_step *step = &recipe->steps[recipe->n_steps++];

    *step = (clfft_step){.kind = kind, .lines = {1, 1, 1}, .inner = {1, 1}};
    return step;
}

/* Work-groups that add up a transform's input: as many whatever the batch, so
   that it does not change the sum. A GPU wants many, a CPU pays for each; one
   that has all of it needs no launch behind. */
static uint32_t count_sums(const clfft_desc *desc, clfft_schedule schedule)
{
    const uint64_t most = 4096;
    const uint64_t samples_each =
        schedule == CLFFT_SCHEDULE_SIMD ? 16384 : 8192;
    uint64_t samples = 1, n;

    for (unsigned d = 0; d < desc->rank; d++)
        samples *= desc->load.lengths[d];
    n = (samples + samples_each - 1) / samples_each;
    return (uint32_t)(n < most ? n : most);
}

static void add_mean(const clfft_desc *desc, clfft_recipe *recipe)
{
    clfft_step *step = add_plain_step(recipe, CLFFT_STEP_MEAN);
    const uint32_t n_sums = count_sums(desc, recipe->schedule);

    step->in = clfft_plain_side(CLFFT_BUFFER_INPUT,
                                (uint32_t)desc->load.lengths[0]);
    step->in.access = CLFFT_ACCESS_REAL;
    step->in.outer = true;
    /* numbers come in twos: a sum, and what it could not hold */
    step->out = clfft_plain_side(CLFFT_BUFFER_MEANS, 2 * n_sums);
    step->out.access = CLFFT_ACCESS_REAL;
    grow_scratch(recipe, CLFFT_BUFFER_MEANS, 1);
    if (n_sums == 1)
        return;
    step->out.buffer = CLFFT_BUFFER_SCRATCH;
    grow_scratch(recipe, CLFFT_BUFFER_SCRATCH, n_sums);
    step = add_plain_step(recipe, CLFFT_STEP_MEAN_END);
    step->in = recipe->steps[recipe->n_steps - 2].out;
    step->out = clfft_plain_side(CLFFT_BUFFER_MEANS, 2);
    step->out.access = CLFFT_ACCESS_REAL;
}

/* Half a spectrum of several axes becomes all that is stored. */
static void add_spread(const clfft_desc *desc, const struct chain *chain,
                       clfft_recipe *recipe)
{
    clfft_step *step = add_plain_step(recipe, CLFFT_STEP_SPREAD);

    step->n = (uint32_t)desc->lengths[0];
    step->in = chain->final;
    step->in.extent = recipe->plane[0];
    step->out = chain->final;
    step->out.buffer = CLFFT_BUFFER_OUTPUT;
    step->out.outer = true;
    step->out.length = (uint32_t)clfft_desc_output_points(desc, 0);
    if (is_rings(desc)) {
        step->out.buffer = CLFFT_BUFFER_SCRATCH;
        grow_scratch(recipe, CLFFT_BUFFER_SCRATCH, (stored_bins(desc) + 1) / 2);
    }
}

/* Powers in scratch, in stored order, are summed. */
static void add_bands(const clfft_desc *desc, int powers, clfft_recipe *recipe)
{
    clfft_step *step = add_plain_step(recipe, CLFFT_STEP_BANDS);

    step->n = (uint32_t)desc->lengths[0];
    step->in = clfft_plain_side(powers, (uint32_t)stored_bins(desc));
    step->in.access = CLFFT_ACCESS_POWER;
    step->out = clfft_plain_side(CLFFT_BUFFER_OUTPUT,
                                 is_rings(desc) ? desc->store.rings.n_rings
                                                : desc->store.bands.n_bands);
    step->out.access = clfft_store_access(desc);
    step->out.outer = true;
}

static clfft_status check_axes(const clfft_desc *desc,
                               const clfft_choice *choice,
                               const struct chain *chain)
{
    const clfft_schedule schedule = choice->axes[0].shapes[0].schedule;
    clfft_status status =
        choice->plane ? clfft_check_plane(desc, choice) : CLFFT_STATUS_OK;

    if (status == CLFFT_STATUS_OK && choice->n_axes != chain->n_axes)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: %u axes, the description has %u to "
                          "transform", choice->n_axes, chain->n_axes);
    for (unsigned i = choice->plane ? 2 : 0;
         i < chain->n_axes && status == CLFFT_STATUS_OK; i++)
        status = check_axis(desc, chain->axes[i], &choice->axes[i], schedule);
    return status;
}

/* The plane's axes or axis 0 run first, of c2r last. */
static clfft_status expand_turn(const clfft_desc *desc,
                                const clfft_choice *choice,
                                const struct chain *chain, unsigned turn,
                                clfft_recipe *recipe)
{
    const bool c2r = desc->transform == CLFFT_TRANSFORM_C2R;
    const unsigned from_first = c2r ? chain->n_turns - 1 - turn : turn;
    const unsigned i = from_first ? from_first + choice->plane : 0;

    if (choice->plane && i == 0) {
        const struct clfft_route route =
            make_route(desc, &choice->axes[0], chain, turn, 0);
        clfft_expand_plane(desc, choice, &route, recipe);
        return CLFFT_STATUS_OK;
    }
    return expand_axis(desc, &choice->axes[i], chain, turn, chain->axes[i],
                       recipe);
}

clfft_status clfft_recipe_expand(const clfft_desc *desc,
                                 const clfft_choice *choice,
                                 clfft_recipe *recipe)
{
    clfft_status status;
    struct chain chain = {.middle = -1};

    memset(recipe, 0, offsetof(clfft_recipe, steps));
    if (choice->scheme.scheme)
        return clfft_scheme_expand(desc, choice, recipe);
    chain.n_axes = clfft_active_axes(desc, chain.axes);
    status = check_axes(desc, choice, &chain);
    if (status != CLFFT_STATUS_OK)
        return status;
    recipe->choice = *choice;
    recipe->schedule = choice->axes[0].shapes[0].schedule;
    if (clfft_is_halved(desc, 0) && !choice->plane)
        recipe->real_n = (uint32_t)desc->lengths[0];
    begin_chain(desc, choice, recipe, &chain);
    if (desc->load.subtract_mean)
        add_mean(desc, recipe);
    for (unsigned turn = 0; turn < chain.n_turns; turn++) {
        status = expand_turn(desc, choice, &chain, turn, recipe);
        if (status != CLFFT_STATUS_OK)
            return status;
    }
    if (chain.spread)
        add_spread(desc, &chain, recipe);
    if (desc->store.bands.n_bands || is_rings(desc))
        add_bands(desc, chain.spread ? CLFFT_BUFFER_SCRATCH
                                     : chain.final.buffer, recipe);
    return CLFFT_STATUS_OK;
}
