/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* dualwindow.c: computes the window that undoes another one in an
   overlap-add. */
#include "dualwindow.h"

#include <float.h>
#include <math.h>

/* w[i], or 0 where it is only rounding. */
static gdouble
get_weight (const gdouble * window, guint i, gdouble least)
{
  return fabs (window[i]) > least ? window[i] : 0;
}

static gdouble
get_least (const GstClBlockAxis * axis, const gdouble * window)
{
  gdouble largest = 0;
  guint i;

  for (i = 0; i < axis->size; i++)
    largest = MAX (largest, fabs (window[i]));
  return DBL_EPSILON * largest;
}

void
gst_cl_block_axis_find (const GstClBlockAxis * axis, guint b, guint * skip,
    guint64 * first, guint * n)
{
  guint64 begin = (guint64) b * axis->hop;

  *skip = begin < axis->lead ? axis->lead - begin : 0;
  *first = begin + *skip - axis->lead;
  *n = *skip < axis->size && *first < axis->length
      ? MIN (axis->size - *skip, axis->length - *first) : 0;
}

gboolean
gst_cl_dual_window_fill (const GstClBlockAxis * axis, const gdouble * window,
    gdouble * weights, gdouble * lowest, gdouble * highest, guint * at)
{
  gdouble *sums = g_try_new0 (gdouble, axis->length);
  gdouble least = get_least (axis, window);
  guint b, i, skip, n;
  guint64 first;

  if (!sums)
    return FALSE;
  for (b = 0; b < axis->n_blocks; b++) {
    gst_cl_block_axis_find (axis, b, &skip, &first, &n);
    for (i = 0; i < n; i++)
      sums[first + i] += get_weight (window, skip + i, least)
          * get_weight (window, skip + i, least);
  }
  *lowest = *highest = sums[0];
  *at = 0;
  for (i = 1; i < axis->length; i++) {
    *highest = MAX (*highest, sums[i]);
    if (sums[i] < *lowest) {
      *lowest = sums[i];
      *at = i;
    }
  }
  for (b = 0; b < axis->n_blocks; b++) {
    gst_cl_block_axis_find (axis, b, &skip, &first, &n);
    for (i = 0; i < axis->size; i++)
      *weights++ = i >= skip && i - skip < n && sums[first + i - skip] > 0
          ? get_weight (window, i, least) / sums[first + i - skip] : 0;
  }
  g_free (sums);
  return TRUE;
}
