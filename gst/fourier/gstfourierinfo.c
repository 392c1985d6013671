/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstfourierinfo.c: makes, fills, copies and compares #GstFourierInfo, and
 * turns it into caps and back.
 */
#include "fourier-private.h"

#include <string.h>

/**
 * SECTION:gstfourierinfo
 * @title: GstFourierInfo
 * @short_description: describes a stream of spectra
 *
 * Reading a stream:
 *
 * |[<!-- language="C" -->
 *   GstFourierInfo info;
 *   guint n_frames, k;
 *
 *   if (!gst_fourier_info_from_caps (&info, caps, &error))
 *     return;
 *   gst_fourier_info_count_frames (&info, map.size, &n_frames);
 *   for (k = 0; k < n_frames; k++) {
 *     frame = map.data + k * gst_fourier_info_get_frame_size (&info);
 *     time = GST_BUFFER_PTS (buffer)
 *         + gst_fourier_info_get_frame_time (&info, k);
 *   }
 * ]|
 *
 * Since: 0.1
 */

G_DEFINE_BOXED_TYPE (GstFourierInfo, gst_fourier_info, gst_fourier_info_copy,
    gst_fourier_info_free);

/* ---- making ----------------------------------------------------------- */

/**
 * gst_fourier_info_init:
 * @info: (out caller-allocates): a #GstFourierInfo
 *
 * Gives every field its default. Shape, channels, rate or source-video, and
 * hop have none: they must be set before the info is legal.
 *
 * Since: 0.1
 */
void
gst_fourier_info_init (GstFourierInfo * info)
{
  g_return_if_fail (info != NULL);

  memset (info, 0, sizeof *info);
  info->version = GST_FOURIER_VERSION;
  info->format = G_BYTE_ORDER == G_LITTLE_ENDIAN
      ? GST_FOURIER_FORMAT_F32LE : GST_FOURIER_FORMAT_F32BE;
  info->scaling = GST_FOURIER_SCALING_AMPLITUDE;
  info->sides = GST_FOURIER_SIDES_ONE;
  g_strlcpy (info->window, "rect", sizeof info->window);
  info->average_count = 1;
  info->tapers = 1;
  info->lifter_from = 1;
  info->floor = GST_FOURIER_DEFAULT_FLOOR;
  info->source_layout = GST_AUDIO_LAYOUT_INTERLEAVED;
  info->channel_mask = GST_FOURIER_DEFAULT_CHANNEL_MASK;
  g_strlcpy (info->component, "all", sizeof info->component);
  info->blocks[0] = info->blocks[1] = 1;
  g_strlcpy (info->temporal_window, "rect", sizeof info->temporal_window);
}

/**
 * gst_fourier_info_new: (constructor)
 *
 * Returns: (transfer full): a new info with every field at its default; free
 *   it with gst_fourier_info_free()
 *
 * Since: 0.1
 */
GstFourierInfo *
gst_fourier_info_new (void)
{
  GstFourierInfo *info = g_new (GstFourierInfo, 1);

  gst_fourier_info_init (info);
  return info;
}

/**
 * gst_fourier_info_new_from_caps: (constructor)
 * @caps: fixed caps of a stream of spectra
 * @error: return location for the reason, or %NULL
 *
 * Returns: (transfer full) (nullable): the description of the stream, %NULL
 *   with @error set if the caps are not legal
 *
 * Since: 0.1
 */
GstFourierInfo *
gst_fourier_info_new_from_caps (const GstCaps * caps, GError ** error)
{
  GstFourierInfo *info = g_new (GstFourierInfo, 1);

  if (gst_fourier_info_from_caps (info, caps, error))
    return info;
  gst_fourier_info_free (info);
  return NULL;
}

/**
 * gst_fourier_info_copy:
 * @info: a #GstFourierInfo
 *
 * Returns: (transfer full): a copy; free it with gst_fourier_info_free()
 *
 * Since: 0.1
 */
GstFourierInfo *
gst_fourier_info_copy (const GstFourierInfo * info)
{
  GstFourierInfo *copy;

  g_return_val_if_fail (info != NULL, NULL);

  copy = g_new (GstFourierInfo, 1);
  *copy = *info;
  return copy;
}

/**
 * gst_fourier_info_free:
 * @info: (nullable): a #GstFourierInfo that was allocated
 *
 * Since: 0.1
 */
void
gst_fourier_info_free (GstFourierInfo * info)
{
  g_free (info);
}

/* ---- filling ---------------------------------------------------------- */

/* Copies a text; one that is too long is cut, before a character, so that the
   check still notices it. */
static void
set_word (gchar * word, gsize size, const gchar * text)
{
  gchar *last;

  if (g_strlcpy (word, text, size) < size)
    return;
  last = g_utf8_find_prev_char (word, word + strlen (word));
  if (last && (gint) g_utf8_get_char_validated (last, -1) < 0)
    *last = 0;
}

/**
 * gst_fourier_info_set_shape:
 * @info: a #GstFourierInfo
 * @rank: number of axes, 1 to 3
 * @shape: (array length=rank): transform lengths, outermost first
 * @sides: which bins are stored
 *
 * Sets rank, shape, sides and the bins that follow from them and from the
 * quantity, which must be set before; ends bands and a zoom.
 *
 * Since: 0.1
 */
void
gst_fourier_info_set_shape (GstFourierInfo * info, guint rank,
    const guint * shape, GstFourierSides sides)
{
  guint axis;

  g_return_if_fail (info != NULL);
  g_return_if_fail (rank >= 1 && rank <= GST_FOURIER_MAX_RANK);
  g_return_if_fail (shape != NULL);

  info->rank = rank;
  info->sides = sides;
  info->bin_low = info->bin_step = 0;
  info->band_scale = GST_FOURIER_BAND_SCALE_NONE;
  for (axis = 0; axis < rank; axis++)
    info->shape[axis] = shape[axis];
  gst_fourier_resolve_bins (info);
}

/**
 * gst_fourier_info_set_zoom:
 * @info: a #GstFourierInfo of audio whose shape has been set
 * @low: frequency of the first bin in hertz
 * @step: hertz from bin to bin, above 0
 * @n_bins: number of bins
 *
 * Puts bins where the transform has none, as a chirp-z transform does; ends
 * bands.
 *
 * Since: 0.2
 */
void
gst_fourier_info_set_zoom (GstFourierInfo * info, gdouble low, gdouble step,
    guint n_bins)
{
  g_return_if_fail (info != NULL);
  g_return_if_fail (info->rank == 1);

  info->bin_low = low;
  info->bin_step = step;
  info->bins[0] = n_bins;
  info->band_scale = GST_FOURIER_BAND_SCALE_NONE;
}

/**
 * gst_fourier_info_set_calibration:
 * @info: a #GstFourierInfo
 * @calibration: decibels that were added to every level; rounded to
 *   thousandths, as caps hold it
 *
 * Since: 0.1
 */
void
gst_fourier_info_set_calibration (GstFourierInfo * info, gdouble calibration)
{
  g_return_if_fail (info != NULL);

  info->calibration = gst_fourier_round_floor (calibration);
}

/**
 * gst_fourier_info_set_rate:
 * @info: a #GstFourierInfo
 * @rate: samples per second
 * @hop: samples from one frame to the next
 *
 * Sets rate and hop of audio; the framerate follows.
 *
 * Since: 0.1
 */
void
gst_fourier_info_set_rate (GstFourierInfo * info, guint rate, guint hop)
{
  g_return_if_fail (info != NULL);

  info->source_video[0] = 0;
  info->rate = rate;
  info->hop = hop;
  info->fps_n = info->fps_d = 0;
  gst_fourier_resolve_framerate (info);
}

/**
 * gst_fourier_info_set_window:
 * @info: a #GstFourierInfo
 * @name: the window's name: at most 16 of a-z, 0-9 and -
 * @param: its parameter, 0 if it takes none
 *
 * The parameter is rounded to the nine significant digits that caps hold. An
 * element whose stream shall be inverted makes its window of the rounded
 * value.
 *
 * Since: 0.1
 */
void
gst_fourier_info_set_window (GstFourierInfo * info, const gchar * name,
    gdouble param)
{
  g_return_if_fail (info != NULL);
  g_return_if_fail (name != NULL);

  set_word (info->window, sizeof info->window, name);
  info->window_param = gst_fourier_round_param (param);
}

/**
 * gst_fourier_info_set_floor:
 * @info: a #GstFourierInfo
 * @floor: smallest value, in decibels; rounded to thousandths, as caps hold it
 *
 * Since: 0.1
 */
void
gst_fourier_info_set_floor (GstFourierInfo * info, gdouble floor)
{
  g_return_if_fail (info != NULL);

  info->floor = gst_fourier_round_floor (floor);
}

/**
 * gst_fourier_info_set_channel_select:
 * @info: a #GstFourierInfo
 * @select: (nullable): indices of the source's channels, rising, single or as
 *   ranges, as in "0-3+7"; %NULL: they are not given
 *
 * Since: 0.1
 */
void
gst_fourier_info_set_channel_select (GstFourierInfo * info,
    const gchar * select)
{
  g_return_if_fail (info != NULL);

  set_word (info->channel_select, sizeof info->channel_select,
      select ? select : "");
}

/**
 * gst_fourier_info_set_source_video:
 * @info: a #GstFourierInfo
 * @source: the video as FORMAT:WIDTHxHEIGHT:FPS[:PIXEL-ASPECT[:COLORIMETRY]],
 *   for example "P010_10LE:3840x2160:30000/1001:1/1:bt2100-pq"
 * @hop: pictures from one frame to the next
 *
 * Sets source and hop of video; the framerate follows.
 *
 * Since: 0.1
 */
void
gst_fourier_info_set_source_video (GstFourierInfo * info, const gchar * source,
    guint hop)
{
  g_return_if_fail (info != NULL);
  g_return_if_fail (source != NULL);

  set_word (info->source_video, sizeof info->source_video, source);
  info->rate = 0;
  info->hop = hop;
  info->fps_n = info->fps_d = 0;
  gst_fourier_resolve_framerate (info);
}

/**
 * gst_fourier_info_set_component:
 * @info: a #GstFourierInfo
 * @component: which component of the pictures was transformed: "all", "luma",
 *   "red", "green", "blue", "u" or "v"; at most 8 letters, digits and -
 *
 * Since: 0.1
 */
void
gst_fourier_info_set_component (GstFourierInfo * info,
    const gchar * component)
{
  g_return_if_fail (info != NULL);
  g_return_if_fail (component != NULL);

  set_word (info->component, sizeof info->component, component);
}

/**
 * gst_fourier_info_set_temporal_window:
 * @info: a #GstFourierInfo
 * @name: name of the window over the axis of time: at most 16 of a-z, 0-9
 *   and -; its parameter is that window's usual one
 *
 * Since: 0.1
 */
void
gst_fourier_info_set_temporal_window (GstFourierInfo * info,
    const gchar * name)
{
  g_return_if_fail (info != NULL);
  g_return_if_fail (name != NULL);

  set_word (info->temporal_window, sizeof info->temporal_window, name);
}

/**
 * gst_fourier_info_get_window:
 * @info: a #GstFourierInfo
 *
 * Returns: (transfer none): the window's name
 *
 * Since: 0.1
 */
const gchar *
gst_fourier_info_get_window (const GstFourierInfo * info)
{
  g_return_val_if_fail (info != NULL, NULL);

  return info->window;
}

/**
 * gst_fourier_info_get_channel_select:
 * @info: a #GstFourierInfo
 *
 * Returns: (transfer none) (nullable): the selected channels as in "0-3+7",
 *   %NULL if they are not given
 *
 * Since: 0.1
 */
const gchar *
gst_fourier_info_get_channel_select (const GstFourierInfo * info)
{
  g_return_val_if_fail (info != NULL, NULL);

  return info->channel_select[0] ? info->channel_select : NULL;
}

/**
 * gst_fourier_info_get_source_video:
 * @info: a #GstFourierInfo
 *
 * Returns: (transfer none) (nullable): the video that was transformed, %NULL
 *   if it was audio
 *
 * Since: 0.1
 */
const gchar *
gst_fourier_info_get_source_video (const GstFourierInfo * info)
{
  g_return_val_if_fail (info != NULL, NULL);

  return info->source_video[0] ? info->source_video : NULL;
}

/**
 * gst_fourier_info_get_component:
 * @info: a #GstFourierInfo
 *
 * Returns: (transfer none): the component of the pictures, "all" by default
 *
 * Since: 0.1
 */
const gchar *
gst_fourier_info_get_component (const GstFourierInfo * info)
{
  g_return_val_if_fail (info != NULL, NULL);

  return info->component;
}

/**
 * gst_fourier_info_get_temporal_window:
 * @info: a #GstFourierInfo
 *
 * Returns: (transfer none): the window's name, "rect" by default
 *
 * Since: 0.1
 */
const gchar *
gst_fourier_info_get_temporal_window (const GstFourierInfo * info)
{
  g_return_val_if_fail (info != NULL, NULL);

  return info->temporal_window;
}
