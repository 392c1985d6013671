/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-intervals.c: claims about when messages are due and which samples their
 * transforms read.
 */
#include "clspectrum/intervals.h"
#include "support/test.h"

typedef struct
{
  guint64 position;             /* samples from the start */
  gboolean transform, complete;
  GstClockTime time;            /* if complete */
} Event;

/* All events of n_samples in buffers of at most `most` samples, at random;
   most = 0: one buffer. PTS from 0. */
static GArray *
run (const GstClIntervalsParams * params, guint64 n_samples, guint most)
{
  GArray *events = g_array_new (FALSE, FALSE, sizeof (Event));
  guint64 position = 0, left;
  GstClIntervals intervals;
  GstClIntervalsStep step;

  gst_cl_intervals_init (&intervals, params);
  while (position < n_samples) {
    left = n_samples - position;
    if (most)
      left = MIN (left, most);
    if (most)
      left = 1 + test_random () % left;
    gst_cl_intervals_begin_buffer (&intervals,
        gst_util_uint64_scale (position, GST_SECOND, params->rate));
    while (left > 0) {
      Event event;

      gst_cl_intervals_advance (&intervals, left, &step);
      position += step.n_samples;
      left -= step.n_samples;
      event.position = position;
      event.transform = step.transform;
      event.complete = step.complete;
      event.time = step.complete ? step.time : 0;
      if (step.transform || step.complete)
        g_array_append_val (events, event);
    }
  }
  return events;
}

static GArray *
get_complete (GArray * events)
{
  GArray *complete = g_array_new (FALSE, FALSE, sizeof (Event));
  guint i;

  for (i = 0; i < events->len; i++)
    if (g_array_index (events, Event, i).complete)
      g_array_append_val (complete, g_array_index (events, Event, i));
  return complete;
}

/* Measured of `spectrum` 1.22 at 44100 Hz: 20 us and 1 ns are below a sample,
   30 us are 1.323 samples. */
static void
times_are_those_of_the_original (void)
{
  static const struct
  {
    GstClockTime interval;
    guint n;
    GstClockTime times[8];
  } table[] = {
    {20000, 7, {0, 0, 22675, 45350, 90701, 136052, 181403}},
    {30000, 8, {0, 22675, 45350, 68025, 90700, 113375, 158726, 181401}},
    {1, 8, {0, 0, 22675, 45350, 68025, 90700, 113375, 136050}},
    {2591836, 8, {0, 2585034, 5170068, 7755102, 10340136, 12925170, 15532879,
                18117913}},
  };
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (table); i++) {
    GstClIntervalsParams params = { 44100, table[i].interval, 2, 2 };
    g_autoptr (GArray) events = run (&params, 1000, 0);
    g_autoptr (GArray) complete = get_complete (events);

    TEST_REQUIRE (complete->len >= table[i].n, "%u", complete->len);
    for (k = 0; k < table[i].n; k++)
      TEST_CHECK (g_array_index (complete, Event, k).time == table[i].times[k],
          "interval %" G_GUINT64_FORMAT ", message %u: %" G_GUINT64_FORMAT,
          table[i].interval, k, g_array_index (complete, Event, k).time);
  }
}

static void
a_second_has_as_many_messages_as_intervals (void)
{
  static const guint rates[] = { 8000, 11025, 44100, 48000, 192000 };
  static const guint numbers[] = { 1, 3, 7, 10, 60, 100, 1000 };
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (rates); i++) {
    for (k = 0; k < G_N_ELEMENTS (numbers); k++) {
      GstClIntervalsParams params =
          { rates[i], GST_SECOND / numbers[k], 254, 254 };
      g_autoptr (GArray) events = run (&params, 10 * rates[i], 0);
      g_autoptr (GArray) complete = get_complete (events);

      /* what a rounded number of nanoseconds lacks comes together too */
      TEST_CHECK (complete->len == 10 * numbers[k]
          || complete->len == 10 * numbers[k] + 1, "rate %u, %u a second: %u",
          rates[i], numbers[k], complete->len);
    }
  }
}

/* Sample by sample, by the words of intervals.h. */
static void
transforms_end_where_the_rules_say (void)
{
  guint round;

  for (round = 0; round < 200; round++) {
    guint64 length = 1 + test_random () % 50;
    GstClIntervalsParams params = { 44100,
      (1 + test_random () % 300) * GST_SECOND / 44100
          + test_random () % 20000, length, 1 + test_random () % length
    };
    g_autoptr (GArray) events = run (&params, 3000, 0);
    guint64 begin = 0, position;
    guint next = 0, n_transforms = 0;

    for (position = 0; position <= 3000; position++) {
      while (next < events->len
          && g_array_index (events, Event, next).position == position) {
        Event *event = &g_array_index (events, Event, next++);
        guint64 n = position - begin;
        gboolean counted = n >= length && (n - length) % params.hop == 0;
        gboolean newest = event->complete && n_transforms == 0;

        TEST_CHECK (event->transform == (counted || newest), "length %"
            G_GUINT64_FORMAT " hop %" G_GUINT64_FORMAT ": %d after %"
            G_GUINT64_FORMAT, length, params.hop, event->transform, n);
        n_transforms += event->transform;
        TEST_CHECK (n_transforms
            <= gst_cl_intervals_get_max_transforms (&params), "%u transforms",
            n_transforms);
        if (event->complete) {
          TEST_CHECK (n_transforms > 0, "an interval without a transform");
          begin = position;
          n_transforms = 0;
        }
      }
      TEST_CHECK (next == events->len
          || g_array_index (events, Event, next).position > position,
          "an event at %" G_GUINT64_FORMAT " was missed", position);
    }
  }
}

static void
cuts_change_nothing_but_rounding_of_times (void)
{
  guint round, i;

  for (round = 0; round < 200; round++) {
    GstClIntervalsParams params = { 44100, 1 + test_random () % 9000000,
      1 + test_random () % 100, 1
    };
    g_autoptr (GArray) whole = NULL, cut = NULL;

    params.hop = params.length;
    whole = run (&params, 5000, 0);
    cut = run (&params, 5000, 1 + test_random () % 700);
    TEST_REQUIRE (whole->len == cut->len, "%u, not %u", cut->len, whole->len);
    for (i = 0; i < whole->len; i++) {
      Event *a = &g_array_index (whole, Event, i);
      Event *b = &g_array_index (cut, Event, i);

      TEST_CHECK (a->position == b->position && a->transform == b->transform
          && a->complete == b->complete, "event %u", i);
      /* each interval of the whole one lost less than a nanosecond */
      TEST_CHECK (a->time <= b->time && b->time - a->time <= i + 1,
          "event %u: %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT, i, a->time,
          b->time);
    }
  }
}

static void
an_interval_without_time_stays_so_until_a_buffer_has_one (void)
{
  GstClIntervalsParams params = { 1000, 10 * GST_MSECOND, 4, 4 };
  GstClIntervals intervals;
  GstClIntervalsStep step;
  guint n = 0;

  gst_cl_intervals_init (&intervals, &params);
  gst_cl_intervals_begin_buffer (&intervals, GST_CLOCK_TIME_NONE);
  while (n < 3) {
    gst_cl_intervals_advance (&intervals, 1000, &step);
    n += step.complete;
    if (step.complete)
      TEST_CHECK (step.time == GST_CLOCK_TIME_NONE, "%" G_GUINT64_FORMAT,
          step.time);
  }
  /* within an interval a time comes too late */
  gst_cl_intervals_advance (&intervals, 3, &step);
  gst_cl_intervals_begin_buffer (&intervals, 77);
  do
    gst_cl_intervals_advance (&intervals, 1, &step);
  while (!step.complete);
  TEST_CHECK (step.time == GST_CLOCK_TIME_NONE, "%" G_GUINT64_FORMAT,
      step.time);
  gst_cl_intervals_begin_buffer (&intervals, 99);
  do
    gst_cl_intervals_advance (&intervals, 1, &step);
  while (!step.complete);
  TEST_CHECK (step.time == 99, "%" G_GUINT64_FORMAT, step.time);
}

static void
the_end_tells_what_was_begun (void)
{
  GstClIntervalsParams params = { 1000, 10 * GST_MSECOND, 4, 4 };
  GstClIntervals intervals;
  GstClIntervalsStep step;
  guint n;

  for (n = 0; n <= 10; n++) {
    guint left = n;

    gst_cl_intervals_init (&intervals, &params);
    gst_cl_intervals_begin_buffer (&intervals, 5);
    while (left > 0) {
      gst_cl_intervals_advance (&intervals, left, &step);
      left -= step.n_samples;
    }
    TEST_CHECK (gst_cl_intervals_finish (&intervals, &step) == (n % 10 > 0),
        "%u samples", n);
    TEST_CHECK (n % 10 == 0 || (step.n_samples == n && step.time == 5
            && step.transform == (n < 4)), "%u samples: %" G_GUINT64_FORMAT, n,
        step.n_samples);
    TEST_CHECK (!gst_cl_intervals_finish (&intervals, &step), "%u samples", n);
  }
}

static void
the_longest_interval_never_ends (void)
{
  GstClIntervalsParams params = { G_MAXINT32, G_MAXUINT64, 4, 4 };
  GstClIntervals intervals;
  GstClIntervalsStep step;
  guint i;

  gst_cl_intervals_init (&intervals, &params);
  gst_cl_intervals_begin_buffer (&intervals, 0);
  for (i = 0; i < 1000; i++) {
    gst_cl_intervals_advance (&intervals, 4, &step);
    TEST_CHECK (step.n_samples == 4 && step.transform && !step.complete,
        "step %u", i);
  }
  TEST_CHECK (gst_cl_intervals_get_max_transforms (&params) > 1000000, "few");
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (times_are_those_of_the_original),
    TEST (a_second_has_as_many_messages_as_intervals),
    TEST (transforms_end_where_the_rules_say),
    TEST (cuts_change_nothing_but_rounding_of_times),
    TEST (an_interval_without_time_stays_so_until_a_buffer_has_one),
    TEST (the_end_tells_what_was_begun),
    TEST (the_longest_interval_never_ends),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
