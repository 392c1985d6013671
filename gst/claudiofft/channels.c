/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* channels.c: chooses the channels of the input that are transformed. */
#include "config.h"

#include "element/enums.h"
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

/* "0-3+7": rising indices and ranges. */
static gboolean
parse_select (GstClAudioFftConfig * config, guint n_channels,
    guint * n_selected)
{
  const gchar *text = config->settings.channel_select;
  guint64 next = 0, first, last;

  *n_selected = 0;
  do {
    if (*n_selected > 0)
      text++;                   /* the '+' */
    if (!parse_index (&text, &first))
      return FALSE;
    last = first;
    if (*text == '-') {
      text++;
      if (!parse_index (&text, &last))
        return FALSE;
    }
    if (first < next || last < first || last >= n_channels)
      return FALSE;
    config->runs[config->n_runs].first = first;
    config->runs[config->n_runs].n_channels = last - first + 1;
    config->runs[config->n_runs].output = *n_selected;
    config->n_runs++;
    *n_selected += last - first + 1;
    next = last + 1;
  } while (*text == '+');
  return *text == 0;
}

/* Finds the reference among the n_outputs channels that were selected, or adds
   it to them. */
static gboolean
choose_reference (GstClAudioFftConfig * config, guint n_sources,
    guint n_outputs, GError ** error)
{
  const gchar *quantity = gst_cl_enum_nick (GST_TYPE_FOURIER_QUANTITY,
      config->settings.quantity);
  guint wanted = config->settings.reference_channel, i;

  if (wanted >= n_sources) {
    gst_cl_set_settings_error (error, "reference-channel is %u, but must be 0 "
        "to %u, a channel of the input", wanted, n_sources - 1);
    return FALSE;
  }
  config->reference = n_outputs;
  for (i = 0; i < config->n_runs; i++) {
    const GstClAudioFftRun *run = &config->runs[i];

    if (run->first <= wanted && wanted - run->first < run->n_channels)
      config->reference = run->output + wanted - run->first;
  }
  if (config->reference == n_outputs) {
    config->runs[config->n_runs++] = (GstClAudioFftRun) {
      wanted, 1, n_outputs
    };
    n_outputs++;
  }
  if (n_outputs < 2) {
    gst_cl_set_settings_error (error, "reference-channel is %u, but with "
        "quantity=%s there must be another channel to compare with it", wanted,
        quantity);
    return FALSE;
  }
  config->channels = n_outputs;
  config->info.channels = n_outputs - 1;
  return TRUE;
}

gboolean
gst_cl_audio_fft_config_choose_channels (GstClAudioFftConfig * config,
    GError ** error)
{
  const GstClAudioFftSettings *s = &config->settings;
  guint n_channels = GST_AUDIO_INFO_CHANNELS (&config->audio);
  guint n_outputs = n_channels;

  if (n_channels > 2 * GST_FOURIER_MAX_CHANNELS) {
    gst_cl_set_settings_error (error, "channels is %u, but must be 1 to %d",
        n_channels, 2 * GST_FOURIER_MAX_CHANNELS);
    return FALSE;
  }
  if (s->iq && n_channels % 2 != 0) {
    gst_cl_set_settings_error (error, "iq is true, but needs an even number of "
        "channels, not %u", n_channels);
    return FALSE;
  }
  if (s->channel_mode == GST_FOURIER_CHANNEL_MODE_MID_SIDE && n_channels != 2) {
    gst_cl_set_settings_error (error, "channel-mode is mid-side, but needs 2 "
        "channels, not %u", n_channels);
    return FALSE;
  }
  if (s->channel_mode == GST_FOURIER_CHANNEL_MODE_SELECT) {
    if (!parse_select (config, n_channels, &n_outputs)) {
      gst_cl_set_settings_error (error, "channel-select is \"%s\", but must be "
          "rising indices or ranges of 0 to %u, as in 0-3+7",
          s->channel_select, n_channels - 1);
      return FALSE;
    }
  } else {
    n_outputs = s->iq ? n_channels / 2
        : s->channel_mode == GST_FOURIER_CHANNEL_MODE_MIX ? 1 : n_channels;
    config->runs[0].n_channels = n_outputs;
    config->n_runs = 1;
  }
  if (n_outputs > GST_FOURIER_MAX_CHANNELS) {
    gst_cl_set_settings_error (error, "channels is %u, but must be 1 to %d",
        n_outputs, GST_FOURIER_MAX_CHANNELS);
    return FALSE;
  }
  if (gst_fourier_quantity_has_reference (s->quantity))
    return choose_reference (config, n_channels / (s->iq ? 2 : 1), n_outputs,
        error);
  config->channels = config->info.channels = n_outputs;
  return TRUE;
}
