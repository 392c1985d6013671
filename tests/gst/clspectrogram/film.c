/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * film.c: a clspectrogram in a harness.
 */
#include "film.h"

#include "gst/support/rig.h"
#include "support/test.h"

static void
clear_picture (gpointer data)
{
  g_bytes_unref (((Picture *) data)->pixels);
}

Film *
film_new (const gchar * properties, const gchar * caps)
{
  g_autofree gchar *line = g_strdup_printf ("clspectrogram %s", properties);

  return film_new_chain (line, caps);
}

Film *
film_new_chain (const gchar * line, const gchar * caps)
{
  Film *film = g_new0 (Film, 1);
  GError *error = NULL;

  rig_init ();
  film->element = strchr (line, '!')
      ? gst_parse_bin_from_description_full (line, TRUE, NULL,
      GST_PARSE_FLAG_FATAL_ERRORS, &error)
      : gst_parse_launch_full (line, NULL, GST_PARSE_FLAG_FATAL_ERRORS,
      &error);
  if (!film->element)
    g_error ("%s: %s", line, error->message);
  film->harness = rig_open_shared (film->element, &film->bus);
  gst_harness_set_sink_caps_str (film->harness, caps);
  film->pictures = g_array_new (FALSE, FALSE, sizeof (Picture));
  g_array_set_clear_func (film->pictures, clear_picture);
  return film;
}

void
film_free (Film * film)
{
  rig_close (film->harness, film->element, film->bus);
  g_array_unref (film->pictures);
  g_free (film->error);
  g_free (film->warning);
  g_free (film);
}

void
film_set_audio (Film * film, gint channels, gint rate)
{
  rig_send_format (film->harness, &film->audio, GST_AUDIO_FORMAT_F32, channels,
      rate, GST_AUDIO_LAYOUT_INTERLEAVED);
  film_collect (film);
}

void
film_set_spectra (Film * film, const gchar * caps)
{
  gst_harness_set_src_caps_str (film->harness, caps);
  film_collect (film);
}

void
film_push (Film * film, const gdouble * values, guint n_samples,
    GstClockTime pts)
{
  film->flow = gst_harness_push (film->harness,
      rig_make_buffer (&film->audio, values, n_samples, pts));
  film_collect (film);
}

void
film_push_bytes (Film * film, gpointer bytes, gsize size, GstClockTime pts,
    GstClockTime duration)
{
  GstBuffer *buffer = gst_buffer_new_wrapped (bytes, size);

  GST_BUFFER_PTS (buffer) = pts;
  GST_BUFFER_DURATION (buffer) = duration;
  film->flow = gst_harness_push (film->harness, buffer);
  film_collect (film);
}

void
film_push_event (Film * film, GstEvent * event)
{
  gst_harness_push_event (film->harness, event);
  film_collect (film);
}

static void
take_buffer (Film * film, GstBuffer * buffer)
{
  Picture picture = { GST_BUFFER_PTS (buffer), GST_BUFFER_DURATION (buffer),
    GST_BUFFER_IS_DISCONT (buffer), NULL
  };
  GstMapInfo map;

  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    g_error ("a buffer cannot be mapped");
  if (map.size != GST_VIDEO_INFO_SIZE (&film->video))
    g_error ("a buffer of %" G_GSIZE_FORMAT " bytes is no picture", map.size);
  picture.pixels = g_bytes_new (map.data, map.size);
  g_array_append_val (film->pictures, picture);
  gst_buffer_unmap (buffer, &map);
  gst_buffer_unref (buffer);
}

static void
take_event (Film * film, GstEvent * event)
{
  GstCaps *caps;

  if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS) {
    gst_event_parse_caps (event, &caps);
    if (!gst_video_info_from_caps (&film->video, caps))
      g_error ("bad caps");
    film->n_caps++;
  } else if (GST_EVENT_TYPE (event) == GST_EVENT_EOS) {
    film->eos = TRUE;
  }
  gst_event_unref (event);
}

static void
take_message (Film * film, GstMessage * message)
{
  GError *error = NULL;

  switch (GST_MESSAGE_TYPE (message)) {
    case GST_MESSAGE_ERROR:
      gst_message_parse_error (message, &error, NULL);
      if (film->n_errors++ == 0)
        film->error = g_strdup (error->message);
      g_error_free (error);
      break;
    case GST_MESSAGE_WARNING:
      gst_message_parse_warning (message, &error, NULL);
      film->n_warnings++;
      g_free (film->warning);
      film->warning = g_strdup (error->message);
      g_error_free (error);
      break;
    case GST_MESSAGE_LATENCY:
      film->n_latency++;
      break;
    case GST_MESSAGE_QOS:
      film->n_qos++;
      break;
    default:
      break;
  }
  gst_message_unref (message);
}

/* Caps come before the buffers they are of: a claim that changes caps
   collects in between. */
void
film_collect (Film * film)
{
  GstMessage *message;
  GstBuffer *buffer;
  GstEvent *event;

  while ((message = gst_bus_pop (film->bus)))
    take_message (film, message);
  if (film->n_caps > 0)
    while ((buffer = gst_harness_try_pull (film->harness)))
      take_buffer (film, buffer);
  while ((event = gst_harness_try_pull_event (film->harness)))
    take_event (film, event);
  while ((buffer = gst_harness_try_pull (film->harness)))
    take_buffer (film, buffer);
}

void
film_run (Film * film, const gdouble * values, guint n_samples, guint cut)
{
  gint channels = GST_AUDIO_INFO_CHANNELS (&film->audio);
  guint at = 0;

  while (at < n_samples) {
    guint n = cut ? cut : 1 + test_random () % 5000;

    n = MIN (n, n_samples - at);
    film_push (film, values + (gsize) at * channels, n,
        gst_util_uint64_scale (at, GST_SECOND,
            GST_AUDIO_INFO_RATE (&film->audio)));
    at += n;
  }
  film_push_event (film, gst_event_new_eos ());
}

const Picture *
film_at (const Film * film, guint picture)
{
  g_assert (picture < film->pictures->len);
  return &g_array_index (film->pictures, Picture, picture);
}

guint32
film_get_color (const Film * film, guint picture, guint x, guint y)
{
  const GstVideoInfo *video = &film->video;
  const guint8 *pixel = g_bytes_get_data (film_at (film, picture)->pixels,
      NULL);

  g_assert (x < (guint) GST_VIDEO_INFO_WIDTH (video)
      && y < (guint) GST_VIDEO_INFO_HEIGHT (video));
  pixel += y * GST_VIDEO_INFO_PLANE_STRIDE (video, 0) + 4 * x;
  return (guint32) pixel[GST_VIDEO_INFO_COMP_POFFSET (video, 0)] << 16
      | (guint32) pixel[GST_VIDEO_INFO_COMP_POFFSET (video, 1)] << 8
      | pixel[GST_VIDEO_INFO_COMP_POFFSET (video, 2)];
}

gint
film_get_level (const Film * film, guint picture, guint x, guint y)
{
  guint32 color = film_get_color (film, picture, x, y);

  return (color >> 16) == (color & 0xff) && (color >> 8 & 0xff)
      == (color & 0xff) ? (gint) (color & 0xff) : -1;
}

gdouble
film_to_decibels (gint level, gdouble floor, gdouble range)
{
  return floor + range * (level + 0.5) / 256;
}

guint64
film_get_stat (Film * film, const gchar * name)
{
  GstStructure *stats = NULL;
  guint64 value = 0;

  g_object_get (film->element, "stats", &stats, NULL);
  if (!gst_structure_get_uint64 (stats, name, &value))
    g_error ("stats has no %s", name);
  gst_structure_free (stats);
  return value;
}
