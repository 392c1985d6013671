/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* transfer.c: see transfer.h. */
#include "transfer.h"

#include <math.h>
#include "element/fit/request.h"

guint
gst_cl_spectrogram_transfer_count_plots (const GstClSpectrogramSettings *
    settings, const GstFourierInfo * info)
{
  return gst_cl_spectrogram_settings_is_transfer (settings)
      ? GST_CL_TRANSFER_N_PLOTS : info->channels;
}

gboolean
gst_cl_spectrogram_transfer_check (const GstClSpectrogramSettings * settings,
    const GstFourierInfo * info, GError ** error)
{
  if (!gst_cl_spectrogram_settings_is_transfer (settings))
    return TRUE;
  if (info->quantity != GST_FOURIER_QUANTITY_COMPLEX || info->rank != 1
      || info->sides != GST_FOURIER_SIDES_ONE || info->bin_step > 0
      || info->band_scale != GST_FOURIER_BAND_SCALE_NONE)
    return gst_cl_set_request_error (error, "mode", "line", "is transfer, but "
        "that is drawn of sound, or of all bins of complex spectra with "
        "sides=one");
  if (info->channels != 2)
    return gst_cl_set_request_error (error, "mode", "line", "is transfer, but "
        "that is of 2 channels, the reference first, and the stream has %u",
        info->channels);
  return TRUE;
}

void
gst_cl_spectrogram_transfer_prepare (GstClSpectrogramSettings * settings)
{
  if (!gst_cl_spectrogram_settings_is_transfer (settings))
    return;
  settings->audio.quantity = GST_FOURIER_QUANTITY_COMPLEX;
  /* the quotient has none of these, but 0 / 0 where one is 0 */
  settings->audio.weighting = GST_FOURIER_WEIGHTING_NONE;
  settings->audio.scaling = GST_FOURIER_SCALING_AMPLITUDE;
}

gchar **
gst_cl_spectrogram_transfer_get_names (void)
{
  static const gchar *const names[] = { "Magnitude",
    "Phase in degrees, without the delay", "Coherence", NULL
  };

  return g_strdupv ((gchar **) names);
}

const GstClDecorRange *
gst_cl_spectrogram_transfer_get_ranges (void)
{
  static const GstClDecorRange ranges[GST_CL_TRANSFER_N_PLOTS] = {
    [GST_CL_TRANSFER_PHASE] = {-180, 180, 90},
    [GST_CL_TRANSFER_COHERENCE] = {0, 1, 0},
  };

  return ranges;
}

void
gst_cl_spectrogram_transfer_fill_edges (const GstClSpectrogramSettings *
    settings, const GstFourierInfo * info, const clfft_axis * axis, guint n,
    gdouble * edges)
{
  gdouble bin = (gdouble) info->rate / info->shape[0];
  gdouble half = settings->smoothing ? exp2 (0.5 / settings->smoothing) : 1;
  guint i;

  for (i = 0; i < n; i++) {
    gdouble middle = clfft_axis_frequency (axis, (i + 0.5) / n);
    gdouble low = clfft_axis_frequency (axis, (gdouble) i / n);
    gdouble high = clfft_axis_frequency (axis, (i + 1.0) / n);

    edges[2 * i] = MIN (low, middle / half) / bin;
    edges[2 * i + 1] = MAX (high, middle * half) / bin;
  }
}
