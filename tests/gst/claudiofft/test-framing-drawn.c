/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-framing-drawn.c: frames of drawn streams (holes, jumps, jitter, flags,
 * gaps, segments) beside the rules of docs/guide/streams.md, "Time", said anew in
 * the plainest way.
 */
#include "framing-support.h"

#define N_DRAWS (test_is_full () ? 5000 : 250)
#define MS ((GstClockTime) GST_MSECOND)

typedef struct
{
  GstClockTime anchor;
  GArray *samples;              /* of gfloat; 0: silence */
} ModelRun;

/* The rules of a stream. */
typedef struct
{
  guint rate;
  GstClFramingParams params;
  GstSegment segment;
  GPtrArray *runs;              /* of ModelRun */
  gboolean in_run, flag, open_gap;
  guint64 strayed;
  GstClockTime end;             /* of the last run */
  gfloat next;                  /* value of the next sample that is sent */
} Model;

static void
model_run_free (gpointer data)
{
  g_array_unref (((ModelRun *) data)->samples);
  g_free (data);
}

static ModelRun *
model_last (const Model * model)
{
  return g_ptr_array_index (model->runs, model->runs->len - 1);
}

static GstClockTime
model_time (const Model * model, const ModelRun * run, guint64 index)
{
  return run->anchor + index * GST_SECOND / model->rate;
}

static GstClockTime
model_expected (const Model * model)
{
  if (model->in_run)
    return model_time (model, model_last (model),
        model_last (model)->samples->len);
  return GST_CLOCK_TIME_IS_VALID (model->end) ? model->end
      : model->segment.start;
}

static guint64
nearest (const Model * model, GstClockTime length)
{
  return (length * model->rate + GST_SECOND / 2) / GST_SECOND;
}

static void
model_begin (Model * model, GstClockTime time)
{
  ModelRun *run = g_new0 (ModelRun, 1);

  run->anchor = GST_CLOCK_TIME_IS_VALID (time) ? time : model_expected (model);
  run->samples = g_array_new (FALSE, TRUE, sizeof (gfloat));
  g_ptr_array_add (model->runs, run);
  model->in_run = TRUE;
  model->strayed = 0;
}

/* Silence up to the sample nearest to a time. */
static void
model_fill (Model * model, GstClockTime until)
{
  ModelRun *run = model_last (model);

  if (until > run->anchor)
    g_array_set_size (run->samples, MAX (run->samples->len,
            nearest (model, until - run->anchor)));
}

/* Decides where n samples of this time go. */
static void
model_place (Model * model, GstClockTime time, guint64 n)
{
  gboolean timed = GST_CLOCK_TIME_IS_VALID (time), flag = model->flag;
  gboolean pad = model->params.discont_policy == GST_CL_DISCONT_POLICY_PAD;
  gboolean open_gap = model->open_gap, off, waited;
  GstClockTime expected = model_expected (model), two_samples;

  model->flag = model->open_gap = FALSE;
  if (!model->in_run) {
    model_begin (model, time);
    return;
  }
  two_samples = (2 * GST_SECOND + model->rate - 1) / model->rate;
  off = timed && (guint64) ABS (GST_CLOCK_DIFF (expected, time))
      >= MAX (model->params.alignment_threshold, two_samples);
  waited = off && model->strayed * GST_SECOND / model->rate
      >= model->params.discont_wait;
  if (timed)
    model->strayed = off ? model->strayed + n : 0;
  if (timed && time >= expected && (open_gap
          || (pad && (waited || (flag && off))))) {
    model_fill (model, time);
    model->strayed = 0;
  } else if (timed ? waited || (flag && off) : flag && !pad) {
    model->end = expected;
    model->in_run = FALSE;
    model_begin (model, time);
  }
}

/* The part of [*begin, *begin + *n samples) inside of the segment. */
static void
model_clip (const Model * model, GstClockTime * begin, guint64 * skip,
    guint64 * n)
{
  guint64 before = 0, inside = *n;

  if (*begin < model->segment.start)
    before = nearest (model, model->segment.start - *begin);
  if (GST_CLOCK_TIME_IS_VALID (model->segment.stop))
    inside = *begin < model->segment.stop
        ? nearest (model, model->segment.stop - *begin) : 0;
  *skip = MIN (before, *n);
  inside = MIN (inside, *n);
  *n = inside - MIN (inside, *skip);
  *begin += (*skip * GST_SECOND + model->rate / 2) / model->rate;
}

static void
send_buffer (Model * model, GstClFraming * framing, GstClockTime pts, guint n,
    gboolean flag, gboolean silent)
{
  GstClockTime begin = GST_CLOCK_TIME_IS_VALID (pts) ? pts
      : model_expected (model);
  GstBuffer *buffer = ramp (model->next, n, pts);
  guint64 skip, keep = n;

  if (flag)
    flagged (buffer, test_random () & 1 ? GST_BUFFER_FLAG_DISCONT
        : GST_BUFFER_FLAG_RESYNC);
  push (framing, flagged (buffer, silent ? GST_BUFFER_FLAG_GAP : 0));
  model->flag |= flag;
  model_clip (model, &begin, &skip, &keep);
  if (keep > 0) {
    model_place (model, skip == 0 ? pts : begin, keep);
    for (guint64 i = skip; i < skip + keep; i++) {
      gfloat value = silent ? 0 : model->next + i + 1;

      g_array_append_val (model_last (model)->samples, value);
    }
  }
  model->next += n;
}

static void
send_gap (Model * model, GstClFraming * framing, GstClockTime time,
    GstClockTime length)
{
  GstClockTime begin = GST_CLOCK_TIME_IS_VALID (time) ? time
      : model_expected (model), end = GST_CLOCK_TIME_NONE;

  gst_cl_framing_push_gap (framing, time, length);
  if (GST_CLOCK_TIME_IS_VALID (length))
    end = begin + length;
  if (end < model->segment.start
      || (GST_CLOCK_TIME_IS_VALID (model->segment.stop)
          && begin >= model->segment.stop))
    return;
  if (end == model->segment.start && begin < end)
    return;
  begin = MAX (begin, model->segment.start);
  end = MIN (end, model->segment.stop);
  model_place (model, begin, 0);
  if (GST_CLOCK_TIME_IS_VALID (length))
    model_fill (model, end);
  else
    model->open_gap = TRUE;
}

/* Sends something, mostly what follows; what is off is off by far or little. */
static void
send_any (Model * model, GstClFraming * framing)
{
  GstClockTime time = model_expected (model), off;
  guint n = 1 + random_below (60);

  off = random_below (random_below (2) ? 60 * MS : 700 * MS);
  switch (random_below (12)) {
    case 0:
      time += off;
      break;
    case 1:
      time -= MIN (off, time);
      break;
    case 2:
      time = GST_CLOCK_TIME_NONE;
      break;
    default:
      break;
  }
  if (random_below (10) == 0)
    send_gap (model, framing, time, random_below (5) ? random_below (200 * MS)
        : GST_CLOCK_TIME_NONE);
  else
    send_buffer (model, framing, time, n, random_below (6) == 0,
        random_below (10) == 0);
}

static void
model_draw (Model * model)
{
  static const guint rates[] = { 1000, 1102, 800, 3000, 48000 };

  *model = (Model) {
    .rate = rates[random_below (G_N_ELEMENTS (rates))],
    .params = {
      .size = 1 + random_below (40),
      .hop = 1 + random_below (60),
      .center = random_below (2),
      .last_frame = random_below (5),
      .discont_policy = random_below (3),
      .alignment_threshold = random_below (3) * 20 * MS,
      .discont_wait = random_below (3) * 50 * MS,
    },
    .runs = g_ptr_array_new_with_free_func (model_run_free),
    .end = GST_CLOCK_TIME_NONE,
  };
  gst_segment_init (&model->segment, GST_FORMAT_TIME);
  if (random_below (2))
    model->segment.start = random_below (GST_SECOND);
  if (random_below (2))
    model->segment.stop = model->segment.start + random_below (3 * GST_SECOND);
}

/* Checks one frame whose time is sample `index` of the run; early: it left before
   the end was known. */
static void
check_frame (const Model * model, const ModelRun * run, const Output * output,
    guint frame, gint64 index, gboolean last, gboolean early)
{
  guint size = model->params.size, hop = model->params.hop;
  const GstClFramingBatch *batch = output_batch (output, frame);
  GstClockTime pts = model_time (model, run, index), end;
  gint64 first = index - (model->params.center ? size / 2 : 0);

  end = model_time (model, run, last && !early ? run->samples->len
      : index + hop);
  TEST_REQUIRE (batch->stamp.pts == pts, "frame %u: %" G_GUINT64_FORMAT
      ", not %" G_GUINT64_FORMAT, frame, batch->stamp.pts, pts);
  TEST_REQUIRE (batch->stamp.duration == MAX (end, pts + 1) - pts, "frame %u, "
      "last %d, early %d: lasts %" G_GUINT64_FORMAT ", ends at %"
      G_GUINT64_FORMAT, frame, last, early, batch->stamp.duration, end);
  TEST_REQUIRE (batch->begins == (index == 0), "frame %u begins", frame);
  for (guint i = 0; i < size; i++) {
    gint64 at = first + i;
    gfloat value = at >= 0 && at < run->samples->len
        ? g_array_index (run->samples, gfloat, at) : 0;

    TEST_REQUIRE (sample_at (output, frame, size, i) == value,
        "frame %u sample %u: %g, not %g", frame, i,
        sample_at (output, frame, size, i), value);
  }
}

/* How many frames a run of n samples has; *n_early of them are known before it
   ends. */
static guint
count_frames (const Model * model, gint64 n, gboolean cut, guint * n_early)
{
  gint64 size = model->params.size, hop = model->params.hop;
  gint64 lead = model->params.center ? size / 2 : 0, first, k;
  gboolean is_one = TRUE;

  *n_early = 0;
  for (k = 0; n > 0; k++) {
    first = k * hop - lead;
    if (first + size <= n && (model->params.last_frame
            != GST_CL_LAST_FRAME_HOP || k * hop + hop <= n)) {
      *n_early = k + 1;
      continue;
    }
    switch (model->params.last_frame) {
      case GST_CL_LAST_FRAME_MIDDLE:
        is_one = first < n && first + size / 2 <= n;
        break;
      case GST_CL_LAST_FRAME_HOP:
        is_one = k * hop + hop <= n;
        break;
      case GST_CL_LAST_FRAME_NEEDED:
        is_one = first < n && (k == 0 || first - hop + size < n);
        break;
      case GST_CL_LAST_FRAME_COMPLETE:
        is_one = FALSE;
        break;
      default:
        is_one = first < n;
    }
    if (!is_one || cut)
      break;
  }
  return k;
}

static void
frames_of_drawn_streams_follow_the_rules (void)
{
  for (guint i = 0; i < N_DRAWS && test_n_failures == 0; i++) {
    g_autoptr (GstClFraming) framing = NULL;
    guint r, k, frame = 0, n_sent = 1 + random_below (60);
    gboolean at_once = random_below (4) > 0;    /* frames leave */
    Output output;
    Model model;

    model_draw (&model);
    framing = framing_f32 (1, 1, model.rate);
    gst_cl_framing_set_params (framing, &model.params);
    gst_cl_framing_set_segment (framing, &model.segment);
    output_init (&output);
    for (k = 0; k < n_sent; k++) {
      send_any (&model, framing);
      if (at_once)
        pull_f32 (framing, model.params.size, &output);
    }
    gst_cl_framing_drain (framing);
    pull_f32 (framing, model.params.size, &output);
    for (r = 0; r < model.runs->len && test_n_failures == 0; r++) {
      const ModelRun *run = g_ptr_array_index (model.runs, r);
      guint n_early, n = count_frames (&model, run->samples->len,
          model.params.discont_policy == GST_CL_DISCONT_POLICY_DROP
          && r + 1 < model.runs->len, &n_early);

      for (k = 0; k < n && test_n_failures == 0; k++)
        check_frame (&model, run, &output, frame++, (gint64) k
            * model.params.hop, k + 1 == n, at_once && k < n_early);
    }
    TEST_CHECK (frame == output.n_frames, "stream %u: %u frames, not %u", i,
        (guint) output.n_frames, frame);
    output_clear (&output);
    g_ptr_array_unref (model.runs);
  }
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (frames_of_drawn_streams_follow_the_rules),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
