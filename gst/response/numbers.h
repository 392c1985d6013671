/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* numbers.h: a list of numbers that grows, and says where there is no memory for
   it instead of ending the process as GArray does. */
#ifndef GST_CL_NUMBERS_H
#define GST_CL_NUMBERS_H

#include <glib.h>

G_BEGIN_DECLS

/* All 0: an empty list. */
typedef struct
{
  gdouble *data;
  gsize n, room;
} GstClNumbers;

/* Makes room for n numbers in all; FALSE: there is no memory. */
gboolean gst_cl_numbers_reserve (GstClNumbers * numbers, gsize n);
gboolean gst_cl_numbers_add (GstClNumbers * numbers, gdouble number);
void gst_cl_numbers_clear (GstClNumbers * numbers);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GstClNumbers, gst_cl_numbers_clear)

G_END_DECLS

#endif /* GST_CL_NUMBERS_H */
