/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.h: the device side of claudiofft: a plan, staging
 * memory, an average and the pool of output buffers, made once for each
 * format; then frames in, buffers out, with nothing allocated.
 *
 * One thread at a time, but for gst_cl_audio_fft_session_get_stats().
 */
#ifndef GST_CL_AUDIO_FFT_SESSION_H
#define GST_CL_AUDIO_FFT_SESSION_H

#include "opencl/gstopenclmemory.h"
#include "config.h"

G_BEGIN_DECLS

typedef struct _GstClAudioFftSession GstClAudioFftSession;

/* A queue and an allocator on the context's device. NULL with error. */
GstClAudioFftSession *gst_cl_audio_fft_session_new (GstOpenCLContext *
    context, GstOpenCLWatchdog * watchdog, GError ** error);
/* Waits for the device. Accepts NULL. */
void gst_cl_audio_fft_session_free (GstClAudioFftSession * session);

GstOpenCLContext *gst_cl_audio_fft_session_get_context (GstClAudioFftSession *
    session);

/*
 * Replaces what was configured before; takes config in any case. caps are the
 * output's. progress as in clfft_plan_params. On failure nothing is
 * configured.
 */
gboolean gst_cl_audio_fft_session_configure (GstClAudioFftSession * session,
    GstClAudioFftConfig * config, GstCaps * caps,
    clfft_progress_function progress, gpointer progress_data, GError ** error);

/* Gives back what was configured. Accepts NULL. */
void gst_cl_audio_fft_session_unconfigure (GstClAudioFftSession * session);

/* NULL if nothing is configured. */
const GstClAudioFftConfig *gst_cl_audio_fft_session_get_config
    (GstClAudioFftSession * session);

/*
 * Takes the next frames of framing, which has at least one ready, and enqueues
 * their transform. Output buffers that became whole are added to done, which
 * owns them. They are not waited for: mapping them does that.
 */
gboolean gst_cl_audio_fft_session_step (GstClAudioFftSession * session,
    GstClFraming * framing, GQueue * done, GError ** error);

/*
 * Ends the average and the buffer that is being filled and adds it to done if
 * it has a frame. For changes of shape and for the end, when all ready frames
 * were taken.
 */
gboolean gst_cl_audio_fft_session_finish (GstClAudioFftSession * session,
    GQueue * done, GError ** error);

/* Waits until the device is idle; FALSE if a command failed. */
gboolean gst_cl_audio_fft_session_wait (GstClAudioFftSession * session,
    GError ** error);

/* Forgets the average and the buffer that is being filled. */
void gst_cl_audio_fft_session_reset (GstClAudioFftSession * session);

/* Sets fields of the structure; from any thread. */
void gst_cl_audio_fft_session_get_stats (GstClAudioFftSession * session,
    GstStructure * stats);

/* ---- for tests ---- */

/*
 * Frames to take of n_ready when in_group of the current average's group were
 * taken and room output frames fit: as many as possible, but what does not
 * end on the end of a group must lie within one group. At least 1.
 */
guint gst_cl_audio_fft_choose_n_frames (guint64 n_ready, guint max_frames,
    guint group, guint in_group, guint room);

G_END_DECLS

#endif /* GST_CL_AUDIO_FFT_SESSION_H */
