/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * video/stream.c: handles video that streams through clifft: it negotiates,
 * takes spectra and pushes pictures. Everything here runs on the streaming
 * thread.
 */
#include "clifft/private.h"

#include "opencl/error.h"

#define GST_CAT_DEFAULT gst_cl_ifft_debug

static GstClIfftVideoSession *
get_session (GstClIfft * self)
{
  return &gst_cl_ifft_get_session (self)->video;
}

static const GstClIfftVideoConfig *
get_config (GstClIfft * self)
{
  return get_session (self)->config;
}

static GstClPicturePlace *
get_place (GstClIfft * self)
{
  return &get_session (self)->place;
}

gboolean
gst_cl_ifft_video_is_active (GstClIfft * self)
{
  return get_config (self) != NULL;
}

/* ---- pictures ---- */

static GstFlowReturn
push (GstBuffer * picture, gpointer element)
{
  return gst_cl_element_push (element, picture);
}

GstFlowReturn
gst_cl_ifft_video_drain (GstClIfft * self, GstBuffer * before)
{
  GError *error = NULL;
  GstFlowReturn flow;

  gst_cl_picture_place_drain (get_place (self), before);
  flow = gst_cl_ifft_video_session_finish (get_session (self), push, self,
      &error);
  return error ? gst_cl_element_fail (&self->parent, &error) : flow;
}

/* ---- negotiation ---- */

/* Configures the pool, and frees it if it cannot be configured; takes it. */
static GstBufferPool *
start_pool (GstBufferPool * pool, GstQuery * query, GstCaps * caps,
    guint size, guint min, guint max)
{
  GstStructure *config = gst_buffer_pool_get_config (pool);
  GstAllocationParams params;
  GstAllocator *allocator = NULL;

  gst_allocation_params_init (&params);
  if (gst_query_get_n_allocation_params (query) > 0)
    gst_query_parse_nth_allocation_param (query, 0, &allocator, &params);
  gst_buffer_pool_config_set_params (config, caps, size, min, max);
  gst_buffer_pool_config_set_allocator (config, allocator, &params);
  if (gst_query_find_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL)
      && gst_buffer_pool_has_option (pool, GST_BUFFER_POOL_OPTION_VIDEO_META))
    gst_buffer_pool_config_add_option (config,
        GST_BUFFER_POOL_OPTION_VIDEO_META);
  gst_clear_object (&allocator);
  if (!gst_buffer_pool_set_config (pool, config)) {
    /* it may have changed values that it cannot provide */
    config = gst_buffer_pool_get_config (pool);
    if (!gst_buffer_pool_config_validate_params (config, caps, size, min,
            max)) {
      gst_structure_free (config);
      gst_clear_object (&pool);
      return NULL;
    }
    if (!gst_buffer_pool_set_config (pool, config))
      gst_clear_object (&pool);
  }
  if (pool && !gst_buffer_pool_set_active (pool, TRUE))
    gst_clear_object (&pool);
  return pool;
}

/* Takes the pool that downstream offers, or a new one. */
gboolean
gst_cl_ifft_video_allocate (GstClIfft * self, GstCaps * caps, GError ** error)
{
  gsize size = GST_VIDEO_INFO_SIZE (&get_config (self)->video);
  GstQuery *query = gst_query_new_allocation (caps, TRUE);
  GstBufferPool *pool = NULL;
  guint offered = 0, min = 0, max = 0;

  if (gst_pad_peer_query (self->parent.srcpad, query)
      && gst_query_get_n_allocation_pools (query) > 0)
    gst_query_parse_nth_allocation_pool (query, 0, &pool, &offered, &min,
        &max);
  if (pool)
    pool = start_pool (pool, query, caps, MAX (size, offered), min, max);
  if (!pool && size <= G_MAXUINT)
    pool = start_pool (gst_video_buffer_pool_new (), query, caps, size, 0, 0);
  gst_query_unref (query);
  gst_cl_ifft_video_session_set_pool (get_session (self), pool);
  if (pool)
    return TRUE;
  return gst_cl_set_memory_error (error, "No memory for buffers of %"
      G_GSIZE_FORMAT " bytes", size);
}

static void
warn_of_coverage (GstClIfft * self, const GstClIfftVideoConfig * config)
{
  const GstFourierInfo *info = &config->info;

  GError *warning = NULL;

  if (config->coverage >= GOOD_COVERAGE)
    return;
  gst_cl_set_settings_error (&warning, "The inverse is not accurate: with "
      "window %s of %u x %u pixels and block-overlap %u x %u, in time %s of %u "
      "pictures and hop %u, the sum of squares over a pixel goes down to %.3g "
      "of the largest, but should be at least %g", info->window,
      info->block_size[1], info->block_size[0], info->block_overlap[1],
      info->block_overlap[0], info->rank == 3 ? info->temporal_window : "rect",
      config->add.depth, config->add.hop, config->coverage, GOOD_COVERAGE);
  GST_CL_ELEMENT_WARNING (self, warning);
}

gboolean
gst_cl_ifft_video_prepare (GstClIfft * self, GstClIfftSetup * setup,
    GstCaps ** caps, GError ** error)
{
  g_autofree gchar *what = NULL;
  GstCaps *ours;

  setup->video = gst_cl_ifft_video_config_new (self->parent.input,
      gst_cl_ifft_has_double (self), error);
  if (!setup->video)
    return FALSE;
  ours = gst_video_info_to_caps (&setup->video->video);
  what = gst_caps_to_string (ours);
  *caps = gst_cl_element_choose_caps (&self->parent, ours, what, error);
  return *caps != NULL;
}

gboolean
gst_cl_ifft_video_apply (GstClIfft * self, GstClIfftSetup * setup,
    GstClProgress * progress, GError ** error)
{
  const GstClIfftVideoConfig *old = get_config (self);
  GstClIfftVideoConfig *config = g_steal_pointer (&setup->video);
  clfft_plan_params params;

  if (old && gst_fourier_info_is_equal (&config->info, &old->info)) {
    gst_cl_ifft_video_config_free (config);
    return TRUE;
  }
  gst_cl_ifft_fill_plan_params (self, &params);
  if (!gst_cl_ifft_video_session_configure (get_session (self), config,
          &params, progress, error))
    return FALSE;
  warn_of_coverage (self, config);
  return TRUE;
}

/* ---- the stream ---- */

static GstFlowReturn
add_frames (GstClIfft * self, const guint8 * spectra, guint n_frames)
{
  const GstClIfftVideoConfig *config = get_config (self);
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;

  while (n_frames > 0 && flow == GST_FLOW_OK) {
    guint n = MIN (n_frames, config->max_frames);

    flow = gst_cl_ifft_video_session_run (get_session (self), spectra, n, push, self,
        &error);
    spectra += n * gst_fourier_info_get_frame_size (&config->info);
    n_frames -= n;
  }
  return error ? gst_cl_element_fail (&self->parent, &error) : flow;
}

GstFlowReturn
gst_cl_ifft_video_receive (GstClIfft * self, GstBuffer * buffer)
{
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;
  GstMapInfo info;
  guint n_frames;

  if (!gst_cl_ifft_map_spectra (&get_config (self)->info, buffer, &info,
          &n_frames, &error))
    return gst_cl_element_fail (&self->parent, &error);
  if (gst_cl_picture_place_begins (get_place (self), buffer))
    flow = gst_cl_ifft_video_drain (self, buffer);
  if (flow == GST_FLOW_OK) {
    gst_cl_picture_place_buffer (get_place (self), buffer, n_frames);
    flow = add_frames (self, info.data, n_frames);
  }
  gst_buffer_unmap (buffer, &info);
  return flow;
}
