/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-transforms.c: every kind of transform under every schedule agrees with
   the host's reference within the accuracy contract. */
#include "harness.h"
#include "support/test.h"

static clfft_schedule forced;

static void expect(const char *text)
{
    const struct harness_options options = {.plan = {.schedule = forced}};
    struct harness_result r;
    clfft_desc desc;

    TEST_REQUIRE(clfft_desc_parse(text, &desc) == CLFFT_STATUS_OK, "%s: %s",
                 text, clfft_last_error());
    r = harness_run(&desc, &options);
    TEST_CHECK(r.status == CLFFT_STATUS_OK, "%s: %s", text, clfft_last_error());
    if (r.status == CLFFT_STATUS_OK) {
        TEST_CHECK(r.ratio <= 1, "%s by %s: error %.3g is %.2f of the limit",
                   text, r.recipe, r.relative_error, r.ratio);
        TEST_CHECK(r.n_strays == 0, "%s by %s: %llu elements written outside",
                   text, r.recipe, (unsigned long long)r.n_strays);
        TEST_CHECK(!r.input_changed, "%s by %s: input changed", text, r.recipe);
    }
    clfft_desc_clear(&desc);
}

static void expect_length(unsigned n)
{
    char text[64];

    snprintf(text, sizeof text, "c2c %u x3", n);
    expect(text);
    snprintf(text, sizeof text, "c2c %u x3 inverse", n);
    expect(text);
    snprintf(text, sizeof text, "r2c %u x3", n);
    expect(text);
    snprintf(text, sizeof text, "c2r %u x3", n);
    expect(text);
}

static void run_lengths(clfft_schedule schedule)
{
    static const unsigned lengths[] = {1, 2, 3, 4, 5, 16, 17, 30, 64, 100, 127, 255, 256, 1000, 1024, 1009, 2048};

    if (!harness_device())
        TEST_SKIP("no OpenCL device");
    forced = schedule;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        expect_length(lengths[i]);
    expect("c2c 65536");
    expect("r2c 48000 x2");
    expect("c2c 1048576");
}

static void direct_is_right(void) { run_lengths(CLFFT_SCHEDULE_DIRECT); }
static void group_is_right(void) { run_lengths(CLFFT_SCHEDULE_GROUP); }
static void simd_is_right(void) { run_lengths(CLFFT_SCHEDULE_SIMD); }

TEST_MAIN(TEST(direct_is_right), TEST(group_is_right), TEST(simd_is_right))
