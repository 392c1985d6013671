/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clfftfilter.c: the element clfftfilter: it takes sound and gives it convolved
 * with an impulse response. settings.c has its settings, source.c the response,
 * loader.c the thread that makes a new one, session.c and run.c its work on the
 * device.
 */
/**
 * SECTION:element-clfftfilter
 * @title: clfftfilter
 *
 * Convolution of audio with impulse responses of any length, and equalization
 * by curves, on an OpenCL device.
 *
 * ## Example
 * |[
 * gst-launch-1.0 filesrc location=dry.wav ! wavparse ! clfftfilter
 *     ir-file=hall.wav ! wavenc ! filesink location=wet.wav
 * ]| puts a recording into a hall, whose last sound is in the file too.
 */
#include "clfftfilter.h"

#include "audio/framing.h"
#include "element/caps.h"
#include "session.h"

GST_DEBUG_CATEGORY_STATIC (gst_cl_fft_filter_debug);
#define GST_CAT_DEFAULT gst_cl_fft_filter_debug

struct _GstClFftFilter
{
  GstClElement parent;

  GstClFraming *framing;        /* of single frames */
  GstAudioInfo framed;          /* the format that it has */
};

G_DEFINE_TYPE (GstClFftFilter, gst_cl_fft_filter, GST_TYPE_CL_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (clfftfilter, "clfftfilter",
    GST_RANK_NONE, GST_TYPE_CL_FFT_FILTER,
    GST_DEBUG_CATEGORY_INIT (gst_cl_fft_filter_debug, "clfftfilter", 0,
        "convolution of audio"));

#define CAPS GST_AUDIO_CAPS_MAKE (GST_AUDIO_FORMATS_ALL) \
    ", layout = (string) { interleaved, non-interleaved }"

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS (CAPS));

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS (CAPS));

/* ---- what it takes and gives ---- */

static gboolean
query (GstClElement * element, GstQuery * query)
{
  GstCaps *filter, *caps;

  switch (GST_QUERY_TYPE (query)) {
    case GST_QUERY_CAPS:
      gst_query_parse_caps (query, &filter);
      caps = gst_cl_fft_filter_get_sink_caps (element, filter);
      gst_query_set_caps_result (query, caps);
      gst_caps_unref (caps);
      return TRUE;
    case GST_QUERY_ALLOCATION:
      gst_query_add_allocation_meta (query, GST_AUDIO_META_API_TYPE, NULL);
      return TRUE;
    default:
      return FALSE;
  }
}

/* ---- shapes ---- */

static gpointer
plan (GstClElement * element, gconstpointer settings, GstCaps ** caps,
    GError ** error)
{
  GstClFftFilterConfig *config = gst_cl_fft_filter_session_plan
      (element->session, element, settings, error);

  if (config)
    *caps = gst_cl_fft_filter_config_choose_caps (config, element, error);
  return config;
}

static void
set_framing (GstClElement * element)
{
  const GstClFftFilterSettings *settings = element->active;
  const GstClFramingParams params = {
    .size = 1,
    .hop = 1,
    .alignment_threshold = settings->alignment_threshold,
    .discont_wait = settings->discont_wait,
  };

  gst_cl_framing_set_params (GST_CL_FFT_FILTER (element)->framing, &params);
}

static gboolean
apply (GstClElement * element, gpointer shape, GstCaps * caps,
    GstClProgress * progress, GError ** error)
{
  GstClFftFilter *self = GST_CL_FFT_FILTER (element);
  GstClFftFilterConfig *config = shape;

  if (!gst_audio_info_is_equal (&config->in, &self->framed))
    gst_cl_framing_set_info (self->framing, &config->in);
  self->framed = config->in;
  set_framing (element);
  return gst_cl_fft_filter_session_configure (element->session, config, caps,
      error)
      && gst_cl_fft_filter_session_follow (element->session, element->active,
      error);
}

static gboolean
adopt (GstClElement * element, gconstpointer old, GstClProgress * progress,
    GError ** error)
{
  set_framing (element);
  return gst_cl_fft_filter_session_follow (element->session, element->active,
      error);
}

static gboolean
allocate (GstClElement * element, GstCaps * caps, GError ** error)
{
  GstQuery *query = gst_query_new_allocation (caps, FALSE);
  GstAllocator *allocator = NULL;
  GstAllocationParams params;

  gst_allocation_params_init (&params);
  if (gst_pad_peer_query (element->srcpad, query)
      && gst_query_get_n_allocation_params (query) > 0)
    gst_query_parse_nth_allocation_param (query, 0, &allocator, &params);
  gst_query_unref (query);
  gst_cl_fft_filter_session_set_allocator (element->session, allocator,
      &params);
  gst_clear_object (&allocator);
  return TRUE;
}

static GstClockTime
get_latency (GstClElement * element)
{
  return gst_util_uint64_scale (gst_cl_fft_filter_session_get_latency
      (element->session), GST_SECOND,
      ((const GstAudioInfo *) element->input)->rate);
}

/* ---- the stream ---- */

/* Pushes what can be made. */
static GstFlowReturn
push_all (GstClElement * element)
{
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;
  GstBuffer *buffer;

  while (flow == GST_FLOW_OK) {
    if (!gst_cl_fft_filter_session_step (element->session, &buffer, &error))
      return gst_cl_element_fail (element, &error);
    if (!buffer)
      break;
    flow = gst_cl_element_push (element, buffer);
  }
  gst_cl_element_set_latency (element, get_latency (element));
  return flow;
}

/* Gives the tail and forgets the stretch. */
static GstFlowReturn
end_stretch (GstClElement * element)
{
  GstFlowReturn flow;

  gst_cl_fft_filter_session_end (element->session);
  flow = push_all (element);
  if (element->configured)
    gst_cl_fft_filter_session_forget (element->session);
  return flow;
}

static GstFlowReturn
process (GstClElement * element)
{
  GstClFraming *framing = GST_CL_FFT_FILTER (element)->framing;
  GstFlowReturn flow = GST_FLOW_OK;
  GstClFilterPlace place;
  GError *error = NULL;

  while (flow == GST_FLOW_OK && gst_cl_framing_get_n_ready (framing) > 0) {
    if (!gst_cl_fft_filter_session_poll (element->session, &error)
        || !gst_cl_fft_filter_session_take (element->session, framing, &place,
            &error))
      return gst_cl_element_fail (element, &error);
    if (place == GST_CL_FILTER_PLACE_HOLE)
      flow = push_all (element);
    else if (place == GST_CL_FILTER_PLACE_ELSEWHERE)
      flow = end_stretch (element);
    if (flow != GST_FLOW_OK)
      return flow;
    if (!gst_cl_fft_filter_session_append (element->session, &error))
      return gst_cl_element_fail (element, &error);
    flow = push_all (element);
  }
  return flow;
}

static GstFlowReturn
take (GstClElement * element, GstBuffer * buffer)
{
  GError *error = NULL;

  if (!gst_cl_framing_push_buffer (GST_CL_FFT_FILTER (element)->framing, buffer,
          &error))
    return gst_cl_element_fail (element, &error);
  return process (element);
}

static gboolean
gap (GstClElement * element, GstClockTime timestamp, GstClockTime duration,
    GstFlowReturn * flow)
{
  gst_cl_framing_push_gap (GST_CL_FFT_FILTER (element)->framing, timestamp,
      duration);
  *flow = process (element);
  return TRUE;
}

static GstFlowReturn
drain (GstClElement * element)
{
  GstFlowReturn flow;

  gst_cl_framing_drain (GST_CL_FFT_FILTER (element)->framing);
  flow = process (element);
  return flow == GST_FLOW_OK ? end_stretch (element) : flow;
}

static void
forget (GstClElement * element)
{
  gst_cl_framing_flush (GST_CL_FFT_FILTER (element)->framing);
  gst_cl_fft_filter_session_forget (element->session);
}

static GstFlowReturn
leave (GstClElement * element, gconstpointer next)
{
  const GstClFftFilterSettings *settings = element->active;

  if (settings->drain_on_changes)
    return drain (element);
  gst_cl_framing_drain (GST_CL_FFT_FILTER (element)->framing);
  forget (element);
  return GST_FLOW_OK;
}

static void
set_segment (GstClElement * element, const GstSegment * segment,
    gboolean goes_on)
{
  gst_cl_framing_set_segment (GST_CL_FFT_FILTER (element)->framing, segment);
}

/* ---- class ---- */

static void
gst_cl_fft_filter_init (GstClFftFilter * self)
{
  self->framing = gst_cl_framing_new ();
  gst_audio_info_init (&self->framed);
}

static void
gst_cl_fft_filter_finalize (GObject * object)
{
  g_clear_pointer (&GST_CL_FFT_FILTER (object)->framing, gst_cl_framing_free);
  G_OBJECT_CLASS (gst_cl_fft_filter_parent_class)->finalize (object);
}

/* *INDENT-OFF* */
static const GstClElementFunctions functions = {
  .settings_size = sizeof (GstClFftFilterSettings),
  .input_size = sizeof (GstAudioInfo),
  .open = gst_cl_fft_filter_session_open,
  .close = gst_cl_fft_filter_session_close,
  .unconfigure = gst_cl_fft_filter_session_unconfigure,
  .get_stats = gst_cl_fft_filter_session_get_stats, .query = query,
  .parse = gst_cl_audio_input_parse, .is_same = gst_cl_audio_input_is_same,
  .leave = leave, .plan = plan, .plan_free = gst_cl_fft_filter_config_free,
  .apply = apply, .adopt = adopt, .allocate = allocate,
  .get_latency = get_latency, .take = take, .gap = gap, .drain = drain,
  .forget = forget, .set_segment = set_segment,
};
/* *INDENT-ON* */

static void
gst_cl_fft_filter_class_init (GstClFftFilterClass * class)
{
  GstClElementClass *klass = GST_CL_ELEMENT_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = gst_cl_fft_filter_finalize;
  klass->category = gst_cl_fft_filter_debug;
  klass->functions = &functions;

  gst_cl_element_class_add_properties (klass, gst_cl_fft_filter_properties,
      gst_cl_fft_filter_n_properties, 0);
  gst_cl_element_class_describe (klass, &sink_template, &src_template,
      "OpenCL Convolution Filter", "Filter/Effect/Audio",
      "Convolves audio with impulse responses and equalizer curves of any "
      "length on an OpenCL device");
}
