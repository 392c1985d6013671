/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * stream.c: handles the buffers and events of a stream.
 *
 * A run ends where nothing that follows can belong to it: at EOS and
 * SEGMENT_DONE, before another stream, other caps or a segment in which times
 * mean something else; and at STREAM_GROUP_DONE, if something is pending.
 */
#include "private.h"

#include <string.h>
#include "opencl/error.h"

#define GST_CAT_DEFAULT (GST_CL_ELEMENT_GET_CLASS (self)->category)

/* ---- buffers ---- */

/* Whether data is taken: after an error none is, until something has
   changed. */
static gboolean
may_go_on (GstClElement * self)
{
  return self->have_input && !self->backwards && (self->configured
      || self->may_retry || g_atomic_int_get (&self->settings_changed));
}

/* ---- time without input ---- */

/* Where it is counted, as far as settings say; NULL: it is not. */
static GstClTimeline *
get_line (GstClElement * self)
{
  const GstClElementFunctions *functions =
      gst_cl_element_get_functions (self);
  GstClTimeline *line = functions->get_line ? functions->get_line (self)
      : NULL;

  if (line)
    line->gap_limit = G_STRUCT_MEMBER (guint64, self->active,
        functions->gap_limit);
  return line;
}

/* Says once a stream that time was not filled. */
static void
report_jump (GstClElement * self)
{
  GstClTimeline *line = self->configured ? get_line (self) : NULL;
  GError *error = NULL;

  if (!line || !line->jumped)
    return;
  line->jumped = FALSE;
  if (self->have_jumped)
    return;
  self->have_jumped = TRUE;
  gst_cl_set_settings_error (&error, "gap-limit is %" G_GUINT64_FORMAT " ns, "
      "and there is more time without input than %" G_GUINT64_FORMAT " ns: it "
      "is a jump in time, and not filled", line->gap_limit, line->exceeded);
  GST_CL_ELEMENT_WARNING (self, error);
}

/* Whether a GAP event is too long to be filled; *end is its end, in the
   segment. */
static gboolean
jumps (GstClElement * self, GstClockTime begin, GstClockTime length,
    GstClockTime * end)
{
  GstClTimeline *line = get_line (self);

  if (!line || !GST_CLOCK_TIME_IS_VALID (begin)
      || !GST_CLOCK_TIME_IS_VALID (length))
    return FALSE;
  *end = begin + MIN (length, GST_CLOCK_TIME_NONE - 1 - begin);
  return (line->segment.format != GST_FORMAT_TIME
      || gst_segment_clip (&line->segment, GST_FORMAT_TIME, begin, *end,
          &begin, end)) && gst_cl_timeline_jumps (line, begin, *end);
}

GstFlowReturn
gst_cl_stream_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstClElement *self = GST_CL_ELEMENT (parent);
  GstFlowReturn flow = GST_FLOW_ERROR;

  gst_cl_setup_control (self, buffer);
  if (!self->have_input && !self->refused)
    flow = GST_FLOW_NOT_NEGOTIATED;
  else if (self->configured && self->backwards
      && GST_CL_ELEMENT_GET_CLASS (self)->backwards == GST_CL_BACKWARDS_SKIP)
    return gst_cl_output_skip (self, buffer);
  else if (may_go_on (self))
    flow = gst_cl_setup_follow (self);
  if (flow == GST_FLOW_OK) {
    get_line (self);
    gst_cl_progress_watch_flag (&self->device.stopping);
    flow = gst_cl_element_get_functions (self)->take (self, buffer);
    gst_cl_progress_watch_flag (NULL);
    report_jump (self);
    return flow;
  }
  gst_buffer_unref (buffer);
  return flow;
}

/* ---- events ---- */

static GstFlowReturn
drain (GstClElement * self, GstClEnd why)
{
  GstFlowReturn flow;

  if (!self->configured)
    return GST_FLOW_OK;
  gst_cl_progress_watch_flag (&self->device.stopping);
  flow = gst_cl_element_get_functions (self)->drain (self, why);
  gst_cl_progress_watch_flag (NULL);
  return flow;
}

static GstFlowReturn
take_input (GstClElement * self, GstCaps * caps)
{
  GstClElementClass *klass = GST_CL_ELEMENT_GET_CLASS (self);
  const GstClElementFunctions *functions = klass->functions;
  GstFlowReturn flow;
  GError *error = NULL;

  if (!functions->parse (self, caps, self->next_input, &error)) {
    self->next = NULL;
    flow = drain (self, GST_CL_END_CAPS);
    self->have_input = FALSE;
    if (flow != GST_FLOW_OK) {
      g_clear_error (&error);
      return flow;
    }
    return gst_cl_element_fail (self, &error);
  }
  if (self->have_input && self->configured
      && functions->is_same (self->next_input, self->input)) {
    gst_cl_fit_tell (self);
    return GST_FLOW_OK;
  }
  self->next = self->next_input;
  flow = drain (self, GST_CL_END_CAPS);
  if (flow != GST_FLOW_OK)
    return flow;
  memcpy (self->input, self->next_input, klass->functions->input_size);
  self->have_input = TRUE;
  return gst_cl_setup_renew (self);
}

/* Of an event, which a damaged file may have given fields of other types or
   none: GStreamer's parsers are critical of these. NULL if it has no such. */
static const GValue *
get_field (GstEvent * event, const gchar * name, GType type)
{
  const GstStructure *structure = gst_event_get_structure (event);
  const GValue *value = structure ? gst_structure_get_value (structure, name)
      : NULL;

  return value && G_VALUE_HOLDS (value, type) ? value : NULL;
}

/* Converts whether an event was taken to a flow return. */
static GstFlowReturn
get_flow (GstClElement * self, gboolean taken)
{
  if (taken)
    return GST_FLOW_OK;
  return gst_cl_output_is_flushing (self) ? GST_FLOW_FLUSHING : GST_FLOW_ERROR;
}

/* Tells upstream that caps were taken if they were refused only because pads
   flush: it sends them again then. */
static GstFlowReturn
set_caps (GstClElement * self, GstEvent * event)
{
  GstFlowReturn flow;
  GstCaps *caps;

  gst_event_parse_caps (event, &caps);
  /* refused caps come again with each event: one message is enough. Settings
     may make room only for caps that could be read */
  if (self->refused && gst_caps_is_equal (self->refused, caps)
      && !(self->have_input && g_atomic_int_get (&self->settings_changed))) {
    gst_event_unref (event);
    return GST_FLOW_NOT_NEGOTIATED;
  }
  gst_clear_caps (&self->refused);
  flow = take_input (self, caps);
  if (flow == GST_FLOW_ERROR)
    self->refused = gst_caps_ref (caps);
  if (flow == GST_FLOW_OK && GST_CL_ELEMENT_GET_CLASS (self)->passes_through)
    return get_flow (self, gst_pad_push_event (self->srcpad, event));
  gst_event_unref (event);
  return flow == GST_FLOW_ERROR ? GST_FLOW_NOT_NEGOTIATED : flow;
}

/* Updates the segment. One that goes on keeps its old start, for what comes
   next may have begun before the new one. */
static void
take_segment (GstClElement * self, const GstSegment * segment,
    gboolean is_same_run)
{
  const GstSegment old = self->segment;

  self->segment = *segment;
  if (!is_same_run || segment->start <= old.start
      || segment->time - segment->start != old.time - old.start)
    return;
  self->segment.start = old.start;
  self->segment.base = old.base;
  self->segment.offset = old.offset;
  self->segment.time = old.time;
}

/* Sends a segment in time to downstream; takes the event. */
static gboolean
forward_segment (GstClElement * self, GstEvent * event)
{
  GstSegment timed = self->segment;
  GstEvent *forward;

  if (timed.format != GST_FORMAT_TIME)
    gst_segment_init (&timed, GST_FORMAT_TIME);
  forward = gst_event_new_segment (&timed);
  gst_event_set_seqnum (forward, gst_event_get_seqnum (event));
  gst_event_set_running_time_offset (forward,
      gst_event_get_running_time_offset (event));
  gst_event_unref (event);
  return gst_pad_push_event (self->srcpad, forward);
}

/* Handles a rate below 0; nothing is known of the run any more. */
static gboolean
go_backwards (GstClElement * self, const GstSegment * segment)
{
  gboolean again = self->backwards
      && gst_segment_is_equal (segment, &self->segment);
  g_autofree gchar *text = NULL;

  if (!self->backwards && self->have_segment)
    drain (self, GST_CL_END_SEGMENT);
  self->backwards = TRUE;
  if (GST_CL_ELEMENT_GET_CLASS (self)->backwards == GST_CL_BACKWARDS_SKIP)
    return TRUE;
  /* the event comes again with each buffer: one message is enough */
  if (again)
    return FALSE;
  text = gst_cl_strdup_printf ("Reverse playback is not supported: the "
      "segment's rate is %g, but must be above 0", segment->rate);
  GST_ELEMENT_ERROR (self, STREAM, NOT_IMPLEMENTED, ("%s", text), (NULL));
  return FALSE;
}

static gboolean
set_segment (GstClElement * self, GstEvent * event)
{
  GstClElementClass *klass = GST_CL_ELEMENT_GET_CLASS (self);
  const GstClElementFunctions *functions = klass->functions;
  const GValue *field = get_field (event, "segment", GST_TYPE_SEGMENT);
  const GstSegment *segment = field ? g_value_get_boxed (field) : NULL;
  gboolean same_run, taken = TRUE;

  if (!segment) { /* if it were refused it would come with each buffer */
    GST_WARNING_OBJECT (self, "a segment event without a segment is left out");
    gst_event_unref (event);
    return TRUE;
  }
  same_run = self->have_segment
      && gst_cl_segment_goes_on (&self->segment, segment);
  if (segment->rate < 0 && klass->backwards != GST_CL_BACKWARDS_TAKE) {
    taken = go_backwards (self, segment);
    same_run = FALSE;
  } else {
    self->backwards = FALSE;
    if (self->have_segment && !same_run)
      drain (self, GST_CL_END_SEGMENT);
    if (functions->set_segment)
      functions->set_segment (self, segment, same_run);
  }
  take_segment (self, segment, same_run);
  self->have_segment = taken;
  self->is_satisfied = FALSE;
  if (taken && klass->passes_through)
    return gst_pad_push_event (self->srcpad, event);
  if (taken)
    return forward_segment (self, event);
  gst_event_unref (event);
  return FALSE;
}

/* Offers a gap to the element; else it ends what is pending. FALSE: the event is
   to be forwarded. */
static gboolean
take_gap (GstClElement * self, GstClockTime begin, GstClockTime length,
    GstFlowReturn * flow)
{
  const GstClElementFunctions *functions =
      gst_cl_element_get_functions (self);
  GstClockTime end;
  gboolean taken;

  if (jumps (self, begin, length, &end)) {
    *flow = drain (self, GST_CL_END_SEGMENT);
    if (self->configured)
      gst_cl_timeline_skip (get_line (self), end);
    return FALSE;
  }
  gst_cl_progress_watch_flag (&self->device.stopping);
  taken = functions->gap && functions->gap (self, begin, length, flow);
  gst_cl_progress_watch_flag (NULL);
  if (taken)
    return TRUE;
  *flow = drain (self, GST_CL_END_GAP);
  return FALSE;
}

static GstFlowReturn
handle_gap (GstClElement * self, GstEvent * event)
{
  GstFlowReturn flow = GST_FLOW_OK;
  const GValue *begin = get_field (event, "timestamp", G_TYPE_UINT64);
  const GValue *length = get_field (event, "duration", G_TYPE_UINT64);
  gboolean taken;

  if (GST_CL_ELEMENT_GET_CLASS (self)->passes_through || !self->configured
      || self->backwards || !begin)
    return get_flow (self, gst_pad_push_event (self->srcpad, event));
  flow = gst_cl_setup_follow (self);
  taken = flow != GST_FLOW_OK || take_gap (self, g_value_get_uint64 (begin),
      length ? g_value_get_uint64 (length) : GST_CLOCK_TIME_NONE, &flow);
  report_jump (self);
  if (!taken && flow == GST_FLOW_OK)
    return get_flow (self, gst_pad_push_event (self->srcpad, event));
  gst_event_unref (event);
  return flow;
}

static guint
get_group_id (GstEvent * event)
{
  const GValue *field = get_field (event, "group-id", G_TYPE_UINT);

  return field ? g_value_get_uint (field) : GST_GROUP_ID_INVALID;
}

/* Another stream is another run, whatever its segment. */
static void
start_stream (GstClElement * self, GstEvent * event)
{
  const GValue *field = get_field (event, "stream-id", G_TYPE_STRING);
  const gchar *id = field ? g_value_get_string (field) : NULL;

  if (self->stream_id && g_strcmp0 (id, self->stream_id) != 0) {
    drain (self, GST_CL_END_SEGMENT);
    gst_cl_fit_forget_reported (self);
    self->have_jumped = self->is_satisfied = FALSE;
  }
  g_free (self->stream_id);
  self->stream_id = g_strdup (id);
  self->group_id = get_group_id (event);
}

static void
end_group (GstClElement * self, GstEvent * event)
{
  guint id = get_group_id (event);

  if (id == self->group_id || id == GST_GROUP_ID_INVALID
      || self->group_id == GST_GROUP_ID_INVALID)
    drain (self, GST_CL_END_GROUP);
}

/* Positions are in time behind this element; takes the event. */
static GstEvent *
translate_segment_done (GstClElement * self, GstEvent * event)
{
  const GValue *format = get_field (event, "format", GST_TYPE_FORMAT);
  GstEvent *forward;

  if ((format && g_value_get_enum (format) == GST_FORMAT_TIME)
      || GST_CL_ELEMENT_GET_CLASS (self)->passes_through)
    return event;
  forward = gst_event_new_segment_done (GST_FORMAT_TIME, -1);
  gst_event_set_seqnum (forward, gst_event_get_seqnum (event));
  gst_event_unref (event);
  return forward;
}

static void
forget (GstClElement * self, GstClForget how)
{
  if (self->session)
    gst_cl_element_get_functions (self)->forget (self, how);
  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
  self->have_segment = self->is_satisfied = FALSE;
  self->backwards = FALSE;
  self->may_retry = TRUE;
  GST_OBJECT_LOCK (self);
  self->earliest = GST_CLOCK_TIME_NONE;
  GST_OBJECT_UNLOCK (self);
}

GstFlowReturn
gst_cl_stream_sink_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  GstClElement *self = GST_CL_ELEMENT (parent);

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_STREAM_START:
      start_stream (self, event);
      break;
    case GST_EVENT_CAPS:
      return set_caps (self, event);
    case GST_EVENT_SEGMENT:
      return get_flow (self, set_segment (self, event));
    case GST_EVENT_GAP:
      return handle_gap (self, event);
    case GST_EVENT_SEGMENT_DONE:
      drain (self, GST_CL_END_SEGMENT);
      event = translate_segment_done (self, event);
      break;
    case GST_EVENT_STREAM_GROUP_DONE:
      end_group (self, event);
      break;
    case GST_EVENT_EOS:
      drain (self, GST_CL_END_EOS);
      break;
    case GST_EVENT_FLUSH_STOP:
      forget (self, GST_CL_FORGET_RUN);
      break;
    default:
      break;
  }
  return get_flow (self, gst_pad_event_default (pad, parent, event));
}

void
gst_cl_stream_stop (GstClElement * self)
{
  forget (self, GST_CL_FORGET_ALL);
  gst_cl_element_unconfigure (self);
  self->have_input = FALSE;
  self->n_processed = 0;
  self->n_dropped = 0;
  gst_clear_caps (&self->output);
  gst_clear_caps (&self->refused);
  gst_cl_fit_forget_reported (self);
  self->have_jumped = FALSE;
  g_clear_pointer (&self->stream_id, g_free);
  GST_OBJECT_LOCK (self);
  self->latency = 0;
  GST_OBJECT_UNLOCK (self);
}

/* ---- events from downstream ---- */

static gboolean
refuse_seek (GstClElement * self, GstEvent * event)
{
  const GValue *field = get_field (event, "rate", G_TYPE_DOUBLE);
  gdouble rate = field ? g_value_get_double (field) : 1;
  g_autofree gchar *text = NULL;

  if (rate >= 0 || GST_CL_ELEMENT_GET_CLASS (self)->backwards
      != GST_CL_BACKWARDS_REFUSE)
    return FALSE;
  text = gst_cl_strdup_printf ("Reverse playback is not supported: a seek was "
      "refused, for its rate is %g, but must be above 0", rate);
  GST_ELEMENT_WARNING (self, STREAM, NOT_IMPLEMENTED, ("%s", text), (NULL));
  return TRUE;
}

static void
take_qos (GstClElement * self, GstEvent * event)
{
  const GValue *proportion = get_field (event, "proportion", G_TYPE_DOUBLE);
  const GValue *late = get_field (event, "diff", G_TYPE_INT64);
  const GValue *time = get_field (event, "timestamp", G_TYPE_UINT64);

  if (proportion && late && time)
    gst_cl_output_take_qos (self, g_value_get_double (proportion),
        g_value_get_int64 (late), g_value_get_uint64 (time));
}

gboolean
gst_cl_stream_src_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  GstClElement *self = GST_CL_ELEMENT (parent);

  if (GST_EVENT_TYPE (event) == GST_EVENT_SEEK && refuse_seek (self, event)) {
    gst_event_unref (event);
    return FALSE;
  }
  if (GST_EVENT_TYPE (event) == GST_EVENT_QOS)
    take_qos (self, event);
  return gst_pad_event_default (pad, parent, event);
}
