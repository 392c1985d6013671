/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-levels.c: claims about what gathers the transforms of an interval.
 */
#include <math.h>

#include "clspectrum/levels.h"
#include "support/test.h"

#include <gst/gst.h>

#define N_POINTS 5
#define N_FRAMES 4

/* Decibels of the powers; PLAIN_MEAN takes them as they are. */
static const gfloat decibels[N_FRAMES * N_POINTS] = {
  -10, -50, -INFINITY, 0.25f, -70,
  -20, -90, -INFINITY, 0.50f, -70,
  -30, -50, -INFINITY, 1.00f, -50,
  -40, -90, -INFINITY, 2.00f, -90,
};

/* In two portions, twice: the second time shows that nothing was left over. */
static void
gather (GstClLevelsMethod method, gfloat threshold, gfloat * results)
{
  g_autoptr (GstClLevels) levels = gst_cl_levels_new (method, N_POINTS);
  gfloat frames[N_FRAMES * N_POINTS];
  guint i;

  for (i = 0; i < N_FRAMES * N_POINTS; i++)
    frames[i] = method == GST_CL_LEVELS_METHOD_PLAIN_MEAN ? decibels[i]
        : powf (10, decibels[i] / 10);
  for (i = 0; i < 2; i++) {
    gst_cl_levels_add (levels, frames, 1, threshold);
    gst_cl_levels_add (levels, frames + N_POINTS, N_FRAMES - 1, threshold);
    gst_cl_levels_finish (levels, threshold, results);
  }
}

static void
check (GstClLevelsMethod method, gfloat threshold, const gdouble * expected)
{
  gfloat results[N_POINTS];
  guint i;

  gather (method, threshold, results);
  for (i = 0; i < N_POINTS; i++)
    TEST_CHECK (results[i] == expected[i]
        || fabs (results[i] - expected[i]) < 1e-4,
        "method %d point %u: %g, not %g", method, i, results[i], expected[i]);
}

static void
decibels_are_raised_before_their_mean (void)
{
  const gdouble at_60[] = { -25, -55, -60, 0.9375, -57.5 };
  const gdouble at_80[] = { -25, -65, -80, 0.9375, -67.5 };

  check (GST_CL_LEVELS_METHOD_DB_MEAN, -60, at_60);
  check (GST_CL_LEVELS_METHOD_DB_MEAN, -80, at_80);
}

static void
silence_reads_the_threshold_however_low (void)
{
  const gdouble expected[] = { -25, -70, -2147483648.0, 0.9375, -70 };

  check (GST_CL_LEVELS_METHOD_DB_MEAN, -2147483648.0f, expected);
}

static void
extremes_are_raised_at_the_end (void)
{
  const gdouble highest[] = { -10, -50, -80, 2, -50 };
  const gdouble lowest[] = { -40, -80, -80, 0.25, -80 };

  check (GST_CL_LEVELS_METHOD_MAX, -80, highest);
  check (GST_CL_LEVELS_METHOD_MIN, -80, lowest);
}

static void
powers_are_averaged_before_the_logarithm (void)
{
  const gdouble expected[] =
      { -15.563459, -53.009866, -80, 0.990839, -55.934172 };

  check (GST_CL_LEVELS_METHOD_POWER_MEAN, -80, expected);
}

static void
plain_numbers_know_no_threshold (void)
{
  const gdouble expected[] = { -25, -70, -INFINITY, 0.9375, -70 };

  check (GST_CL_LEVELS_METHOD_PLAIN_MEAN, -60, expected);
}

/* Of any size: full scale to denormal, the threshold's own power and its
   neighbours, nothing. */
static gfloat
draw_power (gfloat threshold)
{
  gfloat lowest = pow (10, threshold / 10.0);

  switch (test_random () % 8) {
    case 0:
      return 0;
    case 1:
      return lowest;
    case 2:
      return nextafterf (lowest, test_random () % 2 ? 0 : 1);
    case 3:
      return ldexpf (1 + fabs (test_uniform ()), -149);
    case 4:
      return 3e38f;
    default:
      return powf (10, -12 * fabs (test_uniform ()));
  }
}

/* Powers of any size, some not finite, in portions: what is left out counts,
   and the others are as if it had not been there. */
static void
what_is_not_finite_is_left_out (void)
{
  enum { most = 40, most_frames = 12 };
  const gfloat threshold = -80;
  const gfloat bad[] = { NAN, INFINITY, -INFINITY };
  guint round;

  for (round = 0; round < 300; round++) {
    GstClLevelsMethod method = GST_CL_LEVELS_METHOD_POWER_MEAN + round % 3;
    guint n_points = 1 + test_random () % most;
    guint n_frames = 1 + test_random () % most_frames, f, i;
    g_autoptr (GstClLevels) levels = gst_cl_levels_new (method, n_points);
    gfloat values[most * most_frames], results[most];
    gsize n_bad = 0, n_reported = 0;

    for (i = 0; i < n_points * n_frames; i++) {
      values[i] = test_random () % 4 ? draw_power (threshold)
          : bad[test_random () % 3];
      n_bad += !isfinite (values[i]);
    }
    for (f = 0; f < n_frames; f += i) {
      i = 1 + test_random () % (n_frames - f);
      n_reported += gst_cl_levels_add (levels, values + f * n_points, i, threshold);
    }
    gst_cl_levels_finish (levels, threshold, results);
    TEST_CHECK (n_reported == n_bad, "%" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT
        " counted", n_reported, n_bad);
    for (i = 0; i < n_points; i++) {
      gdouble sum = 0, least = INFINITY, largest = -INFINITY, expected = NAN;
      guint n = 0;

      for (f = 0; f < n_frames; f++) {
        gdouble value = values[f * n_points + i];

        if (!isfinite (value))
          continue;
        sum += value;
        least = MIN (least, value);
        largest = MAX (largest, value);
        n++;
      }
      if (n > 0)
        expected = 10 * log10 (method == GST_CL_LEVELS_METHOD_POWER_MEAN
            ? sum / n : method == GST_CL_LEVELS_METHOD_MAX ? largest : least);
      expected = MAX (threshold, expected);
      TEST_CHECK (n > 0 ? fabs (results[i] - expected) < 1e-4
          : isnan (results[i]), "method %d, point %u of %u, %u of %u frames: "
          "%g, not %g", method, i, n_points, n, n_frames, results[i], expected);
    }
  }
}

static gdouble
get_mean_level (const gfloat * values, guint n_frames, guint stride,
    gdouble threshold)
{
  gdouble sum = 0;
  guint i;

  for (i = 0; i < n_frames; i++)
    sum += MAX (10 * log10 (values[i * stride]), threshold);
  return sum / n_frames;
}

static void
every_point_has_a_mean_of_its_own (void)
{
  enum { n_frames = 8, most = 70 };
  const gfloat thresholds[] = { -60, -33.3f, -400, 0 };
  guint n, frames, i;

  for (n = 1; n <= most; n++) {
    for (frames = 1; frames <= n_frames; frames++) {
      g_autoptr (GstClLevels) levels =
          gst_cl_levels_new (GST_CL_LEVELS_METHOD_DB_MEAN, n);
      gfloat threshold = thresholds[n % G_N_ELEMENTS (thresholds)];
      gfloat values[n_frames * most], results[most];
      gdouble expected;

      for (i = 0; i < frames * n; i++)
        values[i] = draw_power (threshold);
      gst_cl_levels_add (levels, values, frames, threshold);
      gst_cl_levels_finish (levels, threshold, results);
      for (i = 0; i < n; i++) {
        expected = get_mean_level (values + i, frames, n, threshold);
        TEST_CHECK (fabs (results[i] - expected) < 1e-4, "%u frames of %u "
            "points: [%u] %g, not %g", frames, n, i, results[i], expected);
      }
    }
  }
}

/* Among full vectors and after them. */
static void
what_is_no_number_stays_none (void)
{
  enum { n = 37 };
  guint at, i, k;

  for (at = 0; at < n; at++) {
    for (k = 0; k < 3; k++) {
      const gfloat odd[] = { NAN, -NAN, INFINITY };
      gfloat values[n], results[n];
      g_autoptr (GstClLevels) levels =
          gst_cl_levels_new (GST_CL_LEVELS_METHOD_DB_MEAN, n);

      for (i = 0; i < n; i++)
        values[i] = i == at ? odd[k] : 0.1f;
      gst_cl_levels_add (levels, values, 1, -60);
      gst_cl_levels_finish (levels, -60, results);
      for (i = 0; i < n; i++)
        TEST_CHECK (i != at ? fabs (results[i] + 10) < 1e-4
            : k == 2 ? isinf (results[i]) : isnan (results[i]),
            "%g at %u: [%u] %g", odd[k], at, i, results[i]);
    }
  }
}

static void
nothing_gathered_is_zero (void)
{
  gfloat result = 1;
  g_autoptr (GstClLevels) levels =
      gst_cl_levels_new (GST_CL_LEVELS_METHOD_MAX, 1);

  gst_cl_levels_finish (levels, -60, &result);
  TEST_CHECK (result == 0, "%g", result);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (decibels_are_raised_before_their_mean),
    TEST (silence_reads_the_threshold_however_low),
    TEST (extremes_are_raised_at_the_end),
    TEST (powers_are_averaged_before_the_logarithm),
    TEST (plain_numbers_know_no_threshold),
    TEST (every_point_has_a_mean_of_its_own),
    TEST (what_is_no_number_stays_none),
    TEST (what_is_not_finite_is_left_out),
    TEST (nothing_gathered_is_zero),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
