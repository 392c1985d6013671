/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.h: the work of claudiofft on its device. A plan, staging memory, an
 * average and the pool of output buffers are made once for each format; after
 * that, turning frames into buffers allocates nothing.
 *
 * One thread at a time, but for gst_cl_stft_session_get_stats().
 */
#ifndef GST_CL_STFT_SESSION_H
#define GST_CL_STFT_SESSION_H

#include "config.h"
#include "element/element.h"
#include "element/session.h"

G_BEGIN_DECLS

/* Begins with a GstClSession. */
typedef struct _GstClAudioFftSession GstClStftSession;

/* Functions of a GstClElementClass; a session is a GstClStftSession. */
gpointer gst_cl_stft_session_open (GstClElement * element,
    GError ** error);
void gst_cl_stft_session_unconfigure (gpointer session);
void gst_cl_stft_session_get_stats (gpointer session,
    GstStructure * stats);

/* Replaces the previous configuration, and takes config in any case. caps are
   those of the output. On failure the session must be unconfigured. */
gboolean gst_cl_stft_session_configure (GstClStftSession * session,
    GstClStftConfig * config, GstCaps * caps, GstClProgress * progress,
    GError ** error);

/* How many frames are worth a step, while their run goes on: of a buffer that
   is not whole yet, some are waited for. At least 1. */
guint gst_cl_stft_session_get_batch (const GstClStftSession * session);

/*
 * Takes the next frames of framing, which has at least one ready, and enqueues
 * their transform. Output buffers that became whole are added to done, which
 * owns them. They are not waited for: mapping them does that.
 */
gboolean gst_cl_stft_session_step (GstClStftSession * session,
    GstClFraming * framing, GQueue * done, GError ** error);

/*
 * Ends the average and the buffer that is being filled and adds it to done if
 * it has a frame. For changes of shape and for the end, when all ready frames
 * were taken. end: where the run ended, or NONE if it goes on.
 */
gboolean gst_cl_stft_session_finish (GstClStftSession * session,
    GstClockTime end, GQueue * done, GError ** error);

/* Whether no buffer is begun, so that another session may make the next. */
gboolean gst_cl_stft_session_is_between (const GstClStftSession *
    session);

/* Forgets the average and the buffer that is being filled. */
void gst_cl_stft_session_reset (GstClStftSession * session);

G_END_DECLS

#endif /* GST_CL_STFT_SESSION_H */
