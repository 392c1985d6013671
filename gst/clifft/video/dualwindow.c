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

gboolean
gst_cl_dual_window_fill (const GstClBlockAxis * axis, const gdouble * window,
    gdouble * weights, gdouble * lowest, gdouble * highest, guint * at)
{
  gdouble *sums = g_try_new0 (gdouble, axis->length);
  gdouble least = get_least (axis, window);
  guint64 pixel;
  guint b, i;

  if (!sums)
    return FALSE;
  for (b = 0; b < axis->n_blocks; b++) {
    pixel = (guint64) b * axis->hop;
    for (i = 0; i < axis->size && pixel < axis->length; i++, pixel++)
      sums[pixel] += get_weight (window, i, least)
          * get_weight (window, i, least);
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
    pixel = (guint64) b * axis->hop;
    for (i = 0; i < axis->size; i++, pixel++)
      *weights++ = pixel < axis->length && sums[pixel] > 0
          ? get_weight (window, i, least) / sums[pixel] : 0;
  }
  g_free (sums);
  return TRUE;
}
