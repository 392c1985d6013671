/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * audiosample.c: which of the engine's sample formats an audio format is, and
 * what its integers are divided by.
 */
#include "audiosample.h"

#include "opencl/error.h"

#include <math.h>

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
