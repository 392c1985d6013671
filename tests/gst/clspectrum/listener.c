/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * listener.c: an element that posts spectra, watched.
 */
#include "listener.h"

#include "gst/support/rig.h"

Listener *
listener_new (const gchar * line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 2);
  GstElementFactory *factory;

  rig_init ();
  factory = gst_element_factory_find (words[0]);
  if (!factory)
    return NULL;
  gst_object_unref (factory);
  return watch_new (line, NULL, 0);
}

void
listener_set_format (Listener * l, GstAudioFormat format, gint channels,
    gint rate)
{
  watch_set_format (l, format, channels, rate, GST_AUDIO_LAYOUT_INTERLEAVED);
}

GstBuffer *
listener_make_buffer (Listener * l, const gdouble * values, guint n_samples,
    GstClockTime pts)
{
  return rig_make_buffer (&l->audio, values, n_samples, pts);
}

void
listener_end (Listener * l)
{
  listener_push_event (l, gst_event_new_eos ());
}

void
listener_run (Listener * l, const gdouble * values, guint n_samples,
    const guint * cuts)
{
  gint channels = GST_AUDIO_INFO_CHANNELS (&l->audio);
  guint at = 0, end;

  while (at < n_samples) {
    end = cuts ? *cuts++ : n_samples;
    listener_push (l, values + (gsize) at * channels, end - at,
        gst_util_uint64_scale (at, GST_SECOND,
            GST_AUDIO_INFO_RATE (&l->audio)));
    at = end;
  }
}

/* ---- messages ---- */

const GstStructure *
listener_at (const Listener * l, guint message)
{
  g_assert (message < l->messages->len);
  return g_ptr_array_index (l->messages, message);
}

guint64
listener_time (const Listener * l, guint message, const gchar * field)
{
  guint64 time = 0;

  if (!gst_structure_get_uint64 (listener_at (l, message), field, &time))
    g_error ("message %u has no %s", message, field);
  return time;
}

/* The list or array of a channel. */
static const GValue *
get_channel (const Listener * l, guint message, const gchar * field,
    guint channel)
{
  const GValue *value =
      gst_structure_get_value (listener_at (l, message), field);
  const GValue *first;

  if (!value || !GST_VALUE_HOLDS_ARRAY (value)
      || gst_value_array_get_size (value) == 0)
    return value;
  first = gst_value_array_get_value (value, 0);
  return GST_VALUE_HOLDS_ARRAY (first)
      ? gst_value_array_get_value (value, channel) : value;
}

gfloat
listener_value (const Listener * l, guint message, const gchar * field,
    guint channel, guint band)
{
  const GValue *values = get_channel (l, message, field, channel);

  return g_value_get_float (GST_VALUE_HOLDS_LIST (values)
      ? gst_value_list_get_value (values, band)
      : gst_value_array_get_value (values, band));
}

guint
listener_n_bands (const Listener * l, guint message, const gchar * field)
{
  const GValue *values = get_channel (l, message, field, 0);

  return !values ? 0 : GST_VALUE_HOLDS_LIST (values)
      ? gst_value_list_get_size (values) : gst_value_array_get_size (values);
}
