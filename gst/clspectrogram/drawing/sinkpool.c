/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* sinkpool.c: asks downstream for a pool, and tells how its buffers lie. */
#include "sinkpool.h"

#include <gst/allocators/gstdmabuf.h>

void
gst_cl_sink_pool_drop (GstBufferPool * pool)
{
  if (!pool)
    return;
  gst_buffer_pool_set_active (pool, FALSE);
  gst_object_unref (pool);
}

gboolean
gst_cl_sink_pool_is_placed_alike (const GstVideoInfo * a,
    const GstVideoInfo * b)
{
  guint p;

  for (p = 0; p < GST_VIDEO_INFO_N_PLANES (a); p++)
    if (a->offset[p] != b->offset[p] || a->stride[p] != b->stride[p])
      return FALSE;
  return TRUE;
}

/* The end of a plane; 0 if its rows do not fit into its stride. */
static gsize
get_end (const GstVideoInfo * video, guint plane)
{
  gint components[GST_VIDEO_MAX_COMPONENTS], stride = video->stride[plane];

  gst_video_format_info_component (video->finfo, plane, components);
  if (stride < GST_VIDEO_INFO_COMP_WIDTH (video, components[0])
      * GST_VIDEO_INFO_COMP_PSTRIDE (video, components[0]))
    return 0;
  return video->offset[plane] + (gsize) stride
      * GST_VIDEO_INFO_COMP_HEIGHT (video, components[0]);
}

gboolean
gst_cl_sink_pool_place (GstBuffer * buffer, const GstVideoInfo * video,
    GstVideoInfo * placed)
{
  const GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);
  guint p;

  *placed = *video;
  if (gst_buffer_n_memory (buffer) != 1)
    return FALSE;
  if (meta && (meta->format != GST_VIDEO_INFO_FORMAT (video)
          || meta->n_planes != GST_VIDEO_INFO_N_PLANES (video)))
    return FALSE;
  placed->size = 0;
  for (p = 0; p < GST_VIDEO_INFO_N_PLANES (video); p++) {
    if (meta) {
      placed->offset[p] = meta->offset[p];
      placed->stride[p] = meta->stride[p];
    }
    if (get_end (placed, p) == 0)
      return FALSE;
    placed->size = MAX (placed->size, get_end (placed, p));
  }
  return placed->size <= gst_buffer_get_size (buffer);
}

/* The pool of an answer, with the numbers that go with it. */
static GstBufferPool *
configure (GstQuery * query, GstCaps * caps, const GstVideoInfo * video)
{
  guint size = 0, min_buffers = 0, max_buffers = 0;
  GstBufferPool *pool = NULL;
  GstStructure *config;

  if (gst_query_get_n_allocation_pools (query) == 0)
    return NULL;
  gst_query_parse_nth_allocation_pool (query, 0, &pool, &size, &min_buffers,
      &max_buffers);
  if (!pool)
    return NULL;
  size = MAX (size, GST_VIDEO_INFO_SIZE (video));
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_set_params (config, caps, size, min_buffers,
      max_buffers);
  if (gst_query_find_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL)
      && gst_buffer_pool_has_option (pool, GST_BUFFER_POOL_OPTION_VIDEO_META))
    gst_buffer_pool_config_add_option (config,
        GST_BUFFER_POOL_OPTION_VIDEO_META);
  /* a pool that wants other numbers has put them into its configuration */
  if (!gst_buffer_pool_set_config (pool, config))
    gst_buffer_pool_set_config (pool, gst_buffer_pool_get_config (pool));
  if (gst_buffer_pool_set_active (pool, TRUE))
    return pool;
  gst_object_unref (pool);
  return NULL;
}

/* Whether one of its buffers can be written where it is. */
static gboolean
suits (GstBufferPool * pool, const GstVideoInfo * video,
    GstOpenCLImporter * importer, GstVideoInfo * placed)
{
  GstBufferPoolAcquireParams params = {
    .flags = GST_BUFFER_POOL_ACQUIRE_FLAG_DONTWAIT
  };
  GstOpenCLImport *import = NULL;
  GstBuffer *buffer = NULL;

  if (gst_buffer_pool_acquire_buffer (pool, &buffer, &params) != GST_FLOW_OK)
    return FALSE;
  if (gst_cl_sink_pool_place (buffer, video, placed)
      && gst_memory_is_type (gst_buffer_peek_memory (buffer, 0),
          GST_ALLOCATOR_DMABUF))
    import = gst_opencl_importer_begin (importer, buffer, 0, GST_MAP_WRITE);
  if (import && !gst_opencl_import_finish (import, NULL))
    import = NULL;
  gst_buffer_unref (buffer);
  return import != NULL;
}

GstBufferPool *
gst_cl_sink_pool_ask (GstPad * pad, GstCaps * caps,
    const GstVideoInfo * video, GstOpenCLImporter * importer,
    GstVideoInfo * placed)
{
  GstBufferPool *pool = NULL;
  GstQuery *query;

  if (!gst_opencl_importer_takes_dmabufs (importer))
    return NULL;
  query = gst_query_new_allocation (caps, TRUE);
  if (gst_pad_peer_query (pad, query))
    pool = configure (query, caps, video);
  gst_query_unref (query);
  if (pool && !suits (pool, video, importer, placed)) {
    gst_cl_sink_pool_drop (pool);
    pool = NULL;
  }
  return pool;
}
