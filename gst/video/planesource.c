/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* planesource.c: takes pictures where they are, or copies them. */
#include "planesource.h"

#include "opencl/error.h"
#include "passing.h"

gboolean
gst_cl_video_planes_take (const GstClVideoPlanes * planes,
    GstClSource * source, GstClSession * session, GstBuffer * buffer,
    GError ** error)
{
  gsize size = GST_VIDEO_INFO_SIZE (&planes->video);
  gboolean copied;

  if (gst_cl_video_planes_is_dense (planes, buffer)
      && gst_cl_source_take (source, session, buffer, 0, 0,
          planes->planes[0].size))
    return TRUE;
  if (!gst_cl_source_begin_copy (source, session, size, error))
    return FALSE;
  copied = gst_cl_video_planes_copy (planes, buffer, source->data, error);
  return gst_cl_source_end_copy (source, session, copied ? size : 0,
      copied ? error : NULL) && copied;
}

GstBuffer *
gst_cl_video_planes_pass (const GstClVideoPlanes * planes,
    GstClSession * session, GstBuffer * buffer, GError ** error)
{
  GstBuffer *copy;
  GstMapInfo map;
  gboolean copied;

  if (gst_cl_video_planes_is_dense (planes, buffer)
      && (!session->gives_device_memory
          || gst_is_opencl_memory (gst_buffer_peek_memory (buffer, 0))))
    return gst_buffer_ref (buffer);
  copy = gst_opencl_buffer_pool_acquire (session->pool, error);
  if (!copy)
    return NULL;
  copied = gst_opencl_memory_map_host (gst_buffer_peek_memory (copy, 0), &map,
      GST_MAP_WRITE, error);
  if (copied) {
    copied = gst_cl_video_planes_copy (planes, buffer, map.data, error);
    gst_memory_unmap (map.memory, &map);
  }
  if (copied && gst_opencl_memory_check (gst_opencl_memory_from_buffer (copy),
          error)) {
    gst_cl_session_count_copy (session, GST_VIDEO_INFO_SIZE (&planes->video));
    gst_cl_video_passing_copy (buffer, copy);
  } else {
    gst_clear_buffer (&copy);
  }
  return copy;
}
