/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rader.c: a prime length p by a convolution of p - 1 points (Rader,
 * "Discrete Fourier transforms when the number of data samples is prime",
 * Proc. IEEE 56, 1968). With g a primitive root modulo p:
 *
 *   X[g^-q] = x[0] + sum_m x[g^m] w_p^(g^(m - q)),   X[0] = sum_j x[j]
 *
 * Both transforms of the convolution are one step where all points stay in a
 * work-group, else three: p - 1 = n1 n2, m = (j1, j2), slowest first,
 *   first   over j1 for all j2 of x[g^m]; times w_(p-1)^(j2 k1)
 *   middle  over j2 for all k1, the product with the spectrum at k1 + n1 k2,
 *           back over k2, times the conjugate of that root
 *   last    back over k1; X[g^-m]
 * that is the four-step algorithm (split.c) and its reverse, whose rows
 * meet in the middle. What is neither gathered nor scattered, x[0] and X[0],
 * goes along behind the p - 1 points.
 */
#include "methods.h"

#include "clfft/base/error.h"

static clfft_step *add_part(const struct clfft_route *route, unsigned shape,
                            clfft_rader part, clfft_recipe *recipe)
{
    clfft_step *step = clfft_add_step(recipe, &route->shapes[shape], route);

    step->inner[0] = (uint32_t)(route->length / step->length);
    step->rader = part;
    step->twiddle_store = part != CLFFT_RADER_LAST;
    step->root_count = step->twiddle_store ? (uint32_t)route->length : 0;
    step->root_scale = step->twiddle_store;
    return step;
}

/* Points (e, i0) of columns, slowest first. */
static void index_columns(clfft_side *side, uint32_t n_columns)
{
    side->index[0] = n_columns;
    side->index[1] = 1;
}

static void expand_parts(const struct clfft_route *route, clfft_recipe *recipe)
{
    const uint32_t n = (uint32_t)route->length;
    const uint32_t n2 = clfft_shape_length(&route->shapes[1]);
    const clfft_side middle =
        clfft_plain_side(clfft_take_scratch(recipe, route, route->in.buffer,
                                            route->out.buffer, n + 1),
                         n + 1);
    clfft_step *step;

    step = add_part(route, 0, CLFFT_RADER_FIRST, recipe);
    step->in = route->in;
    step->out = middle;
    index_columns(&step->in, n2);
    index_columns(&step->out, n2);

    step = add_part(route, 1, CLFFT_RADER_MIDDLE, recipe);
    step->in = middle;
    step->in.index[1] = n2;
    step->out = step->in;

    step = add_part(route, 0, CLFFT_RADER_LAST, recipe);
    step->in = middle;
    step->out = route->out;
    index_columns(&step->in, n2);
    index_columns(&step->out, n2);
    step->scale = route->scale;
    recipe->rader_rows[route->axis] = n / n2;
}

static bool has_kernel(const struct clfft_route *route)
{
    const clfft_shape *shape = &route->shapes[0];

    return shape->schedule == CLFFT_SCHEDULE_GROUP
               ? route->n_shapes <= 2
               : shape->schedule == CLFFT_SCHEDULE_SIMD && shape->rows &&
                     route->n_shapes == 1;
}

clfft_status clfft_expand_rader(const struct clfft_route *route,
                                clfft_recipe *recipe)
{
    const uint32_t p = (uint32_t)route->length;
    struct clfft_route inner = *route;
    const struct clfft_method *method;

    inner.length = p - 1;
    if (!clfft_is_prime(p))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: rader needs a prime length, %u is none", p);
    if (!has_kernel(route))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: rader needs one pass of group or two, or "
                          "simd's rows");
    method = clfft_find_method(&inner);
    if (!method)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: the radices do not make %u points", p - 1);
    recipe->rader_n[route->axis] = p;
    if (method == &clfft_method_split) {
        expand_parts(&inner, recipe);
        return CLFFT_STATUS_OK;
    }
    method->expand(&inner, recipe);
    recipe->steps[recipe->n_steps - 1].rader = CLFFT_RADER_WHOLE;
    recipe->rader_rows[route->axis] = 1;
    return CLFFT_STATUS_OK;
}
