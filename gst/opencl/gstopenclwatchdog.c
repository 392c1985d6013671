/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstopenclwatchdog.c: watches the commands of a device and gives up on those
   that do not end. */
#include "gstopenclwatchdog.h"

#include "debug.h"
#include "error.h"

/* The pause between two questions, as a part of the time waited: an eighth, so
   that a wait takes at most that much longer than in OpenCL. */
#define SLEEP_PART 8
#define SLEEP_LEAST 10
#define SLEEP_MOST 5000

struct _GstOpenCLWatchdog
{
  gint n_references;
  GWeakRef element;
  GWeakRef context;             /* a plan's creation that was left may hold the
                                   watchdog longer than all elements */
  gchar *device_name;
  clfft_waiter waiter;
  gint given_up;                /* atomic; never unset */

  GMutex lock;                  /* guards the rest */
  guint64 timeout;
  GQueue pending;               /* of cl_event, in the order of being added */
  guint64 n_ended;              /* of them */
  GError *error;                /* to be posted */
};

/* ---- life ---- */

static bool
wait_for_engine (cl_event event, char *reason, size_t size, void *data)
{
  g_autoptr (GError) error = NULL;

  if (gst_opencl_event_wait (event, data, &error))
    return true;
  g_strlcpy (reason, error->message, size);
  return false;
}

static bool
tell_engine (void *data)
{
  return gst_opencl_watchdog_has_given_up (data);
}

static void
hold_for_engine (void *data)
{
  gst_opencl_watchdog_ref (data);
}

static void
drop_for_engine (void *data)
{
  gst_opencl_watchdog_unref (data);
}

GstOpenCLWatchdog *
gst_opencl_watchdog_new (GstElement * element, GstOpenCLContext * context)
{
  GstOpenCLWatchdog *watchdog = g_new0 (GstOpenCLWatchdog, 1);

  watchdog->n_references = 1;
  g_weak_ref_init (&watchdog->element, element);
  g_weak_ref_init (&watchdog->context, context);
  watchdog->device_name =
      g_strdup (gst_opencl_context_get_limits (context)->device_name);
  watchdog->waiter = (clfft_waiter) {
  wait_for_engine, tell_engine, watchdog, hold_for_engine, drop_for_engine};
  g_mutex_init (&watchdog->lock);
  g_queue_init (&watchdog->pending);
  return watchdog;
}

GstOpenCLWatchdog *
gst_opencl_watchdog_ref (GstOpenCLWatchdog * watchdog)
{
  g_atomic_int_inc (&watchdog->n_references);
  return watchdog;
}

static void
forget (gpointer event)
{
  clReleaseEvent (event);
}

void
gst_opencl_watchdog_unref (GstOpenCLWatchdog * watchdog)
{
  if (!g_atomic_int_dec_and_test (&watchdog->n_references))
    return;
  if (gst_cl_check_process (NULL))
    g_queue_clear_full (&watchdog->pending, forget);
  g_clear_error (&watchdog->error);
  g_mutex_clear (&watchdog->lock);
  g_free (watchdog->device_name);
  g_weak_ref_clear (&watchdog->context);
  g_weak_ref_clear (&watchdog->element);
  g_free (watchdog);
}

void
gst_clear_opencl_watchdog (GstOpenCLWatchdog ** watchdog)
{
  g_clear_pointer (watchdog, gst_opencl_watchdog_unref);
}

void
gst_opencl_watchdog_set_timeout (GstOpenCLWatchdog * watchdog, guint64 timeout)
{
  g_mutex_lock (&watchdog->lock);
  watchdog->timeout = timeout;
  g_mutex_unlock (&watchdog->lock);
}

static guint64
get_timeout (GstOpenCLWatchdog * watchdog)
{
  guint64 timeout;

  g_mutex_lock (&watchdog->lock);
  timeout = watchdog->timeout;
  g_mutex_unlock (&watchdog->lock);
  return timeout;
}

gboolean
gst_opencl_watchdog_has_given_up (GstOpenCLWatchdog * watchdog)
{
  return !gst_cl_check_process (NULL)
      || (watchdog && g_atomic_int_get (&watchdog->given_up));
}

gboolean
gst_opencl_watchdog_is_armed (GstOpenCLWatchdog * watchdog)
{
  return gst_opencl_watchdog_has_given_up (watchdog)
      || (watchdog && get_timeout (watchdog) > 0);
}

/* ---- commands that are under way ---- */

/* With the lock held. */
static void
forget_ended (GstOpenCLWatchdog * watchdog)
{
  GList *link = watchdog->pending.head;

  while (link) {
    GList *next = link->next;

    if (gst_opencl_event_is_complete (link->data)) {
      clReleaseEvent (link->data);
      g_queue_delete_link (&watchdog->pending, link);
      watchdog->n_ended++;
    }
    link = next;
  }
}

void
gst_opencl_watchdog_add (GstOpenCLWatchdog * watchdog, cl_event event)
{
  if (!gst_opencl_watchdog_is_armed (watchdog) || !gst_cl_check_process (NULL))
    return;
  g_mutex_lock (&watchdog->lock);
  forget_ended (watchdog);
  if (!g_queue_find (&watchdog->pending, event)
      && clRetainEvent (event) == CL_SUCCESS)
    g_queue_push_tail (&watchdog->pending, event);
  g_mutex_unlock (&watchdog->lock);
}

static guint64
count_ended (GstOpenCLWatchdog * watchdog)
{
  guint64 n_ended;

  g_mutex_lock (&watchdog->lock);
  forget_ended (watchdog);
  n_ended = watchdog->n_ended;
  g_mutex_unlock (&watchdog->lock);
  return n_ended;
}

/* The type that NVIDIA's driver (seen with version 580) gives markers and
   barriers that wait for events. */
#define NVIDIA_COMMAND_WAIT 0x4003

/* Names the call that enqueued the command. */
static const gchar *
name_call (cl_event event)
{
  static const struct
  {
    cl_command_type type;
    const gchar *call;
  } names[] = {
    {CL_COMMAND_NDRANGE_KERNEL, "clEnqueueNDRangeKernel"},
    {CL_COMMAND_READ_BUFFER, "clEnqueueReadBuffer"},
    {CL_COMMAND_WRITE_BUFFER, "clEnqueueWriteBuffer"},
    {CL_COMMAND_FILL_BUFFER, "clEnqueueFillBuffer"},
    {CL_COMMAND_MAP_BUFFER, "clEnqueueMapBuffer"},
    {CL_COMMAND_UNMAP_MEM_OBJECT, "clEnqueueUnmapMemObject"},
    {CL_COMMAND_MARKER, "clEnqueueMarkerWithWaitList"},
    {CL_COMMAND_BARRIER, "clEnqueueBarrierWithWaitList"},
    {NVIDIA_COMMAND_WAIT, "clEnqueueMarkerWithWaitList or a barrier"},
  };
  cl_command_type type = 0;

  clGetEventInfo (event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].type == type)
      return names[i].call;
  return "an unknown call";
}

/* ---- waiting ---- */

gboolean
gst_opencl_patience_is_over (GstOpenCLPatience * patience, gint64 now,
    guint64 n_ended, guint64 timeout)
{
  if (n_ended != patience->n_ended) {
    patience->n_ended = n_ended;
    patience->since = now;
  }
  return timeout > 0 && (guint64) (now - patience->since) >= timeout / 1000;
}

static void
give_up (GstOpenCLWatchdog * watchdog, cl_event event)
{
  g_autofree gchar *seconds = gst_cl_strdup_printf ("%g",
      watchdog->timeout / 1e9);
  g_autoptr (GstOpenCLContext) context = g_weak_ref_get (&watchdog->context);
  cl_event oldest;

  g_mutex_lock (&watchdog->lock);
  oldest = g_queue_peek_head (&watchdog->pending);
  if (g_atomic_int_compare_and_exchange (&watchdog->given_up, FALSE, TRUE)) {
    watchdog->error = g_error_new (GST_RESOURCE_ERROR,
        GST_RESOURCE_ERROR_FAILED, "%s did not finish the command of %s within "
        "%s s (timeout is %" G_GUINT64_FORMAT " ns); it is given up",
        watchdog->device_name, name_call (oldest ? oldest : event), seconds,
        watchdog->timeout);
    if (context)
      gst_opencl_context_give_up (context);
  }
  g_mutex_unlock (&watchdog->lock);
}

gboolean
gst_opencl_watchdog_check (GstOpenCLWatchdog * watchdog, GError ** error)
{
  if (!gst_cl_check_process (error))
    return FALSE;
  if (!gst_opencl_watchdog_has_given_up (watchdog))
    return TRUE;
  gst_cl_set_cancelled_error (error, "The device was given up");
  return FALSE;
}

/* Waiting need not flush: OpenCL 1.2, section 5.13. */
static gboolean
flush (cl_event event, GError ** error)
{
  cl_command_queue queue = NULL;
  cl_int code = clGetEventInfo (event, CL_EVENT_COMMAND_QUEUE, sizeof queue,
      &queue, NULL);

  return gst_cl_check_code (code, "clGetEventInfo", error) &&
      (!queue || gst_cl_check_code (clFlush (queue), "clFlush", error));
}

static gboolean
check_status (cl_int status, GError ** error)
{
  return gst_cl_check_code (MIN (status, 0), "A command on the device", error);
}

static gboolean
wait_for_ever (cl_event event, GError ** error)
{
  cl_int code = clWaitForEvents (1, &event), status = CL_COMPLETE;

  if (code == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
    status = gst_opencl_event_get_status (event);
  return status >= 0 ? gst_cl_check_code (code, "clWaitForEvents", error)
      : check_status (status, error);
}

static gboolean
wait_with_limit (GstOpenCLWatchdog * watchdog, cl_event event, GError ** error)
{
  gint64 begin = g_get_monotonic_time (), now = begin;
  GstOpenCLPatience patience;
  cl_int status;

  gst_opencl_watchdog_add (watchdog, event);
  patience.since = begin;
  patience.n_ended = count_ended (watchdog);
  /* the time is taken before the question, so that a late answer does not
     count */
  while ((status = gst_opencl_event_get_status (event)) > CL_COMPLETE) {
    if (gst_opencl_patience_is_over (&patience, now, count_ended (watchdog),
            get_timeout (watchdog)))
      give_up (watchdog, event);
    if (!gst_opencl_watchdog_check (watchdog, error))
      return FALSE;
    g_usleep (CLAMP ((now - begin) / SLEEP_PART, SLEEP_LEAST, SLEEP_MOST));
    now = g_get_monotonic_time ();
  }
  return check_status (status, error);
}

static gboolean
wait_once (GstOpenCLWatchdog * watchdog, cl_event event, GError ** error)
{
  cl_int status;

  if (!gst_cl_check_process (error))
    return FALSE;
  status = gst_opencl_event_get_status (event);
  if (status <= CL_COMPLETE)
    return check_status (status, error);
  if (!gst_opencl_watchdog_check (watchdog, error) || !flush (event, error))
    return FALSE;
  return gst_opencl_watchdog_is_armed (watchdog)
      ? wait_with_limit (watchdog, event, error)
      : wait_for_ever (event, error);
}

/* A call that fails here says nothing of the command, which may go on: it is
   waited for once more. */
gboolean
gst_opencl_watchdog_wait (GstOpenCLWatchdog * watchdog, cl_event event,
    GError ** error)
{
  return wait_once (watchdog, event, NULL)
      || wait_once (watchdog, event, error);
}

void
gst_opencl_watchdog_tell (GstOpenCLWatchdog * watchdog)
{
  g_autoptr (GError) error = NULL;
  GstElement *element;

  if (!gst_opencl_watchdog_has_given_up (watchdog)
      || !gst_cl_check_process (NULL))
    return;
  g_mutex_lock (&watchdog->lock);
  error = g_steal_pointer (&watchdog->error);
  g_mutex_unlock (&watchdog->lock);
  element = error ? g_weak_ref_get (&watchdog->element) : NULL;
  if (!element)
    return;
  GST_CL_ELEMENT_ERROR (element, error);
  gst_object_unref (element);
}

const clfft_waiter *
gst_opencl_watchdog_get_waiter (GstOpenCLWatchdog * watchdog)
{
  return watchdog ? &watchdog->waiter : NULL;
}
