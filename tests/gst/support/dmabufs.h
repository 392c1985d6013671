/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * dmabufs.h: memory as cameras, decoders and displays have it: dma-bufs, made by
 * /dev/udmabuf where there is one. Elsewhere they are memfds, which GStreamer
 * takes for dma-bufs, and which can be mapped as these.
 */
#ifndef CLFFT_TEST_DMABUFS_H
#define CLFFT_TEST_DMABUFS_H

#include <gst/gst.h>

/* Memory of so many bytes of a new dma-buf. */
GstMemory *dmabufs_make (gsize size);

/* A copy of the bytes. */
GstMemory *dmabufs_copy (gconstpointer bytes, gsize size);

/* A pool of n buffers of one dma-buf each, which is not active yet. Those of
   video have a GstVideoMeta with these strides and offsets (NULL: as the format
   has them). */
GstBufferPool *dmabufs_make_pool (GstCaps * caps, gsize size, guint n,
    const gsize * offsets, const gint * strides);

#endif /* CLFFT_TEST_DMABUFS_H */
