/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-framing.c: which frames come out, their samples and their times.
 */
#include "framing-support.h"

#define RATE 1000               /* one sample a millisecond */
#define MS ((GstClockTime) GST_MSECOND)

static GstClFramingParams
shape (guint size, guint hop, gboolean center)
{
  return (GstClFramingParams) {
    .size = size,.hop = hop,.center = center,
    .alignment_threshold = GST_CL_FRAMING_DEFAULT_ALIGNMENT_THRESHOLD,
    .discont_wait = GST_CL_FRAMING_DEFAULT_DISCONT_WAIT,
  };
}

/* One run of n ramp samples from `pts`, drained. */
static void
run_ramp (guint size, guint hop, gboolean center, gint rate, guint n,
    GstClockTime pts, guint n_most, Output * output)
{
  g_autoptr (GstClFraming) framing = framing_f32 (size, hop, rate);
  GstClFramingParams params = shape (size, hop, center);

  gst_cl_framing_set_params (framing, &params);
  output_init (output);
  push (framing, ramp (0, n, pts));
  gst_cl_framing_drain (framing);
  pull (framing, size, 4, 1, n_most, output);
}

static void
frames_start_a_hop_apart (void)
{
  Output output;

  run_ramp (8, 3, FALSE, RATE, 20, 0, 1, &output);
  TEST_CHECK (output.n_frames == 7, "%u", (guint) output.n_frames);
  for (guint k = 0; k < 7; k++)
    for (guint i = 0; i < 8; i++) {
      guint at = 3 * k + i;
      TEST_CHECK (sample_at (&output, k, 8, i) == (at < 20 ? at + 1 : 0),
          "frame %u sample %u", k, i);
    }
  output_clear (&output);
}

static void
drain_emits_each_frame_that_begins_before_the_end (void)
{
  for (guint n = 1; n <= 40; n++)
    for (guint hop = 1; hop <= 12; hop++) {
      Output output;

      run_ramp (8, hop, FALSE, RATE, n, 0, 3, &output);
      TEST_CHECK (output.n_frames == (n + hop - 1) / hop, "n %u hop %u: %u",
          n, hop, (guint) output.n_frames);
      output_clear (&output);
    }
}

static void
times_are_scaled_once_from_the_anchor (void)
{
  GstClockTime anchor = 123456789;
  Output output;

  run_ramp (7, 5, FALSE, 44100, 100000, anchor, 1, &output);
  for (guint k = 0; k < output.batches->len; k++) {
    const GstClFramingBatch *batch = output_batch (&output, k);
    GstClockTime t = anchor + gst_util_uint64_scale (5 * (guint64) k,
        GST_SECOND, 44100);
    GstClockTime next = anchor + gst_util_uint64_scale (5 * (guint64) (k + 1),
        GST_SECOND, 44100);

    TEST_CHECK (batch->stamp.pts == t, "frame %u", k);
    TEST_CHECK (batch->first_frame == k, "frame %u", k);
    TEST_CHECK (batch->last == (k + 1 == output.batches->len), "%u", k);
    if (!batch->last)
      TEST_CHECK (batch->stamp.duration == next - t, "frame %u", k);
  }
  output_clear (&output);
}

static void
durations_join_batches_and_end_at_the_true_end (void)
{
  for (guint n_most = 1; n_most <= 9; n_most++) {
    Output output;
    GstClockTime expected = 5 * GST_SECOND;

    run_ramp (8, 3, FALSE, 44100, 47, expected, n_most, &output);
    for (guint i = 0; i < output.batches->len; i++) {
      const GstClFramingBatch *batch = output_batch (&output, i);

      TEST_CHECK (batch->stamp.pts == expected, "batch %u of at most %u", i,
          n_most);
      expected = batch->stamp.pts + batch->stamp.duration;
    }
    TEST_CHECK (expected == 5 * GST_SECOND + gst_util_uint64_scale (47,
            GST_SECOND, 44100), "ends at %" GST_TIME_FORMAT,
        GST_TIME_ARGS (expected));
    output_clear (&output);
  }
}

static void
offsets_name_the_samples_read_and_the_true_end (void)
{
  Output output;

  run_ramp (8, 3, FALSE, RATE, 20, 77, 2, &output);
  TEST_CHECK (output.batches->len == 4, "%u", output.batches->len);
  for (guint i = 0; i < 4; i++) {
    const GstClFramingBatch *batch = output_batch (&output, i);

    TEST_CHECK (batch->stamp.offset == 6 * i, "batch %u: %u", i,
        (guint) batch->stamp.offset);
    TEST_CHECK (batch->stamp.offset_end == MIN (20, 6 * i + 8 +
            (batch->n_frames - 1) * 3), "batch %u: %u", i,
        (guint) batch->stamp.offset_end);
  }
  output_clear (&output);
}

static void
centered_frames_have_zeros_before_the_anchor (void)
{
  static const guint sizes[] = { 8, 9 };
  const GstClFramingBatch *batch;

  for (guint s = 0; s < 2; s++) {
    guint size = sizes[s], n_frames = (20 + 4 + 2) / 3;
    Output output;

    run_ramp (size, 3, TRUE, RATE, 20, 50, 1, &output);
    TEST_CHECK (output.n_frames == n_frames, "%u", (guint) output.n_frames);
    for (guint k = 0; k < output.n_frames; k++) {
      batch = output_batch (&output, k);
      TEST_CHECK (batch->stamp.pts == 50 + 3 * k * MS, "frame %u", k);
      TEST_CHECK (batch->stamp.offset == (3 * k < 4 ? 0 : 3 * k - 4), "%u", k);
      TEST_CHECK (batch->stamp.offset_end == MIN (20, 3 * k - 4 + size), "%u", k);
      for (guint i = 0; i < size; i++) {
        gint at = (gint) (3 * k + i) - 4;
        TEST_CHECK (sample_at (&output, k, size, i) ==
            (at >= 0 && at < 20 ? at + 1 : 0), "frame %u sample %u", k, i);
      }
    }
    output_clear (&output);
  }
}

static void
a_last_frame_centered_past_the_end_lasts_one_nanosecond (void)
{
  Output output;
  const GstClFramingBatch *batch;

  run_ramp (8, 3, TRUE, RATE, 20, 0, 1, &output);
  batch = output_batch (&output, output.batches->len - 1);
  TEST_CHECK (batch->stamp.pts == 21 * MS, "%u", (guint) batch->stamp.pts);
  TEST_CHECK (batch->stamp.duration == 1, "%u", (guint) batch->stamp.duration);
  output_clear (&output);
}

static void
no_input_gives_no_frame (void)
{
  g_autoptr (GstClFraming) framing = framing_f32 (8, 3, RATE);
  GstClFramingParams params = shape (8, 3, TRUE);
  GstClFramingBatch batch;
  gfloat dest[8];

  gst_cl_framing_set_params (framing, &params);
  gst_cl_framing_drain (framing);
  TEST_CHECK (gst_cl_framing_get_n_ready (framing) == 0, "empty");
  push (framing, ramp (0, 0, 0));
  gst_cl_framing_push_gap (framing, 0, GST_CLOCK_TIME_NONE);
  gst_cl_framing_drain (framing);
  TEST_CHECK (gst_cl_framing_get_n_ready (framing) == 0, "no sample");
  TEST_CHECK (!gst_cl_framing_take (framing, 1, dest, 0, &batch), "take");
}

static void
a_hop_beyond_size_skips_samples (void)
{
  Output output;

  run_ramp (4, 10, FALSE, RATE, 33, 0, 2, &output);
  TEST_CHECK (output.n_frames == 4, "%u", (guint) output.n_frames);
  for (guint k = 0; k < 4; k++)
    for (guint i = 0; i < 4; i++) {
      guint at = 10 * k + i;
      TEST_CHECK (sample_at (&output, k, 4, i) == (at < 33 ? at + 1 : 0),
          "frame %u sample %u", k, i);
    }
  TEST_CHECK (output_batch (&output, 0)->stamp.offset_end == 14, "offset end");
  TEST_CHECK (output_batch (&output, 1)->stamp.pts == 20 * MS, "pts");
  TEST_CHECK (output_batch (&output, 1)->stamp.duration == 13 * MS, "last");
  output_clear (&output);
}

static void
latency_is_when_the_last_sample_arrives (void)
{
  static const struct { guint size, hop, center, n, pad_mode; } cases[] = {
    {8, 3, 0, 1}, {8, 3, 1, 1}, {9, 3, 1, 1}, {8, 8, 0, 4}, {9, 2, 1, 5},
    {4, 10, 0, 1}, {1, 1, 1, 1},
    {8, 3, 1, 1, GST_CL_PAD_MODE_REFLECT},
    {9, 3, 1, 1, GST_CL_PAD_MODE_REFLECT},
    {8, 3, 0, 1, GST_CL_PAD_MODE_REFLECT},
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    g_autoptr (GstClFraming) framing =
        framing_f32 (cases[c].size, cases[c].hop, RATE);
    GstClFramingParams params =
        shape (cases[c].size, cases[c].hop, cases[c].center);
    GstClockTime arrival = 0, latency;
    GstClFramingBatch batch;
    gfloat dest[64];

    params.pad_mode = cases[c].pad_mode;
    gst_cl_framing_set_params (framing, &params);
    latency = gst_cl_framing_get_latency (framing, cases[c].n);
    while (gst_cl_framing_get_n_ready (framing) < cases[c].n) {
      push (framing, ramp (0, 1, arrival));
      arrival += MS;
    }
    gst_cl_framing_take (framing, 64, dest, 0, &batch);
    TEST_CHECK (batch.stamp.pts + latency == arrival, "case %u: %u + %u != %u", c,
        (guint) batch.stamp.pts, (guint) latency, (guint) arrival);
  }
}

static void
latency_is_zero_before_the_format_is_known (void)
{
  g_autoptr (GstClFraming) framing = gst_cl_framing_new ();

  TEST_CHECK (gst_cl_framing_get_latency (framing, 1) == 0, "latency");
}

static void
the_stamp_carries_times_offsets_and_flags (void)
{
  GstClStamp stamp = {.pts = 1,.duration = 2,.offset = 3,
    .offset_end = 4,.discont = TRUE,.gap = TRUE
  };
  g_autoptr (GstBuffer) buffer = gst_buffer_new ();

  gst_cl_stamp_apply (&stamp, buffer);
  TEST_CHECK (GST_BUFFER_PTS (buffer) == 1 && GST_BUFFER_DURATION (buffer) == 2
      && GST_BUFFER_OFFSET (buffer) == 3 && GST_BUFFER_OFFSET_END (buffer) == 4,
      "fields");
  TEST_CHECK (GST_BUFFER_IS_DISCONT (buffer), "discont");
  TEST_CHECK (GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_GAP), "gap");
  stamp.discont = stamp.gap = FALSE;
  gst_cl_stamp_apply (&stamp, buffer);
  TEST_CHECK (!GST_BUFFER_IS_DISCONT (buffer), "discont");
  TEST_CHECK (!GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_GAP), "gap");
}

static void
a_new_shape_goes_on_where_the_next_frame_would_be (void)
{
  g_autoptr (GstClFraming) framing = framing_f32 (8, 3, RATE);
  GstClFramingParams params = shape (5, 2, FALSE);
  const GstClFramingBatch *batch;
  Output output;

  output_init (&output);
  push (framing, ramp (0, 12, 0));
  pull (framing, 8, 4, 1, 8, &output);
  TEST_CHECK (output.n_frames == 2, "%u", (guint) output.n_frames);
  gst_cl_framing_set_params (framing, &params);
  output_clear (&output);
  output_init (&output);
  pull (framing, 5, 4, 1, 1, &output);
  TEST_CHECK (output.n_frames == 1, "%u", (guint) output.n_frames);
  batch = output_batch (&output, 0);
  TEST_CHECK (sample_at (&output, 0, 5, 0) == 7, "first sample");
  TEST_CHECK (batch->stamp.pts == 6 * MS, "%u", (guint) batch->stamp.pts);
  TEST_CHECK (batch->stamp.duration == 2 * MS, "duration");
  TEST_CHECK (batch->stamp.offset == 6 && batch->first_frame == 0, "offset");
  TEST_CHECK (!batch->begins, "no discontinuity");
  output_clear (&output);
}

static void
a_lead_that_grows_waits_for_samples_that_are_kept (void)
{
  g_autoptr (GstClFraming) framing = framing_f32 (8, 4, RATE);
  GstClFramingParams params = shape (8, 4, TRUE);
  Output output;

  output_init (&output);
  push (framing, ramp (0, 8, 0));
  pull (framing, 8, 4, 1, 8, &output);
  gst_cl_framing_set_params (framing, &params);
  push (framing, ramp (8, 8, 8 * MS));
  pull (framing, 8, 4, 1, 1, &output);
  /* Sample 4 is the oldest one kept, so 8 the first possible centre. */
  TEST_CHECK (output_batch (&output, 1)->stamp.pts == 8 * MS, "pts");
  TEST_CHECK (sample_at (&output, 1, 8, 0) == 5, "first sample");
  output_clear (&output);
}

static void
parameters_that_keep_the_shape_change_nothing (void)
{
  g_autoptr (GstClFraming) framing = framing_f32 (8, 3, RATE);
  GstClFramingParams params = shape (8, 3, FALSE);
  Output output;

  output_init (&output);
  push (framing, ramp (0, 12, 0));
  pull (framing, 8, 4, 1, 8, &output);
  params.discont_wait = 0;
  gst_cl_framing_set_params (framing, &params);
  push (framing, ramp (12, 12, 12 * MS));
  pull (framing, 8, 4, 1, 8, &output);
  TEST_CHECK (output_batch (&output, 1)->first_frame == 2, "k goes on");
  output_clear (&output);
}

static void
times_saturate_at_the_end_of_time (void)
{
  GstClockTime anchor = GST_CLOCK_TIME_NONE - 5 * MS;
  Output output;

  run_ramp (4, 4, FALSE, RATE, 40, anchor, 1, &output);
  TEST_CHECK (output.n_frames == 10, "%u", (guint) output.n_frames);
  for (guint i = 0; i < output.batches->len; i++) {
    const GstClFramingBatch *batch = output_batch (&output, i);

    TEST_CHECK (GST_CLOCK_TIME_IS_VALID (batch->stamp.pts), "batch %u", i);
    TEST_CHECK (batch->stamp.pts >= anchor, "batch %u wrapped", i);
    TEST_CHECK (batch->stamp.duration <= 5 * MS, "batch %u wrapped", i);
  }
  output_clear (&output);
}

static void
spans_that_no_size_holds_are_refused (void)
{
  g_autoptr (GstClFraming) framing = gst_cl_framing_new ();
  GstClFramingParams params = shape (G_MAXUINT, G_MAXUINT, FALSE);
  GstAudioInfo info;
  gsize size;

  gst_audio_info_set_format (&info, GST_AUDIO_FORMAT_F64, G_MAXINT, 64, NULL);
  gst_cl_framing_set_info (framing, &info);
  gst_cl_framing_set_params (framing, &params);
  TEST_CHECK (gst_cl_framing_get_span (framing, G_MAXUINT) ==
      (guint64) G_MAXUINT * G_MAXUINT, "span");
  TEST_CHECK (!gst_cl_framing_get_span_size (framing, G_MAXUINT, &size),
      "overflow");
  TEST_CHECK (gst_cl_framing_get_span_size (framing, 1, &size) ==
      (sizeof (gsize) > 4), "one frame");
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (frames_start_a_hop_apart),
    TEST (drain_emits_each_frame_that_begins_before_the_end),
    TEST (times_are_scaled_once_from_the_anchor),
    TEST (durations_join_batches_and_end_at_the_true_end),
    TEST (offsets_name_the_samples_read_and_the_true_end),
    TEST (centered_frames_have_zeros_before_the_anchor),
    TEST (a_last_frame_centered_past_the_end_lasts_one_nanosecond),
    TEST (no_input_gives_no_frame),
    TEST (a_hop_beyond_size_skips_samples),
    TEST (latency_is_when_the_last_sample_arrives),
    TEST (latency_is_zero_before_the_format_is_known),
    TEST (the_stamp_carries_times_offsets_and_flags),
    TEST (a_new_shape_goes_on_where_the_next_frame_would_be),
    TEST (a_lead_that_grows_waits_for_samples_that_are_kept),
    TEST (parameters_that_keep_the_shape_change_nothing),
    TEST (times_saturate_at_the_end_of_time),
    TEST (spans_that_no_size_holds_are_refused),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
