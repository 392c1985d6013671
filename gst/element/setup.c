/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * setup.c: decides when an element's setup is made anew, by its settings, its
 * caps and what downstream accepts. The setup in use stays until the new one
 * has been prepared.
 */
#include "private.h"

#include "opencl/error.h"

#define GST_CAT_DEFAULT (GST_CL_ELEMENT_GET_CLASS (self)->category)

/* Makes the setup of the wanted settings for this stream, and its caps; neither
   if one of them fails, but caps of an element that passes buffers through are
   not needed. */
static gpointer
prepare_wanted (GstClElement * self, GstCaps ** caps, GError ** error)
{
  GPtrArray *notes = NULL;
  gpointer setup = gst_cl_fit_prepare (self, self->wanted, self->fitted, &notes,
      caps, error);

  g_ptr_array_unref (self->wanted_notes);
  self->wanted_notes = notes;
  return setup;
}

/* ---- settings ---- */

static void
forget_wanted (GstClElement * self)
{
  gst_cl_element_assign_settings (self, self->requested, self->wanted);
}

static gboolean
is_right (GstClElement * self, gconstpointer settings, GError ** error)
{
  const GstClElementFunctions *functions =
      gst_cl_element_get_functions (self);
  GPtrArray *notes = NULL;
  GstCaps *caps = NULL;
  gpointer setup, fitted;

  if (functions->check && !functions->check (settings, error))
    return FALSE;
  fitted = gst_cl_element_copy_settings (self, settings);
  setup = gst_cl_fit_prepare (self, settings, fitted, &notes, &caps, error);
  if (setup)
    functions->setup_free (setup);
  gst_cl_element_free_settings (self, fitted);
  g_ptr_array_unref (notes);
  gst_clear_caps (&caps);
  return setup != NULL;
}

/* The changed property that the error is of. */
static const GstClProperty *
find_named (GstClElement * self, const GError * error)
{
  const gchar *name = gst_cl_error_get_property (error);
  const GstClProperty *row = name ? gst_cl_element_find_row (self, name) : NULL;

  return row && gst_cl_property_is_changed (row, self->wanted, self->requested)
      ? row : NULL;
}

/* Whether everything is valid when this one value is taken back; then it stays
   taken back. */
static gboolean
take_back_one (GstClElement * self, const GstClProperty * row)
{
  gpointer wanted;
  gboolean right;

  if (!gst_cl_property_is_changed (row, self->wanted, self->requested))
    return FALSE;
  wanted = gst_cl_element_copy_settings (self, self->wanted);
  gst_cl_property_copy (row, self->requested, self->wanted);
  right = is_right (self, self->wanted, NULL);
  if (!right)
    gst_cl_property_copy (row, wanted, self->wanted);
  gst_cl_element_free_settings (self, wanted);
  return right;
}

/*
 * Takes one value back: the one that the error names, or another one if that
 * alone makes everything valid. If none does, more values are wrong: the named
 * one is taken back, and the next error tells about the rest; if none is named,
 * all changed values are.
 */
static void
repair_wanted (GstClElement * self, const GError * error)
{
  const GPtrArray *rows = GST_CL_ELEMENT_GET_CLASS (self)->rows;
  const GstClProperty *named = find_named (self, error);
  guint i;

  if (named && take_back_one (self, named))
    return;
  for (i = 0; i < rows->len; i++)
    if (take_back_one (self, g_ptr_array_index (rows, i)))
      return;
  if (named)
    gst_cl_property_copy (named, self->requested, self->wanted);
  else
    forget_wanted (self);
}

/* Resets values of `settings` that were asked for and differ from `good`; one
   that is another by now was set again. mask: only rows with one of these
   marks, 0: all. */
static void
reset (GstClElement * self, gpointer settings, gconstpointer asked,
    gconstpointer good, guint mask)
{
  const GPtrArray *rows = GST_CL_ELEMENT_GET_CLASS (self)->rows;
  guint i;

  for (i = 0; i < rows->len; i++) {
    const GstClProperty *row = g_ptr_array_index (rows, i);

    if ((mask == 0 || (row->marks & mask) != 0)
        && gst_cl_property_is_changed (row, asked, good)
        && !gst_cl_property_is_changed (row, asked, settings))
      gst_cl_property_copy (row, good, settings);
  }
}

/* Resets properties whose wanted value was taken back. */
static void
forget_asked (GstClElement * self, gconstpointer asked)
{
  GST_OBJECT_LOCK (self);
  reset (self, self->settings, asked, self->wanted, 0);
  GST_OBJECT_UNLOCK (self);
}

void
gst_cl_element_take_back (GstClElement * self, gconstpointer asked,
    gconstpointer good, guint mask)
{
  GST_OBJECT_LOCK (self);
  reset (self, self->settings, asked, good, mask);
  GST_OBJECT_UNLOCK (self);
  reset (self, self->requested, asked, good, mask);
  reset (self, self->in_force, asked, good, mask);
}

/* Handles an error of the wanted settings while the old setup is good: it
   stays, and its settings are read back; *error becomes a warning, with one
   more for each other value that is wrong. */
static void
take_back (GstClElement * self, gboolean all, GError ** error)
{
  gpointer asked = gst_cl_element_copy_settings (self, self->wanted);

  if (all)
    forget_wanted (self);
  while (!all && *error) {
    GError *next = NULL;

    repair_wanted (self, *error);
    if (gst_cl_element_is_changed (self, self->wanted, self->requested)
        && !is_right (self, self->wanted, &next) && !next)
      forget_wanted (self);
    if (!next)
      break;
    GST_CL_ELEMENT_WARNING (self, *error);
    *error = next;
  }
  forget_asked (self, asked);
  gst_cl_element_free_settings (self, asked);
  GST_CL_ELEMENT_WARNING (self, *error);
}

/* Whether the value in force can stay; it cannot if what failed is not what was
   set. */
static gboolean
may_take_back (GstClElement * self, const GError * error)
{
  return self->configured && !gst_cl_output_is_flushing (self)
      && gst_cl_element_is_changed (self, self->wanted, self->requested)
      && !g_error_matches (error, GST_CORE_ERROR, GST_CORE_ERROR_STATE_CHANGE);
}

/* Adopts the present settings as far as they are valid. */
static GstFlowReturn
follow_settings (GstClElement * self)
{
  const GstClElementFunctions *functions =
      gst_cl_element_get_functions (self);
  GError *error = NULL;

  g_atomic_int_set (&self->settings_changed, FALSE);
  GST_OBJECT_LOCK (self);
  gst_cl_element_assign_settings (self, self->settings, self->wanted);
  GST_OBJECT_UNLOCK (self);
  if (!functions->check || functions->check (self->wanted, &error))
    return GST_FLOW_OK;
  if (!may_take_back (self, error))
    return gst_cl_element_fail (self, &error);
  take_back (self, FALSE, &error);
  return GST_FLOW_OK;
}

/* ---- setups ---- */

static void
swap (gpointer * a, gpointer * b)
{
  gpointer old = *a;

  *a = *b;
  *b = old;
}

static void
use_wanted (GstClElement * self)
{
  swap (&self->requested, &self->wanted);
  swap (&self->in_force, &self->fitted);
  swap ((gpointer *) & self->notes, (gpointer *) & self->wanted_notes);
  self->active = self->in_force;
}

/* Puts the setup (transfer full) into use, with the wanted settings as far as
   the stream has them; afterwards `wanted` has the previous ones. */
static gboolean
apply (GstClElement * self, gpointer setup, GstCaps * caps, GError ** error)
{
  GstClProgress progress =
      { GST_ELEMENT (self), &self->device.stopping, FALSE };

  use_wanted (self);
  gst_cl_progress_watch_flag (&self->device.stopping);
  self->configured = gst_cl_element_get_functions (self)->apply (self, setup,
      caps, &progress, error);
  gst_cl_progress_watch_flag (NULL);
  gst_cl_progress_end (&progress, self->configured);
  if (!self->configured) {
    gst_cl_element_unconfigure (self);
    return FALSE;
  }
  gst_caps_replace (&self->output, caps);
  GST_DEBUG_OBJECT (self, "configured for %" GST_PTR_FORMAT, caps);
  return TRUE;
}

/* Makes the old setup again after a new one could not be made; FALSE if that
   fails too. */
static gboolean
apply_old (GstClElement * self)
{
  GstCaps *caps = NULL;
  gpointer setup = prepare_wanted (self, &caps, NULL);
  gboolean done = setup && apply (self, setup, caps, NULL);

  gst_clear_caps (&caps);
  return done;
}

static void
tell_latency (GstClElement * self)
{
  const GstClElementFunctions *functions =
      gst_cl_element_get_functions (self);

  if (functions->get_latency)
    gst_cl_element_set_latency (self, functions->get_latency (self));
}

static GstFlowReturn
announce (GstClElement * self)
{
  GstFlowReturn flow = self->output ? gst_cl_output_push_caps (self)
      : GST_FLOW_OK;

  if (self->configured) {
    tell_latency (self);
    gst_cl_fit_tell (self);
  }
  return flow;
}

/* setup: (transfer full) */
static GstFlowReturn
change_setup (GstClElement * self, gpointer setup, GstCaps * caps,
    gboolean is_new)
{
  const GstClElementFunctions *functions =
      gst_cl_element_get_functions (self);
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;
  gboolean may_go_back;

  if (self->configured)
    flow = functions->drain (self, GST_CL_END_SETUP);
  if (flow != GST_FLOW_OK) {
    functions->setup_free (setup);
    return flow;
  }
  may_go_back = self->configured && !is_new
      && gst_cl_element_is_changed (self, self->wanted, self->requested);
  if (apply (self, setup, caps, &error))
    return announce (self);
  if (!may_go_back || g_atomic_int_get (&self->device.stopping))
    return gst_cl_element_fail (self, &error);
  /* apply has swapped them: the settings that failed are in force */
  if (!apply_old (self))
    return gst_cl_element_fail (self, &error);
  take_back (self, TRUE, &error);
  return announce (self);
}

static gboolean
adopt_wanted (GstClElement * self, GError ** error)
{
  const GstClElementFunctions *functions =
      gst_cl_element_get_functions (self);
  GstClProgress progress =
      { GST_ELEMENT (self), &self->device.stopping, FALSE };
  gboolean done;

  use_wanted (self);
  if (!functions->adopt)
    return TRUE;
  done = functions->adopt (self, self->fitted, &progress, error);
  gst_cl_progress_end (&progress, done);
  return done;
}

/* Keeps the setup, adopts changes within it, and asks downstream again. */
static GstFlowReturn
adopt (GstClElement * self)
{
  GError *error = NULL;

  if (!adopt_wanted (self, &error)) {
    if (!may_take_back (self, error) || !adopt_wanted (self, NULL))
      return gst_cl_element_fail (self, &error);
    take_back (self, TRUE, &error);
  }
  tell_latency (self);
  gst_cl_fit_tell (self);
  return gst_cl_output_allocate (self);
}

static gboolean
is_as_before (GstClElement * self, GstCaps * caps)
{
  return self->configured && (caps == self->output
      || (caps && self->output && gst_caps_is_equal (caps, self->output)))
      && !gst_cl_element_settings_differ (self, self->fitted, self->active,
      GST_CL_PROPERTY_LIGHT, 0);
}

/* Makes the setup that settings and input require, if it is not in use already.
   is_new: the input is another one. */
static GstFlowReturn
configure (GstClElement * self, gboolean is_new)
{
  const GstClElementFunctions *functions =
      gst_cl_element_get_functions (self);
  GstFlowReturn flow;
  GstCaps *caps = NULL;
  GError *error = NULL;
  gpointer setup;

  gst_pad_check_reconfigure (self->srcpad);
  if (is_new)
    gst_cl_fit_forget_reported (self);
  setup = prepare_wanted (self, &caps, &error);
  if (!setup && !is_new && may_take_back (self, error)) {
    take_back (self, FALSE, &error);
    setup = prepare_wanted (self, &caps, &error);
  }
  if (!setup)
    return gst_cl_element_fail (self, &error);
  if (!is_new && is_as_before (self, caps)) {
    functions->setup_free (setup);
    flow = adopt (self);
  } else {
    flow = change_setup (self, setup, caps, is_new);
  }
  gst_clear_caps (&caps);
  return flow;
}

/* Between two pieces of stream: adopts the settings, and what downstream
   accepts. */
void
gst_cl_setup_control (GstClElement * self, GstBuffer * buffer)
{
  GstClockTime time = GST_CLOCK_TIME_NONE;

  if (!GST_CL_ELEMENT_GET_CLASS (self)->controlled)
    return;
  if (self->segment.format == GST_FORMAT_TIME)
    time = gst_segment_to_stream_time (&self->segment, GST_FORMAT_TIME,
        GST_BUFFER_PTS (buffer));
  if (GST_CLOCK_TIME_IS_VALID (time))
    gst_object_sync_values (GST_OBJECT (self), time);
}

GstFlowReturn
gst_cl_setup_follow (GstClElement * self)
{
  GstFlowReturn flow;
  gboolean asked = gst_pad_check_reconfigure (self->srcpad);

  if (self->configured && !asked
      && !g_atomic_int_get (&self->settings_changed))
    return GST_FLOW_OK;
  self->may_retry = FALSE;
  flow = follow_settings (self);
  return flow == GST_FLOW_OK ? configure (self, FALSE) : flow;
}

GstFlowReturn
gst_cl_setup_renew (GstClElement * self)
{
  GstFlowReturn flow = follow_settings (self);

  return flow == GST_FLOW_OK ? configure (self, TRUE) : flow;
}
