/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * front-end.h: what makes spectra the input of a model: the properties, their
 * rules, and what the device is to do with them.
 */
#ifndef GST_CL_STFT_FRONT_END_H
#define GST_CL_STFT_FRONT_END_H

#include "stft/config.h"
#include "clfft/feature.h"
#include "element/session.h"

G_BEGIN_DECLS

/* Properties of a GstClStftSettings that pictures of spectra do not have;
   the default of each is 0. */
extern const GstClProperty gst_cl_stft_front_end_properties[];
extern const guint gst_cl_stft_n_front_end_properties;

/* Checks what the ranges do not say, of settings whose preset is resolved. */
gboolean gst_cl_stft_front_end_check (const GstClStftSettings *
    settings, GError ** error);

/* Sets the fields of the stream that front ends have. */
void gst_cl_stft_front_end_describe (const GstClStftSettings *
    settings, GstFourierInfo * info);

/* Makes the description, with the matrix of a mix (g_free) if there is one,
   take from each sample the share of the one before. */
gboolean gst_cl_stft_front_end_emphasize (const GstClStftConfig * config,
    clfft_desc * desc, gdouble ** matrix, GError ** error);

/* The quantity that the transform or the average gives: of logarithms, what
   they are of. */
clfft_quantity gst_cl_stft_front_end_get_quantity (const GstFourierInfo *
    info);

/* Makes what is done with each buffer at last; *features stays NULL if that is
   nothing. */
gboolean gst_cl_stft_front_end_make_features (GstClSession * session,
    const GstFourierInfo * info, clfft_features ** features, GError ** error);
/* Enqueues it for the n_frames of output; n_empty frames behind them become
   0. */
gboolean gst_cl_stft_front_end_run (GstClSession * session,
    clfft_features * features, GstOpenCLMemory * output, guint n_frames,
    guint n_empty, GError ** error);

/* Makes tuples of the samples and of those before them from frames with a
   history of 1, for pre-emphasis: the sample before the first behind the end
   counts as silence. */
void gst_cl_stft_front_end_interleave (const GstClStftConfig * config,
    const guint8 * samples, const GstClFramingBatch * batch, guint64 span,
    guint8 * tuples);

G_END_DECLS

#endif /* GST_CL_STFT_FRONT_END_H */
