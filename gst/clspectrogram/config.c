/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * config.c: what follows from settings, spectra and picture.
 */
#include "config.h"

#include <math.h>
#include <string.h>
#include "pixels.h"
#include "opencl/error.h"
#include "element/enums.h"
#include "clspectrogram/decor/decor.h"
#include "clspectrogram/decor/names.h"

/* Lowest frequency of a log axis, unless a bin is wider: that of hearing. */
#define LOWEST_LOG 20.0

/* Pixels of a bar and its gap when their number is ours to choose. */
#define BAR_PITCH 16
#define MOST_BARS 128

/* ---- where ---- */

gboolean
gst_cl_spectrogram_make_layout (const GstClSpectrogramSettings * settings,
    const GstVideoInfo * video, const GstFourierInfo * info,
    GstClSpectrogramLayout * layout, GError ** error)
{
  guint n_channels = info->channels;
  GstClSpectrogramLayoutParams params = {
    .width = GST_VIDEO_INFO_WIDTH (video),
    .height = GST_VIDEO_INFO_HEIGHT (video),
    .n_channels = n_channels,
    .axes = settings->axes,
    .legend = settings->legend
        && settings->mode == GST_CL_SPECTROGRAM_MODE_WATERFALL,
    /* the caption tells the name of one */
    .no_names = n_channels == 1,
    .aspect = gst_cl_spectrogram_plane_get_aspect (info),
  };

  if (gst_cl_spectrogram_layout_make (&params, layout))
    return TRUE;
  gst_cl_set_settings_error (error, "The picture is %u x %u pixels, but the "
      "plots of %u channels need at least 1 x %u", params.width, params.height,
      n_channels, n_channels);
  return FALSE;
}

/* ---- when ---- */

static guint
get_column_samples (const GstClSpectrogramSettings * settings,
    guint plot_width, guint rate, guint hop)
{
  gdouble samples = (gdouble) settings->time_span / GST_SECOND * rate
      / plot_width;

  if (settings->time_span == 0)
    return hop;
  return (guint) CLAMP (round (samples), 1, G_MAXINT);
}

guint
gst_cl_spectrogram_choose_hop (const GstClSpectrogramSettings * settings,
    const GstVideoInfo * video, guint plot_width, guint rate,
    GstClockTime duration)
{
  guint most = gst_cl_audio_fft_settings_get_hop (&settings->audio);
  guint64 wanted = most;

  if (settings->audio.hop > 0)
    return most;
  if (settings->mode != GST_CL_SPECTROGRAM_MODE_WATERFALL)
    wanted = gst_util_uint64_scale_int (rate, GST_VIDEO_INFO_FPS_D (video),
        MAX (1, GST_VIDEO_INFO_FPS_N (video)));
  else if (settings->slide != GST_CL_SPECTROGRAM_SLIDE_WHOLE)
    wanted = get_column_samples (settings, plot_width, rate, most);
  else if (GST_CLOCK_TIME_IS_VALID (duration))
    wanted = gst_util_uint64_scale (duration, rate, GST_SECOND) / plot_width;
  return CLAMP (wanted, 1, most);
}

static gboolean
check_rate (const GstClSpectrogramConfig * config, GError ** error)
{
  if (gst_cl_spectrogram_settings_is_whole (&config->settings)
      || GST_VIDEO_INFO_FPS_N (&config->video) > 0)
    return TRUE;
  gst_cl_set_settings_error (error, "framerate is 0/1, but must be above 0 "
      "unless mode is waterfall and slide whole");
  return FALSE;
}

/* ---- which frequencies ---- */

static gboolean
check_spectra (const GstFourierInfo * info, GError ** error)
{
  if (info->rank != 1 && info->rank != 2) {
    gst_cl_set_settings_error (error, "The spectra have %u axes, but pictures "
        "are drawn of 1 or 2", info->rank);
    return FALSE;
  }
  if (info->quantity == GST_FOURIER_QUANTITY_PHASE) {
    gst_cl_set_settings_error (error, "The spectra's quantity is phase, but "
        "must be complex, magnitude, power or db");
    return FALSE;
  }
  return TRUE;
}

static clfft_band_scale
band_scale_from_fourier (GstFourierBandScale scale)
{
  static const clfft_band_scale table[] = {
    [GST_FOURIER_BAND_SCALE_BINS] = CLFFT_BAND_SCALE_BINS,
    [GST_FOURIER_BAND_SCALE_LOG] = CLFFT_BAND_SCALE_LOG,
    [GST_FOURIER_BAND_SCALE_OCTAVE] = CLFFT_BAND_SCALE_OCTAVE,
    [GST_FOURIER_BAND_SCALE_THIRD_OCTAVE] = CLFFT_BAND_SCALE_THIRD_OCTAVE,
    [GST_FOURIER_BAND_SCALE_MEL] = CLFFT_BAND_SCALE_MEL,
    [GST_FOURIER_BAND_SCALE_BARK] = CLFFT_BAND_SCALE_BARK,
    [GST_FOURIER_BAND_SCALE_ERB] = CLFFT_BAND_SCALE_ERB,
  };

  return table[scale];
}

static gboolean
is_octaves (GstFourierBandScale scale)
{
  return scale == GST_FOURIER_BAND_SCALE_OCTAVE
      || scale == GST_FOURIER_BAND_SCALE_THIRD_OCTAVE;
}

/* Centres of bands, rising. NULL with error. */
static gdouble *
get_centers (const GstFourierInfo * info, GError ** error)
{
  guint n_bands = is_octaves (info->band_scale) ? 0 : info->bins[0];
  gdouble *centers = NULL, *copy = NULL;
  clfft_bands bands;

  if (gst_cl_check (clfft_bands_fill (band_scale_from_fourier
              (info->band_scale), n_bands, info->shape[0], info->rate, &bands,
              &centers), "The spectra's bands cannot be placed", error)) {
    if (bands.n_bands == info->bins[0])
      copy = g_memdup2 (centers, info->bins[0] * sizeof *centers);
    else
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
  if (info->band_scale != GST_FOURIER_BAND_SCALE_NONE)
    return get_centers (info, error);
  if (info->sides == GST_FOURIER_SIDES_TWO)
    *rotate = (n + 1) / 2;
  frequencies = g_try_new (gdouble, n);
  if (!frequencies) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "No memory for the frequencies of %u bins", n);
    return NULL;
  }
  for (k = 0; k < n; k++)
    frequencies[k] = gst_fourier_info_bin_to_frequency (info, 0,
        (k + *rotate) % n);
  return frequencies;
}

/* Says that a wish exceeds what there is, and what is done instead. */
static void
add_warning (GstClSpectrogramConfig * config, const gchar * name,
    gdouble value, const gchar * limit, gdouble used)
{
  gchar text[2][G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text[0], sizeof text[0], "%.8g", value);
  g_ascii_formatd (text[1], sizeof text[1], "%.8g", used);
  g_ptr_array_add (config->warnings, g_strdup_printf ("%s is %s, but %s: %s is "
          "used", name, text[0], limit, text[1]));
}

static void
add_frequency_warning (GstClSpectrogramConfig * config, const gchar * name,
    gdouble value, const clfft_axis * all, gdouble used)
{
  gchar text[2][G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree gchar *limit = NULL;

  g_ascii_formatd (text[0], sizeof text[0], "%.8g", all->low);
  g_ascii_formatd (text[1], sizeof text[1], "%.8g", all->high);
  limit = g_strdup_printf ("the stream has %s to %s", text[0], text[1]);
  add_warning (config, name, value, limit, used);
}

/* What the stream has, as far as the scale has a place for it; not checked. */
static clfft_axis
get_whole_axis (const GstClSpectrogramConfig * config)
{
  const GstFourierInfo *info = &config->info;
  clfft_axis all = { config->settings.frequency_scale, 0, info->rate / 2.0 };

  if (all.scale == CLFFT_AXIS_SCALE_LINEAR && info->iq
      && info->sides != GST_FOURIER_SIDES_ONE)
    all.low = -all.high;
  return all;
}

/* From min-frequency to max-frequency, where the stream has these. */
static gboolean
choose_axis (GstClSpectrogramConfig * config, GError ** error)
{
  const GstClSpectrogramSettings *s = &config->settings;
  gdouble min = s->min_frequency, max = s->max_frequency;
  gdouble bin = (gdouble) config->info.rate / config->info.shape[0];
  clfft_axis all = get_whole_axis (config), *axis = &config->axis;

  if (min != 0 && max != 0 && min >= max) {
    gst_cl_set_settings_error (error, "min-frequency is %g, but must be below "
        "max-frequency (%g)", min, max);
    return FALSE;
  }
  *axis = all;
  if (max > all.low && max <= all.high && max != 0)
    axis->high = max;
  else if (max != 0)
    add_frequency_warning (config, "max-frequency", max, &all, axis->high);
  if (axis->scale == CLFFT_AXIS_SCALE_LOG)
    axis->low = MIN (MAX (LOWEST_LOG, bin / 2), axis->high / 2);
  if (min >= all.low && min < axis->high && min != 0)
    axis->low = min;
  else if (min != 0)
    add_frequency_warning (config, "min-frequency", min, &all, axis->low);
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
    add_warning (config, "bars", wanted, limit, width);
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
      return config->layout.plot.width;
    default:
      return choose_bars (config);
  }
}

static gboolean
make_cells (GstClSpectrogramConfig * config, GError ** error)
{
  g_autofree gdouble *frequencies =
      get_frequencies (&config->info, &config->rotate, error);
  clfft_cells_desc desc = {
    .axis = config->axis,
    .n_cells = config->n_cells,
    .n_bins = config->info.bins[0],
    .frequencies = frequencies,
    .no_interpolation =
        config->info.band_scale != GST_FOURIER_BAND_SCALE_NONE,
  };

  if (!frequencies)
    return FALSE;
  config->cells = g_new (clfft_cell, config->n_cells);
  return gst_cl_check (clfft_cells_fill (&desc, config->cells),
      "Could not place the bins on the axis", error);
}

/* ---- all of it ---- */

static gboolean
place_spectra (GstClSpectrogramConfig * config, GError ** error)
{
  if (config->info.rank > 1) {
    config->plane = gst_cl_spectrogram_plane_new (&config->info,
        &config->layout, error);
    config->column_samples = 1;
    return config->plane != NULL;
  }
  config->column_samples = get_column_samples (&config->settings,
      config->layout.plot.width, config->info.rate, config->info.hop);
  if (!choose_axis (config, error))
    return FALSE;
  config->n_cells = choose_n_cells (config);
  return make_cells (config, error);
}

/* What does not go together. */
static gboolean
check_all (const GstClSpectrogramConfig * config, GError ** error)
{
  const GstFourierInfo *info = &config->info;

  return gst_cl_spectrogram_settings_check (&config->settings, error)
      && check_spectra (info, error)
      && (info->rank > 1 ? gst_cl_spectrogram_plane_check (&config->settings,
          info, error) : check_rate (config, error));
}

GstClSpectrogramConfig *
gst_cl_spectrogram_config_new (const GstClSpectrogramSettings * settings,
    const GstFourierInfo * info, const GstVideoInfo * video, GError ** error)
{
  g_autoptr (GstClSpectrogramConfig) config =
      g_new0 (GstClSpectrogramConfig, 1);

  config->settings = *settings;
  config->info = *info;
  config->video = *video;
  config->warnings = g_ptr_array_new_with_free_func (g_free);
  if (!check_all (config, error)
      || !gst_cl_spectrogram_make_layout (settings, video, info,
          &config->layout, error) || !place_spectra (config, error))
    return NULL;
  config->names = gst_cl_spectrogram_name_channels (info);
  config->caption = gst_cl_spectrogram_make_caption (info, config->names);
  return g_steal_pointer (&config);
}

void
gst_cl_spectrogram_config_free (GstClSpectrogramConfig * config)
{
  if (!config)
    return;
  g_free (config->cells);
  gst_cl_spectrogram_plane_free (config->plane);
  g_strfreev (config->names);
  g_free (config->caption);
  g_ptr_array_unref (config->warnings);
  g_free (config);
}

/* ---- pixels ---- */

static clfft_picture_mode
get_picture_mode (const GstClSpectrogramSettings * settings)
{
  switch (settings->mode) {
    case GST_CL_SPECTROGRAM_MODE_BARS:
      return CLFFT_PICTURE_BARS;
    case GST_CL_SPECTROGRAM_MODE_LINE:
      return CLFFT_PICTURE_LINE;
    default:
      return settings->slide == GST_CL_SPECTROGRAM_SLIDE_WHOLE
          ? CLFFT_PICTURE_OVERVIEW : CLFFT_PICTURE_WATERFALL;
  }
}

/* What is drawn of the spectra, where. */
static void
describe_input (const GstClSpectrogramConfig * config,
    clfft_picture_desc * desc)
{
  const GstFourierInfo *info = &config->info;
  const GstClRectangle *plot = &config->layout.plot;
  GstClRectangle plots;

  if (config->plane) {
    plots = gst_cl_spectrogram_layout_get_plots (&config->layout,
        info->channels);
    desc->mode = CLFFT_PICTURE_PLANE;
    desc->n_channels = 1;
    desc->plot = (clfft_plot) {plots.x, plots.y, plots.width, plots.height, 0};
    desc->n_bins = info->channels * gst_fourier_info_get_n_points (info);
    desc->plane = &config->plane->tables;
    return;
  }
  desc->mode = get_picture_mode (&config->settings);
  desc->n_channels = info->channels;
  desc->plot = (clfft_plot) {plot->x, plot->y, plot->width, plot->height,
      config->layout.pitch};
  desc->n_bins = info->bins[0];
  desc->rotate = config->rotate;
  desc->n_cells = config->n_cells;
  desc->cells = config->cells;
}

void
gst_cl_spectrogram_config_describe (const GstClSpectrogramConfig * config,
    clfft_picture_desc * desc)
{
  const GstVideoInfo *video = &config->video;
  guint32 colors[GST_CL_COLOR_MAP_SIZE];
  guint i;

  memset (desc, 0, sizeof *desc);
  describe_input (config, desc);
  desc->width = GST_VIDEO_INFO_WIDTH (video);
  desc->height = GST_VIDEO_INFO_HEIGHT (video);
  gst_cl_spectrogram_describe_components (video, desc);
  desc->quantity = (clfft_quantity) config->info.quantity;
  desc->reduction = config->settings.reduction;
  gst_cl_color_map_fill (config->settings.color_map, colors);
  for (i = 0; i < GST_CL_COLOR_MAP_SIZE; i++)
    desc->palette[i] = gst_cl_spectrogram_pack_pixel (video, colors[i]);
  desc->empty = gst_cl_spectrogram_pack_pixel (video, GST_CL_DECOR_EMPTY);
  desc->marker = gst_cl_spectrogram_pack_pixel (video, GST_CL_DECOR_MARKER);
  desc->fall = config->settings.fall;
  desc->hold = (gdouble) config->settings.peak_hold / GST_SECOND;
}

static void
get_time_range (const GstClSpectrogramConfig * config, GstClockTime duration,
    gdouble * low, gdouble * high)
{
  gdouble span = (gdouble) config->layout.plot.width * config->column_samples
      / config->info.rate;

  *low = 0;
  *high = span;
  if (config->settings.slide == GST_CL_SPECTROGRAM_SLIDE_WHOLE) {
    *high = (gdouble) duration / GST_SECOND;
  } else if (config->settings.slide == GST_CL_SPECTROGRAM_SLIDE_SCROLL) {
    *low = -span;
    *high = 0;
  }
}

guint32 *
gst_cl_spectrogram_config_decorate (const GstClSpectrogramConfig * config,
    GstClockTime duration, GError ** error)
{
  gsize n_pixels = (gsize) GST_VIDEO_INFO_WIDTH (&config->video)
      * GST_VIDEO_INFO_HEIGHT (&config->video), i;
  g_autofree guint32 *pixels = g_try_new (guint32, n_pixels);
  guint32 colors[GST_CL_COLOR_MAP_SIZE];
  GstClSpectrogramDecor decor = {
    .width = GST_VIDEO_INFO_WIDTH (&config->video),
    .height = GST_VIDEO_INFO_HEIGHT (&config->video),
    .n_channels = config->info.channels,
    .layout = config->layout,
    .levels = config->settings.mode != GST_CL_SPECTROGRAM_MODE_WATERFALL,
    .axis = config->axis,
    .floor = config->settings.floor,
    .range = config->settings.range,
    .level_unit = gst_cl_spectrogram_get_level_unit (&config->info),
    .colors = colors,
    .caption = config->caption,
    .names = (const gchar * const *) config->names,
  };

  if (!pixels) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "No memory for %" G_GSIZE_FORMAT " pixels", n_pixels);
    return NULL;
  }
  gst_cl_color_map_fill (config->settings.color_map, colors);
  if (config->plane) {
    decor.plane_unit = config->plane->unit;
    decor.columns = config->plane->columns_shown;
    decor.rows = config->plane->rows_shown;
  } else {
    get_time_range (config, duration, &decor.time_low, &decor.time_high);
  }
  if (!gst_cl_spectrogram_decor_draw (&decor, pixels, error))
    return NULL;
  for (i = 0; i < n_pixels; i++)
    pixels[i] = gst_cl_spectrogram_pack_pixel (&config->video, pixels[i]);
  return g_steal_pointer (&pixels);
}
