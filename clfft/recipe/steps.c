/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* steps.c: adds steps to a recipe, and the scratch memory that they take. */
#include "methods.h"

#include <string.h>

clfft_step *clfft_recipe_add(clfft_recipe *recipe, clfft_step_kind kind)
{
    clfft_step *step = &recipe->steps[recipe->n_steps++];

    *step = (clfft_step){.kind = kind, .lines = {1, 1, 1}, .inner = {1, 1}};
    return step;
}

clfft_step *clfft_add_step(clfft_recipe *recipe, const clfft_shape *shape,
                           const struct clfft_route *route)
{
    clfft_step *step = clfft_recipe_add(
        recipe, shape->schedule == CLFFT_SCHEDULE_GROUP  ? CLFFT_STEP_GROUP
                : shape->schedule == CLFFT_SCHEDULE_SIMD ? CLFFT_STEP_SIMD
                                                         : CLFFT_STEP_DIRECT);

    step->shape = *shape;
    step->length = clfft_shape_length(shape);
    step->n = route->n;
    step->axis = route->axis;
    step->span = shape->convolved ? shape->convolved : 1;
    step->convolved = shape->convolved;
    step->bluestein = shape->convolved && !clfft_shape_is_rader(shape);
    if (clfft_shape_is_rader(shape))
        step->rader = CLFFT_RADER_WHOLE;
    memcpy(step->lines, route->lines, sizeof step->lines);
    return step;
}

clfft_side clfft_plain_side(int buffer, uint32_t length)
{
    return (clfft_side){.buffer = buffer,
                        .index = {1, 0, 0},
                        .length = length,
                        .extent = length};
}

void clfft_grow_scratch(clfft_recipe *recipe, int buffer, uint64_t points)
{
    uint64_t *size = &recipe->scratch_points[buffer - CLFFT_BUFFER_SCRATCH];

    if (*size < points)
        *size = points;
}

int clfft_take_scratch(clfft_recipe *recipe, const struct clfft_route *route,
                       int not_this, int nor_this, uint64_t points)
{
    int i = 0;

    if (points <= route->spare && not_this != CLFFT_BUFFER_OUTPUT &&
        nor_this != CLFFT_BUFFER_OUTPUT)
        return CLFFT_BUFFER_OUTPUT;
    /* beside a whole intermediate result, however much of that is in use */
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        points *= d == route->axis ? 1 : recipe->points[d];

    while (CLFFT_BUFFER_SCRATCH + i == not_this ||
           CLFFT_BUFFER_SCRATCH + i == nor_this)
        i++;
    if (recipe->scratch_points[i] < points)
        recipe->scratch_points[i] = points;
    return CLFFT_BUFFER_SCRATCH + i;
}
