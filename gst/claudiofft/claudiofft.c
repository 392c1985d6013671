/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * claudiofft.c: the element: class, properties, device, queries and states.
 * What streams through it is handled in stream.c; settings are in
 * settings.c, what follows from them in config.c, the
 * device side in session.c.
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
#include "private.h"

#include "element/forwardpad.h"

GST_DEBUG_CATEGORY (gst_cl_audio_fft_debug);
#define GST_CAT_DEFAULT gst_cl_audio_fft_debug

enum
{
  PROP_DEVICE = GST_CL_AUDIO_FFT_N_SETTINGS,
  PROP_TIMEOUT,
  PROP_STATS,
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
  if (gst_cl_audio_fft_settings_set (&self->settings, id, value)) {
    g_atomic_int_set (&self->settings_changed, TRUE);
  } else if (!gst_cl_element_device_set (&self->device, pspec, value)) {
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
  if (id == PROP_STATS) {
    stats = gst_structure_new_empty ("application/x-clfft-stats");
    if (self->session)
      gst_cl_audio_fft_session_get_stats (self->session, stats);
    g_value_take_boxed (value, stats);
  } else if (!gst_cl_audio_fft_settings_get (&self->settings, id, value)
      && !gst_cl_element_device_get (&self->device, pspec, value)) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
  GST_OBJECT_UNLOCK (self);
}

void
gst_cl_audio_fft_get_settings (GstClAudioFft * self,
    GstClAudioFftSettings * settings)
{
  GST_OBJECT_LOCK (self);
  g_atomic_int_set (&self->settings_changed, FALSE);
  *settings = self->settings;
  GST_OBJECT_UNLOCK (self);
}

/* ---- the device ---- */

static void
close_session (GstElement * element)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (element);
  GstClAudioFftSession *session;

  GST_OBJECT_LOCK (self);
  session = g_steal_pointer (&self->session);
  GST_OBJECT_UNLOCK (self);
  gst_cl_audio_fft_session_free (session);
}

static gboolean
open_session (GstElement * element, GstOpenCLContext * context, GError ** error)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (element);
  GstClAudioFftSession *session = gst_cl_audio_fft_session_new (context,
      self->device.watchdog, error);

  GST_OBJECT_LOCK (self);
  self->session = session;
  GST_OBJECT_UNLOCK (self);
  return session != NULL;
}

static void
gst_cl_audio_fft_set_context (GstElement * element, GstContext * context)
{
  gst_cl_element_device_set_context (&GST_CL_AUDIO_FFT (element)->device,
      GST_ELEMENT_CLASS (parent_class), context);
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

  if (gst_cl_element_device_answer (&self->device, query))
    return TRUE;
  switch (GST_QUERY_TYPE (query)) {
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
gst_cl_audio_fft_src_query (GstPad * pad, GstObject * parent, GstQuery * query)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (parent);

  if (gst_cl_element_device_answer (&self->device, query))
    return TRUE;
  if (GST_QUERY_TYPE (query) == GST_QUERY_LATENCY)
    return gst_cl_forward_pad_query_latency (GST_ELEMENT (self),
        self->sinkpad, &self->latency, query);
  return gst_pad_query_default (pad, parent, query);
}

static gboolean
gst_cl_audio_fft_query (GstElement * element, GstQuery * query)
{
  return gst_cl_element_device_query (&GST_CL_AUDIO_FFT (element)->device,
      GST_ELEMENT_CLASS (parent_class), query);
}

/* ---- states ---- */

static gboolean
check (GstElement * element, GError ** error)
{
  GstClAudioFftSettings settings;

  gst_cl_audio_fft_get_settings (GST_CL_AUDIO_FFT (element), &settings);
  return gst_cl_audio_fft_settings_check (&settings, error);
}

static void
stop (GstElement * element)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (element);

  gst_cl_audio_fft_forget_stream (self);
  self->have_audio = FALSE;
  self->have_refused = FALSE;
  gst_audio_info_init (&self->audio);
  gst_cl_audio_fft_session_unconfigure (self->session);
  GST_OBJECT_LOCK (self);
  self->latency = 0;
  GST_OBJECT_UNLOCK (self);
}

static const GstClElementDeviceFunctions device_functions = {
  .open = open_session,
  .close = close_session,
  .check = check,
  .stop = stop,
};

static GstStateChangeReturn
gst_cl_audio_fft_change_state (GstElement * element, GstStateChange transition)
{
  GstClElementDevice *device = &GST_CL_AUDIO_FFT (element)->device;

  return gst_cl_element_device_change_state (device,
      GST_ELEMENT_CLASS (parent_class), transition);
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
  gst_pad_set_event_function (self->srcpad, gst_cl_forward_pad_src_event);
  gst_pad_set_query_function (self->srcpad, gst_cl_audio_fft_src_query);
  gst_pad_use_fixed_caps (self->srcpad);
  gst_element_add_pad (GST_ELEMENT (self), self->srcpad);

  gst_cl_audio_fft_settings_init (&self->settings);
  gst_cl_element_device_init (&self->device, GST_ELEMENT (self),
      &device_functions);
  self->framing = gst_cl_framing_new ();
  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
}

static void
gst_cl_audio_fft_finalize (GObject * object)
{
  GstClAudioFft *self = GST_CL_AUDIO_FFT (object);

  gst_cl_element_device_clear (&self->device);
  g_clear_pointer (&self->framing, gst_cl_framing_free);
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
  gst_cl_element_device_install (object_class, PROP_DEVICE, PROP_TIMEOUT);
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
