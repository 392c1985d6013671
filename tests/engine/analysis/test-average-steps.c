/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-average-steps.c: averages of levels that rise and fall by up to 200 dB,
   with hops of a thousandth of a time constant to 50 of them, against the
   host's in double precision. */
#include "engine/harness.h"
#include "support/test.h"

#include <float.h>
#include <math.h>

#define POINTS 24
#define FRAMES 600
#define ROUNDS 40

static float input[FRAMES * POINTS], output[(FRAMES + 1) * POINTS];
static double expected[(FRAMES + 1) * POINTS];

static double draw(double low, double high)
{
    return low + (high - low) * (test_uniform() + 1) / 2;
}

/* Each point has levels of its own, which stay for some frames. */
static void fill_input(void)
{
    for (unsigned p = 0; p < POINTS; p++) {
        double level = 0;
        unsigned left = 0;

        for (unsigned f = 0; f < FRAMES; f++) {
            if (left-- == 0) {
                level = draw(-10, 10);
                left = (unsigned)draw(0, test_random() % 2 ? 4 : 200);
            }
            input[f * POINTS + p] = (float)(pow(10, level) * draw(0.9, 1.1));
        }
    }
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double average_of(clfft_averaging averaging, double *x, unsigned n)
{
    double sum = 0;

    qsort(x, n, sizeof *x, by_value);
    for (unsigned i = 0; i < n; i++)
        sum += x[i];
    return averaging == CLFFT_AVERAGING_MEAN       ? sum / n
           : averaging == CLFFT_AVERAGING_MAX_HOLD ? x[n - 1]
           : averaging == CLFFT_AVERAGING_MIN_HOLD
               ? x[0]
               : (x[(n - 1) / 2] + x[n / 2]) / 2;
}

/* Fills `expected`; returns its frames. hop: in time constants. */
static unsigned average_on_host(const clfft_average_desc *desc, double hop)
{
    const bool exponential = desc->averaging == CLFFT_AVERAGING_EXPONENTIAL;
    const unsigned length = exponential ? 1 : desc->count;
    static double x[FRAMES];
    unsigned n_out = 0;

    for (unsigned f = 0; f < FRAMES; f += length, n_out++) {
        const unsigned n = FRAMES - f < length ? FRAMES - f : length;

        for (unsigned p = 0; p < POINTS; p++) {
            double *y = &expected[n_out * POINTS + p];

            for (unsigned i = 0; i < n; i++)
                x[i] = (double)input[(f + i) * POINTS + p];
            if (!exponential)
                *y = average_of(desc->averaging, x, n);
            else
                *y = f == 0 ? x[0]
                            : -expm1(-hop) * x[0] + exp(-hop) * y[-POINTS];
        }
    }
    return n_out;
}

static void compare(const char *what, double number, unsigned n_out,
                    unsigned n_expected, double bar)
{
    TEST_CHECK(n_out == n_expected, "%s, %g: %u frames, not %u", what, number,
               n_out, n_expected);
    for (unsigned i = 0; i < n_expected * POINTS; i++)
        TEST_CHECK(fabs((double)output[i] - expected[i]) <= bar * expected[i],
                   "%s, %g: frame %u, point %u: %.9g, not %.9g", what, number,
                   i / POINTS, i % POINTS, (double)output[i], expected[i]);
}

/* Each of up to n roundings is half a unit of the last place. */
static double get_bar(unsigned n)
{
    return (2 * (double)n + 8) * (double)FLT_EPSILON;
}

static unsigned read_frames(clfft_average *average)
{
    cl_mem in = harness_buffer(input, sizeof input);
    cl_mem out = harness_buffer(NULL, sizeof output);
    unsigned n_out = 0;

    TEST_CHECK(!clfft_average_execute(
                   average, harness_queue(), in, out,
                   &(clfft_average_params){
                       .n_frames = FRAMES, .flush = true, .n_out = &n_out}),
               "%s", clfft_last_error());
    clEnqueueReadBuffer(harness_queue(), out, CL_TRUE, 0, sizeof output, output,
                        0, NULL, NULL);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    return n_out;
}

static void check_average(clfft_average_desc desc, const char *what, double hop,
                          double bar)
{
    clfft_average *average;
    const double number =
        desc.averaging == CLFFT_AVERAGING_EXPONENTIAL ? hop : desc.count;

    desc.points = POINTS;
    desc.quantity = CLFFT_QUANTITY_POWER;
    TEST_REQUIRE(!clfft_average_create(harness_device(), &desc, &average), "%s",
                 clfft_last_error());
    compare(what, number, read_frames(average), average_on_host(&desc, hop),
            bar);
    clfft_average_destroy(&average);
}

static double draw_hop(void)
{
    return pow(10, draw(-3, log10(50)));
}

static void exponential_averages_follow_steps(void)
{
    REQUIRE_DEVICE;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const double hop = draw_hop();

        fill_input();
        check_average(
            (clfft_average_desc){.averaging = CLFFT_AVERAGING_EXPONENTIAL,
                                 .alpha = -expm1(-hop),
                                 .decay = exp(-hop)},
            "exponential", hop, get_bar(FRAMES));
    }
}

/* What alpha alone can tell: to 2^-53 of the level before. */
static void alpha_alone_is_as_good_as_its_digits(void)
{
    REQUIRE_DEVICE;
    for (unsigned round = 0; round < ROUNDS / 4; round++) {
        const double hop = draw(0.01, 20);

        fill_input();
        for (size_t i = 0; i < COUNT(input); i++)
            input[i] = sqrtf(input[i]); /* 100 dB */
        check_average(
            (clfft_average_desc){.averaging = CLFFT_AVERAGING_EXPONENTIAL,
                                 .alpha = -expm1(-hop)},
            "alpha alone", hop, get_bar(FRAMES) + 1e10 * DBL_EPSILON);
    }
}

static void other_averages_follow_steps(void)
{
    static const char *const names[] = {"mean", "max hold", "min hold",
                                        "median"};

    REQUIRE_DEVICE;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const clfft_averaging averaging = (clfft_averaging)(round % 4);
        const unsigned count = 1 + (unsigned)(test_random() % FRAMES);

        fill_input();
        check_average(
            (clfft_average_desc){.averaging = averaging, .count = count},
            names[averaging], 0, get_bar(count));
    }
}

/* The power of two equal channels is that of one. */
static void exponential_cross_power_follows_steps(void)
{
    static float spectra[FRAMES * 2 * POINTS * 2];
    static float crossed[FRAMES * POINTS * 2];

    REQUIRE_DEVICE;
    for (unsigned round = 0; round < ROUNDS / 4; round++) {
        const double hop = draw_hop();
        const clfft_cross_desc desc = {.quantity = CLFFT_CROSS_POWER,
                                       .averaging = CLFFT_AVERAGING_EXPONENTIAL,
                                       .alpha = -expm1(-hop),
                                       .decay = exp(-hop),
                                       .channels = 2,
                                       .points = POINTS};
        clfft_average_desc same = {.averaging = CLFFT_AVERAGING_EXPONENTIAL};
        clfft_cross *cross;
        unsigned n_out = 0;

        fill_input();
        for (unsigned i = 0; i < FRAMES * POINTS; i++) {
            const unsigned f = i / POINTS, p = i % POINTS;
            float *x = &spectra[(f * 2 * POINTS + p) * 2];

            x[0] = x[2 * POINTS] = sqrtf(input[i]);
            x[1] = x[2 * POINTS + 1] = 0;
            input[i] = x[0] * x[0];
        }
        TEST_REQUIRE(!clfft_cross_create(harness_device(), &desc, &cross), "%s",
                     clfft_last_error());
        cl_mem in = harness_buffer(spectra, sizeof spectra);
        cl_mem out = harness_buffer(NULL, sizeof crossed);
        TEST_CHECK(
            !clfft_cross_execute(
                cross, harness_queue(), in, out,
                &(clfft_average_params){.n_frames = FRAMES, .n_out = &n_out}),
            "%s", clfft_last_error());
        clEnqueueReadBuffer(harness_queue(), out, CL_TRUE, 0, sizeof crossed,
                            crossed, 0, NULL, NULL);
        for (unsigned i = 0; i < FRAMES * POINTS; i++)
            output[i] = crossed[2 * i];
        compare("cross power", hop, n_out, average_on_host(&same, hop),
                get_bar(FRAMES));
        clReleaseMemObject(in);
        clReleaseMemObject(out);
        clfft_cross_destroy(&cross);
    }
}

static void a_decay_that_is_no_rest_is_refused(void)
{
    static const double decays[] = {-1, 0.2, 1.5, NAN};
    clfft_average *average;

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(decays); i++) {
        const clfft_average_desc desc = {.averaging =
                                             CLFFT_AVERAGING_EXPONENTIAL,
                                         .alpha = 0.5,
                                         .decay = decays[i],
                                         .points = POINTS,
                                         .quantity = CLFFT_QUANTITY_POWER};

        TEST_CHECK(clfft_average_create(harness_device(), &desc, &average) ==
                           CLFFT_STATUS_INVALID &&
                       strstr(clfft_last_error(), "decay"),
                   "%g: %s", decays[i], clfft_last_error());
    }
}

TEST_MAIN(TEST(exponential_averages_follow_steps),
          TEST(alpha_alone_is_as_good_as_its_digits),
          TEST(other_averages_follow_steps),
          TEST(exponential_cross_power_follows_steps),
          TEST(a_decay_that_is_no_rest_is_refused))
