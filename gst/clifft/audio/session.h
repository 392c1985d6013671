/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * audio/session.h: the work of clifft for audio. The transform and the pool of
 * output buffers are made once for each format; after that, turning spectra
 * into samples allocates nothing.
 *
 * One thread at a time.
 */
#ifndef GST_CL_IFFT_SESSION_H
#define GST_CL_IFFT_SESSION_H

#include "bands.h"
#include "config.h"
#include "clifft/transform.h"

G_BEGIN_DECLS

/**
 * GstClIfftSession:
 * @transform: the element's
 * @config: (nullable): if it is configured
 * @capacity: samples per channel in a buffer
 * @values: as many tuples
 *
 * Zeros but for the transform at the start; unconfigured at the end.
 */
typedef struct
{
  GstClIfftTransform *transform;
  GstClIfftConfig *config;
  /* private */
  GstClIfftBands *bands;        /* of constant-Q streams */
  GstAudioInfo audio;
  GstBufferPool *pool;
  gsize capacity;
  gdouble *values;
} GstClIfftSession;

/* Replaces the previous configuration, and takes config in any case. Only
   schedule and effort of params are read. On failure nothing is configured. */
gboolean gst_cl_ifft_session_configure (GstClIfftSession * session,
    GstClIfftConfig * config, const clfft_plan_params * params,
    GstClProgress * progress, GError ** error);

/* Sets the format of output buffers from now on. */
gboolean gst_cl_ifft_session_set_output (GstClIfftSession * session,
    const GstAudioInfo * audio, GstCaps * caps, GError ** error);

/* Frees what was configured. */
void gst_cl_ifft_session_unconfigure (GstClIfftSession * session);

/* Transforms n_frames of spectra (at most the config's max_frames), as they are
   stored, and adds them to deframing. NULL: silence; nothing is transformed. */
gboolean gst_cl_ifft_session_run (GstClIfftSession * session,
    const guint8 * spectra, guint n_frames, GstClDeframing * deframing,
    GError ** error);

/* Adds what is still held: before a run is drained. */
gboolean gst_cl_ifft_session_finish (GstClIfftSession * session,
    GstClDeframing * deframing, GError ** error);
/* Forgets it. */
void gst_cl_ifft_session_reset (GstClIfftSession * session);

/* (transfer full): the samples that are ready, or as many as a buffer holds;
   NULL without error if there are none. */
GstBuffer *gst_cl_ifft_session_take (GstClIfftSession * session,
    GstClDeframing * deframing, GError ** error);

G_END_DECLS

#endif /* GST_CL_IFFT_SESSION_H */
