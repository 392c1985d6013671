/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * decor/decor.c: places the marks and the numbers around the plots.
 *
 * Marks are rectangles of whole pixels. Text is placed in the order of its
 * importance, since the canvas drops what has no room: units, numbers, names,
 * caption, title.
 */
#include "painter.h"

#include <math.h>

/* In font sizes. */
#define MARK_LENGTH 0.45
#define MINOR_MARK_LENGTH 0.25
#define LABEL_GAP 0.3           /* between mark and number */
#define PLANE_HEADING 1.35      /* the same of planes, clear of numbers */
#define TITLE_BELOW 1.4         /* an axis' unit, below its numbers */

/* Least distance of numbers, in font sizes; rising by equal steps they may be
   fewer than where they help to read an uneven axis. */
#define ROW_EVEN 2.0
#define ROW_UNEVEN 1.5
#define COLUMN_EVEN 5.5
#define COLUMN_UNEVEN 4.0

#define MOST_EVEN 13            /* labels */

/* The part of a pixel that a position may lack, so that pictures do not differ
   from one processor to the next. */
#define ROUNDING 1e-6

/* ---- positions ---- */

/* Where a line of pixels begins whose middle is that of the pixel at position,
   inside the plot. */
static gint
get_line_start (const GstClPainter * painter, guint length, gdouble position)
{
  gint pixel = MIN ((gint) (position * length + ROUNDING), (gint) length - 1);
  gint start = pixel - (painter->thickness - 1) / 2;

  return CLAMP (start, 0, MAX ((gint) length - painter->thickness, 0));
}

/* The same from the bottom up, or from the top down. */
static gint
get_row_start (const GstClPainter * painter, const GstClRectangle * plot,
    gdouble position)
{
  if (painter->is_down)
    return plot->y + get_line_start (painter, plot->height, position);
  return plot->y + plot->height - painter->thickness
      - get_line_start (painter, plot->height, position);
}

static gint
get_column_start (const GstClPainter * painter, const GstClRectangle * plot,
    gdouble position)
{
  return plot->x + get_line_start (painter, plot->width, position);
}

static GstClRectangle
get_plot (const GstClSpectrogramDecor * decor, guint channel)
{
  return gst_cl_spectrogram_layout_get_plot (&decor->layout, channel);
}

/* ---- axes ---- */

static guint
count_room (const GstClPainter * painter, guint length, gdouble distance,
    guint most)
{
  gdouble room = length / (distance * painter->size);

  return room < 2 ? 0 : MIN ((guint) room, most);
}

guint
gst_cl_spectrogram_decor_get_time_ticks (const GstClSpectrogramDecor * decor,
    GstClTick * ticks)
{
  const GstClPainter painter = { decor, .size = decor->layout.font_size };
  guint n_most = count_room (&painter, decor->layout.plot.width, COLUMN_EVEN,
      MOST_EVEN);

  if (decor->time_moves)
    return gst_cl_ticks_scroll (decor->time_low, decor->time_high, n_most,
        ticks);
  return gst_cl_ticks_sweep (decor->time_low, decor->time_high,
      decor->time_old, n_most, ticks);
}

/* The labels are notes, where asked for and possible, or numbers in hertz. */
static guint
get_frequency_ticks (GstClPainter * painter, guint length, gdouble even,
    gdouble uneven, GstClTick * ticks)
{
  const clfft_axis *axis = &painter->decor->axis;
  gboolean is_even = axis->scale == CLFFT_AXIS_SCALE_LINEAR;
  guint n_notes = painter->decor->notes ? gst_cl_ticks_notes (axis,
      count_room (painter, length, uneven, G_MAXUINT), ticks) : 0;

  painter->frequency_unit = n_notes > 0 ? "note" : "Hz";
  if (n_notes > 0)
    return n_notes;
  if (painter->decor->octave_parts)
    return gst_cl_ticks_octaves (axis, painter->decor->octave_parts,
        count_room (painter, length, uneven, G_MAXUINT), ticks);
  return gst_cl_ticks_frequency (axis, count_room (painter, length,
          is_even ? even : uneven, is_even ? MOST_EVEN : G_MAXUINT), ticks);
}

/* Fills ticks so far apart. */
static guint
fill_steps (const GstClDecorRange * range, GstClTick * ticks)
{
  guint n = (guint) ((range->high - range->low) / range->step) + 1, i;

  for (i = 0; i < n; i++) {
    ticks[i].position = i * range->step / (range->high - range->low);
    gst_cl_label_plain (range->low + i * range->step, range->step, 0,
        ticks[i].label);
  }
  return n;
}

/* Chooses the ticks of the legend: 10 dB apart or more where the range is not
   small, and no marks between. */
static guint
get_level_ticks (const GstClPainter * painter, guint channel, guint length,
    GstClTick * ticks)
{
  const GstClSpectrogramDecor *decor = painter->decor;
  gboolean is_own = decor->ranges && channel > 0;
  const GstClDecorRange *own = is_own ? &decor->ranges[channel] : NULL;
  gdouble low = is_own ? own->low : decor->floor;
  gdouble range = is_own ? own->high - low : decor->range;
  guint most = range >= 20 && range < 10 * MOST_EVEN ?
      (guint) (range / 10) + 1 : MOST_EVEN;
  guint n_ticks, n_kept = 0, i;

  if (is_own && own->step > 0 && count_room (painter, length, ROW_EVEN,
          MOST_EVEN) >= range / own->step)
    return fill_steps (own, ticks);
  n_ticks = gst_cl_ticks_linear (low, low + range,
      count_room (painter, length, ROW_EVEN, most), ticks);
  for (i = 0; i < n_ticks; i++)
    if (ticks[i].label[0])
      ticks[n_kept++] = ticks[i];
  return n_kept;
}

static gint
write_text (GstClPainter * painter, const gchar * text, gdouble x, gdouble y,
    gdouble align, guint32 color)
{
  const GstClSpectrogramText what = { text, x, y, align, 0, color };

  return gst_cl_spectrogram_canvas_write (&painter->canvas, &what);
}

/* Writes text with a true minus sign. */
static gint
write_label (GstClPainter * painter, const GstClTick * tick, gdouble x,
    gdouble y, gdouble align)
{
  gboolean negative = tick->label[0] == '-';
  gchar text[sizeof tick->label + 2];

  g_snprintf (text, sizeof text, "%s%s", negative ? "\342\210\222" : "",
      tick->label + negative);
  return write_text (painter, text, x, y, align, painter->colors->text);
}

/* Draws marks and numbers left or right of what begins at `plot`'s bottom. */
static void
draw_row_ticks (GstClPainter * painter, const GstClRectangle * plot,
    const GstClTick * ticks, guint n_ticks, gboolean at_right)
{
  gdouble gap = LABEL_GAP * painter->size + painter->mark;
  gint right = plot->x + plot->width;
  guint i;

  for (i = 0; i < n_ticks; i++) {
    gboolean major = ticks[i].label[0] != '\0';
    gint length = major ? painter->mark : painter->minor_mark;
    gint y = get_row_start (painter, plot, ticks[i].position);

    gst_cl_spectrogram_canvas_fill (&painter->canvas,
        at_right ? right : (gint) plot->x - length, y, length,
        painter->thickness, major ? painter->colors->mark
        : painter->colors->minor_mark);
    if (major)
      write_label (painter, &ticks[i], at_right ? right + gap : plot->x - gap,
          y + painter->thickness / 2.0, at_right ? 0 : 1);
  }
}

static gdouble
get_label_y (const GstClPainter * painter, const GstClRectangle * plot)
{
  return plot->y + plot->height + painter->mark + LABEL_GAP * painter->size
      + painter->canvas.digit_height / 2;
}

/* Draws marks and numbers below a plot. */
static void
draw_column_ticks (GstClPainter * painter, const GstClRectangle * plot,
    const GstClTick * ticks, guint n_ticks)
{
  gint bottom = plot->y + plot->height;
  gdouble label_y = get_label_y (painter, plot);
  guint i;

  for (i = 0; i < n_ticks; i++) {
    gboolean major = ticks[i].label[0] != '\0';
    gint x = get_column_start (painter, plot, ticks[i].position);

    gst_cl_spectrogram_canvas_fill (&painter->canvas, x, bottom,
        painter->thickness, major ? painter->mark : painter->minor_mark,
        major ? painter->colors->mark : painter->colors->minor_mark);
    if (major)
      write_label (painter, &ticks[i], x + painter->thickness / 2.0, label_y,
          0.5);
  }
}

static void
draw_row_grid (GstClPainter * painter, const GstClRectangle * plot,
    const GstClTick * ticks, guint n_ticks)
{
  guint i;

  for (i = 0; i < n_ticks; i++)
    gst_cl_spectrogram_canvas_fill (&painter->canvas, plot->x,
        get_row_start (painter, plot, ticks[i].position), plot->width,
        painter->thickness, painter->colors->grid);
}

/* Draws the lines of the grid; those without a number are drawn only where they
   show how an uneven axis runs. */
static void
draw_column_grid (GstClPainter * painter, const GstClRectangle * plot,
    const GstClTick * ticks, guint n_ticks)
{
  gboolean is_even = painter->decor->axis.scale == CLFFT_AXIS_SCALE_LINEAR;
  guint i;

  for (i = 0; i < n_ticks; i++)
    if (ticks[i].label[0] || !is_even)
      gst_cl_spectrogram_canvas_fill (&painter->canvas,
          get_column_start (painter, plot, ticks[i].position), plot->y,
          painter->thickness, plot->height,
          ticks[i].label[0] ? painter->colors->grid
          : painter->colors->minor_grid);
}

/* ---- parts ---- */

static void
draw_plots (GstClPainter * painter)
{
  const GstClSpectrogramDecor *decor = painter->decor;
  GstClTick rows[GST_CL_MAX_TICKS], columns[GST_CL_MAX_TICKS];
  GstClRectangle plot = get_plot (decor, 0);
  guint n_rows, channel;
  guint n_columns = get_frequency_ticks (painter, plot.width, COLUMN_EVEN,
      COLUMN_UNEVEN, columns);

  for (channel = 0; channel < decor->n_channels; channel++) {
    plot = get_plot (decor, channel);
    gst_cl_spectrogram_canvas_reserve (&painter->canvas, &plot);
    gst_cl_spectrogram_canvas_fill (&painter->canvas, plot.x, plot.y,
        plot.width, plot.height, painter->colors->empty);
    if (decor->levels && decor->layout.has_bottom_axis)
      draw_column_grid (painter, &plot, columns, n_columns);
    n_rows = get_level_ticks (painter, channel, plot.height, rows);
    if (decor->levels && decor->layout.has_left_axis)
      draw_row_grid (painter, &plot, rows, n_rows);
  }
}

/* Draws the legend, with the strongest colour at the top. */
static void
draw_legend (GstClPainter * painter)
{
  const GstClSpectrogramDecor *decor = painter->decor;
  const GstClRectangle *legend = &decor->layout.legend;
  guint last = GST_CL_COLOR_MAP_SIZE - 1, steps = MAX (legend->height, 2) - 1;
  GstClTick ticks[GST_CL_MAX_TICKS];
  guint n_ticks, row;

  gst_cl_spectrogram_canvas_reserve (&painter->canvas, legend);
  for (row = 0; row < legend->height; row++)
    gst_cl_spectrogram_canvas_fill (&painter->canvas, legend->x,
        legend->y + legend->height - 1 - row, legend->width, 1,
        decor->colors[(row * last + steps / 2) / steps]);
  write_text (painter, decor->level_unit, decor->plane_unit ? legend->x
      : painter->canvas.width - GST_CL_PAINTER_PAD * painter->size,
      legend->y - painter->heading, decor->plane_unit ? 0 : 1,
      painter->colors->unit);
  n_ticks = get_level_ticks (painter, 0, legend->height, ticks);
  draw_row_ticks (painter, legend, ticks, n_ticks, TRUE);
}

/* Draws horizontal axes. Of planes side by side each has one, with its unit
   below the numbers. */
static void
draw_plane_bottom (GstClPainter * painter)
{
  const GstClSpectrogramDecor *decor = painter->decor;
  guint channel = decor->layout.across ? 0 : decor->n_channels - 1;
  GstClTick ticks[GST_CL_MAX_TICKS];

  for (; channel < decor->n_channels; channel++) {
    GstClRectangle plot = get_plot (decor, channel);
    guint n_ticks = gst_cl_ticks_linear (decor->columns.low,
        decor->columns.high, count_room (painter, plot.width, COLUMN_UNEVEN,
            MOST_EVEN), ticks);

    draw_column_ticks (painter, &plot, ticks, n_ticks);
    write_text (painter, decor->plane_unit, plot.x + plot.width / 2.0,
        get_label_y (painter, &plot) + TITLE_BELOW * painter->size, 0.5,
        painter->colors->unit);
  }
}

static void
draw_bottom_axis (GstClPainter * painter)
{
  const GstClSpectrogramDecor *decor = painter->decor;
  GstClRectangle plot = get_plot (decor, decor->n_channels - 1);
  gdouble unit_x = plot.x + plot.width + 1.4 * painter->size;
  gdouble longest = MAX (fabs (decor->time_low), fabs (decor->time_high));
  GstClTick ticks[GST_CL_MAX_TICKS];
  guint n_ticks;

  if (decor->plane_unit) {
    draw_plane_bottom (painter);
    return;
  }
  if (decor->levels)
    n_ticks = get_frequency_ticks (painter, plot.width, COLUMN_EVEN,
        COLUMN_UNEVEN, ticks);
  else
    n_ticks = gst_cl_spectrogram_decor_get_time_ticks (decor, ticks);
  write_text (painter, decor->levels ? painter->frequency_unit
      : longest < 60 ? "s" : longest < 3600 ? "min" : "h", (gint) unit_x,
      get_label_y (painter, &plot), 0, painter->colors->unit);
  draw_column_ticks (painter, &plot, ticks, n_ticks);
}

/* Computes the ticks of the vertical axis. */
static guint
get_left_ticks (GstClPainter * painter, guint channel, guint height,
    GstClTick * ticks)
{
  const GstClSpectrogramDecor *decor = painter->decor;

  if (decor->plane_unit)
    return gst_cl_ticks_linear (decor->rows.low, decor->rows.high,
        count_room (painter, height, ROW_EVEN, MOST_EVEN), ticks);
  return decor->levels ? get_level_ticks (painter, channel, height, ticks)
      : get_frequency_ticks (painter, height, ROW_EVEN, ROW_UNEVEN, ticks);
}

/* Draws the unit and returns its right end. */
static gint
draw_left_axes (GstClPainter * painter)
{
  const GstClSpectrogramDecor *decor = painter->decor;
  GstClRectangle plot = get_plot (decor, 0);
  gdouble gap = LABEL_GAP * painter->size + painter->mark;
  GstClTick ticks[GST_CL_MAX_TICKS];
  guint n_ticks, channel;
  gint right;

  right = write_text (painter, decor->plane_unit ? decor->plane_unit
      : decor->levels ? decor->level_unit : painter->frequency_unit,
      plot.x - gap,
      plot.y - painter->heading, 1, painter->colors->unit);
  painter->is_down = decor->plane_unit != NULL;
  for (channel = 0; channel < decor->n_channels; channel++) {
    plot = get_plot (decor, channel);
    n_ticks = get_left_ticks (painter, channel, plot.height, ticks);
    /* planes side by side share the first one's */
    if (channel == 0 || !decor->layout.across)
      draw_row_ticks (painter, &plot, ticks, n_ticks, FALSE);
  }
  painter->is_down = FALSE;
  return right;
}

GObject *
gst_cl_spectrogram_decor_new_fonts (void)
{
  return G_OBJECT (pango_cairo_font_map_new ());
}

gboolean
gst_cl_spectrogram_decor_draw (const GstClSpectrogramDecor * decor,
    guint32 * pixels, GError ** error)
{
  const GstClSpectrogramLayout *layout = &decor->layout;
  gdouble size = layout->font_size;
  GstClPainter painter = { decor, &gst_cl_themes[decor->theme] };
  guint n_rows = decor->n_rows ? decor->n_rows : decor->height;
  gint unit_end = 0;

  painter.size = size;
  painter.thickness = MAX (1, (gint) (size / 14));
  painter.mark = MAX (2, (gint) (MARK_LENGTH * size + 0.5));
  painter.heading = size * (decor->plane_unit ? PLANE_HEADING
      : GST_CL_PAINTER_HEADING);
  painter.minor_mark = MAX (1, (gint) (MINOR_MARK_LENGTH * size + 0.5));
  if (!gst_cl_spectrogram_canvas_open (&painter.canvas, decor->width,
          decor->height, decor->first_row, n_rows, pixels, decor->fonts,
          error)) {
    gst_cl_spectrogram_canvas_close (&painter.canvas, NULL);
    return FALSE;
  }
  gst_cl_spectrogram_canvas_set_font (&painter.canvas, size,
      PANGO_WEIGHT_NORMAL);
  gst_cl_spectrogram_canvas_fill (&painter.canvas, 0, 0, decor->width,
      decor->height, painter.colors->background);
  draw_plots (&painter);
  if (layout->has_legend)
    draw_legend (&painter);
  if (layout->has_left_axis)
    unit_end = draw_left_axes (&painter);
  if (layout->has_bottom_axis)
    draw_bottom_axis (&painter);
  gst_cl_painter_draw_headings (&painter, unit_end);
  return gst_cl_spectrogram_canvas_close (&painter.canvas, error);
}
