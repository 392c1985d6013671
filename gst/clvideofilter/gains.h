/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gains.h: what frequencies are multiplied by. Pure. */
#ifndef GST_CL_GAINS_H
#define GST_CL_GAINS_H

#include "notches.h"
#include "settings.h"

G_BEGIN_DECLS

/**
 * GstClGains:
 * @low, @high: cycles a pixel, or 0
 * @blur: pixels, or 0
 * @noise: power of it over that of the picture
 * @radius: of notches, cycles a sample
 * @pixels: along x and y, in a sample of the plane
 * @notches: in cycles a sample
 */
typedef struct
{
  gdouble low, high, blur, noise, radius;
  guint pixels[2];
  GstClNotches notches;
} GstClGains;

/* Those of a plane whose samples are so many pixels wide and high. `notches` are
   in cycles a pixel; those that the plane cannot have are left out. */
void gst_cl_gains_init (GstClGains * gains,
    const GstClVideoFilterSettings * settings, const GstClNotches * notches,
    guint width, guint height);

/* Whether all are 1, whatever is found in pictures. */
gboolean gst_cl_gains_are_one (const GstClGains * gains);

/* Of a frequency in cycles a sample; data: a GstClGains. For engine calls. */
double gst_cl_gains_get (double x, double y, void *data);

/* Samples along an axis, 0 is x, beyond which nothing that matters comes from. */
guint gst_cl_gains_get_reach (const GstClGains * gains, guint axis);

/* How much noise may grow by at most. */
gdouble gst_cl_gains_get_most (const GstClGains * gains);

G_END_DECLS

#endif /* GST_CL_GAINS_H */
