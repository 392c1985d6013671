/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session-private.h: the session, shared by two files:
 *
 *   session  makes it; spectra become levels
 *   draw     levels become pictures
 */
#ifndef GST_CL_SPECTROGRAM_SESSION_PRIVATE_H
#define GST_CL_SPECTROGRAM_SESSION_PRIVATE_H

#include "element/commands/source.h"
#include "element/spectra/numbers.h"
#include "session.h"
#include "sharpen.h"
#include "drawing/curves.h"
#include "drawing/repeats.h"
#include "drawing/top.h"

G_BEGIN_DECLS

struct _GstClSpectrogramSession
{
  GstClSession base;
  GstClStftSession *transforms;

  GstClSpectrogramConfig *config;
  clfft_picture *picture;
  clfft_sharpen *sharpen;       /* nullable */
  GstMemory *sharp;             /* frames that come out of it */
  cl_event sharpened;           /* the last command of it */
  GstClNumbers numbers;
  GstClCurves *curves;          /* of mode=transfer, else NULL */
  gdouble delay;                /* of these; under the base's lock */
  GstClTop *top;                /* of auto-range, else NULL */
  gsize frame_size;             /* bytes in single precision */
  guint capacity;               /* frames in staging memory */

  /* the frames that are loaded */
  GstClSource loaded;
  guint first_loaded;

  GstBufferPool *repeats;       /* of pictures that are shown again */
  GstBuffer *kept;              /* the picture, if it is as it was drawn for
                                   kept_column; else NULL */
  guint64 kept_column;
  GstBufferPool *sink_pool;     /* downstream's, or NULL */
  gboolean only_theirs;         /* caps ask for dma-bufs, which are downstream's */
  GstVideoInfo placed;          /* how components lie in each output buffer */

  cl_event changed;             /* the last command that changed or read the
                                   picture's levels */
};

/* Adds frames of a memory to the picture. */
gboolean gst_cl_spectrogram_session_add_levels (GstClSpectrogramSession *
    session, GstOpenCLMemory * levels, guint first, guint n_frames,
    guint64 sample, GError ** error);

/* Shows the range that auto-range has come to. */
gboolean gst_cl_spectrogram_session_follow (GstClSpectrogramSession * session,
    GError ** error);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_SESSION_PRIVATE_H */
