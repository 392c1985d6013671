/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstfouriererror.c: makes the errors of the library, which know the field that
   they are about, and logs them. */
#include "fourier-private.h"

typedef struct
{
  gchar *field;
} GstFourierErrorPrivate;

static void
gst_fourier_error_private_init (GstFourierErrorPrivate * private)
{
  private->field = NULL;
}

static void
gst_fourier_error_private_copy (const GstFourierErrorPrivate * from,
    GstFourierErrorPrivate * to)
{
  to->field = g_strdup (from->field);
}

static void
gst_fourier_error_private_clear (GstFourierErrorPrivate * private)
{
  g_free (private->field);
}

/* *INDENT-OFF* */
G_DEFINE_EXTENDED_ERROR (GstFourierError, gst_fourier_error)
/* *INDENT-ON* */

/**
 * gst_fourier_error_get_field:
 * @error: an error
 *
 * Returns: (nullable): the field of the caps that the error is about; %NULL if
 *   there is none, or if @error is not of #GST_FOURIER_ERROR
 *
 * Since: 0.3
 */
const gchar *
gst_fourier_error_get_field (const GError * error)
{
  g_return_val_if_fail (error != NULL, NULL);

  return error->domain == GST_FOURIER_ERROR
      ? gst_fourier_error_get_private (error)->field : NULL;
}

static GstDebugCategory *
debug_category (void)
{
  static gsize category = 0;

  if (g_once_init_enter (&category)) {
    GstDebugCategory *made = NULL;

    GST_DEBUG_CATEGORY_INIT (made, "fourier-info", 0,
        "description of streams of spectra");
    g_once_init_leave (&category, (gsize) made);
  }
  return (GstDebugCategory *) category;
}

/* Takes reason. */
static void
refuse (GError ** error, GstFourierError code, const gchar * field,
    gchar * reason)
{
  GST_CAT_DEBUG (debug_category (), "refused: %s", reason);
  if (error) {
    *error = g_error_new_literal (GST_FOURIER_ERROR, code, reason);
    gst_fourier_error_get_private (*error)->field = g_strdup (field);
  }
  g_free (reason);
}

gboolean
gst_fourier_refuse (GError ** error, GstFourierError code,
    const gchar * field, const gchar * format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  refuse (error, code, field, g_strdup_vprintf (format, arguments));
  va_end (arguments);
  return FALSE;
}

gboolean
gst_fourier_refuse_value (GError ** error, const GstFourierInfo * info,
    const gchar * field, const gchar * format, ...)
{
  g_autofree gchar *value = gst_fourier_fields_print (info, field);
  g_autofree gchar *rest = NULL;
  va_list arguments;

  va_start (arguments, format);
  rest = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  refuse (error, GST_FOURIER_ERROR_FIELD, field,
      g_strdup_printf ("%s is %s, but %s", field, value, rest));
  return FALSE;
}
