/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* response.c: responses made of numbers, and of other responses. */
#include "private.h"

#include <math.h>
#include <string.h>

#include "opencl/error.h"

GstClResponse *
gst_cl_response_new (const gchar * what, guint n_channels, guint64 n_taps,
    gint rate, GError ** error)
{
  GstClResponse *response;

  if (n_channels < 1 || n_taps < 1) {
    g_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
        "%s is empty: an impulse response needs at least one sample", what);
    return NULL;
  }
  if (n_taps > GST_CL_RESPONSE_MAX_TAPS
      || n_taps > GST_CL_RESPONSE_MAX_NUMBERS / n_channels) {
    g_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
        "%s is too long: %u channels of %" G_GUINT64_FORMAT " samples, where "
        "a channel may have %" G_GUINT64_FORMAT " and all of them %"
        G_GUINT64_FORMAT, what, n_channels, n_taps, GST_CL_RESPONSE_MAX_TAPS,
        GST_CL_RESPONSE_MAX_NUMBERS);
    return NULL;
  }
  response = g_new0 (GstClResponse, 1);
  response->n_references = 1;
  response->n_channels = n_channels;
  response->n_taps = n_taps;
  response->rate = rate;
  response->taps = g_try_new0 (gdouble, n_channels * n_taps);
  if (!response->taps) {
    gst_cl_set_memory_error (error, "%s is longer than the memory: %u channels "
        "of %" G_GUINT64_FORMAT " samples", what, n_channels, n_taps);
    g_clear_pointer (&response, gst_cl_response_unref);
  }
  return response;
}

GstClResponse *
gst_cl_response_new_zeros (guint n_channels, guint64 n_taps, gint rate,
    GError ** error)
{
  return gst_cl_response_new ("The impulse response for this stream",
      n_channels, n_taps, rate, error);
}

GstClResponse *
gst_cl_response_ref (GstClResponse * response)
{
  g_atomic_int_inc (&response->n_references);
  return response;
}

void
gst_cl_response_unref (GstClResponse * response)
{
  if (!g_atomic_int_dec_and_test (&response->n_references))
    return;
  g_free (response->taps);
  g_free (response->note);
  g_free (response);
}

gboolean
gst_cl_response_check (const GstClResponse * response, const gchar * what,
    GError ** error)
{
  guint64 n = response->n_channels * response->n_taps, i;

  for (i = 0; i < n; i++)
    if (!isfinite (response->taps[i]))
      return gst_cl_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_DECODE,
          "%s cannot be an impulse response: sample %" G_GUINT64_FORMAT " of "
          "channel %" G_GUINT64_FORMAT " is %s", what, i % response->n_taps, i
          / response->n_taps, isnan (response->taps[i]) ? "not a number"
          : "infinite");
  return TRUE;
}

gboolean
gst_cl_response_may_go_on (const gint * cancelled, GError ** error)
{
  if (!cancelled || !g_atomic_int_get (cancelled))
    return TRUE;
  gst_cl_set_cancelled_error (error, "The impulse response is not wanted any "
      "more");
  return FALSE;
}

GstClResponse *
gst_cl_response_from_bytes (GBytes * bytes, gboolean is_double,
    guint n_channels, gint response_rate, gint rate, const gint * cancelled,
    GError ** error)
{
  const gchar *what = "The impulse response of the application";
  gsize size, unit = is_double ? sizeof (gdouble) : sizeof (gfloat), n, i;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  GstClResponse *response;

  if (n_channels < 1 || size % (n_channels * unit)) {
    gst_cl_set_settings_error (error, "%s has %" G_GSIZE_FORMAT " bytes, which "
        "are not the same number of %s for each of %u channels", what, size,
        is_double ? "doubles (8 bytes)" : "floats (4 bytes)", n_channels);
    return NULL;
  }
  n = size / unit;
  response = gst_cl_response_new (what, n_channels, n / n_channels,
      response_rate ? response_rate : rate, error);
  if (!response)
    return NULL;
  for (i = 0; i < n; i++) {
    gfloat number;

    if (is_double)
      memcpy (&response->taps[i], data + i * unit, unit);
    else {
      memcpy (&number, data + i * unit, unit);
      response->taps[i] = number;
    }
  }
  if (!gst_cl_response_check (response, what, error)) {
    gst_cl_response_unref (response);
    return NULL;
  }
  return gst_cl_response_resample (response, what, rate, cancelled, error);
}

/* ---- mix ---- */

/* By what the taps are multiplied for `normalize`; silence stays as it is. */
static gdouble
get_factor (const GstClResponse * response, GstClNormalize normalize)
{
  gdouble peak = 0, most = 0;
  guint64 k;
  guint c;

  for (k = 0; k < response->n_channels * response->n_taps; k++)
    peak = MAX (peak, fabs (response->taps[k]));
  if (normalize == GST_CL_NORMALIZE_NONE || peak == 0)
    return 1;
  if (normalize == GST_CL_NORMALIZE_PEAK)
    return 1 / peak;
  for (c = 0; c < response->n_channels; c++) {
    const gdouble *taps = response->taps + c * response->n_taps;
    gdouble energy = 0;

    /* of parts of the peak, whose squares are numbers */
    for (k = 0; k < response->n_taps; k++)
      energy += (taps[k] / peak) * (taps[k] / peak);
    most = MAX (most, energy);
  }
  return 1 / (peak * sqrt (most));
}

/* Whether channel c of the response leads an input to the output of its own. */
static gboolean
is_diagonal (const GstClResponse * response, guint c, guint n_inputs,
    guint n_outputs)
{
  return response->n_channels == 1 || response->n_channels == n_outputs
      || c / n_inputs == c % n_inputs;
}

GstClResponse *
gst_cl_response_mix (const GstClResponse * response, GstClNormalize normalize,
    gdouble gain, gdouble wet, gdouble dry, guint64 pre_delay, guint n_inputs,
    guint n_outputs, GError ** error)
{
  const gchar *what = "The impulse response with its gain and delay";
  guint n_channels = response->n_channels, c;
  guint64 n_taps = response->n_taps, k;
  gdouble factor = get_factor (response, normalize) * wet
      * pow (10, gain / 20);
  GstClResponse *mix;

  if (!(n_channels == 1 && n_inputs == n_outputs)
      && !(n_channels == n_outputs && (n_inputs == n_outputs || n_inputs == 1))
      && n_channels != (guint64) n_inputs * n_outputs) {
    gst_cl_set_settings_error (error, "The impulse response has %u channels, "
        "which %u channels in and %u out cannot have: it must have 1 for all, "
        "%u for one each, or %u for a matrix", n_channels, n_inputs, n_outputs,
        n_outputs, n_inputs * n_outputs);
    return NULL;
  }
  if (pre_delay > GST_CL_RESPONSE_MAX_TAPS) {
    gst_cl_set_settings_error (error, "The delay before the impulse response "
        "is %" G_GUINT64_FORMAT " frames, but may be %" G_GUINT64_FORMAT,
        pre_delay, GST_CL_RESPONSE_MAX_TAPS);
    return NULL;
  }
  mix = gst_cl_response_new (what, n_channels, n_taps + pre_delay,
      response->rate, error);
  if (!mix)
    return NULL;
  mix->delay = response->delay;
  for (c = 0; c < n_channels; c++) {
    gdouble *to = mix->taps + c * mix->n_taps;

    for (k = 0; k < n_taps; k++)
      to[k + pre_delay] = response->taps[c * n_taps + k] * factor;
    if (dry != 0 && is_diagonal (response, c, n_inputs, n_outputs))
      to[mix->delay] += dry;
  }
  if (!gst_cl_response_check (mix, what, error))
    g_clear_pointer (&mix, gst_cl_response_unref);
  return mix;
}
