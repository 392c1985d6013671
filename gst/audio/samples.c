/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * samples.c: rounds, clips and sorts by channel. GStreamer's own pack and unpack
 * functions read and write the bytes: they take gint32 with the bits on top, or
 * gdouble, of any number of channels. Rounding is bit for bit that of
 * GstAudioConverter without dither, which takes at most 64 channels.
 */
#include "samples.h"

#include <math.h>
#include <string.h>

/* Samples that are converted at a time. */
#define BLOCK 512

/* Of a gint32 whose bits are on top. */
#define FULL_SCALE 2147483648.0

struct _GstClSamples
{
  const GstAudioFormatInfo *format;
  guint n_channels;
  gboolean is_interleaved;      /* the stream */
  gboolean is_integer;          /* the stream */
  gboolean is_equal;            /* the stream and the planes */
  gsize stream_size, size;      /* bytes of a sample, of a number */
  union
  {
    gint32 integers[BLOCK];
    gdouble doubles[BLOCK];
  } block;
};

/* Frames of channels whose samples stand side by side in the stream, sorted by
   frame. */
typedef struct
{
  gsize frame, n_frames;
  guint channel, n_channels;
} Tile;

GstClSamples *
gst_cl_samples_new (const GstAudioInfo * info, gboolean is_double)
{
  GstClSamples *samples = g_new (GstClSamples, 1);

  samples->format = info->finfo;
  samples->n_channels = info->channels;
  samples->is_interleaved = info->layout == GST_AUDIO_LAYOUT_INTERLEAVED;
  samples->is_integer = GST_AUDIO_FORMAT_INFO_IS_INTEGER (info->finfo);
  samples->is_equal = GST_AUDIO_INFO_FORMAT (info) == (is_double
      ? GST_AUDIO_FORMAT_F64 : GST_AUDIO_FORMAT_F32);
  samples->stream_size = GST_AUDIO_FORMAT_INFO_WIDTH (info->finfo) / 8;
  samples->size = is_double ? sizeof (gdouble) : sizeof (gfloat);
  return samples;
}

void
gst_cl_samples_free (GstClSamples * samples)
{
  g_free (samples);
}

/* Bytes from a sample of the stream to the next one of its channel. */
static gsize
get_step (const GstClSamples * samples)
{
  return samples->stream_size * (samples->is_interleaved
      ? samples->n_channels : 1);
}

static gsize
find_bytes (const GstClSamples * samples, gsize frame, guint channel,
    gsize stream_stride)
{
  return frame * get_step (samples) + channel * (samples->is_interleaved
      ? samples->stream_size : stream_stride);
}

/* ---- equal formats ---- */

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

/* ---- other formats ---- */

/* Moves the tile to the next n_frames at most; it begins as zeros. */
static gboolean
find_next (const GstClSamples * samples, Tile * tile, gsize n_frames)
{
  guint n_side_by_side = samples->is_interleaved ? samples->n_channels : 1;

  tile->channel += tile->n_channels;
  if (tile->channel == samples->n_channels) {
    tile->channel = 0;
    tile->frame += tile->n_frames;
  }
  if (tile->frame == n_frames)
    return FALSE;
  tile->n_channels = MIN (MIN (n_side_by_side, BLOCK),
      samples->n_channels - tile->channel);
  tile->n_frames = MIN (MAX (1, BLOCK / n_side_by_side),
      n_frames - tile->frame);
  return TRUE;
}

/* Converts numbers of the block, `step` apart, to n numbers of a plane. */
static void
read_plane (const GstClSamples * samples, gsize first, gsize step,
    guint8 * plane, gsize n)
{
  gboolean is_double = samples->size == sizeof (gdouble);
  gsize i;

  for (i = 0; i < n; i++, first += step) {
    gdouble value = samples->is_integer
        ? samples->block.integers[first] / FULL_SCALE
        : samples->block.doubles[first];

    if (is_double)
      ((gdouble *) (void *) plane)[i] = value;
    else
      ((gfloat *) (void *) plane)[i] = (gfloat) value;
  }
}

/* Cuts what is below 32 bits, rounds to `depth` of them, half a step up, and
   clips; what is no number is silence. */
static gint32
quantize (gdouble value, guint depth)
{
  guint32 step = 1u << (32 - depth);
  gdouble scaled = value * FULL_SCALE;
  gint64 rounded;

  if (isnan (scaled))
    return 0;
  rounded = (gint64) CLAMP (scaled, (gdouble) G_MININT32,
      (gdouble) G_MAXINT32) + step / 2;
  return (gint32) MIN (rounded, G_MAXINT32) & ~(gint32) (step - 1);
}

static void
write_plane (GstClSamples * samples, const guint8 * plane, gsize first,
    gsize step, gsize n)
{
  gboolean is_double = samples->size == sizeof (gdouble);
  guint depth = GST_AUDIO_FORMAT_INFO_DEPTH (samples->format);
  gsize i;

  for (i = 0; i < n; i++, first += step) {
    gdouble value = is_double ? ((const gdouble *) (const void *) plane)[i]
        : ((const gfloat *) (const void *) plane)[i];

    if (samples->is_integer)
      samples->block.integers[first] = quantize (value, depth);
    else
      samples->block.doubles[first] = value;
  }
}

/* ---- any formats ---- */

void
gst_cl_samples_read (GstClSamples * samples, const guint8 * stream,
    gsize stream_stride, guint8 * planes, gsize plane_stride, gsize n)
{
  gsize size = samples->size;
  Tile tile = { 0 };
  guint c;

  for (c = 0; samples->is_equal && c < samples->n_channels; c++)
    copy (stream + find_bytes (samples, 0, c, stream_stride),
        get_step (samples), planes + c * plane_stride, size, size, n);
  while (!samples->is_equal && find_next (samples, &tile, n)) {
    samples->format->unpack_func (samples->format,
        GST_AUDIO_PACK_FLAG_TRUNCATE_RANGE, &samples->block,
        (guint8 *) stream + find_bytes (samples, tile.frame, tile.channel,
            stream_stride),
        tile.n_frames * tile.n_channels);
    for (c = 0; c < tile.n_channels; c++)
      read_plane (samples, c, tile.n_channels, planes
          + (tile.channel + c) * plane_stride + tile.frame * size,
          tile.n_frames);
  }
}

void
gst_cl_samples_write (GstClSamples * samples, const guint8 * planes,
    gsize plane_stride, guint8 * stream, gsize stream_stride, gsize n)
{
  gsize size = samples->size;
  Tile tile = { 0 };
  guint c;

  for (c = 0; samples->is_equal && c < samples->n_channels; c++)
    copy (planes + c * plane_stride, size, stream + find_bytes (samples, 0, c,
            stream_stride), get_step (samples), size, n);
  while (!samples->is_equal && find_next (samples, &tile, n)) {
    for (c = 0; c < tile.n_channels; c++)
      write_plane (samples, planes + (tile.channel + c) * plane_stride
          + tile.frame * size, c, tile.n_channels, tile.n_frames);
    samples->format->pack_func (samples->format,
        GST_AUDIO_PACK_FLAG_TRUNCATE_RANGE, &samples->block,
        stream + find_bytes (samples, tile.frame, tile.channel, stream_stride),
        tile.n_frames * tile.n_channels);
  }
}
