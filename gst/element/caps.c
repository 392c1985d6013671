/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* caps.c: reads the caps of audio and video input and makes caps of spectra. */
#include "caps.h"

#include <math.h>
#include "audio/audioinfo.h"
#include "opencl/error.h"
#include "opencl/gstopenclmemory.h"
#include "element/spectra/spectra.h"

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

/* ---- video ---- */

#define DMABUF "memory:DMABuf"
/* Filters work on blocks, so that a picture of few rows costs more. */
#define LEAST_SIDE 16

#if GST_CHECK_VERSION (1, 24, 0)

/* Calls a function for a string, or for each in a list. */
static void
each_string (const GValue * value, void (*function) (const gchar * text,
        GValue * list), GValue * list)
{
  guint i;

  if (value && G_VALUE_HOLDS_STRING (value))
    function (g_value_get_string (value), list);
  for (i = 0; value && GST_VALUE_HOLDS_LIST (value)
      && i < gst_value_list_get_size (value); i++)
    each_string (gst_value_list_get_value (value, i), function, list);
}

/* Appends a string that is not there yet. */
static void
append (GValue * list, const gchar * text)
{
  GValue value = G_VALUE_INIT;
  guint i;

  for (i = 0; i < gst_value_list_get_size (list); i++)
    if (g_str_equal (text, g_value_get_string (gst_value_list_get_value (list,
                    i))))
      return;
  g_value_init (&value, G_TYPE_STRING);
  g_value_set_string (&value, text);
  gst_value_list_append_and_take_value (list, &value);
}

/* Unless the DRM format stands for another one, too: NV15 of GStreamer 1.26. */
static void
append_drm (const gchar * name, GValue * list)
{
  GstVideoFormat format = gst_video_format_from_string (name);
  guint32 fourcc = gst_video_dma_drm_fourcc_from_format (format);
  g_autofree gchar *text = NULL;

  if (fourcc == 0 || gst_video_dma_drm_fourcc_to_format (fourcc) != format)
    return;
  text = gst_video_dma_drm_fourcc_to_string (fourcc, 0);
  if (text)
    append (list, text);
}

static void
append_format (const gchar * drm, GValue * list)
{
  guint64 modifier = 0;
  guint32 fourcc = gst_video_dma_drm_fourcc_from_string (drm, &modifier);
  GstVideoFormat format =
      modifier == 0 ? gst_video_dma_drm_fourcc_to_format (fourcc)
      : GST_VIDEO_FORMAT_UNKNOWN;

  if (format != GST_VIDEO_FORMAT_UNKNOWN)
    append (list, gst_video_format_to_string (format));
}

/* Sets the field `to` to what the strings of `from` stand for; FALSE if that is
   nothing. */
static gboolean
translate (GstStructure * structure, const gchar * from, const gchar * to,
    void (*function) (const gchar * text, GValue * list))
{
  GValue list = G_VALUE_INIT;
  gboolean some;

  gst_value_list_init (&list, 0);
  each_string (gst_structure_get_value (structure, from), function, &list);
  some = gst_value_list_get_size (&list) > 0;
  if (gst_value_list_get_size (&list) == 1)
    gst_structure_set_value (structure, to, gst_value_list_get_value (&list,
            0));
  else
    gst_structure_set_value (structure, to, &list);
  g_value_unset (&list);
  return some;
}

/* Takes structure. */
static void
append_dmabufs (GstCaps * caps, GstStructure * structure)
{
  if (!translate (structure, "format", "drm-format", append_drm)) {
    gst_structure_free (structure);
    return;
  }
  gst_structure_set (structure, "format", G_TYPE_STRING, "DMA_DRM", NULL);
  gst_caps_append_structure_full (caps, structure,
      gst_caps_features_new (DMABUF, NULL));
}

#endif

static gboolean
has_feature (const GstCaps * caps, guint i, const gchar * feature)
{
  GstCapsFeatures *features = gst_caps_get_features (caps, i);

  return !gst_caps_features_is_any (features)
      && gst_caps_features_contains (features, feature);
}

void
gst_cl_video_template_add_dmabufs (GstStaticPadTemplate * pad)
{
#if GST_CHECK_VERSION (1, 24, 0)
  GstCaps *caps = gst_caps_from_string (pad->static_caps.string);
  g_autofree gchar *text = NULL;
  guint i, n = gst_caps_get_size (caps);

  for (i = 0; i < n; i++)
    if (gst_caps_features_is_equal (gst_caps_get_features (caps, i),
            GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY))
      append_dmabufs (caps, gst_structure_copy (gst_caps_get_structure (caps,
                  i)));
  text = gst_caps_to_string (caps);
  pad->static_caps.string = g_intern_string (text);
  gst_caps_unref (caps);
#endif
}

static gboolean
read_video_info (GstVideoInfo * video, const GstCaps * caps)
{
#if GST_CHECK_VERSION (1, 24, 0)
  GstVideoInfoDmaDrm drm;

  if (gst_video_is_dma_drm_caps (caps))
    return gst_video_info_dma_drm_from_caps (&drm, caps)
        && drm.drm_modifier == 0
        && gst_video_info_dma_drm_to_video_info (&drm, video);
#endif
  return gst_video_info_from_caps (video, caps);
}

static guint64
count_samples (const GstVideoInfo * video)
{
  guint64 n = 0;
  guint c;

  for (c = 0; c < GST_VIDEO_INFO_N_COMPONENTS (video); c++)
    n += (guint64) MAX (GST_VIDEO_INFO_COMP_WIDTH (video, c), LEAST_SIDE)
        * MAX (GST_VIDEO_INFO_COMP_HEIGHT (video, c), LEAST_SIDE);
  return n;
}

gboolean
gst_cl_video_info_parse (GstVideoInfo * video, const GstCaps * caps,
    GError ** error)
{
  g_autofree gchar *text = NULL;
  guint64 n;

  if (!read_video_info (video, caps)) {
    text = gst_caps_to_string (caps);
    return gst_cl_set_settings_error (error, "The video format cannot be read: "
        "%s", text);
  }
  n = count_samples (video);
  if (n <= GST_CL_VIDEO_MAX_SAMPLES)
    return TRUE;
  return gst_cl_set_settings_error (error, "A picture of %d x %d pixels of %s has "
      "%" G_GUINT64_FORMAT " samples, where a side below " G_STRINGIFY
      (LEAST_SIDE) " counts as that, but at most %u are possible",
      GST_VIDEO_INFO_WIDTH (video), GST_VIDEO_INFO_HEIGHT (video),
      GST_VIDEO_INFO_NAME (video), n, GST_CL_VIDEO_MAX_SAMPLES);
}

gboolean
gst_cl_video_caps_are_dmabufs (const GstCaps * caps)
{
  return gst_caps_get_size (caps) > 0 && has_feature (caps, 0, DMABUF);
}

GstCaps *
gst_cl_video_caps_without_dmabufs (GstCaps * caps, gboolean * are_dmabufs)
{
  GstCaps *result = gst_caps_new_empty ();
  guint i, n = gst_caps_get_size (caps);

  for (i = 0; i < n; i++)
    if (!has_feature (caps, i, DMABUF))
      gst_caps_append_structure (result,
          gst_structure_copy (gst_caps_get_structure (caps, i)));
  *are_dmabufs = n > 0 && gst_caps_is_empty (result);
#if GST_CHECK_VERSION (1, 24, 0)
  for (i = 0; *are_dmabufs && i < n; i++) {
    GstStructure *structure =
        gst_structure_copy (gst_caps_get_structure (caps, i));

    if (translate (structure, "drm-format", "format", append_format)) {
      gst_structure_remove_field (structure, "drm-format");
      gst_caps_append_structure (result, structure);
    } else {
      gst_structure_free (structure);
    }
  }
#endif
  gst_caps_unref (caps);
  return result;
}

GstCaps *
gst_cl_video_caps_to_dmabufs (GstCaps * caps)
{
  GstCaps *result = gst_caps_new_empty ();

#if GST_CHECK_VERSION (1, 24, 0)
  append_dmabufs (result, gst_structure_copy (gst_caps_get_structure (caps,
              0)));
#endif
  gst_caps_unref (caps);
  return result;
}

/* ---- spectra ---- */

static gboolean
lists_opencl_memory (GstCaps * caps)
{
  guint i;

  if (gst_caps_is_any (caps))
    return FALSE;
  for (i = 0; i < gst_caps_get_size (caps); i++)
    if (has_feature (caps, i, GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY))
      return TRUE;
  return FALSE;
}

/* The caps of this format that the peer takes; NULL if it takes none. */
static GstCaps *
offer_format (GstFourierInfo * info, clfft_precision precision, GstCaps * peer,
    GError ** error)
{
  GstCaps *caps;

  info->format = gst_cl_spectra_get_format (precision);
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

/* Adds what in our caps the peer does not take, by the names of properties. */
static void
append_conflicts (GString * text, GstCaps * ours, GstCaps * peer)
{
  const GstStructure *own = gst_caps_get_structure (ours, 0), *other = NULL;
  guint i;

  for (i = 0; !other && i < gst_caps_get_size (peer); i++)
    if (gst_structure_has_name (gst_caps_get_structure (peer, i),
            gst_structure_get_name (own)))
      other = gst_caps_get_structure (peer, i);
  for (i = 0; other && i < (guint) gst_structure_n_fields (own); i++) {
    const gchar *field = gst_structure_nth_field_name (own, i);
    const GValue *value = gst_structure_get_value (own, field);
    const GValue *wanted = gst_structure_get_value (other, field);
    g_autofree gchar *is = NULL, *must = NULL;

    if (!wanted || gst_value_can_intersect (value, wanted)
        || g_str_equal (field, "bins"))
      continue;
    is = gst_value_serialize (value);
    must = gst_value_serialize (wanted);
    g_string_append_printf (text, "; %s is %s, but must be %s",
        g_str_equal (field, "shape") ? "size" : field, is, must);
  }
}

/* The error of spectra that the peer does not take. */
static GError *
make_refusal (const GstFourierInfo * info, GstCaps * peer)
{
  g_autofree gchar *taken = gst_caps_to_string (peer);
  GString *text = g_string_new (NULL);
  GstCaps *ours = gst_fourier_info_to_caps (info, NULL);
  GError *error;

  g_string_append_printf (text, "What follows takes no %u-point %s spectra of "
      "this stream, but %s", info->shape[info->rank - 1],
      gst_fourier_info_get_window (info), taken);
  if (ours)
    append_conflicts (text, ours, peer);
  gst_clear_caps (&ours);
  error = g_error_new_literal (GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
      text->str);
  g_string_free (text, TRUE);
  return error;
}

GstCaps *
gst_cl_spectra_caps_choose (GstClElement * element, GstFourierInfo * info,
    GError ** error)
{
  gboolean has_double = gst_opencl_context_get_limits
      (element->device.context)->has_double;
  GstCaps *peer = gst_pad_peer_query_caps (element->srcpad, NULL);
  GError *reason = NULL;
  GstCaps *caps = offer_format (info, CLFFT_PRECISION_SINGLE, peer, &reason);

  if (!caps && !reason && has_double)
    caps = offer_format (info, CLFFT_PRECISION_DOUBLE, peer, &reason);
  if (!caps && !reason)
    reason = make_refusal (info, peer);
  gst_caps_unref (peer);
  if (reason)
    g_propagate_error (error, reason);
  return caps;
}
