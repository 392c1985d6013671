/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* picturecopy.c: copies the samples of a buffer to staging memory, as picture.h
   describes it. */
#include "picture.h"

#include <string.h>
#include "video/frame.h"

/* Bytes of a pixel, of a row, and before the first pixel in staging memory. */
static gsize
get_unit (const GstClVideoPicture * picture)
{
  return picture->pixel_stride * clfft_sample_size (picture->sample);
}

static gsize
get_pitch (const GstClVideoPicture * picture)
{
  return gst_cl_video_picture_get_row (picture)
      * clfft_sample_size (picture->sample);
}

static guint8 *
find_first (const GstClVideoPicture * picture, guint8 * plane)
{
  return plane + picture->lead_height * get_pitch (picture)
      + picture->lead_width * get_unit (picture);
}

/* Fills pixels x to end - 1 of a row, outside of the picture. */
static void
pad_pixels (const GstClVideoPicture * picture, guint8 * row, gint64 x,
    gint64 end)
{
  gssize unit = get_unit (picture);

  for (; x < end; x++) {
    gint64 from = gst_cl_pad_mode_place (picture->pad_mode, x, picture->width);

    if (from < 0)
      memset (row + x * unit, 0, unit);
    else
      memcpy (row + x * unit, row + from * unit, unit);
  }
}

/* Fills what is around the picture in a plane. */
static void
pad_plane (const GstClVideoPicture * picture, guint8 * plane)
{
  gsize pitch = get_pitch (picture);
  guint8 *first = find_first (picture, plane);
  gint64 height = picture->height, lead = picture->lead_height, y, from;

  for (y = 0; y < height; y++) {
    pad_pixels (picture, first + y * pitch, -(gint64) picture->lead_width, 0);
    pad_pixels (picture, first + y * pitch, picture->width,
        (gint64) picture->padded_width - picture->lead_width);
  }
  for (y = 0; y < (gint64) picture->padded_height; y++) {
    from = gst_cl_pad_mode_place (picture->pad_mode, y - lead, height);
    if (from < 0)
      memset (plane + y * pitch, 0, pitch);
    else if (from != y - lead)
      memcpy (plane + y * pitch, plane + (from + lead) * pitch, pitch);
  }
}

static void
copy_plane (const GstClVideoPicture * picture, const guint8 * source,
    gint stride, guint8 * dest)
{
  guint8 *first = find_first (picture, dest);
  gsize size = picture->width * get_unit (picture);
  gsize pitch = get_pitch (picture);
  guint y;

  for (y = 0; y < picture->height; y++)
    memcpy (first + y * pitch, source + (gssize) y * stride, size);
  pad_plane (picture, dest);
}

static gboolean
copy_planes (const GstClVideoPicture * picture, const GstVideoFrame * frame,
    guint field, guint8 * dest)
{
  guint sample_size = clfft_sample_size (picture->sample), i;
  gsize row_size = (gsize) picture->width * picture->pixel_stride
      * sample_size;
  gsize plane_size = gst_cl_video_picture_get_plane (picture) * sample_size;

  for (i = 0; i < picture->n_planes; i++) {
    guint plane = picture->planes[i];
    gint stride = GST_VIDEO_FRAME_PLANE_STRIDE (frame, plane);
    const guint8 *rows = GST_VIDEO_FRAME_PLANE_DATA (frame, plane);

    if (!gst_cl_video_frame_holds (frame, plane, picture->height * picture->n_fields,
            row_size))
      return FALSE;
    copy_plane (picture, rows + (gssize) field * stride,
        stride * (gint) picture->n_fields, dest + i * plane_size);
  }
  return TRUE;
}

/* Row y, one of the last, of each plane: GStreamer reads behind it, for rows of
   some widths of NV12_10LE32 and NV16_10LE32 have no room for their last
   sample. There are zeros here. */
static void
copy_last_rows (const GstClVideoPicture * picture, const GstVideoFrame * frame,
    guint y, gpointer rows[GST_VIDEO_MAX_PLANES])
{
  const GstVideoInfo *video = &picture->video;
  guint8 *at = picture->last_rows;
  guint p, stride, row;

  for (p = 0; p < GST_VIDEO_INFO_N_PLANES (video); p++) {
    stride = GST_VIDEO_INFO_PLANE_STRIDE (video, p);
    row = y >> GST_VIDEO_FORMAT_INFO_H_SUB (video->finfo, p);
    memcpy (at, (const guint8 *) GST_VIDEO_FRAME_PLANE_DATA (frame, p)
        + (gssize) row * GST_VIDEO_FRAME_PLANE_STRIDE (frame, p), stride);
    rows[p] = at;
    at += stride + GST_CL_VIDEO_ROOM;
  }
}

/* One row of the components, of those that the frame has of them. */
static void
unpack_row (const GstClVideoPicture * picture, const GstVideoFrame * frame,
    guint row, guint8 * dest)
{
  const GstVideoFormatInfo *format = picture->video.finfo;
  guint size = clfft_sample_size (picture->sample), x, i;
  guint first = picture->components[0];
  guint w_sub = GST_VIDEO_FORMAT_INFO_W_SUB (format, first);
  guint y = row << GST_VIDEO_FORMAT_INFO_H_SUB (format, first);
  guint height = GST_VIDEO_INFO_HEIGHT (&picture->video);
  const guint8 *bytes = (const guint8 *) picture->line;
  gpointer rows[GST_VIDEO_MAX_PLANES];
  /* two rows of luma may have one of chroma */
  gboolean is_last = y >> GST_VIDEO_FORMAT_INFO_H_SUB (format, 1)
      == (height - 1) >> GST_VIDEO_FORMAT_INFO_H_SUB (format, 1);

  if (is_last)
    copy_last_rows (picture, frame, y, rows);
  format->unpack_func (format, GST_VIDEO_PACK_FLAG_TRUNCATE_RANGE,
      picture->line, is_last ? rows : (gpointer *) frame->data,
      frame->info.stride, 0, is_last ? 0 : y,
      GST_VIDEO_INFO_WIDTH (&picture->video));
  /* alpha is the first of four */
  for (x = 0; x < picture->width; x++)
    for (i = 0; i < picture->pixel_stride; i++, dest += size) {
      gsize at = 4 * (gsize) (x << w_sub) + 1 + picture->components[i];

      if (size == 1)
        *dest = bytes[at];
      else
        memcpy (dest, &picture->line[at], size);
    }
}

static gboolean
unpack (const GstClVideoPicture * picture, const GstVideoFrame * frame,
    guint field, guint8 * dest)
{
  const GstVideoInfo *video = &picture->video;
  guint8 *first = find_first (picture, dest);
  guint y, p;

  /* the planes of such formats are luma and chroma: components 0 and 1 */
  for (p = 0; p < GST_VIDEO_INFO_N_PLANES (video); p++)
    if (!gst_cl_video_frame_holds (frame, p, GST_VIDEO_INFO_COMP_HEIGHT (video,
                p), GST_VIDEO_INFO_PLANE_STRIDE (video, p)))
      return FALSE;
  for (y = 0; y < picture->height; y++)
    unpack_row (picture, frame, y * picture->n_fields + field,
        first + y * get_pitch (picture));
  pad_plane (picture, dest);
  return TRUE;
}

gboolean
gst_cl_video_picture_copy (const GstClVideoPicture * picture,
    GstBuffer * buffer, guint field, guint8 * dest, GError ** error)
{
  GstVideoFrame frame;
  gboolean copied;

  if (!gst_cl_video_frame_map (&frame, &picture->video, buffer, error))
    return FALSE;
  copied = picture->line ? unpack (picture, &frame, field, dest)
      : copy_planes (picture, &frame, field, dest);
  gst_video_frame_unmap (&frame);
  return copied || gst_cl_video_set_rows_error (error, buffer);
}
