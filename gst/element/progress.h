/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * progress.h: posts PROGRESS messages of code `compile` on the bus while plans
 * are made: START at 0 %, COMPLETE at 100 %, and never less than before. The
 * field percent has the number that the text ends with.
 *
 *   GstClProgress progress = { element, &self->stopping };
 *   params.progress = gst_cl_progress_update;
 *   params.progress_data = &progress;
 *   done = ... clfft_plan_create (...);
 *   gst_cl_progress_end (&progress, done);
 */
#ifndef GST_CL_PROGRESS_H
#define GST_CL_PROGRESS_H

#include <gst/gst.h>
#include <stdbool.h>

G_BEGIN_DECLS

/**
 * GstClProgress:
 * @element: who posts
 * @stopping: atomic: not 0: give up
 * @started: whether a message was posted
 * @n_plans: how many are made while it lives, one after another; 0: one
 * @n_done: of these, ready
 * @percent: in the last message
 * @what: the engine's text in the last message: one message tells it
 * @watched_since: monotonic time: gst_cl_progress_watch()
 */
typedef struct
{
  GstElement *element;
  const gint *stopping;
  gboolean started;
  guint n_plans, n_done;
  gint percent;
  gchar what[160];
  gint64 watched_since;
} GstClProgress;

/* A clfft_progress_function; user_data is the GstClProgress. */
bool gst_cl_progress_update (double fraction, const char *what,
    void *user_data);

/*
 * Has all that computes coefficients on this thread, here and in the engine,
 * look at the flag of progress (NULL: of none), and tell how far it is once that
 * takes long: nothing is posted of what is short.
 */
void gst_cl_progress_watch (GstClProgress * progress);

/* Has the engine look at the flag alone (NULL: at none) on this thread: nothing
   is posted. */
void gst_cl_progress_watch_flag (const gint * stopping);

/* For loops of one's own over many numbers, every few milliseconds: whether to
   go on; what: as "a window". */
gboolean gst_cl_progress_may_go_on (guint64 done, guint64 all,
    const gchar * what);

/* Posts COMPLETE, or CANCELED or ERROR, if anything was posted before. */
void gst_cl_progress_end (GstClProgress * progress, gboolean done);

G_END_DECLS

#endif /* GST_CL_PROGRESS_H */
