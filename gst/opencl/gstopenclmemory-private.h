/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclmemory-private.h: what the memory (access and order) and its
 * allocator (creation) share.
 */
#ifndef GST_OPENCL_MEMORY_PRIVATE_H
#define GST_OPENCL_MEMORY_PRIVATE_H

#include "gstopenclmemory.h"
#include "gstopenclwatchdog.h"

G_BEGIN_DECLS

/* Commands that read at the same time; one per queue. */
#define MAX_READS 16

struct _GstOpenCLMemoryPrivate
{
  GMutex lock;                  /* guards all below */

  GstOpenCLQueue *transfers;    /* the allocator's, for maps and copies */
  GstOpenCLWatchdog *watchdog;  /* of transfers, or NULL */
  gboolean copies;              /* the host has a copy, never a map */
  gboolean copies_few;          /* a copy of few bytes, else a map */
  gpointer shared;              /* the bytes of handle, if both see them */
  guint8 *copy;                 /* the host's; NULL until needed */
  cl_mem pinned;                /* whose bytes copy are, if it always copies */
  gsize fresh;                  /* bytes of copy, from the first on, that are as
                                   the device's or unwritten */

  cl_event last_write;
  GError *write_error;          /* of a last write that no event tells of */
  cl_event reads[MAX_READS];    /* since then */
  guint n_reads;

  guint8 *host;                 /* while n_host_maps > 0 */
  gsize host_end;               /* bytes that maps reach, if host is a copy */
  guint n_host_maps, n_device_maps;
  GstMapFlags host_access;      /* of all host maps that are open */
  GError *error;                /* the first one since the last check */
};

/* ---- events; with the lock held ---- */

/* Retain the event of a command that writes, or reads, the memory. */
void gst_opencl_memory_set_write (GstOpenCLMemoryPrivate * priv,
    cl_event event);
void gst_opencl_memory_add_read (GstOpenCLMemoryPrivate * priv, cl_event event);
void gst_opencl_memory_clear_reads (GstOpenCLMemoryPrivate * priv);
/* Waits for what an access must not overlap. A command that failed no longer
   touches the memory: writers may go on. */
gboolean gst_opencl_memory_wait_for_others (GstOpenCLMemoryPrivate * priv,
    GstMapFlags access, GError ** error);

/* ---- host access; with the lock held ---- */

/* Sets priv->host, for the first of the maps that are open. */
gboolean gst_opencl_memory_open_host (GstOpenCLMemory * memory,
    GstMapFlags access, GError ** error);
/* For one more, which may reach further. */
gboolean gst_opencl_memory_open_again (GstOpenCLMemory * memory,
    GError ** error);
/* After the last one, whose accesses are priv->host_access. */
gboolean gst_opencl_memory_close_host (GstOpenCLMemory * memory,
    GError ** error);

/* ---- life ---- */

/* GstAllocator's mem_map_full and mem_unmap_full. */
gpointer gst_opencl_memory_map (GstMemory * memory, GstMapInfo * info,
    gsize max_size);
void gst_opencl_memory_unmap (GstMemory * memory, GstMapInfo * info);

/* Makes a memory, which takes over handle. If its bytes are shared, set
   priv->shared, which is taken over too. */
GstOpenCLMemory *gst_opencl_memory_new (GstAllocator * allocator,
    GstOpenCLContext * context, cl_mem handle, GstOpenCLQueue * transfers,
    gboolean copies, gsize size, const GstAllocationParams * params);
/* Frees a memory, except what the device may still use if it was given up. */
void gst_opencl_memory_free (GstOpenCLMemory * memory);

G_END_DECLS

#endif /* GST_OPENCL_MEMORY_PRIVATE_H */
