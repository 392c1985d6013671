/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clvideofft/test-inplace.c: pictures that the device reads where they are.
 * `stats` tells that the host has copied none; the numbers are those of an
 * independent reference, and bit for bit those of pictures that were copied,
 * which are the same ones in a device's memory.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gst/opencl/opencl.h"
#include "gst/support/dmabufs.h"
#include "gst/support/rig.h"
#include "support/test.h"
#include "views.h"

#define BAR 5e-7                /* relative, of root mean squares */
#define N_PICTURES 3

/* How the planes of a picture lie: rows `pad` bytes longer than the format has
   them, and as many more of them; everything after `lead` bytes. */
typedef struct
{
  GstVideoFormat format;
  guint width, height;
  guint pad, rows, lead;
} Spacing;

static GstAllocator *elsewhere;

/* ---- pictures ---- */

static void
space (const Spacing * spacing, GstVideoInfo * video, gsize * offsets,
    gint * strides, gsize * size)
{
  guint p;

  gst_video_info_set_format (video, spacing->format, spacing->width,
      spacing->height);
  video->fps_n = 25;
  *size = spacing->lead;
  for (p = 0; p < GST_VIDEO_INFO_N_PLANES (video); p++) {
    guint h_sub = GST_VIDEO_FORMAT_INFO_H_SUB (video->finfo, p);

    offsets[p] = *size;
    strides[p] = GST_VIDEO_INFO_PLANE_STRIDE (video, p) + spacing->pad;
    *size += (gsize) strides[p]
        * ((spacing->height + spacing->rows + (1u << h_sub) - 1) >> h_sub);
  }
}

/* Fills all bytes, those between rows too, with noise of the seed. */
static void
fill (GstBuffer * buffer, guint seed)
{
  GRand *random = g_rand_new_with_seed (seed);
  GstMapInfo map;
  gsize i;

  if (!gst_buffer_map (buffer, &map, GST_MAP_WRITE))
    g_error ("a picture cannot be mapped");
  for (i = 0; i < map.size; i++)
    map.data[i] = g_rand_int (random);
  gst_buffer_unmap (buffer, &map);
  g_rand_free (random);
}

static GstBuffer *
wrap (GstMemory * memory, const GstVideoInfo * video, const gsize * offsets,
    const gint * strides, guint seed)
{
  GstBuffer *buffer = gst_buffer_new ();

  gst_buffer_append_memory (buffer, memory);
  fill (buffer, seed);
  gst_buffer_add_video_meta_full (buffer, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_INFO_FORMAT (video), GST_VIDEO_INFO_WIDTH (video),
      GST_VIDEO_INFO_HEIGHT (video), GST_VIDEO_INFO_N_PLANES (video),
      (gsize *) offsets, (gint *) strides);
  return buffer;
}

static GstMemory *
make_ordinary (gsize size)
{
  return gst_allocator_alloc (NULL, size, NULL);
}

/* At an address that is a multiple of 16, as malloc() may give it, and of no
   more, which importers of some devices need. */
static GstMemory *
make_at_16 (gsize size)
{
  gpointer bytes = NULL;

  TEST_CHECK (posix_memalign (&bytes, 4096, size + 16) == 0, "no memory");
  memset (bytes, 0, size + 16);
  return gst_memory_new_wrapped (0, (guint8 *) bytes + 16, size, 0, size, bytes,
      free);
}

/* The same bytes where the element does not read them: in memory of another
   device, or of another opening of the same one. */
static GstBuffer *
move (GstBuffer * buffer)
{
  const GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);
  GstBuffer *moved = gst_buffer_new ();
  GstMapInfo map;

  gst_buffer_map (buffer, &map, GST_MAP_READ);
  gst_buffer_append_memory (moved, gst_allocator_alloc (elsewhere, map.size,
          NULL));
  gst_buffer_fill (moved, 0, map.data, map.size);
  gst_buffer_unmap (buffer, &map);
  gst_buffer_add_video_meta_full (moved, meta->flags, meta->format,
      meta->width, meta->height, meta->n_planes, (gsize *) meta->offset,
      (gint *) meta->stride);
  return moved;
}

/* ---- what comes out ---- */

static guint64
count_copies (Views * v)
{
  guint64 n = views_get_stat (v, "host-copies");

  TEST_CHECK ((n == 0) == (views_get_stat (v, "host-copied-bytes") == 0),
      "%" G_GUINT64_FORMAT " copies of %" G_GUINT64_FORMAT " bytes", n,
      views_get_stat (v, "host-copied-bytes"));
  return n;
}

/* Of the whole luma of a picture with quantity=complex scaling=none. */
static gdouble
compare (Views * v, guint frame, GstBuffer * picture)
{
  guint width, height;
  gdouble *values = views_get_values (&v->video, picture, 0, &width, &height);
  Block block = { values, width, height, 1, 0, 0, {width, height, 1},
    {width, height, 1}, {NULL, NULL, NULL}, FALSE
  };
  gdouble error = views_compare (v, views_at (v, frame, 0), &block, 1, 1);

  g_free (values);
  return error;
}

static gboolean
are_equal (Views * a, Views * b)
{
  return a->numbers->len > 0 && a->numbers->len == b->numbers->len
      && memcmp (a->numbers->data, b->numbers->data, a->numbers->len
      * sizeof (gfloat)) == 0;
}

/* Pushes pictures of one memory each, and the same elsewhere to another
   element. */
static void
check_spacing (const Spacing * spacing, const gchar * properties,
    GstMemory * (*make) (gsize), guint n_copies, gboolean compares)
{
  Views *v = views_new (properties), *copied = views_new (properties);
  gsize offsets[GST_VIDEO_MAX_PLANES], size;
  gint strides[GST_VIDEO_MAX_PLANES];
  GstVideoInfo video;
  guint i;

  space (spacing, &video, offsets, strides, &size);
  views_set_info (v, &video);
  views_set_info (copied, &video);
  for (i = 0; i < N_PICTURES; i++) {
    GstBuffer *picture = wrap (make (size), &video, offsets, strides, i);
    gdouble error = 0;

    views_push (copied, move (picture), i * 40 * GST_MSECOND);
    views_push (v, gst_buffer_ref (picture), i * 40 * GST_MSECOND);
    if (compares && views_n_frames (v) == i + 1)
      error = compare (v, i, picture);
    TEST_CHECK (error < BAR, "%s: %g", properties, error);
    gst_buffer_unref (picture);
  }
  TEST_CHECK (v->n_errors == 0 && views_n_frames (v) >= N_PICTURES
      && are_equal (v, copied), "%s of %s: %u frames, %s", properties,
      GST_VIDEO_INFO_NAME (&video), views_n_frames (v), v->error);
  TEST_CHECK (count_copies (v) == n_copies, "%s of %s: %" G_GUINT64_FORMAT
      " copies, not %u", properties, GST_VIDEO_INFO_NAME (&video),
      count_copies (v), n_copies);
  TEST_CHECK (count_copies (copied) >= N_PICTURES, "%s: the other was copied %"
      G_GUINT64_FORMAT " times", properties, count_copies (copied));
  views_free (v);
  views_free (copied);
}

/* ---- claims ---- */

/* As a decoder of 16 x 16 blocks has them: 1088 rows for 1080. */
static const Spacing spacings[] = {
  {GST_VIDEO_FORMAT_NV12, 1920, 1080, 0, 8, 0},
  {GST_VIDEO_FORMAT_NV12, 640, 360, 128, 8, 0},
  {GST_VIDEO_FORMAT_I420, 320, 180, 64, 12, 4096},
  {GST_VIDEO_FORMAT_GRAY8, 160, 120, 0, 0, 0},
  {GST_VIDEO_FORMAT_YUY2, 160, 90, 64, 6, 0},
  {GST_VIDEO_FORMAT_P010_10LE, 160, 90, 64, 6, 64},
  {GST_VIDEO_FORMAT_GRAY16_BE, 100, 60, 24, 0, 0},
};

static void
dmabufs_are_read_where_they_are (void)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (spacings); i++)
    check_spacing (&spacings[i], "scaling=none", dmabufs_make, 0,
        spacings[i].format != GST_VIDEO_FORMAT_P010_10LE);
}

/* Another channel, a mix of channels in pixels and in planes, and blocks. */
static void
channels_and_blocks_are_read_where_they_are (void)
{
  static const struct
  {
    Spacing spacing;
    const gchar *properties;
  } rows[] = {
    {{GST_VIDEO_FORMAT_BGRx, 96, 64, 32, 4, 0}, "component=all"},
    {{GST_VIDEO_FORMAT_BGRx, 96, 64, 32, 4, 0}, "component=luma"},
    {{GST_VIDEO_FORMAT_BGR, 90, 64, 2, 0, 0}, "component=luma"},
    {{GST_VIDEO_FORMAT_GBR, 96, 64, 32, 4, 0}, "component=luma"},
    {{GST_VIDEO_FORMAT_Y444, 96, 64, 32, 4, 0}, "component=all"},
    {{GST_VIDEO_FORMAT_NV12, 96, 64, 32, 8, 0}, "component=v"},
    {{GST_VIDEO_FORMAT_I420, 96, 64, 32, 8, 0}, "component=u"},
    {{GST_VIDEO_FORMAT_GRAY8, 96, 64, 32, 0, 0},
        "block-width=32 block-height=16 block-overlap-x=16 block-overlap-y=8"},
    {{GST_VIDEO_FORMAT_GRAY8, 96, 64, 32, 0, 0},
        "window=hann remove-dc=true reduce=radial quantity=power"},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++)
    check_spacing (&rows[i].spacing, rows[i].properties, dmabufs_make, 0,
        FALSE);
}

static void
what_no_description_tells_is_copied (void)
{
  static const struct
  {
    Spacing spacing;
    const gchar *properties;
    guint n_copies;
  } rows[] = {
    /* blocks reach beyond the picture */
    {{GST_VIDEO_FORMAT_GRAY8, 100, 64, 0, 0, 0},
        "block-width=32 block-height=32", 3},
    /* samples share bytes */
    {{GST_VIDEO_FORMAT_v210, 96, 64, 0, 0, 0}, "", 3},
    /* rows, or the first one, are not a whole number of samples further */
    {{GST_VIDEO_FORMAT_GRAY16_LE, 96, 64, 1, 0, 0}, "", 3},
    {{GST_VIDEO_FORMAT_GRAY16_LE, 96, 64, 0, 0, 1}, "", 3},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++)
    check_spacing (&rows[i].spacing, rows[i].properties, dmabufs_make,
        rows[i].n_copies, FALSE);
}

/* A picture is kept, and each frame is copied whole. */
static void
frames_over_time_are_copied_and_reported (void)
{
  Views *v = views_new ("depth=2");

  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 32, 24, 25, 1);
  views_push_noise (v, 0, 4);
  TEST_CHECK (views_n_frames (v) == 3, "%u frames", views_n_frames (v));
  TEST_CHECK (count_copies (v) == 7 && views_get_stat (v, "host-copied-bytes")
      == (4 + 3 * 2) * 32 * 24, "%" G_GUINT64_FORMAT " bytes",
      views_get_stat (v, "host-copied-bytes"));
  views_free (v);
}

/* On a device whose memory is the host's, or processor's itself. */
static void
ordinary_memory_is_read_where_it_is (void)
{
  Views *v = views_new ("");
  GstBuffer *picture = gst_buffer_new ();
  gboolean is_cpu;

  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 32, 24, 25, 1);
  gst_buffer_append_memory (picture, make_at_16 (32 * 24));
  views_push (v, picture, 0);
  is_cpu = count_copies (v) == 0;
  views_free (v);
  if (!is_cpu)
    TEST_SKIP ("the device does not take any address of the host");
  check_spacing (&spacings[1], "scaling=none", make_ordinary, 0, TRUE);
  check_spacing (&spacings[3], "scaling=none", make_ordinary, 0, TRUE);
}

/* A source's pool fills the same memories again and again. */
static void
a_memory_that_is_filled_again_is_read_again (void)
{
  Views *v = views_new ("scaling=none");
  GstBuffer *picture;
  guint i;

  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 64, 48, 25, 1);
  picture = gst_buffer_new ();
  gst_buffer_append_memory (picture, dmabufs_make (64 * 48));
  for (i = 0; i < 20; i++) {
    /* nobody else has the buffer once its frame is there */
    while (!gst_buffer_is_writable (picture))
      g_thread_yield ();
    fill (picture, i);
    views_push (v, gst_buffer_ref (picture), i * 40 * GST_MSECOND);
    TEST_CHECK (views_n_frames (v) == i + 1 && compare (v, i, picture) < BAR,
        "picture %u: %s", i, v->error);
  }
  TEST_CHECK (count_copies (v) == 0, "copied");
  gst_buffer_unref (picture);
  views_free (v);
}

static void
strides_may_change_from_picture_to_picture (void)
{
  Views *v = views_new ("scaling=none");
  gsize offsets[GST_VIDEO_MAX_PLANES], size;
  gint strides[GST_VIDEO_MAX_PLANES];
  GstVideoInfo video;
  guint64 n_plans = 0;
  guint i;

  for (i = 0; i < 24; i++) {
    /* six kinds, two more than there are plans for, again and again */
    Spacing spacing = { GST_VIDEO_FORMAT_GRAY8, 64, 48, 0, 2, 0 };
    GstBuffer *picture;

    spacing.pad = 16 * (i % 6);
    space (&spacing, &video, offsets, strides, &size);
    if (i == 0)
      views_set_info (v, &video);
    picture = wrap (dmabufs_make (size), &video, offsets, strides, i);
    views_push (v, gst_buffer_ref (picture), i * 40 * GST_MSECOND);
    TEST_CHECK (views_n_frames (v) == i + 1 && compare (v, i, picture) < BAR,
        "picture %u: %s", i, v->error);
    gst_buffer_unref (picture);
    if (i == 5)
      n_plans = views_get_stat (v, "device-plans");
  }
  TEST_CHECK (views_get_stat (v, "device-plans") == n_plans,
      "%" G_GUINT64_FORMAT " plans, then %" G_GUINT64_FORMAT, n_plans,
      views_get_stat (v, "device-plans"));
  TEST_CHECK (count_copies (v) == 4, "%" G_GUINT64_FORMAT " copies of one kind "
      "of six", count_copies (v));
  views_free (v);
}

/* A source that has one buffer waits for it: nothing may keep it. */
static void
a_pool_of_one_buffer_gets_it_back (void)
{
  Views *v = views_new ("");
  GstBufferPool *pool;
  GstCaps *caps;
  guint i;

  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 64, 48, 25, 1);
  caps = gst_video_info_to_caps (&v->video);
  pool = dmabufs_make_pool (caps, 64 * 48, 1, NULL, NULL);
  gst_buffer_pool_set_active (pool, TRUE);
  for (i = 0; i < 20; i++) {
    GstBuffer *picture = NULL;

    TEST_REQUIRE (gst_buffer_pool_acquire_buffer (pool, &picture, NULL)
        == GST_FLOW_OK, "picture %u", i);
    fill (picture, i);
    views_push (v, picture, i * 40 * GST_MSECOND);
  }
  TEST_CHECK (views_n_frames (v) == 20 && count_copies (v) == 0, "%u frames",
      views_n_frames (v));
  /* after it nothing may use the memory */
  views_free (v);
  gst_buffer_pool_set_active (pool, FALSE);
  gst_object_unref (pool);
  gst_caps_unref (caps);
}

static void
fields_are_read_where_they_are (void)
{
  Views *v = views_new ("interlacing=fields");
  Views *copied = views_new ("interlacing=fields");
  gsize offsets[GST_VIDEO_MAX_PLANES], size;
  gint strides[GST_VIDEO_MAX_PLANES];
  GstVideoInfo video;
  GstBuffer *picture;

  space (&spacings[1], &video, offsets, strides, &size);
  video.interlace_mode = GST_VIDEO_INTERLACE_MODE_INTERLEAVED;
  GST_VIDEO_INFO_FIELD_ORDER (&video) =
      GST_VIDEO_FIELD_ORDER_TOP_FIELD_FIRST;
  views_set_info (v, &video);
  views_set_info (copied, &video);
  picture = wrap (dmabufs_make (size), &video, offsets, strides, 1);
  views_push (copied, move (picture), 0);
  views_push (v, picture, 0);
  TEST_CHECK (views_n_frames (v) == 2 && are_equal (v, copied)
      && count_copies (v) == 0, "%u frames: %s", views_n_frames (v), v->error);
  views_free (v);
  views_free (copied);
}

/* A memory may outlive the element, and serve the next one, or two. */
static void
two_elements_may_read_one_memory (void)
{
  Views *a = views_new ("scaling=none"), *b = views_new ("scaling=none");
  GstBuffer *picture = gst_buffer_new ();

  gst_buffer_append_memory (picture, dmabufs_make (64 * 48));
  fill (picture, 1);
  views_set_format (a, GST_VIDEO_FORMAT_GRAY8, 64, 48, 25, 1);
  views_push (a, gst_buffer_ref (picture), 0);
  views_set_format (b, GST_VIDEO_FORMAT_GRAY8, 64, 48, 25, 1);
  views_push (b, gst_buffer_ref (picture), 0);
  TEST_CHECK (count_copies (a) == 0 && count_copies (b) == 0
      && are_equal (a, b), "both");
  views_free (a);
  views_push (b, gst_buffer_ref (picture), 40 * GST_MSECOND);
  TEST_CHECK (views_n_frames (b) == 2 && count_copies (b) == 0
      && compare (b, 1, picture) < BAR, "one is left");
  views_free (b);
  a = views_new ("scaling=none");
  views_set_format (a, GST_VIDEO_FORMAT_GRAY8, 64, 48, 25, 1);
  views_push (a, gst_buffer_ref (picture), 0);
  TEST_CHECK (views_n_frames (a) == 1 && count_copies (a) == 0
      && compare (a, 0, picture) < BAR, "the next");
  views_free (a);
  gst_buffer_unref (picture);
}

/* So a source that asks has its ordinary memory read where it is, on any device
   that shares the host's. */
static void
memory_as_it_is_proposed_is_read_where_it_is (void)
{
  Views *v = views_new ("scaling=none");
  GstQuery *query;
  GstAllocationParams params;
  GstBuffer *picture;

  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 64, 48, 25, 1);
  query = gst_query_new_allocation (NULL, FALSE);
  TEST_CHECK (gst_pad_peer_query (v->harness->srcpad, query)
      && gst_query_find_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL),
      "no meta");
  if (gst_query_get_n_allocation_params (query) > 0) {
    gst_query_parse_nth_allocation_param (query, 0, NULL, &params);
    picture = gst_buffer_new_allocate (NULL, 64 * 48, &params);
    fill (picture, 3);
    views_push (v, gst_buffer_ref (picture), 0);
    TEST_CHECK (count_copies (v) == 0 && compare (v, 0, picture) < BAR,
        "copied: %s", v->error);
    gst_buffer_unref (picture);
  }
  gst_query_unref (query);
  views_free (v);
}

/* More than there is would end the process. */
static void
a_dmabuf_that_is_too_short_is_an_error (void)
{
  Views *v = views_new ("");
  GstMemory *memory = dmabufs_make (64 * 48);
  GstBuffer *picture = gst_buffer_new ();

  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 640, 480, 25, 1);
  gst_buffer_append_memory (picture, memory);
  views_push (v, picture, 0);
  TEST_CHECK (v->flow == GST_FLOW_ERROR && v->n_errors == 1, "flow %d: %s",
      v->flow, v->error);
  views_free (v);
}

static const struct test_claim claims[] = {
  TEST (dmabufs_are_read_where_they_are),
  TEST (channels_and_blocks_are_read_where_they_are),
  TEST (what_no_description_tells_is_copied),
  TEST (frames_over_time_are_copied_and_reported),
  TEST (ordinary_memory_is_read_where_it_is),
  TEST (a_memory_that_is_filled_again_is_read_again),
  TEST (strides_may_change_from_picture_to_picture),
  TEST (a_pool_of_one_buffer_gets_it_back),
  TEST (fields_are_read_where_they_are),
  TEST (two_elements_may_read_one_memory),
  TEST (memory_as_it_is_proposed_is_read_where_it_is),
  TEST (a_dmabuf_that_is_too_short_is_an_error),
};

int
main (int argc, char **argv)
{
  GstOpenCLContext *context;
  int status;

  rig_init ();
  context = gst_opencl_context_new (g_getenv ("CLFFT_TEST_DEVICE"), NULL);
  if (context)
    elsewhere = GST_ALLOCATOR (gst_opencl_allocator_new (context,
            GST_OPENCL_HOST_ACCESS_AUTO, NULL));
  status = test_main (claims, G_N_ELEMENTS (claims), argc, argv);
  gst_clear_object (&elsewhere);
  gst_clear_object (&context);
  return status;
}
