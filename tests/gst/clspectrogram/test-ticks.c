/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-ticks.c: claims about where an axis gets marks and what is written at
 * them.
 */
#include "clspectrogram/decor/ticks.h"
#include "support/german.h"
#include "support/test.h"

#include <gst/gst.h>
#include <math.h>

/* The labels, with blanks between. */
static gchar *
join (const GstClTick * ticks, guint n_ticks)
{
  GString *text = g_string_new (NULL);
  guint i;

  for (i = 0; i < n_ticks; i++) {
    if (text->len > 0 && ticks[i].label[0])
      g_string_append_c (text, ' ');
    g_string_append (text, ticks[i].label);
  }
  return g_string_free (text, FALSE);
}

static void
check (const GstClTick * ticks, guint n_ticks, const gchar * expected)
{
  g_autofree gchar *labels = join (ticks, n_ticks);

  TEST_CHECK (g_str_equal (labels, expected), "\"%s\", not \"%s\"", labels,
      expected);
}

static void
check_frequency (clfft_axis_scale scale, gdouble low, gdouble high,
    guint n_most, const gchar * expected)
{
  const clfft_axis axis = { scale, low, high };
  GstClTick ticks[GST_CL_MAX_TICKS];

  check (ticks, gst_cl_ticks_frequency (&axis, n_most, ticks), expected);
}

static void
check_octaves (gdouble low, gdouble high, guint n_parts, guint n_most,
    const gchar * expected)
{
  const clfft_axis axis = { CLFFT_AXIS_SCALE_LOG, low, high };
  GstClTick ticks[GST_CL_MAX_TICKS];

  check (ticks, gst_cl_ticks_octaves (&axis, n_parts, n_most, ticks),
      expected);
}

static void
check_linear (gdouble low, gdouble high, guint n_most, const gchar * expected)
{
  GstClTick ticks[GST_CL_MAX_TICKS];

  check (ticks, gst_cl_ticks_linear (low, high, n_most, ticks), expected);
}

static void
check_time (gdouble low, gdouble high, guint n_most, const gchar * expected)
{
  GstClTick ticks[GST_CL_MAX_TICKS];

  check (ticks, gst_cl_ticks_time (low, high, n_most, ticks), expected);
}

static void
check_notes (gdouble low, gdouble high, guint n_most, const gchar * expected)
{
  const clfft_axis axis = { CLFFT_AXIS_SCALE_LOG, low, high };
  GstClTick ticks[GST_CL_MAX_TICKS];

  check (ticks, gst_cl_ticks_notes (&axis, n_most, ticks), expected);
}

static void
as_many_notes_are_named_as_have_room (void)
{
  check_notes (20, 20000, 3, "C4 C8");
  check_notes (20, 20000, 6, "C2 C4 C6 C8 C10");
  check_notes (20, 20000, 11, "C1 C2 C3 C4 C5 C6 C7 C8 C9 C10");
  check_notes (100, 1000, 8, "C3 G3 C4 G4 C5 G5");
  check_notes (200, 1000, 10, "A3 C4 E4 A4 C5 E5 A5");
  check_notes (200, 1000, 14, "A3 C4 D4 E4 G4 A4 C5 D5 E5 G5 A5");
  check_notes (400, 500, 5, "G#4 A4 A#4 B4");
  check_notes (430, 450, 5, "");
  check_notes (20, 20000, 0, "");
}

#define NO_NOTE -1000

/* Semitones from C-1 to what a label names. */
static gint
read_note (const gchar * label)
{
  static const gchar *const names[] = { "C", "C#", "D", "D#", "E", "F", "F#",
    "G", "G#", "A", "A#", "B"
  };
  gsize length = label[1] == '#' ? 2 : 1;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (names); i++)
    if (strlen (names[i]) == length && strncmp (names[i], label, length) == 0)
      return 12 * (atoi (label + length) + 1) + (gint) i;
  return NO_NOTE;
}

static void
check_drawn_notes (const clfft_axis * axis, guint n_most)
{
  GstClTick ticks[GST_CL_MAX_TICKS];
  guint n_ticks = gst_cl_ticks_notes (axis, n_most, ticks), i;
  gdouble last = -1, before = -1;

  for (i = 0; i < n_ticks; i++) {
    gint note = ticks[i].label[0] ? read_note (ticks[i].label) : 0;
    gdouble position = ticks[i].label[0] ? log (440 * exp2 ((note - 69) / 12.0)
        / axis->low) / log (axis->high / axis->low) : ticks[i].position;

    TEST_CHECK (note != NO_NOTE && fabs (position - ticks[i].position) < 1e-9
        && ticks[i].position > before, "%s at %g, not %g", ticks[i].label,
        ticks[i].position, position);
    TEST_CHECK (!ticks[i].label[0] || last < 0
        || (position - last) * n_most > 1 - 1e-6, "%g to %g Hz, %u names: %s "
        "is %g behind the one before", axis->low, axis->high, n_most,
        ticks[i].label, position - last);
    before = ticks[i].position;
    last = ticks[i].label[0] ? position : last;
  }
}

static void
notes_are_where_they_sound (void)
{
  guint i;

  for (i = 0; i < 300; i++) {
    gdouble low = 440 * exp2 (6 * test_uniform ());
    const clfft_axis axis = { CLFFT_AXIS_SCALE_LOG, low,
      low * exp2 (1e-3 + 6 * (1 + test_uniform ()))
    };

    check_drawn_notes (&axis, 1 + test_random () % 60);
  }
}

static void
log_axes_have_1_2_5 (void)
{
  const clfft_axis_scale log = CLFFT_AXIS_SCALE_LOG;

  check_frequency (log, 20, 20000, 16, "20 50 100 200 500 1k 2k 5k 10k 20k");
  check_frequency (log, 20, 24000, 12, "20 50 100 200 500 1k 2k 5k 10k 20k");
  check_frequency (log, 50, 20000, 5, "100 1k 10k");
  check_frequency (log, 300, 3400, 12, "500 1k 2k");
}

static void
narrow_log_axes_have_multiples (void)
{
  const clfft_axis_scale log = CLFFT_AXIS_SCALE_LOG;

  check_frequency (log, 1000, 4000, 6, "1k 2k 3k 4k");
  check_frequency (log, 1000, 3000, 10, "1k 1.5k 2k 2.5k 3k");
  check_frequency (log, 410, 490, 5, "420 440 460 480");
}

static void
log_axes_have_marks_between (void)
{
  const clfft_axis axis = { CLFFT_AXIS_SCALE_LOG, 100, 1000 };
  GstClTick ticks[GST_CL_MAX_TICKS];
  guint n_ticks = gst_cl_ticks_frequency (&axis, 4, ticks), i;

  check (ticks, n_ticks, "100 200 500 1k");
  TEST_REQUIRE (n_ticks == 10, "%u", n_ticks);
  for (i = 0; i < n_ticks; i++)
    TEST_CHECK (fabs (ticks[i].position - log10 (i + 1)) < 1e-9, "%u: %g", i,
        ticks[i].position);
}

static void
scales_of_hearing_have_round_numbers (void)
{
  check_frequency (CLFFT_AXIS_SCALE_MEL, 0, 24000, 12,
      "0 500 1k 2k 5k 10k 20k");
  check_frequency (CLFFT_AXIS_SCALE_BARK, 0, 24000, 16,
      "0 200 500 1k 2k 5k 10k 20k");
  check_frequency (CLFFT_AXIS_SCALE_ERB, 0, 8000, 14, "0 100 200 500 1k 2k 5k");
}

static void
linear_axes_have_multiples (void)
{
  const clfft_axis_scale linear = CLFFT_AXIS_SCALE_LINEAR;

  check_frequency (linear, 0, 24000, 13,
      "0 2k 4k 6k 8k 10k 12k 14k 16k 18k 20k 22k 24k");
  check_frequency (linear, 0, 22050, 6, "0 5k 10k 15k 20k");
  check_frequency (linear, 0, 2000, 5, "0 500 1k 1.5k 2k");
  check_frequency (linear, 12000, 13000, 3, "12k 12.5k 13k");
  check_frequency (linear, 1000, 1010, 6, "1000 1002 1004 1006 1008 1010");
}

static void
frequencies_may_be_negative (void)
{
  const clfft_axis_scale linear = CLFFT_AXIS_SCALE_LINEAR;

  check_frequency (linear, -24000, 24000, 5, "-20k -10k 0 10k 20k");
  check_frequency (linear, -1.2e6, 1.2e6, 7, "-1M -500k 0 500k 1M");
  check_frequency (linear, -1e7, 1e7, 5, "-10M -5M 0 5M 10M");
}

static void
decibels_are_plain_numbers (void)
{
  check_linear (-100, 0, 11, "-100 -90 -80 -70 -60 -50 -40 -30 -20 -10 0");
  check_linear (-100, 0, 10, "-100 -80 -60 -40 -20 0");
  check_linear (-90, 10, 8, "-80 -60 -40 -20 0");
  check_linear (-1, 0, 4, "-1 -0.5 0");
  check_linear (-1200, 6000, 5, "0 2000 4000 6000");
}

static void
seconds_become_clock_times (void)
{
  check_time (0, 10, 6, "0 2 4 6 8 10");
  check_time (0, 2, 5, "0 0.5 1 1.5 2");
  check_time (0, 59, 6, "0 10 20 30 40 50");
  check_time (0, 90, 8, "0:00 0:15 0:30 0:45 1:00 1:15 1:30");
  check_time (0, 200, 8, "0:00 0:30 1:00 1:30 2:00 2:30 3:00");
  check_time (3600, 4500, 4, "1:00:00 1:05:00 1:10:00 1:15:00");
  check_time (3749, 3751, 3, "1:02:29 1:02:30 1:02:31");
  check_time (3750, 3750.1, 3, "1:02:30 1:02:30.05 1:02:30.1");
}

static void
times_may_be_negative (void)
{
  check_time (-8, 0, 6, "-8 -6 -4 -2 0");
  check_time (-0.75, 0, 4, "-0.6 -0.4 -0.2 0");
  check_time (-90, 0, 4, "-1:30 -1:00 -0:30 0:00");
}

static void
the_locale_does_not_matter (void)
{
  if (!german_set ())
    TEST_SKIP ("no locale with a decimal comma");
  check_time (0, 1, 3, "0 0.5 1");
  setlocale (LC_ALL, "C");
}

static void
an_axis_without_range_has_no_ticks (void)
{
  static const gdouble ranges[][2] = {
    {1, 1}, {0, 0}, {2, 1}, {NAN, 1}, {0, NAN}, {-INFINITY, 0}, {0, INFINITY},
    {-G_MAXDOUBLE, G_MAXDOUBLE}, {0, G_MINDOUBLE}, {1e9, 1e9 + 1e-6},
  };
  GstClTick ticks[GST_CL_MAX_TICKS];
  guint i, scale;

  for (i = 0; i < G_N_ELEMENTS (ranges); i++) {
    const gdouble low = ranges[i][0], high = ranges[i][1];

    TEST_CHECK (!gst_cl_ticks_linear (low, high, 9, ticks), "%g..%g", low,
        high);
    TEST_CHECK (!gst_cl_ticks_time (low, high, 9, ticks), "%g..%g", low, high);
    for (scale = 0; scale <= CLFFT_AXIS_SCALE_ERB; scale++) {
      const clfft_axis axis = { scale, low, high };

      TEST_CHECK (!gst_cl_ticks_frequency (&axis, 9, ticks), "%u: %g..%g",
          scale, low, high);
    }
  }
  check_linear (0, 1, 0, "");
  check_frequency (CLFFT_AXIS_SCALE_LOG, 0, 20000, 9, "");
}

/* What the header promises of all. */
static void
check_order (const GstClTick * ticks, guint n_ticks, guint n_most,
    const gchar * what)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_labels = 0, i;

  TEST_REQUIRE (n_ticks <= GST_CL_MAX_TICKS, "%s: %u", what, n_ticks);
  for (i = 0; i < n_ticks; i++) {
    TEST_CHECK (ticks[i].position >= 0 && ticks[i].position <= 1, "%s: %g",
        what, ticks[i].position);
    TEST_CHECK (i == 0 || ticks[i].position > ticks[i - 1].position,
        "%s: tick %u does not rise", what, i);
    if (ticks[i].label[0]) {
      TEST_CHECK (g_hash_table_add (seen, (gpointer) ticks[i].label),
          "%s: %s twice", what, ticks[i].label);
      n_labels++;
    }
  }
  TEST_CHECK (n_labels <= n_most, "%s: %u labels", what, n_labels);
  TEST_CHECK (n_labels >= MIN (n_most, 2), "%s: %u labels", what, n_labels);
}

static void
random_axes_are_in_order (void)
{
  GstClTick ticks[GST_CL_MAX_TICKS];
  guint round;

  for (round = 0; round < 20000; round++) {
    guint n_most = 1 + test_random () % 40;
    gdouble low = pow (10, 6 * test_uniform ()) * test_uniform ();
    gdouble high = low + pow (10, 6 * test_uniform ());
    clfft_axis axis = { test_random () % 5, low, high };
    g_autofree gchar *what = g_strdup_printf ("scale %d %.17g..%.17g at most "
        "%u", axis.scale, low, high, n_most);

    if (high - low < 1e-6 * MAX (fabs (low), fabs (high)))
      continue;
    if (axis.scale == CLFFT_AXIS_SCALE_LINEAR || low > 0)
      check_order (ticks, gst_cl_ticks_frequency (&axis, n_most, ticks),
          n_most, what);
    check_order (ticks, gst_cl_ticks_linear (low, high, n_most, ticks), n_most,
        what);
    check_order (ticks, gst_cl_ticks_time (low, high, n_most, ticks), n_most,
        what);
  }
}

static void
extreme_axes_end_soon (void)
{
  GstClTick ticks[GST_CL_MAX_TICKS];
  gdouble end;

  for (end = 1e-300; end < 1e300; end *= 1e3) {
    const clfft_axis log = { CLFFT_AXIS_SCALE_LOG, 1e-300, end };
    const clfft_axis mel = { CLFFT_AXIS_SCALE_MEL, 0, end };

    TEST_CHECK (gst_cl_ticks_frequency (&log, G_MAXUINT, ticks)
        <= GST_CL_MAX_TICKS, "log to %g", end);
    TEST_CHECK (gst_cl_ticks_frequency (&mel, G_MAXUINT, ticks)
        <= GST_CL_MAX_TICKS, "mel to %g", end);
    TEST_CHECK (gst_cl_ticks_linear (-end, end, G_MAXUINT, ticks)
        <= GST_CL_MAX_TICKS, "linear to %g", end);
    TEST_CHECK (gst_cl_ticks_time (-end, end, G_MAXUINT, ticks)
        <= GST_CL_MAX_TICKS, "time to %g", end);
  }
}

static void
octaves_have_their_nominal_frequencies (void)
{
  const clfft_axis axis = { CLFFT_AXIS_SCALE_LOG, 707, 11300 };
  GstClTick ticks[GST_CL_MAX_TICKS];

  check_octaves (11, 23000, 1, 20,
      "16 31.5 63 125 250 500 1k 2k 4k 8k 16k");
  check_octaves (11, 23000, 1, 11,
      "16 31.5 63 125 250 500 1k 2k 4k 8k 16k");
  check_octaves (11, 23000, 1, 10, "16 63 250 1k 4k 16k");
  check_octaves (0.9, 9, 3, 20,
      "1 1.25 1.6 2 2.5 3.15 4 5 6.3 8");
  check_octaves (90, 1100, 3, 11,
      "100 125 160 200 250 315 400 500 630 800 1k");
  check_octaves (90, 1100, 3, 6, "100 160 250 400 630 1k");
  check_octaves (90, 1100, 3, 5, "125 250 500 1k");
  check_octaves (1e5, 1e6, 1, 9, "125k 250k 500k 1M");
  check_octaves (90, 1100, 3, 0, "");
  TEST_CHECK (gst_cl_ticks_octaves (&axis, 1, 9, ticks) == 4
      && fabs (ticks[0].position - log (1000 / 707.0) / log (11300 / 707.0))
      < 1e-9, "1k at %g", ticks[0].position);
}

static void
check_sweep (gdouble low, gdouble high, gdouble old, const gchar * expected)
{
  GstClTick ticks[GST_CL_MAX_TICKS];
  guint n_ticks = gst_cl_ticks_sweep (low, high, old, 6, ticks), i;

  check (ticks, n_ticks, expected);
  for (i = 1; i < n_ticks; i++)
    TEST_CHECK (ticks[i].position > ticks[i - 1].position, "tick %u", i);
}

static void
what_is_old_has_the_times_of_the_sweep_before (void)
{
  check_sweep (0, 10, 0, "0 2 4 6 8 10");
  check_sweep (60, 70, 0, "1:00 1:02 1:04 1:06 1:08 1:10");
  check_sweep (70, 80, 0.55, "1:10 1:12 1:14 1:06 1:08 1:10");
  check_sweep (70, 80, 1, "1:00 1:02 1:04 1:06 1:08 1:10");
  /* as on a clock, if one of both is */
  check_sweep (58, 68, 0.55, "0:58 1:00 1:02 0:54 0:56 0:58");
  check_sweep (60, 70, 0.25, "1:00 1:02 1:04 1:06 0:58 1:00");
  check_sweep (10.3, 20.6, 0.5, "12 14 6 8 10");
  check_sweep (0, INFINITY, 0.5, "");
  check_sweep (NAN, 10, 0.5, "");
}

static void
check_scroll (gdouble low, gdouble high, const gchar * expected)
{
  GstClTick ticks[GST_CL_MAX_TICKS];

  check (ticks, gst_cl_ticks_scroll (low, high, 6, ticks), expected);
}

/* From label to label, wherever an axis of that length begins. */
static void
moving_axes_keep_their_steps (void)
{
  GstClTick ticks[GST_CL_MAX_TICKS];
  guint trial, n, i, n_most;

  check_scroll (0, 10, "0 2 4 6 8 10");
  check_scroll (0.1, 10.1, "2 4 6 8 10");
  check_scroll (59.9, 69.9, "1:00 1:02 1:04 1:06 1:08");
  /* no stream begins before 0; with no stream time all do */
  check_scroll (-7, 3, "0 2");
  check_scroll (-10, 0, "-10 -8 -6 -4 -2 0");
  check_scroll (NAN, 3, "");
  check_scroll (0, INFINITY, "");
  for (trial = 0; trial < 300; trial++) {
    gdouble length = pow (10, 5 * test_uniform ()), step = 0;
    gdouble start = 100 + 1000 * fabs (test_uniform ());

    n_most = 2 + test_random () % 12;
    for (i = 0; i < 20; i++) {
      gdouble low = start + length * i / 7.3, last = NAN;
      guint n_labels = 0, k;

      n = gst_cl_ticks_scroll (low, low + length, n_most, ticks);
      for (k = 0; k < n; k++) {
        if (!ticks[k].label[0])
          continue;
        n_labels++;
        if (step == 0 && !isnan (last))
          step = ticks[k].position - last;
        TEST_CHECK (isnan (last) || fabs (ticks[k].position - last - step)
            < 1e-4, "%g from %g: %g, not %g", length, low,
            ticks[k].position - last, step);
        last = ticks[k].position;
      }
      TEST_CHECK (n_labels <= n_most, "%g from %g: %u labels", length, low,
          n_labels);
    }
  }
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (as_many_notes_are_named_as_have_room),
    TEST (notes_are_where_they_sound),
    TEST (log_axes_have_1_2_5),
    TEST (narrow_log_axes_have_multiples),
    TEST (log_axes_have_marks_between),
    TEST (scales_of_hearing_have_round_numbers),
    TEST (octaves_have_their_nominal_frequencies),
    TEST (linear_axes_have_multiples),
    TEST (frequencies_may_be_negative),
    TEST (decibels_are_plain_numbers),
    TEST (seconds_become_clock_times),
    TEST (times_may_be_negative),
    TEST (what_is_old_has_the_times_of_the_sweep_before),
    TEST (moving_axes_keep_their_steps),
    TEST (the_locale_does_not_matter),
    TEST (an_axis_without_range_has_no_ticks),
    TEST (random_axes_are_in_order),
    TEST (extreme_axes_end_soon),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
