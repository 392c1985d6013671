/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clvideofft/test-bits.c: claims about bits of a buffer that no colour is made
 * of: below or above the code of a sample, in a word beside others, of alpha,
 * behind a row. Whatever they are, the spectra are the same numbers.
 */
#include <string.h>

#include "gst/support/rig.h"
#include "support/test.h"
#include "views.h"

/* What GStreamer unpacks: alpha and three colours of each pixel, of 8 or 16
   bits, of which the code is on top; the other bits are cleared. Behind the
   buffer, where it may read, are zeros. */
static void
unpack (const GstVideoInfo * video, GstBuffer * buffer, guint16 * pixels)
{
  const GstVideoFormatInfo *format = video->finfo;
  guint depth = GST_VIDEO_FORMAT_INFO_DEPTH (format, 0), width = video->width;
  g_autofree guint16 *line = g_new0 (guint16, 4 * (width + 64));
  g_autoptr (GstBuffer) before = rig_copy_buffer (buffer, 0);
  GstVideoFrame frame;
  guint i;
  gint y;

  gst_video_frame_map (&frame, video, before, GST_MAP_READ);
  for (y = 0; y < video->height; y++) {
    format->unpack_func (format, GST_VIDEO_PACK_FLAG_TRUNCATE_RANGE, line,
        frame.data, frame.info.stride, 0, y, width);
    for (i = 0; i < 4 * width; i++) {
      guint16 code = depth == 8 ? ((guint8 *) line)[i]
          : line[i] >> (16 - depth);
      gboolean is_colour = i % 4 >= 1 && i % 4 <= (GST_VIDEO_FORMAT_INFO_IS_GRAY
          (format) ? 1u : 3u);

      *pixels++ = is_colour ? code : 0;
    }
  }
  gst_video_frame_unmap (&frame);
}

/* A copy in which some bits are others, of those that change no code; *n: how
   many there are. */
static GstBuffer *
flip_unused (const GstVideoInfo * video, GstBuffer * buffer, guint * n)
{
  gsize n_codes = 4 * (gsize) video->width * video->height;
  g_autofree guint16 *want = g_new (guint16, n_codes);
  g_autofree guint16 *got = g_new (guint16, n_codes);
  GstBuffer *copy = gst_buffer_copy_deep (buffer);
  gsize i, size = gst_buffer_get_size (buffer);

  unpack (video, buffer, want);
  for (i = 0, *n = 0; i < size; i++) {
    guint8 bits, byte, kept;

    gst_buffer_extract (copy, i, &kept, 1);
    for (bits = 1; bits; bits <<= 1) {
      byte = kept ^ bits;
      gst_buffer_fill (copy, i, &byte, 1);
      unpack (video, copy, got);
      if (memcmp (want, got, n_codes * sizeof *got) == 0) {
        ++*n;
        if (test_random () % 2)
          kept = byte;
      }
    }
    gst_buffer_fill (copy, i, &kept, 1);
  }
  return copy;
}

static Views *
transform (const GstVideoInfo * video, const gchar * component,
    GstBuffer * buffer)
{
  g_autofree gchar *properties = g_strdup_printf ("component=%s", component);
  Views *v = views_new (properties);

  views_set_info (v, video);
  views_push (v, buffer, 0);
  TEST_CHECK (views_n_frames (v) == 1, "%s %s: %s", GST_VIDEO_INFO_NAME (video),
      component, v->error);
  return v;
}

/* Takes the buffers. */
static void
check_same (const GstVideoInfo * video, const gchar * component,
    GstBuffer * plain, GstBuffer * flipped)
{
  Views *v = transform (video, component, plain);
  Views *other = transform (video, component, flipped);

  TEST_CHECK (v->numbers->len > 0 && v->numbers->len == other->numbers->len
      && memcmp (v->numbers->data, other->numbers->data,
          v->numbers->len * sizeof (gfloat)) == 0, "%s %s: other numbers",
      GST_VIDEO_INFO_NAME (video), component);
  views_free (v);
  views_free (other);
}

/* Formats with bits of their own that are unused; the rest has padding. */
static void
check_format (GstVideoFormat format)
{
  const GstVideoFormatInfo *info = gst_video_format_get_info (format);
  static const gchar *const yuv[] = { "luma", "u", "v" };
  static const gchar *const rgb[] = { "luma", "red", "green", "blue", "all" };
  const gchar *component = GST_VIDEO_FORMAT_INFO_IS_GRAY (info) ? "luma"
      : GST_VIDEO_FORMAT_INFO_IS_RGB (info)
      ? rgb[test_random () % G_N_ELEMENTS (rgb)]
      : yuv[test_random () % G_N_ELEMENTS (yuv)];
  GstBuffer *plain, *flipped;
  GstVideoInfo video;
  guint n;

  gst_video_info_set_format (&video, format, 4 + test_random () % 7,
      4 + test_random () % 4);
  video.fps_n = 25;
  video.fps_d = 1;
  plain = views_make_noise (&video, test_random ());
  flipped = flip_unused (&video, plain, &n);
  /* without a stride of pixels they may be packed, as those of UYVP are */
  TEST_CHECK (n > 0 || GST_VIDEO_FORMAT_INFO_DEPTH (info, 0) % 8 == 0
      || GST_VIDEO_FORMAT_INFO_PSTRIDE (info, 0) == 0,
      "%s has no unused bits", info->name);
  check_same (&video, component, plain, flipped);
}

/* Of 3 more than a multiple of 6 pixels GStreamer's rows of these formats have
   no room for their last sample, which it reads behind them. */
static void
bytes_behind_a_buffer_change_nothing (void)
{
  static const GstVideoFormat formats[] = { GST_VIDEO_FORMAT_NV12_10LE32,
    GST_VIDEO_FORMAT_NV16_10LE32, GST_VIDEO_FORMAT_NV12_10LE40,
    GST_VIDEO_FORMAT_v210, GST_VIDEO_FORMAT_UYVP
  };
  static const gchar *const components[] = { "luma", "u", "v" };
  guint i, k;

  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (i = 0; i < G_N_ELEMENTS (formats); i++)
    for (k = 0; k < G_N_ELEMENTS (components); k++) {
      g_autoptr (GstBuffer) noise = NULL;
      GstVideoInfo video;

      gst_video_info_set_format (&video, formats[i],
          3 + 6 * test_draw (1, 4), 4 + test_random () % 4);
      video.fps_n = 25;
      video.fps_d = 1;
      noise = views_make_noise (&video, test_random ());
      check_same (&video, components[k], rig_copy_buffer (noise, 0),
          rig_copy_buffer (noise, 0xff));
    }
}

static void
bits_that_are_in_no_code_change_nothing (void)
{
  GstElement *element = gst_element_factory_make ("clvideofft", NULL);
  GstPadTemplate *pad;
  GstCaps *caps;
  const GValue *names;
  guint i, k, n_rounds = test_is_full () ? 12 : 1;

  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  gst_object_ref_sink (element);
  pad = gst_element_get_pad_template (element, "sink");
  caps = gst_pad_template_get_caps (pad);
  names = gst_structure_get_value (gst_caps_get_structure (caps, 0), "format");
  for (k = 0; k < n_rounds; k++)
    for (i = 0; i < gst_value_list_get_size (names); i++)
      check_format (gst_video_format_from_string (g_value_get_string
              (gst_value_list_get_value (names, i))));
  gst_caps_unref (caps);
  gst_object_unref (element);
}

static const struct test_claim claims[] = {
  TEST (bits_that_are_in_no_code_change_nothing),
  TEST (bytes_behind_a_buffer_change_nothing),
};

int
main (int argc, char **argv)
{
  rig_init ();
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
