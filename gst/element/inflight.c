/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* inflight.c: see inflight.h. */
#include "inflight.h"

void
gst_cl_in_flight_init (GstClInFlight * in_flight, GstOpenCLWatchdog * watchdog)
{
  g_mutex_init (&in_flight->lock);
  in_flight->watchdog = watchdog;
}

static void
forget_oldest (GstClInFlight * in_flight)
{
  gst_opencl_event_clear (&in_flight->events[in_flight->first]);
  in_flight->first = (in_flight->first + 1) % GST_CL_IN_FLIGHT_MAX;
  in_flight->n_events--;
}

/* Waits for the oldest and counts its time. */
static gboolean
end_oldest (GstClInFlight * in_flight, GError ** error)
{
  cl_event oldest = in_flight->events[in_flight->first];

  if (!gst_opencl_event_wait (oldest, in_flight->watchdog, error))
    return FALSE;
  g_mutex_lock (&in_flight->lock);
  in_flight->time += gst_opencl_event_get_time (oldest);
  g_mutex_unlock (&in_flight->lock);
  forget_oldest (in_flight);
  return TRUE;
}

gboolean
gst_cl_in_flight_add (GstClInFlight * in_flight, cl_event event,
    GError ** error)
{
  guint last;

  while (in_flight->n_events > 0) {
    if (in_flight->n_events < GST_CL_IN_FLIGHT_MAX
        && !gst_opencl_event_is_complete (in_flight->events[in_flight->first]))
      break;
    if (!end_oldest (in_flight, error)) {
      gst_opencl_event_clear (&event);
      return FALSE;
    }
  }
  if (event) {
    last = (in_flight->first + in_flight->n_events) % GST_CL_IN_FLIGHT_MAX;
    in_flight->events[last] = event;
    in_flight->n_events++;
  }
  return TRUE;
}

gboolean
gst_cl_in_flight_wait (GstClInFlight * in_flight, GError ** error)
{
  while (in_flight->n_events > 0)
    if (!end_oldest (in_flight, error))
      return FALSE;
  return TRUE;
}

void
gst_cl_in_flight_clear (GstClInFlight * in_flight)
{
  while (in_flight->n_events > 0)
    forget_oldest (in_flight);
}

void
gst_cl_in_flight_finish (GstClInFlight * in_flight)
{
  gst_cl_in_flight_clear (in_flight);
  g_mutex_clear (&in_flight->lock);
}

GstClockTime
gst_cl_in_flight_get_time (GstClInFlight * in_flight)
{
  GstClockTime time;

  g_mutex_lock (&in_flight->lock);
  time = in_flight->time;
  g_mutex_unlock (&in_flight->lock);
  return time;
}
