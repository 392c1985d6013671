/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * convolution.h: a convolver of the engine and the place in the run where
 * it is. It takes its input from the history, so that it may begin anywhere,
 * and go beside another one whose latency is another.
 *
 * With a latency of l, what it gives when it takes input frame i is output
 * frame i - l. The first @delay frames that the convolver makes are left out: the
 * next is output frame 0, and the latency is that of the convolver and the delay.
 *
 * One thread at a time.
 */
#ifndef GST_CL_CONVOLUTION_H
#define GST_CL_CONVOLUTION_H

#include "clfft/convolver.h"
#include "element/session.h"
#include "history.h"
#include "response/response.h"

G_BEGIN_DECLS

/**
 * GstClConvolutionParams:
 * @response: its channels as the engine has them
 * @n_inputs, @n_outputs: channels
 * @latency: frames, of the convolver
 * @delay: frames of the response that are taken off, fewer than it has
 * @max_frames: that are taken at once
 * @typical_frames: that are mostly taken
 * @precision: of numbers in the history and in what is given
 * @schedule, @effort: of plans
 */
typedef struct
{
  const GstClResponse *response;
  guint n_inputs, n_outputs;
  guint64 latency, delay;
  guint max_frames, typical_frames;
  clfft_precision precision;
  clfft_schedule schedule;
  clfft_effort effort;
} GstClConvolutionParams;

typedef struct
{
  clfft_convolver *convolver;
  guint n_inputs;
  gsize size;                   /* bytes of a number */
  guint64 n_taps, latency, delay;
  guint max_frames;
  guint64 run, position;    /* the input frame that it takes next */
} GstClConvolution;

/* Makes one, at the start of a run; NULL with error. */
GstClConvolution *gst_cl_convolution_new (GstClSession * session,
    const GstClConvolutionParams * params, GstClProgress * progress,
    GError ** error);
void gst_cl_convolution_free (GstClConvolution * self);

/* How many frames of memory it has in front of what it gives. */
guint64 gst_cl_convolution_get_tail (const GstClConvolution * self);
/* How many frames it gives behind the last one that it takes. */
guint64 gst_cl_convolution_get_rest (const GstClConvolution * self);

/* Goes to where the next frame that it gives is `content` of the run with
   that number: it goes on, or forgets what it has and takes as much of the
   history as that frame depends on, but nothing from input frame `end` on. The
   session's staging memory holds max_frames of input. */
gboolean gst_cl_convolution_go_to (GstClConvolution * self,
    GstClSession * session, GstClHistory * history, guint64 run,
    guint64 content, guint64 end, GError ** error);

/**
 * GstClRamp:
 * @from, @to: factors of the first frame and of the one behind the last
 */
typedef struct
{
  gdouble from, to;
} GstClRamp;

/**
 * GstClConvolutionOutput:
 * @memory: what is written to
 * @offset: of the first frame of the first channel, in numbers
 * @distance: from one channel to the next, in numbers
 * @ramp: (nullable): what the frames are multiplied by
 * @add: whether they are added to what is there
 */
typedef struct
{
  GstOpenCLMemory *memory;
  guint offset, distance;
  const GstClRamp *ramp;
  gboolean add;
} GstClConvolutionOutput;

/* Takes n frames, at most max_frames, and gives as many of each output;
   output: (nullable). */
gboolean gst_cl_convolution_run (GstClConvolution * self,
    GstClSession * session, GstClHistory * history, guint n,
    const GstClConvolutionOutput * output, GError ** error);

G_END_DECLS

#endif /* GST_CL_CONVOLUTION_H */
