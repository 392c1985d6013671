/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-tapers.c: claims about discrete prolate spheroidal sequences: drawn ones
 * are orthonormal solutions of Slepian's equation in their order, with the
 * signs of Percival and Walden (1993); cost and limits. test-tapers.py compares
 * them with scipy's.
 */
#include "clfft/spectrum.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>

#define MOST 16
#define MAX_LENGTH 600

static double draw(double low, double high)
{
    return low + (high - low) * (test_uniform() + 1) / 2;
}

static unsigned draw_length(double most)
{
    return (unsigned)exp2(draw(0, most));
}

static unsigned draw_count(unsigned n)
{
    const unsigned count = 1 + (unsigned)(test_random() % MOST);

    return count < n ? count : n;
}

static double *make(double nw, unsigned n, unsigned count)
{
    double *w = calloc((size_t)n * count, sizeof *w);

    if (w && clfft_tapers_fill(nw, n, count, w) == CLFFT_STATUS_OK)
        return w;
    free(w);
    return NULL;
}

/* ---- what they are ---- */

/* What Slepian's matrix, less (n^2 - 1)/4, makes of point k. */
static long double row_of(const double *w, unsigned n, double nw, unsigned k)
{
    const long double x = (n - 1) / 2.0L - k;
    const long double sine = sinl(acosl(-1) * fminl(0.5L, (long double)nw / n));
    long double sum = 2 * sine * sine * x * x * w[k];

    if (k > 0)
        sum += 0.5L * k * (n - k) * ((long double)w[k] - w[k - 1]);
    if (k < n - 1)
        sum += 0.5L * (k + 1) * (n - k - 1) * ((long double)w[k] - w[k + 1]);
    return sum;
}

/* Changes of sign between points above rounding. */
static unsigned count_changes(const double *w, unsigned n)
{
    unsigned count = 0;
    double before = 0;

    for (unsigned k = 0; k < n; k++) {
        if (w[k] == 0)
            continue;
        count += before != 0 && (before < 0) != (w[k] < 0);
        before = w[k];
    }
    return count;
}

static void check_equation(const double *w, unsigned n, double nw,
                           unsigned order)
{
    long double value = 0, worst = 0;

    for (unsigned k = 0; k < n; k++)
        value += row_of(w, n, nw, k) * w[k];
    for (unsigned k = 0; k < n; k++)
        worst = fmaxl(worst, fabsl(row_of(w, n, nw, k) - value * w[k]));
    /* points are rounded to double, and the matrix is as large as n^2/4 */
    TEST_CHECK(worst <= 3e-16L * ((long double)n * n + 100),
               "taper %u of %u points, NW %g: off by %Lg", order, n, nw, worst);
    TEST_CHECK(count_changes(w, n) == order,
               "taper %u of %u points, NW %g: %u changes of sign", order, n, nw,
               count_changes(w, n));
}

static void check_signs(const double *w, unsigned n, double nw, unsigned order)
{
    double mean = 0, first = 0;

    for (unsigned k = 0; k < n; k++) {
        mean += w[k];
        first = first == 0 && w[k] * w[k] > 1.0 / n ? w[k] : first;
        TEST_CHECK(w[n - 1 - k] == (order % 2 ? -w[k] : w[k]),
                   "taper %u of %u points, NW %g: [%u] %g and %g", order, n, nw,
                   k, w[k], w[n - 1 - k]);
    }
    /* a mean that is 0 but for rounding has no sign */
    TEST_CHECK(order % 2 ? first > 0 : mean > -1e-16 * n,
               "taper %u of %u points, NW %g: mean %g, first %g", order, n, nw,
               mean, first);
}

static void drawn_tapers_solve_the_equation_in_order(void)
{
    for (int draws = 0; draws < 100; draws++) {
        const unsigned n = draw_length(14), count = draw_count(n);
        const double nw = draws % 4 ? draw(0.1, fmin(12, n / 2.0))
                                    : draw(0.1, fmin(500, n / 2.0));
        double *w = make(nw, n, count);

        TEST_REQUIRE(w, "%s", clfft_last_error());
        for (unsigned t = 0; t < count; t++) {
            check_equation(w + (size_t)t * n, n, nw, t);
            check_signs(w + (size_t)t * n, n, nw, t);
        }
        free(w);
    }
}

static void check_products(const double *w, unsigned n, unsigned count,
                           double nw)
{
    for (unsigned a = 0; a < count; a++) {
        for (unsigned b = 0; b <= a; b++) {
            long double sum = 0;

            for (unsigned k = 0; k < n; k++)
                sum += (long double)w[(size_t)a * n + k] * w[(size_t)b * n + k];
            TEST_CHECK(fabsl(sum - (a == b)) < 2e-15L,
                       "tapers %u and %u of %u points, NW %g: %Lg", a, b, n, nw,
                       sum - (a == b));
        }
    }
}

static void drawn_tapers_are_orthonormal(void)
{
    for (int draws = 0; draws < 60; draws++) {
        const unsigned n = draw_length(draws % 10 ? 12 : 20);
        const unsigned count = draw_count(n);
        const double nw = exp(draw(log(0.1), log(500)));
        double *w = make(nw, n, count);

        TEST_REQUIRE(w, "%s", clfft_last_error());
        check_products(w, n, count, nw);
        free(w);
    }
}

/* ---- cost and limits ---- */

static bool count_calls(double fraction, const char *what, void *data)
{
    ++*(uint64_t *)data;
    return fraction >= 0 && fraction <= 1 && *what;
}

/* The watch hears once in 8192 points, of half a taper in each pass. */
static void the_cost_is_a_few_passes(void)
{
    for (int draws = 0; draws < 6; draws++) {
        const unsigned n = (1u << 20) + (unsigned)(test_random() % 100000);
        const unsigned count = 1 + (unsigned)(test_random() % MOST);
        const double nw = draw(0.1, draws % 2 ? 500 : 10);
        uint64_t calls = 0;
        double *w;

        clfft_spectrum_watch(count_calls, &calls);
        w = make(nw, n, count);
        clfft_spectrum_watch(NULL, NULL);
        TEST_REQUIRE(w, "%s", clfft_last_error());
        TEST_CHECK(calls > 0 && calls * 8192 < 10.0 * n / 2 * count,
                   "%u tapers of %u points, NW %g: %g passes", count, n, nw,
                   calls * 8192.0 / ((double)n / 2 * count));
        free(w);
    }
}

static void limits_are_said(void)
{
    static const struct {
        double nw;
        uint64_t length;
        unsigned count;
        const char *text;
    } cases[] = {
        {4, 0, 1, "length"},      {4, (uint64_t)UINT32_MAX + 1, 1, "length"},
        {0.09, 8, 1, "0.1..500"}, {501, 8, 1, "0.1..500"},
        {NAN, 8, 1, "0.1..500"},  {4, 8, 0, "1..8"},
        {4, 8, 9, "1..8"},        {4, 100, 17, "1..16"}};
    double w[1];

    for (unsigned i = 0; i < COUNT(cases); i++)
        TEST_CHECK(clfft_tapers_fill(cases[i].nw, cases[i].length,
                                     cases[i].count,
                                     w) == CLFFT_STATUS_INVALID &&
                       strstr(clfft_last_error(), cases[i].text),
                   "[%u] %s", i, clfft_last_error());
    TEST_CHECK(clfft_tapers_fill(4, 1, 1, w) == CLFFT_STATUS_OK && w[0] == 1,
               "of one point: %g", w[0]);
}

/* ---- what overlapping windows cover ---- */

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

TEST_MAIN(TEST(drawn_tapers_solve_the_equation_in_order),
          TEST(drawn_tapers_are_orthonormal), TEST(the_cost_is_a_few_passes),
          TEST(limits_are_said), TEST(coverage_is_the_sum_over_all_frames),
          TEST(squares_of_hann_add_up_from_a_third_on),
          TEST(samples_that_no_frame_tells_read_0),
          TEST(no_hop_and_no_window_are_refused))
