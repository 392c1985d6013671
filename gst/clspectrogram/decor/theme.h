/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* theme.h: the colours of everything but levels. Pure. */
#ifndef GST_CL_THEME_H
#define GST_CL_THEME_H

#include "colormap.h"

G_BEGIN_DECLS

/**
 * GstClTheme:
 * @GST_CL_THEME_DARK: light text on a dark ground
 * @GST_CL_THEME_LIGHT: dark text on a white ground
 */
typedef enum
{
  GST_CL_THEME_DARK,
  GST_CL_THEME_LIGHT,
  GST_CL_N_THEMES,
} GstClTheme;

/**
 * GstClThemeColors:
 * @background: around the plots
 * @empty: of plots where nothing was measured
 * @marker: a writing position, held peaks, a single curve
 * @text: numbers
 *
 * 0x00RRGGBB.
 */
typedef struct
{
  guint32 background, empty, marker;
  guint32 text, unit, name, caption;
  guint32 mark, minor_mark, grid, minor_grid;
} GstClThemeColors;

extern const GstClThemeColors gst_cl_themes[GST_CL_N_THEMES];

/* The colour of curve `number` of several; after eight they repeat. */
guint32 gst_cl_theme_get_curve (GstClTheme theme, guint number);

/* Fills 256 colours as gst_cl_color_map_fill() does, the weakest next to the
   theme's background where the map is grey. */
void gst_cl_theme_fill_map (GstClTheme theme, GstClColorMap map,
    guint32 colors[GST_CL_COLOR_MAP_SIZE]);

G_END_DECLS

#endif /* GST_CL_THEME_H */
