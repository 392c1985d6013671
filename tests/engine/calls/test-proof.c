/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-proof.c: compilers that get one transform of a work-group wrong, a
 * work-group, the place of one input, a point, a source or a row (profiles
 * wrong-column, wrong-group, wrong-neighbour, wrong-point, wrong-source and
 * wrong-row of the fault layer), give no plan that is wrong: the self-check
 * sees it, and the next recipe serves if there is one.
 */
#include "engine/harness.h"
#include "engine/overlaps.h"
#include "support/test.h"

#include <stdio.h>
#include <string.h>

#define RECIPE "group 8.8 t8 c16 padded"

static bool is_on(const char *what)
{
    return strstr(clfft_device_get_limits(harness_device())->device_name,
                  what) != NULL;
}

/* Is it mixing channels that the compiler gets wrong? */
static bool is_mix(void)
{
    return is_on("wrong source") || is_on("wrong row");
}

#define REQUIRE_PROFILE(holds)                                                 \
    if (!harness_device() || !is_on("layer: wrong") || !(holds))               \
    TEST_SKIP("not on such a profile whose compiler is wrong")

/* Does the forced recipe make a plan of so many transforms? */
static clfft_status try_recipe(unsigned batch)
{
    const clfft_desc desc = {
        .lengths = {64}, .n_loops = 1, .loops = {{batch, 64, 64}}};
    clfft_plan *plan;
    const clfft_status status = clfft_plan_create(
        harness_device(), &desc, &(clfft_plan_params){.recipe = RECIPE}, &plan);

    if (status == CLFFT_STATUS_OK)
        clfft_plan_destroy(&plan);
    return status;
}

static void what_a_batch_may_run_is_proved(void)
{
    REQUIRE_PROFILE(!is_mix());
    TEST_CHECK(try_recipe(100) == CLFFT_STATUS_BUILD &&
                   strstr(clfft_last_error(), "self-check failed: "),
               "x100: %s", clfft_last_error());
    if (is_on("wrong group"))
        TEST_CHECK(try_recipe(20) == CLFFT_STATUS_BUILD, "x20");
    else
        TEST_CHECK(try_recipe(2) == CLFFT_STATUS_BUILD, "x2");
    if (is_on("wrong point"))
        TEST_CHECK(try_recipe(1) == CLFFT_STATUS_BUILD, "x1");
}

/* One transform has no second column, 16 no second group. */
static void what_no_batch_can_run_is_not_asked(void)
{
    REQUIRE_PROFILE(!is_mix());
    if (is_on("wrong point"))
        TEST_SKIP("each batch runs each point");
    TEST_CHECK(try_recipe(1) == CLFFT_STATUS_OK, "x1: %s", clfft_last_error());
    if (is_on("wrong group"))
        TEST_CHECK(try_recipe(16) == CLFFT_STATUS_OK, "x16: %s",
                   clfft_last_error());
}

static void the_next_recipe_serves(void)
{
    REQUIRE_PROFILE(!is_mix());
    const struct harness_options options = {.may_fall_back = true};
    const char *wrong =
        harness_judge_text("c2c 64 x100", &options, test_random());

    TEST_CHECK(!wrong, "%s", wrong);
}

/* Of one large transform the host sees a sample: no plan, or one that is
   right. */
static void what_is_large_is_proved_too(void)
{
    const clfft_desc desc = {.rank = 2,
                             .lengths = {64, 8192 + 64 * (test_random() % 64)}};
    const struct harness_options options = {
        .plan = {.schedule = CLFFT_SCHEDULE_GROUP}};
    struct harness_result result;

    REQUIRE_PROFILE(!is_mix());
    result = harness_run(&desc, &options, test_random());
    TEST_CHECK(result.status == CLFFT_STATUS_OK
                   ? result.ratio <= 1
                   : result.status == CLFFT_STATUS_BUILD &&
                         strstr(clfft_last_error(), "self-check failed: "),
               "64 x %llu: %d, %g of the contract: %s",
               (unsigned long long)desc.lengths[1], (int)result.status,
               result.ratio, clfft_last_error());
}

/* By groups alone, every plan is right or there is none. */
static void no_drawn_plan_is_wrong(void)
{
    static const char *const transforms[] = {"c2c", "r2c", "c2r"};
    const struct harness_options options = {
        .plan = {.schedule = CLFFT_SCHEDULE_GROUP}};
    unsigned n_right = 0, n_none = 0;

    REQUIRE_PROFILE(!is_mix());
    for (unsigned i = 0; i < (test_is_full() ? 2 : 1); i++) {
        struct harness_result result;
        clfft_desc desc;
        char text[64];

        snprintf(text, sizeof text, "%s %u x%u", transforms[test_random() % 3],
                 (unsigned)(2 + test_random() % (test_is_full() ? 200 : 63)),
                 (unsigned)(1 + test_random() % 200));
        TEST_REQUIRE(clfft_desc_parse(text, &desc) == CLFFT_STATUS_OK, "%s",
                     clfft_last_error());
        result = harness_run(&desc, &options, test_random());
        if (result.status == CLFFT_STATUS_OK) {
            TEST_CHECK(result.ratio <= 1, "%s: %g of the contract", text,
                       result.ratio);
            n_right++;
        } else {
            TEST_CHECK(result.status == CLFFT_STATUS_BUILD, "%s: %s", text,
                       clfft_last_error());
            n_none++;
        }
        clfft_desc_clear(&desc);
    }
    printf("# %u right, %u without a plan\n", n_right, n_none);
}

/* Whatever overlaps: every recipe mixes wrongly here, so that none serves. */
static void no_drawn_mix_is_wrong(void)
{
    char text[LONGEST_OVERLAP];

    REQUIRE_PROFILE(is_mix());
    for (unsigned i = 0; i < (test_is_full() ? 40 : 6); i++) {
        const struct harness_options options = {
            .plan = {.schedule = CLFFT_SCHEDULE_DIRECT}};
        struct harness_result result;
        clfft_desc desc = {0};

        do {
            clfft_desc_clear(&desc);
            draw_overlap(text, test_draw(2, 4));
            TEST_REQUIRE(clfft_desc_parse(text, &desc) == CLFFT_STATUS_OK,
                         "%s: %s", text, clfft_last_error());
        } while (desc.load.n_rows < 2);
        result = harness_run(&desc, &options, test_random());
        TEST_CHECK(result.status == CLFFT_STATUS_BUILD &&
                       strstr(clfft_last_error(), "self-check failed: "),
                   "%s: status %d, %g of the contract: %s", text, result.status,
                   result.ratio, clfft_last_error());
        clfft_desc_clear(&desc);
    }
}

TEST_MAIN(TEST(what_a_batch_may_run_is_proved),
          TEST(what_no_batch_can_run_is_not_asked),
          TEST(what_is_large_is_proved_too), TEST(the_next_recipe_serves),
          TEST(no_drawn_plan_is_wrong), TEST(no_drawn_mix_is_wrong))
