/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* check_answer.c: computes the answer to the self-check on the host: the
   transform of a few impulses in closed form, with everything that a
   description's hooks do to it. */
#include "check.h"

#include "clfft/base/error.h"

#include <math.h>
#include <stdlib.h>

#define ASK_TERMS 262144
#define RUN 256 /* roots in a row, each from the one before */

/* The value in the transform of one full-scale unit of put_sample(). */
static double sample_factor(const clfft_plan *plan)
{
    const unsigned bits = clfft_sample_bits(plan->desc.load.sample);

    return clfft_desc_sample_scale(&plan->desc) *
           (bits ? clfft_code_unit(plan->desc.load.sample) : 1);
}

/* ---- the answer, on the host ---- */

clfft_status clfft_make_circles(const clfft_plan *plan,
                                struct clfft_probe *probe)
{
    for (unsigned a = 0; a < plan->desc.rank; a++) {
        probe->circles[a] = clfft_circle_new(plan->desc.lengths[a]);
        if (!probe->circles[a])
            return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                              "no memory for the self-check");
    }
    for (unsigned i = 0; i < CLFFT_N_QUESTIONS; i++) {
        probe->questions[i].circles = probe->circles;
        probe->questions[i].pace = &probe->pace;
    }
    return CLFFT_STATUS_OK;
}

struct root {
    long double re, im;
};

bool clfft_count_terms(struct clfft_pace *pace, uint64_t n_terms)
{
    pace->n_terms += n_terms;
    if (pace->n_terms >= ASK_TERMS && pace->status == CLFFT_STATUS_OK) {
        pace->n_terms = 0;
        pace->status = clfft_tell_check(pace->plan, 0);
    }
    return pace->status == CLFFT_STATUS_OK;
}

/* exp(-2 pi i j k / n) of an axis, j and k below n, or that of bin k of a
   zoom */
static struct root root_of(const clfft_desc *d,
                           const struct clfft_question *question, unsigned axis,
                           uint64_t j, uint64_t k)
{
    const uint64_t n = d->lengths[axis];
    struct root root;

    if (d->zoom.n_bins) {
        clfft_zoom_root(&d->zoom, j, k, &root.re, &root.im);
        return root;
    }
    clfft_circle_root(question->circles[axis],
                      (j | k) >> 32 ? (uint64_t)((unsigned __int128)j * k % n)
                                    : j * k % n,
                      &root.re, &root.im);
    return root;
}

static struct root times(struct root a, struct root b)
{
    return (struct root){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* exp(-+ 2 pi i sum_d index[d] k[d] / n[d]) */
static void root_at(const clfft_desc *d, const struct clfft_question *question,
                    const uint64_t index[CLFFT_MAX_RANK],
                    const uint64_t k[CLFFT_MAX_RANK], double *re, double *im)
{
    struct root w = {1, 0};

    for (unsigned a = 0; a < d->rank; a++)
        w = times(w, root_of(d, question, a, index[a], k[a]));
    *re = (double)w.re;
    *im = (double)(clfft_desc_is_inverse(d) ? -w.im : w.im);
}

/* Sums over what is read: of samples, and of them times the distance from the
   middle of axis 0. */
struct trend {
    struct clfft_bin sum, moment;
};

static double middle_of(const clfft_desc *d)
{
    return (double)(clfft_desc_input_points(d, 0) - 1) / 2;
}

/* What the value of a reading is multiplied by, but for the windows. */
static double level_of(const clfft_plan *plan, const struct clfft_reading *p,
                       unsigned row)
{
    const clfft_load *load = &plan->desc.load;

    return sample_factor(plan) *
           (load->matrix ? load->matrix[row * load->n_sources + p->source] : 1);
}

/* Adds the part that one reading adds to bin k of the bare transform, and to
   the trend. */
static void add_reading(const clfft_plan *plan,
                        const struct clfft_question *question,
                        const struct clfft_reading *p, unsigned row,
                        const uint64_t k[CLFFT_MAX_RANK], struct clfft_bin *sum,
                        struct trend *trend)
{
    const clfft_desc *d = &plan->desc;
    const double distance = (double)p->index[0] - middle_of(d);
    const double level = level_of(plan, p, row);
    double w, c, s;

    trend->sum.re += level * p->re;
    trend->sum.im += level * p->im;
    trend->moment.re += level * distance * p->re;
    trend->moment.im += level * distance * p->im;
    w = level * p->weight;
    root_at(d, question, p->index, k, &c, &s);
    if (d->transform == CLFFT_TRANSFORM_C2R) {
        const bool alone = p->index[0] == 0 || 2 * p->index[0] == d->lengths[0];
        sum->re += (alone ? 1 : 2) * w * (p->re * c - p->im * s);
        return;
    }
    sum->re += w * (p->re * c - p->im * s);
    sum->im += w * (p->re * s + p->im * c);
}

/* What the constant 1, and distances from the middle, add to bin k of an axis
   under its window. */
static void add_line(const clfft_desc *d, const struct clfft_question *question,
                     unsigned axis, uint64_t k, struct clfft_bin *one,
                     struct clfft_bin *ramp)
{
    const double sign = clfft_desc_is_inverse(d) ? -1 : 1;
    const double *window = d->load.windows[axis];
    const uint64_t most = d->load.lengths[axis];
    const struct root step = root_of(d, question, axis, 1, k);

    *one = *ramp = (struct clfft_bin){0, 0};
    for (uint64_t j = 0, end; j < most; j = end) {
        struct root root = root_of(d, question, axis, j, k);

        end = most - j < RUN ? most : j + RUN;
        if (!clfft_count_terms(question->pace, RUN / 4))
            return;
        for (uint64_t i = j; i < end; i++, root = times(root, step)) {
            const double w = window ? window[i] : 1;
            const double re = w * (double)root.re;
            const double im = w * (double)root.im * sign;
            const double distance = (double)i - middle_of(d);
            one->re += re;
            one->im += im;
            ramp->re += distance * re;
            ramp->im += distance * im;
        }
    }
}

/* Takes from bin k what a mean, and the slope of axis 0, add under the
   windows. */
static void subtract_trend(const clfft_desc *d,
                           const struct clfft_question *question,
                           struct clfft_bin mean, struct clfft_bin slope,
                           const uint64_t k[CLFFT_MAX_RANK],
                           struct clfft_bin *sum)
{
    struct clfft_bin one = {1, 0}, ramp = {0, 0};

    for (unsigned a = 0; a < d->rank; a++) {
        const struct clfft_bin before = one;
        struct clfft_bin line, slant;

        add_line(d, question, a, k[a], &line, &slant);
        one.re = before.re * line.re - before.im * line.im;
        one.im = before.im * line.re + before.re * line.im;
        if (a == 0)
            ramp = slant;
    }
    sum->re -= mean.re * one.re - mean.im * one.im + slope.re * ramp.re -
               slope.im * ramp.im;
    sum->im -= mean.re * one.im + mean.im * one.re + slope.re * ramp.im +
               slope.im * ramp.re;
}

/* Takes the trend of what the impulses are from bin k. */
static void detrend(const clfft_desc *d, const struct clfft_question *question,
                    const struct trend *trend, const uint64_t k[CLFFT_MAX_RANK],
                    struct clfft_bin *sum)
{
    uint64_t read[CLFFT_MAX_RANK];
    const double n = (double)clfft_count_input(d, read);
    const double spread = n * (n * n - 1) / 12; /* sum of squared distances */
    const struct clfft_bin mean = {trend->sum.re / n, trend->sum.im / n};
    struct clfft_bin slope = {0, 0};

    if (d->load.subtract_line && n > 1)
        slope = (struct clfft_bin){trend->moment.re / spread,
                                   trend->moment.im / spread};
    subtract_trend(d, question, mean, slope, k, sum);
}

/* Converts stored positions to bins of the transform. */
static void bins_at(const clfft_desc *d, uint64_t k[CLFFT_MAX_RANK])
{
    for (unsigned a = 0; a < d->rank; a++) {
        const uint64_t n = d->lengths[a];
        if (d->store.sides == CLFFT_SIDES_CENTERED)
            k[a] = (k[a] + n - n / 2) % n;
    }
}

/* Computes bin number `number` in stored order. */
struct clfft_bin clfft_expect_bin(const clfft_plan *plan,
                                  const struct clfft_question *question,
                                  unsigned row, uint64_t number)
{
    const clfft_desc *d = &plan->desc;
    uint64_t k[CLFFT_MAX_RANK], stored[CLFFT_MAX_RANK];
    struct clfft_bin sum = {0, 0};
    struct trend trend = {{0, 0}, {0, 0}};
    double gain = d->scale;

    for (unsigned a = 0; a < CLFFT_MAX_RANK; a++)
        stored[a] = a < d->rank ? clfft_desc_output_points(d, a) : 1;
    clfft_split_number(number, stored, k);
    if (d->store.gain)
        gain *= d->store.gain[k[0]];
    bins_at(d, k);
    clfft_count_terms(question->pace, question->n_readings);
    for (unsigned i = 0; i < question->n_readings; i++)
        add_reading(plan, question, &question->readings[i], row, k, &sum,
                    &trend);
    if (clfft_desc_mean_points(d))
        detrend(d, question, &trend, k, &sum);
    sum.re *= gain;
    sum.im *= gain;
    return sum;
}

typedef double (*bin_power)(const clfft_plan *plan,
                            const struct clfft_question *question, unsigned row,
                            uint64_t number);

static double power_of(const clfft_plan *plan,
                       const struct clfft_question *question, unsigned row,
                       uint64_t number)
{
    const struct clfft_bin x = clfft_expect_bin(plan, question, row, number);

    return x.re * x.re + x.im * x.im;
}

/* The mean over all frequencies of what power_of() would be there. */
static double mean_of(const clfft_plan *plan,
                      const struct clfft_question *question, unsigned row,
                      uint64_t number)
{
    const clfft_desc *d = &plan->desc;
    const double gain = d->scale * (d->store.gain ? d->store.gain[number] : 1);
    double sum = 0;

    clfft_count_terms(question->pace, question->n_readings);
    for (unsigned i = 0; i < question->n_readings; i++) {
        const struct clfft_reading *p = &question->readings[i];
        const double w = level_of(plan, p, row) * p->weight * gain;

        sum += w * w * (p->re * p->re + p->im * p->im);
    }
    return sum;
}

static double expect_band(const clfft_plan *plan,
                          const struct clfft_question *question, unsigned row,
                          uint32_t band, bin_power power_of_bin)
{
    const clfft_bands *b = &plan->desc.store.bands;
    const bool of_magnitude = plan->desc.store.bands_of_magnitude;
    double sum = 0;

    for (uint32_t i = b->first[band];
         i < b->first[band + 1] && clfft_count_terms(question->pace, 0); i++) {
        const double power = power_of_bin(plan, question, row,
                                          b->start[band] + i - b->first[band]);
        sum += b->weight[i] * (of_magnitude ? sqrt(power) : power);
    }
    return of_magnitude ? sum * sum : sum;
}

static double expect_ring(const clfft_plan *plan,
                          const struct clfft_question *question, unsigned row,
                          uint32_t ring, bin_power power_of_bin)
{
    const clfft_rings *r = &plan->desc.store.rings;
    double sum = 0;

    for (uint32_t i = r->first[ring];
         i < r->first[ring + 1] && clfft_count_terms(question->pace, 0); i++)
        sum += r->weight[i] * power_of_bin(plan, question, row, r->bin[i]);
    return sum;
}

static double expect(const clfft_plan *plan,
                     const struct clfft_question *question, unsigned row,
                     uint64_t number, bin_power power_of_bin)
{
    if (plan->desc.store.bands.n_bands)
        return expect_band(plan, question, row, (uint32_t)number, power_of_bin);
    if (plan->desc.store.rings.n_rings)
        return expect_ring(plan, question, row, (uint32_t)number, power_of_bin);
    return power_of_bin(plan, question, row, number);
}

double clfft_expect_power(const clfft_plan *plan,
                          const struct clfft_question *question, unsigned row,
                          uint64_t number)
{
    return expect(plan, question, row, number, power_of);
}

double clfft_expect_mean(const clfft_plan *plan,
                         const struct clfft_question *question, unsigned row,
                         uint64_t number)
{
    return expect(plan, question, row, number, mean_of);
}
