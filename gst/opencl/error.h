/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * error.h: turns a clfft_status or an OpenCL code into a GError, and that into
 * one GST_ELEMENT_ERROR.
 *
 * The GErrors are already in GStreamer's own domains:
 *
 *   INVALID, UNSUPPORTED    GST_LIBRARY_ERROR, SETTINGS
 *   NO_DRIVER, NO_DEVICE    GST_RESOURCE_ERROR, NOT_FOUND
 *   NO_MEMORY               GST_RESOURCE_ERROR, NO_SPACE_LEFT
 *   BUILD                   GST_LIBRARY_ERROR, INIT
 *   DEVICE, FORKED          GST_RESOURCE_ERROR, FAILED
 *   CANCELLED               GST_CORE_ERROR, STATE_CHANGE; never posted
 *
 * A typical use:
 *
 *   status = clfft_plan_create (device, &desc, &params, &plan);
 *   if (!gst_cl_check (status, "Could not plan the transform", &error))
 *     goto fail;
 *   ...
 * fail:
 *   GST_CL_ELEMENT_ERROR (self, error);
 *   return GST_FLOW_ERROR;
 */
#ifndef GST_CL_ERROR_H
#define GST_CL_ERROR_H

#include <gst/gst.h>
#include "clfft/clfft.h"

G_BEGIN_DECLS

/* The name of a code, as "CL_OUT_OF_RESOURCES", or "unknown OpenCL error"; a
   static string. */
const gchar *gst_cl_code_name (cl_int code);

/*
 * TRUE if status is OK. Else sets *error to "<what>: <clfft_last_error ()>";
 * call it on the thread that made the engine call, before the next one.
 */
gboolean gst_cl_check (clfft_status status, const gchar * what,
    GError ** error);

/*
 * TRUE if code is CL_SUCCESS. Else sets *error to "<call> failed:
 * CL_... (-n)", as NO_MEMORY for the codes that say so and as DEVICE for all
 * others.
 */
gboolean gst_cl_check_code (cl_int code, const gchar * call, GError ** error);

/* TRUE if OpenCL may be used: clfft_check_process(). Call it before OpenCL, and
   before taking a lock that is held during its calls. */
gboolean gst_cl_check_process (GError ** error);

/* The domain of errors of a property's value, which element/fit/request.h makes. */
#define GST_CL_PROPERTY_ERROR_DOMAIN "gst-cl-property-error-quark"

/* As g_set_error(), with a point in numbers whatever the locale is. Returns
   FALSE. */
gboolean gst_cl_set_error (GError ** error, GQuark domain, gint code,
    const gchar * format, ...) G_GNUC_PRINTF (4, 5);

/* Of what is no property of the element's; the text must name the thing, the
   value and the limit. */
#define gst_cl_set_settings_error(error, ...)                                 \
  gst_cl_set_error (error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS,     \
      __VA_ARGS__)

/* The text says what there is no memory for. */
#define gst_cl_set_memory_error(error, ...)                                   \
  gst_cl_set_error (error, GST_RESOURCE_ERROR,                                \
      GST_RESOURCE_ERROR_NO_SPACE_LEFT, __VA_ARGS__)

/* The text says what is wrong with data. */
#define gst_cl_set_format_error(error, ...)                                   \
  gst_cl_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,         \
      __VA_ARGS__)

/* Sets an error that is not posted, as of CANCELLED. */
void gst_cl_set_cancelled_error (GError ** error, const gchar * message);

/*
 * Posts *error on the bus as the element's ERROR message and clears it. An
 * error in a domain that is not GStreamer's is posted as GST_LIBRARY_ERROR,
 * FAILED, or SETTINGS if it is of a property. A cancelled call is logged and not posted: stopping is not a fault.
 * Does nothing if *error is NULL (somebody posted it already).
 */
void gst_cl_element_post_error (GstElement * element, GError ** error,
    const gchar * file, const gchar * function, gint line);

#define GST_CL_ELEMENT_ERROR(element, error)                                  \
  gst_cl_element_post_error (GST_ELEMENT (element), &(error), __FILE__,       \
      GST_FUNCTION, __LINE__)

/* The same as a WARNING: something did not happen, but the stream goes on. */
void gst_cl_element_post_warning (GstElement * element, GError ** error,
    const gchar * file, const gchar * function, gint line);

#define GST_CL_ELEMENT_WARNING(element, error)                                \
  gst_cl_element_post_warning (GST_ELEMENT (element), &(error), __FILE__,     \
      GST_FUNCTION, __LINE__)

/* ---- texts ---- */

/* g_strdup_printf () and g_strdup_vprintf () in which numbers have a point
   whatever the locale is: 0.5, not 0,5 as in German. */
gchar *gst_cl_strdup_printf (const gchar * format, ...) G_GNUC_PRINTF (1, 2);
gchar *gst_cl_strdup_vprintf (const gchar * format, va_list arguments)
    G_GNUC_PRINTF (1, 0);

G_END_DECLS

#endif /* GST_CL_ERROR_H */
