/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * decor/layout.c: computes the margins in units of the font's size, and leaves
 * parts out so that the plots keep some room.
 */
#include "layout.h"

#include <math.h>
#include <string.h>

/* The rows of the table below: how many parts are left out, in the header's
   order. */
enum
{
  PART_CAPTION,
  PART_TITLE,
  PART_NAMES,
  PART_LEGEND,
  PART_BOTTOM_AXIS,
  PART_LEFT_AXIS,
  N_PARTS
};

/* A part is drawn only if the plots keep this much, in font sizes: their width,
   the height of each plot and of all of them. */
static const struct
{
  gdouble width, each, all;
} least[N_PARTS] = {
  [PART_CAPTION] = {20, 3, 10},
  [PART_TITLE] = {16, 3, 9},
  [PART_NAMES] = {12, 3, 8},
  [PART_LEGEND] = {10, 0.25, 6},
  [PART_BOTTOM_AXIS] = {8, 0.25, 4},
  [PART_LEFT_AXIS] = {5, 0.25, 3},
};

/* In font sizes. */
#define PAD 0.6                 /* between text and the picture's edge */
#define LINE 1.65               /* a line of text above a plot */
#define PLANE_LINE 2.1          /* the same of planes, clear of their numbers */
#define CAPTION_LINE 2.1
#define HEAD_LINE 2.7           /* the title's */
#define HEAD_MIDDLE 1.45        /* of it, from the top */
#define LEFT_MARGIN 4.6         /* tick, "-12.5k" */
#define BOTTOM_MARGIN 2.2       /* tick, one line */
#define HALF_LABEL 0.8          /* of a label beyond the end of an axis */
#define UNIT_MARGIN 3.0         /* half a label, "Hz" */
#define LEGEND_GAP 1.2
#define LEGEND_LABELS 4.3       /* tick, "-100" */
#define PLOT_GAP 0.5            /* at most */
#define SIDE_GAP 2.8            /* half a label of each of two planes */
#define TITLE_LINE 1.5          /* an axis' unit below its numbers */
#define GAP_SHARE 12            /* at most this part of a plot's height */

#define LEGEND_SHARE 0.0125     /* of the picture's width */
#define LEGEND_LEAST 4          /* pixels */

/* The size of the font: 8 pixels for 360 rows, 12 for 720, 16 for 1080, 28 for
   2160; of upright pictures the width decides. */
static gdouble
get_font_size (const GstClSpectrogramLayoutParams * params)
{
  gdouble rows = MIN (params->height, params->width * 0.75);

  if (params->font_size > 0)
    return params->font_size;
  return MAX (8, floor (4 + rows / 90 + 0.5));
}

static guint
get_pixels (const GstClSpectrogramLayout * layout, gdouble size)
{
  return (guint) ceil (size * layout->font_size);
}

static void
choose_parts (const GstClSpectrogramLayoutParams * params, guint n_left_out,
    GstClSpectrogramLayout * layout)
{
  layout->has_caption = params->axes && !params->no_caption
      && n_left_out <= PART_CAPTION;
  layout->has_title = params->title && n_left_out <= PART_TITLE;
  layout->has_names = params->axes && !params->no_names
      && n_left_out <= PART_NAMES;
  layout->has_legend = params->legend && n_left_out <= PART_LEGEND;
  layout->has_bottom_axis = params->axes && n_left_out <= PART_BOTTOM_AXIS;
  layout->has_left_axis = params->axes && n_left_out <= PART_LEFT_AXIS;
}

typedef struct
{
  guint left, right, top, bottom;
} Margins;

/* Computes the margins, and where the title is in them. */
static Margins
get_margins (const GstClSpectrogramLayoutParams * params,
    GstClSpectrogramLayout * layout)
{
  gboolean has_units = layout->has_left_axis || layout->has_legend;
  gdouble left = 0, right = 0, top = 0, bottom = 0;
  Margins margins;

  if (has_units) {
    /* what is at the ends of vertical axes, and a line for their units */
    left = right = PAD;
    top = LINE + PAD / 2;
    bottom = HALF_LABEL;
  }
  if (layout->has_left_axis)
    left = LEFT_MARGIN;
  if (layout->has_bottom_axis) {
    bottom = BOTTOM_MARGIN + (params->aspect > 0 ? TITLE_LINE : 0);
    right = params->aspect > 0 ? SIDE_GAP / 2 : UNIT_MARGIN;
  }
  if (layout->has_caption)
    top += CAPTION_LINE;
  if (layout->has_title) {
    top += HEAD_LINE;
    layout->title_above = get_pixels (layout, top - HEAD_MIDDLE);
  }
  if (layout->has_legend)
    right = LEGEND_GAP + LEGEND_LABELS;
  margins.left = get_pixels (layout, left);
  margins.right = get_pixels (layout, right);
  margins.top = get_pixels (layout, top);
  margins.bottom = get_pixels (layout, bottom);
  if (layout->has_legend)
    margins.right += layout->legend.width;
  return margins;
}

static guint
get_gap (const GstClSpectrogramLayoutParams * params,
    const GstClSpectrogramLayout * layout, guint pitch)
{
  if (layout->has_names)
    return get_pixels (layout, params->aspect > 0 ? PLANE_LINE : LINE);
  return MIN (get_pixels (layout, PLOT_GAP), pitch / GAP_SHARE);
}

/* Places the plots one below the other; FALSE if there are not enough rows. */
static gboolean
stack_plots (const GstClSpectrogramLayoutParams * params,
    GstClSpectrogramLayout * layout)
{
  GstClRectangle *plot = &layout->plot;
  guint n = params->n_channels;
  guint gap = get_gap (params, layout, plot->height / n);

  if (plot->height < (guint64) n + (guint64) (n - 1) * gap)
    return FALSE;
  plot->height = (plot->height - (n - 1) * gap) / n;
  layout->pitch = plot->height + gap;
  return TRUE;
}

/* Takes away what exceeds the aspect, and centres the rest. */
static void
shape_plots (const GstClSpectrogramLayoutParams * params,
    GstClSpectrogramLayout * layout)
{
  GstClRectangle *plot = &layout->plot;
  guint n = params->n_channels, width, height;

  width = CLAMP (floor (plot->height * params->aspect + 0.5), 1, plot->width);
  height = CLAMP (floor (width / params->aspect + 0.5), 1, plot->height);
  if (layout->across) {
    layout->across -= plot->width - width;
    plot->x += n * (plot->width - width) / 2;
    plot->y += (plot->height - height) / 2;
  } else {
    layout->pitch -= plot->height - height;
    plot->x += (plot->width - width) / 2;
    plot->y += n * (plot->height - height) / 2;
  }
  plot->width = width;
  plot->height = height;
}

/* Places planes, which keep their shape: side by side or one below the other,
   whichever makes them larger. FALSE if they have no room at all. */
static gboolean
place_planes (const GstClSpectrogramLayoutParams * params,
    GstClSpectrogramLayout * layout)
{
  GstClSpectrogramLayout stacked = *layout;
  GstClRectangle *plot = &layout->plot;
  guint n = params->n_channels, gap = 0;
  gboolean fit_below = stack_plots (params, &stacked);

  if (n > 1)
    gap = layout->has_bottom_axis ? get_pixels (layout, SIDE_GAP)
        : MIN (get_pixels (layout, PLOT_GAP), plot->width / n / GAP_SHARE);
  if (fit_below)
    shape_plots (params, &stacked);
  if (n == 1 || plot->width < (guint64) n + (guint64) (n - 1) * gap) {
    *layout = stacked;
    return fit_below;
  }
  plot->width = (plot->width - (n - 1) * gap) / n;
  layout->across = plot->width + gap;
  shape_plots (params, layout);
  if (fit_below && stacked.plot.width > plot->width)
    *layout = stacked;
  return TRUE;
}

/* Makes a layout; FALSE if the plots have less room than the remaining parts
   require. */
static gboolean
arrange (const GstClSpectrogramLayoutParams * params, guint n_left_out,
    GstClSpectrogramLayout * layout)
{
  gdouble size = layout->font_size;
  GstClRectangle *plot = &layout->plot;
  Margins margins;

  choose_parts (params, n_left_out, layout);
  margins = get_margins (params, layout);
  if (params->width <= margins.left + margins.right
      || params->height <= margins.top + margins.bottom)
    return FALSE;
  plot->x = margins.left;
  plot->y = margins.top;
  plot->width = params->width - margins.left - margins.right;
  plot->height = params->height - margins.top - margins.bottom;
  if (n_left_out < N_PARTS && (plot->width < least[n_left_out].width * size
          || plot->height < least[n_left_out].all * size))
    return FALSE;
  layout->across = 0;
  if (!(params->aspect > 0 ? place_planes (params, layout)
          : stack_plots (params, layout)))
    return FALSE;
  return n_left_out == N_PARTS || plot->height >= least[n_left_out].each * size;
}

gboolean
gst_cl_spectrogram_layout_make (const GstClSpectrogramLayoutParams * params,
    GstClSpectrogramLayout * layout)
{
  guint legend_width = MAX (LEGEND_LEAST,
      (guint) (params->width * LEGEND_SHARE + 0.5));
  guint n_left_out = 0;
  GstClRectangle plots;

  memset (layout, 0, sizeof *layout);
  if (params->n_channels == 0)
    return FALSE;
  layout->font_size = get_font_size (params);
  layout->legend.width = legend_width;
  while (!arrange (params, n_left_out, layout))
    if (n_left_out++ == N_PARTS)
      return FALSE;
  if (!layout->has_legend) {
    memset (&layout->legend, 0, sizeof layout->legend);
    return TRUE;
  }
  plots = gst_cl_spectrogram_layout_get_plots (layout, params->n_channels);
  layout->legend.x = plots.x + plots.width + get_pixels (layout, LEGEND_GAP);
  layout->legend.y = plots.y;
  layout->legend.height = plots.height;
  return TRUE;
}

GstClRectangle
gst_cl_spectrogram_layout_get_plot (const GstClSpectrogramLayout * layout,
    guint channel)
{
  GstClRectangle plot = layout->plot;

  plot.x += channel * layout->across;
  plot.y += channel * (layout->across ? 0 : layout->pitch);
  return plot;
}

GstClRectangle
gst_cl_spectrogram_layout_get_plots (const GstClSpectrogramLayout * layout,
    guint n_channels)
{
  GstClRectangle plots = layout->plot;
  GstClRectangle last =
      gst_cl_spectrogram_layout_get_plot (layout, n_channels - 1);

  plots.width += last.x - plots.x;
  plots.height += last.y - plots.y;
  return plots;
}
