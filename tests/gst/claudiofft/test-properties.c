/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * claudiofft/test-properties.c: claims about what can be set, when, and what
 * is refused with one error that names it; and that nothing is made once the
 * first frames have passed.
 */
#include <math.h>

#include "gst/support/poke.h"
#include "gst/support/rig.h"
#include "gst/support/spectra.h"
#include "support/test.h"

#define RATE 48000

/* ---- what is refused ---- */

typedef struct
{
  const gchar *properties;
  const gchar *name, *value, *limit;    /* that the error tells */
} Refusal;

/* Independent of the input: refused on the way to PAUSED. */
static const Refusal early[] = {
  {"size=0", "size", "0", "2 to 67108864"},
  {"size=1", "size", "1", "2 to 67108864"},
  {"size=67108865", "size", "67108865", "2 to 67108864"},
  {"size=4294967295", "size", "4294967295", "2 to 67108864"},
  {"hop=67108865", "hop", "67108865", "0 to 67108864"},
  {"overlap=1", "overlap", "1", "below 1"},
  {"overlap=-0.1", "overlap", "-0.1", "below 1"},
  {"overlap=1e300", "overlap", "1e+300", "below 1"},
  {"window-param=-2", "window-param", "-2", "-1"},
  {"window=kaiser window-param=500.5", "window-param", "500.5", "0 to 500"},
  {"window=tukey window-param=1.5", "window-param", "1.5", "0 to 1"},
  {"window=gauss window-param=0", "window-param", "0", "0.05 to 1000"},
  {"window=dolph-chebyshev window-param=301", "window-param", "301",
      "1 to 300"},
  {"zero-pad=1023", "zero-pad", "1023", "1024"},
  {"zero-pad=67108865", "zero-pad", "67108865", "67108864"},
  {"floor=-1000", "floor", "-1000", "-999 to 999"},
  {"floor=1e9", "floor", "1e+09", "-999 to 999"},
  {"average-count=0", "average-count", "0", "1 to 65536"},
  {"average-count=65537", "average-count", "65537", "1 to 65536"},
  {"quantity=db averaging=median average-count=1025", "average-count", "1025",
      "1 to 1024"},
  {"time-constant=999", "time-constant", "999", "1000"},
  {"time-constant=999999999001", "time-constant", "999999999001",
      "999999999000"},
  {"quantity=db bands=514", "bands", "514", "513"},
  {"quantity=db bands=3 band-scale=octave", "bands", "3", "0"},
  {"quantity=db band-scale=log", "bands", "0", "1 to 513"},
  {"quantity=db bands=3 sides=two", "sides", "two", "one"},
  {"frames-per-buffer=65537", "frames-per-buffer", "65537", "0 to 65536"},
  {"alignment-threshold=18446744073709551615", "alignment-threshold",
      "18446744073709551615", "18446744073709551614"},
  {"discont-wait=18446744073709551615", "discont-wait",
      "18446744073709551615", "18446744073709551614"},
  {"channel-select=0+1+2+3+4+5+6+7+8+9+10+11", "channel-select", "0+1+2",
      "16 characters"},
  {"averaging=mean", "quantity", "complex", "magnitude, power or db"},
  {"bands=4", "quantity", "complex", "magnitude, power or db"},
  {"weighting=a quantity=phase", "quantity", "phase",
      "magnitude, power or db"},
  {"quantity=db averaging=mean hop=1025", "hop", "1025", "1024"},
  {"iq=true sides=one", "sides", "one", "two or centered"},
  {"iq=true channel-mode=mix", "channel-mode", "mix", "all"},
  {"iq=true bands=4 quantity=db", "bands", "4", "no bands"},
};

/* Known only with the caps. */
static const Refusal late[] = {
  {"channel-mode=select channel-select=2", "channel-select", "2", "0 to 1"},
  {"channel-mode=select channel-select=1-0", "channel-select", "1-0",
      "rising"},
  {"channel-mode=select channel-select=0+", "channel-select", "0+", "rising"},
  {"channel-mode=select channel-select=x", "channel-select", "x", "rising"},
  {"size=4096 quantity=db bands=2000 band-scale=mel", "bands", "2000",
      "holds no bin"},
  {"size=2 quantity=db band-scale=octave", "band-scale", "octave", "fits"},
  {"frames-per-buffer=65536 size=65536", "frames-per-buffer", "65536",
      "at most"},
  {"averaging=mean quantity=db average-count=65536 size=65536 overlap=0",
      "average-count", "65536", "at most"},
};

static gboolean
names (const gchar * error, const Refusal * refusal)
{
  return error && strstr (error, refusal->name)
      && strstr (error, refusal->value) && strstr (error, refusal->limit);
}

static void
bad_values_are_refused_on_the_way_to_paused (void)
{
  guint i;

  gst_init (NULL, NULL);
  for (i = 0; i < G_N_ELEMENTS (early); i++) {
    g_autofree gchar *line = g_strdup_printf ("claudiofft %s",
        early[i].properties);
    GstElement *element = gst_parse_launch (line, NULL);
    GstBus *bus = gst_bus_new ();
    gchar *text;
    guint n;

    TEST_REQUIRE (element != NULL, "%s", line);
    gst_object_ref_sink (element);
    rig_choose_device (element);
    gst_element_set_bus (element, bus);
    TEST_CHECK (gst_element_set_state (element, GST_STATE_READY)
        == GST_STATE_CHANGE_SUCCESS, "%s", line);
    TEST_CHECK (gst_element_set_state (element, GST_STATE_PAUSED)
        == GST_STATE_CHANGE_FAILURE, "%s was accepted", line);
    n = poke_count_errors (bus, &text);
    TEST_CHECK (n == 1 && names (text, &early[i]), "%s: %u errors: %s", line,
        n, text);
    g_free (text);
    gst_element_set_state (element, GST_STATE_NULL);
    gst_element_set_bus (element, NULL);
    gst_object_unref (element);
    gst_object_unref (bus);
  }
}

static void
bad_values_are_refused_with_the_caps (void)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (late); i++) {
    Spectra *s = spectra_new (late[i].properties);

    spectra_set_format (s, GST_AUDIO_FORMAT_S16, 2, RATE, 0);
    TEST_CHECK (s->n_errors == 1 && names (s->error, &late[i]),
        "%s: %u errors: %s", late[i].properties, s->n_errors, s->error);
    spectra_free (s);
  }
}

static void
bad_values_are_refused_live_at_the_next_frame (void)
{
  gdouble *values = g_new0 (gdouble, 4096);
  const Refusal *tables[] = { early, late };
  const guint sizes[] = { G_N_ELEMENTS (early), G_N_ELEMENTS (late) };
  guint t, i;

  for (t = 0; t < 2; t++) {
    for (i = 0; i < sizes[t]; i++) {
      const Refusal *refusal = &tables[t][i];
      Spectra *s = spectra_new ("");

      spectra_set_format (s, GST_AUDIO_FORMAT_S16, 2, RATE, 0);
      spectra_push (s, values, 1024, 0);
      TEST_CHECK (s->flow == GST_FLOW_OK && s->n_errors == 0, "%s",
          refusal->properties);
      poke_set_properties (s->element, refusal->properties);
      TEST_CHECK (s->n_errors == 0, "%s: too early", refusal->properties);
      spectra_push (s, values, 1024, GST_CLOCK_TIME_NONE);
      TEST_CHECK (s->flow == GST_FLOW_ERROR && s->n_errors == 1
          && names (s->error, refusal), "%s: flow %d, %u errors: %s",
          refusal->properties, s->flow, s->n_errors, s->error);
      spectra_free (s);
    }
  }
  g_free (values);
}

static void
not_a_number_is_refused_and_not_dropped (void)
{
  static const gchar *const names_of[] = { "overlap", "window-param",
    "floor"
  };
  static const gdouble bad[] = { NAN, INFINITY, -INFINITY };
  gdouble *values = g_new0 (gdouble, 4096);
  guint i, b;

  for (i = 0; i < 3; i++) {
    for (b = 0; b < 3; b++) {
      Spectra *s = spectra_new ("");

      spectra_set_format (s, GST_AUDIO_FORMAT_S16, 2, RATE, 0);
      g_object_set (s->element, names_of[i], bad[b], NULL);
      spectra_push (s, values, 1024, 0);
      TEST_CHECK (s->n_errors == 1 && strstr (s->error, names_of[i]),
          "%s=%g: %u errors: %s", names_of[i], bad[b], s->n_errors, s->error);
      spectra_free (s);
    }
  }
  g_free (values);
}

static void
odd_channels_are_no_iq (void)
{
  Spectra *s = spectra_new ("iq=true");
  GstCaps *caps = gst_pad_peer_query_caps (s->harness->srcpad, NULL);
  gint first = 0;

  gst_structure_get_int (gst_caps_get_structure (caps, 0), "channels", &first);
  TEST_CHECK (gst_value_get_int_range_step (gst_structure_get_value
          (gst_caps_get_structure (caps, 0), "channels")) == 2,
      "caps do not say so");
  gst_caps_unref (caps);
  spectra_set_format (s, GST_AUDIO_FORMAT_S16, 2, RATE, 0);
  TEST_CHECK (s->n_errors == 0 && s->n_caps == 1 && s->info.iq
      && s->info.channels == 1, "%s", s->error);
  spectra_free (s);
}

/* ---- poking ---- */

/* Nothing may abort, and the value read back is that set. */
static void
every_property_takes_every_value_in_every_state (void)
{
  gdouble *values = g_new0 (gdouble, 1024);
  GParamSpec **specs;
  guint n_specs, i, which, n_ours = 0;
  GstElement *element;

  gst_init (NULL, NULL);
  element = gst_element_factory_make ("claudiofft", NULL);
  TEST_REQUIRE (element != NULL, "no claudiofft");
  specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (element),
      &n_specs);
  for (i = 0; i < n_specs; i++) {
    if (!poke_is_ours (specs[i]))
      continue;
    n_ours++;
    for (which = 0; which < POKE_N_VALUES; which++) {
      Spectra *s = spectra_new ("");

      spectra_set_format (s, GST_AUDIO_FORMAT_S16, 2, RATE, 0);
      TEST_CHECK (poke_set (element, specs[i], which), "%s in NULL",
          specs[i]->name);
      TEST_CHECK (poke_set (s->element, specs[i], which), "%s in PLAYING",
          specs[i]->name);
      spectra_push (s, values, 512, 0);
      TEST_CHECK (s->n_errors <= 1 && (s->flow == GST_FLOW_OK
              || s->n_errors == 1), "%s (%u): flow %d, %u errors: %s",
          specs[i]->name, which, s->flow, s->n_errors, s->error);
      TEST_CHECK (which != POKE_DEFAULT || s->flow == GST_FLOW_OK,
          "%s: default refused", specs[i]->name);
      TEST_CHECK (s->n_errors == 0 || strstr (s->error, specs[i]->name)
          || G_IS_PARAM_SPEC_ENUM (specs[i])
          || G_IS_PARAM_SPEC_BOOLEAN (specs[i]), "%s: the error is \"%s\"",
          specs[i]->name, s->error);
      spectra_free (s);
    }
  }
  TEST_CHECK (n_ours >= 28, "%u properties", n_ours);
  g_free (specs);
  g_free (values);
  gst_object_unref (element);
}

static void
every_property_says_when_it_may_change (void)
{
  g_autofree gchar *unclear = NULL;
  GstElement *element;
  guint n_own;

  gst_init (NULL, NULL);
  element = gst_element_factory_make ("claudiofft", NULL);
  TEST_REQUIRE (element != NULL, "no claudiofft");
  gst_object_ref_sink (element);
  unclear = poke_find_unclear (element, &n_own);
  TEST_CHECK (unclear == NULL, "%s", unclear);
  TEST_CHECK (n_own > 0, "%u", n_own);
  gst_object_unref (element);
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

/* ---- the device and its objects ---- */

static void
an_unknown_device_is_refused_with_a_list (void)
{
  GstElement *element;
  GstBus *bus;
  gchar *text;
  guint n;

  gst_init (NULL, NULL);
  element = gst_parse_launch ("claudiofft device=nosuchdevice", NULL);
  gst_object_ref_sink (element);
  bus = gst_bus_new ();
  gst_element_set_bus (element, bus);
  TEST_CHECK (gst_element_set_state (element, GST_STATE_READY)
      == GST_STATE_CHANGE_FAILURE, "accepted");
  n = poke_count_errors (bus, &text);
  TEST_CHECK (n == 1 && strstr (text, "nosuchdevice"), "%u errors: %s", n,
      text);
  g_free (text);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (element);
  gst_object_unref (bus);
}

static void
nothing_is_made_after_the_first_16_frames (void)
{
  static const gchar *const names_of[] = { "memories", "device-plans",
    "device-buffers", "device-kernels", "device-programs-built",
    "device-programs-loaded"
  };
  static const gchar *const properties[] = {
    "size=256", "size=256 quantity=db averaging=mean average-count=3",
    "size=250 quantity=db bands=20 band-scale=bark frames-per-buffer=3",
    "size=256 channel-mode=mix", "size=256 center=true zero-pad=1009",
  };
  gdouble *values = g_new0 (gdouble, 8192);
  guint p, i, k;

  for (p = 0; p < G_N_ELEMENTS (properties); p++) {
    Spectra *s = spectra_new (properties[p]);
    guint64 before[6];

    spectra_set_format (s, GST_AUDIO_FORMAT_F32, 2, RATE, 0);
    /* a sink that takes buffers and gives them back */
    gst_harness_set_drop_buffers (s->harness, TRUE);
    for (k = 0; k < 17; k++)
      spectra_push (s, values, 128, GST_CLOCK_TIME_NONE);
    for (i = 0; i < 6; i++)
      before[i] = spectra_get_stat (s, names_of[i]);
    for (k = 0; k < 200; k++)
      spectra_push (s, values, 1 + test_random () % 4096,
          GST_CLOCK_TIME_NONE);
    for (i = 0; i < 6; i++)
      TEST_CHECK (spectra_get_stat (s, names_of[i]) == before[i],
          "%s: %s went from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
          properties[p], names_of[i], before[i],
          spectra_get_stat (s, names_of[i]));
    spectra_free (s);
  }
  g_free (values);
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

static void
states_can_be_walked_up_and_down (void)
{
  static const GstState walk[] = { GST_STATE_READY, GST_STATE_NULL,
    GST_STATE_PAUSED, GST_STATE_READY, GST_STATE_PLAYING, GST_STATE_PAUSED,
    GST_STATE_NULL, GST_STATE_PLAYING, GST_STATE_NULL
  };
  GstElement *element;
  guint i;

  gst_init (NULL, NULL);
  element = gst_element_factory_make ("claudiofft", NULL);
  TEST_REQUIRE (element != NULL, "no claudiofft");
  rig_choose_device (element);
  for (i = 0; i < G_N_ELEMENTS (walk); i++)
    TEST_CHECK (gst_element_set_state (element, walk[i])
        == GST_STATE_CHANGE_SUCCESS, "step %u", i);
  gst_object_unref (element);
}

TEST_MAIN (TEST (bad_values_are_refused_on_the_way_to_paused),
    TEST (bad_values_are_refused_with_the_caps),
    TEST (bad_values_are_refused_live_at_the_next_frame),
    TEST (not_a_number_is_refused_and_not_dropped),
    TEST (odd_channels_are_no_iq),
    TEST (every_property_takes_every_value_in_every_state),
    TEST (every_property_says_when_it_may_change),
    TEST (a_live_change_of_size_renegotiates),
    TEST (a_live_change_of_the_average_gives_what_there_is),
    TEST (changes_of_discontinuity_handling_keep_the_plan),
    TEST (an_unknown_device_is_refused_with_a_list),
    TEST (nothing_is_made_after_the_first_16_frames),
    TEST (stats_count_what_was_done),
    TEST (states_can_be_walked_up_and_down))
