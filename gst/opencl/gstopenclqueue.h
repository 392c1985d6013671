/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclqueue.h: an in-order command queue, one per element, and the few
 * calls on events that elements need.
 */
#ifndef GST_OPENCL_QUEUE_H
#define GST_OPENCL_QUEUE_H

#include "gstopenclwatchdog.h"

G_BEGIN_DECLS

/**
 * GstOpenCLQueueFlags:
 * @GST_OPENCL_QUEUE_FLAG_NONE: nothing special
 * @GST_OPENCL_QUEUE_FLAG_PROFILING: events carry times
 */
typedef enum
{
  GST_OPENCL_QUEUE_FLAG_NONE = 0,
  GST_OPENCL_QUEUE_FLAG_PROFILING = 1 << 0,
} GstOpenCLQueueFlags;

typedef struct _GstOpenCLQueue GstOpenCLQueue;

#define GST_TYPE_OPENCL_QUEUE (gst_opencl_queue_get_type ())
GType gst_opencl_queue_get_type (void);

/* A mini object; holds its context. NULL with error on failure. */
GstOpenCLQueue *gst_opencl_queue_new (GstOpenCLContext * context,
    GstOpenCLQueueFlags flags, GError ** error);
GstOpenCLQueue *gst_opencl_queue_ref (GstOpenCLQueue * queue);
/* The last unref waits until the queue is empty; the OpenCL queue stays if this
   is given up. */
void gst_opencl_queue_unref (GstOpenCLQueue * queue);
/* Accepts a field that is NULL; sets it to NULL. */
void gst_clear_opencl_queue (GstOpenCLQueue ** queue);

/* (transfer none) */
cl_command_queue gst_opencl_queue_get_handle (GstOpenCLQueue * queue);
GstOpenCLContext *gst_opencl_queue_get_context (GstOpenCLQueue * queue);

/* Who waits for what is on the queue; NULL: nobody, for ever. */
void gst_opencl_queue_set_watchdog (GstOpenCLQueue * queue,
    GstOpenCLWatchdog * watchdog);
/* (transfer none) (nullable) */
GstOpenCLWatchdog *gst_opencl_queue_get_watchdog (GstOpenCLQueue * queue);

/* Hands what was enqueued to the device, without waiting. */
gboolean gst_opencl_queue_flush (GstOpenCLQueue * queue, GError ** error);
/* Waits until all of it is done. */
gboolean gst_opencl_queue_finish (GstOpenCLQueue * queue, GError ** error);

/* ---- events ---- */

/* Flushes the event's queue and waits as watchdog (nullable) does, which tells
   if it gives up. FALSE if the command failed, or was given up. */
gboolean gst_opencl_event_wait (cl_event event, GstOpenCLWatchdog * watchdog,
    GError ** error);
/* Releases and sets NULL; accepts NULL in it. */
void gst_opencl_event_clear (cl_event * event);
/* Releases *last and keeps event instead, which may be NULL. FALSE if it cannot
   be kept and its command failed. */
gboolean gst_opencl_event_replace (cl_event * last, cl_event event,
    GstOpenCLWatchdog * watchdog, GError ** error);
/* Negative: the code that the command failed with. A query that fails tells
   nothing: the command may run. */
cl_int gst_opencl_event_get_status (cl_event event);
/* Whether the command is done or has failed; never waits. */
gboolean gst_opencl_event_is_complete (cl_event event);
/* Run time on the device; 0 if not done or the queue does not profile. */
GstClockTime gst_opencl_event_get_time (cl_event event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstOpenCLQueue, gst_opencl_queue_unref)

G_END_DECLS

#endif /* GST_OPENCL_QUEUE_H */
