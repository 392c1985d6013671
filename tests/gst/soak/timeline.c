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
get_time (const TimelineStretch * stretch, guint64 i)
{
  return stretch->anchor + (guint64) ((Wide) i * SECOND * stretch->rate_d
      / stretch->rate_n);
}

/* Where picture j of sound begins. */
static GstClockTime
get_picture_time (const Timeline * timeline, const TimelineStretch * stretch,
    guint64 j)
{
  return stretch->anchor + (guint64) ((Wide) j * SECOND * timeline->fps_d
      / timeline->fps_n);
}

/* The first sample that is not before that. */
static guint64
get_picture_sample (const Timeline * timeline, const TimelineStretch * stretch,
    guint64 j)
{
  Wide part = (Wide) j * timeline->fps_d * stretch->rate_n;
  Wide whole = (Wide) timeline->fps_n * stretch->rate_d;

  return (guint64) ((part + whole - 1) / whole);
}

static guint
get_lead (const TimelineStretch * stretch)
{
  return stretch->shape.centered ? stretch->shape.size / 2 : 0;
}

static TimelineStretch *
get_current (const Timeline * timeline)
{
  TimelineStretch *last = (TimelineStretch *) timeline->stretches
      + timeline->n_stretches - 1;

  return timeline->n_stretches > 0 && !last->ended ? last : NULL;
}

GstClockTime
timeline_get_time (const Timeline * timeline, guint64 i)
{
  const TimelineStretch *current = get_current (timeline);

  return current ? get_time (current, i) : GST_CLOCK_TIME_NONE;
}

guint64
timeline_get_end (const Timeline * timeline)
{
  const TimelineStretch *current = get_current (timeline);

  return current ? current->n_units : G_MAXUINT64;
}

static gboolean
complain (Timeline * timeline, const gchar * what, guint64 is, guint64 should)
{
  const TimelineStretch *stretch = &timeline->stretches[0];

  if (!timeline->wrong[0])
    g_snprintf (timeline->wrong, sizeof timeline->wrong, "%s is %"
        G_GUINT64_FORMAT ", not %" G_GUINT64_FORMAT " (%" G_GUINT64_FORMAT
        " of %" G_GUINT64_FORMAT " units%s since %" G_GUINT64_FORMAT
        " ns, %u/%u a second)", what, is, should, stretch->next,
        stretch->n_units, stretch->ended ? ", ended," : "", stretch->anchor,
        stretch->rate_n, stretch->rate_d);
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

/* Of a stretch that has ended: did all of it come out? */
static gboolean
is_exhausted (const Timeline * timeline, const TimelineStretch * stretch)
{
  const TimelineShape *shape = &stretch->shape;

  if (stretch->n_units == 0)
    return TRUE;
  switch (timeline->kind) {
    case TIMELINE_FRAMES:
      return stretch->next >= stretch->n_units + get_lead (stretch);
    case TIMELINE_STACKS:
      /* is there a picture that no stack had? */
      return stretch->next >= stretch->n_units || (stretch->begun
          && stretch->next + shape->size - shape->hop >= stretch->n_units);
    case TIMELINE_PICTURES:
      return get_picture_sample (timeline, stretch, stretch->next)
          >= stretch->n_units;
    default:
      return stretch->next >= stretch->n_units + shape->tail;
  }
}

static void
drop_exhausted (Timeline * timeline)
{
  while (timeline->n_stretches > 0 && timeline->stretches[0].ended
      && is_exhausted (timeline, &timeline->stretches[0])) {
    timeline->n_stretches--;
    memmove (timeline->stretches, timeline->stretches + 1,
        timeline->n_stretches * sizeof timeline->stretches[0]);
  }
}

void
timeline_begin (Timeline * timeline, GstClockTime anchor, guint rate_n,
    guint rate_d)
{
  const TimelineStretch stretch = { anchor, rate_n, rate_d, timeline->shape };

  timeline_end (timeline);
  drop_exhausted (timeline);
  if (timeline->n_stretches == G_N_ELEMENTS (timeline->stretches)) {
    complain (timeline, "number of stretches that are not done",
        timeline->n_stretches, 1);
    timeline->n_stretches--;
  }
  timeline->stretches[timeline->n_stretches++] = stretch;
}

void
timeline_end (Timeline * timeline)
{
  TimelineStretch *current = get_current (timeline);

  if (current)
    current->ended = TRUE;
}

void
timeline_forget (Timeline * timeline)
{
  timeline->n_stretches = 0;
  g_queue_clear_full (&timeline->due, g_free);
  timeline_restart_intervals (timeline);
}

void
timeline_set_shape (Timeline * timeline, const TimelineShape * shape)
{
  guint i;

  /* new stacks begin with the next picture and count anew, frames go on */
  if (timeline->kind == TIMELINE_STACKS)
    timeline_end (timeline);
  else
    for (i = 0; i < timeline->n_stretches; i++)
      timeline->stretches[i].shape = *shape;
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
  TimelineStretch *current = get_current (timeline);

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

static void
expect_frames (TimelineStretch * stretch, guint64 n, Expected * expected)
{
  const TimelineShape *shape = &stretch->shape;
  guint64 lead = get_lead (stretch), next = stretch->next + n * shape->hop;
  guint64 read = stretch->next + (n - 1) * shape->hop + shape->size - lead;

  expected->pts = get_time (stretch, stretch->next);
  expected->offset = stretch->next - MIN (stretch->next, lead);
  expected->offset_end = MIN (read, stretch->n_units);
  expected->end = get_time (stretch, next);
  if (stretch->ended && next >= stretch->n_units + lead
      && read > stretch->n_units)
    expected->end = MAX (get_time (stretch, stretch->n_units),
        expected->pts + 1);
  stretch->next = next;
}

static void
expect_stack (TimelineStretch * stretch, Expected * expected)
{
  expected->offset = stretch->next;
  expected->offset_end =
      MIN (stretch->next + stretch->shape.size, stretch->n_units);
  expected->pts = get_time (stretch, expected->offset);
  expected->end = get_time (stretch, expected->offset_end);
  stretch->next += stretch->shape.hop;
}

static void
expect_units (TimelineStretch * stretch, guint64 n, Expected * expected)
{
  expected->offset = stretch->next;
  stretch->next += n;
  expected->offset_end = stretch->next;
  expected->pts = get_time (stretch, expected->offset);
  expected->end = get_time (stretch, expected->offset_end);
}

static void
expect_picture (const Timeline * timeline, TimelineStretch * stretch,
    Expected * expected)
{
  expected->offset = stretch->next++;
  expected->offset_end = stretch->next;
  expected->pts = get_picture_time (timeline, stretch, expected->offset);
  expected->end = get_picture_time (timeline, stretch, stretch->next);
  if (stretch->ended)
    expected->end = MAX (expected->pts + 1, MIN (expected->end,
            get_time (stretch, stretch->n_units)));
}

gboolean
timeline_check_buffer (Timeline * timeline, GstBuffer * buffer, guint64 n)
{
  TimelineStretch *stretch = &timeline->stretches[0];
  Expected expected;

  drop_exhausted (timeline);
  if (timeline->n_stretches == 0)
    return complain (timeline, "time of a buffer of nothing",
        GST_BUFFER_PTS (buffer), 0);
  expected.discont = !stretch->begun;
  switch (timeline->kind) {
    case TIMELINE_FRAMES:
      expect_frames (stretch, n, &expected);
      break;
    case TIMELINE_STACKS:
      expect_stack (stretch, &expected);
      break;
    case TIMELINE_PICTURES:
      expect_picture (timeline, stretch, &expected);
      break;
    default:
      expect_units (stretch, n, &expected);
      break;
  }
  stretch->begun = TRUE;
  timeline->n_buffers++;
  if (!check (timeline, "PTS", GST_BUFFER_PTS (buffer), expected.pts)
      || !check (timeline, "DURATION", GST_BUFFER_DURATION (buffer),
          expected.end - expected.pts))
    return FALSE;
  /* the input's own otherwise */
  if (timeline->kind == TIMELINE_PASSED)
    return TRUE;
  return check (timeline, "OFFSET", GST_BUFFER_OFFSET (buffer), expected.offset)
      && check (timeline, "OFFSET_END", GST_BUFFER_OFFSET_END (buffer),
      expected.offset_end)
      && (timeline->kind == TIMELINE_STACKS
      || check (timeline, "DISCONT", GST_BUFFER_IS_DISCONT (buffer),
          expected.discont));
}

/* Who reads frames ends a stretch with the first frame of the next one. */
static gboolean
waits_for_frame (const Timeline * timeline)
{
  const TimelineStretch *current = get_current (timeline);

  return (timeline->kind == TIMELINE_PICTURES
      || timeline->kind == TIMELINE_SAMPLES)
      && current && current->n_units < current->shape.size;
}

gboolean
timeline_check_settled (Timeline * timeline)
{
  const TimelineStretch *stretch = &timeline->stretches[0];
  const TimelineShape *shape = &stretch->shape;

  drop_exhausted (timeline);
  if (!check (timeline, "number of messages that did not come",
          g_queue_get_length (&timeline->due), 0))
    return FALSE;
  if (timeline->n_stretches == 0)
    return TRUE;
  if (stretch->ended)
    return waits_for_frame (timeline) || complain (timeline,
        "what came of a stretch", stretch->next, stretch->n_units);
  switch (timeline->kind) {
    case TIMELINE_FRAMES:
      return stretch->next + shape->size - get_lead (stretch)
          > stretch->n_units || complain (timeline, "the next frame",
          stretch->next, stretch->n_units);
    case TIMELINE_STACKS:
      return stretch->next + shape->size > stretch->n_units
          || complain (timeline, "the next stack", stretch->next,
          stretch->n_units);
    case TIMELINE_PASSED:
      return check (timeline, "samples passed", stretch->next,
          stretch->n_units);
    default:
      /* what later input may still change is kept back */
      return TRUE;
  }
}
