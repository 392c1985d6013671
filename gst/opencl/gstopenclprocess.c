/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstopenclprocess.c: remembers the process that used OpenCL first. */
#include "gstopenclprocess.h"

#include <unistd.h>

gboolean
gst_opencl_process_check (GError ** error)
{
  static gint first;            /* atomic; children inherit it; 0: none yet */
  gint self = getpid ();

  if (g_atomic_int_get (&first) == self
      || g_atomic_int_compare_and_exchange (&first, 0, self)
      || g_atomic_int_get (&first) == self)
    return TRUE;
  g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED,
      "OpenCL was used in this process before fork(), by process %d, and does "
      "not work in its child %d: start the child with exec, or fork before the "
      "first pipeline", g_atomic_int_get (&first), self);
  return FALSE;
}
