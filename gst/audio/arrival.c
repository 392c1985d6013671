/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* arrival.c: compares the times of samples with those that are expected. */
#include "arrival.h"

/* Timestamps are rounded down to nanoseconds and GstAudioStreamAlign rounds
   down again to samples, so that exact ones may seem one sample early. */
#define MIN_THRESHOLD_SAMPLES 2

void
gst_cl_arrival_set_rate (GstClArrival * arrival, gint rate)
{
  gst_cl_timeline_set_rate (&arrival->line, rate, 1);
  g_clear_pointer (&arrival->align, gst_audio_stream_align_free);
  arrival->align = gst_audio_stream_align_new (rate, 0, 0);
  arrival->open_gap = FALSE;
}

void
gst_cl_arrival_clear (GstClArrival * arrival)
{
  g_clear_pointer (&arrival->align, gst_audio_stream_align_free);
}

void
gst_cl_arrival_set_tolerance (GstClArrival * arrival,
    GstClockTime alignment_threshold, GstClockTime discont_wait)
{
  arrival->threshold = MAX (alignment_threshold, gst_util_uint64_scale_ceil
      (MIN_THRESHOLD_SAMPLES, GST_SECOND, arrival->line.rate_n));
  gst_audio_stream_align_set_alignment_threshold (arrival->align,
      arrival->threshold);
  gst_audio_stream_align_set_discont_wait (arrival->align, discont_wait);
}

void
gst_cl_arrival_forget (GstClArrival * arrival)
{
  gst_cl_timeline_forget (&arrival->line);
  arrival->flagged = arrival->denied = arrival->open_gap = FALSE;
}

/* Whether there was a flag that the time does not deny. */
static gboolean
take_flag (GstClArrival * arrival, GstClockTime time, GstClockTime expected)
{
  gboolean flagged = arrival->flagged, fits;

  arrival->flagged = FALSE;
  fits = GST_CLOCK_TIME_IS_VALID (time)
      && (guint64) ABS (GST_CLOCK_DIFF (expected, time)) < arrival->threshold;
  arrival->denied |= flagged && fits;
  return flagged && !fits;
}

GstClArrivalPlace
gst_cl_arrival_place (GstClArrival * arrival, GstClockTime time, guint64 n,
    guint64 fill, guint64 * hole)
{
  gboolean open_gap = arrival->open_gap, flagged;
  const GstClTimeline *line = &arrival->line;
  GstClockTime expected;

  arrival->open_gap = FALSE;
  *hole = 0;
  if (!line->active) {
    arrival->flagged = arrival->denied = FALSE;
    return GST_CL_ARRIVAL_PLACE_RUN;
  }
  expected = gst_cl_timeline_time_of (line, line->next);
  flagged = take_flag (arrival, time, expected);
  if (!GST_CLOCK_TIME_IS_VALID (time)) {
    if (flagged && fill == 0)
      return GST_CL_ARRIVAL_PLACE_RUN;
    gst_cl_arrival_join (arrival, n);
    return GST_CL_ARRIVAL_PLACE_NEXT;
  }
  if (!(open_gap && time >= expected)
      && !gst_audio_stream_align_process (arrival->align, flagged, time,
          MIN (n, G_MAXUINT), NULL, NULL, NULL))
    return GST_CL_ARRIVAL_PLACE_NEXT;
  *hole = gst_cl_timeline_count_until (line, time);
  return time >= expected && (open_gap || *hole < fill)
      ? GST_CL_ARRIVAL_PLACE_HOLE : GST_CL_ARRIVAL_PLACE_RUN;
}

void
gst_cl_arrival_join (GstClArrival * arrival, guint64 n)
{
  const GstClTimeline *line = &arrival->line;

  gst_audio_stream_align_process (arrival->align, TRUE,
      gst_cl_timeline_time_of (line, line->next), MIN (n, G_MAXUINT), NULL,
      NULL, NULL);
}

void
gst_cl_arrival_open_gap (GstClArrival * arrival)
{
  arrival->open_gap = TRUE;
}
