/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclmemory-private.h: what the memory (access and order), its allocator
 * (creation), queues and imports of others' memory share.
 */
#ifndef GST_OPENCL_MEMORY_PRIVATE_H
#define GST_OPENCL_MEMORY_PRIVATE_H

#include "gstopenclimport.h"
#include "gstopenclwatchdog.h"

G_BEGIN_DECLS

typedef struct _GstOpenCLOwner GstOpenCLOwner;

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
  GstOpenCLOwner *owner;    /* of handle */
  gboolean imported;            /* others have allocated the bytes */
  guint8 *copy;                 /* the host's; NULL until needed */
  cl_mem pinned;                /* whose bytes copy are, if it always copies */
  gsize fresh;                  /* bytes of copy, from the first on, that are as
                                   the device's or unwritten */

  cl_event last_write;
  GError *write_error;          /* of a last write that no event tells of */
  cl_event reads[MAX_READS];    /* since then */
  guint n_reads;
  GError *unfinished;                /* why a command is not known to have ended */

  guint8 *host;                 /* while n_host_maps > 0 */
  guint8 *stuck;                /* a map of handle whose unmap failed */
  gsize host_end;               /* bytes that maps reach, if host is a copy */
  guint n_host_maps, n_device_maps;
  GstMapFlags host_access;      /* of all host maps that are open */
  GError *error;                /* the first one since the last check */
};

/* ---- queues ---- */

/* gst_opencl_queue_finish() that tells whether all commands are known to have
   ended, even if one of them failed; it posts nothing. */
gboolean gst_opencl_queue_drain (GstOpenCLQueue * queue, gboolean * ended,
    GError ** error);

/* ---- events; with the lock held ---- */

/* Retain the event of a command that writes, or reads, the memory. */
void gst_opencl_memory_set_write (GstOpenCLMemoryPrivate * priv,
    cl_event event);
void gst_opencl_memory_add_read (GstOpenCLMemoryPrivate * priv, cl_event event);
void gst_opencl_memory_clear_reads (GstOpenCLMemoryPrivate * priv);
/* Waits for what an access must not overlap. A command that failed no longer
   touches the memory: writers may go on. FALSE, too, if a command is not known
   to have ended. */
gboolean gst_opencl_memory_wait_for_others (GstOpenCLMemoryPrivate * priv,
    GstMapFlags access, GError ** error);
/* Waits for a command that has no event here; where nobody can tell that it
   has ended, sets priv->unfinished. */
gboolean gst_opencl_memory_wait (GstOpenCLMemoryPrivate * priv,
    cl_event event, GError ** error);

/* ---- host access; with the lock held ---- */

/* Sets priv->host, for the first of the maps that are open. */
gboolean gst_opencl_memory_open_host (GstOpenCLMemory * memory,
    GstMapFlags access, GError ** error);
/* For one more, which may reach further. */
gboolean gst_opencl_memory_open_again (GstOpenCLMemory * memory,
    GError ** error);
/* Ends maps that are still there, before the memory is freed. */
void gst_opencl_memory_undo_maps (GstOpenCLMemory * memory);
/* After the last one, whose accesses are priv->host_access. */
gboolean gst_opencl_memory_close_host (GstOpenCLMemory * memory,
    GError ** error);

/* ---- what stays until a cl_mem is gone ---- */

/* Makes what owns a cl_mem and outlives its memory. */
GstOpenCLOwner *gst_opencl_owner_new (cl_mem handle, GError ** error);
/* Adds what is freed, on any thread, when the cl_mem was released and no command
   uses it any more; the last that was added comes first. */
void gst_opencl_owner_add (GstOpenCLOwner * owner, GDestroyNotify free,
    gpointer data);

/* ---- life ---- */

/* GstAllocator's mem_map_full and mem_unmap_full. */
gpointer gst_opencl_memory_map (GstMemory * memory, GstMapInfo * info,
    gsize max_size);
void gst_opencl_memory_unmap (GstMemory * memory, GstMapInfo * info);

/* Makes a memory, which takes over handle, or fails and does not. If its bytes
   are shared, set priv->shared: they live as long as handle. */
GstOpenCLMemory *gst_opencl_memory_new (GstAllocator * allocator,
    GstOpenCLContext * context, cl_mem handle, GstOpenCLQueue * transfers,
    gboolean copies, gsize size, const GstAllocationParams * params,
    GError ** error);
/* Frees a memory, unless the device was given up. The host's bytes are freed
   when no command uses the cl_mem any more. */
void gst_opencl_memory_free (GstOpenCLMemory * memory);

/* Makes a memory of a cl_mem of so many bytes, which it takes over, or fails and
   does not; it does not count as made by the allocator. */
GstOpenCLMemory *gst_opencl_allocator_wrap (GstOpenCLAllocator * allocator,
    cl_mem handle, gsize size, GError ** error);

/* ---- gstopenclimport-ways.c ---- */

/**
 * GstOpenCLImportWays:
 * @context: of the device
 * @host: host and device have one memory
 * @in_place: and no map is between them
 * @alignment: bytes that a cl_mem's first one must be a multiple of
 * @import_arm: clImportMemoryARM, or NULL
 * @acquire: clEnqueueAcquireExternalMemObjectsKHR, or NULL
 * @release: clEnqueueReleaseExternalMemObjectsKHR, or NULL
 *
 * What a device can do.
 */
typedef struct
{
  GstOpenCLContext *context;
  gboolean host, in_place;
  gsize alignment;
  gpointer import_arm, acquire, release;
} GstOpenCLImportWays;

/**
 * GstOpenCLImportPiece:
 * @handle: the cl_mem
 * @size: its bytes
 * @offset: of them before the first of the GstMemory
 * @bytes: of the host, where it begins; NULL unless the way is HOST
 * @mapping: our own map of a dma-buf, of @size bytes; else NULL
 *
 * A cl_mem that was made of a GstMemory.
 */
typedef struct
{
  GstOpenCLImportWay way;
  GstMapFlags access;
  cl_mem handle;
  gsize size, offset;
  guint8 *bytes;
  gpointer mapping;
} GstOpenCLImportPiece;

void gst_opencl_import_ways_find (GstOpenCLImportWays * ways,
    GstOpenCLContext * context);

/* Whether the device can use dma-bufs, and whether a memory is one. */
gboolean gst_opencl_import_ways_take_fds (const GstOpenCLImportWays * ways);
gboolean gst_opencl_import_is_fd (GstMemory * memory);

/* Makes a piece of a dma-buf; else of the bytes of a map. FALSE with the
   reason. */
gboolean gst_opencl_import_piece_from_fd (const GstOpenCLImportWays * ways,
    GstMemory * memory, GstMapFlags access, GstOpenCLImportPiece * piece,
    GError ** error);
gboolean gst_opencl_import_piece_from_bytes (const GstOpenCLImportWays * ways,
    const GstMapInfo * map, GstOpenCLImportPiece * piece, GError ** error);
/* Frees what the piece has beside the handle. */
void gst_opencl_import_piece_clear (GstOpenCLImportPiece * piece);

/* Tells the kernel where the host begins or ends (start FALSE) its access to
   the bytes of a dma-buf. */
void gst_opencl_import_sync_fd (GstMemory * memory, GstMapFlags access,
    gboolean begins);

/* Enqueues what must be before and after the commands that use a piece; *event,
   which is retained for the caller, is that of the last one. */
gboolean gst_opencl_import_piece_take (const GstOpenCLImportWays * ways,
    const GstOpenCLImportPiece * piece, cl_command_queue queue,
    GError ** error);
gboolean gst_opencl_import_piece_give (const GstOpenCLImportWays * ways,
    const GstOpenCLImportPiece * piece, cl_command_queue queue,
    cl_event * event, GError ** error);

G_END_DECLS

#endif /* GST_OPENCL_MEMORY_PRIVATE_H */
