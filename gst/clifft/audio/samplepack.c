/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * samplepack.c: rounds and clips numbers. GStreamer's own pack functions write
 * the bytes; they take gint32 with the bits on top, or gdouble.
 */
#include "samplepack.h"

#include <math.h>

/* How many values are converted at a time, on the stack. */
#define BLOCK 512

/* Rounds to the nearest integer of `depth` bits, moved to the top of 32. */
static gint32
quantize (gdouble value, guint depth)
{
  gdouble scale = (gdouble) (G_GUINT64_CONSTANT (1) << (depth - 1));
  gdouble scaled = rint (value * scale);

  if (isnan (scaled))
    return 0;
  scaled = CLAMP (scaled, -scale, scale - 1);
  return (gint32) ((guint32) (gint32) scaled << (32 - depth));
}

/* Converts n values, `step` apart, to n samples back to back. */
static void
pack (const GstAudioFormatInfo * format, const gdouble * values, gsize step,
    gsize n, guint8 * dest)
{
  gboolean is_integer = GST_AUDIO_FORMAT_INFO_IS_INTEGER (format);
  guint depth = GST_AUDIO_FORMAT_INFO_DEPTH (format);
  gsize size = GST_AUDIO_FORMAT_INFO_WIDTH (format) / 8, i, n_block;
  union
  {
    gint32 integers[BLOCK];
    gdouble doubles[BLOCK];
  } block;

  for (; n > 0; n -= n_block) {
    n_block = MIN (n, BLOCK);
    if (is_integer)
      for (i = 0; i < n_block; i++)
        block.integers[i] = quantize (values[i * step], depth);
    else
      for (i = 0; i < n_block; i++)
        block.doubles[i] = values[i * step];
    format->pack_func (format, GST_AUDIO_PACK_FLAG_NONE, &block, dest,
        n_block);
    values += n_block * step;
    dest += n_block * size;
  }
}

void
gst_cl_pack_samples (const GstAudioInfo * info, const gdouble * values,
    gsize n_samples, guint8 * dest)
{
  guint n_channels = GST_AUDIO_INFO_CHANNELS (info), c;
  gsize size = GST_AUDIO_INFO_BPF (info) / n_channels;

  if (info->layout == GST_AUDIO_LAYOUT_INTERLEAVED) {
    pack (info->finfo, values, 1, n_samples * n_channels, dest);
    return;
  }
  for (c = 0; c < n_channels; c++)
    pack (info->finfo, values + c, n_channels, n_samples,
        dest + c * n_samples * size);
}
