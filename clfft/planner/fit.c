/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fit.c: compares what a recipe takes with what a device has. */
#include "fit.h"

#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "planner.h"

#include <inttypes.h>

/* launches count points in 32 bits */
#define MOST_POINTS UINT64_C(0xffffffff)

static size_t real_size(const clfft_desc *desc)
{
    return desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
}

static uint64_t most_points(const clfft_limits *limits)
{
    return limits->max_points ? limits->max_points : MOST_POINTS;
}

/* Rows of a matrix cannot be split. */
static uint64_t least_transforms(const clfft_desc *desc)
{
    return desc->load.matrix ? desc->load.n_rows : 1;
}

uint64_t clfft_fit_slice(const clfft_desc *desc, const clfft_recipe *recipe,
                         const clfft_limits *limits)
{
    uint64_t points = 1, slice;

    for (unsigned d = 0; d < desc->rank; d++) {
        const uint64_t length = recipe->bluestein_m[d] > desc->lengths[d]
                                    ? recipe->bluestein_m[d]
                                    : desc->lengths[d];
        if (!checked_multiply(points, length, &points))
            return 0;
    }
    slice = most_points(limits) / points;
    return slice < least_transforms(desc) ? 0 : slice;
}

static clfft_status fit_counts(const clfft_desc *desc,
                               const clfft_recipe *recipe,
                               const clfft_limits *limits)
{
    if (clfft_fit_slice(desc, recipe, limits))
        return CLFFT_STATUS_OK;
    return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                      "%" PRIu64 " transforms of %" PRIu64 "x%" PRIu64
                      "x%" PRIu64 " points are above the %" PRIu64 " points "
                      "of a launch",
                      least_transforms(desc), desc->lengths[2],
                      desc->lengths[1], desc->lengths[0], most_points(limits));
}

clfft_status clfft_fit_scratch(const clfft_desc *desc,
                               const clfft_recipe *recipe,
                               const clfft_limits *limits,
                               uint64_t offsets[CLFFT_N_SCRATCH],
                               uint64_t *size)
{
    const uint64_t slice = clfft_fit_slice(desc, recipe, limits);
    const uint64_t whole = clfft_desc_batch(desc);
    const uint64_t batch = whole < slice ? whole : slice;
    const uint64_t most = limits->max_allocation;
    uint64_t total = 0;

    for (unsigned i = 0; i < CLFFT_N_SCRATCH; i++) {
        uint64_t points;
        offsets[i] = total;
        if (!checked_multiply(recipe->scratch_points[i], batch, &points) ||
            !checked_add(total, points, &total))
            total = UINT64_MAX / 64;
    }
    if (!checked_multiply(total, 2 * real_size(desc), size))
        *size = UINT64_MAX;
    else if (!most || *size <= most)
        return CLFFT_STATUS_OK;
    return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                      "scratch memory of %" PRIu64 " bytes is beyond the "
                      "device's largest buffer of %" PRIu64 " bytes",
                      *size, most);
}

clfft_status clfft_fit_buffers(const clfft_desc *desc,
                               const clfft_recipe *recipe,
                               const clfft_limits *limits)
{
    uint64_t input, output;
    const clfft_status status = clfft_desc_get_extent(desc, &input, &output);

    if (status != CLFFT_STATUS_OK)
        return status;
    input *= clfft_desc_get_input_size(desc);
    output *= clfft_desc_get_output_size(desc);
    if (limits->max_allocation &&
        (input > limits->max_allocation || output > limits->max_allocation))
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "a buffer of %" PRIu64 " bytes is beyond the "
                          "device's largest of %" PRIu64 " bytes",
                          input > output ? input : output,
                          limits->max_allocation);
    return fit_counts(desc, recipe, limits);
}

clfft_status clfft_desc_fits(const clfft_desc *desc, const clfft_limits *limits,
                             clfft_schedule schedule, uint64_t *scratch_size)
{
    clfft_planner *planner = NULL;
    const clfft_choice *choice;
    clfft_recipe recipe;
    clfft_desc full;
    clfft_status status = clfft_desc_resolve(desc, &full);
    uint64_t offsets[CLFFT_N_SCRATCH], size;

    *scratch_size = 0;
    TRY(status);
    planner = clfft_planner_new(&full, limits, schedule);
    if (!planner) {
        status = CLFFT_STATUS_NO_MEMORY;
        goto fail;
    }
    status = CLFFT_STATUS_UNSUPPORTED;
    for (unsigned i = 0;
         status != CLFFT_STATUS_OK && (choice = clfft_planner_get(planner, i));
         i++) {
        status = clfft_recipe_expand(&full, choice, &recipe);
        if (status != CLFFT_STATUS_OK)
            continue;
        status = clfft_fit_buffers(&full, &recipe, limits);
        if (status == CLFFT_STATUS_OK) {
            status = clfft_fit_scratch(&full, &recipe, limits, offsets, &size);
            if (*scratch_size == 0 || size < *scratch_size)
                *scratch_size = size;
        }
        clfft_recipe_clear(&recipe);
    }
fail:
    clfft_planner_free(planner);
    clfft_desc_clear(&full);
    return status;
}
