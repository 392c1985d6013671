/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * drawing/repeats.c: see repeats.h. A pool takes back a buffer only if nobody
 * else has its memory. So a buffer here loses the memory first and then its hold
 * on the picture, which the picture's pool can use again thereby.
 */
#include "repeats.h"

#include "opencl/error.h"

typedef GstBufferPool GstClRepeats;
typedef GstBufferPoolClass GstClRepeatsClass;

static GType gst_cl_repeats_get_type (void);

G_DEFINE_TYPE (GstClRepeats, gst_cl_repeats, GST_TYPE_BUFFER_POOL)

static GstFlowReturn
gst_cl_repeats_alloc_buffer (GstBufferPool * pool, GstBuffer ** buffer,
    GstBufferPoolAcquireParams * params)
{
  *buffer = gst_buffer_new ();
  return GST_FLOW_OK;
}

static void
gst_cl_repeats_reset_buffer (GstBufferPool * pool, GstBuffer * buffer)
{
  gst_buffer_remove_all_memory (buffer);
  /* the pool would not keep a buffer whose memory has changed */
  GST_BUFFER_FLAG_UNSET (buffer, GST_BUFFER_FLAG_TAG_MEMORY);
  GST_BUFFER_POOL_CLASS (gst_cl_repeats_parent_class)->reset_buffer (pool,
      buffer);
}

static void
gst_cl_repeats_class_init (GstClRepeatsClass * klass)
{
  klass->alloc_buffer = gst_cl_repeats_alloc_buffer;
  klass->reset_buffer = gst_cl_repeats_reset_buffer;
}

static void
gst_cl_repeats_init (GstClRepeats * self)
{
}

GstBufferPool *
gst_cl_repeats_new (GError ** error)
{
  GstBufferPool *repeats = g_object_new (gst_cl_repeats_get_type (), NULL);
  GstStructure *config = gst_buffer_pool_get_config (repeats);

  gst_object_ref_sink (repeats);
  gst_buffer_pool_config_set_params (config, NULL, 0, 0, 0);
  if (gst_buffer_pool_set_config (repeats, config)
      && gst_buffer_pool_set_active (repeats, TRUE))
    return repeats;
  gst_object_unref (repeats);
  gst_cl_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED,
      "A pool of repeated pictures could not be started");
  return NULL;
}

void
gst_cl_repeats_free (GstBufferPool * repeats)
{
  if (!repeats)
    return;
  gst_buffer_pool_set_active (repeats, FALSE);
  gst_object_unref (repeats);
}

GstBuffer *
gst_cl_repeats_acquire (GstBufferPool * repeats, GstBuffer * picture,
    GError ** error)
{
  GstBuffer *buffer = NULL;

  if (gst_buffer_pool_acquire_buffer (repeats, &buffer, NULL) != GST_FLOW_OK) {
    gst_cl_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED,
        "A picture could not be repeated");
    return NULL;
  }
  gst_buffer_copy_into (buffer, picture, GST_BUFFER_COPY_META, 0, -1);
  /* GStreamer would copy memory of a device, though nobody can write into what
     two buffers have */
  gst_buffer_append_memory (buffer, gst_buffer_get_all_memory (picture));
  gst_buffer_add_parent_buffer_meta (buffer, picture);
  return buffer;
}
