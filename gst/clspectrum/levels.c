/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* levels.c: computes means and extremes over the transforms of an interval. */
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

/* 10 log10 x = DECIBELS_PER_OCTAVE log2 x; of the two glibc's log2 is the
   faster by far. */
#define DECIBELS_PER_OCTAVE 3.0102999566398120

/* The level of a power; lowest is the power of the threshold. A smaller power
   needs no logarithm, and the comparison keeps NaN. */
static inline gdouble
to_decibels (gfloat power, gfloat lowest, gdouble threshold)
{
  gdouble level;

  if (power <= lowest)
    return threshold;
  level = DECIBELS_PER_OCTAVE * log2f (power);
  return level < threshold ? threshold : level;
}

static void
add_frame (GstClLevels * levels, const gfloat * values)
{
  gboolean first = levels->n_frames == 0;
  gdouble *sums = levels->sums;
  gsize i;

  switch (levels->method) {
    case GST_CL_LEVELS_METHOD_DB_MEAN:
      break;                    /* several at once, below */
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

/* Floats above 0 whose product no double is too small or too large for. */
#define MAX_FACTORS 6
/* Points side by side: GCC uses whole vectors at -O2 only for a number that is
   known when compiled. */
#define N_LANES 16

/* Floats without their sign are in the order of their bits, NaN above all; a
   comparison of floats would be a branch, and levels near the threshold make
   it a random one. */
typedef union
{
  gfloat number;
  gint32 bits;
} Power;

#define MAGNITUDE_BITS 0x7fffffff

/* Adds a sum of logarithms as the logarithm of a product, for logarithms are
   most of the work here. Powers not above lowest, the power of the threshold,
   need none; NaN stays NaN. n is at most N_LANES. */
static inline void
add_decibels (gdouble * sums, gsize n, const gfloat * values, gsize stride,
    guint n_frames, Power lowest, gdouble threshold)
{
  const Power one = { 1 };
  gdouble products[N_LANES];
  gint32 n_above[N_LANES] = { 0 };
  Power power[N_LANES];
  guint frame;
  gsize i;

  for (i = 0; i < n; i++)
    products[i] = 1;
  for (frame = 0; frame < n_frames; frame++, values += stride) {
    for (i = 0; i < n; i++) {
      Power value = { values[i] };
      gint32 above = -((value.bits & MAGNITUDE_BITS) > lowest.bits);

      power[i].bits = one.bits ^ ((one.bits ^ value.bits) & above);
      n_above[i] -= above;
    }
    for (i = 0; i < n; i++)
      products[i] *= power[i].number;
  }
  for (i = 0; i < n; i++)
    sums[i] += ((gint32) n_frames - n_above[i]) * threshold;
  for (i = 0; i < n; i++)
    sums[i] += DECIBELS_PER_OCTAVE * log2 (products[i]);
}

/* The largest float that is not above the power. */
static Power
get_lowest (gfloat threshold)
{
  gdouble power = pow (10, threshold / 10.0);
  Power lowest = { power };

  if (lowest.number > power)
    lowest.number = nextafterf (lowest.number, 0);
  return lowest;
}

static void
add_frames_in_decibels (GstClLevels * levels, const gfloat * values,
    gsize n_frames, gfloat threshold)
{
  Power lowest = get_lowest (threshold);
  gsize n_points = levels->n_points, first, i;
  guint n;

  for (first = 0; first < n_frames; first += MAX_FACTORS) {
    n = MIN (n_frames - first, MAX_FACTORS);
    for (i = 0; i + N_LANES <= n_points; i += N_LANES)
      add_decibels (levels->sums + i, N_LANES, values + i, n_points, n, lowest,
          threshold);
    add_decibels (levels->sums + i, n_points - i, values + i, n_points, n,
        lowest, threshold);
    values += n * n_points;
  }
  levels->n_frames += n_frames;
}

void
gst_cl_levels_add (GstClLevels * levels, const gfloat * values, gsize n_frames,
    gfloat threshold)
{
  gsize frame;

  if (levels->method == GST_CL_LEVELS_METHOD_DB_MEAN) {
    add_frames_in_decibels (levels, values, n_frames, threshold);
    return;
  }
  for (frame = 0; frame < n_frames; frame++)
    add_frame (levels, values + frame * levels->n_points);
}

void
gst_cl_levels_finish (GstClLevels * levels, gfloat threshold, gfloat * results)
{
  gfloat lowest = powf (10, threshold / 10);
  gdouble n = MAX (levels->n_frames, 1);
  const gdouble *sums = levels->sums;
  gsize i;

  for (i = 0; i < levels->n_points; i++) {
    switch (levels->n_frames > 0 ? levels->method
        : GST_CL_LEVELS_METHOD_PLAIN_MEAN) {
      case GST_CL_LEVELS_METHOD_POWER_MEAN:
        results[i] = to_decibels (sums[i] / n, lowest, threshold);
        break;
      case GST_CL_LEVELS_METHOD_MAX:
      case GST_CL_LEVELS_METHOD_MIN:
        results[i] = to_decibels (sums[i], lowest, threshold);
        break;
      default:
        results[i] = sums[i] / n;
        break;
    }
  }
  gst_cl_levels_reset (levels);
}
