/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clvideofft/test-drm.c: pictures whose caps are of memory:DMABuf, as cameras and
 * decoders have them since GStreamer 1.24. The numbers are bit for bit those of
 * the same pictures with caps of system memory.
 */
#include <string.h>

#include "gst/support/dmabufs.h"
#include "gst/support/rig.h"
#include "support/test.h"
#include "views.h"

#if GST_CHECK_VERSION (1, 24, 0)

#define WIDTH 96
#define HEIGHT 64
#define N_PICTURES 3

static GstCaps *
make_caps (const gchar * drm)
{
  return gst_caps_new_full (gst_structure_new ("video/x-raw",
          "format", G_TYPE_STRING, "DMA_DRM", "drm-format", G_TYPE_STRING, drm,
          "width", G_TYPE_INT, WIDTH, "height", G_TYPE_INT, HEIGHT,
          "framerate", GST_TYPE_FRACTION, 25, 1, NULL), NULL);
}

static GstCaps *
make_drm_caps (const gchar * drm)
{
  GstCaps *caps = make_caps (drm);

  gst_caps_set_features (caps, 0, gst_caps_features_new ("memory:DMABuf",
          NULL));
  return caps;
}

/* The picture of that number in a dma-buf; with rows of that many bytes more
   there is a meta. */
static GstBuffer *
make_picture (const GstVideoInfo * video, guint number, guint pad)
{
  GstBuffer *noise = views_make_noise (video, number);
  GstBuffer *buffer = gst_buffer_new ();
  GstVideoInfo placed = *video;
  GstVideoFrame from, to;
  guint p;

  placed.size = 0;
  for (p = 0; p < GST_VIDEO_INFO_N_PLANES (video); p++) {
    placed.offset[p] = placed.size;
    placed.stride[p] += pad;
    placed.size += (gsize) placed.stride[p] * HEIGHT;
  }
  gst_buffer_append_memory (buffer, dmabufs_make (placed.size));
  gst_buffer_add_video_meta_full (buffer, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_INFO_FORMAT (video), WIDTH, HEIGHT,
      GST_VIDEO_INFO_N_PLANES (video), placed.offset, placed.stride);
  if (!gst_video_frame_map (&from, video, noise, GST_MAP_READ)
      || !gst_video_frame_map (&to, video, buffer, GST_MAP_WRITE)
      || !gst_video_frame_copy (&to, &from))
    g_error ("a picture cannot be copied");
  gst_video_frame_unmap (&to);
  gst_video_frame_unmap (&from);
  gst_buffer_unref (noise);
  return buffer;
}

static void
check_format (GstVideoFormat format, const gchar * drm, guint pad)
{
  Views *v = views_new ("scaling=none"), *plain = views_new ("scaling=none");
  GstVideoInfo video;
  guint i;

  gst_video_info_set_format (&video, format, WIDTH, HEIGHT);
  video.fps_n = 25;
  views_set_info (plain, &video);
  gst_harness_set_src_caps (v->harness, make_drm_caps (drm));
  views_collect (v);
  for (i = 0; i < N_PICTURES; i++) {
    views_push (v, make_picture (&video, i, pad), i * 40 * GST_MSECOND);
    views_push (plain, views_make_noise (&video, i), i * 40 * GST_MSECOND);
  }
  TEST_CHECK (v->n_errors == 0 && views_n_frames (v) == N_PICTURES,
      "%s: %u frames, %s", drm, views_n_frames (v), v->error);
  TEST_CHECK (v->numbers->len > 0 && v->numbers->len == plain->numbers->len
      && memcmp (v->numbers->data, plain->numbers->data, v->numbers->len
          * sizeof (gfloat)) == 0, "%s: other numbers", drm);
  TEST_CHECK (views_get_stat (v, "host-copies") == 0, "%s: %" G_GUINT64_FORMAT
      " copies", drm, views_get_stat (v, "host-copies"));
  views_free (v);
  views_free (plain);
}

static void
linear_dmabufs_are_read_where_they_are (void)
{
  check_format (GST_VIDEO_FORMAT_NV12, "NV12", 0);
  check_format (GST_VIDEO_FORMAT_NV12, "NV12", 64);
  check_format (GST_VIDEO_FORMAT_I420, "YU12", 32);
  check_format (GST_VIDEO_FORMAT_BGRx, "XR24", 0);
  check_format (GST_VIDEO_FORMAT_YUY2, "YUYV", 64);
}

static void
other_layouts_and_other_memory_are_refused (void)
{
  static const gchar *const refused[] = {
    "NV12:0x0100000000000002", "XR24:0x0800000000000001", "none"
  };
  Views *v = views_new ("");
  GstPad *pad = gst_element_get_static_pad (v->element, "sink");
  GstCaps *caps = make_drm_caps ("NV12");
  guint i;

  TEST_CHECK (gst_pad_query_accept_caps (pad, caps), "NV12");
  gst_caps_unref (caps);
  for (i = 0; i < G_N_ELEMENTS (refused); i++) {
    caps = make_drm_caps (refused[i]);
    TEST_CHECK (!gst_pad_query_accept_caps (pad, caps), "%s", refused[i]);
    gst_caps_unref (caps);
  }
  caps = make_caps ("NV12");
  TEST_CHECK (!gst_pad_query_accept_caps (pad, caps), "in system memory");
  gst_caps_unref (caps);
  gst_object_unref (pad);
  views_free (v);
}

/* Each is listed once, and stands for a format that is taken. */
static void
listed_formats_are_taken (void)
{
  Views *v = views_new ("");
  GstPad *pad = gst_element_get_static_pad (v->element, "sink");
  GstCaps *caps = gst_pad_get_pad_template_caps (pad);
  guint i, n = 0;

  for (i = 0; i < gst_caps_get_size (caps); i++) {
    const GValue *list = gst_structure_get_value (gst_caps_get_structure (caps,
            i), "drm-format");
    guint k;

    for (k = 0; list && k < gst_value_list_get_size (list); k++, n++) {
      const gchar *drm =
          g_value_get_string (gst_value_list_get_value (list, k));
      guint64 modifier = 1;
      GstVideoFormat format = gst_video_dma_drm_fourcc_to_format
          (gst_video_dma_drm_fourcc_from_string (drm, &modifier));
      GstCaps *plain = gst_caps_new_simple ("video/x-raw", "format",
          G_TYPE_STRING, gst_video_format_to_string (format), NULL);

      TEST_CHECK (modifier == 0, "%s", drm);
      TEST_CHECK (gst_caps_can_intersect (caps, plain), "%s", drm);
      gst_caps_unref (plain);
    }
  }
  TEST_CHECK (n >= 20, "%u formats", n);
  gst_caps_unref (caps);
  gst_object_unref (pad);
  views_free (v);
}

#else

#define CLAIM(name)                                                         \
  static void                                                               \
  name (void)                                                               \
  {                                                                         \
    TEST_SKIP ("GStreamer before 1.24 has no caps of DMA_DRM");             \
  }
/* *INDENT-OFF* */
CLAIM (linear_dmabufs_are_read_where_they_are)
CLAIM (other_layouts_and_other_memory_are_refused)
CLAIM (listed_formats_are_taken)
/* *INDENT-ON* */

#endif

TEST_MAIN (TEST (linear_dmabufs_are_read_where_they_are),
    TEST (other_layouts_and_other_memory_are_refused),
    TEST (listed_formats_are_taken))
