/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spread.c: an element on several devices. Beside the device that every element
 * has there are others, and a session on each. The sessions take turns, one
 * buffer of output each: what is pushed stays in order, and while one device
 * works the next one gets its input.
 */
#include "private.h"

#include <stdlib.h>
#include "element/fit/request.h"
#include "opencl/error.h"

/* ---- devices ---- */

const gchar *
gst_cl_spread_get_single (const gchar * name)
{
  if (g_strcmp0 (name, "all-gpus") == 0)
    return "gpu";
  return g_strcmp0 (name, "all-cpus") == 0 ? "cpu" : NULL;
}

gboolean
gst_cl_spread_check (const GstClElementDevice * device, const gchar * name,
    GError ** error)
{
  clfft_device_entry *entries = NULL;
  gsize n;

  if (!gst_cl_spread_get_single (name))
    return TRUE;
  if (!device->spreads) {
    gst_cl_set_property_error (error, "device", "is \"%s\", but this element "
        "works on one device; claudiofft and clvideofft take several", name);
    return FALSE;
  }
  if (!gst_cl_check (clfft_choose_devices (name, &entries, &n),
          "Could not open devices", error))
    return FALSE;
  free (entries);
  return TRUE;
}

static void
clear_other (gpointer data)
{
  GstClElementOther *other = data;

  gst_clear_object (&other->context);
  gst_clear_opencl_watchdog (&other->watchdog);
}

/* Adds the device that the entry names, unless it is the element's first. */
static gboolean
add_other (GstClElementDevice * device, GArray * others,
    const clfft_device_entry * entry, GError ** error)
{
  g_autofree gchar *name = g_strdup_printf ("%u:%u", entry->platform_index,
      entry->device_index);
  GstClElementOther other = { gst_opencl_context_new (name, error), NULL };

  if (!other.context)
    return FALSE;
  if (gst_opencl_context_get_device (other.context)
      == gst_opencl_context_get_device (device->context)) {
    gst_object_unref (other.context);
    return TRUE;
  }
  other.watchdog = gst_opencl_watchdog_new (device->element, other.context);
  g_array_append_val (others, other);
  return TRUE;
}

/* Under the object lock. */
void
gst_cl_spread_set_timeout (GstClElementDevice * device)
{
  guint i;

  for (i = 0; device->others && i < device->others->len; i++)
    gst_opencl_watchdog_set_timeout (g_array_index (device->others,
            GstClElementOther, i).watchdog, device->timeout);
}

static void
set_others (GstClElementDevice * device, GArray * others)
{
  GArray *old;

  GST_OBJECT_LOCK (device->element);
  old = device->others;
  device->others = others;
  gst_cl_spread_set_timeout (device);
  GST_OBJECT_UNLOCK (device->element);
  g_clear_pointer (&old, g_array_unref);
}

gboolean
gst_cl_spread_open (GstClElementDevice * device, const gchar * name,
    GError ** error)
{
  clfft_device_entry *entries = NULL;
  gboolean opened = TRUE;
  GArray *others;
  gsize i, n = 0;

  if (!gst_cl_spread_get_single (name))
    return TRUE;
  if (!gst_cl_check (clfft_choose_devices (name, &entries, &n),
          "Could not open devices", error))
    return FALSE;
  others = g_array_new (FALSE, TRUE, sizeof (GstClElementOther));
  g_array_set_clear_func (others, clear_other);
  for (i = 0; i < n && opened; i++)
    opened = add_other (device, others, &entries[i], error);
  free (entries);
  set_others (device, others);
  return opened;
}

void
gst_cl_spread_close (GstClElementDevice * device)
{
  set_others (device, NULL);
}

gboolean
gst_cl_spread_is_sound (const GstClElementDevice * device)
{
  guint i;

  for (i = 0; device->others && i < device->others->len; i++)
    if (!gst_opencl_context_matches (g_array_index (device->others,
                GstClElementOther, i).context, NULL))
      return FALSE;
  return TRUE;
}

/* ---- sessions ---- */

/* Exchanges the element's device with another one, for a call of `open`. */
static void
swap (GstClElementDevice * device, guint i)
{
  GstClElementOther *other =
      &g_array_index (device->others, GstClElementOther, i);
  GstClElementOther first = { device->context, device->watchdog };

  GST_OBJECT_LOCK (device->element);
  device->context = other->context;
  device->watchdog = other->watchdog;
  *other = first;
  GST_OBJECT_UNLOCK (device->element);
}

GPtrArray *
gst_cl_spread_open_sessions (GstClElement * self, GError ** error)
{
  const GstClElementFunctions *functions =
      gst_cl_element_get_functions (self);
  guint i, n = self->device.others ? self->device.others->len : 0;
  GPtrArray *sessions = g_ptr_array_new ();
  gpointer session = functions->open (self, error);

  if (session)
    g_ptr_array_add (sessions, session);
  for (i = 0; i < n && session; i++) {
    swap (&self->device, i);
    session = functions->open (self, error);
    swap (&self->device, i);
    if (session)
      g_ptr_array_add (sessions, session);
  }
  if (!session)
    gst_cl_spread_close_sessions (self, g_steal_pointer (&sessions));
  return sessions;
}

void
gst_cl_spread_close_sessions (GstClElement * self, GPtrArray * sessions)
{
  const GstClElementFunctions *functions =
      gst_cl_element_get_functions (self);
  guint i;

  for (i = 0; i < sessions->len; i++) {
    gpointer session = g_ptr_array_index (sessions, i);

    functions->unconfigure (session);
    if (functions->close)
      functions->close (session);
    else
      gst_cl_session_free (session);
  }
  g_ptr_array_unref (sessions);
}

/* ---- turns ---- */

static void
set_turn (GstClElement * self, guint turn)
{
  GST_OBJECT_LOCK (self);
  self->turn = turn;
  self->session = g_ptr_array_index (self->sessions, turn);
  GST_OBJECT_UNLOCK (self);
}

guint
gst_cl_element_set_turns (GstClElement * self, gboolean takes_turns)
{
  self->n_turns = takes_turns ? self->sessions->len : 1;
  if (takes_turns && self->n_turns > 1)
    GST_INFO_OBJECT (self, "%u devices take turns", self->n_turns);
  else if (self->sessions->len > 1)
    GST_INFO_OBJECT (self, "one device does all: each frame needs the one "
        "before");
  set_turn (self, 0);
  return self->n_turns;
}

gpointer
gst_cl_element_get_turn (GstClElement * self, guint i)
{
  return g_ptr_array_index (self->sessions, i);
}

void
gst_cl_element_end_turn (GstClElement * self)
{
  if (self->n_turns > 1)
    set_turn (self, (self->turn + 1) % self->n_turns);
}

gboolean
gst_cl_element_wait (GstClElement * self, GError ** error)
{
  guint i;

  for (i = 0; i < self->n_turns; i++)
    if (!gst_cl_session_wait (gst_cl_element_get_turn (self, i), error))
      return FALSE;
  return TRUE;
}

/* ---- statistics ---- */

/* Adds a number to that of the first device; the devices' names go into one
   text. */
static gboolean
add_field (GQuark field, const GValue * value, gpointer data)
{
  GstStructure *stats = data;
  const gchar *name = g_quark_to_string (field);
  guint64 number = 0;

  if (G_VALUE_HOLDS_UINT64 (value)) {
    gst_structure_get_uint64 (stats, name, &number);
    gst_structure_set (stats, name, G_TYPE_UINT64,
        number + g_value_get_uint64 (value), NULL);
  } else if (g_str_equal (name, "device")) {
    g_autofree gchar *names = g_strdup_printf ("%s, %s",
        gst_structure_get_string (stats, name), g_value_get_string (value));

    gst_structure_set (stats, name, G_TYPE_STRING, names, NULL);
  }
  return TRUE;
}

static void
get_session_stats (GstClElement * self, gpointer session, GstStructure * stats)
{
  const GstClElementFunctions *functions =
      gst_cl_element_get_functions (self);

  if (functions->get_stats)
    functions->get_stats (session, stats);
  else
    gst_cl_session_get_stats (session, NULL, stats);
}

void
gst_cl_spread_get_stats (GstClElement * self, GstStructure * stats)
{
  guint i;

  if (!self->sessions)
    return;
  get_session_stats (self, g_ptr_array_index (self->sessions, 0), stats);
  for (i = 1; i < self->sessions->len; i++) {
    GstStructure *other =
        gst_structure_new_empty (gst_structure_get_name (stats));

    get_session_stats (self, g_ptr_array_index (self->sessions, i), other);
    gst_structure_foreach (other, add_field, stats);
    gst_structure_free (other);
  }
}
