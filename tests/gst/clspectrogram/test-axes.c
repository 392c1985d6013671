/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram/test-axes.c: claims about what is around planes of
 * frequencies: where they go, their marks and numbers.
 */
#include "clspectrogram/decor/decor.h"
#include "support/test.h"

#include <math.h>

typedef struct
{
  GstClSpectrogramDecor decor;
  guint32 palette[GST_CL_COLOR_MAP_SIZE];
  guint32 *pixels;
} Picture;

static void
draw (Picture * picture, guint width, guint height, guint n_channels,
    gdouble aspect)
{
  static const gchar *const names[] = { "Red", "Green", "Blue", "Alpha" };
  const GstClSpectrogramLayoutParams params = { width, height, n_channels,
    TRUE, TRUE, FALSE, n_channels == 1, aspect
  };
  GstClSpectrogramDecor *decor = &picture->decor;
  g_autoptr (GError) error = NULL;

  gst_cl_color_map_fill (GST_CL_COLOR_MAP_VIRIDIS, picture->palette);
  decor->width = width;
  decor->height = height;
  decor->n_channels = n_channels;
  decor->floor = -100;
  decor->range = 100;
  decor->level_unit = "dB";
  decor->colors = picture->palette;
  decor->caption = "caption";
  decor->names = names;
  picture->pixels = g_new0 (guint32, width * height);
  TEST_CHECK (gst_cl_spectrogram_layout_make (&params, &decor->layout),
      "%ux%u", width, height);
  TEST_CHECK (gst_cl_spectrogram_decor_draw (decor, picture->pixels, &error),
      "%s", error ? error->message : "?");
}

/* -0.5 to 0.5 both ways. */
static void
draw_frequencies (Picture * picture, guint width, guint height,
    guint n_channels)
{
  const GstClDecorRange all = { -0.5, 0.5 };

  memset (picture, 0, sizeof *picture);
  picture->decor.plane_unit = "cycles/pixel";
  picture->decor.columns = picture->decor.rows = all;
  draw (picture, width, height, n_channels, 1);
}

static guint32
get_pixel (const Picture * picture, guint x, guint y)
{
  return picture->pixels[y * picture->decor.width + x];
}

static gboolean
has_ink (const Picture * picture, gdouble x, gdouble y, gdouble width,
    gdouble height)
{
  guint i, j;

  for (j = MAX (y, 0); j < y + height && j < picture->decor.height; j++)
    for (i = MAX (x, 0); i < x + width && i < picture->decor.width; i++)
      if (get_pixel (picture, i, j) != gst_cl_themes[0].background)
        return TRUE;
  return FALSE;
}

/* ---- where they go ---- */

static gboolean
lies_in (const GstClRectangle * rectangle, guint width, guint height)
{
  return rectangle->width >= 1 && rectangle->height >= 1
      && rectangle->x + rectangle->width <= width
      && rectangle->y + rectangle->height <= height;
}

static void
check_layout (const GstClSpectrogramLayoutParams * params)
{
  guint width = params->width, height = params->height, i;
  GstClSpectrogramLayout layout;
  GstClRectangle plot = { 0 }, before = { 0 };

  TEST_CHECK (gst_cl_spectrogram_layout_make (params, &layout)
      == (params->n_channels <= MAX (width, height)), "%ux%u", width, height);
  if (params->n_channels > MAX (width, height))
    return;
  for (i = 0; i < params->n_channels; i++) {
    plot = gst_cl_spectrogram_layout_get_plot (&layout, i);
    TEST_CHECK (lies_in (&plot, width, height), "%ux%u, plot %u", width,
        height, i);
    TEST_CHECK (i == 0 || plot.x >= before.x + before.width
        || plot.y >= before.y + before.height, "%ux%u, plot %u", width, height,
        i);
    before = plot;
  }
  TEST_CHECK (plot.width == 1 || plot.height == 1
      || fabs (plot.width - plot.height * params->aspect)
      <= 0.5 + 0.5 * params->aspect, "%ux%u: %ux%u is not %g", width, height,
      plot.width, plot.height, params->aspect);
  if (layout.has_legend)
    TEST_CHECK (lies_in (&layout.legend, width, height)
        && layout.legend.x > plot.x + plot.width, "%ux%u, legend", width,
        height);
}

static void
planes_keep_their_shape_and_lie_in_the_picture (void)
{
  static const gdouble aspects[] = { 1, 1.5, 16 / 9.0, 0.01, 1e9, 1e-9 };
  guint width, height, n, flags, a;

  for (width = 1; width <= 3840; width += 1 + width / 5)
    for (height = 1; height <= 2160; height += 1 + height / 5)
      for (n = 1; n <= 7; n += 2)
        for (flags = 0; flags < 8; flags++)
          for (a = 0; a < G_N_ELEMENTS (aspects); a++) {
            const GstClSpectrogramLayoutParams params = { width, height, n,
              flags & 1, flags >> 1 & 1, FALSE, flags >> 2 & 1, aspects[a]
            };

            check_layout (&params);
          }
}

static void
the_larger_arrangement_is_taken (void)
{
  static const struct
  {
    guint width, height;
    gboolean is_beside;
  } rows[] = { {1280, 720, TRUE}, {500, 1200, FALSE}, {64, 20, TRUE} };
  guint r;

  for (r = 0; r < G_N_ELEMENTS (rows); r++) {
    const GstClSpectrogramLayoutParams params =
        { rows[r].width, rows[r].height, 3, TRUE, TRUE, FALSE, FALSE, 1 };
    GstClSpectrogramLayout layout;

    gst_cl_spectrogram_layout_make (&params, &layout);
    TEST_CHECK ((layout.across > 0) == rows[r].is_beside
        && layout.plot.width * 4 > MIN (rows[r].width, rows[r].height),
        "%ux%u: plots of %u", rows[r].width, rows[r].height,
        layout.plot.width);
  }
}

static void
planes_stand_in_the_middle (void)
{
  const GstClSpectrogramLayoutParams params = {.width = 400,.height = 100,
    .n_channels = 1,.aspect = 1
  };
  GstClSpectrogramLayout layout;

  gst_cl_spectrogram_layout_make (&params, &layout);
  TEST_CHECK (layout.plot.x == 150 && layout.plot.y == 0
      && layout.plot.width == 100 && layout.plot.height == 100, "%u,%u %ux%u",
      layout.plot.x, layout.plot.y, layout.plot.width, layout.plot.height);
}

/* ---- marks and numbers ---- */

/* The number at a mark: both ends have theirs. */
static void
every_tenth_has_a_mark_and_a_number (void)
{
  static const guint sizes[][2] = { {1280, 720}, {1920, 1080}, {720, 1280} };
  guint s, i;

  for (s = 0; s < G_N_ELEMENTS (sizes); s++) {
    const GstClRectangle *plot;
    gdouble size, room;
    Picture picture;

    draw_frequencies (&picture, sizes[s][0], sizes[s][1], 1);
    plot = &picture.decor.layout.plot;
    size = picture.decor.layout.font_size;
    room = 0.4 * size;
    for (i = 0; i <= 10; i++) {
      guint x = plot->x + MIN (i * plot->width / 10, plot->width - 1);
      guint y = plot->y + MIN (i * plot->height / 10, plot->height - 1);

      TEST_CHECK (has_ink (&picture, x, plot->y + plot->height, 1, 2)
          && has_ink (&picture, plot->x - 2, y, 2, 1), "%u wide, mark %u",
          sizes[s][0], i);
      TEST_CHECK (has_ink (&picture, x - room, plot->y + plot->height
              + 0.8 * size, 2 * room, room), "%u wide, number %u below",
          sizes[s][0], i);
      TEST_CHECK (has_ink (&picture, plot->x - 2 * size, y - room, size,
              2 * room), "%u wide, number %u at the left", sizes[s][0], i);
    }
    g_free (picture.pixels);
  }
}

/* 0 and what is near it stand at the top. */
static void
rows_rise_downwards (void)
{
  const GstClDecorRange rows = { 0, 1000 }, columns = { 0, 2000 };
  const GstClRectangle *plot;
  Picture picture;
  gdouble size;

  memset (&picture, 0, sizeof picture);
  picture.decor.plane_unit = "pixels";
  picture.decor.rows = rows;
  picture.decor.columns = columns;
  draw (&picture, 1280, 720, 1, 2);
  plot = &picture.decor.layout.plot;
  size = picture.decor.layout.font_size;
  /* "0" is short, "1000" long */
  TEST_CHECK (!has_ink (&picture, plot->x - 2.6 * size, plot->y - 0.3 * size,
          size, 0.6 * size), "a long number at the top");
  TEST_CHECK (has_ink (&picture, plot->x - 2.6 * size, plot->y + plot->height
          - 0.3 * size, size, 0.6 * size), "no long number at the bottom");
  g_free (picture.pixels);
}

static void
planes_side_by_side_each_have_an_axis_and_a_name (void)
{
  const GstClSpectrogramLayout *layout;
  Picture picture;
  guint i;

  draw_frequencies (&picture, 1280, 720, 3);
  layout = &picture.decor.layout;
  for (i = 0; i < 3; i++) {
    GstClRectangle plot = gst_cl_spectrogram_layout_get_plot (layout, i);
    gdouble size = layout->font_size;

    TEST_CHECK (has_ink (&picture, plot.x + plot.width / 2, plot.y
            + plot.height, 1, 2), "mark %u", i);
    TEST_CHECK (has_ink (&picture, plot.x + size, plot.y - 1.8 * size, 4 * size,
            size), "name %u", i);
    TEST_CHECK (has_ink (&picture, plot.x + plot.width / 2 - size, plot.y
            + plot.height + 1.7 * size, 2 * size, size), "unit %u", i);
    TEST_CHECK (has_ink (&picture, plot.x - 3, plot.y + plot.height / 2, 3, 1)
        == (i == 0), "left axis %u", i);
  }
  g_free (picture.pixels);
}

/* -0.5 of one beside 0.5 of the one before. */
static void
numbers_of_neighbours_have_room (void)
{
  static const guint sizes[][2] = { {640, 480}, {1280, 720}, {3840, 2160} };
  guint s, i, n;

  for (s = 0; s < G_N_ELEMENTS (sizes); s++) {
    for (n = 2; n <= 4; n++) {
      Picture picture;

      draw_frequencies (&picture, sizes[s][0], sizes[s][1], n);
      for (i = 0; i < n; i++) {
        const GstClSpectrogramLayout *layout = &picture.decor.layout;
        GstClRectangle plot = gst_cl_spectrogram_layout_get_plot (layout, i);
        gdouble size = layout->font_size, y = plot.y + plot.height;
        gboolean has_low = has_ink (&picture, plot.x - 0.4 * size,
            y + 0.8 * size, 0.8 * size, 0.4 * size);
        gboolean has_high = has_ink (&picture, plot.x + plot.width - 0.4 * size,
            y + 0.8 * size, 0.8 * size, 0.4 * size);

        TEST_CHECK (layout->across > 0 && has_low == has_high,
            "%u wide, plane %u of %u: %s", sizes[s][0], i, n, has_low
            ? "no 0.5" : "no -0.5");
      }
      g_free (picture.pixels);
    }
  }
}

static void
planes_one_below_the_other_each_have_a_name (void)
{
  Picture picture;
  guint i;

  draw_frequencies (&picture, 500, 1200, 3);
  for (i = 0; i < 3; i++) {
    const GstClSpectrogramLayout *layout = &picture.decor.layout;
    GstClRectangle plot = gst_cl_spectrogram_layout_get_plot (layout, i);
    guint gap = layout->pitch - plot.height;

    TEST_CHECK (has_ink (&picture, plot.x + layout->font_size, plot.y - gap,
            3 * layout->font_size, gap), "name %u", i);
    TEST_CHECK (has_ink (&picture, plot.x - 3, plot.y + plot.height / 2, 3, 1),
        "left axis %u", i);
  }
  g_free (picture.pixels);
}

static void
edges_are_free (void)
{
  guint width, height, n;

  for (width = 40; width <= 1300; width = width * 4 / 3)
    for (height = 40; height <= 1300; height = height * 4 / 3)
      for (n = 1; n <= 3; n += 2) {
        Picture picture;

        draw_frequencies (&picture, width, height, n);
        /* without axes the planes themselves reach the edges */
        TEST_CHECK (!picture.decor.layout.has_left_axis
            || (!has_ink (&picture, 0, 0, width, 1)
                && !has_ink (&picture, 0, height - 1, width, 1)
                && !has_ink (&picture, 0, 0, 1, height)
                && !has_ink (&picture, width - 1, 0, 1, height)),
            "%ux%u, %u planes", width, height, n);
        g_free (picture.pixels);
      }
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (planes_keep_their_shape_and_lie_in_the_picture),
    TEST (the_larger_arrangement_is_taken),
    TEST (planes_stand_in_the_middle),
    TEST (every_tenth_has_a_mark_and_a_number),
    TEST (rows_rise_downwards),
    TEST (planes_side_by_side_each_have_an_axis_and_a_name),
    TEST (numbers_of_neighbours_have_room),
    TEST (planes_one_below_the_other_each_have_a_name),
    TEST (edges_are_free),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
