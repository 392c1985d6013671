/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fourierrules.c: the rules between the fields: which follow from others, which
 * apply to a stream at all, and which contradict each other.
 * docs/guide/stream-format.md states the same rules for readers.
 */
#include "fourier-private.h"

#include <string.h>

static gboolean
is_video (const GstFourierInfo * info)
{
  return info->source_video[0] != 0;
}

static gboolean
is_averaged (const GstFourierInfo * info)
{
  return info->averaging != GST_FOURIER_AVERAGING_NONE;
}

static gboolean
has_bands (const GstFourierInfo * info)
{
  return info->band_scale != GST_FOURIER_BAND_SCALE_NONE;
}

static gboolean
is_logarithm (const GstFourierInfo * info)
{
  return info->quantity == GST_FOURIER_QUANTITY_LOG
      || info->quantity == GST_FOURIER_QUANTITY_LOG10;
}

static gboolean
is_radial (const GstFourierInfo * info)
{
  return info->band_scale == GST_FOURIER_BAND_SCALE_RADIAL;
}

static gboolean
has_reference (const GstFourierInfo * info)
{
  return gst_fourier_quantity_has_reference (info->quantity);
}

/* ---- defaults ----------------------------------------------------------- */

/* Sets the framerate, unless no fraction can hold it. */
void
gst_fourier_resolve_framerate (GstFourierInfo * info)
{
  GstFourierSourceVideo source;
  gint fps_n, fps_d;

  if (info->hop == 0 || info->hop > G_MAXINT || info->rate > G_MAXINT)
    return;
  if (!is_video (info))
    source.fps_n = info->rate, source.fps_d = 1;
  else if (!gst_fourier_parse_source_video (info->source_video, &source))
    return;
  if (source.fps_n == 0) {
    info->fps_n = 0;
    info->fps_d = 1;
  } else if (gst_util_fraction_multiply (source.fps_n, source.fps_d, 1,
          info->hop, &fps_n, &fps_d)) {
    info->fps_n = fps_n;
    info->fps_d = fps_d;
  }
}

static guint
get_n_rings (const GstFourierInfo * info)
{
  return MAX (info->shape[0], info->shape[1]) / 2 + 1;
}

static guint
get_n_bins (const GstFourierInfo * info, guint axis)
{
  gboolean is_half = axis + 1 == info->rank
      && info->sides == GST_FOURIER_SIDES_ONE;

  if (info->quantity == GST_FOURIER_QUANTITY_DELAY)
    return 1;
  return is_half ? info->shape[axis] / 2 + 1 : info->shape[axis];
}

/* Sets the bins of an info with a shape: those that shape and sides make, or
   all rings. */
void
gst_fourier_resolve_bins (GstFourierInfo * info)
{
  guint axis;

  for (axis = 0; axis < info->rank; axis++)
    info->bins[axis] = get_n_bins (info, axis);
  if (is_radial (info) && info->rank == 2) {
    info->bins[0] = 1;
    info->bins[1] = get_n_rings (info);
  }
}

/* The values of fields that are left out of the caps of this stream. */
void
gst_fourier_get_defaults (const GstFourierInfo * info,
    GstFourierInfo * defaults)
{
  guint rank = CLAMP (info->rank, 1, GST_FOURIER_MAX_RANK);

  gst_fourier_info_init (defaults);
  defaults->source_channels = info->iq ? 2 * info->channels : info->channels;
  /* two channels without a mask are front left and right */
  defaults->channel_mask = defaults->source_channels == 2 && !info->iq ? 3 : 0;
  if (is_video (info)) {
    defaults->hop = 1;
    if (rank >= 2) {
      defaults->block_size[0] = info->shape[rank - 2];
      defaults->block_size[1] = info->shape[rank - 1];
    }
    defaults->depth = rank == 3 ? info->shape[0] : 1;
  } else {
    defaults->window_length = info->shape[0];
  }
}

/* Gives fields that do not apply their default, and fields that are 0 for "as
   follows" their value, so that infos compare and print by meaning. */
void
gst_fourier_resolve (GstFourierInfo * info)
{
  gboolean is_complex = info->quantity == GST_FOURIER_QUANTITY_COMPLEX;
  gboolean has_inverse = is_complex && info->detrend == GST_FOURIER_DETREND_NONE;
  gboolean is_audio = !is_video (info);
  gboolean has_all = info->channel_mode == GST_FOURIER_CHANNEL_MODE_ALL;
  GstFourierInfo defaults;

  gst_fourier_get_defaults (info, &defaults);

  if (info->hop == 0)
    info->hop = defaults.hop;
  if (info->fps_d == 0)
    gst_fourier_resolve_framerate (info);
  if (!is_complex && (is_averaged (info) || has_bands (info)
          || has_reference (info)))
    info->window_param = defaults.window_param;
  if (!has_bands (info) || is_radial (info))
    info->band_low = info->band_high = 0;
  if (info->quantity == GST_FOURIER_QUANTITY_PHASE)
    info->calibration = defaults.calibration;
  if (has_bands (info))
    info->detrend = defaults.detrend;
  if (info->quantity != GST_FOURIER_QUANTITY_DB && !is_logarithm (info))
    info->floor = defaults.floor;
  if (!is_logarithm (info))
    info->log_offset = defaults.log_offset;
  if (info->band_scale != GST_FOURIER_BAND_SCALE_MEL)
    info->mel = defaults.mel;
  if (!has_bands (info))
    info->band_sum = defaults.band_sum;
  if (!is_averaged (info)
      || info->averaging == GST_FOURIER_AVERAGING_EXPONENTIAL)
    info->average_count = defaults.average_count;
  if (info->averaging != GST_FOURIER_AVERAGING_EXPONENTIAL)
    info->time_constant = defaults.time_constant;

  if (info->channel_mode != GST_FOURIER_CHANNEL_MODE_SELECT)
    info->channel_select[0] = 0;
  if (!has_reference (info))
    info->reference_channel = defaults.reference_channel;
  if (!has_inverse || !is_audio)
    info->source_format = defaults.source_format;
  if (!has_inverse || info->source_channels == 0 || !is_audio
      || info->channel_mode == GST_FOURIER_CHANNEL_MODE_SELECT)
    info->source_channels = defaults.source_channels;
  if (!has_inverse || !is_audio
      || !(has_all || info->channel_mode == GST_FOURIER_CHANNEL_MODE_MID_SIDE))
    info->source_layout = defaults.source_layout;
  if (info->channel_mask == GST_FOURIER_DEFAULT_CHANNEL_MASK
      || !has_inverse || !is_audio || !has_all || info->iq)
    info->channel_mask = defaults.channel_mask;

  if (!is_complex || is_audio)
    info->remove_dc = defaults.remove_dc;
  if (is_audio || info->rank < 3)
    g_strlcpy (info->temporal_window, defaults.temporal_window,
        sizeof info->temporal_window);
  if (is_audio) {
    if (info->window_length == 0)
      info->window_length = defaults.window_length;
    g_strlcpy (info->component, defaults.component, sizeof info->component);
    memcpy (info->blocks, defaults.blocks, sizeof info->blocks);
    memcpy (info->block_size, defaults.block_size, sizeof info->block_size);
    memcpy (info->block_overlap, defaults.block_overlap,
        sizeof info->block_overlap);
    info->depth = defaults.depth;
    info->fields = defaults.fields;
  } else {
    info->window_length = defaults.window_length;
    if (info->block_size[0] == 0)
      info->block_size[0] = defaults.block_size[0];
    if (info->block_size[1] == 0)
      info->block_size[1] = defaults.block_size[1];
    if (info->depth == 0)
      info->depth = defaults.depth;
  }
}

/* ---- contradictions ------------------------------------------------------ */

static gboolean
check_framerate (const GstFourierInfo * info, GError ** error)
{
  GstFourierInfo derived = *info;

  derived.fps_n = derived.fps_d = 0;
  gst_fourier_resolve_framerate (&derived);
  if (derived.fps_d == 0) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_LIMIT,
        "hop %u makes a framerate that no fraction holds", info->hop);
    return FALSE;
  }
  if (derived.fps_n != info->fps_n || derived.fps_d != info->fps_d) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "framerate is %u/%u, but the source and hop %u make it %u/%u",
        info->fps_n, info->fps_d, info->hop, derived.fps_n, derived.fps_d);
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_audio (const GstFourierInfo * info, GError ** error)
{
  if (info->rate == 0) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "neither 'rate' (audio) nor 'source-video' (video) is given");
    return FALSE;
  }
  if (info->rank != 1) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "a transform of audio has 1 axis, not %u", info->rank);
    return FALSE;
  }
  if (is_radial (info)) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "band-scale=radial is for video");
    return FALSE;
  }
  if (info->window_length > info->shape[0]) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "window-length %u is more than the transform length %u",
        info->window_length, info->shape[0]);
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_video (const GstFourierInfo * info, GError ** error)
{
  GstFourierSourceVideo source;
  const guint *shape;
  guint i;

  if (!gst_fourier_parse_source_video (info->source_video, &source)) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "source-video '%s' is not FORMAT:WIDTHxHEIGHT:FPS:ASPECT:COLORIMETRY",
        info->source_video);
    return FALSE;
  }
  if (info->rank < 2) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "a transform of video has 2 or 3 axes, not %u", info->rank);
    return FALSE;
  }
  if (info->rate != 0 || info->iq || info->center
      || (has_bands (info) && !is_radial (info))
      || info->detrend != GST_FOURIER_DETREND_NONE
      || info->weighting != GST_FOURIER_WEIGHTING_NONE
      || info->calibration != 0
      || is_logarithm (info) || info->pre_emphasis > 0 || info->top_db > 0
      || info->channel_mode != GST_FOURIER_CHANNEL_MODE_ALL
      || has_reference (info)) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "rate, iq, center, detrend, band-scale other than radial, weighting, "
        "calibration, quantity log, pre-emphasis, top-db, channel-mode and "
        "quantities with a reference are not for video");
    return FALSE;
  }
  if (info->scaling == GST_FOURIER_SCALING_LEGACY) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "scaling=legacy is not for video");
    return FALSE;
  }
  if (is_radial (info) && info->rank != 2) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "band-scale=radial needs 2 axes, not %u", info->rank);
    return FALSE;
  }
  shape = info->shape + info->rank - 2;
  for (i = 0; i < 2; i++) {
    if (info->block_size[i] > shape[i]
        || info->block_overlap[i] >= info->block_size[i]) {
      gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
          "block-size %u with block-overlap %u does not fit transform "
          "length %u", info->block_size[i], info->block_overlap[i], shape[i]);
      return FALSE;
    }
  }
  if (info->depth == 0 || info->depth > (info->rank == 3 ? info->shape[0] : 1)) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "depth %u does not fit the outermost axis", info->depth);
    return FALSE;
  }
  return TRUE;
}

/* Rings lie along the last axis, as many as the longest axis has bins. */
static gboolean
check_rings (const GstFourierInfo * info, GError ** error)
{
  guint wanted = get_n_rings (info);

  if (info->bins[0] != 1 || info->bins[1] != wanted) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "band-scale=radial has bins <%u, %u>, right is <1, %u>",
        info->bins[0], info->bins[1], wanted);
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_axes (const GstFourierInfo * info, GError ** error)
{
  guint axis;

  for (axis = 0; axis < info->rank; axis++) {
    guint wanted = get_n_bins (info, axis);

    if (has_bands (info) ? info->bins[axis] > wanted
        : info->bins[axis] != wanted) {
      gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
          "axis %u of transform length %u has %u bins, %s is %u", axis,
          info->shape[axis], info->bins[axis], has_bands (info) ? "the most" : "right", wanted);
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
check_band_range (const GstFourierInfo * info, GError ** error)
{
  gdouble low = info->band_low, high = info->band_high;
  gdouble top = info->rate / 2.0;

  if (high > top || low > top || (high != 0 && low >= high)) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "band-low is %g and band-high %g, right is 0 or rising up to %g", low,
        high, top);
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_bins (const GstFourierInfo * info, GError ** error)
{
  if (!(is_radial (info) ? check_rings : check_axes) (info, error))
    return FALSE;
  if (has_bands (info) && info->sides != GST_FOURIER_SIDES_ONE) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "bands are made of one side, but sides is another");
    return FALSE;
  }
  return check_band_range (info, error);
}

static gboolean
check_channels (const GstFourierInfo * info, GError ** error)
{
  const gchar *reason = NULL;
  guint n_positions = 0;
  guint64 mask;

  for (mask = info->channel_mask; mask; mask &= mask - 1)
    n_positions++;

  if (info->iq && info->sides == GST_FOURIER_SIDES_ONE)
    reason = "the spectrum of I/Q has two sides, but sides=one";
  else if (info->iq && info->channel_mode != GST_FOURIER_CHANNEL_MODE_ALL)
    reason = "I/Q and a channel-mode exclude each other";
  else if (info->channel_mode == GST_FOURIER_CHANNEL_MODE_MIX
      && info->channels != 1)
    reason = "channel-mode=mix makes 1 channel, but channels is another";
  else if (info->channel_mode == GST_FOURIER_CHANNEL_MODE_MID_SIDE
      && (info->channels != 2 || info->source_channels != 2))
    reason = "channel-mode=mid-side makes 2 channels of 2";
  else if (info->channel_select[0] != 0
      && gst_fourier_count_selected (info->channel_select,
          GST_FOURIER_MAX_CHANNELS + 1, has_reference (info)
          ? info->reference_channel : G_MAXUINT) != info->channels)
    reason = "channel-select does not name as many channels as there are";
  else if (info->channel_mode == GST_FOURIER_CHANNEL_MODE_ALL
      && info->source_channels != (info->iq ? 2 : 1) * info->channels)
    reason = "source-channels does not make so many channels";
  else if (info->channel_mask >> MAX_POSITIONS)
    reason = "channel-mask names positions beyond the 48th";
  else if (n_positions != 0 && n_positions != info->source_channels)
    reason = "channel-mask does not name as many positions as source-channels";

  if (reason)
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD, "%s (channels=%u)",
        reason, info->channels);
  return reason == NULL;
}

static gboolean
check_power (const GstFourierInfo * info, GError ** error)
{
  gboolean is_power = info->quantity != GST_FOURIER_QUANTITY_COMPLEX
      && info->quantity != GST_FOURIER_QUANTITY_PHASE;
  gboolean is_level = is_logarithm (info)
      || info->quantity == GST_FOURIER_QUANTITY_DB;

  if (!is_power && !has_reference (info)
      && (is_averaged (info) || has_bands (info)
          || info->weighting != GST_FOURIER_WEIGHTING_NONE)) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "averaging, band-scale and weighting need quantity magnitude, power, "
        "db, log or log10");
    return FALSE;
  }
  if (!is_level && (info->top_db > 0
          || info->normalize != GST_FOURIER_NORMALIZE_NONE)) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "top-db and normalize need quantity db, log or log10");
    return FALSE;
  }
  if (info->averaging == GST_FOURIER_AVERAGING_EXPONENTIAL
      && info->time_constant == 0) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "averaging=exponential needs a time-constant");
    return FALSE;
  }
  return TRUE;
}

/* Quantities of a channel and a reference. */
static gboolean
check_reference (const GstFourierInfo * info, GError ** error)
{
  gboolean is_delay = info->quantity == GST_FOURIER_QUANTITY_DELAY;
  const gchar *reason = NULL;

  if (!has_reference (info))
    return TRUE;
  if (is_averaged (info) && info->averaging != GST_FOURIER_AVERAGING_MEAN
      && info->averaging != GST_FOURIER_AVERAGING_EXPONENTIAL)
    reason = "averaging other than mean and exponential";
  else if (has_bands (info))
    reason = "band-scale";
  else if (info->weighting != GST_FOURIER_WEIGHTING_NONE)
    reason = "weighting";
  else if (info->channel_mode == GST_FOURIER_CHANNEL_MODE_MIX
      || info->channel_mode == GST_FOURIER_CHANNEL_MODE_MID_SIDE)
    reason = "channel-mode mix or mid-side";
  else if (info->channel_mode == GST_FOURIER_CHANNEL_MODE_ALL
      && info->reference_channel > info->channels)
    reason = "a reference-channel that the source does not have";
  else if (is_delay && info->sides != GST_FOURIER_SIDES_ONE)
    reason = "sides other than one, if it is delay";

  if (reason)
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD,
        "a quantity with a reference has no %s", reason);
  return reason == NULL;
}

static gboolean
check_frame_size (const GstFourierInfo * info, GError ** error)
{
  guint64 factors[GST_FOURIER_MAX_RANK + 4];
  guint64 size = 1;
  guint i, n_factors = 0;

  for (i = 0; i < info->rank; i++)
    factors[n_factors++] = info->bins[i];
  factors[n_factors++] = info->blocks[0];
  factors[n_factors++] = info->blocks[1];
  factors[n_factors++] = info->channels;
  factors[n_factors++] = gst_fourier_info_get_point_size (info);

  /* Each factor is below 2^27, the product before it below 2^31. */
  for (i = 0; i < n_factors; i++) {
    size *= factors[i];
    if (size > GST_FOURIER_MAX_FRAME_SIZE) {
      gst_fourier_refuse (error, GST_FOURIER_ERROR_LIMIT,
          "a frame of %u channels of %u bins on the innermost axis has more "
          "than %d bytes", info->channels, info->bins[info->rank - 1],
          GST_FOURIER_MAX_FRAME_SIZE);
      return FALSE;
    }
  }
  return TRUE;
}

/* Checks the rules of a resolved info whose single fields are legal. */
gboolean
gst_fourier_check_rules (const GstFourierInfo * info, GError ** error)
{
  if (!(is_video (info) ? check_video : check_audio) (info, error))
    return FALSE;
  return check_framerate (info, error) && check_bins (info, error)
      && check_channels (info, error) && check_power (info, error)
      && check_reference (info, error) && check_frame_size (info, error);
}
