/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The timeline against sums in 128 bits: drawn rates, anchors up to the largest
   time, units, tolerances and segments. */
#include "element/timeline.h"
#include "support/test.h"

typedef unsigned __int128 wide;

#define N_DRAWS (test_is_full() ? 100000 : 4000)

/* Uniform in its number of bits, at most n_bits. */
static guint64
draw_bits (guint n_bits)
{
  guint n = test_random () % (n_bits + 1);

  return n == 0 ? 0 : test_random () >> (64 - n);
}

static void
draw_line (GstClTimeline * line)
{
  static const guint64 rates[][2] = { {48000, 1}, {44100, 1}, {8000, 1},
  {30000, 1001}, {25, 1}, {1, 7}, {1000000007, 1}, {60, 1}
  };
  const guint64 *rate = rates[test_random () % G_N_ELEMENTS (rates)];

  *line = (GstClTimeline) { 0, };
  gst_cl_timeline_set_rate (line, rate[0], rate[1]);
  gst_cl_timeline_forget (line);
  if (test_random () % 4 == 0)
    gst_cl_timeline_set_rate (line, 1 + draw_bits (30), 1 + draw_bits (20));
  gst_cl_timeline_start (line, MIN (draw_bits (64), GST_CLOCK_TIME_NONE - 1),
      draw_bits (40));
}

/* Nanoseconds of n units, rounded down. */
static wide
get_length (const GstClTimeline * line, guint64 n)
{
  return (wide) n * line->rate_d * GST_SECOND / line->rate_n;
}

static void
times_are_exact (void)
{
  for (int i = 0; i < N_DRAWS; i++) {
    GstClTimeline line;
    guint64 n = draw_bits (40);
    GstClockTime time;
    wide expected;

    draw_line (&line);
    time = gst_cl_timeline_time_of (&line, line.anchor_unit + n);
    expected = line.anchor + get_length (&line, n);
    expected = MIN (expected, (wide) GST_CLOCK_TIME_NONE - 1);
    TEST_CHECK (time == (guint64) expected, "rate %" G_GUINT64_FORMAT "/%"
        G_GUINT64_FORMAT ", anchor %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT
        " units on: %" G_GUINT64_FORMAT, line.rate_n, line.rate_d,
        line.anchor, n, time);
  }
}

static void
the_nearest_unit_is_found (void)
{
  for (int i = 0; i < N_DRAWS; i++) {
    GstClTimeline line;
    guint64 n = draw_bits (30), unit = 0;
    GstClockTime time;

    draw_line (&line);
    line.anchor %= G_MAXINT64;
    time = gst_cl_timeline_time_of (&line, line.anchor_unit + n);
    if (time == GST_CLOCK_TIME_NONE - 1 || line.rate_n > GST_SECOND / 4)
      continue;
    TEST_CHECK (gst_cl_timeline_unit_at (&line, time, &unit)
        && unit == line.anchor_unit + n, "unit %" G_GUINT64_FORMAT
        " for %" G_GUINT64_FORMAT, unit, line.anchor_unit + n);
    TEST_CHECK (line.anchor == 0
        || !gst_cl_timeline_unit_at (&line, line.anchor - 1, &unit),
        "a unit before the anchor %" G_GUINT64_FORMAT, line.anchor);
  }
}

static void
a_run_begins_beyond_the_tolerance (void)
{
  GstBuffer *buffer = gst_buffer_new ();

  for (int i = 0; i < N_DRAWS; i++) {
    GstClTimeline line;
    GstClockTime tolerance = draw_bits (36), expected;
    guint64 off = test_random () % 3 == 0 ? tolerance + test_random () % 2
        : draw_bits (37);
    gboolean late = test_random () & 1, flagged = test_random () & 1;
    gboolean before = test_random () & 1, needs_flag = test_random () & 1;
    gboolean is_flagged, begins;
    GstClockTime time;

    draw_line (&line);
    line.anchor = (G_GUINT64_CONSTANT (1) << 60) + line.anchor % GST_SECOND;
    gst_cl_timeline_advance (&line, draw_bits (16));
    expected = gst_cl_timeline_time_of (&line, line.next);
    time = late ? expected + off : expected - off;
    GST_BUFFER_FLAG_UNSET (buffer, GST_BUFFER_FLAG_DISCONT
        | GST_BUFFER_FLAG_RESYNC);
    if (flagged)
      GST_BUFFER_FLAG_SET (buffer, test_random () & 1 ? GST_BUFFER_FLAG_DISCONT
          : GST_BUFFER_FLAG_RESYNC);
    is_flagged = gst_cl_stamp_is_flagged (buffer);
    gst_cl_timeline_leave_out (&line, before);
    begins = gst_cl_timeline_begins (&line, time, is_flagged, tolerance,
        needs_flag);
    flagged |= before;
    TEST_CHECK (begins == (off > tolerance && (flagged || !needs_flag)),
        "off by %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT ", flag %d of %d",
        off, tolerance, flagged, needs_flag);
    TEST_CHECK (gst_cl_timeline_begins (&line, GST_CLOCK_TIME_NONE, is_flagged,
            tolerance, needs_flag) == flagged, "without a time, flag %d",
        flagged);
    gst_cl_timeline_follow (&line, GST_CLOCK_TIME_NONE);
    TEST_CHECK (gst_cl_timeline_begins (&line, GST_CLOCK_TIME_NONE, is_flagged,
            tolerance, needs_flag) == is_flagged, "a flag counts once");
  }
  gst_buffer_unref (buffer);
}

static void
untimed_runs_follow_the_last_end (void)
{
  for (int i = 0; i < N_DRAWS; i++) {
    GstClTimeline line;
    GstSegment segment;
    guint64 n = draw_bits (20);
    GstClockTime end;

    draw_line (&line);
    end = gst_cl_timeline_time_of (&line, line.next + n);
    gst_cl_timeline_advance (&line, n);
    gst_cl_timeline_end (&line, line.next);
    gst_cl_timeline_start (&line, GST_CLOCK_TIME_NONE, 0);
    TEST_CHECK (line.anchor == end, "%" G_GUINT64_FORMAT, line.anchor);
    gst_cl_timeline_end (&line, 0);
    gst_segment_init (&segment, GST_FORMAT_TIME);
    segment.stop = draw_bits (50);
    gst_cl_timeline_set_segment (&line, &segment);
    TEST_CHECK (gst_cl_timeline_get_expected (&line) == end, "another stop: %"
        G_GUINT64_FORMAT, gst_cl_timeline_get_expected (&line));
    gst_segment_init (&segment, GST_FORMAT_TIME);
    segment.start = 2 + draw_bits (50);
    gst_cl_timeline_set_segment (&line, &segment);
    gst_cl_timeline_start (&line, GST_CLOCK_TIME_NONE, 0);
    TEST_CHECK (line.anchor == segment.start, "%" G_GUINT64_FORMAT,
        line.anchor);
  }
}

/* Units whose nearest nanosecond of beginning lies inside are kept. */
static void
units_outside_of_the_segment_are_clipped (void)
{
  for (int i = 0; i < N_DRAWS; i++) {
    GstClTimeline line;
    GstSegment segment;
    guint64 n = 1 + draw_bits (12), skip, keep, before, inside;
    guint64 first = draw_bits (13), length = draw_bits (13);
    GstClockTime begin = draw_bits (40) + 3 * GST_SECOND;

    draw_line (&line);
    gst_cl_timeline_set_rate (&line, 1 + test_random () % 192000, 1);
    gst_segment_init (&segment, GST_FORMAT_TIME);
    /* where a unit begins, to the nanosecond that is lost */
    segment.start = begin + (guint64) get_length (&line, first);
    segment.stop = begin + (guint64) get_length (&line, first + length);
    gst_cl_timeline_set_segment (&line, &segment);
    gst_cl_timeline_clip (&line, begin, n, &skip, &keep);
    before = MIN (first, n);
    inside = MIN (n, first + length) - before;
    TEST_CHECK (skip == before || inside == 0, "skip %" G_GUINT64_FORMAT
        " of %" G_GUINT64_FORMAT, skip, before);
    TEST_CHECK (keep == inside, "keep %" G_GUINT64_FORMAT " of %"
        G_GUINT64_FORMAT, keep, inside);
  }
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (times_are_exact),
    TEST (the_nearest_unit_is_found),
    TEST (a_run_begins_beyond_the_tolerance),
    TEST (untimed_runs_follow_the_last_end),
    TEST (units_outside_of_the_segment_are_clipped),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
