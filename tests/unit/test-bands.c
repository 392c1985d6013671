/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-bands.c: claims about bands. No device is used.
 */
#include "clfft/spectrum.h"
#include "support/test.h"

#include <math.h>

static clfft_status fill(clfft_band_scale scale, unsigned n_bands, uint64_t n,
                         double rate, clfft_bands *bands, double **centers)
{
    const clfft_bands_desc desc = {
        .scale = scale, .n_bands = n_bands, .n = n, .rate = rate};

    return clfft_bands_fill(&desc, bands, centers);
}

/* Sum over the bands of each bin's weights. */
static void share_out(const clfft_bands *bands, double *total, uint64_t n_bins)
{
    memset(total, 0, n_bins * sizeof *total);
    for (unsigned b = 0; b < bands->n_bands; b++)
        for (uint32_t i = bands->first[b]; i < bands->first[b + 1]; i++)
            total[bands->start[b] + (i - bands->first[b])] += bands->weight[i];
}

static void bands_share_out_every_bin_once(void)
{
    clfft_status status;
    static const struct {
        clfft_band_scale scale;
        unsigned n_bands;
        uint64_t n;
        double rate;
    } cases[] = {
        {CLFFT_BAND_SCALE_BINS, 7, 100, 48000},
        {CLFFT_BAND_SCALE_BINS, 51, 101, 48000},
        {CLFFT_BAND_SCALE_BINS, 513, 1024, 48000},
        {CLFFT_BAND_SCALE_BARK, 24, 1024, 48000},
        {CLFFT_BAND_SCALE_BARK, 500, 999, 8000},
        {CLFFT_BAND_SCALE_BARK, 1, 64, 192000},
        {CLFFT_BAND_SCALE_ERB, 40, 1000, 44100},
        {CLFFT_BAND_SCALE_ERB, 3, 7, 100},
    };
    double total[600];

    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        clfft_bands bands;

        status = fill(cases[c].scale, cases[c].n_bands, cases[c].n,
                      cases[c].rate, &bands, NULL);
        TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
        share_out(&bands, total, cases[c].n / 2 + 1);
        for (uint64_t k = 0; k <= cases[c].n / 2; k++)
            TEST_CHECK(fabs(total[k] - 1) < 1e-12, "case %zu bin %d: %.17g", c,
                       (int)k, total[k]);
        clfft_bands_clear(&bands);
    }
}

static void log_bands_share_out_all_above_their_lowest_edge(void)
{
    clfft_status status;
    enum { n = 4096 };
    static double total[n / 2 + 1];
    clfft_bands bands;
    double *centers;

    status = fill(CLFFT_BAND_SCALE_LOG, 30, n, 48000, &bands, &centers);
    TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
    share_out(&bands, total, n / 2 + 1);
    /* 23.4375 Hz is exactly two bins: half of bin 2 lies above it */
    TEST_CHECK(total[0] == 0 && total[1] == 0, "%g %g", total[0], total[1]);
    TEST_CHECK(fabs(total[2] - 0.5) < 1e-12, "%.17g", total[2]);
    for (int k = 3; k <= n / 2; k++)
        TEST_CHECK(fabs(total[k] - 1) < 1e-12, "bin %d: %.17g", k, total[k]);
    for (int b = 0; b < 30; b++)
        TEST_CHECK(fabs(centers[b] / (23.4375 * exp2((b + 0.5) / 3)) - 1) <
                       1e-12,
                   "centre %d: %.17g", b, centers[b]);
    free(centers);
    clfft_bands_clear(&bands);
}

/* IEC 61260-1:2014 table E.1: 1000 * 10^(3x/10) and 1000 * 10^(x/10). */
static void octave_centers_are_the_standards(void)
{
    clfft_status status;
    static const struct {
        clfft_band_scale scale;
        int step, lowest, n_bands;
    } cases[] = {
        /* df = 2.93 Hz: octaves of 0.7046 fm from 7.94, up to 15849 */
        {CLFFT_BAND_SCALE_OCTAVE, 3, -7, 12},
        /* thirds of 0.2307 fm from 15.85 Hz up to 19953 */
        {CLFFT_BAND_SCALE_THIRD_OCTAVE, 1, -18, 32},
    };

    for (int c = 0; c < 2; c++) {
        clfft_bands bands;
        double *centers;

        status = fill(cases[c].scale, 0, 16384, 48000, &bands, &centers);
        TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
        TEST_CHECK((int)bands.n_bands == cases[c].n_bands, "%u bands from %g",
                   bands.n_bands, centers[0]);
        for (unsigned b = 0; b < bands.n_bands; b++) {
            double want = 1000 * pow(10, cases[c].step *
                                             (cases[c].lowest + (int)b) / 10.0);
            double width = 0, half = pow(10, cases[c].step / 20.0);

            TEST_CHECK(fabs(centers[b] / want - 1) < 1e-12,
                       "%u: %.10g, not %.10g", b, centers[b], want);
            for (uint32_t i = bands.first[b]; i < bands.first[b + 1]; i++)
                width += bands.weight[i] * 48000 / 16384;
            TEST_CHECK(fabs(width / (want * (half - 1 / half)) - 1) < 1e-12,
                       "band %u is %.17g Hz wide", b, width);
        }
        free(centers);
        clfft_bands_clear(&bands);
    }
}

static void ranges_begin_and_end_where_they_say(void)
{
    enum { n = 4096 };
    static double total[n / 2 + 1];

    for (int i = 0; i < 60; i++) {
        static const clfft_band_scale scales[] = {
            CLFFT_BAND_SCALE_BINS, CLFFT_BAND_SCALE_LOG, CLFFT_BAND_SCALE_BARK,
            CLFFT_BAND_SCALE_ERB};
        const clfft_bands_desc desc = {.scale = scales[i % 4],
                                       .n_bands = 1 + i,
                                       .n = n,
                                       .rate = n, /* bins 1 Hz apart */
                                       .low = 100 * test_uniform() + 100,
                                       .high =
                                           1000 * fabs(test_uniform()) + 1000};
        clfft_bands bands;

        TEST_REQUIRE(clfft_bands_fill(&desc, &bands, NULL) == CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        share_out(&bands, total, n / 2 + 1);
        for (int k = 1; k < n / 2; k++) {
            double inside = fmin(k + 0.5, desc.high) - fmax(k - 0.5, desc.low);
            double want = desc.scale == CLFFT_BAND_SCALE_BINS
                              ? k >= desc.low && k <= desc.high
                              : fmax(inside, 0);

            TEST_CHECK(fabs(total[k] - want) < 1e-9,
                       "scale %d, %g to %g: bin %d has %g", (int)desc.scale,
                       desc.low, desc.high, k, total[k]);
        }
        clfft_bands_clear(&bands);
    }
}

static void ranges_that_hold_no_band_are_refused(void)
{
    static const struct {
        int scale, n_bands;
        double low, high;
        const char *says;
    } cases[] = {
        {CLFFT_BAND_SCALE_LOG, 3, 200, 100, "do not rise"},
        {CLFFT_BAND_SCALE_LOG, 3, 200, 200, "do not rise"},
        {CLFFT_BAND_SCALE_LOG, 3, 0, 20, "do not rise"},
        {CLFFT_BAND_SCALE_BARK, 3, -1, 0, "not within"},
        {CLFFT_BAND_SCALE_BARK, 3, NAN, 0, "not within"},
        {CLFFT_BAND_SCALE_BARK, 3, 0, NAN, "not within"},
        {CLFFT_BAND_SCALE_BARK, 3, 24000, 0, "not within"},
        {CLFFT_BAND_SCALE_BARK, 3, 0, 24001, "not within"},
        {CLFFT_BAND_SCALE_BINS, 4, 1000, 1100, "2 bins"},
        {CLFFT_BAND_SCALE_OCTAVE, 0, 10, 20, "no octave band from 10 to 20"},
    };

    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        const clfft_bands_desc desc = {.scale = cases[c].scale,
                                       .n_bands = cases[c].n_bands,
                                       .n = 1024,
                                       .rate = 48000,
                                       .low = cases[c].low,
                                       .high = cases[c].high};
        clfft_bands bands;

        TEST_CHECK(clfft_bands_fill(&desc, &bands, NULL) ==
                           CLFFT_STATUS_INVALID &&
                       strstr(clfft_last_error(), cases[c].says),
                   "case %zu: %s", c, clfft_last_error());
    }
}

/*
 * HTK's m = 2595 log10(1 + f/700): 1000 Hz is 999.99 mel; triangles linear in
 * hertz, as librosa.filters.mel(htk=True, norm=None) has them.
 */
static void mel_bands_are_htk_triangles(void)
{
    clfft_status status;
    enum { n_bands = 40, n = 2048 };
    clfft_bands bands;
    double *centers, top = 2595 * log10(1 + 8000 / 700.0);
    static double total[n / 2 + 1];

    status = fill(CLFFT_BAND_SCALE_MEL, n_bands, n, 16000, &bands, &centers);
    TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
    for (int b = 0; b < n_bands; b++) {
        double edge[3];

        for (int e = 0; e < 3; e++)
            edge[e] = 700 * (pow(10, top * (b + e) / (n_bands + 1) / 2595) - 1);
        TEST_CHECK(fabs(centers[b] - edge[1]) < 1e-9, "%.17g", centers[b]);
        for (uint32_t i = bands.first[b]; i < bands.first[b + 1]; i++) {
            double f = (bands.start[b] + (i - bands.first[b])) * 16000.0 / n;
            double want = fmax(0, fmin((f - edge[0]) / (edge[1] - edge[0]),
                                       (edge[2] - f) / (edge[2] - edge[1])));

            TEST_CHECK(fabs(bands.weight[i] - want) < 1e-12, "band %d at %g Hz",
                       b, f);
        }
    }
    share_out(&bands, total, n / 2 + 1);
    for (int k = 0; k <= n / 2; k++) {
        double f = k * 16000.0 / n;
        bool inside = f >= centers[0] && f <= centers[n_bands - 1];

        TEST_CHECK(!inside || fabs(total[k] - 1) < 1e-12, "bin %d: %.17g", k,
                   total[k]);
    }
    free(centers);
    clfft_bands_clear(&bands);
}

/* librosa.filters.mel(sr=16000, n_fft=400, n_mels=80), its peaks and where they
   are, and TensorFlow's linear_to_mel_weight_matrix(64, 257, 16000, 125, 7500),
   of librosa 0.10.2 and TensorFlow 2.21. */
static void mel_bands_are_librosas_and_tensorflows(void)
{
    static const struct {
        clfft_bands_desc desc;
        unsigned band, bin;
        double weight;
    } cases[] = {
        {{.n_bands = 80,
          .n = 400,
          .rate = 16000,
          .mel_scale = CLFFT_MEL_SCALE_SLANEY,
          .mel_norm = CLFFT_MEL_NORM_SLANEY},
         0,
         1,
         0.024862595},
        {{.n_bands = 80,
          .n = 400,
          .rate = 16000,
          .mel_scale = CLFFT_MEL_SCALE_SLANEY,
          .mel_norm = CLFFT_MEL_NORM_SLANEY},
         40,
         43,
         0.014735566},
        {{.n_bands = 80,
          .n = 400,
          .rate = 16000,
          .mel_scale = CLFFT_MEL_SCALE_SLANEY,
          .mel_norm = CLFFT_MEL_NORM_SLANEY},
         79,
         192,
         0.0031647119},
        {{.n_bands = 64,
          .n = 512,
          .rate = 16000,
          .low = 125,
          .high = 7500,
          .mel_scale = CLFFT_MEL_SCALE_KALDI},
         0,
         5,
         0.9476916},
        {{.n_bands = 64,
          .n = 512,
          .rate = 16000,
          .low = 125,
          .high = 7500,
          .mel_scale = CLFFT_MEL_SCALE_KALDI},
         63,
         231,
         0.98782295},
    };

    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        clfft_bands_desc desc = cases[c].desc;
        const unsigned band = cases[c].band;
        clfft_bands bands;

        desc.scale = CLFFT_BAND_SCALE_MEL;
        TEST_REQUIRE(clfft_bands_fill(&desc, &bands, NULL) == CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        const double weight =
            bands.weight[bands.first[band] + cases[c].bin - bands.start[band]];
        TEST_CHECK(fabs(weight / cases[c].weight - 1) < 1e-5,
                   "case %zu: %.9g, not %.9g", c, weight, cases[c].weight);
        clfft_bands_clear(&bands);
    }
}

/* Equal steps from 0 Hz to Nyquist on the published scales. */
static void bark_and_erb_centers_follow_their_formulae(void)
{
    enum { n_bands = 20 };
    clfft_bands bands;
    double *centers;

    fill(CLFFT_BAND_SCALE_ERB, n_bands, 4096, 40000, &bands, &centers);
    for (int b = 0; b < n_bands; b++) {
        double top = 21.4 * log10(1 + 0.00437 * 20000);
        double e = 21.4 * log10(1 + 0.00437 * centers[b]);

        TEST_CHECK(fabs(e - top * (b + 0.5) / n_bands) < 1e-9, "%d: %g", b, e);
    }
    free(centers);
    clfft_bands_clear(&bands);
    fill(CLFFT_BAND_SCALE_BARK, n_bands, 4096, 40000, &bands, &centers);
    for (int b = 0; b < n_bands; b++) {
        double edge[3] = {0, centers[b], 20000}, z[3];

        for (int e = 0; e < 3; e++) {
            z[e] = 26.81 * edge[e] / (1960 + edge[e]) - 0.53;
            if (z[e] < 2)
                z[e] += 0.15 * (2 - z[e]);
            else if (z[e] > 20.1)
                z[e] += 0.22 * (z[e] - 20.1);
        }
        TEST_CHECK(fabs(z[1] - (z[0] + (z[2] - z[0]) * (b + 0.5) / n_bands)) <
                       1e-9,
                   "%d: %g", b, z[1]);
    }
    free(centers);
    clfft_bands_clear(&bands);
}

static void a_factor_multiplies_every_weight(void)
{
    for (int scale = 0; scale <= CLFFT_BAND_SCALE_TWENTY_FOURTH_OCTAVE;
         scale++) {
        const bool octaves = clfft_band_scale_fraction(scale) > 0;
        clfft_bands_desc desc = {.scale = scale,
                                 .n_bands = octaves ? 0 : 9,
                                 .n = 2500,
                                 .rate = 44100};
        clfft_bands plain, scaled;

        TEST_CHECK(clfft_bands_fill(&desc, &plain, NULL) == CLFFT_STATUS_OK,
                   "%s", clfft_last_error());
        desc.factor = 0.3;
        TEST_CHECK(clfft_bands_fill(&desc, &scaled, NULL) == CLFFT_STATUS_OK,
                   "%s", clfft_last_error());
        for (uint32_t i = 0; i < plain.first[plain.n_bands]; i++)
            TEST_CHECK(scaled.weight[i] == 0.3 * plain.weight[i],
                       "scale %d weight %u: %.17g, not 0.3 of %.17g", scale, i,
                       scaled.weight[i], plain.weight[i]);
        clfft_bands_clear(&plain);
        clfft_bands_clear(&scaled);
    }
    for (int i = 0; i < 3; i++) {
        const double wrong[3] = {-1, NAN, INFINITY};
        const clfft_bands_desc desc = {
            .n_bands = 9, .n = 2500, .rate = 44100, .factor = wrong[i]};
        clfft_bands bands;

        TEST_CHECK(clfft_bands_fill(&desc, &bands, NULL) ==
                           CLFFT_STATUS_INVALID &&
                       strstr(clfft_last_error(), "factor"),
                   "factor %g: %s", wrong[i], clfft_last_error());
    }
}

static void band_errors_say_why(void)
{
    static const struct {
        clfft_band_scale scale;
        unsigned n_bands;
        uint64_t n;
        double rate;
        const char *says;
    } cases[] = {
        {CLFFT_BAND_SCALE_BINS, 514, 1024, 48000, "514 bands"},
        {CLFFT_BAND_SCALE_BINS, 0, 1024, 48000, "1 band or more"},
        {CLFFT_BAND_SCALE_LOG, 0, 1024, 48000, "1 band or more"},
        {CLFFT_BAND_SCALE_MEL, 0, 1024, 48000, "1 band or more"},
        {CLFFT_BAND_SCALE_BARK, 0, 1024, 48000, "1 band or more"},
        {CLFFT_BAND_SCALE_ERB, 0, 1024, 48000, "1 band or more"},
        {CLFFT_BAND_SCALE_OCTAVE, 5, 1024, 48000, "not 5"},
        {CLFFT_BAND_SCALE_THIRD_OCTAVE, 5, 1024, 48000, "not 5"},
        {CLFFT_BAND_SCALE_OCTAVE, 0, 2, 48000, "no octave band fits"},
        {CLFFT_BAND_SCALE_THIRD_OCTAVE, 0, 8, 48000, "no third-octave band"},
        {CLFFT_BAND_SCALE_LOG, 5, 1024, 0, "rate"},
        {CLFFT_BAND_SCALE_LOG, 5, 1024, NAN, "rate"},
        {CLFFT_BAND_SCALE_LOG, 5, 1024, INFINITY, "rate"},
        {CLFFT_BAND_SCALE_LOG, 1, 1, 48000, "points"},
        {CLFFT_BAND_SCALE_TWENTY_FOURTH_OCTAVE + 1, 5, 1024, 48000, "unknown"},
    };

    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        clfft_bands bands = {.n_bands = 1};
        double *centers = (double *)&bands;

        TEST_CHECK(fill(cases[c].scale, cases[c].n_bands, cases[c].n,
                        cases[c].rate, &bands,
                        &centers) == CLFFT_STATUS_INVALID,
                   "case %zu", c);
        TEST_CHECK(strstr(clfft_last_error(), cases[c].says) != NULL,
                   "case %zu: \"%s\" lacks \"%s\"", c, clfft_last_error(),
                   cases[c].says);
        TEST_CHECK(bands.n_bands == 0 && bands.weight == NULL &&
                       centers == NULL,
                   "case %zu leaves results", c);
    }
}

/* Each weight by its formula, whether or not a triangle has one. */
static void check_triangles(const clfft_bands_desc *desc,
                            const clfft_bands *bands, unsigned *n_empty)
{
    const double bin = desc->rate / desc->n;
    const double high = desc->high ? desc->high : desc->rate / 2;
    const double from = 2595 * log10(1 + desc->low / 700);
    const double step =
        (2595 * log10(1 + high / 700) - from) / (desc->n_bands + 1);

    for (unsigned b = 0; b < desc->n_bands; b++) {
        double edge[3], most = 0;
        uint32_t n = bands->first[b + 1] - bands->first[b], found = 0;

        for (int e = 0; e < 3; e++)
            edge[e] = 700 * (pow(10, (from + (b + e) * step) / 2595) - 1);
        *n_empty += n == 0;
        TEST_CHECK(bands->start[b] + n <= desc->n / 2 + 1, "band %u", b);
        for (uint64_t k = 0; k <= desc->n / 2; k++) {
            double f = k * bin, got = 0;
            double want = fmax(0, fmin((f - edge[0]) / (edge[1] - edge[0]),
                                       (edge[2] - f) / (edge[2] - edge[1])));

            if (k >= bands->start[b] && k < bands->start[b] + (uint64_t)n)
                got = bands->weight[bands->first[b] + (k - bands->start[b])];
            found += got != 0;
            most = fmax(most, fabs(got - want));
        }
        TEST_CHECK(most < 1e-9 && found <= n, "band %u of %u is off by %g", b,
                   desc->n_bands, most);
    }
}

static void triangles_between_two_bins_weigh_nothing(void)
{
    unsigned n_empty = 0;

    for (int i = 0; i < 60; i++) {
        clfft_bands_desc desc = {.scale = CLFFT_BAND_SCALE_MEL,
                                 .n = 16 + test_random() % 2000,
                                 .rate = 1000 + test_random() % 95000};
        clfft_bands bands;

        desc.n_bands = 1 + test_random() % (desc.n / 2 + 1);
        desc.low = desc.rate / 2 * (test_random() % 900) / 1000;
        if (i % 3 == 0)
            desc.high = desc.low + desc.rate / desc.n / 3;
        TEST_REQUIRE(clfft_bands_fill(&desc, &bands, NULL) == CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        TEST_CHECK(bands.weight != NULL, "no weights at all");
        check_triangles(&desc, &bands, &n_empty);
        clfft_bands_clear(&bands);
    }
    TEST_CHECK(n_empty > 100, "only %u were empty", n_empty);
}

/* Those of the same bins, counted from another first one. */
static void check_zoom(const clfft_bands_desc *desc, uint64_t first,
                       uint64_t n_bins)
{
    const double step = 1. / (double)desc->n;
    clfft_bands_desc zoomed = *desc;
    clfft_bands plain, bands;
    double *plain_centers = NULL, *centers = NULL;

    zoomed.zoom = (clfft_zoom){n_bins, (double)first * step, step};
    TEST_REQUIRE(
        clfft_bands_fill(desc, &plain, &plain_centers) == CLFFT_STATUS_OK &&
            clfft_bands_fill(&zoomed, &bands, &centers) == CLFFT_STATUS_OK,
        "scale %d: %s", (int)desc->scale, clfft_last_error());
    TEST_REQUIRE(bands.n_bands == plain.n_bands, "scale %d: %u, not %u",
                 (int)desc->scale, bands.n_bands, plain.n_bands);
    for (unsigned b = 0; b < bands.n_bands; b++) {
        const uint32_t n = plain.first[b + 1] - plain.first[b];

        TEST_CHECK(fabs(centers[b] - plain_centers[b]) < 1e-6 &&
                       bands.first[b + 1] - bands.first[b] == n &&
                       (!n || bands.start[b] + first == plain.start[b]),
                   "scale %d, band %u", (int)desc->scale, b);
        for (uint32_t i = 0; i < n; i++)
            TEST_CHECK(fabs(bands.weight[bands.first[b] + i] -
                            plain.weight[plain.first[b] + i]) < 1e-9,
                       "scale %d, band %u, weight %u", (int)desc->scale, b, i);
    }
    free(centers);
    free(plain_centers);
    clfft_bands_clear(&bands);
    clfft_bands_clear(&plain);
}

/* Of a length whose bins' frequencies are exact. */
static void bands_of_a_zoom_are_those_of_its_bins(void)
{
    for (int i = 0; i < 100; i++) {
        clfft_bands_desc desc = {.scale = (clfft_band_scale)(i % 10),
                                 .n = UINT64_C(4096) << test_random() % 4,
                                 .rate = 8000 + test_random() % 90000};
        const uint64_t first = desc.n / 64 + test_random() % (desc.n / 64);
        const uint64_t n_bins = desc.n / 4 + test_random() % (desc.n / 8);
        const double bin = desc.rate / (double)desc.n;

        if (!clfft_band_scale_fraction(desc.scale))
            desc.n_bands = 1 + test_random() % 20;
        /* with room around for the octaves that hold these */
        desc.low = ((double)first * 2.1 + test_uniform()) * bin;
        desc.high = ((double)(first + n_bins) / 2.1 + test_uniform()) * bin;
        check_zoom(&desc, first, n_bins);
    }
}

static void zooms_without_bands_are_refused(void)
{
    static const clfft_zoom zooms[] = {{10, -0.01, 0.001},
                                       {10, 0.1, -0.001},
                                       {10, 0.1, 0},
                                       {10, 0.495, 0.001},
                                       {3, 0.1, 0.001}};
    clfft_bands_desc desc = {
        .scale = CLFFT_BAND_SCALE_BARK, .n_bands = 4, .n = 64, .rate = 48000};
    clfft_bands bands;

    for (size_t i = 0; i < COUNT(zooms); i++) {
        desc.zoom = zooms[i];
        TEST_CHECK(clfft_bands_fill(&desc, &bands, NULL) ==
                       CLFFT_STATUS_INVALID,
                   "zoom %zu", i);
    }
}

static clfft_bands_desc draw_desc(void)
{
    const clfft_band_scale scale =
        (clfft_band_scale)test_draw(0, CLFFT_BAND_SCALE_TWENTY_FOURTH_OCTAVE);
    clfft_bands_desc desc = {
        .scale = scale,
        .n = test_draw(64, 5000),
        .rate = test_draw(8000, 96000),
        .mel_scale = (clfft_mel_scale)test_draw(0, CLFFT_MEL_SCALE_KALDI),
        .mel_norm = (clfft_mel_norm)test_draw(0, CLFFT_MEL_NORM_SLANEY)};

    if (!clfft_band_scale_fraction(scale))
        desc.n_bands = test_draw(1, 32);
    if (test_draw(0, 1)) {
        desc.low = desc.rate * test_draw(0, 20) / 100;
        desc.high = desc.rate * test_draw(30, 50) / 100;
    }
    if (test_draw(0, 2) == 0)
        desc.zoom = (clfft_zoom){.n_bins = test_draw(33, 200),
                                 .start = test_draw(0, 10) / 100.0,
                                 .step = test_draw(1, 2) / 1000.0};
    return desc;
}

static void bands_without_weights_are_where_the_others_are(void)
{
    for (int i = 0; i < 200; i++) {
        clfft_bands_desc desc = draw_desc();
        clfft_bands bands, bare;
        double *centers, *alone;
        const clfft_status status = clfft_bands_fill(&desc, &bands, &centers);

        desc.no_weights = true;
        TEST_CHECK(clfft_bands_fill(&desc, &bare, &alone) == status,
                   "scale %d: %s, not %s", (int)desc.scale, clfft_last_error(),
                   clfft_status_name(status));
        TEST_REQUIRE(bare.n_bands == bands.n_bands && !alone == !centers,
                     "scale %d: %u bands, not %u", (int)desc.scale,
                     bare.n_bands, bands.n_bands);
        TEST_CHECK(!bare.first && !bare.start && !bare.weight, "an array");
        for (unsigned b = 0; b < bands.n_bands; b++)
            TEST_CHECK(alone[b] == centers[b], "scale %d: %.17g, not %.17g",
                       (int)desc.scale, alone[b], centers[b]);
        clfft_bands_clear(&bands);
        free(centers);
        free(alone);
    }
}

/* Weights of them would take minutes and tens of gibibytes. */
static void bands_without_weights_cost_what_they_are(void)
{
    for (int i = 0; i <= CLFFT_BAND_SCALE_TWENTY_FOURTH_OCTAVE; i++) {
        const clfft_band_scale scale = (clfft_band_scale)i;
        const clfft_bands_desc desc = {
            .scale = scale,
            .n_bands = clfft_band_scale_fraction(scale) ? 0 : 40,
            .n = 64,
            .rate = 48000,
            .low = 20,
            .high = 4000,
            .mel_scale = CLFFT_MEL_SCALE_KALDI,
            .zoom = {.n_bins = UINT32_MAX, .step = 0.1 / UINT32_MAX},
            .no_weights = true};
        clfft_bands bands;
        double *centers;

        TEST_CHECK(clfft_bands_fill(&desc, &bands, &centers) == CLFFT_STATUS_OK,
                   "scale %d: %s", i, clfft_last_error());
        TEST_CHECK(bands.n_bands > 0, "scale %d: none", i);
        free(centers);
    }
}

TEST_MAIN(TEST(bands_share_out_every_bin_once),
          TEST(bands_of_a_zoom_are_those_of_its_bins),
          TEST(zooms_without_bands_are_refused),
          TEST(triangles_between_two_bins_weigh_nothing),
          TEST(log_bands_share_out_all_above_their_lowest_edge),
          TEST(octave_centers_are_the_standards),
          TEST(ranges_begin_and_end_where_they_say),
          TEST(ranges_that_hold_no_band_are_refused),
          TEST(mel_bands_are_htk_triangles),
          TEST(mel_bands_are_librosas_and_tensorflows),
          TEST(bark_and_erb_centers_follow_their_formulae),
          TEST(a_factor_multiplies_every_weight), TEST(band_errors_say_why),
          TEST(bands_without_weights_are_where_the_others_are),
          TEST(bands_without_weights_cost_what_they_are))
