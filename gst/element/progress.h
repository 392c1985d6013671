/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * progress.h: tells the bus while kernels are compiled: PROGRESS messages of
 * code `compile`, none if nothing had to be.
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
 */
typedef struct
{
  GstElement *element;
  const gint *stopping;
  gboolean started;
} GstClProgress;

/* A clfft_progress_function; user_data is the GstClProgress. */
bool gst_cl_progress_update (double fraction, const char *what,
    void *user_data);

/* COMPLETE, or CANCELED or ERROR, if anything was posted before. */
void gst_cl_progress_end (GstClProgress * progress, gboolean done);

G_END_DECLS

#endif /* GST_CL_PROGRESS_H */
