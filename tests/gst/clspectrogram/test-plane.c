/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram/test-plane.c: claims about pixels of spectra of video, against
 * a host that asks of every line of bins where its frequency lies.
 */
#include <math.h>

#include "clspectrogram/decor/colormap.h"
#include "clspectrogram/decor/decor.h"
#include "film.h"
#include "plane.h"
#include "support/test.h"

#define PLAIN "axes=false legend=false color-map=grey floor=-90 range=100 "
#define FLOOR -90.0
#define RANGE 100.0
#define GREY_TOLERANCE 1
#define SLACK 1e-9

/* ---- a host that looks at every bin ---- */

/* A row or column of bins as shown: where its middle lies, 0 to 1, and what is
   stored of it: of mirrored ones the bin of the opposite frequencies. */
typedef struct
{
  gdouble position;
  guint block, stored, opposite;
  gboolean is_mirrored;
} Line;

static guint
find_bin (const GstFourierInfo * info, guint axis, gdouble frequency)
{
  guint k;

  for (k = 0; k < info->bins[axis]; k++) {
    gdouble off = gst_fourier_info_bin_to_frequency (info, axis, k)
        - frequency;

    if (fabs (off - round (off)) < SLACK)
      return k;
  }
  return G_MAXUINT;
}

static gint
compare_lines (gconstpointer a, gconstpointer b)
{
  gdouble off = ((const Line *) a)->position - ((const Line *) b)->position;

  return (off > 0) - (off < 0);
}

/* Rising, of all blocks one after the other. (g_free) */
static Line *
make_lines (const GstFourierInfo * info, guint axis)
{
  guint n = info->shape[axis], n_blocks = info->blocks[axis], i, block;
  gboolean is_mosaic = info->blocks[0] * info->blocks[1] > 1;
  Line *lines = g_new0 (Line, n * n_blocks);

  for (i = 0; i < n; i++) {
    gdouble frequency = ((gint) i - (gint) (n / 2)) / (gdouble) n;

    lines[i].position = frequency + 0.5;
    lines[i].stored = find_bin (info, axis, frequency);
    lines[i].opposite = find_bin (info, axis, -frequency);
    if (lines[i].stored == G_MAXUINT) {
      lines[i].is_mirrored = TRUE;
      lines[i].stored = lines[i].opposite;
    }
  }
  qsort (lines, n, sizeof *lines, compare_lines);
  for (block = n_blocks; is_mosaic && block-- > 0;) {
    for (i = 0; i < n; i++) {
      lines[block * n + i] = lines[i];
      lines[block * n + i].block = block;
      lines[block * n + i].position = (block * n + i + 0.5) / (n * n_blocks);
    }
  }
  return lines;
}

/* Which lines a pixel shows; FALSE if two are equally near. */
static gboolean
choose_lines (const Line * lines, guint n, gboolean is_mosaic, guint pixel,
    guint length, guint * first, guint * count)
{
  gdouble least = 2, middle = (pixel + 0.5) / length;
  gboolean is_sure = TRUE;
  guint i;

  *count = 0;
  for (i = 0; i < n; i++)
    if ((guint) floor (lines[i].position * length + SLACK) == pixel
        && (*count)++ == 0)
      *first = i;
  if (*count > 0)
    return TRUE;
  for (i = 0; i < n; i++) {
    gdouble off = lines[i].position - middle;

    off = is_mosaic ? fabs (off) : fabs (off - round (off));
    if (fabs (off - least) < SLACK)
      is_sure = FALSE;
    if (off < least - SLACK) {
      least = off;
      *first = i;
      is_sure = TRUE;
    }
  }
  *count = 1;
  return is_sure;
}

static gdouble
get_power (const GstFourierInfo * info, const gdouble * numbers, guint channel,
    const Line * row, const Line * column)
{
  guint at = (channel * info->blocks[0] + row->block) * info->blocks[1]
      + column->block;

  at = at * info->bins[0] + (column->is_mirrored ? row->opposite
      : row->stored);
  at = at * info->bins[1] + column->stored;
  switch (info->quantity) {
    case GST_FOURIER_QUANTITY_COMPLEX:
      return pow (numbers[2 * at], 2) + pow (numbers[2 * at + 1], 2);
    case GST_FOURIER_QUANTITY_MAGNITUDE:
      return pow (numbers[at], 2);
    case GST_FOURIER_QUANTITY_DB:
      return pow (10, numbers[at] / 10);
    default:
      return numbers[at];
  }
}

/* A channel's plot against numbers of a frame. */
static void
check_plot (Film * film, guint picture, const GstFourierInfo * info,
    const gdouble * numbers, guint channel, const GstClRectangle * plot,
    gboolean is_mean)
{
  g_autofree Line *rows = make_lines (info, 0);
  g_autofree Line *columns = make_lines (info, 1);
  gboolean is_mosaic = info->blocks[0] * info->blocks[1] > 1;
  guint n_rows = info->shape[0] * info->blocks[0];
  guint n_columns = info->shape[1] * info->blocks[1];
  guint x, y, i, j, row = 0, column = 0, n_down, n_across;

  for (y = 0; y < plot->height; y++) {
    for (x = 0; x < plot->width; x++) {
      gboolean is_sure = choose_lines (rows, n_rows, is_mosaic, y,
          plot->height, &row, &n_down);
      gdouble peak = 0, sum = 0, wanted;
      gint level;

      is_sure &= choose_lines (columns, n_columns, is_mosaic, x, plot->width,
          &column, &n_across);
      for (i = 0; i < n_down; i++) {
        for (j = 0; j < n_across; j++) {
          gdouble power = get_power (info, numbers, channel, &rows[row + i],
              &columns[column + j]);

          peak = MAX (peak, power);
          sum += power / (n_down * n_across);
        }
      }
      wanted = CLAMP (255 * (10 * log10 (is_mean ? sum : peak) - FLOOR)
          / RANGE, 0, 255);
      level = film_get_level (film, picture, plot->x + x, plot->y + y);
      TEST_CHECK (!is_sure || fabs (level - wanted) <= GREY_TOLERANCE,
          "%ux%u as %ux%u, channel %u at %u,%u: %d, not %g", n_columns, n_rows,
          plot->width, plot->height, channel, x, y, level, wanted);
    }
  }
}

/* ---- spectra ---- */

static void
fill (const GstFourierInfo * info, gdouble * numbers, guint n)
{
  guint i;

  for (i = 0; i < n; i++) {
    gdouble decibels = -40 + 40 * test_uniform ();

    numbers[i] = (gfloat) (info->quantity == GST_FOURIER_QUANTITY_DB ? decibels
        : pow (10, decibels / (info->quantity == GST_FOURIER_QUANTITY_POWER
                ? 10 : 20)));
  }
}

/* A film of random spectra in a picture of that size; checks all of it. */
static void
check_random (const GstFourierInfo * info, guint width, guint height,
    gboolean is_mean, gdouble aspect)
{
  const GstClSpectrogramLayoutParams params = {.width = width,.height = height,
    .n_channels = info->channels,.aspect = aspect,.no_names =
        info->channels == 1
  };
  guint n = plane_count_numbers (info), channel, x, y, n_outside = 0;
  g_autofree gdouble *numbers = g_new (gdouble, n);
  g_autofree gchar *caps = plane_get_caps (info);
  g_autofree gchar *video = g_strdup_printf
      ("video/x-raw,format=RGBA,width=%u,height=%u", width, height);
  Film *film = film_new (is_mean ? PLAIN "reduction=mean" : PLAIN, video);
  GstClSpectrogramLayout layout;
  guint8 *bytes;
  gsize size;

  fill (info, numbers, n);
  bytes = plane_write (info, numbers, n, &size);
  film_set_spectra (film, caps);
  film_push_bytes (film, bytes, size, 0, GST_SECOND / 30);
  TEST_CHECK (film->n_errors == 0 && film->pictures->len == 1, "%s: %s", caps,
      film->error);
  if (film->pictures->len == 1
      && gst_cl_spectrogram_layout_make (&params, &layout)) {
    for (channel = 0; channel < info->channels; channel++) {
      GstClRectangle plot =
          gst_cl_spectrogram_layout_get_plot (&layout, channel);

      check_plot (film, 0, info, numbers, channel, &plot, is_mean);
      n_outside += plot.width * plot.height;
    }
    n_outside = width * height - n_outside;
    for (y = 0; y < height; y++)
      for (x = 0; x < width; x++)
        n_outside -= film_get_color (film, 0, x, y) == gst_cl_themes[0].background;
    TEST_CHECK (n_outside == 0, "%ux%u: %u pixels around plots are not empty",
        width, height, n_outside);
  }
  film_free (film);
}

/* ---- claims ---- */

static void
every_pixel_shows_the_bins_that_lie_in_it (void)
{
  static const GstFourierQuantity quantities[] = {
    GST_FOURIER_QUANTITY_COMPLEX, GST_FOURIER_QUANTITY_MAGNITUDE,
    GST_FOURIER_QUANTITY_POWER, GST_FOURIER_QUANTITY_DB
  };
  static const guint shapes[][2] = {
    {1, 1}, {1, 7}, {6, 1}, {2, 2}, {5, 8}, {8, 5}, {7, 7}, {16, 16}, {33, 20},
    {20, 33}, {64, 96}, {101, 31},
  };
  guint i;

  for (i = 0; i < 4 * 3 * G_N_ELEMENTS (shapes); i++) {
    const guint *shape = shapes[i / 12];
    GstFourierInfo info;

    plane_init (&info, "GRAY8", shape[0], shape[1],
        (GstFourierSides) (i % 3));
    info.quantity = quantities[i % 4];
    info.format = (GstFourierFormat) (test_random () % 4);
    check_random (&info, 1 + test_random () % 70, 1 + test_random () % 70,
        test_random () % 3 == 0, 1);
  }
}

static void
blocks_lie_as_in_the_picture (void)
{
  static const struct
  {
    guint blocks[2], shape[2], overlap[2];
    gint width, height;
  } rows[] = {
    {{3, 5}, {8, 8}, {0, 0}, 80, 48}, {{3, 5}, {8, 8}, {0, 0}, 20, 12},
    {{1, 4}, {5, 7}, {0, 0}, 61, 19}, {{7, 1}, {6, 3}, {0, 0}, 30, 140},
    {{40, 60}, {4, 4}, {2, 3}, 60, 40}, {{2, 2}, {16, 9}, {8, 3}, 50, 70},
    {{1, 900}, {2, 1}, {0, 0}, 9, 9}, {{900, 1}, {1, 2}, {0, 0}, 9, 9},
  };
  guint i;

  for (i = 0; i < 3 * G_N_ELEMENTS (rows); i++) {
    guint r = i / 3;
    guint step_down = rows[r].shape[0] - rows[r].overlap[0];
    guint step_across = rows[r].shape[1] - rows[r].overlap[1];
    GstFourierInfo info;

    plane_init (&info, "GRAY8", rows[r].shape[0], rows[r].shape[1],
        (GstFourierSides) (i % 3));
    memcpy (info.blocks, rows[r].blocks, sizeof info.blocks);
    memcpy (info.block_overlap, rows[r].overlap, sizeof info.block_overlap);
    check_random (&info, rows[r].width, rows[r].height, FALSE,
        (gdouble) (rows[r].blocks[1] * step_across)
        / (rows[r].blocks[0] * step_down));
  }
}

static void
components_lie_side_by_side_or_stacked (void)
{
  static const guint sizes[][2] = { {90, 30}, {30, 100}, {64, 64}, {3, 1} };
  guint i;

  for (i = 0; i < 3 * G_N_ELEMENTS (sizes); i++) {
    GstFourierInfo info;

    plane_init (&info, "RGB", 12, 16, (GstFourierSides) (i % 3));
    info.channels = 3;
    if (i % 2)
      info.blocks[1] = 2;
    check_random (&info, sizes[i / 3][0], sizes[i / 3][1], FALSE,
        i % 2 ? 32 / 12.0 : 1);
  }
}

/* Of each pair of lengths of a plane and a plot, longer, equal or shorter. */
static void
dc_stands_in_the_pixel_of_zero (void)
{
  static const guint lengths[] = { 8, 9, 15, 16, 17, 31, 32, 64, 65 };
  guint i, j, x, y;

  for (i = 0; i < G_N_ELEMENTS (lengths); i++) {
    for (j = 0; j < G_N_ELEMENTS (lengths); j++) {
      guint n = lengths[i], size = lengths[j], n_lit = 0, middle = size / 2;
      g_autofree gchar *video = g_strdup_printf
          ("video/x-raw,format=BGRx,width=%u,height=%u", size, size);
      Film *film = film_new (PLAIN, video);
      g_autofree gchar *caps = NULL;
      gdouble *numbers;
      GstFourierInfo info;
      gsize n_bytes;
      guint8 *bytes;

      plane_init (&info, "GRAY8", n, n, GST_FOURIER_SIDES_TWO);
      caps = plane_get_caps (&info);
      numbers = g_new0 (gdouble, 2 * n * n);
      numbers[0] = 1;
      bytes = plane_write (&info, numbers, 2 * n * n, &n_bytes);
      film_set_spectra (film, caps);
      film_push_bytes (film, bytes, n_bytes, 0, 1);
      g_free (numbers);
      TEST_REQUIRE (film->pictures->len == 1, "%s", film->error);
      for (y = 0; y < size; y++)
        for (x = 0; x < size; x++)
          n_lit += film_get_level (film, 0, x, y) > 0;
      TEST_CHECK (film_get_level (film, 0, middle, middle) == 230
          && (n < size || n_lit == 1), "%u bins, %u pixels: %u lit", n, size,
          n_lit);
      film_free (film);
    }
  }
}

/* One-sided as of real pictures, drawn with all axes. */
static void
a_plane_wave_of_1080p_lights_two_pixels (void)
{
  const guint height = 1080, width = 1920, k0 = 270, k1 = 192;
  const GstClSpectrogramLayoutParams params = {.width = 1280,.height = 720,
    .n_channels = 1,.axes = TRUE,.legend = TRUE,.no_names = TRUE,.aspect = 1
  };
  Film *film = film_new ("color-map=viridis floor=-80 range=80",
      "video/x-raw,format=BGRx,width=1280,height=720");
  guint32 colors[GST_CL_COLOR_MAP_SIZE];
  g_autofree gdouble *numbers = NULL;
  g_autofree gchar *caps = NULL;
  GstClSpectrogramLayout layout;
  GstClRectangle plot;
  GstFourierInfo info;
  guint x, y, n_wrong = 0;
  guint8 *bytes;
  gsize size;

  plane_init (&info, "NV12", height, width, GST_FOURIER_SIDES_ONE);
  gst_fourier_info_set_component (&info, "luma");
  numbers = g_new0 (gdouble, plane_count_numbers (&info));
  /* -20 dB at 0.1 cycles per pixel to the right and 0.25 downwards */
  numbers[2 * (k0 * info.bins[1] + k1)] = 0.06;
  numbers[2 * (k0 * info.bins[1] + k1) + 1] = -0.08;
  bytes = plane_write (&info, numbers, plane_count_numbers (&info), &size);
  caps = plane_get_caps (&info);
  film_set_spectra (film, caps);
  film_push_bytes (film, bytes, size, 0, GST_SECOND / 30);
  TEST_REQUIRE (film->pictures->len == 1, "%s", film->error);
  gst_cl_color_map_fill (GST_CL_COLOR_MAP_VIRIDIS, colors);
  gst_cl_spectrogram_layout_make (&params, &layout);
  plot = layout.plot;
  TEST_CHECK (plot.width == plot.height && plot.width > 600
      && layout.has_legend && layout.has_caption, "%ux%u", plot.width,
      plot.height);
  for (y = 0; y < plot.height; y++) {
    for (x = 0; x < plot.width; x++) {
      gboolean is_lit = (x == floor (0.6 * plot.width)
          && y == floor (0.75 * plot.height))
          || (x == floor (0.4 * plot.width) && y == floor (0.25
              * plot.height));

      n_wrong += film_get_color (film, 0, plot.x + x, plot.y + y)
          != colors[is_lit ? 191 : 0];
    }
  }
  TEST_CHECK (n_wrong == 0, "%u pixels", n_wrong);
  film_free (film);
}

static void
what_is_no_number_shows_the_empty_plot (void)
{
  Film *film = film_new (PLAIN, "video/x-raw,format=BGRx,width=4,height=4");
  gdouble numbers[32] = { 0 };
  g_autofree gchar *caps = NULL;
  GstFourierInfo info;
  guint8 *bytes;
  gsize size;

  plane_init (&info, "GRAY8", 4, 4, GST_FOURIER_SIDES_CENTERED);
  numbers[1] = NAN;
  numbers[2 * (4 + 2)] = INFINITY;
  caps = plane_get_caps (&info);
  bytes = plane_write (&info, numbers, 32, &size);
  film_set_spectra (film, caps);
  film_push_bytes (film, bytes, size, 0, GST_SECOND / 30);
  TEST_REQUIRE (film->pictures->len == 1, "%s", film->error);
  TEST_CHECK (film_get_color (film, 0, 0, 0) == gst_cl_themes[0].empty, "%x",
      film_get_color (film, 0, 0, 0));
  TEST_CHECK (film_get_level (film, 0, 2, 1) == 255
      && film_get_level (film, 0, 3, 3) == 0, "%d, %d",
      film_get_level (film, 0, 2, 1), film_get_level (film, 0, 3, 3));
  film_free (film);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (every_pixel_shows_the_bins_that_lie_in_it),
    TEST (blocks_lie_as_in_the_picture),
    TEST (components_lie_side_by_side_or_stacked),
    TEST (dc_stands_in_the_pixel_of_zero),
    TEST (a_plane_wave_of_1080p_lights_two_pixels),
    TEST (what_is_no_number_shows_the_empty_plot),
  };

  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
