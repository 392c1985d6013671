/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* passes.c: expands Stockham's transform through global memory, one pass for
   each radix, between two scratch buffers. */
#include "methods.h"

static bool applicable(const struct clfft_route *route)
{
    uint64_t product = 1;

    for (unsigned i = 0; i < route->n_shapes; i++) {
        if (route->shapes[i].schedule != CLFFT_SCHEDULE_DIRECT ||
            route->shapes[i].n_radices != 1)
            return false;
        product *= route->shapes[i].radices[0];
    }
    return product == route->length;
}

static void expand(const struct clfft_route *route, clfft_recipe *recipe)
{
    const uint32_t n = (uint32_t)route->length;
    clfft_side from = route->in;
    uint32_t span = 1;

    for (unsigned i = 0; i < route->n_shapes; i++) {
        const uint32_t radix = route->shapes[i].radices[0];
        const bool last = i + 1 == route->n_shapes;
        clfft_step *step = clfft_add_step(recipe, &route->shapes[i], route);

        step->in = from;
        step->out = last ? route->out
                         : clfft_plain_side(
                               clfft_take_scratch(recipe, route, from.buffer,
                                                  route->out.buffer, n),
                               n);
        step->span = span;
        step->root_count = n;
        step->root_scale = n / (span * radix);
        step->spectrum_store = last && route->spectrum_store;
        step->scale = last && route->scale;
        span *= radix;
        from = clfft_plain_side(step->out.buffer, n);
    }
}

const struct clfft_method clfft_method_passes = {
    .name = "passes",
    .applicable = applicable,
    .expand = expand,
};
