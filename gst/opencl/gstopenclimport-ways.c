/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclimport-ways.c: makes a cl_mem of memory that somebody else has
 * allocated, by what the device has for that. The calls of extensions and of
 * OpenCL 3.0 are here; gstopenclimport.c keeps what is made.
 */
#undef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#include "gstopenclmemory-private.h"

#include <gst/allocators/allocators.h>
#include <string.h>
#ifdef HAVE_DMA_BUF
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "debug.h"
#include "error.h"

/* cl_arm_import_memory */
#define IMPORT_TYPE_ARM 0x40B2
#define IMPORT_TYPE_DMA_BUF_ARM 0x40B4
typedef cl_mem (CL_API_CALL * ImportArm) (cl_context context,
    cl_mem_flags flags, const intptr_t * properties, void *memory, size_t size,
    cl_int * code);

/* cl_khr_external_memory */
#define EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR 0x2067
typedef cl_int (CL_API_CALL * HandOver) (cl_command_queue queue, cl_uint n,
    const cl_mem * memories, cl_uint n_wait, const cl_event * wait,
    cl_event * event);

/* ---- what the device has ---- */

/* Its extensions in one string, between blanks. */
static gchar *
list_extensions (cl_device_id device)
{
  g_autofree gchar *text = NULL;
  gsize size = 0;

  if (clGetDeviceInfo (device, CL_DEVICE_EXTENSIONS, 0, NULL, &size)
      != CL_SUCCESS)
    return g_strdup ("");
  text = g_malloc0 (size + 1);
  if (clGetDeviceInfo (device, CL_DEVICE_EXTENSIONS, size, text, NULL)
      != CL_SUCCESS)
    return g_strdup ("");
  return g_strdup_printf (" %s ", text);
}

static gpointer
find_function (cl_device_id device, const gchar * name)
{
  cl_platform_id platform = NULL;

  if (clGetDeviceInfo (device, CL_DEVICE_PLATFORM, sizeof platform, &platform,
          NULL) != CL_SUCCESS)
    return NULL;
  return clGetExtensionFunctionAddressForPlatform (platform, name);
}

void
gst_opencl_import_ways_find (GstOpenCLImportWays * ways,
    GstOpenCLContext * context)
{
  const clfft_limits *limits = gst_opencl_context_get_limits (context);
  cl_device_id device = gst_opencl_context_get_device (context);
  g_autofree gchar *extensions = list_extensions (device);

  memset (ways, 0, sizeof *ways);
  ways->context = context;
  ways->host = limits->unified_memory;
  ways->in_place = ways->host && limits->type & CL_DEVICE_TYPE_CPU;
  ways->alignment = MAX (limits->base_alignment, 1);
  if (strstr (extensions, " cl_arm_import_memory_dma_buf "))
    ways->import_arm = find_function (device, "clImportMemoryARM");
#ifdef HAVE_BUFFER_PROPERTIES
  if (strstr (extensions, " cl_khr_external_memory_dma_buf ")) {
    ways->acquire = find_function (device,
        "clEnqueueAcquireExternalMemObjectsKHR");
    ways->release = find_function (device,
        "clEnqueueReleaseExternalMemObjectsKHR");
  }
#endif
}

gboolean
gst_opencl_import_ways_take_fds (const GstOpenCLImportWays * ways)
{
#ifdef HAVE_DMA_BUF
  return ways->host || ways->import_arm || (ways->acquire && ways->release);
#else
  return FALSE;
#endif
}

gboolean
gst_opencl_import_is_fd (GstMemory * memory)
{
  return gst_is_dmabuf_memory (memory);
}

/* ---- bytes of the host ---- */

static cl_mem_flags
get_flags (GstMapFlags access)
{
  return access & GST_MAP_WRITE ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY;
}

static gboolean
use_bytes (const GstOpenCLImportWays * ways, GstOpenCLImportPiece * piece,
    GError ** error)
{
  cl_int code;

  piece->way = GST_OPENCL_IMPORT_WAY_HOST;
  piece->handle = clCreateBuffer (gst_opencl_context_get_handle
      (ways->context), get_flags (piece->access) | CL_MEM_USE_HOST_PTR,
      piece->size, piece->bytes, &code);
  return gst_cl_check_code (code, "clCreateBuffer", error);
}

/* Where the device works in place, a cl_mem may begin before the bytes, within
   a page: nothing reads or writes what is there. */
gboolean
gst_opencl_import_piece_from_bytes (const GstOpenCLImportWays * ways,
    const GstMapInfo * map, GstOpenCLImportPiece * piece, GError ** error)
{
  gsize beyond = GPOINTER_TO_SIZE (map->data) % ways->alignment;

  if (beyond > 0 && !ways->in_place)
    return gst_cl_set_error (error, GST_RESOURCE_ERROR,
        GST_RESOURCE_ERROR_SETTINGS, "The bytes begin %" G_GSIZE_FORMAT
        " after a multiple of %" G_GSIZE_FORMAT, beyond, ways->alignment);
  piece->bytes = map->data - beyond;
  piece->offset = beyond;
  piece->size = map->size + beyond;
  return use_bytes (ways, piece, error);
}

/* ---- dma-bufs ---- */

#ifdef HAVE_DMA_BUF

static gboolean
use_arm (const GstOpenCLImportWays * ways, gint fd,
    GstOpenCLImportPiece * piece, GError ** error)
{
  const intptr_t properties[] = { IMPORT_TYPE_ARM, IMPORT_TYPE_DMA_BUF_ARM, 0 };
  cl_int code = CL_SUCCESS;
  ImportArm import;

  *(gpointer *) & import = ways->import_arm;
  piece->way = GST_OPENCL_IMPORT_WAY_ARM;
  piece->handle = import (gst_opencl_context_get_handle (ways->context),
      get_flags (piece->access), properties, &fd, piece->size, &code);
  return gst_cl_check_code (code, "clImportMemoryARM", error);
}

/* The driver owns the descriptor that it is given. */
static gboolean
use_khr (const GstOpenCLImportWays * ways, gint fd,
    GstOpenCLImportPiece * piece, GError ** error)
{
#ifdef HAVE_BUFFER_PROPERTIES
  gint given = fcntl (fd, F_DUPFD_CLOEXEC, 0);
  const cl_mem_properties properties[] =
      { EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, (cl_mem_properties) given, 0 };
  cl_int code = CL_OUT_OF_HOST_MEMORY;

  piece->way = GST_OPENCL_IMPORT_WAY_KHR;
  if (given >= 0)
    piece->handle = clCreateBufferWithProperties
        (gst_opencl_context_get_handle (ways->context), properties,
        get_flags (piece->access), piece->size, NULL, &code);
  if (code != CL_SUCCESS && given >= 0)
    close (given);
  return gst_cl_check_code (code, "clCreateBufferWithProperties", error);
#else
  return FALSE;
#endif
}

/* A map of our own: GStreamer's is undone by each unmap, and the next one is
   elsewhere. */
static gboolean
use_mapping (const GstOpenCLImportWays * ways, gint fd,
    GstOpenCLImportPiece * piece, GError ** error)
{
  gint protection = PROT_READ;

  if (piece->access & GST_MAP_WRITE)
    protection |= PROT_WRITE;
  piece->mapping = mmap (NULL, piece->size, protection, MAP_SHARED, fd, 0);
  if (piece->mapping == MAP_FAILED) {
    piece->mapping = NULL;
    return gst_cl_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ,
        "A dma-buf of %" G_GSIZE_FORMAT " bytes cannot be mapped: %s",
        piece->size, g_strerror (errno));
  }
  piece->bytes = piece->mapping;
  if (use_bytes (ways, piece, error))
    return TRUE;
  gst_opencl_import_piece_clear (piece);
  return FALSE;
}

/* Memory that says more than there is would end the process. */
static gboolean
check_size (gint fd, gsize size, GError ** error)
{
  struct stat status;

  if (fstat (fd, &status) != 0 || status.st_size == 0
      || (guint64) status.st_size >= size)
    return TRUE;
  return gst_cl_set_error (error, GST_RESOURCE_ERROR,
      GST_RESOURCE_ERROR_SETTINGS, "A memory of %" G_GSIZE_FORMAT " bytes is a "
      "dma-buf of %" G_GINT64_FORMAT, size, (gint64) status.st_size);
}

/* Tells that another way is tried. */
static void
skip_way (GError ** error)
{
  GST_WARNING ("%s", (*error)->message);
  g_clear_error (error);
}

gboolean
gst_opencl_import_piece_from_fd (const GstOpenCLImportWays * ways,
    GstMemory * memory, GstMapFlags access, GstOpenCLImportPiece * piece,
    GError ** error)
{
  gint fd = gst_dmabuf_memory_get_fd (memory);
  GError *reason = NULL;

  piece->access = access;
  piece->size = memory->maxsize;
  piece->offset = memory->offset;
  if (!check_size (fd, piece->size, error))
    return FALSE;
  if (ways->import_arm) {
    if (use_arm (ways, fd, piece, &reason))
      return TRUE;
    skip_way (&reason);
  }
  if (ways->acquire && ways->release) {
    if (use_khr (ways, fd, piece, &reason))
      return TRUE;
    skip_way (&reason);
  }
  if (ways->host)
    return use_mapping (ways, fd, piece, error);
  return gst_cl_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED,
      "The device cannot use a dma-buf");
}

void
gst_opencl_import_piece_clear (GstOpenCLImportPiece * piece)
{
  if (piece->mapping)
    munmap (piece->mapping, piece->size);
  piece->mapping = NULL;
}

/* What is no dma-buf, but has its type in GStreamer, does not know the call. */
void
gst_opencl_import_sync_fd (GstMemory * memory, GstMapFlags access,
    gboolean begins)
{
  struct dma_buf_sync sync = {
    .flags = begins ? DMA_BUF_SYNC_START : DMA_BUF_SYNC_END
  };
  gint result;

  if (access & GST_MAP_READ)
    sync.flags |= DMA_BUF_SYNC_READ;
  if (access & GST_MAP_WRITE)
    sync.flags |= DMA_BUF_SYNC_WRITE;
  do {
    result = ioctl (gst_dmabuf_memory_get_fd (memory), DMA_BUF_IOCTL_SYNC,
        &sync);
  } while (result < 0 && (errno == EINTR || errno == EAGAIN));
  if (result < 0 && errno != ENOTTY)
    GST_WARNING ("DMA_BUF_IOCTL_SYNC failed: %s", g_strerror (errno));
}

#else

gboolean
gst_opencl_import_piece_from_fd (const GstOpenCLImportWays * ways,
    GstMemory * memory, GstMapFlags access, GstOpenCLImportPiece * piece,
    GError ** error)
{
  return FALSE;
}

void
gst_opencl_import_piece_clear (GstOpenCLImportPiece * piece)
{
}

void
gst_opencl_import_sync_fd (GstMemory * memory, GstMapFlags access,
    gboolean begins)
{
}

#endif

/* ---- before and after the commands ---- */

/* A map and an unmap tell a driver that the host has written (invalidate: what
   the device has is not fetched first), or let it fetch what the device has. */
static gboolean
map_and_unmap (const GstOpenCLImportPiece * piece, cl_command_queue queue,
    cl_map_flags flags, cl_event * event, GError ** error)
{
  cl_int code;
  void *bytes = clEnqueueMapBuffer (queue, piece->handle, CL_FALSE, flags, 0,
      piece->size, 0, NULL, NULL, &code);

  return gst_cl_check_code (code, "clEnqueueMapBuffer", error)
      && gst_cl_check_code (clEnqueueUnmapMemObject (queue, piece->handle,
          bytes, 0, NULL, event), "clEnqueueUnmapMemObject", error);
}

gboolean
gst_opencl_import_piece_take (const GstOpenCLImportWays * ways,
    const GstOpenCLImportPiece * piece, cl_command_queue queue,
    GError ** error)
{
  HandOver acquire;

  if (piece->way == GST_OPENCL_IMPORT_WAY_KHR) {
    *(gpointer *) & acquire = ways->acquire;
    return gst_cl_check_code (acquire (queue, 1, &piece->handle, 0, NULL,
            NULL), "clEnqueueAcquireExternalMemObjectsKHR", error);
  }
  if (piece->way == GST_OPENCL_IMPORT_WAY_HOST && !ways->in_place
      && piece->access & GST_MAP_READ)
    return map_and_unmap (piece, queue, CL_MAP_WRITE_INVALIDATE_REGION, NULL,
        error);
  return TRUE;
}

gboolean
gst_opencl_import_piece_give (const GstOpenCLImportWays * ways,
    const GstOpenCLImportPiece * piece, cl_command_queue queue,
    cl_event * event, GError ** error)
{
  HandOver release;

  if (piece->way == GST_OPENCL_IMPORT_WAY_KHR) {
    *(gpointer *) & release = ways->release;
    return gst_cl_check_code (release (queue, 1, &piece->handle, 0, NULL,
            event), "clEnqueueReleaseExternalMemObjectsKHR", error);
  }
  if (piece->way == GST_OPENCL_IMPORT_WAY_HOST && !ways->in_place
      && piece->access & GST_MAP_WRITE)
    return map_and_unmap (piece, queue, CL_MAP_READ, event, error);
  return gst_cl_check_code (clEnqueueMarkerWithWaitList (queue, 0, NULL,
          event), "clEnqueueMarkerWithWaitList", error);
}
