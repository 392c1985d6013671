/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-zoom.c: bins anywhere by a chirp-z transform, of drawn lengths, places
 * and hooks, against the sums that they are.
 */
#include "engine/harness.h"
#include "support/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define N_DRAWN 14
#define N_DRAWN_FULL 200
#define MOST_POINTS 1500
#define MOST_BINS 200
#define WIDE 16 /* bins of the length that such a zoom spans at least */

static unsigned draw(unsigned n)
{
    return (unsigned)(test_random() % n);
}

/* From 1 on, as likely from 1 to 10 as from 10 to 100. */
static unsigned draw_number(unsigned most)
{
    const double u = (test_uniform() + 1) / 2;

    return (unsigned)pow(most, u < 1 ? u : 1);
}

/* A place and a step that floats hold, which the reference's sums are exact
   for. A narrow zoom may lie between two bins of the length. */
static clfft_zoom draw_zoom(unsigned n, bool is_wide)
{
    clfft_zoom zoom = {.n_bins = draw_number(MOST_BINS)};
    double span = fabs(test_uniform());

    if (is_wide)
        span = fmax(span, fmin(1, (double)WIDE / n));
    else
        span *= exp2(-(double)draw(20));
    zoom.start = (float)test_uniform();
    zoom.step = (float)(span / (double)zoom.n_bins);
    return zoom;
}

static void draw_case(char *text, size_t size)
{
    static const char *const loads[] = {"", "", " load=s16", " load=f64be"};
    static const char *const trends[] = {"", "", " demean", " detrend"};
    static const char *const stores[] = {"",
                                         "",
                                         " store=magnitude",
                                         " store=power",
                                         " store=db floor=-200",
                                         " store=phase"};
    const unsigned n = draw_number(MOST_POINTS), s = draw(COUNT(stores));
    const bool is_double =
        clfft_device_get_limits(harness_device())->has_double && !draw(3);
    const unsigned count = 1 + draw(20), hop = 1 + draw(n);
    const clfft_zoom zoom = draw_zoom(n, s >= 4);

    snprintf(
        text, size, "%s %u x%u@%u:%u scale=0.01 zoom=%.9g:%.9g:%u%s%s%s%s%s",
        draw(2) ? "r2c" : "c2c", n, count, hop, (unsigned)zoom.n_bins + draw(3),
        zoom.start, zoom.step, (unsigned)zoom.n_bins, loads[draw(COUNT(loads))],
        draw(2) ? " window=hann" : "", trends[n > 2 ? draw(COUNT(trends)) : 0],
        stores[s], is_double ? " double" : "");
}

static void drawn_zooms_are_right(void)
{
    static const clfft_schedule schedules[] = {
        CLFFT_SCHEDULE_AUTO, CLFFT_SCHEDULE_DIRECT, CLFFT_SCHEDULE_GROUP};

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < harness_cases(N_DRAWN, N_DRAWN_FULL); i++) {
        const struct harness_options options = {
            .plan = {.schedule = schedules[draw(COUNT(schedules))]}};
        char text[300];
        const char *wrong;

        draw_case(text, sizeof text);
        wrong = harness_judge_text(text, &options, test_random());
        TEST_CHECK(!wrong, "%s: %s", text, wrong);
    }
}

/* Of lengths whose convolution takes several passes. */
static void long_zooms_are_right(void)
{
    char text[200];
    const char *wrong;

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < harness_cases(2, 8); i++) {
        const unsigned n = 12000 + draw(30000);
        const clfft_zoom zoom = draw_zoom(n, draw(2));

        snprintf(text, sizeof text, "%s %u window=hann zoom=%.9g:%.9g:%u",
                 draw(2) ? "r2c" : "c2c", n, zoom.start, zoom.step,
                 (unsigned)zoom.n_bins);
        wrong = harness_judge_text(text, NULL, test_random());
        TEST_CHECK(!wrong, "%s: %s", text, wrong);
    }
}

/* Gains and bands count the bins of the zoom. */
static void sums_and_gains_are_of_its_bins(void)
{
    enum { BINS = 90, BANDS = 7 };
    uint32_t first[BANDS + 1] = {0}, start[BANDS];
    double gain[BINS], weight[BINS];

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < harness_cases(3, 30); i++) {
        const unsigned n = 64 + draw(400);
        clfft_desc desc = {.transform = CLFFT_TRANSFORM_R2C,
                           .lengths = {n},
                           .zoom = draw_zoom(n, true)};

        desc.zoom.n_bins = BINS;
        for (unsigned k = 0; k < BINS; k++) {
            gain[k] = 0.5 + fabs(test_uniform());
            weight[k] = 0.5 + fabs(test_uniform());
        }
        for (unsigned b = 0; b < BANDS; b++) {
            first[b + 1] = first[b] + 1 + draw(BINS / BANDS);
            start[b] = draw(BINS - (first[b + 1] - first[b]));
        }
        desc.n_loops = 1;
        desc.loops[0] = (clfft_loop){6, n, BINS};
        desc.store.gain = gain;
        desc.store.quantity = CLFFT_QUANTITY_POWER;
        if (draw(2))
            desc.store.bands = (clfft_bands){BANDS, first, start, weight};
        const char *wrong = harness_judge(&desc, NULL, test_random());
        TEST_CHECK(!wrong, "%s", wrong);
    }
}

/* The bins of the length are a zoom too. */
static void the_length_s_own_bins_agree(void)
{
    enum { N = 96 };
    clfft_plan *zoomed = NULL, *plain = NULL;
    float in[2 * N], out[2][2 * N];
    double error = 0, norm = 0;

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < 2 * N; i++)
        in[i] = (float)test_uniform();
    clfft_desc desc = {.lengths = {N}};
    TEST_REQUIRE(!clfft_plan_create(harness_device(), &desc, NULL, &plain),
                 "%s", clfft_last_error());
    desc.zoom = (clfft_zoom){N, 0, 1.0 / N};
    TEST_REQUIRE(!clfft_plan_create(harness_device(), &desc, NULL, &zoomed),
                 "%s", clfft_last_error());
    harness_execute(plain, in, sizeof in, out[0], sizeof out[0], NULL);
    harness_execute(zoomed, in, sizeof in, out[1], sizeof out[1], NULL);
    for (unsigned i = 0; i < 2 * N; i++) {
        error += pow((double)out[1][i] - (double)out[0][i], 2);
        norm += pow((double)out[0][i], 2);
    }
    TEST_CHECK(error < 1e-12 * norm, "relative error %g", sqrt(error / norm));
    clfft_plan_destroy(&plain);
    clfft_plan_destroy(&zoomed);
}

static void its_text_is_read_as_it_is_printed(void)
{
    char text[200], printed[1024];
    clfft_desc desc;

    for (unsigned i = 0; i < 50; i++) {
        const double start = test_uniform(), step = test_uniform() / 1000;
        const unsigned n_bins = draw_number(1000);

        snprintf(text, sizeof text, "r2c 100 zoom=%.17g:%.17g:%u", start, step,
                 n_bins);
        TEST_REQUIRE(!clfft_desc_parse(text, &desc), "%s: %s", text,
                     clfft_last_error());
        TEST_CHECK(desc.zoom.start == start && desc.zoom.step == step &&
                       desc.zoom.n_bins == n_bins,
                   "%s", text);
        clfft_desc_print(&desc, printed, sizeof printed);
        TEST_CHECK(!strcmp(text, printed), "%s became %s", text, printed);
        clfft_desc_clear(&desc);
    }
}

static void what_no_zoom_can_be_is_refused(void)
{
    static const char *const wrong[] = {
        "c2r 16 zoom=0:0.1:4",         "c2c 16 inverse zoom=0:0.1:4",
        "r2c 16x16 zoom=0:0.1:4",      "c2c 16 inplace zoom=0:0.1:4",
        "r2c 16 sides=two zoom=0:1:4", "c2c 16 sides=centered zoom=0:1:4",
        "r2c 16 zoom=1.5:0.1:4",       "r2c 16 zoom=0:nan:4",
        "r2c 16 zoom=0:-2:4",          "r2c 16 zoom=0:0.1:0",
        "r2c 16 zoom=0:0.1",           "r2c 16 zoom=0:0.1:4:5",
        "r2c 16 zoom=0:0.1:2000000000"};
    clfft_desc desc;

    for (unsigned i = 0; i < COUNT(wrong); i++)
        TEST_CHECK(clfft_desc_parse(wrong[i], &desc) == CLFFT_STATUS_INVALID &&
                       *clfft_last_error(),
                   "\"%s\" is taken", wrong[i]);
}

/* It is no transform of its length: such recipes would store other bins. */
static void recipes_of_lengths_are_refused(void)
{
    static const char *const recipes[] = {"simd 8.8 lanes",
                                          "direct 8 | direct 8",
                                          "bluestein 64: direct 8 | direct 8"};
    clfft_plan *plan;
    clfft_desc desc;

    REQUIRE_DEVICE;
    TEST_REQUIRE(!clfft_desc_parse("c2c 64 zoom=0.1:0.001:20", &desc), "%s",
                 clfft_last_error());
    for (unsigned i = 0; i < COUNT(recipes); i++) {
        const clfft_plan_params params = {.recipe = recipes[i]};

        TEST_CHECK(clfft_plan_create(harness_device(), &desc, &params, &plan) ==
                       CLFFT_STATUS_INVALID,
                   "%s is taken", recipes[i]);
        clfft_plan_destroy(&plan);
    }
}

TEST_MAIN(TEST(drawn_zooms_are_right), TEST(long_zooms_are_right),
          TEST(sums_and_gains_are_of_its_bins),
          TEST(the_length_s_own_bins_agree),
          TEST(its_text_is_read_as_it_is_printed),
          TEST(what_no_zoom_can_be_is_refused),
          TEST(recipes_of_lengths_are_refused))
