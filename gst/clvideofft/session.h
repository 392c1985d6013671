/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.h: the device side of clvideofft: a plan, staging memory,
 * the pictures that frames share and the pool of output buffers, made once for
 * each format; then pictures in, buffers out, with nothing allocated.
 *
 * One thread at a time, but for gst_cl_video_fft_session_get_stats().
 */
#ifndef GST_CL_VIDEO_FFT_SESSION_H
#define GST_CL_VIDEO_FFT_SESSION_H

#include "opencl/gstopenclmemory.h"
#include "picturewindow.h"
#include "config.h"
#include "fields.h"

G_BEGIN_DECLS

typedef struct _GstClVideoFftSession GstClVideoFftSession;

/* A queue and an allocator on the context's device. NULL with error. */
GstClVideoFftSession *gst_cl_video_fft_session_new (GstOpenCLContext *
    context, GstOpenCLWatchdog * watchdog, GError ** error);
/* Waits for the device. Accepts NULL. */
void gst_cl_video_fft_session_free (GstClVideoFftSession * session);

/*
 * Replaces what was configured before; takes config in any case. caps are the
 * output's. progress as in clfft_plan_params. On failure nothing is
 * configured.
 */
gboolean gst_cl_video_fft_session_configure (GstClVideoFftSession * session,
    GstClVideoFftConfig * config, GstCaps * caps,
    clfft_progress_function progress, gpointer progress_data, GError ** error);

/* Gives back what was configured. Accepts NULL. */
void gst_cl_video_fft_session_unconfigure (GstClVideoFftSession * session);

/* NULL if nothing is configured. */
const GstClVideoFftConfig *gst_cl_video_fft_session_get_config
    (GstClVideoFftSession * session);

/*
 * Counts a field of picture, or all of it, in window and enqueues the transform
 * of the frame that it completes, if it does: *done is its buffer then, else
 * NULL. The buffer is not waited for: mapping it does that. The picture's
 * buffer stays the caller's.
 */
gboolean gst_cl_video_fft_session_push (GstClVideoFftSession * session,
    GstClPictureWindow * window, GstBuffer * picture,
    const GstClVideoField * field, GstBuffer ** done, GError ** error);

/* The frame that is left when window's stretch has ended, if there is one. */
gboolean gst_cl_video_fft_session_finish (GstClVideoFftSession * session,
    GstClPictureWindow * window, GstBuffer ** done, GError ** error);

/* Waits until the device is idle; FALSE if a command failed. */
gboolean gst_cl_video_fft_session_wait (GstClVideoFftSession * session,
    GError ** error);

/* Bytes of device memory now: for pictures, spectra and between passes; tables
   not counted. From any thread. */
guint64 gst_cl_video_fft_session_get_memory_size (GstClVideoFftSession *
    session);

/* Sets fields of the structure; from any thread. */
void gst_cl_video_fft_session_get_stats (GstClVideoFftSession * session,
    GstStructure * stats);

G_END_DECLS

#endif /* GST_CL_VIDEO_FFT_SESSION_H */
