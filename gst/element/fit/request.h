/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * request.h: errors of the value of a property, which know the property, and
 * whether only this stream cannot have it.
 *
 * A check or a plan returns one. If it is of the stream, the element's base
 * (setup.c) uses another value as long as the stream lasts, and posts one WARNING.
 * What is done without another value is noted by gst_cl_element_note().
 *
 * Threads: pure functions.
 */
#ifndef GST_CL_REQUEST_H
#define GST_CL_REQUEST_H

#include <gst/gst.h>

G_BEGIN_DECLS

/**
 * GstClPropertyError:
 * @GST_CL_PROPERTY_ERROR_WRONG: whatever comes in
 * @GST_CL_PROPERTY_ERROR_STREAM: for this stream: its rate, channels, size or
 *     rank
 *
 * Posted as GST_LIBRARY_ERROR_SETTINGS.
 */
typedef enum
{
  GST_CL_PROPERTY_ERROR_WRONG,
  GST_CL_PROPERTY_ERROR_STREAM,
} GstClPropertyError;

#define GST_CL_PROPERTY_ERROR (gst_cl_property_error_quark ())
GQuark gst_cl_property_error_quark (void);

/* Instead of a value: the property's default. */
#define GST_CL_REQUEST_DEFAULT "(default)"

/* The text is the property's name, a space and what follows: the value and the
   limit. Returns FALSE. */
gboolean gst_cl_set_property_error (GError ** error, const gchar * property,
    const gchar * format, ...) G_GNUC_PRINTF (3, 4);

/* The same of what this stream cannot have. instead: the value to use, as
   gst-launch-1.0 takes it; NULL: the text says what is done. */
gboolean gst_cl_set_request_error (GError ** error, const gchar * property,
    const gchar * instead, const gchar * format, ...) G_GNUC_PRINTF (4, 5);

/* The property (owned by the error); NULL of other errors. */
const gchar *gst_cl_error_get_property (const GError * error);
/* The value to use instead; NULL if there is none. */
const gchar *gst_cl_error_get_instead (const GError * error);

/* A number as gst-launch-1.0 takes it, whatever the locale is. */
#define GST_CL_REQUEST_NUMBER_SIZE G_ASCII_DTOSTR_BUF_SIZE
const gchar *gst_cl_request_number (gchar * text, gdouble value);

/* A list of errors of the stream, and a new one, whose text says what is
   done. */
GPtrArray *gst_cl_notes_new (void);
void gst_cl_notes_add (GPtrArray * notes, const gchar * property,
    const gchar * format, ...) G_GNUC_PRINTF (3, 4);

G_END_DECLS

#endif /* GST_CL_REQUEST_H */
