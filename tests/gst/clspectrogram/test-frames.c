/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram/test-frames.c: claims about when pictures of spectra of video
 * are, and what such pictures refuse.
 */
#include <math.h>

#include "film.h"
#include "plane.h"
#include "support/test.h"

#define SMALL "video/x-raw,format=BGRx,width=64,height=48"
#define GREY "axes=false legend=false color-map=grey "

static const GstFourierFormat formats[] = {
  GST_FOURIER_FORMAT_F32LE, GST_FOURIER_FORMAT_F32BE,
  GST_FOURIER_FORMAT_F64LE, GST_FOURIER_FORMAT_F64BE
};

static void
set_info (Film * film, const GstFourierInfo * info)
{
  g_autofree gchar *caps = plane_get_caps (info);

  film_set_spectra (film, caps);
}

/* n_frames, each of one value only, which tells them apart. */
static void
push_frames (Film * film, const GstFourierInfo * info, guint first,
    guint n_frames, GstClockTime pts, GstClockTime duration)
{
  guint n = plane_count_numbers (info), i;
  g_autofree gdouble *numbers = g_new (gdouble, n * n_frames);
  gsize size;
  guint8 *bytes;

  for (i = 0; i < n * n_frames; i++)
    numbers[i] = pow (10, -(gdouble) (first + i / n) / 4);
  bytes = plane_write (info, numbers, n * n_frames, &size);
  film_push_bytes (film, bytes, size, pts, duration);
}

static void
init (GstFourierInfo * info, const gchar * rate)
{
  g_autofree gchar *source = g_strdup_printf ("GRAY8:6x4:%s", rate);

  plane_init (info, "GRAY8", 4, 6, GST_FOURIER_SIDES_ONE);
  info->quantity = GST_FOURIER_QUANTITY_MAGNITUDE;
  gst_fourier_info_set_source_video (info, source, 1);
}

/* What push_frames() makes of a frame. */
static gint
get_level (guint frame)
{
  return MAX (0, (gint) round (255 * (100 - 5.0 * frame) / 100));
}

static void
every_frame_becomes_a_picture_of_its_time (void)
{
  static const struct
  {
    const gchar *rate;
    gint n, d;
    guint in_buffer;
  } rows[] = {
    {"30/1", 30, 1, 1}, {"30000/1001", 30000, 1001, 1}, {"25/1", 25, 1, 4},
    {"1/7", 1, 7, 2}, {"240/1", 240, 1, 12},
  };
  guint r, j;

  for (r = 0; r < G_N_ELEMENTS (rows); r++) {
    const guint n = 12, step = rows[r].in_buffer;
    const GstClockTime base = 5 * GST_SECOND + 7;
    Film *film = film_new (GREY, SMALL);
    GstFourierInfo info;

    init (&info, rows[r].rate);
    set_info (film, &info);
    for (j = 0; j < n; j += step) {
      GstClockTime begin = gst_fourier_info_get_frame_time (&info, j);

      push_frames (film, &info, j, step, base + begin,
          gst_fourier_info_get_frame_time (&info, j + step) - begin);
      TEST_CHECK (film->pictures->len == j + step, "%s: %u pictures of %u "
          "frames", rows[r].rate, film->pictures->len, j + step);
    }
    film_push_event (film, gst_event_new_eos ());
    TEST_REQUIRE (film->pictures->len == n && film->n_eos, "%s: %s",
        rows[r].rate, film->error);
    TEST_CHECK (film->video.fps_n == rows[r].n && film->video.fps_d
        == rows[r].d && film->n_caps == 1, "%s: %d/%d", rows[r].rate,
        film->video.fps_n, film->video.fps_d);
    for (j = 0; j < n; j++) {
      const Picture *picture = film_at (film, j);
      GstClockTime begin = base + gst_fourier_info_get_frame_time (&info, j);
      GstClockTime end = base + gst_fourier_info_get_frame_time (&info, j + 1);

      TEST_CHECK (ABS (GST_CLOCK_DIFF (begin, picture->pts)) <= 1
          && ABS (GST_CLOCK_DIFF (end - begin, picture->duration)) <= 2
          && picture->discont == (j == 0)
          && film_get_level (film, j, 30, 20) == get_level (j),
          "%s: picture %u at %" GST_TIME_FORMAT " for %" GST_TIME_FORMAT
          ", level %d", rows[r].rate, j, GST_TIME_ARGS (picture->pts),
          GST_TIME_ARGS (picture->duration), film_get_level (film, j, 30, 20));
    }
    TEST_CHECK (film_get_stat (film, "pictures") == n
        && gst_harness_query_latency (film->harness) == 0, "latency");
    film_free (film);
  }
}

/* Their times are those of the buffers, whatever these are. */
static void
a_variable_framerate_is_kept (void)
{
  static const GstClockTime times[] = { 3, GST_SECOND, GST_SECOND + 40, 900 };
  Film *film = film_new (GREY, SMALL);
  GstFourierInfo info;
  guint j;

  init (&info, "0/1");
  set_info (film, &info);
  for (j = 0; j < 4; j++)
    push_frames (film, &info, j, 1, times[j],
        j == 1 ? 17 : GST_CLOCK_TIME_NONE);
  push_frames (film, &info, 4, 1, GST_CLOCK_TIME_NONE, GST_CLOCK_TIME_NONE);
  TEST_REQUIRE (film->pictures->len == 5, "%u: %s", film->pictures->len,
      film->error);
  TEST_CHECK (film->video.fps_n == 0, "%d", film->video.fps_n);
  for (j = 0; j < 5; j++)
    TEST_CHECK (film_at (film, j)->pts == (j < 4 ? times[j]
            : GST_CLOCK_TIME_NONE)
        && film_at (film, j)->duration == (j == 1 ? 17 : GST_CLOCK_TIME_NONE)
        && film_get_level (film, j, 30, 20) == get_level (j), "picture %u", j);
  push_frames (film, &info, 5, 2, GST_SECOND, GST_SECOND);
  TEST_CHECK (film->pictures->len == 5 && film->n_errors == 1
      && strstr (film->error, "2 frames"), "%s", film->error);
  film_free (film);
}

static void
no_framerate_is_a_framerate_too (void)
{
  Film *film = film_new (GREY, SMALL ",framerate=0/1");
  GstFourierInfo info;

  init (&info, "30/1");
  set_info (film, &info);
  push_frames (film, &info, 0, 2, 0, GST_CLOCK_TIME_NONE);
  TEST_CHECK (film->pictures->len == 2 && film->video.fps_n == 0
      && film_at (film, 1)->pts == 33333333, "%u: %s", film->pictures->len,
      film->error);
  film_free (film);
}

static void
a_break_is_marked_and_forgets_nothing_else (void)
{
  Film *film = film_new (GREY, SMALL);
  GstFourierInfo info;
  gsize size;
  gdouble *numbers;
  GstBuffer *buffer;
  guint n;

  init (&info, "30/1");
  n = plane_count_numbers (&info);
  numbers = g_new0 (gdouble, n);
  set_info (film, &info);
  push_frames (film, &info, 0, 1, 0, GST_CLOCK_TIME_NONE);
  buffer = gst_buffer_new_wrapped (plane_write (&info, numbers, n, &size), n
      * 4);
  GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  GST_BUFFER_PTS (buffer) = 7 * GST_SECOND;
  gst_harness_push (film->harness, buffer);
  film_collect (film);
  push_frames (film, &info, 0, 1, 8 * GST_SECOND, GST_CLOCK_TIME_NONE);
  TEST_REQUIRE (film->pictures->len == 3, "%s", film->error);
  TEST_CHECK (film_at (film, 1)->discont && !film_at (film, 2)->discont
      && film_at (film, 1)->pts == 7 * GST_SECOND
      && film_get_level (film, 1, 30, 20) == 0
      && film_get_level (film, 2, 30, 20) == 255, "level %d",
      film_get_level (film, 1, 30, 20));
  g_free (numbers);
  film_free (film);
}

static void
floor_and_range_follow_while_playing (void)
{
  Film *film = film_new (GREY, SMALL);
  GstFourierInfo info;
  gint mode;

  init (&info, "30/1");
  set_info (film, &info);
  push_frames (film, &info, 4, 1, 0, GST_CLOCK_TIME_NONE);      /* -20 dB */
  g_object_set (film->element, "floor", -40.0, "range", 40.0, NULL);
  push_frames (film, &info, 4, 1, GST_SECOND, GST_CLOCK_TIME_NONE);
  /* that has no meaning for such spectra: a warning, and it is drawn on */
  g_object_set (film->element, "mode", 1, NULL);
  push_frames (film, &info, 4, 1, 2 * GST_SECOND, GST_CLOCK_TIME_NONE);
  push_frames (film, &info, 4, 1, 3 * GST_SECOND, GST_CLOCK_TIME_NONE);
  g_object_get (film->element, "mode", &mode, NULL);
  TEST_REQUIRE (film->pictures->len == 4, "%u", film->pictures->len);
  TEST_CHECK (film_get_level (film, 0, 30, 20) == 204
      && film_get_level (film, 1, 30, 20) == 128, "%d, %d",
      film_get_level (film, 0, 30, 20), film_get_level (film, 1, 30, 20));
  TEST_CHECK (g_bytes_equal (film_at (film, 2)->pixels,
          film_at (film, 1)->pixels) && g_bytes_equal (film_at (film,
              3)->pixels, film_at (film, 1)->pixels), "other pictures");
  TEST_CHECK (film->n_errors == 0 && film->n_warnings == 1
      && strstr (film->warning, "mode is set") && mode == 1
      && film->flow == GST_FLOW_OK, "%u warnings: %s, mode %d, %s",
      film->n_warnings, film->warning, mode, film->error);
  film_free (film);
}

static void
late_pictures_are_left_out (void)
{
  Film *film = film_new (GREY, SMALL);
  GstFourierInfo info;
  guint j;

  init (&info, "30/1");
  set_info (film, &info);
  for (j = 0; j < 30; j++) {
    if (j == 5)
      gst_harness_push_upstream_event (film->harness,
          gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 2.0, 100 * GST_MSECOND,
              gst_util_uint64_scale (j, GST_SECOND, 30)));
    push_frames (film, &info, 0, 1, gst_util_uint64_scale (j, GST_SECOND, 30),
        GST_SECOND / 30);
  }
  TEST_CHECK (film->pictures->len < 26 && film->pictures->len > 20
      && film->n_qos == 30 - film->pictures->len
      && film_get_stat (film, "drops") == film->n_qos
      && film_get_stat (film, "frames") == film->pictures->len,
      "%u pictures, %u messages", film->pictures->len, film->n_qos);
  film_free (film);
}

/* The same numbers, in single bits. */
static void
every_number_format_gives_the_same_picture (void)
{
  Film *films[G_N_ELEMENTS (formats)];
  guint f;

  for (f = 0; f < G_N_ELEMENTS (formats); f++) {
    GstFourierInfo info;

    films[f] = film_new ("", SMALL);
    init (&info, "30/1");
    info.format = formats[f];
    set_info (films[f], &info);
    push_frames (films[f], &info, 3, 2, 0, GST_CLOCK_TIME_NONE);
    TEST_CHECK (films[f]->pictures->len == 2
        && g_bytes_equal (film_at (films[f], 1)->pixels,
            film_at (films[0], 1)->pixels), "%u: %s", f, films[f]->error);
  }
  for (f = 0; f < G_N_ELEMENTS (formats); f++)
    film_free (films[f]);
}

/* ---- device memory ---- */

#define BINS 33
#define FRAMES 5

/* What claudiofft makes is reported to be of pictures of a row. */
static GstPadProbeReturn
rename_spectra (GstPad * pad, GstPadProbeInfo * probe, gpointer info)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (probe);
  GstCaps *caps;

  if (GST_EVENT_TYPE (event) != GST_EVENT_CAPS)
    return GST_PAD_PROBE_OK;
  gst_event_parse_caps (event, &caps);
  if (!gst_caps_features_contains (gst_caps_get_features (caps, 0),
          "memory:OpenCLMemory"))
    g_error ("the spectra are not in device memory");
  caps = gst_fourier_info_to_caps (info, NULL);
  gst_caps_set_features (caps, 0,
      gst_caps_features_new ("memory:OpenCLMemory", NULL));
  gst_event_unref (event);
  GST_PAD_PROBE_INFO_DATA (probe) = gst_event_new_caps (caps);
  gst_caps_unref (caps);
  return GST_PAD_PROBE_OK;
}

/* Keeps the numbers that pass, several frames at once. */
static GstPadProbeReturn
copy_spectra (GstPad * pad, GstPadProbeInfo * probe, gpointer bytes)
{
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (probe);
  GstMapInfo map;

  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    g_error ("a buffer cannot be mapped");
  if (map.size <= BINS * 8)
    g_error ("a buffer has one frame only");
  g_byte_array_append (bytes, map.data, map.size);
  gst_buffer_unmap (buffer, &map);
  return GST_PAD_PROBE_OK;
}

static void
device_memory_is_read_as_system_memory (void)
{
  Film *chain = film_new_chain ("claudiofft name=f size=64 hop=64 ! "
      "clspectrogram " GREY, SMALL);
  Film *film = film_new (GREY, SMALL);
  GstElement *fft = gst_bin_get_by_name (GST_BIN (chain->element), "f");
  GstPad *pad = gst_element_get_static_pad (fft, "src");
  GByteArray *bytes = g_byte_array_new ();
  gdouble values[64 * FRAMES];
  GstFourierInfo info;
  guint i, n_same = 0;

  plane_init (&info, "GRAY8", 1, 64, GST_FOURIER_SIDES_ONE);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, rename_spectra,
      &info, NULL);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, copy_spectra, bytes, NULL);
  for (i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = test_uniform ();
  film_set_audio (chain, 1, 48000);
  film_run (chain, values, 64 * FRAMES, 64 * FRAMES);
  TEST_CHECK (bytes->len == FRAMES * BINS * 8, "%u bytes", bytes->len);
  set_info (film, &info);
  film_push_bytes (film, g_memdup2 (bytes->data, bytes->len), bytes->len, 0,
      GST_CLOCK_TIME_NONE);
  TEST_CHECK (chain->pictures->len == FRAMES && film->pictures->len == FRAMES,
      "%u and %u pictures: %s, %s", chain->pictures->len, film->pictures->len,
      chain->error, film->error);
  for (i = 0; i < MIN (chain->pictures->len, film->pictures->len); i++)
    n_same += g_bytes_equal (film_at (chain, i)->pixels,
        film_at (film, i)->pixels);
  TEST_CHECK (n_same == FRAMES, "%u of %u are the same", n_same, FRAMES);
  g_byte_array_unref (bytes);
  gst_object_unref (pad);
  gst_object_unref (fft);
  film_free (chain);
  film_free (film);
}

/* ---- refusals ---- */

static Film *
draw_one_frame (const gchar * properties)
{
  Film *film = film_new (properties, SMALL);
  GstFourierInfo info;

  init (&info, "30/1");
  set_info (film, &info);
  push_frames (film, &info, 0, 1, 0, GST_CLOCK_TIME_NONE);
  TEST_CHECK (film->n_errors == 0 && film->pictures->len == 1, "%s: %u: %s",
      properties, film->pictures->len, film->error);
  return film;
}

static void
properties_of_audio_count_as_at_their_defaults (void)
{
  static const gchar *const properties[] = {
    "mode=bars", "slide=whole", "time-span=1000000000", "frequency-scale=mel",
    "min-frequency=10", "max-frequency=0.25", "bars=3", "fall=0",
    "peak-hold=0",
  };
  Film *plain = draw_one_frame ("");
  guint i;

  for (i = 0; i < G_N_ELEMENTS (properties); i++) {
    Film *film = draw_one_frame (properties[i]);
    g_autofree gchar *start = g_strdup_printf ("%.*s is set",
        (int) strcspn (properties[i], "="), properties[i]);

    TEST_CHECK (film->n_warnings == 1
        && g_str_has_prefix (film->warning, start), "%s: %u warnings: %s",
        properties[i], film->n_warnings, film->warning);
    TEST_REQUIRE (film->pictures->len == 1 && plain->pictures->len == 1,
        "%u", film->pictures->len);
    TEST_CHECK (g_bytes_equal (film_at (film, 0)->pixels,
            film_at (plain, 0)->pixels), "%s: another picture", properties[i]);
    film_free (film);
  }
  film_free (plain);
}

#define SPECTRA "application/x-fft,version=1,format=F32LE,scaling=amplitude," \
    "channels=1,framerate=30/1,window=hann," \
    "source-video=(string)GRAY8:8x8:30/1,"

static void
spectra_that_are_no_plane_are_refused (void)
{
  static const struct
  {
    const gchar *caps, *reason;
  } rows[] = {
    {"quantity=complex,sides=one,shape=<4,8,8>,bins=<4,8,5>", "3 axes"},
    {"quantity=phase,sides=one,shape=<8,8>,bins=<8,5>", "phase"},
    {"quantity=power,sides=one,shape=<8,8>,bins=<1,5>", "bins"},
    {"quantity=power,sides=one,shape=<8,8>,bins=<1,5>,band-scale=radial",
        "8 x 5: all of them, not bands"},
    {"quantity=power,sides=two,shape=<8,8>,bins=<8,5>", "bins"},
    {"quantity=power,sides=one,shape=<1,8>,bins=<1,5>,blocks=<1,9000000>",
        "72000000 columns"},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree gchar *caps = g_strconcat (SPECTRA, rows[i].caps, NULL);
    Film *film = film_new ("", SMALL);

    film_set_spectra (film, caps);
    film_push_bytes (film, g_malloc0 (8 * 5 * 8), 8 * 5 * 8, 0, 1);
    TEST_CHECK (film->n_errors == 1 && strstr (film->error, rows[i].reason),
        "%s: %u errors: %s", rows[i].caps, film->n_errors, film->error);
    film_free (film);
  }
}

static void
another_framerate_is_refused (void)
{
  static const gchar *const rates[] = { "30/1", "0/1" };
  guint i;

  for (i = 0; i < 2; i++) {
    Film *film = film_new ("", SMALL ",framerate=25/1");
    GstFourierInfo info;

    init (&info, rates[i]);
    set_info (film, &info);
    push_frames (film, &info, 0, 1, 0, GST_CLOCK_TIME_NONE);
    TEST_CHECK (film->n_errors == 1 && strstr (film->error, rates[i])
        && strstr (film->error, "25/1") && strstr (film->error, "videorate"),
        "%s: %u errors: %s", rates[i], film->n_errors, film->error);
    film_free (film);
  }
}

static void
buffers_that_are_no_whole_frames_are_refused (void)
{
  static const gsize sizes[] = { 1, 60, 68, 127 };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    Film *film = film_new ("", SMALL);
    GstFourierInfo info;

    init (&info, "30/1");
    set_info (film, &info);
    film_push_bytes (film, g_malloc0 (sizes[i]), sizes[i], 0, 1);
    TEST_CHECK (film->n_errors == 1 && film->flow == GST_FLOW_ERROR
        && strstr (film->error, "64 bytes (1 channels of 16 bins)"),
        "%" G_GSIZE_FORMAT " bytes: %s", sizes[i], film->error);
    film_free (film);
  }
}

/* Audio after video and the other way round, and other sizes. */
static void
what_comes_in_may_change (void)
{
  static const gdouble silence[4800];
  Film *film = film_new ("axes=false", SMALL);
  GstFourierInfo info;

  init (&info, "30/1");
  set_info (film, &info);
  push_frames (film, &info, 0, 1, 0, GST_CLOCK_TIME_NONE);
  plane_init (&info, "GRAY8", 9, 5, GST_FOURIER_SIDES_TWO);
  set_info (film, &info);
  push_frames (film, &info, 0, 1, GST_SECOND, GST_CLOCK_TIME_NONE);
  film_set_audio (film, 1, 48000);
  film_push (film, silence, 4800, 2 * GST_SECOND);
  TEST_CHECK (film->pictures->len >= 3 && film->n_errors == 0, "%u: %s",
      film->pictures->len, film->error);
  set_info (film, &info);
  push_frames (film, &info, 0, 1, 3 * GST_SECOND, GST_CLOCK_TIME_NONE);
  TEST_CHECK (film->n_errors == 0 && film->pictures->len >= 4
      && film_at (film, film->pictures->len - 1)->pts == 3 * GST_SECOND,
      "%u: %s", film->pictures->len, film->error);
  film_free (film);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (every_frame_becomes_a_picture_of_its_time),
    TEST (a_variable_framerate_is_kept),
    TEST (no_framerate_is_a_framerate_too),
    TEST (a_break_is_marked_and_forgets_nothing_else),
    TEST (floor_and_range_follow_while_playing),
    TEST (late_pictures_are_left_out),
    TEST (every_number_format_gives_the_same_picture),
    TEST (device_memory_is_read_as_system_memory),
    TEST (properties_of_audio_count_as_at_their_defaults),
    TEST (spectra_that_are_no_plane_are_refused),
    TEST (another_framerate_is_refused),
    TEST (buffers_that_are_no_whole_frames_are_refused),
    TEST (what_comes_in_may_change),
  };

  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
