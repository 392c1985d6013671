/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * features.h: what is done at last with each buffer of frames on the device, as
 * far as the plan of the transform does not (values.h): logarithms and ranges,
 * then cosine transforms of a cepstrum, then means and deviations. A cepstrum
 * goes from memory to memory, and so does what is put in order by points or
 * becomes numbers of 16 bits; all else is done in place.
 */
#ifndef GST_CL_STFT_FEATURES_H
#define GST_CL_STFT_FEATURES_H

#include "stft/config.h"
#include "clfft/feature.h"
#include "element/session.h"

G_BEGIN_DECLS

/**
 * GstClStftFeatures:
 * @first: of what transforms and averages give, or %NULL
 * @cepstrum: of that, or %NULL
 * @bands: a buffer of what transforms and averages give, if that is not the
 *   output
 * @coefficients: a buffer of the cepstrum, if that is not the output
 * @last: of the cepstrum, or %NULL
 * @fills: the first does nothing but fill up frames that are missing
 *
 * Zeros are none.
 */
typedef struct
{
  clfft_features *first;
  clfft_cepstrum *cepstrum;
  GstMemory *bands;
  GstMemory *coefficients;
  clfft_features *last;
  gboolean fills;
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
