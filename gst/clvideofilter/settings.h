/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * settings.h: the properties of clvideofilter as one struct of plain values, and
 * the rules that do not depend on the input's format.
 */
#ifndef GST_CL_VIDEO_FILTER_SETTINGS_H
#define GST_CL_VIDEO_FILTER_SETTINGS_H

#include <gst/gst.h>
#include "clfft/clfft.h"
#include "element/properties.h"

G_BEGIN_DECLS

/* The settings that a user can make, except `device`. Every member means what
   the property of its name says. */
typedef struct
{
  gchar *kernel, *kernel_file;
  gboolean normalize;
  gdouble low_pass, high_pass;
  gchar *notch;
  gdouble notch_radius, notch_threshold;
  gboolean sharpen;
  gdouble blur, snr;
  clfft_effort effort;
  clfft_schedule schedule;
} GstClVideoFilterSettings;

/* The properties, of a GstClVideoFilterSettings. */
extern const GstClProperty gst_cl_video_filter_properties[];
extern const guint gst_cl_video_filter_n_properties;

/* Checks what the ranges of properties do not say; needs no input. Returns
   FALSE with an error that names the property, the value and the limit.
   settings: a GstClVideoFilterSettings. */
gboolean gst_cl_video_filter_settings_check (gconstpointer settings,
    GError ** error);

G_END_DECLS

#endif /* GST_CL_VIDEO_FILTER_SETTINGS_H */
