/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram-settings.c: properties of clspectrogram and their rules.
 */
#include "clspectrogram-settings.h"

#include <math.h>
#include "base/error.h"
#include "clenums.h"

enum
{
  PROP_MODE = GST_CL_AUDIO_FFT_N_SETTINGS,
  PROP_SLIDE,
  PROP_TIME_SPAN,
  PROP_FREQUENCY_SCALE,
  PROP_MIN_FREQUENCY,
  PROP_MAX_FREQUENCY,
  PROP_FLOOR,
  PROP_RANGE,
  PROP_COLOR_MAP,
  PROP_REDUCTION,
  PROP_BARS,
  PROP_FALL,
  PROP_PEAK_HOLD,
  PROP_AXES,
  PROP_LEGEND,
  PROP_QOS,
};

G_STATIC_ASSERT (PROP_QOS + 1 == GST_CL_SPECTROGRAM_N_SETTINGS);

#define DEFAULT_SIZE 2048
#define DEFAULT_OVERLAP 0.5
#define DEFAULT_TIME_SPAN (10 * GST_SECOND)
#define MAX_TIME_SPAN (24 * 3600 * GST_SECOND)
#define DEFAULT_FLOOR (-100.0)
#define MAX_FLOOR 999
#define DEFAULT_RANGE 100.0
#define MIN_RANGE 1
#define MAX_RANGE 999
#define MAX_BARS 16384
#define DEFAULT_FALL 60.0
#define MAX_FALL 100000
#define DEFAULT_PEAK_HOLD GST_SECOND
#define MAX_PEAK_HOLD (3600 * GST_SECOND)

GType
gst_cl_spectrogram_mode_get_type (void)
{
  static gsize id;
  static const GEnumValue values[] = {
    {GST_CL_SPECTROGRAM_MODE_WATERFALL,
        "Time to the right, frequency upwards, level as colour", "waterfall"},
    {GST_CL_SPECTROGRAM_MODE_BARS,
        "Frequency to the right, levels as bars", "bars"},
    {GST_CL_SPECTROGRAM_MODE_LINE,
        "Frequency to the right, levels as a curve", "line"},
    {0, NULL, NULL}
  };

  return gst_cl_register_enum (&id, "GstClSpectrogramMode", values);
}

GType
gst_cl_spectrogram_slide_get_type (void)
{
  static gsize id;
  static const GEnumValue values[] = {
    {GST_CL_SPECTROGRAM_SLIDE_SCROLL,
        "The newest column is at the right edge", "scroll"},
    {GST_CL_SPECTROGRAM_SLIDE_REPLACE,
        "Columns stay, the writing position moves", "replace"},
    {GST_CL_SPECTROGRAM_SLIDE_WHOLE,
        "One picture of all the stream, at its end", "whole"},
    {0, NULL, NULL}
  };

  return gst_cl_register_enum (&id, "GstClSpectrogramSlide", values);
}

GType
gst_cl_frequency_scale_get_type (void)
{
  static gsize id;
  static const GEnumValue values[] = {
    {CLFFT_AXIS_SCALE_LINEAR, "Equal steps of frequency", "linear"},
    {CLFFT_AXIS_SCALE_LOG, "Equal ratios of frequency", "log"},
    {CLFFT_AXIS_SCALE_MEL, "Mel (HTK)", "mel"},
    {CLFFT_AXIS_SCALE_BARK, "Bark (Traunmueller)", "bark"},
    {CLFFT_AXIS_SCALE_ERB, "ERB-rate (Glasberg and Moore)", "erb"},
    {0, NULL, NULL}
  };

  return gst_cl_register_enum (&id, "GstClFrequencyScale", values);
}

GType
gst_cl_reduction_get_type (void)
{
  static gsize id;
  static const GEnumValue values[] = {
    {CLFFT_REDUCTION_PEAK, "The strongest: tones keep their level", "peak"},
    {CLFFT_REDUCTION_MEAN, "Mean power: noise keeps its level", "mean"},
    {0, NULL, NULL}
  };

  return gst_cl_register_enum (&id, "GstClReduction", values);
}

GType
gst_cl_color_map_get_type (void)
{
  static gsize id;
  static const GEnumValue values[] = {
    {GST_CL_COLOR_MAP_INFERNO, "Black, violet, orange, pale yellow",
        "inferno"},
    {GST_CL_COLOR_MAP_MAGMA, "Black, violet, pink, pale yellow", "magma"},
    {GST_CL_COLOR_MAP_VIRIDIS, "Violet, green, yellow", "viridis"},
    {GST_CL_COLOR_MAP_TURBO, "Rainbow of smooth lightness", "turbo"},
    {GST_CL_COLOR_MAP_GREY, "Black to white", "grey"},
    {0, NULL, NULL}
  };

  return gst_cl_register_enum (&id, "GstClColorMap", values);
}

void
gst_cl_spectrogram_settings_init (GstClSpectrogramSettings * settings)
{
  static const GstClSpectrogramSettings standard = {
    .time_span = DEFAULT_TIME_SPAN,
    .floor = DEFAULT_FLOOR,
    .range = DEFAULT_RANGE,
    .fall = DEFAULT_FALL,
    .peak_hold = DEFAULT_PEAK_HOLD,
    .axes = TRUE,
    .legend = TRUE,
    .qos = TRUE,
  };

  *settings = standard;
  gst_cl_audio_fft_settings_init (&settings->audio);
  settings->audio.size = DEFAULT_SIZE;
  settings->audio.overlap = DEFAULT_OVERLAP;
  settings->audio.center = TRUE;
  settings->audio.quantity = GST_FOURIER_QUANTITY_POWER;
}

#define LIVE \
    (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING)

static void
install_frames (GObjectClass * klass)
{
  gst_cl_audio_fft_settings_install_for_pictures (klass);
  g_object_class_install_property (klass, GST_CL_AUDIO_FFT_PROP_SIZE,
      g_param_spec_uint ("size", "Size",
          "Audio: frame length in samples, 2 to 67108864 and what the device "
          "can hold (default 2048)", 0, G_MAXUINT, DEFAULT_SIZE, LIVE));
  g_object_class_install_property (klass, GST_CL_AUDIO_FFT_PROP_HOP,
      g_param_spec_uint ("hop", "Hop",
          "Audio: samples from one frame to the next, 0 to 67108864; 0: a "
          "frame for each column or picture, and at least as many as overlap "
          "asks for (default 0)", 0, G_MAXUINT, 0, LIVE));
  g_object_class_install_property (klass, GST_CL_AUDIO_FFT_PROP_OVERLAP,
      g_param_spec_double ("overlap", "Overlap",
          "Audio: share of a frame that the next one overlaps at least, 0 to "
          "below 1; used while hop is 0 (default 0.5)", -G_MAXDOUBLE,
          G_MAXDOUBLE, DEFAULT_OVERLAP, LIVE | G_PARAM_LAX_VALIDATION));
}

static void
install_axes (GObjectClass * klass)
{
  g_object_class_install_property (klass, PROP_MODE,
      g_param_spec_enum ("mode", "Mode", "What is drawn (default waterfall)",
          GST_TYPE_CL_SPECTROGRAM_MODE, GST_CL_SPECTROGRAM_MODE_WATERFALL,
          LIVE));
  g_object_class_install_property (klass, PROP_SLIDE,
      g_param_spec_enum ("slide", "Slide",
          "How time passes in a waterfall (default scroll)",
          GST_TYPE_CL_SPECTROGRAM_SLIDE, GST_CL_SPECTROGRAM_SLIDE_SCROLL,
          LIVE));
  g_object_class_install_property (klass, PROP_TIME_SPAN,
      g_param_spec_uint64 ("time-span", "Time span",
          "Nanoseconds across a waterfall that scrolls or replaces, rounded so "
          "that a column is a whole number of samples, 1 to 86400000000000; "
          "0: a column a frame (default 10000000000)", 0, G_MAXUINT64,
          DEFAULT_TIME_SPAN, LIVE));
  g_object_class_install_property (klass, PROP_FREQUENCY_SCALE,
      g_param_spec_enum ("frequency-scale", "Frequency scale",
          "How frequencies are spread over their axis (default linear)",
          GST_TYPE_CL_FREQUENCY_SCALE, CLFFT_AXIS_SCALE_LINEAR, LIVE));
  g_object_class_install_property (klass, PROP_MIN_FREQUENCY,
      g_param_spec_double ("min-frequency", "Lowest frequency",
          "Lowest frequency shown in hertz, within the stream's and below "
          "max-frequency; 0: the stream's lowest, on a log scale 20 Hz "
          "(default 0)", -G_MAXDOUBLE, G_MAXDOUBLE, 0,
          LIVE | G_PARAM_LAX_VALIDATION));
  g_object_class_install_property (klass, PROP_MAX_FREQUENCY,
      g_param_spec_double ("max-frequency", "Highest frequency",
          "Highest frequency shown in hertz, within the stream's; 0: the "
          "stream's highest (default 0)", -G_MAXDOUBLE, G_MAXDOUBLE, 0,
          LIVE | G_PARAM_LAX_VALIDATION));
}

static void
install_levels (GObjectClass * klass)
{
  g_object_class_install_property (klass, PROP_FLOOR,
      g_param_spec_double ("floor", "Floor",
          "Level of the first colour in decibels, -999 to 999 (default -100)",
          -G_MAXDOUBLE, G_MAXDOUBLE, DEFAULT_FLOOR,
          LIVE | G_PARAM_LAX_VALIDATION));
  g_object_class_install_property (klass, PROP_RANGE,
      g_param_spec_double ("range", "Range",
          "Decibels from the first colour to the last, 1 to 999 (default 100)",
          -G_MAXDOUBLE, G_MAXDOUBLE, DEFAULT_RANGE,
          LIVE | G_PARAM_LAX_VALIDATION));
  g_object_class_install_property (klass, PROP_COLOR_MAP,
      g_param_spec_enum ("color-map", "Colour map",
          "Colours of the levels (default inferno)", GST_TYPE_CL_COLOR_MAP,
          GST_CL_COLOR_MAP_INFERNO, LIVE));
  g_object_class_install_property (klass, PROP_REDUCTION,
      g_param_spec_enum ("reduction", "Reduction",
          "What is shown of bins that share a pixel or a bar (default peak)",
          GST_TYPE_CL_REDUCTION, CLFFT_REDUCTION_PEAK, LIVE));
  g_object_class_install_property (klass, PROP_BARS,
      g_param_spec_uint ("bars", "Bars",
          "Number of bars, 0 to 16384 and to the width of the plot; 0: as many "
          "as look good (default 0)", 0, G_MAXUINT, 0, LIVE));
  g_object_class_install_property (klass, PROP_FALL,
      g_param_spec_double ("fall", "Fall",
          "Decibels per second that bars and curve fall at most, 0 to 100000; "
          "0: at once (default 60)", -G_MAXDOUBLE, G_MAXDOUBLE, DEFAULT_FALL,
          LIVE | G_PARAM_LAX_VALIDATION));
  g_object_class_install_property (klass, PROP_PEAK_HOLD,
      g_param_spec_uint64 ("peak-hold", "Peak hold",
          "Nanoseconds that a peak is marked over bars and curve, 0 to "
          "3600000000000; 0: peaks are not marked (default 1000000000)", 0,
          G_MAXUINT64, DEFAULT_PEAK_HOLD, LIVE));
}

void
gst_cl_spectrogram_settings_install (GObjectClass * klass)
{
  install_frames (klass);
  install_axes (klass);
  install_levels (klass);
  g_object_class_install_property (klass, PROP_AXES,
      g_param_spec_boolean ("axes", "Axes",
          "Draw axes with numbers and units, channel names and caption, as far "
          "as there is room (default true)", TRUE, LIVE));
  g_object_class_install_property (klass, PROP_LEGEND,
      g_param_spec_boolean ("legend", "Legend",
          "Draw the scale of colours of a waterfall if there is room (default "
          "true)", TRUE, LIVE));
  g_object_class_install_property (klass, PROP_QOS,
      g_param_spec_boolean ("qos", "Quality of service",
          "Leave out pictures that would come too late downstream (default "
          "true)", TRUE, LIVE));
}

gboolean
gst_cl_spectrogram_settings_set (GstClSpectrogramSettings * s, guint id,
    const GValue * value)
{
  switch (id) {
    case PROP_MODE:
      s->mode = g_value_get_enum (value);
      break;
    case PROP_SLIDE:
      s->slide = g_value_get_enum (value);
      break;
    case PROP_TIME_SPAN:
      s->time_span = g_value_get_uint64 (value);
      break;
    case PROP_FREQUENCY_SCALE:
      s->frequency_scale = g_value_get_enum (value);
      break;
    case PROP_MIN_FREQUENCY:
      s->min_frequency = g_value_get_double (value);
      break;
    case PROP_MAX_FREQUENCY:
      s->max_frequency = g_value_get_double (value);
      break;
    case PROP_FLOOR:
      s->floor = g_value_get_double (value);
      break;
    case PROP_RANGE:
      s->range = g_value_get_double (value);
      break;
    case PROP_COLOR_MAP:
      s->color_map = g_value_get_enum (value);
      break;
    case PROP_REDUCTION:
      s->reduction = g_value_get_enum (value);
      break;
    case PROP_BARS:
      s->bars = g_value_get_uint (value);
      break;
    case PROP_FALL:
      s->fall = g_value_get_double (value);
      break;
    case PROP_PEAK_HOLD:
      s->peak_hold = g_value_get_uint64 (value);
      break;
    case PROP_AXES:
      s->axes = g_value_get_boolean (value);
      break;
    case PROP_LEGEND:
      s->legend = g_value_get_boolean (value);
      break;
    case PROP_QOS:
      s->qos = g_value_get_boolean (value);
      break;
    default:
      return gst_cl_audio_fft_settings_set (&s->audio, id, value);
  }
  return TRUE;
}

gboolean
gst_cl_spectrogram_settings_get (const GstClSpectrogramSettings * s, guint id,
    GValue * value)
{
  switch (id) {
    case PROP_MODE:
      g_value_set_enum (value, s->mode);
      break;
    case PROP_SLIDE:
      g_value_set_enum (value, s->slide);
      break;
    case PROP_TIME_SPAN:
      g_value_set_uint64 (value, s->time_span);
      break;
    case PROP_FREQUENCY_SCALE:
      g_value_set_enum (value, s->frequency_scale);
      break;
    case PROP_MIN_FREQUENCY:
      g_value_set_double (value, s->min_frequency);
      break;
    case PROP_MAX_FREQUENCY:
      g_value_set_double (value, s->max_frequency);
      break;
    case PROP_FLOOR:
      g_value_set_double (value, s->floor);
      break;
    case PROP_RANGE:
      g_value_set_double (value, s->range);
      break;
    case PROP_COLOR_MAP:
      g_value_set_enum (value, s->color_map);
      break;
    case PROP_REDUCTION:
      g_value_set_enum (value, s->reduction);
      break;
    case PROP_BARS:
      g_value_set_uint (value, s->bars);
      break;
    case PROP_FALL:
      g_value_set_double (value, s->fall);
      break;
    case PROP_PEAK_HOLD:
      g_value_set_uint64 (value, s->peak_hold);
      break;
    case PROP_AXES:
      g_value_set_boolean (value, s->axes);
      break;
    case PROP_LEGEND:
      g_value_set_boolean (value, s->legend);
      break;
    case PROP_QOS:
      g_value_set_boolean (value, s->qos);
      break;
    default:
      return gst_cl_audio_fft_settings_get (&s->audio, id, value);
  }
  return TRUE;
}

/* ---- rules ---- */

static gboolean
check_time (const gchar * name, GstClockTime value, GstClockTime most,
    GError ** error)
{
  if (value <= most)
    return TRUE;
  gst_cl_set_settings_error (error, "%s is %" G_GUINT64_FORMAT ", but must be "
      "0 to %" G_GUINT64_FORMAT " (nanoseconds)", name, value, most);
  return FALSE;
}

/* Refuses NaN too. */
static gboolean
check_double (const gchar * name, gdouble value, gdouble lowest,
    gdouble highest, GError ** error)
{
  if (value >= lowest && value <= highest)
    return TRUE;
  gst_cl_set_settings_error (error, "%s is %g, but must be %g to %g", name,
      value, lowest, highest);
  return FALSE;
}

gboolean
gst_cl_spectrogram_settings_check (const GstClSpectrogramSettings * s,
    GError ** error)
{
  if (!gst_cl_audio_fft_settings_check (&s->audio, error)
      || !check_time ("time-span", s->time_span, MAX_TIME_SPAN, error)
      || !check_time ("peak-hold", s->peak_hold, MAX_PEAK_HOLD, error)
      || !check_double ("floor", s->floor, -MAX_FLOOR, MAX_FLOOR, error)
      || !check_double ("range", s->range, MIN_RANGE, MAX_RANGE, error)
      || !check_double ("fall", s->fall, 0, MAX_FALL, error))
    return FALSE;
  if (!isfinite (s->min_frequency) || !isfinite (s->max_frequency)) {
    gst_cl_set_settings_error (error, "%s is %g, but must be a number of hertz",
        isfinite (s->max_frequency) ? "min-frequency" : "max-frequency",
        isfinite (s->max_frequency) ? s->min_frequency : s->max_frequency);
    return FALSE;
  }
  if (s->bars > MAX_BARS) {
    gst_cl_set_settings_error (error, "bars is %u, but must be 0 to %d",
        s->bars, MAX_BARS);
    return FALSE;
  }
  return TRUE;
}

gboolean
gst_cl_spectrogram_settings_is_whole (const GstClSpectrogramSettings * s)
{
  return s->mode == GST_CL_SPECTROGRAM_MODE_WATERFALL
      && s->slide == GST_CL_SPECTROGRAM_SLIDE_WHOLE;
}

gboolean
gst_cl_spectrogram_settings_transforms_differ (const GstClSpectrogramSettings *
    a, const GstClSpectrogramSettings * b)
{
  return gst_cl_audio_fft_settings_differ (&a->audio, &b->audio);
}

gboolean
gst_cl_spectrogram_settings_picture_differs (const GstClSpectrogramSettings * a,
    const GstClSpectrogramSettings * b)
{
  return a->mode != b->mode || a->slide != b->slide
      || a->time_span != b->time_span
      || a->frequency_scale != b->frequency_scale
      || a->min_frequency != b->min_frequency
      || a->max_frequency != b->max_frequency || a->color_map != b->color_map
      || a->reduction != b->reduction || a->bars != b->bars
      || a->fall != b->fall || a->peak_hold != b->peak_hold
      || a->axes != b->axes || a->legend != b->legend;
}

gboolean
gst_cl_spectrogram_settings_decor_differs (const GstClSpectrogramSettings * a,
    const GstClSpectrogramSettings * b)
{
  return a->floor != b->floor || a->range != b->range;
}
