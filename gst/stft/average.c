/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* average.c: chooses the engine's averages: over tapers, of powers, of
   products. */
#include "average.h"

#include "opencl/error.h"

gboolean
gst_cl_stft_average_make (GstClStftAverage * average,
    const GstClStftConfig * config, clfft_device * device,
    const clfft_plan_params * params, const clfft_waiter * waiter,
    GError ** error)
{
  clfft_average_desc powers;
  clfft_cross_desc products;

  if (gst_cl_stft_config_describe_cross (config, &products)) {
    products.params = params;
    products.waiter = waiter;
    return gst_cl_check (clfft_cross_create (device, &products,
            &average->products), "Could not plan the cross spectra", error);
  }
  if (gst_cl_stft_config_describe_tapers (config, &powers)) {
    powers.waiter = waiter;
    if (!gst_cl_check (clfft_average_create (device, &powers,
                &average->tapers), "Could not plan the mean over tapers",
            error))
      return FALSE;
  }
  if (!gst_cl_stft_config_describe_average (config, &powers))
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
