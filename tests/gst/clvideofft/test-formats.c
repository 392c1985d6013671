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

static const Component *
list_components (GstVideoFormat format)
{
  const GstVideoFormatInfo *info = gst_video_format_get_info (format);

  if (GST_VIDEO_FORMAT_INFO_IS_GRAY (info))
    return gray;
  if (GST_VIDEO_FORMAT_INFO_IS_RGB (info))
    return rgb;
  return GST_VIDEO_FORMAT_INFO_W_SUB (info, 1) == 0 ? yuv444 : yuv;
}

/* All that the pad's template has. */
static GArray *
list_formats (void)
{
  GstElement *element = gst_element_factory_make ("clvideofft", NULL);
  GArray *formats = g_array_new (FALSE, FALSE, sizeof (GstVideoFormat));
  GstCaps *caps;
  const GValue *names;
  guint i;

  gst_object_ref_sink (element);
  caps = gst_pad_template_get_caps (gst_element_get_pad_template (element,
          "sink"));
  names = gst_structure_get_value (gst_caps_get_structure (caps, 0), "format");
  for (i = 0; i < gst_value_list_get_size (names); i++) {
    const GValue *name = gst_value_list_get_value (names, i);
    GstVideoFormat format =
        gst_video_format_from_string (g_value_get_string (name));

    TEST_CHECK (format != GST_VIDEO_FORMAT_UNKNOWN, "%s is no format",
        g_value_get_string (name));
    g_array_append_val (formats, format);
  }
  TEST_CHECK (formats->len >= 95, "%u formats", formats->len);
  gst_caps_unref (caps);
  gst_object_unref (element);
  return formats;
}

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
  GArray *formats = list_formats ();
  guint i, k;

  for (i = 0; i < formats->len; i++) {
    GstVideoFormat format = g_array_index (formats, GstVideoFormat, i);
    const Component *components = list_components (format);
    GstVideoInfo video;

    gst_video_info_set_format (&video, format, width, height);
    video.fps_n = 25;
    video.fps_d = 1;
    for (k = 0; components[k].name; k++)
      check_component (&video, views_make_noise (&video, i), &components[k]);
  }
  g_array_unref (formats);
}

static void
every_component_of_every_format_is_what_gstreamer_unpacks (void)
{
  check_formats (32, 24);
}

/* Every format that could be is one that the template has. */
static void
what_is_not_taken_is_in_tiles_or_of_few_or_different_bits (void)
{
  guint n_all, i, k;
  const GstVideoFormat *all = gst_video_formats_raw (&n_all);
  GArray *formats = list_formats ();

  for (i = 0; i < n_all; i++) {
    const GstVideoFormatInfo *info = gst_video_format_get_info (all[i]);
    gboolean is_listed = FALSE, is_odd = GST_VIDEO_FORMAT_INFO_IS_TILED (info)
        || GST_VIDEO_FORMAT_INFO_HAS_PALETTE (info)
        || GST_VIDEO_FORMAT_INFO_BITS (info) < 8;

    for (k = 0; k < formats->len; k++)
      is_listed |= g_array_index (formats, GstVideoFormat, k) == all[i];
    /* those behind are of later versions of GStreamer */
    if (all[i] <= GST_VIDEO_FORMAT_NV12_10BE_8L128)
      TEST_CHECK (is_listed != is_odd, "%s", info->name);
  }
  g_array_unref (formats);
}

/* Words by hand, as GStreamer's design of raw video has them. */
static void
packed_words_are_taken_apart_by_their_definition (void)
{
  static const guint8 grey_words[] = {
    /* 1 | 2 << 10 | 1023 << 20, 512 | 341 << 10 */
    0x01, 0x08, 0xf0, 0x3f, 0x00, 0x56, 0x05, 0x00
  };
  static const guint8 rgb_word[] = {
    /* 1 | 2 << 10 | 1023 << 20 | 3 << 30 */
    0x01, 0x08, 0xf0, 0xff
  };
  static const gdouble grays[] = { 1 / 1023.0, 2 / 1023.0, 1, 512 / 1023.0,
    341 / 1023.0
  };
  static const gdouble colours[] = { 1 / 1023.0, 2 / 1023.0, 1 };
  guint x, y, c, width, height;
  GstVideoInfo video;
  gdouble *values;
  GstBuffer *buffer;

  gst_video_info_set_format (&video, GST_VIDEO_FORMAT_GRAY10_LE32, 5, 8);
  buffer = gst_buffer_new_and_alloc (8 * 8);
  for (y = 0; y < 8; y++)
    gst_buffer_fill (buffer, 8 * y, grey_words, 8);
  values = views_get_values (&video, buffer, 0, &width, &height);
  for (x = 0; x < 5; x++)
    TEST_CHECK (fabs (values[x] - grays[x]) < 1e-12, "pixel %u: %g", x,
        values[x]);
  g_free (values);
  check_component (&video, buffer, &list_components
      (GST_VIDEO_FORMAT_GRAY10_LE32)[1]);

  gst_video_info_set_format (&video, GST_VIDEO_FORMAT_RGB10A2_LE, 8, 8);
  buffer = gst_buffer_new_and_alloc (4 * 64);
  for (x = 0; x < 64; x++)
    gst_buffer_fill (buffer, 4 * x, rgb_word, 4);
  for (c = 0; c < 3; c++) {
    values = views_get_values (&video, buffer, c, &width, &height);
    TEST_CHECK (fabs (values[63] - colours[c]) < 1e-12, "colour %u: %g", c,
        values[63]);
    g_free (values);
  }
  check_component (&video, buffer, &list_components
      (GST_VIDEO_FORMAT_RGB10A2_LE)[4]);
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
  GArray *formats = list_formats ();
  guint i, k;

  for (i = 0; i < formats->len; i++) {
    GstVideoFormat format = g_array_index (formats, GstVideoFormat, i);
    const Component *components = list_components (format);
    GstVideoInfo video;

    gst_video_info_set_format (&video, format, 30, 20);
    for (k = 0; components[k].name; k++)
      check_component (&video, respace (&video, views_make_noise (&video, i)),
          &components[k]);
  }
  g_array_unref (formats);
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
  /* another picture than the caps say, by a pixel or more */
  buffer = respace (&video, views_make_noise (&video, 1));
  gst_buffer_get_video_meta (buffer)->width -= 1 + test_random () % 31;
  check_bad_buffer (buffer, "does not match");
  buffer = respace (&video, views_make_noise (&video, 1));
  gst_buffer_get_video_meta (buffer)->height -= 1 + test_random () % 23;
  check_bad_buffer (buffer, "does not match");
  buffer = respace (&video, views_make_noise (&video, 1));
  gst_buffer_get_video_meta (buffer)->n_planes -= 1 + test_random () % 2;
  check_bad_buffer (buffer, "does not match");
  buffer = views_make_noise (&video, 1);
  meta = gst_buffer_add_video_meta (buffer, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_YV12, 32, 24);
  meta->n_planes = 3;
  check_bad_buffer (buffer, "does not match");
}

/* ---- what is not there ---- */

static void
components_that_a_format_has_not_are_its_luma (void)
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
    {GST_VIDEO_FORMAT_I420_10LE, "all", "component is all", "luma, u or v"},
    {GST_VIDEO_FORMAT_v210, "all", "component is all", "luma, u or v"},
    {GST_VIDEO_FORMAT_GRAY10_LE32, "u", "component is u", "luma or all"},
    {GST_VIDEO_FORMAT_GBR_10LE, "v", "component is v", "red, green, blue"},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree gchar *properties = g_strdup_printf ("component=%s",
        rows[i].component);
    Views *v = views_new (properties);

    views_set_format (v, rows[i].format, 32, 24, 25, 1);
    views_collect (v);
    TEST_CHECK (v->n_errors == 0 && v->n_warnings == 1
        && strstr (v->warning, rows[i].value)
        && strstr (v->warning, rows[i].limit)
        && strcmp (gst_fourier_info_get_component (&v->info), "luma") == 0,
        "%s: %u errors, %s; %u warnings, %s", properties, v->n_errors, v->error,
        v->n_warnings, v->warning);
    views_free (v);
  }
}

static void
the_source_is_reported_in_the_caps (void)
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
  TEST (what_is_not_taken_is_in_tiles_or_of_few_or_different_bits),
  TEST (packed_words_are_taken_apart_by_their_definition),
  TEST (odd_sizes_round_up_the_subsampled_planes),
  TEST (luma_of_rgb_is_the_grey_of_videoconvert),
  TEST (strides_and_offsets_of_a_video_meta_are_honoured),
  TEST (buffers_that_hold_less_than_they_say_are_one_error),
  TEST (components_that_a_format_has_not_are_its_luma),
  TEST (the_source_is_reported_in_the_caps),
};

int
main (int argc, char **argv)
{
  rig_init ();
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
