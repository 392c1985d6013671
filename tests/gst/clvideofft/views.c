/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * views.c: a clvideofft in a harness.
 */
#include "views.h"

#include <string.h>

#include "gst/support/codes.h"
#include "gst/support/rig.h"

static GstPadProbeReturn take (GstPad * pad, GstPadProbeInfo * info,
    gpointer data);

Views *
views_new (const gchar * properties)
{
  g_autofree gchar *line = g_strdup_printf ("clvideofft %s", properties);
  Views *v = g_new0 (Views, 1);
  GError *error = NULL;

  rig_init ();
  v->element = gst_parse_launch_full (line, NULL, GST_PARSE_FLAG_FATAL_ERRORS,
      &error);
  if (!v->element)
    g_error ("%s: %s", line, error->message);
  v->harness = rig_open_shared (v->element, &v->bus);
  v->numbers = g_array_new (FALSE, FALSE, sizeof (gfloat));
  v->stamps = g_array_new (FALSE, FALSE, sizeof (ViewStamp));
  gst_video_info_init (&v->video);
  gst_harness_set_drop_buffers (v->harness, TRUE);
  gst_pad_add_probe (v->harness->sinkpad, GST_PAD_PROBE_TYPE_BUFFER
      | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, take, v, NULL);
  return v;
}

void
views_free (Views * v)
{
  rig_close (v->harness, v->element, v->bus);
  g_array_unref (v->numbers);
  g_array_unref (v->stamps);
  g_free (v->error);
  g_free (v->warning);
  g_free (v);
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
  v->flow = gst_harness_push (v->harness, buffer);
  views_collect (v);
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

void
views_push_event (Views * v, GstEvent * event)
{
  gst_harness_push_event (v->harness, event);
  views_collect (v);
}

/* ---- what came out ---- */

static void
take_buffer (Views * v, GstBuffer * buffer)
{
  ViewStamp stamp = { GST_BUFFER_PTS (buffer), GST_BUFFER_DURATION (buffer),
    GST_BUFFER_OFFSET (buffer), GST_BUFFER_OFFSET_END (buffer),
    GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_DISCONT)
  };
  GstMapInfo map;

  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    g_error ("a buffer cannot be mapped");
  if (map.size != gst_fourier_info_get_frame_size (&v->info))
    g_error ("a buffer of %" G_GSIZE_FORMAT " bytes is no frame", map.size);
  g_array_append_vals (v->numbers, map.data, map.size / sizeof (gfloat));
  g_array_append_val (v->stamps, stamp);
  gst_buffer_unmap (buffer, &map);
}

static void
take_event (Views * v, GstEvent * event)
{
  GError *error = NULL;
  GstCaps *caps;

  if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS) {
    gst_event_parse_caps (event, &caps);
    if (!gst_fourier_info_from_caps (&v->info, caps, &error))
      g_error ("bad caps: %s", error->message);
    v->n_caps++;
  } else if (GST_EVENT_TYPE (event) == GST_EVENT_EOS) {
    v->eos = TRUE;
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
take_message (Views * v, GstMessage * message)
{
  GError *error = NULL;

  switch (GST_MESSAGE_TYPE (message)) {
    case GST_MESSAGE_ERROR:
      gst_message_parse_error (message, &error, NULL);
      if (v->n_errors++ == 0)
        v->error = g_strdup (error->message);
      g_error_free (error);
      break;
    case GST_MESSAGE_WARNING:
      gst_message_parse_warning (message, &error, NULL);
      if (v->n_warnings++ == 0)
        v->warning = g_strdup (error->message);
      g_error_free (error);
      break;
    case GST_MESSAGE_LATENCY:
      v->n_latency++;
      break;
    default:
      break;
  }
  gst_message_unref (message);
}

void
views_collect (Views * v)
{
  GstMessage *message;

  while ((message = gst_bus_pop (v->bus)))
    take_message (v, message);
}

guint
views_n_frames (const Views * v)
{
  return v->stamps->len;
}

const gfloat *
views_at (const Views * v, guint frame, guint channel)
{
  gsize per_channel = gst_fourier_info_get_point_size (&v->info)
      * gst_fourier_info_get_n_points (&v->info) / sizeof (gfloat);

  g_assert (frame < views_n_frames (v) && channel < v->info.channels);
  return &g_array_index (v->numbers, gfloat,
      (frame * v->info.channels + channel) * per_channel);
}

const ViewStamp *
views_stamp (const Views * v, guint frame)
{
  g_assert (frame < views_n_frames (v));
  return &g_array_index (v->stamps, ViewStamp, frame);
}

guint64
views_get_stat (Views * v, const gchar * name)
{
  GstStructure *stats = NULL;
  guint64 value = 0;

  g_object_get (v->element, "stats", &stats, NULL);
  if (!gst_structure_get_uint64 (stats, name, &value))
    g_error ("stats has no %s", name);
  gst_structure_free (stats);
  return value;
}
