/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clfftfilter/test-clfftfilter.c: claims about what comes out: the convolution,
 * whole, in every format, at its time.
 */
#include "convolved.h"

#include <math.h>
#include <string.h>
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 48000

/* As often near 1 as far from it. */
static guint
draw_log (guint high)
{
  return (guint) exp ((test_uniform () + 1) / 2 * log (high + 0.5));
}

/* ---- random cases ---- */

typedef struct
{
  GstAudioFormat format;
  GstAudioLayout layout;
  gint rate;
  guint inputs, outputs, n_responses, taps, n, cut, latency;
  GstClockTime start;
} Case;

/* Channels that go together. */
static void
draw_channels (Case * c)
{
  switch (test_random () % 4) {
    case 0:
      c->inputs = c->outputs = test_draw (1, 16);
      c->n_responses = 1;
      break;
    case 1:
      c->inputs = c->outputs = c->n_responses = test_draw (1, 8);
      break;
    case 2:
      c->inputs = 2;
      c->outputs = test_random () % 2 ? 4 : 2;
      c->n_responses = c->inputs * c->outputs;
      break;
    default:
      c->inputs = test_draw (1, 3);
      /* as many as inputs are one each */
      c->outputs = test_draw (2, 4);
      /* of one channel 4 are true stereo, which test-requests plays */
      if (c->inputs == 1)
        c->outputs = test_draw (2, 3);
      c->n_responses = c->inputs * c->outputs;
  }
}

static void
draw_case (Case * c)
{
  static const gint rates[] = { 8000, 44100, 48000, 96000, 11025 };
  guint longest = test_is_full () ? 400000 : 60000;

  draw_channels (c);
  c->format = GST_AUDIO_FORMAT_S8 + test_random ()
      % (GST_AUDIO_FORMAT_F64BE - GST_AUDIO_FORMAT_S8 + 1);
  c->layout = test_random () % 2 ? GST_AUDIO_LAYOUT_INTERLEAVED
      : GST_AUDIO_LAYOUT_NON_INTERLEAVED;
  c->rate = rates[test_random () % G_N_ELEMENTS (rates)];
  c->taps = draw_log (longest);
  c->n = test_draw (1, 20000);
  c->cut = test_random () % 2 ? 0 : test_draw (50, 5000);
  c->latency = test_random () % 3 ? draw_log (8192) : 0;
  c->start = test_random () % 2 ? 0 : test_draw (0, G_MAXINT);
}

static void
check_case (const Case * c)
{
  g_autofree gchar *properties = g_strdup_printf ("latency-frames=%u",
      c->latency);
  g_autofree gchar *what = g_strdup_printf ("%s, %s, %d Hz, %u to %u channels by "
      "%u responses of %u taps, %u frames by %u, latency %u",
      gst_audio_format_to_string (c->format),
      c->layout == GST_AUDIO_LAYOUT_INTERLEAVED ? "interleaved" : "planar",
      c->rate, c->inputs, c->outputs, c->n_responses, c->taps, c->n, c->cut,
      c->latency);
  Responses *r = responses_new (c->inputs, c->outputs, c->n_responses, c->taps);
  g_autofree gdouble *values = convolved_noise (c->n, c->inputs, 0.2);
  g_autofree gdouble *want = NULL;
  AudioTrip *t = convolved_new (properties, r);
  guint n_all = c->n + c->taps - 1;

  audio_trip_set_format (t, c->format, c->inputs, c->rate, c->layout);
  audio_trip_run (t, values, c->n, c->cut, c->start);
  audio_trip_push_event (t, gst_event_new_eos ());
  TEST_REQUIRE (t->n_errors == 0 && t->n_warnings == 0, "%s: %s %s", what,
      t->error, t->warning);
  TEST_CHECK (GST_AUDIO_INFO_FORMAT (&t->out) == c->format
      && t->out.layout == c->layout && t->out.rate == c->rate
      && t->out.channels == (gint) c->outputs, "%s: %d channels of another "
      "format", what, t->out.channels);
  TEST_REQUIRE (audio_trip_n_samples (t) == n_all, "%s: %u frames instead of "
      "%u", what, audio_trip_n_samples (t), n_all);
  want = responses_convolve (r, values, c->n);
  convolved_check (t, 0, want, 0, n_all, what);
  convolved_check_times (t, 0, t->stamps->len, c->start, 0, what);
  responses_free (r);
  audio_trip_free (t);
}

static void
output_is_the_convolution_to_its_last_sample (void)
{
  guint i, n = test_is_full () ? 200 : 24;
  Case c;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (i = 0; i < n && test_n_failures == 0; i++) {
    draw_case (&c);
    check_case (&c);
  }
}

/* ---- latency ---- */

/* When frame i of a live source has come, frame i - latency leaves. */
static void
check_latency (guint latency)
{
  g_autofree gchar *properties = g_strdup_printf ("latency-frames=%u",
      latency);
  Responses *r = responses_new (1, 1, 1, draw_log (3000));
  guint n = latency + test_draw (1, 3000), impulse = test_draw (0, n - 1), at, size;
  g_autofree gdouble *values = g_new0 (gdouble, n);
  g_autofree gdouble *want = NULL;
  AudioTrip *t = convolved_new (properties, r);

  values[impulse] = 0.5;
  audio_trip_set_format (t, GST_AUDIO_FORMAT_F32LE, 1, RATE,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  for (at = 0; at < n; at += size) {
    size = test_draw (1, 1500);
    size = MIN (size, n - at);
    audio_trip_push (t, values + at, size, gst_util_uint64_scale (at,
            GST_SECOND, RATE));
    TEST_CHECK (audio_trip_n_samples (t) == (at + size > latency
            ? at + size - latency : 0), "latency %u: %u frames of %u", latency,
        audio_trip_n_samples (t), at + size);
    TEST_CHECK (convolved_query_latency (t) == gst_util_uint64_scale (latency, GST_SECOND,
            RATE), "latency %u: reported are %" G_GUINT64_FORMAT " ns", latency,
        convolved_query_latency (t));
  }
  audio_trip_push_event (t, gst_event_new_eos ());
  want = responses_convolve (r, values, n);
  convolved_check (t, 0, want, 0, n + r->taps - 1, properties);
  responses_free (r);
  audio_trip_free (t);
}

static void
latency_is_what_an_impulse_measures (void)
{
  guint i, n = test_is_full () ? 100 : 12;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  check_latency (0);
  check_latency (1);
  for (i = 0; i < n && test_n_failures == 0; i++)
    check_latency (draw_log (8192));
}

/* ---- settings ---- */

/* gain, wet, dry and pre-delay in one response. */
static void
settings_change_the_response_as_they_say (void)
{
  guint taps = 700, delay = 123, n = 5000, i;
  Responses *r = responses_new (2, 2, 1, taps);
  Responses *mixed = responses_new (2, 2, 1, taps + delay);
  g_autofree gdouble *values = convolved_noise (n, 2, 0.2);
  g_autofree gdouble *want = NULL;
  AudioTrip *t;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  t = convolved_new ("gain=-6 wet=0.75 dry=0.5 pre-delay=2562500", r);
  for (i = 0; i < mixed->taps; i++)
    mixed->values[i] = i < delay ? 0
        : 0.75 * pow (10, -6 / 20.0) * r->values[i - delay];
  mixed->values[0] += 0.5;
  audio_trip_set_format (t, GST_AUDIO_FORMAT_F64LE, 2, RATE,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  audio_trip_run (t, values, n, 0, 0);
  audio_trip_push_event (t, gst_event_new_eos ());
  TEST_REQUIRE (audio_trip_n_samples (t) == n + mixed->taps - 1, "%u frames, %s",
      audio_trip_n_samples (t), t->error);
  want = responses_convolve (mixed, values, n);
  convolved_check (t, 0, want, 0, n + mixed->taps - 1, "mixed");
  responses_free (r);
  responses_free (mixed);
  audio_trip_free (t);
}

/* matrix-by-input has the channels of a response in the other order. */
static void
a_matrix_has_either_order (void)
{
  guint taps = 50, n = 3000, o, i;
  Responses *r = responses_new (2, 3, 6, taps), *other;
  g_autofree gdouble *values = convolved_noise (n, 2, 0.2);
  g_autofree gdouble *want = NULL;
  AudioTrip *t;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  other = responses_new (2, 3, 6, taps);
  for (o = 0; o < 3; o++)
    for (i = 0; i < 2; i++)
      memcpy (other->values + (i * 3 + o) * taps,
          r->values + (o * 2 + i) * taps, taps * sizeof (gdouble));
  t = convolved_new ("ir-layout=matrix-by-input", other);
  audio_trip_set_format (t, GST_AUDIO_FORMAT_F32LE, 2, RATE,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  audio_trip_run (t, values, n, 0, 0);
  audio_trip_push_event (t, gst_event_new_eos ());
  TEST_REQUIRE (audio_trip_n_samples (t) == n + taps - 1, "%u frames, %s",
      audio_trip_n_samples (t), t->error);
  want = responses_convolve (r, values, n);
  convolved_check (t, 0, want, 0, n + taps - 1, "matrix-by-input");
  responses_free (r);
  responses_free (other);
  audio_trip_free (t);
}

/* ---- caps ---- */

static void
channel_masks_are_kept (void)
{
  static const gchar caps[] = "audio/x-raw, format=(string)S16LE, "
      "layout=(string)interleaved, rate=(int)44100, channels=(int)6, "
      "channel-mask=(bitmask)0x3f";
  Responses *r = responses_new (6, 6, 1, 10);
  g_autoptr (GstCaps) sent = gst_caps_from_string (caps);
  g_autoptr (GstCaps) got = NULL;
  AudioTrip *t;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  t = convolved_new ("", r);
  gst_harness_set_src_caps (t->harness, gst_caps_ref (sent));
  got = gst_pad_get_current_caps (t->harness->sinkpad);
  TEST_CHECK (got && gst_caps_is_equal (got, sent), "other caps");
  responses_free (r);
  audio_trip_free (t);
}

TEST_MAIN (TEST (output_is_the_convolution_to_its_last_sample),
    TEST (latency_is_what_an_impulse_measures),
    TEST (settings_change_the_response_as_they_say),
    TEST (a_matrix_has_either_order),
    TEST (channel_masks_are_kept))
