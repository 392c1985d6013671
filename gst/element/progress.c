/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* progress.c: turns calls of the engine's progress function into PROGRESS
   messages. */
#include "progress.h"

#include "clfft/spectrum.h"

/* Shorter work posts nothing. */
#define SHORT (G_USEC_PER_SEC / 2)

/* Of this thread. */
static GPrivate watching;

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

/* A clfft_progress_function. */
static bool
on_work (double fraction, const char *what, void *user_data)
{
  GstClProgress *progress = user_data;
  g_autofree gchar *text = NULL;

  if (g_get_monotonic_time () - progress->watched_since < SHORT)
    return !g_atomic_int_get (progress->stopping);
  text = g_strdup_printf ("computing %s", what);
  /* 1 would be a plan that is ready */
  return gst_cl_progress_update (MIN (fraction, 0.99), text, progress);
}

void
gst_cl_progress_watch (GstClProgress * progress)
{
  if (progress)
    progress->watched_since = g_get_monotonic_time ();
  g_private_set (&watching, progress);
  clfft_spectrum_watch (progress ? on_work : NULL, progress);
}

/* A clfft_progress_function. */
static bool
is_wanted (double fraction, const char *what, void *stopping)
{
  return !g_atomic_int_get ((const gint *) stopping);
}

void
gst_cl_progress_watch_flag (const gint * stopping)
{
  clfft_spectrum_watch (stopping ? is_wanted : NULL, (gpointer) stopping);
}

gboolean
gst_cl_progress_may_go_on (guint64 done, guint64 all, const gchar * what)
{
  GstClProgress *progress = g_private_get (&watching);

  return !progress || on_work ((gdouble) done / all, what, progress);
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
