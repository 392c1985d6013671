/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* source.c: loads the response of the property that is set, and decides what
   its channels are for. */
#include "source.h"

#include <math.h>
#include <string.h>
#include "element/enums.h"
#include "element/fit/request.h"
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
          (gint) settings->ir_rate, rate,
          cancelled, error);
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

/**
 * Route:
 * @n_inputs: channels of the stream that the response is for, from the first on;
 *     others pass as they are
 * @n_made: channels that the response makes of them
 * @n_channels: of the response that are used, from the first on
 * @n_outputs: that leave
 * @is_folded: the stream's channel is all of @n_inputs
 *
 * What the channels of a response are for in a stream.
 */
typedef struct
{
  guint n_inputs, n_made;
  guint n_channels;
  guint n_outputs;
  gboolean is_folded;
} Route;

static Route
make_route (guint n_inputs, guint n_made, guint n_channels, guint n_stream)
{
  Route route = { n_inputs, n_made, n_channels, n_made, FALSE };

  if (n_inputs < n_stream)
    route.n_outputs = n_stream;
  if (n_inputs > n_stream)
    route.is_folded = TRUE;
  return route;
}

/* One each, as far as there are. */
static Route
route_each (guint n, guint n_stream)
{
  guint some = MIN (n, n_stream);

  return make_route (some, some, some, n_stream);
}

/* A response of true stereo is for two channels: mono is both of them, as in the
   Web Audio API. */
static Route
route_matrix (guint n, guint n_stream)
{
  guint root = (guint) sqrt (n);

  if (n == 4 && n_stream == 1)
    return make_route (2, 2, 4, 1);
  if (n % n_stream == 0)
    return make_route (n_stream, n / n_stream, n, n_stream);
  if (root > 1 && root * root == n && root < n_stream)
    return make_route (root, root, n, n_stream);
  return route_each (n, n_stream);
}

static Route
find_route (GstClIrLayout layout, guint n, guint n_stream)
{
  switch (layout) {
    case GST_CL_IR_LAYOUT_AUTO:
      if (n == 1)
        return make_route (n_stream, n_stream, 1, n_stream);
      if (n == n_stream)
        return route_each (n, n_stream);
      if (n % n_stream == 0 || n == 4)
        return route_matrix (n, n_stream);
      return route_each (n, n_stream);
    case GST_CL_IR_LAYOUT_MONO:
      return make_route (n_stream, n_stream, 1, n_stream);
    case GST_CL_IR_LAYOUT_PER_CHANNEL:
      return route_each (n, n_stream);
    default:
      return route_matrix (n, n_stream);
  }
}

guint
gst_cl_fft_filter_count_outputs (const GstClFftFilterSettings * settings,
    const GstClResponse * response, guint n_inputs, GError ** error)
{
  guint n = response->n_channels;
  Route route = find_route (settings->ir_layout, n, n_inputs);

  if (settings->ir_layout == GST_CL_IR_LAYOUT_MONO && n > 1)
    gst_cl_set_property_error (error, "ir-layout", "is mono, but the impulse "
        "response has %u channels and must have 1", n);
  else if (route.n_outputs > MAX_OUTPUTS)
    gst_cl_set_property_error (error, "ir-layout", "%s makes %u channels of %u, "
        "but at most %u are possible", gst_cl_enum_nick (GST_TYPE_CL_IR_LAYOUT,
            settings->ir_layout), route.n_outputs, n_inputs, MAX_OUTPUTS);
  else
    return route.n_outputs;
  return 0;
}

static guint64
get_pre_delay (const GstClFftFilterSettings * settings,
    const GstClResponse * response)
{
  return gst_util_uint64_scale_round (settings->pre_delay, response->rate,
      GST_SECOND);
}

void
gst_cl_fft_filter_add_notes (const GstClFftFilterSettings * settings,
    const GstClResponse * response, guint n_inputs, GPtrArray * notes)
{
  guint n = response->n_channels;
  Route route = find_route (settings->ir_layout, n, n_inputs);
  guint64 most = GST_CL_RESPONSE_MAX_TAPS - response->n_taps;

  if (response->note)
    gst_cl_notes_add (notes, "curve-file", "is \"%s\", %s",
        settings->curve_file, response->note);
  if (route.n_inputs < n_inputs || route.n_channels < n)
    gst_cl_notes_add (notes, "ir-layout", "is %s, but the impulse response has "
        "%u channels and the stream %u: %u of its channels are used, for the "
        "first %u of the stream%s", gst_cl_enum_nick (GST_TYPE_CL_IR_LAYOUT,
            settings->ir_layout), n, n_inputs, route.n_channels, route.n_inputs,
        route.n_inputs < n_inputs ? ", and the others pass as they are"
        : "");
  if (get_pre_delay (settings, response) > most)
    gst_cl_notes_add (notes, "pre-delay", "is %" G_GUINT64_FORMAT ", but at "
        "this rate at most %" G_GUINT64_FORMAT " frames are possible, which "
        "are used", settings->pre_delay, most);
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
      0, response->rate, NULL, error);
  g_bytes_unref (bytes);
  return transposed;
}

/* A response of zeros like another one, but of so many channels. */
static GstClResponse *
make_like (const GstClResponse * response, guint n_channels, GError ** error)
{
  GstClResponse *made = gst_cl_response_new_zeros (n_channels,
      response->n_taps, response->rate, error);

  if (made)
    made->delay = response->delay;
  return made;
}

static gdouble *
get_channel (const GstClResponse * response, guint channel)
{
  return response->taps + channel * response->n_taps;
}

/* Adds up what the same channel does as several. */
static GstClResponse *
fold (const GstClResponse * mixed, const Route * route, GError ** error)
{
  GstClResponse *folded = make_like (mixed, route->n_made, error);
  guint64 k;
  guint c;

  for (c = 0; folded && c < mixed->n_channels; c++)
    for (k = 0; k < mixed->n_taps; k++)
      get_channel (folded, c / route->n_inputs)[k] +=
          get_channel (mixed, c)[k];
  return folded;
}

/* Lets the channels pass that the response is not for, as late as it is. */
static GstClResponse *
extend (const GstClResponse * mixed, const Route * route, guint n_stream,
    GError ** error)
{
  gboolean is_matrix = mixed->n_channels > route->n_made;
  GstClResponse *all = make_like (mixed,
      is_matrix ? n_stream * n_stream : n_stream, error);
  guint c, o, i, step = is_matrix ? n_stream + 1 : 1;

  if (!all)
    return NULL;
  for (c = 0; c < mixed->n_channels; c++) {
    o = is_matrix ? c / route->n_inputs : c;
    i = is_matrix ? c % route->n_inputs : 0;
    memcpy (get_channel (all, is_matrix ? o * n_stream + i : o),
        get_channel (mixed, c), mixed->n_taps * sizeof (gdouble));
  }
  for (c = route->n_inputs; c < n_stream; c++)
    get_channel (all, c * step)[all->delay] = 1;
  return all;
}

/* The response in the convolver's order, without channels that are not used. */
static GstClResponse *
arrange (const GstClFftFilterSettings * settings,
    const GstClResponse * response, const Route * route, GError ** error)
{
  gboolean is_matrix = route->n_channels > route->n_made;
  GstClResponse *used;

  if (is_matrix
      && settings->ir_layout == GST_CL_IR_LAYOUT_MATRIX_BY_INPUT)
    return transpose (response, route->n_inputs, route->n_made, error);
  if (route->n_channels == response->n_channels)
    return gst_cl_response_ref ((GstClResponse *) response);
  used = make_like (response, route->n_channels, error);
  if (used)
    memcpy (used->taps, response->taps, route->n_channels * response->n_taps
        * sizeof (gdouble));
  return used;
}

/* The place of the largest of the taps that are used. */
static guint64
find_peak (const GstClResponse * response, guint n_channels)
{
  guint64 peak = 0, k;
  gdouble largest = 0;
  guint c;

  for (c = 0; c < n_channels; c++)
    for (k = 0; k < response->n_taps; k++)
      if (fabs (get_channel (response, c)[k]) > largest) {
        largest = fabs (get_channel (response, c)[k]);
        peak = k;
      }
  return peak;
}

guint64
gst_cl_fft_filter_find_delay (const GstClFftFilterSettings * settings,
    const GstClResponse * response, guint n_inputs)
{
  Route route = find_route (settings->ir_layout, response->n_channels,
      n_inputs);

  if (response->delay > 0 || settings->delay == GST_CL_FILTER_DELAY_KEEP)
    return response->delay;
  return find_peak (response, route.n_channels);
}

GstClResponse *
gst_cl_fft_filter_mix (const GstClFftFilterSettings * settings,
    const GstClResponse * response, guint n_inputs, GError ** error)
{
  Route route = find_route (settings->ir_layout, response->n_channels,
      n_inputs);
  guint64 pre_delay = MIN (get_pre_delay (settings, response),
      GST_CL_RESPONSE_MAX_TAPS - response->n_taps);
  g_autoptr (GstClResponse) arranged = arrange (settings, response, &route,
      error);
  g_autoptr (GstClResponse) mixed = NULL;

  if (arranged) {
    GstClResponse late = *arranged;

    /* with which the dry sound arrives */
    late.delay = gst_cl_fft_filter_find_delay (settings, response, n_inputs);
    mixed = gst_cl_response_mix (&late, settings->normalize,
        settings->gain, settings->wet, settings->dry, pre_delay,
        route.n_inputs, route.n_made, error);
  }
  if (mixed && route.is_folded)
    return fold (mixed, &route, error);
  if (mixed && route.n_inputs < n_inputs)
    return extend (mixed, &route, n_inputs, error);
  return g_steal_pointer (&mixed);
}
