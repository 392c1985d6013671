/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* front-end.c: the properties of front ends, and what follows from them. */
#include "front-end.h"

#include <math.h>
#include <string.h>
#include "element/enums.h"
#include "element/fit/request.h"
#include "element/spectra/spectra.h"
#include "opencl/error.h"
#include "presets.h"

#define SPECTRA_ONLY GST_CL_STFT_SPECTRA_ONLY
#define STREAM GST_CL_PROPERTY_STREAM

#define AT(member) G_STRUCT_OFFSET (GstClStftSettings, member)
#define SET(index) (AT (set) + 16 + (index))

#define MAX_BUFFER_HOP 65536
#define MAX_TOP 999

/* The mean, and twice the deviation, of AudioSet as AST's extractor has them. */
#define AST_MEAN -4.2677393
#define AST_DEVIATIONS (2 * 4.5689974)

/* What a deviation is never divided by less than: NeMo's CONSTANT. */
#define EPSILON 1e-5

/* *INDENT-OFF* */
GST_CL_DEFINE_ENUM (gst_cl_stft_emphasis_mode, "GstClStftEmphasisMode",
    {GST_CL_STFT_EMPHASIS_STREAM, "That of the stream; detrend follows",
        "stream"},
    {GST_CL_STFT_EMPHASIS_FRAME,
        "The first itself, after detrend, as in Kaldi", "frame"})

const GstClProperty gst_cl_stft_front_end_properties[] = {
  {"preset", "Preset",
    "Front end of a model: each property that was not set has its value",
    GST_CL_KIND_ENUM, AT (preset), GST_CL_STFT_PRESET_NONE,
    gst_cl_stft_preset_get_type,
    .marks = STREAM},
  {"mel-scale", "Mel scale",
    "Scale of band-scale=mel; triangles are straight in hertz, those of kaldi "
    "in mel",
    GST_CL_KIND_ENUM, AT (mel_scale), CLFFT_MEL_SCALE_HTK,
    gst_cl_mel_scale_get_type, .set = SET (0)},
  {"mel-norm", "Mel norm",
    "Height of the triangles of band-scale=mel: peaks of 1 (none), or areas "
    "of 1 (slaney)",
    GST_CL_KIND_ENUM, AT (mel_norm), CLFFT_MEL_NORM_NONE,
    gst_cl_mel_norm_get_type, .set = SET (1)},
  {"band-sum", "Band sum",
    "What is added up in a band: power, divided by the noise bandwidth of the "
    "window (level) or as it is, or magnitude",
    GST_CL_KIND_ENUM, AT (band_sum), GST_FOURIER_BAND_SUM_LEVEL,
    gst_fourier_band_sum_get_type, .set = SET (2)},
  {"log-offset", "Logarithm offset",
    "What is added before the logarithm of quantity log and log10",
    GST_CL_KIND_DOUBLE, AT (log_offset), 0, .most = 1, .set = SET (3)},
  {"top-db", "Top dB",
    "Values that lie more decibels than this below the largest of their "
    "channel and buffer are raised to that, to thousandths; 0: none are",
    GST_CL_KIND_DOUBLE, AT (top_db), 0, .most = MAX_TOP, .set = SET (4)},
  {"normalize", "Normalize",
    "What is done with the values of a buffer at last: per-band takes from "
    "each band its mean and divides by its deviation, whisper gives (x + 4) / "
    "4, ast (x + 4.2677393) / 9.1379948",
    GST_CL_KIND_ENUM, AT (normalize), GST_FOURIER_NORMALIZE_NONE,
    gst_fourier_normalize_get_type, .set = SET (5)},
  {"pre-emphasis", "Pre-emphasis",
    "Share of the sample before that is taken from each sample, to "
    "thousandths",
    GST_CL_KIND_DOUBLE, AT (pre_emphasis), 0, .most = 1, .set = SET (6)},
  {"pre-emphasis-mode", "Pre-emphasis mode",
    "Which sample is before the first of a frame",
    GST_CL_KIND_ENUM, AT (pre_emphasis_mode), GST_CL_STFT_EMPHASIS_STREAM,
    gst_cl_stft_emphasis_mode_get_type, .set = SET (10)},
  {"buffer-hop", "Buffer hop",
    "Frames from the first of a buffer to the first of the next, at most "
    "frames-per-buffer; 0: frames-per-buffer",
    GST_CL_KIND_UINT, AT (buffer_hop), 0, .high = MAX_BUFFER_HOP,
    .set = SET (7)},
  {"whole-buffers", "Whole buffers",
    "The last buffer is filled up with frames of silence, not shorter than "
    "the others",
    GST_CL_KIND_BOOLEAN, AT (whole_buffers), FALSE, .set = SET (8)},
  {"last-frame", "Last frame",
    "Which frame is the last one at the end; what it lacks is silence",
    GST_CL_KIND_ENUM, AT (last_frame), GST_CL_LAST_FRAME_BEGUN,
    gst_cl_last_frame_get_type, .set = SET (9)},
};
/* *INDENT-ON* */

const guint gst_cl_stft_n_front_end_properties =
    G_N_ELEMENTS (gst_cl_stft_front_end_properties);

/* ---- rules ---- */

static gboolean
is_logarithm (GstFourierQuantity quantity)
{
  return quantity == GST_FOURIER_QUANTITY_LOG
      || quantity == GST_FOURIER_QUANTITY_LOG10;
}

static gboolean
is_normalized (GstFourierNormalize normalize)
{
  return normalize == GST_FOURIER_NORMALIZE_PER_BAND;
}

gboolean
gst_cl_stft_front_end_fills (GstFourierNormalize normalize)
{
  return is_normalized (normalize) || normalize == GST_FOURIER_NORMALIZE_AST;
}

static gboolean
check_values (const GstClStftSettings * s, GError ** error)
{
  if (s->top_db > 0 && is_normalized (s->normalize))
    return gst_cl_set_property_error (error, "top-db", "is %g, but with "
        "normalize=per-band must be 0", s->top_db);
  return TRUE;
}

static gboolean
check_buffers (const GstClStftSettings * s, GError ** error)
{
  const gchar *what = s->top_db > 0 ? "top-db"
      : is_normalized (s->normalize) ? "normalize=per-band"
      : s->whole_buffers ? "whole-buffers" : NULL;

  if (what && s->frames_per_buffer == 0)
    return gst_cl_set_property_error (error, "frames-per-buffer", "is 0, but "
        "with %s must be at least 1: the frames that it looks at", what);
  if (s->buffer_hop > s->frames_per_buffer)
    return gst_cl_set_property_error (error, "buffer-hop", "is %u, but must be "
        "0 to frames-per-buffer (%u)", s->buffer_hop, s->frames_per_buffer);
  if (s->buffer_hop > 0 && s->averaging != GST_FOURIER_AVERAGING_NONE)
    return gst_cl_set_property_error (error, "buffer-hop", "is %u, but with "
        "averaging must be 0", s->buffer_hop);
  return TRUE;
}

static gboolean
check_pre_emphasis (const GstClStftSettings * s, GError ** error)
{
  gboolean of_stream = s->pre_emphasis_mode == GST_CL_STFT_EMPHASIS_STREAM;
  const gchar *what = s->iq ? "iq"
      : of_stream && s->center && s->pad_mode != GST_CL_PAD_MODE_CONSTANT
      ? "a pad-mode that is not constant"
      : of_stream && gst_cl_stft_settings_get_hop (s) > s->size
      ? "a hop above size" : NULL;

  if (s->pre_emphasis == 0 || !what)
    return TRUE;
  return gst_cl_set_property_error (error, "pre-emphasis", "is %g, but with "
      "%s must be 0", s->pre_emphasis, what);
}

gboolean
gst_cl_stft_front_end_check (const GstClStftSettings * settings,
    GError ** error)
{
  return check_values (settings, error) && check_buffers (settings, error)
      && check_pre_emphasis (settings, error);
}

/* ---- the stream ---- */

static gdouble
round_thousandths (gdouble value)
{
  return round (value * 1000) / 1000;
}

void
gst_cl_stft_front_end_describe (const GstClStftSettings * s,
    GstFourierInfo * info)
{
  /* the scales with peaks of 1, then those with areas of 1 */
  info->mel = (GstFourierMel) (s->mel_norm * GST_FOURIER_MEL_HTK_AREA
      + s->mel_scale);
  info->band_sum = s->band_sum;
  info->log_offset = s->log_offset;
  info->top_db = round_thousandths (s->top_db);
  info->normalize = s->normalize;
  info->pre_emphasis = round_thousandths (s->pre_emphasis);
}

static gboolean
is_of_magnitude (const GstFourierInfo * info)
{
  return info->band_scale != GST_FOURIER_BAND_SCALE_NONE
      && info->band_sum == GST_FOURIER_BAND_SUM_MAGNITUDE;
}

clfft_quantity
gst_cl_stft_front_end_get_quantity (const GstFourierInfo * info)
{
  if (!is_logarithm (info->quantity))
    return (clfft_quantity) info->quantity;
  return is_of_magnitude (info) ? CLFFT_QUANTITY_MAGNITUDE
      : CLFFT_QUANTITY_POWER;
}

/* Decibels in the unit of the stream's values. */
static gdouble
get_decibel (const GstFourierInfo * info)
{
  gdouble step = is_of_magnitude (info) ? 0.05 : 0.1;

  switch (info->quantity) {
    case GST_FOURIER_QUANTITY_LOG:
      return step * G_LN10;
    case GST_FOURIER_QUANTITY_LOG10:
      return step;
    default:
      return 1;
  }
}

/* FALSE: nothing is done. */
static gboolean
describe_features (const GstFourierInfo * info,
    clfft_features_desc * desc)
{
  if (!is_logarithm (info->quantity) && info->top_db == 0
      && info->normalize == GST_FOURIER_NORMALIZE_NONE)
    return FALSE;
  memset (desc, 0, sizeof *desc);
  if (is_logarithm (info->quantity)) {
    desc->logarithm = info->quantity == GST_FOURIER_QUANTITY_LOG
        ? CLFFT_LOGARITHM_NATURAL : CLFFT_LOGARITHM_DECIMAL;
    desc->offset = info->log_offset;
    /* what single precision has no number for */
    desc->least = MAX (pow (10, info->floor / (is_of_magnitude (info) ? 20
                : 10)), (gdouble) G_MINFLOAT);
  }
  desc->range = info->top_db * get_decibel (info);
  desc->per_point = is_normalized (info->normalize);
  desc->epsilon = EPSILON;
  if (info->normalize == GST_FOURIER_NORMALIZE_WHISPER) {
    desc->scale = 0.25;
    desc->shift = 1;
  } else if (info->normalize == GST_FOURIER_NORMALIZE_AST) {
    desc->scale = 1 / AST_DEVIATIONS;
    desc->shift = -AST_MEAN / AST_DEVIATIONS;
  }
  desc->channels = info->channels;
  desc->points = gst_fourier_info_get_n_points (info);
  desc->precision = gst_cl_spectra_get_precision (info);
  return TRUE;
}

gboolean
gst_cl_stft_front_end_make_features (GstClSession * session,
    const GstFourierInfo * info, clfft_features ** features, GError ** error)
{
  clfft_features_desc desc;

  if (!describe_features (info, &desc))
    return TRUE;
  desc.waiter = gst_opencl_watchdog_get_waiter (session->watchdog);
  return gst_cl_check (clfft_features_create
      (gst_opencl_context_get_clfft_device (session->context), &desc,
          features), "Could not plan the features", error);
}

gboolean
gst_cl_stft_front_end_run (GstClSession * session,
    clfft_features * features, GstOpenCLMemory * output, guint n_frames,
    guint n_empty, GError ** error)
{
  clfft_features_params params = {.n_frames = n_frames,.n_filled = n_empty };
  GstClCommand command = { .uses = {{output, GST_MAP_WRITE}} };
  clfft_status status;

  GST_CL_COMMAND_BEGIN (&command, &params);
  status = clfft_features_execute (features,
      gst_opencl_queue_get_handle (session->queue), output->handle, &params);
  return gst_cl_session_end_command (session, &command, status,
      "Could not make the features", error);
}
