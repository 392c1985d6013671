/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-seeds-arm.c: every variant of the seed of Arm's text keeps the limit
 * that it states, at every length, and the limit is no larger than needed.
 */
#include "seeds.h"
#include "support/radices.h"
#include "support/test.h"

#include <math.h>

#define LONGEST 1000000

static const char *const forms[] = {"full unfused",      "ky unfused",
                                    "exp_const unfused", "exp_const fused",
                                    "table unfused",     "table fused"};

/* ---- one recipe ---- */

static void expect(const struct harness_result *r, const char *text,
                   const char *recipe)
{
    if (seed_expect(r, text, recipe))
        TEST_CHECK((r->limit > 0) == !strstr(recipe, "table"),
                   "%s by %s: limit %.3g", text, recipe, r->limit);
}

static double error_of(const char *text, const char *recipe)
{
    const struct harness_result r = seed_run_text(text, recipe);

    expect(&r, text, recipe);
    return r.relative_error;
}

struct radices_case {
    const char *text, *radices;
};

/* By the forms that differ in more than how an index is found. */
static void expect_forms(const struct radices_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t f = 2; f < COUNT(forms); f++) {
            char recipe[64];
            struct harness_result r;
            snprintf(recipe, sizeof recipe, "arm %s %s", cases[i].radices,
                     forms[f]);
            r = seed_run_text(cases[i].text, recipe);
            expect(&r, cases[i].text, recipe);
        }
}

/* ---- accuracy ---- */

static void every_form_keeps_a_limit_that_is_no_larger_than_needed(void)
{
    static const struct radices_case cases[] = {
        {"c2c 1024 x3", "4.4.4.4.4"},
        {"c2c 1024 x3 inverse scale=0.25", "2.2.2.2.2.2.2.2.2.2"},
        {"c2c 1152 inverse", "3.3.4.4.4.2"},
        {"c2c 840 x3", "2.3.4.5.7"},
        {"c2c 65536", "4.4.4.4.4.4.4.4"},
        {"c2c 59049 inverse", "3.3.3.3.3.3.3.3.3.3"},
        {"c2c 78125 inverse", "5.5.5.5.5.5.5"},
        {"c2c 117649", "7.7.7.7.7.7"},
    };

    REQUIRE_DEVICE;
    for (size_t f = 0; f < COUNT(forms); f++) {
        double tightest = 0, widest = 9;
        for (size_t i = test_next_case(SIZE_MAX, COUNT(cases), 4);
             i < COUNT(cases); i = test_next_case(i, COUNT(cases), 4)) {
            char recipe[96];
            struct harness_result r;
            snprintf(recipe, sizeof recipe, "arm %s %s", cases[i].radices,
                     forms[f]);
            r = seed_run_text(cases[i].text, recipe);
            expect(&r, cases[i].text, recipe);
            TEST_CHECK(!strcmp(r.recipe, recipe), "%s became %s", recipe,
                       r.recipe);
            TEST_CHECK(!r.limit || r.ratio > 1.0 / SCHEME_LOOSEST,
                       "%s by %s: error %.3g is only %.2f of the limit",
                       cases[i].text, recipe, r.relative_error, r.ratio);
            tightest = fmax(tightest, r.ratio);
            widest = fmin(widest, r.ratio);
        }
        printf("# %s: errors are %.2f to %.2f of their limits\n", forms[f],
               widest, tightest);
    }
}

/* Row 20. */
/* Short ones many times: the limit is one of the mean, and the error of 64
   transforms of three points strays from it by a sixth. */
static void every_seven_smooth_length_is_right(void)
{
    enum { MANY_POINTS = 2048 };
    unsigned n_lengths = 0, n_run = 0;
    double worst[2] = {0, 0};

    REQUIRE_DEVICE;
    for (uint32_t n = 2; n <= LONGEST; n++) {
        char radices[RADICES_SIZE], text[64], recipe[128];
        struct harness_result r;
        if (!radices_print(n, true, radices))
            continue;
        n_lengths++;
        if (!test_is_full() && n_lengths > 12 && n_lengths % 31 != 0)
            continue;
        const unsigned batch = 1 + MANY_POINTS / n;
        n_run++;
        snprintf(text, sizeof text, "c2c %u x%u", n, batch);
        snprintf(recipe, sizeof recipe, "arm %s exp_const fused", radices);
        r = seed_run_text(text, recipe);
        expect(&r, text, recipe);
        worst[0] = fmax(worst[0], r.ratio);
        snprintf(text, sizeof text, "c2c %u x%u inverse", n, batch);
        snprintf(recipe, sizeof recipe, "arm %s table fused", radices);
        r = seed_run_text(text, recipe);
        expect(&r, text, recipe);
        worst[1] = fmax(worst[1], r.ratio);
    }
    printf("# %u of %u lengths: worst errors are %.2f (exp_const) and %.2f "
           "(table) of their limits\n",
           n_run, n_lengths, worst[0], worst[1]);
    TEST_CHECK(n_lengths == 1272, "%u 7-smooth lengths from 2 to 10^6",
               n_lengths);
}

/* Row 21: the text's 2 pi and its quotient with Ni. */
static void the_rounded_constant_costs_bits(void)
{
    REQUIRE_DEVICE;
    const double adds = error_of("c2c 1152", "arm 3.3.4.4.4.2 unfused");
    const double once = error_of("c2c 1152", "arm 3.3.4.4.4.2 ky unfused");
    const double exact = error_of("c2c 1152", "arm 3.3.4.4.4.2 table unfused");
    const double takes = error_of("c2c 1120", "arm 7.4.4.5.2 unfused");
    const double other = error_of("c2c 1120", "arm 7.4.4.5.2 ky unfused");

    printf("# 1152 points: exp_const %.2e, ky %.2e, table %.2e; 1120: "
           "exp_const %.2e, ky %.2e\n",
           adds, once, exact, takes, other);
    /* 1.13 on an H200 */
    TEST_CHECK(adds > 1.1 * once && once > 1.4 * exact, "%.2e %.2e %.2e", adds,
               once, exact);
    TEST_CHECK(other > 1.2 * takes, "%.2e %.2e", other, takes);
}

static void angles_of_the_text_lose_bits_with_each_stage(void)
{
    REQUIRE_DEVICE;
    const double angle_256 = error_of("c2c 256", "arm 2.2.2.2.2.2.2.2");
    const double angle_64k =
        error_of("c2c 65536", "arm 2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2");
    const double exact_256 = error_of("c2c 256", "arm 2.2.2.2.2.2.2.2 table");
    const double exact_64k =
        error_of("c2c 65536", "arm 2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2 table");

    printf("# 256 and 65536 points, radix 2: exp_const %.2e %.2e, table %.2e "
           "%.2e\n",
           angle_256, angle_64k, exact_256, exact_64k);
    TEST_CHECK(angle_64k > 1.7 * angle_256, "%.2e %.2e", angle_256, angle_64k);
    TEST_CHECK(exact_64k < 1.7 * exact_256, "%.2e %.2e", exact_256, exact_64k);
    TEST_CHECK(angle_64k > 1.5 * exact_64k, "%.2e %.2e", angle_64k, exact_64k);
}

/* ---- what is added to the text (row 22) ---- */

static void any_order_of_radices_is_right(void)
{
    static const char *const orders[] = {"7.5.4.3.2", "2.3.4.5.7", "4.7.2.5.3",
                                         "3.2.7.4.5", "5.4.3.2.7"};

    REQUIRE_DEVICE;
    for (size_t i = test_next_case(SIZE_MAX, COUNT(orders), 3);
         i < COUNT(orders); i = test_next_case(i, COUNT(orders), 3))
        for (size_t f = 2; f < COUNT(forms); f++) {
            char recipe[64];
            struct harness_result r;
            snprintf(recipe, sizeof recipe, "arm %s %s w32", orders[i],
                     forms[f]);
            r = seed_run_text("c2c 840 x2", recipe);
            expect(&r, "c2c 840 x2", recipe);
        }
}

static void any_batch_goes_anywhere(void)
{
    /* transforms overlap in the input; gaps in the output */
    static const clfft_desc descs[] = {
        {.lengths = {60},
         .n_loops = 2,
         .scale = 3,
         .loops = {{5, 16, 67}, {3, 200, 1000}}},
        {.lengths = {60},
         .n_loops = 3,
         .direction = CLFFT_DIRECTION_INVERSE,
         .loops = {{2, 60, 2 * 60}, {3, 3 * 60, 60 * 4}, {2, 1000, 1000}}},
        {.lengths = {60},
         .n_loops = 4,
         .loops = {{2, 1, 60}, {2, 2, 120}, {2, 4, 240}, {2, 8, 480}}},
        {.lengths = {60},
         .n_loops = 2,
         .transform = CLFFT_TRANSFORM_R2C,
         .loops = {{3, 7, 31}, {2, 100, 200}}},
        {.lengths = {60},
         .n_loops = 2,
         .transform = CLFFT_TRANSFORM_C2R,
         .loops = {{3, 31, 61}, {2, 100, 301}}},
    };
    static const char *const recipes[2][2] = {
        {"arm 5.4.3 exp_const fused", "arm 5.4.3 full unfused"},
        {"arm 5.3.2 exp_const fused", "arm 5.3.2 full unfused"}};

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(descs); i++)
        for (size_t j = 0; j < 2; j++) {
            const char *recipe =
                recipes[descs[i].transform != CLFFT_TRANSFORM_C2C][j];
            const struct harness_result r = seed_run(&descs[i], recipe);
            char name[32];
            snprintf(name, sizeof name, "description %zu", i);
            expect(&r, name, recipe);
        }
}

/* Half the length where that is whole, bins of an odd length else. */
static void real_data_is_right(void)
{
    static const struct radices_case cases[] = {
        {"r2c 32 x3", "4.4"},
        {"c2r 32 x3", "4.4"},
        {"r2c 4", "2"},
        {"c2r 4 scale=2", "2"},
        {"r2c 7 x2", "7"},
        {"c2r 7 x2", "7"},
        {"r2c 315 x3", "7.5.3.3"},
        {"c2r 315 x3", "7.5.3.3"},
        {"r2c 4200", "7.5.5.4.3"},
        {"c2r 4200 scale=0.5", "7.5.5.4.3"},
        {"r2c 10 x5", "5"},
        {"c2r 10 x5", "5"},
        {"r2c 65536", "4.4.4.4.4.4.4.2"},
        {"c2r 65536", "4.4.4.4.4.4.4.2"},
    };

    REQUIRE_DEVICE;
    expect_forms(cases, COUNT(cases));
}

/* Rows and transpositions. The text form has the outer axis first. */
static void two_axes_are_right(void)
{
    static const struct radices_case cases[] = {
        {"c2c 15x32 x3", "4.4.2;5.3"},
        {"c2c 15x32 inverse scale=0.125", "4.4.2;5.3"},
        {"c2c 2x2 x7", "2;2"},
        {"c2c 64x7", "7;4.4.4"},
        {"c2c 1x60 x2", "5.4.3"},
        {"r2c 15x16 x3", "4.2;5.3"},
        {"r2c 20x9 x2", "3.3;5.4"},
        {"r2c 3x4", "2;3"},
        {"c2r 15x16 x3", "4.2;5.3"},
        {"c2r 20x9 x2 scale=3", "3.3;5.4"},
        {"c2r 3x4", "2;3"},
        {"c2c 128x240", "5.4.4.3;4.4.4.2"},
    };

    REQUIRE_DEVICE;
    expect_forms(cases, COUNT(cases));
}

/* ---- refusals ---- */

static void what_it_does_not_take_is_named(void)
{
    static const struct seed_refusal refused[] = {
        {"c2c 60 inplace", "arm 5.4.3", "in place"},
        {"r2c 120 load=s16", "arm 5.4.3", "sample format"},
        {"r2c 120 window=hann", "arm 5.4.3", "window"},
        {"r2c 120 demean", "arm 5.4.3", "a mean"},
        {"r2c 120 sides=two", "arm 5.4.3", "store"},
        {"r2c 120 store=power", "arm 5.4.3", "store"},
        {"c2c 60 double", "arm 5.4.3", "double precision"},
        {"c2c 4x3x5", "arm 5;3", "2 axes"},
        {"c2c 60", "arm 5.4", "60", CLFFT_STATUS_INVALID},
        {"r2c 60", "arm 5.4.3", "30", CLFFT_STATUS_INVALID},
        {"r2c 2", "arm 2", "1 points", CLFFT_STATUS_INVALID},
        {"c2c 3x4", "arm 4.3", "has 2", CLFFT_STATUS_INVALID},
        {"c2c 12", "arm 4;3", "has 1", CLFFT_STATUS_INVALID},
        {"c2c 11", "arm 11", "\"11\"", CLFFT_STATUS_INVALID},
        {"c2c 64", "arm 4.4.4 fast", "\"fast\"", CLFFT_STATUS_INVALID},
        {"c2c 64", "arm 4.4.4 full", "fused", CLFFT_STATUS_INVALID},
    };

    REQUIRE_DEVICE;
    seed_expect_refusals(refused, COUNT(refused));
}

/* ---- launches ---- */

static void length_direction_batch_and_scale_compile_nothing(void)
{
    static const struct seed_case cases[] = {
        {"c2c 2520", "arm 7.5.4.3.2.3"},
        {"c2c 2520 inverse", "arm 7.5.4.3.2.3"},
        {"c2c 2520 x7 scale=0.5", "arm 7.5.4.3.2.3"},
        {"c2c 5040", "arm 7.5.4.3.2.3.2"},
    };

    REQUIRE_DEVICE;
    seed_expect_one_build(cases, COUNT(cases));
}

/* Row 18: five stages, with and without four twiddle kernels between them; no
   local memory, no scratch. */
static void fusing_saves_a_launch_a_stage(void)
{
    static const struct {
        const char *recipe;
        unsigned n_kernels;
        const char *names[4];
    } plans[] = {
        {"arm 7.5.4.3.2 fused",
         6,
         {"arm_reverse", "arm_first", "arm_radix", "arm_radix"}},
        {"arm 7.5.4.3.2 unfused",
         10,
         {"arm_reverse", "arm_first", "arm_twiddle", "arm_radix"}},
    };
    const clfft_desc desc = {.lengths = {840}};
    clfft_kernel_info kernel;
    clfft_plan_info info;
    clfft_plan *plan;

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(plans); i++) {
        const clfft_plan_params params = {.recipe = plans[i].recipe};
        TEST_REQUIRE(clfft_plan_create(harness_device(), &desc, &params,
                                       &plan) == CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        clfft_plan_get_info(plan, &info);
        TEST_CHECK(info.n_kernels == plans[i].n_kernels, "%u", info.n_kernels);
        TEST_CHECK(info.scratch_size == 0, "%zu", info.scratch_size);
        for (unsigned k = 0; k < 4; k++)
            TEST_CHECK(clfft_plan_get_kernel(plan, k, &kernel) ==
                               CLFFT_STATUS_OK &&
                           !strcmp(kernel.name, plans[i].names[k]),
                       "kernel %u is %s", k, kernel.name);
        clfft_plan_destroy(&plan);
    }
}

TEST_MAIN(TEST(every_form_keeps_a_limit_that_is_no_larger_than_needed),
          TEST(every_seven_smooth_length_is_right),
          TEST(the_rounded_constant_costs_bits),
          TEST(angles_of_the_text_lose_bits_with_each_stage),
          TEST(any_order_of_radices_is_right), TEST(any_batch_goes_anywhere),
          TEST(real_data_is_right), TEST(two_axes_are_right),
          TEST(what_it_does_not_take_is_named),
          TEST(length_direction_batch_and_scale_compile_nothing),
          TEST(fusing_saves_a_launch_a_stage))
