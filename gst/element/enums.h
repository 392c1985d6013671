/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * enums.h: registered enumerations for properties whose words are not in
 * the stream format, with the values of clfft's own enumerations; properties
 * that several elements have; and the window of a frame as they tell it.
 */
#ifndef GST_CL_ENUMS_H
#define GST_CL_ENUMS_H

#include <gst/fourier/fourier.h>
#include <gst/gst.h>
#include "clfft/spectrum.h"

G_BEGIN_DECLS

/* clfft_window */
#define GST_TYPE_CL_WINDOW (gst_cl_window_get_type ())
GType gst_cl_window_get_type (void);

/* clfft_window, and GST_CL_WINDOW_CUSTOM */
#define GST_TYPE_CL_AUDIO_WINDOW (gst_cl_audio_window_get_type ())
GType gst_cl_audio_window_get_type (void);

/* GstClPadMode */
#define GST_TYPE_CL_PAD_MODE (gst_cl_pad_mode_get_type ())
GType gst_cl_pad_mode_get_type (void);

/* clfft_band_scale, GST_CL_BAND_SCALE_CQT and _VQT */
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

/* GstFourierQuantity without logarithms and those that have a reference, which
   are audio's */
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

/* The stream's word for GST_TYPE_CL_SIDES; standard: that for auto. */
GstFourierSides gst_cl_sides_to_fourier (clfft_sides sides,
    GstFourierSides standard);

/* The stream's word for the engine's scale, and the other way; BINS for what the
   engine has not: none and radial. */
GstFourierBandScale gst_cl_band_scale_to_fourier (clfft_band_scale scale);
clfft_band_scale gst_cl_band_scale_from_fourier (GstFourierBandScale scale);

/* The nick of a value; static string, "unknown" if it has none. */
const gchar *gst_cl_enum_nick (GType type, gint value);

/* ---- rows of properties that several elements have ---- */

#define GST_CL_MAX_FLOOR 999
/* of the stream format */
#define GST_CL_MAX_HOP 999999999

#define GST_CL_PROPERTY_WINDOW_PARAM(member, what) \
    {"window-param", "Window parameter", \
        "Of tukey the tapered fraction, 0 to 1 (0.5); of gauss sigma over " \
        what ", 0.05 to 1000 (0.4); of kaiser beta, 0 to 500 (8.6); of " \
        "dolph-chebyshev the attenuation in dB, 1 to 300 (100); of " \
        "hann-poisson alpha, 0 to 100 (2); of taylor the attenuation in dB, 1 " \
        "to 120 (30); of dpss NW, 0.1 to 500 (4); of others nothing; -1: the " \
        "value in brackets", \
        GST_CL_KIND_DOUBLE, member, GST_CL_WINDOW_PARAM_STANDARD, \
        .least = -1, .most = GST_CL_WINDOW_PARAM_MAX}

#define GST_CL_PROPERTY_WINDOW_DATA(member, length) \
    {"window-data", "Window data", \
        "Coefficients of window=custom: " length " doubles in the host's " \
        "byte order, none beyond 1000000, one at least 0.000001", \
        GST_CL_KIND_BYTES, member}

#define GST_CL_PROPERTY_QUANTITY(member, type, bits) \
    {"quantity", "Quantity", \
        "What is given of a bin; phase in radians, db in decibels", \
        GST_CL_KIND_ENUM, member, GST_FOURIER_QUANTITY_COMPLEX, \
        type, .marks = bits}

#define GST_CL_PROPERTY_FLOOR(member, bits, kept) \
    {"floor", "Floor", \
        "Smallest value of quantity db, log and log10 in decibels", \
        GST_CL_KIND_DOUBLE, member, GST_FOURIER_DEFAULT_FLOOR, \
        .marks = bits, .least = -GST_CL_MAX_FLOOR, .most = GST_CL_MAX_FLOOR, \
        .set = kept}

#define GST_CL_PROPERTY_CALIBRATION(member, kept) \
    {"calibration", "Calibration", \
        "Decibels that are added to every level: full scale in dB SPL", \
        GST_CL_KIND_DOUBLE, member, 0, \
        .least = -GST_FOURIER_MAX_CALIBRATION, \
        .most = GST_FOURIER_MAX_CALIBRATION, .set = kept}

#define GST_CL_DEFAULT_GAP_LIMIT (60 * GST_SECOND)

#define GST_CL_PROPERTY_GAP_LIMIT(member) \
    {"gap-limit", "Gap limit", \
        "Nanoseconds of time without input that are filled; more is a jump", \
        GST_CL_KIND_UINT64, member, GST_CL_DEFAULT_GAP_LIMIT, \
        .marks = GST_CL_PROPERTY_LIGHT, .low = 1, .high = G_MAXUINT64 - 1}

#define GST_CL_PROPERTY_EFFORT(member) \
    {"effort", "Effort", \
        "Whether plans are timed before one is chosen, which is kept on disk", \
        GST_CL_KIND_ENUM, member, CLFFT_EFFORT_ESTIMATE, \
        gst_cl_effort_get_type, .ready_only = TRUE}

#define GST_CL_PROPERTY_SCHEDULE(member) \
    {"schedule", "Schedule", \
        "Forces the way in which the device computes, for tests", \
        GST_CL_KIND_ENUM, member, CLFFT_SCHEDULE_AUTO, \
        gst_cl_schedule_get_type, .ready_only = TRUE}

/* ---- bands ---- */

/* Bands that are no sums of bins: clfft/constantq.h. */
#define GST_CL_BAND_SCALE_CQT \
    ((clfft_band_scale) (CLFFT_BAND_SCALE_TWENTY_FOURTH_OCTAVE + 1))
#define GST_CL_BAND_SCALE_VQT \
    ((clfft_band_scale) (CLFFT_BAND_SCALE_TWENTY_FOURTH_OCTAVE + 2))

/* ---- windows ---- */

/* The window whose coefficients are in window-data; it has no parameter. */
#define GST_CL_WINDOW_CUSTOM ((clfft_window) CLFFT_N_WINDOWS)
#define GST_CL_WINDOW_CUSTOM_NAME "custom"

/* window-param: the window's own default */
#define GST_CL_WINDOW_PARAM_STANDARD -1.0
/* the largest of any window */
#define GST_CL_WINDOW_PARAM_MAX 1000

/* The name in caps; static. */
const gchar *gst_cl_window_get_name (clfft_window window);

/* The parameter of a window, with the window's own default resolved; 0 if it
   takes none. */
gdouble gst_cl_window_resolve_param (clfft_window window, gdouble param);

/* Checks the parameter. Returns FALSE with a settings error that names
   window-param, the value and the limit. */
gboolean gst_cl_window_check_param (clfft_window window, gdouble param,
    GError ** error);

/* Checks coefficients (nullable) for frames of size samples, likewise. */
gboolean gst_cl_window_check_data (GBytes * data, guint size, GError ** error);

/* Scalings that divide by the sum of the window need one that is not 0, as sums
   over bins do by its noise bandwidth: returns FALSE with a settings error that
   names scaling where it is 0. */
gboolean gst_cl_window_check_sum (const gdouble * w, guint size,
    GstFourierScaling scaling, gboolean sums_bins, GError ** error);

G_END_DECLS

#endif /* GST_CL_ENUMS_H */
