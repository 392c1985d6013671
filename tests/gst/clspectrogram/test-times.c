/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-times.c: claims about the axis of time: it tells stream time, wherever a
 * segment or a stream begins.
 */
#include <math.h>

#include "clspectrogram/decor/layout.h"
#include "clspectrogram/decor/theme.h"
#include "film.h"
#include "support/test.h"

#define WIDTH 480
#define HEIGHT 160
#define RATE 8000

/* `seconds` of silence, the first of it at pts, in a segment from `start` on
   whose time is `time`. */
static Film *
show (const gchar * slide, GstClockTime start, GstClockTime time,
    GstClockTime pts, guint seconds)
{
  g_autofree gchar *properties = g_strdup_printf ("slide=%s size=256 "
      "time-span=10000000000", slide);
  gboolean is_whole = g_str_equal (slide, "whole");
  Film *film = film_new (properties, is_whole
      ? "video/x-raw,format=BGRx,width=480,height=160"
      : "video/x-raw,format=BGRx,width=480,height=160,framerate=2/1");
  g_autofree gdouble *silence = g_new0 (gdouble, RATE);
  GstSegment segment;
  guint i;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = start;
  segment.time = time;
  segment.position = start;
  film_set_audio (film, 1, RATE);
  film_push_event (film, gst_event_new_segment (&segment));
  for (i = 0; i < seconds; i++)
    film_push (film, silence, RATE, pts + i * GST_SECOND);
  film_push_event (film, gst_event_new_eos ());
  TEST_CHECK (film->pictures->len == (is_whole ? 1 : 2 * seconds), "%u pictures of %u s: %s",
      film->pictures->len, seconds, film->error);
  return film;
}

static void
lay_out (GstClSpectrogramLayout * layout)
{
  const GstClSpectrogramLayoutParams params = { WIDTH, HEIGHT, 1,
    TRUE, TRUE, FALSE, TRUE
  };

  gst_cl_spectrogram_layout_make (&params, layout);
  TEST_CHECK (layout->has_bottom_axis, "no axis");
}

/* About 10 s: a column is a whole number of samples. */
static GstClockTime
get_span (void)
{
  GstClSpectrogramLayout layout;
  gdouble column;

  lay_out (&layout);
  column = round (10.0 * RATE / layout.plot.width) / RATE;
  return column * layout.plot.width * GST_SECOND;
}

/* Pixels of the axis that differ between the last pictures, from a share of the
   plot's width on to another one. */
static guint
count_different (const Film * a, const Film * b, gdouble from, gdouble to)
{
  GstClSpectrogramLayout layout;
  guint n_different = 0, x, y;

  lay_out (&layout);
  for (y = layout.plot.y + layout.plot.height; y < HEIGHT; y++)
    for (x = layout.plot.x + from * layout.plot.width;
        x < layout.plot.x + to * layout.plot.width; x++)
      n_different += film_get_color (a, a->pictures->len - 1, x, y)
          != film_get_color (b, b->pictures->len - 1, x, y);
  return n_different;
}

static void
sweeps_tell_stream_time (void)
{
  Film *early = show ("replace", 0, 0, 0, 3);
  Film *offset = show ("replace", 0, 0, 60 * GST_SECOND, 3);
  Film *segment = show ("replace", 5 * GST_SECOND, 60 * GST_SECOND,
      5 * GST_SECOND, 3);
  /* the axis of the second sweep, to its marker, and of the first one behind */
  Film *second = show ("replace", 0, 0, 60 * GST_SECOND, 13);
  Film *later = show ("replace", 0, 0, 60 * GST_SECOND + get_span (),
      3);

  TEST_CHECK (count_different (early, offset, 0, 1) > 20, "0 s is 60 s");
  TEST_CHECK (count_different (offset, segment, 0, 1) == 0,
      "60 s of the segment: %u pixels",
      count_different (offset, segment, 0, 1));
  TEST_CHECK (count_different (second, later, 0, 0.25) == 0,
      "70 s: %u pixels", count_different (second, later, 0, 0.25));
  TEST_CHECK (count_different (second, offset, 0, 0.25) > 5, "60 s is 70 s");
  TEST_CHECK (count_different (second, offset, 0.36, 0.93) == 0,
      "64 s: %u pixels", count_different (second, offset, 0.36, 0.93));
  film_free (early);
  film_free (offset);
  film_free (segment);
  film_free (second);
  film_free (later);
}

/* After a seek all is new. */
static void
a_seek_moves_the_axis (void)
{
  Film *seeking = show ("replace", 0, 0, 0, 3);
  Film *there = show ("replace", 60 * GST_SECOND, 60 * GST_SECOND,
      60 * GST_SECOND, 3);
  g_autofree gdouble *silence = g_new0 (gdouble, 3 * RATE);
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = segment.time = segment.position = 60 * GST_SECOND;
  film_push_event (seeking, gst_event_new_flush_start ());
  film_push_event (seeking, gst_event_new_flush_stop (TRUE));
  film_push_event (seeking, gst_event_new_segment (&segment));
  film_push (seeking, silence, 3 * RATE, 60 * GST_SECOND);
  film_push_event (seeking, gst_event_new_eos ());
  TEST_CHECK (seeking->pictures->len == 12 && seeking->n_errors == 0, "%u: %s",
      seeking->pictures->len, seeking->error);
  TEST_CHECK (count_different (seeking, there, 0, 1) == 0, "%u pixels",
      count_different (seeking, there, 0, 1));
  film_free (seeking);
  film_free (there);
}

static void
whole_pictures_tell_stream_time (void)
{
  Film *early = show ("whole", 0, 0, 0, 3);
  Film *offset = show ("whole", 0, 0, 60 * GST_SECOND, 3);
  Film *segment = show ("whole", 5 * GST_SECOND, 60 * GST_SECOND,
      5 * GST_SECOND, 3);

  TEST_CHECK (count_different (early, offset, 0, 1) > 20, "0 s is 60 s");
  TEST_CHECK (count_different (offset, segment, 0, 1) == 0,
      "60 s of the segment: %u pixels",
      count_different (offset, segment, 0, 1));
  film_free (early);
  film_free (offset);
  film_free (segment);
}

/* Where a long mark stands in the row below the plot: its column from the
   plot's left edge; -1: nowhere within two pixels. */
static gint
find_mark (const Film * film, guint picture, const GstClRectangle * plot,
    gdouble x)
{
  guint32 ground = gst_cl_themes[GST_CL_THEME_DARK].background;
  gint at;

  for (at = floor (x) - 1; at <= floor (x) + 1; at++)
    /* long marks have 4 pixels */
    if (at >= 0 && at < (gint) plot->width && film_get_color (film, picture,
            plot->x + at, plot->y + plot->height + 2) != ground)
      return at;
  return -1;
}

/* Every second one of 3 s to 13 s; what is before the stream has no mark. */
static void
scrolling_axes_move_with_what_they_mark (void)
{
  Film *film = show ("scroll", 0, 0, 3 * GST_SECOND, 8);
  GstClSpectrogramLayout layout;
  gdouble column, second;
  guint i, n_marks = 0, x;

  lay_out (&layout);
  column = round (10.0 * RATE / layout.plot.width) / RATE;
  for (i = 0; i < film->pictures->len; i++) {
    gdouble end = 3 + 0.5 * (i + 1);

    /* whole columns, counted from the first sample */
    end = 3 + ceil ((end - 3) / column - 1e-9) * column;
    for (second = 0; second <= end; second += 2) {
      gdouble at = layout.plot.width - (end - second) / column;

      if (at < 2 || at > layout.plot.width - 2)
        continue;
      n_marks++;
      TEST_CHECK (find_mark (film, i, &layout.plot, at) >= 0,
          "picture %u: no mark of %g s at %g", i, second, at);
    }
    for (x = 0; x + 2 < layout.plot.width - end / column; x++)
      TEST_CHECK (find_mark (film, i, &layout.plot, x) < 0,
          "picture %u: a mark at %u, before 0 s", i, x);
  }
  TEST_CHECK (n_marks > 50, "%u marks", n_marks);
  film_free (film);
}

/* What is drawn anew is the axis and nothing else. */
static void
scrolling_axes_tell_stream_time (void)
{
  Film *early = show ("scroll", 0, 0, 0, 3);
  Film *offset = show ("scroll", 0, 0, 60 * GST_SECOND, 3);
  Film *segment = show ("scroll", 5 * GST_SECOND, 60 * GST_SECOND,
      5 * GST_SECOND, 3);
  GstClSpectrogramLayout layout;
  guint n_different = 0, x, y;

  lay_out (&layout);
  TEST_CHECK (count_different (early, offset, 0, 1) > 20, "0 s is 60 s");
  TEST_CHECK (count_different (offset, segment, 0, 1) == 0,
      "60 s of the segment: %u pixels",
      count_different (offset, segment, 0, 1));
  for (y = 0; y < layout.plot.y + layout.plot.height; y++)
    for (x = 0; x < WIDTH; x++)
      n_different += film_get_color (early, 5, x, y)
          != film_get_color (offset, 5, x, y);
  TEST_CHECK (n_different == 0, "%u pixels above the axis", n_different);
  film_free (early);
  film_free (offset);
  film_free (segment);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (sweeps_tell_stream_time),
    TEST (a_seek_moves_the_axis),
    TEST (whole_pictures_tell_stream_time),
    TEST (scrolling_axes_move_with_what_they_mark),
    TEST (scrolling_axes_tell_stream_time),
  };

  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
