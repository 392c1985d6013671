/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclmemory-host.c: how the host reaches the bytes of a memory: shared
 * ones, a map of the cl_mem, or a copy. Everything with the memory's lock held.
 */
#include "gstopenclmemory-private.h"

#include "error.h"

#include <stdlib.h>

/* What is copied in less time than a map and an unmap take: two commands in
   place of one. */
#define FEW_BYTES (64 << 10)

static cl_command_queue
get_transfers (GstOpenCLMemoryPrivate * priv)
{
  return gst_opencl_queue_get_handle (priv->transfers);
}

/* Waits for a transfer and takes its event. */
static gboolean
wait_for_transfer (GstOpenCLMemoryPrivate * priv, cl_event * event,
    GError ** error)
{
  gboolean done = gst_opencl_memory_wait (priv, *event, error);

  gst_opencl_event_clear (event);
  return done;
}

/* Takes back a map that nobody has or whose end failed: drivers keep the bytes
   of a memory that is released with a map of it. */
static void
undo_map (GstOpenCLMemory * memory, cl_mem handle, guint8 * host)
{
  if (host && !gst_opencl_watchdog_has_given_up (memory->priv->watchdog))
    clEnqueueUnmapMemObject (get_transfers (memory->priv), handle, host, 0,
        NULL, NULL);
}

void
gst_opencl_memory_undo_maps (GstOpenCLMemory * memory)
{
  GstOpenCLMemoryPrivate *priv = memory->priv;

  undo_map (memory, memory->handle, g_steal_pointer (&priv->stuck));
  if (priv->pinned)
    undo_map (memory, priv->pinned, priv->copy);
}

static guint8 *
map_whole (GstOpenCLMemory * memory, cl_mem handle, cl_map_flags flags,
    GError ** error)
{
  cl_event event = NULL;
  cl_int code;
  guint8 *host;

  /* no call blocks: clfft/device/wait.c */
  host = clEnqueueMapBuffer (get_transfers (memory->priv), handle, CL_FALSE,
      flags, 0, memory->parent.maxsize, 0, NULL, &event, &code);
  if (!gst_cl_check_code (code, "clEnqueueMapBuffer", error))
    return NULL;
  if (wait_for_transfer (memory->priv, &event, error))
    return host;
  undo_map (memory, handle, host);
  return NULL;
}

static gboolean
make_pinned (GstOpenCLMemory * memory, GError ** error)
{
  GstOpenCLMemoryPrivate *priv = memory->priv;
  cl_int code;

  priv->pinned = clCreateBuffer (gst_opencl_context_get_handle
      (memory->context), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
      memory->parent.maxsize, NULL, &code);
  if (!gst_cl_check_code (code, "clCreateBuffer", error))
    return FALSE;
  priv->copy = map_whole (memory, priv->pinned, CL_MAP_READ | CL_MAP_WRITE,
      error);
  if (priv->copy)
    return TRUE;
  if (!gst_opencl_watchdog_has_given_up (priv->watchdog))
    clReleaseMemObject (priv->pinned);
  priv->pinned = NULL;
  return FALSE;
}

static gboolean
make_copy (GstOpenCLMemory * memory, GError ** error)
{
  GstOpenCLMemoryPrivate *priv = memory->priv;
  gsize alignment = MAX (gst_opencl_context_get_limits (memory->context)->
      base_alignment, sizeof (gpointer));

  if (priv->copy)
    return TRUE;
  if (priv->copies)
    return make_pinned (memory, error);
  priv->copy = aligned_alloc (alignment,
      (memory->parent.maxsize + alignment - 1) / alignment * alignment);
  if (!priv->copy)
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "No memory for a copy of %" G_GSIZE_FORMAT " bytes of the device's",
        memory->parent.maxsize);
  return priv->copy != NULL;
}

/* Bytes from the first to the last that a map shows. */
static gsize
get_end (GstOpenCLMemory * memory)
{
  return memory->parent.offset + memory->parent.size;
}

/* Makes the copy what the device has, as far as a map reaches; even to write:
   what the caller leaves alone must stay as it is. */
static gboolean
refresh_copy (GstOpenCLMemory * memory, GError ** error)
{
  GstOpenCLMemoryPrivate *priv = memory->priv;
  gsize end = get_end (memory);
  cl_event event = NULL;
  cl_int code;

  if (priv->fresh < end) {
    code = clEnqueueReadBuffer (get_transfers (priv), memory->handle, CL_FALSE,
        priv->fresh, end - priv->fresh, priv->copy + priv->fresh, 0, NULL,
        &event);
    if (!gst_cl_check_code (code, "clEnqueueReadBuffer", error)
        || !wait_for_transfer (priv, &event, error))
      return FALSE;
    priv->fresh = end;
  }
  priv->host_end = MAX (priv->host_end, end);
  return TRUE;
}

gboolean
gst_opencl_memory_open_host (GstOpenCLMemory * memory, GstMapFlags access,
    GError ** error)
{
  GstOpenCLMemoryPrivate *priv = memory->priv;
  cl_map_flags flags = 0;

  if (!gst_opencl_memory_wait_for_others (priv, access, error))
    return FALSE;
  if (priv->shared) {
    priv->host = priv->shared;
    return TRUE;
  }
  priv->host_end = 0;
  if (!priv->copies && !(priv->copies_few && get_end (memory) <= FEW_BYTES)) {
    if (access & GST_MAP_READ)
      flags |= CL_MAP_READ;
    if (access & GST_MAP_WRITE)
      flags |= CL_MAP_WRITE;
    undo_map (memory, memory->handle, g_steal_pointer (&priv->stuck));
    priv->host = map_whole (memory, memory->handle, flags, error);
    return priv->host != NULL;
  }
  if (!make_copy (memory, error) || !refresh_copy (memory, error))
    return FALSE;
  priv->host = priv->copy;
  return TRUE;
}

/* One more map of those that are open; it may reach further. */
gboolean
gst_opencl_memory_open_again (GstOpenCLMemory * memory, GError ** error)
{
  return memory->priv->host != memory->priv->copy
      || refresh_copy (memory, error);
}

gboolean
gst_opencl_memory_close_host (GstOpenCLMemory * memory, GError ** error)
{
  GstOpenCLMemoryPrivate *priv = memory->priv;
  gboolean wrote = (priv->host_access & GST_MAP_WRITE) != 0, done;
  cl_event event = NULL;

  if (priv->shared) {
    /* the map waited for them, and one that failed no longer matters */
    if (wrote) {
      gst_opencl_memory_clear_reads (priv);
      gst_opencl_event_clear (&priv->last_write);
      g_clear_error (&priv->write_error);
    }
    return TRUE;
  }
  if (gst_opencl_watchdog_has_given_up (priv->watchdog))
    return TRUE;
  if (priv->host != priv->copy) {
    done = gst_cl_check_code (clEnqueueUnmapMemObject (get_transfers (priv),
            memory->handle, priv->host, 0, NULL, &event),
        "clEnqueueUnmapMemObject", error);
    if (!done)
      priv->stuck = priv->host;
    priv->host = NULL;
    if (wrote)
      priv->fresh = 0;
  } else if (wrote) {
    done = gst_cl_check_code (clEnqueueWriteBuffer (get_transfers (priv),
            memory->handle, CL_FALSE, 0, priv->host_end, priv->copy, 0, NULL,
            &event), "clEnqueueWriteBuffer", error);
  } else {
    return TRUE;
  }
  if (!done)
    return FALSE;

  if (wrote)
    gst_opencl_memory_set_write (priv, event);
  else
    gst_opencl_memory_add_read (priv, event);
  gst_opencl_watchdog_add (priv->watchdog, event);
  gst_opencl_event_clear (&event);
  return gst_opencl_queue_flush (priv->transfers, error);
}
