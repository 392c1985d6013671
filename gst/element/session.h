/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.h: what every element has on its device: while the device is open, a
 * queue that measures times, an allocator and the statistics; for each setup, a
 * plan, staging memory, a pool of output buffers and the commands in flight.
 *
 * An element's session begins with a GstClSession and adds its own.
 *
 * One thread at a time, but for gst_cl_session_get_stats().
 */
#ifndef GST_CL_SESSION_H
#define GST_CL_SESSION_H

#include "commands/command.h"
#include "progress.h"
#include "opencl/gstopenclimport.h"
#include "opencl/gstopenclwatchdog.h"

G_BEGIN_DECLS

/* So that the host fills one while the device reads the other. */
#define GST_CL_SESSION_MAX_STAGING 2

/* Few enough that the host does not run far ahead of its device. */
#define GST_CL_SESSION_MAX_IN_FLIGHT 16
/* Of the output, which are made at once. */
#define GST_CL_SESSION_MIN_BUFFERS 2

/**
 * GstClCounter:
 * @GST_CL_COUNTER_BYTES: see the element's statistics
 * @GST_CL_COUNTER_COPIES: pieces of samples, spectra or pictures that the host
 *     copied, each time that it did
 * @GST_CL_COUNTER_TIME: nanoseconds on the device, of what is done
 * @GST_CL_COUNTER_OWN: the first that only some elements have
 *
 * What a session counts; `stats` has a field of each.
 */
typedef enum
{
  GST_CL_COUNTER_TRANSFORMS,
  GST_CL_COUNTER_FRAMES,
  GST_CL_COUNTER_BYTES,
  GST_CL_COUNTER_COPIES,
  GST_CL_COUNTER_COPIED_BYTES,
  GST_CL_COUNTER_TIME,
  GST_CL_COUNTER_OWN,
  GST_CL_COUNTER_NOT_FINITE = GST_CL_COUNTER_OWN,
  GST_CL_COUNTER_PICTURES,
  GST_CL_COUNTER_DROPS,
  GST_CL_COUNTER_TAPS,
  GST_CL_COUNTER_CHANGES,
  GST_CL_N_COUNTERS
} GstClCounter;

/**
 * GstClSession:
 * @plan: (nullable)
 * @staging: (nullable)
 * @pool: (nullable): of output buffers
 * @gives_device_memory: their caps say so
 */
typedef struct
{
  GstOpenCLContext *context;
  GstOpenCLQueue *queue;
  GstOpenCLAllocator *allocator;
  GstOpenCLWatchdog *watchdog;  /* of queue and allocator */
  GstOpenCLImporter *importer;  /* for the queue */

  clfft_plan *plan;
  GstMemory *staging[GST_CL_SESSION_MAX_STAGING];
  guint n_staging, next_staging;
  GstBufferPool *pool;
  gboolean gives_device_memory;

  /* commands that were enqueued and not waited for */
  cl_event in_flight[GST_CL_SESSION_MAX_IN_FLIGHT];
  guint first_in_flight, n_in_flight;

  GMutex lock;                  /* guards the rest */
  guint64 counters[GST_CL_N_COUNTERS];
  guint own_counters;           /* bits of those that it has */
  gchar *recipe;
  guint64 scratch_size;         /* bytes that the plan has beside its input
                                   and output */
} GstClSession;

/* Makes a struct of size bytes that begins with a GstClSession, which is open,
   and is zeroed after it. own_counters: 1 << GstClCounter of each that the
   element has beside those of all; watchdog is nullable. Returns NULL with
   error. */
gpointer gst_cl_session_new (gsize size, guint own_counters,
    GstOpenCLContext * context, GstOpenCLWatchdog * watchdog, GError ** error);
/* Clears a session and frees it; accepts NULL. If the watchdog has given up,
   only the structs are freed. */
void gst_cl_session_free (gpointer session);

/* Waits for the device and frees plan, staging memory and pool. */
void gst_cl_session_clear (GstClSession * session);

/* ---- making ---- */

/* Makes a plan for desc, as *plan, which may be session->plan. Only schedule
   and effort of params are read; NULL: the defaults. what: "the transform". */
gboolean gst_cl_session_make_plan (GstClSession * session, clfft_plan ** plan,
    const clfft_desc * desc, const clfft_plan_params * params,
    GstClProgress * progress, const gchar * what, GError ** error);

/* Makes n memories of so many bytes for copies of sources; 1 if the host waits
   for what reads them before it makes the next copy. */
gboolean gst_cl_session_make_staging (GstClSession * session, guint n,
    gsize size, GError ** error);

/* Makes one memory of so many bytes. Returns NULL with error. */
GstMemory *gst_cl_session_alloc (GstClSession * session, gsize size,
    GError ** error);

/* Makes the pool, of buffers of so many bytes of the output's caps. */
gboolean gst_cl_session_make_pool (GstClSession * session, GstCaps * caps,
    gsize size, GError ** error);

/* ---- running ---- */

/* Ends a command on the session's queue, as gst_cl_command_end() does: from now
   on it is in flight. Forgets commands that are done, and waits for the oldest
   if there is no room; FALSE with error if one of these failed, too. */
gboolean gst_cl_session_end_command (GstClSession * session,
    GstClCommand * command, clfft_status status, const gchar * failed,
    GError ** error);

/* Enqueues a plan from one memory into another as such a command, with counts
   and offsets of params. */
gboolean gst_cl_session_execute (GstClSession * session, clfft_plan * plan,
    GstOpenCLMemory * input, GstOpenCLMemory * output,
    clfft_execute_params * params, GError ** error);

/* Waits until all enqueued commands are done; FALSE if a command failed. */
gboolean gst_cl_session_wait (GstClSession * session, GError ** error);

/* ---- statistics ---- */

void gst_cl_session_count (GstClSession * session, GstClCounter counter,
    guint64 n);
/* Counts a piece of so many bytes that the host has copied. */
void gst_cl_session_count_copy (GstClSession * session, gsize size);

/* The bytes of device memory at present, without tables. From any thread. */
guint64 gst_cl_session_get_memory_size (GstClSession * session);

/* Sets the fields of what is counted, from any thread; with those of a session
   that makes its input (inner, nullable), but for frames. */
void gst_cl_session_get_stats (GstClSession * session, GstClSession * inner,
    GstStructure * stats);

G_END_DECLS

#endif /* GST_CL_SESSION_H */
