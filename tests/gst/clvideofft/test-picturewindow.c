/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-picturewindow.c: claims about which pictures each frame reads, where
 * they are and when the frame is, also of drawn streams.
 */
#include <math.h>

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
    gboolean flagged, guint * slot)
{
  const GstClVideoField picture = { 0, pts, duration, flagged };

  return gst_cl_picture_window_add (window, &picture, slot);
}

/* Pictures are reported by their numbers, kept as an element keeps them. */
static void
check_run (guint depth, guint hop, guint n)
{
  GstClPictureWindow *window = open_window (depth, hop);
  guint64 *kept = g_new0 (guint64, depth);
  guint64 first = 0, n_given = 0;
  GstClPictureFrame frame;
  guint i, j, slot, n_frames = 0;

  for (i = 0; i <= n; i++) {
    if (i == n)
      gst_cl_picture_window_end (window, FALSE);
    else if (add (window, time_of (i), GST_CLOCK_TIME_NONE, FALSE, &slot))
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
        check_run (depth, hop, n);
}

static void
a_discontinuity_counts_anew_and_is_reported_once (void)
{
  GstClPictureWindow *window = open_window (2, 1);
  GstClPictureFrame frame;
  guint slot;

  add (window, time_of (0), 10, FALSE, &slot);
  add (window, time_of (1), 10, FALSE, &slot);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame) && frame.stamp.discont,
      "the first");
  gst_cl_picture_window_end (window, TRUE);
  TEST_CHECK (!gst_cl_picture_window_take (window, &frame), "no news");
  add (window, time_of (10), 10, FALSE, &slot);
  gst_cl_picture_window_end (window, FALSE);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame) && frame.stamp.discont
      && frame.n_pictures == 1, "one picture");
  add (window, time_of (20), 10, FALSE, &slot);
  gst_cl_picture_window_end (window, TRUE);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame) && !frame.stamp.discont,
      "before the discontinuity");
  add (window, time_of (50), 10, TRUE, &slot);
  TEST_CHECK (!gst_cl_picture_window_take (window, &frame), "too early");
  add (window, time_of (51), 10, FALSE, &slot);
  TEST_REQUIRE (gst_cl_picture_window_take (window, &frame), "none");
  TEST_CHECK (frame.stamp.discont && frame.stamp.offset == 0 && frame.stamp.offset_end == 2
      && frame.stamp.pts == time_of (50), "%" G_GUINT64_FORMAT,
      frame.stamp.pts);
  add (window, time_of (52), 10, FALSE, &slot);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame) && !frame.stamp.discont,
      "reported twice");
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
    add (window, GST_CLOCK_TIME_NONE, GST_SECOND, FALSE, &slot);
    TEST_CHECK (gst_cl_picture_window_take (window, &frame)
        && frame.stamp.pts == 7 * GST_SECOND + time_of (i)
        && frame.stamp.duration == time_of (i + 1) - time_of (i), "%u: %"
        G_GUINT64_FORMAT, i, frame.stamp.pts);
  }
  gst_cl_picture_window_free (window);
}

static void
without_a_framerate_buffers_tell_the_times (void)
{
  GstClPictureWindow *window = gst_cl_picture_window_new ();
  GstClPictureFrame frame;
  guint slot;

  gst_cl_picture_window_set_params (window, 1, 1, 0, 1, NULL);
  add (window, 40, 7, FALSE, &slot);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame)
      && frame.stamp.pts == 40 && frame.stamp.duration == 7, "a duration");
  add (window, GST_CLOCK_TIME_NONE, GST_CLOCK_TIME_NONE, FALSE, &slot);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame)
      && frame.stamp.pts == 47
      && frame.stamp.duration == GST_CLOCK_TIME_NONE, "no duration");
  add (window, GST_CLOCK_TIME_NONE, 5, FALSE, &slot);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame)
      && frame.stamp.pts == GST_CLOCK_TIME_NONE
      && frame.stamp.duration == GST_CLOCK_TIME_NONE, "no time");
  add (window, G_MAXUINT64 - 5, 100, FALSE, &slot);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame)
      && frame.stamp.pts == G_MAXUINT64 - 5
      && frame.stamp.duration == GST_CLOCK_TIME_NONE, "beyond all times");
  gst_cl_picture_window_free (window);
}

static void
a_flush_forgets_pictures_and_times (void)
{
  GstClPictureWindow *window = open_window (2, 1);
  GstClPictureFrame frame;
  guint slot;

  add (window, 900, 10, FALSE, &slot);
  gst_cl_picture_window_flush (window);
  add (window, GST_CLOCK_TIME_NONE, 10, FALSE, &slot);
  TEST_CHECK (!gst_cl_picture_window_take (window, &frame), "not forgotten");
  add (window, GST_CLOCK_TIME_NONE, 10, FALSE, &slot);
  TEST_CHECK (gst_cl_picture_window_take (window, &frame) && frame.stamp.pts == 0
      && frame.stamp.duration == time_of (2) && frame.stamp.discont, "%"
      G_GUINT64_FORMAT, frame.stamp.pts);
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

/* ---- drawn streams, against the rule ---- */

#define N_DRAWS (test_is_full () ? 20000 : 2000)
#define MOST 60

typedef struct
{
  guint fps_n, fps_d, depth, hop;
  GstClockTime start, stop;     /* of the segment */
  guint n;
  GstClVideoField pictures[MOST];
  /* what the rule says of them */
  GstClockTime times[MOST];
  gboolean dropped[MOST], first[MOST];  /* of a run */
} Stream;

static guint
draw (guint n)
{
  return (test_random () >> 33) % n;
}

/* The time of a number of pictures, in 1/64ths. */
static GstClockTime
last (const Stream * s, guint64 n)
{
  return gst_util_uint64_scale (n * GST_SECOND, s->fps_d,
      64 * (guint64) s->fps_n);
}

/* A stream with jitter, holes, jumps back, times rounded to milliseconds as in
   files, missing times, wrong durations and flags of any kind. */
static void
draw_stream (Stream * s)
{
  static const guint rates[][2] = { {30, 1}, {30000, 1001}, {25, 1}, {7, 3},
  {1, 5}, {240, 1}, {24000, 1001}, {60, 1}
  };
  guint i = draw (G_N_ELEMENTS (rates)), jitter, holes = draw (3);
  gboolean is_file = draw (3) == 0;
  guint64 at = 1000000 + (guint64) draw (1000) * draw (1000000);

  *s = (Stream) {.fps_n = rates[i][0],.fps_d = rates[i][1]};
  s->depth = 1 + draw (6);
  s->hop = 1 + draw (8);
  s->n = 1 + draw (MOST);
  jitter = is_file ? 0 : draw (16);
  s->start = draw (2) ? 0 : last (s, at + draw (32 * s->n));
  s->stop = draw (2) ? GST_CLOCK_TIME_NONE
      : MAX (s->start, last (s, at)) + last (s, 1 + draw (64 * s->n));
  for (i = 0; i < s->n; i++, at += 64) {
    GstClVideoField *p = &s->pictures[i];

    if (holes && draw (8) == 0)
      at = holes == 1 || draw (2) ? at + 64 * (1 + draw (300))
          : at - 64 * (1 + draw (300));
    p->pts = last (s, at + draw (jitter + 1));
    if (is_file)
      p->pts = (p->pts + GST_MSECOND / 2) / GST_MSECOND * GST_MSECOND;
    if (draw (12) == 0)
      p->pts = GST_CLOCK_TIME_NONE;
    p->duration = draw (2) ? last (s, 64) : draw (2) ? test_random ()
        : GST_CLOCK_TIME_NONE;
    p->flagged = draw (6) == 0;
  }
}

/* Which pictures are in the segment and begin a run, and when they are. */
static void
apply_rule (Stream * s)
{
  GstClockTime period = last (s, 64), next = GST_CLOCK_TIME_NONE;
  gboolean flagged = FALSE;     /* by a picture that was dropped, too */
  guint i;

  for (i = 0; i < s->n; i++) {
    GstClVideoField *p = &s->pictures[i];
    gboolean is_first = !GST_CLOCK_TIME_IS_VALID (next), is_known;
    GstClockTime time = is_first ? s->start : next;
    gdouble off;

    /* what is expected is rounded once or twice */
    if (llabs (GST_CLOCK_DIFF (time + period, s->start)) <= MOST
        || llabs (GST_CLOCK_DIFF (time, s->stop)) <= MOST)
      p->pts = GST_CLOCK_TIME_IS_VALID (p->pts) ? p->pts : time + period / 4;
    is_known = GST_CLOCK_TIME_IS_VALID (p->pts);
    if (is_known)
      time = p->pts;
    flagged |= p->flagged;
    if (time + period <= s->start || time >= s->stop) {
      s->dropped[i] = TRUE;
      continue;
    }
    if (is_first)
      next = s->start;
    off = is_known ? fabs ((gdouble) GST_CLOCK_DIFF (next, p->pts))
        : flagged ? G_MAXDOUBLE : 0;
    s->first[i] = is_first
        || (off > period / 2 && (flagged || s->depth > 1));
    flagged = FALSE;
    s->times[i] = is_known ? p->pts : next;
    next = s->times[i] + period;
  }
}

/* What is compared: all but frames whose pictures' times are one nanosecond off
   by rounding. */
static void
check_drawn (Stream * s, GstClPictureFrame * frames, guint (*ids)[6],
    guint n_frames)
{
  guint run[MOST], n = 0, i = 0, k, j, at = 0;

  while (i <= s->n) {
    gboolean ends = i == s->n || (!s->dropped[i] && s->first[i]);

    for (k = 0; ends && k * s->hop < n; k++) {
      guint first = k * s->hop, end = MIN (first + s->depth, n);
      const GstClStamp *stamp = &frames[at].stamp;

      /* only what is whole, and the last if it has news */
      if (end < first + s->depth && k > 0 && end <= first - s->hop + s->depth)
        break;
      TEST_REQUIRE (at < n_frames, "no frame %u: picture %u of %u", at,
          run[first], s->n);
      TEST_CHECK (stamp->offset == first && stamp->offset_end == end
          && frames[at].n_pictures == end - first, "frame %u: %"
          G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT ", not %u to %u", at,
          stamp->offset, stamp->offset_end, first, end);
      for (j = first; j < end; j++)
        TEST_CHECK (ids[at][j - first] == run[j], "frame %u: picture %u, not "
            "%u", at, ids[at][j - first], run[j]);
      TEST_CHECK (llabs (GST_CLOCK_DIFF (s->times[run[first]], stamp->pts))
          <= MOST && llabs (GST_CLOCK_DIFF (s->times[run[end - 1]]
                  + last (s, 64), stamp->pts + stamp->duration)) <= MOST,
          "frame %u of pictures %u to %u at %" G_GUINT64_FORMAT " for %"
          G_GUINT64_FORMAT, at, run[first], run[end - 1], stamp->pts,
          stamp->duration);
      TEST_CHECK (k > 0 || stamp->discont, "frame %u has no DISCONT", at);
      at++;
    }
    if (ends)
      n = 0;
    if (i < s->n && !s->dropped[i])
      run[n++] = i;
    i++;
  }
  TEST_CHECK (at == n_frames, "%u frames, not %u", n_frames, at);
}

static guint
take (GstClPictureWindow * window, const Stream * s, const guint * kept,
    GstClPictureFrame * frame, guint * ids)
{
  guint i;

  if (!gst_cl_picture_window_take (window, frame))
    return 0;
  for (i = 0; i < frame->n_pictures; i++)
    ids[i] = kept[(frame->first_slot + i) % s->depth];
  return 1;
}

static void
drawn_streams_are_cut_as_the_rule_says (void)
{
  guint trial, i, n_cut = 0, n_dropped = 0;

  for (trial = 0; trial < N_DRAWS; trial++) {
    GstClPictureWindow *window = gst_cl_picture_window_new ();
    GstClPictureFrame frames[2 * MOST];
    guint ids[2 * MOST][6], kept[6], slot, n_frames = 0;
    GstSegment segment;
    Stream s;

    draw_stream (&s);
    apply_rule (&s);
    gst_segment_init (&segment, GST_FORMAT_TIME);
    segment.start = s.start;
    segment.stop = s.stop;
    gst_cl_picture_window_set_params (window, s.depth, s.hop, s.fps_n,
        s.fps_d, NULL);
    gst_cl_picture_window_set_segment (window, &segment);
    for (i = 0; i < s.n; i++) {
      const GstClVideoField *p = &s.pictures[i];

      n_dropped += s.dropped[i];
      if (gst_cl_picture_window_drops (window, p))
        continue;
      if (gst_cl_picture_window_begins (window, p)) {
        n_cut++;
        gst_cl_picture_window_end (window, TRUE);
        n_frames += take (window, &s, kept, &frames[n_frames], ids[n_frames]);
      }
      if (gst_cl_picture_window_add (window, p, &slot))
        kept[slot] = i;
      n_frames += take (window, &s, kept, &frames[n_frames], ids[n_frames]);
    }
    gst_cl_picture_window_end (window, FALSE);
    n_frames += take (window, &s, kept, &frames[n_frames], ids[n_frames]);
    check_drawn (&s, frames, ids, n_frames);
    gst_cl_picture_window_free (window);
  }
  TEST_CHECK (n_cut > N_DRAWS / 2 && n_dropped > N_DRAWS / 2, "%u runs were "
      "cut, %u pictures dropped: nothing was tried", n_cut, n_dropped);
}

static const struct test_claim claims[] = {
  TEST (every_picture_is_in_a_frame_and_no_frame_is_without_news),
  TEST (a_discontinuity_counts_anew_and_is_reported_once),
  TEST (pictures_without_times_follow_each_other),
  TEST (without_a_framerate_buffers_tell_the_times),
  TEST (drawn_streams_are_cut_as_the_rule_says),
  TEST (a_flush_forgets_pictures_and_times),
  TEST (latency_is_that_of_the_pictures_that_are_awaited),
};

int
main (int argc, char **argv)
{
  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
