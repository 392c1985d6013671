/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* samplemean.h: reduces interleaved channels to their mean before anything is
   copied to a device, which would get so many times as many bytes. */
#ifndef GST_CL_SAMPLE_MEAN_H
#define GST_CL_SAMPLE_MEAN_H

#include <gst/audio/audio.h>

G_BEGIN_DECLS

/* Writes the sum of the channels of each of n_samples, times factor. */
typedef void (*GstClSampleMeanFunction) (const guint8 * data,
    guint n_channels, gsize n_samples, gdouble factor, gfloat * dest);

/*
 * Returns the function for S16, S24, S32, F32 and F64 of the host's byte order,
 * else NULL. Integers are taken as they are: sums of S16, S24 and S32 are
 * exact. F32 is added in floats: for n channels the mean is off by at most
 * (min(n, 256) / 8 + 10) 2^-24 of the mean of the magnitudes.
 */
GstClSampleMeanFunction gst_cl_sample_mean_find (GstAudioFormat format);

G_END_DECLS

#endif /* GST_CL_SAMPLE_MEAN_H */
