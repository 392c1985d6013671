/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * camilladsp.c: the filters of CamillaDSP's configurations (Biquad and
 * BiquadCombo, Gain and Conv), all of them, or those that the pipeline names
 * for every channel alike.
 */
#include "camilladsp.h"

#include <math.h>
#include <string.h>

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

  for (i = 0; i < gst_cl_yaml_count (list); i++) {
    const GstClYaml *item = gst_cl_yaml_item (list, i);
    gchar *at = item->value;
    gdouble number;

    if (!at || !gst_cl_curve_scan_number (&at, &number) || *at)
      return CAMILLA_FAIL (camilla, item, "a number was expected");
    if (!gst_cl_numbers_add (&conv->values, number))
      return CAMILLA_FAIL (camilla, item, "there is no memory for it");
  }
  return conv->values.n > 0
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

/**
 * Channel:
 * @chain: names of filters, each once for each use
 * @step: the last one that was for this channel, from 1
 */
typedef struct
{
  const gchar *name;
  GPtrArray *chain;
  guint step;
} Channel;

static void
free_channel (gpointer data)
{
  Channel *channel = data;

  g_ptr_array_unref (channel->chain);
  g_free (channel);
}

static Channel *
add_channel (GHashTable * channels, const gchar * name)
{
  Channel *channel = g_new0 (Channel, 1);

  channel->name = name;
  channel->chain = g_ptr_array_new ();
  g_hash_table_insert (channels, (gpointer) name, channel);
  return channel;
}

/* A step filters a channel: once, however often it names it. */
static gboolean
add_names (GstClCamilla * camilla, const GstClYaml * step, guint number,
    Channel * channel)
{
  const GstClYaml *names = gst_cl_yaml_get (step, "names");
  guint k;

  if (channel->step == number)
    return TRUE;
  channel->step = number;
  for (k = 0; k < gst_cl_yaml_count (names); k++) {
    if (channel->chain->len >= GST_CL_CURVE_MAX_FILTERS)
      return CAMILLA_FAIL (camilla, step, "a channel has more than %d filters",
          GST_CL_CURVE_MAX_FILTERS);
    g_ptr_array_add (channel->chain, (gpointer) gst_cl_yaml_item (names, k));
  }
  return TRUE;
}

/* The channels that a step names: one, or a list. */
static guint
count_channels (const GstClYaml * step)
{
  return gst_cl_yaml_get (step, "channel") ? 1
      : gst_cl_yaml_count (gst_cl_yaml_get (step, "channels"));
}

/* NULL: it is no name. */
static const gchar *
get_channel (const GstClYaml * step, guint i)
{
  const GstClYaml *one = gst_cl_yaml_get (step, "channel");

  return one ? one->value
      : gst_cl_yaml_item (gst_cl_yaml_get (step, "channels"), i)->value;
}

/* Adds the channels that the steps name, within the limits; `*last` is one of
   them, or that of all where none is named. */
static gboolean
find_channels (GstClCamilla * camilla, const GstClYaml * pipeline,
    GHashTable * channels, Channel ** last)
{
  guint i, k;

  if (gst_cl_yaml_count (pipeline) > GST_CL_CURVE_MAX_STEPS)
    return CAMILLA_FAIL (camilla, pipeline, "there are more than %d steps",
        GST_CL_CURVE_MAX_STEPS);
  for (i = 0; i < gst_cl_yaml_count (pipeline); i++) {
    const GstClYaml *step = gst_cl_yaml_item (pipeline, i);

    if (strcmp (gst_cl_camilla_get_word (step, "type", ""), "Filter") != 0)
      return CAMILLA_FAIL (camilla, step,
          "only steps of type Filter are understood in a pipeline");
    for (k = 0; k < count_channels (step); k++) {
      const gchar *name = get_channel (step, k);

      if (name && !(*last = g_hash_table_lookup (channels, name)))
        *last = add_channel (channels, name);
      if (k >= GST_CL_CURVE_MAX_CHANNELS
          || g_hash_table_size (channels) > GST_CL_CURVE_MAX_CHANNELS)
        return CAMILLA_FAIL (camilla, step, "there are more than %d channels",
            GST_CL_CURVE_MAX_CHANNELS);
    }
  }
  if (g_hash_table_size (channels) == 0)
    *last = add_channel (channels, "");
  return TRUE;
}

/* Each channel's chain, in one pass over the steps: one that names no channel is
   for all. */
static gboolean
fill_chains (GstClCamilla * camilla, const GstClYaml * pipeline,
    GHashTable * channels)
{
  GHashTableIter iter;
  gpointer channel;
  guint i, k;

  for (i = 0; i < gst_cl_yaml_count (pipeline); i++) {
    const GstClYaml *step = gst_cl_yaml_item (pipeline, i);
    guint n = count_channels (step);

    if (gst_cl_camilla_is_true (step, "bypassed"))
      continue;
    for (k = 0; k < n; k++)
      if (get_channel (step, k) && !add_names (camilla, step, i + 1,
              g_hash_table_lookup (channels, get_channel (step, k))))
        return FALSE;
    g_hash_table_iter_init (&iter, channels);
    while (n == 0 && g_hash_table_iter_next (&iter, NULL, &channel))
      if (!add_names (camilla, step, i + 1, channel))
        return FALSE;
  }
  return TRUE;
}

static gboolean
is_equal (const GPtrArray * a, const GPtrArray * b)
{
  guint i;

  for (i = 0; i < MIN (a->len, b->len); i++)
    if (a->pdata[i] != b->pdata[i]
        && g_strcmp0 (((GstClYaml *) a->pdata[i])->value,
            ((GstClYaml *) b->pdata[i])->value) != 0)
      return FALSE;
  return a->len == b->len;
}

/* Whether the pipeline only filters, every channel alike; `*all` gets a channel
   that stands for all. */
static gboolean
check_pipeline (GstClCamilla * camilla, const GstClYaml * root,
    const GstClYaml * pipeline, GHashTable * channels, Channel ** all)
{
  const GstClYaml *devices = gst_cl_yaml_get (root, "devices");
  const gchar *text =
      gst_cl_camilla_get_word (gst_cl_yaml_get (devices, "capture"),
      "channels", NULL);
  guint64 n_channels = text ? g_ascii_strtoull (text, NULL, 10) : 0;
  GHashTableIter iter;
  gpointer other;

  if (!find_channels (camilla, pipeline, channels, all)
      || !fill_chains (camilla, pipeline, channels))
    return FALSE;
  if (*(*all)->name && n_channels > g_hash_table_size (channels))
    return CAMILLA_FAIL (camilla, pipeline, "only %u of the %" G_GUINT64_FORMAT
        " channels are filtered, but the same curve is for every channel",
        g_hash_table_size (channels), n_channels);
  g_hash_table_iter_init (&iter, channels);
  while (g_hash_table_iter_next (&iter, NULL, &other))
    if (!is_equal ((*all)->chain, ((Channel *) other)->chain))
      return CAMILLA_FAIL (camilla, pipeline, "channels %s and %s have other "
          "filters, but the same curve is for every channel", (*all)->name,
          ((Channel *) other)->name);
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
    if (!gst_cl_curve_may_go_on (camilla->reader)
        || !read_filter (camilla, filter))
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
    g_autoptr (GHashTable) channels = g_hash_table_new_full (g_str_hash,
        g_str_equal, NULL, free_channel);
    Channel *all = NULL;

    return check_pipeline (camilla, root, pipeline, channels, &all)
        && read_chain (camilla, filters, all->chain);
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
  GstClCurveReader shown = { reader->what,.cancelled = reader->cancelled };
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
