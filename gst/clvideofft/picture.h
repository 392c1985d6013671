/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * picture.h: tells which samples of a picture are transformed, where its format
 * has them, and how they lie in staging memory. Pure: no OpenCL call is made
 * here.
 *
 * Staging memory holds the planes that are needed, back to back, each as rows
 * of pixels as the format packs them, without padding; around the picture what
 * pad_mode says, zeros at first, as far as blocks reach. Of formats whose samples share
 * bytes it holds the components that are needed, unpacked, pixel by pixel.
 */
#ifndef GST_CL_VIDEO_FFT_PICTURE_H
#define GST_CL_VIDEO_FFT_PICTURE_H

#include <gst/video/video.h>
#include "clfft/clfft.h"
#include "element/padmode.h"

G_BEGIN_DECLS

/**
 * GstClVideoComponent:
 * @GST_CL_VIDEO_COMPONENT_LUMA: Y or grey; of RGB their weighted sum
 * @GST_CL_VIDEO_COMPONENT_RED: R of RGB
 * @GST_CL_VIDEO_COMPONENT_GREEN: G of RGB
 * @GST_CL_VIDEO_COMPONENT_BLUE: B of RGB
 * @GST_CL_VIDEO_COMPONENT_U: U (Cb) of YUV
 * @GST_CL_VIDEO_COMPONENT_V: V (Cr) of YUV
 * @GST_CL_VIDEO_COMPONENT_ALL: all but alpha, each a channel
 *
 * What of a picture is transformed.
 */
typedef enum
{
  GST_CL_VIDEO_COMPONENT_LUMA,
  GST_CL_VIDEO_COMPONENT_RED,
  GST_CL_VIDEO_COMPONENT_GREEN,
  GST_CL_VIDEO_COMPONENT_BLUE,
  GST_CL_VIDEO_COMPONENT_U,
  GST_CL_VIDEO_COMPONENT_V,
  GST_CL_VIDEO_COMPONENT_ALL,
} GstClVideoComponent;

#define GST_TYPE_CL_VIDEO_COMPONENT (gst_cl_video_component_get_type ())
GType gst_cl_video_component_get_type (void);

/* Formats that GStreamer 1.22 does not have. */
#if GST_CHECK_VERSION (1, 26, 0)
#define GST_CL_VIDEO_FFT_NEW_FORMATS                                           \
    ", A422, A444, A420_12LE, A420_12BE, A420_16LE, A420_16BE, A422_12LE, "    \
    "A422_12BE, A422_16LE, A422_16BE, A444_12LE, A444_12BE, A444_16LE, "       \
    "A444_16BE, GBR_16LE, GBR_16BE, RBGA, Y216_LE, Y216_BE, Y416_LE, "         \
    "Y416_BE, GRAY10_LE16"
#else
#define GST_CL_VIDEO_FFT_NEW_FORMATS ""
#endif

/* For caps templates: every format that is taken; what decoders give and what
   one looks at most are the first. */
#define GST_CL_VIDEO_FFT_FORMATS "{ GRAY8, GRAY16_LE, GRAY16_BE, "             \
    "GRAY10_LE32, I420, YV12, NV12, NV21, NV16, NV61, NV24, YUY2, YVYU, "      \
    "UYVY, VYUY, Y41B, Y42B, Y444, YUV9, YVU9, v308, IYU1, IYU2, AYUV, VUYA, " \
    "A420, AV12, P010_10LE, P010_10BE, P012_LE, P012_BE, P016_LE, P016_BE, "   \
    "I420_10LE, I420_10BE, I420_12LE, I420_12BE, I422_10LE, I422_10BE, "       \
    "I422_12LE, I422_12BE, Y444_10LE, Y444_10BE, Y444_12LE, Y444_12BE, "       \
    "Y444_16LE, Y444_16BE, A420_10LE, A420_10BE, A422_10LE, A422_10BE, "       \
    "A444_10LE, A444_10BE, AYUV64, NV12_10LE32, NV16_10LE32, NV12_10LE40, "    \
    "v210, v216, UYVP, Y210, Y212_LE, Y212_BE, Y410, Y412_LE, Y412_BE, "       \
    "RGB, BGR, RGBx, BGRx, xRGB, xBGR, RGBA, BGRA, ARGB, ABGR, RGBP, BGRP, "   \
    "GBR, GBRA, GBR_10LE, GBR_10BE, GBR_12LE, GBR_12BE, GBRA_10LE, "           \
    "GBRA_10BE, GBRA_12LE, GBRA_12BE, RGB10A2_LE, BGR10A2_LE, r210, ARGB64, "  \
    "ARGB64_LE, ARGB64_BE, RGBA64_LE, RGBA64_BE, BGRA64_LE, BGRA64_BE, "       \
    "ABGR64_LE, ABGR64_BE" GST_CL_VIDEO_FFT_NEW_FORMATS " }"

#define GST_CL_VIDEO_MAX_CHANNELS 3

/* What GStreamer may read behind a row, in bytes. */
#define GST_CL_VIDEO_ROOM 64

/**
 * GstClVideoPicture:
 * @video: the format
 * @n_fields: pictures whose rows take turns in a buffer: 2 where interleaved
 *     fields are pictures, else 1
 * @width: of the component in pixels
 * @height: likewise, of a field if there are 2
 * @n_channels: transforms that a block has
 * @planes: of the format, that are staged
 * @n_planes: their number
 * @components: of the format, that are staged where @line is not %NULL
 * @pixel_stride: samples from pixel to pixel, in each plane
 * @offsets: sample of the first pixel, in its plane, of each channel
 * @channel_planes: and that plane's index in @planes
 * @matrix: coefficients of the @n_sources samples from offsets[0] on that a
 *     pixel is the sum of
 * @n_sources: 0: a pixel is one sample
 * @sample: how a sample is stored
 * @is_big_endian: its byte order
 * @padded_width: pixels of a row of staging memory
 * @padded_height: rows there
 * @lead_width: of these pixels, that are left of the picture
 * @lead_height: of these rows, that are above it
 * @pad_mode: what stands around the picture
 * @line: a row as GStreamer unpacks it, where samples are not in bytes of their
 *     own, else %NULL
 * @last_rows: with @line, a row of each plane and %GST_CL_VIDEO_ROOM zeros
 */
typedef struct
{
  GstVideoInfo video;
  guint n_fields;
  guint width, height;
  guint n_channels;
  guint planes[GST_CL_VIDEO_MAX_CHANNELS];
  guint n_planes;
  guint components[GST_CL_VIDEO_MAX_CHANNELS];
  guint pixel_stride;
  guint offsets[GST_CL_VIDEO_MAX_CHANNELS];
  guint channel_planes[GST_CL_VIDEO_MAX_CHANNELS];
  gdouble matrix[GST_CL_VIDEO_MAX_CHANNELS];
  guint n_sources;
  clfft_sample sample;
  gboolean is_big_endian;
  guint padded_width, padded_height;
  guint lead_width, lead_height;
  GstClPadMode pad_mode;
  guint16 *line;
  guint8 *last_rows;
} GstClVideoPicture;

/**
 * GstClVideoLayout:
 * @row: samples from row to row of each plane
 * @planes: sample of the first pixel's first sample, of each of the picture's
 *     planes
 * @source_distance: samples from one of the n_sources of a pixel to the next
 *
 * How the planes of a picture lie in a memory.
 */
typedef struct
{
  guint64 row;
  guint64 planes[GST_CL_VIDEO_MAX_CHANNELS];
  guint64 source_distance;
} GstClVideoLayout;

/* Whether pictures of this format are taken: its components but alpha have the
   same 8, 10, 12 or 16 bits, and rows are not cut into tiles. */
gboolean gst_cl_video_picture_takes (const GstVideoFormatInfo * format);

/* Fills a picture, without padding; it must be cleared. Returns FALSE with a
   settings error that names the property and the limit if the format has no
   such component. */
gboolean gst_cl_video_picture_init (GstClVideoPicture * picture,
    const GstVideoInfo * video, GstClVideoComponent component,
    GError ** error);
void gst_cl_video_picture_clear (GstClVideoPicture * picture);

/* Samples in a row, in a plane and in a whole picture of staging memory. */
guint64 gst_cl_video_picture_get_row (const GstClVideoPicture * picture);
guint64 gst_cl_video_picture_get_plane (const GstClVideoPicture * picture);
guint64 gst_cl_video_picture_get_samples (const GstClVideoPicture * picture);
/* The bytes of a whole picture in staging memory. */
guint64 gst_cl_video_picture_get_size (const GstClVideoPicture * picture);

/* How a picture lies in staging memory. */
void gst_cl_video_picture_get_layout (const GstClVideoPicture * picture,
    GstClVideoLayout * layout);

/* Sample of the first pixel of a channel. */
guint64 gst_cl_video_picture_get_offset (const GstClVideoPicture * picture,
    const GstClVideoLayout * layout, guint channel);

/*
 * Finds how a picture, of a field of it if it has several, lies in a buffer: in
 * bytes of its memory `index` instead of samples, but for row and
 * source_distance. FALSE if no description of a transform says that: the
 * picture has to be copied. Strides and offsets are those of the GstVideoMeta,
 * if there is one.
 */
gboolean gst_cl_video_picture_find (const GstClVideoPicture * picture,
    GstBuffer * buffer, guint field, guint * index, GstClVideoLayout * layout);

/* Makes pictures of the fields of interleaved frames of an even number of rows,
   without padding. */
void gst_cl_video_picture_split (GstClVideoPicture * picture);

/*
 * Copies what is needed of a buffer, of its field (0: the upper one) if it has
 * several, to dest, get_size bytes. FALSE with a stream error if the buffer
 * does not hold what its caps or its GstVideoMeta say.
 */
gboolean gst_cl_video_picture_copy (const GstClVideoPicture * picture,
    GstBuffer * buffer, guint field, guint8 * dest, GError ** error);

G_END_DECLS

#endif /* GST_CL_VIDEO_FFT_PICTURE_H */
