/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* config.c: derives from the settings, the spectra and the picture what is
   drawn. */
#include "config.h"

#include <math.h>
#include <string.h>
#include "frequencies.h"
#include "sharpen.h"
#include "transfer.h"
#include "drawing/pixels.h"
#include "element/enums.h"
#include "element/fit/request.h"
#include "opencl/error.h"
#include "clspectrogram/decor/decor.h"
#include "clspectrogram/decor/names.h"

/* The device's. */
#define MOST_CURVES 1024

/* ---- where ---- */

gboolean
gst_cl_spectrogram_make_layout (const GstClSpectrogramSettings * settings,
    const GstVideoInfo * video, const GstFourierInfo * info,
    GstClSpectrogramLayout * layout, GError ** error)
{
  gboolean is_overlaid = gst_cl_spectrogram_settings_is_overlaid (settings);
  guint n = gst_cl_spectrogram_transfer_count_plots (settings, info);
  GstClSpectrogramLayoutParams params = {
    .width = GST_VIDEO_INFO_WIDTH (video),
    .height = GST_VIDEO_INFO_HEIGHT (video),
    .n_channels = is_overlaid ? 1 : n,
    .axes = settings->axes,
    .legend = settings->legend
        && settings->mode == GST_CL_SPECTROGRAM_MODE_WATERFALL,
    /* the caption tells the name of one */
    .no_names = n == 1,
    .aspect = gst_cl_spectrogram_plane_get_aspect (info),
    .title = settings->title[0] != '\0',
    .font_size = settings->font_size,
  };

  if (gst_cl_spectrogram_layout_make (&params, layout))
    return TRUE;
  return gst_cl_set_settings_error (error, "The picture is %u x %u pixels, but "
      "the plots of %u channels need at least 1 x %u", params.width,
      params.height, params.n_channels, params.n_channels);
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

/* The samples between frames of a column of so many samples, at most `most`:
   each column gets the same number of frames, or some look brighter. */
static guint64
split_column (guint64 column, guint most)
{
  return column > most ? column / ((column + most - 1) / most) : column;
}

/* The samples between frames of a stream that may be of any length: so few that
   each moment is near the middle of a frame's window, as in columns of fewer
   samples than that. */
#define HOPS_IN_SIZE 16

/* Who sends the caps chooses rate and channels, and with them how often transforms
   of all channels begin: points within one window, where these are not free. */
#define MAX_POINTS (1 << 26)

static guint64
get_least_hop (const GstClSpectrogramSettings * settings, guint channels)
{
  gdouble points = (gdouble) channels * settings->audio.size
      * settings->audio.size;

  return channels > GST_CL_STFT_FREE_CHANNELS ? (guint64) ceil (points / MAX_POINTS) : 1;
}

guint
gst_cl_spectrogram_choose_hop (const GstClSpectrogramSettings * settings,
    const GstVideoInfo * video, guint plot_width, const GstAudioInfo * audio,
    GstClockTime duration)
{
  guint rate = GST_AUDIO_INFO_RATE (audio);
  guint most = gst_cl_stft_settings_get_hop (&settings->audio);
  guint64 wanted = most;

  if (settings->audio.hop > 0)
    return most;
  if (settings->mode != GST_CL_SPECTROGRAM_MODE_WATERFALL)
    wanted = gst_util_uint64_scale_int (rate, GST_VIDEO_INFO_FPS_D (video),
        MAX (1, GST_VIDEO_INFO_FPS_N (video)));
  else if (settings->slide != GST_CL_SPECTROGRAM_SLIDE_WHOLE)
    wanted = split_column (get_column_samples (settings, plot_width, rate,
            most), most);
  else if (GST_CLOCK_TIME_IS_VALID (duration))
    wanted = split_column (gst_util_uint64_scale (duration, rate, GST_SECOND)
        / plot_width, most);
  else
    wanted = settings->audio.size / HOPS_IN_SIZE;
  wanted = MAX (wanted, get_least_hop (settings,
          GST_AUDIO_INFO_CHANNELS (audio)));
  return MIN (wanted, most);
}

static gboolean
check_rate (const GstClSpectrogramConfig * config, GError ** error)
{
  if (gst_cl_spectrogram_settings_is_whole (&config->settings)
      || GST_VIDEO_INFO_FPS_N (&config->video) > 0)
    return TRUE;
  return gst_cl_set_settings_error (error, "framerate is 0/1, but must be "
      "above 0 unless mode is waterfall and slide whole");
}

/* ---- what is drawn of what ---- */

/* A transfer function is drawn by its magnitude, as complex spectra are. */
static gboolean
choose_quantity (const GstFourierInfo * info, clfft_quantity * quantity)
{
  gboolean is_transfer = info->quantity == GST_FOURIER_QUANTITY_TRANSFER_H1
      || info->quantity == GST_FOURIER_QUANTITY_TRANSFER_H2;

  *quantity = is_transfer ? CLFFT_QUANTITY_COMPLEX
      : (clfft_quantity) info->quantity;
  return is_transfer || info->quantity <= GST_FOURIER_QUANTITY_DB;
}

static gboolean
check_spectra (const GstFourierInfo * info, GError ** error)
{
  clfft_quantity quantity;

  if (info->rank != 1 && info->rank != 2)
    return gst_cl_set_settings_error (error, "The spectra have %u axes, but "
        "pictures are drawn of 1 or 2", info->rank);
  if (info->normalize != GST_FOURIER_NORMALIZE_NONE)
    return gst_cl_set_settings_error (error, "The spectra's normalize is %s, "
        "but must be none", gst_cl_enum_nick (GST_TYPE_FOURIER_NORMALIZE,
            info->normalize));
  if (!choose_quantity (info, &quantity))
    return gst_cl_set_settings_error (error, "The spectra's quantity is %s, "
        "but must be complex, magnitude, power, db, transfer-h1 or transfer-h2",
        gst_cl_enum_nick (GST_TYPE_FOURIER_QUANTITY, info->quantity));
  return TRUE;
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
  if (config->settings.slide == GST_CL_SPECTROGRAM_SLIDE_SCROLL)
    config->times.begin = -gst_cl_spectrogram_config_get_span (config);
  else
    config->times.end = gst_cl_spectrogram_config_get_span (config);
  return gst_cl_spectrogram_place_bins (config, error);
}

static gboolean
check_curves (const GstClSpectrogramConfig * config, GError ** error)
{
  guint n = config->info.channels;

  if (n <= MOST_CURVES
      || !gst_cl_spectrogram_settings_is_overlaid (&config->settings))
    return TRUE;
  return gst_cl_set_request_error (error, "overlay", "false", "is true, but "
      "the stream has %u channels: at most %u curves are drawn in a plot", n,
      MOST_CURVES);
}

/* Refuses settings that contradict each other. */
static gboolean
check_all (const GstClSpectrogramConfig * config, GError ** error)
{
  const GstFourierInfo *info = &config->info;

  return gst_cl_spectrogram_settings_check (&config->settings, error)
      && check_spectra (info, error) && check_curves (config, error)
      && (info->rank > 1 ? gst_cl_spectrogram_plane_check (&config->settings,
          info, error) : gst_cl_spectrogram_transfer_check (&config->settings,
          info, error) && check_rate (config, error));
}

static void
make_curves (GstClSpectrogramConfig * config)
{
  guint i;

  if (!gst_cl_spectrogram_settings_is_overlaid (&config->settings))
    return;
  config->curves = g_new (guint32, config->info.channels);
  config->curve_pixels = g_new (guint32, config->info.channels);
  for (i = 0; i < config->info.channels; i++) {
    config->curves[i] = gst_cl_theme_get_curve (config->settings.theme, i);
    config->curve_pixels[i] = gst_cl_spectrogram_pack_pixel (&config->video,
        config->curves[i]);
  }
}

GstClSpectrogramConfig *
gst_cl_spectrogram_config_new (const GstClSpectrogramSettings * settings,
    const GstFourierInfo * info, const GstVideoInfo * video, GError ** error)
{
  g_autoptr (GstClSpectrogramConfig) config = g_new0 (GstClSpectrogramConfig, 1);

  config->settings = *settings;
  config->settings.title = g_strdup (settings->title);
  config->settings.delay = g_strdup (settings->delay);
  gst_cl_spectrogram_settings_take_levels (&config->settings, settings);
  config->info = *info;
  config->video = *video;
  config->notes = gst_cl_notes_new ();
  if (!check_all (config, error)
      || !gst_cl_spectrogram_make_layout (settings, video, info,
          &config->layout, error) || !place_spectra (config, error))
    return NULL;
  /* borrowed, and not used */
  config->settings.audio.window_data = NULL;
  config->settings.audio.channel_select = NULL;
  config->names = gst_cl_spectrogram_settings_is_transfer (settings)
      ? gst_cl_spectrogram_transfer_get_names ()
      : gst_cl_spectrogram_name_channels (info);
  config->caption = gst_cl_spectrogram_sharpen_make_caption (config);
  make_curves (config);
  config->fonts = gst_cl_spectrogram_decor_new_fonts ();
  return g_steal_pointer (&config);
}

void
gst_cl_spectrogram_config_free (GstClSpectrogramConfig * config)
{
  if (!config)
    return;
  g_free (config->cells);
  g_free (config->gains);
  g_free (config->bin_gain);
  gst_cl_spectrogram_plane_free (config->plane);
  g_strfreev (config->names);
  g_free (config->caption);
  g_free (config->settings.title);
  g_free (config->settings.delay);
  g_free (config->curves);
  g_free (config->curve_pixels);
  g_clear_object (&config->fonts);
  g_ptr_array_unref (config->notes);
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
    case GST_CL_SPECTROGRAM_MODE_TRANSFER:
      return CLFFT_PICTURE_LINE;
    default:
      return settings->slide == GST_CL_SPECTROGRAM_SLIDE_WHOLE
          ? CLFFT_PICTURE_OVERVIEW : CLFFT_PICTURE_WATERFALL;
  }
}

gboolean
gst_cl_spectrogram_config_has_cells (const GstClSpectrogramConfig * config)
{
  return config->settings.sharpen != GST_CL_SHARPEN_NONE
      || gst_cl_spectrogram_settings_is_transfer (&config->settings);
}

/* Places what is drawn of the spectra. */
static void
describe_input (const GstClSpectrogramConfig * config,
    clfft_picture_desc * desc)
{
  const GstFourierInfo *info = &config->info;
  const GstClRectangle *plot = &config->layout.plot;
  gboolean has_cells = gst_cl_spectrogram_config_has_cells (config);
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
  desc->n_channels = gst_cl_spectrogram_transfer_count_plots (&config->settings,
      info);
  desc->plot = (clfft_plot) {plot->x, plot->y, plot->width, plot->height,
      config->layout.pitch};
  desc->n_bins = has_cells ? config->n_cells : info->bins[0];
  desc->rotate = has_cells ? 0 : config->rotate;
  desc->n_cells = config->n_cells;
  desc->cells = config->cells;
  desc->curves = config->curve_pixels;
  desc->gains = config->gains;
}

void
gst_cl_spectrogram_config_describe (const GstClSpectrogramConfig * config,
    clfft_picture_desc * desc)
{
  const GstVideoInfo *video = &config->video;
  const GstClThemeColors *theme = &gst_cl_themes[config->settings.theme];
  guint32 colors[GST_CL_COLOR_MAP_SIZE];
  guint i;

  memset (desc, 0, sizeof *desc);
  describe_input (config, desc);
  desc->width = GST_VIDEO_INFO_WIDTH (video);
  desc->height = GST_VIDEO_INFO_HEIGHT (video);
  gst_cl_spectrogram_describe_components (video, desc);
  choose_quantity (&config->info, &desc->quantity);
  if (config->settings.sharpen != GST_CL_SHARPEN_NONE)
    desc->quantity = CLFFT_QUANTITY_POWER;
  if (gst_cl_spectrogram_settings_is_transfer (&config->settings))
    desc->quantity = CLFFT_QUANTITY_DB;
  desc->reduction = config->settings.reduction;
  gst_cl_theme_fill_map (config->settings.theme, config->settings.color_map,
      colors);
  for (i = 0; i < GST_CL_COLOR_MAP_SIZE; i++)
    desc->palette[i] = gst_cl_spectrogram_pack_pixel (video, colors[i]);
  desc->empty = gst_cl_spectrogram_pack_pixel (video, theme->empty);
  desc->marker = gst_cl_spectrogram_pack_pixel (video, theme->marker);
  if (gst_cl_spectrogram_settings_is_transfer (&config->settings))
    return;
  desc->fall = config->settings.fall;
  desc->hold = (gdouble) config->settings.peak_hold / GST_SECOND;
}
