/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * framing-support.h: feeds a GstClFraming and collects what comes out, frame
 * by frame, for the tests of framing.
 */
#ifndef FRAMING_SUPPORT_H
#define FRAMING_SUPPORT_H

#include "audio/framing.h"
#include "support/test.h"

typedef struct
{
  GByteArray *bits;             /* frames back to back, planes in order */
  GArray *batches;              /* of GstClFramingBatch */
  guint64 n_frames;
} Output;

static inline void
output_init (Output * output)
{
  output->bits = g_byte_array_new ();
  output->batches = g_array_new (FALSE, FALSE, sizeof (GstClFramingBatch));
  output->n_frames = 0;
}

static inline void
output_clear (Output * output)
{
  g_byte_array_unref (output->bits);
  g_array_unref (output->batches);
}

static inline const GstClFramingBatch *
output_batch (const Output * output, guint i)
{
  static const GstClFramingBatch none;

  TEST_CHECK (i < output->batches->len, "batch %u of %u", i,
      output->batches->len);
  return i < output->batches->len ?
      &g_array_index (output->batches, GstClFramingBatch, i) : &none;
}

/* Takes everything that is ready, at most n_most frames at a time. */
static inline void
pull (GstClFraming * framing, guint frame_size, guint unit, guint n_planes,
    guint n_most, Output * output)
{
  guint distance = gst_cl_framing_get_distance (framing);

  while (gst_cl_framing_get_n_ready (framing) > 0) {
    guint64 n_ready = gst_cl_framing_get_n_ready (framing);
    guint n = MIN (n_ready, n_most);
    gsize size = 0;
    GstClFramingBatch batch;
    guint8 *dest;
    gsize stride;
    gboolean taken;

    TEST_REQUIRE (gst_cl_framing_get_span_size (framing, n, &size), "%u", n);
    TEST_REQUIRE (size == gst_cl_framing_get_span (framing, n) * unit *
        n_planes, "%zu", size);
    /* Exactly as large as it must be, so that tools see a byte too many. */
    dest = g_malloc (size);
    memset (dest, 0xA5, size);
    taken = gst_cl_framing_take (framing, n, dest, 0, &batch);
    TEST_REQUIRE (taken, "take");
    TEST_CHECK (batch.n_frames == n, "%u != %u", batch.n_frames, n);
    stride = gst_cl_framing_get_span (framing, n) * unit;
    for (guint i = 0; i < n; i++)
      for (guint p = 0; p < n_planes; p++)
        g_byte_array_append (output->bits,
            dest + p * stride + (gsize) i * distance * unit,
            frame_size * unit);
    g_free (dest);
    g_array_append_val (output->batches, batch);
    output->n_frames += n;
  }
}

/* A buffer of n samples of a ramp: sample i of the stream is i + 1. */
static inline GstBuffer *
ramp (guint64 first, guint n, GstClockTime pts)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, n * sizeof (gfloat), NULL);
  GstMapInfo map;

  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  for (guint i = 0; i < n; i++)
    ((gfloat *) map.data)[i] = first + i + 1;
  gst_buffer_unmap (buffer, &map);
  GST_BUFFER_PTS (buffer) = pts;
  return buffer;
}

static inline GstBuffer *
flagged (GstBuffer * buffer, GstBufferFlags flags)
{
  GST_BUFFER_FLAG_SET (buffer, flags);
  return buffer;
}

/* Mono F32 at `rate`. */
static inline GstClFraming *
framing_f32 (guint size, guint hop, gint rate)
{
  GstClFraming *framing = gst_cl_framing_new ();
  GstClFramingParams params = {
    .size = size,.hop = hop,
    .alignment_threshold = GST_CL_FRAMING_DEFAULT_ALIGNMENT_THRESHOLD,
    .discont_wait = GST_CL_FRAMING_DEFAULT_DISCONT_WAIT,
  };
  GstAudioInfo info;

  gst_audio_info_set_format (&info, GST_AUDIO_FORMAT_F32, rate, 1, NULL);
  gst_cl_framing_set_info (framing, &info);
  gst_cl_framing_set_params (framing, &params);
  return framing;
}

static inline void
push (GstClFraming * framing, GstBuffer * buffer)
{
  GError *error = NULL;
  gboolean pushed = gst_cl_framing_push_buffer (framing, buffer, &error);

  TEST_CHECK (pushed, "%s", error ? error->message : "no error set");
  g_clear_error (&error);
}

/* Uniform in [0, n), up to a bias that does not matter here. */
static inline guint64
random_below (guint64 n)
{
  return test_random () % n;
}

static inline void
pull_f32 (GstClFraming * framing, guint size, Output * output)
{
  pull (framing, size, 4, 1, 1, output);
}

static inline gfloat
sample_at (const Output * output, guint frame, guint size, guint i)
{
  gsize at = ((gsize) frame * size + i) * sizeof (gfloat);

  if (at + sizeof (gfloat) > output->bits->len) {
    TEST_CHECK (FALSE, "no sample %u in frame %u", i, frame);
    return -1;
  }
  return *(const gfloat *) (output->bits->data + at);
}

#endif /* FRAMING_SUPPORT_H */
