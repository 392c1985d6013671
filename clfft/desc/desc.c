/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* desc.c: computes the sizes and the factors that follow from a description. */
#include "desc.h"

#include "clfft/base/checked.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

size_t clfft_sample_size(clfft_sample sample)
{
    switch (sample) {
    case CLFFT_SAMPLE_S8:
    case CLFFT_SAMPLE_U8:
    case CLFFT_SAMPLE_UNORM8:
        return 1;
    case CLFFT_SAMPLE_S16:
    case CLFFT_SAMPLE_U16:
    case CLFFT_SAMPLE_UNORM16:
    case CLFFT_SAMPLE_UNORM10:
    case CLFFT_SAMPLE_UNORM12:
    case CLFFT_SAMPLE_UNORM10_TOP:
    case CLFFT_SAMPLE_UNORM12_TOP:
        return 2;
    case CLFFT_SAMPLE_S24:
    case CLFFT_SAMPLE_U24:
    case CLFFT_SAMPLE_S20:
    case CLFFT_SAMPLE_U20:
    case CLFFT_SAMPLE_S18:
    case CLFFT_SAMPLE_U18:
        return 3;
    case CLFFT_SAMPLE_F64:
        return 8;
    default:
        return 4;
    }
}

unsigned clfft_sample_bits(clfft_sample sample)
{
    static const unsigned char bits[] = {
        [CLFFT_SAMPLE_S8] = 8,           [CLFFT_SAMPLE_U8] = 8,
        [CLFFT_SAMPLE_S16] = 16,         [CLFFT_SAMPLE_U16] = 16,
        [CLFFT_SAMPLE_S24] = 24,         [CLFFT_SAMPLE_U24] = 24,
        [CLFFT_SAMPLE_S20] = 20,         [CLFFT_SAMPLE_U20] = 20,
        [CLFFT_SAMPLE_S18] = 18,         [CLFFT_SAMPLE_U18] = 18,
        [CLFFT_SAMPLE_S24_32] = 24,      [CLFFT_SAMPLE_U24_32] = 24,
        [CLFFT_SAMPLE_S32] = 32,         [CLFFT_SAMPLE_U32] = 32,
        [CLFFT_SAMPLE_F64] = 0,          [CLFFT_SAMPLE_UNORM8] = 8,
        [CLFFT_SAMPLE_UNORM16] = 16,     [CLFFT_SAMPLE_UNORM10] = 10,
        [CLFFT_SAMPLE_UNORM12] = 12,     [CLFFT_SAMPLE_UNORM10_TOP] = 10,
        [CLFFT_SAMPLE_UNORM12_TOP] = 12,
    };

    return bits[sample];
}

bool clfft_sample_is_unsigned(clfft_sample sample)
{
    /* in the enumeration each unsigned format follows its signed one */
    return sample < CLFFT_SAMPLE_F32 && clfft_sample_bits(sample) &&
           sample % 2 == 0;
}

bool clfft_sample_is_pixel(clfft_sample sample)
{
    return sample >= CLFFT_SAMPLE_UNORM8;
}

double clfft_desc_sample_scale(const clfft_desc *desc)
{
    const unsigned bits = clfft_sample_bits(desc->load.sample);

    if (desc->load.sample_scale != 0)
        return desc->load.sample_scale;
    if (clfft_sample_is_pixel(desc->load.sample))
        return 1.0 / (double)((UINT64_C(1) << bits) - 1);
    return bits ? 1.0 / (double)(UINT64_C(1) << (bits - 1)) : 1.0;
}

static double scale_of(const clfft_desc *desc)
{
    return desc->scale == 0 ? 1 : desc->scale;
}

double clfft_desc_load_factor(const clfft_desc *desc)
{
    return desc->load.sample ? clfft_desc_sample_scale(desc) * scale_of(desc)
                             : 1;
}

double clfft_desc_store_factor(const clfft_desc *desc)
{
    return desc->load.sample ? 1 : scale_of(desc);
}

void clfft_desc_split(const clfft_desc *desc, double factor, double parts[2])
{
    float high = (float)factor;

    parts[0] = factor;
    parts[1] = 0;
    if (desc->precision == CLFFT_PRECISION_DOUBLE)
        return;
    if (fabs(high) > fabs(factor))
        high = nextafterf(high, 0);
    /* a device may take smaller numbers for 0 */
    if (fabs(factor - (double)high) < FLT_MIN)
        return;
    parts[0] = (double)high;
    parts[1] = factor - (double)high;
}

bool clfft_desc_has_rest(const clfft_desc *desc, double factor)
{
    double parts[2];

    clfft_desc_split(desc, factor, parts);
    return parts[1] != 0;
}

unsigned clfft_desc_mean_points(const clfft_desc *desc)
{
    const unsigned n_parts = desc->transform == CLFFT_TRANSFORM_C2C ? 2 : 1;

    return desc->load.subtract_line   ? 2 * n_parts
           : desc->load.subtract_mean ? n_parts
                                      : 0;
}

bool clfft_desc_is_inverse(const clfft_desc *desc)
{
    return desc->transform == CLFFT_TRANSFORM_C2R ||
           (desc->transform == CLFFT_TRANSFORM_C2C &&
            desc->direction == CLFFT_DIRECTION_INVERSE);
}

clfft_sides clfft_desc_sides(const clfft_desc *desc)
{
    if (desc->store.sides != CLFFT_SIDES_DEFAULT)
        return desc->store.sides;
    return desc->transform == CLFFT_TRANSFORM_R2C ? CLFFT_SIDES_ONE
                                                  : CLFFT_SIDES_TWO;
}

uint64_t clfft_desc_input_points(const clfft_desc *desc, unsigned axis)
{
    const uint64_t n = desc->lengths[axis];

    if (axis == 0 && desc->transform == CLFFT_TRANSFORM_C2R)
        return n / 2 + 1;
    return desc->load.lengths[axis] ? desc->load.lengths[axis] : n;
}

uint64_t clfft_desc_output_points(const clfft_desc *desc, unsigned axis)
{
    const uint64_t n = desc->lengths[axis];

    if (axis == 0 && desc->zoom.n_bins)
        return desc->zoom.n_bins;
    if (axis == 0 && desc->transform == CLFFT_TRANSFORM_R2C &&
        clfft_desc_sides(desc) == CLFFT_SIDES_ONE)
        return n / 2 + 1;
    return n;
}

void clfft_desc_get_bins(const clfft_desc *desc, uint64_t bins[CLFFT_MAX_RANK])
{
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        bins[d] = d < (desc->rank ? desc->rank : 1)
                      ? clfft_desc_output_points(desc, d)
                      : 1;
    if (desc->store.bands.n_bands)
        bins[0] = desc->store.bands.n_bands;
    if (desc->store.rings.n_rings) {
        bins[0] = desc->store.rings.n_rings;
        bins[1] = bins[2] = 1;
    }
}

static size_t real_size(const clfft_desc *desc)
{
    return desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
}

size_t clfft_desc_get_input_size(const clfft_desc *desc)
{
    size_t size = real_size(desc);

    if (desc->load.sample != CLFFT_SAMPLE_NATIVE)
        size = clfft_sample_size(desc->load.sample);
    return desc->transform == CLFFT_TRANSFORM_R2C ? size : 2 * size;
}

size_t clfft_pixel_size(clfft_pixel pixel)
{
    return pixel == CLFFT_PIXEL_GRAY8                                 ? 1
           : pixel == CLFFT_PIXEL_GRAY16 || pixel == CLFFT_PIXEL_HALF ? 2
                                                                      : 4;
}

unsigned clfft_pixel_top(clfft_pixel pixel)
{
    return pixel == CLFFT_PIXEL_GRAY16 ? 65535 : 255;
}

size_t clfft_desc_get_output_size(const clfft_desc *desc)
{
    if (desc->store.pixel != CLFFT_PIXEL_NONE)
        return clfft_pixel_size(desc->store.pixel);
    if (desc->transform == CLFFT_TRANSFORM_C2R ||
        desc->store.quantity != CLFFT_QUANTITY_COMPLEX)
        return real_size(desc);
    return 2 * real_size(desc);
}

bool clfft_desc_changes_values(const clfft_desc *desc)
{
    const clfft_value *v = &desc->store.value;

    return v->logarithm || v->offset != 0 || v->shift != 0 ||
           (v->scale != 0 && v->scale != 1);
}

bool clfft_desc_makes_values(const clfft_desc *desc)
{
    return desc->store.pixel == CLFFT_PIXEL_HALF ||
           clfft_desc_changes_values(desc);
}

clfft_desc clfft_desc_without_range(const clfft_desc *desc)
{
    clfft_desc plain = *desc;

    plain.store.lowest = 0;
    plain.store.highest = 1;
    if (clfft_desc_changes_values(desc))
        plain.store.value = (clfft_value){desc->store.value.logarithm, 0, 1, 1,
                                          /* so that it still has a value */ 1};
    return plain;
}

uint64_t clfft_desc_batch(const clfft_desc *desc)
{
    uint64_t batch = 1;

    for (unsigned d = 0; d < desc->n_loops; d++)
        if (!checked_multiply(
                batch, desc->loops[d].count ? desc->loops[d].count : 1, &batch))
            return UINT64_MAX;
    return batch;
}
