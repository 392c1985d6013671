/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram/test-holes.c: claims about recordings with pauses and jumps: each
 * click stands where the axis has its time, and what was not recorded is empty.
 */
#include <math.h>

#include "clspectrogram/decor/layout.h"
#include "film.h"
#include "support/test.h"

#define N_ROWS 24
#define MOST_RUNS 8

typedef struct
{
  guint64 first, click;         /* samples */
  guint n;
  guint picture;                /* that shows it */
} Run;

typedef struct
{
  guint rate, size, width, n_runs;
  const gchar *policy, *sharpen;
  Run runs[MOST_RUNS];
} Recording;

static GstClockTime
get_time (const Recording * r, guint64 sample)
{
  return gst_util_uint64_scale (sample, GST_SECOND, r->rate);
}

/* From 3 ms to ten hours; padded ones are silence that is computed. */
static guint64
draw_hole (const Recording * r)
{
  gdouble most = g_str_equal (r->policy, "pad") ? 3 : 36000;

  return r->rate * 0.003 * exp (log (most / 0.003) * test_draw (0, 1000) / 1000.0) + 1;
}

static void
draw_recording (Recording * r)
{
  static const guint rates[] = { 8000, 11025, 44100, 48000, 96000 };
  static const gchar *const policies[] = { "drain", "drop", "pad" };
  static const gchar *const sharpenings[] = { "none", "reassign", "squeeze" };
  guint64 at, back;
  guint i;

  r->rate = rates[test_draw (0, G_N_ELEMENTS (rates) - 1)];
  r->size = 64 << test_draw (0, 4);
  r->width = test_draw (50, 1200);
  r->policy = policies[test_draw (0, 2)];
  r->sharpen = sharpenings[test_draw (0, 2)];
  r->n_runs = test_draw (1, MOST_RUNS);
  at = test_draw (0, 1) ? 0 : (guint64) test_draw (0, 1000) * r->rate;
  for (i = 0; i < r->n_runs; i++) {
    Run *run = &r->runs[i];

    run->n = r->size * test_draw (4, 60);
    run->first = at;
    run->click = at + test_draw (2 * r->size, run->n - 2 * r->size);
    run->picture = i == 0 ? 0 : r->runs[i - 1].picture
        + (at < r->runs[i - 1].first + r->runs[i - 1].n);
    at += run->n;
    /* over what `drop` leaves out time does not go back */
    back = test_draw (r->rate / 300, 20 * r->rate)
        + (g_str_equal (r->policy, "drop") ? r->size : 0);
    if (test_draw (0, 3) == 0)
      at -= MIN (at, back);
    else
      at += draw_hole (r);
  }
}

static Film *
show (const Recording * r)
{
  g_autofree gchar *line = g_strdup_printf ("clspectrogram slide=whole axes=false "
      "legend=false color-map=grey floor=-120 range=120 size=%u discont-policy=%s sharpen=%s "
      "alignment-threshold=0 discont-wait=0", r->size, r->policy, r->sharpen);
  g_autofree gchar *caps = g_strdup_printf
      ("video/x-raw,format=BGRx,width=%u,height=%d", r->width, N_ROWS);
  Film *film = film_new_chain (line, caps);
  guint i, done, size;

  film_set_audio (film, 1, r->rate);
  for (i = 0; i < r->n_runs; i++) {
    const Run *run = &r->runs[i];
    g_autofree gdouble *values = g_new0 (gdouble, run->n);

    values[run->click - run->first] = 1;
    for (done = 0; done < run->n; done += size) {
      size = test_draw (1, 4000);
      size = MIN (size, run->n - done);
      film_push (film, values + done, size, get_time (r, run->first + done));
    }
  }
  film_push_event (film, gst_event_new_eos ());
  return film;
}

/* Where a time stands, in pixels. */
static gdouble
find_place (const Recording * r, const Picture * picture, GstClockTime time)
{
  return ((gdouble) time - picture->pts) / picture->duration * r->width;
}

/* All runs, for a failure: from, to and the click in seconds. */
static gchar *
describe (const Recording * r)
{
  GString *text = g_string_new (NULL);
  guint i;

  g_string_printf (text, "%u Hz, size %u, width %u, %s, %s:", r->rate, r->size,
      r->width, r->policy, r->sharpen);
  for (i = 0; i < r->n_runs; i++) {
    const Run *run = &r->runs[i];

    g_string_append_printf (text, " %.6g-%.6g (%.6g)", (gdouble) run->first
        / r->rate, (gdouble) (run->first + run->n) / r->rate,
        (gdouble) run->click / r->rate);
  }
  return g_string_free (text, FALSE);
}

/* The level of all rows, the same but for what is empty. */
static void
check_column (const Recording * r, Film * film, guint number, guint x,
    const gchar * what)
{
  const Picture *picture = film_at (film, number);
  gdouble column = (gdouble) picture->duration / r->width;
  /* half a window, and the step to the next frame, in pixels */
  gdouble reach = (r->size / 2 + r->size / 16) * (gdouble) GST_SECOND / r->rate
      / column + 2;
  gboolean near_click = FALSE, in_hole = TRUE, in_sound = FALSE;
  gint level = film_get_level (film, number, x, N_ROWS / 2);
  guint i;

  for (i = 0; i < r->n_runs; i++) {
    const Run *run = &r->runs[i];
    gdouble begin, end;

    if (run->picture != number)
      continue;
    begin = find_place (r, picture, get_time (r, run->first));
    end = find_place (r, picture, get_time (r, run->first + run->n));
    near_click |= fabs (x + 0.5 - find_place (r, picture,
            get_time (r, run->click))) <= reach;
    in_hole &= x + 0.5 < begin - reach || x + 0.5 > end + reach;
    in_sound |= x + 0.5 > begin + reach && x + 0.5 < end - reach;
  }
  TEST_CHECK (level <= 0 || near_click, "%s: picture %u: sound at %g s, where was "
      "none", what, number, (picture->pts + (x + 0.5) * column) / GST_SECOND);
  TEST_CHECK (level < 0 || !in_hole || g_str_equal (r->policy, "pad"), "%s: "
      "picture %u: %g s is in a hole", what, number,
      (picture->pts + (x + 0.5) * column) / GST_SECOND);
  TEST_CHECK (level >= 0 || !in_sound, "%s: picture %u: %g s is empty", what,
      number, (picture->pts + (x + 0.5) * column) / GST_SECOND);
}

static void
check_recording (const Recording * r)
{
  g_autofree gchar *what = describe (r);
  guint n_pictures = r->runs[r->n_runs - 1].picture + 1, i, x;
  Film *film = show (r);

  TEST_REQUIRE (film->pictures->len == n_pictures && film->n_errors == 0, "%s: %u "
      "pictures instead of %u, %s", what, film->pictures->len, n_pictures,
      film->error);
  for (i = 0; i < n_pictures; i++)
    for (x = 0; x < r->width; x++)
      check_column (r, film, i, x, what);
  for (i = 0; i < r->n_runs; i++) {
    const Run *run = &r->runs[i];
    const Picture *picture = film_at (film, run->picture);
    gdouble at = find_place (r, picture, get_time (r, run->click));
    /* from frame to frame, which sharpened power is drawn in */
    gdouble step = find_place (r, picture, get_time (r, run->click + r->size / 16))
        - at;
    gint largest = -1;

    for (x = MAX (0, at - step - 2); x < MIN (r->width, at + step + 3); x++)
      largest = MAX (largest, film_get_level (film, run->picture, x, N_ROWS / 2));
    TEST_CHECK (largest > 0, "%s: picture %u: no click at %g, of %g s", what,
        run->picture, at, (gdouble) get_time (r, run->click) / GST_SECOND);
    if (i == 0 || r->runs[i - 1].picture < run->picture)
      TEST_CHECK (film_at (film, run->picture)->pts == get_time (r, run->first),
          "%s: picture %u begins at %" G_GUINT64_FORMAT, what, run->picture,
          film_at (film, run->picture)->pts);
  }
  film_free (film);
}

static void
whole_pictures_keep_holes_and_end_where_time_goes_back (void)
{
  Recording r;
  guint i;

  for (i = 0; i < (test_is_full () ? 300 : 30) && test_n_failures == 0; i++) {
    draw_recording (&r);
    check_recording (&r);
  }
}

/* 3 s of silence from 10 s on, and 2 s from 0 s on: how many columns of the last
   picture show something. */
static guint
count_after_a_jump (const gchar * axes)
{
  g_autofree gchar *properties = g_strdup_printf ("axes=%s legend=false "
      "color-map=grey size=256 time-span=10000000000 discont-wait=0", axes);
  Film *film = film_new (properties,
      "video/x-raw,format=BGRx,width=480,height=160,framerate=2/1");
  g_autofree gdouble *silence = g_new0 (gdouble, 3 * 8000);
  guint x, n = 0;

  film_set_audio (film, 1, 8000);
  film_push (film, silence, 3 * 8000, 10 * GST_SECOND);
  film_push (film, silence, 2 * 8000, 0);
  film_push_event (film, gst_event_new_eos ());
  TEST_CHECK (film->pictures->len == 10 && film->n_errors == 0, "%u pictures: %s",
      film->pictures->len, film->error);
  for (x = 0; x < 480 && film->pictures->len == 10; x++)
    n += film_get_level (film, 9, x, 60) == 0;
  film_free (film);
  return n;
}

static void
a_scrolling_axis_tells_no_time_twice (void)
{
  guint with = count_after_a_jump ("true");
  guint without = count_after_a_jump ("false");

  TEST_CHECK (with >= 70 && with <= 110, "%u columns of 2 s", with);
  TEST_CHECK (without >= 230 && without <= 250, "%u columns of 5 s", without);
}

TEST_MAIN (TEST (whole_pictures_keep_holes_and_end_where_time_goes_back),
    TEST (a_scrolling_axis_tells_no_time_twice))
