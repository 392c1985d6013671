/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-rank-properties.c: what holds for a Fourier transform of rank 2 and 3
 * whatever computes it: impulse, tile2d wave, energy, convolution, shift, and
 * the way back.
 */
#include "clfft/base/roots.h"
#include "engine/harness.h"
#include "support/cmplx.h"
#include "support/test.h"

#include <math.h>

typedef float complex point;

static const struct {
    const char *lengths; /* outermost first */
    clfft_schedule schedule;
    bool full;
} cases[] = {
    {"480x640", CLFFT_SCHEDULE_AUTO, false},
    {"64x48", CLFFT_SCHEDULE_GROUP, false},
    {"64x48", CLFFT_SCHEDULE_SIMD, false},
    {"60x84", CLFFT_SCHEDULE_DIRECT, false},
    {"31x37", CLFFT_SCHEDULE_AUTO, false},
    {"1x30", CLFFT_SCHEDULE_AUTO, false},
    {"30x1", CLFFT_SCHEDULE_AUTO, false},
    {"12x16x20", CLFFT_SCHEDULE_AUTO, false},
    {"8x6x10", CLFFT_SCHEDULE_GROUP, false},
    {"5x6x7", CLFFT_SCHEDULE_DIRECT, false},
    {"1080x1920", CLFFT_SCHEDULE_AUTO, true},
    {"1080x1920", CLFFT_SCHEDULE_GROUP, true},
    {"720x1280", CLFFT_SCHEDULE_DIRECT, true},
    {"128x128x128", CLFFT_SCHEDULE_AUTO, true},
    {"64x64x64", CLFFT_SCHEDULE_GROUP, true},
    {"3x1031x8", CLFFT_SCHEDULE_AUTO, true},
};

/* One transform each way, and room for its sides. */
struct bench {
    const char *name;
    clfft_plan *forward, *inverse;
    uint64_t n[3], points;
    double bar; /* relative L2 */
    point *x, *y, *z;
};

static void close_bench(struct bench *b)
{
    clfft_plan_destroy(&b->forward);
    clfft_plan_destroy(&b->inverse);
    free(b->x);
    free(b->y);
    free(b->z);
}

static bool open_bench(struct bench *b, const char *lengths,
                       clfft_schedule schedule)
{
    const clfft_plan_params params = {.schedule = schedule};
    struct reference_limits limits;
    clfft_desc desc;
    char text[64];

    *b = (struct bench){.name = lengths, .points = 1};
    snprintf(text, sizeof text, "c2c %s", lengths);
    if (clfft_desc_parse(text, &desc) != CLFFT_STATUS_OK)
        return false;
    reference_get_limits(&desc, &limits);
    b->bar = limits.pooled;
    for (unsigned d = 0; d < 3; d++)
        b->points *= b->n[d] = d < desc.rank ? desc.lengths[d] : 1;
    b->x = malloc(b->points * sizeof *b->x);
    b->y = malloc(b->points * sizeof *b->y);
    b->z = malloc(b->points * sizeof *b->z);
    if (!b->x || !b->y || !b->z)
        return false;
    if (clfft_plan_create(harness_device(), &desc, &params, &b->forward))
        return false;
    desc.direction = CLFFT_DIRECTION_INVERSE;
    desc.scale = 1.0 / (double)b->points;
    return !clfft_plan_create(harness_device(), &desc, &params, &b->inverse);
}

static bool is_cpu(void)
{
    return clfft_device_get_limits(harness_device())->type & CL_DEVICE_TYPE_CPU;
}

static void each_case(void (*check)(struct bench *b))
{
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bench b;
        if ((cases[i].full && !test_is_full()) || !harness_draws(i, 2) ||
            (cases[i].schedule == CLFFT_SCHEDULE_SIMD && !is_cpu()))
            continue;
        if (open_bench(&b, cases[i].lengths, cases[i].schedule))
            check(&b);
        else
            TEST_CHECK(false, "%s: %s", cases[i].lengths, clfft_last_error());
        close_bench(&b);
    }
}

static void run(struct bench *b, clfft_plan *plan, const point *x, point *y)
{
    const size_t size = b->points * sizeof *x;

    memset(y, 0xff, size);
    TEST_CHECK(harness_execute(plan, x, size, y, size, NULL) == CLFFT_STATUS_OK,
               "%s: %s", b->name, clfft_last_error());
}

static void fill(point *x, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        x[i] = CMPLXF((float)test_uniform(), (float)test_uniform());
}

static double norm(const point *x, uint64_t n)
{
    double sum = 0;

    for (uint64_t i = 0; i < n; i++)
        sum += (double)crealf(x[i]) * crealf(x[i]) +
               (double)cimagf(x[i]) * cimagf(x[i]);
    return sqrt(sum);
}

static double distance(const point *x, const point *y, uint64_t n)
{
    double sum = 0;

    for (uint64_t i = 0; i < n; i++) {
        const double re = (double)crealf(x[i]) - crealf(y[i]);
        const double im = (double)cimagf(x[i]) - cimagf(y[i]);
        sum += re * re + im * im;
    }
    return sqrt(sum);
}

static void split(const struct bench *b, uint64_t i, uint64_t at[3])
{
    at[0] = i % b->n[0];
    at[1] = i / b->n[0] % b->n[1];
    at[2] = i / b->n[0] / b->n[1];
}

static uint64_t place(const struct bench *b, const uint64_t at[3])
{
    return at[0] % b->n[0] +
           b->n[0] * (at[1] % b->n[1] + b->n[1] * (at[2] % b->n[2]));
}

/* exp(-2 pi i sum_d j_d k_d / n_d), rounded once */
static point wave(const struct bench *b, const uint64_t j[3],
                  const uint64_t k[3])
{
    long double re = 1, im = 0;

    for (unsigned d = 0; d < 3; d++) {
        const long double old = re;
        long double c, s;
        clfft_root(j[d] * k[d] % b->n[d], b->n[d], &c, &s);
        re = old * c - im * s;
        im = old * s + im * c;
    }
    return CMPLXF((float)re, (float)im);
}

static void draw_place(const struct bench *b, uint64_t at[3])
{
    for (unsigned d = 0; d < 3; d++)
        at[d] = test_random() % b->n[d];
}

static void check_impulse(struct bench *b)
{
    for (unsigned round = 0; round < 2; round++) {
        uint64_t j[3] = {b->n[0] - 1, b->n[1] - 1, b->n[2] - 1}, k[3];
        if (round)
            draw_place(b, j);
        memset(b->x, 0, b->points * sizeof *b->x);
        b->x[place(b, j)] = 1;
        run(b, b->forward, b->x, b->y);
        for (uint64_t i = 0; i < b->points; i++) {
            split(b, i, k);
            b->z[i] = wave(b, j, k);
        }
        const double error =
            distance(b->y, b->z, b->points) / sqrt((double)b->points);
        TEST_CHECK(error <= b->bar, "%s, impulse at %llu: %g of %g", b->name,
                   (unsigned long long)place(b, j), error, b->bar);
    }
}

static void shifted_impulse_becomes_a_tile2d_wave(void)
{
    REQUIRE_DEVICE;
    each_case(check_impulse);
}

/* A wave of wave numbers k is bin k alone, and as large as the picture. */
static void check_wave(struct bench *b)
{
    uint64_t k[3], j[3];

    draw_place(b, k);
    for (uint64_t i = 0; i < b->points; i++) {
        split(b, i, j);
        b->x[i] = conjf(wave(b, j, k));
        b->z[i] = 0;
    }
    b->z[place(b, k)] = (float)b->points;
    run(b, b->forward, b->x, b->y);
    const double error = distance(b->y, b->z, b->points) / (double)b->points;
    /* the wave itself is rounded */
    TEST_CHECK(error <= b->bar + 0x1p-24, "%s, wave %llu: %g of %g", b->name,
               (unsigned long long)place(b, k), error, b->bar);
}

static void tile2d_wave_becomes_one_bin(void)
{
    REQUIRE_DEVICE;
    each_case(check_wave);
}

static void check_energy(struct bench *b)
{
    fill(b->x, b->points);
    run(b, b->forward, b->x, b->y);
    const double ratio = norm(b->y, b->points) /
                         (norm(b->x, b->points) * sqrt((double)b->points));
    TEST_CHECK(fabs(ratio - 1) <= b->bar, "%s: %.9f", b->name, ratio);
}

static void energy_is_kept(void)
{
    REQUIRE_DEVICE;
    each_case(check_energy);
}

/* Moved round by a place, the spectrum is turned by the wave of that place. */
static void check_shift(struct bench *b)
{
    uint64_t by[3], at[3];

    draw_place(b, by);
    fill(b->x, b->points);
    run(b, b->forward, b->x, b->y);
    for (uint64_t i = 0; i < b->points; i++) {
        split(b, i, at);
        b->y[i] *= wave(b, by, at);
        for (unsigned d = 0; d < 3; d++)
            at[d] += by[d];
        b->z[place(b, at)] = b->x[i];
    }
    memcpy(b->x, b->z, b->points * sizeof *b->x);
    run(b, b->forward, b->x, b->z);
    const double error =
        distance(b->y, b->z, b->points) / norm(b->z, b->points);
    TEST_CHECK(error <= 2 * b->bar + 0x1p-23, "%s by %llu: %g of %g", b->name,
               (unsigned long long)place(b, by), error, 2 * b->bar);
}

static void shift_turns_the_bins(void)
{
    REQUIRE_DEVICE;
    each_case(check_shift);
}

/* The circular convolution with a few scattered points, summed, is the way
   back of the product of the spectra. */
static void check_convolution(struct bench *b)
{
    enum { N_TAPS = 5 };
    uint64_t taps[N_TAPS][3], at[3];
    double complex weights[N_TAPS];
    point *h = calloc(b->points, sizeof *h);

    TEST_REQUIRE(h, "memory");
    fill(b->x, b->points);
    for (unsigned t = 0; t < N_TAPS; t++) {
        const point weight = CMPLXF((float)test_uniform(), 1);
        draw_place(b, taps[t]);
        weights[t] = weight;
        h[place(b, taps[t])] += weight;
    }
    run(b, b->forward, b->x, b->y);
    run(b, b->forward, h, b->z);
    for (uint64_t i = 0; i < b->points; i++)
        b->y[i] *= b->z[i];
    run(b, b->inverse, b->y, b->z);
    for (uint64_t i = 0; i < b->points; i++) {
        double complex sum = 0;
        for (unsigned t = 0; t < N_TAPS; t++) {
            split(b, i, at);
            for (unsigned d = 0; d < 3; d++)
                at[d] += b->n[d] - taps[t][d];
            sum += weights[t] * b->x[place(b, at)];
        }
        b->y[i] = (point)sum;
    }
    const double error =
        distance(b->y, b->z, b->points) / norm(b->y, b->points);
    TEST_CHECK(error <= 4 * b->bar, "%s: %g of %g", b->name, error, 4 * b->bar);
    free(h);
}

static void product_of_spectra_is_convolution(void)
{
    REQUIRE_DEVICE;
    each_case(check_convolution);
}

static void check_return(struct bench *b)
{
    fill(b->x, b->points);
    run(b, b->forward, b->x, b->y);
    run(b, b->inverse, b->y, b->z);
    const double error =
        distance(b->x, b->z, b->points) / norm(b->x, b->points);
    TEST_CHECK(error <= 1.5 * b->bar, "%s: %g of %g", b->name, error,
               1.5 * b->bar);
}

static void inverse_undoes_forward(void)
{
    REQUIRE_DEVICE;
    each_case(check_return);
}

/* ---- real pictures ---- */

static void go_and_return(const char *lengths, clfft_schedule schedule)
{
    const clfft_plan_params params = {.schedule = schedule};
    clfft_desc there, back;
    struct reference_limits limits;
    clfft_plan *forward = NULL, *inverse = NULL;
    uint64_t n_real, n_bins;
    char text[64];

    snprintf(text, sizeof text, "r2c %s x2", lengths);
    TEST_REQUIRE(!clfft_desc_parse(text, &there), "%s", clfft_last_error());
    snprintf(text, sizeof text, "c2r %s x2", lengths);
    TEST_REQUIRE(!clfft_desc_parse(text, &back), "%s", clfft_last_error());
    clfft_desc_get_extent(&there, &n_real, &n_bins);
    reference_get_limits(&there, &limits);
    back.scale = 2.0 / (double)n_real;
    float *x = malloc(n_real * sizeof *x), *z = malloc(n_real * sizeof *z);
    point *X = malloc(n_bins * sizeof *X);
    for (uint64_t i = 0; x && i < n_real; i++)
        x[i] = (float)test_uniform();
    if (x && z && X &&
        !clfft_plan_create(harness_device(), &there, &params, &forward) &&
        !clfft_plan_create(harness_device(), &back, &params, &inverse) &&
        !harness_execute(forward, x, n_real * sizeof *x, X, n_bins * sizeof *X,
                         NULL) &&
        !harness_execute(inverse, X, n_bins * sizeof *X, z, n_real * sizeof *z,
                         NULL)) {
        double error = 0, energy = 0;
        for (uint64_t i = 0; i < n_real; i++) {
            error += ((double)x[i] - z[i]) * ((double)x[i] - z[i]);
            energy += (double)x[i] * x[i];
        }
        error = sqrt(error / energy);
        TEST_CHECK(error <= 1.5 * limits.pooled, "%s: %g of %g", text, error,
                   1.5 * limits.pooled);
    } else {
        TEST_CHECK(false, "%s: %s", text, clfft_last_error());
    }
    clfft_plan_destroy(&forward);
    clfft_plan_destroy(&inverse);
    free(x);
    free(z);
    free(X);
}

static void c2r_undoes_r2c(void)
{
    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(cases); i++)
        if ((!cases[i].full || test_is_full()) && harness_draws(i, 2) &&
            (cases[i].schedule != CLFFT_SCHEDULE_SIMD || is_cpu()))
            go_and_return(cases[i].lengths, cases[i].schedule);
}

TEST_MAIN(TEST(shifted_impulse_becomes_a_tile2d_wave),
          TEST(tile2d_wave_becomes_one_bin), TEST(energy_is_kept),
          TEST(shift_turns_the_bins), TEST(product_of_spectra_is_convolution),
          TEST(inverse_undoes_forward), TEST(c2r_undoes_r2c))
