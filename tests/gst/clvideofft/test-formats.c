/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clvideofft/test-formats.c: claims about every format of pictures: which
 * component is transformed, with which value, from which bytes of a buffer;
 * and which are refused.
 */
#include <math.h>

#include "gst/support/rig.h"
#include "support/test.h"
#include "views.h"

#define BAR 5e-7                /* relative, of root mean squares */

typedef struct
{
  const gchar *name;            /* of a component, as the property has it */
  gint component;               /* GstVideo's; -1: mixed */
} Component;

static const Component gray[] = { {"luma", 0}, {"all", 0}, {NULL, 0} };
static const Component yuv[] = { {"luma", 0}, {"u", 1}, {"v", 2}, {NULL, 0} };
static const Component yuv444[] = { {"luma", 0}, {"u", 1}, {"v", 2},
{"all", 0}, {NULL, 0}
};
static const Component rgb[] = { {"luma", -1}, {"red", 0}, {"green", 1},
{"blue", 2}, {"all", 0}, {NULL, 0}
};

static const struct
{
  GstVideoFormat format;
  const Component *components;
} formats[] = {
  {GST_VIDEO_FORMAT_GRAY8, gray}, {GST_VIDEO_FORMAT_GRAY16_LE, gray},
  {GST_VIDEO_FORMAT_GRAY16_BE, gray}, {GST_VIDEO_FORMAT_I420, yuv},
  {GST_VIDEO_FORMAT_YV12, yuv}, {GST_VIDEO_FORMAT_NV12, yuv},
  {GST_VIDEO_FORMAT_NV21, yuv}, {GST_VIDEO_FORMAT_YUY2, yuv},
  {GST_VIDEO_FORMAT_UYVY, yuv}, {GST_VIDEO_FORMAT_Y42B, yuv},
  {GST_VIDEO_FORMAT_Y444, yuv444}, {GST_VIDEO_FORMAT_P010_10LE, yuv},
  {GST_VIDEO_FORMAT_RGB, rgb}, {GST_VIDEO_FORMAT_BGR, rgb},
  {GST_VIDEO_FORMAT_RGBx, rgb}, {GST_VIDEO_FORMAT_BGRx, rgb},
  {GST_VIDEO_FORMAT_xRGB, rgb}, {GST_VIDEO_FORMAT_xBGR, rgb},
  {GST_VIDEO_FORMAT_RGBA, rgb}, {GST_VIDEO_FORMAT_BGRA, rgb},
  {GST_VIDEO_FORMAT_ARGB, rgb}, {GST_VIDEO_FORMAT_ABGR, rgb},
  {GST_VIDEO_FORMAT_ARGB64, rgb},
};

/* Kr R + Kg G + Kb B */
static gdouble *
get_luma (const GstVideoInfo * video, GstBuffer * buffer, gdouble kr,
    gdouble kb, guint * width, guint * height)
{
  gdouble *r = views_get_values (video, buffer, 0, width, height);
  gdouble *g = views_get_values (video, buffer, 1, width, height);
  gdouble *b = views_get_values (video, buffer, 2, width, height);
  guint i;

  for (i = 0; i < *width * *height; i++)
    r[i] = kr * r[i] + (1 - kr - kb) * g[i] + kb * b[i];
  g_free (g);
  g_free (b);
  return r;
}

static gdouble
compare (const Views * v, guint channel, const gdouble * values, guint width,
    guint height)
{
  Block block = { values, width, height, 1, 0, 0, {width, height, 1},
  {width, height, 1}, {NULL, NULL, NULL}, FALSE
  };

  return views_compare (v, views_at (v, 0, channel), &block, 1, 1);
}

/* Takes the buffer. */
static void
check_component (const GstVideoInfo * video, GstBuffer * buffer,
    const Component * component)
{
  g_autofree gchar *properties = g_strdup_printf ("scaling=none component=%s",
      component->name);
  gboolean is_all = strcmp (component->name, "all") == 0;
  Views *v = views_new (properties);
  guint c, n_channels = is_all && !GST_VIDEO_INFO_IS_GRAY (video) ? 3 : 1;
  guint width, height;

  views_set_info (v, video);
  views_push (v, gst_buffer_ref (buffer), 0);
  TEST_CHECK (views_n_frames (v) == 1 && v->info.channels == n_channels
      && strcmp (v->info.component, component->name) == 0, "%s %s: %s",
      GST_VIDEO_INFO_NAME (video), component->name, v->error);
  for (c = 0; c < n_channels && views_n_frames (v) == 1; c++) {
    gdouble *values = component->component < 0
        ? get_luma (video, buffer, 0.299, 0.114, &width, &height)
        : views_get_values (video, buffer, component->component + c, &width,
        &height);
    gdouble error = compare (v, c, values, width, height);

    TEST_CHECK (v->info.shape[0] == height && v->info.shape[1] == width,
        "%s %s: %u x %u", GST_VIDEO_INFO_NAME (video), component->name,
        v->info.shape[1], v->info.shape[0]);
    TEST_CHECK (error < BAR, "%s %s channel %u: off by %g",
        GST_VIDEO_INFO_NAME (video), component->name, c, error);
    g_free (values);
  }
  views_free (v);
  gst_buffer_unref (buffer);
}

static void
check_formats (guint width, guint height)
{
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (formats); i++) {
    GstVideoInfo video;

    gst_video_info_set_format (&video, formats[i].format, width, height);
    video.fps_n = 25;
    video.fps_d = 1;
    for (k = 0; formats[i].components[k].name; k++)
      check_component (&video, views_make_noise (&video, i),
          &formats[i].components[k]);
  }
}

static void
every_component_of_every_format_is_what_gstreamer_unpacks (void)
{
  check_formats (32, 24);
}

static void
odd_sizes_round_up_the_subsampled_planes (void)
{
  check_formats (33, 25);
}

/* To a code of 255, which is what a grey picture can tell. */
static void
luma_of_rgb_is_the_grey_of_videoconvert (void)
{
  GstVideoInfo video, grey;
  GstVideoConverter *converter;
  GstVideoFrame from, to;
  GstBuffer *buffer, *converted;
  guint width, height;
  gdouble *values;
  Views *v = views_new ("scaling=none");

  gst_video_info_set_format (&video, GST_VIDEO_FORMAT_BGRx, 64, 48);
  gst_video_info_set_format (&grey, GST_VIDEO_FORMAT_GRAY8, 64, 48);
  buffer = views_make_noise (&video, 3);
  converted = gst_buffer_new_and_alloc (GST_VIDEO_INFO_SIZE (&grey));
  gst_video_frame_map (&from, &video, buffer, GST_MAP_READ);
  gst_video_frame_map (&to, &grey, converted, GST_MAP_WRITE);
  converter = gst_video_converter_new (&video, &grey, NULL);
  gst_video_converter_frame (converter, &from, &to);
  gst_video_converter_free (converter);
  gst_video_frame_unmap (&from);
  gst_video_frame_unmap (&to);
  values = views_get_values (&grey, converted, 0, &width, &height);
  views_set_info (v, &video);
  views_push (v, buffer, 0);
  TEST_CHECK (views_n_frames (v) == 1
      && compare (v, 0, values, width, height) < 0.005, "%s", v->error);
  g_free (values);
  gst_buffer_unref (converted);
  views_free (v);
}

/* ---- buffers ---- */

/* The picture in a buffer whose planes begin and step elsewhere. */
static GstBuffer *
respace (const GstVideoInfo * video, GstBuffer * buffer)
{
  gsize offset[GST_VIDEO_MAX_PLANES] = { 0 }, size = 0;
  gint stride[GST_VIDEO_MAX_PLANES] = { 0 };
  guint p, n_planes = GST_VIDEO_INFO_N_PLANES (video), y;
  GstVideoFrame frame;
  GstBuffer *copy;
  GstMapInfo map;

  for (p = 0; p < n_planes; p++) {
    offset[p] = size + 13 + 2 * p;
    stride[p] = GST_VIDEO_INFO_PLANE_STRIDE (video, p) + 7 + 4 * p;
    size = offset[p] + (gsize) stride[p] * GST_VIDEO_INFO_HEIGHT (video);
  }
  copy = gst_buffer_new_and_alloc (size);
  gst_buffer_map (copy, &map, GST_MAP_WRITE);
  memset (map.data, 0xa5, size);
  gst_video_frame_map (&frame, video, buffer, GST_MAP_READ);
  for (p = 0; p < n_planes; p++) {
    gsize end = p + 1 < n_planes ? GST_VIDEO_INFO_PLANE_OFFSET (video, p + 1)
        : GST_VIDEO_INFO_SIZE (video);
    gint from = GST_VIDEO_INFO_PLANE_STRIDE (video, p);
    guint n_rows = (end - GST_VIDEO_INFO_PLANE_OFFSET (video, p)) / from;

    for (y = 0; y < MIN (n_rows, (guint) video->height); y++)
      memcpy (map.data + offset[p] + y * stride[p],
          (guint8 *) frame.data[p] + y * from, from);
  }
  gst_video_frame_unmap (&frame);
  gst_buffer_unmap (copy, &map);
  gst_buffer_add_video_meta_full (copy, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_INFO_FORMAT (video), GST_VIDEO_INFO_WIDTH (video),
      GST_VIDEO_INFO_HEIGHT (video), n_planes, offset, stride);
  gst_buffer_unref (buffer);
  return copy;
}

static void
strides_and_offsets_of_a_video_meta_are_honoured (void)
{
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (formats); i++) {
    GstVideoInfo video;

    gst_video_info_set_format (&video, formats[i].format, 30, 20);
    for (k = 0; formats[i].components[k].name; k++)
      check_component (&video, respace (&video, views_make_noise (&video, i)),
          &formats[i].components[k]);
  }
}

static void
check_bad_buffer (GstBuffer * buffer, const gchar * word)
{
  Views *v = views_new ("");

  views_set_format (v, GST_VIDEO_FORMAT_I420, 32, 24, 25, 1);
  views_push (v, buffer, 0);
  TEST_CHECK (v->flow == GST_FLOW_ERROR && v->n_errors == 1
      && strstr (v->error, word), "flow %d, %u errors: %s", v->flow,
      v->n_errors, v->error);
  views_free (v);
}

static void
buffers_that_hold_less_than_they_say_are_one_error (void)
{
  GstVideoInfo video;
  GstBuffer *buffer;
  GstVideoMeta *meta;

  gst_video_info_set_format (&video, GST_VIDEO_FORMAT_I420, 32, 24);
  buffer = views_make_noise (&video, 1);
  gst_buffer_set_size (buffer, GST_VIDEO_INFO_SIZE (&video) - 1);
  check_bad_buffer (buffer, "1151 bytes");
  check_bad_buffer (gst_buffer_new (), "0 bytes");
  /* rows beyond the end */
  buffer = respace (&video, views_make_noise (&video, 1));
  gst_buffer_get_video_meta (buffer)->stride[0] = 2000;
  check_bad_buffer (buffer, "past its end");
  buffer = respace (&video, views_make_noise (&video, 1));
  gst_buffer_get_video_meta (buffer)->stride[0] = -39;
  check_bad_buffer (buffer, "past its end");
  /* another picture than the caps say */
  buffer = respace (&video, views_make_noise (&video, 1));
  gst_buffer_get_video_meta (buffer)->width = 30;
  check_bad_buffer (buffer, "does not match");
  buffer = views_make_noise (&video, 1);
  meta = gst_buffer_add_video_meta (buffer, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_YV12, 32, 24);
  meta->n_planes = 3;
  check_bad_buffer (buffer, "does not match");
}

/* ---- what is refused ---- */

static void
components_that_a_format_has_not_are_refused (void)
{
  static const struct
  {
    GstVideoFormat format;
    const gchar *component, *value, *limit;
  } rows[] = {
    {GST_VIDEO_FORMAT_GRAY8, "u", "component is u", "luma or all"},
    {GST_VIDEO_FORMAT_GRAY8, "red", "component is red", "luma or all"},
    {GST_VIDEO_FORMAT_RGB, "v", "component is v", "red, green, blue"},
    {GST_VIDEO_FORMAT_NV12, "green", "component is green", "luma, u, v"},
    {GST_VIDEO_FORMAT_NV12, "all", "component is all", "luma, u or v"},
    {GST_VIDEO_FORMAT_YUY2, "all", "component is all", "luma, u or v"},
    {GST_VIDEO_FORMAT_I420, "all", "component is all", "luma, u or v"},
    {GST_VIDEO_FORMAT_Y42B, "all", "component is all", "luma, u or v"},
    {GST_VIDEO_FORMAT_P010_10LE, "all", "component is all", "luma, u or v"},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree gchar *properties = g_strdup_printf ("component=%s",
        rows[i].component);
    Views *v = views_new (properties);

    views_set_format (v, rows[i].format, 32, 24, 25, 1);
    TEST_CHECK (v->n_errors == 1 && strstr (v->error, rows[i].value)
        && strstr (v->error, rows[i].limit), "%s: %u errors: %s", properties,
        v->n_errors, v->error);
    views_free (v);
  }
}

static void
the_source_is_told_in_the_caps (void)
{
  Views *v = views_new ("component=u");
  GstVideoInfo video;

  gst_video_info_set_format (&video, GST_VIDEO_FORMAT_P010_10LE, 3840, 2160);
  video.fps_n = 30000;
  video.fps_d = 1001;
  gst_video_colorimetry_from_string (&video.colorimetry, "bt2100-pq");
  views_set_info (v, &video);
  TEST_CHECK (v->n_errors == 0 && strcmp (v->info.source_video,
          "P010_10LE:3840x2160:30000/1001:1/1:bt2100-pq") == 0
      && v->info.shape[0] == 1080 && v->info.shape[1] == 1920, "%s: %s",
      v->info.source_video, v->error);
  views_free (v);
}

static const struct test_claim claims[] = {
  TEST (every_component_of_every_format_is_what_gstreamer_unpacks),
  TEST (odd_sizes_round_up_the_subsampled_planes),
  TEST (luma_of_rgb_is_the_grey_of_videoconvert),
  TEST (strides_and_offsets_of_a_video_meta_are_honoured),
  TEST (buffers_that_hold_less_than_they_say_are_one_error),
  TEST (components_that_a_format_has_not_are_refused),
  TEST (the_source_is_told_in_the_caps),
};

int
main (int argc, char **argv)
{
  rig_init ();
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
