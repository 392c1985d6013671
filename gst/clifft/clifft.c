/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clifft.c: the element clifft, which hands spectra of audio to audio/stream.c
 * and spectra of video to video/stream.c. The files config.c have what follows
 * from the caps of the spectra; transform.c works on the device.
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

#include "element/enums.h"
#include "element/spectra/spectra.h"
#include "opencl/error.h"
#include "video/pixelpack.h"

GST_DEBUG_CATEGORY (gst_cl_ifft_debug);
#define GST_CAT_DEFAULT gst_cl_ifft_debug

G_DEFINE_TYPE (GstClIfft, gst_cl_ifft, GST_TYPE_CL_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (clifft, "clifft", GST_RANK_NONE,
    GST_TYPE_CL_IFFT,
    GST_DEBUG_CATEGORY_INIT (gst_cl_ifft_debug, "clifft", 0,
        "inverse Fourier transform"));

#define ON_DEVICE \
    GST_FOURIER_MEDIA_TYPE "(" GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY ")"

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (GST_CL_IFFT_SINK_CAPS (GST_FOURIER_MEDIA_TYPE) "; "
        GST_CL_IFFT_SINK_CAPS (ON_DEVICE)));

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (GST_AUDIO_CAPS_MAKE (GST_AUDIO_FORMATS_ALL)
        ", layout = (string) { interleaved, non-interleaved }; "
        GST_VIDEO_CAPS_MAKE (GST_CL_PIXEL_FORMATS)));

/* ---- settings ---- */

typedef struct
{
  GBytes *window_data;
  guint64 gap_limit;
  gint effort, schedule;        /* clfft_effort, clfft_schedule */
} Settings;

static const GstClProperty properties[] = {
  GST_CL_PROPERTY_WINDOW_DATA (G_STRUCT_OFFSET (Settings, window_data),
      "window-length"),
  GST_CL_PROPERTY_GAP_LIMIT (G_STRUCT_OFFSET (Settings, gap_limit)),
  GST_CL_PROPERTY_EFFORT (G_STRUCT_OFFSET (Settings, effort)),
  GST_CL_PROPERTY_SCHEDULE (G_STRUCT_OFFSET (Settings, schedule)),
};

void
gst_cl_ifft_fill_plan_params (GstClIfft * self, clfft_plan_params * params)
{
  const Settings *settings = self->parent.active;
  const clfft_plan_params chosen = {
    .effort = settings->effort,
    .schedule = settings->schedule,
  };

  *params = chosen;
}

GBytes *
gst_cl_ifft_get_window_data (GstClIfft * self)
{
  return ((const Settings *) self->parent.active)->window_data;
}

/* ---- the device ---- */

GstClIfftSessions *
gst_cl_ifft_get_session (GstClIfft * self)
{
  return self->parent.session;
}

gboolean
gst_cl_ifft_has_double (GstClIfft * self)
{
  return gst_opencl_context_get_limits (self->parent.device.context)
      ->has_double;
}

static gpointer
gst_cl_ifft_open_sessions (GstClElement * element, GError ** error)
{
  GstClIfftSessions *session = gst_cl_session_new (sizeof *session, 0,
      element->device.context, element->device.watchdog, error);

  if (!session)
    return NULL;
  session->audio.transform = session->video.transform = &session->transform;
  gst_cl_ifft_video_session_flush (&session->video);
  return session;
}

static void
gst_cl_ifft_unconfigure (gpointer data)
{
  GstClIfftSessions *session = data;

  gst_cl_ifft_session_unconfigure (&session->audio);
  gst_cl_ifft_video_session_unconfigure (&session->video);
}

/* ---- what it takes ---- */

/* Whether memory of these caps can be read: the host maps memory on a device,
   in order with the commands that wrote it. */
static gboolean
is_in_memory_that_is_read (GstCaps * caps)
{
  GstCapsFeatures *features = gst_caps_get_features (caps, 0);

  return gst_caps_features_is_equal (features,
      GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY)
      || (gst_caps_features_get_size (features) == 1
      && gst_caps_features_contains (features,
          GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY));
}

/* Spectra that have no inverse are let in as well: the CAPS event then ends in
   an error that tells the reason. */
static gboolean
gst_cl_ifft_query (GstClElement * element, GstQuery * query)
{
  GstCaps *caps;

  if (GST_QUERY_TYPE (query) != GST_QUERY_ACCEPT_CAPS)
    return FALSE;
  gst_query_parse_accept_caps (query, &caps);
  gst_query_set_accept_caps_result (query, gst_caps_is_fixed (caps)
      && gst_structure_has_name (gst_caps_get_structure (caps, 0),
          GST_FOURIER_MEDIA_TYPE)
      && is_in_memory_that_is_read (caps));
  return TRUE;
}

static gboolean
gst_cl_ifft_parse (GstClElement * element, GstCaps * caps, gpointer input,
    GError ** error)
{
  return gst_cl_spectra_parse (input, caps, error);
}

static gboolean
gst_cl_ifft_is_same (gconstpointer a, gconstpointer b)
{
  return gst_fourier_info_is_equal (a, b);
}

static gboolean
is_video (const GstFourierInfo * info)
{
  return gst_fourier_info_get_source_video (info) != NULL;
}

gboolean
gst_cl_ifft_map_spectra (const GstFourierInfo * info, GstBuffer * buffer,
    GstMapInfo * map, guint * n_frames, GError ** error)
{
  return gst_cl_spectra_count (info, buffer, n_frames, error)
      && gst_opencl_buffer_map_host (buffer, map, GST_MAP_READ, error);
}

/* ---- setups ---- */

static void
gst_cl_ifft_setup_free (gpointer data)
{
  GstClIfftSetup *setup = data;

  gst_cl_ifft_config_free (setup->audio);
  gst_cl_ifft_video_config_free (setup->video);
  g_free (setup);
}

static gpointer
gst_cl_ifft_prepare (GstClElement * element, gconstpointer settings,
    GstCaps ** caps, GError ** error)
{
  GstClIfft *self = GST_CL_IFFT (element);
  GstClIfftSetup *setup = g_new0 (GstClIfftSetup, 1);

  if (is_video (element->input)
      ? gst_cl_ifft_video_prepare (self, setup, caps, error)
      : gst_cl_ifft_audio_prepare (self,
          ((const Settings *) settings)->window_data, setup, caps, error))
    return setup;
  gst_cl_ifft_setup_free (setup);
  return NULL;
}

static gboolean
gst_cl_ifft_apply (GstClElement * element, gpointer data, GstCaps * caps,
    GstClProgress * progress, GError ** error)
{
  GstClIfft *self = GST_CL_IFFT (element);
  GstClIfftSetup *setup = data;
  gboolean done;

  if (setup->video) {
    gst_cl_ifft_session_unconfigure (&gst_cl_ifft_get_session (self)->audio);
    done = gst_cl_ifft_video_apply (self, setup, progress, error);
  } else {
    gst_cl_ifft_video_session_unconfigure
        (&gst_cl_ifft_get_session (self)->video);
    done = gst_cl_ifft_audio_apply (self, setup, caps, progress, error);
  }
  gst_cl_ifft_setup_free (setup);
  return done;
}

static gboolean
gst_cl_ifft_allocate (GstClElement * element, GstCaps * caps, GError ** error)
{
  GstClIfft *self = GST_CL_IFFT (element);

  return !gst_cl_ifft_video_is_active (self)
      || gst_cl_ifft_video_allocate (self, caps, error);
}

/* The first picture of a spectrum has its time. */
static GstClockTime
gst_cl_ifft_get_latency (GstClElement * element)
{
  GstClIfft *self = GST_CL_IFFT (element);

  return gst_cl_ifft_video_is_active (self) ? 0
      : gst_cl_ifft_audio_get_latency (self);
}

/* ---- the stream ---- */

/* What was begun stays where it goes on, in another setup too. Pictures that
   were begun go out before a gap: none are invented for it. */
static gboolean
goes_on (GstClIfft * self, GstClEnd why)
{
  GstClElement *element = &self->parent;

  if (why == GST_CL_END_SETUP)
    return TRUE;
  if (gst_cl_ifft_video_is_active (self))
    return why == GST_CL_END_GROUP && !gst_cl_picture_place_is_pending
        (&gst_cl_ifft_get_session (self)->video.place);
  return why == GST_CL_END_GAP || (why == GST_CL_END_CAPS && element->next
      && !is_video (element->next)
      && gst_cl_ifft_audio_goes_on (self, element->next));
}

static GstFlowReturn
gst_cl_ifft_drain (GstClElement * element, GstClEnd why)
{
  GstClIfft *self = GST_CL_IFFT (element);

  if (goes_on (self, why))
    return GST_FLOW_OK;
  return gst_cl_ifft_video_is_active (self)
      ? gst_cl_ifft_video_drain (self, NULL)
      : gst_cl_ifft_audio_drain (self, NULL);
}

static GstFlowReturn
gst_cl_ifft_take (GstClElement * element, GstBuffer * buffer)
{
  GstClIfft *self = GST_CL_IFFT (element);
  GstFlowReturn flow = gst_cl_ifft_video_is_active (self)
      ? gst_cl_ifft_video_receive (self, buffer)
      : gst_cl_ifft_audio_receive (self, buffer);

  gst_buffer_unref (buffer);
  return flow;
}

static gboolean
gst_cl_ifft_gap (GstClElement * element, GstClockTime timestamp,
    GstClockTime duration, GstFlowReturn * flow)
{
  GstClIfft *self = GST_CL_IFFT (element);

  return !gst_cl_ifft_video_is_active (self)
      && gst_cl_ifft_audio_gap (self, timestamp, duration, flow);
}

static void
gst_cl_ifft_forget (GstClElement * element, GstClForget how)
{
  GstClIfft *self = GST_CL_IFFT (element);

  gst_cl_ifft_session_reset (&gst_cl_ifft_get_session (self)->audio);
  gst_cl_deframing_flush (self->deframing);
  gst_cl_ifft_video_session_flush (&gst_cl_ifft_get_session (self)->video);
}

static GstClTimeline *
gst_cl_ifft_get_line (GstClElement * element)
{
  GstClIfft *self = GST_CL_IFFT (element);

  return gst_cl_ifft_video_is_active (self) ? NULL
      : gst_cl_deframing_get_line (self->deframing);
}

static void
gst_cl_ifft_set_segment (GstClElement * element, const GstSegment * segment,
    gboolean goes_on)
{
  GstClIfft *self = GST_CL_IFFT (element);

  gst_cl_deframing_set_segment (self->deframing, segment);
  gst_cl_picture_place_set_segment
      (&gst_cl_ifft_get_session (self)->video.place, segment);
}

/* ---- class ---- */

static void
gst_cl_ifft_init (GstClIfft * self)
{
  self->deframing = gst_cl_deframing_new ();
}

static void
gst_cl_ifft_finalize (GObject * object)
{
  g_clear_pointer (&GST_CL_IFFT (object)->deframing, gst_cl_deframing_free);
  G_OBJECT_CLASS (gst_cl_ifft_parent_class)->finalize (object);
}

/* *INDENT-OFF* */
static const GstClElementFunctions functions = {
  .settings_size = sizeof (Settings), .input_size = sizeof (GstFourierInfo),
  .open = gst_cl_ifft_open_sessions,
  .unconfigure = gst_cl_ifft_unconfigure, .query = gst_cl_ifft_query, .parse =
  gst_cl_ifft_parse, .is_same = gst_cl_ifft_is_same, .prepare =
  gst_cl_ifft_prepare, .setup_free = gst_cl_ifft_setup_free, .apply =
  gst_cl_ifft_apply, .allocate = gst_cl_ifft_allocate, .get_latency =
  gst_cl_ifft_get_latency, .take = gst_cl_ifft_take, .gap = gst_cl_ifft_gap,
  .drain = gst_cl_ifft_drain, .forget = gst_cl_ifft_forget, .set_segment =
  gst_cl_ifft_set_segment, .get_line = gst_cl_ifft_get_line, .gap_limit =
  G_STRUCT_OFFSET (Settings, gap_limit),
};
/* *INDENT-ON* */

static void
gst_cl_ifft_class_init (GstClIfftClass * class)
{
  GstClElementClass *klass = GST_CL_ELEMENT_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = gst_cl_ifft_finalize;
  klass->category = gst_cl_ifft_debug;
  klass->functions = &functions;

  gst_cl_element_class_add_properties (klass, properties,
      G_N_ELEMENTS (properties), 0);
  gst_cl_element_class_describe (klass, &sink_template, &src_template,
      "OpenCL Inverse Fourier Transform", "Filter/Converter/Audio/Video",
      "Turns complex spectra back into the audio or video they are of, on an "
      "OpenCL device");
}
