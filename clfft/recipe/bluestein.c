/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * bluestein.c: transforms any length n by a convolution of m >= 2n - 1 points
 * (Bluestein, "A linear filtering approach to the computation of discrete
 * Fourier transform", 1970). It takes one step where the inner transform fits
 * one, else two transforms with the products fused into their loads and stores.
 */
#include "methods.h"

#include "clfft/base/error.h"

#define LEAST_ROWS 32 /* points whose halves are two vectors of any width */

bool clfft_bluestein_can_fuse_post(const struct clfft_route *route,
                                   uint64_t inner_length)
{
    const clfft_shape *shape = &route->shapes[0];
    struct clfft_route inner = *route;

    inner.length = inner_length;
    return clfft_find_method(&inner) == &clfft_method_whole &&
           (shape->schedule == CLFFT_SCHEDULE_GROUP
                ? shape->parts <= 1
                : shape->rows && route->length >= LEAST_ROWS);
}

clfft_status clfft_expand_bluestein(const struct clfft_route *route,
                                    uint64_t inner_length, clfft_recipe *recipe)
{
    const uint32_t m = (uint32_t)inner_length;
    struct clfft_route first = *route, second = *route;
    const struct clfft_method *method;

    first.length = second.length = inner_length;
    first.fuse_post = second.fuse_post = false;
    first.in_output = second.in_output = false;
    first.in.chirp = true;
    second.out.chirp = true;
    method = clfft_find_method(&first);
    if (!method)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: the radices do not make %u points", m);
    recipe->bluestein_n[route->axis] = (uint32_t)route->length;
    recipe->bluestein_m[route->axis] = inner_length;

    if (method == &clfft_method_whole) {
        /* a step that untangles multiplies by the chirp before */
        first.fuse_post = route->fuse_post;
        first.out.chirp = !route->fuse_post;
        method->expand(&first, recipe);
        recipe->steps[recipe->n_steps - 1].bluestein = true;
        return CLFFT_STATUS_OK;
    }
    const int middle = clfft_take_scratch(recipe, route, route->in.buffer,
                                          route->out.buffer, m);
    first.out = clfft_plain_side(middle, m);
    first.spectrum_store = true;
    first.scale = false;
    method->expand(&first, recipe);
    second.in = clfft_plain_side(middle, m);
    method->expand(&second, recipe);
    return CLFFT_STATUS_OK;
}
