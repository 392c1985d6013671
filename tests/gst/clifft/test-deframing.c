/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-deframing.c: claims about frames that are put together again, without
 * a device: frames come from framing.h and are windowed here.
 */
#include <math.h>

#include "clifft/audio/deframing.h"
#include "audio/framing.h"
#include "support/test.h"

#define MAX_SIZE 200

/* A hann window that is nowhere 0, so that every hop up to size will do. */
static void
fill_window (gdouble * window, guint size)
{
  guint i;

  for (i = 0; i < size; i++)
    window[i] = 0.55 - 0.45 * cos (2 * G_PI * (i + 0.5) / size);
}

/* ---- the sums ---- */

static void
sums_are_those_of_the_formula (void)
{
  gdouble window[MAX_SIZE], x[MAX_SIZE], sums[2000], squares[2000], y[2000];
  guint trial, i;

  for (trial = 0; trial < 500; trial++) {
    GstClOverlapAdd *ola = gst_cl_overlap_add_new (1);
    gint64 end = 0, first = -(gint64) (test_random () % 50);
    guint taken = 0;

    gst_cl_overlap_add_restart (ola, 0);
    memset (sums, 0, sizeof sums);
    memset (squares, 0, sizeof squares);
    while (end < 1500) {
      guint size = 1 + test_random () % MAX_SIZE;
      gfloat single[MAX_SIZE];
      gboolean is_double = test_random () % 2;
      GstClFrame frame = { is_double ? (gpointer) x : (gpointer) single,
        is_double, 1, size
      };

      /* silence covers as any other frame does */
      if (test_random () % 4 == 0)
        frame.data = NULL;
      fill_window (window, size);
      for (i = 0; i < size; i++) {
        single[i] = test_uniform ();
        x[i] = single[i];
        if (first + i < taken)
          continue;
        sums[first + i] += frame.data ? window[i] * x[i] : 0;
        squares[first + i] += window[i] * window[i];
      }
      TEST_CHECK (gst_cl_overlap_add_set_window (ola, window, size, 1e-9,
              test_random () % 100, NULL), "no memory");
      TEST_CHECK (gst_cl_overlap_add_frame (ola, first, &frame, NULL),
          "no memory");
      end = MAX (end, first + size);
      TEST_CHECK (gst_cl_overlap_add_get_end (ola) == MAX (end, taken),
          "end %d", (int) gst_cl_overlap_add_get_end (ola));
      first += test_random () % (size + 20);
      if (first > taken) {
        gst_cl_overlap_add_take (ola, first - taken, y + taken);
        taken = first;
      }
    }
    for (i = 0; i < taken; i++) {
      gdouble want = squares[i] > 1e-9 ? sums[i] / squares[i] : 0;

      TEST_CHECK (fabs (y[i] - want) < 1e-12, "[%u] %g, not %g", i, y[i], want);
    }
    gst_cl_overlap_add_free (ola);
  }
}

static void
parts_of_complex_frames_are_neighbouring_channels (void)
{
  static const gfloat frame_data[] = { 1, 2, 3, 4, -1, -1, 5, 6, 7, 8, -1, -1 };
  static const gdouble window[] = { 2, 0.5 };
  GstClOverlapAdd *ola = gst_cl_overlap_add_new (4);
  GstClFrame frame = { frame_data, FALSE, 2, 6 };
  gdouble y[8];
  guint i, c;

  TEST_CHECK (gst_cl_overlap_add_set_window (ola, window, 2, 0, 0, NULL),
      "no memory");
  TEST_CHECK (gst_cl_overlap_add_frame (ola, 0, &frame, NULL), "no memory");
  gst_cl_overlap_add_take (ola, 2, y);
  for (i = 0; i < 2; i++)
    for (c = 0; c < 4; c++)
      TEST_CHECK (y[4 * i + c] * window[i] == frame_data[c / 2 * 6 + 2 * i
              + c % 2], "[%u] channel %u: %g", i, c, y[4 * i + c]);
  gst_cl_overlap_add_free (ola);
}

static void
left_and_right_come_back_of_mid_and_side (void)
{
  static const gdouble mid_side[] = { 0.5, -0.125, 0.25, 0.75 };
  static const gdouble left_right[] = { 0.75, 0.25, 0.625, -0.875 };
  static const gdouble window[] = { 1, 1 };
  GstClOverlapAdd *ola = gst_cl_overlap_add_new (2);
  GstClFrame frame = { mid_side, TRUE, 1, 2, TRUE };
  gdouble y[4];
  guint i;

  gst_cl_overlap_add_set_window (ola, window, 2, 0, 0, NULL);
  gst_cl_overlap_add_frame (ola, 0, &frame, NULL);
  gst_cl_overlap_add_take (ola, 2, y);
  for (i = 0; i < 4; i++)
    TEST_CHECK (y[i] == left_right[i], "[%u] %g", i, y[i]);
  gst_cl_overlap_add_free (ola);
}

static void
not_a_number_stays_in_its_frame_and_channel (void)
{
  GstClOverlapAdd *ola = gst_cl_overlap_add_new (2);
  gdouble window[8], x[16], y[2 * 64];
  GstClFrame frame = { x, TRUE, 1, 8 };
  guint k, i, c;

  fill_window (window, 8);
  gst_cl_overlap_add_set_window (ola, window, 8, 0, 0, NULL);
  for (k = 0; k < 15; k++) {
    for (i = 0; i < 16; i++)
      x[i] = k == 5 && i >= 8 ? NAN : 1;
    gst_cl_overlap_add_frame (ola, 4 * k, &frame, NULL);
  }
  gst_cl_overlap_add_take (ola, 64, y);
  for (i = 0; i < 64; i++)
    for (c = 0; c < 2; c++)
      TEST_CHECK (!isnan (y[2 * i + c]) == !(c == 1 && i >= 20 && i < 28),
          "[%u] channel %u: %g", i, c, y[2 * i + c]);
  gst_cl_overlap_add_free (ola);
}

/* ---- there and back ---- */

typedef struct
{
  guint rate, size, hop;
  gboolean center;
  guint most;                   /* frames in a buffer */
  gboolean untold;              /* buffers without offsets */
  gboolean loses_discont;
  GstClFraming *framing;
  GstClDeframing *deframing;
  gdouble window[MAX_SIZE];
  GArray *samples;              /* gdouble */
  GArray *batches;              /* GstClDeframingBatch */
} Trip;

static void
trip_reshape (Trip * t, guint size, guint hop)
{
  GstClFramingParams framing = {.size = size,.hop = hop,
    .center = t->center,.pad_mode = t->untold ? GST_CL_PAD_MODE_CONSTANT
        : test_random () % 3,.alignment_threshold = 1
  };
  GstClDeframingParams deframing = { 1, t->rate, t->window, size, hop,
    t->center, 1e-9, 0
  };

  t->size = size;
  t->hop = hop;
  fill_window (t->window, size);
  gst_cl_framing_set_params (t->framing, &framing);
  TEST_CHECK (gst_cl_deframing_set_params (t->deframing, &deframing, NULL),
      "no memory");
}

static void
trip_init (Trip * t, guint rate, guint size, guint hop, gboolean center)
{
  GstAudioInfo info;

  gst_init (NULL, NULL);
  memset (t, 0, sizeof *t);
  t->rate = rate;
  t->center = center;
  t->most = G_MAXUINT;
  t->framing = gst_cl_framing_new ();
  t->deframing = gst_cl_deframing_new ();
  t->samples = g_array_new (FALSE, FALSE, sizeof (gdouble));
  t->batches = g_array_new (FALSE, FALSE, sizeof (GstClDeframingBatch));
  gst_audio_info_set_format (&info, GST_AUDIO_FORMAT_F64, rate, 1, NULL);
  gst_cl_framing_set_info (t->framing, &info);
  trip_reshape (t, size, hop);
}

static void
trip_clear (Trip * t)
{
  gst_cl_framing_free (t->framing);
  gst_cl_deframing_free (t->deframing);
  g_array_unref (t->samples);
  g_array_unref (t->batches);
}

static void
trip_take (Trip * t)
{
  gdouble y[1000];
  GstClDeframingBatch batch;

  while (gst_cl_deframing_take (t->deframing, 1 + test_random () % 1000, y,
          &batch)) {
    g_array_append_vals (t->samples, y, batch.n_samples);
    g_array_append_val (t->batches, batch);
  }
}

static void
trip_add_silence (Trip * t, guint64 n_frames)
{
  GstClFrame silence = { NULL };

  for (; n_frames > 0; n_frames--) {
    gst_cl_deframing_add (t->deframing, &silence, NULL);
    trip_take (t);
  }
}

/* As an element does with a buffer of spectra. */
static void
trip_receive (Trip * t, GstBuffer * buffer, const gdouble * frames,
    guint n_frames, guint distance)
{
  gdouble x[MAX_SIZE];
  GstClFrame frame = { x, TRUE, 1, t->size };
  guint k, i;

  if (gst_cl_deframing_begins (t->deframing, buffer)) {
    gst_cl_deframing_drain (t->deframing, buffer);
    trip_take (t);
  } else {
    trip_add_silence (t, gst_cl_deframing_get_n_missing (t->deframing,
            buffer));
  }
  gst_cl_deframing_place (t->deframing, buffer, n_frames);
  for (k = 0; k < n_frames; k++) {
    for (i = 0; i < t->size; i++)
      x[i] = t->window[i] * frames[k * distance + i];
    TEST_CHECK (gst_cl_deframing_add (t->deframing, &frame, NULL), "memory");
  }
  trip_take (t);
}

static void
trip_forward (Trip * t)
{
  while (gst_cl_framing_get_n_ready (t->framing) > 0) {
    guint n = MIN (gst_cl_framing_get_n_ready (t->framing), t->most);
    gdouble *frames = g_new (gdouble, gst_cl_framing_get_span (t->framing, n));
    GstBuffer *buffer = gst_buffer_new ();
    GstClFramingBatch batch;

    gst_cl_framing_take (t->framing, n, frames, 0, &batch);
    gst_cl_stamp_apply (&batch.stamp, buffer);
    if (t->untold)
      GST_BUFFER_OFFSET (buffer) = GST_BUFFER_OFFSET_END (buffer) =
          GST_BUFFER_OFFSET_NONE;
    if (t->loses_discont)
      GST_BUFFER_FLAG_UNSET (buffer, GST_BUFFER_FLAG_DISCONT);
    trip_receive (t, buffer, frames, n,
        gst_cl_framing_get_distance (t->framing));
    gst_buffer_unref (buffer);
    g_free (frames);
  }
}

static void
trip_push (Trip * t, const gdouble * values, guint n, GstClockTime pts)
{
  GstBuffer *buffer = gst_buffer_new_memdup (values, n * sizeof (gdouble));

  GST_BUFFER_PTS (buffer) = pts;
  gst_cl_framing_push_buffer (t->framing, buffer, NULL);
  trip_forward (t);
}

static void
trip_end (Trip * t)
{
  gst_cl_framing_drain (t->framing);
  trip_forward (t);
  gst_cl_deframing_drain (t->deframing, NULL);
  trip_take (t);
}

static GstClockTime
time_of (const Trip * t, guint64 sample)
{
  return gst_util_uint64_scale (sample, GST_SECOND, t->rate);
}

static void
fill (gdouble * values, guint n)
{
  guint i;

  for (i = 0; i < n; i++)
    values[i] = test_uniform ();
}

/* Samples [from, from + n) are values, timed from `anchor` on without holes. */
static void
check_run (const Trip * t, guint from, const gdouble * values, guint n,
    GstClockTime anchor, const gchar * what)
{
  guint i, at = 0;

  TEST_REQUIRE (t->samples->len >= from + n, "%s: %u samples, not %u", what,
      t->samples->len, from + n);
  for (i = 0; i < n; i++) {
    gdouble got = g_array_index (t->samples, gdouble, from + i);

    TEST_CHECK (fabs (got - values[i]) < 1e-9,
        "%s: size %u hop %u center %d most %u: [%u of %u] %g, not %g", what,
        t->size, t->hop, t->center, t->most, i, n, got, values[i]);
  }
  for (i = 0; i < t->batches->len; i++) {
    const GstClDeframingBatch *b =
        &g_array_index (t->batches, GstClDeframingBatch, i);

    if (at >= from && at < from + n) {
      TEST_CHECK (b->stamp.pts == anchor + time_of (t, at - from)
          && b->stamp.pts + b->stamp.duration == anchor + time_of (t, at - from
              + b->n_samples) && b->stamp.offset == at - from
          && b->stamp.offset_end == b->stamp.offset + b->n_samples
          && !b->stamp.discont == (at != from),
          "%s: batch %u at %" G_GUINT64_FORMAT " for %" G_GUINT64_FORMAT, what,
          i, b->stamp.pts, b->stamp.duration);
    }
    at += b->n_samples;
  }
}

static void
frames_give_their_samples_back (void)
{
  gdouble values[1500];
  guint trial;

  for (trial = 0; trial < 1000; trial++) {
    guint size = 1 + test_random () % MAX_SIZE, at, cut;
    guint n = 1 + test_random () % 1500;
    GstClockTime anchor = test_random () % GST_SECOND;
    Trip t;

    trip_init (&t, 8000 + test_random () % 90000, size,
        1 + test_random () % size, test_random () % 2);
    t.most = 1 + test_random () % 40;
    fill (values, n);
    for (at = 0; at < n; at += cut) {
      cut = 1 + test_random () % 300;
      cut = MIN (cut, n - at);
      trip_push (&t, values + at, cut, anchor + time_of (&t, at));
    }
    trip_end (&t);
    TEST_CHECK (t.samples->len == n, "%u samples, not %u", t.samples->len, n);
    check_run (&t, 0, values, n, anchor, "random cuts");
    trip_clear (&t);
  }
}

static void
a_discontinuity_starts_anew_at_its_sample (void)
{
  gdouble values[1000];
  guint trial;

  for (trial = 0; trial < 300; trial++) {
    guint size = 2 + test_random () % (MAX_SIZE - 1);
    guint n = 1 + test_random () % 500;
    /* ahead, or back into what was there before */
    GstClockTime second = test_random () % (40 * GST_MSECOND);
    Trip t;

    trip_init (&t, 48000, size, 1 + test_random () % (size - 1), trial % 2);
    t.most = 1 + test_random () % 5;
    fill (values, 1000);
    trip_push (&t, values, n, 0);
    if (second + GST_MSECOND > time_of (&t, n)
        && second < time_of (&t, n) + GST_MSECOND)
      second += 2 * GST_MSECOND;
    /* the flag may be lost: the end of the input is reported by OFFSET_END */
    t.loses_discont = trial % 3 == 0;
    trip_push (&t, values + n, 1000 - n, second);
    trip_end (&t);
    TEST_CHECK (t.samples->len == 1000, "%u samples after %u", t.samples->len,
        n);
    check_run (&t, 0, values, n, 0, "before");
    check_run (&t, n, values + n, 1000 - n, second, "after");
    trip_clear (&t);
  }
}

static void
frames_that_were_lost_leave_a_hole_in_time (void)
{
  gdouble values[4000];
  Trip t;
  guint i;

  trip_init (&t, 48000, 64, 16, TRUE);
  t.most = 1;
  fill (values, 4000);
  trip_push (&t, values, 2000, 0);
  /* as a queue that leaks: nobody says so */
  gst_cl_framing_flush (t.framing);
  t.loses_discont = TRUE;
  trip_push (&t, values + 3000, 1000, time_of (&t, 3000));
  trip_end (&t);
  for (i = 1; i < t.batches->len; i++) {
    const GstClDeframingBatch *b =
        &g_array_index (t.batches, GstClDeframingBatch, i);

    TEST_CHECK (b->stamp.pts >= b[-1].stamp.pts + b[-1].stamp.duration, "batch %u overlaps", i);
    if (b->stamp.discont)
      TEST_CHECK (b->stamp.pts == time_of (&t, 3000), "at %" G_GUINT64_FORMAT,
          b->stamp.pts);
  }
  check_run (&t, t.samples->len - 1000, values + 3000, 1000,
      time_of (&t, 3000), "after");
  trip_clear (&t);
}

static void
without_offsets_whole_frames_come_out (void)
{
  static const guint hops[] = { 16, 30, 64 };
  gdouble values[1000] = { 0 };
  guint i;

  for (i = 0; i < 6; i++) {
    guint hop = hops[i / 2], lead = i % 2 ? 32 : 0, n_frames;
    Trip t;

    trip_init (&t, 48000, 64, hop, i % 2);
    t.untold = TRUE;
    trip_reshape (&t, 64, hop);
    fill (values, 900);
    trip_push (&t, values, 900, 0);
    trip_end (&t);
    n_frames = (900 + lead + hop - 1) / hop;
    TEST_CHECK (t.samples->len == (n_frames - 1) * hop + 64 - lead,
        "hop %u: %u samples", hop, t.samples->len);
    check_run (&t, 0, values, MIN (1000, t.samples->len), 0, "untold");
    trip_clear (&t);
  }
}

/* Of a stream whose first frames are gone, timestamps alone are not enough to
   know where centred frames start to tell samples: OFFSET is. */
static void
a_run_starts_where_its_first_frame_does (void)
{
  gdouble values[1000];
  guint center;

  for (center = 0; center < 2; center++) {
    guint first = 10 * 16 - (center ? 32 : 0);
    Trip t;

    trip_init (&t, 48000, 64, 16, center);
    t.most = 10;
    fill (values, 1000);
    trip_push (&t, values, 10 * 16 + 48 - (center ? 32 : 0), GST_SECOND);
    gst_cl_deframing_flush (t.deframing);
    g_array_set_size (t.samples, 0);
    g_array_set_size (t.batches, 0);
    trip_push (&t, values + 10 * 16 + 48 - (center ? 32 : 0), 700,
        GST_CLOCK_TIME_NONE);
    trip_end (&t);
    TEST_REQUIRE (t.batches->len > 0, "nothing");
    TEST_CHECK (g_array_index (t.batches, GstClDeframingBatch, 0).stamp.offset
        == first && g_array_index (t.batches, GstClDeframingBatch, 0).stamp.pts
        == GST_SECOND + time_of (&t, first), "center %u: starts at %d", center,
        (int) g_array_index (t.batches, GstClDeframingBatch, 0).stamp.offset);
    TEST_CHECK (fabs (g_array_index (t.samples, gdouble, 0) - values[first])
        < 1e-9, "center %u", center);
    trip_clear (&t);
  }
}

static void
gaps_are_made_up_for_by_silence (void)
{
  gdouble values[2000];
  guint open, center, i;

  for (open = 0; open < 2; open++) {
    for (center = 0; center < 2; center++) {
      GstClockTime duration;
      guint64 n_frames;
      Trip t;

      trip_init (&t, 48000, 64, 16, center);
      fill (values, 640);
      memset (values + 640, 0, 1360 * sizeof (gdouble));
      trip_push (&t, values, 640 + (center ? 32 : 64), 0);
      /* frames 0 to 40 are there; 100 are not */
      duration = open ? GST_CLOCK_TIME_NONE : time_of (&t, 141 * 16)
          - time_of (&t, 41 * 16);
      TEST_CHECK (gst_cl_deframing_push_gap (t.deframing, time_of (&t,
                  41 * 16), duration, &n_frames), "no run");
      TEST_CHECK (n_frames == (open ? 0 : 100), "%d frames", (int) n_frames);
      trip_add_silence (&t, n_frames);
      gst_cl_framing_push_gap (t.framing, GST_CLOCK_TIME_NONE,
          time_of (&t, 100 * 16));
      while (gst_cl_framing_get_n_ready (t.framing) > 0) {
        gdouble *frames = g_new (gdouble, 64);
        GstClFramingBatch batch;

        gst_cl_framing_take (t.framing, 1, frames, 0, &batch);
        g_free (frames);
      }
      fill (values, 100);
      trip_push (&t, values, 100, GST_CLOCK_TIME_NONE);
      for (i = 1; i < t.batches->len; i++) {
        const GstClDeframingBatch *b =
            &g_array_index (t.batches, GstClDeframingBatch, i);

        TEST_CHECK (!b->stamp.discont && b->stamp.offset == b[-1].stamp.offset_end,
            "open %u: batch %u", open, i);
        TEST_CHECK (!b->stamp.gap == !(b->stamp.offset >= 40 * 16 - (center ? 32 : 0) + 64
                && b->stamp.offset_end <= 141 * 16 - (center ? 32 : 0)), "open %u: batch %u: gap %d at %d",
            open, i, b->stamp.gap, (int) b->stamp.offset);
      }
      trip_clear (&t);
    }
  }
}

static void
a_change_of_shape_goes_on_without_a_seam (void)
{
  gdouble values[3000];
  guint trial;

  for (trial = 0; trial < 200; trial++) {
    guint size = 20 + test_random () % (MAX_SIZE - 20);
    Trip t;

    trip_init (&t, 48000, size, 1 + test_random () % (size / 2), FALSE);
    fill (values, 3000);
    trip_push (&t, values, 1200, 0);
    size = 20 + test_random () % (MAX_SIZE - 20);
    trip_reshape (&t, size, 1 + test_random () % (size / 2));
    trip_push (&t, values + 1200, 1800, GST_CLOCK_TIME_NONE);
    trip_end (&t);
    TEST_CHECK (t.samples->len == 3000, "%u samples", t.samples->len);
    check_run (&t, 0, values, 3000, 0, "reshaped");
    trip_clear (&t);
  }
}

/* A shape with its first frame at a drawn sample: from before where the old
   shape would go on, but not before the run, up to the end of its frames; or
   behind a hole. */
static gint64
draw_shape (Trip * t, gint64 begin, gint64 reach, gint64 frames_end,
    gboolean * has_hole)
{
  guint size = 2 + test_random () % (MAX_SIZE - 2);
  gint64 least = reach - (gint64) (test_random () % size), first;

  t->center = test_random () % 2;
  trip_reshape (t, size, 1 + test_random () % size);
  if (frames_end == 0)
    return t->center ? -(gint64) (size / 2) : 0;
  least = MAX (least, begin);
  *has_hole = test_random () % 4 == 0;
  first = least + (gint64) (test_random () % (frames_end - least + 1));
  return *has_hole ? frames_end + 1 + (gint64) (test_random () % 300) : first;
}

/* Frames of the current shape from sample `first` on, as claudiofft sends
   them. */
static void
send_frames (Trip * t, const gdouble * values, guint n_values,
    GstClockTime anchor, gint64 first, guint n, gboolean discont)
{
  gdouble *frames = g_new0 (gdouble, (gsize) n * t->size);
  GstBuffer *buffer = gst_buffer_new ();
  guint64 index = first + (t->center ? t->size / 2 : 0);
  gint64 end = first + (n - 1) * t->hop + t->size, at;
  guint k, i;

  for (k = 0; k < n; k++)
    for (i = 0; i < t->size; i++) {
      at = first + k * t->hop + i;
      if (at >= 0 && at < n_values)
        frames[k * t->size + i] = values[at];
    }
  GST_BUFFER_PTS (buffer) = anchor + time_of (t, index);
  GST_BUFFER_OFFSET (buffer) = MAX (first, 0);
  GST_BUFFER_OFFSET_END (buffer) = MIN (end, n_values);
  if (discont)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  trip_receive (t, buffer, frames, n, t->size);
  gst_buffer_unref (buffer);
  g_free (frames);
}

/* What claudiofft does where size, hop and center change while playing. */
static void
changes_of_shape_lose_and_double_nothing (void)
{
  enum { n_values = 3000 };
  gdouble values[n_values];
  guint trial, i, j, n_holes = 0;

  fill (values, n_values);
  for (trial = 0; trial < (test_is_full () ? 5000 : 500); trial++) {
    guint n_covered[n_values] = { 0 }, n_out[n_values] = { 0 };
    GstClockTime anchor = test_random () % GST_SECOND;
    gint64 first, begin = 0, reach = 0, frames_end = 0;
    guint64 out = 0, at;
    gboolean has_hole = FALSE;
    Trip t;

    trip_init (&t, 8000 + test_random () % 90000, 2, 1, FALSE);
    /* frames run past the end of the input where it is drained only */
    while (frames_end < n_values) {
      guint n = 1 + test_random () % 6;

      first = draw_shape (&t, begin, reach, frames_end, &has_hole);
      n_holes += has_hole;
      begin = has_hole ? first : begin;
      if (first >= n_values)
        break;
      n = MIN (n, 1 + (n_values - 1 - first) / t.hop);
      send_frames (&t, values, n_values, anchor, first, n,
          has_hole && test_random () % 2);
      reach = MAX (reach, first + n * t.hop);
      frames_end = MAX (frames_end, first + (n - 1) * t.hop + t.size);
      for (i = 0; i < n_values; i++)
        n_covered[i] |= i >= first && i < frames_end;
    }
    trip_end (&t);
    for (i = 0; i < t.batches->len; i++) {
      const GstClDeframingBatch *b =
          &g_array_index (t.batches, GstClDeframingBatch, i);

      at = gst_util_uint64_scale_round (b->stamp.pts - anchor, t.rate,
          GST_SECOND);
      for (j = 0; j < b->n_samples; j++, at++, out++) {
        TEST_REQUIRE (at < n_values, "%" G_GUINT64_FORMAT, at);
        n_out[at]++;
        TEST_CHECK (fabs (g_array_index (t.samples, gdouble, out)
                - values[at]) < 1e-9, "[%" G_GUINT64_FORMAT "] %g, not %g", at,
            g_array_index (t.samples, gdouble, out), values[at]);
      }
      if (i > 0 && b->stamp.pts > b[-1].stamp.pts + b[-1].stamp.duration)
        TEST_CHECK (b->stamp.discont, "a hole without DISCONT");
    }
    for (i = 0; i < n_values; i++)
      TEST_CHECK (n_out[i] == n_covered[i], "sample %u comes %u times, not %u",
          i, n_out[i], n_covered[i]);
    trip_clear (&t);
  }
  TEST_CHECK (n_holes > 100, "nothing was tried");
}

/* Both are the input's, as OFFSET_END says. */
static void
a_run_takes_nothing_from_the_one_before (void)
{
  enum { n_values = 3000 };
  gdouble values[n_values];
  guint trial;

  fill (values, n_values);
  for (trial = 0; trial < 200; trial++) {
    GstClockTime anchor = test_random () % GST_SECOND, second;
    guint n = 1 + test_random () % 9, size = 2 + test_random () % 190, end;
    Trip t;

    trip_init (&t, 8000 + test_random () % 90000, size,
        1 + test_random () % size, FALSE);
    end = (n - 1) * t.hop + size;
    second = anchor + time_of (&t, end - test_random () % size);
    send_frames (&t, values, n_values, anchor, 0, n, FALSE);
    send_frames (&t, values, n_values, second, 0, n, TRUE);
    trip_end (&t);
    TEST_CHECK (t.samples->len == 2 * end, "%u samples, not twice %u",
        t.samples->len, end);
    check_run (&t, 0, values, end, anchor, "before");
    check_run (&t, end, values, end, second, "after");
    trip_clear (&t);
  }
}

/* Any field may hold anything: it must end in samples, with sane times. */
static void
wild_timestamps_and_offsets_do_no_harm (void)
{
  static const guint64 wild[] = { 0, 1, G_MAXUINT64, G_MAXUINT64 - 1,
    G_MAXINT64, (guint64) 1 << 61, ((guint64) 1 << 61) - 1, GST_SECOND, 12345
  };
  guint trial, k;

  for (trial = 0; trial < 300; trial++) {
    gdouble frames[3 * 32];
    guint64 n_frames;
    Trip t;

    trip_init (&t, trial % 3 ? 48000 : G_MAXINT, 32, 1 + test_random () % 32,
        trial % 2);
    fill (frames, 3 * 32);
    for (k = 0; k < 20; k++) {
      GstBuffer *buffer = gst_buffer_new ();

      GST_BUFFER_PTS (buffer) = wild[test_random () % G_N_ELEMENTS (wild)];
      GST_BUFFER_OFFSET (buffer) = wild[test_random () % G_N_ELEMENTS (wild)];
      GST_BUFFER_OFFSET_END (buffer) =
          wild[test_random () % G_N_ELEMENTS (wild)];
      if (test_random () % 3 == 0)
        GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
      trip_receive (&t, buffer, frames, 1 + test_random () % 3, 32);
      gst_cl_deframing_push_gap (t.deframing,
          wild[test_random () % G_N_ELEMENTS (wild)], test_random () % 2
          ? GST_MSECOND : GST_CLOCK_TIME_NONE - 1, &n_frames);
      trip_add_silence (&t, MIN (n_frames, 5));
      gst_buffer_unref (buffer);
    }
    trip_end (&t);
    for (k = 0; k < t.batches->len; k++) {
      const GstClDeframingBatch *b =
          &g_array_index (t.batches, GstClDeframingBatch, k);

      TEST_CHECK (GST_CLOCK_TIME_IS_VALID (b->stamp.pts)
          && GST_CLOCK_TIME_IS_VALID (b->stamp.pts + b->stamp.duration), "batch %u", k);
    }
    trip_clear (&t);
  }
}

/* ---- latency ---- */

static void
latency_is_what_samples_wait_for_their_frame (void)
{
  static const guint sizes[] = { 64, 65, 1, 2 };
  guint i, center;

  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    for (center = 0; center < 2; center++) {
      gdouble values[500];
      gint64 longest = 0;
      GstClockTime reported;
      Trip t;
      guint k;

      trip_init (&t, 44100, sizes[i], MAX (1, sizes[i] / 3), center);
      reported = gst_cl_deframing_get_latency (t.deframing);
      fill (values, 500);
      for (k = 0; k < 500; k++) {
        guint n_before = t.batches->len, n_index = k + 1;
        gint64 frame_time;

        trip_push (&t, values + k, 1, time_of (&t, k));
        if (t.batches->len == n_before)
          continue;
        /* the frame that came with sample k: its last */
        frame_time = time_of (&t, n_index - sizes[i] + (center ? sizes[i] / 2
                : 0));
        longest = MAX (longest, frame_time - (gint64)
            g_array_index (t.batches, GstClDeframingBatch, n_before).stamp.pts);
      }
      TEST_CHECK (longest <= (gint64) reported && longest + 1 >= (gint64) reported,
          "size %u center %u: %d ns, reported %d", sizes[i], center, (int) longest,
          (int) reported);
      trip_clear (&t);
    }
  }
}

TEST_MAIN (TEST (sums_are_those_of_the_formula),
    TEST (parts_of_complex_frames_are_neighbouring_channels),
    TEST (left_and_right_come_back_of_mid_and_side),
    TEST (not_a_number_stays_in_its_frame_and_channel),
    TEST (frames_give_their_samples_back),
    TEST (a_discontinuity_starts_anew_at_its_sample),
    TEST (frames_that_were_lost_leave_a_hole_in_time),
    TEST (without_offsets_whole_frames_come_out),
    TEST (a_run_starts_where_its_first_frame_does),
    TEST (gaps_are_made_up_for_by_silence),
    TEST (a_change_of_shape_goes_on_without_a_seam),
    TEST (changes_of_shape_lose_and_double_nothing),
    TEST (a_run_takes_nothing_from_the_one_before),
    TEST (wild_timestamps_and_offsets_do_no_harm),
    TEST (latency_is_what_samples_wait_for_their_frame))
