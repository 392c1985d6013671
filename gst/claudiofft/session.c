/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.c: from frames of samples to buffers of spectra.
 *
 *   framing -> staging memory -> plan -> output buffer
 *                                    \-> powers -> average -> output buffer
 *
 * The host waits in two places: for staging memory that the device still
 * reads, and for the oldest dispatch when too many are in flight.
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
  guint64 n_bytes;              /* of input samples read */
} Counters;

struct _GstClAudioFftSession
{
  GstClSessionDevice device;

  GstClAudioFftConfig *config;
  clfft_plan *plan;
  clfft_average *average;
  GstMemory *staging[N_STAGING];
  guint next_staging;
  guint8 *planes;               /* I and Q apart, before they are woven */
  GstMemory *powers;
  GstBufferPool *pool;

  /* the buffer that is being filled */
  GstBuffer *buffer;
  guint n_filled;
  guint in_group;               /* transforms of the unfinished average */
  gboolean stamped;
  GstClFramingBatch stamp;      /* of all that went into the buffer */

  cl_event averaged;            /* the last change of the average's state */
  GstClInFlight in_flight;

  GMutex lock;                  /* guards the next two */
  Counters counters;
  gchar *recipe;
};

/* ---- making ---- */

GstClAudioFftSession *
gst_cl_audio_fft_session_new (GstOpenCLContext * context,
    GstOpenCLWatchdog * watchdog, GError ** error)
{
  GstClAudioFftSession *session = g_new0 (GstClAudioFftSession, 1);

  g_mutex_init (&session->lock);
  session->in_flight.watchdog = watchdog;
  if (!gst_cl_session_device_open (&session->device, context, watchdog,
          error))
    g_clear_pointer (&session, gst_cl_audio_fft_session_free);
  return session;
}

void
gst_cl_audio_fft_session_unconfigure (GstClAudioFftSession * session)
{
  guint i;

  if (!session)
    return;
  gst_cl_audio_fft_session_reset (session);
  if (session->device.queue)
    gst_opencl_queue_finish (session->device.queue, NULL);
  gst_cl_in_flight_clear (&session->in_flight);
  gst_opencl_event_clear (&session->averaged);
  if (session->pool)
    gst_buffer_pool_set_active (session->pool, FALSE);
  gst_clear_object (&session->pool);
  for (i = 0; i < N_STAGING; i++)
    g_clear_pointer (&session->staging[i], gst_memory_unref);
  g_clear_pointer (&session->powers, gst_memory_unref);
  g_clear_pointer (&session->planes, g_free);
  clfft_average_destroy (&session->average);
  clfft_plan_destroy (&session->plan);
  g_clear_pointer (&session->config, gst_cl_audio_fft_config_free);
  g_mutex_lock (&session->lock);
  g_clear_pointer (&session->recipe, g_free);
  g_mutex_unlock (&session->lock);
}

void
gst_cl_audio_fft_session_free (GstClAudioFftSession * session)
{
  if (!session)
    return;
  gst_cl_audio_fft_session_unconfigure (session);
  gst_cl_session_device_close (&session->device);
  g_mutex_clear (&session->lock);
  g_free (session);
}

GstOpenCLContext *
gst_cl_audio_fft_session_get_context (GstClAudioFftSession * session)
{
  return session->device.context;
}

const GstClAudioFftConfig *
gst_cl_audio_fft_session_get_config (GstClAudioFftSession * session)
{
  return session->config;
}

static gboolean
make_plan (GstClAudioFftSession * session, clfft_progress_function progress,
    gpointer progress_data, GError ** error)
{
  const GstClAudioFftConfig *config = session->config;
  clfft_device *device =
      gst_opencl_context_get_clfft_device (session->device.context);
  g_autofree gdouble *matrix = NULL;
  clfft_plan_params params = {
    .schedule = config->settings.schedule,
    .effort = config->settings.effort,
    .progress = progress,
    .progress_data = progress_data,
    .waiter = gst_opencl_watchdog_get_waiter (session->device.watchdog),
  };
  clfft_average_desc average;
  clfft_plan_info info;
  clfft_desc desc;

  gst_cl_audio_fft_config_describe (config, &desc, &matrix);
  if (!gst_cl_check (clfft_plan_create (device, &desc, &params,
              &session->plan), "Could not plan the transform", error))
    return FALSE;
  clfft_plan_get_info (session->plan, &info);
  g_mutex_lock (&session->lock);
  session->recipe = g_strdup (info.recipe);
  g_mutex_unlock (&session->lock);

  if (!gst_cl_audio_fft_config_describe_average (config, &average))
    return TRUE;
  average.waiter = params.waiter;
  return gst_cl_check (clfft_average_create (device, &average,
          &session->average), "Could not plan the average", error);
}

/* Output frames that a buffer has room for. */
static guint
get_capacity (const GstClAudioFftConfig * config)
{
  if (config->settings.frames_per_buffer > 0)
    return config->settings.frames_per_buffer;
  return MAX (1, config->max_frames / config->group);
}

static gboolean
make_memory (GstClAudioFftSession * session, GstCaps * caps, GError ** error)
{
  const GstClAudioFftConfig *config = session->config;
  gsize staging_size = gst_cl_audio_fft_config_get_staging_size (config);
  guint i;

  for (i = 0; i < N_STAGING; i++) {
    session->staging[i] = gst_opencl_allocator_alloc (session->device.allocator,
        staging_size, error);
    if (!session->staging[i])
      return FALSE;
  }
  if (config->interleaves) {
    session->planes = g_try_malloc (staging_size);
    if (!session->planes) {
      g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
          "No memory for %" G_GSIZE_FORMAT " bytes of samples", staging_size);
      return FALSE;
    }
  }
  if (session->average) {
    gsize number = gst_fourier_info_get_point_size (&config->info);

    session->powers = gst_opencl_allocator_alloc (session->device.allocator,
        number * gst_fourier_info_get_n_points (&config->info)
        * config->info.channels * config->max_frames, error);
    if (!session->powers)
      return FALSE;
  }
  session->pool = gst_opencl_buffer_pool_new (session->device.allocator);
  return gst_opencl_buffer_pool_start (session->pool, caps,
      gst_fourier_info_get_frame_size (&config->info) * get_capacity (config),
      MIN_BUFFERS, 0, error);
}

gboolean
gst_cl_audio_fft_session_configure (GstClAudioFftSession * session,
    GstClAudioFftConfig * config, GstCaps * caps,
    clfft_progress_function progress, gpointer progress_data, GError ** error)
{
  gst_cl_audio_fft_session_unconfigure (session);
  session->config = config;
  if (make_plan (session, progress, progress_data, error)
      && make_memory (session, caps, error))
    return TRUE;
  gst_cl_audio_fft_session_unconfigure (session);
  return FALSE;
}

/* ---- dispatch ---- */

guint
gst_cl_audio_fft_choose_n_frames (guint64 n_ready, guint max_frames,
    guint group, guint in_group, guint room)
{
  guint64 left = (guint64) room * group - in_group;
  guint64 most = MIN (MIN (n_ready, max_frames), left);
  guint64 beyond = (in_group + most) % group;

  /* up to the end of a group, if one is reached */
  return beyond < most ? most - beyond : most;
}

/* Weaves pairs of planes: what was channel after channel becomes tuples. */
static void
weave (const guint8 * planes, guint8 * tuples, gsize plane_size,
    guint n_channels, gsize sample_size)
{
  gsize i, n_samples = plane_size / sample_size;
  guint c;

  for (c = 0; c < n_channels; c++) {
    const guint8 *source = planes + c * plane_size;
    guint8 *dest = tuples + c * sample_size;

    for (i = 0; i < n_samples; i++)
      memcpy (dest + i * n_channels * sample_size, source + i * sample_size,
          sample_size);
  }
}

/* GST_AUDIO_INFO_BPS counts valid bits, not stored bytes. */
static gsize
sample_size_of (const GstAudioInfo * audio)
{
  return GST_AUDIO_INFO_BPF (audio) / GST_AUDIO_INFO_CHANNELS (audio);
}

/* Samples of n_frames from framing to the next staging memory. */
static GstOpenCLMemory *
stage (GstClAudioFftSession * session, GstClFraming * framing, guint n_frames,
    GstClFramingBatch * batch, GError ** error)
{
  const GstClAudioFftConfig *config = session->config;
  GstMemory *memory = session->staging[session->next_staging];
  gsize sample_size = sample_size_of (&config->audio);
  gsize plane_size =
      gst_cl_audio_fft_config_get_plane_distance (config) * sample_size;
  gboolean taken;
  GstMapInfo map;

  session->next_staging = (session->next_staging + 1) % N_STAGING;
  if (!gst_opencl_memory_map_host (memory, &map, GST_MAP_WRITE, error))
    return NULL;
  if (config->interleaves) {
    gsize span = gst_cl_framing_get_span (framing, n_frames) * sample_size;

    taken = gst_cl_framing_take (framing, n_frames, session->planes, span,
        batch);
    weave (session->planes, map.data, span,
        GST_AUDIO_INFO_CHANNELS (&config->audio), sample_size);
  } else {
    taken = gst_cl_framing_take (framing, n_frames, map.data, plane_size,
        batch);
  }
  gst_memory_unmap (memory, &map);
  g_assert (taken && batch->n_frames == n_frames);
  if (!gst_opencl_memory_check ((GstOpenCLMemory *) memory, error))
    return NULL;
  return (GstOpenCLMemory *) memory;
}

/* One dispatch per run of channels. */
static gboolean
transform (GstClAudioFftSession * session, GstOpenCLMemory * input,
    GstOpenCLMemory * output, guint64 first_frame, guint n_frames,
    GError ** error)
{
  const GstClAudioFftConfig *config = session->config;
  guint64 n_points = gst_fourier_info_get_n_points (&config->info);
  guint i;

  for (i = 0; i < config->n_runs; i++) {
    const GstClAudioFftRun *run = &config->runs[i];
    cl_event event;
    clfft_execute_params params = {
      .counts = {run->n_channels, n_frames},
      .input_offset = gst_cl_audio_fft_config_get_run_offset (config, run),
      .output_offset = (first_frame * config->info.channels + run->output)
          * n_points,
    };

    if (!gst_cl_execute (session->plan, session->device.queue, input, output,
            &params, &event, error)
        || !gst_cl_in_flight_add (&session->in_flight, event, error))
      return FALSE;
  }
  return TRUE;
}

/* Adds the number of frames that became complete to n_filled. */
static gboolean
average (GstClAudioFftSession * session, GstOpenCLMemory * output,
    guint n_frames, gboolean flush, GError ** error)
{
  GstOpenCLMemory *powers = (GstOpenCLMemory *) session->powers;
  GstOpenCLWaitList wait = GST_OPENCL_WAIT_LIST_INIT;
  cl_event event = NULL;
  clfft_status status;
  guint n_complete = 0;

  gst_opencl_memory_collect (powers, GST_MAP_READ, &wait);
  gst_opencl_memory_collect (output, GST_MAP_WRITE, &wait);
  /* the queue keeps order, but goes on after a failure */
  gst_opencl_wait_list_add (&wait, session->averaged);
  status = clfft_average_execute (session->average,
      gst_opencl_queue_get_handle (session->device.queue), powers->handle, 0,
      n_frames, output->handle, session->n_filled, flush, wait.n_events,
      wait.events, &event, &n_complete);
  gst_opencl_wait_list_clear (&wait);
  if (!gst_cl_check (status, "Could not run the average", error))
    return FALSE;
  if (event) {
    gst_opencl_memory_mark (powers, GST_MAP_READ, event);
    gst_opencl_memory_mark (output, GST_MAP_WRITE, event);
  }
  session->n_filled += n_complete;
  session->in_group = flush ? 0
      : (session->in_group + n_frames) % session->config->group;
  if (!gst_opencl_event_replace (&session->averaged, event,
          session->device.watchdog, error)) {
    gst_opencl_event_clear (&event);
    return FALSE;
  }
  return gst_cl_in_flight_add (&session->in_flight, event, error);
}

/* ---- buffers ---- */

static GstOpenCLMemory *
ensure_buffer (GstClAudioFftSession * session, GError ** error)
{
  if (!session->buffer)
    session->buffer = gst_opencl_buffer_pool_acquire (session->pool, error);
  return session->buffer ? gst_opencl_memory_from_buffer (session->buffer)
      : NULL;
}

static void
add_stamp (GstClAudioFftSession * session, const GstClFramingBatch * batch)
{
  GstClFramingBatch *stamp = &session->stamp;

  if (!session->stamped) {
    *stamp = *batch;
    session->stamped = TRUE;
    return;
  }
  stamp->n_frames += batch->n_frames;
  stamp->duration = batch->pts + batch->duration - stamp->pts;
  stamp->offset_end = batch->offset_end;
  stamp->gap = stamp->gap && batch->gap;
}

static void
complete (GstClAudioFftSession * session, GQueue * done)
{
  GstBuffer *buffer = session->buffer;
  gsize size = gst_fourier_info_get_frame_size (&session->config->info)
      * session->n_filled;

  session->buffer = NULL;
  session->stamped = FALSE;
  if (session->n_filled == 0) {
    gst_clear_buffer (&buffer);
    return;
  }
  gst_buffer_set_size (buffer, size);
  gst_cl_framing_batch_stamp (&session->stamp, buffer);
  g_mutex_lock (&session->lock);
  session->counters.n_frames += session->n_filled;
  g_mutex_unlock (&session->lock);
  session->n_filled = 0;
  g_queue_push_tail (done, buffer);
}

static void
count (GstClAudioFftSession * session, const GstClFramingBatch * batch)
{
  const GstClAudioFftConfig *config = session->config;

  g_mutex_lock (&session->lock);
  session->counters.n_transforms +=
      (guint64) batch->n_frames * config->info.channels;
  session->counters.n_bytes += (guint64) batch->n_frames
      * config->settings.size * GST_AUDIO_INFO_BPF (&config->audio);
  g_mutex_unlock (&session->lock);
}

/* From staging memory into the buffer that is being filled. */
static gboolean
dispatch (GstClAudioFftSession * session, GstOpenCLMemory * input,
    const GstClFramingBatch * batch, GError ** error)
{
  GstOpenCLMemory *output = ensure_buffer (session, error);

  if (!output)
    return FALSE;
  if (session->average) {
    if (batch->discont) {
      clfft_average_reset (session->average);
      gst_opencl_event_clear (&session->averaged);
    }
    return transform (session, input, (GstOpenCLMemory *) session->powers, 0,
        batch->n_frames, error)
        && average (session, output, batch->n_frames, batch->last, error);
  }
  if (!transform (session, input, output, session->n_filled, batch->n_frames,
          error))
    return FALSE;
  session->n_filled += batch->n_frames;
  return TRUE;
}

gboolean
gst_cl_audio_fft_session_step (GstClAudioFftSession * session,
    GstClFraming * framing, GQueue * done, GError ** error)
{
  const GstClAudioFftConfig *config = session->config;
  guint capacity = get_capacity (config);
  guint n_frames =
      gst_cl_audio_fft_choose_n_frames (gst_cl_framing_get_n_ready (framing),
      config->max_frames, config->group, session->in_group,
      capacity - session->n_filled);
  GstClFramingBatch batch;
  GstOpenCLMemory *input = stage (session, framing, n_frames, &batch, error);

  if (!input)
    return FALSE;
  /* the stretch before may have ended between two frames */
  if (batch.discont && !gst_cl_audio_fft_session_finish (session, done, error))
    return FALSE;
  if (!dispatch (session, input, &batch, error))
    return FALSE;
  add_stamp (session, &batch);
  count (session, &batch);
  if (session->in_group == 0 && (batch.last || session->n_filled == capacity
          || config->settings.frames_per_buffer == 0))
    complete (session, done);
  return gst_opencl_queue_flush (session->device.queue, error);
}

gboolean
gst_cl_audio_fft_session_finish (GstClAudioFftSession * session,
    GQueue * done, GError ** error)
{
  if (!session->config || !session->buffer)
    return TRUE;
  if (session->in_group > 0
      && !average (session, gst_opencl_memory_from_buffer (session->buffer), 0,
          TRUE, error))
    return FALSE;
  complete (session, done);
  return gst_opencl_queue_flush (session->device.queue, error);
}

gboolean
gst_cl_audio_fft_session_wait (GstClAudioFftSession * session, GError ** error)
{
  return gst_cl_in_flight_wait (&session->in_flight, error);
}

void
gst_cl_audio_fft_session_reset (GstClAudioFftSession * session)
{
  gst_clear_buffer (&session->buffer);
  session->n_filled = 0;
  session->in_group = 0;
  session->stamped = FALSE;
  gst_opencl_event_clear (&session->averaged);
  if (session->average)
    clfft_average_reset (session->average);
}

/* ---- statistics ---- */

void
gst_cl_audio_fft_session_get_stats (GstClAudioFftSession * session,
    GstStructure * stats)
{
  g_mutex_lock (&session->lock);
  gst_structure_set (stats,
      "plan", G_TYPE_STRING, session->recipe ? session->recipe : "",
      "transforms", G_TYPE_UINT64, session->counters.n_transforms,
      "frames", G_TYPE_UINT64, session->counters.n_frames,
      "bytes", G_TYPE_UINT64, session->counters.n_bytes,
      "kernel-time", G_TYPE_UINT64,
      gst_cl_in_flight_get_time (&session->in_flight),
      "memories", G_TYPE_UINT64,
      gst_opencl_allocator_get_n_memories (session->device.allocator), NULL);
  g_mutex_unlock (&session->lock);
  gst_opencl_context_add_stats (session->device.context, stats);
}
