/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* desc.c: rules, sizes and defaults of a description. */
#include "desc.h"

#include "checked.h"
#include "error.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, __VA_ARGS__)

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
        [CLFFT_SAMPLE_S8] = 8,      [CLFFT_SAMPLE_U8] = 8,
        [CLFFT_SAMPLE_S16] = 16,    [CLFFT_SAMPLE_U16] = 16,
        [CLFFT_SAMPLE_S24] = 24,    [CLFFT_SAMPLE_U24] = 24,
        [CLFFT_SAMPLE_S20] = 20,    [CLFFT_SAMPLE_U20] = 20,
        [CLFFT_SAMPLE_S18] = 18,    [CLFFT_SAMPLE_U18] = 18,
        [CLFFT_SAMPLE_S24_32] = 24, [CLFFT_SAMPLE_U24_32] = 24,
        [CLFFT_SAMPLE_S32] = 32,    [CLFFT_SAMPLE_U32] = 32,
        [CLFFT_SAMPLE_F64] = 0,
        [CLFFT_SAMPLE_UNORM8] = 8,  [CLFFT_SAMPLE_UNORM16] = 16,
    };

    return bits[sample];
}

bool clfft_sample_is_unsigned(clfft_sample sample)
{
    /* the enumeration has each unsigned format behind its signed one */
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

bool clfft_desc_is_inverse(const clfft_desc *desc)
{
    return desc->transform == CLFFT_TRANSFORM_C2R ||
           (desc->transform == CLFFT_TRANSFORM_C2C &&
            desc->direction == CLFFT_DIRECTION_INVERSE);
}

static clfft_sides sides_of(const clfft_desc *desc)
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

    if (axis == 0 && desc->transform == CLFFT_TRANSFORM_R2C &&
        sides_of(desc) == CLFFT_SIDES_ONE)
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

size_t clfft_desc_get_output_size(const clfft_desc *desc)
{
    if (desc->transform == CLFFT_TRANSFORM_C2R ||
        desc->store.quantity != CLFFT_QUANTITY_COMPLEX)
        return real_size(desc);
    return 2 * real_size(desc);
}

uint64_t clfft_desc_batch(const clfft_desc *desc)
{
    uint64_t batch = 1;

    for (unsigned d = 0; d < desc->n_loops; d++)
        if (!checked_multiply(batch,
                              desc->loops[d].count ? desc->loops[d].count : 1,
                              &batch))
            return UINT64_MAX;
    return batch;
}

/* ---- defaults ---- */

static void default_strides(const clfft_desc *desc, bool input,
                            int64_t strides[CLFFT_MAX_RANK])
{
    const bool padded = desc->in_place && desc->transform != CLFFT_TRANSFORM_C2C;
    uint64_t bins[CLFFT_MAX_RANK];
    int64_t next = 1;

    clfft_desc_get_bins(desc, bins);
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++) {
        uint64_t points = 1;
        strides[d] = next;
        if (d < desc->rank)
            points = input ? clfft_desc_input_points(desc, d) : bins[d];
        if (padded && d == 0 &&
            input == (desc->transform == CLFFT_TRANSFORM_R2C))
            points = 2 * (desc->lengths[0] / 2 + 1);
        next *= (int64_t)points;
    }
}

static void fill_defaults(const clfft_desc *desc, clfft_desc *full)
{
    *full = *desc;
    if (!full->rank)
        full->rank = 1;
    for (unsigned d = full->rank; d < CLFFT_MAX_RANK; d++)
        full->lengths[d] = 1;
    if (full->scale == 0)
        full->scale = 1;
    full->store.sides = sides_of(full);
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
        default_strides(full, true, full->input_strides);
    if (!full->output_strides[0] && !full->output_strides[1] &&
        !full->output_strides[2])
        default_strides(full, false, full->output_strides);
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

static bool side_extent(const clfft_desc *full, bool input, uint64_t *length)
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
    fill_defaults(desc, &full);
    if (!side_extent(&full, true, input_length) ||
        !side_extent(&full, false, output_length))
        return INVALID("the batch's extent overflows or a stride or distance "
                       "is negative");
    return CLFFT_STATUS_OK;
}

/* ---- rules ---- */

static clfft_status check_load(const clfft_desc *full)
{
    const clfft_load *load = &full->load;

    if ((unsigned)load->sample > CLFFT_SAMPLE_UNORM16)
        return INVALID("unknown sample format %d", (int)load->sample);
    if (load->sample != CLFFT_SAMPLE_NATIVE &&
        full->transform == CLFFT_TRANSFORM_C2R)
        return INVALID("a sample format needs a c2c or r2c transform");
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++) {
        if (load->lengths[d] != full->lengths[d] &&
            full->transform == CLFFT_TRANSFORM_C2R)
            return INVALID("load.lengths needs a c2c or r2c transform");
        if (load->lengths[d] > full->lengths[d])
            return INVALID("load.lengths[%u] %" PRIu64 " is above the "
                           "transform's length %" PRIu64, d,
                           load->lengths[d], full->lengths[d]);
        if (load->windows[d] && full->transform == CLFFT_TRANSFORM_C2R)
            return INVALID("a window needs a c2c or r2c transform");
        if (load->windows[d] && d >= full->rank)
            return INVALID("a window for axis %u needs rank %u", d, d + 1);
    }
    if (load->subtract_mean && full->transform != CLFFT_TRANSFORM_R2C)
        return INVALID("subtract_mean needs an r2c transform");
    if (load->matrix) {
        if (full->transform != CLFFT_TRANSFORM_R2C)
            return INVALID("a channel matrix needs an r2c transform");
        if (!load->n_rows || !load->n_sources ||
            full->loops[0].count != load->n_rows ||
            full->loops[0].input_distance != 0)
            return INVALID("a channel matrix of %u rows needs loop 0 with that "
                           "count and input distance 0", load->n_rows);
    }
    return CLFFT_STATUS_OK;
}

static clfft_status check_bands(const clfft_desc *full)
{
    const clfft_bands *bands = &full->store.bands;
    const uint64_t bins = clfft_desc_output_points(full, 0);

    if (full->rank > 1)
        return INVALID("bands need rank 1");
    if (!bands->first || !bands->start || !bands->weight)
        return INVALID("bands need first, start and weight");
    if (full->store.quantity != CLFFT_QUANTITY_MAGNITUDE &&
        full->store.quantity != CLFFT_QUANTITY_POWER &&
        full->store.quantity != CLFFT_QUANTITY_DB)
        return INVALID("bands need quantity magnitude, power or db");
    for (unsigned b = 0; b < bands->n_bands; b++)
        if (bands->first[b + 1] < bands->first[b] ||
            bands->start[b] + (uint64_t)(bands->first[b + 1] -
                                         bands->first[b]) > bins)
            return INVALID("band %u reaches beyond the last of %" PRIu64
                           " bins", b, bins);
    return CLFFT_STATUS_OK;
}

static clfft_status check_rings(const clfft_desc *full)
{
    const clfft_rings *rings = &full->store.rings;
    uint64_t bins = 1;

    for (unsigned d = 0; d < full->rank; d++)
        bins *= clfft_desc_output_points(full, d);
    if (!rings->first || !rings->bin || !rings->weight)
        return INVALID("rings need first, bin and weight");
    if (full->store.bands.n_bands)
        return INVALID("bands and rings exclude each other");
    if (full->store.quantity != CLFFT_QUANTITY_MAGNITUDE &&
        full->store.quantity != CLFFT_QUANTITY_POWER &&
        full->store.quantity != CLFFT_QUANTITY_DB)
        return INVALID("rings need quantity magnitude, power or db");
    for (unsigned b = 0; b < rings->n_rings; b++) {
        if (rings->first[b + 1] < rings->first[b])
            return INVALID("ring %u has fewer than 0 bins", b);
        for (uint32_t i = rings->first[b]; i < rings->first[b + 1]; i++)
            if (rings->bin[i] >= bins)
                return INVALID("ring %u reaches beyond the last of %" PRIu64
                               " bins", b, bins);
    }
    return CLFFT_STATUS_OK;
}

/* Both sides of real data's spectrum have one gain. */
static bool is_even(const clfft_desc *full)
{
    const uint64_t n = full->lengths[0];
    const uint64_t dc =
        full->store.sides == CLFFT_SIDES_CENTERED ? n / 2 : 0;

    if (full->transform != CLFFT_TRANSFORM_R2C || full->rank == 1 ||
        full->store.sides == CLFFT_SIDES_ONE)
        return true;
    for (uint64_t k = 1; k <= n / 2; k++)
        if (full->store.gain[(dc + k) % n] !=
            full->store.gain[(dc + n - k) % n])
            return false;
    return true;
}

static clfft_status check_store(const clfft_desc *full)
{
    const clfft_store *store = &full->store;
    const bool plain = store->quantity == CLFFT_QUANTITY_COMPLEX;

    if ((unsigned)store->quantity > CLFFT_QUANTITY_PHASE)
        return INVALID("unknown quantity %d", (int)store->quantity);
    if ((unsigned)store->sides > CLFFT_SIDES_CENTERED)
        return INVALID("unknown sides %d", (int)store->sides);
    if (store->sides == CLFFT_SIDES_ONE &&
        full->transform != CLFFT_TRANSFORM_R2C)
        return INVALID("one side needs an r2c transform");
    if (full->transform == CLFFT_TRANSFORM_C2R &&
        (!plain || store->gain || store->sides != CLFFT_SIDES_TWO))
        return INVALID("store hooks need a c2c or r2c transform");
    if (!plain && full->direction == CLFFT_DIRECTION_INVERSE)
        return INVALID("quantities other than complex need a forward "
                       "transform");
    if (store->gain && !is_even(full))
        return INVALID("gains of real data in %u axes must be equal at a "
                       "frequency and its negative", full->rank);
    if (isnan(store->floor))
        return INVALID("floor is not a number");
    if (store->rings.n_rings)
        return check_rings(full);
    return store->bands.n_bands ? check_bands(full) : CLFFT_STATUS_OK;
}

/*
 * Has every point of every transform an element of its own? Sufficient, and
 * necessary for every layout in use: by rising distance, each axis and loop
 * steps over all that the smaller ones span.
 */
static bool is_spread(const clfft_desc *full, bool input)
{
    struct {
        uint64_t count, distance;
    } axes[CLFFT_MAX_RANK + CLFFT_MAX_LOOPS], axis;
    uint64_t bins[CLFFT_MAX_RANK], span = 0;
    unsigned n = 0;

    clfft_desc_get_bins(full, bins);
    for (unsigned d = 0; d < full->rank + full->n_loops; d++) {
        const clfft_loop *l = &full->loops[d < full->rank ? 0 : d - full->rank];
        unsigned at = n;
        if (d < full->rank) {
            axis.count = input ? clfft_desc_input_points(full, d) : bins[d];
            axis.distance = (uint64_t)(input ? full->input_strides[d]
                                             : full->output_strides[d]);
        } else {
            axis.count = l->count;
            axis.distance =
                (uint64_t)(input ? l->input_distance : l->output_distance);
        }
        if (axis.count == 1)
            continue;
        for (; at && axes[at - 1].distance > axis.distance; at--)
            axes[at] = axes[at - 1];
        axes[at] = axis;
        n++;
    }
    for (unsigned i = 0; i < n; i++) {
        if (axes[i].distance <= span)
            return false;
        span += (axes[i].count - 1) * axes[i].distance;
    }
    return true;
}

static clfft_status check_places(const clfft_desc *full)
{
    uint64_t input, output;

    for (unsigned d = 0; d < full->rank; d++)
        if (full->input_strides[d] <= 0 || full->output_strides[d] <= 0)
            return INVALID("stride of axis %u must be positive", d);
    if (!side_extent(full, true, &input) || !side_extent(full, false, &output))
        return INVALID("the batch's extent overflows or a distance is "
                       "negative");
    for (unsigned d = 0; d < full->n_loops; d++) {
        const clfft_loop *l = &full->loops[d];
        if (l->count > 1 && l->output_distance == 0)
            return INVALID("loop %u: output distance 0 with count %" PRIu64, d,
                           l->count);
        if (full->in_place && l->count > 1 &&
            (uint64_t)l->input_distance * clfft_desc_get_input_size(full) !=
                (uint64_t)l->output_distance *
                    clfft_desc_get_output_size(full))
            return INVALID("loop %u: in place needs equal distances in bytes",
                           d);
    }
    if (!is_spread(full, false))
        return INVALID("the output's transforms overlap");
    if (full->in_place) {
        if (full->load.sample || full->load.matrix ||
            full->store.quantity != CLFFT_QUANTITY_COMPLEX ||
            full->store.bands.n_bands || full->store.rings.n_rings)
            return INVALID("hooks that change the element need separate "
                           "buffers");
        if (full->input_strides[0] != full->output_strides[0])
            return INVALID("in place needs equal strides");
        for (unsigned d = 1; d < full->rank; d++)
            if ((uint64_t)full->input_strides[d] *
                    clfft_desc_get_input_size(full) !=
                (uint64_t)full->output_strides[d] *
                    clfft_desc_get_output_size(full))
                return INVALID("axis %u: in place needs equal strides in "
                               "bytes", d);
        if (full->transform == CLFFT_TRANSFORM_R2C &&
            full->store.sides != CLFFT_SIDES_ONE)
            return INVALID("in place r2c stores one side");
        if (!is_spread(full, true))
            return INVALID("in place needs transforms that do not overlap");
    }
    return CLFFT_STATUS_OK;
}

clfft_status clfft_desc_validate(const clfft_desc *desc)
{
    clfft_desc full;
    clfft_status status;
    uint64_t points = 1;

    if (!desc)
        return INVALID("no description");
    if ((unsigned)desc->transform > CLFFT_TRANSFORM_C2R)
        return INVALID("unknown transform %d", (int)desc->transform);
    if ((unsigned)desc->direction > CLFFT_DIRECTION_INVERSE)
        return INVALID("unknown direction %d", (int)desc->direction);
    if ((unsigned)desc->precision > CLFFT_PRECISION_DOUBLE)
        return INVALID("unknown precision %d", (int)desc->precision);
    if (desc->rank > CLFFT_MAX_RANK)
        return INVALID("rank %u is above %d", desc->rank, CLFFT_MAX_RANK);
    if (desc->n_loops > CLFFT_MAX_LOOPS)
        return INVALID("%u batch loops are more than %d", desc->n_loops,
                       CLFFT_MAX_LOOPS);
    if (desc->transform == CLFFT_TRANSFORM_R2C &&
        desc->direction == CLFFT_DIRECTION_INVERSE)
        return INVALID("r2c is forward; the inverse of it is c2r");
    if (!isfinite(desc->scale))
        return INVALID("scale is not finite");
    for (unsigned d = 0; d < (desc->rank ? desc->rank : 1); d++) {
        if (!desc->lengths[d])
            return INVALID("length 0 on axis %u", d);
        if (!checked_multiply(points, desc->lengths[d], &points) ||
            points >= UINT64_C(1) << 60)
            return INVALID("the product of the lengths overflows");
    }
    fill_defaults(desc, &full);
    if (clfft_desc_batch(&full) > UINT64_C(1) << 60)
        return INVALID("the batch count overflows");
    if ((status = check_load(&full)) != CLFFT_STATUS_OK ||
        (status = check_store(&full)) != CLFFT_STATUS_OK)
        return status;
    return check_places(&full);
}

/* ---- copies ---- */

static void *copy_of(const void *source, size_t size, bool *failed)
{
    void *copy = NULL;

    if (source && size) {
        copy = malloc(size);
        if (copy)
            memcpy(copy, source, size);
        else
            *failed = true;
    }
    return copy;
}

clfft_status clfft_desc_resolve(const clfft_desc *desc, clfft_desc *resolved)
{
    clfft_status status = clfft_desc_validate(desc);
    bool failed = false;
    clfft_desc *r = resolved;

    memset(resolved, 0, sizeof *resolved);
    if (status != CLFFT_STATUS_OK)
        return status;
    fill_defaults(desc, r);
    const clfft_bands *bands = &desc->store.bands;
    const clfft_rings *rings = &desc->store.rings;
    const size_t bins = clfft_desc_output_points(r, 0);
    const size_t weights =
        bands->n_bands ? bands->first[bands->n_bands] : 0;
    const size_t members =
        rings->n_rings ? rings->first[rings->n_rings] : 0;
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        r->load.windows[d] =
            copy_of(desc->load.windows[d],
                    r->load.lengths[d] * sizeof(double), &failed);
    r->load.matrix = copy_of(desc->load.matrix,
                             (size_t)desc->load.n_rows * desc->load.n_sources *
                                 sizeof(double), &failed);
    r->store.gain = copy_of(desc->store.gain, bins * sizeof(double), &failed);
    r->store.bands.first =
        copy_of(bands->n_bands ? bands->first : NULL,
                (bands->n_bands + (size_t)1) * sizeof(uint32_t), &failed);
    r->store.bands.start = copy_of(bands->n_bands ? bands->start : NULL,
                                   bands->n_bands * sizeof(uint32_t), &failed);
    r->store.bands.weight = copy_of(bands->n_bands ? bands->weight : NULL,
                                    weights * sizeof(double), &failed);
    r->store.rings.first =
        copy_of(rings->n_rings ? rings->first : NULL,
                (rings->n_rings + (size_t)1) * sizeof(uint32_t), &failed);
    r->store.rings.bin = copy_of(rings->n_rings ? rings->bin : NULL,
                                 members * sizeof(uint32_t), &failed);
    r->store.rings.weight = copy_of(rings->n_rings ? rings->weight : NULL,
                                    members * sizeof(double), &failed);
    if (failed) {
        clfft_desc_clear(resolved);
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "no memory for a copy of the description");
    }
    return CLFFT_STATUS_OK;
}

void clfft_desc_clear(clfft_desc *desc)
{
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        free((void *)desc->load.windows[d]);
    free((void *)desc->load.matrix);
    free((void *)desc->store.gain);
    free((void *)desc->store.bands.first);
    free((void *)desc->store.bands.start);
    free((void *)desc->store.bands.weight);
    free((void *)desc->store.rings.first);
    free((void *)desc->store.rings.bin);
    free((void *)desc->store.rings.weight);
    memset(desc, 0, sizeof *desc);
}
