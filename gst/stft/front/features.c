/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* features.c: see features.h. */
#include "features.h"

#include "element/spectra/spectra.h"
#include "values.h"
#include "opencl/error.h"

/* ---- making ---- */

static gboolean
make (GstClSession * session, const GstFourierInfo * info, guint n_points,
    clfft_features_desc * desc, clfft_features ** features, GError ** error)
{
  desc->channels = info->channels;
  desc->points = n_points;
  desc->precision = gst_cl_spectra_get_precision (info);
  desc->is_complex = desc->by_point && gst_fourier_info_get_point_size (info)
      > (desc->precision == CLFFT_PRECISION_DOUBLE ? sizeof (gdouble)
      : sizeof (gfloat));
  desc->waiter = gst_opencl_watchdog_get_waiter (session->watchdog);
  return gst_cl_check (clfft_features_create
      (gst_opencl_context_get_clfft_device (session->context), desc,
          features), "Could not plan the features", error);
}

static gboolean
make_cepstrum (GstClStftFeatures * features, GstClSession * session,
    const GstClStftConfig * config, GError ** error)
{
  const GstFourierInfo *info = &config->info;
  const clfft_cepstrum_desc desc = {
    .channels = info->channels,
    .points = info->cepstrum,
    .coefficients = gst_fourier_info_get_n_points (info),
    .lifter = info->lifter,
    .lifter_from = info->lifter_from,
    .precision = gst_cl_spectra_get_precision (info),
    .waiter = gst_opencl_watchdog_get_waiter (session->watchdog),
  };

  return gst_cl_check (clfft_cepstrum_create
      (gst_opencl_context_get_clfft_device (session->context), &desc,
          &features->cepstrum), "Could not plan the cepstrum", error);
}

/* Makes what is not the output: bands before a cepstrum, and all before points
   are put in order. */
static gboolean
make_memory (GstClStftFeatures * features, GstClSession * session,
    const GstClStftConfig * config, gboolean is_whole, GError ** error)
{
  const GstFourierInfo *info = &config->info;
  gboolean moves = config->by_point || config->is_half;
  gsize size = gst_fourier_info_get_frame_size (info)
      * gst_cl_stft_config_get_capacity (config);

  if (info->cepstrum && moves) {
    features->coefficients = gst_cl_session_alloc (session, size, error);
    if (!features->coefficients)
      return FALSE;
  }
  if (is_whole || (!info->cepstrum && !moves))
    return TRUE;
  if (info->cepstrum)
    size = size / gst_fourier_info_get_n_points (info) * info->cepstrum;
  features->bands = gst_cl_session_alloc (session, size, error);
  return features->bands != NULL;
}

gboolean
gst_cl_stft_features_make (GstClStftFeatures * features,
    GstClSession * session, const GstClStftConfig * config, GError ** error)
{
  const GstFourierInfo *info = &config->info;
  guint n_points = gst_fourier_info_get_n_points (info);
  GstClStftValues values;

  gst_cl_stft_values_choose (config, &values);
  features->fills = values.fills;
  return make_memory (features, session, config, values.is_whole, error)
      && (!values.has_first || make (session, info,
          info->cepstrum ? info->cepstrum : n_points, &values.first,
          &features->first, error))
      && (!info->cepstrum || make_cepstrum (features, session, config, error))
      && (!values.has_last || make (session, info, n_points, &values.last,
          &features->last, error));
}

void
gst_cl_stft_features_clear (GstClStftFeatures * features)
{
  clfft_features_destroy (&features->first);
  clfft_cepstrum_destroy (&features->cepstrum);
  clfft_features_destroy (&features->last);
  g_clear_pointer (&features->bands, gst_memory_unref);
  g_clear_pointer (&features->coefficients, gst_memory_unref);
}

/* ---- running ---- */

/* output: of features by points or of 16 bits, else frames */
static gboolean
run (GstClSession * session, clfft_features * features,
    GstOpenCLMemory * frames, GstOpenCLMemory * output, guint first_frame,
    guint n_frames, guint n_empty, GError ** error)
{
  gboolean moves = output != frames;
  clfft_features_params params = {
    .first_frame = first_frame,.n_frames = n_frames,.n_filled = n_empty,
    .output = moves ? output->handle : NULL
  };
  GstClCommand command = {
    .uses = {{frames, GST_MAP_WRITE}, {moves ? output : NULL, GST_MAP_WRITE}}
  };
  clfft_status status;

  GST_CL_COMMAND_BEGIN (&command, &params);
  status = clfft_features_execute (features,
      gst_opencl_queue_get_handle (session->queue), frames->handle, &params);
  return gst_cl_session_end_command (session, &command, status,
      "Could not make the features", error);
}

static gboolean
run_cepstrum (GstClStftFeatures * features, GstClSession * session,
    GstOpenCLMemory * bands, GstOpenCLMemory * output, guint n_frames,
    GError ** error)
{
  clfft_cepstrum_params params = {.n_frames = n_frames };
  GstClCommand command = {
    .uses = {{bands, GST_MAP_READ}, {output, GST_MAP_WRITE}},
  };
  clfft_status status;

  GST_CL_COMMAND_BEGIN (&command, &params);
  status = clfft_cepstrum_execute (features->cepstrum,
      gst_opencl_queue_get_handle (session->queue), bands->handle,
      output->handle, &params);
  return gst_cl_session_end_command (session, &command, status,
      "Could not make the cepstrum", error);
}

gboolean
gst_cl_stft_features_run (GstClStftFeatures * features,
    GstClSession * session, GstOpenCLMemory * output, guint n_frames,
    guint n_empty, GError ** error)
{
  GstOpenCLMemory *bands = features->bands
      ? (GstOpenCLMemory *) features->bands : output;
  GstOpenCLMemory *coefficients = features->coefficients
      ? (GstOpenCLMemory *) features->coefficients : output;

  if (features->fills)
    return n_empty == 0 || run (session, features->first, output, output,
        n_frames, 0, n_empty, error);
  if (!features->cepstrum)
    return !features->first || run (session, features->first, bands, output, 0,
        n_frames, n_empty, error);
  return (!features->first || run (session, features->first, bands, bands, 0,
          n_frames, 0, error))
      && run_cepstrum (features, session, bands, coefficients, n_frames, error)
      && (!features->last || run (session, features->last, coefficients,
          output, 0, n_frames, n_empty, error));
}
