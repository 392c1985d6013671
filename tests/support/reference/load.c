/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* load.c: the load hook: samples, matrix, trend, windows, padding. */
#include "internal.h"
#include "sample.h"

#include <math.h>

#define MEAN_ROUNDINGS 4

static long double read_number(const struct reference *reference,
                               const unsigned char *bytes)
{
    const clfft_load *load = &reference->desc.load;

    return reference_sample_read(bytes, load->sample, reference->desc.precision,
                                 load->big_endian, load->sample_scale);
}

/* y[j] of clfft.h for the element at `place`. */
static void read_point(const struct reference *reference,
                       const unsigned char *input, int64_t place, uint64_t row,
                       long double *re, long double *im)
{
    const clfft_load *load = &reference->desc.load;
    const int64_t size = (int64_t)reference->layout.input_size;

    *re = *im = 0;
    if (load->matrix)
        for (unsigned m = 0; m < load->n_sources; m++)
            *re +=
                load->matrix[row * load->n_sources + m] *
                read_number(reference,
                            input + size * (place + (int64_t)m *
                                                        load->source_distance));
    else
        *re = read_number(reference, input + size * place);
    if (reference->desc.transform != CLFFT_TRANSFORM_R2C)
        *im = read_number(reference, input + size * place + size / 2);
}

/* What is taken from sample j of axis 0: mean + slope (j - middle), of real and
   imaginary parts. */
struct trend {
    long double mean[2], slope[2], middle;
};

/* The trend, and how far off its mean may be: MEAN_ROUNDINGS of the RMS. */
static struct trend find_trend(struct reference *reference,
                               const unsigned char *input,
                               const uint64_t index[CLFFT_MAX_LOOPS])
{
    const struct reference_side *side = &reference->input;
    const long double n = side->n_points;
    struct trend trend = {{0, 0}, {0, 0}, (n - 1) / 2};
    long double squares = 0, re, im;

    for (uint64_t i = 0; i < side->n_points; i++) {
        read_point(reference, input, (int64_t)reference_place(side, index, i),
                   index[0], &re, &im);
        trend.mean[0] += re / n;
        trend.mean[1] += im / n;
        trend.slope[0] += (i - trend.middle) * re;
        trend.slope[1] += (i - trend.middle) * im;
        squares += re * re + im * im;
    }
    for (int part = 0; part < 2; part++)
        trend.slope[part] *= reference->desc.load.subtract_line && n > 1
                                 ? 12 / (n * (n * n - 1))
                                 : 0;
    reference->mean_error = MEAN_ROUNDINGS *
                            reference_roundoff(&reference->desc) *
                            sqrtl(squares / n);
    return trend;
}

/* Where point j is read; false if it is padding. */
static bool find_place(const struct reference_side *side,
                       const uint64_t index[CLFFT_MAX_LOOPS],
                       const uint64_t j[CLFFT_MAX_RANK], int64_t *place)
{
    *place = 0;
    for (unsigned axis = 0; axis < CLFFT_MAX_RANK; axis++) {
        if (j[axis] >= side->points[axis])
            return false;
        *place += (int64_t)j[axis] * side->strides[axis];
    }
    for (unsigned l = 0; l < CLFFT_MAX_LOOPS; l++)
        *place += (int64_t)index[l] * side->distances[l];
    return true;
}

static long double weight_of(const clfft_desc *desc,
                             const uint64_t j[CLFFT_MAX_RANK])
{
    long double weight = 1;

    for (unsigned axis = 0; axis < desc->rank; axis++)
        if (desc->load.windows[axis])
            weight *= desc->load.windows[axis][j[axis]];
    return weight;
}

void reference_load_even(struct reference *reference)
{
    static const uint64_t first[CLFFT_MAX_LOOPS];
    const uint64_t *n = reference->points;
    uint64_t j[CLFFT_MAX_RANK], i = 0;
    int64_t place;

    for (j[2] = 0; j[2] < n[2]; j[2]++)
        for (j[1] = 0; j[1] < n[1]; j[1]++)
            for (j[0] = 0; j[0] < n[0]; j[0]++)
                reference->ops->put(
                    reference->core, i++,
                    find_place(&reference->input, first, j, &place)
                        ? weight_of(&reference->desc, j)
                        : 0,
                    0);
}

/* x[j] of clfft.h. */
static void find_point(struct reference *reference, const unsigned char *input,
                       const struct trend *trend,
                       const uint64_t index[CLFFT_MAX_LOOPS],
                       const uint64_t j[CLFFT_MAX_RANK], long double *re,
                       long double *im)
{
    const clfft_desc *desc = &reference->desc;
    const long double at = j[0] - trend->middle;
    const long double line_re = trend->mean[0] + trend->slope[0] * at;
    const long double line_im = trend->mean[1] + trend->slope[1] * at;
    long double weight;
    int64_t place;

    *re = *im = 0;
    if (!find_place(&reference->input, index, j, &place))
        return;
    read_point(reference, input, place, index[0], re, im);
    weight = weight_of(desc, j);
    *re = weight * (*re - line_re);
    *im = weight * (*im - line_im);
    reference->kept += *re * *re + *im * *im;
    reference->removed +=
        weight * weight * (line_re * line_re + line_im * line_im);
    if (desc->transform == CLFFT_TRANSFORM_C2R && desc->rank == 1 &&
        (j[0] == 0 || 2 * j[0] == desc->lengths[0]))
        *im = 0; /* which clfft.h ignores */
}

void reference_load(struct reference *reference, const unsigned char *input,
                    const uint64_t index[CLFFT_MAX_LOOPS])
{
    const uint64_t *n = reference->points;
    const clfft_load *load = &reference->desc.load;
    const struct trend none = {{0, 0}, {0, 0}, 0};
    const struct trend trend = load->subtract_mean || load->subtract_line
                                   ? find_trend(reference, input, index)
                                   : none;
    uint64_t j[CLFFT_MAX_RANK], i = 0;
    long double re, im;

    reference->kept = reference->removed = 0;
    for (j[2] = 0; j[2] < n[2]; j[2]++)
        for (j[1] = 0; j[1] < n[1]; j[1]++)
            for (j[0] = 0; j[0] < n[0]; j[0]++) {
                find_point(reference, input, &trend, index, j, &re, &im);
                reference->ops->put(reference->core, i++, re, im);
            }
}
