/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * claudiofft/test-time.c: claims about which frames come out, when they are,
 * and what events, gaps and cuts do to them.
 */
#include <math.h>

#include "gst/support/spectra.h"
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 44100
#define SIZE 64
#define HOP 16
#define N_SAMPLES 1000

static GstClockTime
time_of (guint64 sample)
{
  return gst_util_uint64_scale (sample, GST_SECOND, RATE);
}

static Spectra *
new_mono (const gchar * properties)
{
  Spectra *s = spectra_new (properties);

  spectra_set_format (s, GST_AUDIO_FORMAT_F32, 1, RATE, 0);
  return s;
}

static const Stamp *
stamp_at (const Spectra * s, guint i)
{
  return &g_array_index (s->stamps, Stamp, i);
}

/* ---- times ---- */

static void
check_stamps (const gchar * properties, guint lead)
{
  Spectra *s = new_mono (properties);
  gdouble *values = rig_make_noise (1, N_SAMPLES);
  guint k, n_frames = (N_SAMPLES + HOP - 1) / HOP;

  spectra_run (s, values, N_SAMPLES, 333);
  /* centred: frames are at 0, hop ... and their first sample lies before */
  n_frames = (N_SAMPLES + lead + HOP - 1) / HOP;
  TEST_CHECK (s->stamps->len == n_frames, "%s: %u buffers, not %u", properties,
      s->stamps->len, n_frames);
  for (k = 0; k < MIN (n_frames, s->stamps->len); k++) {
    const Stamp *stamp = stamp_at (s, k);
    GstClockTime pts = time_of (k * HOP);
    GstClockTime end = k + 1 < n_frames ? time_of ((k + 1) * HOP)
        : MAX (time_of (N_SAMPLES), pts + 1);
    guint64 first = k * HOP > lead ? k * HOP - lead : 0;
    guint64 last = MIN (k * HOP + SIZE - lead, N_SAMPLES);

    TEST_CHECK (stamp->pts == pts, "%s %u: pts %" G_GUINT64_FORMAT,
        properties, k, stamp->pts);
    TEST_CHECK (k + 1 < n_frames ? stamp->duration == end - pts
        : stamp->duration >= 1, "%s %u: duration %" G_GUINT64_FORMAT,
        properties, k, stamp->duration);
    TEST_CHECK (stamp->offset == first && stamp->offset_end == last,
        "%s %u: %" G_GUINT64_FORMAT "..%" G_GUINT64_FORMAT, properties, k,
        stamp->offset, stamp->offset_end);
    TEST_CHECK (stamp->discont == (k == 0), "%s %u: discont %d", properties,
        k, stamp->discont);
    TEST_CHECK (!stamp->gap, "%s %u: gap", properties, k);
  }
  g_free (values);
  spectra_free (s);
}

static void
every_frame_has_its_exact_time (void)
{
  check_stamps ("size=64 hop=16 frames-per-buffer=1", 0);
}

static void
every_centred_frame_has_the_time_of_its_middle (void)
{
  check_stamps ("size=64 hop=16 center=true frames-per-buffer=1", SIZE / 2);
}

static void
the_last_buffer_ends_with_the_input (void)
{
  static const guint batches[] = { 0, 1, 7 };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (batches); i++) {
    g_autofree gchar *properties = g_strdup_printf
        ("size=64 hop=16 frames-per-buffer=%u", batches[i]);
    Spectra *s = new_mono (properties);
    gdouble *values = rig_make_noise (1, N_SAMPLES);
    const Stamp *last;

    spectra_run (s, values, N_SAMPLES, N_SAMPLES);
    last = stamp_at (s, s->stamps->len - 1);
    TEST_CHECK (last->pts + last->duration == time_of (N_SAMPLES)
        && last->offset_end == N_SAMPLES,
        "%s: ends at %" G_GUINT64_FORMAT " ns, sample %" G_GUINT64_FORMAT,
        properties, last->pts + last->duration, last->offset_end);
    g_free (values);
    spectra_free (s);
  }
}

/* Whatever the hop and the last frame: it waited for more and has room. */
static void
a_buffer_with_room_ends_with_the_input (void)
{
  static const gchar *const last_frames[] = { "begun", "middle", "hop",
    "needed", "complete"
  };
  gdouble *values = rig_make_noise (1, N_SAMPLES);
  guint i;

  for (i = 0; i < 20; i++) {
    guint n_most = 2 + test_random () % 8, average = 1 + test_random () % 3;
    g_autofree gchar *properties = g_strdup_printf ("quantity=power size=64 "
        "hop=%u last-frame=%s frames-per-buffer=%u averaging=%s "
        "average-count=%u", 1 + (guint) (test_random () % (average > 1 ? 64 : 150)),
        last_frames[test_random () % 5], n_most, average > 1 ? "mean" : "none",
        average);
    Spectra *s = new_mono (properties);
    const Stamp *last;

    spectra_run (s, values, N_SAMPLES, 1 + test_random () % N_SAMPLES);
    last = s->stamps->len ? stamp_at (s, s->stamps->len - 1) : NULL;
    if (last && last->n < n_most)
      TEST_CHECK (last->pts + last->duration == MAX (time_of (N_SAMPLES),
              last->pts + 1), "%s: ends at %" G_GUINT64_FORMAT " ns",
          properties, last->pts + last->duration);
    spectra_free (s);
  }
  g_free (values);
}

static void
frames_per_buffer_is_kept_until_the_end (void)
{
  Spectra *s = new_mono ("size=64 hop=16 frames-per-buffer=10");
  gdouble *values = rig_make_noise (1, N_SAMPLES);
  guint i;

  spectra_run (s, values, N_SAMPLES, 100);
  TEST_CHECK (s->stamps->len == 7, "%u buffers", s->stamps->len);
  for (i = 0; i < s->stamps->len; i++) {
    TEST_CHECK (stamp_at (s, i)->n == (i < 6 ? 10 : 3),
        "buffer %u: %u frames", i, stamp_at (s, i)->n);
    TEST_CHECK (stamp_at (s, i)->pts == time_of (i * 10 * HOP), "buffer %u", i);
  }
  g_free (values);
  spectra_free (s);
}

static void
times_start_where_the_input_starts (void)
{
  Spectra *s = new_mono ("size=64 hop=16 frames-per-buffer=1");
  gdouble *values = rig_make_noise (1, 256);

  spectra_push (s, values, 256, 5 * GST_SECOND + 7);
  TEST_CHECK (stamp_at (s, 0)->pts == 5 * GST_SECOND + 7
      && stamp_at (s, 3)->pts == 5 * GST_SECOND + 7 + time_of (48)
      && stamp_at (s, 0)->offset == 0, "%" G_GUINT64_FORMAT,
      stamp_at (s, 0)->pts);
  g_free (values);
  spectra_free (s);
}

/* ---- cuts ---- */

static void
check_cuts (const gchar * properties, gint layout)
{
  static const guint cuts[] = { 1, 7, 63, 64, 65, 500 };
  gdouble *values = rig_make_noise (1, 2 * N_SAMPLES);
  Spectra *whole = spectra_new (properties);
  guint i;

  spectra_set_format (whole, GST_AUDIO_FORMAT_S16, 2, RATE, layout);
  spectra_run (whole, values, N_SAMPLES, N_SAMPLES);
  TEST_CHECK (whole->numbers->len > 0, "%s: nothing", properties);
  for (i = 0; i < G_N_ELEMENTS (cuts); i++) {
    Spectra *s = spectra_new (properties);

    spectra_set_format (s, GST_AUDIO_FORMAT_S16, 2, RATE, layout);
    spectra_run (s, values, N_SAMPLES, cuts[i]);
    TEST_CHECK (s->numbers->len == whole->numbers->len
        && memcmp (s->numbers->data, whole->numbers->data,
            s->numbers->len * sizeof (gfloat)) == 0,
        "%s in buffers of %u: other bits (%u and %u numbers)", properties,
        cuts[i], s->numbers->len, whole->numbers->len);
    spectra_free (s);
  }
  spectra_free (whole);
  g_free (values);
}

static void
frames_are_bit_equal_however_input_is_cut (void)
{
  static const gchar *const properties[] = {
    "size=64 hop=16", "size=64 hop=100", "size=97 hop=33 center=true",
    "size=60 hop=20 frames-per-buffer=4", "size=64 hop=1",
    "size=300 hop=70 detrend=linear center=true pad-mode=reflect",
    "size=300 hop=70 detrend=constant quantity=power",
    "size=64 hop=16 quantity=power averaging=mean average-count=5",
    "size=64 hop=16 quantity=db averaging=exponential time-constant=2000000",
    "size=64 hop=16 quantity=db averaging=median average-count=4 "
        "frames-per-buffer=2",
    "size=64 hop=16 quantity=magnitude bands=5 averaging=max-hold "
        "average-count=3",
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (properties); i++)
    check_cuts (properties[i], i % 2);
}

/* ---- gaps, discontinuities, changes ---- */

static void
a_gap_event_counts_as_silence (void)
{
  Spectra *s = new_mono ("size=64 hop=64 quantity=power "
      "frames-per-buffer=1");
  gdouble *values = rig_make_noise (1, 128);
  guint k;

  spectra_push (s, values, 128, 0);
  spectra_push_event (s, gst_event_new_gap (time_of (128),
          time_of (128 + 640) - time_of (128)));
  spectra_push (s, values, 64, time_of (768));
  TEST_CHECK (s->stamps->len == 13, "%u buffers", s->stamps->len);
  for (k = 0; k < s->stamps->len; k++) {
    gboolean silent = k >= 2 && k < 12;

    TEST_CHECK (stamp_at (s, k)->gap == silent, "frame %u: gap %d", k,
        stamp_at (s, k)->gap);
    TEST_CHECK ((spectra_at (s, k, 0)[5] == 0) == silent, "frame %u: %g", k,
        spectra_at (s, k, 0)[5]);
    TEST_CHECK (stamp_at (s, k)->pts == time_of (k * 64), "frame %u", k);
    TEST_CHECK (stamp_at (s, k)->discont == (k == 0), "frame %u", k);
  }
  g_free (values);
  spectra_free (s);
}

static void
a_buffer_with_the_gap_flag_counts_as_silence (void)
{
  Spectra *s = new_mono ("size=64 hop=64 quantity=power "
      "frames-per-buffer=1");
  gdouble *values = rig_make_noise (1, 64);
  GstBuffer *buffer = spectra_make_buffer (s, values, 64, 0);

  GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_GAP);
  gst_harness_push (s->harness, buffer);
  spectra_collect (s);
  TEST_CHECK (s->stamps->len == 1 && stamp_at (s, 0)->gap
      && spectra_at (s, 0, 0)[3] == 0, "%u buffers", s->stamps->len);
  g_free (values);
  spectra_free (s);
}

static void
a_hole_in_time_drains_and_starts_anew (void)
{
  Spectra *s = new_mono ("size=64 hop=64 frames-per-buffer=1 discont-wait=0");
  gdouble *values = rig_make_noise (1, 100);
  const Stamp *stamp;

  spectra_push (s, values, 100, 0);
  spectra_push (s, values, 100, GST_SECOND);
  /* 0, 64 (drained), then 1 s */
  TEST_REQUIRE (s->stamps->len == 3, "%u buffers", s->stamps->len);
  stamp = stamp_at (s, 1);
  TEST_CHECK (stamp->pts == time_of (64) && stamp->offset_end == 100
      && stamp->pts + stamp->duration == time_of (100), "drained frame: %"
      G_GUINT64_FORMAT " + %" G_GUINT64_FORMAT, stamp->pts, stamp->duration);
  stamp = stamp_at (s, 2);
  TEST_CHECK (stamp->pts == GST_SECOND && stamp->discont
      && stamp->offset == 0, "after the hole: %" G_GUINT64_FORMAT, stamp->pts);
  g_free (values);
  spectra_free (s);
}

static void
discont_policy_drop_discards_the_incomplete_frame (void)
{
  Spectra *s = new_mono ("size=64 hop=64 frames-per-buffer=1 discont-wait=0 "
      "discont-policy=drop");
  gdouble *values = rig_make_noise (1, 100);

  spectra_push (s, values, 100, 0);
  spectra_push (s, values, 100, GST_SECOND);
  TEST_REQUIRE (s->stamps->len == 2, "%u buffers", s->stamps->len);
  TEST_CHECK (stamp_at (s, 1)->pts == GST_SECOND && stamp_at (s, 1)->discont,
      "%" G_GUINT64_FORMAT, stamp_at (s, 1)->pts);
  g_free (values);
  spectra_free (s);
}

static void
discont_policy_pad_stays_on_the_grid (void)
{
  Spectra *s = new_mono ("size=64 hop=64 frames-per-buffer=1 discont-wait=0 "
      "discont-policy=pad");
  gdouble *values = rig_make_noise (1, 100);
  guint k;

  spectra_push (s, values, 100, 0);
  spectra_push (s, values, 100, time_of (44100));
  for (k = 0; k < s->stamps->len; k++)
    TEST_CHECK (stamp_at (s, k)->pts == time_of (k * 64)
        && stamp_at (s, k)->discont == (k == 0), "frame %u", k);
  TEST_CHECK (s->stamps->len == (44100 + 100) / 64, "%u frames",
      s->stamps->len);
  g_free (values);
  spectra_free (s);
}

static void
a_jitter_below_the_threshold_changes_nothing (void)
{
  Spectra *s = new_mono ("size=64 hop=64 frames-per-buffer=1");
  gdouble *values = rig_make_noise (1, 640);
  guint k;

  for (k = 0; k < 10; k++)
    spectra_push (s, values, 64, time_of (k * 64)
        + (k % 2 ? 30 * GST_MSECOND : 0));
  for (k = 0; k < s->stamps->len; k++)
    TEST_CHECK (stamp_at (s, k)->pts == time_of (k * 64), "frame %u", k);
  TEST_CHECK (s->stamps->len == 10, "%u frames", s->stamps->len);
  g_free (values);
  spectra_free (s);
}

static void
new_caps_drain_with_the_old_plan (void)
{
  Spectra *s = new_mono ("size=64 hop=64 frames-per-buffer=1");
  gdouble *values = rig_make_noise (1, 200);
  guint n_before;

  spectra_push (s, values, 100, 0);
  n_before = s->numbers->len;
  spectra_set_format (s, GST_AUDIO_FORMAT_S16, 2, 48000, 0);
  /* the drained frame is mono: 33 complex bins */
  TEST_CHECK (s->numbers->len == n_before + 66, "%u numbers more",
      s->numbers->len - n_before);
  TEST_CHECK (s->n_caps == 2 && s->info.channels == 2 && s->info.rate == 48000,
      "%u caps, %u channels", s->n_caps, s->info.channels);
  spectra_push (s, values, 64, GST_CLOCK_TIME_NONE);
  TEST_CHECK (s->flow == GST_FLOW_OK
      && s->numbers->len == n_before + 66 + 2 * 66, "%u numbers",
      s->numbers->len);
  TEST_CHECK (stamp_at (s, s->stamps->len - 1)->pts == time_of (100),
      "goes on at %" G_GUINT64_FORMAT, stamp_at (s, s->stamps->len - 1)->pts);
  g_free (values);
  spectra_free (s);
}

/* Accurate seeks in raw PCM send whole buffers of the file; the stop may move
   while the run goes on. */
static void
sound_outside_of_the_segment_is_not_transformed (void)
{
  gdouble *values = rig_make_noise (1, 5000);
  guint round;

  for (round = 0; round < 20; round++) {
    guint first = test_random () % 2000, end = first + test_random () % 2000;
    guint cut = 1 + test_random () % 700, at, n;
    Spectra *all = new_mono ("size=64 hop=16 center=true");
    Spectra *inside = new_mono ("size=64 hop=16 center=true");
    GstSegment segment;

    gst_segment_init (&segment, GST_FORMAT_TIME);
    segment.start = segment.time = time_of (first);
    segment.stop = time_of (5000);
    spectra_push_event (inside, gst_event_new_segment (&segment));
    spectra_push_event (all, gst_event_new_segment (&segment));
    segment.stop = time_of (end);
    spectra_push_event (all, gst_event_new_segment (&segment));
    for (at = 0; at < 5000; at += n) {
      n = MIN (cut, 5000 - at);
      spectra_push (all, values + at, n, time_of (at));
    }
    if (end > first)
      spectra_push (inside, values + first, end - first, time_of (first));
    spectra_push_event (all, gst_event_new_eos ());
    spectra_push_event (inside, gst_event_new_eos ());
    TEST_CHECK (all->numbers->len == inside->numbers->len
        && (all->numbers->len == 0 || memcmp (all->numbers->data,
                inside->numbers->data, all->numbers->len * 4) == 0),
        "%u to %u: %u numbers, not %u, or others", first, end,
        all->numbers->len, inside->numbers->len);
    if (all->stamps->len > 0)
      TEST_CHECK (ABS (GST_CLOCK_DIFF (stamp_at (all, 0)->pts, time_of (first)))
          <= 2, "%u to %u: begins at %" G_GUINT64_FORMAT, first, end,
          stamp_at (all, 0)->pts);
    spectra_free (all);
    spectra_free (inside);
  }
  g_free (values);
}

/* ---- latency ---- */

static void
latency_is_that_of_the_last_sample (void)
{
  static const struct
  {
    const gchar *properties;
    guint n_samples;
  } cases[] = {
    {"size=64 hop=16", 64},
    {"size=64 hop=16 center=true", 32},
    {"size=65 hop=16 center=true", 33},
    {"size=64 hop=16 center=true pad-mode=reflect", 33},
    {"size=64 hop=16 frames-per-buffer=5", 64 + 4 * 16},
    {"size=64 hop=16 quantity=db averaging=mean average-count=10",
        64 + 9 * 16},
    {"size=64 hop=16 quantity=db averaging=exponential", 64},
    {"size=64 hop=16 quantity=db averaging=median average-count=3 "
        "frames-per-buffer=2", 64 + 5 * 16},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    Spectra *s = new_mono (cases[i].properties);
    GstQuery *query = gst_query_new_latency ();
    GstClockTime min = 0, want = time_of (cases[i].n_samples);

    TEST_CHECK (gst_pad_peer_query (s->harness->sinkpad, query), "%s",
        cases[i].properties);
    gst_query_parse_latency (query, NULL, &min, NULL);
    TEST_CHECK (min == want || min == want + 1, "%s: %" G_GUINT64_FORMAT
        ", not %" G_GUINT64_FORMAT, cases[i].properties, min, want);
    TEST_CHECK (s->n_latency == 1, "%u messages", s->n_latency);
    gst_query_unref (query);
    spectra_free (s);
  }
}

TEST_MAIN (TEST (every_frame_has_its_exact_time),
    TEST (every_centred_frame_has_the_time_of_its_middle),
    TEST (the_last_buffer_ends_with_the_input),
    TEST (a_buffer_with_room_ends_with_the_input),
    TEST (frames_per_buffer_is_kept_until_the_end),
    TEST (times_start_where_the_input_starts),
    TEST (frames_are_bit_equal_however_input_is_cut),
    TEST (a_gap_event_counts_as_silence),
    TEST (a_buffer_with_the_gap_flag_counts_as_silence),
    TEST (a_hole_in_time_drains_and_starts_anew),
    TEST (discont_policy_drop_discards_the_incomplete_frame),
    TEST (discont_policy_pad_stays_on_the_grid),
    TEST (a_jitter_below_the_threshold_changes_nothing),
    TEST (new_caps_drain_with_the_old_plan),
    TEST (sound_outside_of_the_segment_is_not_transformed),
    TEST (latency_is_that_of_the_last_sample))
