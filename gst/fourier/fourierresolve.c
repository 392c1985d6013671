/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fourierresolve.c: fields that follow from others, and those that do not apply
 * to a stream. docs/guide/stream-format.md states the same for readers.
 */
#include "fourierrules.h"

#include <string.h>

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
    if (is_constant_q (info)) {
      defaults->window_length = MAX (info->shape[0] / 2, 1);
      defaults->center = TRUE;
    }
  }
}

/* Gives fields that do not apply their default, and fields that are 0 for "as
   follows" their value, so that infos compare and print by meaning. */
void
gst_fourier_resolve (GstFourierInfo * info)
{
  gboolean is_complex = info->quantity == GST_FOURIER_QUANTITY_COMPLEX;
  gboolean has_inverse = is_complex && !is_zoomed (info)
      && info->detrend == GST_FOURIER_DETREND_NONE;
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
  if (info->bin_step == 0)
    info->bin_low = 0;
  if (is_constant_q (info)) {
    /* windows lie over frequencies */
    gst_fourier_info_set_window (info, "rect", 0);
    info->center = defaults.center;
    info->band_high = 0;
  } else {
    info->bands_per_octave = defaults.bands_per_octave;
    info->gamma = defaults.gamma;
  }
  if (!is_constant_q (info) || !is_complex)
    memcpy (info->edge_bands, defaults.edge_bands, sizeof info->edge_bands);
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
  if (!has_bands (info) || is_constant_q (info))
    info->band_sum = defaults.band_sum;
  if (info->cepstrum == 0)
    info->lifter = defaults.lifter;
  if (info->lifter == 0)
    info->lifter_from = defaults.lifter_from;
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
