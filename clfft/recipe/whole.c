/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* whole.c: expands a transform that takes one pass over memory. */
#include "methods.h"

static bool applicable(const struct clfft_route *route)
{
    return route->n_shapes == 1 &&
           route->shapes[0].schedule != CLFFT_SCHEDULE_DIRECT &&
           clfft_shape_length(&route->shapes[0]) == route->length;
}

static void expand(const struct clfft_route *route, clfft_recipe *recipe)
{
    clfft_step *step = clfft_add_step(recipe, &route->shapes[0], route);

    step->in = route->in;
    step->out = route->out;
    step->spectrum_store = route->spectrum_store;
    step->scale = route->scale;
    step->fuse_post = route->fuse_post;
    step->bands = route->shapes[0].bands;
}

/* Whether the pass can untangle real data: that takes a whole transform in
   local memory, or bins that meet in registers (halves.cl). */
static bool can_fuse_post(const struct clfft_route *route)
{
    const clfft_shape *shape = &route->shapes[0];
    const unsigned last = shape->radices[shape->n_radices - 1];

    return shape->parts <= 1 ||
           clfft_shape_length(shape) / last % (2 * shape->items) == 0;
}

const struct clfft_method clfft_method_whole = {
    .name = "whole",
    .applicable = applicable,
    .expand = expand,
    .can_fuse_post = can_fuse_post,
};
