/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* window.c: checks what properties tell of a window, and computes it. */
#include "window.h"

#include <math.h>
#include <string.h>
#include "enums.h"
#include "opencl/error.h"

/* What single precision can square and divide by. */
#define MIN_LARGEST 1e-6
#define MAX_LARGEST 1e6

/* The share of a window's magnitudes that is more than rounding. */
#define MIN_SUM 1e-9

const gchar *
gst_cl_window_get_name (clfft_window window)
{
  return window == GST_CL_WINDOW_CUSTOM ? GST_CL_WINDOW_CUSTOM_NAME
      : clfft_window_name (window);
}

gdouble
gst_cl_window_resolve_param (clfft_window window, gdouble param)
{
  gdouble standard = 0;

  if (!clfft_window_parameter (window, &standard, NULL, NULL))
    return 0;
  return param == GST_CL_WINDOW_PARAM_STANDARD ? standard : param;
}

gboolean
gst_cl_window_check_param (clfft_window window, gdouble param, GError ** error)
{
  gdouble lowest, highest;

  if (param == GST_CL_WINDOW_PARAM_STANDARD)
    return TRUE;
  if (clfft_window_parameter (window, NULL, &lowest, &highest)
      && !(param >= lowest && param <= highest)) {
    gst_cl_set_settings_error (error, "window-param is %g, but for window=%s "
        "must be -1, or %g to %g", param, clfft_window_name (window), lowest,
        highest);
    return FALSE;
  }
  if (!(param >= 0 && param <= GST_CL_WINDOW_PARAM_MAX)) {
    gst_cl_set_settings_error (error, "window-param is %g, but must be -1 or 0 "
        "to %d", param, GST_CL_WINDOW_PARAM_MAX);
    return FALSE;
  }
  return TRUE;
}

gboolean
gst_cl_window_check_data (GBytes * data, guint size, GError ** error)
{
  gsize n_bytes = data ? g_bytes_get_size (data) : 0, i;
  gdouble largest = 0, value;

  if (n_bytes != size * sizeof (gdouble)) {
    gst_cl_set_settings_error (error, "window-data is %" G_GSIZE_FORMAT
        " bytes, but for window=custom must be %" G_GSIZE_FORMAT ": a double "
        "for each of the %u samples of a frame", n_bytes,
        size * sizeof (gdouble), size);
    return FALSE;
  }
  for (i = 0; i < size; i++) {
    memcpy (&value, (const guint8 *) g_bytes_get_data (data, NULL)
        + i * sizeof value, sizeof value);
    if (!(fabs (value) <= MAX_LARGEST)) {
      gst_cl_set_settings_error (error, "window-data is %g at coefficient %"
          G_GSIZE_FORMAT ", but must be -%g to %g", value, i, MAX_LARGEST,
          MAX_LARGEST);
      return FALSE;
    }
    largest = MAX (largest, fabs (value));
  }
  if (largest < MIN_LARGEST) {
    gst_cl_set_settings_error (error, "window-data is at most %g, but one "
        "coefficient must be at least %g", largest, MIN_LARGEST);
    return FALSE;
  }
  return TRUE;
}

gdouble *
gst_cl_window_make (clfft_window window, gdouble param, GBytes * data,
    guint size, GError ** error)
{
  g_autofree gdouble *w = g_try_new (gdouble, size);

  if (!w) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "No memory for a window of %u samples", size);
    return NULL;
  }
  if (window == GST_CL_WINDOW_CUSTOM)
    memcpy (w, g_bytes_get_data (data, NULL), size * sizeof *w);
  else if (!gst_cl_check (clfft_window_fill (window, param, size, w),
          "Could not make the window", error))
    return NULL;
  return g_steal_pointer (&w);
}

gboolean
gst_cl_window_check_sum (const gdouble * w, guint size,
    GstFourierScaling scaling, gboolean sums_bins, GError ** error)
{
  gdouble sum = 0, largest = 0;
  guint i;

  if (scaling == GST_FOURIER_SCALING_PSD
      || (!sums_bins && (scaling == GST_FOURIER_SCALING_NONE
              || scaling == GST_FOURIER_SCALING_LEGACY)))
    return TRUE;
  for (i = 0; i < size; i++) {
    sum += w[i];
    largest += fabs (w[i]);
  }
  if (fabs (sum) > MIN_SUM * largest)
    return TRUE;
  gst_cl_set_settings_error (error, "scaling is %s, but with a window whose "
      "coefficients add up to 0 must be %s",
      gst_cl_enum_nick (GST_TYPE_FOURIER_SCALING, scaling),
      sums_bins ? "psd" : "none, psd or legacy");
  return FALSE;
}
