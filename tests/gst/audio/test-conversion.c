/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * audio/test-conversion.c: claims about samples on their way to planes and
 * back: of any format and number of channels, with the bits that
 * GstAudioConverter makes of one channel without dither. No device is used.
 */
#include <math.h>
#include <string.h>

#include "audio/samples.h"
#include "support/test.h"

typedef struct
{
  GstAudioInfo info;
  gboolean is_double;
  gsize n, n_bytes, size;       /* frames; of the stream; of a number */
  gsize stream_stride, plane_stride;
} Case;

/* Random, but of formats and layouts all in turn. */
static void
draw_case (Case * c, guint i)
{
  static const gint many[] = { 63, 64, 65, 127, 128, 255, 256, 511, 512, 513 };
  guint n_formats = GST_AUDIO_FORMAT_F64BE - GST_AUDIO_FORMAT_S8 + 1;
  gint channels = test_random () % 3
      ? 1 + (gint) (test_random () % 256)
      : many[test_random () % G_N_ELEMENTS (many)];

  gst_audio_info_set_format (&c->info, GST_AUDIO_FORMAT_S8 + i % n_formats,
      48000, channels, NULL);
  c->info.layout = i / n_formats % 2 ? GST_AUDIO_LAYOUT_INTERLEAVED
      : GST_AUDIO_LAYOUT_NON_INTERLEAVED;
  c->is_double = test_random () % 2;
  c->size = c->is_double ? sizeof (gdouble) : sizeof (gfloat);
  c->n = 1 + test_random () % (test_random () % 4 ? 50 : 1500);
  c->n_bytes = c->n * GST_AUDIO_INFO_BPF (&c->info);
  c->stream_stride = c->n * (c->info.finfo->width / 8);
  c->plane_stride = (c->n + test_random () % 5) * c->size;
}

/* Where the stream has a sample. */
static gsize
find_sample (const Case * c, gsize frame, guint channel)
{
  gsize size = c->info.finfo->width / 8;

  return c->info.layout == GST_AUDIO_LAYOUT_INTERLEAVED
      ? (frame * c->info.channels + channel) * size
      : channel * c->stream_stride + frame * size;
}

/* All samples of the case as one channel, to or from interleaved numbers. */
static void
convert_mono (const Case * c, gpointer stream, gpointer numbers,
    gboolean is_reader)
{
  gsize n = c->n * c->info.channels;
  GstAudioInfo mono, number;
  GstAudioConverter *converter;

  gst_audio_info_set_format (&mono, GST_AUDIO_INFO_FORMAT (&c->info), 48000, 1,
      NULL);
  gst_audio_info_set_format (&number, c->is_double ? GST_AUDIO_FORMAT_F64
      : GST_AUDIO_FORMAT_F32, 48000, 1, NULL);
  converter = gst_audio_converter_new (GST_AUDIO_CONVERTER_FLAG_NONE,
      is_reader ? &mono : &number, is_reader ? &number : &mono,
      gst_structure_new ("options", GST_AUDIO_CONVERTER_OPT_DITHER_METHOD,
          GST_TYPE_AUDIO_DITHER_METHOD, GST_AUDIO_DITHER_NONE, NULL));
  TEST_REQUIRE (converter, "no converter of %s", c->info.finfo->name);
  gst_audio_converter_samples (converter, GST_AUDIO_CONVERTER_FLAG_NONE,
      is_reader ? &stream : &numbers, n, is_reader ? &numbers : &stream, n);
  gst_audio_converter_free (converter);
}

static void
fail_case (const Case * c, const gchar * what, gsize frame, guint channel)
{
  TEST_CHECK (FALSE, "%s: %s, %d channels, layout %d, %s, %" G_GSIZE_FORMAT
      " frames: frame %" G_GSIZE_FORMAT " of channel %u is another", what,
      c->info.finfo->name, c->info.channels, c->info.layout,
      c->is_double ? "double" : "single", c->n, frame, channel);
}

/* ---- reading ---- */

/* Any bits are integers; floats are drawn. */
static void
fill_stream (const Case * c, guint8 * stream)
{
  const GstAudioFormatInfo *format = c->info.finfo;
  gsize i, size = format->width / 8;
  gdouble value;

  for (i = 0; i < c->n_bytes; i++)
    stream[i] = test_random ();
  for (i = 0; GST_AUDIO_FORMAT_INFO_IS_FLOAT (format) && i < c->n_bytes;
      i += size) {
    value = 3 * test_uniform ();
    format->pack_func (format, GST_AUDIO_PACK_FLAG_NONE, &value, stream + i, 1);
  }
}

static void
check_reading (const Case * c)
{
  gsize size = c->info.finfo->width / 8, n_channels = c->info.channels, i;
  g_autofree guint8 *stream = g_malloc (c->n_bytes);
  g_autofree guint8 *sorted = g_malloc (c->n_bytes);
  g_autofree guint8 *want = g_malloc (c->n * n_channels * c->size);
  g_autofree guint8 *got = g_malloc (n_channels * c->plane_stride + 1);
  GstClSamples *samples = gst_cl_samples_new (&c->info, c->is_double);

  fill_stream (c, stream);
  for (i = 0; i < c->n * n_channels; i++)
    memcpy (sorted + i * size, stream + find_sample (c, i / n_channels,
            i % n_channels), size);
  convert_mono (c, sorted, want, TRUE);
  got[n_channels * c->plane_stride] = 0x5a;
  gst_cl_samples_read (samples, stream, c->stream_stride, got, c->plane_stride,
      c->n);
  TEST_CHECK (got[n_channels * c->plane_stride] == 0x5a, "%s: too many",
      c->info.finfo->name);
  for (i = 0; i < c->n * n_channels && test_n_failures == 0; i++)
    if (memcmp (want + i * c->size, got + i % n_channels * c->plane_stride
            + i / n_channels * c->size, c->size))
      fail_case (c, "read", i / n_channels, i % n_channels);
  gst_cl_samples_free (samples);
}

/* ---- writing ---- */

/* Within full scale and beyond, half between two samples, and at the ends. */
static gdouble
draw_value (const Case * c)
{
  guint depth = c->info.finfo->depth;
  gdouble step = ldexp (1, 1 - (gint) MIN (depth, 32));
  gdouble value = test_uniform ();

  switch (test_random () % 5) {
    case 0:
      return (rint (value / step) + 0.5) * step;
    case 1:
      return 2.5 * value;
    case 2:
      return (value < 0 ? -1 : 1) * (1 + test_uniform () * 3 * step);
    default:
      return value;
  }
}

static void
check_writing (const Case * c)
{
  gsize size = c->info.finfo->width / 8, n_channels = c->info.channels, i;
  g_autofree guint8 *numbers = g_malloc (c->n * n_channels * c->size);
  g_autofree guint8 *planes = g_malloc (n_channels * c->plane_stride);
  g_autofree guint8 *want = g_malloc (c->n_bytes);
  g_autofree guint8 *got = g_malloc (c->n_bytes + 1);
  GstClSamples *samples = gst_cl_samples_new (&c->info, c->is_double);

  for (i = 0; i < c->n * n_channels; i++) {
    gdouble value = draw_value (c);
    gfloat single = value;

    memcpy (numbers + i * c->size, c->is_double ? (gpointer) & value
        : (gpointer) & single, c->size);
    memcpy (planes + i % n_channels * c->plane_stride + i / n_channels
        * c->size, numbers + i * c->size, c->size);
  }
  convert_mono (c, want, numbers, FALSE);
  got[c->n_bytes] = 0x5a;
  gst_cl_samples_write (samples, planes, c->plane_stride, got,
      c->stream_stride, c->n);
  TEST_CHECK (got[c->n_bytes] == 0x5a, "%s: too many", c->info.finfo->name);
  for (i = 0; i < c->n * n_channels && test_n_failures == 0; i++)
    if (memcmp (want + i * size, got + find_sample (c, i / n_channels,
                i % n_channels), size))
      fail_case (c, "written", i / n_channels, i % n_channels);
  gst_cl_samples_free (samples);
}

static void
any_number_of_channels_has_the_bits_of_one (void)
{
  guint i, n = test_is_full () ? 3000 : 320;
  Case c;

  for (i = 0; i < n && test_n_failures == 0; i++) {
    draw_case (&c, i);
    check_reading (&c);
    check_writing (&c);
  }
}

static void
what_is_no_number_is_silence_in_integers (void)
{
  const gdouble values[] = { NAN, -NAN, INFINITY, -INFINITY };
  GstClSamples *samples;
  gint16 got[4];
  GstAudioInfo info;

  gst_audio_info_set_format (&info, GST_AUDIO_FORMAT_S16, 48000, 1, NULL);
  samples = gst_cl_samples_new (&info, TRUE);
  gst_cl_samples_write (samples, (const guint8 *) values, sizeof values,
      (guint8 *) got, sizeof got, 4);
  TEST_CHECK (got[0] == 0 && got[1] == 0 && got[2] == 32767
      && got[3] == -32768, "%d, %d, %d, %d", got[0], got[1], got[2], got[3]);
  gst_cl_samples_free (samples);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (any_number_of_channels_has_the_bits_of_one),
    TEST (what_is_no_number_is_silence_in_integers),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
