/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * progress.h: an element's PROGRESS messages while kernels are compiled.
 */
#ifndef GST_CL_PROGRESS_H
#define GST_CL_PROGRESS_H

#include <gst/gst.h>
#include <stdbool.h>

G_BEGIN_DECLS

/**
 * GstClProgress:
 * @element: posts the messages
 * @stopping: atomic; the element gives up when it is not 0
 * @started: a message was posted
 *
 * Lives on the stack of whoever makes plans.
 */
typedef struct
{
  GstElement *element;
  const gint *stopping;
  gboolean started;
} GstClProgress;

/* A clfft_progress_function; user_data is a GstClProgress. */
bool gst_cl_progress_report (double fraction, const char *what,
    void *user_data);

/* Says how it ended, if it ever began. */
void gst_cl_progress_end (GstClProgress * progress, gboolean done);

G_END_DECLS

#endif /* GST_CL_PROGRESS_H */
