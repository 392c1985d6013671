/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * picture.h: which samples of a picture are transformed, where
 * they are in its format, and how they lie in staging memory. Pure: no OpenCL
 * call is made here.
 *
 * Staging memory holds the planes that are needed, back to back, each as rows
 * of pixels as the format packs them, without padding; right of the picture
 * and below it zeros, as far as blocks reach.
 */
#ifndef GST_CL_VIDEO_FFT_PICTURE_H
#define GST_CL_VIDEO_FFT_PICTURE_H

#include <gst/video/video.h>
#include "clfft/clfft.h"

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

/* For caps templates: every format that is taken. */
#define GST_CL_VIDEO_FFT_FORMATS "{ GRAY8, GRAY16_LE, GRAY16_BE, I420, YV12, " \
    "NV12, NV21, YUY2, UYVY, Y42B, Y444, P010_10LE, RGB, BGR, RGBx, BGRx, " \
    "xRGB, xBGR, RGBA, BGRA, ARGB, ABGR, ARGB64 }"

#define GST_CL_VIDEO_MAX_CHANNELS 3

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
 * @pixel_stride: samples from pixel to pixel, in each plane
 * @offsets: sample of the first pixel, in its plane, of each channel
 * @channel_planes: and that plane's index in @planes
 * @matrix: coefficients of the @n_sources samples from offsets[0] on that a
 *     pixel is the sum of
 * @n_sources: 0: a pixel is one sample
 * @sample: how a sample is stored
 * @is_big_endian: its byte order
 * @sample_scale: value of a sample of code 1, 0: that of @sample
 * @padded_width: pixels of a row of staging memory
 * @padded_height: rows there
 */
typedef struct
{
  GstVideoInfo video;
  guint n_fields;
  guint width, height;
  guint n_channels;
  guint planes[GST_CL_VIDEO_MAX_CHANNELS];
  guint n_planes;
  guint pixel_stride;
  guint offsets[GST_CL_VIDEO_MAX_CHANNELS];
  guint channel_planes[GST_CL_VIDEO_MAX_CHANNELS];
  gdouble matrix[GST_CL_VIDEO_MAX_CHANNELS];
  guint n_sources;
  clfft_sample sample;
  gboolean is_big_endian;
  gdouble sample_scale;
  guint padded_width, padded_height;
} GstClVideoPicture;

/* Without padding. FALSE with a settings error that names property and limit
   if the format has no such component. */
gboolean gst_cl_video_picture_init (GstClVideoPicture * picture,
    const GstVideoInfo * video, GstClVideoComponent component,
    GError ** error);

/* Samples in a row, in a plane and in a whole picture of staging memory. */
guint64 gst_cl_video_picture_get_row (const GstClVideoPicture * picture);
guint64 gst_cl_video_picture_get_plane (const GstClVideoPicture * picture);
guint64 gst_cl_video_picture_get_samples (const GstClVideoPicture * picture);
/* Bytes of a whole picture there. */
guint64 gst_cl_video_picture_get_size (const GstClVideoPicture * picture);

/* Sample of the first pixel of a channel in a picture of staging memory. */
guint64 gst_cl_video_picture_get_offset (const GstClVideoPicture * picture,
    guint channel);

/* Makes pictures of the fields of interleaved frames; padding is forgotten.
   FALSE with a settings error if they differ in size. */
gboolean gst_cl_video_picture_split (GstClVideoPicture * picture,
    GError ** error);

/*
 * Copies what is needed of a buffer, of its field (0: the upper one) if it has
 * several, to dest, get_size bytes. FALSE with a
 * stream error if the buffer does not hold what its caps or its GstVideoMeta
 * say.
 */
gboolean gst_cl_video_picture_copy (const GstClVideoPicture * picture,
    GstBuffer * buffer, guint field, guint8 * dest, GError ** error);

G_END_DECLS

#endif /* GST_CL_VIDEO_FFT_PICTURE_H */
