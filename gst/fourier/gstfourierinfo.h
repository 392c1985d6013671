/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstfourierinfo.h: the description of a stream of spectra.
 *
 * docs/guide/stream-format.md has the table of all fields with their units and
 * defaults. In short: a buffer is one or more whole frames, a frame is
 *
 *   [channel][block row][block column][outermost bin] .. [innermost bin]
 *
 * and frame k of a stream lies k hops after frame 0.
 */
#ifndef __GST_FOURIER_INFO_H__
#define __GST_FOURIER_INFO_H__

#include <gst/fourier/gstfourierenums.h>
#include <gst/audio/audio.h>

G_BEGIN_DECLS

/**
 * GST_FOURIER_MEDIA_TYPE:
 *
 * The name of the caps structure.
 *
 * Since: 0.1
 */
#define GST_FOURIER_MEDIA_TYPE "application/x-fft"

/**
 * GST_FOURIER_VERSION:
 *
 * The version of the stream format that this library reads and writes.
 *
 * Since: 0.1
 */
#define GST_FOURIER_VERSION 1

/**
 * GST_FOURIER_FORMATS_ALL:
 *
 * List of all formats, for caps templates.
 *
 * Since: 0.1
 */
#define GST_FOURIER_FORMATS_ALL "{ F32LE, F32BE, F64LE, F64BE }"

/**
 * GST_FOURIER_CAPS_FIELDS:
 * @format: string of one format or a list of formats
 *
 * The fields that every stream has, for caps templates.
 *
 * Since: 0.1
 */
#define GST_FOURIER_CAPS_FIELDS(format)                                 \
    "version = (int) 1, "                                               \
    "format = (string) " format ", "                                    \
    "quantity = (string) { complex, magnitude, power, db, phase, "      \
    "cross-power, coherence, transfer-h1, transfer-h2, delay, log, "    \
    "log10 }, "                                                         \
    "scaling = (string) { none, amplitude, power, psd, legacy }, "      \
    "channels = (int) [ 1, max ]"

/**
 * GST_FOURIER_CAPS_MAKE:
 * @format: string of one format or a list of formats
 *
 * Caps template of a pad in system memory.
 *
 * Since: 0.1
 */
#define GST_FOURIER_CAPS_MAKE(format)                                   \
    GST_FOURIER_MEDIA_TYPE ", " GST_FOURIER_CAPS_FIELDS (format)

/**
 * GST_FOURIER_CAPS_MAKE_WITH_FEATURES:
 * @features: string of the caps features
 * @format: string of one format or a list of formats
 *
 * Caps template of a pad in other memory.
 *
 * Since: 0.1
 */
#define GST_FOURIER_CAPS_MAKE_WITH_FEATURES(features, format)           \
    GST_FOURIER_MEDIA_TYPE "(" features "), " GST_FOURIER_CAPS_FIELDS (format)

/**
 * GST_FOURIER_CAPS:
 *
 * Caps template of all streams in system memory.
 *
 * Since: 0.1
 */
#define GST_FOURIER_CAPS GST_FOURIER_CAPS_MAKE (GST_FOURIER_FORMATS_ALL)

/**
 * GST_FOURIER_MAX_RANK:
 *
 * The most axes of a transform.
 *
 * Since: 0.1
 */
#define GST_FOURIER_MAX_RANK 3

/**
 * GST_FOURIER_MAX_LENGTH:
 *
 * The most points of one axis: 2^26.
 *
 * Since: 0.1
 */
#define GST_FOURIER_MAX_LENGTH 67108864

/**
 * GST_FOURIER_MAX_CHANNELS:
 *
 * The most channels of a stream.
 *
 * Since: 0.1
 */
#define GST_FOURIER_MAX_CHANNELS 65535

/**
 * GST_FOURIER_MAX_FRAME_SIZE:
 *
 * The most bytes of one frame: 2^31 - 1.
 *
 * Since: 0.1
 */
#define GST_FOURIER_MAX_FRAME_SIZE 2147483647

/**
 * GST_FOURIER_MAX_CAPS_LENGTH:
 *
 * The most characters of the caps as gst_caps_to_string() writes them.
 *
 * Since: 0.1
 */
#define GST_FOURIER_MAX_CAPS_LENGTH 480

/**
 * GST_FOURIER_DEFAULT_FLOOR:
 *
 * The floor in decibels of a stream whose caps do not have one.
 *
 * Since: 0.1
 */
#define GST_FOURIER_DEFAULT_FLOOR (-150.0)

/**
 * GST_FOURIER_MAX_CALIBRATION:
 *
 * The most decibels of a calibration, of either sign.
 *
 * Since: 0.1
 */
#define GST_FOURIER_MAX_CALIBRATION 300

/**
 * GST_FOURIER_MAX_CHANNEL_SELECT:
 *
 * The most characters of channel-select; a longer selection is not given.
 *
 * Since: 0.1
 */
#define GST_FOURIER_MAX_CHANNEL_SELECT 16

/**
 * GST_FOURIER_DEFAULT_CHANNEL_MASK:
 *
 * The channel mask that stands for the usual one: front left and right for a
 * pair, else none.
 *
 * Since: 0.1
 */
#define GST_FOURIER_DEFAULT_CHANNEL_MASK G_MAXUINT64

/**
 * GST_FOURIER_ERROR:
 *
 * The domain of the errors of this library.
 *
 * Since: 0.1
 */
#define GST_FOURIER_ERROR (gst_fourier_error_quark ())

/**
 * GstFourierError:
 * @GST_FOURIER_ERROR_NOT_FOURIER: the caps are of something else, or not fixed
 * @GST_FOURIER_ERROR_VERSION: this library does not know the format's version
 * @GST_FOURIER_ERROR_FIELD: a field is missing or its value is not legal
 * @GST_FOURIER_ERROR_LIMIT: a size is beyond a limit of the format
 *
 * Why caps or an info were refused. The message names the field, the value and
 * the limit; gst_fourier_error_get_field() tells the field.
 *
 * Since: 0.1
 */
typedef enum
{
  GST_FOURIER_ERROR_NOT_FOURIER,
  GST_FOURIER_ERROR_VERSION,
  GST_FOURIER_ERROR_FIELD,
  GST_FOURIER_ERROR_LIMIT
} GstFourierError;

typedef struct _GstFourierInfo GstFourierInfo;

/**
 * GstFourierInfo:
 * @version: version of the format
 * @format: how a number is written
 * @quantity: which quantity of a bin is stored
 * @scaling: how values are scaled
 * @sides: which bins are stored, in which order
 * @rank: number of axes, 1 for audio, 2 or 3 for video
 * @shape: transform length of each axis, outermost first
 * @bins: stored points of each axis, outermost first
 * @bin_low: frequency of the first bin in hertz, with @bin_step
 * @bin_step: hertz from bin to bin of a zoom; 0: the bins of the transform
 * @channels: number of channels
 * @rate: audio: samples per second; 0: video
 * @hop: samples (audio) or pictures (video) from one frame to the next
 * @fps_n: frames per second, numerator; 0: variable
 * @fps_d: frames per second, denominator
 * @window: name of the window; see gst_fourier_info_get_window()
 * @window_param: parameter of the window; 0 if it takes none
 * @window_length: samples that are read per frame; 0: as @shape
 * @center: a frame's time is that of its middle, not of its first sample; of
 *     video: where an axis has several blocks, they begin half a block before
 *     the picture
 * @detrend: what was taken from the samples of a frame; not given of bands
 * @band_scale: how bins were gathered into bands
 * @band_low: where bands begin, in hertz; 0: where their scale does
 * @band_high: where bands end, in hertz; 0: at half the rate
 * @bands_per_octave: of constant-Q bands
 * @gamma: hertz by which variable-Q bands are wider
 * @edge_bands: constant-Q bands below the first and above the last one
 * @mel: scale and height of mel bands
 * @band_sum: what is added up in a band
 * @log_offset: added before a logarithm is taken
 * @top_db: decibels below a buffer's largest to which others were raised; or 0
 * @normalize: what was done to the values of a buffer at last
 * @cepstrum: bands whose logarithms the values are a cosine transform of, or 0
 * @lifter: sine by which coefficients were weighed, or 0
 * @lifter_from: number of the first coefficient in that sine
 * @pre_emphasis: share of the sample before that was taken from each sample
 * @weighting: frequency weighting
 * @calibration: decibels added to every level
 * @averaging: how transforms were averaged into a frame
 * @average_count: transforms per frame, for all but exponential averaging
 * @time_constant: of exponential averaging, in microseconds
 * @floor: smallest value, in decibels
 * @channel_mode: which channels of the source the channels are
 * @channel_select: with %GST_FOURIER_CHANNEL_MODE_SELECT the indices of the
 *   source's channels, as in "0-3+7"; see
 *   gst_fourier_info_get_channel_select()
 * @reference_channel: of quantities that have a reference, which channel of
 *   the source (with @iq: which pair) it is; @channels does not count it
 * @iq: pairs of source channels are the real and the imaginary part
 * @source_format: of the source; unknown if the caps do not have it
 * @source_channels: of the source; 0: it follows from @channels and @iq
 * @source_layout: the source's layout
 * @channel_mask: the source's channel positions; 0: mono or none;
 *   %GST_FOURIER_DEFAULT_CHANNEL_MASK: the usual one. from_caps sets the mask
 *   itself
 * @source_video: as text; see gst_fourier_info_get_source_video()
 * @component: which component; see gst_fourier_info_get_component()
 * @blocks: rows and columns of blocks in a picture
 * @block_size: rows and columns of pixels of a block; 0: as @shape
 * @block_overlap: rows and columns of pixels that neighbours share
 * @depth: pictures read per frame; 0: as @shape
 * @temporal_window: over time; see gst_fourier_info_get_temporal_window()
 * @remove_dc: 1: the mean of each block was subtracted
 * @fields: 1: the pictures are fields of interlaced video
 * @tapers: orthogonal windows of which a frame is the mean power
 *
 * Describes a stream of spectra. Fill it with gst_fourier_info_init() and the
 * setters, or with gst_fourier_info_from_caps(). It owns nothing, so it may be
 * copied by assignment.
 *
 * A field that does not apply (the floor of a stream that is not in decibels, the
 * source's layout of one without inverse) is neither written nor compared.
 *
 * Since: 0.1
 */
struct _GstFourierInfo
{
  guint version;
  GstFourierFormat format;
  GstFourierQuantity quantity;
  GstFourierScaling scaling;
  GstFourierSides sides;
  guint rank;
  guint shape[GST_FOURIER_MAX_RANK];
  guint bins[GST_FOURIER_MAX_RANK];
  gdouble bin_low, bin_step;
  guint channels;
  guint rate;
  guint hop;
  guint fps_n, fps_d;

  gchar window[24];
  gdouble window_param;
  guint window_length;
  gboolean center;
  GstFourierDetrend detrend;

  GstFourierBandScale band_scale;
  gdouble band_low, band_high;
  GstFourierMel mel;
  GstFourierBandSum band_sum;
  gdouble log_offset;
  gdouble top_db;
  GstFourierNormalize normalize;
  guint cepstrum, lifter_from;
  gdouble lifter;
  gdouble pre_emphasis;
  GstFourierWeighting weighting;
  gdouble calibration;
  GstFourierAveraging averaging;
  guint average_count;
  guint time_constant;
  gdouble floor;

  GstFourierChannelMode channel_mode;
  gchar channel_select[32];
  guint reference_channel;
  gboolean iq;
  GstAudioFormat source_format;
  guint source_channels;
  GstAudioLayout source_layout;
  guint64 channel_mask;

  gchar source_video[112], component[16];
  guint blocks[2], block_size[2], block_overlap[2];
  guint depth;
  gchar temporal_window[24];
  guint remove_dc, fields, tapers;
  guint bands_per_octave, edge_bands[2];
  gdouble gamma;

  /*< private >*/
  gpointer _gst_reserved[GST_PADDING_LARGE - 3];
};

#define GST_TYPE_FOURIER_INFO (gst_fourier_info_get_type ())
GST_FOURIER_API
GType gst_fourier_info_get_type (void);

GST_FOURIER_API
GQuark gst_fourier_error_quark (void);

GST_FOURIER_API
const gchar *gst_fourier_error_get_field (const GError * error);

/* ---- making ----------------------------------------------------------- */

GST_FOURIER_API
GstFourierInfo *gst_fourier_info_new (void) G_GNUC_WARN_UNUSED_RESULT;

GST_FOURIER_API
GstFourierInfo *gst_fourier_info_new_from_caps (const GstCaps * caps,
    GError ** error) G_GNUC_WARN_UNUSED_RESULT;

GST_FOURIER_API
GstFourierInfo *gst_fourier_info_copy (const GstFourierInfo * info)
    G_GNUC_WARN_UNUSED_RESULT;

GST_FOURIER_API
void gst_fourier_info_free (GstFourierInfo * info);

GST_FOURIER_API
void gst_fourier_info_init (GstFourierInfo * info);

/* ---- filling ---------------------------------------------------------- */

GST_FOURIER_API
void gst_fourier_info_set_shape (GstFourierInfo * info, guint rank,
    const guint * shape, GstFourierSides sides);

GST_FOURIER_API
void gst_fourier_info_set_zoom (GstFourierInfo * info, gdouble low,
    gdouble step, guint n_bins);

GST_FOURIER_API
void gst_fourier_info_set_bands (GstFourierInfo * info,
    GstFourierBandScale band_scale, guint n_bands);

GST_FOURIER_API
void gst_fourier_info_set_band_range (GstFourierInfo * info, gdouble low,
    gdouble high);

GST_FOURIER_API
void gst_fourier_info_set_constant_q (GstFourierInfo * info,
    GstFourierBandScale band_scale, guint n_bands, gdouble low,
    guint bands_per_octave, gdouble gamma);

GST_FOURIER_API
void gst_fourier_info_set_calibration (GstFourierInfo * info,
    gdouble calibration);

GST_FOURIER_API
void gst_fourier_info_set_rate (GstFourierInfo * info, guint rate, guint hop);

GST_FOURIER_API
void gst_fourier_info_set_window (GstFourierInfo * info, const gchar * name,
    gdouble param);

GST_FOURIER_API
void gst_fourier_info_set_floor (GstFourierInfo * info, gdouble floor);

GST_FOURIER_API
void gst_fourier_info_set_channel_select (GstFourierInfo * info,
    const gchar * select);

GST_FOURIER_API
void gst_fourier_info_set_source_video (GstFourierInfo * info,
    const gchar * source, guint hop);

GST_FOURIER_API
void gst_fourier_info_set_component (GstFourierInfo * info,
    const gchar * component);

GST_FOURIER_API
void gst_fourier_info_set_temporal_window (GstFourierInfo * info,
    const gchar * name);

GST_FOURIER_API
const gchar *gst_fourier_info_get_window (const GstFourierInfo * info);

GST_FOURIER_API
const gchar *gst_fourier_info_get_channel_select (const GstFourierInfo * info);

GST_FOURIER_API
const gchar *gst_fourier_info_get_source_video (const GstFourierInfo * info);

GST_FOURIER_API
const gchar *gst_fourier_info_get_component (const GstFourierInfo * info);

GST_FOURIER_API
const gchar *gst_fourier_info_get_temporal_window (const GstFourierInfo * info);

/* ---- caps ------------------------------------------------------------- */

GST_FOURIER_API
gboolean gst_fourier_info_from_caps (GstFourierInfo * info,
    const GstCaps * caps, GError ** error);

GST_FOURIER_API
GstCaps *gst_fourier_info_to_caps (const GstFourierInfo * info,
    GError ** error) G_GNUC_WARN_UNUSED_RESULT;

GST_FOURIER_API
gboolean gst_fourier_info_validate (const GstFourierInfo * info,
    GError ** error);

GST_FOURIER_API
gboolean gst_fourier_info_is_equal (const GstFourierInfo * info,
    const GstFourierInfo * other);

/* ---- sizes ------------------------------------------------------------ */

GST_FOURIER_API
gsize gst_fourier_info_get_point_size (const GstFourierInfo * info);

GST_FOURIER_API
guint gst_fourier_info_get_n_points (const GstFourierInfo * info);

GST_FOURIER_API
gsize gst_fourier_info_get_frame_size (const GstFourierInfo * info);

GST_FOURIER_API
gboolean gst_fourier_info_count_frames (const GstFourierInfo * info,
    gsize size, guint * n_frames);

/* ---- frequency -------------------------------------------------------- */

GST_FOURIER_API
gdouble gst_fourier_info_bin_to_frequency (const GstFourierInfo * info,
    guint axis, guint bin);

GST_FOURIER_API
gboolean gst_fourier_info_frequency_to_bin (const GstFourierInfo * info,
    guint axis, gdouble frequency, guint * bin);

/* ---- time ------------------------------------------------------------- */

GST_FOURIER_API
GstClockTime gst_fourier_info_get_frame_time (const GstFourierInfo * info,
    guint64 frame);

GST_FOURIER_API
GstClockTime gst_fourier_info_get_frame_duration (const GstFourierInfo * info,
    guint64 frame, guint n_frames);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstFourierInfo, gst_fourier_info_free)
G_END_DECLS

#endif /* __GST_FOURIER_INFO_H__ */
