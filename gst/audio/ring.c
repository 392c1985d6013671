/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* ring.c: copies to and from the places of a ring. */
#include "ring.h"

#include <string.h>

/* Returns how many of n samples stand side by side; *place: the first of
   them. */
static guint64
find_run (const GstClRing * ring, guint plane, guint64 first, guint64 n,
    guint8 ** place)
{
  guint64 at = first % ring->capacity;

  *place = ring->bytes + (plane * ring->capacity + at) * ring->unit;
  return MIN (n, ring->capacity - at);
}

gboolean
gst_cl_ring_reserve (GstClRing * ring, guint64 capacity, guint64 end,
    guint64 n)
{
  GstClRing larger = *ring;
  guint64 size, run, left;
  guint8 *place;
  guint p;

  larger.capacity = capacity;
  if (!g_uint64_checked_mul (&size, capacity, ring->unit)
      || !g_uint64_checked_mul (&size, size, ring->n_planes)
      || size > G_MAXSIZE || !(larger.bytes = g_try_malloc (size)))
    return FALSE;
  for (p = 0; p < ring->n_planes; p++)
    for (left = n; left > 0; left -= run) {
      run = find_run (ring, p, end - left, left, &place);
      gst_cl_ring_write (&larger, p, end - left, run, place);
    }
  g_free (ring->bytes);
  *ring = larger;
  return TRUE;
}

void
gst_cl_ring_free (GstClRing * ring)
{
  g_clear_pointer (&ring->bytes, g_free);
  ring->capacity = 0;
}

void
gst_cl_ring_write (GstClRing * ring, guint plane, guint64 first, guint64 n,
    const guint8 * samples)
{
  guint64 run;
  guint8 *place;

  for (; n > 0; n -= run, first += run) {
    run = find_run (ring, plane, first, n, &place);
    if (samples) {
      memcpy (place, samples, run * ring->unit);
      samples += run * ring->unit;
    } else {
      memset (place, 0, run * ring->unit);
    }
  }
}

void
gst_cl_ring_read (const GstClRing * ring, guint plane, guint64 first,
    guint64 n, guint8 * samples)
{
  guint64 run;
  guint8 *place;

  for (; n > 0; n -= run, first += run, samples += run * ring->unit) {
    run = find_run (ring, plane, first, n, &place);
    memcpy (samples, place, run * ring->unit);
  }
}
