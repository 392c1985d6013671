/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * decor/decor.h: draws everything of a picture but the spectra: axes, ticks,
 * numbers, legend, names. It does so once for each format, never for each
 * frame, on any thread.
 */
#ifndef GST_CL_SPECTROGRAM_DECOR_H
#define GST_CL_SPECTROGRAM_DECOR_H

#include "ticks.h"
#include "layout.h"
#include "theme.h"

G_BEGIN_DECLS

/* step: between numbers; 0: chosen. */
typedef struct
{
  gdouble low, high, step;
} GstClDecorRange;

/**
 * GstClSpectrogramDecor:
 * @width: of the picture
 * @height: of the picture
 * @first_row: the first row that is drawn
 * @n_rows: the number of these; 0: all of the picture
 * @n_channels: plots
 * @layout: where things go
 * @levels: the plots' horizontal axis is frequency and their vertical one
 *     level (bars, line); else time and frequency
 * @axis: frequencies
 * @octave_parts: the axis is logarithmic and its marks stand at the centres of
 *     parts of an octave, 1 or 3; 0: at round frequencies
 * @notes: names of notes instead of frequencies, on a log axis
 * @time_low: seconds at the left edge; waterfalls
 * @time_high: seconds at the right edge; waterfalls
 * @time_moves: the times differ from picture to picture; waterfalls
 * @time_old: share of the width, at the right, that shows what was there one
 *     width before; waterfalls
 * @plane_unit: of both axes of planes, else %NULL
 * @columns: of a plane: values at the left and the right edge
 * @rows: likewise at the upper and the lower edge
 * @floor: the level at the lowest colour, decibels or another quantity
 * @range: up to the highest colour
 * @level_unit: "dBFS", "dBFS/Hz", "FS" ...
 * @ranges: (nullable): of levels of plots that have their own; the first has
 *     @floor and @range
 * @colors: the colour map
 * @theme: colours of the rest
 * @title: UTF-8, or %NULL
 * @caption: UTF-8, or %NULL
 * @names: one per channel, or %NULL
 * @curves: (nullable): colours of curves in one plot, of which @names are
 * @n_curves: their number
 * @fonts: (nullable): of gst_cl_spectrogram_decor_new_fonts()
 */
typedef struct
{
  guint width, height;
  guint first_row, n_rows;
  guint n_channels;
  GstClSpectrogramLayout layout;
  gboolean levels;
  clfft_axis axis;
  guint octave_parts;
  gboolean notes;
  gdouble time_low, time_high;
  gdouble time_old;
  gboolean time_moves;
  const gchar *plane_unit;
  GstClDecorRange columns, rows;
  gdouble floor, range;
  const gchar *level_unit;
  const GstClDecorRange *ranges;
  const guint32 *colors;
  GstClTheme theme;
  const gchar *title;
  const gchar *caption;
  const gchar *const *names;
  const guint32 *curves;
  guint n_curves;
  GObject *fonts;
} GstClSpectrogramDecor;

/* Computes the marks of the horizontal axis of a waterfall, at most
   GST_CL_MAX_TICKS; returns their number. */
guint gst_cl_spectrogram_decor_get_time_ticks (const GstClSpectrogramDecor *
    decor, GstClTick * ticks);

/* Makes fonts that drawings may share, one at a time, so that they are loaded
   once. (g_object_unref) */
GObject *gst_cl_spectrogram_decor_new_fonts (void);

/* Paints every pixel, 0x00RRGGBB, width * n_rows, dense. Returns FALSE with the
   reason: no memory, or a surface that Cairo cannot make. */
gboolean gst_cl_spectrogram_decor_draw (const GstClSpectrogramDecor * decor,
    guint32 * pixels, GError ** error);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_DECOR_H */
