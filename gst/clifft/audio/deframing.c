/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* deframing.c: computes where frames lie, what time samples have, and where
   runs begin and end. The sums are those of overlapadd.h. */
#include "deframing.h"

#include "opencl/debug.h"

#define UNKNOWN G_MAXINT64
/* Larger indices are not taken for samples: the field must be wrong. */
#define MAX_INDEX (G_GUINT64_CONSTANT (1) << 61)
/* Timestamps are rounded down to nanoseconds; some transports round more. */
#define MIN_TOLERANCE 2

struct _GstClDeframing
{
  GstClDeframingParams params;  /* window is not kept */
  GstClOverlapAdd *ola;         /* NULL before set_params */
  GstClTimeline line;           /* of samples, from the anchor on; next: the one
                                   whose time the next frame has */

  gboolean reshaped;            /* since the last frame */
  gboolean open_gap;            /* silence until the next buffer */
  gboolean discont;             /* the next batch is flagged */
  gint64 reach;                 /* samples before it are ready */
  gint64 frames_end;            /* one past the last sample of a frame */
  gint64 end;                   /* of the input, or UNKNOWN */
  gboolean is_whole;            /* samples before frames_end are the input's */
  gint64 data_end;              /* one past the last that is not silence */
};

GstClDeframing *
gst_cl_deframing_new (void)
{
  GstClDeframing *deframing = g_new0 (GstClDeframing, 1);

  gst_cl_deframing_flush (deframing);
  return deframing;
}

void
gst_cl_deframing_free (GstClDeframing * deframing)
{
  gst_cl_overlap_add_free (deframing->ola);
  g_free (deframing);
}

void
gst_cl_deframing_flush (GstClDeframing * deframing)
{
  if (deframing->ola)
    gst_cl_overlap_add_restart (deframing->ola, 0);
  gst_cl_timeline_forget (&deframing->line);
  deframing->open_gap = FALSE;
  deframing->reach = 0;
}

gboolean
gst_cl_deframing_set_params (GstClDeframing * deframing,
    const GstClDeframingParams * params, GError ** error)
{
  const GstClDeframingParams *old = &deframing->params;

  g_return_val_if_fail (params->n_channels > 0 && params->rate > 0, FALSE);
  g_return_val_if_fail (params->hop > 0 && params->hop <= params->size, FALSE);

  if (!deframing->ola || old->n_channels != params->n_channels
      || old->rate != params->rate) {
    gst_cl_timeline_set_rate (&deframing->line, params->rate, 1);
    deframing->open_gap = FALSE;
    deframing->reach = 0;
    gst_cl_overlap_add_free (deframing->ola);
    deframing->ola = gst_cl_overlap_add_new (params->n_channels);
  }
  if (!gst_cl_overlap_add_set_window (deframing->ola, params->window,
          params->block ? params->block : params->size, params->least, params->n_ahead, error))
    return FALSE;
  deframing->params = *params;
  deframing->params.window = NULL;
  deframing->reshaped = TRUE;
  return TRUE;
}

void
gst_cl_deframing_set_segment (GstClDeframing * deframing,
    const GstSegment * segment)
{
  gst_cl_timeline_set_segment (&deframing->line, segment);
}

/* ---- places and times ---- */

static guint
get_lead (const GstClDeframing * deframing)
{
  return deframing->params.center ? deframing->params.size / 2 : 0;
}

/* Starts the line of a run that begins with this buffer, and returns the run's
   first sample. */
static gint64
start (const GstClDeframing * deframing, GstBuffer * buffer,
    GstClTimeline * line)
{
  guint64 offset = GST_BUFFER_OFFSET (buffer), index;
  GstClockTime before;

  gst_cl_timeline_start (line, GST_BUFFER_PTS (buffer), 0);
  if (offset == 0 || offset >= MAX_INDEX)
    return 0;
  /* frames before this one are missing, or begin before the anchor */
  index = offset + get_lead (deframing);
  before = gst_util_uint64_scale (index, GST_SECOND, line->rate_n);
  if (before > line->anchor)
    return 0;
  gst_cl_timeline_start (line, line->anchor - before, 0);
  gst_cl_timeline_advance (line, index);
  return offset;
}

/* The sample whose time a buffer has: the next one, or after a change of shape
   the one that its time says. */
static guint64
get_index (const GstClDeframing * deframing, GstBuffer * buffer)
{
  guint64 index;

  return deframing->reshaped && !deframing->open_gap
      && gst_cl_timeline_unit_at (&deframing->line, GST_BUFFER_PTS (buffer),
      &index) ? index : deframing->line.next;
}

/* Whether the time of a buffer is not that of the next frame; behind a gap
   without an end it may be later. */
static gboolean
strays (GstClDeframing * deframing, GstBuffer * buffer)
{
  GstClTimeline *line = &deframing->line;
  guint tolerance = MAX (deframing->params.hop / 2, MIN_TOLERANCE);

  if (deframing->open_gap
      && GST_BUFFER_PTS (buffer) >= gst_cl_timeline_get_expected (line))
    return gst_cl_timeline_jumps (line, GST_CLOCK_TIME_NONE,
        GST_BUFFER_PTS (buffer));
  return gst_cl_timeline_strays (line, GST_BUFFER_PTS (buffer),
      gst_cl_timeline_length_of (line, tolerance));
}

gboolean
gst_cl_deframing_begins (GstClDeframing * deframing, GstBuffer * buffer)
{
  guint64 index = get_index (deframing, buffer);
  gint64 first = (gint64) index - get_lead (deframing);
  gboolean is_next;

  /* frames of another run may have the right time too */
  is_next = index > 0
      && GST_BUFFER_OFFSET (buffer) == (guint64) MAX (first, 0);
  if (!deframing->line.active
      || (gst_cl_stamp_is_flagged (buffer) && !is_next))
    return TRUE;
  /* no frame begins behind the end of the input, leaves a hole, or ends where
     the others did */
  if (first >= deframing->end || first > deframing->frames_end
      || first + deframing->params.size <= deframing->reach)
    return TRUE;
  return index == deframing->line.next && strays (deframing, buffer);
}

/* Reads the end of the input from OFFSET_END where a frame runs past it. */
static void
find_end (GstClDeframing * deframing, GstBuffer * buffer, guint n_frames)
{
  guint64 offset = GST_BUFFER_OFFSET (buffer);
  guint64 offset_end = GST_BUFFER_OFFSET_END (buffer);
  gint64 first =
      (gint64) deframing->line.next - get_lead (deframing), last, end;

  deframing->end = UNKNOWN;
  deframing->is_whole = FALSE;
  if (offset_end == GST_BUFFER_OFFSET_NONE || offset >= MAX_INDEX
      || offset_end >= MAX_INDEX || offset_end <= offset)
    return;
  last = first + (gint64) ((guint64) (n_frames - 1) * deframing->params.hop);
  end = MAX (first, 0) + (gint64) (offset_end - offset);
  deframing->is_whole = end == last + deframing->params.size;
  if (end > last && end < last + deframing->params.size)
    deframing->end = end;
  else if (!deframing->is_whole)
    GST_DEBUG ("offsets %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT " are not "
        "those of %u frames of %u samples: ignored", offset, offset_end,
        n_frames, deframing->params.size);
}

void
gst_cl_deframing_place (GstClDeframing * deframing, GstBuffer * buffer,
    guint n_frames)
{
  GstClTimeline *line = &deframing->line;
  guint64 index;
  gint64 first;

  if (!line->active) {
    first = start (deframing, buffer, line);
    gst_cl_overlap_add_restart (deframing->ola, first);
    deframing->discont = TRUE;
    deframing->reach = deframing->frames_end = deframing->data_end = first;
  } else {
    index = get_index (deframing, buffer);
    gst_cl_timeline_start (line, line->anchor, 0);
    gst_cl_timeline_advance (line, index);
    deframing->discont |= gst_cl_stamp_is_flagged (buffer);
  }
  deframing->reshaped = FALSE;
  deframing->open_gap = FALSE;
  find_end (deframing, buffer, n_frames);
}

/* ---- gaps ---- */

GstClTimeline *
gst_cl_deframing_get_line (GstClDeframing * deframing)
{
  return &deframing->line;
}

/* How many whole hops there are from the next frame up to a time. */
static guint64
count_hops (const GstClDeframing * deframing, GstClockTime until)
{
  guint hop = deframing->params.hop;

  return (gst_cl_timeline_count_until (&deframing->line, until) + hop / 2)
      / hop;
}

gboolean
gst_cl_deframing_push_gap (GstClDeframing * deframing, GstClockTime timestamp,
    GstClockTime duration, guint64 * n_frames)
{
  *n_frames = 0;
  if (!deframing->line.active)
    return FALSE;
  deframing->end = UNKNOWN;
  if (!GST_CLOCK_TIME_IS_VALID (duration)) {
    deframing->open_gap = TRUE;
    return TRUE;
  }
  if (!GST_CLOCK_TIME_IS_VALID (timestamp))
    timestamp = gst_cl_timeline_get_expected (&deframing->line);
  *n_frames = count_hops (deframing,
      duration < GST_CLOCK_TIME_NONE - timestamp ? timestamp + duration :
      GST_CLOCK_TIME_NONE - 1);
  return TRUE;
}

guint64
gst_cl_deframing_get_n_missing (GstClDeframing * deframing,
    GstBuffer * buffer)
{
  if (!deframing->line.active || !deframing->open_gap)
    return 0;
  return count_hops (deframing, GST_BUFFER_PTS (buffer));
}

/* ---- samples ---- */

gboolean
gst_cl_deframing_add (GstClDeframing * deframing, const GstClFrame * frame,
    GError ** error)
{
  gint64 first = (gint64) deframing->line.next - get_lead (deframing);

  g_return_val_if_fail (deframing->line.active, FALSE);

  if (!gst_cl_overlap_add_frame (deframing->ola, first, frame, error))
    return FALSE;
  gst_cl_timeline_advance (&deframing->line, deframing->params.hop);
  deframing->reach = MAX (deframing->reach, first + deframing->params.hop);
  deframing->frames_end =
      MAX (deframing->frames_end, first + deframing->params.size);
  if (frame->data)
    deframing->data_end = deframing->frames_end;
  return TRUE;
}

void
gst_cl_deframing_count (GstClDeframing * deframing, gboolean is_silent)
{
  gint64 first = (gint64) deframing->line.next - get_lead (deframing);

  gst_cl_timeline_advance (&deframing->line, deframing->params.hop);
  deframing->frames_end =
      MAX (deframing->frames_end, first + deframing->params.size);
  if (!is_silent)
    deframing->data_end = deframing->frames_end;
}

gboolean
gst_cl_deframing_add_block (GstClDeframing * deframing, gint64 index,
    const GstClFrame * block, GError ** error)
{
  gint64 first = index - deframing->params.block / 4;

  if (!gst_cl_overlap_add_frame (deframing->ola, first, block, error))
    return FALSE;
  deframing->reach = MAX (deframing->reach, first + deframing->params.block
      / 2);
  return TRUE;
}

void
gst_cl_deframing_drain (GstClDeframing * deframing, GstBuffer * before)
{
  GstClTimeline next = deframing->line;
  guint64 index;
  gint64 first;

  if (!next.active)
    return;
  deframing->reach = deframing->frames_end;
  if (deframing->end != UNKNOWN) {
    deframing->reach = MIN (deframing->reach, deframing->end);
  } else {
    GST_DEBUG ("the end of input is not given: whole frames, to sample %"
        G_GINT64_FORMAT, deframing->frames_end);
    if (before && GST_BUFFER_PTS_IS_VALID (before)) {
      first = start (deframing, before, &next);
      if (gst_cl_timeline_unit_at (&deframing->line,
              gst_cl_timeline_time_of (&next, first), &index)
          && (gint64) index >= gst_cl_overlap_add_get_next (deframing->ola)
          /* frames of this run may have been lost; another may overlap it */
          && (!deframing->is_whole || (gint64) index == first))
        deframing->reach = MIN (deframing->reach, (gint64) index);
    }
  }
  gst_cl_timeline_end (&deframing->line, MAX (deframing->reach, 0));
  deframing->open_gap = FALSE;
}

guint64
gst_cl_deframing_get_n_ready (const GstClDeframing * deframing)
{
  gint64 next, limit = deframing->reach;

  if (!deframing->ola)
    return 0;
  next = gst_cl_overlap_add_get_next (deframing->ola);
  if (deframing->line.active)
    limit = MIN (limit, deframing->end);
  return limit > next ? limit - next : 0;
}

gboolean
gst_cl_deframing_take (GstClDeframing * deframing, gsize n_most,
    gdouble * dest, GstClDeframingBatch * batch)
{
  guint64 n_ready = gst_cl_deframing_get_n_ready (deframing);

  g_return_val_if_fail (n_most > 0, FALSE);

  if (n_ready == 0)
    return FALSE;
  batch->n_samples = MIN (n_ready, n_most);
  gst_cl_timeline_stamp (&deframing->line,
      gst_cl_overlap_add_get_next (deframing->ola), batch->n_samples,
      &batch->stamp);
  batch->stamp.discont = deframing->discont;
  batch->stamp.gap = (gint64) batch->stamp.offset >= deframing->data_end;
  deframing->discont = FALSE;
  gst_cl_overlap_add_take (deframing->ola, batch->n_samples, dest);
  return TRUE;
}

GstClockTime
gst_cl_deframing_get_latency (const GstClDeframing * deframing)
{
  if (!deframing->ola)
    return 0;
  return gst_util_uint64_scale_ceil (get_lead (deframing)
      + (deframing->params.block ? deframing->params.block / 2
          - deframing->params.hop : 0), GST_SECOND, deframing->line.rate_n);
}
