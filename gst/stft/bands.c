/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bands.c: makes the bands of a stream from its settings, and compares them with
   what was asked for. */
#include "bands.h"

#include <math.h>
#include <stdlib.h>
#include "element/enums.h"
#include "element/fit/request.h"
#include "opencl/error.h"

/* Keeps the range of bands within the stream. */
static gboolean
choose_band_range (GstClStftConfig * config, GError ** error)
{
  const GstClStftSettings *s = &config->settings;
  GstFourierInfo *info = &config->info;
  gdouble nyquist = info->rate / 2.0;

  gst_fourier_info_set_band_range (info, s->band_low, s->band_high);
  if (info->band_low >= nyquist)
    return gst_cl_set_request_error (error, "band-low", "0", "is %.9g, but "
        "must be below half the rate, %.9g", s->band_low, nyquist);
  if (info->band_high >= nyquist)
    info->band_high = 0;
  return TRUE;
}

/* Notes that the range that was asked for has more than the stream. */
static void
compare_band_range (GstClStftConfig * config, const gdouble * centers)
{
  const GstClStftSettings *s = &config->settings;
  guint fraction = clfft_band_scale_fraction (s->band_scale);
  gdouble low = s->band_low, high = config->info.rate / 2.0;
  const gchar *text = "is %.9g, but with this rate and size bands lie from "
      "%.4g to %.5g Hz";

  if (fraction > 0) {
    gdouble half = pow (10, 0.15 / fraction);

    /* the edges; nine digits of a request on one are not all of it */
    low = centers[0] / half * (1 - 1e-8);
    high = centers[config->bands.n_bands - 1] * half * (1 + 1e-8);
  }
  if (s->band_low != 0 && s->band_low < low)
    gst_cl_notes_add (config->notes, "band-low", text, s->band_low, low, high);
  if (s->band_high > high)
    gst_cl_notes_add (config->notes, "band-high", text, s->band_high, low,
        high);
}

/* Notes triangles that lie between two bins: their sums are 0. */
static void
note_empty (GstClStftConfig * config, const gdouble * centers)
{
  const clfft_bands *bands = &config->bands;
  guint n = 0, first = 0, i;

  for (i = bands->n_bands; i-- > 0;)
    if (bands->first[i + 1] == bands->first[i]) {
      first = i;
      n++;
    }
  if (n == 0)
    return;
  gst_cl_notes_add (config->notes, "bands", "is %u, but %u of them hold no bin "
      "and are 0, from the one at %.5g Hz on: bins are %.5g Hz apart",
      bands->n_bands, n, centers[first], (gdouble) config->info.rate
      / config->info.shape[0]);
}

static gboolean
fits (clfft_bands_desc desc, guint n_bands, gdouble low, gdouble high)
{
  clfft_bands bands;
  gboolean done;

  desc.n_bands = n_bands;
  desc.low = low;
  desc.high = high;
  done = clfft_bands_fill (&desc, &bands, NULL) == CLFFT_STATUS_OK;
  clfft_bands_clear (&bands);
  return done;
}

/* The most bands of bins that there are in the range; 0: none. */
static guint
count_bands (const clfft_bands_desc * desc)
{
  guint low = 0, high = desc->n_bands;

  while (high - low > 1) {
    guint middle = low + (high - low) / 2;

    if (fits (*desc, middle, desc->low, desc->high))
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Says what can be done of bands that cannot be made: fewer of them, from or to
   another frequency, or none. */
static void
refuse (const GstClStftConfig * config, const clfft_bands_desc * desc,
    GError ** error)
{
  const GstClStftSettings *s = &config->settings;
  g_autofree gchar *reason = g_strdup (clfft_last_error ());
  gchar most[GST_CL_REQUEST_NUMBER_SIZE];
  guint n = desc->scale == CLFFT_BAND_SCALE_BINS ? count_bands (desc) : 0;

  if (n > 0)
    gst_cl_set_request_error (error, "bands", gst_cl_request_number (most, n),
        "is %u, but %s", s->bands, reason);
  else if (desc->low > 0 && (desc->high == 0
          || fits (*desc, MIN (desc->n_bands, 1), 0, desc->high)
          || !fits (*desc, MIN (desc->n_bands, 1), desc->low, 0)))
    gst_cl_set_request_error (error, "band-low", "0", "is %.9g, but %s",
        s->band_low, reason);
  else if (desc->high > 0)
    gst_cl_set_request_error (error, "band-high", "0", "is %.9g, but %s",
        s->band_high, reason);
  else
    gst_cl_set_request_error (error, "band-scale", desc->n_bands ? NULL :
        "bins", "is %s, but %s", gst_cl_enum_nick (GST_TYPE_CL_BAND_SCALE,
            s->band_scale), reason);
}

gboolean
gst_cl_stft_config_fill_bands (GstClStftConfig * config,
    gdouble factor, GError ** error)
{
  const GstClStftSettings *s = &config->settings;
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
  clfft_status status;

  if (!choose_band_range (config, error))
    return FALSE;
  desc.low = info->band_low;
  desc.high = info->band_high;
  status = clfft_bands_fill (&desc, &config->bands, &centers);
  if (status == CLFFT_STATUS_INVALID) {
    refuse (config, &desc, error);
    return FALSE;
  }
  if (!gst_cl_check (status, "Could not make bands of band-scale and bands",
          error))
    return FALSE;
  /* a preset's bands are of its rate, which is reported */
  if (config->notes->len == 0 || s->preset == GST_CL_STFT_PRESET_NONE) {
    compare_band_range (config, centers);
    note_empty (config, centers);
  }
  free (centers);
  gst_fourier_info_set_bands (info,
      gst_cl_band_scale_to_fourier (s->band_scale), config->bands.n_bands);
  return gst_cl_check (clfft_bands_class_1 (&desc, config->window,
          info->window_length, &config->class_1_from),
      "Could not find the class of the bands", error);
}
