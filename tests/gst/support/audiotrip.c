/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * audiotrip.c: elements between samples and samples, in a harness.
 */
#include "audiotrip.h"

#include <math.h>

#include "rig.h"
#include "support/test.h"

AudioTrip *
audio_trip_new (const gchar * description)
{
  AudioTrip *t = g_new0 (AudioTrip, 1);
  GError *error = NULL;

  rig_init ();
  t->bin = gst_parse_bin_from_description_full (description, TRUE, NULL,
      GST_PARSE_FLAG_FATAL_ERRORS, &error);
  if (!t->bin)
    g_error ("%s: %s", description, error->message);
  t->harness = rig_open_shared (t->bin, &t->bus);
  t->values = g_array_new (FALSE, FALSE, sizeof (gdouble));
  t->stamps = g_array_new (FALSE, FALSE, sizeof (TripStamp));
  return t;
}

void
audio_trip_free (AudioTrip * t)
{
  rig_close (t->harness, t->bin, t->bus);
  g_array_unref (t->values);
  g_array_unref (t->stamps);
  g_free (t->error);
  g_free (t->warning);
  g_free (t);
}

void
audio_trip_set_format (AudioTrip * t, GstAudioFormat format, gint channels,
    gint rate, GstAudioLayout layout)
{
  rig_send_format (t->harness, &t->in, format, channels, rate,
      layout);
  audio_trip_collect (t);
}

/* ---- samples ---- */

static gdouble
get_sample (const GstAudioFormatInfo * format, const guint8 * data)
{
  union
  {
    gint32 integer;
    gdouble number;
  } sample;

  format->unpack_func (format, GST_AUDIO_PACK_FLAG_TRUNCATE_RANGE, &sample,
      (gpointer) data, 1);
  return GST_AUDIO_FORMAT_INFO_IS_FLOAT (format) ? sample.number
      : sample.integer / 2147483648.0;
}

static void
put_sample (const GstAudioFormatInfo * format, gdouble value, guint8 * data)
{
  gdouble scale = ldexp (1, format->depth - 1);
  gint32 integer;

  if (GST_AUDIO_FORMAT_INFO_IS_FLOAT (format)) {
    format->pack_func (format, 0, &value, data, 1);
    return;
  }
  value = CLAMP (rint (value * scale), -scale, scale - 1);
  integer = (gint32) ((guint32) (gint32) value << (32 - format->depth));
  format->pack_func (format, 0, &integer, data, 1);
}

void
audio_trip_push (AudioTrip * t, gdouble * values, guint n_samples,
    GstClockTime pts)
{
  gint channels = GST_AUDIO_INFO_CHANNELS (&t->in), c;
  gint size = GST_AUDIO_INFO_BPF (&t->in) / channels;
  gboolean planar = t->in.layout == GST_AUDIO_LAYOUT_NON_INTERLEAVED;
  GstBuffer *buffer =
      gst_buffer_new_and_alloc ((gsize) n_samples * channels * size);
  GstMapInfo map;
  guint i;

  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  for (i = 0; i < n_samples; i++) {
    for (c = 0; c < channels; c++) {
      gsize at = planar ? (gsize) c * n_samples + i : (gsize) i * channels + c;

      put_sample (t->in.finfo, values[i * channels + c], map.data + at * size);
      values[i * channels + c] =
          get_sample (t->in.finfo, map.data + at * size);
    }
  }
  gst_buffer_unmap (buffer, &map);
  if (planar)
    gst_buffer_add_audio_meta (buffer, &t->in, n_samples, NULL);
  GST_BUFFER_PTS (buffer) = pts;
  audio_trip_push_buffer (t, buffer);
}

void
audio_trip_push_buffer (AudioTrip * t, GstBuffer * buffer)
{
  t->flow = gst_harness_push (t->harness, buffer);
  audio_trip_collect (t);
}

void
audio_trip_push_event (AudioTrip * t, GstEvent * event)
{
  gst_harness_push_event (t->harness, event);
  audio_trip_collect (t);
}

void
audio_trip_run (AudioTrip * t, gdouble * values, guint n_samples, guint cut,
    GstClockTime start)
{
  gint channels = GST_AUDIO_INFO_CHANNELS (&t->in);
  guint at, n;

  for (at = 0; at < n_samples; at += n) {
    n = cut ? cut : 1 + test_random () % 3000;
    n = MIN (n, n_samples - at);
    audio_trip_push (t, values + (gsize) at * channels, n, start
        + gst_util_uint64_scale (at, GST_SECOND, GST_AUDIO_INFO_RATE (&t->in)));
  }
}

/* ---- what comes out ---- */

static void
take_buffer (AudioTrip * t, GstBuffer * buffer)
{
  gint channels = GST_AUDIO_INFO_CHANNELS (&t->out), c;
  gint size = GST_AUDIO_INFO_BPF (&t->out) / channels;
  TripStamp stamp = { GST_BUFFER_PTS (buffer), GST_BUFFER_DURATION (buffer),
    GST_BUFFER_OFFSET (buffer), GST_BUFFER_OFFSET_END (buffer),
    audio_trip_n_samples (t), 0,
    GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_DISCONT),
    GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_GAP)
  };
  GstAudioBuffer audio;
  gsize i;

  if (!gst_audio_buffer_map (&audio, &t->out, buffer, GST_MAP_READ))
    g_error ("a buffer cannot be mapped");
  if (t->out.layout == GST_AUDIO_LAYOUT_INTERLEAVED
      && gst_buffer_get_size (buffer) % GST_AUDIO_INFO_BPF (&t->out) != 0)
    g_error ("a buffer is no whole samples");
  stamp.n_samples = audio.n_samples;
  for (i = 0; i < audio.n_samples; i++) {
    for (c = 0; c < channels; c++) {
      const guint8 *at = t->out.layout == GST_AUDIO_LAYOUT_INTERLEAVED
          ? (guint8 *) audio.planes[0] + (i * channels + c) * size
          : (guint8 *) audio.planes[c] + i * size;
      gdouble value = get_sample (t->out.finfo, at);

      g_array_append_val (t->values, value);
    }
  }
  g_array_append_val (t->stamps, stamp);
  gst_audio_buffer_unmap (&audio);
  gst_buffer_unref (buffer);
}

static void
take_event (AudioTrip * t, GstEvent * event)
{
  GstCaps *caps;

  if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS) {
    gst_event_parse_caps (event, &caps);
    if (!gst_audio_info_from_caps (&t->out, caps))
      g_error ("bad caps");
    t->n_caps++;
  }
  t->n_gaps += GST_EVENT_TYPE (event) == GST_EVENT_GAP;
  gst_event_unref (event);
}

static void
take_message (AudioTrip * t, GstMessage * message)
{
  GError *error = NULL;

  switch (GST_MESSAGE_TYPE (message)) {
    case GST_MESSAGE_ERROR:
      gst_message_parse_error (message, &error, NULL);
      if (t->n_errors++ == 0)
        t->error = g_strdup (error->message);
      break;
    case GST_MESSAGE_WARNING:
      gst_message_parse_warning (message, &error, NULL);
      if (t->n_warnings++ == 0)
        t->warning = g_strdup (error->message);
      break;
    case GST_MESSAGE_LATENCY:
      t->n_latency++;
      break;
    default:
      break;
  }
  g_clear_error (&error);
  gst_message_unref (message);
}

/* Caps come before the buffers they are of: a claim that changes caps
   collects in between. */
void
audio_trip_collect (AudioTrip * t)
{
  GstMessage *message;
  GstBuffer *buffer;
  GstEvent *event;

  while ((message = gst_bus_pop (t->bus)))
    take_message (t, message);
  if (t->n_caps > 0)
    while ((buffer = gst_harness_try_pull (t->harness)))
      take_buffer (t, buffer);
  while ((event = gst_harness_try_pull_event (t->harness)))
    take_event (t, event);
  while ((buffer = gst_harness_try_pull (t->harness)))
    take_buffer (t, buffer);
}

guint
audio_trip_n_samples (const AudioTrip * t)
{
  return t->n_caps == 0 ? 0
      : t->values->len / GST_AUDIO_INFO_CHANNELS (&t->out);
}

gdouble
audio_trip_at (const AudioTrip * t, guint sample, guint channel)
{
  g_assert (sample < audio_trip_n_samples (t));
  return g_array_index (t->values, gdouble,
      sample * GST_AUDIO_INFO_CHANNELS (&t->out) + channel);
}

gdouble
audio_trip_error (const AudioTrip * t, guint first, const gdouble * values,
    guint from, guint n)
{
  guint channels = GST_AUDIO_INFO_CHANNELS (&t->in), i, c;
  gdouble error = 0, norm = 0;

  if (audio_trip_n_samples (t) < first + n
      || GST_AUDIO_INFO_CHANNELS (&t->out) != (gint) channels)
    return INFINITY;
  for (i = from; i < n; i++) {
    for (c = 0; c < channels; c++) {
      gdouble want = values[i * channels + c];

      error += pow (audio_trip_at (t, first + i, c) - want, 2);
      norm += want * want;
    }
  }
  return norm > 0 ? sqrt (error / norm) : error > 0 ? INFINITY : 0;
}
