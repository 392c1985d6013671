/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * inflight.h: commands that were enqueued and not waited for, few enough that
 * a host that is ahead of its device does not run away from it.
 *
 * One thread at a time, but for gst_cl_in_flight_get_time().
 */
#ifndef GST_CL_IN_FLIGHT_H
#define GST_CL_IN_FLIGHT_H

#include "opencl/gstopenclqueue.h"

G_BEGIN_DECLS

#define GST_CL_IN_FLIGHT_MAX 16

/**
 * GstClInFlight:
 *
 * All fields but @watchdog are private.
 */
typedef struct
{
  cl_event events[GST_CL_IN_FLIGHT_MAX];
  guint first, n_events;
  guint64 time;                 /* ns of those done, guarded by lock */
  GMutex lock;
  GstOpenCLWatchdog *watchdog;  /* (transfer none) (nullable): who waits */
} GstClInFlight;

/* Of a struct that is zeroed. */
void gst_cl_in_flight_init (GstClInFlight * in_flight,
    GstOpenCLWatchdog * watchdog);
/* Forgets them without waiting; frees all but the struct. */
void gst_cl_in_flight_finish (GstClInFlight * in_flight);

/*
 * Takes event, which may be NULL; forgets those that are done and waits for
 * the oldest if there is no room. FALSE if one of these failed.
 */
gboolean gst_cl_in_flight_add (GstClInFlight * in_flight, cl_event event,
    GError ** error);

/* Waits for all; FALSE if one failed. */
gboolean gst_cl_in_flight_wait (GstClInFlight * in_flight, GError ** error);

/* Forgets them without waiting. */
void gst_cl_in_flight_clear (GstClInFlight * in_flight);

/* Run time on the device of those that are done and were seen to be; from any
   thread. */
GstClockTime gst_cl_in_flight_get_time (GstClInFlight * in_flight);

G_END_DECLS

#endif /* GST_CL_IN_FLIGHT_H */
