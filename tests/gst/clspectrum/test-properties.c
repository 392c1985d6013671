/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrum/test-properties.c: claims about what can be set, when, and what
 * is refused: by GObject, with one error before data flows, with one warning
 * while it does; about states; and that nothing is made once the first messages
 * are out.
 */
#include "listener.h"
#include "gst/support/poke.h"
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 48000

static const gdouble silence[2 * 4800];

/* ---- what is refused ---- */

/* By GObject, in whatever state. */
static const PokeOutside outside[] = {
  {"bands=1", "2 to 1073741824"},
  {"bands=1073741825", "2 to 1073741824"},
  {"interval=0", "1 to 18446744073709551615"},
  {"threshold=1", "-2147483648 to 0"},
  {"overlap=1", "0 to below 1"},
  {"overlap=-0.5", "0 to below 1"},
  {"overlap=1e300", "0 to below 1"},
};

/* The range of bands is that of `spectrum`, whose transforms are longer. */
static const PokeRefusal early[] = {
  {"bands=1073741824", "bands", "1073741824", "2 to 33554433"},
  {"bands=33554434", "bands", "33554434", "2 to 33554433"},
  {"interval=50000000 bands=33554434 window=hann", "bands", "33554434",
      "2 to 33554433"},
};

static void
bad_values_are_refused_on_the_way_to_paused (void)
{
  poke_check_early ("clspectrum", early, G_N_ELEMENTS (early));
}

static Listener *
start (const gchar * properties, gint n_channels)
{
  g_autofree gchar *line = g_strdup_printf ("clspectrum %s", properties);
  Listener *l = listener_new (line);

  listener_set_format (l, GST_AUDIO_FORMAT_F32, n_channels, RATE);
  return l;
}

/* Nothing has to be seen of them on the bus. */
static void
values_outside_a_range_are_refused_by_gobject (void)
{
  static const gchar *const numbers[] = { "overlap", NULL };
  Listener *l = start ("", 1);

  listener_push (l, silence, 4800, 0);
  poke_check_outside (l->element, outside, G_N_ELEMENTS (outside));
  poke_check_not_finite (l->element, numbers);
  listener_push (l, silence, 4800, GST_SECOND);
  TEST_CHECK (l->flow == GST_FLOW_OK && l->n_errors == 0
      && l->n_warnings == 0 && l->messages->len == 2, "%s%s", l->error,
      l->warning);
  listener_free (l);
}

static gdouble *
make_noise (guint n)
{
  gdouble *values = g_new (gdouble, n);
  guint i;

  for (i = 0; i < n; i++)
    values[i] = 0.5 * test_uniform ();
  return values;
}

#define N_BUFFERS 6

/* Buffers from first on, of 100 ms. */
static void
push_some (Listener * l, const gdouble * values, guint first, guint n)
{
  guint channels = GST_AUDIO_INFO_CHANNELS (&l->audio), i;

  for (i = first; i < first + n; i++)
    listener_push (l, values + i * 4800 * channels, 4800,
        i * 100 * GST_MSECOND);
}

static void
check_same_messages (Listener * l, Listener * other, const gchar * what)
{
  guint i, n_other = 0;

  TEST_CHECK (l->messages->len > 0 && l->messages->len
      == other->messages->len, "%s: %u messages, not %u", what,
      l->messages->len, other->messages->len);
  for (i = 0; i < MIN (l->messages->len, other->messages->len); i++)
    n_other += !gst_structure_is_equal (listener_at (l, i),
        listener_at (other, i));
  TEST_CHECK (n_other == 0, "%s: %u messages differ", what, n_other);
}

static void
check_live (const PokeRefusal * refusal, const gdouble * values)
{
  Listener *l = start ("", 1), *right = start ("", 1), *standard =
      start ("", 1);
  guint n;

  push_some (l, values, 0, 2);
  push_some (right, values, 0, 2);
  TEST_CHECK (l->flow == GST_FLOW_OK && l->messages->len == 2, "%d", l->flow);
  n = poke_set_properties (l->element, refusal->properties);
  listener_collect (l);
  TEST_CHECK (n == 0 && l->n_warnings == 0, "%s: too early",
      refusal->properties);
  poke_set_others (right->element, refusal->properties, refusal->name);
  push_some (l, values, 2, N_BUFFERS - 2);
  push_some (right, values, 2, N_BUFFERS - 2);
  TEST_CHECK (l->flow == GST_FLOW_OK && l->n_errors == 0
      && l->n_warnings == 1 && poke_names (l->warning, refusal),
      "%s: %u warnings: %s, error %s", refusal->properties, l->n_warnings,
      l->warning, l->error);
  poke_check_taken_back (l->element, standard->element, refusal);
  check_same_messages (l, right, refusal->properties);
  listener_free (l);
  listener_free (right);
  listener_free (standard);
}

static void
bad_values_are_warned_of_while_playing_and_taken_back (void)
{
  gdouble *values = make_noise (N_BUFFERS * 4800);
  guint i;

  for (i = 0; i < G_N_ELEMENTS (early); i++)
    check_live (&early[i], values);
  g_free (values);
}

static void
what_is_put_right_before_the_next_buffer_is_not_warned_of (void)
{
  Listener *l = start ("", 1);

  listener_push (l, silence, 4800, 0);
  g_object_set (l->element, "bands", 1073741824, NULL);
  g_object_set (l->element, "bands", 128, NULL);
  listener_push (l, silence, 4800, 100 * GST_MSECOND);
  TEST_CHECK (l->flow == GST_FLOW_OK && l->n_errors == 0
      && l->n_warnings == 0 && l->messages->len == 2, "%s%s", l->error,
      l->warning);
  listener_free (l);
}

/* Before there is a shape that could stay it is an error. */
static void
what_was_refused_can_be_put_right (void)
{
  Listener *l = start ("bands=33554433", 64);

  g_object_set (l->element, "bands", 128, NULL);
  listener_push (l, silence, 100, 0);
  TEST_CHECK (l->flow == GST_FLOW_OK && l->n_errors == 1, "%d, %u errors",
      l->flow, l->n_errors);
  listener_free (l);
}

static void
what_does_not_fit_is_refused_with_the_limit (void)
{
  static const PokeRefusal refusal =
      { "", "bands", "33554433", "4194304" };
  Listener *l = start ("bands=33554433", 64);

  listener_push (l, silence, 1, 0);
  TEST_CHECK (l->flow == GST_FLOW_NOT_NEGOTIATED && l->n_errors == 1
      && poke_names (l->error, &refusal), "%s, %u errors: %s",
      gst_flow_get_name (l->flow), l->n_errors, l->error);
  listener_free (l);
}

/* Legal as such, and beyond what the device can do with 64 channels. */
static void
a_plan_that_cannot_be_made_leaves_the_old_one (void)
{
  gdouble *values = make_noise (N_BUFFERS * 4800 * 64);
  Listener *l = start ("multi-channel=true", 64);
  Listener *plain = start ("multi-channel=true", 64);
  guint bands;

  push_some (l, values, 0, 2);
  g_object_set (l->element, "bands", 33554433, NULL);
  push_some (l, values, 2, N_BUFFERS - 2);
  push_some (plain, values, 0, N_BUFFERS);
  g_object_get (l->element, "bands", &bands, NULL);
  TEST_CHECK (l->flow == GST_FLOW_OK && l->n_errors == 0
      && l->n_warnings == 1 && strstr (l->warning, "33554433")
      && bands == 128, "%u warnings: %s", l->n_warnings, l->warning);
  check_same_messages (l, plain, "bands");
  listener_free (l);
  listener_free (plain);
  g_free (values);
}

static void
unknown_devices_are_refused (void)
{
  GstElement *element = NULL;
  g_autofree gchar *error = NULL;
  GstBus *bus = gst_bus_new ();
  guint n;

  rig_init ();
  element = gst_object_ref_sink (gst_parse_launch
      ("clspectrum device=no-such-device", NULL));
  gst_element_set_bus (element, bus);
  TEST_CHECK (gst_element_set_state (element, GST_STATE_READY)
      == GST_STATE_CHANGE_FAILURE, "it was found");
  n = poke_count_errors (bus, &error);
  TEST_CHECK (n == 1 && strstr (error, "no-such-device"), "%u errors: %s", n,
      error);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (bus);
  gst_object_unref (element);
}

/* ---- properties as such ---- */

static void
properties_have_one_mutable_flag_and_a_blurb (void)
{
  g_autofree gchar *unclear = NULL;
  GstElement *element;
  guint n_own;

  rig_init ();
  element = gst_element_factory_make ("clspectrum", NULL);
  TEST_REQUIRE (element != NULL, "no clspectrum");
  gst_object_ref_sink (element);
  unclear = poke_find_unclear (element, &n_own);
  TEST_CHECK (unclear == NULL, "%s", unclear);
  TEST_CHECK (n_own == 14, "%u", n_own);
  gst_object_unref (element);
}

/* ---- states and resources ---- */

static void
states_go_up_and_down (void)
{
  Listener *l = start ("", 1);
  guint i;

  for (i = 0; i < 3; i++) {
    listener_push (l, silence, 6000, 0);
    TEST_CHECK (l->flow == GST_FLOW_OK && l->messages->len == i + 1, "%d, %u",
        l->flow, l->messages->len);
    gst_element_set_state (l->element, i == 1 ? GST_STATE_READY
        : GST_STATE_NULL);
    TEST_CHECK (gst_element_set_state (l->element, GST_STATE_PLAYING)
        == GST_STATE_CHANGE_SUCCESS, "it does not play again");
    listener_set_format (l, GST_AUDIO_FORMAT_F32, 1, RATE);
  }
  listener_free (l);
}

static guint64
get_stat (Listener * l, const gchar * name)
{
  GstStructure *stats = NULL;
  guint64 value = 0;

  g_object_get (l->element, "stats", &stats, NULL);
  if (!gst_structure_get_uint64 (stats, name, &value))
    g_error ("stats has no %s", name);
  gst_structure_free (stats);
  return value;
}

static void
nothing_is_made_after_the_first_message (void)
{
  static const gchar *const counted[] = { "memories", "device-plans",
    "device-buffers", "device-kernels", "device-programs-built",
    "device-programs-loaded"
  };
  guint64 before[G_N_ELEMENTS (counted)];
  Listener *l = start ("message-phase=true", 2);
  guint i, k;

  listener_push (l, silence, 4800, 0);
  for (i = 0; i < G_N_ELEMENTS (counted); i++)
    before[i] = get_stat (l, counted[i]);
  for (k = 1; k < 100; k++)
    listener_push (l, silence, 1 + k * 40, k * GST_SECOND / 10);
  for (i = 0; i < G_N_ELEMENTS (counted); i++)
    TEST_CHECK (get_stat (l, counted[i]) == before[i], "%s: %"
        G_GUINT64_FORMAT ", not %" G_GUINT64_FORMAT, counted[i],
        get_stat (l, counted[i]), before[i]);
  TEST_CHECK (get_stat (l, "frames") == l->messages->len, "%" G_GUINT64_FORMAT,
      get_stat (l, "frames"));
  listener_free (l);
}

TEST_MAIN (TEST (values_outside_a_range_are_refused_by_gobject),
    TEST (bad_values_are_refused_on_the_way_to_paused),
    TEST (bad_values_are_warned_of_while_playing_and_taken_back),
    TEST (what_is_put_right_before_the_next_buffer_is_not_warned_of),
    TEST (what_was_refused_can_be_put_right),
    TEST (what_does_not_fit_is_refused_with_the_limit),
    TEST (a_plan_that_cannot_be_made_leaves_the_old_one),
    TEST (unknown_devices_are_refused),
    TEST (properties_have_one_mutable_flag_and_a_blurb),
    TEST (states_go_up_and_down),
    TEST (nothing_is_made_after_the_first_message))
