/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-cepstra.c: cepstra of drawn frames against the host's in double
   precision. */
#include "clfft/feature.h"
#include "engine/harness.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

#define MOST 20000

static float input[MOST], output[MOST];

static double expect(const clfft_cepstrum_desc *d, const float *x, unsigned k)
{
    const double pi = acos(-1);
    double sum = 0;

    for (unsigned j = 0; j < d->points; j++)
        sum += x[j] * cos(pi * k * (2 * j + 1) / (2.0 * d->points));
    if (d->lifter > 0)
        sum *= 1 + d->lifter / 2 * sin(pi * (k + d->lifter_from) / d->lifter);
    return sum * sqrt((k ? 2.0 : 1.0) / d->points);
}

static void check(const clfft_cepstrum_desc *d)
{
    const unsigned rows = MOST / d->points / d->channels;
    const unsigned n_frames = 1 + test_random() % (rows - 1);
    const unsigned first = test_random() % (rows - n_frames + 1);
    const unsigned n = n_frames * d->channels * d->coefficients;
    const unsigned at = first * d->channels * d->coefficients;
    clfft_cepstrum *cepstrum;
    cl_mem frames, made;

    for (unsigned i = 0; i < MOST; i++) {
        input[i] = (float)(200 * test_uniform() - 150);
        output[i] = NAN;
    }
    TEST_REQUIRE(clfft_cepstrum_create(harness_device(), d, &cepstrum) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    frames = harness_buffer(input, sizeof input);
    made = harness_buffer(output, sizeof output);
    TEST_CHECK(clfft_cepstrum_execute(
                   cepstrum, harness_queue(), frames, made,
                   &(clfft_cepstrum_params){.first_frame = first,
                                            .n_frames = n_frames}) ==
                   CLFFT_STATUS_OK,
               "%s", clfft_last_error());
    clEnqueueReadBuffer(harness_queue(), made, CL_TRUE, 0, sizeof output,
                        output, 0, NULL, NULL);
    clReleaseMemObject(frames);
    clReleaseMemObject(made);
    clfft_cepstrum_destroy(&cepstrum);
    for (unsigned i = 0; i < MOST; i++) {
        const unsigned row = (i - at) / d->coefficients;
        const double want = i < at || i >= at + n
                                ? NAN
                                : expect(d, input + row * d->points,
                                         (i - at) % d->coefficients);

        TEST_REQUIRE(
            isnan(want) ? isnan(output[i])
                        : fabs(output[i] - want) <=
                              1e-5 * (150 + fabs(want)) * (1 + d->lifter),
            "%u of %u points, %u channels, lifter %g from %u, frames "
            "%u + %u: number %u is %g, not %g",
            d->coefficients, d->points, d->channels, d->lifter, d->lifter_from,
            first, n_frames, i, (double)output[i], want);
    }
}

static void cepstra_are_those_of_their_formula(void)
{
    REQUIRE_DEVICE;
    for (int round = 0; round < (test_is_full() ? 100 : 12); round++) {
        const unsigned points = 1 + (unsigned)test_random() % 200;

        check(&(clfft_cepstrum_desc){
            .channels = 1 + test_random() % 3,
            .points = points,
            .coefficients = 1 + (unsigned)test_random() % points,
            .lifter = test_random() % 2 ? 0 : 30 * fabs(test_uniform()),
            .lifter_from = test_random() % 2});
    }
}

static void descriptions_and_calls_that_mean_nothing_are_refused(void)
{
    const clfft_cepstrum_desc good = {
        .channels = 2, .points = 6, .coefficients = 3};
    const clfft_cepstrum_desc bad[] = {
        {.channels = 0, .points = 6, .coefficients = 3},
        {.channels = 1, .points = 0, .coefficients = 0},
        {.channels = 1, .points = 6, .coefficients = 0},
        {.channels = 1, .points = 6, .coefficients = 7},
        {.channels = 1,
         .points = CLFFT_MAX_CEPSTRUM_POINTS + 1,
         .coefficients = 3},
        {.channels = 1, .points = 6, .coefficients = 3, .lifter = -1},
        {.channels = 1, .points = 6, .coefficients = 3, .lifter = NAN},
        {.channels = 1, .points = 6, .coefficients = 3, .reserved = {1}},
    };
    const clfft_cepstrum_params calls[] = {
        {.n_frames = 0},
        {.n_frames = 3},
        {.n_frames = 1, .first_frame = 2},
        {.n_frames = 1, .first_frame = UINT64_MAX},
        {.n_frames = 1, .reserved = {1}},
    };
    clfft_cepstrum *cepstrum;
    cl_mem frames, made;

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(bad); i++)
        TEST_CHECK(clfft_cepstrum_create(harness_device(), &bad[i],
                                         &cepstrum) == CLFFT_STATUS_INVALID &&
                       !cepstrum && strlen(clfft_last_error()) > 0,
                   "description %zu", i);
    TEST_REQUIRE(clfft_cepstrum_create(harness_device(), &good, &cepstrum) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    frames = harness_buffer(input, 2 * 12 * sizeof *input);
    made = harness_buffer(output, 2 * 6 * sizeof *output);
    for (size_t i = 0; i < COUNT(calls); i++)
        TEST_CHECK(clfft_cepstrum_execute(cepstrum, harness_queue(), frames,
                                          made,
                                          &calls[i]) == CLFFT_STATUS_INVALID,
                   "call %zu", i);
    clReleaseMemObject(frames);
    clReleaseMemObject(made);
    clfft_cepstrum_destroy(&cepstrum);
    clfft_cepstrum_destroy(&cepstrum);
}

TEST_MAIN(TEST(cepstra_are_those_of_their_formula),
          TEST(descriptions_and_calls_that_mean_nothing_are_refused))
