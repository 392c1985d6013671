/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-octaves.c: claims about octaves, their fractions and their class. No
 * device is used.
 */
#include "clfft/spectrum.h"
#include "support/test.h"

#include <math.h>

/* IEC 61260-1:2014, 5.4: 1000 G^((2x+1)/(2b)) of an even b; edges G^(1/(2b)) to
   each side, so that 1 kHz is one of them. */
static void even_fractions_have_centers_between_the_odd_ones(void)
{
    static const clfft_band_scale scales[] = {
        CLFFT_BAND_SCALE_SIXTH_OCTAVE, CLFFT_BAND_SCALE_TWELFTH_OCTAVE,
        CLFFT_BAND_SCALE_TWENTY_FOURTH_OCTAVE};
    static const int fractions[] = {6, 12, 24};
    enum { n = 32768 };

    for (int s = 0; s < 3; s++) {
        const double b = fractions[s], g = pow(10, 0.3);
        const clfft_bands_desc desc = {
            .scale = scales[s], .n = n, .rate = 48000};
        clfft_bands bands;
        double *centers;
        unsigned above = 0;

        TEST_CHECK(clfft_band_scale_fraction(scales[s]) == b, "%d", s);
        TEST_REQUIRE(clfft_bands_fill(&desc, &bands, &centers) ==
                         CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        while (centers[above] < 1000)
            above++;
        for (unsigned i = 0; i < bands.n_bands; i++) {
            const double x = (double)i - above;
            const double want = 1000 * pow(g, (2 * x + 1) / (2 * b));

            TEST_CHECK(fabs(centers[i] / want - 1) < 1e-12,
                       "1/%g band %u: %.10g, not %.10g", b, i, centers[i],
                       want);
        }
        TEST_CHECK(centers[0] * (pow(g, .5 / b) - pow(g, -.5 / b)) >=
                           48000.0 / n &&
                       centers[0] * (pow(g, .5 / b) - pow(g, -.5 / b)) <
                           48000.0 / n * pow(g, 1 / b),
                   "1/%g begins at %g", b, centers[0]);
        free(centers);
        clfft_bands_clear(&bands);
    }
}

static void nominal_frequencies_name_their_bands(void)
{
    static const struct {
        double low, high;
        int scale, first, n_bands; /* exponent of 10^(1/10) from 1 kHz */
    } cases[] = {
        {20, 20000, CLFFT_BAND_SCALE_THIRD_OCTAVE, -17, 31},
        {31.5, 16000, CLFFT_BAND_SCALE_OCTAVE, -15, 10},
        {63, 12500, CLFFT_BAND_SCALE_THIRD_OCTAVE, -12, 24},
        {0, 31.5, CLFFT_BAND_SCALE_THIRD_OCTAVE, -24, 10},
        {19.95, 19.96, CLFFT_BAND_SCALE_THIRD_OCTAVE, -17, 1},
    };

    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        const clfft_bands_desc desc = {.scale = cases[c].scale,
                                       .n = 1 << 16,
                                       .rate = 48000,
                                       .low = cases[c].low,
                                       .high = cases[c].high};
        clfft_bands bands;
        double *centers;

        TEST_REQUIRE(clfft_bands_fill(&desc, &bands, &centers) ==
                         CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        TEST_CHECK((int)bands.n_bands == cases[c].n_bands &&
                       fabs(centers[0] / 1000 / pow(10, cases[c].first / 10.) -
                            1) < 1e-12,
                   "case %zu: %u bands from %g", c, bands.n_bands, centers[0]);
        free(centers);
        clfft_bands_clear(&bands);
    }
}

/* Made by octaves.worst_margins() of tests/gst/support, in double precision
   with numpy: the lowest centre in hertz at 48 kHz. */
static void the_lowest_bands_of_class_1_are_found(void)
{
    static const struct {
        clfft_window window;
        unsigned n;
        double lowest[5];
    } cases[] = {
        {CLFFT_WINDOW_HANN, 8192, {125.89, 100, 188.36, 344.75, 658.75}},
        {CLFFT_WINDOW_HANN, 5000, {251.19, 158.49, 298.54, 546.39, 1044.06}},
        {CLFFT_WINDOW_BLACKMAN_HARRIS,
         8192,
         {63.10, 125.89, 188.36, 409.73, 783.04}},
        {CLFFT_WINDOW_FLATTOP, 8192, {125.89, 199.53, 334.97, 649.38, 1240.9}},
        {CLFFT_WINDOW_RECT, 8192, {0, 0, 0, 0, 0}},
        {CLFFT_WINDOW_HAMMING, 8192, {0, 0, 0, 0, 0}},
    };
    static const clfft_band_scale scales[5] = {
        CLFFT_BAND_SCALE_OCTAVE, CLFFT_BAND_SCALE_THIRD_OCTAVE,
        CLFFT_BAND_SCALE_SIXTH_OCTAVE, CLFFT_BAND_SCALE_TWELFTH_OCTAVE,
        CLFFT_BAND_SCALE_TWENTY_FOURTH_OCTAVE};
    static double window[2 * 8192];

    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        clfft_window_fill(cases[c].window, 0, cases[c].n, window);
        memcpy(window + cases[c].n, window, cases[c].n * sizeof *window);
        for (int s = 0; s < 5; s++) {
            /* two that are equal are as one */
            const clfft_bands_desc desc = {.scale = scales[s],
                                           .n = cases[c].n,
                                           .rate = 48000,
                                           .n_tapers = s % 3};
            double lowest;

            TEST_CHECK(clfft_bands_class_1(&desc, window, cases[c].n,
                                           &lowest) == CLFFT_STATUS_OK &&
                           fabs(lowest - cases[c].lowest[s]) <=
                               1e-4 * cases[c].lowest[s],
                       "%s of %u, scale %d: from %.7g Hz, not %.7g",
                       clfft_window_name(cases[c].window), cases[c].n, s,
                       lowest, cases[c].lowest[s]);
        }
    }
}

TEST_MAIN(TEST(even_fractions_have_centers_between_the_odd_ones),
          TEST(nominal_frequencies_name_their_bands),
          TEST(the_lowest_bands_of_class_1_are_found))
