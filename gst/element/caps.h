/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * caps.h: reads the caps of the input into what elements and the engine want,
 * and makes the caps of spectra for downstream elements.
 */
#ifndef GST_CL_CAPS_H
#define GST_CL_CAPS_H

#include <gst/audio/audio.h>
#include <gst/fourier/fourier.h>
#include <gst/video/video.h>
#include "clfft/clfft.h"
#include "element.h"

G_BEGIN_DECLS

/* ---- audio ---- */

/* The engine's format of samples; CLFFT_SAMPLE_NATIVE if there is none. */
clfft_sample gst_cl_audio_sample_from_format (GstAudioFormat format,
    gboolean * big_endian);

/*
 * Fills sample and big_endian of load. is_legacy: integers are divided by
 * 2^(bits-1) - 1, as `spectrum` does it, and not by 2^(bits-1).
 */
void gst_cl_audio_sample_describe (const GstAudioFormatInfo * format,
    gboolean is_legacy, clfft_load * load);

/* Functions of an element whose input is a GstAudioInfo. */
gboolean gst_cl_audio_input_parse (GstClElement * element, GstCaps * caps,
    gpointer input, GError ** error);
gboolean gst_cl_audio_input_is_same (gconstpointer a, gconstpointer b);

/* ---- video ---- */

/*
 * Caps of memory:DMABuf have format=DMA_DRM, and drm-format for the format
 * (GStreamer 1.24). Those with a modifier, of pictures in tiles, are not taken.
 */

/* Adds dma-bufs to the caps of a template, before it is registered: in all its
   formats of system memory that have a DRM format. */
void gst_cl_video_template_add_dmabufs (GstStaticPadTemplate * pad);

/* Samples of all components of a picture: what is made for caps alone, before a
   picture has come, keeps within a gibibyte. 8K of four components has fewer. */
#define GST_CL_VIDEO_MAX_SAMPLES 134217728

/* Reads caps of video, of dma-bufs the format that drm-format stands for. */
gboolean gst_cl_video_info_parse (GstVideoInfo * video, const GstCaps * caps,
    GError ** error);

gboolean gst_cl_video_caps_are_dmabufs (const GstCaps * caps);

/* The caps of system memory if there are any, else those with whose formats
   dma-bufs are asked for. Takes caps. */
GstCaps *gst_cl_video_caps_without_dmabufs (GstCaps * caps,
    gboolean * are_dmabufs);
/* And back, for fixed caps. Takes caps. */
GstCaps *gst_cl_video_caps_to_dmabufs (GstCaps * caps);

/* ---- spectra ---- */

/*
 * Caps of the stream that the element's peer takes: single precision, or
 * double where only that is taken and the device has it; device memory where
 * the peer lists it. Sets info->format. NULL with error.
 */
GstCaps *gst_cl_spectra_caps_choose (GstClElement * element,
    GstFourierInfo * info, GError ** error);

G_END_DECLS

#endif /* GST_CL_CAPS_H */
