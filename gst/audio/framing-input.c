/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* framing-input.c: takes samples to where arrival.h says that they belong. */
#include "framing-private.h"

#include "audioinfo.h"
#include "opencl/debug.h"

#define MAX_SAMPLES (G_MAXINT64 / 2)

static Run *
get_current (GstClFraming * framing)
{
  guint n = framing->runs->len;
  Run *last = n ? &g_array_index (framing->runs, Run, n - 1) : NULL;

  return last && last->line.active ? last : NULL;
}

/* Of the current run, or of the next one. */
GstClTimeline *
gst_cl_framing_get_line (GstClFraming * framing)
{
  Run *run = get_current (framing);

  return run ? &run->line : &framing->line;
}

static void
end_current (GstClFraming * framing, gboolean cut)
{
  Run *run = get_current (framing);

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

/* Finds the run that n samples of this time belong to, and moves its end to
   where they begin. */
static Run *
place (GstClFraming * framing, GstClockTime time, guint64 n)
{
  const GstClFramingParams *params = &framing->params;
  GstClArrival *arrival = &framing->arrival;
  GstClTimeline *line = gst_cl_framing_get_line (framing);
  GstClArrivalPlace place;
  guint64 hole;

  arrival->alignment_threshold = params->alignment_threshold;
  arrival->discont_wait = params->discont_wait;
  arrival->fill = params->discont_policy == GST_CL_DISCONT_POLICY_PAD
      ? G_MAXUINT64 : 0;
  place = gst_cl_arrival_place (arrival, line, time, n, &hole);
  framing->flagged |= arrival->denied;
  arrival->denied = FALSE;
  if (place == GST_CL_ARRIVAL_PLACE_HOLE)
    append_silence (framing, get_current (framing), hole);
  if (place != GST_CL_ARRIVAL_PLACE_RUN)
    return get_current (framing);
  if (line->active)
    GST_INFO ("discontinuity: %" GST_TIME_FORMAT " where %" GST_TIME_FORMAT
        " was expected", GST_TIME_ARGS (time),
        GST_TIME_ARGS (gst_cl_timeline_get_expected (line)));
  end_current (framing, params->discont_policy == GST_CL_DISCONT_POLICY_DROP);
  return begin (framing, time);
}

/* ---- input ---- */

/* Takes n samples (buffer: transfer full), but for those outside of the
   segment. */
static gboolean
take (GstClFraming * framing, GstBuffer * buffer, guint64 n, GError ** error)
{
  gboolean gap = GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_GAP);
  GstClockTime time = GST_BUFFER_PTS (buffer);
  guint64 skip, all = n;
  Run *run = NULL;

  gst_cl_arrival_clip (gst_cl_framing_get_line (framing), &time, &n, &skip);
  if (n > 0)
    run = place (framing, time, n);
  if (n == 0 || gap || n > MAX_SAMPLES - run->line.next) {
    gst_buffer_unref (buffer);
    if (n > 0)
      append_silence (framing, run, n);
    return TRUE;
  }
  if (n < all)
    buffer = gst_audio_buffer_truncate (buffer,
        gst_cl_sample_fifo_get_unit (framing->fifo), skip, n);
  if (!gst_cl_sample_fifo_append (framing->fifo, buffer, n, error))
    return FALSE;
  advance (framing, run, n);
  return TRUE;
}

gboolean
gst_cl_framing_push_buffer (GstClFraming * framing, GstBuffer * buffer,
    GError ** error)
{
  gsize n_samples;

  g_return_val_if_fail (framing->fifo, FALSE);

  if (!gst_cl_audio_info_count (&framing->info, buffer, &n_samples, error)) {
    gst_buffer_unref (buffer);
    return FALSE;
  }
  framing->arrival.flagged |= gst_cl_stamp_is_flagged (buffer);
  return take (framing, buffer, n_samples, error);
}

void
gst_cl_framing_push_gap (GstClFraming * framing, GstClockTime timestamp,
    GstClockTime duration)
{
  GstClockTime end;
  Run *run;

  g_return_if_fail (framing->fifo);

  if (!gst_cl_arrival_clip_gap (gst_cl_framing_get_line (framing), &timestamp, duration, &end))
    return;
  run = place (framing, timestamp, 0);
  framing->arrival.open_gap = !GST_CLOCK_TIME_IS_VALID (end);
  append_silence (framing, run, gst_cl_timeline_count_until (&run->line, end));
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
  gst_cl_arrival_forget (&framing->arrival);
  framing->flagged = FALSE;
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
  gst_cl_timeline_set_segment (gst_cl_framing_get_line (framing), segment);
}
