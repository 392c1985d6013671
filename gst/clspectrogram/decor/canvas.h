/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * decor/canvas.h: an image on which rectangles and lines of text are drawn. No
 * text covers another or crosses the edge.
 */
#ifndef GST_CL_SPECTROGRAM_CANVAS_H
#define GST_CL_SPECTROGRAM_CANVAS_H

#include <pango/pangocairo.h>
#include "layout.h"

G_BEGIN_DECLS

typedef struct
{
  gint width, height;           /* of the picture */
  gint n_rows;                  /* that are drawn */
  guint32 *pixels;
  cairo_surface_t *surface;
  cairo_t *cairo;
  PangoLayout *line;
  gdouble font_size;            /* pixels */
  gdouble digit_height;         /* pixels */
  GArray *taken;                /* of cairo_rectangle_int_t: places without
                                   text */
} GstClSpectrogramCanvas;

/* Opens a canvas on rows of a picture, from first_row on: pixels are
   0x00RRGGBB, width * n_rows, dense, and must outlive it. What is drawn
   elsewhere in the picture is cut off. fonts: a font map, or NULL. Returns
   FALSE with the reason; close it in any case. */
gboolean gst_cl_spectrogram_canvas_open (GstClSpectrogramCanvas * canvas,
    guint width, guint height, guint first_row, guint n_rows, guint32 * pixels,
    GObject * fonts, GError ** error);
/* Completes the pixels and frees everything. Returns FALSE with the reason if
   something could not be drawn. */
gboolean gst_cl_spectrogram_canvas_close (GstClSpectrogramCanvas * canvas,
    GError ** error);

/* Fills a rectangle; what lies outside the picture is cut off. */
void gst_cl_spectrogram_canvas_fill (GstClSpectrogramCanvas * canvas,
    gint x, gint y, gint width, gint height, guint32 color);
/* Reserves a place where no text is drawn. */
void gst_cl_spectrogram_canvas_reserve (GstClSpectrogramCanvas * canvas,
    const GstClRectangle * rectangle);

/* Sets the font of the lines that follow. */
void gst_cl_spectrogram_canvas_set_font (GstClSpectrogramCanvas * canvas,
    gdouble size, PangoWeight weight);

/**
 * GstClSpectrogramText:
 * @text: one line, UTF-8, no markup
 * @x: see @align
 * @y: the middle of digits
 * @align: share of the text's width that is left of @x
 * @most: width from which on it is cut with an ellipsis; 0: none
 */
typedef struct
{
  const gchar *text;
  gdouble x, y;
  gdouble align;
  gdouble most;
  guint32 color;
} GstClSpectrogramText;

/* Writes a line. Text that would cross an edge is moved inwards; if it then
   lies on a reserved place or on other text, it is not drawn. Returns its right
   end, 0 if it was not drawn. */
gint gst_cl_spectrogram_canvas_write (GstClSpectrogramCanvas * canvas,
    const GstClSpectrogramText * text);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_CANVAS_H */
