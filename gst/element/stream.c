/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * stream.c: what comes down a stream, and when an element's shape is made anew.
 *
 * A stretch is drained where nothing that comes can belong to it: at EOS,
 * SEGMENT_DONE and STREAM_GROUP_DONE, before another stream, other caps or a
 * segment in which times mean something else. All else leaves it alone.
 */
#include "stream.h"

#include <string.h>
#include "opencl/error.h"

#define GST_CAT_DEFAULT (get_class (self)->category)

static GstClElementClass *
get_class (GstClElement * self)
{
  return GST_CL_ELEMENT_GET_CLASS (self);
}

/* ---- pushing ---- */

/* Is there no one to take anything now? */
static gboolean
is_flushing (GstClElement * self)
{
  return GST_PAD_IS_FLUSHING (self->srcpad)
      || g_atomic_int_get (&self->device.stopping);
}

GstFlowReturn
gst_cl_element_fail (GstClElement * self, GError ** error)
{
  if (g_atomic_int_get (&self->device.stopping))
    g_clear_error (error);
  if (*error && g_error_matches (*error, GST_CORE_ERROR,
          GST_CORE_ERROR_NEGOTIATION) && is_flushing (self)) {
    GST_DEBUG_OBJECT (self, "no refusal, for pads are flushing: %s",
        (*error)->message);
    g_clear_error (error);
    gst_pad_mark_reconfigure (self->srcpad);
    return GST_FLOW_FLUSHING;
  }
  if (!*error)
    return GST_FLOW_FLUSHING;
  GST_CL_ELEMENT_ERROR (self, *error);
  get_class (self)->unconfigure (self->session);
  self->configured = FALSE;
  return GST_FLOW_ERROR;
}

GstFlowReturn
gst_cl_element_push (GstClElement * self, GstBuffer * buffer)
{
  GST_LOG_OBJECT (self, "pushing %" GST_PTR_FORMAT, buffer);
  self->n_processed++;
  return gst_pad_push (self->srcpad, buffer);
}

static GstFlowReturn
allocate (GstClElement * self)
{
  GError *error = NULL;

  if (!get_class (self)->allocate
      || get_class (self)->allocate (self, self->output, &error))
    return GST_FLOW_OK;
  return gst_cl_element_fail (self, &error);
}

/* A pad takes sticky events unless it is flushing, or EOS; whether those who
   follow take caps shows when a buffer comes. */
static GstFlowReturn
push_caps (GstClElement * self)
{
  GstCaps *current = gst_pad_get_current_caps (self->srcpad);
  gboolean same = current && gst_caps_is_equal (current, self->output);

  gst_clear_caps (&current);
  self->owes_caps = !same && !gst_pad_push_event (self->srcpad,
      gst_event_new_caps (self->output));
  if (!self->owes_caps)
    return allocate (self);
  return GST_PAD_IS_EOS (self->srcpad) ? GST_FLOW_EOS : GST_FLOW_FLUSHING;
}

/* ---- caps of the output ---- */

static GstCaps *
fixate_first (GstCaps * caps)
{
  return gst_caps_fixate (gst_caps_truncate (caps));
}

GstCaps *
gst_cl_element_choose_caps (GstClElement * self, GstCaps * ours,
    const gchar * what, GstCaps * (*fixate) (GstClElement * self,
        GstCaps * caps), GError ** error)
{
  GstCaps *peer = gst_pad_peer_query_caps (self->srcpad, ours);
  GstCaps *caps = gst_caps_intersect_full (ours, peer,
      GST_CAPS_INTERSECT_FIRST);
  g_autofree gchar *taken = NULL;

  gst_caps_unref (ours);
  gst_caps_unref (peer);
  if (!gst_caps_is_empty (caps))
    return fixate ? fixate (self, caps) : fixate_first (caps);
  gst_caps_unref (caps);
  peer = gst_pad_peer_query_caps (self->srcpad, NULL);
  taken = gst_caps_to_string (peer);
  gst_caps_unref (peer);
  g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
      "What follows does not take %s, but %s", what, taken);
  return NULL;
}

/* ---- settings ---- */

static gboolean
is_right (GstClElement * self, gconstpointer settings)
{
  GstClElementClass *klass = get_class (self);
  GstCaps *caps = NULL;
  gpointer shape;

  if (klass->check && !klass->check (settings, NULL))
    return FALSE;
  shape = klass->plan (self, settings, &caps, NULL);
  if (shape)
    klass->plan_free (shape);
  gst_clear_caps (&caps);
  return shape != NULL;
}

/* Of what is wanted, takes the one value back that was wrong, or else all that
   is new. */
static void
mend_wanted (GstClElement * self)
{
  const GPtrArray *rows = get_class (self)->rows;
  g_autofree gpointer wanted = g_memdup2 (self->wanted,
      get_class (self)->settings_size);
  guint i;

  for (i = 0; i < rows->len; i++) {
    const GstClProperty *row = g_ptr_array_index (rows, i);

    if (!gst_cl_property_differs (row, wanted, self->active))
      continue;
    gst_cl_property_copy (row, self->active, self->wanted);
    if (is_right (self, self->wanted))
      return;
    gst_cl_property_copy (row, wanted, self->wanted);
  }
  memcpy (self->wanted, self->active, get_class (self)->settings_size);
}

/*
 * Something is wrong with what is wanted while the old shape is good: it stays
 * and is what is read back; *error becomes a warning. Unless the user has set
 * it again meanwhile.
 */
static void
take_back (GstClElement * self, gboolean all, GError ** error)
{
  const GPtrArray *rows = get_class (self)->rows;
  g_autofree gpointer asked = g_memdup2 (self->wanted,
      get_class (self)->settings_size);
  guint i;

  if (all)
    memcpy (self->wanted, self->active, get_class (self)->settings_size);
  else
    mend_wanted (self);
  GST_OBJECT_LOCK (self);
  for (i = 0; i < rows->len; i++) {
    const GstClProperty *row = g_ptr_array_index (rows, i);

    if (gst_cl_property_differs (row, asked, self->wanted)
        && !gst_cl_property_differs (row, asked, self->settings))
      gst_cl_property_copy (row, self->wanted, self->settings);
  }
  GST_OBJECT_UNLOCK (self);
  GST_CL_ELEMENT_WARNING (self, *error);
}

/* Can the value in force stay? Not if what failed is not what was set. */
static gboolean
may_take_back (GstClElement * self, const GError * error)
{
  return self->configured && !is_flushing (self)
      && gst_cl_element_settings_differ (self, self->wanted, self->active, 0, 0)
      && !g_error_matches (error, GST_CORE_ERROR, GST_CORE_ERROR_STATE_CHANGE);
}

/* What is set now, as far as it is right. */
static GstFlowReturn
follow_settings (GstClElement * self)
{
  GstClElementClass *klass = get_class (self);
  GError *error = NULL;

  g_atomic_int_set (&self->settings_changed, FALSE);
  gst_cl_element_copy_settings (self, self->wanted);
  if (!klass->check || klass->check (self->wanted, &error))
    return GST_FLOW_OK;
  if (!may_take_back (self, error))
    return gst_cl_element_fail (self, &error);
  take_back (self, FALSE, &error);
  return GST_FLOW_OK;
}

/* ---- shapes ---- */

static void
use_wanted (GstClElement * self)
{
  gpointer old = self->in_force;

  self->active = self->in_force = self->wanted;
  self->wanted = old;
}

/* Puts the shape (transfer full) into use, with the settings that are wanted;
   those before are in `wanted` then. */
static gboolean
apply (GstClElement * self, gpointer shape, GstCaps * caps, GError ** error)
{
  GstClProgress progress =
      { GST_ELEMENT (self), &self->device.stopping, FALSE };

  use_wanted (self);
  self->configured = get_class (self)->apply (self, shape, caps, &progress,
      error);
  gst_cl_progress_end (&progress, self->configured);
  if (!self->configured)
    return FALSE;
  gst_caps_replace (&self->output, caps);
  GST_DEBUG_OBJECT (self, "configured for %" GST_PTR_FORMAT, caps);
  return TRUE;
}

/* The old shape once more, after a new one could not be made; FALSE: nor could
   the old one. */
static gboolean
apply_old (GstClElement * self)
{
  GstClElementClass *klass = get_class (self);
  GstCaps *caps = NULL;
  gpointer shape = klass->plan (self, self->wanted, &caps, NULL);
  gboolean done = shape && apply (self, shape, caps, NULL);

  gst_clear_caps (&caps);
  return done;
}

static GstFlowReturn
announce (GstClElement * self)
{
  GstFlowReturn flow = self->output ? push_caps (self) : GST_FLOW_OK;

  if (self->configured && get_class (self)->get_latency)
    gst_cl_element_set_latency (self, get_class (self)->get_latency (self));
  return flow;
}

/* shape: (transfer full) */
static GstFlowReturn
change_shape (GstClElement * self, gpointer shape, GstCaps * caps,
    gboolean is_new)
{
  GstClElementClass *klass = get_class (self);
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;
  gboolean may_go_back;

  if (self->configured && klass->finish)
    flow = klass->finish (self);
  if (flow != GST_FLOW_OK) {
    klass->plan_free (shape);
    return flow;
  }
  may_go_back = self->configured && !is_new
      && gst_cl_element_settings_differ (self, self->wanted, self->active, 0, 0);
  if (apply (self, shape, caps, &error))
    return announce (self);
  if (!may_go_back || g_atomic_int_get (&self->device.stopping))
    return gst_cl_element_fail (self, &error);
  /* apply has swapped them: what failed is in force */
  if (!apply_old (self))
    return gst_cl_element_fail (self, &error);
  take_back (self, TRUE, &error);
  return announce (self);
}

static gboolean
adopt_wanted (GstClElement * self, GError ** error)
{
  GstClProgress progress =
      { GST_ELEMENT (self), &self->device.stopping, FALSE };
  gboolean done;

  use_wanted (self);
  if (!get_class (self)->adopt)
    return TRUE;
  done = get_class (self)->adopt (self, self->wanted, &progress, error);
  gst_cl_progress_end (&progress, done);
  return done;
}

/* The shape stays: what changes within it, and a look at what follows. */
static GstFlowReturn
adopt (GstClElement * self)
{
  GError *error = NULL;

  if (!adopt_wanted (self, &error)) {
    if (!may_take_back (self, error) || !adopt_wanted (self, NULL))
      return gst_cl_element_fail (self, &error);
    take_back (self, TRUE, &error);
  }
  if (get_class (self)->get_latency)
    gst_cl_element_set_latency (self, get_class (self)->get_latency (self));
  return allocate (self);
}

static gboolean
is_as_before (GstClElement * self, GstCaps * caps)
{
  return self->configured && (caps == self->output
      || (caps && self->output && gst_caps_is_equal (caps, self->output)))
      && !gst_cl_element_settings_differ (self, self->wanted, self->active,
      GST_CL_PROPERTY_LIGHT, 0);
}

/* Makes what settings and input ask for, if that is not in use already.
   is_new: the input is another one. */
static GstFlowReturn
configure (GstClElement * self, gboolean is_new)
{
  GstClElementClass *klass = get_class (self);
  GstFlowReturn flow;
  GstCaps *caps = NULL;
  GError *error = NULL;
  gpointer shape;

  gst_pad_check_reconfigure (self->srcpad);
  shape = klass->plan (self, self->wanted, &caps, &error);
  if (!shape && !is_new && may_take_back (self, error)) {
    take_back (self, FALSE, &error);
    shape = klass->plan (self, self->wanted, &caps, &error);
  }
  if (!shape)
    return gst_cl_element_fail (self, &error);
  if (!is_new && is_as_before (self, caps)) {
    klass->plan_free (shape);
    flow = adopt (self);
  } else {
    flow = change_shape (self, shape, caps, is_new);
  }
  gst_clear_caps (&caps);
  return flow;
}

/* Between two pieces: takes over what was set, or what downstream wants. */
static GstFlowReturn
follow_changes (GstClElement * self)
{
  GstFlowReturn flow = GST_FLOW_OK;
  gboolean asked = gst_pad_check_reconfigure (self->srcpad);

  if (self->configured && self->owes_caps)
    flow = push_caps (self);
  if (flow != GST_FLOW_OK || (self->configured && !asked
          && !g_atomic_int_get (&self->settings_changed)))
    return flow;
  self->may_retry = FALSE;
  flow = follow_settings (self);
  return flow == GST_FLOW_OK ? configure (self, FALSE) : flow;
}

/* Nothing comes after an error, until something is another than it was. */
static gboolean
may_go_on (GstClElement * self)
{
  return self->have_input && !self->backwards && (self->configured
      || self->may_retry || g_atomic_int_get (&self->settings_changed));
}

/* ---- buffers ---- */

/* Time passes, and what was given last stays. */
static GstFlowReturn
skip (GstClElement * self, GstBuffer * buffer)
{
  GstClockTime pts = GST_BUFFER_PTS (buffer);

  if (GST_CLOCK_TIME_IS_VALID (pts))
    gst_pad_push_event (self->srcpad, gst_event_new_gap (pts,
            GST_BUFFER_DURATION (buffer)));
  gst_buffer_unref (buffer);
  return GST_FLOW_OK;
}

GstFlowReturn
gst_cl_stream_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstClElement *self = GST_CL_ELEMENT (parent);
  GstFlowReturn flow = GST_FLOW_ERROR;

  if (!self->have_input && !self->refused)
    flow = GST_FLOW_NOT_NEGOTIATED;
  else if (self->configured && self->backwards
      && get_class (self)->backwards == GST_CL_BACKWARDS_SKIP)
    return skip (self, buffer);
  else if (may_go_on (self))
    flow = follow_changes (self);
  if (flow == GST_FLOW_OK)
    return get_class (self)->take (self, buffer);
  gst_buffer_unref (buffer);
  return flow;
}

/* ---- events ---- */

static GstFlowReturn
drain (GstClElement * self)
{
  return self->configured ? get_class (self)->drain (self) : GST_FLOW_OK;
}

static GstFlowReturn
leave (GstClElement * self, gconstpointer next)
{
  if (!self->configured)
    return GST_FLOW_OK;
  return get_class (self)->leave ? get_class (self)->leave (self, next)
      : drain (self);
}

static GstFlowReturn
take_input (GstClElement * self, GstCaps * caps)
{
  GstClElementClass *klass = get_class (self);
  GstFlowReturn flow;
  GError *error = NULL;

  if (!klass->parse (self, caps, self->next_input, &error)) {
    flow = leave (self, NULL);
    self->have_input = FALSE;
    if (flow != GST_FLOW_OK) {
      g_clear_error (&error);
      return flow;
    }
    return gst_cl_element_fail (self, &error);
  }
  if (self->have_input && self->configured
      && klass->is_same (self->next_input, self->input))
    return GST_FLOW_OK;
  flow = leave (self, self->next_input);
  if (flow != GST_FLOW_OK)
    return flow;
  memcpy (self->input, self->next_input, klass->input_size);
  self->have_input = TRUE;
  flow = follow_settings (self);
  return flow == GST_FLOW_OK ? configure (self, TRUE) : flow;
}

static gboolean
set_caps (GstClElement * self, GstEvent * event)
{
  GstFlowReturn flow;
  GstCaps *caps;

  gst_event_parse_caps (event, &caps);
  /* refused caps come again with each event: one message is enough */
  if (self->refused && !g_atomic_int_get (&self->settings_changed)
      && gst_caps_is_equal (self->refused, caps)) {
    gst_event_unref (event);
    return FALSE;
  }
  gst_clear_caps (&self->refused);
  flow = take_input (self, caps);
  if (flow == GST_FLOW_ERROR)
    self->refused = gst_caps_ref (caps);
  if (flow == GST_FLOW_OK && get_class (self)->passes_through)
    return gst_pad_push_event (self->srcpad, event);
  gst_event_unref (event);
  return flow == GST_FLOW_OK || (flow == GST_FLOW_FLUSHING
      && self->owes_caps);
}

/* Does every time mean what it meant before? To the nanosecond that rounding
   may take where the rate is not 1. */
static gboolean
goes_on (const GstSegment * a, const GstSegment * b)
{
  guint64 position = MAX (a->start, b->start), first = 0, second = 0;
  gint sign, other;

  if (a->rate != b->rate || a->applied_rate != b->applied_rate
      || a->format != b->format)
    return FALSE;
  sign = gst_segment_to_running_time_full (a, a->format, position, &first);
  other = gst_segment_to_running_time_full (b, b->format, position, &second);
  return sign != 0 && other != 0
      && ABS (sign * (gint64) first - other * (gint64) second) <= 1;
}

/* A segment that goes on keeps the start that it had, for what comes next may
   have begun before the new one. */
static void
take_segment (GstClElement * self, const GstSegment * segment,
    gboolean is_same_stretch)
{
  const GstSegment old = self->segment;

  self->segment = *segment;
  if (!is_same_stretch || segment->start <= old.start
      || segment->time - segment->start != old.time - old.start)
    return;
  self->segment.start = old.start;
  self->segment.base = old.base;
  self->segment.offset = old.offset;
  self->segment.time = old.time;
}

/* What follows counts in time; takes the event. */
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

/* Where the rate is below 0; nothing is known of the stretch any more. */
static gboolean
go_backwards (GstClElement * self, const GstSegment * segment)
{
  gboolean again = self->backwards
      && gst_segment_is_equal (segment, &self->segment);

  if (!self->backwards && self->have_segment)
    drain (self);
  self->backwards = TRUE;
  if (get_class (self)->backwards == GST_CL_BACKWARDS_SKIP)
    return TRUE;
  /* the event comes again with each buffer: one message is enough */
  if (!again)
    GST_ELEMENT_ERROR (self, STREAM, NOT_IMPLEMENTED,
        ("Reverse playback is not supported: the segment's rate is %d.%02d, "
            "but must be above 0", (gint) segment->rate,
            (gint) (-100 * segment->rate) % 100), (NULL));
  return FALSE;
}

static gboolean
set_segment (GstClElement * self, GstEvent * event)
{
  GstClElementClass *klass = get_class (self);
  gboolean same_stretch, taken = TRUE;
  const GstSegment *segment;

  gst_event_parse_segment (event, &segment);
  same_stretch = self->have_segment && goes_on (&self->segment, segment);
  if (segment->rate < 0 && klass->backwards != GST_CL_BACKWARDS_TAKE) {
    taken = go_backwards (self, segment);
    same_stretch = FALSE;
  } else {
    self->backwards = FALSE;
    if (self->have_segment && !same_stretch)
      drain (self);
    if (klass->set_segment)
      klass->set_segment (self, segment, same_stretch);
  }
  take_segment (self, segment, same_stretch);
  self->have_segment = taken;
  if (taken && klass->passes_through)
    return gst_pad_push_event (self->srcpad, event);
  if (taken)
    return forward_segment (self, event);
  gst_event_unref (event);
  return FALSE;
}

static gboolean
handle_gap (GstClElement * self, GstEvent * event)
{
  GstClElementClass *klass = get_class (self);
  GstFlowReturn flow = GST_FLOW_OK;
  GstClockTime timestamp, duration;
  gboolean taken;

  if (!klass->gap || !self->configured || self->backwards)
    return gst_pad_push_event (self->srcpad, event);
  gst_event_parse_gap (event, &timestamp, &duration);
  flow = follow_changes (self);
  taken = flow != GST_FLOW_OK
      || klass->gap (self, timestamp, duration, &flow);
  if (!taken && flow == GST_FLOW_OK)
    return gst_pad_push_event (self->srcpad, event);
  gst_event_unref (event);
  return flow == GST_FLOW_OK;
}

/* Another stream is another stretch, whatever its segment. */
static void
start_stream (GstClElement * self, GstEvent * event)
{
  const gchar *id;

  gst_event_parse_stream_start (event, &id);
  if (self->stream_id && g_strcmp0 (id, self->stream_id) != 0)
    drain (self);
  g_free (self->stream_id);
  self->stream_id = g_strdup (id);
}

/* Positions are in time behind this element; takes the event. */
static GstEvent *
translate_segment_done (GstClElement * self, GstEvent * event)
{
  GstFormat format;
  GstEvent *forward;

  gst_event_parse_segment_done (event, &format, NULL);
  if (get_class (self)->passes_through || format == GST_FORMAT_TIME)
    return event;
  forward = gst_event_new_segment_done (GST_FORMAT_TIME, -1);
  gst_event_set_seqnum (forward, gst_event_get_seqnum (event));
  gst_event_unref (event);
  return forward;
}

static void
forget (GstClElement * self)
{
  if (self->session)
    get_class (self)->forget (self);
  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
  self->have_segment = FALSE;
  self->backwards = FALSE;
  self->may_retry = TRUE;
  GST_OBJECT_LOCK (self);
  self->earliest = GST_CLOCK_TIME_NONE;
  GST_OBJECT_UNLOCK (self);
}

gboolean
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
      return set_segment (self, event);
    case GST_EVENT_GAP:
      return handle_gap (self, event);
    case GST_EVENT_SEGMENT_DONE:
      drain (self);
      event = translate_segment_done (self, event);
      break;
    case GST_EVENT_STREAM_GROUP_DONE:
      drain (self);
      break;
    case GST_EVENT_EOS:
      drain (self);
      if (self->configured && get_class (self)->end)
        get_class (self)->end (self);
      break;
    case GST_EVENT_FLUSH_STOP:
      forget (self);
      break;
    default:
      break;
  }
  return gst_pad_event_default (pad, parent, event);
}

void
gst_cl_stream_stop (GstClElement * self)
{
  GstClElementClass *klass = get_class (self);

  forget (self);
  klass->unconfigure (self->session);
  if (klass->stop)
    klass->stop (self);
  self->configured = FALSE;
  self->have_input = FALSE;
  self->owes_caps = FALSE;
  self->n_processed = 0;
  self->n_dropped = 0;
  gst_clear_caps (&self->output);
  gst_clear_caps (&self->refused);
  g_clear_pointer (&self->stream_id, g_free);
  GST_OBJECT_LOCK (self);
  self->latency = 0;
  GST_OBJECT_UNLOCK (self);
}

/* ---- events from downstream ---- */

static gboolean
refuse_seek (GstClElement * self, GstEvent * event)
{
  gdouble rate;

  gst_event_parse_seek (event, &rate, NULL, NULL, NULL, NULL, NULL, NULL);
  if (rate >= 0 || get_class (self)->backwards != GST_CL_BACKWARDS_REFUSE)
    return FALSE;
  GST_ELEMENT_WARNING (self, STREAM, NOT_IMPLEMENTED,
      ("Reverse playback is not supported: a seek was refused, for its rate "
          "is %d.%02d, but must be above 0", (gint) rate,
          (gint) (-100 * rate) % 100), (NULL));
  return TRUE;
}

static void
take_qos (GstClElement * self, GstEvent * event)
{
  GstClockTimeDiff late;
  GstClockTime time;
  gdouble proportion;

  gst_event_parse_qos (event, NULL, &proportion, &late, &time);
  GST_OBJECT_LOCK (self);
  self->proportion = proportion;
  if (!GST_CLOCK_TIME_IS_VALID (time))
    self->earliest = GST_CLOCK_TIME_NONE;
  else if (late > 0)
    /* twice, so that there is time to catch up */
    self->earliest = time + 2 * late + self->frame_duration;
  else
    self->earliest = time < (GstClockTime) - late ? 0 : time + late;
  GST_OBJECT_UNLOCK (self);
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

gboolean
gst_cl_element_is_late (GstClElement * self, GstClockTime begin,
    GstClockTime end)
{
  GstClockTime earliest, running;
  GstMessage *message;
  gdouble proportion;

  if (self->segment.format != GST_FORMAT_TIME)
    return FALSE;
  GST_OBJECT_LOCK (self);
  earliest = self->earliest;
  proportion = self->proportion;
  GST_OBJECT_UNLOCK (self);
  running = gst_segment_to_running_time (&self->segment, GST_FORMAT_TIME, end);
  if (!GST_CLOCK_TIME_IS_VALID (earliest)
      || !GST_CLOCK_TIME_IS_VALID (running) || running > earliest)
    return FALSE;
  self->n_dropped++;
  message = gst_message_new_qos (GST_OBJECT (self), FALSE, running,
      gst_segment_to_stream_time (&self->segment, GST_FORMAT_TIME, begin),
      begin, end - begin);
  gst_message_set_qos_values (message, GST_CLOCK_DIFF (running, earliest),
      proportion, 1000000);
  gst_message_set_qos_stats (message, GST_FORMAT_BUFFERS, self->n_processed,
      self->n_dropped);
  gst_element_post_message (GST_ELEMENT (self), message);
  return TRUE;
}
