/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * theme.c: the tables of colours.
 *
 * Those of curves can be distinguished with any kind of colour vision: M. Okabe
 * and K. Ito, Color Universal Design (2002), made lighter or darker to stand
 * out from the ground.
 */
#include "theme.h"

/* *INDENT-OFF* */
const GstClThemeColors gst_cl_themes[GST_CL_N_THEMES] = {
  [GST_CL_THEME_DARK] = {
    .background = 0x101216, .empty = 0x1b1e25, .marker = 0xf2f4f8,
    .text = 0xb9c0cc, .unit = 0x7f8896, .name = 0xd8dce4, .caption = 0xe9ecf1,
    .mark = 0x737c8a, .minor_mark = 0x464d59,
    .grid = 0x30353f, .minor_grid = 0x232730,
  },
  [GST_CL_THEME_LIGHT] = {
    .background = 0xffffff, .empty = 0xf3f4f7, .marker = 0x1d4ed8,
    .text = 0x333a45, .unit = 0x687182, .name = 0x1f242c, .caption = 0x11151b,
    .mark = 0x6b7482, .minor_mark = 0xa9b0bb,
    .grid = 0xd5d9e0, .minor_grid = 0xe6e9ee,
  },
};

#define N_CURVES 8

static const guint32 curves[GST_CL_N_THEMES][N_CURVES] = {
  [GST_CL_THEME_DARK] = {
    0x56b4e9, 0xe69f00, 0x2fc89b, 0xe884bb,
    0xf0e442, 0xff7a3d, 0x8f9dff, 0xc8ccd4,
  },
  [GST_CL_THEME_LIGHT] = {
    0x0072b2, 0xd55e00, 0x00805c, 0xb0508a,
    0x8a6d00, 0x1f86b8, 0x5b45c9, 0x4b5260,
  },
};
/* *INDENT-ON* */

guint32
gst_cl_theme_get_curve (GstClTheme theme, guint number)
{
  return curves[theme][number % N_CURVES];
}

void
gst_cl_theme_fill_map (GstClTheme theme, GstClColorMap map,
    guint32 colors[GST_CL_COLOR_MAP_SIZE])
{
  const guint last = GST_CL_COLOR_MAP_SIZE - 1;
  guint i;

  gst_cl_color_map_fill (map, colors);
  if (theme != GST_CL_THEME_LIGHT || map != GST_CL_COLOR_MAP_GREY)
    return;
  for (i = 0; i <= last / 2; i++) {
    guint32 color = colors[i];

    colors[i] = colors[last - i];
    colors[last - i] = color;
  }
}
