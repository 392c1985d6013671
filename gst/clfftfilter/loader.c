/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* loader.c: does jobs, one after another; of several that wait only the last
   one is done, and of two that are under way at least one. */
#include "loader.h"

#include "element/fit/request.h"
#include "opencl/error.h"
#include "source.h"

/* ---- jobs ---- */

GstClFilterJob *
gst_cl_filter_job_new (GstClElement * element, gconstpointer settings,
    GstClFftFilterSource source)
{
  GstClFilterJob *job = g_new0 (GstClFilterJob, 1);

  job->element = element;
  job->settings = gst_cl_element_copy_settings (element, settings);
  job->source = source;
  gst_cl_fft_filter_settings_keep_source (job->settings, source);
  return job;
}

void
gst_cl_filter_job_free (GstClFilterJob * job)
{
  if (!job)
    return;
  if (job->settings)
    gst_cl_element_free_settings (job->element, job->settings);
  g_clear_pointer (&job->response, gst_cl_response_unref);
  gst_cl_convolution_free (job->convolution);
  g_clear_error (&job->error);
  g_free (job);
}

guint64
gst_cl_filter_job_get_latency (const GstClFilterJob * job)
{
  return job->convolution ? job->convolution->latency : job->params.latency;
}

/* FALSE if the response does not fit the stream, or there is no memory. */
static GstClResponse *
mix (GstClFilterJob * job)
{
  const GstClConvolutionParams *params = &job->params;
  guint n_outputs = gst_cl_fft_filter_count_outputs (job->settings,
      job->response, params->n_inputs, &job->error);

  if (n_outputs > 0 && n_outputs != params->n_outputs)
    gst_cl_set_property_error (&job->error, "ir-layout", "makes %u channels of "
        "this impulse response, but %u leave the element until its state or "
        "its input changes", n_outputs, params->n_outputs);
  if (job->error)
    return NULL;
  return gst_cl_fft_filter_mix (job->settings, job->response,
      params->n_inputs, &job->error);
}

/* Feeds what was before, as far as it is known now; FALSE with job->error. */
static gboolean
catch_up (GstClFilterJob * job, GstClSession * session, const gint * cancelled)
{
  GstClConvolution *convolution = job->convolution;
  guint64 content, end, next;
  GstClHistoryState state;

  gst_cl_history_get_state (job->history, &state);
  content = state.n_frames > job->lag ? state.n_frames - job->lag : 0;
  end = MIN (content + convolution->latency, state.n_frames);
  do {
    /* the first time it goes to where it has to begin */
    next = convolution->run == state.run ? convolution->position : 0;
    if (!gst_cl_convolution_go_to (convolution, session, job->history,
            state.run, content, MIN (end, next + job->params.max_frames),
            &job->error))
      return FALSE;
  } while (convolution->position < end && !g_atomic_int_get (cancelled));
  return TRUE;
}

/* Twice: what came during the first time is little. */
static gboolean
feed (GstClFilterJob * job, GstClSession * session, const gint * cancelled)
{
  return catch_up (job, session, cancelled)
      && catch_up (job, session, cancelled);
}

gboolean
gst_cl_filter_job_do (GstClFilterJob * job, GstClSession * session,
    const gint * cancelled)
{
  GstClProgress progress = { GST_ELEMENT (job->element), cancelled, FALSE };
  GstClResponse *mixed = NULL;

  if (!job->response)
    job->response = gst_cl_fft_filter_load (job->settings, job->source,
        job->rate, gst_opencl_context_get_clfft_device (session->context),
        cancelled, &job->error);
  if (job->response)
    mixed = mix (job);
  if (!mixed)
    return FALSE;
  job->params.response = mixed;
  if (job->settings->delay == GST_CL_FILTER_DELAY_SUBTRACT)
    job->params.delay = mixed->delay;
  job->convolution = gst_cl_convolution_new (session, &job->params, &progress,
      &job->error);
  gst_cl_progress_end (&progress, job->convolution != NULL);
  job->params.response = NULL;
  gst_cl_response_unref (mixed);
  return job->convolution
      && (!job->history || feed (job, session, cancelled));
}

/* ---- the thread ---- */

struct _GstClFilterLoader
{
  GstOpenCLContext *context;
  GstOpenCLWatchdog *watchdog;
  GThread *thread;

  GMutex lock;                  /* guards the rest */
  GCond cond;                   /* something was asked for, or ended */
  GstClFilterJob *waiting;
  GstClFilterJob *done;
  gboolean is_working;
  gint cancelled;               /* atomic: of the job under way */
  guint64 latency;              /* of its convolution */
  gboolean gave_up;             /* the job before it */
  gboolean ends;
};

GstClFilterLoader *
gst_cl_filter_loader_new (GstOpenCLContext * context,
    GstOpenCLWatchdog * watchdog)
{
  GstClFilterLoader *loader = g_new0 (GstClFilterLoader, 1);

  loader->context = gst_object_ref (context);
  loader->watchdog = gst_opencl_watchdog_ref (watchdog);
  g_mutex_init (&loader->lock);
  g_cond_init (&loader->cond);
  return loader;
}

/* Opens a session for this job, of which nothing is kept: what a change needs
   beside the convolution is given back. */
static void
work (GstClFilterLoader * loader, GstClFilterJob * job)
{
  GstClSession *session = gst_cl_session_new (sizeof (GstClSession), 0,
      loader->context, loader->watchdog, &job->error);
  gsize size = (gsize) job->params.n_inputs * job->params.max_frames
      * (job->params.precision == CLFFT_PRECISION_DOUBLE ? sizeof (gdouble)
      : sizeof (gfloat));

  if (session && gst_cl_session_make_staging (session, 2, size, &job->error)
      && gst_cl_filter_job_do (job, session, &loader->cancelled))
    gst_cl_session_wait (session, &job->error);
  if (job->error) {
    gst_cl_convolution_free (job->convolution);
    job->convolution = NULL;
  }
  gst_cl_session_free (session);
}

static gpointer
run (gpointer data)
{
  GstClFilterLoader *loader = data;
  GstClFilterJob *job;

  g_mutex_lock (&loader->lock);
  while (!loader->ends) {
    job = g_steal_pointer (&loader->waiting);
    if (!job) {
      g_cond_wait (&loader->cond, &loader->lock);
      continue;
    }
    loader->is_working = TRUE;
    loader->latency = job->params.latency;
    g_atomic_int_set (&loader->cancelled, FALSE);
    g_mutex_unlock (&loader->lock);
    work (loader, job);
    g_mutex_lock (&loader->lock);
    loader->gave_up = g_atomic_int_get (&loader->cancelled);
    if (!loader->gave_up) {
      GstClFilterJob *older = loader->done;

      loader->done = job;
      job = older;
    }
    g_mutex_unlock (&loader->lock);
    gst_cl_filter_job_free (job);
    g_mutex_lock (&loader->lock);
    loader->is_working = FALSE;
    g_cond_broadcast (&loader->cond);
  }
  g_mutex_unlock (&loader->lock);
  return NULL;
}

void
gst_cl_filter_loader_free (GstClFilterLoader * loader)
{
  if (!loader)
    return;
  gst_cl_filter_loader_cancel (loader);
  if (loader->thread) {
    g_mutex_lock (&loader->lock);
    loader->ends = TRUE;
    g_cond_broadcast (&loader->cond);
    g_mutex_unlock (&loader->lock);
    g_thread_join (loader->thread);
  }
  gst_object_unref (loader->context);
  gst_opencl_watchdog_unref (loader->watchdog);
  g_mutex_clear (&loader->lock);
  g_cond_clear (&loader->cond);
  g_free (loader);
}

void
gst_cl_filter_loader_ask (GstClFilterLoader * loader, GstClFilterJob * job)
{
  GstClFilterJob *waiting;

  g_mutex_lock (&loader->lock);
  waiting = loader->waiting;
  loader->waiting = job;
  /* what may come into use before it */
  if (loader->done)
    job->lag = MAX (job->lag, gst_cl_filter_job_get_latency (loader->done));
  if (loader->is_working)
    job->lag = MAX (job->lag, loader->latency);
  if (!loader->gave_up)
    g_atomic_int_set (&loader->cancelled, TRUE);
  g_cond_broadcast (&loader->cond);
  g_mutex_unlock (&loader->lock);
  gst_cl_filter_job_free (waiting);
  if (!loader->thread)
    loader->thread = g_thread_new ("clfftfilter", run, loader);
}

void
gst_cl_filter_loader_cancel (GstClFilterLoader * loader)
{
  GstClFilterJob *waiting, *done;

  g_mutex_lock (&loader->lock);
  waiting = g_steal_pointer (&loader->waiting);
  done = g_steal_pointer (&loader->done);
  g_atomic_int_set (&loader->cancelled, TRUE);
  g_mutex_unlock (&loader->lock);
  gst_cl_filter_job_free (waiting);
  gst_cl_filter_job_free (done);
}

void
gst_cl_filter_loader_stop (GstClFilterLoader * loader)
{
  gst_cl_filter_loader_cancel (loader);
  g_mutex_lock (&loader->lock);
  while (loader->is_working)
    g_cond_wait (&loader->cond, &loader->lock);
  g_mutex_unlock (&loader->lock);
}

GstClFilterJob *
gst_cl_filter_loader_take (GstClFilterLoader * loader)
{
  GstClFilterJob *job;

  g_mutex_lock (&loader->lock);
  job = g_steal_pointer (&loader->done);
  g_mutex_unlock (&loader->lock);
  return job;
}

gboolean
gst_cl_filter_loader_is_busy (GstClFilterLoader * loader)
{
  gboolean busy;

  g_mutex_lock (&loader->lock);
  busy = loader->waiting || loader->is_working;
  g_mutex_unlock (&loader->lock);
  return busy;
}
