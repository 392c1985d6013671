/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* enums.c: registers the enumerations of properties and their words. */
#include "enums.h"

#include <gst/fourier/fourier.h>
#include "opencl/error.h"
#include "window.h"

GType
gst_cl_register_enum (gsize * id, const gchar * name,
    const GEnumValue * values)
{
  if (g_once_init_enter (id)) {
    GType type = g_enum_register_static (name, values);

    gst_type_mark_as_plugin_api (type, 0);
    g_once_init_leave (id, type);
  }
  return *id;
}

/* *INDENT-OFF* */
#define WINDOWS \
    {CLFFT_WINDOW_RECT, "Rectangular", "rect"}, \
    {CLFFT_WINDOW_HANN, "Hann", "hann"}, \
    {CLFFT_WINDOW_HAMMING, "Hamming, .54 - .46 cos", "hamming"}, \
    {CLFFT_WINDOW_HAMMING_EXACT, "Hamming, .53836 - .46164 cos", \
        "hamming-exact"}, \
    {CLFFT_WINDOW_BLACKMAN, "Blackman", "blackman"}, \
    {CLFFT_WINDOW_BLACKMAN_HARRIS, "Blackman-Harris, four terms", \
        "blackman-harris"}, \
    {CLFFT_WINDOW_NUTTALL, "Nuttall, four terms", "nuttall"}, \
    {CLFFT_WINDOW_FLATTOP, "Flat top", "flattop"}, \
    {CLFFT_WINDOW_BARTLETT, "Bartlett (triangle)", "bartlett"}, \
    {CLFFT_WINDOW_WELCH, "Welch (parabola)", "welch"}, \
    {CLFFT_WINDOW_SINE, "Half a sine", "sine"}, \
    {CLFFT_WINDOW_TUKEY, "Tukey; parameter: tapered fraction", "tukey"}, \
    {CLFFT_WINDOW_GAUSS, "Gauss; parameter: sigma over half the length", \
        "gauss"}, \
    {CLFFT_WINDOW_KAISER, "Kaiser; parameter: beta", "kaiser"}, \
    {CLFFT_WINDOW_DOLPH_CHEBYSHEV, \
        "Dolph-Chebyshev; parameter: attenuation in dB", "dolph-chebyshev"}, \
    {CLFFT_WINDOW_PARZEN, "Parzen", "parzen"}, \
    {CLFFT_WINDOW_BOHMAN, "Bohman", "bohman"}, \
    {CLFFT_WINDOW_HANN_POISSON, "Hann-Poisson; parameter: alpha", \
        "hann-poisson"}, \
    {CLFFT_WINDOW_TAYLOR, "Taylor; parameter: attenuation in dB", "taylor"}, \
    {CLFFT_WINDOW_DPSS, "Slepian (DPSS); parameter: NW", "dpss"}, \
    {CLFFT_WINDOW_HANN_SYMMETRIC, "Hann, from 0 to 0", "hann-symmetric"}

GST_CL_DEFINE_ENUM (gst_cl_window, "GstClWindow", WINDOWS)

GST_CL_DEFINE_ENUM (gst_cl_audio_window, "GstClAudioWindow", WINDOWS,
    {GST_CL_WINDOW_CUSTOM, "Coefficients of window-data", "custom"})

GST_CL_DEFINE_ENUM (gst_cl_band_scale, "GstClBandScale",
    {CLFFT_BAND_SCALE_BINS, "Equal runs of bins", "bins"},
    {CLFFT_BAND_SCALE_LOG, "Equal ratios of frequency", "log"},
    {CLFFT_BAND_SCALE_OCTAVE, "Octaves of IEC 61260-1", "octave"},
    {CLFFT_BAND_SCALE_THIRD_OCTAVE, "Third octaves of IEC 61260-1",
        "third-octave"},
    {CLFFT_BAND_SCALE_MEL, "Mel, triangles", "mel"},
    {CLFFT_BAND_SCALE_BARK, "Bark (Traunmueller)", "bark"},
    {CLFFT_BAND_SCALE_ERB, "ERB-rate (Glasberg and Moore)", "erb"},
    {CLFFT_BAND_SCALE_SIXTH_OCTAVE, "Sixth octaves of IEC 61260-1",
        "sixth-octave"},
    {CLFFT_BAND_SCALE_TWELFTH_OCTAVE, "Twelfth octaves of IEC 61260-1",
        "twelfth-octave"},
    {CLFFT_BAND_SCALE_TWENTY_FOURTH_OCTAVE,
        "Twenty-fourth octaves of IEC 61260-1", "twenty-fourth-octave"})

GST_CL_DEFINE_ENUM (gst_cl_mel_scale, "GstClMelScale",
    {CLFFT_MEL_SCALE_HTK, "HTK", "htk"},
    {CLFFT_MEL_SCALE_SLANEY, "Slaney: straight up to 1 kHz", "slaney"},
    {CLFFT_MEL_SCALE_KALDI, "HTK, triangles straight in mel", "kaldi"})

GST_CL_DEFINE_ENUM (gst_cl_mel_norm, "GstClMelNorm",
    {CLFFT_MEL_NORM_NONE, "Peaks of 1", "none"},
    {CLFFT_MEL_NORM_SLANEY, "Areas of 1", "slaney"})

GST_CL_DEFINE_ENUM (gst_cl_sides, "GstClSides",
    {CLFFT_SIDES_DEFAULT, "one for real input, two for I/Q", "auto"},
    {CLFFT_SIDES_ONE, "0 to Nyquist", "one"},
    {CLFFT_SIDES_TWO, "All bins, DC first", "two"},
    {CLFFT_SIDES_CENTERED, "All bins, lowest frequency first", "centered"})

GST_CL_DEFINE_ENUM (gst_cl_video_quantity, "GstClVideoQuantity",
    {GST_FOURIER_QUANTITY_COMPLEX, "Real and imaginary part", "complex"},
    {GST_FOURIER_QUANTITY_MAGNITUDE, "Absolute value", "magnitude"},
    {GST_FOURIER_QUANTITY_POWER, "Square of the absolute value", "power"},
    {GST_FOURIER_QUANTITY_DB, "Decibels, not below the floor", "db"},
    {GST_FOURIER_QUANTITY_PHASE, "Angle in radians, -pi to pi", "phase"})

GST_CL_DEFINE_ENUM (gst_cl_video_scaling, "GstClVideoScaling",
    {GST_FOURIER_SCALING_NONE, "The transform as it comes", "none"},
    {GST_FOURIER_SCALING_AMPLITUDE, "A white picture reads 1 at DC",
        "amplitude"},
    {GST_FOURIER_SCALING_POWER, "Mean square", "power"},
    {GST_FOURIER_SCALING_PSD, "Mean square per (cycle per pixel)^2, over time "
        "per hertz, too", "psd"})

GST_CL_DEFINE_ENUM (gst_cl_effort, "GstClEffort",
    {CLFFT_EFFORT_ESTIMATE, "Take the first plan that works", "estimate"},
    {CLFFT_EFFORT_MEASURE, "Time the candidates once and remember", "measure"})

GST_CL_DEFINE_ENUM (gst_cl_schedule, "GstClSchedule",
    {CLFFT_SCHEDULE_AUTO, "By the device's limits", "auto"},
    {CLFFT_SCHEDULE_GROUP, "Work-groups that exchange in local memory",
        "group"},
    {CLFFT_SCHEDULE_SIMD, "A work-item for each vector of transforms (CPUs)",
        "simd"},
    {CLFFT_SCHEDULE_DIRECT, "Passes through global memory alone", "direct"})
/* *INDENT-ON* */

const gchar *
gst_cl_enum_nick (GType type, gint value)
{
  GEnumClass *klass = g_type_class_ref (type);
  const GEnumValue *entry = g_enum_get_value (klass, value);

  g_type_class_unref (klass);
  /* nicks are static strings, they outlive the class */
  return entry ? entry->value_nick : "unknown";
}

gboolean
gst_cl_calibration_check (gdouble calibration, GError ** error)
{
  if (calibration >= -GST_FOURIER_MAX_CALIBRATION
      && calibration <= GST_FOURIER_MAX_CALIBRATION)
    return TRUE;
  gst_cl_set_settings_error (error, "calibration is %g, but must be %d to %d",
      calibration, -GST_FOURIER_MAX_CALIBRATION, GST_FOURIER_MAX_CALIBRATION);
  return FALSE;
}
