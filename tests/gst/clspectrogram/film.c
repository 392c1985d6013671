/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * film.c: a clspectrogram that is watched.
 */
#include "film.h"

static void
clear_picture (gpointer data)
{
  g_bytes_unref (((Picture *) data)->pixels);
}

static void
take_caps (Watch * film, GstCaps * caps)
{
  if (!gst_video_info_from_caps (&film->video, caps))
    g_error ("bad caps");
}

static void
take_buffer (Watch * film, GstBuffer * buffer, Stamp * stamp)
{
  Picture picture = { stamp->pts, stamp->duration, stamp->discont, NULL };
  GstMapInfo map;

  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    g_error ("a buffer cannot be mapped");
  if (map.size != GST_VIDEO_INFO_SIZE (&film->video))
    g_error ("a buffer of %" G_GSIZE_FORMAT " bytes is no picture", map.size);
  picture.pixels = g_bytes_new (map.data, map.size);
  g_array_append_val (film->pictures, picture);
  gst_buffer_unmap (buffer, &map);
}

static const WatchTaker taker = { take_caps, take_buffer };

Film *
film_new (const gchar * properties, const gchar * caps)
{
  g_autofree gchar *line = g_strdup_printf ("clspectrogram %s", properties);

  return film_new_chain (line, caps);
}

Film *
film_new_chain (const gchar * line, const gchar * caps)
{
  Film *film = watch_new (line, &taker, 0);

  gst_harness_set_sink_caps_str (film->harness, caps);
  film->pictures = g_array_new (FALSE, FALSE, sizeof (Picture));
  g_array_set_clear_func (film->pictures, clear_picture);
  return film;
}

void
film_set_audio (Film * film, gint channels, gint rate)
{
  watch_set_format (film, GST_AUDIO_FORMAT_F32, channels, rate,
      GST_AUDIO_LAYOUT_INTERLEAVED);
}

void
film_push_bytes (Film * film, gpointer bytes, gsize size, GstClockTime pts,
    GstClockTime duration)
{
  GstBuffer *buffer = gst_buffer_new_wrapped (bytes, size);

  GST_BUFFER_PTS (buffer) = pts;
  GST_BUFFER_DURATION (buffer) = duration;
  watch_push_buffer (film, buffer);
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
