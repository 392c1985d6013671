/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * resample.c: a response at another rate, by the library that audioresample is
 * made of: sinc functions in Kaiser's window. The filter stays what it is below
 * both Nyquist frequencies if
 *
 *   g[k] = (from / to) h(k from / to)
 *
 * where h(t) is the band-limited signal of the taps. The first tap stays the
 * first: the library begins with half of its filter in silence, and what the
 * band limit would put before the first tap is left out. It ends the process
 * where it finds no memory for a block of all its channels, so that it gets few
 * at a time; gst_audio_resampler_reset() keeps the phase (1.22), so that each
 * group has one of its own.
 */
#include "private.h"

#include <gst/audio/audio.h>

#include "opencl/error.h"

/* Frames of one channel, of the response or of the result, between two looks
   whether to go on. */
#define BLOCK 16384
/* Channels of one resampler. */
#define GROUP 256
/* Of rates: a filter has as many taps as it asks for. */
#define MAX_RATIO 256
/* Taps of the filter between equal rates, and of all its phases. */
#define FILTER_TAPS 256
#define MAX_TABLE (1u << 26)

/* Taps of all phases of the filter. */
static guint64
get_table (gint from, gint to)
{
  return (guint64) FILTER_TAPS * (to / gst_util_greatest_common_divisor (from,
          to)) * (from / to + 1);
}

/* NULL: there is no memory for the table, which the library would end the process
   for. */
static GstAudioResampler *
open_resampler (guint n_channels, gint from, gint to)
{
  gpointer room = g_try_malloc ((get_table (from, to) + BLOCK)
      * sizeof (gdouble));
  GstStructure *options;
  GstAudioResampler *resampler;

  if (!room)
    return NULL;
  g_free (room);
  options = gst_structure_new_empty ("options");
  gst_audio_resampler_options_set_quality (GST_AUDIO_RESAMPLER_METHOD_KAISER,
      GST_AUDIO_RESAMPLER_QUALITY_MAX, from, to, options);
  /* every phase by itself: interpolated ones are an eighth of a sample late */
  gst_structure_set (options, GST_AUDIO_RESAMPLER_OPT_FILTER_MODE,
      GST_TYPE_AUDIO_RESAMPLER_FILTER_MODE,
      GST_AUDIO_RESAMPLER_FILTER_MODE_FULL,
      GST_AUDIO_RESAMPLER_OPT_FILTER_INTERPOLATION,
      GST_TYPE_AUDIO_RESAMPLER_FILTER_INTERPOLATION,
      GST_AUDIO_RESAMPLER_FILTER_INTERPOLATION_NONE, NULL);
  resampler = gst_audio_resampler_new (GST_AUDIO_RESAMPLER_METHOD_KAISER,
      GST_AUDIO_RESAMPLER_FLAG_NON_INTERLEAVED_IN
      | GST_AUDIO_RESAMPLER_FLAG_NON_INTERLEAVED_OUT, GST_AUDIO_FORMAT_F64,
      n_channels, from, to, options);
  gst_structure_free (options);
  return resampler;
}

/* Fills channels of `to` from those of `from`, after whose end is silence. */
static gboolean
resample (GstAudioResampler * resampler, const GstClResponse * from,
    GstClResponse * to, guint first, guint n_channels, const gint * cancelled,
    GError ** error)
{
  gpointer in[GROUP], out[GROUP];
  guint64 taken = 0, given = 0;
  gsize most = MAX (16, BLOCK / n_channels / MAX (1, to->rate / from->rate));
  guint c;

  while (given < to->n_taps) {
    /* NULL is silence */
    gsize n_in = taken < from->n_taps ? MIN (most, from->n_taps - taken)
        : most;
    gsize n_out = gst_audio_resampler_get_out_frames (resampler, n_in);

    if (!gst_cl_response_may_go_on (cancelled, error))
      return FALSE;
    n_out = MIN (n_out, to->n_taps - given);
    for (c = 0; c < n_channels; c++) {
      in[c] = from->taps + (first + c) * from->n_taps + taken;
      out[c] = to->taps + (first + c) * to->n_taps + given;
    }
    gst_audio_resampler_resample (resampler,
        taken < from->n_taps ? in : NULL, n_in, out, n_out);
    taken += n_in;
    given += n_out;
  }
  return TRUE;
}

static gboolean
can_resample (const gchar * what, gint from, gint to, GError ** error)
{
  if (from < 1 || to < 1 || from / to >= MAX_RATIO || to / from >= MAX_RATIO)
    return gst_cl_set_settings_error (error, "%s has %d samples a second and "
        "is wanted with %d: both must be at least 1, and one less than %d "
        "times the other", what, from, to, MAX_RATIO);
  if (get_table (from, to) > MAX_TABLE)
    return gst_cl_set_settings_error (error, "%s cannot be resampled from %d "
        "Hz to %d Hz: these have no large common divisor, and a table of all "
        "phases would be too large", what, from, to);
  return TRUE;
}

GstClResponse *
gst_cl_response_resample (GstClResponse * response, const gchar * what,
    gint rate, const gint * cancelled, GError ** error)
{
  gint from = response->rate;
  gdouble scale = (gdouble) from / rate;
  GstClResponse *result = NULL;
  guint c, n;
  guint64 k;

  if (from == rate && rate >= 1)
    return response;
  if (can_resample (what, from, rate, error))
    result = gst_cl_response_new (what, response->n_channels,
        gst_util_uint64_scale_int_ceil (response->n_taps, rate, from), rate,
        error);
  for (c = 0; result && c < response->n_channels; c += n) {
    GstAudioResampler *resampler;

    n = MIN (GROUP, response->n_channels - c);
    resampler = open_resampler (n, from, rate);
    if (!resampler) {
      gst_cl_set_memory_error (error, "%s: no memory to resample it from %d Hz "
          "to %d Hz", what, from, rate);
      g_clear_pointer (&result, gst_cl_response_unref);
      break;
    }
    if (!resample (resampler, response, result, c, n, cancelled, error))
      g_clear_pointer (&result, gst_cl_response_unref);
    gst_audio_resampler_free (resampler);
  }
  for (k = 0; result && k < result->n_channels * result->n_taps; k++)
    result->taps[k] *= scale;
  gst_cl_response_unref (response);
  return result;
}
