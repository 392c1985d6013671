/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * transform.c: spectra -> staging memory -> plan -> memory.
 *
 * The host waits for each dispatch: what it gives is added up on the host, and
 * the result is to leave with the buffer that completes it.
 */
#include "transform.h"

#include "opencl/error.h"
#include "element/execute.h"
#include "element/sessiondevice.h"

typedef struct
{
  guint64 n_transforms;
  guint64 n_frames;
  guint64 n_bytes;              /* of output written */
  GstClockTime device_time;
} Counters;

struct _GstClIfftTransform
{
  GstClSessionDevice device;

  clfft_plan *plan;
  GstMemory *input, *output;

  GMutex lock;                  /* guards the next two */
  Counters counters;
  gchar *recipe;
};

/* ---- making ---- */

GstClIfftTransform *
gst_cl_ifft_transform_new (GstOpenCLContext * context,
    GstOpenCLWatchdog * watchdog, GError ** error)
{
  GstClIfftTransform *transform = g_new0 (GstClIfftTransform, 1);

  g_mutex_init (&transform->lock);
  if (!gst_cl_session_device_open (&transform->device, context, watchdog,
          error))
    g_clear_pointer (&transform, gst_cl_ifft_transform_free);
  return transform;
}

void
gst_cl_ifft_transform_unconfigure (GstClIfftTransform * transform)
{
  if (transform->device.queue)
    gst_opencl_queue_finish (transform->device.queue, NULL);
  g_clear_pointer (&transform->input, gst_memory_unref);
  g_clear_pointer (&transform->output, gst_memory_unref);
  clfft_plan_destroy (&transform->plan);
  g_mutex_lock (&transform->lock);
  g_clear_pointer (&transform->recipe, g_free);
  g_mutex_unlock (&transform->lock);
}

void
gst_cl_ifft_transform_free (GstClIfftTransform * transform)
{
  if (!transform)
    return;
  gst_cl_ifft_transform_unconfigure (transform);
  gst_cl_session_device_close (&transform->device);
  g_mutex_clear (&transform->lock);
  g_free (transform);
}

static gboolean
make_plan (GstClIfftTransform * transform, const clfft_desc * desc,
    const clfft_plan_params * params, GError ** error)
{
  clfft_device *device =
      gst_opencl_context_get_clfft_device (transform->device.context);
  clfft_plan_params watched = *params;
  clfft_plan_info info;

  watched.waiter =
      gst_opencl_watchdog_get_waiter (transform->device.watchdog);
  if (!gst_cl_check (clfft_plan_create (device, desc, &watched,
              &transform->plan), "Could not plan the inverse transform",
          error))
    return FALSE;
  clfft_plan_get_info (transform->plan, &info);
  g_mutex_lock (&transform->lock);
  transform->recipe = g_strdup (info.recipe);
  g_mutex_unlock (&transform->lock);
  return TRUE;
}

static gboolean
make_memory (GstClIfftTransform * transform, const clfft_desc * desc,
    GError ** error)
{
  guint64 n_input, n_output;

  if (!gst_cl_check (clfft_desc_get_extent (desc, &n_input, &n_output),
          "Could not plan the inverse transform", error))
    return FALSE;
  transform->input = gst_opencl_allocator_alloc (transform->device.allocator,
      clfft_desc_get_input_size (desc) * n_input, error);
  if (!transform->input)
    return FALSE;
  transform->output = gst_opencl_allocator_alloc (transform->device.allocator,
      clfft_desc_get_output_size (desc) * n_output, error);
  return transform->output != NULL;
}

gboolean
gst_cl_ifft_transform_configure (GstClIfftTransform * transform,
    const clfft_desc * desc, const clfft_plan_params * params,
    GError ** error)
{
  gst_cl_ifft_transform_unconfigure (transform);
  if (make_plan (transform, desc, params, error)
      && make_memory (transform, desc, error))
    return TRUE;
  gst_cl_ifft_transform_unconfigure (transform);
  return FALSE;
}

/* ---- dispatch ---- */

static gboolean
stage (GstClIfftTransform * transform, const GstClSpectrumLoad * load,
    const guint8 * spectra, guint64 n_spectra, GError ** error)
{
  GstMapInfo info;

  if (!gst_opencl_memory_map_host (transform->input, &info, GST_MAP_WRITE,
          error))
    return FALSE;
  gst_cl_spectrum_load (load, spectra, n_spectra, info.data);
  gst_memory_unmap (transform->input, &info);
  return gst_opencl_memory_check ((GstOpenCLMemory *) transform->input, error);
}

static gboolean
execute (GstClIfftTransform * transform, guint64 n_spectra, guint n_frames,
    GError ** error)
{
  GstOpenCLMemory *input = (GstOpenCLMemory *) transform->input;
  GstOpenCLMemory *output = (GstOpenCLMemory *) transform->output;
  clfft_execute_params params = { .counts = {n_spectra}, };
  cl_event event = NULL;
  gboolean done;

  /* the plan may write to its input too, but nobody reads that */
  if (!gst_cl_execute (transform->plan, transform->device.queue, input, output,
          &params, &event, error))
    return FALSE;
  done = gst_opencl_event_wait (event, transform->device.watchdog, error);
  g_mutex_lock (&transform->lock);
  transform->counters.device_time += gst_opencl_event_get_time (event);
  transform->counters.n_transforms += n_spectra;
  transform->counters.n_frames += n_frames;
  g_mutex_unlock (&transform->lock);
  gst_opencl_event_clear (&event);
  return done;
}

gboolean
gst_cl_ifft_transform_run (GstClIfftTransform * transform,
    const GstClSpectrumLoad * load, const guint8 * spectra,
    guint64 n_spectra, guint n_frames, GstMapInfo * info, GError ** error)
{
  return stage (transform, load, spectra, n_spectra, error)
      && execute (transform, n_spectra, n_frames, error)
      && gst_opencl_memory_map_host (transform->output, info, GST_MAP_READ,
      error);
}

void
gst_cl_ifft_transform_unmap (GstClIfftTransform * transform,
    GstMapInfo * info)
{
  gst_memory_unmap (transform->output, info);
}

/* ---- statistics ---- */

void
gst_cl_ifft_transform_count_bytes (GstClIfftTransform * transform,
    gsize n_bytes)
{
  g_mutex_lock (&transform->lock);
  transform->counters.n_bytes += n_bytes;
  g_mutex_unlock (&transform->lock);
}

void
gst_cl_ifft_transform_get_stats (GstClIfftTransform * transform,
    GstStructure * stats)
{
  g_mutex_lock (&transform->lock);
  gst_structure_set (stats,
      "plan", G_TYPE_STRING, transform->recipe ? transform->recipe : "",
      "transforms", G_TYPE_UINT64, transform->counters.n_transforms,
      "frames", G_TYPE_UINT64, transform->counters.n_frames,
      "bytes", G_TYPE_UINT64, transform->counters.n_bytes,
      "kernel-time", G_TYPE_UINT64, transform->counters.device_time,
      "memories", G_TYPE_UINT64,
      gst_opencl_allocator_get_n_memories (transform->device.allocator), NULL);
  g_mutex_unlock (&transform->lock);
  gst_opencl_context_add_stats (transform->device.context, stats);
}
