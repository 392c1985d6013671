/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* transforms.c: enqueues the transforms of frames, by each window and of each run
   of channels, and the mean over tapers. */
#include "transforms.h"

#include "element/spectra/constantq.h"
#include "front/values.h"
#include "opencl/error.h"

/* ---- making ---- */

gboolean
gst_cl_stft_transforms_make_plans (GstClStftTransforms * transforms,
    GstClSession * session, const GstClStftConfig * config, clfft_desc * desc,
    const clfft_plan_params * params, GstClProgress * progress, GError ** error)
{
  GstClStftValues values;
  guint i;

  transforms->n_loops = desc->n_loops;
  gst_cl_stft_values_choose (config, &values);
  transforms->by_point = values.is_whole && config->by_point;
  for (i = 0; i < config->n_windows; i++) {
    clfft_plan **plan = i ? &transforms->more[i - 1] : &session->plan;

    desc->load.windows[0] = config->window + (gsize) i * config->settings.size;
    if (!gst_cl_session_make_plan (session, plan, desc, params, progress,
            "the transform", error))
      return FALSE;
  }
  return TRUE;
}

gboolean
gst_cl_stft_transforms_make_memory (GstClStftTransforms * transforms,
    GstClSession * session, const GstClStftConfig * config,
    const GstClStftAverage * average, GError ** error)
{
  gsize size = gst_cl_stft_config_get_spectra_size (config, config->max_frames);
  gboolean averages = gst_cl_stft_average_is_over_frames (average);

  transforms->tapers = average->tapers;
  if (average->tapers || gst_cl_spectra_is_constant_q (&config->info)) {
    transforms->spectra = gst_cl_session_alloc (session, size, error);
    if (!transforms->spectra)
      return FALSE;
    size /= config->n_windows;
  }
  if (averages)
    transforms->averaged = gst_cl_session_alloc (session, size, error);
  return !averages || transforms->averaged;
}

void
gst_cl_stft_transforms_clear (GstClStftTransforms * transforms)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (transforms->more); i++)
    clfft_plan_destroy (&transforms->more[i]);
  g_clear_pointer (&transforms->spectra, gst_memory_unref);
  g_clear_pointer (&transforms->averaged, gst_memory_unref);
  transforms->tapers = NULL;
}

/* ---- running ---- */

/* Enqueues one dispatch for each run of channels, by one window. */
static gboolean
run_window (GstClStftTransforms * transforms, GstClSession * session,
    const GstClStftConfig * config, const GstClStftInput * input, guint window,
    GstOpenCLMemory * output, guint64 first_frame, guint n_frames,
    GError ** error)
{
  clfft_plan *plan = window ? transforms->more[window - 1] : session->plan;
  guint64 n_points = gst_cl_stft_config_get_n_stored (config), first_output;
  guint i;

  for (i = 0; i < config->n_runs; i++) {
    const GstClStftRun *run = &config->runs[i];

    first_output = transforms->by_point ? first_frame
        + run->output * n_points * gst_cl_stft_config_get_capacity (config)
        : ((first_frame * config->n_windows + window) * config->channels
        + run->output) * n_points;
    clfft_execute_params params = {
      .counts = {run->n_channels, n_frames},
      .input_offset = input->first
          + gst_cl_stft_config_get_run_offset (config, run),
      .output_offset = first_output,
    };

    if (transforms->n_loops == 3) {
      params.counts[0] = 1;
      params.counts[1] = run->n_channels;
      params.counts[2] = n_frames;
    }
    if (!gst_cl_session_execute (session, plan, input->source.memory, output,
            &params, error))
      return FALSE;
  }
  return TRUE;
}

/* Enqueues the mean over tapers. */
static gboolean
join_tapers (GstClStftTransforms * transforms, GstClSession * session,
    guint n_tapers, GstOpenCLMemory * output, guint64 first_frame,
    guint n_frames, GError ** error)
{
  GstOpenCLMemory *spectra = (GstOpenCLMemory *) transforms->spectra;
  GstClCommand command = {
    .uses = {{spectra, GST_MAP_READ}, {output, GST_MAP_WRITE}},
  };
  clfft_average_params params = {
    .output_frame = first_frame,.n_frames = n_frames * n_tapers
  };
  clfft_status status;

  GST_CL_COMMAND_BEGIN (&command, &params);
  status = clfft_average_execute (transforms->tapers,
      gst_opencl_queue_get_handle (session->queue), spectra->handle,
      output->handle, &params);
  return gst_cl_session_end_command (session, &command, status,
      "Could not run the mean over tapers", error);
}

gboolean
gst_cl_stft_transforms_run (GstClStftTransforms * transforms,
    GstClSession * session, const GstClStftConfig * config,
    const GstClStftInput * input, GstOpenCLMemory * output,
    guint64 first_frame, guint n_frames, GError ** error)
{
  GstOpenCLMemory *made;
  guint64 first;
  guint i;

  if (!output) {
    output = (GstOpenCLMemory *) transforms->averaged;
    first_frame = 0;
  }
  made = transforms->tapers ? (GstOpenCLMemory *) transforms->spectra : output;
  first = transforms->tapers ? 0 : first_frame;
  for (i = 0; i < config->n_windows; i++)
    if (!run_window (transforms, session, config, input, i, made, first,
            n_frames, error))
      return FALSE;
  return !transforms->tapers || join_tapers (transforms, session,
      config->n_windows, output, first_frame, n_frames, error);
}
