/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclimport.h: memory that somebody else has allocated, used by a device
 * where it is. No byte is copied by the host.
 *
 * The ways, of which the first that the memory and the device allow is taken:
 *
 *   ARM   a dma-buf, by clImportMemoryARM of cl_arm_import_memory_dma_buf
 *   KHR   a dma-buf, by cl_khr_external_memory_dma_buf; each use is between an
 *         acquire and a release
 *   HOST  bytes of the host, of a dma-buf those of a map, as
 *         CL_MEM_USE_HOST_PTR; only where host and device have one memory.
 *         CPUs read and write them in place. For other devices they must be
 *         aligned as the device says, and each use is between a map and an
 *         unmap, where a driver may still copy
 *
 * A cl_mem is made once for a GstMemory and kept until that is freed or the
 * importer is. An element's dispatch is then
 *
 *   GstOpenCLImport *import =
 *       gst_opencl_importer_begin (importer, buffer, 0, GST_MAP_READ);
 *
 *   if (import) {
 *     ... commands of the importer's queue that read import->memory, from
 *         import->offset on ...
 *     gst_opencl_import_end (import, &error);
 *   } else {
 *     ... copy ...
 *   }
 *
 * Between begin and the end of the commands the buffer has one more reference,
 * and its memory is mapped: whoever fills the buffers of a pool gets this one
 * back when the device no longer uses it. Caches of the host are cleaned by
 * DMA_BUF_IOCTL_SYNC where the host's bytes of a dma-buf are used.
 *
 * One thread at a time for each importer.
 *
 * The library exports this for the plugin's elements; the header is not
 * installed.
 */
#ifndef GST_OPENCL_IMPORT_H
#define GST_OPENCL_IMPORT_H

#include "gstopenclmemory.h"

G_BEGIN_DECLS

typedef enum
{
  GST_OPENCL_IMPORT_WAY_HOST,
  GST_OPENCL_IMPORT_WAY_ARM,
  GST_OPENCL_IMPORT_WAY_KHR,
} GstOpenCLImportWay;

typedef struct _GstOpenCLImporter GstOpenCLImporter;

/**
 * GstOpenCLImport:
 * @memory: what commands use; lives until the import is ended
 * @offset: bytes before the first one of the GstMemory
 * @way: how it came here
 *
 * One use of a memory.
 */
typedef struct
{
  GstOpenCLMemory *memory;
  gsize offset;
  GstOpenCLImportWay way;
} GstOpenCLImport;

/* Makes an importer for the device of the allocator, whose watchdog it uses, and
   commands of the queue, which must be in order. */
GST_OPENCL_API
GstOpenCLImporter *gst_opencl_importer_new (GstOpenCLAllocator * allocator,
    GstOpenCLQueue * queue);

/* Waits until no command uses an import, and frees importer and cl_mems. If the
   watchdog has given up, nothing is freed. */
GST_OPENCL_API
void gst_opencl_importer_free (GstOpenCLImporter * importer);

/* Waits until each buffer has been given back, of which the import was ended;
   FALSE if that did not happen. */
GST_OPENCL_API
gboolean gst_opencl_importer_wait (GstOpenCLImporter * importer);

/* Whether the device can use dma-bufs at all. */
GST_OPENCL_API
gboolean gst_opencl_importer_takes_dmabufs (GstOpenCLImporter * importer);

/*
 * Begins a use of memory `index` of the buffer, to read or to write it. Returns
 * NULL, with the reason in the log, if the device cannot use the memory where
 * it is: then copy.
 */
GST_OPENCL_API
GstOpenCLImport *gst_opencl_importer_begin (GstOpenCLImporter * importer,
    GstBuffer * buffer, guint index, GstMapFlags access);

/* Ends a use (transfer full) after its last command was enqueued; does not wait
   for it. FALSE if the device cannot be given them: then it was waited for. Where
   even that fails, the buffer stays until the cl_mem is gone. */
GST_OPENCL_API
gboolean gst_opencl_import_end (GstOpenCLImport * import, GError ** error);

/* The same, and waits: afterwards the host may use the bytes. FALSE if that
   fails. */
GST_OPENCL_API
gboolean gst_opencl_import_finish (GstOpenCLImport * import, GError ** error);

G_END_DECLS

#endif /* GST_OPENCL_IMPORT_H */
