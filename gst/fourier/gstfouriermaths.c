/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstfouriermaths.c: computes the sizes, frequencies and times of a stream. An
 * info that from_caps or validate accepted cannot overflow here.
 */
#include "fourier-private.h"

#include <math.h>

/**
 * gst_fourier_info_get_point_size:
 * @info: a legal #GstFourierInfo
 *
 * Returns: bytes of one stored point: of two numbers if complex or a delay,
 *   else of one
 *
 * Since: 0.1
 */
gsize
gst_fourier_info_get_point_size (const GstFourierInfo * info)
{
  gsize size;

  g_return_val_if_fail (info != NULL, 0);

  size = info->format == GST_FOURIER_FORMAT_F32LE
      || info->format == GST_FOURIER_FORMAT_F32BE ? 4 : 8;
  switch (info->quantity) {
    case GST_FOURIER_QUANTITY_COMPLEX:
    case GST_FOURIER_QUANTITY_CROSS_POWER:
    case GST_FOURIER_QUANTITY_TRANSFER_H1:
    case GST_FOURIER_QUANTITY_TRANSFER_H2:
    case GST_FOURIER_QUANTITY_DELAY:
      return 2 * size;
    default:
      return size;
  }
}

/**
 * gst_fourier_info_get_n_points:
 * @info: a legal #GstFourierInfo
 *
 * Returns: stored points of one channel of a frame, all blocks together
 *
 * Since: 0.1
 */
guint
gst_fourier_info_get_n_points (const GstFourierInfo * info)
{
  guint axis, n_points;

  g_return_val_if_fail (info != NULL, 0);
  g_return_val_if_fail (info->rank <= GST_FOURIER_MAX_RANK, 0);

  n_points = info->blocks[0] * info->blocks[1];
  for (axis = 0; axis < info->rank; axis++)
    n_points *= info->bins[axis];
  return n_points;
}

/**
 * gst_fourier_info_get_frame_size:
 * @info: a legal #GstFourierInfo
 *
 * Returns: bytes of one frame, all channels together
 *
 * Since: 0.1
 */
gsize
gst_fourier_info_get_frame_size (const GstFourierInfo * info)
{
  g_return_val_if_fail (info != NULL, 0);

  return (gsize) info->channels * gst_fourier_info_get_n_points (info)
      * gst_fourier_info_get_point_size (info);
}

/**
 * gst_fourier_info_count_frames:
 * @info: a legal #GstFourierInfo
 * @size: bytes of a buffer
 * @n_frames: (out) (optional): frames in the buffer, 0 if it is not legal
 *
 * Returns: whether @size is a whole number of frames, at least one
 *
 * Since: 0.1
 */
gboolean
gst_fourier_info_count_frames (const GstFourierInfo * info, gsize size,
    guint * n_frames)
{
  gsize frame_size;
  gboolean is_whole;

  g_return_val_if_fail (info != NULL, FALSE);

  frame_size = gst_fourier_info_get_frame_size (info);
  is_whole = frame_size > 0 && size > 0 && size % frame_size == 0
      && size / frame_size <= G_MAXUINT;
  if (n_frames)
    *n_frames = is_whole ? size / frame_size : 0;
  return is_whole;
}

/* ---- frequency -------------------------------------------------------- */

/* The samples per unit length of an axis: its rate in hertz, or 1 per pixel. */
static gdouble
axis_rate (const GstFourierInfo * info, guint axis)
{
  if (info->source_video[0] == 0)
    return info->rate;
  if (info->rank == 3 && axis == 0)
    return info->fps_d ? (gdouble) info->fps_n * MAX (info->hop,
        1) / info->fps_d : 0.0;
  return 1.0;
}

static GstFourierSides
axis_sides (const GstFourierInfo * info, guint axis)
{
  if (info->sides == GST_FOURIER_SIDES_ONE && axis + 1 < info->rank)
    return GST_FOURIER_SIDES_TWO;
  return info->sides;
}

static gboolean
is_radial (const GstFourierInfo * info)
{
  return info->band_scale == GST_FOURIER_BAND_SCALE_RADIAL;
}

static gboolean
axis_has_frequencies (const GstFourierInfo * info, guint axis)
{
  return axis < MIN (info->rank, GST_FOURIER_MAX_RANK)
      && info->shape[axis] > 0
      && info->quantity != GST_FOURIER_QUANTITY_DELAY
      && (info->band_scale == GST_FOURIER_BAND_SCALE_NONE
      || (is_radial (info) && axis == 1))
      && axis_rate (info, axis) > 0.0;
}

/* The bins that frequencies up to the axis's rate would have. */
static guint
axis_length (const GstFourierInfo * info, guint axis)
{
  return is_radial (info) ? MAX (info->shape[0], info->shape[1])
      : info->shape[axis];
}

/**
 * gst_fourier_info_bin_to_frequency:
 * @info: a legal #GstFourierInfo
 * @axis: index of the axis, 0 is the outermost; always 0 for audio
 * @bin: index of the stored bin on that axis
 *
 * The unit is hertz for audio and for the axis of time of video, cycles per
 * pixel for the other axes of video. With two sides the frequency of bin n/2
 * of an even length n, which is both, is given as the negative one. Rings of
 * %GST_FOURIER_BAND_SCALE_RADIAL lie on axis 1.
 *
 * Returns: the bin's centre frequency; not a number if there is no such axis
 *   or bin, if points are bands (docs/guide/stream-format.md has their
 *   centres) or delays, or if the source's framerate is variable
 *
 * Since: 0.1
 */
gdouble
gst_fourier_info_bin_to_frequency (const GstFourierInfo * info, guint axis,
    guint bin)
{
  gint64 k = bin;
  guint n;

  g_return_val_if_fail (info != NULL, NAN);

  if (!axis_has_frequencies (info, axis) || bin >= info->bins[axis])
    return NAN;
  if (info->bin_step > 0)
    return info->bin_low + bin * info->bin_step;
  n = axis_length (info, axis);
  switch (axis_sides (info, axis)) {
    case GST_FOURIER_SIDES_TWO:
      if (bin >= (n + 1) / 2)
        k -= n;
      break;
    case GST_FOURIER_SIDES_CENTERED:
      k -= n / 2;
      break;
    default:
      break;
  }
  return k * axis_rate (info, axis) / n;
}

/**
 * gst_fourier_info_frequency_to_bin:
 * @info: a legal #GstFourierInfo
 * @axis: index of the axis, 0 is the outermost; always 0 for audio
 * @frequency: a frequency, in the unit of gst_fourier_info_bin_to_frequency()
 * @bin: (out): index of the stored bin whose centre is nearest, 0 if none
 *
 * Returns: whether the axis stores that frequency: with one side 0 to half
 *   the rate, else plus and minus half the rate; of a zoom up to half a step
 *   around its bins
 *
 * Since: 0.1
 */
gboolean
gst_fourier_info_frequency_to_bin (const GstFourierInfo * info, guint axis,
    gdouble frequency, guint * bin)
{
  GstFourierSides sides;
  gdouble rate;
  gint64 k, n;

  g_return_val_if_fail (info != NULL, FALSE);
  g_return_val_if_fail (bin != NULL, FALSE);

  *bin = 0;
  if (!axis_has_frequencies (info, axis))
    return FALSE;
  if (info->bin_step > 0) {
    gdouble place = floor ((frequency - info->bin_low) / info->bin_step + 0.5);

    if (!(place >= 0 && place < info->bins[axis]))
      return FALSE;
    *bin = place;
    return TRUE;
  }
  rate = axis_rate (info, axis);
  n = axis_length (info, axis);
  sides = axis_sides (info, axis);
  if (!(fabs (frequency) <= rate / 2)
      || (sides == GST_FOURIER_SIDES_ONE && frequency < 0))
    return FALSE;

  k = llround (frequency / rate * n);
  if (sides == GST_FOURIER_SIDES_ONE) {
    *bin = MIN (k, n / 2);
    return TRUE;
  }
  /* An even length has its bin n/2 on the negative side only. */
  if (n % 2 == 0 && k == n / 2)
    k = -k;
  k = CLAMP (k, -(n / 2), (n - 1) / 2);
  if (sides == GST_FOURIER_SIDES_CENTERED)
    k += n / 2;
  *bin = k < 0 ? k + n : k;
  return TRUE;
}

/* ---- time ------------------------------------------------------------- */

/**
 * gst_fourier_info_get_frame_time:
 * @info: a legal #GstFourierInfo
 * @frame: number of the frame, counted from any frame 0
 *
 * Nothing is accumulated: the time is right to the nanosecond, rounded down,
 * for every frame.
 *
 * Returns: the time from frame 0 to @frame; %GST_CLOCK_TIME_NONE if the
 *   source's framerate is variable or the time is beyond the clock's range
 *
 * Since: 0.1
 */
GstClockTime
gst_fourier_info_get_frame_time (const GstFourierInfo * info, guint64 frame)
{
  guint64 n, d;

  g_return_val_if_fail (info != NULL, GST_CLOCK_TIME_NONE);

  if (info->source_video[0] == 0) {
    n = info->rate;
    d = info->hop;
  } else {
    n = info->fps_n;
    d = info->fps_d;
  }
  if (n == 0 || n > G_MAXINT || d > G_MAXINT)
    return GST_CLOCK_TIME_NONE;
  /* d * GST_SECOND is below 2^61; the scaling is of 128 bits. */
  return gst_util_uint64_scale (frame, d * GST_SECOND, n);
}

/**
 * gst_fourier_info_get_frame_duration:
 * @info: a legal #GstFourierInfo
 * @frame: number of the first frame, counted from any frame 0
 * @n_frames: number of frames
 *
 * Returns: the time of frame @frame + @n_frames less that of @frame, so that
 *   durations add up; %GST_CLOCK_TIME_NONE as for
 *   gst_fourier_info_get_frame_time()
 *
 * Since: 0.1
 */
GstClockTime
gst_fourier_info_get_frame_duration (const GstFourierInfo * info,
    guint64 frame, guint n_frames)
{
  GstClockTime start, end;

  g_return_val_if_fail (info != NULL, GST_CLOCK_TIME_NONE);

  if (frame > G_MAXUINT64 - n_frames)
    return GST_CLOCK_TIME_NONE;
  start = gst_fourier_info_get_frame_time (info, frame);
  end = gst_fourier_info_get_frame_time (info, frame + n_frames);
  if (!GST_CLOCK_TIME_IS_VALID (start) || !GST_CLOCK_TIME_IS_VALID (end))
    return GST_CLOCK_TIME_NONE;
  return end - start;
}
