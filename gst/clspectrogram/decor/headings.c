/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* decor/headings.c: draws the lines of text above the plots. */
#include "painter.h"

/* In font sizes. */
#define CAPTION_ABOVE 1.85      /* the caption, above units and names */
#define CAPTION_SIZE 1.15       /* without a title above it */
#define TITLE_SIZE 1.45
#define SWATCH 1.2              /* of a curve, beside its name */
#define SWATCH_GAP 0.5
#define NAME_GAP 1.6            /* from name to swatch */

/* Draws the names above the plots; the first one is beside the unit if that is
   long. */
static void
draw_names (GstClPainter * painter, gint unit_end)
{
  const GstClSpectrogramDecor *decor = painter->decor;
  guint channel;

  for (channel = 0; channel < decor->n_channels; channel++) {
    GstClRectangle plot =
        gst_cl_spectrogram_layout_get_plot (&decor->layout, channel);
    GstClSpectrogramText name = { decor->names[channel], plot.x,
      plot.y - painter->heading, 0, plot.width, painter->colors->name
    };

    if (channel == 0 && unit_end > 0) {
      name.x = MAX (name.x, unit_end + 0.6 * painter->size);
      name.most -= name.x - plot.x;
    }
    if (name.most > 0)
      gst_cl_spectrogram_canvas_write (&painter->canvas, &name);
  }
}

/* Draws the names of curves in one line, each in the colour of its curve and
   behind a piece of it, as far as there is room. */
static void
draw_curve_names (GstClPainter * painter, gint unit_end)
{
  const GstClSpectrogramDecor *decor = painter->decor;
  GstClRectangle plot = gst_cl_spectrogram_layout_get_plot (&decor->layout, 0);
  gdouble size = painter->size, y = plot.y - painter->heading;
  gdouble right = plot.x + plot.width;
  gdouble x = MAX (plot.x, unit_end + 0.6 * size);
  guint i;

  for (i = 0; i < decor->n_curves; i++) {
    gdouble begin = x + (SWATCH + SWATCH_GAP) * size;
    GstClSpectrogramText name = { decor->names[i], begin, y, 0, right - begin,
      decor->curves[i]
    };
    gint end;

    /* an ellipsis alone tells nothing */
    if (right - begin < 3 * size)
      return;
    end = gst_cl_spectrogram_canvas_write (&painter->canvas, &name);
    if (end == 0)
      return;
    gst_cl_spectrogram_canvas_fill (&painter->canvas, x,
        y - painter->thickness, SWATCH * size, 2 * painter->thickness,
        decor->curves[i]);
    x = end + NAME_GAP * size;
  }
}

/* The width of a line that begins where the plots do. */
static gdouble
get_room (const GstClPainter * painter)
{
  return painter->canvas.width - (gdouble) painter->decor->layout.plot.x
      - GST_CL_PAINTER_PAD * painter->size;
}

static void
draw_caption (GstClPainter * painter)
{
  const GstClSpectrogramDecor *decor = painter->decor;
  gboolean is_second = decor->layout.has_title;
  gdouble size = painter->size;
  GstClSpectrogramText caption = { decor->caption, decor->layout.plot.x,
    decor->layout.plot.y - (GST_CL_PAINTER_HEADING + CAPTION_ABOVE) * size, 0,
    get_room (painter),
    is_second ? painter->colors->text : painter->colors->caption
  };

  gst_cl_spectrogram_canvas_set_font (&painter->canvas,
      is_second ? size : CAPTION_SIZE * size,
      is_second ? PANGO_WEIGHT_NORMAL : PANGO_WEIGHT_BOLD);
  gst_cl_spectrogram_canvas_write (&painter->canvas, &caption);
}

static void
draw_title (GstClPainter * painter)
{
  const GstClSpectrogramDecor *decor = painter->decor;
  const GstClRectangle *plot = &decor->layout.plot;
  GstClSpectrogramText title = { decor->title, plot->x,
    (gdouble) plot->y - decor->layout.title_above, 0,
    get_room (painter),
    painter->colors->caption
  };

  gst_cl_spectrogram_canvas_set_font (&painter->canvas,
      TITLE_SIZE * painter->size, PANGO_WEIGHT_BOLD);
  gst_cl_spectrogram_canvas_write (&painter->canvas, &title);
}

void
gst_cl_painter_draw_headings (GstClPainter * painter, gint unit_end)
{
  const GstClSpectrogramDecor *decor = painter->decor;
  const GstClSpectrogramLayout *layout = &decor->layout;

  if (layout->has_names && decor->names && decor->curves)
    draw_curve_names (painter, unit_end);
  else if (layout->has_names && decor->names)
    draw_names (painter, unit_end);
  if (layout->has_caption && decor->caption)
    draw_caption (painter);
  if (layout->has_title && decor->title)
    draw_title (painter);
}
