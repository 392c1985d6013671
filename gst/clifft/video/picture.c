/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* video/picture.c: reads the fields `source-video` and `component` of caps. */
#include "picture.h"

#include "opencl/error.h"
#include "pixelpack.h"

/* Components by name, and where a format has them. */
static const struct
{
  const gchar *name;
  gboolean of_grey, of_yuv, of_rgb;
  guint index;
} components[] = {
  {"luma", TRUE, TRUE, TRUE, 0},
  {"red", FALSE, FALSE, TRUE, GST_VIDEO_COMP_R},
  {"green", FALSE, FALSE, TRUE, GST_VIDEO_COMP_G},
  {"blue", FALSE, FALSE, TRUE, GST_VIDEO_COMP_B},
  {"u", FALSE, TRUE, FALSE, GST_VIDEO_COMP_U},
  {"v", FALSE, TRUE, FALSE, GST_VIDEO_COMP_V},
};

typedef struct
{
  const GstVideoFormatInfo *format;
  guint width, height;
  gint fps_n, fps_d;
  gint par_n, par_d;
  GstVideoColorimetry colorimetry;
  gboolean has_colorimetry;
} Source;

static gboolean
read_pair (const gchar * text, gchar separator, gint * first, gint * second)
{
  gchar *end;

  *first = g_ascii_strtoull (text, &end, 10);
  if (*end != separator)
    return FALSE;
  *second = g_ascii_strtoull (end + 1, &end, 10);
  return *end == 0;
}

/* Reads the text, which follows docs/guide/stream-format.md: GstFourierInfo has
   checked it. */
static gboolean
read_source (const GstFourierInfo * info, Source * source, GError ** error)
{
  g_auto (GStrv) parts =
      g_strsplit (gst_fourier_info_get_source_video (info), ":", 5);
  GstVideoFormat format;
  gint width = 0, height = 0;

  source->par_n = source->par_d = 1;
  source->has_colorimetry = FALSE;
  if (g_strv_length (parts) < 3 || !read_pair (parts[1], 'x', &width, &height)
      || !read_pair (parts[2], '/', &source->fps_n, &source->fps_d)
      || (parts[3] && !read_pair (parts[3], '/', &source->par_n,
              &source->par_d)))
    return gst_cl_set_settings_error (error, "source-video is %s, which does "
        "not tell format, size and framerate", info->source_video);
  format = gst_video_format_from_string (parts[0]);
  source->format = gst_video_format_get_info (format);
  if (format == GST_VIDEO_FORMAT_UNKNOWN
      || format == GST_VIDEO_FORMAT_ENCODED)
    return gst_cl_set_settings_error (error, "source-video is %s, but pictures "
        "of format %s are not known here", info->source_video, parts[0]);
  source->width = width;
  source->height = height;
  if (parts[3] && parts[4])
    source->has_colorimetry =
        gst_video_colorimetry_from_string (&source->colorimetry, parts[4]);
  return TRUE;
}

/* G_MAXUINT if the format has no such component. */
static guint
find_component (const GstVideoFormatInfo * format, const gchar * name)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (components); i++)
    if (g_str_equal (components[i].name, name)
        && ((GST_VIDEO_FORMAT_INFO_IS_GRAY (format) && components[i].of_grey)
            || (GST_VIDEO_FORMAT_INFO_IS_YUV (format) && components[i].of_yuv)
            || (GST_VIDEO_FORMAT_INFO_IS_RGB (format)
                && components[i].of_rgb)))
      return components[i].index;
  return G_MAXUINT;
}

static gboolean
check_channels (const GstFourierInfo * info, guint n_wanted, GError ** error)
{
  if (info->channels == n_wanted)
    return TRUE;
  return gst_cl_set_settings_error (error, "channels is %u, but component %s "
      "of %s has %u", info->channels, info->component, info->source_video,
      n_wanted);
}

/* Finds the format and the size of the output, and the divisor of the size. */
static gboolean
choose_format (const GstFourierInfo * info, const Source * source,
    GstVideoFormat * format, guint sub[2], GError ** error)
{
  const GstVideoFormatInfo *from = source->format;
  guint index, n_channels;

  sub[0] = sub[1] = 0;
  if (g_str_equal (info->component, "all")) {
    n_channels = gst_cl_pack_pixels_get_n_channels (from);
    *format = GST_VIDEO_FORMAT_INFO_FORMAT (from);
    if (n_channels == 0)
      return gst_cl_set_settings_error (error, "component is all, but the "
          "components of %s are not of one size in bytes of their own: only "
          "single ones are turned back", GST_VIDEO_FORMAT_INFO_NAME (from));
    return check_channels (info, n_channels, error);
  }
  index = find_component (from, info->component);
  if (index == G_MAXUINT)
    return gst_cl_set_settings_error (error, "component is %s, which %s does "
        "not have", info->component, GST_VIDEO_FORMAT_INFO_NAME (from));
  *format = GST_VIDEO_FORMAT_INFO_DEPTH (from, index) > 8
      ? GST_VIDEO_FORMAT_GRAY16_LE : GST_VIDEO_FORMAT_GRAY8;
  sub[0] = GST_VIDEO_FORMAT_INFO_W_SUB (from, index);
  sub[1] = GST_VIDEO_FORMAT_INFO_H_SUB (from, index);
  return check_channels (info, 1, error);
}

gboolean
gst_cl_ifft_get_video_info (const GstFourierInfo * info,
    GstVideoInfo * video, GError ** error)
{
  GstVideoFormat format = GST_VIDEO_FORMAT_UNKNOWN;
  Source source;
  guint sub[2];

  if (!read_source (info, &source, error)
      || !choose_format (info, &source, &format, sub, error))
    return FALSE;
  gst_video_info_init (video);
  if (!gst_video_info_set_format (video, format,
          -(-(gint) source.width >> sub[0]),
          -(-(gint) source.height >> sub[1])))
    return gst_cl_set_settings_error (error, "source-video is %s, and such "
        "pictures are too large", info->source_video);
  /* where pictures are left out, the rate is that of the spectra */
  video->fps_n = source.fps_n;
  video->fps_d = source.fps_d;
  if (info->rank == 2) {
    video->fps_n = info->fps_n;
    video->fps_d = info->fps_d;
  }
  if (!gst_util_fraction_multiply (source.par_n, source.par_d, 1 << sub[0],
          1 << sub[1], &video->par_n, &video->par_d))
    video->par_n = video->par_d = 1;
  if (source.has_colorimetry)
    video->colorimetry = source.colorimetry;
  return TRUE;
}
