/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* planes.c: finds the planes of a format and copies pictures of any strides to
   dense ones. */
#include "planes.h"

#include <string.h>
#include "frame.h"

static clfft_sample
get_sample (const GstClVideoPlane * plane)
{
  switch (plane->depth) {
    case 8:
      return CLFFT_SAMPLE_UNORM8;
    case 10:
      return plane->shift ? CLFFT_SAMPLE_UNORM10_TOP : CLFFT_SAMPLE_UNORM10;
    case 12:
      return plane->shift ? CLFFT_SAMPLE_UNORM12_TOP : CLFFT_SAMPLE_UNORM12;
    default:
      return CLFFT_SAMPLE_UNORM16;
  }
}

static void
init_plane (GstClVideoPlane * plane, const GstVideoInfo * video, guint c)
{
  const GstVideoFormatInfo *format = video->finfo;
  guint poffset = GST_VIDEO_FORMAT_INFO_POFFSET (format, c);

  plane->is_chroma = GST_VIDEO_FORMAT_INFO_IS_YUV (format) && c > 0;
  plane->width = GST_VIDEO_INFO_COMP_WIDTH (video, c);
  plane->height = GST_VIDEO_INFO_COMP_HEIGHT (video, c);
  plane->depth = GST_VIDEO_FORMAT_INFO_DEPTH (format, c);
  plane->shift = GST_VIDEO_FORMAT_INFO_SHIFT (format, c);
  plane->size = plane->depth > 8 ? 2 : 1;
  /* GStreamer 1.22 has 1 for V of P010_10LE */
  plane->offset = GST_VIDEO_INFO_PLANE_OFFSET (video,
      GST_VIDEO_FORMAT_INFO_PLANE (format, c))
      + (poffset + plane->size - 1) / plane->size * plane->size;
  plane->row = GST_VIDEO_INFO_COMP_STRIDE (video, c);
  plane->step = GST_VIDEO_FORMAT_INFO_PSTRIDE (format, c);
  plane->is_big_endian = plane->size > 1 && gst_cl_video_is_big_endian (format);
  plane->sample = get_sample (plane);
}

void
gst_cl_video_planes_init (GstClVideoPlanes * planes,
    const GstVideoInfo * video)
{
  gsize n_bytes = 0;
  guint c;

  memset (planes, 0, sizeof *planes);
  planes->video = *video;
  planes->n_planes = GST_VIDEO_INFO_IS_GRAY (video) ? 1 : 3;
  for (c = 0; c < planes->n_planes; c++) {
    GstClVideoPlane *plane = &planes->planes[c];

    init_plane (plane, video, c);
    n_bytes += (gsize) plane->width * plane->height * plane->size;
  }
  planes->is_covered = n_bytes == GST_VIDEO_INFO_SIZE (video);
}

gboolean
gst_cl_video_planes_is_dense (const GstClVideoPlanes * planes,
    GstBuffer * buffer)
{
  const GstVideoInfo *video = &planes->video;
  const GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);
  guint p;

  if (gst_buffer_n_memory (buffer) != 1
      || gst_buffer_get_size (buffer) < GST_VIDEO_INFO_SIZE (video))
    return FALSE;
  if (meta && !gst_cl_video_meta_fits (video, meta))
    return FALSE;
  for (p = 0; meta && p < GST_VIDEO_INFO_N_PLANES (video); p++)
    if (meta->offset[p] != GST_VIDEO_INFO_PLANE_OFFSET (video, p)
        || meta->stride[p] != GST_VIDEO_INFO_PLANE_STRIDE (video, p))
      return FALSE;
  return TRUE;
}

/* Copies plane p; FALSE if the frame does not hold it. */
static gboolean
copy_plane (const GstVideoInfo * video, const GstVideoFrame * frame, guint p,
    guint8 * dest)
{
  gint components[GST_VIDEO_MAX_COMPONENTS];
  gint stride = GST_VIDEO_FRAME_PLANE_STRIDE (frame, p);
  gsize row = GST_VIDEO_INFO_PLANE_STRIDE (video, p), size;
  const guint8 *source = GST_VIDEO_FRAME_PLANE_DATA (frame, p);
  guint y, n_rows;

  gst_video_format_info_component (video->finfo, p, components);
  n_rows = GST_VIDEO_INFO_COMP_HEIGHT (video, components[0]);
  size = (gsize) GST_VIDEO_INFO_COMP_WIDTH (video, components[0])
      * GST_VIDEO_INFO_COMP_PSTRIDE (video, components[0]);
  if (!gst_cl_video_frame_holds (frame, p, n_rows, size))
    return FALSE;
  dest += GST_VIDEO_INFO_PLANE_OFFSET (video, p);
  for (y = 0; y < n_rows; y++) {
    memcpy (dest, source + (gssize) y * stride, size);
    memset (dest + size, 0, row - size);
    dest += row;
  }
  return TRUE;
}

gboolean
gst_cl_video_planes_copy (const GstClVideoPlanes * planes,
    GstBuffer * buffer, guint8 * dest, GError ** error)
{
  const GstVideoInfo *video = &planes->video;
  gboolean copied = TRUE;
  GstVideoFrame frame;
  guint p;

  if (!gst_cl_video_frame_map (&frame, video, buffer, error))
    return FALSE;
  for (p = 0; p < GST_VIDEO_INFO_N_PLANES (video) && copied; p++)
    copied = copy_plane (video, &frame, p, dest);
  gst_video_frame_unmap (&frame);
  return copied || gst_cl_video_set_rows_error (error, buffer);
}
