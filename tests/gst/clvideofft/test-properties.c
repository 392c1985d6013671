/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clvideofft/test-properties.c: claims about sizes beyond memory, and what a change
 * while it plays leaves of a stream; others hold for any element (conformance).
 */
#include <math.h>
#include <stdio.h>

#include "support/test.h"
#include "views.h"

#define WIDTH 64
#define HEIGHT 48

static Views *
open_views (const gchar * properties)
{
  Views *v = views_new (properties);

  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, WIDTH, HEIGHT, 25, 1);
  return v;
}

/* What is refused at its place in the stream, with what was begun kept. */
static void
a_frame_that_was_begun_survives_a_wrong_value (void)
{
  static const WatchFeed feed = { "clvideofft depth=3", "video/x-raw, "
        "format=GRAY8, width=64, height=48, framerate=25/1", NULL, 3072,
    40 * GST_MSECOND
  };
  Watch *v = watch_new_feed (&feed, "", 0);
  Watch *plain = watch_new_feed (&feed, "", 0);

  watch_feed (v, 2);
  g_object_set (v->element, "block-width", 7, NULL);
  watch_feed (v, 2);
  watch_feed (plain, 4);
  TEST_CHECK (v->n_warnings == 1 && v->n_caps == 1 && v->stamps->len == 2,
      "%u warnings, %u frames", v->n_warnings, v->stamps->len);
  watch_check_same (v, plain, "depth=3");
  views_free (v);
  views_free (plain);
}

/* What one buffer of the device or the stream format cannot hold is refused
   before anything is allocated. */
static void
sizes_beyond_memory_are_reported_before_allocation (void)
{
  static const struct
  {
    const gchar *properties;
    guint width, height;
    const gchar *word;
  } rows[] = {
    {"depth=100000", 640, 480, "depth is 100000"},
    {"", 32767, 32767, "134217728"},
    {"", 16385, 8192, "134217728"},
    {"", 16384, 8200, "134217728"},
    {"", 15361, 8640, "set zero-pad-width"},
    {"", 7680, 4319, "set zero-pad-height"},
    {"", 8191, 8192, "set zero-pad-width"},
    {"block-width=8 block-height=8 block-overlap-x=7 block-overlap-y=7", 3840,
        2160, "2147483647"},
    {"zero-pad-width=67108864 zero-pad-height=67108864 reduce=radial "
        "quantity=power", 64, 48, "bins"},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    Views *v = views_new (rows[i].properties);
    guint64 before = views_get_stat (v, "memories");

    views_set_format (v, GST_VIDEO_FORMAT_GRAY8, rows[i].width,
        rows[i].height, 25, 1);
    TEST_CHECK (v->n_errors == 1 && strstr (v->error, rows[i].word),
        "%s: %u errors: %s", rows[i].properties, v->n_errors, v->error);
    TEST_CHECK (views_get_stat (v, "memories") == before, "%s: allocated",
        rows[i].properties);
    views_free (v);
  }
}

/* ---- live changes, objects, states ---- */

static void
a_live_change_gives_what_was_begun_and_renegotiates (void)
{
  Views *v = open_views ("depth=4");

  views_push_noise (v, 0, 2);
  TEST_CHECK (views_n_frames (v) == 0 && v->n_caps == 1, "%u frames",
      views_n_frames (v));
  g_object_set (v->element, "block-width", 16, "depth", 1, NULL);
  views_push_noise (v, 2, 1);
  TEST_REQUIRE (views_n_frames (v) == 2 && v->n_caps == 2, "%u frames: %s",
      views_n_frames (v), v->error);
  TEST_CHECK (views_stamp (v, 0)->offset_end == 2
      && views_stamp (v, 0)->pts == 0 && v->info.rank == 2
      && v->info.blocks[1] == 4 && views_stamp (v, 1)->pts
      == 80 * GST_MSECOND && !views_stamp (v, 1)->discont, "%u blocks",
      v->info.blocks[1]);
  /* what is set to what it was changes nothing */
  g_object_set (v->element, "depth", 1, NULL);
  views_push_noise (v, 3, 1);
  TEST_CHECK (v->n_caps == 2 && views_n_frames (v) == 3
      && views_stamp (v, 2)->offset == 1, "%u caps", v->n_caps);
  views_free (v);
}

static void
stats_count_what_was_done (void)
{
  Views *v = open_views ("block-width=16 block-height=16 depth=2");
  GstStructure *stats;

  views_push_noise (v, 0, 6);
  TEST_CHECK (views_get_stat (v, "frames") == 5
      && views_get_stat (v, "transforms") == 5 * 12
      && views_get_stat (v, "pictures") == 6
      && views_get_stat (v, "bytes") == 5 * 2 * WIDTH * HEIGHT,
      "wrong numbers");
  g_object_get (v->element, "stats", &stats, NULL);
  TEST_CHECK (strlen (gst_structure_get_string (stats, "plan")) > 0
      && strlen (gst_structure_get_string (stats, "device")) > 0, "no names");
  gst_structure_free (stats);
  views_free (v);
}

/* ---- the largest depth ---- */

/* "depth is D, but must be at most M: ... have B bytes, and ... has at most L
   bytes": all of one unit. */
static gboolean
read_limit (const Views * v, guint * depth, guint64 * size, guint64 * limit)
{
  const gchar *have = v->error ? strstr (v->error, "have ") : NULL;
  const gchar *most = have ? strstr (have, "at most ") : NULL;

  return v->n_errors == 1 && most
      && sscanf (v->error, "depth is %*u, but must be at most %u:", depth) == 1
      && sscanf (have, "have %" G_GUINT64_FORMAT " bytes", size) == 1
      && sscanf (most, "at most %" G_GUINT64_FORMAT " bytes", limit) == 1
      && *size > *limit;
}

static Views *
open_depth (const gchar * properties, guint depth)
{
  g_autofree gchar *all = g_strdup_printf ("depth=%u %s", depth, properties);
  Views *v = views_new (all);

  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 640, 480, 25, 1);
  return v;
}

/* Tells the depth that the limit of the stream format leaves or, on a device
   that a layer makes smaller, the device's. */
static guint
find_largest_depth (const gchar * properties)
{
  gboolean is_small = g_getenv ("CLFFT_LAYER_PROFILE") != NULL;
  guint depth = 100000, reported = 0;
  guint64 size, limit = G_MAXUINT64;

  do {
    Views *v = open_depth (properties, depth);

    TEST_CHECK (read_limit (v, &reported, &size, &limit) && reported < depth,
        "%s depth=%u: %u errors: %s", properties, depth, v->n_errors, v->error);
    views_free (v);
    if (reported >= depth)
      break;
    depth = reported;
  } while (is_small && limit == GST_FOURIER_MAX_FRAME_SIZE);
  return depth;
}

/* Spectra, samples and what lies between passes are the largest in turn. What
   would take gigabytes is not tried. */
static void
the_largest_depth_that_is_reported_is_the_largest (void)
{
  static const gchar *const lines[] = { "", "quantity=db",
    "quantity=db sides=centered", "component=all zero-pad-width=1280",
    "block-width=16 block-height=16 quantity=power"
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (lines); i++) {
    guint depth = find_largest_depth (lines[i]), reported = 0;
    Views *v = open_depth (lines[i], depth + 1);
    guint64 size, limit;

    TEST_CHECK (read_limit (v, &reported, &size, &limit) && reported <= depth,
        "%s depth=%u: %u errors: %s", lines[i], depth + 1, v->n_errors,
        v->error);
    views_free (v);
    if (!g_getenv ("CLFFT_LAYER_PROFILE"))
      continue;
    v = open_depth (lines[i], depth);
    TEST_CHECK (v->n_errors == 0, "%s depth=%u: %s", lines[i], depth, v->error);
    views_free (v);
  }
}

TEST_MAIN (TEST (a_frame_that_was_begun_survives_a_wrong_value),
    TEST (sizes_beyond_memory_are_reported_before_allocation),
    TEST (the_largest_depth_that_is_reported_is_the_largest),
    TEST (a_live_change_gives_what_was_begun_and_renegotiates),
    TEST (stats_count_what_was_done))
