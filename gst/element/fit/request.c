/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* request.c: see request.h. */
#include "request.h"

#include "opencl/error.h"

typedef struct
{
  gchar *property, *instead;
} GstClPropertyErrorPrivate;

static void
gst_cl_property_error_private_init (GstClPropertyErrorPrivate * private)
{
  private->property = private->instead = NULL;
}

static void
gst_cl_property_error_private_copy (const GstClPropertyErrorPrivate * from,
    GstClPropertyErrorPrivate * to)
{
  to->property = g_strdup (from->property);
  to->instead = g_strdup (from->instead);
}

static void
gst_cl_property_error_private_clear (GstClPropertyErrorPrivate * private)
{
  g_free (private->property);
  g_free (private->instead);
}

/* The domain is called GST_CL_PROPERTY_ERROR_DOMAIN. */
/* *INDENT-OFF* */
G_DEFINE_EXTENDED_ERROR (GstClPropertyError, gst_cl_property_error)
/* *INDENT-ON* */

/* error: (nullable) */
static void
set (GError ** error, GstClPropertyError code, const gchar * property,
    const gchar * instead, const gchar * format, va_list arguments)
{
  g_autofree gchar *text = NULL;
  GstClPropertyErrorPrivate *private;
  GError *made;

  if (!error)
    return;
  text = gst_cl_strdup_vprintf (format, arguments);
  made = g_error_new (GST_CL_PROPERTY_ERROR, code, "%s %s", property, text);
  private = gst_cl_property_error_get_private (made);
  private->property = g_strdup (property);
  private->instead = g_strdup (instead);
  g_propagate_error (error, made);
}

gboolean
gst_cl_set_property_error (GError ** error, const gchar * property,
    const gchar * format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  set (error, GST_CL_PROPERTY_ERROR_WRONG, property, NULL, format, arguments);
  va_end (arguments);
  return FALSE;
}

gboolean
gst_cl_set_request_error (GError ** error, const gchar * property,
    const gchar * instead, const gchar * format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  set (error, GST_CL_PROPERTY_ERROR_STREAM, property, instead, format,
      arguments);
  va_end (arguments);
  return FALSE;
}

const gchar *
gst_cl_error_get_property (const GError * error)
{
  return error->domain == GST_CL_PROPERTY_ERROR
      ? gst_cl_property_error_get_private (error)->property : NULL;
}

const gchar *
gst_cl_error_get_instead (const GError * error)
{
  return error->domain == GST_CL_PROPERTY_ERROR
      ? gst_cl_property_error_get_private (error)->instead : NULL;
}

const gchar *
gst_cl_request_number (gchar * text, gdouble value)
{
  return g_ascii_formatd (text, GST_CL_REQUEST_NUMBER_SIZE, "%.17g", value);
}

/* ---- notes ---- */

static void
free_note (gpointer note)
{
  g_error_free (note);
}

GPtrArray *
gst_cl_notes_new (void)
{
  return g_ptr_array_new_with_free_func (free_note);
}

void
gst_cl_notes_add (GPtrArray * notes, const gchar * property,
    const gchar * format, ...)
{
  GError *note = NULL;
  va_list arguments;

  va_start (arguments, format);
  set (&note, GST_CL_PROPERTY_ERROR_STREAM, property, NULL, format, arguments);
  va_end (arguments);
  g_ptr_array_add (notes, note);
}
