/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * output.c: pushes the buffers and caps of an element, posts its errors and
 * tells its latency.
 */
#include "private.h"

#include "opencl/error.h"

#define GST_CAT_DEFAULT (GST_CL_ELEMENT_GET_CLASS (self)->category)

/* ---- pushing ---- */

gboolean
gst_cl_output_is_flushing (GstClElement * self)
{
  return GST_PAD_IS_FLUSHING (self->srcpad)
      || g_atomic_int_get (&self->device.stopping);
}

GstFlowReturn
gst_cl_element_fail (GstClElement * self, GError ** error)
{
  if (g_atomic_int_get (&self->device.stopping))
    g_clear_error (error);
  if (*error && g_error_matches (*error, GST_CORE_ERROR,
          GST_CORE_ERROR_NEGOTIATION) && gst_cl_output_is_flushing (self)) {
    GST_DEBUG_OBJECT (self, "no refusal, for pads are flushing: %s",
        (*error)->message);
    g_clear_error (error);
    gst_pad_mark_reconfigure (self->srcpad);
    return GST_FLOW_FLUSHING;
  }
  if (!*error)
    return GST_FLOW_FLUSHING;
  GST_CL_ELEMENT_ERROR (self, *error);
  gst_cl_element_unconfigure (self);
  return GST_FLOW_ERROR;
}

GstFlowReturn
gst_cl_element_push (GstClElement * self, GstBuffer * buffer)
{
  GstFlowReturn flow;

  /* upstream, a multiqueue among them, may send more, and so does a drain */
  if (self->is_satisfied) {
    gst_buffer_unref (buffer);
    return GST_FLOW_EOS;
  }
  GST_LOG_OBJECT (self, "pushing %" GST_PTR_FORMAT, buffer);
  self->n_processed++;
  flow = gst_pad_push (self->srcpad, buffer);
  self->is_satisfied = flow == GST_FLOW_EOS;
  return flow;
}

GstFlowReturn
gst_cl_output_allocate (GstClElement * self)
{
  const GstClElementFunctions *functions =
      gst_cl_element_get_functions (self);
  GError *error = NULL;

  if (!functions->allocate
      || functions->allocate (self, self->output, &error))
    return GST_FLOW_OK;
  return gst_cl_element_fail (self, &error);
}

GstFlowReturn
gst_cl_output_push_caps (GstClElement * self)
{
  GstCaps *current = gst_pad_get_current_caps (self->srcpad);
  gboolean same = current && gst_caps_is_equal (current, self->output);

  gst_clear_caps (&current);
  if (same || gst_pad_push_event (self->srcpad,
          gst_event_new_caps (self->output)))
    return gst_cl_output_allocate (self);
  /* the pad keeps them and sends them on after the flush */
  gst_pad_mark_reconfigure (self->srcpad);
  return GST_PAD_IS_EOS (self->srcpad) ? GST_FLOW_EOS : GST_FLOW_FLUSHING;
}

/* ---- caps of the output ---- */

GstCaps *
gst_cl_element_choose_caps (GstClElement * self, GstCaps * ours,
    const gchar * what, GError ** error)
{
  GstCaps *peer = gst_pad_peer_query_caps (self->srcpad, ours);
  GstCaps *caps = gst_caps_intersect_full (ours, peer,
      GST_CAPS_INTERSECT_FIRST);
  g_autofree gchar *taken = NULL;

  gst_caps_unref (ours);
  gst_caps_unref (peer);
  if (!gst_caps_is_empty (caps))
    return gst_caps_fixate (gst_caps_truncate (caps));
  gst_caps_unref (caps);
  peer = gst_pad_peer_query_caps (self->srcpad, NULL);
  taken = gst_caps_to_string (peer);
  gst_caps_unref (peer);
  g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
      "What follows does not take %s, but %s", what, taken);
  return NULL;
}

/* ---- time ---- */

void
gst_cl_element_set_latency (GstClElement * self, GstClockTime latency)
{
  gboolean changed;

  GST_OBJECT_LOCK (self);
  changed = self->latency != latency;
  self->latency = latency;
  GST_OBJECT_UNLOCK (self);
  if (changed)
    gst_element_post_message (GST_ELEMENT (self),
        gst_message_new_latency (GST_OBJECT (self)));
}

void
gst_cl_element_set_frame_duration (GstClElement * self, GstClockTime duration)
{
  GST_OBJECT_LOCK (self);
  self->frame_duration = duration;
  GST_OBJECT_UNLOCK (self);
}

void
gst_cl_output_take_qos (GstClElement * self, gdouble proportion,
    GstClockTimeDiff late, GstClockTime time)
{
  GST_OBJECT_LOCK (self);
  self->proportion = proportion;
  if (!GST_CLOCK_TIME_IS_VALID (time))
    self->earliest = GST_CLOCK_TIME_NONE;
  else if (late > 0)
    /* twice the lateness, so that there is time to catch up */
    self->earliest = time + 2 * late + self->frame_duration;
  else
    self->earliest = time < (GstClockTime) - late ? 0 : time + late;
  GST_OBJECT_UNLOCK (self);
}

gboolean
gst_cl_element_is_late (GstClElement * self, GstClockTime begin,
    GstClockTime end)
{
  GstClockTime earliest, running;
  GstMessage *message;
  gdouble proportion;

  if (self->segment.format != GST_FORMAT_TIME)
    return FALSE;
  GST_OBJECT_LOCK (self);
  earliest = self->earliest;
  proportion = self->proportion;
  GST_OBJECT_UNLOCK (self);
  running = gst_segment_to_running_time (&self->segment, GST_FORMAT_TIME, end);
  if (!GST_CLOCK_TIME_IS_VALID (earliest)
      || !GST_CLOCK_TIME_IS_VALID (running) || running > earliest)
    return FALSE;
  self->n_dropped++;
  message = gst_message_new_qos (GST_OBJECT (self), FALSE, running,
      gst_segment_to_stream_time (&self->segment, GST_FORMAT_TIME, begin),
      begin, end - begin);
  gst_message_set_qos_values (message, GST_CLOCK_DIFF (running, earliest),
      proportion, 1000000);
  gst_message_set_qos_stats (message, GST_FORMAT_BUFFERS, self->n_processed,
      self->n_dropped);
  gst_element_post_message (GST_ELEMENT (self), message);
  return TRUE;
}

GstFlowReturn
gst_cl_output_skip (GstClElement * self, GstBuffer * buffer)
{
  GstClockTime pts = GST_BUFFER_PTS (buffer);

  if (GST_CLOCK_TIME_IS_VALID (pts))
    gst_pad_push_event (self->srcpad, gst_event_new_gap (pts,
            GST_BUFFER_DURATION (buffer)));
  gst_buffer_unref (buffer);
  return GST_FLOW_OK;
}
