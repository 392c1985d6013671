/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clvideofft.c: the element: class, properties, device, queries and states.
 * What streams through it is handled in stream.c; settings are in
 * settings.c, what follows from them in config.c, the
 * device side in session.c.
 */
/**
 * SECTION:element-clvideofft
 * @title: clvideofft
 *
 * Fourier transform of pictures on an OpenCL device: of whole pictures or of
 * overlapping blocks, in two dimensions, or in three with time; spectra as
 * timestamped buffers of application/x-fft.
 *
 * ## Example
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=100 pattern=ball ! clvideofft
 *     window=hann quantity=db sides=centered ! filesink location=spectra.f32
 * ]| writes decibels of all bins of every picture, lowest frequencies first.
 */
#include "private.h"

#include "element/forwardpad.h"

GST_DEBUG_CATEGORY (gst_cl_video_fft_debug);
#define GST_CAT_DEFAULT gst_cl_video_fft_debug

enum
{
  PROP_DEVICE = GST_CL_VIDEO_FFT_N_SETTINGS,
  PROP_TIMEOUT,
  PROP_STATS,
};

#define gst_cl_video_fft_parent_class parent_class
G_DEFINE_TYPE (GstClVideoFft, gst_cl_video_fft, GST_TYPE_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (clvideofft, "clvideofft",
    GST_RANK_NONE, GST_TYPE_CL_VIDEO_FFT,
    GST_DEBUG_CATEGORY_INIT (gst_cl_video_fft_debug, "clvideofft", 0,
        "Fourier transform of video"));

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define FORMATS "{ F32LE, F64LE }"
#else
#define FORMATS "{ F32BE, F64BE }"
#endif

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (GST_VIDEO_CAPS_MAKE (GST_CL_VIDEO_FFT_FORMATS) "; "
        GST_VIDEO_CAPS_MAKE_WITH_FEATURES (GST_CAPS_FEATURE_FORMAT_INTERLACED,
            GST_CL_VIDEO_FFT_FORMATS) ", interlace-mode=alternate"));

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (GST_FOURIER_CAPS_MAKE (FORMATS) "; "
        GST_FOURIER_CAPS_MAKE_WITH_FEATURES
        (GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY, FORMATS)));

/* ---- properties ---- */

static void
gst_cl_video_fft_set_property (GObject * object, guint id,
    const GValue * value, GParamSpec * pspec)
{
  GstClVideoFft *self = GST_CL_VIDEO_FFT (object);

  GST_OBJECT_LOCK (self);
  if (gst_cl_video_fft_settings_set (&self->settings, id, value)) {
    g_atomic_int_set (&self->settings_changed, TRUE);
  } else if (!gst_cl_element_device_set (&self->device, pspec, value)) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
  GST_OBJECT_UNLOCK (self);
}

static void
gst_cl_video_fft_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  GstClVideoFft *self = GST_CL_VIDEO_FFT (object);
  GstStructure *stats;

  GST_OBJECT_LOCK (self);
  if (id == PROP_STATS) {
    stats = gst_structure_new_empty ("application/x-clfft-stats");
    if (self->session)
      gst_cl_video_fft_session_get_stats (self->session, stats);
    g_value_take_boxed (value, stats);
  } else if (!gst_cl_video_fft_settings_get (&self->settings, id, value)
      && !gst_cl_element_device_get (&self->device, pspec, value)) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
  GST_OBJECT_UNLOCK (self);
}

void
gst_cl_video_fft_get_settings (GstClVideoFft * self,
    GstClVideoFftSettings * settings)
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
  GstClVideoFft *self = GST_CL_VIDEO_FFT (element);
  GstClVideoFftSession *session;

  GST_OBJECT_LOCK (self);
  session = g_steal_pointer (&self->session);
  GST_OBJECT_UNLOCK (self);
  gst_cl_video_fft_session_free (session);
}

static gboolean
open_session (GstElement * element, GstOpenCLContext * context, GError ** error)
{
  GstClVideoFft *self = GST_CL_VIDEO_FFT (element);
  GstClVideoFftSession *session = gst_cl_video_fft_session_new (context,
      self->device.watchdog, error);

  GST_OBJECT_LOCK (self);
  self->session = session;
  GST_OBJECT_UNLOCK (self);
  return session != NULL;
}

static void
gst_cl_video_fft_set_context (GstElement * element, GstContext * context)
{
  gst_cl_element_device_set_context (&GST_CL_VIDEO_FFT (element)->device,
      GST_ELEMENT_CLASS (parent_class), context);
}

/* ---- queries ---- */

static gboolean
gst_cl_video_fft_sink_query (GstPad * pad, GstObject * parent,
    GstQuery * query)
{
  GstClVideoFft *self = GST_CL_VIDEO_FFT (parent);

  if (gst_cl_element_device_answer (&self->device, query))
    return TRUE;
  switch (GST_QUERY_TYPE (query)) {
    case GST_QUERY_ALLOCATION:
      gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
      return TRUE;
    default:
      break;
  }
  return gst_pad_query_default (pad, parent, query);
}

static gboolean
gst_cl_video_fft_src_query (GstPad * pad, GstObject * parent, GstQuery * query)
{
  GstClVideoFft *self = GST_CL_VIDEO_FFT (parent);

  if (gst_cl_element_device_answer (&self->device, query))
    return TRUE;
  if (GST_QUERY_TYPE (query) == GST_QUERY_LATENCY)
    return gst_cl_forward_pad_query_latency (GST_ELEMENT (self),
        self->sinkpad, &self->latency, query);
  return gst_pad_query_default (pad, parent, query);
}

static gboolean
gst_cl_video_fft_query (GstElement * element, GstQuery * query)
{
  return gst_cl_element_device_query (&GST_CL_VIDEO_FFT (element)->device,
      GST_ELEMENT_CLASS (parent_class), query);
}

/* ---- states ---- */

static gboolean
check (GstElement * element, GError ** error)
{
  GstClVideoFftSettings settings;

  gst_cl_video_fft_get_settings (GST_CL_VIDEO_FFT (element), &settings);
  return gst_cl_video_fft_settings_check (&settings, error);
}

static void
stop (GstElement * element)
{
  GstClVideoFft *self = GST_CL_VIDEO_FFT (element);

  gst_cl_video_fft_forget_stream (self);
  self->have_video = FALSE;
  self->have_refused = FALSE;
  gst_video_info_init (&self->video);
  gst_cl_video_fft_session_unconfigure (self->session);
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
gst_cl_video_fft_change_state (GstElement * element, GstStateChange transition)
{
  GstClElementDevice *device = &GST_CL_VIDEO_FFT (element)->device;

  return gst_cl_element_device_change_state (device,
      GST_ELEMENT_CLASS (parent_class), transition);
}

/* ---- class ---- */

static void
gst_cl_video_fft_init (GstClVideoFft * self)
{
  self->sinkpad = gst_pad_new_from_static_template (&sink_template, "sink");
  gst_pad_set_chain_function (self->sinkpad, gst_cl_video_fft_chain);
  gst_pad_set_event_function (self->sinkpad, gst_cl_video_fft_sink_event);
  gst_pad_set_query_function (self->sinkpad, gst_cl_video_fft_sink_query);
  gst_element_add_pad (GST_ELEMENT (self), self->sinkpad);

  self->srcpad = gst_pad_new_from_static_template (&src_template, "src");
  gst_pad_set_event_function (self->srcpad, gst_cl_forward_pad_src_event);
  gst_pad_set_query_function (self->srcpad, gst_cl_video_fft_src_query);
  gst_pad_use_fixed_caps (self->srcpad);
  gst_element_add_pad (GST_ELEMENT (self), self->srcpad);

  gst_cl_video_fft_settings_init (&self->settings);
  gst_cl_element_device_init (&self->device, GST_ELEMENT (self),
      &device_functions);
  self->window = gst_cl_picture_window_new ();
  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
}

static void
gst_cl_video_fft_finalize (GObject * object)
{
  GstClVideoFft *self = GST_CL_VIDEO_FFT (object);

  gst_cl_element_device_clear (&self->device);
  g_clear_pointer (&self->window, gst_cl_picture_window_free);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_cl_video_fft_class_init (GstClVideoFftClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  object_class->set_property = gst_cl_video_fft_set_property;
  object_class->get_property = gst_cl_video_fft_get_property;
  object_class->finalize = gst_cl_video_fft_finalize;
  element_class->set_context = gst_cl_video_fft_set_context;
  element_class->query = gst_cl_video_fft_query;
  element_class->change_state = gst_cl_video_fft_change_state;

  gst_cl_video_fft_settings_install (object_class);
  gst_cl_element_device_install (object_class, PROP_DEVICE, PROP_TIMEOUT);
  g_object_class_install_property (object_class, PROP_STATS,
      g_param_spec_boxed ("stats", "Statistics",
          "Device, plan, numbers of transforms, frames, pictures, bytes and "
          "objects, device time in nanoseconds", GST_TYPE_STRUCTURE,
          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));

  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class,
      "OpenCL Video Fourier Transform", "Filter/Analyzer/Video",
      "Turns pictures into timestamped, calibrated spectra on an OpenCL device",
      "The gst-clfft authors");
}
