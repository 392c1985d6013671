/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-properties.c: what holds for a Fourier transform whatever computes it,
 * at lengths that need no reference (Erguen, "Testing multivariate linear
 * functions", 1995: impulse, linearity and shift together prove the rest),
 * and the way back.
 */
#include "clfft/base/roots.h"
#include "engine/harness.h"
#include "support/cmplx.h"
#include "support/test.h"

#include <math.h>

#define ROUNDOFF 0x1p-24

typedef float complex point;

static const struct {
    unsigned n;
    clfft_schedule schedule;
    bool full;
} cases[] = {
    {131072, CLFFT_SCHEDULE_DIRECT, false},
    {44100, CLFFT_SCHEDULE_DIRECT, false},
    {65537, CLFFT_SCHEDULE_DIRECT, false},
    {65536, CLFFT_SCHEDULE_AUTO, false},
    {96000, CLFFT_SCHEDULE_GROUP, false},
    {1 << 22, CLFFT_SCHEDULE_DIRECT, true},
    {1 << 22, CLFFT_SCHEDULE_AUTO, true},
    {1 << 22, CLFFT_SCHEDULE_GROUP, true},
    {1000003, CLFFT_SCHEDULE_AUTO, true},
    {1 << 24, CLFFT_SCHEDULE_DIRECT, true},
};

/* One transform, forward, and room for its sides. */
struct bench {
    clfft_plan *plan;
    unsigned n;
    double bar; /* relative L2 */
    point *x, *y, *z;
};

static bool open_bench(struct bench *b, size_t i)
{
    const clfft_desc desc = {.lengths = {cases[i].n}};
    const clfft_plan_params params = {.schedule = cases[i].schedule};
    struct reference_limits limits;

    reference_get_limits(&desc, &limits);
    *b = (struct bench){.n = cases[i].n, .bar = limits.pooled};
    b->x = malloc(b->n * sizeof *b->x);
    b->y = malloc(b->n * sizeof *b->y);
    b->z = malloc(b->n * sizeof *b->z);
    if (!b->x || !b->y || !b->z ||
        clfft_plan_create(harness_device(), &desc, &params, &b->plan) !=
            CLFFT_STATUS_OK) {
        TEST_CHECK(false, "%u: %s", b->n, clfft_last_error());
        return false;
    }
    return true;
}

static void close_bench(struct bench *b)
{
    clfft_plan_destroy(&b->plan);
    free(b->x);
    free(b->y);
    free(b->z);
}

static void fill(point *x, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        x[i] = CMPLXF((float)test_uniform(), (float)test_uniform());
}

static void run(struct bench *b, const point *x, point *y)
{
    memset(y, 0xff, b->n * sizeof *y);
    TEST_CHECK(harness_execute(b->plan, x, b->n * sizeof *x, y,
                               b->n * sizeof *y, NULL) == CLFFT_STATUS_OK,
               "%u: %s", b->n, clfft_last_error());
}

static double norm(const point *x, unsigned n)
{
    double sum = 0;

    for (unsigned i = 0; i < n; i++)
        sum += (double)crealf(x[i]) * crealf(x[i]) +
               (double)cimagf(x[i]) * cimagf(x[i]);
    return sqrt(sum);
}

static double distance(const point *x, const point *y, unsigned n)
{
    double sum = 0;

    for (unsigned i = 0; i < n; i++) {
        const double re = (double)crealf(x[i]) - crealf(y[i]);
        const double im = (double)cimagf(x[i]) - cimagf(y[i]);
        sum += re * re + im * im;
    }
    return sqrt(sum);
}

static point root(uint64_t m, uint64_t n)
{
    long double re, im;

    clfft_root(m, n, &re, &im);
    return CMPLXF((float)re, (float)im);
}

typedef void (*property)(struct bench *b);

static void each_case(property check)
{
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bench b;
        if ((cases[i].full && !test_is_full()) || !harness_draws(i, 2))
            continue;
        if (open_bench(&b, i))
            check(&b);
        close_bench(&b);
    }
}

static void check_impulse(struct bench *b)
{
    for (unsigned round = 0; round < 3; round++) {
        const uint64_t j = round ? test_random() % b->n : b->n - 1;
        memset(b->x, 0, b->n * sizeof *b->x);
        b->x[j] = 1;
        run(b, b->x, b->y);
        for (uint64_t k = 0; k < b->n; k++)
            b->z[k] = root(j * k % b->n, b->n);
        const double error = distance(b->y, b->z, b->n) / sqrt(b->n);
        TEST_CHECK(error <= b->bar, "%u, impulse at %llu: %g of %g", b->n,
                   (unsigned long long)j, error, b->bar);
    }
}

static void impulse_becomes_a_wave(void)
{
    REQUIRE_DEVICE;
    each_case(check_impulse);
}

static void check_linearity(struct bench *b)
{
    const point p = CMPLXF(0.75f, -0.5f);
    point *sum = malloc(b->n * sizeof *sum);

    TEST_REQUIRE(sum, "memory");
    fill(b->x, b->n);
    run(b, b->x, b->y);
    fill(sum, b->n);
    run(b, sum, b->z);
    for (unsigned i = 0; i < b->n; i++) {
        sum[i] += p * b->x[i];
        b->z[i] += p * b->y[i];
    }
    run(b, sum, b->y);
    const double error = distance(b->y, b->z, b->n) / norm(b->z, b->n);
    TEST_CHECK(error <= 2 * b->bar + 2 * ROUNDOFF, "%u: %g of %g", b->n, error,
               2 * b->bar);
    free(sum);
}

static void sums_transform_to_sums(void)
{
    REQUIRE_DEVICE;
    each_case(check_linearity);
}

static void check_shift(struct bench *b)
{
    const uint64_t shift = 1 + test_random() % (b->n - 1);

    fill(b->x, b->n);
    run(b, b->x, b->y);
    for (uint64_t j = 0; j < b->n; j++)
        b->z[(j + shift) % b->n] = b->x[j];
    memcpy(b->x, b->z, b->n * sizeof *b->x);
    run(b, b->x, b->z);
    for (uint64_t k = 0; k < b->n; k++)
        b->y[k] *= root(k * shift % b->n, b->n);
    const double error = distance(b->y, b->z, b->n) / norm(b->z, b->n);
    TEST_CHECK(error <= 2 * b->bar + 2 * ROUNDOFF, "%u by %llu: %g of %g", b->n,
               (unsigned long long)shift, error, 2 * b->bar);
}

static void shift_turns_the_bins(void)
{
    REQUIRE_DEVICE;
    each_case(check_shift);
}

static void check_parseval(struct bench *b)
{
    fill(b->x, b->n);
    run(b, b->x, b->y);
    const double ratio = norm(b->y, b->n) / (norm(b->x, b->n) * sqrt(b->n));
    TEST_CHECK(fabs(ratio - 1) <= b->bar, "%u: %.9f", b->n, ratio);
}

static void energy_is_kept(void)
{
    REQUIRE_DEVICE;
    each_case(check_parseval);
}

/* ---- there and back ---- */

static void go_and_return(const char *there, const char *back,
                          clfft_schedule schedule)
{
    const clfft_plan_params params = {.schedule = schedule};
    struct reference_limits limits;
    clfft_plan *forward = NULL, *inverse = NULL;
    float *x = NULL, *y = NULL, *z = NULL;
    uint64_t in, out;
    clfft_desc a, b;
    double error = 0, energy = 0;

    TEST_REQUIRE(clfft_desc_parse(there, &a) == CLFFT_STATUS_OK &&
                     clfft_desc_parse(back, &b) == CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    b.scale = 1.0 / (double)b.lengths[0];
    clfft_desc_get_extent(&a, &in, &out);
    reference_get_limits(&a, &limits);
    const size_t input = in * clfft_desc_get_input_size(&a);
    const size_t output = out * clfft_desc_get_output_size(&a);
    x = malloc(input);
    y = malloc(output);
    z = malloc(input);
    TEST_CHECK(clfft_plan_create(harness_device(), &a, &params, &forward) ==
                       CLFFT_STATUS_OK &&
                   clfft_plan_create(harness_device(), &b, &params, &inverse) ==
                       CLFFT_STATUS_OK,
               "%s: %s", there, clfft_last_error());
    if (forward && inverse && x && y && z) {
        for (size_t i = 0; i < input / 4; i++)
            x[i] = (float)test_uniform();
        TEST_CHECK(!harness_execute(forward, x, input, y, output, NULL) &&
                       !harness_execute(inverse, y, output, z, input, NULL),
                   "%s: %s", there, clfft_last_error());
        for (size_t i = 0; i < input / 4; i++) {
            error += ((double)x[i] - z[i]) * ((double)x[i] - z[i]);
            energy += (double)x[i] * x[i];
        }
        error = sqrt(error / energy);
        TEST_CHECK(error <= 1.5 * limits.pooled, "%s: %g of %g", there, error,
                   1.5 * limits.pooled);
    }
    free(x);
    free(y);
    free(z);
    clfft_plan_destroy(&forward);
    clfft_plan_destroy(&inverse);
    clfft_desc_clear(&a);
    clfft_desc_clear(&b);
}

static void inverse_undoes_forward(void)
{
    static const struct {
        unsigned n, batch;
    } sizes[] = {{96, 700},  {75, 900},  {37, 1800}, {1024, 64},
                 {44100, 2}, {65537, 1}, {131072, 1}};
    char there[64], back[64];

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(sizes); i++)
        for (unsigned s = 0; s < 2; s++) {
            const clfft_schedule schedule =
                s ? CLFFT_SCHEDULE_DIRECT : CLFFT_SCHEDULE_AUTO;
            const unsigned n = sizes[i].n, batch = sizes[i].batch;
            snprintf(there, sizeof there, "c2c %u x%u", n, batch);
            snprintf(back, sizeof back, "c2c %u x%u inverse", n, batch);
            go_and_return(there, back, schedule);
            snprintf(there, sizeof there, "r2c %u x%u", n, batch);
            snprintf(back, sizeof back, "c2r %u x%u", n, batch);
            go_and_return(there, back, schedule);
        }
}

/* A spectrum's imaginary DC and Nyquist stand for nothing. */
static void c2r_ignores_imaginary_dc_and_nyquist(void)
{
    static const unsigned lengths[] = {1, 2, 75, 96, 37};

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(lengths); i++)
        for (unsigned s = CLFFT_SCHEDULE_AUTO; s <= CLFFT_SCHEDULE_DIRECT;
             s++) {
            const unsigned n = lengths[i];
            const clfft_desc desc = {.transform = CLFFT_TRANSFORM_C2R,
                                     .lengths = {n}};
            const clfft_plan_params params = {.schedule = (clfft_schedule)s};
            point x[64];
            float clean[96], dirty[96];
            clfft_plan *plan;
            fill(x, n / 2 + 1);
            x[0] = crealf(x[0]);
            if (n % 2 == 0)
                x[n / 2] = crealf(x[n / 2]);
            TEST_REQUIRE(clfft_plan_create(harness_device(), &desc, &params,
                                           &plan) == CLFFT_STATUS_OK,
                         "%s", clfft_last_error());
            harness_execute(plan, x, (n / 2 + 1) * 8, clean, n * 4, NULL);
            x[0] += 1e6f * I;
            if (n % 2 == 0)
                x[n / 2] += -1e6f * I;
            harness_execute(plan, x, (n / 2 + 1) * 8, dirty, n * 4, NULL);
            TEST_CHECK(!memcmp(clean, dirty, n * 4), "%u by schedule %u", n, s);
            clfft_plan_destroy(&plan);
        }
}

TEST_MAIN(TEST(impulse_becomes_a_wave), TEST(sums_transform_to_sums),
          TEST(shift_turns_the_bins), TEST(energy_is_kept),
          TEST(inverse_undoes_forward),
          TEST(c2r_ignores_imaginary_dc_and_nyquist))
