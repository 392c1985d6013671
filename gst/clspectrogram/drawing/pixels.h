/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * pixels.h: converts colours to what a video format stores, and tells the
 * device how to convert its own pixels for formats that do not have 32 bits for
 * each. Pure.
 */
#ifndef GST_CL_SPECTROGRAM_PIXELS_H
#define GST_CL_SPECTROGRAM_PIXELS_H

#include <gst/video/video.h>
#include "clfft/picture.h"

G_BEGIN_DECLS

/* 0x00RRGGBB as a pixel of the device: of RGB formats as they have it in
   memory, other bytes opaque; else red, green and blue from the lowest bits
   up. */
guint32 gst_cl_spectrogram_pack_pixel (const GstVideoInfo * video,
    guint32 color);

/* The same of many, in place. */
void gst_cl_spectrogram_pack_pixels (const GstVideoInfo * video,
    guint32 * pixels, gsize n_pixels);

/* Fills desc's components: none of RGB formats; else luma and chroma by the
   format's planes, matrix and range. */
void gst_cl_spectrogram_describe_components (const GstVideoInfo * video,
    clfft_picture_desc * desc);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_PIXELS_H */
