/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * stream.h: the one machine for what comes down a stream, for element.c alone;
 * subclasses have its half of element.h. docs/streams.md tells what it does at
 * each event in each state.
 */
#ifndef GST_CL_STREAM_H
#define GST_CL_STREAM_H

#include "element.h"

G_BEGIN_DECLS

/* The pads' functions. */
GstFlowReturn gst_cl_stream_chain (GstPad * pad, GstObject * parent,
    GstBuffer * buffer);
gboolean gst_cl_stream_sink_event (GstPad * pad, GstObject * parent,
    GstEvent * event);
gboolean gst_cl_stream_src_event (GstPad * pad, GstObject * parent,
    GstEvent * event);

/* After PAUSED -> READY: forgets all that came and gives back the shape. */
void gst_cl_stream_stop (GstClElement * self);

G_END_DECLS

#endif /* GST_CL_STREAM_H */
