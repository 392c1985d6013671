/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* settings.c: the table of clvideodenoise's properties, and the rules of their
   values. */
#include "settings.h"

#include <math.h>
#include "opencl/error.h"
#include "element/fit/request.h"

#define AT(member) G_STRUCT_OFFSET (GstClVideoDenoiseSettings, member)

/* set while playing, from the next picture on */
#define LEVEL (GST_CL_PROPERTY_LIGHT | GST_CL_PROPERTY_CONTROLLED)

#define MAX_SIGMA 128
#define MAX_FACTOR 16

/* *INDENT-OFF* */
const GstClProperty gst_cl_video_denoise_properties[] = {
  {"block-size", "Block size",
    "Rows and columns of a block: 8, 16, 32 or 64",
    GST_CL_KIND_UINT, AT (block_size), 16, .low = 8, .high = 64},
  {"overlap", "Overlap",
    "Part of a block that the next one shares, on both axes",
    GST_CL_KIND_DOUBLE, AT (overlap), 0.75, .least = 0, .most = 0.875},
  {"depth", "Depth",
    "Pictures of a block, of which the middle one is filtered: 1, 3, 5 or 7",
    GST_CL_KIND_UINT, AT (depth), 3, .low = 1, .high = 7},
  {"sigma", "Sigma",
    "Standard deviation of the noise in codes of 8 bits, of luma, grey and RGB; "
    "0: these planes stay as they are",
    GST_CL_KIND_DOUBLE, AT (sigma), 4, .least = 0, .most = MAX_SIGMA,
    .marks = LEVEL},
  {"sigma-chroma", "Sigma of chroma",
    "The same of U and V; -1: as sigma",
    GST_CL_KIND_DOUBLE, AT (sigma_chroma), -1, .least = -1, .most = MAX_SIGMA,
    .marks = LEVEL},
  {"sigma-low", "Sigma of low frequencies",
    "Factor of sigma at spatial frequency 0",
    GST_CL_KIND_DOUBLE, AT (sigma_low), 1, .least = 0, .most = MAX_FACTOR,
    .marks = LEVEL},
  {"sigma-mid", "Sigma of middle frequencies",
    "Factor of sigma at half of the highest spatial frequency",
    GST_CL_KIND_DOUBLE, AT (sigma_mid), 1, .least = 0, .most = MAX_FACTOR,
    .marks = LEVEL},
  {"sigma-high", "Sigma of high frequencies",
    "Factor of sigma at the highest spatial frequency, that of both axes",
    GST_CL_KIND_DOUBLE, AT (sigma_high), 1, .least = 0, .most = MAX_FACTOR,
    .marks = LEVEL},
  {"floor", "Floor",
    "Least gain of a frequency: the part of the noise that stays",
    GST_CL_KIND_DOUBLE, AT (floor), 0, .least = 0, .most = 1, .marks = LEVEL},
  {"scene-change", "Scene change",
    "Rise of the mean difference from picture to picture, in codes of 8 bits, "
    "above which a scene begins, whose pictures are not mixed with those before; "
    "0: none does",
    GST_CL_KIND_DOUBLE, AT (scene_change), 25, .least = 0, .most = 255,
    .marks = LEVEL},
  {"qos", "Quality of service",
    "Leave out pictures that would come too late downstream",
    GST_CL_KIND_BOOLEAN, AT (qos), TRUE, .marks = GST_CL_PROPERTY_LIGHT},
};
/* *INDENT-ON* */

const guint gst_cl_video_denoise_n_properties =
    G_N_ELEMENTS (gst_cl_video_denoise_properties);

gboolean
gst_cl_video_denoise_settings_check (gconstpointer settings, GError ** error)
{
  const GstClVideoDenoiseSettings *s = settings;

  if ((s->block_size & (s->block_size - 1)) != 0)
    return gst_cl_set_property_error (error, "block-size", "is %u, but must be "
        "8, 16, 32 or 64", s->block_size);
  if (s->depth % 2 == 0)
    return gst_cl_set_property_error (error, "depth", "is %u, but must be 1, "
        "3, 5 or 7", s->depth);
  return TRUE;
}

guint
gst_cl_video_denoise_settings_get_hop (const GstClVideoDenoiseSettings *
    settings)
{
  guint hop = floor (settings->block_size * (1 - settings->overlap) + 0.5);

  return MAX (hop, settings->block_size / 8);
}
