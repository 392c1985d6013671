/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * properties/test-rules.c: claims about the rules between properties, of
 * values that are drawn.
 */
#include <string.h>

#include "gst/support/poke.h"
#include "gst/support/rig.h"
#include "support/test.h"

#define MAX_VALUES 10
#define MAX_CHOICES 32

typedef struct
{
  const gchar *name;
  const gchar *values[MAX_VALUES];      /* the default first */
} Choice;

static const Choice of_audio[] = {
  {"quantity", {"complex", "magnitude", "power", "db", "phase", "log",
          "cross-power", "coherence", "delay"}},
  {"averaging", {"none", "mean", "exponential", "max-hold", "median"}},
  {"average-count", {"8", "1", "2", "1025"}},
  {"bands", {"0", "4", "64", "600"}},
  {"band-scale", {"bins", "mel", "octave", "cqt", "vqt"}},
  {"band-low", {"0", "100", "2000"}},
  {"band-high", {"0", "100", "2000"}},
  {"gamma", {"0", "20"}},
  {"weighting", {"none", "a", "z"}},
  {"channel-mode", {"all", "mix", "mid-side", "select"}},
  {"reference-channel", {"-1", "0"}},
  {"iq", {"false", "true"}},
  {"sides", {"auto", "one", "two", "centered"}},
  {"top-db", {"0", "60"}},
  {"normalize", {"none", "per-band", "whisper", "ast"}},
  {"cepstrum", {"0", "3", "64"}},
  {"pre-emphasis", {"0", "0.97"}},
  {"pre-emphasis-mode", {"stream", "frame"}},
  {"zero-pad", {"0", "100", "2048"}},
  {"hop", {"0", "256", "2000"}},
  {"frames-per-buffer", {"0", "4"}},
  {"buffer-hop", {"0", "2", "8"}},
  {"scaling", {"amplitude", "psd", "none"}},
  {"window", {"hann", "dpss"}},
  {"tapers", {"1", "3", "16"}},
  {"zoom-low", {"0", "-100", "200"}},
  {"zoom-high", {"0", "100", "4000"}},
  {"zoom-bins", {"1024", "20"}},
  {NULL}
};

static const Choice of_video[] = {
  {"quantity", {"complex", "magnitude", "power", "db", "phase"}},
  {"reduce", {"none", "radial"}},
  {"sides", {"auto", "one", "two", "centered"}},
  {"depth", {"1", "2", "5"}},
  {"temporal-hop", {"1", "3"}},
  {"block-width", {"0", "4", "16", "64"}},
  {"block-height", {"0", "4", "16", "64"}},
  {"block-overlap-x", {"0", "3", "16"}},
  {"block-overlap-y", {"0", "3", "16"}},
  {"zero-pad-width", {"0", "8", "32"}},
  {"zero-pad-height", {"0", "8", "32"}},
  {"window", {"rect", "kaiser", "tukey", "gauss"}},
  {"window-param", {"-1", "0", "0.5", "2", "600"}},
  {NULL}
};

static const Choice of_pictures[] = {
  {"averaging", {"none", "mean", "exponential", "median"}},
  {"average-count", {"8", "1", "2", "1025"}},
  {"weighting", {"none", "a"}},
  {"channel-mode", {"all", "mix", "mid-side", "select"}},
  {"iq", {"false", "true"}},
  {"zero-pad", {"0", "100", "4096"}},
  {"window", {"hann", "kaiser", "tukey", "gauss", "dpss"}},
  {"window-param", {"-1", "0", "0.5", "2", "600"}},
  {"tapers", {"1", "4"}},
  {"mode", {"waterfall", "bars", "line"}},
  {"overlay", {"false", "true"}},
  {NULL}
};

static const struct
{
  const gchar *factory;
  const Choice *choices;
  guint n_refused;              /* at least, of 600 */
} subjects[] = {
  {"claudiofft", of_audio, 100},
  {"clvideofft", of_video, 100},
  {"clspectrogram", of_pictures, 50},
};

typedef struct
{
  const gchar *factory;
  const Choice *choices;
  guint n_choices;
  GstElement *element;          /* READY */
  GstBus *bus;
} Subject;

typedef guint Drawn[MAX_CHOICES];

static guint
count_values (const Choice * choice)
{
  guint n = 0;

  while (n < MAX_VALUES && choice->values[n])
    n++;
  return n;
}

static gchar *
describe (const Subject * s, const Drawn drawn)
{
  GString *text = g_string_new (s->factory);
  guint i;

  for (i = 0; i < s->n_choices; i++)
    if (drawn[i] > 0)
      g_string_append_printf (text, " %s=%s", s->choices[i].name,
          s->choices[i].values[drawn[i]]);
  return g_string_free (text, FALSE);
}

/* (nullable): the error of such an element on the way to PAUSED */
static gchar *
find_error (const Subject * s, const Drawn drawn)
{
  gchar *text = NULL;
  guint i, n;

  for (i = 0; i < s->n_choices; i++)
    gst_util_set_object_arg (G_OBJECT (s->element), s->choices[i].name,
        s->choices[i].values[drawn[i]]);
  if (gst_element_set_state (s->element, GST_STATE_PAUSED)
      == GST_STATE_CHANGE_FAILURE) {
    n = poke_count_errors (s->bus, &text);
    TEST_CHECK (n == 1, "%u errors", n);
  }
  gst_element_set_state (s->element, GST_STATE_READY);
  return text;
}

/* Which property an error is of; n_choices: none. */
static guint
find_named (const Subject * s, const gchar * error)
{
  guint i;

  for (i = 0; i < s->n_choices; i++) {
    g_autofree gchar *start = g_strconcat (s->choices[i].name, " is ", NULL);

    if (g_str_has_prefix (error, start))
      break;
  }
  return i;
}

/* With another value of the named property the error is gone, or of another. */
static gboolean
is_to_blame (const Subject * s, const Drawn drawn, guint named)
{
  Drawn other;
  gboolean gone = FALSE;

  memcpy (other, drawn, sizeof other);
  for (other[named] = 0; other[named] < count_values (&s->choices[named])
      && !gone; other[named]++) {
    g_autofree gchar *error = find_error (s, other);

    gone = !error || find_named (s, error) != named;
  }
  return gone;
}

/* Whether such an element is refused; checks the error. */
static gboolean
is_refused (const Subject * s, const Drawn drawn)
{
  g_autofree gchar *error = find_error (s, drawn);
  g_autofree gchar *text = describe (s, drawn);
  guint named;

  if (!error)
    return FALSE;
  named = find_named (s, error);
  TEST_CHECK (named < s->n_choices, "%s: %s", text, error);
  if (named == s->n_choices)
    return TRUE;
  TEST_CHECK (strstr (error, s->choices[named].values[drawn[named]]),
      "%s: not the value: %s", text, error);
  TEST_CHECK (is_to_blame (s, drawn, named), "%s: no other value helps: %s",
      text, error);
  return TRUE;
}

static void
check_subject (guint i)
{
  Subject s = { subjects[i].factory, subjects[i].choices, 0,
    gst_element_factory_make (subjects[i].factory, NULL), gst_bus_new ()
  };
  guint draw, k, n_refused = 0;

  TEST_REQUIRE (s.element != NULL, "no %s", s.factory);
  while (s.choices[s.n_choices].name)
    s.n_choices++;
  gst_object_ref_sink (s.element);
  rig_choose_device (s.element);
  gst_element_set_bus (s.element, s.bus);
  gst_element_set_state (s.element, GST_STATE_READY);
  for (draw = 0; draw < 600; draw++) {
    Drawn drawn = { 0 };

    for (k = 0; k < 2 + draw % 5; k++) {
      guint of = test_random () % s.n_choices;

      drawn[of] = test_random () % count_values (&s.choices[of]);
    }
    n_refused += is_refused (&s, drawn);
  }
  TEST_CHECK (n_refused >= subjects[i].n_refused, "%s: only %u were refused",
      s.factory, n_refused);
  gst_element_set_state (s.element, GST_STATE_NULL);
  gst_element_set_bus (s.element, NULL);
  gst_object_unref (s.element);
  gst_object_unref (s.bus);
}

static void
errors_name_a_property_to_blame_and_its_value (void)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (subjects); i++)
    check_subject (i);
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
