/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.c: sends frames of samples to the device and gives buffers of
 * spectra.
 *
 *   framing -> staging memory -> plans -> output buffer
 *         \-> the input's own ->/    \-> spectra -> averages -> output buffer
 *
 * and, when a buffer is whole, features in it. Frames that lie in one buffer of
 * the input are read there if the device can; others are copied into staging
 * memory. What a later buffer completes is kept by framing meanwhile, which
 * copies it, too, if the source waits for its buffer.
 *
 * The host waits in two places: for staging memory that the device still
 * reads, and for the oldest dispatch when too many are in flight.
 */
#include "session.h"

#include <string.h>
#include "average.h"
#include "constantq.h"
#include "front/features.h"
#include "front/front-end.h"
#include "input.h"
#include "transforms.h"
#include "opencl/error.h"

/* Frames: a dispatch of fewer takes the host as long as the device. */
#define WORTH_A_DISPATCH 128

struct _GstClAudioFftSession
{
  GstClSession base;

  GstClStftConfig *config;
  GstClStftAverage average;
  clfft_constant_q *constant_q;
  GstClStftFeatures features;
  guint8 *planes;               /* I and Q in planes, before they are
                                   interleaved */
  GstClStftEmphasis *emphasis;
  GstClStftTransforms transforms;

  /* the buffer that is being filled */
  GstBuffer *buffer;
  guint n_filled;
  guint in_group;               /* transforms of the unfinished average */
  gboolean stamped;
  GstClStamp stamp;             /* the stamp of everything in the buffer */

  cl_event averaged;            /* the last change of the average's state */

  /* powers that the average left out; under the base's lock */
  guint32 n_seen;               /* of this average, modulo 2^32 */
  gdouble class_1_from;         /* under the base's lock, too */
};

/* ---- statistics ---- */

/* Adds what the device has counted since. */
static void
update_not_finite (GstClStftSession * session)
{
  guint32 now;

  g_mutex_lock (&session->base.lock);
  now = gst_cl_stft_average_get_n_left_out (&session->average);
  session->base.counters[GST_CL_COUNTER_NOT_FINITE] +=
      (guint32) (now - session->n_seen);
  session->n_seen = now;
  g_mutex_unlock (&session->base.lock);
}

void
gst_cl_stft_session_get_stats (gpointer data, GstStructure * stats)
{
  GstClStftSession *session = data;
  gdouble class_1_from;

  update_not_finite (session);
  gst_cl_session_get_stats (data, NULL, stats);
  g_mutex_lock (&session->base.lock);
  class_1_from = session->class_1_from;
  g_mutex_unlock (&session->base.lock);
  gst_structure_set (stats, "class-1-from", G_TYPE_DOUBLE, class_1_from, NULL);
}

/* ---- making ---- */

gpointer
gst_cl_stft_session_open (GstClElement * element, GError ** error)
{
  return gst_cl_session_new (sizeof (GstClStftSession),
      1 << GST_CL_COUNTER_NOT_FINITE, element->device.context,
      element->device.watchdog, error);
}

void
gst_cl_stft_session_unconfigure (gpointer data)
{
  GstClStftSession *session = data;
  GstClStftAverage average;

  gst_cl_stft_session_reset (session);
  gst_cl_session_clear (&session->base);
  gst_opencl_event_clear (&session->averaged);
  gst_cl_stft_transforms_clear (&session->transforms);
  g_clear_pointer (&session->planes, g_free);
  g_clear_pointer (&session->emphasis, gst_cl_stft_emphasis_free);
  update_not_finite (session);
  g_mutex_lock (&session->base.lock);
  average = session->average;
  memset (&session->average, 0, sizeof session->average);
  session->n_seen = 0;
  g_mutex_unlock (&session->base.lock);
  gst_cl_stft_average_clear (&average);
  clfft_constant_q_destroy (&session->constant_q);
  gst_cl_stft_features_clear (&session->features);
  g_clear_pointer (&session->config, gst_cl_stft_config_free);
}

static gboolean
make_plans (GstClStftSession * session, GstClProgress * progress,
    GError ** error)
{
  const GstClStftConfig *config = session->config;
  GstClSession *base = &session->base;
  g_autofree gdouble *matrix = NULL;
  const clfft_plan_params params = {
    .schedule = config->settings.schedule,
    .effort = config->settings.effort,
    .progress = gst_cl_progress_update,
    .progress_data = progress,
  };
  GstClStftAverage made = { NULL, };
  clfft_desc desc;

  progress->n_plans = MAX (progress->n_plans,
      gst_cl_stft_config_count_plans (config));
  if (!gst_cl_stft_config_describe (config, &desc, &matrix, error))
    return FALSE;
  if (!gst_cl_stft_transforms_make_plans (&session->transforms, base, config,
          &desc, &params, progress, error)
      || !gst_cl_stft_features_make (&session->features, base, config, error)
      || !gst_cl_stft_constant_q_make (base, config, &params,
          &session->constant_q, error)
      || !gst_cl_stft_average_make (&made, config,
          gst_opencl_context_get_clfft_device (base->context), &params,
          gst_opencl_watchdog_get_waiter (base->watchdog), error))
    return FALSE;
  g_mutex_lock (&base->lock);
  session->average = made;
  g_mutex_unlock (&base->lock);
  return TRUE;
}

static gboolean
make_memory (GstClStftSession * session, GstCaps * caps, GError ** error)
{
  const GstClStftConfig *config = session->config;
  gsize staging_size = gst_cl_stft_config_get_staging_size (config);

  if (!gst_cl_session_make_staging (&session->base, 2, staging_size,
          error))
    return FALSE;
  if (config->emphasizes) {
    session->emphasis = gst_cl_stft_emphasis_new (config, error);
    if (!session->emphasis)
      return FALSE;
  }
  if (config->interleaves) {
    session->planes = g_try_malloc (staging_size);
    if (!session->planes)
      return gst_cl_set_memory_error (error, "No memory for %" G_GSIZE_FORMAT
          " bytes of samples", staging_size);
  }
  if (!gst_cl_stft_transforms_make_memory (&session->transforms,
          &session->base, config, &session->average, error))
    return FALSE;
  return gst_cl_session_make_pool (&session->base, caps,
      gst_cl_stft_config_get_frame_size (config)
      * gst_cl_stft_config_get_capacity (config),
      error);
}

gboolean
gst_cl_stft_session_configure (GstClStftSession * session,
    GstClStftConfig * config, GstCaps * caps, GstClProgress * progress,
    GError ** error)
{
  gst_cl_stft_session_unconfigure (session);
  session->config = config;
  g_mutex_lock (&session->base.lock);
  session->class_1_from = config->class_1_from;
  g_mutex_unlock (&session->base.lock);
  return make_plans (session, progress, error)
      && make_memory (session, caps, error);
}

/* ---- dispatch ---- */

/*
 * How many of n_ready frames to take when in_group of the current average's
 * group were taken and `room` output frames fit: as many as possible, but
 * frames that do not end at the end of a group must lie within one group. At
 * least 1.
 */
static guint
choose_n_frames (guint64 n_ready, guint max_frames, guint group,
    guint in_group, guint room)
{
  guint64 left = (guint64) room * group - in_group;
  guint64 most = MIN (MIN (n_ready, max_frames), left);
  guint64 beyond = (in_group + most) % group;

  /* up to the end of a group, if one is reached */
  return beyond < most ? most - beyond : most;
}

static void
forget_average (GstClStftSession * session)
{
  gst_opencl_event_clear (&session->averaged);
  gst_cl_stft_average_reset (&session->average);
}

/* Enqueues the average, and adds the number of frames that became complete to
   n_filled. */
static gboolean
average (GstClStftSession * session, GstOpenCLMemory * output,
    guint n_frames, gboolean flush, GError ** error)
{
  GstOpenCLMemory *spectra = (GstOpenCLMemory *) session->transforms.averaged;
  GstClCommand command = {
    .uses = {{spectra, GST_MAP_READ}, {output, GST_MAP_WRITE}},
    .after = &session->averaged
  };
  clfft_status status;
  guint n_complete = 0;
  clfft_average_params params = {
    .output_frame = session->n_filled, .n_frames = n_frames, .flush = flush,
    .n_out = &n_complete
  };

  update_not_finite (session);
  GST_CL_COMMAND_BEGIN (&command, &params);
  status = gst_cl_stft_average_execute (&session->average,
      gst_opencl_queue_get_handle (session->base.queue), spectra->handle,
      output->handle, &params);
  if (!gst_cl_session_end_command (&session->base, &command, status,
          "Could not run the average", error))
    return FALSE;
  session->n_filled += n_complete;
  session->in_group = flush ? 0
      : (session->in_group + n_frames) % session->config->group;
  return TRUE;
}

/* ---- buffers ---- */

/* Where transforms and averages of the buffer that is being filled go. */
static GstOpenCLMemory *
ensure_buffer (GstClStftSession * session, GError ** error)
{
  if (!session->buffer)
    session->buffer = gst_opencl_buffer_pool_acquire (session->base.pool, error);
  if (!session->buffer)
    return NULL;
  return session->features.bands ? (GstOpenCLMemory *) session->features.bands
      : gst_opencl_memory_from_buffer (session->buffer);
}

static void
add_stamp (GstClStftSession * session, const GstClStamp * next)
{
  GstClStamp *stamp = &session->stamp;

  if (!session->stamped) {
    *stamp = *next;
    session->stamped = TRUE;
    return;
  }
  stamp->duration = next->pts + next->duration - stamp->pts;
  stamp->offset_end = next->offset_end;
  stamp->gap = stamp->gap && next->gap;
  stamp->discont = stamp->discont || next->discont;
}

/* Adds the buffer to done, unless it has no frame, or is short where all must
   be whole. */
static gboolean
complete (GstClStftSession * session, GQueue * done, GError ** error)
{
  const GstClStftConfig *config = session->config;
  GstBuffer *buffer = session->buffer;
  guint n_frames = session->n_filled, n_empty = 0;
  gboolean made = TRUE;

  if (config->settings.whole_buffers && n_frames < gst_cl_stft_config_get_capacity (config)) {
    if (gst_cl_stft_front_end_fills (config->info.normalize) && n_frames)
      n_empty = gst_cl_stft_config_get_capacity (config) - n_frames;
    else
      n_frames = 0;
  }
  if (n_frames > 0)
    made = gst_cl_stft_features_run (&session->features, &session->base,
        gst_opencl_memory_from_buffer (buffer), n_frames, n_empty, error);
  session->buffer = NULL;
  session->stamped = FALSE;
  session->n_filled = 0;
  if (n_frames == 0 || !made) {
    gst_clear_buffer (&buffer);
    return made;
  }
  gst_buffer_set_size (buffer, (n_frames + n_empty)
      * gst_cl_stft_config_get_frame_size (config));
  gst_cl_stamp_apply (&session->stamp, buffer);
  gst_cl_session_count (&session->base, GST_CL_COUNTER_FRAMES, n_frames);
  g_queue_push_tail (done, buffer);
  return TRUE;
}

static void
count (GstClStftSession * session, const GstClFramingBatch * batch)
{
  const GstClStftConfig *config = session->config;

  gst_cl_session_count (&session->base, GST_CL_COUNTER_TRANSFORMS,
      (guint64) batch->n_frames * config->channels * config->n_windows);
  gst_cl_session_count (&session->base, GST_CL_COUNTER_BYTES,
      (guint64) batch->n_frames * config->settings.size
      * GST_AUDIO_INFO_BPF (&config->audio));
}

/* Turns slices into frames of the buffer that is being filled. */
static gboolean
dispatch_slices (GstClStftSession * session, const GstClStftInput * input,
    GstClFramingBatch * batch, GstOpenCLMemory * output, GError ** error)
{
  GstOpenCLMemory *spectra = (GstOpenCLMemory *) session->transforms.spectra;
  guint n_frames = gst_cl_stft_constant_q_count (session->config, batch);

  if (!gst_cl_stft_transforms_run (&session->transforms, &session->base,
          session->config, input, spectra, 0, batch->n_frames, error)
      || !gst_cl_stft_constant_q_run (&session->base, session->constant_q,
          spectra, output, batch->n_frames, n_frames, session->n_filled,
          error))
    return FALSE;
  session->n_filled += n_frames;
  return TRUE;
}

/* Transforms frames into the buffer that is being filled. */
static gboolean
dispatch (GstClStftSession * session, const GstClStftInput * input,
    GstClFramingBatch * batch, GError ** error)
{
  GstOpenCLMemory *output = ensure_buffer (session, error);
  gboolean averages = gst_cl_stft_average_is_over_frames (&session->average);

  if (!output)
    return FALSE;
  if (session->constant_q)
    return dispatch_slices (session, input, batch, output, error);
  if (averages && batch->begins)
    forget_average (session);
  if (!gst_cl_stft_transforms_run (&session->transforms, &session->base,
          session->config, input, averages ? NULL : output,
          session->n_filled, batch->n_frames, error))
    return FALSE;
  if (averages)
    return average (session, output, batch->n_frames, batch->last, error);
  session->n_filled += batch->n_frames;
  return TRUE;
}

/* The same, and gives the input back. */
static gboolean
run (GstClStftSession * session, GstClStftInput * input,
    GstClFramingBatch * batch, GstClockTime end, GQueue * done,
    GError ** error)
{
  /* the run before may have ended between two frames */
  gboolean ran = (!batch->begins
      || gst_cl_stft_session_finish (session, end, done, error))
      && dispatch (session, input, batch, error);

  return gst_cl_source_end (&input->source, ran ? error : NULL) && ran;
}

guint
gst_cl_stft_session_get_batch (const GstClStftSession * session)
{
  const GstClStftConfig *config = session->config;

  if (config->settings.frames_per_buffer == 0)
    return 1;
  return MAX (1, choose_n_frames (WORTH_A_DISPATCH, config->max_frames,
          config->group, session->in_group,
          gst_cl_stft_config_get_capacity (config) - session->n_filled));
}

gboolean
gst_cl_stft_session_step (GstClStftSession * session,
    GstClFraming * framing, GQueue * done, GError ** error)
{
  const GstClStftConfig *config = session->config;
  guint capacity = gst_cl_stft_config_get_capacity (config);
  guint n_frames = choose_n_frames (gst_cl_framing_get_n_ready (framing),
      config->max_frames, config->group, session->in_group,
      capacity - session->n_filled);
  GstClFramingBatch batch;
  GstClStftInput input;

  if (!gst_cl_stft_input_take (&input, &session->base, config,
          session->planes, session->emphasis, framing, n_frames, &batch,
          error)
      || !run (session, &input, &batch, gst_cl_framing_get_end_time (framing),
          done, error))
    return FALSE;
  add_stamp (session, &batch.stamp);
  count (session, &batch);
  if (session->in_group == 0 && (batch.last || session->n_filled == capacity
          || config->settings.frames_per_buffer == 0)
      && !complete (session, done, error))
    return FALSE;
  return gst_opencl_queue_flush (session->base.queue, error);
}

gboolean
gst_cl_stft_session_finish (GstClStftSession * session, GstClockTime end,
    GQueue * done, GError ** error)
{
  GstClStamp *stamp = &session->stamp;

  if (!session->config || !session->buffer)
    return TRUE;
  if (GST_CLOCK_TIME_IS_VALID (end) && session->config->framing.n_whole == 0)
    stamp->duration = MAX (end, stamp->pts + 1) - stamp->pts;
  if (session->in_group > 0
      && !average (session, ensure_buffer (session, error), 0, TRUE, error))
    return FALSE;
  if (!complete (session, done, error))
    return FALSE;
  return gst_opencl_queue_flush (session->base.queue, error);
}

gboolean
gst_cl_stft_session_is_between (const GstClStftSession * session)
{
  return !session->buffer;
}

void
gst_cl_stft_session_reset (GstClStftSession * session)
{
  gst_clear_buffer (&session->buffer);
  session->n_filled = 0;
  session->in_group = 0;
  session->stamped = FALSE;
  forget_average (session);
}
