/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-rules.c: claims about the rules between properties of claudiofft, of
 * values that are drawn.
 */
#include <string.h>

#include "gst/support/poke.h"
#include "gst/support/rig.h"
#include "support/test.h"

#define MAX_VALUES 10

static const struct
{
  const gchar *name;
  const gchar *values[MAX_VALUES];      /* the default first */
} choices[] = {
  {"quantity", {"complex", "magnitude", "power", "db", "phase", "log",
          "cross-power", "coherence", "delay"}},
  {"averaging", {"none", "mean", "exponential", "max-hold", "median"}},
  {"average-count", {"8", "1", "2", "1025"}},
  {"bands", {"0", "4", "64", "600"}},
  {"band-scale", {"bins", "mel", "octave"}},
  {"band-low", {"0", "100", "2000"}},
  {"band-high", {"0", "100", "2000"}},
  {"weighting", {"none", "a", "z"}},
  {"channel-mode", {"all", "mix", "mid-side", "select"}},
  {"reference-channel", {"-1", "0"}},
  {"iq", {"false", "true"}},
  {"sides", {"auto", "one", "two", "centered"}},
  {"top-db", {"0", "60"}},
  {"normalize", {"none", "per-band", "whisper"}},
  {"pre-emphasis", {"0", "0.97"}},
  {"zero-pad", {"0", "100", "2048"}},
  {"hop", {"0", "256", "2000"}},
  {"frames-per-buffer", {"0", "4"}},
  {"buffer-hop", {"0", "2", "8"}},
  {"scaling", {"amplitude", "psd", "none"}},
};

typedef guint Drawn[G_N_ELEMENTS (choices)];

static guint
count_values (guint i)
{
  guint n = 0;

  while (n < MAX_VALUES && choices[i].values[n])
    n++;
  return n;
}

static gchar *
describe (const Drawn drawn)
{
  GString *text = g_string_new (NULL);
  guint i;

  for (i = 0; i < G_N_ELEMENTS (choices); i++)
    if (drawn[i] > 0)
      g_string_append_printf (text, "%s%s=%s", text->len ? " " : "",
          choices[i].name, choices[i].values[drawn[i]]);
  return g_string_free (text, FALSE);
}

/* (nullable): the error of such an element, which is READY before and after */
static gchar *
find_error (GstElement * element, GstBus * bus, const Drawn drawn)
{
  gchar *text = NULL;
  guint i, n;

  for (i = 0; i < G_N_ELEMENTS (choices); i++)
    gst_util_set_object_arg (G_OBJECT (element), choices[i].name,
        choices[i].values[drawn[i]]);
  if (gst_element_set_state (element, GST_STATE_PAUSED)
      == GST_STATE_CHANGE_FAILURE) {
    n = poke_count_errors (bus, &text);
    TEST_CHECK (n == 1, "%u errors", n);
  }
  gst_element_set_state (element, GST_STATE_READY);
  return text;
}

/* Which property an error is of; beyond the last: none. */
static guint
find_named (const gchar * error)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (choices); i++) {
    g_autofree gchar *start = g_strconcat (choices[i].name, " is ", NULL);

    if (g_str_has_prefix (error, start))
      break;
  }
  return i;
}

/* With another value of the named property the error is gone, or of another. */
static gboolean
is_to_blame (GstElement * element, GstBus * bus, const Drawn drawn, guint named)
{
  Drawn other;
  gboolean gone = FALSE;

  memcpy (other, drawn, sizeof other);
  for (other[named] = 0; other[named] < count_values (named) && !gone;
      other[named]++) {
    g_autofree gchar *error = find_error (element, bus, other);

    gone = !error || find_named (error) != named;
  }
  return gone;
}

static void
errors_name_a_property_to_blame_and_its_value (void)
{
  GstElement *element = gst_element_factory_make ("claudiofft", NULL);
  GstBus *bus = gst_bus_new ();
  guint i, k, n_errors = 0;

  TEST_REQUIRE (element != NULL, "no claudiofft");
  gst_object_ref_sink (element);
  rig_choose_device (element);
  gst_element_set_bus (element, bus);
  gst_element_set_state (element, GST_STATE_READY);
  for (i = 0; i < 600; i++) {
    Drawn drawn = { 0 };
    g_autofree gchar *error = NULL, *text = NULL;
    guint named;

    for (k = 0; k < 2 + i % 5; k++) {
      guint of = test_random () % G_N_ELEMENTS (choices);

      drawn[of] = test_random () % count_values (of);
    }
    text = describe (drawn);
    error = find_error (element, bus, drawn);
    if (!error)
      continue;
    n_errors++;
    named = find_named (error);
    TEST_CHECK (named < G_N_ELEMENTS (choices), "%s: %s", text, error);
    if (named == G_N_ELEMENTS (choices))
      continue;
    TEST_CHECK (strstr (error, choices[named].values[drawn[named]]),
        "%s: not the value: %s", text, error);
    TEST_CHECK (is_to_blame (element, bus, drawn, named),
        "%s: no other value helps: %s", text, error);
  }
  TEST_CHECK (n_errors > 100, "only %u were refused", n_errors);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (element);
  gst_object_unref (bus);
}

static const struct test_claim claims[] = {
  TEST (errors_name_a_property_to_blame_and_its_value),
};

int
main (int argc, char **argv)
{
  rig_init ();
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
