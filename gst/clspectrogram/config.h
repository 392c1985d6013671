/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * config.h: derives from the settings, the format of the spectra and the format
 * of the picture what is drawn where, and what the device is to do for it.
 * Pure: no OpenCL call is made here.
 */
#ifndef GST_CL_SPECTROGRAM_CONFIG_H
#define GST_CL_SPECTROGRAM_CONFIG_H

#include <gst/fourier/fourier.h>
#include <gst/video/video.h>
#include "clspectrogram/decor/layout.h"
#include "plane.h"
#include "settings.h"

G_BEGIN_DECLS

/**
 * GstClSpectrogramTimes:
 * @begin: time at the left edge, in seconds
 * @end: at the right edge, of slide=replace when the writing position will be
 *     there
 * @old: of slide=replace: share of the width, at the right, where the columns
 *     are those of the sweep before
 *
 * The times that an axis shows.
 */
typedef struct
{
  gdouble begin, end;
  gdouble old;
} GstClSpectrogramTimes;

/**
 * GstClSpectrogramConfig:
 * @settings: what was set
 * @info: the spectra
 * @video: the pictures
 * @layout: where things go
 * @axis: frequencies shown
 * @cells: steps of the axis, from the low end
 * @n_cells: their number
 * @first_band: the first band on an axis of the bands' own scale
 * @n_bands: their number; 0: the axis has another scale
 * @octave_parts: a log axis of octaves: 1, of their fractions: 3, else 0
 * @gains: decibels of each bin by rising frequency, or %NULL
 * @rotate: bin k by frequency is stored at (k + rotate) mod bins
 * @sum_factor: of the power in a cell, which sharpening sums
 * @bin_gain: of the amplitude of stored bins, for the same; else %NULL
 * @plane: spectra of two axes: where their points are, else %NULL; axis and
 *     cells are then not in use
 * @column_samples: waterfall: samples of the source in a column
 * @times: as they are drawn
 * @names: one per channel, NULL-terminated, or %NULL
 * @caption: how the spectra were made
 * @curves: colours of channels that share one plot, or %NULL; 0x00RRGGBB
 * @curve_pixels: the same as the device has them
 * @fonts: what drawings of it share
 * @notes: GErrors: what was set beyond what the stream or the picture has
 */
typedef struct
{
  GstClSpectrogramSettings settings;
  GstFourierInfo info;
  GstVideoInfo video;
  GstClSpectrogramLayout layout;
  clfft_axis axis;
  clfft_cell *cells;
  guint n_cells;
  guint first_band, n_bands;
  guint octave_parts;
  gdouble *gains;
  guint rotate;
  gdouble sum_factor;
  gdouble *bin_gain;
  GstClSpectrogramPlane *plane;
  guint column_samples;
  GstClSpectrogramTimes times;
  gchar **names;
  gchar *caption;
  guint32 *curves, *curve_pixels;
  GObject *fonts;
  GPtrArray *notes;
} GstClSpectrogramConfig;

/* Computes where the parts of a picture of such spectra go. Returns FALSE with
   a settings error if not even the plots have room. */
gboolean gst_cl_spectrogram_make_layout (const GstClSpectrogramSettings *
    settings, const GstVideoInfo * video, const GstFourierInfo * info,
    GstClSpectrogramLayout * layout, GError ** error);

/* The samples from frame to frame for settings->audio.hop of 0, and that hop if
   it is set. duration: of the stream, GST_CLOCK_TIME_NONE if unknown; only
   slide=whole uses it. */
guint gst_cl_spectrogram_choose_hop (const GstClSpectrogramSettings * settings,
    const GstVideoInfo * video, guint plot_width, const GstAudioInfo * audio,
    GstClockTime duration);

/* Makes a config. Returns NULL with a settings error that names the property,
   the value and the limit. */
GstClSpectrogramConfig *gst_cl_spectrogram_config_new (const
    GstClSpectrogramSettings * settings, const GstFourierInfo * info,
    const GstVideoInfo * video, GError ** error);
void gst_cl_spectrogram_config_free (GstClSpectrogramConfig * config);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClSpectrogramConfig,
    gst_cl_spectrogram_config_free)

/* Whether the picture is given a level for each cell instead of spectra. */
gboolean gst_cl_spectrogram_config_has_cells (const GstClSpectrogramConfig *
    config);

/* Fills the description of the device's picture. It points into config. */
void gst_cl_spectrogram_config_describe (const GstClSpectrogramConfig * config,
    clfft_picture_desc * desc);

/* What a waterfall shows, in seconds. */
gdouble gst_cl_spectrogram_config_get_span (const GstClSpectrogramConfig *
    config);

/* Whether columns move with time, without new spectra. */
gboolean gst_cl_spectrogram_config_moves (const GstClSpectrogramConfig *
    config);

/* Whether the picture has an axis of times that differ from picture to
   picture, slowly enough to be read. */
gboolean gst_cl_spectrogram_config_tells_time (const GstClSpectrogramConfig *
    config);
/* Sets the times of the axis. Returns FALSE, and changes nothing, if it would
   look the same. */
gboolean gst_cl_spectrogram_config_set_times (GstClSpectrogramConfig * config,
    const GstClSpectrogramTimes * times);
/* The row where the axis of times begins, which reaches to the last one. */
guint gst_cl_spectrogram_config_get_time_row (const GstClSpectrogramConfig *
    config);

/* Draws the background from row `first_row` on to the last one: its pixels as
   the device has them. (g_free) */
guint32 *gst_cl_spectrogram_config_decorate (const GstClSpectrogramConfig *
    config, guint first_row, GError ** error);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_CONFIG_H */
