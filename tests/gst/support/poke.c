/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * poke.c: see poke.h.
 */
#include "poke.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "rig.h"
#include "support/test.h"

gboolean
poke_is_ours (GParamSpec * spec)
{
  return (spec->flags & G_PARAM_WRITABLE)
      && spec->owner_type != GST_TYPE_OBJECT
      && spec->owner_type != GST_TYPE_ELEMENT
      && g_type_is_a (spec->owner_type, GST_TYPE_ELEMENT);
}

/* ---- GObject's warnings ---- */

static guint n_warned;

static void
count_warning (const gchar * domain, GLogLevelFlags level, const gchar * text,
    gpointer unused)
{
  if (strstr (text, "out of range"))
    n_warned++;
  else
    g_error ("%s: %s", domain, text);
}

/* They are warnings or criticals, as GLib's version has it, which fail no test
   between these two. */
static guint
begin_counting (GLogLevelFlags * fatal)
{
  n_warned = 0;
  *fatal = g_log_set_always_fatal (G_LOG_LEVEL_ERROR);
  return g_log_set_handler ("GLib-GObject", G_LOG_LEVEL_WARNING
      | G_LOG_LEVEL_CRITICAL, count_warning, NULL);
}

static guint
end_counting (guint handler, GLogLevelFlags fatal)
{
  g_log_remove_handler ("GLib-GObject", handler);
  g_log_set_always_fatal (fatal);
  return n_warned;
}

guint
poke_set_value (GstElement * element, const gchar * name, const GValue * value)
{
  GLogLevelFlags fatal;
  guint handler = begin_counting (&fatal);

  g_object_set_property (G_OBJECT (element), name, value);
  return end_counting (handler, fatal);
}

guint
poke_set_double (GstElement * element, const gchar * name, gdouble value)
{
  GLogLevelFlags fatal;
  guint handler = begin_counting (&fatal);

  g_object_set (element, name, value, NULL);
  return end_counting (handler, fatal);
}

guint
poke_set_others (GstElement * element, const gchar * properties,
    const gchar * without)
{
  g_auto (GStrv) pairs = g_strsplit (properties, " ", -1);
  GLogLevelFlags fatal;
  guint handler = begin_counting (&fatal);
  guint i;

  for (i = 0; pairs[i]; i++) {
    g_auto (GStrv) pair = g_strsplit (pairs[i], "=", 2);

    if (g_strcmp0 (pair[0], without) != 0 && pair[0])
      gst_util_set_object_arg (G_OBJECT (element), pair[0], pair[1]);
  }
  return end_counting (handler, fatal);
}

guint
poke_set_properties (GstElement * element, const gchar * properties)
{
  return poke_set_others (element, properties, NULL);
}

/* ---- values of a range ---- */

/* As often of each number of digits; at is 0 to 1. */
static gdouble
spread (gdouble low, gdouble high, gdouble at)
{
  gdouble width = high - low;
  gdouble value = low + (pow (1 + MIN (width, 1e300), at) - 1);

  return CLAMP (value, low, high);
}

static void
choose_number (GParamSpec * spec, PokeValue which, GValue * value)
{
  gdouble at = which == POKE_LOWEST ? 0 : (test_uniform () + 1) / 2;
  gboolean highest = which == POKE_HIGHEST;

  if (G_IS_PARAM_SPEC_INT (spec)) {
    GParamSpecInt *s = G_PARAM_SPEC_INT (spec);

    g_value_set_int (value, highest ? s->maximum
        : (gint) spread (s->minimum, s->maximum, at));
  } else if (G_IS_PARAM_SPEC_UINT (spec)) {
    GParamSpecUInt *s = G_PARAM_SPEC_UINT (spec);

    g_value_set_uint (value, highest ? s->maximum
        : (guint) spread (s->minimum, s->maximum, at));
  } else if (G_IS_PARAM_SPEC_UINT64 (spec)) {
    GParamSpecUInt64 *s = G_PARAM_SPEC_UINT64 (spec);

    /* the next double is beyond the type */
    g_value_set_uint64 (value, highest ? s->maximum : (guint64)
        spread (s->minimum, (gdouble) MIN (s->maximum, G_MAXUINT64 >> 1), at));
  } else if (G_IS_PARAM_SPEC_DOUBLE (spec)) {
    GParamSpecDouble *s = G_PARAM_SPEC_DOUBLE (spec);

    g_value_set_double (value, highest ? s->maximum
        : spread (s->minimum, s->maximum, at));
  }
}

void
poke_choose (GParamSpec * spec, PokeValue which, GValue * value)
{
  g_value_init (value, spec->value_type);
  if (which == POKE_DEFAULT) {
    g_param_value_set_default (spec, value);
  } else if (G_IS_PARAM_SPEC_BOOLEAN (spec)) {
    g_value_set_boolean (value, which == POKE_HIGHEST
        || (which == POKE_RANDOM && test_random () % 2));
  } else if (G_IS_PARAM_SPEC_ENUM (spec)) {
    GEnumClass *klass = G_PARAM_SPEC_ENUM (spec)->enum_class;

    g_value_set_enum (value, which == POKE_LOWEST ? klass->minimum
        : which == POKE_HIGHEST ? klass->maximum
        : klass->values[test_random () % klass->n_values].value);
  } else if (G_IS_PARAM_SPEC_STRING (spec)) {
    g_value_set_string (value, which == POKE_LOWEST ? "" : "no such thing");
  } else {
    choose_number (spec, which, value);
  }
}

static gboolean
is_set (GstElement * element, const gchar * name, const GValue * value)
{
  GValue back = G_VALUE_INIT;
  gboolean same;

  g_value_init (&back, G_VALUE_TYPE (value));
  g_object_get_property (G_OBJECT (element), name, &back);
  same = gst_value_compare (value, &back) == GST_VALUE_EQUAL;
  g_value_unset (&back);
  return same;
}

gboolean
poke_set (GstElement * element, GParamSpec * spec, PokeValue which)
{
  GValue value = G_VALUE_INIT;
  gboolean same;

  poke_choose (spec, which, &value);
  same = poke_set_value (element, spec->name, &value) == 0
      && is_set (element, spec->name, &value);
  g_value_unset (&value);
  return same;
}

gchar *
poke_describe_range (GParamSpec * spec)
{
  if (G_IS_PARAM_SPEC_INT (spec))
    return g_strdup_printf ("%d to %d", G_PARAM_SPEC_INT (spec)->minimum,
        G_PARAM_SPEC_INT (spec)->maximum);
  if (G_IS_PARAM_SPEC_UINT (spec))
    return g_strdup_printf ("%u to %u", G_PARAM_SPEC_UINT (spec)->minimum,
        G_PARAM_SPEC_UINT (spec)->maximum);
  if (G_IS_PARAM_SPEC_UINT64 (spec))
    return g_strdup_printf ("%" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
        G_PARAM_SPEC_UINT64 (spec)->minimum,
        G_PARAM_SPEC_UINT64 (spec)->maximum);
  if (!G_IS_PARAM_SPEC_DOUBLE (spec))
    return NULL;
  if (G_PARAM_SPEC_DOUBLE (spec)->maximum == 1 - DBL_EPSILON / 2)
    return g_strdup_printf ("%g to below 1",
        G_PARAM_SPEC_DOUBLE (spec)->minimum);
  return g_strdup_printf ("%.15g to %.15g",
      G_PARAM_SPEC_DOUBLE (spec)->minimum, G_PARAM_SPEC_DOUBLE (spec)->maximum);
}

/* ---- what specs say ---- */

/* NULL if nothing is. */
static const gchar *
find_fault (GParamSpec * spec)
{
  const GParamFlags mutables = GST_PARAM_MUTABLE_READY
      | GST_PARAM_MUTABLE_PAUSED | GST_PARAM_MUTABLE_PLAYING;
  guint flags = spec->flags & mutables;

  if ((spec->flags & G_PARAM_STATIC_STRINGS) != G_PARAM_STATIC_STRINGS)
    return "texts that are not static";
  if (!(spec->flags & G_PARAM_WRITABLE))
    return NULL;
  if (flags == 0 || (flags & (flags - 1)) != 0)
    return "not one flag of when it may change";
  if (strstr (g_param_spec_get_blurb (spec), "(default "))
    return "a default in its blurb";
  return NULL;
}

gchar *
poke_find_unclear (GstElement * element, guint * n_own)
{
  gchar *unclear = NULL;
  GParamSpec **specs;
  guint n_specs, i;

  *n_own = 0;
  specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (element),
      &n_specs);
  for (i = 0; i < n_specs; i++) {
    const gchar *fault = find_fault (specs[i]);

    if (specs[i]->owner_type != G_OBJECT_TYPE (element))
      continue;
    (*n_own)++;
    if (fault && !unclear)
      unclear = g_strdup_printf ("%s: %s", specs[i]->name, fault);
  }
  g_free (specs);
  return unclear;
}

guint
poke_count_errors (GstBus * bus, gchar ** text)
{
  GstMessage *message;
  GError *error = NULL;
  guint n = 0;

  *text = NULL;
  while ((message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR))) {
    if (n++ == 0) {
      gst_message_parse_error (message, &error, NULL);
      *text = g_strdup (error->message);
      g_clear_error (&error);
    }
    gst_message_unref (message);
  }
  return n;
}

/* ---- claims ---- */

gboolean
poke_names (const gchar * text, const PokeRefusal * refusal)
{
  return text && strstr (text, refusal->name) && strstr (text, refusal->value)
      && strstr (text, refusal->limit);
}

static void
read_value (GstElement * element, const gchar * name, GValue * value)
{
  GParamSpec *spec = g_object_class_find_property
      (G_OBJECT_GET_CLASS (element), name);

  g_value_init (value, spec->value_type);
  g_object_get_property (G_OBJECT (element), name, value);
}

void
poke_check_outside (GstElement * element, const PokeOutside * rows,
    guint n_rows)
{
  guint i;

  for (i = 0; i < n_rows; i++) {
    g_auto (GStrv) pair = g_strsplit (rows[i].property, "=", 2);
    g_autofree gchar *range = poke_describe_range (g_object_class_find_property
        (G_OBJECT_GET_CLASS (element), pair[0]));
    GValue before = G_VALUE_INIT;
    guint n;

    read_value (element, pair[0], &before);
    n = poke_set_properties (element, rows[i].property);
    TEST_CHECK (n == 1, "%s: %u warnings", rows[i].property, n);
    TEST_CHECK (is_set (element, pair[0], &before), "%s was set",
        rows[i].property);
    TEST_CHECK (g_strcmp0 (range, rows[i].range) == 0, "%s: the range is %s",
        rows[i].property, range);
    g_value_unset (&before);
  }
}

void
poke_check_not_finite (GstElement * element)
{
  static const gdouble bad[] = { NAN, INFINITY, -INFINITY };
  guint n_specs, i, b, n;
  g_autofree GParamSpec **specs = g_object_class_list_properties
      (G_OBJECT_GET_CLASS (element), &n_specs);

  for (i = 0; i < n_specs; i++) {
    const gchar *name = specs[i]->name;

    for (b = 0; b < G_N_ELEMENTS (bad) && G_IS_PARAM_SPEC_DOUBLE (specs[i])
        && poke_is_ours (specs[i]); b++) {
      GValue before = G_VALUE_INIT;

      read_value (element, name, &before);
      n = poke_set_double (element, name, bad[b]);
      TEST_CHECK (n == 1 && is_set (element, name, &before),
          "%s=%g: %u warnings", name, bad[b], n);
      g_value_unset (&before);
    }
  }
}

void
poke_check_kept (GstElement * element, const gchar * properties)
{
  GstElementFactory *factory = gst_element_get_factory (element);
  GstElement *other = gst_element_factory_create (factory, NULL);
  g_auto (GStrv) pairs = g_strsplit (properties, " ", -1);
  guint i;

  gst_object_ref_sink (other);
  poke_set_properties (other, properties);
  for (i = 0; pairs[i]; i++) {
    g_auto (GStrv) pair = g_strsplit (pairs[i], "=", 2);
    GValue want = G_VALUE_INIT;

    read_value (other, pair[0], &want);
    TEST_CHECK (is_set (element, pair[0], &want), "%s: %s was not kept",
        properties, pair[0]);
    g_value_unset (&want);
  }
  gst_object_unref (other);
}

void
poke_check_taken_back (GstElement * element, GstElement * standard,
    const PokeRefusal * refusal)
{
  g_auto (GStrv) pairs = g_strsplit (refusal->properties, " ", -1);
  const gchar *back = refusal->back ? refusal->back : refusal->name;
  guint i;

  for (i = 0; pairs[i]; i++) {
    g_auto (GStrv) pair = g_strsplit (pairs[i], "=", 2);
    GValue value = G_VALUE_INIT, before = G_VALUE_INIT;
    g_autofree gchar *text = NULL;

    read_value (element, pair[0], &value);
    read_value (standard, pair[0], &before);
    text = gst_value_serialize (&value);
    if (g_str_equal (pair[0], back))
      TEST_CHECK (gst_value_compare (&value, &before) == GST_VALUE_EQUAL,
          "%s: %s is %s", refusal->properties, back, text);
    else
      TEST_CHECK (gst_value_deserialize (&before, pair[1])
          && gst_value_compare (&value, &before) == GST_VALUE_EQUAL,
          "%s: %s is %s", refusal->properties, pair[0], text);
    g_value_unset (&value);
    g_value_unset (&before);
  }
}

void
poke_check_early (const gchar * factory, const PokeRefusal * rows,
    guint n_rows)
{
  guint i, n;

  rig_init ();
  for (i = 0; i < n_rows; i++) {
    GstElement *element = gst_element_factory_make (factory, NULL);
    g_autofree gchar *text = NULL;
    GstBus *bus = gst_bus_new ();

    TEST_REQUIRE (element != NULL, "no %s", factory);
    gst_object_ref_sink (element);
    rig_choose_device (element);
    n = poke_set_properties (element, rows[i].properties);
    TEST_CHECK (n == 0, "%s: GObject refused it", rows[i].properties);
    gst_element_set_bus (element, bus);
    TEST_CHECK (gst_element_set_state (element, GST_STATE_READY)
        == GST_STATE_CHANGE_SUCCESS, "%s", rows[i].properties);
    TEST_CHECK (gst_element_set_state (element, GST_STATE_PAUSED)
        == GST_STATE_CHANGE_FAILURE, "%s was accepted", rows[i].properties);
    n = poke_count_errors (bus, &text);
    TEST_CHECK (n == 1 && poke_names (text, &rows[i]), "%s: %u errors: %s",
        rows[i].properties, n, text);
    gst_element_set_state (element, GST_STATE_NULL);
    gst_element_set_bus (element, NULL);
    gst_object_unref (element);
    gst_object_unref (bus);
  }
}
