/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.h: the work of clfftfilter on its device: one convolution, or two
 * while one fades into the other, and the input that they are fed with.
 *
 * Frames of a run are counted from its start. Output frame i has the time of
 * input frame i; it can be made when the input has come as far as i plus the
 * latency, in which the delay is that is taken off, or when the run has ended, and
 * is followed by the tail of the response.
 *
 * One thread at a time, but for gst_cl_fft_filter_session_get_stats().
 */
#ifndef GST_CL_FFT_FILTER_SESSION_H
#define GST_CL_FFT_FILTER_SESSION_H

#include "config.h"
#include "element/session.h"
#include "element/timeline.h"
#include "history.h"

G_BEGIN_DECLS

/* Begins with a GstClSession. */
typedef struct _GstClFftFilterSession GstClFftFilterSession;

/* Functions of a GstClElementClass. */
gpointer gst_cl_fft_filter_session_open (GstClElement * element,
    GError ** error);
void gst_cl_fft_filter_session_unconfigure (gpointer session);
void gst_cl_fft_filter_session_close (gpointer session);
void gst_cl_fft_filter_session_get_stats (gpointer session,
    GstStructure * stats);

/* ---- shapes ---- */

/* Takes config in any case. caps are those of the output. What is convolved
   goes on if the channels and the format are the same. */
gboolean gst_cl_fft_filter_session_configure (GstClFftFilterSession * session,
    GstClFftFilterConfig * config, GstCaps * caps, GError ** error);

/* Makes a config for settings: of the response in use, as far as it is. */
GstClFftFilterConfig *gst_cl_fft_filter_session_plan (GstClFftFilterSession *
    session, GstClElement * element, gconstpointer settings, GError ** error);

/* Asks for what the settings say, if that is not in use or asked for. */
gboolean gst_cl_fft_filter_session_follow (GstClFftFilterSession * session,
    gconstpointer settings, GError ** error);

/* Puts what was asked for into use once it is there. What could not be made is
   posted as a warning. */
gboolean gst_cl_fft_filter_session_poll (GstClFftFilterSession * session,
    GError ** error);

/* Of the output in frames; what is asked for does not count yet. */
guint64 gst_cl_fft_filter_session_get_latency (GstClFftFilterSession *
    session);

/* Sets what buffers are made with: allocator is nullable. */
void gst_cl_fft_filter_session_set_allocator (GstClFftFilterSession * session,
    GstAllocator * allocator, const GstAllocationParams * params);

/* ---- the stream ---- */

/**
 * GstClFilterRun:
 * @GST_CL_FILTER_RUN_NONE: has not begun
 * @GST_CL_FILTER_RUN_OPEN: goes on
 * @GST_CL_FILTER_RUN_RINGS: has ended, and its tail can be made
 * @GST_CL_FILTER_RUN_CUT: has ended, and what was held back can be made
 */
typedef enum
{
  GST_CL_FILTER_RUN_NONE,
  GST_CL_FILTER_RUN_OPEN,
  GST_CL_FILTER_RUN_RINGS,
  GST_CL_FILTER_RUN_CUT,
} GstClFilterRun;

/* Makes the first convolution, by the settings of this moment, if there is none;
   n_frames: of a first buffer; G_MAXUINT64: unknown. */
gboolean gst_cl_fft_filter_session_prepare (GstClFftFilterSession * session,
    guint64 n_frames, GError ** error);

/* Frames of memory in front of what is made: the longest of those in use. */
guint64 gst_cl_fft_filter_session_get_tail (const GstClFftFilterSession *
    session);

/* Begins a run, or ends it, or forgets it. */
void gst_cl_fft_filter_session_set_run (GstClFftFilterSession * session,
    GstClFilterRun run);

gboolean gst_cl_fft_filter_session_has_run (const GstClFftFilterSession *
    session);

/* Appends at most *n frames to the run, from frame `first` of the input on
   (NULL: silence); *n: how many. FALSE with error. */
gboolean gst_cl_fft_filter_session_append (GstClFftFilterSession * session,
    const GstClHistoryInput * input, guint64 first, guint64 * n,
    GError ** error);

/* The next buffer has DISCONT. */
void gst_cl_fft_filter_session_mark_discont (GstClFftFilterSession * session);

/* Fills in what reads the buffer's frames, and maps it; FALSE with error. */
gboolean gst_cl_fft_filter_session_map (GstClFftFilterSession * session,
    GstBuffer * buffer, GstMapInfo * map, GstClHistoryInput * input,
    GError ** error);

/* Makes the next buffer of output, whose frames have the times of the line;
   *buffer is NULL if none can be made yet, or the ended run has no more. FALSE
   with error. */
gboolean gst_cl_fft_filter_session_step (GstClFftFilterSession * session,
    const GstClTimeline * line, GstBuffer ** buffer, GError ** error);

G_END_DECLS

#endif /* GST_CL_FFT_FILTER_SESSION_H */
