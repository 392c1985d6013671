/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * config.h: derives from the settings and the format of the pictures what the
 * stream of spectra is, how pictures are cut into blocks, and what the device
 * is to compute. Pure: no OpenCL call is made here.
 */
#ifndef GST_CL_VIDEO_FFT_CONFIG_H
#define GST_CL_VIDEO_FFT_CONFIG_H

#include "settings.h"

G_BEGIN_DECLS

/**
 * GstClVideoFftConfig:
 * @settings: what was set
 * @info: the stream as the caps tell it
 * @picture: the input and its staging memory
 * @shown: what the pictures are: the input, or of fields a video of fields
 * @has_fields: the pictures are fields
 * @windows: coefficients of x, y and time, %NULL: all 1
 * @gain: one per stored bin of rows before rings, or %NULL
 * @rings: n_rings is 0 if there are none
 * @note: (nullable): what the stream does not have
 */
typedef struct
{
  GstClVideoFftSettings settings;
  GstFourierInfo info;
  GstClVideoPicture picture;
  GstVideoInfo shown;
  gboolean has_fields;
  gdouble *windows[CLFFT_MAX_RANK];
  gdouble *gain;
  clfft_rings rings;
  GError *note;
} GstClVideoFftConfig;

/* Makes a config. Returns NULL with a settings error that names the property,
   the value and the limit. */
GstClVideoFftConfig *gst_cl_video_fft_config_new (const GstClVideoFftSettings *
    settings, const GstVideoInfo * video, GError ** error);
GstClVideoFftConfig *gst_cl_video_fft_config_ref (GstClVideoFftConfig *
    config);
/* Drops one reference; the last one frees it. Accepts NULL. */
void gst_cl_video_fft_config_free (gpointer config);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClVideoFftConfig,
    gst_cl_video_fft_config_free)

/* Bytes that the pictures of a frame occupy in staging memory. */
gsize gst_cl_video_fft_config_get_staging_size (const GstClVideoFftConfig *
    config);

/* blocks.c: cuts the picture, whose padding it sets; axis 0 is x. */
gboolean gst_cl_video_fft_config_cut (GstClVideoFftConfig * config,
    GError ** error);

/*
 * Checks the sizes of a frame, for the format of config->info. Returns FALSE
 * with a settings error, which names the largest depth that would fit, if the
 * stream format or one buffer of the device (limits; NULL: any) cannot hold a
 * frame's pictures, its spectra or the points between passes.
 */
gboolean gst_cl_video_fft_config_check_sizes (const GstClVideoFftConfig *
    config, const clfft_limits * limits, GError ** error);

/* Fills the plan's description, of one channel of pictures that lie like this,
   for the format of config->info. It points into config. */
void gst_cl_video_fft_config_describe (const GstClVideoFftConfig * config,
    const GstClVideoLayout * layout, clfft_desc * desc);

G_END_DECLS

#endif /* GST_CL_VIDEO_FFT_CONFIG_H */
