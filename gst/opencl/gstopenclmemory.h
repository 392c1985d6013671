/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclmemory.h: device memory as GstMemory, its allocator and its pool.
 *
 *   - Plain gst_memory_map(): host access. On unified memory the cl_mem is
 *     made with CL_MEM_ALLOC_HOST_PTR and mapped itself, nothing is copied; of
 *     a CPU with fine-grained shared memory not even that is needed: a map and
 *     an unmap are commands, which wake the threads that run the device.
 *     Elsewhere a host copy (pinned, made at the first map) is kept: brought
 *     up to date at map if the device wrote since, sent to the device at unmap
 *     if it was mapped for writing.
 *   - gst_memory_map() with GST_MAP_OPENCL: info.data is the cl_mem handle
 *     itself, whatever the memory's offset; the bytes start at mem->offset in
 *     it. Mapping so does not wait: the commands of the caller must wait for
 *     gst_opencl_memory_collect() and tell their end by
 *     gst_opencl_memory_mark().
 *
 * Host and device maps exclude each other: the second one fails. GStreamer's
 * map and unmap have no GError: gst_opencl_memory_check() has. A host map
 * waits for the writers, and if it writes for the readers too; for nothing
 * else, other work of the same queues may still be pending.
 *
 * An element's dispatch is then
 *
 *   GstOpenCLWaitList wait = GST_OPENCL_WAIT_LIST_INIT;
 *   gst_opencl_memory_collect (in, GST_MAP_READ, &wait);
 *   gst_opencl_memory_collect (out, GST_MAP_WRITE, &wait);
 *   params.n_wait = wait.n_events, params.wait = wait.events;
 *   params.event = &event;
 *   status = clfft_plan_execute (plan, queue, in->handle, out->handle, &params);
 *   gst_opencl_wait_list_clear (&wait);
 *   gst_opencl_memory_mark (in, GST_MAP_READ, event);
 *   gst_opencl_memory_mark (out, GST_MAP_WRITE, event);
 *   gst_opencl_event_clear (&event);
 */
#ifndef GST_OPENCL_MEMORY_H
#define GST_OPENCL_MEMORY_H

#include "gstopenclqueue.h"

G_BEGIN_DECLS

#define GST_OPENCL_MEMORY_TYPE_NAME "gst.opencl.memory"
#define GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY "memory:OpenCLMemory"

#define GST_MAP_OPENCL (GST_MAP_FLAG_LAST << 1)
#define GST_MAP_READ_OPENCL ((GstMapFlags) (GST_MAP_READ | GST_MAP_OPENCL))
#define GST_MAP_WRITE_OPENCL ((GstMapFlags) (GST_MAP_WRITE | GST_MAP_OPENCL))

typedef struct _GstOpenCLMemory GstOpenCLMemory;
typedef struct _GstOpenCLMemoryPrivate GstOpenCLMemoryPrivate;

/* Read-only: context and handle live as long as the memory. */
struct _GstOpenCLMemory
{
  GstMemory parent;

  GstOpenCLContext *context;
  cl_mem handle;

  /*< private >*/
  GstOpenCLMemoryPrivate *priv;
};

gboolean gst_is_opencl_memory (GstMemory * memory);

/* The first memory of a buffer if that is its only one and ours, else NULL.
   (transfer none) */
GstOpenCLMemory *gst_opencl_memory_from_buffer (GstBuffer * buffer);

/*
 * FALSE with the reason if a host map, or an unmap after writing, failed since
 * the last check. Call it when a map failed and after each unmap whose data
 * matters: a failed unmap means that the device does not see them.
 */
gboolean gst_opencl_memory_check (GstOpenCLMemory * memory, GError ** error);

/* gst_memory_map() of an OpenCL memory for the host, with the reason. */
gboolean gst_opencl_memory_map_host (GstMemory * memory, GstMapInfo * map,
    GstMapFlags access, GError ** error);
/* The same of any buffer. */
gboolean gst_opencl_buffer_map_host (GstBuffer * buffer, GstMapInfo * map,
    GstMapFlags access, GError ** error);

/* ---- order between host and device, and between queues ---- */

#define GST_OPENCL_WAIT_LIST_MAX 64

/**
 * GstOpenCLWaitList:
 * @events: what to wait for, retained
 * @n_events: their number
 * @watchdog: (transfer none) (nullable): of the memory collected first; waits
 *     if the list is full
 */
typedef struct
{
  cl_event events[GST_OPENCL_WAIT_LIST_MAX];
  guint n_events;
  GstOpenCLWatchdog *watchdog;
} GstOpenCLWaitList;

#define GST_OPENCL_WAIT_LIST_INIT { {NULL}, 0, NULL }

/*
 * Adds what a command with this access (GST_MAP_READ, GST_MAP_WRITE) must wait
 * for: the last writer and, to write, the readers since. Commands that are
 * done already are left out, but not a failed writer of what is to be read.
 * If the list is full it waits here instead.
 */
void gst_opencl_memory_collect (GstOpenCLMemory * memory, GstMapFlags access,
    GstOpenCLWaitList * list);
/* Releases the events; the list is empty then. */
void gst_opencl_wait_list_clear (GstOpenCLWaitList * list);
/* One more, retained; NULL is none. */
void gst_opencl_wait_list_add (GstOpenCLWaitList * list, cl_event event);

/* Records that the command of `event` (retained) reads or writes memory. Its
   queue must be an in-order one. */
void gst_opencl_memory_mark (GstOpenCLMemory * memory, GstMapFlags access,
    cl_event event);

/* ---- allocator ---- */

/**
 * GstOpenCLHostAccess:
 * @GST_OPENCL_HOST_ACCESS_AUTO: shared on a CPU, map where host and device
 *     have the same memory, else copy
 * @GST_OPENCL_HOST_ACCESS_MAP: always map the cl_mem
 * @GST_OPENCL_HOST_ACCESS_COPY: always keep a host copy
 * @GST_OPENCL_HOST_ACCESS_SHARED: both see the same bytes at any time; map
 *     where the device cannot
 */
typedef enum
{
  GST_OPENCL_HOST_ACCESS_AUTO,
  GST_OPENCL_HOST_ACCESS_MAP,
  GST_OPENCL_HOST_ACCESS_COPY,
  GST_OPENCL_HOST_ACCESS_SHARED,
} GstOpenCLHostAccess;

#define GST_TYPE_OPENCL_ALLOCATOR (gst_opencl_allocator_get_type ())
G_DECLARE_FINAL_TYPE (GstOpenCLAllocator, gst_opencl_allocator, GST,
    OPENCL_ALLOCATOR, GstAllocator)

/* NULL with error if the queue for host access cannot be made. */
GstOpenCLAllocator *gst_opencl_allocator_new (GstOpenCLContext * context,
    GstOpenCLHostAccess host_access, GError ** error);

/*
 * Who waits for what is done with the allocator's memories; what it gives up
 * is not freed. For an allocator that has made none.
 */
void gst_opencl_allocator_set_watchdog (GstOpenCLAllocator * allocator,
    GstOpenCLWatchdog * watchdog);

/*
 * (transfer full) size bytes, at least 1, zeroed by nobody. As
 * gst_allocator_alloc(), with a reason when it fails.
 */
GstMemory *gst_opencl_allocator_alloc (GstOpenCLAllocator * allocator,
    gsize size, GError ** error);

/*
 * FALSE, with the reason in *error, if gst_allocator_alloc() failed since the
 * last call. GStreamer's pools do not tell.
 */
gboolean gst_opencl_allocator_check (GstOpenCLAllocator * allocator,
    GError ** error);

/* Memories made since the allocator was, for tests and statistics. */
guint64 gst_opencl_allocator_get_n_memories (GstOpenCLAllocator * allocator);
/* Bytes of the memories that are not freed yet. */
guint64 gst_opencl_allocator_get_live_size (GstOpenCLAllocator * allocator);

/* (transfer none) */
GstOpenCLContext *gst_opencl_allocator_get_context (GstOpenCLAllocator *
    allocator);

/* ---- pool ---- */

#define GST_TYPE_OPENCL_BUFFER_POOL (gst_opencl_buffer_pool_get_type ())
G_DECLARE_FINAL_TYPE (GstOpenCLBufferPool, gst_opencl_buffer_pool, GST,
    OPENCL_BUFFER_POOL, GstBufferPool)

/*
 * Buffers of one memory each. A buffer that was made smaller comes back at
 * full size. Configure it with gst_buffer_pool_config_set_params() as any
 * pool; another allocator in the configuration is replaced by its own.
 */
GstBufferPool *gst_opencl_buffer_pool_new (GstOpenCLAllocator * allocator);

/*
 * Configures (min buffers are made at once, max 0: no limit) and activates.
 * caps may be NULL. FALSE with the reason.
 */
gboolean gst_opencl_buffer_pool_start (GstBufferPool * pool, GstCaps * caps,
    gsize size, guint min_buffers, guint max_buffers, GError ** error);

/* (transfer full) gst_buffer_pool_acquire_buffer(), with a reason. */
GstBuffer *gst_opencl_buffer_pool_acquire (GstBufferPool * pool,
    GError ** error);

/* (transfer none) */
GstOpenCLAllocator *gst_opencl_buffer_pool_get_allocator (GstOpenCLBufferPool *
    pool);

G_END_DECLS

#endif /* GST_OPENCL_MEMORY_H */
