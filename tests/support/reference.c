/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* reference.c: layout, load hook, transform, store hook of one description. */
#include "reference-internal.h"
#include "reference-sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
            side->strides[axis] = (int64_t)(
                pads ? 2 * (desc->lengths[0] / 2 + 1)
                : is_input && desc->load.lengths[0] ? desc->load.lengths[0]
                                                : side->points[0]);
        else
            side->strides[axis] =
                side->strides[axis - 1] * (int64_t)side->points[axis - 1];
    }
}

static void fill_layout(struct reference *reference)
{
    const clfft_desc *desc = &reference->desc;
    struct reference_side *in = &reference->input, *out = &reference->output;
    struct reference_layout *layout = &reference->layout;
    const size_t real = desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
    const bool one_sided = desc->transform == CLFFT_TRANSFORM_R2C &&
                           (desc->store.sides == CLFFT_SIDES_DEFAULT ||
                            desc->store.sides == CLFFT_SIDES_ONE);
    int64_t last_in = 0, last_out = 0;

    layout->n_points = 1;
    layout->n_transforms = 1;
    for (unsigned axis = 0; axis < CLFFT_MAX_RANK; axis++) {
        const uint64_t n = axis < desc->rank ? desc->lengths[axis] : 1;
        in->points[axis] = out->points[axis] = n;
        layout->n_points *= n;
    }
    if (desc->transform == CLFFT_TRANSFORM_C2R)
        in->points[0] = desc->lengths[0] / 2 + 1;
    if (one_sided)
        out->points[0] = desc->lengths[0] / 2 + 1;
    if (desc->store.bands.n_bands)
        out->points[0] = desc->store.bands.n_bands;
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
        const uint64_t read = axis == 0 && desc->load.lengths[0]
                                  ? desc->load.lengths[0]
                                  : in->points[axis];
        last_in += (int64_t)(read - 1) * in->strides[axis];
        last_out += (int64_t)(out->points[axis] - 1) * out->strides[axis];
    }
    if (desc->load.matrix)
        last_in += (int64_t)(desc->load.n_sources - 1) *
                   desc->load.source_distance;
    layout->input_length = (uint64_t)last_in + 1;
    layout->output_length = (uint64_t)last_out + 1;
    layout->n_stored = out->n_points;
    layout->complex_output = desc->transform != CLFFT_TRANSFORM_C2R &&
                             desc->store.quantity == CLFFT_QUANTITY_COMPLEX;
    layout->output_size = layout->complex_output ? 2 * real : real;
    layout->input_size =
        reference_sample_size(desc->load.sample, desc->precision) *
        (desc->transform == CLFFT_TRANSFORM_R2C ? 1 : 2);
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
    reference->ops = desc->precision == CLFFT_PRECISION_DOUBLE
                         ? &reference_core_long
                         : &reference_core_double;
    reference->core = reference->ops->create(&reference->desc);
    if (!reference->values || !reference->core ||
        (desc->store.quantity >= CLFFT_QUANTITY_DB && !reference->powers))
        reference_destroy(&reference);
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

uint64_t reference_output_index(const struct reference *reference, uint64_t r,
                                uint64_t i)
{
    uint64_t index[CLFFT_MAX_LOOPS];

    reference_split(reference->counts, r, index);
    return reference_place(&reference->output, index, i);
}

/* ---- load ------------------------------------------------------------ */

static long double read_number(const struct reference *reference,
                               const unsigned char *bytes)
{
    const clfft_load *load = &reference->desc.load;

    return reference_sample_read(bytes, load->sample,
                                 reference->desc.precision, load->big_endian,
                                 load->sample_scale);
}

static long double mix_sources(const struct reference *reference,
                               const unsigned char *input, int64_t place,
                               uint64_t row)
{
    const clfft_load *load = &reference->desc.load;
    const int64_t size = (int64_t)reference->layout.input_size;
    long double sum = 0;

    for (unsigned m = 0; m < load->n_sources; m++)
        sum += load->matrix[row * load->n_sources + m] *
               read_number(reference, input + size * (place +
                                          (int64_t)m * load->source_distance));
    return sum;
}

static void load_transform(struct reference *reference,
                           const unsigned char *input,
                           const uint64_t index[CLFFT_MAX_LOOPS])
{
    const clfft_desc *desc = &reference->desc;
    const struct reference_side *side = &reference->input;
    const size_t size = reference->layout.input_size;
    const uint64_t length =
        desc->load.lengths[0] ? desc->load.lengths[0] : side->points[0];

    for (uint64_t i = 0; i < side->n_points; i++) {
        const uint64_t j = i % side->points[0];
        const uint64_t place = reference_place(side, index, i);
        const unsigned char *bytes = input + size * place;
        long double re = 0, im = 0;
        if (j < length) {
            if (desc->load.matrix)
                re = mix_sources(reference, input, (int64_t)place, index[0]);
            else
                re = read_number(reference, bytes);
            if (desc->transform != CLFFT_TRANSFORM_R2C)
                im = read_number(reference, bytes + size / 2);
            if (desc->load.windows[0]) {
                re *= desc->load.windows[0][j];
                im *= desc->load.windows[0][j];
            }
        }
        if (desc->transform == CLFFT_TRANSFORM_C2R && desc->rank == 1 &&
            (j == 0 || 2 * j == desc->lengths[0]))
            im = 0; /* which clfft.h ignores */
        reference->ops->put(reference->core, i, re, im);
    }
}

/* ---- store ----------------------------------------------------------- */

/* The transform's frequency behind stored bin i, as an index of the core's
   dense output; *conjugate when only its mirror is kept. */
static uint64_t find_bin(const struct reference *reference, uint64_t i,
                         bool *conjugate)
{
    const clfft_desc *desc = &reference->desc;
    const struct reference_side *side = &reference->output;
    const bool centered = desc->store.sides == CLFFT_SIDES_CENTERED;
    const bool half = desc->transform == CLFFT_TRANSFORM_R2C;
    uint64_t k[CLFFT_MAX_RANK], bin = 0;

    for (unsigned axis = 0; axis < CLFFT_MAX_RANK; axis++) {
        const uint64_t n = axis < desc->rank ? desc->lengths[axis] : 1;
        const uint64_t kept =
            desc->store.bands.n_bands && axis == 0 ? n : side->points[axis];
        k[axis] = i % kept;
        i /= kept;
        if (centered)
            k[axis] = (k[axis] + n - n / 2) % n;
    }
    *conjugate = half && k[0] > desc->lengths[0] / 2;
    for (unsigned axis = CLFFT_MAX_RANK; axis-- > 0;) {
        const uint64_t n = axis < desc->rank ? desc->lengths[axis] : 1;
        const uint64_t kept =
            half && axis == 0 ? n / 2 + 1 : n;
        if (*conjugate)
            k[axis] = (n - k[axis]) % n;
        bin = bin * kept + k[axis];
    }
    return bin;
}

static void get_bin(const struct reference *reference, uint64_t i,
                    long double *re, long double *im)
{
    const clfft_desc *desc = &reference->desc;
    long double gain = desc->scale == 0 ? 1 : desc->scale;
    bool conjugate = false;
    uint64_t bin = i;

    if (desc->transform != CLFFT_TRANSFORM_C2R)
        bin = find_bin(reference, i, &conjugate);
    reference->ops->get(reference->core, bin, re, im);
    if (desc->store.gain)
        gain *= desc->store.gain[i];
    *re *= gain;
    *im *= conjugate ? -gain : gain;
}

static long double sum_band(const struct reference *reference, uint64_t b)
{
    const clfft_bands *bands = &reference->desc.store.bands;
    long double sum = 0, re, im;

    for (uint32_t w = bands->first[b]; w < bands->first[b + 1]; w++) {
        get_bin(reference, bands->start[b] + (w - bands->first[b]), &re, &im);
        sum += bands->weight[w] * (re * re + im * im);
    }
    return sum;
}

static void store_transform(struct reference *reference)
{
    const clfft_store *store = &reference->desc.store;
    long double *values = reference->values;

    for (uint64_t i = 0; i < reference->layout.n_stored; i++) {
        long double re = 0, im = 0, power;
        if (store->bands.n_bands) {
            power = sum_band(reference, i);
        } else {
            get_bin(reference, i, &re, &im);
            power = re * re + im * im;
        }
        if (reference->powers)
            reference->powers[i] = power;
        switch (store->quantity) {
        case CLFFT_QUANTITY_COMPLEX:
            if (reference->layout.complex_output) {
                values[2 * i] = re;
                values[2 * i + 1] = im;
            } else {
                values[i] = re;
            }
            break;
        case CLFFT_QUANTITY_MAGNITUDE:
            values[i] = sqrtl(power);
            break;
        case CLFFT_QUANTITY_POWER:
            values[i] = power;
            break;
        case CLFFT_QUANTITY_DB:
            values[i] = 10 * log10l(power);
            if (values[i] < store->floor)
                values[i] = store->floor;
            break;
        case CLFFT_QUANTITY_PHASE:
            values[i] = atan2l(im, re);
            break;
        }
    }
}

const long double *
reference_transform_at(struct reference *reference, const void *input,
                       const uint64_t index[CLFFT_MAX_LOOPS])
{
    load_transform(reference, input, index);
    reference->ops->run(reference->core);
    store_transform(reference);
    return reference->values;
}

const long double *reference_transform(struct reference *reference,
                                       const void *input, uint64_t r)
{
    uint64_t index[CLFFT_MAX_LOOPS];

    reference_split(reference->counts, r, index);
    return reference_transform_at(reference, input, index);
}
