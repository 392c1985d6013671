/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* arrival.c: compares the times of samples with those that are expected. */
#include "arrival.h"

#include <string.h>

/* Timestamps are rounded down to nanoseconds, and by some to samples. */
#define MIN_THRESHOLD_SAMPLES 2

void
gst_cl_arrival_clip (const GstClTimeline * line, GstClockTime * time,
    guint64 * n, guint64 * skip)
{
  GstClockTime begin = GST_CLOCK_TIME_IS_VALID (*time) ? *time
      : gst_cl_timeline_get_expected (line);
  guint64 keep;

  gst_cl_timeline_clip (line, begin, *n, skip, &keep);
  if (*skip > 0)
    *time = begin + gst_cl_timeline_length_of (line, *skip);
  *n = keep;
}

gboolean
gst_cl_arrival_clip_gap (const GstClTimeline * line, GstClockTime * begin,
    GstClockTime duration, GstClockTime * end)
{
  gboolean ends = GST_CLOCK_TIME_IS_VALID (duration);

  if (!GST_CLOCK_TIME_IS_VALID (*begin))
    *begin = gst_cl_timeline_get_expected (line);
  *end = ends ? *begin + MIN (duration, GST_CLOCK_TIME_NONE - 1 - *begin)
      : GST_CLOCK_TIME_NONE;
  return line->segment.format != GST_FORMAT_TIME
      || gst_segment_clip (&line->segment, GST_FORMAT_TIME, *begin, *end,
      begin, ends ? end : NULL);
}

void
gst_cl_arrival_forget (GstClArrival * arrival)
{
  memset (&arrival->flagged, 0,
      sizeof *arrival - G_STRUCT_OFFSET (GstClArrival, flagged));
}

/* Whether so many samples in a row have strayed before these n. */
static gboolean
has_strayed (GstClArrival * arrival, const GstClTimeline * line,
    gboolean strays, guint64 n)
{
  guint64 before = arrival->n_strayed;

  arrival->n_strayed = strays ? before + MIN (n, G_MAXUINT64 - before) : 0;
  return strays && gst_util_uint64_scale (before, GST_SECOND, line->rate_n)
      >= arrival->discont_wait;
}

GstClArrivalPlace
gst_cl_arrival_place (GstClArrival * arrival, GstClTimeline * line,
    GstClockTime time, guint64 n, guint64 * hole)
{
  gboolean open_gap = arrival->open_gap, flagged = arrival->flagged, strays;
  gboolean timed = GST_CLOCK_TIME_IS_VALID (time), jumped;
  GstClockTime expected, off, threshold;

  arrival->open_gap = arrival->flagged = FALSE;
  *hole = 0;
  if (!line->active) {
    arrival->denied = FALSE;
    arrival->n_strayed = 0;
    return GST_CL_ARRIVAL_PLACE_RUN;
  }
  if (!timed && (!flagged || arrival->fill > 0))
    return GST_CL_ARRIVAL_PLACE_NEXT;
  if (!timed) {
    arrival->n_strayed = 0;
    return GST_CL_ARRIVAL_PLACE_RUN;
  }
  expected = gst_cl_timeline_time_of (line, line->next);
  off = MAX (time, expected) - MIN (time, expected);
  threshold = MAX (arrival->alignment_threshold, gst_util_uint64_scale_ceil
      (MIN_THRESHOLD_SAMPLES, GST_SECOND, line->rate_n));
  strays = off >= threshold;
  arrival->denied |= flagged && !strays;
  jumped = has_strayed (arrival, line, strays, n);
  open_gap = open_gap && time >= expected;
  if (!jumped && !(flagged && strays) && !open_gap)
    return GST_CL_ARRIVAL_PLACE_NEXT;
  arrival->n_strayed = 0;
  *hole = gst_cl_timeline_count_until (line, time);
  return time >= expected && (open_gap || *hole < arrival->fill)
      && !gst_cl_timeline_jumps (line, expected, time)
      ? GST_CL_ARRIVAL_PLACE_HOLE : GST_CL_ARRIVAL_PLACE_RUN;
}
