/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* input.c: reads frames where they are, or copies them. */
#include "input.h"

#include <string.h>

/* Of one channel; GST_AUDIO_INFO_BPS counts valid bits, not stored bytes. */
static gsize
get_sample_size (const GstClStftConfig * config)
{
  return GST_AUDIO_INFO_BPF (&config->audio)
      / GST_AUDIO_INFO_CHANNELS (&config->audio);
}

static gsize
get_span_size (const GstClStftConfig * config,
    const GstClFraming * framing, guint n_frames)
{
  return gst_cl_framing_get_span (framing, n_frames)
      * GST_AUDIO_INFO_BPF (&config->audio);
}

/* ---- copies ---- */

/* Interleaves pairs of planes into tuples. */
static void
interleave (const guint8 * planes, guint8 * tuples, gsize plane_size,
    guint n_channels, gsize sample_size)
{
  gsize i, n_samples = plane_size / sample_size;
  guint c;

  for (c = 0; c < n_channels; c++) {
    const guint8 *source = planes + c * plane_size;
    guint8 *dest = tuples + c * sample_size;

    for (i = 0; i < n_samples; i++)
      memcpy (dest + i * n_channels * sample_size, source + i * sample_size,
          sample_size);
  }
}

/* Writes n_frames as the plan reads them. */
static void
copy (const GstClStftConfig * config, guint8 * planes,
    GstClStftEmphasis * emphasis, GstClFraming * framing, guint n_frames, GstClFramingBatch * batch,
    guint8 * dest)
{
  gsize sample_size = get_sample_size (config);
  gsize span = gst_cl_framing_get_span (framing, n_frames) * sample_size;

  if (emphasis) {
    gst_cl_stft_emphasis_take (emphasis, framing, n_frames, batch, dest);
  } else if (config->interleaves) {
    gst_cl_framing_take (framing, n_frames, planes, span, batch);
    interleave (planes, dest, span, GST_AUDIO_INFO_CHANNELS (&config->audio),
        sample_size);
  } else {
    gst_cl_framing_take (framing, n_frames, dest,
        gst_cl_stft_config_get_plane_distance (config) * sample_size,
        batch);
  }
}

/* Copies the samples of n_frames to the next staging memory. */
static gboolean
stage (GstClSource * source, GstClSession * session,
    const GstClStftConfig * config, guint8 * planes,
    GstClStftEmphasis * emphasis, GstClFraming * framing, guint n_frames,
    GstClFramingBatch * batch, GError ** error)
{
  gsize size = get_span_size (config, framing, n_frames);

  if (!gst_cl_source_begin_copy (source, session,
          gst_cl_stft_config_get_used_size (config, n_frames), error))
    return FALSE;
  copy (config, planes, emphasis, framing, n_frames, batch, source->data);
  if (planes || emphasis)
    gst_cl_session_count_copy (session, size);
  return gst_cl_source_end_copy (source, session, size, error);
}

/* ---- in place ---- */

/* Takes n_frames where the input has them; FALSE if they have to be copied. */
static gboolean
take_in_place (GstClStftInput * input, GstClSession * session,
    const GstClStftConfig * config, GstClFraming * framing,
    guint n_frames, GstClFramingBatch * batch)
{
  gsize element = get_sample_size (config) * (config->info.iq ? 2 : 1);
  gsize offset, first;
  guint index, length;
  GstBuffer *buffer;

  if (!gst_cl_framing_find (framing, n_frames, &buffer, &offset)
      || !gst_buffer_find_memory (buffer, offset, get_span_size (config,
              framing, n_frames), &index, &length, &first) || length != 1
      || !gst_cl_source_take (&input->source, session, buffer, index, first,
          element))
    return FALSE;
  input->first = input->source.offset / element;
  return gst_cl_framing_take (framing, n_frames, NULL, 0, batch);
}

gboolean
gst_cl_stft_input_take (GstClStftInput * input,
    GstClSession * session, const GstClStftConfig * config,
    guint8 * planes, GstClStftEmphasis * emphasis, GstClFraming * framing,
    guint n_frames, GstClFramingBatch * batch, GError ** error)
{
  gsize moved = gst_cl_framing_take_moved (framing);

  input->first = 0;
  if (moved > 0)
    gst_cl_session_count_copy (session, moved);
  if (!planes && !emphasis && take_in_place (input, session, config, framing,
          n_frames, batch))
    return TRUE;
  return stage (&input->source, session, config, planes, emphasis, framing,
      n_frames, batch, error);
}
