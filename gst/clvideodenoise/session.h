/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.h: the work of clvideodenoise on its device, and the pictures of a run
 * that it holds: each comes out when those after it that its block has were
 * taken. Where a block reaches beyond the run, the run is mirrored about its
 * first and its last picture.
 *
 * One thread at a time, but for gst_cl_session_get_stats().
 */
#ifndef GST_CL_VIDEO_DENOISE_SESSION_H
#define GST_CL_VIDEO_DENOISE_SESSION_H

#include <gst/video/video.h>
#include "element/element.h"
#include "element/session.h"
#include "settings.h"

G_BEGIN_DECLS

/* Begins with a GstClSession. */
typedef struct _GstClVideoDenoiseSession GstClVideoDenoiseSession;

/* Functions of a GstClElementClass; a session is a GstClVideoDenoiseSession. */
gpointer gst_cl_video_denoise_session_open (GstClElement * element,
    GError ** error);
void gst_cl_video_denoise_session_unconfigure (gpointer session);

/* Replaces the previous configuration. caps are those of the output. */
gboolean gst_cl_video_denoise_session_configure (GstClVideoDenoiseSession *
    session, const GstVideoInfo * video, const GstClVideoDenoiseSettings *
    settings, GstCaps * caps, GError ** error);

/* Takes the next picture of the run, whose buffer stays the caller's; it will be
   filtered with these levels. */
gboolean gst_cl_video_denoise_session_take (GstClVideoDenoiseSession * session,
    GstBuffer * buffer, const GstClVideoDenoiseSettings * levels,
    GError ** error);

/* No picture follows in this run: all that are held can be given. */
void gst_cl_video_denoise_session_end (GstClVideoDenoiseSession * session);

/* A buffer with the times and flags of the picture that can be given next, which
   the session owns; NULL: there is none. */
GstBuffer *gst_cl_video_denoise_session_peek (GstClVideoDenoiseSession *
    session);

/* Filters that picture; the buffer is not waited for. Or leaves it out. */
gboolean gst_cl_video_denoise_session_give (GstClVideoDenoiseSession * session,
    GstBuffer ** done, GError ** error);
void gst_cl_video_denoise_session_skip (GstClVideoDenoiseSession * session);

/* Forgets all pictures of the run. */
void gst_cl_video_denoise_session_forget (GstClVideoDenoiseSession * session);

G_END_DECLS

#endif /* GST_CL_VIDEO_DENOISE_SESSION_H */
