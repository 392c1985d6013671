/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * tensors.h: buffers of frames as static tensors, one a buffer.
 */
#ifndef GST_CL_AUDIO_FFT_TENSORS_H
#define GST_CL_AUDIO_FFT_TENSORS_H

#include "stft/config.h"
#include "element/element.h"

G_BEGIN_DECLS

#define GST_CL_AUDIO_FFT_TENSOR_CAPS \
    "other/tensors, format = (string) static, num_tensors = (int) 1, " \
    "types = (string) { float32, float16 }, " \
    "framerate = (fraction) [ 0, max ]; " \
    "other/tensor, type = (string) { float32, float16 }, " \
    "framerate = (fraction) [ 0, max ]"

/* Whether what follows takes tensors and no spectra. */
gboolean gst_cl_audio_fft_wants_tensors (GstClElement * element);

/* Sets what a tensor of always the same size needs: at least one frame, and a
   last buffer that is as long as the others. */
void gst_cl_audio_fft_settings_use_tensors (GstClStftSettings * settings);

/* The caps that what follows takes, float16 only where it does not take float32;
   sets the info's format and what else of the config they say. NULL with
   error. */
GstCaps *gst_cl_audio_fft_choose_tensor_caps (GstClElement * element,
    GstClStftConfig * config, GError ** error);

/* frames, channels, points, and the numbers of a point */
#define GST_CL_AUDIO_FFT_MAX_SIZES 4

/* Sets the sizes of a tensor, the outermost dimension first, without those of 1
   that say nothing. Returns how many. */
guint gst_cl_audio_fft_get_tensor_sizes (const GstClStftConfig * config,
    gsize * sizes);

/* What a GstTensorMeta calls the tensor. */
#define GST_CL_AUDIO_FFT_TENSOR_ID "claudiofft"

/* Gives the buffer a GstTensorMeta, whose tensor shares its memory; nothing
   where the library of GStreamer 1.26 was not there. */
void gst_cl_audio_fft_describe_tensor (GstBuffer * buffer, const gsize * sizes,
    guint n, gboolean is_half);

G_END_DECLS

#endif /* GST_CL_AUDIO_FFT_TENSORS_H */
