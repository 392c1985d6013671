/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-clvideofft.c: claims about the numbers that clvideofft gives: windows,
 * padding, blocks, scalings, sides, rings, and spectra over time.
 */
#include <math.h>

#include "clfft/spectrum.h"
#include "support/test.h"
#include "views.h"

#define BAR 5e-7                /* relative, of root mean squares */

/* Where a claim gets its pictures: `depth` of noise, pushed and kept. */
typedef struct
{
  Views *v;
  gdouble *values;
  guint width, height, depth;
} Scene;

static void
scene_open (Scene * scene, const gchar * properties, guint width, guint height,
    guint depth)
{
  guint i, w, h;

  scene->v = views_new (properties);
  scene->width = width;
  scene->height = height;
  scene->depth = depth;
  views_set_format (scene->v, GST_VIDEO_FORMAT_GRAY8, width, height, 25, 1);
  TEST_CHECK (scene->v->n_errors == 0, "%s: %s", properties, scene->v->error);
  scene->values = g_new (gdouble, width * height * depth);
  for (i = 0; i < depth; i++) {
    GstBuffer *buffer = views_make_noise (&scene->v->video,
        (guint) test_random ());
    gdouble *values = views_get_values (&scene->v->video, buffer, 0, &w, &h);

    memcpy (scene->values + (gsize) i * width * height, values,
        width * height * sizeof *values);
    g_free (values);
    views_push (scene->v, buffer, i * GST_SECOND / 25);
  }
}

static void
scene_close (Scene * scene)
{
  g_free (scene->values);
  views_free (scene->v);
}

/* The whole of the pictures as one block. */
static Block
scene_block (const Scene * scene)
{
  Block block = { scene->values, scene->width, scene->height, scene->depth,
    0, 0, {scene->width, scene->height, scene->depth},
    {scene->width, scene->height, scene->depth}, {NULL, NULL, NULL}, FALSE
  };

  return block;
}

static gdouble *
make_window (clfft_window window, gdouble param, guint length)
{
  gdouble *w = g_new (gdouble, length);

  if (clfft_window_fill (window, param, length, w) != CLFFT_STATUS_OK)
    g_error ("no window");
  return w;
}

static gdouble
sum_of (const gdouble * w, guint length, gboolean is_squared)
{
  gdouble sum = 0;
  guint i;

  for (i = 0; i < length; i++)
    sum += is_squared ? w[i] * w[i] : w[i];
  return sum;
}

/* ---- whole pictures ---- */

static void
whole_pictures_of_any_size_are_transformed (void)
{
  static const guint sizes[][2] = { {64, 48}, {1, 1}, {1, 17}, {17, 1},
  {7, 13}, {101, 103}, {320, 180}, {30, 97}
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    Scene scene;
    Block block;
    gdouble error;

    scene_open (&scene, "", sizes[i][0], sizes[i][1], 1);
    TEST_REQUIRE (views_n_frames (scene.v) == 1, "%ux%u: %s", sizes[i][0],
        sizes[i][1], scene.v->error);
    block = scene_block (&scene);
    error = views_compare (scene.v, views_at (scene.v, 0, 0), &block,
        1.0 / (sizes[i][0] * sizes[i][1]), 2);
    TEST_CHECK (error < BAR, "%ux%u: off by %g", sizes[i][0], sizes[i][1],
        error);
    scene_close (&scene);
  }
}

static void
sides_and_quantities_are_those_that_were_asked_for (void)
{
  static const gchar *const sides[] = { "auto", "one", "two", "centered" };
  static const gchar *const quantities[] = { "complex", "magnitude", "power" };
  static const guint sizes[][2] = { {24, 18}, {15, 21} };
  guint s, q, i;

  for (s = 0; s < G_N_ELEMENTS (sides); s++) {
    for (q = 0; q < G_N_ELEMENTS (quantities); q++) {
      for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
        g_autofree gchar *properties = g_strdup_printf
            ("scaling=none sides=%s quantity=%s", sides[s], quantities[q]);
        Scene scene;
        Block block;
        gdouble error;

        scene_open (&scene, properties, sizes[i][0], sizes[i][1], 1);
        TEST_REQUIRE (views_n_frames (scene.v) == 1, "%s", properties);
        block = scene_block (&scene);
        error = views_compare (scene.v, views_at (scene.v, 0, 0), &block, 1,
            1);
        TEST_CHECK (error < BAR, "%s: off by %g", properties, error);
        scene_close (&scene);
      }
    }
  }
}

static void
decibels_and_phase_are_those_of_the_bins (void)
{
  Views *v = views_new ("scaling=none");
  GstBuffer *picture;
  const gfloat *bins, *db, *phase;
  guint i, n;

  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 20, 16, 25, 1);
  picture = views_make_noise (&v->video, (guint) test_random ());
  views_push (v, gst_buffer_copy (picture), 0);
  n = gst_fourier_info_get_n_points (&v->info);
  TEST_REQUIRE (views_n_frames (v) == 1, "%s", v->error);
  g_object_set (v->element, "quantity", GST_FOURIER_QUANTITY_DB, "floor",
      -20.0, NULL);
  views_push (v, gst_buffer_copy (picture), GST_SECOND / 25);
  g_object_set (v->element, "quantity", GST_FOURIER_QUANTITY_PHASE, NULL);
  views_push (v, picture, 2 * GST_SECOND / 25);
  TEST_REQUIRE (v->n_caps == 3 && v->numbers->len == 4 * n, "%u caps: %s",
      v->n_caps, v->error);
  bins = &g_array_index (v->numbers, gfloat, 0);
  db = bins + 2 * n;
  phase = db + n;
  for (i = 0; i < n; i++) {
    gdouble magnitude = hypot (bins[2 * i], bins[2 * i + 1]);
    gdouble off = phase[i] - atan2 (bins[2 * i + 1], bins[2 * i]);

    TEST_CHECK (fabs (db[i] - MAX (-20, 20 * log10 (magnitude))) < 1e-3,
        "bin %u: %g dB of %g", i, db[i], magnitude);
    TEST_CHECK (magnitude < 0.1 || fabs (remainder (off, 2 * G_PI)) < 1e-4,
        "bin %u: %g", i, off);
  }
  views_free (v);
}

static void
windows_are_separable_and_scalings_follow_them (void)
{
  static const struct
  {
    const gchar *properties;
    gboolean is_psd;
    gdouble doubling;
  } rows[] = {
    {"scaling=amplitude", FALSE, 2}, {"scaling=power", FALSE, G_SQRT2},
    {"scaling=psd", TRUE, G_SQRT2}, {"scaling=amplitude sides=two", FALSE, 1},
    {"scaling=psd sides=centered", TRUE, 1},
  };
  gdouble *wx = make_window (CLFFT_WINDOW_KAISER, 5.5, 40);
  gdouble *wy = make_window (CLFFT_WINDOW_KAISER, 5.5, 27);
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree gchar *properties = g_strdup_printf
        ("window=kaiser window-param=5.5 zero-pad-width=50 zero-pad-height=27 "
        "%s", rows[i].properties);
    gdouble sum = sum_of (wx, 40, rows[i].is_psd)
        * sum_of (wy, 27, rows[i].is_psd);
    Scene scene;
    Block block;
    gdouble error;

    scene_open (&scene, properties, 40, 27, 1);
    TEST_REQUIRE (views_n_frames (scene.v) == 1, "%s", properties);
    TEST_CHECK (scene.v->info.shape[0] == 27 && scene.v->info.shape[1] == 50
        && scene.v->info.block_size[1] == 40, "%s", properties);
    block = scene_block (&scene);
    block.n[0] = 50;
    block.windows[0] = wx;
    block.windows[1] = wy;
    error = views_compare (scene.v, views_at (scene.v, 0, 0), &block,
        rows[i].is_psd ? 1 / sqrt (sum) : 1 / sum, rows[i].doubling);
    TEST_CHECK (error < BAR, "%s: off by %g", properties, error);
    scene_close (&scene);
  }
  g_free (wx);
  g_free (wy);
}

static void
the_sum_of_psd_is_the_mean_square (void)
{
  Scene scene;
  gdouble sum = 0, square = 0;
  guint i;

  scene_open (&scene, "scaling=psd quantity=power", 48, 36, 1);
  TEST_REQUIRE (views_n_frames (scene.v) == 1, "%s", scene.v->error);
  for (i = 0; i < 48 * 36; i++)
    square += scene.values[i] * scene.values[i] / (48 * 36);
  for (i = 0; i < 25 * 36; i++)
    sum += views_at (scene.v, 0, 0)[i] / (48 * 36);
  TEST_CHECK (fabs (sum / square - 1) < 1e-5, "%g and %g", sum, square);
  scene_close (&scene);
}

static void
remove_dc_takes_the_mean_of_each_block (void)
{
  gdouble *w = make_window (CLFFT_WINDOW_HANN, 0, 16);
  Scene scene;
  Block block;
  guint i;

  scene_open (&scene, "remove-dc=true window=hann block-width=16 "
      "block-height=16 scaling=none", 40, 32, 1);
  TEST_REQUIRE (views_n_frames (scene.v) == 1
      && scene.v->info.blocks[1] == 3, "%s", scene.v->error);
  for (i = 0; i < 6; i++) {
    gdouble error;

    block = scene_block (&scene);
    block.size[0] = block.size[1] = block.n[0] = block.n[1] = 16;
    block.x = i % 3 * 16;
    block.y = i / 3 * 16;
    block.windows[0] = block.windows[1] = w;
    block.remove_dc = TRUE;
    error = views_compare (scene.v, views_at (scene.v, 0, 0) + i * 16 * 9 * 2,
        &block, 1, 1);
    TEST_CHECK (error < BAR, "block %u: off by %g", i, error);
  }
  g_free (w);
  scene_close (&scene);
}

/* ---- blocks ---- */

static void
check_blocks (const gchar * properties, guint width, guint height,
    const guint size[2], const guint overlap[2], const guint n[2])
{
  guint step[2] = { size[0] - overlap[0], size[1] - overlap[1] };
  guint columns = 1, rows = 1, i, n_points;
  Scene scene;

  while ((columns - 1) * step[0] + size[0] < width)
    columns++;
  while ((rows - 1) * step[1] + size[1] < height)
    rows++;
  scene_open (&scene, properties, width, height, 1);
  TEST_REQUIRE (views_n_frames (scene.v) == 1, "%s", scene.v->error);
  TEST_CHECK (scene.v->info.blocks[0] == rows
      && scene.v->info.blocks[1] == columns
      && scene.v->info.block_overlap[0] == overlap[1]
      && scene.v->info.block_overlap[1] == overlap[0], "%s: %u x %u blocks",
      properties, scene.v->info.blocks[1], scene.v->info.blocks[0]);
  n_points = (n[0] / 2 + 1) * n[1];
  for (i = 0; i < rows * columns; i++) {
    Block block = scene_block (&scene);
    gdouble error;

    block.size[0] = size[0];
    block.size[1] = size[1];
    block.n[0] = n[0];
    block.n[1] = n[1];
    block.x = i % columns * step[0];
    block.y = i / columns * step[1];
    error = views_compare (scene.v, views_at (scene.v, 0, 0)
        + (gsize) 2 * n_points * i, &block, 1.0 / (size[0] * size[1]), 2);
    TEST_CHECK (error < BAR, "%s: block %u is off by %g", properties, i,
        error);
  }
  scene_close (&scene);
}

static void
every_block_is_the_transform_of_the_cut_out_picture (void)
{
  static const guint s1[2] = { 8, 8 }, s2[2] = { 17, 12 }, s3[2] = { 50, 9 };
  static const guint none[2] = { 0, 0 }, o2[2] = { 5, 11 }, o3[2] = { 0, 3 };
  static const guint n2[2] = { 32, 12 };

  check_blocks ("block-width=8 block-height=8", 64, 48, s1, none, s1);
  check_blocks ("block-width=8 block-height=8", 61, 47, s1, none, s1);
  check_blocks ("block-width=17 block-height=12 block-overlap-x=5 "
      "block-overlap-y=11 zero-pad-width=32", 70, 40, s2, o2, n2);
  check_blocks ("block-width=0 block-height=9 block-overlap-y=3", 50, 30, s3,
      o3, s3);
}

/* ---- rings ---- */

/* Under hann and a scaling other than psd, a ring's mean is divided by the noise
   bandwidth; what |X|^2 is divided by in all is then the sum of w^2, times the
   number of bins but under psd. */
static void
check_rings (guint width, guint height, const gchar * scaling, gboolean is_hann)
{
  g_autofree gchar *properties = g_strdup_printf ("reduce=radial "
      "quantity=power scaling=%s window=%s", scaling,
      is_hann ? "hann" : "rect");
  gdouble *wx = make_window (is_hann ? CLFFT_WINDOW_HANN : CLFFT_WINDOW_RECT,
      0, width);
  gdouble *wy = make_window (is_hann ? CLFFT_WINDOW_HANN : CLFFT_WINDOW_RECT,
      0, height);
  gdouble squares = sum_of (wx, width, TRUE) * sum_of (wy, height, TRUE);
  gdouble divisor = g_str_equal (scaling, "psd") ? squares
      : squares * width * height;
  Scene scene;
  Block block;
  gdouble *bins, sums[200] = { 0 }, counts[200] = { 0 };
  guint x, y, ring, longest = MAX (width, height);

  scene_open (&scene, properties, width, height, 1);
  TEST_REQUIRE (views_n_frames (scene.v) == 1, "%s", scene.v->error);
  block = scene_block (&scene);
  block.windows[0] = wx;
  block.windows[1] = wy;
  bins = views_transform (&block);
  for (y = 0; y < height; y++) {
    for (x = 0; x < width; x++) {
      gdouble fx = (x <= width / 2 ? (gdouble) x : (gdouble) x - width) / width;
      gdouble fy = (y <= height / 2 ? (gdouble) y : (gdouble) y - height)
          / height;
      const gdouble *bin = bins + 2 * (y * width + x);

      ring = (guint) floor (hypot (fx, fy) * longest + 0.5);
      sums[ring] += (bin[0] * bin[0] + bin[1] * bin[1]) / divisor;
      counts[ring]++;
    }
  }
  TEST_CHECK (scene.v->info.bins[0] == 1
      && scene.v->info.bins[1] == longest / 2 + 1
      && scene.v->info.band_scale == GST_FOURIER_BAND_SCALE_RADIAL,
      "%u rings", scene.v->info.bins[1]);
  for (ring = 0; ring <= longest / 2; ring++) {
    gdouble want = sums[ring] / counts[ring];

    TEST_CHECK (fabs (views_at (scene.v, 0, 0)[ring] / want - 1) < 1e-4,
        "%ux%u, %s, ring %u: %g, not %g", width, height, properties, ring,
        views_at (scene.v, 0, 0)[ring], want);
  }
  g_free (bins);
  g_free (wx);
  g_free (wy);
  scene_close (&scene);
}

static void
rings_are_the_mean_power_of_both_sides (void)
{
  check_rings (64, 48, "psd", FALSE);
  check_rings (48, 64, "psd", TRUE);
  check_rings (51, 51, "power", TRUE);
  check_rings (100, 9, "amplitude", TRUE);
  check_rings (32, 40, "power", FALSE);
}

/* ---- time ---- */

static void
spectra_over_time_are_of_the_last_pictures (void)
{
  static const guint depths[] = { 2, 4, 5 };
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (depths); i++) {
    guint depth = depths[i];
    g_autofree gchar *properties = g_strdup_printf ("depth=%u window=hann "
        "temporal-window=blackman scaling=psd", depth);
    gdouble *wx = make_window (CLFFT_WINDOW_HANN, 0, 24);
    gdouble *wy = make_window (CLFFT_WINDOW_HANN, 0, 20);
    gdouble *wt = make_window (CLFFT_WINDOW_BLACKMAN, 0, depth);
    gdouble square = 25 * sum_of (wx, 24, TRUE) * sum_of (wy, 20, TRUE)
        * sum_of (wt, depth, TRUE);
    Scene scene;

    scene_open (&scene, properties, 24, 20, 9);
    TEST_REQUIRE (views_n_frames (scene.v) == 10 - depth, "%s: %u frames, %s",
        properties, views_n_frames (scene.v), scene.v->error);
    for (k = 0; k < 10 - depth; k++) {
      Block block = scene_block (&scene);
      gdouble error;

      block.values += k * 24 * 20;
      block.depth = block.size[2] = block.n[2] = depth;
      block.windows[0] = wx;
      block.windows[1] = wy;
      block.windows[2] = wt;
      error = views_compare (scene.v, views_at (scene.v, k, 0), &block,
          1 / sqrt (square), G_SQRT2);
      TEST_CHECK (error < BAR, "%s: frame %u is off by %g", properties, k,
          error);
    }
    scene_close (&scene);
    g_free (wx);
    g_free (wy);
    g_free (wt);
  }
}

static void
blocks_over_time_are_those_of_every_picture (void)
{
  Scene scene;
  guint k, i;

  scene_open (&scene, "depth=3 temporal-hop=2 block-width=16 block-height=8 "
      "block-overlap-x=4 scaling=none sides=centered", 40, 20, 7);
  TEST_REQUIRE (views_n_frames (scene.v) == 3, "%s", scene.v->error);
  for (k = 0; k < 3; k++) {
    for (i = 0; i < 9; i++) {
      Block block = scene_block (&scene);
      gdouble error;

      block.values += 2 * k * 40 * 20;
      block.depth = block.size[2] = block.n[2] = 3;
      block.size[0] = block.n[0] = 16;
      block.size[1] = block.n[1] = 8;
      block.x = i % 3 * 12;
      block.y = i / 3 * 8;
      error = views_compare (scene.v, views_at (scene.v, k, 0)
          + i * 16 * 8 * 3 * 2, &block, 1, 1);
      TEST_CHECK (error < BAR, "frame %u block %u is off by %g", k, i, error);
    }
  }
  scene_close (&scene);
}

#define SIZE 32
#define DEPTH 16

/* DEPTH pictures of cos (2 pi (fx x + fy y + ft t)), 100 codes high. */
static void
push_grating (Views * v, const gint wave[3])
{
  guint8 codes[SIZE * SIZE];
  gint t, x, y;

  for (t = 0; t < DEPTH; t++) {
    for (y = 0; y < SIZE; y++)
      for (x = 0; x < SIZE; x++)
        codes[y * SIZE + x] = (guint8) lrint (127.5 + 100 * cos (2 * G_PI
                * ((gdouble) (wave[0] * x + wave[1] * y) / SIZE
                    + (gdouble) wave[2] * t / DEPTH)));
    views_push (v, views_make_gray (&v->video, codes), t * GST_SECOND / 50);
  }
}

/* The strongest bin of n but DC and `other`. */
static guint
find_peak (const gfloat * bins, guint n, guint other)
{
  guint peak = other == 1 ? 2 : 1, k;

  for (k = 1; k < n; k++)
    if (k != other && bins[k] > bins[peak])
      peak = k;
  return peak;
}

static void
a_moving_grating_appears_at_its_three_frequencies (void)
{
  static const gint waves[][3] = { {3, 5, 2}, {7, -4, 3}, {4, 0, -7},
  {1, 15, 0}
  };
  guint i, peak, second, n, k;

  for (i = 0; i < G_N_ELEMENTS (waves); i++) {
    Views *v = views_new ("depth=16 temporal-hop=16 quantity=magnitude");
    const gfloat *bins;
    gdouble f[3];

    views_set_format (v, GST_VIDEO_FORMAT_GRAY8, SIZE, SIZE, 50, 1);
    push_grating (v, waves[i]);
    TEST_REQUIRE (views_n_frames (v) == 1, "%s", v->error);
    bins = views_at (v, 0, 0);
    n = gst_fourier_info_get_n_points (&v->info);
    peak = find_peak (bins, n, 0);
    second = find_peak (bins, n, peak);
    for (k = peak, n = 3; n-- > 0; k /= v->info.bins[n])
      f[n] = gst_fourier_info_bin_to_frequency (&v->info, n,
          k % v->info.bins[n]);
    TEST_CHECK (f[2] == waves[i][0] / 32.0 && f[1] == waves[i][1] / 32.0
        && f[0] == 50 * waves[i][2] / 16.0, "wave %u is at (%g, %g, %g)", i,
        f[2], f[1], f[0]);
    TEST_CHECK (fabs (bins[peak] - 100.0 / 255) < 1e-3, "reads %g",
        bins[peak]);
    TEST_CHECK (bins[second] < 0.01, "a second one of %g", bins[second]);
    views_free (v);
  }
}

/* ---- schedules ---- */

static void
every_schedule_gives_the_same_spectrum (void)
{
  static const gchar *const schedules[] = { "auto", "group", "simd",
    "direct"
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (schedules); i++) {
    g_autofree gchar *properties = g_strdup_printf ("schedule=%s "
        "scaling=none", schedules[i]);
    Scene scene;
    Block block;
    gdouble error;

    scene_open (&scene, properties, 60, 44, 1);
    TEST_REQUIRE (views_n_frames (scene.v) == 1, "%s: %s", properties,
        scene.v->error);
    block = scene_block (&scene);
    error = views_compare (scene.v, views_at (scene.v, 0, 0), &block, 1, 1);
    TEST_CHECK (error < BAR, "%s: off by %g", properties, error);
    scene_close (&scene);
  }
}

TEST_MAIN (TEST (whole_pictures_of_any_size_are_transformed),
    TEST (sides_and_quantities_are_those_that_were_asked_for),
    TEST (decibels_and_phase_are_those_of_the_bins),
    TEST (windows_are_separable_and_scalings_follow_them),
    TEST (the_sum_of_psd_is_the_mean_square),
    TEST (remove_dc_takes_the_mean_of_each_block),
    TEST (every_block_is_the_transform_of_the_cut_out_picture),
    TEST (rings_are_the_mean_power_of_both_sides),
    TEST (spectra_over_time_are_of_the_last_pictures),
    TEST (blocks_over_time_are_those_of_every_picture),
    TEST (a_moving_grating_appears_at_its_three_frequencies),
    TEST (every_schedule_gives_the_same_spectrum))
