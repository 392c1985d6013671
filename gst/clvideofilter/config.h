/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * config.h: what follows from settings and the format of the input: the shape of
 * clvideofilter.
 */
#ifndef GST_CL_VIDEO_FILTER_CONFIG_H
#define GST_CL_VIDEO_FILTER_CONFIG_H

#include "clfft/filter.h"
#include "gains.h"
#include "kernel.h"
#include "video/planes.h"

G_BEGIN_DECLS

/**
 * GstClFilterGroup:
 * @planes: of the picture, which are equal in all but their place
 * @n_planes: their number
 * @gains: over frequency, but for what is found in pictures
 * @reach: of the response along x and y, samples
 *
 * Planes that are filtered at once.
 */
typedef struct
{
  const GstClVideoPlane *planes[GST_CL_VIDEO_MAX_PLANES];
  guint numbers[GST_CL_VIDEO_MAX_PLANES];
  guint n_planes;
  GstClGains gains;
  guint reach[2];
} GstClFilterGroup;

/**
 * GstClVideoFilterConfig:
 * @planes: of the format
 * @groups: of planes
 * @n_groups: their number
 * @kernel: (nullable)
 * @is_auto: notches are found in pictures
 * @threshold: decibels, of that
 * @is_identity: pictures pass as they are
 * @precision: of what is computed
 */
typedef struct
{
  GstClVideoPlanes planes;
  GstClFilterGroup groups[GST_CL_VIDEO_MAX_PLANES];
  guint n_groups;
  GstClKernel *kernel;
  gboolean is_auto;
  gdouble threshold;
  gboolean is_identity;
  clfft_precision precision;
  clfft_schedule schedule;
  clfft_effort effort;
} GstClVideoFilterConfig;

/* NULL with error. */
GstClVideoFilterConfig *gst_cl_video_filter_config_new (const
    GstClVideoFilterSettings * settings, const GstVideoInfo * video,
    gboolean has_double, GError ** error);
void gst_cl_video_filter_config_free (gpointer config);

/* Whether plans of one serve the other. */
gboolean gst_cl_video_filter_config_is_alike (const GstClVideoFilterConfig * a,
    const GstClVideoFilterConfig * b);

/* Pictures that are staged: one where they are large. */
guint gst_cl_video_filter_config_get_n_staging (const GstClVideoFilterConfig *
    config);
/* Bytes that pictures leave of a gibibyte to filters and searches; 1 or more. */
guint64 gst_cl_video_filter_config_get_room (const GstClVideoFilterConfig *
    config);

/* Describes the filter of a group, which has its share of so many bytes, but for
   parameters of plans. */
void gst_cl_video_filter_config_describe (const GstClVideoFilterConfig * config,
    guint group, guint64 room, clfft_filter_desc * desc);

G_END_DECLS

#endif /* GST_CL_VIDEO_FILTER_CONFIG_H */
