/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* framing.c: computes which frames there are, where their samples lie and what
   time they have. framing-input.c decides how input joins or splits
   runs. */
#include "framing-private.h"

GstClFraming *
gst_cl_framing_new (void)
{
  GstClFraming *framing = g_new0 (GstClFraming, 1);

  framing->params = (GstClFramingParams) {
    .size = 1024,
    .hop = 512,
    .alignment_threshold = GST_CL_FRAMING_DEFAULT_ALIGNMENT_THRESHOLD,
    .discont_wait = GST_CL_FRAMING_DEFAULT_DISCONT_WAIT,
  };
  framing->runs = g_array_new (FALSE, TRUE, sizeof (Run));
  gst_cl_timeline_forget (&framing->line);
  return framing;
}

void
gst_cl_framing_free (GstClFraming * framing)
{
  g_clear_pointer (&framing->fifo, gst_cl_sample_fifo_free);
  g_array_unref (framing->runs);
  g_free (framing);
}

static guint
get_lead (const GstClFraming * framing)
{
  const GstClFramingParams *params = &framing->params;

  if (!params->center)
    return 0;
  return params->lead ? params->lead : params->size / 2;
}

/* The samples from a frame's time on that it needs; the first one may mirror
   one more than it reads. */
static guint
get_reach (const GstClFraming * framing)
{
  guint lead = get_lead (framing), reach = framing->params.size - lead;

  return gst_cl_framing_mirrors (framing) ? MAX (reach, lead + 1) : reach;
}

/* How many of a frame's samples must lie before the end, so that it is one. */
static guint64
get_needs (const GstClFraming * framing)
{
  guint size = framing->params.size, hop = framing->params.hop;

  switch (framing->params.last_frame) {
    case GST_CL_LAST_FRAME_MIDDLE:
      return MAX (size / 2, 1);
    case GST_CL_LAST_FRAME_HOP:
      return (guint64) get_lead (framing) + hop;
    case GST_CL_LAST_FRAME_NEEDED:
      return hop < size ? size - hop + 1 : 1;
    case GST_CL_LAST_FRAME_COMPLETE:
      return size;
    default:
      return 1;
  }
}

static guint
get_step (const GstClFraming * framing)
{
  return framing->params.step ? framing->params.step : framing->params.n_whole;
}

/* Frames that come again with the next n_whole. */
static guint
get_again (const GstClFraming * framing)
{
  return framing->params.n_whole - get_step (framing);
}

/* Frames up to the end of a run, when `reach` samples are left. */
static guint64
count_to_end (const GstClFraming * framing, guint64 reach)
{
  guint64 needs = get_needs (framing), whole = framing->params.n_whole, more;
  guint64 n = reach >= needs ? (reach - needs) / framing->params.hop + 1
      : framing->params.last_frame == GST_CL_LAST_FRAME_NEEDED;

  if (whole == 0)
    return n;
  more = n > whole ? (n - whole - 1) / get_step (framing) + 1 : 0;
  return whole + more * get_step (framing);
}

guint64
gst_cl_framing_count (const GstClFraming * framing, const Run * run)
{
  guint64 size = framing->params.size, hop = framing->params.hop;
  guint64 reach = run->line.next + get_lead (framing);

  if (run->line.next == 0 || reach <= run->base)
    return 0;
  reach -= run->base;
  if (!run->line.active && !run->cut)
    return count_to_end (framing, reach);
  if (run->base < get_lead (framing)
      && run->line.next < run->base + get_reach (framing))
    return 0;
  size = MAX (size, get_needs (framing));
  return reach >= size ? (reach - size) / hop + 1 : 0;
}

/* The index of the next frame's time. */
static guint64
next_index (const GstClFraming * framing, const Run * run)
{
  return run->base + run->k * framing->params.hop;
}

/* The index of the first sample of the next frame; negative before the
   anchor. */
static gint64
next_first (const GstClFraming * framing, const Run * run)
{
  return (gint64) next_index (framing, run) - get_lead (framing);
}

/* Drops what the next frame of the oldest run does not need, and would not if its
   shape changed: with a smaller hop it may come at the end of input. */
void
gst_cl_framing_trim (GstClFraming * framing)
{
  Run *run;
  gint64 first;
  guint64 keep_from;

  if (framing->runs->len == 0)
    return;
  run = &g_array_index (framing->runs, Run, 0);
  first = (gint64) MIN (next_index (framing, run), run->line.next)
      - get_lead (framing);
  if (run->hop > 0 && run->k == 0)
    first = MIN (first, run->reach);
  first -= framing->params.history;
  /* frames that come again */
  if (framing->params.n_whole > 0 && run->k > run->whole
      + get_step (framing))
    first -= (gint64) ((run->k - run->whole - get_step (framing))
        * framing->params.hop);
  /* what the last frame mirrors, wherever the end will be */
  if (gst_cl_framing_mirrors (framing)
      && framing->params.pad_mode != GST_CL_PAD_MODE_REFLECT_START)
    first -= (gint64) framing->params.size - 1;
  keep_from = CLAMP (first, (gint64) run->dropped,
      (gint64) run->line.next);
  gst_cl_sample_fifo_drop (framing->fifo, keep_from - run->dropped);
  run->dropped = keep_from;
}

/* How many frames are to be taken, at most up to the end of n_whole. Those that
   come again need a new one. */
static guint64
count_ready (const GstClFraming * framing, const Run * run)
{
  guint64 n_frames = gst_cl_framing_count (framing, run);
  guint again = get_again (framing);

  if (n_frames <= run->k
      || (again > 0 && run->whole > 0 && run->k == run->whole
          && n_frames <= run->k + again))
    return 0;
  if (framing->params.n_whole > 0)
    n_frames = MIN (n_frames, run->whole + framing->params.n_whole);
  return n_frames - run->k;
}

/* The oldest run that is not used up, or NULL. */
static Run *
get_front (GstClFraming * framing)
{
  while (framing->runs->len > 0) {
    Run *front = &g_array_index (framing->runs, Run, 0);

    if (front->line.active || count_ready (framing, front) > 0)
      return front;
    gst_cl_sample_fifo_drop (framing->fifo,
        front->line.next - front->dropped);
    g_array_remove_index (framing->runs, 0);
  }
  return NULL;
}

/*
 * Places the next frame and counts from it: at the time at which it was due, or
 * earlier, where a smaller hop would wait for longer than itself or samples
 * would be left out between frames, or later, where samples that it reads are
 * gone.
 */
static void
rebase (const GstClFraming * framing, Run * run)
{
  guint lead = get_lead (framing), hop = framing->params.hop;

  if (hop < run->hop && run->line.active)
    run->due = MIN (run->due, run->line.next + hop);
  run->base = run->due;
  if (run->hop > 0 && hop <= framing->params.size)
    run->base = MIN (run->base, (guint64) run->reach + lead);
  if (run->dropped > 0)
    run->base = MAX (run->base,
        run->dropped + lead + framing->params.history);
  run->k = run->whole = 0;
}

void
gst_cl_framing_set_params (GstClFraming * framing,
    const GstClFramingParams * params)
{
  GstClFramingParams old = framing->params;

  g_return_if_fail (params->size > 0 && params->hop > 0);

  framing->params = *params;
  if (params->size == old.size && params->hop == old.hop &&
      !params->center == !old.center && params->lead == old.lead
      && params->history == old.history)
    return;
  gst_cl_framing_recount (framing);
}

void
gst_cl_framing_recount (GstClFraming * framing)
{
  for (guint i = 0; i < framing->runs->len; i++)
    rebase (framing, &g_array_index (framing->runs, Run, i));
}

void
gst_cl_framing_get_params (const GstClFraming * framing,
    GstClFramingParams * params)
{
  *params = framing->params;
}

guint64
gst_cl_framing_get_n_ready (GstClFraming * framing)
{
  Run *front = get_front (framing);

  return front ? count_ready (framing, front) : 0;
}

gboolean
gst_cl_framing_is_draining (GstClFraming * framing)
{
  Run *front = get_front (framing);

  return front && !front->line.active;
}

guint
gst_cl_framing_get_distance (const GstClFraming * framing)
{
  return MIN (framing->params.hop, framing->params.size);
}

guint64
gst_cl_framing_get_span (const GstClFraming * framing, guint n_frames)
{
  if (n_frames == 0)
    return 0;
  return (guint64) (n_frames - 1) * gst_cl_framing_get_distance (framing) +
      framing->params.size;
}

gboolean
gst_cl_framing_get_span_size (const GstClFraming * framing, guint n_frames,
    gsize * size)
{
  guint64 span = gst_cl_framing_get_span (framing, n_frames), bytes;

  g_return_val_if_fail (framing->fifo, FALSE);

  if (!g_uint64_checked_mul (&bytes, span,
          gst_cl_sample_fifo_get_unit (framing->fifo)) ||
      !g_uint64_checked_mul (&bytes, bytes,
          gst_cl_sample_fifo_get_n_planes (framing->fifo)) ||
      bytes > G_MAXSIZE)
    return FALSE;
  *size = bytes;
  return TRUE;
}

static void
describe (GstClFraming * framing, const Run * run, guint n,
    GstClFramingBatch * batch)
{
  guint hop = framing->params.hop;
  gint64 first = next_first (framing, run);
  guint64 index = next_index (framing, run);
  guint64 end = first + (gint64) ((guint64) (n - 1) * hop) +
      framing->params.size;
  guint64 n_samples = (guint64) n * hop;

  batch->n_frames = n;
  batch->first_frame = run->k;
  batch->begins = !run->taken;
  batch->first = first;
  batch->n_samples = run->line.next;
  batch->last = !run->line.active &&
      run->k + n == gst_cl_framing_count (framing, run);
  if (batch->last && framing->params.n_whole == 0)
    n_samples = run->line.next - MIN (index, run->line.next);
  gst_cl_timeline_stamp (&run->line, index, n_samples, &batch->stamp);
  batch->stamp.offset = MAX (first, 0);
  batch->stamp.offset_end = MIN (end, run->line.next);
}

GstClockTime
gst_cl_framing_get_end_time (const GstClFraming * framing)
{
  return framing->runs->len == 0 ? framing->line.end_time
      : g_array_index (framing->runs, Run, 0).line.end_time;
}

gboolean
gst_cl_framing_find (GstClFraming * framing, guint n_most,
    GstBuffer ** buffer, gsize * offset)
{
  guint64 n_ready = gst_cl_framing_get_n_ready (framing), span;
  const Run *run;
  gint64 first;

  if (n_ready == 0 || framing->params.history > 0
      || framing->params.hop > framing->params.size)
    return FALSE;
  run = &g_array_index (framing->runs, Run, 0);
  first = next_first (framing, run);
  span = gst_cl_framing_get_span (framing, MIN (n_ready, n_most));
  return first >= (gint64) run->dropped
      && first + span <= run->line.next
      && gst_cl_sample_fifo_find (framing->fifo, first - run->dropped,
      span, buffer, offset);
}

gsize
gst_cl_framing_take_moved (GstClFraming * framing)
{
  return framing->fifo ? gst_cl_sample_fifo_take_moved (framing->fifo) : 0;
}

gboolean
gst_cl_framing_take (GstClFraming * framing, guint n_most, gpointer dest,
    gsize plane_stride, GstClFramingBatch * batch)
{
  guint64 n_ready = gst_cl_framing_get_n_ready (framing), span;
  guint size = framing->params.size, hop = framing->params.hop, n;
  gboolean data = FALSE;
  Run *run;
  gint64 first;

  g_return_val_if_fail (n_most > 0, FALSE);

  if (n_ready == 0)
    return FALSE;
  run = &g_array_index (framing->runs, Run, 0);
  n = MIN (n_ready, n_most);
  span = gst_cl_framing_get_span (framing, n) + framing->params.history;
  if (plane_stride == 0)
    plane_stride = span * gst_cl_sample_fifo_get_unit (framing->fifo);
  describe (framing, run, n, batch);

  first = next_first (framing, run);
  if (!dest) {
    data = TRUE;
  } else if (hop <= size) {
    data = gst_cl_framing_copy_range (framing, run,
        first - (gint64) framing->params.history, span, dest, plane_stride);
  } else {
    for (guint i = 0; i < n; i++, first += hop)
      data |= gst_cl_framing_copy_range (framing, run, first, size,
          (guint8 *) dest + (guint64) i * size
          * gst_cl_sample_fifo_get_unit (framing->fifo), plane_stride);
  }
  batch->stamp.gap = !data;
  batch->stamp.discont = batch->begins || framing->flagged;
  framing->flagged = FALSE;

  run->k += n;
  if (run->k == run->whole + framing->params.n_whole && !batch->last)
    run->k = run->whole += get_step (framing);
  run->taken = TRUE;
  run->hop = hop;
  run->due = next_index (framing, run);
  /* amid what the last frame and the next one share */
  run->reach = hop > size ? G_MAXINT64 / 2 : batch->first
      + (gint64) ((guint64) (n - 1) * hop + (size + hop + 1) / 2);
  gst_cl_framing_trim (framing);
  return TRUE;
}

GstClockTime
gst_cl_framing_get_latency (const GstClFraming * framing, guint n_frames)
{
  guint64 n_samples;

  if (framing->line.rate_n == 0)
    return 0;
  n_samples = get_reach (framing) +
      (guint64) (MAX (n_frames, 1) - 1) * framing->params.hop;
  return gst_util_uint64_scale (n_samples, GST_SECOND, framing->line.rate_n);
}

gsize
gst_cl_framing_get_store_size (const GstClFraming * framing)
{
  return framing->fifo ? gst_cl_sample_fifo_get_store_size (framing->fifo) :
      0;
}
