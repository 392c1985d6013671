/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * stream.c: what streams through claudiofft: negotiation, frames,
 * changes of settings, events. Everything here runs on the streaming thread.
 */
#include "private.h"

#include "opencl/error.h"
#include "element/forwardpad.h"
#include "element/progress.h"
#include "element/spectracaps.h"

#define GST_CAT_DEFAULT gst_cl_audio_fft_debug

static gboolean
configure_session (GstClAudioFft * self, GstClAudioFftConfig * config,
    GstCaps * caps, GError ** error)
{
  GstClProgress progress =
      { GST_ELEMENT (self), &self->device.stopping, FALSE };
  gboolean done = gst_cl_audio_fft_session_configure (self->session, config,
      caps, gst_cl_progress_update, &progress, error);

  gst_cl_progress_end (&progress, done);
  return done;
}

/* ---- frames ---- */

static gboolean
is_configured (GstClAudioFft * self)
{
  return self->session
      && gst_cl_audio_fft_session_get_config (self->session) != NULL;
}

/*
 * Posts *error, clears it, and says what the streaming thread returns. Nothing
 * goes on after an error, so that there is one message and no frame of what
 * was refused.
 */
static GstFlowReturn
fail (GstClAudioFft * self, GError ** error)
{
  GstFlowReturn flow = GST_CL_ELEMENT_FAIL (self, &self->device.stopping,
      error);

  if (flow == GST_FLOW_ERROR)
    gst_cl_audio_fft_session_unconfigure (self->session);
  return flow;
}

/* Pushes while downstream takes them; none is left. */
static GstFlowReturn
push_all (GstClAudioFft * self, GQueue * done)
{
  GstFlowReturn flow = GST_FLOW_OK;
  GstBuffer *buffer;

  while ((buffer = g_queue_pop_head (done))) {
    GST_LOG_OBJECT (self, "pushing %" GST_PTR_FORMAT, buffer);
    if (flow == GST_FLOW_OK)
      flow = gst_pad_push (self->srcpad, buffer);
    else
      gst_buffer_unref (buffer);
  }
  return flow;
}

static GstFlowReturn
process (GstClAudioFft * self)
{
  GstFlowReturn flow = GST_FLOW_OK;
  GQueue done = G_QUEUE_INIT;
  GError *error = NULL;

  while (flow == GST_FLOW_OK
      && gst_cl_framing_get_n_ready (self->framing) > 0) {
    gboolean stepped = gst_cl_audio_fft_session_step (self->session,
        self->framing, &done, &error);

    flow = push_all (self, &done);
    if (!stepped)
      return fail (self, &error);
  }
  return flow;
}

/* What the old shape still owes: the average and the buffer begun. Who is to
   be told that the device failed is told before the shape is gone. */
static GstFlowReturn
finish (GstClAudioFft * self)
{
  GQueue done = G_QUEUE_INIT;
  GError *error = NULL;
  gboolean finished =
      gst_cl_audio_fft_session_finish (self->session, &done, &error);
  GstFlowReturn flow = push_all (self, &done);

  if (finished && flow == GST_FLOW_OK)
    finished = gst_cl_audio_fft_session_wait (self->session, &error);
  return finished ? flow : fail (self, &error);
}

/* ---- negotiation ---- */

static void
update_latency (GstClAudioFft * self)
{
  const GstClAudioFftSettings *settings = &self->active;
  guint n_frames = gst_cl_audio_fft_settings_get_group (settings)
      * MAX (1, settings->frames_per_buffer);

  gst_cl_forward_pad_set_latency (GST_ELEMENT (self), &self->latency,
      gst_cl_framing_get_latency (self->framing, n_frames));
}

static void
apply_framing_params (GstClAudioFft * self,
    const GstClAudioFftSettings * settings)
{
  GstClFramingParams params = {
    .size = settings->size,
    .hop = gst_cl_audio_fft_settings_get_hop (settings),
    .center = settings->center,
    .discont_policy = settings->discont_policy,
    .alignment_threshold = settings->alignment_threshold,
    .discont_wait = settings->discont_wait,
  };

  gst_cl_framing_set_params (self->framing, &params);
}

/* Downstream's wish was the only news, and it is what it was. */
static gboolean
is_as_before (GstClAudioFft * self, const GstClAudioFftSettings * settings,
    const GstAudioInfo * audio, GstCaps * caps)
{
  GstCaps *current = gst_pad_get_current_caps (self->srcpad);
  gboolean same = current && is_configured (self)
      && gst_caps_is_equal (current, caps)
      && gst_audio_info_is_equal (audio, &self->audio)
      && !gst_cl_audio_fft_settings_differ (settings, &self->active);

  gst_clear_caps (&current);
  return same;
}

/* Takes config. The old shape's frames have gone, but for what finish gives. */
static GstFlowReturn
change_shape (GstClAudioFft * self, GstClAudioFftConfig * config,
    GstCaps * caps)
{
  GError *error = NULL;
  GstFlowReturn flow = finish (self);

  if (flow != GST_FLOW_OK) {
    gst_cl_audio_fft_config_free (config);
    return flow;
  }
  if (!self->have_audio
      || !gst_audio_info_is_equal (&config->audio, &self->audio))
    gst_cl_framing_set_info (self->framing, &config->audio);
  self->audio = config->audio;
  self->have_audio = TRUE;
  self->active = config->settings;
  apply_framing_params (self, &self->active);
  if (!configure_session (self, config, caps, &error))
    return fail (self, &error);
  GST_DEBUG_OBJECT (self, "configured for %" GST_PTR_FORMAT, caps);
  if (!gst_pad_push_event (self->srcpad, gst_event_new_caps (caps)))
    return GST_FLOW_NOT_NEGOTIATED;
  update_latency (self);
  return GST_FLOW_OK;
}

/* Such caps come again with each event: one message is enough. */
static void
refuse (GstClAudioFft * self, const GstAudioInfo * audio)
{
  self->refused = *audio;
  self->have_refused = TRUE;
}

/* Makes everything for the settings of now and the input in audio. */
static GstFlowReturn
configure (GstClAudioFft * self, const GstAudioInfo * audio)
{
  GstClAudioFftSettings settings;
  GstClAudioFftConfig *config;
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;
  GstCaps *caps = NULL;

  gst_pad_check_reconfigure (self->srcpad);
  gst_cl_audio_fft_get_settings (self, &settings);
  self->have_refused = FALSE;
  config = gst_cl_audio_fft_config_new (&settings, audio, &error);
  if (config)
    caps = gst_cl_spectra_caps_choose (self->srcpad, &config->info,
        gst_opencl_context_get_limits (self->device.context)->has_double,
        &error);
  if (!caps) {
    refuse (self, audio);
    gst_cl_audio_fft_config_free (config);
    return fail (self, &error);
  }
  if (is_as_before (self, &settings, audio, caps))
    gst_cl_audio_fft_config_free (config);
  else
    flow = change_shape (self, config, caps);
  gst_caps_unref (caps);
  return flow;
}

/* ---- the stream ---- */

/* Every frame that begins before the end of input. */
static GstFlowReturn
drain (GstClAudioFft * self)
{
  GstFlowReturn flow;

  if (!is_configured (self))
    return GST_FLOW_OK;
  gst_cl_framing_drain (self->framing);
  flow = process (self);
  return flow == GST_FLOW_OK ? finish (self) : flow;
}

/* At a frame boundary: takes over what was set, or what downstream wants. */
static GstFlowReturn
follow_changes (GstClAudioFft * self)
{
  GstClAudioFftSettings settings;
  GError *error = NULL;

  if (gst_pad_check_reconfigure (self->srcpad))
    return configure (self, &self->audio);
  if (!g_atomic_int_get (&self->settings_changed))
    return GST_FLOW_OK;
  gst_cl_audio_fft_get_settings (self, &settings);
  if (gst_cl_audio_fft_settings_differ (&settings, &self->active))
    return configure (self, &self->audio);
  /* only what becomes of discontinuities */
  if (!gst_cl_audio_fft_settings_check (&settings, &error))
    return fail (self, &error);
  self->active = settings;
  apply_framing_params (self, &settings);
  return GST_FLOW_OK;
}

GstFlowReturn
gst_cl_audio_fft_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (parent);
  GError *error = NULL;
  GstFlowReturn flow;

  if (!is_configured (self)) {
    gst_buffer_unref (buffer);
    return self->have_audio ? GST_FLOW_ERROR : GST_FLOW_NOT_NEGOTIATED;
  }
  if (self->segment.rate < 0) {
    gst_buffer_unref (buffer);
    return GST_FLOW_ERROR;
  }
  flow = follow_changes (self);
  if (flow != GST_FLOW_OK) {
    gst_buffer_unref (buffer);
    return flow;
  }
  if (!gst_cl_framing_push_buffer (self->framing, buffer, &error))
    return fail (self, &error);
  return process (self);
}

/* ---- events ---- */

static gboolean
set_caps (GstClAudioFft * self, GstCaps * caps)
{
  GstAudioInfo audio;
  GstFlowReturn flow;

  if (!gst_audio_info_from_caps (&audio, caps)) {
    GST_ERROR_OBJECT (self, "no audio format: %" GST_PTR_FORMAT, caps);
    return FALSE;
  }
  if (self->have_audio && is_configured (self)
      && gst_audio_info_is_equal (&audio, &self->audio))
    return TRUE;
  if (self->have_refused && !g_atomic_int_get (&self->settings_changed)
      && gst_audio_info_is_equal (&audio, &self->refused))
    return FALSE;
  flow = drain (self);
  if (flow == GST_FLOW_OK)
    flow = configure (self, &audio);
  if (flow == GST_FLOW_ERROR)
    refuse (self, &audio);
  return flow == GST_FLOW_OK;
}

static gboolean
set_segment (GstClAudioFft * self, GstEvent * event)
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
  gst_cl_framing_set_segment (self->framing, segment);
  /* samples have no times: frames count from 0 */
  return gst_cl_forward_pad_push_segment (self->srcpad, event);
}

static gboolean
handle_gap (GstClAudioFft * self, GstEvent * event)
{
  GstClockTime timestamp, duration;
  GstFlowReturn flow;

  if (!is_configured (self))
    return gst_pad_push_event (self->srcpad, event);
  gst_event_parse_gap (event, &timestamp, &duration);
  gst_event_unref (event);
  flow = follow_changes (self);
  if (flow == GST_FLOW_OK) {
    gst_cl_framing_push_gap (self->framing, timestamp, duration);
    flow = process (self);
  }
  return flow == GST_FLOW_OK;
}

static gboolean
handle_eos (GstClAudioFft * self, GstEvent * event)
{
  drain (self);
  return gst_pad_push_event (self->srcpad, event);
}

void
gst_cl_audio_fft_forget_stream (GstClAudioFft * self)
{
  gst_cl_framing_flush (self->framing);
  if (self->session)
    gst_cl_audio_fft_session_reset (self->session);
  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
  self->have_segment = FALSE;
}

gboolean
gst_cl_audio_fft_sink_event (GstPad * pad, GstObject * parent,
    GstEvent * event)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (parent);
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
      gst_cl_audio_fft_forget_stream (self);
      return gst_pad_event_default (pad, parent, event);
    default:
      return gst_pad_event_default (pad, parent, event);
  }
}
