/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-clifft.c: claims about claudiofft ! clifft: the input comes back, for
 * every window and hop that has an inverse, every length, mode and format.
 *
 * By default a few lengths are drawn; CLFFT_TEST_FULL=1 takes all.
 */
#include <math.h>

#include "gst/support/audiotrip.h"
#include "clfft/spectrum.h"
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 48000
/* of single precision; the bound */
#define FLOAT_ERROR 2e-6
#define LEAST_COVERAGE 1e-3

static const guint lengths[] = { 7, 480, 1000, 1024, 1009, 4410 };

static gdouble
standard_parameter (gint window)
{
  gdouble standard = 0;

  clfft_window_parameter (window, &standard, NULL, NULL);
  return standard;
}

/* Samples at the start that the frames of a stream that is not centred cover
   too little. */
static guint
count_edge (const gdouble * window, guint size, guint hop)
{
  gdouble lowest, highest, sum;
  guint n, i, edge = 0;

  clfft_window_coverage (window, size, hop, &lowest, &highest);
  for (n = 0; n < size; n++) {
    for (sum = 0, i = n % hop; i <= n; i += hop)
      sum += window[i] * window[i];
    if (sum < LEAST_COVERAGE * highest)
      edge = n + 1;
  }
  return edge;
}

static void
check_times (const AudioTrip * t, guint n_samples, GstClockTime start,
    const gchar * what)
{
  guint i, at = 0;

  for (i = 0; i < t->stamps->len; i++) {
    const TripStamp *s = &g_array_index (t->stamps, TripStamp, i);
    GstClockTime pts = start + gst_util_uint64_scale (at, GST_SECOND, RATE);
    GstClockTime end = start + gst_util_uint64_scale (at + s->n,
        GST_SECOND, RATE);

    TEST_CHECK (s->pts == pts && s->duration == end - pts && s->offset == at
        && s->offset_end == at + s->n && !s->discont == (i > 0),
        "%s: buffer %u of %u samples: %" G_GUINT64_FORMAT " + %"
        G_GUINT64_FORMAT ", not %" G_GUINT64_FORMAT, what, i, s->n,
        s->pts, s->duration, pts);
    at += s->n;
  }
  TEST_CHECK (at == n_samples, "%s: %u samples, not %u", what, at, n_samples);
}

/* Returns how many samples were left out of the comparison. */
static guint
check_trip (const gchar * properties, GstAudioFormat format, guint channels,
    GstAudioLayout layout, guint n_samples, guint edge)
{
  g_autofree gchar *line =
      g_strdup_printf ("claudiofft %s ! clifft", properties);
  g_autofree gchar *what = g_strdup_printf ("%s, %u samples of %s", properties,
      n_samples, gst_audio_format_to_string (format));
  AudioTrip *t = audio_trip_new (line);
  gdouble *values = rig_make_noise (1, n_samples * channels), error;
  gdouble bound = format == GST_AUDIO_FORMAT_F64
      || format == GST_AUDIO_FORMAT_F32 || format == GST_AUDIO_FORMAT_S32
      ? FLOAT_ERROR : 0;
  GstClockTime start = test_random () % GST_SECOND;

  audio_trip_set_format (t, format, channels, RATE, layout);
  audio_trip_run (t, values, n_samples, 0, start);
  audio_trip_push_event (t, gst_event_new_eos ());
  TEST_CHECK (t->n_errors == 0 && t->flow == GST_FLOW_OK, "%s: %s", what,
      t->error);
  check_times (t, n_samples, start, what);
  if (t->n_caps > 0)
    TEST_CHECK (gst_audio_info_is_equal (&t->audio, &t->out), "%s: other caps",
        what);
  error = audio_trip_error (t, 0, values, MIN (edge, n_samples), n_samples);
  TEST_CHECK (error <= bound, "%s: error %g", what, error);
  audio_trip_free (t);
  g_free (values);
  return MIN (edge, n_samples);
}

/* ---- windows, hops, lengths ---- */

/* Windows of one length with every hop in the list. */
static void
check_windows (guint size, const guint * hops, guint n_hops, guint * n_trips)
{
  gdouble *window = g_new (gdouble, size), lowest, highest;
  guint w, h, n_left_out = 0, n_centred = 0;

  for (w = 0; w < CLFFT_N_WINDOWS; w++) {
    clfft_window_fill (w, standard_parameter (w), size, window);
    for (h = 0; h < n_hops; h++) {
      guint n_samples = 1 + size + test_random () % (2 * size);
      size_t kind;

      clfft_window_coverage (window, size, hops[h], &lowest, &highest);
      if (lowest < LEAST_COVERAGE * highest)
        continue;
      /* not centred as float, centred as float and as 16 bits: one, drawn */
      for (kind = test_next_case (SIZE_MAX, 3, 3); kind < 3;
          kind = test_next_case (kind, 3, 3)) {
        gboolean center = kind > 0;
        g_autofree gchar *properties = g_strdup_printf
            ("size=%u hop=%u window=%s center=%d", size, hops[h],
            clfft_window_name (w), center);

        n_left_out += check_trip (properties, kind == 2 ? GST_AUDIO_FORMAT_S16
            : GST_AUDIO_FORMAT_F32, 1, 0, n_samples,
            center ? 0 : count_edge (window, size, hops[h]));
        n_centred += center;
        ++*n_trips;
      }
    }
  }
  printf ("# size %u: %u centred trips without exception, %u samples left out "
      "at the edges of those not centred\n", size, n_centred, n_left_out);
  g_free (window);
}

static void
every_window_and_hop_gives_the_input_back (void)
{
  guint first = test_random () % G_N_ELEMENTS (lengths), n_trips = 0, i;
  guint n_lengths = test_is_full () ? G_N_ELEMENTS (lengths) : 2;

  for (i = 0; i < n_lengths; i++) {
    /* kernels of the longer ones take seconds to compile: one at most */
    guint size = test_is_full () || i == 1 ? lengths[(first + i)
        % G_N_ELEMENTS (lengths)] : lengths[first % 2];
    guint hops[] = { MAX (1, size / 4), MAX (1, size / 2),
      1 + test_random () % size, MAX (1, size / 8), MAX (1, size / 3),
      size - 1, size, MAX (1, size / 50)
    };

    check_windows (size, hops, test_is_full () ? G_N_ELEMENTS (hops) : 3,
        &n_trips);
  }
  TEST_CHECK (n_trips > 25, "%u trips", n_trips);
}

static void
every_length_gives_the_input_back (void)
{
  guint i, n = test_is_full () ? 40 : 4;

  for (i = 0; i < n; i++) {
    guint most = test_is_full () ? 3000 : 300;
    guint size = i < 2 ? 2 + i : 2 + test_random () % most;
    g_autofree gchar *properties = g_strdup_printf
        ("size=%u hop=%u window=hamming center=true", size,
        MAX (1, size / 3));

    check_trip (properties, GST_AUDIO_FORMAT_S16, 2, 0, 3 * size + i, 0);
    check_trip (properties, GST_AUDIO_FORMAT_F32, 2, 0, 3 * size + i, 0);
  }
}

static void
short_input_comes_back (void)
{
  static const guint counts[] = { 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65 };
  guint i, center;

  for (i = 0; i < G_N_ELEMENTS (counts); i++)
    for (center = 0; center < 2; center++)
      check_trip (center ? "size=64 hop=16 center=true"
          : "size=64 hop=16 window=hamming", GST_AUDIO_FORMAT_S16, 1, 0,
          counts[i], 0);
}

/* ---- modes ---- */

static void
the_mean_of_one_channel_is_that_channel (void)
{
  check_trip ("size=64 hop=16 center=true channel-mode=mix",
      GST_AUDIO_FORMAT_S16, 1, 0, 500, 0);
}

static void
every_mode_gives_the_input_back (void)
{
  static const struct
  {
    const gchar *properties;
    guint channels;
  } cases[] = {
    {"sides=two", 2}, {"sides=centered", 2}, {"sides=two zero-pad=125", 1},
    {"sides=centered zero-pad=125", 3}, {"zero-pad=125", 2},
    {"zero-pad=128", 1}, {"scaling=none", 1}, {"scaling=power", 1},
    {"scaling=psd", 2}, {"scaling=legacy", 1}, {"scaling=psd sides=two", 1},
    {"scaling=power sides=centered", 1}, {"channel-mode=mid-side", 2},
    {"channel-mode=mid-side sides=two", 2}, {"iq=true", 2},
    {"iq=true sides=centered", 4}, {"iq=true zero-pad=125 scaling=psd", 2},
    {"iq=true zero-pad=125 sides=centered", 2}, {"frames-per-buffer=7", 2},
    {"channel-mode=all", 11},
  };
  static const GstAudioFormat formats[] = { GST_AUDIO_FORMAT_S16,
    GST_AUDIO_FORMAT_F32
  };
  size_t i, way;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    /* each layout, centred or not: one of the four, drawn */
    for (way = test_next_case (SIZE_MAX, 4, 4); way < 4;
        way = test_next_case (way, 4, 4)) {
      gint layout = way / 2, center = way % 2;
      g_autofree gchar *properties = g_strdup_printf
          ("size=100 hop=30 window=%s center=%d %s",
          i % 2 ? "hamming-exact" : "hamming", center, cases[i].properties);

      check_trip (properties, formats[(i + layout) % 2],
          cases[i].channels, layout, 777, 0);
    }
  }
}

static void
every_format_comes_back (void)
{
  gint format, layout;

  rig_init ();
  for (format = GST_AUDIO_FORMAT_S8; format <= GST_AUDIO_FORMAT_F64BE;
      format++) {
    const GstAudioFormatInfo *info = gst_audio_format_get_info (format);

    for (layout = 0; layout < 2; layout++) {
      AudioTrip *t = audio_trip_new
          ("claudiofft size=100 hop=30 center=true ! clifft");
      gdouble *values = rig_make_noise (1, 2 * 500), error, bound;

      audio_trip_set_format (t, format, 2, RATE, layout);
      audio_trip_run (t, values, 500, 0, 0);
      audio_trip_push_event (t, gst_event_new_eos ());
      TEST_CHECK (t->n_errors == 0 && gst_audio_info_is_equal (&t->audio,
              &t->out), "%s: %s", info->name, t->error);
      check_times (t, 500, 0, info->name);
      error = audio_trip_error (t, 0, values, 0, 500);
      /* single precision tells 16 bits exactly, of more its own 24 */
      bound = info->depth <= 16 ? 0 : FLOAT_ERROR;
      TEST_CHECK (error <= bound, "%s layout %d: error %g", info->name, layout,
          error);
      audio_trip_free (t);
      g_free (values);
    }
  }
}

static void
double_precision_comes_back_better (void)
{
  GstHarness *forward = rig_open_line
      ("claudiofft size=100 hop=30 center=true");
  AudioTrip *t = audio_trip_new ("clifft");
  gdouble *values = rig_make_noise (1, 500), error;
  GstBuffer *buffer;
  GstCaps *caps;

  gst_harness_set_sink_caps_str (forward, G_BYTE_ORDER == G_LITTLE_ENDIAN
      ? "application/x-fft, format=F64LE" : "application/x-fft, format=F64BE");
  gst_audio_info_set_format (&t->audio, GST_AUDIO_FORMAT_F64, RATE, 1, NULL);
  gst_harness_set_src_caps (forward, gst_audio_info_to_caps (&t->audio));
  buffer = gst_buffer_new_memdup (values, 500 * sizeof (gdouble));
  GST_BUFFER_PTS (buffer) = 0;
  gst_harness_push (forward, buffer);
  gst_harness_push_event (forward, gst_event_new_eos ());
  caps = gst_pad_get_current_caps (forward->sinkpad);
  if (caps) {
    gst_harness_set_src_caps (t->harness, caps);
    while ((buffer = gst_harness_try_pull (forward)))
      audio_trip_push_buffer (t, buffer);
    audio_trip_push_event (t, gst_event_new_eos ());
    check_times (t, 500, 0, "double");
    error = audio_trip_error (t, 0, values, 0, 500);
    TEST_CHECK (error < 1e-13, "error %g: %s", error, t->error);
  } else {
    test_skip_reason = "the device has no double precision";
  }
  audio_trip_free (t);
  gst_harness_teardown (forward);
  g_free (values);
}

static void
another_format_is_given_where_it_is_asked_for (void)
{
  static const gchar *const asked[] = { "F32LE", "S16BE", "U8", "S24LE" };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (asked); i++) {
    g_autofree gchar *caps = g_strdup_printf
        ("audio/x-raw, format=%s, layout=non-interleaved", asked[i]);
    AudioTrip *t = audio_trip_new
        ("claudiofft size=100 hop=30 center=true ! clifft");
    gdouble *values = rig_make_noise (1, 2 * 500);
    guint depth = i == 2 ? 8 : 16, k, c;

    gst_harness_set_sink_caps_str (t->harness, caps);
    audio_trip_set_format (t, GST_AUDIO_FORMAT_S16, 2, RATE, 0);
    audio_trip_run (t, values, 500, 0, 0);
    audio_trip_push_event (t, gst_event_new_eos ());
    TEST_REQUIRE (t->n_caps == 1, "%s: %s", asked[i], t->error);
    TEST_CHECK (g_str_equal (t->out.finfo->name, asked[i])
        && t->out.layout == GST_AUDIO_LAYOUT_NON_INTERLEAVED, "%s",
        t->out.finfo->name);
    TEST_REQUIRE (audio_trip_n_samples (t) == 500, "%s: %u samples", asked[i],
        audio_trip_n_samples (t));
    for (k = 0; k < 500; k++)
      for (c = 0; c < 2; c++)
        TEST_CHECK (fabs (audio_trip_at (t, k, c) - values[2 * k + c])
            <= (depth == 8 ? 1 / 128.0 : 1e-6), "%s: [%u] %g, not %g",
            asked[i], k, audio_trip_at (t, k, c), values[2 * k + c]);
    audio_trip_free (t);
    g_free (values);
  }
}

static void
channel_positions_come_back (void)
{
  AudioTrip *t = audio_trip_new ("claudiofft size=64 center=true ! clifft");
  gdouble *values = rig_make_noise (1, 6 * 200);
  GstCaps *caps = gst_caps_from_string ("audio/x-raw, format=S16LE, "
      "layout=interleaved, rate=48000, channels=6, "
      "channel-mask=(bitmask)0x3f");

  gst_audio_info_from_caps (&t->audio, caps);
  gst_harness_set_src_caps (t->harness, caps);
  audio_trip_run (t, values, 200, 0, 0);
  audio_trip_push_event (t, gst_event_new_eos ());
  TEST_CHECK (t->n_caps == 1 && gst_audio_info_is_equal (&t->audio, &t->out),
      "%s", t->error);
  TEST_CHECK (audio_trip_error (t, 0, values, 0, 200) == 0, "other samples");
  audio_trip_free (t);
  g_free (values);
}

TEST_MAIN (TEST (every_window_and_hop_gives_the_input_back),
    TEST (every_length_gives_the_input_back),
    TEST (short_input_comes_back),
    TEST (the_mean_of_one_channel_is_that_channel),
    TEST (every_mode_gives_the_input_back),
    TEST (every_format_comes_back),
    TEST (double_precision_comes_back_better),
    TEST (another_format_is_given_where_it_is_asked_for),
    TEST (channel_positions_come_back))
