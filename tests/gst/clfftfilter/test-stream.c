/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clfftfilter/test-stream.c: claims about what is no plain run of buffers: gaps,
 * holes, jumps and ends, and where the tail goes then.
 */
#include "convolved.h"

#include <string.h>
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 48000
#define TAPS 700
#define TAIL (TAPS - 1)

static GstClockTime
get_time (guint frame)
{
  return gst_util_uint64_scale (frame, GST_SECOND, RATE);
}

/* A stereo stream, and what it is convolved with. */
typedef struct
{
  AudioTrip *t;
  Responses *r;
  guint n;
  gdouble *values;              /* of a run with silence where nothing came */
  guint flags;                  /* of the next buffer */
} Stream;

static void
begin (Stream * s, const gchar * properties, guint n)
{
  s->r = responses_new (2, 2, 2, TAPS);
  s->t = convolved_new (properties, s->r);
  s->n = n;
  s->values = convolved_noise (n, 2, 0.2);
  audio_trip_set_format (s->t, GST_AUDIO_FORMAT_F32LE, 2, RATE,
      GST_AUDIO_LAYOUT_INTERLEAVED);
}

static void
end (Stream * s)
{
  TEST_CHECK (s->t->n_errors == 0 && s->t->n_warnings == 0, "%s %s",
      s->t->error, s->t->warning);
  g_free (s->values);
  responses_free (s->r);
  audio_trip_free (s->t);
}

/* Frames [first, end) of the values, in buffers. */
static void
feed (Stream * s, guint first, guint end)
{
  audio_trip_run (s->t, s->values + first * 2, end - first, 0,
      get_time (first));
}

/* Silences frames [first, end) of the values. */
static void
silence (Stream * s, guint first, guint end)
{
  memset (s->values + first * 2, 0, (end - first) * 2 * sizeof (gdouble));
}

/* Claims that what came out from frame `at` on is the whole convolution of
   frames [first, end), and that these are the buffers [buffer, n_buffers) at the
   time of `first`. */
static void
check_run (Stream * s, guint at, guint first, guint end_frame, guint buffer,
    guint n_buffers, const gchar * what)
{
  g_autofree gdouble *want = responses_convolve (s->r, s->values + first * 2,
      end_frame - first);

  convolved_check (s->t, at, want, 0, end_frame - first + TAIL, what);
  convolved_check_times (s->t, buffer, n_buffers, get_time (first), 0, what);
}

static void
check_count (Stream * s, guint n, const gchar * what)
{
  TEST_CHECK (audio_trip_n_samples (s->t) == n, "%s: %u frames instead of %u",
      what, audio_trip_n_samples (s->t), n);
}

static void
a_gap_is_silence_in_which_the_tail_rings (void)
{
  Stream s;
  guint hidden;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (hidden = 0; hidden < 2; hidden++) {
    begin (&s, hidden ? "latency-frames=300" : "", 20000);
    silence (&s, 5000, 9000);
    feed (&s, 0, 5000);
    audio_trip_push_event (s.t, gst_event_new_gap (get_time (5000),
            get_time (9000) - get_time (5000)));
    feed (&s, 9000, 20000);
    audio_trip_push_event (s.t, gst_event_new_eos ());
    check_count (&s, 20000 + TAIL, "a gap");
    check_run (&s, 0, 0, 20000, 0, s.t->stamps->len, "a gap");
    TEST_CHECK (s.t->n_gaps == 0, "%u GAP events", s.t->n_gaps);
    end (&s);
  }
}

/* Where neither sound nor tail is left. */
static void
what_is_silent_is_flagged (void)
{
  guint i, c, n_flagged = 0, n_loud = 0;
  Stream s;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  begin (&s, "", 3000);
  feed (&s, 0, 3000);
  audio_trip_push_event (s.t, gst_event_new_gap (get_time (3000),
          10 * GST_SECOND));
  for (i = 0; i < s.t->stamps->len; i++) {
    const TripStamp *stamp = &g_array_index (s.t->stamps, TripStamp, i);
    gdouble sum = 0;

    for (c = 0; c < 2 * stamp->n; c++)
      sum += ABS (g_array_index (s.t->numbers, gdouble,
              2 * stamp->first + c));
    if (stamp->gap)
      n_flagged += stamp->n;
    else
      n_loud += stamp->n;
    TEST_CHECK (!stamp->gap || sum == 0, "buffer %u is flagged and sums up to %g",
        i, sum);
  }
  TEST_CHECK (n_loud >= 3000 + TAIL && n_flagged > 9 * RATE, "%u frames are "
      "flagged, %u not", n_flagged, n_loud);
  check_count (&s, 3000 + 10 * RATE, "10 s of silence");
  end (&s);
}

/* Input goes on behind a hole; flagged or after alignment-threshold. */
static void
skip (Stream * s, guint from, guint to)
{
  GstBuffer *buffer = gst_buffer_new_and_alloc (2 * sizeof (gfloat));
  gfloat frame[2] = { (gfloat) s->values[to * 2], (gfloat) s->values[to * 2 + 1]
  };

  gst_buffer_fill (buffer, 0, frame, sizeof frame);
  GST_BUFFER_PTS (buffer) = get_time (to);
  GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  audio_trip_push_buffer (s->t, buffer);
  s->values[to * 2] = frame[0];
  s->values[to * 2 + 1] = frame[1];
  feed (s, to + 1, s->n);
}

static void
the_tail_rings_in_a_hole_that_it_reaches_over (void)
{
  Stream s;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  begin (&s, "alignment-threshold=0", 9000);
  silence (&s, 4000, 4000 + TAIL);
  feed (&s, 0, 4000);
  skip (&s, 4000, 4000 + TAIL);
  audio_trip_push_event (s.t, gst_event_new_eos ());
  check_count (&s, 9000 + TAIL, "a short hole");
  check_run (&s, 0, 0, 9000, 0, s.t->stamps->len, "a short hole");
  end (&s);
}

static guint
find_discont (const Stream * s, guint from)
{
  guint i;

  for (i = from; i < s->t->stamps->len; i++)
    if (g_array_index (s->t->stamps, TripStamp, i).discont)
      break;
  return i;
}

static void
a_longer_hole_divides_the_stream (void)
{
  guint latency, next;
  Stream s;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (latency = 0; latency < 2; latency++) {
    begin (&s, latency ? "alignment-threshold=0 latency-frames=500"
        : "alignment-threshold=0", 9000);
    feed (&s, 0, 4000);
    skip (&s, 4000, 4000 + TAIL + 1);
    audio_trip_push_event (s.t, gst_event_new_eos ());
    check_count (&s, 4000 + TAIL + (9000 - 4000 - TAIL - 1) + TAIL, "a hole");
    next = find_discont (&s, 1);
    check_run (&s, 0, 0, 4000, 0, next, "before a hole");
    check_run (&s, 4000 + TAIL, 4000 + TAIL + 1, 9000, next,
        s.t->stamps->len, "behind a hole");
    end (&s);
  }
}

static void
a_jump_back_divides_the_stream (void)
{
  guint next;
  Stream s;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  begin (&s, "", 9000);
  feed (&s, 0, 6000);
  skip (&s, 6000, 1000);
  audio_trip_push_event (s.t, gst_event_new_eos ());
  check_count (&s, 6000 + TAIL + 8000 + TAIL, "a jump");
  next = find_discont (&s, 1);
  check_run (&s, 0, 0, 6000, 0, next, "before a jump");
  check_run (&s, 6000 + TAIL, 1000, 9000, next, s.t->stamps->len,
      "behind a jump");
  end (&s);
}

typedef GstEvent *(*MakeEvent) (void);

static GstEvent *
make_segment_done (void)
{
  return gst_event_new_segment_done (GST_FORMAT_TIME, 0);
}

static GstEvent *
make_group_done (void)
{
  return gst_event_new_stream_group_done (1);
}

static GstEvent *
make_stream (void)
{
  return gst_event_new_stream_start ("another");
}

static GstEvent *
make_segment (void)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.base = 77;
  return gst_event_new_segment (&segment);
}

static void
drains_give_the_tail (void)
{
  static const MakeEvent events[] = { make_segment_done, make_group_done,
    make_stream, make_segment
  };
  guint i, next;
  Stream s;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (i = 0; i < G_N_ELEMENTS (events); i++) {
    g_autofree gchar *what = g_strdup_printf ("event %u", i);

    begin (&s, "latency-frames=64", 8000);
    feed (&s, 0, 5000);
    audio_trip_push_event (s.t, events[i] ());
    check_count (&s, 5000 + TAIL, what);
    feed (&s, 5000, 8000);
    audio_trip_push_event (s.t, gst_event_new_eos ());
    check_count (&s, 8000 + 2 * TAIL, what);
    next = find_discont (&s, 1);
    check_run (&s, 0, 0, 5000, 0, next, what);
    check_run (&s, 5000 + TAIL, 5000, 8000, next, s.t->stamps->len, what);
    end (&s);
  }
}

static void
a_flush_forgets (void)
{
  guint next;
  Stream s;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  begin (&s, "latency-frames=100", 8000);
  feed (&s, 0, 5000);
  check_count (&s, 4900, "before a flush");
  audio_trip_push_event (s.t, gst_event_new_flush_start ());
  audio_trip_push_event (s.t, gst_event_new_flush_stop (TRUE));
  audio_trip_push_event (s.t, make_segment ());
  next = s.t->stamps->len;
  feed (&s, 1000, 8000);
  audio_trip_push_event (s.t, gst_event_new_eos ());
  check_count (&s, 4900 + 7000 + TAIL, "a flush");
  check_run (&s, 4900, 1000, 8000, next, s.t->stamps->len, "a flush");
  end (&s);
}

/* The old format's tail comes before the new caps. */
static void
another_format_drains_or_drops (void)
{
  guint drops;
  Stream s;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (drops = 0; drops < 2; drops++) {
    begin (&s, drops ? "drain-on-changes=false" : "", 4000);
    feed (&s, 0, 4000);
    audio_trip_set_format (s.t, GST_AUDIO_FORMAT_F32LE, 2, 44100,
        GST_AUDIO_LAYOUT_INTERLEAVED);
    check_count (&s, 4000 + (drops ? 0 : TAIL), "other caps");
    feed (&s, 0, 4000);
    audio_trip_push_event (s.t, gst_event_new_eos ());
    check_count (&s, 8000 + (drops ? 1 : 2) * TAIL, "other caps");
    end (&s);
  }
}

TEST_MAIN (TEST (a_gap_is_silence_in_which_the_tail_rings),
    TEST (what_is_silent_is_flagged),
    TEST (the_tail_rings_in_a_hole_that_it_reaches_over),
    TEST (a_longer_hole_divides_the_stream),
    TEST (a_jump_back_divides_the_stream),
    TEST (drains_give_the_tail),
    TEST (a_flush_forgets),
    TEST (another_format_drains_or_drops))
