/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * claudiofft/test-average.c: claims about averages, bands and weightings:
 * each is computed again here from the powers of a plain claudiofft.
 */
#include <math.h>

#include "clfft/spectrum.h"
#include "gst/support/spectra.h"
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 48000
#define SIZE 128
/* one over hann's noise bandwidth in bins */
#define HANN_FACTOR (2.0 / 3)
#define HOP 64
#define N_SAMPLES 1500
#define N_BINS (SIZE / 2 + 1)

static Spectra *
run_stereo (const gchar * properties, const gdouble * values)
{
  g_autofree gchar *all = g_strdup_printf ("size=%d hop=%d %s", SIZE, HOP,
      properties);
  Spectra *s = spectra_new (all);

  spectra_set_format (s, GST_AUDIO_FORMAT_F32, 2, RATE, 0);
  spectra_run (s, values, N_SAMPLES, 160);
  return s;
}

static int
compare (const void *a, const void *b)
{
  gdouble x = *(const gdouble *) a, y = *(const gdouble *) b;

  return x < y ? -1 : x > y;
}

/* Over powers of n transforms. */
static gdouble
reduce (const gchar * averaging, gdouble * powers, guint n)
{
  gdouble sum = 0;
  guint i;

  for (i = 0; i < n; i++)
    sum += powers[i];
  qsort (powers, n, sizeof *powers, compare);
  if (g_str_equal (averaging, "mean"))
    return sum / n;
  if (g_str_equal (averaging, "max-hold"))
    return powers[n - 1];
  if (g_str_equal (averaging, "min-hold"))
    return powers[0];
  return (powers[(n - 1) / 2] + powers[n / 2]) / 2;
}

static void
check_average (const gchar * averaging, guint count, const gchar * more)
{
  g_autofree gchar *properties = g_strdup_printf
      ("quantity=power averaging=%s average-count=%u %s", averaging, count,
      more);
  gdouble *values = rig_make_noise (1, 2 * N_SAMPLES), powers[64];
  Spectra *plain = run_stereo ("quantity=power", values);
  Spectra *s = run_stereo (properties, values);
  guint n_plain = spectra_n_frames (plain);
  guint n_frames = (n_plain + count - 1) / count, f, c, k, i;

  TEST_CHECK (spectra_n_frames (s) == n_frames, "%s: %u frames, not %u",
      properties, spectra_n_frames (s), n_frames);
  TEST_CHECK (s->info.hop == HOP * count
      && s->info.average_count == count, "%s: hop %u", properties,
      s->info.hop);
  for (f = 0; f < MIN (n_frames, spectra_n_frames (s)); f++) {
    guint n = MIN (count, n_plain - f * count);

    for (c = 0; c < 2; c++) {
      for (k = 0; k < N_BINS; k++) {
        gdouble want;

        for (i = 0; i < n; i++)
          powers[i] = spectra_at (plain, f * count + i, c)[k];
        want = reduce (averaging, powers, n);
        TEST_CHECK (fabs (spectra_at (s, f, c)[k] / want - 1) < 1e-5,
            "%s: frame %u channel %u bin %u: %g, not %g", properties, f, c, k,
            spectra_at (s, f, c)[k], want);
      }
    }
  }
  spectra_free (plain);
  spectra_free (s);
  g_free (values);
}

static void
averages_over_n_are_of_power (void)
{
  static const gchar *const averagings[] = { "mean", "max-hold", "min-hold",
    "median"
  };
  guint i;

  for (i = 0; i < 4; i++) {
    check_average (averagings[i], 1, "");
    check_average (averagings[i], 4, "");
    check_average (averagings[i], 5, "frames-per-buffer=2");
    check_average (averagings[i], 40, "");
  }
}

static void
averaged_frames_are_timed_by_their_first_transform (void)
{
  gdouble *values = rig_make_noise (1, 2 * N_SAMPLES);
  Spectra *s = run_stereo ("quantity=db averaging=mean average-count=5 "
      "frames-per-buffer=1", values);
  guint i, n = s->stamps->len;

  TEST_CHECK (n == 5, "%u buffers", n);
  for (i = 0; i < n; i++) {
    const Stamp *stamp = &g_array_index (s->stamps, Stamp, i);
    GstClockTime pts = gst_util_uint64_scale (i * 5 * HOP, GST_SECOND, RATE);
    GstClockTime end = gst_util_uint64_scale (MIN ((i + 1) * 5 * HOP,
            N_SAMPLES), GST_SECOND, RATE);

    TEST_CHECK (stamp->pts == pts && stamp->pts + stamp->duration == end,
        "buffer %u: %" G_GUINT64_FORMAT " + %" G_GUINT64_FORMAT, i, stamp->pts,
        stamp->duration);
    TEST_CHECK (stamp->offset == i * 5 * HOP && stamp->offset_end
        == MIN (i * 5 * HOP + 4 * HOP + SIZE, N_SAMPLES), "buffer %u", i);
  }
  spectra_free (s);
  g_free (values);
}

/* y += (1 - exp (-hop / (rate tau))) (x - y), y = x at first */
static void
exponential_averaging_forgets_with_its_time_constant (void)
{
  gdouble *values = rig_make_noise (1, 2 * N_SAMPLES);
  Spectra *plain = run_stereo ("quantity=power", values);
  Spectra *s = run_stereo ("quantity=power averaging=exponential "
      "time-constant=5000000", values);
  gdouble alpha = 1 - exp (-HOP / (RATE * 0.005)), y[N_BINS];
  guint f, k;

  TEST_REQUIRE (spectra_n_frames (s) == spectra_n_frames (plain), "%u frames",
      spectra_n_frames (s));
  for (f = 0; f < spectra_n_frames (s); f++) {
    for (k = 0; k < N_BINS; k++) {
      gdouble x = spectra_at (plain, f, 1)[k];

      y[k] = f == 0 ? x : y[k] + alpha * (x - y[k]);
      TEST_CHECK (fabs (spectra_at (s, f, 1)[k] / y[k] - 1) < 1e-5,
          "frame %u bin %u: %g, not %g", f, k, spectra_at (s, f, 1)[k], y[k]);
    }
  }
  spectra_free (plain);
  spectra_free (s);
  g_free (values);
}

static void
an_average_starts_anew_after_a_discontinuity (void)
{
  Spectra *s = spectra_new ("size=64 hop=64 quantity=power averaging=mean "
      "average-count=4 discont-wait=0");
  Spectra *plain = spectra_new ("size=64 hop=64 quantity=power");
  gdouble *values = rig_make_noise (1, 64 * 6);
  gdouble want;

  spectra_set_format (s, GST_AUDIO_FORMAT_F32, 1, RATE, 0);
  spectra_set_format (plain, GST_AUDIO_FORMAT_F32, 1, RATE, 0);
  spectra_push (s, values, 64 * 2, 0);
  spectra_push (s, values + 128, 64 * 4, GST_SECOND);
  spectra_push (plain, values, 64 * 6, 0);
  TEST_REQUIRE (spectra_n_frames (s) == 2, "%u frames", spectra_n_frames (s));
  want = (spectra_at (plain, 0, 0)[7] + spectra_at (plain, 1, 0)[7]) / 2;
  TEST_CHECK (fabs (spectra_at (s, 0, 0)[7] / want - 1) < 1e-5, "%g, not %g",
      spectra_at (s, 0, 0)[7], want);
  want = (spectra_at (plain, 2, 0)[7] + spectra_at (plain, 3, 0)[7]
      + spectra_at (plain, 4, 0)[7] + spectra_at (plain, 5, 0)[7]) / 4;
  TEST_CHECK (fabs (spectra_at (s, 1, 0)[7] / want - 1) < 1e-5, "%g, not %g",
      spectra_at (s, 1, 0)[7], want);
  spectra_free (s);
  spectra_free (plain);
  g_free (values);
}

static void
averages_in_decibels_are_of_power (void)
{
  gdouble *values = rig_make_noise (1, 2 * N_SAMPLES);
  Spectra *power = run_stereo ("quantity=power averaging=mean", values);
  Spectra *db = run_stereo ("quantity=db averaging=mean", values);
  Spectra *magnitude = run_stereo ("quantity=magnitude averaging=mean",
      values);
  guint k;

  for (k = 0; k < N_BINS; k++) {
    gdouble want = spectra_at (power, 1, 0)[k];

    TEST_CHECK (fabs (spectra_at (db, 1, 0)[k] - 10 * log10 (want)) < 1e-3,
        "bin %u", k);
    TEST_CHECK (fabs (spectra_at (magnitude, 1, 0)[k] / sqrt (want) - 1)
        < 1e-5, "bin %u", k);
  }
  spectra_free (power);
  spectra_free (db);
  spectra_free (magnitude);
  g_free (values);
}

static void
bands_are_weighted_sums_of_power (void)
{
  static const struct
  {
    clfft_band_scale scale;
    guint n_bands;
    const gchar *name;
  } cases[] = {
    {CLFFT_BAND_SCALE_BINS, 10, "bins"},
    {CLFFT_BAND_SCALE_LOG, 20, "log"},
    {CLFFT_BAND_SCALE_OCTAVE, 0, "octave"},
    {CLFFT_BAND_SCALE_THIRD_OCTAVE, 0, "third-octave"},
    {CLFFT_BAND_SCALE_MEL, 12, "mel"},
    {CLFFT_BAND_SCALE_BARK, 24, "bark"},
    {CLFFT_BAND_SCALE_ERB, 30, "erb"},
  };
  gdouble *values = rig_make_noise (1, 2 * N_SAMPLES);
  Spectra *plain = run_stereo ("quantity=power scaling=power", values);
  guint i, f, b, j;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *properties = g_strdup_printf ("quantity=power "
        "scaling=power bands=%u band-scale=%s", cases[i].n_bands,
        cases[i].name);
    Spectra *s = run_stereo (properties, values);
    clfft_bands bands;

    clfft_bands_desc desc = {
      .scale = cases[i].scale, .n_bands = cases[i].n_bands, .n = SIZE,
      .rate = RATE, .factor = HANN_FACTOR
    };

    clfft_bands_fill (&desc, &bands, NULL);
    TEST_CHECK (s->info.bins[0] == bands.n_bands
        && spectra_n_frames (s) == spectra_n_frames (plain), "%s: %u bands",
        cases[i].name, s->info.bins[0]);
    for (f = 0; f < MIN (3, spectra_n_frames (s)); f++) {
      for (b = 0; b < bands.n_bands; b++) {
        gdouble want = 0;

        for (j = bands.first[b]; j < bands.first[b + 1]; j++)
          want += bands.weight[j] * spectra_at (plain, f, 1)[bands.start[b]
              + (j - bands.first[b])];
        TEST_CHECK (fabs (spectra_at (s, f, 1)[b] / want - 1) < 2e-5,
            "%s: frame %u band %u: %g, not %g", cases[i].name, f, b,
            spectra_at (s, f, 1)[b], want);
      }
    }
    clfft_bands_clear (&bands);
    spectra_free (s);
  }
  spectra_free (plain);
  g_free (values);
}

static void
weighting_shifts_decibels_by_its_curve (void)
{
  static const gchar *const names[] = { "a", "b", "c", "d" };
  gdouble *values = rig_make_noise (1, 2 * N_SAMPLES);
  Spectra *plain = run_stereo ("quantity=db floor=-300", values);
  guint w, k;

  for (w = 0; w < 4; w++) {
    g_autofree gchar *properties = g_strdup_printf ("quantity=db floor=-300 "
        "weighting=%s", names[w]);
    Spectra *s = run_stereo (properties, values);

    TEST_CHECK (spectra_at (s, 2, 0)[0] == -300, "DC reads %g",
        spectra_at (s, 2, 0)[0]);
    for (k = 1; k < N_BINS; k++) {
      gdouble gain = clfft_weighting_gain (CLFFT_WEIGHTING_A + w,
          (gdouble) k * RATE / SIZE);
      gdouble want = spectra_at (plain, 2, 0)[k] + 20 * log10 (gain);

      TEST_CHECK (fabs (spectra_at (s, 2, 0)[k] - want) < 2e-3,
          "%s at bin %u: %g dB, not %g", names[w], k,
          spectra_at (s, 2, 0)[k], want);
    }
    spectra_free (s);
  }
  spectra_free (plain);
  g_free (values);
}

/* A frame of the plain stream is spoilt if one of its samples is bad. What an
   average says must be what it says of the other frames. */
static void
check_bad_sample (const gchar * averaging, gdouble bad)
{
  g_autofree gchar *properties = g_strdup_printf ("quantity=power "
      "averaging=%s average-count=6 time-constant=5000000", averaging);
  gboolean is_exponential = g_str_equal (averaging, "exponential");
  guint count = is_exponential ? 1 : 6, f, c, k, i, n, at;
  gdouble *values = rig_make_noise (1, 2 * N_SAMPLES), powers[6];
  gdouble alpha = -expm1 (-HOP / (RATE * 5e-3));
  Spectra *plain, *s;

  at = test_random () % 500;
  values[2 * at + 1] = bad;
  plain = run_stereo ("quantity=power", values);
  s = run_stereo (properties, values);
  for (c = 0; c < 2; c++) {
    for (k = 0; k < N_BINS; k++) {
      gdouble want = NAN;

      for (f = 0; f < spectra_n_frames (s); f++) {
        for (i = n = 0; i < count
            && f * count + i < spectra_n_frames (plain); i++) {
          gdouble power = spectra_at (plain, f * count + i, c)[k];

          if (isfinite (power))
            powers[n++] = power;
        }
        if (is_exponential && n > 0)
          want = isnan (want) ? powers[0] : want + alpha * (powers[0] - want);
        else if (!is_exponential)
          want = n > 0 ? reduce (averaging, powers, n) : NAN;
        TEST_CHECK (isnan (want) ? isnan (spectra_at (s, f, c)[k])
            : fabs (spectra_at (s, f, c)[k] / want - 1) < 1e-5,
            "%s, sample %u is %g: frame %u channel %u bin %u: %g, not %g",
            averaging, at, bad, f, c, k, spectra_at (s, f, c)[k], want);
      }
      TEST_CHECK (isfinite (want), "%s: bin %u never heals", averaging, k);
    }
  }
  for (n = f = 0; f < spectra_n_frames (plain); f++)
    for (c = 0; c < 2; c++)
      for (k = 0; k < N_BINS; k++)
        n += !isfinite (spectra_at (plain, f, c)[k]);
  TEST_CHECK (spectra_get_stat (s, "not-finite") == n,
      "%s, %g: %" G_GUINT64_FORMAT " powers left out, not %u", averaging, bad,
      spectra_get_stat (s, "not-finite"), n);
  spectra_free (plain);
  spectra_free (s);
  g_free (values);
}

static void
averages_heal_from_bad_samples (void)
{
  static const gchar *const averagings[] = { "mean", "max-hold", "min-hold",
    "median", "exponential"
  };
  const gdouble bad[] = { NAN, INFINITY, -INFINITY, 1e38, 1e-42 };
  guint a, b;

  for (a = 0; a < G_N_ELEMENTS (averagings); a++)
    for (b = 0; b < G_N_ELEMENTS (bad); b++)
      check_bad_sample (averagings[a], bad[b]);
}

TEST_MAIN (TEST (averages_heal_from_bad_samples),
    TEST (averages_over_n_are_of_power),
    TEST (averaged_frames_are_timed_by_their_first_transform),
    TEST (exponential_averaging_forgets_with_its_time_constant),
    TEST (an_average_starts_anew_after_a_discontinuity),
    TEST (averages_in_decibels_are_of_power),
    TEST (bands_are_weighted_sums_of_power),
    TEST (weighting_shifts_decibels_by_its_curve))
