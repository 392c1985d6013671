/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* drawing/curves.c: see curves.h. */
#include "curves.h"

#include <math.h>
#include <string.h>
#include "element/spectra/spectra.h"
#include "opencl/error.h"
#include "clspectrogram/transfer.h"

/* What the device averages: H1 = Sxy / Sxx, the coherence and, unless it is set,
   the delay. */
enum
{
  RESPONSE,
  COHERENCE,
  DELAY,
  N_AVERAGES
};

/* What is summed up over bins. */
enum
{
  POWER,
  REAL,
  IMAGINARY,
  COHERENT,
  KNOWN,                        /* bins that have a response */
  N_SUMS
};

#define LEAST_POWER 1e-60

struct _GstClCurves
{
  GstClSession *session;
  GstFourierInfo info;
  clfft_cross *averages[N_AVERAGES];
  GstMemory *results[N_AVERAGES];       /* of one frame */
  cl_event after[N_AVERAGES];
  guint n_averages, n_bins, n_columns;
  GstMemory *levels;
  gboolean is_measured;
  gdouble *edges;               /* two of each column, in bins */
  gdouble *sums;                /* running sums over bins, one behind the other */
  gdouble delay;                /* seconds */
};

/* ---- numbers ---- */

static gdouble *
get_sums (const GstClCurves * curves, guint which)
{
  return curves->sums + which * (curves->n_bins + 1);
}

/* The sum of what lies below a place. */
static gdouble
sum_below (const GstClCurves * curves, guint which, gdouble place)
{
  const gdouble *sums = get_sums (curves, which);
  gdouble at = CLAMP (place + 0.5, 0, curves->n_bins);
  guint bin = MIN ((guint) at, curves->n_bins - 1);

  return sums[bin] + (at - bin) * (sums[bin + 1] - sums[bin]);
}

static gdouble
sum_in (const GstClCurves * curves, guint which, guint column)
{
  return sum_below (curves, which, curves->edges[2 * column + 1])
      - sum_below (curves, which, curves->edges[2 * column]);
}

/* Sums up what is known, the response without the delay. */
static void
sum_bins (GstClCurves * curves, const gfloat * response,
    const gfloat * coherence)
{
  gdouble turn = 2 * G_PI * curves->delay * curves->info.rate
      / curves->info.shape[0];
  guint k, which;

  for (k = 0; k < curves->n_bins; k++) {
    gdouble x = response[2 * k], y = response[2 * k + 1];
    gdouble c = cos (turn * k), s = sin (turn * k);
    gboolean is_known = isfinite (x) && isfinite (y)
        && isfinite (coherence[k]);
    const gdouble terms[N_SUMS] = { x * x + y * y, x * c - y * s,
      x * s + y * c, coherence[k], 1
    };

    for (which = 0; which < N_SUMS; which++) {
      gdouble *sums = get_sums (curves, which) + k;

      sums[1] = sums[0] + (is_known ? terms[which] : 0);
    }
  }
}

/* Makes levels of heights in their plots; NaN where nothing is known. */
static void
fill_levels (const GstClCurves * curves,
    const GstClSpectrogramSettings * settings, gfloat * levels)
{
  guint n = curves->n_columns, i, plot;

  for (i = 0; i < n; i++) {
    gdouble known = sum_in (curves, KNOWN, i);
    gdouble power = sum_in (curves, POWER, i) / known;
    gdouble phase = atan2 (sum_in (curves, IMAGINARY, i),
        sum_in (curves, REAL, i));
    const gdouble heights[GST_CL_TRANSFER_N_PLOTS] = {
      (10 * log10 (MAX (power, LEAST_POWER)) - settings->floor)
          / settings->range,
      (phase / G_PI + 1) / 2,
      sum_in (curves, COHERENT, i) / known
    };

    for (plot = 0; plot < GST_CL_TRANSFER_N_PLOTS; plot++)
      levels[plot * n + i] = known > 0 ? GST_CL_CURVES_TOP
          * CLAMP (heights[plot], -1, 2) : NAN;
  }
}

/* ---- making ---- */

static void
describe (const GstClCurves * curves, guint which,
    const GstClSpectrogramSettings * settings, clfft_cross_desc * desc)
{
  static const clfft_cross_quantity quantities[N_AVERAGES] = {
    CLFFT_CROSS_TRANSFER_H1, CLFFT_CROSS_COHERENCE, CLFFT_CROSS_DELAY
  };
  const GstFourierInfo *info = &curves->info;
  gdouble hops = (gdouble) settings->audio.time_constant / GST_SECOND
      * info->rate / info->hop;

  memset (desc, 0, sizeof *desc);
  desc->quantity = quantities[which];
  desc->averaging = CLFFT_AVERAGING_EXPONENTIAL;
  desc->alpha = -expm1 (-1 / hops);
  desc->decay = exp (-1 / hops);
  desc->channels = 2;
  desc->points = curves->n_bins;
  desc->precision = CLFFT_PRECISION_SINGLE;
  desc->length = info->shape[0];
  desc->rate = info->rate;
  desc->max_outputs = 1;
}

static gboolean
make_average (GstClCurves * curves, guint which,
    const GstClSpectrogramSettings * settings, GError ** error)
{
  gsize n = which == DELAY ? 2 : (which == RESPONSE ? 2 : 1) * curves->n_bins;
  GstClSession *session = curves->session;
  clfft_cross_desc desc;

  describe (curves, which, settings, &desc);
  desc.waiter = gst_opencl_watchdog_get_waiter (session->watchdog);
  if (!gst_cl_check (clfft_cross_create (gst_opencl_context_get_clfft_device
              (session->context), &desc, &curves->averages[which]),
          "Could not plan the transfer function", error))
    return FALSE;
  curves->results[which] = gst_cl_session_alloc (session, n * sizeof (gfloat),
      error);
  return curves->results[which] != NULL;
}

static gboolean
make_all (GstClCurves * curves, const GstClSpectrogramConfig * config,
    GError ** error)
{
  guint n = curves->n_columns, i;

  curves->edges = gst_cl_coefficients_new (2 * (guint64) n, "columns", error);
  curves->sums = curves->edges ? gst_cl_coefficients_new (N_SUMS
      * ((guint64) curves->n_bins + 1), "sums over bins", error) : NULL;
  if (!curves->sums)
    return FALSE;
  for (i = 0; i < N_SUMS; i++)
    get_sums (curves, i)[0] = 0;
  gst_cl_spectrogram_transfer_fill_edges (&config->settings, &config->info,
      &config->axis, n, curves->edges);
  for (i = 0; i < curves->n_averages; i++)
    if (!make_average (curves, i, &config->settings, error))
      return FALSE;
  curves->levels = gst_cl_session_alloc (curves->session,
      (gsize) GST_CL_TRANSFER_N_PLOTS * n * sizeof (gfloat), error);
  return curves->levels != NULL;
}

GstClCurves *
gst_cl_curves_new (GstClSession * session,
    const GstClSpectrogramConfig * config, GError ** error)
{
  GstClCurves *curves = g_new0 (GstClCurves, 1);
  gboolean is_set = gst_cl_spectrogram_settings_get_delay (&config->settings,
      &curves->delay);

  curves->session = session;
  curves->info = config->info;
  curves->n_bins = config->info.bins[0];
  curves->n_columns = config->n_cells;
  curves->n_averages = is_set ? DELAY : N_AVERAGES;
  if (make_all (curves, config, error))
    return curves;
  gst_cl_curves_free (curves);
  return NULL;
}

void
gst_cl_curves_free (GstClCurves * curves)
{
  guint i;

  if (!curves)
    return;
  for (i = 0; i < N_AVERAGES; i++) {
    gst_opencl_event_clear (&curves->after[i]);
    clfft_cross_destroy (&curves->averages[i]);
    g_clear_pointer (&curves->results[i], gst_memory_unref);
  }
  g_clear_pointer (&curves->levels, gst_memory_unref);
  g_free (curves->edges);
  g_free (curves->sums);
  g_free (curves);
}

/* ---- running ---- */

void
gst_cl_curves_reset (GstClCurves * curves)
{
  guint i;

  curves->is_measured = FALSE;
  for (i = 0; i < curves->n_averages; i++) {
    gst_opencl_event_clear (&curves->after[i]);
    clfft_cross_reset (curves->averages[i]);
  }
}

static gboolean
execute (GstClCurves * curves, guint which, GstOpenCLMemory * spectra,
    guint64 frame, GError ** error)
{
  GstClSession *session = curves->session;
  GstOpenCLMemory *result = (GstOpenCLMemory *) curves->results[which];
  GstClCommand command = {
    .uses = {{spectra, GST_MAP_READ}, {result, GST_MAP_WRITE}},
    .after = &curves->after[which]
  };
  clfft_average_params params = {.first_frame = frame,.n_frames = 1 };
  clfft_status status;

  GST_CL_COMMAND_BEGIN (&command, &params);
  status = clfft_cross_execute (curves->averages[which],
      gst_opencl_queue_get_handle (session->queue), spectra->handle,
      result->handle, &params);
  return gst_cl_session_end_command (session, &command, status,
      "Could not run the transfer function", error);
}

gboolean
gst_cl_curves_add (GstClCurves * curves, GstOpenCLMemory * spectra,
    guint64 first, guint n_frames, GError ** error)
{
  guint i, which;

  for (i = 0; i < n_frames; i++)
    for (which = 0; which < curves->n_averages; which++)
      if (!execute (curves, which, spectra, first + i, error))
        return FALSE;
  curves->is_measured |= n_frames > 0;
  return TRUE;
}

/* Reads the averages and writes the levels of them. */
static gboolean
convert (GstClCurves * curves, const GstClSpectrogramSettings * settings,
    GError ** error)
{
  GstMapInfo maps[N_AVERAGES], levels;
  guint n_mapped = 0, i;
  gboolean done;

  while (n_mapped < curves->n_averages
      && gst_opencl_memory_map_host (curves->results[n_mapped],
          &maps[n_mapped], GST_MAP_READ, error))
    n_mapped++;
  done = n_mapped == curves->n_averages && gst_opencl_memory_map_host
      (curves->levels, &levels, GST_MAP_WRITE, error);
  if (done) {
    if (n_mapped == N_AVERAGES)
      curves->delay = *(gfloat *) maps[DELAY].data;
    sum_bins (curves, (gfloat *) maps[RESPONSE].data,
        (gfloat *) maps[COHERENCE].data);
    fill_levels (curves, settings, (gfloat *) levels.data);
    gst_memory_unmap (curves->levels, &levels);
  }
  for (i = 0; i < n_mapped; i++)
    gst_memory_unmap (curves->results[i], &maps[i]);
  return done && gst_opencl_memory_check ((GstOpenCLMemory *) curves->levels,
      error);
}

gboolean
gst_cl_curves_make (GstClCurves * curves,
    const GstClSpectrogramSettings * settings, GstOpenCLMemory ** levels,
    GError ** error)
{
  *levels = curves->is_measured ? (GstOpenCLMemory *) curves->levels : NULL;
  return !curves->is_measured || convert (curves, settings, error);
}

gdouble
gst_cl_curves_get_delay (const GstClCurves * curves)
{
  return curves->delay;
}
