/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* reference.c: where a description's points lie, and one transform of it. */
#include "internal.h"
#include "sample.h"

#include <stdlib.h>

/* ---- layout ---------------------------------------------------------- */

static void fill_side(struct reference_side *side, const clfft_desc *desc,
                      const int64_t strides[CLFFT_MAX_RANK], bool is_input)
{
    const bool is_real = is_input ? desc->transform == CLFFT_TRANSFORM_R2C
                                  : desc->transform == CLFFT_TRANSFORM_C2R;
    const bool pads = desc->in_place && is_real;
    bool dense = true;

    for (unsigned axis = 0; axis < CLFFT_MAX_RANK; axis++)
        dense = dense && strides[axis] == 0;
    side->n_points = 1;
    for (unsigned axis = 0; axis < CLFFT_MAX_RANK; axis++) {
        side->n_points *= side->points[axis];
        side->strides[axis] = strides[axis];
        if (!dense)
            continue;
        if (axis == 0)
            side->strides[axis] = 1;
        else if (axis == 1)
            side->strides[axis] =
                (int64_t)(pads ? 2 * (desc->lengths[0] / 2 + 1)
                               : side->points[0]);
        else
            side->strides[axis] =
                side->strides[axis - 1] * (int64_t)side->points[axis - 1];
    }
}

/* How many points each axis has: those read, those transformed, those that the
   spectrum keeps, those stored. */
static void fill_points(struct reference *reference)
{
    const clfft_desc *desc = &reference->desc;
    const bool one_sided = desc->transform == CLFFT_TRANSFORM_R2C &&
                           (desc->store.sides == CLFFT_SIDES_DEFAULT ||
                            desc->store.sides == CLFFT_SIDES_ONE);

    for (unsigned axis = 0; axis < CLFFT_MAX_RANK; axis++) {
        const uint64_t n = axis < desc->rank ? desc->lengths[axis] : 1;
        const uint64_t half = axis == 0 ? n / 2 + 1 : n;
        const uint64_t read = axis < desc->rank ? desc->load.lengths[axis] : 0;
        const bool is_c2r = desc->transform == CLFFT_TRANSFORM_C2R;
        const bool sums = desc->store.rings.n_rings > 0;

        reference->points[axis] = is_c2r ? half : n;
        reference->bins[axis] = one_sided ? half : n;
        reference->input.points[axis] =
            read && !is_c2r ? read : reference->points[axis];
        if (axis == 0 && desc->zoom.n_bins)
            reference->bins[axis] = desc->zoom.n_bins;
        reference->output.points[axis] = sums ? 1 : reference->bins[axis];
    }
    if (desc->store.bands.n_bands)
        reference->output.points[0] = desc->store.bands.n_bands;
    if (desc->store.rings.n_rings)
        reference->output.points[0] = desc->store.rings.n_rings;
}

/* Steps over all that the smaller steps reach, each of them. */
static bool is_nested(const struct reference_side *side,
                      const uint64_t counts[CLFFT_MAX_LOOPS])
{
    uint64_t step[CLFFT_MAX_RANK + CLFFT_MAX_LOOPS];
    uint64_t count[CLFFT_MAX_RANK + CLFFT_MAX_LOOPS];
    uint64_t reach = 0;
    unsigned n = 0;

    for (unsigned i = 0; i < CLFFT_MAX_RANK + CLFFT_MAX_LOOPS; i++) {
        const bool is_axis = i < CLFFT_MAX_RANK;
        const unsigned l = is_axis ? 0 : i - CLFFT_MAX_RANK;
        const uint64_t c = is_axis ? side->points[i] : counts[l];
        const uint64_t s =
            (uint64_t)(is_axis ? side->strides[i] : side->distances[l]);
        unsigned at = n;
        if (c == 1)
            continue;
        for (; at && step[at - 1] > s; at--) {
            step[at] = step[at - 1];
            count[at] = count[at - 1];
        }
        step[at] = s;
        count[at] = c;
        n++;
    }
    for (unsigned i = 0; i < n; i++) {
        if (step[i] <= reach)
            return false;
        reach += step[i] * (count[i] - 1);
    }
    return true;
}

static void count_inputs(struct reference *reference)
{
    const clfft_load *load = &reference->desc.load;
    struct reference_layout *layout = &reference->layout;

    layout->separate_inputs =
        !load->matrix && is_nested(&reference->input, reference->counts);
    layout->n_read = reference->input.n_points * layout->n_transforms;
    if (load->matrix)
        layout->n_read = layout->n_read / load->n_rows * load->n_sources;
    if (layout->n_read > layout->input_length)
        layout->n_read = layout->input_length;
}

static void fill_layout(struct reference *reference)
{
    const clfft_desc *desc = &reference->desc;
    struct reference_side *in = &reference->input, *out = &reference->output;
    struct reference_layout *layout = &reference->layout;
    const size_t real = desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
    int64_t last_in = 0, last_out = 0;

    layout->n_points = 1;
    layout->n_transforms = 1;
    fill_points(reference);
    fill_side(in, desc, desc->input_strides, true);
    fill_side(out, desc, desc->output_strides, false);
    for (unsigned l = 0; l < CLFFT_MAX_LOOPS; l++) {
        const clfft_loop *loop = &desc->loops[l];
        const bool used = l < desc->n_loops;
        reference->counts[l] = used && loop->count ? loop->count : 1;
        in->distances[l] = used ? loop->input_distance : 0;
        out->distances[l] = used ? loop->output_distance : 0;
        layout->n_transforms *= reference->counts[l];
        last_in += (int64_t)(reference->counts[l] - 1) * in->distances[l];
        last_out += (int64_t)(reference->counts[l] - 1) * out->distances[l];
    }
    for (unsigned axis = 0; axis < CLFFT_MAX_RANK; axis++) {
        if (axis < desc->rank)
            layout->n_points *= desc->lengths[axis];
        last_in += (int64_t)(in->points[axis] - 1) * in->strides[axis];
        last_out += (int64_t)(out->points[axis] - 1) * out->strides[axis];
    }
    if (desc->load.matrix)
        last_in +=
            (int64_t)(desc->load.n_sources - 1) * desc->load.source_distance;
    layout->input_length = (uint64_t)last_in + 1;
    layout->output_length = (uint64_t)last_out + 1;
    layout->n_stored = out->n_points;
    layout->complex_output = desc->transform != CLFFT_TRANSFORM_C2R &&
                             desc->store.quantity == CLFFT_QUANTITY_COMPLEX;
    layout->output_size = layout->complex_output ? 2 * real : real;
    if (desc->store.pixel)
        layout->output_size = reference_pixel_size(desc->store.pixel);
    layout->input_size =
        reference_sample_size(desc->load.sample, desc->precision) *
        (desc->transform == CLFFT_TRANSFORM_R2C ? 1 : 2);
    count_inputs(reference);
}

struct reference *reference_create(const clfft_desc *desc)
{
    struct reference *reference = calloc(1, sizeof *reference);
    uint64_t n_values;

    if (!reference)
        return NULL;
    reference->desc = *desc;
    if (reference->desc.rank == 0)
        reference->desc.rank = 1;
    fill_layout(reference);
    n_values = reference->layout.n_stored;
    if (reference->layout.complex_output)
        n_values *= 2;
    reference->values = malloc(n_values * sizeof *reference->values);
    if (desc->store.quantity == CLFFT_QUANTITY_DB ||
        desc->store.quantity == CLFFT_QUANTITY_PHASE)
        reference->powers = malloc(n_values * sizeof *reference->powers);
    reference->ops = desc->zoom.n_bins ? &reference_core_zoom
                     : desc->precision == CLFFT_PRECISION_DOUBLE
                         ? &reference_core_long
                         : &reference_core_double;
    reference->core = reference->ops->create(&reference->desc);
    if (desc->load.subtract_mean || desc->load.subtract_line)
        reference->mean_levels =
            malloc(reference->layout.n_stored * sizeof *reference->mean_levels);
    if (!reference->values || !reference->core ||
        ((desc->load.subtract_mean || desc->load.subtract_line) &&
         !reference->mean_levels) ||
        (desc->store.quantity >= CLFFT_QUANTITY_DB && !reference->powers)) {
        reference_destroy(&reference);
        return NULL;
    }
    if (reference->mean_levels) {
        reference_load_even(reference);
        reference->ops->run(reference->core);
        reference_store_levels(reference);
    }
    return reference;
}

void reference_destroy(struct reference **reference)
{
    if (!*reference)
        return;
    if ((*reference)->core)
        (*reference)->ops->destroy((*reference)->core);
    free((*reference)->values);
    free((*reference)->powers);
    free((*reference)->mean_levels);
    free(*reference);
    *reference = NULL;
}

const struct reference_layout *
reference_get_layout(const struct reference *reference)
{
    return &reference->layout;
}

void reference_split(const uint64_t counts[CLFFT_MAX_LOOPS], uint64_t r,
                     uint64_t index[CLFFT_MAX_LOOPS])
{
    for (unsigned l = 0; l < CLFFT_MAX_LOOPS; l++) {
        index[l] = r % counts[l];
        r /= counts[l];
    }
}

uint64_t reference_place(const struct reference_side *side,
                         const uint64_t index[CLFFT_MAX_LOOPS], uint64_t i)
{
    int64_t place = 0;

    for (unsigned l = 0; l < CLFFT_MAX_LOOPS; l++)
        place += (int64_t)index[l] * side->distances[l];
    for (unsigned axis = 0; axis < CLFFT_MAX_RANK; axis++) {
        place += (int64_t)(i % side->points[axis]) * side->strides[axis];
        i /= side->points[axis];
    }
    return (uint64_t)place;
}

uint64_t reference_input_index(const struct reference *reference, uint64_t r,
                               uint64_t i)
{
    uint64_t index[CLFFT_MAX_LOOPS];

    reference_split(reference->counts, r, index);
    return reference_place(&reference->input, index, i);
}

uint64_t reference_count_read(const struct reference *reference)
{
    return reference->input.n_points;
}

uint64_t reference_output_index(const struct reference *reference, uint64_t r,
                                uint64_t i)
{
    uint64_t index[CLFFT_MAX_LOOPS];

    reference_split(reference->counts, r, index);
    return reference_place(&reference->output, index, i);
}

void reference_get_strides(const struct reference *reference, bool input,
                           int64_t strides[CLFFT_MAX_RANK])
{
    const struct reference_side *side =
        input ? &reference->input : &reference->output;

    for (unsigned axis = 0; axis < CLFFT_MAX_RANK; axis++)
        strides[axis] = side->strides[axis];
}

/* ---- one transform --------------------------------------------------- */

const long double *reference_transform_at(struct reference *reference,
                                          const void *input,
                                          const uint64_t index[CLFFT_MAX_LOOPS])
{
    reference_load(reference, input, index);
    reference->ops->run(reference->core);
    reference_store(reference);
    return reference->values;
}

const long double *reference_transform(struct reference *reference,
                                       const void *input, uint64_t r)
{
    uint64_t index[CLFFT_MAX_LOOPS];

    reference_split(reference->counts, r, index);
    return reference_transform_at(reference, input, index);
}
