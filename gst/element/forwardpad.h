/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * forwardpad.h: what the pads of elements share that work forward in time,
 * whatever goes in, and delay what comes out.
 */
#ifndef GST_CL_FORWARD_PAD_H
#define GST_CL_FORWARD_PAD_H

#include <gst/gst.h>

G_BEGIN_DECLS

/* A GstPadEventFunction of source pads: refuses seeks backwards. */
gboolean gst_cl_forward_pad_src_event (GstPad * pad, GstObject * parent,
    GstEvent * event);

/*
 * Is the segment's rate above 0? If not, the element's error message says so,
 * once: the event comes again with each buffer, so nothing is posted for a
 * segment that is equal to the last one.
 */
gboolean gst_cl_forward_pad_check (GstElement * element,
    const GstSegment * segment, const GstSegment * last);

/* Pushes a SEGMENT event (transfer full); where its format is not time, one
   from 0 in time instead. */
gboolean gst_cl_forward_pad_push_segment (GstPad * srcpad, GstEvent * event);

/* Of the next two, `own` is the element's latency, under its object lock. */

/* Writes the latency, and says on the bus if it is another one. */
void gst_cl_forward_pad_set_latency (GstElement * element,
    GstClockTime * own, GstClockTime latency);

/* Answers LATENCY: what the peer of sinkpad says, and *own on top. */
gboolean gst_cl_forward_pad_query_latency (GstElement * element,
    GstPad * sinkpad, const GstClockTime * own, GstQuery * query);

G_END_DECLS

#endif /* GST_CL_FORWARD_PAD_H */
