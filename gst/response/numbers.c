/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* numbers.c: see numbers.h. */
#include "numbers.h"

gboolean
gst_cl_numbers_reserve (GstClNumbers * numbers, gsize n)
{
  gdouble *data;

  if (n <= numbers->room)
    return TRUE;
  n = MAX (n, MAX (64, 2 * numbers->room));
  data = g_try_realloc_n (numbers->data, n, sizeof *data);
  if (!data)
    return FALSE;
  numbers->data = data;
  numbers->room = n;
  return TRUE;
}

gboolean
gst_cl_numbers_add (GstClNumbers * numbers, gdouble number)
{
  if (!gst_cl_numbers_reserve (numbers, numbers->n + 1))
    return FALSE;
  numbers->data[numbers->n++] = number;
  return TRUE;
}

void
gst_cl_numbers_clear (GstClNumbers * numbers)
{
  g_clear_pointer (&numbers->data, g_free);
  numbers->n = numbers->room = 0;
}
