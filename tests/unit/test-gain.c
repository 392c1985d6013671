/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-gain.c: claims about scalings and weightings. No device is used.
 */
#include "clfft/spectrum.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

static double standard_parameter(clfft_window window)
{
    double standard = 0;

    clfft_window_parameter(window, &standard, NULL, NULL);
    return standard;
}

enum { N = 256 };

/* |X[k]| of x under the gain of `desc`, by definition. */
static void spectrum_of(const clfft_gain_desc *desc, const double *re,
                        const double *im, double *magnitude)
{
    double gain[N];
    unsigned n_bins = desc->sides == CLFFT_SIDES_ONE ? N / 2 + 1 : N;

    clfft_gain_fill(desc, gain);
    for (unsigned i = 0; i < n_bins; i++) {
        unsigned k = desc->sides == CLFFT_SIDES_CENTERED ? (i + N / 2) % N : i;
        double a = 0, b = 0;

        for (unsigned j = 0; j < desc->window_length; j++) {
            double t = 2 * M_PI * (j * k % N) / N, w = desc->window[j];
            a += w * (re[j] * cos(t) + im[j] * sin(t));
            b += w * (im[j] * cos(t) - re[j] * sin(t));
        }
        magnitude[i] = gain[i] * hypot(a, b);
    }
}

static void sine(double amplitude, unsigned bin, bool complex, double *re,
                 double *im)
{
    for (unsigned j = 0; j < N; j++) {
        re[j] = amplitude * cos(2 * M_PI * (j * bin % N) / N + 0.3);
        im[j] =
            complex ? amplitude * sin(2 * M_PI * (j * bin % N) / N + 0.3) : 0;
    }
}

static void amplitude_reads_a_sine_as_its_amplitude(void)
{
    double w[N], re[N], im[N], magnitude[N];

    /* the image at -64 bins lies far down every window's side lobes */
    sine(0.7, 64, false, re, im);
    for (int k = 0; k < CLFFT_N_WINDOWS; k++) {
        clfft_gain_desc desc = {.scaling = CLFFT_SCALING_AMPLITUDE,
                                .sides = CLFFT_SIDES_ONE,
                                .n = N,
                                .rate = 48000,
                                .window = w,
                                .window_length = N};

        clfft_window_fill(k, standard_parameter(k), N, w);
        spectrum_of(&desc, re, im, magnitude);
        TEST_CHECK(fabs(20 * log10(magnitude[64] / 0.7)) < 0.01, "%s: %.17g",
                   clfft_window_name(k), magnitude[64]);
        desc.sides = CLFFT_SIDES_TWO;
        spectrum_of(&desc, re, im, magnitude);
        TEST_CHECK(fabs(magnitude[64] - 0.35) < 4e-4 &&
                       fabs(magnitude[N - 64] - 0.35) < 4e-4,
                   "%s two-sided: %.17g", clfft_window_name(k), magnitude[64]);
    }
}

static void dc_and_nyquist_are_not_doubled(void)
{
    double w[N], re[N], im[N] = {0}, magnitude[N];
    clfft_gain_desc desc = {.sides = CLFFT_SIDES_ONE,
                            .n = N,
                            .rate = 8000,
                            .window = w,
                            .window_length = N};

    clfft_window_fill(CLFFT_WINDOW_HANN, 0, N, w);
    for (int s = CLFFT_SCALING_AMPLITUDE; s <= CLFFT_SCALING_POWER; s++) {
        desc.scaling = s;
        for (int j = 0; j < N; j++)
            re[j] = 0.5;
        spectrum_of(&desc, re, im, magnitude);
        TEST_CHECK(fabs(magnitude[0] - 0.5) < 1e-13, "%.17g", magnitude[0]);
        for (int j = 0; j < N; j++)
            re[j] = j % 2 ? -0.5 : 0.5;
        spectrum_of(&desc, re, im, magnitude);
        TEST_CHECK(fabs(magnitude[N / 2] - 0.5) < 1e-13, "%.17g",
                   magnitude[N / 2]);
    }
}

static void odd_lengths_have_no_nyquist_bin(void)
{
    double w[5] = {1, 1, 1, 1, 1}, gain[3];
    clfft_gain_desc desc = {.scaling = CLFFT_SCALING_AMPLITUDE,
                            .sides = CLFFT_SIDES_ONE,
                            .n = 5,
                            .rate = 5,
                            .window = w,
                            .window_length = 5};

    clfft_gain_fill(&desc, gain);
    TEST_CHECK(fabs(gain[0] - 0.2) < 1e-15 && fabs(gain[1] - 0.4) < 1e-15 &&
                   fabs(gain[2] - 0.4) < 1e-15,
               "%g %g %g", gain[0], gain[1], gain[2]);
}

static void power_reads_the_mean_square(void)
{
    double w[N], re[N], im[N], magnitude[N];
    clfft_gain_desc desc = {.scaling = CLFFT_SCALING_POWER,
                            .sides = CLFFT_SIDES_ONE,
                            .n = N,
                            .rate = 48000,
                            .window = w,
                            .window_length = N};

    clfft_window_fill(CLFFT_WINDOW_HANN, 0, N, w);
    sine(1, 10, false, re, im);
    spectrum_of(&desc, re, im, magnitude);
    TEST_CHECK(fabs(magnitude[10] * magnitude[10] - 0.5) < 1e-13, "%.17g",
               magnitude[10]);
}

/* sum of density x bin width = mean square weighted by w^2 (Parseval). */
static void psd_integrates_to_the_mean_square(void)
{
    double w[N], re[N], im[N] = {0}, magnitude[N];
    clfft_gain_desc desc = {
        .scaling = CLFFT_SCALING_PSD, .n = N, .rate = 44100, .window = w};

    for (unsigned length = N - 7; length <= N; length += 7) {
        double power = 0, squares = 0;

        desc.window_length = length; /* the rest is zero padding */
        clfft_window_fill(CLFFT_WINDOW_HAMMING, 0, length, w);
        for (unsigned j = 0; j < length; j++) {
            re[j] = test_uniform();
            power += w[j] * w[j] * re[j] * re[j];
            squares += w[j] * w[j];
        }
        power /= squares;
        for (int s = CLFFT_SIDES_ONE; s <= CLFFT_SIDES_CENTERED; s++) {
            unsigned n_bins = s == CLFFT_SIDES_ONE ? N / 2 + 1 : N;
            double sum = 0;

            desc.sides = s;
            spectrum_of(&desc, re, im, magnitude);
            for (unsigned i = 0; i < n_bins; i++)
                sum += magnitude[i] * magnitude[i] * desc.rate / N;
            TEST_CHECK(fabs(sum / power - 1) < 1e-12,
                       "sides %d: %.17g of %.17g", s, sum, power);
        }
    }
}

static void legacy_divides_by_the_length_alone(void)
{
    double w[N], gain[N / 2 + 1];
    clfft_gain_desc desc = {.scaling = CLFFT_SCALING_LEGACY,
                            .sides = CLFFT_SIDES_ONE,
                            .n = N,
                            .rate = 48000,
                            .window = w,
                            .window_length = N};

    clfft_window_fill(CLFFT_WINDOW_HAMMING_EXACT, 0, N, w);
    clfft_gain_fill(&desc, gain);
    for (int k = 0; k <= N / 2; k++)
        TEST_CHECK(gain[k] == 1.0 / N, "[%d] %g", k, gain[k]);
    desc.scaling = CLFFT_SCALING_NONE;
    clfft_gain_fill(&desc, gain);
    for (int k = 0; k <= N / 2; k++)
        TEST_CHECK(gain[k] == 1.0, "[%d] %g", k, gain[k]);
}

static void complex_input_is_never_doubled(void)
{
    double w[N], re[N], im[N], magnitude[N];
    clfft_gain_desc desc = {.scaling = CLFFT_SCALING_AMPLITUDE,
                            .sides = CLFFT_SIDES_CENTERED,
                            .n = N,
                            .rate = 1e6,
                            .window = w,
                            .window_length = N,
                            .complex_input = true};

    clfft_window_fill(CLFFT_WINDOW_HANN, 0, N, w);
    sine(0.7, N - 5, true, re, im); /* -5 bins */
    spectrum_of(&desc, re, im, magnitude);
    TEST_CHECK(fabs(magnitude[N / 2 - 5] - 0.7) < 1e-13, "%.17g",
               magnitude[N / 2 - 5]);
    TEST_CHECK(magnitude[N / 2 + 5] < 1e-13, "%.17g", magnitude[N / 2 + 5]);
}

/*
 * IEC 61672-1:2013 table 3 (A, C), IEC 60651 table IV (B), IEC 60537 table 1
 * (D), decibels to one place at the exact frequencies 1000 * 10^(n/10);
 * NAN where the table has no such row.
 */
static void weighting_equals_the_standards_tables(void)
{
    static const struct {
        int n;
        double db[4];
    } table[] = {
        {-20, {-70.4, -38.2, -14.3, NAN}}, {-17, {-50.5, -24.2, -6.2, NAN}},
        {-15, {-39.4, -17.1, -3.0, NAN}},  {-13, {-30.2, -11.6, -1.3, -12.8}},
        {-12, {-26.2, -9.3, -0.8, -10.9}}, {-10, {-19.1, -5.6, -0.3, -7.2}},
        {-9, {-16.1, -4.2, -0.2, -5.5}},   {-7, {-10.9, -2.0, 0.0, -2.6}},
        {-6, {-8.6, -1.3, 0.0, -1.6}},     {-3, {-3.2, -0.3, 0.0, -0.3}},
        {-1, {-0.8, 0.0, 0.0, -0.6}},      {0, {0.0, 0.0, 0.0, 0.0}},
        {1, {0.6, 0.0, 0.0, 2.0}},         {3, {1.2, -0.1, -0.2, 7.9}},
        {5, {1.2, -0.4, -0.5, 11.5}},      {6, {1.0, -0.7, -0.8, 11.1}},
        {9, {-1.1, -2.9, -3.0, 5.5}},      {10, {-2.5, -4.3, -4.4, 3.4}},
        {12, {-6.6, -8.4, -8.5, NAN}},     {13, {-9.3, -11.1, -11.2, NAN}},
    };

    for (size_t r = 0; r < sizeof table / sizeof table[0]; r++) {
        double f = 1000 * pow(10, table[r].n / 10.0);

        for (int c = 0; c < 4; c++) {
            double gain = clfft_weighting_gain(CLFFT_WEIGHTING_A + c, f);
            double db = 20 * log10(gain), want = table[r].db[c];

            TEST_CHECK(
                isnan(want) || fabs(db - want) < 0.0501 + 0.05 * (c == 3),
                "%c at %.1f Hz: %.3f dB, not %.1f", "ABCD"[c], f, db, want);
        }
    }
}

static void weighting_is_one_at_1_khz_and_zero_at_dc(void)
{
    for (int c = CLFFT_WEIGHTING_A; c <= CLFFT_WEIGHTING_D; c++) {
        TEST_CHECK(clfft_weighting_gain(c, 1000) == 1, "%d", c);
        TEST_CHECK(clfft_weighting_gain(c, 0) == 0, "%d", c);
        TEST_CHECK(clfft_weighting_gain(c, -250) ==
                       clfft_weighting_gain(c, 250),
                   "%d", c);
    }
    TEST_CHECK(clfft_weighting_gain(CLFFT_WEIGHTING_NONE, 0) == 1, "none");
}

static void weighting_multiplies_the_scaling_of_each_bin(void)
{
    static const clfft_sides sides[] = {CLFFT_SIDES_ONE, CLFFT_SIDES_TWO,
                                        CLFFT_SIDES_CENTERED};
    double w[N], plain[N], weighted[N];

    clfft_window_fill(CLFFT_WINDOW_HANN, 0, N, w);
    for (int s = 0; s < 3; s++) {
        clfft_gain_desc desc = {.scaling = CLFFT_SCALING_AMPLITUDE,
                                .sides = sides[s],
                                .n = N,
                                .rate = N * 1000.0,
                                .window = w,
                                .window_length = N};
        int n_bins = sides[s] == CLFFT_SIDES_ONE ? N / 2 + 1 : N;

        clfft_gain_fill(&desc, plain);
        desc.weighting = CLFFT_WEIGHTING_A;
        clfft_gain_fill(&desc, weighted);
        for (int i = 0; i < n_bins; i++) {
            int k = sides[s] == CLFFT_SIDES_CENTERED ? i - N / 2 : i;
            double f = (k > N / 2 ? k - N : k) * 1000.0;
            double want = plain[i] * clfft_weighting_gain(CLFFT_WEIGHTING_A, f);

            TEST_CHECK(fabs(weighted[i] - want) <= 1e-15, "sides %d [%d]",
                       sides[s], i);
        }
    }
}

/* Whatever it is used for: the mean of equal ones is one of them. */
static void tapers_that_are_one_window_count_as_that(void)
{
    for (int draw = 0; draw < 60; draw++) {
        double w[5 * N], one[N], many[N];
        clfft_gain_desc desc = {
            .scaling = (clfft_scaling)(test_random() % 5),
            .weighting = (clfft_weighting)(test_random() % 6),
            .sides = CLFFT_SIDES_ONE,
            .n = N,
            .rate = 48000,
            .window = w,
            .window_length = N / 2 + test_random() % (N / 2),
            .for_sums = test_random() % 2};
        const uint64_t n_tapers = 2 + test_random() % 4;
        double factor;

        clfft_window_fill(CLFFT_WINDOW_HANN, 0, desc.window_length, w);
        for (uint64_t t = 1; t < n_tapers; t++)
            memcpy(w + t * desc.window_length, w,
                   desc.window_length * sizeof *w);
        clfft_gain_fill(&desc, one);
        factor = clfft_band_factor(&desc);
        desc.n_tapers = n_tapers;
        clfft_gain_fill(&desc, many);
        for (unsigned i = 0; i <= N / 2; i++)
            TEST_CHECK(fabs(many[i] - one[i]) <= 1e-14 * fabs(one[i]),
                       "scaling %d, %u tapers, bin %u: %.17g and %.17g",
                       (int)desc.scaling, (unsigned)n_tapers, i, many[i],
                       one[i]);
        TEST_CHECK(fabs(clfft_band_factor(&desc) / factor - 1) < 1e-14,
                   "scaling %d: %g of bands", (int)desc.scaling, factor);
    }
}

/* A zoom of the bins of the length, but those before `first`. */
static void bins_of_a_zoom_have_the_gain_of_their_frequency(void)
{
    double w[N], plain[N / 2 + 1], zoomed[N / 2 + 1];

    TEST_REQUIRE(!clfft_window_fill(CLFFT_WINDOW_HANN, 0, N, w), "no window");
    for (int i = 0; i < 100; i++) {
        const unsigned first = (unsigned)(test_random() % (N / 2));
        clfft_gain_desc desc = {.scaling = (clfft_scaling)(test_random() % 5),
                                .weighting =
                                    (clfft_weighting)(test_random() % 5),
                                .sides = CLFFT_SIDES_ONE,
                                .n = N,
                                .rate = 8000 + test_random() % 90000,
                                .window = w,
                                .window_length = N,
                                .for_sums = test_random() % 2};
        const double factor = clfft_band_factor(&desc);

        clfft_gain_fill(&desc, plain);
        desc.zoom = (clfft_zoom){N / 2 + 1 - first, first / (double)N, 1. / N};
        clfft_gain_fill(&desc, zoomed);
        for (unsigned k = first; k <= N / 2; k++)
            TEST_CHECK(fabs(zoomed[k - first] - plain[k]) <= 1e-9 * plain[k],
                       "bin %u: %g, not %g", k, zoomed[k - first], plain[k]);
        TEST_CHECK(fabs(clfft_band_factor(&desc) - factor) <= 1e-12 * factor,
                   "factor");
        desc.zoom.step /= 3; /* as many bins more have to be summed */
        TEST_CHECK(fabs(3 * clfft_band_factor(&desc) - factor) <=
                       1e-12 * factor,
                   "factor of a third");
        desc.sides = CLFFT_SIDES_TWO;
        clfft_gain_fill(&desc, zoomed);
        desc.complex_input = true;
        clfft_gain_fill(&desc, plain);
        TEST_CHECK(!memcmp(plain, zoomed, desc.zoom.n_bins * sizeof *plain),
                   "two sides are doubled");
    }
}

TEST_MAIN(TEST(bins_of_a_zoom_have_the_gain_of_their_frequency),
          TEST(amplitude_reads_a_sine_as_its_amplitude),
          TEST(dc_and_nyquist_are_not_doubled),
          TEST(odd_lengths_have_no_nyquist_bin),
          TEST(power_reads_the_mean_square),
          TEST(psd_integrates_to_the_mean_square),
          TEST(legacy_divides_by_the_length_alone),
          TEST(complex_input_is_never_doubled),
          TEST(weighting_equals_the_standards_tables),
          TEST(weighting_is_one_at_1_khz_and_zero_at_dc),
          TEST(weighting_multiplies_the_scaling_of_each_bin),
          TEST(tapers_that_are_one_window_count_as_that))
