/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.c: from pictures to buffers of spectra.
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
#include "element/execute.h"
#include "element/inflight.h"
#include "element/sessiondevice.h"

#define N_STAGING 2
#define MIN_BUFFERS 2

typedef struct
{
  guint64 n_transforms;
  guint64 n_frames;
  guint64 n_pictures;
  guint64 n_bytes;              /* of pixels that transforms read */
} Counters;

struct _GstClVideoFftSession
{
  GstClSessionDevice device;

  GstClVideoFftConfig *config;
  clfft_plan *plan;
  GstMemory *staging[N_STAGING];
  guint next_staging;
  guint8 *pictures;             /* depth of them, if that is above 1 */
  GstBufferPool *pool;

  GstClInFlight in_flight;

  GMutex lock;                  /* guards the next three */
  Counters counters;
  gchar *recipe;
  guint64 scratch_size;         /* bytes that the plan has beside its input
                                   and output */
};

/* ---- making ---- */

GstClVideoFftSession *
gst_cl_video_fft_session_new (GstOpenCLContext * context,
    GstOpenCLWatchdog * watchdog, GError ** error)
{
  GstClVideoFftSession *session = g_new0 (GstClVideoFftSession, 1);

  g_mutex_init (&session->lock);
  session->in_flight.watchdog = watchdog;
  if (!gst_cl_session_device_open (&session->device, context, watchdog,
          error))
    g_clear_pointer (&session, gst_cl_video_fft_session_free);
  return session;
}

void
gst_cl_video_fft_session_unconfigure (GstClVideoFftSession * session)
{
  guint i;

  if (!session)
    return;
  if (session->device.queue)
    gst_opencl_queue_finish (session->device.queue, NULL);
  gst_cl_in_flight_clear (&session->in_flight);
  if (session->pool)
    gst_buffer_pool_set_active (session->pool, FALSE);
  gst_clear_object (&session->pool);
  for (i = 0; i < N_STAGING; i++)
    g_clear_pointer (&session->staging[i], gst_memory_unref);
  g_clear_pointer (&session->pictures, g_free);
  clfft_plan_destroy (&session->plan);
  g_clear_pointer (&session->config, gst_cl_video_fft_config_free);
  g_mutex_lock (&session->lock);
  g_clear_pointer (&session->recipe, g_free);
  session->scratch_size = 0;
  g_mutex_unlock (&session->lock);
}

void
gst_cl_video_fft_session_free (GstClVideoFftSession * session)
{
  if (!session)
    return;
  gst_cl_video_fft_session_unconfigure (session);
  gst_cl_session_device_close (&session->device);
  g_mutex_clear (&session->lock);
  g_free (session);
}

const GstClVideoFftConfig *
gst_cl_video_fft_session_get_config (GstClVideoFftSession * session)
{
  return session->config;
}

static gboolean
make_plan (GstClVideoFftSession * session, clfft_progress_function progress,
    gpointer progress_data, GError ** error)
{
  const GstClVideoFftConfig *config = session->config;
  clfft_plan_params params = {
    .schedule = config->settings.schedule,
    .effort = config->settings.effort,
    .progress = progress,
    .progress_data = progress_data,
    .waiter = gst_opencl_watchdog_get_waiter (session->device.watchdog),
  };
  clfft_plan_info info;
  clfft_desc desc;

  if (!gst_cl_video_fft_config_check_device (config,
          gst_opencl_context_get_limits (session->device.context), error))
    return FALSE;
  gst_cl_video_fft_config_describe (config, &desc);
  if (!gst_cl_check (clfft_plan_create (gst_opencl_context_get_clfft_device
              (session->device.context), &desc, &params, &session->plan),
          "Could not plan the transform", error))
    return FALSE;
  clfft_plan_get_info (session->plan, &info);
  g_mutex_lock (&session->lock);
  session->recipe = g_strdup (info.recipe);
  session->scratch_size = info.scratch_size;
  g_mutex_unlock (&session->lock);
  return TRUE;
}

static gboolean
make_memory (GstClVideoFftSession * session, GstCaps * caps, GError ** error)
{
  const GstClVideoFftConfig *config = session->config;
  gsize size = gst_cl_video_fft_config_get_staging_size (config);
  guint i;

  for (i = 0; i < N_STAGING; i++) {
    session->staging[i] = gst_opencl_allocator_alloc (session->device.allocator,
        size, error);
    if (!session->staging[i])
      return FALSE;
  }
  if (config->settings.depth > 1) {
    session->pictures = g_try_malloc (size);
    if (!session->pictures) {
      g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
          "No memory for %" G_GSIZE_FORMAT " bytes of %u pictures", size,
          config->settings.depth);
      return FALSE;
    }
  }
  session->pool = gst_opencl_buffer_pool_new (session->device.allocator);
  return gst_opencl_buffer_pool_start (session->pool, caps,
      gst_fourier_info_get_frame_size (&config->info), MIN_BUFFERS, 0, error);
}

gboolean
gst_cl_video_fft_session_configure (GstClVideoFftSession * session,
    GstClVideoFftConfig * config, GstCaps * caps,
    clfft_progress_function progress, gpointer progress_data, GError ** error)
{
  gst_cl_video_fft_session_unconfigure (session);
  session->config = config;
  if (make_plan (session, progress, progress_data, error)
      && make_memory (session, caps, error))
    return TRUE;
  gst_cl_video_fft_session_unconfigure (session);
  return FALSE;
}

/* ---- staging ---- */

/* The frame's pictures in their order, then zeros. */
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

/* Fills the next staging memory: of `picture`, or of those that are kept. */
static GstOpenCLMemory *
stage (GstClVideoFftSession * session, const GstClPictureFrame * frame,
    GstBuffer * picture, guint field, GError ** error)
{
  GstMemory *memory = session->staging[session->next_staging];
  gboolean copied = TRUE;
  GstMapInfo map;

  session->next_staging = (session->next_staging + 1) % N_STAGING;
  if (!gst_opencl_memory_map_host (memory, &map, GST_MAP_WRITE, error))
    return NULL;
  if (session->pictures)
    copy_pictures (session, frame, map.data);
  else
    copied = gst_cl_video_picture_copy (&session->config->picture, picture,
        field, map.data, error);
  gst_memory_unmap (memory, &map);
  if (!copied || !gst_opencl_memory_check ((GstOpenCLMemory *) memory, error))
    return NULL;
  return (GstOpenCLMemory *) memory;
}

/* ---- dispatch ---- */

/* One dispatch per channel: each needs scratch memory, one is enough. */
static gboolean
transform (GstClVideoFftSession * session, GstOpenCLMemory * input,
    GstOpenCLMemory * output, GError ** error)
{
  const GstClVideoFftConfig *config = session->config;
  guint64 n_points = gst_fourier_info_get_n_points (&config->info);
  guint c;

  for (c = 0; c < config->info.channels; c++) {
    cl_event event;
    clfft_execute_params params = {
      .input_offset = gst_cl_video_picture_get_offset (&config->picture, c),
      .output_offset = c * n_points,
    };

    if (!gst_cl_execute (session->plan, session->device.queue, input, output,
            &params, &event, error)
        || !gst_cl_in_flight_add (&session->in_flight, event, error))
      return FALSE;
  }
  return gst_opencl_queue_flush (session->device.queue, error);
}

static void
count_frame (GstClVideoFftSession * session)
{
  const GstClVideoFftConfig *config = session->config;
  const GstFourierInfo *info = &config->info;

  g_mutex_lock (&session->lock);
  session->counters.n_frames++;
  session->counters.n_transforms +=
      (guint64) info->channels * info->blocks[0] * info->blocks[1];
  session->counters.n_bytes +=
      gst_cl_video_fft_config_get_staging_size (config);
  g_mutex_unlock (&session->lock);
}

static gboolean
run (GstClVideoFftSession * session, const GstClPictureFrame * frame,
    GstBuffer * picture, guint field, GstBuffer ** done, GError ** error)
{
  GstOpenCLMemory *input = stage (session, frame, picture, field, error);
  GstBuffer *buffer = NULL;

  if (input)
    buffer = gst_opencl_buffer_pool_acquire (session->pool, error);
  if (!buffer)
    return FALSE;
  if (!transform (session, input, gst_opencl_memory_from_buffer (buffer),
          error)) {
    gst_buffer_unref (buffer);
    return FALSE;
  }
  gst_cl_picture_frame_stamp (frame, buffer);
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
  g_mutex_lock (&session->lock);
  session->counters.n_pictures++;
  g_mutex_unlock (&session->lock);
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

gboolean
gst_cl_video_fft_session_wait (GstClVideoFftSession * session, GError ** error)
{
  return gst_cl_in_flight_wait (&session->in_flight, error);
}

/* ---- statistics ---- */

guint64
gst_cl_video_fft_session_get_memory_size (GstClVideoFftSession * session)
{
  guint64 size = gst_opencl_allocator_get_live_size (session->device.allocator);

  g_mutex_lock (&session->lock);
  size += session->scratch_size;
  g_mutex_unlock (&session->lock);
  return size;
}

void
gst_cl_video_fft_session_get_stats (GstClVideoFftSession * session,
    GstStructure * stats)
{
  guint64 memory_size = gst_cl_video_fft_session_get_memory_size (session);

  g_mutex_lock (&session->lock);
  gst_structure_set (stats,
      "plan", G_TYPE_STRING, session->recipe ? session->recipe : "",
      "transforms", G_TYPE_UINT64, session->counters.n_transforms,
      "frames", G_TYPE_UINT64, session->counters.n_frames,
      "pictures", G_TYPE_UINT64, session->counters.n_pictures,
      "bytes", G_TYPE_UINT64, session->counters.n_bytes,
      "kernel-time", G_TYPE_UINT64,
      gst_cl_in_flight_get_time (&session->in_flight),
      "memories", G_TYPE_UINT64,
      gst_opencl_allocator_get_n_memories (session->device.allocator),
      "memory-size", G_TYPE_UINT64, memory_size, NULL);
  g_mutex_unlock (&session->lock);
  gst_opencl_context_add_stats (session->device.context, stats);
}
