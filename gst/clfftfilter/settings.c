/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* settings.c: the table of clfftfilter's properties, and which of them tell
   where the impulse response is. */
#include "settings.h"

#include "audio/framing.h"
#include "element/enums.h"
#include "element/fit/request.h"
#include "opencl/error.h"

/* *INDENT-OFF* */
GST_CL_DEFINE_ENUM (gst_cl_ir_format, "GstClIrFormat",
    {GST_CL_IR_FORMAT_F32, "Single precision", "f32"},
    {GST_CL_IR_FORMAT_F64, "Double precision", "f64"})

GST_CL_DEFINE_ENUM (gst_cl_ir_layout, "GstClIrLayout",
    {GST_CL_IR_LAYOUT_AUTO,
        "mono of one channel, per-channel of as many as the stream has, else "
        "matrix", "auto"},
    {GST_CL_IR_LAYOUT_MONO, "One response for all channels", "mono"},
    {GST_CL_IR_LAYOUT_PER_CHANNEL, "One response for each channel",
        "per-channel"},
    {GST_CL_IR_LAYOUT_MATRIX,
        "One for each pair of channels, those of the first output first",
        "matrix"},
    {GST_CL_IR_LAYOUT_MATRIX_BY_INPUT,
        "One for each pair of channels, those of the first input first",
        "matrix-by-input"})

GST_CL_DEFINE_ENUM (gst_cl_phase, "GstClPhase",
    {GST_CL_PHASE_MINIMUM, "As early as the curve allows", "minimum"},
    {GST_CL_PHASE_LINEAR, "All frequencies equally late", "linear"})

GST_CL_DEFINE_ENUM (gst_cl_normalize, "GstClNormalize",
    {GST_CL_NORMALIZE_NONE, "As the response is", "none"},
    {GST_CL_NORMALIZE_PEAK, "The largest tap of all channels becomes 1",
        "peak"},
    {GST_CL_NORMALIZE_ENERGY,
        "The channel with the most energy gets the energy 1", "energy"})

GST_CL_DEFINE_ENUM (gst_cl_filter_delay, "GstClFilterDelay",
    {GST_CL_FILTER_DELAY_KEEP, "Part of the sound", "keep"},
    {GST_CL_FILTER_DELAY_SUBTRACT, "Taken off the times and reported as latency",
        "subtract"})

#define AT(member) G_STRUCT_OFFSET (GstClFftFilterSettings, member)
#define SOURCE (GST_CL_PROPERTY_LIGHT | GST_CL_FFT_FILTER_SOURCE \
    | GST_CL_FFT_FILTER_FILTER)
#define FILTER (GST_CL_PROPERTY_LIGHT | GST_CL_FFT_FILTER_FILTER)
#define LIGHT GST_CL_PROPERTY_LIGHT
#define STREAM GST_CL_PROPERTY_STREAM

#define MAX_CHANNELS 1048576    /* a matrix of 1024 by 1024 */
#define MAX_LATENCY 65536
#define MAX_DELAY (10 * GST_SECOND)

const GstClProperty gst_cl_fft_filter_properties[] = {
  /* in the order of GstClFftFilterSource */
  {"ir-file", "Impulse response file",
    "Path or URI of a sound file whose first stream is the impulse response, "
    "resampled to the rate of the stream; exactly one of ir-file, ir and "
    "curve-file is set",
    GST_CL_KIND_TEXT, AT (ir_file), .text = "", .marks = SOURCE},
  {"ir", "Impulse response",
    "Taps of the impulse response: numbers of ir-format in the host's byte "
    "order, one channel after another",
    GST_CL_KIND_BYTES, AT (ir), .marks = SOURCE},
  {"curve-file", "Curve file",
    "Path of an equalizer curve: GraphicEQ, ParametricEQ and Equalizer APO, "
    "text of REW, filters and coefficients of CamillaDSP",
    GST_CL_KIND_TEXT, AT (curve_file), .text = "", .marks = SOURCE | STREAM},
  {"ir-channels", "Channels of ir", "Channels that ir is divided into",
    GST_CL_KIND_UINT, AT (ir_channels), 1, .marks = SOURCE, .low = 1,
    .high = MAX_CHANNELS},
  {"ir-format", "Format of ir", "Format of the numbers in ir",
    GST_CL_KIND_ENUM, AT (ir_format), GST_CL_IR_FORMAT_F32,
    gst_cl_ir_format_get_type, .marks = SOURCE},
  {"ir-rate", "Rate of ir",
    "Sample rate of ir in hertz, from which it is resampled; 0: that of the "
    "stream",
    GST_CL_KIND_UINT, AT (ir_rate), 0, .marks = SOURCE, .high = G_MAXINT},
  {"phase", "Phase", "Phase of a curve's response",
    GST_CL_KIND_ENUM, AT (phase), GST_CL_PHASE_MINIMUM,
    gst_cl_phase_get_type, .marks = SOURCE},
  {"ir-length", "Length of a curve's response",
    "Taps that a curve becomes; 0: as many as it needs",
    GST_CL_KIND_UINT, AT (ir_length), 0, .marks = SOURCE,
    .high = GST_CL_RESPONSE_MAX_TAPS},
  {"ir-layout", "Layout of the response",
    "What the channels of the response are for",
    GST_CL_KIND_ENUM, AT (ir_layout), GST_CL_IR_LAYOUT_AUTO,
    gst_cl_ir_layout_get_type, .marks = FILTER | STREAM},
  {"normalize", "Normalization", "What the response is scaled to before gain",
    GST_CL_KIND_ENUM, AT (normalize), GST_CL_NORMALIZE_NONE,
    gst_cl_normalize_get_type, .marks = FILTER},
  {"gain", "Gain", "Gain of the filtered sound in decibels",
    GST_CL_KIND_DOUBLE, AT (gain), 0, .marks = FILTER, .least = -200,
    .most = 200},
  {"wet", "Wet", "Factor of the filtered sound",
    GST_CL_KIND_DOUBLE, AT (wet), 1, .marks = FILTER, .least = -10,
    .most = 10},
  {"dry", "Dry", "Factor of the sound that came in, which is added",
    GST_CL_KIND_DOUBLE, AT (dry), 0, .marks = FILTER, .least = -10,
    .most = 10},
  {"pre-delay", "Pre-delay",
    "Time that the filtered sound comes later, in nanoseconds",
    GST_CL_KIND_UINT64, AT (pre_delay), 0, .marks = FILTER | STREAM,
    .high = MAX_DELAY},
  {"delay", "Delay",
    "What becomes of the delay of the response itself: half its length if phase "
    "is linear, else the place of its largest tap",
    GST_CL_KIND_ENUM, AT (delay), GST_CL_FILTER_DELAY_KEEP,
    gst_cl_filter_delay_get_type, .marks = FILTER},
  {"latency-frames", "Latency",
    "Frames that the output may come later, which makes the work less",
    GST_CL_KIND_UINT, AT (latency_frames), 0, .marks = FILTER,
    .high = MAX_LATENCY},
  {"crossfade", "Cross-fade",
    "Time that a change takes while playing, in nanoseconds; 0: it is at once",
    GST_CL_KIND_UINT64, AT (crossfade), 20 * GST_MSECOND, .marks = LIGHT,
    .high = MAX_DELAY},
  {"drain-on-changes", "Drain on changes",
    "Whether the tail of the sound before it is given when the format changes",
    GST_CL_KIND_BOOLEAN, AT (drain_on_changes), TRUE, .marks = LIGHT},
  GST_CL_FRAMING_PROPERTIES (AT (alignment_threshold), AT (discont_wait)),
  GST_CL_PROPERTY_GAP_LIMIT (AT (gap_limit)),
  GST_CL_PROPERTY_EFFORT (AT (effort)),
  GST_CL_PROPERTY_SCHEDULE (AT (schedule)),
};
/* *INDENT-ON* */
const guint gst_cl_fft_filter_n_properties =
G_N_ELEMENTS (gst_cl_fft_filter_properties);

#define N_SOURCES (GST_CL_FFT_FILTER_CURVE_FILE + 1)

static gboolean
is_set (const GstClFftFilterSettings * settings, guint source)
{
  return !gst_cl_property_is_standard (&gst_cl_fft_filter_properties[source],
      settings);
}

gboolean
gst_cl_fft_filter_settings_find_source (const GstClFftFilterSettings * settings,
    const GstClFftFilterSettings * in_force, GstClFftFilterSource * source,
    GError ** error)
{
  guint i, n = 0, n_new = 0, one = 0, newest = 0;

  for (i = 0; i < N_SOURCES; i++) {
    if (!is_set (settings, i))
      continue;
    n++;
    one = i;
    if (in_force && gst_cl_property_differs (&gst_cl_fft_filter_properties[i],
            settings, in_force)) {
      n_new++;
      newest = i;
    }
  }
  if (n == 1 || (n > 1 && n_new == 1)) {
    *source = n == 1 ? one : newest;
    return TRUE;
  }
  if (n == 0)
    gst_cl_set_property_error (error, "ir-file", "is empty, and so are ir and "
        "curve-file: exactly one of them says what the sound is convolved "
        "with");
  else
    gst_cl_set_settings_error (error, "%s is set, and so is %s: exactly one of "
        "ir-file, ir and curve-file may be",
        gst_cl_fft_filter_properties[is_set (settings, 0) ? 0 : 1].name,
        gst_cl_fft_filter_properties[is_set (settings, 2) ? 2 : 1].name);
  return FALSE;
}

void
gst_cl_fft_filter_settings_keep_source (GstClFftFilterSettings * settings,
    GstClFftFilterSource source)
{
  guint i;

  for (i = 0; i < N_SOURCES; i++)
    if (i != source)
      gst_cl_property_read (&gst_cl_fft_filter_properties[i], settings, NULL);
}
