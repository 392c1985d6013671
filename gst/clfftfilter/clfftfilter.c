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

#include "audio/arrival.h"
#include "audio/audioinfo.h"
#include "element/caps.h"
#include "session.h"

GST_DEBUG_CATEGORY_STATIC (gst_cl_fft_filter_debug);
#define GST_CAT_DEFAULT gst_cl_fft_filter_debug

struct _GstClFftFilter
{
  GstClElement parent;

  GstClTimeline line;           /* of the run's frames */
  GstClArrival arrival;
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
gst_cl_fft_filter_query (GstClElement * element, GstQuery * query)
{
  GstCaps *filter, *caps;

  if (GST_QUERY_TYPE (query) != GST_QUERY_CAPS)
    return FALSE;
  gst_query_parse_caps (query, &filter);
  caps = gst_cl_fft_filter_get_sink_caps (element, filter);
  gst_query_set_caps_result (query, caps);
  gst_caps_unref (caps);
  return TRUE;
}

/* ---- setups ---- */

static gpointer
gst_cl_fft_filter_prepare (GstClElement * element, gconstpointer settings,
    GstCaps ** caps, GError ** error)
{
  GstClFftFilterConfig *config = gst_cl_fft_filter_session_plan
      (element->session, element, settings, error);

  if (config)
    *caps = gst_cl_fft_filter_config_choose_caps (config, element, error);
  return config;
}

static void
set_tolerance (GstClElement * element)
{
  const GstClFftFilterSettings *settings = element->active;
  GstClArrival *arrival = &GST_CL_FFT_FILTER (element)->arrival;

  arrival->alignment_threshold = settings->alignment_threshold;
  arrival->discont_wait = settings->discont_wait;
}

static gboolean
gst_cl_fft_filter_apply (GstClElement * element, gpointer setup, GstCaps * caps,
    GstClProgress * progress, GError ** error)
{
  GstClFftFilter *self = GST_CL_FFT_FILTER (element);
  GstClFftFilterConfig *config = setup;
  gboolean done = gst_cl_fft_filter_session_configure (element->session,
      config, caps, error);

  /* forgets the run, as the session did */
  if (!gst_cl_fft_filter_session_has_run (element->session))
    gst_cl_timeline_set_rate (&self->line, config->in.rate, 1);
  set_tolerance (element);
  return done && gst_cl_fft_filter_session_follow (element->session,
      element->active, error);
}

static gboolean
gst_cl_fft_filter_adopt (GstClElement * element, gconstpointer old,
    GstClProgress * progress, GError ** error)
{
  set_tolerance (element);
  return gst_cl_fft_filter_session_follow (element->session, element->active,
      error);
}

static gboolean
gst_cl_fft_filter_allocate (GstClElement * element, GstCaps * caps,
    GError ** error)
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
gst_cl_fft_filter_get_latency (GstClElement * element)
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
  const GstClTimeline *line = &GST_CL_FFT_FILTER (element)->line;
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;
  GstBuffer *buffer;

  while (flow == GST_FLOW_OK) {
    if (!gst_cl_fft_filter_session_step (element->session, line, &buffer,
            &error))
      return gst_cl_element_fail (element, &error);
    if (!buffer)
      break;
    flow = gst_cl_element_push (element, buffer);
  }
  gst_cl_element_set_latency (element, gst_cl_fft_filter_get_latency (element));
  return flow;
}

/* Gives what is left of the run, with its tail or without, and forgets it. */
static GstFlowReturn
end_run (GstClElement * element, GstClFilterRun ending)
{
  GstClTimeline *line = &GST_CL_FFT_FILTER (element)->line;
  GstFlowReturn flow;

  gst_cl_fft_filter_session_set_run (element->session, ending);
  flow = push_all (element);
  gst_cl_timeline_end (line, line->next);
  if (element->configured)
    gst_cl_fft_filter_session_set_run (element->session,
        GST_CL_FILTER_RUN_NONE);
  return flow;
}

/* Takes n frames from `first` of the input on; NULL: silence. */
static GstFlowReturn
append (GstClElement * element, const GstClHistoryInput * input,
    guint64 first, guint64 n)
{
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;
  guint64 taken;

  for (; n > 0 && flow == GST_FLOW_OK; first += taken, n -= taken) {
    taken = n;
    if (!gst_cl_fft_filter_session_poll (element->session, &error)
        || !gst_cl_fft_filter_session_append (element->session, input, first,
            &taken, &error))
      return gst_cl_element_fail (element, &error);
    gst_cl_timeline_advance (&GST_CL_FFT_FILTER (element)->line, taken);
    flow = push_all (element);
  }
  return flow;
}

/* Goes to where n frames of this time belong. */
static GstFlowReturn
go_to (GstClElement * element, GstClockTime time, guint64 n)
{
  GstClFftFilter *self = GST_CL_FFT_FILTER (element);
  GstFlowReturn flow = GST_FLOW_OK;
  GstClArrivalPlace place;
  guint64 hole;

  self->arrival.fill =
      gst_cl_fft_filter_session_get_tail (element->session) + 1;
  place = gst_cl_arrival_place (&self->arrival, &self->line, time, n, &hole);
  if (place == GST_CL_ARRIVAL_PLACE_HOLE)
    flow = append (element, NULL, 0, hole);
  else if (place == GST_CL_ARRIVAL_PLACE_RUN && self->line.active)
    flow = end_run (element, GST_CL_FILTER_RUN_RINGS);
  if (flow != GST_FLOW_OK)
    return flow;
  if (place == GST_CL_ARRIVAL_PLACE_RUN) {
    gst_cl_timeline_start (&self->line, time, 0);
    gst_cl_fft_filter_session_set_run (element->session,
        GST_CL_FILTER_RUN_OPEN);
  }
  if (self->arrival.denied)
    gst_cl_fft_filter_session_mark_discont (element->session);
  self->arrival.denied = FALSE;
  return GST_FLOW_OK;
}

/* Takes n frames of a buffer that were counted, but for those outside of the
   segment. */
static GstFlowReturn
take_frames (GstClElement * element, GstBuffer * buffer, guint64 n)
{
  const GstClTimeline *line = &GST_CL_FFT_FILTER (element)->line;
  GstClockTime time = GST_BUFFER_PTS (buffer);
  GstClHistoryInput input;
  GError *error = NULL;
  GstFlowReturn flow;
  GstMapInfo map;
  guint64 skip;

  if (!gst_cl_fft_filter_session_prepare (element->session, n, &error))
    return gst_cl_element_fail (element, &error);
  gst_cl_arrival_clip (line, &time, &n, &skip);
  if (n == 0)
    return GST_FLOW_OK;
  flow = go_to (element, time, n);
  if (flow != GST_FLOW_OK)
    return flow;
  if (GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_GAP))
    return append (element, NULL, 0, n);
  if (!gst_cl_fft_filter_session_map (element->session, buffer, &map, &input,
          &error))
    return gst_cl_element_fail (element, &error);
  flow = append (element, &input, skip, n);
  gst_buffer_unmap (buffer, &map);
  return flow;
}

static GstFlowReturn
gst_cl_fft_filter_take (GstClElement * element, GstBuffer * buffer)
{
  GstClArrival *arrival = &GST_CL_FFT_FILTER (element)->arrival;
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;
  gsize n;

  if (!gst_cl_audio_info_count (element->input, buffer, &n, &error))
    flow = gst_cl_element_fail (element, &error);
  arrival->flagged |= gst_cl_stamp_is_flagged (buffer);
  if (flow == GST_FLOW_OK && n > 0)
    flow = take_frames (element, buffer, n);
  gst_buffer_unref (buffer);
  return flow;
}

/* Takes silence from `begin` on, to `end` or (NONE) to the next buffer. */
static GstFlowReturn
take_silence (GstClElement * element, GstClockTime begin, GstClockTime end)
{
  GstClFftFilter *self = GST_CL_FFT_FILTER (element);
  GError *error = NULL;
  GstFlowReturn flow;

  if (!gst_cl_fft_filter_session_prepare (element->session, G_MAXUINT64,
          &error))
    return gst_cl_element_fail (element, &error);
  flow = go_to (element, begin, 0);
  self->arrival.open_gap = !GST_CLOCK_TIME_IS_VALID (end);
  if (flow != GST_FLOW_OK || self->arrival.open_gap)
    return flow;
  return append (element, NULL, 0,
      gst_cl_timeline_count_until (&self->line, end));
}

static gboolean
gst_cl_fft_filter_gap (GstClElement * element, GstClockTime timestamp,
    GstClockTime duration, GstFlowReturn * flow)
{
  const GstClTimeline *line = &GST_CL_FFT_FILTER (element)->line;
  GstClockTime end;

  if (gst_cl_arrival_clip_gap (line, &timestamp, duration, &end))
    *flow = take_silence (element, timestamp, end);
  return TRUE;
}

static GstFlowReturn
gst_cl_fft_filter_drain (GstClElement * element, GstClEnd why)
{
  const GstClFftFilterSettings *settings = element->active;

  if (why == GST_CL_END_SETUP)
    return GST_FLOW_OK;
  return end_run (element, why == GST_CL_END_CAPS
      && !settings->drain_on_changes
      ? GST_CL_FILTER_RUN_CUT : GST_CL_FILTER_RUN_RINGS);
}

static void
gst_cl_fft_filter_forget (GstClElement * element, GstClForget how)
{
  GstClFftFilter *self = GST_CL_FFT_FILTER (element);

  gst_cl_timeline_forget (&self->line);
  gst_cl_arrival_forget (&self->arrival);
  gst_cl_fft_filter_session_set_run (element->session, GST_CL_FILTER_RUN_NONE);
}

/* A segment that goes on may have another end; its start is that of the run. */
static void
gst_cl_fft_filter_set_segment (GstClElement * element,
    const GstSegment * segment, gboolean goes_on)
{
  GstClTimeline *line = &GST_CL_FFT_FILTER (element)->line;
  GstSegment limits = *segment;

  if (goes_on)
    limits.start = MIN (limits.start, line->segment.start);
  gst_cl_timeline_set_segment (line, &limits);
}

static GstClTimeline *
gst_cl_fft_filter_get_line (GstClElement * element)
{
  return &GST_CL_FFT_FILTER (element)->line;
}

/* ---- class ---- */

static void
gst_cl_fft_filter_init (GstClFftFilter * self)
{
  gst_cl_timeline_forget (&self->line);
}

/* *INDENT-OFF* */
static const GstClElementFunctions functions = {
  .get_line = gst_cl_fft_filter_get_line, .gap_limit =
  G_STRUCT_OFFSET (GstClFftFilterSettings, gap_limit),
  .settings_size = sizeof (GstClFftFilterSettings), .input_size = sizeof
  (GstAudioInfo), .open = gst_cl_fft_filter_session_open, .close =
  gst_cl_fft_filter_session_close, .unconfigure =
  gst_cl_fft_filter_session_unconfigure, .get_stats =
  gst_cl_fft_filter_session_get_stats, .query = gst_cl_fft_filter_query,
  .parse = gst_cl_audio_input_parse, .is_same = gst_cl_audio_input_is_same,
  .prepare = gst_cl_fft_filter_prepare, .setup_free =
  gst_cl_fft_filter_config_free, .apply = gst_cl_fft_filter_apply, .adopt =
  gst_cl_fft_filter_adopt, .allocate = gst_cl_fft_filter_allocate,
  .get_latency = gst_cl_fft_filter_get_latency, .take =
  gst_cl_fft_filter_take, .gap = gst_cl_fft_filter_gap, .drain =
  gst_cl_fft_filter_drain, .forget = gst_cl_fft_filter_forget, .set_segment =
  gst_cl_fft_filter_set_segment,
};
/* *INDENT-ON* */

static void
gst_cl_fft_filter_class_init (GstClFftFilterClass * class)
{
  GstClElementClass *klass = GST_CL_ELEMENT_CLASS (class);

  klass->category = gst_cl_fft_filter_debug;
  klass->functions = &functions;
  klass->meta_api = GST_AUDIO_META_API_TYPE;

  gst_cl_element_class_add_properties (klass, gst_cl_fft_filter_properties,
      gst_cl_fft_filter_n_properties, 0);
  gst_cl_element_class_describe (klass, &sink_template, &src_template,
      "OpenCL Convolution Filter", "Filter/Effect/Audio",
      "Convolves audio with impulse responses and equalizer curves of any "
      "length on an OpenCL device");
}
