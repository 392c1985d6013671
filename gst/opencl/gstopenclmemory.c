/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclmemory.c: orders the accesses to a cl_mem: maps of the host, and the
 * events that order commands of different queues.
 */
#include "gstopenclmemory-private.h"

#include "debug.h"
#include "error.h"

gboolean
gst_is_opencl_memory (GstMemory * memory)
{
  return memory && memory->allocator &&
      GST_IS_OPENCL_ALLOCATOR (memory->allocator);
}

GstOpenCLMemory *
gst_opencl_memory_from_buffer (GstBuffer * buffer)
{
  GstMemory *memory;

  if (gst_buffer_n_memory (buffer) != 1)
    return NULL;
  memory = gst_buffer_peek_memory (buffer, 0);
  return gst_is_opencl_memory (memory) ? (GstOpenCLMemory *) memory : NULL;
}

/* ---- what stays until a cl_mem is gone ---- */

/* A driver deletes a cl_mem when nobody holds it and no command uses it (OpenCL
   1.2, section 5.4.1, clSetMemObjectDestructorCallback). That is known even
   where no wait works: on a device that answers no call, but goes on. */

typedef struct
{
  GDestroyNotify free;
  gpointer data;
} Remain;

struct _GstOpenCLOwner
{
  GMutex lock;
  GSList *list;                 /* of Remain, the last one first */
};

static void
remain_free (gpointer data)
{
  Remain *remain = data;

  remain->free (remain->data);
  g_free (remain);
}

static void
owner_free (GstOpenCLOwner * self)
{
  GSList *list;

  g_mutex_lock (&self->lock);
  list = g_steal_pointer (&self->list);
  g_mutex_unlock (&self->lock);
  g_slist_free_full (list, remain_free);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static void CL_CALLBACK
end (cl_mem handle, void *data)
{
  owner_free (data);
}

GstOpenCLOwner *
gst_opencl_owner_new (cl_mem handle, GError ** error)
{
  GstOpenCLOwner *self = g_new0 (GstOpenCLOwner, 1);

  g_mutex_init (&self->lock);
  if (gst_cl_check_code (clSetMemObjectDestructorCallback (handle, end, self),
          "clSetMemObjectDestructorCallback", error))
    return self;
  owner_free (self);
  return NULL;
}

void
gst_opencl_owner_add (GstOpenCLOwner * self, GDestroyNotify free,
    gpointer data)
{
  Remain *remain = g_new (Remain, 1);

  *remain = (Remain) {
  free, data};
  g_mutex_lock (&self->lock);
  self->list = g_slist_prepend (self->list, remain);
  g_mutex_unlock (&self->lock);
}

/* ---- life ---- */

GstOpenCLMemory *
gst_opencl_memory_new (GstAllocator * allocator, GstOpenCLContext * context,
    cl_mem handle, GstOpenCLQueue * transfers, gboolean copies, gsize size,
    const GstAllocationParams * params, GError ** error)
{
  GstOpenCLOwner *owner = gst_opencl_owner_new (handle, error);
  GstOpenCLMemory *memory;

  if (!owner)
    return NULL;
  memory = g_new0 (GstOpenCLMemory, 1);
  memory->priv = g_new0 (GstOpenCLMemoryPrivate, 1);
  g_mutex_init (&memory->priv->lock);
  memory->priv->owner = owner;
  memory->priv->transfers = transfers;
  memory->priv->watchdog = gst_opencl_queue_get_watchdog (transfers);
  memory->priv->copies = copies;
  memory->priv->fresh = params->prefix + size + params->padding;
  memory->context = gst_object_ref (context);
  memory->handle = handle;
  gst_memory_init (GST_MEMORY_CAST (memory), GST_MEMORY_FLAG_NO_SHARE,
      allocator, NULL, params->prefix + size + params->padding, params->align,
      params->prefix, size);
  return memory;
}

/* ---- events; all with the lock held ---- */

static cl_command_queue
get_queue (cl_event event)
{
  cl_command_queue queue = NULL;

  if (gst_cl_check_process (NULL))
    clGetEventInfo (event, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL);
  return queue;
}

void
gst_opencl_memory_clear_reads (GstOpenCLMemoryPrivate * priv)
{
  while (priv->n_reads > 0)
    gst_opencl_event_clear (&priv->reads[--priv->n_reads]);
}

gboolean
gst_opencl_memory_wait (GstOpenCLMemoryPrivate * priv, cl_event event,
    GError ** error)
{
  GError *reason = NULL;

  if (gst_opencl_watchdog_wait (priv->watchdog, event, &reason))
    return TRUE;
  if (!priv->unfinished && !gst_opencl_event_is_complete (event))
    priv->unfinished = g_error_copy (reason);
  g_propagate_error (error, reason);
  return FALSE;
}

/* Whether the commands that have no event here have ended, too. Only transfers
   use bytes of the host that are not shared. */
static gboolean
settle (GstOpenCLMemoryPrivate * priv)
{
  gboolean ended = FALSE;

  if (!priv->unfinished)
    return TRUE;
  if (!priv->shared)
    gst_opencl_queue_drain (priv->transfers, &ended, NULL);
  if (ended)
    g_clear_error (&priv->unfinished);
  return ended;
}

/* Retains an event; FALSE if that failed: its command must be waited for. */
static gboolean
retain (cl_event event)
{
  return gst_cl_check_process (NULL) && clRetainEvent (event) == CL_SUCCESS;
}

void
gst_opencl_memory_set_write (GstOpenCLMemoryPrivate * priv, cl_event event)
{
  gst_opencl_memory_clear_reads (priv);
  gst_opencl_event_clear (&priv->last_write);
  g_clear_error (&priv->write_error);
  if (retain (event))
    priv->last_write = event;
  else
    gst_opencl_memory_wait (priv, event, &priv->write_error);
}

static void
remove_read (GstOpenCLMemoryPrivate * priv, guint i)
{
  gst_opencl_event_clear (&priv->reads[i]);
  priv->reads[i] = priv->reads[--priv->n_reads];
}

void
gst_opencl_memory_add_read (GstOpenCLMemoryPrivate * priv, cl_event event)
{
  cl_command_queue queue = get_queue (event);

  /* A later command of the same in-order queue stands for the earlier. */
  for (guint i = priv->n_reads; i-- > 0;)
    if (gst_opencl_event_is_complete (priv->reads[i]) ||
        (queue && get_queue (priv->reads[i]) == queue))
      remove_read (priv, i);
  if (priv->n_reads == MAX_READS) {
    gst_opencl_memory_wait (priv, priv->reads[0], NULL);
    remove_read (priv, 0);
  }
  if (retain (event))
    priv->reads[priv->n_reads++] = event;
  else
    gst_opencl_memory_wait (priv, event, NULL);
}

/* FALSE if nobody can tell that the command has ended, and, if it had to do its
   work, also if it failed. */
static gboolean
wait_for_end (GstOpenCLMemoryPrivate * priv, cl_event event, gboolean had_to,
    GError ** error)
{
  GError *reason = NULL;

  if (gst_opencl_watchdog_wait (priv->watchdog, event, &reason))
    return TRUE;
  if (!had_to && gst_opencl_event_is_complete (event)) {
    g_error_free (reason);
    return TRUE;
  }
  g_propagate_error (error, reason);
  return FALSE;
}

gboolean
gst_opencl_memory_wait_for_others (GstOpenCLMemoryPrivate * priv,
    GstMapFlags access, GError ** error)
{
  if (priv->write_error && access & GST_MAP_READ) {
    g_propagate_error (error, g_error_copy (priv->write_error));
    return FALSE;
  }
  if (priv->last_write && !wait_for_end (priv, priv->last_write,
          (access & GST_MAP_READ) != 0, error))
    return FALSE;
  for (guint i = 0; i < priv->n_reads && access & GST_MAP_WRITE; i++)
    if (!wait_for_end (priv, priv->reads[i], FALSE, error))
      return FALSE;
  if (!gst_opencl_watchdog_check (priv->watchdog, error))
    return FALSE;
  if (settle (priv))
    return TRUE;
  g_propagate_error (error, g_error_copy (priv->unfinished));
  return FALSE;
}

static void
add_to_list (GstOpenCLWaitList * list, cl_event event)
{
  if (list->n_events < GST_OPENCL_WAIT_LIST_MAX && retain (event))
    list->events[list->n_events++] = event;
  else
    gst_opencl_watchdog_wait (list->watchdog, event, NULL);
}

void
gst_opencl_wait_list_add (GstOpenCLWaitList * list, cl_event event)
{
  if (event)
    add_to_list (list, event);
  gst_opencl_watchdog_tell (list->watchdog);
}

void
gst_opencl_memory_collect (GstOpenCLMemory * memory, GstMapFlags access,
    GstOpenCLWaitList * list)
{
  GstOpenCLMemoryPrivate *priv = memory->priv;

  if (!list->watchdog)
    list->watchdog = priv->watchdog;
  g_mutex_lock (&priv->lock);
  if (priv->last_write && (!gst_opencl_event_is_complete (priv->last_write) ||
          (access & GST_MAP_READ &&
              gst_opencl_event_get_status (priv->last_write) < 0)))
    add_to_list (list, priv->last_write);
  for (guint i = 0; i < priv->n_reads && access & GST_MAP_WRITE; i++)
    if (!gst_opencl_event_is_complete (priv->reads[i]))
      add_to_list (list, priv->reads[i]);
  g_mutex_unlock (&priv->lock);
  gst_opencl_watchdog_tell (priv->watchdog);
}

void
gst_opencl_wait_list_clear (GstOpenCLWaitList * list)
{
  while (list->n_events > 0)
    gst_opencl_event_clear (&list->events[--list->n_events]);
}

void
gst_opencl_memory_mark (GstOpenCLMemory * memory, GstMapFlags access,
    cl_event event)
{
  GstOpenCLMemoryPrivate *priv = memory->priv;

  g_mutex_lock (&priv->lock);
  if (access & GST_MAP_WRITE) {
    gst_opencl_memory_set_write (priv, event);
    priv->fresh = 0;
  } else {
    gst_opencl_memory_add_read (priv, event);
  }
  gst_opencl_watchdog_add (priv->watchdog, event);
  g_mutex_unlock (&priv->lock);
  gst_opencl_watchdog_tell (priv->watchdog);
}

/* ---- host access ---- */

static void
keep_error (GstOpenCLMemoryPrivate * priv, GError * error)
{
  GST_WARNING ("%s", error->message);
  if (priv->error)
    g_error_free (error);
  else
    priv->error = error;
}

gboolean
gst_opencl_memory_check (GstOpenCLMemory * memory, GError ** error)
{
  GError *kept;

  g_mutex_lock (&memory->priv->lock);
  kept = g_steal_pointer (&memory->priv->error);
  g_mutex_unlock (&memory->priv->lock);
  if (!kept)
    return TRUE;
  g_propagate_error (error, kept);
  return FALSE;
}

gboolean
gst_opencl_memory_map_host (GstMemory * memory, GstMapInfo * map,
    GstMapFlags access, GError ** error)
{
  if (gst_memory_map (memory, map, access))
    return TRUE;
  if (gst_opencl_memory_check ((GstOpenCLMemory *) memory, error))
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED,
        "Could not map %" G_GSIZE_FORMAT " bytes of device memory",
        memory->size);
  return FALSE;
}

gboolean
gst_opencl_buffer_map_host (GstBuffer * buffer, GstMapInfo * map,
    GstMapFlags access, GError ** error)
{
  GstOpenCLMemory *memory = gst_opencl_memory_from_buffer (buffer);

  if (gst_buffer_map (buffer, map, access))
    return TRUE;
  if (!memory || gst_opencl_memory_check (memory, error))
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ,
        "A buffer of %" G_GSIZE_FORMAT " bytes could not be mapped",
        gst_buffer_get_size (buffer));
  return FALSE;
}

gpointer
gst_opencl_memory_map (GstMemory * mem, GstMapInfo * info, gsize max_size)
{
  GstOpenCLMemory *memory = (GstOpenCLMemory *) mem;
  GstOpenCLMemoryPrivate *priv = memory->priv;
  gboolean device = (info->flags & GST_MAP_OPENCL) != 0;
  GError *error = NULL;
  gpointer data = NULL;

  g_mutex_lock (&priv->lock);
  if (device ? priv->n_host_maps > 0 : priv->n_device_maps > 0) {
    g_set_error (&error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_BUSY,
        "OpenCL memory cannot be mapped for the %s while the %s has it",
        device ? "device" : "host", device ? "host" : "device");
  } else if (device) {
    priv->n_device_maps++;
    /* gst_memory_map() adds the offset, which makes sense for bytes only. */
    data = (gpointer) ((guintptr) memory->handle - mem->offset);
  } else if (priv->n_host_maps > 0 ? gst_opencl_memory_open_again (memory,
          &error)
      : gst_opencl_memory_open_host (memory, info->flags, &error)) {
    priv->host_access = priv->n_host_maps > 0 ?
        priv->host_access | info->flags : info->flags;
    priv->n_host_maps++;
    data = priv->host;
  }
  if (error)
    keep_error (priv, error);
  g_mutex_unlock (&priv->lock);
  gst_opencl_watchdog_tell (priv->watchdog);
  return data;
}

void
gst_opencl_memory_unmap (GstMemory * mem, GstMapInfo * info)
{
  GstOpenCLMemory *memory = (GstOpenCLMemory *) mem;
  GstOpenCLMemoryPrivate *priv = memory->priv;
  GError *error = NULL;

  g_mutex_lock (&priv->lock);
  if (info->flags & GST_MAP_OPENCL)
    priv->n_device_maps--;
  else if (--priv->n_host_maps == 0
      && !gst_opencl_memory_close_host (memory, &error))
    keep_error (priv, error);
  g_mutex_unlock (&priv->lock);
  gst_opencl_watchdog_tell (priv->watchdog);
}

/* OpenCL keeps its objects as long as a command uses them; the host's bytes stay
   as long as the cl_mem that they belong to. */
static void
release_objects (GstOpenCLMemory * memory)
{
  GstOpenCLMemoryPrivate *priv = memory->priv;

  gst_opencl_memory_undo_maps (memory);
  if (priv->pinned)
    clReleaseMemObject (priv->pinned);
  else if (priv->copy)
    gst_opencl_owner_add (priv->owner, free, priv->copy);
  clReleaseMemObject (memory->handle);
  gst_object_unref (memory->context);
}

void
gst_opencl_memory_free (GstOpenCLMemory * memory)
{
  GstOpenCLMemoryPrivate *priv = memory->priv;

  /* With a limit: drivers wait without one where objects are released. */
  if (priv->copy || priv->shared)
    gst_opencl_memory_wait_for_others (priv, GST_MAP_WRITE, NULL);
  gst_opencl_memory_clear_reads (priv);
  gst_opencl_event_clear (&priv->last_write);
  if (gst_opencl_watchdog_has_given_up (priv->watchdog))
    gst_opencl_watchdog_tell (priv->watchdog);
  else
    release_objects (memory);
  g_clear_error (&priv->error);
  g_clear_error (&priv->write_error);
  g_clear_error (&priv->unfinished);
  g_mutex_clear (&priv->lock);
  g_free (priv);
  g_free (memory);
}
