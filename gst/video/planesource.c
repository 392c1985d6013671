/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* planesource.c: takes pictures where they are, or copies them. */
#include "planesource.h"

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
