/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * pictureclock.h: the times of the pictures of a stream of samples: picture j
 * of a stretch begins anchor + j / framerate, and shows all that lies before
 * its end. Exact: nothing is accumulated. Pure.
 */
#ifndef GST_CL_PICTURE_CLOCK_H
#define GST_CL_PICTURE_CLOCK_H

#include <gst/gst.h>

G_BEGIN_DECLS

/**
 * GstClPictureClock:
 * @rate: samples per second
 * @fps_n: pictures per second, numerator
 * @fps_d: denominator
 * @anchor: time of the stretch's first sample
 * @first_sample: its index
 * @n_done: pictures of the stretch that went out
 *
 * Fill the first three before the rest; n_done is private.
 */
typedef struct
{
  guint rate;
  guint fps_n, fps_d;
  GstClockTime anchor;
  guint64 first_sample;
  guint64 n_done;
} GstClPictureClock;

/* Begins a stretch with that sample at that time. */
void gst_cl_picture_clock_start (GstClPictureClock * clock,
    GstClockTime anchor, guint64 first_sample);

/* The index of the first sample that is not before the next picture's begin, or
   its end. */
guint64 gst_cl_picture_clock_get_begin (const GstClPictureClock * clock);
guint64 gst_cl_picture_clock_get_end (const GstClPictureClock * clock);

/* The time of a sample, and the sample nearest to a time that is not before the
   anchor. */
GstClockTime gst_cl_picture_clock_get_time (const GstClPictureClock * clock,
    guint64 sample);
guint64 gst_cl_picture_clock_get_sample (const GstClPictureClock * clock,
    GstClockTime time);

/* Sets PTS, DURATION, OFFSET and DISCONT, and goes on to the next picture.
   DURATION does not reach beyond the time of `end`, the stretch's end in
   samples; G_MAXUINT64: unknown. */
void gst_cl_picture_clock_stamp (GstClPictureClock * clock,
    guint64 end, GstBuffer * buffer);

/* Goes on without a buffer; *begin and *end are the picture's. */
void gst_cl_picture_clock_skip (GstClPictureClock * clock,
    GstClockTime * begin, GstClockTime * end);

/* 1 / framerate. */
GstClockTime gst_cl_picture_clock_get_duration (const GstClPictureClock *
    clock);

G_END_DECLS

#endif /* GST_CL_PICTURE_CLOCK_H */
