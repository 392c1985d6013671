/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* settings.c: the table of claudiofft's properties, and the rules between
   them. */
#include "settings.h"

#include <math.h>
#include "constantq.h"
#include "element/enums.h"
#include "front/front-end.h"
#include "element/fit/request.h"
#include "element/spectra/spectra.h"
#include "opencl/error.h"
#include "front/presets.h"
#include "zoom.h"

#define SPECTRA_ONLY GST_CL_STFT_SPECTRA_ONLY
#define STREAM GST_CL_PROPERTY_STREAM

#define AT(member) G_STRUCT_OFFSET (GstClStftSettings, member)

/* Where a property tells that it was set; front-end.c has those from 16 on. */
#define SET(index) (AT (set) + (index))

#define MAX_FRAMES_PER_BUFFER 65536
#define MAX_FREQUENCY (G_MAXINT / 2 + 1)
#define MAX_AVERAGE 65536
#define MAX_GAMMA 1000
#define MAX_MEDIAN 1024
#define MIN_TIME_CONSTANT GST_USECOND
#define MAX_TIME_CONSTANT (999999999 * GST_USECOND)

/* *INDENT-OFF* */
GST_CL_DEFINE_ENUM (gst_cl_discont_policy, "GstClDiscontPolicy",
    {GST_CL_DISCONT_POLICY_DRAIN,
        "Emit every frame begun, filled up with silence", "drain"},
    {GST_CL_DISCONT_POLICY_DROP, "Discard incomplete frames", "drop"},
    {GST_CL_DISCONT_POLICY_PAD, "Count a hole as silence and go on", "pad"})

GST_CL_DEFINE_ENUM (gst_cl_last_frame, "GstClLastFrame",
    {GST_CL_LAST_FRAME_BEGUN, "The last that begins before the end", "begun"},
    {GST_CL_LAST_FRAME_MIDDLE,
        "The last whose middle is not beyond the end", "middle"},
    {GST_CL_LAST_FRAME_HOP, "The last whose hop is whole", "hop"},
    {GST_CL_LAST_FRAME_NEEDED, "The first that reaches the end", "needed"},
    {GST_CL_LAST_FRAME_COMPLETE, "The last that needs no silence", "complete"})

const GstClProperty gst_cl_stft_properties[] = {
  {"size", "Size", "Frame length in samples, at most what the device can hold",
    GST_CL_KIND_UINT, AT (size), 1024, .marks = SPECTRA_ONLY,
    .low = 2, .high = GST_FOURIER_MAX_LENGTH, .set = SET (0)},
  {"hop", "Hop",
    "Samples from one frame to the next; 0: max (1, round (size * (1 - "
    "overlap))); above 0 it overrides overlap",
    GST_CL_KIND_UINT, AT (hop), 0, .marks = SPECTRA_ONLY, .set = SET (1),
    .high = GST_FOURIER_MAX_LENGTH},
  {"overlap", "Overlap",
    "Share of a frame that the next one overlaps; used while hop is 0",
    GST_CL_KIND_DOUBLE, AT (overlap), 0.5, .marks = SPECTRA_ONLY,
    .most = GST_CL_BELOW_ONE},
  {"window", "Window",
    "Window function, periodic but for hann-symmetric and povey",
    GST_CL_KIND_ENUM, AT (window), CLFFT_WINDOW_HANN,
    gst_cl_audio_window_get_type, .set = SET (2)},
  GST_CL_PROPERTY_WINDOW_PARAM (AT (window_param), "size/2"),
  {"tapers", "Tapers",
    "Orthogonal windows, of window=dpss, of which a frame is the mean power; "
    "more than 1 need quantity magnitude, power, db, log or log10",
    GST_CL_KIND_UINT, AT (tapers), 1, .low = 1, .high = GST_FOURIER_MAX_TAPERS},
  GST_CL_PROPERTY_WINDOW_DATA (AT (window_data), "size"),
  {"detrend", "Detrending",
    "What is taken from the samples of each frame and channel before the "
    "window; clifft refuses such spectra",
    GST_CL_KIND_ENUM, AT (detrend), GST_FOURIER_DETREND_NONE,
    gst_fourier_detrend_get_type, .set = SET (15)},
  {"zero-pad", "Zero padding",
    "Transform length in samples, at least size: a frame is filled up with "
    "zeros; 0: size",
    GST_CL_KIND_UINT, AT (zero_pad), 0, .set = SET (3),
    .high = GST_FOURIER_MAX_LENGTH},
  {"zoom-low", "Lowest frequency of a zoom",
    "Where the bins of a zoom begin in hertz, below 0 with two sides; 0 beside "
    "zoom-high=0: no zoom",
    GST_CL_KIND_DOUBLE, AT (zoom_low), 0, .marks = STREAM | SPECTRA_ONLY,
    .least = -MAX_FREQUENCY, .most = GST_CL_STFT_MAX_ZOOM},
  {"zoom-high", "Highest frequency of a zoom",
    "Where the bins of a zoom end in hertz, itself not a bin; 0: half the rate "
    "if zoom-low is above 0",
    GST_CL_KIND_DOUBLE, AT (zoom_high), 0, .marks = STREAM | SPECTRA_ONLY,
    .least = -MAX_FREQUENCY, .most = GST_CL_STFT_MAX_ZOOM},
  {"zoom-bins", "Bins of a zoom",
    "Bins evenly from zoom-low to zoom-high, instead of those of the transform",
    GST_CL_KIND_UINT, AT (zoom_bins), 1024, .marks = SPECTRA_ONLY,
    .low = 1, .high = GST_FOURIER_MAX_LENGTH / 2 + 1},
  {"center", "Center",
    "A frame's timestamp is that of its middle, and frames begin size/2 "
    "before the first sample",
    GST_CL_KIND_BOOLEAN, AT (center), FALSE, .marks = SPECTRA_ONLY,
    .set = SET (4)},
  {"pad-mode", "Padding mode",
    "What centred frames read before the first and after the last sample",
    GST_CL_KIND_ENUM, AT (pad_mode), GST_CL_PAD_MODE_CONSTANT,
    gst_cl_pad_mode_get_type, .marks = SPECTRA_ONLY, .set = SET (5)},
  {"quantity", "Quantity",
    "What is given of a bin; phase in radians, db in decibels, log and log10 "
    "of the power; cross-power and those after it are of each channel and "
    "reference-channel, delay in seconds",
    GST_CL_KIND_ENUM, AT (quantity), GST_FOURIER_QUANTITY_COMPLEX,
    gst_fourier_quantity_get_type, .marks = SPECTRA_ONLY, .set = SET (12)},
  {"sides", "Sides", "Which bins are given; one is for real input",
    GST_CL_KIND_ENUM, AT (sides), CLFFT_SIDES_DEFAULT, gst_cl_sides_get_type,
    .marks = SPECTRA_ONLY},
  GST_CL_PROPERTY_FLOOR (AT (floor), SPECTRA_ONLY, SET (13)),
  {"scaling", "Scaling",
    "What a value is worth: amplitude reads 1 (0 dB) for a sine of full "
    "scale, power its mean square, psd that per hertz",
    GST_CL_KIND_ENUM, AT (scaling), GST_FOURIER_SCALING_AMPLITUDE,
    gst_fourier_scaling_get_type, .set = SET (6)},
  {"averaging", "Averaging",
    "How the power of several transforms becomes one frame; needs quantity "
    "magnitude, power or db; mean and exponential also of what has a "
    "reference-channel",
    GST_CL_KIND_ENUM, AT (averaging), GST_FOURIER_AVERAGING_NONE,
    gst_fourier_averaging_get_type, .marks = SPECTRA_ONLY},
  {"average-count", "Average count",
    "Transforms in a mean, a hold or a median, of which a median has at most "
    "1024",
    GST_CL_KIND_UINT, AT (average_count), 8, .marks = SPECTRA_ONLY,
    .low = 1, .high = MAX_AVERAGE},
  {"time-constant", "Time constant",
    "Time constant of averaging=exponential in nanoseconds",
    GST_CL_KIND_UINT64, AT (time_constant), 125 * GST_MSECOND,
    .marks = SPECTRA_ONLY,
    .low = MIN_TIME_CONSTANT, .high = MAX_TIME_CONSTANT},
  {"bands", "Bands",
    "Number of bands that bins are gathered into, at most the number of bins; "
    "0: none, or of octaves and their fractions as many as fit",
    GST_CL_KIND_UINT, AT (bands), 0, .marks = STREAM | SPECTRA_ONLY,
    .set = SET (7), .high = GST_FOURIER_MAX_LENGTH / 2 + 1},
  {"band-scale", "Band scale",
    "How bands divide the frequencies; octaves and their fractions need no "
    "number of bands",
    GST_CL_KIND_ENUM, AT (band_scale), CLFFT_BAND_SCALE_BINS,
    gst_cl_band_scale_get_type, .marks = STREAM | SPECTRA_ONLY, .set = SET (8)},
  {"band-low", "Lowest frequency of bands",
    "Where bands begin in hertz; octaves with the band that holds it; 0: "
    "where their scale does",
    GST_CL_KIND_DOUBLE, AT (band_low), 0, .marks = STREAM | SPECTRA_ONLY,
    .most = MAX_FREQUENCY, .set = SET (9)},
  {"band-high", "Highest frequency of bands",
    "Where bands end in hertz; octaves with the band that holds it; 0: at "
    "half the rate",
    GST_CL_KIND_DOUBLE, AT (band_high), 0, .marks = STREAM | SPECTRA_ONLY,
    .most = MAX_FREQUENCY, .set = SET (10)},
  {"bands-per-octave", "Bands per octave",
    "Bands of an octave with band-scale cqt and vqt",
    GST_CL_KIND_UINT, AT (bands_per_octave), 12, .marks = SPECTRA_ONLY,
    .low = 1, .high = 96},
  {"gamma", "Gamma",
    "Hertz by which bands of band-scale=vqt are wider than those of cqt; 0: "
    "wide enough to go over into the ear's",
    GST_CL_KIND_DOUBLE, AT (gamma), 0, .marks = SPECTRA_ONLY,
    .most = MAX_GAMMA},
  {"weighting", "Weighting",
    "Frequency weighting, 0 dB at 1 kHz; z is none by its name",
    GST_CL_KIND_ENUM, AT (weighting), GST_FOURIER_WEIGHTING_NONE,
    gst_fourier_weighting_get_type},
  GST_CL_PROPERTY_CALIBRATION (AT (calibration), SET (14)),
  {"channel-mode", "Channel mode",
    "Which channels are transformed: all; mix, the mean of all; mid-side of "
    "two; select, those of channel-select",
    GST_CL_KIND_ENUM, AT (channel_mode), GST_FOURIER_CHANNEL_MODE_ALL,
    gst_fourier_channel_mode_get_type,
    .marks = STREAM},
  {"channel-select", "Channel selection",
    "Indices of the channels for channel-mode=select, from 0, as in 0-3+7",
    GST_CL_KIND_TEXT, AT (channel_select), .text = "0",
    .marks = STREAM},
  {"reference-channel", "Reference channel",
    "Index of the channel of the input, of the pair with iq, that quantities "
    "from cross-power on compare the others with; -1: none",
    GST_CL_KIND_INT, AT (reference_channel), -1, .marks = STREAM | SPECTRA_ONLY,
    .low = -1, .high = GST_FOURIER_MAX_CHANNELS},
  {"iq", "I/Q",
    "Two neighbouring channels are real and imaginary part of one complex "
    "channel",
    GST_CL_KIND_BOOLEAN, AT (iq), FALSE,
    .marks = STREAM},
  {"frames-per-buffer", "Frames per buffer",
    "Frames in each output buffer; 0: as many as have arrived",
    GST_CL_KIND_UINT, AT (frames_per_buffer), 0, .marks = SPECTRA_ONLY,
    .high = MAX_FRAMES_PER_BUFFER, .set = SET (11)},
  GST_CL_FRAMING_PROPERTIES (AT (alignment_threshold), AT (discont_wait)),
  {"discont-policy", "Discontinuity policy",
    "What happens to incomplete frames at a discontinuity",
    GST_CL_KIND_ENUM, AT (discont_policy), GST_CL_DISCONT_POLICY_DRAIN,
    gst_cl_discont_policy_get_type, .marks = GST_CL_PROPERTY_LIGHT},
  GST_CL_PROPERTY_GAP_LIMIT (AT (gap_limit)),
  GST_CL_PROPERTY_EFFORT (AT (effort)),
  GST_CL_PROPERTY_SCHEDULE (AT (schedule)),
};
/* *INDENT-ON* */

const guint gst_cl_stft_n_properties =
    G_N_ELEMENTS (gst_cl_stft_properties);

/* ---- what follows from them ---- */

guint
gst_cl_stft_settings_get_length (const GstClStftSettings * settings)
{
  return settings->zero_pad && !gst_cl_stft_zoom_is_on (settings)
      ? settings->zero_pad : settings->size;
}

guint
gst_cl_stft_settings_get_hop (const GstClStftSettings * settings)
{
  if (settings->hop)
    return settings->hop;
  return (guint) MAX (1, round (settings->size * (1 - settings->overlap)));
}

guint
gst_cl_stft_settings_get_group (const GstClStftSettings * settings)
{
  switch (settings->averaging) {
    case GST_FOURIER_AVERAGING_NONE:
    case GST_FOURIER_AVERAGING_EXPONENTIAL:
      return 1;
    default:
      return settings->average_count;
  }
}

gboolean
gst_cl_stft_settings_have_bands (const GstClStftSettings * settings)
{
  return settings->bands > 0
      || gst_cl_stft_settings_are_constant_q (settings)
      || clfft_band_scale_fraction (settings->band_scale) > 0;
}

void
gst_cl_stft_settings_describe_framing (const GstClStftSettings *
    settings, GstClFramingParams * params)
{
  guint group = gst_cl_stft_settings_get_group (settings);

  params->last_frame = settings->last_frame;
  params->n_whole = settings->buffer_hop || (settings->whole_buffers
      && !gst_cl_stft_front_end_fills (settings->normalize))
      ? settings->frames_per_buffer * group : 0;
  params->step = settings->buffer_hop * group;
  params->history = settings->pre_emphasis > 0
      && settings->pre_emphasis_mode == GST_CL_STFT_EMPHASIS_STREAM;
  params->size = settings->size;
  params->hop = gst_cl_stft_settings_get_hop (settings);
  params->center = settings->center;
  params->pad_mode = settings->pad_mode;
  params->discont_policy = settings->discont_policy;
  params->alignment_threshold = settings->alignment_threshold;
  params->discont_wait = settings->discont_wait;
}

void
gst_cl_stft_settings_describe (const GstClStftSettings * s,
    GstFourierInfo * info)
{
  guint length = gst_cl_stft_settings_get_length (s);

  info->quantity = s->quantity;
  info->scaling = s->scaling;
  gst_fourier_info_set_shape (info, 1, &length,
      gst_cl_sides_to_fourier (s->sides, s->iq ? GST_FOURIER_SIDES_TWO
          : GST_FOURIER_SIDES_ONE));
  gst_fourier_info_set_window (info, gst_cl_window_get_name (s->window),
      gst_cl_window_resolve_param (s->window, s->window_param));
  info->window_length = s->size;
  info->tapers = s->tapers;
  info->center = s->center;
  info->detrend = s->detrend;
  info->weighting = s->weighting;
  gst_fourier_info_set_calibration (info, s->calibration);
  info->averaging = s->averaging;
  info->average_count = gst_cl_stft_settings_get_group (s);
  info->time_constant = s->time_constant / GST_USECOND;
  gst_fourier_info_set_floor (info, s->floor);
  gst_cl_stft_front_end_describe (s, info);
  info->channel_mode = s->channel_mode;
  info->reference_channel = MAX (s->reference_channel, 0);
  info->iq = s->iq;
}

/* ---- rules ---- */

static gboolean
check_shape (const GstClStftSettings * s, GError ** error)
{
  if (s->zero_pad != 0 && s->zero_pad < s->size)
    return gst_cl_set_property_error (error, "zero-pad", "is %u, but must be "
        "0, or size (%u) to %d", s->zero_pad, s->size, GST_FOURIER_MAX_LENGTH);
  return gst_cl_window_check_param (s->window, s->window_param, error)
      && (s->window != GST_CL_WINDOW_CUSTOM
      || gst_cl_window_check_data (s->window_data, s->size, error));
}

static gboolean
check_select (const GstClStftSettings * s, GError ** error)
{
  const gchar *text = s->channel_select;
  guint64 next = 0, first;

  if (s->channel_mode != GST_FOURIER_CHANNEL_MODE_SELECT)
    return TRUE;
  do {
    if (!gst_cl_stft_select_read (&text, &next, &first))
      return gst_cl_set_property_error (error, "channel-select", "is \"%s\", "
          "but must be rising indices or ranges of 0 to %d, as in 0-3+7",
          s->channel_select, GST_FOURIER_MAX_CHANNELS - 1);
  } while (*text);
  return TRUE;
}

static gboolean
check_averaging (const GstClStftSettings * s, GError ** error)
{
  gboolean median = s->averaging == GST_FOURIER_AVERAGING_MEDIAN;
  guint most = median ? MAX_MEDIAN : MAX_AVERAGE;

  if (s->average_count < 1 || s->average_count > most)
    return gst_cl_set_property_error (error, "average-count", "is %u, but must "
        "be 1 to %u%s", s->average_count, most, median ? " for a median" : "");
  if (s->averaging != GST_FOURIER_AVERAGING_NONE
      && gst_cl_stft_settings_get_hop (s) > s->size)
    return gst_cl_set_property_error (error, "hop", "is %u, but averaging=%s "
        "needs one that is not above size (%u)", s->hop,
        gst_cl_enum_nick (GST_TYPE_FOURIER_AVERAGING, s->averaging), s->size);
  return TRUE;
}

/* What caps do not know of quantities of a channel and a reference. */
static gboolean
check_reference (const GstClStftSettings * s, GError ** error)
{
  const gchar *quantity = gst_cl_enum_nick (GST_TYPE_FOURIER_QUANTITY,
      s->quantity);

  if (!gst_fourier_quantity_has_reference (s->quantity))
    return TRUE;
  if (s->reference_channel < 0)
    return gst_cl_set_property_error (error, "reference-channel", "is %d, but "
        "with quantity=%s must be 0 or more: the channel that the others are "
        "compared with", s->reference_channel, quantity);
  if (s->quantity != GST_FOURIER_QUANTITY_COHERENCE)
    return TRUE;
  if (s->averaging == GST_FOURIER_AVERAGING_NONE)
    return gst_cl_set_property_error (error, "averaging", "is none, but with "
        "quantity=coherence must be mean or exponential: of a single transform "
        "it is 1 everywhere");
  if (s->averaging == GST_FOURIER_AVERAGING_MEAN && s->average_count < 2)
    return gst_cl_set_property_error (error, "average-count", "is %u, but with "
        "quantity=coherence must be 2 or more: of a single transform it is 1 "
        "everywhere", s->average_count);
  return TRUE;
}

static gboolean
check_bands (const GstClStftSettings * s, GError ** error)
{
  gboolean octaves = clfft_band_scale_fraction (s->band_scale) > 0;
  const gchar *scale = gst_cl_enum_nick (GST_TYPE_CL_BAND_SCALE,
      s->band_scale);
  const gchar *none = s->iq ? "iq"
      : gst_fourier_quantity_has_reference (s->quantity) ? "a reference-channel"
      : NULL;
  guint n_bins = gst_cl_stft_zoom_is_on (s) ? s->zoom_bins
      : gst_cl_stft_settings_get_length (s) / 2 + 1;
  gboolean constant_q = gst_cl_stft_settings_are_constant_q (s);

  if (none && s->band_scale != CLFFT_BAND_SCALE_BINS)
    return gst_cl_set_property_error (error, "band-scale", "is %s, but with %s "
        "must be bins: there are no bands", scale, none);
  if (none && s->bands > 0)
    return gst_cl_set_property_error (error, "bands", "is %u, but with %s there "
        "are no bands", s->bands, none);
  if (s->bands > n_bins && !constant_q)
    return gst_cl_set_property_error (error, "bands", "is %u, but must be 0 to "
        "%u, the number of bins", s->bands, n_bins);
  if (octaves && s->bands != 0)
    return gst_cl_set_property_error (error, "bands", "is %u, but for "
        "band-scale=%s must be 0: as many as fit", s->bands, scale);
  if (!octaves && !constant_q && s->band_scale != CLFFT_BAND_SCALE_BINS && s->bands == 0)
    return gst_cl_set_property_error (error, "bands", "is 0, but for "
        "band-scale=%s must be 1 to %u", scale, n_bins);
  return TRUE;
}

/* Describes a stream of these settings whatever comes in, for what caps know. */
static gboolean
check_caps (const GstClStftSettings * s, GError ** error)
{
  GstFourierInfo info;

  gst_fourier_info_init (&info);
  gst_cl_stft_settings_describe (s, &info);
  gst_fourier_info_set_rate (&info, G_MAXINT, 1);
  if (gst_cl_stft_zoom_is_on (s))
    gst_fourier_info_set_zoom (&info, 0, 1, s->zoom_bins);
  if (gst_cl_stft_settings_are_constant_q (s)) {
    gst_cl_stft_constant_q_describe (s, MAX (s->bands, 1), &info);
  } else if (gst_cl_stft_settings_have_bands (s)) {
    gst_fourier_info_set_bands (&info,
        gst_cl_band_scale_to_fourier (s->band_scale), MAX (s->bands, 1));
    gst_fourier_info_set_band_range (&info, s->band_low, s->band_high);
    gst_cl_stft_front_end_place_cepstrum (s, &info);
  }
  info.average_count = 1;
  info.reference_channel = 0;
  info.channels = s->channel_mode == GST_FOURIER_CHANNEL_MODE_MID_SIDE ? 2 : 1;
  info.source_channels = s->iq ? 2 : info.channels;
  return gst_cl_stft_settings_check_stream (s, &info, error);
}

gboolean
gst_cl_stft_settings_check_stream (const GstClStftSettings * s,
    const GstFourierInfo * info, GError ** error)
{
  const GstClFieldProperty rows[] = {
    {"bins", "bands"}, {"hop", "average-count"}, {"window-length", "size"},
    {"bin-low", "zoom-low"}, {"bin-step", "zoom-high"},
    {NULL, s->zero_pad ? "zero-pad" : "size"}
  };

  return gst_cl_spectra_check (info, rows, gst_cl_stft_settings_get_length (s),
      error);
}

gboolean
gst_cl_stft_settings_check (gconstpointer s, GError ** error)
{
  GstClStftSettings resolved, *settings = &resolved;

  gst_cl_stft_preset_resolve (s, settings);
  return check_shape (settings, error) && check_select (settings, error)
      && gst_cl_stft_zoom_check (settings, error)
      && check_averaging (settings, error)
      && check_reference (settings, error) && check_bands (settings, error)
      && gst_cl_stft_constant_q_check (settings, error)
      && check_caps (settings, error)
      && gst_cl_stft_front_end_check (settings, error);
}
