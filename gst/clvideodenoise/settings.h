/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* settings.h: the properties of clvideodenoise as one struct of plain values. */
#ifndef GST_CL_VIDEO_DENOISE_SETTINGS_H
#define GST_CL_VIDEO_DENOISE_SETTINGS_H

#include <gst/gst.h>
#include "element/properties.h"

G_BEGIN_DECLS

/* Every member means what the property of its name says. */
typedef struct
{
  guint block_size;
  gdouble overlap;
  guint depth;
  gdouble sigma;
  gdouble sigma_chroma;
  gdouble sigma_low, sigma_mid, sigma_high;
  gdouble floor;
  gdouble scene_change;
  gboolean qos;
} GstClVideoDenoiseSettings;

/* The properties, of a GstClVideoDenoiseSettings. */
extern const GstClProperty gst_cl_video_denoise_properties[];
extern const guint gst_cl_video_denoise_n_properties;

/* Checks what the ranges of properties do not say. */
gboolean gst_cl_video_denoise_settings_check (gconstpointer settings,
    GError ** error);

/* Samples from one block to the next. */
guint gst_cl_video_denoise_settings_get_hop (const GstClVideoDenoiseSettings *
    settings);

G_END_DECLS

#endif /* GST_CL_VIDEO_DENOISE_SETTINGS_H */
