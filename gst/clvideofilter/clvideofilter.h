/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* clvideofilter.h: the type of the element clvideofilter. */
#ifndef GST_CL_VIDEO_FILTER_H
#define GST_CL_VIDEO_FILTER_H

#include <gst/gst.h>
#include "element/element.h"

G_BEGIN_DECLS

#define GST_TYPE_CL_VIDEO_FILTER (gst_cl_video_filter_get_type ())
G_DECLARE_FINAL_TYPE (GstClVideoFilter, gst_cl_video_filter, GST,
    CL_VIDEO_FILTER, GstClElement)

GST_ELEMENT_REGISTER_DECLARE (clvideofilter);

G_END_DECLS

#endif /* GST_CL_VIDEO_FILTER_H */
