/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * video/config.h: derives from a stream of spectra of video whether it has an
 * inverse, the weights of its windows, the factors that undo the scaling, the
 * pictures that come out, and what the device is to compute. Pure: no OpenCL
 * call is made here.
 */
#ifndef GST_CL_IFFT_VIDEO_CONFIG_H
#define GST_CL_IFFT_VIDEO_CONFIG_H

#include <gst/fourier/fourier.h>
#include <gst/video/video.h>
#include "pictureadd.h"
#include "pictureplace.h"
#include "clifft/spectrumload.h"
#include "clfft/clfft.h"

G_BEGIN_DECLS

/**
 * GstClIfftVideoConfig:
 * @info: the stream
 * @video: pictures that come out
 * @windows: along columns, rows and pictures: the order of axes
 * @weights: of the blocks, rows and columns of pixels
 * @coverage: smallest over largest sum of the squares of the windows over a
 *     pixel
 * @factors: one for each stored bin of the innermost axis
 * @load: from stored spectra to the plan's input
 * @add: how blocks make pictures
 * @n_spectra: in a frame of the stream
 * @max_frames: frames in one dispatch at most
 */
typedef struct
{
  GstFourierInfo info;
  GstVideoInfo video;
  gdouble *windows[3];
  gdouble *weights[2];
  gdouble coverage;
  gdouble *factors;
  GstClSpectrumLoad load;
  GstClPictureAddParams add;
  guint64 n_spectra;
  guint max_frames;
} GstClIfftVideoConfig;

/* Makes a config. Returns NULL with a settings error that names the field and
   the reason if the stream has no inverse. Transforms are in double precision
   if the spectra are and has_double is true. */
GstClIfftVideoConfig *gst_cl_ifft_video_config_new (const GstFourierInfo *
    info, gboolean has_double, GError ** error);
void gst_cl_ifft_video_config_free (GstClIfftVideoConfig * config);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClIfftVideoConfig,
    gst_cl_ifft_video_config_free)

void gst_cl_ifft_video_config_describe_place (const GstClIfftVideoConfig *
    config, GstClPicturePlaceParams * params);

/* Bytes of one frame on the plan's output side. */
gsize gst_cl_ifft_video_config_get_output_size (const GstClIfftVideoConfig *
    config);

G_END_DECLS

#endif /* GST_CL_IFFT_VIDEO_CONFIG_H */
