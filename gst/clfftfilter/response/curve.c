/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* curve.c: not there yet. */
#include "response.h"

GstClResponse *
gst_cl_response_load_curve (const gchar * location, gint rate,
    GstClPhase phase, guint64 n_taps, clfft_device * device,
    const gint * cancelled, GError ** error)
{
  g_set_error (error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_FAILED,
      "%s: curves cannot be read yet", location);
  return NULL;
}
