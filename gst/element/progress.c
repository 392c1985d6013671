/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* progress.c: from the engine's progress function to PROGRESS messages. */
#include "progress.h"

static void
post (GstClProgress * progress, GstProgressType type, const gchar * text)
{
  gst_element_post_message (progress->element,
      gst_message_new_progress (GST_OBJECT (progress->element), type,
          "compile", text));
}

bool
gst_cl_progress_update (double fraction, const char *what, void *user_data)
{
  GstClProgress *progress = user_data;
  g_autofree gchar *text = g_strdup_printf ("Preparing %s: %d %%", what,
      (gint) (100 * fraction));

  post (progress, progress->started ? GST_PROGRESS_TYPE_CONTINUE
      : GST_PROGRESS_TYPE_START, text);
  progress->started = TRUE;
  return !g_atomic_int_get (progress->stopping);
}

void
gst_cl_progress_end (GstClProgress * progress, gboolean done)
{
  if (!progress->started)
    return;
  post (progress, done ? GST_PROGRESS_TYPE_COMPLETE
      : g_atomic_int_get (progress->stopping) ? GST_PROGRESS_TYPE_CANCELED
      : GST_PROGRESS_TYPE_ERROR, done ? "Prepared" : "Not prepared");
}
