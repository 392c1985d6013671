/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* clvideofft.h: the type of the element clvideofft. */
#ifndef GST_CL_VIDEO_FFT_H
#define GST_CL_VIDEO_FFT_H

#include <gst/gst.h>
#include "element/element.h"

G_BEGIN_DECLS

#define GST_TYPE_CL_VIDEO_FFT (gst_cl_video_fft_get_type ())
G_DECLARE_FINAL_TYPE (GstClVideoFft, gst_cl_video_fft, GST, CL_VIDEO_FFT,
    GstClElement)

GST_ELEMENT_REGISTER_DECLARE (clvideofft);

G_END_DECLS

#endif /* GST_CL_VIDEO_FFT_H */
