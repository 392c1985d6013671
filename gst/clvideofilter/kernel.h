/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel.h: a kernel of two dimensions, from the text of a property or from the
   file of a picture. Pure. */
#ifndef GST_CL_KERNEL_H
#define GST_CL_KERNEL_H

#include <glib.h>

G_BEGIN_DECLS

#define GST_CL_KERNEL_MOST 255  /* columns, and rows */

/**
 * GstClKernel:
 * @width, @height: odd
 * @taps: [row][column]
 */
typedef struct
{
  guint width, height;
  gdouble taps[];
} GstClKernel;

/* NULL if there is no memory. */
GstClKernel *gst_cl_kernel_new (guint width, guint height);
void gst_cl_kernel_free (GstClKernel * kernel);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClKernel, gst_cl_kernel_free)

/* Divides by the sum, unless that is 0 but for rounding. */
void gst_cl_kernel_normalize (GstClKernel * kernel);

/* Reads the text of the property `kernel`; NULL with an error of it. Takes time
   in proportion to the text. */
GstClKernel *gst_cl_kernel_parse (const gchar * text, gboolean normalize,
    GError ** error);

/* Reads the picture of the property `kernel-file`, which is opened as a file and
   as nothing else; NULL with error. */
GstClKernel *gst_cl_kernel_load (const gchar * path, gboolean normalize,
    GError ** error);

/* For readers of pictures: whether both sizes are odd and not too large; FALSE
   with an error that begins with `what`. */
gboolean gst_cl_kernel_check_size (const gchar * what, guint64 width,
    guint64 height, GError ** error);

G_END_DECLS

#endif /* GST_CL_KERNEL_H */
