/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstfourierbands.c: tells of a #GstFourierInfo that its points are bands. */
#include "fourier-private.h"

/**
 * gst_fourier_info_set_bands:
 * @info: a #GstFourierInfo whose shape has been set
 * @band_scale: how bins are gathered
 * @n_bands: number of bands; with %GST_FOURIER_BAND_SCALE_RADIAL half the
 *   longest of the axes, rounded down, and 1
 *
 * Since: 0.1
 */
void
gst_fourier_info_set_bands (GstFourierInfo * info,
    GstFourierBandScale band_scale, guint n_bands)
{
  g_return_if_fail (info != NULL);
  g_return_if_fail (info->rank
      == (band_scale == GST_FOURIER_BAND_SCALE_RADIAL ? 2 : 1));

  info->band_scale = band_scale;
  info->bins[0] = 1;
  info->bins[info->rank - 1] = n_bands;
}

/**
 * gst_fourier_info_set_band_range:
 * @info: a #GstFourierInfo
 * @low: where bands begin, in hertz; 0: where their scale does
 * @high: where bands end, in hertz; 0: at half the rate
 *
 * Both are rounded to the nine significant digits that caps hold. Of octaves
 * and their fractions these are the bands from the one that holds @low to the
 * one that holds @high.
 *
 * Since: 0.1
 */
void
gst_fourier_info_set_band_range (GstFourierInfo * info, gdouble low,
    gdouble high)
{
  g_return_if_fail (info != NULL);

  info->band_low = gst_fourier_round_param (low);
  info->band_high = gst_fourier_round_param (high);
}

/**
 * gst_fourier_info_set_constant_q:
 * @info: a #GstFourierInfo whose shape has been set
 * @band_scale: %GST_FOURIER_BAND_SCALE_CQT or %GST_FOURIER_BAND_SCALE_VQT
 * @n_bands: number of bands, without edge bands
 * @low: centre of the first band, in hertz
 * @bands_per_octave: 1 to 96
 * @gamma: hertz that are added to the width of each band; 0 with
 *   %GST_FOURIER_BAND_SCALE_CQT
 *
 * @low and @gamma are rounded to the nine significant digits that caps hold. Edge
 * bands are set to none.
 *
 * Since: 0.2
 */
void
gst_fourier_info_set_constant_q (GstFourierInfo * info,
    GstFourierBandScale band_scale, guint n_bands, gdouble low,
    guint bands_per_octave, gdouble gamma)
{
  g_return_if_fail (info != NULL);

  gst_fourier_info_set_bands (info, band_scale, n_bands);
  gst_fourier_info_set_band_range (info, low, 0);
  info->bands_per_octave = bands_per_octave;
  info->gamma = gst_fourier_round_param (gamma);
  info->edge_bands[0] = info->edge_bands[1] = 0;
}
