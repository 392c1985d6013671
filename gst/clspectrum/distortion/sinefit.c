/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * sinefit.c: Gauss and Newton's iteration. Samples are counted from their middle,
 * m = n - (N - 1) / 2, so that cosines and sines are orthogonal and the sums of
 * their products are known: with
 *
 *   D0(t) = sum_m cos(t m),  D1(t) = sum_m m sin(t m),  D2(t) = sum_m m^2 cos(t m)
 *
 *   sum cos(t m) cos(u m) = (D0(t - u) + D0(t + u)) / 2, with - of sines
 *   sum cos(t m) m sin(u m) = (D1(u + t) + D1(u - t)) / 2, with sin and cos swapped
 *   the same
 *   sum m^2 sin(t m) sin(u m) = (D2(t - u) - D2(t + u)) / 2, with + of cosines
 *
 * and the rest is 0. Only the products with the samples take time.
 */
#include "sinefit.h"

#include <math.h>
#include <string.h>

#define MAX_SINES GST_CL_SINE_FIT_MAX_HARMONICS
/* the mean, a cosine and a sine of each, the frequency */
#define MAX_UNKNOWNS (2 * MAX_SINES + 2)

/* Samples whose sines are computed together, of 2^LOG_BLOCK; GCC makes vectors at
   -O2 of loops whose number is known. */
#define LOG_BLOCK 8
#define BLOCK (1 << LOG_BLOCK)
#define N_LANES 4

#define MAX_STEPS 12
/* radians over all samples: beyond that the residual knows nothing of it */
#define SMALL_STEP 1e-8

typedef struct
{
  const gdouble *samples;
  gsize n;
  guint n_sines;
  gint harmonic[MAX_SINES];
  gdouble frequency;            /* cycles per sample */
  gdouble mean, cosine[MAX_SINES], sine[MAX_SINES];
} Model;

/* ---- sums of sines ---- */

static gdouble
sum_0 (gdouble n, gdouble t)
{
  return t == 0 ? n : sin (n * t / 2) / sin (t / 2);
}

/* minus the derivative of that */
static gdouble
sum_1 (gdouble n, gdouble t)
{
  gdouble s = sin (t / 2);

  if (t == 0)
    return 0;
  return sin (n * t / 2) * cos (t / 2) / (2 * s * s)
      - n * cos (n * t / 2) / (2 * s);
}

/* minus the second derivative */
static gdouble
sum_2 (gdouble n, gdouble t)
{
  gdouble s = sin (t / 2), c = cos (t / 2);

  if (t == 0)
    return n * (n * n - 1) / 12;
  return sin (n * t / 2) * ((n * n - 1) / (4 * s) - c * c / (2 * s * s * s))
      + n * cos (n * t / 2) * c / (2 * s * s);
}

/* ---- products with samples ---- */

/* Fills a block of cosines and sines of cycles per sample from a phase in cycles:
   each half is the half before, turned. */
static void
fill_block (gdouble frequency, gdouble phase, gdouble * c, gdouble * s)
{
  gdouble angle = 2 * G_PI * (phase - floor (phase));
  gsize length, i;

  c[0] = cos (angle);
  s[0] = sin (angle);
  for (length = 1; length < BLOCK; length *= 2) {
    gdouble turn = frequency * length;
    gdouble by_c = cos (2 * G_PI * (turn - floor (turn)));
    gdouble by_s = sin (2 * G_PI * (turn - floor (turn)));

    for (i = 0; i < length; i++) {
      c[length + i] = c[i] * by_c - s[i] * by_s;
      s[length + i] = s[i] * by_c + c[i] * by_s;
    }
  }
}

static gdouble
multiply (const gdouble * a, const gdouble * b)
{
  gdouble sums[N_LANES] = { 0 };
  gsize i, lane;

  for (i = 0; i < BLOCK; i += N_LANES)
    for (lane = 0; lane < N_LANES; lane++)
      sums[lane] += a[i + lane] * b[i + lane];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/* What is left of the samples from `first` on; left has zeros behind them, as
   has change, which gets the derivative by the angle. */
static void
subtract (const Model * model, gsize first, gdouble (*c)[BLOCK],
    gdouble (*s)[BLOCK], gdouble * left, gdouble * change)
{
  gsize n = MIN (BLOCK, model->n - first), i;
  gdouble middle = (model->n - 1) / 2.0;
  guint k;

  for (i = 0; i < BLOCK; i++) {
    left[i] = -model->mean;
    change[i] = 0;
  }
  for (k = 0; k < model->n_sines; k++) {
    gdouble a = model->cosine[k], b = model->sine[k];
    gdouble h = model->harmonic[k], f = h * model->frequency;

    fill_block (f, f * (first - middle), c[k], s[k]);
    for (i = 0; i < BLOCK; i++)
      left[i] -= a * c[k][i] + b * s[k][i];
    for (i = 0; i < BLOCK; i++)
      change[i] += h * (b * c[k][i] - a * s[k][i]);
  }
  for (i = 0; i < n; i++)
    left[i] += model->samples[first + i];
  memset (left + n, 0, (BLOCK - n) * sizeof *left);
  for (i = 0; i < BLOCK; i++)
    change[i] *= first + i - middle;
}

/* What is left times the mean, cosines, sines and the change of frequency. */
static void
compute_products (const Model * model, gdouble * products)
{
  gdouble c[MAX_SINES][BLOCK], s[MAX_SINES][BLOCK];
  gdouble left[BLOCK], change[BLOCK], ones[BLOCK];
  guint n_sines = model->n_sines, k;
  gsize first, i;

  memset (products, 0, MAX_UNKNOWNS * sizeof *products);
  for (i = 0; i < BLOCK; i++)
    ones[i] = 1;
  for (first = 0; first < model->n; first += BLOCK) {
    subtract (model, first, c, s, left, change);
    products[0] += multiply (left, ones);
    for (k = 0; k < n_sines; k++) {
      products[1 + k] += multiply (left, c[k]);
      products[1 + n_sines + k] += multiply (left, s[k]);
    }
    products[1 + 2 * n_sines] += multiply (left, change);
  }
}

/* Returns the sum of the squares of what is left, and leaves it in rest
   (nullable). */
static gdouble
leave_rest (const Model * model, gdouble * rest)
{
  gdouble c[MAX_SINES][BLOCK], s[MAX_SINES][BLOCK];
  gdouble left[BLOCK], change[BLOCK], squares = 0;
  gsize first;

  for (first = 0; first < model->n; first += BLOCK) {
    subtract (model, first, c, s, left, change);
    squares += multiply (left, left);
    if (rest)
      memcpy (rest + first, left, MIN (BLOCK, model->n - first)
          * sizeof *left);
  }
  return squares;
}

/* ---- the equations ---- */

/* Fills the lower half of the matrix of the mean, cosines and sines. */
static void
fill_matrix (const Model * model, gdouble (*matrix)[MAX_UNKNOWNS])
{
  gdouble w = 2 * G_PI * model->frequency;
  guint n_sines = model->n_sines, i, k;

  matrix[0][0] = model->n;
  for (i = 0; i < n_sines; i++) {
    gint h = model->harmonic[i];

    matrix[1 + i][0] = sum_0 (model->n, h * w);
    matrix[1 + n_sines + i][0] = 0;
    for (k = 0; k < n_sines; k++)
      matrix[1 + n_sines + i][1 + k] = 0;
    for (k = 0; k <= i; k++) {
      gdouble minus = sum_0 (model->n, (h - model->harmonic[k]) * w);
      gdouble plus = sum_0 (model->n, (h + model->harmonic[k]) * w);

      matrix[1 + i][1 + k] = (minus + plus) / 2;
      matrix[1 + n_sines + i][1 + n_sines + k] = (minus - plus) / 2;
    }
  }
}

/* And its last row, of the frequency. */
static void
fill_last_row (const Model * model, gdouble * row)
{
  gdouble w = 2 * G_PI * model->frequency;
  guint n_sines = model->n_sines, last = 1 + 2 * n_sines, i, k;

  memset (row, 0, MAX_UNKNOWNS * sizeof *row);
  for (i = 0; i < n_sines; i++) {
    gint h = model->harmonic[i];
    gdouble a = h * model->cosine[i], b = h * model->sine[i];

    row[0] -= a * sum_1 (model->n, h * w);
    for (k = 0; k < n_sines; k++) {
      gint g = model->harmonic[k];
      gdouble plus = (h + g) * w, minus = (h - g) * w;
      gdouble c = g * model->cosine[k], s = g * model->sine[k];

      row[1 + k] -= a * (sum_1 (model->n, plus) + sum_1 (model->n, minus)) / 2;
      row[1 + n_sines + k] += b * (sum_1 (model->n, plus)
          - sum_1 (model->n, minus)) / 2;
      row[last] += a * c * (sum_2 (model->n, minus) - sum_2 (model->n, plus)) / 2
          + b * s * (sum_2 (model->n, minus) + sum_2 (model->n, plus)) / 2;
    }
  }
}

/* Cholesky's factors, and the solution in place of right. FALSE if the matrix is
   singular. */
static gboolean
solve (gdouble (*matrix)[MAX_UNKNOWNS], gdouble * right, guint n)
{
  gint i, j, k;

  for (i = 0; i < (gint) n; i++) {
    for (j = 0; j <= i; j++) {
      gdouble sum = matrix[i][j];

      for (k = 0; k < j; k++)
        sum -= matrix[i][k] * matrix[j][k];
      if (i == j && !(sum > 1e-9 * matrix[i][i]))
        return FALSE;
      matrix[i][j] = i == j ? sqrt (sum) : sum / matrix[j][j];
    }
    for (k = 0; k < i; k++)
      right[i] -= matrix[i][k] * right[k];
    right[i] /= matrix[i][i];
  }
  for (i = n - 1; i >= 0; i--) {
    for (k = i + 1; k < (gint) n; k++)
      right[i] -= matrix[k][i] * right[k];
    right[i] /= matrix[i][i];
  }
  return TRUE;
}

/* Moves the model towards the least squares, its frequency by at most an eighth
   of a bin; *step gets that in radians over all samples. */
static gboolean
improve (Model * model, gboolean moves, gdouble * step)
{
  gdouble matrix[MAX_UNKNOWNS][MAX_UNKNOWNS];
  guint n_sines = model->n_sines, last = 1 + 2 * n_sines, k;
  gdouble found[MAX_UNKNOWNS], most = 2 * G_PI / 8;

  compute_products (model, found);
  fill_matrix (model, matrix);
  if (moves)
    fill_last_row (model, matrix[last]);
  if (!solve (matrix, found, moves ? last + 1 : last))
    return FALSE;
  model->mean += found[0];
  for (k = 0; k < n_sines; k++) {
    model->cosine[k] += found[1 + k];
    model->sine[k] += found[1 + n_sines + k];
  }
  *step = moves ? CLAMP (found[last] * model->n, -most, most) : 0;
  model->frequency += *step / model->n / (2 * G_PI);
  return TRUE;
}

/* ---- the fit ---- */

gdouble
gst_cl_sine_fit_fold (gdouble frequency, guint harmonic)
{
  gdouble f = harmonic * frequency;

  return fabs (f - round (f));
}

static gboolean
are_apart (const Model * model)
{
  gdouble bin = 1.0 / model->n;
  guint i, k;

  for (i = 0; i < model->n_sines; i++) {
    gdouble f = gst_cl_sine_fit_fold (model->frequency, model->harmonic[i]);

    if (f < bin || f > 0.5 - bin / 2)
      return FALSE;
    for (k = 0; k < i; k++)
      if (fabs (f - gst_cl_sine_fit_fold (model->frequency,
                  model->harmonic[k])) < bin)
        return FALSE;
  }
  return TRUE;
}

gboolean
gst_cl_sine_fit (GstClSineFit * fit, const gdouble * samples, gsize n_samples,
    gdouble * rest)
{
  Model model = {.samples = samples,.n = n_samples,.frequency = fit->frequency };
  gdouble step = 0;
  guint h, i;

  for (h = 1; h <= MAX_SINES; h++)
    if (fit->harmonics & 1u << (h - 1))
      model.harmonic[model.n_sines++] = h;
  if (!are_apart (&model) || !improve (&model, FALSE, &step))
    return FALSE;
  step = 1;
  for (i = 0; i < MAX_STEPS && fabs (step) > SMALL_STEP; i++)
    if (!improve (&model, TRUE, &step) || !are_apart (&model)
        || fabs (model.frequency - fit->frequency) * n_samples > 1)
      return FALSE;
  fit->frequency = model.frequency;
  fit->rest = leave_rest (&model, rest) / n_samples;
  for (i = 0; i < model.n_sines; i++)
    fit->powers[model.harmonic[i] - 1] = (model.cosine[i] * model.cosine[i]
        + model.sine[i] * model.sine[i]) / 2;
  return TRUE;
}
