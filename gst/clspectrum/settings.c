/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * settings.c: properties of clspectrum and their rules.
 */
#include "settings.h"

#include <math.h>
#include "opencl/error.h"
#include "element/enums.h"

enum
{
  PROP_0,
  PROP_BANDS,
  PROP_INTERVAL,
  PROP_THRESHOLD,
  PROP_POST_MESSAGES,
  PROP_MESSAGE_MAGNITUDE,
  PROP_MESSAGE_PHASE,
  PROP_MULTI_CHANNEL,
  PROP_WINDOW,
  PROP_OVERLAP,
  PROP_SCALING,
  PROP_AVERAGING,
  PROP_MESSAGE_FORMAT,
};

G_STATIC_ASSERT (PROP_MESSAGE_FORMAT + 1 == GST_CL_SPECTRUM_N_SETTINGS);

/* of `spectrum` */
#define MIN_BANDS 2
#define MAX_BANDS 1073741824
#define DEFAULT_BANDS 128
#define DEFAULT_INTERVAL (GST_SECOND / 10)
#define DEFAULT_THRESHOLD (-60)

/* bands whose transform is the longest that there is */
#define MAX_LEGAL_BANDS (GST_FOURIER_MAX_LENGTH / 2 + 1)

GType
gst_cl_spectrum_message_format_get_type (void)
{
  static gsize id;
  static const GEnumValue values[] = {
    {GST_CL_SPECTRUM_MESSAGE_FORMAT_LIST,
          "List of floats; with multi-channel an array of arrays", "list"},
    {GST_CL_SPECTRUM_MESSAGE_FORMAT_ARRAY,
          "Array of floats; with multi-channel an array of arrays", "array"},
    {GST_CL_SPECTRUM_MESSAGE_FORMAT_BYTES,
          "GBytes of floats, channel after channel", "bytes"},
    {0, NULL, NULL}
  };

  return gst_cl_register_enum (&id, "GstClSpectrumMessageFormat", values);
}

GType
gst_cl_spectrum_averaging_get_type (void)
{
  static gsize id;
  static const GEnumValue values[] = {
    {GST_CL_LEVELS_METHOD_DB_MEAN,
          "Mean of decibels, each raised to the threshold", "db-mean"},
    {GST_CL_LEVELS_METHOD_POWER_MEAN, "Decibels of the mean power", "mean"},
    {GST_CL_LEVELS_METHOD_MAX, "Largest of the interval", "max-hold"},
    {GST_CL_LEVELS_METHOD_MIN, "Smallest of the interval", "min-hold"},
    {0, NULL, NULL}
  };

  return gst_cl_register_enum (&id, "GstClSpectrumAveraging", values);
}

void
gst_cl_spectrum_settings_init (GstClSpectrumSettings * settings)
{
  static const GstClSpectrumSettings standard = {
    .bands = DEFAULT_BANDS,
    .interval = DEFAULT_INTERVAL,
    .threshold = DEFAULT_THRESHOLD,
    .post_messages = TRUE,
    .message_magnitude = TRUE,
    .window = CLFFT_WINDOW_HAMMING_EXACT,
    .scaling = GST_FOURIER_SCALING_LEGACY,
    .averaging = GST_CL_LEVELS_METHOD_DB_MEAN,
    .message_format = GST_CL_SPECTRUM_MESSAGE_FORMAT_LIST,
  };

  *settings = standard;
}

#define LIVE \
    (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING)

static void
install_originals (GObjectClass * klass)
{
  g_object_class_install_property (klass, PROP_BANDS,
      g_param_spec_uint ("bands", "Bands",
          "Number of frequency bands, the bins of a transform of 2 * bands - 2 "
          "samples; 2 to 33554433 and what the device can hold (default 128)",
          MIN_BANDS, MAX_BANDS, DEFAULT_BANDS, LIVE));
  g_object_class_install_property (klass, PROP_INTERVAL,
      g_param_spec_uint64 ("interval", "Interval",
          "Nanoseconds from message to message, 1 to 18446744073709551615 "
          "(default 100000000)", 1, G_MAXUINT64, DEFAULT_INTERVAL, LIVE));
  g_object_class_install_property (klass, PROP_THRESHOLD,
      g_param_spec_int ("threshold", "Threshold",
          "Lower levels are raised to this, in decibels, -2147483648 to 0 "
          "(default -60)", G_MININT, 0, DEFAULT_THRESHOLD, LIVE));
  g_object_class_install_property (klass, PROP_POST_MESSAGES,
      g_param_spec_boolean ("post-messages", "Post messages",
          "Post a `spectrum` element message for each interval (default true)",
          TRUE, LIVE));
  g_object_class_install_property (klass, PROP_MESSAGE_MAGNITUDE,
      g_param_spec_boolean ("message-magnitude", "Magnitude",
          "Add the field `magnitude`, in decibels, to messages (default true)",
          TRUE, LIVE));
  g_object_class_install_property (klass, PROP_MESSAGE_PHASE,
      g_param_spec_boolean ("message-phase", "Phase",
          "Add the field `phase`, in radians, to messages (default false)",
          FALSE, LIVE));
  g_object_class_install_property (klass, PROP_MULTI_CHANNEL,
      g_param_spec_boolean ("multi-channel", "Multichannel results",
          "Give a result for each channel instead of one for their mean "
          "(default false)", FALSE, LIVE));
}

static void
install_extras (GObjectClass * klass)
{
  g_object_class_install_property (klass, PROP_WINDOW,
      g_param_spec_enum ("window", "Window",
          "Window function, periodic (default hamming-exact, as spectrum)",
          GST_TYPE_CL_WINDOW, CLFFT_WINDOW_HAMMING_EXACT, LIVE));
  /* lax: infinity and NaN are refused by the check instead of dropped */
  g_object_class_install_property (klass, PROP_OVERLAP,
      g_param_spec_double ("overlap", "Overlap",
          "Share of a transform's samples that the next one of the interval "
          "reads too, 0 to below 1 (default 0, as spectrum)",
          -G_MAXDOUBLE, G_MAXDOUBLE, 0, LIVE | G_PARAM_LAX_VALIDATION));
  g_object_class_install_property (klass, PROP_SCALING,
      g_param_spec_enum ("scaling", "Scaling",
          "What 0 dB is: amplitude a sine of full scale, power a mean square "
          "of 1, psd that per hertz, none |X| of 1; legacy |X| of "
          "2 * bands - 2, as spectrum (default legacy)",
          GST_TYPE_FOURIER_SCALING, GST_FOURIER_SCALING_LEGACY, LIVE));
  g_object_class_install_property (klass, PROP_AVERAGING,
      g_param_spec_enum ("averaging", "Averaging",
          "How the transforms of an interval become one result (default "
          "db-mean, as spectrum)", GST_TYPE_CL_SPECTRUM_AVERAGING,
          GST_CL_LEVELS_METHOD_DB_MEAN, LIVE));
  g_object_class_install_property (klass, PROP_MESSAGE_FORMAT,
      g_param_spec_enum ("message-format", "Message format",
          "How numbers are stored in messages (default list, as spectrum)",
          GST_TYPE_CL_SPECTRUM_MESSAGE_FORMAT,
          GST_CL_SPECTRUM_MESSAGE_FORMAT_LIST, LIVE));
}

void
gst_cl_spectrum_settings_install (GObjectClass * klass)
{
  install_originals (klass);
  install_extras (klass);
}

gboolean
gst_cl_spectrum_settings_set (GstClSpectrumSettings * settings, guint id,
    const GValue * value)
{
  switch (id) {
    case PROP_BANDS:
      settings->bands = g_value_get_uint (value);
      return TRUE;
    case PROP_INTERVAL:
      settings->interval = g_value_get_uint64 (value);
      return TRUE;
    case PROP_THRESHOLD:
      settings->threshold = g_value_get_int (value);
      return TRUE;
    case PROP_POST_MESSAGES:
      settings->post_messages = g_value_get_boolean (value);
      return TRUE;
    case PROP_MESSAGE_MAGNITUDE:
      settings->message_magnitude = g_value_get_boolean (value);
      return TRUE;
    case PROP_MESSAGE_PHASE:
      settings->message_phase = g_value_get_boolean (value);
      return TRUE;
    case PROP_MULTI_CHANNEL:
      settings->multi_channel = g_value_get_boolean (value);
      return TRUE;
    case PROP_WINDOW:
      settings->window = g_value_get_enum (value);
      return TRUE;
    case PROP_OVERLAP:
      settings->overlap = g_value_get_double (value);
      return TRUE;
    case PROP_SCALING:
      settings->scaling = g_value_get_enum (value);
      return TRUE;
    case PROP_AVERAGING:
      settings->averaging = g_value_get_enum (value);
      return TRUE;
    case PROP_MESSAGE_FORMAT:
      settings->message_format = g_value_get_enum (value);
      return TRUE;
    default:
      return FALSE;
  }
}

gboolean
gst_cl_spectrum_settings_get (const GstClSpectrumSettings * settings,
    guint id, GValue * value)
{
  switch (id) {
    case PROP_BANDS:
      g_value_set_uint (value, settings->bands);
      return TRUE;
    case PROP_INTERVAL:
      g_value_set_uint64 (value, settings->interval);
      return TRUE;
    case PROP_THRESHOLD:
      g_value_set_int (value, settings->threshold);
      return TRUE;
    case PROP_POST_MESSAGES:
      g_value_set_boolean (value, settings->post_messages);
      return TRUE;
    case PROP_MESSAGE_MAGNITUDE:
      g_value_set_boolean (value, settings->message_magnitude);
      return TRUE;
    case PROP_MESSAGE_PHASE:
      g_value_set_boolean (value, settings->message_phase);
      return TRUE;
    case PROP_MULTI_CHANNEL:
      g_value_set_boolean (value, settings->multi_channel);
      return TRUE;
    case PROP_WINDOW:
      g_value_set_enum (value, settings->window);
      return TRUE;
    case PROP_OVERLAP:
      g_value_set_double (value, settings->overlap);
      return TRUE;
    case PROP_SCALING:
      g_value_set_enum (value, settings->scaling);
      return TRUE;
    case PROP_AVERAGING:
      g_value_set_enum (value, settings->averaging);
      return TRUE;
    case PROP_MESSAGE_FORMAT:
      g_value_set_enum (value, settings->message_format);
      return TRUE;
    default:
      return FALSE;
  }
}

gboolean
gst_cl_spectrum_settings_check (const GstClSpectrumSettings * settings,
    GError ** error)
{
  if (settings->bands < MIN_BANDS || settings->bands > MAX_LEGAL_BANDS) {
    gst_cl_set_settings_error (error, "bands is %u, but must be %d to %d",
        settings->bands, MIN_BANDS, MAX_LEGAL_BANDS);
    return FALSE;
  }
  if (!(settings->overlap >= 0 && settings->overlap < 1)) {
    gst_cl_set_settings_error (error, "overlap is %g, but must be 0 or above "
        "and below 1", settings->overlap);
    return FALSE;
  }
  return TRUE;
}

gboolean
gst_cl_spectrum_settings_differ (const GstClSpectrumSettings * a,
    const GstClSpectrumSettings * b)
{
  return a->bands != b->bands || a->interval != b->interval
      || a->multi_channel != b->multi_channel || a->window != b->window
      || a->overlap != b->overlap || a->scaling != b->scaling
      || a->averaging != b->averaging;
}

guint
gst_cl_spectrum_settings_get_length (const GstClSpectrumSettings * settings)
{
  return 2 * settings->bands - 2;
}

guint
gst_cl_spectrum_settings_get_hop (const GstClSpectrumSettings * settings)
{
  guint length = gst_cl_spectrum_settings_get_length (settings);

  return (guint) MAX (1, round (length * (1 - settings->overlap)));
}
