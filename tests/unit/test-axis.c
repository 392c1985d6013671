/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-axis.c: claims about frequency axes and their cells. No device is
 * used.
 */
#include "clfft/picture.h"
#include "support/test.h"

#include <math.h>

#define MOST_BINS 1025
#define MOST_CELLS 700

static const clfft_axis axes[] = {
    {CLFFT_AXIS_SCALE_LINEAR, -24000, 24000}, {CLFFT_AXIS_SCALE_LINEAR, 0, 100},
    {CLFFT_AXIS_SCALE_LOG, 20, 20000},        {CLFFT_AXIS_SCALE_LOG, 1e-3, 5e8},
    {CLFFT_AXIS_SCALE_MEL, 0, 24000},         {CLFFT_AXIS_SCALE_MEL, 300, 3400},
    {CLFFT_AXIS_SCALE_BARK, 0, 24000},        {CLFFT_AXIS_SCALE_BARK, 50, 150},
    {CLFFT_AXIS_SCALE_ERB, 0, 24000},         {CLFFT_AXIS_SCALE_ERB, 1, 2},
};

static void frequency_undoes_position(void)
{
    for (size_t a = 0; a < COUNT(axes); a++) {
        const double width = axes[a].high - axes[a].low;
        double before = -1;
        for (int i = 0; i <= 1000; i++) {
            const double f = axes[a].low + width * i / 1000;
            const double at = clfft_axis_position(&axes[a], f);
            const double back = clfft_axis_frequency(&axes[a], at);
            TEST_CHECK(fabs(back - f) <= 1e-9 * width,
                       "axis %zu: %.17g -> %g "
                       "-> %.17g",
                       a, f, at, back);
            TEST_CHECK(at > before, "axis %zu: %g does not rise", a, at);
            before = at;
        }
        TEST_CHECK(clfft_axis_position(&axes[a], axes[a].low) == 0 &&
                       clfft_axis_position(&axes[a], axes[a].high) == 1,
                   "axis %zu: its ends", a);
    }
}

static void positions_go_on_outside(void)
{
    for (size_t a = 0; a < COUNT(axes); a++)
        for (double at = -0.5; at < 2; at += 0.125) {
            const double f = clfft_axis_frequency(&axes[a], at);
            if (isinf(f)) /* bark ends at 26.28 before its correction */
                TEST_CHECK(axes[a].scale == CLFFT_AXIS_SCALE_BARK && at > 1,
                           "axis %zu at %g", a, at);
            else
                TEST_CHECK(fabs(clfft_axis_position(&axes[a], f) - at) < 1e-9,
                           "axis %zu: %g is %g Hz, that is %g", a, at, f,
                           clfft_axis_position(&axes[a], f));
        }
}

static void scales_without_a_value_are_infinitely_low(void)
{
    static const struct {
        size_t axis;
        double frequency;
        bool has_value;
    } cases[] = {{0, -1e9, true},  {2, 0, false},     {2, -5, false},
                 {2, 1e-30, true}, {4, -699, true},   {4, -700, false},
                 {6, -1959, true}, {6, -1960, false}, {8, -228, true},
                 {8, -229, false}};

    for (size_t c = 0; c < COUNT(cases); c++) {
        const double at =
            clfft_axis_position(&axes[cases[c].axis], cases[c].frequency);
        TEST_CHECK(
            cases[c].has_value ? isfinite(at) && at < 0 : at == -HUGE_VAL,
            "axis %zu: %g Hz at %g", cases[c].axis, cases[c].frequency, at);
    }
}

/* m = 2595 log10(1 + f / 700): 1000 Hz are 1000 mel, 700 Hz 781.17. */
static void mel_is_htks(void)
{
    const clfft_axis axis = {CLFFT_AXIS_SCALE_MEL, 0, 1000};
    const double at = clfft_axis_position(&axis, 700);

    TEST_CHECK(fabs(at * 1000 - 781.17) < 1, "%g mel", at * 1000);
}

/* E. Zwicker, JASA 33 (1961), 248: upper edges of critical bands; the formula
   stays within 0.05 bark of them from 200 to 6700 Hz. */
static void bark_is_near_zwickers_bands(void)
{
    static const double edges[] = {200,  300,  400,  510,  630,  770,  920,
                                   1080, 1270, 1480, 1720, 2000, 2320, 2700,
                                   3150, 3700, 4400, 5300, 6400};
    const clfft_axis axis = {CLFFT_AXIS_SCALE_BARK, 200, 6400};

    for (size_t i = 0; i < COUNT(edges); i++) {
        const double z = 2 + 18 * clfft_axis_position(&axis, edges[i]);
        TEST_CHECK(fabs(z - (2 + (double)i)) < 0.1, "%g Hz: %g bark, not %zu",
                   edges[i], z, i + 2);
    }
}

/* Steps of one ERB are 24.7 (4.37 f / 1000 + 1) Hz wide. */
static void erb_steps_are_bandwidths(void)
{
    const clfft_axis axis = {CLFFT_AXIS_SCALE_ERB, 0, 1000};
    const double number = 21.4 * log10(5.37);

    for (double f = 100; f <= 1000; f += 100) {
        const double width = 24.7 * (4.37 * f / 1000 + 1);
        const double step = (clfft_axis_position(&axis, f + width / 2) -
                             clfft_axis_position(&axis, f - width / 2)) *
                            number;
        TEST_CHECK(fabs(step - 1) < 0.02, "%g Hz: %g", f, step);
    }
}

static void log_halves_by_the_root(void)
{
    const clfft_axis axis = {CLFFT_AXIS_SCALE_LOG, 10, 1000};

    TEST_CHECK(fabs(clfft_axis_frequency(&axis, 0.5) - 100) < 1e-9, "%.17g",
               clfft_axis_frequency(&axis, 0.5));
}

/* ---- cells ---- */

static double frequencies[MOST_BINS];
static clfft_cell cells[MOST_CELLS];

static void set_bins(unsigned n, double first, double step)
{
    for (unsigned k = 0; k < n; k++)
        frequencies[k] = first + step * k;
}

static bool fill(clfft_axis axis, unsigned n_cells, unsigned n_bins, bool bands)
{
    const clfft_cells_desc desc = {axis, n_cells, n_bins, frequencies, bands};
    const clfft_status status = clfft_cells_fill(&desc, cells);

    TEST_CHECK(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
    return status == CLFFT_STATUS_OK;
}

/* A bin at a place of the axis is in the cell of that place, in no other, and
   that cell shows no bins but its own. */
static void each_bin_is_in_its_cell_alone(void)
{
    for (unsigned trial = 0; trial < 300; trial++) {
        const clfft_axis axis = axes[test_random() % COUNT(axes)];
        const unsigned n_bins = 2 + test_random() % (MOST_BINS - 1);
        const unsigned n_cells = 1 + test_random() % MOST_CELLS;
        const double width = axis.high - axis.low;
        unsigned n_in = 0, n_shown = 0;

        set_bins(n_bins, axis.low - 0.2 * width * fabs(test_uniform()),
                 1.4 * width / n_bins);
        if (!fill(axis, n_cells, n_bins, trial % 2))
            return;
        for (unsigned k = 0; k < n_bins; k++) {
            const double at = clfft_axis_position(&axis, frequencies[k]);
            if (!(at >= 0 && at <= 1))
                continue;
            const unsigned i = (unsigned)fmin(at * n_cells, n_cells - 1);
            n_in++;
            TEST_CHECK(cells[i].first <= k &&
                           k < cells[i].first + cells[i].count,
                       "trial %u: bin %u is not in cell %u: %u + %u", trial, k,
                       i, cells[i].first, cells[i].count);
        }
        for (unsigned i = 0; i < n_cells; i++) {
            const clfft_cell *c = &cells[i];
            const double at =
                clfft_axis_position(&axis, frequencies[c->first % n_bins]);
            if (c->count && at <= 1 &&
                floor(fmin(at * n_cells, n_cells - 1)) == i)
                n_shown += c->count;
        }
        TEST_CHECK(n_in == n_shown, "trial %u: %u bins, %u shown", trial, n_in,
                   n_shown);
    }
}

static void cells_between_bins_interpolate_in_hertz(void)
{
    for (size_t a = 0; a < COUNT(axes); a++) {
        const double step = (axes[a].high - axes[a].low) / 10;
        unsigned n_between = 0;
        set_bins(13, axes[a].low - step, step);
        if (!fill(axes[a], MOST_CELLS, 13, false))
            return;
        for (unsigned i = 0; i < MOST_CELLS; i++) {
            const clfft_cell *c = &cells[i];
            const double f =
                clfft_axis_frequency(&axes[a], (i + 0.5) / MOST_CELLS);
            if (c->count)
                continue;
            n_between++;
            TEST_CHECK(c->first < 12 && c->fraction >= 0 && c->fraction < 1,
                       "axis %zu, cell %u: %u + %g", a, i, c->first,
                       (double)c->fraction);
            TEST_CHECK(fabs(frequencies[c->first] + (double)c->fraction * step -
                            f) < 1e-6 * step,
                       "axis %zu, cell %u: %u + %g, not %g Hz", a, i, c->first,
                       (double)c->fraction, f);
        }
        TEST_CHECK(n_between > MOST_CELLS / 2, "axis %zu: %u", a, n_between);
    }
}

/* Thirds of an octave from 100 Hz, an axis an octave wider at both ends. */
static void bands_are_as_high_as_they_are_wide(void)
{
    const clfft_axis axis = {CLFFT_AXIS_SCALE_LOG, 50, 1600};
    const unsigned third = 40, n_cells = 15 * third;

    for (unsigned k = 0; k < 10; k++)
        frequencies[k] = 100 * exp2(k / 3.0);
    if (!fill(axis, n_cells, 10, true))
        return;
    for (unsigned i = 0; i < n_cells; i++) {
        /* bin k from a sixth of an octave below to a sixth above */
        const int k = (int)floor((i + 0.5) / third - 3 + 0.5);
        if (k < 0 || k > 9)
            TEST_CHECK(!cells[i].count && cells[i].first == 10,
                       "cell %u shows %u", i, cells[i].first);
        else
            TEST_CHECK(cells[i].count == 1 && cells[i].first == (unsigned)k,
                       "cell %u shows %u + %u, not %d", i, cells[i].first,
                       cells[i].count, k);
    }
}

/* Edges of any place, on axes of any scale: a cell without a bin's frequency
   shows the bin between whose edges its middle lies. */
static void bands_end_at_their_edges(void)
{
    for (unsigned trial = 0; trial < 300; trial++) {
        const clfft_axis axis = axes[test_random() % COUNT(axes)];
        const unsigned n = 1 + test_random() % 20;
        const double step = (axis.high - axis.low) / n;
        double edges[21];

        for (unsigned k = 0; k <= n; k++)
            edges[k] = axis.low + step * (k + 0.4 * test_uniform());
        for (unsigned k = 0; k < n; k++)
            frequencies[k] =
                edges[k] + (edges[k + 1] - edges[k]) * fabs(test_uniform());
        const clfft_cells_desc desc = {axis,        MOST_CELLS, n,
                                       frequencies, true,       edges};
        TEST_REQUIRE(!clfft_cells_fill(&desc, cells), "%s", clfft_last_error());
        for (unsigned i = 0; i < MOST_CELLS; i++) {
            const double f =
                clfft_axis_frequency(&axis, (i + 0.5) / MOST_CELLS);
            unsigned k = 0;
            while (k < n && f >= edges[k + 1])
                k++;
            k = f < edges[0] ? n : k;
            TEST_CHECK(cells[i].count
                           ? cells[i].count > 1 || k == n ||
                                 cells[i].first == k ||
                                 abs((int)cells[i].first - (int)k) == 1
                           : cells[i].first == n && k == n,
                       "trial %u, cell %u at %g Hz: %u + %u, not %u", trial, i,
                       f, cells[i].first, cells[i].count, k);
            if (cells[i].count == 1 && cells[i].first != k)
                TEST_CHECK(
                    (unsigned)fmin(clfft_axis_position(
                                       &axis, frequencies[cells[i].first]) *
                                       MOST_CELLS,
                                   MOST_CELLS - 1) == i,
                    "trial %u, cell %u at %g Hz shows %u, not %u", trial, i, f,
                    cells[i].first, k);
        }
    }
}

static void beyond_the_bins_nothing_is_shown(void)
{
    const clfft_axis axis = {CLFFT_AXIS_SCALE_LINEAR, -10, 30};

    set_bins(11, 5, 1); /* 5 .. 15, reach 4.5 .. 15.5 */
    if (!fill(axis, 400, 11, false))
        return;
    for (unsigned i = 0; i < 400; i++) {
        const double f = -10 + (i + 0.5) / 10;
        if (f < 4.5 || f > 15.5)
            TEST_CHECK(cells[i].first == 11 && !cells[i].count &&
                           cells[i].fraction == 0,
                       "%g Hz: %u + %u", f, cells[i].first, cells[i].count);
        else
            TEST_CHECK(cells[i].first < 11, "%g Hz is empty", f);
        if (f > 4.5 && f < 5)
            TEST_CHECK(cells[i].first == 0 && cells[i].count == 1, "%g Hz", f);
        if (f > 15 && f < 15.5)
            TEST_CHECK(cells[i].first == 10 && cells[i].count == 1, "%g Hz", f);
    }
}

static void dc_reaches_into_a_log_axis(void)
{
    const clfft_axis axis = {CLFFT_AXIS_SCALE_LOG, 1, 1000};

    set_bins(11, 0, 100);
    if (!fill(axis, 300, 11, false))
        return;
    /* 1 Hz to 100 Hz lie between DC and the first bin */
    for (unsigned i = 0; i < 199; i++)
        TEST_CHECK(!cells[i].count && cells[i].first == 0, "cell %u: %u", i,
                   cells[i].first);
    TEST_CHECK(fabs((double)cells[100].fraction - pow(10, 100.5 / 100) / 100) <
                   1e-6,
               "%g", (double)cells[100].fraction);
}

static void a_single_bin_fills_the_axis(void)
{
    for (size_t a = 0; a < COUNT(axes); a++) {
        frequencies[0] = axes[a].low + (axes[a].high - axes[a].low) / 3;
        if (!fill(axes[a], 50, 1, a % 2))
            return;
        for (unsigned i = 0; i < 50; i++)
            TEST_CHECK(cells[i].first == 0 && cells[i].count == 1,
                       "axis %zu, cell %u: %u + %u", a, i, cells[i].first,
                       cells[i].count);
    }
}

static void broken_axes_and_bins_are_refused(void)
{
    static const double rising[] = {1, 2, 3}, equal[] = {1, 2, 2};
    static const double infinite[] = {1, 2, INFINITY};
    static const double edges[] = {0.5, 1.5, 2.5, 2.9};
#define GOOD                                                                   \
    {                                                                          \
        CLFFT_AXIS_SCALE_LINEAR, 0, 1                                          \
    }
    static const struct {
        clfft_cells_desc desc;
        const char *reason;
    } bad[] = {
        {{{9, 0, 1}, 1, 3, rising}, "unknown"},
        {{{0, NAN, 1}, 1, 3, rising}, "not finite"},
        {{{0, 0, INFINITY}, 1, 3, rising}, "not finite"},
        {{{0, 1, 1}, 1, 3, rising}, "does not rise"},
        {{{0, 2, 1}, 1, 3, rising}, "does not rise"},
        {{{CLFFT_AXIS_SCALE_LOG, 0, 1}, 1, 3, rising}, "log axis"},
        {{{CLFFT_AXIS_SCALE_MEL, -1, 1}, 1, 3, rising}, "mel axis"},
        {{{CLFFT_AXIS_SCALE_BARK, -1, 1}, 1, 3, rising}, "bark axis"},
        {{{CLFFT_AXIS_SCALE_ERB, -1, 1}, 1, 3, rising}, "erb axis"},
        {{GOOD, 0, 3, rising}, "1 cell"},
        {{GOOD, 1, 0, rising}, "1 bin"},
        {{GOOD, 1, 3, NULL}, "1 bin"},
        {{GOOD, 1, 3, equal}, "bins 1 and 2"},
        {{GOOD, 1, 3, infinite}, "bin 2"},
        {{GOOD, 1, 3, rising, true, edges}, "bin 2 at 3 Hz"},
    };
#undef GOOD

    for (size_t i = 0; i < COUNT(bad); i++) {
        TEST_CHECK(clfft_cells_fill(&bad[i].desc, cells) ==
                       CLFFT_STATUS_INVALID,
                   "%s was taken", bad[i].reason);
        TEST_CHECK(strstr(clfft_last_error(), bad[i].reason),
                   "\"%s\" lacks \"%s\"", clfft_last_error(), bad[i].reason);
    }
}

TEST_MAIN(TEST(frequency_undoes_position), TEST(positions_go_on_outside),
          TEST(scales_without_a_value_are_infinitely_low), TEST(mel_is_htks),
          TEST(bark_is_near_zwickers_bands), TEST(erb_steps_are_bandwidths),
          TEST(log_halves_by_the_root), TEST(each_bin_is_in_its_cell_alone),
          TEST(cells_between_bins_interpolate_in_hertz),
          TEST(bands_are_as_high_as_they_are_wide),
          TEST(bands_end_at_their_edges),
          TEST(beyond_the_bins_nothing_is_shown),
          TEST(dc_reaches_into_a_log_axis), TEST(a_single_bin_fills_the_axis),
          TEST(broken_axes_and_bins_are_refused))
