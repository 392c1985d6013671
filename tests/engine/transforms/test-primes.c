/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-primes.c: primes by Rader's algorithm, with the recipes that planning
 * makes for a GPU, on whatever device is under test. Each prime has a kernel
 * of its own, so the default run takes a few; CLFFT_TEST_FULL=1 takes all up
 * to 4096.
 */
#include "clfft/planner/planner.h"
#include "engine/recipes.h"
#include "support/test.h"

#define C2C .transform = CLFFT_TRANSFORM_C2C
#define R2C .transform = CLFFT_TRANSFORM_R2C
#define C2R .transform = CLFFT_TRANSFORM_C2R
#define MOST 4096
#define SOME_ITEMS 256
#define SOME_LOCAL (32u << 10)
static bool is_raders(uint64_t n)
{
    return n > CLFFT_LARGEST_PRIME && clfft_is_prime(n) &&
           clfft_is_smooth(n - 1, 13);
}

/* A GPU no larger than the device. */
static clfft_limits gpu_limits(void)
{
    clfft_limits limits = *clfft_device_get_limits(harness_device());

    limits.type = CL_DEVICE_TYPE_GPU;
    limits.local_is_dedicated = true;
    *limits.vendor_name = *limits.device_name = 0;
    if (limits.max_work_group > SOME_ITEMS)
        limits.max_work_group = SOME_ITEMS;
    if (limits.local_size > SOME_LOCAL)
        limits.local_size = SOME_LOCAL;
    return limits;
}

/* Rader's recipe of that variation, the first if there are fewer. */
static bool plan_prime(const char *text, unsigned variation, char *recipe,
                       size_t size)
{
    static clfft_choice candidates[CLFFT_MAX_CANDIDATES];
    const clfft_limits limits = gpu_limits();
    clfft_desc desc, full;
    unsigned n, at = 0;

    if (clfft_desc_parse(text, &desc) != CLFFT_STATUS_OK ||
        clfft_desc_resolve(&desc, &full) != CLFFT_STATUS_OK)
        abort();
    n = clfft_planner_candidates(&full, &limits, CLFFT_SCHEDULE_GROUP,
                                 candidates);
    if (variation < n && candidates[variation].axes[0].rader)
        at = variation;
    TEST_CHECK(n && candidates[at].axes[0].rader, "%s has no recipe", text);
    clfft_choice_print(&candidates[at], recipe, size);
    clfft_desc_clear(&full);
    clfft_desc_clear(&desc);
    return n && candidates[at].axes[0].rader;
}

static void expect_length(const char *form, unsigned n, unsigned variation)
{
    char text[96], recipe[256];

    snprintf(text, sizeof text, form, n);
    if (plan_prime(text, variation, recipe, sizeof recipe))
        expect_recipe(text, recipe);
}

/* Complex ones, odd real ones, and even real ones of twice the prime. */
static void every_prime_is_right(void)
{
    static const char *const forms[] = {
        "c2c %u x3", "c2c %u x3 inverse inplace",
        "r2c %u x3", "c2r %u x3",
        "r2c %u x3", "c2r %u x3",
    };
    static const unsigned some[] = {37, 41, 43,  53,  71, 73,
                                    61, 97, 101, 127, 257};
    const size_t drawn = (size_t)(test_random() % COUNT(some));

    REQUIRE_DEVICE;
    for (unsigned n = 18; n <= MOST; n++) {
        bool chosen = test_is_full() || n == 1009;
        for (size_t i = 0; i < 2; i++)
            chosen = chosen || n == some[(drawn + 3 * i) % COUNT(some)];
        if (!chosen || !is_raders(n))
            continue;
        const size_t f = (size_t)(test_random() % COUNT(forms));
        expect_length(forms[f], f >= 4 ? 2 * n : n,
                      (unsigned)(test_random() % CLFFT_RADER_VARIATIONS));
    }
}

static void double_precision_is_right(void)
{
    static const char *const forms[] = {"c2c %u x3 double", "c2r %u x3 double",
                                        "r2c %u x3 double"};
    static const unsigned lengths[] = {37, 73, 211, 433, 1009, 2017};
    const size_t drawn = (size_t)(test_random() % COUNT(lengths));

    REQUIRE_DEVICE;
    if (!clfft_device_get_limits(harness_device())->has_double)
        TEST_SKIP("the device has no double precision");
    for (size_t i = 0; i < (test_is_full() ? COUNT(lengths) : 1); i++)
        expect_length(forms[(drawn + i) % COUNT(forms)],
                      lengths[(drawn + i) % COUNT(lengths)], 0);
}

/* The longest that planning gives to a group; minutes of PoCL's compiler. */
static void long_primes_are_right(void)
{
    static const struct recipe_case cases[] = {
        {"c2c 2017 x3", "rader 2016: group 12.14.12 t84 c1 plain split p2"},
        {"c2c 8191 x2", "rader 8190: group 13.10.9.7 t315 c1 plain split"},
    };

    REQUIRE_DEVICE;
    if (!test_is_full())
        TEST_SKIP("long");
    expect_recipes(cases, COUNT(cases));
}

static void hooks_see_points_by_their_numbers(void)
{
    static const struct recipe_case cases[] = {
        {"r2c 74 x3 load=u8 window=hann store=magnitude sides=two",
         "rader 36: group 9.4 t4 c2 padded"},
        {"c2c 37 x3 load=s32be pad=20 store=phase sides=centered",
         "rader 36: group 4.9 t9 c2 pitch split"},
        {"r2c 37 x3 pad=20 window=hann store=power sides=two",
         "rader 36: group 9.4 t5 c1 plain"},
        {"r2c 37 x3 demean load=s16 window=hann store=db sides=centered "
         "floor=-300",
         "rader 36: group 4.9 t4 c3 padded split"},
        {"r2c 37x74 x2 window=hann store=power sides=centered",
         "rader 36: group 9.4 t4 c2 plain ; rader 36: group 9.4 t4 c2 plain"},
        {"c2r 37x19 x2 scale=0.5",
         "rader 18: group 9.2 t3 c2 plain ; rader 36: group 9.4 t4 c2 pitch"},
    };

    REQUIRE_DEVICE;
    expect_recipes(cases, COUNT(cases));
}

static void tables_of_the_caller_are_applied(void)
{
    static const double gain[] = {1,  .5, .25, 2,   3,   1.5, .75, .1, 4, -1,
                                  .3, .6, .9,  1.2, 1.1, 2.2, 3.3, .7, .8};
    static const double matrix[] = {.5, -1, .25, 1, .75, -.5};
    static const uint32_t first[] = {0, 2, 2, 5}, start[] = {1, 0, 4};
    static const double weight[] = {1, .5, .25, 2, 1.5};
    const clfft_desc descs[] = {
        {C2C, .direction = CLFFT_DIRECTION_INVERSE, .lengths = {19},
         .store = {.gain = gain, .sides = CLFFT_SIDES_CENTERED}},
        {R2C, .lengths = {19}, .n_loops = 2, .loops = {{2, 0, 19}, {3, 60, 38}},
         .input_strides = {3, 1, 1}, .output_strides = {1, 1, 1},
         .load = {.sample = CLFFT_SAMPLE_S16,
                  .windows[0] = gain,
                  .matrix = matrix,
                  .n_rows = 2,
                  .n_sources = 3,
                  .source_distance = 1}},
        {R2C, .lengths = {19}, .n_loops = 1, .loops = {{3, 19, 3}},
         .store = {.quantity = CLFFT_QUANTITY_DB,
                   .floor = -200,
                   .bands = {3, first, start, weight}}},
    };
    const struct harness_options options = {
        .plan = {.recipe = "rader 18: group 9.2 t3 c2 plain"}};

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(descs); i++) {
        const char *wrong = harness_judge(&descs[i], &options, test_random());
        TEST_CHECK(!wrong, "%s", wrong);
    }
}

static void primes_go_anywhere(void)
{
    static const clfft_desc descs[] = {
        {C2C, .lengths = {19}, .input_strides = {3, 1, 1},
         .output_strides = {5, 1, 1}, .n_loops = 2,
         .loops = {{3, 1, 1}, {2, 60, 99}}},
        {C2C, .lengths = {19}, .n_loops = 1, .loops = {{20, 7, 23}}},
        {C2C, .lengths = {19}, .in_place = true, .n_loops = 2,
         .loops = {{3, 23, 23}, {2, 80, 80}}},
        {R2C, .lengths = {19}, .in_place = true, .n_loops = 1,
         .loops = {{5, 22, 11}}},
        {C2R, .lengths = {38}, .in_place = true, .n_loops = 1,
         .loops = {{5, 21, 42}}},
        {C2R, .lengths = {19}, .input_strides = {2, 1, 1},
         .output_strides = {3, 1, 1}, .n_loops = 1, .loops = {{5, 23, 60}}},
    };
    static const char *const recipes[] = {"rader 18: group 9.2 t2 c3 plain",
                                          "rader 18: group 3.2.3 t6 c2 pitch "
                                          "split p2"};

    unsigned turn = (unsigned)(test_random() % 2);

    REQUIRE_DEVICE;
    for (size_t i = test_next_case(SIZE_MAX, COUNT(descs), 2); i < COUNT(descs);
         i = test_next_case(i, COUNT(descs), 2)) {
        const struct harness_options options = {
            .plan = {.recipe = recipes[turn++ % 2]}};
        const char *wrong = harness_judge(&descs[i], &options, test_random());
        TEST_CHECK(!wrong, "%s", wrong);
    }
}

TEST_MAIN(TEST(every_prime_is_right), TEST(double_precision_is_right),
          TEST(long_primes_are_right), TEST(hooks_see_points_by_their_numbers),
          TEST(tables_of_the_caller_are_applied), TEST(primes_go_anywhere))
