/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * values.h: decides what is done with each number of a front end, and which
 * launch does it: that of the transform, as far as it is done value by value,
 * else one of its own over a buffer of frames.
 */
#ifndef GST_CL_STFT_VALUES_H
#define GST_CL_STFT_VALUES_H

#include "stft/config.h"
#include "clfft/feature.h"

G_BEGIN_DECLS

/**
 * GstClStftValues:
 * @of_plan: what the plan of the transform does with each of its numbers
 * @is_whole: these are the output then, with its order and its numbers of 16
 *   bits
 * @has_first: there is a launch over what transforms and averages give
 * @has_last: there is one over the cepstrum
 * @fills: the first does nothing but fill up frames that are missing
 * @first: what it does, of which shape and precision are open
 * @last: the same of the last
 */
typedef struct
{
  clfft_value of_plan;
  gboolean is_whole;
  gboolean has_first;
  gboolean has_last;
  gboolean fills;
  clfft_features_desc first;
  clfft_features_desc last;
} GstClStftValues;

void gst_cl_stft_values_choose (const GstClStftConfig * config,
    GstClStftValues * values);

/* Fills the part of a plan's store that says so; n_points: of a channel. The
   loops, of channels and of frames, are those of gst_cl_stft_config_describe().
 */
void gst_cl_stft_values_describe (const GstClStftConfig * config,
    guint n_points, clfft_desc * desc);

G_END_DECLS

#endif /* GST_CL_STFT_VALUES_H */
