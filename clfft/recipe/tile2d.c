/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * tile2d.c: expands the first two axes of a small picture, whose points one
 * work-group holds, into one launch. Of real data it transforms rows of pairs,
 * then the columns of half a spectrum; c2r goes the other way. A third axis
 * takes a step of its own.
 */
#include "methods.h"

#include "clfft/base/error.h"

#include <inttypes.h>

#define MOST_RADICES                                                           \
    3 /* of an axis, as many as kernels/group/tile2d.cl has                    \
       */

const char *clfft_tile2d_obstacle(const clfft_desc *desc)
{
    unsigned axes[CLFFT_MAX_RANK];

    if (clfft_active_axes(desc, axes) < 2)
        return "a single axis";
    if (desc->precision == CLFFT_PRECISION_DOUBLE)
        return "double precision";
    if (desc->load.matrix)
        return "mixed channels";
    if (desc->load.lengths[axes[1]] < desc->lengths[axes[1]])
        return "zeros behind its second axis";
    if (desc->store.bands.n_bands || desc->store.rings.n_rings)
        return "bands and rings";
    return NULL;
}

uint32_t clfft_tile2d_bins(const clfft_desc *desc)
{
    const uint32_t n = (uint32_t)desc->lengths[0];

    return desc->transform == CLFFT_TRANSFORM_C2C ? n : n / 2 + 1;
}

size_t clfft_tile2d_local_size(const clfft_desc *desc,
                               const clfft_choice *choice)
{
    const clfft_shape *shape = &choice->axes[0].shapes[0];
    const size_t length = clfft_shape_length(shape);
    const size_t bins = clfft_tile2d_bins(desc);
    const size_t rows = clfft_shape_length(&choice->axes[1].shapes[0]) /
                        (shape->parts > 1 ? shape->parts : 1);
    size_t slots = rows * (length > bins ? length : bins) * shape->columns;

    if (shape->layout == CLFFT_LAYOUT_PADDED)
        slots += slots >> (shape->split ? 5 : 4);
    return slots * sizeof(float) * (shape->split ? 1 : 2);
}

clfft_status clfft_check_tile2d(const clfft_desc *desc,
                                const clfft_choice *choice)
{
    const char *obstacle = clfft_tile2d_obstacle(desc);
    const unsigned parts = choice->axes[0].shapes[0].parts;
    unsigned axes[CLFFT_MAX_RANK];

    if (obstacle)
        return clfft_fail(CLFFT_STATUS_INVALID, "recipe: a tile2d has not %s",
                          obstacle);
    clfft_active_axes(desc, axes);
    for (unsigned i = 0; i < 2; i++) {
        const clfft_shape *shape = &choice->axes[i].shapes[0];
        const uint64_t length = clfft_core_length(desc, axes[i]);

        if (shape->n_radices > MOST_RADICES)
            return clfft_fail(CLFFT_STATUS_INVALID,
                              "recipe: %u radices, an axis of a tile2d has at "
                              "most %u",
                              shape->n_radices, MOST_RADICES);
        if (clfft_shape_length(shape) != length)
            return clfft_fail(
                CLFFT_STATUS_INVALID,
                "recipe: the radices do not make %" PRIu64 " points", length);
    }
    if (parts > 1 && desc->lengths[axes[1]] % parts)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: %u parts of %" PRIu64 " rows are uneven",
                          parts, desc->lengths[axes[1]]);
    return CLFFT_STATUS_OK;
}

void clfft_expand_tile2d(const clfft_desc *desc, const clfft_choice *choice,
                         const struct clfft_route *route, clfft_recipe *recipe)
{
    const bool c2r = desc->transform == CLFFT_TRANSFORM_C2R;
    const uint32_t bins = clfft_tile2d_bins(desc);
    unsigned axes[CLFFT_MAX_RANK];
    clfft_step *step;

    clfft_active_axes(desc, axes);
    step = clfft_add_step(recipe, &choice->axes[0].shapes[0], route);
    step->kind = CLFFT_STEP_TILE2D;
    step->lines[axes[1]] = 1;
    step->across_axis = axes[1];
    step->across = (uint32_t)desc->lengths[axes[1]];
    step->across_shape = choice->axes[1].shapes[0];
    step->bins = bins;
    step->scale = route->scale;
    step->in = route->in;
    if (c2r) {
        step->in.access = CLFFT_ACCESS_COMPLEX;
        step->in.window = false;
        step->in.length = bins;
    }
    step->out = route->out;
    step->out.gain = true;
    step->out.length = bins;
}
