/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * listener.c: an element that posts spectra, in a harness.
 */
#include "listener.h"


#include "gst/support/rig.h"

Listener *
listener_new (const gchar * line)
{
  Listener *l;
  GstElement *element;
  GError *error = NULL;

  rig_init ();
  element = gst_parse_launch_full (line, NULL, GST_PARSE_FLAG_FATAL_ERRORS,
      &error);
  if (!element) {
    if (!g_error_matches (error, GST_PARSE_ERROR,
            GST_PARSE_ERROR_NO_SUCH_ELEMENT))
      g_error ("%s: %s", line, error->message);
    g_error_free (error);
    return NULL;
  }
  l = g_new0 (Listener, 1);
  l->element = element;
  l->harness = rig_open_shared (element, &l->bus);
  l->messages =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gst_structure_free);
  return l;
}

void
listener_free (Listener * l)
{
  rig_close (l->harness, l->element, l->bus);
  g_ptr_array_unref (l->messages);
  g_free (l->error);
  g_free (l->warning);
  g_free (l);
}

void
listener_set_format (Listener * l, GstAudioFormat format, gint channels,
    gint rate)
{
  rig_send_format (l->harness, &l->audio, format, channels, rate,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  listener_collect (l);
}

GstBuffer *
listener_make_buffer (Listener * l, const gdouble * values, guint n_samples,
    GstClockTime pts)
{
  return rig_make_buffer (&l->audio, values, n_samples, pts);
}

void
listener_push (Listener * l, const gdouble * values, guint n_samples,
    GstClockTime pts)
{
  GstBuffer *buffer;

  l->flow = gst_harness_push (l->harness,
      listener_make_buffer (l, values, n_samples, pts));
  while ((buffer = gst_harness_try_pull (l->harness)))
    gst_buffer_unref (buffer);
  listener_collect (l);
}

void
listener_push_event (Listener * l, GstEvent * event)
{
  gst_harness_push_event (l->harness, event);
  listener_collect (l);
}

void
listener_end (Listener * l)
{
  listener_push_event (l, gst_event_new_eos ());
}

void
listener_collect (Listener * l)
{
  GstMessage *message;
  GError *error = NULL;

  while ((message = gst_bus_pop (l->bus))) {
    switch (GST_MESSAGE_TYPE (message)) {
      case GST_MESSAGE_ELEMENT:
        if (gst_message_has_name (message, "spectrum"))
          g_ptr_array_add (l->messages,
              gst_structure_copy (gst_message_get_structure (message)));
        break;
      case GST_MESSAGE_ERROR:
        gst_message_parse_error (message, &error, NULL);
        if (l->n_errors++ == 0)
          l->error = g_strdup (error->message);
        g_clear_error (&error);
        break;
      case GST_MESSAGE_WARNING:
        gst_message_parse_warning (message, &error, NULL);
        if (l->n_warnings++ == 0)
          l->warning = g_strdup (error->message);
        g_clear_error (&error);
        break;
      case GST_MESSAGE_LATENCY:
        l->n_latency++;
        break;
      default:
        break;
    }
    gst_message_unref (message);
  }
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
