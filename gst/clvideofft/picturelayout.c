/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* picturelayout.c: tells how the samples of a picture lie in a buffer, so that
   a device can read them there; picture.h declares it. */
#include "picture.h"

#include <string.h>
#include "video/frame.h"

/* Where a plane is in the buffer, by the meta or by the caps, in bytes. */
static gboolean
locate (const GstClVideoPicture * picture, const GstVideoMeta * meta,
    guint plane, gsize * offset, gsize * stride)
{
  const GstVideoInfo *video = &picture->video;
  gint rows = meta ? meta->stride[plane]
      : GST_VIDEO_INFO_PLANE_STRIDE (video, plane);

  *offset = meta ? meta->offset[plane]
      : GST_VIDEO_INFO_PLANE_OFFSET (video, plane);
  *stride = rows;
  return rows > 0;
}

/* Finds the memory that has all rows of a plane, and its first byte there. */
static gboolean
find_memory (GstBuffer * buffer, gsize offset, gsize size, guint * index,
    gsize * first)
{
  guint n = 0;

  return gst_buffer_find_memory (buffer, offset, size, index, &n, first)
      && n == 1 && gst_buffer_peek_memory (buffer, *index)->size
      >= *first + size;
}

/* Finds each plane, in bytes; the rows of all are of one stride, in one
   memory. */
static gboolean
find_planes (const GstClVideoPicture * picture, GstBuffer * buffer, guint field,
    guint * index, gsize * stride, guint64 * planes)
{
  const GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);
  gsize row_size = (gsize) picture->width * picture->pixel_stride
      * clfft_sample_size (picture->sample);
  guint n_rows = picture->height * picture->n_fields, i;

  if (meta ? !gst_cl_video_meta_fits (&picture->video, meta)
      : gst_buffer_get_size (buffer) < GST_VIDEO_INFO_SIZE (&picture->video))
    return FALSE;
  for (i = 0; i < picture->n_planes; i++) {
    gsize offset, rows, first;
    guint memory;

    if (!locate (picture, meta, picture->planes[i], &offset, &rows)
        || rows < row_size
        || !find_memory (buffer, offset, (n_rows - 1) * rows + row_size,
            &memory, &first)
        || (i > 0 && (memory != *index || rows != *stride)))
      return FALSE;
    *index = memory;
    *stride = rows;
    planes[i] = first + field * rows;
  }
  return TRUE;
}

/* A description has one distance between the sources of a pixel. */
static gboolean
find_distance (const GstClVideoPicture * picture, GstClVideoLayout * layout)
{
  const guint64 *planes = layout->planes;
  guint i;

  layout->source_distance = 1;
  if (picture->n_sources == 0 || picture->n_planes == 1)
    return TRUE;
  if (planes[1] <= planes[0])
    return FALSE;
  for (i = 2; i < picture->n_planes; i++)
    if (planes[i] - planes[i - 1] != planes[1] - planes[0])
      return FALSE;
  layout->source_distance = (planes[1] - planes[0])
      / clfft_sample_size (picture->sample);
  return (planes[1] - planes[0]) % clfft_sample_size (picture->sample) == 0;
}

gboolean
gst_cl_video_picture_find (const GstClVideoPicture * picture,
    GstBuffer * buffer, guint field, guint * index, GstClVideoLayout * layout)
{
  gsize size = clfft_sample_size (picture->sample), stride = 0;

  memset (layout, 0, sizeof *layout);
  /* unpacked, or with zeros around it */
  if (picture->line || picture->padded_width != picture->width
      || picture->padded_height != picture->height)
    return FALSE;
  if (!find_planes (picture, buffer, field, index, &stride, layout->planes)
      || stride % size != 0)
    return FALSE;
  layout->row = stride / size * picture->n_fields;
  return find_distance (picture, layout);
}
