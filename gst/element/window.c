/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* window.c: the rules of windows' parameters. */
#include "window.h"

#include "opencl/error.h"

/* of any window */
#define MAX_PARAM 1000

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
  if (!(param >= 0 && param <= MAX_PARAM)) {
    gst_cl_set_settings_error (error, "window-param is %g, but must be -1 or 0 "
        "to %d", param, MAX_PARAM);
    return FALSE;
  }
  return TRUE;
}
