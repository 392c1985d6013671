/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* decor/layout.h: computes where the parts of a picture go. Pure. */
#ifndef GST_CL_SPECTROGRAM_LAYOUT_H
#define GST_CL_SPECTROGRAM_LAYOUT_H

#include <gst/gst.h>

G_BEGIN_DECLS

/**
 * GstClRectangle:
 *
 * In pixels, from the picture's top left corner.
 */
typedef struct
{
  guint x, y, width, height;
} GstClRectangle;

/**
 * GstClSpectrogramLayoutParams:
 * @width: of the picture
 * @height: of the picture
 * @n_channels: plots, one below the other
 * @axes: frequency axis, time (or level) axis, channel names and caption are
 *     wanted
 * @legend: the colour bar with its decibels is wanted (not in bars and line:
 *     their level axis tells it)
 * @no_caption: there is none, so that it needs no room
 * @no_names: there are none, likewise
 * @aspect: planes: width of a plot for each pixel of its height, and the plots
 *     may stand side by side; 0: plots fill the picture, one below the other
 * @title: a title is wanted
 * @font_size: pixels; 0: by the size of the picture
 */
typedef struct
{
  guint width, height;
  guint n_channels;
  gboolean axes;
  gboolean legend;
  gboolean no_caption;
  gboolean no_names;
  gdouble aspect;
  gboolean title;
  gdouble font_size;
} GstClSpectrogramLayoutParams;

/**
 * GstClSpectrogramLayout:
 * @font_size: pixels
 * @plot: the first channel's plot
 * @pitch: rows from one channel's plot to the next
 * @across: columns likewise; not 0 only of planes side by side
 * @legend: the colour bar, if there is one
 * @title_above: how far above the plots the title is, in pixels
 * @has_title: one line at the top
 * @has_caption: one line below it
 * @has_names: channel names, a line above each plot
 * @has_legend: colour bar at the right
 * @has_bottom_axis: numbers and unit below the last plot
 * @has_left_axis: numbers and unit left of each plot
 */
typedef struct
{
  gdouble font_size;
  GstClRectangle plot;
  guint pitch;
  guint across;
  GstClRectangle legend;
  guint title_above;
  gboolean has_title;
  gboolean has_caption;
  gboolean has_names;
  gboolean has_legend;
  gboolean has_bottom_axis;
  gboolean has_left_axis;
} GstClSpectrogramLayout;

/* Makes the layout of a picture. Parts without room are left out in this order:
   caption, title, channel names, legend, bottom axis, left axis. Returns FALSE only if
   not even one row and column of pixels for each channel's plot is left. */
gboolean gst_cl_spectrogram_layout_make (const GstClSpectrogramLayoutParams *
    params, GstClSpectrogramLayout * layout);

/* A channel's plot, and what the plots of n_channels cover together. */
GstClRectangle gst_cl_spectrogram_layout_get_plot (const
    GstClSpectrogramLayout * layout, guint channel);
GstClRectangle gst_cl_spectrogram_layout_get_plots (const
    GstClSpectrogramLayout * layout, guint n_channels);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_LAYOUT_H */
