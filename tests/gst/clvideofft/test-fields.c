/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clvideofft/test-fields.c: claims about interlaced video: that it is refused
 * unless asked for, and that its fields are pictures then, with the rows, the
 * order and the times that caps and flags say.
 */
#include "gst/support/rig.h"
#include "support/test.h"
#include "views.h"

#define BAR 5e-7                /* relative, of root mean squares */
#define WIDTH 32
#define HEIGHT 24
#define MS GST_MSECOND
#define INTERLACED GST_VIDEO_BUFFER_FLAG_INTERLACED
#define TFF GST_VIDEO_BUFFER_FLAG_TFF
#define RFF GST_VIDEO_BUFFER_FLAG_RFF
#define ONEFIELD GST_VIDEO_BUFFER_FLAG_ONEFIELD

static void
make_info (GstVideoInfo * video, GstVideoFormat format,
    GstVideoInterlaceMode mode)
{
  gst_video_info_set_interlaced_format (video, format, mode, WIDTH, HEIGHT);
  video->fps_n = 25;
  video->fps_d = 1;
}

/* What a buffer is without a word about fields. */
static void
make_flat (const GstVideoInfo * video, GstVideoInfo * flat)
{
  gst_video_info_set_format (flat, GST_VIDEO_INFO_FORMAT (video), WIDTH,
      GST_VIDEO_INFO_FIELD_HEIGHT (video));
}

static GstBuffer *
make_buffer (const GstVideoInfo * video, guint seed, guint flags)
{
  GstBuffer *buffer = views_make_noise (video, seed);

  GST_BUFFER_FLAG_SET (buffer, flags);
  return buffer;
}

/* Rows `field`, field + step .. of a component of picture `seed`. */
static gdouble *
get_rows (const GstVideoInfo * video, guint seed, guint component, guint field,
    guint step, guint * width, guint * height)
{
  GstVideoInfo flat;
  GstBuffer *buffer = views_make_noise (video, seed);
  gdouble *values, *rows;
  guint y;

  make_flat (video, &flat);
  values = views_get_values (&flat, buffer, component, width, height);
  *height /= step;
  rows = g_new (gdouble, *width * *height);
  for (y = 0; y < *height; y++)
    memcpy (rows + y * *width, values + (y * step + field) * *width,
        *width * sizeof *rows);
  g_free (values);
  gst_buffer_unref (buffer);
  return rows;
}

static void
check_frame (const Views * v, guint frame, guint seed, guint component,
    guint field, guint step)
{
  guint width, height;
  gdouble *rows = get_rows (&v->video, seed, component, field, step, &width,
      &height);
  Block block = { rows, width, height, 1, 0, 0, {width, height, 1},
  {width, height, 1}, {NULL, NULL, NULL}, FALSE
  };
  gdouble error = v->info.shape[0] == height && v->info.shape[1] == width
      ? views_compare (v, views_at (v, frame, 0), &block, 1, 1) : 1;

  TEST_CHECK (error < BAR, "%s, frame %u of %u x %u: off by %g",
      GST_VIDEO_INFO_NAME (&v->video), frame, v->info.shape[1],
      v->info.shape[0], error);
  g_free (rows);
}

static void
check_time (const Views * v, guint frame, GstClockTime pts,
    GstClockTime duration)
{
  const ViewStamp *stamp = views_stamp (v, frame);

  TEST_CHECK (stamp->pts == pts && stamp->duration == duration,
      "frame %u: %" GST_TIME_FORMAT " for %" GST_TIME_FORMAT, frame,
      GST_TIME_ARGS (stamp->pts), GST_TIME_ARGS (stamp->duration));
}

static Views *
open_fields (const gchar * properties, GstVideoInterlaceMode mode)
{
  g_autofree gchar *all = g_strdup_printf ("interlacing=fields scaling=none "
      "%s", properties);
  Views *v = views_new (all);
  GstVideoInfo video;

  make_info (&video, GST_VIDEO_FORMAT_GRAY8, mode);
  views_set_info (v, &video);
  return v;
}

/* What follows reads them. */
static void
check_frames (Views * v, guint n_frames)
{
  TEST_CHECK (views_n_frames (v) == n_frames && v->n_errors == 0,
      "%u frames, %u errors: %s", views_n_frames (v), v->n_errors, v->error);
  if (views_n_frames (v) != n_frames)
    g_error ("the claim cannot go on");
}

/* ---- refused ---- */

static void
interlaced_video_is_refused_unless_asked_for (void)
{
  static const GstVideoInterlaceMode modes[] = {
    GST_VIDEO_INTERLACE_MODE_INTERLEAVED, GST_VIDEO_INTERLACE_MODE_MIXED,
    GST_VIDEO_INTERLACE_MODE_FIELDS, GST_VIDEO_INTERLACE_MODE_ALTERNATE
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (modes); i++) {
    Views *v = views_new (i % 2 ? "" : "interlacing=refuse");
    GstVideoInfo video;

    make_info (&video, GST_VIDEO_FORMAT_I420, modes[i]);
    views_set_info (v, &video);
    TEST_CHECK (v->n_errors == 1 && strstr (v->error, "interlace-mode is")
        && strstr (v->error, "interlacing=refuse")
        && strstr (v->error, "progressive"), "%u: %u errors: %s", i,
        v->n_errors, v->error);
    views_free (v);
  }
}

static void
what_has_no_equal_fields_is_taken_whole_or_refused (void)
{
  static const struct
  {
    GstVideoFormat format;
    guint height;
    GstVideoInterlaceMode mode;
    gint fps_n;
    const gchar *component, *words[2];
    gboolean is_whole;
  } rows[] = {
    {GST_VIDEO_FORMAT_GRAY8, 25, GST_VIDEO_INTERLACE_MODE_INTERLEAVED, 25,
        "luma", {"25 rows", "even"}, TRUE},
    {GST_VIDEO_FORMAT_I420, 26, GST_VIDEO_INTERLACE_MODE_MIXED, 25, "u",
        {"13 rows", "even"}, TRUE},
    {GST_VIDEO_FORMAT_GRAY8, 24, GST_VIDEO_INTERLACE_MODE_FIELDS, 25, "luma",
        {"interlace-mode is fields", "alternate"}},
    {GST_VIDEO_FORMAT_GRAY8, 24, GST_VIDEO_INTERLACE_MODE_MIXED, G_MAXINT,
        "luma", {"2147483647/1", "twice"}},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree gchar *properties = g_strdup_printf ("interlacing=fields "
        "component=%s", rows[i].component);
    Views *v = views_new (properties);
    const gchar *said;
    GstVideoInfo video;

    gst_video_info_set_interlaced_format (&video, rows[i].format,
        rows[i].mode, WIDTH, rows[i].height);
    video.fps_n = rows[i].fps_n;
    video.fps_d = 1;
    views_set_info (v, &video);
    said = rows[i].is_whole ? v->warning : v->error;
    TEST_CHECK (v->n_errors == !rows[i].is_whole
        && v->n_warnings == !!rows[i].is_whole && said
        && strstr (said, rows[i].words[0]) && strstr (said, rows[i].words[1]),
        "%u: %u errors, %u warnings: %s", i, v->n_errors, v->n_warnings, said);
    views_free (v);
  }
}

/* A block is of a field. */
static void
blocks_must_fit_a_field (void)
{
  Views *v = open_fields ("block-height=16",
      GST_VIDEO_INTERLACE_MODE_INTERLEAVED);

  TEST_CHECK (v->n_errors == 0 && v->n_warnings == 1
      && strstr (v->warning, "block-height is 16")
      && strstr (v->warning, "at most 12: 12 is used"), "%u errors: %s",
      v->n_errors, v->warning);
  views_free (v);
}

/* ---- rows ---- */

static void
fields_are_every_other_row_of_each_component (void)
{
  static const struct
  {
    GstVideoFormat format;
    const gchar *name;
    guint component;
  } rows[] = {
    {GST_VIDEO_FORMAT_GRAY8, "luma", 0}, {GST_VIDEO_FORMAT_GRAY16_BE, "luma",
        0}, {GST_VIDEO_FORMAT_I420, "luma", 0}, {GST_VIDEO_FORMAT_I420, "v",
        2}, {GST_VIDEO_FORMAT_NV12, "u", 1}, {GST_VIDEO_FORMAT_UYVY, "u", 1},
    {GST_VIDEO_FORMAT_P010_10LE, "luma", 0}, {GST_VIDEO_FORMAT_RGB, "green",
        1}, {GST_VIDEO_FORMAT_I422_10LE, "u", 1},
    {GST_VIDEO_FORMAT_GRAY10_LE32, "luma", 0}, {GST_VIDEO_FORMAT_v210, "v", 2},
    {GST_VIDEO_FORMAT_NV12_10LE32, "luma", 0}, {GST_VIDEO_FORMAT_NV12_10LE32,
        "u", 1},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree gchar *properties = g_strdup_printf ("interlacing=fields "
        "scaling=none component=%s", rows[i].name);
    Views *v = views_new (properties);
    GstVideoInfo video;

    make_info (&video, rows[i].format, GST_VIDEO_INTERLACE_MODE_MIXED);
    views_set_info (v, &video);
    views_push (v, make_buffer (&video, i, INTERLACED | TFF), 0);
    check_frames (v, 2);
    check_frame (v, 0, i, rows[i].component, 0, 2);
    check_frame (v, 1, i, rows[i].component, 1, 2);
    views_free (v);
  }
}

/* Rows that lie upside down, each behind a gap. */
static void
fields_follow_the_strides_of_a_video_meta (void)
{
  gint stride[GST_VIDEO_MAX_PLANES] = { -(WIDTH + 5) };
  gsize size = (WIDTH + 5) * HEIGHT;
  gsize offset[GST_VIDEO_MAX_PLANES] = { size - (WIDTH + 5) };
  Views *v = open_fields ("", GST_VIDEO_INTERLACE_MODE_MIXED);
  GstBuffer *noise = views_make_noise (&v->video, 1), *buffer;
  GstMapInfo from, to;
  guint y;

  buffer = gst_buffer_new_and_alloc (size);
  gst_buffer_map (noise, &from, GST_MAP_READ);
  gst_buffer_map (buffer, &to, GST_MAP_WRITE);
  memset (to.data, 0xa5, size);
  for (y = 0; y < HEIGHT; y++)
    memcpy (to.data + offset[0] - y * (WIDTH + 5), from.data + y * WIDTH,
        WIDTH);
  gst_buffer_unmap (buffer, &to);
  gst_buffer_unmap (noise, &from);
  gst_buffer_unref (noise);
  gst_buffer_add_video_meta_full (buffer, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_GRAY8, WIDTH, HEIGHT, 1, offset, stride);
  GST_BUFFER_FLAG_SET (buffer, INTERLACED | TFF);
  views_push (v, buffer, 0);
  check_frames (v, 2);
  check_frame (v, 0, 1, 0, 0, 2);
  check_frame (v, 1, 1, 0, 1, 2);
  views_free (v);
}

/* ---- order and times ---- */

static void
caps_or_flags_tell_which_field_is_first (void)
{
  static const struct
  {
    GstVideoInterlaceMode mode;
    GstVideoFieldOrder order;
    guint flags, first;
  } rows[] = {
    {GST_VIDEO_INTERLACE_MODE_INTERLEAVED, GST_VIDEO_FIELD_ORDER_UNKNOWN, TFF,
        0},
    {GST_VIDEO_INTERLACE_MODE_INTERLEAVED, GST_VIDEO_FIELD_ORDER_UNKNOWN, 0,
        1},
    {GST_VIDEO_INTERLACE_MODE_INTERLEAVED,
        GST_VIDEO_FIELD_ORDER_TOP_FIELD_FIRST, 0, 0},
    {GST_VIDEO_INTERLACE_MODE_INTERLEAVED,
        GST_VIDEO_FIELD_ORDER_BOTTOM_FIELD_FIRST, TFF, 1},
    {GST_VIDEO_INTERLACE_MODE_MIXED, GST_VIDEO_FIELD_ORDER_UNKNOWN,
        INTERLACED | TFF, 0},
    {GST_VIDEO_INTERLACE_MODE_MIXED, GST_VIDEO_FIELD_ORDER_UNKNOWN, INTERLACED,
        1},
    /* a progressive frame between them */
    {GST_VIDEO_INTERLACE_MODE_MIXED, GST_VIDEO_FIELD_ORDER_UNKNOWN, 0, 0},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    Views *v = views_new ("interlacing=fields scaling=none");
    GstVideoInfo video;

    make_info (&video, GST_VIDEO_FORMAT_GRAY8, rows[i].mode);
    GST_VIDEO_INFO_FIELD_ORDER (&video) = rows[i].order;
    views_set_info (v, &video);
    views_push (v, make_buffer (&video, 7, rows[i].flags), 0);
    check_frames (v, 2);
    check_frame (v, 0, 7, 0, rows[i].first, 2);
    check_frame (v, 1, 7, 0, 1 - rows[i].first, 2);
    views_free (v);
  }
}

/* Whatever DURATION says. */
static void
fields_share_the_time_of_their_buffer (void)
{
  static const GstClockTime durations[] = { 33366667, GST_CLOCK_TIME_NONE, 0,
    G_MAXUINT64 - 1
  };
  Views *v = open_fields ("", GST_VIDEO_INTERLACE_MODE_MIXED);
  guint i, n = G_N_ELEMENTS (durations);

  for (i = 0; i < n; i++) {
    GstBuffer *buffer = make_buffer (&v->video, i, INTERLACED | TFF);

    GST_BUFFER_DURATION (buffer) = durations[i];
    views_push (v, buffer, 1000 + i * 100 * MS);
  }
  check_frames (v, 2 * n);
  for (i = 0; i < 2 * n; i++)
    check_time (v, i, 1000 + i / 2 * 100 * MS + i % 2 * 20 * MS, 20 * MS);
  TEST_CHECK (views_stamp (v, 0)->discont && !views_stamp (v, 1)->discont
      && views_stamp (v, 3)->offset == 3
      && views_stamp (v, 3)->offset_end == 4, "marks");
  views_free (v);
}

/* As pulled down film has them. */
static void
flags_leave_a_field_out_or_repeat_it (void)
{
  static const guint numbers[] = { 0, 1, 0, 1, 1, 0 };
  static const guint seeds[] = { 0, 0, 0, 1, 2, 2 };
  Views *v = open_fields ("", GST_VIDEO_INTERLACE_MODE_MIXED);
  guint i;

  views_push (v, make_buffer (&v->video, 0, INTERLACED | TFF | RFF), 0);
  views_push (v, make_buffer (&v->video, 1, INTERLACED | ONEFIELD), 60 * MS);
  views_push (v, make_buffer (&v->video, 2, INTERLACED), 80 * MS);
  check_frames (v, 6);
  for (i = 0; i < 6; i++) {
    check_frame (v, i, seeds[i], 0, numbers[i], 2);
    check_time (v, i, i * 20 * MS, 20 * MS);
  }
  views_free (v);
}

static void
fields_without_times_follow_one_another (void)
{
  Views *v = open_fields ("", GST_VIDEO_INTERLACE_MODE_INTERLEAVED);

  views_push (v, make_buffer (&v->video, 0, TFF), GST_CLOCK_TIME_NONE);
  views_push (v, make_buffer (&v->video, 1, TFF), GST_CLOCK_TIME_NONE);
  check_frames (v, 4);
  check_time (v, 1, 20 * MS, 20 * MS);
  check_time (v, 3, 60 * MS, 20 * MS);
  views_free (v);
}

/* ---- the stream ---- */

static void
caps_tell_of_fields (void)
{
  Views *v = open_fields ("temporal-hop=2",
      GST_VIDEO_INTERLACE_MODE_INTERLEAVED);

  TEST_CHECK (v->info.fields == 1
      && g_str_has_prefix (v->info.source_video, "GRAY8:32x12:50/1:1/2")
      && v->info.fps_n == 25 && v->info.fps_d == 1
      && v->info.block_size[0] == 12 && v->info.block_size[1] == WIDTH,
      "fields=%u, %s, %u/%u", v->info.fields, v->info.source_video,
      v->info.fps_n, v->info.fps_d);
  views_free (v);
}

/* One in a buffer, marked top and bottom. */
static void
alternate_buffers_are_fields (void)
{
  Views *v = open_fields ("", GST_VIDEO_INTERLACE_MODE_ALTERNATE);
  guint i;

  for (i = 0; i < 2; i++) {
    GstBuffer *buffer = make_buffer (&v->video, i, INTERLACED
        | (i ? GST_VIDEO_BUFFER_FLAG_BOTTOM_FIELD
            : GST_VIDEO_BUFFER_FLAG_TOP_FIELD));

    TEST_CHECK (gst_buffer_get_size (buffer) == WIDTH * HEIGHT / 2, "size");
    views_push (v, buffer, i * 20 * MS);
  }
  check_frames (v, 2);
  TEST_CHECK (v->info.fields == 1
      && g_str_has_prefix (v->info.source_video, "GRAY8:32x12:50/1:1/2"),
      "%s", v->info.source_video);
  for (i = 0; i < 2; i++) {
    check_frame (v, i, i, 0, 0, 1);
    check_time (v, i, i * 20 * MS, 20 * MS);
  }
  views_free (v);
}

/* Four fields of two buffers: a frame over time at the rate of fields. */
static void
frames_over_time_are_of_fields (void)
{
  Views *v = open_fields ("depth=4 temporal-hop=2",
      GST_VIDEO_INTERLACE_MODE_INTERLEAVED);
  gdouble values[4 * 12 * WIDTH], error;
  Block block = { values, WIDTH, 12, 4, 0, 0, {WIDTH, 12, 4}, {WIDTH, 12, 4},
  {NULL, NULL, NULL}, FALSE
  };
  guint i, width, height;

  for (i = 0; i < 3; i++)
    views_push (v, make_buffer (&v->video, i, TFF), i * 40 * MS);
  check_frames (v, 2);
  for (i = 0; i < 4; i++) {
    gdouble *rows = get_rows (&v->video, 1 + i / 2, 0, i % 2, 2, &width,
        &height);

    memcpy (values + i * 12 * WIDTH, rows, 12 * WIDTH * sizeof *rows);
    g_free (rows);
  }
  error = views_compare (v, views_at (v, 1, 0), &block, 1, 1);
  TEST_CHECK (error < BAR, "off by %g", error);
  check_time (v, 1, 40 * MS, 80 * MS);
  TEST_CHECK (gst_harness_query_latency (v->harness) == 60 * MS,
      "latency %" GST_TIME_FORMAT,
      GST_TIME_ARGS (gst_harness_query_latency (v->harness)));
  views_free (v);
}

static void
progressive_video_stays_whole (void)
{
  Views *v = open_fields ("", GST_VIDEO_INTERLACE_MODE_PROGRESSIVE);

  /* whatever the flags say */
  views_push (v, make_buffer (&v->video, 3, TFF | RFF), 0);
  check_frames (v, 1);
  check_frame (v, 0, 3, 0, 0, 1);
  check_time (v, 0, 0, 40 * MS);
  TEST_CHECK (v->info.fields == 0
      && g_str_has_prefix (v->info.source_video, "GRAY8:32x24:25/1"), "%s",
      v->info.source_video);
  views_free (v);
}

static const struct test_claim claims[] = {
  TEST (interlaced_video_is_refused_unless_asked_for),
  TEST (what_has_no_equal_fields_is_taken_whole_or_refused),
  TEST (blocks_must_fit_a_field),
  TEST (fields_are_every_other_row_of_each_component),
  TEST (fields_follow_the_strides_of_a_video_meta),
  TEST (caps_or_flags_tell_which_field_is_first),
  TEST (fields_share_the_time_of_their_buffer),
  TEST (flags_leave_a_field_out_or_repeat_it),
  TEST (fields_without_times_follow_one_another),
  TEST (caps_tell_of_fields),
  TEST (alternate_buffers_are_fields),
  TEST (frames_over_time_are_of_fields),
  TEST (progressive_video_stays_whole),
};

int
main (int argc, char **argv)
{
  rig_init ();
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
