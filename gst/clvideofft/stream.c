/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * stream.c: what streams through clvideofft: negotiation, pictures,
 * changes of settings, events. Everything here runs on the streaming thread.
 */
#include "private.h"

#include "opencl/error.h"
#include "element/forwardpad.h"
#include "element/progress.h"
#include "element/spectracaps.h"

#define GST_CAT_DEFAULT gst_cl_video_fft_debug

/* ---- frames ---- */

static gboolean
is_configured (GstClVideoFft * self)
{
  return self->session
      && gst_cl_video_fft_session_get_config (self->session) != NULL;
}

/*
 * Posts *error, clears it, and says what the streaming thread returns. Nothing
 * goes on after an error, so that there is one message and no frame of what
 * was refused.
 */
static GstFlowReturn
fail (GstClVideoFft * self, GError ** error)
{
  GstFlowReturn flow = GST_CL_ELEMENT_FAIL (self, &self->device.stopping,
      error);

  if (flow == GST_FLOW_ERROR)
    gst_cl_video_fft_session_unconfigure (self->session);
  return flow;
}

/* buffer: (nullable) (transfer full) */
static GstFlowReturn
push_frame (GstClVideoFft * self, GstBuffer * buffer)
{
  if (!buffer)
    return GST_FLOW_OK;
  GST_LOG_OBJECT (self, "pushing %" GST_PTR_FORMAT, buffer);
  return gst_pad_push (self->srcpad, buffer);
}

/* Ends the stretch of pictures; the frame that it leaves goes out, and who is
   to be told that the device failed is told. */
static GstFlowReturn
drain (GstClVideoFft * self, gboolean discont)
{
  GstBuffer *done = NULL;
  GError *error = NULL;
  GstFlowReturn flow;

  if (!is_configured (self))
    return GST_FLOW_OK;
  gst_cl_picture_window_end (self->window, discont);
  if (!gst_cl_video_fft_session_finish (self->session, self->window, &done,
          &error))
    return fail (self, &error);
  flow = push_frame (self, done);
  if (flow == GST_FLOW_OK
      && !gst_cl_video_fft_session_wait (self->session, &error))
    flow = fail (self, &error);
  return flow;
}

/* ---- negotiation ---- */

static gboolean
configure_session (GstClVideoFft * self, GstClVideoFftConfig * config,
    GstCaps * caps, GError ** error)
{
  GstClProgress progress =
      { GST_ELEMENT (self), &self->device.stopping, FALSE };
  gboolean done = gst_cl_video_fft_session_configure (self->session, config,
      caps, gst_cl_progress_update, &progress, error);

  gst_cl_progress_end (&progress, done);
  return done;
}

/* Downstream's wish was the only news, and it is what it was. */
static gboolean
is_as_before (GstClVideoFft * self, const GstClVideoFftSettings * settings,
    const GstVideoInfo * video, GstCaps * caps)
{
  GstCaps *current = gst_pad_get_current_caps (self->srcpad);
  gboolean same = current && is_configured (self)
      && gst_caps_is_equal (current, caps)
      && gst_video_info_is_equal (video, &self->video)
      && !gst_cl_video_fft_settings_differ (settings, &self->active);

  gst_clear_caps (&current);
  return same;
}

/* Takes config. The old shape's frames have gone, but for what is left. */
static GstFlowReturn
change_shape (GstClVideoFft * self, GstClVideoFftConfig * config,
    GstCaps * caps)
{
  const GstVideoInfo shown = config->shown;
  GstFlowReturn flow = drain (self, FALSE);
  GError *error = NULL;

  if (flow != GST_FLOW_OK) {
    gst_cl_video_fft_config_free (config);
    return flow;
  }
  self->video = config->picture.video;
  self->have_video = TRUE;
  self->active = config->settings;
  /* config is the session's from here on, and gone if it failed */
  if (!configure_session (self, config, caps, &error)
      || !gst_cl_picture_window_set_params (self->window, self->active.depth,
          self->active.temporal_hop, GST_VIDEO_INFO_FPS_N (&shown),
          GST_VIDEO_INFO_FPS_D (&shown), &error))
    return fail (self, &error);
  GST_DEBUG_OBJECT (self, "configured for %" GST_PTR_FORMAT, caps);
  if (!gst_pad_push_event (self->srcpad, gst_event_new_caps (caps)))
    return GST_FLOW_NOT_NEGOTIATED;
  gst_cl_forward_pad_set_latency (GST_ELEMENT (self), &self->latency,
      gst_cl_picture_window_get_latency (self->window));
  return GST_FLOW_OK;
}

/* Such caps come again with each event: one message is enough. */
static void
refuse (GstClVideoFft * self, const GstVideoInfo * video)
{
  self->refused = *video;
  self->have_refused = TRUE;
}

/* Makes everything for the settings of now and the input in video. */
static GstFlowReturn
configure (GstClVideoFft * self, const GstVideoInfo * video)
{
  GstClVideoFftSettings settings;
  GstClVideoFftConfig *config;
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;
  GstCaps *caps = NULL;

  gst_pad_check_reconfigure (self->srcpad);
  gst_cl_video_fft_get_settings (self, &settings);
  self->have_refused = FALSE;
  config = gst_cl_video_fft_config_new (&settings, video, &error);
  if (config)
    caps = gst_cl_spectra_caps_choose (self->srcpad, &config->info,
        gst_opencl_context_get_limits (self->device.context)->has_double,
        &error);
  if (!caps) {
    refuse (self, video);
    gst_cl_video_fft_config_free (config);
    return fail (self, &error);
  }
  if (is_as_before (self, &settings, video, caps))
    gst_cl_video_fft_config_free (config);
  else
    flow = change_shape (self, config, caps);
  gst_caps_unref (caps);
  return flow;
}

/* ---- the stream ---- */

/* Between two pictures: takes over what was set, or what downstream wants. */
static GstFlowReturn
follow_changes (GstClVideoFft * self)
{
  if (gst_pad_check_reconfigure (self->srcpad)
      || g_atomic_int_get (&self->settings_changed))
    return configure (self, &self->video);
  return GST_FLOW_OK;
}

static GstFlowReturn
process (GstClVideoFft * self, GstBuffer * buffer)
{
  GstFlowReturn flow = follow_changes (self);
  const GstClVideoFftConfig *config;
  GstClVideoField fields[GST_CL_VIDEO_MAX_FIELDS];
  GstBuffer *done = NULL;
  GError *error = NULL;
  guint i, n;

  if (flow == GST_FLOW_OK
      && gst_cl_picture_window_begins (self->window, buffer))
    flow = drain (self, TRUE);
  if (flow != GST_FLOW_OK)
    return flow;
  config = gst_cl_video_fft_session_get_config (self->session);
  n = gst_cl_video_fields_list (&self->video, config->has_fields, buffer,
      fields);
  for (i = 0; i < n && flow == GST_FLOW_OK; i++) {
    if (!gst_cl_video_fft_session_push (self->session, self->window, buffer,
            &fields[i], &done, &error))
      return fail (self, &error);
    flow = push_frame (self, done);
  }
  return flow;
}

GstFlowReturn
gst_cl_video_fft_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstClVideoFft *self = GST_CL_VIDEO_FFT (parent);
  GstFlowReturn flow = GST_FLOW_ERROR;

  if (!is_configured (self))
    flow = self->have_video ? GST_FLOW_ERROR : GST_FLOW_NOT_NEGOTIATED;
  else if (self->segment.rate >= 0)
    flow = process (self, buffer);
  gst_buffer_unref (buffer);
  return flow;
}

/* ---- events ---- */

static gboolean
set_caps (GstClVideoFft * self, GstCaps * caps)
{
  GstVideoInfo video;
  GstFlowReturn flow;

  if (!gst_video_info_from_caps (&video, caps)) {
    GST_ERROR_OBJECT (self, "no video format: %" GST_PTR_FORMAT, caps);
    return FALSE;
  }
  if (self->have_video && is_configured (self)
      && gst_video_info_is_equal (&video, &self->video))
    return TRUE;
  if (self->have_refused && !g_atomic_int_get (&self->settings_changed)
      && gst_video_info_is_equal (&video, &self->refused))
    return FALSE;
  flow = drain (self, FALSE);
  if (flow == GST_FLOW_OK)
    flow = configure (self, &video);
  if (flow == GST_FLOW_ERROR)
    refuse (self, &video);
  return flow == GST_FLOW_OK;
}

static gboolean
set_segment (GstClVideoFft * self, GstEvent * event)
{
  const GstSegment *segment;

  gst_event_parse_segment (event, &segment);
  if (!gst_cl_forward_pad_check (GST_ELEMENT (self), segment, &self->segment)) {
    self->segment = *segment;
    gst_event_unref (event);
    return FALSE;
  }
  if (!self->have_segment || !gst_segment_is_equal (segment, &self->segment)) {
    if (self->have_segment)
      drain (self, TRUE);
    gst_cl_picture_window_set_segment (self->window, segment);
  }
  self->segment = *segment;
  self->have_segment = TRUE;
  return gst_cl_forward_pad_push_segment (self->srcpad, event);
}

/* Pictures that are missing end what spans several. */
static gboolean
handle_gap (GstClVideoFft * self, GstEvent * event)
{
  if (is_configured (self) && self->active.depth > 1
      && drain (self, TRUE) != GST_FLOW_OK) {
    gst_event_unref (event);
    return FALSE;
  }
  return gst_pad_push_event (self->srcpad, event);
}

static gboolean
handle_eos (GstClVideoFft * self, GstEvent * event)
{
  drain (self, FALSE);
  if (is_configured (self))
    GST_INFO_OBJECT (self, "%" G_GUINT64_FORMAT " bytes of device memory",
        gst_cl_video_fft_session_get_memory_size (self->session));
  return gst_pad_push_event (self->srcpad, event);
}

void
gst_cl_video_fft_forget_stream (GstClVideoFft * self)
{
  gst_cl_picture_window_flush (self->window);
  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
  self->have_segment = FALSE;
}

gboolean
gst_cl_video_fft_sink_event (GstPad * pad, GstObject * parent,
    GstEvent * event)
{
  GstClVideoFft *self = GST_CL_VIDEO_FFT (parent);
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
      return handle_eos (self, event);
    case GST_EVENT_FLUSH_STOP:
      gst_cl_video_fft_forget_stream (self);
      return gst_pad_event_default (pad, parent, event);
    default:
      return gst_pad_event_default (pad, parent, event);
  }
}
