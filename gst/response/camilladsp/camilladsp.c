/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * camilladsp.c: the filters of CamillaDSP's configurations (Biquad and
 * BiquadCombo, Gain and Conv), all of them, or those that the pipeline names
 * for every channel alike.
 */
#include "camilladsp.h"

#include <math.h>
#include <string.h>

/* More are no channels. */
#define MAX_CHANNELS 1024

void
gst_cl_camilla_look_at (GstClCamilla * camilla, const GstClYaml * node)
{
  g_free (camilla->reader->line);
  camilla->reader->number = node->line;
  camilla->reader->line = g_strdup_printf ("%s%s%s", node->key ? node->key
      : "-", node->key ? ": " : " ", node->value ? node->value : "");
}

const gchar *
gst_cl_camilla_get_word (const GstClYaml * node, const gchar * key,
    const gchar * otherwise)
{
  const GstClYaml *child = gst_cl_yaml_get (node, key);

  return child && child->value ? child->value : otherwise;
}

gboolean
gst_cl_camilla_is_true (const GstClYaml * node, const gchar * key)
{
  return g_ascii_strcasecmp (gst_cl_camilla_get_word (node, key, "false"),
      "true") == 0;
}

gboolean
gst_cl_camilla_get_number (GstClCamilla * camilla, const GstClYaml * node,
    const gchar * key, gdouble * number)
{
  const GstClYaml *child = gst_cl_yaml_get (node, key);
  gchar *at = child ? child->value : NULL;

  if (at && gst_cl_curve_scan_number (&at, number) && !*at)
    return TRUE;
  return CAMILLA_FAIL (camilla, child ? child : node,
      "a number was expected for " "\"%s\"", key);
}

gboolean
gst_cl_camilla_check_names (GstClCamilla * camilla, const GstClYaml * node, ...)
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
      return CAMILLA_FAIL (camilla, child, "this is not understood here");
  }
  return TRUE;
}

gboolean
gst_cl_camilla_read_whole (GstClCamilla * camilla, const GstClYaml * node,
    const gchar * key, guint64 * number)
{
  gdouble value = 0;

  if (!gst_cl_yaml_get (node, key))
    return TRUE;
  if (!gst_cl_camilla_get_number (camilla, node, key, &value))
    return FALSE;
  if (value < 0 || value > 1e15 || value != floor (value))
    return CAMILLA_FAIL (camilla, gst_cl_yaml_get (node, key),
        "a whole number was " "expected");
  *number = value;
  return TRUE;
}

gboolean
gst_cl_camilla_add_filter (GstClCamilla * camilla, const GstClYaml * node,
    const GstClCurveFilter * filter)
{
  gst_cl_camilla_look_at (camilla, node);
  return gst_cl_curve_add_filter (camilla->curve, camilla->reader, filter,
      camilla->error);
}

/* ---- filters ---- */

static gboolean
read_gain (GstClCamilla * camilla, const GstClYaml * node)
{
  const gchar *scale = gst_cl_camilla_get_word (node, "scale", "dB");
  gdouble gain;

  if (!gst_cl_camilla_check_names (camilla, node, "gain", "inverted", "mute",
          "scale", NULL)
      || !gst_cl_camilla_get_number (camilla, node, "gain", &gain))
    return FALSE;
  if (gst_cl_camilla_is_true (node, "mute"))
    return CAMILLA_FAIL (camilla, node,
        "nothing would be heard, for it is muted");
  if (gst_cl_camilla_is_true (node, "inverted"))
    camilla->curve->factor = -camilla->curve->factor;
  if (g_ascii_strcasecmp (scale, "linear") == 0) {
    if (gain < 0)
      camilla->curve->factor = -camilla->curve->factor;
    gain = 20 * log10 (fabs (gain));
  } else if (g_ascii_strcasecmp (scale, "dB") != 0)
    return CAMILLA_FAIL (camilla, gst_cl_yaml_get (node, "scale"),
        "dB or linear was " "expected");
  gst_cl_camilla_look_at (camilla, node);
  return gst_cl_curve_add_gain (camilla->curve, camilla->reader, gain,
      camilla->error);
}

static gboolean
read_values (GstClCamilla * camilla, const GstClYaml * node,
    GstClCurveConv * conv)
{
  const GstClYaml *list = gst_cl_yaml_get (node, "values");
  guint i;

  conv->values = g_array_new (FALSE, FALSE, sizeof (gdouble));
  for (i = 0; i < gst_cl_yaml_count (list); i++) {
    const GstClYaml *item = gst_cl_yaml_item (list, i);
    gchar *at = item->value;
    gdouble number;

    if (!at || !gst_cl_curve_scan_number (&at, &number) || *at)
      return CAMILLA_FAIL (camilla, item, "a number was expected");
    g_array_append_val (conv->values, number);
  }
  return conv->values->len > 0
      || CAMILLA_FAIL (camilla, node,
      "a list of numbers was expected for \"values\"");
}

static gboolean
read_conv (GstClCamilla * camilla, const GstClYaml * node)
{
  const gchar *type = gst_cl_camilla_get_word (node, "type", "");
  const gchar *filename = gst_cl_camilla_get_word (node, "filename", NULL);
  GstClCurveConv *conv = g_new0 (GstClCurveConv, 1);
  guint64 channel = 0;

  if (camilla->curve->conv) {
    g_free (conv);
    return CAMILLA_FAIL (camilla, node, "there is a second Conv");
  }
  camilla->curve->conv = conv;
  conv->line = node->line;
  if (!gst_cl_camilla_check_names (camilla, node, "type", "values", "length",
          "filename", "format", "channel", "skip_bytes_lines",
          "read_bytes_lines", NULL))
    return FALSE;
  if (strcmp (type, "Values") == 0)
    return read_values (camilla, node, conv);
  if (strcmp (type, "Raw") != 0 && strcmp (type, "Wav") != 0)
    return CAMILLA_FAIL (camilla, node, "a Conv of type Values, Raw or Wav was "
        "expected");
  if (!filename)
    return CAMILLA_FAIL (camilla, node, "\"filename\" is missing");
  conv->filename = g_strdup (filename);
  if (*type == 'R')
    conv->format = g_strdup (gst_cl_camilla_get_word (node, "format", "TEXT"));
  if (!gst_cl_camilla_read_whole (camilla, node, "channel", &channel)
      || !gst_cl_camilla_read_whole (camilla, node, "skip_bytes_lines",
          &conv->skip)
      || !gst_cl_camilla_read_whole (camilla, node, "read_bytes_lines",
          &conv->read))
    return FALSE;
  conv->channel = MIN (channel, G_MAXUINT);
  return TRUE;
}

static gboolean
read_filter (GstClCamilla * camilla, const GstClYaml * node)
{
  const gchar *type = gst_cl_camilla_get_word (node, "type", "");
  const GstClYaml *parameters = gst_cl_yaml_get (node, "parameters");

  if (!gst_cl_camilla_check_names (camilla, node, "type", "parameters",
          "description", NULL))
    return FALSE;
  if (strcmp (type, "Biquad") == 0 && parameters)
    return gst_cl_camilla_read_biquad (camilla, parameters);
  if (strcmp (type, "BiquadCombo") == 0 && parameters)
    return gst_cl_camilla_read_combo (camilla, parameters);
  if (strcmp (type, "Gain") == 0 && parameters)
    return read_gain (camilla, parameters);
  if (strcmp (type, "Conv") == 0 && parameters)
    return read_conv (camilla, parameters);
  return CAMILLA_FAIL (camilla, node, "a filter of type Biquad, BiquadCombo, "
      "Gain or Conv with parameters was expected, not \"%s\"", type);
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

    if (gst_cl_camilla_is_true (step, "bypassed") || !is_for (step, channel))
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
check_pipeline (GstClCamilla * camilla, const GstClYaml * root,
    const GstClYaml * pipeline, const gchar ** all)
{
  const GstClYaml *devices = gst_cl_yaml_get (root, "devices");
  const gchar *text =
      gst_cl_camilla_get_word (gst_cl_yaml_get (devices, "capture"),
      "channels", NULL);
  guint64 n_channels = text ? g_ascii_strtoull (text, NULL, 10) : 0;
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) chain = NULL;
  guint i, k;

  *all = "";
  for (i = 0; i < gst_cl_yaml_count (pipeline); i++) {
    const GstClYaml *step = gst_cl_yaml_item (pipeline, i);
    const gchar *channel = gst_cl_camilla_get_word (step, "channel", NULL);
    const GstClYaml *list = gst_cl_yaml_get (step, "channels");

    if (strcmp (gst_cl_camilla_get_word (step, "type", ""), "Filter") != 0)
      return CAMILLA_FAIL (camilla, step,
          "only steps of type Filter are understood in " "a pipeline");
    if (channel)
      g_hash_table_add (seen, (gpointer) (*all = channel));
    for (k = 0; k < gst_cl_yaml_count (list); k++)
      if ((channel = gst_cl_yaml_item (list, k)->value))
        g_hash_table_add (seen, (gpointer) (*all = channel));
  }
  if (g_hash_table_size (seen) > MAX_CHANNELS)
    return CAMILLA_FAIL (camilla, pipeline, "there are more than %d channels",
        MAX_CHANNELS);
  if (g_hash_table_size (seen) > 0 && n_channels > g_hash_table_size (seen))
    return CAMILLA_FAIL (camilla, pipeline, "only %u of the %" G_GUINT64_FORMAT
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
        return CAMILLA_FAIL (camilla, pipeline, "channels %s and %s have other "
            "filters, but the same curve is for every channel", *all,
            (const gchar *) channel);
    }
  }
  return TRUE;
}

static gboolean
read_chain (GstClCamilla * camilla, const GstClYaml * filters,
    const GPtrArray * chain)
{
  guint i;

  for (i = 0; i < chain->len; i++) {
    const GstClYaml *name = chain->pdata[i];
    const GstClYaml *filter = name->value ? gst_cl_yaml_get (filters,
        name->value) : NULL;

    if (!filter)
      return CAMILLA_FAIL (camilla, name, "there is no filter of this name");
    if (!read_filter (camilla, filter))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_root (GstClCamilla * camilla, const GstClYaml * root)
{
  const GstClYaml *filters = gst_cl_yaml_get (root, "filters");
  const GstClYaml *pipeline = gst_cl_yaml_get (root, "pipeline");
  const GstClYaml *devices = gst_cl_yaml_get (root, "devices");
  guint64 rate = 0;
  guint i;

  if (gst_cl_yaml_count (filters) == 0)
    return CAMILLA_FAIL (camilla, filters ? filters : root,
        "filters were expected");
  if (!camilla->reader->is_curve)
    return CAMILLA_FAIL (camilla, filters, "a filter of type Biquad, "
        "BiquadCombo, Gain or Conv with parameters was expected");
  if (devices
      && !gst_cl_camilla_read_whole (camilla, devices, "samplerate", &rate))
    return FALSE;
  camilla->curve->rate = MIN (rate, G_MAXINT);
  if (gst_cl_yaml_count (pipeline) > 0) {
    const gchar *all;
    g_autoptr (GPtrArray) chain = NULL;

    if (!check_pipeline (camilla, root, pipeline, &all))
      return FALSE;
    chain = get_chain (pipeline, all);
    return read_chain (camilla, filters, chain);
  }
  for (i = 0; i < gst_cl_yaml_count (filters); i++)
    if (!read_filter (camilla, gst_cl_yaml_item (filters, i)))
      return FALSE;
  return TRUE;
}

gboolean
gst_cl_curve_read_camilladsp (GstClCurve * curve, GstClCurveReader * reader,
    GError ** error)
{
  GstClCurveReader shown = { reader->what, };
  GstClCamilla camilla = { curve, &shown, error };
  g_autoptr (GstClYaml) root = gst_cl_yaml_read (reader, error);
  gboolean is_good;

  if (!root)
    return FALSE;
  shown.is_curve = reader->is_curve;
  is_good = read_root (&camilla, root);
  if (is_good && curve->conv && curve->filters->len) {
    shown.number = curve->conv->line;
    gst_cl_curve_set_error (&shown, error, "a Conv and a Biquad cannot be one "
        "response: convolve with one file after the other");
    is_good = FALSE;
  }
  g_free (shown.line);
  return is_good;
}
