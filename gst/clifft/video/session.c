/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * video/session.c: turns spectra into buffers of pictures.
 *
 *   spectra -> transform -> stacks of blocks -> sums -> output buffer
 *
 * The pictures of a stack are added one by one and leave as soon as they are
 * complete, so that sums of at most depth - hop pictures are kept.
 */
#include "session.h"

#include "pixelpack.h"

typedef struct
{
  GstClIfftPushFunction function;
  gpointer user_data;
} Push;

static void
clear_pool (GstClIfftVideoSession * session)
{
  if (session->pool)
    gst_buffer_pool_set_active (session->pool, FALSE);
  gst_clear_object (&session->pool);
}

void
gst_cl_ifft_video_session_unconfigure (GstClIfftVideoSession * session)
{
  if (!session->config)
    return;
  clear_pool (session);
  gst_cl_ifft_transform_unconfigure (session->transform);
  g_clear_pointer (&session->add, gst_cl_picture_add_free);
  g_clear_pointer (&session->config, gst_cl_ifft_video_config_free);
}

gboolean
gst_cl_ifft_video_session_configure (GstClIfftVideoSession * session,
    GstClIfftVideoConfig * config, const clfft_plan_params * params,
    GstClProgress * progress, GError ** error)
{
  GstClPicturePlaceParams place;
  clfft_desc desc;

  gst_cl_ifft_video_session_unconfigure (session);
  session->config = config;
  gst_cl_ifft_video_config_describe_place (config, &place);
  gst_cl_picture_place_set_params (&session->place, &place);
  gst_cl_spectrum_load_describe (&config->load, config->max_frames
      * config->n_spectra, &desc);
  session->add = gst_cl_picture_add_new (&config->add, error);
  if (session->add && gst_cl_ifft_transform_configure (session->transform,
          &desc, 0, params, progress, error))
    return TRUE;
  gst_cl_ifft_video_session_unconfigure (session);
  return FALSE;
}

void
gst_cl_ifft_video_session_set_pool (GstClIfftVideoSession * session,
    GstBufferPool * pool)
{
  clear_pool (session);
  session->pool = pool;
}

/* ---- pictures ---- */

static void
forget (GstClIfftVideoSession * session)
{
  gst_cl_picture_place_drop (&session->place);
  if (session->add)
    gst_cl_picture_add_restart (session->add);
}

static gboolean
draw (GstClIfftVideoSession * session, guint64 picture, GstBuffer * buffer)
{
  GstVideoFrame frame;
  const gdouble *sums;
  gdouble factor;

  sums = gst_cl_picture_add_take (session->add, picture, &factor);
  if (!gst_video_frame_map (&frame, &session->config->video, buffer,
          GST_MAP_WRITE))
    return FALSE;
  gst_cl_pack_pixels (&frame, sums, factor);
  gst_video_frame_unmap (&frame);
  /* nothing is known of a picture under the zero of a window */
  if (factor == 0)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_GAP);
  return TRUE;
}

/* Pushes the ready pictures before limit. */
static GstFlowReturn
push_ready (GstClIfftVideoSession * session, guint64 limit, const Push * push,
    GError ** error)
{
  GstFlowReturn flow = GST_FLOW_OK;
  GstClStamp stamp;

  while (flow == GST_FLOW_OK
      && gst_cl_picture_place_take (&session->place, limit, &stamp)) {
    GstBuffer *buffer = NULL;

    flow = gst_buffer_pool_acquire_buffer (session->pool, &buffer, NULL);
    if (flow == GST_FLOW_FLUSHING)
      return flow;
    if (flow == GST_FLOW_OK)
      gst_cl_stamp_apply (&stamp, buffer);
    if (flow != GST_FLOW_OK || !draw (session, stamp.offset, buffer)) {
      gst_clear_buffer (&buffer);
      g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
          "No output buffer for %" G_GSIZE_FORMAT " bytes of %u x %u pixels "
          "could be had", GST_VIDEO_INFO_SIZE (&session->config->video),
          GST_VIDEO_INFO_WIDTH (&session->config->video),
          GST_VIDEO_INFO_HEIGHT (&session->config->video));
      return GST_FLOW_ERROR;
    }
    gst_cl_ifft_transform_count_bytes (session->transform,
        gst_buffer_get_size (buffer));
    flow = push->function (buffer, push->user_data);
  }
  return flow;
}

static GstFlowReturn
add_stack (GstClIfftVideoSession * session, const guint8 * stack,
    const Push * push, GError ** error)
{
  const GstClIfftVideoConfig *config = session->config;
  guint64 first = gst_cl_picture_place_add (&session->place);
  guint64 end = gst_cl_picture_place_get_end (&session->place);
  GstFlowReturn flow = GST_FLOW_OK;
  guint i;

  for (i = 0; i < config->add.depth && first + i < end
      && flow == GST_FLOW_OK; i++) {
    gst_cl_picture_add_stack (session->add, stack, first, i);
    if (i < config->add.hop)
      flow = push_ready (session, first + i + 1, push, error);
  }
  return flow;
}

GstFlowReturn
gst_cl_ifft_video_session_run (GstClIfftVideoSession * session,
    const guint8 * spectra, guint n_frames, GstClIfftPushFunction push,
    gpointer user_data, GError ** error)
{
  const GstClIfftVideoConfig *config = session->config;
  gsize size = gst_cl_ifft_video_config_get_output_size (config);
  const Push to = { push, user_data };
  GstFlowReturn flow = GST_FLOW_OK;
  GstMapInfo info;
  guint k;

  if (!gst_cl_ifft_transform_run (session->transform, &config->load, spectra,
          n_frames * config->n_spectra, n_frames, &info, error))
    return GST_FLOW_ERROR;
  for (k = 0; k < n_frames && flow == GST_FLOW_OK; k++)
    flow = add_stack (session, info.data + k * size, &to, error);
  gst_cl_ifft_transform_unmap (session->transform, &info);
  /* the rest of a stack that was broken off fits no other */
  if (flow != GST_FLOW_OK)
    forget (session);
  return flow;
}

GstFlowReturn
gst_cl_ifft_video_session_finish (GstClIfftVideoSession * session,
    GstClIfftPushFunction push, gpointer user_data, GError ** error)
{
  const Push to = { push, user_data };
  GstFlowReturn flow = push_ready (session, G_MAXUINT64, &to, error);

  forget (session);
  return flow;
}

void
gst_cl_ifft_video_session_flush (GstClIfftVideoSession * session)
{
  gst_cl_picture_place_flush (&session->place);
  forget (session);
}
