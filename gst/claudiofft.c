/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * claudiofft.c: the element: pads, events, queries, states and negotiation.
 * Settings are in claudiofft-settings.c, what follows from them in
 * claudiofft-config.c, the device side in claudiofft-session.c.
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

#include <gst/audio/audio.h>
#include <string.h>
#include "base/error.h"
#include "base/gstopenclmemory.h"
#include "claudiofft-session.h"
#include "claudiofft-settings.h"

GST_DEBUG_CATEGORY_STATIC (gst_cl_audio_fft_debug);
#define GST_CAT_DEFAULT gst_cl_audio_fft_debug

#define DEFAULT_DEVICE "auto"

enum
{
  PROP_DEVICE = GST_CL_AUDIO_FFT_N_SETTINGS,
  PROP_STATS,
};

struct _GstClAudioFft
{
  GstElement parent;

  GstPad *sinkpad, *srcpad;

  /* guarded by the object lock */
  GstClAudioFftSettings settings;
  gchar *device;
  GstClockTime latency;
  GstOpenCLContext *context;    /* changed in state changes alone */
  GstClAudioFftSession *session;        /* likewise */

  gint settings_changed;        /* atomic */
  gint stopping;                /* atomic: plan creation is to give up */

  /* streaming thread */
  GstClFraming *framing;
  GstClAudioFftSettings active; /* the settings in use */
  GstAudioInfo audio;
  gboolean have_audio;
  GstAudioInfo refused;         /* caps that were told to be wrong */
  gboolean have_refused;
  GstSegment segment;
  gboolean have_segment;
};

#define gst_cl_audio_fft_parent_class parent_class
G_DEFINE_TYPE (GstClAudioFft, gst_cl_audio_fft, GST_TYPE_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (claudiofft, "claudiofft",
    GST_RANK_NONE, GST_TYPE_CL_AUDIO_FFT,
    GST_DEBUG_CATEGORY_INIT (gst_cl_audio_fft_debug, "claudiofft", 0,
        "Fourier transform of audio"));

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define FORMATS "{ F32LE, F64LE }"
#else
#define FORMATS "{ F32BE, F64BE }"
#endif

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (GST_AUDIO_CAPS_MAKE (GST_AUDIO_FORMATS_ALL)
        ", layout = (string) { interleaved, non-interleaved }"));

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (GST_FOURIER_CAPS_MAKE (FORMATS) "; "
        GST_FOURIER_CAPS_MAKE_WITH_FEATURES
        (GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY, FORMATS)));

/* ---- properties ---- */

static void
gst_cl_audio_fft_set_property (GObject * object, guint id,
    const GValue * value, GParamSpec * pspec)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (object);

  GST_OBJECT_LOCK (self);
  if (id == PROP_DEVICE) {
    g_free (self->device);
    self->device = g_value_dup_string (value);
  } else if (gst_cl_audio_fft_settings_set (&self->settings, id, value)) {
    g_atomic_int_set (&self->settings_changed, TRUE);
  } else {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
  GST_OBJECT_UNLOCK (self);
}

static void
gst_cl_audio_fft_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (object);
  GstStructure *stats;

  GST_OBJECT_LOCK (self);
  if (id == PROP_DEVICE) {
    g_value_set_string (value, self->device);
  } else if (id == PROP_STATS) {
    stats = gst_structure_new_empty ("application/x-clfft-stats");
    if (self->session)
      gst_cl_audio_fft_session_get_stats (self->session, stats);
    g_value_take_boxed (value, stats);
  } else if (!gst_cl_audio_fft_settings_get (&self->settings, id, value)) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
  GST_OBJECT_UNLOCK (self);
}

/* A copy of what is set now; from here on it counts as seen. */
static void
get_settings (GstClAudioFft * self, GstClAudioFftSettings * settings)
{
  GST_OBJECT_LOCK (self);
  g_atomic_int_set (&self->settings_changed, FALSE);
  *settings = self->settings;
  GST_OBJECT_UNLOCK (self);
}

/* ---- the device ---- */

static void
close_device (GstClAudioFft * self)
{
  GstClAudioFftSession *session;

  GST_OBJECT_LOCK (self);
  session = g_steal_pointer (&self->session);
  GST_OBJECT_UNLOCK (self);
  gst_cl_audio_fft_session_free (session);
  gst_clear_object (&self->context);
}

static gboolean
open_device (GstClAudioFft * self, GError ** error)
{
  g_autofree gchar *device = NULL;
  GstClAudioFftSession *session;

  GST_OBJECT_LOCK (self);
  device = g_strdup (self->device);
  GST_OBJECT_UNLOCK (self);
  if (self->session && gst_opencl_context_matches (self->context, device))
    return TRUE;
  close_device (self);
  if (!gst_opencl_ensure_element_data (GST_ELEMENT (self), device,
          &self->context, error))
    return FALSE;
  session = gst_cl_audio_fft_session_new (self->context, error);
  GST_OBJECT_LOCK (self);
  self->session = session;
  GST_OBJECT_UNLOCK (self);
  return session != NULL;
}

static void
gst_cl_audio_fft_set_context (GstElement * element, GstContext * context)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (element);
  g_autofree gchar *device = NULL;

  GST_OBJECT_LOCK (self);
  device = g_strdup (self->device);
  GST_OBJECT_UNLOCK (self);
  gst_opencl_handle_set_context (element, context, device, &self->context);
  GST_ELEMENT_CLASS (parent_class)->set_context (element, context);
}

typedef struct
{
  GstClAudioFft *self;
  gboolean started;
} Progress;

static void
post_progress (GstClAudioFft * self, GstProgressType type, const gchar * text)
{
  gst_element_post_message (GST_ELEMENT (self),
      gst_message_new_progress (GST_OBJECT (self), type, "compile", text));
}

static bool
on_progress (double fraction, const char *what, void *user_data)
{
  Progress *progress = user_data;
  g_autofree gchar *text = g_strdup_printf ("Preparing %s: %d %%", what,
      (gint) (100 * fraction));

  post_progress (progress->self, progress->started
      ? GST_PROGRESS_TYPE_CONTINUE : GST_PROGRESS_TYPE_START, text);
  progress->started = TRUE;
  return !g_atomic_int_get (&progress->self->stopping);
}

static gboolean
configure_session (GstClAudioFft * self, GstClAudioFftConfig * config,
    GstCaps * caps, GError ** error)
{
  Progress progress = { self, FALSE };
  gboolean done = gst_cl_audio_fft_session_configure (self->session, config,
      caps, on_progress, &progress, error);

  if (progress.started)
    post_progress (self, done ? GST_PROGRESS_TYPE_COMPLETE
        : g_atomic_int_get (&self->stopping) ? GST_PROGRESS_TYPE_CANCELED
        : GST_PROGRESS_TYPE_ERROR, done ? "Prepared" : "Not prepared");
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
  if (g_atomic_int_get (&self->stopping))
    g_clear_error (error);
  if (!*error)
    return GST_FLOW_FLUSHING;
  GST_CL_ELEMENT_ERROR (self, *error);
  gst_cl_audio_fft_session_unconfigure (self->session);
  return GST_FLOW_ERROR;
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

/* What the old shape still owes: the average and the buffer begun. */
static GstFlowReturn
finish (GstClAudioFft * self)
{
  GQueue done = G_QUEUE_INIT;
  GError *error = NULL;
  gboolean finished =
      gst_cl_audio_fft_session_finish (self->session, &done, &error);
  GstFlowReturn flow = push_all (self, &done);

  return finished ? flow : fail (self, &error);
}

/* ---- negotiation ---- */

static gboolean
lists_opencl_memory (GstCaps * caps)
{
  guint i;

  if (gst_caps_is_any (caps))
    return FALSE;
  for (i = 0; i < gst_caps_get_size (caps); i++) {
    GstCapsFeatures *features = gst_caps_get_features (caps, i);

    if (!gst_caps_features_is_any (features)
        && gst_caps_features_contains (features,
            GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY))
      return TRUE;
  }
  return FALSE;
}

/* The caps of this format that the peer takes, NULL if it takes none. */
static GstCaps *
offer_format (GstFourierInfo * info, gboolean is_double, GstCaps * peer,
    GError ** error)
{
  gboolean is_little = G_BYTE_ORDER == G_LITTLE_ENDIAN;
  GstCaps *caps;

  info->format = is_double
      ? (is_little ? GST_FOURIER_FORMAT_F64LE : GST_FOURIER_FORMAT_F64BE)
      : (is_little ? GST_FOURIER_FORMAT_F32LE : GST_FOURIER_FORMAT_F32BE);
  caps = gst_fourier_info_to_caps (info, error);
  if (!caps)
    return NULL;
  if (lists_opencl_memory (peer)) {
    GstCaps *device = gst_caps_copy (caps);

    gst_caps_set_features (device, 0, gst_caps_features_new
        (GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY, NULL));
    if (gst_caps_can_intersect (device, peer)) {
      gst_caps_unref (caps);
      return device;
    }
    gst_caps_unref (device);
  }
  if (!gst_caps_can_intersect (caps, peer))
    gst_clear_caps (&caps);
  return caps;
}

/* Single precision, or double where only that is taken and the device can. */
static GstCaps *
choose_caps (GstClAudioFft * self, GstClAudioFftConfig * config,
    GError ** error)
{
  GstCaps *peer = gst_pad_peer_query_caps (self->srcpad, NULL);
  GstCaps *caps = offer_format (&config->info, FALSE, peer, error);

  if (!caps && !*error
      && gst_opencl_context_get_limits (self->context)->has_double)
    caps = offer_format (&config->info, TRUE, peer, error);
  if (!caps && !*error) {
    g_autofree gchar *taken = gst_caps_to_string (peer);

    g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
        "What follows takes no %d-point %s spectra of this stream, but %s",
        config->info.shape[0], gst_fourier_info_get_window (&config->info),
        taken);
  }
  gst_caps_unref (peer);
  return caps;
}

static void
update_latency (GstClAudioFft * self)
{
  const GstClAudioFftSettings *settings = &self->active;
  guint n_frames = gst_cl_audio_fft_settings_get_group (settings)
      * MAX (1, settings->frames_per_buffer);
  GstClockTime latency =
      gst_cl_framing_get_latency (self->framing, n_frames);
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
  get_settings (self, &settings);
  self->have_refused = FALSE;
  config = gst_cl_audio_fft_config_new (&settings, audio, &error);
  if (config)
    caps = choose_caps (self, config, &error);
  if (!caps) {
    self->refused = *audio;
    self->have_refused = TRUE;
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
  get_settings (self, &settings);
  if (gst_cl_audio_fft_settings_differ (&settings, &self->active))
    return configure (self, &self->audio);
  /* only what becomes of discontinuities */
  if (!gst_cl_audio_fft_settings_check (&settings, &error))
    return fail (self, &error);
  self->active = settings;
  apply_framing_params (self, &settings);
  return GST_FLOW_OK;
}

static GstFlowReturn
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
  /* refused caps come again with each event: one message is enough */
  if (self->have_refused && !g_atomic_int_get (&self->settings_changed)
      && gst_audio_info_is_equal (&audio, &self->refused))
    return FALSE;
  flow = drain (self);
  if (flow == GST_FLOW_OK)
    flow = configure (self, &audio);
  return flow == GST_FLOW_OK;
}

static gboolean
set_segment (GstClAudioFft * self, GstEvent * event)
{
  const GstSegment *segment;
  GstSegment timed;
  GstEvent *forward;

  gst_event_parse_segment (event, &segment);
  if (segment->rate < 0) {
    /* the event comes again with each buffer: one message is enough */
    if (!gst_segment_is_equal (segment, &self->segment))
      GST_ELEMENT_ERROR (self, STREAM, NOT_IMPLEMENTED,
          ("Reverse playback is not supported: the segment's rate is %g, but "
              "must be above 0", segment->rate), (NULL));
    self->segment = *segment;
    gst_event_unref (event);
    return FALSE;
  }
  if (self->have_segment && !gst_segment_is_equal (segment, &self->segment))
    drain (self);
  self->segment = *segment;
  self->have_segment = TRUE;
  gst_cl_framing_set_segment (self->framing, segment);
  if (segment->format == GST_FORMAT_TIME)
    return gst_pad_push_event (self->srcpad, event);
  /* samples have no times: frames count from 0 */
  gst_segment_init (&timed, GST_FORMAT_TIME);
  forward = gst_event_new_segment (&timed);
  gst_event_set_seqnum (forward, gst_event_get_seqnum (event));
  gst_event_unref (event);
  return gst_pad_push_event (self->srcpad, forward);
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
  GError *error = NULL;

  if (drain (self) == GST_FLOW_OK && is_configured (self)
      && !gst_cl_audio_fft_session_wait (self->session, &error))
    fail (self, &error);
  return gst_pad_push_event (self->srcpad, event);
}

static void
forget_stream (GstClAudioFft * self)
{
  gst_cl_framing_flush (self->framing);
  if (self->session)
    gst_cl_audio_fft_session_reset (self->session);
  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
  self->have_segment = FALSE;
}

static gboolean
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
      forget_stream (self);
      return gst_pad_event_default (pad, parent, event);
    default:
      return gst_pad_event_default (pad, parent, event);
  }
}

static gboolean
gst_cl_audio_fft_src_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  gdouble rate;

  if (GST_EVENT_TYPE (event) == GST_EVENT_SEEK) {
    gst_event_parse_seek (event, &rate, NULL, NULL, NULL, NULL, NULL, NULL);
    if (rate < 0) {
      GST_WARNING_OBJECT (parent, "refusing a seek: reverse playback is not "
          "supported (rate %g, must be above 0)", rate);
      gst_event_unref (event);
      return FALSE;
    }
  }
  return gst_pad_event_default (pad, parent, event);
}

/* ---- queries ---- */

/* What channel-mode and iq leave of the template. */
static GstCaps *
get_sink_caps (GstClAudioFft * self, GstCaps * filter)
{
  GstCaps *caps = gst_pad_get_pad_template_caps (self->sinkpad);
  GValue even = G_VALUE_INIT;
  gboolean iq, mid_side;

  GST_OBJECT_LOCK (self);
  iq = self->settings.iq;
  mid_side = self->settings.channel_mode == GST_FOURIER_CHANNEL_MODE_MID_SIDE;
  GST_OBJECT_UNLOCK (self);
  if (iq) {
    g_value_init (&even, GST_TYPE_INT_RANGE);
    gst_value_set_int_range_step (&even, 2, 2 * GST_FOURIER_MAX_CHANNELS, 2);
    caps = gst_caps_make_writable (caps);
    gst_caps_set_value (caps, "channels", &even);
    g_value_unset (&even);
  } else if (mid_side) {
    caps = gst_caps_make_writable (caps);
    gst_caps_set_simple (caps, "channels", G_TYPE_INT, 2, NULL);
  }
  if (filter) {
    GstCaps *some = gst_caps_intersect_full (filter, caps,
        GST_CAPS_INTERSECT_FIRST);

    gst_caps_unref (caps);
    caps = some;
  }
  return caps;
}

static gboolean
gst_cl_audio_fft_sink_query (GstPad * pad, GstObject * parent,
    GstQuery * query)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (parent);
  GstCaps *filter, *caps;

  switch (GST_QUERY_TYPE (query)) {
    case GST_QUERY_CONTEXT:
      if (gst_opencl_handle_context_query (GST_ELEMENT (self), query,
              self->context))
        return TRUE;
      break;
    case GST_QUERY_CAPS:
      gst_query_parse_caps (query, &filter);
      caps = get_sink_caps (self, filter);
      gst_query_set_caps_result (query, caps);
      gst_caps_unref (caps);
      return TRUE;
    case GST_QUERY_ALLOCATION:
      gst_query_add_allocation_meta (query, GST_AUDIO_META_API_TYPE, NULL);
      return TRUE;
    default:
      break;
  }
  return gst_pad_query_default (pad, parent, query);
}

static gboolean
query_latency (GstClAudioFft * self, GstQuery * query)
{
  GstClockTime min, max, own;
  gboolean live;

  if (!gst_pad_peer_query (self->sinkpad, query))
    return FALSE;
  gst_query_parse_latency (query, &live, &min, &max);
  GST_OBJECT_LOCK (self);
  own = self->latency;
  GST_OBJECT_UNLOCK (self);
  min += own;
  if (GST_CLOCK_TIME_IS_VALID (max))
    max += own;
  gst_query_set_latency (query, live, min, max);
  return TRUE;
}

static gboolean
gst_cl_audio_fft_src_query (GstPad * pad, GstObject * parent, GstQuery * query)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (parent);

  switch (GST_QUERY_TYPE (query)) {
    case GST_QUERY_CONTEXT:
      if (gst_opencl_handle_context_query (GST_ELEMENT (self), query,
              self->context))
        return TRUE;
      break;
    case GST_QUERY_LATENCY:
      return query_latency (self, query);
    default:
      break;
  }
  return gst_pad_query_default (pad, parent, query);
}

static gboolean
gst_cl_audio_fft_query (GstElement * element, GstQuery * query)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (element);

  if (GST_QUERY_TYPE (query) == GST_QUERY_CONTEXT
      && gst_opencl_handle_context_query (element, query, self->context))
    return TRUE;
  return GST_ELEMENT_CLASS (parent_class)->query (element, query);
}

/* ---- states ---- */

/* Everything that needs no format is refused here, before data flows. */
static gboolean
start (GstClAudioFft * self, GError ** error)
{
  GstClAudioFftSettings settings;

  g_atomic_int_set (&self->stopping, FALSE);
  get_settings (self, &settings);
  return gst_cl_audio_fft_settings_check (&settings, error)
      && open_device (self, error);
}

static void
stop (GstClAudioFft * self)
{
  forget_stream (self);
  self->have_audio = FALSE;
  self->have_refused = FALSE;
  gst_audio_info_init (&self->audio);
  gst_cl_audio_fft_session_unconfigure (self->session);
  GST_OBJECT_LOCK (self);
  self->latency = 0;
  GST_OBJECT_UNLOCK (self);
}

static GstStateChangeReturn
gst_cl_audio_fft_change_state (GstElement * element,
    GstStateChange transition)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (element);
  GstStateChangeReturn result;
  GError *error = NULL;

  if ((transition == GST_STATE_CHANGE_NULL_TO_READY
          && !open_device (self, &error))
      || (transition == GST_STATE_CHANGE_READY_TO_PAUSED
          && !start (self, &error))) {
    GST_CL_ELEMENT_ERROR (self, error);
    return GST_STATE_CHANGE_FAILURE;
  }
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY)
    g_atomic_int_set (&self->stopping, TRUE);

  result = GST_ELEMENT_CLASS (parent_class)->change_state (element,
      transition);

  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY)
    stop (self);
  else if (transition == GST_STATE_CHANGE_READY_TO_NULL)
    close_device (self);
  return result;
}

/* ---- class ---- */

static void
gst_cl_audio_fft_init (GstClAudioFft * self)
{
  self->sinkpad = gst_pad_new_from_static_template (&sink_template, "sink");
  gst_pad_set_chain_function (self->sinkpad, gst_cl_audio_fft_chain);
  gst_pad_set_event_function (self->sinkpad, gst_cl_audio_fft_sink_event);
  gst_pad_set_query_function (self->sinkpad, gst_cl_audio_fft_sink_query);
  gst_element_add_pad (GST_ELEMENT (self), self->sinkpad);

  self->srcpad = gst_pad_new_from_static_template (&src_template, "src");
  gst_pad_set_event_function (self->srcpad, gst_cl_audio_fft_src_event);
  gst_pad_set_query_function (self->srcpad, gst_cl_audio_fft_src_query);
  gst_pad_use_fixed_caps (self->srcpad);
  gst_element_add_pad (GST_ELEMENT (self), self->srcpad);

  gst_cl_audio_fft_settings_init (&self->settings);
  self->device = g_strdup (DEFAULT_DEVICE);
  self->framing = gst_cl_framing_new ();
  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
}

static void
gst_cl_audio_fft_finalize (GObject * object)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (object);

  close_device (self);
  g_clear_pointer (&self->framing, gst_cl_framing_free);
  g_free (self->device);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_cl_audio_fft_class_init (GstClAudioFftClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  object_class->set_property = gst_cl_audio_fft_set_property;
  object_class->get_property = gst_cl_audio_fft_get_property;
  object_class->finalize = gst_cl_audio_fft_finalize;
  element_class->set_context = gst_cl_audio_fft_set_context;
  element_class->query = gst_cl_audio_fft_query;
  element_class->change_state = gst_cl_audio_fft_change_state;

  gst_cl_audio_fft_settings_install (object_class);
  g_object_class_install_property (object_class, PROP_DEVICE,
      g_param_spec_string ("device", "Device",
          "OpenCL device: auto (a GPU, else a CPU), gpu, cpu, accelerator, "
          "<platform index>:<device index>, or part of a device's name "
          "(default auto)", DEFAULT_DEVICE,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_READY));
  g_object_class_install_property (object_class, PROP_STATS,
      g_param_spec_boxed ("stats", "Statistics",
          "Device, plan, numbers of transforms, frames, bytes and objects, "
          "device time in nanoseconds", GST_TYPE_STRUCTURE,
          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));

  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class,
      "OpenCL Audio Fourier Transform", "Filter/Analyzer/Audio",
      "Turns audio into timestamped, calibrated spectra on an OpenCL device",
      "The gst-clfft authors");
  gst_type_mark_as_plugin_api (GST_TYPE_CL_DISCONT_POLICY, 0);
}
