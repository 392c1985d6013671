/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* framing-input.c: decides where arriving samples belong: after the current
   stretch, after a hole that is filled with silence, or at the start of a new
   stretch. */
#include "framing-private.h"

#include "opencl/debug.h"

#define MAX_SAMPLES (G_MAXINT64 / 2)

/*
 * Timestamps are rounded down to nanoseconds and GstAudioStreamAlign rounds
 * down again to samples, so that exact ones may seem one sample early.
 */
#define MIN_THRESHOLD_SAMPLES 2

/* The nanoseconds from which on a timestamp strays. */
static GstClockTime
get_threshold (const GstClFraming * framing)
{
  return MAX (framing->params.alignment_threshold,
      gst_util_uint64_scale_ceil (MIN_THRESHOLD_SAMPLES, GST_SECOND,
          framing->rate));
}

void
gst_cl_framing_update_align (GstClFraming * framing)
{
  if (!framing->align)
    return;
  gst_audio_stream_align_set_alignment_threshold (framing->align,
      get_threshold (framing));
  gst_audio_stream_align_set_discont_wait (framing->align,
      framing->params.discont_wait);
}

static Stretch *
get_current (GstClFraming * framing)
{
  guint n = framing->stretches->len;
  Stretch *last = n ? &g_array_index (framing->stretches, Stretch, n - 1) : NULL;

  return last && !last->ended ? last : NULL;
}

static void
end_current (GstClFraming * framing, gboolean cut)
{
  Stretch *stretch = get_current (framing);

  framing->open_gap = FALSE;
  if (!stretch)
    return;
  stretch->ended = TRUE;
  stretch->cut = cut;
  framing->end_time = gst_cl_framing_time (framing, stretch,
      stretch->n_samples);
}

static Stretch *
begin (GstClFraming * framing, GstClockTime timestamp)
{
  Stretch stretch = { 0, };

  if (GST_CLOCK_TIME_IS_VALID (timestamp))
    stretch.anchor = timestamp;
  else if (GST_CLOCK_TIME_IS_VALID (framing->end_time))
    stretch.anchor = framing->end_time;
  else if (framing->segment.format == GST_FORMAT_TIME &&
      GST_CLOCK_TIME_IS_VALID (framing->segment.start))
    stretch.anchor = framing->segment.start;
  g_array_append_val (framing->stretches, stretch);
  return get_current (framing);
}

static void
append_silence (GstClFraming * framing, Stretch * stretch, guint64 n_samples)
{
  n_samples = MIN (n_samples, MAX_SAMPLES - stretch->n_samples);
  stretch->n_samples += n_samples;
  gst_cl_sample_fifo_append_silence (framing->fifo, n_samples);
  gst_cl_framing_trim (framing);
}

/* Appends silence up to the sample that is nearest to `time`. */
static void
append_silence_until (GstClFraming * framing, Stretch * stretch,
    GstClockTime time)
{
  guint64 index;

  if (time <= stretch->anchor)
    return;
  index = gst_util_uint64_scale_round (time - stretch->anchor, framing->rate,
      GST_SECOND);
  if (index > stretch->n_samples)
    append_silence (framing, stretch, index - stretch->n_samples);
}

/* Counts n_samples that arrive at the current end; the next ones are expected
   after them. */
static void
join (GstClFraming * framing, const Stretch * stretch, guint n_samples)
{
  gst_audio_stream_align_process (framing->align, TRUE,
      gst_cl_framing_time (framing, stretch, stretch->n_samples), n_samples,
      NULL, NULL, NULL);
}

/* Whether there was a flag that the timestamp does not deny. A flag that it
   does deny is passed on. */
static gboolean
take_flag (GstClFraming * framing, GstClockTime timestamp,
    GstClockTime expected)
{
  gboolean flagged = framing->discont, fits;

  framing->discont = FALSE;
  fits = GST_CLOCK_TIME_IS_VALID (timestamp)
      && (guint64) ABS (GST_CLOCK_DIFF (expected, timestamp))
      < get_threshold (framing);
  if (flagged && fits)
    framing->flagged = TRUE;
  return flagged && !fits;
}

/* Finds the stretch that n_samples of this timestamp belong to, and moves its
   end to where they begin. */
static Stretch *
place (GstClFraming * framing, GstClockTime timestamp, guint n_samples)
{
  Stretch *stretch = get_current (framing);
  gboolean flagged, open_gap = framing->open_gap;
  gboolean pad = framing->params.discont_policy == GST_CL_DISCONT_POLICY_PAD;
  gboolean jumped, fill, forced;
  GstClockTime expected;

  framing->open_gap = FALSE;
  if (!stretch) {
    framing->discont = FALSE;
    stretch = begin (framing, timestamp);
    join (framing, stretch, n_samples);
    return stretch;
  }

  expected = gst_cl_framing_time (framing, stretch, stretch->n_samples);
  flagged = take_flag (framing, timestamp, expected);
  if (!GST_CLOCK_TIME_IS_VALID (timestamp)) {
    jumped = flagged && !pad;
    fill = FALSE;
    if (!jumped)
      join (framing, stretch, n_samples);
  } else {
    fill = timestamp >= expected && (open_gap || pad);
    forced = flagged && (!pad || timestamp < expected);
    jumped = (fill && (open_gap || flagged)) ||
        gst_audio_stream_align_process (framing->align, forced, timestamp,
        n_samples, NULL, NULL, NULL);
  }
  if (!jumped)
    return stretch;

  if (fill) {
    append_silence_until (framing, stretch, timestamp);
  } else {
    GST_INFO ("discontinuity: %" GST_TIME_FORMAT " where %" GST_TIME_FORMAT
        " was expected", GST_TIME_ARGS (timestamp), GST_TIME_ARGS (expected));
    end_current (framing,
        framing->params.discont_policy == GST_CL_DISCONT_POLICY_DROP);
    stretch = begin (framing, timestamp);
  }
  join (framing, stretch, n_samples);
  return stretch;
}

gboolean
gst_cl_framing_push_buffer (GstClFraming * framing, GstBuffer * buffer,
    GError ** error)
{
  gboolean flagged = gst_cl_stamp_is_flagged (buffer);
  gboolean gap = GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_GAP);
  Stretch *stretch;
  gsize n_samples;

  g_return_val_if_fail (framing->fifo, FALSE);

  if (!gst_cl_sample_fifo_count (framing->fifo, buffer, &n_samples, error)) {
    gst_buffer_unref (buffer);
    return FALSE;
  }
  framing->discont |= flagged;
  if (n_samples == 0) {
    gst_buffer_unref (buffer);
    return TRUE;
  }

  stretch = place (framing, GST_BUFFER_PTS (buffer),
      MIN (n_samples, G_MAXUINT));
  if (gap || n_samples > MAX_SAMPLES - stretch->n_samples) {
    gst_buffer_unref (buffer);
    append_silence (framing, stretch, n_samples);
  } else {
    if (!gst_cl_sample_fifo_append (framing->fifo, buffer, n_samples, error))
      return FALSE;
    stretch->n_samples += n_samples;
    gst_cl_framing_trim (framing);
  }
  return TRUE;
}

void
gst_cl_framing_push_gap (GstClFraming * framing, GstClockTime timestamp,
    GstClockTime duration)
{
  Stretch *stretch;

  g_return_if_fail (framing->fifo);

  stretch = place (framing, timestamp, 0);
  if (!GST_CLOCK_TIME_IS_VALID (timestamp))
    timestamp = gst_cl_framing_time (framing, stretch, stretch->n_samples);
  if (!GST_CLOCK_TIME_IS_VALID (duration)) {
    framing->open_gap = TRUE;
    return;
  }
  append_silence_until (framing, stretch,
      duration < GST_CLOCK_TIME_NONE - timestamp ? timestamp + duration :
      GST_CLOCK_TIME_NONE - 1);
  join (framing, stretch, 0);
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
  g_array_set_size (framing->stretches, 0);
  framing->end_time = GST_CLOCK_TIME_NONE;
  framing->discont = FALSE;
  framing->flagged = FALSE;
  framing->open_gap = FALSE;
}

void
gst_cl_framing_set_info (GstClFraming * framing, const GstAudioInfo * info)
{
  GstClockTime end_time;

  g_return_if_fail (info->rate > 0 && info->channels > 0);

  end_current (framing, FALSE);
  end_time = framing->end_time;
  gst_cl_framing_flush (framing);
  framing->end_time = end_time;

  g_clear_pointer (&framing->fifo, gst_cl_sample_fifo_free);
  g_clear_pointer (&framing->align, gst_audio_stream_align_free);
  framing->rate = info->rate;
  framing->fifo = gst_cl_sample_fifo_new (info);
  framing->align = gst_audio_stream_align_new (info->rate, 0, 0);
  gst_cl_framing_update_align (framing);
}

void
gst_cl_framing_set_segment (GstClFraming * framing,
    const GstSegment * segment)
{
  if (gst_segment_is_equal (&framing->segment, segment))
    return;
  framing->segment = *segment;
  framing->end_time = GST_CLOCK_TIME_NONE;
}
