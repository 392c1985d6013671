/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* planesource.h: brings whole pictures to the device as dense planes, or past
   it. */
#ifndef GST_CL_VIDEO_PLANE_SOURCE_H
#define GST_CL_VIDEO_PLANE_SOURCE_H

#include "element/commands/source.h"
#include "planes.h"

G_BEGIN_DECLS

/* Takes a buffer's own memory where it is dense and the device can read it,
   else a copy in staging memory of GST_VIDEO_INFO_SIZE (video) bytes: planes
   begin at source->offset. End it with gst_cl_source_end(). */
gboolean gst_cl_video_planes_take (const GstClVideoPlanes * planes,
    GstClSource * source, GstClSession * session, GstBuffer * buffer,
    GError ** error);

/* A picture that nothing is done to: the buffer itself where it is dense and in
   the memory that the output's caps tell, else a copy from the session's pool
   with its times, flags and metas. NULL with error. */
GstBuffer *gst_cl_video_planes_pass (const GstClVideoPlanes * planes,
    GstClSession * session, GstBuffer * buffer, GError ** error);

G_END_DECLS

#endif /* GST_CL_VIDEO_PLANE_SOURCE_H */
