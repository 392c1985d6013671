/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* deframing.c: computes where frames lie, what time samples have, and where
   stretches begin and end. The sums are those of overlapadd.h. */
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
  GstSegment segment;
  GstClockTime end_time;        /* of the last stretch that ended, or NONE */

  gboolean active;              /* a stretch has begun and not ended */
  gboolean reshaped;            /* since the last frame */
  gboolean open_gap;            /* silence until the next buffer */
  gboolean discont;             /* no sample of the stretch was taken */
  gboolean flagged;             /* the next batch is to pass a flag on */
  GstClockTime anchor;
  guint64 index;                /* index from which the next frame has its
                                   time */
  gint64 reach;                 /* samples before it are ready */
  gint64 frames_end;            /* one past the last sample of a frame */
  gint64 end;                   /* of the input, or UNKNOWN */
  gint64 data_end;              /* one past the last that is not silence */
};

GstClDeframing *
gst_cl_deframing_new (void)
{
  GstClDeframing *deframing = g_new0 (GstClDeframing, 1);

  deframing->end_time = GST_CLOCK_TIME_NONE;
  gst_segment_init (&deframing->segment, GST_FORMAT_TIME);
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
  deframing->active = FALSE;
  deframing->open_gap = FALSE;
  deframing->reach = 0;
  deframing->end_time = GST_CLOCK_TIME_NONE;
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
    GstClockTime end_time = deframing->end_time;

    gst_cl_deframing_flush (deframing);
    deframing->end_time = end_time;
    gst_cl_overlap_add_free (deframing->ola);
    deframing->ola = gst_cl_overlap_add_new (params->n_channels);
  }
  if (!gst_cl_overlap_add_set_window (deframing->ola, params->window,
          params->size, params->least, params->n_ahead, error))
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
  if (gst_segment_is_equal (&deframing->segment, segment))
    return;
  deframing->segment = *segment;
  deframing->end_time = GST_CLOCK_TIME_NONE;
}

/* ---- places and times ---- */

static guint
get_lead (const GstClDeframing * deframing)
{
  return deframing->params.center ? deframing->params.size / 2 : 0;
}

static GstClockTime
get_time (const GstClDeframing * deframing, guint64 index)
{
  GstClockTime t = gst_util_uint64_scale (index, GST_SECOND,
      deframing->params.rate);
  GstClockTime latest = GST_CLOCK_TIME_NONE - 1;

  return t > latest - deframing->anchor ? latest : deframing->anchor + t;
}

/* Finds the index of the sample that is nearest to a time; FALSE before the
   anchor. */
static gboolean
get_index (const GstClDeframing * deframing, GstClockTime time,
    guint64 * index)
{
  if (!GST_CLOCK_TIME_IS_VALID (time) || time < deframing->anchor)
    return FALSE;
  *index = gst_util_uint64_scale_round (time - deframing->anchor,
      deframing->params.rate, GST_SECOND);
  *index = MIN (*index, MAX_INDEX);
  return TRUE;
}

/* Finds the anchor of a stretch that begins with this buffer, the index of the
   frame's time, and the first sample. */
static void
find_start (const GstClDeframing * deframing, GstBuffer * buffer,
    GstClockTime * anchor, guint64 * index, gint64 * next)
{
  GstClockTime pts = GST_BUFFER_PTS (buffer), before;
  guint64 offset = GST_BUFFER_OFFSET (buffer);

  if (!GST_CLOCK_TIME_IS_VALID (pts)) {
    pts = 0;
    if (GST_CLOCK_TIME_IS_VALID (deframing->end_time))
      pts = deframing->end_time;
    else if (deframing->segment.format == GST_FORMAT_TIME
        && GST_CLOCK_TIME_IS_VALID (deframing->segment.start))
      pts = deframing->segment.start;
  }
  *anchor = pts;
  *index = 0;
  *next = 0;
  if (offset == 0 || offset >= MAX_INDEX)
    return;
  /* frames before this one are missing, or begin before the anchor */
  before = gst_util_uint64_scale (offset + get_lead (deframing), GST_SECOND,
      deframing->params.rate);
  if (before > pts)
    return;
  *anchor = pts - before;
  *index = offset + get_lead (deframing);
  *next = offset;
}

/* Whether OFFSET says that the frame is the next one: frames of another stretch
   may have the right time too. */
static gboolean
is_next (const GstClDeframing * deframing, GstBuffer * buffer)
{
  gint64 first = (gint64) deframing->index - get_lead (deframing);

  return deframing->index > 0
      && GST_BUFFER_OFFSET (buffer) == (guint64) MAX (first, 0);
}

gboolean
gst_cl_deframing_begins (GstClDeframing * deframing, GstBuffer * buffer)
{
  guint tolerance = MAX (deframing->params.hop / 2, MIN_TOLERANCE);
  guint64 index, expected = deframing->index;

  if (!deframing->active || (gst_cl_stamp_is_flagged (buffer)
          && !is_next (deframing, buffer)))
    return TRUE;
  /* no frame begins behind the end of the input */
  if (deframing->end != UNKNOWN
      && (gint64) expected - get_lead (deframing) >= deframing->end)
    return TRUE;
  if (!GST_BUFFER_PTS_IS_VALID (buffer))
    return FALSE;
  if (!get_index (deframing, GST_BUFFER_PTS (buffer), &index))
    return TRUE;
  if (index + tolerance < expected)
    return TRUE;
  if (deframing->open_gap)
    return FALSE;
  if (deframing->reshaped
      && (gint64) index <= deframing->frames_end + get_lead (deframing))
    return FALSE;
  return index > expected + tolerance;
}

/* Reads the end of the input from OFFSET_END where a frame runs past it. */
static void
find_end (GstClDeframing * deframing, GstBuffer * buffer, guint n_frames)
{
  guint64 offset = GST_BUFFER_OFFSET (buffer);
  guint64 offset_end = GST_BUFFER_OFFSET_END (buffer);
  gint64 first = (gint64) deframing->index - get_lead (deframing), last, end;

  deframing->end = UNKNOWN;
  if (offset_end == GST_BUFFER_OFFSET_NONE || offset >= MAX_INDEX
      || offset_end >= MAX_INDEX || offset_end <= offset)
    return;
  last = first + (gint64) ((guint64) (n_frames - 1) * deframing->params.hop);
  end = MAX (first, 0) + (gint64) (offset_end - offset);
  if (end > last && end < last + deframing->params.size)
    deframing->end = end;
  else if (end != last + deframing->params.size)
    GST_DEBUG ("offsets %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT " are not "
        "those of %u frames of %u samples: ignored", offset, offset_end,
        n_frames, deframing->params.size);
}

void
gst_cl_deframing_place (GstClDeframing * deframing, GstBuffer * buffer,
    guint n_frames)
{
  guint64 index;
  gint64 next;

  if (!deframing->active) {
    find_start (deframing, buffer, &deframing->anchor, &deframing->index,
        &next);
    gst_cl_overlap_add_restart (deframing->ola, next);
    deframing->active = TRUE;
    deframing->discont = TRUE;
    deframing->flagged = FALSE;
    deframing->reach = deframing->frames_end = deframing->data_end = next;
  } else if (deframing->reshaped
      && get_index (deframing, GST_BUFFER_PTS (buffer), &index)
      && index > deframing->index) {
    deframing->index = index;
  } else {
    deframing->flagged |= gst_cl_stamp_is_flagged (buffer);
  }
  deframing->reshaped = FALSE;
  deframing->open_gap = FALSE;
  find_end (deframing, buffer, n_frames);
}

/* ---- gaps ---- */

/* How many whole hops there are from the next frame up to a time. */
static guint64
count_hops (const GstClDeframing * deframing, GstClockTime until)
{
  guint hop = deframing->params.hop;
  guint64 index;

  if (!get_index (deframing, until, &index) || index <= deframing->index)
    return 0;
  return (index - deframing->index + hop / 2) / hop;
}

gboolean
gst_cl_deframing_push_gap (GstClDeframing * deframing, GstClockTime timestamp,
    GstClockTime duration, guint64 * n_frames)
{
  *n_frames = 0;
  if (!deframing->active)
    return FALSE;
  deframing->end = UNKNOWN;
  if (!GST_CLOCK_TIME_IS_VALID (duration)) {
    deframing->open_gap = TRUE;
    return TRUE;
  }
  if (!GST_CLOCK_TIME_IS_VALID (timestamp))
    timestamp = get_time (deframing, deframing->index);
  *n_frames = count_hops (deframing,
      duration < GST_CLOCK_TIME_NONE - timestamp ? timestamp + duration :
      GST_CLOCK_TIME_NONE - 1);
  return TRUE;
}

guint64
gst_cl_deframing_get_n_missing (GstClDeframing * deframing,
    GstBuffer * buffer)
{
  if (!deframing->active || !deframing->open_gap)
    return 0;
  return count_hops (deframing, GST_BUFFER_PTS (buffer));
}

/* ---- samples ---- */

gboolean
gst_cl_deframing_add (GstClDeframing * deframing, const GstClFrame * frame,
    GError ** error)
{
  gint64 first = (gint64) deframing->index - get_lead (deframing);

  g_return_val_if_fail (deframing->active, FALSE);

  if (!gst_cl_overlap_add_frame (deframing->ola, first, frame, error))
    return FALSE;
  deframing->index += deframing->params.hop;
  deframing->reach = MAX (deframing->reach, first + deframing->params.hop);
  deframing->frames_end =
      MAX (deframing->frames_end, first + deframing->params.size);
  if (frame->data)
    deframing->data_end = deframing->frames_end;
  return TRUE;
}

void
gst_cl_deframing_drain (GstClDeframing * deframing, GstBuffer * before)
{
  GstClockTime anchor;
  guint64 index;
  gint64 next;

  if (!deframing->active)
    return;
  deframing->reach = deframing->frames_end;
  if (deframing->end != UNKNOWN) {
    deframing->reach = MIN (deframing->reach, deframing->end);
  } else {
    GST_DEBUG ("the end of input is not told: whole frames, to sample %"
        G_GINT64_FORMAT, deframing->frames_end);
    if (before && GST_BUFFER_PTS_IS_VALID (before)) {
      find_start (deframing, before, &anchor, &index, &next);
      anchor += gst_util_uint64_scale (next, GST_SECOND,
          deframing->params.rate);
      if (get_index (deframing, anchor, &index) && (gint64) index >=
          gst_cl_overlap_add_get_next (deframing->ola))
        deframing->reach = MIN (deframing->reach, (gint64) index);
    }
  }
  deframing->end_time = get_time (deframing, MAX (deframing->reach, 0));
  deframing->active = FALSE;
  deframing->open_gap = FALSE;
}

guint64
gst_cl_deframing_get_n_ready (const GstClDeframing * deframing)
{
  gint64 next, limit = deframing->reach;

  if (!deframing->ola)
    return 0;
  next = gst_cl_overlap_add_get_next (deframing->ola);
  if (deframing->active && deframing->end != UNKNOWN)
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
  batch->stamp.offset = gst_cl_overlap_add_get_next (deframing->ola);
  batch->stamp.offset_end = batch->stamp.offset + batch->n_samples;
  batch->stamp.pts = get_time (deframing, batch->stamp.offset);
  batch->stamp.duration = get_time (deframing, batch->stamp.offset_end) - batch->stamp.pts;
  batch->stamp.discont = deframing->discont || deframing->flagged;
  batch->stamp.gap = (gint64) batch->stamp.offset >= deframing->data_end;
  deframing->discont = FALSE;
  deframing->flagged = FALSE;
  gst_cl_overlap_add_take (deframing->ola, batch->n_samples, dest);
  return TRUE;
}

GstClockTime
gst_cl_deframing_get_latency (const GstClDeframing * deframing)
{
  if (!deframing->ola)
    return 0;
  return gst_util_uint64_scale_ceil (get_lead (deframing), GST_SECOND,
      deframing->params.rate);
}
