/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-events.c: claims that no frame is lost. A sound of clicks over a tone is
 * drawn at drawn widths, and every frame must be in the picture with its own
 * level, whatever is known of the length; CLFFT_TEST_FULL=1 draws every width
 * from 16 to 4000.
 */
#include <math.h>

#include <fftw3.h>

#include "film.h"
#include "support/test.h"

#define RATE 8000
#define N_SAMPLES 16000
#define SIZE 256
#define N_BINS (SIZE / 2 + 1)
#define N_ROWS 16
#define N_CLICKS 9
#define FLOOR -90.0
#define RANGE 90.0

#define LEAST_WIDTH 16
#define MOST_WIDTH 4000
#define N_WIDTHS 40             /* drawn */

/* Decibels: what a level may be off, with half a step of 256. */
#define TOLERANCE 1.0

typedef enum
{
  KNOWN,                        /* sound of a file */
  UNKNOWN,                      /* sound of a pipe */
  SPECTRA,                      /* claudiofft before it */
  N_SOURCES
} Source;

static const gchar *const sources[] = { "known", "unknown", "claudiofft" };

/* ---- the sound, and its levels in double precision ---- */

typedef struct
{
  gdouble samples[N_SAMPLES];
  guint clicks[N_CLICKS];
  guint hop, n_frames;
  gdouble (*levels)[N_ROWS];    /* of a frame; decibels */
} Sound;

static void
make_sound (Sound * sound)
{
  guint i;

  for (i = 0; i < N_SAMPLES; i++)
    sound->samples[i] = (gfloat) (0.003 * sin (2 * G_PI * 20.3 * i / SIZE));
  for (i = 0; i < N_CLICKS; i++) {
    sound->clicks[i] = test_random () % N_SAMPLES;
    sound->samples[sound->clicks[i]] =
        (gfloat) pow (10, -1.5 * fabs (test_uniform ()));
  }
}

/* What a row shows of a frame: bin k lies in row k / (SIZE/2) * N_ROWS, the last
   one in the last row. */
static void
fill_rows (const gdouble * power, gboolean is_mean, gdouble * rows)
{
  guint n[N_ROWS] = { 0 }, k, row;
  gdouble sum[N_ROWS] = { 0 }, peak[N_ROWS] = { 0 };

  for (k = 0; k < N_BINS; k++) {
    row = MIN (k * N_ROWS / (SIZE / 2), N_ROWS - 1);
    n[row]++;
    sum[row] += power[k];
    peak[row] = MAX (peak[row], power[k]);
  }
  for (row = 0; row < N_ROWS; row++)
    rows[row] = 10 * log10 (is_mean ? sum[row] / n[row] : peak[row]);
}

/* Centred frames under a periodic Hann window, as amplitudes squared. */
static void
analyse (Sound * sound, guint hop, gboolean is_mean)
{
  gdouble *time = fftw_alloc_real (SIZE), power[N_BINS];
  fftw_complex *bins = fftw_alloc_complex (N_BINS);
  fftw_plan plan = fftw_plan_dft_r2c_1d (SIZE, time, bins, FFTW_ESTIMATE);
  guint frame, i;

  sound->hop = hop;
  sound->n_frames = (N_SAMPLES + hop - 1) / hop;
  g_free (sound->levels);
  sound->levels = g_malloc (sound->n_frames * sizeof *sound->levels);
  for (frame = 0; frame < sound->n_frames; frame++) {
    for (i = 0; i < SIZE; i++) {
      gint64 at = (gint64) frame * hop - SIZE / 2 + i;

      time[i] = at >= 0 && at < N_SAMPLES ? sound->samples[at]
          * (0.5 - 0.5 * cos (2 * G_PI * i / SIZE)) : 0;
    }
    fftw_execute (plan);
    for (i = 0; i < N_BINS; i++) {
      /* the window's sum is SIZE / 2 */
      gdouble gain = (i == 0 || i == SIZE / 2 ? 2.0 : 4.0) / SIZE;

      power[i] = gain * gain * (bins[i][0] * bins[i][0]
          + bins[i][1] * bins[i][1]);
    }
    fill_rows (power, is_mean, sound->levels[frame]);
  }
  fftw_destroy_plan (plan);
  fftw_free (time);
  fftw_free (bins);
}

/* ---- pictures ---- */

static GstPadProbeReturn
answer_duration (GstPad * pad, GstPadProbeInfo * info, gpointer data)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);

  if (GST_QUERY_TYPE (query) != GST_QUERY_DURATION)
    return GST_PAD_PROBE_OK;
  gst_query_set_duration (query, GST_FORMAT_TIME,
      gst_util_uint64_scale (N_SAMPLES, GST_SECOND, RATE));
  return GST_PAD_PROBE_HANDLED;
}

/* A grey picture of N_ROWS rows without anything around it. */
static Film *
draw (const Sound * sound, guint width, Source source, gboolean is_mean)
{
  g_autofree gchar *line = g_strdup_printf ("%sclspectrogram slide=whole "
      "axes=false legend=false color-map=grey floor=%g range=%g size=%d "
      "reduction=%s", source == SPECTRA ? "claudiofft center=true "
      "quantity=power size=256 overlap=0.5 ! " : "", FLOOR, RANGE, SIZE,
      is_mean ? "mean" : "peak");
  g_autofree gchar *caps = g_strdup_printf
      ("video/x-raw,format=BGRx,width=%u,height=%d", width, N_ROWS);
  Film *film = film_new_chain (line, caps);

  if (source == KNOWN)
    gst_pad_add_probe (film->harness->srcpad, GST_PAD_PROBE_TYPE_QUERY_UPSTREAM
        | GST_PAD_PROBE_TYPE_PUSH, answer_duration, NULL, NULL);
  film_set_audio (film, 1, RATE);
  film_run (film, sound->samples, N_SAMPLES, 0);
  return film;
}

/* The columns near a frame, where a column may hold several: how far its own
   may be from where its time is, and one more. */
static void
find_columns (const Sound * sound, guint frame, guint width, guint * from,
    guint * to)
{
  gdouble step = (gdouble) width / sound->n_frames;
  gdouble at = (frame + 0.5) * step, reach = 2 + step;

  *from = MAX (0, floor (at - reach));
  *to = MIN (width, ceil (at + reach));
}

/* Every frame is there: near its time a row reaches its level. */
static void
check_frames (const Film * film, const Sound * sound, guint width,
    const gchar * what)
{
  guint n_lost = 0, frame, row, from, to, x;

  for (frame = 0; frame < sound->n_frames; frame++) {
    find_columns (sound, frame, width, &from, &to);
    for (row = 0; row < N_ROWS; row++) {
      gdouble want = sound->levels[frame][row], best = -INFINITY;

      for (x = from; x < to; x++)
        best = MAX (best, film_to_decibels (film_get_level (film, 0, x,
                    N_ROWS - 1 - row), FLOOR, RANGE));
      if (want > FLOOR + TOLERANCE && best < MIN (want, 0) - TOLERANCE
          && n_lost++ < 3)
        TEST_CHECK (FALSE, "%s: frame %u, row %u: %.2f dB, not %.2f", what,
            frame, row, best, want);
    }
  }
  TEST_CHECK (n_lost == 0, "%s: %u levels are lost", what, n_lost);
}

/* Nothing else is there: a pixel has the level of a frame near it. */
static void
check_pixels (const Film * film, const Sound * sound, guint width,
    const gchar * what)
{
  g_autofree gdouble *off = g_new (gdouble, width * N_ROWS);
  guint n_wrong = 0, frame, row, from, to, x;

  for (x = 0; x < width * N_ROWS; x++)
    off[x] = INFINITY;
  for (frame = 0; frame < sound->n_frames; frame++) {
    find_columns (sound, frame, width, &from, &to);
    for (x = from; x < to; x++)
      for (row = 0; row < N_ROWS; row++) {
        gdouble *least = &off[x * N_ROWS + row];
        gdouble level = film_to_decibels (film_get_level (film, 0, x,
                N_ROWS - 1 - row), FLOOR, RANGE);

        *least = MIN (*least, fabs (level - CLAMP (sound->levels[frame][row],
                    FLOOR, 0)));
      }
  }
  for (x = 0; x < width * N_ROWS; x++)
    if (!(off[x] <= TOLERANCE) && n_wrong++ < 3)
      TEST_CHECK (FALSE, "%s: column %u, row %u is %g dB off every frame there",
          what, x / N_ROWS, x % N_ROWS, off[x]);
  TEST_CHECK (n_wrong == 0, "%s: %u wrong pixels", what, n_wrong);
}

static void
check_width (Sound * sound, guint width, Source source, gboolean is_mean)
{
  guint most = SIZE / 2, column = N_SAMPLES / width;
  guint n_parts = (column + most - 1) / most;
  guint hop = source == KNOWN ? CLAMP (column / n_parts, 1, most)
      : source == UNKNOWN ? SIZE / 16 : most;
  Film *film = draw (sound, width, source, is_mean);
  g_autofree gchar *what = g_strdup_printf ("width %u, %s, %s", width,
      sources[source], is_mean ? "mean" : "peak");

  analyse (sound, hop, is_mean);
  TEST_CHECK (film->pictures->len == 1, "%s: %u pictures: %s", what,
      film->pictures->len, film->error);
  if (source != SPECTRA)
    TEST_CHECK (film_get_stat (film, "frames") == sound->n_frames,
        "%s: hop is not %u", what, hop);
  if (film->pictures->len == 1) {
    check_frames (film, sound, width, what);
    check_pixels (film, sound, width, what);
  }
  film_free (film);
}

static void
check_widths (Source source)
{
  const gboolean all = test_is_full ();
  guint n = all ? MOST_WIDTH - LEAST_WIDTH + 1 : N_WIDTHS, i;
  Sound *sound = g_new0 (Sound, 1);

  for (i = 0; i < n; i++) {
    guint width = all ? LEAST_WIDTH + i : LEAST_WIDTH
        + (guint) pow (MOST_WIDTH - LEAST_WIDTH,
            (i + fabs (test_uniform ())) / n);

    make_sound (sound);
    check_width (sound, width, source, i % 2);
    if (all)
      check_width (sound, width, source, (i + 1) % 2);
  }
  g_free (sound->levels);
  g_free (sound);
}

static void
whole_pictures_of_files_show_every_frame (void)
{
  check_widths (KNOWN);
}

static void
whole_pictures_of_pipes_show_every_frame (void)
{
  check_widths (UNKNOWN);
}

static void
whole_pictures_of_spectra_show_every_frame (void)
{
  check_widths (SPECTRA);
}

/* ---- the same clicks, the length known and not ---- */

#define MOST_CLICKS 8

typedef struct
{
  guint n_samples, rate, size, width;
  gdouble *samples;
  guint n_clicks, clicks[MOST_CLICKS];
} Clicks;

/* Clicks that are alone in their frames, at drawn places of silence. */
static void
draw_clicks (Clicks * c)
{
  static const guint rates[] = { 8000, 11025, 44100, 48000, 96000 };
  guint i, at;

  c->rate = rates[test_random () % G_N_ELEMENTS (rates)];
  c->size = 64 << test_random () % 5;
  c->n_samples = c->size * (30 + test_random () % 150);
  c->width = 40 + test_random () % 1200;
  c->samples = g_new0 (gdouble, c->n_samples);
  c->n_clicks = 0;
  for (i = 0; i < MOST_CLICKS; i++) {
    at = i * (c->n_samples / MOST_CLICKS) + c->size
        + test_random () % (c->n_samples / MOST_CLICKS - 2 * c->size);
    c->samples[at] = 1;
    c->clicks[c->n_clicks++] = at;
  }
}

static GstPadProbeReturn
answer_clicks (GstPad * pad, GstPadProbeInfo * info, gpointer data)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);
  const Clicks *c = data;

  if (GST_QUERY_TYPE (query) != GST_QUERY_DURATION)
    return GST_PAD_PROBE_OK;
  gst_query_set_duration (query, GST_FORMAT_TIME,
      gst_util_uint64_scale (c->n_samples, GST_SECOND, c->rate));
  return GST_PAD_PROBE_HANDLED;
}

/* Fills the greatest grey near each click. */
static void
find_greys (Clicks * c, Source source, gint greys[MOST_CLICKS])
{
  g_autofree gchar *line = g_strdup_printf ("clspectrogram slide=whole "
      "axes=false legend=false color-map=grey floor=%g range=%g size=%u",
      FLOOR, RANGE, c->size);
  g_autofree gchar *caps = g_strdup_printf
      ("video/x-raw,format=BGRx,width=%u,height=%d", c->width, N_ROWS);
  Film *film = film_new_chain (line, caps);
  gdouble column = (gdouble) c->n_samples / c->width;
  guint i, x;

  if (source == KNOWN)
    gst_pad_add_probe (film->harness->srcpad, GST_PAD_PROBE_TYPE_QUERY_UPSTREAM
        | GST_PAD_PROBE_TYPE_PUSH, answer_clicks, c, NULL);
  film_set_audio (film, 1, c->rate);
  film_run (film, c->samples, c->n_samples, 0);
  TEST_CHECK (film->pictures->len == 1, "%u pictures: %s", film->pictures->len,
      film->error);
  for (i = 0; i < c->n_clicks; i++) {
    gdouble reach = c->size / column + 2;

    greys[i] = -1;
    for (x = MAX (0, c->clicks[i] / column - reach);
        x < MIN (c->width, c->clicks[i] / column + reach)
        && film->pictures->len == 1; x++)
      greys[i] = MAX (greys[i], film_get_level (film, 0, x, N_ROWS / 2));
  }
  film_free (film);
}

static void
clicks_are_as_bright_whether_the_length_is_known_or_not (void)
{
  guint round, i;

  for (round = 0; round < (test_is_full ()? 100 : 12); round++) {
    gint known[MOST_CLICKS], unknown[MOST_CLICKS];
    Clicks c;

    draw_clicks (&c);
    find_greys (&c, KNOWN, known);
    find_greys (&c, UNKNOWN, unknown);
    for (i = 0; i < c.n_clicks; i++)
      TEST_CHECK (known[i] > 0 && unknown[i] >= known[i] - 1,
          "%u samples at %u Hz, size %u, width %u: the click at %u is %d where "
          "the length is known, %d where not", c.n_samples, c.rate, c.size,
          c.width, c.clicks[i], known[i], unknown[i]);
    g_free (c.samples);
  }
}

/* ---- bars and line ---- */

/* A picture every 0.5 s of frames every 16 ms: the click is among the first
   of them, and nothing is held. */
static void
bars_and_line_show_a_click_between_two_pictures (void)
{
  static const gchar *const modes[] = { "bars bars=16", "line" };
  g_autofree gdouble *values = g_new0 (gdouble, N_SAMPLES);
  guint i, x, y;

  /* in the middle of a frame, the fifth of picture 2, with level 4 / SIZE */
  values[67 * SIZE / 2] = 1;
  for (i = 0; i < G_N_ELEMENTS (modes); i++) {
    g_autofree gchar *line = g_strdup_printf ("mode=%s fall=0 peak-hold=0 "
        "axes=false legend=false color-map=grey size=%d hop=%d", modes[i],
        SIZE, SIZE / 2);
    Film *film = film_new (line,
        "video/x-raw,format=BGRx,width=160,height=100,framerate=2/1");

    film_set_audio (film, 1, RATE);
    film_run (film, values, N_SAMPLES, 0);
    TEST_CHECK (film->pictures->len == 4, "%s: %u pictures", modes[i],
        film->pictures->len);
    for (x = 12; x < 160 && film->pictures->len == 4; x += 40) {
      for (y = 0; y < 100; y++)
        if (film_get_color (film, 2, x, y) != film_get_color (film, 1, x, 0))
          break;
      /* the curve is 1.5 pixels wide */
      TEST_CHECK (ABS ((gint) y - 36) <= 1, "%s: the level at %u is -%u dB",
          modes[i], x, y);
    }
    film_free (film);
  }
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (whole_pictures_of_files_show_every_frame),
    TEST (whole_pictures_of_pipes_show_every_frame),
    TEST (whole_pictures_of_spectra_show_every_frame),
    TEST (clicks_are_as_bright_whether_the_length_is_known_or_not),
    TEST (bars_and_line_show_a_click_between_two_pictures),
  };

  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
