/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.h: what every element has on its device: while the device is open, a
 * queue that measures times, an allocator and the statistics; for each shape, a
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

/* Two, so that the host fills one while the device reads the other. */
#define GST_CL_SESSION_N_STAGING 2

/* Few enough that the host does not run far ahead of its device. */
#define GST_CL_SESSION_MAX_IN_FLIGHT 16

/* Counts of what is done so far; n_bytes: see the element's statistics. What the
   host copies of samples, spectra or pictures, each time that it does: n_copies
   is pieces, copied_size bytes. */
typedef struct
{
  guint64 n_transforms;
  guint64 n_frames;
  guint64 n_bytes;
  guint64 n_copies, copied_size;
} GstClCounters;

/**
 * GstClSession:
 * @plan: (nullable)
 * @staging: (nullable)
 * @pool: (nullable): of output buffers
 */
typedef struct
{
  GstOpenCLContext *context;
  GstOpenCLQueue *queue;
  GstOpenCLAllocator *allocator;
  GstOpenCLWatchdog *watchdog;  /* of queue and allocator */
  GstOpenCLImporter *importer;  /* for the queue */

  clfft_plan *plan;
  GstMemory *staging[GST_CL_SESSION_N_STAGING];
  GstBufferPool *pool;
  guint next_staging;

  /* commands that were enqueued and not waited for */
  cl_event in_flight[GST_CL_SESSION_MAX_IN_FLIGHT];
  guint first_in_flight, n_in_flight;

  GMutex lock;                  /* guards the rest */
  GstClCounters counters;
  GstClockTime time;            /* on the device, of what is done */
  gchar *recipe;
  guint64 scratch_size;         /* bytes that the plan has beside its input
                                   and output */
} GstClSession;

/* Makes a struct of size bytes that begins with a GstClSession, which is open,
   and is zeroed after it. Returns NULL with error. */
gpointer gst_cl_session_new (gsize size, GstOpenCLContext * context,
    GstOpenCLWatchdog * watchdog, GError ** error);
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

/* Makes staging memory of so many bytes. */
gboolean gst_cl_session_make_staging (GstClSession * session, gsize size,
    GError ** error);

/* Makes one memory of so many bytes. Returns NULL with error. */
GstMemory *gst_cl_session_alloc (GstClSession * session, gsize size,
    GError ** error);

/* Makes the pool, of buffers of so many bytes of the output's caps. */
gboolean gst_cl_session_make_pool (GstClSession * session, GstCaps * caps,
    gsize size, GError ** error);

/* ---- running ---- */

/* How many bytes of the next staging memory are used; it had another size
   before. Few of them reach the device by one command in place of two. */
void gst_cl_session_size_staging (GstClSession * session, gsize size);
/* Returns the next staging memory, mapped for writing once the device no longer
   reads it; NULL with error. */
GstOpenCLMemory *gst_cl_session_begin_staging (GstClSession * session,
    GstMapInfo * map, GError ** error);
/* Unmaps it for the device, and counts the bytes that were copied to it. */
gboolean gst_cl_session_end_staging (GstClSession * session,
    GstOpenCLMemory * memory, GstMapInfo * map, gsize copied_size,
    GError ** error);

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

void gst_cl_session_count (GstClSession * session, guint64 n_transforms,
    guint64 n_frames, guint64 n_bytes);
/* Counts a piece of so many bytes that the host has copied. */
void gst_cl_session_count_copy (GstClSession * session, gsize size);
/* Counts the time on the device of a command that was not in flight. */
void gst_cl_session_count_time (GstClSession * session, GstClockTime time);

/* The bytes of device memory at present, without tables. From any thread. */
guint64 gst_cl_session_get_memory_size (GstClSession * session);

/* Sets the fields that all elements have; from any thread. */
void gst_cl_session_get_stats (GstClSession * session, GstStructure * stats);
/* The same of a session and one that works for it: all numbers are sums. */
void gst_cl_session_get_sums (GstClSession * session, GstClSession * inner,
    GstStructure * stats);

G_END_DECLS

#endif /* GST_CL_SESSION_H */
