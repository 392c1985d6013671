/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * input.c: what comes in, audio or spectra: formats, frames of
 * samples, changes of settings, events. Everything here runs on the streaming
 * thread.
 */
#include "private.h"

#include "opencl/error.h"
#include "element/forwardpad.h"
#include "element/progress.h"

#define GST_CAT_DEFAULT gst_cl_spectrogram_debug

/* A whole picture is in no hurry: so many frames go to the device at once. */
#define WHOLE_BATCH 128

/* ---- negotiation ---- */

static GstFlowReturn
fail (GstClSpectrogram * self, GError ** error)
{
  return gst_cl_spectrogram_fail (self, error);
}

static void
update_latency (GstClSpectrogram * self)
{
  GstClockTime latency = 0;

  /* a picture of a frame of video leaves at once */
  if (!gst_cl_spectrogram_settings_is_whole (&self->active)
      && !gst_cl_spectrogram_is_framewise (self)) {
    latency = gst_cl_picture_clock_get_duration (&self->clock);
    /* what lies behind a frame's reach waits for the next frame */
    if (self->is_audio)
      latency += MAX (gst_cl_framing_get_latency (self->framing, 1),
          gst_util_uint64_scale (self->spectra.hop, GST_SECOND,
              self->spectra.rate));
  }
  gst_cl_forward_pad_set_latency (GST_ELEMENT (self), &self->latency, latency);
}

static GstClockTime
get_stream_duration (GstClSpectrogram * self)
{
  gint64 duration;

  if (!gst_pad_peer_query_duration (self->sinkpad, GST_FORMAT_TIME, &duration)
      || duration <= 0)
    return GST_CLOCK_TIME_NONE;
  return duration;
}

/* How audio is transformed for such pictures; hop is settled in settings. */
static GstClAudioFftConfig *
plan_transforms (GstClSpectrogram * self, GstClSpectrogramSettings * settings,
    const GstVideoInfo * video, GError ** error)
{
  GstClAudioFftConfig *config;
  GstClSpectrogramLayout layout;
  gboolean has_room;

  config = gst_cl_audio_fft_config_new (&settings->audio, &self->audio, error);
  if (!config)
    return NULL;
  has_room = gst_cl_spectrogram_make_layout (settings, video,
      &config->info, &layout, error);
  gst_cl_audio_fft_config_free (config);
  if (!has_room)
    return NULL;
  settings->audio.hop = gst_cl_spectrogram_choose_hop (settings, video,
      layout.plot.width, GST_AUDIO_INFO_RATE (&self->audio),
      get_stream_duration (self));
  return gst_cl_audio_fft_config_new (&settings->audio, &self->audio, error);
}

static gboolean
configure_transforms (GstClSpectrogram * self, GstClAudioFftConfig * config,
    GError ** error)
{
  GstClProgress progress =
      { GST_ELEMENT (self), &self->device.stopping, FALSE };
  GstCaps *caps = gst_fourier_info_to_caps (&config->info, error);
  gboolean done;

  if (!caps) {
    gst_cl_audio_fft_config_free (config);
    return FALSE;
  }
  gst_cl_framing_set_params (self->framing, &config->framing);
  done = gst_cl_audio_fft_session_configure
      (gst_cl_spectrogram_session_get_transforms (self->session), config, caps,
      gst_cl_progress_update, &progress, error);
  gst_cl_progress_end (&progress, done);
  gst_caps_unref (caps);
  return done;
}

static gboolean
push_caps (GstClSpectrogram * self, GstCaps * caps, GError ** error)
{
  GstCaps *current = gst_pad_get_current_caps (self->srcpad);
  gboolean same = current && gst_caps_is_equal (current, caps);

  gst_clear_caps (&current);
  if (same || gst_pad_push_event (self->srcpad, gst_event_new_caps (caps)))
    return TRUE;
  g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
      "What follows refused pictures that it said it takes");
  return FALSE;
}

static void
set_clock (GstClSpectrogram * self, const GstVideoInfo * video, guint rate)
{
  self->clock.rate = rate;
  self->clock.fps_n = GST_VIDEO_INFO_FPS_N (video);
  self->clock.fps_d = GST_VIDEO_INFO_FPS_D (video);
}

/* Makes everything for these settings, the input and these pictures. */
static gboolean
make_all (GstClSpectrogram * self, const GstClSpectrogramSettings * settings,
    GstCaps * caps, const GstVideoInfo * video, GError ** error)
{
  GstClSpectrogramSettings used = *settings;
  GstClAudioFftConfig *transforms = NULL;
  GstClSpectrogramConfig *config;

  if (self->is_audio) {
    transforms = plan_transforms (self, &used, video, error);
    if (!transforms)
      return FALSE;
    self->spectra = transforms->info;
  }
  config = gst_cl_spectrogram_config_new (&used, &self->spectra, video, error);
  if (!config) {
    gst_cl_audio_fft_config_free (transforms);
    return FALSE;
  }
  set_clock (self, video, self->spectra.rate);
  self->active = *settings;
  if (transforms && !configure_transforms (self, transforms, error)) {
    gst_cl_spectrogram_config_free (config);
    return FALSE;
  }
  return gst_cl_spectrogram_session_configure (self->session, config, caps,
      error) && push_caps (self, caps, error);
}

/* Who is to be told that the device failed is told before all is made anew. */
static GstFlowReturn
wait_for_device (GstClSpectrogram * self)
{
  GError *error = NULL;

  if (!gst_cl_spectrogram_is_configured (self)
      || gst_cl_spectrogram_session_wait (self->session, &error))
    return GST_FLOW_OK;
  return fail (self, &error);
}

/* What downstream wants now, for what comes in. */
static GstFlowReturn
configure (GstClSpectrogram * self)
{
  GstFlowReturn flow = wait_for_device (self);
  GstClSpectrogramSettings settings;
  GError *error = NULL;
  GstVideoInfo video;
  GstCaps *caps;
  gboolean done;

  if (flow != GST_FLOW_OK)
    return flow;
  gst_pad_check_reconfigure (self->srcpad);
  gst_cl_spectrogram_get_settings (self, &settings);
  caps = gst_cl_spectrogram_choose_caps (self, &settings, &video, &error);
  if (!caps)
    return fail (self, &error);
  done = make_all (self, &settings, caps, &video, &error);
  GST_DEBUG_OBJECT (self, "pictures are %" GST_PTR_FORMAT, caps);
  gst_caps_unref (caps);
  if (!done)
    return fail (self, &error);
  gst_cl_spectrogram_restart (self);
  update_latency (self);
  return GST_FLOW_OK;
}

/* ---- audio ---- */

/* Frames that are worth a dispatch. */
static guint
get_batch (GstClSpectrogram * self)
{
  return gst_cl_spectrogram_settings_is_whole (&self->active)
      && !gst_cl_framing_is_draining (self->framing) ? WHOLE_BATCH : 1;
}

static GstFlowReturn
take_all (GstClSpectrogram * self, GQueue * spectra)
{
  GstFlowReturn flow = GST_FLOW_OK;
  GstBuffer *buffer;

  while ((buffer = g_queue_pop_head (spectra))) {
    if (flow == GST_FLOW_OK)
      flow = gst_cl_spectrogram_take_spectra (self, buffer);
    gst_buffer_unref (buffer);
  }
  return flow;
}

/* Frames become spectra, and these become pictures. */
static GstFlowReturn
process_audio (GstClSpectrogram * self)
{
  GstFlowReturn flow = GST_FLOW_OK;
  GQueue spectra = G_QUEUE_INIT;
  GError *error = NULL;

  while (flow == GST_FLOW_OK
      && gst_cl_framing_get_n_ready (self->framing) >= get_batch (self)) {
    gboolean stepped = gst_cl_audio_fft_session_step
        (gst_cl_spectrogram_session_get_transforms (self->session),
        self->framing, &spectra, &error);

    flow = take_all (self, &spectra);
    if (!stepped && flow == GST_FLOW_OK)
      flow = fail (self, &error);
    /* else the first failure was told */
    g_clear_error (&error);
  }
  return flow;
}

/* ---- the stream ---- */

/* Every frame that begins before the end of input, and its pictures. */
static GstFlowReturn
drain (GstClSpectrogram * self)
{
  GstFlowReturn flow = GST_FLOW_OK;

  if (!gst_cl_spectrogram_is_configured (self))
    return GST_FLOW_OK;
  if (self->is_audio) {
    gst_cl_framing_drain (self->framing);
    while (flow == GST_FLOW_OK
        && gst_cl_framing_get_n_ready (self->framing) > 0)
      flow = process_audio (self);
  }
  return flow == GST_FLOW_OK ? gst_cl_spectrogram_finish (self) : flow;
}

/* Between two buffers: takes over what was set, or what downstream wants. */
static GstFlowReturn
follow_changes (GstClSpectrogram * self)
{
  GstClSpectrogramSettings settings;
  GError *error = NULL;

  if (gst_pad_check_reconfigure (self->srcpad))
    return configure (self);
  if (!g_atomic_int_get (&self->settings_changed))
    return GST_FLOW_OK;
  gst_cl_spectrogram_get_settings (self, &settings);
  if (gst_cl_spectrogram_settings_transforms_differ (&settings, &self->active)
      || gst_cl_spectrogram_settings_picture_differs (&settings,
          &self->active))
    return configure (self);
  if (!gst_cl_spectrogram_settings_check (&settings, &error))
    return fail (self, &error);
  if (gst_cl_spectrogram_settings_decor_differs (&settings, &self->active)
      && !gst_cl_spectrogram_session_decorate (self->session, settings.floor,
          settings.range, 0, &error))
    return fail (self, &error);
  self->active = settings;
  return GST_FLOW_OK;
}

/* Takes buffer. */
static GstFlowReturn
receive (GstClSpectrogram * self, GstBuffer * buffer)
{
  GError *error = NULL;
  GstFlowReturn flow;

  if (self->is_audio) {
    if (!gst_cl_framing_push_buffer (self->framing, buffer, &error))
      return fail (self, &error);
    return process_audio (self);
  }
  flow = gst_cl_spectrogram_is_framewise (self)
      ? gst_cl_spectrogram_take_frames (self, buffer)
      : gst_cl_spectrogram_take_spectra (self, buffer);
  gst_buffer_unref (buffer);
  return flow;
}

GstFlowReturn
gst_cl_spectrogram_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (parent);
  GstFlowReturn flow;

  if (!gst_cl_spectrogram_is_configured (self))
    flow = self->have_input || self->refused ? GST_FLOW_ERROR
        : GST_FLOW_NOT_NEGOTIATED;
  else if (self->segment.rate < 0)
    flow = GST_FLOW_ERROR;
  else
    flow = follow_changes (self);
  if (flow != GST_FLOW_OK) {
    gst_buffer_unref (buffer);
    return flow;
  }
  return receive (self, buffer);
}

/* ---- events ---- */

/* FALSE with error if these caps cannot be read. */
static gboolean
parse_caps (GstCaps * caps, gboolean * is_audio, GstAudioInfo * audio,
    GstFourierInfo * spectra, GError ** error)
{
  GError *reason = NULL;

  *is_audio = gst_structure_has_name (gst_caps_get_structure (caps, 0),
      "audio/x-raw");
  if (*is_audio) {
    if (gst_audio_info_from_caps (audio, caps))
      return TRUE;
    gst_cl_set_settings_error (error, "The audio format cannot be read");
    return FALSE;
  }
  if (gst_fourier_info_from_caps (spectra, caps, &reason))
    return TRUE;
  gst_cl_set_settings_error (error, "The spectra cannot be read: %s",
      reason->message);
  g_clear_error (&reason);
  return FALSE;
}

static gboolean
is_same_input (GstClSpectrogram * self, gboolean is_audio,
    const GstAudioInfo * audio, const GstFourierInfo * spectra)
{
  if (!self->have_input || !gst_cl_spectrogram_is_configured (self)
      || is_audio != self->is_audio)
    return FALSE;
  return is_audio ? gst_audio_info_is_equal (audio, &self->audio)
      : gst_fourier_info_is_equal (spectra, &self->spectra);
}

static gboolean
set_caps (GstClSpectrogram * self, GstCaps * caps)
{
  GError *error = NULL;
  GstAudioInfo audio;
  GstFourierInfo spectra;
  GstFlowReturn flow;
  gboolean is_audio;

  /* refused caps come again with each event: one message is enough */
  if (self->refused && !g_atomic_int_get (&self->settings_changed)
      && gst_caps_is_equal (self->refused, caps))
    return FALSE;
  gst_clear_caps (&self->refused);
  if (!parse_caps (caps, &is_audio, &audio, &spectra, &error)) {
    self->refused = gst_caps_ref (caps);
    drain (self);
    fail (self, &error);
    return FALSE;
  }
  if (is_same_input (self, is_audio, &audio, &spectra))
    return TRUE;
  flow = drain (self);
  if (flow == GST_FLOW_ERROR)
    self->refused = gst_caps_ref (caps);
  if (flow != GST_FLOW_OK)
    return FALSE;
  self->is_audio = is_audio;
  self->have_input = TRUE;
  if (is_audio) {
    self->audio = audio;
    gst_cl_framing_set_info (self->framing, &audio);
  } else {
    self->spectra = spectra;
  }
  if (configure (self) == GST_FLOW_OK)
    return TRUE;
  self->refused = gst_caps_ref (caps);
  return FALSE;
}

static gboolean
set_segment (GstClSpectrogram * self, GstEvent * event)
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
  return gst_cl_forward_pad_push_segment (self->srcpad, event);
}

static gboolean
handle_gap (GstClSpectrogram * self, GstEvent * event)
{
  GstClockTime timestamp, duration;
  GstFlowReturn flow;

  if (!gst_cl_spectrogram_is_configured (self) || !self->is_audio)
    return gst_pad_push_event (self->srcpad, event);
  gst_event_parse_gap (event, &timestamp, &duration);
  gst_event_unref (event);
  flow = follow_changes (self);
  if (flow == GST_FLOW_OK) {
    gst_cl_framing_push_gap (self->framing, timestamp, duration);
    flow = process_audio (self);
  }
  return flow == GST_FLOW_OK;
}

static gboolean
handle_eos (GstClSpectrogram * self, GstEvent * event)
{
  if (drain (self) == GST_FLOW_OK)
    wait_for_device (self);
  return gst_pad_push_event (self->srcpad, event);
}

void
gst_cl_spectrogram_forget_stream (GstClSpectrogram * self)
{
  gst_cl_framing_flush (self->framing);
  if (self->session)
    gst_cl_audio_fft_session_reset
        (gst_cl_spectrogram_session_get_transforms (self->session));
  gst_cl_spectrogram_restart (self);
  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
  self->have_segment = FALSE;
  GST_OBJECT_LOCK (self);
  self->earliest = GST_CLOCK_TIME_NONE;
  GST_OBJECT_UNLOCK (self);
}

gboolean
gst_cl_spectrogram_sink_event (GstPad * pad, GstObject * parent,
    GstEvent * event)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (parent);
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
      gst_cl_spectrogram_forget_stream (self);
      return gst_pad_event_default (pad, parent, event);
    default:
      return gst_pad_event_default (pad, parent, event);
  }
}
