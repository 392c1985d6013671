/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * levels.c: means and extremes over the transforms of an interval.
 */
#include "levels.h"

#include <math.h>
#include <string.h>

struct _GstClLevels
{
  GstClLevelsMethod method;
  gsize n_points;
  guint64 n_frames;
  gdouble *sums;                /* or extremes */
};

GstClLevels *
gst_cl_levels_new (GstClLevelsMethod method, gsize n_points)
{
  GstClLevels *levels = g_new0 (GstClLevels, 1);

  levels->method = method;
  levels->n_points = n_points;
  levels->sums = g_try_new0 (gdouble, n_points);
  if (!levels->sums)
    g_clear_pointer (&levels, g_free);
  return levels;
}

void
gst_cl_levels_free (GstClLevels * levels)
{
  if (!levels)
    return;
  g_free (levels->sums);
  g_free (levels);
}

void
gst_cl_levels_reset (GstClLevels * levels)
{
  if (levels->n_frames > 0)
    memset (levels->sums, 0, levels->n_points * sizeof *levels->sums);
  levels->n_frames = 0;
}

/* Comparisons are such that NaN stays what it is. */
static inline gdouble
raise_to (gdouble value, gdouble threshold)
{
  return value <= GST_CL_LEVELS_SILENCE || value < threshold ? threshold
      : value;
}

static void
add_frame (GstClLevels * levels, const gfloat * values, gdouble threshold)
{
  gboolean first = levels->n_frames == 0;
  gdouble *sums = levels->sums;
  gsize i;

  switch (levels->method) {
    case GST_CL_LEVELS_METHOD_DB_MEAN:
      for (i = 0; i < levels->n_points; i++)
        sums[i] += raise_to (values[i], threshold);
      break;
    case GST_CL_LEVELS_METHOD_POWER_MEAN:
    case GST_CL_LEVELS_METHOD_PLAIN_MEAN:
      for (i = 0; i < levels->n_points; i++)
        sums[i] += values[i];
      break;
    case GST_CL_LEVELS_METHOD_MAX:
      for (i = 0; i < levels->n_points; i++)
        if (first || !(values[i] <= sums[i]))
          sums[i] = values[i];
      break;
    case GST_CL_LEVELS_METHOD_MIN:
      for (i = 0; i < levels->n_points; i++)
        if (first || !(values[i] >= sums[i]))
          sums[i] = values[i];
      break;
  }
  levels->n_frames++;
}

void
gst_cl_levels_add (GstClLevels * levels, const gfloat * values, gsize n_frames,
    gfloat threshold)
{
  gsize frame;

  for (frame = 0; frame < n_frames; frame++)
    add_frame (levels, values + frame * levels->n_points, threshold);
}

void
gst_cl_levels_finish (GstClLevels * levels, gfloat threshold, gfloat * results)
{
  gdouble n = MAX (levels->n_frames, 1);
  const gdouble *sums = levels->sums;
  gsize i;

  for (i = 0; i < levels->n_points; i++) {
    switch (levels->n_frames > 0 ? levels->method
        : GST_CL_LEVELS_METHOD_PLAIN_MEAN) {
      case GST_CL_LEVELS_METHOD_POWER_MEAN:
        results[i] = raise_to (10 * log10 (sums[i] / n), threshold);
        break;
      case GST_CL_LEVELS_METHOD_MAX:
      case GST_CL_LEVELS_METHOD_MIN:
        results[i] = raise_to (sums[i], threshold);
        break;
      default:
        results[i] = sums[i] / n;
        break;
    }
  }
  gst_cl_levels_reset (levels);
}
