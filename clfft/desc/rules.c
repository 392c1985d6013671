/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rules.c: checks a description against the rules of clfft.h. */
#include "desc.h"

#include "clfft/base/checked.h"
#include "clfft/base/error.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, __VA_ARGS__)

/* Checks a factor of samples or bins. */
static clfft_status check_factor(const clfft_desc *full, const char *name,
                                 double factor)
{
    const bool is_double = full->precision == CLFFT_PRECISION_DOUBLE;

    if (fabs(factor) < (is_double ? DBL_MIN : FLT_MIN) ||
        fabs(factor) > (is_double ? DBL_MAX : FLT_MAX))
        return INVALID("%s is %g, which is not of %g to %g, the range of %s "
                       "precision",
                       name, factor, is_double ? DBL_MIN : FLT_MIN,
                       is_double ? DBL_MAX : FLT_MAX,
                       is_double ? "double" : "single");
    return CLFFT_STATUS_OK;
}

static clfft_status check_load(const clfft_desc *full)
{
    const clfft_load *load = &full->load;
    clfft_status status;

    if ((unsigned)load->sample > CLFFT_SAMPLE_UNORM12_TOP)
        return INVALID("unknown sample format %d", (int)load->sample);
    if (!isfinite(load->sample_scale))
        return INVALID("sample_scale %g is not finite", load->sample_scale);
    status = load->sample ? check_factor(full, "sample_scale times scale",
                                         clfft_desc_load_factor(full))
                          : check_factor(full, "scale", full->scale);
    if (status != CLFFT_STATUS_OK)
        return status;
    if (load->sample != CLFFT_SAMPLE_NATIVE &&
        full->transform == CLFFT_TRANSFORM_C2R)
        return INVALID("a sample format needs a c2c or r2c transform");
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++) {
        if (load->lengths[d] != full->lengths[d] &&
            full->transform == CLFFT_TRANSFORM_C2R)
            return INVALID("load.lengths needs a c2c or r2c transform");
        if (load->lengths[d] > full->lengths[d])
            return INVALID("load.lengths[%u] %" PRIu64 " is above the "
                           "transform's length %" PRIu64,
                           d, load->lengths[d], full->lengths[d]);
        if (load->windows[d] && full->transform == CLFFT_TRANSFORM_C2R)
            return INVALID("a window needs a c2c or r2c transform");
        if (load->windows[d] && d >= full->rank)
            return INVALID("a window for axis %u needs rank %u", d, d + 1);
    }
    if (load->subtract_mean && load->subtract_line)
        return INVALID("subtract_mean is part of subtract_line");
    if (load->subtract_mean && full->transform != CLFFT_TRANSFORM_R2C &&
        (full->transform != CLFFT_TRANSFORM_C2C || full->rank > 1))
        return INVALID("subtract_mean needs an r2c transform, or c2c of "
                       "rank 1");
    if (load->subtract_line &&
        (full->transform == CLFFT_TRANSFORM_C2R || full->rank > 1))
        return INVALID("subtract_line needs an r2c or c2c transform of rank "
                       "1");
    if (load->matrix) {
        if (full->transform != CLFFT_TRANSFORM_R2C)
            return INVALID("a channel matrix needs an r2c transform");
        if (!load->n_rows || !load->n_sources ||
            full->loops[0].count != load->n_rows ||
            full->loops[0].input_distance != 0)
            return INVALID("a channel matrix of %u rows needs loop 0 with that "
                           "count and input distance 0",
                           load->n_rows);
    }
    return CLFFT_STATUS_OK;
}

static clfft_status check_bands(const clfft_desc *full)
{
    const clfft_bands *bands = &full->store.bands;
    const uint64_t bins = clfft_desc_output_points(full, 0);

    if (full->rank > 1)
        return INVALID("bands need rank 1");
    if (!bands->first || !bands->start ||
        (!bands->weight && bands->first[bands->n_bands]))
        return INVALID("bands need first, start and weight");
    if (full->store.quantity != CLFFT_QUANTITY_MAGNITUDE &&
        full->store.quantity != CLFFT_QUANTITY_POWER &&
        full->store.quantity != CLFFT_QUANTITY_DB)
        return INVALID("bands need quantity magnitude, power or db");
    for (unsigned b = 0; b < bands->n_bands; b++)
        if (bands->first[b + 1] < bands->first[b] ||
            bands->start[b] +
                    (uint64_t)(bands->first[b + 1] - bands->first[b]) >
                bins)
            return INVALID(
                "band %u reaches beyond the last of %" PRIu64 " bins", b, bins);
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
                               " bins",
                               b, bins);
    }
    return CLFFT_STATUS_OK;
}

/* Checks that both sides of the spectrum of real data have the same gain. */
static bool is_even(const clfft_desc *full)
{
    const uint64_t n = full->lengths[0];
    const uint64_t dc = full->store.sides == CLFFT_SIDES_CENTERED ? n / 2 : 0;

    if (full->transform != CLFFT_TRANSFORM_R2C || full->rank == 1 ||
        full->store.sides == CLFFT_SIDES_ONE)
        return true;
    for (uint64_t k = 1; k <= n / 2; k++)
        if (full->store.gain[(dc + k) % n] !=
            full->store.gain[(dc + n - k) % n])
            return false;
    return true;
}

/* Checks that single precision holds both ends and tells them apart. */
static bool is_range(const clfft_desc *full)
{
    const double low = full->store.lowest, high = full->store.highest;

    if (full->precision == CLFFT_PRECISION_DOUBLE)
        return isfinite(low) && isfinite(high - low) && low < high;
    return isfinite((float)low) && isfinite((float)(high - low)) &&
           (float)low < (float)high;
}

static clfft_status check_pixel(const clfft_desc *full)
{
    const clfft_store *store = &full->store;

    if ((unsigned)store->pixel > CLFFT_PIXEL_HALF)
        return INVALID("unknown pixel %d", (int)store->pixel);
    if (store->pixel == CLFFT_PIXEL_NONE)
        return CLFFT_STATUS_OK;
    if (store->quantity == CLFFT_QUANTITY_COMPLEX)
        return INVALID("pixel %s needs quantity magnitude, power, db or phase",
                       clfft_pixel_name(store->pixel));
    if (store->pixel == CLFFT_PIXEL_HALF)
        return CLFFT_STATUS_OK;
    if (!is_range(full))
        return INVALID("pixel %s needs a finite lowest value below the "
                       "highest, not %g and %g",
                       clfft_pixel_name(store->pixel), store->lowest,
                       store->highest);
    if (store->pixel == CLFFT_PIXEL_RGBA && !store->color_map)
        return INVALID("pixel rgba needs a colour map");
    return CLFFT_STATUS_OK;
}

static clfft_status check_value(const clfft_desc *full)
{
    const clfft_store *store = &full->store;
    const clfft_value *v = &store->value;
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"offset", v->offset},
                   {"least", v->least},
                   {"scale", v->scale},
                   {"shift", v->shift}};

    if ((unsigned)v->logarithm > CLFFT_LOGARITHM_DECIBEL)
        return INVALID("unknown logarithm %d", (int)v->logarithm);
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (full->precision == CLFFT_PRECISION_DOUBLE
                ? !isfinite(numbers[i].value)
                : !isfinite((float)numbers[i].value))
            return INVALID("%s of a value is %g, which the precision does not "
                           "hold",
                           numbers[i].name, numbers[i].value);
    if (!clfft_desc_changes_values(full))
        return CLFFT_STATUS_OK;
    if (store->quantity == CLFFT_QUANTITY_COMPLEX)
        return INVALID("a value needs quantity magnitude, power, db or phase");
    if (store->pixel != CLFFT_PIXEL_NONE && store->pixel != CLFFT_PIXEL_HALF)
        return INVALID("pixel %s has no value; none and half have one",
                       clfft_pixel_name(store->pixel));
    if (!v->logarithm)
        return CLFFT_STATUS_OK;
    if (store->quantity > CLFFT_QUANTITY_POWER)
        return INVALID("a logarithm needs quantity magnitude or power");
    if (v->least <= 0)
        return INVALID("a logarithm needs a least number above 0, not %g",
                       v->least);
    return CLFFT_STATUS_OK;
}

static clfft_status check_store(const clfft_desc *full)
{
    const clfft_store *store = &full->store;
    const bool plain = store->quantity == CLFFT_QUANTITY_COMPLEX;
    clfft_status status;

    if ((unsigned)store->quantity > CLFFT_QUANTITY_PHASE)
        return INVALID("unknown quantity %d", (int)store->quantity);
    if ((unsigned)store->sides > CLFFT_SIDES_CENTERED)
        return INVALID("unknown sides %d", (int)store->sides);
    if (store->sides == CLFFT_SIDES_ONE &&
        full->transform != CLFFT_TRANSFORM_R2C)
        return INVALID("one side needs an r2c transform");
    if (full->transform == CLFFT_TRANSFORM_C2R &&
        (!plain || store->gain || store->pixel ||
         store->sides != CLFFT_SIDES_TWO))
        return INVALID("store hooks need a c2c or r2c transform");
    if (!plain && full->direction == CLFFT_DIRECTION_INVERSE)
        return INVALID("quantities other than complex need a forward "
                       "transform");
    if (store->gain && !is_even(full))
        return INVALID("gains of real data in %u axes must be equal at a "
                       "frequency and its negative",
                       full->rank);
    if (isnan(store->floor))
        return INVALID("floor is not a number");
    status = check_pixel(full);
    if (status == CLFFT_STATUS_OK)
        status = check_value(full);
    if (status != CLFFT_STATUS_OK)
        return status;
    if (store->rings.n_rings)
        return check_rings(full);
    return store->bands.n_bands ? check_bands(full) : CLFFT_STATUS_OK;
}

/*
 * Whether every point of every transform has an element of its own. The test is
 * sufficient, and necessary for every layout in use: in the order of their
 * distances, each axis and loop must step over everything that the smaller ones
 * span. If one does not, the caller learns which one, and what it has to step
 * over.
 */
static bool is_spread(const clfft_desc *full, bool input, uint64_t *step,
                      uint64_t *span)
{
    struct {
        uint64_t count, distance;
    } axes[CLFFT_MAX_RANK + CLFFT_MAX_LOOPS], axis;
    uint64_t bins[CLFFT_MAX_RANK];
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
    *step = *span = 0;
    for (unsigned i = 0; i < n; i++) {
        *step = axes[i].distance;
        if (*step <= *span)
            return false;
        *span += (axes[i].count - 1) * axes[i].distance;
    }
    return true;
}

/* Each transform stays in its own memory: description.h. */
static clfft_status check_in_place(const clfft_desc *full)
{
    const uint64_t input_size = clfft_desc_get_input_size(full);
    const uint64_t output_size = clfft_desc_get_output_size(full);
    uint64_t step, span;

    if (full->load.sample || full->load.matrix ||
        full->store.quantity != CLFFT_QUANTITY_COMPLEX ||
        full->store.bands.n_bands || full->store.rings.n_rings)
        return INVALID("hooks that change the element need separate "
                       "buffers");
    if (full->input_strides[0] != full->output_strides[0])
        return INVALID("in place needs equal strides on axis 0, not %" PRIu64
                       " and %" PRIu64,
                       (uint64_t)full->input_strides[0],
                       (uint64_t)full->output_strides[0]);
    for (unsigned d = 1; d < full->rank; d++)
        if ((uint64_t)full->input_strides[d] * input_size !=
            (uint64_t)full->output_strides[d] * output_size)
            return INVALID("axis %u: in place needs equal strides in "
                           "bytes, not %" PRIu64 " and %" PRIu64,
                           d, (uint64_t)full->input_strides[d] * input_size,
                           (uint64_t)full->output_strides[d] * output_size);
    if (full->transform == CLFFT_TRANSFORM_R2C &&
        full->store.sides != CLFFT_SIDES_ONE)
        return INVALID("in place r2c stores one side");
    if (!is_spread(full, true, &step, &span))
        return INVALID("in place needs transforms that do not overlap: a "
                       "step of %" PRIu64 " is not above the %" PRIu64
                       " that the smaller steps reach",
                       step, span);
    return CLFFT_STATUS_OK;
}

static clfft_status check_zoom(const clfft_desc *full)
{
    const clfft_zoom *zoom = &full->zoom;
    const clfft_sides all = full->transform == CLFFT_TRANSFORM_R2C
                                ? CLFFT_SIDES_ONE
                                : CLFFT_SIDES_TWO;

    if (!zoom->n_bins)
        return CLFFT_STATUS_OK;
    if (!(fabs(zoom->start) <= 1 && fabs(zoom->step) <= 1))
        return INVALID("a zoom from %g in steps of %g is not within -1 to 1 "
                       "cycles a sample",
                       zoom->start, zoom->step);
    if (zoom->n_bins > UINT64_C(1) << 30)
        return INVALID("a zoom of %" PRIu64 " bins is above 2^30",
                       zoom->n_bins);
    if (full->rank > 1 || clfft_desc_is_inverse(full))
        return INVALID("a zoom needs a forward r2c or c2c transform of rank 1");
    if (full->store.sides != all)
        return INVALID("a zoom has no sides");
    if (full->in_place)
        return INVALID("a zoom needs separate buffers");
    return CLFFT_STATUS_OK;
}

static clfft_status check_places(const clfft_desc *full)
{
    const uint64_t input_size = clfft_desc_get_input_size(full);
    const uint64_t output_size = clfft_desc_get_output_size(full);
    uint64_t input, output, step, span;

    for (unsigned d = 0; d < full->rank; d++)
        if (full->input_strides[d] <= 0 || full->output_strides[d] <= 0)
            return INVALID("stride of axis %u must be positive", d);
    if (!clfft_desc_side_extent(full, true, &input) ||
        !clfft_desc_side_extent(full, false, &output))
        return INVALID("the batch's extent overflows or a distance is "
                       "negative");
    for (unsigned d = 0; d < full->n_loops; d++) {
        const clfft_loop *l = &full->loops[d];
        if (l->count > 1 && l->output_distance == 0)
            return INVALID("loop %u: output distance 0 with count %" PRIu64, d,
                           l->count);
        if (full->in_place && l->count > 1 &&
            (uint64_t)l->input_distance * input_size !=
                (uint64_t)l->output_distance * output_size)
            return INVALID(
                "loop %u: in place needs equal distances in bytes, "
                "not %" PRIu64 " and %" PRIu64
                ": each transform must stay in its own memory, which "
                "interleaved real vectors do not",
                d, (uint64_t)l->input_distance * input_size,
                (uint64_t)l->output_distance * output_size);
    }
    if (!is_spread(full, false, &step, &span))
        return INVALID("the output's transforms overlap: a step of %" PRIu64
                       " is not above the %" PRIu64 " that the smaller steps "
                       "reach",
                       step, span);
    return full->in_place ? check_in_place(full) : CLFFT_STATUS_OK;
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
        return INVALID("scale %g is not finite", desc->scale);
    if ((status = CHECK_RESERVED("desc", desc)) != CLFFT_STATUS_OK ||
        (status = CHECK_RESERVED("desc.load", &desc->load)) !=
            CLFFT_STATUS_OK ||
        (status = CHECK_RESERVED("desc.store", &desc->store)) !=
            CLFFT_STATUS_OK)
        return status;
    for (unsigned d = 0; d < (desc->rank ? desc->rank : 1); d++) {
        if (!desc->lengths[d])
            return INVALID("length 0 on axis %u", d);
        if (!checked_multiply(points, desc->lengths[d], &points) ||
            points >= UINT64_C(1) << 60)
            return INVALID("the product of the lengths overflows");
    }
    clfft_desc_fill(desc, &full);
    if (clfft_desc_batch(&full) > UINT64_C(1) << 60)
        return INVALID("the batch count overflows");
    if ((status = check_zoom(&full)) != CLFFT_STATUS_OK ||
        (status = check_load(&full)) != CLFFT_STATUS_OK ||
        (status = check_store(&full)) != CLFFT_STATUS_OK)
        return status;
    return check_places(&full);
}
