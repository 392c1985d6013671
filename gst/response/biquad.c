/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* biquad.c: see biquad.h. */
#include "biquad.h"

#include <math.h>

/* The middle of a shelf that begins at its frequency, as Equalizer APO has it
   for LS and HS: |gain| / (80 S) decades away. */
static gdouble
get_frequency (const GstClCurveFilter * filter, gdouble amplitude)
{
  gdouble q = filter->width, decades;

  if (!filter->is_corner)
    return filter->frequency;
  decades = fabs (filter->gain) / 80
      * (filter->width_kind == GST_CL_CURVE_SLOPE ? 1 / filter->width
      : (1 / (q * q) - 2) / (amplitude + 1 / amplitude) + 1);
  return filter->frequency * pow (10,
      filter->type == GST_CL_CURVE_LOW_SHELF ? decades : -decades);
}

static gdouble
get_amplitude (const GstClCurveFilter * filter)
{
  return pow (10, filter->gain / 40);
}

gdouble
gst_cl_biquad_get_highest (const GstClCurveFilter * filter)
{
  if (filter->type == GST_CL_CURVE_FREE)
    return 0;
  return MAX (get_frequency (filter, get_amplitude (filter)),
      filter->pole_frequency);
}

static gdouble
get_alpha (const GstClCurveFilter * filter, gdouble omega, gdouble amplitude)
{
  gdouble width = filter->width;

  switch (filter->width_kind) {
    case GST_CL_CURVE_OCTAVES:
      return sin (omega) * sinh (G_LN2 / 2 * width * omega / sin (omega));
    case GST_CL_CURVE_SLOPE:
      return sin (omega) / 2
          * sqrt ((amplitude + 1 / amplitude) * (1 / width - 1) + 2);
    default:
      return sin (omega) / (2 * width);
  }
}

/* b0, b1, b2, a0, a1, a2 of second order, except for shelves. */
static void
make_second (GstClCurveType type, gdouble c, gdouble alpha, gdouble amplitude,
    gdouble * k)
{
  gdouble pass = type == GST_CL_CURVE_LOW_PASS ? 1 - c : 1 + c;
  gdouble up = 1, down = 1;

  k[4] = -2 * c;
  if (type == GST_CL_CURVE_LOW_PASS || type == GST_CL_CURVE_HIGH_PASS) {
    k[0] = k[2] = pass / 2;
    k[1] = type == GST_CL_CURVE_LOW_PASS ? pass : -pass;
  } else if (type == GST_CL_CURVE_BAND_PASS) {
    k[0] = alpha;
    k[1] = 0;
    k[2] = -alpha;
  } else {
    if (type == GST_CL_CURVE_PEAKING) {
      up = amplitude;
      down = 1 / amplitude;
    } else
      up = type == GST_CL_CURVE_NOTCH ? 0 : -1;
    k[0] = 1 + alpha * up;
    k[1] = -2 * c;
    k[2] = 1 - alpha * up;
  }
  k[3] = 1 + alpha * down;
  k[5] = 1 - alpha * down;
}

/* sign 1: a low shelf; -1: a high one, which is it with c turned over */
static void
make_shelf (gdouble sign, gdouble c, gdouble alpha, gdouble amplitude,
    gdouble * k)
{
  gdouble plus = amplitude + 1, minus = amplitude - 1;
  gdouble beta = 2 * sqrt (amplitude) * alpha;

  c *= sign;
  k[0] = amplitude * (plus - minus * c + beta);
  k[1] = sign * 2 * amplitude * (minus - plus * c);
  k[2] = amplitude * (plus - minus * c - beta);
  k[3] = plus + minus * c + beta;
  k[4] = -sign * 2 * (minus + plus * c);
  k[5] = plus + minus * c - beta;
}

/* Of first order: s = (1 - z^-1) / (t (1 + z^-1)) with t = tan (omega / 2); the
   shelves are half as high at their frequency. */
static void
make_first (GstClCurveType type, gdouble t, gdouble amplitude, gdouble * k)
{
  /* (n0 + n1 s) / (d0 + d1 s) */
  gdouble n0 = 1, n1 = 0, d0 = 1, d1 = 1;

  if (type == GST_CL_CURVE_HIGH_PASS_1 || type == GST_CL_CURVE_ALL_PASS_1) {
    n0 = type == GST_CL_CURVE_ALL_PASS_1;
    n1 = type == GST_CL_CURVE_ALL_PASS_1 ? -1 : 1;
  } else if (type == GST_CL_CURVE_LOW_SHELF_1) {
    n0 = amplitude * amplitude;
    n1 = d1 = amplitude;
  } else if (type == GST_CL_CURVE_HIGH_SHELF_1) {
    n0 = d0 = amplitude;
    n1 = amplitude * amplitude;
  }
  k[0] = n0 * t + n1;
  k[1] = n0 * t - n1;
  k[2] = 0;
  k[3] = d0 * t + d1;
  k[4] = d0 * t - d1;
  k[5] = 0;
}

/* (s^2 + s z / Q + z^2) / (s^2 + s p / P + p^2), with s as above and t = 1. Of
   Linkwitz's transform ("Loudspeaker system design", Wireless World, 1978) the
   axis is exact in the middle of both frequencies, as miniDSP and CamillaDSP
   have it; of a general notch at both. */
static void
make_poles (const GstClCurveFilter * filter, gdouble rate, gdouble * k)
{
  gdouble middle = (filter->frequency + filter->pole_frequency) / 2;
  gdouble warp = tan (G_PI * middle / rate) / middle, factor = 1;
  gdouble z = warp * filter->frequency, p = warp * filter->pole_frequency;
  gdouble width = z / filter->width;
  guint i;

  if (filter->type != GST_CL_CURVE_LINKWITZ) {
    z = tan (G_PI * filter->frequency / rate);
    p = tan (G_PI * filter->pole_frequency / rate);
    width = 0;
    if (filter->type == GST_CL_CURVE_GENERAL_NOTCH_0)
      factor = p * p / (z * z);
  }
  k[0] = z * z + width + 1;
  k[1] = 2 * (z * z - 1);
  k[2] = z * z - width + 1;
  k[3] = p * p + p / filter->pole_q + 1;
  k[4] = 2 * (p * p - 1);
  k[5] = p * p - p / filter->pole_q + 1;
  for (i = 0; i < 3; i++)
    k[i] *= factor;
}

static void
take_free (const gdouble * free, gdouble * k)
{
  k[0] = free[0];
  k[1] = free[1];
  k[2] = free[2];
  k[3] = 1;
  k[4] = free[3];
  k[5] = free[4];
}

gboolean
gst_cl_biquad_make (GstClBiquad * biquad, const GstClCurveFilter * filter,
    gdouble rate)
{
  gdouble amplitude = get_amplitude (filter);
  gdouble omega = 2 * G_PI * get_frequency (filter, amplitude) / rate;
  gdouble alpha, k[6];

  if (!(2 * gst_cl_biquad_get_highest (filter) < rate))
    return FALSE;
  alpha = get_alpha (filter, omega, amplitude);
  if (filter->type >= GST_CL_CURVE_LOW_SHELF_1)
    make_first (filter->type, tan (omega / 2), amplitude, k);
  else if (filter->type == GST_CL_CURVE_FREE)
    take_free (filter->free, k);
  else if (filter->type >= GST_CL_CURVE_LINKWITZ)
    make_poles (filter, rate, k);
  else if (filter->type == GST_CL_CURVE_LOW_SHELF)
    make_shelf (1, cos (omega), alpha, amplitude, k);
  else if (filter->type == GST_CL_CURVE_HIGH_SHELF)
    make_shelf (-1, cos (omega), alpha, amplitude, k);
  else
    make_second (filter->type, cos (omega), alpha, amplitude, k);
  biquad->b0 = k[0] / k[3];
  biquad->b1 = k[1] / k[3];
  biquad->b2 = k[2] / k[3];
  biquad->a1 = k[4] / k[3];
  biquad->a2 = k[5] / k[3];
  /* poles within the unit circle; FALSE of what is not a number */
  return fabs (biquad->a2) < 1 && fabs (biquad->a1) < 1 + biquad->a2
      && isfinite (biquad->b0) && isfinite (biquad->b1)
      && isfinite (biquad->b2);
}

/* |k0 + z (k1 + k2 z)|^2 */
static gdouble
get_square (gdouble k0, gdouble k1, gdouble k2, gdouble real, gdouble imag)
{
  gdouble inner = k1 + k2 * real;
  gdouble re = k0 + real * inner - imag * imag * k2;
  gdouble im = imag * (inner + real * k2);

  return re * re + im * im;
}

gdouble
gst_cl_biquad_get_power (const GstClBiquad * biquad, gdouble real, gdouble imag)
{
  return get_square (biquad->b0, biquad->b1, biquad->b2, real, imag)
      / get_square (1, biquad->a1, biquad->a2, real, imag);
}

void
gst_cl_biquad_run (const GstClBiquad * biquad, gdouble * x, guint64 n)
{
  gdouble s1 = 0, s2 = 0;
  guint64 i;

  for (i = 0; i < n; i++) {
    gdouble y = biquad->b0 * x[i] + s1;

    s1 = biquad->b1 * x[i] - biquad->a1 * y + s2;
    s2 = biquad->b2 * x[i] - biquad->a2 * y;
    /* numbers too small to be normal are slow */
    if (fabs (s1) < 1e-200 && fabs (s2) < 1e-200)
      s1 = s2 = 0;
    x[i] = y;
  }
}
