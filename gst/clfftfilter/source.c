/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* source.c: loads the response of the property that is set, and decides what
   its channels are for. */
#include "source.h"

#include <string.h>
#include "element/enums.h"
#include "opencl/error.h"

#define MAX_OUTPUTS 1024        /* of a convolver */

static GstClResponse *
load (const GstClFftFilterSettings * settings, GstClFftFilterSource source,
    gint rate, clfft_device * device, const gint * cancelled, GError ** error)
{
  switch (source) {
    case GST_CL_FFT_FILTER_IR_FILE:
      return gst_cl_response_load_file (settings->ir_file, rate, cancelled,
          error);
    case GST_CL_FFT_FILTER_IR:
      return gst_cl_response_from_bytes (settings->ir,
          settings->ir_format == GST_CL_IR_FORMAT_F64, settings->ir_channels,
          (gint) settings->ir_rate, rate, error);
    default:
      return gst_cl_response_load_curve (settings->curve_file, rate,
          settings->phase, settings->ir_length, device, cancelled, error);
  }
}

/* Names the properties in front of what is wrong. */
GstClResponse *
gst_cl_fft_filter_load (const GstClFftFilterSettings * settings,
    GstClFftFilterSource source, gint rate, clfft_device * device,
    const gint * cancelled, GError ** error)
{
  GstClResponse *response = load (settings, source, rate, device, cancelled,
      error);

  if (response)
    return response;
  if (source == GST_CL_FFT_FILTER_IR)
    g_prefix_error (error, "ir with ir-channels=%u, ir-format=%s, ir-rate=%u: ",
        settings->ir_channels, gst_cl_enum_nick (GST_TYPE_CL_IR_FORMAT,
            settings->ir_format), settings->ir_rate);
  else
    g_prefix_error (error, "%s: ", source == GST_CL_FFT_FILTER_IR_FILE
        ? "ir-file" : "curve-file");
  return NULL;
}

/* The layout that `auto` comes to. */
static GstClIrLayout
resolve_layout (GstClIrLayout layout, guint n_channels, guint n_inputs)
{
  if (layout != GST_CL_IR_LAYOUT_AUTO)
    return layout;
  if (n_channels == 1)
    return GST_CL_IR_LAYOUT_MONO;
  return n_channels == n_inputs ? GST_CL_IR_LAYOUT_PER_CHANNEL
      : GST_CL_IR_LAYOUT_MATRIX;
}

guint
gst_cl_fft_filter_count_outputs (const GstClFftFilterSettings * settings,
    const GstClResponse * response, guint n_inputs, GError ** error)
{
  guint n = response->n_channels, n_outputs = 0;
  GstClIrLayout layout = resolve_layout (settings->ir_layout, n, n_inputs);

  if (layout == GST_CL_IR_LAYOUT_MONO)
    n_outputs = n == 1 ? n_inputs : 0;
  else if (layout == GST_CL_IR_LAYOUT_PER_CHANNEL)
    n_outputs = n == n_inputs ? n_inputs : 0;
  else if (n % n_inputs == 0)
    n_outputs = n / n_inputs;
  if (n_outputs > 0 && n_outputs <= MAX_OUTPUTS)
    return n_outputs;
  if (n_outputs > MAX_OUTPUTS)
    gst_cl_set_settings_error (error, "ir-layout %s makes %u channels of %u, "
        "but at most %u are possible", gst_cl_enum_nick (GST_TYPE_CL_IR_LAYOUT,
            settings->ir_layout), n_outputs, n_inputs, MAX_OUTPUTS);
  else
    gst_cl_set_settings_error (error, "ir-layout %s does not fit: the impulse "
        "response has %u channels and the stream %u, but the response must "
        "have 1 (mono), as many as the stream (per-channel) or a multiple of "
        "that (matrix)", gst_cl_enum_nick (GST_TYPE_CL_IR_LAYOUT,
            settings->ir_layout), n, n_inputs);
  return 0;
}

/* [input][output] to [output][input]. */
static GstClResponse *
transpose (const GstClResponse * response, guint n_inputs, guint n_outputs,
    GError ** error)
{
  gsize n_taps = response->n_taps;
  gsize size = n_taps * response->n_channels * sizeof (gdouble);
  gdouble *taps = g_try_malloc (size);
  GstClResponse *transposed;
  GBytes *bytes;
  gsize i, o;

  if (!taps) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "No memory for %" G_GSIZE_FORMAT " bytes of an impulse response", size);
    return NULL;
  }
  for (o = 0; o < n_outputs; o++)
    for (i = 0; i < n_inputs; i++)
      memcpy (taps + (o * n_inputs + i) * n_taps,
          response->taps + (i * n_outputs + o) * n_taps,
          n_taps * sizeof (gdouble));
  bytes = g_bytes_new_take (taps, size);
  transposed = gst_cl_response_from_bytes (bytes, TRUE, response->n_channels,
      0, response->rate, error);
  g_bytes_unref (bytes);
  return transposed;
}

GstClResponse *
gst_cl_fft_filter_mix (const GstClFftFilterSettings * settings,
    const GstClResponse * response, guint n_inputs, guint n_outputs,
    GError ** error)
{
  guint64 pre_delay = gst_util_uint64_scale_round (settings->pre_delay,
      response->rate, GST_SECOND);
  GstClResponse *arranged =
      settings->ir_layout == GST_CL_IR_LAYOUT_MATRIX_BY_INPUT
      ? transpose (response, n_inputs, n_outputs, error)
      : gst_cl_response_ref ((GstClResponse *) response);
  GstClResponse *mixed = NULL;

  if (arranged) {
    mixed = gst_cl_response_mix (arranged, settings->normalize,
        settings->gain, settings->wet, settings->dry, pre_delay, n_inputs,
        n_outputs, error);
    gst_cl_response_unref (arranged);
  }
  return mixed;
}
