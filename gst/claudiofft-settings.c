/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * claudiofft-settings.c: properties of claudiofft as data. One table row
 * holds a property's name, kind, place, default and words; the legal range is
 * checked at start, not by GObject, which would drop a bad value in silence.
 */
#include "claudiofft-settings.h"

#include <math.h>
#include <string.h>
#include "base/error.h"
#include "clenums.h"

typedef enum
{
  KIND_UINT,
  KIND_UINT64,
  KIND_DOUBLE,
  KIND_BOOLEAN,
  KIND_ENUM,
  KIND_SELECT,
} Kind;

typedef struct
{
  const gchar *name, *nick, *blurb;
  Kind kind;
  gsize offset;
  gdouble standard;
    GType (*get_type) (void);
  gboolean ready_only;
  gboolean spectra_only;        /* not of pictures */
} Property;

#define AT(member) G_STRUCT_OFFSET (GstClAudioFftSettings, member)

#define MAX_FRAMES_PER_BUFFER 65536
#define MAX_AVERAGE 65536
#define MAX_MEDIAN 1024
#define MAX_FLOOR 999
#define MIN_TIME_CONSTANT GST_USECOND
#define MAX_TIME_CONSTANT (999999999 * GST_USECOND)

/* of any window */
#define MAX_PARAM 1000

/* window-param: the window's own default */
#define PARAM_STANDARD -1.0

/* *INDENT-OFF* */
static const Property properties[GST_CL_AUDIO_FFT_N_SETTINGS] = {
  {NULL},
  {"size", "Size",
    "Frame length in samples, 2 to 67108864 and what the device can hold "
    "(default 1024)",
    KIND_UINT, AT (size), 1024, .spectra_only = TRUE},
  {"hop", "Hop",
    "Samples from one frame to the next, 0 to 67108864; 0: max (1, round "
    "(size * (1 - overlap))); above 0 it overrides overlap (default 0)",
    KIND_UINT, AT (hop), 0, .spectra_only = TRUE},
  {"overlap", "Overlap",
    "Share of a frame that the next one overlaps, 0 to below 1; used while "
    "hop is 0 (default 0.5)",
    KIND_DOUBLE, AT (overlap), 0.5, .spectra_only = TRUE},
  {"window", "Window",
    "Window function, periodic (default hann)",
    KIND_ENUM, AT (window), CLFFT_WINDOW_HANN, gst_cl_window_get_type},
  {"window-param", "Window parameter",
    "tukey: tapered fraction, 0 to 1 (default 0.5); gauss: sigma over size/2, "
    "0.05 to 1000 (0.4); kaiser: beta, 0 to 500 (8.6); dolph-chebyshev: "
    "attenuation in dB, 1 to 300 (100); -1: the window's default; other "
    "windows do not use it, then 0 to 1000 (default -1)",
    KIND_DOUBLE, AT (window_param), PARAM_STANDARD},
  {"zero-pad", "Zero padding",
    "Transform length in samples, size to 67108864: a frame is filled up with "
    "zeros; 0: size (default 0)",
    KIND_UINT, AT (zero_pad), 0},
  {"center", "Center",
    "A frame's timestamp is that of its middle, and frames begin size/2 before "
    "the first sample (default false)",
    KIND_BOOLEAN, AT (center), FALSE, .spectra_only = TRUE},
  {"quantity", "Quantity",
    "What is given of a bin; phase in radians, db in decibels (default "
    "complex)",
    KIND_ENUM, AT (quantity), GST_FOURIER_QUANTITY_COMPLEX,
    gst_fourier_quantity_get_type, .spectra_only = TRUE},
  {"sides", "Sides",
    "Which bins are given; one is for real input (default auto)",
    KIND_ENUM, AT (sides), CLFFT_SIDES_DEFAULT, gst_cl_sides_get_type,
    .spectra_only = TRUE},
  {"floor", "Floor",
    "Smallest value of quantity=db in decibels, -999 to 999 (default -150)",
    KIND_DOUBLE, AT (floor), GST_FOURIER_DEFAULT_FLOOR,
    .spectra_only = TRUE},
  {"scaling", "Scaling",
    "What a value is worth: amplitude reads 1 (0 dB) for a sine of full scale, "
    "power its mean square, psd that per hertz (default amplitude)",
    KIND_ENUM, AT (scaling), GST_FOURIER_SCALING_AMPLITUDE,
    gst_fourier_scaling_get_type},
  {"averaging", "Averaging",
    "How the power of several transforms becomes one frame; needs quantity "
    "magnitude, power or db (default none)",
    KIND_ENUM, AT (averaging), GST_FOURIER_AVERAGING_NONE,
    gst_fourier_averaging_get_type, .spectra_only = TRUE},
  {"average-count", "Average count",
    "Transforms in a mean, a hold or a median, 1 to 65536, for a median to "
    "1024 (default 8)",
    KIND_UINT, AT (average_count), 8, .spectra_only = TRUE},
  {"time-constant", "Time constant",
    "Time constant of averaging=exponential in nanoseconds, 1000 to "
    "999999999000 (default 125000000)",
    KIND_UINT64, AT (time_constant), 125 * GST_MSECOND,
    .spectra_only = TRUE},
  {"bands", "Bands",
    "Number of bands that bins are gathered into, 0 to the number of bins; 0: "
    "none, or for octave and third-octave as many as fit (default 0)",
    KIND_UINT, AT (bands), 0, .spectra_only = TRUE},
  {"band-scale", "Band scale",
    "How bands divide the frequencies; octave and third-octave need no number "
    "of bands (default bins)",
    KIND_ENUM, AT (band_scale), CLFFT_BAND_SCALE_BINS,
    gst_cl_band_scale_get_type, .spectra_only = TRUE},
  {"weighting", "Weighting",
    "Frequency weighting, 0 dB at 1 kHz (default none)",
    KIND_ENUM, AT (weighting), GST_FOURIER_WEIGHTING_NONE,
    gst_fourier_weighting_get_type},
  {"channel-mode", "Channel mode",
    "Which channels are transformed: all; mix, the mean of all; mid-side of "
    "two; select, those of channel-select (default all)",
    KIND_ENUM, AT (channel_mode), GST_FOURIER_CHANNEL_MODE_ALL,
    gst_fourier_channel_mode_get_type},
  {"channel-select", "Channel selection",
    "Indices of the channels for channel-mode=select, from 0, as in 0-3+7; at "
    "most 16 characters (default 0)",
    KIND_SELECT, AT (channel_select), 0},
  {"iq", "I/Q",
    "Two neighbouring channels are real and imaginary part of one complex "
    "channel (default false)",
    KIND_BOOLEAN, AT (iq), FALSE},
  {"frames-per-buffer", "Frames per buffer",
    "Frames in each output buffer, 0 to 65536; 0: as many as have arrived "
    "(default 0)",
    KIND_UINT, AT (frames_per_buffer), 0, .spectra_only = TRUE},
  {"alignment-threshold", "Alignment threshold",
    "Nanoseconds that timestamps may stray before they count as a "
    "discontinuity, 0 to 18446744073709551614 (default 40000000)",
    KIND_UINT64, AT (alignment_threshold),
    GST_CL_FRAMING_DEFAULT_ALIGNMENT_THRESHOLD},
  {"discont-wait", "Discontinuity wait",
    "Nanoseconds that timestamps must stray before the discontinuity is acted "
    "upon, 0 to 18446744073709551614 (default 1000000000)",
    KIND_UINT64, AT (discont_wait), GST_CL_FRAMING_DEFAULT_DISCONT_WAIT},
  {"discont-policy", "Discontinuity policy",
    "What happens to incomplete frames at a discontinuity (default drain)",
    KIND_ENUM, AT (discont_policy), GST_CL_DISCONT_POLICY_DRAIN,
    gst_cl_discont_policy_get_type},
  {"effort", "Effort",
    "Whether plans are timed before one is chosen; the choice is kept on disk "
    "(default estimate)",
    KIND_ENUM, AT (effort), CLFFT_EFFORT_ESTIMATE, gst_cl_effort_get_type,
    TRUE},
  {"schedule", "Schedule",
    "Forces the way in which the device computes, for tests (default auto)",
    KIND_ENUM, AT (schedule), CLFFT_SCHEDULE_AUTO, gst_cl_schedule_get_type,
    TRUE},
};
/* *INDENT-ON* */

#define MEMBER(type, settings, property) \
    ((type *) (void *) ((guint8 *) (settings) + (property)->offset))
#define CONST_MEMBER(type, settings, property) \
    ((const type *) (const void *) \
        ((const guint8 *) (settings) + (property)->offset))

static const Property *
find (guint id)
{
  return id > 0 && id < GST_CL_AUDIO_FFT_N_SETTINGS ? &properties[id] : NULL;
}

void
gst_cl_audio_fft_settings_init (GstClAudioFftSettings * settings)
{
  guint id;

  memset (settings, 0, sizeof *settings);
  for (id = 1; id < GST_CL_AUDIO_FFT_N_SETTINGS; id++) {
    const Property *p = &properties[id];

    switch (p->kind) {
      case KIND_UINT:
        *MEMBER (guint, settings, p) = (guint) p->standard;
        break;
      case KIND_UINT64:
        *MEMBER (guint64, settings, p) = (guint64) p->standard;
        break;
      case KIND_DOUBLE:
        *MEMBER (gdouble, settings, p) = p->standard;
        break;
      case KIND_BOOLEAN:
      case KIND_ENUM:
        *MEMBER (gint, settings, p) = (gint) p->standard;
        break;
      case KIND_SELECT:
        g_strlcpy (MEMBER (gchar, settings, p), "0", 2);
        break;
    }
  }
}

/* Doubles are validated laxly: infinity arrives as G_MAXDOUBLE, NaN as NaN,
   and both are refused by the check instead of being dropped. */
static GParamSpec *
make_spec (const Property * p)
{
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
      | (p->ready_only ? GST_PARAM_MUTABLE_READY : GST_PARAM_MUTABLE_PLAYING);

  switch (p->kind) {
    case KIND_UINT:
      return g_param_spec_uint (p->name, p->nick, p->blurb, 0, G_MAXUINT,
          (guint) p->standard, flags);
    case KIND_UINT64:
      return g_param_spec_uint64 (p->name, p->nick, p->blurb, 0, G_MAXUINT64,
          (guint64) p->standard, flags);
    case KIND_DOUBLE:
      return g_param_spec_double (p->name, p->nick, p->blurb, -G_MAXDOUBLE,
          G_MAXDOUBLE, p->standard, flags | G_PARAM_LAX_VALIDATION);
    case KIND_BOOLEAN:
      return g_param_spec_boolean (p->name, p->nick, p->blurb,
          (gboolean) p->standard, flags);
    case KIND_ENUM:
      return g_param_spec_enum (p->name, p->nick, p->blurb, p->get_type (),
          (gint) p->standard, flags);
    case KIND_SELECT:
      return g_param_spec_string (p->name, p->nick, p->blurb, "0", flags);
  }
  g_return_val_if_reached (NULL);
}

void
gst_cl_audio_fft_settings_install (GObjectClass * klass)
{
  guint id;

  for (id = 1; id < GST_CL_AUDIO_FFT_N_SETTINGS; id++)
    g_object_class_install_property (klass, id, make_spec (&properties[id]));
}

void
gst_cl_audio_fft_settings_install_for_pictures (GObjectClass * klass)
{
  guint id;

  for (id = 1; id < GST_CL_AUDIO_FFT_N_SETTINGS; id++)
    if (!properties[id].spectra_only)
      g_object_class_install_property (klass, id, make_spec (&properties[id]));
}

gboolean
gst_cl_audio_fft_settings_set (GstClAudioFftSettings * settings, guint id,
    const GValue * value)
{
  const Property *p = find (id);
  const gchar *text;

  if (!p)
    return FALSE;
  switch (p->kind) {
    case KIND_UINT:
      *MEMBER (guint, settings, p) = g_value_get_uint (value);
      break;
    case KIND_UINT64:
      *MEMBER (guint64, settings, p) = g_value_get_uint64 (value);
      break;
    case KIND_DOUBLE:
      *MEMBER (gdouble, settings, p) = g_value_get_double (value);
      break;
    case KIND_BOOLEAN:
      *MEMBER (gboolean, settings, p) = g_value_get_boolean (value);
      break;
    case KIND_ENUM:
      *MEMBER (gint, settings, p) = g_value_get_enum (value);
      break;
    case KIND_SELECT:
      text = g_value_get_string (value);
      settings->channel_select_too_long =
          g_strlcpy (MEMBER (gchar, settings, p), text ? text : "",
          GST_CL_AUDIO_FFT_MAX_SELECT + 1) > GST_CL_AUDIO_FFT_MAX_SELECT;
      break;
  }
  return TRUE;
}

gboolean
gst_cl_audio_fft_settings_get (const GstClAudioFftSettings * settings,
    guint id, GValue * value)
{
  const Property *p = find (id);

  if (!p)
    return FALSE;
  switch (p->kind) {
    case KIND_UINT:
      g_value_set_uint (value, *CONST_MEMBER (guint, settings, p));
      break;
    case KIND_UINT64:
      g_value_set_uint64 (value, *CONST_MEMBER (guint64, settings, p));
      break;
    case KIND_DOUBLE:
      g_value_set_double (value, *CONST_MEMBER (gdouble, settings, p));
      break;
    case KIND_BOOLEAN:
      g_value_set_boolean (value, *CONST_MEMBER (gboolean, settings, p));
      break;
    case KIND_ENUM:
      g_value_set_enum (value, *CONST_MEMBER (gint, settings, p));
      break;
    case KIND_SELECT:
      g_value_set_string (value, CONST_MEMBER (gchar, settings, p));
      break;
  }
  return TRUE;
}

/* ---- what follows from them ---- */

guint
gst_cl_audio_fft_settings_get_length (const GstClAudioFftSettings * settings)
{
  return settings->zero_pad ? settings->zero_pad : settings->size;
}

guint
gst_cl_audio_fft_settings_get_hop (const GstClAudioFftSettings * settings)
{
  if (settings->hop)
    return settings->hop;
  return (guint) MAX (1, round (settings->size * (1 - settings->overlap)));
}

gdouble
gst_cl_audio_fft_settings_get_window_param (const GstClAudioFftSettings *
    settings)
{
  gdouble standard = 0;

  if (!clfft_window_parameter (settings->window, &standard, NULL, NULL))
    return 0;
  return settings->window_param == PARAM_STANDARD ? standard
      : settings->window_param;
}

guint
gst_cl_audio_fft_settings_get_group (const GstClAudioFftSettings * settings)
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
gst_cl_audio_fft_settings_have_bands (const GstClAudioFftSettings * settings)
{
  return settings->bands > 0
      || settings->band_scale == CLFFT_BAND_SCALE_OCTAVE
      || settings->band_scale == CLFFT_BAND_SCALE_THIRD_OCTAVE;
}

/* ---- rules ---- */

static gboolean
check_shape (const GstClAudioFftSettings * s, GError ** error)
{
  if (s->size < 2 || s->size > GST_FOURIER_MAX_LENGTH) {
    gst_cl_set_settings_error (error, "size is %u, but must be 2 to %d",
        s->size, GST_FOURIER_MAX_LENGTH);
    return FALSE;
  }
  if (s->hop > GST_FOURIER_MAX_LENGTH) {
    gst_cl_set_settings_error (error, "hop is %u, but must be 0 to %d", s->hop,
        GST_FOURIER_MAX_LENGTH);
    return FALSE;
  }
  if (!(s->overlap >= 0 && s->overlap < 1)) {
    gst_cl_set_settings_error (error, "overlap is %g, but must be 0 or above "
        "and below 1", s->overlap);
    return FALSE;
  }
  if (s->zero_pad != 0
      && (s->zero_pad < s->size || s->zero_pad > GST_FOURIER_MAX_LENGTH)) {
    gst_cl_set_settings_error (error, "zero-pad is %u, but must be 0, or size "
        "(%u) to %d", s->zero_pad, s->size, GST_FOURIER_MAX_LENGTH);
    return FALSE;
  }
  if (s->frames_per_buffer > MAX_FRAMES_PER_BUFFER) {
    gst_cl_set_settings_error (error, "frames-per-buffer is %u, but must be 0 "
        "to %d", s->frames_per_buffer, MAX_FRAMES_PER_BUFFER);
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_values (const GstClAudioFftSettings * s, GError ** error)
{
  gdouble lowest, highest;

  if (clfft_window_parameter (s->window, NULL, &lowest, &highest)
      && s->window_param != PARAM_STANDARD
      && !(s->window_param >= lowest && s->window_param <= highest)) {
    gst_cl_set_settings_error (error, "window-param is %g, but for window=%s "
        "must be -1, or %g to %g", s->window_param,
        clfft_window_name (s->window), lowest, highest);
    return FALSE;
  }
  if (!(s->window_param == PARAM_STANDARD
          || (s->window_param >= 0 && s->window_param <= MAX_PARAM))) {
    gst_cl_set_settings_error (error, "window-param is %g, but must be -1 or 0 "
        "to %d", s->window_param, MAX_PARAM);
    return FALSE;
  }
  if (!(fabs (s->floor) <= MAX_FLOOR)) {
    gst_cl_set_settings_error (error, "floor is %g, but must be %d to %d",
        s->floor, -MAX_FLOOR, MAX_FLOOR);
    return FALSE;
  }
  if (s->time_constant < MIN_TIME_CONSTANT
      || s->time_constant > MAX_TIME_CONSTANT) {
    gst_cl_set_settings_error (error, "time-constant is %" G_GUINT64_FORMAT
        ", but must be %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
        s->time_constant, MIN_TIME_CONSTANT, MAX_TIME_CONSTANT);
    return FALSE;
  }
  if (s->alignment_threshold == GST_CLOCK_TIME_NONE
      || s->discont_wait == GST_CLOCK_TIME_NONE) {
    gst_cl_set_settings_error (error, "%s is %" G_GUINT64_FORMAT ", but must "
        "be 0 to %" G_GUINT64_FORMAT,
        s->discont_wait == GST_CLOCK_TIME_NONE ? "discont-wait"
        : "alignment-threshold", G_MAXUINT64, G_MAXUINT64 - 1);
    return FALSE;
  }
  if (s->channel_select_too_long) {
    gst_cl_set_settings_error (error, "channel-select is \"%s...\", but must "
        "have at most %d characters", s->channel_select,
        GST_CL_AUDIO_FFT_MAX_SELECT);
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_averaging (const GstClAudioFftSettings * s, GError ** error)
{
  gboolean median = s->averaging == GST_FOURIER_AVERAGING_MEDIAN;
  guint most = median ? MAX_MEDIAN : MAX_AVERAGE;

  if (s->average_count < 1 || s->average_count > most) {
    gst_cl_set_settings_error (error, "average-count is %u, but must be 1 to "
        "%u%s", s->average_count, most, median ? " for a median" : "");
    return FALSE;
  }
  if (s->averaging != GST_FOURIER_AVERAGING_NONE
      && gst_cl_audio_fft_settings_get_hop (s) > s->size) {
    gst_cl_set_settings_error (error, "hop is %u, but averaging=%s needs one "
        "that is not above size (%u)", s->hop,
        gst_cl_enum_nick (GST_TYPE_FOURIER_AVERAGING, s->averaging), s->size);
    return FALSE;
  }
  return TRUE;
}

/* averaging, bands and weighting are of power: complex and phase have none. */
static gboolean
check_quantity (const GstClAudioFftSettings * s, GError ** error)
{
  const gchar *what = s->averaging != GST_FOURIER_AVERAGING_NONE ? "averaging"
      : gst_cl_audio_fft_settings_have_bands (s) ? "bands"
      : s->weighting != GST_FOURIER_WEIGHTING_NONE ? "weighting" : NULL;

  if (what && (s->quantity == GST_FOURIER_QUANTITY_COMPLEX
          || s->quantity == GST_FOURIER_QUANTITY_PHASE)) {
    gst_cl_set_settings_error (error, "quantity is %s, but with %s must be "
        "magnitude, power or db",
        gst_cl_enum_nick (GST_TYPE_FOURIER_QUANTITY, s->quantity), what);
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_bands (const GstClAudioFftSettings * s, GError ** error)
{
  gboolean octaves = s->band_scale == CLFFT_BAND_SCALE_OCTAVE
      || s->band_scale == CLFFT_BAND_SCALE_THIRD_OCTAVE;
  const gchar *scale = gst_cl_enum_nick (GST_TYPE_CL_BAND_SCALE,
      s->band_scale);
  guint n_bins = gst_cl_audio_fft_settings_get_length (s) / 2 + 1;

  if (s->bands > n_bins) {
    gst_cl_set_settings_error (error, "bands is %u, but must be 0 to %u, the "
        "number of bins", s->bands, n_bins);
    return FALSE;
  }
  if (octaves && s->bands != 0) {
    gst_cl_set_settings_error (error, "bands is %u, but for band-scale=%s must "
        "be 0: as many as fit", s->bands, scale);
    return FALSE;
  }
  if (!octaves && s->band_scale != CLFFT_BAND_SCALE_BINS && s->bands == 0) {
    gst_cl_set_settings_error (error, "bands is 0, but for band-scale=%s must "
        "be 1 to %u", scale, n_bins);
    return FALSE;
  }
  if (gst_cl_audio_fft_settings_have_bands (s)
      && (s->sides == CLFFT_SIDES_TWO || s->sides == CLFFT_SIDES_CENTERED)) {
    gst_cl_set_settings_error (error, "sides is %s, but with bands must be "
        "one", gst_cl_enum_nick (GST_TYPE_CL_SIDES, s->sides));
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_iq (const GstClAudioFftSettings * s, GError ** error)
{
  if (!s->iq)
    return TRUE;
  if (s->sides == CLFFT_SIDES_ONE) {
    gst_cl_set_settings_error (error, "sides is one, but with iq must be two "
        "or centered");
    return FALSE;
  }
  if (s->channel_mode != GST_FOURIER_CHANNEL_MODE_ALL) {
    gst_cl_set_settings_error (error, "channel-mode is %s, but with iq must be "
        "all", gst_cl_enum_nick (GST_TYPE_FOURIER_CHANNEL_MODE,
            s->channel_mode));
    return FALSE;
  }
  if (gst_cl_audio_fft_settings_have_bands (s)) {
    gst_cl_set_settings_error (error, "bands is %u and band-scale %s, but with "
        "iq there are no bands", s->bands,
        gst_cl_enum_nick (GST_TYPE_CL_BAND_SCALE, s->band_scale));
    return FALSE;
  }
  return TRUE;
}

gboolean
gst_cl_audio_fft_settings_check (const GstClAudioFftSettings * settings,
    GError ** error)
{
  return check_shape (settings, error) && check_values (settings, error)
      && check_averaging (settings, error) && check_quantity (settings, error)
      && check_bands (settings, error) && check_iq (settings, error);
}

gboolean
gst_cl_audio_fft_settings_differ (const GstClAudioFftSettings * a,
    const GstClAudioFftSettings * b)
{
  guint id;

  for (id = 1; id < GST_CL_AUDIO_FFT_N_SETTINGS; id++) {
    const Property *p = &properties[id];
    gsize size = p->kind == KIND_SELECT ? GST_CL_AUDIO_FFT_MAX_SELECT + 1
        : p->kind == KIND_UINT64 ? sizeof (guint64)
        : p->kind == KIND_DOUBLE ? sizeof (gdouble) : sizeof (gint);

    if (p->offset == AT (alignment_threshold)
        || p->offset == AT (discont_wait) || p->offset == AT (discont_policy))
      continue;
    if (memcmp (CONST_MEMBER (guint8, a, p), CONST_MEMBER (guint8, b, p), size))
      return TRUE;
  }
  return FALSE;
}
