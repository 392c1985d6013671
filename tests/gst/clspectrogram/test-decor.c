/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram/test-decor.c: claims about the pixels around the spectra.
 */
#include "clspectrogram/decor/canvas.h"
#include "clspectrogram/decor/decor.h"
#include "support/test.h"

#include <math.h>

static const gchar *const names[] = { "left", "right", NULL, "lfe1" };

typedef struct
{
  GstClSpectrogramDecor decor;
  guint32 palette[GST_CL_COLOR_MAP_SIZE];
  guint32 *pixels;
} Picture;

/* A waterfall of 8 s with all parts but a caption and names. */
static void
setup (Picture * picture, guint width, guint height, guint n_channels)
{
  const GstClSpectrogramLayoutParams params =
      { width, height, n_channels, TRUE, TRUE };
  GstClSpectrogramDecor *decor = &picture->decor;

  memset (picture, 0, sizeof *picture);
  gst_cl_color_map_fill (GST_CL_COLOR_MAP_VIRIDIS, picture->palette);
  decor->width = width;
  decor->height = height;
  decor->n_channels = n_channels;
  decor->axis.high = 10000;
  decor->time_low = -8;
  decor->floor = -100;
  decor->range = 100;
  decor->level_unit = "dBFS";
  decor->colors = picture->palette;
  gst_cl_spectrogram_layout_make (&params, &decor->layout);
}

static void
draw (Picture * picture)
{
  const GstClSpectrogramDecor *decor = &picture->decor;
  gsize size = (gsize) decor->width * decor->height * sizeof (guint32);
  g_autoptr (GError) error = NULL;

  g_free (picture->pixels);
  picture->pixels = g_malloc (size);
  memset (picture->pixels, test_random () & 0xff, size);
  TEST_CHECK (gst_cl_spectrogram_decor_draw (decor, picture->pixels, &error),
      "%ux%u: %s", decor->width, decor->height, error ? error->message : "?");
}

static guint32
get_pixel (const Picture * picture, guint x, guint y)
{
  return picture->pixels[(gsize) y * picture->decor.width + x];
}

/* Pixels in a rectangle that are not of this colour. */
static guint
count_others (const Picture * picture, guint x, guint y, guint width,
    guint height, guint32 color)
{
  guint n = 0, i, j;

  for (j = y; j < y + height; j++)
    for (i = x; i < x + width; i++)
      n += get_pixel (picture, i, j) != color;
  return n;
}

static guint
count_ink (const Picture * picture, guint x, guint y, guint width, guint height)
{
  return count_others (picture, x, y, width, height, gst_cl_themes[0].background);
}

/* Of the columns with ink in a rectangle the last; 0: there is none. */
static guint
find_ink_end (const Picture * picture, guint x, guint y, guint width,
    guint height)
{
  guint i;

  for (i = x + width; i-- > x;)
    if (count_ink (picture, i, y, 1, height) > 0)
      return i;
  return 0;
}

static void
check_equal (const Picture * a, const Picture * b)
{
  gsize size = (gsize) a->decor.width * a->decor.height * sizeof (guint32);

  TEST_CHECK (!memcmp (a->pixels, b->pixels, size), "%ux%u", a->decor.width,
      a->decor.height);
}

static void
every_pixel_is_painted_the_same_each_time (void)
{
  static const guint sizes[][3] = { {640, 360, 2}, {333, 97, 1}, {31, 7, 3} };
  guint i, j;

  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    Picture a, b;

    setup (&a, sizes[i][0], sizes[i][1], sizes[i][2]);
    a.decor.caption = "caption";
    a.decor.names = names;
    b = a;
    draw (&a);
    draw (&b);
    check_equal (&a, &b);
    for (j = 0; j < sizes[i][0] * sizes[i][1]; j++)
      TEST_CHECK (a.pixels[j] >> 24 == 0, "0x%08x", a.pixels[j]);
    g_free (a.pixels);
    g_free (b.pixels);
  }
}

static void
plots_of_waterfalls_are_empty (void)
{
  const GstClSpectrogramLayout *layout;
  Picture picture;
  guint channel;

  setup (&picture, 1280, 720, 4);
  picture.decor.names = names;
  draw (&picture);
  layout = &picture.decor.layout;
  for (channel = 0; channel < 4; channel++)
    TEST_CHECK (count_others (&picture, layout->plot.x,
            layout->plot.y + channel * layout->pitch, layout->plot.width,
            layout->plot.height, gst_cl_themes[0].empty) == 0, "%u", channel);
  g_free (picture.pixels);
}

/* At 0, 5k and 10k of the axis, in each channel. */
static void
row_ticks_are_at_their_rows (void)
{
  const GstClRectangle *plot;
  Picture picture;
  guint channel, i;

  setup (&picture, 1280, 720, 2);
  draw (&picture);
  plot = &picture.decor.layout.plot;
  for (channel = 0; channel < 2; channel++)
    for (i = 0; i <= 2; i++) {
      guint from_bottom = MIN (i * plot->height / 2, plot->height - 1);
      guint y = plot->y + channel * picture.decor.layout.pitch
          + plot->height - 1 - from_bottom, x = plot->x - 1;
      guint32 mark = get_pixel (&picture, x, y);

      TEST_CHECK (mark != gst_cl_themes[0].background, "row %u", y);
      TEST_CHECK (mark == get_pixel (&picture, x - 4, y), "row %u", y);
      TEST_CHECK (get_pixel (&picture, x, y - 1) == gst_cl_themes[0].background
          && get_pixel (&picture, x, y + 1) == gst_cl_themes[0].background,
          "beside row %u", y);
    }
  g_free (picture.pixels);
}

/* At -8, -4 and 0 s. */
static void
column_ticks_are_at_their_columns (void)
{
  const GstClRectangle *plot;
  Picture picture;
  guint i;

  setup (&picture, 1280, 720, 1);
  draw (&picture);
  plot = &picture.decor.layout.plot;
  for (i = 0; i <= 2; i++) {
    guint x = plot->x + MIN (i * plot->width / 2, plot->width - 1);
    guint y = plot->y + plot->height;
    guint32 mark = get_pixel (&picture, x, y);

    TEST_CHECK (mark != gst_cl_themes[0].background, "column %u", x);
    TEST_CHECK (mark == get_pixel (&picture, x, y + 4), "column %u", x);
    TEST_CHECK (get_pixel (&picture, x - 1, y) == gst_cl_themes[0].background
        && get_pixel (&picture, x + 1, y) == gst_cl_themes[0].background,
        "beside column %u", x);
  }
  g_free (picture.pixels);
}

static void
legend_has_the_palette_in_order (void)
{
  const GstClRectangle *legend;
  Picture picture;
  guint n_colors = 1, row;

  setup (&picture, 1280, 720, 1);
  draw (&picture);
  legend = &picture.decor.layout.legend;
  for (row = 0; row < legend->height; row++) {
    guint y = legend->y + legend->height - 1 - row;
    guint32 color = get_pixel (&picture, legend->x, y);

    TEST_CHECK (count_others (&picture, legend->x, y, legend->width, 1,
            color) == 0, "row %u", row);
    if (n_colors < GST_CL_COLOR_MAP_SIZE && color == picture.palette[n_colors])
      n_colors++;
    TEST_CHECK (color == picture.palette[n_colors - 1], "row %u: 0x%06x", row,
        color);
  }
  TEST_CHECK (n_colors == GST_CL_COLOR_MAP_SIZE, "%u colours", n_colors);
  TEST_CHECK (count_others (&picture, legend->x, legend->y, legend->width, 1,
          picture.palette[GST_CL_COLOR_MAP_SIZE - 1]) == 0, "the topmost row");
  g_free (picture.pixels);
}

/* A number at each long mark, rows of background between them, and the unit
   above; numbers end in the same column. */
static void
each_number_is_by_itself (void)
{
  guint n_marks = 0, n_texts = 0, first_end = 0, inside = 0, right, y;
  const GstClRectangle *plot;
  Picture picture;

  setup (&picture, 1280, 720, 1);
  draw (&picture);
  plot = &picture.decor.layout.plot;
  right = plot->x - 6;          /* long marks have 5 pixels */
  for (y = 0; y < plot->y + plot->height + 5; y++) {
    guint ink = count_ink (&picture, 0, y, right, 1), end;

    n_marks += count_ink (&picture, plot->x - 5, y, 1, 1);
    n_texts += ink > 0 && !inside;
    if (ink > 0 && !inside)
      inside = y;
    if (ink > 0 || !inside)
      continue;
    end = find_ink_end (&picture, 0, inside, right, y - inside);
    if (n_texts == 1)
      first_end = end;
    TEST_CHECK (ABS ((gint) (end - first_end)) <= 1, "text %u ends at %u, not "
        "at %u", n_texts, end, first_end);
    inside = 0;
  }
  TEST_CHECK (n_marks >= 6, "%u marks", n_marks);
  TEST_CHECK (n_texts == n_marks + 1, "%u texts at %u marks", n_texts, n_marks);
  g_free (picture.pixels);
}

static void
text_is_where_it_should_be (void)
{
  const GstClSpectrogramLayout *layout;
  const GstClRectangle *plot;
  Picture with, without;
  guint size;

  setup (&with, 1280, 720, 2);
  without = with;
  with.decor.names = names;
  with.decor.caption = "caption";
  draw (&with);
  draw (&without);
  layout = &with.decor.layout;
  plot = &layout->plot;
  size = layout->font_size;
  TEST_CHECK (count_ink (&without, 0, plot->y - 1.5 * size, plot->x,
          size) > 0, "no unit of frequency");
  TEST_CHECK (count_ink (&without, layout->legend.x, plot->y - 1.5 * size,
          1280 - layout->legend.x, size) > 0, "no unit of level");
  TEST_CHECK (count_ink (&without, plot->x + plot->width + size,
          720 - 2 * size, 4 * size, 2 * size) > 0, "no unit of time");
  TEST_CHECK (count_ink (&without, plot->x - size, 720 - 1.5 * size,
          2 * size, size) > 0, "no -8");
  TEST_CHECK (count_ink (&without, plot->x, plot->y + plot->height,
          plot->width, layout->pitch - plot->height) == 0, "a name");
  TEST_CHECK (count_ink (&with, plot->x, plot->y + plot->height,
          10 * size, layout->pitch - plot->height) > 0, "no name");
  TEST_CHECK (count_ink (&with, plot->x, plot->y - 1.6 * size, 10 * size,
          size) > 0, "no name");
  TEST_CHECK (count_ink (&without, 0, 0, 1280, 2 * size) == 0, "a caption");
  TEST_CHECK (count_ink (&with, 0, 0, plot->x, 2 * size) == 0
      && count_ink (&with, plot->x, 0, 10 * size, 2 * size) > 0, "no caption");
  g_free (with.pixels);
  g_free (without.pixels);
}

/* In pixels from the plot's left edge. */
static guint
get_caption_width (const gchar * caption)
{
  Picture picture;
  guint end;

  setup (&picture, 640, 360, 1);
  picture.decor.caption = caption;
  draw (&picture);
  end = find_ink_end (&picture, 0, 0, 640, 2 * picture.decor.layout.font_size);
  g_free (picture.pixels);
  return end ? end - picture.decor.layout.plot.x : 0;
}

static void
captions_are_literal (void)
{
  guint width = get_caption_width ("a");

  TEST_CHECK (width > 0, "%u", width);
  TEST_CHECK (get_caption_width ("<b>a</b>") > 4 * width, "%u",
      get_caption_width ("<b>a</b>"));
  TEST_CHECK (get_caption_width ("&lt;a&gt;") > 4 * width, "%u",
      get_caption_width ("&lt;a&gt;"));
  TEST_CHECK (get_caption_width ("a\303\274\303\237\316\251") > 3 * width, "%u",
      get_caption_width ("a\303\274\303\237\316\251"));
  TEST_CHECK (get_caption_width ("a\377a\nb\tc") > width, "%u",
      get_caption_width ("a\377a\nb\tc"));
  TEST_CHECK (get_caption_width ("") == 0, "%u", get_caption_width (""));
}

static void
long_texts_are_cut (void)
{
  g_autofree gchar *text = g_strnfill (100000, 'm');
  const gchar *const long_names[] = { text, text };
  Picture picture;

  setup (&picture, 640, 360, 2);
  picture.decor.caption = text;
  picture.decor.names = long_names;
  picture.decor.level_unit = "a unit that is longer than its place has room";
  draw (&picture);
  TEST_CHECK (get_caption_width (text) > 560, "%u", get_caption_width (text));
  TEST_CHECK (count_ink (&picture, 638, 0, 2, 360) == 0, "ink at the edge");
  g_free (picture.pixels);
}

/* No text reaches over an edge, whatever the scale and the numbers. */
static void
edges_are_free (void)
{
  static const gdouble ranges[][2] = {
    {20, 20000}, {0, 24000}, {-1.2e6, 1.2e6}, {1e6, 1.00001e6}, {0, 0.001},
  };
  guint width, i, scale;

  for (width = 100; width <= 1000; width = width * 3 / 2)
    for (i = 0; i < G_N_ELEMENTS (ranges); i++)
      for (scale = 0; scale <= CLFFT_AXIS_SCALE_ERB; scale++) {
        guint height = width * 3 / 4;
        Picture picture;

        setup (&picture, width, height, 1 + i % 2);
        picture.decor.axis.scale = scale;
        picture.decor.axis.low = ranges[i][0];
        picture.decor.axis.high = ranges[i][1];
        picture.decor.levels = i % 2;
        picture.decor.time_high = 4000 * scale;
        draw (&picture);
        TEST_CHECK (!count_ink (&picture, 0, 0, width, 1)
            && !count_ink (&picture, 0, height - 1, width, 1)
            && !count_ink (&picture, 0, 0, 1, height)
            && !count_ink (&picture, width - 1, 0, 1, height),
            "%u wide, %g..%g", width, ranges[i][0], ranges[i][1]);
        g_free (picture.pixels);
      }
}

static void
no_text_lies_on_another (void)
{
  const GstClRectangle reserved = { 200, 0, 100, 100 };
  GstClSpectrogramText text = { "1000", 50, 50, 0.5, 0, 0xffffff };
  g_autofree guint32 *pixels = g_new0 (guint32, 400 * 100);
  GstClSpectrogramCanvas canvas;
  gint end;

  TEST_REQUIRE (gst_cl_spectrogram_canvas_open (&canvas, 400, 100, 0, 100,
          pixels, NULL, NULL), "no canvas");
  gst_cl_spectrogram_canvas_set_font (&canvas, 12, PANGO_WEIGHT_NORMAL);
  gst_cl_spectrogram_canvas_reserve (&canvas, &reserved);
  end = gst_cl_spectrogram_canvas_write (&canvas, &text);
  TEST_CHECK (end > 60 && end < 80, "%d", end);
  text.x = end;
  TEST_CHECK (!gst_cl_spectrogram_canvas_write (&canvas, &text), "on it");
  text.y += 8;
  TEST_CHECK (!gst_cl_spectrogram_canvas_write (&canvas, &text), "below");
  text.y += 8;
  TEST_CHECK (gst_cl_spectrogram_canvas_write (&canvas, &text), "a line on");
  text.x = 195;
  TEST_CHECK (!gst_cl_spectrogram_canvas_write (&canvas, &text), "reserved");
  text.x = 400;
  end = gst_cl_spectrogram_canvas_write (&canvas, &text);
  TEST_CHECK (end > 390 && end < 400, "moved to %d", end);
  TEST_CHECK (gst_cl_spectrogram_canvas_close (&canvas, NULL), "not drawn");
}

static void
levels_have_a_grid (void)
{
  const GstClRectangle *plot;
  Picture picture;
  guint x, y;

  setup (&picture, 1280, 720, 1);
  picture.decor.levels = TRUE;
  picture.decor.axis.scale = CLFFT_AXIS_SCALE_LOG;
  picture.decor.axis.low = 10;
  picture.decor.axis.high = 1000;
  draw (&picture);
  plot = &picture.decor.layout.plot;
  x = plot->x + plot->width / 2;        /* 100 Hz */
  y = plot->y + plot->height - 1 - plot->height / 2;    /* -50 dB */
  TEST_CHECK (count_others (&picture, plot->x, y, plot->width, 1,
          gst_cl_themes[0].empty) == plot->width, "row %u", y);
  TEST_CHECK (count_others (&picture, x, plot->y, 1, plot->height,
          gst_cl_themes[0].empty) == plot->height, "column %u", x);
  TEST_CHECK (get_pixel (&picture, x - 2, y - 2) == gst_cl_themes[0].empty
      && get_pixel (&picture, x + 2, y + 2) == gst_cl_themes[0].empty,
      "beside the lines");
  g_free (picture.pixels);
}

static void
lay_out (Picture * picture, gboolean title)
{
  const GstClSpectrogramLayoutParams params = { picture->decor.width,
    picture->decor.height, picture->decor.n_channels, TRUE, TRUE,
    .title = title
  };

  gst_cl_spectrogram_layout_make (&params, &picture->decor.layout);
}

static void
a_title_stands_above_everything (void)
{
  guint top, below;
  Picture picture;

  setup (&picture, 1280, 720, 2);
  picture.decor.names = names;
  picture.decor.caption = "caption";
  lay_out (&picture, TRUE);
  draw (&picture);
  top = picture.decor.layout.font_size * 2.5;
  below = count_ink (&picture, 0, top, 1280, 720 - top);
  TEST_CHECK (count_ink (&picture, 0, 0, 1280, top) == 0, "no title, but ink");
  picture.decor.title = "A title";
  draw (&picture);
  TEST_CHECK (count_ink (&picture, picture.decor.layout.plot.x, 0, 200, top)
      > 100, "no title");
  TEST_CHECK (count_ink (&picture, 0, top, 1280, 720 - top) == below,
      "the rest changed");
  g_free (picture.pixels);
}

/* In the light theme every pixel that is not of a colour of levels is lighter
   than in the dark one where it is ground, and darker where it is text. */
static void
themes_differ_in_colors_alone (void)
{
  Picture dark, light;
  guint x, y;

  setup (&dark, 640, 360, 2);
  dark.decor.names = names;
  dark.decor.caption = "caption";
  light = dark;
  light.decor.theme = GST_CL_THEME_LIGHT;
  draw (&dark);
  draw (&light);
  for (y = 0; y < 360; y++)
    for (x = 0; x < 640; x++) {
      gboolean is_ground = get_pixel (&dark, x, y)
          == gst_cl_themes[GST_CL_THEME_DARK].background;

      TEST_CHECK (is_ground == (get_pixel (&light, x, y)
              == gst_cl_themes[GST_CL_THEME_LIGHT].background),
          "%u,%u: 0x%06x and 0x%06x", x, y, get_pixel (&dark, x, y),
          get_pixel (&light, x, y));
    }
  g_free (dark.pixels);
  g_free (light.pixels);
}

static void
curves_are_named_in_their_colors (void)
{
  static const guint32 curves[] = { 0x112233, 0x445566, 0x778899 };
  static const gchar *const three[] = { "Left", "Right", "Centre" };
  const GstClRectangle *plot;
  gboolean seen[3] = { FALSE };
  Picture picture;
  guint x, y, i;

  setup (&picture, 640, 360, 1);
  picture.decor.levels = TRUE;
  picture.decor.names = three;
  picture.decor.curves = curves;
  picture.decor.n_curves = 3;
  draw (&picture);
  plot = &picture.decor.layout.plot;
  for (y = 0; y < plot->y; y++)
    for (x = plot->x; x < plot->x + plot->width; x++)
      for (i = 0; i < 3; i++)
        seen[i] |= get_pixel (&picture, x, y) == curves[i];
  TEST_CHECK (seen[0] && seen[1] && seen[2], "%d %d %d", seen[0], seen[1],
      seen[2]);
  g_free (picture.pixels);
}

/* Rows that are drawn by themselves are those of the whole. */
static void
rows_are_those_of_the_picture (void)
{
  guint trial;

  for (trial = 0; trial < 40; trial++) {
    Picture all, rows;
    guint width = 60 + test_random () % 600, height = 40 + test_random () % 400;

    setup (&all, width, height, 1 + trial % 3);
    all.decor.names = names;
    all.decor.caption = "caption";
    all.decor.levels = trial % 2;
    rows = all;
    rows.decor.first_row = test_random () % height;
    rows.decor.n_rows = 1 + test_random () % (height - rows.decor.first_row);
    draw (&all);
    draw (&rows);
    TEST_CHECK (memcmp (rows.pixels, all.pixels + rows.decor.first_row * width,
            rows.decor.n_rows * width * sizeof (guint32)) == 0,
        "%ux%u: rows %u + %u", width, height, rows.decor.first_row,
        rows.decor.n_rows);
    g_free (all.pixels);
    g_free (rows.pixels);
  }
}

static void
any_size_and_number_is_drawn (void)
{
  static const gdouble odd[] = { NAN, INFINITY, -INFINITY, 0, 1e300, -1e-300 };
  guint i;

  for (i = 0; i < 200; i++) {
    guint width = 1 + test_random () % (1 + i), n = 1 + test_random () % 5;
    guint height = n + test_random () % (1 + i);
    Picture picture;

    setup (&picture, width, height, n);
    picture.decor.axis.low = odd[i % 6];
    picture.decor.axis.scale = i % 5;
    picture.decor.time_low = odd[(i + 1) % 6];
    picture.decor.floor = odd[i / 2 % 6];
    picture.decor.range = odd[i / 3 % 6];
    picture.decor.levels = i / 4 % 2;
    picture.decor.level_unit = i % 3 ? "dB" : NULL;
    draw (&picture);
    g_free (picture.pixels);
  }
}

static void
what_cairo_cannot_hold_is_refused (void)
{
  g_autoptr (GError) error = NULL;
  guint32 pixel = 42;
  Picture picture;

  setup (&picture, 40000, 1, 1);
  TEST_CHECK (!gst_cl_spectrogram_decor_draw (&picture.decor, &pixel, &error),
      "it was drawn");
  TEST_CHECK (error && error->domain == GST_RESOURCE_ERROR, "no reason");
  TEST_CHECK (pixel == 42, "%u", pixel);
}

static gpointer
draw_in_thread (gpointer picture)
{
  return GINT_TO_POINTER (gst_cl_spectrogram_decor_draw
      (&((Picture *) picture)->decor, ((Picture *) picture)->pixels, NULL));
}

static void
threads_draw_the_same (void)
{
  Picture pictures[4];
  GThread *threads[4];
  guint i;

  for (i = 0; i < 4; i++) {
    setup (&pictures[i], 640, 360, 2);
    pictures[i].decor.names = names;
    pictures[i].pixels = g_new (guint32, 640 * 360);
    threads[i] = g_thread_new ("draw", draw_in_thread, &pictures[i]);
  }
  for (i = 0; i < 4; i++)
    TEST_CHECK (g_thread_join (threads[i]), "thread %u", i);
  for (i = 0; i < 4; i++)
    check_equal (&pictures[0], &pictures[i]);
  for (i = 0; i < 4; i++)
    g_free (pictures[i].pixels);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (every_pixel_is_painted_the_same_each_time),
    TEST (plots_of_waterfalls_are_empty),
    TEST (row_ticks_are_at_their_rows),
    TEST (column_ticks_are_at_their_columns),
    TEST (legend_has_the_palette_in_order),
    TEST (each_number_is_by_itself),
    TEST (text_is_where_it_should_be),
    TEST (captions_are_literal),
    TEST (long_texts_are_cut),
    TEST (edges_are_free),
    TEST (no_text_lies_on_another),
    TEST (levels_have_a_grid),
    TEST (a_title_stands_above_everything),
    TEST (themes_differ_in_colors_alone),
    TEST (curves_are_named_in_their_colors),
    TEST (rows_are_those_of_the_picture),
    TEST (any_size_and_number_is_drawn),
    TEST (what_cairo_cannot_hold_is_refused),
    TEST (threads_draw_the_same),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
