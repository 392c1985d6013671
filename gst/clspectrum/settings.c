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

#define MIN_SIZE 2
#define MAX_FREQUENCY (G_MAXINT / 2 + 1)

/* A transform of bands that are not the bins lasts 1/3 second or up to twice as
   long: third octaves are as wide as a bin from 12.5 Hz on, and four bins wide
   from 50 Hz on. */
#define TRANSFORMS_PER_SECOND 3

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

GST_CL_DEFINE_ENUM (gst_cl_spectrum_band_scale, "GstClSpectrumBandScale",
    {CLFFT_BAND_SCALE_BINS, "The bins of the transform", "linear"},
    {CLFFT_BAND_SCALE_LOG, "Equal ratios of frequency", "log"},
    {CLFFT_BAND_SCALE_OCTAVE, "Octaves of IEC 61260-1", "octave"},
    {CLFFT_BAND_SCALE_THIRD_OCTAVE, "Third octaves of IEC 61260-1",
        "third-octave"},
    {CLFFT_BAND_SCALE_MEL, "Mel, triangles", "mel"})
/* *INDENT-ON* */

#define AT(member) G_STRUCT_OFFSET (GstClSpectrumSettings, member)
#define LIGHT GST_CL_PROPERTY_LIGHT
#define STREAM GST_CL_PROPERTY_STREAM

/* *INDENT-OFF* */
const GstClProperty gst_cl_spectrum_properties[] = {
  /* of `spectrum` */
  {"bands", "Bands",
    "Number of frequency bands; of band-scale=linear the bins of a transform of "
    "2 * bands - 2 samples, of which 33554433 and what the device can hold are "
    "the most; octaves have their own number",
    GST_CL_KIND_UINT, AT (bands), DEFAULT_BANDS, .marks = STREAM,
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
  {"band-scale", "Band scale",
    "How bands divide the frequencies; linear is as spectrum",
    GST_CL_KIND_ENUM, AT (band_scale), CLFFT_BAND_SCALE_BINS,
    gst_cl_spectrum_band_scale_get_type, .marks = STREAM},
  {"band-low", "Lowest frequency of bands",
    "Where bands begin in hertz, but for band-scale=linear; octaves with the "
    "band that holds it; 0: where their scale does",
    GST_CL_KIND_DOUBLE, AT (band_low), 0, .marks = STREAM,
    .most = MAX_FREQUENCY},
  {"band-high", "Highest frequency of bands",
    "Where bands end in hertz, but for band-scale=linear; octaves with the band "
    "that holds it; 0: at half the rate",
    GST_CL_KIND_DOUBLE, AT (band_high), 0, .marks = STREAM,
    .most = MAX_FREQUENCY},
  {"size", "Size",
    "Samples of a transform, but for band-scale=linear; 0: the power of two that "
    "lasts 1/3 second or longer",
    GST_CL_KIND_UINT, AT (size), 0, .high = GST_FOURIER_MAX_LENGTH},
  {"distortion", "Distortion",
    "Add frequency, level, thd, thd-plus-noise, sinad, snr and sfdr of the "
    "largest tone to messages",
    GST_CL_KIND_BOOLEAN, AT (distortion), FALSE},
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
  GST_CL_PROPERTY_CALIBRATION (AT (calibration), 0),
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

  if (s->band_scale == CLFFT_BAND_SCALE_BINS)
    return s->bands <= MAX_LEGAL_BANDS || gst_cl_set_property_error (error,
        "bands", "is %u, but must be %d to %d", s->bands, MIN_BANDS,
        MAX_LEGAL_BANDS);
  if (s->size != 0 && s->size < MIN_SIZE)
    return gst_cl_set_property_error (error, "size", "is %u, but must be 0 or %d "
        "to %d", s->size, MIN_SIZE, GST_FOURIER_MAX_LENGTH);
  if (s->band_high != 0 && s->band_low >= s->band_high)
    return gst_cl_set_property_error (error, "band-low", "is %.9g, but must be "
        "below band-high, which is %.9g", s->band_low, s->band_high);
  if (s->message_phase)
    return gst_cl_set_property_error (error, "message-phase", "is TRUE, but with "
        "band-scale=%s must be FALSE: only bins have a phase",
        gst_cl_enum_nick (GST_TYPE_CL_SPECTRUM_BAND_SCALE, s->band_scale));
  return TRUE;
}

guint
gst_cl_spectrum_settings_get_length (const GstClSpectrumSettings * settings,
    guint rate)
{
  guint length = MIN_SIZE;

  if (settings->band_scale == CLFFT_BAND_SCALE_BINS)
    return 2 * settings->bands - 2;
  if (settings->size > 0)
    return settings->size;
  while (length < rate / TRANSFORMS_PER_SECOND
      && length < GST_FOURIER_MAX_LENGTH)
    length *= 2;
  return length;
}

guint
gst_cl_spectrum_settings_get_hop (const GstClSpectrumSettings * settings,
    guint length)
{
  return (guint) MAX (1, round (length * (1 - settings->overlap)));
}
