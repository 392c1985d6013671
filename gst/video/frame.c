/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* frame.c: checks metas and maps before rows are read. */
#include "frame.h"

#include "opencl/error.h"

/* Two formats are in the host's order, which their flags do not say. */
gboolean
gst_cl_video_is_big_endian (const GstVideoFormatInfo * format)
{
  if (GST_VIDEO_FORMAT_INFO_FORMAT (format) == GST_VIDEO_FORMAT_ARGB64
      || GST_VIDEO_FORMAT_INFO_FORMAT (format) == GST_VIDEO_FORMAT_AYUV64)
    return G_BYTE_ORDER == G_BIG_ENDIAN;
  return !GST_VIDEO_FORMAT_INFO_IS_LE (format);
}

gboolean
gst_cl_video_meta_fits (const GstVideoInfo * video, const GstVideoMeta * meta)
{
  return meta->format == GST_VIDEO_INFO_FORMAT (video)
      && meta->width >= (guint) GST_VIDEO_INFO_WIDTH (video)
      && meta->height >= (guint) GST_VIDEO_INFO_HEIGHT (video)
      && meta->n_planes >= GST_VIDEO_INFO_N_PLANES (video);
}

gboolean
gst_cl_video_frame_map (GstVideoFrame * frame, const GstVideoInfo * video,
    GstBuffer * buffer, GError ** error)
{
  GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);
  gsize size = gst_buffer_get_size (buffer);

  if (!meta && size < GST_VIDEO_INFO_SIZE (video))
    return gst_cl_set_format_error (error, "A buffer has %" G_GSIZE_FORMAT
        " bytes, but a %s picture of %d x %d pixels has %" G_GSIZE_FORMAT, size,
        GST_VIDEO_INFO_NAME (video), GST_VIDEO_INFO_WIDTH (video),
        GST_VIDEO_INFO_HEIGHT (video), GST_VIDEO_INFO_SIZE (video));
  if (meta && !gst_cl_video_meta_fits (video, meta))
    return gst_cl_set_format_error (error, "The GstVideoMeta of a buffer (%s, "
        "%u x %u, %u planes) does not match the caps (%s, %d x %d)",
        gst_video_format_to_string (meta->format), meta->width, meta->height,
        meta->n_planes, GST_VIDEO_INFO_NAME (video), GST_VIDEO_INFO_WIDTH
        (video), GST_VIDEO_INFO_HEIGHT (video));
  if (gst_video_frame_map (frame, video, buffer, GST_MAP_READ))
    return TRUE;
  return gst_cl_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ,
      "A buffer of %" G_GSIZE_FORMAT " bytes could not be mapped as a %s "
      "picture of %d x %d pixels", size, GST_VIDEO_INFO_NAME (video),
      GST_VIDEO_INFO_WIDTH (video), GST_VIDEO_INFO_HEIGHT (video));
}

gboolean
gst_cl_video_frame_holds (const GstVideoFrame * frame, guint plane,
    guint n_rows, gsize row_size)
{
  const GstMapInfo *map = &frame->map[frame->meta ? plane : 0];
  gint64 first = (const guint8 *) GST_VIDEO_FRAME_PLANE_DATA (frame, plane)
      - map->data;
  gint64 last = first + (gint64) (n_rows - 1)
      * GST_VIDEO_FRAME_PLANE_STRIDE (frame, plane);

  return MIN (first, last) >= 0
      && MAX (first, last) + (gint64) row_size <= (gint64) map->size;
}

gboolean
gst_cl_video_set_rows_error (GError ** error, GstBuffer * buffer)
{
  return gst_cl_set_format_error (error, "The GstVideoMeta of a buffer of %"
      G_GSIZE_FORMAT " bytes puts rows of a picture past its end",
      gst_buffer_get_size (buffer));
}
