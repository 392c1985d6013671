/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * video/session.h: the work of clifft for video. The transform, the sums of
 * pictures, their places in time and the pool of output buffers are made once
 * for each format; after that, turning spectra into pictures allocates nothing.
 *
 *   gst_cl_ifft_video_session_place (session, buffer, n_spectra);
 *   ... run (session, spectra, n, push, ...) ...
 *
 * One thread at a time.
 */
#ifndef GST_CL_IFFT_VIDEO_SESSION_H
#define GST_CL_IFFT_VIDEO_SESSION_H

#include "clifft/transform.h"
#include "config.h"

G_BEGIN_DECLS

/**
 * GstClIfftVideoSession:
 * @transform: the element's
 * @config: (nullable): if it is configured
 * @place: the places of pictures. The session adds spectra to it and takes
 *     pictures from it; its user does everything else
 *
 * Zeros but for the transform, then flushed, at the start; unconfigured at the
 * end.
 */
typedef struct
{
  GstClIfftTransform *transform;
  GstClIfftVideoConfig *config;
  GstClPicturePlace place;
  /* private */
  GstClPictureAdd *add;
  GstBufferPool *pool;
} GstClIfftVideoSession;

/* Takes the picture (transfer full); returns OK to go on. */
typedef GstFlowReturn (*GstClIfftPushFunction) (GstBuffer * picture,
    gpointer user_data);

/* Replaces the previous configuration, and takes config in any case. Only
   schedule and effort of params are read. On failure nothing is configured. */
gboolean gst_cl_ifft_video_session_configure (GstClIfftVideoSession * session,
    GstClIfftVideoConfig * config, const clfft_plan_params * params,
    GstClProgress * progress, GError ** error);

/* Sets the pool of output buffers: an active one, which is taken. */
void gst_cl_ifft_video_session_set_pool (GstClIfftVideoSession * session,
    GstBufferPool * pool);

/* Frees what was configured. */
void gst_cl_ifft_video_session_unconfigure (GstClIfftVideoSession * session);

/*
 * Transforms n_frames of spectra (at most the config's max_frames), as they are
 * stored, and pushes the pictures that become ready. A return of push other
 * than OK ends it and is returned; GST_FLOW_ERROR with error set: the session
 * failed.
 */
GstFlowReturn gst_cl_ifft_video_session_run (GstClIfftVideoSession * session,
    const guint8 * spectra, guint n_frames, GstClIfftPushFunction push,
    gpointer user_data, GError ** error);

/* Pushes the pictures that are ready, then forgets the others. */
GstFlowReturn gst_cl_ifft_video_session_finish (GstClIfftVideoSession *
    session, GstClIfftPushFunction push, gpointer user_data, GError ** error);

/* Forgets all pictures and the segment. */
void gst_cl_ifft_video_session_flush (GstClIfftVideoSession * session);

G_END_DECLS

#endif /* GST_CL_IFFT_VIDEO_SESSION_H */
