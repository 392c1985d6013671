/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * claudiofft/test-properties.c: claims about what can be set, when, and what
 * is refused: by GObject, with one error before data flows, with one warning
 * while it does; and that nothing is made once the first frames have passed.
 */
#include <math.h>

#include "gst/support/poke.h"
#include "gst/support/rig.h"
#include "gst/support/spectra.h"
#include "support/test.h"

#define RATE 48000

/* ---- what is refused ---- */

/* By GObject, in whatever state. */
static const PokeOutside outside[] = {
  {"size=0", "2 to 67108864"},
  {"size=1", "2 to 67108864"},
  {"size=67108865", "2 to 67108864"},
  {"size=4294967295", "2 to 67108864"},
  {"hop=67108865", "0 to 67108864"},
  {"overlap=1", "0 to below 1"},
  {"overlap=-0.1", "0 to below 1"},
  {"overlap=1e300", "0 to below 1"},
  {"window-param=-2", "-1 to 1000"},
  {"zero-pad=67108865", "0 to 67108864"},
  {"floor=-1000", "-999 to 999"},
  {"calibration=300.1", "-300 to 300"},
  {"calibration=-1e300", "-300 to 300"},
  {"band-low=-1", "0 to 1073741824"},
  {"band-high=2e9", "0 to 1073741824"},
  {"floor=1e9", "-999 to 999"},
  {"average-count=0", "1 to 65536"},
  {"average-count=65537", "1 to 65536"},
  {"time-constant=999", "1000 to 999999999000"},
  {"time-constant=999999999001", "1000 to 999999999000"},
  {"frames-per-buffer=65537", "0 to 65536"},
  {"alignment-threshold=18446744073709551615", "0 to 18446744073709551614"},
  {"discont-wait=18446744073709551615", "0 to 18446744073709551614"},
};

/* Rules that need no input: on the way to PAUSED. */
static const PokeRefusal early[] = {
  {"window=kaiser window-param=500.5", "window-param", "500.5", "0 to 500"},
  {"window=tukey window-param=1.5", "window-param", "1.5", "0 to 1"},
  {"window=gauss window-param=0", "window-param", "0", "0.05 to 1000"},
  {"window=dolph-chebyshev window-param=301", "window-param", "301",
      "1 to 300"},
  {"window=taylor window-param=121", "window-param", "121", "1 to 120"},
  {"window=custom", "window-data", "0 bytes", "8192", "window"},
  {"zero-pad=1023", "zero-pad", "1023", "1024"},
  {"quantity=db averaging=median average-count=1025", "average-count", "1025",
      "1 to 1024"},
  {"quantity=db bands=514", "bands", "514", "513"},
  {"quantity=db bands=3 band-scale=octave", "bands", "3", "0"},
  {"quantity=db band-scale=log", "bands", "0", "1 to 513", "band-scale"},
  {"quantity=db bands=3 band-high=100 band-low=200", "band-low", "200", "100"},
  {"quantity=db band-scale=octave band-high=1000 band-low=1000", "band-low",
      "1000", "below"},
  {"quantity=db bands=3 sides=two", "sides", "two", "one"},
  {"averaging=mean", "quantity", "complex", "magnitude, power, db, log or log10",
      "averaging"},
  {"bands=4", "quantity", "complex", "magnitude, power, db, log or log10", "bands"},
  {"weighting=a quantity=phase", "quantity", "phase",
      "magnitude, power, db, log or log10", "weighting"},
  {"quantity=db averaging=mean hop=1025", "hop", "1025", "1024"},
  {"channel-mode=select channel-select=1-0", "channel-select", "1-0",
      "rising"},
  {"channel-mode=select channel-select=0+", "channel-select", "0+", "rising"},
  {"channel-mode=select channel-select=x", "channel-select", "x", "rising"},
  {"iq=true sides=one", "sides", "one", "two or centered"},
  {"iq=true channel-mode=mix", "channel-mode", "mix", "all"},
  {"iq=true bands=4 quantity=db", "bands", "4", "no bands"},
};

/* Known only with the caps. */
static const PokeRefusal late[] = {
  {"frames-per-buffer=65536 size=65536", "frames-per-buffer", "65536",
      "at most"},
  {"averaging=mean quantity=db average-count=65536 size=65536 overlap=0",
      "average-count", "65536", "at most"},
};

/* What this stream cannot have: as much of it is done as can be. */
static const PokeRefusal fitted[] = {
  {"channel-mode=select channel-select=2", "channel-select", "2", "0 to 1"},
  {"channel-mode=select channel-select=1-5", "channel-select", "1-5", "1 is used"},
  {"channel-mode=select channel-select=0+1+2+3+4+5+6+7+8+9+10+11+12+13",
      "channel-select", "0+1+2+3+4+5+6+7+8+9+10+11+12+13", "0 to 1"},
  {"size=4096 quantity=db bands=2000 band-scale=mel", "bands", "2000",
      "hold no bin"},
  {"size=2 quantity=db band-scale=octave", "band-scale", "octave", "fits"},
  {"quantity=db bands=3 band-low=24000", "band-low", "24000",
      "below half the rate, 24000"},
  {"quantity=db bands=40 band-low=23900", "bands", "40", "3 is used"},
  {"preset=whisper", "preset", "whisper", "16000"},
};

/* Nothing has to be seen of them on the bus. */
static void
values_outside_a_range_are_refused_by_gobject (void)
{
  static const gchar *const numbers[] = { "overlap", "window-param", "floor",
    "calibration", "band-low", "band-high", NULL
  };
  Spectra *s = spectra_new ("");
  gdouble *values = g_new0 (gdouble, 4096);

  spectra_set_format (s, GST_AUDIO_FORMAT_S16, 2, RATE, 0);
  spectra_push (s, values, 1024, 0);
  poke_check_outside (s->element, outside, G_N_ELEMENTS (outside));
  poke_check_not_finite (s->element, numbers);
  spectra_push (s, values, 1024, GST_CLOCK_TIME_NONE);
  TEST_CHECK (s->flow == GST_FLOW_OK && s->n_errors == 0
      && s->n_warnings == 0 && s->n_caps == 1, "%s%s", s->error, s->warning);
  spectra_free (s);
  g_free (values);
}

static void
bad_values_are_refused_on_the_way_to_paused (void)
{
  poke_check_early ("claudiofft", early, G_N_ELEMENTS (early));
}

static void
bad_values_are_refused_with_the_caps (void)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (late); i++) {
    Spectra *s = spectra_new (late[i].properties);

    spectra_set_format (s, GST_AUDIO_FORMAT_S16, 2, RATE, 0);
    TEST_CHECK (s->n_errors == 1 && poke_names (s->error, &late[i])
        && s->n_warnings == 0, "%s: %u errors: %s", late[i].properties,
        s->n_errors, s->error);
    spectra_free (s);
  }
}

/* The properties read back what was set. */
static void
check_kept (GstElement * element, const gchar * properties)
{
  GstElement *other = gst_element_factory_make ("claudiofft", NULL);
  g_auto (GStrv) words = g_strsplit (properties, " ", 0);
  guint i;

  poke_set_properties (other, properties);
  for (i = 0; words[i]; i++) {
    const gchar *name = strtok (words[i], "=");
    GParamSpec *spec =
        g_object_class_find_property (G_OBJECT_GET_CLASS (other), name);
    GValue got = G_VALUE_INIT, want = G_VALUE_INIT;

    g_value_init (&got, spec->value_type);
    g_value_init (&want, spec->value_type);
    g_object_get_property (G_OBJECT (element), name, &got);
    g_object_get_property (G_OBJECT (other), name, &want);
    TEST_CHECK (gst_value_compare (&got, &want) == GST_VALUE_EQUAL,
        "%s: %s was not kept", properties, name);
    g_value_unset (&got);
    g_value_unset (&want);
  }
  gst_object_unref (other);
}

static void
what_the_stream_cannot_have_is_done_as_far_as_it_can_be (void)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (fitted); i++) {
    Spectra *s = spectra_new (fitted[i].properties);
    Spectra *live = spectra_new (""), *all[] = { s, live };
    guint k;

    spectra_set_format (s, GST_AUDIO_FORMAT_S16, 2, RATE, 0);
    spectra_set_format (live, GST_AUDIO_FORMAT_S16, 2, RATE, 0);
    poke_set_properties (live->element, fitted[i].properties);
    for (k = 0; k < 2; k++) {
      gdouble silence[2 * 64] = { 0 };

      spectra_push (all[k], silence, 64, 0);
      TEST_CHECK (all[k]->n_errors == 0 && all[k]->n_warnings == 1
          && poke_names (all[k]->warning, &fitted[i]), "%s: %u warnings: %s, %s",
          fitted[i].properties, all[k]->n_warnings, all[k]->warning,
          all[k]->error);
      check_kept (all[k]->element, fitted[i].properties);
    }
    spectra_free (s);
    spectra_free (live);
  }
}

#define N_PUSHED 3072           /* samples, of a channel */

static gdouble *
make_noise (guint n)
{
  gdouble *values = g_new (gdouble, n);
  guint i;

  for (i = 0; i < n; i++)
    values[i] = 0.5 * test_uniform ();
  return values;
}

/* Playing, with the first third pushed. */
static Spectra *
open_playing (const gdouble * values)
{
  Spectra *s = spectra_new ("");

  spectra_set_format (s, GST_AUDIO_FORMAT_S16, 2, RATE, 0);
  spectra_push (s, values, 1024, 0);
  TEST_CHECK (s->flow == GST_FLOW_OK && s->n_errors == 0, "%s", s->error);
  return s;
}

static void
push_rest (Spectra * s, const gdouble * values)
{
  guint i;

  for (i = 1024; i < N_PUSHED && s->flow == GST_FLOW_OK; i += 512)
    spectra_push (s, values + 2 * i, 512, GST_CLOCK_TIME_NONE);
  spectra_push_event (s, gst_event_new_eos ());
}

static void
check_same_frames (Spectra * s, Spectra * other, const gchar * what)
{
  TEST_CHECK (s->numbers->len > 0 && s->numbers->len == other->numbers->len
      && !memcmp (s->numbers->data, other->numbers->data,
          s->numbers->len * sizeof (gfloat)), "%s: other frames (%u numbers, "
      "not %u)", what, s->numbers->len, other->numbers->len);
}

static void
check_live (const PokeRefusal * refusal, Spectra * standard,
    const gdouble * values)
{
  Spectra *s = open_playing (values), *right = open_playing (values);
  const gchar *back = refusal->back ? refusal->back : refusal->name;
  guint n = poke_set_properties (s->element, refusal->properties);

  spectra_collect (s);
  TEST_CHECK (n == 0 && s->n_warnings == 0, "%s: too early",
      refusal->properties);
  poke_set_others (right->element, refusal->properties, back);
  push_rest (s, values);
  push_rest (right, values);
  TEST_CHECK (s->flow == GST_FLOW_OK && s->n_errors == 0
      && s->n_warnings == 1 && poke_names (s->warning, refusal),
      "%s: flow %d, %u warnings: %s, error %s", refusal->properties, s->flow,
      s->n_warnings, s->warning, s->error);
  TEST_CHECK (right->n_warnings == 0 && right->n_errors == 0, "%s: %s%s",
      refusal->properties, right->warning, right->error);
  poke_check_taken_back (s->element, standard->element, refusal);
  check_same_frames (s, right, refusal->properties);
  spectra_free (s);
  spectra_free (right);
}

static void
bad_values_are_warned_of_while_playing_and_taken_back (void)
{
  gdouble *values = make_noise (2 * N_PUSHED);
  Spectra *standard = spectra_new ("");
  guint i;

  for (i = 0; i < G_N_ELEMENTS (early); i++)
    check_live (&early[i], standard, values);
  for (i = 0; i < G_N_ELEMENTS (late); i++)
    check_live (&late[i], standard, values);
  spectra_free (standard);
  g_free (values);
}

static void
what_is_put_right_before_the_next_buffer_is_not_warned_of (void)
{
  gdouble *values = make_noise (2 * N_PUSHED);
  Spectra *s = open_playing (values), *plain = open_playing (values);

  g_object_set (s->element, "zero-pad", 7, NULL);
  g_object_set (s->element, "zero-pad", 0, NULL);
  push_rest (s, values);
  push_rest (plain, values);
  TEST_CHECK (s->n_warnings == 0 && s->n_errors == 0 && s->n_caps == 1, "%s",
      s->warning);
  check_same_frames (s, plain, "zero-pad");
  spectra_free (s);
  spectra_free (plain);
  g_free (values);
}

/* Each time that it is set anew. */
static void
what_is_set_wrong_again_is_warned_of_again (void)
{
  gdouble *values = make_noise (2 * N_PUSHED);
  Spectra *s = open_playing (values);
  guint i;

  for (i = 1; i <= 3; i++) {
    g_object_set (s->element, "zero-pad", 7, NULL);
    spectra_push (s, values, 512, GST_CLOCK_TIME_NONE);
    spectra_push (s, values, 512, GST_CLOCK_TIME_NONE);
    TEST_CHECK (s->n_warnings == i && s->flow == GST_FLOW_OK
        && s->n_errors == 0, "%u warnings after %u", s->n_warnings, i);
  }
  spectra_free (s);
  g_free (values);
}

/* Two that are wrong whatever the other is: both go back. */
static void
two_wrong_values_are_both_taken_back_and_the_right_one_stays (void)
{
  gdouble *values = make_noise (2 * N_PUSHED);
  Spectra *s = open_playing (values), *right = open_playing (values);
  guint zero_pad, hop;
  gdouble param;

  poke_set_properties (s->element, "zero-pad=7 hop=256 window-param=-0.5");
  g_object_set (right->element, "hop", 256, NULL);
  push_rest (s, values);
  push_rest (right, values);
  g_object_get (s->element, "zero-pad", &zero_pad, "hop", &hop,
      "window-param", &param, NULL);
  TEST_CHECK (s->flow == GST_FLOW_OK && s->n_errors == 0
      && s->n_warnings == 2, "%u warnings: %s", s->n_warnings, s->warning);
  TEST_CHECK (zero_pad == 0 && hop == 256 && param == -1, "%u, %u, %g",
      zero_pad, hop, param);
  check_same_frames (s, right, "hop");
  spectra_free (s);
  spectra_free (right);
  g_free (values);
}

/* Legal as such, and beyond what the stream's format or the device holds. */
static void
a_plan_that_cannot_be_made_leaves_the_old_one (void)
{
  gdouble *values = g_new0 (gdouble, 64 * N_PUSHED);
  Spectra *s[2];
  guint i, k, size;

  for (i = 0; i < 64 * N_PUSHED; i++)
    values[i] = 0.5 * test_uniform ();
  for (k = 0; k < 2; k++) {
    s[k] = spectra_new ("");
    spectra_set_format (s[k], GST_AUDIO_FORMAT_S16, 64, RATE, 0);
    spectra_push (s[k], values, 1500, 0);
    if (k == 0)
      g_object_set (s[k]->element, "size", 67108864, NULL);
    for (i = 1500; i < N_PUSHED; i += 262)
      spectra_push (s[k], values + 64 * i, 262, GST_CLOCK_TIME_NONE);
    spectra_push_event (s[k], gst_event_new_eos ());
  }
  g_object_get (s[0]->element, "size", &size, NULL);
  TEST_CHECK (s[0]->flow == GST_FLOW_OK && s[0]->n_errors == 0
      && s[0]->n_warnings == 1 && strstr (s[0]->warning, "67108864")
      && size == 1024, "%u warnings: %s, size %u", s[0]->n_warnings,
      s[0]->warning, size);
  check_same_frames (s[0], s[1], "size=67108864");
  spectra_free (s[0]);
  spectra_free (s[1]);
  g_free (values);
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

static void
every_property_says_when_it_may_change (void)
{
  g_autofree gchar *unclear = NULL;
  GstElement *element;
  guint n_own;

  rig_init ();
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

  rig_init ();
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

  rig_init ();
  element = gst_element_factory_make ("claudiofft", NULL);
  TEST_REQUIRE (element != NULL, "no claudiofft");
  rig_choose_device (element);
  for (i = 0; i < G_N_ELEMENTS (walk); i++)
    TEST_CHECK (gst_element_set_state (element, walk[i])
        == GST_STATE_CHANGE_SUCCESS, "step %u", i);
  gst_object_unref (element);
}

TEST_MAIN (TEST (values_outside_a_range_are_refused_by_gobject),
    TEST (bad_values_are_refused_on_the_way_to_paused),
    TEST (bad_values_are_refused_with_the_caps),
    TEST (what_the_stream_cannot_have_is_done_as_far_as_it_can_be),
    TEST (bad_values_are_warned_of_while_playing_and_taken_back),
    TEST (what_is_put_right_before_the_next_buffer_is_not_warned_of),
    TEST (what_is_set_wrong_again_is_warned_of_again),
    TEST (two_wrong_values_are_both_taken_back_and_the_right_one_stays),
    TEST (a_plan_that_cannot_be_made_leaves_the_old_one),
    TEST (who_can_choose_is_asked_for_even_channels_by_iq),
    TEST (every_property_says_when_it_may_change),
    TEST (a_live_change_of_size_renegotiates),
    TEST (a_live_change_of_the_average_gives_what_there_is),
    TEST (changes_of_discontinuity_handling_keep_the_plan),
    TEST (an_unknown_device_is_refused_with_a_list),
    TEST (nothing_is_made_after_the_first_16_frames),
    TEST (stats_count_what_was_done),
    TEST (states_can_be_walked_up_and_down))
