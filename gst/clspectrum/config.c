/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* config.c: derives the transforms from the settings and the format of the
   input. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "element/caps.h"
#include "element/enums.h"
#include "element/fit/request.h"
#include "element/spectra/bands.h"
#include "element/spectra/spectra.h"
#include "opencl/error.h"

/* Bytes that one dispatch reads or writes at most, if a transform is smaller,
   and transforms; and those that there is room for even if an interval has
   fewer: intervals that end in one buffer go together. */
#define MAX_DISPATCH_SIZE (1 << 20)
#define MAX_DISPATCH_TRANSFORMS 4096
#define MIN_DISPATCH_TRANSFORMS 64

/* Bytes of one transform of all channels: offsets fit 32 bits. */
#define MAX_TRANSFORM_SIZE G_MAXINT32

/* ---- sizes ---- */

gsize
gst_cl_spectrum_config_get_n_points (const GstClSpectrumConfig * config)
{
  return (gsize) config->n_bands * config->n_channels;
}

gsize
gst_cl_spectrum_config_get_input_size (const GstClSpectrumConfig * config)
{
  return (gsize) config->intervals.length
      * GST_AUDIO_INFO_BPF (&config->samples);
}

/* As gst_cl_audio_sample_describe() scales what the device reads. */
static void
choose_samples (GstClSpectrumConfig * config)
{
  const GstAudioInfo *audio = &config->audio;
  gboolean is_legacy =
      config->settings.scaling == GST_FOURIER_SCALING_LEGACY;

  config->samples = *audio;
  if (config->settings.multi_channel || GST_AUDIO_INFO_CHANNELS (audio) == 1)
    return;
  config->mean = gst_cl_sample_mean_find (GST_AUDIO_INFO_FORMAT (audio));
  config->mean_factor = 1.0 / GST_AUDIO_INFO_CHANNELS (audio);
  if (GST_AUDIO_FORMAT_INFO_IS_INTEGER (audio->finfo))
    config->mean_factor /= ldexp (1, GST_AUDIO_INFO_DEPTH (audio) - 1)
        - (is_legacy ? 1 : 0);
  gst_audio_info_set_format (&config->samples, GST_AUDIO_FORMAT_F32,
      GST_AUDIO_INFO_RATE (audio), 1, NULL);
}

/* What is in the way of transforms that are too large. */
static gboolean
refuse_length (const GstClSpectrumConfig * config, guint64 most,
    GError ** error)
{
  const GstClSpectrumSettings *s = &config->settings;
  gboolean is_linear = s->band_scale == CLFFT_BAND_SCALE_BINS;

  return gst_cl_set_property_error (error, is_linear ? "bands" : "size",
      "is %u, but with %d channels of %s must be at most %" G_GUINT64_FORMAT,
      is_linear ? s->bands : s->size, GST_AUDIO_INFO_CHANNELS (&config->audio),
      GST_AUDIO_INFO_NAME (&config->audio), is_linear ? most / 2 + 1 : most);
}

static gboolean
choose_intervals (GstClSpectrumConfig * config, GError ** error)
{
  const GstClSpectrumSettings *s = &config->settings;
  guint rate = GST_AUDIO_INFO_RATE (&config->audio);
  guint64 most = MAX_TRANSFORM_SIZE / GST_AUDIO_INFO_BPF (&config->audio);
  guint length = gst_cl_spectrum_settings_get_length (s, rate);

  if (length > most)
    return refuse_length (config, most, error);
  choose_samples (config);
  config->n_channels = GST_AUDIO_INFO_CHANNELS (&config->samples);
  config->intervals.rate = rate;
  config->intervals.interval = s->interval;
  config->intervals.length = length;
  config->intervals.hop = gst_cl_spectrum_settings_get_hop (s, length);
  return TRUE;
}

static void
choose_batch (GstClSpectrumConfig * config)
{
  guint64 largest = MAX (gst_cl_spectrum_config_get_input_size (config),
      gst_cl_spectrum_config_get_n_points (config) * sizeof (gfloat));
  guint64 n_transforms = CLAMP (MAX_DISPATCH_SIZE / largest, 1,
      MAX_DISPATCH_TRANSFORMS);

  config->max_transforms = MIN (n_transforms, MAX (MIN_DISPATCH_TRANSFORMS,
          gst_cl_intervals_get_max_transforms (&config->intervals)));
}

/* ---- coefficients ---- */

/* Bands that are not the bins; factor makes a sum of power that of a band. */
static gboolean
fill_bands (GstClSpectrumConfig * config, gdouble factor, GError ** error)
{
  const GstClSpectrumSettings *s = &config->settings;
  GstClBandsRequest request = {
    .desc = {
        .scale = s->band_scale,
        .n_bands = clfft_band_scale_fraction (s->band_scale) ? 0 : s->bands,
        .n = config->intervals.length,
        .rate = config->intervals.rate,
        .factor = factor,
        .low = s->band_low,
        .high = s->band_high,
      },
    .scale_name = gst_cl_enum_nick (GST_TYPE_CL_SPECTRUM_BAND_SCALE,
        s->band_scale),
    .no_scale = "linear",
    .notes = config->notes,
  };
  gdouble *centers;
  guint i;

  if (!gst_cl_bands_choose_range (&request, error)
      || !gst_cl_bands_make (&request, &config->bands, &centers, error))
    return FALSE;
  config->n_bands = config->bands.n_bands;
  config->frequencies = g_try_new (gfloat, config->n_bands);
  if (!config->frequencies) {
    free (centers);
    return gst_cl_set_memory_error (error, "No memory for the frequencies of %u "
        "bands", config->n_bands);
  }
  for (i = 0; i < config->n_bands; i++)
    config->frequencies[i] = centers[i];
  free (centers);
  return TRUE;
}

static gboolean
fill_coefficients (GstClSpectrumConfig * config, GError ** error)
{
  const GstClSpectrumSettings *s = &config->settings;
  guint length = config->intervals.length;
  clfft_gain_desc gain;
  GstFourierInfo info;

  gst_fourier_info_init (&info);
  gst_fourier_info_set_shape (&info, 1, &length, GST_FOURIER_SIDES_ONE);
  gst_fourier_info_set_window (&info, clfft_window_name (s->window),
      gst_cl_window_resolve_param (s->window, GST_CL_WINDOW_PARAM_STANDARD));
  info.window_length = length;
  info.rate = config->intervals.rate;
  info.scaling = s->scaling;
  info.calibration = s->calibration;
  config->window = gst_cl_spectra_make_window (&info, 0, NULL, error);
  if (config->window)
    config->gain = gst_cl_spectra_make_gain (&info, info.bins[0],
        config->window, error);
  if (!config->gain)
    return FALSE;
  config->n_bands = length / 2 + 1;
  if (s->band_scale == CLFFT_BAND_SCALE_BINS)
    return TRUE;
  gain = gst_cl_spectra_describe_gain (&info, 0, config->window);
  return fill_bands (config, clfft_band_factor (&gain), error);
}

GstClSpectrumConfig *
gst_cl_spectrum_config_new (const GstClSpectrumSettings * settings,
    const GstAudioInfo * audio, GError ** error)
{
  g_autoptr (GstClSpectrumConfig) config = g_new0 (GstClSpectrumConfig, 1);

  config->settings = *settings;
  config->audio = *audio;
  config->notes = gst_cl_notes_new ();
  if (!gst_cl_spectrum_settings_check (settings, error)
      || !choose_intervals (config, error)
      || !fill_coefficients (config, error))
    return NULL;
  choose_batch (config);
  return g_steal_pointer (&config);
}

void
gst_cl_spectrum_config_free (gpointer data)
{
  GstClSpectrumConfig *config = data;

  if (!config)
    return;
  g_free (config->window);
  g_free (config->gain);
  clfft_bands_clear (&config->bands);
  g_free (config->frequencies);
  g_ptr_array_unref (config->notes);
  g_free (config);
}

/* ---- for the device ---- */

static void
describe_store (const GstClSpectrumConfig * config, GstClSpectrumField field,
    clfft_store * store)
{
  store->sides = CLFFT_SIDES_ONE;
  /* a factor would only blur the angle of values near zero */
  if (field == GST_CL_SPECTRUM_FIELD_PHASE) {
    store->quantity = CLFFT_QUANTITY_PHASE;
    return;
  }
  store->quantity = CLFFT_QUANTITY_POWER;
  store->gain = config->gain;
  store->bands = config->bands;
}

void
gst_cl_spectrum_config_describe (const GstClSpectrumConfig * config,
    GstClSpectrumField field, clfft_desc * desc)
{
  guint n_channels = config->n_channels;
  guint64 length = config->intervals.length;

  memset (desc, 0, sizeof *desc);
  desc->transform = CLFFT_TRANSFORM_R2C;
  desc->rank = 1;
  desc->lengths[0] = length;
  desc->input_strides[0] = n_channels;
  desc->n_loops = 2;
  desc->loops[0].count = n_channels;
  desc->loops[0].input_distance = 1;
  desc->loops[0].output_distance = config->n_bands;
  desc->loops[1].count = config->max_transforms;
  desc->loops[1].input_distance = length * n_channels;
  desc->loops[1].output_distance =
      gst_cl_spectrum_config_get_n_points (config);

  gst_cl_audio_sample_describe (config->samples.finfo,
      config->settings.scaling == GST_FOURIER_SCALING_LEGACY, &desc->load);
  desc->load.lengths[0] = length;
  desc->load.windows[0] = config->window;
  describe_store (config, field, &desc->store);
}
