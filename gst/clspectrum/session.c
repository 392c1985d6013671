/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.c: sends samples to the device and gives the result of an interval.
 *
 *   buffer, or the means of its channels, and history -> staging memory
 *       -> plan of a field -> powers or phases -> levels -> result
 *
 * Staging memory stays mapped until it is full or a buffer ends in which an
 * interval did: a dispatch costs as much as many small transforms, so there is
 * one for all that can wait. Transforms lie there back to back, whatever they
 * overlap.
 */
#include "session.h"

#include <string.h>
#include "audio/ring.h"
#include "element/commands/source.h"
#include "opencl/error.h"

typedef struct
{
  gboolean wanted;
  clfft_plan *plan;
  GstMemory *output;            /* of max_transforms */
  GstClLevels *levels;
  gfloat *result;
} Field;

/* An interval that ended, in staging memory. */
typedef struct
{
  guint n_staged;               /* transforms until its end */
  GstClockTime time, duration;
} Mark;

#define MAX_MARKS 64

struct _GstClSpectrumSession
{
  GstClSession base;

  GstClSpectrumConfig *config;
  GstClRing history;            /* of samples before the buffer at hand */
  guint64 n_kept;               /* samples that it got */
  Field fields[GST_CL_SPECTRUM_N_FIELDS];
  gfloat threshold;
  GstClDistortion *distortion;  /* NULL: not wanted */

  gfloat *means;                /* of the channels of a buffer */
  gsize n_means;                /* that there is room for */

  GstClSource staged;           /* while transforms are added */
  guint n_staged;
  Mark marks[MAX_MARKS];
  guint n_marks;

  GstClSpectrumResultFunction function;
  gpointer user_data;
};

/* ---- making ---- */

gpointer
gst_cl_spectrum_session_open (GstClElement * element, GError ** error)
{
  return gst_cl_session_new (sizeof (GstClSpectrumSession),
      1 << GST_CL_COUNTER_NOT_FINITE, element->device.context,
      element->device.watchdog, error);
}

/* Ends the writing of staging memory. */
static gboolean
end_staging (GstClSpectrumSession * session, GError ** error)
{
  return !session->staged.data || gst_cl_source_end_copy (&session->staged,
      &session->base, 0, error);
}

static void
clear_field (Field * field)
{
  field->wanted = FALSE;
  clfft_plan_destroy (&field->plan);
  g_clear_pointer (&field->output, gst_memory_unref);
  g_clear_pointer (&field->levels, gst_cl_levels_free);
  g_clear_pointer (&field->result, g_free);
}

void
gst_cl_spectrum_session_unconfigure (gpointer data)
{
  GstClSpectrumSession *session = data;
  guint i;

  end_staging (session, NULL);
  session->n_staged = 0;
  session->n_marks = 0;
  gst_cl_session_clear (&session->base);
  for (i = 0; i < GST_CL_SPECTRUM_N_FIELDS; i++)
    clear_field (&session->fields[i]);
  g_clear_pointer (&session->distortion, gst_cl_distortion_free);
  gst_cl_ring_free (&session->history);
  g_clear_pointer (&session->means, g_free);
  session->n_means = 0;
  g_clear_pointer (&session->config, gst_cl_spectrum_config_free);
}

const GstClSpectrumConfig *
gst_cl_spectrum_session_get_config (GstClSpectrumSession * session)
{
  return session->config;
}

static gboolean
set_no_memory (GstClSpectrumSession * session, GError ** error)
{
  g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
      "No memory for transforms of %" G_GUINT64_FORMAT " samples (bands is %u)",
      session->config->intervals.length, session->config->settings.bands);
  return FALSE;
}

/* Zeros stand for samples before the first one. */
static void
clear_history (GstClSpectrumSession * session)
{
  session->n_kept = session->history.capacity;
  gst_cl_ring_write (&session->history, 0, 0, session->n_kept, NULL);
}

gboolean
gst_cl_spectrum_session_configure (GstClSpectrumSession * session,
    GstClSpectrumConfig * config, GError ** error)
{
  gsize input_size = gst_cl_spectrum_config_get_input_size (config);

  gst_cl_spectrum_session_unconfigure (session);
  session->config = config;
  session->history.n_planes = 1;
  session->history.unit = GST_AUDIO_INFO_BPF (&config->samples);
  if (!gst_cl_ring_reserve (&session->history, config->intervals.length, 0, 0))
    return set_no_memory (session, error);
  clear_history (session);
  return gst_cl_session_make_staging (&session->base, 1,
      input_size * config->max_transforms, error);
}

static gboolean
make_field (GstClSpectrumSession * session, GstClSpectrumField which,
    GstClProgress * progress, GError ** error)
{
  const GstClSpectrumConfig *config = session->config;
  gsize n_points = gst_cl_spectrum_config_get_n_points (config);
  Field *field = &session->fields[which];
  clfft_desc desc;

  gst_cl_spectrum_config_describe (config, which, &desc);
  if (!gst_cl_session_make_plan (&session->base, &field->plan, &desc, NULL,
          progress, "the transform", error))
    return FALSE;
  field->output = gst_cl_session_alloc (&session->base,
      n_points * sizeof (gfloat) * config->max_transforms, error);
  if (!field->output)
    return FALSE;
  field->levels = gst_cl_levels_new (which == GST_CL_SPECTRUM_FIELD_PHASE
      ? GST_CL_LEVELS_METHOD_PLAIN_MEAN : config->settings.averaging, n_points);
  field->result = g_try_new (gfloat, n_points);
  return (field->levels && field->result) || set_no_memory (session, error);
}

gboolean
gst_cl_spectrum_session_set_fields (GstClSpectrumSession * session,
    const gboolean wanted[GST_CL_SPECTRUM_N_FIELDS], GstClProgress * progress,
    GError ** error)
{
  guint i;

  /* before the plan that stats describe */
  if (session->config->settings.distortion && !session->distortion) {
    session->distortion = gst_cl_distortion_new (&session->base,
        session->config, progress, error);
    if (!session->distortion)
      return FALSE;
  }
  for (i = 0; i < GST_CL_SPECTRUM_N_FIELDS; i++) {
    Field *field = &session->fields[i];

    if (wanted[i] && !field->plan
        && !make_field (session, i, progress, error)) {
      clear_field (field);
      return FALSE;
    }
    field->wanted = wanted[i];
  }
  return TRUE;
}

void
gst_cl_spectrum_session_set_threshold (GstClSpectrumSession * session,
    gfloat threshold)
{
  session->threshold = threshold;
}

/* ---- the device ---- */

/* Enqueues the staged transforms of one field. */
static gboolean
run_field (GstClSpectrumSession * session, Field * field, GError ** error)
{
  clfft_execute_params params = {
    .counts = {session->config->n_channels, session->n_staged},
  };

  return gst_cl_session_execute (&session->base, field->plan,
      session->staged.memory, (GstOpenCLMemory *) field->output, &params,
      error);
}

static void
add_field (GstClSpectrumSession * session, Field * field,
    const GstMapInfo * map, guint first, guint last)
{
  const gfloat *values = (const gfloat *) (const void *) map->data;

  gst_cl_session_count (&session->base, GST_CL_COUNTER_NOT_FINITE,
      gst_cl_levels_add (field->levels, values
          + first * gst_cl_spectrum_config_get_n_points (session->config),
          last - first, session->threshold));
}

static void
give_result (GstClSpectrumSession * session, const Mark * mark)
{
  GstClSpectrumResult result = { mark->time, mark->duration };
  guint i;

  for (i = 0; i < GST_CL_SPECTRUM_N_FIELDS; i++) {
    Field *field = &session->fields[i];

    if (field->wanted) {
      gst_cl_levels_finish (field->levels, session->threshold, field->result);
      result.fields[i] = field->result;
    } else if (field->levels) {
      gst_cl_levels_reset (field->levels);
    }
  }
  if (session->distortion)
    result.figures = gst_cl_distortion_finish (session->distortion);
  gst_cl_session_count (&session->base, GST_CL_COUNTER_FRAMES, 1);
  session->function (&result, session->user_data);
}

/* Gathers results interval by interval; the rest waits for the end of its own
   interval. */
static void
gather (GstClSpectrumSession * session, const GstMapInfo * maps)
{
  guint first = 0, last, mark, i;

  for (mark = 0; mark <= session->n_marks; mark++) {
    last = mark < session->n_marks ? session->marks[mark].n_staged
        : session->n_staged;
    for (i = 0; i < GST_CL_SPECTRUM_N_FIELDS && last > first; i++)
      if (session->fields[i].wanted)
        add_field (session, &session->fields[i], &maps[i], first, last);
    if (session->distortion)
      gst_cl_distortion_add (session->distortion, first, last);
    if (mark < session->n_marks)
      give_result (session, &session->marks[mark]);
    first = last;
  }
  session->n_staged = 0;
  session->n_marks = 0;
}

static void
count (GstClSpectrumSession * session)
{
  const GstClSpectrumConfig *config = session->config;

  if (!session->fields[GST_CL_SPECTRUM_FIELD_MAGNITUDE].wanted
      && !session->fields[GST_CL_SPECTRUM_FIELD_PHASE].wanted
      && !session->distortion)
    return;
  gst_cl_session_count (&session->base, GST_CL_COUNTER_TRANSFORMS,
      (guint64) session->n_staged * config->n_channels);
  gst_cl_session_count (&session->base, GST_CL_COUNTER_BYTES,
      (guint64) session->n_staged
      * gst_cl_spectrum_config_get_input_size (config));
}

static gboolean
enqueue_all (GstClSpectrumSession * session, GError ** error)
{
  guint i;

  if (!end_staging (session, error))
    return FALSE;
  for (i = 0; i < GST_CL_SPECTRUM_N_FIELDS; i++)
    if (session->fields[i].wanted
        && !run_field (session, &session->fields[i], error))
      return FALSE;
  return TRUE;
}

/* Waits for the outputs. */
static gboolean
map_all (GstClSpectrumSession * session, GstMapInfo * maps, GError ** error)
{
  gsize size = gst_cl_spectrum_config_get_n_points (session->config)
      * sizeof (gfloat) * session->n_staged;
  guint i;

  for (i = 0; i < GST_CL_SPECTRUM_N_FIELDS; i++) {
    GstMemory *output = session->fields[i].output;

    if (!session->fields[i].wanted)
      continue;
    gst_memory_resize (output, 0, size);
    if (!gst_opencl_memory_map_host (output, &maps[i], GST_MAP_READ, error))
      return FALSE;
  }
  return TRUE;
}

/* Runs the staged transforms. All fields are enqueued before the first one is
   waited for. */
static gboolean
dispatch (GstClSpectrumSession * session, GError ** error)
{
  GstMapInfo maps[GST_CL_SPECTRUM_N_FIELDS] = { {NULL} };
  gboolean done;
  guint i;

  done = session->n_staged == 0 || (enqueue_all (session, error)
      && (!session->distortion || gst_cl_distortion_measure
          (session->distortion, session->n_staged, error))
      && map_all (session, maps, error)
      && gst_cl_session_wait (&session->base, error));
  if (done) {
    count (session);
    gather (session, maps);
  }
  for (i = 0; i < GST_CL_SPECTRUM_N_FIELDS; i++)
    if (maps[i].memory)
      gst_memory_unmap (maps[i].memory, &maps[i]);
  return done;
}

/* ---- samples and intervals ---- */

const guint8 *
gst_cl_spectrum_session_begin_buffer (GstClSpectrumSession * session,
    const guint8 * data, gsize n_samples, GError ** error)
{
  const GstClSpectrumConfig *config = session->config;

  if (!config->mean)
    return data;
  if (n_samples > session->n_means) {
    g_free (session->means);
    session->means = g_try_new (gfloat, n_samples);
    session->n_means = session->means ? n_samples : 0;
    if (!session->means) {
      g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
          "No memory for the mean of the channels of %" G_GSIZE_FORMAT
          " samples", n_samples);
      return NULL;
    }
  }
  config->mean (data, GST_AUDIO_INFO_CHANNELS (&config->audio), n_samples,
      config->mean_factor, session->means);
  gst_cl_session_count_copy (&session->base, n_samples * sizeof (gfloat));
  return (const guint8 *) session->means;
}

/* Writes the newest samples of a transform, of which the history has those that
   came before n_samples of data. */
static void
copy_samples (GstClSpectrumSession * session, const guint8 * data,
    gsize n_samples, guint8 * dest)
{
  const GstClRing *history = &session->history;
  guint64 n_new = MIN (n_samples, history->capacity);
  guint64 n_old = history->capacity - n_new;

  gst_cl_ring_read (history, 0, session->n_kept - n_old, n_old, dest);
  if (n_new > 0)
    memcpy (dest + n_old * history->unit, data + (n_samples - n_new)
        * history->unit, n_new * history->unit);
}

/* Writes them to dest, and keeps them where the host reads them again: memory of
   the device is for writing. */
static void
stage_samples (GstClSpectrumSession * session, const guint8 * data,
    gsize n_samples, guint8 * dest)
{
  const GstClRing *history = &session->history;
  guint64 n_stream = session->n_kept - history->capacity + n_samples;
  guint8 *kept;

  if (!session->distortion) {
    copy_samples (session, data, n_samples, dest);
    return;
  }
  kept = gst_cl_distortion_get_room (session->distortion);
  copy_samples (session, data, n_samples, kept);
  memcpy (dest, kept, history->capacity * history->unit);
  gst_cl_distortion_keep (session->distortion, session->n_staged,
      n_stream < history->capacity ? GST_CL_DISTORTION_PART
      : GST_CL_DISTORTION_WHOLE);
}

gboolean
gst_cl_spectrum_session_add (GstClSpectrumSession * session,
    const guint8 * data, gsize n_samples, GError ** error)
{
  gsize size = gst_cl_spectrum_config_get_input_size (session->config);
  guint max_transforms = session->config->max_transforms;

  if (session->n_staged == max_transforms && !dispatch (session, error))
    return FALSE;
  if (!session->staged.data && !gst_cl_source_begin_copy (&session->staged,
          &session->base, size * max_transforms, error))
    return FALSE;
  stage_samples (session, data, n_samples,
      session->staged.data + session->n_staged * size);
  gst_cl_session_count_copy (&session->base, size);
  session->n_staged++;
  return TRUE;
}

gboolean
gst_cl_spectrum_session_end_interval (GstClSpectrumSession * session,
    GstClockTime time, GstClockTime duration, GError ** error)
{
  Mark mark = { session->n_staged, time, duration };

  session->marks[session->n_marks++] = mark;
  return session->n_marks < MAX_MARKS || dispatch (session, error);
}

void
gst_cl_spectrum_session_drop_interval (GstClSpectrumSession * session)
{
  guint i;

  /* what ended before it stays */
  if (session->n_marks > 0) {
    session->n_staged = session->marks[session->n_marks - 1].n_staged;
    return;
  }
  session->n_staged = 0;
  for (i = 0; i < GST_CL_SPECTRUM_N_FIELDS; i++)
    if (session->fields[i].levels)
      gst_cl_levels_reset (session->fields[i].levels);
  if (session->distortion)
    gst_cl_distortion_reset (session->distortion);
}

gboolean
gst_cl_spectrum_session_end_buffer (GstClSpectrumSession * session,
    const guint8 * data, gsize n_samples, GError ** error)
{
  gsize unit = session->history.unit;
  gsize n_new = MIN (n_samples, session->history.capacity);

  if (n_new > 0)                /* of nothing there may be no data */
    gst_cl_ring_write (&session->history, 0, session->n_kept, n_new,
        data + (n_samples - n_new) * unit);
  session->n_kept += n_new;
  gst_cl_session_count_copy (&session->base, n_new * unit);
  return session->n_marks == 0 || dispatch (session, error);
}

void
gst_cl_spectrum_session_restart (GstClSpectrumSession * session)
{
  session->n_marks = 0;
  gst_cl_spectrum_session_drop_interval (session);
  clear_history (session);
}

void
gst_cl_spectrum_session_set_function (GstClSpectrumSession * session,
    GstClSpectrumResultFunction function, gpointer user_data)
{
  session->function = function;
  session->user_data = user_data;
}
