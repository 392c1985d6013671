/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.h: the work of clvideofilter on its device: a filter of the engine for
 * each group of planes, and what finds patterns.
 *
 * One thread at a time, but for gst_cl_session_get_stats().
 */
#ifndef GST_CL_VIDEO_FILTER_SESSION_H
#define GST_CL_VIDEO_FILTER_SESSION_H

#include "config.h"
#include "element/element.h"
#include "element/session.h"

G_BEGIN_DECLS

/* Begins with a GstClSession. */
typedef struct _GstClVideoFilterSession GstClVideoFilterSession;

/* Functions of a GstClElementClass. */
gpointer gst_cl_video_filter_session_open (GstClElement * element,
    GError ** error);
void gst_cl_video_filter_session_unconfigure (gpointer session);

/* Takes config in any case; plans stay where they serve. */
gboolean gst_cl_video_filter_session_configure (GstClVideoFilterSession *
    session, GstClVideoFilterConfig * config, GstCaps * caps,
    GstClProgress * progress, GError ** error);

/* Filters a picture; NULL with error. It may be the same one if nothing is to be
   done. */
GstBuffer *gst_cl_video_filter_session_run (GstClVideoFilterSession * session,
    GstBuffer * picture, GError ** error);

/* What is found next is posted, also if it was before. */
void gst_cl_video_filter_session_forget (GstClVideoFilterSession * session);

G_END_DECLS

#endif /* GST_CL_VIDEO_FILTER_SESSION_H */
