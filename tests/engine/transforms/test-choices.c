/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-choices.c: no recipe that the planner chooses is refused by its own
 * self-check. A plan would fall back on the next one, right but slower, and
 * nobody would see it. Lengths, kinds, batches and hooks are drawn; each plan
 * is made and checked, which is all that it takes.
 */
#include "clfft/planner/planner.h"
#include "engine/harness.h"
#include "support/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LONGEST_TEXT 256
#define LONGEST_SHORT 256
#define MOST_ANY 4096        /* points of a line of any length */
#define MOST_COMPOSITE 16384 /* of a composite of drawn primes */
#define LARGEST_PRIME 251    /* of it: the largest that is a stage */
#define MOST_GROUP 512       /* where a GPU's kernels are compiled for a CPU */

/* As likely below as above the root of the ends' product. */
static unsigned draw_size(double least, double most)
{
    return (unsigned)(least * pow(most / least,
                                  (double)test_draw(0, 1 << 20) / (1 << 20)));
}

static unsigned draw_prime(unsigned most)
{
    unsigned p = test_draw(2, most);

    while (!clfft_is_prime(p))
        p--;
    return p;
}

/* A product of primes and small numbers up to `most`. */
static unsigned draw_composite(unsigned most)
{
    unsigned n = draw_prime(LARGEST_PRIME < most ? LARGEST_PRIME : most);

    for (unsigned tries = test_draw(1, 5); tries > 0; tries--) {
        const unsigned factor =
            test_draw(0, 2) ? test_draw(2, 16) : draw_prime(61);

        if (n <= most / factor)
            n *= factor;
    }
    return n;
}

static unsigned draw_length(unsigned most)
{
    const unsigned any = most < MOST_ANY ? most : MOST_ANY;

    return test_draw(0, 1)   ? draw_composite(most)
           : test_draw(0, 2) ? draw_size(2, any)
                             : test_draw(2, any);
}

/* What is done beside the transform; not every length takes a padding. */
static const char *draw_hooks(const char *transform)
{
    static const char *const of_bins[] = {
        "", "", "", " scale=0.3", " inverse", " inverse inplace", " inplace",
    };
    static const char *const of_samples[] = {
        "",
        "",
        "",
        " inplace",
        " load=s16 window=hann",
        " load=u8 store=magnitude",
        " load=s24 demean store=power",
        " window=blackman store=db",
        " store=phase",
        " window=hann store=power sides=centered",
        " load=s32be sides=two",
    };
    static const char *const of_spectra[] = {"", "", " scale=0.5", " inplace",
                                             " destroy"};

    if (!strcmp(transform, "c2r"))
        return of_spectra[test_draw(0, COUNT(of_spectra) - 1)];
    if (!strcmp(transform, "r2c"))
        return of_samples[test_draw(0, COUNT(of_samples) - 1)];
    return of_bins[test_draw(0, COUNT(of_bins) - 1)];
}

static void draw_description(unsigned most, char text[LONGEST_TEXT])
{
    static const char *const transforms[] = {"c2c", "r2c", "c2r"};
    const char *transform = transforms[test_draw(0, 2)];
    const char *hooks = draw_hooks(transform);
    unsigned n = draw_length(most);
    int at = snprintf(text, LONGEST_TEXT, "%s ", transform);

    if (test_draw(0, 5) == 0) {
        const unsigned rows = draw_length(most / 16);

        n = draw_length(most / 16);
        at += snprintf(text + at, LONGEST_TEXT - (size_t)at, "%ux", rows);
    } else if (test_draw(0, 5) == 0 && !strstr(hooks, "place") &&
               strcmp(transform, "c2r") != 0) {
        at += snprintf(text + at, LONGEST_TEXT - (size_t)at, "%u pad=%u x%u%s",
                       n, test_draw(1, n), test_draw(1, 9), hooks);
        return;
    }
    at += snprintf(text + at, LONGEST_TEXT - (size_t)at, "%u x%u", n,
                   test_draw(1, 9));
    if (test_draw(0, 3) == 0)
        at += snprintf(text + at, LONGEST_TEXT - (size_t)at, " x%u",
                       test_draw(1, 3));
    snprintf(text + at, LONGEST_TEXT - (size_t)at, "%s%s", hooks,
             test_draw(0, 7) == 0 &&
                     clfft_device_get_limits(harness_device())->has_double
                 ? " double"
                 : "");
}

static clfft_status make_plan(const clfft_desc *desc, clfft_schedule schedule,
                              const char *recipe)
{
    const clfft_plan_params params = {.schedule = schedule, .recipe = recipe};
    clfft_plan *plan;
    const clfft_status status =
        clfft_plan_create(harness_device(), desc, &params, &plan);

    clfft_plan_destroy(&plan);
    return status;
}

static void check_first(const char *text, const clfft_desc *desc,
                        clfft_schedule schedule)
{
    char fallen[512];
    clfft_status status;

    harness_count_fallen(NULL, 0);
    status = make_plan(desc, schedule, NULL);
    TEST_CHECK(status == CLFFT_STATUS_OK, "%s: %s", text, clfft_last_error());
    TEST_CHECK(!harness_count_fallen(fallen, sizeof fallen), "%s: %s", text,
               fallen);
}

/* One that measuring may find the fastest. It may not fit the device. */
static void check_later(const char *text, const clfft_desc *desc,
                        clfft_schedule schedule)
{
    static clfft_choice candidates[CLFFT_MAX_CANDIDATES];
    const clfft_limits *limits = clfft_device_get_limits(harness_device());
    char recipe[LONGEST_TEXT];
    clfft_status status;
    clfft_desc full;
    unsigned n;

    TEST_REQUIRE(clfft_desc_resolve(desc, &full) == CLFFT_STATUS_OK, "%s: %s",
                 text, clfft_last_error());
    n = clfft_planner_candidates(&full, limits, schedule, candidates);
    clfft_desc_clear(&full);
    TEST_REQUIRE(n > 0, "%s has no recipe", text);
    if (n == 1)
        return;
    clfft_choice_print(&candidates[test_draw(1, n - 1)], recipe, sizeof recipe);
    status = make_plan(desc, schedule, recipe);
    TEST_CHECK(status == CLFFT_STATUS_OK ||
                   status == CLFFT_STATUS_UNSUPPORTED ||
                   harness_is_miscompiled(recipe, clfft_last_error()),
               "%s by %s: %s", text, recipe, clfft_last_error());
}

static void check_drawn(unsigned n_cases, clfft_schedule schedule,
                        unsigned most)
{
    for (unsigned i = 0; i < n_cases; i++) {
        char text[LONGEST_TEXT];
        clfft_desc desc;

        draw_description(most, text);
        TEST_REQUIRE(clfft_desc_parse(text, &desc) == CLFFT_STATUS_OK, "%s: %s",
                     text, clfft_last_error());
        check_first(text, &desc, schedule);
        if (test_draw(0, 3) == 0)
            check_later(text, &desc, schedule);
        clfft_desc_clear(&desc);
    }
}

/* Each short length has kernels of its own; some of them, in turn. */
static void no_short_line_is_refused(void)
{
    static const char *const transforms[] = {"c2c", "c2c", "r2c", "c2r"};
    const unsigned step = test_is_full() ? 1 : 23;

    REQUIRE_DEVICE;
    for (unsigned n = test_draw(2, 1 + step); n <= LONGEST_SHORT; n += step)
        for (unsigned i = 0; i < (test_is_full() ? COUNT(transforms) : 1);
             i++) {
            const char *transform =
                transforms[test_is_full()
                               ? i
                               : test_draw(0, COUNT(transforms) - 1)];
            char text[LONGEST_TEXT];
            clfft_desc desc;

            snprintf(text, sizeof text, "%s %u x%u", transform, n,
                     test_draw(1, 40));
            TEST_REQUIRE(clfft_desc_parse(text, &desc) == CLFFT_STATUS_OK,
                         "%s: %s", text, clfft_last_error());
            check_first(text, &desc, CLFFT_SCHEDULE_AUTO);
            clfft_desc_clear(&desc);
        }
}

static void no_choice_of_the_planner_is_refused(void)
{
    REQUIRE_DEVICE;
    check_drawn(harness_cases(9, 3000), CLFFT_SCHEDULE_AUTO, MOST_COMPOSITE);
}

static void nor_one_of_another_schedule(void)
{
    REQUIRE_DEVICE;
    check_drawn(harness_cases(1, 300), CLFFT_SCHEDULE_GROUP, MOST_GROUP);
    check_drawn(harness_cases(2, 300), CLFFT_SCHEDULE_DIRECT, MOST_COMPOSITE);
}

TEST_MAIN(TEST(no_short_line_is_refused),
          TEST(no_choice_of_the_planner_is_refused),
          TEST(nor_one_of_another_schedule))
