/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-seeds-aatish.c: the seed of Aatish and Zhang's text keeps its limits,
 * or the contract, for rows, pictures, cubes and boxes, in each of its forms.
 */
#include "seeds.h"
#include "support/test.h"

#include <math.h>

/* native_sin is as good as the device makes it */
static const char *const trigs[] = {"native", "sincos", "sinpi", "table"};

/* ---- one recipe ---- */

static struct harness_result expect_text(const char *text, const char *recipe)
{
    const struct harness_result r = seed_run_text(text, recipe);

    seed_expect(&r, text, recipe);
    return r;
}

/* ---- rows ---- */

static void every_root_keeps_a_limit_that_is_no_larger_than_needed(void)
{
    static const char *const forms[] = {"c2c 128 x3", "c2c 128 inverse",
                                        "c2c 16 x3 scale=0.25", "c2c 1024 x3"};

    REQUIRE_DEVICE;
    for (size_t t = 0; t < COUNT(trigs); t++)
        for (size_t i = test_next_case(SIZE_MAX, COUNT(forms), COUNT(forms));
             i < COUNT(forms);
             i = test_next_case(i, COUNT(forms), COUNT(forms))) {
            struct harness_result r;
            char recipe[64];
            snprintf(recipe, sizeof recipe, "aatish h%u %s", i == 3 ? 2 : 4,
                     trigs[t]);
            r = expect_text(forms[i], recipe);
            TEST_CHECK(!strcmp(r.recipe, recipe), "%s became %s", recipe,
                       r.recipe);
            TEST_CHECK((r.limit > 0) == (t < 3), "%s: limit %g", recipe,
                       r.limit);
            TEST_CHECK(t == 0 || r.ratio > 1 / SCHEME_LOOSEST,
                       "%s by %s: error %.3g is only %.2f of the limit",
                       forms[i], recipe, r.relative_error, r.ratio);
            printf("# %s by %s: %.2e, %.2f of the limit\n", forms[i], recipe,
                   r.relative_error, r.ratio);
        }
}

static void every_height_is_right(void)
{
    static const char *const heights[] = {"h1", "h2", "h4", "h8", "h16", "h32"};
    static const char *const ways[] = {"table", "table general", "table twice"};
    /* 5 rows fill no group */
    static const char *const texts[] = {"c2c 16 x5",
                                        "c2c 16 x100 inverse scale=0.5"};
    const size_t n_ways = test_is_full() ? COUNT(ways) : 1;

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(heights); i++)
        for (size_t w = 0; w < n_ways; w++) {
            char recipe[64];
            if (i == 0 && w == 2)
                continue;
            snprintf(recipe, sizeof recipe, "aatish %s %s", heights[i],
                     ways[w]);
            for (size_t t = test_next_case(SIZE_MAX, COUNT(texts), 2);
                 t < COUNT(texts); t = test_next_case(t, COUNT(texts), 2))
                expect_text(texts[t], recipe);
        }
}

static void every_power_of_two_is_right(void)
{
    REQUIRE_DEVICE;
    for (size_t bits = test_next_case(SIZE_MAX, 11, 4); bits < 11;
         bits = test_next_case(bits, 11, 4)) {
        char text[64];
        snprintf(text, sizeof text, "c2c %u x3", 1u << bits);
        expect_text(text, "aatish h1 table general");
        if (bits <= 5)
            expect_text(text, "aatish h2 table twice");
    }
}

/* pi is rounded, and so is its product; the table's roots are exact. */
static void rounded_angles_lose_bits(void)
{
    REQUIRE_DEVICE;
    const double angle =
        expect_text("c2c 128 x3", "aatish h4 sincos").relative_error;
    const double table =
        expect_text("c2c 128 x3", "aatish h4 table").relative_error;

    printf("# 128 points: sincos %.2e, table %.2e\n", angle, table);
    TEST_CHECK(angle > 1.4 * table, "%.2e %.2e", angle, table);
}

/* ---- several axes ---- */

/* In the default run one of two texts by one of the recipes, drawn. */
static void run_forms(const char *const *texts, size_t n_texts,
                      const char *const *recipes, size_t n_recipes)
{
    for (size_t i = test_next_case(SIZE_MAX, n_texts, 2); i < n_texts;
         i = test_next_case(i, n_texts, 2))
        for (size_t j = test_next_case(SIZE_MAX, n_recipes, n_recipes);
             j < n_recipes; j = test_next_case(j, n_recipes, n_recipes))
            expect_text(texts[i], recipes[j]);
}

/* Tiles of 32 points are full, cut, or a single column. */
static void pictures_are_right(void)
{
    static const char *const texts[] = {
        "c2c 8x8 x3",       "c2c 64x2", "c2c 2x64 inverse x3",
        "c2c 64x8 inverse", "c2c 1x8",  "c2c 8x1 x3",
        "c2c 1x1",
    };
    static const char *const recipes[] = {"aatish h4 table",
                                          "aatish h4 table registers"};

    REQUIRE_DEVICE;
    run_forms(texts, COUNT(texts), recipes, COUNT(recipes));
}

/* Rows and transposes both, where a group has no more than 64. */
static void small_groups_do(void)
{
    REQUIRE_DEVICE;
    expect_text("c2c 4x64x8 x3", "aatish h2 table merged w64");
    expect_text("c2c 64x64 inverse", "aatish h2 table w32");
}

static void cubes_and_boxes_are_right(void)
{
    static const char *const texts[] = {
        "c2c 8x8x8 x3",  "c2c 4x8x16 inverse scale=0.125",
        "c2c 16x2x8 x3", "c2c 2x64x4",
        "c2c 1x8x1",     "c2c 16x1x16",
    };
    static const char *const recipes[] = {
        "aatish h4 table",
        "aatish h4 table merged",
    };

    REQUIRE_DEVICE;
    run_forms(texts, COUNT(texts), recipes, COUNT(recipes));
}

/* As many stages as rows allow, all of a short axis, and none. */
static void the_next_axis_begins_in_registers(void)
{
    static const char *const texts[] = {
        "c2c 8x8x8 x3", "c2c 4x16x8 inverse scale=0.125", "c2c 8x1x2 x3"};
    static const char *const recipes[] = {
        "aatish h4 table registers",
        "aatish h4 table merged registers",
        "aatish h8 table merged registers twice",
        "aatish h16 table merged registers general",
    };

    REQUIRE_DEVICE;
    /* 16 rows in registers are slow to compile on a CPU */
    run_forms(texts, COUNT(texts), recipes, COUNT(recipes) - !test_is_full());
    expect_text("c2c 4x8x2 x3", "aatish h8 table merged registers general");
}

/* 128^3 and 32 rows are minutes for a CPU's compiler. */
static void the_texts_size_is_right(void)
{
    static const char *const texts[] = {"c2c 128x128x128",
                                        "c2c 128x32x64 inverse x3"};
    static const char *const recipes[] = {
        "aatish h4 native",
        "aatish h4 sinpi merged",
        "aatish h4 sincos merged registers",
        "aatish h8 table twice",
        "aatish h8 table merged registers twice",
        "aatish h32 table merged registers",
    };

    REQUIRE_DEVICE;
    if (!test_is_full())
        TEST_SKIP("only in the full run");
    run_forms(texts, COUNT(texts), recipes, COUNT(recipes));
}

static void any_batch_goes_anywhere(void)
{
    /* transforms overlap in the input; gaps in the output */
    static const clfft_desc descs[] = {
        {.lengths = {16},
         .n_loops = 2,
         .scale = 3,
         .loops = {{5, 4, 17}, {3, 60, 100}}},
        {.lengths = {8, 4},
         .n_loops = 3,
         .direction = CLFFT_DIRECTION_INVERSE,
         .loops = {{2, 32, 2 * 32}, {3, 3 * 32, 32 * 4}, {2, 700, 700}}},
        {.lengths = {8, 8, 2}, .n_loops = 1, .loops = {{7, 50, 200}}},
    };

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(descs); i++) {
        const struct harness_result r = seed_run(&descs[i], "aatish h4 table");
        char name[32];
        snprintf(name, sizeof name, "description %zu", i);
        seed_expect(&r, name, "aatish h4 table");
    }
}

/* ---- what is reported ---- */

static void passes_are_as_many_as_the_text_has(void)
{
    static const struct {
        const char *text, *recipe;
        unsigned n_kernels;
    } known[] = {
        {"c2c 8x8x8", "aatish h4 table", 7},
        {"c2c 8x8x8", "aatish h4 table merged", 6},
        {"c2c 8x8x8", "aatish h4 table registers", 9},
        {"c2c 8x8x8", "aatish h4 table merged registers", 6},
        {"c2c 8x8", "aatish h4 table", 4},
        {"c2c 16 x5", "aatish h4 table", 1},
    };

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(known); i++) {
        const clfft_plan_params params = {.recipe = known[i].recipe};
        clfft_kernel_info kernel;
        clfft_plan_info info;
        clfft_plan *plan;
        clfft_desc desc;
        TEST_REQUIRE(clfft_desc_parse(known[i].text, &desc) == CLFFT_STATUS_OK,
                     "%s", known[i].text);
        TEST_REQUIRE(clfft_plan_create(harness_device(), &desc, &params,
                                       &plan) == CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        clfft_plan_get_info(plan, &info);
        TEST_CHECK(info.n_kernels == known[i].n_kernels, "%s by %s: %u",
                   known[i].text, known[i].recipe, info.n_kernels);
        TEST_CHECK(clfft_plan_get_kernel(plan, 0, &kernel) == CLFFT_STATUS_OK &&
                       !strcmp(kernel.name, "aatish_rows") &&
                       seed_has_local_memory(&kernel, 4 * 8 * desc.lengths[0]),
                   "%s: %s has %zu bytes of local memory", known[i].text,
                   kernel.name, kernel.local_size);
        clfft_plan_destroy(&plan);
        clfft_desc_clear(&desc);
    }
}

/* Right where the device has what it takes, else one error that names it. */
static void shuffle_runs_or_names_what_is_not_there(void)
{
    static const char *const texts[] = {"c2c 16 x5", "c2c 128 x3",
                                        "c2c 8x16x4"};
    const char *recipes[] = {"aatish h4 table shuffle",
                             "aatish h4 table registers twice shuffle"};

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(texts); i++) {
        const char *recipe = recipes[i == 2];
        const struct harness_result r = seed_run_text(texts[i], recipe);
        if (r.status != CLFFT_STATUS_UNSUPPORTED) {
            seed_expect(&r, texts[i], recipe);
            continue;
        }
        TEST_CHECK(strstr(clfft_last_error(), "cl_khr_subgroup_shuffle") !=
                       NULL,
                   "\"%s\"", clfft_last_error());
    }
}

static void what_it_does_not_take_is_named(void)
{
    static const struct seed_refusal refused[] = {
        {"r2c 64", "aatish", "real input"},
        {"c2c 64 inplace", "aatish", "in place"},
        {"c2c 8x8 window=hann", "aatish", "window"},
        {"c2c 8x8 store=power", "aatish", "store"},
        {"c2c 100", "aatish", "axis 0 has 100"},
        {"c2c 8x12x8", "aatish", "axis 1 has 12"},
        {"c2c 2048", "aatish h1", "axis 0 has 2048"},
        {"c2c 1024", "aatish h2 twice", "work-group of 2048"},
        {"c2c 1024", "aatish h32 general", "local memory"},
        {"c2c 8x8", "aatish merged", "merged takes 3 axes"},
        {"c2c 8x8", "aatish merged registers", "merged takes 3 axes"},
        {"c2c 8", "aatish registers", "registers takes 2 axes"},
    };

    REQUIRE_DEVICE;
    seed_expect_refusals(refused, COUNT(refused));
}

static void bad_options_are_one_error(void)
{
    static const struct {
        const char *recipe, *named;
    } wrong[] = {
        {"aatish h4 merged h8", "\"h8\""},
        {"aatish h3", "not 3"},
        {"aatish h64", "not 64"},
        {"aatish w48", "not 48"},
        {"aatish w512", "not 512"},
        {"aatish fast", "\"fast\""},
        {"aatish h1 twice", "twice"},
        {"aatish h1 registers", "registers"},
        {"aatish h2 twice registers", "2 rows a work-item"},
    };
    const clfft_desc desc = {.lengths = {64, 64}};
    clfft_plan *plan;

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        const clfft_plan_params params = {.recipe = wrong[i].recipe};
        TEST_CHECK(clfft_plan_create(harness_device(), &desc, &params, &plan) ==
                       CLFFT_STATUS_INVALID,
                   "%s: %s", wrong[i].recipe, clfft_last_error());
        TEST_CHECK(strstr(clfft_last_error(), wrong[i].named) != NULL,
                   "%s: \"%s\"", wrong[i].recipe, clfft_last_error());
        clfft_plan_destroy(&plan);
    }
}

TEST_MAIN(TEST(every_root_keeps_a_limit_that_is_no_larger_than_needed),
          TEST(every_height_is_right), TEST(every_power_of_two_is_right),
          TEST(rounded_angles_lose_bits), TEST(pictures_are_right),
          TEST(small_groups_do), TEST(cubes_and_boxes_are_right),
          TEST(the_next_axis_begins_in_registers),
          TEST(the_texts_size_is_right), TEST(any_batch_goes_anywhere),
          TEST(passes_are_as_many_as_the_text_has),
          TEST(shuffle_runs_or_names_what_is_not_there),
          TEST(what_it_does_not_take_is_named), TEST(bad_options_are_one_error))
