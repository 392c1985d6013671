/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * views.c: a clvideofft that is watched.
 */
#include "views.h"

#include <string.h>

#include "gst/support/codes.h"
#include "gst/support/rig.h"

static void
take_caps (Watch * v, GstCaps * caps)
{
  spectra_taker.take_caps (v, caps);
}

static void
take_frame (Watch * v, GstBuffer * buffer, Stamp * stamp)
{
  spectra_taker.take_buffer (v, buffer, stamp);
  if (stamp->n != 1)
    g_error ("a buffer has %u frames", stamp->n);
}

static const WatchTaker taker = { take_caps, take_frame };

Views *
views_new (const gchar * properties)
{
  g_autofree gchar *line = g_strdup_printf ("clvideofft %s", properties);

  return watch_new (line, &taker, sizeof (gfloat));
}

void
views_set_info (Views * v, const GstVideoInfo * video)
{
  v->video = *video;
  gst_harness_set_src_caps (v->harness, gst_video_info_to_caps (&v->video));
  views_collect (v);
}

void
views_set_format (Views * v, GstVideoFormat format, guint width, guint height,
    gint fps_n, gint fps_d)
{
  GstVideoInfo video;

  gst_video_info_set_format (&video, format, width, height);
  video.fps_n = fps_n;
  video.fps_d = fps_d;
  views_set_info (v, &video);
}

/* ---- pictures ---- */

GstBuffer *
views_make_noise (const GstVideoInfo * video, guint seed)
{
  GRand *random = g_rand_new_with_seed (seed);
  gsize size = GST_VIDEO_INFO_SIZE (video), i;
  GstBuffer *buffer = gst_buffer_new_and_alloc (size);
  GstMapInfo map;

  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  for (i = 0; i < size; i++)
    map.data[i] = g_rand_int (random);
  g_rand_free (random);
  codes_clear_unused (video, map.data, size);
  gst_buffer_unmap (buffer, &map);
  return buffer;
}

GstBuffer *
views_make_gray (const GstVideoInfo * video, const guint8 * codes)
{
  guint width = GST_VIDEO_INFO_WIDTH (video), y;
  GstBuffer *buffer = gst_buffer_new_and_alloc (GST_VIDEO_INFO_SIZE (video));
  GstMapInfo map;

  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  memset (map.data, 0, map.size);
  for (y = 0; y < (guint) GST_VIDEO_INFO_HEIGHT (video); y++)
    memcpy (map.data + y * GST_VIDEO_INFO_PLANE_STRIDE (video, 0),
        codes + y * width, width);
  gst_buffer_unmap (buffer, &map);
  return buffer;
}

void
views_push (Views * v, GstBuffer * buffer, GstClockTime pts)
{
  GST_BUFFER_PTS (buffer) = pts;
  watch_push_buffer (v, buffer);
}

void
views_push_noise (Views * v, guint first, guint n)
{
  guint i;

  for (i = first; i < first + n; i++)
    views_push (v, views_make_noise (&v->video, i),
        gst_util_uint64_scale (i, v->video.fps_d * GST_SECOND,
            v->video.fps_n));
}

guint
views_n_frames (const Views * v)
{
  return v->stamps->len;
}
