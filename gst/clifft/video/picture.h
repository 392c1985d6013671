/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * video/picture.h: derives the format of the pictures that clifft gives back
 * from what caps tell of the source (`source-video`, `component`).
 */
#ifndef GST_CL_IFFT_VIDEO_PICTURE_H
#define GST_CL_IFFT_VIDEO_PICTURE_H

#include <gst/fourier/fourier.h>
#include <gst/video/video.h>

G_BEGIN_DECLS

/*
 * Fills video: with component `all` the source's format, with any other
 * GRAY8, or GRAY16_LE if it has more than 8 bits, in the component's own size
 * and with a pixel aspect ratio that makes up for it. FALSE with a settings
 * error that names the field and the reason.
 */
gboolean gst_cl_ifft_get_video_info (const GstFourierInfo * info,
    GstVideoInfo * video, GError ** error);

G_END_DECLS

#endif /* GST_CL_IFFT_VIDEO_PICTURE_H */
