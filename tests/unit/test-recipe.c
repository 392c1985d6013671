/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-recipe.c: every method computes the transform: recipes are run on the
 * host by interpreter.h and compared with the definition. No device.
 */
#include "clfft/planner/planner.h"
#include "clfft/base/roots.h"
#include "interpreter.h"
#include "profiles.h"
#include "support/test.h"

/* long double's roundoff is 5.4e-20; a wrong index gives 1e-2 and more */
#define BAR 1e-16L

static void judge(const clfft_desc *desc, const char *text,
                  const clfft_choice *choice)
{
    struct interpreter_result r;
    clfft_recipe recipe;
    clfft_desc full;
    char words[1024];

    clfft_choice_print(choice, words, sizeof words);
    TEST_REQUIRE(clfft_desc_resolve(desc, &full) == CLFFT_STATUS_OK, "%s: %s",
                 text, clfft_last_error());
    const clfft_status status = clfft_recipe_expand(&full, choice, &recipe);
    TEST_CHECK(status == CLFFT_STATUS_OK, "%s by %s: %s", text, words,
               clfft_last_error());
    if (status == CLFFT_STATUS_OK &&
        interpreter_run(&full, &recipe, test_random(), &r)) {
        TEST_CHECK(r.norm > 0, "%s by %s: nothing to compare", text, words);
        TEST_CHECK(r.error <= BAR, "%s by %s: error %Lg", text, words, r.error);
        TEST_CHECK(!r.n_unwritten, "%s by %s: %u reads of nothing", text, words,
                   r.n_unwritten);
        TEST_CHECK(!r.n_outside, "%s by %s: %u accesses outside", text, words,
                   r.n_outside);
        TEST_CHECK(!r.n_missing, "%s by %s: %u elements missing", text, words,
                   r.n_missing);
        TEST_CHECK(!r.n_twice, "%s by %s: %u elements stored twice", text,
                   words, r.n_twice);
        TEST_CHECK(!r.input_written, "%s by %s: input written", text, words);
    } else if (status == CLFFT_STATUS_OK) {
        TEST_CHECK(false, "%s by %s: no memory", text, words);
    }
    clfft_recipe_clear(&recipe);
    clfft_desc_clear(&full);
}

static void expect(const char *text, const char *recipe)
{
    clfft_choice choice;
    clfft_desc desc;

    TEST_REQUIRE(clfft_desc_parse(text, &desc) == CLFFT_STATUS_OK, "%s: %s",
                 text, clfft_last_error());
    TEST_CHECK(clfft_choice_parse(recipe, &choice) == CLFFT_STATUS_OK, "%s: %s",
               recipe, clfft_last_error());
    judge(&desc, text, &choice);
    clfft_desc_clear(&desc);
}

/* Choices that make core lengths: whole, two and three passes, radix by
   radix, Bluestein around each, Rader, and both inside passes. */
static const struct {
    unsigned length;
    const char *recipe;
} choices[] = {
    {1, "group 1 t1 c1"},
    {1, "direct 1"},
    {12, "group 4.3 t1 c1"},
    {12, "simd 3.4 lanes"},
    {12, "direct 3 | direct 4"},
    {12, "group 3 t1 c4 | group 4 t1 c3 pitch"},
    {12, "group 4 t1 c4 | group 3 t1 c3 pitch"},
    {12, "group 4 t1 c4 | group 3 t1 c4 pitch"},
    {12, "group 4 t1 c4 pitch turn | group 3 t1 c3"},
    {12, "group 3 t1 c4 pitch turn | group 4 t1 c2"},
    {12, "simd 4 lanes | simd 3 lanes"},
    {15, "group 5 t1 c4 | group 3 t1 c2 pitch"},
    {60, "simd 4 lanes | simd 3 lanes | simd 5 lanes"},
    {60, "group 5 t1 c1 | group 4 t1 c1 | group 3 t1 c1"},
    {60, "direct 5 | direct 3 | direct 2 | direct 2"},
    {64, "simd 8.8 rows"},
    {64, "group 8 t1 c8 plain | group 8 t1 c8 pitch"},
    {64, "simd 2 lanes | simd 4 lanes | simd 8 lanes"},
    {64, "direct 2 | direct 2 | direct 2 | direct 2 | direct 2 | direct 2"},
    {210, "group 7 t1 c2 | group 10 t2 c2 | group 3 t1 c2"},
    {1, "bluestein 1: direct 1"},
    {1, "bluestein 2: simd 2 lanes"},
    {7, "bluestein 16: group 16 t1 c1"},
    {7, "bluestein 15: group 5 t1 c1 | group 3 t1 c1"},
    {7, "bluestein 24: group 4 t1 c4 turn | group 6 t1 c4"},
    {7, "bluestein 24: simd 2 lanes | simd 3 lanes | simd 4 lanes"},
    {7, "bluestein 20: direct 5 | direct 2 | direct 2"},
    {17, "bluestein 40: direct 5 | direct 8"},
    {31, "bluestein 64: simd 8.8 rows"},
    {31, "bluestein 64: simd 4 lanes | simd 16 lanes"},
    {37, "bluestein 80: simd 8.10 rows"},
    {2, "rader 1: group 1 t1 c1"},
    {3, "rader 2: group 2 t1 c1"},
    {7, "rader 6: group 2.3 t1 c1"},
    {17, "rader 16: group 16 t1 c1"},
    {17, "rader 16: group 4 t1 c4 | group 4 t1 c4 pitch"},
    {7, "rader 6: group 2 t1 c2 | group 3 t1 c1"},
    {61, "rader 60: group 5 t1 c4 | group 4.3 t3 c1"},
    {31, "rader 30: group 5.2.3 t6 c2 pitch"},
    {28, "group 4.4 t1 c4 bluestein7 | group 4 t1 c4"},
    {28, "simd 4 lanes | simd 13 lanes bluestein7"},
    {28, "group 4 t1 c4 | group 13 t1 c2 bluestein7"},
    {28, "group 4.4 t1 c4 turn bluestein7 | group 4 t1 c4"},
    {35, "group 2.3 t1 c4 rader7 | group 4 t1 c2 rader5"},
    {60, "group 4 t1 c1 rader5 | group 5 t1 c1 bluestein3 | group 4 t1 c1"},
};
#define N_CHOICES (sizeof choices / sizeof choices[0])

static void every_method_computes_complex_transforms(void)
{
    static const char *const forms[] = {
        "c2c %u",
        "c2c %u inverse",
        "c2c %u inplace",
        "c2c %u inverse inplace scale=0.25",
        "c2c %u sides=centered",
        "c2c %u store=power sides=centered",
    };

    for (size_t i = 0; i < N_CHOICES; i++)
        for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
            char text[64];
            snprintf(text, sizeof text, forms[f], choices[i].length);
            expect(text, choices[i].recipe);
        }
}

/* Even lengths run at half, odd ones whole: both around each choice. */
static void every_method_computes_real_transforms(void)
{
    static const char *const forms[] = {
        "r2c %u",
        "r2c %u inplace",
        "r2c %u sides=two",
        "r2c %u sides=centered",
        "r2c %u store=power scale=3",
        "r2c %u store=power sides=centered",
        "c2r %u",
        "c2r %u inplace",
        "c2r %u scale=0.5",
    };

    for (size_t i = 0; i < N_CHOICES; i++)
        for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++)
            for (unsigned halved = 0; halved < 2; halved++) {
                char text[64];
                if (!halved && choices[i].length % 2 == 0)
                    continue; /* such a length would be halved */
                snprintf(text, sizeof text, forms[f],
                         choices[i].length << halved);
                expect(text, choices[i].recipe);
            }
}

static void padding_reads_no_more_than_its_samples(void)
{
    static const char *const forms[] = {"c2c %u pad=%u", "r2c %u pad=%u"};

    for (size_t i = 0; i < N_CHOICES; i++)
        for (unsigned f = 0; f < 2; f++)
            for (unsigned pad = 1; pad <= 2 * choices[i].length;
                 pad += 1 + pad / 3) {
                const unsigned n = f && choices[i].length % 2 == 0
                                       ? 2 * choices[i].length
                                       : choices[i].length;
                char text[64];
                if (pad > n)
                    continue;
                snprintf(text, sizeof text, forms[f], n, pad);
                expect(text, choices[i].recipe);
            }
}

static void bands_sum_the_powers_of_their_bins(void)
{
    static const uint32_t first[] = {0, 3, 3, 4, 11};
    static const uint32_t start[] = {0, 1, 6, 0};
    static const double weight[] = {1, .5, 2, 3, 1, 1, 1, .25, 1, 1, 7};

    for (size_t i = 0; i < N_CHOICES; i++)
        for (unsigned halved = 0; halved < 2; halved++) {
            const clfft_desc desc = {
                .transform = CLFFT_TRANSFORM_R2C,
                .lengths = {choices[i].length << halved},
                .store = {.quantity = CLFFT_QUANTITY_POWER,
                          .bands = {4, first, start, weight}},
            };
            clfft_choice choice;
            if (desc.lengths[0] < 12 || (!halved && choices[i].length % 2 == 0))
                continue;
            TEST_REQUIRE(clfft_choice_parse(choices[i].recipe, &choice) ==
                             CLFFT_STATUS_OK,
                         "%s", clfft_last_error());
            judge(&desc, "bands", &choice);
        }
}

static void run_planned(unsigned n, const char *form,
                        const struct clfft_limits *limits,
                        clfft_schedule schedule)
{
    clfft_choice candidates[CLFFT_MAX_CANDIDATES];
    clfft_desc desc, full;
    char text[64];
    unsigned count;

    snprintf(text, sizeof text, form, n);
    TEST_REQUIRE(clfft_desc_parse(text, &desc) == CLFFT_STATUS_OK, "%s: %s",
                 text, clfft_last_error());
    TEST_REQUIRE(clfft_desc_resolve(&desc, &full) == CLFFT_STATUS_OK, "%s: %s",
                 text, clfft_last_error());
    count = clfft_planner_candidates(&full, limits, schedule, candidates);
    TEST_CHECK(count > 0, "%s on %s: %s", text, limits->device_name,
               clfft_last_error());
    /* the best guess and one of its variations */
    if (count)
        judge(&desc, text, &candidates[0]);
    if (count > 1)
        judge(&desc, text, &candidates[1 + test_random() % (count - 1)]);
    clfft_desc_clear(&full);
    clfft_desc_clear(&desc);
}

static void planned_recipes_compute_the_transform(void)
{
    static const char *const forms[] = {"c2c %u", "c2c %u inverse inplace",
                                        "r2c %u", "c2r %u inplace"};

    for (unsigned n = 1; n <= 320; n += n < 64 ? 1 : 1 + test_random() % 24)
        for (unsigned schedule = CLFFT_SCHEDULE_GROUP;
             schedule <= CLFFT_SCHEDULE_DIRECT; schedule++)
            run_planned(n, forms[test_random() % 4],
                        &profiles[test_random() % N_PROFILES],
                        (clfft_schedule)schedule);
}

static void long_recipes_compute_the_transform(void)
{
    static const struct clfft_limits tiny = {.type = CL_DEVICE_TYPE_GPU,
                                             .max_work_group = 8,
                                             .local_size = 1024,
                                             .local_is_dedicated = true,
                                             .device_name =
                                                 "1 KiB, groups of 8"};

    /* tiny local memory makes two and three passes of short lengths */
    run_planned(2048, "c2c %u inplace", &tiny, CLFFT_SCHEDULE_GROUP);
    run_planned(3000, "r2c %u", &tiny, CLFFT_SCHEDULE_GROUP);
    run_planned(509, "c2c %u", &tiny, CLFFT_SCHEDULE_GROUP);
    run_planned(4096, "c2c %u", &profiles[0], CLFFT_SCHEDULE_DIRECT);
    run_planned(2500, "c2c %u inverse", &profiles[4], CLFFT_SCHEDULE_SIMD);
    run_planned(4098, "r2c %u", &profiles[4], CLFFT_SCHEDULE_SIMD);
}

/* The status of expanding a choice; of reading the texts if that fails. */
static clfft_status make_recipe(const char *text, const char *words,
                                clfft_recipe *recipe)
{
    clfft_desc desc = {0}, full = {0};
    clfft_choice choice;
    clfft_status status = clfft_choice_parse(words, &choice);

    *recipe = (clfft_recipe){0};
    if (status == CLFFT_STATUS_OK)
        status = clfft_desc_parse(text, &desc);
    if (status == CLFFT_STATUS_OK)
        status = clfft_desc_resolve(&desc, &full);
    if (status == CLFFT_STATUS_OK)
        status = clfft_recipe_expand(&full, &choice, recipe);
    clfft_desc_clear(&full);
    clfft_desc_clear(&desc);
    return status;
}

static void each_step_covers_the_whole_transform(void)
{
    for (size_t i = 0; i < N_CHOICES; i++) {
        clfft_recipe recipe;
        char text[64];

        snprintf(text, sizeof text, "c2c %u", choices[i].length);
        TEST_REQUIRE(make_recipe(text, choices[i].recipe, &recipe) ==
                         CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        const clfft_axis_choice *axis = &recipe.choice.axes[0];
        const uint64_t n = axis->bluestein ? axis->bluestein
                           : axis->rader   ? axis->rader
                                           : choices[i].length;
        for (unsigned s = 0; s < recipe.n_steps; s++) {
            const clfft_step *step = &recipe.steps[s];
            if (step->kind == CLFFT_STEP_DIRECT)
                TEST_CHECK(step->root_count == n, "%s: step %u",
                           choices[i].recipe, s);
            else
                TEST_CHECK((step->convolved ? (uint64_t)step->convolved
                                            : step->length) *
                                   step->inner[0] * step->inner[1] ==
                               n,
                           "%s: step %u", choices[i].recipe, s);
        }
        clfft_recipe_clear(&recipe);
    }
}

static unsigned count_buffers(const clfft_recipe *recipe)
{
    unsigned buffers = 0;

    for (unsigned b = 0; b < CLFFT_N_SCRATCH; b++)
        buffers += recipe->scratch_points[b] > 0;
    return buffers;
}

/* What lies between the passes of an axis goes there, if only the last of all
   makes the sides, and points are complex, and it is not the input too. */
static void output_is_used_until_its_last_step(void)
{
    static const struct {
        const char *text, *recipe;
        unsigned buffers; /* of scratch */
    } cases[] = {
        {"c2c 12x8 sides=centered",
         "group 8 t1 c1 ; group 4 t1 c4 | group 3 t1 c3 pitch", 1},
        {"c2c 12x8 sides=centered inplace",
         "group 8 t1 c1 ; group 4 t1 c4 | group 3 t1 c3 pitch", 1},
        {"c2c 12x8 sides=centered store=power",
         "group 8 t1 c1 ; group 4 t1 c4 | group 3 t1 c3 pitch", 2},
        {"c2c 12x8 sides=centered",
         "simd 8 lanes ; simd 4 lanes | simd 3 lanes", 1},
        {"r2c 12x8 sides=centered",
         "group 4 t1 c1 ; group 4 t1 c4 | group 3 t1 c3 pitch", 1},
        {"r2c 12x8 sides=two", "direct 4 ; direct 3 | direct 4", 1},
        {"r2c 12x24 sides=centered",
         "direct 3 | direct 4 ; direct 3 | direct 2 | direct 2", 2},
        {"r2c 12x15 sides=centered", "direct 3 | direct 5 ; direct 12", 1},
        {"r2c 7x14 sides=centered",
         "direct 7 ; bluestein 20: direct 5 | direct 2 | direct 2", 3},
        {"r2c 4x3x10 sides=centered",
         "direct 5 ; direct 3 ; direct 2 | direct 2", 1},
        {"c2c 12", "group 4 t1 c4 | group 3 t1 c4 pitch", 1},
        {"c2c 12", "group 4 t1 c4 pitch turn | group 3 t1 c4", 0},
        {"c2c 12 inplace", "group 4 t1 c4 pitch turn | group 3 t1 c4", 1},
        {"c2c 12 sides=centered", "group 4 t1 c4 pitch turn | group 3 t1 c4",
         1},
        {"c2c 12 store=power", "group 4 t1 c4 pitch turn | group 3 t1 c4", 1},
        {"r2c 24", "group 4 t1 c4 pitch turn | group 3 t1 c4", 1},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        clfft_recipe recipe;
        unsigned buffers;

        TEST_REQUIRE(make_recipe(cases[i].text, cases[i].recipe, &recipe) ==
                         CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        buffers = count_buffers(&recipe);
        TEST_CHECK(buffers == cases[i].buffers, "%s by %s: %u buffers, not %u",
                   cases[i].text, cases[i].recipe, buffers, cases[i].buffers);
        clfft_recipe_clear(&recipe);
    }
}

struct step_case {
    const char *recipe;
    unsigned steps, buffers;
};

static void expect_steps(const char *text, const struct step_case *cases,
                         size_t n)
{
    for (size_t i = 0; i < n; i++) {
        clfft_recipe recipe;

        TEST_REQUIRE(make_recipe(text, cases[i].recipe, &recipe) ==
                         CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        TEST_CHECK(recipe.n_steps == cases[i].steps, "%s: %u steps, not %u",
                   cases[i].recipe, recipe.n_steps, cases[i].steps);
        TEST_CHECK(count_buffers(&recipe) == cases[i].buffers,
                   "%s: %u scratch buffers, not %u", cases[i].recipe,
                   count_buffers(&recipe), cases[i].buffers);
        clfft_recipe_clear(&recipe);
    }
}

/* In the last step, if its groups can pair rows; else in a step more. */
static void real_data_are_untangled_in_pairs_of_rows(void)
{
    static const struct step_case cases[] = {
        {"group 4 t1 c4 | group 3 t1 c4 pitch", 2, 1},
        {"group 4 t1 c3 turn | group 3 t1 c2", 2, 1},
        {"group 4 t1 c4 | group 3 t1 c3 pitch", 3, 2},
        {"group 4 t1 c4 | group 3 t1 c1", 3, 2},
        {"group 4 t1 c4 | group 3 t1 c4 split p3", 3, 2},
        {"group 3 t1 c4 | group 2 t1 c4 | group 2 t1 c4", 4, 2},
        {"simd 4 lanes | simd 3 lanes", 3, 2},
    };

    expect_steps("r2c 24", cases, sizeof cases / sizeof cases[0]);
}

/* In the convolution's own step, if it has but one. */
static void real_data_are_untangled_behind_a_convolution(void)
{
    static const struct step_case cases[] = {
        {"bluestein 256: group 8.4.8 t32 c4 padded", 1, 0},
        {"bluestein 256: simd 8.4.8 rows", 1, 0},
        {"bluestein 256: group 16.16 t8 c1 padded split p2", 2, 1},
        {"bluestein 256: simd 8.4.8 lanes", 2, 1},
        {"bluestein 256: direct 16 | direct 16", 5, 3},
    };

    expect_steps("r2c 254", cases, sizeof cases / sizeof cases[0]);
}

/* By a step of its own, whose scratch the passes share, but for wide lanes and
   groups. */
static void half_spectra_are_tangled_before_narrow_lanes(void)
{
    static const struct step_case cases[] = {
        {"simd 4 lanes | simd 3 lanes", 3, 1},
        {"simd 4 lanes | simd 3 lanes wide", 3, 1},
        {"simd 4 lanes wide | simd 3 lanes", 2, 1},
        {"simd 3 lanes | simd 2 lanes | simd 2 lanes", 4, 1},
        {"simd 4.3 rows", 1, 0},
        {"group 4 t1 c4 | group 3 t1 c4 pitch", 2, 1},
    };

    expect_steps("c2r 24", cases, sizeof cases / sizeof cases[0]);
}

static void choice_that_does_not_fit_is_refused(void)
{
    static const struct {
        const char *text, *recipe, *reason;
        clfft_status status;
    } bad[] = {
        {"c2c 16", "group 8 t1 c1", "16 points", CLFFT_STATUS_INVALID},
        {"c2c 16", "direct 8", "16 points", CLFFT_STATUS_INVALID},
        {"c2c 16", "direct 4.4", "16 points", CLFFT_STATUS_INVALID},
        {"r2c 16", "simd 16 lanes", "8 points", CLFFT_STATUS_INVALID},
        {"r2c 15", "simd 8 lanes", "15 points", CLFFT_STATUS_INVALID},
        {"c2c 16", "group 4 t1 c1 | direct 4", "mixed", CLFFT_STATUS_INVALID},
        {"c2c 16",
         "group 2 t1 c1 | group 2 t1 c1 | group 2 t1 c1 | "
         "group 2 t1 c1",
         "16 points", CLFFT_STATUS_INVALID},
        {"c2c 17", "bluestein 32: direct 8 | direct 4", "below 33",
         CLFFT_STATUS_INVALID},
        {"c2c 17", "bluestein 40: direct 8 | direct 4", "40 points",
         CLFFT_STATUS_INVALID},
        {"c2c 17", "rader 18: group 9.2 t2 c1", "for 19 points, not 17",
         CLFFT_STATUS_INVALID},
        {"c2c 16", "rader 15: group 5.3 t3 c1", "16 is none",
         CLFFT_STATUS_INVALID},
        {"r2c 34", "rader 33: group 11.3 t3 c1", "for 34 points, not 17",
         CLFFT_STATUS_INVALID},
        {"c2c 17", "rader 16: group 4.2 t2 c1", "16 points",
         CLFFT_STATUS_INVALID},
        {"c2c 16", "group 4 t1 c4 | group 4 t1 c4 turn", "first of two",
         CLFFT_STATUS_INVALID},
        {"c2c 16", "group 4.4 t1 c4 turn", "first of two",
         CLFFT_STATUS_INVALID},
        {"c2c 8", "group 2 t1 c4 turn | group 2 t1 c4 | group 2 t1 c4",
         "first of two", CLFFT_STATUS_INVALID},
        {"c2c 17", "rader 16: group 4 t1 c4 turn | group 4 t1 c4",
         "first of two", CLFFT_STATUS_INVALID},
        {"c2c 16", "group 4 t1 c4 linear | group 4 t1 c4",
         "one pass along rows", CLFFT_STATUS_INVALID},
        {"c2c 16", "group 4.4 t4 c4 linear split", "exchanged whole",
         CLFFT_STATUS_INVALID},
        {"c2c 16", "group 4.4 t4 c4 linear p2", "exchanged whole",
         CLFFT_STATUS_INVALID},
        {"c2c 4x16", "group 4.4 t4 c4 ; group 4 t1 c4 linear",
         "one pass along rows", CLFFT_STATUS_INVALID},
        {"c2r 67", "group 67 t5 c4 linear", "share no radix",
         CLFFT_STATUS_INVALID},
        {"c2c 17", "rader 16: group 4.4 t4 c4 linear", "one pass along rows",
         CLFFT_STATUS_INVALID},
        {"c2c 17", "bluestein 36: group 6.6 t6 c4 linear",
         "one pass along rows", CLFFT_STATUS_INVALID},
        {"c2c 17", "rader 16: simd 4.4 lanes", "one pass of group or two",
         CLFFT_STATUS_INVALID},
        {"c2c 17", "rader 16: group 4 t1 c4 | group 2 t1 c4 pitch", "16 points",
         CLFFT_STATUS_INVALID},
        {"c2c 17", "rader 16: group 4 t1 c4 | group 2 t1 c4 | group 2 t1 c4",
         "one pass of group or two", CLFFT_STATUS_INVALID},
        {"c2c 7", "group 16 t1 c1 bluestein7", "one of several",
         CLFFT_STATUS_INVALID},
        {"c2c 14", "bluestein 32: group 8 t1 c1 rader9 | group 4 t1 c1",
         "one of several", CLFFT_STATUS_INVALID},
        {"c2c 28", "group 4.3 t1 c1 bluestein7 | group 4 t1 c1",
         "takes 13 points, not 12", CLFFT_STATUS_INVALID},
        {"c2c 36", "group 8 t1 c1 rader9 | group 4 t1 c1", "of a prime",
         CLFFT_STATUS_INVALID},
        {"c2c 28", "group 6 t1 c1 turn rader7 | group 4 t1 c1", "does not turn",
         CLFFT_STATUS_INVALID},
        {"c2c 28", "simd 6 lanes rader7 | simd 4 lanes", "by bluestein",
         CLFFT_STATUS_INVALID},
        {"c2c 28", "simd 4.4 rows bluestein7 | simd 4 lanes", "in lanes",
         CLFFT_STATUS_INVALID},
        {"c2c 32", "group 16 t1 c1 bluestein7 | group 4 t1 c1", "32 points",
         CLFFT_STATUS_INVALID},
        {"c2c 74", "group 37.2 t2 c1 bluestein37 | group 2 t1 c1",
         "share no radix", CLFFT_STATUS_INVALID},
        {"c2c 2147483648", "direct 8", "above 2^30", CLFFT_STATUS_UNSUPPORTED},
        {"c2c 17", "bluestein 4294967296: direct 8", "above 2^30",
         CLFFT_STATUS_UNSUPPORTED},
    };

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        clfft_recipe recipe;
        const clfft_status status =
            make_recipe(bad[i].text, bad[i].recipe, &recipe);

        TEST_CHECK(status == bad[i].status, "%s by %s: %s", bad[i].text,
                   bad[i].recipe, clfft_status_name(status));
        TEST_CHECK(strstr(clfft_last_error(), bad[i].reason),
                   "%s by %s: \"%s\" lacks \"%s\"", bad[i].text, bad[i].recipe,
                   clfft_last_error(), bad[i].reason);
        clfft_recipe_clear(&recipe);
    }
}

TEST_MAIN(TEST(every_method_computes_complex_transforms),
          TEST(every_method_computes_real_transforms),
          TEST(padding_reads_no_more_than_its_samples),
          TEST(bands_sum_the_powers_of_their_bins),
          TEST(planned_recipes_compute_the_transform),
          TEST(long_recipes_compute_the_transform),
          TEST(each_step_covers_the_whole_transform),
          TEST(output_is_used_until_its_last_step),
          TEST(real_data_are_untangled_in_pairs_of_rows),
          TEST(real_data_are_untangled_behind_a_convolution),
          TEST(half_spectra_are_tangled_before_narrow_lanes),
          TEST(choice_that_does_not_fit_is_refused))
