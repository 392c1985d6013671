/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * decor/canvas.c: draws by Cairo and Pango.
 *
 * The font map is the caller's or the canvas' own: Pango's default one stays
 * with the thread that first asked for it.
 */
#include "canvas.h"

#include <math.h>
#include <string.h>
#include "opencl/error.h"

/* The most bytes of a line: no picture is wide enough for more, and Pango would
   be slow. */
#define MOST_TEXT 2048

/* ---- surface ---- */

static gboolean
check_status (cairo_status_t status, GError ** error)
{
  gint code = status == CAIRO_STATUS_NO_MEMORY ?
      GST_RESOURCE_ERROR_NO_SPACE_LEFT : GST_RESOURCE_ERROR_FAILED;

  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  return gst_cl_set_error (error, GST_RESOURCE_ERROR, code, "Could not draw "
      "what is around the spectra: %s", cairo_status_to_string (status));
}

/* Makes a layout with grey edges, since pictures have no order of
   sub-pixels. */
static PangoLayout *
create_line (GObject * fonts)
{
  PangoFontMap *map = fonts ? g_object_ref (PANGO_FONT_MAP (fonts))
      : pango_cairo_font_map_new ();
  PangoContext *context = pango_font_map_create_context (map);
  cairo_font_options_t *options = cairo_font_options_create ();
  PangoLayout *line;

  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_SLIGHT);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_ON);
  pango_cairo_context_set_font_options (context, options);
  line = pango_layout_new (context);
  pango_layout_set_single_paragraph_mode (line, TRUE);
  pango_layout_set_auto_dir (line, FALSE);
  cairo_font_options_destroy (options);
  g_object_unref (context);
  g_object_unref (map);
  return line;
}

gboolean
gst_cl_spectrogram_canvas_open (GstClSpectrogramCanvas * canvas, guint width,
    guint height, guint first_row, guint n_rows, guint32 * pixels,
    GObject * fonts, GError ** error)
{
  const guint most = 32767;     /* Cairo's images */

  memset (canvas, 0, sizeof *canvas);
  if (width < 1 || height < 1 || width > most || height > most)
    return check_status (CAIRO_STATUS_INVALID_SIZE, error);
  canvas->width = width;
  canvas->height = height;
  canvas->n_rows = n_rows;
  canvas->pixels = pixels;
  canvas->surface = cairo_image_surface_create_for_data ((guchar *) pixels,
      CAIRO_FORMAT_RGB24, width, n_rows, 4 * width);
  cairo_surface_set_device_offset (canvas->surface, 0, -(gdouble) first_row);
  canvas->cairo = cairo_create (canvas->surface);
  canvas->line = create_line (fonts);
  canvas->taken = g_array_new (FALSE, FALSE, sizeof (cairo_rectangle_int_t));
  return check_status (cairo_status (canvas->cairo), error);
}

gboolean
gst_cl_spectrogram_canvas_close (GstClSpectrogramCanvas * canvas,
    GError ** error)
{
  cairo_status_t status = CAIRO_STATUS_SUCCESS;
  gsize n_pixels = (gsize) canvas->width * canvas->n_rows, i;

  if (canvas->cairo) {
    status = cairo_status (canvas->cairo);
    cairo_destroy (canvas->cairo);
    cairo_surface_flush (canvas->surface);
    cairo_surface_destroy (canvas->surface);
    /* Cairo leaves the upper byte undefined */
    for (i = 0; i < n_pixels; i++)
      canvas->pixels[i] &= 0xffffff;
  }
  g_clear_object (&canvas->line);
  g_clear_pointer (&canvas->taken, g_array_unref);
  return check_status (status, error);
}

static void
set_color (GstClSpectrogramCanvas * canvas, guint32 color)
{
  cairo_set_source_rgb (canvas->cairo, (color >> 16 & 0xff) / 255.0,
      (color >> 8 & 0xff) / 255.0, (color & 0xff) / 255.0);
}

void
gst_cl_spectrogram_canvas_fill (GstClSpectrogramCanvas * canvas, gint x,
    gint y, gint width, gint height, guint32 color)
{
  set_color (canvas, color);
  cairo_rectangle (canvas->cairo, x, y, width, height);
  cairo_fill (canvas->cairo);
}

/* ---- text ---- */

void
gst_cl_spectrogram_canvas_reserve (GstClSpectrogramCanvas * canvas,
    const GstClRectangle * rectangle)
{
  cairo_rectangle_int_t place =
      { rectangle->x, rectangle->y, rectangle->width, rectangle->height };

  g_array_append_val (canvas->taken, place);
}

static gboolean
is_free (const GstClSpectrogramCanvas * canvas,
    const cairo_rectangle_int_t * place)
{
  guint i;

  for (i = 0; i < canvas->taken->len; i++) {
    const cairo_rectangle_int_t *other =
        &g_array_index (canvas->taken, cairo_rectangle_int_t, i);

    if (place->x < other->x + other->width
        && other->x < place->x + place->width
        && place->y < other->y + other->height
        && other->y < place->y + place->height)
      return FALSE;
  }
  return TRUE;
}

void
gst_cl_spectrogram_canvas_set_font (GstClSpectrogramCanvas * canvas,
    gdouble size, PangoWeight weight)
{
  PangoFontDescription *font;
  PangoRectangle ink;

  canvas->font_size = size;
  font = pango_font_description_from_string ("Sans");
  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  pango_font_description_set_weight (font, weight);
  pango_layout_set_font_description (canvas->line, font);
  pango_font_description_free (font);
  pango_layout_set_text (canvas->line, "0", -1);
  pango_layout_get_pixel_extents (canvas->line, &ink, NULL);
  canvas->digit_height = ink.height;
}

/* The rectangle of the line's ink and its advance together, from its top left
   corner. */
static PangoRectangle
measure (GstClSpectrogramCanvas * canvas, const GstClSpectrogramText * text)
{
  g_autofree gchar *valid =
      g_utf8_make_valid (text->text, strnlen (text->text, MOST_TEXT));
  PangoRectangle ink, logical;
  gint right;

  pango_layout_set_width (canvas->line, -1);
  pango_layout_set_ellipsize (canvas->line, PANGO_ELLIPSIZE_NONE);
  pango_layout_set_text (canvas->line, valid, -1);
  pango_layout_get_pixel_extents (canvas->line, &ink, &logical);
  if (text->most > 0 && logical.width > text->most) {
    pango_layout_set_width (canvas->line, text->most * PANGO_SCALE);
    pango_layout_set_ellipsize (canvas->line, PANGO_ELLIPSIZE_END);
    pango_layout_get_pixel_extents (canvas->line, &ink, &logical);
  }
  right = MAX (ink.x + ink.width, logical.x + logical.width);
  ink.x = MIN (ink.x, logical.x);
  ink.width = right - ink.x;
  return ink;
}

gint
gst_cl_spectrogram_canvas_write (GstClSpectrogramCanvas * canvas,
    const GstClSpectrogramText * text)
{
  const gint space = ceil (canvas->font_size / 4);
  cairo_rectangle_int_t place;
  PangoRectangle box;
  gint x, y;

  if (!text->text || !text->text[0])
    return 0;
  box = measure (canvas, text);
  x = floor (text->x - text->align * box.width + 0.5) - box.x;
  y = floor (text->y + canvas->digit_height / 2
      - pango_layout_get_baseline (canvas->line) / (gdouble) PANGO_SCALE + 0.5);
  if (box.width > canvas->width - 2 * space || box.height > canvas->height - 2)
    return 0;
  x = CLAMP (x, space - box.x, canvas->width - space - box.x - box.width);
  y = CLAMP (y, 1 - box.y, canvas->height - 1 - box.y - box.height);
  place.x = x + box.x;
  place.y = y + box.y - 1;
  place.width = box.width;
  place.height = box.height + 2;
  if (!is_free (canvas, &place))
    return 0;
  place.x -= space;
  place.width += 2 * space;
  g_array_append_val (canvas->taken, place);
  set_color (canvas, text->color);
  cairo_move_to (canvas->cairo, x, y);
  pango_cairo_show_layout (canvas->cairo, canvas->line);
  return x + box.x + box.width;
}
