/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * video/stream.c: video that streams through clifft: negotiation,
 * spectra, pictures. Everything here runs on the streaming thread.
 */
#include "clifft/private.h"

#include "element/forwardpad.h"

#define GST_CAT_DEFAULT gst_cl_ifft_debug

static const GstClIfftVideoConfig *
get_config (GstClIfft * self)
{
  return self->video ? gst_cl_ifft_video_session_get_config (self->video)
      : NULL;
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
  GstClIfft *self = GST_CL_IFFT (element);

  GST_LOG_OBJECT (self, "pushing %" GST_PTR_FORMAT, picture);
  return gst_pad_push (self->srcpad, picture);
}

GstFlowReturn
gst_cl_ifft_video_drain (GstClIfft * self, GstBuffer * before)
{
  GError *error = NULL;
  GstFlowReturn flow;

  gst_cl_picture_place_drain (gst_cl_ifft_video_session_get_place
      (self->video), before);
  flow = gst_cl_ifft_video_session_finish (self->video, push, self, &error);
  return error ? gst_cl_ifft_fail (self, &error) : flow;
}

/* ---- negotiation ---- */

/* Configures the pool, gives it back if it cannot be; takes it. */
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
    /* it may have changed what it cannot do */
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

/* The pool that downstream offers, or one of ours. */
static gboolean
choose_pool (GstClIfft * self, GstCaps * caps, GError ** error)
{
  gsize size = GST_VIDEO_INFO_SIZE (&get_config (self)->video);
  GstQuery *query = gst_query_new_allocation (caps, TRUE);
  GstBufferPool *pool = NULL;
  guint offered = 0, min = 0, max = 0;

  if (gst_pad_peer_query (self->srcpad, query)
      && gst_query_get_n_allocation_pools (query) > 0)
    gst_query_parse_nth_allocation_pool (query, 0, &pool, &offered, &min,
        &max);
  if (pool)
    pool = start_pool (pool, query, caps, MAX (size, offered), min, max);
  if (!pool && size <= G_MAXUINT)
    pool = start_pool (gst_video_buffer_pool_new (), query, caps, size, 0, 0);
  gst_query_unref (query);
  gst_cl_ifft_video_session_set_pool (self->video, pool);
  if (pool)
    return TRUE;
  g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
      "No memory for buffers of %" G_GSIZE_FORMAT " bytes", size);
  return FALSE;
}

/* Takes ours. */
static gboolean
set_output (GstClIfft * self, GstCaps * ours, GError ** error)
{
  g_autofree gchar *what = gst_caps_to_string (ours);
  GstCaps *caps = gst_cl_ifft_choose_caps (self, ours, what, error);
  gboolean done;

  if (!caps)
    return FALSE;
  done = gst_cl_ifft_push_caps (self, caps, error)
      && choose_pool (self, caps, error);
  gst_caps_unref (caps);
  return done;
}

static void
warn_of_coverage (GstClIfft * self, const GstClIfftVideoConfig * config)
{
  const GstFourierInfo *info = &config->info;

  if (config->coverage < GOOD_COVERAGE)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS,
        ("The inverse is not accurate: with window %s of %u x %u pixels and "
            "block-overlap %u x %u, in time %s of %u pictures and hop %u, the "
            "sum of squares over a pixel goes down to %.3g of the largest, but "
            "should be at least %g", info->window, info->block_size[1],
            info->block_size[0], info->block_overlap[1],
            info->block_overlap[0], info->rank == 3 ? info->temporal_window
            : "rect", config->add.depth, config->add.hop, config->coverage,
            GOOD_COVERAGE), (NULL));
}

/* Takes config. */
static gboolean
configure (GstClIfft * self, GstClIfftVideoConfig * config, GError ** error)
{
  GstClProgress progress =
      { GST_ELEMENT (self), &self->device.stopping, FALSE };
  clfft_plan_params params;
  gboolean done;

  gst_pad_check_reconfigure (self->srcpad);
  gst_cl_ifft_fill_plan_params (self, &progress, &params);
  done = gst_cl_ifft_video_session_configure (self->video, config, &params,
      error);
  gst_cl_progress_end (&progress, done);
  if (!done || !set_output (self, gst_video_info_to_caps (&config->video),
          error))
    return FALSE;
  /* the first picture of a spectrum has its time */
  gst_cl_forward_pad_set_latency (GST_ELEMENT (self), &self->latency, 0);
  warn_of_coverage (self, config);
  return TRUE;
}

gboolean
gst_cl_ifft_video_set_info (GstClIfft * self, const GstFourierInfo * info,
    GError ** error)
{
  const GstClIfftVideoConfig *old = get_config (self);
  GstClIfftVideoConfig *config;

  if (old && gst_fourier_info_is_equal (info, &old->info))
    return TRUE;
  if (old && gst_cl_ifft_video_drain (self, NULL) != GST_FLOW_OK)
    return FALSE;
  config = gst_cl_ifft_video_config_new (info,
      gst_opencl_context_get_limits (self->device.context)->has_double, error);
  return config && configure (self, config, error);
}

/* Downstream may want other buffers. */
static GstFlowReturn
follow_downstream (GstClIfft * self)
{
  GError *error = NULL;

  if (!gst_pad_check_reconfigure (self->srcpad)
      || set_output (self, gst_video_info_to_caps (&get_config (self)->video),
          &error))
    return GST_FLOW_OK;
  return gst_cl_ifft_fail (self, &error);
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

    flow = gst_cl_ifft_video_session_run (self->video, spectra, n, push, self,
        &error);
    spectra += n * gst_fourier_info_get_frame_size (&config->info);
    n_frames -= n;
  }
  return error ? gst_cl_ifft_fail (self, &error) : flow;
}

GstFlowReturn
gst_cl_ifft_video_receive (GstClIfft * self, GstBuffer * buffer)
{
  GstClPicturePlace *place =
      gst_cl_ifft_video_session_get_place (self->video);
  GstFlowReturn flow = follow_downstream (self);
  GError *error = NULL;
  GstMapInfo info;
  guint n_frames;

  if (flow != GST_FLOW_OK)
    return flow;
  if (!gst_cl_ifft_map_spectra (&get_config (self)->info, buffer, &info,
          &n_frames, &error))
    return gst_cl_ifft_fail (self, &error);
  if (gst_cl_picture_place_begins (place, buffer))
    flow = gst_cl_ifft_video_drain (self, buffer);
  if (flow == GST_FLOW_OK) {
    gst_cl_picture_place_buffer (place, buffer, n_frames);
    flow = add_frames (self, info.data, n_frames);
  }
  gst_buffer_unmap (buffer, &info);
  return flow;
}

/* No pictures are made up: what was begun goes out before the gap. */
gboolean
gst_cl_ifft_video_handle_gap (GstClIfft * self, GstEvent * event)
{
  if (gst_cl_ifft_video_drain (self, NULL) != GST_FLOW_OK) {
    gst_event_unref (event);
    return FALSE;
  }
  return gst_pad_push_event (self->srcpad, event);
}
