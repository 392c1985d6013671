/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * frequencies.c: computes which frequencies the axis has, and which bins or
 * bands its steps show.
 */
#include "frequencies.h"

#include <math.h>
#include <string.h>
#include "element/enums.h"
#include "element/fit/request.h"
#include "element/spectra/constantq.h"
#include "element/spectra/spectra.h"
#include "opencl/error.h"

/* Lowest frequency of a log axis, unless a bin is wider: that of hearing. */
#define LOWEST_LOG 20.0

/* Pixels of a bar and its gap when no number of bars is set. */
#define BAR_PITCH 16
#define MOST_BARS 128

/* The bins that a zoom would have up to half the rate; bands end before. */
static guint
count_room (const GstFourierInfo * info)
{
  gdouble n = (info->rate / 2.0 - info->bin_low) / info->bin_step + 1e-6;

  return info->bin_step > 0 ? CLAMP (n, 1, G_MAXINT) : 0;
}

/* Centres of bands, rising. NULL with error. */
static gdouble *
get_centers (const GstFourierInfo * info, GError ** error)
{
  const clfft_band_scale scale =
      gst_cl_band_scale_from_fourier (info->band_scale);
  const clfft_bands_desc desc = {
    .scale = scale,
    .n_bands = clfft_band_scale_fraction (scale) ? 0 : info->bins[0],
    .n = info->shape[0],
    .rate = info->rate,
    .low = info->band_low,
    .high = info->band_high,
    .mel_scale = (clfft_mel_scale) (info->mel % GST_FOURIER_MEL_HTK_AREA),
    .zoom = gst_cl_spectra_get_zoom (info, count_room (info)),
    .no_weights = TRUE,
  };
  gdouble *centers = NULL, *copy = NULL;
  clfft_bands bands;

  if (gst_cl_check (clfft_bands_fill (&desc, &bands, &centers),
          "The spectra's bands cannot be placed", error)) {
    if (bands.n_bands == info->bins[0]) {
      copy = gst_cl_coefficients_new (bands.n_bands, "bands", error);
      if (copy)
        memcpy (copy, centers, bands.n_bands * sizeof *centers);
    } else
      gst_cl_set_settings_error (error, "The spectra have %u bands, but this "
          "rate, shape and band-scale give %u", info->bins[0], bands.n_bands);
  }
  clfft_bands_clear (&bands);
  free (centers);
  return copy;
}

/* The bins' frequencies, rising, and where the lowest is stored. */
static gdouble *
get_frequencies (const GstFourierInfo * info, guint * rotate, GError ** error)
{
  guint n = info->bins[0], k;
  gdouble *frequencies;

  *rotate = 0;
  if (info->cepstrum > 0) {
    gst_cl_set_settings_error (error, "cepstrum is %u, but must be 0: "
        "coefficients of a cepstrum have no frequency", info->cepstrum);
    return NULL;
  }
  if (gst_cl_spectra_is_constant_q (info))
    return gst_cl_spectra_make_constant_q_centers (info, error);
  if (info->band_scale != GST_FOURIER_BAND_SCALE_NONE)
    return get_centers (info, error);
  if (info->sides == GST_FOURIER_SIDES_TWO && info->bin_step == 0)
    *rotate = (n + 1) / 2;
  frequencies = g_try_new (gdouble, n);
  if (!frequencies) {
    gst_cl_set_memory_error (error, "No memory for the frequencies of %u "
        "bins", n);
    return NULL;
  }
  for (k = 0; k < n; k++)
    frequencies[k] = gst_fourier_info_bin_to_frequency (info, 0,
        (k + *rotate) % n);
  return frequencies;
}

/* Notes that a setting exceeds what there is, and what is done instead. */
static void
add_note (GstClSpectrogramConfig * config, const gchar * name,
    gdouble value, const gchar * limit, gdouble used)
{
  gst_cl_notes_add (config->notes, name, "is %.8g, but %s: %.8g is used", value,
      limit, used);
}

static void
add_frequency_note (GstClSpectrogramConfig * config, const gchar * name,
    gdouble value, const clfft_axis * all, gdouble used)
{
  g_autofree gchar *limit = gst_cl_strdup_printf ("the stream has %.8g to %.8g",
      all->low, all->high);

  add_note (config, name, value, limit, used);
}

/* The axis of the whole stream, as far as the scale has a place for it; not
   checked. */
static clfft_axis
get_whole_axis (const GstClSpectrogramConfig * config,
    const gdouble * frequencies)
{
  const GstFourierInfo *info = &config->info;
  gboolean has_bands = info->band_scale != GST_FOURIER_BAND_SCALE_NONE;
  clfft_axis all = { config->settings.frequency_scale, 0, info->rate / 2.0 };

  if (info->bin_step > 0) {
    gdouble first = frequencies[0], last = frequencies[info->bins[0] - 1];

    all.low = has_bands ? MIN (info->band_low, first) : first;
    all.high = has_bands ? MAX (info->band_high, last)
        : last + info->bin_step;
    if (all.scale != CLFFT_AXIS_SCALE_LINEAR)
      all.low = MAX (all.low, 0);
    return all;
  }
  if (all.scale == CLFFT_AXIS_SCALE_LINEAR && info->iq
      && info->sides != GST_FOURIER_SIDES_ONE)
    all.low = -all.high;
  return all;
}

/* Makes the axis from min-frequency to max-frequency, where the stream has
   these. */
static gboolean
choose_axis (GstClSpectrogramConfig * config, const gdouble * frequencies,
    GError ** error)
{
  const GstClSpectrogramSettings *s = &config->settings;
  gdouble min = s->min_frequency, max = s->max_frequency;
  gdouble bin = config->info.bin_step > 0 ? config->info.bin_step
      : (gdouble) config->info.rate / config->info.shape[0];
  clfft_axis all = get_whole_axis (config, frequencies);
  clfft_axis *axis = &config->axis;

  if (min != 0 && max != 0 && min >= max)
    return gst_cl_set_property_error (error, "min-frequency", "is %g, but must "
        "be below max-frequency (%g)", min, max);
  *axis = all;
  if (max > all.low && max <= all.high && max != 0)
    axis->high = max;
  else if (max != 0)
    add_frequency_note (config, "max-frequency", max, &all, axis->high);
  if (axis->scale == CLFFT_AXIS_SCALE_LOG && all.low <= 0)
    axis->low = MIN (MAX (LOWEST_LOG, bin / 2), axis->high / 2);
  if (min >= all.low && min < axis->high && min != 0)
    axis->low = min;
  else if (min != 0)
    add_frequency_note (config, "min-frequency", min, &all, axis->low);
  return gst_cl_check (clfft_axis_check (axis), "Could not make the axis of "
      "frequency-scale, min-frequency and max-frequency", error);
}

static guint
choose_bars (GstClSpectrogramConfig * config)
{
  guint wanted = config->settings.bars, width = config->layout.plot.width;
  g_autofree gchar *limit = NULL;

  if (wanted == 0)
    return CLAMP (width / BAR_PITCH, 1, MOST_BARS);
  if (wanted > width) {
    limit = g_strdup_printf ("the plot is %u pixels wide", width);
    add_note (config, "bars", wanted, limit, width);
  }
  return MIN (wanted, width);
}

static guint
choose_n_cells (GstClSpectrogramConfig * config)
{
  switch (config->settings.mode) {
    case GST_CL_SPECTROGRAM_MODE_WATERFALL:
      return config->layout.plot.height;
    case GST_CL_SPECTROGRAM_MODE_LINE:
    case GST_CL_SPECTROGRAM_MODE_TRANSFER:
      return config->layout.plot.width;
    default:
      return choose_bars (config);
  }
}

static clfft_axis_scale
axis_scale_from_bands (GstFourierBandScale scale)
{
  switch (scale) {
    case GST_FOURIER_BAND_SCALE_MEL:
      return CLFFT_AXIS_SCALE_MEL;
    case GST_FOURIER_BAND_SCALE_BARK:
      return CLFFT_AXIS_SCALE_BARK;
    case GST_FOURIER_BAND_SCALE_ERB:
      return CLFFT_AXIS_SCALE_ERB;
    case GST_FOURIER_BAND_SCALE_BINS:
      return CLFFT_AXIS_SCALE_LINEAR;
    default:
      return CLFFT_AXIS_SCALE_LOG;
  }
}

/* The edges of bands, halfway between their centres on their own scale; what
   falls below 0 by rounding is 0. None if a single band has no neighbour. */
static gboolean
make_edges (const GstFourierInfo * info, const gdouble * centers,
    gdouble ** all, GError ** error)
{
  guint n = info->bins[0], k;
  clfft_axis scale = { axis_scale_from_bands (info->band_scale), centers[0],
    centers[n - 1]
  };
  g_autofree gdouble *places = NULL;
  gdouble *edges;

  if (info->band_scale == GST_FOURIER_BAND_SCALE_NONE || n < 2)
    return TRUE;
  edges = *all = gst_cl_coefficients_new (n + 1, "edges of bands", error);
  places = edges ? gst_cl_coefficients_new (n, "places of bands", error) : NULL;
  if (!places)
    return FALSE;
  for (k = 0; k < n; k++)
    places[k] = clfft_axis_position (&scale, centers[k]);
  for (k = 1; k < n; k++)
    edges[k] = clfft_axis_frequency (&scale, (places[k - 1] + places[k]) / 2);
  edges[0] = MAX (0, clfft_axis_frequency (&scale,
          (3 * places[0] - places[1]) / 2));
  edges[n] = clfft_axis_frequency (&scale,
      (3 * places[n - 1] - places[n - 2]) / 2);
  return TRUE;
}

/* Makes the axis that of the bands, whose scale gives each the same room: those
   whose centres lie on the axis chosen so far. Changes nothing if another scale
   is set, or none lies there. */
static void
choose_bands_axis (GstClSpectrogramConfig * config, const gdouble * centers,
    const gdouble * edges)
{
  const GstFourierInfo *info = &config->info;
  guint first = info->edge_bands[0];
  guint end = info->bins[0] - info->edge_bands[1];

  if (!edges || config->settings.frequency_scale != CLFFT_AXIS_SCALE_LINEAR)
    return;
  while (first < end && centers[first] < config->axis.low)
    first++;
  while (end > first && centers[end - 1] > config->axis.high)
    end--;
  if (end == first)
    return;
  config->axis.scale = axis_scale_from_bands (info->band_scale);
  config->axis.low = edges[first];
  config->axis.high = edges[end];
  config->first_band = first;
  config->n_bands = end - first;
}

/* Gives each band on the axis a bar, unless another number is set or there is
   no room. */
static gboolean
make_bars_of_bands (GstClSpectrogramConfig * config)
{
  const GstClSpectrogramSettings *s = &config->settings;
  guint i;

  if (config->n_bands == 0 || config->n_bands > config->layout.plot.width
      || s->mode != GST_CL_SPECTROGRAM_MODE_BARS || s->bars != 0)
    return FALSE;
  config->n_cells = config->n_bands;
  config->cells = g_new0 (clfft_cell, config->n_cells);
  for (i = 0; i < config->n_cells; i++) {
    config->cells[i].first = config->first_band + i;
    config->cells[i].count = 1;
  }
  return TRUE;
}

/* The parts of an octave whose centres a log axis of such bands names. */
static guint
get_octave_parts (const GstClSpectrogramConfig * config)
{
  if (config->axis.scale != CLFFT_AXIS_SCALE_LOG
      || config->info.band_scale == GST_FOURIER_BAND_SCALE_NONE)
    return 0;
  return MIN (3, clfft_band_scale_fraction (gst_cl_band_scale_from_fourier
          (config->info.band_scale)));
}

static gboolean
make_cells (GstClSpectrogramConfig * config, const gdouble * frequencies,
    const gdouble * edges, GError ** error)
{
  clfft_cells_desc desc = {
    .axis = config->axis,
    .n_bins = config->info.bins[0],
    .frequencies = frequencies,
    .no_interpolation =
        config->info.band_scale != GST_FOURIER_BAND_SCALE_NONE,
    .edges = edges,
  };

  config->n_cells = desc.n_cells = choose_n_cells (config);
  config->cells = g_new (clfft_cell, config->n_cells);
  return gst_cl_check (clfft_cells_fill (&desc, config->cells),
      "Could not place the bins on the axis", error);
}

/* Where tilt changes no level, in hertz. */
#define TILT_CENTER 1000.0

/* The tilt of bins of these frequencies; one nearer to 0 Hz than half a bin
   counts as there. */
static gboolean
make_gains (GstClSpectrogramConfig * config, const gdouble * frequencies,
    guint n, GError ** error)
{
  gdouble least = config->info.rate / 2.0 / config->info.shape[0];
  guint k;

  if (config->settings.tilt == 0)
    return TRUE;
  config->gains = gst_cl_coefficients_new (n, "gains", error);
  for (k = 0; config->gains && k < n; k++)
    config->gains[k] = config->settings.tilt
        * log2 (MAX (fabs (frequencies[k]), least) / TILT_CENTER);
  return config->gains != NULL;
}

/* Cells of levels that are made for them: each shows itself. */
static gboolean
make_own_cells (GstClSpectrogramConfig * config, GError ** error)
{
  guint n = config->n_cells = choose_n_cells (config), i;
  g_autofree gdouble *middles = gst_cl_coefficients_new (n, "cells", error);

  if (!middles)
    return FALSE;
  config->cells = g_new0 (clfft_cell, n);
  for (i = 0; i < n; i++) {
    config->cells[i] = (clfft_cell) {.first = i,.count = 1};
    middles[i] = clfft_axis_frequency (&config->axis, (i + 0.5) / n);
  }
  return make_gains (config, middles, n, error);
}

gboolean
gst_cl_spectrogram_place_bins (GstClSpectrogramConfig * config,
    GError ** error)
{
  g_autofree gdouble *frequencies =
      get_frequencies (&config->info, &config->rotate, error);
  g_autofree gdouble *edges = NULL;

  if (!frequencies || !choose_axis (config, frequencies, error))
    return FALSE;
  if (gst_cl_spectrogram_config_has_cells (config))
    return make_own_cells (config, error);
  if (!make_gains (config, frequencies, config->info.bins[0], error))
    return FALSE;
  if (!make_edges (&config->info, frequencies, &edges, error))
    return FALSE;
  choose_bands_axis (config, frequencies, edges);
  config->octave_parts = get_octave_parts (config);
  return make_bars_of_bands (config)
      || make_cells (config, frequencies, edges, error);
}
