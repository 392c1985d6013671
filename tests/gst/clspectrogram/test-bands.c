/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-bands.c: claims about pictures of bands: a bar each, rows or columns of
 * a curve each, between their edges.
 */
#include <math.h>

#include "film.h"
#include "support/test.h"

#define PLAIN "axes=false legend=false color-map=grey "

/* A film of spectra of 48 kHz whose bands fall 2 dB each, from -10 on. */
static Film *
show_bands (const gchar * mode, const gchar * properties, const gchar * bands,
    guint n_bands, guint width, guint height)
{
  g_autofree gchar *caps = g_strdup_printf ("application/x-fft,version=1,"
      "format=F32LE,quantity=power,scaling=amplitude,sides=one,shape=<8192>,"
      "bins=<%u>,band-scale=%s,channels=1,rate=48000,hop=4800,framerate=10/1,"
      "window=hann", n_bands, bands);
  g_autofree gchar *size = g_strdup_printf ("video/x-raw,format=BGRx,"
      "width=%u,height=%u,framerate=10/1", width, height);
  g_autofree gchar *all = g_strconcat (PLAIN "peak-hold=0 ", mode, " ",
      properties, NULL);
  Film *film = film_new (all, size);
  gfloat *values = g_new (gfloat, n_bands);
  guint i;

  for (i = 0; i < n_bands; i++)
    GST_WRITE_FLOAT_LE ((guint8 *) (values + i), pow (10, -1 - 0.2 * i));
  film_set_spectra (film, caps);
  film_push_bytes (film, values, n_bands * sizeof *values, 0, GST_SECOND / 10);
  film_push_event (film, gst_event_new_eos ());
  TEST_CHECK (film->pictures->len == 1, "%s: %u pictures: %s", bands,
      film->pictures->len, film->error);
  return film;
}

static guint
count_bar_rows (const Film * film, guint x)
{
  guint y = 0;

  while (y < 100 && film_get_color (film, 0, x, y) == 0x1b1e25)
    y++;
  return 100 - y;
}

static void
each_band_has_a_bar (void)
{
  static const struct
  {
    const gchar *properties, *bands;
    guint n_bands, first, n_bars;
  } rows[] = {
    {"", "octave", 11, 0, 11}, {"", "third-octave", 29, 0, 29},
    {"", "mel", 40, 0, 40}, {"", "bark", 24, 0, 24}, {"", "erb", 33, 0, 33},
    {"", "log", 30, 0, 30}, {"", "bins", 40, 0, 40},
    /* 16 31.5 63 125 250 ... */
    {"min-frequency=50 max-frequency=5000", "octave", 11, 2, 7},
    {"max-frequency=17", "octave", 11, 0, 1},
  };
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    Film *film = show_bands ("mode=bars", rows[i].properties,
        rows[i].bands, rows[i].n_bands, 10 * rows[i].n_bars, 100);

    for (k = 0; k < rows[i].n_bars && film->pictures->len == 1; k++) {
      TEST_CHECK (count_bar_rows (film, 10 * k) == 90 - 2 * (rows[i].first + k)
          && count_bar_rows (film, 10 * k + 7) == count_bar_rows (film,
              10 * k), "%s, %s: bar %u has %u rows", rows[i].bands,
          rows[i].properties, k, count_bar_rows (film, 10 * k));
      TEST_CHECK (count_bar_rows (film, 10 * k + 9) == 0,
          "%s: no gap behind bar %u", rows[i].bands, k);
    }
    film_free (film);
  }
}

/* What is set is done: bars of another number, or on another axis. */
static void
bars_of_bands_may_be_others (void)
{
  Film *many = show_bands ("mode=bars", "bars=60", "octave", 11, 240, 100);
  Film *other = show_bands ("mode=bars", "frequency-scale=log", "octave", 11,
      240, 100);

  /* 4 pixels wide with the gap, and 16 */
  TEST_CHECK (many->pictures->len == 1 && count_bar_rows (many, 1) == 90
      && count_bar_rows (many, 3) == 0 && count_bar_rows (many, 7) == 0,
      "60 bars: %s", many->error);
  TEST_CHECK (other->pictures->len == 1 && count_bar_rows (other, 1) > 80
      && count_bar_rows (other, 15) == 0 && count_bar_rows (other, 31) == 0,
      "log: %s", other->error);
  film_free (many);
  film_free (other);
}

/* The band whose level a row has, of bands that fall 2 dB each from -10 on. */
static gint
get_band (const Film * film, guint y)
{
  gint level = film_get_level (film, 0, film->video.width - 1, y);

  return level < 0 ? -1
      : (gint) floor ((-10 - film_to_decibels (level, -100, 100)) / 2 + 0.5);
}

/* With no scale set, all bands are equally high. */
static void
each_band_has_rows_of_its_own (void)
{
  static const struct
  {
    const gchar *properties, *bands;
    guint n_bands, first, n_shown;
  } rows[] = {
    {"", "octave", 11, 0, 11}, {"", "third-octave", 29, 0, 29},
    {"", "mel", 40, 0, 40}, {"", "bark", 24, 0, 24}, {"", "erb", 33, 0, 33},
    {"", "log", 30, 0, 30}, {"", "bins", 40, 0, 40},
    {"min-frequency=50 max-frequency=5000", "octave", 11, 2, 7},
  };
  guint i, y;

  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    guint height = 7 * rows[i].n_shown, n_wrong = 0;
    Film *film = show_bands ("mode=waterfall", rows[i].properties,
        rows[i].bands, rows[i].n_bands, 20, height);

    for (y = 0; y < height && film->pictures->len == 1; y++) {
      gint band = rows[i].first + (height - 1 - y) / 7;

      /* centres of `bins` are at whole bins: a row off */
      n_wrong += get_band (film, y) != band
          && !(g_str_equal (rows[i].bands, "bins")
          && (y % 7 == 0 || y % 7 == 6));
    }
    TEST_CHECK (n_wrong == 0, "%s, %s: %u wrong rows", rows[i].bands,
        rows[i].properties, n_wrong);
    film_free (film);
  }
}

/* On a scale that is set, bands end where IEC 61260-1 has their edges: those of
   octaves at 1000 * 10^(0.3 (k + 1/2)) Hz. */
static void
bands_end_at_their_edges_on_any_scale (void)
{
  /* equal steps of log (corner + f); 228.8 is 1 / 0.00437 */
  static const struct
  {
    const gchar *name;
    gdouble corner;
  } scales[] = { {"log", 0}, {"mel", 700}, {"erb", 228.832952} };
  const guint height = 480;
  guint s, y;

  for (s = 0; s < G_N_ELEMENTS (scales); s++) {
    g_autofree gchar *properties = g_strdup_printf ("frequency-scale=%s "
        "min-frequency=200 max-frequency=16000", scales[s].name);
    Film *film = show_bands ("mode=waterfall", properties, "octave", 11, 20,
        height);
    gdouble corner = scales[s].corner;

    for (y = 0; y < height && film->pictures->len == 1; y++) {
      gdouble hertz = (corner + 200) * pow ((corner + 16000) / (corner + 200),
          (height - 0.5 - y) / height) - corner;
      /* band 6 is 1 kHz: 16 31.5 63 125 250 500 1k */
      gdouble band = 6 + log10 (hertz / 1000) / 0.3;

      /* an edge may lie in the row */
      if (fabs (band + 0.5 - floor (band + 0.5 + 0.02)) > 0.04)
        TEST_CHECK (get_band (film, y) == (gint) floor (band + 0.5),
            "%s: row %u at %.1f Hz shows band %d, not %g", scales[s].name, y,
            hertz, get_band (film, y), floor (band + 0.5));
    }
    film_free (film);
  }
}

/* A step of the curve for each octave. */
static void
curves_of_bands_are_steps (void)
{
  Film *film = show_bands ("mode=line", "", "octave", 11, 220, 100);
  guint k, y;

  for (k = 0; k < 11 && film->pictures->len == 1; k++) {
    for (y = 0; y < 100; y++)
      if (film_get_color (film, 0, 20 * k + 10, y) != 0x1b1e25)
        break;
    TEST_CHECK (abs ((gint) y - (gint) (10 + 2 * k)) <= 1, "band %u at %u", k,
        y);
  }
  film_free (film);
}

/* One frame of 24 numbers, with everything around it. scaling: with what follows
   it in the caps. */
static Film *
show_scaling (const gchar * scaling, gboolean are_bands, const gchar * scale)
{
  g_autofree gchar *caps = g_strdup_printf ("application/x-fft,version=1,"
      "format=F32LE,quantity=power,scaling=%s,sides=one,shape=<%d>,bins=<24>,%s"
      "channels=1,rate=48000,hop=4800,framerate=10/1,window=hann", scaling,
      are_bands ? 8192 : 46, are_bands ? "band-scale=bark," : "");
  g_autofree gchar *properties = g_strdup_printf ("level-scale=%s", scale);
  Film *film = film_new (properties,
      "video/x-raw,format=BGRx,width=480,height=270,framerate=10/1");

  film_set_spectra (film, caps);
  film_push_bytes (film, g_new0 (gfloat, 24), 24 * sizeof (gfloat), 0,
      GST_SECOND / 10);
  film_push_event (film, gst_event_new_eos ());
  TEST_CHECK (film->pictures->len == 1, "%s: %s", scaling, film->error);
  return film;
}

/* Whether two such pictures are the same. Takes both. */
static gboolean
are_same (Film * a, Film * b)
{
  gboolean same = a->pictures->len == 1 && b->pictures->len == 1
      && g_bytes_equal (film_at (a, 0)->pixels, film_at (b, 0)->pixels);

  film_free (a);
  film_free (b);
  return same;
}

/* The sum of a density is a mean square; of bins it is a density. */
static void
bands_of_a_density_have_the_unit_of_a_mean_square (void)
{
  static const gchar *const scales[] = { "decibel", "magnitude", "power" };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (scales); i++) {
    TEST_CHECK (are_same (show_scaling ("psd", TRUE, scales[i]),
            show_scaling ("power", TRUE, scales[i])), "%s of bands",
        scales[i]);
    TEST_CHECK (!are_same (show_scaling ("psd", FALSE, scales[i]),
            show_scaling ("power", FALSE, scales[i])), "%s of bins",
        scales[i]);
  }
  TEST_CHECK (!are_same (show_scaling ("amplitude", TRUE, "decibel"),
          show_scaling ("power", TRUE, "decibel")), "dBFS is dB");
}

/* Calibrated levels are of sound, whatever full scale is in it; so is a linear
   scale. */
static void
calibrated_levels_are_sound_pressures (void)
{
  static const gchar *const scales[] = { "decibel", "magnitude", "power" };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (scales); i++) {
    TEST_CHECK (are_same (show_scaling ("power,calibration=(string)94", TRUE,
                scales[i]), show_scaling ("amplitude,calibration=(string)100",
                TRUE, scales[i])), "%s: 94 dB is 100 dB", scales[i]);
    TEST_CHECK (!are_same (show_scaling ("power,calibration=(string)94", TRUE,
                scales[i]), show_scaling ("power", TRUE, scales[i])),
        "%s: calibrated as if it were not", scales[i]);
  }
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (each_band_has_a_bar),
    TEST (bars_of_bands_may_be_others),
    TEST (each_band_has_rows_of_its_own),
    TEST (bands_end_at_their_edges_on_any_scale),
    TEST (curves_of_bands_are_steps),
    TEST (calibrated_levels_are_sound_pressures),
    TEST (bands_of_a_density_have_the_unit_of_a_mean_square),
  };

  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
