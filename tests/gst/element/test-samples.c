/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-samples.c: claims about numbers on their way from stored spectra to an
 * inverse transform, and from there to samples. No device is used.
 */
#include <complex.h>
#include <math.h>

#include "clspectrum/samplemean.h"
#include "clifft/audio/samplepack.h"
#include "clifft/spectrumload.h"
#include "support/test.h"

/* ---- samples ---- */

static gboolean
is_format (gint format)
{
  const GstAudioFormatInfo *info = gst_audio_format_get_info (format);

  return GST_AUDIO_FORMAT_INFO_IS_INTEGER (info)
      || GST_AUDIO_FORMAT_INFO_IS_FLOAT (info);
}

/* Number i of what was packed, as a fraction of full scale. */
static gdouble
unpack (const GstAudioFormatInfo * info, const guint8 * data)
{
  union
  {
    gint32 integer;
    gdouble number;
  } sample;

  info->unpack_func (info, GST_AUDIO_PACK_FLAG_TRUNCATE_RANGE, &sample,
      (gpointer) data, 1);
  return GST_AUDIO_FORMAT_INFO_IS_FLOAT (info) ? sample.number
      : sample.integer / 2147483648.0;
}

static void
every_format_gets_the_nearest_value (void)
{
  gint format, layout;

  for (format = GST_AUDIO_FORMAT_S8; format <= GST_AUDIO_FORMAT_F64BE;
      format++) {
    for (layout = 0; layout < 2; layout++) {
      enum { n = 700, channels = 3 };
      gdouble values[n * channels];
      guint8 data[n * channels * 8 + 1];
      GstAudioInfo info;
      gdouble step, got;
      guint i, c, size;

      if (!is_format (format))
        continue;
      gst_audio_info_set_format (&info, format, 48000, channels, NULL);
      info.layout = layout;
      size = GST_AUDIO_INFO_BPF (&info) / channels;
      step = GST_AUDIO_FORMAT_INFO_IS_FLOAT (info.finfo) ? 1.2e-7
          : ldexp (1, 1 - GST_AUDIO_FORMAT_INFO_DEPTH (info.finfo));
      for (i = 0; i < n * channels; i++)
        values[i] = 0.99 * test_uniform ();
      data[n * channels * size] = 0x5a;
      gst_cl_pack_samples (&info, values, n, data);
      TEST_CHECK (data[n * channels * size] == 0x5a, "%s: too many bytes",
          info.finfo->name);
      for (i = 0; i < n; i++) {
        for (c = 0; c < channels; c++) {
          gdouble value = values[i * channels + c];

          got = unpack (info.finfo, data + size * (layout ==
                  GST_AUDIO_LAYOUT_INTERLEAVED ? i * channels + c : c * n + i));
          TEST_CHECK (fabs (got - value) <= step / 2, "%s: %.9g became %.9g",
              info.finfo->name, value, got);
        }
      }
    }
  }
}

static void
integers_are_clipped_and_floats_are_not (void)
{
  static const gdouble values[] = { 1, 1e300, INFINITY, -1, -1.5, -INFINITY,
    NAN, 0.99999999
  };
  gint format;
  guint i;

  for (format = GST_AUDIO_FORMAT_S8; format <= GST_AUDIO_FORMAT_F64BE;
      format++) {
    guint8 data[64];
    GstAudioInfo info;

    if (!is_format (format))
      continue;
    gst_audio_info_set_format (&info, format, 48000, 1, NULL);
    gst_cl_pack_samples (&info, values, 8, data);
    for (i = 0; i < 8; i++) {
      gdouble got = unpack (info.finfo, data + i * GST_AUDIO_INFO_BPF (&info));
      gdouble largest = 1 - ldexp (1, 1 - info.finfo->depth);
      gdouble want = isnan (values[i]) ? 0
          : values[i] < 0 ? -1 : info.finfo->depth == 32 && i == 7
          ? rint (0.99999999 * 2147483648.0) / 2147483648.0 : largest;

      if (GST_AUDIO_FORMAT_INFO_IS_INTEGER (info.finfo))
        TEST_CHECK (got == want, "%s: %g became %.9g, not %.9g",
            info.finfo->name, values[i], got, want);
      else
        TEST_CHECK (isnan (values[i]) ? isnan (got)
            : got == values[i] || (gfloat) got == (gfloat) values[i],
            "%s: %g became %g", info.finfo->name, values[i], got);
    }
  }
}

static void
every_16_bit_sample_comes_back (void)
{
  gdouble *values = g_new (gdouble, 65536);
  gint16 *data = g_new (gint16, 65536);
  GstAudioInfo info;
  gint i;

  gst_audio_info_set_format (&info, GST_AUDIO_FORMAT_S16, 48000, 1, NULL);
  for (i = 0; i < 65536; i++)
    values[i] = (i - 32768) / 32768.0 + 1e-5 * test_uniform ();
  gst_cl_pack_samples (&info, values, 65536, (guint8 *) data);
  for (i = 0; i < 65536; i++)
    TEST_CHECK (data[i] == i - 32768, "%d became %d", i - 32768, data[i]);
  g_free (values);
  g_free (data);
}

/* Numbers of both signs, at times of full scale; or all at the lowest, the
   largest sum that there is. */
static void
fill_means (gdouble * values, guint n, gboolean lowest)
{
  guint i;

  for (i = 0; i < n; i++)
    values[i] = lowest ? -1 : i % 5 ? test_uniform () : i % 2 ? 1 : -1;
}

/* The mean of one sample as it is, and of the magnitudes. */
static gdouble
get_mean (const GstAudioFormatInfo * info, const guint8 * data,
    guint n_channels, gdouble * magnitude)
{
  guint c, size = GST_AUDIO_FORMAT_INFO_WIDTH (info) / 8;
  gdouble mean = 0;

  *magnitude = 0;
  for (c = 0; c < n_channels; c++) {
    gdouble value = unpack (info, data + c * size) / n_channels;

    mean += value;
    *magnitude += fabs (value);
  }
  return mean;
}

static void
check_means (GstAudioFormat format, guint n_channels, gboolean lowest)
{
  enum { n = 50, most = 600 };
  static gdouble values[n * most];
  static guint8 data[n * most * 8];
  const GstAudioFormatInfo *info = gst_audio_format_get_info (format);
  GstClSampleMeanFunction mean = gst_cl_sample_mean_find (format);
  guint i, bpf = n_channels * GST_AUDIO_FORMAT_INFO_WIDTH (info) / 8;
  gdouble factor = 1.0 / n_channels, want, bar, magnitude;
  gfloat got[n + 1] = { 0 };
  GstAudioInfo audio;

  gst_audio_info_set_format (&audio, format, 48000, n_channels, NULL);
  fill_means (values, n * n_channels, lowest);
  gst_cl_pack_samples (&audio, values, n, data);
  if (GST_AUDIO_FORMAT_INFO_IS_INTEGER (info))
    factor /= ldexp (1, GST_AUDIO_FORMAT_INFO_DEPTH (info) - 1);
  got[n] = 7;
  mean (data, n_channels, n, factor, got);
  for (i = 0; i < n; i++) {
    want = get_mean (info, data + i * bpf, n_channels, &magnitude);
    /* half a unit of the float that is written */
    bar = ldexp (fabs (want), -24) + 1e-14;
    if (format == GST_AUDIO_FORMAT_F32)
      bar += ldexp (magnitude, -24) * (MIN (n_channels, 256) / 8 + 9);
    TEST_CHECK (fabs (got[i] - want) <= bar,
        "%s, %u channels: [%u] %.9g, not %.9g", info->name, n_channels, i,
        got[i], want);
  }
  TEST_CHECK (got[n] == 7, "%s, %u channels: too many", info->name,
      n_channels);
}

/* Integers: the sum of all channels is exact before it becomes a float. */
static void
means_are_those_of_all_channels (void)
{
  static const GstAudioFormat formats[] = { GST_AUDIO_FORMAT_S16,
    GST_AUDIO_FORMAT_S24, GST_AUDIO_FORMAT_S32, GST_AUDIO_FORMAT_F32,
    GST_AUDIO_FORMAT_F64
  };
  static const guint many[] = { 128, 255, 256, 257, 300, 512, 600 };
  guint f, i;

  for (f = 0; f < G_N_ELEMENTS (formats); f++) {
    for (i = 1; i <= 67; i++)
      check_means (formats[f], i, FALSE);
    for (i = 0; i < 2 * G_N_ELEMENTS (many); i++)
      check_means (formats[f], many[i / 2], i % 2);
  }
}

static void
means_are_of_the_formats_of_caps_alone (void)
{
  TEST_CHECK (!gst_cl_sample_mean_find (GST_AUDIO_FORMAT_U8), "U8");
  TEST_CHECK (!gst_cl_sample_mean_find (GST_AUDIO_FORMAT_UNKNOWN), "unknown");
}

/* ---- spectra ---- */

/* What the inverse transform of n bins is at sample j. */
static complex double
inverse_at (const complex double *bins, guint n, guint j)
{
  complex double sum = 0;
  guint k;

  for (k = 0; k < n; k++)
    sum += bins[k] * cexp (2 * G_PI * I * ((guint64) j * k % n) / n);
  return sum;
}

/* The same of n/2 + 1 bins as a transform c2r has it. */
static gdouble
inverse_real_at (const complex double *half, guint n, guint j)
{
  gdouble sum = creal (half[0]);
  guint k;

  for (k = 1; k <= n / 2; k++)
    sum += (2 * k == n ? 1 : 2) * creal ((2 * k == n ? creal (half[k])
            : half[k]) * cexp (2 * G_PI * I * ((guint64) j * k % n) / n));
  return sum;
}

static void
put_number (guint8 * dest, gdouble value, gboolean is_double,
    gboolean is_swapped)
{
  gfloat single = value;
  guint8 bytes[8];
  guint i, size = is_double ? 8 : 4;

  memcpy (bytes, is_double ? (gpointer) & value : (gpointer) & single, size);
  for (i = 0; i < size; i++)
    dest[i] = bytes[is_swapped ? size - 1 - i : i];
}

/* Random bins, edited on no side alone: the real part of their inverse. */
static void
check_load (guint n, guint variant)
{
  gdouble factors[64];
  complex double bins[64], written[64];
  GstClSpectrumLoad load = {
    .n = n,
    .is_real = (variant & 1) != 0,
    .is_centered = (variant & 4) != 0,
    .stored = {(variant & 8) != 0, (variant & 16) != 0},
    .to_double = (variant & 32) != 0,
    .factors = factors,
  };
  guint i, j, spectrum, n_stored, n_written;
  guint8 source[2 * 64 * 16 + 1];
  gdouble dest[2 * 2 * 64 + 1];
  gboolean is_half = load.is_real && (variant & 2);

  if (is_half && load.is_centered)
    return;
  load.is_half = is_half;
  n_stored = gst_cl_spectrum_load_get_n_stored (&load);
  n_written = gst_cl_spectrum_load_get_n_written (&load);
  TEST_CHECK (n_stored == (is_half ? n / 2 + 1 : n), "%u stored", n_stored);
  for (i = 0; i < n_stored; i++)
    factors[i] = 1 + fabs (test_uniform ());
  /* the second spectrum is looked at; the first holds none that is a number,
     and the bytes start off any alignment */
  for (i = 0; i < n_stored; i++) {
    guint k = load.is_centered ? (i + n - n / 2) % n : i;
    gdouble re = (gfloat) test_uniform (), im = (gfloat) test_uniform ();
    guint size = load.stored.is_double ? 8 : 4;

    bins[k] = (re + I * im) * factors[i];
    for (spectrum = 0; spectrum < 2; spectrum++) {
      guint8 *at = source + 1 + (spectrum * n_stored + i) * 2 * size;

      put_number (at, spectrum ? re : NAN, load.stored.is_double,
          load.stored.is_swapped);
      put_number (at + size, spectrum ? im : NAN, load.stored.is_double,
          load.stored.is_swapped);
    }
  }
  dest[(load.to_double ? 2 : 1) * 2 * n_written] = 1234;
  gst_cl_spectrum_load (&load, source + 1, 2, dest);
  TEST_CHECK (dest[(load.to_double ? 2 : 1) * 2 * n_written] == 1234,
      "too much written");
  for (i = 0; i < n_written; i++)
    written[i] = load.to_double ? dest[2 * (n_written + i)]
        + I * dest[2 * (n_written + i) + 1]
        : ((gfloat *) dest)[2 * (n_written + i)]
        + I * ((gfloat *) dest)[2 * (n_written + i) + 1];
  for (j = 0; j < n; j++) {
    complex double want = load.is_half ? inverse_real_at (bins, n, j)
        : inverse_at (bins, n, j);
    complex double got = load.is_real ? inverse_real_at (written, n, j)
        : inverse_at (written, n, j);

    if (load.is_real)
      want = creal (want);
    TEST_CHECK (cabs (got - want) < 1e-6 * n, "n %u variant %u: [%u] %g%+gi, "
        "not %g%+gi", n, variant, j, creal (got), cimag (got), creal (want),
        cimag (want));
  }
}

static void
loaded_bins_have_the_inverse_of_the_stored_ones (void)
{
  static const guint lengths[] = { 1, 2, 3, 7, 8, 31, 64 };
  guint i, variant;

  for (i = 0; i < G_N_ELEMENTS (lengths); i++)
    for (variant = 0; variant < 64; variant++)
      check_load (lengths[i], variant);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (every_format_gets_the_nearest_value),
    TEST (integers_are_clipped_and_floats_are_not),
    TEST (every_16_bit_sample_comes_back),
    TEST (means_are_those_of_all_channels),
    TEST (means_are_of_the_formats_of_caps_alone),
    TEST (loaded_bins_have_the_inverse_of_the_stored_ones),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
