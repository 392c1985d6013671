/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * stream.c: the sink pad of clifft: caps, buffers and events, and whose
 * they are: audio's (audio/stream.c) or video's
 * (video/stream.c). Everything here runs on the streaming thread.
 */
#include "private.h"

#include "opencl/error.h"
#include "element/forwardpad.h"

#define GST_CAT_DEFAULT gst_cl_ifft_debug

void
gst_cl_ifft_unconfigure (GstClIfft * self)
{
  gst_cl_ifft_session_unconfigure (self->session);
  gst_cl_ifft_video_session_unconfigure (self->video);
}

GstFlowReturn
gst_cl_ifft_fail (GstClIfft * self, GError ** error)
{
  GstFlowReturn flow = GST_CL_ELEMENT_FAIL (self, &self->device.stopping,
      error);

  if (flow == GST_FLOW_ERROR) {
    self->failed = TRUE;
    gst_cl_ifft_unconfigure (self);
  }
  return flow;
}

/* ---- negotiation ---- */

void
gst_cl_ifft_fill_plan_params (GstClIfft * self, GstClProgress * progress,
    clfft_plan_params * params)
{
  const clfft_plan_params defaults = { .progress = gst_cl_progress_update };

  *params = defaults;
  params->progress_data = progress;
  GST_OBJECT_LOCK (self);
  params->effort = self->effort;
  params->schedule = self->schedule;
  GST_OBJECT_UNLOCK (self);
}

GstCaps *
gst_cl_ifft_choose_caps (GstClIfft * self, GstCaps * ours,
    const gchar * what, GError ** error)
{
  GstCaps *peer = gst_pad_peer_query_caps (self->srcpad, ours);
  GstCaps *caps = gst_caps_intersect_full (ours, peer,
      GST_CAPS_INTERSECT_FIRST);
  gchar *taken;

  gst_caps_unref (ours);
  gst_caps_unref (peer);
  if (!gst_caps_is_empty (caps))
    return gst_caps_fixate (gst_caps_truncate (caps));
  gst_caps_unref (caps);
  peer = gst_pad_peer_query_caps (self->srcpad, NULL);
  taken = gst_caps_to_string (peer);
  g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
      "What follows does not take %s, but %s", what, taken);
  g_free (taken);
  gst_caps_unref (peer);
  return NULL;
}

gboolean
gst_cl_ifft_push_caps (GstClIfft * self, GstCaps * caps, GError ** error)
{
  GstCaps *current = gst_pad_get_current_caps (self->srcpad);
  gboolean same = current && gst_caps_is_equal (current, caps);

  gst_clear_caps (&current);
  if (same || gst_pad_push_event (self->srcpad, gst_event_new_caps (caps)))
    return TRUE;
  g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
      "What follows refused %s",
      gst_structure_get_string (gst_caps_get_structure (caps, 0), "format"));
  return FALSE;
}

/* Spectra of one kind after those of the other. */
static gboolean
change_kind (GstClIfft * self, gboolean to_video)
{
  GstFlowReturn flow = GST_FLOW_OK;

  if (to_video && gst_cl_ifft_audio_is_active (self))
    flow = gst_cl_ifft_audio_drain (self, NULL);
  else if (!to_video && gst_cl_ifft_video_is_active (self))
    flow = gst_cl_ifft_video_drain (self, NULL);
  else
    return TRUE;
  gst_cl_ifft_unconfigure (self);
  return flow == GST_FLOW_OK;
}

static gboolean
set_info (GstClIfft * self, GstCaps * caps, GError ** error)
{
  GError *reason = NULL;
  GstFourierInfo info;
  gboolean is_video;

  if (!gst_fourier_info_from_caps (&info, caps, &reason)) {
    gst_cl_set_settings_error (error, "The spectra cannot be read: %s",
        reason->message);
    g_clear_error (&reason);
    if (change_kind (self, TRUE) && change_kind (self, FALSE))
      return FALSE;
    g_clear_error (error);
    return FALSE;
  }
  is_video = gst_fourier_info_get_source_video (&info) != NULL;
  if (!change_kind (self, is_video))
    return FALSE;
  return is_video ? gst_cl_ifft_video_set_info (self, &info, error)
      : gst_cl_ifft_audio_set_info (self, &info, error);
}

static gboolean
set_caps (GstClIfft * self, GstCaps * caps)
{
  GError *error = NULL;

  /* refused caps come again with each event: one message is enough */
  if (self->refused && gst_caps_is_equal (self->refused, caps))
    return FALSE;
  gst_clear_caps (&self->refused);
  self->failed = FALSE;
  if (set_info (self, caps, &error))
    return TRUE;
  if (error) {
    gst_cl_ifft_fail (self, &error);
    gst_cl_ifft_unconfigure (self);
  }
  if (self->failed)
    self->refused = gst_caps_ref (caps);
  return FALSE;
}

/* ---- the stream ---- */

gboolean
gst_cl_ifft_map_spectra (const GstFourierInfo * info, GstBuffer * buffer,
    GstMapInfo * map, guint * n_frames, GError ** error)
{
  gsize size = gst_buffer_get_size (buffer);

  if (!gst_fourier_info_count_frames (info, size, n_frames)) {
    g_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
        "A buffer has %" G_GSIZE_FORMAT " bytes, but must be a whole number of "
        "frames of %" G_GSIZE_FORMAT " bytes (%u channels of %u bins)", size,
        gst_fourier_info_get_frame_size (info), info->channels,
        gst_fourier_info_get_n_points (info));
    return FALSE;
  }
  return gst_opencl_buffer_map_host (buffer, map, GST_MAP_READ, error);
}

GstFlowReturn
gst_cl_ifft_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstClIfft *self = GST_CL_IFFT (parent);
  gboolean is_video = gst_cl_ifft_video_is_active (self);
  GstFlowReturn flow;

  if (!is_video && !gst_cl_ifft_audio_is_active (self))
    flow = gst_pad_has_current_caps (pad) || self->refused ? GST_FLOW_ERROR
        : GST_FLOW_NOT_NEGOTIATED;
  else if (self->segment.rate < 0)
    flow = GST_FLOW_ERROR;
  else
    flow = is_video ? gst_cl_ifft_video_receive (self, buffer)
        : gst_cl_ifft_audio_receive (self, buffer);
  gst_buffer_unref (buffer);
  return flow;
}

/* ---- events ---- */

static void
drain (GstClIfft * self)
{
  if (gst_cl_ifft_video_is_active (self))
    gst_cl_ifft_video_drain (self, NULL);
  else if (gst_cl_ifft_audio_is_active (self))
    gst_cl_ifft_audio_drain (self, NULL);
}

static gboolean
set_segment (GstClIfft * self, GstEvent * event)
{
  const GstSegment *segment;

  gst_event_parse_segment (event, &segment);
  if (!gst_cl_forward_pad_check (GST_ELEMENT (self), segment, &self->segment)) {
    self->segment = *segment;
    gst_event_unref (event);
    return FALSE;
  }
  if (self->have_segment && !gst_segment_is_equal (segment, &self->segment))
    drain (self);
  self->segment = *segment;
  self->have_segment = TRUE;
  gst_cl_deframing_set_segment (self->deframing, segment);
  if (self->video)
    gst_cl_picture_place_set_segment
        (gst_cl_ifft_video_session_get_place (self->video), segment);
  return gst_cl_forward_pad_push_segment (self->srcpad, event);
}

static gboolean
handle_gap (GstClIfft * self, GstEvent * event)
{
  if (gst_cl_ifft_video_is_active (self))
    return gst_cl_ifft_video_handle_gap (self, event);
  if (gst_cl_ifft_audio_is_active (self))
    return gst_cl_ifft_audio_handle_gap (self, event);
  return gst_pad_push_event (self->srcpad, event);
}

void
gst_cl_ifft_forget_stream (GstClIfft * self)
{
  gst_cl_deframing_flush (self->deframing);
  if (self->video)
    gst_cl_ifft_video_session_flush (self->video);
  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
  self->have_segment = FALSE;
}

gboolean
gst_cl_ifft_sink_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  GstClIfft *self = GST_CL_IFFT (parent);
  GstCaps *caps;
  gboolean done;

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_CAPS:
      gst_event_parse_caps (event, &caps);
      done = set_caps (self, caps);
      gst_event_unref (event);
      return done;
    case GST_EVENT_SEGMENT:
      return set_segment (self, event);
    case GST_EVENT_GAP:
      return handle_gap (self, event);
    case GST_EVENT_EOS:
      drain (self);
      return gst_pad_push_event (self->srcpad, event);
    case GST_EVENT_FLUSH_STOP:
      gst_cl_ifft_forget_stream (self);
      return gst_pad_event_default (pad, parent, event);
    default:
      return gst_pad_event_default (pad, parent, event);
  }
}
