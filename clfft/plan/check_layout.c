/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* check_layout.c: what of the self-check lies where: points as they are stored,
   the order of copies and results, and how many there are. */
#include "check.h"

#include <math.h>
#include <string.h>

#define MOST_BINS 8192    /* compared; larger outputs are sampled evenly */
#define MOST_ADDED 262144 /* bins of the bands or rings that are compared */

/* With a trend each bin takes a sum over all points: of so many points, for so
   many bins. */
#define MOST_TREND ((uint64_t)1 << 26)
#define FEW_BINS 64
#define LEAST_BINS 2

/* The value of 1 in the codes of an integer format. */
double clfft_code_unit(clfft_sample sample)
{
    const unsigned bits = clfft_sample_bits(sample);

    return ldexp(1, (int)bits - !clfft_sample_is_pixel(sample));
}

/* that copies take, in and out */

static void put_real(const clfft_plan *plan, unsigned char *at, double value)
{
    const float narrow = (float)value;

    if (plan->real_size == 8)
        memcpy(at, &value, 8);
    else
        memcpy(at, &narrow, 4);
}

/* Puts quarters of full scale, none of them negative in a pixel, as a stored
   sample. */
void clfft_put_sample(const clfft_plan *plan, unsigned char *at, double value)
{
    const clfft_sample sample = plan->desc.load.sample;
    const bool big = plan->desc.load.big_endian;
    unsigned char bytes[8] = {0};
    unsigned n;

    if (sample == CLFFT_SAMPLE_NATIVE) {
        put_real(plan, at, value);
        return;
    }
    if (sample == CLFFT_SAMPLE_F32 || sample == CLFFT_SAMPLE_F64) {
        const float narrow = (float)value;
        uint64_t word = 0;
        uint32_t word32;
        n = sample == CLFFT_SAMPLE_F32 ? 4 : 8;
        memcpy(&word32, &narrow, 4);
        memcpy(&word, &value, 8);
        for (unsigned i = 0; i < n; i++)
            bytes[i] = (unsigned char)((n == 4 ? word32 : word) >> (8 * i));
    } else {
        const unsigned bits = clfft_sample_bits(sample);
        int64_t v = (int64_t)(value * clfft_code_unit(sample));
        if (clfft_sample_is_unsigned(sample))
            v += INT64_C(1) << (bits - 1);
        if (sample >= CLFFT_SAMPLE_UNORM10_TOP)
            v *= 1 << (16 - bits);
        n = (unsigned)clfft_sample_size(sample);
        for (unsigned i = 0; i < n; i++)
            bytes[i] = (unsigned char)((uint64_t)v >> (8 * i));
    }
    for (unsigned i = 0; i < n; i++)
        at[i] = bytes[big ? n - 1 - i : i];
}

void clfft_put_point(const clfft_plan *plan, unsigned char *at, double re,
                     double im)
{
    const clfft_desc *d = &plan->desc;
    const size_t sample =
        d->load.sample ? clfft_sample_size(d->load.sample) : plan->real_size;

    clfft_put_sample(plan, at, re);
    if (d->transform != CLFFT_TRANSFORM_R2C)
        clfft_put_sample(plan, at + sample, im);
}

/* Computes index number `number` of a box of points, axis 0 fastest. */
void clfft_split_number(uint64_t number, const uint64_t points[CLFFT_MAX_RANK],
                        uint64_t index[CLFFT_MAX_RANK])
{
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++) {
        index[d] = number % points[d];
        number /= points[d];
    }
}

uint64_t clfft_count_input(const clfft_desc *desc,
                           uint64_t points[CLFFT_MAX_RANK])
{
    uint64_t n = 1;

    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++) {
        points[d] = d < desc->rank ? clfft_desc_input_points(desc, d) : 1;
        n *= points[d];
    }
    return n;
}

uint64_t clfft_place_of(const uint64_t index[CLFFT_MAX_RANK],
                        const int64_t strides[CLFFT_MAX_RANK])
{
    uint64_t place = 0;

    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        place += index[d] * (uint64_t)strides[d];
    return place;
}

unsigned clfft_question_of(unsigned copy)
{
    unsigned question = 0;

    for (; copy; copy &= copy - 1)
        question ^= 1;
    return question;
}

uint64_t clfft_begin_of(const struct clfft_probe *probe, unsigned copy)
{
    return copy + copy / probe->n_inner;
}

unsigned clfft_count_sources(const clfft_desc *d)
{
    return d->load.matrix ? d->load.n_sources : 1;
}

uint64_t clfft_count_results(const clfft_desc *d, uint64_t bins[CLFFT_MAX_RANK])
{
    clfft_desc_get_bins(d, bins);
    return bins[0] * bins[1] * bins[2] * (d->load.matrix ? d->load.n_rows : 1);
}

static uint64_t greatest_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Bins that the first `n` bands or rings add up; of n results without such
   sums, n. */
static uint64_t count_added(const clfft_desc *d, uint64_t n)
{
    return d->store.rings.n_rings   ? d->store.rings.first[n]
           : d->store.bands.n_bands ? d->store.bands.first[n]
                                    : n;
}

uint64_t clfft_comparison_step(const clfft_desc *d)
{
    const bool has_sums = d->store.rings.n_rings || d->store.bands.n_bands;
    uint64_t bins[CLFFT_MAX_RANK], points = 1, step, most = MOST_BINS;
    const uint64_t n = clfft_count_results(d, bins);
    const uint64_t each = has_sums ? count_added(d, bins[0]) / bins[0] : 1;

    if (has_sums)
        most = MOST_ADDED;
    if (clfft_desc_mean_points(d)) {
        for (unsigned a = 0; a < d->rank; a++)
            points += d->load.lengths[a];
        most = MOST_TREND / points;
        most = most < LEAST_BINS ? LEAST_BINS
               : most > FEW_BINS ? FEW_BINS
                                 : most;
    }
    step = n * each / most + 1;
    while (greatest_divisor(step, bins[0]) > 1 && step < bins[0])
        step++;
    return step;
}

uint64_t clfft_compared(const struct clfft_probe *probe, uint64_t i)
{
    const uint64_t number = i * probe->step;

    return number < probe->n_results ? number : probe->n_results - 1;
}

uint64_t clfft_count_added(const clfft_desc *d)
{
    uint64_t bins[CLFFT_MAX_RANK], sum = 0;
    const uint64_t n = clfft_count_results(d, bins);
    const uint64_t step = clfft_comparison_step(d);
    const unsigned n_sums = d->store.rings.n_rings ? d->store.rings.n_rings
                                                   : d->store.bands.n_bands;

    if (!n_sums)
        return n / step + 1;
    for (uint64_t i = 0; i < n; i += step)
        sum += count_added(d, i % n_sums + 1) - count_added(d, i % n_sums);
    return sum;
}

uint64_t clfft_find_result(const clfft_desc *d, uint64_t number, unsigned *row,
                           uint64_t *bin)
{
    uint64_t bins[CLFFT_MAX_RANK], position[CLFFT_MAX_RANK], n;
    unsigned of;

    clfft_desc_get_bins(d, bins);
    n = bins[0] * bins[1] * bins[2];
    of = (unsigned)(number / n);
    clfft_split_number(number % n, bins, position);
    if (row)
        *row = of;
    if (bin)
        *bin = number % n;
    return clfft_place_of(position, d->output_strides) +
           of * (uint64_t)d->loops[0].output_distance;
}
