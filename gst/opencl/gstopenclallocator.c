/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclallocator.c: makes OpenCL memories and counts them.
 */
#include "gstopenclmemory-private.h"

#include "debug.h"
#include "error.h"
#include "gstopenclsvm.h"

/* Bytes of a memory that a GPU shares with the host: as many as elements send to
   their device at once. */
#define MOST_SHARED (4 << 20)

struct _GstOpenCLAllocator
{
  GstAllocator parent;

  GstOpenCLContext *context;
  GstOpenCLQueue *transfers;    /* host access, apart from elements' work */
  gboolean copies, copies_few, shared, shares_small;
  guint64 n_memories;           /* under the object lock, as are the next two */
  guint64 live_size;            /* bytes of those that are not freed */
  GError *error;                /* why the last memory was not made */
};

G_DEFINE_TYPE (GstOpenCLAllocator, gst_opencl_allocator, GST_TYPE_ALLOCATOR)

/* Makes a cl_mem. *shared: its bytes, if device and host use the same. */
static cl_mem
make_buffer (GstOpenCLAllocator * self, gsize size, gpointer * shared,
    GError ** error)
{
  cl_mem_flags flags = CL_MEM_READ_WRITE;
  cl_mem handle;
  cl_int code;

  if (!gst_cl_check_process (error))
    return NULL;
  *shared = self->shared || (self->shares_small && size <= MOST_SHARED)
      ? gst_opencl_svm_alloc (self->context, size) : NULL;
  if (*shared)
    flags |= CL_MEM_USE_HOST_PTR;
  else if (!self->copies)
    flags |= CL_MEM_ALLOC_HOST_PTR;
  handle = clCreateBuffer (gst_opencl_context_get_handle (self->context),
      flags, size, *shared, &code);
  if (gst_cl_check_code (code, "clCreateBuffer", error))
    return handle;
  if (*shared)
    gst_opencl_svm_free (gst_opencl_context_get_handle (self->context),
        *shared);
  return NULL;
}

static GstMemory *
allocate (GstOpenCLAllocator * self, gsize size,
    const GstAllocationParams * params, GError ** error)
{
  const clfft_limits *limits = gst_opencl_context_get_limits (self->context);
  GstOpenCLMemory *memory;
  gpointer shared;
  cl_mem handle;
  gsize full;

  if (params->align >= MAX (limits->base_alignment, 1)) {
    g_set_error (error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS,
        "Memory was asked for with an alignment of %" G_GSIZE_FORMAT
        " bytes, but the device guarantees %u", params->align + 1,
        limits->base_alignment);
    return NULL;
  }
  if (!g_size_checked_add (&full, size, params->prefix) ||
      !g_size_checked_add (&full, full, params->padding) || full == 0 ||
      full > limits->max_allocation) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "A buffer of %" G_GSIZE_FORMAT " bytes was asked for, but %s allows 1 "
        "to %" G_GUINT64_FORMAT, size, limits->device_name,
        limits->max_allocation);
    return NULL;
  }

  handle = make_buffer (self, full, &shared, error);
  if (!handle)
    return NULL;
  memory = gst_opencl_memory_new (GST_ALLOCATOR (self), self->context, handle,
      self->transfers, self->copies, size, params, error);
  if (!memory) {
    clReleaseMemObject (handle);
    if (shared)
      gst_opencl_svm_free (gst_opencl_context_get_handle (self->context),
          shared);
    return NULL;
  }
  GST_OBJECT_LOCK (self);
  self->n_memories++;
  self->live_size += full;
  GST_OBJECT_UNLOCK (self);
  memory->priv->shared = shared;
  memory->priv->copies_few = self->copies_few;
  return GST_MEMORY_CAST (memory);
}

GstOpenCLMemory *
gst_opencl_allocator_wrap (GstOpenCLAllocator * self, cl_mem handle, gsize size,
    GError ** error)
{
  GstAllocationParams params;
  GstOpenCLMemory *memory;

  gst_allocation_params_init (&params);
  memory = gst_opencl_memory_new (GST_ALLOCATOR (self), self->context, handle,
      self->transfers, FALSE, size, &params, error);
  if (memory)
    memory->priv->imported = TRUE;
  return memory;
}

static GstMemory *
gst_opencl_allocator_alloc_default (GstAllocator * allocator, gsize size,
    GstAllocationParams * params)
{
  GstOpenCLAllocator *self = GST_OPENCL_ALLOCATOR (allocator);
  GError *error = NULL;
  GstMemory *memory = allocate (self, size, params, &error);

  if (memory)
    return memory;
  GST_WARNING_OBJECT (self, "%s", error->message);
  GST_OBJECT_LOCK (self);
  g_clear_error (&self->error);
  self->error = error;
  GST_OBJECT_UNLOCK (self);
  return NULL;
}

gboolean
gst_opencl_allocator_check (GstOpenCLAllocator * self, GError ** error)
{
  GError *kept;

  GST_OBJECT_LOCK (self);
  kept = g_steal_pointer (&self->error);
  GST_OBJECT_UNLOCK (self);
  if (!kept)
    return TRUE;
  g_propagate_error (error, kept);
  return FALSE;
}

static void
gst_opencl_allocator_free (GstAllocator * allocator, GstMemory * memory)
{
  GstOpenCLAllocator *self = GST_OPENCL_ALLOCATOR (allocator);

  if (!((GstOpenCLMemory *) memory)->priv->imported) {
    GST_OBJECT_LOCK (self);
    self->live_size -= memory->maxsize;
    GST_OBJECT_UNLOCK (self);
  }
  gst_opencl_memory_free ((GstOpenCLMemory *) memory);
}

static void
gst_opencl_allocator_finalize (GObject * object)
{
  GstOpenCLAllocator *self = GST_OPENCL_ALLOCATOR (object);

  g_clear_error (&self->error);
  gst_clear_opencl_queue (&self->transfers);
  gst_clear_object (&self->context);
  G_OBJECT_CLASS (gst_opencl_allocator_parent_class)->finalize (object);
}

static void
gst_opencl_allocator_class_init (GstOpenCLAllocatorClass * klass)
{
  GstAllocatorClass *allocator_class = GST_ALLOCATOR_CLASS (klass);

  allocator_class->alloc = gst_opencl_allocator_alloc_default;
  allocator_class->free = gst_opencl_allocator_free;
  G_OBJECT_CLASS (klass)->finalize = gst_opencl_allocator_finalize;
}

static void
gst_opencl_allocator_init (GstOpenCLAllocator * self)
{
  GstAllocator *allocator = GST_ALLOCATOR (self);

  allocator->mem_type = GST_OPENCL_MEMORY_TYPE_NAME;
  allocator->mem_map_full = gst_opencl_memory_map;
  allocator->mem_unmap_full = gst_opencl_memory_unmap;
}

/* Whether all memory is shared: of GPUs that is not known to be as fast as their
   own, so they share what the host reaches often. */
static gboolean
is_better_shared (GstOpenCLContext * context)
{
  return gst_opencl_context_get_limits (context)->type & CL_DEVICE_TYPE_CPU;
}

GstOpenCLAllocator *
gst_opencl_allocator_new (GstOpenCLContext * context,
    GstOpenCLHostAccess host_access, GError ** error)
{
  GstOpenCLQueue *transfers =
      gst_opencl_queue_new (context, GST_OPENCL_QUEUE_FLAG_NONE, error);
  GstOpenCLAllocator *self;

  if (!transfers)
    return NULL;
  self = g_object_new (GST_TYPE_OPENCL_ALLOCATOR, NULL);
  gst_object_ref_sink (self);
  self->context = gst_object_ref (context);
  self->transfers = transfers;
  self->copies = host_access == GST_OPENCL_HOST_ACCESS_COPY ||
      (host_access == GST_OPENCL_HOST_ACCESS_AUTO &&
      !gst_opencl_context_get_limits (context)->unified_memory);
  self->shared = (host_access == GST_OPENCL_HOST_ACCESS_SHARED ||
      (host_access == GST_OPENCL_HOST_ACCESS_AUTO && !self->copies &&
          is_better_shared (context)))
      && gst_opencl_svm_is_available (context);
  self->copies_few = host_access == GST_OPENCL_HOST_ACCESS_AUTO;
  self->shares_small = self->copies_few && !self->copies
      && gst_opencl_svm_is_available (context);
  return self;
}

void
gst_opencl_allocator_set_watchdog (GstOpenCLAllocator * self,
    GstOpenCLWatchdog * watchdog)
{
  gst_opencl_queue_set_watchdog (self->transfers, watchdog);
}

GstMemory *
gst_opencl_allocator_alloc (GstOpenCLAllocator * self, gsize size,
    GError ** error)
{
  GstAllocationParams params;

  gst_allocation_params_init (&params);
  return allocate (self, size, &params, error);
}

guint64
gst_opencl_allocator_get_n_memories (GstOpenCLAllocator * self)
{
  guint64 n_memories;

  GST_OBJECT_LOCK (self);
  n_memories = self->n_memories;
  GST_OBJECT_UNLOCK (self);
  return n_memories;
}

guint64
gst_opencl_allocator_get_live_size (GstOpenCLAllocator * self)
{
  guint64 live_size;

  GST_OBJECT_LOCK (self);
  live_size = self->live_size;
  GST_OBJECT_UNLOCK (self);
  return live_size;
}

GstOpenCLContext *
gst_opencl_allocator_get_context (GstOpenCLAllocator * self)
{
  return self->context;
}
