/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clfftfilter/test-clfftfilter.c: claims about what comes out: the convolution,
 * whole, in every format, at its time.
 */
#include "convolved.h"

#include <math.h>
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 48000

static gboolean
is_full (void)
{
  return g_getenv ("CLFFT_TEST_FULL") != NULL;
}

static guint
draw (guint low, guint high)
{
  return low + test_random () % (high - low + 1);
}

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
      c->inputs = c->outputs = draw (1, 16);
      c->n_responses = 1;
      break;
    case 1:
      c->inputs = c->outputs = c->n_responses = draw (1, 8);
      break;
    case 2:
      c->inputs = 2;
      c->outputs = test_random () % 2 ? 4 : 2;
      c->n_responses = c->inputs * c->outputs;
      break;
    default:
      c->inputs = draw (1, 3);
      /* as many as inputs are one each */
      c->outputs = draw (2, 4);
      c->n_responses = c->inputs * c->outputs;
  }
}

static void
draw_case (Case * c)
{
  static const gint rates[] = { 8000, 44100, 48000, 96000, 11025 };
  guint longest = is_full () ? 400000 : 60000;

  draw_channels (c);
  c->format = GST_AUDIO_FORMAT_S8 + test_random ()
      % (GST_AUDIO_FORMAT_F64BE - GST_AUDIO_FORMAT_S8 + 1);
  c->layout = test_random () % 2 ? GST_AUDIO_LAYOUT_INTERLEAVED
      : GST_AUDIO_LAYOUT_NON_INTERLEAVED;
  c->rate = rates[test_random () % G_N_ELEMENTS (rates)];
  c->taps = draw_log (longest);
  c->n = draw (1, 20000);
  c->cut = test_random () % 2 ? 0 : draw (50, 5000);
  c->latency = test_random () % 3 ? draw_log (8192) : 0;
  c->start = test_random () % 2 ? 0 : draw (0, G_MAXINT);
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
  guint i, n = is_full () ? 200 : 24;
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

static GstClockTime
query_latency (AudioTrip * t)
{
  GstQuery *query = gst_query_new_latency ();
  GstClockTime latency = 0;

  gst_pad_query (gst_element_get_static_pad (t->bin, "src"), query);
  gst_query_parse_latency (query, NULL, &latency, NULL);
  gst_query_unref (query);
  return latency;
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (output_is_the_convolution_to_its_last_sample),
  };

  (void) query_latency;
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
