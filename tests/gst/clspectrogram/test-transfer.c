/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram/test-transfer.c: claims about streams of mode=transfer: drawn
 * cuts change nothing, and behind a hole, a flush or other caps curves are those
 * of a fresh stream. test-transfer.py has their values.
 */
#include "film.h"
#include "support/test.h"

#define SMALL "video/x-raw,format=BGRx,width=96,height=120,framerate=30/1"

typedef enum
{
  HOLE,
  FLUSH,
  CAPS,
  N_ENDS
} End;

/* Noise in both channels, and the first in the second. */
static gdouble *
draw_sound (guint n)
{
  gdouble *values = g_new (gdouble, 2 * n), share = test_uniform ();
  guint i;

  for (i = 0; i < n; i++) {
    values[2 * i] = 0.5 * test_uniform ();
    values[2 * i + 1] = 0.2 * test_uniform () + 0.5 * share
        * (i < 9 ? 0 : values[2 * (i - 9)]);
  }
  return values;
}

static Film *
open_film (const gchar * delay, gint rate)
{
  g_autofree gchar *line = g_strdup_printf ("mode=transfer size=512 axes=false "
      "floor=-30 range=50 smoothing=3 delay=%s discont-wait=0 "
      "time-constant=300000000", delay);
  Film *film = film_new (line, SMALL);

  film_set_audio (film, 2, rate);
  return film;
}

/* Whether the last pictures of one are those of the other. */
static gboolean
ends_alike (const Film * film, const Film * fresh)
{
  guint n = fresh->pictures->len, i;

  if (n == 0 || film->pictures->len < n)
    return FALSE;
  for (i = 0; i < n; i++)
    if (!g_bytes_equal (film_at (film, film->pictures->len - n + i)->pixels,
            film_at (fresh, i)->pixels))
      return FALSE;
  return TRUE;
}

/* In drawn cuts, from pts on. */
static void
push_cut (Film * film, const gdouble * values, guint n, gint rate,
    GstClockTime pts)
{
  guint done, size;

  for (done = 0; done < n; done += size) {
    size = test_draw (1, 3000);
    size = MIN (size, n - done);
    film_push (film, values + 2 * done, size, pts
        + gst_util_uint64_scale (done, GST_SECOND, rate));
  }
}

static void
cuts_change_nothing (void)
{
  guint n = test_draw (8000, 16000);
  g_autofree gdouble *values = draw_sound (n);
  Film *whole = open_film ("auto", 16000), *cut = open_film ("auto", 16000);

  film_run (whole, values, n, n);
  push_cut (cut, values, n, 16000, 0);
  film_push_event (cut, gst_event_new_eos ());
  TEST_CHECK (whole->pictures->len == cut->pictures->len
      && ends_alike (cut, whole), "%u samples: %u pictures and %u", n,
      whole->pictures->len, cut->pictures->len);
  film_free (whole);
  film_free (cut);
}

static void
end_stream (Film * film, End end, gint rate)
{
  GstSegment segment;

  if (end == CAPS)
    film_set_audio (film, 2, rate);
  if (end != FLUSH)
    return;
  film_push_event (film, gst_event_new_flush_start ());
  film_push_event (film, gst_event_new_flush_stop (TRUE));
  gst_segment_init (&segment, GST_FORMAT_TIME);
  film_push_event (film, gst_event_new_segment (&segment));
}

static void
other_streams_begin_other_averages (void)
{
  static const gchar *const names[N_ENDS] = { "a hole", "a flush", "caps" };
  End end;

  for (end = HOLE; end < N_ENDS; end++) {
    gint rate = end == CAPS ? 8000 : 16000;
    guint n_before = test_draw (1000, 9000), n = test_draw (1000, 9000);
    g_autofree gdouble *before = draw_sound (n_before);
    g_autofree gdouble *values = draw_sound (n);
    const gchar *delay = test_draw (0, 1) ? "auto" : "200000";
    GstClockTime pts = end == FLUSH ? 0 : 2 * GST_SECOND
        + test_draw (0, 50) * GST_SECOND / 10;
    Film *film = open_film (delay, 16000), *fresh = open_film (delay, rate);

    push_cut (film, before, n_before, 16000, 0);
    end_stream (film, end, rate);
    push_cut (film, values, n, rate, pts);
    film_push_event (film, gst_event_new_eos ());
    push_cut (fresh, values, n, rate, pts);
    film_push_event (fresh, gst_event_new_eos ());
    TEST_CHECK (ends_alike (film, fresh) && film->n_errors == 0,
        "%u and %u samples, %s, delay=%s: %u pictures and %u, %s", n_before, n,
        names[end], delay, film->pictures->len, fresh->pictures->len,
        film->error);
    film_free (film);
    film_free (fresh);
  }
}

static void
the_delay_is_in_stats (void)
{
  guint n = 16000, behind = test_draw (0, 100), i;
  g_autofree gdouble *values = draw_sound (n);
  Film *film = open_film ("auto", 16000);
  gint64 want = behind * GST_SECOND / 16000, got = -1;
  GstStructure *stats;

  for (i = 0; i < n; i++)
    values[2 * i + 1] = i < behind ? 0 : -values[2 * (i - behind)];
  film_run (film, values, n, 0);
  g_object_get (film->element, "stats", &stats, NULL);
  gst_structure_get_int64 (stats, "delay", &got);
  gst_structure_free (stats);
  TEST_CHECK (ABS (got - want) < 500, "%" G_GINT64_FORMAT " ns of %"
      G_GINT64_FORMAT, got, want);
  film_free (film);
}

TEST_MAIN (TEST (cuts_change_nothing),
    TEST (other_streams_begin_other_averages),
    TEST (the_delay_is_in_stats))
