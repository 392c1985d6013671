/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* planesource.h: brings whole pictures to the device as dense planes. */
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

G_END_DECLS

#endif /* GST_CL_VIDEO_PLANE_SOURCE_H */
