/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* settings.c: the table of clspectrogram's properties, and the rules between
   them. */
#include "settings.h"

#include "element/enums.h"
#include "element/fit/request.h"

#define DEFAULT_SIZE 2048
#define DEFAULT_OVERLAP 0.5
#define DEFAULT_TIME_SPAN (10 * GST_SECOND)
#define MAX_TIME_SPAN (24 * 3600 * GST_SECOND)
#define DEFAULT_FLOOR (-100.0)
#define DEFAULT_RANGE 100.0
#define MIN_RANGE 1
#define MAX_RANGE 999
/* hertz of the highest rate that there is */
#define MAX_FREQUENCY 2147483647
#define MAX_TILT 30
#define MAX_BARS 16384
#define DEFAULT_FALL 60.0
#define MAX_FALL 100000
#define DEFAULT_PEAK_HOLD GST_SECOND
#define MAX_PEAK_HOLD (3600 * GST_SECOND)
#define MAX_FONT_SIZE 256
#define DEFAULT_ATTACK (50 * GST_MSECOND)
#define DEFAULT_RELEASE (3 * GST_SECOND)
#define MAX_FOLLOW (3600 * GST_SECOND)
#define MAX_SMOOTHING 48
#define MAX_DELAY (1000 * GST_SECOND)
#define MAX_TIME_CONSTANT (999999999 * GST_USECOND)
/* of mode=transfer */
#define TRANSFER_FLOOR (-40.0)
#define TRANSFER_RANGE 60.0

/* *INDENT-OFF* */
GST_CL_DEFINE_ENUM (gst_cl_spectrogram_mode, "GstClSpectrogramMode",
    {GST_CL_SPECTROGRAM_MODE_WATERFALL,
        "Time to the right, frequency upwards, level as colour", "waterfall"},
    {GST_CL_SPECTROGRAM_MODE_BARS,
        "Frequency to the right, levels as bars", "bars"},
    {GST_CL_SPECTROGRAM_MODE_LINE,
        "Frequency to the right, levels as a curve", "line"},
    {GST_CL_SPECTROGRAM_MODE_TRANSFER,
        "Magnitude, phase and coherence of what makes the second channel of "
        "the first", "transfer"})

GST_CL_DEFINE_ENUM (gst_cl_spectrogram_slide, "GstClSpectrogramSlide",
    {GST_CL_SPECTROGRAM_SLIDE_SCROLL,
        "The newest column is at the right edge", "scroll"},
    {GST_CL_SPECTROGRAM_SLIDE_REPLACE,
        "Columns stay, the writing position moves", "replace"},
    {GST_CL_SPECTROGRAM_SLIDE_WHOLE,
        "One picture of all the stream, at its end", "whole"})

GST_CL_DEFINE_ENUM (gst_cl_sharpen, "GstClSharpen",
    {GST_CL_SHARPEN_NONE, "Power stays in its bin and frame", "none"},
    {GST_CL_SHARPEN_REASSIGN,
        "Power moves to the frequency and the time that it comes from",
        "reassign"},
    {GST_CL_SHARPEN_SQUEEZE,
        "Power moves to the frequency that it comes from", "squeeze"})

GST_CL_DEFINE_ENUM (gst_cl_frequency_scale, "GstClFrequencyScale",
    {CLFFT_AXIS_SCALE_LINEAR, "Equal steps of frequency", "linear"},
    {CLFFT_AXIS_SCALE_LOG, "Equal ratios of frequency", "log"},
    {CLFFT_AXIS_SCALE_MEL, "Mel (HTK)", "mel"},
    {CLFFT_AXIS_SCALE_BARK, "Bark (Traunmueller)", "bark"},
    {CLFFT_AXIS_SCALE_ERB, "ERB-rate (Glasberg and Moore)", "erb"})

GST_CL_DEFINE_ENUM (gst_cl_reduction, "GstClReduction",
    {CLFFT_REDUCTION_PEAK, "The strongest: tones keep their level", "peak"},
    {CLFFT_REDUCTION_MEAN, "Mean power: noise keeps its level", "mean"})

GST_CL_DEFINE_ENUM (gst_cl_color_map, "GstClColorMap",
    {GST_CL_COLOR_MAP_INFERNO, "Black, violet, orange, pale yellow",
        "inferno"},
    {GST_CL_COLOR_MAP_MAGMA, "Black, violet, pink, pale yellow", "magma"},
    {GST_CL_COLOR_MAP_VIRIDIS, "Violet, green, yellow", "viridis"},
    {GST_CL_COLOR_MAP_TURBO, "Rainbow of smooth lightness", "turbo"},
    {GST_CL_COLOR_MAP_GREY, "Black to white; white to black in the light theme",
        "grey"})

GST_CL_DEFINE_ENUM (gst_cl_level_scale, "GstClLevelScale",
    {CLFFT_LEVEL_SCALE_DECIBEL, "Decibels, from floor on", "decibel"},
    {CLFFT_LEVEL_SCALE_MAGNITUDE, "Magnitude, from 0 on", "magnitude"},
    {CLFFT_LEVEL_SCALE_POWER, "Power, from 0 on", "power"})

GST_CL_DEFINE_ENUM (gst_cl_theme, "GstClTheme",
    {GST_CL_THEME_DARK, "Light text on a dark ground", "dark"},
    {GST_CL_THEME_LIGHT, "Dark text on a white ground", "light"})
/* *INDENT-ON* */

#define AT(member) G_STRUCT_OFFSET (GstClSpectrogramSettings, member)

#define DECOR GST_CL_SPECTROGRAM_DECOR
#define AUDIO_ONLY (GST_CL_SPECTROGRAM_AUDIO_ONLY | GST_CL_PROPERTY_STREAM)
#define LIGHT GST_CL_PROPERTY_LIGHT

/* *INDENT-OFF* */
const GstClProperty gst_cl_spectrogram_properties[] = {
  /* claudiofft's, with words and defaults of their own */
  {"size", "Size",
    "Audio: frame length in samples, at most what the device can hold",
    GST_CL_KIND_UINT, AT (audio.size), DEFAULT_SIZE,
    .low = 2, .high = GST_FOURIER_MAX_LENGTH},
  {"hop", "Hop",
    "Audio: samples from one frame to the next; 0: a frame for each column or "
    "picture, and at least as many as overlap asks for",
    GST_CL_KIND_UINT, AT (audio.hop), 0,
    .high = GST_FOURIER_MAX_LENGTH},
  {"overlap", "Overlap",
    "Audio: share of a frame that the next one overlaps at least; used while "
    "hop is 0",
    GST_CL_KIND_DOUBLE, AT (audio.overlap), DEFAULT_OVERLAP,
    .most = GST_CL_BELOW_ONE},
  /* what is drawn */
  {"mode", "Mode", "What is drawn",
    GST_CL_KIND_ENUM, AT (mode), GST_CL_SPECTROGRAM_MODE_WATERFALL,
    gst_cl_spectrogram_mode_get_type, .marks = AUDIO_ONLY},
  {"slide", "Slide", "How time passes in a waterfall",
    GST_CL_KIND_ENUM, AT (slide), GST_CL_SPECTROGRAM_SLIDE_SCROLL,
    gst_cl_spectrogram_slide_get_type, .marks = AUDIO_ONLY},
  {"time-span", "Time span",
    "Nanoseconds across a waterfall that scrolls or replaces, rounded so that "
    "a column is a whole number of samples; 0: a column a frame",
    GST_CL_KIND_UINT64, AT (time_span), DEFAULT_TIME_SPAN, .marks = AUDIO_ONLY,
    .high = MAX_TIME_SPAN},
  {"frequency-scale", "Frequency scale",
    "How frequencies are spread over their axis",
    GST_CL_KIND_ENUM, AT (frequency_scale), CLFFT_AXIS_SCALE_LINEAR,
    gst_cl_frequency_scale_get_type, .marks = AUDIO_ONLY},
  {"min-frequency", "Lowest frequency",
    "Lowest frequency shown in hertz, below max-frequency; 0, and where the "
    "stream has no such frequency: the stream's lowest, on a log scale 20 Hz",
    GST_CL_KIND_DOUBLE, AT (min_frequency), 0, .marks = AUDIO_ONLY,
    .least = -MAX_FREQUENCY, .most = MAX_FREQUENCY},
  {"max-frequency", "Highest frequency",
    "Highest frequency shown in hertz; 0, and where the stream has no such "
    "frequency: the stream's highest",
    GST_CL_KIND_DOUBLE, AT (max_frequency), 0, .marks = AUDIO_ONLY,
    .least = -MAX_FREQUENCY, .most = MAX_FREQUENCY},
  {"notes", "Notes",
    "Name notes on a log axis, A4 at 440 Hz, instead of numbers in hertz",
    GST_CL_KIND_BOOLEAN, AT (notes), FALSE, .marks = AUDIO_ONLY},
  {"tilt", "Tilt",
    "Decibels an octave that levels rise by above 1 kHz and fall by below it",
    GST_CL_KIND_DOUBLE, AT (tilt), 0, .marks = AUDIO_ONLY,
    .least = -MAX_TILT, .most = MAX_TILT},
  {"floor", "Floor", "Level of the first colour in decibels",
    GST_CL_KIND_DOUBLE, AT (floor), DEFAULT_FLOOR, .marks = DECOR | LIGHT,
    .least = -GST_CL_MAX_FLOOR, .most = GST_CL_MAX_FLOOR},
  {"range", "Range", "Decibels from the first colour to the last",
    GST_CL_KIND_DOUBLE, AT (range), DEFAULT_RANGE, .marks = DECOR | LIGHT,
    .least = MIN_RANGE, .most = MAX_RANGE},
  {"level-scale", "Level scale",
    "How levels are spread over colours and heights: as decibels from floor "
    "to floor + range, or as magnitude or power from 0 to what floor + range "
    "decibels are",
    GST_CL_KIND_ENUM, AT (level_scale), CLFFT_LEVEL_SCALE_DECIBEL,
    gst_cl_level_scale_get_type, .marks = DECOR | LIGHT},
  {"auto-range", "Automatic range",
    "Of bars and line: the upper end of the range follows the highest level, "
    "between the middle of floor to floor + range and its end",
    GST_CL_KIND_BOOLEAN, AT (auto_range), FALSE, .marks = AUDIO_ONLY},
  {"attack", "Attack",
    "Time constant in nanoseconds by which the upper end of auto-range rises",
    GST_CL_KIND_UINT64, AT (attack), DEFAULT_ATTACK, .marks = AUDIO_ONLY,
    .high = MAX_FOLLOW},
  {"release", "Release",
    "Time constant in nanoseconds by which the upper end of auto-range falls",
    GST_CL_KIND_UINT64, AT (release), DEFAULT_RELEASE, .marks = AUDIO_ONLY,
    .high = MAX_FOLLOW},
  {"color-map", "Colour map", "Colours of the levels",
    GST_CL_KIND_ENUM, AT (color_map), GST_CL_COLOR_MAP_INFERNO,
    gst_cl_color_map_get_type},
  {"sharpen", "Sharpening",
    "Where the power of audio is drawn: in its bin and frame, or where the "
    "phases say that it comes from",
    GST_CL_KIND_ENUM, AT (sharpen), GST_CL_SHARPEN_NONE,
    gst_cl_sharpen_get_type, .marks = AUDIO_ONLY},
  {"reduction", "Reduction",
    "What is shown of bins that share a pixel or a bar",
    GST_CL_KIND_ENUM, AT (reduction), CLFFT_REDUCTION_PEAK,
    gst_cl_reduction_get_type},
  {"bars", "Bars",
    "Number of bars, at most one a pixel of the plot's width; 0: as many as "
    "look good",
    GST_CL_KIND_UINT, AT (bars), 0, .marks = AUDIO_ONLY,
    .high = MAX_BARS},
  {"fall", "Fall",
    "Decibels per second that bars and curve fall at most; 0: at once",
    GST_CL_KIND_DOUBLE, AT (fall), DEFAULT_FALL, .marks = AUDIO_ONLY,
    .most = MAX_FALL},
  {"peak-hold", "Peak hold",
    "Nanoseconds that a peak is marked over bars and curve; 0: peaks are not "
    "marked",
    GST_CL_KIND_UINT64, AT (peak_hold), DEFAULT_PEAK_HOLD, .marks = AUDIO_ONLY,
    .high = MAX_PEAK_HOLD},
  {"overlay", "Overlay",
    "Draw all channels of mode=line as curves in one plot, a colour each",
    GST_CL_KIND_BOOLEAN, AT (overlay), FALSE, .marks = AUDIO_ONLY},
  {"smoothing", "Smoothing",
    "Of mode=transfer: a point is the mean over one octave divided by this; 0: "
    "over what shares a pixel",
    GST_CL_KIND_UINT, AT (smoothing), 0, .marks = AUDIO_ONLY,
    .high = MAX_SMOOTHING},
  {"delay", "Delay",
    "Of mode=transfer: nanoseconds that are taken off the phase, of either "
    "sign; auto: the delay that is found",
    GST_CL_KIND_TEXT, AT (delay), .text = "auto", .marks = AUDIO_ONLY},
  {"time-constant", "Time constant",
    "Of mode=transfer: time constant of the exponential average in nanoseconds",
    GST_CL_KIND_UINT64, AT (audio.time_constant), GST_SECOND,
    .marks = AUDIO_ONLY, .low = GST_USECOND, .high = MAX_TIME_CONSTANT},
  {"axes", "Axes",
    "Draw axes with numbers and units, channel names and caption, as far as "
    "there is room",
    GST_CL_KIND_BOOLEAN, AT (axes), TRUE},
  {"legend", "Legend",
    "Draw the scale of colours of a waterfall if there is room",
    GST_CL_KIND_BOOLEAN, AT (legend), TRUE},
  {"title", "Title",
    "A line above everything else if there is room, of any length",
    GST_CL_KIND_TEXT, AT (title), .text = ""},
  {"theme", "Theme", "Colours of text and background",
    GST_CL_KIND_ENUM, AT (theme), GST_CL_THEME_DARK, gst_cl_theme_get_type},
  {"font-size", "Font size",
    "Size of the text in pixels; 0: by the size of the picture",
    GST_CL_KIND_UINT, AT (font_size), 0, .high = MAX_FONT_SIZE},
  {"qos", "Quality of service",
    "Leave out pictures that would come too late downstream",
    GST_CL_KIND_BOOLEAN, AT (qos), TRUE, .marks = LIGHT},
  /* what pictures ask of claudiofft's */
  {"center", .kind = GST_CL_KIND_BOOLEAN, .offset = AT (audio.center),
    .standard = TRUE, .marks = GST_CL_SPECTROGRAM_HIDDEN},
  {"quantity", .kind = GST_CL_KIND_ENUM, .offset = AT (audio.quantity),
    .standard = GST_FOURIER_QUANTITY_POWER,
    .get_type = gst_fourier_quantity_get_type,
    .marks = GST_CL_SPECTROGRAM_HIDDEN},
};
/* *INDENT-ON* */

const guint gst_cl_spectrogram_n_properties =
    G_N_ELEMENTS (gst_cl_spectrogram_properties);

/* ---- rules ---- */

/* Refuses what a transfer function does not have. */
static gboolean
check_transfer (const GstClSpectrogramSettings * s, GError ** error)
{
  gdouble delay;

  if (g_strcmp0 (s->delay, "auto") != 0
      && !gst_cl_spectrogram_settings_get_delay (s, &delay))
    return gst_cl_set_property_error (error, "delay", "is \"%s\", but must be "
        "auto, or nanoseconds from -%" G_GUINT64_FORMAT " to %"
        G_GUINT64_FORMAT, s->delay, MAX_DELAY, MAX_DELAY);
  if (!gst_cl_spectrogram_settings_is_transfer (s))
    return TRUE;
  if (s->sharpen != GST_CL_SHARPEN_NONE)
    return gst_cl_set_property_error (error, "sharpen", "is %s, but with "
        "mode=transfer must be none", gst_cl_enum_nick (GST_TYPE_CL_SHARPEN,
            s->sharpen));
  if (s->tilt != 0)
    return gst_cl_set_property_error (error, "tilt", "is %g, but with "
        "mode=transfer must be 0", s->tilt);
  if (s->audio.tapers > 1)
    return gst_cl_set_property_error (error, "tapers", "is %u, but with "
        "mode=transfer must be 1: the mean is of powers", s->audio.tapers);
  return TRUE;
}

gboolean
gst_cl_spectrogram_settings_check (gconstpointer settings, GError ** error)
{
  const GstClSpectrogramSettings *s = settings;

  return check_transfer (s, error)
      && gst_cl_stft_settings_check (&s->audio, error);
}

gboolean
gst_cl_spectrogram_settings_get_delay (const GstClSpectrogramSettings * s,
    gdouble * delay)
{
  gint64 nanoseconds;

  if (!g_ascii_string_to_signed (s->delay, 10, -(gint64) MAX_DELAY, MAX_DELAY,
          &nanoseconds, NULL))
    return FALSE;
  *delay = nanoseconds * 1e-9;
  return TRUE;
}

void
gst_cl_spectrogram_settings_take_levels (GstClSpectrogramSettings * shown,
    const GstClSpectrogramSettings * s)
{
  gboolean is_transfer = gst_cl_spectrogram_settings_is_transfer (s);
  gboolean is_unset = s->floor == DEFAULT_FLOOR && s->range == DEFAULT_RANGE;

  shown->floor = is_transfer && is_unset ? TRANSFER_FLOOR : s->floor;
  shown->range = is_transfer && is_unset ? TRANSFER_RANGE : s->range;
  shown->level_scale = is_transfer ? CLFFT_LEVEL_SCALE_DECIBEL : s->level_scale;
}

gboolean
gst_cl_spectrogram_settings_is_whole (const GstClSpectrogramSettings * s)
{
  return s->mode == GST_CL_SPECTROGRAM_MODE_WATERFALL
      && s->slide == GST_CL_SPECTROGRAM_SLIDE_WHOLE;
}

guint
gst_cl_spectrogram_settings_count_windows (const GstClSpectrogramSettings * s)
{
  static const guint counts[] = {
    [GST_CL_SHARPEN_NONE] = 1,
    [GST_CL_SHARPEN_REASSIGN] = 3,
    [GST_CL_SHARPEN_SQUEEZE] = 2,
  };

  return counts[s->sharpen];
}

gboolean
gst_cl_spectrogram_settings_is_overlaid (const GstClSpectrogramSettings * s)
{
  return s->mode == GST_CL_SPECTROGRAM_MODE_LINE && s->overlay;
}

gboolean
gst_cl_spectrogram_settings_is_transfer (const GstClSpectrogramSettings * s)
{
  return s->mode == GST_CL_SPECTROGRAM_MODE_TRANSFER;
}

gboolean
gst_cl_spectrogram_settings_has_auto_range (const GstClSpectrogramSettings * s)
{
  return s->auto_range && (s->mode == GST_CL_SPECTROGRAM_MODE_BARS
      || s->mode == GST_CL_SPECTROGRAM_MODE_LINE);
}
