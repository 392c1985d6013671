/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * audio/session.c: turns spectra into buffers of samples.
 *
 *   spectra -> transform -> frames -> deframing -> output buffer
 */
#include "session.h"

#include "opencl/error.h"
#include "samplepack.h"

#define MIN_BUFFERS 2
/* The most bytes of an output buffer, unless a single sample has more. */
#define MAX_BUFFER_SIZE (4 << 20)

/* ---- making ---- */

static void
clear_output (GstClIfftSession * session)
{
  if (session->pool)
    gst_buffer_pool_set_active (session->pool, FALSE);
  gst_clear_object (&session->pool);
  g_clear_pointer (&session->values, g_free);
}

void
gst_cl_ifft_session_unconfigure (GstClIfftSession * session)
{
  if (!session->config)
    return;
  clear_output (session);
  g_clear_pointer (&session->bands, gst_cl_ifft_bands_free);
  gst_cl_ifft_transform_unconfigure (session->transform);
  g_clear_pointer (&session->config, gst_cl_ifft_config_free);
}

gboolean
gst_cl_ifft_session_configure (GstClIfftSession * session,
    GstClIfftConfig * config, const clfft_plan_params * params,
    GstClProgress * progress, GError ** error)
{
  clfft_desc desc;

  gst_cl_ifft_session_unconfigure (session);
  session->config = config;
  if (config->constant_q.n_frames > 0) {
    session->bands = gst_cl_ifft_bands_new (session->transform, config, params,
        progress, error);
    if (session->bands)
      return TRUE;
    gst_cl_ifft_session_unconfigure (session);
    return FALSE;
  }
  gst_cl_spectrum_load_describe (&config->load, (guint64) config->max_frames
      * config->info.channels, &desc);
  if (gst_cl_ifft_transform_configure (session->transform, &desc, 0, params,
          progress, error))
    return TRUE;
  gst_cl_ifft_session_unconfigure (session);
  return FALSE;
}

gboolean
gst_cl_ifft_session_set_output (GstClIfftSession * session,
    const GstAudioInfo * audio, GstCaps * caps, GError ** error)
{
  const GstClIfftConfig *config = session->config;
  gsize bpf = GST_AUDIO_INFO_BPF (audio);
  gsize most = (gsize) config->max_frames * config->info.hop;
  GstStructure *pool_config;

  clear_output (session);
  session->audio = *audio;
  session->capacity = CLAMP (MAX_BUFFER_SIZE / bpf, 1, most);
  session->values = g_try_new (gdouble, session->capacity * config->n_outputs);
  session->pool = gst_buffer_pool_new ();
  pool_config = gst_buffer_pool_get_config (session->pool);
  gst_buffer_pool_config_set_params (pool_config, caps,
      session->capacity * bpf, MIN_BUFFERS, 0);
  if (session->values
      && gst_buffer_pool_set_config (session->pool, pool_config)
      && gst_buffer_pool_set_active (session->pool, TRUE))
    return TRUE;
  return gst_cl_set_memory_error (error, "No memory for buffers of %"
      G_GSIZE_FORMAT " bytes", session->capacity * bpf);
}

/* ---- dispatch ---- */

static gboolean
add_frames (GstClIfftSession * session, const guint8 * data, guint n_frames,
    GstClDeframing * deframing, GError ** error)
{
  const GstClIfftConfig *config = session->config;
  gsize frame_size = gst_cl_ifft_config_get_output_size (config);
  GstClFrame frame = {
    .is_double = config->load.to_double,
    .n_parts = config->n_parts,
    .stride = (gsize) config->n_parts * config->info.shape[0],
    .is_mid_side = config->is_mid_side,
  };
  gboolean added = TRUE;
  guint k;

  for (k = 0; k < n_frames && added; k++) {
    frame.data = data + k * frame_size;
    added = gst_cl_deframing_add (deframing, &frame, error);
  }
  return added;
}

static gboolean
run_spectra (GstClIfftSession * session, const guint8 * spectra,
    guint n_frames, GstClDeframing * deframing, GError ** error)
{
  const GstClIfftConfig *config = session->config;
  GstMapInfo info;
  gboolean added;

  if (!gst_cl_ifft_transform_run (session->transform, &config->load, spectra,
          (guint64) n_frames * config->info.channels, n_frames, &info, error))
    return FALSE;
  added = add_frames (session, info.data, n_frames, deframing, error);
  gst_cl_ifft_transform_unmap (session->transform, &info);
  return added;
}

gboolean
gst_cl_ifft_session_run (GstClIfftSession * session, const guint8 * spectra,
    guint n_frames, GstClDeframing * deframing, GError ** error)
{
  GstClFrame silence = { NULL, };

  if (session->bands)
    return gst_cl_ifft_bands_run (session->bands, spectra, n_frames, deframing,
        error);
  if (spectra)
    return run_spectra (session, spectra, n_frames, deframing, error);
  for (; n_frames > 0; n_frames--)
    if (!gst_cl_deframing_add (deframing, &silence, error))
      return FALSE;
  return TRUE;
}

gboolean
gst_cl_ifft_session_finish (GstClIfftSession * session,
    GstClDeframing * deframing, GError ** error)
{
  return !session->bands || gst_cl_ifft_bands_finish (session->bands, deframing,
      error);
}

void
gst_cl_ifft_session_reset (GstClIfftSession * session)
{
  if (session->bands)
    gst_cl_ifft_bands_reset (session->bands);
}

/* ---- buffers ---- */

static gboolean
fill_buffer (GstClIfftSession * session, GstBuffer * buffer,
    gsize n_samples)
{
  GstMapInfo info;

  gst_buffer_set_size (buffer,
      n_samples * GST_AUDIO_INFO_BPF (&session->audio));
  if (!gst_buffer_map (buffer, &info, GST_MAP_WRITE))
    return FALSE;
  gst_cl_pack_samples (&session->audio, session->values, n_samples, info.data);
  gst_buffer_unmap (buffer, &info);
  return session->audio.layout == GST_AUDIO_LAYOUT_INTERLEAVED
      || gst_buffer_add_audio_meta (buffer, &session->audio, n_samples, NULL);
}

GstBuffer *
gst_cl_ifft_session_take (GstClIfftSession * session,
    GstClDeframing * deframing, GError ** error)
{
  GstBuffer *buffer = NULL;
  GstClDeframingBatch batch;

  if (!gst_cl_deframing_take (deframing, session->capacity, session->values,
          &batch))
    return NULL;
  if (gst_buffer_pool_acquire_buffer (session->pool, &buffer, NULL)
      != GST_FLOW_OK || !fill_buffer (session, buffer, batch.n_samples)) {
    gst_clear_buffer (&buffer);
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "No output buffer for %" G_GSIZE_FORMAT " samples could be had",
        batch.n_samples);
    return NULL;
  }
  gst_cl_stamp_apply (&batch.stamp, buffer);
  gst_cl_ifft_transform_count_bytes (session->transform,
      gst_buffer_get_size (buffer));
  return buffer;
}
