/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* clvideodenoise.h: the type of the element clvideodenoise. */
#ifndef GST_CL_VIDEO_DENOISE_H
#define GST_CL_VIDEO_DENOISE_H

#include <gst/gst.h>
#include "element/element.h"

G_BEGIN_DECLS

#define GST_TYPE_CL_VIDEO_DENOISE (gst_cl_video_denoise_get_type ())
G_DECLARE_FINAL_TYPE (GstClVideoDenoise, gst_cl_video_denoise, GST, CL_VIDEO_DENOISE,
    GstClElement)

GST_ELEMENT_REGISTER_DECLARE (clvideodenoise);

G_END_DECLS

#endif /* GST_CL_VIDEO_DENOISE_H */
