/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clifft/test-video-stream.c: claims about when the pictures of clifft are,
 * what it does at discontinuities, gaps, changes and the end, and about the
 * buffers that it writes to.
 */
#include <string.h>

#include "gst/support/rig.h"
#include "support/test.h"
#include "videotrip.h"

/* Four pictures every two, of 8 x 10 pixels. */
static const VideoSpec stacks = {.source = "GRAY8:10x8:30000/1001",
  .size = {8, 10},.depth = 4,.hop = 2,.temporal_window = "hamming"
};

static const VideoSpec single = {.source = "GRAY8:10x8:30000/1001",
  .size = {8, 10}
};

static GstClockTime
time_of (guint64 picture)
{
  return gst_util_uint64_scale (picture, GST_SECOND * 1001, 30000);
}

/* Spectra [from, to) of the pictures, a buffer each, from `start` on. */
static void
push_spectra (VideoTrip * t, const VideoSpec * spec, const guint16 * codes,
    guint n_pictures, guint from, guint to, GstClockTime start)
{
  guint hop = spec->depth ? spec->hop : 1, k;

  for (k = from; k < to; k++)
    video_trip_push (t, video_spec_make_buffer (spec, codes, n_pictures,
            k * hop, 1, start + time_of (k * hop)));
}

/* Pictures [from, from + n) that came out are those of codes from `first`. */
static void
check_pictures (const VideoTrip * t, const VideoSpec * spec,
    const guint16 * codes, guint from, guint first, guint n)
{
  guint i;

  TEST_REQUIRE (t->pictures->len >= from + n, "%u pictures: %s",
      t->pictures->len, t->error);
  for (i = 0; i < n; i++)
    TEST_CHECK (video_trip_count_wrong (t, from + i, spec, codes, first + i)
        == 0, "picture %u is wrong", from + i);
}

/* Their times, from `start` on, without a seam but at the first. */
static void
check_times (const VideoTrip * t, guint from, guint n, GstClockTime start,
    guint64 offset)
{
  guint i;

  for (i = 0; i < n && from + i < t->pictures->len; i++) {
    const TripPicture *p = video_trip_at (t, from + i);

    TEST_CHECK (p->pts == start + time_of (i)
        && p->pts + p->duration == start + time_of (i + 1)
        && p->offset == offset + i && p->offset_end == offset + i + 1
        && !p->discont == (i > 0), "picture %u: %" G_GUINT64_FORMAT " for %"
        G_GUINT64_FORMAT " number %" G_GUINT64_FORMAT " discont %d", i,
        p->pts - start, p->duration, p->offset, p->discont);
  }
}

/* ---- times ---- */

static void
times_are_exact_however_spectra_are_gathered (void)
{
  VideoSpec spec = stacks;
  guint cut, k;

  video_spec_resolve (&spec);
  for (cut = 1; cut <= 5; cut++) {
    VideoTrip *t = video_trip_new ("clifft");
    guint16 *codes = video_spec_make_codes (&spec, 22, test_random ());
    GstClockTime start = test_random () % GST_SECOND;

    video_trip_set_spec (t, &spec);
    for (k = 0; k < 10; k += cut)
      video_trip_push (t, video_spec_make_buffer (&spec, codes, 22, 2 * k,
              MIN (cut, 10 - k), start + time_of (2 * k)));
    TEST_CHECK (t->pictures->len == 20, "%u before the end",
        t->pictures->len);
    video_trip_push_event (t, gst_event_new_eos ());
    TEST_CHECK (t->pictures->len == 22 && t->n_eos == 1, "%u pictures: %s",
        t->pictures->len, t->error);
    check_pictures (t, &spec, codes, 0, 0, 22);
    check_times (t, 0, 22, start, 0);
    g_free (codes);
    video_trip_free (t);
  }
}

static void
a_time_that_is_off_a_little_moves_the_pictures (void)
{
  VideoSpec spec = single;
  VideoTrip *t = video_trip_new ("clifft");
  guint16 *codes;
  guint k;

  video_spec_resolve (&spec);
  codes = video_spec_make_codes (&spec, 9, test_random ());
  video_trip_set_spec (t, &spec);
  for (k = 0; k < 9; k++)
    video_trip_push (t, video_spec_make_buffer (&spec, codes, 9, k, 1,
            time_of (k) / GST_MSECOND * GST_MSECOND));
  for (k = 0; k < t->pictures->len; k++)
    TEST_CHECK (video_trip_at (t, k)->pts == time_of (k) / GST_MSECOND
        * GST_MSECOND && !video_trip_at (t, k)->discont == (k > 0)
        && video_trip_at (t, k)->offset == k, "picture %u", k);
  check_pictures (t, &spec, codes, 0, 0, 9);
  g_free (codes);
  video_trip_free (t);
}

static void
a_variable_framerate_keeps_the_times_of_the_buffers (void)
{
  VideoSpec spec = {.source = "GRAY8:10x8:0/1",.size = {8, 10} };
  VideoTrip *t = video_trip_new ("clifft");
  guint16 *codes;
  guint k;

  video_spec_resolve (&spec);
  codes = video_spec_make_codes (&spec, 9, test_random ());
  video_trip_set_spec (t, &spec);
  for (k = 0; k < 9; k++) {
    GstBuffer *buffer = video_spec_make_buffer (&spec, codes, 9, k, 1,
        k * k * GST_MSECOND);

    GST_BUFFER_DURATION (buffer) = (2 * k + 1) * GST_MSECOND;
    video_trip_push (t, buffer);
  }
  check_pictures (t, &spec, codes, 0, 0, 9);
  for (k = 0; k < t->pictures->len; k++)
    TEST_CHECK (video_trip_at (t, k)->pts == k * k * GST_MSECOND
        && video_trip_at (t, k)->duration == (2 * k + 1) * GST_MSECOND
        && !video_trip_at (t, k)->discont == (k > 0), "picture %u", k);
  TEST_CHECK (GST_VIDEO_INFO_FPS_N (&t->video) == 0, "not variable");
  g_free (codes);
  video_trip_free (t);
}

static void
pictures_that_were_left_out_lower_the_framerate (void)
{
  VideoSpec spec = single;
  VideoTrip *t = video_trip_new ("clifft");
  guint16 *codes;
  guint k;

  spec.hop = 3;
  video_spec_resolve (&spec);
  codes = video_spec_make_codes (&spec, 4, test_random ());
  video_trip_set_spec (t, &spec);
  for (k = 0; k < 4; k++)
    video_trip_push (t, video_spec_make_buffer (&spec, codes, 4, k, 1,
            time_of (3 * k)));
  check_pictures (t, &spec, codes, 0, 0, 4);
  TEST_CHECK (GST_VIDEO_INFO_FPS_N (&t->video) == 10000
      && GST_VIDEO_INFO_FPS_D (&t->video) == 1001, "%d/%d",
      GST_VIDEO_INFO_FPS_N (&t->video), GST_VIDEO_INFO_FPS_D (&t->video));
  for (k = 0; k < t->pictures->len; k++)
    TEST_CHECK (video_trip_at (t, k)->pts == time_of (3 * k)
        && video_trip_at (t, k)->pts + video_trip_at (t, k)->duration
        == time_of (3 * k + 3), "picture %u", k);
  g_free (codes);
  video_trip_free (t);
}

static void
the_end_is_where_offset_end_says (void)
{
  guint n;

  for (n = 1; n <= 4; n++) {
    VideoSpec spec = stacks;
    VideoTrip *t = video_trip_new ("clifft");
    GstBuffer *buffer;
    guint16 *codes;

    video_spec_resolve (&spec);
    codes = video_spec_make_codes (&spec, 6 + n, test_random ());
    video_trip_set_spec (t, &spec);
    push_spectra (t, &spec, codes, 6 + n, 0, 3, 0);
    buffer = video_spec_make_buffer (&spec, codes, 6 + n, 6, 1, time_of (6));
    GST_BUFFER_OFFSET (buffer) = 6;
    GST_BUFFER_OFFSET_END (buffer) = 6 + n;
    video_trip_push (t, buffer);
    video_trip_push_event (t, gst_event_new_eos ());
    TEST_CHECK (t->pictures->len == 6 + n, "%u pictures of %u",
        t->pictures->len, 6 + n);
    check_pictures (t, &spec, codes, 0, 0, 6 + n);
    check_times (t, 0, 6 + n, 0, 0);
    g_free (codes);
    video_trip_free (t);
  }
}

/* ---- discontinuities and changes ---- */

/* way 0: flagged; 1: a jump; 2: back; 3: a GAP event. */
static void
a_discontinuity_ends_a_run_and_starts_another (void)
{
  guint way;

  for (way = 0; way < 4; way++) {
    VideoSpec spec = stacks;
    VideoTrip *t = video_trip_new ("clifft");
    GstClockTime second = way == 2 ? GST_SECOND : 20 * GST_SECOND;
    GstBuffer *buffer;
    guint16 *codes;

    video_spec_resolve (&spec);
    codes = video_spec_make_codes (&spec, 16, test_random ());
    video_trip_set_spec (t, &spec);
    push_spectra (t, &spec, codes, 8, 0, 3, 10 * GST_SECOND);
    TEST_CHECK (t->pictures->len == 6, "%u pictures", t->pictures->len);
    if (way == 3) {
      video_trip_push_event (t, gst_event_new_gap (10 * GST_SECOND
              + time_of (8), GST_SECOND));
      TEST_CHECK (t->pictures->len == 8 && t->n_gaps == 1,
          "%u pictures before the gap", t->pictures->len);
    }
    buffer = video_spec_make_buffer (&spec, codes + 8 * 80, 8, 0, 1, second);
    if (way == 0)
      GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
    video_trip_push (t, buffer);
    push_spectra (t, &spec, codes + 8 * 80, 8, 1, 3, second);
    video_trip_push_event (t, gst_event_new_eos ());
    TEST_CHECK (t->pictures->len == 16, "way %u: %u pictures", way,
        t->pictures->len);
    check_pictures (t, &spec, codes, 0, 0, 16);
    check_times (t, 0, 8, 10 * GST_SECOND, 0);
    check_times (t, 8, 8, second, 0);
    g_free (codes);
    video_trip_free (t);
  }
}

/* What the run before says of pictures of the next one is dropped. */
static void
runs_do_not_overlap (void)
{
  VideoSpec spec = stacks;
  VideoTrip *t = video_trip_new ("clifft");
  GstBuffer *buffer;
  guint16 *codes;

  video_spec_resolve (&spec);
  codes = video_spec_make_codes (&spec, 16, test_random ());
  video_trip_set_spec (t, &spec);
  push_spectra (t, &spec, codes, 16, 0, 3, 0);
  buffer = video_spec_make_buffer (&spec, codes, 16, 7, 1, time_of (7));
  GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  video_trip_push (t, buffer);
  video_trip_push_event (t, gst_event_new_eos ());
  TEST_CHECK (t->pictures->len == 11, "%u pictures", t->pictures->len);
  check_pictures (t, &spec, codes, 0, 0, 11);
  check_times (t, 0, 7, 0, 0);
  check_times (t, 7, 4, time_of (7), 0);
  g_free (codes);
  video_trip_free (t);
}

static void
new_caps_drain_with_the_old_plan (void)
{
  VideoSpec spec = stacks, other = {.source = "RGB:7x5:25/1",.channels = 3,
    .size = {5, 7}
  };
  VideoTrip *t = video_trip_new ("clifft");
  guint16 *codes, *others;

  video_spec_resolve (&spec);
  video_spec_resolve (&other);
  codes = video_spec_make_codes (&spec, 8, test_random ());
  others = video_spec_make_codes (&other, 1, test_random ());
  video_trip_set_spec (t, &spec);
  push_spectra (t, &spec, codes, 8, 0, 3, 0);
  video_trip_set_spec (t, &other);
  TEST_CHECK (t->pictures->len == 8 && t->n_caps == 2, "%u pictures",
      t->pictures->len);
  video_trip_push (t, video_spec_make_buffer (&other, others, 1, 0, 1,
          GST_SECOND));
  check_pictures (t, &spec, codes, 0, 0, 8);
  check_pictures (t, &other, others, 8, 0, 1);
  TEST_CHECK (video_trip_at (t, 8)->pts == GST_SECOND
      && video_trip_at (t, 8)->discont, "another time");
  g_free (codes);
  g_free (others);
  video_trip_free (t);
}

static void
the_same_caps_again_change_nothing (void)
{
  VideoSpec spec = stacks;
  VideoTrip *t = video_trip_new ("clifft");
  guint16 *codes;

  video_spec_resolve (&spec);
  codes = video_spec_make_codes (&spec, 8, test_random ());
  video_trip_set_spec (t, &spec);
  push_spectra (t, &spec, codes, 8, 0, 2, 0);
  video_trip_set_spec (t, &spec);
  TEST_CHECK (t->pictures->len == 4 && t->n_caps == 1, "%u pictures",
      t->pictures->len);
  push_spectra (t, &spec, codes, 8, 2, 3, 0);
  video_trip_push_event (t, gst_event_new_eos ());
  check_pictures (t, &spec, codes, 0, 0, 8);
  check_times (t, 0, 8, 0, 0);
  g_free (codes);
  video_trip_free (t);
}

/* A group may be done and pictures come all the same, as of imagefreeze. */
static void
a_group_that_is_done_changes_nothing_where_nothing_is_owed (void)
{
  VideoSpec spec = single;
  VideoTrip *t = video_trip_new ("clifft");
  GstClockTime start = test_random () % GST_SECOND;
  guint cut = 1 + (guint) (test_random () >> 33) % 8;
  guint16 *codes;

  video_spec_resolve (&spec);
  codes = video_spec_make_codes (&spec, 9, test_random ());
  video_trip_set_spec (t, &spec);
  push_spectra (t, &spec, codes, 9, 0, cut, start);
  video_trip_push_event (t, gst_event_new_stream_group_done (7));
  push_spectra (t, &spec, codes, 9, cut, 9, start);
  TEST_CHECK (t->pictures->len == 9, "%u pictures: %s", t->pictures->len,
      t->error);
  check_pictures (t, &spec, codes, 0, 0, 9);
  check_times (t, 0, 9, start, 0);
  g_free (codes);
  video_trip_free (t);
}

static void
audio_and_video_follow_each_other (void)
{
  static const gchar audio[] = "application/x-fft, version=1, format=F32LE, "
      "quantity=complex, scaling=none, sides=one, shape=<8>, bins=<5>, "
      "channels=1, rate=48000, hop=8, framerate=6000/1, window=rect";
  VideoSpec spec = single;
  VideoTrip *t = video_trip_new ("clifft");
  guint16 *codes;
  guint round;

  video_spec_resolve (&spec);
  codes = video_spec_make_codes (&spec, 1, test_random ());
  for (round = 0; round < 3; round++) {
    guint8 *zeros = g_malloc0 (80);

    video_trip_set_spec (t, &spec);
    video_trip_push (t, video_spec_make_buffer (&spec, codes, 1, 0, 1, 0));
    check_pictures (t, &spec, codes, round, 0, 1);
    gst_harness_set_src_caps_str (t->harness, audio);
    video_trip_push (t, gst_buffer_new_wrapped (zeros, 80));
    TEST_REQUIRE (t->stamps->len == 2 * round + 2, "%u buffers",
        t->stamps->len);
    TEST_CHECK (watch_stamp (t, 2 * round + 1)->n == 16 * sizeof (gfloat),
        "%u bytes", watch_stamp (t, 2 * round + 1)->n);
  }
  TEST_CHECK (t->n_errors == 0 && t->n_caps == 6, "%s", t->error);
  g_free (codes);
  video_trip_free (t);
}

/* ---- buffers of others ---- */

typedef GstBufferPool OddPool;
typedef GstBufferPoolClass OddPoolClass;
GType odd_pool_get_type (void);
G_DEFINE_TYPE (OddPool, odd_pool, GST_TYPE_BUFFER_POOL);

static const gchar **
odd_pool_get_options (GstBufferPool * pool)
{
  static const gchar *options[] = { GST_BUFFER_POOL_OPTION_VIDEO_META, NULL };

  return options;
}

/* Planes that start off any alignment, rows that are followed by 7 bytes; the
   size of all. */
static gsize
lay_out (GstCaps * caps, GstVideoInfo * info,
    gsize offsets[GST_VIDEO_MAX_PLANES], gint strides[GST_VIDEO_MAX_PLANES])
{
  gsize at = 13;
  guint p;

  gst_video_info_from_caps (info, caps);
  for (p = 0; p < GST_VIDEO_INFO_N_PLANES (info); p++) {
    offsets[p] = at;
    strides[p] = GST_VIDEO_INFO_COMP_PSTRIDE (info, p)
        * GST_VIDEO_INFO_WIDTH (info) + 7;
    at += (gsize) strides[p] * GST_VIDEO_INFO_HEIGHT (info) + 5;
  }
  return at;
}

static GstFlowReturn
odd_pool_alloc (GstBufferPool * pool, GstBuffer ** buffer,
    GstBufferPoolAcquireParams * params)
{
  GstStructure *config = gst_buffer_pool_get_config (pool);
  gsize offsets[GST_VIDEO_MAX_PLANES], size;
  gint strides[GST_VIDEO_MAX_PLANES];
  GstVideoInfo info;
  GstCaps *caps;

  gst_buffer_pool_config_get_params (config, &caps, NULL, NULL, NULL);
  size = lay_out (caps, &info, offsets, strides);
  gst_structure_free (config);
  *buffer = gst_buffer_new_and_alloc (size);
  gst_buffer_memset (*buffer, 0, 0x5a, size);
  gst_buffer_add_video_meta_full (*buffer, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_INFO_FORMAT (&info), GST_VIDEO_INFO_WIDTH (&info),
      GST_VIDEO_INFO_HEIGHT (&info), GST_VIDEO_INFO_N_PLANES (&info), offsets,
      strides);
  return GST_FLOW_OK;
}

static void
odd_pool_class_init (OddPoolClass * klass)
{
  klass->get_options = odd_pool_get_options;
  klass->alloc_buffer = odd_pool_alloc;
}

static void
odd_pool_init (OddPool * pool)
{
}

static GstPadProbeReturn
offer_pool (GstPad * pad, GstPadProbeInfo * info, gpointer pool)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);
  gsize offsets[GST_VIDEO_MAX_PLANES];
  gint strides[GST_VIDEO_MAX_PLANES];
  GstVideoInfo video;
  GstCaps *caps;

  if (GST_QUERY_TYPE (query) != GST_QUERY_ALLOCATION)
    return GST_PAD_PROBE_OK;
  gst_query_parse_allocation (query, &caps, NULL);
  gst_query_add_allocation_pool (query, pool, lay_out (caps, &video, offsets,
          strides), 2, 0);
  gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  return GST_PAD_PROBE_HANDLED;
}

/* The bytes between rows and planes are left as they were. */
static void
check_margins (GstBuffer * buffer)
{
  GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);
  GstMapInfo map;
  guint p, y, i;

  TEST_REQUIRE (meta != NULL, "not the offered pool's");
  gst_buffer_map (buffer, &map, GST_MAP_READ);
  for (p = 0; p < meta->n_planes; p++)
    for (y = 0; y < meta->height; y++)
      for (i = 1; i <= 7; i++)
        TEST_CHECK (map.data[meta->offset[p] + (y + 1) * meta->stride[p] - i]
            == 0x5a, "plane %u row %u: written behind its end", p, y);
  for (i = 0; i < 13; i++)
    TEST_CHECK (map.data[i] == 0x5a, "written before the first plane");
  gst_buffer_unmap (buffer, &map);
}

static GstPadProbeReturn
take_margins (GstPad * pad, GstPadProbeInfo * info, gpointer data)
{
  check_margins (GST_PAD_PROBE_INFO_BUFFER (info));
  return GST_PAD_PROBE_OK;
}

static void
pools_with_odd_strides_are_filled (void)
{
  static const struct
  {
    const gchar *name;
    guint channels, bits;
  } formats[] = { {"GRAY8", 1, 8}, {"GRAY16_LE", 1, 16}, {"RGB", 3, 8},
  {"BGRx", 3, 8}, {"Y444", 3, 8}, {"GBR_10LE", 3, 10}
  };
  guint i, k;

  rig_init ();
  for (i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_autofree gchar *source = g_strdup_printf ("%s:10x8:25/1",
        formats[i].name);
    VideoSpec spec = {.source = source,.channels = formats[i].channels,
      .bits = formats[i].bits,.size = {8, 10}
    };
    VideoTrip *t = video_trip_new ("clifft");
    GstBufferPool *pool = g_object_new (odd_pool_get_type (), NULL);
    guint16 *codes;

    gst_object_ref_sink (pool);
    gst_pad_add_probe (t->harness->sinkpad,
        GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, offer_pool, pool, NULL);
    gst_pad_add_probe (t->harness->sinkpad, GST_PAD_PROBE_TYPE_BUFFER,
        take_margins, NULL, NULL);
    video_spec_resolve (&spec);
    codes = video_spec_make_codes (&spec, 3, test_random ());
    video_trip_set_spec (t, &spec);
    for (k = 0; k < 3; k++)
      video_trip_push (t, video_spec_make_buffer (&spec, codes, 3, k, 1,
              GST_CLOCK_TIME_NONE));
    TEST_REQUIRE (t->pictures->len == 3, "%s: %s", formats[i].name, t->error);
    check_pictures (t, &spec, codes, 0, 0, 3);
    g_free (codes);
    video_trip_free (t);
    gst_object_unref (pool);
  }
}

static void
what_follows_must_take_the_format (void)
{
  VideoSpec spec = single;
  VideoTrip *t = video_trip_new ("clifft");

  gst_harness_set_sink_caps_str (t->harness, "video/x-raw, format=I420");
  video_spec_resolve (&spec);
  video_trip_set_spec (t, &spec);
  TEST_CHECK (t->n_errors == 1 && strstr (t->error, "GRAY8")
      && strstr (t->error, "I420"), "%u errors: %s", t->n_errors, t->error);
  video_trip_free (t);
}

/* ---- the element ---- */

static void
stats_count_what_was_done (void)
{
  VideoSpec spec = stacks;
  VideoTrip *t = video_trip_new ("clifft");
  guint16 *codes;

  video_spec_resolve (&spec);
  codes = video_spec_make_codes (&spec, 44, test_random ());
  video_trip_set_spec (t, &spec);
  push_spectra (t, &spec, codes, 44, 0, 10, 0);
  TEST_CHECK (watch_get_stat (t, "frames") == 10
      && watch_get_stat (t, "transforms") == 10
      && watch_get_stat (t, "bytes") >= 20 * 80, "other numbers");
  g_free (codes);
  video_trip_free (t);
}

TEST_MAIN (TEST (times_are_exact_however_spectra_are_gathered),
    TEST (a_time_that_is_off_a_little_moves_the_pictures),
    TEST (a_variable_framerate_keeps_the_times_of_the_buffers),
    TEST (pictures_that_were_left_out_lower_the_framerate),
    TEST (the_end_is_where_offset_end_says),
    TEST (a_discontinuity_ends_a_run_and_starts_another),
    TEST (runs_do_not_overlap),
    TEST (new_caps_drain_with_the_old_plan),
    TEST (the_same_caps_again_change_nothing),
    TEST (a_group_that_is_done_changes_nothing_where_nothing_is_owed),
    TEST (audio_and_video_follow_each_other),
    TEST (pools_with_odd_strides_are_filled),
    TEST (what_follows_must_take_the_format),
    TEST (stats_count_what_was_done))
