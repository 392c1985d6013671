/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* transform.c: see transform.h. */
#include "transform.h"

#include <string.h>

#include "element/commands/source.h"
#include "opencl/error.h"

struct _GstClTransform
{
  GstClSession base;

  guint64 length;
  gboolean is_double;
  GstMemory *output;
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
  gsize unit = transform->is_double ? sizeof (gdouble) : sizeof (gfloat);

  transform->output = NULL;
  return gst_cl_session_make_staging (&transform->base, 1,
      transform->length * unit, error)
      && (transform->output = gst_cl_session_alloc (&transform->base,
          (transform->length + 2) * unit, error));
}

/* A clfft_progress_function. */
static bool
may_go_on (double fraction, const char *what, void *cancelled)
{
  return !cancelled || !g_atomic_int_get ((const gint *) cancelled);
}

GstClTransform *
gst_cl_transform_new (clfft_device * device, guint64 length,
    const gint * cancelled, GError ** error)
{
  const clfft_plan_params params = {
    .progress = may_go_on,
    .progress_data = (gpointer) cancelled,
  };
  g_autoptr (GstOpenCLContext) context = get_context (device, error);
  g_autoptr (GstClTransform) transform = context ? gst_cl_session_new
      (sizeof (GstClTransform), 0, context, NULL, error) : NULL;
  clfft_desc desc = {.transform = CLFFT_TRANSFORM_R2C,.lengths = {length} };

  if (!transform)
    return NULL;
  transform->length = length;
  transform->is_double = gst_opencl_context_get_limits (context)->has_double;
  if (transform->is_double)
    desc.precision = CLFFT_PRECISION_DOUBLE;
  if (!gst_cl_check (clfft_plan_create (gst_opencl_context_get_clfft_device
              (context), &desc, &params, &transform->base.plan),
          "Could not plan the equaliser's transform", error)
      || !make_memories (transform, error))
    return NULL;
  return g_steal_pointer (&transform);
}

void
gst_cl_transform_free (GstClTransform * transform)
{
  gst_cl_session_clear (&transform->base);
  g_clear_pointer (&transform->output, gst_memory_unref);
  gst_cl_session_free (transform);
}

static gboolean
write_input (GstClTransform * transform, const gdouble * in,
    GstClSource * source, GError ** error)
{
  gsize size = transform->base.staging[0]->size;
  guint64 i;

  if (!gst_cl_source_begin_copy (source, &transform->base, size, error))
    return FALSE;
  if (transform->is_double)
    memcpy (source->data, in, size);
  else
    for (i = 0; i < transform->length; i++)
      ((gfloat *) source->data)[i] = in[i];
  return gst_cl_source_end_copy (source, &transform->base, size, error);
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
  clfft_execute_params params = { 0, };
  GstClSource source;

  return write_input (transform, in, &source, error)
      && gst_cl_session_execute (&transform->base, transform->base.plan,
      source.memory, (GstOpenCLMemory *) transform->output, &params, error)
      && read_output (transform, out, error);
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
