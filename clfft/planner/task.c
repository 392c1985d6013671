/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* task.c: what an axis of a description asks of the planner. */
#include "task.h"

#include "clfft/base/checked.h"
#include "group.h"

#include <string.h>

uint64_t clfft_count_transforms(const clfft_desc *desc, unsigned axis)
{
    uint64_t n = clfft_desc_batch(desc);

    for (unsigned d = 0; d < desc->rank; d++) {
        /* real data's columns are half a spectrum's, whatever is stored */
        const uint64_t points = d == 0 && desc->transform == CLFFT_TRANSFORM_R2C
                                    ? desc->lengths[0] / 2 + 1
                                    : clfft_desc_output_points(desc, d);

        if (d != axis && !checked_multiply(n, points, &n))
            return UINT32_MAX;
    }
    return n < UINT32_MAX ? n : UINT32_MAX;
}

/* Whether the last pass of r2c stores each bin and its conjugate. */
static bool stores_both_sides(const clfft_desc *desc)
{
    return desc->transform == CLFFT_TRANSFORM_R2C &&
           clfft_has_far_sides(desc) && !desc->store.rings.n_rings;
}

bool clfft_is_sided(const clfft_desc *desc, unsigned axis)
{
    unsigned axes[CLFFT_MAX_RANK];

    return stores_both_sides(desc) &&
           axis == axes[clfft_active_axes(desc, axes) - 1];
}

struct clfft_axis_task clfft_make_task(const clfft_desc *desc, unsigned axis,
                                       const clfft_limits *limits)
{
    const bool is_real = axis == 0 && desc->transform != CLFFT_TRANSFORM_C2C;
    unsigned axes[CLFFT_MAX_RANK];

    return (struct clfft_axis_task){
        .length = clfft_core_length(desc, axis),
        .chirp_length = clfft_chirp_length(desc, axis),
        .zooms = desc->zoom.n_bins > 0,
        .columns = axis > 0,
        .halved = clfft_is_halved(desc, axis),
        .reads_real = clfft_is_halved(desc, axis) &&
                      desc->transform == CLFFT_TRANSFORM_R2C,
        .aligned = desc->transform == CLFFT_TRANSFORM_C2C,
        .alone = clfft_active_axes(desc, axes) == 1,
        .odd_real = is_real && !clfft_is_halved(desc, axis),
        .makes_real = desc->transform == CLFFT_TRANSFORM_C2R,
        .sided = clfft_is_sided(desc, axis),
        .spare_output = clfft_has_spare_output(desc),
        .plain = axis == 0 && clfft_has_plain_rows(desc),
        .n_transforms = clfft_count_transforms(desc, axis),
        .limits = limits,
        .real_size = desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4,
    };
}

bool clfft_is_linear_axis(const clfft_desc *desc, unsigned axis,
                          const clfft_limits *limits)
{
    const struct clfft_axis_task task = clfft_make_task(desc, axis, limits);
    clfft_shape shape;

    return clfft_group_linear(&task, &shape);
}
