/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clifft/test-stream.c: claims about what clifft does at discontinuities,
 * gaps, changes and the end, about its latency, and about spectra that it
 * cannot trust.
 */
#include <math.h>
#include <string.h>

#include "gst/support/audiotrip.h"
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 48000
#define TRIP "claudiofft size=64 hop=16 center=true discont-wait=0 ! clifft"

static GstClockTime
time_of (guint64 sample)
{
  return gst_util_uint64_scale (sample, GST_SECOND, RATE);
}

static AudioTrip *
new_mono (const gchar * description)
{
  AudioTrip *t = audio_trip_new (description);

  audio_trip_set_format (t, GST_AUDIO_FORMAT_S16, 1, RATE, 0);
  return t;
}

static const TripStamp *
stamp_at (const AudioTrip * t, guint i)
{
  return &g_array_index (t->stamps, TripStamp, i);
}

/* Index of the buffer whose first sample is `first`; fails if there is none. */
static guint
find_stamp (const AudioTrip * t, guint first)
{
  guint i;

  for (i = 0; i < t->stamps->len; i++)
    if (stamp_at (t, i)->first == first)
      return i;
  TEST_CHECK (FALSE, "no buffer begins with sample %u", first);
  return 0;
}

/* ---- discontinuities, gaps, changes ---- */

static void
after_a_discontinuity_samples_and_times_are_those_of_the_input (void)
{
  guint trial, i;

  for (trial = 0; trial < 20; trial++) {
    AudioTrip *t = new_mono (TRIP);
    guint n = 1 + test_random () % 900;
    gdouble *values = rig_make_noise (1, 1000);
    GstClockTime second = trial % 2 ? GST_SECOND + test_random () % GST_SECOND
        : 50 * GST_MSECOND + time_of (n);

    audio_trip_run (t, values, n, 0, 0);
    audio_trip_run (t, values + n, 1000 - n, 0, second);
    audio_trip_push_event (t, gst_event_new_eos ());
    TEST_REQUIRE (audio_trip_n_samples (t) == 1000, "%u samples",
        audio_trip_n_samples (t));
    TEST_CHECK (audio_trip_error (t, 0, values, 0, 1000) == 0, "other bits");
    i = find_stamp (t, n);
    TEST_CHECK (stamp_at (t, i)->pts == second && stamp_at (t, i)->discont
        && stamp_at (t, i)->offset == 0, "after %u: at %" G_GUINT64_FORMAT, n,
        stamp_at (t, i)->pts);
    TEST_CHECK (i == 0 || stamp_at (t, i - 1)->pts + stamp_at (t, i
            - 1)->duration == time_of (n), "before: not to the end");
    audio_trip_free (t);
    g_free (values);
  }
}

static void
a_gap_comes_out_as_flagged_silence (void)
{
  AudioTrip *t = new_mono ("claudiofft size=64 hop=16 center=true "
      "frames-per-buffer=1 ! clifft");
  gdouble *values = rig_make_noise (1, 2000);
  guint i, n_gaps = 0;

  memset (values + 500, 0, 1000 * sizeof (gdouble));
  audio_trip_run (t, values, 500, 0, 0);
  audio_trip_push_event (t, gst_event_new_gap (time_of (500),
          time_of (1500) - time_of (500)));
  audio_trip_push (t, values + 1500, 500, time_of (1500));
  audio_trip_push_event (t, gst_event_new_eos ());
  TEST_CHECK (audio_trip_n_samples (t) == 2000
      && audio_trip_error (t, 0, values, 0, 2000) == 0, "%u samples",
      audio_trip_n_samples (t));
  for (i = 0; i < t->stamps->len; i++) {
    const TripStamp *s = stamp_at (t, i);

    n_gaps += s->gap;
    TEST_CHECK (!s->gap || (s->first >= 500 && s->first + s->n
            <= 1500), "buffer %u", i);
    TEST_CHECK (!s->discont == (i > 0) && s->pts == time_of (s->first),
        "buffer %u", i);
  }
  TEST_CHECK (n_gaps > 0, "no buffer is flagged");
  audio_trip_free (t);
  g_free (values);
}

static void
new_caps_drain_and_start_anew (void)
{
  AudioTrip *t = new_mono (TRIP);
  gdouble *values = rig_make_noise (1, 1000);

  audio_trip_run (t, values, 333, 0, 0);
  audio_trip_set_format (t, GST_AUDIO_FORMAT_F32, 2, 44100, 1);
  TEST_CHECK (t->numbers->len == 333 && t->n_caps == 2, "%u samples, %u caps",
      t->numbers->len, t->n_caps);
  TEST_CHECK (GST_AUDIO_INFO_RATE (&t->out) == 44100
      && t->out.layout == GST_AUDIO_LAYOUT_NON_INTERLEAVED, "other caps");
  g_array_set_size (t->numbers, 0);
  audio_trip_push (t, values, 500, GST_SECOND);
  audio_trip_push_event (t, gst_event_new_eos ());
  TEST_CHECK (audio_trip_n_samples (t) == 500
      && audio_trip_error (t, 0, values, 0, 500) < 2e-6, "%u samples",
      audio_trip_n_samples (t));
  audio_trip_free (t);
  g_free (values);
}

static void
a_live_change_of_shape_leaves_no_seam (void)
{
  AudioTrip *t = new_mono ("claudiofft name=f size=64 hop=16 ! clifft");
  GstElement *forward = gst_bin_get_by_name (GST_BIN (t->element), "f");
  gdouble *values = rig_make_noise (1, 3000);
  guint i;

  audio_trip_run (t, values, 1000, 0, 0);
  g_object_set (forward, "size", 100, "hop", 25, NULL);
  audio_trip_run (t, values + 1000, 2000, 0, time_of (1000));
  audio_trip_push_event (t, gst_event_new_eos ());
  TEST_CHECK (audio_trip_n_samples (t) == 3000, "%u samples",
      audio_trip_n_samples (t));
  /* from where frames of hann cover well */
  TEST_CHECK (audio_trip_error (t, 0, values, 16, 3000) == 0, "error %g",
      audio_trip_error (t, 0, values, 16, 3000));
  for (i = 1; i < t->stamps->len; i++)
    TEST_CHECK (!stamp_at (t, i)->discont && stamp_at (t, i)->pts
        == time_of (stamp_at (t, i)->first), "buffer %u", i);
  gst_object_unref (forward);
  audio_trip_free (t);
  g_free (values);
}

/* Sizes that come and go, also before a frame of them was there, and hops above
   what is left. */
static void
drawn_changes_of_shape_lose_and_double_nothing (void)
{
  static const guint sizes[] = { 64, 100, 512, 4096 };
  const guint n = 20000;
  guint trial, i, at, cut;

  for (trial = 0; trial < 12; trial++) {
    AudioTrip *t = new_mono ("claudiofft name=f window=hamming size=64 hop=16 "
        "! clifft");
    GstElement *forward = gst_bin_get_by_name (GST_BIN (t->element), "f");
    gdouble *values = rig_make_noise (1, n);
    GString *drawn = g_string_new (NULL);

    for (at = 0; at < n; at += cut) {
      guint size = sizes[test_random () % G_N_ELEMENTS (sizes)];
      guint hop = 1 + size / 8 + test_random () % (size / 3);
      gboolean center = test_random () % 2;

      cut = 1 + test_random () % (test_random () % 2 ? 100 : 4000);
      cut = MIN (cut, n - at);
      g_string_append_printf (drawn, " size=%u hop=%u center=%d for %u;", size,
          hop, center, cut);
      g_object_set (forward, "size", size, "hop", hop, "center", center, NULL);
      audio_trip_run (t, values + at, cut, 0, time_of (at));
    }
    audio_trip_push_event (t, gst_event_new_eos ());
    TEST_CHECK (audio_trip_n_samples (t) == n
        && audio_trip_error (t, 0, values, 0, n) < 1e-4, "%u samples, error %g:"
        "%s", audio_trip_n_samples (t), audio_trip_error (t, 0, values, 0, n),
        drawn->str);
    for (i = 1; i < t->stamps->len; i++)
      TEST_CHECK (!stamp_at (t, i)->discont && stamp_at (t, i)->pts
          == time_of (stamp_at (t, i)->first), "buffer %u:%s", i, drawn->str);
    g_string_free (drawn, TRUE);
    gst_object_unref (forward);
    audio_trip_free (t);
    g_free (values);
  }
}

static void
reverse_playback_is_refused (void)
{
  AudioTrip *t = audio_trip_new ("clifft");
  GstSegment segment;

  gst_harness_set_src_caps_str (t->harness, "application/x-fft, version=1, "
      "format=F32LE, quantity=complex, scaling=none, sides=one, shape=<8>, "
      "bins=<5>, channels=1, rate=48000, hop=4, framerate=12000/1, "
      "window=hann");
  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.rate = -1;
  segment.stop = GST_SECOND;
  audio_trip_push_event (t, gst_event_new_segment (&segment));
  audio_trip_push_buffer (t, gst_buffer_new_and_alloc (40));
  TEST_CHECK (t->n_errors == 1 && strstr (t->error, "everse")
      && t->flow == GST_FLOW_ERROR, "%u errors: %s", t->n_errors, t->error);
  audio_trip_free (t);
}

/* ---- latency ---- */

/* Live, as each sample arrives at its time: the longest time that one is late
   by is what both elements tell. */
static void
latency_is_what_is_measured (void)
{
  static const gchar *const forward[] = { "size=64 hop=16",
    "size=64 hop=16 center=true", "size=65 hop=13 center=true",
    "size=65 hop=65 window=rect", "size=64 hop=16 frames-per-buffer=5",
    "size=64 hop=16 center=true frames-per-buffer=3",
  };
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (forward); i++) {
    g_autofree gchar *line = g_strdup_printf ("claudiofft %s ! clifft",
        forward[i]);
    AudioTrip *t = new_mono (line);
    gdouble *values = rig_make_noise (1, 1000);
    GstQuery *query = gst_query_new_latency ();
    GstClockTime reported = 0;
    gint64 longest = 0;

    for (k = 0; k < 1000; k++) {
      guint before = t->stamps->len;

      audio_trip_push (t, values + k, 1, time_of (k));
      if (t->stamps->len > before)
        longest = MAX (longest, (gint64) (time_of (k + 1)
                - stamp_at (t, before)->pts));
    }
    TEST_CHECK (gst_pad_peer_query (t->harness->sinkpad, query), "no answer");
    gst_query_parse_latency (query, NULL, &reported, NULL);
    /* three sums were rounded to nanoseconds */
    TEST_CHECK (ABS ((gint64) reported - longest) <= 3, "%s: %d ns, reported %d",
        forward[i], (gint) longest, (gint) reported);
    gst_query_unref (query);
    audio_trip_free (t);
    g_free (values);
  }
}

/* ---- what is refused ---- */

#define CAPS(quantity, window, shape, bins, hop, rest)                       \
    "application/x-fft, version=1, format=F32LE, quantity=" quantity         \
    ", scaling=amplitude, sides=one, shape=<" shape ">, bins=<" bins ">, "   \
    "rate=48000, hop=" hop ", framerate=48000/" hop ", window=" window       \
    ", " rest

static void
what_has_no_inverse_is_refused_with_the_reason (void)
{
  static const struct
  {
    const gchar *caps;
    const gchar *names[3];      /* that the error tells */
  } cases[] = {
    {CAPS ("power", "hann", "64", "33", "16", "channels=1"), {"quantity",
            "power", "complex"}},
    {CAPS ("db", "hann", "64", "9", "16", "channels=1, band-scale=mel"),
            {"band-scale", "mel", "none"}},
    {CAPS ("power", "hann", "64", "33", "64", "channels=1, averaging=mean, "
            "average-count=4"), {"averaging", "mean", "none"}},
    {CAPS ("magnitude", "hann", "64", "33", "16", "channels=1, weighting=c"),
            {"weighting", "is c", "none"}},
    {CAPS ("complex", "hann", "64", "33", "16", "channels=1, detrend=2"),
            {"detrend", "linear", "none"}},
    {CAPS ("complex", "hann", "64", "33", "16", "channels=1, "
            "channel-mode=mix, source-channels=3"), {"channel-mode", "mix",
            "3 channels"}},
    {CAPS ("complex", "hann", "64", "33", "16", "channels=2, "
            "channel-mode=select, channel-select=(string)1+3"),
            {"channel-mode", "select", "1+3"}},
    {CAPS ("complex", "hann", "64", "33", "64", "channels=1"), {"hann",
            "hop is 64", "at most 63"}},
    {CAPS ("complex", "rect", "64", "33", "65", "channels=1"), {"hop is 65",
            "at most 64", "window"}},
    {CAPS ("complex", "rect", "64", "33", "40", "channels=1, "
            "window-length=32"), {"hop is 40", "at most 32", "window"}},
    {CAPS ("complex", "my-own", "64", "33", "16", "channels=1"), {"window",
            "my-own", "not known"}},
    {CAPS ("complex", "kaiser", "64", "33", "16", "channels=1, "
            "window-param=(string)501"), {"501", "500", "kaiser"}},
    {CAPS ("complex", "hann", "64", "34", "16", "channels=1"), {"64", "34",
            "33"}},
    {CAPS ("complex", "hann", "64", "33", "16", "channels=1, "
            "channel-mode=mid-side"), {"mid-side", "2 channels", "read"}},
    {CAPS ("complex", "hann", "67108864", "33554433", "16", "channels=65535"),
            {"65535 channels", "33554433 bins", "2147483647"}},
    {CAPS ("complex", "hann", "67108865", "33554433", "16", "channels=1"),
            {"shape", "67108865", "67108864"}},
    {"application/x-fft, version=2", {"version", "2", "1"}},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    AudioTrip *t = audio_trip_new ("clifft");

    gst_harness_set_src_caps_str (t->harness, cases[i].caps);
    audio_trip_push_buffer (t, gst_buffer_new_and_alloc (33 * 8));
    rig_check_refusal (cases[i].caps, t->n_errors, t->flow, t->error,
        cases[i].names);
    audio_trip_free (t);
  }
}

/* Behind the element itself, that is: caps that are not refused beforehand. */
static void
claudiofft_s_settings_without_an_inverse_are_named (void)
{
  static const struct
  {
    const gchar *line;
    const gchar *names[3];
  } cases[] = {
    {"claudiofft quantity=power ! clifft", {"quantity is power", "must be",
            "complex"}},
    {"claudiofft quantity=phase ! clifft", {"quantity is phase", "must be",
            "complex"}},
    {"claudiofft quantity=coherence averaging=exponential "
          "reference-channel=0 ! clifft", {"quantity is coherence", "must be", "complex"}},
    {"claudiofft quantity=delay reference-channel=1 ! clifft", {
            "quantity is delay", "must be", "complex"}},
    {"claudiofft quantity=db bands=8 band-scale=log ! clifft", {
            "band-scale is log", "must be", "none"}},
    {"claudiofft quantity=power averaging=median ! clifft", {
            "averaging is median", "must be", "none"}},
    {"claudiofft quantity=power weighting=a ! clifft", {"weighting is a",
            "must be", "none"}},
    {"claudiofft channel-mode=select channel-select=0 ! clifft", {
            "channel-mode is select", "must be", "all"}},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    AudioTrip *t = audio_trip_new (cases[i].line);

    audio_trip_set_format (t, GST_AUDIO_FORMAT_S16,
        strstr (cases[i].line, "reference") ? 2 : 1, RATE, 0);
    audio_trip_push_buffer (t, gst_buffer_new_and_alloc (4096 * 4));
    rig_check_refusal (cases[i].line, t->n_errors, t->flow, t->error,
        cases[i].names);
    audio_trip_free (t);
  }
}

static void
a_window_that_covers_badly_is_warned_of_with_the_number (void)
{
  AudioTrip *t = new_mono ("claudiofft size=64 hop=63 ! clifft");

  /* sin^4 (pi / 64), of one */
  TEST_CHECK (t->n_errors == 0 && t->n_warnings == 1 && strstr (t->warning,
          "5.8e-06") && strstr (t->warning, "hann") && strstr (t->warning,
          "63"), "%u warnings: %s", t->n_warnings, t->warning);
  audio_trip_free (t);
  t = new_mono ("claudiofft size=64 hop=32 ! clifft");
  TEST_CHECK (t->n_warnings == 0, "%s", t->warning);
  audio_trip_free (t);
}

static void
a_buffer_that_does_not_fit_the_caps_is_refused (void)
{
  static const gsize sizes[] = { 0, 1, 39, 41, 79, 1000001 };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    AudioTrip *t = audio_trip_new ("clifft");
    gchar *size = g_strdup_printf ("%u bytes", (guint) sizes[i]);

    gst_harness_set_src_caps_str (t->harness, CAPS ("complex", "hann", "8",
            "5", "4", "channels=1"));
    audio_trip_push_buffer (t, gst_buffer_new_and_alloc (sizes[i]));
    audio_trip_push_buffer (t, gst_buffer_new_and_alloc (sizes[i]));
    TEST_CHECK (t->flow == GST_FLOW_ERROR && t->n_errors == 1
        && strstr (t->error, size) && strstr (t->error, "40 bytes"),
        "%u errors: %s", t->n_errors, t->error);
    g_free (size);
    audio_trip_free (t);
  }
}

/* ---- spectra that somebody changed on the way ---- */

/* Two channels of 1000 samples as frames of 64 every 16, a buffer each; t gets
   their caps. */
static GstHarness *
make_spectra (AudioTrip * t, const gdouble * values)
{
  GstHarness *forward = rig_open_line
      ("claudiofft size=64 hop=16 center=true frames-per-buffer=1");
  gfloat *samples = g_new (gfloat, 2 * 1000);
  GstBuffer *buffer;
  guint i;

  for (i = 0; i < 2000; i++)
    samples[i] = values[i];
  gst_audio_info_set_format (&t->audio, GST_AUDIO_FORMAT_F32, RATE, 2, NULL);
  gst_harness_set_src_caps (forward, gst_audio_info_to_caps (&t->audio));
  buffer = gst_buffer_new_wrapped (samples, 2000 * sizeof (gfloat));
  GST_BUFFER_PTS (buffer) = 0;
  gst_harness_push (forward, buffer);
  gst_harness_push_event (forward, gst_event_new_eos ());
  gst_harness_set_src_caps (t->harness,
      gst_pad_get_current_caps (forward->sinkpad));
  return forward;
}

static void
not_a_number_stays_in_its_frames_and_channel (void)
{
  AudioTrip *t = audio_trip_new ("clifft");
  gdouble *values = rig_make_noise (1, 2 * 1000);
  GstHarness *forward = make_spectra (t, values);
  GstBuffer *buffer;
  GstMapInfo map;
  guint i, c, k;

  for (k = 0; (buffer = gst_harness_try_pull (forward)); k++) {
    /* frame 20 begins at sample 288 */
    if (k == 20) {
      buffer = gst_buffer_make_writable (buffer);
      gst_buffer_map (buffer, &map, GST_MAP_READWRITE);
      ((gfloat *) map.data)[66 + 13] = NAN;
      gst_buffer_unmap (buffer, &map);
    }
    audio_trip_push_buffer (t, buffer);
  }
  audio_trip_push_event (t, gst_event_new_eos ());
  TEST_CHECK (t->n_errors == 0 && audio_trip_n_samples (t) == 1000,
      "%u samples: %s", audio_trip_n_samples (t), t->error);
  for (i = 0; i < audio_trip_n_samples (t); i++) {
    for (c = 0; c < 2; c++) {
      gboolean spoilt = c == 1 && i >= 288 && i < 288 + 64;
      gdouble got = audio_trip_at (t, i, c);

      TEST_CHECK (!isnan (got) == !spoilt && (spoilt
              || fabs (got - values[2 * i + c]) < 1e-5),
          "[%u] channel %u: %g, not %g", i, c, got, values[2 * i + c]);
    }
  }
  gst_harness_teardown (forward);
  audio_trip_free (t);
  g_free (values);
}

/* Frames 20 to 59, reported of by a GAP event or by the next timestamp alone. */
static void
a_gap_event_stands_for_frames_of_silence (void)
{
  guint open, k, i;

  for (open = 0; open < 2; open++) {
    AudioTrip *t = audio_trip_new ("clifft");
    gdouble *values = rig_make_noise (1, 2 * 1000);
    GstHarness *forward = make_spectra (t, values);
    GstBuffer *buffer;

    audio_trip_push_event (t, gst_event_new_gap (0, 5));
    TEST_CHECK (t->n_gaps == 1, "the gap before the first frame is lost");
    for (k = 0; (buffer = gst_harness_try_pull (forward)); k++) {
      if (k == 20)
        audio_trip_push_event (t, gst_event_new_gap (time_of (320),
                open ? GST_CLOCK_TIME_NONE : time_of (960) - time_of (320)));
      if (k >= 20 && k < 60)
        gst_buffer_unref (buffer);
      else
        audio_trip_push_buffer (t, buffer);
    }
    audio_trip_push_event (t, gst_event_new_eos ());
    TEST_CHECK (t->n_errors == 0 && audio_trip_n_samples (t) == 1000,
        "open %u: %u samples: %s", open, audio_trip_n_samples (t), t->error);
    for (i = 0; i < MIN (1000, audio_trip_n_samples (t)); i++) {
      gdouble want = i < 288 || i >= 59 * 16 + 32 ? values[2 * i]
          : i >= 19 * 16 + 32 && i < 60 * 16 - 32 ? 0 : NAN;

      TEST_CHECK (isnan (want) || fabs (audio_trip_at (t, i, 0) - want) < 1e-5,
          "open %u: [%u] %g, not %g", open, i, audio_trip_at (t, i, 0), want);
    }
    for (i = 0; i < t->stamps->len; i++)
      TEST_CHECK (!stamp_at (t, i)->discont == (i > 0)
          && stamp_at (t, i)->pts == time_of (stamp_at (t, i)->first),
          "open %u: buffer %u", open, i);
    gst_harness_teardown (forward);
    audio_trip_free (t);
    g_free (values);
  }
}

/* ---- the element ---- */

static void
stats_count_what_was_done (void)
{
  AudioTrip *t = new_mono ("claudiofft size=64 hop=16 ! clifft name=x");
  gdouble *values = rig_make_noise (1, 50000);
  GstStructure *stats;

  audio_trip_run (t, values, 50000, 0, 0);
  TEST_CHECK (watch_get_stat (t, "frames") == (50000 - 64) / 16 + 1,
      "%d frames", (gint) watch_get_stat (t, "frames"));
  g_object_get (rig_find (t->element), "stats", &stats, NULL);
  TEST_CHECK (strlen (gst_structure_get_string (stats, "plan")) > 0
      && strlen (gst_structure_get_string (stats, "device")) > 0, "names");
  gst_structure_free (stats);
  audio_trip_free (t);
  g_free (values);
}

TEST_MAIN (TEST (after_a_discontinuity_samples_and_times_are_those_of_the_input),
    TEST (a_gap_comes_out_as_flagged_silence),
    TEST (new_caps_drain_and_start_anew),
    TEST (a_live_change_of_shape_leaves_no_seam),
    TEST (drawn_changes_of_shape_lose_and_double_nothing),
    TEST (reverse_playback_is_refused),
    TEST (latency_is_what_is_measured),
    TEST (what_has_no_inverse_is_refused_with_the_reason),
    TEST (claudiofft_s_settings_without_an_inverse_are_named),
    TEST (a_window_that_covers_badly_is_warned_of_with_the_number),
    TEST (a_buffer_that_does_not_fit_the_caps_is_refused),
    TEST (not_a_number_stays_in_its_frames_and_channel),
    TEST (a_gap_event_stands_for_frames_of_silence),
    TEST (stats_count_what_was_done))
