/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstfourierenums.h: the words of the stream format. Each enumeration is a
 * registered type whose nicks are the words that caps hold.
 */
#ifndef __GST_FOURIER_ENUMS_H__
#define __GST_FOURIER_ENUMS_H__

#include <gst/fourier/fourier-prelude.h>

G_BEGIN_DECLS

/**
 * GstFourierFormat:
 * @GST_FOURIER_FORMAT_F32LE: IEEE 754 single precision, little endian
 * @GST_FOURIER_FORMAT_F32BE: IEEE 754 single precision, big endian
 * @GST_FOURIER_FORMAT_F64LE: IEEE 754 double precision, little endian
 * @GST_FOURIER_FORMAT_F64BE: IEEE 754 double precision, big endian
 *
 * How one stored number is written.
 *
 * Since: 0.1
 */
typedef enum
{
  GST_FOURIER_FORMAT_F32LE = 0,
  GST_FOURIER_FORMAT_F32BE,
  GST_FOURIER_FORMAT_F64LE,
  GST_FOURIER_FORMAT_F64BE
} GstFourierFormat;

#define GST_TYPE_FOURIER_FORMAT (gst_fourier_format_get_type ())
GST_FOURIER_API
GType gst_fourier_format_get_type (void);

/**
 * GstFourierQuantity:
 * @GST_FOURIER_QUANTITY_COMPLEX: two numbers a point: the real part, then the
 *   imaginary part
 * @GST_FOURIER_QUANTITY_MAGNITUDE: absolute value
 * @GST_FOURIER_QUANTITY_POWER: square of the absolute value
 * @GST_FOURIER_QUANTITY_DB: ten times the decimal logarithm of the power (under
 *   %GST_FOURIER_SCALING_AMPLITUDE twenty times that of the magnitude), never
 *   below the floor
 * @GST_FOURIER_QUANTITY_PHASE: angle in radians, -pi to pi
 * @GST_FOURIER_QUANTITY_CROSS_POWER: Sxy: two numbers a point, as complex
 * @GST_FOURIER_QUANTITY_COHERENCE: |Sxy|^2 / (Sxx Syy), 0 to 1
 * @GST_FOURIER_QUANTITY_TRANSFER_H1: Sxy / Sxx: two numbers a point
 * @GST_FOURIER_QUANTITY_TRANSFER_H2: Syy / Syx: two numbers a point
 * @GST_FOURIER_QUANTITY_DELAY: one point a channel, of two numbers: by how many
 *   seconds y is behind x, then the correlation there, -1 to 1
 * @GST_FOURIER_QUANTITY_LOG: natural logarithm of the power, with
 *   %GST_FOURIER_BAND_SUM_MAGNITUDE of the magnitude, plus log_offset
 * @GST_FOURIER_QUANTITY_LOG10: the decimal one
 *
 * Which quantity of a bin is stored. The last five are of each channel, y, and
 * a reference, x: Sxy is the mean of conj(X) Y over transforms, Sxx and Syy
 * those of |X|^2 and |Y|^2.
 *
 * Since: 0.1
 */
typedef enum
{
  GST_FOURIER_QUANTITY_COMPLEX = 0,
  GST_FOURIER_QUANTITY_MAGNITUDE,
  GST_FOURIER_QUANTITY_POWER,
  GST_FOURIER_QUANTITY_DB,
  GST_FOURIER_QUANTITY_PHASE,
  GST_FOURIER_QUANTITY_CROSS_POWER,
  GST_FOURIER_QUANTITY_COHERENCE,
  GST_FOURIER_QUANTITY_TRANSFER_H1,
  GST_FOURIER_QUANTITY_TRANSFER_H2,
  GST_FOURIER_QUANTITY_DELAY,
  GST_FOURIER_QUANTITY_LOG,
  GST_FOURIER_QUANTITY_LOG10
} GstFourierQuantity;

#define GST_TYPE_FOURIER_QUANTITY (gst_fourier_quantity_get_type ())
GST_FOURIER_API
GType gst_fourier_quantity_get_type (void);

GST_FOURIER_API
gboolean gst_fourier_quantity_has_reference (GstFourierQuantity quantity);

/**
 * GstFourierScaling:
 * @GST_FOURIER_SCALING_NONE: |X| without a factor
 * @GST_FOURIER_SCALING_AMPLITUDE: X / sum(w). The bins of one side are doubled,
 *   except DC and Nyquist: a sine of amplitude a reads a
 * @GST_FOURIER_SCALING_POWER: |X|^2 / sum(w)^2, the mean square. The power of
 *   the same bins is doubled: a sine of amplitude a reads a^2/2
 * @GST_FOURIER_SCALING_PSD: |X|^2 / (rate sum(w^2)), the mean square per hertz,
 *   doubled likewise
 * @GST_FOURIER_SCALING_LEGACY: |X|^2 / n^2, as in GStreamer's element spectrum
 *
 * How values are scaled. w is the window, X the transform of the windowed
 * samples; integer samples are divided by 2^(bits-1) before.
 *
 * Since: 0.1
 */
typedef enum
{
  GST_FOURIER_SCALING_NONE = 0,
  GST_FOURIER_SCALING_AMPLITUDE,
  GST_FOURIER_SCALING_POWER,
  GST_FOURIER_SCALING_PSD,
  GST_FOURIER_SCALING_LEGACY
} GstFourierScaling;

#define GST_TYPE_FOURIER_SCALING (gst_fourier_scaling_get_type ())
GST_FOURIER_API
GType gst_fourier_scaling_get_type (void);

/**
 * GstFourierSides:
 * @GST_FOURIER_SIDES_ONE: bins 0 to n/2 (rounded down), DC first
 * @GST_FOURIER_SIDES_TWO: bins 0 to n-1: DC, rising, then the negative
 *   frequencies
 * @GST_FOURIER_SIDES_CENTERED: all n bins, lowest frequency first; bin n/2
 *   (rounded down) is DC, on every axis
 *
 * Which bins are stored, and in which order. With %GST_FOURIER_SIDES_ONE only
 * the innermost axis has one side; all others are stored as with
 * %GST_FOURIER_SIDES_TWO.
 *
 * Since: 0.1
 */
typedef enum
{
  GST_FOURIER_SIDES_ONE = 0,
  GST_FOURIER_SIDES_TWO,
  GST_FOURIER_SIDES_CENTERED
} GstFourierSides;

#define GST_TYPE_FOURIER_SIDES (gst_fourier_sides_get_type ())
GST_FOURIER_API
GType gst_fourier_sides_get_type (void);

/**
 * GstFourierBandScale:
 * @GST_FOURIER_BAND_SCALE_NONE: no bands: a stored point is a bin
 * @GST_FOURIER_BAND_SCALE_BINS: equal runs of bins
 * @GST_FOURIER_BAND_SCALE_LOG: equal ratios of frequency
 * @GST_FOURIER_BAND_SCALE_OCTAVE: octaves of IEC 61260-1
 * @GST_FOURIER_BAND_SCALE_THIRD_OCTAVE: third octaves of IEC 61260-1
 * @GST_FOURIER_BAND_SCALE_MEL: mel scale, triangular filters
 * @GST_FOURIER_BAND_SCALE_BARK: Bark scale
 * @GST_FOURIER_BAND_SCALE_ERB: scale of equivalent rectangular bandwidths
 * @GST_FOURIER_BAND_SCALE_RADIAL: of pictures: means over rings of equal
 *   spatial frequency
 * @GST_FOURIER_BAND_SCALE_SIXTH_OCTAVE: sixth octaves of IEC 61260-1
 * @GST_FOURIER_BAND_SCALE_TWELFTH_OCTAVE: twelfth octaves of IEC 61260-1
 * @GST_FOURIER_BAND_SCALE_TWENTY_FOURTH_OCTAVE: twenty-fourth octaves of
 *   IEC 61260-1
 * @GST_FOURIER_BAND_SCALE_CQT: constant-Q analysis: bands are no sums of bins
 * @GST_FOURIER_BAND_SCALE_VQT: the same, bands are wider by a constant
 *
 * How bins were gathered into bands. The formulas are in
 * docs/guide/stream-format.md.
 *
 * Since: 0.1
 */
typedef enum
{
  GST_FOURIER_BAND_SCALE_NONE = 0,
  GST_FOURIER_BAND_SCALE_BINS,
  GST_FOURIER_BAND_SCALE_LOG,
  GST_FOURIER_BAND_SCALE_OCTAVE,
  GST_FOURIER_BAND_SCALE_THIRD_OCTAVE,
  GST_FOURIER_BAND_SCALE_MEL,
  GST_FOURIER_BAND_SCALE_BARK,
  GST_FOURIER_BAND_SCALE_ERB,
  GST_FOURIER_BAND_SCALE_RADIAL,
  GST_FOURIER_BAND_SCALE_SIXTH_OCTAVE,
  GST_FOURIER_BAND_SCALE_TWELFTH_OCTAVE,
  GST_FOURIER_BAND_SCALE_TWENTY_FOURTH_OCTAVE,
  GST_FOURIER_BAND_SCALE_CQT,
  GST_FOURIER_BAND_SCALE_VQT
} GstFourierBandScale;

#define GST_TYPE_FOURIER_BAND_SCALE (gst_fourier_band_scale_get_type ())
GST_FOURIER_API
GType gst_fourier_band_scale_get_type (void);

/**
 * GstFourierMel:
 * @GST_FOURIER_MEL_HTK: 2595 log10(1 + f/700)
 * @GST_FOURIER_MEL_SLANEY: straight up to 1 kHz, then logarithmic
 * @GST_FOURIER_MEL_KALDI: HTK's, with triangles that are straight in mel, not
 *   in hertz
 * @GST_FOURIER_MEL_HTK_AREA: HTK's, with areas of 1
 * @GST_FOURIER_MEL_SLANEY_AREA: Slaney's, with areas of 1
 * @GST_FOURIER_MEL_KALDI_AREA: Kaldi's, with areas of 1
 *
 * The scale of mel bands, and whether their triangles have peaks or areas (in
 * hertz) of 1.
 *
 * Since: 0.1
 */
typedef enum
{
  GST_FOURIER_MEL_HTK = 0,
  GST_FOURIER_MEL_SLANEY,
  GST_FOURIER_MEL_KALDI,
  GST_FOURIER_MEL_HTK_AREA,
  GST_FOURIER_MEL_SLANEY_AREA,
  GST_FOURIER_MEL_KALDI_AREA
} GstFourierMel;

#define GST_TYPE_FOURIER_MEL (gst_fourier_mel_get_type ())
GST_FOURIER_API
GType gst_fourier_mel_get_type (void);

/**
 * GstFourierBandSum:
 * @GST_FOURIER_BAND_SUM_LEVEL: power, divided by the noise bandwidth of the window,
 *   under %GST_FOURIER_SCALING_PSD times the distance of bins
 * @GST_FOURIER_BAND_SUM_POWER: power as it is
 * @GST_FOURIER_BAND_SUM_MAGNITUDE: magnitude as it is; the power of a band is the
 *   square of that sum
 *
 * What is added up in a band.
 *
 * Since: 0.1
 */
typedef enum
{
  GST_FOURIER_BAND_SUM_LEVEL = 0,
  GST_FOURIER_BAND_SUM_POWER,
  GST_FOURIER_BAND_SUM_MAGNITUDE
} GstFourierBandSum;

#define GST_TYPE_FOURIER_BAND_SUM (gst_fourier_band_sum_get_type ())
GST_FOURIER_API
GType gst_fourier_band_sum_get_type (void);

/**
 * GstFourierNormalize:
 * @GST_FOURIER_NORMALIZE_NONE: nothing
 * @GST_FOURIER_NORMALIZE_PER_BAND: each point less its mean over the buffer, divided
 *   by its standard deviation plus 0.00001
 * @GST_FOURIER_NORMALIZE_WHISPER: a quarter of x + 4
 * @GST_FOURIER_NORMALIZE_AST: x + 4.2677393, divided by 9.1379948
 *
 * What was done to the values of a buffer at last.
 *
 * Since: 0.1
 */
typedef enum
{
  GST_FOURIER_NORMALIZE_NONE = 0,
  GST_FOURIER_NORMALIZE_PER_BAND,
  GST_FOURIER_NORMALIZE_WHISPER,
  GST_FOURIER_NORMALIZE_AST
} GstFourierNormalize;

#define GST_TYPE_FOURIER_NORMALIZE (gst_fourier_normalize_get_type ())
GST_FOURIER_API
GType gst_fourier_normalize_get_type (void);

/**
 * GstFourierWeighting:
 * @GST_FOURIER_WEIGHTING_NONE: none
 * @GST_FOURIER_WEIGHTING_A: A of IEC 61672-1
 * @GST_FOURIER_WEIGHTING_B: B of IEC 60651
 * @GST_FOURIER_WEIGHTING_C: C of IEC 61672-1
 * @GST_FOURIER_WEIGHTING_D: D of IEC 537
 * @GST_FOURIER_WEIGHTING_Z: Z of IEC 61672-1, all frequencies alike
 *
 * The frequency weighting of the values.
 *
 * Since: 0.1
 */
typedef enum
{
  GST_FOURIER_WEIGHTING_NONE = 0,
  GST_FOURIER_WEIGHTING_A,
  GST_FOURIER_WEIGHTING_B,
  GST_FOURIER_WEIGHTING_C,
  GST_FOURIER_WEIGHTING_D,
  GST_FOURIER_WEIGHTING_Z
} GstFourierWeighting;

#define GST_TYPE_FOURIER_WEIGHTING (gst_fourier_weighting_get_type ())
GST_FOURIER_API
GType gst_fourier_weighting_get_type (void);

/**
 * GstFourierAveraging:
 * @GST_FOURIER_AVERAGING_NONE: a frame is one transform
 * @GST_FOURIER_AVERAGING_MEAN: mean of average-count transforms
 * @GST_FOURIER_AVERAGING_EXPONENTIAL: running mean that decays with
 *   time-constant; a frame for every transform
 * @GST_FOURIER_AVERAGING_MAX_HOLD: largest of average-count transforms
 * @GST_FOURIER_AVERAGING_MIN_HOLD: smallest of average-count transforms
 * @GST_FOURIER_AVERAGING_MEDIAN: median of average-count transforms
 *
 * How the power of several transforms was averaged into one frame.
 *
 * Since: 0.1
 */
typedef enum
{
  GST_FOURIER_AVERAGING_NONE = 0,
  GST_FOURIER_AVERAGING_MEAN,
  GST_FOURIER_AVERAGING_EXPONENTIAL,
  GST_FOURIER_AVERAGING_MAX_HOLD,
  GST_FOURIER_AVERAGING_MIN_HOLD,
  GST_FOURIER_AVERAGING_MEDIAN
} GstFourierAveraging;

#define GST_TYPE_FOURIER_AVERAGING (gst_fourier_averaging_get_type ())
GST_FOURIER_API
GType gst_fourier_averaging_get_type (void);

/**
 * GstFourierDetrend:
 * @GST_FOURIER_DETREND_NONE: nothing
 * @GST_FOURIER_DETREND_CONSTANT: the mean of the samples
 * @GST_FOURIER_DETREND_LINEAR: the line of least squares through the samples
 *
 * What was taken from the samples of each frame and channel before the window.
 *
 * Since: 0.1
 */
typedef enum
{
  GST_FOURIER_DETREND_NONE = 0,
  GST_FOURIER_DETREND_CONSTANT,
  GST_FOURIER_DETREND_LINEAR
} GstFourierDetrend;

#define GST_TYPE_FOURIER_DETREND (gst_fourier_detrend_get_type ())
GST_FOURIER_API
GType gst_fourier_detrend_get_type (void);

/**
 * GstFourierChannelMode:
 * @GST_FOURIER_CHANNEL_MODE_ALL: every channel, in order
 * @GST_FOURIER_CHANNEL_MODE_MIX: one channel, the mean of all
 * @GST_FOURIER_CHANNEL_MODE_MID_SIDE: of a pair: (left+right)/2, then
 *   (left-right)/2
 * @GST_FOURIER_CHANNEL_MODE_SELECT: the channels that channel-select names
 *
 * Which channels of the source the stream's channels are.
 *
 * Since: 0.1
 */
typedef enum
{
  GST_FOURIER_CHANNEL_MODE_ALL = 0,
  GST_FOURIER_CHANNEL_MODE_MIX,
  GST_FOURIER_CHANNEL_MODE_MID_SIDE,
  GST_FOURIER_CHANNEL_MODE_SELECT
} GstFourierChannelMode;

#define GST_TYPE_FOURIER_CHANNEL_MODE (gst_fourier_channel_mode_get_type ())
GST_FOURIER_API
GType gst_fourier_channel_mode_get_type (void);

/**
 * GST_FOURIER_MAX_TAPERS:
 *
 * The most orthogonal windows of a frame.
 *
 * Since: 0.2
 */
#define GST_FOURIER_MAX_TAPERS 16

G_END_DECLS

#endif /* __GST_FOURIER_ENUMS_H__ */
