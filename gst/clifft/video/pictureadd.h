/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * pictureadd.h: weighted overlap-add of blocks into pictures, in space and
 * time. A stack of blocks, as an inverse transform leaves it,
 *
 *   x[channel][block row][block column][picture][row][column]
 *
 * holds `depth` pictures from picture s on. Picture p is
 *
 *   y[p] = sum_s w[p - s] B(x_s)[p - s] / sum_s w^2[p - s]
 *
 * with the window w of time, and B the sum of the blocks with the weights of
 * dualwindow.h on both axes. Sums are in double precision, and those of
 * pictures that no stack reaches any more are not kept: stacks come in order,
 * one every `hop` pictures, and picture s + i of a stack is whole when
 * i < hop. Where a sum of squares is not above a bound, y is 0.
 *
 * Not thread-safe.
 */
#ifndef GST_CL_PICTURE_ADD_H
#define GST_CL_PICTURE_ADD_H

#include <gst/gst.h>
#include "dualwindow.h"

G_BEGIN_DECLS

typedef struct _GstClPictureAdd GstClPictureAdd;

/**
 * GstClPictureAddParams:
 * @n_channels: planes of a picture
 * @axes: rows, columns
 * @weights: of both axes, as gst_cl_dual_window_fill() writes them
 * @shape: rows and columns of a block in a stack, at least the sizes
 * @window: depth coefficients
 * @depth: pictures of a stack that are read
 * @shape_depth: pictures of a block in a stack, at least @depth
 * @hop: pictures from a stack to the next, at least 1
 * @least: bound of the sum of squares of @window
 * @is_double: numbers of a stack are gdouble, else gfloat
 *
 * The arrays are not copied.
 */
typedef struct
{
  guint n_channels;
  GstClBlockAxis axes[2];
  const gdouble *weights[2];
  guint shape[2];
  const gdouble *window;
  guint depth;
  guint shape_depth;
  guint hop;
  gdouble least;
  gboolean is_double;
} GstClPictureAddParams;

/* Bytes of the sums; G_MAXUINT64 if that is beyond 64 bits. */
guint64 gst_cl_picture_add_get_size (const GstClPictureAddParams * params);

/* Makes the sums; NULL with GST_RESOURCE_ERROR_NO_SPACE_LEFT. */
GstClPictureAdd *gst_cl_picture_add_new (const GstClPictureAddParams * params,
    GError ** error);
/* Accepts NULL. */
void gst_cl_picture_add_free (GstClPictureAdd * add);

/* Forgets all sums. */
void gst_cl_picture_add_restart (GstClPictureAdd * add);

/*
 * Adds picture i of a stack whose first picture is `first`, i rising from 0 to
 * depth - 1 within a stack. The picture first + i - hop, and all before it,
 * must have been taken.
 */
void gst_cl_picture_add_stack (GstClPictureAdd * add, gconstpointer stack,
    guint64 first, guint i);

/* The sums of a picture, [channel][row][column], and the factor that makes y of
   them: 0 if the picture cannot be restored. They are valid until the next
   call; nothing may be added to the picture after it. */
const gdouble *gst_cl_picture_add_take (GstClPictureAdd * add,
    guint64 picture, gdouble * factor);

G_END_DECLS

#endif /* GST_CL_PICTURE_ADD_H */
