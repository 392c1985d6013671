/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* config.c: chooses precision, channels and caps. */
#include "config.h"

#include "element/enums.h"
#include "source.h"

/* Most decoders give about so many buffers a second. */
#define BUFFERS_PER_SECOND 48

static clfft_precision
choose_precision (GstClElement * element, const GstAudioInfo * in)
{
  gboolean is_fine = GST_AUDIO_INFO_DEPTH (in) > 24
      && (!GST_AUDIO_INFO_IS_FLOAT (in) || GST_AUDIO_INFO_DEPTH (in) > 32);

  return is_fine && gst_opencl_context_get_limits (element->device.
      context)->has_double ? CLFFT_PRECISION_DOUBLE : CLFFT_PRECISION_SINGLE;
}

GstClFftFilterConfig *
gst_cl_fft_filter_config_new (GstClElement * element,
    const GstClFftFilterSettings * settings,
    const GstClFftFilterSettings * in_force, GstClResponse * response,
    guint n_outputs, GError ** error)
{
  const GstAudioInfo *in = element->input;
  GstClFftFilterConfig *config;
  GstClFftFilterSource source;

  if (!gst_cl_fft_filter_settings_find_source (settings, in_force, &source,
          error))
    return NULL;
  config = g_new0 (GstClFftFilterConfig, 1);
  config->in = *in;
  config->source = source;
  config->ir_layout = settings->ir_layout;
  config->n_outputs = n_outputs;
  config->precision = choose_precision (element, in);
  if (n_outputs > 0)
    return config;
  config->response = response ? gst_cl_response_ref (response)
      : gst_cl_fft_filter_load (settings, source, in->rate,
      gst_opencl_context_get_clfft_device (element->device.context),
      &element->device.stopping, error);
  if (config->response)
    config->n_outputs = gst_cl_fft_filter_count_outputs (settings,
        config->response, in->channels, error);
  if (config->n_outputs == 0)
    g_clear_pointer (&config, gst_cl_fft_filter_config_free);
  return config;
}

void
gst_cl_fft_filter_config_free (gpointer data)
{
  GstClFftFilterConfig *config = data;

  if (!config)
    return;
  g_clear_pointer (&config->response, gst_cl_response_unref);
  g_free (config);
}

GstCaps *
gst_cl_fft_filter_config_choose_caps (const GstClFftFilterConfig * config,
    GstClElement * element, GError ** error)
{
  GstCaps *caps = gst_audio_info_to_caps (&config->in);
  gint n_inputs = config->in.channels, n_outputs = config->n_outputs;
  GstStructure *structure = gst_caps_get_structure (caps, 0);
  g_autofree gchar *what = NULL;

  what = gst_caps_to_string (caps);
  if (n_outputs != n_inputs) {
    gst_structure_remove_field (structure, "channel-mask");
    gst_structure_set (structure, "channels", G_TYPE_INT, n_outputs, NULL);
    g_free (what);
    what = g_strdup_printf ("the %d channels that ir-layout=%s makes of %d",
        n_outputs, gst_cl_enum_nick (GST_TYPE_CL_IR_LAYOUT,
            config->ir_layout), n_inputs);
  }
  caps = gst_cl_element_choose_caps (element, caps, what, error);
  /* nobody said where they are */
  if (caps && n_outputs > 2
      && !gst_structure_has_field (gst_caps_get_structure (caps, 0),
          "channel-mask"))
    gst_caps_set_simple (caps, "channel-mask", GST_TYPE_BITMASK,
        G_GUINT64_CONSTANT (0), NULL);
  return caps;
}

guint
gst_cl_fft_filter_config_guess_frames (const GstClFftFilterConfig * config)
{
  return 1u << (g_bit_storage (config->in.rate / BUFFERS_PER_SECOND));
}

/* Leaves out what a response may change. */
static gboolean
forget_channels (GstCapsFeatures * features, GstStructure * structure,
    gpointer data)
{
  gst_structure_remove_fields (structure, "channels", "channel-mask", NULL);
  return TRUE;
}

GstCaps *
gst_cl_fft_filter_get_sink_caps (GstClElement * element, GstCaps * filter)
{
  GstCaps *template = gst_pad_get_pad_template_caps (element->sinkpad);
  GstCaps *peer = gst_pad_peer_query_caps (element->srcpad, NULL);
  GstCaps *any = gst_caps_copy (peer), *both, *caps;

  gst_caps_map_in_place (any, forget_channels, NULL);
  /* the same number first */
  both = gst_caps_merge (peer, any);
  caps = gst_caps_intersect_full (both, template, GST_CAPS_INTERSECT_FIRST);
  gst_caps_unref (both);
  gst_caps_unref (template);
  if (filter) {
    both = gst_caps_intersect_full (filter, caps, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref (caps);
    caps = both;
  }
  return caps;
}
