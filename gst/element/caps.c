/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* caps.c: reads the caps of audio and video input and makes caps of spectra. */
#include "caps.h"

#include <math.h>
#include "opencl/error.h"
#include "opencl/gstopenclmemory.h"

/* ---- audio ---- */

clfft_sample
gst_cl_audio_sample_from_format (GstAudioFormat format,
    gboolean * big_endian)
{
  static const struct
  {
    GstAudioFormat little, big;
    clfft_sample sample;
  } table[] = {
    {GST_AUDIO_FORMAT_S8, GST_AUDIO_FORMAT_S8, CLFFT_SAMPLE_S8},
    {GST_AUDIO_FORMAT_U8, GST_AUDIO_FORMAT_U8, CLFFT_SAMPLE_U8},
    {GST_AUDIO_FORMAT_S16LE, GST_AUDIO_FORMAT_S16BE, CLFFT_SAMPLE_S16},
    {GST_AUDIO_FORMAT_U16LE, GST_AUDIO_FORMAT_U16BE, CLFFT_SAMPLE_U16},
    {GST_AUDIO_FORMAT_S24_32LE, GST_AUDIO_FORMAT_S24_32BE,
        CLFFT_SAMPLE_S24_32},
    {GST_AUDIO_FORMAT_U24_32LE, GST_AUDIO_FORMAT_U24_32BE,
        CLFFT_SAMPLE_U24_32},
    {GST_AUDIO_FORMAT_S32LE, GST_AUDIO_FORMAT_S32BE, CLFFT_SAMPLE_S32},
    {GST_AUDIO_FORMAT_U32LE, GST_AUDIO_FORMAT_U32BE, CLFFT_SAMPLE_U32},
    {GST_AUDIO_FORMAT_S24LE, GST_AUDIO_FORMAT_S24BE, CLFFT_SAMPLE_S24},
    {GST_AUDIO_FORMAT_U24LE, GST_AUDIO_FORMAT_U24BE, CLFFT_SAMPLE_U24},
    {GST_AUDIO_FORMAT_S20LE, GST_AUDIO_FORMAT_S20BE, CLFFT_SAMPLE_S20},
    {GST_AUDIO_FORMAT_U20LE, GST_AUDIO_FORMAT_U20BE, CLFFT_SAMPLE_U20},
    {GST_AUDIO_FORMAT_S18LE, GST_AUDIO_FORMAT_S18BE, CLFFT_SAMPLE_S18},
    {GST_AUDIO_FORMAT_U18LE, GST_AUDIO_FORMAT_U18BE, CLFFT_SAMPLE_U18},
    {GST_AUDIO_FORMAT_F32LE, GST_AUDIO_FORMAT_F32BE, CLFFT_SAMPLE_F32},
    {GST_AUDIO_FORMAT_F64LE, GST_AUDIO_FORMAT_F64BE, CLFFT_SAMPLE_F64},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (table); i++) {
    if (format == table[i].little || format == table[i].big) {
      *big_endian = format != table[i].little;
      return table[i].sample;
    }
  }
  *big_endian = FALSE;
  return CLFFT_SAMPLE_NATIVE;
}

void
gst_cl_audio_sample_describe (const GstAudioFormatInfo * format,
    gboolean is_legacy, clfft_load * load)
{
  gboolean big_endian;

  load->sample = gst_cl_audio_sample_from_format (format->format,
      &big_endian);
  load->big_endian = big_endian;
  if (is_legacy && GST_AUDIO_FORMAT_INFO_IS_INTEGER (format))
    load->sample_scale = 1 / (ldexp (1, format->depth - 1) - 1);
}

gboolean
gst_cl_audio_info_parse (GstCaps * caps, GstAudioInfo * audio, GError ** error)
{
  g_autofree gchar *text = NULL;

  if (gst_audio_info_from_caps (audio, caps))
    return TRUE;
  text = gst_caps_to_string (caps);
  gst_cl_set_settings_error (error, "The audio format cannot be read: %s",
      text);
  return FALSE;
}

gboolean
gst_cl_audio_input_parse (GstClElement * element, GstCaps * caps,
    gpointer input, GError ** error)
{
  return gst_cl_audio_info_parse (caps, input, error);
}

gboolean
gst_cl_audio_input_is_same (gconstpointer a, gconstpointer b)
{
  return gst_audio_info_is_equal (a, b);
}

/* ---- spectra ---- */

static gboolean
lists_opencl_memory (GstCaps * caps)
{
  guint i;

  if (gst_caps_is_any (caps))
    return FALSE;
  for (i = 0; i < gst_caps_get_size (caps); i++) {
    GstCapsFeatures *features = gst_caps_get_features (caps, i);

    if (!gst_caps_features_is_any (features)
        && gst_caps_features_contains (features,
            GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY))
      return TRUE;
  }
  return FALSE;
}

/* The caps of this format that the peer takes; NULL if it takes none. */
static GstCaps *
offer_format (GstFourierInfo * info, gboolean is_double, GstCaps * peer,
    GError ** error)
{
  gboolean is_little = G_BYTE_ORDER == G_LITTLE_ENDIAN;
  GstCaps *caps;

  info->format = is_double
      ? (is_little ? GST_FOURIER_FORMAT_F64LE : GST_FOURIER_FORMAT_F64BE)
      : (is_little ? GST_FOURIER_FORMAT_F32LE : GST_FOURIER_FORMAT_F32BE);
  caps = gst_fourier_info_to_caps (info, error);
  if (!caps)
    return NULL;
  if (lists_opencl_memory (peer)) {
    GstCaps *device = gst_caps_copy (caps);

    gst_caps_set_features (device, 0, gst_caps_features_new
        (GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY, NULL));
    if (gst_caps_can_intersect (device, peer)) {
      gst_caps_unref (caps);
      return device;
    }
    gst_caps_unref (device);
  }
  if (!gst_caps_can_intersect (caps, peer))
    gst_clear_caps (&caps);
  return caps;
}

GstCaps *
gst_cl_spectra_caps_choose (GstClElement * element, GstFourierInfo * info,
    GError ** error)
{
  gboolean has_double = gst_opencl_context_get_limits
      (element->device.context)->has_double;
  GstCaps *peer = gst_pad_peer_query_caps (element->srcpad, NULL);
  GError *reason = NULL;
  GstCaps *caps = offer_format (info, FALSE, peer, &reason);

  if (!caps && !reason && has_double)
    caps = offer_format (info, TRUE, peer, &reason);
  if (!caps && !reason) {
    g_autofree gchar *taken = gst_caps_to_string (peer);

    g_set_error (&reason, GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
        "What follows takes no %u-point %s spectra of this stream, but %s",
        info->shape[info->rank - 1], gst_fourier_info_get_window (info),
        taken);
  }
  gst_caps_unref (peer);
  if (reason)
    g_propagate_error (error, reason);
  return caps;
}

clfft_precision
gst_cl_spectra_get_precision (const GstFourierInfo * info)
{
  return info->format == GST_FOURIER_FORMAT_F64LE
      || info->format == GST_FOURIER_FORMAT_F64BE ? CLFFT_PRECISION_DOUBLE
      : CLFFT_PRECISION_SINGLE;
}
