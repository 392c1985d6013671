/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * intervals.h: decides when a message of spectra is due and which samples its
 * transforms read, as GStreamer's `spectrum` does.
 *
 *   - An interval is interval * rate samples long; where that is no whole
 *     number the shares add up, and an interval is one sample longer whenever
 *     a whole sample has come together.
 *   - Transforms are counted from the interval's first sample: one ends after
 *     `length` samples and after each `hop` more. What is left at the end of
 *     the interval is not transformed.
 *   - An interval in which none ended has one at its end, over the newest
 *     `length` samples, which then begin before the interval.
 *   - An interval's time is the PTS of the buffer that it began in, if it
 *     began with the buffer; else the time of the one before plus the length
 *     of that.
 *   - An interval shorter than a sample gives one message before the first
 *     sample; from then on it is a sample at least.
 *
 * Counts samples per channel. Knows no samples and no device.
 */
#ifndef GST_CL_INTERVALS_H
#define GST_CL_INTERVALS_H

#include <gst/gst.h>

G_BEGIN_DECLS

/**
 * GstClIntervalsParams:
 * @rate: samples per second, above 0
 * @interval: nanoseconds, above 0
 * @length: samples that a transform reads, above 0
 * @hop: samples from one transform to the next, above 0; `spectrum` has length
 */
typedef struct
{
  guint rate;
  GstClockTime interval;
  guint64 length;
  guint64 hop;
} GstClIntervalsParams;

/* Members are this unit's own. */
typedef struct
{
  GstClIntervalsParams params;
  guint64 n_samples;            /* in an interval, rounded down */
  guint64 share;                /* of a sample, in 1/GST_SECOND, that is lost */
  guint64 lost;                 /* shares that have come together */
  guint64 n_todo;               /* samples of the current interval */
  guint64 n_done;               /* of them */
  guint64 n_transforms;         /* in the current interval */
  GstClockTime time;            /* of the current interval, or NONE */
} GstClIntervals;

/**
 * GstClIntervalsStep:
 * @n_samples: how far it went
 * @transform: a transform ends here
 * @complete: an interval ends here, after that transform
 * @time: the interval's, if complete; may be %GST_CLOCK_TIME_NONE
 */
typedef struct
{
  guint64 n_samples;
  gboolean transform;
  gboolean complete;
  GstClockTime time;
} GstClIntervalsStep;

/* Begins the first interval; also used to start anew. */
void gst_cl_intervals_init (GstClIntervals * intervals,
    const GstClIntervalsParams * params);

/* Call it before the samples of a buffer, with its PTS or
   GST_CLOCK_TIME_NONE. */
void gst_cl_intervals_begin_buffer (GstClIntervals * intervals,
    GstClockTime pts);

/* Goes on by at most n_samples (above 0), up to the next end of a transform or
   of an interval. Call it again with the samples that are left. */
void gst_cl_intervals_advance (GstClIntervals * intervals, guint64 n_samples,
    GstClIntervalsStep * step);

/* Ends the interval that was begun at the end of input; FALSE if there was
   none. n_samples are those of the interval, transform says whether one has to
   end here, time is the interval's; everything starts anew. */
gboolean gst_cl_intervals_finish (GstClIntervals * intervals,
    GstClIntervalsStep * step);

/* How many transforms end in one interval at most. */
guint64 gst_cl_intervals_get_max_transforms (const GstClIntervalsParams *
    params);

G_END_DECLS

#endif /* GST_CL_INTERVALS_H */
