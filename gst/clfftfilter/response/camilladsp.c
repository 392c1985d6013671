/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * camilladsp.c: the filters of CamillaDSP's configurations (Biquad, Gain and
 * Conv), all of them, or those that the pipeline names for every channel alike.
 * The formulas of its Biquads are the cookbook's.
 */
#include "yaml.h"

#include <math.h>
#include <string.h>

static const struct
{
  const gchar *name;
  GstClCurveType type;
  gboolean has_gain, has_width, has_slope;
} types[] = {
  {"Peaking", GST_CL_CURVE_PEAKING, TRUE, TRUE},
  {"Lowshelf", GST_CL_CURVE_LOW_SHELF, TRUE, TRUE, TRUE},
  {"Highshelf", GST_CL_CURVE_HIGH_SHELF, TRUE, TRUE, TRUE},
  {"Lowpass", GST_CL_CURVE_LOW_PASS, FALSE, TRUE},
  {"Highpass", GST_CL_CURVE_HIGH_PASS, FALSE, TRUE},
  {"Bandpass", GST_CL_CURVE_BAND_PASS, FALSE, TRUE},
  {"Notch", GST_CL_CURVE_NOTCH, FALSE, TRUE},
  {"Allpass", GST_CL_CURVE_ALL_PASS, FALSE, TRUE},
  {"LowshelfFO", GST_CL_CURVE_LOW_SHELF_1, TRUE},
  {"HighshelfFO", GST_CL_CURVE_HIGH_SHELF_1, TRUE},
  {"LowpassFO", GST_CL_CURVE_LOW_PASS_1},
  {"HighpassFO", GST_CL_CURVE_HIGH_PASS_1},
  {"AllpassFO", GST_CL_CURVE_ALL_PASS_1},
};

typedef struct
{
  GstClCurve *curve;
  GstClCurveReader *reader;     /* of errors alone, once the tree is there */
  GError **error;
} Reading;

/* The line of a node as an error shows it. */
static void
look_at (Reading * reading, const GstClYaml * node)
{
  g_free (reading->reader->line);
  reading->reader->number = node->line;
  reading->reader->line = g_strdup_printf ("%s%s%s", node->key ? node->key
      : "-", node->key ? ": " : " ", node->value ? node->value : "");
}

#define FAIL(reading, node, ...) (look_at (reading, node), \
    gst_cl_curve_set_error ((reading)->reader, (reading)->error, __VA_ARGS__), \
    FALSE)

static const gchar *
get_word (const GstClYaml * node, const gchar * key, const gchar * otherwise)
{
  const GstClYaml *child = gst_cl_yaml_get (node, key);

  return child && child->value ? child->value : otherwise;
}

static gboolean
is_true (const GstClYaml * node, const gchar * key)
{
  return g_ascii_strcasecmp (get_word (node, key, "false"), "true") == 0;
}

/* A number that must be there. */
static gboolean
get_number (Reading * reading, const GstClYaml * node, const gchar * key,
    gdouble * number)
{
  const GstClYaml *child = gst_cl_yaml_get (node, key);
  gchar *at = child ? child->value : NULL;

  if (at && gst_cl_curve_scan_number (&at, number) && !*at)
    return TRUE;
  return FAIL (reading, child ? child : node, "a number was expected for "
      "\"%s\"", key);
}

/* Whether all children are known; NULL ends the names. */
static gboolean
check_names (Reading * reading, const GstClYaml * node, ...)
{
  guint i;

  for (i = 0; i < gst_cl_yaml_count (node); i++) {
    const GstClYaml *child = gst_cl_yaml_item (node, i);
    const gchar *name;
    va_list names;

    va_start (names, node);
    while ((name = va_arg (names, const gchar *)) != NULL)
      if (g_strcmp0 (name, child->key) == 0)
        break;
    va_end (names);
    if (!name)
      return FAIL (reading, child, "this is not understood here");
  }
  return TRUE;
}

/* ---- filters ---- */

static gboolean
read_width (Reading * reading, const GstClYaml * node, guint row,
    GstClCurveFilter * filter)
{
  static const gchar *const names[] = { "q", "bandwidth", "slope" };
  guint kind, found = G_N_ELEMENTS (names);

  filter->width = 1;
  if (!types[row].has_width)
    return TRUE;
  for (kind = 0; kind < G_N_ELEMENTS (names); kind++)
    if (gst_cl_yaml_get (node, names[kind])) {
      if (found < G_N_ELEMENTS (names))
        return FAIL (reading, gst_cl_yaml_get (node, names[kind]), "only one "
            "of q, bandwidth and slope can be given");
      found = kind;
    }
  if (found == G_N_ELEMENTS (names)
      || (types[row].has_slope ? found == 1 : found == 2))
    return FAIL (reading, node, "%s must have q or %s", types[row].name,
        types[row].has_slope ? "slope" : "bandwidth");
  filter->width_kind = found == 0 ? GST_CL_CURVE_Q
      : found == 1 ? GST_CL_CURVE_OCTAVES : GST_CL_CURVE_SLOPE;
  if (!get_number (reading, node, names[found], &filter->width))
    return FALSE;
  if (found == 2)
    filter->width /= 12;
  return TRUE;
}

static gboolean
read_biquad (Reading * reading, const GstClYaml * node)
{
  const gchar *name = get_word (node, "type", "");
  GstClCurveFilter filter = { 0, };
  guint row;

  for (row = 0; row < G_N_ELEMENTS (types); row++)
    if (strcmp (name, types[row].name) == 0)
      break;
  if (row == G_N_ELEMENTS (types))
    return FAIL (reading, node, "a Biquad of type \"%s\" is not understood; "
        "Peaking, Lowshelf, Highshelf, Lowpass, Highpass, Bandpass, Notch and "
        "Allpass are, and the last but three with FO", name);
  filter.type = types[row].type;
  if (!check_names (reading, node, "type", "freq", "gain", "q", "bandwidth",
          "slope", NULL)
      || !get_number (reading, node, "freq", &filter.frequency)
      || (types[row].has_gain
          && !get_number (reading, node, "gain", &filter.gain))
      || !read_width (reading, node, row, &filter))
    return FALSE;
  look_at (reading, node);
  return gst_cl_curve_add_filter (reading->curve, reading->reader, &filter,
      reading->error);
}

static gboolean
read_gain (Reading * reading, const GstClYaml * node)
{
  const gchar *scale = get_word (node, "scale", "dB");
  gdouble gain;

  if (!check_names (reading, node, "gain", "inverted", "mute", "scale", NULL)
      || !get_number (reading, node, "gain", &gain))
    return FALSE;
  if (is_true (node, "mute"))
    return FAIL (reading, node, "nothing would be heard, for it is muted");
  if (is_true (node, "inverted"))
    reading->curve->factor = -reading->curve->factor;
  if (g_ascii_strcasecmp (scale, "linear") == 0) {
    if (gain < 0)
      reading->curve->factor = -reading->curve->factor;
    gain = 20 * log10 (fabs (gain));
  } else if (g_ascii_strcasecmp (scale, "dB") != 0)
    return FAIL (reading, gst_cl_yaml_get (node, "scale"), "dB or linear was "
        "expected");
  look_at (reading, node);
  return gst_cl_curve_add_gain (reading->curve, reading->reader, gain,
      reading->error);
}

static gboolean
read_values (Reading * reading, const GstClYaml * node, GstClCurveConv * conv)
{
  const GstClYaml *list = gst_cl_yaml_get (node, "values");
  guint i;

  conv->values = g_array_new (FALSE, FALSE, sizeof (gdouble));
  for (i = 0; i < gst_cl_yaml_count (list); i++) {
    const GstClYaml *item = gst_cl_yaml_item (list, i);
    gchar *at = item->value;
    gdouble number;

    if (!at || !gst_cl_curve_scan_number (&at, &number) || *at)
      return FAIL (reading, item, "a number was expected");
    g_array_append_val (conv->values, number);
  }
  return conv->values->len > 0
      || FAIL (reading, node, "a list of numbers was expected for \"values\"");
}

static gboolean
read_whole (Reading * reading, const GstClYaml * node, const gchar * key,
    guint64 * number)
{
  gdouble value = 0;

  if (!gst_cl_yaml_get (node, key))
    return TRUE;
  if (!get_number (reading, node, key, &value))
    return FALSE;
  if (value < 0 || value > 1e15 || value != floor (value))
    return FAIL (reading, gst_cl_yaml_get (node, key), "a whole number was "
        "expected");
  *number = value;
  return TRUE;
}

static gboolean
read_conv (Reading * reading, const GstClYaml * node)
{
  const gchar *type = get_word (node, "type", "");
  const gchar *filename = get_word (node, "filename", NULL);
  GstClCurveConv *conv = g_new0 (GstClCurveConv, 1);
  guint64 channel = 0;

  if (reading->curve->conv) {
    g_free (conv);
    return FAIL (reading, node, "there is a second Conv");
  }
  reading->curve->conv = conv;
  conv->line = node->line;
  if (!check_names (reading, node, "type", "values", "length", "filename",
          "format", "channel", "skip_bytes_lines", "read_bytes_lines", NULL))
    return FALSE;
  if (strcmp (type, "Values") == 0)
    return read_values (reading, node, conv);
  if (strcmp (type, "Raw") != 0 && strcmp (type, "Wav") != 0)
    return FAIL (reading, node, "a Conv of type Values, Raw or Wav was "
        "expected");
  if (!filename)
    return FAIL (reading, node, "\"filename\" is missing");
  conv->filename = g_strdup (filename);
  if (*type == 'R')
    conv->format = g_strdup (get_word (node, "format", "TEXT"));
  if (!read_whole (reading, node, "channel", &channel)
      || !read_whole (reading, node, "skip_bytes_lines", &conv->skip)
      || !read_whole (reading, node, "read_bytes_lines", &conv->read))
    return FALSE;
  conv->channel = MIN (channel, G_MAXUINT);
  return TRUE;
}

static gboolean
read_filter (Reading * reading, const GstClYaml * node)
{
  const gchar *type = get_word (node, "type", "");
  const GstClYaml *parameters = gst_cl_yaml_get (node, "parameters");

  if (!check_names (reading, node, "type", "parameters", "description", NULL))
    return FALSE;
  if (strcmp (type, "Biquad") == 0 && parameters)
    return read_biquad (reading, parameters);
  if (strcmp (type, "Gain") == 0 && parameters)
    return read_gain (reading, parameters);
  if (strcmp (type, "Conv") == 0 && parameters)
    return read_conv (reading, parameters);
  return FAIL (reading, node, "a filter of type Biquad, Gain or Conv with "
      "parameters was expected, not \"%s\"", type);
}

/* ---- pipeline ---- */

/* Whether a step is for this channel: it says so, or names none. */
static gboolean
is_for (const GstClYaml * step, const gchar * channel)
{
  const GstClYaml *one = gst_cl_yaml_get (step, "channel");
  const GstClYaml *list = gst_cl_yaml_get (step, "channels");
  guint i;

  if (one)
    return g_strcmp0 (one->value, channel) == 0;
  if (gst_cl_yaml_count (list) == 0)
    return TRUE;
  for (i = 0; i < list->children->len; i++)
    if (g_strcmp0 (gst_cl_yaml_item (list, i)->value, channel) == 0)
      return TRUE;
  return FALSE;
}

/* The names of the filters of a channel, each once for each use. */
static GPtrArray *
get_chain (const GstClYaml * pipeline, const gchar * channel)
{
  GPtrArray *chain = g_ptr_array_new ();
  guint i, k;

  for (i = 0; i < gst_cl_yaml_count (pipeline); i++) {
    const GstClYaml *step = gst_cl_yaml_item (pipeline, i);
    const GstClYaml *names = gst_cl_yaml_get (step, "names");

    if (is_true (step, "bypassed") || !is_for (step, channel))
      continue;
    for (k = 0; k < gst_cl_yaml_count (names); k++)
      g_ptr_array_add (chain, (gpointer) gst_cl_yaml_item (names, k));
  }
  return chain;
}

static gboolean
is_equal (const GPtrArray * a, const GPtrArray * b)
{
  guint i;

  for (i = 0; i < MIN (a->len, b->len); i++)
    if (g_strcmp0 (((GstClYaml *) a->pdata[i])->value,
            ((GstClYaml *) b->pdata[i])->value) != 0)
      return FALSE;
  return a->len == b->len;
}

/* Whether the pipeline only filters, every channel alike; `all` gets a channel
   that stands for all. */
static gboolean
check_pipeline (Reading * reading, const GstClYaml * root,
    const GstClYaml * pipeline, const gchar ** all)
{
  const GstClYaml *devices = gst_cl_yaml_get (root, "devices");
  const gchar *text = get_word (gst_cl_yaml_get (devices, "capture"),
      "channels", NULL);
  guint64 n_channels = text ? g_ascii_strtoull (text, NULL, 10) : 0;
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) chain = NULL;
  guint i, k;

  *all = "";
  for (i = 0; i < gst_cl_yaml_count (pipeline); i++) {
    const GstClYaml *step = gst_cl_yaml_item (pipeline, i);
    const gchar *channel = get_word (step, "channel", NULL);
    const GstClYaml *list = gst_cl_yaml_get (step, "channels");

    if (strcmp (get_word (step, "type", ""), "Filter") != 0)
      return FAIL (reading, step, "only steps of type Filter are understood in "
          "a pipeline");
    if (channel)
      g_hash_table_add (seen, (gpointer) (*all = channel));
    for (k = 0; k < gst_cl_yaml_count (list); k++)
      if ((channel = gst_cl_yaml_item (list, k)->value))
        g_hash_table_add (seen, (gpointer) (*all = channel));
  }
  if (g_hash_table_size (seen) > 0 && n_channels > g_hash_table_size (seen))
    return FAIL (reading, pipeline, "only %u of the %" G_GUINT64_FORMAT
        " channels are filtered, but the same curve is for every channel",
        g_hash_table_size (seen), n_channels);
  chain = get_chain (pipeline, *all);
  if (g_hash_table_size (seen) > 0) {
    GHashTableIter iter;
    gpointer channel;

    g_hash_table_iter_init (&iter, seen);
    while (g_hash_table_iter_next (&iter, &channel, NULL)) {
      g_autoptr (GPtrArray) other = get_chain (pipeline, channel);

      if (!is_equal (chain, other))
        return FAIL (reading, pipeline, "channels %s and %s have other "
            "filters, but the same curve is for every channel", *all,
            (const gchar *) channel);
    }
  }
  return TRUE;
}

static gboolean
read_chain (Reading * reading, const GstClYaml * filters,
    const GPtrArray * chain)
{
  guint i;

  for (i = 0; i < chain->len; i++) {
    const GstClYaml *name = chain->pdata[i];
    const GstClYaml *filter = name->value ? gst_cl_yaml_get (filters,
        name->value) : NULL;

    if (!filter)
      return FAIL (reading, name, "there is no filter of this name");
    if (!read_filter (reading, filter))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_root (Reading * reading, const GstClYaml * root)
{
  const GstClYaml *filters = gst_cl_yaml_get (root, "filters");
  const GstClYaml *pipeline = gst_cl_yaml_get (root, "pipeline");
  const GstClYaml *devices = gst_cl_yaml_get (root, "devices");
  guint64 rate = 0;
  guint i;

  if (gst_cl_yaml_count (filters) == 0)
    return FAIL (reading, filters ? filters : root, "filters were expected");
  if (devices && !read_whole (reading, devices, "samplerate", &rate))
    return FALSE;
  reading->curve->rate = MIN (rate, G_MAXINT);
  if (gst_cl_yaml_count (pipeline) > 0) {
    const gchar *all;
    g_autoptr (GPtrArray) chain = NULL;

    if (!check_pipeline (reading, root, pipeline, &all))
      return FALSE;
    chain = get_chain (pipeline, all);
    return read_chain (reading, filters, chain);
  }
  for (i = 0; i < gst_cl_yaml_count (filters); i++)
    if (!read_filter (reading, gst_cl_yaml_item (filters, i)))
      return FALSE;
  return TRUE;
}

gboolean
gst_cl_curve_read_camilladsp (GstClCurve * curve, GstClCurveReader * reader,
    GError ** error)
{
  GstClCurveReader shown = { reader->what, };
  Reading reading = { curve, &shown, error };
  g_autoptr (GstClYaml) root = gst_cl_yaml_read (reader, error);
  gboolean is_good;

  if (!root)
    return FALSE;
  is_good = read_root (&reading, root);
  if (is_good && curve->conv && curve->filters->len) {
    shown.number = curve->conv->line;
    gst_cl_curve_set_error (&shown, error, "a Conv and a Biquad cannot be one "
        "response: convolve with one file after the other");
    is_good = FALSE;
  }
  g_free (shown.line);
  return is_good;
}
