/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * claudiofft/test-custom.c: claims about window=custom: what window-data holds
 * is what frames are multiplied by and what clifft divides out, whatever else
 * is in it is refused, and nobody keeps it for longer than needed.
 */
#include <math.h>

#include "clfft/spectrum.h"
#include "gst/support/audiotrip.h"
#include "gst/support/poke.h"
#include "gst/support/rig.h"
#include "gst/support/spectra.h"
#include "support/test.h"

#define RATE 48000
#define MAX_SIZE 700

static guint n_freed;

static void
count_free (gpointer data)
{
  n_freed++;
  g_free (data);
}

static GBytes *
make_data (const gdouble * w, guint size)
{
  gdouble *copy = g_memdup2 (w, size * sizeof *w);

  return g_bytes_new_with_free_func (copy, size * sizeof *w, count_free, copy);
}

/* Coefficients that cover every sample, and their sum. */
static gdouble
draw_window (gdouble * w, guint size)
{
  gdouble sum = 0;
  guint i;

  for (i = 0; i < size; i++)
    sum += w[i] = 0.55 + 0.45 * test_uniform ();
  return sum;
}

static void
set_data (GstElement * element, const gdouble * w, guint size)
{
  GBytes *data = make_data (w, size);

  g_object_set (element, "window-data", data, NULL);
  g_bytes_unref (data);
}

static void
set_custom (GstElement * element, const gdouble * w, guint size)
{
  set_data (element, w, size);
  gst_util_set_object_arg (G_OBJECT (element), "window", "custom");
}

static gdouble *
make_noise (guint n)
{
  gdouble *values = g_new (gdouble, n);
  guint i;

  for (i = 0; i < n; i++)
    values[i] = (gfloat) test_uniform ();
  return values;
}

static Spectra *
open_custom (guint size, const gdouble * w)
{
  g_autofree gchar *properties = g_strdup_printf ("size=%u hop=%u scaling=none",
      size, size);
  Spectra *s = spectra_new (properties);

  set_custom (s->element, w, size);
  spectra_set_format (s, GST_AUDIO_FORMAT_F32, 1, RATE, 0);
  return s;
}

/* The largest error of a frame against the definition, over its level. */
static gdouble
check_frame (const gfloat * got, const gdouble * x, const gdouble * w,
    guint size)
{
  gdouble error = 0, level = 0;
  guint k, i;

  for (k = 0; k <= size / 2; k++) {
    gdouble re = 0, im = 0;

    for (i = 0; i < size; i++) {
      gdouble angle = 2 * G_PI * ((guint64) i * k % size) / size;

      re += w[i] * x[i] * cos (angle);
      im -= w[i] * x[i] * sin (angle);
    }
    error += pow (got[2 * k] - re, 2) + pow (got[2 * k + 1] - im, 2);
    level += re * re + im * im;
  }
  return sqrt (error / level);
}

static void
frames_are_multiplied_by_the_data (void)
{
  guint size = 2 + test_random () % (MAX_SIZE - 1), k;
  gdouble w[2][MAX_SIZE], *x = make_noise (4 * MAX_SIZE), error;
  Spectra *s;

  draw_window (w[0], size);
  draw_window (w[1], size);
  s = open_custom (size, w[0]);
  TEST_CHECK (s->n_errors == 0 && g_str_equal (gst_fourier_info_get_window
          (&s->info), "custom"), "%s", s->error);
  spectra_push (s, x, 2 * size, 0);
  /* in mid-stream */
  set_data (s->element, w[1], size);
  spectra_push (s, x + 2 * size, 2 * size, GST_CLOCK_TIME_NONE);
  TEST_REQUIRE (spectra_n_frames (s) == 4 && s->n_warnings == 0, "size %u: "
      "%u frames, %s", size, spectra_n_frames (s), s->warning);
  for (k = 0; k < 4; k++) {
    error = check_frame (spectra_at (s, k, 0), x + k * size, w[k / 2], size);
    TEST_CHECK (error < 1e-6, "size %u, frame %u: %g", size, k, error);
  }
  spectra_free (s);
  g_free (x);
}

static void
known_coefficients_give_the_bits_of_the_window (void)
{
  guint size = 256, i;
  gdouble w[256], *x = make_noise (4 * size);
  Spectra *s[2];

  for (i = 0; i < 2; i++) {
    s[i] = spectra_new ("size=256 window=kaiser");
    if (i == 1) {
      clfft_window_fill (CLFFT_WINDOW_KAISER, 8.6, size, w);
      set_custom (s[i]->element, w, size);
    }
    spectra_set_format (s[i], GST_AUDIO_FORMAT_F32, 1, RATE, 0);
    spectra_push (s[i], x, 4 * size, 0);
  }
  TEST_CHECK (s[0]->numbers->len > 0 && s[0]->numbers->len
      == s[1]->numbers->len && !memcmp (s[0]->numbers->data,
          s[1]->numbers->data, s[0]->numbers->len * sizeof (gfloat)),
      "other bits");
  spectra_free (s[0]);
  spectra_free (s[1]);
  g_free (x);
}

/* ---- what is refused ---- */

typedef struct
{
  guint size;
  gdouble all, one;             /* of the coefficients, and of number 3 */
  const gchar *name, *value, *limit;
} Wrong;

static const Wrong wrong[] = {
  {0, 1, 1, "window-data", "0 bytes", "512"},
  {63, 1, 1, "window-data", "504 bytes", "512"},
  {65, 1, 1, "window-data", "520 bytes", "512"},
  {64, 1, NAN, "window-data", "nan", "1e+06"},
  {64, 1, INFINITY, "window-data", "inf", "1e+06"},
  {64, 1, -1.1e6, "window-data", "-1.1e+06", "1e+06"},
  {64, 0, 0, "window-data", "at most 0", "1e-06"},
  {64, 1, -63, "scaling", "amplitude", "none, psd or legacy"},
};

static void
fill_wrong (const Wrong * row, gdouble * w)
{
  guint i;

  for (i = 0; i < row->size; i++)
    w[i] = i == 3 ? row->one : row->all;
}

static gboolean
names (const gchar * text, const Wrong * row)
{
  return text && g_str_has_prefix (text, row->name)
      && strstr (text, row->value) && strstr (text, row->limit);
}

static void
wrong_data_are_refused_by_one_message (void)
{
  gdouble w[65], *x = make_noise (640);
  guint i;

  for (i = 0; i < G_N_ELEMENTS (wrong); i++) {
    Spectra *s = spectra_new ("size=64");

    fill_wrong (&wrong[i], w);
    set_custom (s->element, w, wrong[i].size);
    spectra_set_format (s, GST_AUDIO_FORMAT_F32, 1, RATE, 0);
    TEST_CHECK (s->n_errors == 1 && names (s->error, &wrong[i])
        && s->n_warnings == 0, "%u: %u errors: %s", i, s->n_errors, s->error);
    spectra_free (s);
  }
  g_free (x);
}

static void
wrong_data_are_taken_back_while_playing (void)
{
  gdouble w[64], bad[65], *x = make_noise (640), error;
  guint i;

  for (i = 0; i + 1 < G_N_ELEMENTS (wrong); i++) {
    Spectra *s;
    GBytes *before, *after;

    draw_window (w, 64);
    s = open_custom (64, w);
    spectra_push (s, x, 128, 0);
    g_object_get (s->element, "window-data", &before, NULL);
    fill_wrong (&wrong[i], bad);
    set_data (s->element, bad, wrong[i].size);
    spectra_push (s, x + 128, 128, GST_CLOCK_TIME_NONE);
    g_object_get (s->element, "window-data", &after, NULL);
    TEST_CHECK (s->n_errors == 0 && s->n_warnings == 1
        && names (s->warning, &wrong[i]), "%u: %u warnings: %s", i,
        s->n_warnings, s->warning);
    TEST_CHECK (before && after && g_bytes_equal (before, after),
        "%u: not taken back", i);
    TEST_REQUIRE (spectra_n_frames (s) == 4, "%u frames",
        spectra_n_frames (s));
    error = check_frame (spectra_at (s, 3, 0), x + 192, w, 64);
    TEST_CHECK (error < 1e-6, "%u: %g", i, error);
    g_clear_pointer (&before, g_bytes_unref);
    g_clear_pointer (&after, g_bytes_unref);
    spectra_free (s);
  }
  g_free (x);
}

/* ---- the way back ---- */

static AudioTrip *
open_trip (guint size, const gdouble * w, guint n_back)
{
  g_autofree gchar *line = g_strdup_printf ("claudiofft name=a size=%u hop=%u "
      "center=true ! clifft name=b", size, MAX (1, size / 2));
  AudioTrip *t = audio_trip_new (line);
  GstElement *forward = gst_bin_get_by_name (GST_BIN (t->element), "a");
  GstElement *back = gst_bin_get_by_name (GST_BIN (t->element), "b");

  set_custom (forward, w, size);
  if (n_back)
    set_data (back, w, n_back);
  gst_object_unref (forward);
  gst_object_unref (back);
  audio_trip_set_format (t, GST_AUDIO_FORMAT_F32, 1, RATE, 0);
  return t;
}

static void
the_inverse_divides_the_data_out (void)
{
  guint size = 16 + test_random () % (MAX_SIZE - 16), n = 3 * size + 5;
  gdouble w[MAX_SIZE], *x = make_noise (n), error;
  AudioTrip *t;

  draw_window (w, size);
  t = open_trip (size, w, size);
  audio_trip_run (t, x, n, 0, 0);
  audio_trip_push_event (t, gst_event_new_eos ());
  error = audio_trip_error (t, 0, x, 0, n);
  TEST_CHECK (t->n_errors == 0 && t->n_warnings == 0 && error < 2e-6,
      "size %u: error %g, %s%s", size, error, t->error, t->warning);
  audio_trip_free (t);
  g_free (x);
}

static void
the_inverse_says_what_it_lacks (void)
{
  gdouble w[64], *x = make_noise (640);
  guint lengths[] = { 0, 63 }, i;

  draw_window (w, 64);
  for (i = 0; i < 2; i++) {
    g_autofree gchar *value = g_strdup_printf ("%u bytes", 8 * lengths[i]);
    AudioTrip *t = open_trip (64, w, lengths[i]);

    audio_trip_run (t, x, 640, 0, 0);
    TEST_CHECK (t->n_errors == 1 && g_str_has_prefix (t->error, "window-data")
        && strstr (t->error, value) && strstr (t->error, "window=custom")
        && strstr (t->error, "512"), "%u errors: %s", t->n_errors, t->error);
    audio_trip_free (t);
  }
  g_free (x);
}

/* ---- references ---- */

static void
every_reference_is_given_back (void)
{
  guint n_made = 0, k, i;
  gdouble w[64], *x = make_noise (64 * 20);

  n_freed = 0;
  for (k = 0; k < 3; k++) {
    Spectra *s;

    draw_window (w, 64);
    s = open_custom (64, w);
    n_made++;
    for (i = 0; i < 10; i++) {
      draw_window (w, 64);
      set_data (s->element, w, i % 4 == 3 ? 63 : 64);
      n_made++;
      spectra_push (s, x + 128 * i, 128, i ? GST_CLOCK_TIME_NONE : 0);
      /* those in use, those set, and those of before: no more */
      TEST_CHECK (n_made - n_freed <= 4, "%u of %u are left", n_made - n_freed,
          n_made);
    }
    spectra_free (s);
    TEST_CHECK (n_freed == n_made, "%u of %u are left", n_made - n_freed,
        n_made);
  }
  g_free (x);
}

TEST_MAIN (TEST (frames_are_multiplied_by_the_data),
    TEST (known_coefficients_give_the_bits_of_the_window),
    TEST (wrong_data_are_refused_by_one_message),
    TEST (wrong_data_are_taken_back_while_playing),
    TEST (the_inverse_divides_the_data_out),
    TEST (the_inverse_says_what_it_lacks),
    TEST (every_reference_is_given_back))
