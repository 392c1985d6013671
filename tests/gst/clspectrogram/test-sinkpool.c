/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram/test-sinkpool.c: pictures in buffers of downstream, which offers
 * a pool of dma-bufs as a display does. They are bit for bit the pictures in
 * buffers of the element, and bytes between rows stay as they were.
 */
#include <math.h>
#include <string.h>

#include "film.h"
#include "gst/support/dmabufs.h"
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 48000
#define N_SAMPLES (RATE / 2)
#define CUT 800                 /* samples in a push: half a picture */
#define LINE "claudiofft size=512 ! clspectrogram name=x axes=true"
#define MARK 0xa5               /* what is between rows */

/* A clspectrogram after a claudiofft, and what downstream offers and gets. */
typedef struct
{
  Film *film;
  GstBufferPool *pool;          /* or NULL */
  gboolean is_refusing;         /* no pool is answered */
  GByteArray *rows;             /* of all pictures, without what is between */
  guint n_theirs, n_own, n_spoilt;
} Show;

/* ---- downstream ---- */

static void
answer (Show * show, GstQuery * query)
{
  GstCaps *caps;

  gst_query_parse_allocation (query, &caps, NULL);
  if (show->pool)
    gst_query_add_allocation_pool (query, show->pool, 0, 3, 3);
  gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
}

static GstPadProbeReturn
take_query (GstPad * pad, GstPadProbeInfo * info, gpointer data)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);

  if (GST_QUERY_TYPE (query) != GST_QUERY_ALLOCATION)
    return GST_PAD_PROBE_OK;
  answer (data, query);
  return GST_PAD_PROBE_HANDLED;
}

/* Whether all bytes that belong to no row are what they were. */
static gboolean
is_clean (const GstVideoFrame * frame, guint plane, gsize width, guint height)
{
  gint stride = GST_VIDEO_FRAME_PLANE_STRIDE (frame, plane);
  const guint8 *row = GST_VIDEO_FRAME_PLANE_DATA (frame, plane);
  gsize x;
  guint y;

  for (y = 0; y + 1 < height; y++, row += stride)
    for (x = width; x < (gsize) stride; x++)
      if (row[x] != MARK)
        return FALSE;
  return TRUE;
}

static void
take_rows (Show * show, const GstVideoFrame * frame, gboolean is_theirs)
{
  const GstVideoInfo *video = &show->film->video;
  guint p, y;

  for (p = 0; p < GST_VIDEO_INFO_N_PLANES (video); p++) {
    gint components[GST_VIDEO_MAX_COMPONENTS];
    gsize width;
    guint height;

    gst_video_format_info_component (video->finfo, p, components);
    width = (gsize) GST_VIDEO_INFO_COMP_WIDTH (video, components[0])
        * GST_VIDEO_INFO_COMP_PSTRIDE (video, components[0]);
    height = GST_VIDEO_INFO_COMP_HEIGHT (video, components[0]);
    for (y = 0; y < height; y++)
      g_byte_array_append (show->rows, (guint8 *) frame->data[p]
          + (gsize) y * frame->info.stride[p], width);
    show->n_spoilt += is_theirs && !is_clean (frame, p, width, height);
  }
}

/* What is in a dma-buf, too. */
static gboolean
parse_video (GstVideoInfo * video, const GstCaps * caps)
{
#if GST_CHECK_VERSION (1, 24, 0)
  GstVideoInfoDmaDrm drm;

  if (gst_video_is_dma_drm_caps (caps))
    return gst_video_info_dma_drm_from_caps (&drm, caps)
        && gst_video_info_dma_drm_to_video_info (&drm, video);
#endif
  return gst_video_info_from_caps (video, caps);
}

static GstPadProbeReturn
take_picture (GstPad * pad, GstPadProbeInfo * info, gpointer data)
{
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  Show *show = data;
  gboolean is_theirs = show->pool && buffer->pool == show->pool;
  GstCaps *caps = gst_pad_get_current_caps (pad);
  GstVideoFrame frame;

  if (!parse_video (&show->film->video, caps)
      || !gst_video_frame_map (&frame, &show->film->video, buffer,
          GST_MAP_READ))
    g_error ("a picture cannot be mapped");
  take_rows (show, &frame, is_theirs);
  gst_video_frame_unmap (&frame);
  gst_caps_unref (caps);
  if (is_theirs)
    show->n_theirs++;
  else
    show->n_own++;
  return GST_PAD_PROBE_OK;
}

/* Fills all buffers of a pool. */
static void
mark (GstBufferPool * pool)
{
  GstBuffer *buffers[3];
  guint i;

  gst_buffer_pool_set_active (pool, TRUE);
  for (i = 0; i < G_N_ELEMENTS (buffers); i++) {
    gst_buffer_pool_acquire_buffer (pool, &buffers[i], NULL);
    gst_buffer_memset (buffers[i], 0, MARK, -1);
  }
  for (i = 0; i < G_N_ELEMENTS (buffers); i++)
    gst_buffer_unref (buffers[i]);
}

/* ---- shows ---- */

/* (transfer full) pool */
static Show *
show_new (const gchar * line, const gchar * caps, GstBufferPool * pool)
{
  Show *show = g_new0 (Show, 1);
  GstPad *pad;

  show->pool = pool;
  if (pool)
    mark (pool);
  show->rows = g_byte_array_new ();
  show->film = watch_new (line, NULL, 0);
  gst_harness_set_sink_caps_str (show->film->harness, caps);
  pad = show->film->harness->sinkpad;
  gst_harness_set_drop_buffers (show->film->harness, TRUE);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM
      | GST_PAD_PROBE_TYPE_PUSH, take_query, show, NULL);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, take_picture, show, NULL);
  film_set_audio (show->film, 1, RATE);
  return show;
}

static void
show_free (Show * show)
{
  film_free (show->film);
  g_byte_array_unref (show->rows);
  if (show->pool) {
    gst_buffer_pool_set_active (show->pool, FALSE);
    gst_object_unref (show->pool);
  }
  g_free (show);
}

static void
show_try (Show * show)
{
  gdouble *values = g_new (gdouble, N_SAMPLES);
  guint i;

  for (i = 0; i < N_SAMPLES; i++)
    values[i] = 0.4 * sin (2 * G_PI * (500 + i / 8.0) * i / RATE)
        + 0.1 * sin (i * i * 0.37);
  film_run (show->film, values, N_SAMPLES, CUT);
  g_free (values);
}

static void
show_run (Show * show)
{
  show_try (show);
  TEST_CHECK (show->film->n_errors == 0, "%s", show->film->error);
}

static guint64
get_stat (Show * show, const gchar * name)
{
  return watch_get_stat (show->film, name);
}

static void
check_alike (const Show * a, const Show * b, const gchar * what)
{
  TEST_CHECK (a->rows->len > 0 && a->rows->len == b->rows->len
      && memcmp (a->rows->data, b->rows->data, a->rows->len) == 0,
      "%s: %u bytes and %u", what, a->rows->len, b->rows->len);
}

/* ---- claims ---- */

typedef struct
{
  const gchar *format;
  guint pad, rows, lead;        /* bytes, rows and bytes more than it needs */
} Spacing;

/* Strides and offsets of a format; returns the bytes of all. */
static gsize
space (const Spacing * spacing, guint width, guint height, gsize * offsets,
    gint * strides)
{
  gsize size = spacing->lead;
  GstVideoInfo video;
  guint p;

  gst_video_info_set_format (&video,
      gst_video_format_from_string (spacing->format), width, height);
  for (p = 0; p < GST_VIDEO_INFO_N_PLANES (&video); p++) {
    guint h_sub = GST_VIDEO_FORMAT_INFO_H_SUB (video.finfo, p);

    offsets[p] = size;
    strides[p] = GST_VIDEO_INFO_PLANE_STRIDE (&video, p) + spacing->pad;
    size += (gsize) strides[p]
        * ((height + spacing->rows + (1u << h_sub) - 1) >> h_sub);
  }
  return size;
}

static gchar *
make_caps (const gchar * format, guint width, guint height)
{
  return g_strdup_printf ("video/x-raw,format=%s,width=%u,height=%u,"
      "framerate=30/1", format, width, height);
}

/* Draws with a pool of such buffers, and without one. */
static void
check_spacing (const Spacing * spacing, gboolean is_used)
{
  g_autofree gchar *text = make_caps (spacing->format, 322, 182);
  GstCaps *caps = gst_caps_from_string (text);
  gsize offsets[GST_VIDEO_MAX_PLANES] = { 0, };
  gint strides[GST_VIDEO_MAX_PLANES] = { 0, };
  gsize size = space (spacing, 322, 182, offsets, strides);
  Show *theirs = show_new (LINE, text, dmabufs_make_pool (caps, size, 3, offsets,
          strides));
  Show *own = show_new (LINE, text, NULL);

  show_run (theirs);
  show_run (own);
  check_alike (theirs, own, text);
  TEST_CHECK (own->n_own == 15 && own->n_theirs == 0, "%u", own->n_own);
  TEST_CHECK (theirs->n_theirs == (is_used ? 15 : 0)
      && theirs->n_own == (is_used ? 0 : 15), "%s: %u of theirs, %u own", text,
      theirs->n_theirs, theirs->n_own);
  TEST_CHECK (theirs->n_spoilt == 0, "%s: bytes between the rows of %u planes "
      "were written", text, theirs->n_spoilt);
  TEST_CHECK (get_stat (theirs, "host-copies") == 0
      && get_stat (theirs, "pictures") == 15, "%s: %" G_GUINT64_FORMAT
      " copies", text, get_stat (theirs, "host-copies"));
  show_free (theirs);
  show_free (own);
  gst_caps_unref (caps);
}

static void
pictures_are_drawn_into_buffers_of_downstream (void)
{
  static const Spacing spacings[] = {
    {"BGRx", 0, 0, 0}, {"RGBA", 56, 10, 0}, {"BGRx", 56, 10, 4096},
    {"NV12", 62, 10, 0}, {"NV12", 0, 0, 4096}, {"I420", 60, 10, 64},
    {"GRAY8", 30, 0, 0},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (spacings); i++)
    check_spacing (&spacings[i], TRUE);
}

/* A pixel of 32 bits lies at a multiple of 4 bytes. */
static void
what_the_device_cannot_address_is_not_used (void)
{
  static const Spacing spacings[] = { {"BGRx", 2, 0, 0}, {"BGRx", 0, 0, 2} };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (spacings); i++)
    check_spacing (&spacings[i], FALSE);
}

static void
other_pools_are_left_alone (void)
{
  g_autofree gchar *text = make_caps ("BGRx", 160, 90);
  GstCaps *caps = gst_caps_from_string (text);
  GstBufferPool *pool = gst_buffer_pool_new ();
  GstStructure *config = gst_buffer_pool_get_config (pool);
  Show *show;

  gst_buffer_pool_config_set_params (config, caps, 160 * 90 * 4, 3, 3);
  gst_buffer_pool_set_config (pool, config);
  show = show_new (LINE, text, pool);
  show_run (show);
  TEST_CHECK (show->n_own == 15 && show->n_theirs == 0, "%u of theirs",
      show->n_theirs);
  show_free (show);
  gst_caps_unref (caps);
}

/* Downstream changes its mind: the history of the picture stays. */
static void
a_pool_may_come_and_go (void)
{
  static const gchar *const formats[] = { "BGRx", "NV12" };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_autofree gchar *text = make_caps (formats[i], 160, 90);
    GstCaps *caps = gst_caps_from_string (text);
    GstVideoInfo video;
    Show *changing, *own = show_new (LINE, text, NULL);
    gdouble values[8000];
    guint k;

    gst_video_info_from_caps (&video, caps);
    changing = show_new (LINE, text, dmabufs_make_pool (caps,
            GST_VIDEO_INFO_SIZE (&video), 3, NULL, NULL));
    for (k = 0; k < 8000; k++)
      values[k] = 0.3 * sin (0.001 * k * k);
    for (k = 0; k < 9; k++) {
      GstBufferPool *pool = changing->pool;

      film_push (own->film, values, 8000, k * GST_SECOND / 6);
      if (k % 3 == 1)
        changing->pool = NULL;
      if (k % 3 != 0)
        gst_harness_push_upstream_event (changing->film->harness,
            gst_event_new_reconfigure ());
      film_push (changing->film, values, 8000, k * GST_SECOND / 6);
      changing->pool = pool;
    }
    check_alike (changing, own, text);
    TEST_CHECK (changing->n_theirs > 10 && changing->n_own > 10,
        "%s: %u of theirs, %u own", text, changing->n_theirs,
        changing->n_own);
    show_free (changing);
    show_free (own);
    gst_caps_unref (caps);
  }
}

#define NO_DRM "GStreamer before 1.24 has no caps of DMA_DRM"

static gchar *
make_drm_caps (const gchar * drm)
{
  return g_strdup_printf ("video/x-raw(memory:DMABuf),format=DMA_DRM,"
      "drm-format=%s,width=160,height=90,framerate=30/1", drm);
}

static void
pictures_are_dmabufs_where_caps_ask_for_them (void)
{
  static const struct
  {
    const gchar *drm;
    Spacing spacing;
  } rows[] = {
    {"XR24", {"BGRx", 64, 6, 0}}, {"NV12", {"NV12", 32, 6, 0}},
  };
  guint i;

  if (!GST_CHECK_VERSION (1, 24, 0))
    TEST_SKIP (NO_DRM);
  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree gchar *asked = make_drm_caps (rows[i].drm);
    g_autofree gchar *text = make_caps (rows[i].spacing.format, 160, 90);
    GstCaps *caps = gst_caps_from_string (text);
    gsize offsets[GST_VIDEO_MAX_PLANES] = { 0, };
    gint strides[GST_VIDEO_MAX_PLANES] = { 0, };
    gsize size = space (&rows[i].spacing, 160, 90, offsets, strides);
    Show *theirs = show_new (LINE, asked, dmabufs_make_pool (caps, size, 3,
            offsets, strides));
    Show *own = show_new (LINE, text, NULL);

    show_run (theirs);
    show_run (own);
    check_alike (theirs, own, asked);
    TEST_CHECK (theirs->n_theirs == 15 && theirs->n_own == 0,
        "%s: %u of theirs", asked, theirs->n_theirs);
    TEST_CHECK (theirs->n_spoilt == 0 && get_stat (theirs, "host-copies") == 0,
        "%s: bytes between rows, or copies", asked);
    show_free (theirs);
    show_free (own);
    gst_caps_unref (caps);
  }
}

static void
dmabufs_without_a_pool_of_them_are_an_error (void)
{
  g_autofree gchar *asked = make_drm_caps ("XR24");
  Show *show;

  if (!GST_CHECK_VERSION (1, 24, 0))
    TEST_SKIP (NO_DRM);
  show = show_new (LINE, asked, NULL);
  show_try (show);
  TEST_CHECK (show->film->n_errors == 1 && strstr (show->film->error,
          "no pool"), "%u errors: %s", show->film->n_errors,
      show->film->error);
  TEST_CHECK (show->n_own == 0, "%u pictures", show->n_own);
  show_free (show);
}

/* Pictures of system memory go into dma-bufs where there is a pool, too. */
static void
system_memory_is_preferred (void)
{
  g_autofree gchar *drm = make_drm_caps ("XR24");
  g_autofree gchar *text = make_caps ("BGRx", 160, 90);
  g_autofree gchar *both = g_strconcat (drm, "; ", text, NULL);
  Show *show;

  if (!GST_CHECK_VERSION (1, 24, 0))
    TEST_SKIP (NO_DRM);
  show = show_new (LINE, both, NULL);
  show_run (show);
  TEST_CHECK (show->n_own == 15, "%u pictures", show->n_own);
  show_free (show);
}

static const struct test_claim claims[] = {
  TEST (pictures_are_drawn_into_buffers_of_downstream),
  TEST (what_the_device_cannot_address_is_not_used),
  TEST (other_pools_are_left_alone),
  TEST (a_pool_may_come_and_go),
  TEST (pictures_are_dmabufs_where_caps_ask_for_them),
  TEST (dmabufs_without_a_pool_of_them_are_an_error),
  TEST (system_memory_is_preferred),
};

int
main (int argc, char **argv)
{
  rig_init ();
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
