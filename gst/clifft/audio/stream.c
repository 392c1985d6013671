/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * audio/stream.c: handles audio that streams through clifft: it negotiates,
 * takes spectra and pushes samples. Everything here runs on the streaming
 * thread.
 */
#include "clifft/private.h"

#include "audio/audioinfo.h"
#include "opencl/error.h"

#define GST_CAT_DEFAULT gst_cl_ifft_debug

static GstClIfftSession *
get_session (GstClIfft * self)
{
  return &gst_cl_ifft_get_session (self)->audio;
}

static const GstClIfftConfig *
get_config (GstClIfft * self)
{
  return get_session (self)->config;
}

/* ---- samples ---- */

static GstFlowReturn
push_ready (GstClIfft * self)
{
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;
  GstBuffer *buffer;

  while (flow == GST_FLOW_OK
      && (buffer = gst_cl_ifft_session_take (get_session (self),
              self->deframing, &error)))
    flow = gst_cl_element_push (&self->parent, buffer);
  return error ? gst_cl_element_fail (&self->parent, &error) : flow;
}

GstFlowReturn
gst_cl_ifft_audio_drain (GstClIfft * self, GstBuffer * before)
{
  GError *error = NULL;

  if (!gst_cl_ifft_session_finish (get_session (self), self->deframing, &error))
    return gst_cl_element_fail (&self->parent, &error);
  gst_cl_deframing_drain (self->deframing, before);
  return push_ready (self);
}

/* Runs frames of spectra; NULL stands for frames of silence. */
static GstFlowReturn
add_frames (GstClIfft * self, const guint8 * spectra, guint64 n_frames)
{
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;

  while (n_frames > 0 && flow == GST_FLOW_OK) {
    const GstClIfftConfig *config = get_config (self);
    guint n = MIN (n_frames, config->max_frames);

    if (!gst_cl_ifft_session_run (get_session (self), spectra, n, self->deframing,
            &error))
      return gst_cl_element_fail (&self->parent, &error);
    if (spectra)
      spectra += n * gst_fourier_info_get_frame_size (&config->info);
    n_frames -= n;
    flow = push_ready (self);
  }
  return flow;
}

/* ---- negotiation ---- */

gboolean
gst_cl_ifft_audio_is_active (GstClIfft * self)
{
  return get_config (self) != NULL;
}

gboolean
gst_cl_ifft_audio_prepare (GstClIfft * self, GBytes * window_data,
    GstClIfftSetup * setup, GstCaps ** caps, GError ** error)
{
  g_autofree gchar *what = NULL;

  setup->audio = gst_cl_ifft_config_new (self->parent.input, window_data,
      gst_cl_ifft_has_double (self), error);
  if (!setup->audio)
    return FALSE;
  what = g_strdup_printf ("audio of %u channels at %u Hz",
      setup->audio->n_outputs, setup->audio->info.rate);
  *caps = gst_cl_element_choose_caps (&self->parent,
      gst_cl_ifft_config_get_audio_caps (setup->audio), what, error);
  if (*caps && !gst_cl_audio_info_parse (*caps, &setup->output, error))
    gst_clear_caps (caps);
  return *caps != NULL;
}

gboolean
gst_cl_ifft_audio_goes_on (GstClIfft * self, const GstFourierInfo * next)
{
  g_autoptr (GstClIfftConfig) config = gst_cl_ifft_config_new (next,
      gst_cl_ifft_get_window_data (self), gst_cl_ifft_has_double (self), NULL);

  return config && config->constant_q.n_frames == 0
      && get_config (self)->constant_q.n_frames == 0
      && config->n_outputs == get_config (self)->n_outputs
      && config->info.rate == get_config (self)->info.rate;
}

static void
warn_of_coverage (GstClIfft * self, const GstClIfftConfig * config)
{
  const GstFourierInfo *info = &config->info;
  gdouble coverage = gst_cl_ifft_config_get_coverage (config);
  GError *warning = NULL;

  if (coverage >= GOOD_COVERAGE)
    return;
  gst_cl_set_settings_error (&warning, "The inverse is not accurate: with "
      "window %s of %u samples and hop %u the sum of squares over a sample goes "
      "down to %.3g of the largest, but should be at least %g", info->window,
      info->window_length, info->hop, coverage, GOOD_COVERAGE);
  GST_CL_ELEMENT_WARNING (self, warning);
}

static gboolean
set_spectra (GstClIfft * self, GstClIfftConfig * config,
    GstClProgress * progress, GError ** error)
{
  clfft_plan_params params;
  GstClDeframingParams deframing;

  gst_cl_ifft_fill_plan_params (self, &params);
  gst_cl_ifft_config_describe_deframing (config, &deframing);
  /* config is the session's from here on, and lives if that succeeds */
  if (!gst_cl_ifft_session_configure (get_session (self), config, &params,
          progress, error))
    return FALSE;
  if (!gst_cl_deframing_set_params (self->deframing, &deframing, error))
    return FALSE;
  warn_of_coverage (self, config);
  return TRUE;
}

gboolean
gst_cl_ifft_audio_apply (GstClIfft * self, GstClIfftSetup * setup,
    GstCaps * caps, GstClProgress * progress, GError ** error)
{
  const GstClIfftConfig *old = get_config (self);
  GstClIfftConfig *config = g_steal_pointer (&setup->audio);

  /* downstream may want another format of the same samples */
  if (old && gst_fourier_info_is_equal (&config->info, &old->info))
    gst_cl_ifft_config_free (config);
  else if (!set_spectra (self, config, progress, error))
    return FALSE;
  return gst_cl_ifft_session_set_output (get_session (self), &setup->output,
      caps, error);
}

GstClockTime
gst_cl_ifft_audio_get_latency (GstClIfft * self)
{
  return gst_cl_deframing_get_latency (self->deframing);
}

/* ---- the stream ---- */

/* Takes n_frames of a buffer, whose bytes are in info. */
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
  GstFlowReturn flow;
  GError *error = NULL;
  GstMapInfo info;
  guint n_frames;

  if (!gst_cl_ifft_map_spectra (&get_config (self)->info, buffer, &info,
          &n_frames, &error))
    return gst_cl_element_fail (&self->parent, &error);
  flow = process (self, buffer, &info, n_frames);
  gst_buffer_unmap (buffer, &info);
  return flow;
}

/* Takes a gap; before the first frame there is no grid that silence could lie
   on. */
gboolean
gst_cl_ifft_audio_gap (GstClIfft * self, GstClockTime timestamp,
    GstClockTime duration, GstFlowReturn * flow)
{
  guint64 n_frames;

  if (!gst_cl_deframing_push_gap (self->deframing, timestamp, duration,
          &n_frames))
    return FALSE;
  *flow = add_frames (self, NULL, n_frames);
  return TRUE;
}
