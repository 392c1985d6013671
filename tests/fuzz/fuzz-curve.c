/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-curve.c: any text as an equaliser curve, behind FUZZ_HEAD, which chooses
 * the format. What is accepted keeps the rules of curve.h, and what is made of it
 * are numbers; what is not has an error that is text.
 */
#include <math.h>

#include "response/biquad.h"
#include "fuzz.h"

static void
check_graphs (const GstClCurve * curve)
{
  gdouble levels[65] = { 0 };
  guint i, k;

  for (i = 0; i < curve->graphs->len; i++) {
    const GArray *points = g_ptr_array_index (curve->graphs, i);

    FUZZ_CHECK (points->len >= 2 && points->len <= GST_CL_CURVE_MAX_POINTS);
    for (k = 0; k < points->len; k++) {
      const GstClCurvePoint *p = &g_array_index (points, GstClCurvePoint, k);

      FUZZ_CHECK (p->frequency > 0 && isfinite (p->frequency));
      FUZZ_CHECK (fabs (p->decibels) <= GST_CL_CURVE_MAX_DECIBELS);
      FUZZ_CHECK (k == 0 || p[-1].frequency < p->frequency);
    }
  }
  gst_cl_curve_add_graphs (curve, 375, levels, G_N_ELEMENTS (levels),
      NULL);
  for (k = 0; k < G_N_ELEMENTS (levels); k++)
    FUZZ_CHECK (fabs (levels[k]) <= 34.6 * curve->graphs->len);
}

static void
check_filters (const GstClCurve * curve)
{
  guint i;

  FUZZ_CHECK (curve->filters->len <= GST_CL_CURVE_MAX_FILTERS);
  for (i = 0; i < curve->filters->len; i++) {
    const GstClCurveFilter *filter = &g_array_index (curve->filters,
        GstClCurveFilter, i);
    GstClBiquad biquad;
    gdouble omega;

    FUZZ_CHECK (filter->frequency > 0 && filter->width > 0);
    FUZZ_CHECK (filter->line > 0);
    if (!gst_cl_biquad_make (&biquad, filter, 48000))
      continue;
    for (omega = 0; omega <= G_PI; omega += G_PI / 16)
      FUZZ_CHECK (isfinite (gst_cl_biquad_get_power (&biquad, cos (omega),
                  -sin (omega))));
  }
}

#ifndef FUZZ_HEAD
#define FUZZ_HEAD ""
#endif

const struct fuzz_cost fuzz_cost = {.an_input = 0.1,.a_byte = 100e-6,
  .repeated = 32768
};

void
fuzz_target (const uint8_t * data, size_t given)
{
  size_t size = strlen (FUZZ_HEAD) + given;
  char *text = fuzz_text (data, given);
  GError *error = NULL;
  GstClCurve *curve;

  text = g_realloc (text, size + 1);
  memmove (text + size - given, text, given + 1);
  memcpy (text, FUZZ_HEAD, size - given);
  curve = gst_cl_curve_parse ("It", text, size, NULL, &error);

  FUZZ_CHECK (!curve == !!error);
  if (curve) {
    FUZZ_CHECK (isfinite (curve->factor) && curve->factor != 0);
    FUZZ_CHECK (curve->rate >= 0);
    FUZZ_CHECK (!curve->conv || (curve->conv->values.n == 0)
        == !!curve->conv->filename);
    check_graphs (curve);
    check_filters (curve);
    gst_cl_curve_free (curve);
  } else {
    FUZZ_CHECK (g_str_has_prefix (error->message, "It"));
    FUZZ_CHECK (g_utf8_validate (error->message, -1, NULL));
    g_error_free (error);
  }
  free (text);
}
