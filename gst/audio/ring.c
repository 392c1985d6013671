/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* ring.c: copies to and from the places of a ring. */
#include "ring.h"

#include <string.h>

guint64
gst_cl_ring_find (const GstClRing * ring, guint64 first, guint64 n,
    guint8 ** place)
{
  guint64 at = first % ring->capacity;

  *place = ring->bytes + at * ring->unit;
  return MIN (n, ring->capacity - at);
}

static gsize
get_distance (const GstClRing * ring)
{
  return ring->capacity * ring->unit;
}

gboolean
gst_cl_ring_reserve (GstClRing * ring, guint64 capacity, guint64 end,
    guint64 n)
{
  GstClRing larger = *ring;
  guint64 size, run;
  guint8 *place;

  larger.capacity = capacity;
  if (!g_uint64_checked_mul (&size, capacity, ring->unit)
      || !g_uint64_checked_mul (&size, size, ring->n_planes)
      || size > G_MAXSIZE || !(larger.bytes = g_try_malloc (size)))
    return FALSE;
  for (; n > 0; n -= run) {
    run = gst_cl_ring_find (ring, end - n, n, &place);
    gst_cl_ring_write (&larger, end - n, run, place, get_distance (ring));
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
gst_cl_ring_write (GstClRing * ring, guint64 first, guint64 n,
    const guint8 * planes, gsize stride)
{
  guint64 run;
  guint8 *place;
  guint p;

  for (; n > 0; n -= run, first += run) {
    run = gst_cl_ring_find (ring, first, n, &place);
    for (p = 0; p < ring->n_planes; p++)
      if (planes)
        memcpy (place + p * get_distance (ring), planes + p * stride,
            run * ring->unit);
      else
        memset (place + p * get_distance (ring), 0, run * ring->unit);
    if (planes)
      planes += run * ring->unit;
  }
}

void
gst_cl_ring_read (const GstClRing * ring, guint64 first, guint64 n,
    guint8 * planes, gsize stride)
{
  guint64 run;
  guint8 *place;
  guint p;

  for (; n > 0; n -= run, first += run, planes += run * ring->unit) {
    run = gst_cl_ring_find (ring, first, n, &place);
    for (p = 0; p < ring->n_planes; p++)
      memcpy (planes + p * stride, place + p * get_distance (ring),
          run * ring->unit);
  }
}
