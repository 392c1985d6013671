/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* framing-input.c: decides where arriving samples belong: after the current
   run, after a hole that is filled with silence, or at the start of a new
   run. */
#include "framing-private.h"

#include "opencl/debug.h"

#define MAX_SAMPLES (G_MAXINT64 / 2)

/* Timestamps are rounded down to nanoseconds, and by some to samples. */
#define MIN_THRESHOLD_SAMPLES 2

static Run *
get_current (GstClFraming * framing)
{
  guint n = framing->runs->len;
  Run *last = n ? &g_array_index (framing->runs, Run, n - 1) : NULL;

  return last && last->line.active ? last : NULL;
}

/* Of the current run, or of the next one. */
static GstClTimeline *
get_line (GstClFraming * framing)
{
  Run *run = get_current (framing);

  return run ? &run->line : &framing->line;
}

static void
end_current (GstClFraming * framing, gboolean cut)
{
  Run *run = get_current (framing);

  framing->open_gap = FALSE;
  framing->n_strayed = 0;
  if (!run)
    return;
  run->cut = cut;
  gst_cl_timeline_end (&run->line, run->line.next);
  framing->line = run->line;
}

static Run *
begin (GstClFraming * framing, GstClockTime time)
{
  Run run = {.line = framing->line };

  gst_cl_timeline_start (&run.line, time, 0);
  g_array_append_val (framing->runs, run);
  return get_current (framing);
}

/* Counts n samples of the fifo as the run's. */
static void
advance (GstClFraming * framing, Run * run, guint64 n)
{
  gst_cl_timeline_advance (&run->line, n);
  gst_cl_framing_trim (framing);
}

static void
append_silence (GstClFraming * framing, Run * run, guint64 n_samples)
{
  n_samples = MIN (n_samples, MAX_SAMPLES - run->line.next);
  gst_cl_sample_fifo_append_silence (framing->fifo, n_samples);
  advance (framing, run, n_samples);
}

/* ---- places ---- */

/* Whether a time is off by the threshold or more. */
static gboolean
is_off (const GstClFraming * framing, const Run * run, GstClockTime time)
{
  GstClockTime threshold = MAX (framing->params.alignment_threshold,
      gst_util_uint64_scale_ceil (MIN_THRESHOLD_SAMPLES, GST_SECOND,
          run->line.rate_n));

  return gst_cl_timeline_strays (&run->line, time, threshold - 1);
}

/* Whether so many samples in a row have strayed for discont_wait before these
   n. */
static gboolean
has_strayed (GstClFraming * framing, const Run * run, gboolean strays,
    guint64 n)
{
  guint64 before = framing->n_strayed;

  framing->n_strayed = strays ? before + MIN (n, MAX_SAMPLES - before) : 0;
  return strays && gst_util_uint64_scale (before, GST_SECOND,
      run->line.rate_n) >= framing->params.discont_wait;
}

/* Whether there was a flag that the timestamp does not deny. A flag that it
   does deny is passed on. */
static gboolean
take_flag (GstClFraming * framing, gboolean fits)
{
  gboolean flagged = framing->discont;

  framing->discont = FALSE;
  if (flagged && fits)
    framing->flagged = TRUE;
  return flagged && !fits;
}

/* Finds the run that n samples of this time belong to, and moves its end to
   where they begin. */
static Run *
place (GstClFraming * framing, GstClockTime time, guint64 n)
{
  gboolean pad = framing->params.discont_policy == GST_CL_DISCONT_POLICY_PAD;
  gboolean open_gap = framing->open_gap, timed, late, strays, flagged;
  Run *run = get_current (framing);
  GstClockTime expected;

  framing->open_gap = FALSE;
  if (!run) {
    framing->discont = FALSE;
    return begin (framing, time);
  }
  timed = GST_CLOCK_TIME_IS_VALID (time);
  expected = gst_cl_timeline_get_expected (&run->line);
  late = timed && time >= expected;
  strays = is_off (framing, run, time);
  flagged = take_flag (framing, timed && !strays);
  if (timed ? !has_strayed (framing, run, strays, n) && !flagged
      && !(open_gap && late) : !flagged || pad)
    return run;

  framing->n_strayed = 0;
  if (late && (open_gap || pad)) {
    append_silence (framing, run, gst_cl_timeline_count_until (&run->line,
            time));
    return run;
  }
  GST_INFO ("discontinuity: %" GST_TIME_FORMAT " where %" GST_TIME_FORMAT
      " was expected", GST_TIME_ARGS (time), GST_TIME_ARGS (expected));
  end_current (framing,
      framing->params.discont_policy == GST_CL_DISCONT_POLICY_DROP);
  return begin (framing, time);
}

/* ---- input ---- */

/* Cuts off the samples outside of the segment. Returns the buffer or what is
   left of it, of *n samples from *time on. */
static GstBuffer *
clip (GstClFraming * framing, GstBuffer * buffer, GstClockTime * time,
    gsize * n)
{
  const GstClTimeline *line = get_line (framing);
  GstClockTime begin = GST_CLOCK_TIME_IS_VALID (*time) ? *time
      : gst_cl_timeline_get_expected (line);
  guint64 skip, keep;

  gst_cl_timeline_clip (line, begin, *n, &skip, &keep);
  if (keep == *n)
    return buffer;
  *n = keep;
  *time = begin + gst_cl_timeline_length_of (line, skip);
  return keep == 0 ? buffer : gst_audio_buffer_truncate (buffer,
      gst_cl_sample_fifo_get_unit (framing->fifo), skip, keep);
}

gboolean
gst_cl_framing_push_buffer (GstClFraming * framing, GstBuffer * buffer,
    GError ** error)
{
  gboolean gap = GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_GAP);
  GstClockTime time = GST_BUFFER_PTS (buffer);
  gsize n_samples;
  Run *run;

  g_return_val_if_fail (framing->fifo, FALSE);

  if (!gst_cl_sample_fifo_count (framing->fifo, buffer, &n_samples, error)) {
    gst_buffer_unref (buffer);
    return FALSE;
  }
  framing->discont |= gst_cl_stamp_is_flagged (buffer);
  if (n_samples > 0)
    buffer = clip (framing, buffer, &time, &n_samples);
  if (n_samples == 0) {
    gst_buffer_unref (buffer);
    return TRUE;
  }

  run = place (framing, time, n_samples);
  if (gap || n_samples > MAX_SAMPLES - run->line.next) {
    gst_buffer_unref (buffer);
    append_silence (framing, run, n_samples);
  } else {
    if (!gst_cl_sample_fifo_append (framing->fifo, buffer, n_samples, error))
      return FALSE;
    advance (framing, run, n_samples);
  }
  return TRUE;
}

/* The part of a gap that lies inside of the segment; FALSE if none does. */
static gboolean
clip_gap (const GstClTimeline * line, GstClockTime * begin, GstClockTime * end)
{
  return line->segment.format != GST_FORMAT_TIME
      || gst_segment_clip (&line->segment, GST_FORMAT_TIME, *begin, *end,
      begin, end);
}

void
gst_cl_framing_push_gap (GstClFraming * framing, GstClockTime timestamp,
    GstClockTime duration)
{
  const GstClTimeline *line = get_line (framing);
  GstClockTime end = GST_CLOCK_TIME_NONE;
  Run *run;

  g_return_if_fail (framing->fifo);

  if (!GST_CLOCK_TIME_IS_VALID (timestamp))
    timestamp = gst_cl_timeline_get_expected (line);
  if (GST_CLOCK_TIME_IS_VALID (duration))
    end = timestamp + MIN (duration, GST_CLOCK_TIME_NONE - 1 - timestamp);
  if (!clip_gap (line, &timestamp, &end))
    return;
  run = place (framing, timestamp, 0);
  if (GST_CLOCK_TIME_IS_VALID (duration))
    append_silence (framing, run, gst_cl_timeline_count_until (&run->line,
            end));
  else
    framing->open_gap = TRUE;
}

void
gst_cl_framing_drain (GstClFraming * framing)
{
  end_current (framing, FALSE);
}

void
gst_cl_framing_flush (GstClFraming * framing)
{
  if (framing->fifo)
    gst_cl_sample_fifo_clear (framing->fifo);
  g_array_set_size (framing->runs, 0);
  gst_cl_timeline_forget (&framing->line);
  framing->n_strayed = 0;
  framing->discont = FALSE;
  framing->flagged = FALSE;
  framing->open_gap = FALSE;
}

void
gst_cl_framing_set_info (GstClFraming * framing, const GstAudioInfo * info)
{
  GstClTimeline line;

  g_return_if_fail (info->rate > 0 && info->channels > 0);

  if (framing->fifo && gst_audio_info_is_equal (info, &framing->info))
    return;
  end_current (framing, FALSE);
  line = framing->line;
  gst_cl_framing_flush (framing);
  framing->line = line;
  gst_cl_timeline_set_rate (&framing->line, info->rate, 1);

  g_clear_pointer (&framing->fifo, gst_cl_sample_fifo_free);
  framing->info = *info;
  framing->fifo = gst_cl_sample_fifo_new (info);
}

void
gst_cl_framing_set_segment (GstClFraming * framing,
    const GstSegment * segment)
{
  gst_cl_timeline_set_segment (get_line (framing), segment);
}
