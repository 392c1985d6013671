/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * stream.c: what clspectrum does with what streams through:
 * settings taken over, samples to transforms, intervals to messages.
 * Everything here runs on the streaming thread.
 */
#include "private.h"

#include "opencl/error.h"
#include "element/progress.h"
#include "message.h"

#define GST_CAT_DEFAULT gst_cl_spectrum_debug

static gboolean
is_configured (GstClSpectrum * self)
{
  return self->session
      && gst_cl_spectrum_session_get_config (self->session) != NULL;
}

/* Posts *error and clears it. One message is enough for all that follows. */
static GstFlowReturn
fail (GstClSpectrum * self, GError ** error)
{
  GstFlowReturn flow;

  gst_cl_spectrum_session_unconfigure (self->session);
  flow = GST_CL_ELEMENT_FAIL (self, &self->device.stopping, error);
  if (flow == GST_FLOW_ERROR)
    self->failed = TRUE;
  return flow;
}

/* ---- messages ---- */

static void
post_result (const GstClSpectrumResult * result, gpointer user_data)
{
  GstClSpectrum *self = user_data;
  const GstClSpectrumConfig *config =
      gst_cl_spectrum_session_get_config (self->session);
  GstClSpectrumMessage content = {
    .timestamp = result->time,
    .duration = result->duration,
    .segment = &GST_BASE_TRANSFORM (self)->segment,
    .format = self->active.message_format,
    .nested = self->active.multi_channel,
    .n_channels = config->n_channels,
    .n_bands = config->settings.bands,
    .rate = GST_AUDIO_INFO_RATE (&config->audio),
    .magnitude = result->fields[GST_CL_SPECTRUM_FIELD_MAGNITUDE],
    .phase = result->fields[GST_CL_SPECTRUM_FIELD_PHASE],
  };

  gst_element_post_message (GST_ELEMENT (self),
      gst_cl_spectrum_message_new (GST_OBJECT (self), &content));
}

/* ---- settings ---- */

static gboolean
configure_session (GstClSpectrum * self, GError ** error)
{
  GstClSpectrumConfig *config =
      gst_cl_spectrum_config_new (&self->active, &self->audio, error);

  if (!config)
    return FALSE;
  gst_cl_intervals_init (&self->intervals, &config->intervals);
  gst_cl_spectrum_session_set_function (self->session, post_result, self);
  return gst_cl_spectrum_session_configure (self->session, config, error);
}

/* What may change within an interval. */
static gboolean
apply_fields (GstClSpectrum * self, GError ** error)
{
  const gboolean wanted[GST_CL_SPECTRUM_N_FIELDS] = {
    [GST_CL_SPECTRUM_FIELD_MAGNITUDE] = self->active.message_magnitude,
    [GST_CL_SPECTRUM_FIELD_PHASE] = self->active.message_phase,
  };
  GstClProgress progress =
      { GST_ELEMENT (self), &self->device.stopping, FALSE };
  gboolean done;

  gst_cl_spectrum_session_set_threshold (self->session,
      self->active.threshold);
  done = gst_cl_spectrum_session_set_fields (self->session, wanted,
      gst_cl_progress_update, &progress, error);
  gst_cl_progress_end (&progress, done);
  return done;
}

static GstFlowReturn
follow_settings (GstClSpectrum * self)
{
  GstClSpectrumSettings settings;
  GError *error = NULL;

  if (g_atomic_int_get (&self->settings_changed))
    self->failed = FALSE;
  else if (is_configured (self))
    return GST_FLOW_OK;
  if (self->failed)
    return GST_FLOW_ERROR;
  gst_cl_spectrum_get_settings (self, &settings);
  if (!is_configured (self)
      || gst_cl_spectrum_settings_differ (&settings, &self->active)) {
    self->active = settings;
    if (!configure_session (self, &error))
      return fail (self, &error);
  }
  self->active = settings;
  return apply_fields (self, &error) ? GST_FLOW_OK : fail (self, &error);
}

void
gst_cl_spectrum_set_audio (GstClSpectrum * self, const GstAudioInfo * audio)
{
  if (self->have_audio && gst_audio_info_is_equal (audio, &self->audio)) {
    /* as after any caps in `spectrum` */
    gst_cl_spectrum_restart (self);
    return;
  }
  self->audio = *audio;
  self->have_audio = TRUE;
  self->failed = FALSE;
  gst_cl_spectrum_session_unconfigure (self->session);
  follow_settings (self);
}

void
gst_cl_spectrum_restart (GstClSpectrum * self)
{
  if (!is_configured (self))
    return;
  gst_cl_intervals_init (&self->intervals, &self->intervals.params);
  gst_cl_spectrum_session_restart (self->session);
}

/* ---- samples ---- */

static gboolean
end_interval (GstClSpectrum * self, GstClockTime time, GstClockTime duration,
    GError ** error)
{
  if (self->active.post_messages)
    return gst_cl_spectrum_session_end_interval (self->session, time, duration,
        error);
  gst_cl_spectrum_session_drop_interval (self->session);
  return TRUE;
}

static gboolean
go_through (GstClSpectrum * self, const guint8 * data, gsize n_samples,
    GError ** error)
{
  GstClIntervalsStep step;
  gsize position = 0;

  if (n_samples == 0)
    return gst_cl_spectrum_session_end_buffer (self->session, NULL, 0, error);
  data = gst_cl_spectrum_session_begin_buffer (self->session, data, n_samples,
      error);
  if (!data)
    return FALSE;
  while (position < n_samples) {
    gst_cl_intervals_advance (&self->intervals, n_samples - position, &step);
    position += step.n_samples;
    if (step.transform && !gst_cl_spectrum_session_add (self->session, data,
            position, error))
      return FALSE;
    if (step.complete
        && !end_interval (self, step.time, self->active.interval, error))
      return FALSE;
  }
  return gst_cl_spectrum_session_end_buffer (self->session, data, n_samples,
      error);
}

GstFlowReturn
gst_cl_spectrum_analyse (GstClSpectrum * self, GstBuffer * buffer)
{
  GstFlowReturn flow;
  GError *error = NULL;
  GstMapInfo map;
  gboolean done;

  if (!self->have_audio)
    return GST_FLOW_NOT_NEGOTIATED;
  flow = follow_settings (self);
  if (flow != GST_FLOW_OK)
    return flow;
  if (GST_BUFFER_IS_DISCONT (buffer)) {
    GST_DEBUG_OBJECT (self, "discontinuity: intervals begin anew");
    gst_cl_spectrum_restart (self);
  }
  if (!gst_buffer_map (buffer, &map, GST_MAP_READ)) {
    g_set_error (&error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ,
        "Could not map a buffer of %" G_GSIZE_FORMAT " bytes",
        gst_buffer_get_size (buffer));
    return fail (self, &error);
  }
  gst_cl_intervals_begin_buffer (&self->intervals, GST_BUFFER_PTS (buffer));
  done = go_through (self, map.data,
      map.size / GST_AUDIO_INFO_BPF (&self->audio), &error);
  gst_buffer_unmap (buffer, &map);
  return done ? GST_FLOW_OK : fail (self, &error);
}

void
gst_cl_spectrum_finish (GstClSpectrum * self)
{
  GstClSpectrumSettings settings;
  GstClIntervalsStep step;
  GError *error = NULL;

  if (!is_configured (self))
    return;
  GST_OBJECT_LOCK (self);
  settings = self->settings;
  GST_OBJECT_UNLOCK (self);
  /* changed since the last buffer: nothing was begun with them */
  if (!gst_cl_spectrum_settings_differ (&settings, &self->active)
      && follow_settings (self) == GST_FLOW_OK
      && gst_cl_intervals_finish (&self->intervals, &step)) {
    GstClockTime duration = gst_util_uint64_scale (step.n_samples, GST_SECOND,
        GST_AUDIO_INFO_RATE (&self->audio));

    if ((step.transform && !gst_cl_spectrum_session_add (self->session, NULL,
                0, &error))
        || !end_interval (self, step.time, duration, &error)
        || !gst_cl_spectrum_session_end_buffer (self->session, NULL, 0,
            &error))
      fail (self, &error);
  }
  gst_cl_spectrum_restart (self);
}
