/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clifft/test-video-trip.c: claims about clvideofft ! clifft: every format that
 * goes in comes out, of whole pictures, blocks and windows over time.
 */
#include <math.h>
#include <string.h>

#include "gst/support/codes.h"
#include "gst/support/rig.h"
#include "support/test.h"
#include "videotrip.h"

#define WIDTH 21
#define HEIGHT 17
#define N_PICTURES 7

/* What each format is taken apart into. */
static const struct
{
  const gchar *name;
  guint index;                  /* channel of what GStreamer unpacks */
  gboolean of_yuv, of_rgb, of_grey;
} components[] = {
  {"luma", 0, TRUE, FALSE, TRUE}, {"u", 1, TRUE, FALSE, FALSE},
  {"v", 2, TRUE, FALSE, FALSE}, {"red", 0, FALSE, TRUE, FALSE},
  {"green", 1, FALSE, TRUE, FALSE}, {"blue", 2, FALSE, TRUE, FALSE},
  {"all", 0, TRUE, TRUE, TRUE},
};

static gboolean
has_component (const GstVideoFormatInfo * format, guint i)
{
  if (GST_VIDEO_FORMAT_INFO_IS_GRAY (format))
    return components[i].of_grey;
  return GST_VIDEO_FORMAT_INFO_IS_RGB (format) ? components[i].of_rgb
      : components[i].of_yuv;
}

static gboolean
is_all (guint i)
{
  return g_str_equal (components[i].name, "all");
}

/* Random codes; those bits of a word that hold none are 0. */
static GstBuffer *
make_picture (const GstVideoInfo * info, guint number)
{
  GstBuffer *buffer = gst_buffer_new_and_alloc (info->size);
  GstMapInfo map;
  gsize i;

  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  for (i = 0; i < map.size; i++)
    map.data[i] = test_random () >> 56;
  codes_clear_unused (info, map.data, map.size);
  gst_buffer_unmap (buffer, &map);
  GST_BUFFER_PTS (buffer) = gst_util_uint64_scale (number,
      1001 * GST_SECOND, 30000);
  GST_BUFFER_DURATION (buffer) = gst_util_uint64_scale (number + 1,
      1001 * GST_SECOND, 30000) - GST_BUFFER_PTS (buffer);
  return buffer;
}

/* Codes of a channel of the source, as GStreamer unpacks it to a pixel each. */
static guint16 *
unpack (const GstVideoInfo * info, GstBuffer * buffer, guint * bits)
{
  const GstVideoFormatInfo *format = info->finfo;
  gboolean is_wide = format->unpack_format == GST_VIDEO_FORMAT_ARGB64
      || format->unpack_format == GST_VIDEO_FORMAT_AYUV64;
  guint16 *codes = g_new (guint16, 3 * WIDTH * HEIGHT), line[4 * WIDTH];
  g_autoptr (GstBuffer) copy = rig_copy_buffer (buffer, 0);
  GstVideoFrame frame;
  guint x, y, c;

  *bits = is_wide ? 16 : 8;
  gst_video_frame_map (&frame, info, copy, GST_MAP_READ);
  for (y = 0; y < HEIGHT; y++) {
    format->unpack_func (format, GST_VIDEO_PACK_FLAG_TRUNCATE_RANGE, line,
        frame.data, frame.info.stride, 0, y, WIDTH);
    for (x = 0; x < WIDTH; x++)
      for (c = 0; c < 3; c++)
        codes[(c * HEIGHT + y) * WIDTH + x] = is_wide ? line[4 * x + 1 + c]
            : ((guint8 *) line)[4 * x + 1 + c];
  }
  gst_video_frame_unmap (&frame);
  return codes;
}

/* Codes that differ between a picture that came out and its source by more
   than a tolerance. */
static guint
count_wrong (const TripPicture * got, const GstVideoInfo * info, guint i,
    const guint16 * want, gint tolerance)
{
  guint c = is_all (i) ? 0 : components[i].index;
  guint last = is_all (i) && !GST_VIDEO_FORMAT_INFO_IS_GRAY (info->finfo)
      ? 2 : c, wrong = 0, out = 0, x, y;
  guint shift = 16 - GST_VIDEO_INFO_COMP_DEPTH (info, 0);
  gint max = (1 << GST_VIDEO_INFO_COMP_DEPTH (info, 0)) - 1;
  guint width = GST_VIDEO_INFO_WIDTH (&got->video);
  guint height = GST_VIDEO_INFO_HEIGHT (&got->video);
  guint w_sub = is_all (i) ? 0 : GST_VIDEO_FORMAT_INFO_W_SUB (info->finfo, c);
  guint h_sub = is_all (i) ? 0 : GST_VIDEO_FORMAT_INFO_H_SUB (info->finfo, c);

  if (width != (guint) -(-WIDTH >> w_sub)
      || height != (guint) -(-HEIGHT >> h_sub))
    return G_MAXUINT;
  for (; c <= last; c++, out++)
    for (y = 0; y < height; y++)
      for (x = 0; x < width; x++) {
        guint code = got->codes[(out * height + y) * width + x];
        guint original = want[(c * HEIGHT + (y << h_sub)) * WIDTH
            + (x << w_sub)];

        /* of 10 bits in 16: the nearest of 10 */
        if (max > 255) {
          original >>= shift;
          code = GST_VIDEO_INFO_COMP_DEPTH (&got->video, 0)
              == (guint) GST_VIDEO_INFO_COMP_DEPTH (info, 0)
              ? code >> shift : floor (code * (gdouble) max / 65535 + 0.5);
        }
        wrong += abs ((gint) code - (gint) original) > tolerance;
      }
  return wrong;
}

static void
check_trip (const gchar * name, guint i, const gchar * properties)
{
  /* a corner pixel lies under 0.08^2 of hamming: single precision tells it to
     1e-5, which is a code of 16 bits */
  const GstVideoFormatInfo *format = gst_video_format_get_info
      (gst_video_format_from_string (name));
  gboolean is_rough = GST_VIDEO_FORMAT_INFO_DEPTH (format, 0) == 16
      && strstr (properties, "block");
  g_autofree gchar *line = g_strdup_printf ("clvideofft component=%s %s ! "
      "clifft", components[i].name, properties);
  g_autofree gchar *caps = g_strdup_printf ("video/x-raw, format=%s, "
      "width=%d, height=%d, framerate=30000/1001, pixel-aspect-ratio=1/1, "
      "interlace-mode=progressive", name, WIDTH, HEIGHT);
  VideoTrip *t = video_trip_new (line);
  GstCaps *parsed = gst_caps_from_string (caps);
  guint16 *want[N_PICTURES];
  GstVideoInfo info;
  guint k, bits, wrong;

  gst_video_info_from_caps (&info, parsed);
  gst_caps_unref (parsed);
  video_trip_set_caps (t, caps);
  for (k = 0; k < N_PICTURES; k++) {
    GstBuffer *buffer = make_picture (&info, k);

    want[k] = unpack (&info, buffer, &bits);
    video_trip_push (t, buffer);
  }
  video_trip_push_event (t, gst_event_new_eos ());
  TEST_CHECK (t->n_errors == 0 && t->pictures->len == N_PICTURES
      && t->n_eos == 1, "%s %s: %u pictures: %s", name, line,
      t->pictures->len, t->error);
  for (k = 0; k < MIN (t->pictures->len, N_PICTURES); k++) {
    const TripPicture *got = video_trip_at (t, k);

    wrong = count_wrong (got, &info, i, want[k], is_rough ? 1 : 0);
    TEST_CHECK (wrong == 0, "%s %s: picture %u: %u wrong", name, line, k,
        wrong);
    TEST_CHECK (got->pts == gst_util_uint64_scale (k, 1001 * GST_SECOND,
            30000) && got->pts + got->duration == gst_util_uint64_scale (k
            + 1, 1001 * GST_SECOND, 30000) && !got->discont == (k > 0),
        "%s %s: picture %u: another time", name, line, k);
  }
  if (t->pictures->len > 0 && is_all (i))
    TEST_CHECK (GST_VIDEO_INFO_FORMAT (&t->video)
        == GST_VIDEO_INFO_FORMAT (&info), "%s became %s", name,
        GST_VIDEO_INFO_NAME (&t->video));
  for (k = 0; k < N_PICTURES; k++)
    g_free (want[k]);
  video_trip_free (t);
}

/* Of all formats of clvideofft and all their components. */
static void
check_all (const gchar * properties, guint at_least)
{
  const GValue *formats;
  GstPadTemplate *template;
  GstElement *element;
  GstCaps *caps;
  guint f, i, n_trips = 0;

  rig_init ();
  element = gst_element_factory_make ("clvideofft", NULL);
  TEST_REQUIRE (element != NULL, "no clvideofft");
  gst_object_ref_sink (element);
  template = gst_element_get_pad_template (element, "sink");
  caps = gst_pad_template_get_caps (template);
  formats = gst_structure_get_value (gst_caps_get_structure (caps, 0),
      "format");
  for (f = 0; f < gst_value_list_get_size (formats); f++) {
    const gchar *name =
        g_value_get_string (gst_value_list_get_value (formats, f));
    const GstVideoFormatInfo *format = gst_video_format_get_info
        (gst_video_format_from_string (name));

    for (i = 0; i < G_N_ELEMENTS (components); i++) {
      if (!has_component (format, i) || (is_all (i)
              && GST_VIDEO_FORMAT_INFO_IS_YUV (format)
              && GST_VIDEO_FORMAT_INFO_W_SUB (format, 1) > 0))
        continue;
      /* a quarter of the picture has fewer columns than blocks */
      if (strstr (properties, "block") && !is_all (i)
          && GST_VIDEO_FORMAT_INFO_W_SUB (format, components[i].index) > 1)
        continue;
      check_trip (name, i, properties);
      n_trips++;
    }
  }
  printf ("# %u trips\n", n_trips);
  TEST_CHECK (n_trips >= at_least, "%u trips", n_trips);
  gst_caps_unref (caps);
  gst_object_unref (element);
}

static void
whole_pictures_come_back (void)
{
  check_all ("", 340);
}

static void
overlapping_blocks_come_back (void)
{
  check_all ("block-width=8 block-height=8 block-overlap-x=4 "
      "block-overlap-y=4 window=hamming", 330);
}

static void
windows_over_time_come_back (void)
{
  check_all ("depth=4 temporal-hop=2 temporal-window=hamming", 340);
}

static void
every_order_and_scaling_comes_back (void)
{
  static const gchar *const lines[] = {
    "sides=two scaling=none", "sides=centered scaling=power",
    "sides=one scaling=psd", "sides=two scaling=amplitude depth=3",
    "sides=centered scaling=psd depth=4 temporal-hop=4 zero-pad-width=24",
    "zero-pad-width=25 zero-pad-height=18 depth=2 temporal-hop=1",
    "depth=5 temporal-hop=1", "depth=7 temporal-hop=7",
    "depth=9 temporal-hop=9",
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (lines); i++) {
    check_trip ("GRAY8", 0, lines[i]);
    check_trip ("RGB", G_N_ELEMENTS (components) - 1, lines[i]);
  }
}

static void
what_lacks_its_mean_is_refused (void)
{
  VideoTrip *t = video_trip_new ("clvideofft remove-dc=true ! clifft");

  video_trip_set_caps (t, "video/x-raw, format=GRAY8, width=21, height=17, "
      "framerate=25/1");
  video_trip_push (t, gst_buffer_new_and_alloc (24 * 17));
  TEST_CHECK (t->n_errors == 1 && strstr (t->error, "remove-dc"),
      "%u errors: %s", t->n_errors, t->error);
  video_trip_free (t);
}

static void
what_has_no_complex_bins_is_refused_by_name (void)
{
  static const struct
  {
    const gchar *line;
    const gchar *names[3];
  } cases[] = {
    {"clvideofft quantity=db ! clifft", {"quantity is db", "must be",
            "complex"}},
    {"clvideofft quantity=power reduce=radial ! clifft", {
            "band-scale is radial", "must be", "none"}},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    VideoTrip *t = video_trip_new (cases[i].line);

    video_trip_set_caps (t, "video/x-raw, format=GRAY8, width=21, height=17, "
        "framerate=25/1");
    video_trip_push (t, gst_buffer_new_and_alloc (24 * 17));
    rig_check_refusal (cases[i].line, t->n_errors, t->flow, t->error,
        cases[i].names);
    video_trip_free (t);
  }
}

TEST_MAIN (TEST (whole_pictures_come_back),
    TEST (overlapping_blocks_come_back),
    TEST (windows_over_time_come_back),
    TEST (every_order_and_scaling_comes_back),
    TEST (what_lacks_its_mean_is_refused),
    TEST (what_has_no_complex_bins_is_refused_by_name))
