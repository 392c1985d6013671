/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bands.c: makes the bands of a stream from its settings. */
#include "bands.h"

#include <stdlib.h>
#include "element/enums.h"
#include "element/fit/request.h"
#include "element/spectra/bands.h"
#include "element/spectra/spectra.h"
#include "front/front-end.h"
#include "opencl/error.h"

/* The range of bands of a zoom, as far as its bins go: half a step around the
   outermost. It is always given, so that caps tell where bands lie without the
   number of bins. */
static gboolean
choose_zoom_range (GstClStftConfig * config, GstClBandsRequest * request,
    GError ** error)
{
  const GstFourierInfo *info = &config->info;
  clfft_bands_desc *desc = &request->desc;
  gdouble bottom = MAX (info->bin_low - info->bin_step / 2, 0);
  gdouble top = MIN (info->rate / 2.0, info->bin_low + (config->n_bins - 0.5)
      * info->bin_step);

  if (bottom == 0 && desc->scale == CLFFT_BAND_SCALE_LOG)
    bottom = info->bin_step / 2;
  if (desc->low >= top)
    return gst_cl_set_request_error (error, "band-low", "0", "is %.9g, but "
        "must be below the end of the zoom, %.9g", desc->low, top);
  if (desc->high != 0 && desc->high <= bottom)
    return gst_cl_set_request_error (error, "band-high", "0", "is %.9g, but "
        "must be above the beginning of the zoom, %.9g", desc->high, bottom);
  if (desc->low != 0 && desc->low < bottom)
    gst_cl_notes_add (config->notes, "band-low", "is %.9g, but bands of this "
        "zoom lie from %.9g Hz on", desc->low, bottom);
  if (desc->high > top)
    gst_cl_notes_add (config->notes, "band-high", "is %.9g, but bands of this "
        "zoom end at %.9g Hz", desc->high, top);
  desc->low = MAX (desc->low, bottom);
  desc->high = desc->high == 0 ? top : MIN (desc->high, top);
  return TRUE;
}

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
        .zoom = gst_cl_spectra_get_zoom (info, config->n_bins),
      },
    .scale_name = gst_cl_enum_nick (GST_TYPE_CL_BAND_SCALE, s->band_scale),
    .no_scale = "bins",
    /* a preset's bands are of its rate, which is reported */
    .notes = config->notes->len == 0 || s->preset == GST_CL_STFT_PRESET_NONE
        ? config->notes : NULL,
  };
  gdouble *centers;

  if (!(info->bin_step > 0 ? choose_zoom_range (config, &request, error)
          : gst_cl_bands_choose_range (&request, error)))
    return FALSE;
  /* the caps have nine digits of it */
  gst_fourier_info_set_band_range (info, request.desc.low, request.desc.high);
  request.desc.low = info->band_low;
  request.desc.high = info->band_high;
  if (!gst_cl_bands_make (&request, &config->bands, &centers, error))
    return FALSE;
  /* octaves of a zoom are those that caps name, whatever its bins hold */
  if (info->bin_step > 0 && clfft_band_scale_fraction (s->band_scale) > 0)
    gst_fourier_info_set_band_range (info, centers[0],
        centers[config->bands.n_bands - 1]);
  free (centers);
  gst_fourier_info_set_bands (info,
      gst_cl_band_scale_to_fourier (s->band_scale), config->bands.n_bands);
  gst_cl_stft_front_end_place_cepstrum (s, info);
  if (info->cepstrum > 0 && info->bins[0] < s->cepstrum)
    gst_cl_notes_add (config->notes, "cepstrum", "is %u, but there are %u "
        "bands: %u is used", s->cepstrum, info->bins[0], info->bins[0]);
  return gst_cl_check (clfft_bands_class_1 (&request.desc, config->window,
          info->window_length, &config->class_1_from),
      "Could not find the class of the bands", error);
}
