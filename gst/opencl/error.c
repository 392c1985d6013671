/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * error.c: the one place that decides in which of GStreamer's error domains a
 * failure of the engine or of OpenCL belongs; and the category of what is logged,
 * made on first use.
 */
#include "error.h"

#include <locale.h>

#include "debug.h"

#define CODE(name) {name, #name}

static const struct
{
  cl_int code;
  const gchar *name;
} codes[] = {
  CODE (CL_SUCCESS),
  CODE (CL_DEVICE_NOT_FOUND),
  CODE (CL_DEVICE_NOT_AVAILABLE),
  CODE (CL_COMPILER_NOT_AVAILABLE),
  CODE (CL_MEM_OBJECT_ALLOCATION_FAILURE),
  CODE (CL_OUT_OF_RESOURCES),
  CODE (CL_OUT_OF_HOST_MEMORY),
  CODE (CL_PROFILING_INFO_NOT_AVAILABLE),
  CODE (CL_MEM_COPY_OVERLAP),
  CODE (CL_BUILD_PROGRAM_FAILURE),
  CODE (CL_MAP_FAILURE),
  CODE (CL_MISALIGNED_SUB_BUFFER_OFFSET),
  CODE (CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
  CODE (CL_INVALID_VALUE),
  CODE (CL_INVALID_PLATFORM),
  CODE (CL_INVALID_DEVICE),
  CODE (CL_INVALID_CONTEXT),
  CODE (CL_INVALID_QUEUE_PROPERTIES),
  CODE (CL_INVALID_COMMAND_QUEUE),
  CODE (CL_INVALID_HOST_PTR),
  CODE (CL_INVALID_MEM_OBJECT),
  CODE (CL_INVALID_BINARY),
  CODE (CL_INVALID_PROGRAM),
  CODE (CL_INVALID_KERNEL),
  CODE (CL_INVALID_KERNEL_ARGS),
  CODE (CL_INVALID_WORK_GROUP_SIZE),
  CODE (CL_INVALID_EVENT_WAIT_LIST),
  CODE (CL_INVALID_EVENT),
  CODE (CL_INVALID_OPERATION),
  CODE (CL_INVALID_BUFFER_SIZE),
  {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
};

static const struct
{
  clfft_status status;
  gint code;
  GQuark (*domain) (void);
} places[] = {
  {CLFFT_STATUS_INVALID, GST_LIBRARY_ERROR_SETTINGS, gst_library_error_quark},
  {CLFFT_STATUS_UNSUPPORTED, GST_LIBRARY_ERROR_SETTINGS,
      gst_library_error_quark},
  {CLFFT_STATUS_NO_DRIVER, GST_RESOURCE_ERROR_NOT_FOUND,
      gst_resource_error_quark},
  {CLFFT_STATUS_NO_DEVICE, GST_RESOURCE_ERROR_NOT_FOUND,
      gst_resource_error_quark},
  {CLFFT_STATUS_NO_MEMORY, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
      gst_resource_error_quark},
  {CLFFT_STATUS_BUILD, GST_LIBRARY_ERROR_INIT, gst_library_error_quark},
  {CLFFT_STATUS_DEVICE, GST_RESOURCE_ERROR_FAILED, gst_resource_error_quark},
  {CLFFT_STATUS_FORKED, GST_RESOURCE_ERROR_FAILED, gst_resource_error_quark},
  {CLFFT_STATUS_CANCELLED, GST_CORE_ERROR_STATE_CHANGE,
      gst_core_error_quark},
};

const gchar *
gst_cl_code_name (cl_int code)
{
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (codes[i].code == code)
      return codes[i].name;
  return "unknown OpenCL error";
}

static GError *
error_new (clfft_status status, gchar * message)
{
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (places) && !error; i++)
    if (places[i].status == status)
      error = g_error_new_literal (places[i].domain (), places[i].code,
          message);
  if (!error)
    error = g_error_new_literal (GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_FAILED,
        message);
  g_free (message);
  return error;
}

gboolean
gst_cl_check (clfft_status status, const gchar * what, GError ** error)
{
  const gchar *reason = clfft_last_error ();

  if (status == CLFFT_STATUS_OK)
    return TRUE;
  if (!reason[0])
    reason = clfft_status_name (status);
  g_propagate_error (error, error_new (status,
          g_strdup_printf ("%s: %s", what, reason)));
  return FALSE;
}

gboolean
gst_cl_check_code (cl_int code, const gchar * call, GError ** error)
{
  gboolean memory = code == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
      code == CL_OUT_OF_HOST_MEMORY || code == CL_OUT_OF_RESOURCES;

  if (code == CL_SUCCESS)
    return TRUE;
  g_propagate_error (error,
      error_new (memory ? CLFFT_STATUS_NO_MEMORY : CLFFT_STATUS_DEVICE,
          g_strdup_printf ("%s failed: %s (%d)", call,
              gst_cl_code_name (code), code)));
  return FALSE;
}

gboolean
gst_cl_check_process (GError ** error)
{
  clfft_status status = clfft_check_process ();

  if (status == CLFFT_STATUS_OK)
    return TRUE;
  g_propagate_error (error, error_new (status,
          g_strdup (clfft_last_error ())));
  return FALSE;
}

gboolean
gst_cl_set_error (GError ** error, GQuark domain, gint code,
    const gchar * format, ...)
{
  g_autofree gchar *text = NULL;
  va_list args;

  va_start (args, format);
  text = gst_cl_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, domain, code, text);
  return FALSE;
}

void
gst_cl_set_cancelled_error (GError ** error, const gchar * message)
{
  g_propagate_error (error,
      error_new (CLFFT_STATUS_CANCELLED, g_strdup (message)));
}

static gboolean
is_element_domain (GQuark domain)
{
  return domain == GST_CORE_ERROR || domain == GST_LIBRARY_ERROR ||
      domain == GST_RESOURCE_ERROR || domain == GST_STREAM_ERROR;
}

/* Posts *error as such a message and clears it. */
static void
post (GstElement * element, GstMessageType type, GError ** error,
    const gchar * file, const gchar * function, gint line)
{
  g_autoptr (GError) taken = g_steal_pointer (error);
  GQuark domain;
  gint code;

  if (!taken)
    return;
  if (g_error_matches (taken, GST_CORE_ERROR, GST_CORE_ERROR_STATE_CHANGE)) {
    GST_INFO_OBJECT (element, "cancelled: %s", taken->message);
    return;
  }
  domain = taken->domain;
  code = taken->code;
  if (!is_element_domain (domain)) {
    code = domain == g_quark_try_string (GST_CL_PROPERTY_ERROR_DOMAIN)
        ? GST_LIBRARY_ERROR_SETTINGS : GST_LIBRARY_ERROR_FAILED;
    domain = GST_LIBRARY_ERROR;
  }
  gst_element_message_full (element, type, domain, code,
      g_strdup (taken->message), NULL, file, function, line);
}

void
gst_cl_element_post_error (GstElement * element, GError ** error,
    const gchar * file, const gchar * function, gint line)
{
  post (element, GST_MESSAGE_ERROR, error, file, function, line);
}

void
gst_cl_element_post_warning (GstElement * element, GError ** error,
    const gchar * file, const gchar * function, gint line)
{
  post (element, GST_MESSAGE_WARNING, error, file, function, line);
}

/* ---- texts ---- */

gchar *
gst_cl_strdup_vprintf (const gchar * format, va_list arguments)
{
  static gsize c_locale;
  locale_t before = (locale_t) 0;
  gchar *text;

  if (g_once_init_enter (&c_locale))
    g_once_init_leave (&c_locale, (gsize) newlocale (LC_ALL_MASK, "C",
            (locale_t) 0));
  /* the thread's alone, for the length of this call */
  before = uselocale ((locale_t) c_locale);
  text = g_strdup_vprintf (format, arguments);
  uselocale (before);
  return text;
}

gchar *
gst_cl_strdup_printf (const gchar * format, ...)
{
  va_list arguments;
  gchar *text;

  va_start (arguments, format);
  text = gst_cl_strdup_vprintf (format, arguments);
  va_end (arguments);
  return text;
}

GstDebugCategory *
gst_cl_get_debug_category (void)
{
  static gsize category = 0;

  if (g_once_init_enter (&category)) {
    GstDebugCategory *made = NULL;

    GST_DEBUG_CATEGORY_INIT (made, "clfft", 0, "FFT engine and OpenCL");
    g_once_init_leave (&category, (gsize) made);
  }
  return (GstDebugCategory *) category;
}
