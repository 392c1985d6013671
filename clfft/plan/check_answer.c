/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* check_answer.c: computes the answer to the self-check on the host: the
   transform of a few impulses in closed form, with everything that a
   description's hooks do to it. */
#include "check.h"

#include "clfft/base/roots.h"

#include <math.h>
#include <stdlib.h>

#define MOST_BINS 8192 /* compared; larger outputs are sampled evenly */
#define FEW_BINS 64    /* the same, where each takes a transform of its own */

/* The longest axis that has a table of all its roots; the answers to a plan of
   that length take about as many. */
#define LONGEST_CIRCLE 65536

/* The value of 1 in the codes of an integer format. */
double clfft_code_unit(clfft_sample sample)
{
    const unsigned bits = clfft_sample_bits(sample);

    return ldexp(1, (int)bits - !clfft_sample_is_pixel(sample));
}

/* The value in the transform of one full-scale unit of put_sample(). */
static double sample_factor(const clfft_plan *plan)
{
    const unsigned bits = clfft_sample_bits(plan->desc.load.sample);

    return clfft_desc_sample_scale(&plan->desc) *
           (bits ? clfft_code_unit(plan->desc.load.sample) : 1);
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

/* ---- the answer, on the host ---- */

void clfft_fill_circles(const clfft_plan *plan, struct clfft_probe *probe)
{
    for (unsigned a = 0; a < plan->desc.rank; a++) {
        const uint64_t n = plan->desc.lengths[a];
        struct clfft_root *circle =
            n <= LONGEST_CIRCLE ? malloc(n * sizeof *circle) : NULL;
        for (uint64_t m = 0; circle && m < n; m++)
            clfft_root(m, n, &circle[m].re, &circle[m].im);
        probe->circles[a] = circle;
    }
    for (unsigned i = 0; i < CLFFT_N_QUESTIONS; i++)
        probe->questions[i].circles = probe->circles;
}

/* exp(-2 pi i j k / n) of an axis, j and k below n */
static struct clfft_root root_of(const struct clfft_question *question,
                                 unsigned axis, uint64_t j, uint64_t k,
                                 uint64_t n)
{
    struct clfft_root root;

    if (question->circles[axis])
        return question->circles[axis][j * k % n];
    clfft_root((uint64_t)((unsigned __int128)j * k % n), n, &root.re, &root.im);
    return root;
}

/* exp(-+ 2 pi i sum_d index[d] k[d] / n[d]) */
static void root_at(const clfft_desc *d, const struct clfft_question *question,
                    const uint64_t index[CLFFT_MAX_RANK],
                    const uint64_t k[CLFFT_MAX_RANK], double *re, double *im)
{
    long double x = 1, y = 0, t;

    for (unsigned a = 0; a < d->rank; a++) {
        const struct clfft_root root =
            root_of(question, a, index[a], k[a], d->lengths[a]);
        t = x * root.re - y * root.im;
        y = x * root.im + y * root.re;
        x = t;
    }
    *re = (double)x;
    *im = (double)(clfft_desc_is_inverse(d) ? -y : y);
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
    double level = sample_factor(plan), w, c, s;

    if (d->load.matrix)
        level *= d->load.matrix[row * d->load.n_sources + p->source];
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

/* Takes from bin k what a mean, and the slope of axis 0, add under the
   windows. */
static void subtract_trend(const clfft_desc *d,
                           const struct clfft_question *question,
                           struct clfft_bin mean, struct clfft_bin slope,
                           const uint64_t k[CLFFT_MAX_RANK],
                           struct clfft_bin *sum)
{
    const double sign = clfft_desc_is_inverse(d) ? -1 : 1;
    double re = 1, im = 0; /* of the constant 1 */
    double ramp_re = 0, ramp_im = 0;

    for (unsigned a = 0; a < d->rank; a++) {
        double x = 0, y = 0, t;
        for (uint64_t j = 0; j < d->load.lengths[a]; j++) {
            const double w = d->load.windows[a] ? d->load.windows[a][j] : 1;
            const uint64_t n = d->lengths[a];
            const struct clfft_root root = root_of(question, a, j, k[a], n);
            const double p = (double)root.re, q = (double)root.im * sign;
            x += w * p;
            y += w * q;
            if (a == 0) {
                const double distance = (double)j - middle_of(d);
                ramp_re += distance * w * p;
                ramp_im += distance * w * q;
            }
        }
        t = re * x - im * y;
        im = re * y + im * x;
        re = t;
    }
    sum->re -=
        mean.re * re - mean.im * im + slope.re * ramp_re - slope.im * ramp_im;
    sum->im -=
        mean.re * im + mean.im * re + slope.re * ramp_im + slope.im * ramp_re;
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
    for (unsigned i = 0; i < question->n_readings; i++)
        add_reading(plan, question, &question->readings[i], row, k, &sum,
                    &trend);
    if (clfft_desc_mean_points(d))
        detrend(d, question, &trend, k, &sum);
    sum.re *= gain;
    sum.im *= gain;
    return sum;
}

static double power_of(const clfft_plan *plan,
                       const struct clfft_question *question, unsigned row,
                       uint64_t number)
{
    const struct clfft_bin x = clfft_expect_bin(plan, question, row, number);

    return x.re * x.re + x.im * x.im;
}

static double expect_band(const clfft_plan *plan,
                          const struct clfft_question *question, unsigned row,
                          uint32_t band)
{
    const clfft_bands *b = &plan->desc.store.bands;
    const bool of_magnitude = plan->desc.store.bands_of_magnitude;
    double sum = 0;

    for (uint32_t i = b->first[band]; i < b->first[band + 1]; i++) {
        const double power =
            power_of(plan, question, row, b->start[band] + i - b->first[band]);
        sum += b->weight[i] * (of_magnitude ? sqrt(power) : power);
    }
    return of_magnitude ? sum * sum : sum;
}

static double expect_ring(const clfft_plan *plan,
                          const struct clfft_question *question, unsigned row,
                          uint32_t ring)
{
    const clfft_rings *r = &plan->desc.store.rings;
    double sum = 0;

    for (uint32_t i = r->first[ring]; i < r->first[ring + 1]; i++)
        sum += r->weight[i] * power_of(plan, question, row, r->bin[i]);
    return sum;
}

double clfft_expect_power(const clfft_plan *plan,
                          const struct clfft_question *question, unsigned row,
                          uint64_t number)
{
    if (plan->desc.store.bands.n_bands)
        return expect_band(plan, question, row, (uint32_t)number);
    if (plan->desc.store.rings.n_rings)
        return expect_ring(plan, question, row, (uint32_t)number);
    return power_of(plan, question, row, number);
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

uint64_t clfft_comparison_step(const clfft_desc *d)
{
    const clfft_rings *r = &d->store.rings;
    uint64_t bins[CLFFT_MAX_RANK];
    uint64_t work = clfft_count_results(d, bins), step;

    if (r->n_rings)
        work = work / r->n_rings * r->first[r->n_rings];
    step = work / (clfft_desc_mean_points(d) ? FEW_BINS : MOST_BINS) + 1;
    while (greatest_divisor(step, bins[0]) > 1 && step < bins[0])
        step++;
    return step;
}
