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
#include "element/properties.h"
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

/* The settings that a user can make, except `device`. Every member means what
   the property of its name says; pairs are x, then y. */
typedef struct
{
  GstClVideoComponent component;
  GstClVideoInterlacing interlacing;
  guint block[2];
  guint block_overlap[2];
  gboolean center;
  GstClPadMode pad_mode;
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

/* The properties, of a GstClVideoFftSettings. */
extern const GstClProperty gst_cl_video_fft_properties[];
extern const guint gst_cl_video_fft_n_properties;

/* Checks what the ranges of properties do not say; needs no input. Returns
   FALSE with a settings error that names the property, the value and the limit.
   settings: a GstClVideoFftSettings. */
gboolean gst_cl_video_fft_settings_check (gconstpointer settings,
    GError ** error);

G_END_DECLS

#endif /* GST_CL_VIDEO_FFT_SETTINGS_H */
