/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.h: the work of clvideofft on its device. A plan, staging memory, the
 * pictures that frames share and the pool of output buffers are made once for
 * each format; after that, turning pictures into buffers allocates nothing.
 *
 * One thread at a time, but for gst_cl_session_get_stats().
 */
#ifndef GST_CL_VIDEO_FFT_SESSION_H
#define GST_CL_VIDEO_FFT_SESSION_H

#include "config.h"
#include "element/element.h"
#include "element/session.h"
#include "fields.h"
#include "picturewindow.h"

G_BEGIN_DECLS

/* Begins with a GstClSession. */
typedef struct _GstClVideoFftSession GstClVideoFftSession;

/* Functions of a GstClElementClass; a session is a GstClVideoFftSession. */
gpointer gst_cl_video_fft_session_open (GstClElement * element,
    GError ** error);
void gst_cl_video_fft_session_unconfigure (gpointer session);

/* Replaces the previous configuration, and takes config in any case. caps are
   those of the output. On failure the session must be unconfigured. */
gboolean gst_cl_video_fft_session_configure (GstClVideoFftSession * session,
    GstClVideoFftConfig * config, GstCaps * caps, GstClProgress * progress,
    GError ** error);

/* The config; NULL if nothing is configured. */
const GstClVideoFftConfig *gst_cl_video_fft_session_get_config
    (GstClVideoFftSession * session);

/*
 * Counts a field of picture, or all of it, in window. If it completes a frame,
 * the transform of that is enqueued and *done is its buffer, else NULL. The
 * buffer is not waited for: mapping it does that. The picture's buffer stays
 * the caller's.
 */
gboolean gst_cl_video_fft_session_push (GstClVideoFftSession * session,
    GstClPictureWindow * window, GstBuffer * picture,
    const GstClVideoField * field, GstBuffer ** done, GError ** error);

/* Makes the frame that is left when window's run has ended, if there is
   one. */
gboolean gst_cl_video_fft_session_finish (GstClVideoFftSession * session,
    GstClPictureWindow * window, GstBuffer ** done, GError ** error);

G_END_DECLS

#endif /* GST_CL_VIDEO_FFT_SESSION_H */
