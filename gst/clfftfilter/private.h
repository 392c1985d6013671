/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h: what the files of the session share.
 *
 *   session.c   making, settings, changes
 *   run.c       frames in, frames out
 */
#ifndef GST_CL_FFT_FILTER_PRIVATE_H
#define GST_CL_FFT_FILTER_PRIVATE_H

#include "convolution.h"
#include "history.h"
#include "loader.h"
#include "session.h"

G_BEGIN_DECLS

struct _GstClFftFilterSession
{
  GstClSession base;

  GstClElement *element;
  GstClFilterLoader *loader;
  GstClFftFilterConfig *config; /* NULL: not configured */
  GstAudioInfo out;
  GstAllocator *allocator;      /* of output, nullable */
  GstAllocationParams allocation;

  /* made with the first input */
  guint max_frames, typical_frames;
  GstClSamples *reader, *writer;
  GstClHistory *history;
  GstMemory *output;            /* max_frames */
  GstClConvolution *current;
  GstClConvolution *next;       /* that current fades into, or NULL */
  guint64 faded, fade;          /* frames */
  GstClFftFilterSettings *in_force;     /* of next, else of current */
  GstClFftFilterSettings *request; /* that was asked for last */
  GstClFilterJob *ready;        /* that waits until next is in use, or NULL */
  guint64 n_asked;              /* changes of the request */
  GstClResponse *response;      /* of in_force */

  /* the run */
  GstClFilterRun run;
  gboolean discont;             /* of the next buffer */
  guint64 content;              /* the next frame of output */
};

static inline gsize
gst_cl_fft_filter_session_get_number_size (const GstClFftFilterSession *
    session)
{
  return session->config->precision == CLFFT_PRECISION_DOUBLE
      ? sizeof (gdouble) : sizeof (gfloat);
}

/* The fade is over, or there is nothing to fade. */
void gst_cl_fft_filter_session_end_fade (GstClFftFilterSession * session);

G_END_DECLS

#endif /* GST_CL_FFT_FILTER_PRIVATE_H */
