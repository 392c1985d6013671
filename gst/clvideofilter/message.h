/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* message.h: tells an application which patterns were found. */
#ifndef GST_CL_VIDEO_FILTER_MESSAGE_H
#define GST_CL_VIDEO_FILTER_MESSAGE_H

#include <gst/video/video.h>
#include "element/element.h"
#include "patterns.h"

G_BEGIN_DECLS

/**
 * GstClFoundPlane:
 * @plane: number of the component
 * @pixels: along x and y, in a sample of it
 * @patterns: in it
 */
typedef struct
{
  guint plane;
  guint pixels[2];
  GstClPatterns patterns;
} GstClFoundPlane;

/* Posts a message for each pattern of n planes of the picture of this time, or
   one that says that there is none. */
void gst_cl_video_filter_post (GstClElement * element, GstClockTime time,
    const GstClFoundPlane * planes, guint n);

G_END_DECLS

#endif /* GST_CL_VIDEO_FILTER_MESSAGE_H */
