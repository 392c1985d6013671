/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bands.c: makes the bands of a stream from its settings. */
#include "bands.h"

#include <stdlib.h>
#include "element/enums.h"
#include "element/spectra/bands.h"
#include "opencl/error.h"

gboolean
gst_cl_stft_config_fill_bands (GstClStftConfig * config,
    gdouble factor, GError ** error)
{
  const GstClStftSettings *s = &config->settings;
  GstFourierInfo *info = &config->info;
  GstClBandsRequest request = {
    .desc = {
        .scale = s->band_scale,
        .n_bands = s->bands,
        .n = info->shape[0],
        .rate = info->rate,
        .factor = s->band_sum == GST_FOURIER_BAND_SUM_LEVEL ? factor : 0,
        .low = s->band_low,
        .high = s->band_high,
        .mel_scale = s->mel_scale,
        .mel_norm = s->mel_norm,
        .n_tapers = info->tapers,
      },
    .scale_name = gst_cl_enum_nick (GST_TYPE_CL_BAND_SCALE, s->band_scale),
    .no_scale = "bins",
    /* a preset's bands are of its rate, which is reported */
    .notes = config->notes->len == 0 || s->preset == GST_CL_STFT_PRESET_NONE
        ? config->notes : NULL,
  };
  gdouble *centers;

  if (!gst_cl_bands_choose_range (&request, error))
    return FALSE;
  /* the caps have nine digits of it */
  gst_fourier_info_set_band_range (info, s->band_low, request.desc.high);
  request.desc.low = info->band_low;
  request.desc.high = info->band_high;
  if (!gst_cl_bands_make (&request, &config->bands, &centers, error))
    return FALSE;
  free (centers);
  gst_fourier_info_set_bands (info,
      gst_cl_band_scale_to_fourier (s->band_scale), config->bands.n_bands);
  return gst_cl_check (clfft_bands_class_1 (&request.desc, config->window,
          info->window_length, &config->class_1_from),
      "Could not find the class of the bands", error);
}
