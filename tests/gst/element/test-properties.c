/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-properties.c: claims about every property of every element,
 * whatever its name: its range is reported, GObject holds values to it, and each
 * legal value may be set at any time. Where it does not fit the stream there is
 * one error before data flows, one warning while it does, and what is read back
 * afterwards is what a new element starts with.
 */
#include <math.h>
#include <string.h>

#include "gst/support/poke.h"
#include "gst/support/rig.h"
#include "gst/support/watch.h"
#include "support/test.h"

#define AUDIO                                                                 \
  "audio/x-raw, format=F32LE, layout=interleaved, rate=48000, channels=2"
#define VIDEO                                                                 \
  "video/x-raw, format=GRAY8, width=64, height=48, framerate=25/1"

/* Transforms longer than this take minutes and gigabytes of a CPU; what the
   longest are refused for is claimed in each element's own tests. */
#define LONGEST 4096
#define LONGEST_DELAY (100 * GST_MSECOND)
/* A device that others load may take longer than a timeout below this, and is
   given up then, which is what test-watchdog.c is about. */
#define SHORTEST_TIMEOUT (3600 * GST_SECOND)

typedef struct
{
  const gchar *name;
  WatchFeed feed;
} Kind;

#define OF_AUDIO(line, wanted) { line, AUDIO, wanted, 3072, 8 * GST_MSECOND }

static const Kind kinds[] = {
  {"claudiofft", OF_AUDIO ("claudiofft", NULL)},
  {"clifft", OF_AUDIO ("claudiofft size=96 ! clifft name=x", NULL)},
  {"clspectrum", OF_AUDIO ("clspectrum", NULL)},
  {"clvideodenoise", {"clvideodenoise", VIDEO, NULL, 3072, 40 * GST_MSECOND}},
  {"clvideofft", {"clvideofft", VIDEO, NULL, 3072, 40 * GST_MSECOND}},
  {"clvideofilter", {"clvideofilter", VIDEO, NULL, 3072, 40 * GST_MSECOND}},
  {"clspectrogram", OF_AUDIO ("clspectrogram size=64",
          "video/x-raw, width=64, height=48, framerate=50/1")},
  {"clfftfilter", OF_AUDIO ("clfftfilter", NULL)},
};

/* ---- one stream ---- */

/* Until it starts, `watch` is NULL. */
typedef struct
{
  const Kind *kind;
  GstElement *line, *element;
  Watch *watch;
  gchar *refusal;               /* of the way to PAUSED */
} Stream;

static void
make (Stream * s, const Kind * kind)
{
  memset (s, 0, sizeof *s);
  s->kind = kind;
  s->line = gst_object_ref_sink (rig_parse (kind->feed.line));
  s->element = gst_object_ref (rig_find (s->line));
  rig_set_response (s->line, 4);
}

/* FALSE if it does not start; `refusal` is the one error then. */
static gboolean
start (Stream * s)
{
  GstBus *bus = gst_bus_new ();
  gboolean started;

  rig_choose_device (s->line);
  gst_element_set_bus (s->line, bus);
  started = gst_element_set_state (s->line, GST_STATE_PAUSED)
      != GST_STATE_CHANGE_FAILURE;
  if (!started)
    TEST_CHECK (poke_count_errors (bus, &s->refusal) == 1, "%s: %s",
        s->kind->name, s->refusal);
  gst_element_set_state (s->line, GST_STATE_NULL);
  gst_element_set_bus (s->line, NULL);
  gst_object_unref (bus);
  if (started)
    s->watch = watch_open_feed (&s->kind->feed, s->line);
  return started;
}

/* Pushes until what was set is in use or was refused: clfftfilter makes it on a
   thread of its own. */
static void
settle (Stream * s)
{
  if (!g_str_equal (s->kind->name, "clfftfilter"))
    return;
  while (rig_is_loading (s->element))
    g_usleep (1000);
  watch_feed (s->watch, 2);
}

static const gchar *
get_text (const Stream * s)
{
  return !s->watch ? s->refusal : s->watch->error ? s->watch->error
      : s->watch->warning;
}

static gboolean
is_well (const Stream * s)
{
  return s->watch && s->watch->flow == GST_FLOW_OK && s->watch->n_errors == 0;
}

static void
end (Stream * s)
{
  if (s->watch)
    watch_free (s->watch);
  g_free (s->refusal);
  gst_object_unref (s->element);
  gst_object_unref (s->line);
}

/* ---- properties ---- */

/* An element has these properties and those of its base. */
static GParamSpec **
list (const Kind * kind, guint * n)
{
  GstElement *element;
  GParamSpec **specs;
  guint n_all, i;

  rig_init ();
  element = gst_element_factory_make (kind->name, NULL);
  g_assert (element);
  gst_object_ref_sink (element);
  specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (element),
      &n_all);
  for (*n = i = 0; i < n_all; i++)
    if (poke_is_ours (specs[i]))
      specs[(*n)++] = specs[i];
  gst_object_unref (element);
  return specs;
}

static gboolean
may_be_set_live (GParamSpec * spec)
{
  return (spec->flags & GST_PARAM_MUTABLE_PLAYING) != 0;
}

/* A value that poke.h chose, unless what it leads to is not for here. */
static void
choose (GParamSpec * spec, PokeValue which, GValue * value)
{
  static const gchar *const lengths[] = { "size", "zero-pad", "bands",
    "zero-pad-width", "zero-pad-height", "ir-length", NULL
  };

  poke_choose (spec, which, value);
  if (g_strv_contains (lengths, spec->name)
      && g_value_get_uint (value) > LONGEST
      && g_value_get_uint (value) <= 67108864)
    g_value_set_uint (value, LONGEST);
  if (g_str_equal (spec->name, "pre-delay")
      && g_value_get_uint64 (value) > LONGEST_DELAY)
    g_value_set_uint64 (value, LONGEST_DELAY);
  if (g_str_equal (spec->name, "timeout") && g_value_get_uint64 (value) > 0)
    g_value_set_uint64 (value, MAX (g_value_get_uint64 (value),
            SHORTEST_TIMEOUT));
}

/* FALSE: GObject did not take it, or another value is read back. */
static gboolean
set (GstElement * element, GParamSpec * spec, const GValue * value)
{
  GValue back = G_VALUE_INIT;
  gboolean same;

  same = poke_set_value (element, spec->name, value) == 0;
  g_value_init (&back, spec->value_type);
  g_object_get_property (G_OBJECT (element), spec->name, &back);
  same = same && gst_value_compare (value, &back) == GST_VALUE_EQUAL;
  g_value_unset (&back);
  return same;
}

/* What the value is, for messages. */
static gchar *
describe (GParamSpec * spec, const GValue * value)
{
  g_autofree gchar *text = gst_value_serialize (value);

  return g_strdup_printf ("%s.%s=%s", g_type_name (spec->owner_type),
      spec->name, text);
}

/* Does the message name a property that this element has? */
static gboolean
names_a_property (Stream * s)
{
  guint n, i;
  GParamSpec **specs = list (s->kind, &n);
  gboolean named = FALSE;

  for (i = 0; i < n; i++)
    named = named || strstr (get_text (s), specs[i]->name);
  g_free (specs);
  return named;
}

/* A new one starts with what can be read of that one, and works. */
static void
check_copy (Stream * s, const gchar * what)
{
  guint n, i;
  GParamSpec **specs = list (s->kind, &n);
  Stream copy;

  make (&copy, s->kind);
  for (i = 0; i < n; i++) {
    GValue value = G_VALUE_INIT;

    g_value_init (&value, specs[i]->value_type);
    g_object_get_property (G_OBJECT (s->element), specs[i]->name, &value);
    TEST_CHECK (poke_set_value (copy.element, specs[i]->name, &value) == 0,
        "%s: %s is outside its range", what, specs[i]->name);
    g_value_unset (&value);
  }
  g_free (specs);
  if (start (&copy))
    watch_feed (copy.watch, 2);
  TEST_CHECK (is_well (&copy), "%s: a new one that has what is read back: %s",
      what, get_text (&copy));
  end (&copy);
}

/* ---- claims ---- */

static void
blurbs_leave_range_and_default_to_gst_inspect (void)
{
  guint k, n, i, n_numbers = 0;

  for (k = 0; k < G_N_ELEMENTS (kinds); k++) {
    GParamSpec **specs = list (&kinds[k], &n);

    TEST_CHECK (n >= 4, "%s has %u", kinds[k].name, n);
    for (i = 0; i < n; i++) {
      const gchar *blurb = g_param_spec_get_blurb (specs[i]);
      g_autofree gchar *range = poke_describe_range (specs[i]);

      n_numbers += range != NULL;
      TEST_CHECK (!strstr (blurb, "(default ") && !(range && strstr (blurb,
                  range)), "%s.%s, whose range is %s: %s", kinds[k].name,
          specs[i]->name, range, blurb);
    }
    g_free (specs);
  }
  TEST_CHECK (n_numbers > 40, "%u numbers", n_numbers);
}

/* Values beyond both ends; how many there are. */
static guint
choose_outside (GParamSpec * spec, GValue * values)
{
  guint n = 0;

#define ADD(type, value)                                                      \
  do {                                                                        \
    g_value_init (&values[n], spec->value_type);                              \
    g_value_set_##type (&values[n++], value);                                 \
  } while (0)
  if (G_IS_PARAM_SPEC_INT (spec)) {
    GParamSpecInt *s = G_PARAM_SPEC_INT (spec);

    if (s->minimum > G_MININT)
      ADD (int, s->minimum - 1);
    if (s->maximum < G_MAXINT)
      ADD (int, s->maximum + 1);
  } else if (G_IS_PARAM_SPEC_UINT (spec)) {
    GParamSpecUInt *s = G_PARAM_SPEC_UINT (spec);

    if (s->minimum > 0)
      ADD (uint, s->minimum - 1);
    if (s->maximum < G_MAXUINT) {
      ADD (uint, s->maximum + 1);
      ADD (uint, G_MAXUINT);
    }
  } else if (G_IS_PARAM_SPEC_UINT64 (spec)) {
    GParamSpecUInt64 *s = G_PARAM_SPEC_UINT64 (spec);

    if (s->minimum > 0)
      ADD (uint64, s->minimum - 1);
    if (s->maximum < G_MAXUINT64)
      ADD (uint64, s->maximum + 1);
  } else if (G_IS_PARAM_SPEC_DOUBLE (spec)) {
    GParamSpecDouble *s = G_PARAM_SPEC_DOUBLE (spec);

    /* GLib lets what is hardly outside pass */
    ADD (double, s->minimum - MAX (0.001, ABS (s->minimum) / 1000));
    ADD (double, s->maximum < 1 ? 1 : s->maximum * 1.001);
    ADD (double, NAN);
    ADD (double, INFINITY);
    ADD (double, -INFINITY);
  } else if (G_IS_PARAM_SPEC_ENUM (spec)) {
    ADD (enum, G_PARAM_SPEC_ENUM (spec)->enum_class->minimum - 1);
    ADD (enum, G_PARAM_SPEC_ENUM (spec)->enum_class->maximum + 1);
  }
#undef ADD
  return n;
}

static void
check_outside (Stream * s, GParamSpec * spec)
{
  GValue values[5] = { G_VALUE_INIT, G_VALUE_INIT, G_VALUE_INIT, G_VALUE_INIT,
    G_VALUE_INIT
  };
  guint n = choose_outside (spec, values), i;

  for (i = 0; i < n; i++) {
    GValue before = G_VALUE_INIT, after = G_VALUE_INIT;
    g_autofree gchar *text = g_strdup_value_contents (&values[i]);

    g_value_init (&before, spec->value_type);
    g_value_init (&after, spec->value_type);
    g_object_get_property (G_OBJECT (s->element), spec->name, &before);
    TEST_CHECK (poke_set_value (s->element, spec->name, &values[i]) == 1,
        "%s.%s=%s was not warned of", s->kind->name, spec->name, text);
    g_object_get_property (G_OBJECT (s->element), spec->name, &after);
    TEST_CHECK (gst_value_compare (&before, &after) == GST_VALUE_EQUAL,
        "%s.%s was set to %s", s->kind->name, spec->name, text);
    g_value_unset (&before);
    g_value_unset (&after);
    g_value_unset (&values[i]);
  }
}

static void
values_outside_a_range_change_nothing_in_any_state (void)
{
  guint k, n, i;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (k = 0; k < G_N_ELEMENTS (kinds); k++) {
    GParamSpec **specs = list (&kinds[k], &n);
    Stream s;

    make (&s, &kinds[k]);
    for (i = 0; i < n; i++)
      check_outside (&s, specs[i]);
    TEST_REQUIRE (start (&s), "%s: %s", kinds[k].name, s.refusal);
    watch_feed (s.watch, 2);
    for (i = 0; i < n; i++)
      check_outside (&s, specs[i]);
    watch_feed (s.watch, 2);
    TEST_CHECK (is_well (&s) && s.watch->n_warnings == 0, "%s: %s",
        kinds[k].name, get_text (&s));
    end (&s);
    g_free (specs);
  }
}

/* Set before it starts: it does, or there is one error. */
static void
check_before (const Kind * kind, GParamSpec * spec, const GValue * value)
{
  g_autofree gchar *what = describe (spec, value);
  Stream s;

  make (&s, kind);
  TEST_CHECK (set (s.element, spec, value), "%s is not what is read back",
      what);
  if (start (&s)) {
    watch_feed (s.watch, 2);
    TEST_CHECK (s.watch->n_errors == (s.watch->flow != GST_FLOW_OK)
        && s.watch->n_warnings <= 1, "%s: %s, %u errors, %u warnings: %s",
        what, gst_flow_get_name (s.watch->flow), s.watch->n_errors,
        s.watch->n_warnings, get_text (&s));
  }
  TEST_CHECK (!get_text (&s) || names_a_property (&s), "%s: %s", what,
      get_text (&s));
  end (&s);
}

static void
check_live (const Kind * kind, GParamSpec * spec, const GValue * value)
{
  g_autofree gchar *what = describe (spec, value);
  Stream s;

  make (&s, kind);
  TEST_REQUIRE (start (&s), "%s: %s", kind->name, s.refusal);
  watch_feed (s.watch, 2);
  TEST_CHECK (is_well (&s) && s.watch->n_warnings == 0, "%s: %s", kind->name,
      get_text (&s));
  TEST_CHECK (set (s.element, spec, value), "%s is not what is read back",
      what);
  watch_feed (s.watch, 3);
  settle (&s);
  TEST_CHECK (is_well (&s) && s.watch->n_warnings <= 1, "%s: %s, %u warnings: "
      "%s", what, gst_flow_get_name (s.watch->flow), s.watch->n_warnings,
      get_text (&s));
  TEST_CHECK (!get_text (&s) || names_a_property (&s), "%s: %s", what,
      get_text (&s));
  check_copy (&s, what);
  end (&s);
}

static void
check_every_value (const gchar * name, gboolean live)
{
  const Kind *kind = kinds;
  GParamSpec **specs;
  guint n, i;
  size_t which;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  while (!g_str_equal (kind->name, name))
    kind++;
  specs = list (kind, &n);
  for (i = 0; i < n; i++) {
    /* of each property one kind of value, drawn */
    for (which = test_next_case (SIZE_MAX, POKE_N_VALUES, POKE_N_VALUES);
        which < POKE_N_VALUES;
        which = test_next_case (which, POKE_N_VALUES, POKE_N_VALUES)) {
      GValue value = G_VALUE_INIT;

      /* no such device is what test-device.c is about */
      if ((live && !may_be_set_live (specs[i]))
          || g_str_equal (specs[i]->name, "device"))
        continue;
      choose (specs[i], (PokeValue) which, &value);
      if (live)
        check_live (kind, specs[i], &value);
      else
        check_before (kind, specs[i], &value);
      g_value_unset (&value);
    }
  }
  g_free (specs);
}

/* Many at once, most of them wrong with the others: what is read back works. */
static void
check_many (const Kind * kind)
{
  GParamSpec **specs;
  const guint n_rounds = test_is_full () ? 48 : 3;
  guint n, i, round;
  Stream s;

  specs = list (kind, &n);
  make (&s, kind);
  TEST_REQUIRE (start (&s), "%s: %s", kind->name, s.refusal);
  watch_feed (s.watch, 2);
  for (round = 0; round < n_rounds; round++) {
    g_autofree gchar *what = g_strdup_printf ("%s, round %u", kind->name,
        round);

    for (i = 0; i < n; i++) {
      GValue value = G_VALUE_INIT;

      if (!may_be_set_live (specs[i]) || test_random () % 3)
        continue;
      choose (specs[i], test_random () % 2 ? POKE_RANDOM
          : (PokeValue) (test_random () % POKE_N_VALUES), &value);
      TEST_CHECK (set (s.element, specs[i], &value), "%s: %s", what,
          specs[i]->name);
      g_value_unset (&value);
    }
    watch_feed (s.watch, 2);
    settle (&s);
    TEST_CHECK (is_well (&s), "%s: %s", what, get_text (&s));
    check_copy (&s, what);
  }
  end (&s);
  g_free (specs);
}

static void
many_values_at_once_leave_what_works (void)
{
  guint k;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (k = 0; k < G_N_ELEMENTS (kinds); k++)
    check_many (&kinds[k]);
}

/* What a preset sets may be set too, to the default among others. */
static void
many_values_over_a_preset_leave_what_works (void)
{
  static const gchar *const lines[] = { "claudiofft preset=librosa",
    "claudiofft preset=whisper", "claudiofft preset=nemo",
    "claudiofft preset=yamnet"
  };
  Kind kind = kinds[0];

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  kind.feed.line = lines[test_random () % G_N_ELEMENTS (lines)];
  check_many (&kind);
}

/* Of each property that a preset sets, by default of every third: a value that
   is only now one of one's own. */
static void
a_default_set_over_a_preset_is_one_change_like_others (void)
{
  const guint share = test_is_full () ? 1 : 3;
  const guint drawn = (guint) (test_random () % share);
  Kind kind = kinds[0];
  guint n, i, n_set = 0;
  GParamSpec **specs;
  Stream s;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  kind.feed.line = "claudiofft preset=librosa";
  specs = list (&kind, &n);
  make (&s, &kind);
  for (i = 0; i < n; i++) {
    GValue preset = G_VALUE_INIT, own = G_VALUE_INIT;

    g_value_init (&preset, specs[i]->value_type);
    g_object_get_property (G_OBJECT (s.element), specs[i]->name, &preset);
    poke_choose (specs[i], POKE_DEFAULT, &own);
    if (!g_str_equal (specs[i]->name, "preset")
        && gst_value_compare (&preset, &own) != GST_VALUE_EQUAL) {
      if (n_set++ % share == drawn)
        check_live (&kind, specs[i], &own);
    }
    g_value_unset (&preset);
    g_value_unset (&own);
  }
  TEST_CHECK (n_set >= 10, "%u properties", n_set);
  end (&s);
  g_free (specs);
}

#define TAKES_ALL(element)                                                    \
  static void                                                                 \
  element##_starts_with_each_value_or_says_one_error (void)                   \
  {                                                                           \
    check_every_value (#element, FALSE);                                      \
  }                                                                           \
  static void                                                                 \
  element##_goes_on_with_each_value_set_while_it_plays (void)                 \
  {                                                                           \
    check_every_value (#element, TRUE);                                       \
  }

/* *INDENT-OFF* */
TAKES_ALL (claudiofft)
TAKES_ALL (clifft)
TAKES_ALL (clspectrum)
TAKES_ALL (clvideodenoise)
TAKES_ALL (clvideofft)
TAKES_ALL (clvideofilter)
TAKES_ALL (clspectrogram)
TAKES_ALL (clfftfilter)

#define TEST_BOTH(element)                                                    \
    TEST (element##_starts_with_each_value_or_says_one_error),                \
    TEST (element##_goes_on_with_each_value_set_while_it_plays)

TEST_MAIN (TEST (blurbs_leave_range_and_default_to_gst_inspect),
    TEST (values_outside_a_range_change_nothing_in_any_state),
    TEST_BOTH (claudiofft), TEST_BOTH (clifft), TEST_BOTH (clspectrum),
    TEST_BOTH (clvideodenoise), TEST_BOTH (clvideofft),
    TEST_BOTH (clvideofilter), TEST_BOTH (clspectrogram),
    TEST_BOTH (clfftfilter),
    TEST (many_values_at_once_leave_what_works),
    TEST (many_values_over_a_preset_leave_what_works),
    TEST (a_default_set_over_a_preset_is_one_change_like_others))
/* *INDENT-ON* */
