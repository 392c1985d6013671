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
  guint64 *n_left_out;          /* (nullable): of each point's frames */
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
  g_free (levels->n_left_out);
  g_free (levels);
}

void
gst_cl_levels_reset (GstClLevels * levels)
{
  if (levels->n_frames > 0)
    memset (levels->sums, 0, levels->n_points * sizeof *levels->sums);
  levels->n_frames = 0;
  g_clear_pointer (&levels->n_left_out, g_free);
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

/* Adds a number that is the first of its point or another one. */
static inline gdouble
add_number (GstClLevelsMethod method, gdouble sum, gdouble value,
    gboolean first)
{
  switch (method) {
    case GST_CL_LEVELS_METHOD_MAX:
      return first || value > sum ? value : sum;
    case GST_CL_LEVELS_METHOD_MIN:
      return first || value < sum ? value : sum;
    default:
      return sum + value;
  }
}

static void
add_frame (GstClLevels * levels, const gfloat * values)
{
  gboolean first = levels->n_frames == 0;
  gsize i;

  for (i = 0; i < levels->n_points; i++)
    levels->sums[i] = add_number (levels->method, levels->sums[i], values[i],
        first);
  levels->n_frames++;
}

/* The same where some of the values may not be finite. Without memory to count
   what is left out, it counts as 0. */
static void
add_what_is_finite (GstClLevels * levels, const gfloat * values)
{
  guint64 *n_left_out = levels->n_left_out;
  gsize i;

  if (!n_left_out)
    n_left_out = levels->n_left_out = g_try_new0 (guint64, levels->n_points);
  for (i = 0; i < levels->n_points; i++) {
    guint64 n = levels->n_frames - (n_left_out ? n_left_out[i] : 0);

    if (isfinite (values[i]))
      levels->sums[i] = add_number (levels->method, levels->sums[i], values[i],
          n == 0);
    else if (n_left_out)
      n_left_out[i]++;
  }
  levels->n_frames++;
}

static gsize
count_not_finite (const gfloat * values, gsize n)
{
  gsize n_bad = 0, i;

  for (i = 0; i < n; i++)
    n_bad += !isfinite (values[i]);
  return n_bad;
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

gsize
gst_cl_levels_add (GstClLevels * levels, const gfloat * values, gsize n_frames,
    gfloat threshold)
{
  gsize n_points = levels->n_points;
  gsize n_bad = count_not_finite (values, n_frames * n_points), frame;

  if (levels->method == GST_CL_LEVELS_METHOD_DB_MEAN) {
    add_frames_in_decibels (levels, values, n_frames, threshold);
    return n_bad;
  }
  for (frame = 0; frame < n_frames; frame++, values += n_points) {
    if (levels->method != GST_CL_LEVELS_METHOD_PLAIN_MEAN
        && (n_bad || levels->n_left_out))
      add_what_is_finite (levels, values);
    else
      add_frame (levels, values);
  }
  return n_bad;
}

void
gst_cl_levels_finish (GstClLevels * levels, gfloat threshold, gfloat * results)
{
  gfloat lowest = powf (10, threshold / 10);
  const gdouble *sums = levels->sums;
  gsize i;

  for (i = 0; i < levels->n_points; i++) {
    guint64 n = levels->n_frames;
    gdouble mean;

    if (levels->n_left_out)
      n -= levels->n_left_out[i];
    mean = sums[i] / MAX (n, 1);
    switch (levels->n_frames > 0 ? levels->method
        : GST_CL_LEVELS_METHOD_PLAIN_MEAN) {
      case GST_CL_LEVELS_METHOD_POWER_MEAN:
        results[i] = n > 0 ? to_decibels (mean, lowest, threshold) : NAN;
        break;
      case GST_CL_LEVELS_METHOD_MAX:
      case GST_CL_LEVELS_METHOD_MIN:
        results[i] = n > 0 ? to_decibels (sums[i], lowest, threshold) : NAN;
        break;
      default:
        results[i] = mean;
        break;
    }
  }
  gst_cl_levels_reset (levels);
}
