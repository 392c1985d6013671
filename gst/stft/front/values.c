/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* values.c: see values.h. */
#include "values.h"

#include <math.h>
#include <string.h>
#include "element/spectra/constantq.h"
#include "front-end.h"

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

/* ---- which launch ---- */

/* Whether the plan's numbers are those that front ends change. */
static gboolean
is_direct (const GstClStftConfig * config)
{
  const GstFourierInfo *info = &config->info;

  return info->averaging == GST_FOURIER_AVERAGING_NONE && info->tapers <= 1
      && config->n_windows == 1 && !gst_cl_spectra_is_constant_q (info)
      && !gst_fourier_quantity_has_reference (info->quantity);
}

/* Whether frames that are missing are filled up, by a launch. */
static gboolean
fills (const GstClStftConfig * config)
{
  return config->settings.whole_buffers
      && gst_cl_stft_front_end_fills (config->info.normalize);
}

/* Other orders than that of the transforms are for bands, which are few. */
static gboolean
can_be_whole (const GstClStftConfig * config, const clfft_features_desc * first)
{
  return config->info.cepstrum == 0 && first->range == 0 && !first->per_point
      && !(config->by_point && config->bands.n_bands == 0)
      && !(fills (config) && (config->by_point || config->is_half));
}

/* Moves to the plan what each number has by itself. */
static void
move_to_plan (const GstClStftConfig * config, GstClStftValues * values)
{
  clfft_features_desc *first = &values->first;

  values->of_plan.logarithm = first->logarithm;
  values->of_plan.offset = first->offset;
  values->of_plan.least = first->least;
  first->logarithm = CLFFT_LOGARITHM_NONE;
  first->offset = first->least = 0;
  values->is_whole = can_be_whole (config, first);
  if (!values->is_whole)
    return;
  values->of_plan.scale = first->scale;
  values->of_plan.shift = first->shift;
  first->scale = 0;
  values->fills = fills (config);
}

void
gst_cl_stft_values_choose (const GstClStftConfig * config,
    GstClStftValues * values)
{
  const GstFourierInfo *info = &config->info;
  gboolean has_cepstrum = info->cepstrum > 0, has_numbers, is_normalized;
  clfft_features_desc *final = has_cepstrum ? &values->last : &values->first;
  gboolean moves = config->by_point || config->is_half;

  memset (values, 0, sizeof *values);
  has_numbers = describe_numbers (info, &values->first);
  is_normalized = describe_normalization (info, final);
  if (is_direct (config)) {
    move_to_plan (config, values);
    has_numbers = values->first.range > 0;
  }
  if (values->is_whole) {
    values->has_first = values->fills;
    return;
  }
  final->by_point = config->by_point;
  final->pixel = config->is_half ? CLFFT_PIXEL_HALF : CLFFT_PIXEL_NONE;
  values->has_first = has_numbers || (!has_cepstrum
      && (is_normalized || moves));
  values->has_last = has_cepstrum && (is_normalized || moves);
}

void
gst_cl_stft_values_describe (const GstClStftConfig * config,
    guint n_points, clfft_desc * desc)
{
  guint capacity = gst_cl_stft_config_get_capacity (config);
  GstClStftValues values;

  gst_cl_stft_values_choose (config, &values);
  desc->store.value = values.of_plan;
  if (!values.is_whole)
    return;
  if (config->is_half)
    desc->store.pixel = CLFFT_PIXEL_HALF;
  if (!config->by_point)
    return;
  desc->output_strides[0] = capacity;
  desc->loops[0].output_distance = (gint64) n_points *capacity;
  desc->loops[1].output_distance = 1;
}
