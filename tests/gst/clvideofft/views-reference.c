/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * views-reference.c: what clvideofft ought to give, with GStreamer's unpacking
 * and FFTW in double precision.
 */
#include <fftw3.h>
#include <math.h>
#include <string.h>

#include "gst/support/rig.h"
#include "views.h"

gdouble *
views_get_values (const GstVideoInfo * video, GstBuffer * buffer,
    guint component, guint * width, guint * height)
{
  const GstVideoFormatInfo *format = video->finfo;
  guint w_sub = GST_VIDEO_FORMAT_INFO_W_SUB (format, component);
  guint h_sub = GST_VIDEO_FORMAT_INFO_H_SUB (format, component);
  const GstVideoFormatInfo *unpacked =
      gst_video_format_get_info (format->unpack_format);
  gboolean is_wide = GST_VIDEO_FORMAT_INFO_DEPTH (unpacked, 0) == 16;
  guint depth = GST_VIDEO_FORMAT_INFO_DEPTH (format, component);
  guint8 *line = g_malloc (8 * (video->width + 16));
  g_autoptr (GstBuffer) copy = rig_copy_buffer (buffer, 0);
  GstVideoFrame frame;
  gdouble *values;
  guint x, y;

  *width = (video->width + (1u << w_sub) - 1) >> w_sub;
  *height = (video->height + (1u << h_sub) - 1) >> h_sub;
  values = g_new (gdouble, *width * *height);
  if (!gst_video_frame_map (&frame, video, copy, GST_MAP_READ))
    g_error ("a picture cannot be mapped");
  for (y = 0; y < *height; y++) {
    format->unpack_func (format, GST_VIDEO_PACK_FLAG_TRUNCATE_RANGE, line,
        frame.data, frame.info.stride, 0, y << h_sub, video->width);
    for (x = 0; x < *width; x++) {
      /* alpha is the first */
      guint at = 4 * (x << w_sub) + 1 + component;
      guint code = is_wide ? ((guint16 *) (gpointer) line)[at]
          >> (16 - depth) : line[at];

      values[y * *width + x] = (gdouble) code / ((1u << depth) - 1);
    }
  }
  gst_video_frame_unmap (&frame);
  g_free (line);
  return values;
}

static gdouble
window_at (const Block * block, guint axis, guint i)
{
  return block->windows[axis] ? block->windows[axis][i] : 1;
}

/* What lies outside of the pictures is 0. */
static gdouble
value_at (const Block * block, guint x, guint y, guint t)
{
  x += block->x;
  y += block->y;
  if (x >= block->width || y >= block->height || t >= block->depth)
    return 0;
  return block->values[((gsize) t * block->height + y) * block->width + x];
}

static gdouble
get_mean (const Block * block)
{
  gdouble sum = 0;
  guint x, y, t;

  for (t = 0; t < block->size[2]; t++)
    for (y = 0; y < block->size[1]; y++)
      for (x = 0; x < block->size[0]; x++)
        sum += value_at (block, x, y, t);
  return sum / ((gdouble) block->size[0] * block->size[1] * block->size[2]);
}

gdouble *
views_transform (const Block * block)
{
  gsize n = (gsize) block->n[0] * block->n[1] * block->n[2];
  gdouble *bins = g_new0 (gdouble, 2 * n);
  fftw_complex *points = fftw_malloc (n * sizeof *points);
  gdouble mean = block->remove_dc ? get_mean (block) : 0;
  fftw_plan plan;
  guint x, y, t;

  memset (points, 0, n * sizeof *points);
  for (t = 0; t < block->size[2]; t++)
    for (y = 0; y < block->size[1]; y++)
      for (x = 0; x < block->size[0]; x++)
        points[((gsize) t * block->n[1] + y) * block->n[0] + x][0] =
            (value_at (block, x, y, t) - mean) * window_at (block, 0, x)
            * window_at (block, 1, y) * window_at (block, 2, t);
  plan = fftw_plan_dft_3d (block->n[2], block->n[1], block->n[0], points,
      points, FFTW_FORWARD, FFTW_ESTIMATE);
  fftw_execute (plan);
  fftw_destroy_plan (plan);
  memcpy (bins, points, n * sizeof *points);
  fftw_free (points);
  return bins;
}

/* The bin of the transform that is stored at index i of an axis (0: x). */
static guint
bin_of (const Views * v, const Block * block, guint axis, guint i)
{
  guint n = block->n[axis];

  return v->info.sides == GST_FOURIER_SIDES_CENTERED
      ? (i + n - n / 2) % n : i;
}

gdouble
views_compare (const Views * v, const gfloat * stored, const Block * block,
    gdouble factor, gdouble doubling)
{
  gboolean is_one = v->info.sides == GST_FOURIER_SIDES_ONE;
  guint n_x = v->info.bins[v->info.rank - 1], x, y, t;
  gdouble *bins = views_transform (block);
  gdouble errors = 0, squares = 0;
  gsize at = 0;

  for (t = 0; t < block->n[2]; t++) {
    for (y = 0; y < block->n[1]; y++) {
      for (x = 0; x < n_x; x++) {
        guint k = bin_of (v, block, 0, x);
        gsize bin = ((gsize) bin_of (v, block, 2, t) * block->n[1]
            + bin_of (v, block, 1, y)) * block->n[0] + k;
        gdouble gain = is_one && k > 0 && 2 * k < block->n[0]
            ? factor * doubling : factor;
        gdouble re = gain * bins[2 * bin], im = gain * bins[2 * bin + 1];
        gdouble error;

        switch (v->info.quantity) {
          case GST_FOURIER_QUANTITY_COMPLEX:
            error = hypot (stored[at] - re, stored[at + 1] - im);
            at += 2;
            break;
          case GST_FOURIER_QUANTITY_MAGNITUDE:
            error = fabs (stored[at++] - hypot (re, im));
            break;
          case GST_FOURIER_QUANTITY_POWER:
            error = fabs (sqrt (stored[at++]) - hypot (re, im));
            break;
          default:
            error = INFINITY;
        }
        errors += error * error;
        squares += re * re + im * im;
      }
    }
  }
  g_free (bins);
  if (errors == 0)              /* a black pixel has no energy */
    return 0;
  return isfinite (errors) ? sqrt (errors / squares) : INFINITY;
}
