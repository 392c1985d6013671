/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* numbers.c: copies numbers out of unaligned memory and swaps their bytes where
   needed. */
#include "numbers.h"

#include <string.h>

gdouble
gst_cl_numbers_read (const GstClNumbers * numbers, const guint8 * source,
    gsize at)
{
  if (numbers->is_double) {
    union
    {
      guint64 bits;
      gdouble value;
    } number;

    memcpy (&number, source + 8 * at, 8);
    if (numbers->is_swapped)
      number.bits = GUINT64_SWAP_LE_BE (number.bits);
    return number.value;
  } else {
    union
    {
      guint32 bits;
      gfloat value;
    } number;

    memcpy (&number, source + 4 * at, 4);
    if (numbers->is_swapped)
      number.bits = GUINT32_SWAP_LE_BE (number.bits);
    return number.value;
  }
}

void
gst_cl_numbers_to_floats (const GstClNumbers * numbers, const guint8 * source,
    gsize n_numbers, gfloat * dest)
{
  gsize i;

  if (!numbers->is_double && !numbers->is_swapped) {
    memcpy (dest, source, n_numbers * sizeof *dest);
    return;
  }
  for (i = 0; i < n_numbers; i++)
    dest[i] = gst_cl_numbers_read (numbers, source, i);
}
