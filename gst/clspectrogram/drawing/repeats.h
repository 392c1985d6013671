/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * repeats.h: buffers that show a picture which was drawn before. They share its
 * memory and have times of their own; who writes into one gets a copy of it.
 */
#ifndef GST_CL_REPEATS_H
#define GST_CL_REPEATS_H

#include <gst/gst.h>

G_BEGIN_DECLS

/* A pool of buffers without memory; NULL with error. (gst_cl_repeats_free) */
GstBufferPool *gst_cl_repeats_new (GError ** error);

/* Buffers that are still in use stay as they are. May be NULL. */
void gst_cl_repeats_free (GstBufferPool * repeats);

/* (transfer full): a buffer with the memory and the metas of that picture, which
   goes back to its own pool after the last of them. NULL with error. */
GstBuffer *gst_cl_repeats_acquire (GstBufferPool * repeats,
    GstBuffer * picture, GError ** error);

G_END_DECLS

#endif /* GST_CL_REPEATS_H */
