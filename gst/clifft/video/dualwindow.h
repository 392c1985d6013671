/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * dualwindow.h: puts one axis of a picture together again that was cut into
 * windowed blocks. Block b reads w[i] at pixel s_b + i, s_b = b hop - lead; from
 * the blocks as they were read, or changed since, a pixel is
 *
 *   y[p] = sum_b v_b[p - s_b] x_b[p - s_b],
 *   v_b[i] = w[i] / D[s_b + i],   D[p] = sum_b w^2[p - s_b]
 *
 * the least-squares estimate of Griffin and Lim (1984), eq. 6, where the sum
 * has the blocks alone that there are: towards the borders they are fewer.
 * What is separable in two axes stays so: the weights multiply.
 */
#ifndef GST_CL_DUAL_WINDOW_H
#define GST_CL_DUAL_WINDOW_H

#include <glib.h>

G_BEGIN_DECLS

/**
 * GstClBlockAxis:
 * @length: pixels of the axis
 * @n_blocks: blocks on it
 * @size: pixels of a block
 * @hop: from one block to the next, at least 1
 * @lead: pixels of the first block before the axis, below @size
 */
typedef struct
{
  guint length;
  guint n_blocks;
  guint size;
  guint hop;
  guint lead;
} GstClBlockAxis;

/* Finds the pixels of the axis that block b has: *n of them from pixel *first
   on, which is its pixel *skip. */
void gst_cl_block_axis_find (const GstClBlockAxis * axis, guint b,
    guint * skip, guint64 * first, guint * n);

/*
 * Writes the n_blocks * size weights v of the blocks; they are 0 beyond the
 * axis and where D is 0. *lowest and *highest are the bounds of D over the
 * axis, *at is the pixel of the lowest. A coefficient below DBL_EPSILON of the
 * largest counts as 0. FALSE if there is no memory for the sums.
 */
gboolean gst_cl_dual_window_fill (const GstClBlockAxis * axis,
    const gdouble * window, gdouble * weights, gdouble * lowest,
    gdouble * highest, guint * at);

G_END_DECLS

#endif /* GST_CL_DUAL_WINDOW_H */
