/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clifft.c: the element: class, properties, device, queries and states. What
 * streams through it is handled in stream.c and, of audio and of video,
 * audio/stream.c and video/stream.c; what follows from the
 * spectra's caps is in the files called config, the device side in
 * transform.c.
 */
/**
 * SECTION:element-clifft
 * @title: clifft
 *
 * The exact inverse of claudiofft and clvideofft: turns complex spectra of
 * application/x-fft back into audio or video on an OpenCL device, by weighted
 * overlap-add.
 *
 * ## Example
 * |[
 * gst-launch-1.0 audiotestsrc num-buffers=100 ! claudiofft center=true !
 *     clifft ! audioconvert ! autoaudiosink
 * ]| plays what went in.
 */
#include "private.h"

#include "element/forwardpad.h"
#include "clifft/video/pixelpack.h"
#include "element/enums.h"

GST_DEBUG_CATEGORY (gst_cl_ifft_debug);
#define GST_CAT_DEFAULT gst_cl_ifft_debug

enum
{
  PROP_0,
  PROP_DEVICE,
  PROP_TIMEOUT,
  PROP_EFFORT,
  PROP_SCHEDULE,
  PROP_STATS,
};

#define gst_cl_ifft_parent_class parent_class
G_DEFINE_TYPE (GstClIfft, gst_cl_ifft, GST_TYPE_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (clifft, "clifft", GST_RANK_NONE,
    GST_TYPE_CL_IFFT,
    GST_DEBUG_CATEGORY_INIT (gst_cl_ifft_debug, "clifft", 0,
        "inverse Fourier transform"));

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (GST_FOURIER_MEDIA_TYPE ", version = (int) 1, "
        "format = (string) " GST_FOURIER_FORMATS_ALL ", "
        "quantity = (string) complex, "
        "scaling = (string) { none, amplitude, power, psd, legacy }, "
        "channels = (int) [ 1, max ], rate = (int) [ 1, max ]; "
        GST_FOURIER_MEDIA_TYPE ", version = (int) 1, "
        "format = (string) " GST_FOURIER_FORMATS_ALL ", "
        "quantity = (string) complex, "
        "scaling = (string) { none, amplitude, power, psd }, "
        "channels = (int) [ 1, 4 ]"));

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (GST_AUDIO_CAPS_MAKE (GST_AUDIO_FORMATS_ALL)
        ", layout = (string) { interleaved, non-interleaved }; "
        GST_VIDEO_CAPS_MAKE (GST_CL_PIXEL_FORMATS)));

/* ---- properties ---- */

static void
gst_cl_ifft_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * pspec)
{
  GstClIfft *self = GST_CL_IFFT (object);

  GST_OBJECT_LOCK (self);
  switch (id) {
    case PROP_EFFORT:
      self->effort = g_value_get_enum (value);
      break;
    case PROP_SCHEDULE:
      self->schedule = g_value_get_enum (value);
      break;
    default:
      if (!gst_cl_element_device_set (&self->device, pspec, value))
        G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
  GST_OBJECT_UNLOCK (self);
}

static void
gst_cl_ifft_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  GstClIfft *self = GST_CL_IFFT (object);
  GstStructure *stats;

  GST_OBJECT_LOCK (self);
  switch (id) {
    case PROP_EFFORT:
      g_value_set_enum (value, self->effort);
      break;
    case PROP_SCHEDULE:
      g_value_set_enum (value, self->schedule);
      break;
    case PROP_STATS:
      stats = gst_structure_new_empty ("application/x-clfft-stats");
      if (self->transform)
        gst_cl_ifft_transform_get_stats (self->transform, stats);
      g_value_take_boxed (value, stats);
      break;
    default:
      if (!gst_cl_element_device_get (&self->device, pspec, value))
        G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
  GST_OBJECT_UNLOCK (self);
}

/* ---- the device ---- */

static void
close_session (GstElement * element)
{
  GstClIfft *self = GST_CL_IFFT (element);
  GstClIfftTransform *transform;

  g_clear_pointer (&self->session, gst_cl_ifft_session_free);
  g_clear_pointer (&self->video, gst_cl_ifft_video_session_free);
  GST_OBJECT_LOCK (self);
  transform = g_steal_pointer (&self->transform);
  GST_OBJECT_UNLOCK (self);
  gst_cl_ifft_transform_free (transform);
}

static gboolean
open_session (GstElement * element, GstOpenCLContext * context, GError ** error)
{
  GstClIfft *self = GST_CL_IFFT (element);
  GstClIfftTransform *transform = gst_cl_ifft_transform_new (context,
      self->device.watchdog, error);

  if (!transform)
    return FALSE;
  self->session = gst_cl_ifft_session_new (transform);
  self->video = gst_cl_ifft_video_session_new (transform);
  GST_OBJECT_LOCK (self);
  self->transform = transform;
  GST_OBJECT_UNLOCK (self);
  return TRUE;
}

static void
gst_cl_ifft_set_context (GstElement * element, GstContext * context)
{
  gst_cl_element_device_set_context (&GST_CL_IFFT (element)->device,
      GST_ELEMENT_CLASS (parent_class), context);
}

/* ---- queries ---- */

/* Spectra that have no inverse are let in as well: the CAPS event then ends in
   an error that tells the reason. */
static void
accept_caps (GstQuery * query)
{
  GstCaps *caps;

  gst_query_parse_accept_caps (query, &caps);
  gst_query_set_accept_caps_result (query, gst_caps_is_fixed (caps)
      && gst_structure_has_name (gst_caps_get_structure (caps, 0),
          GST_FOURIER_MEDIA_TYPE)
      && gst_caps_features_is_equal (gst_caps_get_features (caps, 0),
          GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY));
}

static gboolean
gst_cl_ifft_sink_query (GstPad * pad, GstObject * parent, GstQuery * query)
{
  GstClIfft *self = GST_CL_IFFT (parent);

  if (gst_cl_element_device_answer (&self->device, query))
    return TRUE;
  switch (GST_QUERY_TYPE (query)) {
    case GST_QUERY_ACCEPT_CAPS:
      accept_caps (query);
      return TRUE;
    default:
      break;
  }
  return gst_pad_query_default (pad, parent, query);
}

static gboolean
gst_cl_ifft_src_query (GstPad * pad, GstObject * parent, GstQuery * query)
{
  GstClIfft *self = GST_CL_IFFT (parent);

  if (gst_cl_element_device_answer (&self->device, query))
    return TRUE;
  if (GST_QUERY_TYPE (query) == GST_QUERY_LATENCY)
    return gst_cl_forward_pad_query_latency (GST_ELEMENT (self),
        self->sinkpad, &self->latency, query);
  return gst_pad_query_default (pad, parent, query);
}

static gboolean
gst_cl_ifft_query (GstElement * element, GstQuery * query)
{
  return gst_cl_element_device_query (&GST_CL_IFFT (element)->device,
      GST_ELEMENT_CLASS (parent_class), query);
}

/* ---- states ---- */

static void
stop (GstElement * element)
{
  GstClIfft *self = GST_CL_IFFT (element);

  gst_cl_ifft_forget_stream (self);
  gst_clear_caps (&self->refused);
  gst_cl_ifft_unconfigure (self);
  GST_OBJECT_LOCK (self);
  self->latency = 0;
  GST_OBJECT_UNLOCK (self);
}

static const GstClElementDeviceFunctions device_functions = {
  .open = open_session,
  .close = close_session,
  .stop = stop,
};

static GstStateChangeReturn
gst_cl_ifft_change_state (GstElement * element, GstStateChange transition)
{
  GstClElementDevice *device = &GST_CL_IFFT (element)->device;

  return gst_cl_element_device_change_state (device,
      GST_ELEMENT_CLASS (parent_class), transition);
}

/* ---- class ---- */

static void
gst_cl_ifft_init (GstClIfft * self)
{
  self->sinkpad = gst_pad_new_from_static_template (&sink_template, "sink");
  gst_pad_set_chain_function (self->sinkpad, gst_cl_ifft_chain);
  gst_pad_set_event_function (self->sinkpad, gst_cl_ifft_sink_event);
  gst_pad_set_query_function (self->sinkpad, gst_cl_ifft_sink_query);
  gst_element_add_pad (GST_ELEMENT (self), self->sinkpad);

  self->srcpad = gst_pad_new_from_static_template (&src_template, "src");
  gst_pad_set_event_function (self->srcpad, gst_cl_forward_pad_src_event);
  gst_pad_set_query_function (self->srcpad, gst_cl_ifft_src_query);
  gst_pad_use_fixed_caps (self->srcpad);
  gst_element_add_pad (GST_ELEMENT (self), self->srcpad);

  gst_cl_element_device_init (&self->device, GST_ELEMENT (self),
      &device_functions);
  self->effort = CLFFT_EFFORT_ESTIMATE;
  self->schedule = CLFFT_SCHEDULE_AUTO;
  self->deframing = gst_cl_deframing_new ();
  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
}

static void
gst_cl_ifft_finalize (GObject * object)
{
  GstClIfft *self = GST_CL_IFFT (object);

  gst_cl_element_device_clear (&self->device);
  gst_clear_caps (&self->refused);
  g_clear_pointer (&self->deframing, gst_cl_deframing_free);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
install_properties (GObjectClass * object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
      | GST_PARAM_MUTABLE_READY;

  gst_cl_element_device_install (object_class, PROP_DEVICE, PROP_TIMEOUT);
  g_object_class_install_property (object_class, PROP_EFFORT,
      g_param_spec_enum ("effort", "Effort",
          "How the plan is chosen: estimate, or measure: time the candidates "
          "once and keep the choice on disk (default estimate)",
          GST_TYPE_CL_EFFORT, CLFFT_EFFORT_ESTIMATE, flags));
  g_object_class_install_property (object_class, PROP_SCHEDULE,
      g_param_spec_enum ("schedule", "Schedule",
          "Forces a way to compute: auto, group, simd or direct "
          "(default auto)", GST_TYPE_CL_SCHEDULE, CLFFT_SCHEDULE_AUTO,
          flags));
  g_object_class_install_property (object_class, PROP_STATS,
      g_param_spec_boxed ("stats", "Statistics",
          "Device, plan, numbers of transforms, frames, bytes and objects, "
          "device time in nanoseconds", GST_TYPE_STRUCTURE,
          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
gst_cl_ifft_class_init (GstClIfftClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  object_class->set_property = gst_cl_ifft_set_property;
  object_class->get_property = gst_cl_ifft_get_property;
  object_class->finalize = gst_cl_ifft_finalize;
  element_class->set_context = gst_cl_ifft_set_context;
  element_class->query = gst_cl_ifft_query;
  element_class->change_state = gst_cl_ifft_change_state;

  install_properties (object_class);
  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class,
      "OpenCL Inverse Fourier Transform", "Filter/Converter/Audio/Video",
      "Turns complex spectra back into the audio or video they are of, on an "
      "OpenCL device", "The gst-clfft authors");
}
