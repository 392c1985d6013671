/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* average.c: chooses the engine's averages: over tapers, of powers, of
   products. */
#include "average.h"

#include <math.h>
#include <string.h>
#include "element/spectra/spectra.h"
#include "front/front-end.h"
#include "opencl/error.h"

/* What averages have in common; alpha and decay are those of exponential
   ones. */
static clfft_averaging
describe_averaging (const GstClStftConfig * config, gdouble * alpha,
    gdouble * decay)
{
  /* a frame by itself is a mean of one */
  static const clfft_averaging averagings[] = {
    [GST_FOURIER_AVERAGING_NONE] = CLFFT_AVERAGING_MEAN,
    [GST_FOURIER_AVERAGING_MEAN] = CLFFT_AVERAGING_MEAN,
    [GST_FOURIER_AVERAGING_EXPONENTIAL] = CLFFT_AVERAGING_EXPONENTIAL,
    [GST_FOURIER_AVERAGING_MAX_HOLD] = CLFFT_AVERAGING_MAX_HOLD,
    [GST_FOURIER_AVERAGING_MIN_HOLD] = CLFFT_AVERAGING_MIN_HOLD,
    [GST_FOURIER_AVERAGING_MEDIAN] = CLFFT_AVERAGING_MEDIAN,
  };
  const GstFourierInfo *info = &config->info;
  gdouble hops_per_constant = info->time_constant * 1e-6 * info->rate
      / config->framing.hop;

  *alpha = -expm1 (-1 / hops_per_constant);
  *decay = exp (-1 / hops_per_constant);
  return averagings[info->averaging];
}

static void
describe_powers (const GstClStftConfig * config, clfft_average_desc * desc)
{
  const GstFourierInfo *info = &config->info;

  memset (desc, 0, sizeof *desc);
  desc->points = (guint64) (info->cepstrum ? info->cepstrum
      : gst_fourier_info_get_n_points (info)) * info->channels;
  desc->quantity = gst_cl_stft_front_end_get_quantity (info);
  desc->floor = info->floor;
  desc->precision = gst_cl_spectra_get_precision (info);
}

/* FALSE if nothing is averaged. Its points are those of all channels. */
static gboolean
describe_average (const GstClStftConfig * config,
    clfft_average_desc * desc)
{
  if (config->info.averaging == GST_FOURIER_AVERAGING_NONE)
    return FALSE;
  describe_powers (config, desc);
  desc->averaging = describe_averaging (config, &desc->alpha, &desc->decay);
  desc->count = config->group;
  return TRUE;
}

/* The same of the mean over tapers; FALSE if there is one. */
static gboolean
describe_tapers (const GstClStftConfig * config,
    clfft_average_desc * desc)
{
  const GstFourierInfo *info = &config->info;

  if (info->tapers == 1)
    return FALSE;
  describe_powers (config, desc);
  desc->averaging = CLFFT_AVERAGING_MEAN;
  desc->count = info->tapers;
  if (info->averaging != GST_FOURIER_AVERAGING_NONE)
    desc->quantity = CLFFT_QUANTITY_POWER;
  return TRUE;
}

/* The same of the cross spectra; FALSE if the quantity has no reference. */
static gboolean
describe_cross (const GstClStftConfig * config,
    clfft_cross_desc * desc)
{
  const GstFourierInfo *info = &config->info;

  if (!gst_fourier_quantity_has_reference (info->quantity))
    return FALSE;
  memset (desc, 0, sizeof *desc);
  desc->quantity = (clfft_cross_quantity)
      (info->quantity - GST_FOURIER_QUANTITY_CROSS_POWER);
  desc->averaging = describe_averaging (config, &desc->alpha, &desc->decay);
  desc->count = config->group;
  desc->channels = config->channels;
  desc->reference = config->reference;
  desc->points = config->n_bins;
  desc->precision = gst_cl_spectra_get_precision (info);
  desc->length = info->shape[0];
  desc->rate = info->rate;
  desc->max_outputs = (config->max_frames + config->group - 1) / config->group;
  return TRUE;
}

gboolean
gst_cl_stft_average_make (GstClStftAverage * average,
    const GstClStftConfig * config, clfft_device * device,
    const clfft_plan_params * params, const clfft_waiter * waiter,
    GError ** error)
{
  clfft_average_desc powers;
  clfft_cross_desc products;

  if (describe_cross (config, &products)) {
    products.params = params;
    products.waiter = waiter;
    return gst_cl_check (clfft_cross_create (device, &products,
            &average->products), "Could not plan the cross spectra", error);
  }
  if (describe_tapers (config, &powers)) {
    powers.waiter = waiter;
    if (!gst_cl_check (clfft_average_create (device, &powers,
                &average->tapers), "Could not plan the mean over tapers",
            error))
      return FALSE;
  }
  if (!describe_average (config, &powers))
    return TRUE;
  powers.waiter = waiter;
  return gst_cl_check (clfft_average_create (device, &powers,
          &average->powers), "Could not plan the average", error);
}

void
gst_cl_stft_average_clear (GstClStftAverage * average)
{
  clfft_average_destroy (&average->tapers);
  clfft_average_destroy (&average->powers);
  clfft_cross_destroy (&average->products);
}

gboolean
gst_cl_stft_average_exists (const GstClStftAverage * average)
{
  return average->tapers || gst_cl_stft_average_is_over_frames (average);
}

gboolean
gst_cl_stft_average_is_over_frames (const GstClStftAverage * average)
{
  return average->powers || average->products;
}

void
gst_cl_stft_average_reset (const GstClStftAverage * average)
{
  if (average->tapers)
    clfft_average_reset (average->tapers);
  if (average->powers)
    clfft_average_reset (average->powers);
  if (average->products)
    clfft_cross_reset (average->products);
}

guint32
gst_cl_stft_average_get_n_left_out (const GstClStftAverage * average)
{
  const clfft_average *powers = average->powers ? average->powers
      : average->tapers;

  return average->products ? clfft_cross_get_n_left_out (average->products)
      : powers ? clfft_average_get_n_left_out (powers) : 0;
}

clfft_status
gst_cl_stft_average_execute (const GstClStftAverage * average,
    cl_command_queue queue, cl_mem input, cl_mem output,
    const clfft_average_params * params)
{
  return average->products
      ? clfft_cross_execute (average->products, queue, input, output, params)
      : clfft_average_execute (average->powers, queue, input, output, params);
}
