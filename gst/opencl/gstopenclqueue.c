/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclqueue.c: an in-order command queue as a mini object.
 */
#include "gstopenclmemory-private.h"

#include "debug.h"
#include "error.h"

struct _GstOpenCLQueue
{
  GstMiniObject parent;

  GstOpenCLContext *context;
  cl_command_queue handle;
  GstOpenCLWatchdog *watchdog;
};

GST_DEFINE_MINI_OBJECT_TYPE (GstOpenCLQueue, gst_opencl_queue);

static void
gst_opencl_queue_free (GstOpenCLQueue * queue)
{
  g_autoptr (GError) error = NULL;

  if (!gst_opencl_queue_finish (queue, &error))
    GST_WARNING ("%s", error->message);
  if (!gst_opencl_watchdog_has_given_up (queue->watchdog)) {
    clReleaseCommandQueue (queue->handle);
    gst_object_unref (queue->context);
  }
  gst_clear_opencl_watchdog (&queue->watchdog);
  g_free (queue);
}

GstOpenCLQueue *
gst_opencl_queue_new (GstOpenCLContext * context, GstOpenCLQueueFlags flags,
    GError ** error)
{
  cl_command_queue_properties properties =
      flags & GST_OPENCL_QUEUE_FLAG_PROFILING ? CL_QUEUE_PROFILING_ENABLE : 0;
  GstOpenCLQueue *queue;
  cl_command_queue handle;
  cl_int code;

  if (!gst_cl_check_process (error))
    return NULL;
  handle = clCreateCommandQueue (gst_opencl_context_get_handle (context),
      gst_opencl_context_get_device (context), properties, &code);
  if (!gst_cl_check_code (code, "clCreateCommandQueue", error))
    return NULL;

  queue = g_new0 (GstOpenCLQueue, 1);
  gst_mini_object_init (GST_MINI_OBJECT_CAST (queue), 0,
      GST_TYPE_OPENCL_QUEUE, NULL, NULL,
      (GstMiniObjectFreeFunction) gst_opencl_queue_free);
  queue->context = gst_object_ref (context);
  queue->handle = handle;
  return queue;
}

GstOpenCLQueue *
gst_opencl_queue_ref (GstOpenCLQueue * queue)
{
  return (GstOpenCLQueue *) gst_mini_object_ref (GST_MINI_OBJECT_CAST (queue));
}

void
gst_opencl_queue_unref (GstOpenCLQueue * queue)
{
  gst_mini_object_unref (GST_MINI_OBJECT_CAST (queue));
}

void
gst_clear_opencl_queue (GstOpenCLQueue ** queue)
{
  gst_clear_mini_object ((GstMiniObject **) queue);
}

cl_command_queue
gst_opencl_queue_get_handle (GstOpenCLQueue * queue)
{
  return queue->handle;
}

GstOpenCLContext *
gst_opencl_queue_get_context (GstOpenCLQueue * queue)
{
  return queue->context;
}

void
gst_opencl_queue_set_watchdog (GstOpenCLQueue * queue,
    GstOpenCLWatchdog * watchdog)
{
  gst_clear_opencl_watchdog (&queue->watchdog);
  if (watchdog)
    queue->watchdog = gst_opencl_watchdog_ref (watchdog);
}

GstOpenCLWatchdog *
gst_opencl_queue_get_watchdog (GstOpenCLQueue * queue)
{
  return queue->watchdog;
}

gboolean
gst_opencl_queue_flush (GstOpenCLQueue * queue, GError ** error)
{
  return gst_cl_check_process (error)
      && gst_cl_check_code (clFlush (queue->handle), "clFlush", error);
}

gboolean
gst_opencl_queue_drain (GstOpenCLQueue * queue, gboolean * ended,
    GError ** error)
{
  cl_event marker = NULL;
  gboolean done;
  cl_int code;

  *ended = FALSE;
  if (!gst_opencl_watchdog_check (queue->watchdog, error))
    return FALSE;
  code = clEnqueueMarkerWithWaitList (queue->handle, 0, NULL, &marker);
  /* clFinish is for want of a marker only: clfft/device/wait.c */
  if (code != CL_SUCCESS && !gst_opencl_watchdog_is_armed (queue->watchdog))
    return *ended = gst_cl_check_code (clFinish (queue->handle), "clFinish",
        error);
  if (!gst_cl_check_code (code, "clEnqueueMarkerWithWaitList", error))
    return FALSE;
  done = gst_opencl_watchdog_wait (queue->watchdog, marker, error);
  *ended = done || gst_opencl_event_is_complete (marker);
  gst_opencl_event_clear (&marker);
  return done;
}

gboolean
gst_opencl_queue_finish (GstOpenCLQueue * queue, GError ** error)
{
  gboolean ended, done = gst_opencl_queue_drain (queue, &ended, error);

  gst_opencl_watchdog_tell (queue->watchdog);
  return done;
}

cl_int
gst_opencl_event_get_status (cl_event event)
{
  cl_int status = CL_QUEUED, code;

  if (!gst_cl_check_process (NULL))
    return CL_QUEUED;
  code = clGetEventInfo (event, CL_EVENT_COMMAND_EXECUTION_STATUS,
      sizeof status, &status, NULL);
  return code == CL_SUCCESS ? status : CL_QUEUED;
}

gboolean
gst_opencl_event_wait (cl_event event, GstOpenCLWatchdog * watchdog,
    GError ** error)
{
  gboolean done = gst_opencl_watchdog_wait (watchdog, event, error);

  gst_opencl_watchdog_tell (watchdog);
  return done;
}

void
gst_opencl_event_clear (cl_event * event)
{
  if (*event && gst_cl_check_process (NULL))
    clReleaseEvent (*event);
  *event = NULL;
}

gboolean
gst_opencl_event_replace (cl_event * last, cl_event event,
    GstOpenCLWatchdog * watchdog, GError ** error)
{
  gst_opencl_event_clear (last);
  if (event && (!gst_cl_check_process (NULL)
          || clRetainEvent (event) != CL_SUCCESS))
    return gst_opencl_event_wait (event, watchdog, error);
  *last = event;
  return TRUE;
}

gboolean
gst_opencl_event_is_complete (cl_event event)
{
  return gst_opencl_event_get_status (event) <= CL_COMPLETE;
}

GstClockTime
gst_opencl_event_get_time (cl_event event)
{
  cl_ulong start = 0, end = 0;

  if (!gst_cl_check_process (NULL) ||
      clGetEventProfilingInfo (event, CL_PROFILING_COMMAND_START, sizeof start,
          &start, NULL) != CL_SUCCESS ||
      clGetEventProfilingInfo (event, CL_PROFILING_COMMAND_END, sizeof end,
          &end, NULL) != CL_SUCCESS)
    return 0;
  return end > start ? end - start : 0;
}
