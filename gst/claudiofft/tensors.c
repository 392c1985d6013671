/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * tensors.c: makes caps of static tensors, as NNStreamer (2.4 and later) reads
 * them: "80:3000:1:1" for 3000 frames of 80 bands; and the GstTensorMeta that
 * elements of GStreamer read.
 */
#include "tensors.h"

#include <string.h>
#include "element/spectra/spectra.h"

#ifdef HAVE_TENSOR_META
#define GST_USE_UNSTABLE_API
#include <gst/analytics/analytics.h>
#endif

gboolean
gst_cl_audio_fft_wants_tensors (GstClElement * element)
{
  GstCaps *peer = gst_pad_peer_query_caps (element->srcpad, NULL);
  guint i, n_tensors = 0, n_others = 0;

  for (i = 0; !gst_caps_is_any (peer) && i < gst_caps_get_size (peer); i++) {
    GstStructure *structure = gst_caps_get_structure (peer, i);

    if (g_str_has_prefix (gst_structure_get_name (structure), "other/tensor"))
      n_tensors++;
    else if (gst_structure_has_name (structure, GST_FOURIER_MEDIA_TYPE))
      n_others++;
  }
  gst_caps_unref (peer);
  return n_tensors > 0 && n_others == 0;
}

void
gst_cl_audio_fft_settings_use_tensors (GstClStftSettings * settings)
{
  settings->frames_per_buffer = MAX (settings->frames_per_buffer, 1);
  settings->whole_buffers = TRUE;
}

guint
gst_cl_audio_fft_get_tensor_sizes (const GstClStftConfig * config,
    gsize * sizes)
{
  const GstFourierInfo *info = &config->info;
  guint n_frames = config->settings.frames_per_buffer;
  const guint all[] = {
    config->by_point ? 0 : n_frames,
    info->channels > 1 ? info->channels : 0,
    gst_fourier_info_get_n_points (info),
    config->by_point ? n_frames : 0,
    gst_fourier_info_get_point_size (info) > sizeof (gfloat) ? 2 : 0
  };
  guint i, n = 0;

  for (i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i])
      sizes[n++] = all[i];
  return n;
}

void
gst_cl_audio_fft_describe_tensor (GstBuffer * buffer, const gsize * sizes,
    guint n, gboolean is_half)
{
#ifdef HAVE_TENSOR_META
  GstTensor **tensors = g_new (GstTensor *, 1);
  gsize copy[GST_CL_AUDIO_FFT_MAX_SIZES];
  GstBuffer *data = gst_buffer_new ();
  guint i;

  /* copies of buffers copy the memory of devices, and wait for it */
  for (i = 0; i < gst_buffer_n_memory (buffer); i++)
    gst_buffer_append_memory (data, gst_buffer_get_memory (buffer, i));
  memcpy (copy, sizes, n * sizeof *copy);
  tensors[0] = gst_tensor_new_simple (g_quark_from_static_string
      (GST_CL_AUDIO_FFT_TENSOR_ID), is_half ? GST_TENSOR_DATA_TYPE_FLOAT16
      : GST_TENSOR_DATA_TYPE_FLOAT32, data, GST_TENSOR_DIM_ORDER_ROW_MAJOR, n,
      copy);
  gst_tensor_meta_set (gst_buffer_add_tensor_meta (buffer), 1, tensors);
#endif
}

/* The innermost first; then at least up to n_least dimensions of 1. */
static gchar *
print_dimensions (const GstClStftConfig * config, guint n_least)
{
  gsize sizes[GST_CL_AUDIO_FFT_MAX_SIZES];
  guint n = gst_cl_audio_fft_get_tensor_sizes (config, sizes), i;
  GString *text = g_string_new (NULL);

  for (i = 0; i < MAX (n, n_least); i++)
    g_string_append_printf (text, "%s%" G_GSIZE_FORMAT, i ? ":" : "",
        i < n ? sizes[n - 1 - i] : 1);
  return g_string_free (text, FALSE);
}

static void
append (GstCaps * caps, const GstClStftConfig * config, const gchar * name,
    guint n_least, const gchar * type)
{
  const GstFourierInfo *info = &config->info;
  g_autofree gchar *dimensions = print_dimensions (config, n_least);
  gboolean several = strcmp (name, "other/tensors") == 0;
  GstStructure *structure = gst_structure_new (name,
      several ? "dimensions" : "dimension", G_TYPE_STRING, dimensions,
      several ? "types" : "type", G_TYPE_STRING, type, NULL);
  gint n = 0, d = 1;

  if (several)
    gst_structure_set (structure, "format", G_TYPE_STRING, "static",
        "num_tensors", G_TYPE_INT, 1, NULL);
  gst_util_fraction_multiply (info->rate, info->hop, 1,
      config->settings.buffer_hop ? config->settings.buffer_hop
      : config->settings.frames_per_buffer, &n, &d);
  gst_structure_set (structure, "framerate", GST_TYPE_FRACTION, n, d, NULL);
  gst_caps_append_structure (caps, structure);
}

static gboolean
is_half (const GstCaps * caps)
{
  const GstStructure *structure = gst_caps_get_structure (caps, 0);
  const gchar *type = gst_structure_get_string (structure, "types");

  if (!type)
    type = gst_structure_get_string (structure, "type");
  return g_strcmp0 (type, "float16") == 0;
}

GstCaps *
gst_cl_audio_fft_choose_tensor_caps (GstClElement * element,
    GstClStftConfig * config, GError ** error)
{
  static const gchar *const types[] = { "float32", "float16" };
  GstCaps *caps = gst_caps_new_empty ();
  guint i, n_types;

  config->info.format = gst_cl_spectra_get_format (CLFFT_PRECISION_SINGLE);
  config->by_point = config->settings.tensor_order
      == GST_CL_STFT_TENSOR_ORDER_BAND_FRAME;
  n_types = gst_fourier_info_get_point_size (&config->info) > sizeof (gfloat)
      ? 1 : G_N_ELEMENTS (types);
  /* with 4 dimensions, as NNStreamer wrote them before 2.4; then without ones */
  for (i = 0; i < n_types; i++) {
    append (caps, config, "other/tensors", 4, types[i]);
    append (caps, config, "other/tensors", 0, types[i]);
    append (caps, config, "other/tensor", 4, types[i]);
    append (caps, config, "other/tensor", 0, types[i]);
  }
  caps = gst_cl_element_choose_caps (element, caps, "these tensors", error);
  config->is_half = caps && is_half (caps);
  return caps;
}
