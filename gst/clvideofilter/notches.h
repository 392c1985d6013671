/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* notches.h: frequencies that are taken out, from the text of a property. Pure. */
#ifndef GST_CL_NOTCHES_H
#define GST_CL_NOTCHES_H

#include <glib.h>

G_BEGIN_DECLS

#define GST_CL_NOTCHES_MOST 64

/* Cycles a pixel, or a sample of a plane. */
typedef struct
{
  gdouble x, y;
} GstClNotch;

/**
 * GstClNotches:
 * @is_auto: they are found in each picture
 */
typedef struct
{
  gboolean is_auto;
  guint n;
  GstClNotch list[GST_CL_NOTCHES_MOST];
} GstClNotches;

/* Reads none, auto or a list; FALSE with an error of the property `notch`. Takes
   time in proportion to the text. */
gboolean gst_cl_notches_parse (GstClNotches * notches, const gchar * text,
    GError ** error);

G_END_DECLS

#endif /* GST_CL_NOTCHES_H */
