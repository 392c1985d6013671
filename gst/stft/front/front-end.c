/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* front-end.c: the properties of front ends, and what follows from them. */
#include "front-end.h"

#include <math.h>
#include "element/enums.h"
#include "element/fit/request.h"
#include "opencl/error.h"
#include "presets.h"

#define SPECTRA_ONLY GST_CL_STFT_SPECTRA_ONLY
#define STREAM GST_CL_PROPERTY_STREAM

#define AT(member) G_STRUCT_OFFSET (GstClStftSettings, member)
#define SET(index) (AT (set) + 16 + (index))

#define MAX_BUFFER_HOP 65536
#define MAX_TOP 999
#define MAX_CEPSTRUM 256
#define MAX_LIFTER 999

/* *INDENT-OFF* */
GST_CL_DEFINE_ENUM (gst_cl_stft_emphasis_mode, "GstClStftEmphasisMode",
    {GST_CL_STFT_EMPHASIS_STREAM, "That of the stream; detrend follows",
        "stream"},
    {GST_CL_STFT_EMPHASIS_FRAME,
        "The first itself, after detrend, as in Kaldi", "frame"})

GST_CL_DEFINE_ENUM (gst_cl_stft_tensor_order, "GstClStftTensorOrder",
    {GST_CL_STFT_TENSOR_ORDER_FRAME_BAND, "The bands of a frame side by side",
        "frame-band"},
    {GST_CL_STFT_TENSOR_ORDER_BAND_FRAME, "The frames of a band side by side",
        "band-frame"})

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
  {"cepstrum", "Cepstrum",
    "Coefficients, of the orthonormal cosine transform (DCT-II) of the bands, "
    "that are given instead of them, at most as many; needs quantity db, log "
    "or log10; 0: the bands",
    GST_CL_KIND_UINT, AT (cepstrum), 0, .high = MAX_CEPSTRUM,
    .set = SET (11)},
  {"lifter", "Lifter",
    "Coefficient k of a cepstrum is multiplied by 1 + lifter / 2 * sin (pi * "
    "(k + lifter-from) / lifter), to thousandths; 0: none is",
    GST_CL_KIND_DOUBLE, AT (lifter), 0, .most = MAX_LIFTER, .set = SET (12)},
  {"lifter-from", "Lifter from",
    "Number of the first coefficient in the lifter: 1 in librosa, 0 in Kaldi",
    GST_CL_KIND_UINT, AT (lifter_from), 1, .high = 1, .set = SET (13)},
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
  {"tensor-order", "Tensor order",
    "Which dimension of other/tensors is the outer one, of each channel with "
    "band-frame; spectra have frames first",
    GST_CL_KIND_ENUM, AT (tensor_order), GST_CL_STFT_TENSOR_ORDER_FRAME_BAND,
    gst_cl_stft_tensor_order_get_type},
};
/* *INDENT-ON* */

const guint gst_cl_stft_n_front_end_properties =
    G_N_ELEMENTS (gst_cl_stft_front_end_properties);

/* ---- rules ---- */

gboolean
gst_cl_stft_front_end_is_logarithm (GstFourierQuantity quantity)
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
check_cepstrum (const GstClStftSettings * s, GError ** error)
{
  if (s->cepstrum > 0 && !gst_cl_stft_settings_have_bands (s))
    return gst_cl_set_property_error (error, "cepstrum", "is %u, but without "
        "bands must be 0: it is of their logarithms", s->cepstrum);
  if (s->bands > 0 && s->cepstrum > s->bands)
    return gst_cl_set_property_error (error, "cepstrum", "is %u, but must be at "
        "most the number of bands, %u", s->cepstrum, s->bands);
  if (s->cepstrum > 0 && s->bands > CLFFT_MAX_CEPSTRUM_POINTS)
    return gst_cl_set_property_error (error, "bands", "is %u, but with cepstrum "
        "must be at most %u", s->bands, CLFFT_MAX_CEPSTRUM_POINTS);
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
  return check_values (settings, error)
      && check_cepstrum (settings, error) && check_buffers (settings, error)
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
  info->lifter = round_thousandths (s->lifter);
  info->lifter_from = s->lifter_from;
  info->pre_emphasis = round_thousandths (s->pre_emphasis);
}

void
gst_cl_stft_front_end_place_cepstrum (const GstClStftSettings * s,
    GstFourierInfo * info)
{
  if (s->cepstrum == 0)
    return;
  info->cepstrum = info->bins[0];
  info->bins[0] = MIN (s->cepstrum, info->cepstrum);
}

gboolean
gst_cl_stft_front_end_is_of_magnitude (const GstFourierInfo * info)
{
  return info->band_scale != GST_FOURIER_BAND_SCALE_NONE
      && info->band_sum == GST_FOURIER_BAND_SUM_MAGNITUDE;
}

clfft_quantity
gst_cl_stft_front_end_get_quantity (const GstFourierInfo * info)
{
  if (!gst_cl_stft_front_end_is_logarithm (info->quantity))
    return (clfft_quantity) info->quantity;
  return gst_cl_stft_front_end_is_of_magnitude (info)
      ? CLFFT_QUANTITY_MAGNITUDE : CLFFT_QUANTITY_POWER;
}
