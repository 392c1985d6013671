/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gains.c: gains over frequency, and how far what they do reaches. With f in
 * cycles a pixel,
 *
 *   low-pass    exp (-L f^2 / low^2)          L = ln (2) / 2
 *   high-pass   1 - exp (-H f^2 / high^2)     H = -ln (1 - sqrt (1/2))
 *   sharpen     (1 + n) G / (G^2 + n)         G = exp (-2 pi^2 blur^2 f^2)
 *   notch       1 - exp (-d^2 / 2 r^2), once for the frequency and once for its
 *               negative; d is the distance, r at most a fourth of the frequency
 *
 * where n is 10^(-snr/10): N. Wiener, "Extrapolation, interpolation, and
 * smoothing of stationary time series" (1949). The mean of a picture stays, but
 * for a high-pass.
 */
#include "gains.h"

#include <complex.h>
#include <math.h>

#define HALF_POWER_LOW 0.34657359027997264
#define HALF_POWER_HIGH 1.2279471772995155

/* Of what the taps beyond the reach add up to, for a step from black to white. */
#define LEAST_TAPS 1e-4
/* Standard deviations to where a Gaussian has as little. */
#define DEVIATIONS 4.0
/* Points of the frequency axis on which the reach is searched for, and pixels
   that it may have. */
#define N_POINTS 8192          /* a power of two */
#define N_REACH 2048

void
gst_cl_gains_init (GstClGains * gains,
    const GstClVideoFilterSettings * settings, const GstClNotches * notches,
    guint width, guint height)
{
  guint i;

  gains->low = settings->low_pass;
  gains->high = settings->high_pass;
  gains->blur = settings->sharpen ? settings->blur : 0;
  gains->noise = pow (10, -settings->snr / 10);
  gains->radius = settings->notch_radius;
  gains->pixels[0] = width;
  gains->pixels[1] = height;
  gains->notches.is_auto = notches->is_auto;
  gains->notches.n = 0;
  for (i = 0; i < notches->n; i++) {
    const GstClNotch notch = {
      notches->list[i].x * width, notches->list[i].y * height
    };

    if (fabs (notch.x) <= 0.5 && fabs (notch.y) <= 0.5)
      gains->notches.list[gains->notches.n++] = notch;
  }
}

gboolean
gst_cl_gains_are_one (const GstClGains * gains)
{
  return gains->low == 0 && gains->high == 0 && gains->blur == 0
      && gains->notches.n == 0 && !gains->notches.is_auto;
}

/* Of all but notches; f2: the square of the frequency in cycles a pixel. */
static gdouble
get_radial (const GstClGains * gains, gdouble f2)
{
  gdouble gain = 1;

  if (gains->low > 0)
    gain *= exp (-HALF_POWER_LOW * f2 / (gains->low * gains->low));
  if (gains->high > 0)
    gain *= -expm1 (-HALF_POWER_HIGH * f2 / (gains->high * gains->high));
  if (gains->blur > 0) {
    gdouble g = exp (-2 * G_PI * G_PI * gains->blur * gains->blur * f2);

    gain *= (1 + gains->noise) * g / (g * g + gains->noise);
  }
  return gain;
}

/* The distance to a frequency the way round that is shorter. */
static gdouble
get_distance (gdouble a, gdouble b)
{
  gdouble d = a - b;

  return d - rint (d);
}

static gdouble
get_notch (const GstClGains * gains, const GstClNotch * notch, gdouble x,
    gdouble y)
{
  gdouble r = MIN (gains->radius, hypot (notch->x, notch->y) / 4);
  gdouble dx = get_distance (x, notch->x), dy = get_distance (y, notch->y);

  return -expm1 (-(dx * dx + dy * dy) / (2 * r * r));
}

double
gst_cl_gains_get (double x, double y, void *data)
{
  const GstClGains *gains = data;
  gdouble fx = x / gains->pixels[0], fy = y / gains->pixels[1];
  gdouble gain = get_radial (gains, fx * fx + fy * fy);
  guint i;

  if (x == 0 && y == 0)
    return gain;
  for (i = 0; i < gains->notches.n; i++) {
    const GstClNotch *notch = &gains->notches.list[i];
    const GstClNotch negative = { -notch->x, -notch->y };

    gain *= get_notch (gains, notch, x, y);
    /* half of the sampling rate is its own negative */
    if (get_distance (2 * notch->x, 0) != 0
        || get_distance (2 * notch->y, 0) != 0)
      gain *= get_notch (gains, &negative, x, y);
  }
  return gain;
}

gdouble
gst_cl_gains_get_most (const GstClGains * gains)
{
  return gains->blur > 0 ? MAX (1, (1 + gains->noise) / (2 * sqrt
          (gains->noise))) : 1;
}

/* Sums of n values, `step` apart, times each turn that n has; `turns` are those
   of N_POINTS. */
static void
sum_turns (const gdouble * values, double complex * sums,
    const double complex * turns, guint n, guint step)
{
  guint half = n / 2, k;

  if (n == 1) {
    sums[0] = values[0];
    return;
  }
  sum_turns (values, sums, turns, half, 2 * step);
  sum_turns (values + step, sums + half, turns, half, 2 * step);
  for (k = 0; k < half; k++) {
    double complex odd = turns[k * step] * sums[half + k];

    sums[half + k] = sums[k] - odd;
    sums[k] += odd;
  }
}

/* Pixels beyond which the taps of the radial gain, summed across, are little. */
static guint
find_radial_reach (const GstClGains * gains)
{
  g_autofree double complex *turns = g_new (double complex, N_POINTS / 2);
  g_autofree double complex *taps = g_new (double complex, N_POINTS);
  g_autofree gdouble *row = g_new (gdouble, N_POINTS);
  gdouble left = 0;
  guint j, k;

  for (j = 0; j < N_POINTS; j++) {
    gdouble f = MIN (j, N_POINTS - j) / (gdouble) N_POINTS;

    row[j] = get_radial (gains, f * f) / N_POINTS;
  }
  for (j = 0; j < N_POINTS / 2; j++)
    turns[j] = cexp (-2 * G_PI * I * j / N_POINTS);
  sum_turns (row, taps, turns, N_POINTS, 1);
  for (k = N_REACH; k > 0; k--) {
    left += fabs (creal (taps[k]));
    if (left > LEAST_TAPS)
      break;
  }
  return k;
}

guint
gst_cl_gains_get_reach (const GstClGains * gains, guint axis)
{
  guint reach = 0, steps = 16;

  if (gains->low > 0 || gains->high > 0 || gains->blur > 0)
    reach = find_radial_reach (gains) / gains->pixels[axis] + 1;
  if (gains->notches.n > 0 || gains->notches.is_auto)
    reach = MAX (reach, (guint) ceil (DEVIATIONS / (2 * G_PI * gains->radius)));
  if (reach == 0)
    return 0;
  /* few of them, so that plans stay as gains change a little */
  while (steps < reach)
    steps += MAX (steps / 4, 8);
  return steps;
}
