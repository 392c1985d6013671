/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bands.c: makes the bands of a stream from its settings, and compares them with
   what was asked for. */
#include "bands.h"

#include <math.h>
#include <stdlib.h>
#include "element/enums.h"
#include "opencl/error.h"

/* Keeps the range of bands within the stream. */
static gboolean
choose_band_range (GstClAudioFftConfig * config, GError ** error)
{
  const GstClAudioFftSettings *s = &config->settings;
  GstFourierInfo *info = &config->info;
  gdouble nyquist = info->rate / 2.0;

  gst_fourier_info_set_band_range (info, s->band_low, s->band_high);
  if (info->band_low >= nyquist) {
    gst_cl_set_settings_error (error, "band-low is %.9g, but must be below "
        "half the rate, %.9g", s->band_low, nyquist);
    return FALSE;
  }
  if (info->band_high >= nyquist)
    info->band_high = 0;
  return TRUE;
}

/* Notes that the range that was asked for has more than the stream. */
static void
compare_band_range (GstClAudioFftConfig * config, const gdouble * centers)
{
  const GstClAudioFftSettings *s = &config->settings;
  guint fraction = clfft_band_scale_fraction (s->band_scale);
  gdouble low = s->band_low, high = config->info.rate / 2.0;

  if (fraction > 0) {
    gdouble half = pow (10, 0.15 / fraction);

    /* the edges; nine digits of a wish on one are not all of it */
    low = centers[0] / half * (1 - 1e-8);
    high = centers[config->bands.n_bands - 1] * half * (1 + 1e-8);
  }
  if ((s->band_low == 0 || s->band_low >= low) && s->band_high <= high)
    return;
  config->warning = gst_cl_strdup_printf ("band-low is %.9g and band-high "
      "%.9g, but with this rate and size bands lie from %.4g to %.5g Hz",
      s->band_low, s->band_high, low, high);
}

gboolean
gst_cl_audio_fft_config_fill_bands (GstClAudioFftConfig * config,
    gdouble factor, GError ** error)
{
  const GstClAudioFftSettings *s = &config->settings;
  GstFourierInfo *info = &config->info;
  clfft_bands_desc desc = {
    .scale = s->band_scale,
    .n_bands = s->bands,
    .n = info->shape[0],
    .rate = info->rate,
    .factor = s->band_sum == GST_FOURIER_BAND_SUM_LEVEL ? factor : 0,
    .mel_scale = s->mel_scale,
    .mel_norm = s->mel_norm,
  };
  gdouble *centers;

  if (!choose_band_range (config, error))
    return FALSE;
  desc.low = info->band_low;
  desc.high = info->band_high;
  if (!gst_cl_check (clfft_bands_fill (&desc, &config->bands, &centers),
          "Could not make bands of band-scale and bands", error))
    return FALSE;
  compare_band_range (config, centers);
  free (centers);
  gst_fourier_info_set_bands (info, gst_cl_band_scale_to_fourier (s->band_scale),
      config->bands.n_bands);
  return gst_cl_check (clfft_bands_class_1 (&desc, config->window,
          info->window_length, &config->class_1_from),
      "Could not find the class of the bands", error);
}
