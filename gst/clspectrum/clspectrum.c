/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrum.c: the element: class, properties, device and states. What
 * streams through it is looked at in stream.c; properties are in
 * settings.c, what follows from them in config.c, the
 * device side in session.c.
 */
/**
 * SECTION:element-clspectrum
 * @title: clspectrum
 *
 * A drop-in for GStreamer's spectrum, computed on an OpenCL device: the same
 * properties, the same messages, the same numbers. Buffers pass untouched.
 *
 * ## Example
 * |[
 * gst-launch-1.0 -m audiotestsrc num-buffers=50 ! clspectrum bands=20
 *     ! fakesink
 * ]| posts an element message `spectrum` every 100 ms.
 */
#include "private.h"


GST_DEBUG_CATEGORY (gst_cl_spectrum_debug);
#define GST_CAT_DEFAULT gst_cl_spectrum_debug

enum
{
  PROP_DEVICE = GST_CL_SPECTRUM_N_SETTINGS,
  PROP_TIMEOUT,
  PROP_STATS,
};

#define gst_cl_spectrum_parent_class parent_class
G_DEFINE_TYPE (GstClSpectrum, gst_cl_spectrum, GST_TYPE_AUDIO_FILTER);
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (clspectrum, "clspectrum",
    GST_RANK_NONE, GST_TYPE_CL_SPECTRUM,
    GST_DEBUG_CATEGORY_INIT (gst_cl_spectrum_debug, "clspectrum", 0,
        "spectrum of audio as messages"));

/* as spectrum's */
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define FORMATS "{ S16LE, S24LE, S32LE, F32LE, F64LE }"
#else
#define FORMATS "{ S16BE, S24BE, S32BE, F32BE, F64BE }"
#endif
#define CAPS GST_AUDIO_CAPS_MAKE (FORMATS) ", layout = (string) interleaved"

/* ---- properties ---- */

static void
gst_cl_spectrum_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * pspec)
{
  GstClSpectrum *self = GST_CL_SPECTRUM (object);

  GST_OBJECT_LOCK (self);
  if (gst_cl_spectrum_settings_set (&self->settings, id, value)) {
    g_atomic_int_set (&self->settings_changed, TRUE);
  } else if (!gst_cl_element_device_set (&self->device, pspec, value)) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
  GST_OBJECT_UNLOCK (self);
}

static void
gst_cl_spectrum_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  GstClSpectrum *self = GST_CL_SPECTRUM (object);
  GstStructure *stats;

  GST_OBJECT_LOCK (self);
  if (id == PROP_STATS) {
    stats = gst_structure_new_empty ("application/x-clfft-stats");
    if (self->session)
      gst_cl_spectrum_session_get_stats (self->session, stats);
    g_value_take_boxed (value, stats);
  } else if (!gst_cl_spectrum_settings_get (&self->settings, id, value)
      && !gst_cl_element_device_get (&self->device, pspec, value)) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
  GST_OBJECT_UNLOCK (self);
}

void
gst_cl_spectrum_get_settings (GstClSpectrum * self,
    GstClSpectrumSettings * settings)
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
  GstClSpectrum *self = GST_CL_SPECTRUM (element);
  GstClSpectrumSession *session;

  GST_OBJECT_LOCK (self);
  session = g_steal_pointer (&self->session);
  GST_OBJECT_UNLOCK (self);
  gst_cl_spectrum_session_free (session);
}

static gboolean
open_session (GstElement * element, GstOpenCLContext * context, GError ** error)
{
  GstClSpectrum *self = GST_CL_SPECTRUM (element);
  GstClSpectrumSession *session = gst_cl_spectrum_session_new (context,
      self->device.watchdog, error);

  GST_OBJECT_LOCK (self);
  self->session = session;
  GST_OBJECT_UNLOCK (self);
  return session != NULL;
}

static void
gst_cl_spectrum_set_context (GstElement * element, GstContext * context)
{
  gst_cl_element_device_set_context (&GST_CL_SPECTRUM (element)->device,
      GST_ELEMENT_CLASS (parent_class), context);
}

/* ---- events and queries ---- */

static gboolean
gst_cl_spectrum_sink_event (GstBaseTransform * base, GstEvent * event)
{
  GstClSpectrum *self = GST_CL_SPECTRUM (base);

  if (GST_EVENT_TYPE (event) == GST_EVENT_EOS)
    gst_cl_spectrum_finish (self);
  else if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_STOP)
    gst_cl_spectrum_restart (self);
  return GST_BASE_TRANSFORM_CLASS (parent_class)->sink_event (base, event);
}

static gboolean
gst_cl_spectrum_base_query (GstBaseTransform * base,
    GstPadDirection direction, GstQuery * query)
{
  GstClSpectrum *self = GST_CL_SPECTRUM (base);

  return gst_cl_element_device_answer (&self->device, query)
      || GST_BASE_TRANSFORM_CLASS (parent_class)->query (base, direction,
      query);
}

static gboolean
gst_cl_spectrum_query (GstElement * element, GstQuery * query)
{
  return gst_cl_element_device_query (&GST_CL_SPECTRUM (element)->device,
      GST_ELEMENT_CLASS (parent_class), query);
}

/* ---- the stream ---- */

static gboolean
gst_cl_spectrum_setup (GstAudioFilter * filter, const GstAudioInfo * info)
{
  /* what is wrong with settings comes out with the first buffer too */
  gst_cl_spectrum_set_audio (GST_CL_SPECTRUM (filter), info);
  return TRUE;
}

static GstFlowReturn
gst_cl_spectrum_transform_ip (GstBaseTransform * base, GstBuffer * buffer)
{
  return gst_cl_spectrum_analyse (GST_CL_SPECTRUM (base), buffer);
}

/* ---- states ---- */

static gboolean
check (GstElement * element, GError ** error)
{
  GstClSpectrumSettings settings;

  gst_cl_spectrum_get_settings (GST_CL_SPECTRUM (element), &settings);
  return gst_cl_spectrum_settings_check (&settings, error);
}

static void
stop (GstElement * element)
{
  GstClSpectrum *self = GST_CL_SPECTRUM (element);

  self->have_audio = FALSE;
  self->failed = FALSE;
  gst_audio_info_init (&self->audio);
  gst_cl_spectrum_session_unconfigure (self->session);
}

static const GstClElementDeviceFunctions device_functions = {
  .open = open_session,
  .close = close_session,
  .check = check,
  .stop = stop,
};

static GstStateChangeReturn
gst_cl_spectrum_change_state (GstElement * element, GstStateChange transition)
{
  GstClElementDevice *device = &GST_CL_SPECTRUM (element)->device;

  return gst_cl_element_device_change_state (device,
      GST_ELEMENT_CLASS (parent_class), transition);
}

/* ---- class ---- */

static void
gst_cl_spectrum_init (GstClSpectrum * self)
{
  gst_cl_spectrum_settings_init (&self->settings);
  gst_cl_element_device_init (&self->device, GST_ELEMENT (self),
      &device_functions);
  gst_base_transform_set_passthrough (GST_BASE_TRANSFORM (self), TRUE);
}

static void
gst_cl_spectrum_finalize (GObject * object)
{
  GstClSpectrum *self = GST_CL_SPECTRUM (object);

  gst_cl_element_device_clear (&self->device);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
install_properties (GObjectClass * klass)
{
  gst_cl_spectrum_settings_install (klass);
  gst_cl_element_device_install (klass, PROP_DEVICE, PROP_TIMEOUT);
  g_object_class_install_property (klass, PROP_STATS,
      g_param_spec_boxed ("stats", "Statistics",
          "Device, plan, numbers of transforms, results, bytes and objects, "
          "device time in nanoseconds", GST_TYPE_STRUCTURE,
          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
gst_cl_spectrum_class_init (GstClSpectrumClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GstBaseTransformClass *base_class = GST_BASE_TRANSFORM_CLASS (klass);
  GstCaps *caps = gst_caps_from_string (CAPS);

  object_class->set_property = gst_cl_spectrum_set_property;
  object_class->get_property = gst_cl_spectrum_get_property;
  object_class->finalize = gst_cl_spectrum_finalize;
  element_class->set_context = gst_cl_spectrum_set_context;
  element_class->query = gst_cl_spectrum_query;
  element_class->change_state = gst_cl_spectrum_change_state;
  base_class->sink_event = gst_cl_spectrum_sink_event;
  base_class->query = gst_cl_spectrum_base_query;
  base_class->transform_ip = gst_cl_spectrum_transform_ip;
  base_class->passthrough_on_same_caps = TRUE;
  GST_AUDIO_FILTER_CLASS (klass)->setup = gst_cl_spectrum_setup;

  install_properties (object_class);
  gst_audio_filter_class_add_pad_templates (GST_AUDIO_FILTER_CLASS (klass),
      caps);
  gst_caps_unref (caps);
  gst_element_class_set_static_metadata (element_class,
      "OpenCL Spectrum Analyzer", "Filter/Analyzer/Audio",
      "Posts spectra of audio as messages, as spectrum does, computed on an "
      "OpenCL device", "The gst-clfft authors");
}
