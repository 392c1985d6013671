/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* features.c: see features.h. */
#include "features.h"

#include <math.h>
#include "element/spectra/spectra.h"
#include "front-end.h"
#include "opencl/error.h"

/* The mean, and twice the deviation, of AudioSet as AST's extractor has them. */
#define AST_MEAN -4.2677393
#define AST_DEVIATIONS (2 * 4.5689974)

/* What a deviation is never divided by less than: NeMo's CONSTANT. */
#define EPSILON 1e-5

/* ---- descriptions ---- */

/* Decibels in the unit of the stream's values. */
static gdouble
get_decibel (const GstFourierInfo * info)
{
  gdouble step = gst_cl_stft_front_end_is_of_magnitude (info) ? 0.05 : 0.1;

  switch (info->quantity) {
    case GST_FOURIER_QUANTITY_LOG:
      return step * G_LN10;
    case GST_FOURIER_QUANTITY_LOG10:
      return step;
    default:
      return 1;
  }
}

/* What is done with each number; FALSE: nothing. */
static gboolean
describe_numbers (const GstFourierInfo * info, clfft_features_desc * desc)
{
  gboolean is_logarithm =
      gst_cl_stft_front_end_is_logarithm (info->quantity);

  if (is_logarithm) {
    gdouble tenfold = gst_cl_stft_front_end_is_of_magnitude (info) ? 20 : 10;

    desc->logarithm = info->quantity == GST_FOURIER_QUANTITY_LOG
        ? CLFFT_LOGARITHM_NATURAL : CLFFT_LOGARITHM_DECIMAL;
    desc->offset = info->log_offset;
    /* what single precision has no number for */
    desc->least = MAX (pow (10, info->floor / tenfold), (gdouble) G_MINFLOAT);
  }
  desc->range = info->top_db * get_decibel (info);
  return is_logarithm || info->top_db > 0;
}

/* Adds what comes last; FALSE: nothing. */
static gboolean
describe_normalization (const GstFourierInfo * info,
    clfft_features_desc * desc)
{
  switch (info->normalize) {
    case GST_FOURIER_NORMALIZE_PER_BAND:
      desc->per_point = TRUE;
      desc->epsilon = EPSILON;
      return TRUE;
    case GST_FOURIER_NORMALIZE_WHISPER:
      desc->scale = 0.25;
      desc->shift = 1;
      return TRUE;
    case GST_FOURIER_NORMALIZE_AST:
      desc->scale = 1 / AST_DEVIATIONS;
      desc->shift = -AST_MEAN / AST_DEVIATIONS;
      return TRUE;
    default:
      return FALSE;
  }
}

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
    const GstClStftConfig * config, GError ** error)
{
  const GstFourierInfo *info = &config->info;
  gsize size = gst_cl_stft_config_get_frame_size (config)
      * gst_cl_stft_config_get_capacity (config);

  if (info->cepstrum && config->by_point) {
    features->coefficients = gst_cl_session_alloc (session, size, error);
    if (!features->coefficients)
      return FALSE;
  }
  if (!info->cepstrum && !config->by_point)
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
  clfft_features_desc first = { 0 }, last = { 0 };
  gboolean has_cepstrum = info->cepstrum > 0;
  gboolean has_first = describe_numbers (info, &first);
  clfft_features_desc *final = has_cepstrum ? &last : &first;
  gboolean has_last = describe_normalization (info, final) || config->by_point;

  final->by_point = config->by_point;
  if (!make_memory (features, session, config, error))
    return FALSE;
  if (!has_cepstrum)
    return !(has_first || has_last) || make (session, info,
        gst_fourier_info_get_n_points (info), &first, &features->first, error);
  return (!has_first || make (session, info, info->cepstrum, &first,
          &features->first, error))
      && make_cepstrum (features, session, config, error)
      && (!has_last || make (session, info,
          gst_fourier_info_get_n_points (info), &last, &features->last,
          error));
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

/* output: of features by points, else frames */
static gboolean
run (GstClSession * session, clfft_features * features,
    GstOpenCLMemory * frames, GstOpenCLMemory * output, guint n_frames,
    guint n_empty, GError ** error)
{
  gboolean moves = output != frames;
  clfft_features_params params = {
    .n_frames = n_frames,.n_filled = n_empty,
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

  if (!features->cepstrum)
    return !features->first || run (session, features->first, bands, output,
        n_frames, n_empty, error);
  return (!features->first || run (session, features->first, bands, bands,
          n_frames, 0, error))
      && run_cepstrum (features, session, bands, coefficients, n_frames, error)
      && (!features->last || run (session, features->last, coefficients,
          output, n_frames, n_empty, error));
}
