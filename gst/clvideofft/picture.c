/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* picture.c: finds the samples that are transformed in each video format. */
#include "picture.h"

#include <string.h>
#include "element/fit/request.h"
#include "opencl/error.h"
#include "video/frame.h"
#include "element/enums.h"

/* *INDENT-OFF* */
GST_CL_DEFINE_ENUM (gst_cl_video_component, "GstClVideoComponent",
    {GST_CL_VIDEO_COMPONENT_LUMA, "Y, grey, or the weighted sum of R, G, B",
        "luma"},
    {GST_CL_VIDEO_COMPONENT_RED, "R of RGB", "red"},
    {GST_CL_VIDEO_COMPONENT_GREEN, "G of RGB", "green"},
    {GST_CL_VIDEO_COMPONENT_BLUE, "B of RGB", "blue"},
    {GST_CL_VIDEO_COMPONENT_U, "U (Cb) of YUV", "u"},
    {GST_CL_VIDEO_COMPONENT_V, "V (Cr) of YUV", "v"},
    {GST_CL_VIDEO_COMPONENT_ALL, "All but alpha, each a channel", "all"})
/* *INDENT-ON* */

/* ---- formats ---- */

static guint
count_colours (const GstVideoFormatInfo * format)
{
  return GST_VIDEO_FORMAT_INFO_IS_GRAY (format) ? 1 : 3;
}

/* Whether GStreamer must unpack the samples: they do not have bytes of their
   own, as three in a word, or GStreamer 1.22 reports other places or another
   byte order than it reads. */
static gboolean
is_packed (const GstVideoFormatInfo * format)
{
  guint n = count_colours (format), c, other;

  if (GST_VIDEO_FORMAT_INFO_FORMAT (format) == GST_VIDEO_FORMAT_VYUY
      || GST_VIDEO_FORMAT_INFO_FORMAT (format) == GST_VIDEO_FORMAT_v216)
    return TRUE;
  for (c = 0; c < n; c++) {
    if (GST_VIDEO_FORMAT_INFO_PSTRIDE (format, c) == 0)
      return TRUE;
    for (other = 0; other < c; other++)
      if (GST_VIDEO_FORMAT_INFO_PLANE (format, c)
          == GST_VIDEO_FORMAT_INFO_PLANE (format, other)
          && GST_VIDEO_FORMAT_INFO_POFFSET (format, c)
          == GST_VIDEO_FORMAT_INFO_POFFSET (format, other))
        return TRUE;
  }
  return FALSE;
}

gboolean
gst_cl_video_picture_takes (const GstVideoFormatInfo * format)
{
  guint c;

  if ((!GST_VIDEO_FORMAT_INFO_IS_GRAY (format)
          && !GST_VIDEO_FORMAT_INFO_IS_RGB (format)
          && !GST_VIDEO_FORMAT_INFO_IS_YUV (format))
      || GST_VIDEO_FORMAT_INFO_N_COMPONENTS (format) < count_colours (format)
      || GST_VIDEO_FORMAT_INFO_HAS_PALETTE (format)
      || GST_VIDEO_FORMAT_INFO_IS_TILED (format))
    return FALSE;
  for (c = 0; c < count_colours (format); c++)
    if (GST_VIDEO_FORMAT_INFO_DEPTH (format, c)
        != GST_VIDEO_FORMAT_INFO_DEPTH (format, 0))
      return FALSE;
  switch (GST_VIDEO_FORMAT_INFO_DEPTH (format, 0)) {
    case 8:
    case 10:
    case 12:
    case 16:
      return TRUE;
    default:
      return FALSE;
  }
}

static guint
sample_size_of (const GstClVideoPicture * picture)
{
  return clfft_sample_size (picture->sample);
}

/* Where the code is in 16 bits: the others of a format may be anything, and of
   unpacked samples, which GStreamer puts on top, as well. */
static void
choose_sample (GstClVideoPicture * picture)
{
  const GstVideoFormatInfo *format = picture->video.finfo;
  guint depth = GST_VIDEO_FORMAT_INFO_DEPTH (format, 0);
  gboolean is_on_top = picture->line
      || GST_VIDEO_FORMAT_INFO_SHIFT (format, 0) > 0;

  picture->sample = depth == 8 ? CLFFT_SAMPLE_UNORM8
      : depth == 16 ? CLFFT_SAMPLE_UNORM16
      : depth == 10 ? (is_on_top ? CLFFT_SAMPLE_UNORM10_TOP
      : CLFFT_SAMPLE_UNORM10)
      : is_on_top ? CLFFT_SAMPLE_UNORM12_TOP : CLFFT_SAMPLE_UNORM12;
  picture->is_big_endian = depth > 8 && (picture->line
      ? G_BYTE_ORDER == G_BIG_ENDIAN : gst_cl_video_is_big_endian (format));
}

/* Alpha and three colours of a row; GStreamer may fill a group of pixels more
   than there are. And a row of each plane with zeros behind it. */
static gboolean
make_line (GstClVideoPicture * picture, GError ** error)
{
  const GstVideoInfo *video = &picture->video;
  gsize n = GST_VIDEO_INFO_WIDTH (video) + 64, size = 0;
  guint p;

  for (p = 0; p < GST_VIDEO_INFO_N_PLANES (video); p++)
    size += GST_VIDEO_INFO_PLANE_STRIDE (video, p) + GST_CL_VIDEO_ROOM;
  picture->line = g_try_new (guint16, 4 * n);
  picture->last_rows = g_try_malloc0 (size);
  if (picture->line && picture->last_rows)
    return TRUE;
  gst_cl_set_memory_error (error, "No memory for a row of %d pixels",
      GST_VIDEO_INFO_WIDTH (video));
  gst_cl_video_picture_clear (picture);
  return FALSE;
}

/* ---- components ---- */

static void
add_size (GstClVideoPicture * picture, guint component)
{
  picture->width = GST_VIDEO_INFO_COMP_WIDTH (&picture->video, component);
  picture->height = GST_VIDEO_INFO_COMP_HEIGHT (&picture->video, component);
}

/* Stages unpacked pixels as one plane of only the channels. */
static void
add_unpacked (GstClVideoPicture * picture, guint component)
{
  picture->n_planes = 1;
  picture->components[picture->n_channels] = component;
  picture->offsets[picture->n_channels] = picture->n_channels;
  picture->n_channels++;
  picture->pixel_stride = picture->n_channels;
  add_size (picture, component);
}

/* Adds a component of the format as the next channel. */
static void
add_channel (GstClVideoPicture * picture, guint component)
{
  const GstVideoInfo *video = &picture->video;
  guint plane = GST_VIDEO_INFO_COMP_PLANE (video, component);
  guint size = sample_size_of (picture), i = 0;

  if (picture->line) {
    add_unpacked (picture, component);
    return;
  }
  while (i < picture->n_planes && picture->planes[i] != plane)
    i++;
  picture->planes[i] = plane;
  picture->n_planes = MAX (picture->n_planes, i + 1);
  picture->channel_planes[picture->n_channels] = i;
  /* rounded up: GStreamer 1.22 has 1 for V of P010_10LE, in bytes */
  picture->offsets[picture->n_channels] =
      (GST_VIDEO_INFO_COMP_POFFSET (video, component) + size - 1) / size;
  picture->pixel_stride = GST_VIDEO_INFO_COMP_PSTRIDE (video, component) / size;
  picture->n_channels++;
  add_size (picture, component);
}

/* The component that is the i-th of the three: that of a plane, if all have
   planes. */
static guint
find_in_order (const GstClVideoPicture * picture, guint i)
{
  const GstVideoInfo *video = &picture->video;
  guint c = 0;

  if (picture->line || GST_VIDEO_INFO_N_PLANES (video) < 3)
    return i;
  while (c < 2 && GST_VIDEO_INFO_COMP_PLANE (video, c) != i)
    c++;
  return c;
}

/*
 * R, G and B are neighbours in every format, in this order or the other, or
 * planes, which are staged in the format's order. Caps of RGB name no matrix, so
 * the weights are those of BT.601, as videoconvert has them for grey.
 */
static void
mix_luma (GstClVideoPicture * picture)
{
  gdouble kr = 0, kb = 0, weights[3];
  guint i, first = G_MAXUINT;

  gst_video_color_matrix_get_Kr_Kb (GST_VIDEO_COLOR_MATRIX_BT601, &kr, &kb);
  weights[0] = kr;
  weights[1] = 1 - kr - kb;
  weights[2] = kb;
  for (i = 0; i < 3; i++) {
    add_channel (picture, find_in_order (picture, i));
    first = MIN (first, picture->offsets[i]);
  }
  for (i = 0; i < 3; i++)
    picture->matrix[picture->n_planes == 3 ? i : picture->offsets[i] - first] =
        weights[find_in_order (picture, i)];
  picture->offsets[0] = first;
  picture->n_channels = 1;
  picture->n_sources = 3;
}

static gboolean
add_all (GstClVideoPicture * picture, GError ** error)
{
  const GstVideoInfo *video = &picture->video;
  guint i, n = count_colours (video->finfo);

  for (i = 1; i < n; i++) {
    if (GST_VIDEO_FORMAT_INFO_W_SUB (video->finfo, i) != 0
        || GST_VIDEO_FORMAT_INFO_H_SUB (video->finfo, i) != 0)
      return gst_cl_set_request_error (error, "component", "luma", "is all, "
          "but the components of %s differ in size: must be luma, u or v",
          GST_VIDEO_INFO_NAME (video));
  }
  for (i = 0; i < n; i++)
    add_channel (picture, i);
  return TRUE;
}

static gboolean
choose_component (GstClVideoPicture * picture, GstClVideoComponent component,
    GError ** error)
{
  const GstVideoInfo *video = &picture->video;
  gboolean is_rgb = GST_VIDEO_INFO_IS_RGB (video);
  gboolean is_yuv = GST_VIDEO_INFO_IS_YUV (video);

  switch (component) {
    case GST_CL_VIDEO_COMPONENT_LUMA:
      if (is_rgb)
        mix_luma (picture);
      else
        add_channel (picture, GST_VIDEO_COMP_Y);
      return TRUE;
    case GST_CL_VIDEO_COMPONENT_RED:
    case GST_CL_VIDEO_COMPONENT_GREEN:
    case GST_CL_VIDEO_COMPONENT_BLUE:
      if (is_rgb) {
        add_channel (picture, GST_VIDEO_COMP_R
            + (component - GST_CL_VIDEO_COMPONENT_RED));
        return TRUE;
      }
      break;
    case GST_CL_VIDEO_COMPONENT_U:
    case GST_CL_VIDEO_COMPONENT_V:
      if (is_yuv) {
        add_channel (picture, GST_VIDEO_COMP_U
            + (component - GST_CL_VIDEO_COMPONENT_U));
        return TRUE;
      }
      break;
    case GST_CL_VIDEO_COMPONENT_ALL:
      return add_all (picture, error);
  }
  return gst_cl_set_request_error (error, "component", "luma", "is %s, but for "
      "%s must be %s", gst_cl_enum_nick (GST_TYPE_CL_VIDEO_COMPONENT,
          component), GST_VIDEO_INFO_NAME (video), is_rgb ? "luma, red, green, "
      "blue or all" : is_yuv ? "luma, u, v or, in formats that do not "
      "subsample, all" : "luma or all");
}

/* Checks that all channels of a dispatch have one distance from pixel to
   pixel. */
static gboolean
must_unpack (const GstVideoFormatInfo * format, GstClVideoComponent component)
{
  return is_packed (format) || (component == GST_CL_VIDEO_COMPONENT_ALL
      && count_colours (format) == 3
      && GST_VIDEO_FORMAT_INFO_PSTRIDE (format, 0)
      != GST_VIDEO_FORMAT_INFO_PSTRIDE (format, 1));
}

gboolean
gst_cl_video_picture_init (GstClVideoPicture * picture,
    const GstVideoInfo * video, GstClVideoComponent component, GError ** error)
{
  memset (picture, 0, sizeof *picture);
  if (!gst_cl_video_picture_takes (video->finfo))
    return gst_cl_set_format_error (error, "Pictures of format %s are not "
        "taken", GST_VIDEO_INFO_NAME (video));
  picture->video = *video;
  picture->n_fields = 1;
  if (must_unpack (video->finfo, component) && !make_line (picture, error))
    return FALSE;
  choose_sample (picture);
  if (!choose_component (picture, component, error)) {
    gst_cl_video_picture_clear (picture);
    return FALSE;
  }
  picture->padded_width = picture->width;
  picture->padded_height = picture->height;
  return TRUE;
}

void
gst_cl_video_picture_clear (GstClVideoPicture * picture)
{
  g_clear_pointer (&picture->line, g_free);
  g_clear_pointer (&picture->last_rows, g_free);
}

void
gst_cl_video_picture_split (GstClVideoPicture * picture)
{
  picture->n_fields = 2;
  picture->height /= 2;
  picture->padded_height = picture->height;
}

/* ---- staging memory ---- */

guint64
gst_cl_video_picture_get_row (const GstClVideoPicture * picture)
{
  return (guint64) picture->padded_width * picture->pixel_stride;
}

guint64
gst_cl_video_picture_get_plane (const GstClVideoPicture * picture)
{
  return gst_cl_video_picture_get_row (picture) * picture->padded_height;
}

guint64
gst_cl_video_picture_get_samples (const GstClVideoPicture * picture)
{
  return gst_cl_video_picture_get_plane (picture) * picture->n_planes;
}

guint64
gst_cl_video_picture_get_size (const GstClVideoPicture * picture)
{
  return gst_cl_video_picture_get_samples (picture) * sample_size_of (picture);
}

void
gst_cl_video_picture_get_layout (const GstClVideoPicture * picture,
    GstClVideoLayout * layout)
{
  guint i;

  memset (layout, 0, sizeof *layout);
  layout->row = gst_cl_video_picture_get_row (picture);
  for (i = 0; i < picture->n_planes; i++)
    layout->planes[i] = i * gst_cl_video_picture_get_plane (picture);
  layout->source_distance = picture->n_planes > 1 ? layout->planes[1] : 1;
}

guint64
gst_cl_video_picture_get_offset (const GstClVideoPicture * picture,
    const GstClVideoLayout * layout, guint channel)
{
  return layout->planes[picture->channel_planes[channel]]
      + picture->offsets[channel];
}
