/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * overlapadd.h: weighted overlap-add. From frames x_k[i], i in [0, size), that
 * were cut with a window w and may have been changed since,
 *
 *   y[n] = sum_k w[n - f_k] x_k[n - f_k] / sum_k w^2[n - f_k]
 *
 * where f_k is the first sample of frame k: the least-squares estimate of
 * Griffin and Lim (1984), eq. 6. Frames may lie anywhere, and the window may
 * change between two frames: both sums are kept for each sample, in double
 * precision. Where the lower one is not above a bound, y is 0.
 *
 * Samples are counted from any origin. Not thread-safe.
 */
#ifndef GST_CL_OVERLAP_ADD_H
#define GST_CL_OVERLAP_ADD_H

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct _GstClOverlapAdd GstClOverlapAdd;

/**
 * GstClFrame:
 * @data: samples of all channels, %NULL: silence
 * @is_double: numbers are gdouble, else gfloat
 * @n_parts: 1: real; 2: complex, two neighbouring channels are its parts
 * @stride: numbers from one real or complex channel to the next
 * @is_mid_side: the two channels are (left + right) / 2 and
 *     (left - right) / 2; left and right are added
 *
 * One frame as a transform leaves it.
 */
typedef struct
{
  gconstpointer data;
  gboolean is_double;
  guint n_parts;
  gsize stride;
  gboolean is_mid_side;
} GstClFrame;

GstClOverlapAdd *gst_cl_overlap_add_new (guint n_channels);
/* Accepts NULL. */
void gst_cl_overlap_add_free (GstClOverlapAdd * ola);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClOverlapAdd, gst_cl_overlap_add_free)

/*
 * Sets the window of the frames to come: size coefficients, copied. y is 0
 * where the sum of squares is not above `least`. NULL: blocks are added up as they
 * are, and nothing is divided. Room for n_ahead samples
 * besides a frame is made at once; more is made when it is needed. FALSE with
 * GST_RESOURCE_ERROR_NO_SPACE_LEFT; nothing is changed then.
 */
gboolean gst_cl_overlap_add_set_window (GstClOverlapAdd * ola,
    const gdouble * window, guint size, gdouble least, gsize n_ahead,
    GError ** error);

/* Forgets all sums. Sample `next` is the first one to be taken. */
void gst_cl_overlap_add_restart (GstClOverlapAdd * ola, gint64 next);

/* Adds a frame without the part before the next sample. FALSE with
   GST_RESOURCE_ERROR_NO_SPACE_LEFT; nothing is added then. */
gboolean gst_cl_overlap_add_frame (GstClOverlapAdd * ola, gint64 first,
    const GstClFrame * frame, GError ** error);

/* The next sample to be taken, and one past the last that a frame reached. */
gint64 gst_cl_overlap_add_get_next (const GstClOverlapAdd * ola);
gint64 gst_cl_overlap_add_get_end (const GstClOverlapAdd * ola);

/* Writes y of the next n samples to dest[sample * n_channels + channel] and
   forgets their sums; 0 beyond the end. */
void gst_cl_overlap_add_take (GstClOverlapAdd * ola, gsize n, gdouble * dest);

G_END_DECLS

#endif /* GST_CL_OVERLAP_ADD_H */
