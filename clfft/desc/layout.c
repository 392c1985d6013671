/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* layout.c: computes where the elements of a description lie: the strides and
   distances that it leaves open, with its other defaults, and how far it
   reaches. */
#include "desc.h"

#include "clfft/base/checked.h"
#include "clfft/base/error.h"

#include <string.h>

/* a * b, or the largest that a stride can be. */
static bool multiply_stride(int64_t *stride, uint64_t by)
{
    uint64_t product;

    if (checked_multiply((uint64_t)*stride, by, &product) &&
        product <= INT64_MAX) {
        *stride = (int64_t)product;
        return true;
    }
    *stride = INT64_MAX;
    return false;
}

/* ---- open strides and distances ---- */

bool clfft_desc_pack(const clfft_desc *full, bool input, uint64_t pitch,
                     int64_t strides[CLFFT_MAX_RANK])
{
    const bool is_real_side = input ? full->transform == CLFFT_TRANSFORM_R2C
                                    : full->transform == CLFFT_TRANSFORM_C2R;
    uint64_t bins[CLFFT_MAX_RANK];
    int64_t next = 1;
    bool fits = true;

    clfft_desc_get_bins(full, bins);
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++) {
        uint64_t points = 1;
        strides[d] = next;
        if (d < full->rank)
            points = input ? clfft_desc_input_points(full, d) : bins[d];
        if (d == 0 && full->in_place && is_real_side)
            points = 2 * (full->lengths[0] / 2 + 1);
        if (d == 0 && full->rank > 1)
            points += pitch;
        fits = multiply_stride(&next, points) && fits;
    }
    return fits;
}

/* The room that the axes and the first n_inner loops of one side take up;
   UINT64_MAX on overflow. */
static uint64_t span(const clfft_desc *full, bool input, unsigned n_inner)
{
    uint64_t bins[CLFFT_MAX_RANK], most, step;
    clfft_desc inner = *full;

    inner.n_loops = n_inner;
    if (!clfft_desc_side_extent(&inner, input, &most))
        return UINT64_MAX;
    clfft_desc_get_bins(full, bins);
    for (unsigned d = 0; d < full->rank; d++) {
        const int64_t stride =
            input ? full->input_strides[d] : full->output_strides[d];
        const uint64_t points =
            input ? clfft_desc_input_points(full, d) : bins[d];
        if (!checked_multiply((uint64_t)stride, points, &step))
            return UINT64_MAX;
        most = step > most ? step : most;
    }
    for (unsigned l = 0; l < n_inner; l++) {
        const clfft_loop *loop = &full->loops[l];
        const int64_t distance =
            input ? loop->input_distance : loop->output_distance;
        if (loop->count == 1)
            continue;
        if (!checked_multiply((uint64_t)distance, loop->count, &step))
            return UINT64_MAX;
        most = step > most ? step : most;
    }
    return most;
}

static int64_t as_distance(uint64_t span)
{
    return span <= INT64_MAX ? (int64_t)span : INT64_MAX;
}

void clfft_desc_follow(const clfft_desc *full, unsigned n_inner,
                       int64_t *input_distance, int64_t *output_distance)
{
    uint64_t input = span(full, true, n_inner);
    uint64_t output = span(full, false, n_inner);

    if (full->in_place) {
        /* the same bytes: a complex number is two real ones */
        const unsigned in_part = full->transform == CLFFT_TRANSFORM_R2C ? 2 : 1;
        const unsigned out_part =
            full->transform == CLFFT_TRANSFORM_C2R ? 2 : 1;
        const uint64_t in = input / in_part + input % in_part;
        const uint64_t out = output / out_part + output % out_part;
        const uint64_t most = in > out ? in : out;
        if (!checked_multiply(most, in_part, &input))
            input = UINT64_MAX;
        if (!checked_multiply(most, out_part, &output))
            output = UINT64_MAX;
    }
    *input_distance = as_distance(input);
    *output_distance = as_distance(output);
    if (full->load.matrix && n_inner == 0)
        *input_distance = 0; /* its rows read the same samples */
}

/* ---- extents ---- */

static bool extend(uint64_t *last, uint64_t count, int64_t distance)
{
    uint64_t step;

    if (distance < 0)
        return false;
    return checked_multiply(count - 1, (uint64_t)distance, &step) &&
           checked_add(*last, step, last);
}

bool clfft_desc_side_extent(const clfft_desc *full, bool input,
                            uint64_t *length)
{
    uint64_t last = 0, bins[CLFFT_MAX_RANK];

    clfft_desc_get_bins(full, bins);
    for (unsigned d = 0; d < full->rank; d++)
        if (!extend(&last, input ? clfft_desc_input_points(full, d) : bins[d],
                    input ? full->input_strides[d] : full->output_strides[d]))
            return false;
    for (unsigned d = 0; d < full->n_loops; d++)
        if (!extend(&last, full->loops[d].count,
                    input ? full->loops[d].input_distance
                          : full->loops[d].output_distance))
            return false;
    if (input && full->load.matrix &&
        !extend(&last, full->load.n_sources, full->load.source_distance))
        return false;
    return checked_add(last, 1, length) && last < UINT64_C(1) << 60;
}

clfft_status clfft_desc_get_extent(const clfft_desc *desc,
                                   uint64_t *input_length,
                                   uint64_t *output_length)
{
    clfft_desc full;

    *input_length = *output_length = 0;
    clfft_desc_fill(desc, &full);
    if (!clfft_desc_side_extent(&full, true, input_length) ||
        !clfft_desc_side_extent(&full, false, output_length))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "the batch's extent overflows or a stride or "
                          "distance is negative");
    return CLFFT_STATUS_OK;
}

void clfft_desc_fill(const clfft_desc *desc, clfft_desc *full)
{
    *full = *desc;
    if (!full->rank)
        full->rank = 1;
    for (unsigned d = full->rank; d < CLFFT_MAX_RANK; d++)
        full->lengths[d] = 1;
    if (full->scale == 0)
        full->scale = 1;
    if (!full->zoom.n_bins)
        full->zoom = (clfft_zoom){0};
    full->store.sides = clfft_desc_sides(full);
    if (full->transform == CLFFT_TRANSFORM_R2C)
        full->direction = CLFFT_DIRECTION_FORWARD;
    if (full->transform == CLFFT_TRANSFORM_C2R)
        full->direction = CLFFT_DIRECTION_INVERSE;
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        if (!full->load.lengths[d])
            full->load.lengths[d] = full->lengths[d];
    if (!full->n_loops) {
        full->n_loops = 1;
        memset(full->loops, 0, sizeof full->loops);
    }
    for (unsigned d = 0; d < full->n_loops; d++)
        if (!full->loops[d].count)
            full->loops[d].count = 1;
    if (!full->input_strides[0] && !full->input_strides[1] &&
        !full->input_strides[2])
        clfft_desc_pack(full, true, 0, full->input_strides);
    if (!full->output_strides[0] && !full->output_strides[1] &&
        !full->output_strides[2])
        clfft_desc_pack(full, false, 0, full->output_strides);
}
