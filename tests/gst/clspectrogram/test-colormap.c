/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-colormap.c: claims about colour maps, against entries of the tables
 * that matplotlib 3.6 has.
 */
#include "clspectrogram/decor/theme.h"
#include "support/test.h"

#include <math.h>

typedef struct
{
  GstClColorMap map;
  guint index;
  guint32 color;
} Entry;

static gint
get_channel (guint32 color, guint shift)
{
  return color >> shift & 0xff;
}

static void
entries_are_as_published (void)
{
  static const Entry entries[] = {
    {GST_CL_COLOR_MAP_INFERNO, 32, 0x210c4a},
    {GST_CL_COLOR_MAP_INFERNO, 100, 0x902568},
    {GST_CL_COLOR_MAP_INFERNO, 128, 0xbc3754},
    {GST_CL_COLOR_MAP_INFERNO, 192, 0xf98e09},
    {GST_CL_COLOR_MAP_INFERNO, 224, 0xf9cb35},
    {GST_CL_COLOR_MAP_MAGMA, 64, 0x51127c},
    {GST_CL_COLOR_MAP_MAGMA, 128, 0xb73779},
    {GST_CL_COLOR_MAP_MAGMA, 170, 0xf1605d},
    {GST_CL_COLOR_MAP_MAGMA, 224, 0xfec488},
    {GST_CL_COLOR_MAP_VIRIDIS, 32, 0x472d7b},
    {GST_CL_COLOR_MAP_VIRIDIS, 100, 0x2a768e},
    {GST_CL_COLOR_MAP_VIRIDIS, 128, 0x21918c},
    {GST_CL_COLOR_MAP_VIRIDIS, 192, 0x5ec962},
    {GST_CL_COLOR_MAP_TURBO, 32, 0x466be3},
    {GST_CL_COLOR_MAP_TURBO, 64, 0x28bceb},
    {GST_CL_COLOR_MAP_TURBO, 128, 0xa4fc3c},
    {GST_CL_COLOR_MAP_TURBO, 192, 0xfb7e21},
    {GST_CL_COLOR_MAP_TURBO, 224, 0xd02f05},
    {GST_CL_COLOR_MAP_GREY, 1, 0x010101},
    {GST_CL_COLOR_MAP_GREY, 128, 0x808080},
  };
  guint32 colors[GST_CL_COLOR_MAP_SIZE];
  guint i, shift;

  for (i = 0; i < G_N_ELEMENTS (entries); i++) {
    const Entry *e = &entries[i];

    gst_cl_color_map_fill (e->map, colors);
    for (shift = 0; shift < 24; shift += 8)
      TEST_CHECK (abs (get_channel (colors[e->index], shift)
              - get_channel (e->color, shift)) <= 1,
          "map %d entry %u: 0x%06x, not 0x%06x", e->map, e->index,
          colors[e->index], e->color);
  }
}

static void
ends_are_exact (void)
{
  static const guint32 ends[GST_CL_N_COLOR_MAPS][2] = {
    [GST_CL_COLOR_MAP_INFERNO] = {0x000004, 0xfcffa4},
    [GST_CL_COLOR_MAP_MAGMA] = {0x000004, 0xfcfdbf},
    [GST_CL_COLOR_MAP_VIRIDIS] = {0x440154, 0xfde725},
    [GST_CL_COLOR_MAP_TURBO] = {0x30123b, 0x7a0403},
    [GST_CL_COLOR_MAP_GREY] = {0x000000, 0xffffff},
  };
  guint32 colors[GST_CL_COLOR_MAP_SIZE];
  guint map;

  for (map = 0; map < GST_CL_N_COLOR_MAPS; map++) {
    gst_cl_color_map_fill (map, colors);
    TEST_CHECK (colors[0] == ends[map][0], "map %u: 0x%06x", map, colors[0]);
    TEST_CHECK (colors[GST_CL_COLOR_MAP_SIZE - 1] == ends[map][1],
        "map %u: 0x%06x", map, colors[GST_CL_COLOR_MAP_SIZE - 1]);
  }
}

/* Of an sRGB colour (IEC 61966-2-1). */
static gdouble
get_luminance (guint32 color)
{
  static const gdouble weights[] = { 0.0722, 0.7152, 0.2126 };
  gdouble luminance = 0;
  guint i;

  for (i = 0; i < 3; i++) {
    gdouble v = get_channel (color, 8 * i) / 255.0;

    luminance += weights[i] * (v <= 0.04045 ? v / 12.92
        : pow ((v + 0.055) / 1.055, 2.4));
  }
  return luminance;
}

/* CIE 1976 L*. */
static gdouble
get_lightness (guint32 color)
{
  gdouble luminance = get_luminance (color);

  return luminance > 0.008856 ? 116 * cbrt (luminance) - 16 : 903.3 * luminance;
}

static gdouble
get_contrast (guint32 a, guint32 b)
{
  gdouble x = get_luminance (a), y = get_luminance (b);

  return (MAX (x, y) + 0.05) / (MIN (x, y) + 0.05);
}

/* From one colour to the next viridis' own table falls by up to 0.03, since
   its channels are whole numbers. */
static void
lightness_rises (void)
{
  static const GstClColorMap maps[] = {
    GST_CL_COLOR_MAP_INFERNO, GST_CL_COLOR_MAP_MAGMA, GST_CL_COLOR_MAP_VIRIDIS,
    GST_CL_COLOR_MAP_GREY,
  };
  guint32 colors[GST_CL_COLOR_MAP_SIZE];
  guint m, i;

  for (m = 0; m < G_N_ELEMENTS (maps); m++) {
    gst_cl_color_map_fill (maps[m], colors);
    for (i = 1; i < GST_CL_COLOR_MAP_SIZE; i++)
      TEST_CHECK (get_lightness (colors[i]) > get_lightness (colors[i - 1])
          - 0.05, "map %u colour %u falls", maps[m], i);
    for (i = 4; i < GST_CL_COLOR_MAP_SIZE; i++)
      TEST_CHECK (get_lightness (colors[i]) > get_lightness (colors[i - 4])
          + 0.3, "map %u colour %u does not rise", maps[m], i);
  }
}

static void
neighbours_are_alike (void)
{
  guint32 colors[GST_CL_COLOR_MAP_SIZE];
  guint map, i, shift;

  for (map = 0; map < GST_CL_N_COLOR_MAPS; map++) {
    gst_cl_color_map_fill (map, colors);
    for (i = 0; i < GST_CL_COLOR_MAP_SIZE; i++) {
      TEST_CHECK (colors[i] >> 24 == 0, "map %u: 0x%08x", map, colors[i]);
      for (shift = 0; i > 0 && shift < 24; shift += 8)
        TEST_CHECK (abs (get_channel (colors[i], shift)
                - get_channel (colors[i - 1], shift)) <= 9,
            "map %u: 0x%06x, then 0x%06x", map, colors[i - 1], colors[i]);
    }
  }
}

static void
grey_turns_round_in_the_light_theme (void)
{
  guint32 dark[GST_CL_COLOR_MAP_SIZE], light[GST_CL_COLOR_MAP_SIZE];
  guint map, i;

  for (map = 0; map < GST_CL_N_COLOR_MAPS; map++) {
    gboolean turns = map == GST_CL_COLOR_MAP_GREY;

    gst_cl_theme_fill_map (GST_CL_THEME_DARK, map, dark);
    gst_cl_theme_fill_map (GST_CL_THEME_LIGHT, map, light);
    for (i = 0; i < GST_CL_COLOR_MAP_SIZE; i++)
      TEST_CHECK (light[i] == dark[turns ? GST_CL_COLOR_MAP_SIZE - 1 - i : i],
          "map %u, colour %u: 0x%06x", map, i, light[i]);
  }
}

/* Text and curves against the ground they stand on: WCAG 2.1 asks for a contrast
   of 4.5 of text and of 3 of graphics; units are less important than numbers. */
static void
themes_can_be_read (void)
{
  guint theme, i;

  for (theme = 0; theme < GST_CL_N_THEMES; theme++) {
    const GstClThemeColors *t = &gst_cl_themes[theme];
    const guint32 texts[] = { t->text, t->unit, t->name, t->caption };

    for (i = 0; i < G_N_ELEMENTS (texts); i++)
      TEST_CHECK (get_contrast (texts[i], t->background) >= 4.5,
          "theme %u, text %u: %g", theme, i, get_contrast (texts[i],
              t->background));
    TEST_CHECK (get_contrast (t->marker, t->empty) >= 4.5, "theme %u", theme);
    for (i = 0; i < 20; i++)
      TEST_CHECK (get_contrast (gst_cl_theme_get_curve (theme, i), t->empty)
          >= 3, "theme %u, curve %u: %g", theme, i, get_contrast
          (gst_cl_theme_get_curve (theme, i), t->empty));
  }
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (entries_are_as_published),
    TEST (ends_are_exact),
    TEST (lightness_rises),
    TEST (neighbours_are_alike),
    TEST (grey_turns_round_in_the_light_theme),
    TEST (themes_can_be_read),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
