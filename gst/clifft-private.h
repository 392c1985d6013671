/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clifft-private.h: the instance, shared by clifft.c and clifft-stream.c
 * alone.
 */
#ifndef GST_CL_IFFT_PRIVATE_H
#define GST_CL_IFFT_PRIVATE_H

#include "clifft.h"
#include "clifft-session.h"

G_BEGIN_DECLS

GST_DEBUG_CATEGORY_EXTERN (gst_cl_ifft_debug);

struct _GstClIfft
{
  GstElement parent;

  GstPad *sinkpad, *srcpad;

  /* guarded by the object lock */
  gchar *device;
  gint effort, schedule;        /* clfft_effort, clfft_schedule */
  GstClockTime latency;
  GstOpenCLContext *context;    /* changed in state changes alone */
  GstClIfftSession *session;    /* likewise */

  gint stopping;                /* atomic: plan creation is to give up */

  /* streaming thread */
  GstClDeframing *deframing;
  GstCaps *refused;             /* caps that were told to be wrong, or NULL */
  GstSegment segment;
  gboolean have_segment;
};

/* The sink pad's functions. */
GstFlowReturn gst_cl_ifft_chain (GstPad * pad, GstObject * parent,
    GstBuffer * buffer);
gboolean gst_cl_ifft_sink_event (GstPad * pad, GstObject * parent,
    GstEvent * event);

/* Forgets samples and the segment. */
void gst_cl_ifft_forget_stream (GstClIfft * self);

G_END_DECLS

#endif /* GST_CL_IFFT_PRIVATE_H */
