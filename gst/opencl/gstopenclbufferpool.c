/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclbufferpool.c: a pool whose every buffer is one OpenCL memory.
 */
#include "gstopenclmemory.h"

#include "debug.h"
#include "error.h"

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

/* Makes n buffers, which then wait in the pool. */
static gboolean
fill (GstBufferPool * pool, guint n, GError ** error)
{
  g_autofree GstBuffer **buffers = g_new0 (GstBuffer *, n);
  guint n_made = 0;
  gboolean full;

  while (n_made < n && (buffers[n_made] =
          gst_opencl_buffer_pool_acquire (pool, error)))
    n_made++;
  full = n_made == n;
  while (n_made > 0)
    gst_buffer_unref (buffers[--n_made]);
  return full;
}

gboolean
gst_opencl_buffer_pool_start (GstBufferPool * pool, GstCaps * caps, gsize size,
    guint min_buffers, guint max_buffers, GError ** error)
{
  GstStructure *config = gst_buffer_pool_get_config (pool);

  /* A pool counts bytes in a guint, and says only that it failed. */
  if (size > G_MAXUINT) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "A buffer of %" G_GSIZE_FORMAT " bytes was asked for, but a buffer "
        "pool allows %u", size, G_MAXUINT);
    gst_structure_free (config);
    return FALSE;
  }
  /* a pool that cannot make the second of two buffers loses the first */
  gst_buffer_pool_config_set_params (config, caps, size, 0, max_buffers);
  if (!gst_buffer_pool_set_config (pool, config)
      || !gst_buffer_pool_set_active (pool, TRUE))
    return gst_cl_set_error (error, GST_RESOURCE_ERROR,
        GST_RESOURCE_ERROR_FAILED, "A pool of buffers of %" G_GSIZE_FORMAT
        " bytes could not be started", size);
  if (fill (pool, min_buffers, error))
    return TRUE;
  gst_buffer_pool_set_active (pool, FALSE);
  return FALSE;
}

GstBuffer *
gst_opencl_buffer_pool_acquire (GstBufferPool * pool, GError ** error)
{
  GstOpenCLBufferPool *self = GST_OPENCL_BUFFER_POOL (pool);
  GstBuffer *buffer = NULL;

  if (gst_buffer_pool_acquire_buffer (pool, &buffer, NULL) == GST_FLOW_OK)
    return buffer;
  if (gst_opencl_allocator_check (self->allocator, error))
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "No output buffer could be had: the pool is not active");
  return NULL;
}

GstOpenCLAllocator *
gst_opencl_buffer_pool_get_allocator (GstOpenCLBufferPool * self)
{
  return self->allocator;
}
