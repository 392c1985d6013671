/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstfourierenums.c: registers the enumerations; a value's nick is its word
 * in caps.
 */
#include "gstfourierenums.h"

static GType
register_once (GType * type, const gchar * name, const GEnumValue * values)
{
  if (g_once_init_enter (type))
    g_once_init_leave (type, g_enum_register_static (name, values));
  return *type;
}

GType
gst_fourier_format_get_type (void)
{
  static GType type = 0;
  static const GEnumValue values[] = {
    {GST_FOURIER_FORMAT_F32LE, "GST_FOURIER_FORMAT_F32LE", "F32LE"},
    {GST_FOURIER_FORMAT_F32BE, "GST_FOURIER_FORMAT_F32BE", "F32BE"},
    {GST_FOURIER_FORMAT_F64LE, "GST_FOURIER_FORMAT_F64LE", "F64LE"},
    {GST_FOURIER_FORMAT_F64BE, "GST_FOURIER_FORMAT_F64BE", "F64BE"},
    {0, NULL, NULL}
  };

  return register_once (&type, "GstFourierFormat", values);
}

GType
gst_fourier_quantity_get_type (void)
{
  static GType type = 0;
  static const GEnumValue values[] = {
    {GST_FOURIER_QUANTITY_COMPLEX, "GST_FOURIER_QUANTITY_COMPLEX", "complex"},
    {GST_FOURIER_QUANTITY_MAGNITUDE, "GST_FOURIER_QUANTITY_MAGNITUDE",
        "magnitude"},
    {GST_FOURIER_QUANTITY_POWER, "GST_FOURIER_QUANTITY_POWER", "power"},
    {GST_FOURIER_QUANTITY_DB, "GST_FOURIER_QUANTITY_DB", "db"},
    {GST_FOURIER_QUANTITY_PHASE, "GST_FOURIER_QUANTITY_PHASE", "phase"},
    {0, NULL, NULL}
  };

  return register_once (&type, "GstFourierQuantity", values);
}

GType
gst_fourier_scaling_get_type (void)
{
  static GType type = 0;
  static const GEnumValue values[] = {
    {GST_FOURIER_SCALING_NONE, "GST_FOURIER_SCALING_NONE", "none"},
    {GST_FOURIER_SCALING_AMPLITUDE, "GST_FOURIER_SCALING_AMPLITUDE",
        "amplitude"},
    {GST_FOURIER_SCALING_POWER, "GST_FOURIER_SCALING_POWER", "power"},
    {GST_FOURIER_SCALING_PSD, "GST_FOURIER_SCALING_PSD", "psd"},
    {GST_FOURIER_SCALING_LEGACY, "GST_FOURIER_SCALING_LEGACY", "legacy"},
    {0, NULL, NULL}
  };

  return register_once (&type, "GstFourierScaling", values);
}

GType
gst_fourier_sides_get_type (void)
{
  static GType type = 0;
  static const GEnumValue values[] = {
    {GST_FOURIER_SIDES_ONE, "GST_FOURIER_SIDES_ONE", "one"},
    {GST_FOURIER_SIDES_TWO, "GST_FOURIER_SIDES_TWO", "two"},
    {GST_FOURIER_SIDES_CENTERED, "GST_FOURIER_SIDES_CENTERED", "centered"},
    {0, NULL, NULL}
  };

  return register_once (&type, "GstFourierSides", values);
}

GType
gst_fourier_band_scale_get_type (void)
{
  static GType type = 0;
  static const GEnumValue values[] = {
    {GST_FOURIER_BAND_SCALE_NONE, "GST_FOURIER_BAND_SCALE_NONE", "none"},
    {GST_FOURIER_BAND_SCALE_BINS, "GST_FOURIER_BAND_SCALE_BINS", "bins"},
    {GST_FOURIER_BAND_SCALE_LOG, "GST_FOURIER_BAND_SCALE_LOG", "log"},
    {GST_FOURIER_BAND_SCALE_OCTAVE, "GST_FOURIER_BAND_SCALE_OCTAVE", "octave"},
    {GST_FOURIER_BAND_SCALE_THIRD_OCTAVE, "GST_FOURIER_BAND_SCALE_THIRD_OCTAVE",
        "third-octave"},
    {GST_FOURIER_BAND_SCALE_MEL, "GST_FOURIER_BAND_SCALE_MEL", "mel"},
    {GST_FOURIER_BAND_SCALE_BARK, "GST_FOURIER_BAND_SCALE_BARK", "bark"},
    {GST_FOURIER_BAND_SCALE_ERB, "GST_FOURIER_BAND_SCALE_ERB", "erb"},
    {GST_FOURIER_BAND_SCALE_RADIAL, "GST_FOURIER_BAND_SCALE_RADIAL", "radial"},
    {0, NULL, NULL}
  };

  return register_once (&type, "GstFourierBandScale", values);
}

GType
gst_fourier_weighting_get_type (void)
{
  static GType type = 0;
  static const GEnumValue values[] = {
    {GST_FOURIER_WEIGHTING_NONE, "GST_FOURIER_WEIGHTING_NONE", "none"},
    {GST_FOURIER_WEIGHTING_A, "GST_FOURIER_WEIGHTING_A", "a"},
    {GST_FOURIER_WEIGHTING_B, "GST_FOURIER_WEIGHTING_B", "b"},
    {GST_FOURIER_WEIGHTING_C, "GST_FOURIER_WEIGHTING_C", "c"},
    {GST_FOURIER_WEIGHTING_D, "GST_FOURIER_WEIGHTING_D", "d"},
    {0, NULL, NULL}
  };

  return register_once (&type, "GstFourierWeighting", values);
}

GType
gst_fourier_averaging_get_type (void)
{
  static GType type = 0;
  static const GEnumValue values[] = {
    {GST_FOURIER_AVERAGING_NONE, "GST_FOURIER_AVERAGING_NONE", "none"},
    {GST_FOURIER_AVERAGING_MEAN, "GST_FOURIER_AVERAGING_MEAN", "mean"},
    {GST_FOURIER_AVERAGING_EXPONENTIAL, "GST_FOURIER_AVERAGING_EXPONENTIAL",
        "exponential"},
    {GST_FOURIER_AVERAGING_MAX_HOLD, "GST_FOURIER_AVERAGING_MAX_HOLD",
        "max-hold"},
    {GST_FOURIER_AVERAGING_MIN_HOLD, "GST_FOURIER_AVERAGING_MIN_HOLD",
        "min-hold"},
    {GST_FOURIER_AVERAGING_MEDIAN, "GST_FOURIER_AVERAGING_MEDIAN", "median"},
    {0, NULL, NULL}
  };

  return register_once (&type, "GstFourierAveraging", values);
}

GType
gst_fourier_channel_mode_get_type (void)
{
  static GType type = 0;
  static const GEnumValue values[] = {
    {GST_FOURIER_CHANNEL_MODE_ALL, "GST_FOURIER_CHANNEL_MODE_ALL", "all"},
    {GST_FOURIER_CHANNEL_MODE_MIX, "GST_FOURIER_CHANNEL_MODE_MIX", "mix"},
    {GST_FOURIER_CHANNEL_MODE_MID_SIDE, "GST_FOURIER_CHANNEL_MODE_MID_SIDE",
        "mid-side"},
    {GST_FOURIER_CHANNEL_MODE_SELECT, "GST_FOURIER_CHANNEL_MODE_SELECT",
        "select"},
    {0, NULL, NULL}
  };

  return register_once (&type, "GstFourierChannelMode", values);
}
