/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * audio/stream.c: audio that streams through clifft: negotiation,
 * spectra, samples. Everything here runs on the streaming thread.
 */
#include "clifft/private.h"

#include "element/forwardpad.h"

#define GST_CAT_DEFAULT gst_cl_ifft_debug

static const GstClIfftConfig *
get_config (GstClIfft * self)
{
  return self->session ? gst_cl_ifft_session_get_config (self->session) : NULL;
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
  return error ? gst_cl_ifft_fail (self, &error) : flow;
}

GstFlowReturn
gst_cl_ifft_audio_drain (GstClIfft * self, GstBuffer * before)
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
      return gst_cl_ifft_fail (self, &error);
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
  g_autofree gchar *what = g_strdup_printf ("audio of %u channels at %u Hz",
      config->n_outputs, config->info.rate);
  GstCaps *caps = gst_cl_ifft_choose_caps (self,
      gst_cl_ifft_config_get_audio_caps (config), what, error);

  if (!caps || gst_audio_info_from_caps (audio, caps))
    return caps;
  g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
      "No %s can be made", what);
  gst_caps_unref (caps);
  return NULL;
}

static gboolean
set_output (GstClIfft * self, GstCaps * caps, const GstAudioInfo * audio,
    GError ** error)
{
  return gst_cl_ifft_session_set_output (self->session, audio, caps, error)
      && gst_cl_ifft_push_caps (self, caps, error);
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
  GstClProgress progress =
      { GST_ELEMENT (self), &self->device.stopping, FALSE };
  clfft_plan_params params;
  gboolean done;

  gst_cl_ifft_fill_plan_params (self, &progress, &params);
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
    gst_cl_forward_pad_set_latency (GST_ELEMENT (self), &self->latency,
        gst_cl_deframing_get_latency (self->deframing));
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
    return gst_cl_ifft_fail (self, &error);
  current = gst_pad_get_current_caps (self->srcpad);
  done = (current && gst_caps_is_equal (current, caps))
      || set_output (self, caps, &audio, &error);
  gst_clear_caps (&current);
  gst_caps_unref (caps);
  return done ? GST_FLOW_OK : gst_cl_ifft_fail (self, &error);
}

gboolean
gst_cl_ifft_audio_is_active (GstClIfft * self)
{
  return get_config (self) != NULL;
}

gboolean
gst_cl_ifft_audio_set_info (GstClIfft * self, const GstFourierInfo * info,
    GError ** error)
{
  const GstClIfftConfig *old = get_config (self);
  GstClIfftConfig *config;

  if (old && gst_fourier_info_is_equal (info, &old->info))
    return TRUE;
  config = gst_cl_ifft_config_new (info,
      gst_opencl_context_get_limits (self->device.context)->has_double, error);
  if (old && (!config || config->n_outputs != old->n_outputs
          || config->info.rate != old->info.rate)
      && gst_cl_ifft_audio_drain (self, NULL) != GST_FLOW_OK) {
    gst_cl_ifft_config_free (config);
    g_clear_error (error);
    return FALSE;
  }
  return config && configure (self, config, error);
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
    flow = gst_cl_ifft_audio_drain (self, buffer);
  else
    flow = add_frames (self, NULL,
        gst_cl_deframing_get_n_missing (self->deframing, buffer));
  if (flow != GST_FLOW_OK)
    return flow;
  gst_cl_deframing_place (self->deframing, buffer, n_frames);
  return add_frames (self, is_gap ? NULL : info->data, n_frames);
}

GstFlowReturn
gst_cl_ifft_audio_receive (GstClIfft * self, GstBuffer * buffer)
{
  GstFlowReturn flow = follow_downstream (self);
  GError *error = NULL;
  GstMapInfo info;
  guint n_frames;

  if (flow != GST_FLOW_OK)
    return flow;
  if (!gst_cl_ifft_map_spectra (&get_config (self)->info, buffer, &info,
          &n_frames, &error))
    return gst_cl_ifft_fail (self, &error);
  flow = process (self, buffer, &info, n_frames);
  gst_buffer_unmap (buffer, &info);
  return flow;
}

gboolean
gst_cl_ifft_audio_handle_gap (GstClIfft * self, GstEvent * event)
{
  GstClockTime timestamp, duration;
  guint64 n_frames;

  gst_event_parse_gap (event, &timestamp, &duration);
  /* before the first frame there is no grid that silence could lie on */
  if (!gst_cl_deframing_push_gap (self->deframing, timestamp, duration,
          &n_frames))
    return gst_pad_push_event (self->srcpad, event);
  gst_event_unref (event);
  return add_frames (self, NULL, n_frames) == GST_FLOW_OK;
}
