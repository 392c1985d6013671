/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* picturerings.c: sorts the bins of a picture's spectrum by spatial
   frequency. */
#include "picturerings.h"

#include <math.h>
#include <string.h>

/* The ring of a bin of one side; at least n_rings: none. */
static guint
get_ring (const guint n[2], guint kx, guint ky)
{
  gdouble longest = MAX (n[0], n[1]);
  gdouble x = kx * longest / n[0];
  gdouble y = MIN (ky, n[1] - ky) * longest / n[1];

  return (guint) floor (sqrt (x * x + y * y) + 0.5);
}

/* Bins between two looks whether to go on. */
#define LOOK 65536

/* The weight of a bin, with that of the other side, which is not stored. */
static guint
get_weight (const guint n[2], guint kx)
{
  return kx == 0 || 2 * kx == n[0] ? 1 : 2;
}

gboolean
gst_cl_picture_rings_sort (const guint n[2], guint n_rings, guint32 * first,
    guint32 * bin, gdouble * weight,
    gboolean (*may_go_on) (guint64 done, guint64 all))
{
  g_autofree guint64 *total = g_try_new0 (guint64, n_rings);
  g_autofree guint32 *next = g_try_new (guint32, n_rings);
  guint n_bins = n[0] / 2 + 1, kx, ky, ring;
  guint64 n_all = 2 * (guint64) n_bins * n[1], n_done = 0;

  if (!total || !next)
    return FALSE;
  memset (first, 0, (n_rings + 1) * sizeof *first);
  for (ky = 0; ky < n[1]; ky++) {
    for (kx = 0; kx < n_bins; kx++, n_done++) {
      if (n_done % LOOK == 0 && may_go_on && !may_go_on (n_done, n_all))
        return FALSE;
      ring = get_ring (n, kx, ky);
      if (ring >= n_rings)
        continue;
      first[ring + 1]++;
      total[ring] += get_weight (n, kx);
    }
  }
  for (ring = 0; ring < n_rings; ring++) {
    next[ring] = first[ring];
    first[ring + 1] += first[ring];
  }
  for (ky = 0; ky < n[1]; ky++) {
    for (kx = 0; kx < n_bins; kx++, n_done++) {
      if (n_done % LOOK == 0 && may_go_on && !may_go_on (n_done, n_all))
        return FALSE;
      ring = get_ring (n, kx, ky);
      if (ring >= n_rings)
        continue;
      bin[next[ring]] = ky * n_bins + kx;
      weight[next[ring]++] = (gdouble) get_weight (n, kx) / total[ring];
    }
  }
  return TRUE;
}
