/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clfftfilter/test-changes.c: claims about changes while it plays: what is
 * heard, when, and what properties read then.
 */
#include "convolved.h"

#include <math.h>
#include <string.h>
#include <glib/gstdio.h>
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 48000
#define CROSSFADE 960           /* 20 ms */

static GstClockTime
get_time (guint frame)
{
  return gst_util_uint64_scale (frame, GST_SECOND, RATE);
}

/* Frames [first, first + n) of `values`, in buffers. */
static void
feed (AudioTrip * t, gdouble * values, guint first, guint n)
{
  audio_trip_run (t, values + (gsize) first * t->audio.channels, n, 0,
      get_time (first));
}

/* ---- a sine ---- */

/* Radians a frame, of about 1 kHz. */
#define STEP 0.1309

/* Noise, but for what makes its gain 1 and its phase 0 at the sine's
   frequency. */
static Responses *
draw_transparent (guint taps)
{
  Responses *r = responses_new (1, 1, 1, taps);
  gdouble cc = 0, ss = 0, cs = 0, real = 0, imaginary = 0, det, a, b;
  guint i;

  for (i = 0; i < taps; i++) {
    gdouble c = cos (STEP * i), s = sin (STEP * i);

    r->values[i] *= 0.1;
    cc += c * c;
    ss += s * s;
    cs += c * s;
    real += r->values[i] * c;
    imaginary += r->values[i] * s;
  }
  /* a cos + b sin is added, so that the sums become 1 and 0 */
  det = cc * ss - cs * cs;
  a = ((1 - real) * ss + imaginary * cs) / det;
  b = (-imaginary * cc - (1 - real) * cs) / det;
  for (i = 0; i < taps; i++)
    r->values[i] += a * cos (STEP * i) + b * sin (STEP * i);
  return r;
}

static void
change_something (AudioTrip * t, guint longest)
{
  GstElement *element = convolved_get_element (t);
  Responses *r;

  if (test_random () % 3) {
    r = draw_transparent (test_draw (50, longest));
    convolved_set_ir (t, r);
    responses_free (r);
  }
  if (test_random () % 3 == 0)
    g_object_set (element, "latency-frames", test_draw (0, 4096), NULL);
}

/* Whatever the length and the latency are, a sine is what comes in. */
static void
a_sine_stays_a_sine_through_a_hundred_changes (void)
{
  guint longest = 6000, most = 100 * 9000, at = 0, i, n_out;
  gdouble worst = 0, step = 0, largest = 0;
  g_autofree gdouble *values = NULL;
  Responses *r;
  AudioTrip *t;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  values = g_new (gdouble, most);
  for (i = 0; i < most; i++)
    values[i] = 0.5 * sin (STEP * i);
  r = draw_transparent (300);
  t = convolved_new ("", r);
  responses_free (r);
  audio_trip_set_format (t, GST_AUDIO_FORMAT_F32LE, 1, RATE,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  feed (t, values, 0, 8000);
  at = 8000;
  for (i = 0; i < 100; i++) {
    guint n = test_draw (1, 2000);

    change_something (t, longest);
    feed (t, values, at, n);
    at += n;
    TEST_REQUIRE (convolved_wait (t), "change %u takes too long", i);
    n = test_draw (CROSSFADE + 4096, 6000);
    feed (t, values, at, n);
    at += n;
  }
  TEST_CHECK (watch_get_stat (t, "changes") > 55, "%u changes",
      (guint) watch_get_stat (t, "changes"));
  n_out = audio_trip_n_samples (t);
  TEST_REQUIRE (n_out + 4096 >= at && n_out <= at, "%u frames of %u", n_out, at);
  for (i = longest; i < n_out; i++) {
    gdouble value = audio_trip_at (t, i, 0);

    worst = MAX (worst, fabs (value - values[i]));
    step = MAX (step, fabs (value - audio_trip_at (t, i - 1, 0)));
    largest = MAX (largest, fabs (values[i] - values[i - 1]));
  }
  TEST_CHECK (step <= 1.1 * largest, "a step of %g, of the sine %g", step,
      largest);
  TEST_CHECK (worst < 1e-5, "%g away", worst);
  audio_trip_push_event (t, gst_event_new_eos ());
  TEST_CHECK (audio_trip_n_samples (t) == at + watch_get_stat (t, "taps")
      - 1, "%u frames of %u and %u taps", audio_trip_n_samples (t), at,
      (guint) watch_get_stat (t, "taps"));
  convolved_check_times (t, 0, t->stamps->len, 0, 0, "a sine");
  TEST_CHECK (t->n_errors == 0 && t->n_warnings == 0 && t->n_caps == 1,
      "%s %s, %u caps", t->error, t->warning, t->n_caps);
  audio_trip_free (t);
}

typedef struct
{
  AudioTrip *t;
  gint ended;                   /* atomic */
  gint n_changes;               /* atomic */
} Hand;

/* Changes something every few milliseconds. */
static gpointer
change_often (gpointer data)
{
  Hand *hand = data;

  while (!g_atomic_int_get (&hand->ended)) {
    change_something (hand->t, 3000);
    g_atomic_int_inc (&hand->n_changes);
    g_usleep (3000);
  }
  return NULL;
}

/* However slow the device is: until the hand has changed something, and a little
   later until something is in use, for it changes more often than loading may
   take. */
static void
keep_up (Hand * hand, guint buffer)
{
  gint seen = g_atomic_int_get (&hand->n_changes);

  if (buffer % 40 == 0)
    while (g_atomic_int_get (&hand->n_changes) == seen)
      g_usleep (200);
  if (buffer % 40 == 5)
    TEST_REQUIRE (convolved_wait (hand->t), "a change takes too long");
}

/* The same from another thread, at any moment, whatever is being loaded or
   faded. */
static void
a_sine_stays_a_sine_while_another_thread_changes_it (void)
{
  guint longest = 6000, most = 400000, at, n, i, n_out;
  g_autofree gdouble *values = NULL;
  Hand hand = { NULL, };
  gdouble worst = 0;
  GThread *thread;
  Responses *r;
  AudioTrip *t;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  values = g_new (gdouble, most);
  for (i = 0; i < most; i++)
    values[i] = 0.5 * sin (STEP * i);
  r = draw_transparent (300);
  t = hand.t = convolved_new ("", r);
  responses_free (r);
  audio_trip_set_format (t, GST_AUDIO_FORMAT_F32LE, 1, RATE,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  feed (t, values, 0, 8000);
  thread = g_thread_new ("changes", change_often, &hand);
  for (at = 8000; at < most; at += n) {
    n = MIN (480, most - at);
    keep_up (&hand, at / 480);
    /* random numbers are the other thread's */
    audio_trip_run (t, values + at, n, n, get_time (at));
    g_usleep (500);
  }
  g_atomic_int_set (&hand.ended, TRUE);
  g_thread_join (thread);
  n_out = audio_trip_n_samples (t);
  TEST_CHECK (watch_get_stat (t, "changes") > 5, "%u changes of %d",
      (guint) watch_get_stat (t, "changes"), hand.n_changes);
  TEST_REQUIRE (n_out + 4096 >= most && n_out <= most, "%u frames of %u", n_out,
      most);
  for (i = longest; i < n_out; i++)
    worst = MAX (worst, fabs (audio_trip_at (t, i, 0) - values[i]));
  TEST_CHECK (worst < 1e-5, "%g away", worst);
  convolved_check_times (t, 0, t->stamps->len, 0, 0, "a sine");
  TEST_CHECK (t->n_errors == 0 && t->n_warnings == 0, "%s %s", t->error,
      t->warning);
  audio_trip_free (t);
}

/* As a controller does: each buffer asks for something else than the one before,
   whatever is being made. */
static void
what_changes_with_every_buffer_is_followed (void)
{
  gdouble values[480] = { 0, };
  Responses *r;
  AudioTrip *t;
  guint i;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  r = draw_transparent (500);
  t = convolved_new ("crossfade=0", r);
  responses_free (r);
  audio_trip_set_format (t, GST_AUDIO_FORMAT_F32LE, 1, RATE,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  /* a minute at most */
  for (i = 0; i < 60000 && watch_get_stat (t, "changes") < 5; i++) {
    g_object_set (convolved_get_element (t), "gain", -1.0 - i % 100, NULL);
    audio_trip_run (t, values, 480, 480, get_time (480 * i));
    g_usleep (1000);
  }
  TEST_CHECK (watch_get_stat (t, "changes") >= 5, "%u changes in %u "
      "buffers", (guint) watch_get_stat (t, "changes"), i);
  TEST_CHECK (t->n_errors == 0 && t->n_warnings == 0, "%s %s", t->error,
      t->warning);
  audio_trip_free (t);
}

/* Gains of 0.5 to 2: a step is at most that of the loudest sine and what the
   fade changes in a frame, 1.5 / CROSSFADE of the peak. */
static void
gain_changes_without_a_step (void)
{
  guint most = 60 * 5000, at, i;
  gdouble step = 0, peak = 0.25, largest = 2 * 2 * peak * sin (STEP / 2);
  g_autofree gdouble *values = NULL;
  Responses *r;
  AudioTrip *t;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  values = g_new (gdouble, most);
  for (i = 0; i < most; i++)
    values[i] = peak * sin (STEP * i);
  r = draw_transparent (500);
  t = convolved_new ("", r);
  responses_free (r);
  audio_trip_set_format (t, GST_AUDIO_FORMAT_F32LE, 1, RATE,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  feed (t, values, 0, 1000);
  for (at = 1000, i = 0; i < 50; i++) {
    g_object_set (convolved_get_element (t), "gain", 6 * test_uniform (), NULL);
    feed (t, values, at, 500);
    TEST_REQUIRE (convolved_wait (t), "change %u takes too long", i);
    feed (t, values, at + 500, 2000);
    at += 2500;
  }
  for (i = 501; i < audio_trip_n_samples (t); i++)
    step = MAX (step, fabs (audio_trip_at (t, i, 0)
            - audio_trip_at (t, i - 1, 0)));
  TEST_CHECK (watch_get_stat (t, "changes") == 50, "%u changes",
      (guint) watch_get_stat (t, "changes"));
  TEST_CHECK (step <= 1.1 * largest, "a step of %g, of the loudest sine %g",
      step, largest);
  audio_trip_free (t);
}

/* ---- exactly ---- */

/* One change: before it what the old response makes of all input, behind the
   fade what the new one does, between them both. */
static void
check_change (guint old_taps, guint new_taps, guint old_latency,
    guint new_latency)
{
  guint n = 30000, begin, i, half = test_draw (6000, 12000);
  Responses *old = responses_new (2, 2, 1, old_taps);
  Responses *new = responses_new (2, 2, 2, new_taps);
  g_autofree gdouble *values = convolved_noise (n, 2, 0.2);
  g_autofree gdouble *before = NULL, *after = NULL, *want = NULL;
  g_autofree gchar *what = g_strdup_printf ("%u taps, latency %u to %u taps, "
      "latency %u", old_taps, old_latency, new_taps, new_latency);
  AudioTrip *t = convolved_new ("", old);
  guint n_latency, n_all = n + new_taps - 1;

  g_object_set (convolved_get_element (t), "latency-frames", old_latency, NULL);
  audio_trip_set_format (t, GST_AUDIO_FORMAT_F32LE, 2, RATE,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  feed (t, values, 0, half);
  n_latency = t->n_latency;
  convolved_set_ir (t, new);
  g_object_set (convolved_get_element (t), "latency-frames", new_latency, NULL);
  feed (t, values, half, 10);
  TEST_REQUIRE (convolved_wait (t), "%s takes too long", what);
  begin = audio_trip_n_samples (t);
  TEST_CHECK (begin == half + 10 - old_latency, "%s: %u frames are out", what,
      begin);
  feed (t, values, half + 10, n - half - 10);
  TEST_CHECK (audio_trip_n_samples (t) == n - new_latency, "%s: %u frames of %u "
      "are out", what, audio_trip_n_samples (t), n);
  TEST_CHECK ((t->n_latency > n_latency) == (old_latency != new_latency), "%s: "
      "%u LATENCY messages", what, t->n_latency - n_latency);
  audio_trip_push_event (t, gst_event_new_eos ());
  TEST_REQUIRE (audio_trip_n_samples (t) == n_all, "%s: %u frames instead of %u",
      what, audio_trip_n_samples (t), n_all);
  before = responses_convolve (old, values, n);
  after = responses_convolve (new, values, n);
  want = g_memdup2 (after, (gsize) n_all * 2 * sizeof *want);
  memcpy (want, before, (gsize) begin * 2 * sizeof *want);
  for (i = 2 * begin; i < 2 * (begin + CROSSFADE); i++) {
    gdouble ratio = (gdouble) (i / 2 - begin) / CROSSFADE;

    want[i] = (1 - ratio) * before[i] + ratio * after[i];
  }
  convolved_check (t, 0, want, 0, n_all, what);
  convolved_check_times (t, 0, t->stamps->len, 0, 0, what);
  responses_free (old);
  responses_free (new);
  audio_trip_free (t);
}

static void
a_change_fades_from_one_convolution_to_the_other (void)
{
  guint i;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  check_change (100, 3000, 0, 0);
  check_change (3000, 1, 0, 0);
  check_change (500, 500, 0, 2000);
  check_change (500, 500, 2000, 0);
  for (i = 0; i < 8 && test_n_failures == 0; i++)
    check_change (test_draw (1, 5000), test_draw (1, 5000), test_draw (0, 3000),
        test_draw (0, 3000));
}

/* What is being loaded for the old format is given up, at any moment of it. */
static void
another_format_may_come_while_a_response_is_loaded (void)
{
  guint i;
  g_autofree gdouble *values = NULL;
  AudioTrip *t;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  values = convolved_noise (1000, 2, 0.2);
  t = convolved_new ("latency-frames=100", NULL);
  for (i = 0; i < 60; i++) {
    Responses *r = responses_new (1, 1, 1, test_draw (1, 900));

    convolved_set_ir (t, r);
    audio_trip_set_format (t, GST_AUDIO_FORMAT_F32LE, i % 2 + 1,
        i % 3 ? 48000 : 44100, GST_AUDIO_LAYOUT_INTERLEAVED);
    responses_free (r);
    audio_trip_push (t, values, 500, 0);
    r = responses_new (1, 1, 1, test_draw (1, 900));
    convolved_set_ir (t, r);
    responses_free (r);
    audio_trip_push (t, values, 10, gst_util_uint64_scale (500, GST_SECOND,
            GST_AUDIO_INFO_RATE (&t->audio)));
    g_usleep (test_random () % 4000);
    TEST_CHECK (audio_trip_n_samples (t) == 410, "%u frames in turn %u",
        audio_trip_n_samples (t), i);
    audio_trip_push_event (t, gst_event_new_segment_done (GST_FORMAT_TIME, 0));
    g_array_set_size (t->numbers, 0);
  }
  TEST_CHECK (t->n_errors == 0 && t->n_warnings == 0, "%s %s", t->error,
      t->warning);
  audio_trip_free (t);
}

/* ---- requests ---- */

static void
the_last_request_wins (void)
{
  guint n = 20000, i, from = 12000;
  g_autofree gdouble *values = NULL, *want = NULL;
  Responses *r = NULL;
  AudioTrip *t;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  values = convolved_noise (n, 1, 0.2);
  r = responses_new (1, 1, 1, 100);
  t = convolved_new ("", r);
  audio_trip_set_format (t, GST_AUDIO_FORMAT_F32LE, 1, RATE,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  feed (t, values, 0, 4000);
  for (i = 0; i < 20; i++) {
    responses_free (r);
    r = responses_new (1, 1, 1, test_draw (50, 1500));
    convolved_set_ir (t, r);
    feed (t, values, 4000 + i * 10, 10);
  }
  TEST_REQUIRE (convolved_wait (t), "it takes too long");
  /* one may have been in use in between */
  feed (t, values, 4200, from - 4200);
  feed (t, values, from, n - from);
  audio_trip_push_event (t, gst_event_new_eos ());
  want = responses_convolve (r, values, n);
  convolved_check (t, from, want, from, n + r->taps - 1 - from,
      "the last of 20 responses");
  responses_free (r);
  audio_trip_free (t);
}

/* Each of them leaves the old response in use, which properties tell. */
static void
what_fails_leaves_the_old_response (void)
{
  static const gfloat bad[] = { 1, NAN, 1 };
  static const gfloat three[] = { 1, 1, 1 };
  guint n = 10000, which;
  g_autofree gdouble *values = NULL, *want = NULL;
  Responses *r;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  values = convolved_noise (n, 2, 0.2);
  r = responses_new (2, 2, 1, 333);
  for (which = 0; which < 4; which++) {
    GBytes *was, *is, *bytes = g_bytes_new_static (which ? three : bad,
        sizeof bad);
    AudioTrip *t = convolved_new ("", r);
    GstElement *element = convolved_get_element (t);
    static const gchar *const names[] = { "ir", "3 channels", "no-such-file",
      "no-such-curve"
    };
    g_autofree gchar *file = NULL, *curve = NULL;
    guint channels;

    g_object_get (element, "ir", &was, NULL);
    audio_trip_set_format (t, GST_AUDIO_FORMAT_F32LE, 2, RATE,
        GST_AUDIO_LAYOUT_INTERLEAVED);
    feed (t, values, 0, 4000);
    gst_util_set_object_arg (G_OBJECT (element), which < 2 ? "ir-format"
        : "normalize", which < 2 ? "f32" : "none");
    if (which < 2)
      g_object_set (element, "ir", bytes, "ir-channels", which ? 3 : 1,
          "ir-layout", which, NULL);        /* 1 is mono */
    else
      g_object_set (element, which == 2 ? "ir-file" : "curve-file",
          which == 2 ? "no-such-file" : "no-such-curve", NULL);
    feed (t, values, 4000, 100);
    TEST_REQUIRE (convolved_wait (t), "%s takes too long", names[which]);
    feed (t, values, 4100, n - 4100);
    audio_trip_push_event (t, gst_event_new_eos ());
    TEST_CHECK (t->n_warnings == 1 && t->n_errors == 0 && t->warning
        && strstr (t->warning, names[which]), "%s: %u warnings, %u errors: %s",
        names[which], t->n_warnings, t->n_errors, t->warning);
    g_object_get (element, "ir", &is, "ir-file", &file, "curve-file", &curve,
        "ir-channels", &channels, NULL);
    TEST_CHECK (is && g_bytes_equal (is, was) && channels == 1 && !file[0]
        && !curve[0], "%s: %u channels, %s, %s", names[which], channels, file,
        curve);
    g_free (want);
    want = responses_convolve (r, values, n);
    convolved_check (t, 0, want, 0, n + r->taps - 1, names[which]);
    g_bytes_unref (was);
    g_bytes_unref (is);
    g_bytes_unref (bytes);
    audio_trip_free (t);
  }
  responses_free (r);
}

/* From bytes to a curve: the one is set, and the other reads empty. */
static void
another_source_takes_the_place_of_the_old_one (void)
{
  g_autofree gchar *path = g_build_filename (g_get_tmp_dir (),
      "test-changes-XXXXXX", NULL);
  g_autofree gchar *curve = NULL;
  g_autofree gdouble *values = NULL;
  const gchar text[] = "GraphicEQ: 20 -6; 200 -6; 2000 -6; 20000 -6\n";
  GBytes *ir = NULL;
  Responses *r;
  AudioTrip *t;
  gint file;
  guint i;
  gdouble worst = 0;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  file = g_mkstemp (path);
  TEST_REQUIRE (file >= 0 && g_file_set_contents (path, text, -1, NULL),
      "%s cannot be written", path);
  g_close (file, NULL);
  values = g_new (gdouble, 30000);
  for (i = 0; i < 30000; i++)
    values[i] = 0.5 * sin (STEP * i);
  r = draw_transparent (300);
  t = convolved_new ("", r);
  audio_trip_set_format (t, GST_AUDIO_FORMAT_F32LE, 1, RATE,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  feed (t, values, 0, 4000);
  g_object_set (convolved_get_element (t), "curve-file", path, NULL);
  feed (t, values, 4000, 100);
  TEST_CHECK (convolved_wait (t), "it takes too long");
  feed (t, values, 4100, 25900);
  TEST_CHECK (t->n_errors == 0 && t->n_warnings == 0, "%s %s", t->error,
      t->warning);
  g_object_get (convolved_get_element (t), "ir", &ir, "curve-file", &curve,
      NULL);
  TEST_CHECK (!ir && g_str_equal (curve, path), "ir is %sset, curve-file is %s",
      ir ? "" : "not ", curve);
  for (i = 25000; i < 30000; i++)
    worst = MAX (worst, fabs (audio_trip_at (t, i, 0)));
  TEST_CHECK (fabs (20 * log10 (worst / 0.5) + 6) < 0.1, "the sine has %g dB "
      "instead of -6", 20 * log10 (worst / 0.5));
  g_clear_pointer (&ir, g_bytes_unref);
  g_remove (path);
  responses_free (r);
  audio_trip_free (t);
}

TEST_MAIN (TEST (a_sine_stays_a_sine_through_a_hundred_changes),
    TEST (a_sine_stays_a_sine_while_another_thread_changes_it),
    TEST (what_changes_with_every_buffer_is_followed),
    TEST (gain_changes_without_a_step),
    TEST (a_change_fades_from_one_convolution_to_the_other),
    TEST (another_format_may_come_while_a_response_is_loaded),
    TEST (the_last_request_wins),
    TEST (what_fails_leaves_the_old_response),
    TEST (another_source_takes_the_place_of_the_old_one))
