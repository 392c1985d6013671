/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclbufferpool.c: a pool whose every buffer is one OpenCL memory.
 */
#include "gstopenclmemory.h"

#include "debug.h"

struct _GstOpenCLBufferPool
{
  GstBufferPool parent;

  GstOpenCLAllocator *allocator;
};

G_DEFINE_TYPE (GstOpenCLBufferPool, gst_opencl_buffer_pool,
    GST_TYPE_BUFFER_POOL)

static gboolean
gst_opencl_buffer_pool_set_config (GstBufferPool * pool, GstStructure * config)
{
  GstOpenCLBufferPool *self = GST_OPENCL_BUFFER_POOL (pool);
  GstAllocationParams params;
  guint size;

  if (!gst_buffer_pool_config_get_params (config, NULL, &size, NULL, NULL) ||
      size == 0) {
    GST_WARNING_OBJECT (pool, "a configuration has no size");
    return FALSE;
  }
  gst_allocation_params_init (&params);
  gst_buffer_pool_config_get_allocator (config, NULL, &params);
  gst_buffer_pool_config_set_allocator (config,
      GST_ALLOCATOR (self->allocator), &params);
  return GST_BUFFER_POOL_CLASS (gst_opencl_buffer_pool_parent_class)->set_config
      (pool, config);
}

static void
gst_opencl_buffer_pool_finalize (GObject * object)
{
  gst_clear_object (&GST_OPENCL_BUFFER_POOL (object)->allocator);
  G_OBJECT_CLASS (gst_opencl_buffer_pool_parent_class)->finalize (object);
}

static void
gst_opencl_buffer_pool_class_init (GstOpenCLBufferPoolClass * klass)
{
  GST_BUFFER_POOL_CLASS (klass)->set_config =
      gst_opencl_buffer_pool_set_config;
  G_OBJECT_CLASS (klass)->finalize = gst_opencl_buffer_pool_finalize;
}

static void
gst_opencl_buffer_pool_init (GstOpenCLBufferPool * self)
{
}

GstBufferPool *
gst_opencl_buffer_pool_new (GstOpenCLAllocator * allocator)
{
  GstOpenCLBufferPool *self = g_object_new (GST_TYPE_OPENCL_BUFFER_POOL, NULL);

  gst_object_ref_sink (self);
  self->allocator = gst_object_ref (allocator);
  return GST_BUFFER_POOL (self);
}

gboolean
gst_opencl_buffer_pool_start (GstBufferPool * pool, GstCaps * caps, gsize size,
    guint min_buffers, guint max_buffers, GError ** error)
{
  GstOpenCLBufferPool *self = GST_OPENCL_BUFFER_POOL (pool);
  GstStructure *config = gst_buffer_pool_get_config (pool);
  g_autoptr (GstMemory) probe = NULL;

  /* A pool counts bytes in a guint, and says only that it failed. */
  if (size > G_MAXUINT) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "A buffer of %" G_GSIZE_FORMAT " bytes was asked for, but a buffer "
        "pool allows %u", size, G_MAXUINT);
    gst_structure_free (config);
    return FALSE;
  }
  gst_buffer_pool_config_set_params (config, caps, size, min_buffers,
      max_buffers);
  if (gst_buffer_pool_set_config (pool, config) &&
      gst_buffer_pool_set_active (pool, TRUE))
    return TRUE;

  probe = gst_opencl_allocator_alloc (self->allocator, size, error);
  if (probe)
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "A pool of %u buffers of %" G_GSIZE_FORMAT " bytes could not be made",
        min_buffers, size);
  return FALSE;
}

GstOpenCLAllocator *
gst_opencl_buffer_pool_get_allocator (GstOpenCLBufferPool * self)
{
  return self->allocator;
}
