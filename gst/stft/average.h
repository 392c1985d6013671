/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * average.h: what makes frames of the stream out of several transforms: the mean
 * over tapers, an average of powers, or of products with a reference.
 */
#ifndef GST_CL_STFT_AVERAGE_H
#define GST_CL_STFT_AVERAGE_H

#include "config.h"
#include "clfft/spectrum.h"

G_BEGIN_DECLS

typedef struct
{
  clfft_average *tapers;        /* of the powers of one frame */
  clfft_average *powers;
  clfft_cross *products;
} GstClStftAverage;

/* Makes the one that config asks for, or none; params are those of plans. */
gboolean gst_cl_stft_average_make (GstClStftAverage * average,
    const GstClStftConfig * config, clfft_device * device,
    const clfft_plan_params * params, const clfft_waiter * waiter,
    GError ** error);

/* Frees it, if there is one, once the device is done with it. */
void gst_cl_stft_average_clear (GstClStftAverage * average);

gboolean gst_cl_stft_average_exists (const GstClStftAverage * average);
/* Whether there is one over frames. */
gboolean gst_cl_stft_average_is_over_frames (const GstClStftAverage * average);

/* As the functions of these names in clfft.h; execute is of what is over frames,
   for tapers there is clfft_average_execute(). */
void gst_cl_stft_average_reset (const GstClStftAverage * average);
guint32 gst_cl_stft_average_get_n_left_out (const GstClStftAverage *
    average);
clfft_status gst_cl_stft_average_execute (const GstClStftAverage *
    average, cl_command_queue queue, cl_mem input, cl_mem output,
    const clfft_average_params * params);

G_END_DECLS

#endif /* GST_CL_STFT_AVERAGE_H */
