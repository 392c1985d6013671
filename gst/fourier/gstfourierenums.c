/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstfourierenums.c: registers the enumerations; a value's nick is its word
 * in caps, its name says what it means.
 */
#include "gstfourierenums.h"

static GType
register_once (GType * type, const gchar * name, const GEnumValue * values)
{
  if (g_once_init_enter (type))
    g_once_init_leave (type, g_enum_register_static (name, values));
  return *type;
}

/* Defines gst_fourier_..._get_type() of an enumeration; then its values. */
#define DEFINE_ENUM(prefix, name, ...)                                         \
    GType                                                                      \
    prefix##_get_type (void)                                                   \
    {                                                                          \
      static GType type = 0;                                                   \
      static const GEnumValue values[] = { __VA_ARGS__, { 0, NULL, NULL } };   \
                                                                               \
      return register_once (&type, name, values);                              \
    }

/* *INDENT-OFF* */
DEFINE_ENUM (gst_fourier_format, "GstFourierFormat",
    {GST_FOURIER_FORMAT_F32LE, "Single precision, little endian", "F32LE"},
    {GST_FOURIER_FORMAT_F32BE, "Single precision, big endian", "F32BE"},
    {GST_FOURIER_FORMAT_F64LE, "Double precision, little endian", "F64LE"},
    {GST_FOURIER_FORMAT_F64BE, "Double precision, big endian", "F64BE"})

DEFINE_ENUM (gst_fourier_quantity, "GstFourierQuantity",
    {GST_FOURIER_QUANTITY_COMPLEX, "Real and imaginary part", "complex"},
    {GST_FOURIER_QUANTITY_MAGNITUDE, "Absolute value", "magnitude"},
    {GST_FOURIER_QUANTITY_POWER, "Square of the absolute value", "power"},
    {GST_FOURIER_QUANTITY_DB, "Decibels, not below the floor", "db"},
    {GST_FOURIER_QUANTITY_PHASE, "Angle in radians, -pi to pi", "phase"},
    {GST_FOURIER_QUANTITY_CROSS_POWER,
        "Cross spectrum with the reference", "cross-power"},
    {GST_FOURIER_QUANTITY_COHERENCE,
        "Coherence with the reference, 0 to 1", "coherence"},
    {GST_FOURIER_QUANTITY_TRANSFER_H1,
        "Transfer function from the reference, noise behind it",
        "transfer-h1"},
    {GST_FOURIER_QUANTITY_TRANSFER_H2,
        "Transfer function from the reference, noise in it", "transfer-h2"},
    {GST_FOURIER_QUANTITY_DELAY,
        "Seconds behind the reference, and the correlation", "delay"},
    {GST_FOURIER_QUANTITY_LOG, "Natural logarithm", "log"},
    {GST_FOURIER_QUANTITY_LOG10, "Decimal logarithm", "log10"})

DEFINE_ENUM (gst_fourier_scaling, "GstFourierScaling",
    {GST_FOURIER_SCALING_NONE, "The transform as it comes", "none"},
    {GST_FOURIER_SCALING_AMPLITUDE,
        "A sine of amplitude a reads a", "amplitude"},
    {GST_FOURIER_SCALING_POWER,
        "Mean square: a sine of amplitude a reads a^2/2", "power"},
    {GST_FOURIER_SCALING_PSD, "Mean square per hertz", "psd"},
    {GST_FOURIER_SCALING_LEGACY,
        "As GStreamer's element spectrum, |X|^2/n^2", "legacy"})

DEFINE_ENUM (gst_fourier_sides, "GstFourierSides",
    {GST_FOURIER_SIDES_ONE, "0 to Nyquist", "one"},
    {GST_FOURIER_SIDES_TWO, "All bins, DC first", "two"},
    {GST_FOURIER_SIDES_CENTERED,
        "All bins, lowest frequency first", "centered"})

DEFINE_ENUM (gst_fourier_band_scale, "GstFourierBandScale",
    {GST_FOURIER_BAND_SCALE_NONE, "Bins, no bands", "none"},
    {GST_FOURIER_BAND_SCALE_BINS, "Equal runs of bins", "bins"},
    {GST_FOURIER_BAND_SCALE_LOG, "Equal ratios of frequency", "log"},
    {GST_FOURIER_BAND_SCALE_OCTAVE, "Octaves of IEC 61260-1", "octave"},
    {GST_FOURIER_BAND_SCALE_THIRD_OCTAVE,
        "Third octaves of IEC 61260-1", "third-octave"},
    {GST_FOURIER_BAND_SCALE_MEL, "Mel, triangles", "mel"},
    {GST_FOURIER_BAND_SCALE_BARK, "Bark (Traunmueller)", "bark"},
    {GST_FOURIER_BAND_SCALE_ERB, "ERB-rate (Glasberg and Moore)", "erb"},
    {GST_FOURIER_BAND_SCALE_RADIAL,
        "Rings of equal spatial frequency", "radial"},
    {GST_FOURIER_BAND_SCALE_SIXTH_OCTAVE,
        "Sixth octaves of IEC 61260-1", "sixth-octave"},
    {GST_FOURIER_BAND_SCALE_TWELFTH_OCTAVE,
        "Twelfth octaves of IEC 61260-1", "twelfth-octave"},
    {GST_FOURIER_BAND_SCALE_TWENTY_FOURTH_OCTAVE,
        "Twenty-fourth octaves of IEC 61260-1", "twenty-fourth-octave"},
    {GST_FOURIER_BAND_SCALE_CQT, "Constant Q", "cqt"},
    {GST_FOURIER_BAND_SCALE_VQT, "Variable Q", "vqt"})

DEFINE_ENUM (gst_fourier_mel, "GstFourierMel",
    {GST_FOURIER_MEL_HTK, "The formula of HTK", "htk"},
    {GST_FOURIER_MEL_SLANEY, "Slaney: straight up to 1 kHz", "slaney"},
    {GST_FOURIER_MEL_KALDI, "HTK, triangles straight in mel", "kaldi"},
    {GST_FOURIER_MEL_HTK_AREA, "HTK, areas of 1", "htk-area"},
    {GST_FOURIER_MEL_SLANEY_AREA, "Slaney, areas of 1", "slaney-area"},
    {GST_FOURIER_MEL_KALDI_AREA, "Kaldi, areas of 1", "kaldi-area"})

DEFINE_ENUM (gst_fourier_band_sum, "GstFourierBandSum",
    {GST_FOURIER_BAND_SUM_LEVEL, "Power, by the noise bandwidth of the window", "level"},
    {GST_FOURIER_BAND_SUM_POWER, "Power as it is", "power"},
    {GST_FOURIER_BAND_SUM_MAGNITUDE, "Magnitude as it is", "magnitude"})

DEFINE_ENUM (gst_fourier_normalize, "GstFourierNormalize",
    {GST_FOURIER_NORMALIZE_NONE, "Nothing", "none"},
    {GST_FOURIER_NORMALIZE_PER_BAND, "Each band by mean and deviation", "per-band"},
    {GST_FOURIER_NORMALIZE_WHISPER, "(x + 4) / 4", "whisper"},
    {GST_FOURIER_NORMALIZE_AST, "(x + 4.2677393) / 9.1379948", "ast"})

DEFINE_ENUM (gst_fourier_weighting, "GstFourierWeighting",
    {GST_FOURIER_WEIGHTING_NONE, "All frequencies alike", "none"},
    {GST_FOURIER_WEIGHTING_A, "A of IEC 61672-1", "a"},
    {GST_FOURIER_WEIGHTING_B, "B of IEC 60651", "b"},
    {GST_FOURIER_WEIGHTING_C, "C of IEC 61672-1", "c"},
    {GST_FOURIER_WEIGHTING_D, "D of IEC 537, for aircraft", "d"},
    {GST_FOURIER_WEIGHTING_Z, "Z of IEC 61672-1: all frequencies alike", "z"})

DEFINE_ENUM (gst_fourier_averaging, "GstFourierAveraging",
    {GST_FOURIER_AVERAGING_NONE, "Each frame by itself", "none"},
    {GST_FOURIER_AVERAGING_MEAN, "Mean power of average-count frames", "mean"},
    {GST_FOURIER_AVERAGING_EXPONENTIAL,
        "Running mean power with a time constant", "exponential"},
    {GST_FOURIER_AVERAGING_MAX_HOLD,
        "Largest of average-count frames", "max-hold"},
    {GST_FOURIER_AVERAGING_MIN_HOLD,
        "Smallest of average-count frames", "min-hold"},
    {GST_FOURIER_AVERAGING_MEDIAN, "Median of average-count frames", "median"})

DEFINE_ENUM (gst_fourier_detrend, "GstFourierDetrend",
    {GST_FOURIER_DETREND_NONE, "Nothing", "none"},
    {GST_FOURIER_DETREND_CONSTANT, "The mean of the frame", "constant"},
    {GST_FOURIER_DETREND_LINEAR, "The straight line that fits best", "linear"})

DEFINE_ENUM (gst_fourier_channel_mode, "GstFourierChannelMode",
    {GST_FOURIER_CHANNEL_MODE_ALL, "Each channel by itself", "all"},
    {GST_FOURIER_CHANNEL_MODE_MIX, "The mean of all channels", "mix"},
    {GST_FOURIER_CHANNEL_MODE_MID_SIDE,
        "Half the sum and half the difference of two", "mid-side"},
    {GST_FOURIER_CHANNEL_MODE_SELECT,
        "Those that channel-select names", "select"})
/* *INDENT-ON* */

/**
 * gst_fourier_quantity_has_reference:
 * @quantity: a #GstFourierQuantity
 *
 * Returns: whether it is of each channel and a reference
 *
 * Since: 0.1
 */
gboolean
gst_fourier_quantity_has_reference (GstFourierQuantity quantity)
{
  return quantity >= GST_FOURIER_QUANTITY_CROSS_POWER
      && quantity <= GST_FOURIER_QUANTITY_DELAY;
}
