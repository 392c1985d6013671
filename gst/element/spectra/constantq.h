/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * constantq.h: the bands of a constant-Q stream, for what analyses, draws and
 * inverts it. Pure: no OpenCL call is made here.
 */
#ifndef GST_CL_CONSTANT_Q_H
#define GST_CL_CONSTANT_Q_H

#include <gst/fourier/fourier.h>
#include "clfft/constantq.h"

G_BEGIN_DECLS

gboolean gst_cl_spectra_is_constant_q (const GstFourierInfo * info);

/* Complex streams have edge bands: they may be inverted. */
clfft_constant_q_bands gst_cl_spectra_describe_constant_q (const
    GstFourierInfo * info);

/* Centres of all bands, edge bands too (g_free); NULL with a settings error. */
gdouble *gst_cl_spectra_make_constant_q_centers (const GstFourierInfo * info,
    GError ** error);

/* What coefficients are multiplied by: scaling, weighting, calibration (g_free);
   NULL with a settings error. */
gdouble *gst_cl_spectra_make_constant_q_gain (const GstFourierInfo * info,
    GError ** error);

/* FALSE with a settings error unless shape, window-length and bins are those of
   the other fields. */
gboolean gst_cl_spectra_check_constant_q (const GstFourierInfo * info,
    clfft_constant_q_layout * layout, GError ** error);

G_END_DECLS

#endif /* GST_CL_CONSTANT_Q_H */
