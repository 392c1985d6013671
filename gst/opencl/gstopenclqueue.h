/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclqueue.h: an in-order command queue, one per element, and the few
 * calls on events that elements need.
 *
 * Only one thread at a time may enqueue; any thread may call the functions
 * here.
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
 * A command queue; a mini object that holds a reference to its context.
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
 * @flags: what the queue must be able to do
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
 * @queue: (inout) (nullable): a field
 *
 * Unrefs the queue of a field that is not %NULL, and sets the field to %NULL.
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
 * Submits all enqueued commands to the device, without waiting.
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
 * Waits until all enqueued commands are done.
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
 * @event: (inout) (nullable): a field
 *
 * Releases the event of a field that is not %NULL, and sets the field to %NULL.
 *
 * Since: 0.1
 */
GST_OPENCL_API
void gst_opencl_event_clear (cl_event * event);

/**
 * gst_opencl_event_get_status: (skip)
 * @event: an event
 *
 * Returns: the status of the command, CL_QUEUED to CL_COMPLETE, or the negative
 *     code that it failed with; CL_QUEUED if the query fails, for then nothing
 *     is known and the command may still run
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
 * Returns: the run time of the command on the device in nanoseconds; 0 if it is
 *     not done or its queue does not profile
 *
 * Since: 0.1
 */
GST_OPENCL_API
GstClockTime gst_opencl_event_get_time (cl_event event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstOpenCLQueue, gst_opencl_queue_unref)

G_END_DECLS

#endif /* __GST_OPENCL_QUEUE_H__ */
