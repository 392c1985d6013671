/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.c: sends pictures through the filters of their planes.
 *
 *   picture --(its own memory, or a copy)--> filter of each group --> output
 *      |                                          ^
 *      \--> finder --> waves and notches ---------/     with notch=auto
 *
 * What is found in a picture is taken out of that picture: what comes out depends
 * on nothing before. Frequencies of notches are rounded to quarters of a bin, so
 * that they, whose gains take time, seldom change; waves have all digits.
 */
#include "session.h"

#include <math.h>
#include <string.h>
#include "finder.h"
#include "message.h"
#include "opencl/error.h"
#include "video/passing.h"
#include "video/planesource.h"

struct _GstClVideoFilterSession
{
  GstClSession base;

  GstClElement *element;
  GstClVideoFilterConfig *config;
  clfft_filter *filters[GST_CL_VIDEO_MAX_PLANES];

  /* with notch=auto */
  GstClFinder *finder;
  GstClFoundPlane found[GST_CL_VIDEO_MAX_PLANES];       /* of each component */
  GstClNotches notches[GST_CL_VIDEO_MAX_PLANES];        /* in use */
  gboolean was_posted;          /* what is in use */
};

gpointer
gst_cl_video_filter_session_open (GstClElement * element, GError ** error)
{
  GstClVideoFilterSession *session = gst_cl_session_new (sizeof *session,
      1 << GST_CL_COUNTER_PICTURES, element->device.context,
      element->device.watchdog, error);

  if (session)
    session->element = element;
  return session;
}

void
gst_cl_video_filter_session_unconfigure (gpointer data)
{
  GstClVideoFilterSession *session = data;
  guint g;

  gst_cl_session_clear (&session->base);
  g_clear_pointer (&session->finder, gst_cl_finder_free);
  for (g = 0; g < GST_CL_VIDEO_MAX_PLANES; g++)
    clfft_filter_destroy (&session->filters[g]);
  g_clear_pointer (&session->config, gst_cl_video_filter_config_free);
}

/* ---- making ---- */

static gboolean
make_filter (GstClVideoFilterSession * session, guint group, guint64 room,
    GstClProgress * progress, GError ** error)
{
  const GstClVideoFilterConfig *config = session->config;
  const clfft_plan_params params = {
    .schedule = config->schedule,
    .effort = config->effort,
    .progress = gst_cl_progress_update,
    .progress_data = progress,
  };
  clfft_filter_desc desc;

  gst_cl_video_filter_config_describe (config, group, room, &desc);
  desc.params = &params;
  desc.waiter = gst_opencl_watchdog_get_waiter (session->base.watchdog);
  if (!gst_cl_check (clfft_filter_create (gst_opencl_context_get_clfft_device
              (session->base.context), &desc, &session->filters[group]),
          "Could not prepare the filter", error))
    return FALSE;
  progress->n_done++;
  return TRUE;
}

/* Writes what `stats` shows. */
static void
describe_filters (GstClVideoFilterSession * session)
{
  GString *text = g_string_new (NULL);
  guint64 size = 0;
  guint g;

  for (g = 0; g < session->config->n_groups; g++) {
    clfft_filter_info info;

    clfft_filter_get_info (session->filters[g], &info);
    g_string_append_printf (text, "%s%" G_GUINT64_FORMAT " of %"
        G_GUINT64_FORMAT "x%" G_GUINT64_FORMAT, g ? ", " : "", info.n_blocks,
        info.block[0], info.block[1]);
    size += info.size;
  }
  g_mutex_lock (&session->base.lock);
  g_free (session->base.recipe);
  session->base.recipe = g_string_free (text, FALSE);
  session->base.scratch_size = size;
  g_mutex_unlock (&session->base.lock);
}

static gboolean
make_all (GstClVideoFilterSession * session, GstClProgress * progress,
    GError ** error)
{
  const GstClVideoFilterConfig *config = session->config;
  guint64 room = gst_cl_video_filter_config_get_room (config);
  guint g;

  progress->n_plans = config->n_groups * (config->is_auto ? 2 : 1);
  session->was_posted = FALSE;
  if (config->is_auto) {
    session->finder = gst_cl_finder_new (&session->base, config, &room,
        progress, error);
    if (!session->finder)
      return FALSE;
  }
  for (g = 0; g < config->n_groups; g++)
    if (!make_filter (session, g, room, progress, error))
      return FALSE;
  describe_filters (session);
  return gst_cl_session_make_staging (&session->base,
      gst_cl_video_filter_config_get_n_staging (config),
      GST_VIDEO_INFO_SIZE (&config->planes.video), error);
}

/* Sets what planes are multiplied by. */
static gboolean
set_response (GstClVideoFilterSession * session, guint group, guint index,
    GstClGains * gains, GError ** error)
{
  const GstClVideoFilterConfig *config = session->config;
  const GstClKernel *kernel = config->kernel;
  clfft_filter_response response = { 0 };

  if (kernel) {
    response.taps = kernel->taps;
    response.lengths[0] = kernel->width;
    response.lengths[1] = kernel->height;
  }
  if (!gst_cl_gains_are_one (gains)) {
    response.gain = gst_cl_gains_get;
    response.data = gains;
  }
  if (gains->high > 0)
    response.offset = 1u << (config->planes.planes[0].depth - 1);
  return gst_cl_check (clfft_filter_set_response (session->filters[group],
          index, &response), "Could not set the filter", error);
}

static gboolean
set_responses (GstClVideoFilterSession * session, GError ** error)
{
  guint g, i;

  memset (session->notches, 0, sizeof session->notches);

  for (g = 0; g < session->config->n_groups; g++) {
    GstClFilterGroup *group = &session->config->groups[g];

    for (i = 0; i < (session->config->is_auto ? group->n_planes : 1); i++)
      if (!set_response (session, g, i, &group->gains, error))
        return FALSE;
  }
  return TRUE;
}

gboolean
gst_cl_video_filter_session_configure (GstClVideoFilterSession * session,
    GstClVideoFilterConfig * config, GstCaps * caps, GstClProgress * progress,
    GError ** error)
{
  if (session->config
      && gst_cl_video_filter_config_is_alike (session->config, config)) {
    gst_cl_video_filter_config_free (session->config);
    session->config = config;
    return config->is_identity || set_responses (session, error);
  }
  gst_cl_video_filter_session_unconfigure (session);
  session->config = config;
  return gst_cl_session_make_pool (&session->base, caps,
      GST_VIDEO_INFO_SIZE (&config->planes.video), error)
      && (config->is_identity || (make_all (session, progress, error)
          && set_responses (session, error)));
}

/* ---- patterns ---- */

/* To a quarter of a bin. */
static gdouble
round_frequency (gdouble frequency, guint n)
{
  return rint (frequency * 4 * n) / (4.0 * n);
}

static gboolean
set_waves (GstClVideoFilterSession * session, guint group, guint i,
    const GstClPatterns * found, GError ** error)
{
  clfft_filter_wave waves[GST_CL_NOTCHES_MOST];
  guint k;

  for (k = 0; k < found->n; k++) {
    const GstClPattern *p = &found->list[k];

    waves[k] = (clfft_filter_wave) { p->x, p->y, p->amplitude, p->phase };
  }
  return gst_cl_check (clfft_filter_set_waves (session->filters[group], i,
          waves, found->n), "Could not set the filter", error);
}

/* Sets the notches of plane i of a group, if they are others. */
static gboolean
set_notches (GstClVideoFilterSession * session, guint group, guint i,
    const GstClPatterns * found, GError ** error)
{
  const GstClFilterGroup *g = &session->config->groups[group];
  GstClNotches *in_use = &session->notches[g->numbers[i]];
  GstClGains gains = g->gains;
  guint k;

  gains.notches.n = found->n;
  for (k = 0; k < found->n; k++)
    gains.notches.list[k] = (GstClNotch) {
        round_frequency (found->list[k].x, g->planes[i]->width),
        round_frequency (found->list[k].y, g->planes[i]->height)};
  if (in_use->n == found->n && memcmp (in_use->list, gains.notches.list,
          found->n * sizeof in_use->list[0]) == 0)
    return TRUE;
  *in_use = gains.notches;
  session->was_posted = FALSE;
  return set_response (session, group, i, &gains, error);
}

static gboolean
look (GstClVideoFilterSession * session, const GstClSource * source,
    guint group, guint i, GError ** error)
{
  const GstClFilterGroup *g = &session->config->groups[group];
  GstClFoundPlane *plane = &session->found[g->numbers[i]];

  plane->plane = g->numbers[i];
  memcpy (plane->pixels, g->gains.pixels, sizeof plane->pixels);
  return gst_cl_finder_look (session->finder, &session->base, session->config,
      source, group, i, &plane->patterns, error)
      && set_waves (session, group, i, &plane->patterns, error)
      && set_notches (session, group, i, &plane->patterns, error);
}

/* Finds what is taken out of a picture of this time. */
static gboolean
find_patterns (GstClVideoFilterSession * session, const GstClSource * source,
    GstClockTime time, GError ** error)
{
  const GstClVideoFilterConfig *config = session->config;
  guint g, i;

  for (g = 0; g < config->n_groups; g++)
    for (i = 0; i < config->groups[g].n_planes; i++)
      if (!look (session, source, g, i, error))
        return FALSE;
  if (!session->was_posted)
    gst_cl_video_filter_post (session->element, time, session->found,
        config->planes.n_planes);
  session->was_posted = TRUE;
  return TRUE;
}

/* Whether nothing is left to do with the picture. */
static gboolean
has_nothing (const GstClVideoFilterSession * session)
{
  const GstClVideoFilterConfig *config = session->config;
  GstClGains gains = config->groups[0].gains;
  guint i;

  if (config->is_identity)
    return TRUE;
  gains.notches.is_auto = FALSE;
  if (!config->is_auto || config->kernel || !gst_cl_gains_are_one (&gains))
    return FALSE;
  for (i = 0; i < config->planes.n_planes; i++)
    if (session->found[i].patterns.n > 0)
      return FALSE;
  return TRUE;
}

/* ---- running ---- */

static gboolean
filter_group (GstClVideoFilterSession * session, guint group,
    const GstClSource * source, GstOpenCLMemory * output, GError ** error)
{
  const GstClVideoPlanes *planes = &session->config->planes;
  clfft_filter_params params = {
    .input_offset = source->offset,
    .output_offset = ((GstMemory *) output)->offset,
    .copied_size = group == 0 && !planes->is_covered
        ? GST_VIDEO_INFO_SIZE (&planes->video) : 0,
  };
  GstClCommand command = {
    .uses = {{source->memory, GST_MAP_READ}, {output, GST_MAP_WRITE}}
  };
  clfft_status status;

  GST_CL_COMMAND_BEGIN (&command, &params);
  status = clfft_filter_execute (session->filters[group],
      gst_opencl_queue_get_handle (session->base.queue),
      source->memory->handle, output->handle, &params);
  return gst_cl_session_end_command (&session->base, &command, status,
      "Could not filter a picture", error);
}

static gboolean
filter (GstClVideoFilterSession * session, const GstClSource * source,
    GstOpenCLMemory * output, GError ** error)
{
  guint g;

  for (g = 0; g < session->config->n_groups; g++)
    if (!filter_group (session, g, source, output, error))
      return FALSE;
  return gst_opencl_queue_flush (session->base.queue, error);
}

static void
count (GstClVideoFilterSession * session)
{
  const GstClVideoPlanes *planes = &session->config->planes;

  gst_cl_session_count (&session->base, GST_CL_COUNTER_PICTURES, 1);
  gst_cl_session_count (&session->base, GST_CL_COUNTER_FRAMES, 1);
  gst_cl_session_count (&session->base, GST_CL_COUNTER_TRANSFORMS,
      planes->n_planes);
  gst_cl_session_count (&session->base, GST_CL_COUNTER_BYTES,
      GST_VIDEO_INFO_SIZE (&planes->video));
}

/* Takes the patterns out, and all else that is to be done; *done is NULL if there
   is nothing. */
static gboolean
filter_source (GstClVideoFilterSession * session, const GstClSource * source,
    GstBuffer * picture, GstBuffer ** done, GError ** error)
{
  if (session->config->is_auto
      && !find_patterns (session, source, GST_BUFFER_PTS (picture), error))
    return FALSE;
  if (has_nothing (session))
    return TRUE;
  *done = gst_opencl_buffer_pool_acquire (session->base.pool, error);
  if (!*done)
    return FALSE;
  gst_cl_video_passing_copy (picture, *done);
  return filter (session, source, gst_opencl_memory_from_buffer (*done), error);
}

GstBuffer *
gst_cl_video_filter_session_run (GstClVideoFilterSession * session,
    GstBuffer * picture, GError ** error)
{
  GstBuffer *buffer = NULL;
  GstClSource source;
  gboolean done;

  if (!session->config->is_identity) {
    if (!gst_cl_video_planes_take (&session->config->planes, &source,
            &session->base, picture, error))
      return NULL;
    done = filter_source (session, &source, picture, &buffer, error);
    if (!gst_cl_source_end (&source, done ? error : NULL) || !done) {
      gst_clear_buffer (&buffer);
      return NULL;
    }
  }
  if (!buffer)
    buffer = gst_cl_video_planes_pass (&session->config->planes,
        &session->base, picture, error);
  if (buffer)
    count (session);
  return buffer;
}

void
gst_cl_video_filter_session_forget (GstClVideoFilterSession * session)
{
  session->was_posted = FALSE;
}
