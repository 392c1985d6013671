/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * method_rader.c: a prime length p by a convolution of p - 1 points (Rader,
 * "Discrete Fourier transforms when the number of data samples is prime",
 * Proc. IEEE 56, 1968). With g a primitive root modulo p:
 *
 *   X[g^-q] = x[0] + sum_m x[g^m] w_p^(g^(m - q)),   X[0] = sum_j x[j]
 *
 * Both transforms of the convolution are one step: all points stay in a
 * work-group.
 */
#include "methods.h"

#include "error.h"

clfft_status clfft_expand_rader(const struct clfft_route *route,
                                clfft_recipe *recipe)
{
    const uint32_t p = (uint32_t)route->length;
    struct clfft_route inner = *route;

    inner.length = p - 1;
    if (!clfft_is_prime(p))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: rader needs a prime length, %u is none", p);
    if (route->n_shapes != 1 ||
        route->shapes[0].schedule != CLFFT_SCHEDULE_GROUP)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: rader needs one pass of group");
    if (!clfft_method_whole.applicable(&inner))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: the radices do not make %u points", p - 1);
    clfft_method_whole.expand(&inner, recipe);
    recipe->steps[recipe->n_steps - 1].rader = true;
    recipe->rader_n[route->axis] = p;
    return CLFFT_STATUS_OK;
}
