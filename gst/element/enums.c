/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* enums.c: registers the enumerations of properties and their words; checks and
   computes windows. */
#include "enums.h"

#include <math.h>
#include <string.h>
#include "element/fit/request.h"
#include "element/padmode.h"
#include "opencl/error.h"

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
    {CLFFT_WINDOW_HANN_SYMMETRIC, "Hann, from 0 to 0", "hann-symmetric"}, \
    {CLFFT_WINDOW_POVEY, "Povey (Kaldi), from 0 to 0", "povey"}

GST_CL_DEFINE_ENUM (gst_cl_window, "GstClWindow", WINDOWS)

GST_CL_DEFINE_ENUM (gst_cl_audio_window, "GstClAudioWindow", WINDOWS,
    {GST_CL_WINDOW_CUSTOM, "Coefficients of window-data", "custom"})

GST_CL_DEFINE_ENUM (gst_cl_pad_mode, "GstClPadMode",
    {GST_CL_PAD_MODE_CONSTANT, "Zeros", "constant"},
    {GST_CL_PAD_MODE_REFLECT,
        "The samples mirrored about the first and the last", "reflect"},
    {GST_CL_PAD_MODE_EDGE, "The first and the last sample", "edge"})

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
        "Twenty-fourth octaves of IEC 61260-1", "twenty-fourth-octave"},
    {GST_CL_BAND_SCALE_CQT, "Constant Q: bands by windows over frequencies",
        "cqt"},
    {GST_CL_BAND_SCALE_VQT, "Variable Q: the same, gamma wider", "vqt"})

GST_CL_DEFINE_ENUM (gst_cl_mel_scale, "GstClMelScale",
    {CLFFT_MEL_SCALE_HTK, "The formula of HTK", "htk"},
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

GstFourierSides
gst_cl_sides_to_fourier (clfft_sides sides, GstFourierSides standard)
{
  /* spectra.c checks their order */
  return sides == CLFFT_SIDES_DEFAULT ? standard
      : (GstFourierSides) (sides - CLFFT_SIDES_ONE);
}

/* The stream has none before bins, and radial before sixth octaves. */
G_STATIC_ASSERT ((int) GST_FOURIER_BAND_SCALE_ERB == CLFFT_BAND_SCALE_ERB + 1);
G_STATIC_ASSERT ((int) GST_FOURIER_BAND_SCALE_TWENTY_FOURTH_OCTAVE
    == CLFFT_BAND_SCALE_TWENTY_FOURTH_OCTAVE + 2);
G_STATIC_ASSERT ((int) GST_FOURIER_BAND_SCALE_VQT
    == (int) GST_CL_BAND_SCALE_VQT + 2);

GstFourierBandScale
gst_cl_band_scale_to_fourier (clfft_band_scale scale)
{
  return (GstFourierBandScale) (scale
      + (scale > CLFFT_BAND_SCALE_ERB ? 2 : 1));
}

clfft_band_scale
gst_cl_band_scale_from_fourier (GstFourierBandScale scale)
{
  if (scale == GST_FOURIER_BAND_SCALE_NONE
      || scale == GST_FOURIER_BAND_SCALE_RADIAL)
    return CLFFT_BAND_SCALE_BINS;
  return (clfft_band_scale) (scale
      - (scale > GST_FOURIER_BAND_SCALE_RADIAL ? 2 : 1));
}

const gchar *
gst_cl_enum_nick (GType type, gint value)
{
  GEnumClass *klass = g_type_class_ref (type);
  const GEnumValue *entry = g_enum_get_value (klass, value);

  g_type_class_unref (klass);
  /* nicks are static strings, they outlive the class */
  return entry ? entry->value_nick : "unknown";
}

/* ---- windows ---- */

/* What single precision can square and divide by. */
#define MIN_LARGEST 1e-6
#define MAX_LARGEST 1e6

/* The share of a window's magnitudes that is more than rounding. */
#define MIN_SUM 1e-9

const gchar *
gst_cl_window_get_name (clfft_window window)
{
  return window == GST_CL_WINDOW_CUSTOM ? GST_CL_WINDOW_CUSTOM_NAME
      : clfft_window_name (window);
}

gdouble
gst_cl_window_resolve_param (clfft_window window, gdouble param)
{
  gdouble standard = 0;

  if (!clfft_window_parameter (window, &standard, NULL, NULL))
    return 0;
  return param == GST_CL_WINDOW_PARAM_STANDARD ? standard : param;
}

gboolean
gst_cl_window_check_param (clfft_window window, gdouble param, GError ** error)
{
  gdouble lowest, highest;

  if (param == GST_CL_WINDOW_PARAM_STANDARD)
    return TRUE;
  if (clfft_window_parameter (window, NULL, &lowest, &highest)
      && !(param >= lowest && param <= highest))
    return gst_cl_set_property_error (error, "window-param", "is %g, but for "
        "window=%s must be -1, or %g to %g", param, clfft_window_name (window),
        lowest, highest);
  if (!(param >= 0 && param <= GST_CL_WINDOW_PARAM_MAX))
    return gst_cl_set_property_error (error, "window-param", "is %g, but must "
        "be -1 or 0 to %d", param, GST_CL_WINDOW_PARAM_MAX);
  return TRUE;
}

gboolean
gst_cl_window_check_data (GBytes * data, guint size, GError ** error)
{
  gsize n_bytes = data ? g_bytes_get_size (data) : 0, i;
  gdouble largest = 0, value;

  if (n_bytes != size * sizeof (gdouble))
    return gst_cl_set_property_error (error, "window-data", "is %"
        G_GSIZE_FORMAT " bytes, but for window=custom must be %" G_GSIZE_FORMAT
        ": a double for each of the %u samples of a frame", n_bytes, size
        * sizeof (gdouble), size);
  for (i = 0; i < size; i++) {
    memcpy (&value, (const guint8 *) g_bytes_get_data (data, NULL)
        + i * sizeof value, sizeof value);
    if (!(fabs (value) <= MAX_LARGEST))
      return gst_cl_set_property_error (error, "window-data", "is %g at "
          "coefficient %" G_GSIZE_FORMAT ", but must be -%g to %g", value, i,
          MAX_LARGEST, MAX_LARGEST);
    largest = MAX (largest, fabs (value));
  }
  if (largest < MIN_LARGEST)
    return gst_cl_set_property_error (error, "window-data", "is at most %g, "
        "but one coefficient must be at least %g", largest, MIN_LARGEST);
  return TRUE;
}

gboolean
gst_cl_window_check_sum (const gdouble * w, guint size,
    GstFourierScaling scaling, gboolean sums_bins, GError ** error)
{
  gdouble sum = 0, largest = 0;
  guint i;

  if (scaling == GST_FOURIER_SCALING_PSD
      || (!sums_bins && (scaling == GST_FOURIER_SCALING_NONE
              || scaling == GST_FOURIER_SCALING_LEGACY)))
    return TRUE;
  for (i = 0; i < size; i++) {
    sum += w[i];
    largest += fabs (w[i]);
  }
  if (fabs (sum) > MIN_SUM * largest)
    return TRUE;
  return gst_cl_set_property_error (error, "scaling", "is %s, but with a "
      "window whose coefficients add up to 0 must be %s",
      gst_cl_enum_nick (GST_TYPE_FOURIER_SCALING, scaling), sums_bins ? "psd"
      : "none, psd or legacy");
}
