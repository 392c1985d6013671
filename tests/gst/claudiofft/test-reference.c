/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * claudiofft/test-reference.c: claims about quantities of each channel and a
 * reference: each is computed again here from the complex spectra of a plain
 * claudiofft, for drawn channels and averages. test-dual-channel.py compares
 * with scipy.
 */
#include <complex.h>
#include <math.h>

#include "gst/support/poke.h"
#include "gst/support/spectra.h"
#include "support/test.h"

#define RATE 48000
#define HOP 50
#define N_SAMPLES 1500
#define N_QUANTITIES 5

static const gchar *const quantities[N_QUANTITIES] = {
  "cross-power", "coherence", "transfer-h1", "transfer-h2", "delay"
};

typedef struct
{
  gchar *common;                /* properties that the plain one has, too */
  gchar *properties;
  guint n_channels, reference;
  guint count;                  /* 0: exponential */
  gdouble *values;
} Case;

/* Channels that have a part in common. */
static gdouble *
make_noise (guint n_samples, guint n_channels)
{
  gdouble *values = g_new (gdouble, n_samples * n_channels);
  guint i, c;

  for (i = 0; i < n_samples; i++) {
    gdouble common = 0.3 * test_uniform ();

    for (c = 0; c < n_channels; c++)
      values[i * n_channels + c] = common + 0.3 * test_uniform ();
  }
  return values;
}

static void
draw_case (Case * k, const gchar * quantity)
{
  static const gchar *const scalings[] = { "none", "amplitude", "power",
    "psd", "legacy"
  };
  gboolean is_delay = g_str_equal (quantity, "delay");
  g_autofree gchar *averaging = NULL;

  k->n_channels = 2 + test_random () % 5;
  k->reference = test_random () % k->n_channels;
  k->count = test_random () % 3 ? 2 + test_random () % 7 : 0;
  if (k->count == 2 && !g_str_equal (quantity, "coherence")) {
    k->count = 1;
    averaging = g_strdup ("averaging=none");
  } else if (k->count > 0) {
    averaging = g_strdup_printf ("averaging=mean average-count=%u", k->count);
  } else {
    averaging = g_strdup ("averaging=exponential time-constant=5000000");
  }
  k->common = g_strdup_printf ("size=%u zero-pad=%u hop=%d scaling=%s sides=%s",
      /* few lengths: each has kernels of its own */
      100 + 28 * (guint) (test_random () % 2),
      test_random () % 2 ? 0 : 180, HOP,
      scalings[test_random () % 5],
      is_delay || test_random () % 2 ? "one" : "centered");
  k->properties = g_strdup_printf ("%s quantity=%s reference-channel=%u %s "
      "frames-per-buffer=%u", k->common, quantity, k->reference, averaging,
      (guint) (test_random () % 3));
  k->values = make_noise (N_SAMPLES, k->n_channels);
}

static void
clear_case (Case * k)
{
  g_free (k->common);
  g_free (k->properties);
  g_free (k->values);
}

static Spectra *
run (const Case * k, const gchar * properties, guint cut)
{
  Spectra *s = spectra_new (properties);

  spectra_set_format (s, GST_AUDIO_FORMAT_F32, k->n_channels, RATE, 0);
  spectra_run (s, k->values, N_SAMPLES, cut);
  return s;
}

/* ---- again, from complex spectra ---- */

typedef struct
{
  gdouble xx, yy, n;
  complex double xy;
} Sums;

static complex double
get_bin (const Spectra * plain, guint frame, guint channel, guint bin)
{
  const gfloat *at = spectra_at (plain, frame, channel) + 2 * bin;

  return at[0] + I * (gdouble) at[1];
}

static void
add (const Case * k, Sums * s, complex double x, complex double y)
{
  gdouble xx = creal (x * conj (x)), yy = creal (y * conj (y));
  gdouble to = k->count > 0 || s->n == 0 ? 1
      : -expm1 (-HOP / (RATE * 5e-3));
  gdouble keep = k->count > 0 ? 1 : 1 - to;

  if (!isfinite ((gfloat) (xx + yy)))
    return;
  s->xx = keep * s->xx + to * xx;
  s->yy = keep * s->yy + to * yy;
  s->xy = keep * s->xy + to * conj (x) * y;
  s->n = k->count > 0 ? s->n + 1 : 1;
}

/* *level: what errors are measured by. */
static complex double
get_result (const gchar * quantity, const Sums * s, gdouble * level)
{
  gdouble both = sqrt (s->xx * s->yy);

  if (g_str_equal (quantity, "cross-power")) {
    *level = both / s->n;
    return s->xy / s->n;
  }
  if (g_str_equal (quantity, "coherence")) {
    *level = 1;
    return pow (cabs (s->xy) / both, 2);
  }
  if (g_str_equal (quantity, "transfer-h1")) {
    *level = sqrt (s->yy / s->xx);
    return s->xy / s->xx;
  }
  *level = s->yy / cabs (s->xy) * both / cabs (s->xy);
  return s->yy / conj (s->xy);
}

static gdouble
get_loudest (const Spectra * plain)
{
  gdouble loudest = 0;
  guint f, c, bin;

  for (f = 0; f < spectra_n_frames (plain); f++)
    for (c = 0; c < plain->info.channels; c++)
      for (bin = 0; bin < plain->info.bins[0]; bin++)
        if (isfinite (cabs (get_bin (plain, f, c, bin))))
          loudest = MAX (loudest, cabs (get_bin (plain, f, c, bin)));
  return loudest;
}

static void
check_values (const Case * k, const gchar * quantity, const Spectra * s,
    const Spectra * plain)
{
  guint width = g_str_equal (quantity, "coherence") ? 1 : 2;
  guint group = MAX (k->count, 1), n_plain = spectra_n_frames (plain);
  gdouble loudest = get_loudest (plain);
  guint n_frames = (n_plain + group - 1) / group, row, f, bin, i;

  TEST_CHECK (spectra_n_frames (s) == n_frames
      && s->info.channels == k->n_channels - 1
      && s->info.reference_channel == k->reference, "%s: %u frames, not %u",
      k->properties, spectra_n_frames (s), n_frames);
  for (row = 0; row < s->info.channels; row++) {
    for (bin = 0; bin < s->info.bins[0]; bin++) {
      Sums sums = { 0, };

      for (f = 0; f < MIN (n_frames, spectra_n_frames (s)); f++) {
        const gfloat *got = spectra_at (s, f, row) + width * bin;
        complex double want, error;
        gdouble level;

        if (k->count > 0)
          sums = (Sums) {
          0,};
        for (i = f * group; i < MIN ((f + 1) * group, n_plain); i++)
          add (k, &sums, get_bin (plain, i, k->reference, bin),
              get_bin (plain, i, row + (row >= k->reference), bin));
        want = get_result (quantity, &sums, &level);
        /* the transform's own error is that of its loudest bins */
        level *= 1 + 0.03 * loudest * (1 / sqrt (sums.xx / sums.n)
            + 1 / sqrt (sums.yy / sums.n));
        error = got[0] + (width == 2 ? I * (gdouble) got[1] : 0) - want;
        TEST_CHECK (sums.n == 0 ? isnan (got[0]) : cabs (error) < 1e-5 * level,
            "%s: frame %u row %u bin %u: off by %g of %g", k->properties, f,
            row, bin, cabs (error), level);
      }
    }
  }
}

static void
quantities_are_of_products_with_the_reference (void)
{
  guint q, round;

  for (q = 0; q < N_QUANTITIES - 1; q++)
    for (round = 0; round < 4; round++) {
      Spectra *s, *plain;
      Case k;

      draw_case (&k, quantities[q]);
      plain = run (&k, k.common, N_SAMPLES);
      s = run (&k, k.properties, 1 + test_random () % 700);
      check_values (&k, quantities[q], s, plain);
      spectra_free (plain);
      spectra_free (s);
      clear_case (&k);
    }
}

static void
cuts_of_the_input_change_no_bit (void)
{
  guint q, round;

  for (q = 0; q < N_QUANTITIES; q++) {
    Spectra *whole;
    Case k;

    draw_case (&k, quantities[q]);
    whole = run (&k, k.properties, N_SAMPLES);
    TEST_CHECK (whole->n_errors == 0 && whole->numbers->len > 0, "%s: %s",
        k.properties, whole->error);
    for (round = 0; round < 3; round++) {
      Spectra *s = run (&k, k.properties, 1 + test_random () % 300);

      TEST_CHECK (s->numbers->len == whole->numbers->len
          && memcmp (s->numbers->data, whole->numbers->data,
              s->numbers->len * sizeof (gfloat)) == 0, "%s", k.properties);
      spectra_free (s);
    }
    spectra_free (whole);
    clear_case (&k);
  }
}

/* A spoilt transform is left out, and counted. */
static void
means_heal_from_bad_samples (void)
{
  const gdouble bad[] = { NAN, INFINITY, -INFINITY, 1e38 };
  guint q, b;

  for (q = 0; q < N_QUANTITIES - 1; q++)
    for (b = 0; b < G_N_ELEMENTS (bad); b++) {
      Spectra *s, *plain;
      Case k;

      draw_case (&k, quantities[q]);
      k.values[test_random () % 400 * k.n_channels
          + test_random () % k.n_channels] = bad[b];
      plain = run (&k, k.common, N_SAMPLES);
      s = run (&k, k.properties, 160);
      check_values (&k, quantities[q], s, plain);
      TEST_CHECK (spectra_get_stat (s, "not-finite") > 0, "%s: none",
          k.properties);
      spectra_free (plain);
      spectra_free (s);
      clear_case (&k);
    }
}

static void
delays_heal_from_bad_samples (void)
{
  gdouble *values = make_noise (4 * 512, 2);
  Spectra *s = spectra_new ("size=512 overlap=0 quantity=delay "
      "reference-channel=1 frames-per-buffer=1");
  guint i;

  for (i = 7; i < 4 * 512; i++)
    values[2 * i] = values[2 * (i - 7) + 1];
  values[2 * 600] = NAN;
  spectra_set_format (s, GST_AUDIO_FORMAT_F32, 2, RATE, 0);
  spectra_run (s, values, 4 * 512, 512);
  TEST_REQUIRE (spectra_n_frames (s) == 4, "%u frames", spectra_n_frames (s));
  for (i = 0; i < 4; i++) {
    const gfloat *got = spectra_at (s, i, 0);

    TEST_CHECK (i == 1 ? got[0] == 0 && got[1] == 0
        : fabs (got[0] * RATE - 7) < 0.1 && got[1] > 0.5,
        "frame %u: %g s, %g", i, got[0], got[1]);
  }
  spectra_free (s);
  g_free (values);
}

/* ---- channels and time ---- */

/* A selected reference is not among the channels; one that is not selected is
   transformed all the same. */
static void
the_reference_need_not_be_selected (void)
{
  static const struct
  {
    const gchar *select;
    guint n_channels;
    guint channels[4];
  } cases[] = {
    {"0-3", 3, {0, 1, 3}}, {"0+3", 2, {0, 3}}, {"4", 1, {4}},
    {"1-2+4", 2, {1, 4}}, {"2+4", 1, {4}},
  };
  gdouble *values = make_noise (N_SAMPLES, 5);
  Case k = { NULL, NULL, 5, 2, 1, values };
  Spectra *plain = run (&k, "quantity=transfer-h1 reference-channel=2", 400);
  guint i, c;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *properties = g_strdup_printf ("quantity=transfer-h1 "
        "reference-channel=2 channel-mode=select channel-select=%s",
        cases[i].select);
    Spectra *s = run (&k, properties, 400);

    TEST_REQUIRE (s->info.channels == cases[i].n_channels, "%s: %u channels, "
        "%s", cases[i].select, s->info.channels, s->error);
    for (c = 0; c < s->info.channels; c++) {
      guint source = cases[i].channels[c];

      TEST_CHECK (memcmp (spectra_at (s, 1, c), spectra_at (plain, 1,
                  source - (source > 2)), 513 * 2 * sizeof (gfloat)) == 0,
          "%s: channel %u", cases[i].select, c);
    }
    spectra_free (s);
  }
  spectra_free (plain);
  g_free (values);
}

static void
a_mean_starts_anew_after_a_discontinuity (void)
{
  const gchar *properties = "size=100 hop=50 quantity=transfer-h1 "
      "reference-channel=0 averaging=exponential time-constant=1000000000 "
      "discont-wait=0";
  gdouble *values = make_noise (1200, 2);
  Spectra *s = spectra_new (properties), *fresh = spectra_new (properties);
  guint n, f;

  spectra_set_format (s, GST_AUDIO_FORMAT_F32, 2, RATE, 0);
  spectra_set_format (fresh, GST_AUDIO_FORMAT_F32, 2, RATE, 0);
  spectra_push (s, values, 600, 0);
  spectra_push (s, values + 1200, 150, 10 * GST_SECOND);
  spectra_push (fresh, values + 1200, 150, 10 * GST_SECOND);
  n = spectra_n_frames (s) - 2;
  TEST_REQUIRE (n >= 11 && spectra_n_frames (fresh) == 2, "%u and %u frames",
      n, spectra_n_frames (fresh));
  for (f = 0; f < 2; f++)
    TEST_CHECK (memcmp (spectra_at (s, n + f, 0), spectra_at (fresh, f, 0),
            51 * 2 * sizeof (gfloat)) == 0, "the past is in frame %u", f);
  spectra_free (s);
  spectra_free (fresh);
  g_free (values);
}

static void
frames_are_timed_by_their_first_transform (void)
{
  gdouble *values = make_noise (N_SAMPLES, 3);
  Case k = { NULL, NULL, 3, 0, 1, values };
  Spectra *s = run (&k, "size=128 hop=64 quantity=delay reference-channel=0 "
      "averaging=mean average-count=5 frames-per-buffer=1", 160);
  guint i;

  TEST_CHECK (s->stamps->len == 5 && s->info.hop == 320
      && s->info.bins[0] == 1 && s->info.shape[0] == 128, "%u buffers, hop %u",
      s->stamps->len, s->info.hop);
  for (i = 0; i < s->stamps->len; i++) {
    const Stamp *stamp = &g_array_index (s->stamps, Stamp, i);
    GstClockTime pts = gst_util_uint64_scale (i * 320, GST_SECOND, RATE);
    GstClockTime end = gst_util_uint64_scale (MIN ((i + 1) * 320, N_SAMPLES),
        GST_SECOND, RATE);

    TEST_CHECK (stamp->pts == pts && stamp->pts + stamp->duration == end,
        "buffer %u: %" G_GUINT64_FORMAT " + %" G_GUINT64_FORMAT, i, stamp->pts,
        stamp->duration);
  }
  spectra_free (s);
  g_free (values);
}

/* ---- what is refused ---- */

static const PokeRefusal early[] = {
  {"quantity=coherence averaging=mean", "reference-channel", "-1",
      "0 or more", "quantity"},
  {"quantity=delay", "reference-channel", "-1", "0 or more", "quantity"},
  {"quantity=coherence reference-channel=0", "averaging", "none",
      "mean or exponential", "quantity"},
  {"quantity=coherence reference-channel=0 averaging=mean average-count=1",
      "average-count", "1", "2 or more", "average-count"},
  {"quantity=transfer-h1 reference-channel=0 averaging=median", "averaging",
      "median", "none, mean or exponential"},
  {"quantity=cross-power reference-channel=0 averaging=max-hold", "averaging",
      "max-hold", "none, mean or exponential"},
  {"quantity=transfer-h2 reference-channel=0 bands=4", "bands", "4",
      "no bands"},
  {"quantity=coherence reference-channel=0 averaging=mean weighting=a",
      "weighting", "a", "none"},
  {"quantity=delay reference-channel=0 channel-mode=mix", "channel-mode",
      "mix", "all or select"},
  {"quantity=delay reference-channel=0 iq=true", "iq", "true", "false"},
  {"quantity=delay reference-channel=0 sides=two", "sides", "two", "one"},
};

/* What this stream cannot have: as much of it is done as can be. */
static const PokeRefusal fitted[] = {
  {"quantity=transfer-h1 reference-channel=2", "reference-channel", "2",
      "0 to 1"},
  {"quantity=transfer-h1 reference-channel=65535", "reference-channel",
      "65535", "0 to 1"},
  {"quantity=cross-power reference-channel=1 iq=true", "reference-channel",
      "1", "0 to 0"},
  {"quantity=delay reference-channel=1 channel-mode=select channel-select=1",
      "reference-channel", "1", "2 channels or more"},
};

static void
what_has_no_meaning_is_refused (void)
{
  guint i;

  poke_check_early ("claudiofft", early, G_N_ELEMENTS (early));
  for (i = 0; i < G_N_ELEMENTS (fitted); i++) {
    Spectra *s = spectra_new (fitted[i].properties);

    spectra_set_format (s, GST_AUDIO_FORMAT_S16, 2, RATE, 0);
    TEST_CHECK (s->n_errors == 0 && s->n_warnings == 1 && s->n_caps == 1
        && poke_names (s->warning, &fitted[i]), "%s: %u errors: %s%s",
        fitted[i].properties, s->n_errors, s->error, s->warning);
    spectra_free (s);
  }
}

TEST_MAIN (TEST (quantities_are_of_products_with_the_reference),
    TEST (cuts_of_the_input_change_no_bit), TEST (means_heal_from_bad_samples),
    TEST (delays_heal_from_bad_samples),
    TEST (the_reference_need_not_be_selected),
    TEST (a_mean_starts_anew_after_a_discontinuity),
    TEST (frames_are_timed_by_their_first_transform),
    TEST (what_has_no_meaning_is_refused))
