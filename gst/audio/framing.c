/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* framing.c: computes which frames there are, where their samples lie and what
   time they have. framing-input.c decides how input joins or splits
   stretches. */
#include "framing-private.h"


GType
gst_cl_discont_policy_get_type (void)
{
  static gsize type = 0;
  static const GEnumValue values[] = {
    {GST_CL_DISCONT_POLICY_DRAIN,
        "Emit every frame begun, filled up with silence", "drain"},
    {GST_CL_DISCONT_POLICY_DROP, "Discard incomplete frames", "drop"},
    {GST_CL_DISCONT_POLICY_PAD, "Count a hole as silence and go on", "pad"},
    {0, NULL, NULL},
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type,
        g_enum_register_static ("GstClDiscontPolicy", values));
  return type;
}

GType
gst_cl_last_frame_get_type (void)
{
  static gsize type = 0;
  static const GEnumValue values[] = {
    {GST_CL_LAST_FRAME_BEGUN, "The last that begins before the end", "begun"},
    {GST_CL_LAST_FRAME_MIDDLE,
        "The last whose middle is not beyond the end", "middle"},
    {GST_CL_LAST_FRAME_HOP, "The last whose hop is whole", "hop"},
    {GST_CL_LAST_FRAME_NEEDED, "The first that reaches the end", "needed"},
    {GST_CL_LAST_FRAME_COMPLETE, "The last that needs no silence", "complete"},
    {0, NULL, NULL},
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type,
        g_enum_register_static ("GstClLastFrame", values));
  return type;
}

GType
gst_cl_pad_mode_get_type (void)
{
  static gsize type = 0;
  static const GEnumValue values[] = {
    {GST_CL_PAD_MODE_CONSTANT, "Silence", "constant"},
    {GST_CL_PAD_MODE_REFLECT,
        "The samples mirrored about the first and the last", "reflect"},
    {GST_CL_PAD_MODE_EDGE, "The first and the last sample", "edge"},
    {0, NULL, NULL},
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type,
        g_enum_register_static ("GstClPadMode", values));
  return type;
}

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
  framing->stretches = g_array_new (FALSE, TRUE, sizeof (Stretch));
  framing->end_time = GST_CLOCK_TIME_NONE;
  gst_segment_init (&framing->segment, GST_FORMAT_TIME);
  return framing;
}

void
gst_cl_framing_free (GstClFraming * framing)
{
  g_clear_pointer (&framing->fifo, gst_cl_sample_fifo_free);
  g_clear_pointer (&framing->align, gst_audio_stream_align_free);
  g_array_unref (framing->stretches);
  g_free (framing);
}

static guint
get_lead (const GstClFraming * framing)
{
  return framing->params.center ? framing->params.size / 2 : 0;
}

/* The samples from a frame's time on that it needs; the first one may mirror
   one more than it reads. */
static guint
get_reach (const GstClFraming * framing)
{
  guint lead = get_lead (framing), reach = framing->params.size - lead;

  return gst_cl_framing_mirrors (framing) ? MAX (reach, lead + 1) : reach;
}

GstClockTime
gst_cl_framing_time (const GstClFraming * framing, const Stretch * stretch,
    guint64 index)
{
  GstClockTime t = gst_util_uint64_scale (index, GST_SECOND, framing->rate);
  GstClockTime latest = GST_CLOCK_TIME_NONE - 1;

  return t > latest - stretch->anchor ? latest : stretch->anchor + t;
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

/* Frames up to the end of a stretch, when `reach` samples are left. */
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
gst_cl_framing_count (const GstClFraming * framing, const Stretch * stretch)
{
  guint64 size = framing->params.size, hop = framing->params.hop;
  guint64 reach = stretch->n_samples + get_lead (framing);

  if (stretch->n_samples == 0 || reach <= stretch->base)
    return 0;
  reach -= stretch->base;
  if (stretch->ended && !stretch->cut)
    return count_to_end (framing, reach);
  if (stretch->base < get_lead (framing)
      && stretch->n_samples < stretch->base + get_reach (framing))
    return 0;
  size = MAX (size, get_needs (framing));
  return reach >= size ? (reach - size) / hop + 1 : 0;
}

/* The index of the first sample of the next frame; negative before the
   anchor. */
static gint64
next_first (const GstClFraming * framing, const Stretch * stretch)
{
  return (gint64) (stretch->base + stretch->k * framing->params.hop) -
      get_lead (framing);
}

/* Drops what the next frame of the oldest stretch does not need. */
void
gst_cl_framing_trim (GstClFraming * framing)
{
  Stretch *stretch;
  gint64 first;
  guint64 keep_from;

  if (framing->stretches->len == 0)
    return;
  stretch = &g_array_index (framing->stretches, Stretch, 0);
  first = next_first (framing, stretch) - (gint64) framing->params.history;
  /* frames that come again */
  if (framing->params.n_whole > 0 && stretch->k > stretch->whole
      + get_step (framing))
    first -= (gint64) ((stretch->k - stretch->whole - get_step (framing))
        * framing->params.hop);
  /* what the last frame mirrors, wherever the end will be */
  if (gst_cl_framing_mirrors (framing))
    first -= (gint64) framing->params.size - 1;
  keep_from = CLAMP (first, (gint64) stretch->dropped,
      (gint64) stretch->n_samples);
  gst_cl_sample_fifo_drop (framing->fifo, keep_from - stretch->dropped);
  stretch->dropped = keep_from;
}

/* How many frames are to be taken, at most up to the end of n_whole. Those that
   come again need a new one. */
static guint64
count_ready (const GstClFraming * framing, const Stretch * stretch)
{
  guint64 n_frames = gst_cl_framing_count (framing, stretch);
  guint again = get_again (framing);

  if (n_frames <= stretch->k
      || (again > 0 && stretch->whole > 0 && stretch->k == stretch->whole
          && n_frames <= stretch->k + again))
    return 0;
  if (framing->params.n_whole > 0)
    n_frames = MIN (n_frames, stretch->whole + framing->params.n_whole);
  return n_frames - stretch->k;
}

/* The oldest stretch that is not used up, or NULL. */
static Stretch *
get_front (GstClFraming * framing)
{
  while (framing->stretches->len > 0) {
    Stretch *front = &g_array_index (framing->stretches, Stretch, 0);

    if (!front->ended || count_ready (framing, front) > 0)
      return front;
    gst_cl_sample_fifo_drop (framing->fifo,
        front->n_samples - front->dropped);
    g_array_remove_index (framing->stretches, 0);
  }
  return NULL;
}

static void
rebase (const GstClFraming * framing, Stretch * stretch, guint old_hop)
{
  guint lead = get_lead (framing);

  stretch->base += stretch->k * old_hop;
  stretch->k = stretch->whole = 0;
  if (stretch->dropped > 0)
    stretch->base = MAX (stretch->base,
        stretch->dropped + lead + framing->params.history);
}

void
gst_cl_framing_set_params (GstClFraming * framing,
    const GstClFramingParams * params)
{
  GstClFramingParams old = framing->params;

  g_return_if_fail (params->size > 0 && params->hop > 0);

  framing->params = *params;
  gst_cl_framing_update_align (framing);
  if (params->size == old.size && params->hop == old.hop &&
      !params->center == !old.center && params->history == old.history)
    return;
  for (guint i = 0; i < framing->stretches->len; i++)
    rebase (framing, &g_array_index (framing->stretches, Stretch, i),
        old.hop);
}

void
gst_cl_framing_recount (GstClFraming * framing)
{
  for (guint i = 0; i < framing->stretches->len; i++)
    rebase (framing, &g_array_index (framing->stretches, Stretch, i),
        framing->params.hop);
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
  Stretch *front = get_front (framing);

  return front ? count_ready (framing, front) : 0;
}

gboolean
gst_cl_framing_is_draining (GstClFraming * framing)
{
  Stretch *front = get_front (framing);

  return front && front->ended;
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
describe (GstClFraming * framing, const Stretch * stretch, guint n,
    GstClFramingBatch * batch)
{
  guint hop = framing->params.hop;
  gint64 first = next_first (framing, stretch);
  guint64 index = stretch->base + stretch->k * hop;
  guint64 end = first + (gint64) ((guint64) (n - 1) * hop) +
      framing->params.size;
  GstClockTime next;

  batch->n_frames = n;
  batch->first_frame = stretch->k;
  batch->stamp.pts = gst_cl_framing_time (framing, stretch, index);
  batch->stamp.offset = MAX (first, 0);
  batch->stamp.offset_end = MIN (end, stretch->n_samples);
  batch->begins = !stretch->taken;
  batch->first = first;
  batch->n_samples = stretch->n_samples;
  batch->last = stretch->ended &&
      stretch->k + n == gst_cl_framing_count (framing, stretch);
  if (batch->last && end > stretch->n_samples && framing->params.n_whole == 0)
    next = MAX (gst_cl_framing_time (framing, stretch, stretch->n_samples),
        batch->stamp.pts + 1);
  else
    next = gst_cl_framing_time (framing, stretch, index + (guint64) n * hop);
  batch->stamp.duration = next - batch->stamp.pts;
}

gboolean
gst_cl_framing_find (GstClFraming * framing, guint n_most,
    GstBuffer ** buffer, gsize * offset)
{
  guint64 n_ready = gst_cl_framing_get_n_ready (framing), span;
  const Stretch *stretch;
  gint64 first;

  if (n_ready == 0 || framing->params.history > 0
      || framing->params.hop > framing->params.size)
    return FALSE;
  stretch = &g_array_index (framing->stretches, Stretch, 0);
  first = next_first (framing, stretch);
  span = gst_cl_framing_get_span (framing, MIN (n_ready, n_most));
  return first >= (gint64) stretch->dropped
      && first + span <= stretch->n_samples
      && gst_cl_sample_fifo_find (framing->fifo, first - stretch->dropped,
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
  Stretch *stretch;
  gint64 first;

  g_return_val_if_fail (n_most > 0, FALSE);

  if (n_ready == 0)
    return FALSE;
  stretch = &g_array_index (framing->stretches, Stretch, 0);
  n = MIN (n_ready, n_most);
  span = gst_cl_framing_get_span (framing, n) + framing->params.history;
  if (plane_stride == 0)
    plane_stride = span * gst_cl_sample_fifo_get_unit (framing->fifo);
  describe (framing, stretch, n, batch);

  first = next_first (framing, stretch);
  if (!dest) {
    data = TRUE;
  } else if (hop <= size) {
    data = gst_cl_framing_copy_range (framing, stretch,
        first - (gint64) framing->params.history, span, dest, plane_stride);
  } else {
    for (guint i = 0; i < n; i++, first += hop)
      data |= gst_cl_framing_copy_range (framing, stretch, first, size,
          (guint8 *) dest + (guint64) i * size
          * gst_cl_sample_fifo_get_unit (framing->fifo), plane_stride);
  }
  batch->stamp.gap = !data;
  batch->stamp.discont = batch->begins || framing->flagged;
  framing->flagged = FALSE;

  stretch->k += n;
  if (stretch->k == stretch->whole + framing->params.n_whole && !batch->last)
    stretch->k = stretch->whole += get_step (framing);
  stretch->taken = TRUE;
  gst_cl_framing_trim (framing);
  return TRUE;
}

GstClockTime
gst_cl_framing_get_latency (const GstClFraming * framing, guint n_frames)
{
  guint64 n_samples;

  if (framing->rate == 0)
    return 0;
  n_samples = get_reach (framing) +
      (guint64) (MAX (n_frames, 1) - 1) * framing->params.hop;
  return gst_util_uint64_scale (n_samples, GST_SECOND, framing->rate);
}

gsize
gst_cl_framing_get_store_size (const GstClFraming * framing)
{
  return framing->fifo ? gst_cl_sample_fifo_get_store_size (framing->fifo) :
      0;
}
