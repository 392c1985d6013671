/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* samples.c: converts by GstAudioConverter, but copies numbers that are the
   same on both sides. */
#include "samples.h"

#include <string.h>

struct _GstClSamples
{
  guint n_channels;
  gboolean is_interleaved;      /* the stream */
  gsize size;                   /* bytes of a number, of equal formats */
  GstAudioConverter *converter; /* NULL: the formats are equal */
  guint8 *interleaved;          /* the planes, for the converter: of planes it
                                   rounds only half the channels (seen in 1.22) */
  gsize n_interleaved;          /* frames that there is room for */
  gpointer *stream, *planes;    /* where each channel begins */
};

static GstClSamples *
make (const GstAudioInfo * info, gboolean is_double, gboolean is_reader,
    GError ** error)
{
  GstAudioFormat format = is_double ? GST_AUDIO_FORMAT_F64
      : GST_AUDIO_FORMAT_F32;
  GstClSamples *samples = g_new0 (GstClSamples, 1);
  GstAudioInfo planes = *info;

  samples->n_channels = info->channels;
  samples->is_interleaved = info->layout == GST_AUDIO_LAYOUT_INTERLEAVED;
  samples->size = is_double ? sizeof (gdouble) : sizeof (gfloat);
  samples->stream = g_new0 (gpointer, info->channels);
  samples->planes = g_new0 (gpointer, info->channels);
  if (GST_AUDIO_INFO_FORMAT (info) == format)
    return samples;
  gst_audio_info_set_format (&planes, format, info->rate, info->channels,
      info->channels <= 64 ? info->position : NULL);
  planes.flags = info->flags;
  planes.layout = is_reader ? GST_AUDIO_LAYOUT_NON_INTERLEAVED
      : GST_AUDIO_LAYOUT_INTERLEAVED;
  samples->converter = gst_audio_converter_new (GST_AUDIO_CONVERTER_FLAG_NONE,
      (GstAudioInfo *) (is_reader ? info : &planes),
      (GstAudioInfo *) (is_reader ? &planes : info),
      gst_structure_new ("options", GST_AUDIO_CONVERTER_OPT_DITHER_METHOD,
          GST_TYPE_AUDIO_DITHER_METHOD, GST_AUDIO_DITHER_NONE, NULL));
  if (samples->converter)
    return samples;
  g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
      "GStreamer has no conversion of %s and %s",
      gst_audio_format_to_string (info->finfo->format),
      gst_audio_format_to_string (format));
  gst_cl_samples_free (samples);
  return NULL;
}

GstClSamples *
gst_cl_samples_new_reader (const GstAudioInfo * info, gboolean is_double,
    GError ** error)
{
  return make (info, is_double, TRUE, error);
}

GstClSamples *
gst_cl_samples_new_writer (const GstAudioInfo * info, gboolean is_double,
    GError ** error)
{
  return make (info, is_double, FALSE, error);
}

void
gst_cl_samples_free (GstClSamples * samples)
{
  if (!samples)
    return;
  g_clear_pointer (&samples->converter, gst_audio_converter_free);
  g_free (samples->interleaved);
  g_free (samples->stream);
  g_free (samples->planes);
  g_free (samples);
}

/* Copies numbers of which the next are so many bytes away. */
static void
copy (const guint8 * source, gsize source_step, guint8 * dest, gsize dest_step,
    gsize size, gsize n)
{
  gsize i;

  if (source_step == size && dest_step == size)
    memcpy (dest, source, n * size);
  else if (size == sizeof (gfloat))
    for (i = 0; i < n; i++)
      memcpy (dest + i * dest_step, source + i * source_step, sizeof (gfloat));
  else
    for (i = 0; i < n; i++)
      memcpy (dest + i * dest_step, source + i * source_step, sizeof (gdouble));
}

/* Says where the channels are. */
static void
place (GstClSamples * samples, guint8 * stream, gsize stream_stride,
    guint8 * planes, gsize plane_stride)
{
  guint c;

  if (samples->is_interleaved)
    stream_stride = samples->converter ? 0 : samples->size;
  for (c = 0; c < samples->n_channels; c++) {
    samples->stream[c] = stream + c * stream_stride;
    samples->planes[c] = planes + c * plane_stride;
  }
}

static gsize
get_step (const GstClSamples * samples)
{
  return samples->size * (samples->is_interleaved ? samples->n_channels : 1);
}

gboolean
gst_cl_samples_read (GstClSamples * samples, const guint8 * stream,
    gsize stream_stride, guint8 * planes, gsize plane_stride, gsize n)
{
  guint c;

  place (samples, (guint8 *) stream, stream_stride, planes, plane_stride);
  if (samples->converter)
    return gst_audio_converter_samples (samples->converter,
        GST_AUDIO_CONVERTER_FLAG_NONE, samples->stream, n, samples->planes, n);
  for (c = 0; c < samples->n_channels; c++)
    copy (samples->stream[c], get_step (samples), samples->planes[c],
        samples->size, samples->size, n);
  return TRUE;
}

/* Puts the planes side by side, where there is room for n frames. */
static gboolean
interleave (GstClSamples * samples, gsize n)
{
  gsize step = samples->size * samples->n_channels;
  guint8 *room;
  guint c;

  if (n > samples->n_interleaved) {
    room = g_try_realloc_n (samples->interleaved, n, step);
    if (!room)
      return FALSE;
    samples->interleaved = room;
    samples->n_interleaved = n;
  }
  for (c = 0; c < samples->n_channels; c++)
    copy (samples->planes[c], samples->size,
        samples->interleaved + c * samples->size, step, samples->size, n);
  return TRUE;
}

gboolean
gst_cl_samples_write (GstClSamples * samples, const guint8 * planes,
    gsize plane_stride, guint8 * stream, gsize stream_stride, gsize n)
{
  gpointer interleaved;
  guint c;

  place (samples, stream, stream_stride, (guint8 *) planes, plane_stride);
  if (samples->converter) {
    if (!interleave (samples, n))
      return FALSE;
    interleaved = samples->interleaved;
    return gst_audio_converter_samples (samples->converter,
        GST_AUDIO_CONVERTER_FLAG_NONE, &interleaved, n, samples->stream, n);
  }
  for (c = 0; c < samples->n_channels; c++)
    copy (samples->planes[c], samples->size, samples->stream[c],
        get_step (samples), samples->size, n);
  return TRUE;
}
