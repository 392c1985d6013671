/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* timeline.c: computes the times of units in whole numbers. */
#include "timeline.h"

/* Larger numbers are no units: what names them must be wrong. */
#define MAX_UNIT (G_GUINT64_CONSTANT (1) << 61)
#define LATEST (GST_CLOCK_TIME_NONE - 1)

/* ---- the stamp of a buffer ---- */

void
gst_cl_stamp_apply (const GstClStamp * stamp, GstBuffer * buffer)
{
  GST_BUFFER_PTS (buffer) = stamp->pts;
  GST_BUFFER_DTS (buffer) = GST_CLOCK_TIME_NONE;
  GST_BUFFER_DURATION (buffer) = stamp->duration;
  GST_BUFFER_OFFSET (buffer) = stamp->offset;
  GST_BUFFER_OFFSET_END (buffer) = stamp->offset_end;
  GST_BUFFER_FLAG_UNSET (buffer, GST_BUFFER_FLAG_DISCONT | GST_BUFFER_FLAG_GAP);
  if (stamp->discont)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  if (stamp->gap)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_GAP);
}

gboolean
gst_cl_stamp_is_flagged (GstBuffer * buffer)
{
  return GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_DISCONT)
      || GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_RESYNC);
}

/* ---- set-up ---- */

void
gst_cl_timeline_set_rate (GstClTimeline * line, guint64 rate_n,
    guint64 rate_d)
{
  g_return_if_fail (rate_d > 0);

  line->rate_n = rate_n;
  line->rate_d = rate_d;
  line->active = FALSE;
  line->anchor = GST_CLOCK_TIME_NONE;
  line->anchor_unit = line->next = 0;
}

gboolean
gst_cl_segment_goes_on (const GstSegment * a, const GstSegment * b)
{
  guint64 position = MAX (a->start, b->start), first = 0, second = 0;
  gint sign, other;

  if (a->rate != b->rate || a->applied_rate != b->applied_rate
      || a->format != b->format)
    return FALSE;
  sign = gst_segment_to_running_time_full (a, a->format, position, &first);
  other = gst_segment_to_running_time_full (b, b->format, position, &second);
  return sign != 0 && other != 0
      && ABS (sign * (gint64) first - other * (gint64) second) <= 1;
}

void
gst_cl_timeline_set_segment (GstClTimeline * line, const GstSegment * segment)
{
  if (!gst_cl_segment_goes_on (&line->segment, segment))
    line->end_time = GST_CLOCK_TIME_NONE;
  line->segment = *segment;
}

void
gst_cl_timeline_forget (GstClTimeline * line)
{
  gst_cl_timeline_set_rate (line, line->rate_n, MAX (line->rate_d, 1));
  line->flagged = FALSE;
  line->end_time = GST_CLOCK_TIME_NONE;
  gst_segment_init (&line->segment, GST_FORMAT_TIME);
}

/* ---- times and units ---- */

GstClockTime
gst_cl_timeline_time_of (const GstClTimeline * line, guint64 unit)
{
  GstClockTime t;

  if (unit == line->anchor_unit || !GST_CLOCK_TIME_IS_VALID (line->anchor))
    return line->anchor;
  if (line->rate_n == 0)
    return GST_CLOCK_TIME_NONE;
  if (unit < line->anchor_unit) {
    t = gst_util_uint64_scale_ceil (line->anchor_unit - unit,
        line->rate_d * GST_SECOND, line->rate_n);
    return line->anchor - MIN (t, line->anchor);
  }
  t = gst_util_uint64_scale (unit - line->anchor_unit,
      line->rate_d * GST_SECOND, line->rate_n);
  return t > LATEST - line->anchor ? LATEST : line->anchor + t;
}

GstClockTime
gst_cl_timeline_length_of (const GstClTimeline * line, guint64 n)
{
  return line->rate_n == 0 ? GST_CLOCK_TIME_NONE
      : gst_util_uint64_scale_round (n, line->rate_d * GST_SECOND,
      line->rate_n);
}

gboolean
gst_cl_timeline_unit_at (const GstClTimeline * line, GstClockTime time,
    guint64 * unit)
{
  if (line->rate_n == 0 || !GST_CLOCK_TIME_IS_VALID (time)
      || !GST_CLOCK_TIME_IS_VALID (line->anchor) || time < line->anchor)
    return FALSE;
  *unit = gst_util_uint64_scale_round (time - line->anchor, line->rate_n,
      line->rate_d * GST_SECOND);
  *unit = MIN (*unit, MAX_UNIT) + line->anchor_unit;
  return TRUE;
}

guint64
gst_cl_timeline_count_until (const GstClTimeline * line, GstClockTime time)
{
  guint64 unit;

  if (!gst_cl_timeline_unit_at (line, time, &unit))
    return 0;
  return unit - MIN (unit, line->next);
}

/* ---- holes ---- */

gboolean
gst_cl_timeline_exceeds (GstClTimeline * line, GstClockTime length,
    GstClockTime limit)
{
  if (limit == 0 || !GST_CLOCK_TIME_IS_VALID (length) || length <= limit)
    return FALSE;
  line->jumped = TRUE;
  line->exceeded = limit;
  return TRUE;
}

gboolean
gst_cl_timeline_jumps (GstClTimeline * line, GstClockTime from,
    GstClockTime to)
{
  if (line->active)
    from = gst_cl_timeline_time_of (line, line->next);
  return GST_CLOCK_TIME_IS_VALID (from) && GST_CLOCK_TIME_IS_VALID (to)
      && to > from && gst_cl_timeline_exceeds (line, to - from, line->gap_limit);
}

void
gst_cl_timeline_skip (GstClTimeline * line, GstClockTime time)
{
  line->end_time = time;
}

/* ---- runs ---- */

GstClockTime
gst_cl_timeline_get_expected (const GstClTimeline * line)
{
  if (line->active)
    return gst_cl_timeline_time_of (line, line->next);
  if (GST_CLOCK_TIME_IS_VALID (line->end_time))
    return line->end_time;
  return line->segment.format == GST_FORMAT_TIME
      && GST_CLOCK_TIME_IS_VALID (line->segment.start)
      ? line->segment.start : 0;
}

gboolean
gst_cl_timeline_strays (const GstClTimeline * line, GstClockTime time,
    GstClockTime tolerance)
{
  GstClockTime expected = gst_cl_timeline_time_of (line, line->next);

  return GST_CLOCK_TIME_IS_VALID (time) && GST_CLOCK_TIME_IS_VALID (expected)
      && MAX (time, expected) - MIN (time, expected) > tolerance;
}

gboolean
gst_cl_timeline_begins (const GstClTimeline * line, GstClockTime time,
    gboolean flagged, GstClockTime tolerance, gboolean needs_flag)
{
  if (!line->active)
    return TRUE;
  flagged |= line->flagged;
  if (!GST_CLOCK_TIME_IS_VALID (time)
      || !GST_CLOCK_TIME_IS_VALID (gst_cl_timeline_time_of (line, line->next)))
    return flagged;
  return (flagged || !needs_flag)
      && gst_cl_timeline_strays (line, time, tolerance);
}

void
gst_cl_timeline_leave_out (GstClTimeline * line, gboolean flagged)
{
  line->flagged |= flagged;
}

void
gst_cl_timeline_start (GstClTimeline * line, GstClockTime time, guint64 unit)
{
  if (!GST_CLOCK_TIME_IS_VALID (time)) {
    line->active = FALSE;
    time = gst_cl_timeline_get_expected (line);
  }
  line->active = TRUE;
  line->flagged = FALSE;
  line->anchor = time;
  line->anchor_unit = line->next = unit;
}

void
gst_cl_timeline_follow (GstClTimeline * line, GstClockTime time)
{
  line->flagged = FALSE;
  if (!GST_CLOCK_TIME_IS_VALID (time)
      || time == gst_cl_timeline_time_of (line, line->next))
    return;
  line->anchor = time;
  line->anchor_unit = line->next;
}

void
gst_cl_timeline_advance (GstClTimeline * line, guint64 n)
{
  line->next += MIN (n, G_MAXUINT64 - line->next);
}

void
gst_cl_timeline_end (GstClTimeline * line, guint64 end)
{
  if (!line->active)
    return;
  line->end_time = gst_cl_timeline_time_of (line, end);
  line->active = FALSE;
}

void
gst_cl_timeline_clip (const GstClTimeline * line, GstClockTime time,
    guint64 n, guint64 * skip, guint64 * keep)
{
  const GstSegment *segment = &line->segment;
  guint64 inside;

  *skip = 0;
  *keep = n;
  if (segment->format != GST_FORMAT_TIME || !GST_CLOCK_TIME_IS_VALID (time)
      || line->rate_n == 0)
    return;
  /* a unit whose time was rounded down to before the start may begin after it */
  if (GST_CLOCK_TIME_IS_VALID (segment->start) && time < segment->start)
    *skip = MIN (n, gst_util_uint64_scale_round (segment->start - time,
            line->rate_n, line->rate_d * GST_SECOND));
  if (GST_CLOCK_TIME_IS_VALID (segment->stop)) {
    inside = time >= segment->stop ? 0
        : gst_util_uint64_scale_round (segment->stop - time, line->rate_n,
        line->rate_d * GST_SECOND);
    n = MIN (n, inside);
  }
  *keep = n - MIN (n, *skip);
}

void
gst_cl_timeline_stamp (const GstClTimeline * line, guint64 first, guint64 n,
    GstClStamp * stamp)
{
  GstClockTime time = gst_cl_timeline_time_of (line, first + n);

  stamp->pts = gst_cl_timeline_time_of (line, first);
  stamp->duration = GST_CLOCK_TIME_NONE;
  if (GST_CLOCK_TIME_IS_VALID (stamp->pts) && GST_CLOCK_TIME_IS_VALID (time))
    stamp->duration = MIN (MAX (time, stamp->pts + 1), LATEST) - stamp->pts;
  stamp->offset = first;
  stamp->offset_end = first + n;
}
