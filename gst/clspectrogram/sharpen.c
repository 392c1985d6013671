/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* sharpen.c: derives from settings and spectra how power moves to where it comes
   from. */
#include "sharpen.h"

#include <string.h>
#include "element/enums.h"
#include "element/fit/request.h"
#include "element/spectra/spectra.h"
#include "opencl/error.h"
#include "clspectrogram/decor/names.h"

gboolean
gst_cl_spectrogram_sharpen_check_input (const GstClSpectrogramSettings * s,
    gboolean is_audio, GError ** error)
{
  if (is_audio || s->sharpen == GST_CL_SHARPEN_NONE)
    return TRUE;
  return gst_cl_set_request_error (error, "sharpen", "none", "is %s, but the "
      "stream has spectra by one window: only audio can be sharpened",
      gst_cl_enum_nick (GST_TYPE_CL_SHARPEN, s->sharpen));
}

guint
gst_cl_spectrogram_sharpen_get_reach (const GstClSpectrogramSettings * s)
{
  guint hop = gst_cl_stft_settings_get_hop (&s->audio);

  if (s->sharpen != GST_CL_SHARPEN_REASSIGN)
    return 0;
  return (s->audio.size / 2 + hop - 1) / hop;
}

gboolean
gst_cl_spectrogram_sharpen_prepare (GstClSpectrogramSettings * s,
    GError ** error)
{
  guint reach = gst_cl_spectrogram_sharpen_get_reach (s);

  if (reach > CLFFT_SHARPEN_MOST_REACH)
    return gst_cl_set_request_error (error, "sharpen", "squeeze", "is "
        "reassign, but half a size of %u is %u hops: power moves by at most %u",
        s->audio.size, reach, CLFFT_SHARPEN_MOST_REACH);
  s->audio.n_windows = gst_cl_spectrogram_settings_count_windows (s);
  if (s->audio.n_windows > 1)
    s->audio.quantity = GST_FOURIER_QUANTITY_COMPLEX;
  return TRUE;
}

gboolean
gst_cl_spectrogram_sharpen_take_gain (GstClSpectrogramConfig * config,
    const GstClStftConfig * transforms, GError ** error)
{
  guint n = transforms->n_bins;

  if (transforms->n_windows == 1)
    return TRUE;
  config->sum_factor = transforms->sum_factor;
  config->bin_gain = gst_cl_coefficients_new (n, "bins", error);
  if (config->bin_gain)
    memcpy (config->bin_gain, transforms->gain, n * sizeof (gdouble));
  return config->bin_gain != NULL;
}

gboolean
gst_cl_spectrogram_sharpen_describe (const GstClSpectrogramConfig * config,
    clfft_sharpen_desc * desc)
{
  const GstFourierInfo *info = &config->info;

  if (config->settings.sharpen == GST_CL_SHARPEN_NONE)
    return FALSE;
  memset (desc, 0, sizeof *desc);
  desc->sharpening = config->settings.sharpen == GST_CL_SHARPEN_REASSIGN
      ? CLFFT_SHARPENING_REASSIGN : CLFFT_SHARPENING_SQUEEZE;
  desc->length = info->shape[0];
  desc->rate = info->rate;
  desc->complex_input = info->iq;
  desc->rotate = config->rotate;
  desc->n_channels = info->channels;
  desc->axis = config->axis;
  desc->n_cells = config->n_cells;
  desc->gain = config->bin_gain;
  desc->factor = config->sum_factor;
  desc->reach = gst_cl_spectrogram_sharpen_get_reach (&config->settings);
  return TRUE;
}

gchar *
gst_cl_spectrogram_sharpen_make_caption (const GstClSpectrogramConfig * config)
{
  static const gchar *const sharp[] = { "", ", reassigned", ", squeezed" };
  g_autofree gchar *made = gst_cl_spectrogram_make_caption (&config->info,
      config->names);
  g_autofree gchar *smoothing =
      !gst_cl_spectrogram_settings_is_transfer (&config->settings)
      || config->settings.smoothing == 0 ? g_strdup ("")
      : g_strdup_printf (", 1/%u octave", config->settings.smoothing);
  g_autofree gchar *tilt = config->settings.tilt == 0 ? g_strdup ("")
      : gst_cl_strdup_printf (", tilt %g dB/octave", config->settings.tilt);

  return g_strconcat (made, sharp[config->settings.sharpen], tilt, smoothing,
      NULL);
}
