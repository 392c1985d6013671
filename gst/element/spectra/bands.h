/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * bands.h: makes the bands that an element's properties ask for, as far as the
 * stream has them. Pure: no OpenCL call is made here.
 */
#ifndef GST_CL_BANDS_H
#define GST_CL_BANDS_H

#include <gst/gst.h>
#include "clfft/spectrum.h"

G_BEGIN_DECLS

/**
 * GstClBandsRequest:
 * @desc: what the properties `band-scale`, `bands`, `band-low` and `band-high`
 *     say, the transform and the factor
 * @scale_name: the value of `band-scale`
 * @no_scale: its value that asks for no octaves
 * @notes: (nullable): gets what the stream does not have but is done in part
 */
typedef struct
{
  clfft_bands_desc desc;
  const gchar *scale_name, *no_scale;
  GPtrArray *notes;
} GstClBandsRequest;

/* A frequency beyond which there is nothing is no limit: desc.high is 0 then.
   FALSE with an error of the stream if desc.low is such. */
gboolean gst_cl_bands_choose_range (GstClBandsRequest * request,
    GError ** error);

/* Makes the bands (clfft_bands_clear()) and their centres (free()) of a range
   that was chosen. FALSE with an error of the property that is to blame. */
gboolean gst_cl_bands_make (const GstClBandsRequest * request,
    clfft_bands * bands, gdouble ** centers, GError ** error);

G_END_DECLS

#endif /* GST_CL_BANDS_H */
