/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* settings.c: the table of clspectrum's properties, and the rules between
   them. */
#include "settings.h"

#include <math.h>
#include "element/enums.h"
#include "element/fit/request.h"
#include "opencl/error.h"

/* of `spectrum` */
#define MIN_BANDS 2
#define MAX_BANDS 1073741824
#define DEFAULT_BANDS 128
#define DEFAULT_INTERVAL (GST_SECOND / 10)
#define DEFAULT_THRESHOLD (-60)

/* bands whose transform is the longest that there is */
#define MAX_LEGAL_BANDS (GST_FOURIER_MAX_LENGTH / 2 + 1)

/* *INDENT-OFF* */
GST_CL_DEFINE_ENUM (gst_cl_spectrum_message_format, "GstClSpectrumMessageFormat",
    {GST_CL_SPECTRUM_MESSAGE_FORMAT_LIST,
          "List of floats; with multi-channel an array of arrays", "list"},
    {GST_CL_SPECTRUM_MESSAGE_FORMAT_ARRAY,
          "Array of floats; with multi-channel an array of arrays", "array"},
    {GST_CL_SPECTRUM_MESSAGE_FORMAT_BYTES,
          "GBytes of floats, channel after channel", "bytes"})

GST_CL_DEFINE_ENUM (gst_cl_spectrum_averaging, "GstClSpectrumAveraging",
    {GST_CL_LEVELS_METHOD_DB_MEAN,
          "Mean of decibels, each raised to the threshold", "db-mean"},
    {GST_CL_LEVELS_METHOD_POWER_MEAN, "Decibels of the mean power", "mean"},
    {GST_CL_LEVELS_METHOD_MAX, "Largest of the interval", "max-hold"},
    {GST_CL_LEVELS_METHOD_MIN, "Smallest of the interval", "min-hold"})
/* *INDENT-ON* */

#define AT(member) G_STRUCT_OFFSET (GstClSpectrumSettings, member)
#define LIGHT GST_CL_PROPERTY_LIGHT

/* *INDENT-OFF* */
const GstClProperty gst_cl_spectrum_properties[] = {
  /* of `spectrum` */
  {"bands", "Bands",
    "Number of frequency bands, the bins of a transform of 2 * bands - 2 "
    "samples; the range is that of spectrum, of which 33554433 and what the "
    "device can hold are the most",
    GST_CL_KIND_UINT, AT (bands), DEFAULT_BANDS,
    .low = MIN_BANDS, .high = MAX_BANDS},
  {"interval", "Interval", "Nanoseconds from message to message",
    GST_CL_KIND_UINT64, AT (interval), DEFAULT_INTERVAL,
    .low = 1, .high = G_MAXUINT64},
  {"threshold", "Threshold", "Lower levels are raised to this, in decibels",
    GST_CL_KIND_INT, AT (threshold), DEFAULT_THRESHOLD, .marks = LIGHT,
    .low = G_MININT},
  {"post-messages", "Post messages",
    "Post a `spectrum` element message for each interval",
    GST_CL_KIND_BOOLEAN, AT (post_messages), TRUE, .marks = LIGHT},
  {"message-magnitude", "Magnitude",
    "Add the field `magnitude`, in decibels, to messages",
    GST_CL_KIND_BOOLEAN, AT (message_magnitude), TRUE, .marks = LIGHT},
  {"message-phase", "Phase", "Add the field `phase`, in radians, to messages",
    GST_CL_KIND_BOOLEAN, AT (message_phase), FALSE, .marks = LIGHT},
  {"multi-channel", "Multichannel results",
    "Give a result for each channel instead of one for their mean",
    GST_CL_KIND_BOOLEAN, AT (multi_channel), FALSE},
  {"qos", "Quality of service",
    "Drop buffers that would come too late downstream",
    GST_CL_KIND_BOOLEAN, AT (qos), FALSE, .marks = LIGHT},
  /* extras */
  {"window", "Window",
    "Window function, periodic; hamming-exact is that of spectrum",
    GST_CL_KIND_ENUM, AT (window), CLFFT_WINDOW_HAMMING_EXACT,
    gst_cl_window_get_type},
  {"overlap", "Overlap",
    "Share of a transform's samples that the next one of the interval reads "
    "too; spectrum has 0",
    GST_CL_KIND_DOUBLE, AT (overlap), 0, .most = GST_CL_BELOW_ONE},
  {"scaling", "Scaling",
    "What 0 dB is: amplitude a sine of full scale, power a mean square of 1, "
    "psd that per hertz, none |X| of 1; legacy |X| of 2 * bands - 2, as "
    "spectrum",
    GST_CL_KIND_ENUM, AT (scaling), GST_FOURIER_SCALING_LEGACY,
    gst_fourier_scaling_get_type},
  {"averaging", "Averaging",
    "How the transforms of an interval become one result; db-mean is as "
    "spectrum",
    GST_CL_KIND_ENUM, AT (averaging), GST_CL_LEVELS_METHOD_DB_MEAN,
    gst_cl_spectrum_averaging_get_type},
  GST_CL_PROPERTY_CALIBRATION (AT (calibration)),
  {"message-format", "Message format",
    "How numbers are stored in messages; list is as spectrum",
    GST_CL_KIND_ENUM, AT (message_format), GST_CL_SPECTRUM_MESSAGE_FORMAT_LIST,
    gst_cl_spectrum_message_format_get_type, .marks = LIGHT},
};
/* *INDENT-ON* */

const guint gst_cl_spectrum_n_properties =
    G_N_ELEMENTS (gst_cl_spectrum_properties);

gboolean
gst_cl_spectrum_settings_check (gconstpointer settings, GError ** error)
{
  const GstClSpectrumSettings *s = settings;

  if (s->bands <= MAX_LEGAL_BANDS)
    return TRUE;
  return gst_cl_set_property_error (error, "bands", "is %u, but must be %d to "
      "%d", s->bands, MIN_BANDS, MAX_LEGAL_BANDS);
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
