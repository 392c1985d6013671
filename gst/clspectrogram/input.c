/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * input.c: handles the input, audio or spectra: its formats, its setups, its
 * frames of samples. Everything here runs on the streaming thread.
 */
#include "private.h"
#include "sharpen.h"
#include "transfer.h"

#include "audio/audioinfo.h"
#include "element/caps.h"
#include "element/enums.h"
#include "element/spectra/spectra.h"
#include "opencl/error.h"

#define GST_CAT_DEFAULT gst_cl_spectrogram_debug

/* How many frames of a whole picture go to the device at once: nothing is
   waiting for them. */
#define WHOLE_BATCH 128

/* ---- formats ---- */

gboolean
gst_cl_spectrogram_parse (GstClElement * element, GstCaps * caps,
    gpointer data, GError ** error)
{
  GstClSpectrogramInput *input = data;

  input->is_audio = gst_structure_has_name (gst_caps_get_structure (caps, 0),
      "audio/x-raw");
  if (input->is_audio)
    return gst_cl_audio_info_parse (caps, &input->audio, error);
  return gst_cl_spectra_parse (&input->spectra, caps, error);
}

gboolean
gst_cl_spectrogram_is_same (gconstpointer first, gconstpointer second)
{
  const GstClSpectrogramInput *a = first, *b = second;

  if (a->is_audio != b->is_audio)
    return FALSE;
  return a->is_audio ? gst_audio_info_is_equal (&a->audio, &b->audio)
      : gst_fourier_info_is_equal (&a->spectra, &b->spectra);
}

static const GstClSpectrogramInput *
get_input (GstClElement * element)
{
  return element->input;
}

/* ---- setups ---- */

typedef struct
{
  GstClStftConfig *transforms;      /* of audio, else NULL */
  GstClSpectrogramConfig *config;
  GstVideoInfo video;
} Setup;

void
gst_cl_spectrogram_setup_free (gpointer data)
{
  Setup *setup = data;

  gst_cl_stft_config_free (setup->transforms);
  gst_cl_spectrogram_config_free (setup->config);
  g_free (setup);
}

static GstClockTime
get_stream_duration (GstClElement * element)
{
  gint64 duration;

  if (!gst_pad_peer_query_duration (element->sinkpad, GST_FORMAT_TIME,
          &duration) || duration <= 0)
    return GST_CLOCK_TIME_NONE;
  return duration;
}

/* Says that a picture without room for so many plots has room for their mean. */
static gpointer
refuse_room (const GstClSpectrogramSettings * settings,
    const GstVideoInfo * video, guint n_plots, GError ** error)
{
  if (n_plots < 2 || settings->audio.iq)
    return NULL;
  g_clear_error (error);
  if (gst_cl_spectrogram_settings_is_transfer (settings)) {
    gst_cl_set_request_error (error, "mode", "line", "is transfer, but a "
        "picture of %d x %d pixels has no room for its %d plots",
        GST_VIDEO_INFO_WIDTH (video), GST_VIDEO_INFO_HEIGHT (video),
        GST_CL_TRANSFER_N_PLOTS);
    return NULL;
  }
  gst_cl_set_request_error (error, "channel-mode", "mix",
      "is %s, but a picture "
      "of %d x %d pixels has no room for the plots of %u channels",
      gst_cl_enum_nick (GST_TYPE_FOURIER_CHANNEL_MODE,
          settings->audio.channel_mode), GST_VIDEO_INFO_WIDTH (video),
      GST_VIDEO_INFO_HEIGHT (video), n_plots);
  return NULL;
}

/* Makes the config of the transforms for such pictures; it fixes hop in
   settings. */
static GstClStftConfig *
plan_transforms (GstClElement * element, GstClSpectrogramSettings * settings,
    const GstVideoInfo * video, GError ** error)
{
  const GstAudioInfo *audio = &get_input (element)->audio;
  g_autoptr (GstClStftConfig) config =
      gst_cl_stft_config_new (&settings->audio, audio, error);
  GstClSpectrogramLayout layout;

  if (!config
      || !gst_cl_spectrogram_transfer_check (settings, &config->info, error))
    return NULL;
  if (!gst_cl_spectrogram_make_layout (settings, video, &config->info, &layout,
          error))
    return refuse_room (settings, video, config->info.channels, error);
  settings->audio.hop = gst_cl_spectrogram_choose_hop (settings, video,
      layout.plot.width, audio,
      get_stream_duration (element));
  if (!gst_cl_spectrogram_sharpen_prepare (settings, error))
    return NULL;
  return gst_cl_stft_config_new (&settings->audio, audio, error);
}

/* Nanoseconds of a bin that is placed on an axis, about, and of a band. */
#define BIN_COST 40
#define BAND_COST 1300
#define MAX_COST 800000000

/* As gst_cl_spectra_check_cost has it, of spectra that are drawn. */
static gboolean
check_cost (const GstFourierInfo * info, GError ** error)
{
  guint most = MAX_COST / (info->band_scale == GST_FOURIER_BAND_SCALE_NONE
      ? BIN_COST : BAND_COST);

  return info->bins[0] <= most
      || gst_cl_set_settings_error (error, "bins is %u, but so many take too "
      "long to place on an axis for what caps may ask: at most %u are possible",
      info->bins[0], most);
}

static gboolean
fill_setup (GstClElement * element, const GstClSpectrogramSettings * settings,
    Setup * setup, GError ** error)
{
  const GstClSpectrogramInput *input = get_input (element);
  GstClSpectrogramSettings used = *settings;

  gst_cl_spectrogram_transfer_prepare (&used);
  if (!gst_cl_spectrogram_sharpen_check_input (&used, input->is_audio, error))
    return FALSE;
  if (input->is_audio) {
    setup->transforms = plan_transforms (element, &used, &setup->video, error);
    if (!setup->transforms)
      return FALSE;
  } else if (!check_cost (&input->spectra, error)) {
    return FALSE;
  }
  setup->config = gst_cl_spectrogram_config_new (&used, input->is_audio
      ? &setup->transforms->info : &input->spectra, &setup->video, error);
  return setup->config && (!setup->transforms
      || gst_cl_spectrogram_sharpen_take_gain (setup->config,
          setup->transforms, error));
}

gpointer
gst_cl_spectrogram_prepare (GstClElement * element, gconstpointer settings,
    GstCaps ** caps, GError ** error)
{
  Setup *setup = g_new0 (Setup, 1);

  *caps = gst_cl_spectrogram_choose_caps (GST_CL_SPECTROGRAM (element),
      settings, &setup->video, error);
  if (*caps && fill_setup (element, settings, setup, error)) {
    if (setup->transforms)
      gst_cl_element_note_all (element, setup->transforms->notes);
    gst_cl_element_note_all (element, setup->config->notes);
    return setup;
  }
  gst_clear_caps (caps);
  gst_cl_spectrogram_setup_free (setup);
  return NULL;
}

/* Waits for the device before everything is made anew; if it failed, that is
   posted. */
static GstFlowReturn
wait_for_device (GstClElement * element)
{
  GError *error = NULL;

  if (gst_cl_session_wait (element->session, &error))
    return GST_FLOW_OK;
  return gst_cl_element_fail (element, &error);
}

/* Takes config. */
static gboolean
apply_transforms (GstClElement * element, GstClStftConfig * config,
    GstClProgress * progress, GError ** error)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (element);
  GstCaps *caps = gst_fourier_info_to_caps (&config->info, error);
  gboolean done;

  if (!caps) {
    gst_cl_stft_config_free (config);
    return FALSE;
  }
  gst_cl_framing_set_info (self->framing, &config->audio);
  gst_cl_framing_set_params (self->framing, &config->framing);
  done = gst_cl_stft_session_configure
      (gst_cl_spectrogram_session_get_transforms (element->session), config,
      caps, progress, error);
  gst_caps_unref (caps);
  return done;
}

/* 0: unknown. */
static GstClockTime
get_picture_duration (GstClSpectrogram * self)
{
  GstClockTime duration = gst_cl_timeline_length_of (&self->pictures, 1);

  return GST_CLOCK_TIME_IS_VALID (duration) ? duration : 0;
}

gboolean
gst_cl_spectrogram_apply (GstClElement * element, gpointer data,
    GstCaps * caps, GstClProgress * progress, GError ** error)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (element);
  g_autofree Setup *setup = data;

  self->spectra = setup->config->info;
  gst_cl_timeline_set_rate (&self->sound, self->spectra.rate, 1);
  gst_cl_timeline_set_rate (&self->pictures,
      GST_VIDEO_INFO_FPS_N (&setup->video),
      GST_VIDEO_INFO_FPS_D (&setup->video));
  gst_cl_element_set_frame_duration (element, get_picture_duration (self));
  if (setup->transforms
      && !apply_transforms (element, setup->transforms, progress, error)) {
    gst_cl_spectrogram_config_free (setup->config);
    return FALSE;
  }
  if (!setup->transforms)
    gst_cl_stft_session_unconfigure
        (gst_cl_spectrogram_session_get_transforms (element->session));
  if (!gst_cl_spectrogram_session_configure (element->session, setup->config,
          caps, error))
    return FALSE;
  gst_cl_spectrogram_restart (self);
  return TRUE;
}

gboolean
gst_cl_spectrogram_adopt (GstClElement * element, gconstpointer old,
    GstClProgress * progress, GError ** error)
{
  const GstClSpectrogramSettings *settings = element->active;
  GstClFramingParams params;

  if (get_input (element)->is_audio) {
    gst_cl_framing_get_params (GST_CL_SPECTROGRAM (element)->framing, &params);
    params.discont_policy = settings->audio.discont_policy;
    params.alignment_threshold = settings->audio.alignment_threshold;
    params.discont_wait = settings->audio.discont_wait;
    gst_cl_framing_set_params (GST_CL_SPECTROGRAM (element)->framing, &params);
  }
  return !gst_cl_element_settings_differ (element, old, settings,
      GST_CL_SPECTROGRAM_DECOR, GST_CL_SPECTROGRAM_DECOR)
      || gst_cl_spectrogram_session_set_levels (element->session, settings,
      error);
}

GstClockTime
gst_cl_spectrogram_get_latency (GstClElement * element)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (element);
  GstClockTime latency;

  /* a picture of a frame of video leaves at once */
  if (gst_cl_spectrogram_settings_is_whole (element->active)
      || gst_cl_spectrogram_is_framewise (self))
    return 0;
  latency = get_picture_duration (self);
  /* power comes back to a frame from so many behind it */
  latency += gst_util_uint64_scale (gst_cl_spectrogram_session_get_delay
      (element->session), GST_SECOND, self->spectra.rate);
  /* samples beyond a frame's reach wait for the next frame */
  if (get_input (element)->is_audio)
    latency += MAX (gst_cl_framing_get_latency (self->framing, 1),
        gst_util_uint64_scale (self->spectra.hop, GST_SECOND,
            self->spectra.rate));
  return latency;
}

/* ---- audio ---- */

/* How many frames are worth a dispatch. */
static guint
get_batch (GstClElement * element)
{
  return gst_cl_spectrogram_settings_is_whole (element->active)
      && !gst_cl_framing_is_draining (GST_CL_SPECTROGRAM (element)->framing)
      ? WHOLE_BATCH : 1;
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

/* Transforms frames into spectra, and makes pictures of these. */
static GstFlowReturn
process_audio (GstClElement * element)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (element);
  GstFlowReturn flow = GST_FLOW_OK;
  GQueue spectra = G_QUEUE_INIT;
  GError *error = NULL;

  while (flow == GST_FLOW_OK
      && gst_cl_framing_get_n_ready (self->framing) >= get_batch (element)) {
    gboolean stepped = gst_cl_stft_session_step
        (gst_cl_spectrogram_session_get_transforms (element->session),
        self->framing, &spectra, &error);

    flow = take_all (self, &spectra);
    if (!stepped && flow == GST_FLOW_OK)
      flow = gst_cl_element_fail (element, &error);
    /* else the first failure was reported */
    g_clear_error (&error);
  }
  return flow;
}

/* ---- the stream ---- */

GstFlowReturn
gst_cl_spectrogram_take (GstClElement * element, GstBuffer * buffer)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (element);
  GError *error = NULL;
  GstFlowReturn flow;

  if (get_input (element)->is_audio) {
    if (!gst_cl_framing_push_buffer (self->framing, buffer, &error))
      return gst_cl_element_fail (element, &error);
    return process_audio (element);
  }
  flow = gst_cl_spectrogram_is_framewise (self)
      ? gst_cl_spectrogram_take_frames (self, buffer)
      : gst_cl_spectrogram_take_spectra (self, buffer);
  gst_buffer_unref (buffer);
  return flow;
}

gboolean
gst_cl_spectrogram_gap (GstClElement * element, GstClockTime timestamp,
    GstClockTime duration, GstFlowReturn * flow)
{
  if (!get_input (element)->is_audio)
    return FALSE;
  gst_cl_framing_push_gap (GST_CL_SPECTROGRAM (element)->framing, timestamp,
      duration);
  *flow = process_audio (element);
  return TRUE;
}

GstClTimeline *
gst_cl_spectrogram_get_line (GstClElement * element)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (element);

  if (get_input (element)->is_audio)
    return gst_cl_framing_get_line (self->framing);
  return gst_cl_spectrogram_is_framewise (self) ? NULL : &self->sound;
}

/* Processes every frame that begins before the end of the input, and its
   pictures. */
static GstFlowReturn
finish (GstClElement * element)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (element);
  GstFlowReturn flow = GST_FLOW_OK;

  if (get_input (element)->is_audio) {
    gst_cl_framing_drain (self->framing);
    while (flow == GST_FLOW_OK
        && gst_cl_framing_get_n_ready (self->framing) > 0)
      flow = process_audio (element);
  }
  if (flow == GST_FLOW_OK)
    flow = gst_cl_spectrogram_finish (self);
  return flow == GST_FLOW_OK ? wait_for_device (element) : flow;
}

/* At the end without a sample for a whole picture an error is posted: a file
   that was asked for would be empty. */
GstFlowReturn
gst_cl_spectrogram_drain (GstClElement * element, GstClEnd why)
{
  GstFlowReturn flow = GST_FLOW_OK;

  if (why == GST_CL_END_SETUP)
    return wait_for_device (element);
  if (why != GST_CL_END_GAP)
    flow = finish (element);
  if (why == GST_CL_END_EOS && element->configured && element->n_processed == 0
      && gst_cl_spectrogram_settings_is_whole (element->active))
    GST_ELEMENT_ERROR (element, STREAM, FAILED,
        ("The stream ended without a sample: there is nothing that a whole "
            "picture could show"), (NULL));
  return flow;
}
