/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * audio/test-ring.c: claims about rings of samples, against a stream that is
 * kept whole: whatever sizes, planes and order of calls are. No device is used.
 */
#include <string.h>

#include <gst/gst.h>

#include "audio/ring.h"
#include "support/test.h"

#define MOST_PLANES 4
#define MOST_UNIT 8
#define MOST_SAMPLES 4000

/* All that was written, [plane][sample]. */
static guint8 stream[MOST_PLANES][MOST_SAMPLES * MOST_UNIT];

/* The next n samples: noise or, without samples, zeros. */
static void
append (GstClRing * ring, guint64 first, guint64 n, gboolean is_zero)
{
  gsize i, size = n * ring->unit, at = first * ring->unit;
  guint p;

  for (p = 0; p < ring->n_planes; p++) {
    for (i = 0; i < size; i++)
      stream[p][at + i] = is_zero ? 0 : test_random ();
    gst_cl_ring_write (ring, p, first, n, is_zero ? NULL : stream[p] + at);
  }
}

static void
check_read (const GstClRing * ring, guint64 first, guint64 n)
{
  gsize size = n * ring->unit;
  g_autofree guint8 *got = g_malloc (size + 1);
  guint p;

  for (p = 0; p < ring->n_planes; p++) {
    memset (got, 0xa5, size + 1);
    gst_cl_ring_read (ring, p, first, n, got);
    TEST_CHECK (memcmp (got, stream[p] + first * ring->unit, size) == 0,
        "%" G_GUINT64_FORMAT " samples of %" G_GSIZE_FORMAT " bytes from %"
        G_GUINT64_FORMAT " on of %" G_GUINT64_FORMAT ", plane %u of %u", n,
        ring->unit, first, ring->capacity, p, ring->n_planes);
    TEST_CHECK (got[size] == 0xa5, "the byte behind plane %u was written", p);
  }
}

static void
rings_have_the_newest_samples (void)
{
  guint round;

  for (round = 0; round < 200; round++) {
    GstClRing ring = { 1 + test_random () % MOST_PLANES,
      1 + test_random () % MOST_UNIT
    };
    guint64 end = 0, n_kept = 0, n;

    gst_cl_ring_reserve (&ring, 1 + test_random () % 30, 0, 0);
    while (end + ring.capacity < MOST_SAMPLES && ring.capacity < 2000) {
      n = test_random () % (ring.capacity + 1);
      append (&ring, end, n, test_random () % 4 == 0);
      end += n;
      n_kept = MIN (n_kept + n, ring.capacity);
      n = test_random () % (n_kept + 1);
      check_read (&ring, end - n_kept + test_random () % (n_kept - n + 1), n);
      if (test_random () % 8)
        continue;
      /* what is kept may be less than there was room for */
      n_kept = test_random () % (n_kept + 1);
      TEST_CHECK (gst_cl_ring_reserve (&ring, MAX (1, n_kept)
              + test_random () % 40, end, n_kept), "no memory");
      check_read (&ring, end - n_kept, n_kept);
    }
    gst_cl_ring_free (&ring);
  }
}

static void
rings_that_do_not_fit_are_refused (void)
{
  GstClRing ring = { 2, 8 };

  gst_cl_ring_reserve (&ring, 3, 0, 0);
  append (&ring, 0, 3, FALSE);
  TEST_CHECK (!gst_cl_ring_reserve (&ring, G_MAXSIZE / 4, 3, 3), "it wrapped");
  TEST_CHECK (!gst_cl_ring_reserve (&ring, G_MAXUINT64 / 3, 3, 3), "it wrapped");
  TEST_CHECK (ring.capacity == 3, "it changed");
  check_read (&ring, 0, 3);
  gst_cl_ring_free (&ring);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (rings_have_the_newest_samples),
    TEST (rings_that_do_not_fit_are_refused),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
