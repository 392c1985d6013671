/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* recipe.c: from description and choice to steps. */
#include "recipe.h"

#include "error.h"
#include "methods.h"

#include <inttypes.h>
#include <string.h>

uint32_t clfft_shape_length(const clfft_shape *shape)
{
    uint32_t length = 1;

    for (unsigned i = 0; i < shape->n_radices; i++)
        length *= shape->radices[i];
    return length;
}

unsigned clfft_shape_lanes(const clfft_shape *shape, size_t real_size)
{
    return (real_size == 8 ? 4 : 8) << shape->wide;
}

size_t clfft_shape_local_size(const clfft_shape *shape, size_t real_size)
{
    const size_t n = clfft_shape_length(shape), c = shape->columns;
    const size_t padded_row = n + n / 32;
    size_t slots = n * c;

    if (shape->schedule != CLFFT_SCHEDULE_GROUP)
        return 0;
    if (shape->layout == CLFFT_LAYOUT_PADDED)
        slots += slots >> (shape->split ? 5 : 4);
    else if (shape->layout == CLFFT_LAYOUT_PITCH)
        slots = (padded_row + (32 / c + 32 - padded_row % 32) % 32) * c;
    return slots * real_size * (shape->split ? 1 : 2);
}

/* Real data of even length is a complex transform of half the length. */
static bool is_halved(const clfft_desc *desc)
{
    return desc->transform != CLFFT_TRANSFORM_C2C && desc->lengths[0] % 2 == 0;
}

uint64_t clfft_core_length(const clfft_desc *desc)
{
    return is_halved(desc) ? desc->lengths[0] / 2 : desc->lengths[0];
}

static clfft_access load_access(const clfft_desc *desc)
{
    switch (desc->transform) {
    case CLFFT_TRANSFORM_R2C:
        return is_halved(desc) ? CLFFT_ACCESS_PAIR : CLFFT_ACCESS_REAL;
    case CLFFT_TRANSFORM_C2R:
        return is_halved(desc) ? CLFFT_ACCESS_HALF : CLFFT_ACCESS_HERMITIAN;
    default:
        return CLFFT_ACCESS_COMPLEX;
    }
}

static clfft_access store_access(const clfft_desc *desc)
{
    static const clfft_access of_quantity[] = {
        CLFFT_ACCESS_COMPLEX, CLFFT_ACCESS_MAGNITUDE, CLFFT_ACCESS_POWER,
        CLFFT_ACCESS_DB, CLFFT_ACCESS_PHASE,
    };

    if (desc->transform == CLFFT_TRANSFORM_C2R)
        return is_halved(desc) ? CLFFT_ACCESS_PAIR : CLFFT_ACCESS_REAL;
    return of_quantity[desc->store.quantity];
}

/* How many points the last step really makes (mirrored ones not counted). */
static uint32_t stored_length(const clfft_desc *desc)
{
    const uint32_t n = (uint32_t)desc->lengths[0];

    if (desc->transform == CLFFT_TRANSFORM_R2C)
        return n / 2 + 1;
    return (uint32_t)clfft_core_length(desc);
}

static clfft_status check_choice(const clfft_desc *desc,
                                 const clfft_choice *choice)
{
    const uint64_t n = clfft_core_length(desc);

    if (!choice->n_shapes)
        return clfft_fail(CLFFT_STATUS_INVALID, "recipe: no pass");
    for (unsigned i = 1; i < choice->n_shapes; i++)
        if (choice->shapes[i].schedule != choice->shapes[0].schedule)
            return clfft_fail(CLFFT_STATUS_INVALID,
                              "recipe: schedules are mixed");
    if (choice->bluestein && choice->bluestein < 2 * n - 1)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: bluestein %" PRIu64 " is below %" PRIu64,
                          choice->bluestein, 2 * n - 1);
    if (n > UINT64_C(1) << 30 || choice->bluestein > UINT64_C(1) << 31)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "length %" PRIu64 " is above 2^30", n);
    return CLFFT_STATUS_OK;
}

/* Bands: the powers go to scratch, one more step sums them. */
static void add_bands(const clfft_desc *desc, int powers, clfft_recipe *recipe)
{
    clfft_step *step = &recipe->steps[recipe->n_steps++];

    *step = (clfft_step){.kind = CLFFT_STEP_BANDS, .inner = {1, 1}};
    step->n = (uint32_t)desc->lengths[0];
    step->in = clfft_plain_side(powers,
                                (uint32_t)clfft_desc_output_points(desc, 0));
    step->in.access = CLFFT_ACCESS_POWER;
    step->out = clfft_plain_side(CLFFT_BUFFER_OUTPUT,
                                 desc->store.bands.n_bands);
    step->out.access = store_access(desc);
    step->out.outer = true;
}

clfft_status clfft_recipe_expand(const clfft_desc *desc,
                                 const clfft_choice *choice,
                                 clfft_recipe *recipe)
{
    clfft_status status = check_choice(desc, choice);
    const struct clfft_method *method = NULL;
    const bool halved = is_halved(desc);
    const bool untangle = halved && desc->transform == CLFFT_TRANSFORM_R2C;
    const uint32_t bins = (uint32_t)clfft_desc_output_points(desc, 0);
    struct clfft_route route;
    clfft_side final;

    memset(recipe, 0, sizeof *recipe);
    if (status != CLFFT_STATUS_OK)
        return status;
    recipe->choice = *choice;
    recipe->schedule = choice->shapes[0].schedule;
    if (halved)
        recipe->real_n = (uint32_t)desc->lengths[0];

    final = (clfft_side){.buffer = CLFFT_BUFFER_OUTPUT,
                         .access = store_access(desc),
                         .outer = true,
                         .index = {1, 0, 0},
                         .length = stored_length(desc)};
    if (desc->store.bands.n_bands) {
        final.buffer = clfft_take_scratch(recipe, -1, -1, (bins + 1) / 2);
        final.access = CLFFT_ACCESS_POWER;
    }
    route = (struct clfft_route){
        .shapes = choice->shapes,
        .n_shapes = choice->n_shapes,
        .length = clfft_core_length(desc),
        .n = (uint32_t)desc->lengths[0],
        .in = {.buffer = CLFFT_BUFFER_INPUT,
               .access = load_access(desc),
               .outer = true,
               .index = {1, 0, 0},
               .length = (uint32_t)desc->load.lengths[0]},
        .out = final,
        .scale = true,
    };
    if (!choice->bluestein) {
        method = clfft_find_method(&route);
        if (!method)
            return clfft_fail(CLFFT_STATUS_INVALID,
                              "recipe: the radices do not make %" PRIu64
                              " points", route.length);
    }
    const bool fuse = untangle && method && method->can_fuse_post;
    if (untangle && !fuse) {
        const int half = clfft_take_scratch(recipe, final.buffer, -1,
                                            route.length);
        route.out = clfft_plain_side(half, (uint32_t)route.length);
        route.scale = false;
    }
    route.fuse_post = fuse;
    if (choice->bluestein)
        status = clfft_expand_bluestein(&route, choice->bluestein, recipe);
    else
        method->expand(&route, recipe);
    if (status == CLFFT_STATUS_OK && untangle && !fuse) {
        clfft_step *step = &recipe->steps[recipe->n_steps++];
        *step = (clfft_step){.kind = CLFFT_STEP_REAL, .inner = {1, 1}};
        step->n = (uint32_t)desc->lengths[0];
        step->in = route.out;
        step->out = final;
        step->scale = true;
    }
    if (status == CLFFT_STATUS_OK && desc->store.bands.n_bands)
        add_bands(desc, final.buffer, recipe);
    return status;
}
