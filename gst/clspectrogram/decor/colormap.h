/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * colormap.h: colour maps as tables of 256 colours. Pure.
 */
#ifndef GST_CL_COLORMAP_H
#define GST_CL_COLORMAP_H

#include <gst/gst.h>

G_BEGIN_DECLS

/**
 * GstClColorMap:
 * @GST_CL_COLOR_MAP_INFERNO: black, violet, orange, pale yellow
 * @GST_CL_COLOR_MAP_MAGMA: black, violet, pink, pale yellow
 * @GST_CL_COLOR_MAP_VIRIDIS: violet, green, yellow
 * @GST_CL_COLOR_MAP_TURBO: a rainbow of smooth lightness
 * @GST_CL_COLOR_MAP_GREY: black to white
 */
typedef enum
{
  GST_CL_COLOR_MAP_INFERNO,
  GST_CL_COLOR_MAP_MAGMA,
  GST_CL_COLOR_MAP_VIRIDIS,
  GST_CL_COLOR_MAP_TURBO,
  GST_CL_COLOR_MAP_GREY,
  GST_CL_N_COLOR_MAPS,
} GstClColorMap;

#define GST_CL_COLOR_MAP_SIZE 256

/* Fills 256 colours, 0x00RRGGBB (sRGB), from the weakest to the strongest. */
void gst_cl_color_map_fill (GstClColorMap map,
    guint32 colors[GST_CL_COLOR_MAP_SIZE]);

G_END_DECLS

#endif /* GST_CL_COLORMAP_H */
