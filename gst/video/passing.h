/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* passing.h: what elements share that give pictures of the format that they
   take: their caps, and what goes from a buffer to the one made of it. */
#ifndef GST_CL_VIDEO_PASSING_H
#define GST_CL_VIDEO_PASSING_H

#include <gst/video/video.h>
#include "element/element.h"
#include "planes.h"

G_BEGIN_DECLS

/* Of both pads, in system memory and in the device's. */
#define GST_CL_VIDEO_PASSING_CAPS                                              \
    GST_VIDEO_CAPS_MAKE (GST_CL_VIDEO_PLANES_FORMATS) "; "                     \
    GST_VIDEO_CAPS_MAKE_WITH_FEATURES (GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY,  \
        GST_CL_VIDEO_PLANES_FORMATS)

/* Functions of a GstClElementClass whose input is a GstVideoInfo: the answer to
   CAPS is what downstream takes, in either memory. Interlaced video is refused. */
gboolean gst_cl_video_passing_query (GstClElement * element, GstQuery * query);
gboolean gst_cl_video_passing_parse (GstClElement * element, GstCaps * caps,
    gpointer input, GError ** error);
gboolean gst_cl_video_passing_is_same (gconstpointer a, gconstpointer b);

/* The caps of the output: device memory where the peer lists it. NULL with
   error. */
GstCaps *gst_cl_video_passing_choose_caps (GstClElement * element,
    GError ** error);

/* Copies times, flags and metas, but those of the memory. */
void gst_cl_video_passing_copy (GstBuffer * from, GstBuffer * to);

G_END_DECLS

#endif /* GST_CL_VIDEO_PASSING_H */
