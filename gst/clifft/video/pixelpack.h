/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * pixelpack.h: converts numbers to the pixels of a picture: to the nearest
 * code, clipped, where 1 is the largest code, 2^bits - 1, and NaN is 0. A
 * number that was a code before is the same one again. Alpha and padding are
 * opaque.
 */
#ifndef GST_CL_PIXEL_PACK_H
#define GST_CL_PIXEL_PACK_H

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Formats that GStreamer 1.22 does not have. */
#if GST_CHECK_VERSION (1, 26, 0)
#define GST_CL_PIXEL_NEW_FORMATS                                               \
    ", A444, A444_12LE, A444_12BE, A444_16LE, A444_16BE, GBR_16LE, GBR_16BE, " \
    "RBGA, Y416_LE, Y416_BE, GRAY10_LE16"
#else
#define GST_CL_PIXEL_NEW_FORMATS ""
#endif

/* The formats that can be written, for caps templates. */
#define GST_CL_PIXEL_FORMATS "{ GRAY8, GRAY16_LE, GRAY16_BE, GRAY10_LE32, "    \
    "RGB, BGR, RGBx, BGRx, xRGB, xBGR, RGBA, BGRA, ARGB, ABGR, RGBP, BGRP, "   \
    "GBR, GBR_10LE, GBR_10BE, GBR_12LE, GBR_12BE, GBRA, GBRA_10LE, "           \
    "GBRA_10BE, GBRA_12LE, GBRA_12BE, RGB10A2_LE, BGR10A2_LE, r210, ARGB64, "  \
    "ARGB64_LE, ARGB64_BE, RGBA64_LE, RGBA64_BE, BGRA64_LE, BGRA64_BE, "       \
    "ABGR64_LE, ABGR64_BE, Y444, Y444_10LE, Y444_10BE, Y444_12LE, "            \
    "Y444_12BE, Y444_16LE, Y444_16BE, NV24, v308, IYU2, VUYA, AYUV, AYUV64, "  \
    "A444_10LE, A444_10BE, Y410, Y412_LE, Y412_BE" GST_CL_PIXEL_NEW_FORMATS " }"

/* The number of components without alpha, if pictures of this format can be
   written: all of them are as large as the picture and have the same 8 to 16
   bits. 0 if not. */
guint gst_cl_pack_pixels_get_n_channels (const GstVideoFormatInfo * format);

/* Writes values[channel][row][column], multiplied by factor (all 0 if that is
   0), to the components of the frame, which is mapped for writing. */
void gst_cl_pack_pixels (GstVideoFrame * frame, const gdouble * values,
    gdouble factor);

G_END_DECLS

#endif /* GST_CL_PIXEL_PACK_H */
