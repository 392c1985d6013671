/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * front-end.h: what makes spectra the input of a model: the properties and their
 * rules. features.h has the work.
 */
#ifndef GST_CL_STFT_FRONT_END_H
#define GST_CL_STFT_FRONT_END_H

#include "stft/config.h"
#include "clfft/feature.h"

G_BEGIN_DECLS

/* Properties of a GstClStftSettings that pictures of spectra do not have;
   the default of each is 0. */
extern const GstClProperty gst_cl_stft_front_end_properties[];
extern const guint gst_cl_stft_n_front_end_properties;

/* Whether whole buffers are filled up with numbers, those of a zero before it is
   normalized, not with frames of silence. */
gboolean gst_cl_stft_front_end_fills (GstFourierNormalize normalize);

/* Checks what the ranges do not say, of settings whose preset is resolved. */
gboolean gst_cl_stft_front_end_check (const GstClStftSettings *
    settings, GError ** error);

/* Sets the fields of the stream that front ends have. */
void gst_cl_stft_front_end_describe (const GstClStftSettings *
    settings, GstFourierInfo * info);

/* The quantity that the transform or the average gives: of logarithms, what
   they are of. */
clfft_quantity gst_cl_stft_front_end_get_quantity (const GstFourierInfo *
    info);

/* Makes the bands of the stream those of a cepstrum, if one is set, and its bins
   the coefficients. */
void gst_cl_stft_front_end_place_cepstrum (const GstClStftSettings * settings,
    GstFourierInfo * info);

/* What logarithms are, and whether bands are sums of magnitudes. */
gboolean gst_cl_stft_front_end_is_logarithm (GstFourierQuantity quantity);
gboolean gst_cl_stft_front_end_is_of_magnitude (const GstFourierInfo * info);

G_END_DECLS

#endif /* GST_CL_STFT_FRONT_END_H */
