/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* decorate.c: describes what is drawn around the plots, and draws it; config.h
   declares it. */
#include "config.h"

#include <math.h>
#include <string.h>
#include "transfer.h"
#include "drawing/pixels.h"
#include "opencl/error.h"
#include "clspectrogram/decor/decor.h"
#include "clspectrogram/decor/names.h"

/* Seconds; numbers that pass in less cannot be read. */
#define SHORTEST_SPAN 1.0

/* Pixels that a mark may be off. */
#define SAME_PLACE 0.25

gdouble
gst_cl_spectrogram_config_get_span (const GstClSpectrogramConfig * config)
{
  return (gdouble) config->layout.plot.width * config->column_samples
      / config->info.rate;
}

static guint
count_plots (const GstClSpectrogramConfig * config)
{
  return config->curves ? 1 : gst_cl_spectrogram_transfer_count_plots
      (&config->settings, &config->info);
}

static gboolean
is_waterfall (const GstClSpectrogramConfig * config)
{
  return !config->plane
      && config->settings.mode == GST_CL_SPECTROGRAM_MODE_WATERFALL;
}

gboolean
gst_cl_spectrogram_config_moves (const GstClSpectrogramConfig * config)
{
  return is_waterfall (config)
      && config->settings.slide != GST_CL_SPECTROGRAM_SLIDE_WHOLE;
}

gboolean
gst_cl_spectrogram_config_tells_time (const GstClSpectrogramConfig * config)
{
  return is_waterfall (config) && config->layout.has_bottom_axis
      && (config->settings.slide == GST_CL_SPECTROGRAM_SLIDE_WHOLE
      || gst_cl_spectrogram_config_get_span (config) >= SHORTEST_SPAN);
}

guint
gst_cl_spectrogram_config_get_time_row (const GstClSpectrogramConfig * config)
{
  GstClRectangle plots = gst_cl_spectrogram_layout_get_plots (&config->layout,
      count_plots (config));

  return plots.y + plots.height;
}

static void
describe_time (const GstClSpectrogramConfig * config,
    GstClSpectrogramDecor * decor)
{
  decor->time_low = config->times.begin;
  decor->time_high = config->times.end;
  decor->time_old = config->times.old;
  decor->time_moves =
      config->settings.slide == GST_CL_SPECTROGRAM_SLIDE_SCROLL;
}

/* What the scale of levels shows, from its lowest value on. */
static void
describe_levels (const GstClSpectrogramConfig * config,
    GstClSpectrogramDecor * decor)
{
  const GstClSpectrogramSettings *s = &config->settings;
  gdouble top = s->floor + s->range
      + gst_cl_spectrogram_get_level_reference (&config->info);
  GstFourierInfo info = config->info;

  /* cells that are sums are bands */
  if (s->sharpen != GST_CL_SHARPEN_NONE)
    info.band_scale = GST_FOURIER_BAND_SCALE_BINS;
  decor->level_unit = gst_cl_spectrogram_get_level_unit (&info,
      s->level_scale);
  if (gst_cl_spectrogram_settings_is_transfer (s)) {
    decor->level_unit = "dB";
    decor->ranges = gst_cl_spectrogram_transfer_get_ranges ();
  }
  if (s->level_scale == CLFFT_LEVEL_SCALE_DECIBEL) {
    decor->floor = s->floor;
    decor->range = s->range;
    return;
  }
  decor->floor = 0;
  decor->range = pow (10, top
      / (s->level_scale == CLFFT_LEVEL_SCALE_POWER ? 10 : 20));
}

/* Fills everything but the colours. */
static GstClSpectrogramDecor
describe_decor (const GstClSpectrogramConfig * config)
{
  const GstClSpectrogramSettings *settings = &config->settings;
  GstClSpectrogramDecor decor = {
    .width = GST_VIDEO_INFO_WIDTH (&config->video),
    .height = GST_VIDEO_INFO_HEIGHT (&config->video),
    .n_channels = count_plots (config),
    .layout = config->layout,
    .levels = settings->mode != GST_CL_SPECTROGRAM_MODE_WATERFALL,
    .axis = config->axis,
    .octave_parts = config->octave_parts,
    .notes = settings->notes,
    .theme = settings->theme,
    .title = settings->title,
    .caption = config->caption,
    .names = (const gchar * const *) config->names,
    .curves = config->curves,
    .n_curves = config->curves ? config->info.channels : 0,
    .fonts = config->fonts,
  };

  describe_levels (config, &decor);
  if (config->plane) {
    decor.plane_unit = config->plane->unit;
    decor.columns = config->plane->columns_shown;
    decor.rows = config->plane->rows_shown;
  } else {
    describe_time (config, &decor);
  }
  return decor;
}

static gboolean
are_equal (const GstClTick * a, guint n_a, const GstClTick * b, guint n_b,
    guint width)
{
  guint i;

  for (i = 0; i < n_a && n_a == n_b; i++)
    if (strcmp (a[i].label, b[i].label) != 0
        || fabs (a[i].position - b[i].position) * width > SAME_PLACE)
      return FALSE;
  return n_a == n_b;
}

gboolean
gst_cl_spectrogram_config_set_times (GstClSpectrogramConfig * config,
    const GstClSpectrogramTimes * times)
{
  GstClTick before[GST_CL_MAX_TICKS], now[GST_CL_MAX_TICKS];
  GstClSpectrogramDecor decor = describe_decor (config);
  GstClSpectrogramTimes drawn = config->times;
  guint n_before, n_now;

  n_before = gst_cl_spectrogram_decor_get_time_ticks (&decor, before);
  config->times = *times;
  describe_time (config, &decor);
  n_now = gst_cl_spectrogram_decor_get_time_ticks (&decor, now);
  if (!are_equal (before, n_before, now, n_now, config->layout.plot.width))
    return TRUE;
  /* many small steps must add up to a large one */
  config->times = drawn;
  return FALSE;
}

guint32 *
gst_cl_spectrogram_config_decorate (const GstClSpectrogramConfig * config,
    guint first_row, GError ** error)
{
  guint n_rows = GST_VIDEO_INFO_HEIGHT (&config->video) - first_row;
  gsize n_pixels = (gsize) GST_VIDEO_INFO_WIDTH (&config->video) * n_rows;
  g_autofree guint32 *pixels = g_try_new (guint32, n_pixels);
  guint32 colors[GST_CL_COLOR_MAP_SIZE];
  GstClSpectrogramDecor decor = describe_decor (config);

  if (!pixels) {
    gst_cl_set_memory_error (error, "No memory for %" G_GSIZE_FORMAT
        " pixels", n_pixels);
    return NULL;
  }
  gst_cl_theme_fill_map (config->settings.theme, config->settings.color_map,
      colors);
  decor.colors = colors;
  decor.first_row = first_row;
  decor.n_rows = n_rows;
  if (!gst_cl_spectrogram_decor_draw (&decor, pixels, error))
    return NULL;
  gst_cl_spectrogram_pack_pixels (&config->video, pixels, n_pixels);
  return g_steal_pointer (&pixels);
}
