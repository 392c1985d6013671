/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* intervals.c: counts the samples of intervals and of transforms. */
#include "intervals.h"

void
gst_cl_intervals_init (GstClIntervals * intervals,
    const GstClIntervalsParams * params)
{
  GstClIntervalsParams copy = *params;

  intervals->params = copy;
  intervals->n_samples =
      gst_util_uint64_scale (copy.interval, copy.rate, GST_SECOND);
  intervals->share = copy.interval % GST_SECOND * copy.rate % GST_SECOND;
  intervals->lost = 0;
  /* not yet a sample at least: the message before the first one */
  intervals->n_todo = intervals->n_samples;
  intervals->n_samples = CLAMP (intervals->n_samples, 1, G_MAXUINT64 - 1);
  intervals->n_done = 0;
  intervals->n_transforms = 0;
  intervals->time = GST_CLOCK_TIME_NONE;
}

void
gst_cl_intervals_begin_buffer (GstClIntervals * intervals, GstClockTime pts)
{
  if (intervals->n_done == 0)
    intervals->time = pts;
}

/* Samples until a transform ends; 0 is now. */
static guint64
get_distance (const GstClIntervals * intervals)
{
  const GstClIntervalsParams *params = &intervals->params;
  guint64 beyond;

  if (intervals->n_done < params->length)
    return params->length - intervals->n_done;
  beyond = (intervals->n_done - params->length) % params->hop;
  return params->hop - beyond;
}

static gboolean
is_transform_end (const GstClIntervals * intervals)
{
  const GstClIntervalsParams *params = &intervals->params;

  return intervals->n_done >= params->length
      && (intervals->n_done - params->length) % params->hop == 0;
}

static void
begin_next (GstClIntervals * intervals)
{
  intervals->n_todo = intervals->n_samples;
  /* what this interval lost counts from the next one on */
  if (intervals->lost >= GST_SECOND) {
    intervals->lost -= GST_SECOND;
    intervals->n_todo++;
  }
  intervals->lost += intervals->share;
  if (GST_CLOCK_TIME_IS_VALID (intervals->time))
    intervals->time += gst_util_uint64_scale (intervals->n_done, GST_SECOND,
        intervals->params.rate);
  intervals->n_done = 0;
  intervals->n_transforms = 0;
}

void
gst_cl_intervals_advance (GstClIntervals * intervals, guint64 n_samples,
    GstClIntervalsStep * step)
{
  guint64 n = MIN (n_samples, intervals->n_todo - intervals->n_done);

  step->n_samples = MIN (n, get_distance (intervals));
  intervals->n_done += step->n_samples;
  step->complete = intervals->n_done == intervals->n_todo;
  step->transform = is_transform_end (intervals)
      || (step->complete && intervals->n_transforms == 0);
  step->time = intervals->time;
  intervals->n_transforms += step->transform;
  if (step->complete)
    begin_next (intervals);
}

gboolean
gst_cl_intervals_finish (GstClIntervals * intervals, GstClIntervalsStep * step)
{
  gboolean begun = intervals->n_done > 0;

  step->n_samples = intervals->n_done;
  step->transform = intervals->n_transforms == 0;
  step->complete = begun;
  step->time = intervals->time;
  gst_cl_intervals_init (intervals, &intervals->params);
  return begun;
}

guint64
gst_cl_intervals_get_max_transforms (const GstClIntervalsParams * params)
{
  guint64 n_samples =
      gst_util_uint64_scale (params->interval, params->rate, GST_SECOND);

  /* an interval may be a sample longer */
  if (n_samples == G_MAXUINT64 || n_samples + 1 < params->length)
    return n_samples == G_MAXUINT64 ? G_MAXUINT64 : 1;
  return (n_samples + 1 - params->length) / params->hop + 1;
}
