/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* transform.c: see transform.h. */
#include "transform.h"

#include "opencl/error.h"

struct _GstClTransform
{
  guint64 length;
  gboolean is_double;
  clfft_device *device, *own;
  clfft_plan *plan;
  cl_command_queue queue;
  cl_mem input, output;
  gfloat *numbers;              /* single precision's, of the output */
};

static gboolean
open_device (GstClTransform * transform, GError ** error)
{
  clfft_device_params params = {.name = "cpu" };

  if (clfft_device_create (&params, &transform->own) != CLFFT_STATUS_OK) {
    params.name = "auto";
    if (!gst_cl_check (clfft_device_create (&params, &transform->own),
            "No device for the equaliser's transforms", error))
      return FALSE;
  }
  transform->device = transform->own;
  return TRUE;
}

static gboolean
make_buffers (GstClTransform * transform, GError ** error)
{
  cl_context context = clfft_device_get_context (transform->device);
  gsize unit = transform->is_double ? sizeof (gdouble) : sizeof (gfloat);
  cl_int code;

  transform->queue = clCreateCommandQueue (context,
      clfft_device_get_id (transform->device), 0, &code);
  if (!gst_cl_check_code (code, "clCreateCommandQueue", error))
    return FALSE;
  transform->input = clCreateBuffer (context, CL_MEM_READ_ONLY,
      transform->length * unit, NULL, &code);
  if (!gst_cl_check_code (code, "clCreateBuffer", error))
    return FALSE;
  transform->output = clCreateBuffer (context, CL_MEM_READ_WRITE,
      (transform->length + 2) * unit, NULL, &code);
  return gst_cl_check_code (code, "clCreateBuffer", error);
}

GstClTransform *
gst_cl_transform_new (clfft_device * device, guint64 length, GError ** error)
{
  g_autoptr (GstClTransform) transform = g_new0 (GstClTransform, 1);
  clfft_desc desc = {.transform = CLFFT_TRANSFORM_R2C,.lengths = {length} };

  transform->length = length;
  transform->device = device;
  if (!gst_cl_check_process (error)
      || (!device && !open_device (transform, error)))
    return NULL;
  transform->is_double =
      clfft_device_get_limits (transform->device)->has_double;
  if (transform->is_double)
    desc.precision = CLFFT_PRECISION_DOUBLE;
  else
    transform->numbers = g_new (gfloat, length + 2);
  if (!gst_cl_check (clfft_plan_create (transform->device, &desc, NULL,
              &transform->plan), "Could not plan the equaliser's transform",
          error) || !make_buffers (transform, error))
    return NULL;
  return g_steal_pointer (&transform);
}

void
gst_cl_transform_free (GstClTransform * transform)
{
  clfft_plan_destroy (&transform->plan);
  if (transform->output)
    clReleaseMemObject (transform->output);
  if (transform->input)
    clReleaseMemObject (transform->input);
  if (transform->queue)
    clReleaseCommandQueue (transform->queue);
  clfft_device_destroy (&transform->own);
  g_free (transform->numbers);
  g_free (transform);
}

gboolean
gst_cl_transform_run (GstClTransform * transform, const gdouble * in,
    gdouble * out, GError ** error)
{
  guint64 length = transform->length, i;
  gsize unit = transform->is_double ? sizeof (gdouble) : sizeof (gfloat);
  gfloat *numbers = transform->numbers;

  for (i = 0; numbers && i < length; i++)
    numbers[i] = in[i];
  if (!gst_cl_check_code (clEnqueueWriteBuffer (transform->queue,
              transform->input, CL_TRUE, 0, length * unit,
              numbers ? (gconstpointer) numbers : in, 0, NULL, NULL),
          "clEnqueueWriteBuffer", error)
      || !gst_cl_check (clfft_plan_execute (transform->plan, transform->queue,
              transform->input, transform->output, NULL),
          "The equaliser's transform failed", error)
      || !gst_cl_check_code (clEnqueueReadBuffer (transform->queue,
              transform->output, CL_TRUE, 0, (length + 2) * unit,
              numbers ? (gpointer) numbers : out, 0, NULL, NULL),
          "clEnqueueReadBuffer", error))
    return FALSE;
  for (i = 0; numbers && i < length + 2; i++)
    out[i] = numbers[i];
  return TRUE;
}

/*
 * By Hartley's transform, so that one plan does for both directions:
 *
 *   H[k] = Re X[k] - Im X[k]       n x[j] = sum_k H[k] cas (2 pi jk / n)
 *
 * with cas = cos + sin (R. Bracewell, "The Hartley Transform", 1986).
 */
gboolean
gst_cl_transform_invert (GstClTransform * transform, const gdouble * spectrum,
    gdouble * x, gdouble * scratch, GError ** error)
{
  guint64 n = transform->length, k;

  x[0] = spectrum[0];
  x[n / 2] = spectrum[n];
  for (k = 1; k < n / 2; k++) {
    x[k] = spectrum[2 * k] - spectrum[2 * k + 1];
    x[n - k] = spectrum[2 * k] + spectrum[2 * k + 1];
  }
  if (!gst_cl_transform_run (transform, x, scratch, error))
    return FALSE;
  x[0] = scratch[0] / n;
  x[n / 2] = scratch[n] / n;
  for (k = 1; k < n / 2; k++) {
    x[k] = (scratch[2 * k] - scratch[2 * k + 1]) / n;
    x[n - k] = (scratch[2 * k] + scratch[2 * k + 1]) / n;
  }
  return TRUE;
}
