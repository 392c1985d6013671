/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * settings.h: the properties of clvideofft as one struct of plain
 * values, and the rules that do not depend on the input's format.
 */
#ifndef GST_CL_VIDEO_FFT_SETTINGS_H
#define GST_CL_VIDEO_FFT_SETTINGS_H

#include <gst/gst.h>
#include <gst/fourier/fourier.h>
#include "clfft/spectrum.h"
#include "picture.h"

G_BEGIN_DECLS

/**
 * GstClVideoReduce:
 * @GST_CL_VIDEO_REDUCE_NONE: every bin
 * @GST_CL_VIDEO_REDUCE_RADIAL: mean power over rings of equal frequency
 *
 * What becomes of the bins of a block.
 */
typedef enum
{
  GST_CL_VIDEO_REDUCE_NONE,
  GST_CL_VIDEO_REDUCE_RADIAL,
} GstClVideoReduce;

/**
 * GstClVideoInterlacing:
 * @GST_CL_VIDEO_INTERLACING_REFUSE: interlaced video is refused
 * @GST_CL_VIDEO_INTERLACING_FIELDS: each field is a picture
 *
 * What becomes of interlaced video.
 */
typedef enum
{
  GST_CL_VIDEO_INTERLACING_REFUSE,
  GST_CL_VIDEO_INTERLACING_FIELDS,
} GstClVideoInterlacing;

#define GST_TYPE_CL_VIDEO_INTERLACING (gst_cl_video_interlacing_get_type ())
GType gst_cl_video_interlacing_get_type (void);

#define GST_TYPE_CL_VIDEO_REDUCE (gst_cl_video_reduce_get_type ())
GType gst_cl_video_reduce_get_type (void);

/* Smallest block that may be asked for; a smaller picture is one block. */
#define GST_CL_VIDEO_FFT_MIN_BLOCK 8

/* What a user can set, but for `device`. Every member means what the property
   of its name says; pairs are x, then y. */
typedef struct
{
  GstClVideoComponent component;
  GstClVideoInterlacing interlacing;
  guint block[2];
  guint block_overlap[2];
  clfft_window window;
  gdouble window_param;
  guint zero_pad[2];
  gboolean remove_dc;
  guint depth;
  guint temporal_hop;
  clfft_window temporal_window;
  GstFourierQuantity quantity;
  GstFourierScaling scaling;
  clfft_sides sides;
  gdouble floor;
  GstClVideoReduce reduce;
  clfft_effort effort;
  clfft_schedule schedule;
} GstClVideoFftSettings;

/* Property ids from 1; the element's own follow from here. */
#define GST_CL_VIDEO_FFT_N_SETTINGS 22

void gst_cl_video_fft_settings_init (GstClVideoFftSettings * settings);

/* Installs properties 1 .. GST_CL_VIDEO_FFT_N_SETTINGS - 1. */
void gst_cl_video_fft_settings_install (GObjectClass * klass);

/* FALSE if the id is not one of ours. */
gboolean gst_cl_video_fft_settings_set (GstClVideoFftSettings * settings,
    guint id, const GValue * value);
gboolean gst_cl_video_fft_settings_get (const GstClVideoFftSettings * settings,
    guint id, GValue * value);

/*
 * FALSE with a settings error that names property, value and limit. Checks
 * all that can be said before the pictures' format is known.
 */
gboolean gst_cl_video_fft_settings_check (const GstClVideoFftSettings *
    settings, GError ** error);

gboolean gst_cl_video_fft_settings_differ (const GstClVideoFftSettings * a,
    const GstClVideoFftSettings * b);

G_END_DECLS

#endif /* GST_CL_VIDEO_FFT_SETTINGS_H */
