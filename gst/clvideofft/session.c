/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.c: sends pictures to the device and gives buffers of spectra.
 *
 *   picture ----------------> staging memory -> plan, a channel at a time
 *      \-> pictures of depth ------/                  \-> output buffer
 *
 * Frames of several pictures overlap, so their pictures are kept on the host
 * and each frame is copied whole: as much work as the transform reads. The
 * host waits in two places: for staging memory that the device still reads,
 * and for the oldest dispatch when too many are in flight.
 */
#include "session.h"

#include <string.h>
#include "opencl/error.h"

struct _GstClVideoFftSession
{
  GstClSession base;

  GstClVideoFftConfig *config;
  guint8 *pictures;             /* depth of them, if that is above 1 */
  guint64 n_pictures;           /* under the base's lock */
};

/* ---- making ---- */

gpointer
gst_cl_video_fft_session_open (GstClElement * element, GError ** error)
{
  return gst_cl_session_new (sizeof (GstClVideoFftSession),
      element->device.context, element->device.watchdog, error);
}

void
gst_cl_video_fft_session_unconfigure (gpointer data)
{
  GstClVideoFftSession *session = data;

  gst_cl_session_clear (&session->base);
  g_clear_pointer (&session->pictures, g_free);
  g_clear_pointer (&session->config, gst_cl_video_fft_config_free);
}

const GstClVideoFftConfig *
gst_cl_video_fft_session_get_config (GstClVideoFftSession * session)
{
  return session->config;
}

static gboolean
make_plan (GstClVideoFftSession * session, GstClProgress * progress,
    GError ** error)
{
  const GstClVideoFftConfig *config = session->config;
  GstClSession *base = &session->base;
  const clfft_plan_params params = {
    .schedule = config->settings.schedule,
    .effort = config->settings.effort,
  };
  clfft_desc desc;

  if (!gst_cl_video_fft_config_check_sizes (config,
          gst_opencl_context_get_limits (base->context), error))
    return FALSE;
  gst_cl_video_fft_config_describe (config, &desc);
  return gst_cl_session_make_plan (base, &base->plan, &desc, &params, progress,
      "the transform", error);
}

static gboolean
make_memory (GstClVideoFftSession * session, GstCaps * caps, GError ** error)
{
  const GstClVideoFftConfig *config = session->config;
  gsize size = gst_cl_video_fft_config_get_staging_size (config);

  if (!gst_cl_session_make_staging (&session->base, size, error))
    return FALSE;
  if (config->settings.depth > 1) {
    session->pictures = g_try_malloc (size);
    if (!session->pictures) {
      g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
          "No memory for %" G_GSIZE_FORMAT " bytes of %u pictures", size,
          config->settings.depth);
      return FALSE;
    }
  }
  return gst_cl_session_make_pool (&session->base, caps,
      gst_fourier_info_get_frame_size (&config->info), error);
}

gboolean
gst_cl_video_fft_session_configure (GstClVideoFftSession * session,
    GstClVideoFftConfig * config, GstCaps * caps, GstClProgress * progress,
    GError ** error)
{
  gst_cl_video_fft_session_unconfigure (session);
  session->config = config;
  return make_plan (session, progress, error)
      && make_memory (session, caps, error);
}

/* ---- staging ---- */

/* Copies the frame's pictures in their order, then zeros. */
static void
copy_pictures (const GstClVideoFftSession * session,
    const GstClPictureFrame * frame, guint8 * dest)
{
  const GstClVideoFftConfig *config = session->config;
  gsize size = gst_cl_video_picture_get_size (&config->picture);
  guint depth = config->settings.depth;
  guint n_first = MIN (frame->n_pictures, depth - frame->first_slot);

  memcpy (dest, session->pictures + frame->first_slot * size, n_first * size);
  memcpy (dest + n_first * size, session->pictures,
      (frame->n_pictures - n_first) * size);
  memset (dest + frame->n_pictures * size, 0,
      (depth - frame->n_pictures) * size);
}

/* Fills the next staging memory from `picture`, or from the pictures that are
   kept. */
static GstOpenCLMemory *
stage (GstClVideoFftSession * session, const GstClPictureFrame * frame,
    GstBuffer * picture, guint field, GError ** error)
{
  gboolean copied = TRUE;
  GstMapInfo map;
  GstOpenCLMemory *memory =
      gst_cl_session_begin_staging (&session->base, &map, error);

  if (!memory)
    return NULL;
  if (session->pictures)
    copy_pictures (session, frame, map.data);
  else
    copied = gst_cl_video_picture_copy (&session->config->picture, picture,
        field, map.data, error);
  if (!copied) {
    gst_memory_unmap ((GstMemory *) memory, &map);
    return NULL;
  }
  return gst_cl_session_end_staging (memory, &map, error) ? memory : NULL;
}

/* ---- dispatch ---- */

/* Enqueues one dispatch for each channel: each needs scratch memory, and one is
   enough. */
static gboolean
transform (GstClVideoFftSession * session, GstOpenCLMemory * input,
    GstOpenCLMemory * output, GError ** error)
{
  const GstClVideoFftConfig *config = session->config;
  guint64 n_points = gst_fourier_info_get_n_points (&config->info);
  guint c;

  for (c = 0; c < config->info.channels; c++) {
    clfft_execute_params params = {
      .input_offset = gst_cl_video_picture_get_offset (&config->picture, c),
      .output_offset = c * n_points,
    };

    if (!gst_cl_session_execute (&session->base, input, output, &params,
            error))
      return FALSE;
  }
  return gst_opencl_queue_flush (session->base.queue, error);
}

static void
count_frame (GstClVideoFftSession * session)
{
  const GstClVideoFftConfig *config = session->config;
  const GstFourierInfo *info = &config->info;

  gst_cl_session_count (&session->base,
      (guint64) info->channels * info->blocks[0] * info->blocks[1], 1,
      gst_cl_video_fft_config_get_staging_size (config));
}

static gboolean
run (GstClVideoFftSession * session, const GstClPictureFrame * frame,
    GstBuffer * picture, guint field, GstBuffer ** done, GError ** error)
{
  GstOpenCLMemory *input = stage (session, frame, picture, field, error);
  GstBuffer *buffer = NULL;

  if (input)
    buffer = gst_opencl_buffer_pool_acquire (session->base.pool, error);
  if (!buffer)
    return FALSE;
  if (!transform (session, input, gst_opencl_memory_from_buffer (buffer),
          error)) {
    gst_buffer_unref (buffer);
    return FALSE;
  }
  gst_cl_stamp_apply (&frame->stamp, buffer);
  count_frame (session);
  *done = buffer;
  return TRUE;
}

static gboolean
keep (GstClVideoFftSession * session, GstBuffer * picture, guint field,
    guint slot, GError ** error)
{
  const GstClVideoPicture *layout = &session->config->picture;

  return gst_cl_video_picture_copy (layout, picture, field, session->pictures
      + slot * gst_cl_video_picture_get_size (layout), error);
}

gboolean
gst_cl_video_fft_session_push (GstClVideoFftSession * session,
    GstClPictureWindow * window, GstBuffer * picture,
    const GstClVideoField * field, GstBuffer ** done, GError ** error)
{
  GstClPictureFrame frame;
  guint slot;

  *done = NULL;
  g_mutex_lock (&session->base.lock);
  session->n_pictures++;
  g_mutex_unlock (&session->base.lock);
  if (!gst_cl_picture_window_add_part (window, picture, field->pts,
          field->duration, &slot))
    return TRUE;
  if (session->pictures
      && !keep (session, picture, field->number, slot, error))
    return FALSE;
  if (!gst_cl_picture_window_take (window, &frame))
    return TRUE;
  return run (session, &frame, picture, field->number, done, error);
}

gboolean
gst_cl_video_fft_session_finish (GstClVideoFftSession * session,
    GstClPictureWindow * window, GstBuffer ** done, GError ** error)
{
  GstClPictureFrame frame;

  *done = NULL;
  if (!gst_cl_picture_window_take (window, &frame))
    return TRUE;
  return run (session, &frame, NULL, 0, done, error);
}

/* ---- statistics ---- */

void
gst_cl_video_fft_session_get_stats (gpointer data, GstStructure * stats)
{
  GstClVideoFftSession *session = data;

  gst_cl_session_get_stats (&session->base, stats);
  g_mutex_lock (&session->base.lock);
  gst_structure_set (stats, "pictures", G_TYPE_UINT64, session->n_pictures,
      NULL);
  g_mutex_unlock (&session->base.lock);
}
