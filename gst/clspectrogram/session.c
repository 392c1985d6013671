/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.c: sends spectra to the device and gives pictures.
 *
 *   spectra -> (staging memory) -> levels, kept on the device -> output buffer
 *
 * The host waits in three places: for staging memory that the device still
 * reads, for the oldest command when too many are in flight, and for pictures
 * in downstream's buffers, which are memory of no device.
 */
#include "session-private.h"

#include <math.h>
#include "element/caps.h"
#include "element/spectra/spectra.h"
#include "opencl/error.h"
#include "drawing/pixels.h"
#include "drawing/sinkpool.h"

/* The bytes of staging memory, unless a single frame has more. */
#define STAGING_SIZE (4 << 20)

/* Pixels that an axis may be off. */
#define SAME_PLACE 0.5

/* ---- making ---- */

gpointer
gst_cl_spectrogram_session_open (GstClElement * element, GError ** error)
{
  GstClSpectrogramSession *session =
      gst_cl_session_new (sizeof (GstClSpectrogramSession),
      1 << GST_CL_COUNTER_PICTURES | 1 << GST_CL_COUNTER_DROPS,
      element->device.context, element->device.watchdog, error);

  if (!session)
    return NULL;
  session->transforms = gst_cl_stft_session_open (element, error);
  if (session->transforms)
    return session;
  gst_cl_session_free (session);
  return NULL;
}

static void
forget_picture (GstClSpectrogramSession * session)
{
  gst_cl_session_clear (&session->base);
  gst_cl_sink_pool_drop (g_steal_pointer (&session->sink_pool));
  gst_clear_buffer (&session->kept);
  gst_cl_repeats_free (g_steal_pointer (&session->repeats));
  gst_opencl_event_clear (&session->changed);
  gst_opencl_event_clear (&session->sharpened);
  gst_cl_source_end (&session->loaded, NULL);
  clfft_picture_destroy (&session->picture);
  clfft_sharpen_destroy (&session->sharpen);
  g_clear_pointer (&session->curves, gst_cl_curves_free);
  g_clear_pointer (&session->top, g_free);
  g_clear_pointer (&session->sharp, gst_memory_unref);
  g_clear_pointer (&session->config, gst_cl_spectrogram_config_free);
}

void
gst_cl_spectrogram_session_unconfigure (gpointer data)
{
  GstClSpectrogramSession *session = data;

  forget_picture (session);
  gst_cl_stft_session_unconfigure (session->transforms);
}

void
gst_cl_spectrogram_session_close (gpointer data)
{
  GstClSpectrogramSession *session = data;

  gst_cl_session_free (session->transforms);
  gst_cl_session_free (session);
}

GstClStftSession *
gst_cl_spectrogram_session_get_transforms (GstClSpectrogramSession * session)
{
  return session->transforms;
}

const GstClSpectrogramConfig *
gst_cl_spectrogram_session_get_config (GstClSpectrogramSession * session)
{
  return session->config;
}

static gboolean
make_picture (GstClSpectrogramSession * session, GError ** error)
{
  clfft_picture_desc desc;

  gst_cl_spectrogram_config_describe (session->config, &desc);
  gst_cl_spectrogram_describe_components (&session->placed, &desc);
  desc.waiter = gst_opencl_watchdog_get_waiter (session->base.watchdog);
  return gst_cl_check (clfft_picture_create
      (gst_opencl_context_get_clfft_device (session->base.context), &desc,
          &session->picture), "Could not make the picture", error);
}

static void
choose_input (GstClSpectrogramSession * session)
{
  const GstFourierInfo *info = &session->config->info;

  session->numbers = gst_cl_spectra_get_numbers (info);
  session->frame_size = gst_fourier_info_get_frame_size (info)
      * gst_cl_spectrogram_settings_count_windows (&session->config->settings)
      / (session->numbers.is_double ? 2 : 1);
  session->capacity = MAX (1, STAGING_SIZE / session->frame_size);
}

static gboolean
make_sharpen (GstClSpectrogramSession * session, GError ** error)
{
  const GstClSpectrogramConfig *config = session->config;
  clfft_sharpen_desc desc;

  if (!gst_cl_spectrogram_sharpen_describe (config, &desc))
    return TRUE;
  desc.max_frames = session->capacity;
  desc.waiter = gst_opencl_watchdog_get_waiter (session->base.watchdog);
  if (!gst_cl_check (clfft_sharpen_create
          (gst_opencl_context_get_clfft_device (session->base.context), &desc,
              &session->sharpen), "Could not make the sharpening", error))
    return FALSE;
  session->sharp = gst_cl_session_alloc (&session->base,
      (gsize) (desc.max_frames + desc.reach) * desc.n_channels * desc.n_cells
      * sizeof (gfloat), error);
  return session->sharp != NULL;
}

static gboolean
make_curves (GstClSpectrogramSession * session, GError ** error)
{
  if (gst_cl_spectrogram_settings_has_auto_range (&session->config->settings))
    session->top = gst_cl_top_new (session->config);
  if (!gst_cl_spectrogram_settings_is_transfer (&session->config->settings))
    return TRUE;
  session->curves = gst_cl_curves_new (&session->base, session->config, error);
  return session->curves != NULL;
}

/* Draws the background anew from row `first` on. */
static gboolean
decorate (GstClSpectrogramSession * session, guint first, GError ** error)
{
  guint n_rows = GST_VIDEO_INFO_HEIGHT (&session->config->video) - first;
  g_autofree guint32 *pixels =
      gst_cl_spectrogram_config_decorate (session->config, first, error);
  gboolean done;

  gst_clear_buffer (&session->kept);
  done = pixels && gst_cl_check (clfft_picture_set_background_rows
      (session->picture, gst_opencl_queue_get_handle (session->base.queue),
          first, n_rows, pixels), "Could not hand the axes to the device",
      error);
  /* the device may still use them */
  if (gst_opencl_watchdog_has_given_up (session->base.watchdog))
    pixels = NULL;
  return done;
}

gboolean
gst_cl_spectrogram_session_configure (GstClSpectrogramSession * session,
    GstClSpectrogramConfig * config, GstCaps * caps, GError ** error)
{
  forget_picture (session);
  session->config = config;
  session->placed = config->video;
  choose_input (session);
  return make_picture (session, error) && make_sharpen (session, error)
      && make_curves (session, error)
      && gst_cl_session_make_pool (&session->base, caps,
          GST_VIDEO_INFO_SIZE (&config->video), error)
      && (session->repeats = gst_cl_repeats_new (error))
      && decorate (session, 0, error);
}

/* ---- downstream's buffers ---- */

/* Makes the picture again, for components that lie otherwise; it must be empty.
   Its own pool is for the same, for pictures that get none of downstream. */
static gboolean
place (GstClSpectrogramSession * session, const GstVideoInfo * placed,
    GstCaps * caps, GError ** error)
{
  gst_opencl_event_clear (&session->changed);
  clfft_picture_destroy (&session->picture);
  session->placed = *placed;
  gst_buffer_pool_set_active (session->base.pool, FALSE);
  gst_clear_object (&session->base.pool);
  return make_picture (session, error)
      && gst_cl_session_make_pool (&session->base, caps,
          GST_VIDEO_INFO_SIZE (placed), error)
      && decorate (session, 0, error);
}

gboolean
gst_cl_spectrogram_session_find_pool (GstClSpectrogramSession * session,
    GstPad * pad, GstCaps * caps, GError ** error)
{
  const GstVideoInfo *video = &session->config->video;
  GstVideoInfo placed;

  gst_cl_sink_pool_drop (g_steal_pointer (&session->sink_pool));
  session->sink_pool = gst_cl_sink_pool_ask (pad, caps, video,
      session->base.importer, &placed);
  session->only_theirs = gst_cl_video_caps_are_dmabufs (caps);
  if (session->only_theirs && !session->sink_pool)
    return gst_cl_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
        "What follows asks for dma-bufs, but offers no pool of such as the "
        "device can write");
  if (!session->sink_pool || GST_VIDEO_INFO_IS_RGB (video)
      || gst_cl_sink_pool_is_placed_alike (&placed, &session->placed)
      || clfft_picture_get_n_frames (session->picture) > 0)
    return TRUE;
  return gst_cl_session_wait (&session->base, error)
      && place (session, &placed, caps, error);
}

gboolean
gst_cl_spectrogram_session_set_levels (GstClSpectrogramSession * session,
    const GstClSpectrogramSettings * settings, GError ** error)
{
  GstClSpectrogramSettings *shown = &session->config->settings;

  gst_cl_spectrogram_settings_take_levels (shown, settings);
  if (session->top) {
    gst_cl_top_set_limits (session->top, shown->floor, shown->range);
    shown->range = gst_cl_top_get_range (session->top);
  }
  return decorate (session, 0, error);
}

/* By how many pixels an upper end that moves by so many decibels moves what is
   near it. */
static gdouble
get_shift (const GstClSpectrogramConfig * config, gdouble decibels)
{
  const GstClSpectrogramSettings *s = &config->settings;

  if (s->level_scale == CLFFT_LEVEL_SCALE_DECIBEL)
    decibels /= s->range;
  else
    decibels *= G_LN10 / (s->level_scale == CLFFT_LEVEL_SCALE_POWER ? 10 : 20);
  return fabs (decibels) * config->layout.plot.height;
}

gboolean
gst_cl_spectrogram_session_follow (GstClSpectrogramSession * session,
    GError ** error)
{
  GstClSpectrogramSettings *shown = &session->config->settings;
  gdouble range;

  if (!session->top)
    return TRUE;
  range = gst_cl_top_get_range (session->top);
  if (get_shift (session->config, range - shown->range) < SAME_PLACE)
    return TRUE;
  shown->range = range;
  return decorate (session, 0, error);
}

gboolean
gst_cl_spectrogram_session_set_times (GstClSpectrogramSession * session,
    const GstClSpectrogramTimes * times, GError ** error)
{
  return !gst_cl_spectrogram_config_set_times (session->config, times)
      || decorate (session,
      gst_cl_spectrogram_config_get_time_row (session->config), error);
}

/* ---- spectra ---- */

guint
gst_cl_spectrogram_session_get_capacity (GstClSpectrogramSession * session)
{
  return session->capacity;
}

/* Takes the buffer's memory if it is the device's own; frames of others are too
   small to be worth an import. */
static gboolean
take_in_place (GstClSpectrogramSession * session, GstBuffer * buffer)
{
  return !session->numbers.is_double && !session->numbers.is_swapped
      && gst_opencl_memory_from_buffer (buffer)
      && gst_cl_source_take (&session->loaded, &session->base, buffer, 0, 0,
      session->frame_size);
}

/* Copies from the host's memory to the next staging memory. */
static gboolean
stage (GstClSpectrogramSession * session, GstBuffer * buffer, guint first,
    guint n_frames, GError ** error)
{
  gsize stored_size = gst_fourier_info_get_frame_size (&session->config->info);
  gsize n_numbers = session->frame_size / sizeof (gfloat) * n_frames;
  gsize size = n_numbers * sizeof (gfloat);
  GstClSource *loaded = &session->loaded;
  gboolean begun;
  GstMapInfo map;

  if (!session->base.staging[0] && !gst_cl_session_make_staging
      (&session->base, 2, session->frame_size * session->capacity, error))
    return FALSE;
  if (!gst_opencl_buffer_map_host (buffer, &map, GST_MAP_READ, error))
    return FALSE;
  begun = gst_cl_source_begin_copy (loaded, &session->base, size, error);
  if (begun)
    gst_cl_numbers_to_floats (&session->numbers,
        map.data + first * stored_size, n_numbers, (gfloat *) loaded->data);
  gst_buffer_unmap (buffer, &map);
  return begun && gst_cl_source_end_copy (loaded, &session->base, size, error);
}

gboolean
gst_cl_spectrogram_session_load (GstClSpectrogramSession * session,
    GstBuffer * buffer, guint first, guint n_frames, GError ** error)
{
  gst_cl_source_end (&session->loaded, NULL);
  session->first_loaded = 0;
  if (!take_in_place (session, buffer))
    return stage (session, buffer, first, n_frames, error);
  session->first_loaded = first + session->loaded.offset / session->frame_size;
  return TRUE;
}

gboolean
gst_cl_spectrogram_session_sharpen (GstClSpectrogramSession * session,
    guint n_frames, guint * n_out, GError ** error)
{
  GstOpenCLMemory *input = n_frames ? session->loaded.memory : NULL;
  GstOpenCLMemory *output = (GstOpenCLMemory *) session->sharp;
  GstClCommand command = {
    .uses = {{input, GST_MAP_READ}, {output, GST_MAP_WRITE}},
    .after = &session->sharpened
  };
  clfft_average_params params = {
    .first_frame = session->first_loaded,
    .n_frames = n_frames,
    .flush = n_frames == 0,
    .n_out = n_out,
  };
  clfft_status status;

  *n_out = n_frames;
  if (!session->sharpen)
    return TRUE;
  GST_CL_COMMAND_BEGIN (&command, &params);
  status = clfft_sharpen_execute (session->sharpen,
      gst_opencl_queue_get_handle (session->base.queue),
      input ? input->handle : NULL, output->handle, &params);
  return gst_cl_session_end_command (&session->base, &command, status,
      "Could not sharpen spectra", error);
}

guint64
gst_cl_spectrogram_session_get_pending (GstClSpectrogramSession * session)
{
  return session->sharpen ? (guint64) session->config->info.hop
      * clfft_sharpen_get_n_pending (session->sharpen) : 0;
}

guint64
gst_cl_spectrogram_session_get_delay (GstClSpectrogramSession * session)
{
  return !session->config ? 0 : (guint64) session->config->info.hop
      * gst_cl_spectrogram_sharpen_get_reach (&session->config->settings);
}

gboolean
gst_cl_spectrogram_session_add_levels (GstClSpectrogramSession * session,
    GstOpenCLMemory * levels, guint first, guint n_frames, guint64 sample,
    GError ** error)
{
  const GstClSpectrogramConfig *config = session->config;
  GstClCommand command = {
    .uses = {{levels, GST_MAP_READ}},
    .after = &session->changed
  };
  clfft_status status;
  clfft_picture_frames frames = {
    .input = levels->handle,
    .first_frame = first,
    .n_frames = n_frames,
    .base = sample,
    .step = config->info.hop,
    .unit = config->column_samples,
    .frame_time = config->plane ? 0
        : (gdouble) config->info.hop / config->info.rate,
  };

  GST_CL_COMMAND_BEGIN (&command, &frames);
  status = clfft_picture_add (session->picture,
      gst_opencl_queue_get_handle (session->base.queue), &frames);
  return gst_cl_session_end_command (&session->base, &command, status,
      "Could not add spectra to the picture", error);
}

gboolean
gst_cl_spectrogram_session_add (GstClSpectrogramSession * session,
    guint first, guint n_frames, guint64 sample, GError ** error)
{
  GstOpenCLMemory *levels = session->sharpen
      ? (GstOpenCLMemory *) session->sharp : session->loaded.memory;

  gst_clear_buffer (&session->kept);
  if (!session->sharpen)
    first += session->first_loaded;
  if (session->top && !gst_cl_top_add (session->top, (GstMemory *) levels,
          first, n_frames, error))
    return FALSE;
  if (!(session->curves ? gst_cl_curves_add (session->curves, levels, first,
              n_frames, error) : gst_cl_spectrogram_session_add_levels
          (session, levels, first, n_frames, sample, error)))
    return FALSE;
  gst_cl_session_count (&session->base, GST_CL_COUNTER_FRAMES, n_frames);
  return gst_opencl_queue_flush (session->base.queue, error);
}

void
gst_cl_spectrogram_session_begin_run (GstClSpectrogramSession * session)
{
  if (session->curves)
    gst_cl_curves_reset (session->curves);
}

gboolean
gst_cl_spectrogram_session_reset (GstClSpectrogramSession * session,
    GError ** error)
{
  gst_cl_source_end (&session->loaded, NULL);
  gst_clear_buffer (&session->kept);
  gst_opencl_event_clear (&session->changed);
  gst_opencl_event_clear (&session->sharpened);
  if (session->sharpen)
    clfft_sharpen_reset (session->sharpen);
  if (session->top)
    gst_cl_top_reset (session->top);
  gst_cl_spectrogram_session_begin_run (session);
  return !session->picture || gst_cl_check (clfft_picture_reset
      (session->picture, gst_opencl_queue_get_handle (session->base.queue)),
      "Could not clear the picture", error);
}

void
gst_cl_spectrogram_session_get_stats (gpointer data, GstStructure * stats)
{
  GstClSpectrogramSession *session = data;

  gst_cl_session_get_stats (&session->base,
      (GstClSession *) session->transforms, stats);
  g_mutex_lock (&session->base.lock);
  gst_structure_set (stats, "delay", G_TYPE_INT64,
      (gint64) round (session->delay * GST_SECOND), NULL);
  g_mutex_unlock (&session->base.lock);
}
