/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clvideofilter.c: the element clvideofilter: it takes pictures and gives
 * filtered ones. settings.c has its settings, config.c what follows from them,
 * session.c its work on the device.
 */
/**
 * SECTION:element-clvideofilter
 * @title: clvideofilter
 *
 * Filters pictures on an OpenCL device: convolves them with kernels of up to
 * 255 by 255 pixels, passes low or high frequencies, takes periodic patterns
 * out, and undoes blur.
 *
 * ## Example
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=100 ! clvideofilter
 *     kernel="1 2 1; 2 4 2; 1 2 1" ! autovideosink
 * ]| softens pictures.
 */
#include "clvideofilter.h"

#include "session.h"
#include "video/passing.h"

GST_DEBUG_CATEGORY (gst_cl_video_filter_debug);
#define GST_CAT_DEFAULT gst_cl_video_filter_debug

struct _GstClVideoFilter
{
  GstClElement parent;
};

G_DEFINE_TYPE (GstClVideoFilter, gst_cl_video_filter, GST_TYPE_CL_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (clvideofilter, "clvideofilter",
    GST_RANK_NONE, GST_TYPE_CL_VIDEO_FILTER,
    GST_DEBUG_CATEGORY_INIT (gst_cl_video_filter_debug, "clvideofilter", 0,
        "filter of video"));

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS (GST_CL_VIDEO_PASSING_CAPS));

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS (GST_CL_VIDEO_PASSING_CAPS));

/* ---- setups ---- */

static gpointer
gst_cl_video_filter_prepare (GstClElement * element, gconstpointer settings,
    GstCaps ** caps, GError ** error)
{
  GstClVideoFilterConfig *config = gst_cl_video_filter_config_new (settings,
      element->input, gst_opencl_context_get_limits
      (element->device.context)->has_double, error);

  if (config)
    *caps = gst_cl_video_passing_choose_caps (element, error);
  return config;
}

static gboolean
gst_cl_video_filter_apply (GstClElement * element, gpointer setup,
    GstCaps * caps, GstClProgress * progress, GError ** error)
{
  return gst_cl_video_filter_session_configure (element->session, setup, caps,
      progress, error);
}

/* ---- pictures ---- */

static GstFlowReturn
gst_cl_video_filter_take (GstClElement * element, GstBuffer * buffer)
{
  GstClVideoFilterSession *session = element->session;
  GError *error = NULL;
  GstBuffer *done;

  done = gst_cl_video_filter_session_run (session, buffer, &error);
  gst_buffer_unref (buffer);
  return done ? gst_cl_element_push (element, done)
      : gst_cl_element_fail (element, &error);
}

/* Nothing is held back; a failure of what was pushed is reported. */
static GstFlowReturn
gst_cl_video_filter_drain (GstClElement * element, GstClEnd why)
{
  GError *error = NULL;

  if (why == GST_CL_END_GAP || gst_cl_element_wait (element, &error))
    return GST_FLOW_OK;
  return gst_cl_element_fail (element, &error);
}

static void
gst_cl_video_filter_forget (GstClElement * element, GstClForget how)
{
  if (element->session)
    gst_cl_video_filter_session_forget (element->session);
}

/* ---- class ---- */

static void
gst_cl_video_filter_init (GstClVideoFilter * self)
{
}

/* *INDENT-OFF* */
static const GstClElementFunctions functions = {
  .settings_size = sizeof (GstClVideoFilterSettings),
  .input_size = sizeof (GstVideoInfo),
  .open = gst_cl_video_filter_session_open,
  .unconfigure = gst_cl_video_filter_session_unconfigure,
  .check = gst_cl_video_filter_settings_check,
  .query = gst_cl_video_passing_query,
  .parse = gst_cl_video_passing_parse,
  .is_same = gst_cl_video_passing_is_same,
  .prepare = gst_cl_video_filter_prepare,
  .setup_free = gst_cl_video_filter_config_free,
  .apply = gst_cl_video_filter_apply,
  .take = gst_cl_video_filter_take,
  .drain = gst_cl_video_filter_drain,
  .forget = gst_cl_video_filter_forget,
};
/* *INDENT-ON* */

static void
gst_cl_video_filter_class_init (GstClVideoFilterClass * class)
{
  GstClElementClass *klass = GST_CL_ELEMENT_CLASS (class);

  klass->category = gst_cl_video_filter_debug;
  klass->functions = &functions;
  klass->backwards = GST_CL_BACKWARDS_TAKE;
  klass->meta_api = GST_VIDEO_META_API_TYPE;

  gst_cl_element_class_add_properties (klass, gst_cl_video_filter_properties,
      gst_cl_video_filter_n_properties, 0);
  gst_cl_element_class_describe (klass, &sink_template, &src_template,
      "OpenCL Video Filter", "Filter/Effect/Video",
      "Convolves pictures, passes frequencies and takes periodic patterns out on "
      "an OpenCL device");
}
