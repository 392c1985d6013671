/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrum/test-properties.c: claims about what can be set, when, and what
 * is refused with one error that names it; about states; and that nothing is
 * made once the first messages are out.
 */
#include <math.h>

#include "listener.h"
#include "gst/support/poke.h"
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 48000

static const gdouble silence[2 * 4800];

static gboolean
names (const gchar * error, const gchar * name, const gchar * value,
    const gchar * limit)
{
  return error && strstr (error, name) && strstr (error, value)
      && strstr (error, limit);
}

/* ---- what is refused ---- */

static void
bad_values_are_refused_on_the_way_to_paused (void)
{
  static const struct
  {
    const gchar *properties, *name, *value, *limit;
  } table[] = {
    {"bands=1073741824", "bands", "1073741824", "2 to 33554433"},
    {"bands=33554434", "bands", "33554434", "2 to 33554433"},
    {"overlap=1", "overlap", "1", "below 1"},
    {"overlap=-0.5", "overlap", "-0.5", "below 1"},
    {"overlap=1e300", "overlap", "1e+300", "below 1"},
  };
  guint i;

  gst_init (NULL, NULL);
  for (i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autofree gchar *line = g_strdup_printf ("clspectrum %s",
        table[i].properties);
    GstElement *element = gst_object_ref_sink (gst_parse_launch (line, NULL));
    GstBus *bus = gst_bus_new ();
    g_autofree gchar *error = NULL;
    guint n;

    rig_choose_device (element);
    gst_element_set_bus (element, bus);
    TEST_CHECK (gst_element_set_state (element, GST_STATE_READY)
        == GST_STATE_CHANGE_SUCCESS, "%s", line);
    TEST_CHECK (gst_element_set_state (element, GST_STATE_PAUSED)
        == GST_STATE_CHANGE_FAILURE, "%s", line);
    n = poke_count_errors (bus, &error);
    TEST_CHECK (n == 1 && names (error, table[i].name, table[i].value,
            table[i].limit), "%s: %u errors: %s", line, n, error);
    gst_element_set_state (element, GST_STATE_NULL);
    gst_element_set_bus (element, NULL);
    gst_object_unref (bus);
    gst_object_unref (element);
  }
}

static Listener *
start (const gchar * properties, gint n_channels)
{
  g_autofree gchar *line = g_strdup_printf ("clspectrum %s", properties);
  Listener *l = listener_new (line);

  listener_set_format (l, GST_AUDIO_FORMAT_F32, n_channels, RATE);
  return l;
}

static void
bad_values_are_refused_live_with_one_error (void)
{
  Listener *l = start ("", 1);

  listener_push (l, silence, 4800, 0);
  TEST_CHECK (l->flow == GST_FLOW_OK && l->messages->len == 1, "%d", l->flow);
  g_object_set (l->element, "bands", 1073741824, NULL);
  listener_push (l, silence, 4800, GST_SECOND);
  TEST_CHECK (l->flow == GST_FLOW_ERROR, "%d", l->flow);
  listener_push (l, silence, 4800, 2 * GST_SECOND);
  TEST_CHECK (l->flow == GST_FLOW_ERROR && l->n_errors == 1
      && names (l->error, "bands", "1073741824", "33554433"), "%u errors: %s",
      l->n_errors, l->error);
  listener_end (l);
  TEST_CHECK (l->messages->len == 1, "%u", l->messages->len);

  g_object_set (l->element, "bands", 128, "overlap", NAN, NULL);
  listener_push (l, silence, 4800, 3 * GST_SECOND);
  TEST_CHECK (l->flow != GST_FLOW_OK, "%d", l->flow);
  listener_free (l);
}

static void
what_was_refused_can_be_put_right (void)
{
  Listener *l = start ("", 1);

  g_object_set (l->element, "overlap", 7.0, NULL);
  listener_push (l, silence, 4800, 0);
  TEST_CHECK (l->flow == GST_FLOW_ERROR && l->n_errors == 1, "%u errors",
      l->n_errors);
  g_object_set (l->element, "overlap", 0.0, NULL);
  listener_push (l, silence, 4800, GST_SECOND);
  TEST_CHECK (l->flow == GST_FLOW_OK && l->n_errors == 1
      && l->messages->len == 1, "%d, %u messages", l->flow, l->messages->len);
  listener_free (l);
}

static void
what_does_not_fit_is_refused_with_the_limit (void)
{
  Listener *l = start ("bands=33554433", 64);

  listener_push (l, silence, 1, 0);
  TEST_CHECK (l->flow == GST_FLOW_ERROR && l->n_errors == 1
      && names (l->error, "bands", "33554433", "4194304"), "%u errors: %s",
      l->n_errors, l->error);
  listener_free (l);
}

static void
unknown_devices_are_refused (void)
{
  GstElement *element = NULL;
  g_autofree gchar *error = NULL;
  GstBus *bus = gst_bus_new ();
  guint n;

  gst_init (NULL, NULL);
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

  gst_init (NULL, NULL);
  element = gst_element_factory_make ("clspectrum", NULL);
  TEST_REQUIRE (element != NULL, "no clspectrum");
  gst_object_ref_sink (element);
  unclear = poke_find_unclear (element, &n_own);
  TEST_CHECK (unclear == NULL, "%s", unclear);
  TEST_CHECK (n_own == 15, "%u", n_own);
  gst_object_unref (element);
}

/* The ends of its range, what is beyond them, and the default. */
static void
poke (Listener * l, GParamSpec * spec)
{
  GObject *object = G_OBJECT (l->element);

  if (G_IS_PARAM_SPEC_BOOLEAN (spec)) {
    g_object_set (object, spec->name, TRUE, NULL);
    listener_push (l, silence, 2400, 0);
    g_object_set (object, spec->name, FALSE, NULL);
  } else if (G_IS_PARAM_SPEC_UINT (spec)) {
    g_object_set (object, spec->name, ((GParamSpecUInt *) spec)->minimum, NULL);
    listener_push (l, silence, 2400, 0);
    g_object_set (object, spec->name, ((GParamSpecUInt *) spec)->maximum, NULL);
  } else if (G_IS_PARAM_SPEC_UINT64 (spec)) {
    g_object_set (object, spec->name, ((GParamSpecUInt64 *) spec)->minimum,
        NULL);
    listener_push (l, silence, 2400, 0);
    g_object_set (object, spec->name, ((GParamSpecUInt64 *) spec)->maximum,
        NULL);
  } else if (G_IS_PARAM_SPEC_INT (spec)) {
    g_object_set (object, spec->name, ((GParamSpecInt *) spec)->minimum, NULL);
    listener_push (l, silence, 2400, 0);
    g_object_set (object, spec->name, ((GParamSpecInt *) spec)->maximum, NULL);
  } else if (G_IS_PARAM_SPEC_DOUBLE (spec)) {
    g_object_set (object, spec->name, ((GParamSpecDouble *) spec)->minimum,
        NULL);
    listener_push (l, silence, 2400, 0);
    g_object_set (object, spec->name, 0.999, NULL);
  } else if (G_IS_PARAM_SPEC_ENUM (spec)) {
    GEnumClass *klass = ((GParamSpecEnum *) spec)->enum_class;

    g_object_set (object, spec->name, klass->minimum, NULL);
    listener_push (l, silence, 2400, 0);
    g_object_set (object, spec->name, klass->maximum, NULL);
  }
  listener_push (l, silence, 2400, 0);
  listener_push (l, silence, 4800, 0);
  g_object_set_property (object, spec->name,
      g_param_spec_get_default_value (spec));
  listener_push (l, silence, 9600, 0);
}

static void
any_value_may_be_set_at_any_time (void)
{
  Listener *l = start ("", 1);
  GParamSpec **specs;
  guint n, i;

  specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (l->element), &n);
  for (i = 0; i < n; i++) {
    guint before = l->messages->len;

    if (specs[i]->owner_type != G_OBJECT_TYPE (l->element)
        || !(specs[i]->flags & GST_PARAM_MUTABLE_PLAYING))
      continue;
    poke (l, specs[i]);
    TEST_CHECK (l->flow == GST_FLOW_OK && l->messages->len > before,
        "after %s: %d, %s", specs[i]->name, l->flow, l->error);
  }
  g_free (specs);
  listener_free (l);
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

TEST_MAIN (TEST (bad_values_are_refused_on_the_way_to_paused),
    TEST (bad_values_are_refused_live_with_one_error),
    TEST (what_was_refused_can_be_put_right),
    TEST (what_does_not_fit_is_refused_with_the_limit),
    TEST (unknown_devices_are_refused),
    TEST (properties_have_one_mutable_flag_and_a_blurb),
    TEST (any_value_may_be_set_at_any_time), TEST (states_go_up_and_down),
    TEST (nothing_is_made_after_the_first_message))
