/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fourierrules.c: the rules between the fields: which contradict each other.
 * Each refusal names a field of which another value keeps the rule.
 * docs/guide/stream-format.md states the same rules for readers.
 */
#include "fourierpositions.h"
#include "fourierrules.h"

#include <string.h>

/* FALSE, with the error that the field is what it is, but ... */
#define REFUSE(...) gst_fourier_refuse_value (error, info, __VA_ARGS__)

/* Text of a field, for the rest of a statement. */
#define TEXT(field) (text = gst_fourier_fields_print (info, field))

static gboolean
check_framerate (const GstFourierInfo * info, GError ** error)
{
  GstFourierInfo derived = *info;

  derived.fps_n = derived.fps_d = 0;
  gst_fourier_resolve_framerate (&derived);
  if (derived.fps_d == 0)
    return REFUSE ("hop", "with it no fraction holds the framerate");
  if (derived.fps_n != info->fps_n || derived.fps_d != info->fps_d)
    return REFUSE ("framerate", "the source and hop %u make it %u/%u",
        info->hop, derived.fps_n, derived.fps_d);
  return TRUE;
}

static gboolean
check_audio (const GstFourierInfo * info, GError ** error)
{
  if (info->rate == 0)
    return REFUSE ("rate", "must be above 0: neither 'rate' (audio) nor "
        "'source-video' (video) is given");
  if (info->rank != 1)
    return REFUSE ("shape", "a transform of audio has 1 axis");
  if (is_radial (info))
    return REFUSE ("band-scale", "that is for video");
  if (info->window_length > info->shape[0])
    return REFUSE ("window-length", "must be at most %u, the length of the "
        "transform", info->shape[0]);
  return TRUE;
}

/* Fields that video has at their defaults alone, and words that it has not. */
static gboolean
check_audio_alone (const GstFourierInfo * info, GError ** error)
{
  static const gchar *const names[] = { "rate", "iq", "detrend",
    "weighting", "calibration", "pre-emphasis", "top-db", "channel-mode",
    "tapers", "bin-step", "cepstrum"
  };
  GstFourierInfo defaults;
  guint i;

  gst_fourier_get_defaults (info, &defaults);
  for (i = 0; i < G_N_ELEMENTS (names); i++)
    if (!gst_fourier_fields_one_is_equal (info, &defaults, names[i]))
      return REFUSE (names[i], "that is not for video");
  if (has_bands (info) && !is_radial (info))
    return REFUSE ("band-scale", "for video must be none or radial");
  if (is_logarithm (info) || has_reference (info))
    return REFUSE ("quantity", "that is not for video");
  if (info->scaling == GST_FOURIER_SCALING_LEGACY)
    return REFUSE ("scaling", "that is not for video");
  return TRUE;
}

static gboolean
check_video (const GstFourierInfo * info, GError ** error)
{
  GstFourierSourceVideo source;
  guint i, most = info->rank == 3 ? info->shape[0] : 1;
  const guint *shape;

  if (!gst_fourier_parse_source_video (info->source_video, &source))
    return REFUSE ("source-video", "must be "
        "FORMAT:WIDTHxHEIGHT:FPS:ASPECT:COLORIMETRY");
  if (info->rank < 2)
    return REFUSE ("shape", "a transform of video has 2 or 3 axes");
  if (!check_audio_alone (info, error))
    return FALSE;
  if (is_radial (info) && info->rank != 2)
    return REFUSE ("depth", "with band-scale=radial must be 1: rings are of 2 "
        "axes");
  shape = info->shape + info->rank - 2;
  for (i = 0; i < 2; i++) {
    if (info->block_size[i] > shape[i])
      return REFUSE ("block-size", "must be at most the length of the "
          "transform, %u", shape[i]);
    if (info->block_overlap[i] >= info->block_size[i])
      return REFUSE ("block-overlap", "must be below the size of the block, %u",
          info->block_size[i]);
  }
  if (info->depth == 0 || info->depth > most)
    return REFUSE ("depth", "must be 1 to %u, the length of the outermost axis",
        most);
  return TRUE;
}

/* Rings lie along the last axis, as many as the longest axis has bins. */
static gboolean
check_rings (const GstFourierInfo * info, GError ** error)
{
  guint wanted = get_n_rings (info);

  return (info->bins[0] == 1 && info->bins[1] == wanted)
      || REFUSE ("bins", "with band-scale=radial must be <1, %u>", wanted);
}

static gboolean
check_axes (const GstFourierInfo * info, GError ** error)
{
  guint axis;

  for (axis = 0; axis < info->rank; axis++) {
    guint wanted = get_n_bins (info, axis);

    if (has_bands (info) ? info->bins[axis] > wanted
        : info->bins[axis] != wanted)
      return REFUSE ("bins", "axis %u, of transform length %u, must have %s%u",
          axis, info->shape[axis], has_bands (info) ? "at most " : "", wanted);
  }
  return TRUE;
}

/* Bins of one side lie from 0 to half the rate, others within a rate. */
static gboolean
check_zoom (const GstFourierInfo * info, GError ** error)
{
  gboolean is_half = info->sides == GST_FOURIER_SIDES_ONE;
  gdouble bottom = is_half ? 0 : -(info->rate / 2.0);
  gdouble top = is_half ? info->rate / 2.0 : info->rate;
  gdouble span = has_bands (info) ? 0 : (info->bins[0] - 1.0) * info->bin_step;

  if (!is_zoomed (info))
    return TRUE;
  if (info->quantity == GST_FOURIER_QUANTITY_DELAY)
    return REFUSE ("quantity", "with bin-step there are no delays");
  if (info->bin_low < bottom || info->bin_low > top)
    return REFUSE ("bin-low", "must be %.9g to %.9g", bottom, top);
  if (info->bin_low + span > top || span >= info->rate)
    return REFUSE ("bin-step", "of %u bins from there the last is beyond %.9g "
        "Hz", info->bins[0], span >= info->rate ? info->bin_low + info->rate
        : top);
  return TRUE;
}

/* Bands of their own windows, with those at the edges. */
static gboolean
check_constant_q (const GstFourierInfo * info, GError ** error)
{
  guint64 n_edges = (guint64) info->edge_bands[0] + info->edge_bands[1];

  if (info->bands_per_octave == 0)
    return REFUSE ("bands-per-octave", "with constant-Q bands must be 1 to 96");
  if (info->gamma != 0 && info->band_scale == GST_FOURIER_BAND_SCALE_CQT)
    return REFUSE ("gamma", "with band-scale=cqt must be 0");
  if (info->band_low == 0)
    return REFUSE ("band-low", "of constant-Q bands must be above 0");
  if (info->averaging != GST_FOURIER_AVERAGING_NONE)
    return REFUSE ("averaging", "of constant-Q bands must be none");
  if (info->cepstrum != 0)
    return REFUSE ("cepstrum", "of constant-Q bands must be 0");
  if (info->scaling == GST_FOURIER_SCALING_LEGACY)
    return REFUSE ("scaling", "of constant-Q bands must not be legacy");
  return n_edges < info->bins[0]
      || REFUSE ("edge-bands", "must be fewer than all bands, %u",
      info->bins[0]);
}

static gboolean
check_bins (const GstFourierInfo * info, GError ** error)
{
  gdouble low = info->band_low, high = info->band_high;
  gdouble top = info->rate / 2.0;
  g_autofree gchar *text = NULL;

  if (!check_zoom (info, error)
      || !(is_constant_q (info) ? check_constant_q
          : is_radial (info) ? check_rings : check_axes) (info, error))
    return FALSE;
  if (has_bands (info) && info->iq)
    return REFUSE ("band-scale", "of I/Q must be none");
  if (has_bands (info) && info->sides != GST_FOURIER_SIDES_ONE)
    return REFUSE ("sides", "with bands must be one: they are made of one side");
  if (high != 0 && low >= high)
    return REFUSE ("band-low", "must be below band-high, %s",
        TEXT ("band-high"));
  if (low > top || high > top)
    return REFUSE (low > top ? "band-low" : "band-high", "must be at most half "
        "the rate, %u", info->rate);
  return TRUE;
}

static gboolean
check_channels (const GstFourierInfo * info, GError ** error)
{
  guint n_sources = (info->iq ? 2 : 1) * info->channels;
  guint n_positions = gst_fourier_count_positions (info->channel_mask);

  if (info->iq && info->sides == GST_FOURIER_SIDES_ONE)
    return REFUSE ("sides", "of I/Q must be two or centered");
  if (info->iq && info->channel_mode != GST_FOURIER_CHANNEL_MODE_ALL)
    return REFUSE ("channel-mode", "of I/Q must be all");
  if (info->channel_mode == GST_FOURIER_CHANNEL_MODE_MIX
      && info->channels != 1)
    return REFUSE ("channels", "with channel-mode=mix must be 1");
  if (info->channel_mode == GST_FOURIER_CHANNEL_MODE_MID_SIDE
      && (info->channels != 2 || info->source_channels != 2))
    return REFUSE ("channels", "with channel-mode=mid-side must be 2: it makes "
        "2 channels of 2");
  if (info->channel_select[0] != 0
      && gst_fourier_count_selected (info->channel_select,
          GST_FOURIER_MAX_CHANNELS + 1, has_reference (info)
          ? info->reference_channel : G_MAXUINT) != info->channels)
    return REFUSE ("channel-select", "must name as many channels as there are, "
        "%u", info->channels);
  if (info->channel_mode == GST_FOURIER_CHANNEL_MODE_ALL
      && info->source_channels != n_sources)
    return REFUSE ("source-channels", "of %u channels must be %u",
        info->channels, n_sources);
  if (n_positions != 0 && n_positions != info->source_channels)
    return REFUSE ("channel-mask", "must be 0, or name %u positions that "
        "GStreamer knows, one for each source channel", info->source_channels);
  return TRUE;
}

static gboolean
check_power (const GstFourierInfo * info, GError ** error)
{
  gboolean is_power = info->quantity != GST_FOURIER_QUANTITY_COMPLEX
      && info->quantity != GST_FOURIER_QUANTITY_PHASE;
  gboolean is_level = is_logarithm (info)
      || info->quantity == GST_FOURIER_QUANTITY_DB;
  const gchar *of_power = info->tapers > 1 ? "tapers"
      : is_averaged (info) ? "averaging"
      : has_bands (info) && !is_constant_q (info) ? "band-scale"
      : info->weighting != GST_FOURIER_WEIGHTING_NONE ? "weighting" : NULL;
  const gchar *of_level = info->top_db > 0 ? "top-db"
      : info->normalize != GST_FOURIER_NORMALIZE_NONE ? "normalize" : NULL;

  if (of_power && !is_power)
    return REFUSE ("quantity", "with %s must be magnitude, power, db, log or "
        "log10", of_power);
  if (of_level && !is_level)
    return REFUSE ("quantity", "with %s must be db, log or log10", of_level);
  if (info->averaging == GST_FOURIER_AVERAGING_EXPONENTIAL
      && info->time_constant == 0)
    return REFUSE ("time-constant", "with averaging=exponential must be above "
        "0");
  return TRUE;
}

/* Cosine transforms of logarithms of bands. */
static gboolean
check_cepstrum (const GstFourierInfo * info, GError ** error)
{
  if (info->cepstrum == 0)
    return TRUE;
  if (!has_bands (info))
    return REFUSE ("band-scale", "with cepstrum must not be none");
  if (!is_logarithm (info) && info->quantity != GST_FOURIER_QUANTITY_DB)
    return REFUSE ("quantity", "with cepstrum must be db, log or log10");
  if (info->bins[0] > info->cepstrum)
    return REFUSE ("bins", "must be at most those of cepstrum, %u",
        info->cepstrum);
  if (info->normalize != GST_FOURIER_NORMALIZE_NONE
      && info->normalize != GST_FOURIER_NORMALIZE_PER_BAND)
    return REFUSE ("normalize", "with cepstrum must be none or per-band");
  return TRUE;
}

/* Spectra of several windows: the mean of their powers. */
static gboolean
check_tapers (const GstFourierInfo * info, GError ** error)
{
  g_autofree gchar *text = NULL;

  if (info->tapers == 1)
    return TRUE;
  if (strcmp (info->window, "dpss") != 0)
    return REFUSE ("tapers", "with window=%s must be 1: only dpss has more",
        info->window);
  if (info->tapers > info->window_length)
    return REFUSE ("tapers", "must be at most the length of the window, %u",
        info->window_length);
  if (has_reference (info))
    return REFUSE ("tapers", "with quantity=%s must be 1: the mean is of powers",
        TEXT ("quantity"));
  if (info->band_sum == GST_FOURIER_BAND_SUM_MAGNITUDE)
    return REFUSE ("band-sum", "with tapers must be level or power");
  return TRUE;
}

/* Quantities of a channel and a reference. */
static gboolean
check_reference (const GstFourierInfo * info, GError ** error)
{
  gboolean is_delay = info->quantity == GST_FOURIER_QUANTITY_DELAY;
  g_autofree gchar *text = NULL;

  if (!has_reference (info))
    return TRUE;
  if (is_averaged (info) && info->averaging != GST_FOURIER_AVERAGING_MEAN
      && info->averaging != GST_FOURIER_AVERAGING_EXPONENTIAL)
    return REFUSE ("averaging", "with quantity=%s must be none, mean or "
        "exponential", TEXT ("quantity"));
  if (has_bands (info))
    return REFUSE ("band-scale", "with quantity=%s must be none",
        TEXT ("quantity"));
  if (info->weighting != GST_FOURIER_WEIGHTING_NONE)
    return REFUSE ("weighting", "with quantity=%s must be none",
        TEXT ("quantity"));
  if (info->channel_mode == GST_FOURIER_CHANNEL_MODE_MIX
      || info->channel_mode == GST_FOURIER_CHANNEL_MODE_MID_SIDE)
    return REFUSE ("channel-mode", "with quantity=%s must be all or select",
        TEXT ("quantity"));
  if (info->channel_mode == GST_FOURIER_CHANNEL_MODE_ALL
      && info->reference_channel > info->channels)
    return REFUSE ("reference-channel", "the source has channels 0 to %u",
        info->channels);
  if (is_delay && info->iq)
    return REFUSE ("iq", "with quantity=delay must be false");
  if (is_delay && info->sides != GST_FOURIER_SIDES_ONE)
    return REFUSE ("sides", "with quantity=delay must be one");
  return TRUE;
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
    if (size > GST_FOURIER_MAX_FRAME_SIZE)
      return gst_fourier_refuse (error, GST_FOURIER_ERROR_LIMIT, NULL, "a "
          "frame of %u channels of %u bins on the innermost axis has more than "
          "%d bytes", info->channels, info->bins[info->rank - 1],
          GST_FOURIER_MAX_FRAME_SIZE);
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
      && check_channels (info, error) && check_tapers (info, error)
      && check_power (info, error) && check_cepstrum (info, error)
      && check_reference (info, error) && check_frame_size (info, error);
}
