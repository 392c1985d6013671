/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* session.c: makes and frees what every element has on its device. */
#include "session.h"

#include "opencl/error.h"

/* ---- the device ---- */

gpointer
gst_cl_session_new (gsize size, guint own_counters,
    GstOpenCLContext * context, GstOpenCLWatchdog * watchdog, GError ** error)
{
  GstClSession *session = g_malloc0 (size);

  g_mutex_init (&session->lock);
  session->own_counters = own_counters;
  session->watchdog = watchdog ? gst_opencl_watchdog_ref (watchdog) : NULL;
  session->context = gst_object_ref (context);
  session->queue = gst_opencl_queue_new (context,
      GST_OPENCL_QUEUE_FLAG_PROFILING, error);
  if (session->queue)
    session->allocator = gst_opencl_allocator_new (context,
        GST_OPENCL_HOST_ACCESS_AUTO, error);
  if (!session->allocator) {
    gst_cl_session_free (session);
    return NULL;
  }
  gst_opencl_queue_set_watchdog (session->queue, watchdog);
  gst_opencl_allocator_set_watchdog (session->allocator, watchdog);
  session->importer =
      gst_opencl_importer_new (session->allocator, session->queue);
  return session;
}

static void
forget_oldest (GstClSession * session)
{
  gst_opencl_event_clear (&session->in_flight[session->first_in_flight]);
  session->first_in_flight =
      (session->first_in_flight + 1) % GST_CL_SESSION_MAX_IN_FLIGHT;
  session->n_in_flight--;
}

void
gst_cl_session_free (gpointer data)
{
  GstClSession *session = data;

  if (!session)
    return;
  gst_cl_session_clear (session);
  g_clear_pointer (&session->importer, gst_opencl_importer_free);
  gst_clear_object (&session->allocator);
  gst_clear_opencl_queue (&session->queue);
  if (gst_opencl_watchdog_has_given_up (session->watchdog))
    session->context = NULL;
  gst_clear_object (&session->context);
  gst_clear_opencl_watchdog (&session->watchdog);
  g_mutex_clear (&session->lock);
  g_free (session);
}

void
gst_cl_session_clear (GstClSession * session)
{
  guint i;

  if (session->queue)
    gst_opencl_queue_finish (session->queue, NULL);
  if (session->importer)
    gst_opencl_importer_wait (session->importer);
  while (session->n_in_flight > 0)
    forget_oldest (session);
  if (session->pool)
    gst_buffer_pool_set_active (session->pool, FALSE);
  gst_clear_object (&session->pool);
  for (i = 0; i < GST_CL_SESSION_MAX_STAGING; i++)
    g_clear_pointer (&session->staging[i], gst_memory_unref);
  session->next_staging = 0;
  clfft_plan_destroy (&session->plan);
  g_mutex_lock (&session->lock);
  g_clear_pointer (&session->recipe, g_free);
  session->scratch_size = 0;
  g_mutex_unlock (&session->lock);
}

/* ---- making ---- */

gboolean
gst_cl_session_make_plan (GstClSession * session, clfft_plan ** plan,
    const clfft_desc * desc, const clfft_plan_params * params,
    GstClProgress * progress, const gchar * what, GError ** error)
{
  g_autofree gchar *failed = g_strdup_printf ("Could not plan %s", what);
  const clfft_plan_params standard = { 0, };
  clfft_plan_params watched = params ? *params : standard;
  clfft_plan_info info;

  watched.progress = gst_cl_progress_update;
  watched.progress_data = progress;
  watched.waiter = gst_opencl_watchdog_get_waiter (session->watchdog);
  if (!gst_cl_check (clfft_plan_create (gst_opencl_context_get_clfft_device
              (session->context), desc, &watched, plan), failed, error))
    return FALSE;
  clfft_plan_get_info (*plan, &info);
  g_mutex_lock (&session->lock);
  g_free (session->recipe);
  session->recipe = g_strdup (info.recipe);
  session->scratch_size = info.scratch_size;
  g_mutex_unlock (&session->lock);
  return TRUE;
}

GstMemory *
gst_cl_session_alloc (GstClSession * session, gsize size, GError ** error)
{
  return gst_opencl_allocator_alloc (session->allocator, size, error);
}

gboolean
gst_cl_session_make_staging (GstClSession * session, guint n, gsize size,
    GError ** error)
{
  guint i;

  session->n_staging = n;
  for (i = 0; i < n; i++) {
    session->staging[i] = gst_cl_session_alloc (session, size, error);
    if (!session->staging[i])
      return FALSE;
  }
  return TRUE;
}

gboolean
gst_cl_session_make_pool (GstClSession * session, GstCaps * caps, gsize size,
    GError ** error)
{
  session->gives_device_memory = gst_caps_features_contains
      (gst_caps_get_features (caps, 0), GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY);
  session->pool = gst_opencl_buffer_pool_new (session->allocator);
  return gst_opencl_buffer_pool_start (session->pool, caps, size, GST_CL_SESSION_MIN_BUFFERS,
      0, error);
}

/* ---- running ---- */

/* Waits for the oldest command in flight and counts its time. One that failed
   is forgotten, too, unless it may still run. */
static gboolean
end_oldest (GstClSession * session, GError ** error)
{
  cl_event oldest = session->in_flight[session->first_in_flight];
  gboolean done = gst_opencl_event_wait (oldest, session->watchdog, error);

  if (done)
    gst_cl_session_count (session, GST_CL_COUNTER_TIME,
        gst_opencl_event_get_time (oldest));
  if (done || gst_opencl_event_is_complete (oldest))
    forget_oldest (session);
  return done;
}

/* Takes the event of a command, which may be NULL. */
static gboolean
add_in_flight (GstClSession * session, cl_event event, GError ** error)
{
  guint last;

  while (session->n_in_flight > 0) {
    if (session->n_in_flight < GST_CL_SESSION_MAX_IN_FLIGHT
        && !gst_opencl_event_is_complete (session->
            in_flight[session->first_in_flight]))
      break;
    if (!end_oldest (session, error)) {
      gst_opencl_event_clear (&event);
      return FALSE;
    }
  }
  if (event) {
    last = (session->first_in_flight + session->n_in_flight)
        % GST_CL_SESSION_MAX_IN_FLIGHT;
    session->in_flight[last] = event;
    session->n_in_flight++;
  }
  return TRUE;
}

gboolean
gst_cl_session_end_command (GstClSession * session, GstClCommand * command,
    clfft_status status, const gchar * failed, GError ** error)
{
  if (!gst_cl_command_end (command, status, failed, error))
    return FALSE;
  if (command->after && !gst_opencl_event_replace (command->after,
          command->event, session->watchdog, error)) {
    gst_opencl_event_clear (&command->event);
    return FALSE;
  }
  return add_in_flight (session, g_steal_pointer (&command->event), error);
}

gboolean
gst_cl_session_execute (GstClSession * session, clfft_plan * plan,
    GstOpenCLMemory * input, GstOpenCLMemory * output,
    clfft_execute_params * params, GError ** error)
{
  GstClCommand command = {
    .uses = {{input, GST_MAP_READ}, {output, GST_MAP_WRITE}}
  };
  clfft_status status;

  GST_CL_COMMAND_BEGIN (&command, params);
  status = clfft_plan_execute (plan, gst_opencl_queue_get_handle
      (session->queue), input->handle, output->handle, params);
  return gst_cl_session_end_command (session, &command, status,
      "Could not run the transform", error);
}

gboolean
gst_cl_session_wait (GstClSession * session, GError ** error)
{
  while (session->n_in_flight > 0)
    if (!end_oldest (session, error))
      return FALSE;
  return TRUE;
}

/* ---- statistics ---- */

/* As `stats` names them. */
static const gchar *const counter_names[GST_CL_N_COUNTERS] = {
  [GST_CL_COUNTER_TRANSFORMS] = "transforms",
  [GST_CL_COUNTER_FRAMES] = "frames",
  [GST_CL_COUNTER_BYTES] = "bytes",
  [GST_CL_COUNTER_COPIES] = "host-copies",
  [GST_CL_COUNTER_COPIED_BYTES] = "host-copied-bytes",
  [GST_CL_COUNTER_TIME] = "kernel-time",
  [GST_CL_COUNTER_NOT_FINITE] = "not-finite",
  [GST_CL_COUNTER_PICTURES] = "pictures",
  [GST_CL_COUNTER_DROPS] = "drops",
  [GST_CL_COUNTER_TAPS] = "taps",
  [GST_CL_COUNTER_CHANGES] = "changes",
};

void
gst_cl_session_count (GstClSession * session, GstClCounter counter, guint64 n)
{
  g_mutex_lock (&session->lock);
  session->counters[counter] += n;
  g_mutex_unlock (&session->lock);
}

void
gst_cl_session_count_copy (GstClSession * session, gsize size)
{
  g_mutex_lock (&session->lock);
  session->counters[GST_CL_COUNTER_COPIES]++;
  session->counters[GST_CL_COUNTER_COPIED_BYTES] += size;
  g_mutex_unlock (&session->lock);
}

guint64
gst_cl_session_get_memory_size (GstClSession * session)
{
  guint64 size = gst_opencl_allocator_get_live_size (session->allocator);

  g_mutex_lock (&session->lock);
  size += session->scratch_size;
  g_mutex_unlock (&session->lock);
  return size;
}

/* Numbers that add up over sessions. */
typedef struct
{
  guint64 counters[GST_CL_N_COUNTERS];
  guint64 n_memories, memory_size;
  gchar *recipe;                /* of the last session that has one */
} Sums;

static void
add_session (GstClSession * session, Sums * sums)
{
  guint i;

  sums->n_memories +=
      gst_opencl_allocator_get_n_memories (session->allocator);
  sums->memory_size += gst_cl_session_get_memory_size (session);
  g_mutex_lock (&session->lock);
  for (i = 0; i < GST_CL_N_COUNTERS; i++)
    sums->counters[i] += session->counters[i];
  if (session->recipe) {
    g_free (sums->recipe);
    sums->recipe = g_strdup (session->recipe);
  }
  g_mutex_unlock (&session->lock);
}

void
gst_cl_session_get_stats (GstClSession * session, GstClSession * inner,
    GstStructure * stats)
{
  Sums sums = { {0} };
  guint i;

  if (inner)
    add_session (inner, &sums);
  sums.counters[GST_CL_COUNTER_FRAMES] = 0;
  add_session (session, &sums);
  gst_structure_set (stats,
      "plan", G_TYPE_STRING, sums.recipe ? sums.recipe : "",
      "memories", G_TYPE_UINT64, sums.n_memories,
      "memory-size", G_TYPE_UINT64, sums.memory_size, NULL);
  for (i = 0; i < GST_CL_N_COUNTERS; i++)
    if (i < GST_CL_COUNTER_OWN || session->own_counters & 1u << i)
      gst_structure_set (stats, counter_names[i], G_TYPE_UINT64,
          sums.counters[i], NULL);
  g_free (sums.recipe);
  gst_opencl_context_add_stats (session->context, stats);
}
