/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclmemory.h: device memory as GstMemory, its allocator and its pool.
 *
 *   - Plain gst_memory_map() is for the host. On unified memory the cl_mem is
 *     made with CL_MEM_ALLOC_HOST_PTR and mapped itself, so nothing is copied.
 *     On a CPU with fine-grained shared memory host and device use the same
 *     bytes without a map: OpenCL's map and unmap are commands, which wake the
 *     threads that run the device. Such a cl_mem is a sub-buffer. Elsewhere the memory keeps a host copy
 *     (pinned, made at the first map): it is brought up to date at a map if the
 *     device wrote since, and sent to the device at an unmap after writing.
 *   - gst_memory_map() with GST_MAP_OPENCL: info.data is the cl_mem handle
 *     itself, whatever the memory's offset; the bytes start at mem->offset in
 *     it. Such a map does not wait: the commands of the caller must wait for
 *     what gst_opencl_memory_collect() gives, and gst_opencl_memory_mark()
 *     records their events.
 *
 * Host and device maps exclude each other: the second one fails. GStreamer's
 * map and unmap have no GError; gst_opencl_memory_check() returns the reason of
 * a failure. A host map waits for the writers, and for the readers too if it is
 * for writing; other work of the same queues may still be pending.
 *
 * An element's dispatch is then
 *
 *   GstOpenCLWaitList wait = GST_OPENCL_WAIT_LIST_INIT;
 *   cl_event event = NULL;
 *
 *   gst_opencl_memory_collect (in, GST_MAP_READ, &wait);
 *   gst_opencl_memory_collect (out, GST_MAP_WRITE, &wait);
 *   code = clEnqueueNDRangeKernel (queue, kernel, 1, NULL, &size, NULL,
 *       wait.n_events, wait.n_events > 0 ? wait.events : NULL, &event);
 *   gst_opencl_wait_list_clear (&wait);
 *   if (code != CL_SUCCESS)
 *     ...
 *   gst_opencl_memory_mark (in, GST_MAP_READ, event);
 *   gst_opencl_memory_mark (out, GST_MAP_WRITE, event);
 *   gst_opencl_event_clear (&event);
 *
 * All functions may be called from any thread.
 */
#ifndef __GST_OPENCL_MEMORY_H__
#define __GST_OPENCL_MEMORY_H__

#include <gst/opencl/gstopenclqueue.h>

G_BEGIN_DECLS

/**
 * GST_OPENCL_MEMORY_TYPE_NAME:
 *
 * The allocator's mem_type.
 *
 * Since: 0.1
 */
#define GST_OPENCL_MEMORY_TYPE_NAME "gst.opencl.memory"

/**
 * GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY:
 *
 * The feature of caps whose buffers are one #GstOpenCLMemory each.
 *
 * Since: 0.1
 */
#define GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY "memory:OpenCLMemory"

/**
 * GST_MAP_OPENCL: (skip)
 *
 * A map for the device, which gives the cl_mem instead of bytes.
 *
 * Since: 0.1
 */
#define GST_MAP_OPENCL (GST_MAP_FLAG_LAST << 1)

/**
 * GST_MAP_READ_OPENCL: (skip)
 *
 * %GST_MAP_OPENCL, to read.
 *
 * Since: 0.1
 */
#define GST_MAP_READ_OPENCL ((GstMapFlags) (GST_MAP_READ | GST_MAP_OPENCL))

/**
 * GST_MAP_WRITE_OPENCL: (skip)
 *
 * %GST_MAP_OPENCL, to write.
 *
 * Since: 0.1
 */
#define GST_MAP_WRITE_OPENCL ((GstMapFlags) (GST_MAP_WRITE | GST_MAP_OPENCL))

typedef struct _GstOpenCLMemory GstOpenCLMemory;
typedef struct _GstOpenCLMemoryPrivate GstOpenCLMemoryPrivate;

/**
 * GstOpenCLMemory: (skip)
 * @parent: the memory
 * @context: the context that has it; lives as long as the memory
 * @handle: the cl_mem; lives as long as the memory
 *
 * A piece of device memory. Its members are read-only.
 *
 * Since: 0.1
 */
struct _GstOpenCLMemory
{
  GstMemory parent;

  GstOpenCLContext *context;
  cl_mem handle;

  /*< private >*/
  GstOpenCLMemoryPrivate *priv;
};

/**
 * gst_is_opencl_memory: (skip)
 * @memory: (nullable): a memory
 *
 * Returns: whether it is a #GstOpenCLMemory
 *
 * Since: 0.1
 */
GST_OPENCL_API
gboolean gst_is_opencl_memory (GstMemory * memory);

/**
 * gst_opencl_memory_from_buffer: (skip)
 * @buffer: a buffer
 *
 * Returns: (transfer none) (nullable): the buffer's memory if it is the only
 *     one and a #GstOpenCLMemory
 *
 * Since: 0.1
 */
GST_OPENCL_API
GstOpenCLMemory *gst_opencl_memory_from_buffer (GstBuffer * buffer);

/**
 * gst_opencl_memory_check: (skip)
 * @memory: a memory
 * @error: set when %FALSE is returned
 *
 * Call it when a map has failed and after each unmap whose data matter: after a
 * failed unmap the device does not see them.
 *
 * Returns: %FALSE if a host map, or an unmap after writing, failed since the
 *     last check
 *
 * Since: 0.1
 */
GST_OPENCL_API
gboolean gst_opencl_memory_check (GstOpenCLMemory * memory, GError ** error);

/**
 * gst_opencl_memory_map_host:
 * @memory: an OpenCL memory
 * @map: (out caller-allocates): filled
 * @access: %GST_MAP_READ, %GST_MAP_WRITE or both
 * @error: set when %FALSE is returned
 *
 * gst_memory_map() for the host, with the reason when it fails.
 *
 * Returns: whether it is mapped
 *
 * Since: 0.1
 */
GST_OPENCL_API
gboolean gst_opencl_memory_map_host (GstMemory * memory, GstMapInfo * map,
    GstMapFlags access, GError ** error);

/**
 * gst_opencl_buffer_map_host:
 * @buffer: any buffer
 * @map: (out caller-allocates): filled
 * @access: %GST_MAP_READ, %GST_MAP_WRITE or both
 * @error: set when %FALSE is returned
 *
 * gst_buffer_map() for the host, with the reason when it fails.
 *
 * Returns: whether it is mapped
 *
 * Since: 0.1
 */
GST_OPENCL_API
gboolean gst_opencl_buffer_map_host (GstBuffer * buffer, GstMapInfo * map,
    GstMapFlags access, GError ** error);

/* ---- order between host and device, and between queues ---- */

#define GST_OPENCL_WAIT_LIST_MAX 64

/**
 * GstOpenCLWatchdog: (skip)
 *
 * For the plugin's own elements: limits how long they wait for a device.
 */
typedef struct _GstOpenCLWatchdog GstOpenCLWatchdog;

/**
 * GstOpenCLWaitList: (skip)
 * @events: the events to wait for, retained
 * @n_events: their number
 *
 * The events that one command waits for; it lives on the stack.
 * %GST_OPENCL_WAIT_LIST_INIT is an empty list.
 *
 * Since: 0.1
 */
typedef struct
{
  cl_event events[GST_OPENCL_WAIT_LIST_MAX];
  guint n_events;

  /*< private >*/
  /* that of the first memory collected; it waits if the list is full */
  GstOpenCLWatchdog *watchdog;
} GstOpenCLWaitList;

#define GST_OPENCL_WAIT_LIST_INIT { {NULL}, 0, NULL }

/**
 * gst_opencl_memory_collect: (skip)
 * @memory: a memory
 * @access: what a command will do: %GST_MAP_READ, %GST_MAP_WRITE or both
 * @list: gets the events that the command must wait for
 *
 * These are the last writer and, if the command writes, the readers since.
 * Commands that are done already are left out, except for a failed writer of
 * bytes that the command reads. If the list is full, the function itself waits.
 *
 * Since: 0.1
 */
GST_OPENCL_API
void gst_opencl_memory_collect (GstOpenCLMemory * memory, GstMapFlags access,
    GstOpenCLWaitList * list);

/**
 * gst_opencl_wait_list_add: (skip)
 * @list: a list
 * @event: (nullable): an event, which is retained; %NULL adds nothing
 *
 * Adds an event to a list.
 *
 * Since: 0.1
 */
GST_OPENCL_API
void gst_opencl_wait_list_add (GstOpenCLWaitList * list, cl_event event);

/**
 * gst_opencl_wait_list_clear: (skip)
 * @list: a list
 *
 * Releases the events of a list, which is empty afterwards.
 *
 * Since: 0.1
 */
GST_OPENCL_API
void gst_opencl_wait_list_clear (GstOpenCLWaitList * list);

/**
 * gst_opencl_memory_mark: (skip)
 * @memory: a memory
 * @access: what the command does: %GST_MAP_READ, %GST_MAP_WRITE or both
 * @event: the command's event, which is retained. Its queue must be an in-order
 *     queue
 *
 * Records that the command reads or writes the memory. A command that does both
 * counts as a writer.
 *
 * Since: 0.1
 */
GST_OPENCL_API
void gst_opencl_memory_mark (GstOpenCLMemory * memory, GstMapFlags access,
    cl_event event);

/* ---- allocator ---- */

/**
 * GstOpenCLHostAccess:
 * @GST_OPENCL_HOST_ACCESS_AUTO: shared on a CPU, and memories of up to 4 MiB on
 *     a GPU that has the host's memory; else copy what is no longer than 64 KiB;
 *     map what is longer where host and device have the same memory, else copy
 *     it too
 * @GST_OPENCL_HOST_ACCESS_MAP: always map the cl_mem
 * @GST_OPENCL_HOST_ACCESS_COPY: always keep a host copy
 * @GST_OPENCL_HOST_ACCESS_SHARED: both see the same bytes at any time; map
 *     where the device cannot
 *
 * How the host reaches the memories of an allocator. A copy is of the bytes
 * that gst_memory_get_sizes() tells when the memory is mapped.
 *
 * Since: 0.1
 */
typedef enum
{
  GST_OPENCL_HOST_ACCESS_AUTO,
  GST_OPENCL_HOST_ACCESS_MAP,
  GST_OPENCL_HOST_ACCESS_COPY,
  GST_OPENCL_HOST_ACCESS_SHARED,
} GstOpenCLHostAccess;

#define GST_TYPE_OPENCL_ALLOCATOR (gst_opencl_allocator_get_type ())

/**
 * GstOpenCLAllocator:
 *
 * Makes memories on one device, and has a queue for the accesses of the host.
 *
 * Since: 0.1
 */
GST_OPENCL_API
G_DECLARE_FINAL_TYPE (GstOpenCLAllocator, gst_opencl_allocator, GST,
    OPENCL_ALLOCATOR, GstAllocator)

/**
 * gst_opencl_allocator_new:
 * @context: a context
 * @host_access: how the host reaches the memories
 * @error: set when %NULL is returned
 *
 * Returns: (transfer full): a new allocator
 *
 * Since: 0.1
 */
GST_OPENCL_API
GstOpenCLAllocator *gst_opencl_allocator_new (GstOpenCLContext * context,
    GstOpenCLHostAccess host_access, GError ** error);

/**
 * gst_opencl_allocator_alloc:
 * @allocator: an allocator
 * @size: bytes, at least 1
 * @error: set when %NULL is returned
 *
 * gst_allocator_alloc(), with the reason when it fails.
 *
 * Returns: (transfer full): a memory with undefined content
 *
 * Since: 0.1
 */
GST_OPENCL_API
GstMemory *gst_opencl_allocator_alloc (GstOpenCLAllocator * allocator,
    gsize size, GError ** error);

/**
 * gst_opencl_allocator_check:
 * @allocator: an allocator
 * @error: set when %FALSE is returned
 *
 * GStreamer's pools do not tell why an allocation failed; this does.
 *
 * Returns: %FALSE if gst_allocator_alloc() failed since the last call
 *
 * Since: 0.1
 */
GST_OPENCL_API
gboolean gst_opencl_allocator_check (GstOpenCLAllocator * allocator,
    GError ** error);

/**
 * gst_opencl_allocator_get_n_memories:
 * @allocator: an allocator
 *
 * Returns: the number of memories that the allocator has made, for tests and
 *     statistics
 *
 * Since: 0.1
 */
GST_OPENCL_API
guint64 gst_opencl_allocator_get_n_memories (GstOpenCLAllocator * allocator);

/**
 * gst_opencl_allocator_get_live_size:
 * @allocator: an allocator
 *
 * Returns: the bytes of the memories that are not freed yet
 *
 * Since: 0.1
 */
GST_OPENCL_API
guint64 gst_opencl_allocator_get_live_size (GstOpenCLAllocator * allocator);

/**
 * gst_opencl_allocator_get_context:
 * @allocator: an allocator
 *
 * Returns: (transfer none): its context
 *
 * Since: 0.1
 */
GST_OPENCL_API
GstOpenCLContext *gst_opencl_allocator_get_context (GstOpenCLAllocator *
    allocator);

/* ---- pool ---- */

#define GST_TYPE_OPENCL_BUFFER_POOL (gst_opencl_buffer_pool_get_type ())

/**
 * GstOpenCLBufferPool:
 *
 * A pool of buffers with one memory each. A buffer that was made smaller comes
 * back at full size. The pool is configured with
 * gst_buffer_pool_config_set_params() as any pool; it replaces another
 * allocator in the configuration by its own.
 *
 * Since: 0.1
 */
GST_OPENCL_API
G_DECLARE_FINAL_TYPE (GstOpenCLBufferPool, gst_opencl_buffer_pool, GST,
    OPENCL_BUFFER_POOL, GstBufferPool)

/**
 * gst_opencl_buffer_pool_new:
 * @allocator: the allocator of its memories
 *
 * Returns: (transfer full) (type GstOpenCLBufferPool): a new pool
 *
 * Since: 0.1
 */
GST_OPENCL_API
GstBufferPool *gst_opencl_buffer_pool_new (GstOpenCLAllocator * allocator);

/**
 * gst_opencl_buffer_pool_start:
 * @pool: (type GstOpenCLBufferPool): a pool
 * @caps: (nullable): the caps of its buffers
 * @size: the bytes of one buffer
 * @min_buffers: how many buffers are made at once
 * @max_buffers: how many buffers there are at most; 0: no limit
 * @error: set when %FALSE is returned
 *
 * Configures the pool and activates it.
 *
 * Returns: whether it is active
 *
 * Since: 0.1
 */
GST_OPENCL_API
gboolean gst_opencl_buffer_pool_start (GstBufferPool * pool, GstCaps * caps,
    gsize size, guint min_buffers, guint max_buffers, GError ** error);

/**
 * gst_opencl_buffer_pool_acquire:
 * @pool: (type GstOpenCLBufferPool): a pool
 * @error: set when %NULL is returned
 *
 * gst_buffer_pool_acquire_buffer(), with the reason when it fails.
 *
 * Returns: (transfer full): a buffer
 *
 * Since: 0.1
 */
GST_OPENCL_API
GstBuffer *gst_opencl_buffer_pool_acquire (GstBufferPool * pool,
    GError ** error);

/**
 * gst_opencl_buffer_pool_get_allocator:
 * @pool: a pool
 *
 * Returns: (transfer none): the allocator of its memories
 *
 * Since: 0.1
 */
GST_OPENCL_API
GstOpenCLAllocator *gst_opencl_buffer_pool_get_allocator (GstOpenCLBufferPool *
    pool);

G_END_DECLS

#endif /* __GST_OPENCL_MEMORY_H__ */
