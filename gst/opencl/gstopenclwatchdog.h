/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclwatchdog.h: limits how long an element waits for its device.
 *
 * A limit of 0 means that waits never end early and are OpenCL's own. With any
 * other limit no call blocks in the driver: events are asked for their status
 * again and again, at intervals that grow with the time waited. If no command
 * that the watchdog knows of has ended for as long as the limit, it gives up,
 * for ever:
 *
 *   - the element posts one error that names the device, the oldest command
 *     that is not done, and the limit;
 *   - this wait and all later ones fail at once, with an error that is not
 *     posted again;
 *   - what the device may still use is neither waited for nor freed: queues,
 *     memory, plans and the context stay as they are. They leak;
 *   - the context is not offered to elements that open a device after it.
 *
 * In the child of a process that used OpenCL every watchdog has given up.
 *
 * A wait for the last of several commands may take the limit for each of them,
 * since they end one after another.
 *
 * All functions may be called from any thread. A wait holds no lock but that of
 * a memory.
 *
 * The library exports this for the plugin's elements; the header is not
 * installed.
 */
#ifndef GST_OPENCL_WATCHDOG_H
#define GST_OPENCL_WATCHDOG_H

#include "gstopenclmemory.h"

G_BEGIN_DECLS

/* Makes a watchdog for an element, which it does not keep alive, and its
   context. The limit is 0 at first. */
GST_OPENCL_API
GstOpenCLWatchdog *gst_opencl_watchdog_new (GstElement * element,
    GstOpenCLContext * context);
GST_OPENCL_API
GstOpenCLWatchdog *gst_opencl_watchdog_ref (GstOpenCLWatchdog * watchdog);
GST_OPENCL_API
void gst_opencl_watchdog_unref (GstOpenCLWatchdog * watchdog);
/* Unrefs the watchdog of a field that is not NULL, and sets the field to
   NULL. */
GST_OPENCL_API
void gst_clear_opencl_watchdog (GstOpenCLWatchdog ** watchdog);

/* Sets the limit in nanoseconds. It holds for the waits under way too, except
   for those that began when it was 0. */
GST_OPENCL_API
void gst_opencl_watchdog_set_timeout (GstOpenCLWatchdog * watchdog,
    guint64 timeout);

/* All functions below accept NULL, which is a watchdog without a limit. */

/* Whether there is a limit; also TRUE after it has given up. */
GST_OPENCL_API
gboolean gst_opencl_watchdog_is_armed (GstOpenCLWatchdog * watchdog);
GST_OPENCL_API
gboolean gst_opencl_watchdog_has_given_up (GstOpenCLWatchdog * watchdog);

/* Adds a command whose end shows that the device works; its event is
   retained. */
GST_OPENCL_API
void gst_opencl_watchdog_add (GstOpenCLWatchdog * watchdog, cl_event event);

/* Flushes the event's queue and waits, with a limit or without. Returns FALSE
   if the command failed, the wait was given up, which is not posted yet, or a
   call failed twice. Then the command may go on unless its event is complete,
   and what it uses must stay. */
GST_OPENCL_API
gboolean gst_opencl_watchdog_wait (GstOpenCLWatchdog * watchdog,
    cl_event event, GError ** error);
/* Returns FALSE with an error that is not posted if it has given up. */
GST_OPENCL_API
gboolean gst_opencl_watchdog_check (GstOpenCLWatchdog * watchdog,
    GError ** error);
/* Posts the element's error if it has given up and this was not posted yet. The
   caller must hold no lock. */
GST_OPENCL_API
void gst_opencl_watchdog_tell (GstOpenCLWatchdog * watchdog);

/* (transfer none) (nullable): the watchdog for the engine's waits; it posts the
   element's error at once. */
GST_OPENCL_API
const clfft_waiter *gst_opencl_watchdog_get_waiter (GstOpenCLWatchdog *
    watchdog);

/* ---- the watchdogs of queues and of memory ---- */

/* Sets the watchdog of a queue; NULL: waits have no limit. */
GST_OPENCL_API
void gst_opencl_queue_set_watchdog (GstOpenCLQueue * queue,
    GstOpenCLWatchdog * watchdog);
/* (transfer none) (nullable) */
GST_OPENCL_API
GstOpenCLWatchdog *gst_opencl_queue_get_watchdog (GstOpenCLQueue * queue);

/* Sets the watchdog of an allocator that has made no memory yet. Memory that
   the watchdog gives up is not freed. */
GST_OPENCL_API
void gst_opencl_allocator_set_watchdog (GstOpenCLAllocator * allocator,
    GstOpenCLWatchdog * watchdog);

/* Flushes the event's queue and waits by the watchdog (nullable), which posts
   the element's error if it gives up. Returns FALSE if the command failed or
   was given up. */
GST_OPENCL_API
gboolean gst_opencl_event_wait (cl_event event, GstOpenCLWatchdog * watchdog,
    GError ** error);
/* Releases *last and keeps event instead, which may be NULL. Returns FALSE if
   the event cannot be kept and its command failed. */
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

/* Whether the patience is over at the time `now`, in microseconds, when n_ended
   commands have ended. With a timeout of 0 ns it never is. */
GST_OPENCL_API
gboolean gst_opencl_patience_is_over (GstOpenCLPatience * patience,
    gint64 now, guint64 n_ended, guint64 timeout);

G_END_DECLS

#endif /* GST_OPENCL_WATCHDOG_H */
