/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clifft-stream.c: what streams through clifft: negotiation, spectra, samples,
 * events. Everything here runs on the streaming thread.
 */
#include "clifft-private.h"

#include "base/error.h"
#include "base/forwardpad.h"
#include "base/progress.h"

#define GST_CAT_DEFAULT gst_cl_ifft_debug

/* Below this the least covered samples come out with errors that are more than
   30 times those of the others. */
#define GOOD_COVERAGE 1e-3

static const GstClIfftConfig *
get_config (GstClIfft * self)
{
  return self->session ? gst_cl_ifft_session_get_config (self->session) : NULL;
}

/* Posts *error, clears it, and says what the streaming thread returns. Nothing
   goes on after an error, so that there is one message. */
static GstFlowReturn
fail (GstClIfft * self, GError ** error)
{
  if (g_atomic_int_get (&self->stopping))
    g_clear_error (error);
  if (!*error)
    return GST_FLOW_FLUSHING;
  GST_CL_ELEMENT_ERROR (self, *error);
  gst_cl_ifft_session_unconfigure (self->session);
  return GST_FLOW_ERROR;
}

/* ---- samples ---- */

static GstFlowReturn
push_ready (GstClIfft * self)
{
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;
  GstBuffer *buffer;

  while (flow == GST_FLOW_OK
      && (buffer = gst_cl_ifft_session_take (self->session, self->deframing,
              &error))) {
    GST_LOG_OBJECT (self, "pushing %" GST_PTR_FORMAT, buffer);
    flow = gst_pad_push (self->srcpad, buffer);
  }
  return error ? fail (self, &error) : flow;
}

/* All that is known of the current stretch. before: the buffer that starts
   the next one, or NULL. */
static GstFlowReturn
drain (GstClIfft * self, GstBuffer * before)
{
  if (!get_config (self))
    return GST_FLOW_OK;
  gst_cl_deframing_drain (self->deframing, before);
  return push_ready (self);
}

/* spectra: NULL: frames of silence. */
static GstFlowReturn
add_frames (GstClIfft * self, const guint8 * spectra, guint64 n_frames)
{
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;

  while (n_frames > 0 && flow == GST_FLOW_OK) {
    const GstClIfftConfig *config = get_config (self);
    guint n = MIN (n_frames, config->max_frames);

    if (!gst_cl_ifft_session_run (self->session, spectra, n, self->deframing,
            &error))
      return fail (self, &error);
    if (spectra)
      spectra += n * gst_fourier_info_get_frame_size (&config->info);
    n_frames -= n;
    flow = push_ready (self);
  }
  return flow;
}

/* ---- negotiation ---- */

/* The caps and format of the samples that go out. */
static GstCaps *
choose_caps (GstClIfft * self, const GstClIfftConfig * config,
    GstAudioInfo * audio, GError ** error)
{
  GstCaps *ours = gst_cl_ifft_config_get_audio_caps (config);
  GstCaps *peer = gst_pad_peer_query_caps (self->srcpad, ours);
  GstCaps *caps = gst_caps_intersect_full (ours, peer,
      GST_CAPS_INTERSECT_FIRST);
  gchar *taken;

  gst_caps_unref (ours);
  gst_caps_unref (peer);
  if (!gst_caps_is_empty (caps)) {
    caps = gst_caps_fixate (gst_caps_truncate (caps));
    if (gst_audio_info_from_caps (audio, caps))
      return caps;
  }
  gst_caps_unref (caps);
  peer = gst_pad_peer_query_caps (self->srcpad, NULL);
  taken = gst_caps_to_string (peer);
  g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
      "What follows does not take audio of %u channels at %u Hz, but %s",
      config->n_outputs, config->info.rate, taken);
  g_free (taken);
  gst_caps_unref (peer);
  return NULL;
}

static gboolean
set_output (GstClIfft * self, GstCaps * caps, const GstAudioInfo * audio,
    GError ** error)
{
  GstCaps *current = gst_pad_get_current_caps (self->srcpad);
  gboolean same = current && gst_caps_is_equal (current, caps);

  gst_clear_caps (&current);
  if (!gst_cl_ifft_session_set_output (self->session, audio, caps, error))
    return FALSE;
  if (same || gst_pad_push_event (self->srcpad, gst_event_new_caps (caps)))
    return TRUE;
  g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
      "What follows refused %s",
      gst_structure_get_string (gst_caps_get_structure (caps, 0), "format"));
  return FALSE;
}

static void
update_latency (GstClIfft * self)
{
  GstClockTime latency = gst_cl_deframing_get_latency (self->deframing);
  gboolean changed;

  GST_OBJECT_LOCK (self);
  changed = self->latency != latency;
  self->latency = latency;
  GST_OBJECT_UNLOCK (self);
  if (changed)
    gst_element_post_message (GST_ELEMENT (self),
        gst_message_new_latency (GST_OBJECT (self)));
}

static void
warn_of_coverage (GstClIfft * self, const GstClIfftConfig * config)
{
  const GstFourierInfo *info = &config->info;
  gdouble coverage = gst_cl_ifft_config_get_coverage (config);

  if (coverage < GOOD_COVERAGE)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS,
        ("The inverse is not accurate: with window %s of %u samples and hop "
            "%u the sum of squares over a sample goes down to %.3g of the "
            "largest, but should be at least %g", info->window,
            info->window_length, info->hop, coverage, GOOD_COVERAGE), (NULL));
}

/* Takes config. */
static gboolean
configure_session (GstClIfft * self, GstClIfftConfig * config,
    GError ** error)
{
  GstClProgress progress = { GST_ELEMENT (self), &self->stopping, FALSE };
  clfft_plan_params params = {
    .progress = gst_cl_progress_update,
    .progress_data = &progress,
  };
  gboolean done;

  GST_OBJECT_LOCK (self);
  params.effort = self->effort;
  params.schedule = self->schedule;
  GST_OBJECT_UNLOCK (self);
  done = gst_cl_ifft_session_configure (self->session, config, &params, error);
  gst_cl_progress_end (&progress, done);
  return done;
}

/* Takes config. Samples at hand stay where channels and rate do. */
static gboolean
configure (GstClIfft * self, GstClIfftConfig * config, GError ** error)
{
  GstClDeframingParams params;
  GstAudioInfo audio;
  GstCaps *caps;
  gboolean done;

  gst_pad_check_reconfigure (self->srcpad);
  caps = choose_caps (self, config, &audio, error);
  if (!caps) {
    gst_cl_ifft_config_free (config);
    return FALSE;
  }
  gst_cl_ifft_config_describe_deframing (config, &params);
  /* config is the session's from here on, and lives if that succeeds */
  done = configure_session (self, config, error)
      && gst_cl_deframing_set_params (self->deframing, &params, error)
      && set_output (self, caps, &audio, error);
  if (done) {
    GST_DEBUG_OBJECT (self, "configured for %" GST_PTR_FORMAT, caps);
    update_latency (self);
    warn_of_coverage (self, config);
  }
  gst_caps_unref (caps);
  return done;
}

/* Downstream may want another format of the same samples. */
static GstFlowReturn
follow_downstream (GstClIfft * self)
{
  const GstClIfftConfig *config = get_config (self);
  GError *error = NULL;
  GstAudioInfo audio;
  GstCaps *caps, *current;
  gboolean done;

  if (!gst_pad_check_reconfigure (self->srcpad))
    return GST_FLOW_OK;
  caps = choose_caps (self, config, &audio, &error);
  if (!caps)
    return fail (self, &error);
  current = gst_pad_get_current_caps (self->srcpad);
  done = (current && gst_caps_is_equal (current, caps))
      || set_output (self, caps, &audio, &error);
  gst_clear_caps (&current);
  gst_caps_unref (caps);
  return done ? GST_FLOW_OK : fail (self, &error);
}

static gboolean
set_caps (GstClIfft * self, GstCaps * caps)
{
  const GstClIfftConfig *old = get_config (self);
  GstClIfftConfig *config = NULL;
  GError *error = NULL, *reason = NULL;
  GstFourierInfo info;

  /* refused caps come again with each event: one message is enough */
  if (self->refused && gst_caps_is_equal (self->refused, caps))
    return FALSE;
  gst_clear_caps (&self->refused);
  if (gst_fourier_info_from_caps (&info, caps, &reason)) {
    if (old && gst_fourier_info_is_equal (&info, &old->info))
      return TRUE;
    config = gst_cl_ifft_config_new (&info,
        gst_opencl_context_get_limits (self->context)->has_double, &error);
  } else {
    gst_cl_set_settings_error (&error, "The spectra cannot be read: %s",
        reason->message);
    g_clear_error (&reason);
  }
  if (old && (!config || config->n_outputs != old->n_outputs
          || config->info.rate != old->info.rate)
      && drain (self, NULL) != GST_FLOW_OK) {
    gst_cl_ifft_config_free (config);
    g_clear_error (&error);
    return FALSE;
  }
  if (config && configure (self, config, &error))
    return TRUE;
  self->refused = gst_caps_ref (caps);
  fail (self, &error);
  gst_cl_ifft_session_unconfigure (self->session);
  return FALSE;
}

/* ---- the stream ---- */

/* n_frames of a buffer, whose bytes are in info. */
static GstFlowReturn
process (GstClIfft * self, GstBuffer * buffer, const GstMapInfo * info,
    guint n_frames)
{
  gboolean is_gap = GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_GAP);
  GstFlowReturn flow;

  if (gst_cl_deframing_begins (self->deframing, buffer))
    flow = drain (self, buffer);
  else
    flow = add_frames (self, NULL,
        gst_cl_deframing_get_n_missing (self->deframing, buffer));
  if (flow != GST_FLOW_OK)
    return flow;
  gst_cl_deframing_place (self->deframing, buffer, n_frames);
  return add_frames (self, is_gap ? NULL : info->data, n_frames);
}

static GstFlowReturn
receive (GstClIfft * self, GstBuffer * buffer)
{
  const GstFourierInfo *fourier = &get_config (self)->info;
  GError *error = NULL;
  GstMapInfo info;
  GstFlowReturn flow;
  guint n_frames;

  if (!gst_fourier_info_count_frames (fourier, gst_buffer_get_size (buffer),
          &n_frames)) {
    g_set_error (&error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
        "A buffer has %" G_GSIZE_FORMAT " bytes, but must be a whole number of "
        "frames of %" G_GSIZE_FORMAT " bytes (%u channels of %u bins)",
        gst_buffer_get_size (buffer),
        gst_fourier_info_get_frame_size (fourier), fourier->channels,
        fourier->bins[0]);
    return fail (self, &error);
  }
  if (!gst_buffer_map (buffer, &info, GST_MAP_READ)) {
    g_set_error (&error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ,
        "A buffer of %" G_GSIZE_FORMAT " bytes could not be mapped",
        gst_buffer_get_size (buffer));
    return fail (self, &error);
  }
  flow = process (self, buffer, &info, n_frames);
  gst_buffer_unmap (buffer, &info);
  return flow;
}

GstFlowReturn
gst_cl_ifft_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstClIfft *self = GST_CL_IFFT (parent);
  GstFlowReturn flow;

  if (!get_config (self))
    flow = gst_pad_has_current_caps (pad) || self->refused ? GST_FLOW_ERROR
        : GST_FLOW_NOT_NEGOTIATED;
  else if (self->segment.rate < 0)
    flow = GST_FLOW_ERROR;
  else
    flow = follow_downstream (self);
  if (flow == GST_FLOW_OK)
    flow = receive (self, buffer);
  gst_buffer_unref (buffer);
  return flow;
}

/* ---- events ---- */

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
    drain (self, NULL);
  self->segment = *segment;
  self->have_segment = TRUE;
  gst_cl_deframing_set_segment (self->deframing, segment);
  return gst_cl_forward_pad_push_segment (self->srcpad, event);
}

static gboolean
handle_gap (GstClIfft * self, GstEvent * event)
{
  GstClockTime timestamp, duration;
  guint64 n_frames;

  gst_event_parse_gap (event, &timestamp, &duration);
  /* before the first frame there is no grid that silence could lie on */
  if (!get_config (self) || !gst_cl_deframing_push_gap (self->deframing,
          timestamp, duration, &n_frames))
    return gst_pad_push_event (self->srcpad, event);
  gst_event_unref (event);
  return add_frames (self, NULL, n_frames) == GST_FLOW_OK;
}

void
gst_cl_ifft_forget_stream (GstClIfft * self)
{
  gst_cl_deframing_flush (self->deframing);
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
      drain (self, NULL);
      return gst_pad_push_event (self->srcpad, event);
    case GST_EVENT_FLUSH_STOP:
      gst_cl_ifft_forget_stream (self);
      return gst_pad_event_default (pad, parent, event);
    default:
      return gst_pad_event_default (pad, parent, event);
  }
}
