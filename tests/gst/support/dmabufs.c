/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* dmabufs.c: see dmabufs.h. */
#include "dmabufs.h"

#include <fcntl.h>
#include <gst/allocators/allocators.h>
#include <gst/video/video.h>
#include <linux/udmabuf.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096

/* Takes the memfd; gives a dma-buf of its pages, or the memfd. */
static gint
make_udmabuf (gint memfd, gsize size)
{
  struct udmabuf_create create = {
    .memfd = memfd,
    .flags = UDMABUF_FLAGS_CLOEXEC,
    .size = size
  };
  gint device = open ("/dev/udmabuf", O_RDWR | O_CLOEXEC);
  gint made = -1;

  if (device >= 0) {
    made = ioctl (device, UDMABUF_CREATE, &create);
    close (device);
  }
  if (made < 0)
    return memfd;
  close (memfd);
  return made;
}

GstMemory *
dmabufs_make (gsize size)
{
  gsize whole = (size + PAGE - 1) / PAGE * PAGE;
  gint fd = memfd_create ("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  GstAllocator *allocator = gst_dmabuf_allocator_new ();
  GstMemory *memory;

  if (fd < 0 || ftruncate (fd, whole) != 0
      || fcntl (fd, F_ADD_SEALS, F_SEAL_SHRINK) != 0)
    g_error ("no memfd");
  memory = gst_dmabuf_allocator_alloc (allocator, make_udmabuf (fd, whole),
      size);
  gst_object_unref (allocator);
  return memory;
}

GstMemory *
dmabufs_copy (gconstpointer bytes, gsize size)
{
  GstMemory *memory = dmabufs_make (size);
  GstMapInfo map;

  if (!gst_memory_map (memory, &map, GST_MAP_WRITE))
    g_error ("a dma-buf cannot be mapped");
  memcpy (map.data, bytes, size);
  gst_memory_unmap (memory, &map);
  return memory;
}

/* ---- pool ---- */

typedef struct
{
  GstBufferPool parent;
  gsize size;
  GstVideoInfo video;
  gboolean is_video;
} Pool;

typedef GstBufferPoolClass PoolClass;

GType dmabufs_pool_get_type (void);
G_DEFINE_TYPE (Pool, dmabufs_pool, GST_TYPE_BUFFER_POOL)

static GstFlowReturn
alloc_buffer (GstBufferPool * parent, GstBuffer ** buffer,
    GstBufferPoolAcquireParams * params)
{
  Pool *pool = (Pool *) parent;
  GstVideoInfo *video = &pool->video;

  *buffer = gst_buffer_new ();
  gst_buffer_append_memory (*buffer, dmabufs_make (pool->size));
  if (pool->is_video)
    gst_buffer_add_video_meta_full (*buffer, GST_VIDEO_FRAME_FLAG_NONE,
        GST_VIDEO_INFO_FORMAT (video), GST_VIDEO_INFO_WIDTH (video),
        GST_VIDEO_INFO_HEIGHT (video), GST_VIDEO_INFO_N_PLANES (video),
        video->offset, video->stride);
  return GST_FLOW_OK;
}

static void
dmabufs_pool_class_init (PoolClass * klass)
{
  klass->alloc_buffer = alloc_buffer;
}

static void
dmabufs_pool_init (Pool * pool)
{
}

GstBufferPool *
dmabufs_make_pool (GstCaps * caps, gsize size, guint n, const gsize * offsets,
    const gint * strides)
{
  Pool *pool = g_object_new (dmabufs_pool_get_type (), NULL);
  GstStructure *config =
      gst_buffer_pool_get_config (GST_BUFFER_POOL (pool));
  guint i;

  gst_object_ref_sink (pool);
  pool->size = size;
  pool->is_video = gst_video_info_from_caps (&pool->video, caps);
  for (i = 0; pool->is_video && i < GST_VIDEO_INFO_N_PLANES (&pool->video);
      i++) {
    if (offsets)
      pool->video.offset[i] = offsets[i];
    if (strides)
      pool->video.stride[i] = strides[i];
  }
  gst_buffer_pool_config_set_params (config, caps, size, n, n);
  if (!gst_buffer_pool_set_config (GST_BUFFER_POOL (pool), config))
    g_error ("a pool of dma-bufs cannot be set up");
  return GST_BUFFER_POOL (pool);
}
