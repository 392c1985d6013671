/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* transform.c: see transform.h. */
#include "transform.h"

#include <string.h>

#include "element/commands/command.h"
#include "opencl/error.h"

struct _GstClTransform
{
  guint64 length;
  gboolean is_double;
  GstOpenCLContext *context;
  clfft_plan *plan;
  GstOpenCLQueue *queue;
  GstMemory *input, *output;
};

/* What the device's context is to GStreamer, or the context of a CPU. */
static GstOpenCLContext *
get_context (clfft_device * device, GError ** error)
{
  GstOpenCLContext *context;

  if (device)
    return gst_opencl_context_new_wrapped (clfft_device_get_context (device),
        clfft_device_get_id (device), error);
  context = gst_opencl_context_new ("cpu", NULL);
  return context ? context : gst_opencl_context_new ("auto", error);
}

static gboolean
make_memories (GstClTransform * transform, GError ** error)
{
  g_autoptr (GstOpenCLAllocator) allocator = gst_opencl_allocator_new
      (transform->context, GST_OPENCL_HOST_ACCESS_AUTO, error);
  gsize unit = transform->is_double ? sizeof (gdouble) : sizeof (gfloat);

  return allocator
      && (transform->queue = gst_opencl_queue_new (transform->context,
          GST_OPENCL_QUEUE_FLAG_NONE, error))
      && (transform->input = gst_opencl_allocator_alloc (allocator,
          transform->length * unit, error))
      && (transform->output = gst_opencl_allocator_alloc (allocator,
          (transform->length + 2) * unit, error));
}

GstClTransform *
gst_cl_transform_new (clfft_device * device, guint64 length, GError ** error)
{
  g_autoptr (GstClTransform) transform = g_new0 (GstClTransform, 1);
  clfft_desc desc = {.transform = CLFFT_TRANSFORM_R2C,.lengths = {length} };

  transform->length = length;
  transform->context = get_context (device, error);
  if (!transform->context)
    return NULL;
  transform->is_double =
      gst_opencl_context_get_limits (transform->context)->has_double;
  if (transform->is_double)
    desc.precision = CLFFT_PRECISION_DOUBLE;
  if (!gst_cl_check (clfft_plan_create (gst_opencl_context_get_clfft_device
              (transform->context), &desc, NULL, &transform->plan),
          "Could not plan the equaliser's transform", error)
      || !make_memories (transform, error))
    return NULL;
  return g_steal_pointer (&transform);
}

void
gst_cl_transform_free (GstClTransform * transform)
{
  clfft_plan_destroy (&transform->plan);
  gst_clear_opencl_queue (&transform->queue);
  g_clear_pointer (&transform->input, gst_memory_unref);
  g_clear_pointer (&transform->output, gst_memory_unref);
  gst_clear_object (&transform->context);
  g_free (transform);
}

static gboolean
write_input (GstClTransform * transform, const gdouble * in, GError ** error)
{
  GstMapInfo map;
  guint64 i;

  if (!gst_opencl_memory_map_host (transform->input, &map, GST_MAP_WRITE,
          error))
    return FALSE;
  if (transform->is_double)
    memcpy (map.data, in, transform->length * sizeof (gdouble));
  else
    for (i = 0; i < transform->length; i++)
      ((gfloat *) map.data)[i] = in[i];
  gst_memory_unmap (transform->input, &map);
  return gst_opencl_memory_check ((GstOpenCLMemory *) transform->input, error);
}

static gboolean
read_output (GstClTransform * transform, gdouble * out, GError ** error)
{
  GstMapInfo map;
  guint64 i;

  if (!gst_opencl_memory_map_host (transform->output, &map, GST_MAP_READ,
          error))
    return FALSE;
  if (transform->is_double)
    memcpy (out, map.data, (transform->length + 2) * sizeof (gdouble));
  else
    for (i = 0; i < transform->length + 2; i++)
      out[i] = ((gfloat *) map.data)[i];
  gst_memory_unmap (transform->output, &map);
  return TRUE;
}

gboolean
gst_cl_transform_run (GstClTransform * transform, const gdouble * in,
    gdouble * out, GError ** error)
{
  GstOpenCLMemory *input = (GstOpenCLMemory *) transform->input;
  GstOpenCLMemory *output = (GstOpenCLMemory *) transform->output;
  GstClCommand command = {
    .uses = {{input, GST_MAP_READ}, {output, GST_MAP_WRITE}}
  };
  clfft_execute_params params = { 0, };
  clfft_status status;

  if (!write_input (transform, in, error))
    return FALSE;
  GST_CL_COMMAND_BEGIN (&command, &params);
  status = clfft_plan_execute (transform->plan, gst_opencl_queue_get_handle
      (transform->queue), input->handle, output->handle, &params);
  if (!gst_cl_command_end (&command, status,
          "The equaliser's transform failed", error))
    return FALSE;
  gst_opencl_event_clear (&command.event);
  return read_output (transform, out, error);
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
