/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-scale.c: a factor that single precision does not hold multiplies as if
 * it did. An impulse at point 0 is its own spectrum, so that a bin shows how
 * samples and bins are scaled and nothing else: to half a unit in the last
 * place, and to one where the device rounds products before it adds.
 */
#include "engine/harness.h"
#include "support/test.h"

#include <math.h>

#define N_IMPULSES 255 /* one a transform, of all codes but 0 */
#define R2C_OF_ONE .transform = CLFFT_TRANSFORM_R2C, .lengths = {1}

/* What the schedules have kernels of their own for. */
static const struct {
    const char *text;
    clfft_schedule schedule;
} shapes[] = {
    {"c2c 16", CLFFT_SCHEDULE_AUTO},    {"c2c 1024", CLFFT_SCHEDULE_AUTO},
    {"c2c 12x20", CLFFT_SCHEDULE_AUTO}, {"c2c 12x20", CLFFT_SCHEDULE_GROUP},
    {"c2c 30", CLFFT_SCHEDULE_DIRECT},  {"r2c 75", CLFFT_SCHEDULE_AUTO},
    {"r2c 512", CLFFT_SCHEDULE_AUTO},   {"r2c 20x24", CLFFT_SCHEDULE_AUTO},
    {"r2c 96", CLFFT_SCHEDULE_GROUP},   {"r2c 60", CLFFT_SCHEDULE_DIRECT},
    {"c2r 16", CLFFT_SCHEDULE_AUTO},    {"c2r 96", CLFFT_SCHEDULE_GROUP},
};

static double get_units(void)
{
    cl_device_fp_config config = CL_FP_FMA;

    clGetDeviceInfo(clfft_device_get_id(harness_device()),
                    CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, NULL);
    return config & CL_FP_FMA ? 0.5 : 1;
}

/* Impulse t is values[t], which memory has as number_size bytes of numbers. */
static void expect_impulses(const clfft_desc *desc, clfft_schedule schedule,
                            const double *values, const void *numbers,
                            size_t number_size, double factor)
{
    const clfft_plan_params params = {.schedule = schedule};
    const bool is_c2r = desc->transform == CLFFT_TRANSFORM_C2R;
    const double units = get_units();
    clfft_plan *plan = NULL;
    clfft_plan_info info;
    uint64_t n_in, n_out;
    unsigned char *in;
    float *out;

    TEST_REQUIRE(!clfft_desc_get_extent(desc, &n_in, &n_out) &&
                     !clfft_plan_create(harness_device(), desc, &params, &plan),
                 "%s", clfft_last_error());
    clfft_plan_get_info(plan, &info);
    n_in *= desc->transform == CLFFT_TRANSFORM_R2C ? 1 : 2;
    n_out *= is_c2r ? 1 : 2;
    in = calloc(n_in, number_size);
    out = malloc(n_out * sizeof *out);
    for (size_t t = 0; t < N_IMPULSES; t++)
        memcpy(in + n_in / N_IMPULSES * t * number_size,
               (const char *)numbers + t * number_size, number_size);
    TEST_CHECK(!harness_execute(plan, in, n_in * number_size, out,
                                n_out * sizeof *out, NULL),
               "%s", clfft_last_error());
    for (size_t i = 0; i < n_out; i++) {
        const double x = values[i / (n_out / N_IMPULSES)] * factor;
        const double right = is_c2r || i % 2 == 0 ? x : 0;
        int exponent;

        frexp(x, &exponent);
        TEST_CHECK(fabs((double)out[i] - right) <=
                       (right != 0) * ldexp(units + 0x1p-16, exponent - 24),
                   "%s: number %zu is %a, not %a", info.recipe, i,
                   (double)out[i], right);
    }
    free(out);
    free(in);
    clfft_plan_destroy(&plan);
}

static void expect_codes(const char *text, clfft_schedule schedule,
                         double sample_scale, double scale)
{
    char whole[96];
    clfft_desc desc;
    unsigned char codes[N_IMPULSES];
    double values[N_IMPULSES];

    snprintf(whole, sizeof whole, "%s x%d load=unorm8", text, N_IMPULSES);
    TEST_REQUIRE(!clfft_desc_parse(whole, &desc), "%s", clfft_last_error());
    for (unsigned t = 0; t < N_IMPULSES; t++)
        values[t] = codes[t] = (unsigned char)(t + 1);
    desc.load.sample_scale = sample_scale;
    desc.scale = scale;
    expect_impulses(&desc, schedule, values, codes, 1,
                    (sample_scale != 0 ? sample_scale : 1 / 255.0) * scale);
    clfft_desc_clear(&desc);
}

static void expect_scale(const char *text, clfft_schedule schedule,
                         double scale)
{
    char whole[96];
    clfft_desc desc;
    float numbers[N_IMPULSES];
    double values[N_IMPULSES];

    snprintf(whole, sizeof whole, "%s x%d scale=%.17g", text, N_IMPULSES,
             scale);
    TEST_REQUIRE(!clfft_desc_parse(whole, &desc), "%s", clfft_last_error());
    for (unsigned t = 0; t < N_IMPULSES; t++)
        values[t] = (double)(numbers[t] = (float)test_uniform());
    expect_impulses(&desc, schedule, values, numbers, sizeof *numbers, scale);
    clfft_desc_clear(&desc);
}

static void samples_have_their_whole_factor(void)
{
    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(shapes); i++)
        if (strncmp(shapes[i].text, "c2r", 3) != 0)
            expect_codes(shapes[i].text, shapes[i].schedule, 0, 1);
    expect_codes("r2c 16", CLFFT_SCHEDULE_AUTO, 1 / 219.0, 1);
    expect_codes("r2c 16", CLFFT_SCHEDULE_AUTO, -1 / 219.0, 1);
    expect_codes("r2c 16", CLFFT_SCHEDULE_AUTO, 1 / 256.0, 1);
}

/* Together they are rounded once, though neither alone is a float. */
static void scale_goes_with_the_samples(void)
{
    static const double scales[][2] = {
        {0, 1 / 3.0}, {1 / 219.0, -1 / 4096.0}, {1e-60, 1.1e60}};

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(scales); i++) {
        expect_codes("c2c 16", CLFFT_SCHEDULE_AUTO, scales[i][0], scales[i][1]);
        expect_codes("r2c 60", CLFFT_SCHEDULE_DIRECT, scales[i][0],
                     scales[i][1]);
        expect_codes("r2c 96", CLFFT_SCHEDULE_GROUP, scales[i][0],
                     scales[i][1]);
    }
}

static void bins_have_their_whole_scale(void)
{
    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(shapes); i++)
        expect_scale(shapes[i].text, shapes[i].schedule, 1 / 255.0);
    expect_scale("c2c 16", CLFFT_SCHEDULE_AUTO, -1 / 255.0);
    expect_scale("c2c 16 inverse", CLFFT_SCHEDULE_AUTO, 1 / 255.0);
    expect_scale("c2c 16", CLFFT_SCHEDULE_AUTO, 0.25);
    /* what is left of it is no normal number */
    expect_scale("c2c 16", CLFFT_SCHEDULE_AUTO, 0x1.8000000001p-90);
}

/* The mean has the whole factor too, or white pictures would not vanish. */
static void means_have_their_whole_factor(void)
{
    static const clfft_schedule schedules[] = {CLFFT_SCHEDULE_AUTO,
                                               CLFFT_SCHEDULE_DIRECT};
    enum { SIDE = 64, BINS = SIDE * (SIDE / 2 + 1) };
    clfft_desc desc;
    unsigned char white[SIDE * SIDE];
    static float out[2 * BINS];

    REQUIRE_DEVICE;
    memset(white, 255, sizeof white);
    TEST_REQUIRE(!clfft_desc_parse("r2c 64x64 load=unorm8 demean", &desc), "%s",
                 clfft_last_error());
    for (size_t s = 0; s < COUNT(schedules); s++) {
        clfft_plan *plan = NULL;

        TEST_REQUIRE(
            !clfft_plan_create(harness_device(), &desc,
                               &(clfft_plan_params){.schedule = schedules[s]},
                               &plan) &&
                !harness_execute(plan, white, sizeof white, out, sizeof out,
                                 NULL),
            "%s", clfft_last_error());
        for (size_t i = 0; i < COUNT(out); i++)
            TEST_CHECK(fabsf(out[i]) < SIDE * SIDE * 0x1p-40f,
                       "number %zu is %a", i, (double)out[i]);
        clfft_plan_destroy(&plan);
    }
    clfft_desc_clear(&desc);
}

/* Neither part of a factor makes no number of what is infinite. */
static void infinity_stays_infinite(void)
{
    static const double scales[] = {1 / 255.0, -1 / 255.0, 1 / 3.0, -1 / 3.0};
    static const float in[2] = {INFINITY, -INFINITY};
    float out[4];

    REQUIRE_DEVICE;
    for (size_t i = 0; i < 2 * COUNT(scales); i++) {
        const double scale = scales[i / 2];
        clfft_desc desc = {R2C_OF_ONE, .n_loops = 1, .loops = {{2, 1, 1}}};
        clfft_plan *plan = NULL;

        if (i % 2) {
            desc.load.sample = CLFFT_SAMPLE_F32;
            desc.load.sample_scale = scale;
        } else {
            desc.scale = scale;
        }
        TEST_REQUIRE(
            !clfft_plan_create(harness_device(), &desc, NULL, &plan) &&
                !harness_execute(plan, in, sizeof in, out, sizeof out, NULL),
            "%s", clfft_last_error());
        TEST_CHECK(out[0] == (float)copysign(INFINITY, scale) &&
                       out[2] == -out[0],
                   "%s %a makes %a and %a", i % 2 ? "sample_scale" : "scale",
                   scale, (double)out[0], (double)out[2]);
        clfft_plan_destroy(&plan);
    }
}

TEST_MAIN(TEST(samples_have_their_whole_factor),
          TEST(bins_have_their_whole_scale), TEST(scale_goes_with_the_samples),
          TEST(means_have_their_whole_factor), TEST(infinity_stays_infinite))
