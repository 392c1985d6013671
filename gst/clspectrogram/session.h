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

#include "claudiofft/session.h"
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

/* What makes spectra of audio; of this session, to be configured and stepped
   by the caller. */
GstClAudioFftSession *gst_cl_spectrogram_session_get_transforms
    (GstClSpectrogramSession * session);

/*
 * A new picture, which forgets what was drawn; takes config in any case. caps
 * are the output's. On failure it is to be unconfigured.
 */
gboolean gst_cl_spectrogram_session_configure (GstClSpectrogramSession *
    session, GstClSpectrogramConfig * config, GstCaps * caps, GError ** error);

/* NULL if nothing is configured. */
const GstClSpectrogramConfig *gst_cl_spectrogram_session_get_config
    (GstClSpectrogramSession * session);

/* The config's warnings that were not taken of the config before it: texts.
   Something must be configured. (transfer full) */
GPtrArray *gst_cl_spectrogram_session_take_warnings (GstClSpectrogramSession *
    session);

/* Draws axes and legend anew, for this floor and range; what was drawn of the
   spectra stays. duration: what a whole picture spans. */
gboolean gst_cl_spectrogram_session_decorate (GstClSpectrogramSession *
    session, gdouble floor, gdouble range, GstClockTime duration,
    GError ** error);

/* The axis of slide=replace tells these times, as soon as that looks
   different. */
gboolean gst_cl_spectrogram_session_set_sweep (GstClSpectrogramSession *
    session, const GstClSpectrogramSweep * sweep, GError ** error);

/* Frames that can be loaded at once. */
guint gst_cl_spectrogram_session_get_capacity (GstClSpectrogramSession *
    session);

/*
 * Makes n_frames of spectra from frame `first` of buffer on ready to be added.
 * They are read in place where they are in this device's memory.
 */
gboolean gst_cl_spectrogram_session_load (GstClSpectrogramSession * session,
    GstBuffer * buffer, guint first, guint n_frames, GError ** error);

/* Adds n_frames from frame `first` of those loaded, the first of which is
   `sample` samples after the first of all. */
gboolean gst_cl_spectrogram_session_add (GstClSpectrogramSession * session,
    guint first, guint n_frames, guint64 sample, GError ** error);

/* The picture as it is when `end` samples have passed; (transfer full). It is
   not waited for: mapping it does that. NULL with error. */
GstBuffer *gst_cl_spectrogram_session_draw (GstClSpectrogramSession * session,
    guint64 end, GError ** error);

/* Forgets all spectra. */
gboolean gst_cl_spectrogram_session_reset (GstClSpectrogramSession * session,
    GError ** error);

/* A picture was left out because it would have been late. */
void gst_cl_spectrogram_session_count_drop (GstClSpectrogramSession * session);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_SESSION_H */
