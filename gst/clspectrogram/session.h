/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.h: the work of clspectrogram on its device. Transforms, where the
 * input is audio, the picture and the pool of output buffers are made once for
 * each format; after that, turning spectra into pictures allocates nothing.
 *
 * One thread at a time, but for gst_cl_spectrogram_session_get_stats().
 */
#ifndef GST_CL_SPECTROGRAM_SESSION_H
#define GST_CL_SPECTROGRAM_SESSION_H

#include "stft/session.h"
#include "config.h"

G_BEGIN_DECLS

/* Begins with a GstClSession. */
typedef struct _GstClSpectrogramSession GstClSpectrogramSession;

/* Functions of a GstClElementClass; a session is a GstClSpectrogramSession.
   What is given back are the transforms too. */
gpointer gst_cl_spectrogram_session_open (GstClElement * element,
    GError ** error);
void gst_cl_spectrogram_session_close (gpointer session);
void gst_cl_spectrogram_session_unconfigure (gpointer session);
void gst_cl_spectrogram_session_get_stats (gpointer session,
    GstStructure * stats);

/* The session that transforms audio. It belongs to this session; the caller
   configures and steps it. */
GstClStftSession *gst_cl_spectrogram_session_get_transforms
    (GstClSpectrogramSession * session);

/* Makes a new picture, which forgets what was drawn, and takes config in any
   case. caps are those of the output. On failure the session must be
   unconfigured. */
gboolean gst_cl_spectrogram_session_configure (GstClSpectrogramSession *
    session, GstClSpectrogramConfig * config, GstCaps * caps, GError ** error);

/* Asks the peer of the pad for a pool of buffers that pictures can be drawn
   into; without one they have memory of the device. */
gboolean gst_cl_spectrogram_session_find_pool (GstClSpectrogramSession *
    session, GstPad * pad, GstCaps * caps, GError ** error);

/* The config; NULL if nothing is configured. */
const GstClSpectrogramConfig *gst_cl_spectrogram_session_get_config
    (GstClSpectrogramSession * session);

/* Draws axes and legend anew for these levels: floor, range and level_scale
   count. What was drawn of the spectra stays. */
gboolean gst_cl_spectrogram_session_set_levels (GstClSpectrogramSession *
    session, const GstClSpectrogramSettings * settings, GError ** error);

/* Sets the times on the axis, once that looks different. */
gboolean gst_cl_spectrogram_session_set_times (GstClSpectrogramSession *
    session, const GstClSpectrogramTimes * times, GError ** error);

/* How many frames can be loaded at once. */
guint gst_cl_spectrogram_session_get_capacity (GstClSpectrogramSession *
    session);

/* Loads n_frames of spectra, from frame `first` of buffer on, so that they can
   be added. They are read in place where they are in this device's memory. */
gboolean gst_cl_spectrogram_session_load (GstClSpectrogramSession * session,
    GstBuffer * buffer, guint first, guint n_frames, GError ** error);

/* Sharpens n_frames of those loaded, or with 0 frames all that are pending.
   *n_out: how many can be added then; where nothing is sharpened, n_frames. */
gboolean gst_cl_spectrogram_session_sharpen (GstClSpectrogramSession *
    session, guint n_frames, guint * n_out, GError ** error);

/* How many samples' frames are pending, and may be at most. */
guint64 gst_cl_spectrogram_session_get_pending (GstClSpectrogramSession *
    session);
guint64 gst_cl_spectrogram_session_get_delay (GstClSpectrogramSession *
    session);

/* Adds n_frames from frame `first` of these, the first of which is `sample`
   samples after the first of all. */
gboolean gst_cl_spectrogram_session_add (GstClSpectrogramSession * session,
    guint first, guint n_frames, guint64 sample, GError ** error);

/* Draws the picture after `end` samples; (transfer full). It does not wait:
   mapping the buffer does, unless it is one of downstream, which is ready then.
   next: the end of the picture that is asked for after it if nothing is added
   before, else 0; what looks the same then is not drawn again, but shared by
   the buffers. Returns NULL with error, or without one where downstream is
   flushing. */
GstBuffer *gst_cl_spectrogram_session_draw (GstClSpectrogramSession * session,
    guint64 end, guint64 next, GError ** error);

/* Spectra that follow are of another run: they are not averaged with those
   before. */
void gst_cl_spectrogram_session_begin_run (GstClSpectrogramSession * session);

/* Forgets all spectra. */
gboolean gst_cl_spectrogram_session_reset (GstClSpectrogramSession * session,
    GError ** error);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_SESSION_H */
