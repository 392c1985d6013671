/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * audio/config.h: derives from a stream of spectra of audio whether it has an
 * inverse, its window, the factors that undo the scaling, the samples that come
 * out, and what the device is to compute. Pure: no OpenCL call is made here.
 */
#ifndef GST_CL_IFFT_CONFIG_H
#define GST_CL_IFFT_CONFIG_H

#include <gst/audio/audio.h>
#include <gst/fourier/fourier.h>
#include "deframing.h"
#include "clifft/spectrumload.h"
#include "clfft/constantq.h"

G_BEGIN_DECLS

/**
 * GstClIfftConfig:
 * @info: the stream
 * @window: window-length coefficients
 * @factors: one for each stored bin
 * @lowest: smallest sum of squares of the window over a sample, and
 * @highest: the largest
 * @load: from stored spectra to the plan's input
 * @n_parts: numbers of a sample that the plan gives: 1, complex 2
 * @n_outputs: channels of the audio
 * @max_frames: frames in one dispatch at most
 * @is_mid_side: the channels are mid and side
 * @constant_q: n_frames is 0 unless the spectra are constant-Q bands, which have
 *     neither window nor factors
 */
typedef struct
{
  GstFourierInfo info;
  gdouble *window;
  gdouble *factors;
  gdouble lowest, highest;
  GstClSpectrumLoad load;
  guint n_parts;
  guint n_outputs;
  guint max_frames;
  gboolean is_mid_side;
  clfft_constant_q_layout constant_q;
} GstClIfftConfig;

/* For caps templates: spectra of audio and of video; name: with features in
   brackets, if any. All that could be read: what has no inverse is refused by
   the caps themselves, with the reason. */
#define GST_CL_IFFT_SINK_CAPS(name)                                            \
    name ", version = (int) 1, "                                               \
    "format = (string) " GST_FOURIER_FORMATS_ALL ", "                          \
    "scaling = (string) { none, amplitude, power, psd, legacy }, "             \
    "channels = (int) [ 1, max ], rate = (int) [ 1, max ]; "                   \
    name ", version = (int) 1, "                                               \
    "format = (string) " GST_FOURIER_FORMATS_ALL ", "                          \
    "scaling = (string) { none, amplitude, power, psd }, "                     \
    "channels = (int) [ 1, 4 ]"

/* Checks that the stored numbers, of audio or of video, are complex values.
   Returns FALSE with a settings error that names the field and its legal
   value. */
gboolean gst_cl_ifft_config_check_values (const GstFourierInfo * info,
    GError ** error);

/* Fills what the stream alone decides about loading its spectra: everything but
   the factors. Numbers are loaded in double precision if the stream's are and
   has_double is true. */
void gst_cl_ifft_config_init_load (GstClSpectrumLoad * load,
    const GstFourierInfo * info, gboolean has_double);

/* Makes a config. Returns NULL with a settings error that names the field and
   the reason if the stream has no inverse. Transforms are in double precision
   if the spectra are and has_double is true. window_data (nullable) are the
   coefficients of window=custom. */
GstClIfftConfig *gst_cl_ifft_config_new (const GstFourierInfo * info,
    GBytes * window_data, gboolean has_double, GError ** error);
void gst_cl_ifft_config_free (GstClIfftConfig * config);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClIfftConfig, gst_cl_ifft_config_free)

/* The lowest coverage over the highest: how well the least covered sample can
   be restored. */
gdouble gst_cl_ifft_config_get_coverage (const GstClIfftConfig * config);

/* (transfer full): the caps that the samples may have, the source's format
   first. */
GstCaps *gst_cl_ifft_config_get_audio_caps (const GstClIfftConfig * config);

void gst_cl_ifft_config_describe_deframing (const GstClIfftConfig * config,
    GstClDeframingParams * params);

/* Bytes of one frame on the plan's output side. */
gsize gst_cl_ifft_config_get_output_size (const GstClIfftConfig * config);

G_END_DECLS

#endif /* GST_CL_IFFT_CONFIG_H */
