/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-response.c: responses from bytes, and what gain, dry and delay make of
 * them. No device and no element is used.
 */
#include <math.h>
#include <string.h>

#include "response/response.h"
#include "support/test.h"

#define NAN_TAP 3

static GBytes *
bytes_of (const gdouble * numbers, guint n, gboolean is_double)
{
  g_autofree gfloat *narrow = g_new (gfloat, n);
  guint i;

  for (i = 0; i < n; i++)
    narrow[i] = numbers[i];
  return is_double ? g_bytes_new (numbers, n * sizeof (gdouble))
      : g_bytes_new (narrow, n * sizeof (gfloat));
}

static GstClResponse *
response_of (const gdouble * numbers, guint n_channels, guint n_taps)
{
  g_autoptr (GBytes) bytes = bytes_of (numbers, n_channels * n_taps, TRUE);

  return gst_cl_response_from_bytes (bytes, TRUE, n_channels, 0, 48000, NULL,
      NULL);
}

static void
draw (gdouble * numbers, guint n)
{
  guint i;

  for (i = 0; i < n; i++)
    numbers[i] = (gfloat) test_uniform ();
}

/* Whether there is an error instead of a response. */
static void
check_error (GstClResponse * response, GError ** error, const gchar * words)
{
  TEST_REQUIRE (!response && *error, "no error: %s", words);
  TEST_CHECK (strstr ((*error)->message, words), "%s", (*error)->message);
  g_clear_error (error);
}

static void
bytes_are_taken_as_they_are (void)
{
  gdouble numbers[5 * 97];
  guint is_double;

  draw (numbers, G_N_ELEMENTS (numbers));
  for (is_double = 0; is_double < 2; is_double++) {
    g_autoptr (GBytes) whole = bytes_of (numbers, 5 * 97, is_double);
    g_autoptr (GstClResponse) response = gst_cl_response_from_bytes (whole,
        is_double, 5, 0, 44100, NULL, NULL);

    TEST_REQUIRE (response, "none");
    TEST_CHECK (response->n_channels == 5 && response->n_taps == 97
        && response->rate == 44100 && response->delay == 0, "%u",
        response->n_channels);
    TEST_CHECK (memcmp (response->taps, numbers, sizeof numbers) == 0,
        "double %u", is_double);
    TEST_CHECK (gst_cl_response_ref (response) == response, "another");
    gst_cl_response_unref (response);
  }
}

static void
bytes_of_another_rate_are_the_same_filter (void)
{
  gdouble numbers[2000] = { 0 }, sum = 0;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GstClResponse) response = NULL;
  guint64 k;

  numbers[1500] = 1;            /* the second channel's 500th */
  bytes = bytes_of (numbers, 2000, TRUE);
  response = gst_cl_response_from_bytes (bytes, TRUE, 2, 48000, 96000, NULL,
      NULL);
  TEST_REQUIRE (response, "none");
  TEST_CHECK (response->n_taps == 2000 && response->rate == 96000, "%d",
      response->rate);
  for (k = 0; k < 2000; k++) {
    TEST_CHECK (response->taps[k] == 0, "%" G_GUINT64_FORMAT, k);
    TEST_CHECK (fabs (response->taps[2000 + k])
        <= fabs (response->taps[2000 + 1000]), "%" G_GUINT64_FORMAT, k);
    sum += response->taps[2000 + k];
  }
  TEST_CHECK (fabs (sum - 1) < 1e-6, "%g", sum);
}

/* Each as if it were alone. */
static void
any_number_of_channels_is_resampled (void)
{
  guint n_channels = 1 + test_random () % (test_is_full () ? 100000 : 3000);
  guint n_taps = 1 + test_random () % 5, i, k;
  gint from = 8000 + test_random () % 8000, to = 8000 + test_random () % 8000;
  g_autofree gdouble *numbers = g_new (gdouble, n_channels * n_taps);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GstClResponse) all = NULL;

  for (i = 0; i < n_channels * n_taps; i++)
    numbers[i] = test_uniform ();
  bytes = bytes_of (numbers, n_channels * n_taps, TRUE);
  all = gst_cl_response_from_bytes (bytes, TRUE, n_channels, from, to, NULL,
      NULL);
  TEST_REQUIRE (all && all->n_channels == n_channels, "%u channels of %u taps, "
      "%d to %d Hz", n_channels, n_taps, from, to);
  for (k = 0; k < 20; k++) {
    guint c = k == 0 ? n_channels - 1 : test_random () % n_channels;
    g_autoptr (GBytes) part = bytes_of (numbers + c * n_taps, n_taps, TRUE);
    g_autoptr (GstClResponse) one = gst_cl_response_from_bytes (part, TRUE, 1,
        from, to, NULL, NULL);

    TEST_CHECK (one && one->n_taps == all->n_taps && memcmp (one->taps,
            all->taps + c * all->n_taps, one->n_taps * sizeof *one->taps) == 0,
        "channel %u of %u, %u taps, %d to %d Hz", c, n_channels, n_taps, from,
        to);
  }
}

static void
bytes_that_are_none_are_refused (void)
{
  gdouble numbers[6] = { 0 };
  g_autoptr (GBytes) good = NULL, bad = NULL, empty = g_bytes_new (NULL, 0);
  GError *error = NULL;

  good = bytes_of (numbers, 6, TRUE);
  numbers[NAN_TAP] = NAN;
  bad = bytes_of (numbers, 6, FALSE);
  check_error (gst_cl_response_from_bytes (bad, FALSE, 3, 0, 1, NULL, &error),
      &error, "sample 1 of channel 1 is not a number");
  check_error (gst_cl_response_from_bytes (good, TRUE, 4, 0, 1, NULL, &error),
      &error, "48 bytes");
  check_error (gst_cl_response_from_bytes (good, TRUE, 0, 0, 1, NULL, &error),
      &error, "0 channels");
  check_error (gst_cl_response_from_bytes (empty, TRUE, 1, 0, 1, NULL, &error),
      &error, "empty");
  check_error (gst_cl_response_from_bytes (good, TRUE, 1, 0, 0, NULL, &error),
      &error, "both must be at least 1");
  check_error (gst_cl_response_from_bytes (good, TRUE, 1, 1, 256, NULL, &error),
      &error, "less than 256 times");
}

/* What mix shall be, written down once more. */
static gdouble
mixed (const GstClResponse * r, gdouble factor, gdouble dry, guint64 pre_delay,
    gboolean is_own, guint c, guint64 k)
{
  gdouble wet = k >= pre_delay && k - pre_delay < r->n_taps
      ? r->taps[c * r->n_taps + k - pre_delay] * factor : 0;

  return wet + (is_own && k == r->delay ? dry : 0);
}

static void
gain_dry_and_delay_are_mixed_exactly (void)
{
  static const struct
  {
    guint n_channels, n_inputs, n_outputs;
  } shapes[] = {
    {1, 1, 1}, {1, 6, 6}, {3, 3, 3}, {3, 1, 3}, {4, 2, 2}, {8, 2, 4},
    {8, 4, 2}, {9, 3, 3}
  };
  gdouble numbers[9 * 20];
  guint i, n;

  for (n = 0; n < 3; n++)
    for (i = 0; i < G_N_ELEMENTS (shapes); i++) {
      guint n_in = shapes[i].n_inputs, n_out = shapes[i].n_outputs, c, k;
      g_autoptr (GstClResponse) response = NULL, mix = NULL;
      gdouble peak = 0, most = 0, factor;
      guint64 pre_delay = test_random () % 9;

      draw (numbers, G_N_ELEMENTS (numbers));
      response = response_of (numbers, shapes[i].n_channels, 20);
      response->delay = test_random () % 20;
      for (c = 0; c < shapes[i].n_channels; c++) {
        gdouble energy = 0;

        for (k = 0; k < 20; k++) {
          peak = MAX (peak, fabs (numbers[c * 20 + k]));
          energy += numbers[c * 20 + k] * numbers[c * 20 + k];
        }
        most = MAX (most, energy);
      }
      factor = 0.7 * pow (10, -4.5 / 20) / (n == GST_CL_NORMALIZE_PEAK ? peak
          : n == GST_CL_NORMALIZE_ENERGY ? sqrt (most) : 1);
      mix = gst_cl_response_mix (response, n, -4.5, 0.7, 0.3, pre_delay, n_in,
          n_out, NULL);
      TEST_REQUIRE (mix, "%u: none", i);
      TEST_CHECK (mix->n_taps == 20 + pre_delay
          && mix->n_channels == shapes[i].n_channels
          && mix->delay == response->delay && mix->rate == 48000, "%u", i);
      for (c = 0; c < mix->n_channels; c++)
        for (k = 0; k < mix->n_taps; k++) {
          gboolean is_own = mix->n_channels != n_in * n_out
              || n_in == 1 || c / n_in == c % n_in;
          gdouble wanted = mixed (response, factor, 0.3, pre_delay, is_own, c,
              k);

          TEST_CHECK (fabs (mix->taps[c * mix->n_taps + k] - wanted) < 1e-14,
              "shape %u, normalize %u, channel %u, tap %u", i, n, c, k);
        }
    }
}

static void
silence_stays_silent (void)
{
  gdouble numbers[4] = { 0 };
  g_autoptr (GstClResponse) response = response_of (numbers, 1, 4);
  guint n;

  for (n = 0; n < 3; n++) {
    g_autoptr (GstClResponse) mix = gst_cl_response_mix (response, n, 0, 1, 0,
        0, 1, 1, NULL);

    TEST_REQUIRE (mix, "none");
    TEST_CHECK (memcmp (mix->taps, numbers, sizeof numbers) == 0, "%u", n);
  }
}

static void
energies_beyond_the_range_are_normalised (void)
{
  gdouble numbers[2] = { 3e200, 4e200 };
  g_autoptr (GstClResponse) response = response_of (numbers, 1, 2);
  g_autoptr (GstClResponse) mix = gst_cl_response_mix (response,
      GST_CL_NORMALIZE_ENERGY, 0, 1, 0, 0, 1, 1, NULL);

  TEST_REQUIRE (mix, "none");
  TEST_CHECK (fabs (mix->taps[0] - 0.6) < 1e-15
      && fabs (mix->taps[1] - 0.8) < 1e-15, "%g %g", mix->taps[0],
      mix->taps[1]);
}

static void
what_cannot_be_mixed_is_refused (void)
{
  gdouble numbers[3] = { 1, 2, 3 };
  g_autoptr (GstClResponse) response = response_of (numbers, 3, 1);
  GError *error = NULL;

  check_error (gst_cl_response_mix (response, 0, 0, 1, 0, 0, 2, 2, &error),
      &error, "3 channels, which 2 channels in and "
      "2 out cannot have: it must have 1 for all, 2 for one each, or 4");
  check_error (gst_cl_response_mix (response, 0, 0, 1, 0, 0, 3, 2, &error),
      &error, "3 channels in and 2 out");
  check_error (gst_cl_response_mix (response, 0, 0, 1, 0, G_MAXUINT64, 3, 3,
          &error),
      &error, "18446744073709551615 frames");
  check_error (gst_cl_response_mix (response, 0, 0, 1, 0,
          GST_CL_RESPONSE_MAX_TAPS, 3, 3, &error),
      &error, "too long");
  check_error (gst_cl_response_mix (response, 0, 1e5, 1, 0, 0, 3, 3, &error),
      &error, "infinite");
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (bytes_are_taken_as_they_are),
    TEST (bytes_of_another_rate_are_the_same_filter),
    TEST (any_number_of_channels_is_resampled),
    TEST (bytes_that_are_none_are_refused),
    TEST (gain_dry_and_delay_are_mixed_exactly),
    TEST (silence_stays_silent),
    TEST (energies_beyond_the_range_are_normalised),
    TEST (what_cannot_be_mixed_is_refused),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
