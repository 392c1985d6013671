/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element.c: the class of all elements: their properties, device, queries and
 * states.
 */
#include "private.h"

#include <string.h>

enum
{
  PROP_0,
  PROP_DEVICE,
  PROP_TIMEOUT,
  PROP_STATS,
};

#define gst_cl_element_parent_class parent_class
G_DEFINE_ABSTRACT_TYPE (GstClElement, gst_cl_element, GST_TYPE_ELEMENT);

/* ---- properties ---- */

static GstClElementClass *
get_class (GstClElement * self)
{
  return GST_CL_ELEMENT_GET_CLASS (self);
}

static const GstClProperty *
get_row (const GstClElementClass * klass, guint id)
{
  return id - 1 < klass->rows->len ? g_ptr_array_index (klass->rows, id - 1)
      : NULL;
}

static const GstClProperty *
find_row (const GstClElementClass * klass, const gchar * name)
{
  const GstClProperty *row;
  guint id;

  for (id = 1; (row = get_row (klass, id)); id++)
    if (g_str_equal (row->name, name))
      return row;
  return NULL;
}

/* What settings come to; g_free() it, texts and references are theirs. */
static gpointer
resolve (GstClElement * self, gconstpointer settings)
{
  const GstClElementFunctions *functions = get_class (self)->functions;
  gpointer resolved = g_memdup2 (settings, functions->settings_size);

  if (functions->resolve)
    functions->resolve (settings, resolved);
  return resolved;
}

const GstClProperty *
gst_cl_element_find_row (GstClElement * self, const gchar * name)
{
  return find_row (get_class (self), name);
}

static void
gst_cl_element_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * spec)
{
  GstClElement *self = GST_CL_ELEMENT (object);
  const GstClProperty *row = NULL;

  if (spec->owner_type != GST_TYPE_CL_ELEMENT)
    row = get_row (get_class (self), id);
  GST_OBJECT_LOCK (self);
  if (row) {
    gst_cl_property_set (row, self->settings, value);
  } else if (!gst_cl_element_device_set (&self->device, spec, value)) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
  }
  GST_OBJECT_UNLOCK (self);
}

/* Says that settings are to be followed once all of one g_object_set() are set,
   or all up to g_object_thaw_notify(): values that go together do not come one
   after the other. */
static void
gst_cl_element_dispatch_properties_changed (GObject * object, guint n_specs,
    GParamSpec ** specs)
{
  guint i;

  for (i = 0; i < n_specs; i++)
    if (specs[i]->owner_type != GST_TYPE_CL_ELEMENT
        && g_type_is_a (specs[i]->owner_type, GST_TYPE_CL_ELEMENT))
      g_atomic_int_set (&GST_CL_ELEMENT (object)->settings_changed, TRUE);
  G_OBJECT_CLASS (parent_class)->dispatch_properties_changed (object, n_specs,
      specs);
}

static void
gst_cl_element_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * spec)
{
  GstClElement *self = GST_CL_ELEMENT (object);
  g_autofree gpointer resolved = NULL;
  const GstClProperty *row = NULL;
  GstStructure *stats;

  if (spec->owner_type != GST_TYPE_CL_ELEMENT)
    row = get_row (get_class (self), id);
  GST_OBJECT_LOCK (self);
  if (row) {
    resolved = resolve (self, self->settings);
    gst_cl_property_get (row, resolved, value);
  } else if (id == PROP_STATS) {
    stats = gst_structure_new_empty ("application/x-clfft-stats");
    gst_cl_spread_get_stats (self, stats);
    g_value_take_boxed (value, stats);
  } else if (!gst_cl_element_device_get (&self->device, spec, value)) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
  }
  GST_OBJECT_UNLOCK (self);
}

void
gst_cl_element_class_add_properties (GstClElementClass * klass,
    const GstClProperty * rows, guint n_rows, guint without)
{
  guint i;

  /* GObject makes every class set these anew */
  G_OBJECT_CLASS (klass)->set_property = gst_cl_element_set_property;
  G_OBJECT_CLASS (klass)->get_property = gst_cl_element_get_property;
  /* the rest of a class begins with its parent's bytes */
  if (!klass->rows
      || klass->rows == GST_CL_ELEMENT_CLASS (g_type_class_peek_parent
          (klass))->rows)
    klass->rows = g_ptr_array_new ();
  for (i = 0; i < n_rows; i++) {
    if (find_row (klass, rows[i].name))
      continue;
    g_ptr_array_add (klass->rows, (gpointer) & rows[i]);
    if (!(rows[i].marks & without))
      g_object_class_install_property (G_OBJECT_CLASS (klass),
          klass->rows->len, gst_cl_property_make_spec (&rows[i]));
  }
}

/* from: (nullable) */
void
gst_cl_element_assign_settings (GstClElement * self, gconstpointer from,
    gpointer to)
{
  const GstClElementClass *klass = get_class (self);
  const GstClProperty *row;
  guint id;

  for (id = 1; (row = get_row (klass, id)); id++)
    gst_cl_property_clear (row, to);
  if (!from)
    return;
  memcpy (to, from, klass->functions->settings_size);
  for (id = 1; (row = get_row (klass, id)); id++)
    gst_cl_property_own (row, to);
}

gpointer
gst_cl_element_copy_settings (GstClElement * self, gconstpointer settings)
{
  gpointer copy = g_malloc0 (get_class (self)->functions->settings_size);

  if (settings) {
    gst_cl_element_assign_settings (self, settings, copy);
  } else {
    GST_OBJECT_LOCK (self);
    gst_cl_element_assign_settings (self, self->settings, copy);
    GST_OBJECT_UNLOCK (self);
  }
  return copy;
}

void
gst_cl_element_free_settings (GstClElement * self, gpointer settings)
{
  gst_cl_element_assign_settings (self, NULL, settings);
  g_free (settings);
}

gboolean
gst_cl_element_settings_differ (GstClElement * self, gconstpointer a,
    gconstpointer b, guint mask, guint marks)
{
  g_autofree gpointer left = resolve (self, a), right = resolve (self, b);
  const GstClProperty *row;
  guint id;

  for (id = 1; (row = get_row (get_class (self), id)); id++)
    if ((row->marks & mask) == marks
        && gst_cl_property_differs (row, left, right))
      return TRUE;
  return FALSE;
}

gboolean
gst_cl_element_is_changed (GstClElement * self, gconstpointer a,
    gconstpointer b)
{
  const GstClProperty *row;
  guint id;

  for (id = 1; (row = get_row (get_class (self), id)); id++)
    if (gst_cl_property_is_changed (row, a, b))
      return TRUE;
  return FALSE;
}

/* ---- the device ---- */

static void
set_sessions (GstClElement * self, GPtrArray * sessions)
{
  GPtrArray *old;

  GST_OBJECT_LOCK (self);
  old = self->sessions;
  self->sessions = sessions;
  self->session = sessions ? g_ptr_array_index (sessions, 0) : NULL;
  self->turn = 0;
  self->n_turns = 1;
  GST_OBJECT_UNLOCK (self);
  if (old)
    gst_cl_spread_close_sessions (self, old);
}

static void
close_session (GstElement * element)
{
  set_sessions (GST_CL_ELEMENT (element), NULL);
}

static gboolean
open_session (GstElement * element, GstOpenCLContext * context, GError ** error)
{
  GstClElement *self = GST_CL_ELEMENT (element);

  set_sessions (self, gst_cl_spread_open_sessions (self, error));
  return self->session != NULL;
}

static gboolean
check (GstElement * element, GError ** error)
{
  GstClElement *self = GST_CL_ELEMENT (element);
  const GstClElementFunctions *functions = gst_cl_element_get_functions (self);
  gpointer settings;
  gboolean right;

  if (!functions->check)
    return TRUE;
  settings = gst_cl_element_copy_settings (self, NULL);
  right = functions->check (settings, error);
  gst_cl_element_free_settings (self, settings);
  return right;
}

static void
stop (GstElement * element)
{
  gst_cl_stream_stop (GST_CL_ELEMENT (element));
}

static const GstClElementDeviceFunctions device_functions = {
  .open = open_session,
  .close = close_session,
  .check = check,
  .stop = stop,
};

static void
gst_cl_element_set_context (GstElement * element, GstContext * context)
{
  gst_cl_element_device_set_context (&GST_CL_ELEMENT (element)->device,
      GST_ELEMENT_CLASS (parent_class), context);
}

static GstStateChangeReturn
gst_cl_element_change_state (GstElement * element, GstStateChange transition)
{
  return gst_cl_element_device_change_state (&GST_CL_ELEMENT (element)->device,
      GST_ELEMENT_CLASS (parent_class), transition);
}

/* ---- queries ---- */

static gboolean
gst_cl_element_query (GstElement * element, GstQuery * query)
{
  return gst_cl_element_device_query (&GST_CL_ELEMENT (element)->device,
      GST_ELEMENT_CLASS (parent_class), query);
}

static gboolean
sink_query (GstPad * pad, GstObject * parent, GstQuery * query)
{
  GstClElement *self = GST_CL_ELEMENT (parent);
  const GstClElementFunctions *functions = gst_cl_element_get_functions (self);
  GType meta_api = get_class (self)->meta_api;
  gboolean has_meta = meta_api != 0
      && GST_QUERY_TYPE (query) == GST_QUERY_ALLOCATION;

  if (has_meta)
    gst_query_add_allocation_meta (query, meta_api, NULL);
  return gst_cl_element_device_answer (&self->device, query)
      || (functions->query && functions->query (self, query))
      || has_meta || gst_pad_query_default (pad, parent, query);
}

/* Answers with the latency of upstream plus that of the element. */
static gboolean
answer_latency (GstClElement * self, GstQuery * query)
{
  GstClockTime min, max, latency;
  gboolean live;

  GST_OBJECT_LOCK (self);
  latency = self->latency;
  GST_OBJECT_UNLOCK (self);
  if (!gst_pad_peer_query (self->sinkpad, query))
    return FALSE;
  gst_query_parse_latency (query, &live, &min, &max);
  min += latency;
  if (GST_CLOCK_TIME_IS_VALID (max))
    max += latency;
  gst_query_set_latency (query, live, min, max);
  return TRUE;
}

static gboolean
src_query (GstPad * pad, GstObject * parent, GstQuery * query)
{
  GstClElement *self = GST_CL_ELEMENT (parent);

  if (gst_cl_element_device_answer (&self->device, query))
    return TRUE;
  if (GST_QUERY_TYPE (query) == GST_QUERY_LATENCY)
    return answer_latency (self, query);
  return gst_pad_query_default (pad, parent, query);
}

/* ---- class ---- */

static GstPad *
add_pad (GstClElement * self, const gchar * name)
{
  GstElementClass *klass = GST_ELEMENT_GET_CLASS (self);
  GstPad *pad = gst_pad_new_from_template
      (gst_element_class_get_pad_template (klass, name), name);

  if (get_class (self)->passes_through)
    GST_PAD_SET_PROXY_CAPS (pad);
  gst_element_add_pad (GST_ELEMENT (self), pad);
  return pad;
}

static void
add_pads (GstClElement * self)
{
  self->sinkpad = add_pad (self, "sink");
  gst_pad_set_chain_function (self->sinkpad, gst_cl_stream_chain);
  gst_pad_set_event_full_function (self->sinkpad, gst_cl_stream_sink_event);
  gst_pad_set_query_function (self->sinkpad, sink_query);

  self->srcpad = add_pad (self, "src");
  gst_pad_set_event_function (self->srcpad, gst_cl_stream_src_event);
  gst_pad_set_query_function (self->srcpad, src_query);
  if (get_class (self)->passes_through) {
    GST_PAD_SET_PROXY_ALLOCATION (self->sinkpad);
    GST_PAD_SET_PROXY_SCHEDULING (self->sinkpad);
  } else {
    /* what cannot be taken is refused with a reason, when it comes */
    GST_PAD_SET_ACCEPT_TEMPLATE (self->sinkpad);
    gst_pad_use_fixed_caps (self->srcpad);
  }
}

static void
gst_cl_element_constructed (GObject * object)
{
  GstClElement *self = GST_CL_ELEMENT (object);
  GstClElementClass *klass = get_class (self);
  const GstClProperty *row;
  guint id;

  G_OBJECT_CLASS (parent_class)->constructed (object);
  self->device.spreads = klass->spreads;
  self->settings = g_malloc0 (klass->functions->settings_size);
  self->wanted = g_malloc0 (klass->functions->settings_size);
  self->fitted = g_malloc0 (klass->functions->settings_size);
  self->requested = g_malloc0 (klass->functions->settings_size);
  self->active = self->in_force = g_malloc0 (klass->functions->settings_size);
  self->input = g_malloc0 (klass->functions->input_size);
  self->next_input = g_malloc0 (klass->functions->input_size);
  for (id = 1; (row = get_row (klass, id)); id++)
    gst_cl_property_init (row, self->settings);
  add_pads (self);
}

static void
gst_cl_element_init (GstClElement * self)
{
  gst_cl_element_device_init (&self->device, GST_ELEMENT (self),
      &device_functions);
  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
  self->earliest = GST_CLOCK_TIME_NONE;
  self->notes = gst_cl_notes_new ();
  self->wanted_notes = gst_cl_notes_new ();
  self->reported =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
gst_cl_element_finalize (GObject * object)
{
  GstClElement *self = GST_CL_ELEMENT (object);

  gst_cl_element_device_clear (&self->device);
  gst_clear_caps (&self->output);
  gst_clear_caps (&self->refused);
  gst_cl_element_free_settings (self, self->settings);
  gst_cl_element_free_settings (self, self->wanted);
  gst_cl_element_free_settings (self, self->fitted);
  gst_cl_element_free_settings (self, self->requested);
  gst_cl_element_free_settings (self, self->in_force);
  g_free (self->input);
  g_free (self->next_input);
  g_free (self->stream_id);
  g_ptr_array_unref (self->notes);
  g_ptr_array_unref (self->wanted_notes);
  g_hash_table_unref (self->reported);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

void
gst_cl_element_class_describe (GstClElementClass * klass,
    GstStaticPadTemplate * sink, GstStaticPadTemplate * src,
    const gchar * name, const gchar * klass_string, const gchar * text)
{
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  /* an element's name is its type's in lower case: of GstClIfft clifft */
  g_autofree gchar *page =
      g_ascii_strdown (G_OBJECT_CLASS_NAME (klass) + strlen ("Gst"), -1);
  g_autofree gchar *uri = g_strconcat (GUIDE_URI, page, ".md", NULL);

  gst_element_class_add_static_pad_template (element_class, sink);
  gst_element_class_add_static_pad_template (element_class, src);
  gst_element_class_set_static_metadata (element_class, name, klass_string,
      text, "The gst-clfft authors");
  gst_element_class_add_metadata (element_class, GST_ELEMENT_METADATA_DOC_URI,
      uri);
}

static void
gst_cl_element_class_init (GstClElementClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  object_class->set_property = gst_cl_element_set_property;
  object_class->get_property = gst_cl_element_get_property;
  object_class->dispatch_properties_changed =
      gst_cl_element_dispatch_properties_changed;
  object_class->constructed = gst_cl_element_constructed;
  object_class->finalize = gst_cl_element_finalize;
  element_class->set_context = gst_cl_element_set_context;
  element_class->query = gst_cl_element_query;
  element_class->change_state = gst_cl_element_change_state;

  klass->rows = g_ptr_array_new ();
  gst_cl_element_device_install (object_class, PROP_DEVICE, PROP_TIMEOUT);
  g_object_class_install_property (object_class, PROP_STATS,
      g_param_spec_boxed ("stats", "Statistics",
          "Device, plan, numbers of transforms, frames, bytes and objects, and "
          "what else the element counts; device time in nanoseconds",
          GST_TYPE_STRUCTURE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  gst_type_mark_as_plugin_api (GST_TYPE_CL_ELEMENT, 0);
}
