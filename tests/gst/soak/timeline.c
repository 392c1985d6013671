/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * timeline.c: what an element must say of time. Products are of 128 bits.
 */
#include "timeline.h"

#include <string.h>

__extension__ typedef unsigned __int128 Wide;

/* Units go up to the time of the later of the two. */
#define SECOND ((guint64) 1000000000)

typedef struct
{
  GstClockTime time, duration;
} Due;

/* ---- times ---- */

static GstClockTime
get_time (const TimelineRun * run, guint64 i)
{
  return run->anchor + (guint64) ((Wide) i * SECOND * run->rate_d
      / run->rate_n);
}

/* Where picture j of sound begins. */
static GstClockTime
get_picture_time (const Timeline * timeline, const TimelineRun * run,
    guint64 j)
{
  return run->anchor + (guint64) ((Wide) j * SECOND * timeline->fps_d
      / timeline->fps_n);
}

/* The first sample that is not before that. */
static guint64
get_picture_sample (const Timeline * timeline, const TimelineRun * run,
    guint64 j)
{
  Wide part = (Wide) j * timeline->fps_d * run->rate_n;
  Wide whole = (Wide) timeline->fps_n * run->rate_d;

  return (guint64) ((part + whole - 1) / whole);
}

static guint
get_lead (const TimelineRun * run)
{
  return run->shape.centered ? run->shape.size / 2 : 0;
}

static TimelineRun *
get_current (const Timeline * timeline)
{
  TimelineRun *last = (TimelineRun *) timeline->runs
      + timeline->n_runs - 1;

  return timeline->n_runs > 0 && !last->ended ? last : NULL;
}

GstClockTime
timeline_get_time (const Timeline * timeline, guint64 i)
{
  const TimelineRun *current = get_current (timeline);

  return current ? get_time (current, i) : GST_CLOCK_TIME_NONE;
}

guint64
timeline_get_end (const Timeline * timeline)
{
  const TimelineRun *current = get_current (timeline);

  return current ? current->n_units : G_MAXUINT64;
}

static gboolean
complain (Timeline * timeline, const gchar * what, guint64 is, guint64 should)
{
  const TimelineRun *run = &timeline->runs[0];

  if (!timeline->wrong[0])
    g_snprintf (timeline->wrong, sizeof timeline->wrong, "%s is %"
        G_GUINT64_FORMAT ", not %" G_GUINT64_FORMAT " (%" G_GUINT64_FORMAT
        " of %" G_GUINT64_FORMAT " units%s since %" G_GUINT64_FORMAT
        " ns, %u/%u a second)", what, is, should, run->next,
        run->n_units, run->ended ? ", ended," : "", run->anchor,
        run->rate_n, run->rate_d);
  return FALSE;
}

static gboolean
check (Timeline * timeline, const gchar * what, guint64 is, guint64 should)
{
  return is == should || complain (timeline, what, is, should);
}

/* ---- input ---- */

void
timeline_init (Timeline * timeline, TimelineKind kind)
{
  memset (timeline, 0, sizeof *timeline);
  timeline->kind = kind;
  g_queue_init (&timeline->due);
}

void
timeline_clear (Timeline * timeline)
{
  g_queue_clear_full (&timeline->due, g_free);
}

/* Of a run that has ended: did all of it come out? */
static gboolean
is_exhausted (const Timeline * timeline, const TimelineRun * run)
{
  const TimelineShape *shape = &run->shape;

  if (run->n_units == 0)
    return TRUE;
  switch (timeline->kind) {
    case TIMELINE_FRAMES:
      return run->next >= run->n_units + get_lead (run);
    case TIMELINE_STACKS:
      /* is there a picture that no stack had? */
      return run->next >= run->n_units || (run->begun
          && run->next + shape->size - shape->hop >= run->n_units);
    case TIMELINE_PICTURES:
      return get_picture_sample (timeline, run, run->next)
          >= run->n_units;
    default:
      return run->next >= run->n_units + shape->tail;
  }
}

static void
drop_run (Timeline * timeline)
{
  timeline->n_runs--;
  memmove (timeline->runs, timeline->runs + 1,
      timeline->n_runs * sizeof timeline->runs[0]);
}

static void
drop_exhausted (Timeline * timeline)
{
  while (timeline->n_runs > 0 && timeline->runs[0].ended
      && !timeline->runs[0].reshaped
      && is_exhausted (timeline, &timeline->runs[0]))
    drop_run (timeline);
}

void
timeline_begin (Timeline * timeline, GstClockTime anchor, guint rate_n,
    guint rate_d)
{
  const TimelineRun run = { anchor, rate_n, rate_d, timeline->shape };

  timeline_end (timeline);
  drop_exhausted (timeline);
  if (timeline->n_runs == G_N_ELEMENTS (timeline->runs)) {
    complain (timeline, "number of runs that are not done",
        timeline->n_runs, 1);
    timeline->n_runs--;
  }
  timeline->runs[timeline->n_runs++] = run;
}

void
timeline_end (Timeline * timeline)
{
  TimelineRun *current = get_current (timeline);

  if (current)
    current->ended = TRUE;
}

void
timeline_forget (Timeline * timeline)
{
  timeline->n_runs = 0;
  g_queue_clear_full (&timeline->due, g_free);
  timeline_restart_intervals (timeline);
}

void
timeline_set_shape (Timeline * timeline, const TimelineShape * shape)
{
  guint i;

  /* new stacks begin with the next picture and count anew, frames go on */
  if (timeline->kind == TIMELINE_STACKS
      || (timeline->kind == TIMELINE_FILTERED
          && timeline->shape.size != shape->size))
    timeline_end (timeline);
  else
    for (i = 0; i < timeline->n_runs; i++) {
      TimelineRun *run = &timeline->runs[i];

      run->reshaped |= timeline->kind == TIMELINE_FRAMES
          && (run->shape.size != shape->size || run->shape.hop != shape->hop
          || !run->shape.centered != !shape->centered);
      run->shape = *shape;
    }
  timeline->shape = *shape;
}

/* ---- messages ---- */

/* Samples of interval m: fractions add up, and what one lost counts from the
   one after the next on. */
static guint64
get_interval_length (const Timeline * timeline, guint64 m)
{
  Wide part = (Wide) timeline->shape.interval * timeline->interval_rate;
  Wide share = part % SECOND;

  return (guint64) (part / SECOND)
      + (m > 1 ? (guint64) ((m - 1) * share / SECOND
          - (m - 2) * share / SECOND) : 0);
}

static void
add_due (Timeline * timeline, GstClockTime time, GstClockTime duration)
{
  Due *due = g_new (Due, 1);

  due->time = time;
  due->duration = duration;
  g_queue_push_tail (&timeline->due, due);
}

/* The buffer's samples begin at `time`. Later times of the same buffer are
   sums of lengths, as they are in GStreamer's `spectrum`. */
static void
add_intervals (Timeline * timeline, guint rate, GstClockTime time,
    guint64 n_samples)
{
  timeline->interval_rate = rate;
  if (timeline->n_done == 0)
    timeline->interval_time = time;
  timeline->n_done += n_samples;
  for (;;) {
    guint64 length = get_interval_length (timeline, timeline->interval);

    if (timeline->n_done < length)
      return;
    add_due (timeline, timeline->interval_time, timeline->shape.interval);
    timeline->interval_time += (guint64) ((Wide) length * SECOND / rate);
    timeline->n_done -= length;
    timeline->interval++;
  }
}

void
timeline_restart_intervals (Timeline * timeline)
{
  timeline->interval = 0;
  timeline->n_done = 0;
}

void
timeline_finish_intervals (Timeline * timeline)
{
  if (timeline->n_done > 0)
    add_due (timeline, timeline->interval_time,
        (guint64) ((Wide) timeline->n_done * SECOND / timeline->interval_rate));
  timeline_restart_intervals (timeline);
}

void
timeline_add (Timeline * timeline, guint64 n_units)
{
  TimelineRun *current = get_current (timeline);

  if (timeline->kind == TIMELINE_PASSED)
    add_intervals (timeline, current->rate_n,
        get_time (current, current->n_units), n_units);
  current->n_units += n_units;
}

gboolean
timeline_check_message (Timeline * timeline, const GstStructure * message)
{
  g_autofree Due *due = g_queue_pop_head (&timeline->due);
  guint64 time = 0, duration = 0;

  gst_structure_get_uint64 (message, "timestamp", &time);
  gst_structure_get_uint64 (message, "duration", &duration);
  if (!due)
    return complain (timeline, "time of a message that is not due", time, 0);
  timeline->n_messages++;
  return check (timeline, "a message's timestamp", time, due->time)
      && check (timeline, "a message's duration", duration, due->duration);
}

/* ---- buffers ---- */

typedef struct
{
  GstClockTime pts, end;
  guint64 offset, offset_end;
  gboolean discont;
} Expected;

/* After a change of shape a frame may come before the old one was due, but behind
   the last: docs/guide/streams.md. How early is tests/gst/time's business. */
static gboolean
comes_early (TimelineRun * run, GstClockTime pts)
{
  guint64 unit = pts < run->anchor ? 0 : (guint64) (((Wide) (pts - run->anchor)
          * run->rate_n + (Wide) SECOND * run->rate_d - 1) / ((Wide) SECOND
          * run->rate_d));

  if (pts < run->anchor || unit < run->least || unit >= run->next
      || unit >= run->n_units + get_lead (run) || get_time (run, unit) != pts)
    return FALSE;
  run->next = unit;
  return TRUE;
}

/* Finds the run that a frame belongs to, if shapes have changed; without a time
   there is none. */
static void
follow_shape (Timeline * timeline, GstClockTime pts)
{
  while (timeline->n_runs > 0 && timeline->runs[0].reshaped) {
    TimelineRun *run = &timeline->runs[0];

    if (!comes_early (run, pts) && run->ended
        && is_exhausted (timeline, run)) {
      drop_run (timeline);
      continue;
    }
    if (!GST_CLOCK_TIME_IS_VALID (pts))
      return;
    run->reshaped = FALSE;
  }
}

static void
expect_frames (TimelineRun * run, guint64 n, Expected * expected)
{
  const TimelineShape *shape = &run->shape;
  guint64 lead = get_lead (run), next = run->next + n * shape->hop;
  guint64 read = run->next + (n - 1) * shape->hop + shape->size - lead;

  expected->pts = get_time (run, run->next);
  expected->offset = run->next - MIN (run->next, lead);
  expected->offset_end = MIN (read, run->n_units);
  expected->end = get_time (run, next);
  if (run->ended && next >= run->n_units + lead)
    expected->end = MAX (get_time (run, run->n_units),
        expected->pts + 1);
  run->least = next - shape->hop + 1;
  run->next = next;
}

static void
expect_stack (TimelineRun * run, Expected * expected)
{
  expected->offset = run->next;
  expected->offset_end =
      MIN (run->next + run->shape.size, run->n_units);
  expected->pts = get_time (run, expected->offset);
  expected->end = get_time (run, expected->offset_end);
  run->next += run->shape.hop;
}

static void
expect_units (TimelineRun * run, guint64 n, Expected * expected)
{
  expected->offset = run->next;
  run->next += n;
  expected->offset_end = run->next;
  expected->pts = get_time (run, expected->offset);
  expected->end = get_time (run, expected->offset_end);
}

static void
expect_picture (const Timeline * timeline, TimelineRun * run,
    Expected * expected)
{
  expected->offset = run->next++;
  expected->offset_end = run->next;
  expected->pts = get_picture_time (timeline, run, expected->offset);
  expected->end = get_picture_time (timeline, run, run->next);
  if (run->ended)
    expected->end = MAX (expected->pts + 1, MIN (expected->end,
            get_time (run, run->n_units)));
}

gboolean
timeline_check_buffer (Timeline * timeline, GstBuffer * buffer, guint64 n)
{
  TimelineRun *run = &timeline->runs[0];
  Expected expected;

  follow_shape (timeline, GST_BUFFER_PTS (buffer));
  drop_exhausted (timeline);
  if (timeline->n_runs == 0)
    return complain (timeline, "time of a buffer of nothing",
        GST_BUFFER_PTS (buffer), 0);
  expected.discont = !run->begun;
  switch (timeline->kind) {
    case TIMELINE_FRAMES:
      expect_frames (run, n, &expected);
      break;
    case TIMELINE_STACKS:
      expect_stack (run, &expected);
      break;
    case TIMELINE_PICTURES:
      expect_picture (timeline, run, &expected);
      break;
    default:
      expect_units (run, n, &expected);
      break;
  }
  run->begun = TRUE;
  timeline->n_buffers++;
  if (!check (timeline, "PTS", GST_BUFFER_PTS (buffer), expected.pts)
      || !check (timeline, "DURATION", GST_BUFFER_DURATION (buffer),
          expected.end - expected.pts))
    return FALSE;
  /* the input's own otherwise */
  if (timeline->kind == TIMELINE_PASSED || timeline->kind == TIMELINE_FILTERED)
    return TRUE;
  return check (timeline, "OFFSET", GST_BUFFER_OFFSET (buffer), expected.offset)
      && check (timeline, "OFFSET_END", GST_BUFFER_OFFSET_END (buffer),
      expected.offset_end)
      && (timeline->kind == TIMELINE_STACKS
      || check (timeline, "DISCONT", GST_BUFFER_IS_DISCONT (buffer),
          expected.discont));
}

/* Who reads frames ends a run with the first frame of the next one. */
static gboolean
waits_for_frame (const Timeline * timeline)
{
  const TimelineRun *current = get_current (timeline);

  return (timeline->kind == TIMELINE_PICTURES
      || timeline->kind == TIMELINE_SAMPLES)
      && current && current->n_units < current->shape.size;
}

gboolean
timeline_check_settled (Timeline * timeline)
{
  const TimelineRun *run = &timeline->runs[0];
  const TimelineShape *shape = &run->shape;

  follow_shape (timeline, GST_CLOCK_TIME_NONE);
  drop_exhausted (timeline);
  if (!check (timeline, "number of messages that did not come",
          g_queue_get_length (&timeline->due), 0))
    return FALSE;
  if (timeline->n_runs == 0)
    return TRUE;
  if (run->ended)
    return waits_for_frame (timeline) || complain (timeline,
        "what came of a run", run->next, run->n_units);
  switch (timeline->kind) {
    case TIMELINE_FRAMES:
      return run->next + shape->size - get_lead (run)
          > run->n_units || complain (timeline, "the next frame",
          run->next, run->n_units);
    case TIMELINE_STACKS:
    case TIMELINE_FILTERED:
      return run->next + shape->size > run->n_units
          || complain (timeline, "the next picture", run->next,
          run->n_units);
    case TIMELINE_PASSED:
      return check (timeline, "samples passed", run->next,
          run->n_units);
    default:
      /* what later input may still change is kept back */
      return TRUE;
  }
}
