/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * end.c: preloaded into a test by scripts/dev/test-leaks, ends GStreamer when the
 * program ends: only then does the tracer `leaks` tell what is still alive.
 * Once: the program may have ended it itself.
 */
#include <dlfcn.h>
#include <gst/gst.h>

static gboolean ended;

/* In place of the library's, which aborts the second time. */
__attribute__((visibility ("default")))
void
gst_deinit (void)
{
  void (*library) (void) = (void (*) (void)) dlsym (RTLD_NEXT, "gst_deinit");

  if (ended || !library)
    return;
  ended = TRUE;
  library ();
}

static void __attribute__((destructor))
end (void)
{
  if (gst_is_initialized ())
    gst_deinit ();
}
