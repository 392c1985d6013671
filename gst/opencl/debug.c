/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * debug.c: makes the debug category on first use.
 */
#include "debug.h"

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
