/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * enums.h: registered enumerations for properties whose words are not in
 * the stream format. Values are those of clfft's own enumerations.
 */
#ifndef GST_CL_ENUMS_H
#define GST_CL_ENUMS_H

#include <gst/gst.h>
#include "clfft/spectrum.h"

G_BEGIN_DECLS

/* clfft_window */
#define GST_TYPE_CL_WINDOW (gst_cl_window_get_type ())
GType gst_cl_window_get_type (void);

/* clfft_band_scale */
#define GST_TYPE_CL_BAND_SCALE (gst_cl_band_scale_get_type ())
GType gst_cl_band_scale_get_type (void);

/* clfft_sides; DEFAULT is called auto */
#define GST_TYPE_CL_SIDES (gst_cl_sides_get_type ())
GType gst_cl_sides_get_type (void);

/* GstFourierScaling without legacy, which is audio's */
#define GST_TYPE_CL_VIDEO_SCALING (gst_cl_video_scaling_get_type ())
GType gst_cl_video_scaling_get_type (void);

/* clfft_effort */
#define GST_TYPE_CL_EFFORT (gst_cl_effort_get_type ())
GType gst_cl_effort_get_type (void);

/* clfft_schedule */
#define GST_TYPE_CL_SCHEDULE (gst_cl_schedule_get_type ())
GType gst_cl_schedule_get_type (void);

/* Registers an enumeration at the first call and marks it as the plugin's;
   values are static. id is where the type is kept, 0 before. */
GType gst_cl_register_enum (gsize * id, const gchar * name,
    const GEnumValue * values);

/* The nick of a value; static string, "unknown" if it has none. */
const gchar *gst_cl_enum_nick (GType type, gint value);

G_END_DECLS

#endif /* GST_CL_ENUMS_H */
