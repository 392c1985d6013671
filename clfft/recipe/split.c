/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * split.c: cuts a transform that is too long for one pass into two or three by
 * the four-step algorithm (Bailey, "FFTs in external or hierarchical memory",
 * 1990) with the transposition inside the last pass's store.
 *
 * N = n1 n2 n3, M = n2 n3, j = (j1, j2, j3) slowest first:
 *   pass 1  over j1 for all (j2, j3); times w_N^((j2, j3) k1)
 *   pass 2  over j2 for all k1, j3;   times w_M^(j3 k2)      (three passes)
 *   last    over the fastest digit; X[k1 + n1 (k2 + n2 k3)]
 *
 * With `turn` the first of two passes transposes: it stores [k1 + n1 j2], and
 * the last one reads where it stores.
 *
 * A pass of n1, n2 or n3 points may be a convolution of its own (own.cl).
 *
 * Real data of 2 N points in two passes are untangled in the second, unless
 * that is convolved.
 */
#include "methods.h"

#include "clfft/base/error.h"

clfft_status clfft_check_convolved(const clfft_axis_choice *choice, unsigned i)
{
    const clfft_shape *shape = &choice->shapes[i];
    const uint32_t points = shape->convolved;

    if (!points)
        return CLFFT_STATUS_OK;
    if (choice->bluestein || choice->rader || choice->n_shapes < 2)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: a pass with a convolution is one of several "
                          "without another");
    if (shape->schedule == CLFFT_SCHEDULE_SIMD &&
        (shape->rows || clfft_shape_is_rader(shape)))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: passes of simd are convolved by bluestein, "
                          "in lanes");
    if (clfft_shape_is_rader(shape))
        return !shape->turn && clfft_is_prime(points)
                   ? CLFFT_STATUS_OK
                   : clfft_fail(CLFFT_STATUS_INVALID,
                                "recipe: rader%u is of a prime, and does not "
                                "turn",
                                points);
    return clfft_shape_length(shape) + 1 >= 2 * points
               ? CLFFT_STATUS_OK
               : clfft_fail(CLFFT_STATUS_INVALID,
                            "recipe: bluestein%u takes %u points, not %u",
                            points, 2 * points - 1, clfft_shape_length(shape));
}

static bool applicable(const struct clfft_route *route)
{
    uint64_t product = 1;

    if (route->n_shapes < 2 || route->n_shapes > 3)
        return false;
    for (unsigned i = 0; i < route->n_shapes; i++) {
        if (route->shapes[i].schedule == CLFFT_SCHEDULE_DIRECT)
            return false;
        product *= clfft_shape_points(&route->shapes[i]);
    }
    return product == route->length;
}

static void expand(const struct clfft_route *route, clfft_recipe *recipe)
{
    const uint32_t n = (uint32_t)route->length;
    const uint32_t n1 = clfft_shape_points(&route->shapes[0]);
    const uint32_t n2 = clfft_shape_points(&route->shapes[1]);
    const uint32_t m = n / n1;
    const bool turn = route->shapes[0].turn;
    const int middle = turn && route->in_output ? CLFFT_BUFFER_OUTPUT
                       : route->in_scratch && !turn
                           ? route->in.buffer
                           : clfft_take_scratch(recipe, route, route->in.buffer,
                                                route->out.buffer, n);
    clfft_step *step;

    step = clfft_add_step(recipe, &route->shapes[0], route);
    step->inner[0] = m;
    step->in = route->in;
    step->in.index[0] = m;
    step->in.index[1] = 1;
    step->out = clfft_plain_side(middle, n);
    step->out.index[0] = turn ? 1 : m;
    step->out.index[1] = turn ? n1 : 1;
    step->twiddle_store = true;
    step->root_count = n;
    step->root_scale = 1;

    if (route->n_shapes == 3) {
        const uint32_t n3 = m / n2;
        step = clfft_add_step(recipe, &route->shapes[1], route);
        step->inner[0] = n3;
        step->inner[1] = n1;
        step->in = clfft_plain_side(middle, n);
        step->in.index[0] = n3;
        step->in.index[1] = 1;
        step->in.index[2] = m;
        step->out = step->in;
        step->twiddle_store = true;
        step->root_count = n;
        step->root_scale = n1;
    }

    step = clfft_add_step(recipe, &route->shapes[route->n_shapes - 1], route);
    step->in = clfft_plain_side(middle, n);
    step->out = route->out;
    step->inner[0] = n1;
    step->in.index[0] = turn ? n1 : 1;
    step->in.index[1] = turn ? 1 : m;
    step->out.index[0] = n1;
    step->out.index[1] = 1;
    if (route->n_shapes == 3) {
        step->inner[1] = n2;
        step->in.index[2] = m / n2;
        step->out.index[0] = n1 * n2;
        step->out.index[2] = n1;
    }
    step->spectrum_store = route->spectrum_store;
    step->scale = route->scale;
    step->fuse_post = route->fuse_post;
    if (step->fuse_post)
        step->inner[0] = n1 / 2 + 1;
}

/* Whether the last pass can untangle real data. X[k] takes points k and N - k,
   which lie in rows k1 and n1 - k1 of that pass; a group runs such rows in
   pairs (halves.cl). */
static bool can_fuse_post(const struct clfft_route *route)
{
    const clfft_shape *last = &route->shapes[route->n_shapes - 1];

    return route->n_shapes == 2 && last->schedule == CLFFT_SCHEDULE_GROUP &&
           last->columns % 2 == 0 && last->parts <= 1 && !last->convolved;
}

const struct clfft_method clfft_method_split = {
    .name = "split",
    .applicable = applicable,
    .expand = expand,
    .can_fuse_post = can_fuse_post,
};
