/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * claudiofft.c: the element claudiofft: it takes frames of samples and gives
 * buffers of spectra. settings.c has its settings, config.c what follows from
 * them, session.c its work on the device.
 */
/**
 * SECTION:element-claudiofft
 * @title: claudiofft
 *
 * Short-time Fourier transform of audio on an OpenCL device: every channel in
 * one batch, spectra as timestamped buffers of application/x-fft.
 *
 * ## Example
 * |[
 * gst-launch-1.0 audiotestsrc num-buffers=100 ! claudiofft size=2048
 *     window=hann quantity=db ! filesink location=spectra.f32
 * ]| writes decibels of 1025 bins per frame, full scale 0 dB.
 */
#include "claudiofft.h"

#include "element/caps.h"
#include "stft/front/front-end.h"
#include "opencl/gstopenclmemory.h"
#include "stft/front/presets.h"
#include "stft/session.h"
#include "tensors.h"

GST_DEBUG_CATEGORY_STATIC (gst_cl_audio_fft_debug);
#define GST_CAT_DEFAULT gst_cl_audio_fft_debug

struct _GstClAudioFft
{
  GstClElement parent;

  GstClFraming *framing;
  gboolean gives_tensors;
  gboolean gives_halves;
  gsize tensor_sizes[GST_CL_AUDIO_FFT_MAX_SIZES];
  guint n_tensor_sizes;
};

G_DEFINE_TYPE (GstClAudioFft, gst_cl_audio_fft, GST_TYPE_CL_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (claudiofft, "claudiofft",
    GST_RANK_NONE, GST_TYPE_CL_AUDIO_FFT,
    GST_DEBUG_CATEGORY_INIT (gst_cl_audio_fft_debug, "claudiofft", 0,
        "Fourier transform of audio"));

#define FORMATS "{ " GST_AUDIO_NE (F32) ", " GST_AUDIO_NE (F64) " }"

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (GST_AUDIO_CAPS_MAKE (GST_AUDIO_FORMATS_ALL)
        ", layout = (string) { interleaved, non-interleaved }"));

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (GST_FOURIER_CAPS_MAKE (FORMATS) "; "
        GST_FOURIER_CAPS_MAKE_WITH_FEATURES
        (GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY, FORMATS) "; "
        GST_CL_AUDIO_FFT_TENSOR_CAPS));

/* ---- what it takes and gives ---- */

/* Whether upstream can choose this number, as what converts can; sources of one
   number each cannot, and concat, which says ANY, does not know. */
static gboolean
is_open (GstCaps * able, const gchar * field)
{
  guint i;

  for (i = 0; !gst_caps_is_any (able) && i < gst_caps_get_size (able); i++) {
    const GValue *value = gst_structure_get_value (gst_caps_get_structure (able,
            i), field);

    if (value && GST_VALUE_HOLDS_INT_RANGE (value))
      return TRUE;
  }
  return FALSE;
}

/* Leaves only what is `wanted` of caps (transfer full) if upstream can choose to
   make it; else all. */
static GstCaps *
prefer (GstClElement * element, GstCaps * caps, const gchar * field,
    const gchar * wanted)
{
  GstCaps *some = gst_caps_from_string (wanted);
  GstCaps *best = gst_caps_intersect (caps, some);
  GstCaps *able = gst_pad_peer_query_caps (element->sinkpad, NULL);

  if (is_open (able, field) && gst_caps_can_intersect (able, best))
    gst_caps_replace (&caps, best);
  gst_caps_unref (able);
  gst_caps_unref (best);
  gst_caps_unref (some);
  return caps;
}

/* The caps of the template, or of it what preset, channel-mode and iq would
   have. */
static GstCaps *
get_preferred_caps (GstClElement * element)
{
  GstCaps *caps = gst_pad_get_pad_template_caps (element->sinkpad);
  GstClStftSettings *settings =
      gst_cl_element_copy_settings (element, NULL);
  guint rate = gst_cl_stft_preset_get_rate (settings->preset);
  g_autofree gchar *wanted = g_strdup_printf ("audio/x-raw, rate = %u", rate);

  if (rate > 0)
    caps = prefer (element, caps, "rate", wanted);
  if (settings->iq)
    caps = prefer (element, caps, "channels",
        "audio/x-raw, channels = [ 2, 131070, 2 ]");
  else if (settings->channel_mode == GST_FOURIER_CHANNEL_MODE_MID_SIDE)
    caps = prefer (element, caps, "channels", "audio/x-raw, channels = 2");
  gst_cl_element_free_settings (element, settings);
  return caps;
}

/* Who chooses has a filter, of what it can make; who links has none. */
static GstCaps *
get_sink_caps (GstClElement * element, GstCaps * filter)
{
  GstCaps *caps, *some;

  if (!filter)
    return gst_pad_get_pad_template_caps (element->sinkpad);
  caps = get_preferred_caps (element);
  some = gst_caps_intersect_full (filter, caps, GST_CAPS_INTERSECT_FIRST);
  gst_caps_unref (caps);
  return some;
}

static gboolean
gst_cl_audio_fft_query (GstClElement * element, GstQuery * query)
{
  GstCaps *filter, *caps;

  if (GST_QUERY_TYPE (query) != GST_QUERY_CAPS)
    return FALSE;
  gst_query_parse_caps (query, &filter);
  caps = get_sink_caps (element, filter);
  gst_query_set_caps_result (query, caps);
  gst_caps_unref (caps);
  return TRUE;
}

/* ---- setups ---- */

/* What settings come to with a preset, and where tensors are given. */
static void
resolve (gconstpointer settings, gboolean gives_tensors,
    GstClStftSettings * resolved)
{
  gst_cl_stft_preset_resolve (settings, resolved);
  if (gives_tensors)
    gst_cl_audio_fft_settings_use_tensors (resolved);
}

static gpointer
gst_cl_audio_fft_prepare (GstClElement * element, gconstpointer settings,
    GstCaps ** caps, GError ** error)
{
  gboolean tensors = gst_cl_audio_fft_wants_tensors (element);
  GstClStftSettings resolved;
  GstClStftConfig *config;

  resolve (settings, tensors, &resolved);
  config = gst_cl_stft_config_new (&resolved, element->input, error);
  if (config)
    gst_cl_element_note_all (element, config->notes);
  if (config && tensors)
    *caps = gst_cl_audio_fft_choose_tensor_caps (element, config, error);
  else if (config)
    *caps = gst_cl_spectra_caps_choose (element, &config->info, error);
  return config;
}

/* Whether a frame of output needs the one before, on the device. */
static gboolean
is_running (const GstClStftConfig * config)
{
  return config->settings.averaging == GST_FOURIER_AVERAGING_EXPONENTIAL;
}

/* config: (transfer full): every session has it. */
static gboolean
configure (GstClElement * element, GstClStftConfig * config,
    GstCaps * caps, GstClProgress * progress, GError ** error)
{
  guint i, n = gst_cl_element_set_turns (element, !is_running (config));
  gboolean done = TRUE;

  if (n > 1)
    progress->n_plans = n * gst_cl_stft_config_count_plans (config);
  for (i = 0; i < n && done; i++)
    done = gst_cl_stft_session_configure (gst_cl_element_get_turn
        (element, i), gst_cl_stft_config_ref (config), caps, progress,
        error);
  gst_cl_stft_config_free (config);
  return done;
}

static gboolean
gst_cl_audio_fft_apply (GstClElement * element, gpointer setup, GstCaps * caps,
    GstClProgress * progress, GError ** error)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (element);
  GstClStftConfig *config = setup;

  gst_cl_framing_set_info (self->framing, &config->audio);
  self->gives_tensors = !gst_structure_has_name (gst_caps_get_structure (caps,
          0), GST_FOURIER_MEDIA_TYPE);
  self->gives_halves = config->is_half;
  self->n_tensor_sizes =
      gst_cl_audio_fft_get_tensor_sizes (config, self->tensor_sizes);
  gst_cl_framing_set_params (self->framing, &config->framing);
  gst_cl_framing_recount (self->framing);
  return configure (element, config, caps, progress, error);
}

/* Adopts settings that need no new setup: only discontinuities are handled
   otherwise. */
static gboolean
gst_cl_audio_fft_adopt (GstClElement * element, gconstpointer old,
    GstClProgress * progress, GError ** error)
{
  GstClFraming *framing = GST_CL_AUDIO_FFT (element)->framing;
  GstClStftSettings settings;
  GstClFramingParams params;

  resolve (element->active, GST_CL_AUDIO_FFT (element)->gives_tensors,
      &settings);
  gst_cl_framing_get_params (framing, &params);
  params.discont_policy = settings.discont_policy;
  params.alignment_threshold = settings.alignment_threshold;
  params.discont_wait = settings.discont_wait;
  gst_cl_framing_set_params (framing, &params);
  return TRUE;
}

static GstClockTime
gst_cl_audio_fft_get_latency (GstClElement * element)
{
  GstClStftSettings settings;

  resolve (element->active, GST_CL_AUDIO_FFT (element)->gives_tensors,
      &settings);
  return gst_cl_framing_get_latency (GST_CL_AUDIO_FFT (element)->framing,
      gst_cl_stft_settings_get_group (&settings)
      * MAX (1, settings.frames_per_buffer));
}

/* ---- frames ---- */

/* Pushes the buffers while downstream takes them; none is left afterwards. */
static GstFlowReturn
push_all (GstClElement * element, GQueue * done)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (element);
  GstFlowReturn flow = GST_FLOW_OK;
  GstBuffer *buffer;

  while ((buffer = g_queue_pop_head (done))) {
    if (self->gives_tensors)
      gst_cl_audio_fft_describe_tensor (buffer, self->tensor_sizes,
          self->n_tensor_sizes, self->gives_halves);
    if (flow == GST_FLOW_OK)
      flow = gst_cl_element_push (element, buffer);
    else
      gst_buffer_unref (buffer);
  }
  return flow;
}

/* How many frames are worth a dispatch: more than one where the buffer is not
   whole yet, and the run goes on. */
static guint
get_batch (GstClElement * element)
{
  return gst_cl_framing_is_draining (GST_CL_AUDIO_FFT (element)->framing) ? 1
      : gst_cl_stft_session_get_batch (element->session);
}

static GstFlowReturn
process (GstClElement * element)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (element);
  GstFlowReturn flow = GST_FLOW_OK;
  GQueue done = G_QUEUE_INIT;
  GError *error = NULL;

  while (flow == GST_FLOW_OK
      && gst_cl_framing_get_n_ready (self->framing) >= get_batch (element)) {
    gboolean stepped = gst_cl_stft_session_step (element->session,
        self->framing, &done, &error);

    if (stepped && gst_cl_stft_session_is_between (element->session))
      gst_cl_element_end_turn (element);
    flow = push_all (element, &done);
    if (!stepped)
      return gst_cl_element_fail (element, &error);
  }
  return flow;
}

/* Finishes the average and the buffer that were begun, of a run that ended then
   (NONE: it goes on). If the device failed, that is posted before the setup is
   gone. */
static GstFlowReturn
finish_until (GstClElement * element, GstClockTime end)
{
  GQueue done = G_QUEUE_INIT;
  GError *error = NULL;
  gboolean finished =
      gst_cl_stft_session_finish (element->session, end, &done, &error);
  GstFlowReturn flow = push_all (element, &done);

  if (finished && flow == GST_FLOW_OK)
    finished = gst_cl_element_wait (element, &error);
  return finished ? flow : gst_cl_element_fail (element, &error);
}

static GstFlowReturn
gst_cl_audio_fft_take (GstClElement * element, GstBuffer * buffer)
{
  GError *error = NULL;

  if (!gst_cl_framing_push_buffer (GST_CL_AUDIO_FFT (element)->framing, buffer,
          &error))
    return gst_cl_element_fail (element, &error);
  return process (element);
}

static gboolean
gst_cl_audio_fft_gap (GstClElement * element, GstClockTime timestamp,
    GstClockTime duration, GstFlowReturn * flow)
{
  gst_cl_framing_push_gap (GST_CL_AUDIO_FFT (element)->framing, timestamp,
      duration);
  *flow = process (element);
  return TRUE;
}

/* Processes every frame that begins before the end of the input. */
static GstFlowReturn
gst_cl_audio_fft_drain (GstClElement * element, GstClEnd why)
{
  GstClFraming *framing = GST_CL_AUDIO_FFT (element)->framing;
  GstFlowReturn flow;

  if (why == GST_CL_END_SETUP)
    return finish_until (element, GST_CLOCK_TIME_NONE);
  gst_cl_framing_drain (framing);
  flow = process (element);
  return flow == GST_FLOW_OK ? finish_until (element,
      gst_cl_framing_get_end_time (framing)) : flow;
}

static void
gst_cl_audio_fft_forget (GstClElement * element, GstClForget how)
{
  gst_cl_framing_flush (GST_CL_AUDIO_FFT (element)->framing);
  gst_cl_stft_session_reset (element->session);
}

static void
gst_cl_audio_fft_set_segment (GstClElement * element,
    const GstSegment * segment, gboolean goes_on)
{
  gst_cl_framing_set_segment (GST_CL_AUDIO_FFT (element)->framing, segment);
}

static GstClTimeline *
gst_cl_audio_fft_get_line (GstClElement * element)
{
  return gst_cl_framing_get_line (GST_CL_AUDIO_FFT (element)->framing);
}

/* ---- class ---- */

static void
gst_cl_audio_fft_init (GstClAudioFft * self)
{
  self->framing = gst_cl_framing_new ();
}

static void
gst_cl_audio_fft_finalize (GObject * object)
{
  g_clear_pointer (&GST_CL_AUDIO_FFT (object)->framing, gst_cl_framing_free);
  G_OBJECT_CLASS (gst_cl_audio_fft_parent_class)->finalize (object);
}

/* *INDENT-OFF* */
static const GstClElementFunctions functions = {
  .get_line = gst_cl_audio_fft_get_line, .gap_limit =
  G_STRUCT_OFFSET (GstClStftSettings, gap_limit),
  .settings_size = sizeof (GstClStftSettings), .input_size = sizeof
  (GstAudioInfo), .open = gst_cl_stft_session_open, .unconfigure =
  gst_cl_stft_session_unconfigure, .get_stats = gst_cl_stft_session_get_stats,
  .resolve = gst_cl_stft_preset_resolve, .check = gst_cl_stft_settings_check, .query = gst_cl_audio_fft_query, .parse
  = gst_cl_audio_input_parse, .is_same = gst_cl_audio_input_is_same, .prepare
  = gst_cl_audio_fft_prepare, .setup_free = gst_cl_stft_config_free, .apply =
  gst_cl_audio_fft_apply, .adopt = gst_cl_audio_fft_adopt, .get_latency =
  gst_cl_audio_fft_get_latency, .take = gst_cl_audio_fft_take, .gap =
  gst_cl_audio_fft_gap, .drain = gst_cl_audio_fft_drain, .forget =
  gst_cl_audio_fft_forget, .set_segment = gst_cl_audio_fft_set_segment,
};
/* *INDENT-ON* */

static void
gst_cl_audio_fft_class_init (GstClAudioFftClass * class)
{
  GstClElementClass *klass = GST_CL_ELEMENT_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = gst_cl_audio_fft_finalize;
  klass->category = gst_cl_audio_fft_debug;
  klass->functions = &functions;
  klass->spreads = TRUE;
  klass->meta_api = GST_AUDIO_META_API_TYPE;

  gst_cl_element_class_add_properties (klass, gst_cl_stft_properties,
      gst_cl_stft_n_properties, 0);
  gst_cl_element_class_add_properties (klass,
      gst_cl_stft_front_end_properties,
      gst_cl_stft_n_front_end_properties, 0);
  gst_cl_element_class_describe (klass, &sink_template, &src_template,
      "OpenCL Audio Fourier Transform", "Filter/Analyzer/Audio",
      "Turns audio into timestamped, calibrated spectra on an OpenCL device");
}
