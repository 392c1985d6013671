/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-framing-input.c: how arriving buffers, gaps and discontinuities become
 * runs of samples.
 */
#include "framing-support.h"

#define RATE 1000               /* one sample a millisecond */
#define MS ((GstClockTime) GST_MSECOND)

static GstClFraming *
framing_with (guint size, guint hop, GstClDiscontPolicy policy,
    GstClockTime discont_wait)
{
  GstClFraming *framing = framing_f32 (size, hop, RATE);
  GstClFramingParams params = {
    .size = size,.hop = hop,.discont_policy = policy,
    .alignment_threshold = GST_CL_FRAMING_DEFAULT_ALIGNMENT_THRESHOLD,
    .discont_wait = discont_wait,
  };

  gst_cl_framing_set_params (framing, &params);
  return framing;
}

/* ---- times of input ---- */

static void
untimed_input_starts_at_the_segment_and_goes_on_at_the_previous_end (void)
{
  g_autoptr (GstClFraming) framing = framing_f32 (4, 4, RATE);
  GstSegment segment;
  Output output;

  output_init (&output);
  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = 7 * GST_SECOND;
  gst_cl_framing_set_segment (framing, &segment);
  push (framing, ramp (0, 4, GST_CLOCK_TIME_NONE));
  push (framing, ramp (4, 2, GST_CLOCK_TIME_NONE));
  gst_cl_framing_drain (framing);
  push (framing, ramp (0, 4, GST_CLOCK_TIME_NONE));
  pull_f32 (framing, 4, &output);
  TEST_CHECK (output_batch (&output, 0)->stamp.pts == 7 * GST_SECOND, "start");
  TEST_CHECK (output_batch (&output, 2)->stamp.pts == 7 * GST_SECOND + 6 * MS,
      "previous end");
  TEST_CHECK (output_batch (&output, 2)->begins, "new run");

  gst_cl_framing_drain (framing);
  pull_f32 (framing, 4, &output);
  gst_cl_framing_set_segment (framing, &segment);
  push (framing, ramp (0, 4, GST_CLOCK_TIME_NONE));
  gst_cl_framing_drain (framing);
  segment.start = 9 * GST_SECOND;
  gst_cl_framing_set_segment (framing, &segment);
  push (framing, ramp (0, 4, GST_CLOCK_TIME_NONE));
  pull_f32 (framing, 4, &output);
  TEST_CHECK (output_batch (&output, 3)->stamp.pts == 7 * GST_SECOND + 10 * MS,
      "the same segment");
  TEST_CHECK (output_batch (&output, 4)->stamp.pts == 9 * GST_SECOND,
      "another segment");
  output_clear (&output);
}

static void
new_caps_keep_the_previous_end (void)
{
  g_autoptr (GstClFraming) framing = framing_f32 (4, 4, RATE);
  GstAudioInfo info;
  Output output;

  output_init (&output);
  push (framing, ramp (0, 4, 20 * MS));
  pull_f32 (framing, 4, &output);
  gst_audio_info_set_format (&info, GST_AUDIO_FORMAT_F32, 2 * RATE, 1, NULL);
  gst_cl_framing_set_info (framing, &info);
  push (framing, ramp (0, 4, GST_CLOCK_TIME_NONE));
  pull_f32 (framing, 4, &output);
  TEST_CHECK (output_batch (&output, 1)->stamp.pts == 24 * MS, "pts");
  TEST_CHECK (output_batch (&output, 1)->stamp.duration == 2 * MS, "new rate");
  output_clear (&output);
}

static void
jitter_below_the_threshold_is_ignored (void)
{
  g_autoptr (GstClFraming) framing = framing_f32 (8, 8, RATE);
  Output output;

  output_init (&output);
  push (framing, ramp (0, 8, 100 * MS));
  for (guint i = 1; i < 500; i++)
    push (framing, ramp (8 * i, 8, 100 * MS + 8 * i * MS +
            (random_below (78) * MS) - 39 * MS));
  pull_f32 (framing, 8, &output);
  TEST_CHECK (output.n_frames == 500, "%u", (guint) output.n_frames);
  for (guint i = 0; i < 500; i++) {
    TEST_CHECK (output_batch (&output, i)->stamp.pts == (100 + 8 * i) * MS, "%u", i);
    TEST_CHECK (sample_at (&output, i, 8, 0) == 8 * i + 1, "%u", i);
  }
  output_clear (&output);
}

static void
a_threshold_of_zero_still_accepts_exact_timestamps (void)
{
  g_autoptr (GstClFraming) framing = gst_cl_framing_new ();
  GstClFramingParams params = {.size = 7,.hop = 7 };
  GstAudioInfo info;
  Output output;

  output_init (&output);
  gst_audio_info_set_format (&info, GST_AUDIO_FORMAT_F32, 44100, 1, NULL);
  gst_cl_framing_set_params (framing, &params);
  gst_cl_framing_set_info (framing, &info);
  for (guint i = 0; i < 1000; i++)
    push (framing, ramp (7 * i, 7, 12345 +
            gst_util_uint64_scale (7 * i, GST_SECOND, 44100)));
  pull_f32 (framing, 7, &output);
  TEST_CHECK (output.n_frames == 1000, "%u", (guint) output.n_frames);
  for (guint i = 1; i < output.batches->len; i++)
    TEST_CHECK (!output_batch (&output, i)->begins, "batch %u", i);
  output_clear (&output);
}

/* Whether a buffer that comes so early or late begins a run. */
static gboolean
begins (GstClockTime threshold, GstClockTimeDiff late)
{
  g_autoptr (GstClFraming) framing = framing_f32 (8, 8, RATE);
  GstClFramingParams params = {.size = 8,.hop = 8,
    .alignment_threshold = threshold
  };
  gboolean found;
  Output output;

  output_init (&output);
  gst_cl_framing_set_params (framing, &params);
  push (framing, ramp (0, 8, GST_SECOND));
  push (framing, ramp (8, 8, GST_SECOND + 8 * MS + late));
  pull_f32 (framing, 8, &output);
  found = output_batch (&output, 1)->begins;
  output_clear (&output);
  return found;
}

static void
times_stray_from_the_threshold_on (void)
{
  for (guint i = 0; i < 300 && test_n_failures == 0; i++) {
    guint ms = 3 + random_below (random_below (2) ? 10 : 900);
    gint sign = random_below (2) ? 1 : -1;

    for (gint late = ms - 1; late <= (gint) ms + 1; late++)
      TEST_CHECK (begins (ms * MS, sign * late * (GstClockTimeDiff) MS)
          == (late >= (gint) ms), "%d ms of %u", sign * late, ms);
  }
  /* all that the property takes */
  TEST_CHECK (!begins (G_MAXUINT64 - 1, 3600 * GST_SECOND), "an hour strays");
}

/* ---- discontinuities ---- */

static void
check_jump (GstClockTime late, guint block)
{
  g_autoptr (GstClFraming) framing =
      framing_with (100, 100, GST_CL_DISCONT_POLICY_DRAIN, GST_SECOND);
  Output output;

  output_init (&output);
  push (framing, ramp (0, 100, 0));
  for (guint i = 1; i <= 12; i++)
    push (framing, ramp (100 * i, 100, late + 100 * i * MS));
  pull_f32 (framing, 100, &output);
  for (guint i = 0; i <= 12; i++) {
    GstClockTime pts = (i < block ? 0 : late) + 100 * i * MS;

    TEST_CHECK (output_batch (&output, i)->stamp.pts == pts,
        "%" G_GUINT64_FORMAT " ms late, block %u of a jump reported at %u",
        late / MS, i, block);
    TEST_CHECK (output_batch (&output, i)->begins == (i == 0 || i == block),
        "%" G_GUINT64_FORMAT " ms late, block %u of a jump reported at %u",
        late / MS, i, block);
  }
  output_clear (&output);
}

/* However far the jump, so much input is waited for. */
static void
a_jump_becomes_a_discontinuity_after_discont_wait (void)
{
  static const guint late_ms[] = { 50, 110, 500, 999, 1000, 5000 };

  for (guint i = 0; i < G_N_ELEMENTS (late_ms); i++)
    check_jump (late_ms[i] * MS, 11);
}

static void
drain_fills_up_the_frames_begun_before_a_discontinuity (void)
{
  g_autoptr (GstClFraming) framing =
      framing_with (8, 4, GST_CL_DISCONT_POLICY_DRAIN, 0);
  Output output;

  output_init (&output);
  push (framing, ramp (0, 10, 0));
  push (framing, ramp (100, 8, 1000 * MS));
  TEST_CHECK (gst_cl_framing_is_draining (framing), "old run first");
  pull_f32 (framing, 8, &output);
  TEST_CHECK (!gst_cl_framing_is_draining (framing), "new run");
  TEST_CHECK (output.n_frames == 4, "%u", (guint) output.n_frames);
  TEST_CHECK (sample_at (&output, 2, 8, 1) == 10, "before");
  TEST_CHECK (sample_at (&output, 2, 8, 2) == 0, "filled, not joined");
  TEST_CHECK (output_batch (&output, 2)->stamp.duration == 2 * MS, "true end");
  TEST_CHECK (output_batch (&output, 2)->stamp.offset_end == 10, "true end");
  TEST_CHECK (output_batch (&output, 2)->last, "last");
  TEST_CHECK (output_batch (&output, 3)->stamp.pts == 1000 * MS, "new anchor");
  TEST_CHECK (output_batch (&output, 3)->begins, "DISCONT");
  TEST_CHECK (output_batch (&output, 3)->stamp.offset == 0, "index from the anchor");
  TEST_CHECK (sample_at (&output, 3, 8, 0) == 101, "new samples");
  output_clear (&output);
}

static void
drop_discards_the_incomplete_frames (void)
{
  g_autoptr (GstClFraming) framing =
      framing_with (8, 4, GST_CL_DISCONT_POLICY_DROP, 0);
  Output output;

  output_init (&output);
  push (framing, ramp (0, 10, 0));
  push (framing, ramp (100, 8, 1000 * MS));
  gst_cl_framing_drain (framing);
  pull_f32 (framing, 8, &output);
  TEST_CHECK (output.n_frames == 3, "%u", (guint) output.n_frames);
  TEST_CHECK (output_batch (&output, 0)->stamp.duration == 10 * MS, "true end");
  TEST_CHECK (output_batch (&output, 1)->stamp.pts == 1000 * MS, "new anchor");
  TEST_CHECK (output_batch (&output, 1)->begins, "DISCONT");
  TEST_CHECK (sample_at (&output, 1, 8, 0) == 101, "new samples");
  TEST_CHECK (sample_at (&output, 2, 8, 4) == 0, "drained at the end");
  output_clear (&output);
}

static void
pad_counts_a_hole_as_silence_on_the_same_grid (void)
{
  g_autoptr (GstClFraming) framing =
      framing_with (8, 8, GST_CL_DISCONT_POLICY_PAD, 0);
  Output output;

  output_init (&output);
  push (framing, ramp (0, 10, 0));
  push (framing, ramp (100, 8, 102 * MS));
  gst_cl_framing_drain (framing);
  pull_f32 (framing, 8, &output);
  TEST_CHECK (output.n_frames == 14, "%u", (guint) output.n_frames);
  for (guint k = 0; k < 14; k++) {
    TEST_CHECK (output_batch (&output, k)->stamp.pts == 8 * k * MS, "%u", k);
    TEST_CHECK (output_batch (&output, k)->begins == (k == 0), "%u", k);
    TEST_CHECK (output_batch (&output, k)->stamp.gap == (k > 1 && k < 12), "%u", k);
  }
  TEST_CHECK (sample_at (&output, 12, 8, 5) == 0, "hole");
  TEST_CHECK (sample_at (&output, 12, 8, 6) == 101, "sample 102");
  output_clear (&output);
}

static void
pad_starts_anew_at_a_jump_backwards (void)
{
  g_autoptr (GstClFraming) framing =
      framing_with (8, 8, GST_CL_DISCONT_POLICY_PAD, GST_SECOND);
  Output output;

  output_init (&output);
  push (framing, ramp (0, 12, 1000 * MS));
  push (framing, flagged (ramp (100, 8, 500 * MS), GST_BUFFER_FLAG_DISCONT));
  pull_f32 (framing, 8, &output);
  TEST_CHECK (output.n_frames == 3, "%u", (guint) output.n_frames);
  TEST_CHECK (output_batch (&output, 2)->stamp.pts == 500 * MS, "pts");
  TEST_CHECK (output_batch (&output, 2)->begins, "DISCONT");
  output_clear (&output);
}

static void
the_flag_starts_a_run_at_once_and_outlives_an_empty_buffer (void)
{
  g_autoptr (GstClFraming) framing =
      framing_with (8, 8, GST_CL_DISCONT_POLICY_DRAIN, GST_SECOND);
  GstClockTime jump = 12 * MS + GST_CL_FRAMING_DEFAULT_ALIGNMENT_THRESHOLD;
  Output output;

  output_init (&output);
  push (framing, ramp (0, 12, 0));
  push (framing, flagged (ramp (0, 0, jump), GST_BUFFER_FLAG_DISCONT));
  push (framing, ramp (100, 8, jump));
  push (framing, flagged (ramp (200, 8, GST_CLOCK_TIME_NONE),
          GST_BUFFER_FLAG_DISCONT));
  pull_f32 (framing, 8, &output);
  TEST_CHECK (output.n_frames == 4, "%u", (guint) output.n_frames);
  TEST_CHECK (output_batch (&output, 2)->begins, "timed");
  TEST_CHECK (output_batch (&output, 2)->stamp.pts == jump, "timed");
  TEST_CHECK (output_batch (&output, 3)->begins, "untimed");
  TEST_CHECK (output_batch (&output, 3)->stamp.pts == jump + 8 * MS,
      "previous end");
  output_clear (&output);
}

/* As rtpL16depay flags each buffer of a talk spurt. */
static void
a_flag_that_times_deny_is_passed_on_and_cuts_nothing (void)
{
  static const GstClDiscontPolicy policies[] = {
    GST_CL_DISCONT_POLICY_DRAIN, GST_CL_DISCONT_POLICY_DROP,
    GST_CL_DISCONT_POLICY_PAD
  };
  static const GstBufferFlags flags[] = {
    GST_BUFFER_FLAG_DISCONT, GST_BUFFER_FLAG_RESYNC
  };

  for (guint i = 0; i < 6; i++) {
    g_autoptr (GstClFraming) framing =
        framing_with (16, 8, policies[i / 2], GST_SECOND);
    guint64 at = 0, n_flagged = 0;
    Output output;

    output_init (&output);
    while (at < 2000) {
      guint n = 1 + random_below (40);
      gint64 jitter = at ? (gint64) random_below (78) - 39 : 0;

      push (framing, flagged (ramp (at, n, (1000 + at + jitter) * MS),
              flags[i % 2]));
      pull_f32 (framing, 16, &output);
      at += n;
    }
    TEST_REQUIRE (output.n_frames == (at - 16) / 8 + 1, "%u frames",
        (guint) output.n_frames);
    for (guint k = 0; k < output.n_frames; k++)
      TEST_REQUIRE (sample_at (&output, k, 16, 0) == 8 * k + 1
          && sample_at (&output, k, 16, 15) == 8 * k + 16, "frame %u", k);
    for (guint b = 0; b < output.batches->len; b++) {
      TEST_CHECK (output_batch (&output, b)->begins == (b == 0), "%u", b);
      n_flagged += output_batch (&output, b)->stamp.discont;
    }
    TEST_CHECK (n_flagged > 20, "%u flags passed on", (guint) n_flagged);
    output_clear (&output);
  }
}

static void
flush_forgets_samples_frames_and_times (void)
{
  g_autoptr (GstClFraming) framing = framing_f32 (8, 4, RATE);
  Output output;

  output_init (&output);
  push (framing, ramp (0, 30, 50 * MS));
  gst_cl_framing_drain (framing);
  push (framing, ramp (0, 30, 5000 * MS));
  gst_cl_framing_flush (framing);
  TEST_CHECK (gst_cl_framing_get_n_ready (framing) == 0, "frames");
  TEST_CHECK (!gst_cl_framing_is_draining (framing), "runs");
  push (framing, ramp (300, 8, GST_CLOCK_TIME_NONE));
  pull_f32 (framing, 8, &output);
  TEST_CHECK (output_batch (&output, 0)->stamp.pts == 0, "segment start");
  TEST_CHECK (output_batch (&output, 0)->begins, "DISCONT");
  TEST_CHECK (sample_at (&output, 0, 8, 0) == 301, "new samples");
  output_clear (&output);
}

/* ---- gaps ---- */

static void
a_gap_of_an_hour_is_counted_and_not_stored (void)
{
  g_autoptr (GstClFraming) framing = framing_f32 (1000, 1000, RATE);
  gfloat dest[1000];
  GstClFramingBatch batch;
  gsize before;

  push (framing, ramp (0, 500, 0));
  gst_cl_framing_push_gap (framing, 500 * MS, 3600 * GST_SECOND);
  push (framing, ramp (0, 500, 3600500 * MS));
  before = gst_cl_framing_get_store_size (framing);
  TEST_CHECK (before <= 1024 * sizeof (gfloat), "%zu bytes", before);
  TEST_CHECK (gst_cl_framing_get_n_ready (framing) == 3601, "%u",
      (guint) gst_cl_framing_get_n_ready (framing));
  for (guint k = 0; k < 3601; k++) {
    gboolean taken = gst_cl_framing_take (framing, 1, dest, 0, &batch);

    TEST_REQUIRE (taken, "frame %u", k);
    TEST_CHECK (batch.stamp.pts == k * GST_SECOND, "frame %u", k);
    TEST_CHECK (batch.stamp.gap == (k > 0 && k < 3600), "frame %u", k);
    TEST_CHECK (dest[999] == (k == 3600 ? 500 : 0), "frame %u", k);
  }
  TEST_CHECK (gst_cl_framing_get_store_size (framing) == before, "grew");
}

static void
gap_events_do_not_accumulate_rounding (void)
{
  g_autoptr (GstClFraming) framing = gst_cl_framing_new ();
  GstClFramingParams params = {.size = 100,.hop = 100,
    .alignment_threshold = 40 * MS,.discont_wait = GST_SECOND
  };
  GstAudioInfo info;

  gst_audio_info_set_format (&info, GST_AUDIO_FORMAT_S16, 44100, 1, NULL);
  gst_cl_framing_set_info (framing, &info);
  gst_cl_framing_set_params (framing, &params);
  for (guint i = 0; i < 30000; i++) {
    GstClockTime t = gst_util_uint64_scale (i, GST_SECOND, 3000);

    gst_cl_framing_push_gap (framing, t,
        gst_util_uint64_scale (i + 1, GST_SECOND, 3000) - t);
  }
  TEST_CHECK (gst_cl_framing_get_n_ready (framing) == 4410, "%u",
      (guint) gst_cl_framing_get_n_ready (framing));
}

static void
a_gap_without_duration_lasts_until_the_next_buffer (void)
{
  g_autoptr (GstClFraming) framing = framing_f32 (8, 8, RATE);
  Output output;

  output_init (&output);
  push (framing, ramp (0, 8, 0));
  gst_cl_framing_push_gap (framing, 8 * MS, GST_CLOCK_TIME_NONE);
  push (framing, ramp (800, 8, 800 * MS));
  pull_f32 (framing, 8, &output);
  TEST_CHECK (output.n_frames == 101, "%u", (guint) output.n_frames);
  TEST_CHECK (output_batch (&output, 50)->stamp.gap, "gap");
  TEST_CHECK (sample_at (&output, 100, 8, 0) == 801, "after the gap");
  TEST_CHECK (!output_batch (&output, 100)->begins, "no discontinuity");
  output_clear (&output);
}

static void
a_gap_can_come_first_and_needs_no_time (void)
{
  g_autoptr (GstClFraming) framing = framing_f32 (8, 8, RATE);
  Output output;

  output_init (&output);
  gst_cl_framing_push_gap (framing, 100 * MS, 4 * MS);
  gst_cl_framing_push_gap (framing, GST_CLOCK_TIME_NONE, 2 * MS);
  push (framing, ramp (0, 2, 106 * MS));
  pull_f32 (framing, 8, &output);
  TEST_CHECK (output.n_frames == 1, "%u", (guint) output.n_frames);
  TEST_CHECK (output_batch (&output, 0)->stamp.pts == 100 * MS, "anchor");
  TEST_CHECK (!output_batch (&output, 0)->stamp.gap, "has data");
  TEST_CHECK (sample_at (&output, 0, 8, 6) == 1, "after the gap");
  output_clear (&output);
}

static void
absurd_gaps_neither_hang_nor_wrap (void)
{
  g_autoptr (GstClFraming) framing = gst_cl_framing_new ();
  GstClFramingParams params = {.size = 16,.hop = 16,.center = TRUE };
  GstAudioInfo info;
  guint64 n_ready;

  gst_audio_info_set_format (&info, GST_AUDIO_FORMAT_U8, G_MAXINT, 1, NULL);
  gst_cl_framing_set_info (framing, &info);
  gst_cl_framing_set_params (framing, &params);
  for (guint i = 0; i < 4; i++)
    gst_cl_framing_push_gap (framing, i * GST_SECOND,
        GST_CLOCK_TIME_NONE - 1 - i * GST_SECOND);
  gst_cl_framing_push_gap (framing, 0, GST_CLOCK_TIME_NONE - 1);
  n_ready = gst_cl_framing_get_n_ready (framing);
  TEST_CHECK (n_ready > G_MAXUINT32 && n_ready < G_MAXINT64, "%"
      G_GUINT64_FORMAT, n_ready);
  for (guint i = 0; i < 10; i++) {
    guint8 dest[16 * 8];
    GstClFramingBatch batch;

    TEST_CHECK (gst_cl_framing_take (framing, 8, dest, 0, &batch), "%u", i);
    TEST_CHECK (batch.stamp.gap && dest[0] == 0x80 && dest[127] == 0x80, "%u", i);
  }
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (untimed_input_starts_at_the_segment_and_goes_on_at_the_previous_end),
    TEST (new_caps_keep_the_previous_end),
    TEST (jitter_below_the_threshold_is_ignored),
    TEST (a_threshold_of_zero_still_accepts_exact_timestamps),
    TEST (times_stray_from_the_threshold_on),
    TEST (a_jump_becomes_a_discontinuity_after_discont_wait),
    TEST (drain_fills_up_the_frames_begun_before_a_discontinuity),
    TEST (drop_discards_the_incomplete_frames),
    TEST (pad_counts_a_hole_as_silence_on_the_same_grid),
    TEST (pad_starts_anew_at_a_jump_backwards),
    TEST (the_flag_starts_a_run_at_once_and_outlives_an_empty_buffer),
    TEST (a_flag_that_times_deny_is_passed_on_and_cuts_nothing),
    TEST (flush_forgets_samples_frames_and_times),
    TEST (a_gap_of_an_hour_is_counted_and_not_stored),
    TEST (gap_events_do_not_accumulate_rounding),
    TEST (a_gap_without_duration_lasts_until_the_next_buffer),
    TEST (a_gap_can_come_first_and_needs_no_time),
    TEST (absurd_gaps_neither_hang_nor_wrap),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
