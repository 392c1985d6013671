/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-window.c: claims about window functions. No device is used.
 */
#include "clfft/spectrum.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>

/* The first half of the window; the rest mirrors it. */
static const struct window_reference {
    clfft_window window;
    double parameter;
    unsigned length;
    double w[5];
} window_references[] = {
    /*
     * scipy 1.10.1: scipy.signal.windows.<name>(length, ..., sym=False);
     * hamming-exact is general_hamming(length, 0.53836, sym=False), gauss
     * is gaussian(length, 0.4 * length / 2, sym=False), taylor of 60 dB has
     * nbar=13
     */
    {CLFFT_WINDOW_RECT, 0, 8, {1, 1, 1, 1, 1}},
    {CLFFT_WINDOW_RECT, 0, 9, {1, 1, 1, 1, 1}},
    {CLFFT_WINDOW_HANN,
     0,
     8,
     {0, 0.1464466094067263, 0.5, 0.8535533905932738, 1}},
    {CLFFT_WINDOW_HANN,
     0,
     9,
     {0, 0.116977778440511, 0.4131759111665348, 0.75, 0.9698463103929542}},
    {CLFFT_WINDOW_HAMMING,
     0,
     8,
     {0.08000000000000007, 0.2147308806541882, 0.54, 0.865269119345812, 1}},
    {CLFFT_WINDOW_HAMMING,
     0,
     9,
     {0.08000000000000007, 0.1876195561652702, 0.4601218382732121, 0.77,
      0.9722586055615179}},
    {CLFFT_WINDOW_HAMMING_EXACT,
     0,
     8,
     {0.0767199999999999, 0.2119312255330422, 0.5383599999999999,
      0.8647887744669578, 1}},
    {CLFFT_WINDOW_HAMMING_EXACT,
     0,
     9,
     {0.0767199999999999, 0.1847232432785549, 0.4581970552618382, 0.76918,
      0.9721597014596067}},
    {CLFFT_WINDOW_BLACKMAN,
     0,
     8,
     {0, 0.06644660940672624, 0.34, 0.7735533905932739, 0.9999999999999999}},
    {CLFFT_WINDOW_BLACKMAN,
     0,
     9,
     {0, 0.05086963265386538, 0.2580005015036622, 0.6299999999999999,
      0.9511298658424724}},
    {CLFFT_WINDOW_BLACKMAN_HARRIS,
     0,
     8,
     {6.000000000000102e-05, 0.02173583701867963, 0.2174700000000001,
      0.6957641629813205, 1}},
    {CLFFT_WINDOW_BLACKMAN_HARRIS,
     0,
     9,
     {6.000000000000102e-05, 0.01507117341021811, 0.1470395578623815,
      0.5205749999999999, 0.9316592687274005}},
    {CLFFT_WINDOW_NUTTALL,
     0,
     8,
     {0.0003628000000000381, 0.02520556651540182, 0.2269824000000001,
      0.7019582334845982, 1}},
    {CLFFT_WINDOW_NUTTALL,
     0,
     9,
     {0.0003628000000000381, 0.01789099867137998, 0.1555961264162905, 0.5292298,
      0.9332202249123296}},
    {CLFFT_WINDOW_FLATTOP,
     0,
     8,
     {-0.0004210510000000013, -0.02687219328633453, -0.05473684,
      0.4441353572863346, 1.000000003}},
    {CLFFT_WINDOW_FLATTOP,
     0,
     9,
     {-0.0004210510000000013, -0.020172031509486, -0.07019904206318874,
      0.1982105299999999, 0.8624763440726745}},
    {CLFFT_WINDOW_BARTLETT, 0, 8, {0, 0.25, 0.5, 0.75, 1}},
    {CLFFT_WINDOW_BARTLETT,
     0,
     9,
     {0, 0.2222222222222222, 0.4444444444444444, 0.6666666666666666,
      0.8888888888888888}},
    {CLFFT_WINDOW_TUKEY, 0.5, 8, {0, 0.5, 1, 1, 1}},
    {CLFFT_WINDOW_TUKEY,
     0.5,
     9,
     {0, 0.4131759111665348, 0.9698463103929542, 1, 1}},
    {CLFFT_WINDOW_TUKEY, 0.3, 8, {0, 0.9330127018922193, 1, 1, 1}},
    {CLFFT_WINDOW_TUKEY, 0.3, 9, {0, 0.8431208189343669, 1, 1, 1}},
    {CLFFT_WINDOW_GAUSS,
     0.4,
     8,
     {0.04393693362340743, 0.1724216238937529, 0.4578333617716143,
      0.8225775623986646, 1}},
    {CLFFT_WINDOW_GAUSS,
     0.4,
     9,
     {0.04393693362340741, 0.1510065449955091, 0.3811713860529925,
      0.7066482778577162, 0.9621544917134581}},
    {CLFFT_WINDOW_KAISER,
     8.6,
     8,
     {0.00133251399790242, 0.06747207920440855, 0.3403936224401886,
      0.7738293810170912, 1}},
    {CLFFT_WINDOW_KAISER,
     8.6,
     9,
     {0.00133251399790242, 0.05223535747574751, 0.2583161662740322,
      0.6304119273359405, 0.9511895659143617}},
    {CLFFT_WINDOW_KAISER,
     60,
     8,
     {0, 1.853905719761764e-09, 0.0003469856941989607, 0.1512160510174063, 1}},
    {CLFFT_WINDOW_KAISER,
     60,
     9,
     {0, 2.64229980860731e-10, 4.456640411225931e-05, 0.03331048254998323,
      0.6918391678899213}},
    {CLFFT_WINDOW_DOLPH_CHEBYSHEV,
     100,
     8,
     {0.02182740747521164, 0.1445056274921739, 0.4434685884024052,
      0.8207710626585827, 1}},
    {CLFFT_WINDOW_DOLPH_CHEBYSHEV,
     100,
     9,
     {0.01513886162926243, 0.1044392514832023, 0.3446060821095419,
      0.7092668575677474, 1}},
    {CLFFT_WINDOW_DOLPH_CHEBYSHEV,
     60,
     8,
     {0.05186856359432466, 0.2271239336233228, 0.5379172015600899,
      0.8604844373949189, 1}},
    {CLFFT_WINDOW_DOLPH_CHEBYSHEV,
     60,
     9,
     {0.04431324947800964, 0.1888932622106892, 0.4572905243455926,
      0.7774679588943728, 1}},
    {CLFFT_WINDOW_PARZEN,
     0,
     8,
     {0.00274348422496571, 0.0740740740740741, 0.3415637860082303,
      0.7695473251028806, 1}},
    {CLFFT_WINDOW_PARZEN,
     0,
     9,
     {0.001999999999999999, 0.05400000000000002, 0.25, 0.6219999999999999,
      0.946}},
    {CLFFT_WINDOW_BOHMAN,
     0,
     8,
     {0, 0.0483023837426397, 0.3183098861837907, 0.7554091649291872, 1}},
    {CLFFT_WINDOW_BOHMAN,
     0,
     9,
     {0, 0.03437355240878925, 0.2362970759222616, 0.6089977810442293,
      0.9441507224820316}},
    {CLFFT_WINDOW_TAYLOR,
     30,
     8,
     {0.2718834924087382, 0.4669063198500197, 0.7246751121792886,
      0.92465582532122, 1}},
    {CLFFT_WINDOW_TAYLOR,
     30,
     9,
     {0.2664981825065832, 0.4299228970558595, 0.6620647789400378,
      0.8662077974284865, 0.9843293993571069}},
    {CLFFT_WINDOW_TAYLOR,
     60,
     8,
     {0.04101288211144608, 0.2049372895972428, 0.5163523397338766,
      0.8521858413213781, 1}},
    {CLFFT_WINDOW_TAYLOR,
     60,
     9,
     {0.03678209865776171, 0.1701105888650736, 0.4286994184688836,
      0.7452635068832385, 0.9683802444811915}},
    {CLFFT_WINDOW_DPSS,
     3,
     8,
     {0.02572459126716294, 0.158041827142207, 0.4611062750801025,
      0.8287217744364717, 1}},
    {CLFFT_WINDOW_DPSS,
     3,
     9,
     {0.01968768565934939, 0.1199775040942574, 0.3631210389466474,
      0.7073487872644191, 0.970873786407767}},
    {CLFFT_WINDOW_DPSS,
     2.5,
     8,
     {0.04080887106381651, 0.2018541771042083, 0.5121647719505525,
      0.8503476239828903, 1}},
    {CLFFT_WINDOW_DPSS,
     2.5,
     9,
     {0.03376689596665633, 0.1625237722281148, 0.4210187836574305,
      0.7446336052927385, 0.975609756097561}},
};

static void windows_equal_scipy(void)
{
    clfft_status status;
    size_t n = sizeof window_references / sizeof window_references[0];

    for (size_t r = 0; r < n; r++) {
        const struct window_reference *want = &window_references[r];
        double w[9];

        status =
            clfft_window_fill(want->window, want->parameter, want->length, w);
        TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s",
                     clfft_window_name(want->window));
        for (unsigned i = 0; i <= want->length / 2; i++)
            TEST_CHECK(fabs(w[i] - want->w[i]) < 1e-14,
                       "%s(%g) of %u, [%u]: %.17g, not %.17g",
                       clfft_window_name(want->window), want->parameter,
                       want->length, i, w[i], want->w[i]);
    }
}

static double standard_parameter(clfft_window window)
{
    double standard = 0;

    clfft_window_parameter(window, &standard, NULL, NULL);
    return standard;
}

/* numpy.hanning, and Kaldi's power of it */
static void symmetric_windows_go_from_0_to_0(void)
{
    static double w[1021], p[1021];

    for (unsigned n = 3; n <= 1021; n += 1 + n / 3) {
        TEST_REQUIRE(clfft_window_fill(CLFFT_WINDOW_HANN_SYMMETRIC, 0, n, w) ==
                             CLFFT_STATUS_OK &&
                         clfft_window_fill(CLFFT_WINDOW_POVEY, 0, n, p) ==
                             CLFFT_STATUS_OK,
                     "%u", n);
        for (unsigned i = 0; i < n; i++) {
            const double want = 0.5 - 0.5 * cos(2 * acos(-1) * i / (n - 1));
            TEST_CHECK(fabs(w[i] - want) < 1e-15, "%u of %u: %.17g", i, n,
                       w[i]);
            TEST_CHECK(fabs(p[i] - pow(fmax(w[i], 0), 0.85)) < 1e-15,
                       "povey, %u of %u: %.17g", i, n, p[i]);
        }
    }
}

/* w[n - i] == w[i]: the period is n, the centre n/2. */
static void windows_are_periodic_about_their_middle(void)
{
    clfft_status status;
    static const unsigned lengths[] = {2, 3, 7, 64, 1000, 1021};
    double w[1021];

    for (int k = 0; k < CLFFT_N_WINDOWS; k++) {
        for (unsigned l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
            unsigned n = lengths[l];

            if (k == CLFFT_WINDOW_HANN_SYMMETRIC || k == CLFFT_WINDOW_POVEY)
                continue;
            status = clfft_window_fill(k, standard_parameter(k), n, w);
            TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s of %u",
                         clfft_window_name(k), n);
            for (unsigned i = 1; i < n; i++)
                TEST_CHECK(fabs(w[i] - w[n - i]) < 1e-15, "%s of %u, [%u]",
                           clfft_window_name(k), n, i);
            TEST_CHECK(n % 2 || fabs(w[n / 2] - 1) < 1e-8,
                       "%s of %u peaks at %.17g", clfft_window_name(k), n,
                       w[n / 2]);
        }
    }
}

/*
 * Coherent gain, equivalent noise bandwidth in bins and scalloping loss in
 * decibels: table I of Harris 1978 (rect, triangle, Hann, Hamming, exact
 * formulae where he rounds), Heinzel 2002 tables (Welch 1.20 and 2.22 dB,
 * Blackman-Harris 2.0044 and 0.8256 dB, Nuttall4b 1.9761 and 0.8506 dB,
 * flat top 3.77).
 */
static void windows_have_published_figures(void)
{
    static const struct {
        clfft_window window;
        double gain, bandwidth, scalloping, tolerance;
    } published[] = {
        {CLFFT_WINDOW_RECT, 1.0, 1.0, 3.9224, 2e-4},
        {CLFFT_WINDOW_BARTLETT, 0.5, 1.3333, 1.8242, 2e-4},
        {CLFFT_WINDOW_HANN, 0.5, 1.5, 1.4236, 2e-4},
        {CLFFT_WINDOW_HAMMING, 0.54, 1.3628, 1.7514, 2e-4},
        {CLFFT_WINDOW_BLACKMAN, 0.42, 1.73, 1.10, 5e-3},
        {CLFFT_WINDOW_WELCH, 0.6667, 1.2000, 2.2248, 2e-4},
        {CLFFT_WINDOW_SINE, 0.6366, 1.2337, 2.1, 5e-3},
        {CLFFT_WINDOW_BLACKMAN_HARRIS, 0.35875, 2.0044, 0.8256, 2e-4},
        {CLFFT_WINDOW_NUTTALL, 0.3636, 1.9761, 0.8506, 2e-4},
        {CLFFT_WINDOW_FLATTOP, 0.2156, 3.77, 0.0102, 5e-3},
    };
    enum { n = 4096 };
    static double w[n];

    for (size_t r = 0; r < sizeof published / sizeof published[0]; r++) {
        double sum = 0, squares = 0, re = 0, im = 0, bandwidth, scalloping;
        const char *name = clfft_window_name(published[r].window);

        clfft_window_fill(published[r].window, 0, n, w);
        for (int i = 0; i < n; i++) {
            sum += w[i];
            squares += w[i] * w[i];
            re += w[i] * cos(M_PI * i / n); /* half a bin off */
            im += w[i] * sin(M_PI * i / n);
        }
        bandwidth = n * squares / (sum * sum);
        scalloping = -20 * log10(hypot(re, im) / sum);
        TEST_CHECK(fabs(sum / n - published[r].gain) < 1e-4, "%s: gain %.6f",
                   name, sum / n);
        TEST_CHECK(fabs(bandwidth - published[r].bandwidth) <
                       published[r].tolerance,
                   "%s: bandwidth %.6f", name, bandwidth);
        TEST_CHECK(fabs(scalloping - published[r].scalloping) <
                       published[r].tolerance,
                   "%s: scalloping %.6f dB", name, scalloping);
    }
}

/* Points of long windows by the formulas of Nuttall's paper, and where roots
   that are made from others begin and end. */
static void long_windows_follow_their_formula(void)
{
    static const unsigned lengths[] = {255, 256,    511,    512,
                                       513, 100003, 1 << 20};
    const long double turn = 2 * acosl(-1);
    double *w = calloc(1 << 20, sizeof *w);

    TEST_REQUIRE(w, "memory");
    for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
        const unsigned n = lengths[l];
        unsigned n_wrong = 0, wrong = 0;

        clfft_window_fill(CLFFT_WINDOW_FLATTOP, 0, n, w);
        for (unsigned i = 0; i < n; i++) {
            const long double t = turn * i / n;
            const long double want = 0.21557895L - 0.41663158L * cosl(t) +
                                     0.277263158L * cosl(2 * t) -
                                     0.083578947L * cosl(3 * t) +
                                     0.006947368L * cosl(4 * t);

            if (!(fabsl(w[i] - want) < 1e-16L) && n_wrong++ == 0)
                wrong = i;
        }
        TEST_CHECK(n_wrong == 0, "flattop of %u: %u points, first [%u] %.17g",
                   n, n_wrong, wrong, w[wrong]);
    }
    free(w);
}

/* Every side lobe of the symmetric window lies at the attenuation. */
static void dolph_chebyshev_side_lobes_are_level(void)
{
    enum { n = 64 };
    double w[n + 1], sum = 0, highest = 0;
    /* where T_n falls to 1: the edge of the main lobe */
    double edge = 2 * acos(1 / cosh(acosh(1e4) / n));

    clfft_window_fill(CLFFT_WINDOW_DOLPH_CHEBYSHEV, 80, n, w);
    w[n] = w[0];
    for (int i = 0; i <= n; i++)
        sum += w[i];
    for (int k = 0; k < 20000; k++) {
        double t = edge + (M_PI - edge) * k / 20000, re = 0, im = 0;

        for (int i = 0; i <= n; i++) {
            re += w[i] * cos(t * i);
            im += w[i] * sin(t * i);
        }
        highest = fmax(highest, hypot(re, im) / sum);
    }
    TEST_CHECK(fabs(20 * log10(highest) + 80) < 1e-4, "%.6f dB",
               20 * log10(highest));
}

/* The equation of Slepian 1978, 2.4, which scipy's dpss solves as well; lengths
   and bandwidths are drawn. */
static void dpss_is_the_eigenvector(void)
{
    for (int draw = 0; draw < 40; draw++) {
        const unsigned n = 16 + test_random() % (1u << (4 + draw % 12));
        const double nw = 0.1 + test_random() % 70 / 10.0;
        const unsigned m = n + 1;
        const long double turn = 2 * acosl(-1) * nw / m;
        double *w = calloc(m, sizeof *w);
        long double eigenvalue = 0, worst = 0, energy = 0;

        TEST_REQUIRE(w, "memory");
        TEST_REQUIRE(clfft_window_fill(CLFFT_WINDOW_DPSS, nw, n, w) ==
                         CLFFT_STATUS_OK,
                     "%u", n);
        w[n] = w[0];
        for (int pass = 0; pass < 2; pass++) {
            for (unsigned k = 0; k < m; k++) {
                const long double x = (m - 1) / 2.0L - k;
                long double sum = x * x * cosl(turn) * w[k];

                if (k > 0)
                    sum += 0.5L * k * (m - k) * w[k - 1];
                if (k < n)
                    sum += 0.5L * (k + 1) * (m - k - 1) * w[k + 1];
                if (pass == 0) {
                    eigenvalue += sum * w[k];
                    energy += (long double)w[k] * w[k];
                } else {
                    worst = fmaxl(worst, fabsl(sum - eigenvalue * w[k]));
                }
            }
            eigenvalue /= pass == 0 ? energy : 1;
        }
        TEST_CHECK(worst < 1e-15L * m * m && w[n / 2] > 0.9,
                   "dpss(%g) of %u: %Lg, middle %.17g", nw, n, worst, w[n / 2]);
        free(w);
    }
}

/* From there on the band is all there is. */
static void dpss_wider_than_the_rate_is_as_wide(void)
{
    double a[9], b[9];

    clfft_window_fill(CLFFT_WINDOW_DPSS, 5, 9, a);
    clfft_window_fill(CLFFT_WINDOW_DPSS, 500, 9, b);
    for (int i = 0; i < 9; i++)
        TEST_CHECK(fabs(a[i] - b[i]) < 1e-15, "[%d] %g and %g", i, a[i], b[i]);
}

static void extreme_parameters_keep_a_usable_sum(void)
{
    static const unsigned lengths[] = {2, 3, 4, 5, 255, 1024};
    static double w[1024];

    for (int k = 0; k < CLFFT_N_WINDOWS; k++) {
        double limit[2] = {0, 0}, standard;

        clfft_window_parameter(k, &standard, &limit[0], &limit[1]);
        for (int e = 0; e < 2; e++) {
            for (unsigned l = 0; l < sizeof lengths / sizeof *lengths; l++) {
                float sum = 0;

                clfft_window_fill(k, limit[e], lengths[l], w);
                for (unsigned i = 0; i < lengths[l]; i++)
                    sum += (float)w[i];
                TEST_CHECK(sum > 1e-30f && sum < 2048, "%s(%g) of %u: %g",
                           clfft_window_name(k), limit[e], lengths[l], sum);
            }
        }
    }
}

static void window_names_are_parsed_back(void)
{
    clfft_window window;

    for (int k = 0; k < CLFFT_N_WINDOWS; k++)
        TEST_CHECK(clfft_window_parse(clfft_window_name(k), &window) &&
                       window == (clfft_window)k,
                   "%s", clfft_window_name(k));
    TEST_CHECK(!clfft_window_parse("hanning", &window), "hanning");
    TEST_CHECK(!clfft_window_parse("", &window), "empty");
    TEST_CHECK(clfft_window_name(CLFFT_N_WINDOWS) == NULL, "past the end");
}

static void window_errors_name_the_limit(void)
{
    double w[8], low, high, standard;

    for (int k = 0; k < CLFFT_N_WINDOWS; k++) {
        if (!clfft_window_parameter(k, &standard, &low, &high))
            continue;
        TEST_CHECK(clfft_window_fill(k, low, 8, w) == CLFFT_STATUS_OK, "%d", k);
        TEST_CHECK(clfft_window_fill(k, high, 8, w) == CLFFT_STATUS_OK, "%d",
                   k);
        TEST_CHECK(clfft_window_fill(k, low - 0.01, 8, w) ==
                       CLFFT_STATUS_INVALID,
                   "%d", k);
        TEST_CHECK(clfft_window_fill(k, high * 1.01, 8, w) ==
                       CLFFT_STATUS_INVALID,
                   "%d", k);
        TEST_CHECK(clfft_window_fill(k, NAN, 8, w) == CLFFT_STATUS_INVALID,
                   "%d", k);
        TEST_CHECK(strstr(clfft_last_error(), clfft_window_name(k)) != NULL,
                   "%s", clfft_last_error());
    }
    TEST_CHECK(clfft_window_fill(CLFFT_WINDOW_HANN, 0, 0, w) ==
                   CLFFT_STATUS_INVALID,
               "length 0");
    TEST_CHECK(clfft_window_fill(CLFFT_N_WINDOWS, 0, 8, w) ==
                   CLFFT_STATUS_INVALID,
               "unknown window");
    TEST_CHECK(!clfft_window_parameter(CLFFT_WINDOW_HANN, NULL, NULL, NULL),
               "hann takes no parameter");
}

TEST_MAIN(TEST(windows_equal_scipy),
          TEST(windows_are_periodic_about_their_middle),
          TEST(symmetric_windows_go_from_0_to_0),
          TEST(windows_have_published_figures),
          TEST(long_windows_follow_their_formula),
          TEST(dolph_chebyshev_side_lobes_are_level),
          TEST(dpss_is_the_eigenvector),
          TEST(dpss_wider_than_the_rate_is_as_wide),
          TEST(extreme_parameters_keep_a_usable_sum),
          TEST(window_names_are_parsed_back),
          TEST(window_errors_name_the_limit))
