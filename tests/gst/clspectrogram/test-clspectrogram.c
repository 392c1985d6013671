/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-clspectrogram.c: claims about pixels: where a sound stands in the
 * picture, and how bright. Grey pictures without axes, so that a pixel is a
 * level.
 */
#include <math.h>

#include <fftw3.h>

#include "clspectrogram/decor/layout.h"
#include "clspectrogram/decor/theme.h"
#include "film.h"
#include "support/test.h"

#define RATE 48000
#define PLAIN "axes=false legend=false color-map=grey "
#define GREY_TOLERANCE 1

/* ---- a reference in double precision ---- */

typedef struct
{
  guint n, hop, n_bins;
  gdouble *time;
  fftw_complex *bins;
  fftw_plan plan;
} Analysis;

static void
analysis_init (Analysis * a, guint n, guint hop)
{
  a->n = n;
  a->hop = hop;
  a->n_bins = n / 2 + 1;
  a->time = fftw_alloc_real (n);
  a->bins = fftw_alloc_complex (a->n_bins);
  a->plan = fftw_plan_dft_r2c_1d (n, a->time, a->bins, FFTW_ESTIMATE);
}

static void
analysis_clear (Analysis * a)
{
  fftw_destroy_plan (a->plan);
  fftw_free (a->time);
  fftw_free (a->bins);
}

/* Amplitudes squared of frame k, centred, periodic Hann, of one channel. */
static void
analysis_run (Analysis * a, const gdouble * values, guint n_samples,
    guint channel, guint channels, guint frame, gdouble * power)
{
  gdouble sum = 0;
  guint i;

  for (i = 0; i < a->n; i++) {
    gdouble w = 0.5 - 0.5 * cos (2 * G_PI * i / a->n);
    gint64 at = (gint64) frame * a->hop - a->n / 2 + i;

    sum += w;
    a->time[i] = at >= 0 && at < n_samples
        ? w * (gfloat) values[at * channels + channel] : 0;
  }
  fftw_execute (a->plan);
  for (i = 0; i < a->n_bins; i++) {
    gdouble gain = (i == 0 || 2 * i == a->n ? 1 : 2) / sum;

    power[i] = gain * gain * (a->bins[i][0] * a->bins[i][0]
        + a->bins[i][1] * a->bins[i][1]);
  }
}

/* The strongest bin whose frequency lies in row r of `rows` over 0..Nyquist,
   on a linear axis where each row holds at least one bin. */
static gdouble
peak_of_row (const Analysis * a, const gdouble * power, guint row, guint rows)
{
  gdouble peak = 0;
  guint k;

  for (k = 0; k < a->n_bins; k++) {
    gdouble position = (gdouble) k / (a->n_bins - 1) * rows;

    if ((guint) MIN (position, rows - 1) == row)
      peak = MAX (peak, power[k]);
  }
  return peak;
}

static gint
level_of (gdouble power, gdouble lowest, gdouble range)
{
  gdouble position = (10 * log10 (power) - lowest) / range;

  return (gint) CLAMP (floor (position * 256), 0, 255);
}

/* ---- sounds ---- */

/* Pulses of a falling pitch through three resonances: a vowel. */
static void
speak (gdouble * values, guint n)
{
  static const gdouble formants[] = { 700, 1220, 2600 };
  static const gdouble widths[] = { 80, 90, 120 };
  gdouble state[3][2] = { {0} }, phase = 0;
  guint i, f;

  for (i = 0; i < n; i++) {
    gdouble out;

    phase += (130 - 40.0 * i / n) / RATE;
    out = phase >= 1 ? 1 : 0;
    phase -= floor (phase);
    for (f = 0; f < 3; f++) {
      gdouble r = exp (-G_PI * widths[f] / RATE);
      gdouble y = out + 2 * r * cos (2 * G_PI * formants[f] / RATE)
          * state[f][0] - r * r * state[f][1];

      state[f][1] = state[f][0];
      state[f][0] = y;
      out = y * 0.05;
    }
    values[i] = CLAMP (out, -1, 1);
  }
}

static void
fill_noise_and_tones (gdouble * values, guint n, guint channels)
{
  guint i, c;

  for (i = 0; i < n; i++)
    for (c = 0; c < channels; c++)
      values[i * channels + c] = 0.1 * test_uniform ()
          + 0.4 * sin (2 * G_PI * (1000 + 3000 * c) * i / RATE);
}

/* ---- whole pictures ---- */

static void
a_chirp_stands_where_its_frequency_is (void)
{
  const guint n = 2 * RATE, width = 200, height = 120;
  g_autofree gdouble *values = g_new (gdouble, n);
  Film *film = film_new (PLAIN "slide=whole size=256 hop=480",
      "video/x-raw,format=BGRx,width=200,height=120");
  guint i, x, y;

  for (i = 0; i < n; i++)
    values[i] = 0.5 * sin (G_PI * i * ((gdouble) i / n) / 2);
  film_set_audio (film, 1, RATE);
  film_run (film, values, n, 0);
  TEST_REQUIRE (film->pictures->len == 1, "%u pictures", film->pictures->len);
  /* edges show transients */
  for (x = 4; x < width - 4; x++) {
    /* frame x is centred at x * hop; frequency over Nyquist is time over all */
    gdouble position = (gdouble) x / width;
    gint best = -1, row = 0;

    for (y = 0; y < height; y++) {
      gint level = film_get_level (film, 0, x, y);

      if (level > best) {
        best = level;
        row = y;
      }
    }
    TEST_CHECK (fabs (height - 0.5 - row - position * height) <= 1.5,
        "column %u: row %d, not %.1f", x, row, height - position * height);
    /* -6 dB, less up to 1.42 between bins */
    TEST_CHECK (film_to_decibels (best, -100, 100) < -5.5
        && film_to_decibels (best, -100, 100) > -8,
        "column %u: %.1f dB", x, film_to_decibels (best, -100, 100));
  }
  film_free (film);
}

/* Bins are as many as rows, so a row is a bin. */
static void
two_tones_three_bins_apart_are_two_lines_at_their_levels (void)
{
  const guint n = RATE, height = 257, bins[] = { 100, 103 };
  const gdouble levels[] = { -6, -20 };
  g_autofree gdouble *values = g_new0 (gdouble, n);
  Film *film = film_new (PLAIN "slide=whole size=512 hop=256",
      "video/x-raw,format=RGBA,width=64,height=257");
  guint i, t;
  gint between;

  for (t = 0; t < 2; t++)
    for (i = 0; i < n; i++)
      values[i] += pow (10, levels[t] / 20)
          * sin (2 * G_PI * bins[t] * i / 512.0);
  film_set_audio (film, 1, RATE);
  film_run (film, values, n, 4800);
  TEST_REQUIRE (film->pictures->len == 1, "%u pictures", film->pictures->len);
  for (t = 0; t < 2; t++) {
    gint level = film_get_level (film, 0, 30, height - 1 - bins[t]);

    TEST_CHECK (fabs (film_to_decibels (level, -100, 100) - levels[t]) < 0.45,
        "tone %u reads %.2f dB", t, film_to_decibels (level, -100, 100));
  }
  /* one bin beside the weaker tone, two beside the stronger: Hann is zero */
  between = film_get_level (film, 0, 30, height - 1 - 102);
  TEST_CHECK (film_to_decibels (between, -100, 100) < levels[1] - 5.5,
      "%.2f dB between", film_to_decibels (between, -100, 100));
  TEST_CHECK (film_get_level (film, 0, 30, height - 1 - 110) < 5,
      "%d beside", film_get_level (film, 0, 30, height - 1 - 110));
  film_free (film);
}

static void
clicks_stand_at_their_times (void)
{
  const guint n = RATE, width = 250, at[] = { 4800, 24000, 40000 };
  g_autofree gdouble *values = g_new0 (gdouble, n);
  Film *film = film_new (PLAIN "slide=whole size=256 hop=64",
      "video/x-raw,format=xRGB,width=250,height=40");
  guint x, i;

  for (i = 0; i < G_N_ELEMENTS (at); i++)
    values[at[i]] = 1;
  film_set_audio (film, 1, RATE);
  film_run (film, values, n, 0);
  TEST_REQUIRE (film->pictures->len == 1, "%u pictures", film->pictures->len);
  for (x = 0; x < width; x++) {
    gdouble nearest = 1e9;

    for (i = 0; i < G_N_ELEMENTS (at); i++)
      nearest = MIN (nearest, fabs ((x + 0.5) * n / width - at[i]));
    /* half a frame, half a column and a pixel */
    TEST_CHECK (nearest < 300 || film_get_level (film, 0, x, 20) == 0,
        "column %u, %g samples from a click: %d", x, nearest,
        film_get_level (film, 0, x, 20));
  }
  for (i = 0; i < G_N_ELEMENTS (at); i++) {
    gint level = 0;

    x = at[i] * width / n;
    level = MAX (film_get_level (film, 0, x, 20),
        film_get_level (film, 0, x + 1, 20));
    /* a frame with the click in its middle: 4 / 256 */
    TEST_CHECK (fabs (film_to_decibels (level, -100, 100) + 36.1) < 1,
        "click %u: %d", i, level);
  }
  film_free (film);
}

/* As many frames as columns: each pixel against the reference. */
static void
check_against_reference (const gdouble * values, guint n, guint channels,
    guint size, guint hop, guint height)
{
  guint n_frames = (n + hop - 1) / hop, rows;
  GstClSpectrogramLayoutParams params = { n_frames, height, channels };
  GstClSpectrogramLayout layout;
  g_autofree gchar *properties = g_strdup_printf (PLAIN
      "slide=whole size=%u hop=%u floor=-120 range=120", size, hop);
  g_autofree gchar *caps = g_strdup_printf
      ("video/x-raw,format=ARGB,width=%u,height=%u", n_frames, height);
  Film *film = film_new (properties, caps);
  guint x, c, row, n_wrong = 0;
  g_autofree gdouble *power = NULL;
  Analysis a;

  TEST_REQUIRE (gst_cl_spectrogram_layout_make (&params, &layout)
      && layout.plot.width == n_frames && layout.plot.x == 0, "layout");
  rows = layout.plot.height;
  analysis_init (&a, size, hop);
  power = g_new (gdouble, a.n_bins);
  film_set_audio (film, channels, RATE);
  film_run (film, values, n, 0);
  TEST_REQUIRE (film->pictures->len == 1, "%u pictures", film->pictures->len);
  for (x = 0; x < n_frames; x++) {
    for (c = 0; c < channels; c++) {
      analysis_run (&a, values, n, c, channels, x, power);
      for (row = 0; row < rows; row++) {
        gint want = level_of (peak_of_row (&a, power, row, rows), -120, 120);
        gint got = film_get_level (film, 0, x,
            layout.plot.y + c * layout.pitch + rows - 1 - row);

        if (abs (got - want) > GREY_TOLERANCE && n_wrong++ < 5)
          TEST_CHECK (FALSE, "channel %u, frame %u, row %u: %d, not %d", c, x,
              row, got, want);
      }
    }
  }
  TEST_CHECK (n_wrong == 0, "%u wrong pixels", n_wrong);
  analysis_clear (&a);
  film_free (film);
}

static void
every_pixel_of_speech_is_the_level_of_its_bin (void)
{
  const guint n = RATE;
  g_autofree gdouble *values = g_new (gdouble, n);

  speak (values, n);
  check_against_reference (values, n, 1, 1024, 300, 100);
  check_against_reference (values, n, 1, 1000, 250, 501);
}

static void
channels_stand_one_below_the_other (void)
{
  const guint n = RATE / 4, channels = 3;
  g_autofree gdouble *values = g_new (gdouble, n * channels);

  fill_noise_and_tones (values, n, channels);
  check_against_reference (values, n, channels, 512, 128, 3 * 64);
}

/* ---- time axes ---- */

/* Column x of picture j, in frames: hop is a column, three a picture. */
static void
check_slide (const gchar * slide, gboolean sweep)
{
  const guint n = RATE / 2, hop = 400, size = 512, width = 50, height = 64;
  const guint n_pictures = 20;
  g_autofree gdouble *values = g_new (gdouble, n);
  g_autofree gchar *properties = g_strdup_printf (PLAIN "slide=%s size=%u "
      "hop=%u time-span=0 floor=-120 range=120", slide, size, hop);
  g_autofree gdouble *power = g_new (gdouble, size / 2 + 1);
  Film *film = film_new (properties,
      "video/x-raw,format=BGRx,width=50,height=64,framerate=40/1");
  guint j, x, row, n_wrong = 0;
  Analysis a;

  analysis_init (&a, size, hop);
  fill_noise_and_tones (values, n, 1);
  film_set_audio (film, 1, RATE);
  film_run (film, values, n, 0);
  TEST_REQUIRE (film->pictures->len == n_pictures, "%u pictures",
      film->pictures->len);
  for (j = 0; j < n_pictures; j++) {
    guint end = (j + 1) * 3;    /* frames that are before the picture's end */

    for (x = 0; x < width; x++) {
      gint frame = sweep ? (gint) ((end - 1) / width * width + x)
          : (gint) (end - width + x);

      if (sweep && x == end % width)
        continue;               /* the marker */
      if (sweep && frame >= (gint) end)
        frame -= width;
      if (frame >= 0)
        analysis_run (&a, values, n, 0, 1, frame, power);
      for (row = 0; row < height; row++) {
        gint want = frame < 0 ? -1 : level_of (peak_of_row (&a, power, row,
                height), -120, 120);
        gint got = film_get_level (film, j, x, height - 1 - row);

        if (abs (got - want) > GREY_TOLERANCE && n_wrong++ < 5)
          TEST_CHECK (FALSE, "%s: picture %u, column %u (frame %d), row %u: "
              "%d, not %d", slide, j, x, frame, row, got, want);
      }
    }
  }
  TEST_CHECK (n_wrong == 0, "%u wrong pixels", n_wrong);
  analysis_clear (&a);
  film_free (film);
}

static void
scrolling_pictures_end_with_the_newest_frame (void)
{
  check_slide ("scroll", FALSE);
}

static void
replacing_pictures_keep_columns_where_they_are (void)
{
  check_slide ("replace", TRUE);
}

/* 1 s over 100 columns, whatever the hop: a click is as far from the edge as
   its age. */
static void
time_span_is_what_the_width_shows (void)
{
  static const guint hops[] = { 0, 100, 1700 };
  const guint n = RATE, at = RATE / 2;
  g_autofree gdouble *values = g_new0 (gdouble, n);
  guint h, x;

  values[at] = 1;
  for (h = 0; h < G_N_ELEMENTS (hops); h++) {
    g_autofree gchar *properties = g_strdup_printf (PLAIN
        "size=2000 hop=%u time-span=1000000000", hops[h]);
    Film *film = film_new (properties,
        "video/x-raw,format=BGRx,width=100,height=20,framerate=25/1");
    guint brightest = 0;

    film_set_audio (film, 1, RATE);
    film_run (film, values, n, 0);
    TEST_REQUIRE (film->pictures->len == 25, "%u", film->pictures->len);
    for (x = 0; x < 100; x++)
      if (film_get_level (film, 24, x, 10) > film_get_level (film, 24,
              brightest, 10))
        brightest = x;
    TEST_CHECK (abs ((gint) brightest - 50) <= 2, "hop %u: column %u",
        hops[h], brightest);
    film_free (film);
  }
}

/* ---- frequency axes ---- */

static void
tones_stand_where_each_scale_has_them (void)
{
  static const gchar *const scales[] = { "linear", "log", "mel", "bark",
    "erb"
  };
  const gdouble low = 100, high = 10000, tones[] = { 300, 1000, 5000 };
  const guint n = RATE / 2, height = 200;
  guint s, t, i, y;

  for (s = 0; s < G_N_ELEMENTS (scales); s++) {
    g_autofree gdouble *values = g_new0 (gdouble, n);
    g_autofree gchar *properties = g_strdup_printf (PLAIN "slide=whole "
        "size=4800 frequency-scale=%s min-frequency=100 max-frequency=10000",
        scales[s]);
    Film *film = film_new (properties,
        "video/x-raw,format=BGRx,width=20,height=200");
    gdouble positions[3];

    for (t = 0; t < 3; t++)
      for (i = 0; i < n; i++)
        values[i] += 0.3 * sin (2 * G_PI * tones[t] * i / RATE);
    for (t = 0; t < 3; t++) {
      gdouble f = tones[t], p[3], edges[3] = { low, f, high };

      for (i = 0; i < 3; i++) {
        gdouble e = edges[i];
        gdouble bark = 26.81 * e / (1960 + e) - 0.53;

        p[i] = s == 0 ? e : s == 1 ? log (e) : s == 2 ? log (1 + e / 700)
            : s == 3 ? (bark < 2 ? bark + 0.15 * (2 - bark)
            : bark > 20.1 ? bark + 0.22 * (bark - 20.1) : bark)
            : log (1 + 0.00437 * e);
      }
      positions[t] = (p[1] - p[0]) / (p[2] - p[0]);
    }
    film_set_audio (film, 1, RATE);
    film_run (film, values, n, 0);
    TEST_REQUIRE (film->pictures->len == 1, "%u", film->pictures->len);
    for (t = 0; t < 3; t++) {
      guint row = height - 1 - (guint) (positions[t] * height);
      gint best = -1;

      for (y = row - 1; y <= row + 1; y++)
        best = MAX (best, film_get_level (film, 0, 10, y));
      TEST_CHECK (fabs (film_to_decibels (best, -100, 100) + 10.46) < 1,
          "%s: %g Hz at row %u: %.2f dB", scales[s], tones[t], row,
          film_to_decibels (best, -100, 100));
    }
    film_free (film);
  }
}

static void
negative_frequencies_of_iq_stand_below_the_middle (void)
{
  const guint n = RATE / 2, height = 129;
  g_autofree gdouble *values = g_new (gdouble, 2 * n);
  Film *film = film_new (PLAIN "slide=whole size=512 iq=true",
      "video/x-raw,format=BGRx,width=20,height=129");
  gint i, y, best = 0;

  for (i = 0; i < (gint) n; i++) {
    values[2 * i] = 0.5 * cos (2 * G_PI * -12000.0 * i / RATE);
    values[2 * i + 1] = 0.5 * sin (2 * G_PI * -12000.0 * i / RATE);
  }
  film_set_audio (film, 2, RATE);
  film_run (film, values, n, 0);
  TEST_REQUIRE (film->pictures->len == 1, "%u: %s", film->pictures->len,
      film->error);
  for (y = 0; y < (gint) height; y++)
    if (film_get_level (film, 0, 10, y) > film_get_level (film, 0, 10, best))
      best = y;
  TEST_CHECK (abs (best - (gint) (0.75 * height)) <= 1, "row %d", best);
  film_free (film);
}

/* ---- bars and line ---- */

static void
bars_reach_their_level (void)
{
  const guint n = RATE, height = 100;
  g_autofree gdouble *values = g_new (gdouble, n);
  Film *film = film_new (PLAIN "mode=bars bars=24 size=2000 peak-hold=0",
      "video/x-raw,format=BGRx,width=240,height=100,framerate=10/1");
  guint i, y, top = 0;

  /* 24 bars over 24 kHz: 5250 Hz is in bar 5, -20 dB is 80 of 100 rows */
  for (i = 0; i < n; i++)
    values[i] = 0.1 * sin (2 * G_PI * 5256 * i / RATE);
  film_set_audio (film, 1, RATE);
  film_run (film, values, n, 0);
  TEST_REQUIRE (film->pictures->len == 10, "%u", film->pictures->len);
  for (y = height; y > 0; y--)
    if (film_get_level (film, 5, 54, y - 1) > 0)
      top = height - (y - 1);
  TEST_CHECK (abs ((gint) top - 80) <= 1, "bar of %u rows", top);
  /* the colour of its top is its level */
  TEST_CHECK (abs (film_get_level (film, 5, 54, height - 79) - 201) <= 4,
      "%d", film_get_level (film, 5, 54, height - 79));
  for (y = 0; y < height - 5; y++)
    TEST_CHECK (film_get_level (film, 5, 154, y) <= 0, "row %u", y);
  film_free (film);
}

static void
peaks_are_held_and_bars_fall_as_reported (void)
{
  const guint n = 2 * RATE, height = 100;
  g_autofree gdouble *values = g_new0 (gdouble, n);
  Film *film = film_new (PLAIN "mode=bars bars=24 size=2000 fall=20 "
      "peak-hold=500000000",
      "video/x-raw,format=BGRx,width=240,height=100,framerate=20/1");
  guint i, y;
  gint bar = 0, mark = 0;

  for (i = 0; i < RATE; i++)
    values[i] = 0.1 * sin (2 * G_PI * 5256 * i / RATE);
  film_set_audio (film, 1, RATE);
  film_run (film, values, n, 0);
  TEST_REQUIRE (film->pictures->len == 40, "%u", film->pictures->len);
  /* 0.4 s after the end: the bar fell 8 dB, the mark stayed */
  for (y = height; y > 0; y--) {
    gint level = film_get_level (film, 28, 54, y - 1);
    gboolean is_mark = film_get_color (film, 28, 54, y - 1) == 0xf2f4f8;

    if (is_mark)
      mark = height - y;
    else if (level > 0)
      bar = height - y + 1;
  }
  TEST_CHECK (abs (bar - 71) <= 2, "bar of %d rows", bar);
  TEST_CHECK (abs (mark - 80) <= 2, "mark at %d", mark);
  film_free (film);
}

static void
the_curve_passes_through_the_levels (void)
{
  const guint n = RATE, height = 100, width = 200;
  g_autofree gdouble *values = g_new (gdouble, n);
  Film *film = film_new (PLAIN "mode=line size=2000 peak-hold=0",
      "video/x-raw,format=BGRx,width=200,height=100,framerate=10/1");
  guint i, x, y, highest = height, at = 0;

  for (i = 0; i < n; i++)
    values[i] = 0.1 * sin (2 * G_PI * 12000 * i / RATE);
  film_set_audio (film, 1, RATE);
  film_run (film, values, n, 0);
  TEST_REQUIRE (film->pictures->len == 10, "%u", film->pictures->len);
  for (x = 0; x < width; x++)
    for (y = 0; y < highest; y++)
      if (film_get_color (film, 5, x, y) != 0x1b1e25
          && film_get_color (film, 5, x, y) != film_get_color (film, 5, 0, 0)) {
        highest = y;
        at = x;
        break;
      }
  TEST_CHECK (abs ((gint) (height - highest) - 80) <= 2
      && abs ((gint) at - 100) <= 1, "top %u at %u", height - highest, at);
  film_free (film);
}

/* A full-scale sine, and one of half of it, in front of a scale that ends at 0 or
   at +6 dB: the share of the height and of the palette. */
static void
levels_are_spread_as_their_scale_says (void)
{
  static const struct
  {
    const gchar *properties;
    gdouble share;              /* of the amplitude's half */
  } rows[] = {
    {"level-scale=decibel floor=-60 range=60", (60 - 6.0206) / 60},
    {"level-scale=magnitude floor=-60 range=60", 0.5},
    {"level-scale=magnitude floor=-54 range=60", 0.25},
    {"level-scale=power floor=-20 range=20", 0.25},
    {"level-scale=power floor=-94 range=100", 0.0628},
  };
  const guint n = RATE, height = 200;
  g_autofree gdouble *values = g_new (gdouble, n);
  guint r, i, y;

  for (i = 0; i < n; i++)
    values[i] = 0.5 * sin (2 * G_PI * 100 * i / 2000.0);
  for (r = 0; r < G_N_ELEMENTS (rows); r++) {
    g_autofree gchar *bars = g_strdup_printf (PLAIN "mode=bars bars=24 "
        "size=2000 peak-hold=0 %s", rows[r].properties);
    g_autofree gchar *whole = g_strdup_printf (PLAIN "slide=whole size=2000 "
        "%s", rows[r].properties);
    Film *film = film_new (bars,
        "video/x-raw,format=BGRx,width=240,height=200,framerate=10/1");
    Film *still = film_new (whole,
        "video/x-raw,format=BGRx,width=24,height=20");

    film_set_audio (film, 1, RATE);
    film_run (film, values, n, 0);
    film_set_audio (still, 1, RATE);
    film_run (still, values, n, 0);
    TEST_REQUIRE (film->pictures->len == 10 && still->pictures->len == 1,
        "%s: %s", rows[r].properties, film->error);
    /* 2400 Hz: bar 2 of 24, row 2 of 20 */
    for (y = 0; y < height; y++)
      if (film_get_color (film, 5, 24, y) != 0x1b1e25)
        break;
    TEST_CHECK (fabs ((height - y) - height * rows[r].share) <= 1.5,
        "%s: a bar of %u rows", rows[r].properties, height - y);
    TEST_CHECK (fabs (film_get_level (still, 0, 12, 17) - 255 * rows[r].share)
        <= 2, "%s: colour %d", rows[r].properties, film_get_level (still, 0, 12,
            17));
    film_free (film);
    film_free (still);
  }
}

/* Left a tone at -20 dB, right one at -40: both in one plot, in colours of their
   own. */
static void
channels_are_overlaid_in_their_colors (void)
{
  const guint n = RATE, bins[] = { 250, 750 };
  g_autofree gdouble *values = g_new (gdouble, 2 * n);
  Film *film = film_new (PLAIN "mode=line overlay=true size=2000 peak-hold=0 "
      "theme=light", "video/x-raw,format=BGRx,width=240,height=100,"
      "framerate=10/1");
  guint i, c, x, y;

  for (i = 0; i < n; i++)
    for (c = 0; c < 2; c++)
      values[2 * i + c] = pow (10, -1.0 - c)
          * sin (2 * G_PI * bins[c] * i / 2000.0);
  film_set_audio (film, 2, RATE);
  film_run (film, values, n, 0);
  TEST_REQUIRE (film->pictures->len == 10, "%s", film->error);
  for (c = 0; c < 2; c++) {
    guint32 color = gst_cl_theme_get_curve (GST_CL_THEME_LIGHT, c);
    guint highest = 100, at = 0;

    for (x = 0; x < 240; x++)
      for (y = 0; y < highest; y++)
        if (film_get_color (film, 5, x, y) == color) {
          highest = y;
          at = x;
        }
    TEST_CHECK (abs ((gint) highest - (gint) (20 + 20 * c)) <= 2
        && abs ((gint) at - (gint) (60 + 120 * c)) <= 2,
        "channel %u: the top is at %u, %u", c, at, highest);
  }
  film_free (film);
}

/* ---- colours ---- */

static void
formats_differ_in_bytes_alone (void)
{
  static const gchar *const formats[] = { "BGRx", "RGBx", "BGRA", "RGBA",
    "xRGB", "xBGR", "ARGB", "ABGR"
  };
  const guint n = RATE / 4;
  g_autofree gdouble *values = g_new (gdouble, n);
  Film *first = NULL;
  guint f, x, y, n_wrong = 0;

  fill_noise_and_tones (values, n, 1);
  for (f = 0; f < G_N_ELEMENTS (formats); f++) {
    g_autofree gchar *caps = g_strdup_printf
        ("video/x-raw,format=%s,width=320,height=200", formats[f]);
    Film *film = film_new ("slide=whole", caps);

    film_set_audio (film, 1, RATE);
    film_run (film, values, n, 0);
    TEST_REQUIRE (film->pictures->len == 1, "%s: %s", formats[f], film->error);
    TEST_CHECK (g_strcmp0 (gst_video_format_to_string
            (GST_VIDEO_INFO_FORMAT (&film->video)), formats[f]) == 0,
        "%s", formats[f]);
    if (!first)
      first = film;
    for (y = 0; y < 200; y++)
      for (x = 0; x < 320; x++)
        n_wrong += film_get_color (film, 0, x, y)
            != film_get_color (first, 0, x, y);
    TEST_CHECK (n_wrong == 0, "%s: %u pixels differ", formats[f], n_wrong);
    if (film != first)
      film_free (film);
  }
  film_free (first);
}

static void
silence_is_the_first_colour_and_full_scale_the_last (void)
{
  static const struct
  {
    const gchar *map;
    guint32 first, last;
  } maps[] = {
    {"inferno", 0x000004, 0xfcffa4},
    {"magma", 0x000004, 0xfcfdbf},
    {"viridis", 0x440154, 0xfde725},
    {"grey", 0x000000, 0xffffff},
  };
  const guint n = RATE / 4;
  g_autofree gdouble *values = g_new0 (gdouble, n);
  guint m, i;

  for (i = n / 2; i < n; i++)
    values[i] = 1;
  for (m = 0; m < G_N_ELEMENTS (maps); m++) {
    g_autofree gchar *properties = g_strdup_printf ("axes=false legend=false "
        "slide=whole size=200 hop=100 color-map=%s", maps[m].map);
    Film *film = film_new (properties,
        "video/x-raw,format=BGRx,width=100,height=20");

    film_set_audio (film, 1, RATE);
    film_run (film, values, n, 0);
    TEST_REQUIRE (film->pictures->len == 1, "%s", film->error);
    TEST_CHECK (film_get_color (film, 0, 10, 10) == maps[m].first,
        "%s: %06x", maps[m].map, film_get_color (film, 0, 10, 10));
    TEST_CHECK (film_get_color (film, 0, 80, 19) == maps[m].last,
        "%s: %06x", maps[m].map, film_get_color (film, 0, 80, 19));
    film_free (film);
  }
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (a_chirp_stands_where_its_frequency_is),
    TEST (two_tones_three_bins_apart_are_two_lines_at_their_levels),
    TEST (clicks_stand_at_their_times),
    TEST (every_pixel_of_speech_is_the_level_of_its_bin),
    TEST (channels_stand_one_below_the_other),
    TEST (scrolling_pictures_end_with_the_newest_frame),
    TEST (replacing_pictures_keep_columns_where_they_are),
    TEST (time_span_is_what_the_width_shows),
    TEST (tones_stand_where_each_scale_has_them),
    TEST (negative_frequencies_of_iq_stand_below_the_middle),
    TEST (bars_reach_their_level),
    TEST (peaks_are_held_and_bars_fall_as_reported),
    TEST (the_curve_passes_through_the_levels),
    TEST (levels_are_spread_as_their_scale_says),
    TEST (channels_are_overlaid_in_their_colors),
    TEST (formats_differ_in_bytes_alone),
    TEST (silence_is_the_first_colour_and_full_scale_the_last),
  };

  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
