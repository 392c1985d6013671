/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pictureclock.c: computes the times of pictures in whole numbers. */
#include "pictureclock.h"

void
gst_cl_picture_clock_start (GstClPictureClock * clock, GstClockTime anchor,
    guint64 first_sample)
{
  clock->anchor = anchor;
  clock->first_sample = first_sample;
  clock->n_done = 0;
}

static guint64
get_boundary (const GstClPictureClock * clock, guint64 picture)
{
  return clock->first_sample + gst_util_uint64_scale_ceil (picture,
      (guint64) clock->fps_d * clock->rate, clock->fps_n);
}

static GstClockTime
get_boundary_time (const GstClPictureClock * clock, guint64 picture)
{
  return clock->anchor + gst_util_uint64_scale (picture,
      clock->fps_d * GST_SECOND, clock->fps_n);
}

guint64
gst_cl_picture_clock_get_begin (const GstClPictureClock * clock)
{
  return get_boundary (clock, clock->n_done);
}

guint64
gst_cl_picture_clock_get_end (const GstClPictureClock * clock)
{
  return get_boundary (clock, clock->n_done + 1);
}

GstClockTime
gst_cl_picture_clock_get_time (const GstClPictureClock * clock, guint64 sample)
{
  return clock->anchor + gst_util_uint64_scale (sample - clock->first_sample,
      GST_SECOND, clock->rate);
}

guint64
gst_cl_picture_clock_get_sample (const GstClPictureClock * clock,
    GstClockTime time)
{
  return clock->first_sample + gst_util_uint64_scale_round (time
      - clock->anchor, clock->rate, GST_SECOND);
}

void
gst_cl_picture_clock_skip (GstClPictureClock * clock, GstClockTime * begin,
    GstClockTime * end)
{
  *begin = get_boundary_time (clock, clock->n_done);
  *end = get_boundary_time (clock, clock->n_done + 1);
  clock->n_done++;
}

void
gst_cl_picture_clock_stamp (GstClPictureClock * clock, guint64 end,
    GstBuffer * buffer)
{
  gboolean is_first = clock->n_done == 0;
  GstClockTime begin_time, end_time;

  GST_BUFFER_OFFSET (buffer) = clock->n_done;
  GST_BUFFER_OFFSET_END (buffer) = clock->n_done + 1;
  gst_cl_picture_clock_skip (clock, &begin_time, &end_time);
  if (end != G_MAXUINT64)
    end_time = MIN (end_time, gst_cl_picture_clock_get_time (clock, end));
  GST_BUFFER_PTS (buffer) = begin_time;
  GST_BUFFER_DURATION (buffer) = MAX (end_time, begin_time + 1) - begin_time;
  if (is_first)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
}

GstClockTime
gst_cl_picture_clock_get_duration (const GstClPictureClock * clock)
{
  return clock->fps_n ? gst_util_uint64_scale (GST_SECOND, clock->fps_d,
      clock->fps_n) : 0;
}
