/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* progress.c: turns calls of the engine's progress function into PROGRESS
   messages. */
#include "progress.h"

/* "Preparing kernel 2 of 3: 33 %", and the number as GStreamer has it. */
static void
post (GstClProgress * progress, GstProgressType type, const gchar * what)
{
  g_autofree gchar *text = g_strdup_printf ("%c%s: %d %%",
      g_ascii_toupper (*what), what + 1, progress->percent);
  GstMessage *message;

  if (type == GST_PROGRESS_TYPE_CONTINUE && g_str_equal (what, progress->what))
    return;
  g_strlcpy (progress->what, what, sizeof progress->what);
  message = gst_message_new_progress (GST_OBJECT (progress->element), type,
      "compile", text);
  gst_structure_set (gst_message_writable_structure (message),
      "percent", G_TYPE_INT, progress->percent, NULL);
  gst_element_post_message (progress->element, message);
}

bool
gst_cl_progress_update (double fraction, const char *what, void *user_data)
{
  GstClProgress *progress = user_data;
  guint n_plans = MAX (progress->n_plans, 1);
  gdouble whole = (progress->n_done + fraction) / n_plans;

  if (progress->started)
    progress->percent = CLAMP ((gint) (100 * whole), progress->percent, 99);
  if (fraction < 1)
    post (progress, progress->started ? GST_PROGRESS_TYPE_CONTINUE
        : GST_PROGRESS_TYPE_START, what);
  else
    progress->n_done++;
  progress->started = TRUE;
  return !g_atomic_int_get (progress->stopping);
}

void
gst_cl_progress_end (GstClProgress * progress, gboolean done)
{
  if (!progress->started)
    return;
  if (done)
    progress->percent = 100;
  post (progress, done ? GST_PROGRESS_TYPE_COMPLETE
      : g_atomic_int_get (progress->stopping) ? GST_PROGRESS_TYPE_CANCELED
      : GST_PROGRESS_TYPE_ERROR, done ? "prepared" : "not prepared");
}
