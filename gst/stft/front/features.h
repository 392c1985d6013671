/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * features.h: what is done at last with each buffer of frames on the device:
 * logarithms and ranges in place; or, of a cepstrum, in memory of their own,
 * then cosine transforms into the buffer; then means and deviations.
 */
#ifndef GST_CL_STFT_FEATURES_H
#define GST_CL_STFT_FEATURES_H

#include "stft/config.h"
#include "clfft/feature.h"
#include "element/session.h"

G_BEGIN_DECLS

/**
 * GstClStftFeatures:
 * @first: in place, of what transforms and averages give, or %NULL
 * @cepstrum: of that, or %NULL
 * @bands: with @cepstrum a buffer of what transforms and averages give
 * @last: in place, of the cepstrum, or %NULL
 *
 * Zeros are none.
 */
typedef struct
{
  clfft_features *first;
  clfft_cepstrum *cepstrum;
  GstMemory *bands;
  clfft_features *last;
} GstClStftFeatures;

gboolean gst_cl_stft_features_make (GstClStftFeatures * features,
    GstClSession * session, const GstClStftConfig * config, GError ** error);
void gst_cl_stft_features_clear (GstClStftFeatures * features);

/* Enqueues it for the n_frames of output; n_empty frames behind them are filled
   up. */
gboolean gst_cl_stft_features_run (GstClStftFeatures * features,
    GstClSession * session, GstOpenCLMemory * output, guint n_frames,
    guint n_empty, GError ** error);

G_END_DECLS

#endif /* GST_CL_STFT_FEATURES_H */
