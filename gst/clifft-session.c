/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clifft-session.c: from spectra to buffers of samples.
 *
 *   spectra -> staging memory -> plan -> frames -> deframing -> output buffer
 *
 * The host waits for each dispatch: what it gives is added up on the host, and
 * samples are to leave with the buffer that completes them.
 */
#include "clifft-session.h"

#include "base/error.h"
#include "base/execute.h"
#include "base/samplepack.h"

#define MIN_BUFFERS 2
/* Bytes of an output buffer at most, if a sample is not larger. */
#define MAX_BUFFER_SIZE (4 << 20)

typedef struct
{
  guint64 n_transforms;
  guint64 n_frames;
  guint64 n_bytes;              /* of output samples written */
  GstClockTime device_time;
} Counters;

struct _GstClIfftSession
{
  GstOpenCLContext *context;
  GstOpenCLQueue *queue;
  GstOpenCLAllocator *allocator;

  GstClIfftConfig *config;
  clfft_plan *plan;
  GstMemory *input, *output;

  GstAudioInfo audio;
  GstBufferPool *pool;
  gsize capacity;               /* samples per channel in a buffer */
  gdouble *values;              /* as many tuples */

  GMutex lock;                  /* guards the next two */
  Counters counters;
  gchar *recipe;
};

/* ---- making ---- */

GstClIfftSession *
gst_cl_ifft_session_new (GstOpenCLContext * context, GError ** error)
{
  GstClIfftSession *session = g_new0 (GstClIfftSession, 1);

  g_mutex_init (&session->lock);
  session->context = gst_object_ref (context);
  session->queue = gst_opencl_queue_new (context,
      GST_OPENCL_QUEUE_FLAG_PROFILING, error);
  if (session->queue)
    session->allocator = gst_opencl_allocator_new (context,
        GST_OPENCL_HOST_ACCESS_AUTO, error);
  if (!session->allocator)
    g_clear_pointer (&session, gst_cl_ifft_session_free);
  return session;
}

static void
clear_output (GstClIfftSession * session)
{
  if (session->pool)
    gst_buffer_pool_set_active (session->pool, FALSE);
  gst_clear_object (&session->pool);
  g_clear_pointer (&session->values, g_free);
}

void
gst_cl_ifft_session_unconfigure (GstClIfftSession * session)
{
  if (!session)
    return;
  if (session->queue)
    gst_opencl_queue_finish (session->queue, NULL);
  clear_output (session);
  g_clear_pointer (&session->input, gst_memory_unref);
  g_clear_pointer (&session->output, gst_memory_unref);
  clfft_plan_destroy (&session->plan);
  g_clear_pointer (&session->config, gst_cl_ifft_config_free);
  g_mutex_lock (&session->lock);
  g_clear_pointer (&session->recipe, g_free);
  g_mutex_unlock (&session->lock);
}

void
gst_cl_ifft_session_free (GstClIfftSession * session)
{
  if (!session)
    return;
  gst_cl_ifft_session_unconfigure (session);
  gst_clear_object (&session->allocator);
  gst_clear_opencl_queue (&session->queue);
  gst_clear_object (&session->context);
  g_mutex_clear (&session->lock);
  g_free (session);
}

const GstClIfftConfig *
gst_cl_ifft_session_get_config (GstClIfftSession * session)
{
  return session->config;
}

static gboolean
make_plan (GstClIfftSession * session, const clfft_plan_params * params,
    GError ** error)
{
  clfft_device *device =
      gst_opencl_context_get_clfft_device (session->context);
  clfft_plan_info info;
  clfft_desc desc;

  gst_cl_ifft_config_describe (session->config, &desc);
  if (!gst_cl_check (clfft_plan_create (device, &desc, params,
              &session->plan), "Could not plan the inverse transform", error))
    return FALSE;
  clfft_plan_get_info (session->plan, &info);
  g_mutex_lock (&session->lock);
  session->recipe = g_strdup (info.recipe);
  g_mutex_unlock (&session->lock);
  return TRUE;
}

static gboolean
make_memory (GstClIfftSession * session, GError ** error)
{
  const GstClIfftConfig *config = session->config;

  session->input = gst_opencl_allocator_alloc (session->allocator,
      gst_cl_ifft_config_get_input_size (config) * config->max_frames, error);
  if (!session->input)
    return FALSE;
  session->output = gst_opencl_allocator_alloc (session->allocator,
      gst_cl_ifft_config_get_output_size (config) * config->max_frames, error);
  return session->output != NULL;
}

gboolean
gst_cl_ifft_session_configure (GstClIfftSession * session,
    GstClIfftConfig * config, const clfft_plan_params * params,
    GError ** error)
{
  gst_cl_ifft_session_unconfigure (session);
  session->config = config;
  if (make_plan (session, params, error) && make_memory (session, error))
    return TRUE;
  gst_cl_ifft_session_unconfigure (session);
  return FALSE;
}

gboolean
gst_cl_ifft_session_set_output (GstClIfftSession * session,
    const GstAudioInfo * audio, GstCaps * caps, GError ** error)
{
  const GstClIfftConfig *config = session->config;
  gsize bpf = GST_AUDIO_INFO_BPF (audio);
  gsize most = (gsize) config->max_frames * config->info.hop;
  GstStructure *pool_config;

  clear_output (session);
  session->audio = *audio;
  session->capacity = CLAMP (MAX_BUFFER_SIZE / bpf, 1, most);
  session->values = g_try_new (gdouble, session->capacity * config->n_outputs);
  session->pool = gst_buffer_pool_new ();
  pool_config = gst_buffer_pool_get_config (session->pool);
  gst_buffer_pool_config_set_params (pool_config, caps,
      session->capacity * bpf, MIN_BUFFERS, 0);
  if (session->values
      && gst_buffer_pool_set_config (session->pool, pool_config)
      && gst_buffer_pool_set_active (session->pool, TRUE))
    return TRUE;
  g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
      "No memory for buffers of %" G_GSIZE_FORMAT " bytes",
      session->capacity * bpf);
  return FALSE;
}

/* ---- dispatch ---- */

static gboolean
map (GstMemory * memory, GstMapInfo * info, GstMapFlags flags, GError ** error)
{
  if (gst_memory_map (memory, info, flags))
    return TRUE;
  if (gst_opencl_memory_check ((GstOpenCLMemory *) memory, error))
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED,
        "Could not map %" G_GSIZE_FORMAT " bytes of device memory",
        memory->size);
  return FALSE;
}

static gboolean
stage (GstClIfftSession * session, const guint8 * spectra, guint n_frames,
    GError ** error)
{
  const GstClIfftConfig *config = session->config;
  GstMapInfo info;

  if (!map (session->input, &info, GST_MAP_WRITE, error))
    return FALSE;
  gst_cl_spectrum_load (&config->load, spectra,
      (guint64) n_frames * config->info.channels, info.data);
  gst_memory_unmap (session->input, &info);
  return gst_opencl_memory_check ((GstOpenCLMemory *) session->input, error);
}

static gboolean
transform (GstClIfftSession * session, guint n_frames, GError ** error)
{
  GstOpenCLMemory *input = (GstOpenCLMemory *) session->input;
  GstOpenCLMemory *output = (GstOpenCLMemory *) session->output;
  cl_event event = NULL;
  gboolean done;
  clfft_execute_params params = {
    .counts = {(guint64) n_frames * session->config->info.channels},
  };

  /* the plan may write to its input too, but nobody reads that */
  if (!gst_cl_execute (session->plan, session->queue, input, output, &params,
          &event, error))
    return FALSE;
  done = gst_opencl_event_wait (event, error);
  g_mutex_lock (&session->lock);
  session->counters.device_time += gst_opencl_event_get_time (event);
  session->counters.n_transforms += params.counts[0];
  session->counters.n_frames += n_frames;
  g_mutex_unlock (&session->lock);
  gst_opencl_event_clear (&event);
  return done;
}

static gboolean
add_frames (GstClIfftSession * session, guint n_frames,
    GstClDeframing * deframing, GError ** error)
{
  const GstClIfftConfig *config = session->config;
  gsize frame_size = gst_cl_ifft_config_get_output_size (config);
  GstClFrame frame = {
    .is_double = config->load.to_double,
    .n_parts = config->n_parts,
    .stride = (gsize) config->n_parts * config->info.shape[0],
    .is_mid_side = config->is_mid_side,
  };
  gboolean added = TRUE;
  GstMapInfo info;
  guint k;

  if (!map (session->output, &info, GST_MAP_READ, error))
    return FALSE;
  for (k = 0; k < n_frames && added; k++) {
    frame.data = info.data + k * frame_size;
    added = gst_cl_deframing_add (deframing, &frame, error);
  }
  gst_memory_unmap (session->output, &info);
  return added;
}

gboolean
gst_cl_ifft_session_run (GstClIfftSession * session, const guint8 * spectra,
    guint n_frames, GstClDeframing * deframing, GError ** error)
{
  GstClFrame silence = { NULL, };

  if (spectra)
    return stage (session, spectra, n_frames, error)
        && transform (session, n_frames, error)
        && add_frames (session, n_frames, deframing, error);
  for (; n_frames > 0; n_frames--)
    if (!gst_cl_deframing_add (deframing, &silence, error))
      return FALSE;
  return TRUE;
}

/* ---- buffers ---- */

static gboolean
fill_buffer (GstClIfftSession * session, GstBuffer * buffer,
    gsize n_samples)
{
  GstMapInfo info;

  gst_buffer_set_size (buffer,
      n_samples * GST_AUDIO_INFO_BPF (&session->audio));
  if (!gst_buffer_map (buffer, &info, GST_MAP_WRITE))
    return FALSE;
  gst_cl_pack_samples (&session->audio, session->values, n_samples, info.data);
  gst_buffer_unmap (buffer, &info);
  return session->audio.layout == GST_AUDIO_LAYOUT_INTERLEAVED
      || gst_buffer_add_audio_meta (buffer, &session->audio, n_samples, NULL);
}

GstBuffer *
gst_cl_ifft_session_take (GstClIfftSession * session,
    GstClDeframing * deframing, GError ** error)
{
  GstBuffer *buffer = NULL;
  GstClDeframingBatch batch;

  if (!gst_cl_deframing_take (deframing, session->capacity, session->values,
          &batch))
    return NULL;
  if (gst_buffer_pool_acquire_buffer (session->pool, &buffer, NULL)
      != GST_FLOW_OK || !fill_buffer (session, buffer, batch.n_samples)) {
    gst_clear_buffer (&buffer);
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "No output buffer for %" G_GSIZE_FORMAT " samples could be had",
        batch.n_samples);
    return NULL;
  }
  gst_cl_deframing_batch_stamp (&batch, buffer);
  g_mutex_lock (&session->lock);
  session->counters.n_bytes += gst_buffer_get_size (buffer);
  g_mutex_unlock (&session->lock);
  return buffer;
}

/* ---- statistics ---- */

void
gst_cl_ifft_session_get_stats (GstClIfftSession * session,
    GstStructure * stats)
{
  g_mutex_lock (&session->lock);
  gst_structure_set (stats,
      "plan", G_TYPE_STRING, session->recipe ? session->recipe : "",
      "transforms", G_TYPE_UINT64, session->counters.n_transforms,
      "frames", G_TYPE_UINT64, session->counters.n_frames,
      "bytes", G_TYPE_UINT64, session->counters.n_bytes,
      "kernel-time", G_TYPE_UINT64, session->counters.device_time,
      "memories", G_TYPE_UINT64,
      gst_opencl_allocator_get_n_memories (session->allocator), NULL);
  g_mutex_unlock (&session->lock);
  gst_opencl_context_add_stats (session->context, stats);
}
