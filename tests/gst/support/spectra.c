/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spectra.c: a claudiofft in a harness.
 */
#include "spectra.h"

#include "rig.h"

static GstPadProbeReturn take (GstPad * pad, GstPadProbeInfo * info,
    gpointer data);

Spectra *
spectra_new (const gchar * properties)
{
  Spectra *s = g_new0 (Spectra, 1);
  g_autofree gchar *line = g_strdup_printf ("claudiofft %s", properties);
  GError *error = NULL;

  rig_init ();
  s->element = gst_parse_launch_full (line, NULL,
      GST_PARSE_FLAG_FATAL_ERRORS, &error);
  if (!s->element)
    g_error ("%s: %s", line, error->message);
  s->harness = rig_open_shared (s->element, &s->bus);
  s->numbers = g_array_new (FALSE, FALSE, sizeof (gfloat));
  s->stamps = g_array_new (FALSE, FALSE, sizeof (Stamp));
  gst_harness_set_drop_buffers (s->harness, TRUE);
  gst_pad_add_probe (s->harness->sinkpad, GST_PAD_PROBE_TYPE_BUFFER
      | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, take, s, NULL);
  return s;
}

void
spectra_free (Spectra * s)
{
  rig_close (s->harness, s->element, s->bus);
  g_array_unref (s->numbers);
  g_array_unref (s->stamps);
  g_free (s->error);
  g_free (s->warning);
  g_free (s);
}

void
spectra_set_format (Spectra * s, GstAudioFormat format, gint channels,
    gint rate, GstAudioLayout layout)
{
  rig_send_format (s->harness, &s->audio, format, channels, rate,
      layout);
  spectra_collect (s);
}

GstBuffer *
spectra_make_buffer (Spectra * s, const gdouble * values, guint n_samples,
    GstClockTime pts)
{
  return rig_make_buffer (&s->audio, values, n_samples, pts);
}

void
spectra_push (Spectra * s, const gdouble * values, guint n_samples,
    GstClockTime pts)
{
  s->flow = gst_harness_push (s->harness,
      spectra_make_buffer (s, values, n_samples, pts));
  spectra_collect (s);
}

void
spectra_push_event (Spectra * s, GstEvent * event)
{
  gst_harness_push_event (s->harness, event);
  spectra_collect (s);
}

static void
take_buffer (Spectra * s, GstBuffer * buffer)
{
  Stamp stamp = { GST_BUFFER_PTS (buffer), GST_BUFFER_DURATION (buffer),
    GST_BUFFER_OFFSET (buffer), GST_BUFFER_OFFSET_END (buffer), 0,
    GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_DISCONT),
    GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_GAP)
  };
  GstMapInfo map;

  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    g_error ("a buffer cannot be mapped");
  if (!gst_fourier_info_count_frames (&s->info, map.size, &stamp.n_frames))
    g_error ("a buffer of %" G_GSIZE_FORMAT " bytes is no whole frames",
        map.size);
  g_array_append_vals (s->numbers, map.data, map.size / sizeof (gfloat));
  g_array_append_val (s->stamps, stamp);
  gst_buffer_unmap (buffer, &map);
}

static void
take_event (Spectra * s, GstEvent * event)
{
  GError *error = NULL;
  GstCaps *caps;

  if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS) {
    gst_event_parse_caps (event, &caps);
    if (!gst_fourier_info_from_caps (&s->info, caps, &error))
      g_error ("bad caps: %s", error->message);
    s->n_caps++;
  }
}

/* As it passes: a buffer is of the caps before it. */
static GstPadProbeReturn
take (GstPad * pad, GstPadProbeInfo * info, gpointer data)
{
  if (info->type & GST_PAD_PROBE_TYPE_BUFFER)
    take_buffer (data, GST_PAD_PROBE_INFO_BUFFER (info));
  else
    take_event (data, GST_PAD_PROBE_INFO_EVENT (info));
  return GST_PAD_PROBE_OK;
}

static void
take_message (Spectra * s, GstMessage * message)
{
  GError *error = NULL;

  switch (GST_MESSAGE_TYPE (message)) {
    case GST_MESSAGE_ERROR:
      gst_message_parse_error (message, &error, NULL);
      if (s->n_errors++ == 0)
        s->error = g_strdup (error->message);
      g_error_free (error);
      break;
    case GST_MESSAGE_WARNING:
      gst_message_parse_warning (message, &error, NULL);
      if (s->n_warnings++ == 0)
        s->warning = g_strdup (error->message);
      g_error_free (error);
      break;
    case GST_MESSAGE_PROGRESS:
      s->n_progress++;
      break;
    case GST_MESSAGE_LATENCY:
      s->n_latency++;
      break;
    default:
      break;
  }
  gst_message_unref (message);
}

void
spectra_collect (Spectra * s)
{
  GstMessage *message;

  while ((message = gst_bus_pop (s->bus)))
    take_message (s, message);
}

void
spectra_run (Spectra * s, const gdouble * values, guint n_samples, guint cut)
{
  gint channels = GST_AUDIO_INFO_CHANNELS (&s->audio);
  guint at;

  for (at = 0; at < n_samples; at += cut)
    spectra_push (s, values + (gsize) at * channels, MIN (cut, n_samples - at),
        gst_util_uint64_scale (at, GST_SECOND,
            GST_AUDIO_INFO_RATE (&s->audio)));
  spectra_push_event (s, gst_event_new_eos ());
}

guint
spectra_n_frames (const Spectra * s)
{
  return s->numbers->len * sizeof (gfloat)
      / gst_fourier_info_get_frame_size (&s->info);
}

const gfloat *
spectra_at (const Spectra * s, guint frame, guint channel)
{
  gsize per_channel = gst_fourier_info_get_point_size (&s->info)
      * gst_fourier_info_get_n_points (&s->info) / sizeof (gfloat);

  g_assert (frame < spectra_n_frames (s) && channel < s->info.channels);
  return &g_array_index (s->numbers, gfloat,
      (frame * s->info.channels + channel) * per_channel);
}

guint64
spectra_get_stat (Spectra * s, const gchar * name)
{
  GstStructure *stats = NULL;
  guint64 value = 0;

  g_object_get (s->element, "stats", &stats, NULL);
  if (!gst_structure_get_uint64 (stats, name, &value))
    g_error ("stats has no %s", name);
  gst_structure_free (stats);
  return value;
}
