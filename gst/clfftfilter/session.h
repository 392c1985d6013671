/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.h: the work of clfftfilter on its device: one convolution, or two
 * while one fades into the other, and the input that they are fed with.
 *
 * Frames of a stretch are counted from its start. Output frame i has the time
 * of input frame i; it can be made when the input has come as far as i plus the
 * latency, or when the stretch has ended, and is followed by the tail of the
 * response.
 *
 * One thread at a time, but for gst_cl_fft_filter_session_get_stats().
 */
#ifndef GST_CL_FFT_FILTER_SESSION_H
#define GST_CL_FFT_FILTER_SESSION_H

#include "audio/framing.h"
#include "config.h"
#include "element/session.h"

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
 * GstClFilterPlace:
 * @GST_CL_FILTER_PLACE_NEXT: behind what came so far
 * @GST_CL_FILTER_PLACE_HOLE: behind a hole that the tail reaches into, which
 *     was filled with silence
 * @GST_CL_FILTER_PLACE_ELSEWHERE: in another stretch
 *
 * Where input belongs.
 */
typedef enum
{
  GST_CL_FILTER_PLACE_NEXT,
  GST_CL_FILTER_PLACE_HOLE,
  GST_CL_FILTER_PLACE_ELSEWHERE,
} GstClFilterPlace;

/* Takes the next frames of framing, which has some ready, and says where they
   belong. FALSE with error. The frames are not part of the stretch before
   gst_cl_fft_filter_session_append(). */
gboolean gst_cl_fft_filter_session_take (GstClFftFilterSession * session,
    GstClFraming * framing, GstClFilterPlace * place, GError ** error);
gboolean gst_cl_fft_filter_session_append (GstClFftFilterSession * session,
    GError ** error);

/* The stretch has ended: its tail can be made. */
void gst_cl_fft_filter_session_end (GstClFftFilterSession * session);
/* Forgets the stretch. */
void gst_cl_fft_filter_session_forget (GstClFftFilterSession * session);

/* Makes the next buffer of output; *buffer is NULL if none can be made yet, or
   the ended stretch has no more. FALSE with error. */
gboolean gst_cl_fft_filter_session_step (GstClFftFilterSession * session,
    GstBuffer ** buffer, GError ** error);

G_END_DECLS

#endif /* GST_CL_FFT_FILTER_SESSION_H */
