/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * average.h: what makes frames of the stream out of several transforms: an
 * average of powers, or of products with a reference.
 */
#ifndef GST_CL_AUDIO_FFT_AVERAGE_H
#define GST_CL_AUDIO_FFT_AVERAGE_H

#include "config.h"
#include "clfft/spectrum.h"

G_BEGIN_DECLS

typedef struct
{
  clfft_average *powers;
  clfft_cross *products;
} GstClAudioFftAverage;

/* Makes the one that config asks for, or none; params are those of plans. */
gboolean gst_cl_audio_fft_average_make (GstClAudioFftAverage * average,
    const GstClAudioFftConfig * config, clfft_device * device,
    const clfft_plan_params * params, const clfft_waiter * waiter,
    GError ** error);

/* Frees it, if there is one, once the device is done with it. */
void gst_cl_audio_fft_average_clear (GstClAudioFftAverage * average);

gboolean gst_cl_audio_fft_average_exists (const GstClAudioFftAverage * average);

/* As the functions of these names in clfft.h. */
void gst_cl_audio_fft_average_reset (const GstClAudioFftAverage * average);
guint32 gst_cl_audio_fft_average_get_n_left_out (const GstClAudioFftAverage *
    average);
clfft_status gst_cl_audio_fft_average_execute (const GstClAudioFftAverage *
    average, cl_command_queue queue, cl_mem input, cl_mem output,
    const clfft_average_params * params);

G_END_DECLS

#endif /* GST_CL_AUDIO_FFT_AVERAGE_H */
