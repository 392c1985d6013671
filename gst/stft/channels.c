/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* channels.c: chooses the channels of the input that are transformed. */
#include "config.h"

#include <string.h>
#include "element/fit/request.h"
#include "opencl/error.h"

/* Reads a decimal index and moves *text past it. */
static gboolean
parse_index (const gchar ** text, guint64 * index)
{
  gchar *end;

  if (!g_ascii_isdigit (**text))
    return FALSE;
  *index = g_ascii_strtoull (*text, &end, 10);
  *text = end;
  return TRUE;
}

static void
append_run (GstClStftConfig * config, guint first, guint n_channels,
    guint output)
{
  GstClStftRun *last = config->n_runs > 0
      ? &config->runs[config->n_runs - 1] : NULL;

  if (last && last->first + last->n_channels == first) {
    last->n_channels += n_channels;
    return;
  }
  /* room for a power of two */
  if ((config->n_runs & (config->n_runs - 1)) == 0)
    config->runs = g_renew (GstClStftRun, config->runs,
        MAX (1, 2 * config->n_runs));
  config->runs[config->n_runs++] = (GstClStftRun) {
    first, n_channels, output
  };
}

gboolean
gst_cl_stft_select_read (const gchar ** text, guint64 * next,
    guint64 * first)
{
  guint64 last;

  if (*next > 0)
    (*text)++;                  /* the '+' */
  if (!parse_index (text, first))
    return FALSE;
  last = *first;
  if (**text == '-') {
    (*text)++;
    if (!parse_index (text, &last))
      return FALSE;
  }
  if (*first < *next || last < *first || last >= GST_FOURIER_MAX_CHANNELS)
    return FALSE;
  *next = last + 1;
  return **text == 0 || **text == '+';
}

static void
append_range (GString * text, guint64 first, guint64 last)
{
  g_string_append_printf (text, "%s%" G_GUINT64_FORMAT, text->len ? "+" : "",
      first);
  if (last > first)
    g_string_append_printf (text, "-%" G_GUINT64_FORMAT, last);
}

/* Makes runs of what the selection has of the input's channels; if it has others
   too, the error says what is left, and of nothing the last channel. */
static gboolean
choose_selected (GstClStftConfig * config, guint n_channels,
    guint * n_selected, GError ** error)
{
  const gchar *all = config->settings.channel_select, *text = all;
  g_autoptr (GString) left = g_string_new (NULL);
  guint64 next = 0, first = 0, end;

  *n_selected = 0;
  do {
    if (!gst_cl_stft_select_read (&text, &next, &first))
      g_return_val_if_reached (FALSE);  /* the settings were checked */
    end = MIN (next, n_channels);
    if (first >= end)
      continue;
    append_range (left, first, end - 1);
    append_run (config, first, end - first, *n_selected);
    *n_selected += end - first;
  } while (*text);
  if (next <= n_channels)
    return TRUE;
  if (left->len == 0)
    append_range (left, n_channels - 1, n_channels - 1);
  return gst_cl_set_request_error (error, "channel-select", left->str, "is "
      "\"%s\", but of the input's channels there are only 0 to %u", all,
      n_channels - 1);
}

/* Puts the selection into the stream's description: as it was set or, where the
   format has no room for that, in the shortest way; else nobody tells it. */
static void
describe_select (GstClStftConfig * config)
{
  const gchar *set = config->settings.channel_select;
  g_autoptr (GString) text = g_string_new (NULL);
  guint i;

  for (i = 0; i < config->n_runs; i++) {
    const GstClStftRun *run = &config->runs[i];

    g_string_append_printf (text, "%s%u", i ? "+" : "", run->first);
    if (run->n_channels > 1)
      g_string_append_printf (text, "-%u", run->first + run->n_channels - 1);
  }
  if (strlen (set) <= GST_FOURIER_MAX_CHANNEL_SELECT)
    gst_fourier_info_set_channel_select (&config->info, set);
  else if (text->len <= GST_FOURIER_MAX_CHANNEL_SELECT)
    gst_fourier_info_set_channel_select (&config->info, text->str);
}

/* Finds the reference among the n_outputs channels that were selected, or adds
   it to them. A single channel is compared with itself. */
static gboolean
choose_reference (GstClStftConfig * config, guint n_sources,
    guint n_outputs, GError ** error)
{
  guint wanted = config->settings.reference_channel, i;
  gchar last[GST_CL_REQUEST_NUMBER_SIZE];

  if (wanted >= n_sources)
    return gst_cl_set_request_error (error, "reference-channel",
        gst_cl_request_number (last, n_sources - 1), "is %u, but must be 0 to "
        "%u, a channel of the input", wanted, n_sources - 1);
  config->reference = n_outputs;
  for (i = 0; i < config->n_runs; i++) {
    const GstClStftRun *run = &config->runs[i];

    if (run->first <= wanted && wanted - run->first < run->n_channels)
      config->reference = run->output + wanted - run->first;
  }
  if (config->reference == 0 && n_outputs == 1) {
    gst_cl_notes_add (config->notes, "reference-channel", "is %u, but there "
        "should be 2 channels or more, and 1 is transformed: it is compared "
        "with itself", wanted);
    config->reference = n_outputs;
    /* which the stream cannot tell */
    gst_fourier_info_set_channel_select (&config->info, "");
  }
  if (config->reference == n_outputs) {
    append_run (config, wanted, 1, n_outputs);
    n_outputs++;
  }
  config->channels = n_outputs;
  config->info.channels = n_outputs - 1;
  return TRUE;
}

gboolean
gst_cl_stft_config_choose_channels (GstClStftConfig * config,
    GError ** error)
{
  const GstClStftSettings *s = &config->settings;
  guint n_channels = GST_AUDIO_INFO_CHANNELS (&config->audio);
  guint n_outputs = n_channels;

  if (n_channels > 2 * GST_FOURIER_MAX_CHANNELS)
    return gst_cl_set_settings_error (error, "channels is %u, but must be 1 to "
        "%d", n_channels, 2 * GST_FOURIER_MAX_CHANNELS);
  if (s->iq && n_channels % 2 != 0)
    return gst_cl_set_request_error (error, "iq", "false", "is true, but needs "
        "an even number of channels, not %u", n_channels);
  if (s->channel_mode == GST_FOURIER_CHANNEL_MODE_MID_SIDE && n_channels != 2)
    return gst_cl_set_request_error (error, "channel-mode", "all", "is "
        "mid-side, but needs 2 channels, not %u", n_channels);
  if (s->channel_mode == GST_FOURIER_CHANNEL_MODE_SELECT) {
    if (!choose_selected (config, n_channels, &n_outputs, error))
      return FALSE;
    describe_select (config);
  } else {
    n_outputs = s->iq ? n_channels / 2
        : s->channel_mode == GST_FOURIER_CHANNEL_MODE_MIX ? 1 : n_channels;
    append_run (config, 0, n_outputs, 0);
  }
  if (n_outputs > GST_FOURIER_MAX_CHANNELS)
    return gst_cl_set_settings_error (error, "channels is %u, but must be 1 to "
        "%d", n_outputs, GST_FOURIER_MAX_CHANNELS);
  if (gst_fourier_quantity_has_reference (s->quantity))
    return choose_reference (config, n_channels / (s->iq ? 2 : 1), n_outputs,
        error);
  config->channels = config->info.channels = n_outputs;
  return TRUE;
}
