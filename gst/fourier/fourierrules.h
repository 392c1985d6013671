/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fourierrules.h: what kind of stream an info describes, for fourierresolve.c
   and fourierrules.c. */
#ifndef __GST_FOURIER_RULES_H__
#define __GST_FOURIER_RULES_H__

#include "fourier-private.h"

G_BEGIN_DECLS

static inline gboolean
is_video (const GstFourierInfo * info)
{
  return info->source_video[0] != 0;
}

static inline gboolean
is_averaged (const GstFourierInfo * info)
{
  return info->averaging != GST_FOURIER_AVERAGING_NONE;
}

static inline gboolean
has_bands (const GstFourierInfo * info)
{
  return info->band_scale != GST_FOURIER_BAND_SCALE_NONE;
}

static inline gboolean
is_logarithm (const GstFourierInfo * info)
{
  return info->quantity == GST_FOURIER_QUANTITY_LOG
      || info->quantity == GST_FOURIER_QUANTITY_LOG10;
}

static inline gboolean
is_radial (const GstFourierInfo * info)
{
  return info->band_scale == GST_FOURIER_BAND_SCALE_RADIAL;
}

static inline gboolean
is_constant_q (const GstFourierInfo * info)
{
  return info->band_scale == GST_FOURIER_BAND_SCALE_CQT
      || info->band_scale == GST_FOURIER_BAND_SCALE_VQT;
}

static inline gboolean
has_reference (const GstFourierInfo * info)
{
  return gst_fourier_quantity_has_reference (info->quantity);
}

static inline gboolean
is_zoomed (const GstFourierInfo * info)
{
  return info->bin_step > 0;
}

static inline guint
get_n_rings (const GstFourierInfo * info)
{
  return MAX (info->shape[0], info->shape[1]) / 2 + 1;
}

static inline guint
get_n_bins (const GstFourierInfo * info, guint axis)
{
  gboolean is_half = axis + 1 == info->rank
      && info->sides == GST_FOURIER_SIDES_ONE;

  if (info->quantity == GST_FOURIER_QUANTITY_DELAY)
    return 1;
  if (is_zoomed (info))
    return has_bands (info) ? GST_FOURIER_MAX_LENGTH : info->bins[axis];
  return is_half ? info->shape[axis] / 2 + 1 : info->shape[axis];
}

G_END_DECLS

#endif /* __GST_FOURIER_RULES_H__ */
