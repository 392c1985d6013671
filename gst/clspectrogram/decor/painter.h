/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* decor/painter.h: what decor.c and headings.c share. */
#ifndef GST_CL_PAINTER_H
#define GST_CL_PAINTER_H

#include "canvas.h"
#include "decor.h"

G_BEGIN_DECLS

/* In font sizes: between text and the picture's edge; units and names, above a
   plot. */
#define GST_CL_PAINTER_PAD 0.6
#define GST_CL_PAINTER_HEADING 1.05

typedef struct
{
  const GstClSpectrogramDecor *decor;
  const GstClThemeColors *colors;
  GstClSpectrogramCanvas canvas;
  gdouble size;                 /* of the font, pixels */
  gint thickness;               /* of marks and lines */
  gint mark, minor_mark;        /* lengths */
  gdouble heading;              /* units and names, pixels above a plot */
  const gchar *frequency_unit;  /* of the ticks that were made last */
  gboolean is_down;             /* rows rise downwards */
} GstClPainter;

/* Draws names, caption and title. unit_end: right end of the unit beside the
   first name; 0: there is none. */
void gst_cl_painter_draw_headings (GstClPainter * painter, gint unit_end);

G_END_DECLS

#endif /* GST_CL_PAINTER_H */
