/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram.c: the element: class, properties, device, queries and states.
 * What streams through it is handled in input.c, -stream.c,
 * -frames.c and -output.c; settings are in settings.c, what
 * follows from them in config.c, the device side in
 * session.c.
 */
/**
 * SECTION:element-clspectrogram
 * @title: clspectrogram
 *
 * Pictures of the spectrum of audio, or of spectra that claudiofft made:
 * waterfall, bars or line, with axes and a scale of colours; and of spectra of
 * video, as planes of frequencies. Transforms, levels and pixels are computed on
 * an OpenCL device.
 *
 * ## Examples
 * |[
 * gst-launch-1.0 filesrc location=sound.ogg ! decodebin ! audioconvert !
 *     clspectrogram frequency-scale=log ! videoconvert ! autovideosink
 * ]| shows a sound as it goes by.
 * |[
 * gst-launch-1.0 filesrc location=sound.ogg ! decodebin ! audioconvert !
 *     clspectrogram slide=whole ! video/x-raw,width=1600,height=900 ! pngenc !
 *     filesink location=sound.png
 * ]| writes one picture of all of it.
 */
#include "private.h"

#include "element/forwardpad.h"

GST_DEBUG_CATEGORY (gst_cl_spectrogram_debug);
#define GST_CAT_DEFAULT gst_cl_spectrogram_debug

enum
{
  PROP_DEVICE = GST_CL_SPECTROGRAM_N_SETTINGS,
  PROP_TIMEOUT,
  PROP_STATS,
};

#define gst_cl_spectrogram_parent_class parent_class
G_DEFINE_TYPE (GstClSpectrogram, gst_cl_spectrogram, GST_TYPE_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (clspectrogram, "clspectrogram",
    GST_RANK_NONE, GST_TYPE_CL_SPECTROGRAM,
    GST_DEBUG_CATEGORY_INIT (gst_cl_spectrogram_debug, "clspectrogram", 0,
        "pictures of spectra"));

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define NATIVE_FORMAT "F32LE"
#else
#define NATIVE_FORMAT "F32BE"
#endif

/* Whatever has 8 bits a colour in 32. */
#define VIDEO_FORMATS "{ BGRx, RGBx, BGRA, RGBA, xRGB, xBGR, ARGB, ABGR }"

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (GST_AUDIO_CAPS_MAKE (GST_AUDIO_FORMATS_ALL)
        ", layout = (string) { interleaved, non-interleaved }; "
        GST_FOURIER_CAPS_MAKE (GST_FOURIER_FORMATS_ALL) "; "
        GST_FOURIER_CAPS_MAKE_WITH_FEATURES
        (GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY, NATIVE_FORMAT)));

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS,
    GST_STATIC_CAPS ("video/x-raw, format = (string) " VIDEO_FORMATS ", "
        "width = (int) [ 1, 16384 ], height = (int) [ 1, 16384 ], "
        "framerate = (fraction) [ 0/1, max ], "
        "pixel-aspect-ratio = (fraction) 1/1"));

/* ---- properties ---- */

static void
gst_cl_spectrogram_set_property (GObject * object, guint id,
    const GValue * value, GParamSpec * pspec)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (object);

  GST_OBJECT_LOCK (self);
  if (gst_cl_spectrogram_settings_set (&self->settings, id, value)) {
    g_atomic_int_set (&self->settings_changed, TRUE);
  } else if (!gst_cl_element_device_set (&self->device, pspec, value)) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
  GST_OBJECT_UNLOCK (self);
}

static void
gst_cl_spectrogram_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (object);
  GstStructure *stats;

  GST_OBJECT_LOCK (self);
  if (id == PROP_STATS) {
    stats = gst_structure_new_empty ("application/x-clfft-stats");
    if (self->session)
      gst_cl_spectrogram_session_get_stats (self->session, stats);
    g_value_take_boxed (value, stats);
  } else if (!gst_cl_spectrogram_settings_get (&self->settings, id, value)
      && !gst_cl_element_device_get (&self->device, pspec, value)) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
  GST_OBJECT_UNLOCK (self);
}

void
gst_cl_spectrogram_get_settings (GstClSpectrogram * self,
    GstClSpectrogramSettings * settings)
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
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (element);
  GstClSpectrogramSession *session;

  GST_OBJECT_LOCK (self);
  session = g_steal_pointer (&self->session);
  GST_OBJECT_UNLOCK (self);
  gst_cl_spectrogram_session_free (session);
}

static gboolean
open_session (GstElement * element, GstOpenCLContext * context, GError ** error)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (element);
  GstClSpectrogramSession *session =
      gst_cl_spectrogram_session_new (context, self->device.watchdog, error);

  GST_OBJECT_LOCK (self);
  self->session = session;
  GST_OBJECT_UNLOCK (self);
  return session != NULL;
}

static void
gst_cl_spectrogram_set_context (GstElement * element, GstContext * context)
{
  gst_cl_element_device_set_context (&GST_CL_SPECTROGRAM (element)->device,
      GST_ELEMENT_CLASS (parent_class), context);
}

/* ---- queries ---- */

static gboolean
gst_cl_spectrogram_sink_query (GstPad * pad, GstObject * parent,
    GstQuery * query)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (parent);

  if (gst_cl_element_device_answer (&self->device, query))
    return TRUE;
  switch (GST_QUERY_TYPE (query)) {
    case GST_QUERY_ALLOCATION:
      gst_query_add_allocation_meta (query, GST_AUDIO_META_API_TYPE, NULL);
      return TRUE;
    default:
      break;
  }
  return gst_pad_query_default (pad, parent, query);
}

static gboolean
gst_cl_spectrogram_src_query (GstPad * pad, GstObject * parent,
    GstQuery * query)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (parent);

  if (gst_cl_element_device_answer (&self->device, query))
    return TRUE;
  if (GST_QUERY_TYPE (query) == GST_QUERY_LATENCY)
    return gst_cl_forward_pad_query_latency (GST_ELEMENT (self),
        self->sinkpad, &self->latency, query);
  return gst_pad_query_default (pad, parent, query);
}

static gboolean
gst_cl_spectrogram_query (GstElement * element, GstQuery * query)
{
  return gst_cl_element_device_query (&GST_CL_SPECTROGRAM (element)->device,
      GST_ELEMENT_CLASS (parent_class), query);
}

/* ---- states ---- */

static gboolean
check (GstElement * element, GError ** error)
{
  GstClSpectrogramSettings settings;

  gst_cl_spectrogram_get_settings (GST_CL_SPECTROGRAM (element), &settings);
  return gst_cl_spectrogram_settings_check (&settings, error);
}

static void
stop (GstElement * element)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (element);

  gst_cl_spectrogram_forget_stream (self);
  self->have_input = FALSE;
  gst_clear_caps (&self->refused);
  gst_audio_info_init (&self->audio);
  gst_fourier_info_init (&self->spectra);
  gst_cl_spectrogram_session_unconfigure (self->session);
  self->n_processed = 0;
  self->n_dropped = 0;
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
gst_cl_spectrogram_change_state (GstElement * element,
    GstStateChange transition)
{
  GstClElementDevice *device = &GST_CL_SPECTROGRAM (element)->device;

  return gst_cl_element_device_change_state (device,
      GST_ELEMENT_CLASS (parent_class), transition);
}

/* ---- class ---- */

static void
gst_cl_spectrogram_init (GstClSpectrogram * self)
{
  self->sinkpad = gst_pad_new_from_static_template (&sink_template, "sink");
  gst_pad_set_chain_function (self->sinkpad, gst_cl_spectrogram_chain);
  gst_pad_set_event_function (self->sinkpad, gst_cl_spectrogram_sink_event);
  gst_pad_set_query_function (self->sinkpad, gst_cl_spectrogram_sink_query);
  gst_element_add_pad (GST_ELEMENT (self), self->sinkpad);

  self->srcpad = gst_pad_new_from_static_template (&src_template, "src");
  gst_pad_set_event_function (self->srcpad, gst_cl_spectrogram_src_event);
  gst_pad_set_query_function (self->srcpad, gst_cl_spectrogram_src_query);
  gst_pad_use_fixed_caps (self->srcpad);
  gst_element_add_pad (GST_ELEMENT (self), self->srcpad);

  gst_cl_spectrogram_settings_init (&self->settings);
  gst_cl_element_device_init (&self->device, GST_ELEMENT (self),
      &device_functions);
  self->framing = gst_cl_framing_new ();
  self->earliest = GST_CLOCK_TIME_NONE;
  gst_fourier_info_init (&self->spectra);
  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
}

static void
gst_cl_spectrogram_finalize (GObject * object)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (object);

  gst_cl_element_device_clear (&self->device);
  g_clear_pointer (&self->framing, gst_cl_framing_free);
  gst_clear_caps (&self->refused);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_cl_spectrogram_class_init (GstClSpectrogramClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  object_class->set_property = gst_cl_spectrogram_set_property;
  object_class->get_property = gst_cl_spectrogram_get_property;
  object_class->finalize = gst_cl_spectrogram_finalize;
  element_class->set_context = gst_cl_spectrogram_set_context;
  element_class->query = gst_cl_spectrogram_query;
  element_class->change_state = gst_cl_spectrogram_change_state;

  gst_cl_spectrogram_settings_install (object_class);
  gst_cl_element_device_install (object_class, PROP_DEVICE, PROP_TIMEOUT);
  g_object_class_install_property (object_class, PROP_STATS,
      g_param_spec_boxed ("stats", "Statistics",
          "Device, plan, numbers of transforms, frames, bytes, pictures, drops "
          "and objects, device time in nanoseconds", GST_TYPE_STRUCTURE,
          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));

  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class,
      "OpenCL Spectrogram", "Visualization",
      "Draws spectra of audio as waterfall, bars or line, of video as planes, on "
      "an OpenCL device",
      "The gst-clfft authors");
}
