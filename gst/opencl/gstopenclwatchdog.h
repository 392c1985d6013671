/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclwatchdog.h: limits how long an element waits for its device.
 *
 * A limit of 0 means for ever, and waiting is OpenCL's. With another one no
 * call blocks in the driver: events are asked for their status again and again,
 * at intervals that grow with the time waited. If no command that the watchdog
 * knows of has ended for so long, it gives up, for ever:
 *
 *   - the element posts one error that names the device, the oldest command
 *     that is not done, and the limit;
 *   - this wait and all later ones fail at once, with an error that is not
 *     posted again;
 *   - what the device may use still is neither waited for nor given back:
 *     queues, memory, plans and the context stay as they are. They leak;
 *   - the context is not offered to elements that open a device after it.
 *
 * In the child of a process that used OpenCL every watchdog has given up.
 *
 * A wait for the last of several commands may take a limit each, as they end
 * one after another.
 *
 * Any thread. What waits holds no lock but a memory's own.
 *
 * The library exports this for the plugin's elements; the header is not
 * installed.
 */
#ifndef GST_OPENCL_WATCHDOG_H
#define GST_OPENCL_WATCHDOG_H

#include "gstopenclmemory.h"

G_BEGIN_DECLS

/* For an element (not kept alive) and its context. The limit is 0. */
GST_OPENCL_API
GstOpenCLWatchdog *gst_opencl_watchdog_new (GstElement * element,
    GstOpenCLContext * context);
GST_OPENCL_API
GstOpenCLWatchdog *gst_opencl_watchdog_ref (GstOpenCLWatchdog * watchdog);
GST_OPENCL_API
void gst_opencl_watchdog_unref (GstOpenCLWatchdog * watchdog);
/* Accepts a field that is NULL; sets it to NULL. */
GST_OPENCL_API
void gst_clear_opencl_watchdog (GstOpenCLWatchdog ** watchdog);

/* Nanoseconds. Waits that are going on follow, but for those that began when
   it was 0. */
GST_OPENCL_API
void gst_opencl_watchdog_set_timeout (GstOpenCLWatchdog * watchdog,
    guint64 timeout);

/* All below accept NULL, which is one without a limit. */

/* Is there a limit? Also TRUE when it has given up. */
GST_OPENCL_API
gboolean gst_opencl_watchdog_is_armed (GstOpenCLWatchdog * watchdog);
GST_OPENCL_API
gboolean gst_opencl_watchdog_has_given_up (GstOpenCLWatchdog * watchdog);

/* One more command whose end shows that the device works; retained. */
GST_OPENCL_API
void gst_opencl_watchdog_add (GstOpenCLWatchdog * watchdog, cl_event event);

/* Flushes the event's queue and waits, with a limit or without. FALSE if the
   command failed or the wait was given up, which is not told yet. */
GST_OPENCL_API
gboolean gst_opencl_watchdog_wait (GstOpenCLWatchdog * watchdog,
    cl_event event, GError ** error);
/* FALSE with an error that is not posted if it has given up. */
GST_OPENCL_API
gboolean gst_opencl_watchdog_check (GstOpenCLWatchdog * watchdog,
    GError ** error);
/* Posts the element's error if it has given up and this was not told. Without
   a lock held. */
GST_OPENCL_API
void gst_opencl_watchdog_tell (GstOpenCLWatchdog * watchdog);

/* (transfer none) (nullable): the same for the engine; tells at once. */
GST_OPENCL_API
const clfft_waiter *gst_opencl_watchdog_get_waiter (GstOpenCLWatchdog *
    watchdog);

/* ---- who waits for what is done on a queue, or with memory ---- */

/* NULL: nobody, for ever. */
GST_OPENCL_API
void gst_opencl_queue_set_watchdog (GstOpenCLQueue * queue,
    GstOpenCLWatchdog * watchdog);
/* (transfer none) (nullable) */
GST_OPENCL_API
GstOpenCLWatchdog *gst_opencl_queue_get_watchdog (GstOpenCLQueue * queue);

/* What it gives up is not freed. For an allocator that has made none. */
GST_OPENCL_API
void gst_opencl_allocator_set_watchdog (GstOpenCLAllocator * allocator,
    GstOpenCLWatchdog * watchdog);

/* Flushes the event's queue and waits as watchdog (nullable) does, which tells
   if it gives up. FALSE if the command failed, or was given up. */
GST_OPENCL_API
gboolean gst_opencl_event_wait (cl_event event, GstOpenCLWatchdog * watchdog,
    GError ** error);
/* Releases *last and keeps event instead, which may be NULL. FALSE if it cannot
   be kept and its command failed. */
GST_OPENCL_API
gboolean gst_opencl_event_replace (cl_event * last, cl_event event,
    GstOpenCLWatchdog * watchdog, GError ** error);

/* ---- the clock of a wait, for tests too ---- */

/**
 * GstOpenCLPatience:
 * @since: microseconds: when the wait began or a command ended
 * @n_ended: commands that had ended by then
 */
typedef struct
{
  gint64 since;
  guint64 n_ended;
} GstOpenCLPatience;

/* Is it at an end at this time, when so many commands have ended? 0 ns: no. */
GST_OPENCL_API
gboolean gst_opencl_patience_is_over (GstOpenCLPatience * patience,
    gint64 now, guint64 n_ended, guint64 timeout);

G_END_DECLS

#endif /* GST_OPENCL_WATCHDOG_H */
