/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * numbers.h: reads numbers of a stream, of either precision and byte order and
 * of any alignment.
 */
#ifndef GST_CL_NUMBERS_H
#define GST_CL_NUMBERS_H

#include <glib.h>

G_BEGIN_DECLS

/**
 * GstClNumbers:
 * @is_double: gdouble, else gfloat
 * @is_swapped: in the byte order that is not the host's
 */
typedef struct
{
  gboolean is_double;
  gboolean is_swapped;
} GstClNumbers;

/* Reads number `at` of source. */
gdouble gst_cl_numbers_read (const GstClNumbers * numbers,
    const guint8 * source, gsize at);

/* Reads the first n_numbers of source; what single precision cannot hold
   becomes infinite. */
void gst_cl_numbers_to_floats (const GstClNumbers * numbers,
    const guint8 * source, gsize n_numbers, gfloat * dest);

G_END_DECLS

#endif /* GST_CL_NUMBERS_H */
