/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * claudiofft/test-properties.c: claims about what is set together, and what a change
 * while it plays leaves of a stream; others hold for any element (conformance).
 */
#include <math.h>

#include "gst/support/poke.h"
#include "gst/support/rig.h"
#include "gst/support/spectra.h"
#include "support/test.h"

#define RATE 48000

/* ---- what is refused ---- */

static const WatchFeed feed = { "claudiofft", "audio/x-raw, format=F32LE, "
      "layout=interleaved, rate=48000, channels=2", NULL, 4096,
  512 * GST_SECOND / RATE
};

/* Two that are wrong whatever the other is: both go back. */
static void
two_wrong_values_are_both_taken_back_and_the_right_one_stays (void)
{
  Watch *s = watch_new_feed (&feed, "", 0);
  Watch *right = watch_new_feed (&feed, "", 0);
  guint zero_pad, hop;
  gdouble param;

  watch_feed (s, 2);
  watch_feed (right, 2);
  poke_set_properties (s->element, "zero-pad=7 hop=256 window-param=-0.5");
  g_object_set (right->element, "hop", 256, NULL);
  watch_feed (s, 4);
  watch_feed (right, 4);
  g_object_get (s->element, "zero-pad", &zero_pad, "hop", &hop,
      "window-param", &param, NULL);
  TEST_CHECK (s->flow == GST_FLOW_OK && s->n_errors == 0
      && s->n_warnings == 2, "%u warnings: %s", s->n_warnings, s->warning);
  TEST_CHECK (zero_pad == 0 && hop == 256 && param == -1, "%u, %u, %g",
      zero_pad, hop, param);
  watch_check_same (s, right, "hop");
  watch_free (s);
  watch_free (right);
}

static gboolean
answer_with_nine_channels (GstPad * pad, GstObject * parent, GstQuery * query)
{
  GstCaps *caps;

  if (GST_QUERY_TYPE (query) != GST_QUERY_CAPS)
    return gst_pad_query_default (pad, parent, query);
  caps = gst_caps_from_string ("audio/x-raw, channels = [ 1, 9 ]");
  gst_query_set_caps_result (query, caps);
  gst_caps_unref (caps);
  return TRUE;
}

/* Odd numbers would play, without iq. */
static void
who_can_choose_is_asked_for_even_channels_by_iq (void)
{
  Spectra *s = spectra_new ("iq=true");
  GstPad *pad = s->harness->srcpad;
  GstPadQueryFunction before = GST_PAD_QUERYFUNC (pad);
  GstCaps *able = gst_caps_from_string ("audio/x-raw, channels = [ 1, 9 ]");
  GstCaps *caps;

  gst_pad_set_query_function (pad, answer_with_nine_channels);
  caps = gst_pad_peer_query_caps (pad, able);
  gst_pad_set_query_function (pad, before);
  TEST_CHECK (!gst_caps_is_empty (caps) && gst_value_get_int_range_step
      (gst_structure_get_value (gst_caps_get_structure (caps, 0),
              "channels")) == 2, "caps do not say so");
  gst_caps_unref (caps);
  gst_caps_unref (able);
  spectra_set_format (s, GST_AUDIO_FORMAT_S16, 2, RATE, 0);
  TEST_CHECK (s->n_errors == 0 && s->n_caps == 1 && s->info.iq
      && s->info.channels == 1, "%s", s->error);
  spectra_free (s);
}

/* ---- live changes ---- */

static void
a_live_change_of_size_renegotiates (void)
{
  Spectra *s = spectra_new ("size=128 hop=64");
  gdouble *values = g_new0 (gdouble, 4096);
  guint before;

  spectra_set_format (s, GST_AUDIO_FORMAT_F32, 1, RATE, 0);
  spectra_push (s, values, 1024, 0);
  TEST_CHECK (s->n_caps == 1 && s->info.shape[0] == 128, "%u",
      s->info.shape[0]);
  before = s->numbers->len;
  g_object_set (s->element, "size", 256, "quantity", 2, NULL);
  /* no frame is complete at once: 64 samples were left over */
  spectra_push (s, values, 64, GST_CLOCK_TIME_NONE);
  TEST_CHECK (s->n_caps == 2 && s->info.shape[0] == 256
      && s->info.quantity == GST_FOURIER_QUANTITY_POWER, "%u caps", s->n_caps);
  TEST_CHECK (s->numbers->len == before, "%u numbers", s->numbers->len);
  spectra_push (s, values, 512, GST_CLOCK_TIME_NONE);
  TEST_CHECK (s->numbers->len > before && s->flow == GST_FLOW_OK
      && !g_array_index (s->stamps, Stamp, s->stamps->len - 1).discont,
      "%u numbers", s->numbers->len);
  TEST_CHECK (s->n_latency == 2, "%u latency messages", s->n_latency);
  g_free (values);
  spectra_free (s);
}

static void
a_live_change_of_the_average_gives_what_there_is (void)
{
  Spectra *s = spectra_new ("size=64 hop=64 quantity=power averaging=mean "
      "average-count=4");
  gdouble *values = g_new (gdouble, 4096);
  guint i;

  for (i = 0; i < 4096; i++)
    values[i] = test_uniform ();
  spectra_set_format (s, GST_AUDIO_FORMAT_F32, 1, RATE, 0);
  spectra_push (s, values, 128, 0);
  TEST_CHECK (s->stamps->len == 0, "%u", s->stamps->len);
  g_object_set (s->element, "average-count", 2, NULL);
  spectra_push (s, values, 128, GST_CLOCK_TIME_NONE);
  TEST_REQUIRE (s->stamps->len == 2, "%u buffers", s->stamps->len);
  TEST_CHECK (g_array_index (s->stamps, Stamp, 0).pts == 0
      && g_array_index (s->stamps, Stamp, 1).pts
      == gst_util_uint64_scale (128, GST_SECOND, RATE), "times");
  /* the same samples twice: the same mean */
  TEST_CHECK (fabs (spectra_at (s, 0, 0)[9] / spectra_at (s, 1, 0)[9] - 1)
      < 1e-6, "%g and %g", spectra_at (s, 0, 0)[9], spectra_at (s, 1, 0)[9]);
  g_free (values);
  spectra_free (s);
}

static void
changes_of_discontinuity_handling_keep_the_plan (void)
{
  Spectra *s = spectra_new ("size=64");
  gdouble *values = g_new0 (gdouble, 4096);
  guint64 n_plans;

  spectra_set_format (s, GST_AUDIO_FORMAT_F32, 1, RATE, 0);
  n_plans = spectra_get_stat (s, "device-plans");
  g_object_set (s->element, "discont-wait", (guint64) 5,
      "alignment-threshold", (guint64) 7, NULL);
  spectra_push (s, values, 1000, 0);
  TEST_CHECK (spectra_get_stat (s, "device-plans") == n_plans
      && s->n_caps == 1, "a new plan");
  g_free (values);
  spectra_free (s);
}

static void
stats_count_what_was_done (void)
{
  Spectra *s = spectra_new ("size=64 hop=32");
  gdouble *values = g_new0 (gdouble, 2 * 1024);
  GstStructure *stats;

  spectra_set_format (s, GST_AUDIO_FORMAT_S16, 2, RATE, 0);
  spectra_push (s, values, 64 + 9 * 32, 0);
  TEST_CHECK (spectra_get_stat (s, "frames") == 10
      && spectra_get_stat (s, "transforms") == 20
      && spectra_get_stat (s, "bytes") == 10 * 64 * 4, "wrong numbers");
  g_object_get (s->element, "stats", &stats, NULL);
  TEST_CHECK (strlen (gst_structure_get_string (stats, "plan")) > 0
      && strlen (gst_structure_get_string (stats, "device")) > 0, "no names");
  gst_structure_free (stats);
  g_free (values);
  spectra_free (s);
}

TEST_MAIN (TEST (two_wrong_values_are_both_taken_back_and_the_right_one_stays),
    TEST (who_can_choose_is_asked_for_even_channels_by_iq),
    TEST (a_live_change_of_size_renegotiates),
    TEST (a_live_change_of_the_average_gives_what_there_is),
    TEST (changes_of_discontinuity_handling_keep_the_plan),
    TEST (stats_count_what_was_done))
