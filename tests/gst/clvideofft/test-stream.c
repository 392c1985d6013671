/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clvideofft/test-stream.c: claims about which frames come out of a stream of
 * pictures, when they are, what events, gaps and changes do to them, and about
 * the caps and the memory that are negotiated.
 */
#include <math.h>

#include "gst/support/rig.h"
#include "support/test.h"
#include "views.h"

#define FPS_N 30000
#define FPS_D 1001

static GstClockTime
time_of (guint64 picture)
{
  return gst_util_uint64_scale (picture, FPS_D * GST_SECOND, FPS_N);
}

static Views *
open_views (const gchar * properties)
{
  Views *v = views_new (properties);

  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 24, 16, FPS_N, FPS_D);
  TEST_CHECK (v->n_errors == 0, "%s: %s", properties, v->error);
  return v;
}

/* The frame of these pictures, those beyond n_pictures being zeros. */
static gboolean
is_frame_of (const Views * v, guint frame, guint first, guint n_pictures,
    guint depth)
{
  gdouble *all = g_new0 (gdouble, 24 * 16 * depth);
  Block block = { all, 24, 16, depth, 0, 0, {24, 16, depth}, {24, 16, depth},
  {NULL, NULL, NULL}, FALSE
  };
  gdouble error;
  guint i, w, h;

  for (i = 0; i < n_pictures; i++) {
    GstBuffer *buffer = views_make_noise (&v->video, first + i);
    gdouble *values = views_get_values (&v->video, buffer, 0, &w, &h);

    memcpy (all + i * w * h, values, w * h * sizeof *values);
    g_free (values);
    gst_buffer_unref (buffer);
  }
  error = views_compare (v, views_at (v, frame, 0), &block,
      1.0 / (24 * 16 * depth), 2);
  g_free (all);
  return error < 1e-6;
}

/* ---- times ---- */

static void
check_frame (const Views * v, guint frame, guint first, guint n_pictures,
    guint depth)
{
  const ViewStamp *stamp = views_stamp (v, frame);

  TEST_CHECK (stamp->pts == time_of (first)
      && llabs ((gint64) (stamp->pts + stamp->duration
              - time_of (first + n_pictures))) <= 1, "frame %u: %"
      G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT, frame, stamp->pts,
      stamp->duration);
  TEST_CHECK (stamp->offset == first && stamp->offset_end
      == first + n_pictures, "frame %u: %" G_GUINT64_FORMAT "..%"
      G_GUINT64_FORMAT, frame, stamp->offset, stamp->offset_end);
  TEST_CHECK (stamp->discont == (frame == 0), "frame %u: discont %d", frame,
      stamp->discont);
  TEST_CHECK (is_frame_of (v, frame, first, n_pictures, depth),
      "frame %u is not of pictures %u to %u", frame, first,
      first + n_pictures - 1);
}

static void
every_frame_has_the_time_of_its_pictures (void)
{
  static const guint cases[][3] = {     /* depth, hop, pictures */
    {1, 1, 5}, {1, 3, 8}, {4, 1, 9}, {4, 4, 12}, {3, 2, 10}, {4, 3, 9},
    {2, 5, 13}, {8, 1, 5},
  };
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    guint depth = cases[i][0], hop = cases[i][1], n = cases[i][2];
    g_autofree gchar *properties = g_strdup_printf ("depth=%u "
        "temporal-hop=%u", depth, hop);
    Views *v = open_views (properties);
    guint n_whole, given;

    TEST_CHECK (v->info.hop == hop && v->info.depth == depth
        && v->info.fps_n * (guint64) FPS_D * hop
        == v->info.fps_d * (guint64) FPS_N, "%s: %u/%u", properties,
        v->info.fps_n, v->info.fps_d);
    views_push_noise (v, 0, n);
    n_whole = n < depth ? 0 : (n - depth) / hop + 1;
    TEST_REQUIRE (views_n_frames (v) == n_whole, "%s: %u frames, not %u",
        properties, views_n_frames (v), n_whole);
    views_push_event (v, gst_event_new_eos ());
    TEST_CHECK (v->n_eos && v->n_errors == 0, "%s: %s", properties, v->error);
    for (k = 0; k < n_whole; k++)
      check_frame (v, k, k * hop, depth, depth);
    /* one more if a picture is left that no frame has */
    given = n_whole == 0 ? 0 : (n_whole - 1) * hop + depth;
    if (n > MAX (given, n_whole * hop)) {
      TEST_REQUIRE (views_n_frames (v) == n_whole + 1, "%s: no last frame",
          properties);
      check_frame (v, n_whole, n_whole * hop, n - n_whole * hop, depth);
    } else {
      TEST_CHECK (views_n_frames (v) == n_whole, "%s: %u frames", properties,
          views_n_frames (v));
    }
    views_free (v);
  }
}

static void
a_variable_framerate_is_taken_with_the_times_of_buffers (void)
{
  Views *v = views_new ("");
  GstBuffer *buffer;
  guint i;

  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 24, 16, 0, 1);
  TEST_CHECK (v->info.fps_n == 0 && v->n_errors == 0, "%s", v->error);
  for (i = 0; i < 3; i++) {
    buffer = views_make_noise (&v->video, i);
    GST_BUFFER_DURATION (buffer) = 1000 + i;
    views_push (v, buffer, i * i * GST_SECOND);
    TEST_CHECK (views_n_frames (v) == i + 1
        && views_stamp (v, i)->pts == i * i * GST_SECOND
        && views_stamp (v, i)->duration == 1000 + i, "picture %u", i);
  }
  views_free (v);
  v = views_new ("depth=2");
  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 24, 16, 0, 1);
  TEST_CHECK (v->n_errors == 0 && v->n_warnings == 1
      && strstr (v->warning, "depth is 2")
      && strstr (v->warning, "must be 1"), "%u errors: %s", v->n_errors,
      v->error);
  views_free (v);
}

static void
latency_is_reported_and_follows_depth (void)
{
  Views *v = views_new ("depth=8");
  GstClockTime latency;

  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 24, 16, 25, 1);
  latency = gst_harness_query_latency (v->harness);
  TEST_CHECK (v->n_latency == 1 && latency == 7 * 40 * GST_MSECOND,
      "%u messages, %" G_GUINT64_FORMAT, v->n_latency, latency);
  g_object_set (v->element, "depth", 1, NULL);
  views_push_noise (v, 0, 1);
  latency = gst_harness_query_latency (v->harness);
  TEST_CHECK (v->n_latency == 2 && latency == 0, "%u messages, %"
      G_GUINT64_FORMAT, v->n_latency, latency);
  views_free (v);
}

/* ---- where a run ends ---- */

static void
push_flagged (Views * v, guint picture, guint flags)
{
  GstBuffer *buffer = views_make_noise (&v->video, picture);

  GST_BUFFER_FLAG_SET (buffer, flags);
  views_push (v, buffer, time_of (picture));
}

static void
a_discontinuity_ends_the_window_and_begins_another (void)
{
  Views *v = open_views ("depth=4 temporal-hop=2");
  const ViewStamp *stamp;

  views_push_noise (v, 0, 5);
  TEST_CHECK (views_n_frames (v) == 1, "%u frames", views_n_frames (v));
  push_flagged (v, 20, GST_BUFFER_FLAG_DISCONT);
  /* picture 4 was in no frame: [2, 5) and a zero */
  TEST_REQUIRE (views_n_frames (v) == 2, "%u frames", views_n_frames (v));
  check_frame (v, 1, 2, 3, 4);
  views_push_noise (v, 21, 3);
  TEST_REQUIRE (views_n_frames (v) == 3, "%u frames", views_n_frames (v));
  stamp = views_stamp (v, 2);
  TEST_CHECK (stamp->discont && stamp->offset == 0 && stamp->offset_end == 4
      && stamp->pts == time_of (20), "after it: %" G_GUINT64_FORMAT,
      stamp->offset);
  TEST_CHECK (is_frame_of (v, 2, 20, 4, 4), "pictures of both sides");
  views_free (v);
}

/* Files have no flags; a picture that is missing at depth 1 is only late. */
static void
a_missing_picture_ends_the_window_without_a_flag (void)
{
  Views *v = open_views ("depth=3"), *flat = open_views ("");
  guint first = 5 + test_random () % 100;

  views_push_noise (v, 0, 4);
  views_push_noise (v, first, 3);
  views_push_noise (v, 1, 3);
  TEST_REQUIRE (views_n_frames (v) == 4, "%u frames", views_n_frames (v));
  TEST_CHECK (is_frame_of (v, 1, 1, 3, 3) && is_frame_of (v, 2, first, 3, 3)
      && is_frame_of (v, 3, 1, 3, 3), "pictures of both sides");
  TEST_CHECK (!views_stamp (v, 1)->discont && views_stamp (v, 2)->discont
      && views_stamp (v, 3)->discont && views_stamp (v, 3)->offset == 0
      && views_stamp (v, 3)->pts == time_of (1), "marks");
  views_push_noise (flat, 0, 1);
  views_push_noise (flat, first, 1);
  TEST_CHECK (views_n_frames (flat) == 2 && !views_stamp (flat, 1)->discont
      && views_stamp (flat, 1)->offset == 1, "depth 1");
  views_free (flat);
  views_free (v);
}

/* What ends at the start lies before it, what begins at the stop behind. */
static void
pictures_outside_of_the_segment_are_left_out (void)
{
  guint trial;

  for (trial = 0; trial < 8; trial++) {
    guint depth = 1 + test_random () % 4, first = test_random () % 10;
    guint n = depth + test_random () % 5, i;
    g_autofree gchar *properties = g_strdup_printf ("depth=%u", depth);
    Views *v = open_views (properties);
    GstSegment segment;

    gst_segment_init (&segment, GST_FORMAT_TIME);
    segment.start = time_of (first) + (trial % 2 ? time_of (1) / 2 : 0);
    segment.stop = time_of (first + n) - (trial / 2 % 2 ? time_of (1) / 2 : 0);
    views_push_event (v, gst_event_new_segment (&segment));
    views_push_noise (v, 0, first + n + 6);
    views_push_event (v, gst_event_new_eos ());
    TEST_REQUIRE (views_n_frames (v) == n - depth + 1, "depth %u, %u pictures "
        "from %u on: %u frames", depth, n, first, views_n_frames (v));
    for (i = 0; i < n - depth + 1; i++)
      TEST_CHECK (views_stamp (v, i)->pts == time_of (first + i)
          && views_stamp (v, i)->offset == i
          && views_stamp (v, i)->discont == (i == 0)
          && is_frame_of (v, i, first + i, depth, depth), "frame %u", i);
    views_free (v);
  }
}

static void
a_gap_ends_what_spans_pictures (void)
{
  Views *v = open_views ("depth=3");
  Views *flat = open_views ("");

  views_push_noise (v, 0, 2);
  views_push_event (v, gst_event_new_gap (time_of (2), time_of (3)));
  TEST_REQUIRE (views_n_frames (v) == 1, "%u frames", views_n_frames (v));
  check_frame (v, 0, 0, 2, 3);
  views_push_noise (v, 5, 3);
  TEST_REQUIRE (views_n_frames (v) == 2, "%u frames", views_n_frames (v));
  TEST_CHECK (views_stamp (v, 1)->discont && is_frame_of (v, 1, 5, 3, 3),
      "after the gap");
  views_push_noise (flat, 0, 1);
  views_push_event (flat, gst_event_new_gap (time_of (1), time_of (3)));
  views_push_noise (flat, 4, 1);
  TEST_CHECK (views_n_frames (flat) == 2 && !views_stamp (flat, 1)->discont,
      "%u frames", views_n_frames (flat));
  views_free (flat);
  views_free (v);
}

static void
new_caps_amid_a_window_give_what_was_begun (void)
{
  Views *v = open_views ("depth=3");

  views_push_noise (v, 0, 2);
  TEST_CHECK (views_n_frames (v) == 0, "too early");
  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 16, 24, FPS_N, FPS_D);
  TEST_REQUIRE (views_n_frames (v) == 1 && v->n_caps == 2, "%u frames: %s",
      views_n_frames (v), v->error);
  TEST_CHECK (views_stamp (v, 0)->offset_end == 2, "%" G_GUINT64_FORMAT,
      views_stamp (v, 0)->offset_end);
  TEST_CHECK (v->info.shape[1] == 24 && v->info.shape[2] == 16, "%u",
      v->info.shape[2]);
  views_push_noise (v, 2, 3);
  TEST_CHECK (views_n_frames (v) == 2 && views_stamp (v, 1)->offset == 0
      && views_stamp (v, 1)->pts == time_of (2), "%u frames",
      views_n_frames (v));
  views_free (v);
}

static void
equal_caps_change_nothing (void)
{
  Views *v = open_views ("depth=3");

  views_push_noise (v, 0, 2);
  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 24, 16, FPS_N, FPS_D);
  TEST_CHECK (views_n_frames (v) == 0 && v->n_caps == 1, "%u frames",
      views_n_frames (v));
  views_push_noise (v, 2, 1);
  TEST_CHECK (views_n_frames (v) == 1 && is_frame_of (v, 0, 0, 3, 3),
      "%u frames", views_n_frames (v));
  views_free (v);
}

/* ---- negotiation ---- */

static void
caps_fit_in_480_characters (void)
{
  static const gchar *const properties[] = {
    "", "block-width=64 block-height=48 block-overlap-x=32 "
        "block-overlap-y=24 quantity=db sides=centered depth=16 "
        "temporal-hop=16 window=dolph-chebyshev window-param=123.456789 "
        "temporal-window=blackman-harris floor=-123.456",
    "reduce=radial quantity=magnitude zero-pad-width=4096 "
        "zero-pad-height=4096 window=kaiser window-param=12.3456789",
    "component=v block-width=64 block-height=48 zero-pad-width=128 "
        "zero-pad-height=128 block-overlap-x=32 depth=8 window=hann "
        "temporal-window=hann",
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (properties); i++) {
    Views *v = views_new (properties[i]);
    GstVideoInfo video;
    GstCaps *caps;
    gchar *text;

    gst_video_info_set_format (&video, GST_VIDEO_FORMAT_P010_10LE, 640, 480);
    video.fps_n = 30000;
    video.fps_d = 1001;
    gst_video_colorimetry_from_string (&video.colorimetry, "bt2100-pq");
    views_set_info (v, &video);
    caps = gst_pad_get_current_caps (v->harness->sinkpad);
    TEST_REQUIRE (caps != NULL, "%s: %s", properties[i], v->error);
    text = gst_caps_to_string (caps);
    TEST_CHECK (strlen (text) <= GST_FOURIER_MAX_CAPS_LENGTH,
        "%" G_GSIZE_FORMAT " characters: %s", strlen (text), text);
    g_free (text);
    gst_caps_unref (caps);
    views_free (v);
  }
}

static void
double_precision_is_given_where_only_that_is_taken (void)
{
  Views *v = views_new ("scaling=power quantity=power");
  gdouble sum = 0, square = 0, *values;
  GstBuffer *buffer;
  guint i, w, h;

  gst_harness_set_sink_caps (v->harness, gst_caps_from_string
      (G_BYTE_ORDER == G_LITTLE_ENDIAN ? "application/x-fft, format=F64LE"
          : "application/x-fft, format=F64BE"));
  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 24, 16, FPS_N, FPS_D);
  if (v->n_errors > 0) {
    views_free (v);
    TEST_SKIP ("the device has no double precision");
  }
  buffer = views_make_noise (&v->video, 5);
  values = views_get_values (&v->video, buffer, 0, &w, &h);
  views_push (v, buffer, 0);
  TEST_REQUIRE (views_n_frames (v) == 1, "%s", v->error);
  for (i = 0; i < 13 * 16; i++)
    sum += ((const gdouble *) (gpointer) views_at (v, 0, 0))[i];
  for (i = 0; i < 24 * 16; i++)
    square += values[i] * values[i] / (24 * 16);
  TEST_CHECK (fabs (sum / square - 1) < 1e-13, "off by %g", sum / square - 1);
  g_free (values);
  views_free (v);
}

static void
video_metas_are_asked_for (void)
{
  Views *v = open_views ("");
  GstCaps *caps = gst_video_info_to_caps (&v->video);
  GstQuery *query = gst_query_new_allocation (caps, FALSE);

  TEST_CHECK (gst_pad_peer_query (v->harness->srcpad, query)
      && gst_query_find_allocation_meta (query, GST_VIDEO_META_API_TYPE,
          NULL), "no GstVideoMeta");
  gst_query_unref (query);
  gst_caps_unref (caps);
  views_free (v);
}

TEST_MAIN (TEST (every_frame_has_the_time_of_its_pictures),
    TEST (a_variable_framerate_is_taken_with_the_times_of_buffers),
    TEST (latency_is_reported_and_follows_depth),
    TEST (a_discontinuity_ends_the_window_and_begins_another),
    TEST (a_missing_picture_ends_the_window_without_a_flag),
    TEST (pictures_outside_of_the_segment_are_left_out),
    TEST (a_gap_ends_what_spans_pictures),
    TEST (new_caps_amid_a_window_give_what_was_begun),
    TEST (equal_caps_change_nothing),
    TEST (caps_fit_in_480_characters),
    TEST (double_precision_is_given_where_only_that_is_taken),
    TEST (video_metas_are_asked_for))
