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

/* clfft_window, and GST_CL_WINDOW_CUSTOM */
#define GST_TYPE_CL_AUDIO_WINDOW (gst_cl_audio_window_get_type ())
GType gst_cl_audio_window_get_type (void);

/* clfft_band_scale */
#define GST_TYPE_CL_BAND_SCALE (gst_cl_band_scale_get_type ())
GType gst_cl_band_scale_get_type (void);

/* clfft_mel_scale, clfft_mel_norm */
#define GST_TYPE_CL_MEL_SCALE (gst_cl_mel_scale_get_type ())
GType gst_cl_mel_scale_get_type (void);
#define GST_TYPE_CL_MEL_NORM (gst_cl_mel_norm_get_type ())
GType gst_cl_mel_norm_get_type (void);

/* clfft_sides; DEFAULT is called auto */
#define GST_TYPE_CL_SIDES (gst_cl_sides_get_type ())
GType gst_cl_sides_get_type (void);

/* GstFourierQuantity without logarithms, which are audio's */
#define GST_TYPE_CL_VIDEO_QUANTITY (gst_cl_video_quantity_get_type ())
GType gst_cl_video_quantity_get_type (void);

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
   values are static. The type is kept in *id, which is 0 before. */
GType gst_cl_register_enum (gsize * id, const gchar * name,
    const GEnumValue * values);

/* Defines type_get_type() of an enumeration; then its values. */
#define GST_CL_DEFINE_ENUM(type, name, ...)                                    \
    GType                                                                      \
    type##_get_type (void)                                                     \
    {                                                                          \
      static gsize id;                                                         \
      static const GEnumValue values[] = { __VA_ARGS__, { 0, NULL, NULL } };   \
                                                                               \
      return gst_cl_register_enum (&id, name, values);                         \
    }

/* The nick of a value; static string, "unknown" if it has none. */
const gchar *gst_cl_enum_nick (GType type, gint value);

/* ---- rows of properties that several elements have ---- */

#define GST_CL_MAX_FLOOR 999

#define GST_CL_PROPERTY_QUANTITY(member, type, bits) \
    {"quantity", "Quantity", \
        "What is given of a bin; phase in radians, db in decibels (default " \
        "complex)", \
        GST_CL_KIND_ENUM, member, GST_FOURIER_QUANTITY_COMPLEX, \
        type, .marks = bits}

#define GST_CL_PROPERTY_FLOOR(member, bits) \
    {"floor", "Floor", \
        "Smallest value of quantity db, log and log10 in decibels, -999 to " \
        "999 (default -150)", \
        GST_CL_KIND_DOUBLE, member, GST_FOURIER_DEFAULT_FLOOR, \
        .marks = bits, .least = -GST_CL_MAX_FLOOR, .most = GST_CL_MAX_FLOOR}

#define GST_CL_PROPERTY_CALIBRATION(member) \
    {"calibration", "Calibration", \
        "Decibels that are added to every level, what full scale is in dB SPL; " \
        "-300 to 300 (default 0)", \
        GST_CL_KIND_DOUBLE, member, 0, \
        .least = -GST_FOURIER_MAX_CALIBRATION, \
        .most = GST_FOURIER_MAX_CALIBRATION}

#define GST_CL_PROPERTY_EFFORT(member) \
    {"effort", "Effort", \
        "Whether plans are timed before one is chosen; the choice is kept on " \
        "disk (default estimate)", \
        GST_CL_KIND_ENUM, member, CLFFT_EFFORT_ESTIMATE, \
        gst_cl_effort_get_type, .ready_only = TRUE}

#define GST_CL_PROPERTY_SCHEDULE(member) \
    {"schedule", "Schedule", \
        "Forces the way in which the device computes, for tests (default " \
        "auto)", \
        GST_CL_KIND_ENUM, member, CLFFT_SCHEDULE_AUTO, \
        gst_cl_schedule_get_type, .ready_only = TRUE}

/* Checks what the range of calibration lets pass: NaN. Returns FALSE with a
   settings error. */
gboolean gst_cl_calibration_check (gdouble calibration, GError ** error);

G_END_DECLS

#endif /* GST_CL_ENUMS_H */
