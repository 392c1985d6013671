/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * end.c: preloaded into a test by scripts/test-leaks, ends GStreamer when the
 * program ends: only then does the tracer `leaks` tell what is still alive.
 */
#include <gst/gst.h>

static void __attribute__((destructor))
end (void)
{
  if (gst_is_initialized ())
    gst_deinit ();
}
