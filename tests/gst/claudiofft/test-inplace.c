/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * claudiofft/test-inplace.c: frames that the device reads in the buffers that
 * they came in, and what is copied of others; `stats` tells both.
 */
#include <math.h>
#include <string.h>

#include "gst/support/rig.h"
#include "gst/support/spectra.h"
#include "support/test.h"

#define RATE 48000
#define MOST_CHANNELS 4
#define N_SAMPLES 4096

static gdouble values[N_SAMPLES * MOST_CHANNELS];
static GstBuffer *buffer_of_a_pool;     /* that others are parts of */
static gboolean is_in_place;    /* the device reads the host's memory */

static Spectra *
open_stream (const gchar * properties, GstAudioFormat format, gint channels,
    GstAudioLayout layout)
{
  Spectra *s = spectra_new (properties);

  spectra_set_format (s, format, channels, RATE, layout);
  return s;
}

static void
push (Spectra * s, guint first, guint n)
{
  spectra_push (s, values + (gsize) first * s->audio.channels, n,
      gst_util_uint64_scale (first, GST_SECOND, RATE));
}

static void
check_copies (Spectra * s, guint64 n, guint64 size, const gchar * what)
{
  TEST_CHECK (spectra_get_stat (s, "host-copies") == n
      && spectra_get_stat (s, "host-copied-bytes") == size, "%s: %"
      G_GUINT64_FORMAT " copies of %" G_GUINT64_FORMAT " bytes, not %"
      G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT, what,
      spectra_get_stat (s, "host-copies"),
      spectra_get_stat (s, "host-copied-bytes"), n, size);
}

/* Relative error of a frame's spectrum, of n samples of mono from `first`
   on, as the sum says. */
static gdouble
compare (const Spectra * s, guint frame, guint first, guint n)
{
  const gfloat *stored = spectra_at (s, frame, 0);
  gdouble error = 0, power = 0;
  guint j, k;

  for (k = 0; k <= n / 2; k++) {
    gdouble re = 0, im = 0;

    for (j = 0; j < n; j++) {
      gdouble x = (gfloat) values[first + j];

      re += x * cos (2 * G_PI * j * k / n);
      im -= x * sin (2 * G_PI * j * k / n);
    }
    error += pow (stored[2 * k] - re, 2) + pow (stored[2 * k + 1] - im, 2);
    power += re * re + im * im;
  }
  return sqrt (error / power);
}

#define NEED_IN_PLACE() \
  do { if (!is_in_place) TEST_SKIP ("the device has memory of its own, or takes "\
      "no address of the host"); } while (0)

/* ---- claims ---- */

static void
whole_frames_are_read_where_they_are (void)
{
  static const struct
  {
    GstAudioFormat format;
    gint channels;
    GstAudioLayout layout;
    const gchar *properties;
  } rows[] = {
    {GST_AUDIO_FORMAT_F32, 1, GST_AUDIO_LAYOUT_INTERLEAVED, ""},
    {GST_AUDIO_FORMAT_S16, 2, GST_AUDIO_LAYOUT_INTERLEAVED, ""},
    {GST_AUDIO_FORMAT_F64, 4, GST_AUDIO_LAYOUT_INTERLEAVED, ""},
    {GST_AUDIO_FORMAT_S32, 1, GST_AUDIO_LAYOUT_NON_INTERLEAVED, ""},
    {GST_AUDIO_FORMAT_S16, 2, GST_AUDIO_LAYOUT_INTERLEAVED, "iq=true"},
    {GST_AUDIO_FORMAT_F32, 4, GST_AUDIO_LAYOUT_INTERLEAVED,
        "channel-mode=mix quantity=db"},
    {GST_AUDIO_FORMAT_F32, 4, GST_AUDIO_LAYOUT_INTERLEAVED,
        "channel-mode=select channel-select=1+3"},
    {GST_AUDIO_FORMAT_F32, 2, GST_AUDIO_LAYOUT_INTERLEAVED,
        "quantity=power averaging=mean average-count=4"},
  };
  guint i, at;

  NEED_IN_PLACE ();
  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree gchar *line = g_strdup_printf ("size=128 overlap=0 window=hann "
        "%s", rows[i].properties);
    Spectra *s = open_stream (line, rows[i].format, rows[i].channels,
        rows[i].layout);
    Spectra *copied = open_stream (line, rows[i].format, rows[i].channels,
        rows[i].layout);

    for (at = 0; at < N_SAMPLES; at += 1024)
      push (s, at, 1024);
    /* after which no buffer begins with a frame but the first */
    push (copied, 0, 100);
    for (at = 100; at < N_SAMPLES; at += 999)
      push (copied, at, MIN (999, N_SAMPLES - at));
    check_copies (s, 0, 0, line);
    TEST_CHECK (spectra_get_stat (copied, "host-copies") == 4, "%s: %"
        G_GUINT64_FORMAT " copies", line, spectra_get_stat (copied,
            "host-copies"));
    TEST_CHECK (s->n_errors == 0 && s->numbers->len > 0
        && s->numbers->len == copied->numbers->len
        && memcmp (s->numbers->data, copied->numbers->data, s->numbers->len
            * sizeof (gfloat)) == 0, "%s: %u numbers and %u, %s", line,
        s->numbers->len, copied->numbers->len, s->error);
    spectra_free (s);
    spectra_free (copied);
  }
}

static void
frames_that_overlap_in_a_buffer_are_read_there (void)
{
  Spectra *s;
  guint i, n;

  NEED_IN_PLACE ();
  s = open_stream ("size=96 overlap=0.75 scaling=none window=rect",
      GST_AUDIO_FORMAT_F32, 1, GST_AUDIO_LAYOUT_INTERLEAVED);
  push (s, 0, N_SAMPLES);
  n = (N_SAMPLES - 96) / 24 + 1;
  TEST_CHECK (spectra_n_frames (s) == n, "%u frames", spectra_n_frames (s));
  for (i = 0; i < n; i += 20)
    TEST_CHECK (compare (s, i, i * 24, 96) < 5e-7, "frame %u: %g", i,
        compare (s, i, i * 24, 96));
  check_copies (s, 0, 0, "one buffer");
  spectra_free (s);
}

/* 256 samples wait in their buffer for the second one, and go with 512 new ones
   to staging memory: once. If a pool waits for the buffer, they are stored
   meanwhile, which is one copy more. */
static void
what_the_next_buffer_completes_is_copied_and_reported (void)
{
  Spectra *s;
  guint has_parent, i;

  NEED_IN_PLACE ();
  for (has_parent = 0; has_parent < 2; has_parent++) {
    s = open_stream ("size=512 overlap=0.5", GST_AUDIO_FORMAT_F32, 1,
        GST_AUDIO_LAYOUT_INTERLEAVED);
    for (i = 0; i < 3; i++) {
      GstBuffer *buffer = spectra_make_buffer (s, values + 512 * i, 512,
          gst_util_uint64_scale (512 * i, GST_SECOND, RATE));

      if (has_parent)
        gst_buffer_add_parent_buffer_meta (buffer, buffer_of_a_pool);
      gst_harness_push (s->harness, buffer);
      spectra_collect (s);
      if (has_parent)
        check_copies (s, 2 * i, (256 + 768) * i * sizeof (gfloat), "stored");
      else
        check_copies (s, i, 768 * i * sizeof (gfloat), "kept");
    }
    TEST_CHECK (spectra_n_frames (s) == 5, "%u frames", spectra_n_frames (s));
    spectra_free (s);
  }
}

/* Its planes would need other distances. */
static void
planes_are_copied (void)
{
  Spectra *s = open_stream ("size=128 overlap=0", GST_AUDIO_FORMAT_F32, 2,
      GST_AUDIO_LAYOUT_NON_INTERLEAVED);

  push (s, 0, 1024);
  TEST_CHECK (spectra_n_frames (s) == 8, "%u frames", spectra_n_frames (s));
  check_copies (s, 1, 1024 * 2 * sizeof (gfloat), "planes");
  spectra_free (s);
}

/* The buffer is the element's until the device has read it. */
static void
buffers_are_given_back (void)
{
  Spectra *s = open_stream ("size=128 overlap=0", GST_AUDIO_FORMAT_F32, 1,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  GstBuffer *buffer = spectra_make_buffer (s, values, 1024, 0);
  guint i;

  gst_harness_push (s->harness, gst_buffer_ref (buffer));
  spectra_collect (s);
  for (i = 0; i < 5000 && !gst_buffer_is_writable (buffer); i++)
    g_usleep (1000);
  TEST_CHECK (gst_buffer_is_writable (buffer), "it is kept");
  gst_buffer_unref (buffer);
  spectra_free (s);
}

static void
fill_and_look (void)
{
  Spectra *s;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = 0.5 * sin (i * (gdouble) i * 0.01) + 0.2 * sin (i * 0.3);
  s = open_stream ("size=128 overlap=0", GST_AUDIO_FORMAT_F32, 1,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  push (s, 0, 1024);
  is_in_place = s->n_errors == 0 && spectra_get_stat (s, "host-copies") == 0;
  spectra_free (s);
}

static const struct test_claim claims[] = {
  TEST (whole_frames_are_read_where_they_are),
  TEST (frames_that_overlap_in_a_buffer_are_read_there),
  TEST (what_the_next_buffer_completes_is_copied_and_reported),
  TEST (planes_are_copied),
  TEST (buffers_are_given_back),
};

int
main (int argc, char **argv)
{
  int status;

  rig_init ();
  fill_and_look ();
  buffer_of_a_pool = gst_buffer_new ();
  status = test_main (claims, G_N_ELEMENTS (claims), argc, argv);
  gst_clear_buffer (&buffer_of_a_pool);
  return status;
}
