/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-claudiofft.c: claims about the values that claudiofft gives: units,
 * and every complex bin against FFTW in double precision.
 */
#include <complex.h>
#include <fftw3.h>
#include <math.h>

#include "clfft/spectrum.h"
#include "gst/support/rig.h"
#include "gst/support/spectra.h"
#include "support/test.h"

#define RATE 48000
/* coprime, so that rounding to integers evens out; one short transform, as
   each format is a kernel of its own */
#define SINE_SIZE 125
#define SINE_BIN 27

/* cos(2 pi bin i / size), all channels alike. */
static gdouble *
make_sine (guint n_samples, guint channels, guint size, guint bin)
{
  gdouble *values = g_new (gdouble, n_samples * channels);
  guint i, c;

  for (i = 0; i < n_samples; i++)
    for (c = 0; c < channels; c++)
      values[i * channels + c] = cos (2 * G_PI * (i * bin % size) / size);
  return values;
}

static gdouble
peak_of_sine (const gchar * properties, GstAudioFormat format,
    GstAudioLayout layout, guint * bin)
{
  g_autofree gchar *all = g_strdup_printf ("size=%d %s", SINE_SIZE,
      properties);
  Spectra *s = spectra_new (all);
  gdouble *values = make_sine (SINE_SIZE, 2, SINE_SIZE, SINE_BIN), peak = -1000;
  const gfloat *spectrum;
  guint k;

  spectra_set_format (s, format, 2, RATE, layout);
  spectra_push (s, values, SINE_SIZE, 0);
  *bin = 0;
  if (spectra_n_frames (s) > 0) {
    spectrum = spectra_at (s, 0, 1);
    for (k = 0; k < gst_fourier_info_get_n_points (&s->info); k++) {
      if (spectrum[k] > peak) {
        peak = spectrum[k];
        *bin = k;
      }
    }
  }
  g_free (values);
  spectra_free (s);
  return peak;
}

static void
a_full_scale_sine_reads_0_dbfs_under_every_window (void)
{
  guint bin;
  int k;

  for (k = 0; k < CLFFT_N_WINDOWS; k++) {
    g_autofree gchar *properties =
        g_strdup_printf ("quantity=db window=%s", clfft_window_name (k));
    gdouble peak = peak_of_sine (properties, GST_AUDIO_FORMAT_F32,
        GST_AUDIO_LAYOUT_INTERLEAVED, &bin);

    TEST_CHECK (bin == SINE_BIN && fabs (peak) <= 0.01, "%s: %.4f dB at bin %u",
        clfft_window_name (k), peak, bin);
  }
}

static void
a_full_scale_sine_reads_its_level_in_every_format (void)
{
  gint format, layout;

  rig_init ();
  for (format = GST_AUDIO_FORMAT_S8; format <= GST_AUDIO_FORMAT_F64BE;
      format++) {
    const GstAudioFormatInfo *info = gst_audio_format_get_info (format);
    gdouble largest = ldexp (1, info->depth - 1);
    gdouble want = GST_AUDIO_FORMAT_INFO_IS_FLOAT (info) ? 0
        : 20 * log10 ((largest - 1) / largest);

    for (layout = 0; layout < 2; layout++) {
      guint bin;
      gdouble peak = peak_of_sine ("quantity=db", format, layout, &bin);

      TEST_CHECK (bin == SINE_BIN && fabs (peak - want) <= 0.01,
          "%s layout %d: %.4f dB, not %.4f, at bin %u", info->name, layout,
          peak, want, bin);
    }
  }
}

/* scaling=legacy divides integers by their largest value, as `spectrum`:
   a full scale sine reads 20 log10 (0.53836 / 2). */
static void
legacy_reads_as_the_spectrum_element_does (void)
{
  static const GstAudioFormat formats[] = { GST_AUDIO_FORMAT_S16,
    GST_AUDIO_FORMAT_S24_32, GST_AUDIO_FORMAT_F64
  };
  guint i, bin;

  for (i = 0; i < G_N_ELEMENTS (formats); i++) {
    gdouble peak = peak_of_sine
        ("quantity=db scaling=legacy window=hamming-exact", formats[i],
        GST_AUDIO_LAYOUT_INTERLEAVED, &bin);

    TEST_CHECK (fabs (peak - 20 * log10 (0.53836 / 2)) < 0.005,
        "%s: %.4f dB", gst_audio_format_to_string (formats[i]), peak);
  }
}

static void
power_reads_half_for_a_full_scale_sine (void)
{
  guint bin;
  gdouble peak = peak_of_sine ("quantity=power scaling=power",
      GST_AUDIO_FORMAT_F32, GST_AUDIO_LAYOUT_INTERLEAVED, &bin);

  TEST_CHECK (fabs (peak - 0.5) < 1e-5, "%.7f", peak);
  peak = peak_of_sine ("quantity=db scaling=power", GST_AUDIO_FORMAT_F32,
      GST_AUDIO_LAYOUT_INTERLEAVED, &bin);
  TEST_CHECK (fabs (peak + 3.0103) < 1e-3, "%.5f dB", peak);
}

/* Uniform noise of variance 1/3 has the one-sided density 2/3 / rate. */
static void
white_noise_reads_its_density (void)
{
  enum { n_samples = 1 << 18 };
  Spectra *s = spectra_new ("size=512 quantity=power scaling=psd");
  gdouble *values = rig_make_noise (1, n_samples), sum = 0;
  guint frame, k, n = 0;

  spectra_set_format (s, GST_AUDIO_FORMAT_F32, 1, RATE, 0);
  spectra_push (s, values, n_samples, 0);
  TEST_CHECK (spectra_n_frames (s) == 1023, "%u frames", spectra_n_frames (s));
  for (frame = 0; frame < spectra_n_frames (s); frame++)
    for (k = 4; k < 250; k++, n++)
      sum += spectra_at (s, frame, 0)[k];
  /* 2.5e5 bins, half of them independent: deviation 0.3 % */
  TEST_CHECK (fabs (sum / n * RATE / (2.0 / 3) - 1) < 0.02, "%.4f of it",
      sum / n * RATE / (2.0 / 3));
  g_free (values);
  spectra_free (s);
}

static void
power_of_all_bins_is_the_mean_square (void)
{
  static const guint sizes[] = { 64, 375, 1024 };
  guint i, j, k;

  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autofree gchar *properties = g_strdup_printf
        ("size=%u window=rect scaling=power quantity=power", sizes[i]);
    Spectra *s = spectra_new (properties);
    gdouble *values = rig_make_noise (1, sizes[i]), square = 0, sum = 0;

    spectra_set_format (s, GST_AUDIO_FORMAT_F32, 1, RATE, 0);
    spectra_push (s, values, sizes[i], 0);
    TEST_REQUIRE (spectra_n_frames (s) == 1, "%u frames",
        spectra_n_frames (s));
    for (j = 0; j < sizes[i]; j++)
      square += values[j] * values[j] / sizes[i];
    for (k = 0; k <= sizes[i] / 2; k++)
      sum += spectra_at (s, 0, 0)[k];
    TEST_CHECK (fabs (sum / square - 1) < 1e-5, "size %u: %.7f of %.7f",
        sizes[i], sum, square);
    g_free (values);
    spectra_free (s);
  }
}

/* ---- against FFTW ---- */

typedef struct
{
  const gchar *properties;
  guint channels;               /* of the input */
  guint size, length, hop;
  gboolean center, iq;
  clfft_sides sides;
  /* output channel: sum of weights times input channels */
  guint n_outputs;
  gdouble matrix[4][4];
} Case;

/* Frame k of output channel o, in the order of `sides`. */
static void
reference_frame (const Case * c, const gdouble * values, guint n_samples,
    guint k, guint o, double complex * out)
{
  g_autofree gdouble *window = g_new (gdouble, c->size);
  g_autofree gdouble *gain = g_new (gdouble, c->length);
  double complex *x = fftw_malloc (c->length * sizeof *x);
  fftw_plan plan = fftw_plan_dft_1d (c->length, (fftw_complex *) x,
      (fftw_complex *) x, FFTW_FORWARD, FFTW_ESTIMATE);
  clfft_gain_desc desc = {
    .scaling = CLFFT_SCALING_AMPLITUDE, .sides = c->sides, .n = c->length,
    .rate = RATE, .window = window, .window_length = c->size,
    .complex_input = c->iq,
  };
  guint n_bins = c->sides == CLFFT_SIDES_ONE ? c->length / 2 + 1 : c->length;
  gint64 start = (gint64) k * c->hop - (c->center ? c->size / 2 : 0);
  guint j, m, i;

  clfft_window_fill (CLFFT_WINDOW_HANN, 0, c->size, window);
  clfft_gain_fill (&desc, gain);
  for (j = 0; j < c->length; j++) {
    gint64 at = start + j;

    x[j] = 0;
    if (j >= c->size || at < 0 || at >= n_samples)
      continue;
    if (c->iq)
      x[j] = values[at * c->channels + 2 * o]
          + I * values[at * c->channels + 2 * o + 1];
    else
      for (m = 0; m < c->channels; m++)
        x[j] += c->matrix[o][m] * values[at * c->channels + m];
    x[j] *= window[j];
  }
  fftw_execute (plan);
  for (i = 0; i < n_bins; i++) {
    guint bin = c->sides == CLFFT_SIDES_CENTERED
        ? (i + c->length - c->length / 2) % c->length : i;

    out[i] = gain[i] * x[bin];
  }
  fftw_destroy_plan (plan);
  fftw_free (x);
}

static void
check_case (const Case * c, GstAudioLayout layout)
{
  Spectra *s = spectra_new (c->properties);
  guint n_samples = 5 * c->hop + c->size + 1;
  gdouble *values = rig_make_noise (1, n_samples * c->channels);
  guint n_bins = c->sides == CLFFT_SIDES_ONE ? c->length / 2 + 1 : c->length;
  double complex *want = g_new (double complex, n_bins);
  gint64 lead = c->center ? c->size / 2 : 0;
  guint n_frames = (n_samples + lead + c->hop - 1) / c->hop, k, o, i;
  gdouble error = 0, norm = 0;

  for (i = 0; i < n_samples * c->channels; i++)
    values[i] = (gfloat) values[i];
  spectra_set_format (s, GST_AUDIO_FORMAT_F32, c->channels, RATE, layout);
  spectra_run (s, values, n_samples, n_samples);
  TEST_CHECK (spectra_n_frames (s) == n_frames, "%s: %u frames, not %u",
      c->properties, spectra_n_frames (s), n_frames);
  TEST_CHECK (s->info.channels == c->n_outputs, "%s: %u channels",
      c->properties, s->info.channels);
  TEST_CHECK (s->info.bins[0] == n_bins, "%s: %u bins", c->properties,
      s->info.bins[0]);
  if (test_n_failures == 0) {
    for (k = 0; k < n_frames; k++) {
      for (o = 0; o < c->n_outputs; o++) {
        const gfloat *got = spectra_at (s, k, o);

        reference_frame (c, values, n_samples, k, o, want);
        for (i = 0; i < n_bins; i++) {
          error += pow (cabs (got[2 * i] + I * got[2 * i + 1] - want[i]), 2);
          norm += pow (cabs (want[i]), 2);
        }
      }
    }
    TEST_CHECK (sqrt (error / norm) < 1e-6, "%s layout %d: error %g",
        c->properties, layout, sqrt (error / norm));
  }
  g_free (want);
  g_free (values);
  spectra_free (s);
}

#define ALL_OF_2 2, {{1, 0}, {0, 1}}

static void
every_length_equals_fftw (void)
{
  static const guint sizes[] = { 2, 3, 4, 5, 16, 31, 97, 100, 128, 255, 441,
    1000, 1009, 1024, 4096
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autofree gchar *properties = g_strdup_printf ("size=%u", sizes[i]);
    guint hop = MAX (1, round (sizes[i] * 0.5));
    Case c = { properties, 2, sizes[i], sizes[i], hop, FALSE, FALSE,
      CLFFT_SIDES_ONE, ALL_OF_2
    };

    check_case (&c, GST_AUDIO_LAYOUT_INTERLEAVED);
  }
}

static void
every_mode_equals_fftw (void)
{
  static const Case cases[] = {
    {"size=128 hop=32 sides=two", 2, 128, 128, 32, FALSE, FALSE,
        CLFFT_SIDES_TWO, ALL_OF_2},
    {"size=125 hop=125 sides=two", 2, 125, 125, 125, FALSE, FALSE,
        CLFFT_SIDES_TWO, ALL_OF_2},
    {"size=128 overlap=0.75 sides=centered", 2, 128, 128, 32, FALSE, FALSE,
        CLFFT_SIDES_CENTERED, ALL_OF_2},
    {"size=75 hop=30 sides=centered", 2, 75, 75, 30, FALSE, FALSE,
        CLFFT_SIDES_CENTERED, ALL_OF_2},
    {"size=100 zero-pad=256 hop=50", 2, 100, 256, 50, FALSE, FALSE,
        CLFFT_SIDES_ONE, ALL_OF_2},
    {"size=63 zero-pad=101 hop=20 sides=two", 2, 63, 101, 20, FALSE, FALSE,
        CLFFT_SIDES_TWO, ALL_OF_2},
    {"size=64 hop=16 center=true", 2, 64, 64, 16, TRUE, FALSE,
        CLFFT_SIDES_ONE, ALL_OF_2},
    {"size=65 hop=16 center=true", 2, 65, 65, 16, TRUE, FALSE,
        CLFFT_SIDES_ONE, ALL_OF_2},
    {"size=64 hop=100", 2, 64, 64, 100, FALSE, FALSE, CLFFT_SIDES_ONE,
        ALL_OF_2},
    {"size=64 hop=1", 2, 64, 64, 1, FALSE, FALSE, CLFFT_SIDES_ONE, ALL_OF_2},
    {"size=96 hop=48 channel-mode=mix", 3, 96, 96, 48, FALSE, FALSE,
        CLFFT_SIDES_ONE, 1, {{1.0 / 3, 1.0 / 3, 1.0 / 3}}},
    {"size=96 hop=48 channel-mode=mid-side", 2, 96, 96, 48, FALSE, FALSE,
        CLFFT_SIDES_ONE, 2, {{0.5, 0.5}, {0.5, -0.5}}},
    {"size=96 hop=48 channel-mode=select channel-select=2", 4, 96, 96, 48,
        FALSE, FALSE, CLFFT_SIDES_ONE, 1, {{0, 0, 1, 0}}},
    {"size=96 hop=48 channel-mode=select channel-select=0+2-3", 4, 96, 96, 48,
        FALSE, FALSE, CLFFT_SIDES_ONE, 3,
        {{1, 0, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}},
    {"size=96 hop=48 iq=true", 2, 96, 96, 48, FALSE, TRUE, CLFFT_SIDES_TWO, 1},
    {"size=96 hop=48 iq=true sides=centered", 4, 96, 96, 48, FALSE, TRUE,
        CLFFT_SIDES_CENTERED, 2},
    {"size=96 hop=48 iq=true center=true zero-pad=128", 2, 96, 128, 48, TRUE,
        TRUE, CLFFT_SIDES_TWO, 1},
    {"size=96 hop=48 frames-per-buffer=4", 2, 96, 96, 48, FALSE, FALSE,
        CLFFT_SIDES_ONE, ALL_OF_2},
  };
  gint layout;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (cases); i++)
    for (layout = 0; layout < 2; layout++)
      check_case (&cases[i], layout);
}

/* magnitude, power, dB and phase of the same samples agree with complex. */
static void
every_quantity_follows_from_the_complex_one (void)
{
  static const gchar *const quantities[] = { "complex", "magnitude", "power",
    "db", "phase"
  };
  gdouble *values = rig_make_noise (1, 256);
  Spectra *s[5];
  guint q, k;

  for (q = 0; q < 5; q++) {
    g_autofree gchar *properties =
        g_strdup_printf ("size=256 quantity=%s", quantities[q]);

    s[q] = spectra_new (properties);
    spectra_set_format (s[q], GST_AUDIO_FORMAT_F32, 1, RATE, 0);
    spectra_push (s[q], values, 256, 0);
    TEST_REQUIRE (spectra_n_frames (s[q]) == 1, "%s", quantities[q]);
  }
  for (k = 0; k <= 128; k++) {
    const gfloat *z = spectra_at (s[0], 0, 0) + 2 * k;
    gdouble magnitude = hypot (z[0], z[1]);

    TEST_CHECK (fabs (spectra_at (s[1], 0, 0)[k] / magnitude - 1) < 1e-5,
        "magnitude %u", k);
    TEST_CHECK (fabs (spectra_at (s[2], 0, 0)[k] / magnitude / magnitude - 1)
        < 1e-5, "power %u", k);
    TEST_CHECK (fabs (spectra_at (s[3], 0, 0)[k] - 20 * log10 (magnitude))
        < 1e-3, "db %u", k);
    TEST_CHECK (fabs (remainder (spectra_at (s[4], 0, 0)[k]
                - atan2 (z[1], z[0]), 2 * G_PI)) < 1e-4, "phase %u: %g, not %g",
        k, spectra_at (s[4], 0, 0)[k], atan2 (z[1], z[0]));
  }
  for (q = 0; q < 5; q++)
    spectra_free (s[q]);
  g_free (values);
}

static void
silence_reads_the_floor (void)
{
  Spectra *s = spectra_new ("size=64 quantity=db floor=-97.5");
  gdouble *values = g_new0 (gdouble, 64);
  guint k;

  spectra_set_format (s, GST_AUDIO_FORMAT_S16, 1, RATE, 0);
  spectra_push (s, values, 64, 0);
  for (k = 0; k <= 32; k++)
    TEST_CHECK (spectra_at (s, 0, 0)[k] == -97.5f, "[%u] %g", k,
        spectra_at (s, 0, 0)[k]);
  g_free (values);
  spectra_free (s);
}

static void
nan_and_infinity_stay_in_their_frame_and_channel (void)
{
  static const gdouble bad[] = { NAN, INFINITY };
  guint b, frame, c, k;

  for (b = 0; b < 2; b++) {
    Spectra *s = spectra_new ("size=64 hop=64 quantity=power");
    gdouble *values = rig_make_noise (1, 64 * 4 * 3);

    values[(64 + 10) * 3 + 1] = bad[b];
    spectra_set_format (s, GST_AUDIO_FORMAT_F32, 3, RATE, 0);
    spectra_push (s, values, 64 * 4, 0);
    for (frame = 0; frame < 4; frame++) {
      for (c = 0; c < 3; c++) {
        for (k = 0; k <= 32; k++) {
          gboolean finite = isfinite (spectra_at (s, frame, c)[k]);

          TEST_CHECK (finite == !(frame == 1 && c == 1),
              "%g: frame %u channel %u bin %u: %g", bad[b], frame, c, k,
              spectra_at (s, frame, c)[k]);
        }
      }
    }
    g_free (values);
    spectra_free (s);
  }
}

TEST_MAIN (TEST (a_full_scale_sine_reads_0_dbfs_under_every_window),
    TEST (a_full_scale_sine_reads_its_level_in_every_format),
    TEST (legacy_reads_as_the_spectrum_element_does),
    TEST (power_reads_half_for_a_full_scale_sine),
    TEST (white_noise_reads_its_density),
    TEST (power_of_all_bins_is_the_mean_square),
    TEST (every_length_equals_fftw),
    TEST (every_mode_equals_fftw),
    TEST (every_quantity_follows_from_the_complex_one),
    TEST (silence_reads_the_floor),
    TEST (nan_and_infinity_stay_in_their_frame_and_channel))
