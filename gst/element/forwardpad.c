/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* forwardpad.c: see forwardpad.h. */
#include "forwardpad.h"

#include "opencl/debug.h"

gboolean
gst_cl_forward_pad_src_event (GstPad * pad, GstObject * parent,
    GstEvent * event)
{
  gdouble rate;

  if (GST_EVENT_TYPE (event) == GST_EVENT_SEEK) {
    gst_event_parse_seek (event, &rate, NULL, NULL, NULL, NULL, NULL, NULL);
    if (rate < 0) {
      GST_WARNING_OBJECT (parent, "refusing a seek: reverse playback is not "
          "supported (rate %g, must be above 0)", rate);
      gst_event_unref (event);
      return FALSE;
    }
  }
  return gst_pad_event_default (pad, parent, event);
}

gboolean
gst_cl_forward_pad_check (GstElement * element, const GstSegment * segment,
    const GstSegment * last)
{
  if (segment->rate >= 0)
    return TRUE;
  if (!gst_segment_is_equal (segment, last))
    GST_ELEMENT_ERROR (element, STREAM, NOT_IMPLEMENTED,
        ("Reverse playback is not supported: the segment's rate is %g, but "
            "must be above 0", segment->rate), (NULL));
  return FALSE;
}

gboolean
gst_cl_forward_pad_push_segment (GstPad * srcpad, GstEvent * event)
{
  const GstSegment *segment;
  GstSegment timed;
  GstEvent *forward;

  gst_event_parse_segment (event, &segment);
  if (segment->format == GST_FORMAT_TIME)
    return gst_pad_push_event (srcpad, event);
  gst_segment_init (&timed, GST_FORMAT_TIME);
  forward = gst_event_new_segment (&timed);
  gst_event_set_seqnum (forward, gst_event_get_seqnum (event));
  gst_event_unref (event);
  return gst_pad_push_event (srcpad, forward);
}

void
gst_cl_forward_pad_set_latency (GstElement * element, GstClockTime * own,
    GstClockTime latency)
{
  gboolean changed;

  GST_OBJECT_LOCK (element);
  changed = *own != latency;
  *own = latency;
  GST_OBJECT_UNLOCK (element);
  if (changed)
    gst_element_post_message (element,
        gst_message_new_latency (GST_OBJECT (element)));
}

gboolean
gst_cl_forward_pad_query_latency (GstElement * element, GstPad * sinkpad,
    const GstClockTime * own, GstQuery * query)
{
  GstClockTime min, max, latency;
  gboolean live;

  GST_OBJECT_LOCK (element);
  latency = *own;
  GST_OBJECT_UNLOCK (element);
  if (!gst_pad_peer_query (sinkpad, query))
    return FALSE;
  gst_query_parse_latency (query, &live, &min, &max);
  min += latency;
  if (GST_CLOCK_TIME_IS_VALID (max))
    max += latency;
  gst_query_set_latency (query, live, min, max);
  return TRUE;
}
