/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * ring.h: the newest samples of a stream, as a ring for each plane: sample i is
 * at i % capacity of it. What the samples are, and how many were written, is
 * its user's business.
 */
#ifndef GST_CL_RING_H
#define GST_CL_RING_H

#include <glib.h>

G_BEGIN_DECLS

/**
 * GstClRing:
 * @n_planes: channels, or 1 where they are interleaved
 * @unit: bytes of a sample in a plane
 * @capacity: samples of each plane
 *
 * With @n_planes and @unit set and 0 else it is empty.
 */
typedef struct
{
  guint n_planes;
  gsize unit;
  guint64 capacity;
  guint8 *bytes;
} GstClRing;

/* Makes room for `capacity` samples; the n before `end`, which were written and
   fit, stay. FALSE if there is no memory: nothing is changed then. */
gboolean gst_cl_ring_reserve (GstClRing * ring, guint64 capacity, guint64 end,
    guint64 n);
void gst_cl_ring_free (GstClRing * ring);

/* Copies n samples of a plane, at most capacity, from `first` of the stream on;
   NULL: zeros. */
void gst_cl_ring_write (GstClRing * ring, guint plane, guint64 first,
    guint64 n, const guint8 * samples);
void gst_cl_ring_read (const GstClRing * ring, guint plane, guint64 first,
    guint64 n, guint8 * samples);

G_END_DECLS

#endif /* GST_CL_RING_H */
