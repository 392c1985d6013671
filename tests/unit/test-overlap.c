/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-overlap.c: claims about what overlapping windows cover. No device is
 * used.
 */
#include "clfft/spectrum.h"
#include "support/test.h"

#include <math.h>

#define MAX_LENGTH 600

static double standard_parameter(clfft_window window)
{
    double standard = 0;

    clfft_window_parameter(window, &standard, NULL, NULL);
    return standard;
}

/* By the definition: the middle of a long row of frames. */
static void sum_squares(const double *w, uint64_t length, uint64_t hop,
                        double *lowest, double *highest)
{
    const int64_t frames = (int64_t)(length / hop + 2);

    *lowest = INFINITY;
    *highest = 0;
    for (int64_t n = 0; n < (int64_t)hop; n++) {
        double sum = 0;
        for (int64_t k = -frames; k <= frames; k++) {
            int64_t i = n - k * (int64_t)hop;
            if (i >= 0 && i < (int64_t)length)
                sum += w[i] * w[i];
        }
        *lowest = fmin(*lowest, sum);
        *highest = fmax(*highest, sum);
    }
}

static void coverage_is_the_sum_over_all_frames(void)
{
    double w[MAX_LENGTH], lowest, highest, want_lowest, want_highest;

    for (int trial = 0; trial < 2000; trial++) {
        clfft_window window = test_random() % CLFFT_N_WINDOWS;
        uint64_t length = 1 + test_random() % MAX_LENGTH;
        uint64_t hop = 1 + test_random() % (length + 10);

        TEST_CHECK(clfft_window_fill(window, standard_parameter(window), length,
                                     w) == CLFFT_STATUS_OK,
                   "%s", clfft_last_error());
        TEST_CHECK(clfft_window_coverage(w, length, hop, &lowest, &highest) ==
                       CLFFT_STATUS_OK,
                   "%s", clfft_last_error());
        sum_squares(w, length, hop, &want_lowest, &want_highest);
        TEST_CHECK(fabs(lowest - want_lowest) <= 1e-12 * highest &&
                       fabs(highest - want_highest) <= 1e-12 * highest,
                   "%s of %d every %d: %g..%g, not %g..%g",
                   clfft_window_name(window), (int)length, (int)hop, lowest,
                   highest, want_lowest, want_highest);
    }
}

/* Its square is .375 - .5 cos + .125 cos, of which hops of a third, a
   quarter ... keep the mean alone. */
static void squares_of_hann_add_up_from_a_third_on(void)
{
    double w[96], lowest, highest;

    clfft_window_fill(CLFFT_WINDOW_HANN, 0, 96, w);
    for (int parts = 3; parts <= 8; parts++) {
        if (96 % parts != 0)
            continue;
        clfft_window_coverage(w, 96, 96 / parts, &lowest, &highest);
        TEST_CHECK(fabs(lowest - .375 * parts) < 1e-12 &&
                       fabs(highest - .375 * parts) < 1e-12,
                   "%d parts: %g..%g", parts, lowest, highest);
    }
    clfft_window_coverage(w, 96, 48, &lowest, &highest);
    TEST_CHECK(fabs(lowest - .5) < 1e-12 && fabs(highest - 1) < 1e-12,
               "2 parts: %g..%g", lowest, highest);
}

static void samples_that_no_frame_tells_read_0(void)
{
    double w[100], lowest, highest;

    clfft_window_fill(CLFFT_WINDOW_RECT, 0, 100, w);
    clfft_window_coverage(w, 100, 100, &lowest, &highest);
    TEST_CHECK(lowest == 1 && highest == 1, "%g..%g", lowest, highest);
    clfft_window_coverage(w, 100, 101, &lowest, &highest);
    TEST_CHECK(lowest == 0 && highest == 1, "a hole: %g..%g", lowest, highest);
    /* these start with 0, or with what rounding leaves of it */
    for (int window = 0; window < CLFFT_N_WINDOWS; window++) {
        if (window != CLFFT_WINDOW_HANN && window != CLFFT_WINDOW_BLACKMAN &&
            window != CLFFT_WINDOW_BARTLETT && window != CLFFT_WINDOW_WELCH &&
            window != CLFFT_WINDOW_SINE && window != CLFFT_WINDOW_TUKEY)
            continue;
        clfft_window_fill(window, standard_parameter(window), 100, w);
        clfft_window_coverage(w, 100, 100, &lowest, &highest);
        TEST_CHECK(lowest == 0 && highest > 0, "%s: %g..%g",
                   clfft_window_name(window), lowest, highest);
        clfft_window_coverage(w, 100, 50, &lowest, &highest);
        TEST_CHECK(lowest > 0, "%s: %g..%g", clfft_window_name(window), lowest,
                   highest);
    }
}

static void no_hop_and_no_window_are_refused(void)
{
    double w[1] = {1}, lowest, highest;

    TEST_CHECK(clfft_window_coverage(w, 1, 0, &lowest, &highest) ==
                       CLFFT_STATUS_INVALID &&
                   lowest == 0 && highest == 0,
               "hop 0");
    TEST_CHECK(clfft_window_coverage(w, 0, 1, &lowest, &highest) ==
                   CLFFT_STATUS_INVALID,
               "length 0");
    TEST_CHECK(strstr(clfft_last_error(), "hop 1") != NULL, "%s",
               clfft_last_error());
}

TEST_MAIN(TEST(coverage_is_the_sum_over_all_frames),
          TEST(squares_of_hann_add_up_from_a_third_on),
          TEST(samples_that_no_frame_tells_read_0),
          TEST(no_hop_and_no_window_are_refused))
