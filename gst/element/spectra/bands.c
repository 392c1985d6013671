/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bands.c: makes bands and compares them with what was asked for. */
#include "bands.h"

#include <math.h>
#include <stdlib.h>
#include "element/fit/request.h"
#include "opencl/error.h"

gboolean
gst_cl_bands_choose_range (GstClBandsRequest * request, GError ** error)
{
  clfft_bands_desc *desc = &request->desc;
  gdouble nyquist = desc->rate / 2;

  if (desc->low >= nyquist)
    return gst_cl_set_request_error (error, "band-low", "0", "is %.9g, but "
        "must be below half the rate, %.9g", desc->low, nyquist);
  if (desc->high > nyquist && request->notes)
    gst_cl_notes_add (request->notes, "band-high", "is %.9g, but with this rate "
        "bands end at %.5g Hz", desc->high, nyquist);
  if (desc->high >= nyquist)
    desc->high = 0;
  return TRUE;
}

/* Notes that the range that was asked for has more than the octaves. That of a
   zoom was compared before. */
static void
compare_range (const GstClBandsRequest * request, const clfft_bands * bands,
    const gdouble * centers)
{
  const clfft_bands_desc *desc = &request->desc;
  guint fraction = clfft_band_scale_fraction (desc->scale);
  const gchar *text = "is %.9g, but with this rate and size bands lie from "
      "%.4g to %.5g Hz";
  gdouble half, low, high;

  if (fraction == 0 || desc->zoom.n_bins > 0)
    return;
  half = pow (10, 0.15 / fraction);
  /* the edges; nine digits of a request on one are not all of it */
  low = centers[0] / half * (1 - 1e-8);
  high = centers[bands->n_bands - 1] * half * (1 + 1e-8);
  if (desc->low != 0 && desc->low < low)
    gst_cl_notes_add (request->notes, "band-low", text, desc->low, low, high);
  if (desc->high > high)
    gst_cl_notes_add (request->notes, "band-high", text, desc->high, low, high);
}

/* Notes triangles that lie between two bins: their sums are 0. */
static void
note_empty (const GstClBandsRequest * request, const clfft_bands * bands,
    const gdouble * centers)
{
  guint n = 0, first = 0, i;

  for (i = bands->n_bands; i-- > 0;)
    if (bands->first[i + 1] == bands->first[i]) {
      first = i;
      n++;
    }
  if (n == 0)
    return;
  gst_cl_notes_add (request->notes, "bands", "is %u, but %u of them hold no bin "
      "and are 0, from the one at %.5g Hz on: bins are %.5g Hz apart",
      bands->n_bands, n, centers[first], request->desc.zoom.n_bins > 0
      ? request->desc.rate * request->desc.zoom.step
      : request->desc.rate / request->desc.n);
}

static gboolean
fits (clfft_bands_desc desc, guint n_bands, gdouble low, gdouble high)
{
  clfft_bands bands;
  gboolean done;

  desc.n_bands = n_bands;
  desc.low = low;
  desc.high = high;
  done = clfft_bands_fill (&desc, &bands, NULL) == CLFFT_STATUS_OK;
  clfft_bands_clear (&bands);
  return done;
}

/* The most bands that there are in the range; 0: none. */
static guint
count_bands (const clfft_bands_desc * desc)
{
  guint n_bins = desc->zoom.n_bins > 0 ? desc->zoom.n_bins : desc->n / 2 + 1;
  guint low = 0, high = MIN (desc->n_bands, n_bins + 1);

  if (desc->scale != CLFFT_BAND_SCALE_BINS)
    return desc->n_bands > n_bins && fits (*desc, n_bins, desc->low,
        desc->high) ? n_bins : 0;
  while (high - low > 1) {
    guint middle = low + (high - low) / 2;

    if (fits (*desc, middle, desc->low, desc->high))
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Says what can be done of bands that cannot be made: fewer of them, from or to
   another frequency, or none. */
static void
refuse (const GstClBandsRequest * request, GError ** error)
{
  const clfft_bands_desc *desc = &request->desc;
  g_autofree gchar *reason = g_strdup (clfft_last_error ());
  gchar most[GST_CL_REQUEST_NUMBER_SIZE];
  guint n = count_bands (desc);
  /* a zoom has one though none was asked for */
  gboolean has_range = desc->zoom.n_bins == 0;

  if (n > 0)
    gst_cl_set_request_error (error, "bands", gst_cl_request_number (most, n),
        "is %u, but %s", desc->n_bands, reason);
  else if (has_range && desc->low > 0 && (desc->high == 0
          || fits (*desc, MIN (desc->n_bands, 1), 0, desc->high)
          || !fits (*desc, MIN (desc->n_bands, 1), desc->low, 0)))
    gst_cl_set_request_error (error, "band-low", "0", "is %.9g, but %s",
        desc->low, reason);
  else if (has_range && desc->high > 0)
    gst_cl_set_request_error (error, "band-high", "0", "is %.9g, but %s",
        desc->high, reason);
  else
    gst_cl_set_request_error (error, "band-scale", desc->n_bands ? NULL :
        request->no_scale, "is %s, but %s", request->scale_name, reason);
}

gboolean
gst_cl_bands_make (const GstClBandsRequest * request, clfft_bands * bands,
    gdouble ** centers, GError ** error)
{
  clfft_status status = clfft_bands_fill (&request->desc, bands, centers);

  if (status == CLFFT_STATUS_INVALID) {
    refuse (request, error);
    return FALSE;
  }
  if (!gst_cl_check (status, "Could not make bands of band-scale and bands",
          error))
    return FALSE;
  if (request->notes) {
    compare_range (request, bands, *centers);
    note_empty (request, bands, *centers);
  }
  return TRUE;
}
