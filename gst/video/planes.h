/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * planes.h: the components of a picture as planes of samples, of elements whose
 * output is pictures of the same format. A plane is described in a dense
 * picture, as gst_video_info_set_format() lays it out; semi-planar and packed
 * formats have planes whose samples take turns. Pure.
 */
#ifndef GST_CL_VIDEO_PLANES_H
#define GST_CL_VIDEO_PLANES_H

#include <gst/video/video.h>
#include "clfft/clfft.h"

G_BEGIN_DECLS

#if GST_CHECK_VERSION (1, 26, 0)
#define GST_CL_VIDEO_PLANES_NEW_FORMATS                                        \
    ", A422, A444, A420_12LE, A420_12BE, A420_16LE, A420_16BE, A422_12LE, "    \
    "A422_12BE, A422_16LE, A422_16BE, A444_12LE, A444_12BE, A444_16LE, "       \
    "A444_16BE, GBR_16LE, GBR_16BE, RBGA, GRAY10_LE16"
#else
#define GST_CL_VIDEO_PLANES_NEW_FORMATS ""
#endif

/* For caps templates: formats whose samples have bytes of their own and whose
   colours have the same bits. */
#define GST_CL_VIDEO_PLANES_FORMATS "{ I420, NV12, YV12, NV21, NV16, NV61, "   \
    "NV24, Y42B, Y444, YUV9, YVU9, Y41B, GRAY8, GRAY16_LE, GRAY16_BE, A420, "  \
    "AV12, P010_10LE, P010_10BE, P012_LE, P012_BE, P016_LE, P016_BE, "         \
    "I420_10LE, I420_10BE, I420_12LE, I420_12BE, I422_10LE, I422_10BE, "       \
    "I422_12LE, I422_12BE, Y444_10LE, Y444_10BE, Y444_12LE, Y444_12BE, "       \
    "Y444_16LE, Y444_16BE, A420_10LE, A420_10BE, A422_10LE, A422_10BE, "       \
    "A444_10LE, A444_10BE, RGB, BGR, RGBx, BGRx, xRGB, xBGR, RGBA, BGRA, "     \
    "ARGB, ABGR, RGBP, BGRP, GBR, GBRA, GBR_10LE, GBR_10BE, GBR_12LE, "        \
    "GBR_12BE, GBRA_10LE, GBRA_10BE, GBRA_12LE, GBRA_12BE, ARGB64, "           \
    "ARGB64_LE, ARGB64_BE, RGBA64_LE, RGBA64_BE, BGRA64_LE, BGRA64_BE, "       \
    "ABGR64_LE, ABGR64_BE" GST_CL_VIDEO_PLANES_NEW_FORMATS " }"

#define GST_CL_VIDEO_MAX_PLANES 3

/**
 * GstClVideoPlane:
 * @is_chroma: U or V; else Y, grey, R, G or B
 * @width, @height: in samples
 * @offset: byte of the first sample in a dense picture
 * @row: bytes from row to row
 * @step: bytes from sample to sample
 * @depth: bits of a code
 * @shift: unused bits below it, which may be anything
 * @size: bytes of a sample, 1 or 2
 * @is_big_endian: their order
 * @sample: the same in the engine's words
 */
typedef struct
{
  gboolean is_chroma;
  guint width, height;
  gsize offset, row;
  guint step;
  guint depth, shift, size;
  gboolean is_big_endian;
  clfft_sample sample;
} GstClVideoPlane;

/**
 * GstClVideoPlanes:
 * @video: the format, dense
 * @planes: of colours, in the order of components
 * @n_planes: their number
 * @is_covered: a picture has no byte beside them: no alpha, no padding
 */
typedef struct
{
  GstVideoInfo video;
  GstClVideoPlane planes[GST_CL_VIDEO_MAX_PLANES];
  guint n_planes;
  gboolean is_covered;
} GstClVideoPlanes;

/* Describes pictures of a format of GST_CL_VIDEO_PLANES_FORMATS. */
void gst_cl_video_planes_init (GstClVideoPlanes * planes,
    const GstVideoInfo * video);

/* Whether a buffer lies as @video does, in one memory: whoever reads or writes
   it needs no copy. */
gboolean gst_cl_video_planes_is_dense (const GstClVideoPlanes * planes,
    GstBuffer * buffer);

/* Copies a picture, of any strides, to dest, GST_VIDEO_INFO_SIZE (video)
   bytes; padding is 0. FALSE with a stream error if the buffer does not hold
   what its caps or its GstVideoMeta say. */
gboolean gst_cl_video_planes_copy (const GstClVideoPlanes * planes,
    GstBuffer * buffer, guint8 * dest, GError ** error);

G_END_DECLS

#endif /* GST_CL_VIDEO_PLANES_H */
