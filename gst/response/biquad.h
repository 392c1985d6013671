/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * biquad.h: the filters of a curve at a rate, with
 *
 *   H(z) = (b0 + b1 z^-1 + b2 z^-2) / (1 + a1 z^-1 + a2 z^-2)
 */
#ifndef GST_CL_BIQUAD_H
#define GST_CL_BIQUAD_H

#include "curve.h"

G_BEGIN_DECLS

typedef struct
{
  gdouble b0, b1, b2, a1, a2;
} GstClBiquad;

/* The frequency in hertz that half of a rate must be above; 0: none. */
gdouble gst_cl_biquad_get_highest (const GstClCurveFilter * filter);

/* Of R. Bristow-Johnson, "Audio EQ Cookbook"; of first order by the bilinear
   transform. FALSE if the rate is too low for it, or its slope too steep. */
gboolean gst_cl_biquad_make (GstClBiquad * biquad,
    const GstClCurveFilter * filter, gdouble rate);

/* |H|^2 at a z of the unit circle, given as 1 / z = real + i imag. */
gdouble gst_cl_biquad_get_power (const GstClBiquad * biquad, gdouble real,
    gdouble imag);

/* Filters n numbers in place, before which there was silence. */
void gst_cl_biquad_run (const GstClBiquad * biquad, gdouble * x, guint64 n);

G_END_DECLS

#endif /* GST_CL_BIQUAD_H */
