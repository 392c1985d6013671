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

/*
 * Shared memories are sub-buffers of slabs, for PoCL 3.1 walks all shared memory
 * of a context wherever a cl_mem is made of it, or it is freed. A slab is a part
 * of what is live, within limits, so that the number of slabs hardly grows with
 * the number of memories, and that few bytes are unused.
 */
#define SLAB_PART 8
#define LEAST_SLAB ((gsize) 1 << 20)
#define MOST_SLAB ((gsize) 64 << 20)

typedef struct
{
  cl_mem handle;                /* NULL: none */
  guint8 *bytes;
  gsize size, used;
} Slab;

struct _GstOpenCLAllocator
{
  GstAllocator parent;

  GstOpenCLContext *context;
  GstOpenCLQueue *transfers;    /* host access, apart from elements' work */
  gboolean copies, copies_few, shared, shares_small;
  GMutex slab_lock;             /* guards the next */
  Slab slab;                    /* that shared memories are cut from */
  guint64 n_memories;           /* under the object lock, as are the next two */
  guint64 live_size;            /* bytes of those that are not freed */
  GError *error;                /* why the last memory was not made */
};

G_DEFINE_TYPE (GstOpenCLAllocator, gst_opencl_allocator, GST_TYPE_ALLOCATOR)

/* ---- slabs ---- */

/* Bytes that host and device see; the cl_mem keeps the context. */
typedef struct
{
  cl_context context;
  gpointer bytes;
} Shared;

static void
free_shared (gpointer data)
{
  Shared *shared = data;

  gst_opencl_svm_free (shared->context, shared->bytes);
  g_free (shared);
}

/* A driver keeps a cl_mem as long as sub-buffers of it live. */
static void
slab_release (Slab * slab)
{
  if (slab->handle)
    clReleaseMemObject (slab->handle);
  *slab = (Slab) {
  0};
}

/* Makes a slab of shared memory. FALSE without error: there is none. */
static gboolean
slab_make (Slab * slab, GstOpenCLContext * context, gsize size, GError ** error)
{
  cl_context handle = gst_opencl_context_get_handle (context);
  Shared shared = { handle, gst_opencl_svm_alloc (context, size) };
  GstOpenCLOwner *owner;
  cl_int code;

  if (!shared.bytes)
    return FALSE;
  slab->handle = clCreateBuffer (handle, CL_MEM_READ_WRITE |
      CL_MEM_USE_HOST_PTR, size, shared.bytes, &code);
  if (!gst_cl_check_code (code, "clCreateBuffer", error)) {
    slab->handle = NULL;
    gst_opencl_svm_free (handle, shared.bytes);
    return FALSE;
  }
  owner = gst_opencl_owner_new (slab->handle, error);
  if (!owner) {
    slab_release (slab);
    gst_opencl_svm_free (handle, shared.bytes);
    return FALSE;
  }
  gst_opencl_owner_add (owner, free_shared,
      g_memdup2 (&shared, sizeof shared));
  slab->bytes = shared.bytes;
  slab->size = size;
  return TRUE;
}

/* Cuts the next sub-buffer, for which there is room. */
static cl_mem
slab_cut (Slab * slab, gsize chunk, gsize size, gpointer * bytes,
    GError ** error)
{
  cl_buffer_region region = { slab->used, size };
  cl_int code;
  cl_mem handle = clCreateSubBuffer (slab->handle, CL_MEM_READ_WRITE,
      CL_BUFFER_CREATE_TYPE_REGION, &region, &code);

  if (!gst_cl_check_code (code, "clCreateSubBuffer", error))
    return NULL;
  *bytes = slab->bytes + slab->used;
  slab->used += chunk;
  return handle;
}

/* Makes a cl_mem whose bytes host and device share; NULL without error: there is
   no such memory. What would take most of a slab has one of its own. */
static cl_mem
make_shared (GstOpenCLAllocator * self, gsize size, gpointer * bytes,
    GError ** error)
{
  const clfft_limits *limits = gst_opencl_context_get_limits (self->context);
  gsize unit = MAX (limits->base_alignment, 1);
  gsize chunk = (size - 1) / unit * unit + unit;
  gsize slab_size = CLAMP (gst_opencl_allocator_get_live_size (self) /
      SLAB_PART, LEAST_SLAB, MIN (MOST_SLAB, limits->max_allocation));
  Slab own = { 0 }, *slab = &own;
  cl_mem handle = NULL;

  g_mutex_lock (&self->slab_lock);
  if (chunk <= slab_size / 2)
    slab = &self->slab;
  if (slab->size - slab->used < chunk)
    slab_release (slab);
  if (slab->handle || slab_make (slab, self->context,
          slab == &own ? size : slab_size, error))
    handle = slab_cut (slab, chunk, size, bytes, error);
  slab_release (&own);
  g_mutex_unlock (&self->slab_lock);
  return handle;
}

/* Drops the slab, so that it is gone with the last memory of it. */
static void
drop_slab (GstOpenCLAllocator * self)
{
  g_mutex_lock (&self->slab_lock);
  if (!gst_opencl_watchdog_has_given_up (gst_opencl_queue_get_watchdog
          (self->transfers)))
    slab_release (&self->slab);
  g_mutex_unlock (&self->slab_lock);
}

/* ---- memories ---- */

/* Makes a cl_mem. *shared: its bytes, if device and host use the same. */
static cl_mem
make_buffer (GstOpenCLAllocator * self, gsize size, gpointer * shared,
    GError ** error)
{
  cl_mem_flags flags = CL_MEM_READ_WRITE;
  GError *reason = NULL;
  cl_mem handle;
  cl_int code;

  *shared = NULL;
  if (!gst_cl_check_process (error))
    return NULL;
  if (self->shared || (self->shares_small && size <= MOST_SHARED)) {
    handle = make_shared (self, size, shared, &reason);
    if (handle || reason) {
      if (reason)
        g_propagate_error (error, reason);
      return handle;
    }
  }
  if (!self->copies)
    flags |= CL_MEM_ALLOC_HOST_PTR;
  handle = clCreateBuffer (gst_opencl_context_get_handle (self->context),
      flags, size, NULL, &code);
  return gst_cl_check_code (code, "clCreateBuffer", error) ? handle : NULL;
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
  gboolean is_last = FALSE;

  if (!((GstOpenCLMemory *) memory)->priv->imported) {
    GST_OBJECT_LOCK (self);
    self->live_size -= memory->maxsize;
    is_last = self->live_size == 0;
    GST_OBJECT_UNLOCK (self);
  }
  gst_opencl_memory_free ((GstOpenCLMemory *) memory);
  if (is_last)
    drop_slab (self);
}

static void
gst_opencl_allocator_finalize (GObject * object)
{
  GstOpenCLAllocator *self = GST_OPENCL_ALLOCATOR (object);

  g_clear_error (&self->error);
  if (self->transfers)
    drop_slab (self);
  g_mutex_clear (&self->slab_lock);
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
  g_mutex_init (&GST_OPENCL_ALLOCATOR (allocator)->slab_lock);
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
