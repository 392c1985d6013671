/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-slices.c: batches of more points than a launch counts, on a device that
 * is said to count very few: every drawn batch is right, whatever its loops,
 * and is launched slice by slice. Launches are counted by a function of
 * OpenCL's that this program has in the driver's place.
 */
#include "engine/harness.h"
#include "support/test.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static size_t n_launches;

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
                              cl_uint dimensions, const size_t *offset,
                              const size_t *global, const size_t *local,
                              cl_uint n, const cl_event *events,
                              cl_event *event)
{
    __typeof__(&clEnqueueNDRangeKernel) next;

    *(void **)&next = dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel");
    n_launches++;
    return next(queue, kernel, dimensions, offset, global, local, n, events,
                event);
}

/* The limit is the device's own; nobody else has this one. */
static void set_most_points(uint64_t most)
{
    ((clfft_limits *)clfft_device_get_limits(harness_device()))->max_points =
        most;
}

/* Draws a batch of up to three loops; *n gets its points, *one those of one
   transform. */
static void draw_batch(char text[160], uint64_t *n, uint64_t *one)
{
    static const char *const transforms[] = {"c2c", "r2c", "c2r"};
    const char *transform = transforms[test_random() % 3];
    const unsigned rank = test_draw(1, 2), n_loops = test_draw(1, 3);
    size_t at;

    *one = test_draw(2, 40);
    at = (size_t)snprintf(text, 160, "%s %u", transform, (unsigned)*one);
    if (rank == 2) {
        const unsigned other = test_draw(2, 12);
        *one *= other;
        at += (size_t)snprintf(text + at, 160 - at, "x%u", other);
    }
    *n = *one;
    for (unsigned i = 0; i < n_loops; i++) {
        const unsigned count = test_draw(1, 9);
        *n *= count;
        at += (size_t)snprintf(text + at, 160 - at, " x%u", count);
    }
    if (test_random() % 4 == 0)
        snprintf(text + at, 160 - at, " inplace");
}

static void every_slice_is_right(void)
{
    const unsigned n_cases = harness_cases(12, 200);

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < n_cases; i++) {
        const struct harness_options options = {
            .plan = {.schedule =
                         i % 2 ? CLFFT_SCHEDULE_DIRECT : CLFFT_SCHEDULE_AUTO}};
        uint64_t n, one;
        char text[160];

        draw_batch(text, &n, &one);
        /* Bluestein's transforms are up to four times as long on an axis */
        set_most_points(16 * one + test_random() % (n + 1));
        const char *wrong = harness_judge_text(text, &options, test_random());
        TEST_CHECK(!wrong, "%s: %s", text, wrong);
        set_most_points(0);
    }
}

/* 3 x 7 transforms, 5 a launch: three whole lines of 3 make no slice, one and
   two thirds do not either. */
static void each_slice_is_a_launch(void)
{
    const clfft_desc desc = {
        .lengths = {64}, .n_loops = 2, .loops = {{3, 64, 64}, {7, 192, 192}}};
    const clfft_plan_params params = {.recipe = "direct 8 | direct 8"};
    const unsigned most[] = {21, 20, 6, 5, 2, 1};
    const unsigned slices[] = {1, 2, 4, 7, 14, 21};
    float points[2 * 64 * 21] = {0}, result[2 * 64 * 21];

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < 6; i++) {
        clfft_plan *plan;
        clfft_status status;

        set_most_points(64 * most[i] + test_random() % 64);
        status = clfft_plan_create(harness_device(), &desc, &params, &plan);
        set_most_points(0);
        TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
        n_launches = 0;
        status = harness_execute(plan, points, sizeof points, result,
                                 sizeof result, NULL);
        TEST_CHECK(status == CLFFT_STATUS_OK && n_launches == 2 * slices[i],
                   "%u a launch: %zu launches, not %u: %s", most[i], n_launches,
                   2 * slices[i], clfft_last_error());
        clfft_plan_destroy(&plan);
    }
}

static void one_transform_beyond_the_count_is_refused(void)
{
    const clfft_desc desc = {.lengths = {64}};
    clfft_plan *plan;
    clfft_status status;

    REQUIRE_DEVICE;
    set_most_points(63);
    status = clfft_plan_create(harness_device(), &desc, NULL, &plan);
    set_most_points(0);
    TEST_CHECK(status == CLFFT_STATUS_UNSUPPORTED &&
                   strstr(clfft_last_error(), "63 points"),
               "%d, %s", status, clfft_last_error());
}

TEST_MAIN(TEST(every_slice_is_right), TEST(each_slice_is_a_launch),
          TEST(one_transform_beyond_the_count_is_refused))
