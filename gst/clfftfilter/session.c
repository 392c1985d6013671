/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* session.c: makes what a session has, and changes it while playing. */
#include "private.h"

#include "audio/audioinfo.h"
#include "opencl/error.h"
#include "source.h"

/* Frames that are taken at once: at least so many of what comes in one piece,
   for drains and gaps are made of them, and at most. */
#define MIN_MAX_FRAMES 4096
#define MAX_MAX_FRAMES 65536
/* A first buffer that is smaller than this part of what is usual, as behind a
   seek, does not tell how large the others are. */
#define MIN_TYPICAL_PART 8

/* What is kept of the input for responses that are longer than the one in use:
   5 s at 48 kHz, but not more than so many bytes. */
#define HISTORY_FRAMES (1u << 18)
#define HISTORY_SIZE (64u << 20)

/* ---- making ---- */

gpointer
gst_cl_fft_filter_session_open (GstClElement * element, GError ** error)
{
  GstClFftFilterSession *session = gst_cl_session_new (sizeof *session,
      1 << GST_CL_COUNTER_TAPS | 1 << GST_CL_COUNTER_CHANGES,
      element->device.context, element->device.watchdog, error);

  if (!session)
    return NULL;
  session->element = element;
  session->loader = gst_cl_filter_loader_new (element->device.context,
      element->device.watchdog);
  gst_allocation_params_init (&session->allocation);
  return session;
}

void
gst_cl_fft_filter_session_unconfigure (gpointer data)
{
  GstClFftFilterSession *session = data;

  gst_cl_filter_loader_stop (session->loader);
  gst_cl_filter_job_free (g_steal_pointer (&session->ready));
  gst_cl_session_clear (&session->base);
  gst_cl_convolution_free (g_steal_pointer (&session->current));
  gst_cl_convolution_free (g_steal_pointer (&session->next));
  g_clear_pointer (&session->reader, gst_cl_samples_free);
  g_clear_pointer (&session->writer, gst_cl_samples_free);
  g_clear_pointer (&session->history, gst_cl_history_free);
  g_clear_pointer (&session->output, gst_memory_unref);
  if (session->in_force)
    gst_cl_element_free_settings (session->element,
        g_steal_pointer (&session->in_force));
  if (session->request)
    gst_cl_element_free_settings (session->element,
        g_steal_pointer (&session->request));
  g_clear_pointer (&session->response, gst_cl_response_unref);
  gst_clear_object (&session->allocator);
  g_clear_pointer (&session->config, gst_cl_fft_filter_config_free);
  session->run = GST_CL_FILTER_RUN_NONE;
}

void
gst_cl_fft_filter_session_close (gpointer data)
{
  GstClFftFilterSession *session = data;

  gst_cl_filter_loader_free (session->loader);
  gst_cl_session_free (session);
}

void
gst_cl_fft_filter_session_get_stats (gpointer data, GstStructure * stats)
{
  GstClFftFilterSession *session = data;

  gst_cl_session_get_stats (&session->base, NULL, stats);
  gst_structure_set (stats, "loading", G_TYPE_BOOLEAN,
      gst_cl_filter_loader_is_busy (session->loader), NULL);
}

/* ---- shapes ---- */

/* What was asked for last. */
static void
set_request (GstClFftFilterSession * session, gconstpointer settings)
{
  if (session->request)
    gst_cl_element_free_settings (session->element, session->request);
  session->request = gst_cl_element_copy_settings (session->element, settings);
}

static gboolean
differ (GstClFftFilterSession * session, gconstpointer a, gconstpointer b,
    guint mark)
{
  return gst_cl_element_settings_differ (session->element, a, b, mark, mark);
}

gboolean
gst_cl_fft_filter_session_configure (GstClFftFilterSession * session,
    GstClFftFilterConfig * config, GstCaps * caps, GError ** error)
{
  const GstClFftFilterConfig *old = session->config;
  gboolean goes_on = session->current && old
      && gst_audio_info_is_equal (&old->in, &config->in)
      && old->n_outputs == config->n_outputs;

  if (!goes_on)
    gst_cl_fft_filter_session_unconfigure (session);
  gst_cl_fft_filter_config_free (session->config);
  session->config = config;
  if (!goes_on)
    set_request (session, session->element->active);
  return gst_cl_audio_info_parse (caps, &session->out, error);
}

/* Says what of the response the stream does not have. */
static void
note (GstClElement * element, const GstClFftFilterSettings * settings,
    const GstClResponse * response)
{
  g_autoptr (GPtrArray) notes = gst_cl_notes_new ();

  gst_cl_fft_filter_add_notes (settings, response,
      ((const GstAudioInfo *) element->input)->channels, notes);
  gst_cl_element_note_all (element, notes);
}

GstClFftFilterConfig *
gst_cl_fft_filter_session_plan (GstClFftFilterSession * session,
    GstClElement * element, gconstpointer settings, GError ** error)
{
  const GstClFftFilterConfig *config = session->config;
  GstClFftFilterConfig *planned;
  GstClResponse *response = NULL;
  guint n_outputs = 0;

  if (session->current
      && gst_audio_info_is_equal (&config->in, element->input))
    n_outputs = config->n_outputs;
  else if (session->response && config->in.rate
      == ((const GstAudioInfo *) element->input)->rate
      && !differ (session, settings, session->in_force,
          GST_CL_FFT_FILTER_SOURCE))
    response = session->response;
  planned = gst_cl_fft_filter_config_new (element, settings,
      session->in_force, response, n_outputs, error);
  if (planned && planned->response)
    note (element, settings, planned->response);
  else if (planned && session->current)
    note (element, session->in_force, session->response);
  return planned;
}

/* ---- convolutions ---- */

guint64
gst_cl_fft_filter_session_get_latency (GstClFftFilterSession * session)
{
  const GstClFftFilterSettings *settings = session->element->active;
  const GstClFftFilterConfig *config = session->config;
  guint64 latency = settings->latency_frames;

  if (!session->current && config && config->response
      && settings->delay == GST_CL_FILTER_DELAY_SUBTRACT)
    latency += gst_cl_fft_filter_find_delay (settings, config->response,
        config->in.channels);
  if (!session->current)
    return latency;
  latency = session->current->latency;
  return session->next ? MAX (latency, session->next->latency) : latency;
}

guint64
gst_cl_fft_filter_session_get_tail (const GstClFftFilterSession * session)
{
  guint64 tail = gst_cl_convolution_get_tail (session->current);

  return session->next ? MAX (tail,
      gst_cl_convolution_get_tail (session->next)) : tail;
}

static gboolean
reserve_history (GstClFftFilterSession * session, guint64 tail,
    guint64 latency, GError ** error)
{
  guint64 bytes = session->config->in.channels
      * gst_cl_fft_filter_session_get_number_size (session);
  guint64 n = MIN (HISTORY_FRAMES, HISTORY_SIZE / bytes);

  return gst_cl_history_reserve (session->history, MAX (n, tail) + latency
      + 2 * session->max_frames, error);
}

/* Puts the result of a job into use, behind what is in use now. */
static gboolean
use (GstClFftFilterSession * session, GstClFilterJob * job, GError ** error)
{
  GstClConvolution *convolution = g_steal_pointer (&job->convolution);
  guint64 latency = convolution->latency;
  clfft_convolver_info info;

  if (session->current)
    latency = MAX (latency, session->current->latency);
  if (session->current)
    session->next = convolution;
  else
    session->current = convolution;
  clfft_convolver_get_info (convolution->convolver, &info);
  g_mutex_lock (&session->base.lock);
  g_free (session->base.recipe);
  session->base.recipe = g_strdup (info.partitions);
  session->base.scratch_size = info.size;
  session->base.counters[GST_CL_COUNTER_TAPS] = convolution->n_taps;
  session->base.counters[GST_CL_COUNTER_CHANGES] += session->next != NULL;
  g_mutex_unlock (&session->base.lock);
  if (session->in_force)
    gst_cl_element_free_settings (session->element, session->in_force);
  session->in_force = g_steal_pointer (&job->settings);
  gst_cl_response_ref (job->response);
  g_clear_pointer (&session->response, gst_cl_response_unref);
  session->response = job->response;
  note (session->element, session->in_force, session->response);
  return reserve_history (session, gst_cl_convolution_get_tail (convolution),
      latency, error);
}

static GstClFilterJob *
make_job (GstClFftFilterSession * session, gconstpointer settings,
    GstClFftFilterSource source)
{
  const GstClFftFilterSettings *wanted = settings;
  const GstClFftFilterConfig *config = session->config;
  GstClFilterJob *job = gst_cl_filter_job_new (session->element, settings,
      source);
  const GstClConvolutionParams params = {
    .n_inputs = config->in.channels,
    .n_outputs = config->n_outputs,
    .latency = wanted->latency_frames,
    .max_frames = session->max_frames,
    .typical_frames = session->typical_frames,
    .precision = config->precision,
    .schedule = wanted->schedule,
    .effort = wanted->effort,
  };

  job->rate = config->in.rate;
  job->params = params;
  return job;
}

/* Makes what every convolution uses. */
static gboolean
make_memory (GstClFftFilterSession * session, guint64 n_frames,
    GError ** error)
{
  const GstClFftFilterConfig *config = session->config;
  gboolean is_double = config->precision == CLFFT_PRECISION_DOUBLE;
  gsize size = gst_cl_fft_filter_session_get_number_size (session);
  guint guessed = gst_cl_fft_filter_config_guess_frames (config);
  GstAudioInfo in = config->in;
  gsize in_size;

  session->typical_frames = n_frames <= MAX_MAX_FRAMES
      ? MAX (n_frames, guessed / MIN_TYPICAL_PART) : guessed;
  session->max_frames = MAX (session->typical_frames, MIN_MAX_FRAMES);
  in_size = (gsize) session->max_frames * config->in.channels;
  /* channels that stand alone may stand anywhere */
  if (in.layout == GST_AUDIO_LAYOUT_NON_INTERLEAVED)
    in.channels = 1;
  session->reader = gst_cl_samples_new (&in, is_double);
  session->history = gst_cl_history_new (config->in.channels, size);
  if (!session->history)
    return gst_cl_set_memory_error (error, "No memory for %d channels",
        config->in.channels);
  session->output = gst_cl_session_alloc (&session->base,
      (gsize) session->max_frames * config->n_outputs * size, error);
  return session->output
      && gst_cl_session_make_staging (&session->base, 2, in_size * size,
      error);
}

/* Properties that were asked for read back what is in force, and of two sources
   the one that it came from. */
static void
tell (GstClFftFilterSession * session)
{
  gst_cl_element_take_back (session->element, session->request,
      session->in_force, GST_CL_FFT_FILTER_FILTER);
  set_request (session, session->in_force);
}

gboolean
gst_cl_fft_filter_session_prepare (GstClFftFilterSession * session,
    guint64 n_frames, GError ** error)
{
  GstClElement *element = session->element;
  const GstClFftFilterConfig *config = session->config;
  GstClFftFilterSource source = config->source;
  GstClFilterJob *job;
  gboolean is_planned, done;

  if (session->current)
    return TRUE;
  is_planned = !differ (session, session->request, element->active,
      GST_CL_FFT_FILTER_SOURCE);
  if (!is_planned && !gst_cl_fft_filter_settings_find_source (element->active,
          session->request, &source, error))
    return FALSE;
  if (!make_memory (session, n_frames, error))
    return FALSE;
  job = make_job (session, element->active, source);
  if (config->response && is_planned)
    job->response = gst_cl_response_ref (config->response);
  done = gst_cl_filter_job_do (job, &session->base, &element->device.stopping);
  if (done)
    done = use (session, job, error);
  else
    g_propagate_error (error, g_steal_pointer (&job->error));
  gst_cl_filter_job_free (job);
  if (done) {
    set_request (session, element->active);
    tell (session);
  }
  return done;
}

/* ---- changes ---- */

gboolean
gst_cl_fft_filter_session_follow (GstClFftFilterSession * session,
    gconstpointer settings, GError ** error)
{
  GstClFftFilterSource source;
  GstClFilterJob *job;

  if (!session->current
      || !differ (session, settings, session->request,
          GST_CL_FFT_FILTER_FILTER))
    return TRUE;
  if (!gst_cl_fft_filter_settings_find_source (settings, session->in_force,
          &source, error))
    return FALSE;
  set_request (session, settings);
  session->n_asked++;
  if (!differ (session, settings, session->in_force,
          GST_CL_FFT_FILTER_FILTER)) {
    gst_cl_filter_job_free (g_steal_pointer (&session->ready));
    gst_cl_filter_loader_cancel (session->loader);
    return TRUE;
  }
  job = make_job (session, settings, source);
  job->number = session->n_asked;
  job->history = session->history;
  job->lag = gst_cl_fft_filter_session_get_latency (session);
  if (session->ready)
    job->lag = MAX (job->lag, gst_cl_filter_job_get_latency (session->ready));
  if (!differ (session, job->settings, session->in_force,
          GST_CL_FFT_FILTER_SOURCE))
    job->response = gst_cl_response_ref (session->response);
  gst_cl_filter_loader_ask (session->loader, job);
  return TRUE;
}

void
gst_cl_fft_filter_session_end_fade (GstClFftFilterSession * session)
{
  if (!session->next)
    return;
  gst_cl_convolution_free (session->current);
  session->current = g_steal_pointer (&session->next);
}

/* Begins to fade into the result of a job. */
static gboolean
begin_fade (GstClFftFilterSession * session, GstClFilterJob * job,
    GError ** error)
{
  const GstClFftFilterSettings *settings = session->element->active;

  if (!use (session, job, error))
    return FALSE;
  session->faded = 0;
  session->fade = gst_util_uint64_scale_round (settings->crossfade,
      session->config->in.rate, GST_SECOND);
  if (session->fade == 0 || session->run == GST_CL_FILTER_RUN_NONE)
    gst_cl_fft_filter_session_end_fade (session);
  return TRUE;
}

/* One fade after another; but what failed is reported at once, unless something else
   is asked for by now. */
gboolean
gst_cl_fft_filter_session_poll (GstClFftFilterSession * session,
    GError ** error)
{
  GstClFilterJob *job = gst_cl_filter_loader_take (session->loader);
  gboolean is_last, done = TRUE;

  if (job) {
    gst_cl_filter_job_free (session->ready);
    session->ready = job;
  }
  job = session->ready;
  if (!job || (session->next && !job->error))
    return TRUE;
  session->ready = NULL;
  is_last = job->number == session->n_asked;
  if (!job->error)
    done = begin_fade (session, job, error);
  if (is_last)
    tell (session);
  if (is_last && job->error)
    GST_CL_ELEMENT_WARNING (session->element, job->error);
  gst_cl_filter_job_free (job);
  return done;
}

void
gst_cl_fft_filter_session_set_allocator (GstClFftFilterSession * session,
    GstAllocator * allocator, const GstAllocationParams * params)
{
  gst_object_replace ((GstObject **) & session->allocator,
      (GstObject *) allocator);
  session->allocation = *params;
}
