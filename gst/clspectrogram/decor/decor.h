/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * decor/decor.h: draws everything of a picture but the spectra: axes, ticks,
 * numbers, legend, names. It does so once for each format, never for each
 * frame, on any thread.
 */
#ifndef GST_CL_SPECTROGRAM_DECOR_H
#define GST_CL_SPECTROGRAM_DECOR_H

#include "colormap.h"
#include "ticks.h"
#include "layout.h"

G_BEGIN_DECLS

/* 0x00RRGGBB */
#define GST_CL_DECOR_BACKGROUND 0x101216
#define GST_CL_DECOR_EMPTY 0x1b1e25     /* plots where nothing was measured */
#define GST_CL_DECOR_MARKER 0xf2f4f8

typedef struct
{
  gdouble low, high;
} GstClDecorRange;

/**
 * GstClSpectrogramDecor:
 * @width: of the picture
 * @height: of the picture
 * @n_channels: plots
 * @layout: where things go
 * @levels: the plots' horizontal axis is frequency and their vertical one
 *     level (bars, line); else time and frequency
 * @axis: frequencies
 * @octave_parts: the axis is logarithmic and its marks stand at the centres of
 *     parts of an octave, 1 or 3; 0: at round frequencies
 * @time_low: seconds at the left edge; waterfalls
 * @time_high: seconds at the right edge; waterfalls
 * @time_old: share of the width, at the right, that shows what was there one
 *     width before; waterfalls
 * @plane_unit: of both axes of planes, else %NULL
 * @columns: of a plane: values at the left and the right edge
 * @rows: likewise at the upper and the lower edge
 * @floor: decibels at the lowest colour
 * @range: decibels up to the highest colour
 * @level_unit: "dBFS", "dBFS/Hz" ...
 * @colors: the colour map
 * @caption: UTF-8, or %NULL
 * @names: one per channel, or %NULL
 * @fonts: (nullable): of gst_cl_spectrogram_decor_new_fonts()
 */
typedef struct
{
  guint width, height;
  guint n_channels;
  GstClSpectrogramLayout layout;
  gboolean levels;
  clfft_axis axis;
  guint octave_parts;
  gdouble time_low, time_high;
  gdouble time_old;
  const gchar *plane_unit;
  GstClDecorRange columns, rows;
  gdouble floor, range;
  const gchar *level_unit;
  const guint32 *colors;
  const gchar *caption;
  const gchar *const *names;
  GObject *fonts;
} GstClSpectrogramDecor;

/* Computes the marks of the horizontal axis of a waterfall, at most
   GST_CL_MAX_TICKS; returns their number. */
guint gst_cl_spectrogram_decor_get_time_ticks (const GstClSpectrogramDecor *
    decor, GstClTick * ticks);

/* Makes fonts that drawings may share, one at a time, so that they are loaded
   once. (g_object_unref) */
GObject *gst_cl_spectrogram_decor_new_fonts (void);

/* Paints every pixel, 0x00RRGGBB, width * height, dense. Returns FALSE with the
   reason: no memory, or a surface that Cairo cannot make. */
gboolean gst_cl_spectrogram_decor_draw (const GstClSpectrogramDecor * decor,
    guint32 * pixels, GError ** error);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_DECOR_H */
