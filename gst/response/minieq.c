/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * minieq.c: presets of mini-eq 0.8, an equaliser for PipeWire: a preamp and
 * bands, the cookbook's filters with Q, in JSON.
 */
#include "curve-private.h"

#include <string.h>
#ifdef HAVE_JSON
#include <json-glib/json-glib.h>
#endif

#ifndef HAVE_JSON
gboolean
gst_cl_curve_read_mini_eq (GstClCurve * curve, GstClCurveReader * reader,
    GError ** error)
{
  return gst_cl_curve_set_error (reader, error, "is a preset of mini-eq, which "
      "cannot be read: gst-clfft was built without json-glib");
}
#else

#define MAX_VERSION 1
/* json-glib takes a level of the stack for each level of the text. */
#define MAX_DEPTH 16

/* By mini-eq's numbers; it plays 7, 10 and 11 as if they were off, and never
   writes them. */
static const struct
{
  GstClCurveType type;
  gboolean is_known;
} types[] = {
  [1] = {GST_CL_CURVE_PEAKING, TRUE},
  [2] = {GST_CL_CURVE_HIGH_PASS, TRUE},
  [3] = {GST_CL_CURVE_HIGH_SHELF, TRUE},
  [4] = {GST_CL_CURVE_LOW_PASS, TRUE},
  [5] = {GST_CL_CURVE_LOW_SHELF, TRUE},
  [6] = {GST_CL_CURVE_NOTCH, TRUE},
  [8] = {GST_CL_CURVE_ALL_PASS, TRUE},
  [9] = {GST_CL_CURVE_BAND_PASS, TRUE},
};

/* Whether the text is small and flat enough for the parser. */
static gboolean
check_text (GstClCurveReader * reader, const gchar * text, GError ** error)
{
  gsize size = strlen (text);
  gint depth = 0;
  gboolean is_quoted = FALSE;

  if (size > GST_CL_CURVE_MAX_JSON_SIZE)
    return gst_cl_curve_set_error (reader, error, "is JSON of %" G_GSIZE_FORMAT
        " bytes, but may have %u", size,
        GST_CL_CURVE_MAX_JSON_SIZE);
  if (!g_utf8_validate (text, size, NULL))
    return gst_cl_curve_set_error (reader, error, "is JSON that is not UTF-8");
  for (; *text; text++)
    if (*text == '"')
      is_quoted = !is_quoted;
    else if (is_quoted)
      text += *text == '\\' && text[1];
    else {
      depth += strchr ("[{", *text) ? 1 : strchr ("]}", *text) ? -1 : 0;
      if (depth > MAX_DEPTH)
        return gst_cl_curve_set_error (reader, error, "is JSON nested deeper "
            "than %d levels", MAX_DEPTH);
    }
  return TRUE;
}

/* A number of that name, or what it is without; FALSE: it is no number. */
static gboolean
get_number (JsonObject * object, const gchar * name, gdouble * number)
{
  JsonNode *node = json_object_get_member (object, name);

  if (!node)
    return TRUE;
  if (!JSON_NODE_HOLDS_VALUE (node)
      || (json_node_get_value_type (node) != G_TYPE_INT64
          && json_node_get_value_type (node) != G_TYPE_DOUBLE))
    return FALSE;
  *number = json_node_get_double (node);
  return TRUE;
}

static gboolean
is_true (JsonObject * object, const gchar * name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_boolean (node);
}

static gboolean
read_band (GstClCurve * curve, GstClCurveReader * reader, JsonObject * band,
    GError ** error)
{
  GstClCurveFilter filter = { 0, };
  gdouble type = 0, q = G_SQRT2 / 2;

  filter.frequency = -1;
  if (!get_number (band, "filter_type", &type)
      || !get_number (band, "frequency", &filter.frequency)
      || !get_number (band, "gain_db", &filter.gain)
      || !get_number (band, "q", &q))
    return gst_cl_curve_set_error (reader, error, "filter_type, frequency, "
        "gain_db and q must be numbers");
  if (type == 0 || is_true (band, "mute"))
    return TRUE;
  if (!(type > 0 && type < G_N_ELEMENTS (types)) || type != (guint) type
      || !types[(guint) type].is_known)
    return gst_cl_curve_set_error (reader, error, "filter_type %g is not "
        "understood: 0 to 6, 8 and 9 are", type);
  filter.type = types[(guint) type].type;
  filter.width = q;
  if (filter.type != GST_CL_CURVE_PEAKING
      && filter.type != GST_CL_CURVE_LOW_SHELF
      && filter.type != GST_CL_CURVE_HIGH_SHELF)
    filter.gain = 0;
  return gst_cl_curve_add_filter (curve, reader, &filter, error);
}

/* Remembers where a band ends. */
static void
on_element (JsonParser * parser, JsonArray * array, gint i, gpointer lines)
{
  g_hash_table_insert (lines, json_array_get_element (array, i),
      GUINT_TO_POINTER (json_parser_get_current_line (parser)));
}

/* Shows a band in errors. */
static void
look_at (GstClCurveReader * reader, GHashTable * lines, JsonNode * node,
    guint i)
{
  g_free (reader->line);
  reader->line = g_strdup_printf ("band %u", i + 1);
  reader->number = GPOINTER_TO_UINT (g_hash_table_lookup (lines, node));
}

/* The bands, or those that are solo. */
static gboolean
read_bands (GstClCurve * curve, GstClCurveReader * reader, JsonArray * bands,
    GHashTable * lines, GError ** error)
{
  guint n = json_array_get_length (bands), i;
  gboolean has_solo = FALSE;

  for (i = 0; i < n; i++) {
    JsonNode *node = json_array_get_element (bands, i);

    look_at (reader, lines, node, i);
    if (!JSON_NODE_HOLDS_OBJECT (node))
      return gst_cl_curve_set_error (reader, error, "an object was expected");
    has_solo = has_solo || is_true (json_node_get_object (node), "solo");
  }
  for (i = 0; i < n; i++) {
    JsonObject *band = json_array_get_object_element (bands, i);

    look_at (reader, lines, json_array_get_element (bands, i), i);
    if ((!has_solo || is_true (band, "solo"))
        && !read_band (curve, reader, band, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_root (GstClCurve * curve, GstClCurveReader * reader, JsonNode * root,
    GHashTable * lines, GError ** error)
{
  JsonObject *object = root && JSON_NODE_HOLDS_OBJECT (root)
      ? json_node_get_object (root) : NULL;
  JsonNode *bands = object ? json_object_get_member (object, "bands") : NULL;
  gdouble preamp = 0, version = 0;

  if (!bands || !JSON_NODE_HOLDS_ARRAY (bands))
    return gst_cl_curve_set_error (reader, error, "is JSON, but no preset of "
        "mini-eq: a list of \"bands\" was expected");
  reader->is_curve = TRUE;
  if (!get_number (object, "version", &version) || !(version >= 0
          && version <= MAX_VERSION))
    return gst_cl_curve_set_error (reader, error, "is a preset of mini-eq in a "
        "newer version than %d", MAX_VERSION);
  if (!get_number (object, "preamp_db", &preamp))
    return gst_cl_curve_set_error (reader, error, "has a preamp_db that is no "
        "number");
  return gst_cl_curve_add_gain (curve, reader, preamp, error)
      && read_bands (curve, reader, json_node_get_array (bands), lines,
      error);
}

gboolean
gst_cl_curve_read_mini_eq (GstClCurve * curve, GstClCurveReader * reader,
    GError ** error)
{
  GstClCurveReader shown = { reader->what, };
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GHashTable) lines = g_hash_table_new (NULL, NULL);
  gboolean is_good;

  if (!check_text (reader, reader->next, error))
    return FALSE;
  g_signal_connect (parser, "array-element", G_CALLBACK (on_element), lines);
  if (!json_parser_load_from_data (parser, reader->next, -1, NULL))
    return gst_cl_curve_set_error (reader, error, "is no JSON: line %u, "
        "column %u is not understood", json_parser_get_current_line (parser),
        json_parser_get_current_pos (parser));
  is_good = read_root (curve, &shown, json_parser_get_root (parser), lines,
      error);
  g_free (shown.line);
  return is_good;
}
#endif
