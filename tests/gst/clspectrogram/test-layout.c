/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram/test-layout.c: claims about where the parts of a picture go,
 * over pictures of many sizes.
 */
#include "clspectrogram/decor/layout.h"
#include "support/test.h"

#include <math.h>

static const guint channels[] = { 1, 2, 3, 6, 8, 16, 64 };

typedef void (*Check) (const GstClSpectrogramLayoutParams * params,
    const GstClSpectrogramLayout * layout);

/* Every kind of picture of this size that can be laid out. */
static void
check_size (guint width, guint height, Check check)
{
  guint i, flags;

  for (i = 0; i < G_N_ELEMENTS (channels); i++)
    for (flags = 0; flags < 64; flags++) {
      const GstClSpectrogramLayoutParams params = { width, height, channels[i],
        flags & 1, flags >> 1 & 1, flags >> 2 & 1, flags >> 3 & 1,
        .title = flags >> 4 & 1, .font_size = flags >> 5 ? 17.5 : 0
      };
      GstClSpectrogramLayout layout;

      TEST_CHECK (gst_cl_spectrogram_layout_make (&params, &layout)
          == (height >= channels[i]), "%ux%u, %u channels", width, height,
          channels[i]);
      if (height >= channels[i])
        check (&params, &layout);
    }
}

/* From 1x1 to 3840x2160: all small ones, then wider and wider steps. */
static void
check_all (Check check)
{
  guint width, height;

  for (width = 1; width <= 3840; width += 1 + width / 9)
    for (height = 1; height <= 2160; height += 1 + height / 9)
      check_size (width, height, check);
  check_size (640, 360, check);
  check_size (1280, 720, check);
  check_size (1920, 1080, check);
  check_size (3840, 2160, check);
}

static void
check_places (const GstClSpectrogramLayoutParams * params,
    const GstClSpectrogramLayout * layout)
{
  const GstClRectangle *plot = &layout->plot, *legend = &layout->legend;
  guint n = params->n_channels;
  guint bottom = plot->y + (n - 1) * layout->pitch + plot->height;

  TEST_CHECK (plot->width >= 1 && plot->height >= 1
      && layout->pitch >= plot->height
      && plot->x + plot->width <= params->width && bottom <= params->height,
      "%ux%u, %u channels: plot %u,%u %ux%u, pitch %u", params->width,
      params->height, n, plot->x, plot->y, plot->width, plot->height,
      layout->pitch);
  if (!layout->has_legend) {
    TEST_CHECK (!legend->width && !legend->height, "%ux%u", legend->width,
        legend->height);
    return;
  }
  TEST_CHECK (legend->x > plot->x + plot->width
      && legend->x + legend->width + 2 * layout->font_size < params->width
      && legend->y == plot->y && legend->y + legend->height == bottom,
      "%ux%u, %u channels: legend %u,%u %ux%u", params->width, params->height,
      n, legend->x, legend->y, legend->width, legend->height);
  TEST_CHECK (legend->width >= 4 && (legend->width == 4
          || fabs (legend->width - 0.0125 * params->width) < 0.51), "%u of %u",
      legend->width, params->width);
}

static void
parts_neither_overlap_nor_leave_the_picture (void)
{
  check_all (check_places);
}

static void
check_order (const GstClSpectrogramLayoutParams * params,
    const GstClSpectrogramLayout * layout)
{
  const gboolean axes = params->axes;
  const gboolean wanted[] = { axes && !params->no_caption, params->title,
    axes && !params->no_names, params->legend, axes, axes
  };
  const gboolean had[] = { layout->has_caption, layout->has_title,
    layout->has_names, layout->has_legend, layout->has_bottom_axis, layout->has_left_axis
  };
  gboolean begun = FALSE;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (had); i++) {
    TEST_CHECK (!had[i] || wanted[i], "%ux%u: part %u was not wanted",
        params->width, params->height, i);
    TEST_CHECK (!begun || had[i] == wanted[i],
        "%ux%u, %u channels: part %u is left out before the one above it",
        params->width, params->height, params->n_channels, i);
    begun |= had[i];
  }
}

static void
parts_are_left_out_in_order (void)
{
  check_all (check_order);
}

static void
check_text (const GstClSpectrogramLayoutParams * params,
    const GstClSpectrogramLayout * layout)
{
  const GstClRectangle *plot = &layout->plot;
  guint n = params->n_channels;
  guint bottom = plot->y + (n - 1) * layout->pitch + plot->height;
  gdouble size = layout->font_size;

  TEST_CHECK (!layout->has_left_axis || plot->x >= 4 * size, "%u", plot->x);
  TEST_CHECK (!layout->has_bottom_axis
      || params->height - bottom >= 1.8 * size, "%u", bottom);
  TEST_CHECK (!layout->has_caption || plot->y >= 3 * size, "%u", plot->y);
  TEST_CHECK (!layout->has_title || (layout->title_above + size <= plot->y
          && layout->title_above >= size * (layout->has_caption ? 4 : 1)),
      "title %u above %u", layout->title_above, plot->y);
  TEST_CHECK (!layout->has_names || (plot->y >= 1.2 * size && (n == 1
              || layout->pitch - plot->height >= 1.2 * size)), "%u",
      layout->pitch - plot->height);
}

static void
text_has_room (void)
{
  check_all (check_text);
}

static void
check_share (const GstClSpectrogramLayoutParams * params,
    const GstClSpectrogramLayout * layout)
{
  if (!params->axes && !params->legend && !params->title)
    TEST_CHECK (!layout->plot.x && !layout->plot.y
        && layout->plot.width == params->width, "%ux%u: plot at %u,%u",
        params->width, params->height, layout->plot.x, layout->plot.y);
  TEST_CHECK (layout->plot.width >= 0.4 * params->width, "%ux%u: %u",
      params->width, params->height, layout->plot.width);
  /* the rest of the division by many channels is lost */
  TEST_CHECK (layout->plot.height * params->n_channels
      + params->n_channels >= 0.4 * params->height, "%ux%u, %u channels: %u",
      params->width, params->height, params->n_channels, layout->plot.height);
}

static void
plots_keep_a_good_part (void)
{
  check_all (check_share);
}

static void
font_grows_with_the_picture (void)
{
  static const guint sizes[][3] = {
    {160, 120, 8}, {640, 360, 8}, {1280, 720, 12}, {1920, 1080, 16},
    {3840, 2160, 28}, {1080, 1920, 13},
  };
  GstClSpectrogramLayoutParams params = { 0, 0, 1, TRUE, TRUE };
  GstClSpectrogramLayout layout;
  gdouble before = 8;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    params.width = sizes[i][0];
    params.height = sizes[i][1];
    TEST_CHECK (gst_cl_spectrogram_layout_make (&params, &layout)
        && layout.font_size == sizes[i][2], "%ux%u: %g", params.width,
        params.height, layout.font_size);
  }
  for (i = 1; i <= 2160; i++) {
    params.height = i;
    params.width = MAX (i * 16 / 9, 1);
    gst_cl_spectrogram_layout_make (&params, &layout);
    TEST_CHECK (layout.font_size >= before, "%u: %g", i, layout.font_size);
    before = layout.font_size;
  }
}

static void
a_font_size_that_is_set_is_used (void)
{
  GstClSpectrogramLayoutParams params = { 1280, 720, 1, TRUE, TRUE };
  GstClSpectrogramLayout layout;

  for (params.font_size = 1; params.font_size <= 256; params.font_size += 3)
    TEST_CHECK (gst_cl_spectrogram_layout_make (&params, &layout)
        && layout.font_size == params.font_size, "%g: %g", params.font_size,
        layout.font_size);
  /* parts of that size have no room */
  TEST_CHECK (!layout.has_caption && !layout.has_legend
      && !layout.has_left_axis, "text of 256 pixels");
}

static void
gaps_become_thin_with_the_plots (void)
{
  GstClSpectrogramLayoutParams params = { 1920, 1080, 1, TRUE, TRUE };
  GstClSpectrogramLayout layout;
  guint gap, before = G_MAXUINT;

  params.no_names = TRUE;
  for (params.n_channels = 2; params.n_channels < 400; params.n_channels++) {
    TEST_REQUIRE (gst_cl_spectrogram_layout_make (&params, &layout), "%u",
        params.n_channels);
    gap = layout.pitch - layout.plot.height;
    TEST_CHECK (gap <= before, "%u channels: %u", params.n_channels, gap);
    before = gap;
  }
  TEST_CHECK (before == 0, "%u", before);
  params.n_channels = 4;
  gst_cl_spectrogram_layout_make (&params, &layout);
  TEST_CHECK (layout.pitch - layout.plot.height == 8, "%u",
      layout.pitch - layout.plot.height);
}

static void
common_pictures_have_all_parts (void)
{
  static const guint sizes[][3] = {
    {320, 240, 1}, {640, 360, 6}, {1280, 720, 6}, {1920, 1080, 8},
    {3840, 2160, 8},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    const GstClSpectrogramLayoutParams params =
        { sizes[i][0], sizes[i][1], sizes[i][2], TRUE, TRUE };
    GstClSpectrogramLayout layout;

    TEST_CHECK (gst_cl_spectrogram_layout_make (&params, &layout)
        && layout.has_caption && layout.has_names && layout.has_legend
        && layout.has_bottom_axis && layout.has_left_axis, "%ux%u",
        params.width, params.height);
  }
}

static void
no_row_for_each_channel_is_refused (void)
{
  static const guint bad[][3] = {
    {0, 10, 1}, {10, 0, 1}, {10, 10, 0}, {10, 10, 11}, {10, 10, G_MAXUINT},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (bad); i++) {
    const GstClSpectrogramLayoutParams params =
        { bad[i][0], bad[i][1], bad[i][2], TRUE, TRUE };
    GstClSpectrogramLayout layout;

    TEST_CHECK (!gst_cl_spectrogram_layout_make (&params, &layout), "%u", i);
  }
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (parts_neither_overlap_nor_leave_the_picture),
    TEST (parts_are_left_out_in_order),
    TEST (text_has_room),
    TEST (plots_keep_a_good_part),
    TEST (font_grows_with_the_picture),
    TEST (a_font_size_that_is_set_is_used),
    TEST (gaps_become_thin_with_the_plots),
    TEST (common_pictures_have_all_parts),
    TEST (no_row_for_each_channel_is_refused),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
