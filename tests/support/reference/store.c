/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* store.c: the store hook: sides, gain, sums, quantities. */
#include "internal.h"

#include <math.h>

/* The transform's frequency behind bin i in stored order, as an index of the
   core's dense output; *conjugate when only its mirror, X[-k] = conj(X[k]) on
   all axes, is there. */
static uint64_t find_bin(const struct reference *reference, uint64_t i,
                         bool *conjugate)
{
    const clfft_desc *desc = &reference->desc;
    const bool centered = desc->store.sides == CLFFT_SIDES_CENTERED;
    const bool half = desc->transform == CLFFT_TRANSFORM_R2C;
    uint64_t k[CLFFT_MAX_RANK], bin = 0;

    for (unsigned axis = 0; axis < CLFFT_MAX_RANK; axis++) {
        const uint64_t n = axis < desc->rank ? desc->lengths[axis] : 1;
        k[axis] = i % reference->bins[axis];
        i /= reference->bins[axis];
        if (centered)
            k[axis] = (k[axis] + n - n / 2) % n;
    }
    *conjugate = half && k[0] > desc->lengths[0] / 2;
    for (unsigned axis = CLFFT_MAX_RANK; axis-- > 0;) {
        const uint64_t n = axis < desc->rank ? desc->lengths[axis] : 1;
        const uint64_t kept = half && axis == 0 ? n / 2 + 1 : n;
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

    if (desc->transform != CLFFT_TRANSFORM_C2R && !desc->zoom.n_bins)
        bin = find_bin(reference, i, &conjugate);
    reference->ops->get(reference->core, bin, re, im);
    if (desc->store.gain)
        gain *= desc->store.gain[i % reference->bins[0]];
    *re *= gain;
    *im *= conjugate ? -gain : gain;
}

static long double get_power(const struct reference *reference, uint64_t i)
{
    long double re, im;

    get_bin(reference, i, &re, &im);
    return re * re + im * im;
}

static long double sum_band(const struct reference *reference, uint64_t b)
{
    const clfft_bands *bands = &reference->desc.store.bands;
    const bool of_magnitude = reference->desc.store.bands_of_magnitude;
    long double sum = 0;

    for (uint32_t w = bands->first[b]; w < bands->first[b + 1]; w++) {
        const long double power =
            get_power(reference, bands->start[b] + (w - bands->first[b]));

        sum += bands->weight[w] * (of_magnitude ? sqrtl(power) : power);
    }
    return of_magnitude ? sum * sum : sum;
}

static long double sum_ring(const struct reference *reference, uint64_t b)
{
    const clfft_rings *rings = &reference->desc.store.rings;
    long double sum = 0;

    for (uint32_t w = rings->first[b]; w < rings->first[b + 1]; w++)
        sum += rings->weight[w] * get_power(reference, rings->bin[w]);
    return sum;
}

/* |X|^2 of stored value i, or the sum that it is made of. */
static long double stored_power(const struct reference *reference, uint64_t i)
{
    if (reference->desc.store.bands.n_bands)
        return sum_band(reference, i);
    if (reference->desc.store.rings.n_rings)
        return sum_ring(reference, i);
    return get_power(reference, i);
}

void reference_store_levels(struct reference *reference)
{
    for (uint64_t i = 0; i < reference->layout.n_stored; i++)
        reference->mean_levels[i] = sqrtl(stored_power(reference, i));
}

void reference_store(struct reference *reference)
{
    const clfft_store *store = &reference->desc.store;
    long double *values = reference->values;

    for (uint64_t i = 0; i < reference->layout.n_stored; i++) {
        long double re = 0, im = 0, power;
        if (store->bands.n_bands || store->rings.n_rings) {
            power = stored_power(reference, i);
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
