/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram/test-zoom.c: claims about pictures of a zoom: its frequencies are
 * the axis, and each bin stands where its frequency is.
 */
#include <math.h>

#include "film.h"
#include "support/test.h"

#define PLAIN "axes=false legend=false color-map=grey slide=whole "
#define HEIGHT 200

/* The row with the highest level of a picture of a zoom of 48 kHz, of which bin k
   alone has one. */
static guint
find_row (gdouble low, gdouble step, guint n_bins, guint k, gboolean iq,
    const gchar * properties)
{
  gchar numbers[2][G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree gchar *caps = g_strdup_printf ("application/x-fft,version=1,"
      "format=F32LE,quantity=power,scaling=amplitude,sides=%s,shape=<8192>,"
      "bins=<%u>,bin-low=(string)%s,bin-step=(string)%s,channels=1,rate=48000,"
      "hop=4800,framerate=10/1,window=hann,iq=%s", iq ? "two" : "one", n_bins,
      g_ascii_dtostr (numbers[0], sizeof numbers[0], low),
      g_ascii_dtostr (numbers[1], sizeof numbers[1], step), iq ? "true"
      : "false");
  g_autofree gchar *all = g_strconcat (PLAIN, properties, NULL);
  gfloat *values = g_new0 (gfloat, n_bins);
  Film *film = film_new (all, "video/x-raw,format=BGRx,width=20,height=200");
  guint y, best = 0;

  GST_WRITE_FLOAT_LE ((guint8 *) (values + k), 0.5);
  film_set_spectra (film, caps);
  film_push_bytes (film, values, n_bins * sizeof *values, 0, GST_SECOND / 10);
  film_push_event (film, gst_event_new_eos ());
  TEST_CHECK (film->pictures->len == 1, "%s: %s", caps, film->error);
  for (y = 0; y < HEIGHT && film->pictures->len == 1; y++)
    if (film_get_level (film, 0, 0, y) > film_get_level (film, 0, 0, best))
      best = y;
  film_free (film);
  return best;
}

static void
check_row (guint row, gdouble position, const gchar * text, gdouble frequency)
{
  gdouble wanted = HEIGHT * (1 - position);

  TEST_CHECK (fabs (row + 0.5 - wanted) <= 1.5, "%s, %g Hz: row %u, not %g",
      text, frequency, row, wanted);
}

static void
a_bin_stands_at_its_frequency (void)
{
  guint draw;

  for (draw = 0; draw < 12; draw++) {
    gboolean iq = draw % 3 == 2;
    guint n = 100 + test_random () % 2000, k = 1 + test_random () % (n - 2);
    gdouble span = pow (10, 1 + fabs (test_uniform ()) * 3), step = span / n;
    gdouble low = test_uniform () * 10000 - span / 2, f;

    if (!iq)
      low = fabs (low);
    f = low + k * step;
    check_row (find_row (low, step, n, k, iq, ""), (f - low) / span,
        iq ? "I/Q" : "linear", f);
    if (!iq && low > 20 && draw % 2)
      check_row (find_row (low, step, n, k, iq, "frequency-scale=log"),
          log (f / low) / log ((low + span) / low), "log", f);
  }
}

/* From 440 to 450 Hz in the middle of 400 to 500. */
static void
the_axis_may_be_a_part_of_it (void)
{
  check_row (find_row (400, 0.1, 1000, 475, FALSE,
          "min-frequency=440 max-frequency=450"), 0.75, "a part", 447.5);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (a_bin_stands_at_its_frequency),
    TEST (the_axis_may_be_a_part_of_it),
  };

  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
