/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fourier/test-maths.c: the sizes, frequencies and times that GstFourierInfo
 * computes.
 */
#include <math.h>

#include "fourier-support.h"

/* Every bin's frequency as the definition has it, both ways. */
static void
check_bins (guint n, GstFourierSides sides)
{
  GstFourierInfo info;
  guint bin;

  fill_audio (&info, n, 1);
  gst_fourier_info_set_shape (&info, 1, &n, sides);
  for (bin = 0; bin < info.bins[0]; bin++) {
    gint k = bin;
    guint again = 99;
    gdouble f = gst_fourier_info_bin_to_frequency (&info, 0, bin);

    if (sides == GST_FOURIER_SIDES_TWO && 2 * bin >= n)
      k -= n;
    else if (sides == GST_FOURIER_SIDES_CENTERED)
      k -= n / 2;
    TEST_CHECK (fabs (f - k * 48000.0 / n) < 1e-9, "n=%u bin=%u f=%g", n, bin,
        f);
    TEST_CHECK (gst_fourier_info_frequency_to_bin (&info, 0, f, &again)
        && again == bin, "n=%u sides=%d bin=%u again=%u", n, sides, bin,
        again);
    /* a little off is still nearest, unless that is beyond the range */
    f += 0.4 * 48000.0 / n;
    if (f <= 24000)
      TEST_CHECK (gst_fourier_info_frequency_to_bin (&info, 0, f, &again)
          && again == bin, "n=%u sides=%d bin=%u+.4 again=%u", n, sides, bin,
          again);
  }
  TEST_CHECK (isnan (gst_fourier_info_bin_to_frequency (&info, 0,
              info.bins[0])), "one bin too many");
  TEST_CHECK (isnan (gst_fourier_info_bin_to_frequency (&info, 1, 0)),
      "one axis too many");
  TEST_CHECK (!gst_fourier_info_frequency_to_bin (&info, 0, 24001, &bin)
      && bin == 0, "beyond half the rate");
  TEST_CHECK (!gst_fourier_info_frequency_to_bin (&info, 0, NAN, &bin), "NaN");
  TEST_CHECK (gst_fourier_info_frequency_to_bin (&info, 0, -1, &bin)
      == (sides != GST_FOURIER_SIDES_ONE), "a negative frequency");
}

static void
bins_and_frequencies_undo_each_other (void)
{
  guint n, sides;

  for (n = 1; n <= 33; n++)
    for (sides = 0; sides < 3; sides++)
      check_bins (n, sides);
}

/* Caps tell each number so exactly that the same one is read. */
static void
bins_of_a_zoom_lie_where_caps_tell (void)
{
  guint draw, k, again;

  for (draw = 0; draw < 200; draw++) {
    gboolean is_complex = draw % 2;
    guint n = 1 + test_random () % 1000;
    gdouble low = test_uniform () * 24000, step = 24000. / n / (1 + draw % 99);
    g_autoptr (GError) error = NULL;
    g_autoptr (GstCaps) caps = NULL;
    GstFourierInfo info, read;
    gdouble f;

    fill_audio (&info, 1024, 1);
    info.iq = is_complex;
    if (is_complex)
      info.sides = GST_FOURIER_SIDES_TWO;
    else
      low = fabs (low) * (1 - (n - 1) * step / 24000);
    gst_fourier_info_set_zoom (&info, low, step, n);
    caps = gst_fourier_info_to_caps (&info, &error);
    TEST_REQUIRE (caps != NULL, "%s", error->message);
    TEST_REQUIRE (gst_fourier_info_from_caps (&read, caps, &error), "%s",
        error->message);
    TEST_CHECK (read.bin_low == low && read.bin_step == step
        && gst_fourier_info_is_equal (&info, &read), "%a + k %a", low, step);
    k = test_random () % n;
    f = gst_fourier_info_bin_to_frequency (&read, 0, k);
    TEST_CHECK (fabs (f - (low + k * step)) < 1e-9, "bin %u: %g", k, f);
    TEST_CHECK (gst_fourier_info_frequency_to_bin (&read, 0, f + 0.4 * step,
            &again) && again == k, "bin %u again %u", k, again);
    TEST_CHECK (!gst_fourier_info_frequency_to_bin (&read, 0,
            low + (n - 0.4) * step, &again), "beyond %u bins", n);
    TEST_CHECK (isnan (gst_fourier_info_bin_to_frequency (&read, 0, n)),
        "one bin too many");
  }
}

static void
check_zoom (GstFourierSides sides, gdouble low, gdouble step,
    const gchar * field)
{
  g_autoptr (GError) error = NULL;
  GstFourierInfo info;

  fill_audio (&info, 64, 1);
  info.sides = sides;
  gst_fourier_info_set_zoom (&info, low, step, 11);
  TEST_CHECK (gst_fourier_info_validate (&info, &error) == !field
      && g_strcmp0 (error ? gst_fourier_error_get_field (error) : NULL, field)
      == 0, "%g + k %g of sides %d: %s", low, step, sides,
      error ? error->message : "taken");
}

static void
a_zoom_lies_within_the_rate (void)
{
  check_zoom (GST_FOURIER_SIDES_ONE, 0, 2400, NULL);
  check_zoom (GST_FOURIER_SIDES_ONE, 1, 2400, "bin-step");
  check_zoom (GST_FOURIER_SIDES_ONE, -1, 10, "bin-low");
  check_zoom (GST_FOURIER_SIDES_TWO, -24000, 4700, NULL);
  check_zoom (GST_FOURIER_SIDES_TWO, -24000, 4800, "bin-step");
  check_zoom (GST_FOURIER_SIDES_TWO, -24001, 1, "bin-low");
  check_zoom (GST_FOURIER_SIDES_CENTERED, -24000, 4700, NULL);
}

static void
bands_have_no_bin_frequency (void)
{
  GstFourierInfo info;
  guint bin;

  fill_audio (&info, 1024, 1);
  info.quantity = GST_FOURIER_QUANTITY_DB;
  gst_fourier_info_set_bands (&info, GST_FOURIER_BAND_SCALE_MEL, 40);
  TEST_CHECK (gst_fourier_info_validate (&info, NULL), "mel refused");
  TEST_CHECK (isnan (gst_fourier_info_bin_to_frequency (&info, 0, 3)), "f");
  TEST_CHECK (!gst_fourier_info_frequency_to_bin (&info, 0, 100, &bin), "k");
}

static void
axes_of_video_are_in_cycles_per_pixel_and_hertz (void)
{
  GstFourierInfo info;
  guint shape[3] = { 8, 240, 320 };
  guint bin;

  gst_fourier_info_init (&info);
  gst_fourier_info_set_shape (&info, 3, shape, GST_FOURIER_SIDES_ONE);
  gst_fourier_info_set_source_video (&info, "GRAY8:320x240:25/1", 4);
  info.channels = 1;
  TEST_REQUIRE (gst_fourier_info_validate (&info, NULL), "refused");
  TEST_CHECK (info.fps_n == 25 && info.fps_d == 4, "%u/%u", info.fps_n,
      info.fps_d);
  TEST_CHECK (gst_fourier_info_bin_to_frequency (&info, 0, 7) == -25.0 / 8,
      "%g", gst_fourier_info_bin_to_frequency (&info, 0, 7));
  TEST_CHECK (gst_fourier_info_bin_to_frequency (&info, 1, 239) == -1.0 / 240,
      "%g", gst_fourier_info_bin_to_frequency (&info, 1, 239));
  TEST_CHECK (gst_fourier_info_bin_to_frequency (&info, 2, 160) == 0.5,
      "%g", gst_fourier_info_bin_to_frequency (&info, 2, 160));
  TEST_CHECK (gst_fourier_info_frequency_to_bin (&info, 1, -0.5, &bin)
      && bin == 120, "%u", bin);
  TEST_CHECK (gst_fourier_info_get_frame_time (&info, 25) == 4 * GST_SECOND,
      "%" G_GUINT64_FORMAT, gst_fourier_info_get_frame_time (&info, 25));
  gst_fourier_info_set_source_video (&info, "GRAY8:320x240:0/1", 1);
  TEST_CHECK (gst_fourier_info_validate (&info, NULL), "variable refused");
  TEST_CHECK (isnan (gst_fourier_info_bin_to_frequency (&info, 0, 1)), "f");
  TEST_CHECK (gst_fourier_info_get_frame_time (&info, 1)
      == GST_CLOCK_TIME_NONE, "time of a variable framerate");
}

static void
rings_are_in_cycles_per_pixel (void)
{
  static const guint shapes[][2] = { {240, 320}, {320, 240}, {7, 5} };
  GstFourierInfo info;
  guint i, bin, ring;

  for (i = 0; i < G_N_ELEMENTS (shapes); i++) {
    guint n = MAX (shapes[i][0], shapes[i][1]);

    gst_fourier_info_init (&info);
    gst_fourier_info_set_shape (&info, 2, shapes[i], GST_FOURIER_SIDES_ONE);
    gst_fourier_info_set_bands (&info, GST_FOURIER_BAND_SCALE_RADIAL,
        n / 2 + 1);
    info.quantity = GST_FOURIER_QUANTITY_POWER;
    info.channels = 1;
    gst_fourier_info_set_source_video (&info, "GRAY8:320x240:0/1", 1);
    TEST_REQUIRE (gst_fourier_info_validate (&info, NULL), "refused");
    for (ring = 0; ring <= n / 2; ring++) {
      gdouble f = gst_fourier_info_bin_to_frequency (&info, 1, ring);

      TEST_CHECK (f == (gdouble) ring / n, "ring %u of %u: %g", ring, n, f);
      TEST_CHECK (gst_fourier_info_frequency_to_bin (&info, 1, f, &bin)
          && bin == ring, "ring %u of %u: %u", ring, n, bin);
    }
    TEST_CHECK (isnan (gst_fourier_info_bin_to_frequency (&info, 1, ring)),
        "one ring too many");
    TEST_CHECK (isnan (gst_fourier_info_bin_to_frequency (&info, 0, 0)),
        "rows have none");
    TEST_CHECK (!gst_fourier_info_frequency_to_bin (&info, 0, 0.1, &bin),
        "rows have none");
  }
}

/* floor (k * hop * 10^9 / rate) in 128 bits */
static guint64
exact_time (guint64 k, guint hop, guint rate)
{
  return (guint64) ((__extension__ (unsigned __int128) k) * hop *
      GST_SECOND / rate);
}

static void
frame_times_are_exact_however_late (void)
{
  static const guint rates[] = { 44100, 48000, 11025, 1, 2147483647, 999983 };
  static const guint hops[] = { 1, 256, 441, 1001, 999999999 };
  guint r, h, i;

  for (r = 0; r < G_N_ELEMENTS (rates); r++)
    for (h = 0; h < G_N_ELEMENTS (hops); h++)
      for (i = 0; i < 50; i++) {
        GstFourierInfo info;
        guint64 k = test_random () >> (24 + i % 40), time;

        fill_audio (&info, 1024, 1);
        gst_fourier_info_set_rate (&info, rates[r], hops[h]);
        if ((__extension__ (unsigned __int128) k + 3) * hops[h] * GST_SECOND
            / rates[r] >= G_MAXUINT64)
          continue;
        time = gst_fourier_info_get_frame_time (&info, k);
        TEST_CHECK (time == exact_time (k, hops[h], rates[r]),
            "k=%" G_GUINT64_FORMAT " hop=%u rate=%u: %" G_GUINT64_FORMAT, k,
            hops[h], rates[r], time);
        TEST_CHECK (time + gst_fourier_info_get_frame_duration (&info, k, 3)
            == exact_time (k + 3, hops[h], rates[r]), "duration");
      }
}

static void
times_beyond_the_clock_are_none (void)
{
  GstFourierInfo info;

  fill_audio (&info, 1024, 1);
  gst_fourier_info_set_rate (&info, 1, 2);
  TEST_CHECK (gst_fourier_info_get_frame_time (&info, G_MAXUINT64)
      == GST_CLOCK_TIME_NONE, "time");
  TEST_CHECK (gst_fourier_info_get_frame_duration (&info, G_MAXUINT64, 1)
      == GST_CLOCK_TIME_NONE, "duration past the last frame");
  TEST_CHECK (gst_fourier_info_get_frame_duration (&info, 1, G_MAXUINT)
      == 2 * GST_SECOND * G_MAXUINT, "duration of many frames");
}

static void
buffers_that_are_no_whole_frames_are_reported (void)
{
  static const struct
  {
    gsize size;
    guint n_frames;
  } rows[] = { {0, 0}, {1, 0}, {8207, 0}, {8208, 1}, {8209, 0}, {24624, 3} };
  GstFourierInfo info;
  guint i;

  fill_audio (&info, 1024, 2);
  TEST_CHECK (gst_fourier_info_get_frame_size (&info) == 8208, "%zu",
      gst_fourier_info_get_frame_size (&info));
  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    guint n_frames = 77;
    gboolean ok = gst_fourier_info_count_frames (&info, rows[i].size,
        &n_frames);

    TEST_CHECK (ok == (rows[i].n_frames > 0) && n_frames == rows[i].n_frames,
        "%zu: %u", rows[i].size, n_frames);
  }
}

static const struct test_claim claims[] = {
  TEST (bins_and_frequencies_undo_each_other),
    TEST (bins_of_a_zoom_lie_where_caps_tell),
    TEST (a_zoom_lies_within_the_rate),
  TEST (bands_have_no_bin_frequency),
  TEST (axes_of_video_are_in_cycles_per_pixel_and_hertz),
  TEST (rings_are_in_cycles_per_pixel),
  TEST (frame_times_are_exact_however_late),
  TEST (times_beyond_the_clock_are_none),
  TEST (buffers_that_are_no_whole_frames_are_reported),
};

int
main (int argc, char **argv)
{
  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
