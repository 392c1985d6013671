/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* audioinfo.c: reads caps, and names the field that is wrong. */
#include "audioinfo.h"

#include "fourier/fourierpositions.h"
#include "opencl/error.h"

#define MASK "channel-mask"

/* Whether it is 0 or names as many positions as there are channels: GStreamer
   1.22 takes others too, and then says nothing of positions or wrong ones. */
static gboolean
is_fitting (const GValue * mask, gint n_channels)
{
  guint64 bits;

  if (!GST_VALUE_HOLDS_BITMASK (mask))
    return FALSE;
  bits = gst_value_get_bitmask (mask);
  return bits == 0 || gst_fourier_count_positions (bits) == (guint) n_channels;
}

gboolean
gst_cl_audio_info_parse (const GstCaps * caps, GstAudioInfo * audio,
    GError ** error)
{
  g_autoptr (GstCaps) known = gst_caps_copy (caps);
  const GstStructure *structure = gst_caps_get_structure (caps, 0);
  const GValue *mask = gst_structure_get_value (structure, MASK);
  g_autofree gchar *text = NULL;
  gint n_channels = 0;

  gst_structure_get_int (structure, "channels", &n_channels);
  if (mask && !is_fitting (mask, n_channels)) {
    text = gst_value_serialize (mask);
    return gst_cl_set_settings_error (error, MASK " is %s, but with %d "
        "channels must be left out, be 0 or name %d positions", text,
        n_channels, n_channels);
  }
  if (!mask && n_channels > 2)
    gst_caps_set_simple (known, MASK, GST_TYPE_BITMASK, G_GUINT64_CONSTANT (0),
        NULL);
  if (gst_audio_info_from_caps (audio, known))
    return TRUE;
  text = gst_caps_to_string (caps);
  return gst_cl_set_settings_error (error, "The audio format cannot be read: "
      "%s", text);
}

gboolean
gst_cl_audio_info_count (const GstAudioInfo * info, GstBuffer * buffer,
    gsize * n_samples, GError ** error)
{
  gsize size = gst_buffer_get_size (buffer);
  gsize unit = GST_AUDIO_INFO_WIDTH (info) / 8;
  GstAudioMeta *meta;

  if (info->layout == GST_AUDIO_LAYOUT_INTERLEAVED) {
    unit *= info->channels;
    *n_samples = size / unit;
    if (size % unit == 0)
      return TRUE;
    return gst_cl_set_format_error (error, "A buffer of %" G_GSIZE_FORMAT
        " bytes is not a whole number of samples of %" G_GSIZE_FORMAT " bytes",
        size, unit);
  }

  meta = gst_buffer_get_audio_meta (buffer);
  if (!meta)
    return gst_cl_set_format_error (error, "A buffer of non-interleaved audio "
        "has no GstAudioMeta");
  if (meta->info.layout != GST_AUDIO_LAYOUT_NON_INTERLEAVED ||
      meta->info.finfo != info->finfo ||
      meta->info.channels != info->channels)
    return gst_cl_set_format_error (error, "The GstAudioMeta of a buffer does "
        "not match the caps");
  for (gint c = 0; c < info->channels; c++) {
    if (meta->offsets[c] > size ||
        (size - meta->offsets[c]) / unit < meta->samples)
      return gst_cl_set_format_error (error, "The GstAudioMeta of a buffer of %"
          G_GSIZE_FORMAT " bytes puts %" G_GSIZE_FORMAT " samples of channel "
          "%d past its end", size, meta->samples, c);
  }
  *n_samples = meta->samples;
  return TRUE;
}
