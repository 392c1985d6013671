/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* constantq.c: translates the fields of a constant-Q stream to the words of the
   engine, and computes its gains. */
#include "constantq.h"

#include <math.h>
#include "clfft/spectrum.h"
#include "opencl/error.h"
#include "spectra.h"

gboolean
gst_cl_spectra_is_constant_q (const GstFourierInfo * info)
{
  return info->band_scale == GST_FOURIER_BAND_SCALE_CQT
      || info->band_scale == GST_FOURIER_BAND_SCALE_VQT;
}

clfft_constant_q_bands
gst_cl_spectra_describe_constant_q (const GstFourierInfo * info)
{
  clfft_constant_q_bands bands = {
    .rate = info->rate,
    .low = info->band_low,
    .n_bands = info->bins[0] - info->edge_bands[0] - info->edge_bands[1],
    .per_octave = info->bands_per_octave,
    .gamma = info->gamma,
    .hop = info->hop,
    .edges = info->quantity == GST_FOURIER_QUANTITY_COMPLEX,
  };

  return bands;
}

gboolean
gst_cl_spectra_check_constant_q (const GstFourierInfo * info,
    clfft_constant_q_layout * layout, GError ** error)
{
  clfft_constant_q_bands bands = gst_cl_spectra_describe_constant_q (info);

  if (!gst_cl_check (clfft_constant_q_find_layout (&bands, layout),
          "The spectra's bands cannot be placed", error))
    return FALSE;
  if (layout->n_below != info->edge_bands[0]
      || layout->n_above != info->edge_bands[1])
    return gst_cl_set_settings_error (error, "edge-bands is <%u, %u>, but the "
        "other fields make it <%u, %u>", info->edge_bands[0],
        info->edge_bands[1], layout->n_below, layout->n_above);
  if (layout->length != info->shape[0])
    return gst_cl_set_settings_error (error, "shape is %u, but the other "
        "fields of constant-Q bands make it %" G_GUINT64_FORMAT,
        info->shape[0], layout->length);
  return TRUE;
}

/* Both are filled where asked for. */
static gboolean
fill (const GstFourierInfo * info, gdouble * centers, gdouble * bandwidths,
    GError ** error)
{
  clfft_constant_q_bands bands = gst_cl_spectra_describe_constant_q (info);
  clfft_constant_q_layout layout;

  return gst_cl_spectra_check_constant_q (info, &layout, error)
      && gst_cl_check (clfft_constant_q_fill (&bands, centers, bandwidths),
      "The spectra's bands cannot be placed", error);
}

gdouble *
gst_cl_spectra_make_constant_q_centers (const GstFourierInfo * info,
    GError ** error)
{
  gdouble *centers = gst_cl_coefficients_new (info->bins[0], "bands", error);

  if (centers && !fill (info, centers, NULL, error))
    g_clear_pointer (&centers, g_free);
  return centers;
}

gdouble *
gst_cl_spectra_make_constant_q_gain (const GstFourierInfo * info,
    GError ** error)
{
  gboolean is_density = info->scaling == GST_FOURIER_SCALING_PSD;
  gdouble level = pow (10, info->calibration / 20);
  guint n = info->bins[0], i;
  gdouble *gain = gst_cl_coefficients_new (2 * (guint64) n, "bands", error);
  gdouble *centers = gain ? gain + n : NULL;

  if (!gain || !fill (info, centers, is_density ? gain : NULL, error)) {
    g_free (gain);
    return NULL;
  }
  /* of a sine of amplitude a, half is in a band, the other at the negative
     frequency */
  if (info->scaling == GST_FOURIER_SCALING_AMPLITUDE)
    level *= 2;
  else if (info->scaling != GST_FOURIER_SCALING_NONE)
    level *= G_SQRT2;
  for (i = 0; i < n; i++)
    gain[i] = level * clfft_weighting_gain ((clfft_weighting) info->weighting,
        centers[i]) / (is_density ? sqrt (gain[i]) : 1);
  return gain;
}
