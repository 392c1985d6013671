/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-picturewindow.c: claims about which pictures each frame reads, where
 * they are and when the frame is.
 */
#include "clvideofft/picturewindow.h"
#include "support/test.h"

#define FPS_N 30000
#define FPS_D 1001

static GstClockTime
time_of (guint64 picture)
{
  return gst_util_uint64_scale (picture, FPS_D * GST_SECOND, FPS_N);
}

static GstClPictureWindow *
open_window (guint depth, guint hop)
{
  GstClPictureWindow *window = gst_cl_picture_window_new ();

  gst_cl_picture_window_set_params (window, depth, hop, FPS_N, FPS_D, NULL);
  return window;
}

/* Adds a picture; FALSE if none reads it. */
static gboolean
add (GstClPictureWindow * window, GstClockTime pts, GstClockTime duration,
    guint flags, guint * slot)
{
  GstBuffer *buffer = gst_buffer_new ();
  gboolean added;

  GST_BUFFER_PTS (buffer) = pts;
  GST_BUFFER_DURATION (buffer) = duration;
  GST_BUFFER_FLAG_SET (buffer, flags);
  added = gst_cl_picture_window_add (window, buffer, slot);
  gst_buffer_unref (buffer);
  return added;
}

/* Pictures are told by their numbers, kept as an element keeps them. */
static void
check_stretch (guint depth, guint hop, guint n)
{
  GstClPictureWindow *window = open_window (depth, hop);
  guint64 *kept = g_new0 (guint64, depth);
  guint64 first = 0, n_given = 0;
  GstClPictureFrame frame;
  guint i, j, slot, n_frames = 0;

  for (i = 0; i <= n; i++) {
    if (i == n)
      gst_cl_picture_window_end (window, FALSE);
    else if (add (window, time_of (i), GST_CLOCK_TIME_NONE, 0, &slot))
      kept[slot] = i;
    while (gst_cl_picture_window_take (window, &frame)) {
      TEST_CHECK (frame.stamp.offset == first && frame.n_pictures
          == frame.stamp.offset_end - frame.stamp.offset
          && (i < n ? frame.n_pictures == depth : frame.stamp.offset_end == n),
          "%u/%u: frame %u at %" G_GUINT64_FORMAT " has %u", depth, hop,
          n_frames, frame.stamp.offset, frame.n_pictures);
      TEST_CHECK (frame.stamp.offset_end > n_given, "%u/%u: no news", depth, hop);
      for (j = 0; j < frame.n_pictures; j++)
        TEST_CHECK (kept[(frame.first_slot + j) % depth] == first + j,
            "%u/%u: picture %u of frame %u is lost", depth, hop, j, n_frames);
      TEST_CHECK (frame.stamp.pts == time_of (first)
          && llabs ((gint64) (frame.stamp.pts + frame.stamp.duration
                  - time_of (frame.stamp.offset_end))) <= 1, "%u/%u: time", depth,
          hop);
      TEST_CHECK (frame.stamp.discont == (n_frames == 0), "%u/%u: discont", depth,
          hop);
      n_given = frame.stamp.offset_end;
      first += hop;
      n_frames++;
    }
  }
  /* nothing that hop does not skip is left behind */
  TEST_CHECK (n_given == n || (hop > depth && first >= n), "%u/%u: %"
      G_GUINT64_FORMAT " of %u", depth, hop, n_given, n);
  g_free (kept);
  gst_cl_picture_window_free (window);
}

static void
every_picture_is_in_a_frame_and_no_frame_is_without_news (void)
{
  guint depth, hop, n;

  for (depth = 1; depth <= 6; depth++)
    for (hop = 1; hop <= 9; hop++)
      for (n = 1; n <= 23; n++)
        check_stretch (depth, hop, n);
}

static void
a_discontinuity_counts_anew_and_is_told_once (void)
{
  GstClPictureWindow *window = open_window (2, 1);
  GstClPictureFrame frame;
  guint slot;

  add (window, 0, 10, 0, &slot);
  add (window, 10, 10, 0, &slot);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame) && frame.stamp.discont,
      "the first");
  gst_cl_picture_window_end (window, TRUE);
  TEST_CHECK (!gst_cl_picture_window_take (window, &frame), "no news");
  add (window, 100, 10, 0, &slot);
  gst_cl_picture_window_end (window, FALSE);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame) && frame.stamp.discont
      && frame.n_pictures == 1, "one picture");
  add (window, 200, 10, 0, &slot);
  gst_cl_picture_window_end (window, TRUE);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame) && !frame.stamp.discont,
      "before the discontinuity");
  add (window, 500, 10, GST_BUFFER_FLAG_DISCONT, &slot);
  TEST_CHECK (!gst_cl_picture_window_take (window, &frame), "too early");
  add (window, 510, 10, 0, &slot);
  TEST_REQUIRE (gst_cl_picture_window_take (window, &frame), "none");
  TEST_CHECK (frame.stamp.discont && frame.stamp.offset == 0 && frame.stamp.offset_end == 2
      && frame.stamp.pts == 500 && frame.stamp.duration == 20, "%" G_GUINT64_FORMAT,
      frame.stamp.pts);
  add (window, 520, 10, 0, &slot);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame) && !frame.stamp.discont,
      "told twice");
  gst_cl_picture_window_free (window);
}

static void
pictures_without_times_follow_each_other (void)
{
  GstClPictureWindow *window = open_window (1, 1);
  GstClPictureFrame frame;
  GstSegment segment;
  guint slot, i;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = 7 * GST_SECOND;
  gst_cl_picture_window_set_segment (window, &segment);
  for (i = 0; i < 3; i++) {
    add (window, GST_CLOCK_TIME_NONE, GST_SECOND, 0, &slot);
    TEST_CHECK (gst_cl_picture_window_take (window, &frame)
        && frame.stamp.pts == (7 + i) * GST_SECOND && frame.stamp.duration == GST_SECOND,
        "%u: %" G_GUINT64_FORMAT, i, frame.stamp.pts);
  }
  /* a variable framerate says nothing */
  gst_cl_picture_window_set_params (window, 1, 1, 0, 1, NULL);
  add (window, 40, GST_CLOCK_TIME_NONE, 0, &slot);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame) && frame.stamp.pts == 40
      && frame.stamp.duration == GST_CLOCK_TIME_NONE, "duration");
  add (window, GST_CLOCK_TIME_NONE, GST_CLOCK_TIME_NONE, 0, &slot);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame)
      && frame.stamp.pts == GST_CLOCK_TIME_NONE
      && frame.stamp.duration == GST_CLOCK_TIME_NONE, "time");
  gst_cl_picture_window_free (window);
}

static void
times_that_run_back_or_over_give_no_duration (void)
{
  GstClPictureWindow *window = open_window (2, 2);
  GstClPictureFrame frame;
  guint slot;

  add (window, 1000, 10, 0, &slot);
  add (window, 500, 10, 0, &slot);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame)
      && frame.stamp.pts == 1000 && frame.stamp.duration == GST_CLOCK_TIME_NONE, "back");
  add (window, 1000, 10, 0, &slot);
  add (window, G_MAXUINT64 - 5, 100, 0, &slot);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame)
      && frame.stamp.duration == GST_CLOCK_TIME_NONE, "over");
  gst_cl_picture_window_free (window);
}

static void
a_flush_forgets_pictures_and_times (void)
{
  GstClPictureWindow *window = open_window (2, 1);
  GstClPictureFrame frame;
  guint slot;

  add (window, 900, 10, 0, &slot);
  gst_cl_picture_window_flush (window);
  add (window, GST_CLOCK_TIME_NONE, 10, 0, &slot);
  TEST_CHECK (!gst_cl_picture_window_take (window, &frame), "not forgotten");
  add (window, GST_CLOCK_TIME_NONE, 10, 0, &slot);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame) && frame.stamp.pts == 0
      && frame.stamp.duration == 20 && frame.stamp.discont, "%" G_GUINT64_FORMAT,
      frame.stamp.pts);
  gst_cl_picture_window_free (window);
}

static void
latency_is_that_of_the_pictures_that_are_awaited (void)
{
  GstClPictureWindow *window = gst_cl_picture_window_new ();

  TEST_CHECK (gst_cl_picture_window_get_latency (window) == 0, "none yet");
  gst_cl_picture_window_set_params (window, 8, 3, 25, 1, NULL);
  TEST_CHECK (gst_cl_picture_window_get_latency (window)
      == 280 * GST_MSECOND, "%" G_GUINT64_FORMAT,
      gst_cl_picture_window_get_latency (window));
  gst_cl_picture_window_set_params (window, 1, 3, 25, 1, NULL);
  TEST_CHECK (gst_cl_picture_window_get_latency (window) == 0, "one");
  gst_cl_picture_window_set_params (window, 1, 1, 0, 1, NULL);
  TEST_CHECK (gst_cl_picture_window_get_latency (window) == 0, "variable");
  gst_cl_picture_window_free (window);
}

static const struct test_claim claims[] = {
  TEST (every_picture_is_in_a_frame_and_no_frame_is_without_news),
  TEST (a_discontinuity_counts_anew_and_is_told_once),
  TEST (pictures_without_times_follow_each_other),
  TEST (times_that_run_back_or_over_give_no_duration),
  TEST (a_flush_forgets_pictures_and_times),
  TEST (latency_is_that_of_the_pictures_that_are_awaited),
};

int
main (int argc, char **argv)
{
  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
