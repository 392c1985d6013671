/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* traits.c: answers questions about a recipe that its description alone
   decides. */
#include "recipe.h"

/* More are counted for too long, and take a launch of their own. */
#define MOST_BANDS 65536

bool clfft_is_halved(const clfft_desc *desc, unsigned axis)
{
    return axis == 0 && desc->transform != CLFFT_TRANSFORM_C2C &&
           desc->lengths[0] % 2 == 0 && !desc->zoom.n_bins;
}

uint64_t clfft_core_length(const clfft_desc *desc, unsigned axis)
{
    return clfft_is_halved(desc, axis) ? desc->lengths[axis] / 2
                                       : desc->lengths[axis];
}

uint64_t clfft_chirp_length(const clfft_desc *desc, unsigned axis)
{
    const uint64_t n = clfft_core_length(desc, axis);

    return n - 1 + (axis == 0 && desc->zoom.n_bins ? desc->zoom.n_bins : n);
}

/* Whether all bins of a row of axis 0 are stored as complex numbers side by
   side. */
static bool stores_complex_rows(const clfft_desc *desc)
{
    const clfft_sides all = desc->transform == CLFFT_TRANSFORM_C2C
                                ? CLFFT_SIDES_TWO
                                : CLFFT_SIDES_ONE;

    return (desc->output_strides[0] == 1 || !desc->output_strides[0]) &&
           !desc->zoom.n_bins &&
           desc->store.quantity == CLFFT_QUANTITY_COMPLEX &&
           (desc->store.sides == CLFFT_SIDES_DEFAULT ||
            desc->store.sides == all);
}

bool clfft_has_spare_output(const clfft_desc *desc)
{
    const bool c2c = desc->transform == CLFFT_TRANSFORM_C2C;
    unsigned axes[CLFFT_MAX_RANK];

    return (c2c || (desc->transform == CLFFT_TRANSFORM_R2C &&
                    clfft_is_halved(desc, 0))) &&
           clfft_active_axes(desc, axes) == 1 && !desc->in_place &&
           stores_complex_rows(desc) &&
           /* the gain multiplies bins of real data on their way from local
              memory */
           !(c2c && desc->store.gain);
}

bool clfft_has_plain_rows(const clfft_desc *desc)
{
    const clfft_load *load = &desc->load;
    unsigned axes[CLFFT_MAX_RANK];

    if (desc->transform != CLFFT_TRANSFORM_C2C || load->sample ||
        load->windows[0] || desc->zoom.n_bins ||
        (load->lengths[0] && load->lengths[0] < desc->lengths[0]) ||
        desc->input_strides[0] > 1)
        return false;
    return clfft_active_axes(desc, axes) > 1 ||
           (stores_complex_rows(desc) && !desc->store.gain);
}

uint64_t clfft_count_pieces(const clfft_bands *bands)
{
    uint64_t n = 0;

    for (unsigned b = 0; b < bands->n_bands; b++)
        n += (bands->first[b + 1] - bands->first[b] + CLFFT_BAND_PIECE - 1) /
             CLFFT_BAND_PIECE;
    return n;
}

size_t clfft_shape_power_size(const clfft_shape *shape, const clfft_desc *desc)
{
    return shape->columns * (size_t)(clfft_stored_bins(desc) + 1) *
           (desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4);
}

bool clfft_can_make_bands(const clfft_desc *desc,
                          const clfft_axis_choice *choice)
{
    const clfft_shape *shape = &choice->shapes[0];

    return desc->store.bands.n_bands &&
           desc->store.bands.n_bands <= MOST_BANDS && desc->rank == 1 &&
           choice->n_shapes == 1 && !choice->bluestein && !choice->rader &&
           shape->schedule == CLFFT_SCHEDULE_GROUP && shape->parts <= 1 &&
           clfft_stored_bins(desc) <= 65532 && /* of a piece's place */
           /* pieces lie where points were exchanged */
           clfft_count_pieces(&desc->store.bands) <=
               clfft_shape_length(shape) * (shape->split ? 1u : 2u);
}

unsigned clfft_active_axes(const clfft_desc *desc,
                           unsigned axes[CLFFT_MAX_RANK])
{
    unsigned n = 0;

    for (unsigned d = 0; d < desc->rank; d++)
        if (d == 0 || desc->lengths[d] > 1)
            axes[n++] = d;
    return n;
}

clfft_access clfft_load_access(const clfft_desc *desc)
{
    const bool halved = clfft_is_halved(desc, 0);

    switch (desc->transform) {
    case CLFFT_TRANSFORM_R2C:
        return halved ? CLFFT_ACCESS_PAIR : CLFFT_ACCESS_REAL;
    case CLFFT_TRANSFORM_C2R:
        return halved ? CLFFT_ACCESS_HALF : CLFFT_ACCESS_HERMITIAN;
    default:
        return CLFFT_ACCESS_COMPLEX;
    }
}

clfft_access clfft_store_access(const clfft_desc *desc)
{
    static const clfft_access of_quantity[] = {
        CLFFT_ACCESS_COMPLEX, CLFFT_ACCESS_MAGNITUDE, CLFFT_ACCESS_POWER,
        CLFFT_ACCESS_DB,      CLFFT_ACCESS_PHASE,
    };

    if (desc->transform == CLFFT_TRANSFORM_C2R)
        return clfft_is_halved(desc, 0) ? CLFFT_ACCESS_PAIR : CLFFT_ACCESS_REAL;
    return of_quantity[desc->store.quantity];
}

bool clfft_has_far_sides(const clfft_desc *desc)
{
    unsigned axes[CLFFT_MAX_RANK];

    return clfft_active_axes(desc, axes) > 1 &&
           (desc->store.sides == CLFFT_SIDES_CENTERED ||
            (desc->transform == CLFFT_TRANSFORM_R2C &&
             desc->store.sides == CLFFT_SIDES_TWO));
}

uint64_t clfft_stored_bins(const clfft_desc *desc)
{
    uint64_t bins = 1;

    for (unsigned d = 0; d < desc->rank; d++)
        bins *= clfft_desc_output_points(desc, d);
    return bins;
}
