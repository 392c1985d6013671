/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clvideodenoise.c: the element clvideodenoise: it takes pictures and gives them
 * with less noise. settings.c has its settings, session.c the pictures of a run
 * and the work on the device.
 */
/**
 * SECTION:element-clvideodenoise
 * @title: clvideodenoise
 *
 * Takes noise out of video on an OpenCL device, by a Wiener filter of
 * overlapping blocks in space and time.
 *
 * ## Example
 * |[
 * gst-launch-1.0 filesrc location=night.mkv ! decodebin ! videoconvert !
 *     clvideodenoise sigma=6 ! videoconvert ! autovideosink
 * ]| plays a recording with less noise.
 */
#include "clvideodenoise.h"

#include "session.h"
#include "video/passing.h"

GST_DEBUG_CATEGORY_STATIC (gst_cl_video_denoise_debug);
#define GST_CAT_DEFAULT gst_cl_video_denoise_debug

struct _GstClVideoDenoise
{
  GstClElement parent;

  GstClTimeline line;           /* of the pictures of the run */
};

G_DEFINE_TYPE (GstClVideoDenoise, gst_cl_video_denoise, GST_TYPE_CL_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (clvideodenoise, "clvideodenoise",
    GST_RANK_NONE, GST_TYPE_CL_VIDEO_DENOISE,
    GST_DEBUG_CATEGORY_INIT (gst_cl_video_denoise_debug, "clvideodenoise", 0,
        "noise of video"));

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS (GST_CL_VIDEO_PASSING_CAPS));

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS (GST_CL_VIDEO_PASSING_CAPS));

/* ---- setups ---- */

/* There is nothing to plan: the setup is the input. */
static gpointer
gst_cl_video_denoise_prepare (GstClElement * element, gconstpointer settings,
    GstCaps ** caps, GError ** error)
{
  *caps = gst_cl_video_passing_choose_caps (element, error);
  return gst_video_info_copy (element->input);
}

static void
gst_cl_video_denoise_setup_free (gpointer setup)
{
  gst_video_info_free (setup);
}

static GstClockTime
gst_cl_video_denoise_get_latency (GstClElement * element)
{
  const GstClVideoDenoiseSettings *settings = element->active;
  const GstVideoInfo *video = element->input;

  if (GST_VIDEO_INFO_FPS_N (video) == 0)
    return 0;
  return gst_util_uint64_scale_ceil (settings->depth / 2 * GST_SECOND,
      GST_VIDEO_INFO_FPS_D (video), GST_VIDEO_INFO_FPS_N (video));
}

static gboolean
gst_cl_video_denoise_apply (GstClElement * element, gpointer setup,
    GstCaps * caps, GstClProgress * progress, GError ** error)
{
  GstClTimeline *line = &GST_CL_VIDEO_DENOISE (element)->line;
  GstVideoInfo *video = setup;
  gboolean done = gst_cl_video_denoise_session_configure (element->session,
      video, element->active, caps, error);

  gst_cl_timeline_set_rate (line, GST_VIDEO_INFO_FPS_N (video),
      GST_VIDEO_INFO_FPS_D (video));
  gst_cl_element_set_frame_duration (element, GST_VIDEO_INFO_FPS_N (video) == 0
      ? 0 : gst_util_uint64_scale (GST_SECOND, GST_VIDEO_INFO_FPS_D (video),
          GST_VIDEO_INFO_FPS_N (video)));
  gst_video_info_free (video);
  return done;
}

/* ---- pictures ---- */

static gboolean
is_late (GstClElement * element, GstBuffer * picture)
{
  const GstClVideoDenoiseSettings *settings = element->active;
  GstClockTime begin = GST_BUFFER_PTS (picture);
  GstClockTime lasts = GST_BUFFER_DURATION (picture);

  return settings->qos && GST_CLOCK_TIME_IS_VALID (begin)
      && gst_cl_element_is_late (element, begin, begin
      + (GST_CLOCK_TIME_IS_VALID (lasts) ? lasts : 0));
}

/* Pushes what can be given. */
static GstFlowReturn
push_all (GstClElement * element)
{
  GstClVideoDenoiseSession *session = element->session;
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;
  GstBuffer *next, *done;

  while (flow == GST_FLOW_OK
      && (next = gst_cl_video_denoise_session_peek (session))) {
    if (is_late (element, next)) {
      gst_cl_video_denoise_session_skip (session);
      continue;
    }
    if (!gst_cl_video_denoise_session_give (session, &done, &error))
      return gst_cl_element_fail (element, &error);
    flow = gst_cl_element_push (element, done);
  }
  return flow;
}

/* Gives what is left of the run: pictures of the next are not mixed in. */
static GstFlowReturn
end_run (GstClElement * element)
{
  GstClTimeline *line = &GST_CL_VIDEO_DENOISE (element)->line;
  GstFlowReturn flow;

  gst_cl_video_denoise_session_end (element->session);
  flow = push_all (element);
  /* a push may have ended in an error, which takes the session's setup away */
  gst_cl_video_denoise_session_forget (element->session);
  gst_cl_timeline_end (line, line->next);
  return flow;
}

/* Whether a picture does not follow the one before. */
static gboolean
begins (GstClTimeline * line, GstBuffer * buffer)
{
  GstClockTime tolerance = GST_CL_TIMELINE_JITTER;

  if (line->rate_n > 0)
    tolerance = gst_util_uint64_scale (GST_SECOND, line->rate_d,
        2 * line->rate_n);
  return line->active && gst_cl_timeline_begins (line, GST_BUFFER_PTS (buffer),
      gst_cl_stamp_is_flagged (buffer), tolerance, FALSE);
}

/* Counts a picture of the run. */
static void
count (GstClTimeline * line, GstBuffer * buffer)
{
  if (line->active)
    gst_cl_timeline_follow (line, GST_BUFFER_PTS (buffer));
  else
    gst_cl_timeline_start (line, GST_BUFFER_PTS (buffer), 0);
  gst_cl_timeline_advance (line, 1);
}

static GstFlowReturn
gst_cl_video_denoise_take (GstClElement * element, GstBuffer * buffer)
{
  GstClTimeline *line = &GST_CL_VIDEO_DENOISE (element)->line;
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;

  if (begins (line, buffer))
    flow = end_run (element);
  if (flow == GST_FLOW_OK) {
    count (line, buffer);
    flow = gst_cl_video_denoise_session_take (element->session, buffer,
        element->active, &error) ? push_all (element)
        : gst_cl_element_fail (element, &error);
  }
  gst_buffer_unref (buffer);
  return flow;
}

static GstFlowReturn
gst_cl_video_denoise_drain (GstClElement * element, GstClEnd why)
{
  GstFlowReturn flow = end_run (element);
  GError *error = NULL;

  if (flow == GST_FLOW_OK && !gst_cl_element_wait (element, &error))
    flow = gst_cl_element_fail (element, &error);
  return flow;
}

static void
gst_cl_video_denoise_forget (GstClElement * element, GstClForget how)
{
  gst_cl_timeline_forget (&GST_CL_VIDEO_DENOISE (element)->line);
  if (element->session)
    gst_cl_video_denoise_session_forget (element->session);
}

static void
gst_cl_video_denoise_set_segment (GstClElement * element,
    const GstSegment * segment, gboolean goes_on)
{
  gst_cl_timeline_set_segment (&GST_CL_VIDEO_DENOISE (element)->line, segment);
}

/* ---- class ---- */

static void
gst_cl_video_denoise_init (GstClVideoDenoise * self)
{
  gst_cl_timeline_forget (&self->line);
}

/* *INDENT-OFF* */
static const GstClElementFunctions functions = {
  .settings_size = sizeof (GstClVideoDenoiseSettings), .input_size = sizeof
  (GstVideoInfo), .open = gst_cl_video_denoise_session_open, .unconfigure =
  gst_cl_video_denoise_session_unconfigure, .check =
  gst_cl_video_denoise_settings_check, .query = gst_cl_video_passing_query,
  .parse = gst_cl_video_passing_parse, .is_same =
  gst_cl_video_passing_is_same, .prepare = gst_cl_video_denoise_prepare,
  .setup_free = gst_cl_video_denoise_setup_free, .apply =
  gst_cl_video_denoise_apply, .get_latency = gst_cl_video_denoise_get_latency,
  .take = gst_cl_video_denoise_take, .drain = gst_cl_video_denoise_drain,
  .forget = gst_cl_video_denoise_forget, .set_segment =
  gst_cl_video_denoise_set_segment,
};
/* *INDENT-ON* */

static void
gst_cl_video_denoise_class_init (GstClVideoDenoiseClass * class)
{
  GstClElementClass *klass = GST_CL_ELEMENT_CLASS (class);

  klass->category = gst_cl_video_denoise_debug;
  klass->functions = &functions;
  klass->meta_api = GST_VIDEO_META_API_TYPE;
  klass->controlled = TRUE;

  gst_cl_element_class_add_properties (klass, gst_cl_video_denoise_properties,
      gst_cl_video_denoise_n_properties, 0);
  gst_cl_element_class_describe (klass, &sink_template, &src_template,
      "OpenCL Video Denoiser", "Filter/Effect/Video",
      "Takes noise out of pictures on an OpenCL device, by a Wiener filter of "
      "blocks in space and time");
}
