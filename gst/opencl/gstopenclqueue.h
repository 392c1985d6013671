/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclqueue.h: an in-order command queue, one per element, and the few
 * calls on events that elements need.
 *
 * One thread at a time enqueues; the functions here may be called from any.
 */
#ifndef __GST_OPENCL_QUEUE_H__
#define __GST_OPENCL_QUEUE_H__

#include <gst/opencl/gstopenclcontext.h>

G_BEGIN_DECLS

/**
 * GstOpenCLQueueFlags:
 * @GST_OPENCL_QUEUE_FLAG_NONE: nothing special
 * @GST_OPENCL_QUEUE_FLAG_PROFILING: events carry times
 *
 * Since: 0.1
 */
typedef enum
{
  GST_OPENCL_QUEUE_FLAG_NONE = 0,
  GST_OPENCL_QUEUE_FLAG_PROFILING = 1 << 0,
} GstOpenCLQueueFlags;

/**
 * GstOpenCLQueue:
 *
 * A mini object that holds its context.
 *
 * Since: 0.1
 */
typedef struct _GstOpenCLQueue GstOpenCLQueue;

#define GST_TYPE_OPENCL_QUEUE (gst_opencl_queue_get_type ())
GST_OPENCL_API
GType gst_opencl_queue_get_type (void);

/**
 * gst_opencl_queue_new:
 * @context: a context
 * @flags: what the queue can do
 * @error: set when %NULL is returned
 *
 * Returns: (transfer full): a new queue
 *
 * Since: 0.1
 */
GST_OPENCL_API
GstOpenCLQueue *gst_opencl_queue_new (GstOpenCLContext * context,
    GstOpenCLQueueFlags flags, GError ** error);

/**
 * gst_opencl_queue_ref: (skip)
 * @queue: a queue
 *
 * Returns: (transfer full): @queue
 *
 * Since: 0.1
 */
GST_OPENCL_API
GstOpenCLQueue *gst_opencl_queue_ref (GstOpenCLQueue * queue);

/**
 * gst_opencl_queue_unref: (skip)
 * @queue: (transfer full): a queue
 *
 * The last unref waits until the queue is empty.
 *
 * Since: 0.1
 */
GST_OPENCL_API
void gst_opencl_queue_unref (GstOpenCLQueue * queue);

/**
 * gst_clear_opencl_queue: (skip)
 * @queue: (inout) (nullable): a field, which may be %NULL and is afterwards
 *
 * Since: 0.1
 */
GST_OPENCL_API
void gst_clear_opencl_queue (GstOpenCLQueue ** queue);

/**
 * gst_opencl_queue_get_handle:
 * @queue: a queue
 *
 * Returns: (transfer none) (type gpointer): the cl_command_queue
 *
 * Since: 0.1
 */
GST_OPENCL_API
cl_command_queue gst_opencl_queue_get_handle (GstOpenCLQueue * queue);

/**
 * gst_opencl_queue_get_context:
 * @queue: a queue
 *
 * Returns: (transfer none): its context
 *
 * Since: 0.1
 */
GST_OPENCL_API
GstOpenCLContext *gst_opencl_queue_get_context (GstOpenCLQueue * queue);

/**
 * gst_opencl_queue_flush:
 * @queue: a queue
 * @error: set when %FALSE is returned
 *
 * Hands what was enqueued to the device, without waiting.
 *
 * Returns: whether that was possible
 *
 * Since: 0.1
 */
GST_OPENCL_API
gboolean gst_opencl_queue_flush (GstOpenCLQueue * queue, GError ** error);

/**
 * gst_opencl_queue_finish:
 * @queue: a queue
 * @error: set when %FALSE is returned
 *
 * Waits until all that was enqueued is done.
 *
 * Returns: whether the wait succeeded
 *
 * Since: 0.1
 */
GST_OPENCL_API
gboolean gst_opencl_queue_finish (GstOpenCLQueue * queue, GError ** error);

/* ---- events ---- */

/**
 * gst_opencl_event_clear: (skip)
 * @event: (inout) (nullable): a field, released and set to %NULL
 *
 * Since: 0.1
 */
GST_OPENCL_API
void gst_opencl_event_clear (cl_event * event);

/**
 * gst_opencl_event_get_status: (skip)
 * @event: an event
 *
 * Returns: the command's CL_QUEUED to CL_COMPLETE, or the negative code that it
 *     failed with. A query that fails tells nothing: the command may run
 *
 * Since: 0.1
 */
GST_OPENCL_API
cl_int gst_opencl_event_get_status (cl_event event);

/**
 * gst_opencl_event_is_complete: (skip)
 * @event: an event
 *
 * Returns: whether the command is done or has failed; never waits
 *
 * Since: 0.1
 */
GST_OPENCL_API
gboolean gst_opencl_event_is_complete (cl_event event);

/**
 * gst_opencl_event_get_time: (skip)
 * @event: an event
 *
 * Returns: run time on the device; 0 if it is not done or its queue does not
 *     profile
 *
 * Since: 0.1
 */
GST_OPENCL_API
GstClockTime gst_opencl_event_get_time (cl_event event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstOpenCLQueue, gst_opencl_queue_unref)

G_END_DECLS

#endif /* __GST_OPENCL_QUEUE_H__ */
