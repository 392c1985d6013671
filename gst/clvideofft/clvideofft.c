/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clvideofft.c: the element clvideofft: it takes pictures and gives buffers of
 * spectra. settings.c has its settings, config.c what follows from them,
 * session.c its work on the device.
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
#include "clvideofft.h"

#include <gst/audio/audio.h>
#include "element/caps.h"
#include "opencl/error.h"
#include "session.h"

GST_DEBUG_CATEGORY (gst_cl_video_fft_debug);
#define GST_CAT_DEFAULT gst_cl_video_fft_debug

struct _GstClVideoFft
{
  GstClElement parent;

  GstClPictureWindow *window;
};

G_DEFINE_TYPE (GstClVideoFft, gst_cl_video_fft, GST_TYPE_CL_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (clvideofft, "clvideofft",
    GST_RANK_NONE, GST_TYPE_CL_VIDEO_FFT,
    GST_DEBUG_CATEGORY_INIT (gst_cl_video_fft_debug, "clvideofft", 0,
        "Fourier transform of video"));

#define FORMATS "{ " GST_AUDIO_NE (F32) ", " GST_AUDIO_NE (F64) " }"

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

static GstClPictureWindow *
get_window (GstClElement * element)
{
  return GST_CL_VIDEO_FFT (element)->window;
}

/* ---- what it takes and gives ---- */

/* Memory so aligned is read where it is, if the device shares the host's. */
static void
propose_alignment (GstClElement * element, GstQuery * query)
{
  const clfft_limits *limits;
  GstAllocationParams params;

  if (!element->device.context)
    return;
  limits = gst_opencl_context_get_limits (element->device.context);
  if (!limits->unified_memory || limits->base_alignment < 2)
    return;
  gst_allocation_params_init (&params);
  params.align = limits->base_alignment - 1;
  gst_query_add_allocation_param (query, NULL, &params);
}

static gboolean
gst_cl_video_fft_query (GstClElement * element, GstQuery * query)
{
  if (GST_QUERY_TYPE (query) != GST_QUERY_ALLOCATION)
    return FALSE;
  propose_alignment (element, query);
  return TRUE;
}

static gboolean
gst_cl_video_fft_parse (GstClElement * element, GstCaps * caps, gpointer input,
    GError ** error)
{
  return gst_cl_video_info_parse (input, caps, error);
}

static gboolean
gst_cl_video_fft_is_same (gconstpointer a, gconstpointer b)
{
  return gst_video_info_is_equal (a, b);
}

/* ---- setups ---- */

static gpointer
gst_cl_video_fft_prepare (GstClElement * element, gconstpointer settings,
    GstCaps ** caps, GError ** error)
{
  GstClVideoFftConfig *config =
      gst_cl_video_fft_config_new (settings, element->input, error);

  if (config)
    gst_cl_element_note (element, &config->note);
  if (config)
    *caps = gst_cl_spectra_caps_choose (element, &config->info, error);
  return config;
}

/* config: (transfer full): every session has it. Frames of several pictures
   share pictures, which one session keeps. */
static gboolean
configure (GstClElement * element, GstClVideoFftConfig * config,
    GstCaps * caps, GstClProgress * progress, GError ** error)
{
  guint i, n = gst_cl_element_set_turns (element, config->settings.depth == 1);
  gboolean done = TRUE;

  progress->n_plans = n;
  for (i = 0; i < n && done; i++)
    done = gst_cl_video_fft_session_configure (gst_cl_element_get_turn
        (element, i), gst_cl_video_fft_config_ref (config), caps, progress,
        error);
  gst_cl_video_fft_config_free (config);
  return done;
}

static gboolean
gst_cl_video_fft_apply (GstClElement * element, gpointer setup, GstCaps * caps,
    GstClProgress * progress, GError ** error)
{
  const GstClVideoFftSettings *settings = element->active;
  GstClVideoFftConfig *config = setup;
  const GstVideoInfo shown = config->shown;

  return configure (element, config, caps, progress, error)
      && gst_cl_picture_window_set_params (get_window (element),
      settings->depth, settings->temporal_hop, GST_VIDEO_INFO_FPS_N (&shown),
      GST_VIDEO_INFO_FPS_D (&shown), error);
}

static GstClockTime
gst_cl_video_fft_get_latency (GstClElement * element)
{
  return gst_cl_picture_window_get_latency (get_window (element));
}

/* ---- frames ---- */

/* Pushes the frame that the end of the run leaves. If the device failed,
   that is posted. */
static GstFlowReturn
finish (GstClElement * element)
{
  GstFlowReturn flow = GST_FLOW_OK;
  GstBuffer *done = NULL;
  GError *error = NULL;

  gst_cl_picture_window_end (get_window (element), FALSE);
  if (!gst_cl_video_fft_session_finish (element->session,
          get_window (element), &done, &error))
    return gst_cl_element_fail (element, &error);
  if (done)
    flow = gst_cl_element_push (element, done);
  if (flow == GST_FLOW_OK && !gst_cl_element_wait (element, &error))
    flow = gst_cl_element_fail (element, &error);
  return flow;
}

/* Ends the run: another one follows, whose first buffer is flagged. */
static GstFlowReturn
cut (GstClElement * element)
{
  GstFlowReturn flow = finish (element);

  gst_cl_picture_window_end (get_window (element), TRUE);
  return flow;
}

static GstFlowReturn
process (GstClElement * element, GstBuffer * buffer,
    const GstClVideoField * field)
{
  GstClPictureWindow *window = get_window (element);
  GstFlowReturn flow = GST_FLOW_OK;
  GstBuffer *done = NULL;
  GError *error = NULL;

  if (gst_cl_picture_window_drops (window, field))
    return GST_FLOW_OK;
  if (gst_cl_picture_window_begins (window, field))
    flow = cut (element);
  if (flow != GST_FLOW_OK)
    return flow;
  if (!gst_cl_video_fft_session_push (element->session, window, buffer, field,
          &done, &error))
    return gst_cl_element_fail (element, &error);
  if (!done)
    return GST_FLOW_OK;
  gst_cl_element_end_turn (element);
  return gst_cl_element_push (element, done);
}

static GstFlowReturn
gst_cl_video_fft_take (GstClElement * element, GstBuffer * buffer)
{
  const GstClVideoFftConfig *config =
      gst_cl_video_fft_session_get_config (element->session);
  GstClVideoField fields[GST_CL_VIDEO_MAX_FIELDS];
  guint i, n = gst_cl_video_fields_list (element->input, config->has_fields,
      buffer, fields);
  GstFlowReturn flow = GST_FLOW_OK;

  for (i = 0; i < n && flow == GST_FLOW_OK; i++)
    flow = process (element, buffer, &fields[i]);
  gst_buffer_unref (buffer);
  return flow;
}

/* Missing pictures end a frame of several pictures. */
static GstFlowReturn
gst_cl_video_fft_drain (GstClElement * element, GstClEnd why)
{
  const GstClVideoFftSettings *settings = element->active;

  if (why == GST_CL_END_EOS)
    GST_INFO_OBJECT (element, "%" G_GUINT64_FORMAT " bytes of device memory",
        gst_cl_session_get_memory_size (element->session));
  if (why == GST_CL_END_GAP)
    return settings->depth > 1 ? cut (element) : GST_FLOW_OK;
  if (why == GST_CL_END_GROUP
      && !gst_cl_picture_window_is_pending (get_window (element)))
    return GST_FLOW_OK;
  return finish (element);
}

static void
gst_cl_video_fft_forget (GstClElement * element, GstClForget how)
{
  gst_cl_picture_window_flush (get_window (element));
}

static void
gst_cl_video_fft_set_segment (GstClElement * element,
    const GstSegment * segment, gboolean goes_on)
{
  if (!goes_on)
    gst_cl_picture_window_end (get_window (element), TRUE);
  gst_cl_picture_window_set_segment (get_window (element), segment);
}

/* ---- class ---- */

static void
gst_cl_video_fft_init (GstClVideoFft * self)
{
  self->window = gst_cl_picture_window_new ();
}

static void
gst_cl_video_fft_finalize (GObject * object)
{
  g_clear_pointer (&GST_CL_VIDEO_FFT (object)->window,
      gst_cl_picture_window_free);
  G_OBJECT_CLASS (gst_cl_video_fft_parent_class)->finalize (object);
}

/* *INDENT-OFF* */
static const GstClElementFunctions functions = {
  .settings_size = sizeof (GstClVideoFftSettings), .input_size = sizeof
  (GstVideoInfo), .open = gst_cl_video_fft_session_open, .unconfigure =
  gst_cl_video_fft_session_unconfigure, .check =
  gst_cl_video_fft_settings_check, .query = gst_cl_video_fft_query, .parse =
  gst_cl_video_fft_parse, .is_same = gst_cl_video_fft_is_same, .prepare =
  gst_cl_video_fft_prepare, .setup_free = gst_cl_video_fft_config_free, .apply
  = gst_cl_video_fft_apply, .get_latency = gst_cl_video_fft_get_latency, .take
  = gst_cl_video_fft_take, .drain = gst_cl_video_fft_drain, .forget =
  gst_cl_video_fft_forget, .set_segment = gst_cl_video_fft_set_segment,
};
/* *INDENT-ON* */

static void
gst_cl_video_fft_class_init (GstClVideoFftClass * class)
{
  GstClElementClass *klass = GST_CL_ELEMENT_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = gst_cl_video_fft_finalize;
  klass->category = gst_cl_video_fft_debug;
  klass->functions = &functions;
  klass->spreads = TRUE;
  klass->meta_api = GST_VIDEO_META_API_TYPE;

  gst_cl_element_class_add_properties (klass, gst_cl_video_fft_properties,
      gst_cl_video_fft_n_properties, 0);
  gst_cl_video_template_add_dmabufs (&sink_template);
  gst_cl_element_class_describe (klass, &sink_template, &src_template,
      "OpenCL Video Fourier Transform", "Filter/Analyzer/Video",
      "Turns pictures into timestamped, calibrated spectra on an OpenCL device");
}
