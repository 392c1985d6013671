/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-convolver.c: convolution in partitions against the same in double
   precision, whatever responses, channels, latency and calls there are. */
#include "rig.h"

/* A description of up to `most` taps. */
static clfft_convolver_desc draw(uint64_t most)
{
    static const uint64_t latencies[] = {0, 0, 1, 31, 64, 100, 256, 1000, 1024,
                                         8192};
    clfft_convolver_desc d = {0};
    const unsigned kind = test_random() % 6;
    const double octaves = log2((double)most);

    d.taps = (uint64_t)exp2(octaves * fabs(test_uniform()));
    d.inputs = d.outputs = d.n_responses = 1 + test_random() % 16;
    if (kind == 0) {
        d.n_responses = 1;
    } else if (kind == 1) {
        d.inputs = 1;
    } else if (kind == 2) {
        d.inputs = d.outputs = 2;
        d.n_responses = 4;
    } else if (kind == 3) {
        d.inputs = 4;
        d.outputs = 2;
        d.n_responses = 8;
    } else if (kind == 4) {
        d.inputs = d.n_responses = 1 + test_random() % 3;
        d.outputs = 1;
    }
    d.latency = latencies[test_random() % COUNT(latencies)];
    if (test_random() % 3 == 0)
        d.latency = test_random() % 8193;
    d.max_frames = 1 + (uint64_t)exp2(13 * fabs(test_uniform()));
    if (test_random() % 2)
        d.typical_frames = 1 + test_random() % d.max_frames;
    if (clfft_device_get_limits(harness_device())->has_double)
        d.precision = test_random() % 3 == 0;
    return d;
}

static void expect_convolution(const clfft_convolver_desc *desc)
{
    const uint64_t n = desc->latency + desc->taps + 3 * desc->max_frames + 500;
    clfft_convolver *convolver;
    struct rig r;

    if (rig_open(&r, desc, n) && (convolver = rig_create(&r))) {
        rig_convolve(&r);
        rig_run(&r, convolver, 0, n, 0, NULL);
        rig_judge(&r, convolver, "random cuts");
        clfft_convolver_destroy(&convolver);
    }
    rig_close(&r);
}

static void drawn_cases_equal_a_convolution_in_double(void)
{
    const unsigned n = harness_is_full() ? 200 : 40;

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < n; i++) {
        /* long ones, which take longer, are fewer */
        const clfft_convolver_desc d = draw(i % 8 == 0 ? 400000 : 20000);

        expect_convolution(&d);
        if (test_n_failures)
            return;
    }
}

TEST_MAIN(TEST(drawn_cases_equal_a_convolution_in_double))
