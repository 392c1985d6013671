/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram/test-stream.c: claims about time: when pictures are, how many,
 * what becomes of cuts, gaps, flushes and new formats, and of spectra in place
 * of audio.
 */
#include <math.h>

#include "film.h"
#include "support/test.h"

#define RATE 48000
#define SMALL "video/x-raw,format=BGRx,width=160,height=90,framerate=30/1"

static gdouble *
make_sound (guint n, guint channels)
{
  gdouble *values = g_new (gdouble, (gsize) n * channels);
  guint i;

  for (i = 0; i < n * channels; i++)
    values[i] = 0.3 * test_uniform ()
        + 0.3 * sin (2 * G_PI * 1000 * (i / channels) / RATE);
  return values;
}

/* ---- time ---- */

static void
check_times (const Film * film, GstClockTime start, GstClockTime length,
    gint fps_n, gint fps_d)
{
  guint64 n = gst_util_uint64_scale_ceil (length, fps_n,
      (guint64) fps_d * GST_SECOND);
  guint j;

  TEST_REQUIRE (film->pictures->len == n, "%u pictures, not %u",
      film->pictures->len, (guint) n);
  for (j = 0; j < n; j++) {
    const Picture *p = film_at (film, j);
    GstClockTime begin = start + gst_util_uint64_scale (j,
        fps_d * GST_SECOND, fps_n);
    GstClockTime end = MIN (start + length, start + gst_util_uint64_scale
        (j + 1, fps_d * GST_SECOND, fps_n));

    TEST_CHECK (p->pts == begin && ABS (GST_CLOCK_DIFF (p->pts + p->duration,
                end)) <= 1, "picture %u: %" GST_TIME_FORMAT " +%"
        GST_TIME_FORMAT ", not %" GST_TIME_FORMAT " to %" GST_TIME_FORMAT, j,
        GST_TIME_ARGS (p->pts), GST_TIME_ARGS (p->duration),
        GST_TIME_ARGS (begin), GST_TIME_ARGS (end));
    TEST_CHECK (p->discont == (j == 0), "picture %u", j);
  }
}

static void
pictures_cover_the_sound_to_its_end (void)
{
  static const struct
  {
    const gchar *properties, *rate;
    gint fps_n, fps_d;
    guint n;
  } rows[] = {
    {"", "30/1", 30, 1, RATE + 17},
    {"hop=4000", "25/1", 25, 1, RATE},
    {"mode=bars", "30000/1001", 30000, 1001, RATE / 2 + 1},
    {"mode=line size=100000", "10/1", 10, 1, RATE},
    {"slide=replace hop=7", "60/1", 60, 1, 2},
    {"hop=2048 size=2048", "60/1", 60, 1, RATE - 5},
    {"size=65536 hop=1", "10/1", 10, 1, 2400},
  };
  guint r;

  for (r = 0; r < G_N_ELEMENTS (rows); r++) {
    g_autofree gdouble *values = make_sound (rows[r].n, 1);
    g_autofree gchar *caps = g_strdup_printf
        ("video/x-raw,format=BGRx,width=64,height=48,framerate=%s",
        rows[r].rate);
    Film *film = film_new (rows[r].properties, caps);

    film_set_audio (film, 1, RATE);
    film_run (film, values, rows[r].n, 0);
    TEST_CHECK (film->n_errors == 0, "%s: %s", rows[r].properties,
        film->error);
    check_times (film, 0, gst_util_uint64_scale (rows[r].n, GST_SECOND, RATE),
        rows[r].fps_n, rows[r].fps_d);
    TEST_CHECK (film->n_eos, "%s: no EOS", rows[r].properties);
    film_free (film);
  }
}

static gboolean
is_same_film (const Film * a, const Film * b)
{
  guint j;

  if (a->pictures->len != b->pictures->len)
    return FALSE;
  for (j = 0; j < a->pictures->len; j++)
    if (!g_bytes_equal (film_at (a, j)->pixels, film_at (b, j)->pixels)
        || film_at (a, j)->pts != film_at (b, j)->pts
        || film_at (a, j)->duration != film_at (b, j)->duration)
      return FALSE;
  return TRUE;
}

static void
cuts_change_no_pixel (void)
{
  static const gchar *const properties[] = { "", "slide=replace time-span=0",
    "mode=bars", "mode=line", "slide=whole", "hop=333 time-span=700000000"
  };
  const guint n = RATE;
  g_autofree gdouble *values = make_sound (n, 2);
  guint p, i;

  for (p = 0; p < G_N_ELEMENTS (properties); p++) {
    Film *films[3];

    for (i = 0; i < 3; i++) {
      films[i] = film_new (properties[p], strstr (properties[p], "whole")
          ? "video/x-raw,format=BGRx,width=160,height=90" : SMALL);
      film_set_audio (films[i], 2, RATE);
      film_run (films[i], values, n, i == 0 ? n : 0);
      TEST_CHECK (films[i]->n_errors == 0, "%s", films[i]->error);
      TEST_CHECK (is_same_film (films[0], films[i]), "%s: film %u differs",
          properties[p], i);
    }
    for (i = 0; i < 3; i++)
      film_free (films[i]);
  }
}

/* The picture of [t, t + 1/fps) needs samples to t + 1/fps + size/2. */
static void
latency_is_half_a_frame_and_a_picture (void)
{
  Film *film = film_new ("size=4800", SMALL);
  GstClockTime latency;
  g_autofree gdouble *values = make_sound (RATE, 1);
  guint at, n = 0;

  film_set_audio (film, 1, RATE);
  latency = gst_harness_query_latency (film->harness);
  TEST_CHECK (ABS (GST_CLOCK_DIFF (latency, 50 * GST_MSECOND
              + GST_SECOND / 30)) <= 2, "%" GST_TIME_FORMAT,
      GST_TIME_ARGS (latency));
  /* what has arrived by then has gone out */
  for (at = 0; at < RATE; at += 100) {
    film_push (film, values + at, 100,
        gst_util_uint64_scale (at, GST_SECOND, RATE));
    for (; n < film->pictures->len; n++) {
      GstClockTime now = gst_util_uint64_scale (at + 100, GST_SECOND, RATE);

      TEST_CHECK (now <= film_at (film, n)->pts + latency
          + gst_util_uint64_scale (100 + 1, GST_SECOND, RATE), "picture %u "
          "came at %" GST_TIME_FORMAT, n, GST_TIME_ARGS (now));
    }
  }
  TEST_CHECK (n > 20, "%u pictures", n);
  film_free (film);
}

static void
a_hole_in_time_is_a_hole_in_the_picture (void)
{
  const guint n = RATE / 2, width = 150;
  g_autofree gdouble *values = make_sound (n, 1);
  Film *film = film_new ("axes=false legend=false color-map=grey "
      "time-span=1500000000 size=512 discont-wait=0",
      "video/x-raw,format=BGRx,width=150,height=20,framerate=10/1");
  guint x, last;

  film_set_audio (film, 1, RATE);
  film_push (film, values, n, 0);
  film_push (film, values, n, GST_SECOND);
  film_push_event (film, gst_event_new_eos ());
  last = film->pictures->len - 1;
  TEST_REQUIRE (film->pictures->len == 10, "%u", film->pictures->len);
  TEST_CHECK (film_at (film, 4)->pts == 400 * GST_MSECOND
      && film_at (film, 5)->pts == GST_SECOND, "times");
  for (x = 0; x < width; x++) {
    gboolean measured = film_get_level (film, last, x, 10) >= 0;

    TEST_CHECK (measured == (x < 50 || x >= 100) || abs ((gint) x - 50) < 2
        || abs ((gint) x - 100) < 2, "column %u", x);
  }
  film_free (film);
}

static void
a_flush_forgets_the_picture (void)
{
  const guint n = RATE;
  g_autofree gdouble *values = make_sound (n, 1);
  Film *film = film_new ("", SMALL), *fresh = film_new ("", SMALL);
  GstSegment segment;

  film_set_audio (fresh, 1, RATE);
  film_run (fresh, values, n, 1000);
  film_set_audio (film, 1, RATE);
  film_push (film, values, n, 0);
  film_push_event (film, gst_event_new_flush_start ());
  film_push_event (film, gst_event_new_flush_stop (TRUE));
  gst_segment_init (&segment, GST_FORMAT_TIME);
  film_push_event (film, gst_event_new_segment (&segment));
  g_array_set_size (film->pictures, 0);
  film_run (film, values, n, 0);
  TEST_CHECK (film->pictures->len == 30 && is_same_film (film, fresh),
      "%u pictures after the flush", film->pictures->len);
  film_free (film);
  film_free (fresh);
}

static void
gaps_are_silence (void)
{
  const guint n = RATE / 2;
  g_autofree gdouble *values = make_sound (2 * n, 1);
  Film *gap = film_new ("", SMALL), *zeros = film_new ("", SMALL);
  guint i;

  for (i = n; i < 2 * n; i++)
    values[i] = 0;
  film_set_audio (zeros, 1, RATE);
  film_run (zeros, values, 2 * n, 0);
  film_set_audio (gap, 1, RATE);
  film_push (gap, values, n, 0);
  film_push_event (gap, gst_event_new_gap (GST_SECOND / 2, GST_SECOND / 2));
  film_push_event (gap, gst_event_new_eos ());
  TEST_CHECK (zeros->pictures->len == 30 && is_same_film (gap, zeros),
      "%u and %u pictures", gap->pictures->len, zeros->pictures->len);
  film_free (gap);
  film_free (zeros);
}

/* ---- formats ---- */

static void
new_audio_ends_the_old_pictures_first (void)
{
  const guint n = RATE / 2;
  g_autofree gdouble *values = make_sound (n, 2);
  Film *film = film_new ("", SMALL);

  film_set_audio (film, 1, RATE);
  film_push (film, values, n, 0);
  film_set_audio (film, 2, RATE / 2);
  TEST_CHECK (film->pictures->len == 15, "%u", film->pictures->len);
  film_push (film, values, n / 2, GST_SECOND / 2);
  film_push_event (film, gst_event_new_eos ());
  TEST_CHECK (film->pictures->len == 30 && film->n_errors == 0
      && film->n_caps == 1, "%u pictures, %u caps: %s", film->pictures->len,
      film->n_caps, film->error);
  TEST_CHECK (film_at (film, 15)->pts == GST_SECOND / 2, "time");
  film_free (film);
}

static void
downstream_may_want_another_size (void)
{
  const guint n = RATE / 2;
  g_autofree gdouble *values = make_sound (2 * n, 1);
  Film *film = film_new ("", SMALL);

  film_set_audio (film, 1, RATE);
  film_push (film, values, n, 0);
  gst_harness_set_sink_caps_str (film->harness,
      "video/x-raw,format=RGBA,width=320,height=200,framerate=15/1");
  gst_harness_push_upstream_event (film->harness,
      gst_event_new_reconfigure ());
  /* a sample for the caps, which are looked at before pictures */
  film_push (film, values + n, 1, GST_SECOND / 2);
  film_push (film, values + n + 1, n - 1, GST_SECOND / 2
      + gst_util_uint64_scale (1, GST_SECOND, RATE));
  film_push_event (film, gst_event_new_eos ());
  TEST_CHECK (film->n_caps == 2
      && GST_VIDEO_INFO_WIDTH (&film->video) == 320, "%u caps", film->n_caps);
  TEST_CHECK (film->n_errors == 0 && film->pictures->len > 20, "%u: %s",
      film->pictures->len, film->error);
  film_free (film);
}

static void
sizes_are_chosen_where_downstream_leaves_them (void)
{
  Film *film = film_new ("", "video/x-raw"), *whole =
      film_new ("slide=whole", "video/x-raw");

  film_set_audio (film, 1, RATE);
  TEST_CHECK (GST_VIDEO_INFO_WIDTH (&film->video) == 1280
      && GST_VIDEO_INFO_HEIGHT (&film->video) == 720
      && GST_VIDEO_INFO_FPS_N (&film->video) == 30, "%d x %d",
      GST_VIDEO_INFO_WIDTH (&film->video),
      GST_VIDEO_INFO_HEIGHT (&film->video));
  film_set_audio (whole, 1, RATE);
  TEST_CHECK (GST_VIDEO_INFO_FPS_N (&whole->video) == 0, "%d fps",
      GST_VIDEO_INFO_FPS_N (&whole->video));
  film_free (film);
  film_free (whole);
}

/* ---- spectra in place of audio ---- */

/* Spectra of claudiofft with the frames of an audio film. */
static void
check_spectra (const gchar * fft, guint tolerance)
{
  const guint n = RATE / 2;
  g_autofree gdouble *values = make_sound (n, 2);
  g_autofree gchar *line = g_strdup_printf ("claudiofft center=true size=1000 "
      "hop=160 %s", fft);
  Film *audio = film_new ("size=1000 hop=160", SMALL), *spectra =
      film_new ("", SMALL);
  GstHarness *source = gst_harness_new_parse (line);
  GstMapInfo map;
  GstBuffer *buffer;
  GstEvent *event;
  guint j, i, worst = 0;
  gsize size;

  film_set_audio (audio, 2, RATE);
  film_run (audio, values, n, 0);
  gst_harness_set_src_caps (source, gst_audio_info_to_caps (&audio->audio));
  buffer = gst_buffer_new_and_alloc (n * 2 * sizeof (gfloat));
  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  for (i = 0; i < 2 * n; i++)
    ((gfloat *) map.data)[i] = values[i];
  gst_buffer_unmap (buffer, &map);
  GST_BUFFER_PTS (buffer) = 0;
  gst_harness_push (source, buffer);
  gst_harness_push_event (source, gst_event_new_eos ());
  while ((event = gst_harness_try_pull_event (source))) {
    if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS) {
      g_autofree gchar *text = NULL;
      GstCaps *caps;

      gst_event_parse_caps (event, &caps);
      text = gst_caps_to_string (caps);
      film_set_spectra (spectra, text);
    }
    gst_event_unref (event);
  }
  while ((buffer = gst_harness_try_pull (source))) {
    gst_harness_push (spectra->harness, buffer);
    film_collect (spectra);
  }
  film_push_event (spectra, gst_event_new_eos ());
  gst_harness_teardown (source);
  TEST_REQUIRE (spectra->n_errors == 0
      && spectra->pictures->len == audio->pictures->len, "%s: %u pictures: %s",
      fft, spectra->pictures->len, spectra->error);
  for (j = 0; j < audio->pictures->len; j++) {
    const guint8 *a = g_bytes_get_data (film_at (audio, j)->pixels, &size);
    const guint8 *b = g_bytes_get_data (film_at (spectra, j)->pixels, NULL);

    TEST_CHECK (film_at (audio, j)->pts == film_at (spectra, j)->pts,
        "picture %u", j);
    for (i = 0; i < size; i++)
      worst = MAX (worst, (guint) abs (a[i] - b[i]));
  }
  TEST_CHECK (worst <= tolerance, "%s: pixels differ by %u", fft, worst);
  film_free (audio);
  film_free (spectra);
}

/* A step of the colour map is up to 5 in one of its parts. */
static void
spectra_give_the_pictures_of_their_sound (void)
{
  check_spectra ("quantity=power", 0);
  check_spectra ("quantity=complex", 12);
  check_spectra ("quantity=magnitude", 12);
  check_spectra ("quantity=db", 12);
}

/* Both elements share a device: what one wrote the other reads where it is. */
static void
spectra_in_device_memory_give_the_same_pictures (void)
{
  const guint n = RATE / 2;
  g_autofree gdouble *values = make_sound (n, 3);
  Film *audio = film_new ("size=1000 hop=160", SMALL);
  Film *chain = film_new_chain ("claudiofft center=true size=1000 hop=160 "
      "quantity=power ! clspectrogram", SMALL);

  film_set_audio (audio, 3, RATE);
  film_run (audio, values, n, 0);
  film_set_audio (chain, 3, RATE);
  film_run (chain, values, n, 0);
  TEST_CHECK (chain->n_errors == 0 && chain->pictures->len == 15
      && is_same_film (audio, chain), "%u pictures: %s", chain->pictures->len,
      chain->error);
  film_free (audio);
  film_free (chain);
}

#define SPECTRA "application/x-fft,version=1,format=%s,quantity=power," \
    "scaling=amplitude,sides=one,shape=<16>,bins=<9>,channels=1," \
    "rate=9000,hop=90,framerate=100/1,window=hann"

static void
set_spectra (Film * film, const gchar * format)
{
  g_autofree gchar *caps = g_strdup_printf (SPECTRA, format);

  film_set_spectra (film, caps);
}

/* The same numbers in four formats, in single bits. */
static void
every_number_format_is_read (void)
{
  static const gchar *const formats[] = { "F32LE", "F32BE", "F64LE", "F64BE" };
  const guint n_frames = 50;
  gfloat values[9 * 50];
  Film *films[4];
  guint f, i;

  for (i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = pow (10, -5 + 5 * test_uniform ());
  for (f = 0; f < 4; f++) {
    guint8 *bytes = g_malloc (sizeof values * (f < 2 ? 1 : 2));

    for (i = 0; i < G_N_ELEMENTS (values); i++) {
      if (f == 0)
        GST_WRITE_FLOAT_LE (bytes + 4 * i, values[i]);
      else if (f == 1)
        GST_WRITE_FLOAT_BE (bytes + 4 * i, values[i]);
      else if (f == 2)
        GST_WRITE_DOUBLE_LE (bytes + 8 * i, values[i]);
      else
        GST_WRITE_DOUBLE_BE (bytes + 8 * i, values[i]);
    }
    films[f] = film_new ("", SMALL);
    set_spectra (films[f], formats[f]);
    film_push_bytes (films[f], bytes, sizeof values * (f < 2 ? 1 : 2), 0,
        n_frames * 10 * GST_MSECOND);
    film_push_event (films[f], gst_event_new_eos ());
    TEST_CHECK (films[f]->n_errors == 0 && films[f]->pictures->len == 15
        && is_same_film (films[0], films[f]), "%s: %u pictures: %s",
        formats[f], films[f]->pictures->len, films[f]->error);
  }
  for (f = 0; f < 4; f++)
    film_free (films[f]);
}

static void
what_is_no_number_is_drawn_as_unknown (void)
{
  Film *film = film_new ("axes=false legend=false color-map=grey "
      "time-span=0 floor=-40 range=40",
      "video/x-raw,format=BGRx,width=10,height=9,framerate=50/1");
  gfloat *values = g_new (gfloat, 9 * 10);
  guint i;

  for (i = 0; i < 90; i++)
    values[i] = 0.01;
  values[9 * 4 + 3] = NAN;
  values[9 * 5 + 3] = INFINITY;
  values[9 * 6 + 3] = 0;
  values[9 * 7 + 3] = -1;
  set_spectra (film, G_BYTE_ORDER == G_LITTLE_ENDIAN ? "F32LE" : "F32BE");
  film_push_bytes (film, values, 90 * sizeof *values, 0,
      100 * GST_MSECOND);
  film_push_event (film, gst_event_new_eos ());
  TEST_REQUIRE (film->pictures->len == 5 && film->n_errors == 0, "%u: %s",
      film->pictures->len, film->error);
  TEST_CHECK (film_get_level (film, 4, 3, 5) == 128, "%d",
      film_get_level (film, 4, 3, 5));
  TEST_CHECK (film_get_level (film, 4, 4, 5) == -1, "NaN: %d",
      film_get_level (film, 4, 4, 5));
  TEST_CHECK (film_get_level (film, 4, 5, 5) == 255, "infinity: %d",
      film_get_level (film, 4, 5, 5));
  TEST_CHECK (film_get_level (film, 4, 6, 5) == 0, "zero: %d",
      film_get_level (film, 4, 6, 5));
  TEST_CHECK (film_get_level (film, 4, 7, 5) <= 0, "negative power: %d",
      film_get_level (film, 4, 7, 5));
  film_free (film);
}

/* ---- lateness ---- */

static void
late_pictures_are_left_out_and_reported (void)
{
  const guint n = RATE;
  g_autofree gdouble *values = make_sound (n, 1);
  guint qos;

  for (qos = 0; qos < 2; qos++) {
    Film *film = film_new (qos ? "qos=true" : "qos=false", SMALL);

    film_set_audio (film, 1, RATE);
    film_push (film, values, n / 4, 0);
    gst_harness_push_upstream_event (film->harness,
        gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 2.0, 100 * GST_MSECOND,
            GST_SECOND / 4));
    film_push (film, values + n / 4, n - n / 4, GST_SECOND / 4);
    film_push_event (film, gst_event_new_eos ());
    /* up to 0.25 + 2 * 0.1 + 1/30 s */
    TEST_CHECK (qos ? film->pictures->len < 26 && film->pictures->len > 20
        : film->pictures->len == 30, "qos %u: %u pictures", qos,
        film->pictures->len);
    TEST_CHECK (film->n_qos == 30 - film->pictures->len
        && film_get_stat (film, "drops") == film->n_qos, "%u messages",
        film->n_qos);
    film_free (film);
  }
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (pictures_cover_the_sound_to_its_end),
    TEST (cuts_change_no_pixel),
    TEST (latency_is_half_a_frame_and_a_picture),
    TEST (a_hole_in_time_is_a_hole_in_the_picture),
    TEST (a_flush_forgets_the_picture),
    TEST (gaps_are_silence),
    TEST (new_audio_ends_the_old_pictures_first),
    TEST (downstream_may_want_another_size),
    TEST (sizes_are_chosen_where_downstream_leaves_them),
    TEST (spectra_give_the_pictures_of_their_sound),
    TEST (spectra_in_device_memory_give_the_same_pictures),
    TEST (every_number_format_is_read),
    TEST (what_is_no_number_is_drawn_as_unknown),
    TEST (late_pictures_are_left_out_and_reported),
  };

  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
