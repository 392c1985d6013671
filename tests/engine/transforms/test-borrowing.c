/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-borrowing.c: rows of the simd schedule that are too long for two buffers
 * in local memory and have one of them in the row of the output that they end
 * in. On profile `small-cache` those are short.
 */
#include "engine/families/families.h"

#include <stdio.h>
#include <string.h>

/* With 16 KiB of local memory: 1025 to 2048 points of single precision. */
#define SMALL_CACHE (16u * 1024)

static bool has_small_cache(void)
{
    return clfft_device_get_limits(harness_device())->local_total ==
           SMALL_CACHE;
}

#define REQUIRE_SMALL_CACHE                                                    \
    REQUIRE_DEVICE;                                                            \
    if (!has_small_cache())                                                    \
    TEST_SKIP("not on profile small-cache")

/* Four radices of at least a vector whose product is the largest one of which
   local memory holds one buffer, not two. */
static unsigned find_radices(unsigned radices[4])
{
    static const unsigned all[] = {8,  9,  10, 12, 14, 15,
                                   16, 18, 20, 21, 24, 25};
    const size_t most =
        clfft_device_get_limits(harness_device())->local_total / 8;
    unsigned best = 0;

    for (size_t i = 0; i < COUNT(all) * COUNT(all) * COUNT(all) * COUNT(all);
         i++) {
        const unsigned r[] = {all[i % COUNT(all)],
                              all[i / COUNT(all) % COUNT(all)],
                              all[i / COUNT(all) / COUNT(all) % COUNT(all)],
                              all[i / COUNT(all) / COUNT(all) / COUNT(all)]};
        const unsigned n = r[0] * r[1] * r[2] * r[3];
        /* half a spectrum has a bin more */
        if (n > best && n < most && 2 * n > most) {
            best = n;
            memcpy(radices, r, sizeof r);
        }
    }
    return best;
}

static void longest_rows_borrow(void)
{
    unsigned r[4], n;
    char text[64], recipe[64];

    REQUIRE_DEVICE;
    if (!(clfft_device_get_limits(harness_device())->type & CL_DEVICE_TYPE_CPU))
        TEST_SKIP("no CPU");
    n = find_radices(r);
    if (!n)
        TEST_SKIP("no such rows have four radices");
    snprintf(recipe, sizeof recipe, "simd %u.%u.%u.%u rows", r[0], r[1], r[2],
             r[3]);
    printf("# %u points: %s\n", n, recipe);
    snprintf(text, sizeof text, "c2c %u x3", n);
    expect_recipe(text, recipe);
    snprintf(text, sizeof text, "r2c %u x2", 2 * n);
    expect_recipe(text, recipe);
}

static void all_that_may_borrow_is_right(void)
{
    static const struct recipe_case cases[] = {
        {"c2c 1536 x5", "simd 8.8.8.3 rows"},
        {"c2c 1536 x3 inverse scale=0.25", "simd 16.4.6.4 rows"},
        {"c2c 2048 x3", "simd 8.8.8.4 rows"},
        {"c2c 1470 x3 destroy", "simd 14.7.5.3 rows"},
        {"c2c 1320 x2 load=s16 window=hann", "simd 11.5.4.6 rows"},
        {"c2c 1320 x2 load=u8 pad=1001", "simd 12.11.5.2 rows"},
        {"r2c 3072 x3", "simd 8.8.8.3 rows"},
        {"r2c 2640 x3 load=s24be window=hann scale=3", "simd 10.11.3.4 rows"},
        {"r2c 3000 x2 load=s16 window=kaiser demean", "simd 15.10.5.2 rows"},
        {"c2c 1297 x4", "rader 1296: simd 12.12.9 rows"},
        {"c2c 1297 x2 inverse window=hann", "rader 1296: simd 9.9.16 rows"},
        {"c2c 1801 x2", "rader 1800: simd 10.5.4.3.3 rows"},
    };

    REQUIRE_SMALL_CACHE;
    expect_recipes(cases, COUNT(cases));
}

/* Rows with room between them, a hop, an order of frames and channels. */
static void rows_lie_anywhere(void)
{
    clfft_desc desc = {.transform = CLFFT_TRANSFORM_R2C,
                       .lengths = {3000},
                       .n_loops = 2,
                       .loops = {{3, 1, 1600}, {4, 3 * 700, 3 * 1600 + 7}}};
    const struct harness_options options = {
        .plan = {.recipe = "simd 15.10.5.2 rows"}};

    REQUIRE_SMALL_CACHE;
    desc.input_strides[0] = 3;
    desc.output_strides[0] = 1;
    expect(&desc, &options);
    desc.input_strides[0] = 1;
    desc.loops[0].input_distance = 9000;
    desc.loops[1].input_distance = 700;
    expect(&desc, &options);
}

/* Bins are weighed on their way from local memory to the row; points are not.
 */
static void gains_weigh_what_borrows(void)
{
    enum { N = 3000 };
    static double gain[N];
    const struct harness_options options = {
        .plan = {.recipe = "simd 15.10.5.2 rows"}};
    const clfft_desc weighed = {.transform = CLFFT_TRANSFORM_R2C,
                                .lengths = {N},
                                .n_loops = 1,
                                .loops = {{3, N, N / 2 + 1}},
                                .store.gain = gain};
    const clfft_desc points = {.lengths = {N / 2}, .store.gain = gain};
    clfft_plan *plan = NULL;

    REQUIRE_SMALL_CACHE;
    for (size_t i = 0; i < COUNT(gain); i++)
        gain[i] = 0.5 + test_uniform();
    expect(&weighed, &options);
    TEST_CHECK(clfft_plan_create(harness_device(), &points, &options.plan,
                                 &plan) == CLFFT_STATUS_UNSUPPORTED,
               "weighed points borrow: %s", clfft_last_error());
    clfft_plan_destroy(&plan);
}

/* What would read what it stores is refused, by one sentence that says why. */
static void what_cannot_borrow_is_refused(void)
{
    static const struct recipe_case cases[] = {
        {"c2c 1536 x2 inplace", "simd 8.8.8.3 rows"},
        {"c2c 1536 x2", "simd 16.12.8 rows"},
        {"c2c 1536 x2 sides=centered", "simd 8.8.8.3 rows"},
        {"c2c 1536 x2 store=db", "simd 8.8.8.3 rows"},
        {"c2r 3072 x2", "simd 8.8.8.3 rows"},
        {"c2c 3x1536", "simd 8.8.8.3 rows ; simd 3 lanes"},
        {"c2c 1297 x2", "rader 1296: simd 9.9.4.4 rows"},
        {"c2c 701 x2", "bluestein 1536: simd 8.8.8.3 rows"},
        {"r2c 4096 x2", "simd 8.8.8.4 rows"},
    };

    REQUIRE_SMALL_CACHE;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const clfft_plan_params params = {.recipe = cases[i].recipe};
        clfft_plan *plan = NULL;
        clfft_status status;
        clfft_desc desc;

        if (clfft_desc_parse(cases[i].text, &desc) != CLFFT_STATUS_OK) {
            TEST_CHECK(false, "%s: %s", cases[i].text, clfft_last_error());
            continue;
        }
        status = clfft_plan_create(harness_device(), &desc, &params, &plan);
        TEST_CHECK(status == CLFFT_STATUS_UNSUPPORTED && !plan &&
                       strstr(clfft_last_error(), "local memory"),
                   "%s by %s: %d, %s", cases[i].text, cases[i].recipe, status,
                   clfft_last_error());
        clfft_plan_destroy(&plan);
        clfft_desc_clear(&desc);
    }
}

/* The engine takes rows where they may borrow, else something that works. */
static void engine_knows_what_may_borrow(void)
{
    static const struct {
        const char *text;
        bool borrows;
    } cases[] = {
        {"c2c 1536 x16", true},  {"c2c 1536 x16 inplace", false},
        {"c2c 1750 x9", true},   {"r2c 3072 x16", true},
        {"r2c 4096 x16", false}, {"r2c 3072 x16 store=power", false},
        {"c2r 3072 x16", false}, {"c2c 1536 x16 sides=centered", false},
        {"c2c 2049 x9", false},  {"c2c 17x1536", false},
    };

    REQUIRE_SMALL_CACHE;
    for (size_t i = 0; i < COUNT(cases); i++) {
        clfft_desc desc;
        struct harness_result r;

        if (clfft_desc_parse(cases[i].text, &desc) != CLFFT_STATUS_OK) {
            TEST_CHECK(false, "%s: %s", cases[i].text, clfft_last_error());
            continue;
        }
        r = harness_run(&desc, NULL, test_random());
        TEST_CHECK(r.status == CLFFT_STATUS_OK && r.ratio <= 1 && !r.n_strays &&
                       !r.input_changed,
                   "%s: %s, %.2f of the limit", cases[i].text, r.recipe,
                   r.ratio);
        TEST_CHECK(!!strstr(r.recipe, " rows") == cases[i].borrows, "%s: %s",
                   cases[i].text, r.recipe);
        clfft_desc_clear(&desc);
    }
}

TEST_MAIN(TEST(longest_rows_borrow), TEST(all_that_may_borrow_is_right),
          TEST(rows_lie_anywhere), TEST(gains_weigh_what_borrows),
          TEST(what_cannot_borrow_is_refused),
          TEST(engine_knows_what_may_borrow))
