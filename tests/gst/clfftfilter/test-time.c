/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clfftfilter/test-time.c: claims about times: the delay that is taken off, what
 * of a drawn stream with holes, jumps and a segment comes out and when, and what
 * was held back where the format changes.
 */
#include "convolved.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include "gst/support/rig.h"
#include "support/test.h"

static gint
draw_rate (void)
{
  static const gint rates[] = { 8000, 11025, 22050, 44100, 48000, 96000 };

  return rates[test_draw (0, G_N_ELEMENTS (rates) - 1)];
}

static GstClockTime
get_time (guint64 frames, gint rate)
{
  return gst_util_uint64_scale (frames, GST_SECOND, rate);
}

/* A response whose largest tap is at `peak` of one of its channels, by either
   sign. */
static Responses *
draw_response (guint channels, guint taps, guint * peak)
{
  Responses *r = responses_new (channels, channels, channels, taps);
  gdouble *largest;
  guint i;

  for (i = 0; i < channels * taps; i++)
    r->values[i] = CLAMP (r->values[i], -0.5, 0.5);
  *peak = test_draw (0, taps - 1);
  largest = r->values + test_draw (0, channels - 1) * taps + *peak;
  *largest = test_random () % 2 ? 0.75 : -0.75;
  return r;
}

/* ---- the delay ---- */

typedef struct
{
  AudioTrip *t;
  gint rate;
  guint channels, at;           /* the next frame */
  gdouble *values;
} Live;

/* Buffers of drawn sizes up to frame `end`; after each as much has come out as
   the latency allows, if that does not change. */
static void
feed (Live * s, guint end, gint latency, const gchar * what)
{
  guint size;

  for (; s->at < end; s->at += size) {
    size = test_draw (1, 1500);
    size = MIN (size, end - s->at);
    audio_trip_push (s->t, s->values + s->at * s->channels, size,
        get_time (s->at, s->rate));
    if (latency < 0)
      continue;
    TEST_CHECK ((gint) audio_trip_n_samples (s->t) == MAX ((gint) (s->at + size)
            - latency, 0), "%s: %u frames of %u", what,
        audio_trip_n_samples (s->t), s->at + size);
    TEST_CHECK (convolved_query_latency (s->t) == get_time (latency, s->rate),
        "%s: reported are %" G_GUINT64_FORMAT " ns", what,
        convolved_query_latency (s->t));
  }
}

/* An impulse comes out at its own time, so late as is reported, and sound before and
   behind it where the response has it. */
static void
check_delay (void)
{
  guint taps = test_draw (1, 1 << test_draw (1, 12)), hidden = test_draw (0, 2) ? 0
      : test_draw (1, 4000), peak, n = test_draw (500, 9000), latency;
  gdouble dry = test_random () % 2 ? 0 : test_uniform ();
  Live s = {.rate = draw_rate (), .channels = test_draw (1, 3) };
  Responses *r = draw_response (s.channels, taps, &peak);
  g_autofree gchar *properties = g_strdup_printf ("delay=subtract dry=%.17g "
      "latency-frames=%u", dry, hidden);
  g_autofree gchar *what = g_strdup_printf ("%u taps, largest at %u, %u channels, "
      "%d Hz, %s, %u frames", taps, peak, s.channels, s.rate, properties, n);
  g_autofree gdouble *want = NULL;
  guint c;

  s.values = g_new0 (gdouble, n * s.channels);
  s.values[test_draw (0, n * s.channels - 1)] = 0.5;
  s.t = convolved_new (properties, r);
  audio_trip_set_format (s.t, GST_AUDIO_FORMAT_F32LE, s.channels, s.rate,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  latency = hidden + peak;
  feed (&s, n, latency, what);
  TEST_CHECK (s.t->n_latency == (latency > 0), "%s: %u messages", what,
      s.t->n_latency);
  audio_trip_push_event (s.t, gst_event_new_eos ());
  TEST_REQUIRE (audio_trip_n_samples (s.t) == n + taps - 1 - peak && s.t->n_errors
      == 0, "%s: %u frames, %s", what, audio_trip_n_samples (s.t), s.t->error);
  for (c = 0; c < s.channels; c++)
    r->values[c * taps + peak] += dry;
  want = responses_convolve (r, s.values, n);
  convolved_check (s.t, 0, want, peak, n + taps - 1 - peak, what);
  convolved_check_times (s.t, 0, s.t->stamps->len, 0, 0, what);
  g_free (s.values);
  responses_free (r);
  audio_trip_free (s.t);
}

static void
an_impulse_comes_at_its_own_time_as_late_as_is_reported (void)
{
  guint i;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (i = 0; i < (test_is_full () ? 200 : 25) && test_n_failures == 0; i++)
    check_delay ();
}

/* All frequencies are late by half the length. */
static void
linear_phase_is_in_time (void)
{
  g_autofree gchar *path = g_strdup_printf ("%s/clfft-curve-%08x.txt",
      g_get_tmp_dir (), (guint) test_random ());
  guint round;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  TEST_REQUIRE (g_file_set_contents (path,
          "GraphicEQ: 20 3; 200 -2; 2000 4; 15000 -6\n", -1, NULL), "%s", path);
  for (round = 0; round < 6; round++) {
    g_autofree gchar *properties = g_strdup_printf ("curve-file=%s phase=linear "
        "ir-length=%u delay=subtract", path, test_draw (64, 5000));
    Live s = {.rate = draw_rate (),.channels = 1 };
    guint n = 20000, impulse = test_draw (0, n - 1), largest = 0, i, delay;

    s.values = g_new0 (gdouble, n);
    s.values[impulse] = 0.25;
    s.t = convolved_new (properties, NULL);
    audio_trip_set_format (s.t, GST_AUDIO_FORMAT_F32LE, 1, s.rate,
        GST_AUDIO_LAYOUT_INTERLEAVED);
    feed (&s, 100, -1, properties);
    delay = (watch_get_stat (s.t, "taps") - 1) / 2;
    feed (&s, n, delay, properties);
    audio_trip_push_event (s.t, gst_event_new_eos ());
    TEST_REQUIRE (audio_trip_n_samples (s.t) >= n, "%s: %u frames, %s",
        properties, audio_trip_n_samples (s.t), s.t->error);
    for (i = 0; i < audio_trip_n_samples (s.t); i++)
      if (fabs (audio_trip_at (s.t, i, 0))
          > fabs (audio_trip_at (s.t, largest, 0)))
        largest = i;
    TEST_CHECK (largest == impulse, "%s: frame %u comes at %u", properties,
        impulse, largest);
    g_free (s.values);
    audio_trip_free (s.t);
  }
  g_remove (path);
}

/* What the response in use makes of all that came: frame i is at i + shift. */
static void
check_since (Live * s, const Responses * r, guint from, guint shift,
    const gchar * what)
{
  guint n = audio_trip_n_samples (s->t);
  g_autofree gdouble *want = responses_convolve (r, s->values, s->at);

  TEST_REQUIRE (n > from, "%s: %u frames", what, n);
  convolved_check (s->t, from, want, from + shift, n - from, what);
}

static void
the_delay_changes_while_playing (void)
{
  guint round, change;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (round = 0; round < (test_is_full () ? 20 : 3); round++) {
    Live s = {.rate = 48000,.channels = 2 };
    guint n = 200000, hidden = 0, peak = 0, shift = 0, latency = 0, from;
    Responses *r = draw_response (2, test_draw (1, 3000), &peak);

    s.values = convolved_noise (n, 2, 0.2);
    s.t = convolved_new ("crossfade=1000000", r);
    audio_trip_set_format (s.t, GST_AUDIO_FORMAT_F32LE, 2, s.rate,
        GST_AUDIO_LAYOUT_INTERLEAVED);
    feed (&s, 5000, 0, "the first");
    for (change = 0; change < 6; change++) {
      g_autofree gchar *what = g_strdup_printf ("change %u", change);
      GstElement *element = convolved_get_element (s.t);
      guint before = s.t->n_latency, old = latency;

      if (test_random () % 2)
        hidden = test_draw (0, 2000);
      shift = change % 2 ? 0 : peak;
      latency = hidden + shift;
      g_object_set (element, "delay", change % 2 ? 0 : 1, "latency-frames",
          hidden, NULL);
      /* with which it begins to be made */
      feed (&s, s.at + 1, -1, what);
      TEST_REQUIRE (convolved_wait (s.t), "%s takes too long", what);
      from = s.at;
      feed (&s, s.at + 12000, -1, what);
      TEST_CHECK (s.t->n_latency - before == (latency != old), "%s: %u messages "
          "of %u and %u frames", what, s.t->n_latency - before, old, latency);
      feed (&s, s.at + 3000, latency, what);
      check_since (&s, r, from + 6000, shift, what);
    }
    convolved_check_times (s.t, 0, s.t->stamps->len, 0, 0, "changes");
    TEST_CHECK (s.t->n_errors == 0 && s.t->n_warnings == 0, "%s %s", s.t->error,
        s.t->warning);
    g_free (s.values);
    responses_free (r);
    audio_trip_free (s.t);
  }
}

/* ---- drawn streams ---- */

#define MOST_RUNS 12

/* Frames that stay together in the output. */
typedef struct
{
  GstClockTime anchor;
  gdouble *values;
  guint n;
} Run;

typedef struct
{
  AudioTrip *t;
  Responses *r;
  gint rate;
  guint tail;
  guint64 start, stop;          /* frames of the segment */
  Run runs[MOST_RUNS];
  guint n_runs;
  guint64 end;                  /* of the last one */
} Stream;

static void
extend (Stream * s, const gdouble * values, guint n)
{
  Run *run = &s->runs[s->n_runs - 1];

  run->values = g_renew (gdouble, run->values, run->n + n);
  if (values)
    memcpy (run->values + run->n, values, n * sizeof *values);
  else
    memset (run->values + run->n, 0, n * sizeof *values);
  run->n += n;
}

/* What is to come of n frames from frame `first` on. */
static void
expect (Stream * s, guint64 first, const gdouble * values, guint n)
{
  guint64 from = MAX (first, s->start), to = MIN (first + n, s->stop);

  if (from >= to)
    return;
  if (s->n_runs > 0 && from >= s->end && from - s->end <= s->tail)
    extend (s, NULL, from - s->end);
  else
    s->runs[s->n_runs++].anchor = get_time (from, s->rate);
  extend (s, values + (from - first), to - from);
  s->end = to;
}

static void
push (Stream * s, guint64 first, gdouble * values, guint n)
{
  guint done, size;

  for (done = 0; done < n; done += size) {
    GstBuffer *buffer;
    guint i;

    size = test_draw (1, 2000);
    size = MIN (size, n - done);
    buffer = gst_buffer_new_and_alloc (size * sizeof (gfloat));
    for (i = 0; i < size; i++) {
      gfloat value = values[done + i];

      gst_buffer_fill (buffer, i * sizeof value, &value, sizeof value);
      values[done + i] = value;
    }
    GST_BUFFER_PTS (buffer) = get_time (first + done, s->rate);
    if (done == 0)
      GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
    audio_trip_push_buffer (s->t, buffer);
  }
}

/* Frames from 400000 on, of which the segment has some or all. */
static void
draw_segment (Stream * s)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  s->start = test_random () % 2 ? 0 : test_draw (395000, 430000);
  s->stop = test_random () % 2 ? G_MAXUINT64 : s->start + test_draw (1, 60000);
  segment.start = segment.time = segment.position = get_time (s->start, s->rate);
  if (s->stop != G_MAXUINT64)
    segment.stop = get_time (s->stop, s->rate);
  audio_trip_push_event (s->t, gst_event_new_segment (&segment));
}

static void
check_runs (Stream * s, guint shift, const gchar * what)
{
  guint at = 0, buffer = 0, i, next;
  GstClockTime pts;

  for (i = 0; i < s->n_runs; i++) {
    Run *run = &s->runs[i];
    g_autofree gdouble *want = responses_convolve (s->r, run->values, run->n);
    g_autofree gchar *which = g_strdup_printf ("%s: run %u of %u, %u frames", what,
        i, s->n_runs, run->n);

    TEST_REQUIRE (buffer < s->t->stamps->len, "%s: does not come", which);
    for (next = buffer + 1; next < s->t->stamps->len
        && !g_array_index (s->t->stamps, TripStamp, next).discont; next++);
    convolved_check (s->t, at, want, shift, run->n + s->tail - shift, which);
    /* a buffer that was cut has its own time, rounded down, and that of what was
       cut */
    pts = g_array_index (s->t->stamps, TripStamp, buffer).pts;
    TEST_CHECK (pts - run->anchor <= 1 || run->anchor - pts <= 1, "%s: at %"
        G_GUINT64_FORMAT " instead of %" G_GUINT64_FORMAT, which, pts,
        run->anchor);
    convolved_check_times (s->t, buffer, next, pts, 0, which);
    at += run->n + s->tail - shift;
    buffer = next;
  }
  TEST_CHECK (audio_trip_n_samples (s->t) == at, "%s: %u frames of %u", what,
      audio_trip_n_samples (s->t), at);
}

static void
check_stream (void)
{
  guint taps = test_draw (1, 3000), peak, subtracts = test_draw (0, 1), i, n, step;
  Stream s = {.rate = draw_rate (),.tail = taps - 1 };
  g_autofree gchar *properties = g_strdup_printf ("alignment-threshold=0 "
      "latency-frames=%u delay=%s", test_draw (0, 1) ? 0 : test_draw (0, 3000),
      subtracts ? "subtract" : "keep");
  g_autofree gchar *what = NULL;
  guint64 first = 400000;

  s.r = draw_response (1, taps, &peak);
  s.t = convolved_new (properties, s.r);
  audio_trip_set_format (s.t, GST_AUDIO_FORMAT_F32LE, 1, s.rate,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  draw_segment (&s);
  what = g_strdup_printf ("%u taps, largest at %u, %d Hz, %s, segment of frames %"
      G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT, taps, peak, s.rate, properties,
      s.start, s.stop);
  for (i = 0; i < MOST_RUNS; i++) {
    g_autofree gdouble *values = NULL;

    n = test_draw (1, 9000);
    values = convolved_noise (n, 1, 0.2);
    push (&s, first, values, n);
    expect (&s, first, values, n);
    /* a hole of either kind, or a jump back; sound of a jump may follow at once */
    step = test_draw (0, 9);
    first += n;
    if (step == 0 && taps > 3)
      first += taps - test_draw (0, 1);      /* just longer than the tail, or not */
    else if (step < 4)
      first += test_draw (3, 3 + taps);
    else if (step < 7)
      first += test_draw (taps + 3, taps + 20000);
    else
      first -= test_draw (3, 30000);
  }
  audio_trip_push_event (s.t, gst_event_new_eos ());
  TEST_CHECK (s.t->n_errors == 0, "%s: %s", what, s.t->error);
  check_runs (&s, subtracts ? peak : 0, what);
  for (i = 0; i < s.n_runs; i++)
    g_free (s.runs[i].values);
  responses_free (s.r);
  audio_trip_free (s.t);
}

static void
a_stream_comes_out_by_runs_within_its_segment (void)
{
  guint i;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (i = 0; i < (test_is_full () ? 250 : 30) && test_n_failures == 0; i++)
    check_stream ();
}

/* ---- other formats ---- */

/* What is held back comes out whether the tail does or not. */
static void
what_is_held_back_comes_at_a_change (void)
{
  guint round;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (round = 0; round < (test_is_full () ? 50 : 10); round++) {
    guint taps = test_draw (1, 2000), peak, drains = test_draw (0, 1), n = test_draw (1, 5000);
    guint subtracts = test_draw (0, 1), shift, rest, i, format;
    Responses *r = draw_response (1, taps, &peak);
    g_autofree gchar *properties = g_strdup_printf ("latency-frames=%u "
        "drain-on-changes=%s delay=%s", test_draw (0, 5000), drains ? "true" : "false",
        subtracts ? "subtract" : "keep");
    g_autofree gdouble *values = convolved_noise (n, 1, 0.2);
    AudioTrip *t = convolved_new (properties, r);
    guint at = 0;

    shift = subtracts ? peak : 0;
    rest = taps - 1 - shift;
    for (i = 0; i < 4; i++) {
      g_autofree gdouble *want = NULL;

      format = i % 2 ? GST_AUDIO_FORMAT_F64LE : GST_AUDIO_FORMAT_F32LE;
      audio_trip_set_format (t, format, 1, 48000, GST_AUDIO_LAYOUT_INTERLEAVED);
      TEST_REQUIRE (audio_trip_n_samples (t) == at, "%s, %u taps, largest at %u: "
          "%u frames of %u at change %u", properties, taps, peak,
          audio_trip_n_samples (t), at, i);
      audio_trip_run (t, values, n, 0, i * GST_SECOND);
      want = responses_convolve (r, values, n);
      if (i == 3)
        audio_trip_push_event (t, gst_event_new_eos ());
      else
        audio_trip_set_format (t, GST_AUDIO_FORMAT_S16LE, 1, 48000,
            GST_AUDIO_LAYOUT_INTERLEAVED);
      convolved_check (t, at, want, shift, n + (drains || i == 3 ? rest : 0),
          properties);
      at += n + (drains ? rest : 0);
    }
    TEST_CHECK (t->n_errors == 0, "%s", t->error);
    responses_free (r);
    audio_trip_free (t);
  }
}

TEST_MAIN (TEST (an_impulse_comes_at_its_own_time_as_late_as_is_reported),
    TEST (linear_phase_is_in_time),
    TEST (the_delay_changes_while_playing),
    TEST (a_stream_comes_out_by_runs_within_its_segment),
    TEST (what_is_held_back_comes_at_a_change))
