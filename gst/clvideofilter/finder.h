/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* finder.h: the patterns in the planes of pictures, found on the device as far as
   spectra go, and on the host. One thread at a time. */
#ifndef GST_CL_FINDER_H
#define GST_CL_FINDER_H

#include "config.h"
#include "element/commands/source.h"
#include "patterns.h"

G_BEGIN_DECLS

typedef struct _GstClFinder GstClFinder;

/* For planes of the config, which is borrowed; NULL with error. It takes its bytes
   from those in *room. */
GstClFinder *gst_cl_finder_new (GstClSession * session,
    const GstClVideoFilterConfig * config, guint64 * room,
    GstClProgress * progress, GError ** error);
void gst_cl_finder_free (GstClFinder * finder);

/* Looks through plane i of a group. Waits for the device. */
gboolean gst_cl_finder_look (GstClFinder * finder, GstClSession * session,
    const GstClVideoFilterConfig * config, const GstClSource * source,
    guint group, guint i, GstClPatterns * found, GError ** error);

G_END_DECLS

#endif /* GST_CL_FINDER_H */
