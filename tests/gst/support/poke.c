/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * poke.c: see poke.h.
 */
#include "poke.h"

#include <string.h>

gboolean
poke_is_ours (GParamSpec * spec)
{
  return (spec->flags & G_PARAM_WRITABLE)
      && spec->owner_type != GST_TYPE_OBJECT
      && spec->owner_type != GST_TYPE_ELEMENT
      && g_type_is_a (spec->owner_type, GST_TYPE_ELEMENT);
}

gboolean
poke_set (GstElement * element, GParamSpec * spec, PokeValue which)
{
  GValue value = G_VALUE_INIT, back = G_VALUE_INIT;
  gboolean highest = which == POKE_HIGHEST, same;

  g_value_init (&value, spec->value_type);
  if (which == POKE_DEFAULT)
    g_param_value_set_default (spec, &value);
  else if (G_IS_PARAM_SPEC_UINT (spec))
    g_value_set_uint (&value, highest ? G_MAXUINT : 0);
  else if (G_IS_PARAM_SPEC_UINT64 (spec))
    g_value_set_uint64 (&value, highest ? G_MAXUINT64 : 0);
  else if (G_IS_PARAM_SPEC_DOUBLE (spec))
    g_value_set_double (&value, highest ? G_MAXDOUBLE : -G_MAXDOUBLE);
  else if (G_IS_PARAM_SPEC_BOOLEAN (spec))
    g_value_set_boolean (&value, highest);
  else if (G_IS_PARAM_SPEC_ENUM (spec))
    g_value_set_enum (&value, highest
        ? G_PARAM_SPEC_ENUM (spec)->enum_class->maximum
        : G_PARAM_SPEC_ENUM (spec)->enum_class->minimum);
  else if (G_IS_PARAM_SPEC_STRING (spec))
    g_value_set_string (&value, highest ? "no such thing" : NULL);
  g_object_set_property (G_OBJECT (element), spec->name, &value);
  g_value_init (&back, spec->value_type);
  g_object_get_property (G_OBJECT (element), spec->name, &back);
  same = G_IS_PARAM_SPEC_STRING (spec) || gst_value_compare (&value, &back)
      == GST_VALUE_EQUAL;
  g_value_unset (&value);
  g_value_unset (&back);
  return same;
}

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
  if (!strstr (g_param_spec_get_blurb (spec), "(default "))
    return "no default in its blurb";
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

void
poke_set_properties (GstElement * element, const gchar * properties)
{
  gchar **pairs = g_strsplit (properties, " ", -1);
  guint i;

  for (i = 0; pairs[i]; i++) {
    gchar **pair = g_strsplit (pairs[i], "=", 2);

    gst_util_set_object_arg (G_OBJECT (element), pair[0], pair[1]);
    g_strfreev (pair);
  }
  g_strfreev (pairs);
}
