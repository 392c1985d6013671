/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* draw.c: draws pictures into buffers of the device or of downstream; session.h
   declares it. */
#include "clspectrogram/session-private.h"

#include "opencl/error.h"
#include "sinkpool.h"

/* Up to which column the picture is shown that ends there. */
static guint64
get_column (const GstClSpectrogramSession * session, guint64 end)
{
  const GstClSpectrogramConfig *config = session->config;

  return (end + config->column_samples - 1) / config->column_samples;
}

/* first: byte of the picture in the memory. */
static gboolean
draw (GstClSpectrogramSession * session, GstOpenCLMemory * output,
    const GstVideoInfo * placed, gsize first, guint64 end, GError ** error)
{
  const GstClSpectrogramConfig *config = session->config;
  GstClCommand command = {
    .uses = {{output, GST_MAP_WRITE}},
    .after = &session->changed
  };
  clfft_status status;
  clfft_picture_view view = {
    .floor = session->curves ? 0 : config->settings.floor,
    .range = session->curves ? GST_CL_CURVES_TOP : config->settings.range,
    .level_scale = config->settings.level_scale,
    .end_column = get_column (session, end),
    .sweep = config->settings.slide == GST_CL_SPECTROGRAM_SLIDE_REPLACE,
    .stride = GST_VIDEO_INFO_PLANE_STRIDE (placed, 0) / 4,
    .offset = GST_VIDEO_INFO_IS_RGB (placed)
        ? (first + GST_VIDEO_INFO_PLANE_OFFSET (placed, 0)) / 4 : first,
  };

  GST_CL_COMMAND_BEGIN (&command, &view);
  status = clfft_picture_draw (session->picture,
      gst_opencl_queue_get_handle (session->base.queue), output->handle,
      &view);
  return gst_cl_session_end_command (&session->base, &command, status,
      "Could not draw the picture", error)
      && gst_opencl_queue_flush (session->base.queue, error);
}

/* A picture in memory of the device. */
static gboolean
draw_own (GstClSpectrogramSession * session, guint64 end, GstBuffer ** buffer,
    GError ** error)
{
  const GstVideoInfo *placed = &session->placed;

  *buffer = gst_opencl_buffer_pool_acquire (session->base.pool, error);
  if (!*buffer)
    return FALSE;
  if (!draw (session, gst_opencl_memory_from_buffer (*buffer), placed, 0, end,
          error)) {
    gst_clear_buffer (buffer);
    return FALSE;
  }
  if (!gst_cl_sink_pool_is_placed_alike (placed, &session->config->video))
    gst_buffer_add_video_meta_full (*buffer, GST_VIDEO_FRAME_FLAG_NONE,
        GST_VIDEO_INFO_FORMAT (placed), GST_VIDEO_INFO_WIDTH (placed),
        GST_VIDEO_INFO_HEIGHT (placed), GST_VIDEO_INFO_N_PLANES (placed),
        (gsize *) placed->offset, (gint *) placed->stride);
  return TRUE;
}

/* Begins to write a buffer of downstream; NULL if the device cannot, or not with
   these strides and offsets. */
static GstOpenCLImport *
begin_theirs (GstClSpectrogramSession * session, GstBuffer * buffer,
    GstVideoInfo * placed)
{
  gboolean is_rgb = GST_VIDEO_INFO_IS_RGB (&session->config->video);
  GstOpenCLImport *import;

  if (!gst_cl_sink_pool_place (buffer, &session->config->video, placed)
      || (!is_rgb && !gst_cl_sink_pool_is_placed_alike (placed,
              &session->placed)))
    return NULL;
  import = gst_opencl_importer_begin (session->base.importer, buffer, 0,
      GST_MAP_WRITE);
  if (!import || !is_rgb || (placed->stride[0] % 4 == 0
          && (import->offset + placed->offset[0]) % 4 == 0))
    return import;
  gst_opencl_import_finish (import, NULL);
  return NULL;
}

/* A picture in a buffer of downstream, which is ready then; *buffer is NULL if
   one of our own has to do. */
static gboolean
draw_theirs (GstClSpectrogramSession * session, guint64 end,
    GstBuffer ** buffer, GError ** error)
{
  GstFlowReturn flow = gst_buffer_pool_acquire_buffer (session->sink_pool,
      buffer, NULL);
  GstOpenCLImport *import;
  GstVideoInfo placed;
  gboolean done;

  if (flow == GST_FLOW_FLUSHING)
    return FALSE;
  if (flow != GST_FLOW_OK) {
    *buffer = NULL;
    return TRUE;
  }
  import = begin_theirs (session, *buffer, &placed);
  if (!import) {
    gst_clear_buffer (buffer);
    return TRUE;
  }
  done = draw (session, import->memory, &placed, import->offset, end, error)
      && gst_cl_session_wait (&session->base, error);
  if (!gst_opencl_import_finish (import, done ? error : NULL) || !done) {
    gst_clear_buffer (buffer);
    return FALSE;
  }
  return TRUE;
}

/* Makes the newest curves the picture's only levels: it is drawn before it gets
   the next. */
static gboolean
take_curves (GstClSpectrogramSession * session, GError ** error)
{
  GstOpenCLMemory *levels;

  if (!gst_cl_curves_make (session->curves, &session->config->settings,
          &levels, error))
    return FALSE;
  g_mutex_lock (&session->base.lock);
  session->delay = gst_cl_curves_get_delay (session->curves);
  g_mutex_unlock (&session->base.lock);
  return !levels || gst_cl_spectrogram_session_add_levels (session, levels, 0,
      1, 0, error);
}

/* The picture in a new buffer; *is_own: of our pool. */
static GstBuffer *
draw_new (GstClSpectrogramSession * session, guint64 end, gboolean * is_own,
    GError ** error)
{
  GstBuffer *buffer = NULL;

  if ((session->curves && !take_curves (session, error))
      || !gst_cl_spectrogram_session_follow (session, error))
    return NULL;
  if (session->sink_pool && !draw_theirs (session, end, &buffer, error))
    return NULL;
  if (!buffer && session->only_theirs) {
    g_set_error_literal (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED,
        "What follows asks for dma-bufs, but its pool gave none that the "
        "device can write");
    return NULL;
  }
  *is_own = !buffer && draw_own (session, end, &buffer, error);
  return buffer;
}

/* Without spectra that come between, only columns move. */
static gboolean
is_same (const GstClSpectrogramSession * session, guint64 column)
{
  return !gst_cl_spectrogram_config_moves (session->config)
      || session->kept_column == column;
}

GstBuffer *
gst_cl_spectrogram_session_draw (GstClSpectrogramSession * session,
    guint64 end, guint64 next, GError ** error)
{
  gboolean is_own = FALSE, is_again = FALSE;
  GstBuffer *buffer = NULL;

  if (session->kept && !is_same (session, get_column (session, end)))
    gst_clear_buffer (&session->kept);
  if (!session->kept) {
    buffer = draw_new (session, end, &is_own, error);
    session->kept_column = get_column (session, end);
  }
  is_again = next > 0 && is_same (session, get_column (session, next));
  /* what is not shown again stays writable for who follows */
  if (is_own && is_again)
    session->kept = g_steal_pointer (&buffer);
  if (session->kept)
    buffer = gst_cl_repeats_acquire (session->repeats, session->kept, error);
  if (!is_again)
    gst_clear_buffer (&session->kept);
  if (buffer)
    gst_cl_session_count (&session->base, GST_CL_COUNTER_PICTURES, 1);
  return buffer;
}
