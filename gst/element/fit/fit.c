/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fit.c: makes a setup for the stream that there is: a value that it cannot have
 * is replaced, in settings that count until the stream changes, and reported once.
 */
#include "element/private.h"

#include "opencl/error.h"

#define GST_CAT_DEFAULT (GST_CL_ELEMENT_GET_CLASS (self)->category)

/* ---- notes ---- */

/* The index of the note of the same property; notes->len if there is none. */
static guint
find_note (const GPtrArray * notes, const GError * note)
{
  const gchar *property = gst_cl_error_get_property (note);
  guint i;

  for (i = 0; i < notes->len; i++)
    if (g_strcmp0 (gst_cl_error_get_property (g_ptr_array_index (notes, i)),
            property) == 0)
      break;
  return i;
}

static void
tell (GstClElement * self, const GError * note)
{
  GError *copy;

  if (!g_hash_table_add (self->reported, g_strdup (note->message)))
    return;
  copy = g_error_copy (note);
  GST_CL_ELEMENT_WARNING (self, copy);
}

/* While planning the first of a property counts: others follow from it. Later a
   new one takes its place. */
void
gst_cl_element_note (GstClElement * self, GError ** note)
{
  GPtrArray *notes = self->new_notes ? self->new_notes : self->notes;
  guint i = *note ? find_note (notes, *note) : 0;

  if (*note && !self->new_notes) {
    tell (self, *note);
    if (i < notes->len)
      g_ptr_array_remove_index (notes, i);
    g_ptr_array_add (notes, g_steal_pointer (note));
  } else if (*note && i == notes->len) {
    g_ptr_array_add (notes, g_steal_pointer (note));
  }
  g_clear_error (note);
}

void
gst_cl_element_note_all (GstClElement * self, const GPtrArray * notes)
{
  guint i;

  for (i = 0; i < notes->len; i++) {
    GError *note = g_error_copy (g_ptr_array_index (notes, i));

    gst_cl_element_note (self, &note);
  }
}

void
gst_cl_fit_tell (GstClElement * self)
{
  guint i;

  for (i = 0; i < self->notes->len; i++)
    tell (self, g_ptr_array_index (self->notes, i));
}

void
gst_cl_fit_forget_reported (GstClElement * self)
{
  g_hash_table_remove_all (self->reported);
}

/* ---- values ---- */

/* Whether another value than the wanted one is used of any property. */
static gboolean
is_fitted (GstClElement * self, gconstpointer settings, gconstpointer fitted)
{
  return gst_cl_element_settings_differ (self, settings, fitted, 0, 0);
}

/* What is used instead: what the error says; of an error that follows from a
   value that was replaced already, the default. NULL: nothing. */
static const gchar *
choose (GstClElement * self, const GstClProperty * row,
    gconstpointer settings, gconstpointer fitted, const GError * error)
{
  if (g_error_matches (error, GST_CL_PROPERTY_ERROR,
          GST_CL_PROPERTY_ERROR_STREAM))
    return gst_cl_error_get_instead (error);
  return is_fitted (self, settings, fitted)
      && !gst_cl_property_differs (row, settings, fitted)
      ? GST_CL_REQUEST_DEFAULT : NULL;
}

/* Replaces the value that the error (taken) names; FALSE if that cannot be
   done. */
static gboolean
replace (GstClElement * self, gconstpointer settings, gpointer fitted,
    GError ** error)
{
  const gchar *property = gst_cl_error_get_property (*error), *instead;
  const GstClProperty *row = property ? gst_cl_element_find_row (self,
      property) : NULL;
  g_autofree gchar *used = NULL;
  GError *note = NULL;

  instead = row ? choose (self, row, settings, fitted, *error) : NULL;
  if (!instead)
    return FALSE;
  if (g_str_equal (instead, GST_CL_REQUEST_DEFAULT))
    instead = NULL;
  if (!gst_cl_property_read (row, fitted, instead))
    return FALSE;
  used = gst_cl_property_write (row, fitted);
  note = g_error_copy (*error);
  g_free (note->message);
  note->message = g_strdup_printf ("%s: %s is used", (*error)->message, used);
  g_clear_error (error);
  gst_cl_element_note (self, &note);
  return TRUE;
}

static gpointer
prepare_once (GstClElement * self, gconstpointer settings, GstCaps ** caps,
    GError ** error)
{
  const GstClElementClass *klass = GST_CL_ELEMENT_GET_CLASS (self);
  gpointer setup = klass->functions->prepare (self, settings, caps, error);

  if (setup && !*caps && !klass->passes_through)
    g_clear_pointer (&setup, klass->functions->setup_free);
  if (!setup)
    gst_clear_caps (caps);
  return setup;
}

gpointer
gst_cl_fit_prepare (GstClElement * self, gconstpointer settings, gpointer fitted,
    GPtrArray ** notes, GstCaps ** caps, GError ** error)
{
  /* a value may be replaced twice, but not for ever */
  guint left = 2 * GST_CL_ELEMENT_GET_CLASS (self)->rows->len;
  GstClProgress progress =
      { GST_ELEMENT (self), &self->device.stopping, FALSE };
  GError *reason = NULL;
  gpointer setup;

  self->new_notes = gst_cl_notes_new ();
  gst_cl_element_assign_settings (self, settings, fitted);
  gst_cl_progress_watch (&progress);
  do {
    setup = prepare_once (self, fitted, caps, &reason);
  } while (!setup && reason && left-- > 0
      && replace (self, settings, fitted, &reason));
  gst_cl_progress_watch (NULL);
  gst_cl_progress_end (&progress, setup != NULL);
  if (reason)
    g_propagate_error (error, reason);
  *notes = g_steal_pointer (&self->new_notes);
  return setup;
}
